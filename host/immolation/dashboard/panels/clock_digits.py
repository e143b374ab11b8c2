"""Shows clocks: tells the browser how long is left, and the browser counts down by itself."""

from __future__ import annotations

import asyncio
from typing import Any

from nicegui.element import Element

from immolation.dashboard.feed import Feed

KINDS = {"turn": "", "window": " · react"}
"""Clocks that people watch, with what is said of them; a bot's pacing is nobody's hurry."""


class ClockDigits(Element, component="clocks.js"):
    """All clocks of the table, or those of some seats, as digits with a bar."""

    def __init__(self, running_only: bool = False) -> None:
        super().__init__()
        self._running_only = running_only
        self._props["clocks"] = []
        self._props["stamp"] = 0
        self._shown: object = None

    def show(self, feed: Feed, colours: dict[str, str], names: dict[str, str]) -> None:
        """Draw the clocks of ``feed``; sends nothing when nothing has changed."""
        key = (feed.clocks_heard, tuple(sorted(colours.items())), tuple(sorted(names.items())))
        if key == self._shown:
            return
        self._shown = key
        since = (asyncio.get_running_loop().time() - feed.clocks_heard) * 1000 if feed.clocks_heard else 0.0
        clocks: list[dict[str, Any]] = []
        for clock in feed.clocks.clocks:
            running = clock.running_since is not None
            if clock.kind not in KINDS or (self._running_only and not running):
                continue
            left = float(clock.left_ms)
            if running and clock.running_since is not None:
                # Both times are the table's own; this machine's and the browser's clocks may be wrong.
                left -= max(0, feed.clocks.now - clock.running_since) + since
            clocks.append(
                {
                    "owner": clock.owner,
                    "kind": clock.kind,
                    "name": names.get(clock.owner, clock.owner).removeprefix("The ") + KINDS[clock.kind],
                    "left": max(0, round(left)),
                    "total": clock.total_ms,
                    "running": running,
                    "main": running,
                    "colour": colours.get(clock.owner, "#c9a27a"),
                }
            )
        self._props["clocks"] = clocks
        self._props["stamp"] = int(self._props["stamp"]) + 1
        self.update()
