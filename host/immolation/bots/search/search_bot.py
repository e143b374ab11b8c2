"""The bots that look ahead: all first actions are followed in one imagined world, then the best of them in the next.

A world is a state that the seat's knowledge allows, made anew each time, never the true one; hidden cards lie
differently in each. All actions of a world share the seed of its dice, so that their luck is the same. As the budget
is spent, ever fewer actions are followed, down to the best two: sequential halving (Karnin, Koren, Somekh 2013), by the
share of time or nodes that is spent.

The ruleset's `Evaluation` decides how a world is followed (`ways`): by everybody's answers, by its rollout policy for
some rounds, by planning the own turn, or one action ahead. Without an evaluation it is played at random to its end. No
tree is grown over the worlds: a second buys a hundred imagined rounds, and a choice may have a hundred actions. Where
people wait, a second process follows worlds meanwhile (`second_core`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from random import Random
from time import perf_counter
from typing import Final

from immolation.bots.bot import Budget, Imagine, assumed
from immolation.bots.evaluation import Policy, evaluation
from immolation.bots.levels import LEVELS, MOST_NODES, SearchLevel
from immolation.games import Action, Decision, Game, State
from immolation.games.contract import Json

from .follow import Lookahead, one_action, rollouts, shortlist, without_undoing
from .replies import replies
from .second_core import SearchTask, SecondCore
from .turn_planner import plan
from .ways import follow_for

MOST_TRIED: Final = 160
"""First actions that are followed; where more are legal, so many are drawn, the default among them."""

TRIED_SHARE: Final = 4
"""Nodes of a budget for each first action that is followed at all."""

MOST_LOOKS: Final = 40
"""Worlds in which actions are followed by one action; another one would hardly change an average."""

STAY: Final = 0.008
"""Scales by which anything else must be better than what the decision assumes, so that nobody goes round in circles."""


class SearchBot:
    """Looks as far ahead as its budget and its depth allow."""

    def __init__(
        self,
        game: Game,
        seat: str,
        budget: Budget,
        name: str = "search:medium",
        level: SearchLevel = LEVELS["search:medium"],
        *,
        hurried: Callable[[], bool] | None = None,
        second: SecondCore | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.budget = budget
        """Nodes or seconds for one choice; those of `level` are not read."""
        self.name = name
        self.level = level
        self.clock: Callable[[], float] = perf_counter
        self.hurried = hurried or _never
        """True as soon as somebody wants an answer now."""
        self.second = second
        """Another process that follows worlds meanwhile."""

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """Return the action after which the seat stands best, on average over the worlds."""
        level, weighed = self.level, evaluation(self.game.name, self.name)
        actions = without_undoing(actions, weighed)
        if len(actions) == 1:
            return actions[0]
        if imagine is None or (weighed is None and not level.depth):
            return assumed(decision, actions, rng)
        unthought = decision.kind in level.unthought
        by_policy = unthought or (not level.depth and level.worlds is None)
        if by_policy and weighed is not None and weighed.policy is not None:
            return weighed.policy.act(imagine(rng), self.seat, decision, rng)
        if unthought and decision.default in actions:
            return assumed(decision, actions, rng)
        follow = follow_for(weighed, level.depth, decision)
        begun, seconds = self.clock(), self.budget.seconds
        most_worlds = MOST_LOOKS if follow is one_action else 1 if follow is replies else MOST_NODES
        nodes = MOST_NODES if self.budget.nodes is None else self.budget.nodes
        spent = worlds = 0

        def used() -> float:
            if self.hurried():
                return 1.0
            return max(spent / nodes, 0.0 if seconds is None else (self.clock() - begun) / seconds)

        def late() -> bool:
            return used() >= 1

        first = imagine(rng)
        judged: Mapping[Action, float] = {}
        if weighed is not None and weighed.policy is not None and follow is rollouts:
            actions, judged = self._followed(weighed.policy, first, actions)
        most = MOST_TRIED if level.worlds or self.budget.nodes is None else nodes // TRIED_SHARE
        left = shortlist(actions, decision.default, rng, max(1, min(MOST_TRIED, most)))
        judgement = [judged.get(action, 0.0) for action in left]
        totals = [level.prior * value for value in judgement]
        if follow is plan and weighed is not None and left[0] == decision.default:
            totals[0] = STAY * weighed.scale
        alive = ranked = list(range(len(left)))

        def searched() -> SearchTask:
            return SearchTask(self.game, self.name, first.position(), self.seat, tuple(left), level.depth)

        with nullcontext() if self.second is None else self.second.searching(searched) as beside:
            while len(alive) > 1:
                ahead = Lookahead(
                    imagine(rng) if worlds else first,
                    [left[number] for number in alive],
                    self.seat,
                    weighed,
                    rng.getrandbits(64),
                    level.depth,
                    MOST_NODES if worlds and follow is not plan else nodes - spent,
                    _never if worlds else late,  # the first world may end early, the others treat all alike
                )
                if beside is not None and worlds:
                    beside.ask(alive, rng.getrandbits(64), ahead.most)
                found = [(tuple(alive), follow(ahead))]
                if beside is not None and (other := beside.answer()) is not None:
                    found.append(other)
                for places, followed in found:
                    spent, worlds = spent + followed.spent, worlds + 1
                    for number, value in zip(places, followed.values, strict=True):
                        totals[number] += value
                gone = used()
                ranked = sorted(alive, key=lambda number: (-totals[number], -judgement[number], number))
                if gone >= 1 or worlds >= (level.worlds or most_worlds):
                    break
                if level.worlds is None:
                    kept = {*ranked[: max(2, round(len(left) ** (1 - gone)))]}
                    if follow is one_action:
                        kept.add(0)  # what the others are compared with in every world
                    alive = [number for number in alive if number in kept]
        return left[ranked[0]]

    def _followed(
        self, policy: Policy, world: State, actions: Sequence[Action]
    ) -> tuple[Sequence[Action], Mapping[Action, float]]:
        """Return the actions to follow, and the policy's judgement of each where it has one.

        Where the policy ranks or judges them, they are no more than the level's breadth.
        """
        named = policy.worth_following(world, actions) or actions
        if policy.judge is None:
            return named if len(named) == len(actions) else named[: self.level.breadth], {}
        judged = policy.judge(world, named)
        return sorted(named, key=lambda action: -judged[action])[: self.level.breadth], judged


def _never() -> bool:
    return False
