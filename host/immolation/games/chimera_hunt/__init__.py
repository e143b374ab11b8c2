"""Chimera Hunt: the Chimera plays itself on the Immolation board, one to four people hunt it. `load` makes the game."""

from __future__ import annotations

from pathlib import Path

from ..pack_files import refuse_settings
from .game import ChimeraHunt
from .pack import Pack, read_chimeras, read_levels, with_earlier_lives

__all__ = ["ChimeraHunt", "load"]

_FOLDER = Path(__file__).parent


def load(**settings: object) -> ChimeraHunt:
    """The game. ``pack`` is the path of a TOML file with more Chimeras, or the same as a table.

    Raises BadConfig for any other setting, BadData naming file, Chimera, aspect, key and reason for a pack with a
    mistake.
    """
    refuse_settings(ChimeraHunt.title, settings, "pack")
    chimeras = read_chimeras(_FOLDER / "chimeras.toml")
    if settings.get("pack") is not None:
        chimeras |= read_chimeras(settings["pack"], taken=chimeras)
    pack = Pack(chimeras, read_levels(_FOLDER / "levels.toml"))
    return ChimeraHunt(pack, [ChimeraHunt(with_earlier_lives(pack, _FOLDER / "earlier_lives.toml"))])
