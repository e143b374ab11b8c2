"""Writes a situation as a position, and sets one thing of it right."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...contract import Correct, Json
from ...correcting import set_right
from ...engine import may_add
from .. import stale_questions
from ..effects.effect import plain
from ..facts.situation import Situation
from ..frames import Round, Turn
from ..rounds.rounds import next_turn, order_at_start, with_order
from .from_json import read_position


def write_position(s: Situation) -> dict[str, Json]:
    """The whole situation; a round says whose turn comes next where the turn on it does not."""
    written: dict[str, Any] = s.to_json()
    base, turn = (*s.stack, None, None)[:2]
    if isinstance(base, Round) and isinstance(turn, Turn) and base.next != next_turn(s, turn):
        written["stack"][0]["next"] = base.next
    return written


def corrected(s: Situation, action: Correct) -> Situation:
    """A new situation with ``value`` at ``path``. Raises BadPosition."""
    whole = set_right(write_position(s), action, partial(may_add, Situation))
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


def _turned_over(whole: dict[str, Json], path: tuple[str, ...]) -> None:
    """Naming the card of a face-down aspect replaces its back, and the other way round."""
    place: Any = whole
    for key in path[:-1]:
        place = place[int(key)] if isinstance(place, list) else place[key]
    place.pop("blood" if path[-1] == "card" else "card", None)
