"""Puts the firmware on a CIRCUITPY drive so that there is never half a board.

Everything is written under temporary names, read back and compared; then the old code.py is taken away, the parts are
put in place, and code.py comes last. Wherever that is interrupted, the board runs what it ran before, or nothing, never
a mixture; the next run completes it. A second run changes nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

import immolation_board
import msgspec

from . import bytecode, settings_file

OLDEST = (10, 0)
"""CircuitPython that the firmware is written for."""

LIBRARIES = ("adafruit_minimqtt", "adafruit_connection_manager", "adafruit_ticks")
"""What a Wi-Fi board needs in ``lib/``; a board without Wi-Fi never loads it."""

SOURCES = "sources"
"""Folder for the sources of compiled modules, where CircuitPython does not look."""

PACKAGE = ("immolation_board", "immolation_board/identity")
"""The firmware's folders on the drive."""

HOST_ONLY = ("board_messages.py",)
"""Modules that a board does not need."""

NEW, OLD = ".new", ".old"
"""Ends of the names of what is not yet, and what is no longer, part of the board."""

CLUSTER = 4096
"""Bytes a file on the drive is rounded up to, at most."""

SPARE = 16 * 1024
"""Bytes to be left for CircuitPython's own boot_out.txt and for directories."""

RIVALS = ("code.txt",)
"""CircuitPython would run these instead of code.py."""


class FlashError(ValueError):
    """The drive was refused or a write failed. ``str()`` says what, where and what to do."""


class FlashReport(msgspec.Struct, frozen=True):
    """The report of what `flash` has done."""

    drive: Path
    board: str
    """From boot_out.txt: "Raspberry Pi Pico W with rp2040"."""

    version: str
    """CircuitPython's, from boot_out.txt."""

    compiled: bool
    """Whether the modules were compiled for that version; if not, the board compiles their sources at each start."""

    written: tuple[str, ...]
    """Files that were new or different, each read back and compared."""

    removed: tuple[str, ...]
    unchanged: int

    @property
    def text(self) -> str:
        """For people: what was done and what to do next."""
        if not self.written and not self.removed:
            return f"{self.board} is up to date: {self.unchanged} files checked, nothing to write."
        lines = [f"{self.board}, CircuitPython {self.version}: wrote and checked {len(self.written)} files."]
        if self.compiled:
            lines.append(
                f"The modules are compiled for CircuitPython {self.version.partition('.')[0]}; their sources are in "
                f"{SOURCES}. A source that you copy into immolation_board is taken instead."
            )
        else:
            lines.append("The modules are sources, which the board compiles at each start.")
        lines += [f"  {name}" for name in self.written]
        lines += [f"  {name} removed" for name in self.removed]
        lines.append("Now eject the drive and press the board's reset button (or unplug it and plug it in again).")
        return "\n".join(lines)


def flash(
    drive: Path, settings: Mapping[str, str | int], *, tell: Callable[[int, int], object] = lambda written, of: None
) -> FlashReport:
    """Bring the drive to this version of the firmware with these settings.

    ``tell`` hears how many files are written, and of how many. ``settings`` are keys of firmware/settings.toml; what
    the maker wrote into the drive's own stays. Raises FlashError for a drive that is not a CIRCUITPY drive of
    CircuitPython 10 or newer, is full, or fails, and `settings_file.BadSettings` for a wrong setting. Nothing has
    changed on the board then.
    """
    board, version = _check_drive(drive)
    compiles = bytecode.fits(int(version.partition(".")[0]))
    files = firmware_files(compiles)
    files["settings.toml"] = settings_file.merged(
        _text(drive / "settings.toml"), files["settings.toml"].decode(), settings
    ).encode()
    changed = {name: data for name, data in files.items() if _read(drive / name) != data}
    stale = sorted(_stale(drive, files))
    leftovers = sorted(_leftovers(drive))
    if changed or stale or leftovers:
        _check_room(drive, changed)
        try:
            _stage(drive, changed, tell)
            _put_in_place(drive, list(changed), stale)
            for name in _leftovers(drive):
                (drive / name).unlink()
            _flush_folders(drive)
        except OSError as error:
            raise FlashError(f"{drive}: {error.strerror or error}. Plug the board in again and repeat.") from None
    written = sorted(changed, key=lambda name: (name == "code.py", name))
    return FlashReport(drive, board, version, compiles, tuple(written), tuple(stale), len(files) - len(changed))


# --- what belongs on the drive ----------------------------------------------------------------------------


def firmware_files(compiles: bool) -> dict[str, bytes]:
    """Every file of the firmware: its place on the drive and its content."""
    package = Path(immolation_board.__file__).parent
    installed = Path(__file__).parent / "firmware_files"
    base = installed if installed.is_dir() else package.parent
    files = {}
    for name in ("boot.py", "code.py", "safemode.py", "settings.toml"):
        if not (base / name).is_file():
            raise FlashError(f"The firmware's {name} is missing from {base}; install Immolation again.")
        files[name] = (base / name).read_bytes()
    modules = {
        f"immolation_board/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in sorted(package.rglob("*.py"))
        if path.name not in HOST_ONLY
    }
    sources = dict(modules)
    for library in LIBRARIES:
        modules.update(_library(library))
    if not compiles:
        return files | modules
    try:
        for name, source in modules.items():
            files[name.removesuffix(".py") + ".mpy"] = bytecode.compiled(name, source)
    except bytecode.CannotCompile as error:
        raise FlashError(f"{error} Install Immolation again.") from None
    files.update({f"{SOURCES}/{PurePosixPath(name).name}": source for name, source in sources.items()})
    return files


def _library(name: str) -> dict[str, bytes]:
    """A library's modules, from the Python package that was installed with the host; it is not imported."""
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise FlashError(f"The library {name} is missing; install Immolation again.")
    origin = Path(found.origin)
    if not found.submodule_search_locations:
        return {f"lib/{origin.name}": origin.read_bytes()}
    modules = sorted(origin.parent.rglob("*.py"))
    return {f"lib/{name}/{path.relative_to(origin.parent).as_posix()}": path.read_bytes() for path in modules}


def _stale(drive: Path, files: Mapping[str, bytes]) -> Iterator[str]:
    """Modules of an earlier firmware that this one no longer has; a source would be taken before what is compiled."""
    for folder in (*PACKAGE, SOURCES, *(f"lib/{name}" for name in LIBRARIES)):
        if (drive / folder).is_dir():
            for path in (drive / folder).iterdir():
                name = f"{folder}/{path.name}"
                if path.suffix in (".py", ".mpy") and name not in files and path.is_file():
                    yield name
    for library in LIBRARIES:
        for name in (f"lib/{library}.py", f"lib/{library}.mpy"):
            if name not in files and (drive / name).is_file():
                yield name


def _leftovers(drive: Path) -> Iterator[str]:
    """Find the files that an interrupted run left behind."""
    folders = ("", *PACKAGE, SOURCES, "lib", *(f"lib/{name}" for name in LIBRARIES))
    for folder in [drive / name for name in folders]:
        if folder.is_dir():
            for path in folder.iterdir():
                inner = PurePosixPath(path.name).stem
                if path.suffix in (NEW, OLD) and PurePosixPath(inner).suffix in (".py", ".mpy", ".toml"):
                    yield path.relative_to(drive).as_posix()


# --- checks -----------------------------------------------------------------------------------------------


def _check_drive(drive: Path) -> tuple[str, str]:
    """The board's name and CircuitPython's version. Raises FlashError for anything but a drive that can be used."""
    boot_out = drive / "boot_out.txt"
    if not boot_out.is_file():
        if (drive / "INFO_UF2.TXT").is_file():
            raise FlashError(
                f"{drive} is the board's bootloader; copy a CircuitPython UF2 onto it first (circuitpython.org), "
                "then flash the drive called CIRCUITPY."
            )
        raise FlashError(f"{drive} is not a CIRCUITPY drive: it has no boot_out.txt.")
    text = boot_out.read_text(errors="replace")
    match = re.search(r"CircuitPython (\d+)\.(\d+)(\S*) [^;]*; *([^\r\n]*)", text)
    if match is None:
        raise FlashError(f"{boot_out}: no version of CircuitPython in it; press the board's reset button and repeat.")
    if (int(match[1]), int(match[2])) < OLDEST:
        raise FlashError(
            f"{drive} has CircuitPython {match[1]}.{match[2]}{match[3]}; the firmware needs {OLDEST[0]} or newer. "
            "Get the UF2 of your board at circuitpython.org."
        )
    for rival in RIVALS:
        if (drive / rival).exists():
            raise FlashError(f"{drive / rival} would run instead of code.py; move it away and repeat.")
    if not os.access(drive, os.W_OK):
        raise FlashError(f"{drive} can not be written to; mount it for writing, or press the board's reset button.")
    return match[4].strip() or "Board", f"{match[1]}.{match[2]}{match[3]}"


def _check_room(drive: Path, changed: Mapping[str, bytes]) -> None:
    needed = sum(-(-len(data) // CLUSTER) * CLUSTER for data in changed.values()) + SPARE
    free = shutil.disk_usage(drive).free
    if free < needed:
        raise FlashError(f"{drive} has {free // 1024} KB free and {needed // 1024} KB are needed; delete something.")


# --- writing ----------------------------------------------------------------------------------------------


def _stage(drive: Path, changed: Mapping[str, bytes], tell: Callable[[int, int], object]) -> None:
    """Write under temporary names and compare what the drive gives back."""
    try:
        for number, (name, data) in enumerate(changed.items()):
            tell(number, len(changed))
            path = drive / (name + NEW)
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, data)
        _flush_folders(drive)
        for name, data in changed.items():
            if _hash(_read_from_drive(drive / (name + NEW))) != _hash(data):
                raise FlashError(
                    f"{drive / name}: what was read back differs; the drive is damaged. Nothing was changed."
                )
    except BaseException:
        for name in changed:
            with contextlib.suppress(OSError):
                (drive / (name + NEW)).unlink()
        raise


def _put_in_place(drive: Path, changed: list[str], stale: list[str]) -> None:
    """Rename everything into place, code.py last; if anything fails everything goes back."""
    parts = [name for name in changed if name != "code.py"]
    done: list[tuple[Path, Path]] = []

    def move(source: Path, target: Path) -> None:
        os.replace(source, target)
        done.append((source, target))

    code = drive / "code.py"
    if changed == ["settings.toml"] and not stale:
        os.replace(drive / ("settings.toml" + NEW), drive / "settings.toml")  # at once or not at all
        return
    try:
        if code.exists() and (stale or changed):
            move(code, drive / ("code.py" + OLD))
            _flush_folders(drive)
        for name in (*stale, *parts):
            if (drive / name).exists():
                move(drive / name, drive / (name + OLD))
        for name in parts:
            move(drive / (name + NEW), drive / name)
        _flush_folders(drive)
        if "code.py" in changed:
            move(drive / ("code.py" + NEW), code)
        elif not code.exists():
            move(drive / ("code.py" + OLD), code)
        _flush_folders(drive)
    except BaseException:
        for source, target in reversed(done):
            with contextlib.suppress(OSError):  # the drive is gone; without code.py nothing half runs
                os.replace(target, source)
        raise


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _flush_folders(drive: Path) -> None:
    """Wait until the directories are on the drive, not only in this machine's memory."""
    if hasattr(os, "O_DIRECTORY"):
        for folder in (drive, *(drive / name for name in PACKAGE), drive / SOURCES, drive / "lib"):
            if folder.is_dir():
                number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
                try:
                    os.fsync(number)
                finally:
                    os.close(number)


def _read_from_drive(path: Path) -> bytes:
    """The file as the drive has it, not as this machine remembers it."""
    with path.open("rb") as file:
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return file.read()


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _text(path: Path) -> str:
    data = _read(path)
    try:
        return data.decode() if data is not None else ""
    except UnicodeDecodeError:
        raise FlashError(f"{path} is not UTF-8 text; correct it or delete it.") from None


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
