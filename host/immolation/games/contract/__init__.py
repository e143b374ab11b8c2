"""Contract of every ruleset with the rest of the host; import all of it from here.

Rules are on one side: `Game` and `State` (`game`), and the records they take and give (`records`): an `Action` that a
seat does, a `Decision` that asks for one, a `Refusal` with its rule, the `Event`s that came of it, the `Result`. What
is shown is on the other (`display`): a `Picture` of `Piece`s, `Layer`s of light and `Gesture`s, and the `Step`s of a
long turn. Whoever plays games without a board, a bot say, needs nothing of `display`. `errors` has what is raised.

A ruleset gives a subclass of `Game` and one of `State`; docs/writing-a-ruleset.md builds both. Nothing here knows a
ruleset, a board, a clock or randomness, and every record survives a round trip through JSON.
"""

from __future__ import annotations

from .display import Gesture, Layer, Picture, Piece, Step
from .errors import (
    LONGEST_COMPLAINT,
    BadAction,
    BadConfig,
    BadData,
    BadPosition,
    GameError,
    IllegalAction,
    json_flaw,
)
from .game import Game, State, digest_of
from .records import (
    CHANCE,
    TABLE,
    Action,
    Correct,
    Decision,
    Declaration,
    Event,
    Field,
    Json,
    Option,
    Outcome,
    Refusal,
    Result,
    Understood,
)

__all__ = [
    "CHANCE",
    "LONGEST_COMPLAINT",
    "TABLE",
    "Action",
    "BadAction",
    "BadConfig",
    "BadData",
    "BadPosition",
    "Correct",
    "Decision",
    "Declaration",
    "Event",
    "Field",
    "Game",
    "GameError",
    "Gesture",
    "IllegalAction",
    "Json",
    "Layer",
    "Option",
    "Outcome",
    "Picture",
    "Piece",
    "Refusal",
    "Result",
    "State",
    "Step",
    "Understood",
    "digest_of",
    "json_flaw",
]
