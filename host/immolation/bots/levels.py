"""Levels of the searching bots: how far each looks ahead, and what it may spend."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Final

import msgspec

from .bot import Budget

MOST_NODES: Final = 200_000
"""Imagined actions after which every choice is made, however much time is left."""


class SearchLevel(msgspec.Struct, frozen=True):
    """The strength of a searching bot."""

    depth: int
    """Rounds that are followed. 0: the rollout policy's own choice where there is one and `worlds` is None, else one
    action."""

    nodes: int = MOST_NODES
    """Imagined actions for one choice, where results must repeat."""

    seconds: float = inf
    """Time for one choice at a table with people."""

    worlds: int | None = None
    """Imagined states in which every action is followed. None: as many as the budget pays, for ever fewer actions."""

    breadth: int | None = None
    """The most actions that are followed of those that a rollout policy names, as it judges them; None: all of them."""

    prior: float = 0.0
    """Worlds that `Policy.judge` counts as much as, because the dice of a few worlds are mostly luck."""

    unthought: frozenset[str] = frozenset()
    """Kinds of decision without a search: the bot does what the rollout policy does, else what the decision assumes."""


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
    """Return the bot's name that a short one stands for: ``search`` is ``search:medium``."""
    return ALIASES.get(name, name)


def budget(level: SearchLevel, *, by_clock: bool) -> Budget:
    """Return what a level may spend: seconds ``by_clock``, else nodes. A level with `worlds` gets both, so that it
    plays alike at a table and in a tournament, unless its seconds run out first.
    """
    nodes = level.nodes if level.worlds is not None or not by_clock else None
    return Budget(nodes, level.seconds if by_clock else None)
