"""What changed since the first edition in the options and positions; see `..editions`."""

from __future__ import annotations

from typing import Final

from ..editions import Edition

EDITION: Final = Edition(
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
    },
)
