"""Changes of options and positions since the first edition; see `..editions`."""

from __future__ import annotations

from typing import Any, Final

from ..editions import Edition


def downgrade(position: dict[str, Any]) -> dict[str, Any]:
    """Without the cards of a printed deck that a seat remembers."""
    seats = {
        name: {key: value for key, value in seat.items() if key != "deck"} for name, seat in position["seats"].items()
    }
    return {**position, "seats": seats}


EDITION: Final = Edition(
    downgrade=downgrade,
    dropped={
        "status_face_down": "skip",
        "defender_choice": "leftmost_eligible",
        "two_player_turns": "one_per_player",
    },
    added={
        "recovery_tokens_aspects": "face_up",
        "status_token_use": "one_each",
        "first_player": "players",
        "recovery_dice": "exhausted",
        "declared_dice": "trusted",
        "ultimate_foreign": "chimera_card_too",
        "prepare_stop": "never",
        "lethal_stop": "never",
    },
)
