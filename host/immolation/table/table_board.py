"""The board that a table plays on, or none: it is put there, exchanged, settled with the game and told what to do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from immolation.board.board_client import BoardClient
from immolation.board.circuitpy_drive import NoDrive
from immolation.board.firmware_update import VERSION, UpdateBusy
from immolation.games import Event

from .action_queue import ActionQueue
from .board_coordinator import BoardCoordinator
from .consent import SettleRequest
from .display.table_display import TableDisplay
from .hints import Hints
from .journaled_game import JournaledGame
from .records import BoardState, BoardTest, Firmware, Which
from .refusal import TableRefusal
from .virtual_piece_mover import TileControl


class TableBoard:
    """The place of a table's board. What raises TableRefusal has changed nothing."""

    def __init__(
        self,
        game: JournaledGame,
        queue: ActionQueue,
        display: TableDisplay,
        hints: Hints,
        on_fault: Callable[[Exception], None],
    ) -> None:
        """No board, until `put` brings one. ``on_fault`` gets the error of a virtual board's hands."""
        self.coordinator: BoardCoordinator | None = None
        self._game = game
        self._queue = queue
        self._display = display
        self._hints = hints
        self._on_fault = on_fault
        self._running = False

    # --- which board it is ---------------------------------------------------------------------------

    def put(self, board: BoardClient | None, control: TileControl | None) -> None:
        """Play on this board from the next change on, or on none; `listen` hears it."""
        self.coordinator = None
        if board is not None:
            announce, slow = self._display.announce, bool(self._display.playback.pace_ms)
            self.coordinator = BoardCoordinator(board, control, self._game, self._queue, slow=slow, on_change=announce)
            self.coordinator.on_asked = self._hints.on_asked
        self._display.play_on(self.coordinator)

    async def exchange(self, board: BoardClient | None, control: TileControl | None) -> None:
        """Play on another board from now on, or on none, as after a start."""
        await self.close()
        self.put(board, control)
        self._display.on_game_change((), True)
        self.listen()

    def listen(self) -> None:
        """Hear the board from now on, and take its actions where `start` was called."""
        if self.coordinator is not None:
            self.coordinator.listen()
            if self._running:
                self.coordinator.start(self._on_fault)

    def start(self) -> None:
        """Take the actions of this board, and of every later one."""
        self._running = True
        if self.coordinator is not None:
            self.coordinator.start(self._on_fault)

    async def close(self) -> None:
        """Hear no more of the board, and take nothing more from it."""
        if self.coordinator is not None:
            await self.coordinator.close()

    # --- what is seen of it --------------------------------------------------------------------------

    @property
    def request(self) -> SettleRequest | None:
        """What the owners of miniatures are asked to agree to."""
        return self.coordinator.request if self.coordinator is not None else None

    def record(self) -> BoardState:
        """Return what everybody may know of the board."""
        if self.coordinator is None:
            return BoardState()
        record, test = self.coordinator.reconciler.record(), self.coordinator.test
        course = (
            BoardTest(test.kind, test.running, tuple(sorted(test.answered)), test.said) if test is not None else None
        )
        findings, progress = tuple(self.coordinator.findings), self.coordinator.board.update.progress
        return msgspec.structs.replace(record, test=course, findings=findings, update=progress)

    @property
    def moves_pieces(self) -> bool | None:
        """Whether a virtual board's pieces are moved by themselves; None where they cannot be."""
        mover = self.coordinator.piece_mover if self.coordinator is not None else None
        return mover.auto if mover is not None else None

    # --- what people do with it ----------------------------------------------------------------------

    async def put_right(self, which: Which, by: str) -> bool:
        """See `BoardCoordinator.put_right`."""
        if which not in ("board", "game"):
            raise TableRefusal(f"Either the board or the game is right, not '{which}'.")
        return await self._here("There is no board that could be put right.").put_right(which, by)

    async def choose(self, index: int, by: str) -> tuple[Event, ...]:
        """See `BoardCoordinator.choose`."""
        return await self._here("There is nothing to choose.").choose(index, by)

    def set_hands(self, auto: bool) -> None:
        """Let a virtual board's pieces be moved by themselves, or not."""
        mover = self.coordinator.piece_mover if self.coordinator is not None else None
        if mover is None:
            raise TableRefusal("Only a virtual board has helping hands.")
        mover.auto = auto
        self._display.announce()

    async def set_current_limit(self, ma: int) -> None:
        """Let the board draw so much current at most, in mA from 100 to 6000."""
        if not 100 <= ma <= 6000:
            raise TableRefusal("The current limit is 100 to 6000 mA.")
        self.client.set(ma=ma)
        self._display.announce()

    async def switch_sensor(self, tile: int, on: bool) -> None:
        """Take a tile as the game has it, whatever its sensor reads, or hear that again."""
        if not 0 <= tile < 100:
            raise TableRefusal("A tile is 0 to 99.")
        self._here("There is no board at this table.").switch_sensor(tile, on)

    def self_test(self, on: bool) -> None:
        """Let the board show every light and what its sensors read, or end it; put its result away once it has."""
        there = self._here("There is no board at this table.")
        if on:
            there.begin_test("self-test", "self-test")
        else:
            there.end_test()

    def calibrate(self, magnet: int | None) -> None:
        """Let an empty board take what its sensors read, or measure their gain with a magnet of this size, 1 to 4."""
        there = self._here("There is no board at this table.")
        there.begin_test(*(("calibrate", "calibrate") if magnet is None else ("gauge", f"gauge-{magnet}")))

    async def firmware(self) -> Firmware:
        """The firmware of this installation, and whether the board can be brought to it from here."""
        update = self._here("There is no board at this table.").board.update
        try:
            self._check_real()
            await update.drive()
        except (NoDrive, TableRefusal) as refused:
            return Firmware(VERSION, False, str(refused))
        return Firmware(VERSION, True, "")

    async def update_firmware(self) -> None:
        """Begin to write this installation's firmware to the board's drive. The game goes on."""
        update = self._here("There is no board at this table.").board.update
        self._check_real()
        try:
            await update.begin()
        except (NoDrive, UpdateBusy) as refused:
            raise TableRefusal(str(refused)) from None

    def _check_real(self) -> None:
        if self.moves_pieces is not None:
            raise TableRefusal("A virtual board runs the firmware of this installation already.")

    @property
    def client(self) -> BoardClient:
        """The board itself. Raises TableRefusal without one."""
        return self._here("There is no board at this table.").board

    def _here(self, otherwise: str) -> BoardCoordinator:
        if self.coordinator is None:
            raise TableRefusal(otherwise)
        return self.coordinator
