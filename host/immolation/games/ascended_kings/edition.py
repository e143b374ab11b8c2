"""What changed since the first edition in the options and positions of either track; see `..editions`."""

from __future__ import annotations

from typing import Final

from ..editions import Edition

ARENA: Final = Edition(
    dropped={
        "proximity.fallback": "king_then_euclid_then_number",
        "bridge.allow_occupied": False,
        "kill.dire_tile_credit": "none",
        "rev.bonus_bloodstone_step": "on_return",
        "war.trigger_check": "end_of_current_turn_or_round",
        "war.bloodstone_on_omega_tile": "claimed_before_end",
    },
    added={},
)
FULL: Final = Edition(
    dropped={
        **ARENA.dropped,
        "gem.cancelled_tile_dire": "supply",
        "transmute.ylem_overflow": "discard",
        "inscription.prismatic_cycle_timing": "latent_step5",
        "dice.mirror_scope": "merged_roll",
        "instant.priority": "active_then_clockwise",
    },
    added={**ARENA.added},
)
"""The full track has the options of the arena track and its own."""
