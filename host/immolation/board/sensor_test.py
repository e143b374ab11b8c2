"""The course of a board's self-test or calibration, as its host hears it: which tiles have answered, what it said."""

from __future__ import annotations

import re
from typing import Literal

from .messages import BoardEvent, BoardMessage, BoardOnline, BoardStatus, PatternMoving, StablePattern

TestKind = Literal["self-test", "calibrate", "gauge"]
"""``gauge``: it measures how strongly each 3-axis sensor feels a known magnet."""

BEGUN = "Self-test: rows, "
ENDED = re.compile(r"Self-test(: all |: \d+ sensors did not | stopped )")
CALIBRATED = re.compile(r"Calibrat(?:ed: (?:all|tiles ([\d ]+) read)|ion refused)")


class SensorTest:
    """One test under way, or its result."""

    def __init__(self, kind: TestKind, occupied: frozenset[int]) -> None:
        """``occupied``: the tiles that read so when it begins."""
        self.kind: TestKind = kind
        self.running = True
        self.answered: frozenset[int] = frozenset() if kind == "calibrate" else occupied
        """Tiles over which a magnet came; after a calibration those that read empty."""

        self.said = ""
        """The board's last sentence about it."""

        self._up = 0

    def on_event(self, event: BoardEvent) -> None:
        """Take in what the board reports."""
        match event:
            case PatternMoving(lifted, placed) if self.running and self.kind != "calibrate":
                self.answered |= lifted | placed
            case StablePattern(occupied, touched) if self.running and self.kind != "calibrate":
                self.answered |= occupied | touched
            case BoardMessage(text) if text.startswith(("Self-test", "Calibrat")):
                self._on_said(text)
            case BoardOnline(online) if not online:
                self.running = False
            case BoardStatus(status):
                up = status.get("up", 0)
                self.running = self.running and up >= self._up  # after a reset it has forgotten the test
                self._up = up

    def _on_said(self, text: str) -> None:
        self.said = text
        calibrated = CALIBRATED.match(text)
        if self.kind == "calibrate" and calibrated is not None:
            self.running = False
            if not text.startswith("Calibration"):
                self.answered = frozenset(range(100)) - set(map(int, (calibrated[1] or "").split()))
        elif self.kind == "self-test" and text.startswith(BEGUN):
            self.running = True  # what was said of an end was about the one before
        elif ENDED.match(text):
            self.running = False
