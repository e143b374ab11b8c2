"""View of the board, and of the arena track's tallies, JSON-ready: everybody may see it."""

from __future__ import annotations

from ...contract import CHANCE, Json
from .. import frames
from ..board import omega_index
from ..board.geometry import EDGES
from ..components import components
from ..facts.arena import OFF, items, seat_id
from ..facts.reporting import sentence
from ..facts.situation import NOBODY, ArenaSituation, Situation


def view(s: ArenaSituation, awaited: tuple[str, ...]) -> dict[str, Json]:
    """The public table, with who is ``awaited``; see docs/rulesets/ascended-kings.md for every key."""
    made = board_view(s, awaited)
    made["track"] = "arena"
    made["seats"] = {
        name: {**seat_view(s, seat), "level": s.levels[seat], "wounds": s.wounds[seat]}
        for seat, name in enumerate(s.settings.seats)
    }
    made["exhausted"] = sorted(s.arena.exhausted)
    made["wounds_dealt"] = frames.wounds_dealt(s.stack)
    return made


def board_view(s: Situation, asked: tuple[str, ...]) -> dict[str, Json]:
    """Return what both tracks show of board and moment, in a new table; ``asked``: who is awaited."""
    arena = s.arena
    top, base = s.stack[-1], s.stack[0]
    side = omega_index.side(arena)
    return {
        "ruleset": "ascended-kings",
        "turn": None if s.turn == NOBODY else seat_id(s.turn),
        "round": s.round,
        "rounds": s.settings.rounds,
        "countdown": s.settings.countdown,
        "over": s.result is not None,
        "start": seat_id(s.start),
        "war": arena.war,
        "asked": {name: "dice" if name == CHANCE else top.question for name in asked},
        "moment": base.tag,
        "state": base.state,
        "steps": s.steps,
        "walls": {edge: arena.walls.line(edge) for edge in EDGES},
        "items": items(arena.piles),
        "omega_stone": None if arena.omega == OFF else arena.omega,
        "bloodstones_aside": arena.aside,
        "dead": [seat_id(fallen.seat) for fallen in s.dead],
        "returning": [seat_id(fallen.seat) for fallen in s.dead if fallen.early],
        "dials": None
        if arena.war
        else {
            "side": side,
            "round": {
                "shows": arena.round_dial,
                "index": (omega_index.FRONT_FACES if side == "front" else omega_index.BACK_FACES).index(
                    arena.round_dial
                ),
                "front": list(omega_index.FRONT_FACES),
                "back": list(omega_index.BACK_FACES),
            },
            "event": {
                "shows": omega_index.event(arena),
                "index": arena.event_dial,
                "front": list(arena.rules.omega_event_dial_front),
                "back": list(arena.rules.omega_event_dial_back),
            },
        },
        "immolation_die": frames.immolation_roll(s.stack),
        "returns": frames.returning_to(s.stack),
        "sheets": {
            seat_id(seat): {"transmutations": sheet.transmutations, "ylem": sheet.ylem}
            for seat, sheet in sorted(s.sheets.items())
        },
    }


def seat_view(s: Situation, seat: int) -> dict[str, Json]:
    """Return what both tracks show of a character."""
    arena = s.arena
    king = arena.kings[seat]
    tile = arena.tiles[seat]
    return {
        "name": sentence(arena.names[seat]),
        "full_name": king.full_name if king is not None else seat_id(seat),
        "colour": components().colour.of(king.focus) if king is not None else components().colour.target,
        "king": king.key if king is not None else None,
        "focus": king.focus if king is not None else None,
        "form": "revenant" if arena.revenant[seat] else "king",
        "side": s.settings.sides[seat],
        "tile": None if tile == OFF else tile,
        "alive": tile != OFF,
        "bloodstones": arena.stones[seat],
        "die": arena.die == seat,
        "lethal": s.lethal(seat),
    }
