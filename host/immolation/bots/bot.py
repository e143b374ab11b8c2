"""Interface of a bot: one choice at a time, from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Protocol

import msgspec

from immolation.games import Action, BadConfig, Decision, State
from immolation.games.contract import Json

Imagine = Callable[[Random], State]
"""A full state that the seat's knowledge allows, made anew at each call: ``State.sample``, never the true state."""


class Bot(Protocol):
    """A player of one seat. Remembers nothing between two choices."""

    name: str
    """The name that people type: ``random``, ``greedy``, ``search:hard``."""

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """Return one of ``actions`` for ``decision``.

        ``view`` is the seat's own, ``actions`` all its legal actions (at least one), ``rng`` the only source of
        chance, ``imagine`` the only way to look ahead: the same arguments always give the same action, unless the
        bot thinks by the clock. Without ``imagine`` a bot that looks ahead does what the decision assumes.
        """
        ...


class LazyView(Mapping[str, Json]):
    """A seat's view, made when it is first read: most bots read nothing of it, and views cost more than actions."""

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self._seat = seat

    @cached_property
    def _view(self) -> Mapping[str, Json]:
        return self._state.view(self._seat)

    def __getitem__(self, key: str) -> Json:
        return self._view[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._view)

    def __len__(self) -> int:
        return len(self._view)


def assumed(decision: Decision, actions: Sequence[Action], rng: Random) -> Action:
    """Choose for a bot that may not look ahead: the default of the decision, else any of ``actions``."""
    return decision.default if decision.default in actions else rng.choice(actions)  # type: ignore[return-value]


class Budget(msgspec.Struct, frozen=True):
    """The time or the nodes that a bot may spend on one choice; whatever runs out first ends it.

    Neither is for a bot whose level counts its worlds. Raises BadConfig for less than the least.
    """

    nodes: int | None = None
    """Imagined actions, at least 1. A budget of nodes alone gives the same choice on every machine."""

    seconds: float | None = None
    """Seconds of wall clock, above 0."""

    def __post_init__(self) -> None:
        if self.nodes is not None and self.nodes < 1:
            raise BadConfig(f"nodes must be at least 1, not {self.nodes}.")
        if self.seconds is not None and not self.seconds > 0:
            raise BadConfig(f"seconds must be above 0, not {self.seconds}.")
