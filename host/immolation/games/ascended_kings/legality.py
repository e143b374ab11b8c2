"""Whether a position could stand on a table: counts, walls, miniatures, and what the game says it waits for.

Every refusal names the key. Knows the facts of a situation, not how it was written down.
"""

from __future__ import annotations

from ..contract import BadPosition, Result
from . import fire, frames, omega_index
from .arena import OFF, STONES_IN_ALL
from .components import GEMS, components
from .end_of_round import EVENT_GEMS, edge_of, steps_in_order
from .geometry import EDGES, OPPOSITE
from .options import shown
from .situation import NOBODY, ArenaSituation
from .war import koru, verdict

TURNS = (
    frames.Absorbing,
    frames.ChoosingState,
    frames.RollingYlem,
    frames.Acting,
    frames.Resting,
    frames.TurnOver,
)
ENDINGS = (frames.Scoring, frames.BreakingTie, frames.Over)
OPENINGS = (frames.ChoosingKing, frames.DrawingStart, frames.TurningEventDial, frames.RollingFirstYlem)


def _need(holds: bool, key: str, reason: str) -> None:
    if not holds:
        raise BadPosition(f"{key}: {reason}.")


def insist(s: ArenaSituation, standing: bool) -> None:
    """Raise BadPosition naming the key if the situation cannot be; sets the result of a game that is over."""
    _walls(s)
    _stack(s)
    _miniatures(s)
    _stones(s)
    _items(s, standing)
    _index(s)
    _moment(s)


# --- the board -------------------------------------------------------------------------------------------


def _walls(s: ArenaSituation) -> None:
    arena = s.arena
    if arena.war:
        _need(not arena.walls.strip_mask, "walls", "there are none in the Omega War (AK-WAR-04)")
    for edge in EDGES:
        line = arena.walls.line(edge)
        if line is None:
            continue
        lone = arena.walls.line(OPPOSITE[edge]) is None
        least = fire.LEAST_EXPOSED
        if lone and not arena.rules.fire_absent_wall_counts_as_edge:
            least = fire.LEAST_LONE
        ahead = arena.walls.line(OPPOSITE[edge])
        crossed = ahead is not None and (line >= ahead if edge in ("top", "left") else line <= ahead)
        free = -1 if crossed else fire.exposed(arena.walls, edge, line)
        _need(free >= least, f"walls.{edge}", f"line {line} leaves fewer than {least} lines free (AK-FIRE-08)")


def _miniatures(s: ArenaSituation) -> None:
    arena = s.arena
    dead = [seat for seat, _ in s.dead]
    _need(len(set(dead)) == len(dead), "dead", "a seat is named twice")
    top, base = s.stack[-1], s.stack[0]
    pending: list[int] = []
    if isinstance(base, frames.EndOfRound) and base.moved:
        pending = fire.overrun(arena, edge_of(s, base.roll))
    for seat, name in enumerate(s.settings.seats):
        tile = arena.tiles[seat]
        _need((tile == OFF) == (seat in dead), f"seats.{name}.tile", "who is off the board is dead, and only they")
        limit = s.lethal(seat)
        where, wounds = f"seats.{name}.wounds", s.wounds[seat]
        _need(wounds < limit, where, f"at level {s.levels[seat]} {limit} wounds kill (AK-WOUND-02)")
        if tile == OFF:
            _need(not s.wounds[seat] and not s.taken[seat], f"seats.{name}", "the dead have no wounds and took no Ylem")
            back = isinstance(top, frames.Placing) and top.seat == name
            _need(back or not arena.stones[seat], f"seats.{name}.bloodstones", "the dead carry none (AK-DEATH-02)")
            continue
        behind = arena.walls.behind_mask >> tile & 1
        allowed = arena.rules.fire_allow_move_behind_perpendicular or seat in pending
        _need(not behind or allowed, f"seats.{name}.tile", f"{tile:02d} lies behind a Fire Wall (AK-FIRE-05)")
    chosen = None not in arena.kings
    _need(
        chosen != isinstance(base, frames.ChoosingKing), "seats", "every King is chosen before the game, and only then"
    )


def _stones(s: ArenaSituation) -> None:
    arena = s.arena
    count = len(s.settings.seats)
    most = STONES_IN_ALL - count
    dead = {seat for seat, _ in s.dead if s.settings.seats[seat] != frames.placing(s.stack)}
    back = sum(revenant for seat, revenant in enumerate(arena.revenant) if seat not in dead)
    _need(arena.aside >= 0, "seats", f"there are only {STONES_IN_ALL} Bloodstones (AK-COMP-04)")
    owed = sum(bonus for _, bonus in s.dead)  # one who died earlier may return later, in player order (AK-FIRE-20)
    if arena.aside > max(0, most - back, owed):
        rule = "AK-REV-12" if count == 2 else "AK-REV-11"
        reason = f"{arena.aside} of {STONES_IN_ALL} are neither carried nor on the board; {count} players with {back} "
        raise BadPosition(f"bloodstones_aside: {reason}Revenants have {max(0, most - back)} set aside ({rule}).")
    _need(owed <= arena.aside, "dead", f"{owed} Bloodstones are owed, but {arena.aside} set aside")
    if arena.die >= 0:
        name = s.settings.seats[arena.die]
        _need(s.alive(arena.die), "ascended_die", f"{name} is dead and has dropped it (AK-LAST-05)")


def _items(s: ArenaSituation, standing: bool) -> None:
    arena, rules = s.arena, s.arena.rules
    for gem in GEMS:
        most = components().supply[gem]
        _need(arena.lying(gem) <= most, "items", f"there are only {most} {gem.title()} gems (AK-COMP-04)")
    asking = s.surviving() is not None
    for tile, pile in arena.piles.items():
        where = f"items.{tile:02d}"
        if arena.walls.fire_mask >> tile & 1:
            _need(
                not pile.bloodstones or not rules.fire_bloodstone_blocks_placement,
                where,
                "no Bloodstone lies in the fire (AK-FIRE-11)",
            )
            burnt = pile.gems - (pile.dire if rules.index_dire_transfer_behind_fire else 0) + pile.die
            _need(
                not burnt or not rules.fire_placement_triggers_crossing, where, "nothing lies in the fire (AK-FIRE-15)"
            )
        seat = arena.occupant(tile)
        if seat is None or standing or asking or (tile == arena.omega and isinstance(s.stack[0], ENDINGS)):
            continue
        left = pile._replace(ylem=0)
        _need(not any(left), where, f"{arena.name(seat)} stands there and would have taken all but Ylem (AK-GEM-01)")


def _index(s: ArenaSituation) -> None:
    dial = s.arena.round_dial
    if s.settings.countdown:
        _need(dial <= s.settings.rounds, "dials.round", f"the game began at {s.settings.rounds}")
        _need(dial > 0 or s.arena.war, "dials.round", "at Omega the war has begun (AK-ROUND-03)")
    else:
        least = omega_index.FLIP_AT
        _need(dial >= least, "dials.round", f"without a countdown the dial rests at {least} (AK-OMEGA-08)")


# --- the moment ------------------------------------------------------------------------------------------


def _stack(s: ArenaSituation) -> None:
    """Which decision point may lie on which; see `frames`."""
    base, *above = s.stack
    top = s.stack[-1]
    kinds = TURNS + ENDINGS + OPENINGS + (frames.EndOfRound, frames.PlacingOmega)
    _need(isinstance(base, kinds), "stack.0", "a game is never only there; see the README for what lies below")
    for place, frame in enumerate(above, 1):
        below = s.stack[place - 1]
        if isinstance(frame, frames.Surviving):
            fits = isinstance(below, (frames.Acting, frames.TurnOver, frames.EndOfRound, frames.Driven))
        elif isinstance(frame, frames.Driven):
            fits = isinstance(below, frames.Acting)
        elif isinstance(frame, (frames.RollingReturn, frames.Placing)):
            fits = isinstance(below, frames.TurnOver) or (
                isinstance(below, frames.EndOfRound) and below.next in ("return-now", "returns")
            )
        else:
            fits = False
        _need(fits, f"stack.{place}", "that cannot lie on the decision point below it")
        _frame(s, frame, f"stack.{place}")
    waits = not isinstance(top, (frames.TurnOver, frames.Driven))
    if isinstance(top, frames.EndOfRound):
        waits = top.next in ("roll", "roll-event")
    _need(waits, f"stack.{len(above)}", "nobody decides anything there; it goes on by itself")


def _frame(s: ArenaSituation, frame: frames.Frame, key: str) -> None:
    seats = s.settings.seats

    def living(name: str) -> None:
        _need(name in seats, key, f"there is no seat {shown(name)}")
        _need(s.alive(seats.index(name)), key, f"{name} is not on the board")

    if isinstance(frame, frames.Surviving):
        _need(bool(frame.wounds), key, "somebody must be asked")
        named = [*frame.wounds, *frame.died]
        _need(len(set(named)) == len(named), key, "a seat is named twice")
        for name in named:
            living(name)
        _need(frame.by in ("", *seats), key, f"there is no seat {shown(frame.by)}")
    elif isinstance(frame, frames.Driven):
        living(frame.seat)
        _need(frame.by in seats, key, f"there is no seat {shown(frame.by)}")
        for tile in frame.way:
            _need(not s.arena.occupied >> tile & 1, key, f"tile {tile:02d} is occupied")
            closed = tile == s.arena.omega and not s.arena.stones[seats.index(frame.seat)]
            _need(not closed, key, f"{frame.seat} may not come to the Omega Stone")
        top = s.stack[-1]
        _need(isinstance(top, frames.Surviving) and frame.seat in top.wounds, key, "it waits for a survive above it")
    elif isinstance(frame, (frames.RollingReturn, frames.Placing)):
        dead = {seats[seat]: owed for seat, owed in s.dead}
        _need(frame.seat in dead, key, f"{shown(frame.seat)} is not among the dead")
        _need(s.arena.revenant[seats.index(frame.seat)], key, f"{frame.seat} must be a Revenant by now (AK-REV-05)")
        if isinstance(frame, frames.Placing):
            _need(not dead[frame.seat], key, f"{frame.seat} has its Bloodstone by now (AK-REV-11)")
            burns = s.arena.walls.fire_mask >> frame.tile & 1
            _need(not burns, key, f"tile {frame.tile:02d} is covered in fire (AK-PROX-07)")


def _moment(s: ArenaSituation) -> None:
    arena, base = s.arena, s.stack[0]
    on_turn = isinstance(base, TURNS)
    _need(on_turn == (s.turn != NOBODY), "turn", "a seat in a turn, null between turns")
    if on_turn and not s.alive(s.turn):
        gone = isinstance(base, frames.TurnOver) or (
            isinstance(base, frames.Acting) and not arena.rules.turn_active_death_ends_turn
        )
        _need(gone, "turn", f"{s.settings.seats[s.turn]} is not on the board")
    if s.dead:
        late = isinstance(base, (frames.Acting, frames.TurnOver, *ENDINGS))
        late |= isinstance(base, frames.EndOfRound) and base.next != "roll"
        _need(late, "dead", "the dead have returned by then (AK-REV-01)")
    if isinstance(base, frames.Absorbing):
        _need(arena.die >= 0, "stack.0", "nobody holds the Ascended Die")
    _war(s)
    if isinstance(base, frames.EndOfRound):
        _end_of_round(s, base)
    if isinstance(base, ENDINGS):
        _ending(s, base)
    else:
        _need(not s.sheets, "sheets", "nobody scores before the end")
        _need(not s.shown, "hands", "nobody shows a hand before a tie")


def _war(s: ArenaSituation) -> None:
    arena, base = s.arena, s.stack[0]
    placing = isinstance(base, frames.PlacingOmega)
    if arena.war:
        _need(placing == (arena.omega == OFF), "omega_stone", "it lies on a tile once it is rolled (AK-WAR-05)")
        peace = (*OPENINGS, frames.RollingYlem, frames.EndOfRound)
        _need(not isinstance(base, peace), "stack.0", "that is over in the Omega War (AK-WAR-08, AK-WAR-09)")
    else:
        _need(arena.omega == OFF, "omega_stone", "there is none before the Omega War")
        _need(not placing and not isinstance(base, ENDINGS), "war", "that comes in the Omega War only")
    if arena.omega != OFF and not isinstance(base, ENDINGS):
        _need(arena.occupant(arena.omega) is None, "omega_stone", "the game ends when somebody is there (AK-WAR-11)")


def _end_of_round(s: ArenaSituation, base: frames.EndOfRound) -> None:
    rules = s.arena.rules
    immediate = rules.fire_immolation_return == "immediate"
    steps = steps_in_order(tuple(rules.fire_step_order), immediate)
    _need(base.next in steps, "stack.0.next", f"by these house rules there is no '{base.next}'")
    _need(
        (base.roll == 0) == (base.next == "roll"), "stack.0.roll", "0 before the Immolation Die is rolled, then 1 to 4"
    )
    at = steps.index(base.next)
    _need(not base.blasts or at <= steps.index("explosions"), "stack.0.blasts", "the explosions are over")
    _need(not base.moved or at <= steps.index("immolation"), "stack.0.moved", "who was overrun is dead by now")
    if base.roll:
        line = s.arena.walls.line(edge_of(s, base.roll))
        _need(line is not None or not base.moved, "stack.0.moved", "that Fire Wall is not on the board")
    if base.next == "roll-event":
        icon = omega_index.event(s.arena)
        _need(icon in EVENT_GEMS, "dials.event", "the blue flame rolls no percentile dice (AK-EVENT-02)")


def _ending(s: ArenaSituation, base: frames.Frame) -> None:
    assert isinstance(base, ENDINGS)
    seats = s.settings.seats
    _need(base.omega in seats, "stack.0.omega", f"there is no seat {shown(base.omega)}")
    taker = seats.index(base.omega)
    stands = s.arena.omega != OFF and s.arena.tiles[taker] == s.arena.omega
    _need(stands, "stack.0.omega", f"{base.omega} is not on the Omega Stone's tile")
    outright = s.arena.stones[taker] == STONES_IN_ALL
    for seat, sheet in s.sheets.items():
        most = 4 if s.arena.revenant[seat] else s.levels[seat] + 2
        _need(sheet.transmutations <= most, f"sheets.{seats[seat]}", f"at most {most} Transmutations (AK-SCORE-07)")
    complete = len(s.sheets) == len(seats)
    if isinstance(base, frames.Scoring):
        _need(not outright, "stack.0", f"{base.omega} has won outright (AK-WAR-11)")
        _need(not complete, "sheets", "when all are in, the game is over or tied")
        _need(not s.shown, "hands", "nobody shows a hand before a tie")
        return
    if not outright:
        _need(complete, "sheets", "every seat has scored by then")
    outcome = verdict(s, base.omega)
    tied = [] if isinstance(outcome, Result) else [seats[seat] for seat in outcome]
    best = max((koru(s, seat, base.omega)["total"] for seat in s.sheets), default=0)
    first = [seat for seat in s.sheets if koru(s, seat, base.omega)["total"] == best]
    tie = len(first) > 1 and all(seat in first for seat in s.shown)
    _need(not s.shown or tie, "hands", "only the tied show theirs (AK-SCORE-03)")
    if isinstance(base, frames.BreakingTie):
        _need(list(base.seats) == tied, "stack.0.seats", f"the tied seats whose hands are missing are {tied}")
        return
    _need(isinstance(outcome, Result), "hands", "the tied seats must have shown theirs")
    if isinstance(outcome, Result):
        s.result = outcome
