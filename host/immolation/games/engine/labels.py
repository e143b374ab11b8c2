"""Says on a button what an action does: a ruleset has one table, kind of action -> its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..contract import Action, Correct, Json
from ..correcting import place_in_words

View = Mapping[str, Json]

Words = Callable[[Any, View], str]
"""A few words for an action, from the keys of the view."""


def said_by(table: Mapping[type[Action], Words], action: Action, view: View) -> str:
    """The words of an action by its row of the table."""
    if isinstance(action, Correct):
        return correction(action, view)
    words = table.get(type(action))
    return words(action, view) if words is not None else type(action).__name__


def correction(action: Correct, view: View) -> str:
    """The words of a correction."""
    return f"Set {place_in_words(action.path, view)} right"


def name_of(view: View, seat: str) -> str:
    """Return what people call a seat; the seat itself where the view does not have it."""
    facts = view["seats"].get(seat)
    return str(facts["name"]) if facts is not None else seat
