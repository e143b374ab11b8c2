"""``immolation backup`` and ``restore``: everything a host keeps, in one file and back."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from immolation.plain_text import shown
from immolation.table.journal.journal_records import JournalError
from immolation.table.journal.journal_replay import read
from immolation.table.journal.journal_writer import lock, make, unlock

PARTS = ("-wal", "-shm", "-tail", "-journal")
"""What lies beside a journal while a host plays it; a copy of the journal needs none of it."""

LARGEST = 1 << 30
"""Bytes of all files of a backup together."""

MOST_FILES = 100_000
"""In a backup; a table's folder has some hundreds."""

HEADER_BYTES = 1 << 20
"""Of the name and the notes of one file in a backup, which are read whole before anybody looks at them."""

BOARD = "board"
"""The folder of the virtual board, of the host or of one of its other tables; it is made anew at every start."""


class BadBackup(ValueError):
    """This file cannot be restored; ``str()`` says why."""


def folder() -> Path:
    """Return the folder in which a host keeps its games and logins."""
    return platformdirs.user_data_path("immolation")


def backup(
    file: Annotated[Path, typer.Argument(help="The backup, as in tables.tar.gz; an old one is replaced.")],
) -> None:
    """Put all games, logins and certificates of this user's tables into one file, also while they are played.

    The file holds passwords; keep it as you keep those.
    """
    count, damaged = write(folder(), file)
    for why in damaged:
        print(shown(f"Kept as it is: {why}"))
    print(f"{file} has {count} files. `immolation restore {file}` brings them back.")


def restore(file: Annotated[Path, typer.Argument(help="A backup.", exists=True, dir_okay=False)]) -> None:
    """Bring a backup back. What is there now is set aside, and nothing is deleted; stop the host first."""
    count, aside, damaged = unpack(file, folder())
    for why in damaged:
        print(shown(f"As it was kept: {why}"))
    print(f"{count} files are in {folder()} again." + (f" What was there before is in {aside}." if aside else ""))


def write(data: Path, file: Path) -> tuple[int, list[str]]:
    """Write the backup of the folder ``data``: how many files are in it, and what of its journals is damaged."""
    if not data.is_dir():
        raise BadBackup(f"There is nothing to keep: {data} does not exist.")
    if not file.name or file.is_dir():
        raise BadBackup(f"{file} is a folder; name a file, as in {file / 'tables.tar.gz'}.")
    damaged: list[str] = []
    count = 0
    fresh = file.with_name(file.name + ".new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with (
            os.fdopen(handle, "wb") as out,
            tarfile.open(fileobj=out, mode="w:gz") as packed,
            tempfile.TemporaryDirectory() as name,
        ):
            for number, path in enumerate(_files(data, file.resolve())):
                found = path
                if path.suffix == ".journal":
                    try:
                        header, entries = read(path)
                        found = Path(name) / f"{number}.journal"
                        make(found, header, entries)
                    except JournalError as error:
                        damaged.append(str(error))
                        found = path
                packed.add(found, path.relative_to(data).as_posix(), recursive=False)
                count += 1
        fresh.replace(file)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return count, damaged


def _files(data: Path, backup_file: Path) -> Iterator[Path]:
    """Yield the files that are kept: journals whole, beside a damaged one its parts, and every other plain file."""
    for path in sorted(data.rglob("*")):
        if path.is_symlink() or not path.is_file() or path.resolve() == backup_file:
            continue
        if BOARD in path.relative_to(data).parts[:2] or path.name.endswith(".new"):
            continue
        owner = next((path.with_name(path.name.removesuffix(part)) for part in PARTS if path.name.endswith(part)), None)
        if owner is not None and owner.suffix == ".journal" and _is_whole(owner):
            continue
        yield path


def _is_whole(journal: Path) -> bool:
    with suppress(JournalError):
        read(journal)
        return True
    return False


def unpack(file: Path, data: Path) -> tuple[int, Path | None, list[str]]:
    """Restore a backup into the folder ``data``: how many files, where lies what was there before, and what is damaged.

    Raises BadBackup for a file that is none, JournalBusy where a host plays there; then nothing has changed.
    """
    data.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f"{data.name}-", dir=data.parent))
    try:
        count = _extract(file, fresh)
        damaged = []
        for journal in sorted(fresh.rglob("*.journal")):
            try:
                read(journal)
            except JournalError as error:
                damaged.append(str(error).replace(str(fresh), str(data)))
        aside = None
        with _unplayed(data):
            if data.exists():
                aside = data.with_name(f"{data.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
                data.rename(aside)
            fresh.rename(data)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    return count, aside, damaged


@contextmanager
def _unplayed(data: Path) -> Iterator[None]:
    """Keep every host away from the games in a folder. Raises JournalBusy where one plays: it would go on elsewhere."""
    with ExitStack() as held:
        for journal in sorted(data.rglob("*.journal")):
            if journal.is_file() and not journal.is_symlink():
                held.callback(unlock, lock(journal, journal))
        yield


class _Bounded(io.RawIOBase):
    """Reads what is packed, and gives up where it is more than a backup has: some kilobytes may unfold to anything."""

    def __init__(self, unpacked: gzip.GzipFile, file: Path) -> None:
        self._unpacked, self._file = unpacked, file

    def read(self, size: int = -1) -> bytes:
        """Read at most ``size`` bytes. Raises BadBackup for more than the name of a file may have."""
        if not 0 <= size <= HEADER_BYTES:
            raise BadBackup(f"{self._file} is no backup of tables: the name of a file in it has no end.")
        return self._unpacked.read(size)

    def seek(self, to: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place in what is packed. Raises BadBackup where that is farther than a backup reaches."""
        if whence == os.SEEK_SET and to > 2 * LARGEST:
            raise BadBackup(_too_large(self._file))
        return self._unpacked.seek(to, whence)


def _too_large(file: Path) -> str:
    return f"{file} is no backup of tables: it has more than {LARGEST >> 20} MB in {MOST_FILES} files."


def _flaw(error: Exception) -> str:
    """Say why a file could not be unpacked."""
    if isinstance(error, gzip.BadGzipFile):
        return "it is not packed as one, or damaged"
    if isinstance(error, OSError):
        return error.strerror or "it cannot be read"
    return "it breaks off" if isinstance(error, EOFError) else "it is damaged"


def _extract(file: Path, to: Path) -> int:
    count = size = 0
    try:
        with gzip.open(file) as unpacked, tarfile.open(fileobj=_Bounded(unpacked, file), mode="r:") as packed:
            for member in packed:
                parts = Path(member.name).parts
                if (
                    not member.isreg()
                    or member.size < 0
                    or member.name.startswith("/")
                    or ".." in parts
                    or "\0" in member.name
                ):
                    raise BadBackup(f"{file} is no backup of tables: '{member.name[:80]}' may not be in one.")
                size += member.size
                if size > LARGEST or count >= MOST_FILES:
                    raise BadBackup(_too_large(file))
                source = packed.extractfile(member) or io.BytesIO()
                goal = to.joinpath(*parts)
                goal.parent.mkdir(parents=True, exist_ok=True)
                handle = os.open(goal, os.O_WRONLY | os.O_CREAT | os.O_EXCL, member.mode & 0o700)
                with os.fdopen(handle, "wb") as out:
                    shutil.copyfileobj(source, out)
                count += 1
    except BadBackup:
        raise
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError, OverflowError, RecursionError) as error:
        raise BadBackup(f"{file} cannot be read as a backup: {_flaw(error)}.") from None
    return count
