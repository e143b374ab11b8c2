"""Counts what a card asks to be counted, and says what an effect needs first: a way, a tile, a colour."""

from __future__ import annotations

from typing import Final, get_args

from ....contract import Refusal
from ...actions import Socket
from ...board import forced_moves, movement
from ...board.geometry import EDGES, EVERY, Edge, grow, tiles
from ...facts.full_situation import FullSituation
from ...facts.mat import KINDS
from ...facts.pools import completed
from ..mats import transmutations
from . import card as words
from .card import AnyEffect, Condition

COLOURS: Final = ("aria", "egis", "pyre")


# --- counting --------------------------------------------------------------------------------------------


def value(s: FullSituation, seat: int, what: str) -> int:
    """Count something that a character has; see `card.COUNTABLE`."""
    mat, arena = s.mats[seat], s.arena
    if what in KINDS:
        return mat.of(KINDS.index(what))
    if what == "core":
        return sum(mat.core)
    if what == "bloodstones":
        return arena.stones[seat]
    if what == "level":
        return mat.level
    if what == "cards":
        return len(s.hands[seat])
    if what == "inscription":
        return int(mat.inscribed)
    if what == "transmutations":
        return completed(mat)
    if what == "fire":
        return arena.walls.fire_mask >> arena.tiles[seat] & 1 if s.alive(seat) else 0
    return int(arena.revenant[seat] == (what == "revenant"))


def holds(s: FullSituation, condition: Condition, seat: int, who: int) -> bool:
    """True if a condition is met by the caster ``seat`` or the target ``who``, whichever it asks about."""
    have = value(s, seat if condition.who == "caster" else who, condition.what)
    if condition.sign == ">=":
        return have >= condition.number
    return have <= condition.number if condition.sign == "<=" else have == condition.number


def spoken(condition: Condition) -> str:
    """A condition for a sentence: "at least 1 Dire"."""
    if condition.what in ("king", "revenant", "fire", "inscription"):
        thing = {"king": "be a King", "revenant": "be a Revenant", "fire": "stand in fire"}.get(condition.what)
        thing = thing or "have an inscribed card"
        yes = condition.number >= 1 if condition.sign != "<=" else condition.number < 0
        return thing if yes else f"not {thing}"
    often = {">=": "at least ", "<=": "at most ", "=": "exactly "}[condition.sign]
    return f"{often}{condition.number} {condition.what.title()}"


# --- what an effect asks of its target --------------------------------------------------------------------

ASKING: Final = (
    words.PushAway,
    words.PullNear,
    words.TakeInscription,
    words.DiscardInscription,
    words.BreakTransmutation,
    words.Relocate,
)
"""Kinds of effects that `refusal` may refuse."""


def refusal(s: FullSituation, seat: int, who: int, effect: AnyEffect) -> Refusal | None:
    """Say why an effect cannot happen to an opponent at all, so that the card cannot be aimed there; None if it can."""
    mat = s.mats[who]
    if type(effect) is words.PushAway:
        return forced_moves.push_refusal(s, seat, who, effect.tiles)
    if type(effect) is words.PullNear:
        return forced_moves.pull_refusal(s, seat, who, None if effect.tiles == "all" else effect.tiles)
    if isinstance(effect, (words.TakeInscription, words.DiscardInscription)) and not mat.inscribed:
        return Refusal("AK-INDEX-13", f"{s.arena.names[who]} has no inscribed card.")
    if type(effect) is words.BreakTransmutation and not completed(mat):
        return Refusal("AK-INDEX-23", f"{s.arena.names[who]} has no completed Transmutation.")
    if type(effect) is words.Relocate and effect.who == "target" and not places(s, who, effect):
        return Refusal("AK-MOVE-12", f"There is no free tile to move {s.arena.names[who]} to.")
    return None


def places(s: FullSituation, seat: int, effect: words.Relocate) -> tuple[int, ...]:
    """The free tiles a miniature may be put on (AK-MOVE-12), the Omega Stone's only with a Bloodstone (AK-WAR-10)."""
    arena = s.arena
    here = arena.tiles[seat]
    reached = 1 << here
    for _ in range(effect.tiles):
        reached = grow(reached) & EVERY
    free = reached & ~arena.occupied & ~movement.closed(arena, seat)
    return tuple(tiles(free & ~(arena.walls.behind_mask if effect.fire else arena.walls.fire_mask)))


def receding(s: FullSituation) -> tuple[Edge, ...]:
    """The Fire Walls that can move a line back (AK-ABIL-09)."""
    return tuple(edge for edge, _ in s.arena.walls.advanced)


def choices(s: FullSituation, seat: int, who: int | None, effect: AnyEffect) -> tuple[str, ...]:
    """Return what the caster may choose for an effect; empty where nothing is there to choose from."""
    if type(effect) is words.Recede:
        return receding(s)
    if type(effect) is words.Give:
        return _colours(s, seat)
    if type(effect) is words.BreakTransmutation:
        return transmutations.completed(s.mats[who]) if who is not None else ()
    if type(effect) is words.Convert:
        return _conversions(s, seat if effect.who == "caster" else who, effect)
    if type(effect) is words.Lose and effect.who == "caster":
        return _colours(s, seat)
    return _colours(s, who)


def nameable(s: FullSituation, effect: AnyEffect) -> tuple[str, ...]:
    """Everything that could be chosen for an effect, whatever lies on mats and board just now."""
    if type(effect) is words.Recede:
        return EDGES
    if type(effect) is words.BreakTransmutation:
        return get_args(Socket)
    return _conversions(s, None, effect) if type(effect) is words.Convert else COLOURS


def _colours(s: FullSituation, who: int | None) -> tuple[str, ...]:
    """The colours that lie in a pool; all of them where several opponents are meant."""
    if who is None:
        return COLOURS
    return tuple(colour for kind, colour in enumerate(COLOURS) if s.mats[who].of(kind))


def _conversions(s: FullSituation, who: int | None, effect: words.Convert) -> tuple[str, ...]:
    """``pyre``, ``2`` or ``pyre 2``: the colour and the number, as far as the card leaves them open."""
    colours: tuple[str, ...] = ("",)
    if effect.of == "core":
        colours = tuple(colour for colour in _colours(s, who) if colour != effect.into)
    elif effect.into == "core":
        colours = tuple(colour for colour in COLOURS if colour != effect.of)
    if not effect.up_to:
        return tuple(colour for colour in colours if colour)
    found: list[str] = []
    for colour in colours:
        kind = KINDS.index(colour if effect.of == "core" else effect.of)
        have = effect.count if who is None else min(effect.count, s.mats[who].of(kind))
        found += [f"{colour} {count}".strip() for count in range(1, have + 1)]
    return tuple(found)
