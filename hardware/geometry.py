"""Derives from the pitch of the tiles the lengths and places of board.toml that follow it.

Both halves, electrical and enclosure, read board.toml through this.
"""

from __future__ import annotations

import math
from typing import Any

CLAMPS = 13.0
"""Width that flanges and clamps take of the middle tray, in mm."""


def derive(raw: dict[str, Any]) -> dict[str, Any]:
    """Add to the tables of board.toml what its pitch decides; returns the same tables.

    ``row_board``: ``size`` and ``origin`` from ``depth``, ``play`` and ``below_centre``, ``mounting_holes`` as x and y
    from the board's upper left corner. ``row_panel.size`` and ``revision`` from its rows. ``links.bus_pitch``.
    ``enclosure.notches`` as x, y, width, depth on the row board. ``enclosure.border`` shrinks as far as the widest
    corner part of the box needs it to fit the bed, and ``enclosure.carrier`` as far as the middle tray needs it;
    ``controller_pico.size`` is the carrier's. ``identity_strip``: ``size``, and ``notches`` in its upper edge as from,
    to and depth, for the posts of the box and for what hangs under the row board. ``identity.element``:
    the height of the 3-axis sensors' Hall plates over the row board's upper face.
    """
    pitch, side = raw["grid"]["pitch"], raw["grid"]["side"]
    row, box = raw["row_board"], raw["enclosure"]
    play = row["play"]
    length = side * pitch - 2 * play
    row["size"] = [length, row["depth"]]
    row["origin"] = [play, row["below_centre"]]
    row["mounting_holes"] = [[_along(place, at, pitch, play, length), y] for place, at, y in row["holes"]]
    panel = raw["row_panel"]
    panel["size"] = [length, panel["rows"] * row["depth"] + (panel["rows"] + 1) * panel["gap"] + 2 * panel["rail"]]
    panel["revision"] = row["revision"]
    raw["links"]["bus_pitch"] = pitch
    box["notches"] = [[wall * pitch - play, y, wide, deep] for wall, y, wide, deep in box["notches_at_walls"]]
    widest = max(split[0] for split in (box["trays"], box["tops_across"], box["tops"]))
    free = box["bed"] - 2 * box["bed_margin"] - widest * pitch + box["gap"] / 2
    box["border"] = min(box["border_most"], free)
    wide, deep = box["carrier_most"]
    box["carrier"] = [min(wide, box["trays"][len(box["trays"]) // 2] * pitch - CLAMPS), deep]
    raw["controller_pico"]["size"] = box["carrier"]
    raw["controller_pico"]["mounting_holes"] = []
    strip, hub = raw["identity_strip"], raw["identity_hub"]
    strip["size"], strip["mounting_holes"] = [length, strip["depth"]], []
    strip["notches"] = _notches(strip, row, pitch)
    hub["mounting_holes"] = []
    raw["identity"]["element"] = -(row["thickness"] + raw["identity"]["tape"] - raw["identity"]["plates"])
    return raw


def corners(distance: float) -> tuple[tuple[float, float], ...]:
    """Four places towards a tile's corners, so far from its centre; clockwise from the back left one."""
    each = distance / math.sqrt(2)
    return ((-each, -each), (each, -each), (each, each), (-each, each))


def _notches(strip: dict[str, Any], row: dict[str, Any], pitch: float) -> list[list[float]]:
    """From, to and depth of each notch, from left to right; those that nearly meet are one."""
    length, top = row["size"][0], strip["top"]
    middle = row["size"][1] - row["below_centre"]
    found = [[x - strip["post"], x + strip["post"], y - middle + strip["post"]] for x, y in row["mounting_holes"]]
    for tile, start, end, down in strip["around"].values():
        found.append([*(pitch * (tile + 0.5) - row["play"] + aside for aside in (start, end)), down])
    joined: list[list[float]] = []
    for start, end, down in sorted(found):
        if joined and start - joined[-1][1] < strip["least"]:
            joined[-1] = [joined[-1][0], max(joined[-1][1], end), max(joined[-1][2], down - top)]
        else:
            joined.append([start, end, down - top])
    return [
        [0.0 if start < strip["least"] else start, length if end > length - strip["least"] else end, deep]
        for start, end, deep in joined
    ]


def _along(place: str, at: float, pitch: float, play: float, length: float) -> float:
    """x of a hole: so far from the ``start`` or the ``end`` of the board, or under the light wall with this number."""
    return {"start": at, "wall": at * pitch - play, "end": length - at}[place]
