"""Makes the artwork of the tile lines on the diffuser: SVG and PDF of true size for whoever prints or cuts the sheet.

Ten by ten tiles show with the lights off. The lines lie over the middle of the light walls, end at the outermost tiles
and are the same from above and below, so a sheet printed or engraved on either face fits.
"""

from __future__ import annotations

from pathlib import Path

from .dimensions import Dimensions

POINTS = 72 / 25.4
"""Points of a PDF a millimetre."""

COLOUR = (0.25, 0.25, 0.28)
"""A dark grey: seen on opal in daylight, no glare beside a lit tile."""

Segment = tuple[tuple[float, float], tuple[float, float]]
"""Two ends in mm from the back left corner of tile 0, y towards the player."""


def segments(d: Dimensions) -> list[Segment]:
    """Return the middle of each line between two columns or two rows of tiles."""
    inner = [line * d.pitch for line in range(1, d.side)]
    return [((at, 0.0), (at, d.field)) for at in inner] + [((0.0, at), (d.field, at)) for at in inner]


def sheet(d: Dimensions) -> tuple[float, float]:
    """Return the side of the diffuser and how far its edge lies outside the tiles."""
    beyond = d.rim - d.gap
    return d.field + 2 * beyond, beyond


def svg(d: Dimensions) -> str:
    """Draw the sheet's edge (layer CUT, red hairline) and the lines (layer PRINT), in millimetres."""
    side, beyond = sheet(d)
    grey = "#" + "".join(f"{round(255 * part):02x}" for part in COLOUR)
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side:g}mm" height="{side:g}mm" '
        f'viewBox="0 0 {side:g} {side:g}">',
        '<g id="CUT" fill="none" stroke="#ff0000" stroke-width="0.05">',
        f'<rect width="{side:g}" height="{side:g}" rx="1"/></g>',
        f'<g id="PRINT" fill="none" stroke="{grey}" stroke-width="{d.line:g}">',
    ]
    for (x1, y1), (x2, y2) in segments(d):
        rows.append(f'<path d="M{x1 + beyond:g} {y1 + beyond:g}L{x2 + beyond:g} {y2 + beyond:g}"/>')
    return "\n".join([*rows, "</g>", "</svg>", ""])


def pdf(d: Dimensions) -> bytes:
    """Draw the same as a PDF page of true size."""
    side, beyond = sheet(d)
    page = side * POINTS
    drawn = [f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {page:.3f} cm", "1 0 0 RG 0.05 w", f"0 0 {side:g} {side:g} re S"]
    drawn += [f"{' '.join(f'{part:g}' for part in COLOUR)} RG {d.line:g} w"]
    for (x1, y1), (x2, y2) in segments(d):
        drawn.append(f"{x1 + beyond:g} {y1 + beyond:g} m {x2 + beyond:g} {y2 + beyond:g} l S")
    stream = "\n".join(drawn).encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page:.3f} {page:.3f}] /Contents 4 0 R "
        "/Resources << >> >>".encode(),
        f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    return out + f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()


def write(d: Dimensions, folder: Path) -> None:
    """Write both files into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tile_lines.svg").write_text(svg(d), encoding="utf-8")
    (folder / "tile_lines.pdf").write_bytes(pdf(d))
