"""A board without wires: with the interface of a `BoardClient`, moved by the test's own hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

from immolation.board.board_client import BoardClient
from immolation.board.circuitpy_drive import NoDrive
from immolation.board.firmware_update import FirmwareUpdate
from immolation.board.messages import (
    BoardEvent,
    BoardOnline,
    BoardStatus,
    MagnetsRead,
    PatternLanded,
    PatternMoving,
    StablePattern,
)
from immolation.games import Layer


class FakeBoard:
    """Sensors and lights in memory. `as_board` is what a table takes; `FakeHands` and `place` are hands at it."""

    def __init__(self, lying: Iterable[int] = (), *, online: bool = True) -> None:
        self.board_id = "fake"
        self.online = online
        self.problem = "" if online else "The board is not plugged in."
        self.doubtful: frozenset[int] = frozenset()
        self.switched_off: frozenset[int] = frozenset()
        self.status: dict[str, Any] = {}
        self.hello: dict[str, Any] = {"sensor": "matrix"}
        self.buttons = 0
        self.limit_ma: int | None = None
        self.kinds: dict[int, int] = {}
        self.drive: Path | None = None
        self.update = FirmwareUpdate(self._find_drive, self.tell)
        self.listeners: list[Callable[[BoardEvent], None]] = []
        self.scenes: list[tuple[Layer, ...]] = []
        self.identified = 0
        self.done: list[str] = []
        self.occupied: frozenset[int] | None = frozenset(lying)
        self._stable: frozenset[int] = frozenset(lying)
        self._touched: set[int] = set()

    @property
    def as_board(self) -> BoardClient:
        """For ``Table.open(board=...)``."""
        return cast(BoardClient, self)

    def show(self, layers: Sequence[Layer], brightness: int = 255) -> int:
        self.scenes.append(tuple(layers))
        return len(self.scenes)

    def set(self, **fields: Any) -> None:
        self.limit_ma = fields.get("ma", self.limit_ma)
        self.done += [fields["do"]] if "do" in fields else []

    def switch_sensor(self, tile: int, on: bool) -> None:
        self.switched_off = self.switched_off - {tile} if on else self.switched_off | {tile}

    def identify(self) -> None:
        self.identified += 1

    def tell(self, news: BoardEvent) -> None:
        for listener in tuple(self.listeners):
            listener(news)

    def _find_drive(self) -> Path:
        if self.drive is None:
            raise NoDrive("The board's drive is not here.")
        return self.drive

    def read(self, kinds: dict[int, int]) -> None:
        """The 3-axis sensors know which magnet stands where."""
        self.kinds = kinds
        self.tell(MagnetsRead(kinds))

    # --- what the sensors feel -----------------------------------------------------------------------

    def touch(self, tile: int, up: bool) -> None:
        """One edge: told at once, not yet sure."""
        assert self.occupied is not None
        self.occupied = self.occupied - {tile} if up else self.occupied | {tile}
        self._touched.add(tile)
        self.tell(PatternMoving(self._stable - self.occupied, self.occupied - self._stable))

    def rest(self) -> None:
        """Nothing has moved for a while."""
        assert self.occupied is not None
        self._stable = self.occupied
        touched, self._touched = frozenset(self._touched), set()
        self.tell(StablePattern(self._stable, touched))

    def land(self) -> None:
        """What came from the air has not moved for a moment."""
        assert self.occupied is not None
        self.tell(PatternLanded(self.occupied, frozenset(self._touched)))

    def accept_pattern(self) -> None:
        assert self.occupied is not None
        self._stable = self.occupied
        self._touched.clear()

    def place(self, *, off: Iterable[int] = (), on: Iterable[int] = ()) -> None:
        """A person lifts and puts down, and lets go."""
        for tile in off:
            self.touch(tile, True)
        for tile in on:
            self.touch(tile, False)
        self.rest()

    def plug(self, online: bool) -> None:
        self.online = online
        self.problem = "" if online else "The board was unplugged."
        self.tell(BoardOnline(online, self.problem))
        if online:
            self.rest()

    def report(self, **status: Any) -> None:
        self.status = status
        self.update.on_status(status)
        self.tell(BoardStatus(status))


class FakeControl:
    """The hands' end of a `FakeBoard`: each touch is felt a moment later, and rests when no other follows.

    ``rng`` makes it slow and restless: it sometimes rests between two touches, feels some of them late, and tells
    what lies on it late.
    """

    def __init__(self, board: FakeBoard, rng: Random | None = None) -> None:
        assert board.occupied is not None
        self.tiles: frozenset[int] = board.occupied
        """What lies there, as far as it was told."""

        self.lying: frozenset[int] = board.occupied
        self.on_tiles: list[Callable[[frozenset[int]], None]] = []
        self.touches = 0
        self._board = board
        self._rng = rng
        self._settling: asyncio.Task[None] | None = None

    async def hand(self, tile: int, up: bool) -> None:
        assert (tile in self.lying) == up, f"tile {tile} is {'empty' if up else 'taken'} already"
        self.lying = self.lying - {tile} if up else self.lying | {tile}
        if self._rng is None or self._rng.random() < 0.5:
            self._tell()
        self.touches += 1
        if self._settling is not None:
            self._settling.cancel()
        if self._rng is None or self._rng.random() < 0.7:
            self._board.touch(tile, up)
            if self._rng is not None and self._rng.random() < 0.3:
                self._board.rest()
        self._settling = asyncio.create_task(self._settle())

    def _tell(self) -> None:
        self.tiles = self.lying
        for listener in self.on_tiles:
            listener(self.tiles)

    async def _settle(self) -> None:
        for _ in range(1 if self._rng is None else self._rng.randrange(1, 20)):
            await asyncio.sleep(0)
        felt = self._board.occupied
        assert felt is not None
        self._tell()
        for tile in felt ^ self.lying:
            self._board.touch(tile, tile in felt)
        self._board.rest()


class LateControl(FakeControl):
    """The hands' end of a board whose sensors say nothing before ``feel`` is set."""

    def __init__(self, board: FakeBoard) -> None:
        super().__init__(board)
        self.feel = asyncio.Event()
        self.moved = asyncio.Event()

    async def hand(self, tile: int, up: bool) -> None:
        self.lying = self.lying - {tile} if up else self.lying | {tile}
        self._tell()
        if not up:
            self.moved.set()
        if self._settling is not None:
            self._settling.cancel()
        self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        await self.feel.wait()
        await super()._settle()
