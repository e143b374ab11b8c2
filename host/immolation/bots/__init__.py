"""Who plays a seat when no person does. A bot sees that seat's view and its legal actions, nothing else.

A bot keeps nothing between two choices and takes its chances from the generator it is handed, so a host that was
killed goes on with the same choices: same view, same generator, same action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from immolation.games import BadConfig, Game

from .arena import ArenaBot
from .bot import Bot
from .uniform import UniformBot

_ANY: Final[dict[str, Callable[[Game, str], Bot]]] = {"random": UniformBot}
"""Bots that play every ruleset."""

_OWN: Final[Mapping[str, dict[str, Callable[[Game, str], Bot]]]] = {"ascended-kings": {"arena": ArenaBot}}
"""Ruleset -> the bots that know it, the better ones last."""


def names(ruleset: str) -> list[str]:
    """The bots that can play a ruleset, the best one last. Every ruleset has at least ``random``."""
    return [*_ANY, *_OWN.get(ruleset, {})]


def make(name: str, game: Game, seat: str) -> Bot:
    """The bot called ``name`` for one seat of ``game``. Raises BadConfig naming the bots there are."""
    known = {**_ANY, **_OWN.get(game.name, {})}
    if name not in known:
        raise BadConfig(f"{game.title} has no bot '{name}'; there are {', '.join(known)}.")
    return known[name](game, seat)


__all__ = ["Bot", "make", "names"]
