"""Values first actions by the answers of all players, ever deeper, in games without secrets and dice."""

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
"""Depth -> the answers that are followed at each turn: those that look best to the one who answers."""

HASTE: Final = 0.01
"""Scales that a decided game counts less for each action until it is decided, so that wins come soon, losses late."""

OWN: Final = (0, 0, 2)
"""Depth -> the own actions that are followed beyond the first where more than two play."""

OWN_BREADTH: Final = 4
"""Own actions that are followed at each of these turns: those that look best."""

FIRST_BREADTH: Final = 6
"""First actions that are followed beyond the own next turn where more than two play: those that stand best there."""

EQUAL: Final = 0.05
"""Scales by which two actions may differ and yet be drawn by lot."""


class _Reached(NamedTuple):
    """The situation that one action leads to."""

    lead: float
    state: State


class _OutOfBudget(Exception):
    """No more may be spent."""


def replies(ahead: Lookahead) -> Followed:
    """Value each first action by the answers to it; a `Follow`.

    Where two still play, each is taken to do what is worst for the other: alpha-beta in a beam (`BREADTH`), first by
    the action alone, then with one more answer at a time up to `PLIES`, as long as there is budget. The most promising
    actions come first, so a depth that the budget breaks off still counts for the actions it has reached.

    Where more play, each is taken to do what stands best for itself one action later, for nobody plays against one
    alone. Guesses about later turns are worse, so the leads at all own turns are added with equal weight. A depth that
    is broken off does not count, for the actions it has not reached may be better.
    """
    weighed = ahead.evaluation
    assert weighed.playing is not None
    search = _ReplySearch(ahead)
    ways = search.successors(ahead.world, ahead.first)
    values = [search.drawn(way.lead) for way in ways]
    follow = search.of_several if len(weighed.playing(ahead.world)) > 2 else search.of_two
    return Followed(follow(ways, values), search.spent)


class _ReplySearch:
    """One search through answers: its bounds, and what it has spent."""

    def __init__(self, ahead: Lookahead) -> None:
        self.seat = ahead.seat
        self.weighed = ahead.evaluation
        self.most = ahead.most
        self.late = ahead.late
        self.breadth = BREADTH[min(ahead.depth, len(BREADTH) - 1)]
        self.own = OWN[min(ahead.depth, len(OWN) - 1)]
        self.slack = EQUAL * self.weighed.scale
        self.dice = Random(ahead.dice)
        self.spent = 0

    def drawn(self, value: float) -> float:
        """Add a little by lot, so that chance decides which of two equal values is the better; not to decided games."""
        return value if self.decides(value) else value + self.slack * self.dice.random()

    def decides(self, value: float) -> bool:
        """Whether a value is that of a game that is won or lost."""
        return abs(value) >= DECIDED / 2 * self.weighed.scale

    def of_two(self, ways: Sequence[_Reached], values: list[float]) -> list[float]:
        """Return the value of each first action where two still play; ``values`` are those of the actions alone."""
        for plies in range(1, PLIES + 1):
            found: dict[int, float] = {}
            best = float("-inf")
            try:
                for number in _best_first(values):
                    found[number] = self.drawn(self.worth(ways[number], plies, best - self.slack, float("inf")))
                    best = max(best, found[number])
            except _OutOfBudget:
                return _in_order(found, len(ways)) if found else values
            values = _in_order(found, len(ways))
        return values

    def of_several(self, ways: Sequence[_Reached], values: list[float]) -> list[float]:
        """Return the value of each first action where more still play; ``values`` are those of the actions alone."""
        most = len(ways)
        for turns in range(1, self.own + 2):
            before = values if turns > 1 else [0.0] * len(ways)
            try:
                found = {
                    number: before[number] + self.drawn(self.among(ways[number].state, turns))
                    for number in _best_first(values)[:most]
                }
            except _OutOfBudget:
                return values
            values, most = _in_order(found, len(ways)), FIRST_BREADTH
        return values

    def successors(self, state: State, actions: Sequence[Action], seat: str = "") -> list[_Reached]:
        """Return the state after each of the actions, in their order, with the lead of ``seat``, else of the bot's."""
        found: list[_Reached] = []
        for action in actions:
            after = state.copy()
            after.advance(action)
            found.append(_Reached(lead(after, seat or self.seat, self.weighed), after))
        self.spent += len(found)
        return found

    def worth(self, way: _Reached, plies: int, least: float, most: float) -> float:
        """Return the lead after ``plies`` more actions by alpha-beta: exact between ``least`` and ``most``."""
        who = next(iter(way.state.deciders()), None)
        if who is None:
            return way.lead
        if self.spent >= self.most or self.late():
            raise _OutOfBudget
        own = who == self.seat
        after = self.successors(way.state, way.state.legal_actions(who))
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
        """Return the lead at the ``turns``-th own turn from here, with the best own actions until then."""
        while (who := next(iter(state.deciders()), None)) is not None and who != self.seat:
            if self.spent >= self.most or self.late():
                raise _OutOfBudget
            state = max(self.successors(state, state.legal_actions(who), who), key=lambda way: way.lead).state
        if who is None or turns == 1:
            return lead(state, self.seat, self.weighed)
        after = sorted(self.successors(state, state.legal_actions(who)), key=lambda way: -way.lead)
        return self._sooner(max(self.among(way.state, turns - 1) for way in after[:OWN_BREADTH]))

    def _sooner(self, value: float) -> float:
        """Let a decided game count `HASTE` less for the action until then; return other leads as they are."""
        return value - copysign(HASTE * self.weighed.scale, value) if self.decides(value) else value


def _best_first(values: Sequence[float]) -> list[int]:
    """Return the numbers of the values, the highest first."""
    return sorted(range(len(values)), key=lambda number: -values[number])


def _in_order(found: Mapping[int, float], count: int) -> list[float]:
    """Return the values of ``count`` actions by number; minus infinity for those that were not followed."""
    return [found.get(number, float("-inf")) for number in range(count)]
