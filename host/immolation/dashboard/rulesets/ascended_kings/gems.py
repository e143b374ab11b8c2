"""Draws gems, dice and sockets: each kind has a shape of its own, for colour is never all."""

from __future__ import annotations

from collections.abc import Sequence

from immolation.dashboard.elements import box, drawing, text

SHAPES: dict[str, tuple[str, str, str]] = {
    "aria": ("M0 -10 L8 0 L0 10 L-8 0Z", "#f6f1e4", "#8d8674"),
    "egis": ("M-8 -8 L8 -8 L8 2 L0 10 L-8 2Z", "#21c262", "#b7f5cd"),
    "pyre": ("M0 -10 L9 8 L-9 8Z", "#ff3b25", "#ffc0ae"),
    "ylem": ("M0 -10 L8.7 -5 L8.7 5 L0 10 L-8.7 5 L-8.7 -5Z", "#3a80ff", "#bcd5ff"),
    "dire": ("M-9 -8 L9 -8 L0 10Z", "#2b2033", "#b48ae0"),
    "core": ("M0 -10 L8 0 L0 10 L-8 0Z", "url(#im-core)", "#e9dccb"),
}
"""Kind of gem -> outline, fill, rim."""

NAMES = {"core": "Core gem of choice"}

_CORE = (
    '<defs><linearGradient id="im-core" x1="0" x2="1"><stop offset=".33" stop-color="#f6f1e4"/>'
    '<stop offset=".34" stop-color="#21c262"/><stop offset=".66" stop-color="#21c262"/>'
    '<stop offset=".67" stop-color="#ff3b25"/></linearGradient></defs>'
)


def name(kind: str) -> str:
    """A gem as people call it."""
    return NAMES.get(kind, kind.title())


def gem(kind: str, size: int = 14, hollow: bool = False) -> str:
    """One gem as SVG, ``size`` pixels high; ``hollow`` for an empty place of that kind."""
    outline, fill, rim = SHAPES.get(kind, SHAPES["core"])
    defs = _CORE if fill.startswith("url") and not hollow else ""
    paint = f'fill="{"none" if hollow else fill}" stroke="{rim}" stroke-width="2.2" opacity="{0.45 if hollow else 1}"'
    frame = f'viewBox="-11 -12 22 24" width="{size}" height="{round(size * 1.1)}"'
    return f'<svg {frame}>{defs}<path d="{outline}" {paint}/></svg>'


def build_count(kind: str, count: int, of: int | None = None) -> None:
    """A gem with how many there are, inside the current container; ``of``: how many there may be."""
    said = f"{count} of {of} {name(kind)}" if of is not None else f"{count} {name(kind)}"
    with box("im-gem-count" + ("" if count else " im-none"), tag="span", title=said):
        drawing(gem(kind), "im-gem", said)
        text(str(count) if of is None else f"{count}/{of}", tag="span")


def build_row(kinds: Sequence[str], size: int = 14) -> None:
    """Gems one after another: a price, say."""
    said = ", ".join(f"{kinds.count(kind)} {name(kind)}" for kind in dict.fromkeys(kinds))
    if kinds:
        drawing("".join(gem(kind, size) for kind in kinds), "im-gem-row", said)
