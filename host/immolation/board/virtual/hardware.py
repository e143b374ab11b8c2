"""Hardware of a virtual board: which key line each tile has, which LED, and what is broken.

Built from the same settings.toml that the firmware reads, by its own reading of it: a maker writes into the settings
how the board is wired, so the virtual board is wired as its settings say. Where a setting is wrong the wiring is the
default one, and the firmware is the one to complain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from immolation.board.messages import BUTTON_NAMES

SIDE = 10
TILES = SIDE * SIDE
MAX_KEYS = 255
ORDERS = ("GRB", "RGB", "BRG", "BGR", "GBR", "RBG")

LED_MA = (16.0, 11.0, 15.0)
"""What red, green and blue of one WS2812B draw at full light, in mA: as FastLED's authors measured them."""

DARK_MA = 1.0
"""What the chip in each LED draws, alight or not."""

IDENTITY_PINS = (("GP4", "GP5"), ("GP26", "GP27"))
"""SDA and SCL that 3-axis sensors may hang on: the printed controller's connector, and what the reed build has free."""

FIELDS = "7150 9863 13276 17910"
"""Microtesla of four sizes of magnet over a 3-axis sensor, where settings.toml does not say."""

AXES = ("+x +y", "-x +y", "+x -y", "-x -y", "+y +x", "-y +x", "+y -x", "-y -x")
"""How 3-axis sensors can lie: the axis that looks to the right and the one that looks towards the player.

The number of each: 1 where the right one is turned round, 2 where the front one is, 4 where they are exchanged.
"""

ABSENT = -32768
"""The field of a 3-axis sensor that does not answer."""

ZERO_UT = 300
"""The largest offset of a 3-axis sensor, in microtesla."""

FELT_TILES = 2
"""Rows and columns around a tile whose magnets its sensor feels here."""

CONTROLLER_MA = 50.0
"""What everything but the LEDs draws."""


OFF_MIDDLE = ((0, 0), (30, 10), (-20, 40), (-50, 0), (10, -30), (40, 30), (-30, -40))
"""Offsets of miniatures from the middle, in tenths of a millimetre, tile after tile."""


class Wiring(msgspec.Struct, frozen=True):
    """The places of tiles, key lines and LEDs."""

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

    per_tile: int
    """LEDs under each tile, 1 or 4."""

    key_of_button: dict[int, int]
    """Number of the key line of each button there is, by its number from 100 on."""

    identity: tuple[str, ...]
    """Pins SDA and SCL of the 3-axis sensors, or none."""

    fields: tuple[int, ...]
    """Microtesla of each size of magnet over a sensor."""

    height: int
    """From sensor to magnet, in tenths of a millimetre."""

    pitch: int
    """From tile to tile, in tenths of a millimetre."""

    aside: int
    """Tenths of a millimetre by which the sensors of column 0 stand to the left."""

    axes: int
    """How the 3-axis sensors lie, by its number in `AXES`."""

    kind: str
    """``matrix`` or ``shift``: reed switches with diodes, or Hall sensors on a chain of registers."""


def wiring(settings: Mapping[str, Any]) -> Wiring:
    """The wiring that settings describe."""
    order = _choice(settings, "LED_ORDER", ORDERS)
    return Wiring(
        key_of_tile=_keys(settings.get("SENSOR_MAP", "straight")),
        led_of_tile=_leds(settings),
        colours=(order.index("R"), order.index("G"), order.index("B")),
        led_pin=str(settings.get("LED_PIN", "GP22")),
        diodes=_choice(settings, "SENSOR_DIODES", ("anodes", "cathodes")),
        active=_choice(settings, "SENSOR_ACTIVE", ("low", "high")),
        per_tile=4 if settings.get("LEDS_PER_TILE") == 4 else 1,
        key_of_button=_buttons(settings),
        identity=_identity(settings),
        fields=tuple(int(word) for word in str(settings.get("IDENTITY_FIELDS", FIELDS)).split() if word.isdigit()),
        height=int(settings.get("IDENTITY_HEIGHT", 191)),
        pitch=int(settings.get("IDENTITY_PITCH", 450)),
        aside=int(settings.get("IDENTITY_ASIDE", 20)),
        axes=AXES.index(axes) if (axes := settings.get("IDENTITY_AXES")) in AXES else 0,
        kind=_choice(settings, "SENSOR_KIND", ("matrix", "shift")),
    )


def _buttons(settings: Mapping[str, Any]) -> dict[int, int]:
    names = str(settings.get("BUTTONS", "")).split()
    first, step = (SIDE, SIDE + 1)  # the eleventh crossing of each row
    if settings.get("SENSOR_KIND") == "shift":
        first, step = int(settings.get("BUTTON_FIRST_BIT", 104)), 1
    return {
        TILES + BUTTON_NAMES.index(name): first + step * at for at, name in enumerate(names) if name in BUTTON_NAMES
    }


def _identity(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """The pins of the 3-axis sensors; to other pins than these nothing is wired."""
    pins = tuple(str(settings.get("IDENTITY_PINS", "")).split())
    return pins if pins in IDENTITY_PINS else ()


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
    """The tiles as they lie, the last frame as it shone, and the faults planted in both.

    A fault changes what is wired or soldered, never what is read: the firmware finds the consequences by itself.
    """

    def __init__(self, wired: Wiring) -> None:
        self.wiring = wired
        self.lying: set[int] = set()
        """Tiles with something magnetic on them."""

        self.kinds: dict[int, int] = {}
        """The kind of magnet on each of those tiles: twice its size, + 1 for a south pole that looks up."""

        self.pushed: dict[int, tuple[int, int]] = {}
        """Tenths of a millimetre to the right and towards the player to which what lies on a tile was pushed."""

        self.in_hand: list[int] = []
        """Kinds that were lifted and not put down again, in order."""

        self.pressed: set[int] = set()
        """Buttons, from 100 on, with a finger on them."""

        self.frame = bytes(3 * (TILES * wired.per_tile + len(wired.key_of_button)))
        """The newest LED frame as the chain received it."""

        self.heal()

    def heal(self) -> None:
        """Take every fault away; what lies on the board stays."""
        self.stuck: dict[int, bool] = {}
        """Sensors that always read the same: tile and whether it reads occupied."""

        self.dead: set[int] = set()
        """Tiles whose LED is dark and passes its data on."""

        self.axes = self.wiring.axes
        self.silent: set[int] = set()
        """Tiles whose 3-axis sensor does not answer."""

        self.bridged: set[int] = set()
        """Crossings of the matrix with a wire where the diode belongs."""

        self.echoing: set[int] = set()
        """Columns of the matrix without a pull-up: they stay low while the next row is read."""

        self.cut: int | None = None
        """Tile whose LED gets no data, and so none behind it in the chain."""

        self.weak_ma: int | None = None
        """The supply gives way when more than this is drawn."""

        self.led_ma: tuple[float, float, float] = LED_MA
        self.colours = self.wiring.colours
        self.key_of_tile = list(self.wiring.key_of_tile)
        self.key_of_button = dict(self.wiring.key_of_button)
        self.led_of_tile = list(self.wiring.led_of_tile)

    def closed(self, spot: int) -> bool:
        """Whether the contact of this tile, or of this button from 100 on, is closed now."""
        return self.stuck.get(spot, spot in (self.lying if spot < TILES else self.pressed))

    def hand(self, tile: int, up: bool, kind: int | None = None) -> None:
        """Lift what lies on a tile, or put something there.

        What is put down is of ``kind``, or else what was lifted last and is still in hand, or else of the kind that is
        seen least.
        """
        if up:
            self.pushed.pop(tile, None)
            if tile in self.lying:
                self.lying.discard(tile)
                self.in_hand.append(self.kinds.pop(tile, 0))
            return
        if tile in self.lying and kind is None:
            return
        self.lying.add(tile)
        if kind is None:
            seen = [*self.kinds.values()]
            kind = self.in_hand[-1] if self.in_hand else min(range(8), key=seen.count)
        if kind in self.in_hand:
            self.in_hand.remove(kind)
        self.kinds[tile] = kind

    def magnetic(self, tile: int) -> tuple[int, int, int]:
        """Return the field at the 3-axis sensor under a tile, in microtesla: to the right, towards the player, up.

        Miniatures stand up to 5 mm off the middle, each tile's in its own direction, or where they were pushed; each
        sensor has its offset. Where the sensors lie otherwise, these are the axes that they have instead.
        """
        if tile in self.silent:
            return 0, 0, ABSENT
        wired = self.wiring
        felt = [float((tile * factor) % (2 * ZERO_UT) - ZERO_UT) for factor in (137, 211, 89)]
        row, column = divmod(tile, SIDE)
        for other, kind in self.kinds.items():
            rows, columns = other // SIDE - row, other % SIDE - column
            if max(abs(rows), abs(columns)) > FELT_TILES:
                continue
            off_right, off_front = self.pushed.get(other, OFF_MIDDLE[other % len(OFF_MIDDLE)])
            right, front = columns * wired.pitch + off_right, rows * wired.pitch + off_front
            right += 0 if column else wired.aside  # its sensor stands so far to the left
            away = math.hypot(right, front)
            side, up = _dipole(away, wired.height)
            pole = wired.fields[kind // 2] * (-1 if kind % 2 else 1)
            for axis, part in enumerate(
                (right / away * side if away else 0.0, front / away * side if away else 0.0, up)
            ):
                felt[axis] += pole * part
        x, y = felt[0] * (-1 if self.axes & 1 else 1), felt[1] * (-1 if self.axes & 2 else 1)
        if self.axes & 4:
            x, y = y, x
        return round(x), round(y), round(felt[2])

    def held(self) -> list[int]:
        """Numbers of all key lines that read closed, ghosts and echoes included."""
        contacts = {tile for tile in range(TILES) if self.closed(tile)}
        if self.bridged & contacts:
            contacts |= _ghosts(contacts, self.bridged)
        keys = {self.key_of_tile[tile] for tile in contacts} - {-1}
        if self.echoing:
            keys |= {key + SIDE for key in keys if key % SIDE in self.echoing and key < TILES - SIDE}
        buttons = self.key_of_button
        if buttons and self.wiring.kind == "matrix":  # its rows are one crossing longer
            keys = {key + key // SIDE for key in keys}
        return sorted(keys | {key for spot, key in buttons.items() if self.closed(spot)})

    def swap_lines(self, one: int, other: int) -> None:
        """Exchange the sensor wires of two tiles, or of two buttons that are there."""
        keys: dict[int, int] | list[int] = self.key_of_tile if one < TILES else self.key_of_button
        keys[one], keys[other] = keys[other], keys[one]

    def swap_leds(self, one: int, other: int) -> None:
        """Exchange the places of two tiles' LEDs in the chain."""
        leds = self.led_of_tile
        leds[one], leds[other] = leds[other], leds[one]

    def pixels(self) -> bytes:
        """The newest frame, 300 bytes, red, green and blue of tile 00, of tile 01 and so on; the mean of four LEDs."""
        red, green, blue = self.colours
        found = bytearray(TILES * 3)
        for tile, raw in self._lit():
            leds = len(raw) // 3
            found[tile * 3 : tile * 3 + 3] = (sum(raw[at::3]) // leds for at in (red, green, blue))
        return bytes(found)

    def button_lights(self) -> dict[str, list[int]]:
        """Return what each button's LED shows: its number from 100 on -> red, green and blue, 0 to 255."""
        red, green, blue = self.colours
        found = {}
        for at, spot in enumerate(self.wiring.key_of_button):
            start = 3 * (TILES * self.wiring.per_tile + at)
            raw = self.frame[start : start + 3] if self.cut is None and spot not in self.dead else b""
            found[str(spot)] = [raw[red], raw[green], raw[blue]] if len(raw) == 3 else [0, 0, 0]
        return found

    def milliamperes(self) -> float:
        """Return what an ammeter in the supply shows while the newest frame shines."""
        total = CONTROLLER_MA + len(self.frame) // 3 * DARK_MA
        parts = [0.0, 0.0, 0.0]
        for place, ma in zip(self.colours, self.led_ma, strict=True):
            parts[place] = ma
        for raw in (*(raw for _, raw in self._lit()), self.frame[3 * TILES * self.wiring.per_tile :]):
            total += sum(value * parts[at % 3] for at, value in enumerate(raw)) / 255
        return total

    def overloaded(self) -> bool:
        """Whether the supply gives way under the newest frame."""
        return self.weak_ma is not None and self.milliamperes() > self.weak_ma

    def _lit(self) -> Iterable[tuple[int, bytes]]:
        """Each tile whose LEDs get their data and live, with their bytes as they came."""
        end = TILES if self.cut is None else self.led_of_tile[self.cut]
        size = 3 * self.wiring.per_tile
        for tile, led in enumerate(self.led_of_tile):
            raw = self.frame[led * size : led * size + size]
            if led < end and len(raw) == size and tile not in self.dead:
                yield tile, raw


def _dipole(aside: float, above: float) -> tuple[float, float]:
    """The sideways and vertical field under an upright dipole, over the field right under it."""
    square = 1 + (aside / above) ** 2
    return 1.5 * aside / above / square**2.5, (3 / square - 1) / 2 / square**1.5


def _ghosts(contacts: set[int], bridged: set[int]) -> set[int]:
    """Crossings through which current finds a way without a contact of their own.

    From a column it flows through any closed contact to its row; back from a row to a column only where the diode is
    bridged. A crossing reads closed if its column reaches its row at all.
    """
    rows_of = [{tile // SIDE for tile in contacts if tile % SIDE == column} for column in range(SIDE)]
    back = [{tile % SIDE for tile in contacts & bridged if tile // SIDE == row} for row in range(SIDE)]
    found: set[int] = set()
    for column in range(SIDE):
        reached: set[int] = set()
        ahead = [column]
        seen = {column}
        while ahead:
            for row in rows_of[ahead.pop()] - reached:
                reached.add(row)
                ahead += back[row] - seen
                seen |= back[row]
        found |= {SIDE * row + column for row in reached}
    return found - contacts
