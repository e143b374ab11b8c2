"""Reads the file of a pack that somebody named, in a header from elsewhere perhaps: a file of a sensible size only."""

from __future__ import annotations

from pathlib import Path

LARGEST = 8 << 20
"""Bytes of a pack; all cards of the largest game have some hundred thousand."""


def read_bytes(path: Path, longest: int = LARGEST) -> bytes:
    """The content of the file at ``path``.

    Raises OSError where it cannot be read, is no file (a pipe or a device may never end) or is longer than ``longest``
    bytes, ValueError for a name that no file may have.
    """
    if path.exists() and not path.is_file():
        raise OSError(0, "it is no file")
    if path.stat().st_size > longest:
        raise OSError(0, f"it has more than {longest} bytes")
    return path.read_bytes()
