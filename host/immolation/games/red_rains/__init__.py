"""Red Rains; `load` makes the game. Pure rules: no input or output beyond its own data files."""

from __future__ import annotations

from ..contract import BadConfig
from .game import RedRains

__all__ = ["RedRains", "load"]


def load(**settings: object) -> RedRains:
    """The game; it has no settings, and any raises BadConfig."""
    for key in settings:
        raise BadConfig(f"Red Rains has no setting '{key}'; its Chimera is named in the config of a game.")
    return RedRains()
