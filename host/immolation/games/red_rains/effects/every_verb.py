"""Registers every verb that a pack may use: importing it imports them all."""

from __future__ import annotations

from . import battle_verbs, chimera_verbs, dice_verbs, flow_verbs

__all__ = ["battle_verbs", "chimera_verbs", "dice_verbs", "flow_verbs"]
