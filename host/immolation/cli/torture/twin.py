"""The undisturbed twin: the same game with the same choices on a quiet table, to compare with after each fault."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from immolation import games
from immolation.games import CHANCE, Action
from immolation.table import public_records
from immolation.table.chance import draw
from immolation.table.history import ActionHistory, HistoryEntry
from immolation.table.journal.journal_records import Entry
from immolation.table.players import choose
from immolation.table.records import Player, SeatState

RULESET = "ascended-kings"
CONFIG: dict[str, Any] = {"seats": 2}
PERSON = "p1"
PLAYERS = {PERSON: Player("person", "Ada"), "p2": Player("bot", "", "random")}


class Offered(msgspec.Struct):
    """One legal action, as a client reads it."""

    action: dict[str, Any]


class Asked(msgspec.Struct):
    """A `SeatState` as a client reads it, which knows no ruleset's records."""

    n: int
    view: dict[str, Any]
    decision: dict[str, Any] | None
    actions: tuple[Offered, ...]


def choice(record: SeatState | Asked, seed: int) -> dict[str, Any]:
    """Choose what the person does: one of its legal actions, the same wherever the same is asked."""
    now = (record.view.get("round"), record.view.get("turn"))  # what another seat's answer does not change
    asked = msgspec.json.encode([seed, now, [one.action for one in record.actions]], order="sorted")
    draw = random.Random(hashlib.blake2b(asked, digest_size=8).hexdigest())
    actions = [one.action for one in record.actions]
    return draw.choice(actions)


class Twin:
    """Plays the same game as the tortured host, with no processes, no board and no faults.

    Where several seats are asked at once, either may answer first: the twin takes the order of the tortured game, and
    nothing else from it.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._game = games.load(RULESET)
        self._history = ActionHistory(self._game, CONFIG)
        self._overtaken: list[Action | None] = []
        """Actions that the person may have sent, each in its position, when its own moves on the board came first."""

    async def follow(self, entries: Sequence[Entry]) -> str | None:
        """Compare the game up to the newest of its ``entries``; a sentence where it went otherwise, else None.

        Goes on where it stood when it was called last.
        """
        actions = [entry for entry in entries if entry.kind == "action"]
        for entry in actions[self._history.number :]:
            number = self._history.number + 1
            action = self._game.action(entry.record["action"])
            expected = await self._expected(action.seat, number, entry.record["by"])
            on_board = entry.record["by"] == "board"
            if not on_board and action not in (expected, *self._overtaken):
                return f"action {number} is {action}, without faults it is {expected}"
            self._overtaken = [*self._overtaken, expected] if on_board else []
            state, events, digest = self._history.attempt(action)
            if digest != entry.digest:
                return f"action {number} leads to another position than without faults"
            self._history.extend(HistoryEntry(entry.n, action, str(entry.record["by"]), events, digest), state)
        return None

    async def _expected(self, seat: str, number: int, by: str) -> Action | None:
        """Return what this seat does. A person on the board may do otherwise: then the rules alone are compared."""
        state = self._history.state
        decider = state.deciders()[seat]
        if seat == CHANCE:
            return draw(decider, self._seed, number)
        if PLAYERS[seat].kind == "bot":
            return await choose(state, seat, PLAYERS[seat].bot, self._seed, number)
        if by == "courtesy":
            return decider.default
        record = public_records.seat_state(state, number, seat, state.deciders(), PLAYERS[seat])
        return self._game.action(choice(record, self._seed))
