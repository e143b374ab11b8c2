"""Bills of materials and cost, and the settings a finished board gets. Knows no circuit beyond its list of parts."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..enclosure import bought, dimensions
from ..enclosure.dimensions import Dimensions
from .netlist import Netlist, natural
from .source import Board, Build, Catalogue

SPARE = 0.02
"""Small parts get lost: 2 % more, at least one, of everything that costs under 20 cents."""

VALUED = ("R", "C100N", "C_BULK", "C_INPUT", "C_12V", "FUSE")
"""Parts that are ordered by value; the value of any other part is a note for the drawing."""

BOARDS = (1, 10)
"""Quantities that the bills are made for."""


@dataclass(frozen=True)
class Line:
    """One position of a bill: what, how many for one board, what for."""

    title: str
    value: str
    maker: str
    mpn: str
    alternatives: tuple[str, ...]
    each: int
    refs: str
    footprint: str
    price: tuple[float, float]
    pack: int = 1
    """How much of ``each`` comes in one piece that can be bought: grams on a spool."""

    def order(self, boards: int) -> int:
        """How many to buy for so many boards, spares included."""
        count = math.ceil(self.each * boards / self.pack)
        return count + max(1, math.ceil(count * SPARE)) if self.price[0] < 0.2 else count

    def cost(self, boards: int) -> float:
        """Euros for so many boards; the second price from a hundred pieces on."""
        count = self.order(boards)
        return count * (self.price[1] if count >= 100 else self.price[0])


def circuits_of(build: Build) -> dict[str, int]:
    """The circuits a build consists of and how many of each."""
    return {build.netlist: 1} if build.name == "reed" else {build.netlist: 1, "row_board": 10}


def lines(
    build: Build, netlists: dict[str, Netlist], catalogue: Catalogue, box: Dimensions | None = None
) -> list[Line]:
    """The bill of one board, its enclosure included. Raises KeyError for a part that parts.toml does not have."""
    box = box or dimensions.load()
    groups: dict[tuple[str, str], dict[str, list[str]]] = {}
    for circuit in circuits_of(build):
        for component in netlists[circuit].components.values():
            value = component.value if component.part in VALUED else ""
            groups.setdefault((component.part, value), {}).setdefault(circuit, []).append(component.ref)
    result = []
    for (key, value), where in sorted(groups.items()):
        part = catalogue.parts[key]
        each = sum(len(refs) * circuits_of(build)[circuit] for circuit, refs in where.items())
        refs = "; ".join(
            f"{circuits_of(build)[circuit]} x {circuit}: {ranges(refs)}" for circuit, refs in sorted(where.items())
        )
        result.append(
            Line(
                part.title,
                value,
                part.maker,
                part.mpn.replace("{value}", value),
                part.alternatives,
                each,
                refs,
                part.footprint,
                part.price,
            )
        )
    counted = {row.key: row for row in bought.all_of(box)}
    for extra in catalogue.extras:
        row = counted.get(extra.get("count", ""))
        each = row.pieces if row else _each(extra, build)
        if each:
            result.append(
                Line(
                    extra["title"],
                    "",
                    extra["maker"],
                    extra["mpn"],
                    tuple(extra["alternatives"]),
                    each,
                    f"enclosure: {row.where}" if row else "",
                    "",
                    (extra["price"][0], extra["price"][1]),
                    extra.get("grams_each", 1),
                )
            )
    return result


def _each(extra: dict[str, Any], build: Build) -> int:
    """How many of an extra one board takes: as said of this build, else of its kind."""
    kind = "reed" if build.name == "reed" else "row-boards"
    each: dict[str, int] = extra.get("each", {})
    return each.get(build.name, each.get(kind, 0))


def ranges(refs: list[str]) -> str:
    """R1 R2 R3 R7 as "R1-R3 R7"."""
    ordered = sorted(refs, key=natural)
    out: list[list[str]] = []
    for ref in ordered:
        letters = ref.rstrip("0123456789")
        if out and letters == out[-1][-1].rstrip("0123456789"):
            last = out[-1][-1]
            if (
                ref[len(letters) :]
                and last[len(letters) :]
                and int(ref[len(letters) :]) == int(last[len(letters) :]) + 1
            ):
                out[-1].append(ref)
                continue
        out.append([ref])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in out)


def as_csv(build: Build, netlists: dict[str, Netlist], catalogue: Catalogue) -> str:
    """The bill as a table that shops and fabricators read."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(
        ["Part", "Value", "Manufacturer", "Manufacturer part number", "Alternatives"]
        + [f"Order for {count} board{'s' if count > 1 else ''}" for count in BOARDS]
        + ["Built in per board", "References", "Footprint"]
        + [f"Estimate EUR for {count}" for count in BOARDS]
    )
    for line in lines(build, netlists, catalogue):
        table.writerow(
            [line.title, line.value, line.maker, line.mpn, " | ".join(line.alternatives)]
            + [line.order(count) for count in BOARDS]
            + [line.each, line.refs, line.footprint]
            + [f"{line.cost(count):.2f}" for count in BOARDS]
        )
    return text.getvalue()


def board_csv(circuit: Netlist, catalogue: Catalogue) -> str:
    """What is soldered onto one board, in the columns that assembly houses read; nothing that is plugged or screwed."""
    groups: dict[tuple[str, str], list[str]] = {}
    for component in circuit.components.values():
        if catalogue.parts[component.part].solder == "plug":
            continue
        value = component.value if component.part in VALUED else ""
        groups.setdefault((component.part, value), []).append(component.ref)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    columns = "Comment,Designator,Footprint,Quantity,Manufacturer,Manufacturer part number,Alternatives,Placed by"
    table.writerow(columns.split(","))
    for (key, value), refs in sorted(groups.items(), key=lambda row: natural(sorted(row[1], key=natural)[0])):
        part = catalogue.parts[key]
        table.writerow(
            [
                value or part.mpn,
                ",".join(sorted(refs, key=natural)),
                part.footprint.split(":")[1],
                len(refs),
                part.maker,
                part.mpn.replace("{value}", value),
                " | ".join(part.alternatives),
                "machine" if part.solder == "board" else "hand",
            ]
        )
    return text.getvalue()


def cost_page(board: Board, netlists: dict[str, Netlist], catalogue: Catalogue) -> str:
    """What a board costs, by build, with date and basis."""
    out = ["# What it costs", "", f"{catalogue.basis['text']} Date: {catalogue.basis['date']}.", ""]
    out += ["| build | one board | each of ten | most of it |", "|---|---|---|---|"]
    for build in board.builds.values():
        bill = lines(build, netlists, catalogue)
        one, ten = (sum(line.cost(count) for line in bill) for count in BOARDS)
        dearest = sorted(bill, key=lambda line: -line.cost(1))[:3]
        names = ", ".join(f"{line.title.split(',')[0]} {line.cost(1):.0f}" for line in dearest)
        out.append(f"| {build.title} | {one:.0f} EUR | {ten / 10:.0f} EUR | {names} |")
    out += [
        "",
        "Screws, acrylic, filament and magnets are in it. Not in it: shipping, tax, placement of the small parts by "
        "a fabricator.",
        "",
    ]
    out += ["## Tools", "", *(f"- {tool}" for tool in catalogue.tools), ""]
    return "\n".join(out)


def settings_text(build: Build) -> str:
    """The lines of settings.toml that this build needs."""
    out = [
        f"# {build.title}: these lines go into settings.toml on the CIRCUITPY drive, in place of those of "
        f"the same name."
    ]
    for key, value in build.settings.items():
        out.append(f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}")
    return "\n".join(out) + "\n"


def all_files(board: Board, netlists: dict[str, Netlist], catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Every file this page makes: path under hardware/out, text."""
    for build in board.builds.values():
        yield f"bom/{build.name}.csv", as_csv(build, netlists, catalogue)
        yield f"settings/{build.name}.toml", settings_text(build)
    for name, circuit in netlists.items():
        yield f"bom/boards/{name}.csv", board_csv(circuit, catalogue)
    yield "bom/cost.md", cost_page(board, netlists, catalogue)
