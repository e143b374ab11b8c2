"""Kimera, The War Machines of Mars; `load` makes the game, `build.check` checks a rider.

Pure rules: no input or output beyond its own data files and the pack it is given.
"""

from __future__ import annotations

from ..contract import BadData
from ..pack_files import pack_table, refuse_settings
from .cards import rider_builder
from .cards.components import default_pack, read_pack
from .game import KimeraGame

build = rider_builder
"""What a design costs, is worth and may be; `build.check` judges one."""

__all__ = ["KimeraGame", "build", "load"]


def load(**settings: object) -> KimeraGame:
    """The game. ``pack``: path of a TOML file with ``cards`` and ``[rider.*]`` of your own, or the same as a table.

    Raises BadConfig for any other setting, BadData naming file, key and reason for a pack with a mistake.
    """
    refuse_settings(KimeraGame.title, settings, "pack")
    if settings.get("pack") is None:
        return KimeraGame(default_pack())
    given, name = pack_table(settings["pack"])
    pack = read_pack(given, name)
    for key, rider in pack.riders.items():
        for fault in rider_builder.level_faults(rider):
            raise BadData(f"{name}: rider {key[:40]}: {fault}")
    return KimeraGame(pack)
