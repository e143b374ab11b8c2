"""The newest entry's number and seal in a small file beside the journal, so that a lost tail of the journal is noticed.

SQLite believes its write-ahead log up to the first frame that does not fit its checksum, and drops the rest without a
word: one changed bit, a log that is missing or rows that somebody deleted leave a healthy, shorter game. The tail file
says how many entries there must be. It is written after each entry is on the disk and before anybody hears of it.
"""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import NamedTuple

_SLOT = struct.Struct("<4sQ16s16s")
_CHECK = struct.Struct("<I")
_MAGIC = b"IMTL"
SLOT_BYTES = 64
"""Two slots are written in turn: a write that was torn leaves the other one."""


class Tail(NamedTuple):
    """The end of a journal."""

    n: int
    """Number of the newest entry that was acknowledged."""

    seal: str
    """Of that entry; of the header where there is none yet."""

    head: str
    """Seal of the header: which game it is the tail of."""


def path_of(journal: Path) -> Path:
    """The tail file of a journal."""
    return journal.with_name(journal.name + "-tail")


def read(journal: Path) -> Tail | None:
    """The newest tail that is intact; None where there is none, or no file."""
    try:
        with path_of(journal).open("rb") as file:
            data = file.read(2 * SLOT_BYTES)
    except OSError:
        return None
    found = [_decode(data[at : at + SLOT_BYTES]) for at in (0, SLOT_BYTES)]
    return max((tail for tail in found if tail is not None), key=lambda tail: tail.n, default=None)


def _decode(slot: bytes) -> Tail | None:
    body, check = slot[: _SLOT.size], slot[_SLOT.size : _SLOT.size + _CHECK.size]
    if len(check) < _CHECK.size or _CHECK.unpack(check)[0] != zlib.crc32(body):
        return None
    magic, n, seal, head = _SLOT.unpack(body)
    if magic != _MAGIC:
        return None
    return Tail(n, seal.decode("ascii", "replace"), head.decode("ascii", "replace"))


class TailFile:
    """The tail file of a journal that is being written. Raises OSError where the disk does."""

    def __init__(self, journal: Path, tail: Tail) -> None:
        """``tail`` becomes the only one there is, of a file that may have belonged to another game: at every instant
        there is the old file or the new one, whole."""
        place = path_of(journal)
        fresh = place.with_name(place.name + ".new")
        self._handle = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
        try:
            self.write(tail)
            os.replace(fresh, place)
        except BaseException:
            os.close(self._handle)
            raise

    def write(self, tail: Tail) -> None:
        """Put ``tail`` on the disk; the one before it stays intact until this returns."""
        body = _SLOT.pack(_MAGIC, tail.n, tail.seal.encode(), tail.head.encode())
        slot = (body + _CHECK.pack(zlib.crc32(body))).ljust(SLOT_BYTES, b"\0")
        os.pwrite(self._handle, slot, tail.n % 2 * SLOT_BYTES)
        os.fsync(self._handle)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)
