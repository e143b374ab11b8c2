"""Hold the creature and cheat cards of a pack, numbered.

A creature card in play is one number: twice its place in the pack, plus 1 while it is petrified. A cheat card is its
place in the pack. In JSON a card is its id, with ``+petrified`` behind it where that is so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal

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
]
Verb = Literal[
    "reroll_own_die",
    "add_attack_dice",
    "add_defence_dice",
    "remove_attack_dice",
    "cancel_attack",
    "reduce_damage",
    "heal",
    "end_condition",
    "end_petrify",
    "steal_random_card",
    "take_from_market",
    "use_other_action",
    "replace_part",
    "become_merchant",
]

PARTS: Final[tuple[Part, ...]] = ("head", "body", "rear")
"""From high to low (CC-SIZE-02)."""

SIZES: Final[tuple[Size, ...]] = ("normal", "large", "very_large")
"""From small to large (CC-SIZE-01)."""

STONE: Final = "+petrified"

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Word = Annotated[str, Meta(min_length=1, max_length=60)]
Number = Annotated[int, Meta(ge=0, le=30)]
Few = Annotated[int, Meta(ge=1, le=9)]
Copies = Annotated[int, Meta(ge=1, le=20)]


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


KEYS: Final[Mapping[str, tuple[str, ...]]] = {
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

OF_ACTIONS: Final = ("heal", "end_condition")
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
    """All cards of a game, numbered. Immutable once made."""

    def __init__(
        self, creatures: Iterable[Creature], cheats: Iterable[Cheat], copies: tuple[int, int] = (1, 1)
    ) -> None:
        """``copies``: of a creature and of a cheat card that does not say how many there are."""
        self.creatures = tuple(creatures)
        self.cheats = tuple(cheats)
        self.default_copies = copies
        self.uncounted: frozenset[str] = frozenset()
        """Cards written for a position that do not say how many there are: as many as the position shows."""
        self.creature_copies = tuple(card.copies or copies[0] for card in self.creatures)
        self.cheat_copies = tuple(card.copies or copies[1] for card in self.cheats)
        self.ids = tuple(text for card in self.creatures for text in (card.id, card.id + STONE))
        self.cheat_ids = tuple(card.id for card in self.cheats)
        self.timings = tuple(dict.fromkeys(card.timing for card in self.cheats))
        """When the cheats of this pack are played."""
        self.number = {text: number for number, text in enumerate(self.ids)}
        self.cheat_number = {text: number for number, text in enumerate(self.cheat_ids)}
        self.place = tuple(PARTS.index(self.creatures[number // 2].part) for number in range(len(self.ids)))
        self.size = tuple(SIZES.index(self.creatures[number // 2].size) for number in range(len(self.ids)))
        self.stats = tuple(
            (card.health * (1 + stone), card.might, card.speed, card.magic)
            for card in self.creatures
            for stone in (0, 1)
        )
        """Health, Might, Speed, Magic of each card; a petrified one counts its Health double (CC-PETR-01)."""

    def creature(self, card: int) -> Creature:
        """The printed card behind a card in play."""
        return self.creatures[card // 2]

    def ability(self, card: int) -> Ability | None:
        """The action a card in play can use; a petrified one has none (CC-PETR-02)."""
        return None if card & 1 else self.creatures[card // 2].action

    def flies(self, card: int) -> bool:
        """True for a card with a usable Airborne tag (CC-PETR-02)."""
        return not card & 1 and "airborne" in self.creatures[card // 2].keywords

    def title(self, text: str) -> str:
        """A card's name for people: "Mirefang head, petrified"."""
        if text in self.cheat_number:
            return self.cheats[self.cheat_number[text]].name
        number = self.number.get(text)
        if number is None:
            return text
        card = self.creatures[number // 2]
        name = card.name or f"{card.family.replace('-', ' ').capitalize()} {card.part}"
        return f"{name}, petrified" if number & 1 else name

    @cached_property
    def facts(self) -> dict[str, dict[str, Any]]:
        """Card -> what is printed on it, JSON-ready, for views."""
        found: dict[str, dict[str, Any]] = {}
        for number, text in enumerate(self.ids):
            card = self.creatures[number // 2]
            made = msgspec.to_builtins(card)
            made.pop("id")
            made.pop("copies", None)
            made |= {"card": text, "kind": "creature", "name": self.title(text), "size": card.size}
            made |= {"health": self.stats[number][0], "petrified": bool(number & 1)}
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

    def with_copies(self, creatures: Mapping[int, int], cheats: Mapping[int, int]) -> Pack:
        """This pack with so many copies of the `uncounted` cards, at least one each; cards keep their numbers."""
        made = Pack(self.creatures, self.cheats, self.default_copies)
        made.creature_copies = tuple(
            max(1, creatures.get(number, 0)) if card.id in self.uncounted else self.creature_copies[number]
            for number, card in enumerate(self.creatures)
        )
        made.cheat_copies = tuple(
            max(1, cheats.get(number, 0)) if card.id in self.uncounted else self.cheat_copies[number]
            for number, card in enumerate(self.cheats)
        )
        return made


def joins(one: Creature, other: Creature) -> bool:
    """True if neither card's ``fits`` rules the other out (CC-BUILD-02)."""
    return _takes(one, other) and _takes(other, one)


def _takes(card: Creature, other: Creature) -> bool:
    return not card.fits or other.family in card.fits or any(kind in card.fits for kind in other.types)
