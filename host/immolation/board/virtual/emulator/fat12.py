"""Builds a FAT12 image of a few files, as CircuitPython keeps its drive in flash.

One FAT, sectors of 512 bytes that are clusters too, long names where 8.3 does not do.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

SECTOR = 512
ROOT_ENTRIES = 512
ENTRY = 32
LFN_CHARACTERS = 13
"""Characters of a long name in one directory entry."""

_MOST_CLUSTERS = 4084
"""More than that would be FAT16."""

_DATE = 0x0021  # 1 January 1980: the same files make the same image
_ARCHIVE, _FOLDER, _LABEL, _LONG = 0x20, 0x10, 0x08, 0x0F
_LAST = 0xFFF


class DriveFull(ValueError):
    """The files do not fit; ``str()`` says how much is missing."""


@dataclass
class _Folder:
    """A folder while the image is made: its entries so far."""

    cluster: int = 0
    folders: dict[str, _Folder] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)


def build(files: Mapping[str, bytes], size: int, label: str = "CIRCUITPY") -> bytes:
    """An image of ``size`` bytes with these files, named by their paths ("lib/x.py").

    Raises DriveFull, ValueError for a size that FAT12 cannot have or a name that cannot be a file.
    """
    return _Image(size, label).write(files)


class _Image:
    def __init__(self, size: int, label: str) -> None:
        total = size // SECTOR
        self._fat_sectors = (total * 3 // 2 + SECTOR - 1) // SECTOR
        self._root_start = 1 + self._fat_sectors
        self._data_start = self._root_start + ROOT_ENTRIES * ENTRY // SECTOR
        self._clusters = total - self._data_start
        if size % SECTOR or not 0 < self._clusters <= _MOST_CLUSTERS:
            raise ValueError(f"A FAT12 drive of {size} bytes is not possible; 64 KiB to 2 MiB are.")
        self._total = total
        self._label = label
        self._bytes = bytearray(size)
        self._fat = [0xFF8, _LAST]

    def write(self, files: Mapping[str, bytes]) -> bytes:
        root = _Folder()
        for path, content in files.items():
            *way, name = path.split("/")
            if not name or any(part in ("", ".", "..") for part in way):
                raise ValueError(f"{path!r} is not the path of a file.")
            folder = root
            for part in way:
                folder = folder.folders.setdefault(part, _Folder())
            folder.files[name] = content
        self._boot_sector()
        entries = self._entry(_short(self._label.upper(), set(), bare=True), _LABEL, 0, 0) + self._children(root)
        if len(entries) > ROOT_ENTRIES * ENTRY:
            raise DriveFull(f"The drive's root has room for {ROOT_ENTRIES} entries.")
        start = self._root_start * SECTOR
        self._bytes[start : start + len(entries)] = entries
        self._write_fat()
        return bytes(self._bytes)

    def _boot_sector(self) -> None:
        self._bytes[:62] = struct.pack(
            "<3s8sHBHBHHBHHHIIBBBI11s8s",
            b"\xeb\x3c\x90",
            b"MSDOS5.0",
            SECTOR,
            1,  # sectors a cluster
            1,  # reserved sectors
            1,  # FATs
            ROOT_ENTRIES,
            self._total,
            0xF8,
            self._fat_sectors,
            1,
            1,
            0,
            0,
            0x80,
            0,
            0x29,
            0x1AA0,
            self._label.upper().ljust(11).encode(),
            b"FAT     ",
        )
        self._bytes[510:512] = b"\x55\xaa"

    def _children(self, folder: _Folder) -> bytes:
        found = b""
        taken: set[bytes] = set()
        for name, inner in sorted(folder.folders.items()):
            short = _short(name, taken)
            count = 2 + sum(_entries_of(child) for child in [*inner.folders, *inner.files])
            clusters = self._allocate((count * ENTRY + SECTOR - 1) // SECTOR)
            inner.cluster = clusters[0]
            dots = self._entry(b".".ljust(11), _FOLDER, inner.cluster, 0)
            dots += self._entry(b"..".ljust(11), _FOLDER, folder.cluster, 0)
            self._put(clusters, dots + self._children(inner))
            found += _long(name, short) + self._entry(short, _FOLDER, inner.cluster, 0)
        for name, content in sorted(folder.files.items()):
            short = _short(name, taken)
            clusters = self._allocate((len(content) + SECTOR - 1) // SECTOR)
            self._put(clusters, content)
            found += _long(name, short) + self._entry(short, _ARCHIVE, clusters[0] if clusters else 0, len(content))
        return found

    def _allocate(self, count: int) -> list[int]:
        """A chain of free clusters, entered in the FAT."""
        first = len(self._fat)
        if first + count > self._clusters + 2:
            raise DriveFull(f"The drive is full: {(first + count - self._clusters - 2) * SECTOR} bytes too much.")
        chain = list(range(first, first + count))
        self._fat += [*chain[1:], _LAST] if chain else []
        return chain

    def _put(self, clusters: list[int], content: bytes) -> None:
        if clusters:
            start = (self._data_start + clusters[0] - 2) * SECTOR
            self._bytes[start : start + len(content)] = content

    def _entry(self, short: bytes, attribute: int, cluster: int, size: int) -> bytes:
        return struct.pack("<11sBBBHHHHHHHI", short, attribute, 0, 0, 0, _DATE, _DATE, 0, 0, _DATE, cluster, size)

    def _write_fat(self) -> None:
        packed = bytearray(self._fat_sectors * SECTOR)
        for number, value in enumerate(self._fat):
            at = number * 3 // 2
            if number % 2:
                packed[at] |= value << 4 & 0xF0
                packed[at + 1] = value >> 4
            else:
                packed[at] = value & 0xFF
                packed[at + 1] = packed[at + 1] & 0xF0 | value >> 8
        self._bytes[SECTOR : SECTOR + len(packed)] = packed


_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-~")


def _fits(name: str) -> bool:
    base, _, extension = name.partition(".")
    return 0 < len(base) <= 8 and len(extension) <= 3 and set(base + extension) <= _PLAIN


def _short(name: str, taken: set[bytes], *, bare: bool = False) -> bytes:
    """The eleven bytes of a name's 8.3 form, not yet taken in its folder."""
    if bare:
        return name[:11].ljust(11).encode()
    base, _, extension = name.upper().rpartition(".") if "." in name else (name.upper(), "", "")
    kept = "".join(letter for letter in base if letter in _PLAIN) or "X"
    kind = "".join(letter for letter in extension if letter in _PLAIN)[:3].ljust(3)
    number = 0
    while True:
        tail = f"~{number}" if number or not _fits(name) else ""
        number += 1
        if tail == "~0":
            continue
        short = (kept[: 8 - len(tail)] + tail).ljust(8).encode() + kind.encode()
        if short not in taken:
            taken.add(short)
            return short


def _entries_of(name: str) -> int:
    return 1 if _fits(name) else 1 + (len(name) + LFN_CHARACTERS - 1) // LFN_CHARACTERS


def _long(name: str, short: bytes) -> bytes:
    """The entries that carry a long name, last part first as FAT has them; nothing for a name of 8.3."""
    if _fits(name):
        return b""
    total = 0
    for byte in short:
        total = ((total >> 1) + ((total & 1) << 7) + byte) & 0xFF
    units = [ord(letter) for letter in name]
    count = (len(units) + LFN_CHARACTERS - 1) // LFN_CHARACTERS
    if len(units) < count * LFN_CHARACTERS:
        units.append(0)
    units += [0xFFFF] * (count * LFN_CHARACTERS - len(units))
    found = b""
    for part in range(count, 0, -1):
        chunk = units[(part - 1) * LFN_CHARACTERS : part * LFN_CHARACTERS]
        head = part | (0x40 if part == count else 0)
        found += struct.pack("<B5HBBB6HH2H", head, *chunk[:5], _LONG, 0, total, *chunk[5:11], 0, *chunk[11:])
    return found
