"""The history of a game: the actions in effect, in order, and the states between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from immolation.games import Action, Event, Game, State
from immolation.games.contract import digest_of

KEEP = 256
"""Newest states kept for undo; older ones are played again from the start (milliseconds)."""


class HistoryEntry(msgspec.Struct, frozen=True):
    """One action in effect."""

    n: int
    """Its journal number; rises along the history, with gaps where other entries stand."""

    action: Action
    by: str
    """Who brought it: a seat, ``host``, ``bot``, ``dice``, ``clock`` or ``board``."""

    events: tuple[Event, ...]
    digest: str


class ActionHistory:
    """A game from its start to now, with every action that was not undone."""

    def __init__(
        self,
        game: Game,
        config: Mapping[str, Any],
        position: Mapping[str, Any] | None = None,
        *,
        first_edition: bool = False,
    ) -> None:
        """A new game by ``config``, or one that goes on from ``position``. Raises BadConfig or BadPosition.

        ``first_edition``: both are of the first edition of the ruleset, and all digests are those that it had.
        """
        self.game = game
        self._edition = game.edition(config if position is None else position) if first_edition else None
        if self._edition is not None:
            config = self._edition.first_config(config)
            position = None if position is None else self._edition.first_position(position)
        self._config = dict(config)
        self._position = position
        self.entries: list[HistoryEntry] = []
        self.state: State = self.start()
        self.digest = self._digest(self.state)
        self.start_digest = self.digest
        self._kept: dict[int, State] = {}

    def start(self) -> State:
        """The state before the first action, made anew."""
        return self.game.new(self._config) if self._position is None else self.game.from_position(self._position)

    def _digest(self, state: State) -> str:
        return state.digest() if self._edition is None else digest_of(self._edition.as_first(state.position()))

    @property
    def number(self) -> int:
        """The number of actions in effect. Randomness hangs on this, not on journal numbers, which pauses move on."""
        return len(self.entries)

    def attempt(self, action: Action) -> tuple[State, tuple[Event, ...], str]:
        """The state after ``action``, its events and its digest; the history itself does not change.

        Raises IllegalAction.
        """
        state = self.state.copy()
        events = tuple(state.apply(action))
        return state, events, self._digest(state)

    def extend(self, entry: HistoryEntry, state: State) -> None:
        """Take what `attempt` gave."""
        self._kept[self.number] = self.state
        self._kept.pop(self.number - KEEP, None)
        self.entries.append(entry)
        self.state = state
        self.digest = entry.digest

    def reaching(self, n: int) -> int:
        """Count the actions of this history that were in effect after journal entry ``n``."""
        count = self.number
        while count and self.entries[count - 1].n > n:
            count -= 1
        return count

    def undone_by(self, number: int) -> Sequence[HistoryEntry]:
        """Return what cutting the history to ``number`` actions would take back."""
        return self.entries[number:]

    def at(self, number: int) -> State:
        """The state after ``number`` actions; not to be changed by the caller."""
        if number == self.number:
            return self.state
        known = self._kept.get(number)
        if known is not None:
            return known
        state = self.start()
        for entry in self.entries[:number]:
            state.apply(entry.action)
        return state

    def cut(self, number: int) -> None:
        """Take back everything after the first ``number`` actions."""
        self.state = self.at(number)
        self.digest = self.entries[number - 1].digest if number else self.start_digest
        for later in [later for later in self._kept if later >= number]:
            del self._kept[later]
        del self.entries[number:]
