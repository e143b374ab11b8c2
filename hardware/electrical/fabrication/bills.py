"""Makes bills of materials, the cost page and the settings that a finished board gets."""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...enclosure import bought, dimensions
from ...enclosure.dimensions import Dimensions
from ..budgets import identify
from ..netlists.netlist import Netlist, natural
from ..source import PANEL, PRINTED, Board, Build, Catalogue, Part, with_buttons
from . import panel

SPARE = 0.02
"""Small parts get lost: 2 % more, at least one, of everything that costs under 20 cents."""

VALUED = ("R", "C100N", "C10U", "C22U", "L10U", "C_BULK", "C_INPUT", "C_12V", "FUSE")
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
        """Return how many to buy for so many boards, spares included."""
        count = math.ceil(self.each * boards / self.pack)
        return count + max(1, math.ceil(count * SPARE)) if self.price[0] < 0.2 else count

    def cost(self, boards: int) -> float:
        """Compute the euros for so many boards; the second price from a hundred pieces on."""
        count = self.order(boards)
        return count * (self.price[1] if count >= 100 else self.price[0])


NOT_LOOKED_UP = "not looked up"
"""Stands in a bill where a distributor's number belongs that nobody has looked up; no such number can be ordered."""

IDENTITY = Build("identity", "3-axis sensors beside ten row boards on a Pico (optional)", "pico", "identity_hub", {})
"""What is ordered beside the build with row boards, now or later; no part of that build changes."""


def circuits_of(build: Build) -> dict[str, int]:
    """Name the circuits a build consists of and how many of each."""
    if build is IDENTITY:
        return {"identity_hub": 1, "identity_strip": 10}
    return {build.netlist: 1} if build.name == "reed" else {build.netlist: 1, "row_board": 10}


def lines(
    build: Build, netlists: dict[str, Netlist], catalogue: Catalogue, box: Dimensions | None = None
) -> list[Line]:
    """Draw up the bill of one board and its enclosure. Raises KeyError for a part that parts.toml does not have."""
    box = box or dimensions.load()
    groups: dict[tuple[str, str, str], dict[str, list[str]]] = {}
    for circuit in circuits_of(build):
        for component in netlists[circuit].components.values():
            value = component.value if component.part in VALUED else ""
            mpn = number_of(catalogue.parts[component.part], value, circuit)
            groups.setdefault((component.part, value, mpn), {}).setdefault(circuit, []).append(component.ref)
    result = []
    for (key, value, mpn), where in sorted(groups.items()):
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
                mpn,
                part.alternatives,
                each,
                refs,
                part.footprint,
                part.price,
            )
        )
    counted = {row.key: row for row in bought.all_of(box)}
    for extra in catalogue.extras:
        row = counted.get(extra.get("count", "")) if build is not IDENTITY else None
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


def number_of(part: Part, value: str, circuit: str) -> str:
    """Return the maker's number to order for a circuit, where parts.toml has one for printed and one for perfboard."""
    printed, _, wired = part.mpn.partition(" / ")
    code = re.sub(r"^(\d+)\.(\d+)([RKM])$", r"\1\3\2", value)  # 13.3K is 13K3 in a maker's number
    return (wired if wired and circuit not in (*PRINTED, PANEL) else printed).replace("{value}", code)


def placed_parts(build: Build, netlists: dict[str, Netlist], catalogue: Catalogue) -> int:
    """Count the parts that a machine places on the printed boards of one board."""
    return sum(
        count * sum(catalogue.parts[part.part].solder == "board" for part in netlists[name].components.values())
        for name, count in circuits_of(build).items()
        if name in PRINTED
    )


def whole_cost(build: Build, netlists: dict[str, Netlist], catalogue: Catalogue, boards: int) -> dict[str, float]:
    """Compute the euros for so many boards: parts, placement by a machine, shipping, tax, and all of it."""
    services = catalogue.services
    parts = sum(line.cost(boards) for line in lines(build, netlists, catalogue))
    placement = 0.0
    printed = sum(name in PRINTED for name in circuits_of(build))
    if printed:
        count = placed_parts(build, netlists, catalogue) * boards
        placement = services["placement"]["set_up"] * printed + services["placement"]["a_part"] * count
    shipping = services["shipping"]["one" if boards == 1 else "ten"]
    tax = services["tax"]["share"] * (parts + placement + shipping)
    rows = {"parts": parts, "placement": placement, "shipping": shipping, "tax": tax}
    return {**rows, "all": sum(rows.values())}


def row_boards_cost(
    board: Board, netlists: dict[str, Netlist], catalogue: Catalogue, boards: int
) -> Iterator[list[str]]:
    """Compute what the populated row boards for so many boards cost: made one by one, and as panels.

    Every row of a panel is populated, those to spare too. Yields a line for each way: what is made, then euros.
    """
    services = catalogue.services
    circuit = netlists["row_board"]
    placed = [part for part in circuit.components.values() if catalogue.parts[part.part].solder == "board"]
    single = next(extra for extra in catalogue.extras if extra["key"] == "pcb-row")
    rows = panel.of(board).rows
    needed = board.side * boards
    panels = math.ceil(needed / rows)
    bare = services["panel"]["price"][panels >= services["panel"]["many"]]
    for words, made, plain in (
        (f"{needed} boards", needed, needed * single["price"][needed >= 100]),
        (f"{panels} panels of {rows}, {panels * rows - needed} rows to spare", panels * rows, panels * bare),
    ):
        parts = sum(
            made * count * catalogue.parts[key].price[made * count >= 100]
            for key, count in Counter(part.part for part in placed).items()
        )
        placement = services["placement"]["set_up"] + services["placement"]["a_part"] * len(placed) * made
        shipping = services["parcel"]["one" if boards == 1 else "ten"]
        tax = services["tax"]["share"] * (plain + parts + placement + shipping)
        figures = (plain, parts, placement, shipping, tax, plain + parts + placement + shipping + tax)
        yield [words, *(f"{figure:.0f}" for figure in figures)]


def _each(extra: dict[str, Any], build: Build) -> int:
    """Return how many of an extra one board takes: as said of this build, else of its kind."""
    kind = build.name if build.name in ("reed", IDENTITY.name) else "row-boards"
    each: dict[str, int] = extra.get("each", {})
    return each.get(build.name, each.get(kind, 0))


def ranges(refs: list[str]) -> str:
    """Shorten R1 R2 R3 R7 to "R1-R3 R7"."""
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
    """Write the bill as a table that shops and fabricators read."""
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
    """List what belongs onto one board, in the columns that assembly houses read, with who puts it there."""
    groups: dict[tuple[str, str], list[str]] = {}
    for component in circuit.components.values():
        value = component.value if component.part in VALUED else ""
        groups.setdefault((component.part, value), []).append(component.ref)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    columns = "Comment,Designator,Footprint,Quantity,Manufacturer,Manufacturer part number,LCSC,Alternatives,Placed by"
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
                number_of(part, value, circuit.name),
                _distributor(part) if circuit.name in (*PRINTED, PANEL) else "",
                " | ".join(part.alternatives),
                {"board": "machine", "plug": "plugged in"}.get(part.solder, "hand"),
            ]
        )
    return text.getvalue()


def _distributor(part: Part) -> str:
    """Return LCSC's number, or that none was looked up where a machine needs one; nothing for what a hand solders."""
    return part.lcsc or (NOT_LOOKED_UP if part.solder == "board" else "")


def cost_page(board: Board, netlists: dict[str, Netlist], catalogue: Catalogue) -> str:
    """Write what a board costs, by build, with date and basis."""
    out = ["# What it costs", "", f"{catalogue.basis['text']} Date: {catalogue.basis['date']}.", ""]
    columns = ("parts", "placement", "shipping", "tax", "all")
    for boards in BOARDS:
        out += ["## One board" if boards == 1 else f"## Each of {boards} boards", ""]
        out += ["| build | " + " | ".join(columns) + " | most of it |", "|---|" + "---|" * (len(columns) + 1)]
        for build in (*board.builds.values(), IDENTITY):
            cost = whole_cost(build, netlists, catalogue, boards)
            bill = lines(build, netlists, catalogue)
            dearest = sorted(bill, key=lambda line: -line.cost(boards))[:3]
            names = ", ".join(f"{line.title.split(',')[0]} {line.cost(boards) / boards:.0f}" for line in dearest)
            cells = " | ".join(f"{cost[column] / boards:.0f}" for column in columns)
            out.append(f"| {build.title} | {cells} EUR | {names} |")
        out.append("")
    services = catalogue.services
    counts = {build.title: placed_parts(build, netlists, catalogue) for build in (*board.builds.values(), IDENTITY)}
    placed = "; ".join(f"{count} parts in '{title}'" for title, count in counts.items() if count)
    out += [
        "Screws, acrylic, filament and magnets are in it. All of it is estimated:",
        "",
        f"- placement: {services['placement']['set_up']:g} EUR a kind of board and "
        f"{100 * services['placement']['a_part']:g} cents a part ({services['placement']['note']}): {placed};",
        f"- shipping: {services['shipping']['note']};",
        f"- tax: {100 * services['tax']['share']:g} %, {services['tax']['note']}.",
        "",
    ]
    out += [
        "## Row boards: one by one or as panels",
        "",
        "Bare boards, parts, placement, courier and tax of the row boards alone, in EUR. Estimated like "
        "everything here, "
        f"{catalogue.basis['date']}: no shop could be asked. Get both quotes before you order; many houses charge "
        "more for a "
        "board over 400 mm, and a panel of your own may count as several designs.",
        "",
        "| for | made | bare | parts | placement | shipping | tax | all |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for boards in BOARDS:
        for row in row_boards_cost(board, netlists, catalogue, boards):
            out.append(f"| {boards} board{'s' if boards > 1 else ''} | {' | '.join(row)} |")
    panels = services["panel"]
    out += [
        "",
        f"{panels['note'].capitalize()}: {panels['price'][0]:g} and {panels['price'][1]:g} EUR; "
        f"{services['parcel']['note']}: "
        f"{services['parcel']['one']:g} EUR for one, {services['parcel']['ten']:g} EUR for ten.",
        "",
    ]
    out += ["## Tools", "", *(f"- {tool}" for tool in catalogue.tools), ""]
    return "\n".join(out)


def settings_text(build: Build, more: dict[str, str | int] | None = None) -> str:
    """Write the lines of settings.toml that this build needs, with its buttons if there are ``more``."""
    title = build.title + (", with the buttons of the seats" if more else "")
    out = [f"# {title}: these lines go into settings.toml on the CIRCUITPY drive, in place of those of the same name."]
    for key, value in {**build.settings, **(more or {})}.items():
        out.append(f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}")
    return "\n".join(out) + "\n"


def identity_settings(board: Board) -> str:
    """Write the lines of settings.toml that the 3-axis sensors need beside those of the row boards."""
    pins = " ".join(board.raw["controller_pico"]["i2c"])
    more = Build(IDENTITY.name, IDENTITY.title, "", "", {"IDENTITY_PINS": pins, **identify.settings(board)})
    return settings_text(more)


def all_files(board: Board, netlists: dict[str, Netlist], catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Make every file of this module: path under hardware/out, text."""
    for build in board.builds.values():
        yield f"bom/{build.name}.csv", as_csv(build, netlists, catalogue)
        yield f"settings/{build.name}.toml", settings_text(build)
        yield f"settings/{build.name}-buttons.toml", settings_text(build, with_buttons(board, build))
    yield f"bom/{IDENTITY.name}.csv", as_csv(IDENTITY, netlists, catalogue)
    yield "settings/row-boards-identity.toml", identity_settings(board)
    for name, circuit in netlists.items():
        yield f"bom/boards/{name}.csv", board_csv(circuit, catalogue)
    panelled = panel.circuit(netlists["row_board"], panel.of(board).rows)
    yield f"bom/boards/{PANEL}.csv", board_csv(panelled, catalogue)
    yield "bom/cost.md", cost_page(board, netlists, catalogue)
