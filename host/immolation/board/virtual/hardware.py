"""What a virtual board is built of: which key line each tile has, which LED, and what is broken. Knows no process.

Built from the same settings.toml that the firmware reads, by its own reading of it: a maker writes into the settings
how the board is wired, so the virtual board is wired as its settings say. Where a setting is wrong the wiring is the
default one, and the firmware is the one to complain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

SIDE = 10
TILES = SIDE * SIDE
MAX_KEYS = 255
_ORDERS = ("GRB", "RGB", "BRG", "BGR", "GBR", "RBG")


class Wiring(msgspec.Struct, frozen=True):
    """How tiles, key lines and LEDs belong together."""

    key_of_tile: tuple[int, ...]
    """Number of the key line under each tile, -1 for a tile without a sensor."""

    led_of_tile: tuple[int, ...]
    """Position of each tile's LED in the chain."""

    colours: tuple[int, int, int]
    """Where red, green and blue stand among an LED's three bytes."""

    led_pin: str
    diodes: str
    """``anodes`` or ``cathodes``: which end the columns are on."""

    active: str
    """``low`` or ``high``: what an occupied tile's Hall sensor reads."""


def wiring(settings: Mapping[str, Any]) -> Wiring:
    """The wiring that settings describe."""
    order = _choice(settings, "LED_ORDER", _ORDERS)
    return Wiring(
        key_of_tile=_keys(settings.get("SENSOR_MAP", "straight")),
        led_of_tile=_leds(settings),
        colours=(order.index("R"), order.index("G"), order.index("B")),
        led_pin=str(settings.get("LED_PIN", "GP22")),
        diodes=_choice(settings, "SENSOR_DIODES", ("anodes", "cathodes")),
        active=_choice(settings, "SENSOR_ACTIVE", ("low", "high")),
    )


def _choice(settings: Mapping[str, Any], key: str, allowed: Sequence[str]) -> str:
    value = settings.get(key, allowed[0])
    return value if value in allowed else allowed[0]


def _keys(text: Any) -> tuple[int, ...]:
    if text == "serpentine":
        return tuple(tile if tile // SIDE % 2 == 0 else tile // SIDE * SIDE + 9 - tile % SIDE for tile in range(TILES))
    if text == "turned":
        return tuple(tile % SIDE * SIDE + tile // SIDE for tile in range(TILES))
    keys = [-1] * TILES
    for key, word in enumerate(str(text).split()[: MAX_KEYS + 1]):
        if word.isascii() and word.isdigit() and int(word) < TILES:
            keys[int(word)] = key
    return tuple(keys) if max(keys) >= 0 else tuple(range(TILES))


def _leds(settings: Mapping[str, Any]) -> tuple[int, ...]:
    first = settings.get("LED_FIRST", 0)
    if first not in (0, 9, 90, 99):
        first = 0
    by_columns = settings.get("LED_LINES") == "columns"
    serpentine = settings.get("LED_WIRING", "serpentine") != "straight"
    found = []
    for tile in range(TILES):
        row, column = divmod(tile, SIDE)
        row = 9 - row if first >= 90 else row
        column = 9 - column if first % 10 == 9 else column
        line, place = (column, row) if by_columns else (row, column)
        found.append(line * SIDE + (9 - place if serpentine and line % 2 else place))
    return tuple(found)


class Hardware:
    """The tiles as they lie, the last frame as it shone, and the faults planted in both."""

    def __init__(self, wired: Wiring) -> None:
        self.wiring = wired
        self.lying: set[int] = set()
        """Tiles with something magnetic on them."""

        self.stuck: dict[int, bool] = {}
        """Sensors that always read the same: tile and whether it reads occupied."""

        self.dead: set[int] = set()
        """Tiles whose LED is dark."""

        self.frame = bytes(TILES * 3)
        """The newest LED frame as the chain received it."""

    def closed(self, tile: int) -> bool:
        """Whether this tile's key line is closed now."""
        return self.stuck.get(tile, tile in self.lying)

    def held(self) -> list[int]:
        """Numbers of all closed key lines."""
        return [key for tile, key in enumerate(self.wiring.key_of_tile) if key >= 0 and self.closed(tile)]

    def pixels(self) -> bytes:
        """The newest frame, 300 bytes, red, green and blue of tile 00, of tile 01 and so on."""
        red, green, blue = self.wiring.colours
        found = bytearray(TILES * 3)
        for tile, led in enumerate(self.wiring.led_of_tile):
            raw = self.frame[led * 3 : led * 3 + 3]
            if len(raw) == 3 and tile not in self.dead:
                found[tile * 3 : tile * 3 + 3] = (raw[red], raw[green], raw[blue])
        return bytes(found)
