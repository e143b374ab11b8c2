"""One game at one table: the operations that people, bots and programs ask for, and who is told after.

A table is composed of parts with one job each, which share an `ActionQueue`: `JournaledGame` holds and changes the
game, `TableBoard` has the board and the `BoardCoordinator` that turns what happens on it into actions, `AutoPlayer`
does what nobody has to decide, `TableDisplay` shows every change on the board and to everybody, `Hints` asks bots for
advice, `GameSwitch` puts another game in the place of the one before, `LookBack` shows what was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from immolation import bots
from immolation.board.board_client import BoardClient
from immolation.games import CHANCE, Action, Correct, Event, Game, spoken
from immolation.games.contract import Understood
from immolation.task_cancellation import ended

from . import public_records
from .action_queue import ActionQueue
from .auto_player import AutoPlayer
from .board_coordinator import BoardCoordinator
from .clocks import ClockSettings
from .consent import Request, understood_answer
from .display.look_back import LookBack
from .display.scene_composer import Scene
from .display.subscriptions import Subscription
from .display.table_display import TableDisplay
from .game_log import events_for
from .game_setup import header_for, open_journal, set_up
from .game_switch import GameSwitch
from .hints import Hints
from .history import ActionHistory
from .journal.journal_records import Header
from .journal.journal_replay import ReplayReport, report
from .journaled_game import JournaledGame
from .past_positions import Course, PastPosition
from .past_positions import Path as NumberPath
from .records import Clock, Firmware, NumberedEvents, Phase, Planned, Player, Rights, SeatState, TableState, Which
from .refusal import TableRefusal, check_seat
from .table_board import TableBoard
from .virtual_piece_mover import TileControl

__all__ = ["Table", "TableRefusal"]


class Table:
    """One table. `open` makes one, `run` brings it to life, `close` ends it.

    Every method that changes something waits its turn, and what it changed is in the journal when it returns.
    """

    def __init__(
        self, game: JournaledGame, board: BoardClient | None, control: TileControl | None, bot_pace_ms: int
    ) -> None:
        """For `open` only."""
        self._game = game
        self._queue = ActionQueue(self._fail)
        self._display = TableDisplay(game, bot_pace_ms)
        self.playback = self._display.playback
        self._hints = Hints(game, self._display)
        self._board = TableBoard(game, self._queue, self._display, self._hints, self._fail)
        self._board.put(board, control)
        self._auto_player = AutoPlayer(game, self._board, self.playback, self._queue, on_change=self._display.announce)
        self._games = GameSwitch(game, self._queue, self._display.subscribers)
        self._past = LookBack(game)
        self.on_change = self._display.listeners
        """Called after every change, before subscribers are."""

        self.on_change.append(self._auto_player.wake)
        self._fault: Exception | None = None
        self._ended = asyncio.Event()
        game.on_change = self._display.on_game_change
        game.on_note = self._display.announce
        game.on_fault = self._fail
        game.shows_steps = lambda: self.playback.enabled
        game.changed(anew=True)
        self._board.listen()

    # --- its life ------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        table_id: str = "main",
        game: Game | str | None = None,
        settings: Mapping[str, Any] | None = None,
        config: Mapping[str, Any] | None = None,
        seed: int | None = None,
        players: Mapping[str, Player] | None = None,
        dice: Literal["host", "typed"] = "host",
        clocks: ClockSettings | None = None,
        board: BoardClient | None = None,
        control: TileControl | None = None,
        bot_pace_ms: int = 800,
        now: Callable[[], int] | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> Table:
        """The table whose journal is at ``path``: a new game, or the one that is there, exactly as it was.

        A journal that exists decides everything about its game; ``game`` must then be None or its ruleset.
        A new game begins by its ``config``, or goes on from a ``position``, and not both.
        ``settings`` are those of ``games.load``. ``board`` must be kept running by the caller; ``control`` moves the
        pieces of a virtual one. ``now`` replaces the monotonic milliseconds of the clocks.

        Raises JournalError and its kinds, GameError, TableRefusal; then nothing was left behind.
        """
        journal, events = open_journal(
            path, lambda: header_for(table_id, game, settings, config, seed, players, dice, clocks, position)
        )
        try:
            loaded = game if isinstance(game, Game) else None
            setup = set_up(journal, loaded, game if isinstance(game, str) else None, now=now)
            table = cls(JournaledGame(path, setup), board, control, bot_pace_ms)
            await table._game.begin_with(events)
            return table
        except BaseException:
            await journal.close()
            raise

    async def run(self) -> None:
        """Let dice, bots, clocks and the board have their way until the table is closed.

        Raises what cannot be put right here, such as a JournalError on a full disk.
        """
        jobs = [asyncio.create_task(self._auto_player.run()), asyncio.create_task(self._ended.wait())]
        self._board.start()
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
            if self._fault is not None:
                raise self._fault
        finally:
            await ended(*jobs)

    async def close(self) -> None:
        """Finish what is being done and let go of the journal. Harmless when closed already."""
        self._ended.set()
        await self._hints.close()
        self.playback.stop()
        await self._queue.close()
        self._display.subscribers.close()
        await self._board.close()
        await self._game.journal.close()

    def _fail(self, error: Exception) -> None:
        self._fault = error
        self._ended.set()

    # --- what everybody may read ---------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The file of the journal."""
        return self._game.path

    @property
    def header(self) -> Header:
        """The beginning of the game."""
        return self._game.header

    @property
    def id(self) -> str:
        """The table's name in topics."""
        return self._game.header.table

    @property
    def game(self) -> Game:
        """The ruleset."""
        return self._game.ruleset

    @property
    def history(self) -> ActionHistory:
        """The actions in effect."""
        return self._game.history

    @property
    def players(self) -> Mapping[str, Player]:
        """Seat -> who plays it."""
        return self._game.players

    @property
    def view(self) -> dict[str, Any]:
        """The public view of the state that holds."""
        return self._game.view

    @property
    def n(self) -> int:
        """Journal number of the newest entry whose effect may be seen."""
        return self._game.n

    @property
    def coordinator(self) -> BoardCoordinator | None:
        """What joins the board to the game; None without a board."""
        return self._board.coordinator

    @property
    def phase(self) -> Phase:
        """The phase of the table: what it is doing."""
        return self._display.phase

    @property
    def scene(self) -> Scene:
        """The scene that the board shows, or would show."""
        return self._display.scene.scene

    def clocks(self) -> tuple[Clock, ...]:
        """Every clock; equal to the answer before while nothing started, stopped or changed."""
        return self._game.clocks.records()

    @property
    def distinct(self) -> bool:
        """Whether colours are those that everybody tells apart."""
        return self._display.scene.distinct

    def state_record(self) -> TableState:
        """Return what everybody may know; while a long turn is shown step by step, as the table stood at that step."""
        return public_records.table_state(self._game, self._display, self._board)

    def seat_record(self, seat: str) -> SeatState:
        """Return what a seat may know and do; ``chance`` where people roll. Raises TableRefusal without such a seat."""
        if not (seat == CHANCE and self.header.dice == "typed"):
            check_seat(seat, self.players)
        state = self.history.state
        return public_records.seat_state(state, self.n, seat, state.deciders(), self.players.get(seat))

    @property
    def consent_id(self) -> int | None:
        """The number of what somebody is asked to agree to; None where nobody is."""
        return self._request.id if self._request is not None else None

    @property
    def _request(self) -> Request | None:
        return self._board.request or self._game.request

    def understand(self, seat: str, sentence: str) -> Understood:
        """Understand a sentence of a seat; nothing is done. Raises TableRefusal if there is no such seat."""
        check_seat(seat, self.players)
        answer = understood_answer(self._request, seat, sentence)
        return answer or spoken.understand(self.history.state, seat, sentence)

    async def hint(self, seat: str) -> tuple[Action, str, bots.Reasons]:
        """Ask a bot, which knows no more than the seat does, for its action in the seat's place, in words, and why.

        Nothing is done; who asks again about the same situation is told the same.

        Raises TableRefusal where the seat has nothing to choose.
        """
        return await self._hints.hint(seat)

    def events_since(self, n: int, seat: str | None = None) -> list[NumberedEvents]:
        """The events of every entry after number ``n`` as ``seat`` may see them; None is everybody."""
        return [events_for(logged, self.game, seat) for logged in self._game.log[max(0, n) :]]

    async def moment(self, number: int) -> PastPosition:
        """Return what everybody saw after so many actions of those in effect; now, where there are fewer."""
        return await self._past.moment(number)

    async def course(self, paths: Sequence[NumberPath]) -> Course:
        """Follow numbers of the public view from the start of the game."""
        return await self._past.course(paths)

    def subscribe(self) -> Subscription:
        """Updates from now on, the first at once. A subscriber may be as slow as it likes; it must be closed."""
        return self._display.subscribers.add(self.n)

    def report(self) -> ReplayReport:
        """Report how the game went so far; ``journal_replay.replay`` of this table's journal gives the same."""
        return report(self.history, self.header.seed)

    # --- what people do ------------------------------------------------------------------------------

    async def decide(self, action: Action, *, by: str = "host", then: Sequence[Planned] = ()) -> tuple[Event, ...]:
        """Take an action; its events, uncut. ``by``: the seat that sent it, or ``host`` for who may act for all people.

        ``then``: what the same seat does as soon as it is asked next, each if its question comes; it is forgotten as
        soon as anything else is asked of the seat, or somebody else does more than pass.

        Raises IllegalAction or TableRefusal; then nothing has changed and nothing was journaled.
        """
        return await self._queue.run(lambda: self._game.decide(action, by, then))

    async def propose(self, action: Correct, *, by: str = "host") -> bool:
        """Set one thing right for the reason in ``action``, once all other people `consent`; the log says who and why.

        True if it is done: at once where nobody else plays. Raises TableRefusal without a reason, IllegalAction for
        what cannot be, or what lies hidden from ``by``; then nothing is asked.
        """
        return await self._queue.run(lambda: self._game.propose(action, by))

    async def undo(self, to: int | None = None, *, by: str = "host") -> bool:
        """Go back to just after journal entry ``to`` (0: the start), or before the last thing a person did.

        True if it is done. False if a hidden card would be taken back: then every other person must `consent` first.
        Raises TableRefusal where there is nothing to take back.
        """
        return await self._queue.run(lambda: self._game.request_undo(to, by))

    async def consent(self, seat: str, yes: bool, to: int | None = None) -> bool:
        """Answer an undo or a proposal that waits for everybody, or `put_right`. True once it is done.

        ``to``: `TableState.consent_id` of what is answered; None: what waits now, whatever it is. Raises TableRefusal
        for a seat not asked, or asked something else by now.
        """

        async def operation() -> bool:
            board = self._board.coordinator  # of now: the board may have been moved while this waited
            asks = board if board is not None and board.request is not None else self._game
            return await asks.consent(seat, yes, to)

        return await self._queue.run(operation)

    @property
    def rights(self) -> Rights:
        """The rights to do what concerns everybody."""
        return self._game.rights

    async def set_rights(self, rights: Rights) -> None:
        """Say who may do what concerns everybody, from now on."""
        await self._queue.run(lambda: self._game.set_rights(rights))

    async def pause(self, *, by: str = "host") -> None:
        """Stop clocks and bots until `resume`. Raises TableRefusal if that is so already."""
        await self._queue.run(lambda: self._game.set_paused(True, by))

    async def resume(self, *, by: str = "host") -> None:
        """Go on after `pause`. Raises TableRefusal if the table is not paused."""
        await self._queue.run(lambda: self._game.set_paused(False, by))

    async def press(self, button: int) -> tuple[Event, ...]:
        """Do what a button of the table means now: 0 to 5 end or pass for the seat at that place, 6 pauses or resumes.

        Raises TableRefusal where it means nothing.
        """
        return await self._queue.run(lambda: self._game.press(button))

    async def put_right(self, which: Which, *, by: str = "host") -> bool:
        """Say which of the two is right where they differ. False if others must `consent` first: the owners of what
        differs, unless the host says it.

        ``board``: the game is corrected to what the sensors read; ``game``: what differs now is not looked at until it
        reads differently, and a bot's move that waits for its miniature is taken as made. Raises TableRefusal.
        """
        return await self._queue.run(lambda: self._board.put_right(which, by))

    async def choose(self, index: int, *, by: str = "host") -> tuple[Event, ...]:
        """Say which of `BoardState.choices` was meant, counted from 0. Raises TableRefusal for any other, and for
        another's move.
        """
        return await self._queue.run(lambda: self._board.choose(index, by))

    async def set_player(self, seat: str, player: Player) -> None:
        """Give a seat to a person or a bot from now on. Raises TableRefusal naming a seat or bot there is not."""
        await self._queue.run(lambda: self._game.set_player(seat, player))

    async def set_asked(self, seat: str, always: bool, kind: str = "", this_turn: bool = False) -> None:
        """Ask the person in a seat at every opportunity, or only what concerns them; or let windows of a ``kind`` pass
        from now on, or in ``this_turn`` alone. Without a kind every one is asked again. Raises TableRefusal.

        What is asked out of courtesy is answered with its default at once for who does not want to be asked, whatever
        the hand holds, so that silence tells nobody anything.
        """
        await self._queue.run(lambda: self._game.set_asked(seat, always, kind, this_turn))

    async def new_game(
        self,
        ruleset: Game | str,
        config: Mapping[str, Any] | None = None,
        players: Mapping[str, Player] | None = None,
        *,
        settings: Mapping[str, Any] | None = None,
        seed: int | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        """Start another game at this table; the journal of the one before is kept beside it, under its date.

        Dice and clocks stay as they were. Raises GameError or TableRefusal; then the old game goes on.
        """
        await self._games.new_game(ruleset, config, players, settings, seed, position)

    async def play_again(self) -> None:
        """Start the same game anew with the players of now: same ruleset, settings, config and position, other dice.

        Raises as `new_game` does; then the old game goes on.
        """
        await self._games.play_again()

    async def open_game(self, kept: Path) -> None:
        """Go on with the game whose journal is at ``kept``, in the folder of this table's, paused until `resume`.

        Its journal takes the place of the one before, which is kept beside it, under its date. It is played again
        first. Raises JournalError, GameError or TableRefusal; then the old game goes on.
        """
        await self._games.open_game(kept)

    async def set_board(self, board: BoardClient | None, control: TileControl | None = None) -> None:
        """Go on at another board, or at none. What stands on it is compared with the game as after a start: people
        are guided to what differs, and a virtual board's hands put it right.

        The board must be kept running by the caller; ``control`` moves the pieces of a virtual one.
        """
        await self._queue.run(lambda: self._board.exchange(board, control))

    async def set_hands(self, auto: bool) -> None:
        """Let a virtual board's pieces be moved by themselves, or not. Raises TableRefusal without them."""
        self._board.set_hands(auto)

    async def set_pace(self, ms: int) -> None:
        """Set how long a bot thinks and a step of a long turn stays, in milliseconds; 0 shows what is left at once.

        Raises TableRefusal above 10 seconds or below 0.
        """
        await self._queue.run(lambda: self._display.set_pace(ms))

    async def skip(self) -> None:
        """Show what is left of a long turn at once. Harmless where nothing is being shown."""
        await self._queue.run(self._display.skip)

    async def set_brightness(self, level: int) -> None:
        """Set the brightness of the lights, 0 (dark) to 255. Raises TableRefusal for another number."""
        await self._queue.run(lambda: self._display.set_brightness(level))

    async def set_current_limit(self, ma: int) -> None:
        """Let the board draw so much current at most. Raises TableRefusal for another number, and without a board."""
        await self._queue.run(lambda: self._board.set_current_limit(ma))

    async def switch_sensor(self, tile: int, on: bool) -> None:
        """Take a tile as the game has it, whatever its sensor reads, or hear that again. Raises TableRefusal."""
        await self._queue.run(lambda: self._board.switch_sensor(tile, on))

    async def set_distinct(self, distinct: bool) -> None:
        """Show colours that everybody tells apart, on the board and on every page, or those of the game."""
        await self._queue.run(lambda: self._display.set_distinct(distinct))

    def identify(self) -> None:
        """Let the board blink. Raises TableRefusal without a board."""
        self._board.client.identify()

    def self_test(self, on: bool) -> None:
        """Let the board show every light and what its sensors read, or end it. Raises TableRefusal without a board."""
        self._board.self_test(on)

    def calibrate(self, magnet: int | None) -> None:
        """Let an empty board take what its sensors read, or measure their gain with a magnet of this size, 1 to 4.

        Raises TableRefusal without a board.
        """
        self._board.calibrate(magnet)

    async def firmware(self) -> Firmware:
        """The firmware of this installation, and whether the board can be brought to it. Raises TableRefusal."""
        return await self._board.firmware()

    async def update_firmware(self) -> None:
        """Begin to write this installation's firmware to the board's drive. Raises TableRefusal, with what to do.

        Not in the queue: the game goes on while it is looked for and written.
        """
        await self._board.update_firmware()

    def remark(self, note: str) -> None:
        """Show one sentence to everybody."""
        if note != self._game.note:
            self._game.say(note)
