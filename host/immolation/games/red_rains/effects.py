"""Every verb a pack may use; importing this registers them all."""

from __future__ import annotations

from . import effects_battle, effects_chimera, effects_dice, effects_flow

__all__ = ["effects_battle", "effects_chimera", "effects_dice", "effects_flow"]
