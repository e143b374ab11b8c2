"""Ascended Kings; `load` makes the game. Pure rules: no input or output beyond their own data files and a card pack."""

from __future__ import annotations

from ..contract import BadConfig
from ..house_rules import shown
from .full.cards.pack import load_pack
from .game import AscendedKings
from .settings import track_of

__all__ = ["AscendedKings", "load"]

SETTINGS = ("track", "pack")


def load(**settings: object) -> AscendedKings:
    """The game. ``track`` is "arena" (the default) or "full"; ``pack`` the path of a card pack for the full track.

    Raises BadConfig for any other setting or track, BadData for a pack with a mistake.
    """
    for key in settings:
        if key not in SETTINGS:
            raise BadConfig(f"Ascended Kings has no setting {shown(key)}; there are {', '.join(SETTINGS)}.")
    pack = settings.get("pack")
    return AscendedKings(track_of(settings.get("track", "arena")), None if pack is None else load_pack(pack))
