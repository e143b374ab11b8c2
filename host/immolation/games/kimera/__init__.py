"""Kimera, The War Machines of Mars; `load` makes the game, `build.check` checks a rider.

Pure rules: no input or output beyond its own data files and the pack it is given.
"""

from __future__ import annotations

from pathlib import Path

from ..contract import BadConfig, BadData
from ..pack_files import read_bytes
from .cards import rider_builder
from .cards.components import default_pack, read_pack
from .game import KimeraGame

build = rider_builder
"""What a design costs, is worth and may be; `build.check` judges one."""

__all__ = ["KimeraGame", "build", "load"]


def load(**settings: object) -> KimeraGame:
    """The game. ``pack``: path of a TOML file with ``cards`` and ``[rider.*]`` of your own.

    Raises BadConfig for any other setting, BadData naming file, key and reason for a pack with a mistake.
    """
    for key in settings:
        if key != "pack":
            raise BadConfig(f"Kimera has no setting '{key}'; there is pack.")
    given = settings.get("pack")
    if given is None:
        return KimeraGame(default_pack())
    if not isinstance(given, (str, Path)):
        raise BadConfig(f"pack: the path of a TOML file, not {type(given).__name__}.")
    path = Path(given)
    try:
        text = read_bytes(path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadData(f"{path.name}: the pack cannot be read: {reason}.") from None
    pack = read_pack(text, path.name)
    for key, rider in pack.riders.items():
        for fault in rider_builder.level_faults(rider):
            raise BadData(f"{path.name}: rider {key[:40]}: {fault}")
    return KimeraGame(pack)
