"""The host's board on the real firmware, in a real MicroPython on a real pseudo-terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from immolation.board.board_client import BoardClient, BoardOnline, StablePattern
from immolation.board.finder import list_boards
from immolation.board.guidance import guide
from immolation.board.scene import clock_light, compose
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.games import Layer, Picture, Piece

from tests.board.fake_board import Listener, kept, noise

pytestmark = pytest.mark.needs("micropython")

WALL = Layer("fire", 0xFF4000, tuple(range(10)), 20)


@pytest.fixture
async def virtual(tmp_path: Path) -> AsyncIterator[VirtualBoard]:
    virtual = VirtualBoard(tmp_path / "board")
    await virtual.start()
    yield virtual
    await virtual.stop()


@pytest.fixture
async def control(virtual: VirtualBoard) -> AsyncIterator[VirtualControl]:
    control = await VirtualControl.connect(virtual.control)
    yield control
    await control.close()


async def within(awaitable: Any) -> Any:
    async with asyncio.timeout(60):
        return await awaitable


def stands(*tiles: int) -> Any:
    return lambda piece: isinstance(piece, StablePattern) and piece.occupied == set(tiles)


def brightest(frame: bytes, tile: int) -> int:
    return max(frame[3 * tile : 3 * tile + 3])


async def test_light_comes_out_and_moves_come_in(virtual: VirtualBoard, control: VirtualControl) -> None:
    board = BoardClient(SerialLink(str(virtual.tty)), stable_ms=20)
    news = Listener(board)
    async with kept(board.run()):
        await control.hand(44, False)
        await news.until(stands(44))
        await within(board.shown(board.show([WALL])))
        frame = await control.next_frame()
        assert all(brightest(frame, tile) for tile in range(10))
        assert not any(brightest(frame, tile) for tile in range(10, 100))
        await control.move(44, 55)
        sure = await news.until(stands(55))
        assert sure.touched == {44, 55}
        assert "micropython" in board.counters.interpreter


async def test_a_crowded_scene_with_guidance_and_clocks_is_shown(
    virtual: VirtualBoard, control: VirtualControl
) -> None:
    picture = Picture((Piece(45, "king", "Vara", 0xFFFFFF, "p1", True),), (WALL, Layer("gem", 0xFF, (70,), 60)))
    layers = compose(
        picture,
        guidance=guide(picture, frozenset({42})),
        choices=(60, 61),
        clocks=[clock_light(30_000, 60_000, 0x00FF00, seat=(seat, 4)) for seat in range(4)],
    )
    board = BoardClient(SerialLink(str(virtual.tty)), stable_ms=20)
    async with kept(board.run()):
        await within(board.shown(board.show(layers)))
        frame = await control.next_frame()
        assert brightest(frame, 45), "where Vara belongs"
        assert brightest(frame, 60), "a choice"


async def test_after_a_reset_the_scene_is_back_and_the_tiles_are_known(
    virtual: VirtualBoard, control: VirtualControl
) -> None:
    board = BoardClient(SerialLink(str(virtual.tty)), stable_ms=20)
    news = Listener(board)
    async with kept(board.run()):
        await control.hand(12, False)
        await news.until(stands(12))
        await within(board.shown(board.show([WALL])))
        news.forget()
        await control.reset()
        await news.until(stands(12))
        while True:
            frame = await within(control.next_frame())
            if all(brightest(frame, tile) for tile in range(10)) and not brightest(frame, 44):
                break
        assert board.counters.hellos == 2


async def test_a_host_that_was_killed_leaves_the_light_and_the_next_one_takes_over(
    virtual: VirtualBoard, control: VirtualControl
) -> None:
    first = BoardClient(SerialLink(str(virtual.tty)), stable_ms=20)
    async with kept(first.run()):
        await control.hand(7, False)
        await within(first.shown(first.show([WALL])))
    assert brightest(await control.next_frame(), 3)
    second = BoardClient(SerialLink(str(virtual.tty)), stable_ms=20)
    news = Listener(second)
    async with kept(second.run()):
        await news.until(stands(7))
        assert brightest(await control.next_frame(), 3), "nothing was asked for yet, so nothing changes"
        await within(second.shown(second.show([Layer("solid", 0xFF, (90,))])))
        frame = await control.next_frame()
        assert brightest(frame, 90)
        assert not brightest(frame, 3)


async def test_noise_both_ways_loses_nothing_for_good(virtual: VirtualBoard, control: VirtualControl) -> None:
    board = BoardClient(SerialLink(str(virtual.tty), disturb=noise(0.02, seed=5)), stable_ms=20)
    news = Listener(board)
    async with kept(board.run()):
        await news.until(lambda piece: piece == BoardOnline(True))
        await control.hand(0, False)
        for tile in range(5):
            await control.move(tile, tile + 1)
            await within(board.shown(board.show([WALL, Layer("gem", 0xFF, (tile + 20,), 60)])))
            await news.until(stands(tile + 1))
        frame = await control.next_frame()
        assert brightest(frame, 24)
        assert not brightest(frame, 23)
        assert board.counters.bad_lines > 0


async def test_a_virtual_board_is_found(virtual: VirtualBoard) -> None:
    assert virtual.tty in [Path(found.port) for found in list_boards(ports=[])]
