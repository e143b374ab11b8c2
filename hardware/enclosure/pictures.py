"""Renders the pictures of the assembly guide from the STL files. Needs pyvista; decides nothing about shapes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyvista as pv

from . import mesh
from .dimensions import Dimensions

COLOURS = {
    "tray": "#5d6773",
    "grid": "#f4f1e8",
    "strip": "#39414b",
    "diffuser": "#e6eef5",
    "port plate": "#b5563b",
    "row board": "#2f7d4f",
    "led": "#fff3b0",
    "chip": "#20242a",
    "carrier": "#a7793c",
    "miniature base": "#7a6cc0",
    "magnet": "#c9ccd1",
}

Scene = list[tuple[Any, str, float]]
"""Mesh, group, opacity."""


def surface(triangles: mesh.Triangles) -> Any:
    """Triangles as pyvista draws them."""
    count = len(triangles)
    faces = np.hstack([np.full((count, 1), 3), np.arange(3 * count).reshape(count, 3)]).ravel()
    return pv.PolyData(triangles.reshape(-1, 3), faces).clean()


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Any:
    """A box, y towards the player."""
    return pv.Box((x[0], x[1], -y[1], -y[0], z[0], z[1])).triangulate().clean()


def row_boards(d: Dimensions, lift: float = 0.0) -> Scene:
    """Row boards with LEDs, sensors, the two chips that notches are for, and what hangs below."""
    out: Scene = []
    for row in range(d.side):
        y = d.row_edges(row)
        plate = box((d.row_origin[0], d.row_origin[0] + d.row_size[0]), y, (lift - d.row_thickness, lift))
        out.append((plate, "row board", 1.0))
        for x, by, *_ in d.notches:
            at, to = d.row_origin[0] + x, y[0] + by
            out.append((box((at - 5, at + 5), (to - 2, to + 2), (lift, lift + 1.75)), "chip", 1.0))
        middle = sum(y) / 2
        for at, wide in ((0.5 * d.pitch + 4.9, 4.5), (1.5 * d.pitch - 16.5, 4.5), (2.5 * d.pitch - 12.6, 5.5)):
            where = box((at - wide, at + wide), (middle - 10, middle + 10), (lift - 15.6, lift - d.row_thickness))
            out.append((where, "chip", 1.0))
    for _, x, ly in d.leds():
        out.append((box((x - 2.5, x + 2.5), (ly - 2.5, ly + 2.5), (lift, lift + 1.6)), "led", 1.0))
    for x, sy in d.sensors():
        out.append((box((x - 1.5, x + 1.5), (sy - 0.7, sy + 0.7), (lift, lift + 1.1)), "chip", 1.0))
    return out


def carrier(d: Dimensions) -> Scene:
    """The controller's perfboard with a Pico on it."""
    left, back, right, front = d.carrier_place()
    z = d.floor_top + d.carrier_height
    pico = d.field / 2 + 24 - 6.5
    return [
        (box((left, right), (back, front), (z, z + 1.6)), "carrier", 1.0),
        (box((pico - 10.5, pico + 10.5), (back, back + 51), (z + 4.1, z + 5.1)), "row board", 1.0),
        (box((pico - 4, pico + 4), (back - 1.3, back + 4.5), (z + 5.1, z + 7.7)), "magnet", 1.0),
    ]


def shoot(
    path: Path,
    scene: Scene,
    *,
    look: tuple[float, float, float],
    zoom: float = 1.0,
    size: tuple[int, int] = (1400, 950),
    words: list[tuple[tuple[float, float, float], str]] | None = None,
) -> None:
    """One picture, seen from the direction ``look``."""
    plotter = pv.Plotter(off_screen=True, window_size=size, lighting="light kit")
    plotter.set_background("white")
    for solid, group, opacity in scene:
        plotter.add_mesh(solid, color=COLOURS[group], opacity=opacity, smooth_shading=False, specular=0.1)
        if opacity == 1.0 and group not in ("led", "chip"):
            edges = solid.extract_feature_edges(30, boundary_edges=False, non_manifold_edges=False)
            if edges.n_points:
                plotter.add_mesh(edges, color="#1b1e22", line_width=1.0)
    if words:
        points = np.array([place for place, _ in words])
        plotter.add_point_labels(
            points,
            [word for _, word in words],
            font_size=24,
            text_color="black",
            shape_color="white",
            shape_opacity=0.85,
            always_visible=True,
            show_points=False,
        )
    plotter.enable_anti_aliasing("ssaa")
    plotter.camera.parallel_projection = True
    plotter.view_vector(look, viewup=(0, 0, 1) if abs(look[2]) < 0.99 else (0, 1, 0))
    plotter.reset_camera()
    plotter.camera.zoom(zoom)
    plotter.screenshot(str(path))
    plotter.close()


def _numerals(d: Dimensions, parts: list[mesh.Placed], lift: float) -> Scene:
    """The floors of the engravings, as if filled with paint."""
    out: Scene = []
    for part in parts:
        z = part.placed[:, :, 2]
        floor = np.all(np.abs(z - (d.surface + 0.2 + d.bezel - 0.8)) < 0.01, axis=1)
        if part.group == "strip" and floor.any():
            out.append((surface(part.placed[floor]).translate((0, 0, lift + 0.05), inplace=False), "led", 1.0))
    return out


def _halved(solid: Any, at: float) -> Any:
    """What lies behind y = ``at``, its cut closed where the mesh allows it."""
    whole = solid.triangulate().clean()
    if whole.is_manifold:
        return whole.clip_closed_surface(normal=(0, 1, 0), origin=(0, -at, 0))
    return whole.clip(normal=(0, -1, 0), origin=(0, -at, 0))


def draw_all(d: Dimensions, out: Path) -> None:
    """Every picture of the guide."""
    parts = mesh.load_all(out)
    by = {part.name: part for part in parts}
    of = {group: [surface(part.placed) for part in parts if part.group == group] for group in COLOURS}
    folder = out / "pictures"

    def layer(group: str, lift: float = 0.0, opacity: float = 1.0) -> Scene:
        found = [(solid.translate((0, 0, lift), inplace=False), group, opacity) for solid in of[group]]
        return found + (_numerals(d, parts, lift) if group == "strip" else [])

    high = (0.55, -1.0, 0.75)
    plate = [(surface(by["port_plate_pico"].placed), "port plate", 1.0)]
    trays = layer("tray") + plate
    exploded = (
        trays + carrier(d) + row_boards(d, 90) + layer("grid", 170) + layer("diffuser", 250, 0.75) + layer("strip", 330)
    )
    side = d.field + 60
    words: list[tuple[tuple[float, float, float], str]] = [
        ((side, 0.0, float(z)), word)
        for z, word in ((-10, "trays"), (90, "row boards"), (172, "light grid"), (252, "diffuser"), (342, "edge strip"))
    ]
    shoot(folder / "exploded.png", exploded, look=(0.45, -1.0, 0.55), zoom=1.0, size=(1700, 1300), words=words)
    spread: Scene = []
    for name, part in by.items():
        if part.group == "tray":
            column, row = int(name[-2]), int(name[-1])
            spread.append((surface(part.placed).translate((25 * column, -25 * row, 0), inplace=False), "tray", 1.0))
    shoot(folder / "step1_trays.png", spread, look=high, zoom=1.25)
    shoot(folder / "step2_controller.png", trays + carrier(d), look=(-0.35, 1.0, 0.8), zoom=1.25)
    shoot(folder / "step3_row_boards.png", trays + carrier(d) + row_boards(d), look=high, zoom=1.25)
    shoot(folder / "step4_light_grid.png", trays + row_boards(d) + layer("grid"), look=high, zoom=1.25)
    done = trays + row_boards(d) + layer("grid") + layer("diffuser", 0, 1.0) + layer("strip")
    shoot(folder / "step5_top.png", done, look=high, zoom=1.25)
    shoot(folder / "board_from_above.png", done, look=(0, 0, 1), zoom=1.35, size=(1100, 1100))
    shoot(folder / "back.png", trays + carrier(d) + layer("strip"), look=(-0.25, 1.0, 0.25), zoom=2.6, size=(1400, 600))
    at = d.leds()[10 * 2 * 4][2]
    cut: Scene = []
    for solid, group, _ in done + carrier(d):
        if solid.bounds[2] < -at < solid.bounds[3]:
            half = _halved(solid, at)
            half = (
                half.clip_box((-30, 2.2 * d.pitch, -at - 1, 100, -60, 60), invert=False).extract_surface(
                    algorithm="dataset_surface"
                )
                if half.n_points
                else half
            )
            if half.n_points:
                cut.append((half, group, 1.0))
    base = surface(mesh.load_all(out)[-1].placed).translate((0.5 * d.pitch, -at + 0.01, d.surface), inplace=False)
    middle = (0.5 * d.pitch, -at, d.surface + d.base_floor + d.magnet[1] / 2)
    magnet = pv.Cylinder(center=middle, direction=(0, 0, 1), radius=d.magnet[0] / 2, height=d.magnet[1])
    for solid, group in ((base, "miniature base"), (magnet, "magnet")):
        cut.append((_halved(solid, at), group, 1.0))
    words = [
        ((0.5 * d.pitch, -at - 1, d.surface + 8), "magnet in its base"),
        ((1.5 * d.pitch, -at - 1, d.surface + 4), "diffuser"),
        ((1.5 * d.pitch, -at - 1, 4.6), "light box"),
        ((1.5 * d.pitch, -at - 1, -6), "row board"),
        ((1.5 * d.pitch, -at - 1, d.bottom + 6), "tray"),
        ((-14, -at - 1, d.surface + 9), "edge strip"),
    ]
    shoot(folder / "section.png", cut, look=(0, -1, 0.0), zoom=2.4, size=(1500, 700), words=words)
    tile = [(surface(by["grid_00"].printed), "grid", 1.0)]
    shoot(folder / "light_grid_part.png", tile, look=(0.5, -0.8, 1.1), zoom=1.2)
    strips: Scene = [(surface(by[name].placed), "strip", 1.0) for name in ("strip_12", "strip_02")]
    strips += _numerals(d, [by["strip_12"], by["strip_02"]], 0)
    shoot(folder / "edge_strip_numbers.png", strips, look=(0.0, -0.35, 1.0), zoom=1.3, size=(1400, 900))
