"""Ascended Kings; `load` makes the game. Pure rules: no input or output beyond its own data files."""

from __future__ import annotations

from ..contract import BadConfig
from .game import AscendedKings
from .settings import check_track

__all__ = ["AscendedKings", "load"]


def load(**settings: object) -> AscendedKings:
    """The game. ``track`` is "arena"; any other setting, or track, raises BadConfig."""
    for key in settings:
        if key != "track":
            raise BadConfig(f"Ascended Kings has no setting '{key}'; there is track.")
    check_track(settings.get("track", "arena"))
    return AscendedKings()
