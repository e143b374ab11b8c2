"""Chimera Con; `load` makes the game. Pure rules: no input or output beyond its own data files and a named pack."""

from __future__ import annotations

from pathlib import Path

from ..contract import BadConfig
from .cards.pack_reader import load_pack
from .game import ChimeraCon

__all__ = ["ChimeraCon", "load"]

_HOUSE_PACK = Path(__file__).parent / "cards.toml"


def load(**settings: object) -> ChimeraCon:
    """The game. ``pack`` is the path of a TOML file with other cards; any other setting raises BadConfig.

    Raises BadData, naming file, card, key and reason, for a pack with a mistake.
    """
    for key in settings:
        if key != "pack":
            raise BadConfig(f"Chimera Con has no setting '{key}'; there is pack.")
    pack = settings.get("pack")
    if pack is None:
        return ChimeraCon(load_pack(_HOUSE_PACK, "chimera_con/cards.toml"))
    if not isinstance(pack, (str, Path)):
        raise BadConfig("pack: the path of a TOML file with cards.")
    return ChimeraCon(load_pack(pack))
