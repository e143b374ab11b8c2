"""Plans a whole turn in an imagined state: which of some first actions leads to the best end of the turn.

The search is among one's own actions, where nobody else has a say; dice within the turn fall as one seed says, the
same for every plan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from immolation.bots.evaluation import Evaluation, lead
from immolation.games import State

from .follow import Followed, Lookahead, without_undoing
from .rollout import play_until_asked

BREADTH: Final = 3
"""Situations, those that look best, that are continued after each further action."""

MOST_NEXT: Final = 24
"""Actions that are tried in each of them; where more are legal, so many are drawn."""

FEW: Final = 2
"""At most so many first actions, such as the states of a turn, each get an equal part of the budget and a `BREADTH` of
their own."""

TOLL: Final = 0.004
"""Scales that each action of a plan costs, so that the shortest of equal plans wins and none goes in a circle."""


class _PlanNode(NamedTuple):
    """A situation within the turn."""

    lead: float
    first: int
    """The number of the first action that led here."""

    state: State


def plan(ahead: Lookahead) -> Followed:
    """Plan the turn of the seat with each first action as its beginning; a `Follow`.

    The value of each is the best lead at the end of a turn that begins with it; minus infinity, but never for all,
    where others looked so much better that no such turn was planned to its end. Turns that are still open when the
    budget runs out are weighed as if they ended there. At least one action is spent on each first action.
    """
    world, first, seat, weighed, dice = ahead.world, ahead.first, ahead.seat, ahead.evaluation, ahead.dice
    planner = _Planner(seat, weighed, dice, len(first), ahead.late)
    beside = [who for who in world.deciders() if who != seat]
    nodes: list[_PlanNode] = []
    for number, action in enumerate(first):
        state = world.copy()
        state.advance(action)
        planner.spent += 1
        goes_on = play_until_asked(state, seat, Random(dice), beside)
        node = _PlanNode(lead(state, seat, weighed), number, state)
        if goes_on:
            nodes.append(node)
        else:
            planner.note(node, 0)
    if len(first) <= FEW:
        share = max(0, ahead.most - planner.spent) // max(1, len(nodes))
        for node in nodes:
            planner.extend([node], planner.spent + share)
    else:
        planner.extend(nodes, ahead.most)
    return Followed(planner.leads, planner.spent)


class _Planner:
    """The plan of one turn: the best lead found for each first action, and the actions spent."""

    def __init__(self, seat: str, weighed: Evaluation, dice: int, count: int, late: Callable[[], bool]) -> None:
        self.seat = seat
        self.weighed = weighed
        self.dice = dice
        self.late = late
        self.leads = [float("-inf")] * count
        self.spent = 0

    def note(self, node: _PlanNode, actions: int) -> None:
        """Keep the lead of a node where the turn may end, after so many ``actions`` beyond the first, if it is best."""
        value = node.lead - TOLL * self.weighed.scale * actions
        if value > self.leads[node.first]:
            self.leads[node.first] = value

    def extend(self, nodes: list[_PlanNode], most: int) -> None:
        """Add action after action to the best of ``nodes`` until no turn is open or ``most`` actions are spent."""
        for depth in range(1, self.weighed.plans + 1):
            found: list[_PlanNode] = []
            for node in _best(nodes):
                if self.spent >= most or self.late():
                    break
                found += self._steps(node, depth, most)
            if not found:
                break
            nodes = found
        for node in nodes:
            if self.leads[node.first] == float("-inf"):  # no end was found: as if the turn ended here
                play_until_asked(node.state, self.seat, Random(self.dice), resting=True)
                self.note(node._replace(lead=lead(node.state, self.seat, self.weighed)), self.weighed.plans)

    def _steps(self, node: _PlanNode, depth: int, most: int) -> list[_PlanNode]:
        """Return the nodes that one more action leads to; those that end the turn are noted instead."""
        legal = list(without_undoing(node.state.legal_actions(self.seat), self.weighed))
        default = node.state.deciders()[self.seat].default
        if len(legal) > MOST_NEXT:
            legal = Random(self.dice).sample(legal, MOST_NEXT)
        if default is not None:  # the end of the turn comes first, so that a short budget sees it
            legal = [default, *(action for action in legal if action != default)]
        found: list[_PlanNode] = []
        for action in legal:
            if self.spent >= most or self.late():
                break
            state = node.state.copy()
            state.advance(action)
            self.spent += 1
            goes_on = play_until_asked(state, self.seat, Random(self.dice))
            after = _PlanNode(lead(state, self.seat, self.weighed), node.first, state)
            if goes_on:
                found.append(after)
            else:
                self.note(after, depth)
        return found


def _best(nodes: Sequence[_PlanNode]) -> list[_PlanNode]:
    """Return the `BREADTH` best nodes. Of equal ones, mostly the same actions in another order, the first stays."""
    kept: list[_PlanNode] = []
    for node in sorted(nodes, key=lambda node: (-node.lead, node.first)):
        if not kept or abs(kept[-1].lead - node.lead) > 1e-9:
            kept.append(node)
            if len(kept) == BREADTH:
                break
    return kept
