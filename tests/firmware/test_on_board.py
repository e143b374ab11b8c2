"""The whole firmware, unchanged, on a virtual board: how it begins, how it fails, and what it does when asked."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from immolation_board import VERSION, wire

from tests.virtual_boards import Desk, desk, tile

pytestmark = pytest.mark.needs("micropython")

FIRMWARE = Path(__file__).parents[2] / "firmware"
Start = Callable[..., AbstractAsyncContextManager[Desk]]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    return lambda **made: desk(tmp_path / "board", **made)


def broken(folder: Path, page: str, old: str, new: str) -> Path:
    """A copy of the firmware with one line of one page changed."""
    shutil.copytree(FIRMWARE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / page).read_text()
    assert old in text
    (folder / page).write_text(text.replace(old, new))
    return folder


async def test_the_first_hello_says_who_it_is(start: Start) -> None:
    async with start(settings={"BOARD_ID": "den"}) as table:
        hello = await table.host.meet()
        assert hello["id"] == "den"
        assert hello["fw"].startswith(f"{VERSION} micropython ")
        assert hello["sensor"] == "matrix"
        assert hello["reset"] == "power"
        assert hello["v"] == list(wire.PROTOCOL)


@pytest.mark.parametrize(
    ("settings", "key", "allowed"),
    [
        ({"SUPPLY_MA": 9000}, "SUPPLY_MA = 9000", "100 to 6000"),
        ({"LED_PIN": "GP99"}, "LED_PIN = GP99", "is not a pin of this board"),
        ({"LED_PIN": "GP5"}, "GP5", "LED_PIN has that pin already"),
    ],
)
async def test_a_wrong_setting_is_said_on_the_data_port_and_blinked(
    start: Start, settings: dict[str, Any], key: str, allowed: str
) -> None:
    async with start(settings=settings) as table:
        table.host.open()
        text = (await table.host.expect("log"))["text"]
        assert key in text
        assert allowed in text
        await table.said(key)
        console = (await table.settled())["console"]
        assert any(key in line and allowed in line for line in console)
        frames = [await table.control.next_frame() for _ in range(1)] if "LED_PIN" not in settings else []
        assert all(len(frame) == 300 for frame in frames)


async def test_a_crash_is_said_and_the_board_starts_again_with_its_reason(start: Start, tmp_path: Path) -> None:
    folder = broken(
        tmp_path / "broken",
        "immolation_board/board.py",
        'if action == "self-test":',
        'if action == "self-test":\n            raise ZeroDivisionError("on purpose")\n        elif action == "":',
    )
    async with start(firmware=folder) as table:
        await table.host.meet()
        table.host.send(k="set", do="self-test")
        text = (await table.host.expect("log"))["text"]
        assert text == "Crash: ZeroDivisionError: on purpose; starting again."
        assert (await table.host.expect("hello"))["reset"] == "crash"


async def test_without_its_data_port_the_board_asks_for_the_reset_button(start: Start, tmp_path: Path) -> None:
    folder = broken(tmp_path / "broken", "boot.py", "data=True", "data=False")
    async with start(firmware=folder) as table:
        await table.said("No data port: press the reset button once, so that boot.py is run.")


async def test_tiles_that_are_occupied_at_start_are_told(start: Start) -> None:
    async with start() as table:
        for number in (0, 47, 99):
            await table.control.hand(number, False)
        await table.control.reset()
        await table.host.meet()
        await table.host.expect("tiles", on=wire.tiles_to_hex([0, 47, 99]))


async def test_shift_registers_of_another_wiring_tell_the_same_tiles(start: Start) -> None:
    settings = {"SENSOR_KIND": "shift", "SENSOR_MAP": "serpentine", "LED_WIRING": "straight", "LED_FIRST": 99}
    async with start(settings=settings) as table:
        assert (await table.host.meet())["sensor"] == "shift"
        await table.control.hand(15, False)
        edge = await table.host.expect("edge")
        assert (edge["tile"], edge["up"]) == (15, 0)
        table.host.scene(1, tiles=[15])
        await table.host.expect("ack", shown=1)
        frame = await table.frame_with(lambda seen: tile(seen, 15)[0] > 100 > max(tile(seen, 15)[1:]))  # not its glow
        assert sum(frame) == sum(tile(frame, 15))


async def test_the_self_test_lights_rows_columns_colours_and_then_each_sensor(start: Start) -> None:
    async with start() as table:
        await table.host.meet()
        table.host.scene(1, colour=0x0000FF)
        await table.host.expect("ack", shown=1)
        film = await table.film()
        table.host.send(k="set", do="self-test")
        await table.host.expect("log")
        for row in range(3):
            await film.frame_with(
                lambda seen, row=row: (
                    {n for n in range(100) if any(tile(seen, n))} == set(range(10 * row, 10 * row + 10))
                )
            )
        for column in (2, 9):
            await film.frame_with(
                lambda seen, column=column: {n for n in range(100) if any(tile(seen, n))} == set(range(column, 100, 10))
            )
        for lit in range(3):
            await film.frame_with(
                lambda seen, lit=lit: all(bool(c) == (at == lit) for at, c in enumerate(tile(seen, 50)))
            )
        await film.frame_with(lambda seen: 0 < tile(seen, 50)[0] < 40 and tile(seen, 50)[1] == 0)
        await table.control.hand(50, False)
        await film.frame_with(lambda seen: min(tile(seen, 50)) > 2 * tile(seen, 51)[0])
        await table.host.expect("edge")  # the glow of a touch comes before the contact is sure
        await table.control.hand(50, True)
        await film.frame_with(lambda seen: tile(seen, 50)[1] > tile(seen, 50)[0])
        table.host.send(k="set", do="stop")
        assert "99 sensors did not answer" in (await table.host.expect("log"))["text"]
        await film.frame_with(lambda seen: all(tile(seen, n)[2] and not tile(seen, n)[0] for n in range(100)))


async def test_calibration_names_stuck_tiles_and_status_repeats_them(start: Start) -> None:
    async with start() as table:
        await table.control.hand(33, False)
        await table.host.meet()
        await table.host.expect("tiles", on=wire.tiles_to_hex([33]))
        table.host.send(k="set", do="calibrate")
        assert "tiles 33 read occupied on an empty board" in (await table.host.expect("log"))["text"]
        await table.host.expect("tiles", on="0" * 25)
        await table.host.expect("status", stuck=[33])


async def test_identify_blinks_and_gives_the_scene_back(start: Start) -> None:
    async with start() as table:
        await table.host.meet()
        table.host.scene(1, colour=0xFF0000)
        await table.host.expect("ack", shown=1)
        film = await table.film()
        table.host.send(k="set", do="identify")
        await film.frame_with(lambda seen: tile(seen, 55)[2] > tile(seen, 55)[0])
        table.host.scene(2, colour=0x00FF00)
        await table.host.expect("ack", shown=2)
        await film.frame_with(lambda seen: all(tile(seen, n)[1] and not tile(seen, n)[2] for n in range(100)))


async def test_another_scan_interval_keeps_what_is_known(start: Start) -> None:
    async with start() as table:
        await table.control.hand(5, False)
        await table.host.meet()
        await table.host.expect("tiles", on=wire.tiles_to_hex([5]))
        table.host.send(k="set", scan=20)
        await table.control.hand(6, False)
        edge = await table.host.expect("edge")
        assert (edge["tile"], edge["up"]) == (6, 0)
        await table.host.expect("tiles", on=wire.tiles_to_hex([5, 6]))


async def test_a_hundred_burning_tiles_leave_half_of_the_memory_free(start: Start) -> None:
    async with start() as table:
        await table.host.meet()
        table.host.scene(1, effect="fire", colour=0xFF5000)
        await table.host.expect("ack", shown=1)
        table.host.send(k="set", ma=500)
        status = await table.host.expect("status")
        assert status["free"] > 0
        assert (await table.settled())["heap_free"] > 56 * 1024


async def test_the_supply_holds_on_the_wire_to_the_leds(start: Start) -> None:
    async with start(settings={"SUPPLY_MA": 300, "BRIGHTNESS": 255}) as table:
        await table.host.meet()
        table.host.scene(1, colour=0xFFFFFF)
        await table.host.expect("ack", shown=1)
        frame = await table.frame_with(lambda seen: min(seen) > 0)
        red, green, blue = (sum(frame[channel::3]) for channel in range(3))
        assert 150 + (16 * red + 11 * green + 15 * blue) / 255 <= 300


async def test_a_scene_is_shown_even_if_the_one_before_draws_longer_than_a_frame_may_take(
    start: Start, tmp_path: Path
) -> None:
    folder = broken(
        tmp_path / "slow", "immolation_board/board.py", "_WORKING_FRAME_MS = const(15)", "_WORKING_FRAME_MS = const(-1)"
    )
    async with start(firmware=folder) as table:
        await table.host.meet()
        table.host.scene(1)
        await table.host.expect("ack", shown=1)


@pytest.mark.parametrize("kind", [{}, {"SENSOR_KIND": "shift", "SENSOR_BITS": "112"}], ids=["matrix", "chain"])
async def test_buttons_beside_the_tiles_are_told_until_heard(start: Start, kind: dict[str, Any]) -> None:
    async with start(settings={"BUTTONS": "1 2 host", "LEDS_PER_TILE": 4, **kind}) as table:
        assert (await table.host.meet())["btn"] == 0b1000011
        await table.host.expect("ack")  # it has heard who we are; what was pressed before was meant for somebody else
        await table.host.expect("tiles")  # before that, what is pressed has been so since the start
        await table.control.hand(106, False)
        first = await table.host.expect("press")
        assert (first["b"], first["up"], first["c"]) == (6, 0, 1)
        assert (await table.host.expect("press"))["c"] == 1
        table.host.send(k="heard", c=1)
        await table.control.hand(106, True)
        assert (await table.host.expect("press", c=2))["up"] == 1
        await table.control.hand(47, False)
        assert (await table.host.expect("edge"))["tile"] == 47
        table.host.scene(1, tiles=[15])
        await table.host.expect("ack", shown=1)
        await table.frame_with(lambda seen: tile(seen, 15)[0] > 100 > max(tile(seen, 15)[1:]))
