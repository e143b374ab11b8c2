"""Draws the panel of row boards from what the fabricator gets: edges, solder and holes as the Gerbers have them."""

from __future__ import annotations

from ..fabrication import panel, panel_check
from ..fabrication.panel_check import MM
from ..source import PANEL
from .wiring_picture import Picture

SCALE, LEFT, TOP = 2.6, 20.0, 50.0
"""Pixels a millimetre, and what is free beside and above the panel."""


def draw(files: dict[str, bytes], measures: panel.Panel) -> Picture:
    """Draw the panel whose archive has these files."""

    def to(x: float, y: float) -> tuple[float, float]:
        return (LEFT + x * SCALE, TOP + (measures.height - y) * SCALE)

    def things(end: str) -> list[panel_check.Thing]:
        return sorted(panel_check.things(files[f"gerbers/{PANEL}-{end}"].decode()))

    picture = Picture(measures.width * SCALE + 2 * LEFT, measures.height * SCALE + TOP + 20)
    words = f"Panel: {measures.rows} row boards, {measures.width:g} x {measures.height:g} mm, rails above and below"
    picture.text(LEFT, 30, words, 15, bold=True)
    for shape, points, _ in things("F_Paste.gtp"):
        x, y = (each / MM for each in points[0])
        size = panel_check.extent(shape) / 2
        picture.box(*to(x - size / 2, y + size / 2), size * SCALE, size * SCALE, "#ffb74d", "none", 0)
    for shape, points, _ in things("Edge_Cuts.gm1"):
        if "G0" in shape:
            (x, low), (_, high) = points
            side = 1 if ("G03" in shape) == (high > low) else -1
            bulge = ((x + side * abs(high - low) // 2), (low + high) // 2)
            points = (points[0], bulge, points[1])
        picture.line([to(x / MM, y / MM) for x, y in points], "#33691e", 1.0)
    for diameter, across, up in sorted(panel_check.holes(files[f"gerbers/{PANEL}-NPTH.drl"].decode())):
        picture.dot(*to(float(across), float(up)), max(0.8, float(diameter) * SCALE / 2), "#ffffff", "#4e342e")
    for row in range(1, measures.rows + 1):
        middle = measures.height - measures.top(row) - measures.depth / 2
        picture.text(*to(measures.width / 2 - 1, middle - 1.5), f"row {row}", 10, "#1b5e20", "middle", True)
    for x, y in measures.fiducials():
        picture.dot(*to(x, measures.height - y), SCALE, "#ef6c00", "#5d4037")
    return picture
