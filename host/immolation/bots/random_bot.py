"""The bot called ``random``: any legal action, each equally likely. Plays every ruleset and understands none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from immolation.games import Action, Decision, Game
from immolation.games.contract import Json

from .bot import Imagine


class UniformBot:
    """Chooses at random; for tests, and as the yardstick for every other bot."""

    name = "random"

    def __init__(self, game: Game, seat: str) -> None:
        self.game = game
        self.seat = seat

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """Return any of ``actions``; see `Bot.choose`."""
        return rng.choice(actions)
