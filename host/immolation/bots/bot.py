"""What a bot is: one choice at a time, from what its seat may know. Knows no ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from immolation.games import Action, Decision
from immolation.games.contract import Json


class Bot(Protocol):
    """Somebody who plays one seat. Remembers nothing between two choices."""

    name: str
    """As people type it: ``random``, ``arena``."""

    def choose(self, view: Mapping[str, Json], decision: Decision, actions: Sequence[Action], rng: Random) -> Action:
        """One of ``actions``, for the reason ``decision`` gives.

        ``view`` is the seat's own, ``actions`` all its legal actions (at least one), ``rng`` the only source of
        chance: the same four arguments always give the same action.
        """
        ...
