"""Computes which magnet works under a miniature, how far off centre, and what neighbours do.

A magnet is taken as a dipole at its centre; `dipole_error` says what that costs on its axis, where the field of a
cylinder is known exactly. Sensors feel the vertical part of the field. Millitesla and millimetres throughout.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..source import HARDWARE, Board

MU0 = 4e-7 * math.pi

MARGIN = 1.2
"""The field must be 20 % over the largest operate point: for tilt, ageing and the glue under a magnet."""


@cache
def figures() -> dict[str, Any]:
    """Read figures.toml."""
    return tomllib.loads((HARDWARE / "figures.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Magnet:
    """A disc, magnetised along its axis; remanence in tesla."""

    diameter: float
    height: float
    grade: str
    remanence: float

    @property
    def name(self) -> str:
        """Name it as it is ordered."""
        return f"{self.diameter:g} x {self.height:g} mm {self.grade}"

    @property
    def moment(self) -> float:
        """Return the dipole moment in ampere square metres."""
        return self.remanence * math.pi * (self.diameter / 2) ** 2 * self.height * 1e-9 / MU0


def vertical(magnet: Magnet, aside: float, above: float) -> float:
    """Compute a dipole's vertical field in mT, ``aside`` mm from the axis and ``above`` mm from the magnet's centre."""
    distance = math.hypot(aside, above)
    cosine = above / distance
    return 1e3 * 1e-7 * magnet.moment * (3 * cosine * cosine - 1) / (distance * 1e-3) ** 3


def on_axis(magnet: Magnet, above: float) -> float:
    """Compute the exact field of the cylinder on its axis in mT, ``above`` mm from its centre."""
    radius, far, near = magnet.diameter / 2, above + magnet.height / 2, above - magnet.height / 2
    return 500 * magnet.remanence * (far / math.hypot(far, radius) - near / math.hypot(near, radius))


def dipole_error(magnet: Magnet, above: float) -> float:
    """Compute how much more than the truth the dipole promises on the axis, as a fraction."""
    return vertical(magnet, 0, above) / on_axis(magnet, above) - 1


def magnets() -> Iterator[Magnet]:
    """List every size and grade of figures.toml."""
    data = figures()
    for diameter, height in data["magnets"]["sizes"]:
        for grade in ("N35", "N42", "N52"):
            yield Magnet(diameter, height, grade, data["grades"][grade])


def height_over(board: Board, magnet: Magnet, *, reed: bool = False) -> float:
    """Return the mm from sensing element to magnet's centre. An upright reed reaches up to 2 mm under the surface."""
    tile = board.section("tile")
    surface = tile["light_box"] + tile["diffuser"]
    element = surface - 2.0 - 7.0 if reed else tile["sensing_element"]
    return float(surface + tile["base_floor"] + magnet.height / 2 - element)


@dataclass(frozen=True)
class Verdict:
    """One magnet over one sensor at one pitch. Fields in mT."""

    magnet: Magnet
    sensor: str
    pitch: float
    centre: float
    edge: float
    """At ``tile.off_centre`` from the middle."""
    reach: float
    """How far off centre, in mm, a miniature is surely felt."""
    neighbour: float
    """One neighbour, leaning towards us by ``tile.off_centre``."""
    crowd: float
    """All eight neighbours occupied and leaning, poles alike, with the earth's field."""
    felt: bool
    released: bool
    """Surely let go next to one leaning neighbour."""
    crowded: bool
    """Surely let go among eight."""

    triggers: bool
    """Eight at once may operate the most sensitive sensor of its kind on an empty tile, not only hold it."""

    @property
    def word(self) -> str:
        """Say it in a word for a table."""
        if not self.felt:
            return "too weak"
        if not self.released:
            return "neighbours hold it"
        return "good" if self.crowded else "eight may trigger" if self.triggers else "eight may hold"


def judge(board: Board, magnet: Magnet, sensor: str, pitch: float) -> Verdict:
    """Judge what a sensor feels of a magnet over its own tile and over the tiles around it."""
    data = figures()
    row = data["sensors"][sensor]
    above = height_over(board, magnet, reed=sensor.startswith("reed"))
    lean = board.section("tile")["off_centre"]
    need = MARGIN * row["operate"][2]
    true = 1 / (1 + max(0.0, dipole_error(magnet, above)))
    centre, edge = vertical(magnet, 0, above) * true, vertical(magnet, lean, above) * true
    reach = 0.0
    while vertical(magnet, reach + 0.5, above) * true >= need and reach < pitch:
        reach += 0.5
    straight = abs(vertical(magnet, pitch - lean, above))
    diagonal = abs(vertical(magnet, math.sqrt(2) * pitch - lean, above))
    earth = data["earth"]["millitesla"]
    one, crowd = straight + earth, 4 * straight + 4 * diagonal + earth
    let_go = row["release"][0]
    felt, released, crowded = edge >= need, one < let_go, crowd < let_go
    triggers = crowd >= row["operate"][0]
    return Verdict(magnet, sensor, pitch, centre, edge, reach, one, crowd, felt, released, crowded, triggers)


def neighbour_limit(board: Board, magnet: Magnet, sensor: str) -> float:
    """Find how near, in mm, another magnet may come from the side before the weakest sensor would not let go."""
    above = height_over(board, magnet, reed=sensor.startswith("reed"))
    release = figures()["sensors"][sensor]["release"][0] - figures()["earth"]["millitesla"]
    aside = 120.0
    while aside > 1 and abs(vertical(magnet, aside - 0.5, above)) < release:
        aside -= 0.5
    return aside


def nearest_screw(board: Board) -> float:
    """Find how near, in mm, a screw through a row board stands to a sensor."""
    row = board.section("row_board")
    aside, down = board.raw["tile"]["sensor"]
    y = row["size"][1] - row["below_centre"] + down
    xs = [board.pitch * (place + 0.5) - row["play"] + aside for place in range(board.side)]
    return min(math.dist(hole, (x, y)) for hole in row["mounting_holes"] for x in xs)


def side_force(magnet: Magnet, distance: float) -> float:
    """Compute the newton with which two upright magnets push each other apart at ``distance`` mm."""
    return 3 * MU0 * magnet.moment**2 / (4 * math.pi * (distance * 1e-3) ** 4)


def recommended() -> tuple[Magnet, str]:
    """Return the magnet of the bill of materials and the sensor of the row board."""
    return Magnet(10, 3, "N52", figures()["grades"]["N52"]), "DRV5032FA"


def page(board: Board) -> str:
    """Write the sensing budget as a page for makers."""
    data, tile = figures(), board.section("tile")
    magnet, sensor = recommended()
    above, wide = height_over(board, magnet), Magnet(15, 3, "N42", data["grades"]["N42"])
    own = judge(board, magnet, sensor, board.pitch)
    out = ["# Which magnet, how far, how near the neighbour", ""]
    out += [
        f"Over a tile's board lie {tile['light_box']:g} mm of light box and {tile['diffuser']:g} mm of diffuser, then "
        f"{tile['base_floor']:g} mm of base under the magnet. A {magnet.name} then has its centre "
        f"{above:.1f} mm over the "
        f"sensing element. *Felt* means: {tile['off_centre']:g} mm off centre the field is still "
        f"{MARGIN:g} times the largest "
        "operate point of the data sheet. *Let go* means: with the tile empty, what the neighbours and "
        "the earth leave is "
        "under the smallest release point. *Eight may hold*: a full ring of leaning neighbours, poles alike, may keep "
        "the most sensitive sensor from letting go. *Eight may trigger*: it may even operate that sensor over an empty "
        "tile.",
        "",
        f"**Take {magnet.name} with {sensor}:** {own.centre:.1f} mT in the middle, {own.edge:.1f} mT at "
        f"{tile['off_centre']:g} mm, felt up to {own.reach:g} mm off centre; one leaning neighbour leaves "
        f"{own.neighbour:.2f} mT, "
        f"eight leave {own.crowd:.2f} mT"
        + (
            f", over the least operate point of {data['sensors'][sensor]['operate'][0]:g} mT: the most sensitive "
            "sensor may then read an empty tile as occupied, the usual one, at twice that, does not. "
            if own.triggers
            else ". "
        )
        + f"Either pole may look up; all alike is the worst case counted here. Another magnet must come nearer than "
        f"{neighbour_limit(board, magnet, sensor):.0f} mm "
        f"to hold the most sensitive sensor. Two miniatures on neighbouring tiles push each other with "
        f"{1000 * side_force(magnet, board.pitch):.1f} mN; a 20 g miniature on wood takes about 60 mN to slide.",
        "",
    ]
    for name, row in data["sensors"].items():
        out += [f"## {name}", ""]
        out += [
            f"Operates at {row['operate'][0]:g} / {row['operate'][1]:g} / {row['operate'][2]:g} mT (least, "
            f"usual, most), "
            f"releases at {row['release'][0]:g} / {row['release'][1]:g} / {row['release'][2]:g} mT; "
            + ("either pole." if row["polarity"] == "either" else "south pole only: all magnets the same way up.")
            + f" {row['source']}.",
            "",
            "| magnet | middle mT | at edge mT | reach mm | 40 mm tiles | 45 mm tiles | 50 mm tiles |",
            "|---|---|---|---|---|---|---|",
        ]
        for each in magnets():
            verdicts = [judge(board, each, name, pitch) for pitch in (40.0, 45.0, 50.0)]
            first = verdicts[0]
            words = " | ".join(
                verdict.word if not verdict.felt else f"{verdict.word} ({verdict.neighbour:.2f} / {verdict.crowd:.2f})"
                for verdict in verdicts
            )
            out.append(f"| {each.name} | {first.centre:.1f} | {first.edge:.1f} | {first.reach:g} | {words} |")
        out.append("")
    out += [
        "In brackets: mT left by one leaning neighbour / by eight, poles alike.",
        "",
        "## What the model leaves out",
        "",
        f"- The dipole promises {100 * dipole_error(magnet, above):.0f} % more than the exact field of "
        f"this disc on its axis "
        f"({100 * dipole_error(wide, height_over(board, wide)):.0f} % for {wide.diameter:g} x {wide.height:g} mm); "
        "fields over the own tile are reduced by that. From 30 mm on the error is under 5 %.",
        "- Steel nearby (a metal table top, a loudspeaker, a wrong screw) bends the field. Keep it 30 mm away. The "
        "board's own screws stand nearer, "
        f"from {nearest_screw(board):.0f} mm on: they are of A4 or brass, which a magnet does not hold.",
        "- A base that tilts by 10 degrees loses 2 % in the middle and moves the maximum by about 1 mm.",
        "- Every smallest and largest value at once, with eight leaning miniatures of like poles, is "
        "rarer than the table "
        "sounds: usual sensors release at three times the smallest release point.",
        "- A reed's blades gather field, and its figure in ampere turns depends on the coil it was tested "
        "in: the reed table "
        "is good to about a third. Stand reeds **upright**. One that lies flat feels nothing of a magnet "
        "exactly above its middle.",
        "",
    ]
    return "\n".join(out)
