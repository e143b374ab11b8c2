"""Owns how the page shows Ascended Kings: the Omega Index beside the board, Bloodstones, levels and wounds. No rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from immolation.dashboard.elements import drawing, text
from immolation.dashboard.panels import omega_index

from .look import Json, Look

BLOODSTONE = (
    '<svg viewBox="-10 -12 20 24" width="15" height="18"><path d="M0 -11 L7 -5 L8 3 L0 11 L-8 3 L-7 -5Z" '
    'fill="#c9141e" stroke="#ffb9a8" stroke-width="1.6"/><path d="M0 -11 L7 -5 L0 -1Z" fill="#ff7468"/></svg>'
)


class AscendedKingsLook(Look):
    """Ascended Kings."""

    edges: ClassVar[Mapping[str, str]] = {"top": "1", "right": "2", "bottom": "3", "left": "4"}
    """The Immolation Numbers (AK-COMP-17)."""

    def token(self, facts: Mapping[str, Json]) -> str:
        """Kings wear a crown, Revenants burn."""
        return "flame" if facts.get("form") == "revenant" else "crown"

    def build_seat(self, facts: Mapping[str, Json], view: Mapping[str, Json]) -> None:
        """Level, wounds, Bloodstones, the Ascended Die."""
        level, wounds, stones = facts.get("level"), facts.get("wounds"), facts.get("bloodstones")
        if type(level) is int:
            text(f"level {level}", "im-fact", tag="span")
        if type(wounds) is int:
            lethal = facts.get("lethal")
            plain = f"{wounds} wound{'' if wounds == 1 else 's'}"
            said = f"{wounds} of {lethal} wounds" if type(lethal) is int else plain
            text(said, "im-fact" + (" hurt" if wounds else ""), tag="span")
        if type(stones) is int and stones:
            drawing(BLOODSTONE * min(4, stones), "im-stones", f"{stones} Bloodstone{'' if stones == 1 else 's'}")
        if facts.get("die"):
            text("Ascended Die", "im-fact gold", tag="span")
        if "tile" in facts and facts["tile"] is None:
            text("off the board", "im-fact", tag="span")

    def side(self, view: Mapping[str, Json]) -> Json:
        """Both dials."""
        index = omega_index.read(dict(view))
        return index if index is not None else super().side(view)

    def build_side(self, view: Mapping[str, Json]) -> None:
        """The Omega Index, as it lies beside the board."""
        index = omega_index.read(dict(view))
        if index is not None:
            omega_index.build_index(index)
        else:
            super().build_side(view)
