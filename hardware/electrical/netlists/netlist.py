"""Reads and writes KiCad netlists, and joins boards by their cables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Pin = tuple[str, str]
"""Reference and pin number."""

_TOKEN = re.compile(r'\(|\)|"((?:[^"\\]|\\.)*)"|[^\s()]+')


class BadNetlist(ValueError):
    """The text is not a netlist. ``str()`` says where it stops making sense."""


@dataclass
class Component:
    """One part of a circuit. ``part`` is its key in parts.toml; ``fields`` hold what the maker must know (Tile)."""

    ref: str
    part: str
    value: str
    footprint: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass
class Netlist:
    """Components by reference, pins by net."""

    name: str
    components: dict[str, Component] = field(default_factory=dict)
    nets: dict[str, list[Pin]] = field(default_factory=dict)
    _index: dict[str, dict[str, str]] | None = field(default=None, repr=False, compare=False)

    def net_of(self, ref: str, number: str) -> str | None:
        """The net of a pin, None if it is open."""
        return self._where().get(ref, {}).get(number)

    def pins_of(self, ref: str) -> dict[str, str]:
        """Net by pin number, for the pins of ``ref`` that are connected."""
        return dict(self._where().get(ref, {}))

    def on(self, net: str | None) -> list[Pin]:
        """All pins on a net."""
        return [] if net is None else self.nets.get(net, [])

    def of_part(self, *keys: str) -> Iterator[Component]:
        """All components of these parts, by reference in natural order."""
        for ref in sorted(self.components, key=natural):
            if self.components[ref].part in keys:
                yield self.components[ref]

    def _where(self) -> dict[str, dict[str, str]]:
        """Net by pin by reference; made at the first question, so a netlist is not changed after it."""
        if self._index is None:
            self._index = {}
            for net, pins in self.nets.items():
                for ref, number in pins:
                    self._index.setdefault(ref, {})[number] = net
        return self._index


def natural(text: str) -> list[tuple[int, str]]:
    """A key that sorts LED2 before LED10."""
    return [(int(piece), "") if piece.isdigit() else (-1, piece) for piece in re.split(r"(\d+)", text) if piece]


def dump(netlist: Netlist) -> str:
    """The netlist as KiCad reads it, the same text for the same circuit."""
    lines = ["(export (version D)", "  (design", f"    (source {_text(netlist.name)})", "    (tool immolation))"]
    lines.append("  (components")
    for ref in sorted(netlist.components, key=natural):
        part = netlist.components[ref]
        lines.append(f"    (comp (ref {_text(ref)})")
        lines.append(f"      (value {_text(part.value)})")
        lines.append(f"      (footprint {_text(part.footprint)})")
        lines.append("      (fields")
        for name, text in sorted({**part.fields, "Part": part.part}.items()):
            lines.append(f"        (field (name {_text(name)}) {_text(text)})")
        lines[-1] += "))"
    lines[-1] += ")"
    lines.append("  (nets")
    for code, name in enumerate(sorted(netlist.nets, key=natural), 1):
        lines.append(f'    (net (code "{code}") (name {_text(name)})')
        for ref, number in sorted(netlist.nets[name], key=lambda pin: (natural(pin[0]), natural(pin[1]))):
            lines.append(f"      (node (ref {_text(ref)}) (pin {_text(number)}))")
        lines[-1] += ")"
    return "\n".join(lines) + "))\n"


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def load(text: str) -> Netlist:
    """Read a KiCad netlist. Raises BadNetlist."""
    tree = _tree(text)
    design = _one(tree, "design")
    netlist = Netlist(str(_one(design, "source")[1]))
    for comp in _one(tree, "components")[1:]:
        fields = {str(_one(row, "name")[1]): str(row[2]) for row in _one(comp, "fields")[1:]}
        ref = str(_one(comp, "ref")[1])
        if ref in netlist.components:
            raise BadNetlist(f"{netlist.name}: {ref} stands in it twice")
        netlist.components[ref] = Component(
            ref, fields.pop("Part", ""), str(_one(comp, "value")[1]), str(_one(comp, "footprint")[1]), fields
        )
    for net in _one(tree, "nets")[1:]:
        nodes = [row for row in net if isinstance(row, list) and row[0] == "node"]
        netlist.nets[str(_one(net, "name")[1])] = [(str(_one(n, "ref")[1]), str(_one(n, "pin")[1])) for n in nodes]
    seen: set[Pin] = set()
    for name, pins in netlist.nets.items():
        for pin in pins:
            if pin in seen:
                raise BadNetlist(f"{netlist.name}: pin {pin[1]} of {pin[0]} is on {name} and on another net")
            seen.add(pin)
    return netlist


def _tree(text: str) -> list:  # type: ignore[type-arg]
    stack: list[list] = [[]]  # type: ignore[type-arg]
    for match in _TOKEN.finditer(text):
        token = match.group(0)
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) < 2:
                raise BadNetlist("a bracket closes that was never opened")
            done = stack.pop()
            stack[-1].append(done)
        else:
            quoted = match.group(1)
            stack[-1].append(token if quoted is None else re.sub(r"\\(.)", r"\1", quoted))
    if len(stack) != 1 or len(stack[0]) != 1:
        raise BadNetlist("its brackets do not match")
    return stack[0][0]  # type: ignore[no-any-return]


def _one(tree: list, name: str) -> list:  # type: ignore[type-arg]
    for row in tree:
        if isinstance(row, list) and row and row[0] == name:
            return row
    raise BadNetlist(f"there is no ({name} ...)")


def join(name: str, boards: dict[str, Netlist], cables: Iterable[tuple[Pin, Pin]]) -> Netlist:
    """One netlist of several boards. A reference becomes "board/ref"; ``cables`` join pin to pin.

    The net of joined pins takes the name of the first board's.
    """
    parent: dict[str, str] = {}

    def top(net: str) -> str:
        while parent.get(net, net) != net:
            net = parent[net]
        return net

    whole = Netlist(name)
    for prefix, board in boards.items():
        for ref, part in board.components.items():
            full = f"{prefix}/{ref}"
            whole.components[full] = Component(full, part.part, part.value, part.footprint, dict(part.fields))
        for net, pins in board.nets.items():
            whole.nets[f"{prefix}/{net}"] = [(f"{prefix}/{ref}", number) for ref, number in pins]
    where = {pin: net for net, pins in whole.nets.items() for pin in pins}
    for one, other in cables:
        if one in where and other in where:
            first, second = top(where[one]), top(where[other])
            if first != second:
                parent[second] = first
    joined: dict[str, list[Pin]] = {}
    for net, pins in whole.nets.items():
        joined.setdefault(top(net), []).extend(pins)
    whole.nets = joined
    return whole
