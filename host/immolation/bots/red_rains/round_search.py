"""The bot called ``veteran``: plays Red Rains, and follows each choice to the end of the round.

Choices worth following are tried with several dice each and compared at one and the same moment, the beginning of the
next round. How an imagined round goes on is in `rollout_policy`, what is good in `evaluation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from immolation.bots.bot import Imagine, assumed
from immolation.bots.evaluation import lead
from immolation.games import Action, Decision, Game
from immolation.games.contract import Json
from immolation.games.red_rains.actions import AttackWith
from immolation.games.red_rains.state import RedRainsState

from .evaluation import AT_REST
from .rollout_policy import play_round, struck

ATTACKS: Final = 8
"""Attacks that are followed; where there are more ways, those that look best at once."""

TRIALS: Final = ((1, 99), (2, 4))
"""(worlds, choices) one after another: so many more ways the dice may fall, for so many choices that look best by
then. The dice of a world are the same for all of them."""


HASTE: Final = 0.01
"""What each action until then costs: of two ways to win the shorter is taken, for dice may fall otherwise."""


class VeteranBot:
    """Compares choices by how the table stands when the next round begins."""

    name = "veteran"

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
        """The action after which the players stand best when the next round begins, on average."""
        if len(actions) == 1:
            return actions[0]
        if imagine is None:
            return assumed(decision, actions, rng)
        world = imagine(rng)
        assert isinstance(world, RedRainsState)
        left = [(0.0, place, action) for place, action in enumerate(worth_following(world, actions))]
        for worlds, most in TRIALS:
            left = left[:most]
            for _ in range(worlds if len(left) > 1 else 0):
                dice = rng.getrandbits(64)
                left = [(total + self._tried(world, action, dice), place, action) for total, place, action in left]
            left.sort(key=lambda entry: (-entry[0], entry[1]))
        return left[0][2]

    def _tried(self, world: RedRainsState, action: Action, dice: int) -> float:
        state = world.copy()
        state.apply(action)
        steps = play_round(state, world.facts.round, Random(dice))
        return lead(state, self.seat, AT_REST) - HASTE * steps


def worth_following(state: RedRainsState, actions: Sequence[Action]) -> list[Action]:
    """All but the attacks that look worst, in the order of ``actions``."""
    attacks = [action for action in actions if isinstance(action, AttackWith)]
    if len(attacks) <= ATTACKS:
        return list(actions)
    best = sorted(attacks, key=lambda action: -struck(state.facts, action.units, action.target))[:ATTACKS]
    return [action for action in actions if not isinstance(action, AttackWith) or action in best]
