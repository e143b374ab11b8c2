"""Tells who won a game: alone, with allies, or in a draw of rivals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from immolation.games import Game

from .one_game import Played


def sides(game: Game, config: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return for each seat those that win or lose with it, itself among them, in a game begun with ``config``."""
    state = game.new(config)
    return {seat: state.allies(seat) for seat in state.seats}


def shares(game: Game, played: Played) -> dict[str, float]:
    """Return what each seat has of a finished game: 1 for a win, alone or with its allies, its part of a draw, or 0.

    Whoever wins together has won: two hunters of a hunt that was won have 1 each.
    """
    drawn = winning_sides(game, played)
    return {seat: 1 / drawn if seat in played.winners else 0.0 for seat in played.bots}


def winning_sides(game: Game, played: Played) -> int:
    """Count the sides that won a game: 0 where nobody did, more than one in a draw."""
    if len(played.winners) < 2:
        return len(played.winners)
    allied = sides(game, played.config)
    return len({allied[seat] for seat in played.winners})
