"""The events that a board reports to the table."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from immolation_board.wire import BUTTONS

BUTTON_NAMES = (*map(str, range(1, BUTTONS)), "host")
"""What settings and topics call the buttons, in the order of their numbers: one a seat, and the host's."""


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

    twice: frozenset[int] = frozenset()
    """Tiles on which something was lifted and put back, and then again."""


class PatternLanded(msgspec.Struct, frozen=True):
    """Something was put down from the air and has not moved for a moment: for what can have one meaning only."""

    occupied: frozenset[int]
    touched: frozenset[int]
    """As in `StablePattern`."""


class MagnetsRead(msgspec.Struct, frozen=True):
    """The board has told which kinds of magnet stand where, and that is new."""

    kinds: dict[int, int]
    """The kind, 0 to 7, on each tile on which it is known."""


class BoardMessage(msgspec.Struct, frozen=True):
    """One sentence from the board or about it."""

    text: str


class BoardStatus(msgspec.Struct, frozen=True):
    """The board's ``status`` message as it came: ``fps``, ``free``, ``ma``, ``bad``, ``lost``, ``stuck``, ``noisy``."""

    status: dict[str, Any]


class ButtonPress(msgspec.Struct, frozen=True):
    """A button was pressed or let go; each is told once."""

    button: int
    """0 to 5 the seats', 6 the host's."""

    up: bool
    """True: let go."""

    held_ms: int = 0
    """How long it was held, when it is let go."""

    @property
    def name(self) -> str:
        """Its name in settings and topics: ``1`` to ``6`` or ``host``."""
        return BUTTON_NAMES[self.button]


class FirmwareProgress(msgspec.Struct, frozen=True):
    """How far an update of the board's firmware is."""

    state: Literal["writing", "reset", "done", "unchanged", "failed"]
    """``reset``: all is written and checked, and the board runs it once it is reset; ``unchanged``: it had it all."""

    written: int = 0
    of: int = 0
    """Files to be written; 0 until they were compared."""

    said: str = ""
    """Why it failed, in a sentence."""


BoardEvent = (
    BoardOnline
    | PatternMoving
    | PatternLanded
    | StablePattern
    | MagnetsRead
    | BoardMessage
    | BoardStatus
    | ButtonPress
    | FirmwareProgress
)
