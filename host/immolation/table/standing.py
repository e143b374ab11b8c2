"""Owns what holds at one table: the game, who plays, the clocks, the board beside it; and the one way it changes.

Everything that changes goes through `Standing.take` and its like: journaled first, seen by others after that. Must
never know who asked and whether they may: that is `table`. Not to be used without standing at the desk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from immolation.board.board_client import Board
from immolation.board.messages import News, Stable
from immolation.games import CHANCE, Action, Event, Game, State, Step

from . import journal_replay as journals
from . import public_records
from .board_reconciler import BoardWatch
from .clocks import Clocks
from .game_setup import begin
from .history import Line, Ply
from .journal_file import Kind
from .journal_replay import (
    Entry,
    Header,
    Journal,
    JournalError,
    ReplayReport,
)
from .players import persons
from .public_records import Logged
from .records import Clock, NumberedEvents, Phase, Player, SeatState, TableState
from .refusal import TableRefusal
from .scene_composer import Lights, Scene
from .step_playback import Replay
from .subscriptions import Subscribers, Subscription
from .undo import BY_THEMSELVES, UndoRequest
from .virtual_piece_mover import Control, Hands

PATIENCE_S = 5.0
"""People who put a virtual miniature astray are guided for so long before the hands put it back."""

HAND_MS = 250
"""Milliseconds between lifting and placing while people watch bots play."""


class Standing:
    """One table as it stands."""

    _journal: Journal
    line: Line
    """The actions in effect."""

    players: dict[str, Player]
    view: dict[str, Any]
    """The public view of the state that holds."""

    _paused: bool
    _log: list[Logged]
    _start_clocks: Clocks
    _clocks: Clocks

    def __init__(self, path: Path, board: Board | None, control: Control | None, *, pace_ms: int) -> None:
        """``pace_ms``: people watch, so hands move slowly enough to be followed, and long turns step by step; 0: none
        do."""
        self.path = path
        self.board = board
        self.control = control
        self.watch = BoardWatch(board) if board is not None else None
        self.hands: Hands | None = None
        self.moment = 0
        """Rises whenever somebody else may be asked, or something else."""

        self.on_change: list[Callable[[], None]] = []
        """Called after every change, before anybody else is told."""

        self.replay = Replay(pace_ms, self._step_on)
        self._lights = Lights(board)
        self._subscribers = Subscribers()
        self._told_clocks: tuple[Clock, ...] = ()
        self._request: UndoRequest | None = None
        self._note = ""
        self._astray_since: float | None = None
        self._now: Callable[[], int] | None = None
        self._fatal: JournalError | None = None
        self._ended = asyncio.Event()
        if board is not None:
            board.listeners.append(self._hear)
            if self.watch is not None and board.online and board.occupied is not None:
                # It was running before: what it has told already is not told again.
                self.watch.hear(Stable(board.occupied, frozenset()))
            if control is not None:
                self.hands = Hands(control, self._wanted, pause_ms=HAND_MS if pace_ms else 0)
                control.on_tiles.append(self._lies)

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
        """Journal number of the newest entry whose effect may be seen."""
        return self._log[-1].entry.n if self._log else 0

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        if self.view["over"] and self.replay.now is None:
            return "over"
        if self._paused:
            return "paused"
        return "astray" if self.watch is not None and self.watch.astray else "playing"

    @property
    def scene(self) -> Scene:
        """What the board shows, or would show."""
        return self._lights.scene

    def state_record(self) -> TableState:
        """What everybody may know; while a long turn is shown step by step, how the table stood at that step."""
        state = self.line.state
        step = self.replay.now
        view = self.view if step is None else step.view
        return TableState(
            self.n,
            self.id,
            self.game.name,
            self.game.title,
            self.phase,
            view,
            self.game.picture(view),
            public_records.public_deciders(state.deciders()) if step is None else {},
            dict(self.players),
            self.header.dice,
            self.watch.record() if self.watch is not None else public_records.NO_BOARD,
            state.outcome() if step is None else None,
            self.line.number > 0,
            self._note,
            self.hands.auto if self.hands is not None else None,
            tuple(seat for seat in self.players if self._request is not None and seat in self._request.missing),
            public_records.shown(step),
            self.replay.pace_ms,
        )

    def seat_record(self, seat: str) -> SeatState:
        """What one seat may know and do; ``chance`` where people roll. Raises TableRefusal if there is no such seat."""
        if seat not in self.players and not (seat == CHANCE and self.header.dice == "typed"):
            raise TableRefusal(f"There is no seat '{seat}' at this table; there are {', '.join(self.players)}.")
        state = self.line.state
        return public_records.seat_state(state, self.n, seat, state.deciders(), self.players.get(seat))

    def events_since(self, n: int, seat: str | None = None) -> list[NumberedEvents]:
        """The events of every entry after number ``n`` as ``seat`` may see them; None is everybody."""
        return [public_records.told(logged, self.game, seat) for logged in self._log[max(0, n) :]]

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
        """What people call a seat, or the host, who may act for all people."""
        return "The host" if seat == "host" else public_records.name_of(seat, self.players, self.view)

    def seat_name(self, seat: str) -> str:
        """What the game calls a seat, whoever plays it."""
        return public_records.seat_name(seat, self.view)

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
        steps = self.line.state.unfold(action) if self.replay.wanted else ()
        clocks = self._clocks_for(state, self.players, acted=action.seat)
        entry = await self._write("action", {"action": Game.record(action), "by": by}, clocks, digest, action, events)
        self.line.extend(Ply(entry.n, action, by, events, digest), state)
        self._clocks = clocks
        if note or by not in BY_THEMSELVES or not persons(self.players):
            self._note = note  # what dice and bots do at once must not wipe away what people have yet to read
        if by not in BY_THEMSELVES:
            self._request = None
        self._look_again(steps=steps)
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

    def _let_go(self) -> None:
        """Hear no more of the board."""
        if self.control is not None and self._lies in self.control.on_tiles:
            self.control.on_tiles.remove(self._lies)
        if self.board is not None and self._hear in self.board.listeners:
            self.board.listeners.remove(self._hear)

    def _adopt(self, journal: Journal, game: Game | None = None, name: str | None = None) -> None:
        """Bring the game of a journal to where it stands."""
        begun = begin(journal, game, name, now=self._now)
        self._journal, self.line = journal, begun.line
        self.players, self._paused, self._log = begun.players, begun.paused, begun.log
        self._start_clocks, self._clocks = begun.start_clocks, begun.clocks
        self._request = None
        self._look_again(anew=True)

    def _clocks_for(self, state: State, players: Mapping[str, Player], acted: str | None = None) -> Clocks:
        """The clocks once ``state`` holds; those that run now are not touched before that is journaled."""
        clocks = self._clocks.copy()
        clocks.unpace()
        clocks.asked(public_records.turn_of(state.view(None)), state.deciders(), persons(players), acted=acted)
        return clocks

    def _hold(self, clocks: Clocks) -> None:
        if self.phase == "playing" and not self.being_put_right and self.replay.now is None:
            clocks.go()
        else:
            clocks.hold()

    async def _write(
        self,
        kind: Kind,
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
        self._log.append(Logged(entry, action, events or public_records.events_of(entry)))
        return entry

    async def _cut(self, number: int, by: str) -> None:
        n = self.line.plies[number - 1].n if number else 0
        clocks = self._start_clocks.copy()
        if number:
            clocks.restore(self._log[n - 1].entry.clocks)
        state = self.line.at(number)
        clocks.asked(public_records.turn_of(state.view(None)), state.deciders(), persons(self.players))
        digest = self.line.plies[number - 1].digest if number else self.line.start_digest
        await self._write("undo", {"to": n, "by": by}, clocks, digest)
        self.line.cut(number)
        self._clocks, self._request = clocks, None
        self._note = f"{self.name_of(by)} took back what came after entry {n}."
        self._look_again(anew=True)

    def _look_again(self, *, anew: bool = False, steps: Sequence[Step] = ()) -> None:
        """Something holds that did not hold before: everything that shows it follows, step by step if there are any."""
        self.moment += 1
        self.replay.begin(steps)
        state = self.line.state
        self.view = state.view(None)
        picture = self._lights.of(state, self.view, persons(self.players))
        if self.watch is not None:
            self.watch.expect(state, picture, anew=anew)
        self._lights.step(self.game, self.replay.now)
        self._hold(self._clocks)
        self._tell()

    def _step_on(self) -> None:
        """Another step of a long turn is shown, or the last one is over."""
        self._lights.step(self.game, self.replay.now)
        self._hold(self._clocks)
        self._tell()

    def _say(self, note: str) -> None:
        self._note = note
        self._tell()

    def _tell(self) -> None:
        scene = self._lights.show(self.watch, self._clocks, self.view)
        clocks, self._told_clocks = self._told_clocks, self._clocks.records()
        self._subscribers.tell(self.n, state=True, clocks=clocks != self._told_clocks, scene=scene)
        for follow in self.on_change:
            follow()
        if self.hands is not None:
            self.hands.stir()

    def _hear(self, news: News) -> None:
        """The board's listener."""
        watch = self.watch
        assert watch is not None
        watch.hear(news)
        if self.hands is not None and isinstance(news, Stable):
            self.hands.seen(news.occupied)
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
