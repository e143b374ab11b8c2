"""Puts together what lights, sensors and meter tell, so that one fault is named once. Asks nobody."""

from __future__ import annotations

import msgspec

from . import lights, sensors
from .buttons import ButtonReadings, judge_buttons
from .finding import Finding, finding
from .lights import LedReadings
from .sensors import SensorReadings

TOO_MUCH = 1.25
SLACK_MA = 40
"""A meter that shows more than this over what the board reckons with speaks of other LEDs."""


class Observed(msgspec.Struct):
    """Everything that was seen, felt and measured."""

    lights: LedReadings
    felt: SensorReadings
    pressed: ButtonReadings = msgspec.field(default_factory=ButtonReadings)
    reckoned_ma: float | None = None
    """What the firmware reckons with while white shines."""

    measured_ma: float | None = None
    restarts: list[str] = []
    """What the board was showing each time it started anew."""


def diagnose(seen: Observed) -> tuple[list[Finding], frozenset[int]]:
    """All findings, and the tiles whose diodes were not tested."""
    found: list[Finding] = []
    if seen.restarts:
        what = f"The board started anew while it showed {seen.restarts[0]}."
        found.append(finding("weak-supply", (), what))
    light = lights.judge_leds(seen.lights, seen.felt.kind)
    felt = sensors.judge_sensors(seen.felt)
    found += _joined(light.findings, felt.findings)
    cut = any(one.fault in ("chain-cut", "no-light") for one in found)
    found += judge_buttons(seen.pressed, lights=not cut)  # a button's LED hangs behind those of the tiles
    reckoned, measured = seen.reckoned_ma, seen.measured_ma
    if reckoned and measured and measured > TOO_MUCH * reckoned + SLACK_MA:
        what = f"In white the board draws {measured:.0f} mA and reckons with {reckoned:.0f} mA."
        found.append(finding("hungry-leds", (), what))
    return found, felt.untested


def _joined(light: list[Finding], felt: list[Finding]) -> list[Finding]:
    """A row board that is in the wrong place, turned round or not plugged in shows it in light and sensors alike."""
    found: list[Finding] = []
    rest = list(felt)
    for one in light:
        twin = next((other for other in rest if _same(one, other)), None)
        if twin is None:
            found.append(one)
            continue
        rest.remove(twin)
        both = f"{twin.what} Their lights too." if twin.fault == "dead-row" else f"{one.what} So do the sensors."
        found.append(finding(twin.fault, twin.tiles, both))
    return found + rest


def _same(light: Finding, felt: Finding) -> bool:
    if light.tiles != felt.tiles:
        return False
    return light.fault == felt.fault or (light.fault == "chain-cut" and felt.fault == "dead-row")
