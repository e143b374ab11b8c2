"""Sets one thing of a situation right."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ...contract import Correct
from ...correcting import set_right
from ...engine import Mark, marked, may_add
from .. import stale_questions
from ..facts.situation import Situation
from ..rounds.rounds import keep_order
from .from_json import read_position, write_position


def corrected(s: Situation, action: Correct) -> Situation:
    """A new situation with ``value`` at ``path``. Raises BadPosition."""
    named = action.path[:1] or (action.value if isinstance(action.value, Mapping) else ())
    as_it_is = not marked(Situation, Mark.COURSE).isdisjoint(named)
    before = s if as_it_is else stale_questions.at_rest(s)
    whole = set_right(write_position(before), action, partial(may_add, Situation))
    _take_away_others(whole, action.path, marked(Situation, Mark.EITHER))
    made = read_position(whole, decks=s.settings.decks)
    if not as_it_is:
        keep_order(made, s)
        stale_questions.resume(made, s)
    return made


def _take_away_others(whole: Any, path: tuple[str, ...], either: frozenset[str]) -> None:
    """Naming the card of a face-down aspect replaces its back, and the other way round."""
    if either.isdisjoint(path[-1:]):
        return
    place = whole
    for key in path[:-1]:
        place = place[int(key)] if isinstance(place, list) else place[key]
    for other in either.difference(path[-1:]):
        place.pop(other, None)
