"""The geometry of the 10x10 board, exact and fast: tiles, lines, sight, the safe arena.

A tile is an int 0..99, ten times its row plus its column, row 0 at the top and column 0 at the left. A set of
tiles is a mask: a Python int whose bit ``t`` stands for tile ``t``, so that union, intersection and "is it in
there" are one machine operation each. An edge is ``"top"``, ``"right"``, ``"bottom"`` or ``"left"``.

>>> list(tiles(SURROUNDING[0]))
[1, 10, 11]
>>> nearest_safe(14, walls(top=1, right=7))
24
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

Edge = Literal["top", "right", "bottom", "left"]
Proximity = Literal["ray", "clamp"]

SIDE: Final = 10
"""Tiles along one side of the board."""

COUNT: Final = SIDE * SIDE
EVERY: Final = (1 << COUNT) - 1
"""The mask of all 100 tiles."""

EDGES: Final[tuple[Edge, ...]] = ("top", "right", "bottom", "left")
"""Clockwise from the top, the order of Immolation Numbers 1 to 4."""

OPPOSITE: Final[dict[Edge, Edge]] = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}

ROW: Final = tuple(((1 << SIDE) - 1) << SIDE * row for row in range(SIDE))
"""Row -> mask of its ten tiles."""

COLUMN: Final = tuple(sum(1 << SIDE * row + column for row in range(SIDE)) for column in range(SIDE))
"""Column -> mask of its ten tiles."""

CARDINAL: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The four directions as (rows, columns), clockwise from up, in the order of `EDGES`."""

DIAGONALS: Final = ((-1, 1), (1, 1), (1, -1), (-1, -1))
DIRECTIONS: Final = CARDINAL + DIAGONALS

Direction = tuple[int, int]


# --- tiles and masks -------------------------------------------------------------------------------------


def tile_at(row: int, column: int) -> int | None:
    """The tile in this row and column, None if that is off the board."""
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else None


@lru_cache(maxsize=1 << 14)  # the same few masks come up again and again; about 5 MB when full
def tiles(mask: int) -> tuple[int, ...]:
    """The tiles of a mask in rising order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def mask_of(members: Iterable[int]) -> int:
    """The mask of these tiles, each 0..99."""
    mask = 0
    for tile in members:
        mask |= 1 << tile
    return mask


def _around(directions: Iterable[Direction]) -> tuple[int, ...]:
    ways = tuple(directions)
    return tuple(
        mask_of(
            other
            for rows, columns in ways
            if (other := tile_at(tile // SIDE + rows, tile % SIDE + columns)) is not None
        )
        for tile in range(COUNT)
    )


ADJACENT: Final = _around(CARDINAL)
"""Tile -> mask of the tiles that share an edge with it (AK-MOVE-01)."""

DIAGONAL: Final = _around(DIAGONALS)
"""Tile -> mask of the tiles that share exactly one corner with it (AK-MOVE-01)."""

SURROUNDING: Final = tuple(one | other for one, other in zip(ADJACENT, DIAGONAL, strict=True))
"""Tile -> mask of the tiles adjacent or diagonal to it (AK-MOVE-01); never wraps over a board edge."""


def grow(mask: int) -> int:
    """``mask`` with every tile that surrounds one of its tiles."""
    wide = mask | ((mask & ~COLUMN[9]) << 1) | ((mask & ~COLUMN[0]) >> 1)
    return (wide | wide << SIDE | wide >> SIDE) & EVERY


def reach(start: int, steps: int, blocked: int = 0) -> int:
    """The mask of tiles that ``steps`` or fewer moves to a surrounding tile reach, never entering ``blocked``.

    The start tile itself is always in it.
    """
    reached = 1 << start
    for _ in range(steps):
        wider = reached | (grow(reached) & ~blocked)
        if wider == reached:
            break
        reached = wider
    return reached


# --- distances and lines ---------------------------------------------------------------------------------


_KING_DISTANCES: Final = tuple(
    bytes(max(abs(one // SIDE - other // SIDE), abs(one % SIDE - other % SIDE)) for other in range(COUNT))
    for one in range(COUNT)
)


def king_distance(one: int, other: int) -> int:
    """Moves between two tiles when each goes to a surrounding tile."""
    return _KING_DISTANCES[one][other]


def straight_distance_squared(one: int, other: int) -> int:
    """The straight line between two centres, squared so that it stays exact; in tile sides squared."""
    return (one // SIDE - other // SIDE) ** 2 + (one % SIDE - other % SIDE) ** 2


def direction(start: int, end: int) -> Direction | None:
    """The direction of `DIRECTIONS` that leads straight from one tile to another; None if no straight line does."""
    rows, columns = end // SIDE - start // SIDE, end % SIDE - start % SIDE
    if start == end or (rows and columns and abs(rows) != abs(columns)):
        return None
    return ((rows > 0) - (rows < 0), (columns > 0) - (columns < 0))


@lru_cache(maxsize=COUNT * len(DIRECTIONS))
def ray(start: int, way: Direction) -> tuple[int, ...]:
    """The tiles from next to ``start`` up to the board edge, in the order something pushed that way enters them."""
    found: list[int] = []
    row, column = start // SIDE + way[0], start % SIDE + way[1]
    while (tile := tile_at(row, column)) is not None:
        found.append(tile)
        row, column = row + way[0], column + way[1]
    return tuple(found)


def push(target: int, source: int, steps: int) -> tuple[int, ...]:
    """The tiles that ``target`` enters when pushed ``steps`` tiles straight away from ``source``.

    Fewer where the board ends. Empty unless the two stand in one row, column or diagonal (AK-INDEX-15).
    """
    way = direction(source, target)
    return ray(target, way)[:steps] if way is not None else ()


def nearest(tile: int, among: int) -> int:
    """The mask of the tiles in ``among`` that are nearest to ``tile`` in a straight line; several when equally near."""
    best, found = 0, 0
    for other in tiles(among):
        distance = straight_distance_squared(tile, other)
        if not found or distance < best:
            best, found = distance, 1 << other
        elif distance == best:
            found |= 1 << other
    return found


# --- line of sight ---------------------------------------------------------------------------------------


def _crossed(rows: int, columns: int, half_width: Fraction) -> tuple[Direction, ...]:
    """The tiles, relative to the first, that the segment to the tile ``rows`` down and ``columns`` right clips.

    What blocks of a tile is its square without the diamonds at its corners: a convex shape that contains its
    four sides but not the cuts of the diamonds. A line meets such a shape exactly when corners of the shape lie
    strictly on both sides of the line (no line between centres runs along a side). Beyond its two ends the line
    leaves the rectangle spanned by the two tiles at once, so within the rectangle line and segment are the same.
    """
    # Coordinates in units of 1/(2 * denominator) of a tile side from the first centre: whole numbers throughout.
    unit = 2 * half_width.denominator
    cut = 2 * half_width.numerator
    half = unit // 2
    corners = [
        (sy * y, sx * x) for sy in (-1, 1) for sx in (-1, 1) for y, x in ((half - cut, half), (half, half - cut))
    ]
    found: list[Direction] = []
    for row in range(rows + 1):
        for column in range(columns + 1):
            if (row, column) in ((0, 0), (rows, columns)):
                continue
            sides = [rows * (unit * column + x) - columns * (unit * row + y) for y, x in corners]
            if min(sides) < 0 < max(sides):
                found.append((row, column))
    return tuple(found)


@lru_cache(maxsize=8)
def sight_blockers(half_width: float | Fraction = 0) -> tuple[tuple[int, ...], ...]:
    """For each pair of tiles the mask of tiles that block the sight between them when a character stands there.

    ``half_width``: how far, in tile sides, the free diamond at a tile's corner reaches along the sides that meet
    there, 0 to 0.5 (AK-INDEX-02; 0 leaves only the corner point free). Raises ValueError outside that range.
    """
    width = Fraction(str(half_width))
    if not 0 <= width <= Fraction(1, 2):
        raise ValueError(f"A corner diamond reaches 0 to 0.5 of a tile's side, not {half_width}.")
    ways: dict[Direction, tuple[int, int]] = {}
    """A way -> the corner of the board from which it lies on the board, and its mask there."""

    for rows in range(SIDE):
        for columns in range(SIDE):
            crossed = _crossed(rows, columns, width)
            for sy, sx in DIAGONALS:
                corner = (0 if sy > 0 else COUNT - SIDE) + (0 if sx > 0 else SIDE - 1)
                mask = mask_of(corner + SIDE * sy * y + sx * x for y, x in crossed)
                ways[sy * rows, sx * columns] = corner, mask
    table: list[tuple[int, ...]] = []
    for start in range(COUNT):
        row, column = divmod(start, SIDE)
        seen = (ways[end // SIDE - row, end % SIDE - column] for end in range(COUNT))
        table.append(tuple([mask << start >> corner for corner, mask in seen]))
    return tuple(table)


def line_of_sight(one: int, other: int, occupied: int, half_width: float | Fraction = 0) -> bool:
    """True if nobody in ``occupied`` stands in the way between two tiles (AK-INDEX-01 to 04).

    The two tiles themselves never block. Exact: a line through a corner point passes, a line that clips a tile
    anywhere else does not; ``half_width`` as in `sight_blockers`.
    """
    return not sight_blockers(half_width)[one][other] & occupied


# --- Fire Walls ------------------------------------------------------------------------------------------


def line_mask(edge: Edge, number: int) -> int:
    """The ten tiles of the line that a strip of ``edge`` covers: a row for top and bottom, a column for left and right.

    ``number``: the row or column, 0..9, as counted on the board, not from the edge.
    """
    return ROW[number] if edge in ("top", "bottom") else COLUMN[number]


def first_line(edge: Edge) -> int:
    """The outermost line of an edge, where its strip is placed (AK-FIRE-01)."""
    return 0 if edge in ("top", "left") else SIDE - 1


def next_line(edge: Edge, number: int) -> int | None:
    """The line a strip of ``edge`` on line ``number`` enters next, None at the board's far end (AK-FIRE-02)."""
    ahead = number + 1 if edge in ("top", "left") else number - 1
    return ahead if 0 <= ahead < SIDE else None


def line_before(edge: Edge, number: int) -> int | None:
    """The line to which Pyrokinesis pushes a strip of ``edge`` back, None from the outermost one (AK-ABIL-08)."""
    behind = number - 1 if edge in ("top", "left") else number + 1
    return behind if 0 <= behind < SIDE else None


@dataclass(frozen=True, slots=True)
class Walls:
    """The places of the four Fire Walls, with what follows from them; `walls` makes one, and keeps it for reuse."""

    top: int | None = None
    """Row of the strip, 0..9; None while it is not on the board and then it imposes no bound (AK-PROX-01)."""

    right: int | None = None
    """Column of the strip, 0..9."""

    bottom: int | None = None
    left: int | None = None

    strip_mask: int = field(init=False, compare=False, repr=False)
    """The tiles under a strip."""

    fire_mask: int = field(init=False, compare=False, repr=False)
    """The tiles covered in fire: under a strip or behind one (AK-PROX-01)."""

    behind_mask: int = field(init=False, compare=False, repr=False)
    """The tiles behind a strip, between it and its own edge; they may lie under another strip as well."""

    safe_mask: int = field(init=False, compare=False, repr=False)
    """The tiles that are not covered in fire."""

    advanced: tuple[tuple[Edge, int], ...] = field(init=False, compare=False, repr=False)
    """The strips that lie further in than their outermost line, each with its tiles."""

    def __post_init__(self) -> None:
        strip = behind = 0
        advanced = []
        for edge in EDGES:
            number = self.line(edge)
            if number is None:
                continue
            if not 0 <= number < SIDE:
                raise ValueError(f"The {edge} Fire Wall lies on line 0 to 9, not {number}.")
            strip |= line_mask(edge, number)
            past = range(number) if edge in ("top", "left") else range(number + 1, SIDE)
            for other in past:
                behind |= line_mask(edge, other)
            if number != first_line(edge):
                advanced.append((edge, line_mask(edge, number)))
        for name, value in (
            ("strip_mask", strip),
            ("behind_mask", behind),
            ("fire_mask", strip | behind),
            ("safe_mask", EVERY & ~(strip | behind)),
            ("advanced", tuple(advanced)),
        ):
            object.__setattr__(self, name, value)  # frozen for everybody else

    def line(self, edge: Edge) -> int | None:
        """The line of this edge's strip, None if it is not on the board."""
        number: int | None = getattr(self, edge)
        return number

    def moved(self, edge: Edge, number: int | None) -> Walls:
        """The same walls with the strip of ``edge`` on another line, or taken off."""
        return walls(**{**{name: self.line(name) for name in EDGES}, edge: number})

    @property
    def rows(self) -> range:
        """The rows that no horizontal wall covers; empty if there are none."""
        return range(0 if self.top is None else self.top + 1, SIDE if self.bottom is None else self.bottom)

    @property
    def columns(self) -> range:
        """The columns that no vertical wall covers; empty if there are none."""
        return range(0 if self.left is None else self.left + 1, SIDE if self.right is None else self.right)


_walls = lru_cache(maxsize=11**4)(Walls)  # every combination there is; about 10 MB if a program meets them all


def walls(
    top: int | None = None, right: int | None = None, bottom: int | None = None, left: int | None = None
) -> Walls:
    """The one `Walls` with strips on these lines. Raises ValueError for a line off the board."""
    return _walls(top, right, bottom, left)


# --- proximity and the Omega Stone -----------------------------------------------------------------------


def _into(place: int, free: range) -> int:
    """Return how far ``place`` is from the nearest place in ``free``, signed in the direction to go."""
    if place < free.start:
        return free.start - place
    return min(0, free.stop - 1 - place)


@lru_cache(maxsize=1 << 14)  # a game asks for a few tiles of each of some dozens of wall positions
def nearest_safe(tile: int, fire: Walls, mode: Proximity = "ray") -> int:
    """The tile itself if it is out of the fire, else the nearest one that is (AK-PROX-03, AK-PROX-04).

    A tile whose column (row) is free moves along it; one whose row and column both burn moves along the
    diagonal towards the arena (``ray``) or straight to the arena's nearest tile (``clamp``). A diagonal that
    misses the arena ends on the safe tile with the fewest king moves, then the shortest straight line, then the
    lowest number. Raises ValueError if the walls leave no tile free or the mode is unknown.
    """
    if not fire.safe_mask:
        raise ValueError(f"No tile is out of the fire: {fire}.")
    if mode not in ("ray", "clamp"):
        raise ValueError(f"proximity.mode is 'ray' or 'clamp', not {mode!r}.")
    row, column = divmod(tile, SIDE)
    rows, columns = _into(row, fire.rows), _into(column, fire.columns)
    if mode == "ray" and rows and columns:
        depth = max(abs(rows), abs(columns))
        row += depth if rows > 0 else -depth
        column += depth if columns > 0 else -depth
        if row in fire.rows and column in fire.columns:
            return SIDE * row + column
        return min(
            tiles(fire.safe_mask),
            key=lambda safe: (king_distance(tile, safe), straight_distance_squared(tile, safe), safe),
        )
    return SIDE * (row + rows) + column + columns


def _outward(roll: int) -> int:
    row, column = divmod(roll, SIDE)
    distances = {"top": row, "right": SIDE - 1 - column, "bottom": SIDE - 1 - row, "left": column}
    least = min(distances.values())
    for edge in EDGES:
        if distances[edge] == least:  # a tie of two edges moves along both and so ends in their corner
            row, column = _onto(edge, row, column)
    return SIDE * row + column


def _onto(edge: Edge, row: int, column: int) -> tuple[int, int]:
    return (first_line(edge), column) if edge in ("top", "bottom") else (row, first_line(edge))


OMEGA_TILE: Final = tuple(_outward(roll) for roll in range(COUNT))
"""Percentile roll -> the tile the Omega Stone is placed on (AK-WAR-05, AK-WAR-06)."""


def omega_tile(roll: int) -> int:
    """The tile the Omega Stone goes to when ``roll`` (0..99) comes up.

    Straight across to the nearest outer-edge tile (AK-WAR-05); from a tile equally far from two edges to the
    corner those edges share (AK-WAR-06).
    """
    return OMEGA_TILE[roll]
