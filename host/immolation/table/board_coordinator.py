"""Joins a board to a game: stable tile patterns become actions, and a virtual board's pieces follow the game."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from immolation.board.board_client import BoardClient
from immolation.board.bring_up import Finding, RestartCounter, reported_findings
from immolation.board.messages import (
    BUTTON_NAMES,
    BoardEvent,
    BoardOnline,
    BoardStatus,
    ButtonPress,
    MagnetsRead,
    PatternLanded,
    StablePattern,
)
from immolation.board.sensor_test import SensorTest, TestKind
from immolation.games import Action, Event, IllegalAction
from immolation.task_cancellation import ended

from .action_queue import ActionQueue
from .board_reconciler import BoardReconciler
from .consent import SettleRequest, answered, owners_to_ask
from .journaled_game import JournaledGame
from .records import Which
from .refusal import TableRefusal
from .virtual_piece_mover import TileControl, VirtualPieceMover

log = logging.getLogger(__name__)

PATIENCE_S = 5.0
"""People who misplaced a virtual miniature are guided for so long before it is put back for them."""

ASKING_MS = 1_000
"""Milliseconds for which a button is held that asks what to do."""

MOVE_PAUSE_MS = 250
"""Milliseconds between lifting and placing while people watch bots play."""


class BoardCoordinator:
    """One board at one game."""

    def __init__(
        self,
        board: BoardClient,
        control: TileControl | None,
        game: JournaledGame,
        queue: ActionQueue,
        *,
        slow: bool,
        on_change: Callable[[], None],
    ) -> None:
        """``control`` moves the pieces of a virtual board, ``slow`` enough for people to follow.

        ``on_change`` is called after everything that must be shown.
        """
        self.board = board
        self.reconciler = BoardReconciler(board)
        self.piece_mover: VirtualPieceMover | None = None
        if control is not None:
            self.piece_mover = VirtualPieceMover(control, self._target_tiles, pause_ms=MOVE_PAUSE_MS if slow else 0)
        self._control = control
        self._game = game
        self._queue = queue
        self._on_change = on_change
        self.on_asked: Callable[[int], None] = lambda button: None
        """Called with the button of a seat whose player holds it to ask what to do."""

        self._pressed_for_something: int | None = None
        """The button that did something when it was pressed last: to hold it on asks nothing."""

        self.request: SettleRequest | None = None
        """What the owners of miniatures are asked to agree to."""

        self.test: SensorTest | None = None
        """The self-test or calibration that was asked for last, until it is put away."""

        self._may_be_testing = not board.online
        """It may be in a test of which nobody hears any more: of a host that was killed, or of a lost connection."""

        self._restarts = RestartCounter()
        self._running = self._closed = False
        self._moving: asyncio.Task[None] | None = None
        self._out_of_sync_since: float | None = None
        """Monotonic seconds."""

        if board.online and board.occupied is not None:
            # It was running before: what it has told already is not told again.
            self.reconciler.on_event(StablePattern(board.occupied, frozenset()))

    def listen(self) -> None:
        """Hear the board from now on."""
        self.board.listeners.append(self._on_board_event)
        if self._control is not None:
            self._control.on_tiles.append(self._on_pieces_moved)

    async def close(self) -> None:
        """Hear no more of the board, and take nothing more from it. A test ends: another table knows nothing of it."""
        self._running, self._closed = False, True
        if self.is_being_tested:
            self.board.set(do="stop")
        moving, self._moving = self._moving, None
        if moving is not None:
            await ended(moving)
        if self._control is not None and self._on_pieces_moved in self._control.on_tiles:
            self._control.on_tiles.remove(self._on_pieces_moved)
        if self._on_board_event in self.board.listeners:
            self.board.listeners.remove(self._on_board_event)

    def switch_sensor(self, tile: int, on: bool) -> None:
        """Hear the sensor of a tile no more, or again."""
        if on == (tile in self.board.switched_off):
            self.board.switch_sensor(tile, on)
            self.reconciler.switch_sensor(tile, on)
            self.apply_pattern_soon()
            self._on_change()

    def start(self, on_fault: Callable[[Exception], None]) -> None:
        """Take the actions of patterns from now on, the one that is there already first, and move virtual pieces.

        ``on_fault`` gets the error of a virtual board's hands.
        """
        self._running = True
        self.apply_pattern_soon()

        def report(moving: asyncio.Task[None]) -> None:
            error = None if moving.cancelled() else moving.exception()
            if isinstance(error, Exception):
                on_fault(error)

        if self.piece_mover is not None and self._moving is None:
            self._moving = asyncio.create_task(self.piece_mover.run())
            self._moving.add_done_callback(report)

    # --- from a stable pattern to accepted actions ---------------------------------------------------

    def begin_test(self, kind: TestKind, do: str) -> None:
        """Have the board test its sensors; until that has ended, nothing that it reads is a move.

        Raises TableRefusal where it is away: it would begin whenever it comes back.
        """
        if not self.board.online:
            raise TableRefusal("The board is away; it can be tested once it is there.")
        if self.is_being_tested and kind == "calibrate":
            self.board.set(do="stop")
        self.board.set(do=do)
        self._end_test()
        self.test = SensorTest(kind, self.board.occupied or frozenset())
        self._on_change()

    def end_test(self) -> None:
        """Have the board end its test; put the result away where it has ended already."""
        self.board.set(do="stop")
        if not self.is_being_tested:
            self.test = None
        self._end_test()
        self._on_change()

    def _end_test(self) -> None:
        if self.test is not None and self.is_being_tested:
            self.test.running = False
            self._after_test()

    def _after_test(self) -> None:
        self.reconciler.after_test()
        self.apply_pattern_soon()

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with the board, as far as it says so itself."""
        board, test = self.board, self.test
        if not board.online or not board.status:
            return []
        ended = test is not None and test.kind == "self-test" and not test.running
        return reported_findings(
            board.status,
            str(board.hello.get("sensor", "virtual")),
            answered=test.answered if test is not None and ended else frozenset(),
            switched_off=board.switched_off,
            limit_ma=board.limit_ma,
            restarts=self._restarts.count,
        )

    @property
    def is_being_tested(self) -> bool:
        """Somebody moves magnets over the board to test its sensors."""
        return self.test is not None and self.test.running and self.test.kind != "calibrate"

    def _on_board_event(self, event: BoardEvent) -> None:
        self.reconciler.on_event(event)
        if isinstance(event, BoardStatus):
            self._restarts.on_status(event.status)
        if isinstance(event, BoardOnline):
            if event.online and self._may_be_testing:
                self.board.set(do="stop")
            self._may_be_testing = not event.online and self.is_being_tested
        if self.test is not None:
            tested = self.is_being_tested
            self.test.on_event(event)
            if tested and not self.is_being_tested:
                self._after_test()
        if isinstance(event, StablePattern) and self.piece_mover is not None:
            off, lying = self.board.switched_off, self._control.tiles if self._control is not None else frozenset()
            self.piece_mover.on_stable(event.occupied - off | lying & off)
        if isinstance(event, StablePattern | BoardOnline):
            self.request = None  # it was about what stood there before
            self.apply_pattern_soon()
        if isinstance(event, MagnetsRead):
            self.apply_pattern_soon()
        if isinstance(event, PatternLanded) and self._running:
            self._queue.post(partial(self.apply_landed, event))
        counts = self._running and not self.is_being_tested  # a self-test asks for every button
        if isinstance(event, ButtonPress) and counts and (not event.up or event.held_ms >= ASKING_MS):
            self._queue.post(partial(self._held if event.up else self._press, event.button))
        self._on_change()

    async def _press(self, button: int) -> None:
        if self._closed:
            return
        choices, seats = self.reconciler.choices, tuple(self._game.players)
        self._pressed_for_something = None
        try:
            if len(choices) == 1 and button < len(seats) and {one.seat for one in choices[0]} == {seats[button]}:
                await self.take_actions(choices[0], by="board")  # the board asks whether it was so, and this says yes
            else:
                await self._game.press(button)
            self._pressed_for_something = button
        except (TableRefusal, IllegalAction) as refused:
            log.info("Button %s: %s", BUTTON_NAMES[button], refused)

    async def _held(self, button: int) -> None:
        if button != self._pressed_for_something:
            self.on_asked(button)

    def apply_pattern_soon(self) -> None:
        """Let `apply_pattern` have its turn in the queue."""
        if self._running:
            self._queue.post(self.apply_pattern)

    async def apply_pattern(self) -> None:
        """Take the actions that the last stable pattern means, if it was not judged yet. Only in the action queue."""
        reconciler, game = self.reconciler, self._game
        if self._closed or self.is_being_tested or not reconciler.is_unjudged:
            return
        candidates = self._legal_for_people()
        if not game.paused and not game.is_over and reconciler.intended_move is not None:
            candidates.append(reconciler.intended_move.action)
        if game.paused:
            reconciler.intend(None)
        mover = self.piece_mover
        actions = reconciler.infer_actions(
            candidates,
            transient=mover is not None and mover.busy,
            placed=mover.placed if mover is not None else {},
        )
        if mover is not None and reconciler.agrees:
            mover.forget_placed()
        try:
            await self.take_actions(actions, by="board")
        except IllegalAction as refused:
            log.error("The board was read as what may not be done (%s): %s", refused.refusal.rule, refused)
        self.on_judged()

    def _legal_for_people(self) -> list[Action]:
        """List what the people who are asked may do now."""
        game = self._game
        if game.paused or game.is_over:
            return []
        people = game.persons
        return [action for seat in game.state.deciders() if seat in people for action in game.state.legal_actions(seat)]

    async def apply_landed(self, landed: PatternLanded) -> None:
        """Take the action of what was put down from the air, where it can mean no other. Only in the action queue."""
        reconciler, mover = self.reconciler, self.piece_mover
        if (
            self._closed
            or self.is_being_tested
            or (mover is not None and mover.busy)
            or self.board.occupied != landed.occupied
        ):
            return
        action = reconciler.only_reading(self._legal_for_people(), landed)
        if action is None:
            return
        self.board.accept_pattern()
        reconciler.on_event(StablePattern(landed.occupied, frozenset()))
        try:
            await self.take_actions((action,), by="board")
        except IllegalAction as refused:
            log.error("The board was read as what may not be done (%s): %s", refused.refusal.rule, refused)
        self.on_judged()

    async def take_actions(self, actions: Sequence[Action], *, by: str) -> tuple[Event, ...]:
        """Take several actions that one pattern means; returns their events. A bot's own is journaled as the bot's."""
        events: tuple[Event, ...] = ()
        try:
            for action in actions:
                self.reconciler.mid_sequence = action is not actions[-1]
                player = self._game.players.get(action.seat)
                bot = player is not None and player.kind == "bot"
                events += await self._game.take_action(action, by="bot" if bot else by)
        finally:
            self.reconciler.mid_sequence = False
        return events

    async def choose(self, index: int, by: str) -> tuple[Event, ...]:
        """Take the choice that was meant, counted from 0. Raises TableRefusal for any other, or for who may not."""
        self._check_untested()
        choices = self.reconciler.choices
        if not 0 <= index < len(choices):
            raise TableRefusal("There is nothing to choose." if not choices else f"There is no choice {index}.")
        moved = {action.seat for action in choices[index]}
        if by in self._game.players and not moved <= {by}:
            names = " and ".join(self._game.name_of(seat) for seat in sorted(moved - {by}))
            raise TableRefusal(f"Only {names}, or the host, says which move was meant.")
        return await self.take_actions(choices[index], by="board")

    async def put_right(self, which: Which, by: str) -> bool:
        """Say which of board and game is right; False if the owners of what differs must agree first.

        Raises TableRefusal.
        """
        self._check_online()
        self._check_untested()
        settlement = self.reconciler.settlement()
        if which == "board" and settlement is not None:
            self._corrections()
        missing = owners_to_ask(settlement.owners if settlement is not None else (), self._game.persons, by)
        if missing and settlement is not None:
            self.request = SettleRequest(by, missing, self._game.next_request(), which)
            self._game.say(f"{self._game.name_of(by)} says that the {which} is right: {getattr(settlement, which)}.")
            return False
        await self._accept(which, by)
        return True

    async def consent(self, seat: str, yes: bool, to: int | None = None) -> bool:
        """Answer a request to agree, the one with the number ``to``; True once it is done.

        Raises TableRefusal for a seat not asked, or asked something else by now.
        """
        self._check_untested()
        self.request, said = answered(self.request, self._game.players, seat, self._game.name_of(seat), yes, to)
        if self.request is None or said:
            self._game.say(said)
            return False
        request, self.request = self.request, None
        await self._accept(request.which, request.by)
        return True

    async def _accept(self, which: Which, by: str) -> None:
        settlement = self.reconciler.settlement()
        effect = f": {getattr(settlement, which)}" if settlement is not None else ""
        record = {"which": which, "by": by, "text": f"{self._game.name_of(by)} said the {which} is right{effect}."}
        self.request = None
        await (self._accept_board(record) if which == "board" else self._accept_game(record))

    async def _accept_board(self, record: Mapping[str, Any]) -> None:
        """Correct the game to what the sensors read. Raises TableRefusal if that is not clear or nothing differs."""
        corrections = self._corrections()
        await self._game.write("put-right", record)
        await self.take_actions(corrections, by="board")

    def _corrections(self) -> tuple[Action, ...]:
        corrections = self.reconciler.corrections_to_board()
        if corrections is None:
            raise TableRefusal("It is not clear what stands where; correct it on the page, or move it as it is lit.")
        if not corrections:
            raise TableRefusal("Board and game agree already.")
        return corrections

    async def _accept_game(self, record: Mapping[str, Any]) -> None:
        """Ignore what differs until it reads differently; a bot's move that waits for its piece is taken as made."""
        reconciler = self.reconciler
        move = reconciler.intended_move
        await self._game.write("put-right", record)
        if move is not None and not self.is_being_corrected:
            await self._game.take_action(move.action, by="bot")
        else:
            reconciler.ignore_differences()
        self._game.changed()

    def _check_online(self) -> None:
        if not self.board.online:
            raise TableRefusal("There is no board that could be put right.")

    def _check_untested(self) -> None:
        if self.is_being_tested:
            raise TableRefusal("The board is being tested, and what lies on it is no move; end the test first.")

    def on_judged(self) -> None:
        """The board was compared with the game: everything that shows it follows."""
        if not self.reconciler.out_of_sync:
            self._out_of_sync_since = None
        elif self._out_of_sync_since is None:
            self._out_of_sync_since = time.monotonic()
            if self.piece_mover is not None:
                asyncio.get_running_loop().call_later(PATIENCE_S + 0.05, self.piece_mover.wake)
        self._on_change()

    # --- what the table asks -------------------------------------------------------------------------

    @property
    def is_being_corrected(self) -> bool:
        """Miniatures still have to be moved, or none of it is explained: clocks stand still and bots wait."""
        return self.reconciler.out_of_sync or self.reconciler.has_pending_moves

    @property
    def carries_out_moves(self) -> bool:
        """True where what can be seen on the board is done on the board: while it is there, and always on a virtual
        one.
        """
        return self.board.online or self._control is not None

    def _on_pieces_moved(self, tiles: frozenset[int]) -> None:
        if self.piece_mover is not None:
            self.piece_mover.wake()

    def _target_tiles(self, occupied: frozenset[int]) -> frozenset[int] | None:
        if self.is_being_tested:
            return None
        since = self._out_of_sync_since
        waited = since is not None and time.monotonic() - since > PATIENCE_S
        wanted = self.reconciler.target_tiles(occupied, patient=bool(self._game.persons) and not waited)
        if waited and wanted is not None and wanted != occupied:
            told = self.reconciler.put_back_text()
            if told and told != self._game.note:
                self._game.say(told)
        return wanted
