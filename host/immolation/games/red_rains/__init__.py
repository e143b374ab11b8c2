"""Red Rains; `load` makes the game. Reads no files but its own data and a Chimera pack."""

from __future__ import annotations

from ..pack_files import refuse_settings
from .cards.pack_reading import written
from .game import RedRains

__all__ = ["RedRains", "load"]


def load(**settings: object) -> RedRains:
    """The game. ``pack`` is the path of a TOML file with a Chimera, or the same as a table: it plays where a config
    names no other.

    Raises BadConfig for any other setting, BadData naming file, key and reason for a pack with a mistake.
    """
    refuse_settings(RedRains.title, settings, "pack")
    pack = settings.get("pack")
    return RedRains(None if pack is None else written(pack))
