"""Writes a situation as JSON, and corrects one."""

from __future__ import annotations

from typing import Any

from ...contract import Correct, Json, Refusal
from ...correcting import path_text, refusal, set_right, short
from .. import stale_questions
from ..cards.printed_abilities import keywords_of
from ..effects.effect import plain
from ..facts.situation import CHIMERA, CardInPlay, Log, Seat, Situation, report
from ..frames import Round, Turn
from ..rounds.rounds import next_turn, order_at_start, with_order
from .from_json import read_position

OPEN = ("attached", "spells", "under", "lasting", "discard", "removed", "top", "cards", "text", "hand", "dice")
"""Tables of a position that may gain keys by a correction."""


def write_position(s: Situation) -> dict[str, Json]:
    """The whole situation, complete and stable: `from_json.read_position` gives the same situation again."""
    chimera = s.chimera
    return {
        "ruleset": "red-rains",
        "chimera": s.pack.given,
        "aspects": s.pack.aspect_set,
        "level": s.settings.level,
        "campaign": s.settings.campaign,
        "players": s.settings.players,
        "options": s.settings.rules.values(),
        "stage": s.stage,
        "round": s.round,
        "first": s.first,
        "passes": s.passes,
        "stuck": list(s.stuck),
        "guards": s.guards,
        "phase": s.phase,
        "red_rains": s.red_rains,
        "rage": s.rage,
        "ultimate_exhaustion": s.ultimate_exhaustion,
        "chimera_card": {
            "life": chimera.life,
            "wounds": chimera.wounds,
            "exhaustion": chimera.exhaustion,
            "attached": dict(chimera.attached),
            "spells": dict(chimera.spells),
            "under": dict(chimera.under),
            "lasting": dict(chimera.lasting),
            "dice": _dice(chimera),
        },
        "empties": s.empties,
        "fatigued": s.fatigued,
        "discard": dict(s.discard),
        "removed": dict(s.removed),
        "out": s.out,
        "top": dict(s.top),
        "hand": dict(s.hand) if s.hand is not None else None,
        "seats": {name: _seat(s, seat) for name, seat in s.seats_of.items()},
        "aside": [_elsewhere(body) for body in s.aside],
        "dying": [_elsewhere(body) for body in s.dying],
        "serial": s.serial,
        "stack": _stack(s),
    }


def _stack(s: Situation) -> list[Json]:
    """Decision points, the lowest first; a round says whose turn comes next where the turn on it does not."""
    written = [plain(frame) for frame in s.stack]
    base, turn = (*s.stack, None, None)[:2]
    if isinstance(base, Round) and isinstance(turn, Turn) and base.next != next_turn(s, turn):
        written[0]["next"] = base.next
    return written


def _seat(s: Situation, seat: Seat) -> dict[str, Json]:
    body = seat.body
    return {
        "name": body.name,
        "life": body.life,
        "attack": body.attack,
        "wounds": body.wounds,
        "exhaustion": body.exhaustion,
        "attached": dict(body.attached),
        "spells": dict(body.spells),
        "under": dict(body.under),
        "lasting": dict(body.lasting),
        "text": dict(body.keywords),
        "dice_on": _dice(body),
        "guard_used": seat.guard_used,
        "battlefield": seat.battlefield,
        "dice": dict(seat.dice) if seat.dice is not None else None,
        "cards": dict(seat.cards) if seat.cards is not None else None,
        "units": [card(unit) for unit in seat.units],
        "facing": [card(body) for body in s.fields[seat.name]],
    }


def _dice(body: CardInPlay) -> Json:
    """Dice on a card: a number where they are whose they usually are, else seat -> how many."""
    return dict(body.dice_of) if set(body.dice_of) - {body.usual} else body.dice


def card(body: CardInPlay) -> dict[str, Json]:
    """A card on a battlefield; an aspect by its id, or by its back alone while nobody has seen it."""
    facts: dict[str, Json] = {"ref": body.ref, "column": body.column}
    if body.kind == "aspect":
        if body.card is not None:
            facts["card"] = body.card.id
        else:
            facts["blood"] = body.blood
        facts["up"] = body.up
        if body.card is not None and body.keywords != keywords_of(body.card):
            facts["text"] = dict(body.keywords)
    else:
        facts |= {
            "name": body.name,
            "attack": body.attack,
            "life": body.life,
            "recover": body.recover,
            "text": dict(body.keywords),
            "notes": list(body.notes),
        }
    facts |= {
        "wounds": body.wounds,
        "exhaustion": body.exhaustion,
        "status": body.status,
        "dice": _dice(body),
        "attached": dict(body.attached),
        "spells": dict(body.spells),
        "under": dict(body.under),
        "lasting": dict(body.lasting),
    }
    if body.owner not in (CHIMERA, body.side):
        facts["owner"] = body.owner
    return facts


def _elsewhere(body: CardInPlay) -> dict[str, Json]:
    """A card that has left its battlefield, with where it was."""
    return {**card(body), "side": body.side, "home": body.home}


# --- corrections -----------------------------------------------------------------------------------------


def check_correct(s: Situation, action: Correct) -> Refusal | None:
    """None if the corrected situation is one that can be."""
    return refusal(action, lambda: _corrected(s, action))


def do_correct(s: Situation, action: Correct, log: Log) -> None:
    """Set one thing right, in the sight of all."""
    made = _corrected(s, action)
    made.copy_of(s)
    where = path_text(action.path) or "the whole position"
    text = f"The table sets {where} right: {short(action.value)}."
    report(log, "corrected", "TABLE", text, path=list(action.path), value=action.value)


def _corrected(s: Situation, action: Correct) -> Situation:
    """A new situation with ``value`` at ``path``."""
    whole = set_right(write_position(s), action, _may_add)
    if action.path[-1:] in (("card",), ("blood",)):
        _turned_over(whole, action.path)
    if action.path[:1] == ("stack",) or (not action.path and "stack" in action.value):
        return read_position(whole)
    stale = stale_questions.is_stale(s)
    if stale:  # what is asked need not fit what is true now: it is asked anew
        whole["stack"][-1] = plain(stale_questions.rest_frame(s))
    made = read_position(whole)
    if isinstance(s.stack[0], Round):
        made.stack[0] = with_order(made, s.stack[0], *order_at_start(s))
    if stale:
        made.replace_top(s.stack[-1])
        stale_questions.ask_again(made)
    return made


def _may_add(path: tuple[str, ...]) -> bool:
    if len(path) > 1 and path[-2] in OPEN:
        return True
    return len(path) > 3 and path[-3] in ("units", "facing") and path[-1] in ("card", "blood")


def _turned_over(whole: dict[str, Json], path: tuple[str, ...]) -> None:
    """Naming the card of a face-down aspect replaces its back, and the other way round."""
    place: Any = whole
    for key in path[:-1]:
        place = place[int(key)] if isinstance(place, list) else place[key]
    place.pop("blood" if path[-1] == "card" else "card", None)
