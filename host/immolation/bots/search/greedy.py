"""The bot called ``greedy``: tries each action in an imagined state and takes what leaves it best off.

What is good is the ruleset's `Evaluation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Final

from immolation.bots.bot import Budget, Imagine, assumed
from immolation.bots.evaluation import Evaluation, evaluation, lead
from immolation.games import Action, Decision, Game, State
from immolation.games.contract import Json

from .rollout import play_until_asked

MOST_TRIED: Final = 160
"""Actions that are tried; where more are legal, so many are drawn, the default among them."""

FEW: Final = 6
"""Ways to go, such as a state for the turn, that are judged by where each leads next."""

MOST_NEXT: Final = 24
"""Actions that are looked at on each such way."""

WORLDS: Final = 3
"""Imagined states in which each action is tried, the same for all of them."""

MOST_WORLDS: Final = 40
"""The same for a bot that may think for longer; more would hardly change an average."""


class GreedyBot:
    """Looks one action ahead. The default wins ties, so that nobody shuffles to and fro for nothing."""

    name = "greedy"

    def __init__(self, game: Game, seat: str, budget: Budget | None = None) -> None:
        self.game = game
        self.seat = seat
        self.budget = budget
        """For a bot that may think for longer: more imagined states, down to fewer actions; None for `WORLDS`."""

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """The action after which the seat stands best, on average over a few imagined states."""
        if len(actions) == 1:
            return actions[0]
        weighed = evaluation(self.game.name)
        if imagine is None or weighed is None:
            return assumed(decision, actions, rng)
        worlds, most, seconds = WORLDS, MOST_TRIED, None
        if self.budget is not None:
            nodes, seconds = self.budget.nodes, self.budget.seconds
            most = MOST_TRIED if nodes is None else max(1, min(MOST_TRIED, nodes))
            worlds = MOST_WORLDS if nodes is None else max(1, min(MOST_WORLDS, nodes // min(len(actions), most)))
        tried = shortlist(actions, decision.default, rng, most)
        gains, stops = _gains(tried, self.seat, rng, imagine, weighed, worlds, seconds)
        if tried[0] == decision.default and stops:
            gains[0] = max(0.0, gains[0])  # to stop here is never worse than to go round in circles
        return max(zip(gains, range(len(tried), 0, -1), tried, strict=True), key=lambda entry: entry[:2])[2]


def shortlist(actions: Sequence[Action], default: Action | None, rng: Random, most: int) -> list[Action]:
    """At most ``most`` of ``actions`` in an order without meaning, the default first if it is among them."""
    found = list(actions) if len(actions) <= most else rng.sample(actions, most)
    rng.shuffle(found)
    if default is not None and (default in found or default in actions):
        found = [default, *(action for action in found if action != default)]
    return found[:most]


def _gains(
    tried: Sequence[Action],
    seat: str,
    rng: Random,
    imagine: Imagine,
    weighed: Evaluation,
    worlds: int,
    seconds: float | None,
) -> tuple[list[float], bool]:
    """What ``seat`` gains by each action, on average over imagined states that are alike for all.

    An action that leaves the turn with ``seat`` is compared with the situation as it is; one that ends it has the
    dice and the dangers of what follows in it, and is compared with the first action that does, the default if it can.
    So a turn goes on exactly as long as each action makes things better. Where the first, which is the default, does
    not end the turn, the actions are ways to go, and each is worth what it leads to next.

    The second value: whether the first action may pass for stopping. It may not where a situation is weighed as it
    stands, for then the matter goes on.
    """
    gains, stops, begun = [0.0] * len(tried), True, perf_counter()
    for done in range(worlds):
        if seconds is not None and done and (perf_counter() - begun) * (done + 1) / done > seconds:
            break  # another one would take too long
        world, dice = imagine(rng), rng.getrandbits(64)
        now, ended = lead(world, seat, weighed), None
        beside = [who for who in world.deciders() if who != seat]
        for number, action in enumerate(tried):
            state = world.copy()
            state.apply(action)
            goes_on = play_until_asked(state, seat, Random(dice), beside, weighed=weighed.weighed)
            value = lead(state, seat, weighed)
            if goes_on and ended is None and weighed.onward and len(tried) <= FEW:
                value = max(value, _next(state, seat, rng, dice, weighed))
            if not goes_on and ended is None:
                ended = value
            if goes_on and number == 0 and weighed.weighed:
                stops = False
            if goes_on and number == 0 and not weighed.onward:
                ended = now  # what ends the matter, as who cancels an attack does, is compared with letting it go on
            gains[number] += value - (now if goes_on or ended is None else ended)
    return gains, stops


def _next(world: State, seat: str, rng: Random, dice: int, weighed: Evaluation) -> float:
    """The best lead that one more action reaches without ending the turn."""
    legal = world.legal_actions(seat)
    if not legal:
        return lead(world, seat, weighed)  # a situation that is weighed as it stands, where somebody else is asked
    best = float("-inf")
    for action in legal if len(legal) <= MOST_NEXT else rng.sample(legal, MOST_NEXT):
        state = world.copy()
        state.apply(action)
        if play_until_asked(state, seat, Random(dice), weighed=weighed.weighed):
            best = max(best, lead(state, seat, weighed))
    return best
