"""Reads schematic files back into the nets that wires, names and signs make, and compares these with a circuit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..netlists import netlist
from .schematic import Point


@dataclass
class Read:
    """What a schematic file says: value and footprint by reference, pins by net, pins marked as open."""

    parts: dict[str, tuple[str, str]] = field(default_factory=dict)
    nets: dict[str, set[netlist.Pin]] = field(default_factory=dict)
    open: set[netlist.Pin] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def read(text: str) -> Read:
    """Follow the wires of a schematic file as KiCad does: what meets at one point, or at a wire's end, is joined."""
    tree = netlist._tree(text)
    shapes = {
        str(row[1]): {str(_child(pin, "number")[1]): _xy(_child(pin, "at")) for pin in _all(row, "pin")}
        for row in _rows(_child(tree, "lib_symbols"), "symbol")
    }
    rails = {str(row[1]) for row in _rows(_child(tree, "lib_symbols"), "symbol") if ["power"] in row}
    found, pins = Read(), {}
    names: list[tuple[str, Point]] = [(str(row[1]), _xy(_child(row, "at"))) for row in _rows(tree, "label")]
    for row in _rows(tree, "symbol"):
        kind, (x, y) = str(_child(row, "lib_id")[1]), _xy(_child(row, "at"))
        texts = {str(each[1]): str(each[2]) for each in _rows(row, "property")}
        for number, (aside, up) in shapes[kind].items():
            place = (round(x + aside, 2), round(y - up, 2))
            if kind in rails:
                names.append((texts["Value"], place))
            else:
                pins[texts["Reference"], number] = place
        if kind not in rails:
            if texts["Reference"] in found.parts:
                found.faults.append(f"{texts['Reference']} stands on the sheet twice")
            found.parts[texts["Reference"]] = (texts["Value"], texts["Footprint"])
    wires = [tuple(_xy(["at", *point[1:3]]) for point in _child(row, "pts")[1:]) for row in _rows(tree, "wire")]
    groups = _groups(wires)
    by_group: dict[Point, set[str]] = {}
    for name, place in names:
        by_group.setdefault(groups.get(place, place), set()).add(name)
    marked = {_xy(_child(row, "at")) for row in _rows(tree, "no_connect")}
    for pin, place in pins.items():
        called = by_group.get(groups.get(place, place), set())
        if len(called) > 1:
            found.faults.append(f"pin {pin[1]} of {pin[0]} is on {' and '.join(sorted(called))}")
        for name in called:
            found.nets.setdefault(name, set()).add(pin)
        if place in marked:
            found.open.add(pin)
        elif not called:
            found.faults.append(f"pin {pin[1]} of {pin[0]} is on nothing and not marked as open")
    found.faults += _touching(wires, set(pins.values()) | {place for _, place in names})
    return found


def _groups(wires: list[tuple[Point, ...]]) -> dict[Point, Point]:
    """One point for all that wires join, by each of their ends."""
    parent: dict[Point, Point] = {}

    def top(point: Point) -> Point:
        while parent.setdefault(point, point) != point:
            point = parent[point]
        return point

    for start, end in wires:
        parent[top(start)] = top(end)
    return {point: top(point) for point in parent}


def _touching(wires: list[tuple[Point, ...]], points: set[Point]) -> Iterator[str]:
    """Name each end that lies in the middle of another wire: KiCad joins them."""
    ends = points | {point for wire in wires for point in wire}
    by_height: dict[float, list[float]] = {}
    for x, y in ends:
        by_height.setdefault(y, []).append(x)
    for (x1, y1), (x2, y2) in wires:
        if y1 != y2:
            yield f"the wire at {x1:g}, {y1:g} is not level"
        for x in by_height[y1]:
            if min(x1, x2) < x < max(x1, x2):
                yield f"something at {x:g}, {y1:g} lies in the middle of a wire"


def findings(text: str, circuit: netlist.Netlist) -> Iterator[str]:
    """Compare a schematic file with the circuit: parts, values, footprints, the net of every pin, open pins."""
    found = read(text)
    for fault in found.faults:
        yield f"{circuit.name}.kicad_sch: {fault}."
    for ref in sorted(circuit.components.keys() | found.parts.keys(), key=netlist.natural):
        component, there = circuit.components.get(ref), found.parts.get(ref)
        if component is None or there is None:
            yield f"{circuit.name}.kicad_sch: {ref} is only in the {'circuit' if component else 'file'}."
        elif (component.value, component.footprint) != there:
            yield f"{circuit.name}.kicad_sch: {ref} is {' in '.join(there)}; the circuit says {component.value}."
    for net in sorted(circuit.nets.keys() | found.nets.keys(), key=netlist.natural):
        wanted, there_on = set(circuit.nets.get(net, ())), found.nets.get(net, set())
        for ref, number in sorted(wanted ^ there_on):
            where = "the circuit" if (ref, number) in wanted else "the file"
            yield f"{circuit.name}.kicad_sch: pin {number} of {ref} is on {net} in {where} only."


def _rows(tree: list[Any], name: str) -> list[list[Any]]:
    return [row for row in tree if isinstance(row, list) and row and row[0] == name]


def _all(tree: list[Any], name: str) -> Iterator[list[Any]]:
    for row in tree:
        if isinstance(row, list):
            if row and row[0] == name:
                yield row
            else:
                yield from _all(row, name)


def _child(tree: list[Any], name: str) -> list[Any]:
    return _rows(tree, name)[0]


def _xy(row: list[Any]) -> Point:
    return (round(float(row[1]), 2), round(float(row[2]), 2))
