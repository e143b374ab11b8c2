"""The bots called ``search``: information-set Monte Carlo tree search over states the seat can imagine.

Each walk begins in a new `Imagine`, never in the true state, so hidden cards fall differently every time, and what
other seats do unseen is drawn anew.

Where a ruleset's evaluation counts what is still to come, no tree is grown: the budget goes into more imagined states.

The tree is the searching seat's own: a rival's choice is learnt over all the hands it may hold, so a bluff is not seen
through. That is the price of learning something from a few hundred walks of a game with thousands of hands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import sqrt
from random import Random
from time import perf_counter
from typing import Final

from immolation.bots.bot import Budget, Imagine, assumed
from immolation.bots.evaluation import Evaluation, evaluation, win_chance
from immolation.games import CHANCE, Action, Decision, Event, Game, State
from immolation.games.contract import Json

from .greedy import (
    MOST_TRIED,
    WORLDS,
    GreedyBot,
    shortlist,
)
from .rollout import play_on, play_until_asked, sample_outcome
from .tree import (
    Edge,
    Node,
    name,
    perceived,
)
from .turn_planner import FEW, plan

CURIOSITY: Final = 0.35
"""Weight of what is not yet known against what looks good; gains are between 0 and 1."""

FIRST_LOOK: Final = 40
"""Actions at the root that are weighed one action ahead before the search, where somebody can weigh them."""

LOOK_SHARE: Final = 0.25
"""Part of the budget that this first look may take."""

WIDTH: Final = 4.0
"""A node visited n times has ``WIDTH * sqrt(n)`` actions on the tree at most: progressive widening."""

DEEPEST: Final = 60
"""Decisions on the tree in one walk."""

LONGEST_PLAYOUT: Final = 2_000
"""Actions after which a game that nobody can evaluate counts as even."""

MOST_PLANNED: Final = 60
"""First actions that plans begin with, where more are legal so many are drawn."""

FINALISTS: Final = 4
"""First actions that are planned anew in every further world."""

MOST_WORLDS: Final = 8
"""Imagined worlds after which a choice is made, however much time is left."""

MOST_NODES: Final = 4_000
"""Continuations after which a choice is made, however much time is left."""

STAY: Final = 0.008
"""Scales by which anything else must be better than what the decision assumes, so that nobody goes round in circles."""


class SearchBot:
    """Looks as far ahead as its budget allows."""

    def __init__(self, game: Game, seat: str, budget: Budget, name: str = "search:medium") -> None:
        self.game = game
        self.seat = seat
        self.budget = budget
        self.name = name
        self.clock: Callable[[], float] = perf_counter

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """The action that the search took most often."""
        if len(actions) == 1:
            return actions[0]
        if imagine is None:
            return assumed(decision, actions, rng)
        weighed = evaluation(self.game.name)
        if weighed is not None and weighed.plans:
            return self._by_plans(decision, actions, rng, imagine, weighed)
        if weighed is not None and not weighed.onward:
            # What is to come is in the weights already: a short walk beyond adds its chances and nothing else, where
            # the same time spent on more imagined hands makes the choice surer.
            return GreedyBot(self.game, self.seat, self.budget).choose(view, decision, actions, rng, imagine)
        begun, seconds, nodes = self.clock(), self.budget.seconds, self.budget.nodes

        def late(share: float = 1.0) -> bool:
            return seconds is not None and self.clock() - begun >= share * seconds

        search = _Search(self.seat, actions, rng, imagine, weighed)
        most = FIRST_LOOK if nodes is None else min(FIRST_LOOK, int(nodes * LOOK_SHARE))
        search.look(decision.default, most, lambda: late(LOOK_SHARE))
        search.walk()
        while not late() and (nodes is None or search.spent < nodes):
            search.walk()
        return search.best()

    def _by_plans(
        self, decision: Decision, actions: Sequence[Action], rng: Random, imagine: Imagine, weighed: Evaluation
    ) -> Action:
        """The action with the best plans for the turn, over as many imagined worlds as the budget allows.

        In a reaction window nothing can be planned: there it looks one action ahead, as ``greedy`` does.
        """
        begun, seconds = self.clock(), self.budget.seconds
        nodes = self.budget.nodes if self.budget.nodes is not None else MOST_NODES
        if decision.clock == "window" and nodes >= WORLDS * min(len(actions), MOST_TRIED):
            return GreedyBot(self.game, self.seat).choose({}, decision, actions, rng, imagine)
        left = shortlist(actions, decision.default, rng, max(1, min(MOST_PLANNED, nodes // 2)))
        totals = dict.fromkeys(range(len(left)), 0.0)
        if left[0] == decision.default and len(left) > FEW:
            totals[0] = STAY * weighed.scale
        spent = cost = worlds = 0
        numbers = list(totals)
        while worlds < MOST_WORLDS and spent + cost <= nodes:
            planned = plan(
                imagine(rng), [left[n] for n in numbers], self.seat, weighed, rng.getrandbits(64), nodes - spent
            )
            for number, value in zip(numbers, planned.leads, strict=True):
                totals[number] += value
            spent, cost, worlds = spent + planned.spent, max(cost, planned.spent), worlds + 1
            if seconds is not None and self.clock() - begun >= seconds * worlds / (worlds + 1):
                break
            numbers = sorted(numbers, key=lambda number: (-totals[number], number))[:FINALISTS]
        return left[max(numbers, key=lambda number: (totals[number], -number))]


class _Search:
    """One choice being thought over."""

    def __init__(
        self, seat: str, actions: Sequence[Action], rng: Random, imagine: Imagine, weighed: Evaluation | None
    ) -> None:
        self.seat = seat
        self.actions = actions
        self.rng = rng
        self.imagine = imagine
        self.weighed = weighed
        self.root = Node()
        self.untried: list[Action] = []
        """Actions of the root that are not on the tree yet, the most promising last."""
        self.guesses: dict[Hashable, float] = {}
        """What the first look said of an action of the root."""
        self.spent = 0
        """Imagined continuations so far."""

    def look(self, default: Action | None, most: int, late: Callable[[], bool]) -> None:
        """Weigh the root's actions one action ahead, so that the search begins with those that promise most."""
        order = shortlist(self.actions, default, self.rng, len(self.actions))
        looked: list[tuple[float, int]] = []
        if self.weighed is not None:
            world, dice = self.imagine(self.rng), self.rng.getrandbits(64)
            beside = [who for who in world.deciders() if who != self.seat]
            for number, action in enumerate(order[:most]):
                state = world.copy()
                state.apply(action)
                play_until_asked(state, self.seat, Random(dice), beside, resting=True)
                looked.append((win_chance(state, self.seat, self.weighed), -number))
                self.guesses[name(action)] = looked[-1][0]
                if late():
                    break
        self.spent += len(looked)
        self.untried = [*reversed(order[len(looked) :]), *(order[-number] for _, number in sorted(looked))]

    def walk(self) -> None:
        """Walk one imagined game down the tree, add what is new, and count what everybody on the way got."""
        self.spent += 1
        state, node, path = self.imagine(self.rng), self.root, list[tuple[Edge, str]]()
        edge, fresh = self._at_root()
        node.visits += 1
        path.append((edge, self.seat))
        seen = perceived(state.apply(edge.action), self.seat)
        while not fresh and len(path) < DEEPEST:
            events, who, legal = self._go_on(state)
            if who is None:
                break
            node = path[-1][0].after.setdefault((seen, perceived(events, self.seat)), Node())
            edge, fresh = self._at(node, legal)
            path.append((edge, who))
            seen = perceived(state.apply(edge.action), self.seat)
        self._finish(state, path[-1][1])
        gains = {who: win_chance(state, who, self.weighed) for who in {who: None for _, who in path}}
        for edge, who in path:
            edge.visits += 1
            edge.value += gains[who]

    def best(self) -> Action:
        """The action taken most often, and of those the one that fared best."""
        return max(self.root.edges.values(), key=lambda edge: (edge.visits, edge.mean)).action

    # --- one walk ------------------------------------------------------------------------------------

    def _at_root(self) -> tuple[Edge, bool]:
        """The action to try from the true situation: legal in every state the seat can imagine."""
        edges = list(self.root.edges.values())
        if self.untried and len(edges) < max(2, WIDTH * sqrt(self.root.visits)):
            action = self.untried.pop()
            guess = self.guesses.get(name(action))
            edge = self.root.add(Edge(action) if guess is None else Edge(action, guess, 1))
            edge.available += 1
            return edge, True
        return self._promising(edges), False

    def _at(self, node: Node, legal: Sequence[Action]) -> tuple[Edge, bool]:
        """The action to try at a node, and whether it is new there."""
        node.visits += 1
        edges = node.among(legal)
        if len(edges) < min(len(legal), max(1, WIDTH * sqrt(node.visits))):
            action = self.rng.choice(legal)
            while name(action) in node.edges:
                action = self.rng.choice(legal)
            edge = node.add(Edge(action))
            edge.available += 1
            return edge, True
        return self._promising(edges), False

    def _promising(self, edges: Sequence[Edge]) -> Edge:
        for edge in edges:
            edge.available += 1
        return max(edges, key=lambda edge: edge.bound(CURIOSITY))

    def _go_on(self, state: State) -> tuple[list[Event], str | None, Sequence[Action]]:
        """Let dice fall and take what is forced until somebody has a choice; None when the game is over."""
        events: list[Event] = []
        for _ in range(LONGEST_PLAYOUT):
            deciders = state.deciders()
            if not deciders:
                break
            who, decision = next(iter(deciders.items()))
            if who == CHANCE:
                events += state.apply(sample_outcome(decision, self.rng))
                continue
            legal = state.legal_actions(who)
            if len(legal) > 1:
                return events, who, legal
            events += state.apply(legal[0])
        return events, None, ()

    def _finish(self, state: State, who: str) -> None:
        """Play on until the turn of ``who``, the last to choose, is over: situations within a turn do not compare."""
        if self.weighed is None:
            play_on(state, self.rng, LONGEST_PLAYOUT)
            return
        play_on(state, self.rng, self.weighed.horizon)
        play_until_asked(state, who, self.rng, resting=True)
