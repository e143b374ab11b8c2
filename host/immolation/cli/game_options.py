"""Reads what a game begins with from the command line: its settings, its config, its seats."""

from __future__ import annotations

import json
from collections.abc import Callable, Container
from pathlib import Path
from typing import Any, NamedTuple

import typer

from immolation import bots, games
from immolation.games import plugins
from immolation.table.game_setup import config_of_position

USUAL = "ascended-kings"
"""The ruleset where nobody names one."""

POSITION = "A file with a position to go on from, e.g. of immolation replay --position; it says the ruleset itself."


class Opening(NamedTuple):
    """The beginning of a new game: all that it is made of."""

    settings: dict[str, Any]
    """For `games.load`."""

    config: dict[str, Any]
    seats: tuple[str, ...]
    ruleset: str
    position: dict[str, Any] | None = None
    """Where the game goes on from; None for one that begins at its beginning."""


def playable(say: Callable[[str], None]) -> dict[str, str]:
    """Return ruleset -> title of all that can be played; somebody's own that is broken keeps nobody from the others.

    Says what is broken, and what packages bring in vain.
    """
    found = {}
    for name in games.names():
        try:
            title = games.load(name).title
            bots.names(name)
        except (games.GameError, ImportError) as broken:
            say(f"The ruleset {name} cannot be played: {broken}")
        else:
            found[name] = title
    for sentence in plugins.unused():
        say(sentence)
    return found


def opening(
    ruleset: str, seats: int | None, pairs: list[str], pack: Path | None = None, position: Path | None = None
) -> Opening:
    """Everything checked by beginning such a game once. ``seats``: None for as many as the ruleset chooses.

    ``position``: a file with the position to go on from, which says everything but the cards itself.

    Raises GameError with one sentence for people, typer.BadParameter for what is not KEY=VALUE and for a file that
    holds no position.
    """
    settings: dict[str, Any] = {} if pack is None else {"pack": str(pack.resolve())}
    if position is not None:
        return _standing(position, ruleset, seats, pairs, settings)
    game = games.load(ruleset, **settings)
    own = {option.key for option in game.config_keys()}
    found = config(seats, pairs, {option.key for option in game.options()} - own)
    state = game.new(found)
    return Opening(settings, found, state.seats, ruleset)


def _standing(file: Path, ruleset: str, seats: int | None, pairs: list[str], settings: dict[str, Any]) -> Opening:
    if seats is not None or pairs:
        raise typer.BadParameter("The position says seats and options itself; leave them out.", param_hint="--position")
    try:
        position = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise typer.BadParameter(f"{file} holds no position: {_flaw(error)}.", param_hint="--position") from None
    named = position.get("ruleset") if isinstance(position, dict) else None
    if not isinstance(named, str):
        raise typer.BadParameter(f"{file} does not name its ruleset.", param_hint="--position")
    if ruleset not in (USUAL, named):
        raise typer.BadParameter(f"{file} is a position of {named}, not of {ruleset}.", param_hint="--ruleset")
    game = games.load(named, **settings)
    state = game.from_position(position)
    return Opening(settings, config_of_position(game, state.position()), state.seats, named, position)


def _flaw(error: Exception) -> str:
    """Say why a file could not be read as JSON."""
    match error:
        case OSError():
            return error.strerror or "it cannot be read"
        case json.JSONDecodeError():
            return f"it is no JSON from line {error.lineno}, column {error.colno} on"
        case UnicodeDecodeError():
            return "it is no text in UTF-8"
        case RecursionError():
            return "it has too many lists inside each other"
    return "a number in it has too many digits"


def config(seats: int | None, pairs: list[str], house_rules: Container[str] = ()) -> dict[str, Any]:
    """Return a game's config. Keys with a dot and those of ``house_rules`` are options, the others the ruleset's own.

    Of a key that is named twice the last one counts. Raises typer.BadParameter for what is not KEY=VALUE, and for a
    number of seats other than ``seats``.
    """
    found: dict[str, Any] = {} if seats is None else {"seats": seats}
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"'{pair}' is not KEY=VALUE.", param_hint="--option")
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        except RecursionError:
            raise typer.BadParameter(
                f"'{key[:40]}' has too many lists inside each other.", param_hint="--option"
            ) from None
        if key == "seats" and seats not in (None, value):
            raise typer.BadParameter(f"seats is both {seats} and {value}; leave one out.", param_hint="--option")
        (options if "." in key or key in house_rules else found)[key] = value
    if options:
        found["options"] = {**(found.get("options") or {}), **options}
    return found
