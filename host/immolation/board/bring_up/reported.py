"""Names what is wrong with a board while it plays, from what it reports: the findings of a bring-up, without a
person at the bench. Lights, colours and a meter's current are not among it; `run` asks somebody for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .buttons import ButtonReadings, judge_buttons
from .colour_readings import TILES
from .finding import Finding, finding
from .sensors import SensorReadings, judge_sensors

WALKED = 75
"""Tiles that have answered in a self-test before the others are taken for silent: with fewer, nobody came so far."""

MANY = 10
"""Broken lines, or lost touches, that are no accident any more."""

SELDOM_S = 60
"""Seconds between two broken lines that nobody notices."""

SELDOM_LOST = 100
"""Touches told for each one lost that nobody notices."""

FEW_FRAMES = 30
"""Frames a second below which lights stutter."""

FULL = 0.97
"""Of the current limit: a board that draws so much is held back by it."""

STARVED = ("power", "unknown")
"""Reset reasons of ``hello`` that a supply which gives way leaves."""

SHORT_LIFE_S = 600
"""A board that starts anew sooner than this was not switched off and on by somebody who has finished playing."""


class RestartCounter:
    """Counts how often in a row a board started anew soon, as after a loss of power."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self.count = 0
        self._up = -1

    def on_status(self, status: Mapping[str, Any]) -> None:
        """Take in a board's ``status``."""
        up = status.get("up", 0)
        if up < self._up:
            starved = status.get("reset") in STARVED and self._up < SHORT_LIFE_S
            self.count = self.count + 1 if starved else 0
        elif up >= SHORT_LIFE_S:
            self.count = 0
        self._up = up


def reported_findings(
    status: Mapping[str, Any],
    sensor: str = "virtual",
    *,
    answered: frozenset[int] = frozenset(),
    switched_off: frozenset[int] = frozenset(),
    limit_ma: int | None = None,
    restarts: int = 0,
) -> list[Finding]:
    """Name the faults in a board's last ``status``, with what the host knows besides.

    ``sensor``: the kind of its sensors, as its ``hello`` says. ``answered``: tiles that answered in a self-test which
    has ended. ``switched_off``: tiles that nobody listens to; nothing is said of them. ``restarts``: see
    `RestartCounter`.
    """
    found = [*_program(status, limit_ma, restarts)]
    stuck, noisy = (frozenset(status.get(kind, ())) for kind in ("stuck", "noisy"))
    felt = SensorReadings(sensor, rest=_tiles(stuck), flickering=_tiles(noisy))
    if len(answered) >= WALKED:
        felt.answers = {tile: frozenset({tile} & answered) for tile in range(TILES)}
    judged = judge_sensors(felt).findings
    found += [one for one in judged if not one.tiles or not switched_off.issuperset(one.tiles)]
    return found + judge_buttons(ButtonReadings(rest=frozenset(spot - TILES for spot in stuck if spot >= TILES)))


def _tiles(spots: frozenset[int]) -> frozenset[int]:
    return frozenset(spot for spot in spots if spot < TILES)


def _program(status: Mapping[str, Any], limit_ma: int | None, restarts: int) -> Iterator[Finding]:
    """Supply, wire and program."""
    up, bad, lost = (status.get(key, 0) for key in ("up", "bad", "lost"))
    if restarts > 1:
        yield finding("weak-supply", (), f"The board has started anew {restarts} times, as after a loss of power.")
    elif status.get("reset") == "watchdog":
        yield finding("hung", (), "The board hung, and its watchdog started it anew.")
    elif status.get("reset") == "crash":
        yield finding("crashed", (), "The board's program failed and began again.")
    if bad >= MANY and bad * SELDOM_S > up:
        yield finding("broken-lines", (), f"{bad} lines came broken.")
    if lost >= MANY and lost * SELDOM_LOST > status.get("edges", 0):
        yield finding("lost-touches", (), f"{lost} touches were lost.")
    if 0 < status.get("fps", 0) < FEW_FRAMES:
        yield finding("few-frames", (), f"The board draws {status['fps']} frames a second.")
    if limit_ma is not None and status.get("ma", 0) >= FULL * limit_ma:
        yield finding("at-its-limit", (), f"The board draws {status['ma']} mA, as much as its limit allows.")
