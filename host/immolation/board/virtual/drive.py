"""The CIRCUITPY drive of a virtual board: the firmware's own files, unchanged, and its settings."""

from __future__ import annotations

import importlib.util
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import immolation_board

LIBRARIES = ("adafruit_minimqtt", "adafruit_connection_manager", "adafruit_ticks")
"""What a Wi-Fi board carries in ``lib/``, from the packages on PyPI."""

# board_messages.py is for those who read a board's messages.
_IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc", "*.pyi", "py.typed", "board_messages.py")


class DriveError(RuntimeError):
    """The drive cannot be made; one sentence says why."""


def firmware_folder() -> Path:
    """Return the folder of boot.py, code.py and settings.toml: beside the package in a source tree, or installed with
    the host.
    """
    beside = Path(immolation_board.__file__).parent.parent
    installed = Path(__file__).parent.parent / "firmware_files"
    for folder in (beside, installed):
        if (folder / "code.py").is_file() and (folder / "boot.py").is_file():
            return folder
    raise DriveError(f"The firmware's code.py is neither in {beside} nor in {installed}; install Immolation again.")


def make_drive(drive: Path, settings: Mapping[str, str | int], firmware: Path | None = None) -> dict[str, Any]:
    """Fill the folder ``drive`` and return the settings as the board will read them.

    ``firmware`` is a folder with another code.py to run (for tests). Raises DriveError for a setting that TOML cannot
    hold or a file that is missing.
    """
    source = firmware or firmware_folder()
    shutil.rmtree(drive, ignore_errors=True)
    drive.mkdir(parents=True)
    for name in ("boot.py", "code.py", "safemode.py"):
        if (source / name).is_file():
            shutil.copyfile(source / name, drive / name)
    package = source / "immolation_board"
    if not package.is_dir():
        package = Path(immolation_board.__file__).parent
    shutil.copytree(package, drive / "immolation_board", ignore=_IGNORED)
    for library in LIBRARIES:
        _copy_library(library, drive / "lib")
    template = source / "settings.toml"
    text = set_values(template.read_text() if template.is_file() else "", settings)
    (drive / "settings.toml").write_text(text)
    return tomllib.loads(text)


def set_values(text: str, settings: Mapping[str, str | int]) -> str:
    """A settings.toml with these values in place of its own; keys it does not have come at the end."""
    left = dict(settings)
    lines = []
    for line in text.splitlines():
        key = line.partition("=")[0].strip()
        lines.append(f"{key} = {_toml(key, left.pop(key))}" if key in left else line)
    lines += [f"{key} = {_toml(key, value)}" for key, value in left.items()]
    return "\n".join(lines) + "\n"


def _toml(key: str, value: str | int) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if not value.isprintable():
        raise DriveError(f"Setting {key}: {value!r} has characters that settings.toml cannot hold.")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _copy_library(name: str, lib: Path) -> None:
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise DriveError(f"The library {name} is not installed; install Immolation again.")
    origin = Path(found.origin)
    if found.submodule_search_locations:
        shutil.copytree(origin.parent, lib / name, ignore=_IGNORED)
    else:
        lib.mkdir(exist_ok=True)
        shutil.copyfile(origin, lib / origin.name)
