"""Chimera Hunt: the Chimera plays itself on the Immolation board, one to four people hunt it. `load` makes the game."""

from __future__ import annotations

from pathlib import Path

from ..contract import BadConfig, BadData
from .game import ChimeraHunt
from .pack import Pack, read_chimeras, read_levels

__all__ = ["ChimeraHunt", "load"]

_FOLDER = Path(__file__).parent


def load(**settings: object) -> ChimeraHunt:
    """The game. ``pack`` is the path of a TOML file with more Chimeras; any other setting raises BadConfig.

    Raises BadData, naming file, Chimera, aspect, key and reason, for a pack with a mistake.
    """
    for key in settings:
        if key != "pack":
            raise BadConfig(f"Chimera Hunt has no setting '{key}'; there is pack.")
    chimeras = read_chimeras(_FOLDER / "chimeras.toml", "chimera_hunt/chimeras.toml")
    pack = settings.get("pack")
    if pack is not None:
        if not isinstance(pack, (str, Path)):
            raise BadConfig("pack: the path of a TOML file with Chimeras.")
        for key, chimera in read_chimeras(Path(pack), str(pack)).items():
            if key in chimeras:
                raise BadData(f"{pack}: {key}: there is a Chimera of that key already; choose another.")
            chimeras[key] = chimera
    levels = read_levels(_FOLDER / "levels.toml", "chimera_hunt/levels.toml")
    return ChimeraHunt(Pack(chimeras, levels))
