"""Chimera Con; `load` makes the game. Pure rules: no input or output beyond its own data files and a named pack."""

from __future__ import annotations

from pathlib import Path

from ..pack_files import refuse_settings
from .cards.pack_reader import load_pack
from .game import ChimeraCon

__all__ = ["ChimeraCon", "load"]

_HOUSE_PACK = Path(__file__).parent / "cards.toml"


def load(**settings: object) -> ChimeraCon:
    """The game. ``pack`` is the path of a TOML file with other cards, or the same as a table.

    Raises BadConfig for any other setting, BadData naming file, card, key and reason for a pack with a mistake.
    """
    refuse_settings(ChimeraCon.title, settings, "pack")
    pack = settings.get("pack")
    return ChimeraCon(load_pack(_HOUSE_PACK if pack is None else pack))
