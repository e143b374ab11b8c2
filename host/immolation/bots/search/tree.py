"""The search tree: one node a situation as its seat perceives it.

Single-observer information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012): the states behind a node
differ in what the seat cannot see, so an action's chances to be tried are counted beside its tries.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import log, sqrt

import msgspec

from immolation.games import Action, Event


class Edge:
    """One action at a node."""

    __slots__ = ("action", "after", "available", "value", "visits")

    def __init__(self, action: Action, value: float = 0.0, visits: int = 0) -> None:
        self.action = action
        self.visits = visits
        """Times it was taken, guesses beforehand included."""
        self.value = value
        """Sum of what its actor got, 0 to 1 each."""
        self.available = visits
        """Times it could have been taken when its node was visited."""
        self.after: dict[Hashable, Node] = {}
        """What the searching seat perceived next -> the node there."""

    @property
    def mean(self) -> float:
        """What its actor got on average."""
        return self.value / self.visits if self.visits else 0.0

    def bound(self, curiosity: float) -> float:
        """Its upper confidence bound."""
        return self.value / self.visits + curiosity * sqrt(log(self.available + 1) / self.visits)


class Node:
    """A decision of one seat, in every state that looks like this to the searching seat."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[Hashable, Edge] = {}
        self.visits = 0

    def among(self, legal: Sequence[Action]) -> list[Edge]:
        """The edges that can be taken in this state, in the order they were added."""
        if not self.edges:
            return []
        here = {name(action) for action in legal}
        return [edge for key, edge in self.edges.items() if key in here]

    def add(self, edge: Edge) -> Edge:
        """Put an action on the tree."""
        self.edges[name(edge.action)] = edge
        return edge


def name(action: Action) -> Hashable:
    """What tells actions apart: the record itself, or its JSON where it holds a table."""
    try:
        hash(action)
    except TypeError:
        return msgspec.json.encode(action, order="deterministic")
    return action


def perceived(events: Iterable[Event], seat: str) -> Hashable:
    """What ``seat`` perceives of events, as a key: equal for all that it cannot tell apart."""
    return msgspec.json.encode([event.seen_by(seat) for event in events], order="deterministic")
