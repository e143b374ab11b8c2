"""Steps after a turn: returns, and after the last turn the End of Round."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from ...engine import need
from ..actions import RollImmolation, RollPercentile
from ..battle.death import kill, return_next, spawn_rolled
from ..board import fire, omega_index
from ..board.geometry import Edge
from ..components import Focus
from ..facts.arena import seat_id
from ..facts.reporting import Log, report
from ..facts.situation import NOBODY, Situation
from ..frames import EndOfRound, RoundStep, TurnOver
from ..options import Icon
from .turn import begin_turn
from .war import do_roll_omega, pass_round, start_war, united

EVENT_GEMS: Final[dict[Icon, dict[Focus, int]]] = {
    "YLEM": {"ylem": 1},
    "PYRE": {"pyre": 1},
    "PYRE2": {"pyre": 2},
    "YLEM_DIRE": {"ylem": 1, "dire": 1},
}
"""What an event puts on the board (AK-EVENT-01)."""


def settle_turn(s: Situation, _: TurnOver, log: Log) -> bool:
    """The dead return in the order of death (AK-REV-01); then war (AK-WAR-01, AK-WAR-02), End of Round or next turn."""
    if s.dead:
        return_next(s, log, in_round_order=False)
        return True
    s.last = s.turn
    following = (s.turn + 1) % len(s.settings.seats)
    owner = united(s)
    if s.arena.war:
        if following != s.start or not pass_round(s, log):
            begin_turn(s, following, log)
    elif owner is not None:
        text = f"{s.arena.heads[owner]} holds all four Bloodstones: the Omega War begins."
        off_turn = ("AK-WAR-03",) if owner != s.turn else ()
        no_round = ("AK-WAR-02",) if following == s.start else ()
        rules = ("AK-WAR-01", *off_turn, *no_round)
        start_war(s, rules, text, log)
    elif following == s.start:
        begin_end_of_round(s, log)
    else:
        begin_turn(s, following, log)
    return True


@cache
def steps_in_order(fire_steps: tuple[RoundStep, ...], immediate: bool) -> tuple[RoundStep, ...]:
    """Every step after the round dial (AK-ROUND-02, AK-FIRE-07); ``immediate`` as in AK-FIRE-20."""
    back = ("return-now",) if immediate else ()
    return ("roll", *fire_steps, *back, "event-dial", "event", "roll-event", "returns", "pass")


def after(s: Situation, step: RoundStep) -> RoundStep:
    """The step that follows."""
    rules = s.arena.rules
    steps = steps_in_order(tuple(rules.fire_step_order), rules.fire_immolation_return == "immediate")
    return steps[steps.index(step) + 1]


def begin_end_of_round(s: Situation, log: Log) -> None:
    """Step 1: the round dial (AK-ROUND-01, AK-ROUND-03). At Omega the war begins at once and nothing else is done."""
    s.turn = NOBODY
    text = f"Round {s.round} is over; {s.arena.names[s.start]} carries out the End of Round."
    report(log, "end-of-round", ("AK-ROUND-01", "AK-ROUND-02"), text, {"round": s.round, "seat": seat_id(s.start)})
    if omega_index.advance_round(s.arena, log):
        start_war(s, ("AK-WAR-01", "AK-ROUND-03"), "The countdown is over: the Omega War begins.", log)
        return
    s.stack[:] = [EndOfRound("roll")]


def edge_of(s: Situation, roll: int) -> Edge:
    """The edge that bears an Immolation Number (AK-COMP-17)."""
    return s.arena.rules.fire_immolation_edges[str(roll)]  # type: ignore[index]


def do_roll_immolation(s: Situation, action: RollImmolation, log: Log) -> None:
    """Step 2 begins: one roll picks the Fire Wall and, later, the event (AK-ROUND-04); the strip moves if it can."""
    edge = edge_of(s, action.value)
    text = f"The Immolation Die shows {action.value}: the {edge} side."
    report(log, "immolation-rolled", ("AK-ROUND-04", "AK-COMP-17"), text, {"roll": action.value, "edge": edge})
    done = fire.advance(s.arena, edge, log)
    s.stack[:] = [EndOfRound(after(s, "roll"), action.value, done.moved, done.blasts)]
    s.offer("end-of-round")


def do_roll_event(s: Situation, action: RollPercentile, log: Log) -> None:
    """One roll puts all gems of the event on one tile (AK-EVENT-03); who stands there gets them (AK-EVENT-04)."""
    frame = s.stack[-1]
    assert isinstance(frame, EndOfRound)
    s.stack[-1] = msgspec.structs.replace(frame, next=after(s, "roll-event"))
    icon = omega_index.event(s.arena)
    spawn_rolled(s, action.value, EVENT_GEMS[icon], "AK-EVENT-03", log)


def settle_round(s: Situation, frame: EndOfRound, log: Log) -> bool:
    """Do what is next, unless dice are due."""
    step = frame.next
    if step in ("roll", "roll-event"):
        return False
    if step in ("return-now", "returns") and s.dead:
        return_next(s, log, in_round_order=True)
        return True
    if step == "pass":
        _pass_on(s, log)
        return True
    s.stack[-1] = msgspec.structs.replace(frame, next=after(s, step))
    if step == "explosions":
        s.stack[-1] = msgspec.structs.replace(frame, next=after(s, step), blasts=())
        s.deal(fire.explosions(s.arena, frame.blasts, log), "explosion", log)
    elif step == "immolation":
        s.stack[-1] = msgspec.structs.replace(frame, next=after(s, step), moved=False)
        if frame.moved:
            _immolate(s, edge_of(s, frame.roll), log)
    elif step == "fire-wounds":
        s.deal(fire.fire_wounds(s.arena), "fire-wall", log)
    elif step == "event-dial":
        omega_index.advance_event(s.arena, frame.roll, log)
        s.offer("end-of-round")
    elif step == "event":
        _event(s, log)
    return True


def _immolate(s: Situation, edge: Edge, log: Log) -> None:
    """Kill for certain whoever is left behind the strip: neither Egis nor Instant Powers help (AK-FIRE-05)."""
    overrun = fire.overrun(s.arena, edge)
    seats = [seat for seat in s.in_round_order() if seat in overrun]
    kill(s, seats, ("AK-FIRE-05", "AK-KILL-06"), f"behind the {edge} Fire Wall", log)


def _event(s: Situation, log: Log) -> None:
    """Step 4: the blue flame burns at once (AK-EVENT-02), any other event waits for a percentile roll (AK-EVENT-03)."""
    icon = omega_index.event(s.arena)
    if icon in EVENT_GEMS:
        return  # the next step is ``roll-event``, which waits for the dice
    frame = s.stack[-1]
    assert isinstance(frame, EndOfRound)
    s.stack[-1] = msgspec.structs.replace(frame, next=after(s, "roll-event"))
    burnt = fire.blue_flame(s.arena)
    rules = ("AK-EVENT-02",) if s.arena.walls.strip_mask else ("AK-EVENT-02", "AK-EVENT-05")
    text = "The blue flame leaps from the Fire Walls." if burnt else "The blue flame finds nobody near a Fire Wall."
    report(log, "blue-flame", rules, text, {"seats": [seat_id(seat) for seat in burnt]})
    s.deal(burnt, "blue-flame", log)


def _pass_on(s: Situation, log: Log) -> None:
    """Step 5: the next player clockwise starts (AK-ROUND-06), never with two (AK-ROUND-07).

    If the four Bloodstones were united meanwhile, the war begins now (AK-WAR-03).
    """
    count = len(s.settings.seats)
    if count > 2:
        s.start = (s.start + 1) % count
        text = f"{s.arena.heads[s.start]} is the new starting player."
        report(log, "starting-player", ("AK-ROUND-06",), text, {"seat": seat_id(s.start)})
    else:
        text = f"With two players {s.arena.names[s.start]} stays the starting player."
        report(log, "starting-player", ("AK-ROUND-07",), text, {"seat": seat_id(s.start)})
    owner = united(s)
    if owner is not None:
        text = f"{s.arena.heads[owner]} holds all four Bloodstones: the Omega War begins."
        start_war(s, ("AK-WAR-01", "AK-WAR-03"), text, log)
        return
    s.round += 1
    begin_turn(s, s.start, log)


def do_place_omega(s: Situation, action: RollPercentile, log: Log) -> None:
    """The Omega Stone is placed; play goes on clockwise from who last finished a turn (AK-WAR-08)."""
    if do_roll_omega(s, action, log):
        begin_turn(s, (s.last + 1) % len(s.settings.seats), log)


# --- positions -------------------------------------------------------------------------------------------


def validate(s: Situation, base: EndOfRound, place: int) -> None:
    """The step, the die and what is under way agree (AK-ROUND-02, AK-FIRE-07)."""
    rules = s.arena.rules
    immediate = rules.fire_immolation_return == "immediate"
    steps = steps_in_order(tuple(rules.fire_step_order), immediate)
    need(base.next in steps, "stack.0.next", f"by these house rules there is no '{base.next}'")
    need(
        (base.roll == 0) == (base.next == "roll"), "stack.0.roll", "0 before the Immolation Die is rolled, then 1 to 4"
    )
    at = steps.index(base.next)
    need(not base.blasts or at <= steps.index("explosions"), "stack.0.blasts", "the explosions are over")
    need(not base.moved or at <= steps.index("immolation"), "stack.0.moved", "who was overrun is dead by now")
    if base.roll:
        line = s.arena.walls.line(edge_of(s, base.roll))
        need(line is not None or not base.moved, "stack.0.moved", "that Fire Wall is not on the board")
    if base.next == "roll-event":
        icon = omega_index.event(s.arena)
        need(icon in EVENT_GEMS, "dials.event", "the blue flame rolls no percentile dice (AK-EVENT-02)")
