"""Makes hardware/enclosure/out but its pictures: STL, DXF, STEP, lines, manifest. Needs build123d; see ./build."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import ezdxf
from build123d import Circle, Compound, Edge, ExportDXF, Part, Pos, Rectangle, Rot, Sketch, export_step, export_stl

from . import freshness, lines, parts, printing, top
from .dimensions import OUT, Dimensions, load
from .frame import row_board

TURN = {"standing": 0.0, "turned over": 180.0, "laid on its face": 90.0}

TOLERANCE = 0.05
ANGLE = 0.35
"""Chords of a curve lie within 0.05 mm and 20 degrees: finer than a nozzle shows, small enough to keep in Git."""


def main() -> int:
    """Build all of it; ``pictures`` draws the rest when the printed boards are there."""
    d = load()
    ezdxf.options.write_fixed_meta_data_for_testing = True  # no clock and no random id in a generated file
    shutil.rmtree(OUT, ignore_errors=True)
    for folder in ("stl", "dxf", "step"):
        (OUT / folder).mkdir(parents=True)
    rows, solids = [], []
    for piece in parts.pieces(d):
        solid = piece.draw()
        if len(solid.solids()) != 1 or not solid.is_valid:
            raise SystemExit(f"{piece.name} is {len(solid.solids())} solids; it must be one. Nothing was kept.")
        turned = Rot(TURN[piece.pose], 0, 0) * solid
        low = turned.bounding_box().min
        export_stl(Pos(-low.X, -low.Y, -low.Z) * turned, OUT / "stl" / f"{piece.name}.stl", TOLERANCE, ANGLE)
        offset = [round(value, 6) for value in (low.X, low.Y, low.Z)]
        rows.append(
            {"name": piece.name, "group": piece.group, "pose": piece.pose, "offset": offset, "count": piece.count}
        )
        if piece.name not in ("port_plate_esp32-s3", "miniature_base"):
            solid.label = piece.name
            solids.append(solid)
        print(piece.name, flush=True)
    for row in range(d.side):
        board = row_board(d, row)
        board.label = f"row_board_{row}"
        solids.append(board)
    export_step(
        Compound(label="immolation_board", children=solids),
        OUT / "step" / "board.step",
        timestamp="2026-01-01T00:00:00",
    )
    sheets(d, OUT / "dxf")
    lines.write(d, OUT / "lines")
    (OUT / "parts.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    (OUT / "printing.md").write_text(printing.page(d), encoding="utf-8")
    freshness.write(d)
    print(f"Built into {OUT}.")
    return 0


def sheets(d: Dimensions, folder: Path) -> None:
    """Drawings for a laser cutter: layer CUT goes through, layer ENGRAVE only marks."""
    middle = d.pitch * (d.side // 2)
    ends = (-d.rim + d.gap, d.field + d.rim - d.gap)
    whole = [top.sheet_outline(d, ends)]
    halves = [
        top.sheet_outline(d, (ends[0], middle - 0.05)),
        Pos(0, -10) * top.sheet_outline(d, (middle + 0.05, ends[1])),
    ]
    marks_of_tiles = [Edge.make_line((x1, -y1), (x2, -y2)) for (x1, y1), (x2, y2) in lines.segments(d)]
    _sheet(folder / "diffuser.dxf", whole, marks_of_tiles)
    _sheet(folder / "diffuser_two_halves.dxf", halves, _lines_of_halves(d, middle))
    strips: list[Sketch] = []
    marks: list[Sketch] = []
    for piece in parts.pieces(d):
        if piece.group == "strip":
            solid: Part = piece.draw()
            z = d.surface + top.CLEAR_OF_DIFFUSER + 0.5
            strips.append(_slice(solid, z))
    for _, _, xs, ys in d.top_spans():
        marks += top.engravings(d, xs, ys)
    _sheet(folder / "edge_strip.dxf", strips, [edge for mark in marks for edge in mark.edges()])
    plate = Pos(d.row_size[0] / 2, -d.row_size[1] / 2) * Rectangle(*d.row_size)
    for x, y in d.row_holes:
        plate -= Pos(x, -y) * Circle(1.6)
    for column in range(d.side):
        x = (column + 0.5) * d.pitch - d.row_origin[0]
        y = d.row_size[1] - d.row_origin[1]
        plate -= Pos(x + d.led[0], -(y + d.led[1])) * Rectangle(5.6, 5.6)
        plate -= Pos(x + d.sensor[0], -(y + d.sensor[1])) * Circle(1.5)
    _sheet(folder / "row_plate_for_reeds.dxf", [plate], [])


def _lines_of_halves(d: Dimensions, middle: float) -> list[Edge]:
    """The tile lines on both halves of the sheet; the joint itself is the line between them."""
    out = []
    for (x1, y1), (x2, y2) in lines.segments(d):
        for low, high, aside in ((0.0, middle, 0.0), (middle, d.field, -10.0)):
            top, bottom = max(y1, low), min(y2, high)
            if top < bottom or (y1 == y2 and low < y1 < high):
                out.append(Edge.make_line((x1, aside - top), (x2, aside - bottom)))
    return out


def _slice(solid: Part, z: float) -> Sketch:
    from build123d import Plane, section

    return section(solid, section_by=Plane.XY.offset(z))


def _sheet(path: Path, cut: list[Sketch], engrave: list[Edge]) -> None:
    out = ExportDXF()
    out.add_layer("CUT")
    out.add_layer("ENGRAVE")
    for shape in cut:
        low = shape.bounding_box().min.Z
        out.add_shape(Pos(0, 0, -low) * shape, layer="CUT")
    for edge in engrave:
        out.add_shape(Pos(0, 0, -edge.bounding_box().min.Z) * edge, layer="ENGRAVE")
    out.write(str(path))
