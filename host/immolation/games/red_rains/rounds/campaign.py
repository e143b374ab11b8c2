"""The level in play, and how a campaign climbs from one to the next."""

from __future__ import annotations

from typing import Final

from ...engine import report
from ..cards.card_records import LEVELS, Level
from ..facts.situation import Log, Situation
from . import opening

LAST_STAGE: Final = 3
"""Levels of a campaign."""


def level_now(s: Situation) -> Level:
    """The level in play: the campaign climbs from the one it began at."""
    return LEVELS[(3 if s.settings.level[0] == "H" else 0) + s.stage - 1]


def next_stage(s: Situation, log: Log) -> bool:
    """In a campaign the next level follows a win, with fresh piles; False where there is none."""
    if not s.settings.campaign or s.stage >= LAST_STAGE:
        return False
    s.stage += 1
    opening.lay_out(s, level_now(s))
    text = f"The campaign goes on at level {level_now(s)}."
    report(log, "level", "TABLE", text, level=level_now(s))
    return True


assert len(LEVELS) == 2 * LAST_STAGE
