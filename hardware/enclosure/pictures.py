"""Renders the pictures of the manual from the STL files: new parts coloured, earlier ones pale, with call-outs."""

from __future__ import annotations

import csv
import itertools
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyvista as pv
from PIL import Image, ImageDraw, ImageFont

from . import freshness, lines, mesh, places
from .dimensions import OUT, Dimensions, load

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")

COLOURS = {
    "tray": "#5b8fc7",
    "grid": "#f2c14e",
    "strip": "#5f6f80",
    "diffuser": "#9fd3e6",
    "port plate": "#e07a5f",
    "row board": "#3fa66b",
    "controller": "#3fa66b",
    "led": "#fff3b0",
    "chip": "#3c434b",
    "metal": "#b9bec4",
    "screw": "#d62828",
    "ribbon": "#8d99ae",
    "edge one": "#d62828",
    "wire +": "#c1121f",
    "wire -": "#22262b",
    "base": "#b39ddb",
    "magnet": "#d62828",
    "line": "#4a4a52",
    "ink": "#ffffff",
    "fire": "#ff7b1c",
    "ember": "#ffd166",
    "old": "#d3d9df",
    "old plug": "#aeb6be",
}
"""Colours of parts; ``old`` is what was there before this step."""

SIZE = (1200, 800)

PALETTE = 96
"""Colours kept in a picture: flat faces need no more, and files stay small."""


@dataclass
class Scene:
    """The contents of a picture: meshes with their colour, and words with the place that each points at."""

    solids: list[tuple[Any, str, float]] = field(default_factory=list)
    words: list[tuple[tuple[float, float, float], str, str]] = field(default_factory=list)
    """Place, words, and the margin where they stand: left, right or the nearer one."""

    def add(self, solids: Iterable[Any], colour: str, opacity: float = 1.0) -> Scene:
        """Add meshes of one colour."""
        self.solids += [(solid, colour, opacity) for solid in solids]
        return self

    def say(self, at: tuple[float, float, float], words: str, margin: str = "") -> Scene:
        """Add a call-out; ``at`` in mm with y towards the player, ``margin`` left, right or the nearer one."""
        self.words.append(((at[0], -at[1], at[2]), words, margin))
        return self


def surface(triangles: mesh.Triangles) -> Any:
    """Make triangles a mesh that pyvista draws."""
    count = len(triangles)
    faces = np.hstack([np.full((count, 1), 3), np.arange(3 * count).reshape(count, 3)]).ravel()
    return pv.PolyData(triangles.reshape(-1, 3), faces).clean()


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Any:
    """Make a box, y towards the player."""
    return pv.Box((x[0], x[1], -y[1], -y[0], z[0], z[1])).triangulate().clean()


def rod(start: tuple[float, float, float], end: tuple[float, float, float], radius: float) -> Any:
    """Make a round rod between two places."""
    a, b = (np.array((x, -y, z)) for x, y, z in (start, end))
    made = pv.Cylinder(
        center=(a + b) / 2, direction=b - a, radius=radius, height=float(np.linalg.norm(b - a)), resolution=20
    )
    return made.triangulate().clean()


def screw(place: tuple[float, float, float], axis: str, length: float, *, head: float = 3.0) -> list[Any]:
    """Make an M3 screw whose head's lower face is at ``place``; along z it points down."""
    x, y, z = place
    along = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, -1)}[axis]
    end = (x + along[0] * length, y + along[1] * length, z + along[2] * length)
    top = (x - along[0] * head, y - along[1] * head, z - along[2] * head)
    return [rod(place, end, 1.5), rod(top, place, 2.75)]


def nut(place: tuple[float, float, float], axis: str) -> Any:
    """Make an M3 nut, its middle at ``place``."""
    direction = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}[axis]
    middle = (place[0], -place[1], place[2])
    made = pv.Cylinder(center=middle, direction=direction, radius=3.1, height=2.4, resolution=6)
    return made.triangulate().clean()


HEIGHTS = {"IDC": 9.0, "Terminal": 10.0, "CP_Radial": 11.0, "Converter": 10.5, "Fuse": 12.0, "DIP": 8.0, "JST_XH": 7.0}
SIZES = {"IDC": (9, 20), "Terminal": (10, 10), "CP_Radial": (6.3, 6.3), "Converter": (11.6, 7.6), "Fuse": (22, 10)}
SIZES |= {"DIP": (8, 19), "JST_XH": (7, 6), "SOIC-16": (10, 4), "L_Bourns": (6, 6), "D_DO": (9, 3)}
"""Heights over the board and sizes as placed, in mm, by how a package's name begins; others are not drawn."""


def placed(name: str) -> list[tuple[str, float, float, str, str]]:
    """Read a board's placement file: designator, x, y from the upper left corner, package, layer."""
    rows = csv.DictReader(freshness.positions(name).read_text(encoding="utf-8").splitlines())
    return [(row["Designator"], float(row["Mid X"]), float(row["Mid Y"]), row["Package"], row["Layer"]) for row in rows]


def row_boards(d: Dimensions, rows: Iterable[int], lift: float = 0.0, *, old: bool = False) -> Scene:
    """Row boards with LEDs, sensors, chips and what hangs below."""
    scene = Scene()
    hung = [row for row in placed("row_board") if row[4] == "bottom"]
    for row in rows:
        back, front = d.row_edges(row)
        left = d.row_origin[0]
        plate = box((left, left + d.row_size[0]), (back, front), (lift - d.row_thickness, lift))
        scene.add([plate], "old" if old else "row board")
        chips, plugs = [], []
        for x, by, *_ in d.notches:
            chips.append(box((left + x - 5, left + x + 5), (back + by - 2, back + by + 2), (lift, lift + 1.75)))
        for _, x, y, package, _ in hung:
            half = (4.5, 10) if package.startswith("IDC") else (5, 5)
            at = (left + x, front - y)
            span = (lift - d.row_thickness - (9 if half[1] == 10 else 10), lift - d.row_thickness)
            plugs.append(box((at[0] - half[0], at[0] + half[0]), (at[1] - half[1], at[1] + half[1]), span))
        scene.add(chips, "old" if old else "chip").add(plugs, "old plug" if old else "chip")
        lamps = [
            box((x - 2.5, x + 2.5), (y - 2.5, y + 2.5), (lift, lift + 1.6))
            for tile, x, y in d.leds()
            if tile // 10 == row
        ]
        scene.add(lamps, "old" if old else "led")
    return scene


def controller(d: Dimensions, *, old: bool = False) -> Scene:
    """The controller's board with its tall parts and the Pico."""
    left, back, right, front = d.carrier_place()
    z = d.floor_top + d.carrier_height
    scene = Scene().add([box((left, right), (back, front), (z, z + 1.6))], "old" if old else "controller")
    chips = []
    for ref, x, y, package, _ in placed("controller_pico"):
        key = next((start for start in SIZES if package.startswith(start)), "")
        if key and ref != "U1":
            wide, deep = SIZES[key]
            if ref == "U4" or ref in ("J1",) or ref.startswith("D"):
                wide, deep = (wide, deep) if ref != "U4" else (4, 10)
            at = (left + x, front - y)
            high = HEIGHTS.get(key, 1.8)
            chips.append(
                box(
                    (at[0] - wide / 2, at[0] + wide / 2),
                    (at[1] - deep / 2, at[1] + deep / 2),
                    (z + 1.6, z + 1.6 + high),
                )
            )
    pico = d.field / 2 + 17.5
    scene.add(chips, "old" if old else "chip")
    board = box((pico - 10.5, pico + 10.5), (back + 1.1, back + 52.1), (z + 9.1, z + 10.1))
    strips = [box((pico + a - 1.3, pico + a + 1.3), (back + 1.5, back + 51), (z + 1.6, z + 9.1)) for a in (-8.9, 8.9)]
    socket = box((pico - 4, pico + 4), (back - 0.2, back + 5), (z + 10.1, z + 12.9))
    scene.add([board, *strips], "old" if old else "tray").add([socket], "old" if old else "metal")
    return scene


def shoot(
    path: Path,
    scene: Scene,
    *,
    look: tuple[float, float, float],
    zoom: float = 1.0,
    size: tuple[int, int] = SIZE,
    focus: tuple[float, float, float] | None = None,
    width: float | None = None,
) -> None:
    """Draw a picture seen from ``look``; with ``focus`` the camera looks there and shows ``width`` mm."""
    plotter = pv.Plotter(off_screen=True, window_size=size, lighting="light kit")
    plotter.set_background("white")
    merged: dict[tuple[str, float], list[Any]] = {}
    for solid, group, opacity in scene.solids:
        merged.setdefault((group, opacity), []).append(solid)
    for (group, opacity), solids in merged.items():
        whole = solids[0] if len(solids) == 1 else pv.merge(solids)
        whole = whole.extract_surface(algorithm="dataset_surface")
        plotter.add_mesh(whole, color=COLOURS[group], opacity=opacity, smooth_shading=False, specular=0.0, ambient=0.2)
        if opacity == 1.0:
            edges = whole.extract_feature_edges(30, boundary_edges=False, non_manifold_edges=False)
            if edges.n_points:
                shade = "#8e98a3" if group.startswith("old") else "#1b1e22"
                plotter.add_mesh(edges, color=shade, line_width=1.0)
    plotter.enable_anti_aliasing("ssaa")
    plotter.camera.parallel_projection = True
    plotter.view_vector(look, viewup=(0, 0, 1) if abs(look[2]) < 0.99 else (0, 1, 0))
    plotter.reset_camera()
    if focus is not None:
        at = np.array((focus[0], -focus[1], focus[2]))
        plotter.camera.focal_point = at
        plotter.camera.position = at + 2000 * np.array(look) / np.linalg.norm(look)
        plotter.camera.clipping_range = (1, 5000)
        plotter.camera.parallel_scale = (width or 200) * size[1] / size[0] / 2
    plotter.camera.zoom(zoom)
    plotter.render()
    spots = [(_pixel(plotter, place, size), words, margin) for place, words, margin in scene.words]
    image = Image.fromarray(np.asarray(plotter.screenshot(return_img=True)))
    plotter.close()
    _call_out(image, spots)
    image.quantize(PALETTE, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)


def _pixel(plotter: Any, place: tuple[float, float, float], size: tuple[int, int]) -> tuple[float, float]:
    """Project a place of the board onto the picture."""
    plotter.renderer.SetWorldPoint(*place, 1.0)
    plotter.renderer.WorldToDisplay()
    x, y, _ = plotter.renderer.GetDisplayPoint()
    return float(x), size[1] - float(y)


def _call_out(image: Any, spots: list[tuple[tuple[float, float], str, str]]) -> None:
    """Write words at both margins, each with a line to its place; the order down a margin is that of the places."""
    pen, face = ImageDraw.Draw(image), ImageFont.truetype(str(FONT), 21)
    wide, high = image.size
    for margin in ("left", "right"):
        mine = [spot for spot in spots if (spot[2] or ("left" if spot[0][0] < wide / 2 else "right")) == margin]
        side = sorted(mine, key=lambda spot: spot[0][1])
        top = 0.0
        for at, ((x, y), words, _) in enumerate(side):
            rest = len(side) - at - 1
            place = min(max(y, top + 22), high - 24 - 46 * rest)
            top = place + 24
            box_ = pen.textbbox((0, 0), words, font=face)
            long = box_[2] - box_[0]
            from_x = 14 if margin == "left" else wide - 22 - long
            edge = from_x + long + 8 if margin == "left" else from_x
            pen.line([(edge, place), (x, y)], fill="#111111", width=2)
            pen.ellipse([x - 4, y - 4, x + 4, y + 4], fill="#111111")
            pen.rounded_rectangle(
                [from_x, place - 18, from_x + long + 8, place + 18], 5, fill="#ffffff", outline="#111111", width=2
            )
            pen.text((from_x + 4 - box_[0], place - (box_[1] + box_[3]) / 2), words, fill="#111111", font=face)


def _numerals(d: Dimensions, parts: list[mesh.Placed], lift: float = 0.0) -> list[Any]:
    """The floors of the engravings, as if filled with paint."""
    out = []
    for part in parts:
        z = part.placed[:, :, 2]
        floor = np.all(np.abs(z - (d.surface + 0.2 + d.bezel - 0.8)) < 0.01, axis=1)
        if part.group == "strip" and floor.any():
            out.append(surface(part.placed[floor]).translate((0, 0, lift + 0.05), inplace=False))
    return out


def _tile_lines(d: Dimensions, lift: float = 0.0) -> list[Any]:
    """The lines on the sheet, as thin plates."""
    half, z = d.line / 2, d.surface + lift
    out = []
    for (x1, y1), (x2, y2) in lines.segments(d):
        out.append(box((x1 - half, x2 + half), (y1 - half, y2 + half), (z, z + 0.1)))
    return out


def _halved(solid: Any, at: float) -> Any:
    """Cut off what lies before y = ``at``; the cut is closed where the mesh allows it."""
    whole = solid.triangulate().clean()
    if whole.is_manifold:
        return whole.clip_closed_surface(normal=(0, 1, 0), origin=(0, -at, 0))
    return whole.clip(normal=(0, -1, 0), origin=(0, -at, 0))


class Stage:
    """The board's parts, to be put on pictures one layer after the other."""

    def __init__(self, d: Dimensions, out: Path) -> None:
        self.d = d
        self.parts = mesh.load_all(out)
        self.by = {part.name: part for part in self.parts}
        groups = {part.group for part in self.parts}
        self.of = {group: [surface(part.placed) for part in self.parts if part.group == group] for group in groups}
        self.sheet = box((-d.rim, d.field + d.rim), (-d.rim, d.field + d.rim), (d.light_box, d.surface))

    def trays(self) -> Scene:
        """The joined trays with the port plate, as they were before a step."""
        return Scene().add(self.of["tray"], "old").add([surface(self.by["port_plate_pico"].placed)], "old")

    def under(self) -> Scene:
        """All that lies under the light grid, as it was before a step."""
        scene = self.trays()
        for more in (controller(self.d, old=True), row_boards(self.d, range(self.d.side), old=True)):
            scene.solids += more.solids
        return scene

    def lifted(self, group: str, lift: float) -> list[Any]:
        """A layer of parts, lifted."""
        return [solid.translate((0, 0, lift), inplace=False) for solid in self.of[group]]


HIGH = (0.55, -1.0, 0.95)
"""Direction from which most pictures are seen: from the front right, above."""


def main() -> int:
    """Draw them all, once the parts and the printed boards are there."""
    d = load()
    shutil.rmtree(OUT / "pictures", ignore_errors=True)
    (OUT / "pictures").mkdir()
    draw_all(d, OUT)
    freshness.write(d)
    print(f"Drawn into {OUT / 'pictures'}.")
    return 0


def draw_all(d: Dimensions, out: Path) -> None:
    """Draw every picture of the manual that shows the box."""
    stage, folder = Stage(d, out), out / "pictures"
    for draw in (exploded, trays, feet, ports, inside, nuts, cables, rows, grid, top, magnet, finished):
        draw(stage, folder)


def exploded(stage: Stage, folder: Path) -> None:
    """Draw all layers of the board, lifted apart."""
    d = stage.d
    scene = Scene().add(stage.of["tray"], "tray").add([surface(stage.by["port_plate_pico"].placed)], "port plate")
    scene.solids += controller(d).solids + row_boards(d, range(d.side), 100).solids
    scene.add(stage.lifted("grid", 200), "grid")
    scene.add([stage.sheet.translate((0, 0, 300), inplace=False)], "diffuser").add(_tile_lines(d, 300), "line")
    scene.add(stage.lifted("strip", 380), "strip").add(_numerals(d, stage.parts, 380), "ink")
    side = d.field
    for z, words in (
        (-15, "9 trays"),
        (100, "10 row boards"),
        (206, "9 parts of the light grid"),
        (313, "diffuser"),
        (397, "8 parts of the edge strip"),
    ):
        scene.say((side + 2, 300.0, float(z)), words)
    shoot(folder / "exploded.png", scene, look=(0.5, -1.0, 0.6), zoom=1.1, size=(1200, 950))


def trays(stage: Stage, folder: Path) -> None:
    """Draw the nine trays apart, with the screws between them."""
    d, scene, apart = stage.d, Scene(), 26.0
    for part in stage.parts:
        if part.group == "tray":
            column, row = int(part.name[-2]), int(part.name[-1])
            scene.add([surface(part.placed).translate((apart * column, -apart * row, 0), inplace=False)], "tray")
    spans = d.spans(d.trays)
    names: dict[str, tuple[float, float, float]] = {}
    for (x, y, z), axis in places.joint_screws(d):
        column = sum(x > span.high - 0.1 for span in spans[:-1])
        row = sum(y > span.high - 0.1 for span in spans[:-1])
        if axis == "x":
            at = (x + apart * (column - 0.5) - 6, y + apart * row, z)
        else:
            at = (x + apart * column, y + apart * (row - 0.5) - 6, z)
        scene.add(screw(at, axis, 12), "screw")
        names.setdefault(axis, at)
    for part in stage.parts:
        if part.name in ("tray_00", "tray_10", "tray_22"):
            column, row = int(part.name[-2]), int(part.name[-1])
            where = (part.placed[:, :, 0].mean() + apart * column, -part.placed[:, :, 1].mean() + apart * row)
            scene.say((float(where[0]), float(where[1]), d.floor_top), part.name)
    scene.say(names["y"], "M3 x 12, nut beyond")
    middle = d.field / 2 + apart
    scene.say((middle, -d.border, -14.0), "window for the plugs: back")
    shoot(folder / "trays.png", scene, look=HIGH, zoom=1.35)


def feet(stage: Stage, folder: Path) -> None:
    """Draw the board from below with its feet."""
    d = stage.d
    scene = stage.trays()
    made = [rod((x, y, d.bottom - 2.2), (x, y, d.bottom + 0.8), 5.0) for x, y in places.feet(d)]
    scene.add(made, "screw")
    x, y = places.feet(d)[0]
    scene.say((x, y, d.bottom - 2), "16 rubber feet, each in its recess")
    shoot(folder / "feet.png", scene, look=(0.45, -0.8, -0.9), zoom=1.35)


def ports(stage: Stage, folder: Path) -> None:
    """Draw the port plate with jack and screws, from the back."""
    d = stage.d
    scene = Scene().add(stage.of["tray"], "old").add([surface(stage.by["port_plate_pico"].placed)], "port plate")
    x, z = places.jack_place(d)
    outside = -d.border
    scene.add([rod((x, outside - 1.0, z), (x, outside + 20, z), 4.0)], "metal")
    scene.add([rod((x, outside + 1, z), (x, outside + d.wall, z), 5.6)], "chip")
    for place in places.port_screws(d):
        scene.add(screw(place, "y", 10), "screw").add([nut((place[0], outside + 6.2, place[2]), "y")], "screw")
    (left, right), (low, high) = places.usb_opening(d, "pico")
    scene.say((x, outside - 1, z), "jack 5.5 x 2.1 mm")
    scene.say(((left + right) / 2, outside + d.wall, (low + high) / 2), "opening for the USB plug")
    scene.say(places.port_screws(d)[0], "M3 x 10, nut inside")
    scene.say((d.field / 2 + 1, outside + d.wall, places.port_centre(d) + 5), "port_plate_pico, from inside")
    focus = (d.field / 2, outside, -12.0)
    shoot(folder / "ports.png", scene, look=(-0.3, 1.0, 0.45), focus=focus, width=200, size=(1200, 560))


def inside(stage: Stage, folder: Path) -> None:
    """Draw the controller board on its posts, from the front."""
    d = stage.d
    scene = stage.trays()
    scene.solids += controller(d).solids
    z = d.floor_top + d.carrier_height
    for x, y in places.clamps(d):
        scene.add(screw((x, y, z + 2.1), "z", 8), "screw")
        scene.add([rod((x, y, z + 1.6), (x, y, z + 2.1), 3.5)], "metal")
    left, back, right, _ = d.carrier_place()
    scene.say((*places.clamps(d)[3], z + 3), "M3 x 8 and washer: 4")
    scene.say((d.field / 2 + 17.5, back + 30, z + 10), "Pico, its USB socket at the window")
    scene.say((left + 40.8, back + 13, z + 8), "J1: from the jack")
    scene.say((left + 17, back + 75, z + 8), "J2: flat cable to row 0")
    scene.say((left + 16, back + 48, z + 8), "J3: 12 V to the rows")
    scene.say((right - 30, back + 92, z + 6), "J6 to J12: buttons")
    focus = ((left + right) / 2, 40.0, z)
    shoot(folder / "controller.png", scene, look=(0.0, -0.9, 1.2), focus=focus, width=330)


def nuts(stage: Stage, folder: Path) -> None:
    """Draw rows 0 and 1 from below with the nuts that hang over the controller."""
    d = stage.d
    scene = row_boards(d, (0, 1))
    held = [place for place in d.screws() if d.held_by_nut(place)]
    for x, y in held:
        scene.add([nut((x, y, -d.row_thickness - 1.2), "z")], "screw")
    for (x, y), words in ((held[1], "M3 nut, glued round the hole"), (held[-1], "four of them in all")):
        scene.say((x + 5, y, -3.0), words, "left")
    x = d.row_origin[0] + 26
    scene.say((x, d.row_edges(0)[0] + 19, -10.0), "row 0, end with J1")
    focus = (d.field / 2 - 20, d.pitch, 0.0)
    shoot(folder / "nuts.png", scene, look=(0.05, -0.5, -1.0), focus=focus, width=600, size=(1200, 420))


def ribbons(d: Dimensions, rows: Iterable[int]) -> Scene:
    """Flat cables from J2 of each row to J1 of the next, the red edge at pin 1, and the 12 V wires."""
    scene = Scene()
    spots = {ref: (d.row_origin[0] + x, y) for ref, x, y, _, layer in placed("row_board") if layer == "bottom"}
    for row in rows:
        front, after = d.row_edges(row)[1], d.row_edges(row + 1)[1]
        one, other = spots["J2"], spots["J1"]
        z, wide = -d.row_thickness - 12, 6.35
        y1, y2, turn = front - one[1], after - other[1], (one[0] + other[0]) / 2
        # From J2 to the left, folded towards the player, folded to the left again: pin 1 stays at the red edge.
        for x, y, red in (
            ((turn, one[0] + 4), (y1 - wide, y1 + wide), ((turn, one[0] + 4), (y1 + wide - 1.3, y1 + wide))),
            ((turn - wide, turn + wide), (y1, y2), ((turn - wide, turn - wide + 1.3), (y1, y2))),
            ((other[0] - 4, turn), (y2 - wide, y2 + wide), ((other[0] - 4, turn), (y2 + wide - 1.3, y2 + wide))),
        ):
            scene.add([box(x, y, (z - 0.8, z))], "ribbon").add([box(*red, (z - 1.0, z - 0.8))], "edge one")
        for (at, _), level in ((one, y1), (other, y2)):
            scene.add([box((at - 2.5, at + 2.5), (level - 9, level + 9), (z - 4.0, z - 0.8))], "chip")
        across, down = spots["J3"]
        for aside, lane, deep, colour in ((-2.5, 9.0, -8.0, "wire +"), (2.5, 14.0, -11.0, "wire -")):
            # From terminal to terminal: what arrives and what goes on lie side by side in one screw.
            begin, end = front - down + aside + 1.0, after - down + aside - 1.0
            way = [(across + 3, begin), (across + lane, begin), (across + lane, end), (across + 3, end)]
            scene.add([rod((*a, deep), (*b, deep), 1.0) for a, b in itertools.pairwise(way)], colour)
    return scene


def cables(stage: Stage, folder: Path) -> None:
    """Draw four rows from below with flat cables and the 12 V bus."""
    d = stage.d
    scene = row_boards(d, range(4), old=True)
    scene.solids += ribbons(d, range(3)).solids
    spots = {ref: (d.row_origin[0] + x, y) for ref, x, y, _, layer in placed("row_board") if layer == "bottom"}
    front = d.row_edges(3)[1]
    for ref, words in (("J1", "J1"), ("J2", "J2"), ("J3", "J3: + is pin 1")):
        x, down = spots[ref]
        scene.say((x, front - down, -11.0), words, "left" if ref == "J3" else "right")
    x, down = spots["J2"]
    turn = (x + spots["J1"][0]) / 2
    scene.say((turn, d.row_edges(0)[1] - down + 22, -14.0), "flat cable, J2 to next J1", "right")
    x, down = spots["J3"]
    scene.say((x + 14, d.row_edges(1)[1] - down + 22, -12.0), "12 V bus, terminal to terminal", "left")
    focus = (75.0, 2 * d.pitch, 0.0)
    shoot(folder / "cables.png", scene, look=(0.0, -0.35, -1.0), focus=focus, width=310, size=(1200, 720))


def rows(stage: Stage, folder: Path) -> None:
    """Draw the row boards on their posts."""
    d, scene = stage.d, stage.trays()
    scene.solids += controller(d, old=True).solids + row_boards(d, range(d.side)).solids
    scene.say((d.row_origin[0] + 10, d.pitch / 2, 0.0), "row 0 at the back, tile 0 left")
    scene.say((d.row_origin[0] + d.row_size[0] - 10, 9.5 * d.pitch, 0.0), "row 9 in front", "right")
    shoot(folder / "rows.png", scene, look=HIGH, zoom=1.35)


def grid(stage: Stage, folder: Path) -> None:
    """Draw the light grid with its screws lifted out."""
    d, scene = stage.d, stage.under()
    scene.add(stage.of["grid"], "grid")
    held = [place for place in d.screws() if d.held_by_nut(place)]
    for x, y in d.screws():
        short = (x, y) in held
        scene.add(screw((x, y, d.light_box + 22), "z", 12 if short else 16), "wire -" if short else "screw")
    scene.say((*held[0], d.light_box + 24), "M3 x 12 over the controller: 4")
    last = d.screws()[-1]
    scene.say((*last, d.light_box + 24), f"M3 x 16: {len(d.screws()) - len(held)}")
    scene.say((0.3 * d.pitch, 6 * d.pitch, d.light_box), "parts meet on a wall")
    shoot(folder / "light_grid.png", scene, look=HIGH, zoom=1.3)


def top(stage: Stage, folder: Path) -> None:
    """Draw sheet and edge strip, lifted over the light grid."""
    d, scene = stage.d, Scene().add(stage.of["tray"], "old").add(stage.of["grid"], "old")
    scene.add([stage.sheet.translate((0, 0, 45), inplace=False)], "diffuser").add(_tile_lines(d, 45), "line")
    scene.add(stage.lifted("strip", 95), "strip").add(_numerals(d, stage.parts, 95), "ink")
    for x, y in d.edge_screws():
        scene.add(screw((x, y, d.surface + 125), "z", 12, head=1.7), "screw")
    corner = d.edge_screws()[3]
    scene.say((*corner, d.surface + 127), f"M3 x 12 countersunk: {len(d.edge_screws())}")
    scene.say((d.field / 2, d.field + d.border / 2, d.surface + 98), "number 3 in front")
    scene.say((8.5 * d.pitch, 4.5 * d.pitch, d.surface + 45), "sheet, its lines up")
    scene.say((-d.border / 2, d.field / 2, d.surface + 98), "number 4 left")
    shoot(folder / "top.png", scene, look=HIGH, zoom=1.2, size=(1200, 900))


def magnet(stage: Stage, folder: Path) -> None:
    """Draw a cut through the first two tiles with a miniature's base and its magnet."""
    d = stage.d
    at = d.leds()[10 * 2 * 4][2]
    whole = Scene().add(stage.of["tray"], "tray").add(stage.of["grid"], "grid")
    whole.solids += row_boards(d, range(d.side)).solids
    whole.add([stage.sheet], "diffuser").add(stage.of["strip"], "strip")
    scene = Scene()
    for solid, group, _ in whole.solids:
        if solid.bounds[2] < -at < solid.bounds[3]:
            half = _halved(solid, at)
            if half.n_points:
                half = half.clip_box((-30, 2.2 * d.pitch, -at - 1, 100, -60, 60), invert=False)
                half = half.extract_surface(algorithm="dataset_surface")
            if half.n_points:
                scene.add([half], group)
    middle = 0.5 * d.pitch
    base = surface(stage.by["miniature_base"].placed).translate((middle, -at + 0.01, d.surface), inplace=False)
    low = d.surface + d.base_floor
    disc = rod((middle, at, low), (middle, at, low + d.magnet[1]), d.magnet[0] / 2)
    scene.add([_halved(base, at)], "base").add([_halved(disc, at)], "magnet")
    for place, words, margin in (
        ((middle, at + 1, low + 3.5), "magnet, either pole up", "right"),
        ((middle - 9, at + 1, d.surface + 2), "base of a miniature", "left"),
        ((1.8 * d.pitch, at + 1, d.surface - 1), "diffuser", ""),
        ((1.6 * d.pitch, at + 1, 6.0), "light box", ""),
        ((1.7 * d.pitch, at + 1, -0.8), "row board", ""),
        ((1.9 * d.pitch, at + 1, d.bottom + 1), "tray", ""),
        ((-14.0, at + 1, d.surface + 2), "edge strip", ""),
    ):
        scene.say(place, words, margin)
    focus = (0.88 * d.pitch, at, -6.0)
    shoot(folder / "section.png", scene, look=(0, -1, 0.0), focus=focus, width=210, size=(1200, 500))


FIRE = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
"""Tiles that burn in the picture of the finished board: a wall along the back edge."""


def finished(stage: Stage, folder: Path) -> None:
    """Draw the finished board from above, a wall of fire on its first line."""
    d = stage.d
    scene = Scene().add(stage.of["tray"], "tray").add([stage.sheet], "diffuser").add(_tile_lines(d), "line")
    scene.add(stage.of["strip"], "strip").add(_numerals(d, stage.parts), "ink")
    for tile, x, y in d.centres():
        half = d.pitch / 2 - d.line / 2
        if tile in FIRE:
            flat = (d.surface, d.surface + 0.05)
            scene.add([box((x - half, x + half), (y - half, y + half), flat)], "fire")
            scene.add([rod((x, y, flat[1]), (x, y, flat[1] + 0.05), 13.0)], "ember")
    scene.say((d.pitch / 2, d.pitch / 2, d.surface + 1), "tile 0")
    scene.say((d.field - d.pitch / 2, d.field - d.pitch / 2, d.surface + 1), "tile 99")
    shoot(folder / "finished.png", scene, look=HIGH, zoom=1.35)
