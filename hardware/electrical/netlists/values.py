"""Checks the value of every resistor, capacitor, coil and fuse against the range that its role allows (values.toml).

The role of a part follows from the two nets it joins, so a part that was moved, forgotten or mistaken for another is
found without knowing its reference.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..source import HARDWARE, BadSource, Board
from .netlist import Component, Netlist

SCALES = {"R": 1.0, "K": 1e3, "M": 1e6, "u": 1e-6, "n": 1e-9, "p": 1e-12, "A": 1.0}


@dataclass(frozen=True)
class Role:
    """What some parts are for and the values that do it, in ohm, farad, henry or ampere."""

    name: str
    circuits: tuple[str, ...]
    part: str
    nets: tuple[str, str]
    low: float
    high: float
    count: int
    why: str

    def played_by(self, netlist: Netlist, component: Component) -> bool:
        """Whether a part joins the nets of this role."""
        joined = list(netlist.pins_of(component.ref).values())
        if component.part != self.part or len(joined) != 2:
            return False
        one, other = self.nets
        return any(re.fullmatch(one, a) and re.fullmatch(other, b) for a, b in (joined, joined[::-1]))


def number(text: str) -> float:
    """Read a value as it stands on a part: ``47K``, ``330R``, ``100n``, ``5A slow``. Raises BadSource.

    >>> number("4.7K"), number("0.5A")
    (4700.0, 0.5)
    """
    match = re.fullmatch(r"([0-9.]+)([RKMunpA])( .*)?", text)
    if match is None:
        raise BadSource(f"'{text}' is no value of a part; write 47K, 330R, 100n or 5A.")
    return float(match[1]) * SCALES[match[2]]


@cache
def roles(board_fuse: float, path: Path = HARDWARE / "values.toml") -> tuple[Role, ...]:
    """Read values.toml; ``supply.fuse_amperes`` stands for the fuse that board.toml asks for. Raises BadSource."""
    found = []
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["role"]:
        low, high = (board_fuse if word == "supply.fuse_amperes" else number(word) for word in row["range"])
        nets = (row["nets"][0], row["nets"][1])
        found.append(Role(row["name"], tuple(row["circuits"]), row["part"], nets, low, high, row["count"], row["why"]))
        if not 0 < low <= high:
            raise BadSource(f"{path.name}: the range of '{row['name']}' is empty.")
    return tuple(found)


def findings(netlist: Netlist, board: Board) -> Iterator[str]:
    """Name each part of a circuit without a role or with a wrong value, and each role without its parts."""
    playing = [role for role in roles(board.raw["supply"]["fuse_amperes"]) if netlist.name in role.circuits]
    played = dict.fromkeys(playing, 0)
    for component in netlist.components.values():
        if not re.fullmatch(r"[RCFL]\d+", component.ref):
            continue
        role = next((role for role in playing if role.played_by(netlist, component)), None)
        if role is None:
            nets = " and ".join(sorted(netlist.pins_of(component.ref).values())) or "nothing"
            yield f"{netlist.name}: {component.ref} ({component.value}) between {nets} has no role in values.toml."
            continue
        played[role] += 1
        try:
            value = number(component.value)
        except BadSource as error:
            yield f"{netlist.name}: {component.ref}: {error}"
            continue
        if not role.low * 0.999 <= value <= role.high * 1.001:
            unit = {"R": "ohm", "C": "F", "F": "A", "L": "H"}[component.ref[0]]
            yield (
                f"{netlist.name}: {component.ref} is {component.value}; as {role.name} it has {role.low:g} to "
                f"{role.high:g} {unit}: {role.why}."
            )
    for role, count in played.items():
        if count != role.count:
            yield f"{netlist.name}: {count} parts are '{role.name}'; there must be {role.count}: {role.why}."
