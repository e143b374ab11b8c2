"""Hold the creature and cheat cards of a pack, with what is printed on each.

A card is its id; a creature card in play has ``+petrified`` behind it where that is so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

Part = Literal["head", "body", "rear"]
Stat = Literal["might", "speed", "magic"]
Size = Literal["normal", "large", "very_large"]
Tag = Literal["poisonous", "negative", "elemental", "petrify", "aerial"]
Condition = Literal["poisonous", "negative"]
Timing = Literal[
    "any time",
    "any time but the Market Phase",
    "in your Action step",
    "at the end of any turn",
    "after any roll of your own",
    "before you roll to attack",
    "before you roll in defence",
    "before another player rolls to attack",
    "after an attack on you is declared, before dice",
    "before you take damage of an attack",
    "as its text says",
]
CONDITIONS: Final[tuple[Condition, ...]] = ("poisonous", "negative")

PARTS: Final[tuple[Part, ...]] = ("head", "body", "rear")
"""From high to low (CC-SIZE-02)."""

SIZES: Final[tuple[Size, ...]] = ("normal", "large", "very_large")
"""From small to large (CC-SIZE-01)."""

STONE: Final = "+petrified"

Kind = Literal["creature", "cheat"]
"""Of a card, and of the deck that it comes from."""

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Word = Annotated[str, Meta(min_length=1, max_length=60)]
Number = Annotated[int, Meta(ge=0, le=30)]
Few = Annotated[int, Meta(ge=1, le=9)]
Copies = Annotated[int, Meta(ge=1, le=20)]


CARRIED_OUT: Final[Mapping[str, tuple[str, ...]]] = {
    "reroll_own_die": ("n",),
    "add_attack_dice": ("n",),
    "add_defence_dice": ("n",),
    "remove_attack_dice": ("n",),
    "cancel_attack": (),
    "reduce_damage": ("n", "elemental"),
    "heal": ("n",),
    "end_condition": ("condition",),
    "end_petrify": ("parts",),
    "steal_random_card": ("n",),
    "take_from_market": ("n",),
    "use_other_action": (),
    "replace_part": ("any_family",),
    "become_merchant": (),
}
"""Verb that the host carries out by itself -> the keys that go with it."""

KEYS: Final = {**CARRIED_OUT, "told": ()}
"""``told`` is read aloud and carried out by the players (CC-TOLD-01)."""

if TYPE_CHECKING:
    CarriedOut = str
    Verb = str
else:
    CarriedOut = Literal[tuple(CARRIED_OUT)]
    Verb = Literal[tuple(KEYS)]


class Requirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll that must be reached, or the ability fails (CC-SPEC-05)."""

    stat: Stat
    at_least: Annotated[int, Meta(ge=1, le=200)]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a card does. Which keys go with which verb is in `KEYS`."""

    do: Verb
    n: Few = 1
    parts: Annotated[int, Meta(ge=1, le=3)] = 1
    condition: Condition | None = None
    any_family: bool = False
    elemental: bool = False
    """True where a reduction says expressly that it works on Elemental damage (CC-ELEM-01)."""


OF_ACTIONS: Final = ("heal", "end_condition", "told")
"""Verbs that a creature's own action may use; the others belong to cheats."""


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The action printed on a creature card."""

    name: Word
    kind: Literal["standard", "special"]
    attack: Stat | None = None
    """What the attacker rolls; None for an ability that is no attack."""

    defend: Stat | None = None
    type: Word | None = None
    """Special only: the type that gives synergy dice (CC-SPEC-03)."""

    tags: tuple[Tag, ...] = ()
    requires: Requirement | None = None
    effects: tuple[Effect, ...] = ()
    """What it does to its own Chimera where it succeeds."""


OPEN_ATTACK: Final = Ability("Standard Action", "standard", "might", "speed")
"""What every Chimera may do (CC-ACT-02, CC-STD-01)."""


class Creature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One creature card."""

    id: Id
    family: Word
    types: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=6)]
    part: Part
    health: Number
    might: Number
    speed: Number
    magic: Number
    size: Size = "normal"
    keywords: tuple[Literal["airborne"], ...] = ()
    action: Ability | None = None
    fits: tuple[Word, ...] = ()
    """Families or types it can be joined to; empty for all (CC-BUILD-02)."""

    name: Word | None = None
    copies: Copies | None = None
    text: Annotated[str, Meta(max_length=300)] = ""
    """The rest of its printed text, in words: read aloud and carried out by the players (CC-TOLD-01)."""


class Cheat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One cheat card."""

    id: Id
    name: Word
    legality: Literal["legal", "illegal"]
    timing: Timing
    text: Annotated[str, Meta(min_length=1, max_length=300)]
    effects: Annotated[tuple[Effect, ...], Meta(min_length=1, max_length=4)]
    copies: Copies | None = None


class Pack:
    """All cards of a game. Immutable once made."""

    def __init__(
        self, creatures: Iterable[Creature], cheats: Iterable[Cheat], copies: tuple[int, int] = (1, 1)
    ) -> None:
        """``copies``: of a creature and of a cheat card that does not say how many there are."""
        self.creatures = tuple(creatures)
        self.cheats = tuple(cheats)
        self.default_copies = copies
        self.uncounted: frozenset[str] = frozenset()
        """Cards written for a position that do not say how many there are: as many as the position shows."""
        self.copies = {card.id: card.copies or copies[0] for card in self.creatures}
        self.copies |= {card.id: card.copies or copies[1] for card in self.cheats}
        """Card -> how many of it there are."""
        self.printed: dict[Kind, tuple[str, ...]] = {
            "creature": tuple(card.id for card in self.creatures),
            "cheat": tuple(card.id for card in self.cheats),
        }
        """Kind of deck -> its cards, in order."""
        self.number = {text: n for n, text in enumerate(text for card in self.creatures for text in in_play(card.id))}
        self.cheat_number = {card.id: len(self.number) + n for n, card in enumerate(self.cheats)}
        self.order = self.number | self.cheat_number
        """Card, also a petrified one -> its place in hands and piles, creature cards first."""
        self.timings = tuple(dict.fromkeys(card.timing for card in self.cheats))
        """When the cheats of this pack are played."""
        self.told = any(card.text for card in self.creatures)
        """Whether any creature has a text to be read aloud."""

        self._creature = {text: card for card in self.creatures for text in in_play(card.id)}
        self._cheat = {card.id: card for card in self.cheats}
        self.place = {text: PARTS.index(card.part) for text, card in self._creature.items()}
        self.size = {text: SIZES.index(card.size) for text, card in self._creature.items()}
        self.stats = {
            text: (card.health * (1 + stone(text)), card.might, card.speed, card.magic)
            for text, card in self._creature.items()
        }
        """Health, Might, Speed, Magic of each card; a petrified one counts its Health double (CC-PETR-01)."""

    def creature(self, card: str) -> Creature:
        """The printed card behind a card in play."""
        return self._creature[card]

    def cheat(self, card: str) -> Cheat:
        """The printed cheat card."""
        return self._cheat[card]

    def ability(self, card: str) -> Ability | None:
        """The action a card in play can use; a petrified one has none (CC-PETR-02)."""
        return None if stone(card) else self._creature[card].action

    def flies(self, card: str) -> bool:
        """True for a card with a usable Airborne tag (CC-PETR-02)."""
        return not stone(card) and "airborne" in self._creature[card].keywords

    def title(self, text: str) -> str:
        """A card's name for people: "Mirefang head, petrified"."""
        if text in self._cheat:
            return self._cheat[text].name
        card = self._creature.get(text)
        if card is None:
            return text
        name = card.name or f"{card.family.replace('-', ' ').capitalize()} {card.part}"
        return f"{name}, petrified" if stone(text) else name

    @cached_property
    def facts(self) -> dict[str, dict[str, Any]]:
        """Card -> what is printed on it, JSON-ready, for views."""
        found: dict[str, dict[str, Any]] = {}
        for text, card in self._creature.items():
            made = msgspec.to_builtins(card)
            made.pop("id")
            made.pop("copies", None)
            made |= {"card": text, "kind": "creature", "name": self.title(text), "size": card.size}
            made |= {"health": self.stats[text][0], "petrified": stone(text)}
            found[text] = made
        for cheat in self.cheats:
            made = msgspec.to_builtins(cheat)
            made.pop("id")
            made.pop("copies", None)
            found[cheat.id] = made | {"card": cheat.id, "kind": "cheat"}
        return msgspec.json.decode(msgspec.json.encode(found))  # type: ignore[no-any-return]

    def with_cards(self, more: Pack) -> Pack:
        """This pack with cards put in or, where the id is known, replaced."""
        creatures = {card.id: card for card in (*self.creatures, *more.creatures)}
        cheats = {card.id: card for card in (*self.cheats, *more.cheats)}
        made = Pack(creatures.values(), cheats.values(), self.default_copies)
        written: list[Creature | Cheat] = [*more.creatures, *more.cheats]
        made.uncounted = frozenset(card.id for card in written if card.copies is None)
        return made

    def with_copies(self, there: Mapping[str, int]) -> Pack:
        """This pack with as many copies of the `uncounted` cards as there are, at least one each."""
        made = Pack(self.creatures, self.cheats, self.default_copies)
        made.copies = self.copies | {card: max(1, there.get(card, 0)) for card in self.uncounted}
        return made


def in_play(card: str) -> tuple[str, str]:
    """A creature card as it is printed, and petrified."""
    return card, card + STONE


def stone(card: str) -> bool:
    """True for a petrified card."""
    return card.endswith(STONE)


def flesh(card: str) -> str:
    """The card as it is printed."""
    return card.removesuffix(STONE)


def joins(one: Creature, other: Creature) -> bool:
    """True if neither card's ``fits`` rules the other out (CC-BUILD-02)."""
    return _takes(one, other) and _takes(other, one)


def _takes(card: Creature, other: Creature) -> bool:
    return not card.fits or other.family in card.fits or any(kind in card.fits for kind in other.types)
