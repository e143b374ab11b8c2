"""The events that a board reports to the table."""

from __future__ import annotations

from typing import Any

import msgspec


class BoardOnline(msgspec.Struct, frozen=True):
    """The board answers, or no longer does."""

    online: bool
    why: str = ""
    """Offline: one sentence for people."""


class PatternMoving(msgspec.Struct, frozen=True):
    """Something is being moved; sent at once, before anything is sure. Compared with the last stable pattern."""

    lifted: frozenset[int]
    placed: frozenset[int]


class StablePattern(msgspec.Struct, frozen=True):
    """The whole pattern has not changed for the time that makes it sure. Also sent when a piece was put back."""

    occupied: frozenset[int]
    touched: frozenset[int]
    """Tiles that changed since the last stable pattern, even if they changed back."""


class BoardMessage(msgspec.Struct, frozen=True):
    """One sentence from the board or about it."""

    text: str


class BoardStatus(msgspec.Struct, frozen=True):
    """The board's ``status`` message as it came: ``fps``, ``free``, ``ma``, ``bad``, ``lost``, ``stuck``, ``noisy``."""

    status: dict[str, Any]


BoardEvent = BoardOnline | PatternMoving | StablePattern | BoardMessage | BoardStatus
