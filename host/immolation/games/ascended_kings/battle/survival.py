"""Decides who lives and who dies on the arena track: people see the mats, so the host asks and keeps a tally."""

from __future__ import annotations

from typing import Final

from ...contract import Refusal
from ...engine import need
from ...house_rules import shown
from ..actions import Die, Survive
from ..board.fire import Wounds
from ..board.items import Spawned, collect
from ..facts.arena import EMPTY, OFF, UNLIMITED, seat_id
from ..facts.reporting import Log, counted, replaced, report
from ..facts.situation import ArenaSituation
from ..frames import Cause, Driven, Surviving
from .death import CAUSES, CREDIT_RULE, arrive, kill

MOVED_DIRE: Final[tuple[Cause, ...]] = ("dire-tile", "dire-transfer")
"""Wounds whose Dire gem comes from a tile or another mat: they need no supply (AK-COMP-10)."""


def deal(s: ArenaSituation, wounds: Wounds, cause: Cause, log: Log, by: str = "") -> None:
    """Deal wounds in one batch (AK-WOUND-05) and ask everyone hit whether they live.

    An Instant Power may cancel them before they are placed, and hands are hidden: so the host asks each time, out of
    courtesy where the tally is clear of death; who lives then with other wounds says so whenever it likes. With the
    supply of Dire declared empty no wound is taken, unless house rules say otherwise (AK-COMP-10).
    """
    if not wounds:
        return
    rules, words = CAUSES[cause]
    if "dire" in s.arena.exhausted and s.arena.rules.supply_dire_empty == "no_wound" and cause not in MOVED_DIRE:
        names = ", ".join(s.arena.names[seat] for seat in wounds)
        text = f"No Dire is left in the supply: {names} takes no wound {words}."
        report(log, "no-dire-left", ("AK-COMP-10", *rules), text, {"seats": [seat_id(seat) for seat in wounds]})
        return
    order = [seat for seat in s.in_round_order() if seat in wounds]
    for seat in order:
        text = f"{s.arena.heads[seat]} takes {counted(wounds[seat], 'wound')} {words}."
        report(log, "wounded", rules, text, {"seat": seat_id(seat), "wounds": wounds[seat], "cause": cause})
    s.stack.append(Surviving({seat_id(seat): wounds[seat] for seat in order}, cause, (), by))


def check_survive(s: ArenaSituation, seat: int, action: Survive) -> Refusal | None:
    """None unless the wounds said to be on the mat would have killed (AK-WOUND-02)."""
    lethal = s.lethal(seat)
    if action.wounds is not None and action.wounds >= lethal:
        name = s.arena.names[seat]
        return Refusal(
            "AK-WOUND-02", f"{name} at level {s.levels[seat]} is dead with {lethal} wounds; say less, or die."
        )
    return None


def do_survive(s: ArenaSituation, seat: int, action: Survive, log: Log) -> None:
    """The seat lives, with the wounds it names or those of the tally (AK-WOUND-04)."""
    asked = s.surviving()
    assert asked is not None
    reckoned = min(s.wounds[seat] + asked.wounds[seat_id(seat)], s.lethal(seat) - 1)
    s.wounds = replaced(s.wounds, seat, reckoned if action.wounds is None else action.wounds)
    text = f"{s.arena.heads[seat]} lives on with {counted(s.wounds[seat], 'wound')}."
    report(log, "survived", ("AK-WOUND-02", "AK-WOUND-04"), text, {"seat": seat_id(seat), "wounds": s.wounds[seat]})
    _answered(s, seat, asked, asked.died, log)


def do_die(s: ArenaSituation, seat: int, _: Die, log: Log) -> None:
    """The seat dies once everybody asked has answered: one batch, one moment (AK-WOUND-05)."""
    asked = s.surviving()
    assert asked is not None
    _answered(s, seat, asked, (*asked.died, seat_id(seat)), log)


def _answered(s: ArenaSituation, seat: int, asked: Surviving, died: tuple[str, ...], log: Log) -> None:
    left = {other: wounds for other, wounds in asked.wounds.items() if other != seat_id(seat)}
    if left:
        s.stack[-1] = Surviving(left, asked.cause, died, asked.by)
        return
    s.stack.pop()
    rules, words = CAUSES[asked.cause]
    seats = [other for other in s.in_round_order() if seat_id(other) in died]
    credit = CREDIT_RULE.get(asked.cause, "AK-KILL-06")
    kill(s, seats, ("AK-WOUND-02", *rules, credit), words, log, by=asked.by)
    if s.arena.rules.gem_collect_order[-1] != "dire":
        _take_the_rest(s, seat if asked.cause == "dire-tile" else None, log)


def _take_the_rest(s: ArenaSituation, last: int | None, log: Log) -> None:
    """By house rule Dire was taken before other things: who lives takes those now (AK-GEM-01, AK-GEM-08).

    Ylem alone may have been left under a full pool (AK-GEM-02): only ``last``, who has just answered, takes it.
    """
    for seat in s.arena.living():
        pile = s.arena.piles.get(s.arena.tiles[seat], EMPTY)
        if seat == last or any(pile._replace(ylem=0)):
            arrive(s, seat, log)


def take(s: ArenaSituation, seat: int, log: Log) -> int:
    """Take everything from the own tile and keep the tally of Ylem; returns the Dire gems (AK-GEM-06)."""
    taken = collect(s.arena, seat, log, UNLIMITED)
    s.taken = replaced(s.taken, seat, s.taken[seat] + taken.ylem)
    return taken.dire


def take_after_correction(s: ArenaSituation, before: ArenaSituation, log: Log) -> None:
    """Let whoever stands on gems or Bloodstones by now take them (AK-GEM-01)."""
    for seat, tile in enumerate(s.arena.tiles):
        if tile == OFF or tile == s.arena.omega:
            continue
        if tile != before.arena.tiles[seat]:
            s.taken = replaced(s.taken, seat, 0)
            _take_some(s, seat, UNLIMITED, log)
        while any(s.arena.piles.get(tile, EMPTY)._replace(ylem=0)):  # collecting pauses after Dire (AK-GEM-08)
            _take_some(s, seat, 0, log)


def _take_some(s: ArenaSituation, seat: int, ylem_room: int, log: Log) -> None:
    taken = collect(s.arena, seat, log, ylem_room)
    s.taken = replaced(s.taken, seat, s.taken[seat] + taken.ylem)
    s.wounds = replaced(s.wounds, seat, min(s.wounds[seat] + taken.dire, s.lethal(seat) - 1))


def receive(s: ArenaSituation, got: Spawned, log: Log) -> None:
    """Keep the tally of what has appeared under a miniature, and deal the wounds of Dire (AK-EVENT-04)."""
    assert got.seat is not None
    s.taken = replaced(s.taken, got.seat, s.taken[got.seat] + got.ylem)
    if got.dire:
        s.deal({got.seat: got.dire}, "dire-tile", log)


# --- positions -------------------------------------------------------------------------------------------


def validate(s: ArenaSituation, frame: Surviving, place: int) -> None:
    """Somebody on the board is asked, where wounds can be dealt (AK-WOUND-03)."""
    key, below = f"stack.{place}", s.stack[place - 1]
    need(below.may_wound or isinstance(below, Driven), key, "that cannot lie on the decision point below it")
    named = [*frame.wounds, *frame.died]
    need(frame.wounds, key, "somebody must be asked")
    need(len(set(named)) == len(named), key, "a seat is named twice")
    s.need_alive(key, *named)


def validate_driven(s: ArenaSituation, frame: Driven, place: int) -> None:
    """A forced move stops for the question who survives, before the next of its tiles (AK-GEM-06)."""
    key, top = f"stack.{place}", s.stack[-1]
    need(s.stack[place - 1].acting, key, "that cannot lie on the decision point below it")
    s.need_alive(key, frame.seat)
    need(frame.by, key, f"there is no seat {shown(frame.by)}")
    for tile in frame.way:
        need(not s.arena.occupied >> tile & 1, key, f"tile {tile:02d} is occupied")
        closed = tile == s.arena.omega and not s.arena.stones[s.numbers[frame.seat]]
        need(not closed, key, f"{frame.seat} may not come to the Omega Stone")
    need(isinstance(top, Surviving) and frame.seat in top.wounds, key, "it waits for a survive above it")
