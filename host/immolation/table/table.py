"""Owns one game at one table: everybody acts through it, in order, and it alone says what holds.

Knows how an action becomes an entry, a clock, a light and news; must never know a ruleset, MQTT or a page.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from immolation.board.board import Board
from immolation.board.news import News
from immolation.games import CHANCE, TABLE, Action, Event, Game, State

from . import journal as journals
from . import showing
from .clocks import Clocks, ClockSettings
from .desk import Desk
from .hands import Control, Hands
from .journal import Entry, Header, Journal, JournalError, ReplayReport
from .lights import Lights, Scene
from .line import Ply
from .opening import archive, begin, header_for, open_journal
from .players import checked, persons
from .records import Clock, NumberedEvents, Phase, Player, SeatState, TableState
from .refusal import TableRefusal
from .showing import Logged
from .steward import Steward
from .undo import UndoRequest, last_of_a_person, reveals
from .updates import Subscribers, Subscription
from .watch import BoardWatch

PATIENCE_S = 5.0
"""People who put a virtual miniature astray are guided for so long before the hands put it back."""

HAND_MS = 250
"""Milliseconds between lifting and placing while people watch bots play."""

__all__ = ["Table", "TableRefusal"]


class Table:
    """One table. `open` makes one, `run` brings it to life, `close` ends it.

    Every method that changes something waits its turn, and what it changed is in the journal when it returns.
    """

    def __init__(self, path: Path, board: Board | None, control: Control | None, bot_pace_ms: int) -> None:
        """For `open` only."""
        self.path = path
        self.board = board
        self.control = control
        self.desk = Desk()
        self.watch = BoardWatch(board) if board is not None else None
        self.hands: Hands | None = None
        if control is not None and self.watch is not None:
            self.hands = Hands(control, self._wanted, pause_ms=HAND_MS if bot_pace_ms else 0)
            control.on_tiles.append(self._lies)
        self.moment = 0
        """Rises whenever somebody else may be asked, or something else."""

        self._steward = Steward(self, bot_pace_ms)
        self._lights = Lights(board)
        self._subscribers = Subscribers()
        self._ended = asyncio.Event()
        self._fatal: JournalError | None = None
        self._request: UndoRequest | None = None
        self._note = ""
        self._told_clocks: tuple[Clock, ...] = ()
        self._paused = False
        self._astray_since: float | None = None
        self._now: Callable[[], int] | None = None
        if board is not None:
            board.listeners.append(self._hear)

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
        board: Board | None = None,
        control: Control | None = None,
        bot_pace_ms: int = 800,
        now: Callable[[], int] | None = None,
    ) -> Table:
        """The table whose journal is at ``path``: a new game, or the one that is there, exactly as it was.

        A journal that exists decides everything about its game; ``game`` must then be None or its ruleset.
        ``settings`` are those of ``games.load``. ``board`` must be kept running by the caller; ``control`` gives
        helping hands at a virtual one. ``now`` replaces the monotonic milliseconds of the clocks.

        Raises JournalError and its kinds, GameError, TableRefusal; then nothing was left behind.
        """
        journal = open_journal(
            path, lambda: header_for(table_id, game, settings, config, seed, players, dice, clocks)[0]
        )
        table = cls(path, board, control, bot_pace_ms)
        table._now = now
        try:
            table._adopt(journal, game if isinstance(game, Game) else None, game if isinstance(game, str) else None)
        except BaseException:
            await journal.close()
            raise
        return table

    def _adopt(self, journal: Journal, game: Game | None = None, name: str | None = None) -> None:
        """Bring the game of a journal to where it stands."""
        begun = begin(journal, game, name, now=self._now)
        self._journal, self.line = journal, begun.line
        self.players, self._paused, self._log = begun.players, begun.paused, begun.log
        self._start_clocks, self._clocks = begun.start_clocks, begun.clocks
        self._request = None
        self._look_again(anew=True)

    async def run(self) -> None:
        """Let dice, bots, clocks and the board have their way until the table is closed.

        Raises what cannot be put right here, such as a JournalError on a full disk.
        """
        jobs = [asyncio.create_task(self._steward.run()), asyncio.create_task(self._ended.wait())]
        if self.hands is not None:
            jobs.append(asyncio.create_task(self.hands.run()))
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
            if self._fatal is not None:
                raise self._fatal
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    async def close(self) -> None:
        """Finish what is being done and let go of the journal. Harmless when closed already."""
        self._ended.set()
        await self.desk.close()
        self._subscribers.close()
        if self.control is not None and self._lies in self.control.on_tiles:
            self.control.on_tiles.remove(self._lies)
        if self.board is not None and self._hear in self.board.listeners:
            self.board.listeners.remove(self._hear)
        await self._journal.close()

    # --- what people do ------------------------------------------------------------------------------

    async def decide(self, action: Action, *, by: str = "host") -> tuple[Event, ...]:
        """Take an action; its events, uncut. ``by``: the seat that sent it, or ``host`` for who may act for all people.

        Raises IllegalAction or TableRefusal; then nothing has changed and nothing was journaled.
        """

        async def work() -> tuple[Event, ...]:
            self._allow(action, by)
            return await self.take(action, by=by)

        return await self.desk.do(work)

    def _allow(self, action: Action, by: str) -> None:
        seats = self.line.state.seats
        if action.seat not in (*seats, CHANCE, TABLE):
            raise TableRefusal(f"There is no seat '{action.seat}' at this table; there are {', '.join(seats)}.")
        if by in seats and action.seat in seats and by != action.seat:
            raise TableRefusal(f"{by} may not act for {action.seat}.")
        if action.seat == CHANCE and self.header.dice == "host":
            raise TableRefusal("The host rolls and draws at this table; nobody types it in.")
        player = self.players.get(action.seat)
        if player is not None and player.kind == "bot":
            raise TableRefusal(f"{action.seat} is played by the bot '{player.bot}'; give the seat to a person first.")
        if self._paused and action.seat != TABLE:
            raise TableRefusal("The table is paused; resume it first.")

    async def undo(self, to: int | None = None, *, by: str = "host") -> bool:
        """Go back to just after journal entry ``to`` (0: the start), or before the last thing a person did.

        True if it is done. False if a hidden card would be taken back: then every other person must `consent` first.
        Raises TableRefusal where there is nothing to take back.
        """

        async def work() -> bool:
            number = last_of_a_person(self.line, self.players) if to is None else self.line.reaching(to)
            if number >= self.line.number or (to is not None and to < 0):
                raise TableRefusal("There is nothing to take back.")
            asked = {seat for seat in persons(self.players) if seat != by}
            if asked and reveals(self.game, self.line.undone_by(number)):
                self._request = UndoRequest(number, by, frozenset(asked))
                self._say(f"{self.name_of(by)} asks to go back over a card that was seen: does everybody agree?")
                return False
            await self._cut(number, by)
            return True

        return await self.desk.do(work)

    async def consent(self, seat: str, yes: bool) -> bool:
        """Answer an undo that waits for everybody. True once it is done. Raises TableRefusal for a seat not asked."""

        async def work() -> bool:
            request = self._request
            if request is None or seat not in request.missing:
                raise TableRefusal(f"{seat} is not asked to agree to anything.")
            if not yes:
                self._request = None
                self._say(f"{self.name_of(seat)} does not agree; the game stays as it is.")
                return False
            request = request.agreed(seat)
            self._request = request
            if request.missing:
                self._say(f"{self.name_of(seat)} agrees to go back; {len(request.missing)} still to ask.")
                return False
            await self._cut(request.number, request.by)
            return True

        return await self.desk.do(work)

    async def pause(self, *, by: str = "host") -> None:
        """Stop clocks and bots until `resume`. Raises TableRefusal if that is so already."""
        await self.desk.do(lambda: self._set_paused(True, by))

    async def resume(self, *, by: str = "host") -> None:
        """Go on after `pause`. Raises TableRefusal if the table is not paused."""
        await self.desk.do(lambda: self._set_paused(False, by))

    async def put_right(self, which: Literal["board", "game"]) -> None:
        """Say which of the two is right where they differ.

        ``board``: the game is corrected to what the sensors read; ``game``: what differs now is not looked at until it
        reads differently, and a bot's move that waits for its miniature is taken as made. Raises TableRefusal.
        """

        async def work() -> None:
            watch = self.watch
            if watch is None or self.board is None or not self.board.online:
                raise TableRefusal("There is no board that could be put right.")
            meant = watch.intention
            if which == "game":
                await self._write("put-right", {"which": which}, self._clocks)
                if meant is not None and not watch.astray and not watch.owes:
                    await self.take(meant.action, by="bot")
                else:
                    watch.waive()
                self._look_again()
                return
            corrections = watch.right_board()
            if corrections is None:
                raise TableRefusal(
                    "It is not clear what stands where; correct it on the page, or move it as it is lit."
                )
            if not corrections:
                raise TableRefusal("Board and game agree already.")
            await self._write("put-right", {"which": which}, self._clocks)
            await self.take_all(corrections, by="board")

        if which not in ("board", "game"):
            raise TableRefusal(f"Either the board or the game is right, not '{which}'.")
        await self.desk.do(work)

    async def choose(self, index: int) -> tuple[Event, ...]:
        """Say which of `BoardState.choices` was meant, counted from 0. Raises TableRefusal for any other."""

        async def work() -> tuple[Event, ...]:
            choices = self.watch.choices if self.watch is not None else ()
            if not 0 <= index < len(choices):
                raise TableRefusal("There is nothing to choose." if not choices else f"There is no choice {index}.")
            return await self.take_all(choices[index], by="board")

        return await self.desk.do(work)

    async def set_player(self, seat: str, player: Player) -> None:
        """Give a seat to a person or a bot from now on. Raises TableRefusal naming a seat or bot there is not."""

        async def work() -> None:
            if seat not in self.players:
                raise TableRefusal(f"There is no seat '{seat}' at this table; there are {', '.join(self.players)}.")
            new = checked(self.game, seat, player)
            players = {**self.players, seat: new}
            clocks = self._clocks_for(self.line.state, players)
            await self._write("player", {"seat": seat, "player": msgspec.to_builtins(new)}, clocks)
            self.players, self._clocks = players, clocks
            self._request = None
            self._look_again()

        await self.desk.do(work)

    async def new_game(
        self,
        ruleset: Game | str,
        config: Mapping[str, Any] | None = None,
        players: Mapping[str, Player] | None = None,
        *,
        settings: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        """Start another game at this table; the journal of the one before is kept beside it, under its date.

        Dice and clocks stay as they were. Raises GameError or TableRefusal; then the old game goes on.
        """

        async def work() -> None:
            old = self._journal
            header, game = header_for(
                old.header.table, ruleset, settings, config, seed, players, old.header.dice, old.header.clocks
            )
            await old.close()
            kept = archive(self.path, old.header)
            try:
                journal = Journal.create(self.path, header)
            except OSError:
                kept.rename(self.path)
                self._journal = Journal.open(self.path)
                raise
            self._subscribers.start_over()
            self._note = ""
            self._adopt(journal, game)

        await self.desk.do(work)

    async def set_hands(self, auto: bool) -> None:
        """Let the helping hands of a virtual board work by themselves, or not. Raises TableRefusal without them."""
        if self.hands is None:
            raise TableRefusal("Only a virtual board has helping hands.")
        self.hands.auto = auto
        self.hands.stir()

    def identify(self) -> None:
        """Let the board blink. Raises TableRefusal without a board."""
        if self.board is None:
            raise TableRefusal("There is no board at this table.")
        self.board.identify()

    # --- what everybody may read ---------------------------------------------------------------------

    @property
    def header(self) -> Header:
        """How the game began."""
        return self._journal.header

    @property
    def id(self) -> str:
        """The table's name in topics."""
        return self._journal.header.table

    @property
    def game(self) -> Game:
        """The ruleset."""
        return self.line.game

    @property
    def n(self) -> int:
        """Journal number of the newest entry."""
        return self._journal.last

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        if self.view["over"]:
            return "over"
        if self._paused:
            return "paused"
        return "astray" if self.watch is not None and self.watch.astray else "playing"

    @property
    def scene(self) -> Scene:
        """What the board shows, or would show."""
        return self._lights.scene

    def state_record(self) -> TableState:
        """What everybody may know."""
        state = self.line.state
        return TableState(
            self.n,
            self.id,
            self.game.name,
            self.game.title,
            self.phase,
            self.view,
            self.game.picture(self.view),
            showing.public_deciders(state.deciders()),
            dict(self.players),
            self.header.dice,
            self.watch.record() if self.watch is not None else showing.NO_BOARD,
            state.outcome(),
            self.line.number > 0,
            self._note,
        )

    def seat_record(self, seat: str) -> SeatState:
        """What one seat may know and do; ``chance`` where people roll. Raises TableRefusal if there is no such seat."""
        if seat not in self.players and not (seat == CHANCE and self.header.dice == "typed"):
            raise TableRefusal(f"There is no seat '{seat}' at this table; there are {', '.join(self.players)}.")
        state = self.line.state
        return showing.seat_state(state, self.n, seat, state.deciders(), self.players.get(seat))

    def events_since(self, n: int, seat: str | None = None) -> list[NumberedEvents]:
        """The events of every entry after number ``n`` as ``seat`` may see them; None is everybody."""
        return [showing.told(logged, self.game, seat) for logged in self._log[max(0, n) :]]

    def clocks(self) -> tuple[Clock, ...]:
        """Every clock; equal to the answer before while nothing started, stopped or changed."""
        return self._clocks.records()

    def subscribe(self) -> Subscription:
        """Updates from now on, the first at once. A subscriber may be as slow as it likes; it must be closed."""
        return self._subscribers.add(self.n)

    def report(self) -> ReplayReport:
        """How the game went so far; ``journal.replay`` of this table's journal gives the same."""
        return journals.report(self.line, self.header.seed)

    def name_of(self, seat: str) -> str:
        """What people call a seat."""
        return showing.name_of(seat, self.players, self.view)

    # --- for those who work at the desk (the steward, the methods above) --------------------------------

    @property
    def waits_for_consent(self) -> bool:
        """People are being asked about an undo; bots wait."""
        return self._request is not None

    @property
    def being_put_right(self) -> bool:
        """Miniatures are owed to the game or astray: clocks stand still and bots wait."""
        return self.watch is not None and (self.watch.astray or self.watch.owes)

    @property
    def through_board(self) -> bool:
        """What is seen on the board is done on the board: while it is there, and always on a virtual one."""
        return self.board is not None and (self.board.online or self.control is not None)

    async def take(self, action: Action, *, by: str, note: str = "") -> tuple[Event, ...]:
        """Apply, journal, then let everybody see. Only at the desk. Raises IllegalAction; then nothing has changed."""
        state, events, digest = self.line.attempt(action)
        clocks = self._clocks_for(state, self.players, acted=action.seat)
        entry = await self._write("action", {"action": Game.record(action), "by": by}, clocks, digest, action, events)
        self.line.extend(Ply(entry.n, action, by, events, digest), state)
        self._clocks = clocks
        self._note = note
        if by not in ("bot", "dice"):
            self._request = None
        self._look_again()
        return events

    async def take_all(self, actions: Sequence[Action], *, by: str) -> tuple[Event, ...]:
        """Several actions that one pattern on the board means. A bot's own is written as the bot's."""
        events: tuple[Event, ...] = ()
        watch = self.watch
        try:
            for action in actions:
                if watch is not None:
                    watch.following = action is not actions[-1]
                player = self.players.get(action.seat)
                bot = player is not None and player.kind == "bot"
                events += await self.take(action, by="bot" if bot else by)
        finally:
            if watch is not None:
                watch.following = False
        return events

    def next_clock_ms(self) -> int | None:
        """Milliseconds until a clock runs out by itself."""
        return self._clocks.next_ms()

    def expired(self) -> tuple[tuple[str, str], ...]:
        """The clocks that ran out: seat and kind."""
        return self._clocks.expired()

    def pace(self, seat: str, ms: int) -> None:
        """A bot begins to think for all to see."""
        self._clocks.pace(seat, ms)
        self._tell()

    def pacing(self, seat: str) -> bool:
        """True while that is not over."""
        return bool(self._clocks.left_ms(seat, "pace"))

    def remark(self, note: str) -> None:
        """One sentence for everybody."""
        if note != self._note:
            self._say(note)

    def board_judged(self) -> None:
        """The board was looked at: clocks, lights and hands follow."""
        watch = self.watch
        if watch is None:
            return
        if not watch.astray:
            self._astray_since = None
        elif self._astray_since is None:
            self._astray_since = time.monotonic()
            if self.hands is not None:
                asyncio.get_running_loop().call_later(PATIENCE_S + 0.05, self.hands.stir)
        self._hold(self._clocks)
        self._tell()

    # --- inside --------------------------------------------------------------------------------------

    def _clocks_for(self, state: State, players: Mapping[str, Player], acted: str | None = None) -> Clocks:
        """The clocks once ``state`` holds; those that run now are not touched before that is journaled."""
        clocks = self._clocks.copy()
        clocks.unpace()
        clocks.asked(showing.turn_of(state.view(None)), state.deciders(), persons(players), acted=acted)
        return clocks

    def _hold(self, clocks: Clocks) -> None:
        if self.phase == "playing" and not self.being_put_right:
            clocks.go()
        else:
            clocks.hold()

    async def _write(
        self,
        kind: Literal["action", "undo", "pause", "resume", "player", "put-right"],
        record: dict[str, Any],
        clocks: Clocks,
        digest: str | None = None,
        action: Action | None = None,
        events: tuple[Event, ...] = (),
    ) -> Entry:
        wall_ms = time.time_ns() // 1_000_000
        entry = Entry(self.n + 1, kind, record, digest or self.line.digest, wall_ms, clocks.snapshot())
        try:
            await self._journal.append(entry)
        except JournalError as error:
            self._fatal = error
            self._ended.set()
            raise
        self._log.append(Logged(entry, action, events or showing.events_of(entry)))
        return entry

    async def _cut(self, number: int, by: str) -> None:
        n = self.line.plies[number - 1].n if number else 0
        clocks = self._start_clocks.copy()
        if number:
            clocks.restore(self._log[n - 1].entry.clocks)
        state = self.line.at(number)
        clocks.asked(showing.turn_of(state.view(None)), state.deciders(), persons(self.players))
        digest = self.line.plies[number - 1].digest if number else self.line.start_digest
        await self._write("undo", {"to": n, "by": by}, clocks, digest)
        self.line.cut(number)
        self._clocks, self._request = clocks, None
        self._note = f"{self.name_of(by)} took back what came after entry {n}."
        self._look_again(anew=True)

    async def _set_paused(self, paused: bool, by: str) -> None:
        if self._paused == paused:
            raise TableRefusal("The table is paused already." if paused else "The table is not paused.")
        await self._write("pause" if paused else "resume", {"by": by}, self._clocks)
        self._paused = paused
        self._look_again()

    def _look_again(self, *, anew: bool = False) -> None:
        """Something holds that did not hold before: everything that shows it follows."""
        self.moment += 1
        state = self.line.state
        self.view = state.view(None)
        picture = self._lights.of(state, self.view, persons(self.players))
        if self.watch is not None:
            self.watch.expect(state, picture, anew=anew)
        self._hold(self._clocks)
        self._tell()

    def _say(self, note: str) -> None:
        self._note = note
        self._tell()

    def _tell(self) -> None:
        scene = self._lights.show(self.watch, self._clocks, self.view)
        clocks, self._told_clocks = self._told_clocks, self._clocks.records()
        self._subscribers.tell(self.n, state=True, clocks=clocks != self._told_clocks, scene=scene)
        self._steward.stir()
        if self.hands is not None:
            self.hands.stir()

    def _hear(self, news: News) -> None:
        """The board's listener."""
        watch = self.watch
        assert watch is not None
        watch.hear(news)
        if self.hands is not None and watch.stable is not None:
            self.hands.seen(watch.stable)
        self._tell()

    def _lies(self, tiles: frozenset[int]) -> None:
        """The control's listener."""
        if self.hands is not None:
            self.hands.stir()

    def _wanted(self, lying: frozenset[int]) -> frozenset[int] | None:
        assert self.watch is not None
        since = self._astray_since
        waited = since is not None and time.monotonic() - since > PATIENCE_S
        return self.watch.wanted(lying, patient=bool(persons(self.players)) and not waited)
