"""Rulesets by name. Pure rules: no input or output, no wall clock, no randomness of their own."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .contract import (
    CHANCE,
    TABLE,
    Action,
    BadAction,
    BadConfig,
    BadData,
    BadPosition,
    Correct,
    Decision,
    Declaration,
    Event,
    Field,
    Game,
    GameError,
    Gesture,
    IllegalAction,
    Layer,
    Option,
    Outcome,
    Picture,
    Piece,
    Refusal,
    Result,
    State,
)

_MODULES = {
    "ascended-kings": "ascended_kings",
    "red-rains": "red_rains",
    "chimera-con": "chimera_con",
    "kimera": "kimera",
}
"""Name people type -> package in this folder whose ``load(**settings)`` returns the Game."""


def names() -> list[str]:
    """The rulesets that can be loaded, in alphabetical order."""
    return sorted(_MODULES)


def load(name: str, **settings: Any) -> Game:
    """The ruleset called ``name``; ``settings`` are the ruleset's own (``track="arena"``, ``pack=PATH``).

    Raises BadConfig for a name or setting that does not exist, BadData for a data file with a mistake.
    """
    module = _MODULES.get(name)
    if module is None:
        raise BadConfig(f"There is no ruleset '{name}'; there are {', '.join(names())}.")
    game: Game = import_module(f".{module}", __package__).load(**settings)
    return game


__all__ = [
    "CHANCE",
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
    "Layer",
    "Option",
    "Outcome",
    "Picture",
    "Piece",
    "Refusal",
    "Result",
    "State",
    "load",
    "names",
]
