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


LEVELS: Final[Mapping[str, SearchLevel]] = {
    "search:easy": SearchLevel(0, 60, 0.04),
    "search:medium": SearchLevel(1, 2_000, 0.8),
    "search:hard": SearchLevel(2, 10_000, 3.2),
}
"""Name people type -> what it may spend, the strongest last."""

ALIASES: Final[Mapping[str, str]] = {
    "search": "search:medium",
    "easy": "search:easy",
    "medium": "search:medium",
    "hard": "search:hard",
}
"""Short names."""


def budget(name: str, *, by_clock: bool) -> Budget:
    """Return what a level may spend: seconds ``by_clock``, else nodes. ``name`` is a key of `LEVELS`."""
    level = LEVELS[name]
    return Budget(seconds=level.seconds) if by_clock else Budget(nodes=level.nodes)
