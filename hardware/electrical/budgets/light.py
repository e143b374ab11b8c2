"""Traces the light of a tile from its LEDs through box, walls and sheet, and says how even it is and where it goes.

One box: a floor (row board and light grid), four walls and the sheet above, all diffuse. A ray leaves an LED after
Lambert's law, is thrown back by floor and walls with their reflectance, and at the sheet passes, returns or dies. What
passes spreads inside the sheet, over the walls into the neighbours too. Millimetres from the tile's centre; light as a
share of what the LEDs give. The same seed gives the same figures: rays are counted, nothing is fitted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...geometry import corners
from ..source import Board
from .sensing import figures

Floats = NDArray[np.float64]

RAYS = 200_000
"""For each figure: shares are then good to 0.2 % of the light, a cell of the sheet to 4 %."""

SEED = 17

BOUNCES = 60
"""After so many less than a thousandth of the light is still under way, at a reflectance of 0.85."""

CELLS = 14
"""Cells along a side, between the walls, in which the evenness is counted: 3 mm, what an eye tells apart at once."""


@dataclass(frozen=True)
class Box:
    """What the rays meet. Lengths in mm, reflectances and transmittances as shares."""

    pitch: float
    wall: float
    height: float
    """From the row board to the sheet's lower face."""

    leds: tuple[tuple[float, float], ...]
    """Centres from the tile's centre: x right, y towards the player."""

    lamp: float
    """Height of an LED's face over the row board."""

    floor: float
    sides: float
    through_wall: float
    """What of the light on a wall comes out on its other side."""

    back: float
    """What of the light on the sheet's lower face returns into the box."""

    passes: float
    """What leaves at the sheet's upper face."""

    blur: float
    """Mean distance in mm that light runs aside within the sheet."""

    @property
    def inner(self) -> float:
        """Return half of the clear width between two walls."""
        return (self.pitch - self.wall) / 2


@dataclass(frozen=True)
class Light:
    """Where the light of one lit tile leaves the sheet."""

    box: Box
    x: Floats
    y: Floats
    """Where each ray left, from the centre of the lit tile; only those that did."""

    rays: int

    @property
    def out(self) -> float:
        """Return the share of the light that leaves the sheet at all."""
        return float(len(self.x) / self.rays)

    @property
    def own(self) -> float:
        """Return the share of what leaves over the tile itself."""
        half = self.box.pitch / 2
        return float(np.mean((abs(self.x) < half) & (abs(self.y) < half)))

    @property
    def strayed(self) -> float:
        """Return the share of what leaves over other tiles."""
        return 1 - self.own

    def beside(self, base: float) -> float:
        """Return the share of what leaves over the tile that a base of this diameter in its middle does not cover."""
        half = self.box.pitch / 2
        over = (abs(self.x) < half) & (abs(self.y) < half)
        return float(np.mean(np.hypot(self.x[over], self.y[over]) > base / 2))

    def over_lines(self, wide: float) -> float:
        """Return the share of what leaves over lines of this width in mm, which lie over the walls' middle."""
        pitch = self.box.pitch
        away = [np.abs((each + pitch / 2) - pitch * np.round((each + pitch / 2) / pitch)) for each in (self.x, self.y)]
        return float(np.mean(np.minimum(away[0], away[1]) < wide / 2))

    def cells(self) -> Floats:
        """Return the brightness of the tile's cells over their mean, row by row."""
        half = self.box.inner
        counted, _, _ = np.histogram2d(self.y, self.x, bins=CELLS, range=[[-half, half], [-half, half]])
        return np.asarray(counted / counted.mean(), dtype=np.float64)

    @property
    def brightest(self) -> float:
        """Return the brightest cell over the mean."""
        return float(self.cells().max())

    @property
    def corner(self) -> float:
        """Return the mean of the four corner cells over the mean of all."""
        cells = self.cells()
        return float(np.mean([cells[0, 0], cells[0, -1], cells[-1, 0], cells[-1, -1]]))

    @property
    def evenness(self) -> float:
        """Return the dimmest tenth of the cells over the brightest tenth."""
        ordered = np.sort(self.cells(), axis=None)
        tenth = len(ordered) // 10
        return float(ordered[:tenth].mean() / ordered[-tenth:].mean())


def box_of(board: Board) -> Box:
    """Read the box as board.toml has it, with the reed build's one LED."""
    tile, light = board.section("tile"), figures()["light"]
    return Box(
        board.pitch,
        tile["light_wall"],
        tile["light_box"],
        (tuple(tile["led"]),),
        light["lamp"],
        light["floor"],
        light["walls"],
        light["through_wall"],
        light["sheet_back"],
        light["sheet_passes"],
        light["sheet_blur"],
    )


def four_of(board: Board) -> Box:
    """Give the same box a row board's four LEDs."""
    return replace(box_of(board), leds=corners(board.raw["light"]["four"]))


def first_edition(board: Board) -> Box:
    """Give the first box: one LED 7 mm behind the middle of a box of 8 mm, as the board began."""
    return replace(box_of(board), height=8.0, leds=((0.0, -7.0),))


def trace(box: Box, rays: int = RAYS, seed: int = SEED, base: float = 0.0) -> Light:
    """Follow ``rays`` rays to their ends. ``base``: diameter of an opaque base that stands on the tile's middle."""
    chance = np.random.default_rng(seed)
    lamps = np.array(box.leds)[np.arange(rays) % len(box.leds)]
    # A ray from anywhere on the LED's window, 4 mm across.
    radius, angle = 2.0 * np.sqrt(chance.random(rays)), 2 * math.pi * chance.random(rays)
    place = np.column_stack(
        (lamps[:, 0] + radius * np.cos(angle), lamps[:, 1] + radius * np.sin(angle), np.full(rays, box.lamp))
    )
    way = _diffuse(chance, rays, np.array([0.0, 0.0, 1.0]))
    tile = np.zeros((rays, 2))  # of the box a ray is in, in pitches from the lit one
    left_x: list[Floats] = []
    left_y: list[Floats] = []
    for _ in range(BOUNCES):
        if not len(place):
            break
        place, face = _next(place, way, box)
        luck = chance.random(len(place))
        at_sheet, at_floor = face == 5, face == 4
        out = at_sheet & (luck < box.passes)
        run = chance.exponential(box.blur, int(out.sum())) if box.blur else np.zeros(int(out.sum()))
        turn = 2 * math.pi * chance.random(int(out.sum()))
        x = place[out, 0] + tile[out, 0] * box.pitch + run * np.cos(turn)
        y = place[out, 1] + tile[out, 1] * box.pitch + run * np.sin(turn)
        free = np.hypot(x, y) > base / 2
        left_x.append(x[free])
        left_y.append(y[free])
        back = at_sheet & ~out & (luck < box.passes + box.back)
        kept = back | (at_floor & (luck < box.floor))
        at_wall = ~at_sheet & ~at_floor
        kept |= at_wall & (luck < box.sides)
        through = at_wall & ~kept & (luck < box.sides + box.through_wall)
        normal = NORMALS[face]
        # Through a wall: into the next box, at its near wall, going on outwards.
        side = -normal[through][:, :2]
        tile[through] += side
        place[through, :2] -= 2 * box.inner * side
        normal[through] = -normal[through]
        alive = kept | through
        place, tile = place[alive], tile[alive]
        way = _around(_diffuse(chance, len(place), np.array([0.0, 0.0, 1.0])), normal[alive])
    return Light(box, np.concatenate(left_x), np.concatenate(left_y), rays)


NORMALS = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], dtype=np.float64)
"""Into the box, of the walls left, right, back and front, of the floor and of the sheet."""


def _diffuse(chance: np.random.Generator, count: int, axis: Floats) -> Floats:
    """Draw directions after Lambert's law about +z; ``axis`` says so."""
    sine, angle = np.sqrt(chance.random(count)), 2 * math.pi * chance.random(count)
    flat = np.column_stack((sine * np.cos(angle), sine * np.sin(angle), np.sqrt(1 - sine * sine)))
    return flat * np.where(axis == 0, 1.0, axis)


def _around(flat: Floats, normal: Floats) -> Floats:
    """Turn directions about +z to lie about ``normal``, which lies along an axis."""
    across = np.roll(normal, 1, axis=1)
    along = np.cross(normal, across)
    return flat[:, :1] * across + flat[:, 1:2] * along + flat[:, 2:] * normal


def _next(place: Floats, way: Floats, box: Box) -> tuple[Floats, NDArray[np.int64]]:
    """Find where each ray next meets the box, and which face that is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        low = np.array([-box.inner, -box.inner, 0.0])
        high = np.array([box.inner, box.inner, box.height])
        ends = np.where(way < 0, (low - place) / way, np.where(way > 0, (high - place) / way, np.inf))
    ends = np.maximum(ends, 0.0)
    axis = np.argmin(ends, axis=1)
    reach = ends[np.arange(len(place)), axis]
    there = place + way * reach[:, None]
    there = np.clip(there, low, high)
    face = 2 * axis + (way[np.arange(len(place)), axis] > 0)
    return there, FACES[face]


FACES = np.array([0, 1, 2, 3, 4, 5])
"""Face by axis and side: low and high x, low and high y, floor and sheet."""


DISTANCES = tuple(8.0 + 0.5 * step for step in range(25))
"""Millimetres of four corner LEDs from the centre: from under a base to before the walls."""


def merit(light: Light, base: float) -> float:
    """Multiply evenness by the share beside a base: neither a ring with a dark middle nor a spot hidden under it."""
    return light.evenness * light.beside(base)


def scan(board: Board, rays: int = 60_000) -> list[tuple[float, Light]]:
    """Trace four LEDs towards the corners of the box at every distance of `DISTANCES`."""
    box = box_of(board)
    return [(distance, trace(replace(box, leds=corners(distance)), rays)) for distance in DISTANCES]


def best(tried: list[tuple[float, Light]], base: float) -> float:
    """Find the distance that lights a tile best: the mean of those within 2 % of it, for counted rays ripple."""
    merits = {distance: merit(light, base) for distance, light in tried}
    top = max(merits.values())
    near = [distance for distance, each in merits.items() if each > 0.98 * top]
    return round(2 * sum(near) / len(near)) / 2


@dataclass(frozen=True)
class Bound:
    """What must hold of a lit tile."""

    what: str
    low: float
    high: float


BOUNDS = {
    "brightest": Bound("brightest 3 mm over the mean", 1.0, 6.0),
    "beside": Bound("share beside a base", 0.45, 1.0),
    "strayed": Bound("share over other tiles", 0.0, 0.04),
    "out": Bound("share that leaves the sheet", 0.4, 1.0),
}
"""Of the board as it is: one LED a tile."""

FOUR_BOUNDS = {
    "brightest": Bound("brightest 3 mm over the mean", 1.0, 2.2),
    "corner": Bound("corners over the mean", 0.35, 1.2),
    "evenness": Bound("dimmest tenth over brightest tenth", 0.25, 1.0),
    "beside": Bound("share beside a base", 0.7, 1.0),
    "strayed": Bound("share over other tiles", 0.0, 0.05),
    "lines": Bound("share that the tile lines take", 0.0, 0.03),
}
"""Of four LEDs a tile at the place that board.toml keeps for them."""


def figures_of(light: Light, base: float, line: float = 0.0) -> dict[str, float]:
    """List every figure of a lit tile, by the names of the bounds."""
    return {
        "out": light.out,
        "brightest": light.brightest,
        "corner": light.corner,
        "evenness": light.evenness,
        "beside": light.beside(base),
        "strayed": light.strayed,
        "lines": light.over_lines(line),
    }


def findings(board: Board) -> Iterator[str]:
    """Name what of the light is out of its bounds, and a place of four LEDs that is not the best one."""
    base, box = board.raw["tile"]["miniature_base"], box_of(board)
    four = four_of(board)
    for name, each, bounds in (("one LED", box, BOUNDS), ("four LEDs", four, FOUR_BOUNDS)):
        found = figures_of(trace(each), base, board.raw["tile"]["line"])
        for key, bound in bounds.items():
            if not bound.low <= found[key] <= bound.high:
                limits = f"{bound.low:g} to {bound.high:g}"
                yield f"light, {name} a tile: {bound.what} is {found[key]:.2f}, not {limits}."
    place = best(scan(board), base)
    if abs(place - board.raw["light"]["four"]) > 1.0:
        yield f"board.toml: light.four = {board.raw['light']['four']:g}; the best place is {place:g} mm."


def tile_lines(board: Board) -> str:
    """Say what the lines printed on the sheet take of a tile's light."""
    line, pitch = board.raw["tile"]["line"], board.pitch
    taken = 100 * trace(four_of(board)).over_lines(line)
    area = 100 * (1 - (1 - line / pitch) ** 2)
    return (
        f"Lines of {line:g} mm over the walls' middle (`tile.line` in board.toml) cover {area:.1f} % of the sheet "
        "and take "
        f"{taken:.1f} % of a row board's light at most, were they black: they lie where a lit tile is dimmest. An "
        "engraved "
        "line takes nothing; it scatters what reaches it."
    )


def page(board: Board) -> str:
    """Write the light of a tile as a page for makers."""
    base, box, kept = board.raw["tile"]["miniature_base"], box_of(board), board.raw["light"]["four"]
    low = first_edition(board)
    shown = [
        (f"first edition: one LED {-low.leds[0][1]:g} mm behind the middle, box of {low.height:g} mm", low),
        (f"**reed build: the same LED, box of {box.height:g} mm**", box),
        ("one LED in the middle, were the sensor not there", replace(box, leds=((0.0, 0.0),))),
        (f"four LEDs {kept:g} mm from the middle, box of {low.height:g} mm", replace(low, leds=corners(kept))),
        (f"**row boards: four LEDs {kept:g} mm from the middle, box of {box.height:g} mm**", four_of(board)),
    ]
    out = [
        "# How a tile is lit",
        "",
        f"{RAYS} rays a tile are followed from the LEDs through box, walls and sheet "
        "([the model](../electrical/budgets/light.py)); what paint, filament and sheet do to light is an estimate "
        "(`[light]` in [figures.toml](../figures.toml)), nothing was measured. *Beside a base*: of what leaves over "
        f"the tile, the share that a miniature of {base:g} mm in its middle leaves free.",
        "",
        "| tile | leaves the sheet | brightest over mean | corners over mean | dimmest over brightest tenth | beside "
        "a base | over other tiles |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, each in shown:
        row = figures_of(trace(each), base)
        out.append(
            f"| {name} | {row['out']:.2f} | {row['brightest']:.1f} | {row['corner']:.2f} | {row['evenness']:.2f} | "
            f"{row['beside']:.2f} | {row['strayed']:.3f} |"
        )
    tried = scan(board)
    out += [
        "",
        "## Four LEDs: where",
        "",
        f"Towards the corners of the tile, in one chain {', '.join(board.raw['light']['order'])}. The best place is "
        "where evenness times the share beside a base is largest.",
        "",
        "| mm from the middle | brightest | corners | dimmest over brightest tenth | beside a base | product |",
        "|---|---|---|---|---|---|",
    ]
    for distance, light in tried[::2]:
        row = figures_of(light, base)
        out.append(
            f"| {distance:g} | {row['brightest']:.1f} | {row['corner']:.2f} | {row['evenness']:.2f} | "
            f"{row['beside']:.2f} | {merit(light, base):.2f} |"
        )
    out += [
        "",
        f"**Best: {best(tried, base):g} mm**; the row board has them at {kept:g} mm (`light.four` in board.toml).",
        "",
        "## Tile lines",
        "",
        tile_lines(board),
        "",
        "## What the model leaves out",
        "",
        "- Parts on the row board, bosses and notches: the floor is plain. The regulator's coil, 6 x 6 x 4.5 mm and "
        "black, stands in one tile of each row.",
        "- Gloss: every face throws light back after Lambert's law.",
        "- The miniature's own shadow at an angle, and its reflection.",
        "",
    ]
    return "\n".join(out)
