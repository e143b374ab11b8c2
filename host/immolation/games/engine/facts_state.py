"""A `StackState` whose whole situation is one record of facts: position, copies and corrections follow from it.

What a ruleset writes::

    class Race(Facts):                      # the position, key by key; `stack` and `result` among them
        seats: dict[str, Runner]
        stack: list[AnyFrame] = field(default_factory=lambda: [Choosing()])
        result: Any = derived("result", None)

    def race_from(position: Json) -> Race:  # read_record, then what no game could reach is refused
        ...

    class EmbersState(FactsState[Race]):
        points = POINTS                     # their functions take the Race, not the state

        def reread(self, position):
            return race_from(position)

and ``Game.from_position`` is ``EmbersState.resumed(self, race_from(current(self, position)))``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, Self, TypeVar

from ..contract import TABLE, Correct, Game, Json, Refusal
from ..correcting import in_words, place_in_words, refusal, set_right
from .events import EventLog, report
from .facts import Facts, Mark, marked
from .stack_state import StackState

F = TypeVar("F", bound=Facts)


class FactsState(StackState, Generic[F]):
    """One situation of a game, held as facts ``F`` that have a ``stack`` and a ``result``."""

    facts: F

    def __init__(self, game: Game, facts: F) -> None:
        self.game = game
        self.facts = facts

    @classmethod
    def resumed(cls, game: Game, facts: F) -> Self:
        """The state that a position describes, gone on by itself to the next decision; `State.begun` says how."""
        state = cls(game, facts)
        log: EventLog = []
        state.settle(log)
        state.begun = tuple(log)
        return state

    def copy(self) -> Self:
        """An independent state."""
        twin = object.__new__(type(self))
        twin._asking = twin._also_asked = None
        twin._table = self._table
        twin.game = self.game
        twin.facts = self.facts.copy()
        return twin

    def position(self) -> dict[str, Json]:
        """The facts as JSON."""
        return self.facts.to_json()

    # --- corrections -----------------------------------------------------------------------------------

    @abstractmethod
    def reread(self, position: dict[str, Json]) -> F:
        """The facts of a corrected position, without what is `Mark.COUNTED` and was not named. Raises BadPosition."""

    def addressed(self) -> dict[str, Json]:
        """The position as corrections name its places."""
        return self.position()

    def corrected(self, action: Correct) -> F:
        """The facts with one thing set right. Raises BadPosition."""
        whole = set_right(self.addressed(), action, lambda path: may_add(type(self.facts), path))
        named, counted = action.path[:1] or action.value, marked(type(self.facts), Mark.COUNTED)
        return self.reread({key: value for key, value in whole.items() if key in named or key not in counted})

    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be."""
        return refusal(action, lambda: self.corrected(action), lambda: self.view(None))

    def may_propose(self, seat: str, action: Correct) -> Refusal | None:
        """Say why a seat may not propose this: where anything is hidden, only numbers, flags and seats in the open.

        A seat is named where one stands, or nothing: its name is no card's.
        """
        path, kind = action.path, type(self.facts)
        secret = marked(kind, Mark.SECRET, Mark.OWN)
        own = len(path) > 2 and path[0] == "seats" and path[1] == seat and path[2] in marked(kind, Mark.OWN)
        hidden = bool(secret.intersection(path)) and not own
        plain = action.value is None or isinstance(action.value, int)
        plain = plain or (action.value in self.seats and _lies(self.addressed(), path) in (None, *self.seats))
        if secret and (hidden or not plain):
            said = "Cards may lie hidden there, so that only the host can set it right"
            return Refusal("TABLE", f"{said}: {place_in_words(path, self.view(None))}.")
        return None

    def do_correct(self, action: Correct, log: EventLog) -> None:
        """Set one thing right. What is hidden is told to its owner alone, and to nobody where it is not one seat's."""
        self.facts = self.corrected(action)
        self._forget()
        view, path = self.view(None), list(action.path)
        secret = marked(type(self.facts), Mark.SECRET, Mark.OWN)
        if action.path and not secret.intersection(action.path) and not _holds(action.value, secret):
            report(log, "corrected", "TABLE", in_words(action, view), path=path, value=action.value)
            return
        own = len(path) > 2 and path[0] == "seats" and path[2] in marked(type(self.facts), Mark.OWN)
        owner = action.path[1] if own else TABLE
        told = {} if owner == TABLE else {"path": path, "value": action.value}
        text = f"The table sets {place_in_words(action.path, view)} right."
        report(log, "corrected", "TABLE", text, {owner: told}, path=path)


def may_add(kind: type[Facts], path: tuple[str, ...]) -> bool:
    """True where a correction may name a key that is not there: of a field that is `Mark.GROWS`, or below it."""
    return not marked(kind, Mark.GROWS).isdisjoint(path)


def _lies(whole: Any, path: tuple[str, ...]) -> Json:
    """What a position holds at the end of a path; None where there is nothing."""
    for key in path:
        if isinstance(whole, Mapping):
            whole = whole.get(key)
        elif isinstance(whole, list) and key.isascii() and key.isdecimal() and len(key) < 5 and int(key) < len(whole):
            whole = whole[int(key)]
        else:
            return None
    return whole


def _holds(value: Any, secret: frozenset[str]) -> bool:
    """True if a secret lies somewhere in a corrected value."""
    if isinstance(value, Mapping):
        return any(key in secret or _holds(inner, secret) for key, inner in value.items())
    return isinstance(value, (list, tuple)) and any(_holds(inner, secret) for inner in value)
