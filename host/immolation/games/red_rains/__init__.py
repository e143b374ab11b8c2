"""Red Rains; `load` makes the game. Pure rules: no input or output beyond its own data files and a Chimera pack."""

from __future__ import annotations

from ..contract import BadConfig
from ..house_rules import shown
from .game import RedRains
from .pack import written

__all__ = ["RedRains", "load"]


def load(**settings: object) -> RedRains:
    """The game. ``pack`` is the path of a TOML file with a Chimera, or the same as a table: it plays where a config
    names no other.

    Raises BadConfig for any other setting, BadData naming file, key and reason for a pack with a mistake.
    """
    for key in settings:
        if key != "pack":
            raise BadConfig(f"Red Rains has no setting {shown(key)}; there is pack.")
    pack = settings.get("pack")
    return RedRains(None if pack is None else written(pack))
