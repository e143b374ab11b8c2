"""Reads manual.toml and joins its steps with netlists, bill and box: which parts, screws and prints each one takes.

Raises BadManual, or names in ``findings``, a part or a screw of the bill that is in no step or in two.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..electrical.budgets import power
from ..electrical.fabrication import bills
from ..electrical.netlists.netlist import Netlist, natural
from ..electrical.source import HARDWARE, Board, Catalogue
from ..enclosure import bought, lines, mesh, places, printing
from ..enclosure.dimensions import OUT as BOX_OUT
from ..enclosure.dimensions import Dimensions

SOURCE = HARDWARE / "manual.toml"

BUILD = "row-boards"
"""The build that the manual is of."""

PRINTED_FOR = ("tray", "grid", "strip", "port plate", "miniature base")
"""Groups of printed parts that this build takes; its diffuser is cut from a sheet."""


class BadManual(ValueError):
    """manual.toml cannot be read as steps. ``str()`` names step and reason."""


@dataclass(frozen=True)
class Item:
    """Something new in a step: how many of what, and where it goes."""

    count: int
    what: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.count} x {self.what}" + (f" ({self.where})" if self.where else "")


@dataclass(frozen=True)
class Step:
    """One step of the manual."""

    key: str
    number: int
    chapter: str
    title: str
    minutes: int
    picture: str
    alt: str
    tools: tuple[str, ...]
    refs: dict[str, tuple[str, ...]]
    """Designators that are put on a board in this step, by circuit."""

    extras: tuple[str, ...]
    uses: tuple[str, ...]
    prints: tuple[str, ...]
    do: tuple[str, ...]
    see: str
    otherwise: str = ""
    optional: bool = False
    parts: tuple[Item, ...] = field(default=())
    screws: tuple[Item, ...] = field(default=())


@dataclass(frozen=True)
class Sources:
    """The data that the steps are joined with."""

    board: Board
    netlists: dict[str, Netlist]
    catalogue: Catalogue
    box: Dimensions

    def extras(self) -> dict[str, bills.Line]:
        """Return the lines of the bill that are no parts of a circuit, by the key of their extra."""
        titles = {extra["title"]: extra.get("count") or extra["key"] for extra in self.catalogue.extras}
        made = bills.lines(self.board.builds[BUILD], self.netlists, self.catalogue, self.box)
        made += bills.lines(bills.IDENTITY, self.netlists, self.catalogue, self.box)
        return {titles[line.title]: line for line in made if line.title in titles}

    def circuits(self) -> dict[str, int]:
        """Return the circuits of the build and of its 3-axis sensors, and how many of each."""
        return bills.circuits_of(self.board.builds[BUILD]) | bills.circuits_of(bills.IDENTITY)


def figures(sources: Sources) -> dict[str, Any]:
    """Return the figures that the words of a step may name in braces."""
    board, d = sources.board, sources.box
    low, _, high = power.row_volts(board)
    supply, links = board.raw["supply"], board.raw["links"]
    parts = [
        part for part in mesh.load_all(BOX_OUT) if part.group in PRINTED_FOR and part.name != "port_plate_esp32-s3"
    ]
    grams = bought.grams(PRINTED_FOR)
    return {
        "row_low": low,
        "row_high": high,
        "row_gap": board.pitch - board.raw["row_board"]["depth"],
        "volts_low": supply["volts"] * (1 - supply["tolerance"]),
        "volts_high": supply["volts"] * (1 + supply["tolerance"]),
        "fuse": supply["fuse_amperes"],
        "ribbon": links["ribbon"],
        "ribbon_first": links["ribbon_first"],
        "ribbon_back": links["ribbon_back"],
        "identity_ribbon": board.raw["identity"]["ribbon"],
        "identity_tape": board.raw["identity"]["tape"],
        "identity_aside": board.raw["identity"]["first_aside"],
        "bus": board.pitch + 35,
        "feed": board.raw["row_bus"]["feed_length"],
        "bed": d.bed,
        "window": places.PORT_WINDOW[0],
        "prints": sum(part.count for part in parts),
        "hours": (grams / bought.DENSITY / printing.FLOW + len(parts) * printing.SETTLE) / 3600,
        "sheet": lines.sheet(d)[0],
        "beyond": lines.sheet(d)[1] + d.pitch,
        "line": d.line,
        "pitch": d.pitch,
        "off": board.raw["tile"]["off_centre"],
    }


def load(sources: Sources, path: Path = SOURCE) -> tuple[list[Step], dict[str, str]]:
    """Read the steps and the titles of the chapters. Raises BadManual."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    numbers = {row["key"]: number for number, row in enumerate(raw["step"], 1)}
    told = figures(sources)
    for key in sorted(numbers.keys() & told.keys()):
        raise BadManual(f"{path.name}: step '{key}': its key is the name of a figure too; give it another.")
    words = {**numbers, **told}
    named = {
        circuit: {ref for row in raw["step"] for ref in row.get("refs", {}).get(circuit, []) if ref[-1].isdigit()}
        for circuit in sources.circuits()
    }
    steps = []
    for number, row in enumerate(raw["step"], 1):
        try:
            steps.append(_step(row, number, words, named, sources))
        except (KeyError, ValueError) as error:
            raise BadManual(
                f"{path.name}: step '{row.get('key', number)}': {error} is missing or not allowed."
            ) from None
    return steps, {row["key"]: row["title"] for row in raw["chapter"]}


def _step(
    row: dict[str, Any], number: int, words: dict[str, Any], named: dict[str, set[str]], sources: Sources
) -> Step:
    refs = {
        circuit: tuple(_refs(wanted, sources.netlists[circuit], named[circuit]))
        for circuit, wanted in row.get("refs", {}).items()
    }
    extras, uses = tuple(row.get("extras", ())), tuple(row.get("uses", ()))
    lines_of, groups = sources.extras(), tuple(row.get("prints", ()))
    counted = bought.uses(sources.box)
    parts = [item for circuit, of in refs.items() for item in _parts(circuit, of, sources)]
    parts += [Item(lines_of[key].each, _short(lines_of[key].title)) for key in extras if lines_of[key].pack == 1]
    parts += [
        Item(math.ceil(lines_of[key].each / lines_of[key].pack), _short(lines_of[key].title))
        for key in extras
        if lines_of[key].pack > 1
    ]
    parts += [Item(count, group) for group, count in printed(groups).items()]
    return Step(
        row["key"],
        number,
        row["chapter"],
        row["title"],
        row["minutes"] * row.get("each", 1),
        row["picture"],
        row["alt"],
        tuple(each.format_map(words) for each in row["tools"]),
        refs,
        extras,
        uses,
        groups,
        tuple(each.format_map(words) for each in row["do"]),
        row["see"].format_map(words),
        row.get("else", "").format_map(words),
        row.get("optional", False),
        tuple(parts),
        tuple(Item(use.pieces, use.title, use.where) for use in counted if use.where in uses),
    )


def _refs(wanted: Iterable[str], netlist: Netlist, named: set[str]) -> Iterator[str]:
    """Spell out "R" as every resistor that no step names; raises ValueError for a part that is not there."""
    for word in wanted:
        if word[-1].isdigit():
            if word not in netlist.components:
                raise ValueError(word)
            yield word
            continue
        found = [ref for ref in netlist.components if ref.rstrip("0123456789") == word and ref not in named]
        if not found:
            raise ValueError(word)
        yield from sorted(found, key=natural)


def _parts(circuit: str, refs: tuple[str, ...], sources: Sources) -> Iterator[Item]:
    """Count parts of a circuit by kind and value, for all boards of it."""
    boards = sources.circuits()[circuit]
    groups: dict[tuple[str, str], list[str]] = {}
    for ref in refs:
        component = sources.netlists[circuit].components[ref]
        value = component.value if component.part in bills.VALUED else ""
        groups.setdefault((component.part, value), []).append(ref)
    for (key, value), of in groups.items():
        title = _short(sources.catalogue.parts[key].title)
        each = f"{bills.ranges(of)} of each of {boards} boards" if boards > 1 else bills.ranges(of)
        yield Item(boards * len(of), f"{title} {value}".strip(), each)


def _short(title: str) -> str:
    """Shorten a bill's title to what a maker looks for in a bag."""
    return title.split(" (")[0].split(": ")[0]


def printed(groups: Iterable[str]) -> dict[str, int]:
    """Count printed parts by group; of the two port plates one."""
    found = dict.fromkeys(groups, 0)
    for part in mesh.load_all(BOX_OUT):
        if part.group in found and part.name != "port_plate_esp32-s3":
            found[part.group] += part.count
    return found


def findings(steps: list[Step], sources: Sources) -> Iterator[str]:
    """Name every part, screw and print of the bill that appears in no step or in more than one."""
    for circuit in sources.circuits():
        told = [ref for step in steps for ref in step.refs.get(circuit, ())]
        yield from _once(f"{circuit}: ", sources.netlists[circuit].components, told)
    counted = {row.key for row in bought.uses(sources.box)}
    wanted = [key for key in sources.extras() if key not in counted]
    yield from _once("the bill's ", wanted, [key for step in steps for key in step.extras])
    places = {use.where for use in bought.uses(sources.box)}
    yield from _once("screws of ", places, [use for step in steps for use in step.uses])
    yield from _once("printed parts: ", PRINTED_FOR, [group for step in steps for group in step.prints])


def _once(what: str, wanted: Iterable[str], told: list[str]) -> Iterator[str]:
    for name in sorted({*wanted, *told}):
        if name not in set(wanted):
            yield f"manual.toml: {what}{name} is in a step and not in the bill."
        elif told.count(name) != 1:
            yield f"manual.toml: {what}{name} is in {told.count(name)} steps; it must be in one."
