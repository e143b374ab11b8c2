"""Reads the file of a pack that somebody named, in a header from elsewhere perhaps: a file of a sensible size only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

LARGEST = 8 << 20
"""Bytes of a pack; all cards of the largest game have some hundred thousand."""


LONGEST_KEY = 1000
"""Dots between words in one line of a pack. Reading a key takes the square of them."""

_DOT = re.compile(rb"[\w\"'-][ \t]*\.[ \t]*(?=[\w\"'-])")


def decode(content: bytes) -> dict[str, Any]:
    """A pack's TOML as a table. Raises ValueError with the reason."""
    for number, line in enumerate(content.splitlines(), 1):
        if len(_DOT.findall(line)) > LONGEST_KEY:
            raise ValueError(f"line {number} has a key of too many parts")
    try:
        return msgspec.toml.decode(content)  # type: ignore[no-any-return]
    except RecursionError:
        raise ValueError("tables and lists are nested too deep") from None
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise ValueError(str(error)[:200]) from None


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
