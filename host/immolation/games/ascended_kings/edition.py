"""What changed since the first edition in the options and positions of either track; see `..editions`."""

from __future__ import annotations

from typing import Any, Final

from ..editions import Edition


def upgrade(position: dict[str, Any]) -> dict[str, Any]:
    """Mats that were counted while somebody was dead were counted without the Transmutations of the dead."""
    options = position.get("options", {})
    if position.get("sheets") and isinstance(options, dict) and "score.dead" not in options:
        return {**position, "options": {**options, "score.dead": ARENA.added["score.dead"]}}
    return position


def downgrade(position: dict[str, Any]) -> dict[str, Any]:
    """Nobody returned early."""
    dead = [{key: value for key, value in entry.items() if key != "early"} for entry in position["dead"]]
    return {**position, "dead": dead}


ARENA: Final = Edition(
    dropped={
        "proximity.fallback": "king_then_euclid_then_number",
        "bridge.allow_occupied": False,
        "kill.dire_tile_credit": "none",
        "rev.bonus_bloodstone_step": "on_return",
        "war.trigger_check": "end_of_current_turn_or_round",
        "war.bloodstone_on_omega_tile": "claimed_before_end",
    },
    added={"index.pushed_fire_wounds": "batch", "score.dead": "ylem_only"},
    upgrade=upgrade,
    downgrade=downgrade,
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
    added={**ARENA.added, "defence.late_egis": False},
    upgrade=upgrade,
    downgrade=downgrade,
)
"""The full track has the options of the arena track and its own."""
