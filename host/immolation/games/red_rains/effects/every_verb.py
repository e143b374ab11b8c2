"""Registers every verb that a pack may use: importing it imports them all."""

from __future__ import annotations

from . import battle_verbs, chimera_verbs, dice_verbs, flow_verbs
from .effect import VERBS, Effect

__all__ = ["battle_verbs", "chimera_verbs", "dice_verbs", "flow_verbs"]

for kind in Effect.__subclasses__():
    assert VERBS.setdefault(str(kind.__struct_config__.tag), kind) is kind, f"two verbs are called {kind}"
