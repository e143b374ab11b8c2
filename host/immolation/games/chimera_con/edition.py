"""Changes of options and positions since the first edition; see `..editions`."""

from __future__ import annotations

from typing import Any, Final

from ..editions import Edition, without_defaults
from .frames import AnyFrame


def downgrade(position: dict[str, Any]) -> dict[str, Any]:
    """Entries of the stack left out every key at its default, a Discard step did not tell that the Action step had been
    skipped, and turns without an attack were not counted."""
    stack = [
        {key: value for key, value in entry.items() if key != "skipped"}
        for entry in without_defaults(position["stack"], AnyFrame)
    ]
    return {**{key: value for key, value in position.items() if key != "calm"}, "stack": stack}


EDITION: Final = Edition(
    dropped={
        "search_pile": "creature_deck",
        "forced_discard_pick": "player",
        "market_tie": "turn_order_from_merchant",
        "greedy_contest": "reroll_ties",
        "requirement_roll": "same_roll",
        "poison_repeat": "no_stack",
        "petrify_loses": "text_and_tags",
        "petrify_repeat": "no_more_doubling",
        "petrify_ends": "discard_pile",
        "airborne_lost": "lands_at_once",
        "elimination": "damage_at_least_health",
        "all_eliminated": "no_point",
        "round_reset": "all",
        "merchant_lost": "next_in_order",
    },
    added={"cheat_windows": "every_stage", "turns_without_attack": 0},
    kept={"cheat_windows": "every_stage"},
    downgrade=downgrade,
)
