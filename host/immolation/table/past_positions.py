"""Looks back at a game: any past position as everybody saw it, and how numbers of the public view went.

Nothing here knows a seat's own view: what is told of the past is what all knew at that time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from immolation import bots
from immolation.games import State

from .history import ActionHistory, HistoryEntry

log = logging.getLogger(__name__)

EVERY = 32
"""Actions between two states that are kept: any position is at most so many actions from one of them."""

Path = tuple[str, ...]
"""Keys that lead to a number in a public view; ``*`` stands for every key or place of a list. Below `STANDINGS` is what
each seat would count if the game ended then."""

STANDINGS = "standings"
"""First key of a path into `State.standings`."""


class DecidingMoment(msgspec.Struct, frozen=True):
    """An action that changed much who would win, by the bots' evaluation."""

    number: int
    """Count of actions, this one included."""

    seat: str
    """A winner, or the first seat where nobody won; empty where it wins or loses with others."""

    before: int
    after: int
    """The chance of ``seat``, of 100."""

    text: str
    """The first sentence of what happened."""

    then: tuple[str, ...]
    """The sentences after it, as many as have room."""


class TurnTime(msgspec.Struct, frozen=True):
    """How long one turn took, the time of pauses left out."""

    begin: int
    """Count of actions when it began."""

    end: int
    seat: str
    ms: int


class Course(msgspec.Struct, frozen=True):
    """The course of a game, by the count of actions in effect: 0 is the start."""

    count: int
    rounds: list[tuple[int, Any]]
    """Count of actions -> round, where it changed."""

    turns: list[tuple[int, Any]]
    """Count of actions -> whose turn, where it changed."""

    seconds: dict[str, int]
    """Seat -> seconds that it was waited for; the time of a pause is nobody's."""

    numbers: dict[str, dict[str, list[tuple[int, int]]]]
    """Path -> what ``*`` stood for (keys joined by dots) -> count of actions and value, where it changed."""

    decided: list[DecidingMoment] = []
    """Of a game that is over."""

    turn_times: list[TurnTime] = []


class PastPosition(msgspec.Struct, frozen=True):
    """The position that everybody saw after so many actions."""

    number: int
    count: int
    """How many actions there are by now."""

    view: dict[str, Any]
    text: list[str]
    """What the last of these actions brought about."""


class PastPositions:
    """The past of one history. Extends itself as the game goes on, and forgets what was taken back.

    Its methods may run in threads: they are given the entries as they were when they were asked.
    """

    def __init__(self, history: ActionHistory) -> None:
        self.history = history
        self._lock = threading.Lock()
        self._kept: list[State] = []
        self._digests: list[str] = []
        """Of the history when its state was kept, to see what was taken back."""

    def moment(self, entries: Sequence[HistoryEntry], number: int) -> PastPosition:
        """The position after so many actions; after all of them where there are fewer."""
        number = min(number, len(entries))
        with self._lock:
            self._keep(entries, number)
            state = self._kept[number // EVERY].copy()
        for entry in entries[number - number % EVERY : number]:
            state.apply(entry.action)
        events = entries[number - 1].events if number else ()
        told = [event.text for event in events if event.text]
        return PastPosition(number, len(entries), state.view(None), told)

    def course(self, entries: Sequence[HistoryEntry], paths: Sequence[Path]) -> Course:
        """Follow these numbers, rounds and turns from the start to the last of the entries."""
        found = Course(len(entries), [], [], {}, {".".join(path): {} for path in paths})
        state = self.history.start()
        self._record(found, 0, state, paths)
        for number, entry in enumerate(entries, 1):
            state.apply(entry.action)
            self._record(found, number, state, paths)
        return msgspec.structs.replace(found, decided=self._decided(entries, state))

    def _decided(self, entries: Sequence[HistoryEntry], end: State) -> list[DecidingMoment]:
        """The moments that decided a game for a winner, or against the first seat; none before its end.

        They are weighed by what lay on the table, hidden hands included, which is why nobody hears of them earlier.
        """
        result = end.outcome()
        if result is None:
            return []
        seat = next(iter(result.winners), end.seats[0])
        alone = seat if len(end.allies(seat)) == 1 else ""
        state, chances = self.history.start(), list[float]()
        for entry in (None, *entries):
            if entry is not None:
                state.apply(entry.action)
            try:
                chance = bots.chance(state, seat)
            except Exception:  # a package's evaluation may fail in any way; the timeline goes on without it
                log.exception("What decided a game of %s was not found", state.game.name)
                return []
            if chance is None:
                return []
            chances.append(chance)
        return [
            DecidingMoment(one.number, alone, one.before, one.after, *_sentences(entries[one.number - 1]))
            for one in bots.decisive(chances, seat)
        ]

    def _record(self, found: Course, number: int, state: State, paths: Sequence[Path]) -> None:
        view = state.view(None)
        for told, value in ((found.rounds, view.get("round")), (found.turns, view.get("turn"))):
            if not told or told[-1][1] != value:
                told.append((number, value))
        for path in paths:
            lines = found.numbers[".".join(path)]
            counted = path[:1] == (STANDINGS,)
            for name, value in numbers_at(state.standings() if counted else view, path[1:] if counted else path):
                line = lines.setdefault(name, [])
                if not line or line[-1][1] != value:
                    line.append((number, value))

    def _keep(self, entries: Sequence[HistoryEntry], number: int) -> None:
        """Keep every `EVERY`th state up to this count of actions."""

        def digest(count: int) -> str:
            at = min(count, len(entries))
            return entries[at - 1].digest if at == count and at else ("" if at < count else self.history.start_digest)

        while self._kept and self._digests[-1] != digest(EVERY * (len(self._kept) - 1)):
            self._kept.pop()
            self._digests.pop()
        if not self._kept:
            self._kept.append(self.history.start())
            self._digests.append(digest(0))
        while len(self._kept) <= number // EVERY:
            done = EVERY * (len(self._kept) - 1)
            state = self._kept[-1].copy()
            for entry in entries[done : done + EVERY]:
                state.apply(entry.action)
            self._kept.append(state)
            self._digests.append(digest(done + EVERY))


TOLD: Final = 140
"""Signs of what is told of an action, unless its first sentence is longer."""


def _sentences(entry: HistoryEntry) -> tuple[str, tuple[str, ...]]:
    """Return the first sentence of what happened, and those after it that have room."""
    first, *others = [event.text for event in entry.events if event.text] or [""]
    then, room = [], TOLD - len(first)
    for text in others:
        room -= 1 + len(text)
        if room < 0:
            break
        then.append(text)
    return first, tuple(then)


def numbers_at(view: Any, path: Path, found: tuple[str, ...] = ()) -> Iterator[tuple[str, int]]:
    """The whole numbers that a path leads to, each with what ``*`` stood for.

    >>> list(numbers_at({"seats": {"p1": {"life": 3}, "p2": {"life": 5}}}, ("seats", "*", "life")))
    [('p1', 3), ('p2', 5)]
    """
    if not path:
        if type(view) is int:
            yield ".".join(found), view
        return
    first, rest = path[0], path[1:]
    if isinstance(view, Mapping):
        inner = [(str(key), value) for key, value in view.items() if first in ("*", key)]
    elif isinstance(view, list | tuple):
        inner = [(str(at), value) for at, value in enumerate(view) if first in ("*", str(at))]
    else:
        return
    for key, value in inner:
        yield from numbers_at(value, rest, (*found, key) if first == "*" else found)
