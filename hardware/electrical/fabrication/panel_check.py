"""Reads the panel's archive back and compares it with the row board, as often as there are rows.

Every flash, line and area of each plotted layer, every hole and every line of the placement must be there once for each
row, moved by what the row lies lower, with the row's own references and nets; what is more must be rails and bridges.
"""

from __future__ import annotations

import csv
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator

from ..source import PANEL
from . import packing, panel

Spot = tuple[int, int]
"""Nanometres, y upwards."""

Thing = tuple[str, tuple[Spot, ...], tuple[str, ...]]
"""One Gerber object: aperture or kind of area; its points; pin, net and part it belongs to."""

MM = 1_000_000

BITE_TO_PART = 3.0
"""mm from a mouse bite to solder: a bridge is broken off by bending, and ceramic capacitors crack."""

WIDEST_BRIDGE = 8.0
"""mm of a board's edge that are not routed in one piece; one of five to eight holes spans no more."""

_POINT = re.compile(r"(?:X(-?\d+))(?:Y(-?\d+))(?:I(-?\d+)J(-?\d+))?D0([123])\*")
_ATTRIBUTE = re.compile(r"%TO\.([PNC]),([^*]*)\*%")


def things(text: str) -> Counter[Thing]:
    """Read what a Gerber file of KiCad's draws: each flash, each stroke, each area."""
    apertures: dict[str, str] = {}
    found: Counter[Thing] = Counter()
    tool = mode = polarity = ""
    at: Spot = (0, 0)
    belongs: dict[str, str] = {}
    area: list[Spot] | None = None
    for line in text.splitlines():
        move = _POINT.fullmatch(line)
        if move:
            here = (int(move[1]), int(move[2]))
            names = tuple(belongs.get(key, "") for key in "PNC")
            if area is not None:
                area.append(here)
            elif move[5] == "1":
                bend = f" {mode} {move[3]} {move[4]}" if move[3] else ""
                found[f"{tool}{polarity}{bend}", (at, here), names] += 1
            elif move[5] == "3":
                found[f"{tool}{polarity}", (here,), names] += 1
            at = here
        elif line.startswith("%TO."):
            attribute = _ATTRIBUTE.fullmatch(line)
            if attribute:
                belongs[attribute[1]] = attribute[2]
        elif line == "%TD*%":
            belongs = {}
        elif line.startswith("%ADD"):
            number, shape = re.fullmatch(r"%ADD(\d+)(.*)\*%", line).groups()  # type: ignore[union-attr]
            apertures[number] = shape
        elif re.fullmatch(r"D\d\d+\*", line):
            tool = apertures[line[1:-1]]
        elif line in ("G01*", "G02*", "G03*"):
            mode = line[:-1]
        elif line.startswith("%LP"):
            polarity = "" if line == "%LPD*%" else " clear"
        elif line == "G36*":
            area = []
        elif line == "G37*" and area is not None:
            found[f"area{polarity}", _turned(area), tuple(belongs.get(key, "") for key in "PNC")] += 1
            area = None
    return found


def _turned(points: list[Spot]) -> tuple[Spot, ...]:
    """Begin a closed line of points at its least one: where a plotter begins is chance."""
    ring = points[:-1] if points[0] == points[-1] else points
    start = ring.index(min(ring))
    return (*ring[start:], *ring[:start])


def moved(single: Counter[Thing], row: int, up: int) -> Counter[Thing]:
    """Give what a row board draws where and as whose it must stand in ``row`` of the panel."""
    made: Counter[Thing] = Counter()
    for (shape, points, (pin, net, part)), count in single.items():
        ref, comma, number = pin.partition(",")
        names = (
            f"{panel.reference(ref, row)}{comma}{number}" if pin else "",
            panel.net(net, row) if net and net != "N/C" else net,
            panel.reference(part, row) if part else "",
        )
        made[shape, tuple((x, y + up) for x, y in points), names] += count
    return made


def holes(text: str) -> Counter[tuple[str, str, str]]:
    """Read a drill file of KiCad's: diameter, x and y of each hole in mm as it writes them."""
    tools: dict[str, str] = {}
    tool = ""
    found: Counter[tuple[str, str, str]] = Counter()
    for line in text.splitlines():
        if definition := re.fullmatch(r"(T\d+)C([\d.]+)", line):
            tools[definition[1]] = definition[2]
        elif line in tools:
            tool = tools[line]
        elif place := re.fullmatch(r"X(-?[\d.]+)Y(-?[\d.]+)", line):
            found[tool, _mm(float(place[1])), _mm(float(place[2]))] += 1
    return found


def _mm(value: float) -> str:
    return f"{value:.3f}"


def findings(files: dict[str, bytes], single: dict[str, bytes], measures: panel.Panel) -> Iterator[str]:
    """Compare the panel's archive with the row board's, both by name of file; one line for each deviation."""
    for layer in packing.LAYERS:
        yield from of_layer(layer, files, single, measures)
    for end in ("PTH.drl", "NPTH.drl"):
        yield from of_holes(end, files, single, measures)
    yield from of_places(files, single, measures)
    yield from of_edges(_text(files, PANEL, "Edge_Cuts.gm1"), measures)
    yield from _of_parts_near_bites(_text(files, PANEL, "F_Paste.gtp"), measures)


def _text(files: dict[str, bytes], board: str, end: str) -> str:
    return files[f"gerbers/{board}-{end}"].decode()


def of_layer(layer: str, files: dict[str, bytes], single: dict[str, bytes], measures: panel.Panel) -> Iterator[str]:
    """Compare a plotted layer thing by thing."""
    there, one = things(_text(files, PANEL, layer)), things(_text(single, "row_board", layer))
    for row in range(1, measures.rows + 1):
        wanted = moved(one, row, round(measures.up(row) * MM))
        missing = wanted - there
        there -= wanted
        if missing:
            shape, points, names = min(missing)
            where = f"{points[0][0] / MM:.2f}, {points[0][1] / MM:.2f}"
            whose = " ".join(filter(None, names)) or shape
            yield f"row_panel-{layer}: row {row} lacks {missing.total()} things of a row board; {whose} at {where} mm."
    frame = Counter({(shape, points): count for (shape, points, _), count in there.items()})
    wanted_frame = _frame(layer, measures)
    for shape, points in sorted((wanted_frame - frame).keys()):
        yield f"row_panel-{layer}: the mark {shape} at {points[0][0] / MM:.2f}, {points[0][1] / MM:.2f} mm is missing."
    for shape, points in sorted((frame - wanted_frame).keys()):
        inside = all(y > (measures.height - measures.rail) * MM for _, y in points)
        if layer != "F_Silkscreen.gto" or not inside:
            yield f"row_panel-{layer}: {shape} at {points[0][0] / MM:.2f}, {points[0][1] / MM:.2f} mm is of no row."


def _frame(layer: str, measures: panel.Panel) -> Counter[tuple[str, tuple[Spot, ...]]]:
    """List what rails and bridges flash on a layer; print is kept clear of bare copper and holes."""
    upper, lower = layer in ("F_Mask.gts", "F_Silkscreen.gto"), layer in ("B_Mask.gbs", "B_Silkscreen.gbo")
    flashes: list[tuple[float, panel.Point]] = []
    if layer == "F_Cu.gtl" or upper:
        flashes += [(1.0 + upper, at) for at in measures.fiducials()]
    if upper or lower:
        flashes += [(panel.TOOLING, at) for at in measures.tooling()]
        flashes += [(panel.BITE, at) for at in measures.bites()]
    polarity = " clear" if "Silk" in layer else ""
    return Counter(
        (f"C,{size:.6f}{polarity}", ((round(x * MM), round((measures.height - y) * MM)),)) for size, (x, y) in flashes
    )


def of_holes(end: str, files: dict[str, bytes], single: dict[str, bytes], measures: panel.Panel) -> Iterator[str]:
    """Compare a drill file hole by hole."""
    there, one = holes(_text(files, PANEL, end)), holes(_text(single, "row_board", end))
    wanted: Counter[tuple[str, str, str]] = Counter()
    for row in range(1, measures.rows + 1):
        up = measures.up(row)
        wanted += Counter({(size, x, _mm(float(y) + up)): count for (size, x, y), count in one.items()})
    if end == "NPTH.drl":
        for size, places in ((panel.TOOLING, measures.tooling()), (panel.BITE, measures.bites())):
            wanted += Counter((_mm(size), _mm(x), _mm(measures.height - y)) for x, y in places)
    for diameter, across, high in sorted((wanted - there).keys()):
        yield f"row_panel-{end}: the hole of {diameter} mm at {across}, {high} is missing."
    for diameter, across, high in sorted((there - wanted).keys()):
        yield f"row_panel-{end}: a hole of {diameter} mm at {across}, {high} is of no row."


def of_places(files: dict[str, bytes], single: dict[str, bytes], measures: panel.Panel) -> Iterator[str]:
    """Compare the placement line by line."""
    there = {row["Designator"]: row for row in csv.DictReader(files["positions.csv"].decode().splitlines())}
    for one in csv.DictReader(single["positions.csv"].decode().splitlines()):
        for row in range(1, measures.rows + 1):
            ref = panel.reference(one["Designator"], row)
            wanted = {**one, "Designator": ref, "Mid Y": _mm(float(one["Mid Y"]) + measures.up(row))}
            if there.pop(ref, None) != wanted:
                yield f"positions.csv: {ref} does not lie in its row as {one['Designator']} does on a row board."
    for ref in there:
        yield f"positions.csv: {ref} is in no row."


def of_edges(text: str, measures: panel.Panel) -> Iterator[str]:
    """Check what is routed: closed lines of the panel's size, no cut through a board, bridges with holes all along."""
    lines = [(shape, points) for shape, points, _ in things(text)]
    ends = Counter(point for _, points in lines for point in points)
    for (x, y), count in sorted(ends.items()):
        if count != 2:
            yield f"row_panel-Edge_Cuts.gm1: {count} lines end at {x / MM:.2f}, {y / MM:.2f} mm; a closed line has two."
    if not ends:
        yield "row_panel-Edge_Cuts.gm1: nothing is routed."
        return
    across = max(x for x, _ in ends) - min(x for x, _ in ends), max(y for _, y in ends) - min(y for _, y in ends)
    if across != (round(measures.width * MM), round(measures.height * MM)):
        yield (
            f"row_panel-Edge_Cuts.gm1: it is {across[0] / MM:g} x {across[1] / MM:g} mm, "
            f"not {measures.width:g} x {measures.height:g}."
        )
    for row in range(1, measures.rows + 1):
        high = round((measures.height - measures.top(row)) * MM)
        low = high - round(measures.depth * MM)
        if any(low < y < high and 0 < x < round(measures.width * MM) for x, y in ends):
            yield f"row_panel-Edge_Cuts.gm1: something is cut into row {row}."
        for x in (0, round(measures.width * MM)):
            if not any(set(points) == {(x, low), (x, high)} for _, points in lines):
                yield f"row_panel-Edge_Cuts.gm1: row {row} is not cut at its end at {x / MM:g} mm."
        for y in (low, high):
            yield from _of_bridges(row, y, [points for _, points in lines], measures)


def _of_bridges(row: int, y: int, lines: list[tuple[Spot, ...]], measures: panel.Panel) -> Iterator[str]:
    """Check the pieces along one edge of a board where it hangs on its neighbour."""
    cuts = sorted(sorted(x for x, _ in points) for points in lines if all(at == y for _, at in points))
    places = [0, *itertools.chain.from_iterable(cuts), round(measures.width * MM)]
    bites = [x for x, down in measures.bites() if abs(measures.height - down - y / MM) < measures.gap / 2]
    pieces = [(a, b) for a, b in zip(places[::2], places[1::2], strict=True) if b > a]
    if len(pieces) < 2:
        yield f"row_panel-Edge_Cuts.gm1: row {row} hangs on {len(pieces)} bridges at {y / MM:g} mm."
    for start, end in pieces:
        within = [x for x in bites if start < x * MM < end]
        if (end - start) / MM > WIDEST_BRIDGE or not 5 <= len(within) <= 8:
            yield (
                f"row_panel-Edge_Cuts.gm1: {(end - start) / MM:g} mm of row {row} at {start / MM:g}, {y / MM:g} mm are "
                f"not cut; {len(within)} holes part them."
            )


def extent(shape: str) -> float:
    """Return the longest side in mm of what an aperture flashes."""
    name, _, rest = shape.partition(",")
    sizes = [abs(float(each)) for each in rest.split("X") if each]
    if name == "RoundRect":
        return 2 * (sizes[0] + max(sizes[1:9]))
    return max(sizes)


def _of_parts_near_bites(text: str, measures: panel.Panel) -> Iterator[str]:
    """Check that no solder lies so near to a bridge that breaking it would crack what is soldered."""
    bites = [(x, measures.height - y) for x, y in measures.bites()]
    for shape, points, (_, _, part) in things(text):
        at = (points[0][0] / MM, points[0][1] / MM)
        near = min(math.dist(at, bite) for bite in bites if abs(bite[1] - at[1]) < 2 * measures.depth)
        if near - extent(shape) / 2 < BITE_TO_PART:
            yield f"row_panel: {part} is soldered {near - extent(shape) / 2:.1f} mm from a mouse bite."
