"""People at a board who look at its lights, move miniatures, press buttons, say sentences, and touch no page."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from immolation.board.board_client import BoardClient, BoardEvent, ButtonPress
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.cli.headless import FAST_BOARD, STABLE_MS
from immolation.games import Action, Gesture, State
from immolation.games.spoken import understand
from immolation.table.records import Player
from immolation.table.seat_buttons import ending
from immolation.table.table import Table
from immolation.task_cancellation import ended

LONGEST_S = 900.0
IN_THE_AIR_S = 0.12
"""How long a hand that lifts a miniature twice holds it, at least."""

Choose = Callable[[State, str, list[Action]], Action]


class People:
    """Everybody at one table; ``choose`` is what they want, and the board all that they have to do it with."""

    def __init__(self, table: Table, hands: VirtualControl, choose: Choose) -> None:
        self.table, self.hands, self.choose = table, hands, choose
        assert table.coordinator is not None
        self.board = table.coordinator.reconciler
        self.news = asyncio.Event()
        self.how: Counter[str] = Counter()
        """How often something was done by a move, a touch, a button or a sentence."""

        self.said: list[str] = []
        self.scenes: dict[str, Any] = {}
        """Kind of decision -> the lights when it was asked first."""

        self.held: set[int] = set()
        """Buttons that the board has told to be pressed."""

        self.board.board.listeners.append(self._on_board_event)
        table.on_change.append(self.news.set)
        hands.on_tiles.append(lambda tiles: self.news.set())

    def _on_board_event(self, event: BoardEvent) -> None:
        if isinstance(event, ButtonPress):
            (self.held.discard if event.up else self.held.add)(event.button)
            self.news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something that the table or the board brings about."""
        while not holds():
            self.news.clear()
            with suppress(TimeoutError):  # a stable pattern that changes nothing tells nobody
                await asyncio.wait_for(self.news.wait(), 0.05)

    async def settled(self) -> None:
        """Wait until nothing is left to be judged, and dice have fallen."""
        await self.until(lambda: not self.board.is_unjudged and "chance" not in self.table.history.state.deciders())

    async def put(self, off: Iterable[int], on: Iterable[int]) -> None:
        """Lift what stands on some tiles, set it down on others, and let the board feel it."""
        for tile in off:
            await self.hands.hand(tile, True)
        for tile in on:
            await self.hands.hand(tile, False)

    def wanted(self) -> frozenset[int]:
        """Where the lights want miniatures."""
        return self.table.game.picture(self.table.history.state.view(None)).occupied

    async def put_right(self) -> None:
        """Follow the lights until every miniature stands where the game has it."""
        while not (self.hands.tiles == self.wanted() and self.board.agrees):
            await self.put(self.hands.tiles - self.wanted(), self.wanted() - self.hands.tiles)
            await asyncio.sleep(0.02)

    async def do(self, action: Action) -> None:
        """Carry out an action by a gesture, else by the seat's button, else by a sentence."""
        state, seat = self.table.history.state, action.seat
        number = self.table.history.number
        asked = [seat for seat in state.deciders() if seat in self.table.players]
        actions = [one for each in asked for one in state.legal_actions(each)]
        found = {gesture.action: gesture for gesture in self.table.game.picture(state.view(None), actions).gestures}
        gesture = found.get(action)
        if action == ending(state, seat):
            self.how["button"] += 1
            place = 100 + list(self.table.players).index(seat)
            await self.hands.hand(place, False)
            await self.until(lambda: self.table.history.number > number and bool(self.held))
            await self.hands.hand(place, True)
            await self.until(lambda: not self.held)
        elif gesture is not None:
            self.how["touch" if gesture.back else "move"] += 1
            await self.show(gesture)
        else:
            self.how["sentence"] += 1
            sentence = self.table.game.label(action, state.view(seat))
            understood = understand(state, seat, sentence)
            assert understood.action == action, (sentence, understood)
            self.said.append(sentence)
            await self.table.decide(action)

    async def show(self, gesture: Gesture) -> None:
        """Make a gesture; what only touches comes back once the game has taken it."""
        number = self.table.history.number
        taken = lambda: self.table.history.number > number  # noqa: E731
        while gesture.twice and not taken():
            await self.put(gesture.off, ())
            await asyncio.sleep(IN_THE_AIR_S)
            await self.put((), gesture.on)
            await self.until(lambda: self.board.stable == self.wanted() or taken())
        if gesture.twice:
            return
        same = gesture.off == gesture.on
        before = self.board.stable
        await self.put(gesture.off, () if same else gesture.on)
        if same:
            await self.until(lambda: self.board.stable == before - {*gesture.off} and not self.board.is_unjudged)  # type: ignore[operator]
            await self.put((), gesture.on)
        # On a slow board what was lifted rests before the rest is set down, and asks about that alone.
        await self.until(lambda: taken() or gesture.action in [choice[-1] for choice in self.board.choices])
        if not taken():
            meant = [choice[-1] for choice in self.board.choices].index(gesture.action)
            tile = self.board.choice_tiles[meant]
            assert tile is not None, self.board.choices
            self.how["choice"] += 1
            await self.put((), (tile,))
            await self.until(taken)

    async def play(self, most: int = 100_000) -> Counter[str]:
        """Play to the end; how often each kind of action was taken."""
        done: Counter[str] = Counter()
        while self.table.phase != "over" and sum(done.values()) < most:
            await self.settled()
            await self.put_right()
            await self.settled()
            state = self.table.history.state
            asked = state.deciders()
            seats = [seat for seat in asked if seat in self.table.players and not asked[seat].courtesy]
            if not seats or self.hands.tiles != self.wanted() or self.board.is_unjudged:
                await asyncio.sleep(0.02)
                continue
            self.scenes.setdefault(state.deciders()[seats[0]].kind, self.table.scene.layers)
            action = self.choose(state.copy(), seats[0], list(state.legal_actions(seats[0])))
            await self.do(action)
            done[type(action).__name__] += 1
        return done


@asynccontextmanager
async def seated(
    folder: Path, game: str, config: Mapping[str, Any], seats: int, *, seed: int = 5
) -> AsyncIterator[tuple[Table, VirtualControl]]:
    """A table of people at a virtual board with buttons that runs the firmware; nobody but they move anything."""
    virtual = VirtualBoard(folder / "board", settings={**FAST_BOARD, "BUTTONS": "1 2 3 4 5 6 host"})
    await virtual.start()
    hands = await VirtualControl.connect(virtual.control)
    board = BoardClient(SerialLink(str(virtual.tty)), stable_ms=STABLE_MS)
    people = {f"p{number}": Player("person", f"Player {number}") for number in range(1, seats + 1)}
    table = await Table.open(
        folder / "game.journal", game=game, config=config, seed=seed, players=people, board=board, bot_pace_ms=0
    )
    jobs = [asyncio.create_task(board.run()), asyncio.create_task(table.run())]
    try:
        yield table, hands
    finally:
        await ended(*jobs)
        await table.close()
        await hands.close()
        await virtual.stop()
