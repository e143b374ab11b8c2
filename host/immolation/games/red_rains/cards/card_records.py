"""The records of a Chimera pack: cards, behaviour rows, Ultimates, their limits.

A pack is TOML, or the same as a plain dict: ``name``, ``chimera``, ``aspects``, ``conjured``, ``behaviour``,
``ultimate``, ``fatigued``. `pack_reading` reads one.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, field

from ..effects.effect import NOTHING, AnyTarget, CardKey, Condition, Effects, Number

Icon = Literal["claw_left", "claw_right", "jaw", "none"]
Level = Literal["S1", "S2", "S3", "H1", "H2", "H3"]
LEVELS: Final[tuple[Level, ...]] = ("S1", "S2", "S3", "H1", "H2", "H3")
"""Difficulty (Standard, Heroic) and step of the campaign."""

LEVEL_TITLES: Final = ("Standard 1", "Standard 2", "Standard 3", "Heroic 1", "Heroic 2", "Heroic 3")
"""What people call them."""

Trigger = Literal[
    "on_attack",
    "on_kill",
    "on_destroyed",
    "neighbour_attack",
    "neighbour_kill",
    "status_lost",
    "turn_end",
    "round_end",
]
"""See pack_schema.triggers. On an alteration they are those of its bearer: ``self`` is then the bearer."""

ModifierName = Literal[
    "attack",
    "life",
    "recover",
    "damage_taken_max",
    "no_damage",
    "damage_not_preventable",
    "counts_as_exhausted",
    "cannot_guard",
    "no_spells",
    "no_basic_dice",
    "no_draw",
    "wound_per_discard",
]


class Keyword(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A keyword with a condition; without one a bare word stands for it."""

    name: str
    n: Number = 0
    condition: Condition | None = None


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A lasting change while a card is face up; unless said, an exhausted aspect has none, an alteration always."""

    do: ModifierName
    n: Annotated[int, Meta(ge=-9, le=9)] = 0
    target: AnyTarget | None = None
    """Whom it concerns; None: the card itself, the bearer of an alteration."""

    kinds: tuple[str, ...] = ()
    """For ``no_spells``: ``action``, ``reaction``."""

    while_: Literal["", "unexhausted", "exhausted", "always"] = field(default="", name="while")


class Aspect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One aspect of the Chimera."""

    id: CardKey
    name: str = ""
    """As people read it; "" takes the id."""

    set: str = ""
    """The aspect set it belongs to; "" belongs to every set."""

    attack: Number | Literal["phase"] = 0
    life: Annotated[int, Meta(ge=1, le=99)] = 1
    recover: Number = 0
    blood: Number = 0
    icon: Icon = "none"
    status_pips: Number = 0
    status: Effects = field(default_factory=lambda: NOTHING)
    """One status token is taken off first, unless the list does that itself with ``remove_status``."""

    enter: Effects = field(default_factory=lambda: NOTHING)
    triggers: dict[Trigger, Effects] = {}
    keywords: tuple[str | Keyword, ...] = ()
    ongoing: tuple[Modifier, ...] = ()
    copies: Annotated[int, Meta(ge=0, le=20)] = 3
    """How many are in the deck."""


class DiscardBy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The price at which the bearer's controller gets rid of an alteration; always a side action."""

    lower_die: Number = 0
    """How many own dice are lowered by one level as the price."""

    reroll_rage: Number = 0
    """How many basic rage dice the Chimera re-rolls first."""


class Conjured(Aspect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A card the Chimera conjures: an aspect with ``kind = "aspect"``, or an alteration put on another card."""

    kind: Literal["aspect", "alteration"]
    limit: Number = 0
    """Most copies on one card; 0 for no limit."""

    modifiers: tuple[Modifier, ...] = ()
    """Of an alteration: what holds for its bearer."""

    discard_by: DiscardBy | None = None


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row of a behaviour card."""

    faces: tuple[Annotated[int, Meta(ge=1, le=100)], ...]
    side: Effects = field(default_factory=lambda: NOTHING)
    main: Effects = field(default_factory=lambda: NOTHING)
    order: Literal["side_first", "main_first"] = "side_first"


class Behaviour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One behaviour card."""

    phase: Literal[1, 2, 3]
    rows: tuple[Row, ...]


class Ultimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One Ultimate card."""

    phase: Literal[1, 2, 3]
    effects: Effects


class Fatigued(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The fatigued card."""

    on_become: Effects = field(default_factory=lambda: NOTHING)
    ongoing: tuple[Modifier | ModifierName, ...] = ("no_draw", "wound_per_discard")
    empties_needed: Annotated[int, Meta(ge=1, le=9)] | None = None
    """How often the draw pile must run out; None takes the option."""


class Life(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Life by difficulty."""

    standard: Annotated[int, Meta(ge=1, le=999)]
    heroic: Annotated[int, Meta(ge=1, le=999)]


class Chimera(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The Chimera card of every level."""

    life: Life | Annotated[int, Meta(ge=1, le=999)]
    ultimate_value: Annotated[int, Meta(ge=1, le=99)]
    threat: Annotated[int, Meta(ge=1, le=10)] | None = None
    """None: as many as the set-up has."""

    battlefield_size: Annotated[int, Meta(ge=1, le=10)] = 10
    setups: dict[Level, tuple[Number, ...]] = {}
    """Level -> blood values of the first aspects, left to right; 0 for any aspect. A level that is not given lays
    out ``threat`` aspects of any blood."""

    setup: tuple[Number, ...] = ()
    """The set-up of every level that ``setups`` does not give."""

    players: Literal[1, 2] | None = None
    difficulty: str = ""
    name: str = ""


class PackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole pack as it is written."""

    name: str
    chimera: Chimera
    aspects: tuple[Aspect, ...]
    behaviour: tuple[Behaviour, ...]
    ultimate: tuple[Ultimate, ...]
    conjured: tuple[Conjured, ...] = ()
    fatigued: Fatigued = field(default_factory=Fatigued)
    behaviour_die: Annotated[int, Meta(ge=2, le=100)] | None = None
    """Faces of the behaviour die; None takes the option."""

    sets: tuple[str, ...] = ()
    """The aspect sets, the usual one first; empty where there is only one."""

    source: str = ""
