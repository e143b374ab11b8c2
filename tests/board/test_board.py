"""A board seen from the host, over a real serial line: it is found, heard, lit, lost and found again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Any

import pytest
from immolation.board.board_client import (
    BoardClient,
    BoardMessage,
    BoardOnline,
    BoardStatus,
    ButtonPress,
    PatternMoving,
    StablePattern,
)
from immolation.board.link import LinkClosed
from immolation.board.serial_link import SerialLink
from immolation.games import Layer
from immolation_board import wire

from tests.board.fake_board import FakeBoard, Listener, kept, noise

FIRE = Layer("fire", 0xFF4000, (0, 1, 2, 3))
GEM = Layer("gem", 0x0040FF, (44,))
STABLE_MS = 20


@pytest.fixture
async def fake() -> AsyncIterator[FakeBoard]:
    async with FakeBoard() as board:
        yield board


@pytest.fixture
async def board(fake: FakeBoard) -> AsyncIterator[BoardClient]:
    board = BoardClient(SerialLink(fake.path), stable_ms=STABLE_MS)
    async with kept(board.run()):
        yield board


async def within(awaitable: Any) -> Any:
    async with asyncio.timeout(60):
        return await awaitable


async def test_a_board_is_greeted_and_told_what_to_show(board: BoardClient, fake: FakeBoard) -> None:
    news = Listener(board)
    n = board.show([FIRE, GEM], brightness=200)
    await within(board.shown(n))
    assert board.online
    assert board.problem == ""
    assert fake.lit("fire") == {0, 1, 2, 3}
    assert fake.lit("gem") == {44}
    assert fake.brightness == 200
    assert news.news[0] == BoardOnline(True)
    assert board.counters.interpreter == "1.0 fake"
    assert (board.counters.scenes, board.counters.hellos) == (1, 1)


async def test_a_cable_that_is_pulled_is_told_in_words(fake: FakeBoard) -> None:
    """Not in those of the driver, which people read on the page: "device reports readiness to read but ..."."""
    link = SerialLink(fake.path)
    fake.speaks = False
    await link.open()
    fake.unplug()
    with pytest.raises(LinkClosed) as gone:
        await within(link.receive())
    assert gone.value.args[0] == f"{fake.path} is gone: it was unplugged or reset."
    await link.close()


async def test_a_board_that_greets_first_is_greeted_before_it_gets_a_scene(fake: FakeBoard) -> None:
    """It tells of its buttons only a host whose version it knows; so also when it has been reset."""

    def greeted() -> bool:
        kinds = [message["k"] for message in fake.heard]
        return "hello" in kinds[: kinds.index("scene")]

    fake.reset()
    board = BoardClient(SerialLink(fake.path), stable_ms=STABLE_MS)
    board.show([FIRE])
    async with kept(board.run()):
        await fake.until(lambda: bool(fake.shown))
        assert greeted()
        fake.heard.clear()
        fake.reset()
        await fake.until(lambda: bool(fake.shown))
        assert greeted()


async def test_the_newest_scene_wins(board: BoardClient, fake: FakeBoard) -> None:
    for tile in range(50):
        n = board.show([Layer("solid", 0xFFFFFF, (tile,))])
    await within(board.shown(n))
    assert fake.lit("solid") == {49}
    assert board.counters.scenes < 50, "scenes that were replaced at once need not be sent"


async def test_no_layers_turn_the_lights_off(board: BoardClient, fake: FakeBoard) -> None:
    await within(board.shown(board.show([FIRE])))
    await within(board.shown(board.show([])))
    assert fake.shown == ()


async def test_the_newest_scene_can_be_waited_for(board: BoardClient, fake: FakeBoard) -> None:
    for tile in range(20):
        board.show([Layer("solid", 1, (tile,))])
    await within(board.shown())
    assert fake.lit("solid") == {19}


async def test_a_scene_no_board_can_draw_is_refused_whole(board: BoardClient, fake: FakeBoard) -> None:
    await within(board.shown(board.show([FIRE])))
    with pytest.raises(wire.BadMessage, match="one of solid, fire"):
        board.show([GEM, Layer("disco", 1, (2,))])
    with pytest.raises(wire.BadMessage, match="tile 107 is not on the board"):
        board.show([Layer("solid", 1, (107,))])
    await within(board.shown(board.show([GEM])))
    assert fake.lit("fire") == set()
    assert fake.lit("gem") == {44}


async def test_a_move_is_told_at_once_and_again_when_it_is_sure(board: BoardClient, fake: FakeBoard) -> None:
    fake.occupied = {44, 12}
    news = Listener(board)
    assert await news.one(StablePattern) == StablePattern(frozenset({44, 12}), frozenset())
    fake.lift(44)
    moving = await news.until(lambda piece: isinstance(piece, PatternMoving))
    assert moving == PatternMoving(frozenset({44}), frozenset())
    fake.place(45)
    sure = await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {12, 45})
    assert 45 in sure.touched
    assert board.occupied == {12, 45}
    assert board.counters.edges == 2


async def test_a_slid_miniature_is_one_move_and_every_tile_on_the_way_is_known(fake: FakeBoard) -> None:
    fake.occupied = {44}
    board = BoardClient(SerialLink(fake.path), stable_ms=200)
    news = Listener(board)
    async with kept(board.run()):
        await news.one(StablePattern)
        news.forget()
        fake.move(44, 45, 46, 47)
        assert await news.one(StablePattern) == StablePattern(frozenset({47}), frozenset({44, 45, 46, 47}))


async def test_a_piece_put_back_is_told_as_the_same_pattern(fake: FakeBoard) -> None:
    fake.occupied = {44}
    board = BoardClient(SerialLink(fake.path), stable_ms=200)
    news = Listener(board)
    async with kept(board.run()):
        await news.one(StablePattern)
        news.forget()
        with fake.at_once():
            fake.lift(44)
            fake.place(44)
        assert await news.one(StablePattern) == StablePattern(frozenset({44}), frozenset({44}))


async def test_lost_edges_are_healed_by_the_bitmap(board: BoardClient, fake: FakeBoard) -> None:
    fake.occupied = {44}
    news = Listener(board)
    await news.one(StablePattern)
    fake.loses = lambda message: message["k"] == "edge"
    fake.move(44, 55)
    sure = await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {55})
    assert {44, 55} <= sure.touched


async def test_edges_alone_are_never_sure(board: BoardClient, fake: FakeBoard) -> None:
    """A ghost edge (noise that passed for one) is not a move while the bitmap says otherwise."""
    fake.occupied = {44}
    news = Listener(board)
    await news.one(StablePattern)
    news.forget()
    fake.say({"k": "edge", "c": 9, "ms": 1, "tile": 44, "up": 1})
    again = await news.one(StablePattern)
    assert again.occupied == {44}


async def test_a_press_is_answered_each_time_and_told_once(board: BoardClient, fake: FakeBoard) -> None:
    news = Listener(board)
    await news.one(BoardOnline)
    for _ in range(3):
        fake.say({"k": "press", "c": 1, "ms": 5, "b": 2, "up": 0})
    fake.say({"k": "press", "c": 2, "ms": 185, "b": 2, "up": 1, "hold": 180})
    await fake.until(lambda: [heard["c"] for heard in fake.heard if heard["k"] == "heard"] == [1, 1, 1, 2])
    await news.until(lambda event: isinstance(event, ButtonPress) and event.up)
    presses = [event for event in news.news if isinstance(event, ButtonPress)]
    assert presses == [ButtonPress(2, False), ButtonPress(2, True, 180)]
    assert presses[0].name == "3"


async def test_tiles_are_confirmed_so_that_the_board_stops_repeating(board: BoardClient, fake: FakeBoard) -> None:
    fake.place(10)
    await fake.until(lambda: fake.got == fake.tiles_counter)
    assert {"k": "got", "c": fake.tiles_counter} in fake.heard


async def test_a_board_that_was_reset_gets_its_scene_back(board: BoardClient, fake: FakeBoard) -> None:
    fake.occupied = {7}
    news = Listener(board)
    await within(board.shown(board.show([FIRE])))
    await news.one(StablePattern)
    news.forget()
    fake.reset()
    assert fake.shown == ()
    await fake.until(lambda: fake.lit("fire") == {0, 1, 2, 3})
    assert (await news.one(StablePattern)).occupied == {7}
    assert board.counters.hellos == 2
    assert not [piece for piece in news.news if isinstance(piece, BoardOnline)], "it was never away"


async def test_a_reset_whose_hello_was_lost_is_noticed(board: BoardClient, fake: FakeBoard) -> None:
    for tile in (1, 2, 3):
        fake.place(tile)
    news = Listener(board)
    await within(board.shown(board.show([GEM])))
    await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {1, 2, 3})
    fake.power_on()
    await fake.until(lambda: fake.lit("gem") == {44})
    assert board.counters.hellos == 2


async def test_a_host_that_was_restarted_takes_over_a_board_with_higher_numbers(fake: FakeBoard) -> None:
    fake.n = fake.shown_n = 900_000
    board = BoardClient(SerialLink(fake.path), stable_ms=STABLE_MS)
    async with kept(board.run()):
        await within(board.shown(board.show([FIRE])))
        assert fake.lit("fire") == {0, 1, 2, 3}
        assert fake.n > 900_000


async def test_a_clock_of_light_has_run_on_when_a_reset_board_gets_it_again(
    board: BoardClient, fake: FakeBoard
) -> None:
    await within(board.shown(board.show([Layer("clock", 0xFF, (0, 1), clock=(60_000, 60_000))])))
    first = fake.shown[0]["m"]
    fake.reset()
    await fake.until(lambda: bool(fake.shown))
    assert fake.shown[0]["m"][0] <= first[0]
    assert fake.shown[0]["m"][1] == 60_000


@pytest.mark.parametrize(("version", "side"), [((2, 0), "this host"), ((0, 9), "the firmware of board immolation")])
async def test_another_protocol_is_refused_with_the_side_to_update(version: tuple[int, int], side: str) -> None:
    async with FakeBoard(version=version) as fake:
        board = BoardClient(SerialLink(fake.path))
        news = Listener(board)
        board.show([FIRE])
        async with kept(board.run()):
            said = await news.one(BoardMessage)
        assert said.text == f"Protocol {version[0]} meets 1: update {side}."
        assert not board.online
        assert "scene" not in fake.kinds()


async def test_a_newer_minor_version_is_welcome() -> None:
    async with FakeBoard(version=(1, 7)) as fake:
        board = BoardClient(SerialLink(fake.path))
        async with kept(board.run()):
            await within(board.shown(board.show([FIRE])))
            assert fake.lit("fire")


async def test_two_per_cent_of_bytes_corrupted_both_ways_still_converge() -> None:
    """D5: connection trouble. Nothing is lost for good on a line that garbles most long messages."""
    async with FakeBoard() as fake:
        fake.occupied = {44, 9}
        board = BoardClient(SerialLink(fake.path, disturb=noise(0.02, seed=7)), stable_ms=STABLE_MS)
        news = Listener(board)
        async with kept(board.run()):
            layers = [Layer("gem", 0x100000 * i, (i,), priority=i) for i in range(12)]
            await within(board.shown(board.show(layers)))
            assert fake.lit("gem") == set(range(12))
            fake.move(44, 45)
            await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {9, 45})
            assert board.counters.bad_lines > 0
            assert fake.reader.bad > 0


async def test_garbage_changes_nothing(board: BoardClient, fake: FakeBoard) -> None:
    fake.occupied = {5}
    news = Listener(board)
    await within(board.shown(board.show([FIRE])))
    await news.one(StablePattern)
    for rubbish in (b"\x00\xff" * 400 + b"\n", b"{}*00000000\n", b'{"k":"tiles"}*12345678\n', b"\n\n\n", b"x" * 5000):
        fake.raw(rubbish + b"\n")
    fake.raw(b'{"k":"nonsense"}*%08x\n' % __import__("binascii").crc32(b'{"k":"nonsense"}'))
    fake.place(6)
    await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {5, 6})
    assert board.online
    assert fake.lit("fire") == {0, 1, 2, 3}
    assert board.counters.bad_lines >= 4


async def test_half_a_line_of_an_earlier_life_does_not_spoil_the_first_message(fake: FakeBoard) -> None:
    """The host's first byte is a newline; the board's stale bytes on connect are passed over."""
    fake.raw(b'iles","c":4,"on":"000')
    board = BoardClient(SerialLink(fake.path), stable_ms=STABLE_MS)
    async with kept(board.run()):
        await within(board.shown(board.show([FIRE])))
        assert fake.lit("fire")


async def test_a_pulled_cable_is_told_and_a_new_one_is_found(fake: FakeBoard, tmp_path: Any) -> None:
    link_path = tmp_path / "tty"
    link_path.symlink_to(fake.path)
    board = BoardClient(SerialLink(str(link_path)), stable_ms=STABLE_MS)
    news = Listener(board)
    async with kept(board.run()):
        n = board.show([FIRE])
        await within(board.shown(n))
        news.forget()
        fake.unplug()
        gone = await news.one(BoardOnline)
        assert not gone.online
        assert "gone" in gone.why
        async with FakeBoard() as other:
            link_path.unlink()
            os.symlink(other.path, link_path)
            await other.until(lambda: other.lit("fire") == {0, 1, 2, 3})
            assert board.online
            assert board.counters.hellos == 2


async def test_a_link_that_leads_to_another_device_is_followed_though_the_first_one_lives(
    fake: FakeBoard, tmp_path: Any
) -> None:
    """A pseudo-terminal of a board that died may be another table's board when the host opens it again."""
    link_path = tmp_path / "tty"
    link_path.symlink_to(fake.path)
    board = BoardClient(SerialLink(str(link_path)), stable_ms=STABLE_MS)
    news = Listener(board)
    async with kept(board.run()), FakeBoard() as own:
        await within(board.shown(board.show([FIRE])))
        news.forget()
        fresh = tmp_path / "tty.new"
        fresh.symlink_to(own.path)
        fresh.replace(link_path)
        gone = await news.one(BoardOnline)
        assert "leads to another device now" in gone.why
        await own.until(lambda: own.lit("fire") == {0, 1, 2, 3})
        async with kept((others := BoardClient(SerialLink(fake.path), stable_ms=STABLE_MS)).run()):
            await within(others.shown(others.show([FIRE])))  # the first one is free for whose it is


async def test_a_board_that_does_not_read_never_stalls_the_host(board: BoardClient, fake: FakeBoard) -> None:
    await within(board.shown(board.show([FIRE])))
    news = Listener(board)
    fake.reads = False
    fake.raw(b"\n")
    n = 0
    for tile in range(100):
        n = board.show([Layer("fire", tile, tuple(range(100)), priority=p) for p in range(16)])
        await asyncio.sleep(0)
    gone = await news.one(BoardOnline)  # its buffer is full; after the write time-out the port is opened again
    assert "has not taken a byte" in gone.why
    fake.reads = True
    fake.loop.add_reader(fake.master, fake._readable)
    await within(board.shown(n))
    assert len(fake.shown) == 16


async def test_settings_are_checked_kept_and_sent_again_after_a_reset(board: BoardClient, fake: FakeBoard) -> None:
    board.set(ma=1500, scan=10)
    await fake.until(lambda: {"k": "set", "ma": 1500, "scan": 10} in fake.heard)
    with pytest.raises(wire.BadMessage, match="100 to 6000"):
        board.set(ma=9000)
    with pytest.raises(wire.BadMessage, match="'colour' is no setting"):
        board.set(colour=3)
    fake.heard.clear()
    fake.reset()
    await fake.until(lambda: {"k": "set", "ma": 1500, "scan": 10} in fake.heard)
    board.identify()
    await fake.until(lambda: {"k": "set", "do": "identify"} in fake.heard)


async def test_a_sensor_that_is_switched_off_is_not_heard_until_it_is_switched_on(
    board: BoardClient, fake: FakeBoard
) -> None:
    news = Listener(board)
    await news.one(BoardOnline)
    fake.place(44)
    await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {44})
    board.switch_sensor(44, False)
    board.switch_sensor(77, False)
    await news.until(lambda piece: isinstance(piece, StablePattern) and not piece.occupied)
    for _ in range(20):
        fake.lift(44)
        fake.place(44)
    fake.place(77)
    fake.reset()
    fake.place(3)
    await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {3})
    assert not any(isinstance(piece, BoardMessage) and "44" in piece.text for piece in news.news)
    assert not board.doubtful
    board.switch_sensor(44, True)
    await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {3, 44})
    assert board.switched_off == {77}


async def test_status_and_words_of_the_board_are_told(board: BoardClient, fake: FakeBoard) -> None:
    news = Listener(board)
    await news.one(BoardOnline)
    status = {"fps": 50, "free": 100_000, "ma": 240, "bad": 3, "lost": 1, "stuck": [4], "noisy": [77]}
    fake.say({"k": "status", **status})
    fake.say({"k": "log", "text": "Tile 77 flickers."})
    assert await news.one(BoardMessage) == BoardMessage("Tile 77 flickers.")
    known = {key: board.hello[key] for key in ("fw", "hw", "reset") if key in board.hello}
    assert known["fw"]
    assert await news.one(BoardStatus) == BoardStatus({**known, **status})
    assert board.status["ma"] == 240
    assert board.doubtful == {4, 77}


async def test_a_miniature_off_the_middle_is_to_be_centred_and_asked_for_once(
    board: BoardClient, fake: FakeBoard
) -> None:
    """Beyond 8 mm its presence sensor may lose it: `tile.off_centre` of hardware/board.toml."""
    news = Listener(board)
    await news.one(BoardOnline)
    for x, y in ((80, 0), (0, -85), (-70, 60), (10, 0), (60, 60)):
        fake.say({"k": "magnet", "tile": 34, "x": x, "y": y, "sure": 90, "kind": 2})
    fake.say({"k": "log", "text": "That was all."})
    await news.until(lambda piece: piece == BoardMessage("That was all."))
    told = [piece.text for piece in news.news if isinstance(piece, BoardMessage)]
    assert told == [
        "The miniature on 34 stands 8 mm off the middle: centre it.",
        "The miniature on 34 stands 8 mm off the middle: centre it.",
        "That was all.",
    ], "80 is within, 85 is told, 92 is not told again, 10 is centred, 85 is told anew"


async def test_bad_lines_of_both_sides_are_counted_from_the_first_status(board: BoardClient, fake: FakeBoard) -> None:
    news = Listener(board)
    await news.one(BoardOnline)
    before = board.counters.bad_lines
    for bad in (300, 307, 2):  # told by an earlier host, seven more, and two after a reset
        fake.say({"k": "status", "fps": 50, "free": 1, "ma": 1, "bad": bad, "lost": 0})
        await news.until(lambda piece, bad=bad: isinstance(piece, BoardStatus) and piece.status["bad"] == bad)
    assert board.counters.bad_lines == before + 9


async def test_a_listener_that_fails_does_not_silence_the_others(board: BoardClient, fake: FakeBoard) -> None:
    def broken(news: object) -> None:
        raise RuntimeError("a bug elsewhere")

    board.listeners.append(broken)
    news = Listener(board)
    await news.one(BoardOnline)
    fake.place(3)
    await news.until(lambda piece: isinstance(piece, StablePattern) and piece.occupied == {3})


async def test_a_missing_port_is_said_once_in_words(tmp_path: Any) -> None:
    board = BoardClient(SerialLink(str(tmp_path / "nothing")))
    news = Listener(board)
    async with kept(board.run()):
        said = await news.one(BoardMessage)
        assert said.text.endswith("does not exist; is the board plugged in?")
        assert board.problem == said.text


async def test_a_second_host_is_told_that_the_port_is_in_use(board: BoardClient, fake: FakeBoard) -> None:
    await within(board.shown(board.show([FIRE])))
    second = BoardClient(SerialLink(fake.path))
    news = Listener(second)
    async with kept(second.run()):
        assert "in use by another program" in (await news.one(BoardMessage)).text
