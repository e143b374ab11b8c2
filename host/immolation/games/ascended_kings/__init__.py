"""Ascended Kings; `load` makes the game. Pure rules: no input or output beyond their own data files and a card pack."""

from __future__ import annotations

from ..pack_files import refuse_settings
from .full.cards.pack import load_pack
from .game import AscendedKings
from .settings import track_of

__all__ = ["AscendedKings", "load"]


def load(**settings: object) -> AscendedKings:
    """The game. ``track`` is "arena" (the default) or "full"; ``pack`` the path of a card pack for the full track.

    Raises BadConfig for any other setting or track, BadData for a pack with a mistake.
    """
    refuse_settings(AscendedKings.title, settings, "track", "pack")
    pack = settings.get("pack")
    return AscendedKings(track_of(settings.get("track", "arena")), None if pack is None else load_pack(pack))
