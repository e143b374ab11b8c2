"""Validates the board of a position: counts, walls, stones, the index; names the key."""

from __future__ import annotations

from typing import Any

from ...contract import BadPosition, Result
from ...engine import need
from ...house_rules import shown
from .. import frames
from ..board import fire, omega_index
from ..board.geometry import EDGES, OPPOSITE
from ..components import GEMS, components
from ..facts.arena import OFF, STONES_IN_ALL
from ..facts.situation import NOBODY, Situation
from ..rounds.end_of_round import edge_of
from ..rounds.war import last_round, verdict


def walls(s: Situation) -> None:
    """Opposite strips leave the lines free that they must (AK-FIRE-08), and none burns in the war (AK-WAR-04)."""
    arena = s.arena
    if arena.war:
        need(not arena.walls.strip_mask, "walls", "there are none in the Omega War (AK-WAR-04)")
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
        need(free >= least, f"walls.{edge}", f"line {line} leaves fewer than {least} lines free (AK-FIRE-08)")


def off_board(s: Situation) -> None:
    """Refuse a seat off the board that is not dead, one that is dead on it, and one that lives behind a wall."""
    arena = s.arena
    dead = [fallen.seat for fallen in s.dead]
    need(len(set(dead)) == len(dead), "dead", "a seat is named twice")
    base = s.stack[0]
    pending: list[int] = []
    if isinstance(base, frames.EndOfRound) and base.moved and base.roll:
        pending = fire.overrun(arena, edge_of(s, base.roll))
    for seat, name in enumerate(s.settings.seats):
        tile = arena.tiles[seat]
        need((tile == OFF) == (seat in dead), f"seats.{name}.tile", "who is off the board is dead, and only they")
        if tile == OFF:
            back = frames.placing(s.stack) == name
            need(back or not arena.stones[seat], f"seats.{name}.bloodstones", "the dead carry none (AK-DEATH-02)")
            continue
        behind = arena.walls.behind_mask >> tile & 1
        allowed = arena.rules.fire_allow_move_behind_perpendicular or seat in pending
        need(not behind or allowed, f"seats.{name}.tile", f"{tile:02d} lies behind a Fire Wall (AK-FIRE-05)")
    for fallen in s.dead:
        if fallen.early:
            turned = arena.revenant[fallen.seat]
            need(turned or len(s.stack) > 1, "dead", "who returns early has turned Revenant (AK-REV-10)")
            need(s.turn != NOBODY or base.phase == "ending", "dead", "nobody returns early after a turn (AK-REV-10)")
    chosen = None not in arena.kings
    need(
        chosen != isinstance(base, frames.ChoosingKing), "seats", "every King is chosen before the game, and only then"
    )


def stones(s: Situation) -> None:
    """Four Bloodstones in all; set aside are no more than have not been handed out (AK-REV-11, AK-REV-12)."""
    arena = s.arena
    count = len(s.settings.seats)
    most = STONES_IN_ALL - count
    dead = {fallen.seat for fallen in s.dead if s.settings.seats[fallen.seat] != frames.placing(s.stack)}
    back = sum(revenant for seat, revenant in enumerate(arena.revenant) if seat not in dead)
    need(arena.aside >= 0, "seats", f"there are only {STONES_IN_ALL} Bloodstones (AK-COMP-04)")
    owed = sum(fallen.owed for fallen in s.dead)  # one who died earlier may return later, in player order (AK-FIRE-20)
    if arena.aside > max(0, most - back, owed):
        rule = "AK-REV-12" if count == 2 else "AK-REV-11"
        reason = f"{arena.aside} of {STONES_IN_ALL} are neither carried nor on the board; {count} players with {back} "
        raise BadPosition(f"bloodstones_aside: {reason}Revenants have {max(0, most - back)} set aside ({rule}).")
    due = min(arena.aside, len(dead))
    reason = f"of {arena.aside} Bloodstones set aside {due} come back with the dead, not {owed} (AK-REV-11, AK-REV-12)"
    need(owed == due, "dead", reason)
    if arena.die >= 0:
        name = s.settings.seats[arena.die]
        need(s.alive(arena.die), "ascended_die", f"{name} is dead and has dropped it (AK-LAST-05)")


def items(s: Situation, standing: bool) -> None:
    """Refuse items on tiles that there are not, that would lie in the fire, or that a miniature on them would have
    taken.

    ``standing``: miniatures may stand on anything.
    """
    arena, rules = s.arena, s.arena.rules
    for gem in GEMS:
        most = components().supply[gem]
        need(arena.lying(gem) <= most, "items", f"there are only {most} {gem.title()} gems (AK-COMP-04)")
    for tile, pile in arena.piles.items():
        where = f"items.{tile:02d}"
        if arena.walls.fire_mask >> tile & 1:
            need(
                not pile.bloodstones or not rules.fire_bloodstone_blocks_placement,
                where,
                "no Bloodstone lies in the fire (AK-FIRE-11)",
            )
            burnt = pile.gems - (pile.dire if rules.index_dire_transfer_behind_fire else 0) + pile.die
            need(
                not burnt or not rules.fire_placement_triggers_crossing, where, "nothing lies in the fire (AK-FIRE-15)"
            )
        seat = arena.occupant(tile)
        if seat is None or standing or (tile == arena.omega and s.stack[0].phase == "ending"):
            continue
        left = pile._replace(ylem=0)
        need(not any(left), where, f"{arena.names[seat]} stands there and would have taken all but Ylem (AK-GEM-01)")


def index(s: Situation) -> None:
    """The round dial shows what this game can have come to."""
    dial = s.arena.round_dial
    if s.settings.countdown:
        need(dial <= s.settings.rounds, "dials.round", f"the game began at {s.settings.rounds}")
        need(dial > 0 or s.arena.war, "dials.round", "at Omega the war has begun (AK-ROUND-03)")
    else:
        least = omega_index.FLIP_AT
        need(dial >= least, "dials.round", f"without a countdown the dial rests at {least} (AK-OMEGA-08)")


def war(s: Situation) -> None:
    """The Omega Stone and what is over in the war agree with the moment."""
    arena, base = s.arena, s.stack[0]
    placing = isinstance(base, frames.PlacingOmega)
    if arena.war:
        need(placing == (arena.omega == OFF), "omega_stone", "it lies on a tile once it is rolled (AK-WAR-05)")
        need(base.in_war, "stack.0", "that is over in the Omega War (AK-WAR-08, AK-WAR-09)")
    else:
        need(arena.omega == OFF, "omega_stone", "there is none before the Omega War")
        need(not placing and base.phase != "ending", "war", "that comes in the Omega War only")
    if arena.omega != OFF and base.phase != "ending":
        need(arena.occupant(arena.omega) is None, "omega_stone", "the game ends when somebody is there (AK-WAR-11)")


def omega_taken(s: Situation, omega: str) -> None:
    """Refuse a taken Omega Stone without its taker on it; nobody has it once the last round is over (AK-WAR-14)."""
    if omega:
        taker = s.numbers[omega]
        stands = s.arena.omega != OFF and s.arena.tiles[taker] == s.arena.omega
        need(stands, "stack.0.omega", f"{omega} is not on the Omega Stone's tile")
    else:
        need(
            0 < last_round(s) < s.round, "stack.0.omega", "somebody has taken it, or the last round is over (AK-WAR-14)"
        )


def decided(s: Situation, base: frames.BreakingTie | frames.Over) -> None:
    """Set the result of a game that is over; check that a tie names its seats (AK-SCORE-02)."""
    outcome, seats = verdict(s, base.omega), s.settings.seats
    if isinstance(base, frames.BreakingTie):
        tied = [] if isinstance(outcome, Result) else [seats[seat] for seat in outcome]
        need(list(base.seats) == tied, "stack.0.seats", f"the tied seats whose hands are missing are {tied}")
        return
    need(isinstance(outcome, Result), "hands", "the tied seats must have shown theirs (AK-SCORE-03)")
    if isinstance(outcome, Result):
        s.result = outcome


def seats_named(s: Situation, frame: Any, key: str) -> None:
    """Every seat that a frame names is one of the game; nobody only where somebody need not earn a bonus."""
    named = [getattr(frame, name) for name in ("seat", "who", "by", "omega") if hasattr(frame, name)]
    for several in ("passed", "targets", "seats", "wounds", "died"):
        found = getattr(frame, several, ())
        named += () if isinstance(found, int) else found
    for name in named:
        nobody = name == "" and "" in (getattr(frame, "by", None), getattr(frame, "omega", None))
        known = nobody or name in s.settings.seats
        need(known, key, f"there is no seat {shown(name)}")


def moment(s: Situation) -> None:
    """Refuse a turn that does not agree with what is under way."""
    base = s.stack[0]
    on_turn = base.phase == "turn"
    need(on_turn == (s.turn != NOBODY), "turn", "a seat in a turn, null between turns")
    if on_turn and not s.alive(s.turn):
        goes_on = base.acting and not s.arena.rules.turn_active_death_ends_turn
        name = s.settings.seats[s.turn]
        need(goes_on or base.brings_back, "turn", f"{name} is not on the board")
    need(not s.dead or base.with_dead, "dead", "the dead have returned by then (AK-REV-01)")
    war(s)
    if base.phase != "ending":
        need(not s.sheets, "sheets", "nobody scores before the end")
        need(not s.shown, "hands", "nobody shows a hand before a tie")
