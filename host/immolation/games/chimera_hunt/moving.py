"""A hunter's move, and its return after a fall."""

from __future__ import annotations

from typing import Final

from ..ascended_kings.board.geometry import EVERY, king_distance, reach, tiles
from ..contract import Action, Refusal
from ..engine import EventLog, report
from .actions import Move
from .frames import Acting, Choosing
from .table import HuntTable

STEPS: Final = 3
"""Tiles of a move (HUNT-TURN-02)."""

SPRINT: Final = 2
"""Tiles that an Aria adds (HUNT-MOVE-04)."""

KEEP_OFF: Final = 2
"""A hunter returns more than so many tiles from the body (HUNT-FALL-01)."""


def walks(s: HuntTable, number: int) -> tuple[int, int]:
    """The tiles a hunter can move to, as masks: without a gem, and those for which an Aria is spent."""
    hunter, free = s.hunter(number), s.free
    if hunter.tile is None:
        near = 0
        for tile in tiles(free):
            near |= (king_distance(tile, s.hunt.body) > KEEP_OFF) << tile
        return near or free or sum(1 << tile for tile in s.hunt.walkers), 0  # HUNT-FALL-01
    steps = 1 if hunter.stunned else STEPS
    near = reach(hunter.tile, steps, EVERY & ~free)
    if s.in_fire(hunter.tile):
        near = (near & ~(1 << hunter.tile)) or near  # HUNT-MOVE-02
    if "aria" not in hunter.gems or hunter.stunned:
        return near, 0
    return near, reach(hunter.tile, steps + SPRINT, EVERY & ~free) & ~near & ~(1 << hunter.tile)


def waiting(s: HuntTable) -> list[int]:
    """The hunters who have not had their turn, by number; another one is first each round (HUNT-TURN-01)."""
    count = len(s.hunt.hunters)
    numbers = [(s.hunt.round - 1 + after) % count + 1 for after in range(count)]
    return [number for number in numbers if not s.hunter(number).done]


def moves(s: HuntTable, frame: Choosing, seat: str) -> list[Action]:
    """Every move with which a seat may begin a turn.

    Of one person's fallen hunters the first alone is offered: a board cannot tell which of them is put back.
    """
    found: list[Action] = []
    fallen = False
    for number in waiting(s):
        if s.owner(number) == seat and not (fallen and s.hunter(number).tile is None):
            near, far = walks(s, number)
            found += [Move(seat, number, tile) for tile in tiles(near | far)]
            fallen = fallen or s.hunter(number).tile is None
    return found


def check_move(s: HuntTable, frame: Choosing, action: Move) -> Refusal | None:
    """Say why a hunter may not be moved: another's, one that had its turn, over tiles that are not free.

    HUNT-TURN-01, HUNT-MOVE-01, HUNT-MOVE-02.
    """
    number = action.hunter
    if number > len(s.hunt.hunters) or s.owner(number) != action.seat:
        return Refusal("HUNT-SET-01", f"Hunter {number} is not moved by {s.name_of(action.seat)}.")
    if s.hunter(number).done:
        return Refusal("HUNT-TURN-01", f"Hunter {number} has had its turn of this round.")
    near, far = walks(s, number)
    if (near | far) >> action.tile & 1:
        return None
    hunter, where = s.hunter(number), f"{action.tile:02d}"
    if hunter.tile is None:
        return Refusal("HUNT-FALL-01", f"Return on a free tile more than two from the body, not on {where}.")
    if hunter.tile == action.tile:
        return Refusal("HUNT-MOVE-02", f"Hunter {number} stands in fire: leave it with this move.")
    if hunter.stunned:
        return Refusal("HUNT-STATE-01", f"Hunter {number} is stunned: move one tile at most, not to {where}.")
    return Refusal("HUNT-MOVE-01", f"No way of three free tiles leads hunter {number} to {where}.")


def do_move(s: HuntTable, frame: Choosing, action: Move, log: EventLog) -> None:
    """Move, by Aria where it is far (HUNT-MOVE-04), and take what lies there (HUNT-MOVE-03)."""
    number, hunter = action.hunter, s.hunter(action.hunter)
    start, far = hunter.tile, walks(s, action.hunter)[1]
    sprints = bool(far >> action.tile & 1)
    if sprints:
        hunter.gems.remove("aria")
    hunter.tile, hunter.stunned = action.tile, False
    where = f"{action.tile:02d}"
    if start is None:
        s.hunt.walkers = [tile for tile in s.hunt.walkers if tile != action.tile]
        report(log, "returned", "HUNT-FALL-01", f"Hunter {number} returns on {where}.", hunter=number, tile=action.tile)
    else:
        said = "stands still" if start == action.tile else f"sprints to {where}" if sprints else f"moves to {where}"
        rule = "HUNT-MOVE-04" if sprints else "HUNT-MOVE-01"
        report(log, "moved", rule, f"Hunter {number} {said}.", hunter=number, tile=action.tile, start=start)
    pick_up(s, number, log)
    s.then(Acting(number))


def pick_up(s: HuntTable, number: int, log: EventLog) -> None:
    """A hunter takes every Bloodstone on its tile, and tramples a seed (HUNT-MOVE-03)."""
    hunter, hunt = s.hunter(number), s.hunt
    assert hunter.tile is not None, "it stands"
    found = hunt.bloodstones.count(hunter.tile)
    if found:
        hunter.bloodstones += found
        hunt.bloodstones = [tile for tile in hunt.bloodstones if tile != hunter.tile]
        text = f"Hunter {number} picks up {found} Bloodstone{'s' * (found > 1)}."
        report(log, "picked-up", "HUNT-MOVE-03", text, hunter=number, stones=found)
    if hunter.tile in hunt.seeds:
        hunt.seeds.remove(hunter.tile)
        report(log, "trampled", "HUNT-MOVE-03", f"Hunter {number} tramples a seed.", tile=hunter.tile)
