"""Decides when an undo needs consent, and how far it goes.

`JournaledGame.request_undo` asks here and writes the journal; `ActionHistory.cut` takes the actions back.
"""

from __future__ import annotations

from collections.abc import Sequence

from immolation.games import Game

from .consent import GameRequest
from .history import ActionHistory, HistoryEntry

BY_THEMSELVES = frozenset(("bot", "dice", "courtesy", "only"))
"""Who acts without anybody having decided it just now."""


class UndoRequest(GameRequest, frozen=True):
    """Somebody wants to take back a card that was seen; all other people must agree."""

    number: int
    """Actions that would stay in effect."""


def reveals(game: Game, entries: Sequence[HistoryEntry]) -> bool:
    """True if taking back ``entries`` would let somebody use what a hidden card has shown.

    That is any event with a secret in it, and the kinds that the ruleset names in `Game.reveals`.
    """
    return any(event.secret or event.kind in game.reveals for entry in entries for event in entry.events)


def last_of_a_person(history: ActionHistory) -> int:
    """Count the actions that stay if the last thing a person did is taken back with all that followed by itself.

    At a table of bots alone that is the last action.
    """
    for number in range(history.number - 1, -1, -1):
        entry = history.entries[number]
        if entry.by not in BY_THEMSELVES:
            return number
    return max(0, history.number - 1)
