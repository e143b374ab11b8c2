"""Wounds, deaths and the way back: who is asked, what drops, how a Revenant returns. Knows no dial and no card."""

from __future__ import annotations

from typing import Final

from ..contract import Refusal
from . import placement
from .actions import Die, Place, RollPercentile, Survive
from .arena import (
    EMPTY,
    GONE,
    IN_BOX,
    OFF,
    UNLIMITED,
    Log,
    collect,
    counted,
    drop,
    lift,
    proximity,
    report,
    seat_id,
    spawn,
    stand,
    tile_of_roll,
)
from .components import Focus
from .fire import Wounds
from .frames import Acting, Cause, Placing, RollingReturn, Surviving, TurnOver
from .situation import Situation
from .war import reach_omega

CAUSES: Final[dict[Cause, tuple[tuple[str, ...], str]]] = {
    "explosion": (("AK-FIRE-16", "AK-FIRE-17"), "from exploding Pyre"),
    "fire-wall": (("AK-FIRE-04",), "from standing in a Fire Wall"),
    "blue-flame": (("AK-EVENT-02",), "from the blue flame"),
    "dire-tile": (("AK-GEM-04",), "from Dire on the tile"),
    "fire-step": (("AK-FIRE-06", "AK-MOVE-08"), "from walking in the fire"),
    "pushed": (("AK-INDEX-15", "AK-FIRE-06"), "from being pushed into the fire"),
    "moved": (("AK-FIRE-06",), "from being moved into the fire"),
    "swapped": (("AK-INDEX-11",), "from being swapped into the fire"),
    "dire-transfer": (("AK-INDEX-07",), "from Dire Transfer"),
}
"""What dealt wounds -> the rules that say so, and the words for it."""

CREDIT_RULE: Final[dict[Cause, str]] = {
    "dire-tile": "AK-KILL-05",
    "pushed": "AK-KILL-06",
    "dire-transfer": "AK-KILL-04",
}
"""Who earns a bonus for such a death; AK-KILL-06 (nobody) for all others."""

MOVED_DIRE: Final[tuple[Cause, ...]] = ("dire-tile", "dire-transfer")
"""Wounds whose Dire gem comes from a tile or another mat: they need no supply (AK-COMP-10)."""


# --- wounds ----------------------------------------------------------------------------------------------


def deal(s: Situation, wounds: Wounds, cause: Cause, log: Log, by: str = "") -> None:
    """Deal wounds in one batch (AK-WOUND-05) and ask everyone hit whether they live.

    An Instant Power may cancel them before they are placed, and hands are hidden: so the host asks each time. With
    the supply of Dire declared empty no wound is taken, unless house rules say otherwise (AK-COMP-10).
    """
    if not wounds:
        return
    rules, words = CAUSES[cause]
    if "dire" in s.arena.exhausted and s.arena.rules.supply_dire_empty == "no_wound" and cause not in MOVED_DIRE:
        names = ", ".join(s.arena.name(seat) for seat in wounds)
        text = f"No Dire is left in the supply: {names} takes no wound {words}."
        report(log, "no-dire-left", ("AK-COMP-10", *rules), text, seats=[seat_id(seat) for seat in wounds])
        return
    order = [seat for seat in s.in_round_order() if seat in wounds]
    for seat in order:
        text = f"{s.arena.name(seat)} takes {counted(wounds[seat], 'wound')} {words}."
        report(log, "wounded", rules, text, seat=seat_id(seat), wounds=wounds[seat], cause=cause)
    s.stack.append(Surviving({seat_id(seat): wounds[seat] for seat in order}, cause, (), by))


def would_die(s: Situation, seat: int, wounds: int) -> bool:
    """True if the tally says that ``wounds`` more kill (AK-WOUND-02)."""
    return s.wounds[seat] + wounds >= s.lethal(seat)


def check_survive(s: Situation, seat: int, action: Survive) -> Refusal | None:
    """None unless the wounds said to be on the mat would have killed (AK-WOUND-02)."""
    lethal = s.lethal(seat)
    if action.wounds is not None and action.wounds >= lethal:
        name = s.arena.name(seat)
        return Refusal(
            "AK-WOUND-02", f"{name} at level {s.levels[seat]} is dead with {lethal} wounds; say less, or die."
        )
    return None


def do_survive(s: Situation, seat: int, action: Survive, log: Log) -> None:
    """The seat lives, with the wounds it names or those of the tally (AK-WOUND-04)."""
    asked = s.surviving()
    assert asked is not None
    reckoned = min(s.wounds[seat] + asked.wounds[seat_id(seat)], s.lethal(seat) - 1)
    s.wounds[seat] = reckoned if action.wounds is None else action.wounds
    text = f"{s.arena.name(seat)} lives on with {counted(s.wounds[seat], 'wound')}."
    report(log, "survived", ("AK-WOUND-02", "AK-WOUND-04"), text, seat=seat_id(seat), wounds=s.wounds[seat])
    _answered(s, seat, asked, asked.died, log)


def do_die(s: Situation, seat: int, _: Die, log: Log) -> None:
    """The seat dies once everybody asked has answered: one batch, one moment (AK-WOUND-05)."""
    asked = s.surviving()
    assert asked is not None
    _answered(s, seat, asked, (*asked.died, seat_id(seat)), log)


def _answered(s: Situation, seat: int, asked: Surviving, died: tuple[str, ...], log: Log) -> None:
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


def _take_the_rest(s: Situation, last: int | None, log: Log) -> None:
    """By house rule Dire was taken before other things: who lives takes those now (AK-GEM-01, AK-GEM-08).

    Ylem alone may have been left under a full pool (AK-GEM-02): only ``last``, who has just answered, takes it.
    """
    for seat in s.arena.living():
        pile = s.arena.piles.get(s.arena.tiles[seat], EMPTY)
        if seat == last or any(pile._replace(ylem=0)):
            arrive(s, seat, log)


# --- death -----------------------------------------------------------------------------------------------


def kill(
    s: Situation,
    seats: list[int],
    rules: tuple[str, ...],
    words: str,
    log: Log,
    by: str = "",
    heir: int | None = None,
) -> None:
    """Seats die in one moment: first every miniature leaves (AK-DEATH-01), then what they carried drops (AK-DEATH-02).

    ``by``: who earns a bonus, empty for nobody. ``heir``: who takes the Bloodstones instead (AK-INDEX-20).
    """
    arena = s.arena
    bodies: list[tuple[int, int]] = []
    for seat in seats:
        tile = arena.tiles[seat]
        bodies.append((seat, tile))
        owed = arena.aside > sum(bonus for _, bonus in s.dead)
        s.dead.append((seat, owed))
        lift(arena, seat)
        s.wounds[seat] = s.taken[seat] = 0
        text = f"{arena.name(seat)} dies on {arena.number(tile)} {words}."
        bonus = by if by and by != seat_id(seat) else None
        report(log, "died", (*rules, "AK-DEATH-01"), text, seat=seat_id(seat), tile=tile, bonus=bonus)
    for seat, tile in bodies:
        if heir is not None:
            _inherit(s, seat, heir, log)
        drop(arena, seat, tile, log)
    if seats and arena.rules.last_king_when == "on_kill":
        crown(s, log)
    if s.turn in seats and isinstance(s.stack[0], Acting) and arena.rules.turn_active_death_ends_turn:
        s.stack[0] = TurnOver()
        text = f"the turn of {arena.name(s.turn)} ends with the death."
        report(log, "turn-cut-short", ("AK-ACTIVE-08",), text, seat=seat_id(s.turn))


def _inherit(s: Situation, seat: int, heir: int, log: Log) -> None:
    """Lancea and Revenant Curse hand over the Bloodstones (AK-INDEX-20), by house rule also the die (AK-INDEX-21)."""
    arena = s.arena
    stones = arena.stones[seat]
    if stones:
        arena.stones[seat] = 0
        arena.stones[heir] += stones
        text = f"{arena.name(heir)} takes {counted(stones, 'Bloodstone')} of {arena.name(seat)} at once."
        report(log, "bloodstones-taken", ("AK-INDEX-20",), text, seat=seat_id(heir), of=seat_id(seat), count=stones)
    if arena.die == seat and arena.rules.index_lancea_transfers_ascended_die:
        arena.die = heir
        text = f"{arena.name(heir)} takes the Ascended Die of {arena.name(seat)}."
        report(log, "die-taken", ("AK-INDEX-21",), text, seat=seat_id(heir), of=seat_id(seat))


def crown(s: Situation, log: Log) -> None:
    """The one player who still has a King takes the Ascended Die, once in a game (AK-LAST-01, AK-LAST-06)."""
    arena = s.arena
    if arena.die != IN_BOX:
        return
    dead = {seat for seat, _ in s.dead}
    kings = [seat for seat, revenant in enumerate(arena.revenant) if not revenant]
    if arena.rules.last_king_when == "on_kill":
        kings = [seat for seat in kings if seat not in dead]
    if len(kings) != 1 or arena.tiles[kings[0]] == OFF:
        return
    arena.die = kings[0]
    text = f"{arena.name(kings[0])} is the Last King Standing and takes the Ascended Die."
    report(log, "last-king", ("AK-LAST-01", "AK-LAST-06"), text, seat=seat_id(kings[0]))


def absorb(s: Situation, seat: int, log: Log) -> None:
    """The Ascended Die leaves the game and takes every wound of its holder along (AK-LAST-04)."""
    s.arena.die = GONE
    s.wounds[seat] = 0
    text = f"{s.arena.name(seat)} absorbs the Ascended Die: every Dire gem leaves the mat, and the die the game."
    report(log, "die-absorbed", ("AK-LAST-03", "AK-LAST-04"), text, seat=seat_id(seat))


# --- arriving on a tile ----------------------------------------------------------------------------------


def arrive(s: Situation, seat: int, log: Log) -> int:
    """Take what lies where the miniature now stands (AK-GEM-06); on the Omega Stone the game ends (AK-WAR-11).

    Returns the Dire gems taken; their wounds are still to be dealt.
    """
    if s.arena.tiles[seat] == s.arena.omega:
        reach_omega(s, seat, log)
        return 0
    taken = collect(s.arena, seat, log)
    s.taken[seat] += taken.ylem
    return taken.dire


def move(s: Situation, seat: int, tile: int, log: Log) -> int:
    """Put the miniature on ``tile`` and `arrive` there."""
    stand(s.arena, seat, tile)
    s.taken[seat] = 0
    return arrive(s, seat, log)


def spawn_rolled(s: Situation, value: int, gems: dict[Focus, int], rule: str, log: Log) -> None:
    """Spawn gems for a percentile roll, keep the tally of what was taken, and deal the wounds of Dire (AK-EVENT-04).

    Where Ylem was left under a miniature the pool is full, else it would be gone (AK-GEM-01): more stays there too.
    """
    roll = tile_of_roll(s.arena.rules.board_orientation)[value]
    full = s.arena.piles.get(proximity(s.arena, roll), EMPTY).ylem > 0
    got = spawn(s.arena, roll, gems, log, rule, ylem_room=0 if full else UNLIMITED)
    if got.seat is None:
        return
    s.taken[got.seat] += got.ylem
    if got.dire:
        deal(s, {got.seat: got.dire}, "dire-tile", log)


# --- the return ------------------------------------------------------------------------------------------


def begin_return(s: Situation, log: Log, in_round_order: bool) -> None:
    """The next of the dead turns Revenant and rolls for a tile (AK-REV-05, AK-REV-08).

    In the order of death after a turn (AK-REV-01), in player order in the End of Round (AK-FIRE-20).
    """
    dead = [seat for seat, _ in s.dead]
    seat = next(other for other in s.in_round_order() if other in dead) if in_round_order else dead[0]
    if not s.arena.revenant[seat]:
        king = s.arena.name(seat)
        s.arena.revenant[seat] = True
        text = f"{king} comes back as {s.arena.name(seat)}, still at level {s.levels[seat]}."
        report(log, "became-revenant", ("AK-REV-05",), text, seat=seat_id(seat), level=s.levels[seat])
    s.stack.append(RollingReturn(seat_id(seat)))


def do_roll_return(s: Situation, action: RollPercentile, log: Log) -> None:
    """Step 7 of the return: a Bloodstone set aside at setup comes along (AK-REV-11, AK-REV-12); then choose a tile."""
    frame = s.stack.pop()
    assert isinstance(frame, RollingReturn)
    seat = s.settings.seats.index(frame.seat)
    roll = tile_of_roll(s.arena.rules.board_orientation)[action.value]
    tile = proximity(s.arena, roll)
    name, where = s.arena.name(seat), s.arena.number(tile)
    for place, (other, owed) in enumerate(s.dead):
        if other == seat and owed:
            s.dead[place] = (seat, False)
            s.arena.aside -= 1
            s.arena.stones[seat] += 1
            rule = "AK-REV-12" if len(s.settings.seats) == 2 else "AK-REV-11"
            text = f"{name} returns with a Bloodstone that was set aside."
            report(log, "bloodstone-granted", (rule,), text, seat=frame.seat, count=1)
    moved = () if tile == roll else ("AK-PROX-03",)
    text = f"{name} returns on {where} or around it."
    report(log, "return-rolled", ("AK-REV-08", "AK-PROX-07", *moved), text, seat=frame.seat, roll=roll, tile=tile)
    s.stack.append(Placing(frame.seat, tile))


def placing_choices(s: Situation, frame: Placing) -> int:
    """The mask of tiles where the one who returns may be placed."""
    return placement.choices(s.arena, s.settings.seats.index(frame.seat), frame.tile)


def check_place(s: Situation, seat: int, action: Place) -> Refusal | None:
    """None if the Revenant may return there (AK-PROX-07 to AK-PROX-09, AK-REV-13)."""
    frame = s.stack[-1]
    assert isinstance(frame, Placing)
    if placing_choices(s, frame) >> action.tile & 1:
        return None
    arena, where = s.arena, s.arena.number(action.tile)
    blocker = arena.occupant(action.tile)
    if blocker is not None:
        return Refusal("AK-PROX-08", f"Tile {where} is occupied by {arena.name(blocker)}; choose a free tile.")
    if arena.walls.fire_mask >> action.tile & 1:
        return Refusal("AK-PROX-07", f"Tile {where} is covered in fire; choose one out of the fire.")
    if action.tile == arena.omega:
        return Refusal("AK-REV-13", f"Without a Bloodstone {arena.name(seat)} cannot return onto the Omega Stone.")
    return Refusal("AK-PROX-07", f"Tile {where} is not {arena.number(frame.tile)} or one of the tiles around it.")


def do_place(s: Situation, seat: int, action: Place, log: Log) -> None:
    """The Revenant is back and takes what lies on its tile, which may kill it again (AK-REV-08)."""
    s.stack.pop()
    s.dead = [entry for entry in s.dead if entry[0] != seat]
    text = f"{s.arena.name(seat)} is back on {s.arena.number(action.tile)}."
    report(log, "returned", ("AK-REV-08", "AK-PROX-07"), text, seat=seat_id(seat), tile=action.tile)
    dire = move(s, seat, action.tile, log)
    if s.result is None:
        crown(s, log)
    if dire:
        deal(s, {seat: dire}, "dire-tile", log)
