"""Lists the messages that only boards send, for whoever reads them, and translates tiles for hosts.

A board has no need to check its own words, so this module is not on its drive.
"""

import binascii

from . import wire_fields as fields

try:
    from typing import Any
except ImportError:
    pass


def _edges(value: Any) -> str | None:
    if (
        isinstance(value, str)
        and 0 < len(value) <= 4 * fields.MAX_EDGES
        and len(value) % 4 == 0
        and fields.hexadecimal(value)
    ):
        data = binascii.unhexlify(value)
        for at in range(0, len(data), 2):
            if data[at] & 127 >= fields.TILES:
                break
        else:
            return None
    return "1 to %d edges of four hex digits each" % fields.MAX_EDGES


def _kinds(value: Any) -> str | None:
    if isinstance(value, str) and len(value) <= fields.TILES and not value.strip("01234567-"):
        return None
    return "a digit from 0 to 7 or - for each occupied tile"


def _tile_list(value: Any) -> str | None:
    if isinstance(value, list) and len(value) <= 20:
        for item in value:
            if type(item) is not int or not 0 <= item < fields.TILES + fields.BUTTONS:
                break
        else:
            return None
    return "a list of at most 20 tiles"


__all__ = ("HELLO", "KINDS", "SCHEMA", "hex_to_tiles", "kinds_of", "tiles_to_hex")

_BIT = (0, 1)
KINDS = 8
"""Kinds of magnet: four sizes, weakest first, twice; odd ones have their south pole up."""

FAR = 200
"""Tenths of a millimetre off the middle of a tile that a board may tell."""

RESETS = ("power", "button", "watchdog", "software", "crash", "unknown")
SENSORS = ("matrix", "shift", "virtual")

HELLO: dict[str, Any] = {
    "id": fields.text(24),
    "fw": fields.text(40),
    "hw": fields.text(40),
    "sensor": fields.one_of(SENSORS),
    "tiles": (1, fields.TILES),
    "reset": fields.one_of(RESETS),
    "btn": (0, (1 << fields.BUTTONS) - 1),
    "kinds": (0, KINDS),
}
"""Fields that only a board's ``hello`` may have."""

SCHEMA: dict[str, Any] = {
    "ack": ({"n": fields.COUNTER, "have": (0, 0xFFFF), "shown": fields.COUNTER}, {}),
    "edge": ({"c": fields.COUNTER, "ms": fields.COUNTER, "tile": (0, fields.TILES - 1), "up": _BIT}, {}),
    "edges": ({"c": fields.COUNTER, "ms": fields.COUNTER, "e": _edges}, {}),
    "tiles": ({"c": fields.COUNTER, "on": fields.tiles}, {"kind": _kinds}),
    "magnet": (
        {"tile": (0, fields.TILES - 1), "x": (-FAR, FAR), "y": (-FAR, FAR), "sure": (0, 100)},
        {"kind": (0, KINDS - 1)},
    ),
    "press": (
        {"c": fields.COUNTER, "ms": fields.COUNTER, "b": (0, fields.BUTTONS - 1), "up": _BIT},
        {"hold": fields.COUNTER},
    ),
    "status": (
        {
            "fps": fields.COUNTER,
            "free": fields.COUNTER,
            "ma": fields.COUNTER,
            "bad": fields.COUNTER,
            "lost": fields.COUNTER,
        },
        {"edges": fields.COUNTER, "up": fields.COUNTER, "stuck": _tile_list, "noisy": _tile_list},
    ),
    "log": ({"text": fields.text(160)}, {}),
}
"""Kind -> (fields that must be there, fields that may be there), as in ``wire``."""


def single_edges(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The edges of one checked ``edges`` message as ``edge`` messages, oldest first."""
    data = binascii.unhexlify(message["e"])
    tick = message["ms"]
    told = []
    for at in range(0, len(data), 2):
        tick += data[at + 1]
        count = (message["c"] + at // 2) & fields.MAX_NUMBER
        told.append({"k": "edge", "c": count, "ms": tick, "tile": data[at] & 127, "up": data[at] >> 7})
    return told


def tiles_to_hex(tiles: Any) -> str:
    """25 hex digits of the tiles given by number (0 to 99)."""
    occupied = bytearray(fields.TILES)
    for tile in tiles:
        occupied[tile] = 1
    return fields.occupied_to_hex(occupied)


def hex_to_tiles(text: str) -> list[int]:
    """The tiles in 25 hex digits, rising. Raises BadMessage for anything else."""
    if fields.tiles(text) is not None:
        raise fields.BadMessage("Tiles are 25 hex digits.")
    digits = bin(int("1" + text, 16))  # 0b1 and 100 binary digits
    return [tile for tile in range(fields.TILES) if digits[tile + 3] == "1"]


def kinds_of(message: dict[str, Any]) -> dict[int, int]:
    """The kind of magnet on each tile of a checked ``tiles`` message on which the board knows it."""
    told = zip(hex_to_tiles(message["on"]), message.get("kind", ""))  # noqa: B905  an odd one tells what it can
    return {tile: int(mark) for tile, mark in told if mark != "-"}
