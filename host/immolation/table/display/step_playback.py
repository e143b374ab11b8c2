"""Shows a long turn step by step after it has happened. Changes nothing in the game and is in no journal."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from immolation.games import Step

LONGEST_MS = 10_000
"""Milliseconds a step may stay."""


class StepPlayback:
    """Shows step by step what has happened already; nothing most of the time."""

    def __init__(self, pace_ms: int, changed: Callable[[], None]) -> None:
        """``changed`` is called, on the event loop, whenever another step is on, and once when the last is over."""
        self.pace_ms = pace_ms
        """Milliseconds a step stays; 0 shows everything at once."""

        self.now: Step | None = None
        """The step that is on."""

        self._changed = changed
        self._left: deque[Step] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def enabled(self) -> bool:
        """Whether steps are to be shown at all."""
        return self.pace_ms > 0

    def begin(self, steps: Sequence[Step]) -> None:
        """Show these from now on, in place of what is left of others. Tells nobody of the first: the caller does."""
        self.stop()
        if self.enabled:
            self._left.extend(steps)
            self._show_next()

    def stop(self) -> bool:
        """Show no more; True if a step was on. Tells nobody."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        was = self.now is not None
        self.now = None
        self._left.clear()
        return was

    def _show_next(self) -> None:
        self.now = self._left.popleft() if self._left else None
        self._timer = None
        if self.now is not None:
            stays_ms = min(LONGEST_MS, self.pace_ms * self.now.stays)
            self._timer = asyncio.get_running_loop().call_later(stays_ms / 1000, self._advance)

    def _advance(self) -> None:
        self._show_next()
        self._changed()
