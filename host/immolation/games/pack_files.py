"""Reads packs that people write: the settings that name one, its TOML file, the records in it.

Whatever is wrong is said in one sentence that names the file, the entry, the key and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .contract import LONGEST_COMPLAINT, BadConfig, BadData
from .house_rules import shown
from .json_complaints import plain

LARGEST = 1_000_000
"""Bytes of a pack; all cards of the largest game have some hundred thousand."""

LONGEST_KEY = 1000
"""Dots between words in one line of a pack. Reading a key takes the square of them."""

_DOT = re.compile(rb"[\w\"'-][ \t]*\.[ \t]*(?=[\w\"'-])")

Record = TypeVar("Record")


class BadPack(BadData, BadConfig):
    """A setting or a config names or brings along what is no pack; names the key, or the pack's own key."""


def refuse_settings(title: str, settings: Mapping[str, object], *known: str) -> None:
    """Refuse to load a ruleset with other settings than these. Raises BadConfig."""
    for key in settings:
        if key not in known:
            there = f"there is {known[0]}" if len(known) == 1 else f"there are {', '.join(known)}"
            raise BadConfig(f"{title} has no setting {shown(key)}; {there}.")


def pack_table(source: object) -> tuple[Any, str]:
    """The table of a pack, and what errors call it: from the TOML file at a path, or given as such a file holds it.

    Raises BadData, for what is neither BadPack.
    """
    if isinstance(source, Mapping):
        return source, "pack"
    if not isinstance(source, (str, Path)) or not str(source):
        raise BadPack(f"pack: the path of a TOML file, not {shown(source)}.")
    path = Path(source)
    name = path.name if path.name.isprintable() and path.name else shown(str(path))
    try:
        return decode(read_bytes(path)), name
    except OSError as error:
        raise BadData(f"{name} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise BadData(f"{name} is not TOML: {error}.") from None


def read_entry(value: object, kind: type[Record], where: str) -> Record:
    """``value`` as a record of a pack. Raises BadData: where, key, reason."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        what, below = plain(str(error)), str(error).partition(" - at `")[2]
    key = below.rstrip("`").removeprefix("key in ").lstrip("$.")[:60]
    raise BadData(f"{where}: {f'{key}: ' if key else ''}{what[:LONGEST_COMPLAINT]}.")


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
        raise ValueError(str(error)[:200].rstrip(".")) from None


def read_bytes(path: Path) -> bytes:
    """The content of the file at ``path``.

    Raises OSError where it cannot be read, is no file (a pipe or a device may never end), is longer than `LARGEST` or
    has a name that no file may have.
    """
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, "it is no file; a pack is one TOML file")
        if path.stat().st_size > LARGEST:
            raise OSError(0, f"it is too long for a pack, more than {LARGEST} bytes")
        return path.read_bytes()
    except ValueError:
        raise OSError(0, "no file has such a name") from None
