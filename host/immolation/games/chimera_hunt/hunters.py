"""A hunter's turn after its move: a free act, its deed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from ..ascended_kings.board.geometry import SURROUNDING, king_distance, tiles
from ..contract import Action, Refusal
from ..engine import EventLog, report
from . import facts
from .actions import Bank, DrawGem, Give, Lay, Rest, Strike
from .facts import EDGES, GEM_OF, GEMS, WOUNDS, Gem, Hunter
from .frames import Acting, Edge, Stepping, Wounding
from .table import OUTWARD, Awake, HuntTable
from .wounds import hurt

PYRE: Final = 2
"""Damage that a Pyre adds (HUNT-STRIKE-01)."""

SURROUNDED: Final = 2
"""Damage to a body that is surrounded (HUNT-STRIKE-02)."""

RESTED: Final = 2
"""Wounds that a rest heals (HUNT-REST-01)."""

DRIED: Final = 2
"""Red Rains that an Ylem dries up (HUNT-FREE-01)."""


# --- striking --------------------------------------------------------------------------------------------


class Blow(NamedTuple):
    """The effect that a strike at a tile would have."""

    what: Literal["aspect", "body", "walker"]
    damage: int
    needed: int
    """Damage below which nothing happens."""

    pyre: bool
    """A Pyre is spent: without it the strike would do nothing, with it it does something."""

    aspect: facts.Aspect | None = None

    @property
    def works(self) -> bool:
        """True if the strike does something."""
        return self.damage >= self.needed


def surrounded(s: HuntTable, number: int) -> bool:
    """Whether another hunter closes the body in from its other side (HUNT-STRIKE-02, opt:surround)."""
    own, body = s.hunter(number).tile, s.hunt.body
    assert own is not None, "it stands"
    others = (s.hunter(other).tile for other in s.near(body, number))
    if s.hunt.options.surround == "opposite":
        return any(other == 2 * body - own for other in others)
    return any(other is not None and king_distance(own, other) > 1 for other in others)


def blows(s: HuntTable, number: int, in_play: Sequence[Awake] | None = None) -> dict[int, Blow]:
    """Tile -> the strike at what is there, for everything around a hunter that can be struck.

    ``in_play`` are the aspects awake, where they are known.
    """
    hunter, body = s.hunter(number), s.hunt.body
    assert hunter.tile is not None, "it stands"
    around = SURROUNDING[hunter.tile]
    more = (hunter.bloodstones >= 2) - hunter.webbed
    found: dict[int, Blow] = {}
    if around >> body & 1:
        plain = SURROUNDED + more if surrounded(s, number) else 0
        found[body] = _with_pyre(hunter, "body", plain, more + PYRE, 1)
    taken = s.taken
    for awake in s.awake() if in_play is None else in_play:
        if around >> awake.tile & 1 and not taken >> awake.tile & 1:
            plain = 1 + more + bool(s.near(awake.tile, number))
            found[awake.tile] = _with_pyre(hunter, "aspect", plain, plain + PYRE, awake.kind.toughness, awake.facts)
    for tile in s.hunt.walkers:
        if around >> tile & 1:
            found[tile] = Blow("walker", 1, 1, False)
    return found


def _with_pyre(
    hunter: Hunter,
    what: Literal["aspect", "body"],
    plain: int,
    burning: int,
    needed: int,
    aspect: facts.Aspect | None = None,
) -> Blow:
    """The strike, with a Pyre where it is needed and enough (HUNT-STRIKE-01)."""
    pyre = plain < needed <= burning and "pyre" in hunter.gems
    return Blow(what, burning if pyre else plain, needed, pyre, aspect)


def check_strike(s: HuntTable, frame: Acting, action: Strike) -> Refusal | None:
    """Only what is around, in play, and not too tough (HUNT-STRIKE-01 to HUNT-STRIKE-03)."""
    blow = blows(s, frame.hunter).get(action.tile)
    if blow is None:
        return Refusal(
            "HUNT-STRIKE-01", f"Nothing that can be struck is on {action.tile:02d} beside hunter {frame.hunter}."
        )
    if blow.works:
        return None
    if blow.what == "body":
        return Refusal("HUNT-STRIKE-02", "The body is not surrounded: bring a Pyre, or a friend on its other side.")
    return Refusal("HUNT-STRIKE-01", f"That takes {blow.needed} damage, and this strike does {blow.damage}.")


def do_strike(s: HuntTable, frame: Acting, action: Strike, log: EventLog) -> None:
    """Strike the body, an aspect or a Rainwalker."""
    number, blow = frame.hunter, blows(s, frame.hunter)[action.tile]
    hunter, hunt = s.hunter(number), s.hunt
    if blow.pyre:
        hunter.gems.remove("pyre")
    with_pyre = " with Pyre" * blow.pyre
    if blow.what == "walker":
        hunt.walkers.remove(action.tile)
        text = f"Hunter {number} cuts down a Rainwalker."
        report(log, "struck", "HUNT-STRIKE-03", text, hunter=number, tile=action.tile, what="walker", pyre=False)
    else:
        name = "the body" if blow.aspect is None else blow.aspect.name
        rule = "HUNT-STRIKE-02" if blow.aspect is None else "HUNT-STRIKE-01"
        text = f"Hunter {number} strikes {name}{with_pyre}."
        report(log, "struck", rule, text, hunter=number, tile=action.tile, what=blow.what, pyre=blow.pyre)
        if blow.aspect is None:
            hurt(s, blow.damage, "HUNT-STRIKE-02", "the strike", log)
        else:
            destroy(s, number, blow.aspect, log)
    end_turn(s, frame, log)


def destroy(s: HuntTable, number: int, aspect: facts.Aspect, log: EventLog) -> None:
    """An aspect is destroyed: its wall goes back, its blood is lost, its slayer takes a gem (HUNT-KILL-01)."""
    hunter, kind, tile = s.hunter(number), s.kind_of(aspect), s.tile_of(aspect)
    s.hunt.aspects.remove(aspect)
    text = f"{aspect.name} is destroyed; the {aspect.wall} Fire Wall falls back."
    report(log, "destroyed", "HUNT-KILL-01", text, aspect=aspect.name, tile=tile, wall=aspect.wall)
    recede(s, aspect.wall)
    if len(hunter.gems) < GEMS:
        gain(s, number, GEM_OF[aspect.wall], "HUNT-KILL-01", log)
    hurt(s, kind.blood, "HUNT-KILL-01", "its own blood", log, blood=True)


def recede(s: HuntTable, edge: Edge) -> None:
    """A wall goes back one line, but never off the board."""
    at = EDGES.index(edge)
    lines = list(s.hunt.walls)
    lines[at] = max(0, lines[at] - 1)
    s.hunt.walls = (lines[0], lines[1], lines[2], lines[3])


def gain(s: HuntTable, number: int, gem: Gem, rule: str, log: EventLog) -> None:
    """A hunter takes a gem."""
    hunter = s.hunter(number)
    hunter.gems = sorted([*hunter.gems, gem])
    report(log, "gem", rule, f"Hunter {number} holds {gem.capitalize()}.", hunter=number, gem=gem)


# --- other deeds -----------------------------------------------------------------------------------------


def check_draw(s: HuntTable, frame: Acting, action: DrawGem) -> Refusal | None:
    """Beside a wall whose tile there is open, with room for a gem (HUNT-DRAW-01)."""
    hunter = s.hunter(frame.hunter)
    assert hunter.tile is not None, "it stands"
    if action.wall not in s.beside(hunter.tile):
        return Refusal("HUNT-DRAW-01", f"Hunter {frame.hunter} is not beside the {action.wall} Fire Wall.")
    if len(hunter.gems) >= GEMS:
        return Refusal("HUNT-DRAW-01", "A hunter holds two gems at most.")
    tile = hunter.tile + OUTWARD[action.wall]
    if s.taken >> tile & 1 or any(awake.tile == tile for awake in s.awake()):
        return Refusal("HUNT-DRAW-01", f"What is on {tile:02d} keeps the gems of that wall from hunter {frame.hunter}.")
    return None


def do_draw(s: HuntTable, frame: Acting, action: DrawGem, log: EventLog) -> None:
    """Take a gem of the wall's colour (HUNT-DRAW-01)."""
    gain(s, frame.hunter, GEM_OF[action.wall], "HUNT-DRAW-01", log)
    end_turn(s, frame, log)


def do_rest(s: HuntTable, frame: Acting, action: Rest, log: EventLog) -> None:
    """Heal two wounds; bleeding and web end (HUNT-REST-01)."""
    hunter = s.hunter(frame.hunter)
    hunter.wounds = max(0, hunter.wounds - RESTED)
    hunter.bleeding = hunter.webbed = False
    text = f"Hunter {frame.hunter} rests: {hunter.wounds} of {WOUNDS} wounds."
    report(log, "rested", "HUNT-REST-01", text, hunter=frame.hunter, wounds=hunter.wounds)
    end_turn(s, frame, log)


def end_turn(s: HuntTable, frame: Acting, log: EventLog) -> None:
    """The deed ends the turn; a wound may bleed, and the Chimera answers (HUNT-TURN-02, HUNT-STATE-01)."""
    hunter = s.hunter(frame.hunter)
    hunter.done = True
    assert hunter.tile is not None, "it stands"
    if s.near(hunter.tile, frame.hunter):
        hunter.webbed = False
    if s.ended:
        return
    s.stack.pop()
    s.then(*[Wounding(frame.hunter, "bleed")] * hunter.bleeding, Stepping("answer"))


# --- free acts -------------------------------------------------------------------------------------------


def _no_more(frame: Acting) -> Refusal | None:
    """One free act a turn (HUNT-TURN-02)."""
    return None if frame.free else Refusal("HUNT-TURN-02", "The free act of this turn is done; a deed is left.")


def check_bank(s: HuntTable, frame: Acting, action: Bank) -> Refusal | None:
    """Beside a wall, with an Ylem (HUNT-FREE-01)."""
    hunter = s.hunter(frame.hunter)
    assert hunter.tile is not None, "it stands"
    if "ylem" not in hunter.gems:
        return Refusal("HUNT-FREE-01", f"Hunter {frame.hunter} has no Ylem.")
    if action.wall not in s.beside(hunter.tile):
        return Refusal("HUNT-FREE-01", f"Hunter {frame.hunter} is not beside the {action.wall} Fire Wall.")
    return _no_more(frame)


def do_bank(s: HuntTable, frame: Acting, action: Bank, log: EventLog) -> None:
    """Push a wall back, dry up two Red Rains (HUNT-FREE-01)."""
    s.hunter(frame.hunter).gems.remove("ylem")
    recede(s, action.wall)
    dry(s, DRIED)
    left = f"{s.hunt.rains} Red Rain{'s are' if s.hunt.rains != 1 else ' is'} left"
    text = f"Hunter {frame.hunter} banks the {action.wall} Fire Wall; {left}."
    report(log, "banked", "HUNT-FREE-01", text, hunter=frame.hunter, wall=action.wall, rains=s.hunt.rains)
    s.stack[-1] = Acting(frame.hunter, free=False)


def dry(s: HuntTable, rains: int) -> None:
    """Red Rains dry up."""
    s.hunt.rains = max(0, s.hunt.rains - rains)


def check_lay(s: HuntTable, frame: Acting, action: Lay) -> Refusal | None:
    """A Bloodstone onto a free tile beside the same wall (HUNT-FREE-02)."""
    hunter = s.hunter(frame.hunter)
    assert hunter.tile is not None, "it stands"
    if not hunter.bloodstones:
        return Refusal("HUNT-FREE-02", f"Hunter {frame.hunter} has no Bloodstone.")
    open_to = SURROUNDING[hunter.tile] & s.free
    if not open_to >> action.tile & 1 or not {*s.beside(hunter.tile)} & {*s.beside(action.tile)}:
        return Refusal("HUNT-FREE-02", "Lay it on a free tile next to you that is, like yours, beside the same wall.")
    return _no_more(frame)


def do_lay(s: HuntTable, frame: Acting, action: Lay, log: EventLog) -> None:
    """Lay a Bloodstone (HUNT-FREE-02)."""
    s.hunter(frame.hunter).bloodstones -= 1
    s.hunt.bloodstones = sorted([*s.hunt.bloodstones, action.tile])
    text = f"Hunter {frame.hunter} lays a Bloodstone on {action.tile:02d}."
    report(log, "laid", "HUNT-FREE-02", text, hunter=frame.hunter, tile=action.tile)
    s.stack[-1] = Acting(frame.hunter, free=False)


def check_give(s: HuntTable, frame: Acting, action: Give) -> Refusal | None:
    """All Bloodstones to a hunter next to it (HUNT-FREE-03)."""
    hunter = s.hunter(frame.hunter)
    assert hunter.tile is not None, "it stands"
    if not hunter.bloodstones:
        return Refusal("HUNT-FREE-03", f"Hunter {frame.hunter} has no Bloodstone.")
    if action.hunter not in s.near(hunter.tile, frame.hunter):
        return Refusal("HUNT-FREE-03", f"Hunter {action.hunter} is not next to hunter {frame.hunter}.")
    return _no_more(frame)


def do_give(s: HuntTable, frame: Acting, action: Give, log: EventLog) -> None:
    """Give all Bloodstones (HUNT-FREE-03)."""
    giver, taker = s.hunter(frame.hunter), s.hunter(action.hunter)
    given, giver.bloodstones = giver.bloodstones, 0
    taker.bloodstones += given
    text = f"Hunter {frame.hunter} gives {given} Bloodstone{'s' * (given > 1)} to hunter {action.hunter}."
    report(log, "gave", "HUNT-FREE-03", text, hunter=frame.hunter, to=action.hunter, stones=given)
    s.stack[-1] = Acting(frame.hunter, free=False)


def deeds(s: HuntTable, frame: Acting, seat: str, hits: Mapping[int, Blow] | None = None) -> list[Action]:
    """Every deed and free act of the hunter who has moved; ``hits`` are its `blows`, where they are known."""
    hunter = s.hunter(frame.hunter)
    assert hunter.tile is not None, "it stands"
    found: list[Action] = [Rest(seat)]
    hits = blows(s, frame.hunter) if hits is None else hits
    found += [Strike(seat, at) for at, blow in sorted(hits.items()) if blow.works]
    if len(hunter.gems) < GEMS:
        draws = [DrawGem(seat, wall) for wall in s.beside(hunter.tile)]
        found += [draw for draw in draws if check_draw(s, frame, draw) is None]
    return found + free_acts(s, frame, seat)


def free_acts(s: HuntTable, frame: Acting, seat: str) -> list[Action]:
    """Every free act of the hunter who has moved; none once it had its own."""
    hunter = s.hunter(frame.hunter)
    assert hunter.tile is not None, "it stands"
    if not frame.free:
        return []
    beside, found = s.beside(hunter.tile), list[Action]()
    if "ylem" in hunter.gems:
        found += [Bank(seat, wall) for wall in beside]
    if hunter.bloodstones:
        found += [Give(seat, other) for other in s.near(hunter.tile, frame.hunter)]
        open_to = SURROUNDING[hunter.tile] & s.free
        found += [Lay(seat, tile) for tile in tiles(open_to) if any(edge in beside for edge in s.beside(tile))]
    return found
