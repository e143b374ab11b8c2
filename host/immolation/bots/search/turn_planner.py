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
"""Situations that are thought on after each further action: those that look best."""

MOST_NEXT: Final = 24
"""Actions that are tried in each of them; where more are legal, so many are drawn."""

FEW: Final = 2
"""Ways to go, such as a state for the turn, that get plans of their own instead of sharing `BREADTH`."""

TOLL: Final = 0.004
"""Scales that each action of a plan costs, so that the shortest of equal plans is taken and none goes in a circle."""


class _Way(NamedTuple):
    """A situation within the turn."""

    lead: float
    first: int
    """Which first action leads here."""

    state: State


def plan(ahead: Lookahead) -> Followed:
    """Plan the turn of the seat with each first action as its beginning; a `Follow`.

    The value of each is the best lead at the end of a turn that begins with it; minus infinity where others looked so
    much better that no such turn was thought to its end, but never of all. What is still open when no more may be
    spent, but at least one for each first action, is weighed as if the turn ended there.
    """
    world, first, seat, weighed, dice = ahead.world, ahead.first, ahead.seat, ahead.evaluation, ahead.dice
    thought = _Thought(seat, weighed, dice, len(first), ahead.late)
    beside = [who for who in world.deciders() if who != seat]
    ways: list[_Way] = []
    for number, action in enumerate(first):
        state = world.copy()
        state.advance(action)
        thought.spent += 1
        goes_on = play_until_asked(state, seat, Random(dice), beside)
        way = _Way(lead(state, seat, weighed), number, state)
        if goes_on:
            ways.append(way)
        else:
            thought.note(way, 0)
    if len(first) <= FEW:
        share = max(0, ahead.most - thought.spent) // max(1, len(ways))
        for way in ways:
            thought.think_on([way], thought.spent + share)
    else:
        thought.think_on(ways, ahead.most)
    return Followed(thought.leads, thought.spent)


class _Thought:
    """One turn being planned."""

    def __init__(self, seat: str, weighed: Evaluation, dice: int, count: int, late: Callable[[], bool]) -> None:
        self.seat = seat
        self.weighed = weighed
        self.dice = dice
        self.late = late
        self.leads = [float("-inf")] * count
        self.spent = 0

    def note(self, way: _Way, actions: int) -> None:
        """The turn may end like this after so many actions beyond the first."""
        value = way.lead - TOLL * self.weighed.scale * actions
        if value > self.leads[way.first]:
            self.leads[way.first] = value

    def think_on(self, ways: list[_Way], most: int) -> None:
        """Add action after action to the best of ``ways`` until nothing is left to do or to spend."""
        for depth in range(1, self.weighed.plans + 1):
            found: list[_Way] = []
            for way in _best(ways):
                if self.spent >= most or self.late():
                    break
                found += self._steps(way, depth, most)
            if not found:
                break
            ways = found
        for way in ways:
            if self.leads[way.first] == float("-inf"):  # its end was not thought of: as if it came here
                play_until_asked(way.state, self.seat, Random(self.dice), resting=True)
                self.note(way._replace(lead=lead(way.state, self.seat, self.weighed)), self.weighed.plans)

    def _steps(self, way: _Way, depth: int, most: int) -> list[_Way]:
        """Every situation that one more action leads to; where it ends the turn, that is noted."""
        legal = list(without_undoing(way.state.legal_actions(self.seat), self.weighed))
        default = way.state.deciders()[self.seat].default
        if len(legal) > MOST_NEXT:
            legal = Random(self.dice).sample(legal, MOST_NEXT)
        if default is not None:  # the end of the turn comes first, so that a short budget sees it
            legal = [default, *(action for action in legal if action != default)]
        found: list[_Way] = []
        for action in legal:
            if self.spent >= most or self.late():
                break
            state = way.state.copy()
            state.advance(action)
            self.spent += 1
            goes_on = play_until_asked(state, self.seat, Random(self.dice))
            after = _Way(lead(state, self.seat, self.weighed), way.first, state)
            if goes_on:
                found.append(after)
            else:
                self.note(after, depth)
        return found


def _best(ways: Sequence[_Way]) -> list[_Way]:
    """The best ways on; of several that weigh the same, which are mostly the same in another order, the first."""
    kept: list[_Way] = []
    for way in sorted(ways, key=lambda way: (-way.lead, way.first)):
        if not kept or abs(kept[-1].lead - way.lead) > 1e-9:
            kept.append(way)
            if len(kept) == BREADTH:
                break
    return kept
