"""Reads and checks board.toml and parts.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..geometry import derive

HARDWARE = Path(__file__).resolve().parent.parent
ROOT = HARDWARE.parent
OUT = HARDWARE / "out"


PRINTED = ("row_board", "controller_pico", "identity_strip", "identity_hub")
"""Circuits on a printed board; the others are built on perfboard, with wired parts."""

PANEL = "row_panel"
"""Row boards as a fabricator makes them, joined by rails; its table in board.toml."""

BUTTON_BITS = 8
"""Inputs of the buttons' register."""


class BadSource(ValueError):
    """A source file says something impossible. ``str()`` names file, key and reason."""


@dataclass(frozen=True)
class Pin:
    """One pin of a part: printed number, name and kind as SKiDL calls it."""

    number: str
    name: str
    kind: str


@dataclass(frozen=True)
class Part:
    """One row of parts.toml."""

    key: str
    title: str
    maker: str
    mpn: str
    alternatives: tuple[str, ...]
    footprint: str
    solder: str
    price: tuple[float, float]
    pins: tuple[Pin, ...]
    rails: dict[str, str]
    kicad: str
    lcsc: str

    def kind(self, number: str) -> str:
        """Return the kind of pin ``number``; raises KeyError if the part has none."""
        for pin in self.pins:
            if pin.number == number:
                return pin.kind
        raise KeyError(number)


@dataclass(frozen=True)
class Build:
    """One way to build a board: its controller, the netlist the controller is on and what settings.toml must say."""

    name: str
    title: str
    controller: str
    netlist: str
    settings: dict[str, str | int]


@dataclass(frozen=True)
class Controller:
    """A microcontroller board: CircuitPython's pin names and the printed pin of each."""

    name: str
    part: str
    supply_pin: str
    logic_pin: str
    pins: dict[str, str]


@dataclass(frozen=True)
class Board:
    """board.toml, checked."""

    raw: dict[str, Any]
    side: int
    pitch: float
    rows: tuple[int, ...]
    header: tuple[str, ...]
    identity_header: tuple[str, ...]
    row_bits: dict[str, tuple[str, ...]]
    builds: dict[str, Build]
    controllers: dict[str, Controller]

    def section(self, name: str) -> dict[str, Any]:
        """A plain table of board.toml."""
        return dict(self.raw[name])

    def sensor_map(self) -> str:
        """SENSOR_MAP of the row boards: the tile of each bit in the order the chain is shifted out."""
        words = []
        for row in self.rows:
            for chip in ("U1", "U2"):
                words += ["-" if place == "-" else str(self.side * row + int(place)) for place in self.row_bits[chip]]
        return " ".join(words)


def with_buttons(board: Board, build: Build) -> dict[str, str | int]:
    """Return the lines of settings.toml that a build needs for its buttons."""
    names = board.raw["seat_buttons"]["names"]
    if build.settings["SENSOR_KIND"] == "matrix":
        return {"BUTTONS": " ".join(names), "BUTTON_COLUMN": board.raw["seat_buttons"]["column"]}
    first = int(build.settings["SENSOR_BITS"])
    return {
        "SENSOR_BITS": str(first + BUTTON_BITS),
        "SENSOR_MAP": " ".join([str(build.settings["SENSOR_MAP"]), *["-"] * BUTTON_BITS]),
        "BUTTONS": " ".join(names),
        "BUTTON_FIRST_BIT": first,
    }


@dataclass(frozen=True)
class Catalogue:
    """parts.toml, checked."""

    parts: dict[str, Part]
    extras: tuple[dict[str, Any], ...]
    tools: tuple[str, ...]
    basis: dict[str, str] = field(default_factory=dict)
    services: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Placement, shipping and tax."""


def load_board(path: Path = HARDWARE / "board.toml") -> Board:
    """Read and check board.toml; the pins of its controllers are those of parts.toml. Raises BadSource."""
    raw = derive(tomllib.loads(path.read_text(encoding="utf-8")))
    parts = load_parts().parts
    controllers = {}
    for name, row in raw["controllers"].items():
        if row["part"] not in parts:
            raise BadSource(f"{path.name}: controllers.{name}.part = {row['part']} is not in parts.toml.")
        pins = {pin.name: pin.number for pin in parts[row["part"]].pins if pin.kind == "BIDIR"}
        controllers[name] = Controller(name, row["part"], row["supply_pin"], row["logic_pin"], pins)
    builds = {
        name: Build(name, row["title"], row["controller"], row["netlist"], dict(row["settings"]))
        for name, row in raw["builds"].items()
    }
    board = Board(
        raw,
        raw["grid"]["side"],
        raw["grid"]["pitch"],
        tuple(raw["links"]["rows"]),
        tuple(raw["links"]["header"]),
        tuple(raw["identity"]["header"]),
        {chip: tuple(bits) for chip, bits in raw["row_bits"].items()},
        builds,
        controllers,
    )
    _check_board(board, path.name)
    for build in builds.values():
        if build.settings["SENSOR_KIND"] == "shift":
            build.settings["SENSOR_MAP"] = board.sensor_map()
    return board


def _check_board(board: Board, name: str) -> None:
    if board.side != 10:
        raise BadSource(f"{name}: grid.side is {board.side}; firmware and rules know 10 x 10 tiles only.")
    if not 40 <= board.pitch <= 50:
        raise BadSource(f"{name}: grid.pitch is {board.pitch} mm; 40 to 50 mm are designed for.")
    if sorted(board.rows) != list(range(10)):
        raise BadSource(f"{name}: links.rows must name the rows 0 to 9, each once.")
    for key, header in (("links", board.header), ("identity", board.identity_header)):
        if len(header) != 10:
            raise BadSource(f"{name}: {key}.header names {len(header)} pins; a 2 x 5 header has 10.")
    places = [place for chip in ("U1", "U2") for place in board.row_bits[chip] if place != "-"]
    if sorted(places) != [str(place) for place in range(10)] or any(len(bits) != 8 for bits in board.row_bits.values()):
        raise BadSource(f"{name}: row_bits must name the places 0 to 9, each once, in two rows of 8.")
    for build in board.builds.values():
        if build.controller not in board.controllers:
            raise BadSource(f"{name}: builds.{build.name}.controller = {build.controller} is not among [controllers].")
    limit, rated = board.raw["supply"]["limit"], board.raw["regulator"]["milliamperes"]
    if limit > 0.8 * rated:
        raise BadSource(f"{name}: supply.limit = {limit} is more than 80 % of regulator.milliamperes = {rated}.")


def load_parts(path: Path = HARDWARE / "parts.toml") -> Catalogue:
    """Read and check parts.toml. Raises BadSource."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    parts = {}
    for key, row in raw["part"].items():
        pins = tuple(Pin(*pin) for pin in row["pins"])
        if len({pin.number for pin in pins}) != len(pins):
            raise BadSource(f"{path.name}: part.{key} has a pin number twice.")
        if not row["mpn"] or not row["maker"] or not row["alternatives"]:
            raise BadSource(f"{path.name}: part.{key} needs maker, mpn and at least one alternative.")
        parts[key] = Part(
            key,
            row["title"],
            row["maker"],
            row["mpn"],
            tuple(row["alternatives"]),
            row["footprint"],
            row["solder"],
            (row["price"][0], row["price"][1]),
            pins,
            dict(row.get("rails", {})),
            row.get("kicad", ""),
            row.get("lcsc", ""),
        )
    return Catalogue(
        parts, tuple(raw["extra"]), tuple(tool["title"] for tool in raw["tool"]), dict(raw["basis"]), raw["services"]
    )
