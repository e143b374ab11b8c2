"""Rulesets by name. Pure rules: no input or output, no wall clock, no randomness of their own."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from . import contract, plugins
from .contract import *  # noqa: F403  (whoever plays games finds the whole contract here)
from .contract import BadConfig, BadData, Game, GameError

_MODULES = {
    "ascended-kings": "ascended_kings",
    "red-rains": "red_rains",
    "chimera-con": "chimera_con",
    "chimera-hunt": "chimera_hunt",
    "kimera": "kimera",
}
"""Name people type -> package in this folder whose ``load(**settings)`` returns the Game."""


def module(name: str) -> ModuleType:
    """The package of a ruleset, of this folder or brought along by an installed package.

    Raises BadConfig for an unknown name, BadData where it cannot be imported.
    """
    if name in _MODULES:
        return import_module(f".{_MODULES[name]}", __package__)
    found = plugins.load(plugins.RULESETS, name, ModuleType)
    if found is None:
        raise BadConfig(f"There is no ruleset '{name}'; there are {', '.join(names())}.")
    return found  # type: ignore[no-any-return]


def names() -> list[str]:
    """The rulesets that can be loaded, in alphabetical order."""
    return sorted({*_MODULES, *plugins.installed(plugins.RULESETS)})


def load(name: str, **settings: Any) -> Game:
    """The ruleset called ``name``; ``settings`` are the ruleset's own (``track="arena"``, ``pack=PATH``).

    Raises BadConfig for a name or setting that does not exist, BadData for a data file with a mistake, and where an
    installed package brings no game by that name.

        >>> load("ascended-kings", track="full").title
        'Ascended Kings'
        >>> load("chess")
        Traceback (most recent call last):
        immolation.games.contract.errors.BadConfig: There is no ruleset 'chess'; there are ascended-kings, ...
    """
    found = module(name)
    if name not in _MODULES:
        return _brought(name, found, settings)
    try:
        game: Game = found.load(**settings)
    except TypeError as error:
        if not settings or "unexpected keyword" not in str(error):
            raise
        raise BadConfig(f"{name} has no setting {' or '.join(settings)}.") from None
    return game


def _brought(name: str, found: ModuleType, settings: Mapping[str, Any]) -> Game:
    """The game that the module of an installed package makes. Raises BadData where that is none, or not of this name,
    BadConfig for settings.
    """
    make = getattr(found, "load", None)
    if make is None:
        raise BadData(f"{name}: {found.__name__} has no function 'load' that returns its Game.")
    try:
        game = make(**settings)
    except GameError:
        raise
    except Exception as error:  # somebody else's code may fail in any way
        if settings and isinstance(error, TypeError):
            raise BadConfig(f"{name} has no setting {' or '.join(settings)}.") from None
        raise BadData(f"{name}: {found.__name__}.load makes no Game: {plugins.said(error)}.") from error
    if not isinstance(game, Game):
        raise BadData(f"{name}: {found.__name__}.load returns no Game, but {type(game).__name__}.")
    for key in ("name", "title", "actions"):
        if not hasattr(game, key):
            raise BadData(f"{name}: its Game has no '{key}'.")
    if game.name != name:
        raise BadData(f"{name}: its Game is named '{game.name}'; let its entry point have the same name.")
    return game


def load_for(name: str, config: Mapping[str, Any]) -> Game:
    """The ruleset as it would be loaded for a game with ``config``: with what that chooses of its settings, the track.

    Raises BadConfig for a name that does not exist. Anything else in ``config`` is left to `Game.new`; in particular no
    file is read that only a config names.
    """
    game = load(name)
    for key in [option.key for option in game.config_keys() if option.choices and option.key in config]:
        try:
            game = load(name, **{key: config[key]})
        except (BadConfig, TypeError):  # no setting of the ruleset, or no value for it
            continue
    return game


__all__ = [*contract.__all__, "load", "load_for", "names"]
