"""What a form asks before a game is in people's words: no value of a program stands where a person chooses."""

from __future__ import annotations

import pytest
from immolation import games

RULESETS = ("ascended-kings", "red-rains", "kimera", "chimera-con", "cinders", "chimera-hunt")


@pytest.mark.parametrize(
    ("ruleset", "config"), [*((ruleset, {}) for ruleset in RULESETS), ("ascended-kings", {"track": "full"})]
)
def test_every_word_that_is_chosen_before_a_game_has_a_title(ruleset: str, config: dict[str, str]) -> None:
    game = games.load_for(ruleset, config)
    untitled = [
        option.key
        for option in (*game.config_keys(), *game.options())
        if any(isinstance(choice, str) for choice in option.choices) and len(option.titles) != len(option.choices)
    ]
    assert untitled == []
