"""What a bring-up would see, feel and measure on the virtual board's wires, without firmware and without waiting."""

from __future__ import annotations

from typing import Any

from immolation.board.bring_up import ghosts
from immolation.board.bring_up.buttons import ButtonReadings
from immolation.board.bring_up.colour_readings import ALL, COLOURS, Sight, column, from_pixels, row
from immolation.board.bring_up.diagnosis import Observed, diagnose
from immolation.board.bring_up.finding import Finding
from immolation.board.bring_up.lights import LedReadings
from immolation.board.bring_up.sensors import SensorReadings
from immolation.board.virtual.faults import read_fault, requests
from immolation.board.virtual.hardware import Hardware, Wiring, wiring

SHIFT = {
    "SENSOR_KIND": "shift",
    "LED_WIRING": "straight",
    "SENSOR_MAP": " ".join(
        f"{10 * row + 4} {10 * row + 3} {10 * row + 2} {10 * row + 1} {10 * row} - - - "
        f"{10 * row + 9} {10 * row + 8} {10 * row + 7} {10 * row + 6} {10 * row + 5} - - -"
        for row in range(10)
    ),
}
BUTTONS = {"BUTTONS": "1 2 3 4 5 6 host"}
SETTINGS: dict[str, dict[str, Any]] = {"matrix": BUTTONS, "shift": {**SHIFT, **BUTTONS}}


def found(*faults: str, kind: str = "matrix", miniatures: int = 20) -> list[Finding]:
    """What is named on a board with these faults planted."""
    return diagnose(observe(*faults, kind=kind, miniatures=miniatures))[0]


def observe(*faults: str, kind: str = "matrix", miniatures: int = 20) -> Observed:
    """Every step of the bring-up, read off the wires."""
    wired = wiring(SETTINGS[kind])
    hardware = Hardware(wired)
    chatter: set[int] = set()
    for fault in faults:
        for request in requests(read_fault(fault), kind):
            plant(hardware, request, chatter)
    seen = Observed(LedReadings(), SensorReadings(kind))
    for number in range(10):
        seen.lights.rows[number] = look(hardware, wired, row(number), "white")
        seen.lights.columns[number] = look(hardware, wired, column(number), "white")
    for name in COLOURS:
        seen.lights.colours[name] = look(hardware, wired, ALL, name)
    seen.reckoned_ma = 50 + 100 + 100 * (16 + 11 + 15) * 64 / 255
    hardware.frame = bytes([64]) * 300 + bytes(21)
    seen.measured_ma = hardware.milliamperes()
    if hardware.overloaded():
        seen.restarts.append("white on all tiles")
    felt = seen.felt
    felt.flickering = frozenset(tile for tile in ALL if wired.key_of_tile[tile] in _keys(hardware, chatter))
    felt.rest = _tiles(wired, hardware.held()) - felt.flickering
    press_each(hardware, wired, seen.pressed)
    for tile in ALL:
        hardware.lying = {tile}
        felt.answers[tile] = _tiles(wired, hardware.held()) - felt.rest
    for pattern in ghosts.staircases(miniatures) if kind == "matrix" else ():
        hardware.lying = set(pattern)
        felt.patterns.append((pattern, _tiles(wired, hardware.held()) - felt.rest))
    return seen


def press_each(hardware: Hardware, wired: Wiring, felt: ButtonReadings) -> None:
    """Press one button after the other, and look at the light of each."""
    felt.rest = _buttons(wired, hardware.held())
    dark = set()
    for at, spot in enumerate(wired.key_of_button):
        hardware.pressed = {spot}
        felt.answers[spot - 100] = _buttons(wired, hardware.held()) - felt.rest
        frame = bytearray(hardware.frame)
        frame[300 + 3 * at : 303 + 3 * at] = b"\xff\xff\xff"
        hardware.frame = bytes(frame)
        dark |= {spot - 100} if not any(hardware.button_lights()[str(spot)]) else set()
    hardware.pressed = set()
    felt.dark = frozenset(dark)


def _buttons(wired: Wiring, keys: Any) -> frozenset[int]:
    """Key lines by the button that the firmware takes them for."""
    held = set(keys)
    return frozenset(spot - 100 for spot, key in wired.key_of_button.items() if key in held)


def plant(hardware: Hardware, request: dict[str, Any], chatter: set[int]) -> None:
    """What the board's process does with a request."""
    for one, other in request.get("swap_lines", []):
        hardware.swap_lines(one, other)
    for one, other in request.get("swap_leds", []):
        hardware.swap_leds(one, other)
    if "stuck" in request:
        tile, reads = request["stuck"]
        hardware.stuck[tile] = bool(reads)
    hardware.dead |= {request["dead"]} if "dead" in request else set()
    hardware.bridged |= {request["bridge"]} if "bridge" in request else set()
    hardware.echoing |= {request["echo"]} if "echo" in request else set()
    chatter |= {request["chatter"][0]} if "chatter" in request else set()
    hardware.cut = request.get("cut", hardware.cut)
    hardware.weak_ma = request.get("weak", hardware.weak_ma)
    if "order" in request:
        red, green, blue = (request["order"].index(letter) for letter in "RGB")
        hardware.colours = (red, green, blue)
    if "led_ma" in request:
        hardware.led_ma = (request["led_ma"],) * 3


def look(hardware: Hardware, wired: Wiring, tiles: tuple[int, ...], colour: str) -> Sight:
    """The firmware lights tiles where its settings say that they are; this is where they appear."""
    frame = bytearray(321)
    parts = COLOURS[colour].to_bytes(3, "big")
    for tile in tiles:
        for place, value in zip(wired.colours, parts, strict=True):
            frame[3 * wired.led_of_tile[tile] + place] = value
    hardware.frame = bytes(frame)
    return from_pixels(hardware.pixels())


def _keys(hardware: Hardware, tiles: set[int]) -> set[int]:
    return {hardware.key_of_tile[tile] for tile in tiles}


def _tiles(wired: Wiring, keys: Any) -> frozenset[int]:
    """Key lines by the tile that the firmware takes them for."""
    held = set(keys)
    if wired.kind == "matrix":  # the eleventh crossing of each row is a button's
        held = {key - key // 11 for key in held if key % 11 < 10}
    return frozenset(tile for tile in ALL if wired.key_of_tile[tile] in held)
