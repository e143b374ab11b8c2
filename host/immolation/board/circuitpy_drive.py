"""Finds the CIRCUITPY drive of a board among those that this machine has mounted."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

MOUNTS = Path("/proc/self/mounts")
FAT = ("vfat", "msdos", "exfat", "fuseblk")
"""File systems of a CIRCUITPY drive as Linux calls them; others, which may wait for a network, are not looked into."""

LETTERS = "DEFGHIJKLMNOPQRSTUVWXYZABC"

BY_HAND = "Plug it in by USB, or type in a terminal where its drive is: immolation board flash DRIVE"


class NoDrive(ValueError):
    """The drive of a board is not there. ``str()`` says why and what to do."""


def mounted() -> list[Path]:
    """The drives of this machine that may be CIRCUITPY drives."""
    if sys.platform == "darwin":
        return sorted(Path("/Volumes").glob("*"))
    if sys.platform == "win32":
        return [Path(f"{letter}:\\") for letter in LETTERS]
    try:
        rows = [line.split() for line in MOUNTS.read_text(errors="replace").splitlines()]
    except OSError:
        return []
    return [Path(_unescaped(row[1])) for row in rows if len(row) > 2 and row[2] in FAT]


def of_board(serial_number: str, drives: Iterable[Path]) -> Path:
    """The drive of the board with this USB serial number. Raises NoDrive."""
    for drive in drives:
        if serial_number and serial_number.upper() in _names(drive):
            return drive
    raise NoDrive(f"The board's CIRCUITPY drive is not mounted on this machine. {BY_HAND}")


def _names(drive: Path) -> set[str]:
    """The serial numbers that the board of a drive may have on USB, of which boot_out.txt tells the UID: CircuitPython
    writes the two digits of each of its bytes in the other order there.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "boot_out.txt").write_text("UID:E6614C31")
    ...     sorted(_names(Path(folder)))
    ['6E16C413', 'E6614C31']
    """
    try:
        said = (drive / "boot_out.txt").read_text(errors="replace")
    except OSError:
        return set()
    found = re.search(r"^UID:([0-9A-Fa-f]+)", said, re.MULTILINE)
    uid = found[1].upper() if found is not None else ""
    return {uid, re.sub("(.)(.)", r"\2\1", uid)} - {""}


def _unescaped(path: str) -> str:
    r"""A path as the kernel lists it.

    >>> _unescaped(r"/media/ada/MY\040DRIVE")
    '/media/ada/MY DRIVE'
    """
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), path)
