"""The lights of a virtual board: one frame a credit, never one more; and hands that move its miniatures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.broker import pixel_stream as module
from immolation.broker import topics
from immolation.broker.command_handler import CommandHandler
from immolation.broker.publisher import Publisher

from tests.broker.conftest import Game
from tests.broker.waiting import PATIENCE, Listener, happens

PIXELS = topics.board("immolation", "pixels")
CREDIT = topics.board("immolation", "credit")
HAND = topics.board("immolation", "hand")


class Board:
    """As a `VirtualControl` behaves: a frame for each credit, and what hands did."""

    def __init__(self) -> None:
        self.asked = 0
        self.silent = False
        self.moved: list[tuple[int, bool]] = []
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()

    async def credit(self, count: int) -> None:
        self.asked += count
        if not self.silent:
            for _ in range(count):
                self._frames.put_nowait(bytes([self.asked % 256]) * 300)

    async def frames(self) -> AsyncIterator[bytes]:
        while True:
            yield await self._frames.get()

    async def hand(self, tile: int, up: bool) -> None:
        if tile == 13:
            raise ValueError("Nothing stands on 13.")
        self.moved.append((tile, up))


@pytest.fixture
async def board(game: Game, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Board]:
    monkeypatch.setattr(module, "SILENCE_SECONDS", PATIENCE)  # a busy machine is no board that was reset
    board = Board()
    publisher = Publisher(game.table, game.connection, control=board)
    commands = CommandHandler(game.table, game.connection, control=board)
    await publisher.start()
    await commands.start()
    await game.connection.drained()
    yield board
    await commands.stop()
    await publisher.stop()


async def give(page: Listener, client: str, frames: int) -> None:
    await page.client.publish(CREDIT, msgspec.json.encode({"client": client, "frames": frames}), qos=1)


async def test_a_board_nobody_looks_at_is_not_asked_for_frames(game, board):
    async with game.site.joined("page", PIXELS):
        pass
    assert board.asked == 0


async def test_there_are_as_many_frames_as_credit(game, board):
    async with game.site.joined("page", PIXELS) as page:
        await give(page, "one", 2)
        await page.until(lambda: len(page.on(PIXELS)) == 2)
        await give(page, "one", 1)
        await page.until(lambda: len(page.on(PIXELS)) == 3)
        assert board.asked == 3
        assert {len(message.payload) for message in page.on(PIXELS)} == {300}
        assert not any(message.retain for message in page.on(PIXELS))


async def test_two_pages_share_the_frames(game, board):
    async with game.site.joined("page", PIXELS) as page:
        board.silent = True
        await give(page, "slow", 1)
        await give(page, "fast", 3)
        await happens(lambda: board.asked == 1)
        board.silent = False
        await board.credit(1)  # the frame that was owed
        await page.until(lambda: len(page.on(PIXELS)) == 3)


async def test_a_board_that_was_reset_meanwhile_is_asked_again(game, board, monkeypatch):
    monkeypatch.setattr(module, "SILENCE_SECONDS", 0.05)
    async with game.site.joined("page", PIXELS) as page:
        board.silent = True
        await give(page, "one", 1)
        await happens(lambda: board.asked >= 1)
        board.silent = False
        await page.until(lambda: page.on(PIXELS))


@pytest.mark.parametrize("payload", [b"", b"{}", b"\xff", b'{"client":"a/b","frames":1}', b'{"client":"a","frames":0}'])
async def test_credit_that_is_none_is_passed_over(game, board, payload):
    async with game.site.joined("page", PIXELS) as page:
        await page.client.publish(CREDIT, payload, qos=1)
        await give(page, "one", 1)
        await page.until(lambda: page.on(PIXELS))
        assert board.asked == 1


async def test_hands_move_what_lies_on_the_board_in_order(game, board):
    async with game.site.joined("page") as page:
        for tile, up in ((34, True), (13, True), (35, False)):
            await page.client.publish(HAND, msgspec.json.encode({"tile": tile, "up": up}), qos=1)
        for nonsense in (b'{"tile":107,"up":true}', b'{"tile":"34","up":true}', b"[", b""):
            await page.client.publish(HAND, nonsense, qos=1)
        await page.client.publish(HAND, msgspec.json.encode({"tile": 36, "up": True}), qos=1)
        await happens(lambda: len(board.moved) == 3)
    assert board.moved == [(34, True), (35, False), (36, True)]


@pytest.mark.needs("micropython")
async def test_the_real_virtual_board_shows_its_lights_and_obeys_hands(game, tmp_path):
    virtual = VirtualBoard(tmp_path / "board")
    await virtual.start()
    try:
        control = await VirtualControl.connect(virtual.control)
        publisher = Publisher(game.table, game.connection, control=control)
        commands = CommandHandler(game.table, game.connection, control=control)
        await publisher.start()
        await commands.start()
        await game.connection.drained()
        async with game.site.joined("page", PIXELS) as page:
            await give(page, "one", 2)
            await page.until(lambda: len(page.on(PIXELS)) == 2)
            assert {len(message.payload) for message in page.on(PIXELS)} == {300}
            lifted = asyncio.Event()
            control.on_tiles.append(lambda tiles: lifted.set() if 34 in tiles else None)
            await page.client.publish(HAND, b'{"tile":34,"up":false}', qos=1)
            await asyncio.wait_for(lifted.wait(), PATIENCE)
        await commands.stop()
        await publisher.stop()
        await control.close()
    finally:
        await virtual.stop()
