"""Owns what a game begins with, read from the command line: its settings, its config, its seats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import typer

from immolation import games


class Opening(NamedTuple):
    """What a new game is begun with."""

    settings: dict[str, Any]
    """For `games.load`."""

    config: dict[str, Any]
    seats: tuple[str, ...]


def opening(ruleset: str, seats: int | None, pairs: list[str], pack: Path | None = None) -> Opening:
    """Everything checked by beginning such a game once. ``seats``: None for as many as the ruleset chooses.

    Raises GameError with one sentence for people, typer.BadParameter for what is not KEY=VALUE.
    """
    settings: dict[str, Any] = {} if pack is None else {"pack": str(pack.resolve())}
    found = config(seats, pairs)
    state = games.load(ruleset, **settings).new(found)
    return Opening(settings, found, state.seats)


def config(seats: int | None, pairs: list[str]) -> dict[str, Any]:
    """A game's config. Keys without a dot are the ruleset's own, the others its options."""
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
        (options if "." in key else found)[key] = value
    if options:
        found["options"] = options
    return found
