"""Write a bot, and let it play against the one that chooses blindly.

A bot is an object with a name and a method `choose`; it sees its seat's view and its legal actions. To look ahead it
calls ``imagine(rng)``: a full state that its knowledge allows, which it may play on as it likes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from immolation import bots, games
from immolation.bots import Imagine
from immolation.games import Action, Decision


class FreeRunner:
    """Plays Cinders: runs where the most tiles can be reached next, and the rival has the fewest."""

    name = "free-runner"

    def choose(
        self,
        view: Mapping[str, Any],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """The action after which this seat has the most ways ahead of the others'."""

        def freedom(action: Action) -> tuple[int, float]:
            assert imagine is not None, "the host always lets a bot look ahead"
            state: Any = imagine(rng)
            state.apply(action)
            ways = {seat: sum(1 for _ in state.ways(seat)) for seat in state.seats}
            return 2 * ways[action.seat] - sum(ways.values()), rng.random()

        return max(actions, key=freedom)


def wins(rounds: int, seed: int = 1) -> int:
    """How many of ``rounds`` games of Cinders the bot wins against ``random``; the first move changes sides."""
    game, rng, won = games.load("cinders"), Random(seed), 0
    for number in range(rounds):
        mine, other = ("p1", "p2") if number % 2 else ("p2", "p1")
        players = {mine: FreeRunner(), other: bots.make("random", game, other)}
        state = game.new({"seats": 2})
        while deciders := state.deciders():
            seat = next(iter(deciders))
            state.apply(bots.choose(players[seat], state, seat, rng))
        result = state.outcome()
        won += result is not None and mine in result.winners
    return won


if __name__ == "__main__":
    print(f"free-runner won {wins(200)} of 200 games against random")
