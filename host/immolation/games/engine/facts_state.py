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

        def reread(self, position, named):
            return race_from(position)

and ``Game.from_position`` is ``EmbersState.resumed(self, race_from(current(self, position)))``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from ..contract import TABLE, Correct, Game, Json, Refusal
from ..correcting import path_text, refusal, set_right, short
from .events import EventLog, report
from .facts import Facts
from .stack_state import StackState

F = TypeVar("F", bound=Facts)


class FactsState(StackState, Generic[F]):
    """One situation of a game, held as facts ``F`` that have a ``stack`` and a ``result``."""

    facts: F

    sparse: ClassVar[frozenset[str]] = frozenset()
    """Tables of the position in which a correction may name a key that is not there yet."""

    secret: ClassVar[frozenset[str]] = frozenset()
    """Keys of the position whose values not everybody may read."""

    owned: ClassVar[frozenset[str]] = frozenset()
    """Those of them that stand below a seat and that the seat itself may read."""

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
        twin._awaited = twin._also_asked = None
        twin.game = self.game
        twin.facts = self.facts.copy()
        return twin

    def position(self) -> dict[str, Json]:
        """The facts as JSON."""
        return self.facts.to_json()

    # --- corrections -----------------------------------------------------------------------------------

    @abstractmethod
    def reread(self, position: dict[str, Json], named: frozenset[str]) -> F:
        """The facts of a corrected position; ``named`` are the keys of it that the correction set. Raises BadPosition.

        A deck that a position may leave out is taken out of it here unless it was named, so that a card put somewhere
        else comes off the deck.
        """

    def corrected(self, action: Correct) -> F:
        """The facts with one thing set right. Raises BadPosition."""
        whole = set_right(self.position(), action, lambda path: path[0] in self.sparse)
        return self.reread(whole, frozenset(action.path[:1] or action.value))

    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be."""
        return refusal(action, lambda: self.corrected(action))

    def do_correct(self, action: Correct, log: EventLog) -> None:
        """Set one thing right. What is hidden is told to its owner alone, and to nobody where it is not one seat's."""
        self.facts = self.corrected(action)
        where, path = path_text(action.path) or "the whole position", list(action.path)
        if action.path and not self.secret.intersection(action.path) and not self._hides(action.value):
            text = f"The table sets {where} right: {short(action.value)}."
            report(log, "corrected", "TABLE", text, path=path, value=action.value)
            return
        owner = action.path[1] if len(path) > 2 and path[0] == "seats" and path[2] in self.owned else TABLE
        told = {} if owner == TABLE else {"path": path, "value": action.value}
        report(log, "corrected", "TABLE", f"The table sets {where} right.", {owner: told}, path=path)

    def _hides(self, value: Any) -> bool:
        """True if a secret lies somewhere in a corrected value."""
        if isinstance(value, Mapping):
            return any(key in self.secret or self._hides(inner) for key, inner in value.items())
        return isinstance(value, (list, tuple)) and any(map(self._hides, value))
