"""Says what each level of bots expects of a round of Kimera before it begins, and how long it waits to attack."""

from __future__ import annotations

from typing import Final, NamedTuple

Preparations = tuple[tuple[float, float], ...]
"""Shares of the most Initiative that a rider can prepare, and how likely each is."""


class Experience(NamedTuple):
    """The expectations of one level."""

    foresight: float
    """How much of what may be done this round counts while nobody's Initiative is known: it may go otherwise."""

    preparations: Preparations
    """Expected of others who do not recover fully."""

    patience: int
    """Rounds after which harm is worth more and more: who only waits behind a full hand never wins."""


NOVICE: Final = Experience(0.4, ((0, 0.35), (1 / 2, 0.3), (1, 0.35)), patience=5)
SKILLED: Final = Experience(0.15, ((0, 0.32), (1 / 2, 0.36), (1, 0.32)), patience=5)

EXPERT: Final = Experience(0.15, ((0, 0.02), (1 / 2, 0.18), (3 / 4, 0.4), (1, 0.4)), patience=20)
"""Expects what was counted in games of such riders: seldom nothing, mostly more than half (docs/bots.md)."""
