"""Reads Chimera packs: those that come with the game, and those people write; `pack_checks` says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from ...contract import BadConfig, BadData, Json
from ...engine import as_json, decode_hook
from ...pack_files import BadPack, pack_table
from . import pack_checks
from .card_records import PackFile
from .card_text import words
from .pack import Pack
from .printed_abilities import sets

DATA: Final = Path(__file__).parent.parent / "data"


class WrittenPack:
    """A pack that somebody wrote, read and checked once; `load` makes it ready to play as often as wanted."""

    def __init__(self, file: PackFile, where: str) -> None:
        self.file = file
        self.where = where
        """Its file's name, for errors."""
        self.given: Json = as_json(file)
        self.ready: dict[tuple[str, int], Pack] = {}

    @property
    def name(self) -> str:
        """The Chimera's name."""
        return self.file.name


@cache
def names() -> tuple[str, ...]:
    """The Chimeras that come with the game, in alphabetical order."""
    return tuple(sorted(path.stem for path in DATA.glob("*.toml")))


@cache
def read_file(name: str) -> PackFile:
    """A pack of the data folder. Raises BadConfig if there is none of that name, BadData for a mistake in it."""
    if name not in names():
        raise BadConfig(f"chimera: there is no Chimera {name[:40]!r}; there are {', '.join(names())}.")
    return read(*pack_table(DATA / f"{name}.toml"))


def written(source: object) -> WrittenPack:
    """The pack in a TOML file, or in a table as such a file holds it. Raises BadData naming file, key and reason."""
    given, name = pack_table(source)
    return WrittenPack(read(given, name), name)


def read(given: object, file: str) -> PackFile:
    """A pack from a plain dict; ``file`` is its name in errors. Raises BadData naming file, key and reason."""
    try:
        made = msgspec.convert(given, PackFile, dec_hook=decode_hook)
    except (msgspec.ValidationError, ValueError, RecursionError, TypeError) as error:
        raise BadData(f"{file}: {pack_checks.explained(error, given)}.") from None
    pack_checks.check(made, file)
    return made


def load(chimera: str | Mapping[str, Json] | WrittenPack, aspects: str = "", die: int = 12) -> Pack:
    """A pack ready to play. Raises BadConfig naming the key, BadData for a mistake in the pack."""
    if isinstance(chimera, str):
        return _ready(chimera, aspects, die)
    if not isinstance(chimera, WrittenPack):
        try:
            chimera = written(chimera)
        except BadData as error:
            raise BadPack(str(error)) from None
    if (aspects, die) not in chimera.ready:
        chimera.ready[aspects, die] = _pack(chimera.file, "", chimera.where, aspects, die, chimera.given)
    return chimera.ready[aspects, die]


@cache
def _ready(name: str, aspects: str, die: int) -> Pack:
    return _pack(read_file(name), name, f"{name}.toml", aspects, die, name)


def _pack(file: PackFile, key: str, where: str, aspects: str, die: int, given: Json) -> Pack:
    known_sets = sets(file)
    if aspects and aspects not in known_sets:
        known = f"there are {', '.join(known_sets)}" if known_sets != ("",) else "it has one deck only"
        raise BadConfig(f"aspects: {file.name[:40]} has no aspect set {aspects[:40]!r}; {known}.")
    if file.behaviour_die is None:
        try:
            pack_checks.rows(file, die, where)
        except BadData as error:  # its rows are right, as `pack_checks.check` has seen: the die is another one
            named, meant = file.name[:40], pack_checks.highest(file)
            reason = str(error).rpartition(": ")[2].rstrip(".")
            said = f"the behaviour cards of {named} are for a d{meant}, not for a d{die} ({reason})"
            raise BadConfig(f"options: behaviour_die_sides: {said}.") from None
    return Pack(file, key, aspects or known_sets[0], die, given, words)


__all__ = ["WrittenPack", "load", "names", "read", "read_file", "written"]
