"""Reads Chimeras and levels from TOML; says what is wrong with file, Chimera, aspect and key."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ..contract import BadData
from ..pack_files import pack_table, read_entry

Mark = Literal["left", "right", "jaws"]
Small = Annotated[int, Meta(ge=1, le=4)]
Text = Annotated[str, Meta(min_length=1, max_length=40)]
Amount = Annotated[int, Meta(ge=-20, le=20)]

AMOUNTS: Final = ("rage", "rain", "seed", "heal")
HUNTERS: Final = ("lash", "stun", "bleed", "web", "walker", "pull")
ALONE: Final = ("flare", "chill", "drain", "aspect")
WHO: Final = ("leftmost", "rightmost", "jaws", "all", "target")


class Effect(msgspec.Struct, frozen=True):
    """One word of a Chimera's effects, whom it concerns, and how much."""

    verb: str
    who: tuple[str, ...] = ()
    amount: int = 0


@cache
def effect(words: str) -> Effect:
    """The effect in words: "lash leftmost and rightmost", "rage 2", "drain". Raises ValueError with the reason."""
    verb, _, rest = words.partition(" ")
    if verb in AMOUNTS and re.fullmatch("[1-4]", rest):
        return Effect(verb, amount=int(rest))
    if verb in HUNTERS and rest and all(who in WHO for who in rest.split(" and ")):
        return Effect(verb, tuple(rest.split(" and ")))
    if verb in ALONE and not rest:
        return Effect(verb)
    if verb in AMOUNTS:
        raise ValueError(f"'{words[:40]}': {verb} wants a number from 1 to 4")
    if verb in HUNTERS:
        raise ValueError(f"'{words[:40]}': {verb} wants {', '.join(WHO)}, or several with 'and'")
    known = ", ".join((*AMOUNTS, *HUNTERS, *ALONE))
    raise ValueError(f"'{words[:40]}' is no effect; there are {known}")


class AspectKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of aspect; its effects come when it wakes, before it hits, after it hit, and each End of Round."""

    name: Text
    mark: Mark
    strength: Small
    blood: Small
    toughness: Small
    wake: str = ""
    attack: str = ""
    hit: str = ""
    stays: str = ""


class Row(msgspec.Struct, frozen=True):
    """One face of the d12: a side effect, then a main one."""

    main: Literal["wake", "hunt", "ambush"]
    side: str = ""


class Lives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Life added for each two hunters."""

    standard: Amount = 0
    heroic: Amount = 0


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Chimera as the file has it."""

    name: Text
    colour: Annotated[int, Meta(ge=0, le=0xFFFFFF)]
    aspects: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=8)]
    behaviour: Annotated[list[str], Meta(min_length=3, max_length=3)]
    ultimate: Annotated[list[str], Meta(min_length=3, max_length=3)]
    story: str = ""
    life: Lives = Lives()


class Chimera(msgspec.Struct, frozen=True):
    """One Chimera to hunt."""

    name: str
    colour: int
    aspects: dict[str, AspectKind]
    """By name, in the order of the file."""

    behaviour: tuple[tuple[Row, ...], ...]
    """Phase, then face of the d12, both from 0."""

    ultimate: tuple[tuple[str, ...], ...]
    """By phase, from 0: the effects of its Ultimate."""

    story: str
    life: Lives


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level of difficulty; each list is for 2, 3 and 4 hunters."""

    threat: tuple[int, int, int]
    life: tuple[int, int, int]
    ultimate: tuple[int, int, int]
    souls: tuple[int, int, int]


class Pack(msgspec.Struct, frozen=True):
    """The Chimeras that can be hunted, and the levels of difficulty."""

    chimeras: dict[str, Chimera]
    levels: dict[str, Level]


class _EarlierLives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What levels and Chimeras had for life in an earlier edition, where that was different."""

    levels: dict[str, tuple[int, int, int]]
    chimeras: dict[str, Lives]


def _effects(words: str, where: str, *, aimed: bool = False) -> tuple[str, ...]:
    """Effects in words, one after the other with commas; "target" is somebody only where an attack is ``aimed``."""
    found = tuple(part.strip() for part in words.split(",")) if words else ()
    for each in found:
        try:
            if "target" in effect(each).who and not aimed:
                raise ValueError(f"'{each[:40]}': target is whom an attack is aimed at: in attack and hit alone")
        except ValueError as error:
            raise BadData(f"{where}: {error}.") from None
    return found


def _rows(text: str, where: str) -> tuple[Row, ...]:
    """The twelve rows in "1-2 wake; 3 rage 1 + wake; 4-12 hunt"."""
    rows: list[Row] = []
    for part in text.split(";"):
        said = re.fullmatch(r"\s*(\d+)(?:-(\d+))? (?:(.+) \+ )?(wake|hunt|ambush)\s*", part)
        if said is None:
            raise BadData(
                f"{where}: '{part.strip()[:40]}': write faces, perhaps an effect and +, then wake, hunt or ambush."
            )
        low, high = int(said[1]), int(said[2] or said[1])
        if low != len(rows) + 1 or not low <= high <= 12:
            raise BadData(f"{where}: '{part.strip()[:40]}': the next face is {len(rows) + 1}, and the last is 12.")
        _effects(said[3] or "", where)
        rows += [Row(said[4], said[3] or "")] * (high - low + 1)  # type: ignore[arg-type]
    if len(rows) != 12:
        raise BadData(f"{where}: the faces end at {len(rows)}, not at 12.")
    return tuple(rows)


def _chimera(given: object, where: str) -> Chimera:
    written = read_entry(given, _Written, where)
    aspects: dict[str, AspectKind] = {}
    for number, table in enumerate(written.aspects, 1):
        place = f"{where}: aspect {str(table.get('name', number))[:40]}"
        aspect = read_entry(table, AspectKind, place)
        if aspect.name in aspects:
            raise BadData(f"{place}: name: is used twice.")
        for key in ("wake", "attack", "hit", "stays"):
            _effects(getattr(aspect, key), f"{place}: {key}", aimed=key in ("attack", "hit"))
        aspects[aspect.name] = aspect
    rows = tuple(_rows(text, f"{where}: behaviour {phase}") for phase, text in enumerate(written.behaviour, 1))
    ultimate = tuple(_effects(text, f"{where}: ultimate {phase}") for phase, text in enumerate(written.ultimate, 1))
    return Chimera(written.name, written.colour, aspects, rows, ultimate, written.story, written.life)


def read_chimeras(source: object, taken: Collection[str] = ()) -> dict[str, Chimera]:
    """Every Chimera of a pack by its key, which is none of those ``taken``. Raises BadData naming file, Chimera,
    aspect, key and reason."""
    given, name = pack_table(source)
    found: dict[str, Chimera] = {}
    for key, table in given.items():
        if not re.fullmatch("[a-z][a-z0-9_]{0,30}", key):
            raise BadData(f"{name}: {key[:40]}: a Chimera's key is a word of small letters.")
        if key in taken:
            raise BadData(f"{name}: {key}: there is a Chimera of that key already; choose another.")
        found[key] = _chimera(table, f"{name}: {key}")
    if not found:
        raise BadData(f"{name}: there is no Chimera in it.")
    return found


def read_levels(path: Path) -> dict[str, Level]:
    """The levels of a TOML file."""
    given, name = pack_table(path)
    return {key: read_entry(table, Level, f"{name}: {key}") for key, table in given.items()}


def with_earlier_lives(pack: Pack, path: Path) -> Pack:
    """Return ``pack`` with the life that a TOML file gives levels and Chimeras."""
    given, name = pack_table(path)
    lives = read_entry(given, _EarlierLives, name)
    levels = {key: replace(pack.levels[key], life=life) for key, life in lives.levels.items()}
    chimeras = {key: replace(pack.chimeras[key], life=life) for key, life in lives.chimeras.items()}
    return Pack(pack.chimeras | chimeras, pack.levels | levels)
