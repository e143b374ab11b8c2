"""Follows first actions into what everybody answers, ever deeper, where all lies open and nothing is left to chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import copysign
from random import Random
from typing import Final, NamedTuple

from immolation.bots.evaluation import DECIDED, lead
from immolation.games import Action, State

from .follow import Followed, Lookahead

PLIES: Final = 2
"""Actions that are followed beyond the first. An odd number of them misjudges who is about to act."""

BREADTH: Final = (0, 1, 6)
"""For each depth the answers that are thought on at each turn: those that look best to who gives them."""

HASTE: Final = 0.01
"""Scales by which a game that is decided an action later is less decided."""

OWN: Final = (0, 0, 2)
"""For each depth the own actions that are thought on beyond the first where more than two play."""

OWN_BREADTH: Final = 4
"""So many of them at each turn: those that look best."""

FIRST_BREADTH: Final = 6
"""Actions among more than two that are followed beyond the own next turn: those that stand best there."""

EQUAL: Final = 0.05
"""Scales within which it is drawn which of two actions is the better."""


class _Reached(NamedTuple):
    """The situation that one action leads to."""

    lead: float
    state: State


class _OutOfBudget(Exception):
    """No more may be spent."""


def replies(ahead: Lookahead) -> Followed:
    """Weigh each action by what is answered; a `Follow`.

    Of two who still play each does what is worst for the other. An action is looked at by itself, then with an answer,
    up to `PLIES`, as long as there is budget (alpha-beta in a beam as broad as the depth says). Each time the most
    promising come first; so a depth that is broken off counts for those it has reached, and the others are no better.

    Of more each does what stands best for itself one action later, for nobody plays against one alone. What others do
    is guessed, the worse the later it is: so how it stands at each own turn counts alike. A depth that is broken off
    does not count, for what is not reached may be better.
    """
    weighed = ahead.evaluation
    assert weighed.playing is not None
    thought = _Answers(ahead)
    ways = thought.ways(ahead.world, ahead.first)
    values = [way.lead + thought.chance() for way in ways]
    follow = thought.of_several if len(weighed.playing(ahead.world)) > 2 else thought.of_two
    return Followed(follow(ways, values), thought.spent)


class _Answers:
    """One look ahead."""

    def __init__(self, ahead: Lookahead) -> None:
        self.seat = ahead.seat
        self.weighed = ahead.evaluation
        self.most = ahead.most
        self.late = ahead.late
        self.breadth = BREADTH[min(ahead.depth, len(BREADTH) - 1)]
        self.own = OWN[min(ahead.depth, len(OWN) - 1)]
        self.slack = EQUAL * self.weighed.scale
        self.drawn = Random(ahead.dice)
        self.spent = 0

    def chance(self) -> float:
        """Draw what is added to a value, so that chance decides which of two equal ones is the better."""
        return self.slack * self.drawn.random()

    def of_two(self, ways: Sequence[_Reached], values: list[float]) -> list[float]:
        """Return the value of each way where two still play, given what they come to by themselves."""
        for plies in range(1, PLIES + 1):
            found: dict[int, float] = {}
            best = float("-inf")
            try:
                for number in _best_first(values):
                    found[number] = self.worth(ways[number], plies, best - self.slack, float("inf")) + self.chance()
                    best = max(best, found[number])
            except _OutOfBudget:
                return _in_order(found, len(ways)) if found else values
            values = _in_order(found, len(ways))
        return values

    def of_several(self, ways: Sequence[_Reached], values: list[float]) -> list[float]:
        """Return the value of each way where more still play, given what they come to by themselves."""
        most = len(ways)
        for turns in range(1, self.own + 2):
            before = values if turns > 1 else [0.0] * len(ways)
            try:
                found = {
                    number: before[number] + self.among(ways[number].state, turns) + self.chance()
                    for number in _best_first(values)[:most]
                }
            except _OutOfBudget:
                return values
            values, most = _in_order(found, len(ways)), FIRST_BREADTH
        return values

    def ways(self, state: State, actions: Sequence[Action], seat: str = "") -> list[_Reached]:
        """Return what each of the actions leads to, in their order, as it stands for a seat, else for the bot's."""
        found: list[_Reached] = []
        for action in actions:
            after = state.copy()
            after.advance(action)
            found.append(_Reached(lead(after, seat or self.seat, self.weighed), after))
        self.spent += len(found)
        return found

    def worth(self, way: _Reached, plies: int, least: float, most: float) -> float:
        """The lead that so many more actions come to, exact between ``least`` and ``most``."""
        who = next(iter(way.state.deciders()), None)
        if who is None:
            return way.lead
        if self.spent >= self.most or self.late():
            raise _OutOfBudget
        own = who == self.seat
        after = self.ways(way.state, way.state.legal_actions(who))
        pick = max if own else min
        if plies == 1:
            return self._sooner(pick([way.lead for way in after]))
        best = float("-inf") if own else float("inf")
        after.sort(key=lambda way: -way.lead if own else way.lead)
        for each in after[: self.breadth]:
            value = self._sooner(self.worth(each, plies - 1, least, most))
            best = pick(best, value)
            if own:
                least = max(least, best)
            else:
                most = min(most, best)
            if least >= most:
                break
        return best

    def among(self, state: State, turns: int) -> float:
        """The lead at the ``turns``-th own turn from here, the best own actions before it."""
        while (who := next(iter(state.deciders()), None)) is not None and who != self.seat:
            if self.spent >= self.most or self.late():
                raise _OutOfBudget
            state = max(self.ways(state, state.legal_actions(who), who), key=lambda way: way.lead).state
        if who is None or turns == 1:
            return lead(state, self.seat, self.weighed)
        after = sorted(self.ways(state, state.legal_actions(who)), key=lambda way: -way.lead)
        return self._sooner(max(self.among(way.state, turns - 1) for way in after[:OWN_BREADTH]))

    def _sooner(self, value: float) -> float:
        """A decided game counts a little less for each action until then."""
        scale = self.weighed.scale
        return value if abs(value) < DECIDED / 2 * scale else value - copysign(HASTE * scale, value)


def _best_first(values: Sequence[float]) -> list[int]:
    """Numbers of the values, the highest first."""
    return sorted(range(len(values)), key=lambda number: -values[number])


def _in_order(found: Mapping[int, float], count: int) -> list[float]:
    """Return the values of so many ways; minus infinity for those that were not followed."""
    return [found.get(number, float("-inf")) for number in range(count)]
