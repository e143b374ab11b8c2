"""Brings options and positions of the first edition to today's, on either track; see `..editions`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..editions import Edition


def upgrade(position: dict[str, Any]) -> dict[str, Any]:
    """Mats that were counted while somebody was dead were counted without the Transmutations of the dead."""
    options = position.get("options", {})
    if position.get("sheets") and isinstance(options, dict) and "score.dead" not in options:
        return {**position, "options": {**options, "score.dead": ARENA.added["score.dead"]}}
    return position


def downgrade(position: dict[str, Any]) -> dict[str, Any]:
    """Nobody returned early, and what lies on tiles was a table by the tile in two digits."""
    dead = [{key: value for key, value in entry.items() if key != "early"} for entry in position["dead"]]
    return {**position, "dead": dead, "items": items_by_tile(position["items"])}


def items_by_tile(items: Sequence[Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """The records of ``items`` as a table by the tile in two digits."""
    return {
        f"{record['tile']:02d}": {kind: count for kind, count in record.items() if kind != "tile"} for record in items
    }


ARENA: Final = Edition(
    dropped={
        "proximity.fallback": "king_then_euclid_then_number",
        "bridge.allow_occupied": False,
        "kill.dire_tile_credit": "none",
        "rev.bonus_bloodstone_step": "on_return",
        "war.trigger_check": "end_of_current_turn_or_round",
        "war.bloodstone_on_omega_tile": "claimed_before_end",
    },
    added={"index.pushed_fire_wounds": "batch", "score.dead": "ylem_only", "war.last_round": 0},
    upgrade=upgrade,
    downgrade=downgrade,
)
WHOLE: Final = ("instant.windows", "instant.while_dead")
"""Options that a position which was written, not made up, lists in any edition."""


def upgrade_full(position: dict[str, Any]) -> dict[str, Any]:
    """A position that the first edition wrote lists its options, and its open windows ask every holder of a card."""
    position = upgrade(position)
    options = position.get("options")
    if isinstance(options, dict) and "instant.asked" not in options and all(key in options for key in WHOLE):
        return {**position, "options": {**options, "instant.asked": FULL.added["instant.asked"]}}
    return position


FULL: Final = Edition(
    dropped={
        **ARENA.dropped,
        "gem.cancelled_tile_dire": "supply",
        "transmute.ylem_overflow": "discard",
        "inscription.prismatic_cycle_timing": "latent_step5",
        "dice.mirror_scope": "merged_roll",
        "instant.priority": "active_then_clockwise",
    },
    added={**ARENA.added, "defence.late_egis": False, "instant.asked": "holders"},
    defaults={
        "instant.windows": [
            "attack",
            "target",
            "focus-dice",
            "percentile",
            "wounds",
            "pickup",
            "end-of-round",
            "draw",
        ],
    },
    frames={"fit": "keep-gems"},
    upgrade=upgrade_full,
    downgrade=downgrade,
)
"""The full track has the options of the arena track and its own."""
