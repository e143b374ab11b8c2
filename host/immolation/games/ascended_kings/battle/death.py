"""Deaths and the way back: what drops, who takes the Ascended Die, how a Revenant returns."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...contract import Refusal
from ...engine import need
from ..actions import Place, ReturnEarly, RollPercentile
from ..board import placement
from ..board.items import drop, lift, proximity, spawn, stand
from ..components import Focus
from ..facts.arena import GONE, IN_BOX, OFF, seat_id, tile_of_roll
from ..facts.reporting import Log, counted, replaced, report
from ..facts.situation import NOBODY, Fallen, Situation
from ..frames import Cause, Placing, RollingReturn, RollingYlem, TurnOver
from ..rounds.war import reach_omega

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
    "attack": (("AK-ATK-02", "AK-DEF-06"), "from an attack"),
    "ability": (("AK-DEF-02", "AK-DEF-03"), "from a card"),
    "curse": (("AK-INDEX-19",), "from a curse"),
}
"""What dealt wounds -> the rules that say so, and the words for it."""

CREDIT_RULE: Final[dict[Cause, str]] = {
    "dire-tile": "AK-KILL-05",
    "pushed": "AK-KILL-06",
    "dire-transfer": "AK-KILL-04",
    "attack": "AK-KILL-01",
    "ability": "AK-KILL-04",
    "curse": "AK-KILL-04",
}
"""Who earns a bonus for such a death; AK-KILL-06 (nobody) for all others."""

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
        owed = arena.aside > sum(fallen.owed for fallen in s.dead)
        s.dead = (*s.dead, Fallen(seat, owed))
        lift(arena, seat)
        s.left(seat)
        text = f"{arena.heads[seat]} dies on {arena.number(tile)} {words}."
        bonus = by if by and by != seat_id(seat) else None
        report(log, "died", (*rules, "AK-DEATH-01"), text, {"seat": seat_id(seat), "tile": tile, "bonus": bonus})
    for seat, tile in bodies:
        if heir is not None:
            _inherit(s, seat, heir, log)
        drop(arena, seat, tile, log)
    if seats and arena.rules.last_king_when == "on_kill":
        crown(s, log)
    if s.turn in seats:
        _cut_short(s, log)


def _cut_short(s: Situation, log: Log) -> None:
    """The player on turn is dead and does nothing more (AK-ACTIVE-08), unless by house rule in the Active State.

    In another state only a correction can kill: a miniature is set onto a Dire gem. What was under way is void then.
    """
    base = s.stack[0]
    if base.acting and s.arena.rules.turn_active_death_ends_turn:
        s.stack[0] = TurnOver()
    elif not (base.acting or base.brings_back):
        s.stack[:] = [TurnOver()]
    else:
        return
    text = f"The turn of {s.arena.names[s.turn]} ends with the death."
    report(log, "turn-cut-short", ("AK-ACTIVE-08",), text, {"seat": seat_id(s.turn)})


def _inherit(s: Situation, seat: int, heir: int, log: Log) -> None:
    """Lancea and Revenant Curse hand over the Bloodstones (AK-INDEX-20), by house rule also the die (AK-INDEX-21)."""
    arena = s.arena
    stones = arena.stones[seat]
    if stones:
        arena.stones = replaced(arena.stones, seat, 0)
        arena.stones = replaced(arena.stones, heir, arena.stones[heir] + stones)
        text = f"{arena.heads[heir]} takes {counted(stones, 'Bloodstone')} of {arena.names[seat]} at once."
        report(
            log,
            "bloodstones-taken",
            ("AK-INDEX-20",),
            text,
            {"seat": seat_id(heir), "of": seat_id(seat), "count": stones},
        )
    if arena.die == seat and arena.rules.index_lancea_transfers_ascended_die:
        arena.die = heir
        text = f"{arena.heads[heir]} takes the Ascended Die of {arena.names[seat]}."
        report(log, "die-taken", ("AK-INDEX-21",), text, {"seat": seat_id(heir), "of": seat_id(seat)})


def crown(s: Situation, log: Log) -> None:
    """The one player who still has a King takes the Ascended Die, once in a game (AK-LAST-01, AK-LAST-06).

    Who has turned Revenant early is not back for it (AK-REV-10).
    """
    arena = s.arena
    if arena.die != IN_BOX:
        return
    if arena.rules.last_king_when == "on_return" and any(fallen.early for fallen in s.dead):
        return
    dead = {fallen.seat for fallen in s.dead}
    kings = [seat for seat, revenant in enumerate(arena.revenant) if not revenant]
    if arena.rules.last_king_when == "on_kill":
        kings = [seat for seat in kings if seat not in dead]
    if len(kings) != 1 or arena.tiles[kings[0]] == OFF:
        return
    arena.die = kings[0]
    text = f"{arena.heads[kings[0]]} is the Last King Standing and takes the Ascended Die."
    report(log, "last-king", ("AK-LAST-01", "AK-LAST-06"), text, {"seat": seat_id(kings[0])})


def absorb(s: Situation, seat: int, log: Log) -> None:
    """The Ascended Die leaves the game and takes every wound of its holder along (AK-LAST-04)."""
    s.arena.die = GONE
    s.wiped(seat, log)
    text = f"{s.arena.heads[seat]} absorbs the Ascended Die: every Dire gem leaves the mat, and the die the game."
    report(log, "die-absorbed", ("AK-LAST-03", "AK-LAST-04"), text, {"seat": seat_id(seat)})


# --- arriving on a tile ----------------------------------------------------------------------------------


def arrive(s: Situation, seat: int, log: Log) -> int:
    """Take what lies where the miniature now stands (AK-GEM-06); on the Omega Stone the game ends (AK-WAR-11).

    Returns Dire gems taken whose wounds are still to be dealt.
    """
    if s.arena.tiles[seat] == s.arena.omega:
        reach_omega(s, seat, log)
        return 0
    return s.arrive(seat, log)


def move(s: Situation, seat: int, tile: int, log: Log) -> int:
    """Put the miniature on ``tile`` and `arrive` there."""
    stand(s.arena, seat, tile)
    return arrive(s, seat, log)


def spawn_rolled(s: Situation, value: int, gems: dict[Focus, int], rule: str, log: Log) -> None:
    """Spawn gems for a percentile roll; who stands there receives them, with the wounds of Dire (AK-EVENT-04)."""
    roll = tile_of_roll(s.arena.rules.board_orientation)[value]
    seat = s.arena.occupant(proximity(s.arena, roll))
    room = 0 if seat is None else s.ylem_room(seat)
    got = spawn(s.arena, roll, gems, log, rule, ylem_room=room)
    if got.seat is not None:
        s.receive(got, log)


# --- the return ------------------------------------------------------------------------------------------


def return_next(s: Situation, log: Log, in_round_order: bool) -> None:
    """The next of the dead begins to return.

    In the order of death after a turn (AK-REV-01), in player order in the End of Round (AK-FIRE-20).
    """
    dead = [fallen.seat for fallen in s.dead]
    s.begin_return(next(other for other in s.in_round_order() if other in dead) if in_round_order else dead[0], log)


def may_return_early(s: Situation, seat: int) -> bool:
    """True for a dead character between two actions of the turn in which it died (AK-REV-10), once."""
    fallen = s.fallen(seat)
    return fallen is not None and not fallen.early and _turn_goes_on(s)


def _turn_goes_on(s: Situation) -> bool:
    """True where a turn waits for somebody, with nothing under way, neither dice nor an action."""
    return s.turn != NOBODY and len(s.stack) == 1 and not isinstance(s.stack[0], (RollingYlem, TurnOver))


def check_return_early(s: Situation, seat: int, _: ReturnEarly) -> Refusal | None:
    """None for a dead character between two actions of the turn in which it died (AK-REV-10), once."""
    name, fallen = s.arena.names[seat], s.fallen(seat)
    if fallen is None:
        return Refusal("AK-REV-10", f"{name} is on the board; only the dead return.")
    if fallen.early:
        return Refusal("AK-REV-10", f"{name} has carried out steps 1 to 6; step 7 waits for the end of the turn.")
    if s.turn == NOBODY or isinstance(s.stack[0], TurnOver):
        return Refusal("AK-REV-01", f"The turn is over; {name} returns in the order of deaths.")
    if not _turn_goes_on(s):
        return Refusal("AK-REV-10", f"First what is under way is settled, then {name} may begin to return.")
    return None


def do_return_early(s: Situation, seat: int, _: ReturnEarly, log: Log) -> None:
    """Steps 1 to 6 while the turn goes on (AK-REV-10): step 7 keeps its place in the order of deaths (AK-REV-01)."""
    s.dead = tuple(replace(fallen, early=True) if fallen.seat == seat else fallen for fallen in s.dead)
    text = f"{s.arena.heads[seat]} begins to return while the turn of {s.arena.names[s.turn]} goes on."
    report(log, "return-begun", ("AK-REV-10",), text, {"seat": seat_id(seat)})
    s.return_early(seat, log)


def become_revenant(s: Situation, seat: int, log: Log) -> None:
    """Step 4 of the return: a King turns Revenant of the same focus and keeps its level (AK-REV-05)."""
    if s.arena.revenant[seat]:
        return
    king, level = s.arena.heads[seat], s.level(seat)
    s.arena.revenant = replaced(s.arena.revenant, seat, True)
    s.arena.rename()
    text = f"{king} comes back as {s.arena.names[seat]}, still at level {level}."
    report(log, "became-revenant", ("AK-REV-05",), text, {"seat": seat_id(seat), "level": level})


def do_roll_return(s: Situation, action: RollPercentile, log: Log) -> None:
    """Step 7 of the return: a Bloodstone set aside at setup comes along (AK-REV-11, AK-REV-12); then choose a tile."""
    frame = s.stack.pop()
    assert isinstance(frame, RollingReturn)
    seat = s.numbers[frame.seat]
    roll = tile_of_roll(s.arena.rules.board_orientation)[action.value]
    tile = proximity(s.arena, roll)
    name, where = s.arena.heads[seat], s.arena.number(tile)
    for place, fallen in enumerate(s.dead):
        if fallen.seat == seat and fallen.owed:
            s.dead = replaced(s.dead, place, replace(fallen, owed=False))
            s.arena.aside -= 1
            s.arena.stones = replaced(s.arena.stones, seat, s.arena.stones[seat] + 1)
            rule = "AK-REV-12" if len(s.settings.seats) == 2 else "AK-REV-11"
            text = f"{name} returns with a Bloodstone that was set aside."
            report(log, "bloodstone-granted", (rule,), text, {"seat": frame.seat, "count": 1})
    moved = () if tile == roll else ("AK-PROX-03",)
    text = f"{name} returns on {where} or around it."
    report(
        log,
        "return-rolled",
        ("AK-REV-08", "AK-PROX-07", *moved),
        text,
        {"seat": frame.seat, "roll": roll, "tile": tile},
    )
    s.stack.append(Placing(frame.seat, tile))


def placing_choices(s: Situation, frame: Placing) -> int:
    """The mask of tiles where the one who returns may be placed."""
    return placement.choices(s.arena, s.numbers[frame.seat], frame.tile)


def check_place(s: Situation, seat: int, action: Place) -> Refusal | None:
    """None if the Revenant may return there (AK-PROX-07 to AK-PROX-09, AK-REV-13)."""
    frame = s.stack[-1]
    assert isinstance(frame, Placing)
    if placing_choices(s, frame) >> action.tile & 1:
        return None
    arena, where = s.arena, s.arena.number(action.tile)
    blocker = arena.occupant(action.tile)
    if blocker is not None:
        return Refusal("AK-PROX-08", f"Tile {where} is occupied by {arena.names[blocker]}; choose a free tile.")
    if arena.walls.fire_mask >> action.tile & 1:
        return Refusal("AK-PROX-07", f"Tile {where} is covered in fire; choose one out of the fire.")
    if action.tile == arena.omega:
        return Refusal("AK-REV-13", f"Without a Bloodstone {arena.names[seat]} cannot return onto the Omega Stone.")
    return Refusal("AK-PROX-07", f"Tile {where} is not {arena.number(frame.tile)} or one of the tiles around it.")


def do_place(s: Situation, seat: int, action: Place, log: Log) -> None:
    """The Revenant is back and takes what lies on its tile, which may kill it again (AK-REV-08)."""
    s.stack.pop()
    s.dead = tuple(fallen for fallen in s.dead if fallen.seat != seat)
    text = f"{s.arena.heads[seat]} is back on {s.arena.number(action.tile)}."
    report(log, "returned", ("AK-REV-08", "AK-PROX-07"), text, {"seat": seat_id(seat), "tile": action.tile})
    dire = move(s, seat, action.tile, log)
    if s.result is None:
        crown(s, log)
    if dire:
        s.deal({seat: dire}, "dire-tile", log)


# --- positions -------------------------------------------------------------------------------------------


def validate_return(s: Situation, frame: RollingReturn | Placing, place: int) -> None:
    """Step 7 of the return of one who is dead and has turned Revenant (AK-REV-08)."""
    key, fallen = f"stack.{place}", s.fallen(s.numbers[frame.seat])
    need(fallen is not None, key, f"{frame.seat} is not among the dead")
    assert fallen is not None
    need(s.arena.revenant[fallen.seat], key, f"{frame.seat} must be a Revenant by now (AK-REV-05)")
    if isinstance(frame, Placing):
        need(not fallen.owed, key, f"{frame.seat} has its Bloodstone by now (AK-REV-11)")
        burns = s.arena.walls.fire_mask >> frame.tile & 1
        need(not burns, key, f"tile {frame.tile:02d} is covered in fire (AK-PROX-07)")


def validate_arena_return(s: Situation, frame: RollingReturn | Placing, place: int) -> None:
    """The same on the arena track, where the other steps of a return are up to people."""
    need(s.stack[place - 1].brings_back, f"stack.{place}", "that cannot lie on the decision point below it")
    validate_return(s, frame, place)
