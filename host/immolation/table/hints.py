"""Asks bots what a seat could do, for who asks on the page or holds a button of the board."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from immolation import bots
from immolation.games import Action, Decision
from immolation.task_cancellation import ended

from .display.table_display import TableDisplay
from .journaled_game import JournaledGame
from .players import choose, explain
from .refusal import TableRefusal, check_seat

Choice = tuple[int, Decision, tuple[Action, ...]]
"""The journal number of a seat's last action, the question to it, and all that it may answer."""


class Hints:
    """The advice of bots at one table; nothing is done with it."""

    def __init__(self, game: JournaledGame, display: TableDisplay) -> None:
        """``display`` lights what is advised at the board."""
        self._game = game
        self._display = display
        self._given: dict[str, tuple[Choice, Action, bots.Reasons]] = {}
        """Seat -> what it was advised last, and about which choice."""

        self._thinking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Seat -> held while a bot thinks in its place: whoever asks meanwhile is told the same."""

        self._advising: asyncio.Task[None] | None = None

    async def hint(self, seat: str) -> tuple[Action, str, bots.Reasons]:
        """Ask a bot, which knows no more than the seat does, for its action in the seat's place, in words, and why.

        Who asks again is told the same, while the seat has the same choice, whatever others do. Raises TableRefusal
        where the seat has nothing to choose, or where the answer is a fact that only people see.
        """
        check_seat(seat, self._game.players)
        async with self._thinking[seat]:
            return await self._find(seat)

    async def _find(self, seat: str) -> tuple[Action, str, bots.Reasons]:
        game, header = self._game, self._game.header
        state = game.state
        decision = state.deciders().get(seat)
        actions = tuple(state.legal_actions(seat)) if decision is not None else ()
        if decision is None or not actions:
            raise TableRefusal(f"{game.name_of(seat)} has nothing to choose now.")
        if decision.observed:
            raise TableRefusal("What is asked now only people can see: no bot knows the answer.")
        found = self._given.get(seat)
        acted = next((entry.n for entry in reversed(game.history.entries) if entry.action.seat == seat), 0)
        choice = (acted, decision, actions)
        if found is None or found[0] != choice:
            bot = bots.default_bot(game.ruleset.name, header.config)
            action = await choose(state, seat, bot, header.seed, game.history.number + 1, by_clock=True)
            found = self._given[seat] = (choice, action, await explain(state, seat, action, header.seed))
        return found[1], game.ruleset.label(found[1], state.view(seat)), found[2]

    def on_asked(self, button: int) -> None:
        """Light and say what a bot would do in the place of the person at a button; one at a time."""
        seats = tuple(self._game.players)
        if button >= len(seats) or seats[button] not in self._game.persons or self._display.phase != "playing":
            return
        if self._advising is None or self._advising.done():
            self._advising = asyncio.create_task(self._advise(seats[button]))

    async def _advise(self, seat: str) -> None:
        """Show at the board what a bot would do; what has no gesture is not told there.

        Everybody at the board would learn what that seat holds.
        """
        state, name = self._game.state, self._game.name_of(seat)
        try:
            action, label, _ = await self.hint(seat)
        except TableRefusal as refused:
            self._game.say(refused.reason)
            return
        if self._game.state is not state:
            return
        if self._display.scene.tiles_of(action):
            self._display.scene.advised = action
            self._game.say(f"{name}: a bot would do this: {label}.")
        else:
            self._game.say(f"{name}: what a bot would do stands on your page alone.")

    async def close(self) -> None:
        """Think no more about what nobody will be told."""
        if self._advising is not None:
            await ended(self._advising)
