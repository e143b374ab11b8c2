"""Finds ways for tracks on two layers of a small board: A* on a grid, net after net, once more with a failed one first.

Deterministic: the same board gives the same tracks. KiCad's own rules judge the result.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from .copper import TRACK, VIA, Copper, Point

GRID = 0.3175
"""mm; an eighth of the pitch of headers, so that tracks pass between two pins."""

CLEAR = 0.28
"""mm between copper of two nets; a diagonal step passes a corner up to 0.07 mm nearer."""

EDGE = 0.8
"""mm between the board's edge and the middle of a track."""

HOLES = 0.3
"""mm between two holes."""

VIA_COST, BACK_COST, TURN_COST = 12.0, 1.3, 0.4
"""In steps of the grid: the back stays as whole as it can be, for the ground."""

FRONT, BACK = 0, 1

Cell = tuple[int, int, int]
"""Column, row, layer."""


@dataclass(frozen=True)
class Shape:
    """A rectangle (or point, or line along an axis) with a radius around it, on some layers."""

    net: str
    layers: tuple[int, ...]
    low: Point
    high: Point
    radius: float = 0.0
    drill: float = 0.0
    """Diameter of the hole in its middle."""


@dataclass
class Terminal:
    """A pad to be connected: the cells from which it can be reached, and its middle."""

    middle: Point
    cells: set[Cell] = field(default_factory=set)


class NoWay(Exception):
    """A net cannot be connected where the others lie. ``str()`` is its name."""


class Router:
    """Ways between pads of one board of ``size`` mm; the grid passes through ``origin``."""

    def __init__(self, size: Point, origin: Point, shapes: Iterable[Shape]) -> None:
        self._offset = (origin[0] % GRID, origin[1] % GRID)
        self._columns = int((size[0] - self._offset[0]) / GRID) + 1
        self._rows = int((size[1] - self._offset[1]) / GRID) + 1
        self._size = size
        self._fixed = list(shapes)

    def route(self, copper: Copper, nets: dict[str, float]) -> None:
        """Connect the pads of each net by tracks of its width in mm. Raises NoWay when twenty orders have failed."""
        order = sorted(nets, key=lambda net: (-nets[net], self._span(net), net))
        for _ in range(20):
            laid: list[Shape] = []
            made: list[tuple[str, float, list[Cell], list[Point]]] = []
            try:
                for net in order:
                    made += self._connect(net, nets[net], laid)
            except NoWay as failed:
                order.remove(str(failed))
                order.insert(0, str(failed))
                continue
            for net, width, path, ends in made:
                self._draw(copper, net, width, path, ends)
            return
        raise NoWay(order[0])

    def _span(self, net: str) -> float:
        places = [shape.low for shape in self._fixed if shape.net == net]
        return (
            max(x for x, _ in places)
            - min(x for x, _ in places)
            + max(y for _, y in places)
            - min(y for _, y in places)
        )

    def _at(self, column: int, row: int) -> Point:
        return self._offset[0] + column * GRID, self._offset[1] + row * GRID

    def _cells(self, shape: Shape, reach: float) -> Iterable[tuple[int, int]]:
        """Columns and rows nearer to a shape than ``reach``."""
        reach += shape.radius
        (left, top), (right, bottom) = shape.low, shape.high
        first, last = self._range(left - reach, right + reach, 0, self._columns)
        start, end = self._range(top - reach, bottom + reach, 1, self._rows)
        square = reach * reach
        for row in range(start, end):
            y = self._offset[1] + row * GRID
            down = max(top - y, 0.0, y - bottom)
            for column in range(first, last):
                x = self._offset[0] + column * GRID
                aside = max(left - x, 0.0, x - right)
                if aside * aside + down * down < square:
                    yield column, row

    def _range(self, low: float, high: float, axis: int, count: int) -> tuple[int, int]:
        offset = self._offset[axis]
        return max(0, math.ceil((low - offset) / GRID)), min(count, math.floor((high - offset) / GRID) + 1)

    def _taken(self, net: str, width: float, laid: list[Shape]) -> tuple[list[bytearray], bytearray]:
        """Mark where a track of the net may not lie, by layer, and where no via may be."""
        count = self._columns * self._rows
        layers, vias = [bytearray(count), bytearray(count)], bytearray(count)
        for row in range(self._rows):
            for column in range(self._columns):
                x, y = self._at(column, row)
                if min(x, y, self._size[0] - x, self._size[1] - y) < EDGE + width / 2:
                    at = row * self._columns + column
                    layers[FRONT][at] = layers[BACK][at] = vias[at] = 1
        for shape in (*self._fixed, *laid):
            if shape.net != net:
                for column, row in self._cells(shape, width / 2 + CLEAR):
                    for layer in shape.layers:
                        layers[layer][row * self._columns + column] = 1
                for column, row in self._cells(shape, VIA[0] / 2 + CLEAR):
                    vias[row * self._columns + column] = 1
            if shape.drill:
                middle = ((shape.low[0] + shape.high[0]) / 2, (shape.low[1] + shape.high[1]) / 2)
                hole = Shape(net, shape.layers, middle, middle)
                for column, row in self._cells(hole, shape.drill / 2 + VIA[1] / 2 + HOLES):
                    vias[row * self._columns + column] = 1
        return layers, vias

    def _connect(self, net: str, width: float, laid: list[Shape]) -> list[tuple[str, float, list[Cell], list[Point]]]:
        """Find ways that join all pads of a net and add them to what is laid. Raises NoWay."""
        layers, vias = self._taken(net, width, laid)
        open_ = [self._terminal(shape, layers) for shape in self._fixed if shape.net == net]
        tree = open_.pop(0)
        found = []
        known = dict.fromkeys(tree.cells, tree.middle)
        while open_:
            path = self._way(set(known), {cell for terminal in open_ for cell in terminal.cells}, layers, vias)
            if path is None:
                raise NoWay(net)
            reached = next(terminal for terminal in open_ if path[-1] in terminal.cells)
            open_.remove(reached)
            start = known[path[0]]
            found.append((net, width, path, [start, reached.middle]))
            for cell in path:
                known.setdefault(cell, self._at(cell[0], cell[1]))
            for cell in reached.cells:
                known[cell] = reached.middle
            laid += self._shapes(net, width, path)
        return found

    def _terminal(self, shape: Shape, layers: list[bytearray]) -> Terminal:
        """The cells inside a pad that the net may use."""
        middle = ((shape.low[0] + shape.high[0]) / 2, (shape.low[1] + shape.high[1]) / 2)
        terminal = Terminal(middle)
        for column, row in self._cells(shape, 0.001 if not shape.radius else 0.0):
            for layer in shape.layers:
                if not layers[layer][row * self._columns + column]:
                    terminal.cells.add((column, row, layer))
        return terminal

    def _way(self, starts: set[Cell], goals: set[Cell], layers: list[bytearray], vias: bytearray) -> list[Cell] | None:
        """The cheapest way from any start to any goal."""
        if not starts or not goals:
            return None
        left, right = min(cell[0] for cell in goals), max(cell[0] for cell in goals)
        top, bottom = min(cell[1] for cell in goals), max(cell[1] for cell in goals)

        def ahead(column: int, row: int) -> float:
            aside, down = max(left - column, 0, column - right), max(top - row, 0, row - bottom)
            return max(aside, down) + 0.41421 * min(aside, down)

        costs = dict.fromkeys(starts, 0.0)
        before: dict[Cell, Cell] = {}
        queue = [(ahead(cell[0], cell[1]), cell) for cell in sorted(starts)]
        heapq.heapify(queue)
        done: set[Cell] = set()
        while queue:
            _, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            if cell in goals:
                path = [cell]
                while path[-1] in before:
                    path.append(before[path[-1]])
                return path[::-1]
            column, row, layer = cell
            came = before.get(cell)
            heading = (column - came[0], row - came[1]) if came else (0, 0)
            for (right_, down), length in STEPS:
                x, y = column + right_, row + down
                at = y * self._columns + x
                if layers[layer][at]:
                    continue
                cost = costs[cell] + length * (BACK_COST if layer else 1.0)
                if heading not in ((0, 0), (right_, down)):
                    cost += TURN_COST
                _offer((x, y, layer), cost, cell, costs, before, queue, ahead(x, y))
            if not vias[row * self._columns + column] and not layers[1 - layer][row * self._columns + column]:
                _offer((column, row, 1 - layer), costs[cell] + VIA_COST, cell, costs, before, queue, ahead(column, row))
        return None

    def _shapes(self, net: str, width: float, path: list[Cell]) -> list[Shape]:
        """The copper of a way: runs along an axis whole, diagonals step by step."""
        out = []
        for run in _runs(path):
            (x1, y1), (x2, y2) = self._at(*run[0][:2]), self._at(*run[-1][:2])
            if run[0][2] != run[-1][2]:
                out.append(Shape(net, (FRONT, BACK), (x1, y1), (x1, y1), VIA[0] / 2, VIA[1]))
            elif x1 == x2 or y1 == y2:
                low, high = (min(x1, x2), min(y1, y2)), (max(x1, x2), max(y1, y2))
                out.append(Shape(net, (run[0][2],), low, high, width / 2))
            else:
                out += [
                    Shape(net, (cell[2],), self._at(*cell[:2]), self._at(*cell[:2]), width / 2) for cell in _each(run)
                ]
        return out

    def _draw(self, copper: Copper, net: str, width: float, path: list[Cell], ends: list[Point]) -> None:
        """Lay a way in copper, from pad middle to pad middle."""
        copper.track(net, ends[0], self._at(*path[0][:2]), back=path[0][2] == BACK, width=min(width, TRACK))
        for run in _runs(path):
            if run[0][2] != run[-1][2]:
                copper.via(net, self._at(*run[0][:2]))
            else:
                copper.track(net, self._at(*run[0][:2]), self._at(*run[-1][:2]), back=run[0][2] == BACK, width=width)
        copper.track(net, self._at(*path[-1][:2]), ends[1], back=path[-1][2] == BACK, width=min(width, TRACK))


STEPS = tuple(((right, down), math.hypot(right, down)) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down)


def _offer(
    cell: Cell,
    cost: float,
    came: Cell,
    costs: dict[Cell, float],
    before: dict[Cell, Cell],
    queue: list[tuple[float, Cell]],
    ahead: float,
) -> None:
    """Note a cheaper way to a cell."""
    if cost < costs.get(cell, math.inf) - 1e-9:
        costs[cell] = cost
        before[cell] = came
        heapq.heappush(queue, (cost + ahead, cell))


def _runs(path: list[Cell]) -> list[tuple[Cell, Cell]]:
    """First and last cell of each straight piece of a way; a via is a piece of its own."""
    out: list[tuple[Cell, Cell]] = []
    heading = None
    for one, other in itertools.pairwise(path):
        step = (other[0] - one[0], other[1] - one[1], other[2] - one[2])
        if step == heading:
            out[-1] = (out[-1][0], other)
        else:
            out.append((one, other))
        heading = step
    return out


def _each(run: tuple[Cell, Cell]) -> list[Cell]:
    """Every cell of a diagonal piece."""
    (x1, y1, layer), (x2, y2, _) = run
    count = abs(x2 - x1)
    right, down = (1 if x2 > x1 else -1), (1 if y2 > y1 else -1)
    return [(x1 + right * at, y1 + down * at, layer) for at in range(count + 1)]
