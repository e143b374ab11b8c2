"""Cards as data: two uses each, in a small vocabulary of requirements, conditions and effects.

The records here are also the form of a card pack's file; `pack` reads and checks them, `casting` and `effects` carry
them out. Their words are explained for owners of printed cards in docs/packs.md.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from ....engine import any_of, by_tag
from ...components import Focus
from ...facts.pools import gems

DeckName = Literal["ascendant", "revenant"]

DECKS: Final[tuple[DeckName, ...]] = ("ascendant", "revenant")
"""Deck number -> its name; Kings draw from the first, Revenants from the second (AK-CARD-03)."""

Target = Literal["self", "adjacent", "surrounding", "cardinal", "any", "all", "sight"]
"""Position requirements: the six symbols, and line of sight (AK-CARD-12)."""

Who = Literal["caster", "target"]

Few = Annotated[int, Meta(ge=1, le=30)]
"""How many gems, wounds, cards or dice."""

Gems = Annotated[int, Meta(ge=0, le=30)]


# --- conditions and amounts ------------------------------------------------------------------------------

COUNTABLE: Final = (
    "aria",
    "egis",
    "pyre",
    "core",
    "ylem",
    "dire",
    "bloodstones",
    "level",
    "cards",
    "inscription",
    "transmutations",
    "king",
    "revenant",
    "fire",
)
"""What conditions and amounts can count; the last three are 1 or 0, as is ``inscription``."""

_CONDITION: Final = re.compile(r"(caster|target)\.([a-z]+) *(>=|<=|=) *([0-9]{1,2})")
_AMOUNT: Final = re.compile(r"(caster|target)\.([a-z]+)")


class Countable(NamedTuple):
    """Something to count on a character."""

    who: Who
    what: str


class Condition(NamedTuple):
    """``caster.dire >= 1``."""

    who: Who
    what: str
    sign: str
    number: int


@cache
def condition(text: str) -> Condition:
    """A condition as a pack writes it. Raises ValueError with the reason."""
    wrong = f"{text!r} is no condition; write one like 'caster.dire >= 1', with >=, <= or ="
    who, what, sign, number = _parts(_CONDITION, text, wrong)
    return Condition(*_on(who, what), sign, int(number))


@cache
def countable(text: str) -> Countable:
    """Read what ``per`` counts. Raises ValueError with the reason."""
    who, what = _parts(_AMOUNT, text, f"{text!r} counts nothing; write one like 'caster.dire'")
    return _on(who, what)


def _parts(pattern: re.Pattern[str], text: str, wrong: str) -> tuple[str, ...]:
    found = pattern.fullmatch(text.strip())
    if found is None:
        raise ValueError(wrong)
    return found.groups()


def _on(who: str, what: str) -> Countable:
    if what not in COUNTABLE:
        raise ValueError(f"nobody can count {what!r}; there are {', '.join(COUNTABLE)}")
    return Countable("caster" if who == "caster" else "target", what)


# --- effects ---------------------------------------------------------------------------------------------


class Effect(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """One thing an ability does, told apart by ``do``."""

    when: tuple[str, ...] = ()
    """Conditions at the moment of this effect; where one fails the effect is passed over."""


class Counting(Effect, frozen=True, kw_only=True):
    """An effect whose amounts may be multiplied."""

    per: str = ""
    """What the amounts are multiplied by, like ``caster.dire``."""

    most: Annotated[int, Meta(ge=0, le=99)] = 0
    """No more than this many times ``per``; 0 for no limit."""


class Amounts(Counting, frozen=True, kw_only=True):
    """An effect that speaks of gems."""

    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0
    ylem: Gems = 0
    core: Gems = 0
    """Core gems of a colour to be chosen."""


class Gain(Amounts, frozen=True, tag="gain"):
    """Gems from the supply come into the pools; with ``core`` any mix that the receiver chooses (AK-INDEX-09)."""

    who: Who = "caster"


class Lose(Amounts, frozen=True, tag="lose"):
    """Gems leave the pools for the supply, as many as there are (AK-INDEX-22)."""

    who: Who = "target"
    chooses: Who = "caster"
    """Who picks for ``core``: the caster one colour as the card is cast, or the target any mix."""


class Steal(Amounts, frozen=True, tag="steal"):
    """Gems go from the target's pools to the caster's, as many as there are; ``core`` is one colour that is chosen."""


class Give(Amounts, frozen=True, tag="give"):
    """Gems go from the caster's pools to the target's, as many as there are; ``core`` is one colour that is chosen."""


class Convert(Counting, frozen=True, tag="convert"):
    """Gems return to the supply, as many of another kind come instead (AK-INDEX-05)."""

    of: Literal["aria", "egis", "pyre", "ylem", "core"]
    """The kind that goes; ``core`` is one colour that is chosen."""

    into: Literal["aria", "egis", "pyre", "ylem", "core"]
    """The kind that comes; ``core`` is one colour that is chosen."""

    count: Few
    up_to: bool = False
    """The caster says how many, 1 to ``count``; else as many as can be."""

    who: Who = "caster"


class Wound(Counting, frozen=True, tag="wound"):
    """Dire wounds, which Egis does not block (AK-DEF-03) and Instant Powers may cancel (AK-DEF-02)."""

    count: Few
    who: Who = "target"


class GiveDire(Effect, frozen=True, tag="give-dire"):
    """Dire Transfer: Dire of the caster goes to the target, or onto the target tile (AK-INDEX-07)."""

    count: Few = 1


class Heal(Counting, frozen=True, tag="heal"):
    """Up to so many Dire gems return to the supply (AK-WOUND-04)."""

    count: Few
    who: Who = "caster"


class SwapPlaces(Effect, frozen=True, tag="swap"):
    """Caster and target exchange tiles (AK-INDEX-10)."""


class PushAway(Effect, frozen=True, tag="push"):
    """The target is driven straight away from the caster (AK-INDEX-15)."""

    tiles: Annotated[int, Meta(ge=1, le=9)]


class PullNear(Effect, frozen=True, tag="pull"):
    """The target is drawn toward the caster (AK-INDEX-12)."""

    tiles: Annotated[int, Meta(ge=1, le=9)] | Literal["all"]


class Relocate(Effect, frozen=True, tag="move"):
    """A miniature is put on a free tile of the caster's choice (AK-MOVE-12)."""

    tiles: Annotated[int, Meta(ge=1, le=9)]
    """At most so many moves to a surrounding tile away; what lies between does not matter."""

    who: Who = "caster"
    fire: bool = False
    """True if it may be put into a Fire Wall, which wounds (AK-FIRE-06); never behind one."""


class TakeInscription(Effect, frozen=True, tag="take-inscription"):
    """The inscribed card comes into the caster's hand (AK-INDEX-13, AK-INDEX-14)."""


class DiscardInscription(Effect, frozen=True, tag="discard-inscription"):
    """The inscribed card is discarded, the gems of a Prismatic Inscription with it (AK-INSC-13)."""


class BreakTransmutation(Effect, frozen=True, tag="break-transmutation"):
    """A completed Transmutation of the caster's choice loses its gems (AK-INDEX-23)."""


class DrawCards(Counting, frozen=True, tag="draw"):
    """Cards are drawn from the own deck (AK-CARD-03)."""

    count: Few
    who: Who = "caster"


class DiscardCards(Counting, frozen=True, tag="discard"):
    """Cards of the own choice are discarded from the hand, as many as there are."""

    count: Few
    who: Who = "target"


class RollDice(Effect, frozen=True, tag="roll"):
    """Focus Dice are rolled for gems at once (AK-DICE-11)."""

    dice: Annotated[int, Meta(ge=1, le=12)]
    who: Who = "caster"


class Spawn(Effect, frozen=True, tag="spawn"):
    """Gems from the supply appear on the target tile (AK-PROX-06)."""

    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0
    ylem: Gems = 0
    dire: Gems = 0


class Recede(Effect, frozen=True, tag="recede"):
    """A Fire Wall of the caster's choice moves one line back, as by Pyrokinesis but from anywhere (AK-ABIL-09)."""


EFFECTS: Final = tuple(by_tag(Effect))
"""The words for ``do``."""

if TYPE_CHECKING:
    AnyEffect = Effect
else:
    AnyEffect = any_of(Effect)


# --- cards -----------------------------------------------------------------------------------------------


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True):
    """A Focus Ability, or what a zero-cost Special Card does (AK-CARD-01, AK-CARD-11)."""

    target: Target
    """The position requirement (AK-CARD-12). ``all`` is every opponent on the board."""

    range: Annotated[int, Meta(ge=0, le=9)] = 0
    """At most so many tiles away, counted in moves to a surrounding tile; 0 for no limit."""

    sight: bool = False
    """The target must be in line of sight as well."""

    each: bool = False
    """Every opponent who meets the requirement is affected, not one of them."""

    tile: Literal["no", "too", "only"] = "no"
    """Whether a tile that meets the requirement may be named instead of an opponent, or must be."""

    when: tuple[str, ...] = ()
    """Conditions under which it may be cast; on the target they narrow down who may be chosen."""

    inherit: bool = False
    """The Bloodstones of whoever this kills go to the caster (AK-INDEX-20)."""

    effects: Annotated[tuple[AnyEffect, ...], Meta(min_length=1, max_length=6)]

    @property
    def several(self) -> bool:
        """True if it affects every opponent who meets the requirement (AK-ABIL-15)."""
        return self.each or self.target == "all"


class Needs(msgspec.Struct, frozen=True):
    """The parts of an ability that ask for something before it may be used."""

    of_caster: tuple[Condition, ...]
    """Conditions on the caster, and on the target."""

    of_target: tuple[Condition, ...]
    costs: tuple[AnyEffect, ...]
    """Effects that need something of the caster's own, or of the Fire Walls."""

    aimed: tuple[AnyEffect, ...]
    """Effects that not every opponent can suffer (`requirements.refusal`)."""

    ends: tuple[AnyEffect, ...]
    """Effects that end on a tile which may have to be named."""

    choice: AnyEffect | None
    """The effect for which something else must be named."""

    several: bool
    """True if it affects every opponent who meets the requirement (AK-ABIL-15)."""


class Instant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True):
    """An Instant Power: gems (AK-INST-02), wounds removed or cancelled (AK-INST-03), or Focus Dice (AK-INST-04)."""

    aria: Gems = 0
    egis: Gems = 0
    pyre: Gems = 0
    ylem: Gems = 0
    core: Gems = 0
    """Core gems of the player's choice, in any mix."""

    cancel: Annotated[int, Meta(ge=0, le=9)] = 0
    dice: Annotated[int, Meta(ge=0, le=12)] = 0

    @property
    def kind(self) -> Literal["gems", "cancel", "dice"]:
        """The one of the three types that it is."""
        return "cancel" if self.cancel else "dice" if self.dice else "gems"

    @property
    def words(self) -> str:
        """For a sentence: "+2 Egis", "-1 Dire", "+2 Focus Dice"."""
        return _words(self)


@cache
def _words(power: Instant) -> str:
    if power.cancel:
        return f"-{power.cancel} Dire"
    if power.dice:
        return f"+{power.dice} Focus Di{'e' if power.dice == 1 else 'ce'}"
    shown = gems(power.aria, power.egis, power.pyre, power.ylem)
    any_core = f"{power.core} Core of choice" if power.core else ""
    return "+" + " and ".join(part for part in (shown if shown != "nothing" else "", any_core) if part)


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """A card as a pack describes it and the game plays it."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    focus: Focus | None = None
    """The Focus Glyph; None for a Special Card (AK-CARD-06)."""

    level: Annotated[int, Meta(ge=0, le=3)] = 0
    """Power Level, 0 for a Special Card."""

    copies: Annotated[int, Meta(ge=1, le=99)] = 1
    instant: Instant | None = None
    ability: Ability | None = None
    inscribe: Literal["", "prismatic"] = ""
    """``prismatic`` for the Prismatic Inscription (AK-INSC-11)."""

    cycle: Annotated[int, Meta(ge=0, le=9)] = 0
    """Cards drawn for discarding it in the Latent State (AK-INSC-14); 0 if that is not possible."""

    tie: Literal["", "lancea", "curse"] = ""
    """Its own line in the tie-break; else its level counts (AK-SCORE-03)."""

    text: Annotated[str, Meta(max_length=400)] = ""
    """What it does, in words for the page."""

    source: Literal["rulebook", "house"] = "house"


class Card(Printed, frozen=True, kw_only=True):
    """One kind of card: what every copy of it says."""

    index: int
    """Its place in the pack."""

    key: str
    """Unique in the pack: ``sun-and-sky-2``."""

    deck: int
    """0 Ascendant, 1 Revenant (AK-CARD-03)."""

    price: int
    """Ylem to cast it from hand (AK-CARD-07)."""

    glyph: bool
    """The Omega glyph: a Revenant may inscribe it (AK-INSC-03)."""

    name: str
    """For a sentence: "Sun & Sky 2", "Lancea of Aeterna"."""
