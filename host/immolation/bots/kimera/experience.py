"""Says what each level of bots expects of a round of Kimera before it begins, and how long it waits to attack."""

from __future__ import annotations

from typing import Final, NamedTuple

Preparations = tuple[tuple[float, float], ...]
"""Shares of the most Initiative that a rider can prepare, and how likely each is."""


class Experience(NamedTuple):
    """The expectations of one level."""

    foresight: float
    """Share of what may be done this round that counts while nobody's Initiative is known."""

    preparations: Preparations
    """Of other riders who do not recover fully."""

    patience: int
    """Rounds after which a rival's loss is worth more and more, for who only waits behind a full hand never wins."""

    rival_weight: float = 1.25
    """Weight of a rival's loss where there are several, on average; an own loss weighs 1. It is high, although all
    other rivals gain by it too, because only a battle that is fought to its end is won."""

    foremost: float = 0.0
    """Share of that weight that goes by how well a rival stands: with 1 the loss of one far behind is worth nothing."""


NOVICE: Final = Experience(0.4, ((0, 0.35), (1 / 2, 0.3), (1, 0.35)), patience=5)
SKILLED: Final = Experience(0.15, ((0, 0.32), (1 / 2, 0.36), (1, 0.32)), patience=5)

EXPERT: Final = Experience(
    0.15, ((0, 0.02), (1 / 2, 0.18), (3 / 4, 0.4), (1, 0.4)), patience=20, rival_weight=1.0, foremost=0.5
)
"""Its preparations are those counted in games of such riders: seldom nothing, mostly more than half."""
