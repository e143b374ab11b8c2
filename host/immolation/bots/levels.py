"""Levels of the searching bots, in words people choose from, and what each word buys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from .bot import Budget


class SearchLevel(msgspec.Struct, frozen=True):
    """One strength."""

    depth: int
    """Rounds that are followed; 0 for one action."""

    nodes: int
    """Imagined actions where results must repeat."""

    seconds: float
    """Of thinking about one choice at a table with people."""

    worlds: int | None = None
    """Imagined states in which every action is followed, all alike; None: as many as the budget pays, for ever fewer
    actions."""

    breadth: int | None = None
    """Of the actions that a rollout policy names so many are followed; None: all of them."""

    prior: float = 0.0
    """Weight of what the rollout policy judges an action at, in worlds: a few worlds are a few dice."""

    unthought: frozenset[str] = frozenset()
    """Kinds of decision that it gives no thought: it does what the rollout policy does, or else what they assume."""


LEVELS: Final[Mapping[str, SearchLevel]] = {
    "search:easy": SearchLevel(0, 60, 0.04),
    "search:medium": SearchLevel(1, 2_000, 0.8),
    "search:hard": SearchLevel(2, 10_000, 3.2),
}
"""Name people type -> what it may spend, the strongest last, where the ruleset's `Evaluation` says nothing else."""

ALIASES: Final[Mapping[str, str]] = {
    "search": "search:medium",
    "easy": "search:easy",
    "medium": "search:medium",
    "hard": "search:hard",
}
"""Short names."""


def full_name(name: str) -> str:
    """The bot's name that a short one stands for: ``search`` is ``search:medium``."""
    return ALIASES.get(name, name)


def budget(level: SearchLevel, *, by_clock: bool) -> Budget:
    """Return what a level may spend: seconds ``by_clock``, else nodes; both where its worlds are counted, so that it
    plays alike at a table and in a tournament.
    """
    nodes = level.nodes if level.worlds is not None or not by_clock else None
    return Budget(nodes, level.seconds if by_clock else None)
