"""Episode of any environment: let chance fall, end it in time, count what it brought."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any, Final

from gymnasium.error import ResetNeeded

from immolation.games import CHANCE, BadConfig, State
from immolation.games.contract import Json

MAX_CYCLES: Final = 20_000
"""Actions after which an episode is cut off (truncated) unless told otherwise; those of the agent ``chance`` count.

Twice the longest game met in random play: 9,355, of Chimera Con by six."""


def whole(name: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """Return an integer of any kind, NumPy's too, as one of Python's.

    Raises TypeError for anything else and ValueError below ``least`` or above ``most``; both name it ``name``.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {value!r}.") from None
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, not {number}.")
    if most is not None and number > most:
        raise ValueError(f"{name} must be at most {most}, not {number}.")
    return number


def own_config(config: Mapping[str, Json] | None) -> dict[str, Json]:
    """Return a copy that no caller changes, nothing where it is None. Raises BadConfig if it is no mapping."""
    if config is not None and not isinstance(config, Mapping):
        raise BadConfig(f"config must be a mapping like {{'seats': 2}}, not {config!r}.")
    return deepcopy(dict(config or {}))


def check_render_mode(mode: str | None) -> None:
    """Refuse what is drawn otherwise than as text. Raises ValueError."""
    if mode not in (None, "ansi"):
        raise ValueError(f"render_mode: None or 'ansi', not {mode!r}.")


def check_begun(begun: object) -> None:
    """Refuse to go on without a game. Raises ResetNeeded."""
    if not begun:
        raise ResetNeeded("No game is going on: call reset() first.")


def draw_chance(state: State, rng: Random) -> None:
    """Roll every die and draw every card that is due, by weight."""
    while decision := state.deciders().get(CHANCE):
        state.apply(decision.drawn(rng))


def result_rewards(state: State) -> dict[str, float]:
    """Return for each seat 1 for a winner, -1 for who lost; 0 for all in a draw of rivals, and while the game goes on.

    Where all play together all get 1 or all -1.
    """
    result = state.outcome()
    if result is None or (len(result.winners) == len(state.seats) > 1 and not state.game.cooperative):
        return dict.fromkeys(state.seats, 0.0)
    return {seat: 1.0 if seat in result.winners else -1.0 for seat in state.seats}
