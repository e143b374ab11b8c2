"""Reads what the enclosure needs of board.toml and derives places from it. Needs no CAD.

Places are in millimetres from the back left corner of tile 0: x to the right, y towards the player, z up from the
upper face of the row boards. CAD counts y the other way; only the modules that draw turn it round.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..geometry import corners, derive

HERE = Path(__file__).resolve().parent
BOARD = HERE.parent / "board.toml"
OUT = HERE / "out"

LEAST_WALL = 1.2
"""Three lines of a 0.4 mm nozzle: thinner ones let light through and break."""

BOSS = 4.3
"""Radius round a screw: M3 head 6.2 mm and 1.2 mm of wall."""

POST = 3.5
"""Radius of a post under a row board."""

PILOT = 2.6
"""Hole in which an M3 screw cuts its own thread in PETG."""

FREE = 3.4
"""Hole through which an M3 screw passes."""

PLATE = 2.4
"""Thickness of the port plate behind the back wall."""

HEAD = (6.2, 3.2)
"""Diameter and depth of the hole for an M3 cylinder head."""


ENGRAVED = 0.8
"""Depth of numerals: four layers; they are printed face down and stay crisp."""


class BadDimension(ValueError):
    """board.toml asks for something that cannot be built. ``str()`` names key and reason."""


@dataclass(frozen=True)
class Span:
    """Tiles ``first`` to ``last`` (excluded) along one side, and whether they end at the board's edge."""

    first: int
    last: int
    side: int
    pitch: float

    @property
    def low(self) -> float:
        """Where its first tile begins."""
        return self.first * self.pitch

    @property
    def high(self) -> float:
        """Where its last tile ends."""
        return self.last * self.pitch

    @property
    def at_low(self) -> bool:
        """Whether it is the first part of its side."""
        return self.first == 0

    @property
    def at_high(self) -> bool:
        """Whether it is the last part of its side."""
        return self.last == self.side

    def reach(self, beyond: float, gap: float) -> tuple[float, float]:
        """Its ends when it reaches ``beyond`` the tiles at the board's edge and leaves half a ``gap`` at a joint."""
        return (
            self.low - beyond if self.at_low else self.low + gap / 2,
            self.high + beyond if self.at_high else self.high - gap / 2,
        )


@dataclass(frozen=True)
class Dimensions:
    """All lengths of the enclosure. Made by ``load``, which has checked them."""

    side: int
    pitch: float
    light_box: float
    light_wall: float
    line: float
    diffuser: float
    sensor: tuple[float, float]
    led: tuple[float, float]
    four: float
    miniature_base: float
    base_floor: float
    row_size: tuple[float, float]
    row_origin: tuple[float, float]
    row_thickness: float
    row_holes: tuple[tuple[float, float], ...]
    row_below: float
    bed: float
    bed_margin: float
    border: float
    cavity: float
    floor: float
    wall: float
    seam_wall: float
    gap: float
    board_overlap: float
    rim: float
    bezel: float
    trays: tuple[int, ...]
    tops_across: tuple[int, ...]
    tops: tuple[int, ...]
    notches: tuple[tuple[float, float, float, float], ...]
    notch_height: float
    carrier: tuple[float, float]
    carrier_height: float
    jack_hole: float
    magnet: tuple[float, float]
    numbers: dict[str, int]

    @property
    def field(self) -> float:
        """Side of the ten tiles."""
        return self.side * self.pitch

    @property
    def outside(self) -> float:
        """Side of the whole board."""
        return self.field + 2 * self.border

    @property
    def floor_top(self) -> float:
        """Height of the tray's floor, on which things stand."""
        return -self.row_thickness - self.cavity

    @property
    def bottom(self) -> float:
        """Height of the tray's lower face."""
        return self.floor_top - self.floor

    @property
    def surface(self) -> float:
        """Height of the playing surface."""
        return self.light_box + self.diffuser

    @property
    def strip(self) -> float:
        """Width of the grid's floor between two row boards, with its overlap on both."""
        return self.pitch - self.row_size[1] + 2 * self.board_overlap

    @property
    def screw_line(self) -> float:
        """How far outside the tiles the edge strip's screws stand."""
        return 0.55 * self.border

    def spans(self, split: tuple[int, ...]) -> list[Span]:
        """The parts along one side."""
        out, at = [], 0
        for tiles in split:
            out.append(Span(at, at + tiles, self.side, self.pitch))
            at += tiles
        return out

    def centres(self) -> Iterator[tuple[int, float, float]]:
        """Each tile with its centre."""
        for tile in range(self.side**2):
            yield tile, (tile % self.side + 0.5) * self.pitch, (tile // self.side + 0.5) * self.pitch

    def leds(self) -> list[tuple[int, float, float]]:
        """Where the four LEDs of each tile of the row boards are, with the tile."""
        return [(tile, x + right, y + front) for tile, x, y in self.centres() for right, front in corners(self.four)]

    def sensors(self) -> list[tuple[float, float]]:
        """Where each tile's sensor is, by tile."""
        return [(x + self.sensor[0], y + self.sensor[1]) for _, x, y in self.centres()]

    def row_edges(self, row: int) -> tuple[float, float]:
        """y of the back and the front edge of a row's board."""
        front = (row + 0.5) * self.pitch + self.row_origin[1]
        return front - self.row_size[1], front

    def screws(self) -> list[tuple[float, float]]:
        """The screws that hold grid, row boards and trays together."""
        return [
            (self.row_origin[0] + x, self.row_edges(row)[0] + y) for row in range(self.side) for x, y in self.row_holes
        ]

    def held_by_nut(self, place: tuple[float, float]) -> bool:
        """Whether a screw stands over the controller: no post there, a nut under the row board holds it to the grid."""
        left, back, right, front = self.carrier_place()
        room = POST + 1.0
        return left - room < place[0] < right + room and back - room < place[1] < front + room

    def tray_spans(self) -> Iterator[tuple[int, int, Span, Span]]:
        """Each part of the tray: its column and row among the parts, its tiles along x and y."""
        yield from _pairs(self.spans(self.trays), self.spans(self.trays))

    def top_spans(self) -> Iterator[tuple[int, int, Span, Span]]:
        """Each part of light grid, edge strip (without the middle one) and diffuser."""
        yield from _pairs(self.spans(self.tops_across), self.spans(self.tops))

    def edge_screws(self) -> list[tuple[float, float]]:
        """The screws of the edge strip: one a corner, and two a part and side, half a tile from the part's ends."""
        off, far = self.screw_line, self.field + self.screw_line
        out = [(x, y) for x in (-off, far) for y in (-off, far)]
        for split, along_x in ((self.tops_across, True), (self.tops, False)):
            for span in self.spans(split):
                for at in (span.low + self.pitch / 2, span.high - self.pitch / 2):
                    out += [(at, to) if along_x else (to, at) for to in (-off, far)]
        return out

    def notch_boxes(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """x and y of each place where a light wall steps over a part of a row board."""
        out = []
        for row in range(self.side):
            for x, y, wide, deep in self.notches:
                at_x, at_y = self.row_origin[0] + x, self.row_edges(row)[0] + y
                out.append(((at_x - wide / 2, at_x + wide / 2), (at_y - deep / 2, at_y + deep / 2)))
        return out

    def carrier_place(self) -> tuple[float, float, float, float]:
        """The controller's perfboard: left, back, right, front."""
        left = (self.field - self.carrier[0]) / 2
        back = -self.border + self.wall + PLATE + 0.2  # in front of the port plate; a plug passes both openings
        return left, back, left + self.carrier[0], back + self.carrier[1]


def _pairs(across: list[Span], along: list[Span]) -> Iterator[tuple[int, int, Span, Span]]:
    for column, xs in enumerate(across):
        for row, ys in enumerate(along):
            yield column, row, xs, ys


def _tuple(row: Any) -> tuple[Any, ...]:
    return tuple(tuple(item) if isinstance(item, list) else item for item in row)


def load(path: Path = BOARD) -> Dimensions:
    """Read board.toml. Raises BadDimension."""
    raw = derive(tomllib.loads(path.read_text(encoding="utf-8")))
    grid, tile, row, own = raw["grid"], raw["tile"], raw["row_board"], raw["enclosure"]
    rest: dict[str, Any] = {
        key: _tuple(value) if isinstance(value, list) else value
        for key, value in own.items()
        if key not in ("notches_at_walls", "border_most", "carrier_most")
    }
    made = Dimensions(
        side=grid["side"],
        pitch=grid["pitch"],
        light_box=tile["light_box"],
        light_wall=tile["light_wall"],
        line=tile["line"],
        diffuser=tile["diffuser"],
        sensor=_tuple(tile["sensor"]),
        led=_tuple(tile["led"]),
        four=raw["light"]["four"],
        miniature_base=tile["miniature_base"],
        base_floor=tile["base_floor"],
        row_size=_tuple(row["size"]),
        row_origin=_tuple(row["origin"]),
        row_thickness=row["thickness"],
        row_holes=_tuple(row["mounting_holes"]),
        row_below=row["below"],
        **rest,
    )
    for problem in _problems(made):
        raise BadDimension(f"{path.name}: {problem}")
    return made


def _problems(made: Dimensions) -> Iterator[str]:
    room = made.bed - 2 * made.bed_margin
    if not 40 <= made.pitch <= 50:
        yield f"grid.pitch = {made.pitch:g}: 40 to 50 mm are designed for."
    for key, split in (("trays", made.trays), ("tops_across", made.tops_across), ("tops", made.tops)):
        if sum(split) != made.side or tuple(reversed(split)) != split:
            yield f"enclosure.{key} = {list(split)} must be symmetric and add up to {made.side} tiles."
        for span in made.spans(split):
            low, high = span.reach(made.border, made.gap)
            if high - low > room:
                yield (
                    f"enclosure.{key} = {list(split)}: a part of {high - low:.1f} mm does not fit a bed of "
                    f"{made.bed:g} mm ({room:g} mm are free); give that part fewer tiles."
                )
    if set(_joints(made, made.trays)) & set(_joints(made, made.tops)):
        yield "enclosure.trays and enclosure.tops have a joint in the same place; the tops could not tie the trays."
    for key, split in (("trays", made.trays), ("tops_across", made.tops_across)):
        for x, _ in made.row_holes:
            for joint in _joints(made, split):
                if abs(made.row_origin[0] + x - joint) < BOSS + made.gap:
                    yield f"enclosure.{key}: the joint at {joint:g} mm runs through a row board's mounting hole {x:g}."
    if made.cavity < made.row_below:
        yield f"enclosure.cavity = {made.cavity:g}: the row boards' plugs need {made.row_below:g} mm."
    for key in ("wall", "seam_wall", "floor", "bezel", "light_wall"):
        value = made.light_wall if key == "light_wall" else getattr(made, key)
        if value < LEAST_WALL:
            yield f"{key} = {value:g} is thinner than {LEAST_WALL} mm: light comes through, and it breaks."
    if made.row_origin[0] < 0 or made.row_origin[0] + made.row_size[0] > made.field:
        yield "row_board.size and row_board.origin: the board is longer than its ten tiles."
    if made.row_size[1] >= made.pitch:
        yield f"row_board.size: {made.row_size[1]:g} mm is wider than a tile."
    for x, y in made.row_holes:
        if not (2.0 <= x <= made.row_size[0] - 2 and 2.0 <= y <= made.row_size[1] - 2):
            yield f"row_board.mounting_holes: {x:g}, {y:g} is outside the board or too near its edge."
    places = (("tile.led", made.led), ("tile.sensor", made.sensor), ("light.four", corners(made.four)[2]))
    for name, (x, y) in places:
        if max(abs(x), abs(y)) > made.pitch / 2 - made.light_wall / 2 - 2.5:
            yield f"{name} = [{x:g}, {y:g}] lies under a light wall."
    if not 0.3 <= made.line <= made.light_wall:
        yield f"tile.line = {made.line:g}: the lines are 0.3 mm wide or more and no wider than a light wall."
    base = made.magnet[0] + 2 * LEAST_WALL
    if made.miniature_base < base:
        yield f"tile.miniature_base = {made.miniature_base:g} leaves no wall round a magnet of {made.magnet[0]:g} mm."
    if sorted(made.numbers.values()) != [1, 2, 3, 4] or set(made.numbers) != {"top", "right", "bottom", "left"}:
        yield "enclosure.numbers must give top, right, bottom and left the numbers 1 to 4, each once."
    if (
        made.carrier_place()[2] - made.carrier_place()[0]
        > made.spans(made.trays)[1].high - made.spans(made.trays)[1].low - 12
    ):
        yield "enclosure.carrier does not fit the middle tray between its flanges and clamps."


def _joints(made: Dimensions, split: tuple[int, ...]) -> list[float]:
    return [span.high for span in made.spans(split)[:-1]]
