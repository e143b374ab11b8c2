"""Says what each level of bots expects of a round of Kimera before it begins, and how long it waits to attack."""

from __future__ import annotations

from typing import Final, NamedTuple


class Experience(NamedTuple):
    """The expectations of one level."""

    foresight: float
    """How much of what may be done this round counts while nobody's Initiative is known: it may go otherwise."""

    extremes: float
    """How often others are taken to prepare nothing, and as often all they can; else it is half of that."""

    patience: int
    """Rounds after which harm is worth more and more: who only waits behind a full hand never wins."""


NOVICE: Final = Experience(foresight=0.4, extremes=0.35, patience=5)
SKILLED: Final = Experience(foresight=0.15, extremes=0.32, patience=5)
EXPERT: Final = Experience(foresight=0.15, extremes=0.1, patience=20)
