"""Lists every part there is, its pose on the printer's bed and how many of it. Draws nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .dimensions import Dimensions

if TYPE_CHECKING:
    from build123d import Part

POSES = ("standing", "turned over", "laid on its face")
"""How a part lies on the bed, seen from its place in the board: unturned, half a turn or a quarter turn about x."""


@dataclass(frozen=True)
class Piece:
    """A part that is printed."""

    name: str
    group: str
    pose: str
    count: int
    draw: Callable[[], Part]


def names(d: Dimensions) -> list[str]:
    """Every part's name, without drawing it."""
    return [piece.name for piece in pieces(d)]


def pieces(d: Dimensions) -> Iterator[Piece]:
    """All parts. Column and row in a name count from the back left corner, as tiles do."""

    def frame(kind: str, *spans: object) -> Callable[[], Part]:
        def draw() -> Part:
            from . import frame as module

            return getattr(module, kind)(d, *spans)

        return draw

    def top(kind: str, *rest: object) -> Callable[[], Part]:
        def draw() -> Part:
            from . import top as module

            return getattr(module, kind)(d, *rest)

        return draw

    for column, row, xs, ys in d.tray_spans():
        yield Piece(f"tray_{column}{row}", "tray", "standing", 1, frame("tray", xs, ys))
    for column, row, xs, ys in d.top_spans():
        yield Piece(f"grid_{column}{row}", "grid", "standing", 1, frame("grid", xs, ys))
    for column, row, xs, ys in d.top_spans():
        if xs.at_low or xs.at_high or ys.at_low or ys.at_high:
            yield Piece(f"strip_{column}{row}", "strip", "turned over", 1, top("edge_strip", xs, ys))
    for column, row, xs, ys in d.top_spans():
        yield Piece(f"diffuser_{column}{row}", "diffuser", "standing", 1, top("diffuser", xs, ys))
    for kind in ("pico", "esp32-s3"):
        yield Piece(f"port_plate_{kind}", "port plate", "laid on its face", 1, top("port_plate", kind))
    yield Piece("miniature_base", "miniature base", "standing", 16, top("miniature_base"))
