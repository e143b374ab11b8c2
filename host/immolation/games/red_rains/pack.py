"""Reads and checks Chimera packs; every mistake is named with file, key and reason. Knows no state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from ..contract import BadConfig, BadData, Json
from . import effects as _verbs
from .effect import Condition, Effect, Effects, plain, read_hook
from .records import (
    KEYWORDS,
    LEVELS,
    Aspect,
    Conjured,
    Keyword,
    Level,
    Life,
    Modifier,
    PackFile,
    Row,
)

assert _verbs  # importing it registers every verb, before a pack names one

DATA: Final = Path(__file__).parent / "data"
_NUMBERED: Final = re.compile(r"([a-z_]+)(?: (\d{1,2}))?")
MOST_DECK: Final = 200
"""Cards of a deck; a Chimera's has 18."""


class Pack:
    """One Chimera with one aspect set and level, ready to play; shared by every copy of a state."""

    def __init__(self, file: PackFile, key: str, aspects: str, die: int, given: Json) -> None:
        self.file = file
        self.key = key
        """Its name in the data folder; "" for a pack written for the occasion."""
        self.aspect_set = aspects
        self.given = given
        """What a position says to have this pack again: its name, or the whole of it."""
        self.name = file.name
        self.die = file.behaviour_die or die
        self.aspects: dict[str, Aspect] = {
            each.id: each for each in file.aspects if not each.set or not aspects or each.set == aspects
        }
        self.conjured: dict[str, Conjured] = {each.id: each for each in file.conjured}
        self.cards: dict[str, Aspect] = {**{each.id: each for each in file.aspects}, **self.conjured}
        """Every aspect and conjured card, those of the other set included."""
        self.deck: dict[str, int] = {each.id: each.copies for each in self.aspects.values() if each.copies}
        self.rows: dict[tuple[int, int], Row] = {
            (card.phase, face): row for card in file.behaviour for row in card.rows for face in row.faces
        }
        self.ultimates: dict[int, Effects] = {card.phase: card.effects for card in file.ultimate}
        self.keywords: dict[str, dict[str, int]] = {}
        self.conditions: dict[tuple[str, str], Condition] = {}
        for card in self.cards.values():
            self.keywords[card.id] = keywords_of(card)
            for each in card.keywords:
                word = _keyword(each)
                if word.condition is not None:
                    self.conditions[card.id, word.name] = word.condition
        self.fatigue: tuple[Modifier, ...] = tuple(
            Modifier(each) if isinstance(each, str) else each for each in file.fatigued.ongoing
        )

    def life(self, level: Level) -> int:
        """Life value of the Chimera at a level."""
        life = self.file.chimera.life
        if isinstance(life, Life):
            return life.heroic if level[0] == "H" else life.standard
        return life

    def setup(self, level: Level) -> tuple[int, ...]:
        """Blood values of the first aspects, left to right; 0 for any (pack data)."""
        chimera = self.file.chimera
        laid = chimera.setups.get(level) or chimera.setup
        return laid or (0,) * (chimera.threat or 3)

    def threat(self, level: Level) -> int:
        """How many aspects recovery fills up to (RR-BASE-07)."""
        return self.file.chimera.threat or len(self.setup(level))

    def blood(self, card: str) -> int:
        """The blood value on a card's back."""
        return self.cards[card].blood


@cache
def names() -> tuple[str, ...]:
    """The Chimeras that come with the game, in alphabetical order."""
    return tuple(sorted(path.stem for path in DATA.glob("*.toml")))


@cache
def read_file(name: str) -> PackFile:
    """A pack of the data folder. Raises BadConfig if there is none of that name, BadData for a mistake in it."""
    if name not in names():
        raise BadConfig(f"chimera: there is no Chimera {name[:40]!r}; there are {', '.join(names())}.")
    path = DATA / f"{name}.toml"
    try:
        table = msgspec.toml.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError) as error:
        raise BadData(f"{path.name}: {error}.") from None
    return read(table, path.name)


def read(given: object, file: str) -> PackFile:
    """A pack from a plain dict; ``file`` is its name in errors. Raises BadData naming file, key and reason."""
    try:
        made = msgspec.convert(given, PackFile, dec_hook=read_hook)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        raise BadData(f"{file}: {_explained(error)}.") from None
    _check(made, file)
    return made


def load(
    chimera: str | Mapping[str, Json], aspects: str = "", level: Level = "S1", die: int = 12, setup: bool = True
) -> Pack:
    """A pack ready to play. Raises BadConfig naming the key, BadData for a mistake in the pack."""
    if isinstance(chimera, str):
        return _ready(chimera, aspects, level, die)
    made = read(chimera, "pack")
    return _pack(made, "", aspects, level, die, plain(made))


@cache
def _ready(name: str, aspects: str, level: Level, die: int) -> Pack:
    return _pack(read_file(name), name, aspects, level, die, name)


def _pack(file: PackFile, key: str, aspects: str, level: Level, die: int, given: Json) -> Pack:
    sets = file.sets or tuple(dict.fromkeys(each.set for each in file.aspects if each.set))
    if aspects and aspects not in sets:
        known = f"there are {', '.join(sets)}" if sets else "it has one deck only"
        raise BadConfig(f"aspects: {file.name[:40]} has no aspect set {aspects[:40]!r}; {known}.")
    pack = Pack(file, key, aspects or (sets[0] if sets else ""), die, given)
    where = f"{key}.toml" if key else "pack"
    _fills(pack, where)
    _rows(pack, where)
    return pack


# --- checks ----------------------------------------------------------------------------------------------


def _explained(error: Exception) -> str:
    said = str(error).replace("$.", "").replace("`", "")
    return said if len(said) <= 300 else said[:200] + " ... " + said[-90:]


def _insist(holds: bool, file: str, key: str, reason: str) -> None:
    if not holds:
        raise BadData(f"{file}: {key}: {reason}.")


def _keyword(each: str | Keyword) -> Keyword:
    if isinstance(each, Keyword):
        return each
    match = _NUMBERED.fullmatch(each)
    if match is None:
        return Keyword(each)
    return Keyword(match[1], int(match[2] or 0))


def keywords_of(card: Aspect) -> dict[str, int]:
    """Keyword -> number, as the card prints them."""
    return {word.name: word.n for word in map(_keyword, card.keywords)}


def _check(file: PackFile, name: str) -> None:
    """What types alone cannot say."""
    counted = Counter([each.id for each in file.aspects] + [each.id for each in file.conjured])
    for card, times in counted.items():
        _insist(times == 1, name, card, "two cards have this id")
    _insist(bool(file.aspects), name, "aspects", "a Chimera needs aspects")
    _insist(sum(each.copies for each in file.aspects) <= MOST_DECK, name, "aspects", f"at most {MOST_DECK} cards")
    cards: list[Aspect] = [*file.aspects, *file.conjured]
    for made in cards:
        for each in made.keywords:
            word = _keyword(each)
            known = ", ".join(KEYWORDS)
            _insist(word.name in KEYWORDS, name, f"{made.id}.keywords", f"there is no {word.name[:40]!r}; {known}")
        _insist(not made.status or made.status_pips > 0, name, f"{made.id}.status_pips", "a status ability needs pips")
        _insist(not file.sets or not made.set or made.set in file.sets, name, f"{made.id}.set", "is not in sets")
    for aspect in file.aspects:
        _insist(aspect.life >= 1, name, f"{aspect.id}.life", "at least 1")
    conjured = {each.id: each for each in file.conjured}
    for where, effects in _lists(file):
        for step in _all(effects):
            for field in ("card", "with_card", "without_card"):
                named = getattr(step, field, "")
                _insist(not named or named in conjured, name, where, f"there is no conjured card {str(named)[:40]!r}")
    for kind, cards_of in (("behaviour", file.behaviour), ("ultimate", file.ultimate)):
        phases = sorted(card.phase for card in cards_of)
        _insist(phases == [1, 2, 3], name, kind, f"phases 1, 2 and 3 once each, not {phases}")


def _lists(file: PackFile) -> Iterator[tuple[str, Effects]]:
    """Every list of effects of a pack with its place."""
    for card in (*file.aspects, *file.conjured):
        yield f"{card.id}.status", card.status
        yield f"{card.id}.enter", card.enter
        for trigger, effects in card.triggers.items():
            yield f"{card.id}.triggers.{trigger}", effects
    for behaviour in file.behaviour:
        for row in behaviour.rows:
            yield f"behaviour.phase {behaviour.phase}, faces {list(row.faces)}", row.side
            yield f"behaviour.phase {behaviour.phase}, faces {list(row.faces)}", row.main
    for ultimate in file.ultimate:
        yield f"ultimate.phase {ultimate.phase}", ultimate.effects
    yield "fatigued.on_become", file.fatigued.on_become


def _all(effects: Effects) -> Iterator[Any]:
    """Every effect, target and condition in a list, however deep."""
    for step in effects:
        yield from _parts(step)


def _parts(value: object) -> Iterator[Any]:
    if isinstance(value, Effects):
        yield from _all(value)
    elif isinstance(value, (Effect, msgspec.Struct)):
        yield value
        for field in value.__struct_fields__:
            yield from _parts(getattr(value, field))
    elif isinstance(value, tuple):
        for each in value:
            yield from _parts(each)


def named_cards(card: Aspect) -> list[str]:
    """Conjured cards that the effects of a card name, each once, in order (RR-INFO-04)."""
    lists = (card.status, card.enter, *card.triggers.values())
    found = [getattr(step, "card", "") for effects in lists for step in _all(effects)]
    return [name for name in dict.fromkeys(found) if name]


def _rows(pack: Pack, name: str) -> None:
    """Every face of the behaviour die is covered once by each behaviour card (RR-TURN-06)."""
    faces = range(1, pack.die + 1)
    for card in pack.file.behaviour:
        covered = Counter(face for row in card.rows for face in row.faces)
        where = f"behaviour.phase {card.phase}"
        for face in faces:
            _insist(face in covered, name, where, f"no row for face {face} of the d{pack.die}")
        for face, times in covered.items():
            _insist(times == 1, name, where, f"face {face} is covered twice")
            _insist(face in faces, name, where, f"a d{pack.die} has no face {face}")


def _fills(pack: Pack, name: str) -> None:
    """Every set-up can be laid out from the deck, once for each player the pack is for."""
    chimera = pack.file.chimera
    times = chimera.players or 1
    have = Counter(dict.fromkeys(range(100), 0))
    for card, copies in pack.deck.items():
        have[pack.blood(card)] += copies
    for level in LEVELS:
        laid = pack.setup(level)
        where = f"chimera.setups.{level}"
        _insist(bool(laid), name, where, "at least one aspect")
        size = chimera.battlefield_size
        _insist(len(laid) <= size, name, where, f"{len(laid)} aspects on a battlefield of {size}")
        _insist(pack.threat(level) <= size, name, "chimera.threat", f"more than the battlefield of {size} holds")
        total = sum(pack.deck.values())
        _insist(len(laid) * times <= total, name, where, f"the deck has {total} cards only")
        for blood, count in Counter(laid).items():
            if blood:
                enough = count * times <= have[blood]
                _insist(enough, name, where, f"{count} aspects with blood {blood}, but the deck has {have[blood]}")


def room(pack: Pack) -> int:
    """Slots of each of the Chimera's battlefields."""
    return pack.file.chimera.battlefield_size


__all__ = ["Level", "Pack", "load", "names", "read", "read_file", "room"]
