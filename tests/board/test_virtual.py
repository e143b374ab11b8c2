"""A virtual board as a thing on the table: hands, light, reset, plug, and a life longer than its host's."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immolation.board.virtual import VirtualBoard, VirtualBoardError, VirtualControl, VirtualGone, broker_settings
from immolation.board.virtual.address import socket_path
from immolation.board.virtual.drive import DriveError, set_values
from immolation.board.virtual.hardware import Hardware, wiring
from immolation.board.virtual.interpreter import find_micropython

from tests.virtual_boards import PATIENCE_S, Port, desk, hide_wheel, tile, write_code

LIGHTS = """
import board, digitalio, keypad, neopixel_write
pin = digitalio.DigitalInOut(board.GP22)
pin.switch_to_output()
ROWS = [getattr(board, "GP%d" % n) for n in range(10)]
COLUMNS = [getattr(board, "GP%d" % n) for n in range(10, 20)]
keys = keypad.KeyMatrix(ROWS, COLUMNS, interval=0.005, max_events=200)
keys.reset()
frame = bytearray(300)
while True:
    while keys.events:
        event = keys.events.get()
        frame[3 * event.key_number : 3 * event.key_number + 3] = b"\\x02\\x01\\x03" if event.pressed else bytes(3)
    neopixel_write.neopixel_write(pin, frame)
"""
"""Lights the LED with the number of each closed key line: red 1, green 2, blue 3 in the order GRB."""

micropython = pytest.mark.needs("micropython")


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    return write_code(tmp_path / "code", LIGHTS)


# --- hands and light ------------------------------------------------------------------------------------------


@micropython
async def test_what_hands_put_down_is_seen_and_remembered(tmp_path: Path, firmware: Path) -> None:
    async with desk(tmp_path / "board", firmware=firmware, settings={"LED_WIRING": "straight"}) as at:
        await at.control.hand(33, False)
        frame = await at.frame_with(lambda frame: any(frame))
        assert tile(frame, 33) == (1, 2, 3)
        assert at.control.tiles == {33}
        await at.control.move(33, 44)
        frame = await at.frame_with(lambda frame: tile(frame, 44) != (0, 0, 0) and tile(frame, 33) == (0, 0, 0))
        assert tile(frame, 44) == (1, 2, 3)
        assert at.control.tiles == {44}
        with pytest.raises(ValueError, match="no tile 107"):
            await at.control.hand(107, False)


@micropython
async def test_every_client_sees_the_tiles_and_gets_frames_only_on_credit(tmp_path: Path, firmware: Path) -> None:
    async with desk(tmp_path / "board", firmware=firmware) as at:
        other = await VirtualControl.connect(at.board.control)
        moved = asyncio.Event()
        other.on_tiles.append(lambda tiles: moved.set() if 12 in tiles else None)
        await at.control.hand(12, False)
        await asyncio.wait_for(moved.wait(), PATIENCE_S)
        assert other.tiles == {12}
        frames = other.frames()
        for _ in range(2):  # one at a time: who is slow to take the first would be given the second in its place
            await other.credit(1)
            assert len(await asyncio.wait_for(anext(frames), PATIENCE_S)) == 300
        third = asyncio.ensure_future(anext(frames))
        before = (await at.settled())["frames"]
        while (await at.settled())["frames"] < before + 10:
            assert not third.done()
        await other.credit(1)
        assert len(await asyncio.wait_for(third, PATIENCE_S)) == 300
        await other.close()


@micropython
async def test_faults_are_planted_and_healed(tmp_path: Path, firmware: Path) -> None:
    async with desk(tmp_path / "board", firmware=firmware) as at:
        await at.control.fault(stuck=[5, 1], dead=6)
        await at.control.hand(6, False)
        await at.control.hand(7, False)
        frame = await at.frame_with(lambda frame: tile(frame, 5) == tile(frame, 7) == (1, 2, 3))
        assert tile(frame, 6) == (0, 0, 0)
        assert at.control.tiles == {6, 7}, "A stuck sensor is no miniature."
        await at.control.fault(clear=True)
        await at.frame_with(lambda frame: tile(frame, 6) == (1, 2, 3) and tile(frame, 5) == (0, 0, 0))
        await at.control.fault(chatter=[4, 20])
        for lit in (True, False, True):
            await at.frame_with(lambda frame, lit=lit: any(tile(frame, 4)) == lit)


@micropython
async def test_what_was_asked_of_a_slow_board_is_done_although_the_asker_has_gone(
    tmp_path: Path, firmware: Path
) -> None:
    async with desk(tmp_path / "board", firmware=firmware) as at:
        pid = int((at.board.folder / "lock").read_text())
        other = await VirtualControl.connect(at.board.control)
        await other.credit(64)  # so that the board writes to it before it reads
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(0.3)  # frames wait for it, before what is asked now
            for number in range(3):
                await other.hand(number, False)
            going = asyncio.create_task(other.close())
            await asyncio.wait([going], timeout=0.5)
            assert not going.done(), "Nobody has read it yet."
        finally:
            os.kill(pid, signal.SIGCONT)
        await asyncio.wait_for(going, PATIENCE_S)
        await at.settled()
        assert at.control.tiles == {0, 1, 2}


@micropython
async def test_a_line_that_is_not_a_request_is_refused_whole_and_the_connection_kept(
    tmp_path: Path, firmware: Path
) -> None:
    wrong: list[Any] = [
        b"\xff\n",
        b"[]\n",
        b"{}\n",
        b'{"hand": [1, 0], "credit": 1}\n',
        b'{"hand": [107, 0]}\n',
        b'{"hand": [true, 0]}\n',
        b'{"hand": 5}\n',
        b'{"credit": 0}\n',
        b'{"credit": "9"}\n',
        b'{"fault": {}}\n',
        b'{"fault": {"stuck": [3]}}\n',
        b'{"fault": {"dead": -1}}\n',
        b'{"fault": {"chatter": [1, 0]}}\n',
        b'{"fault": {"wrap_ms": true}}\n',
        b'{"fault": {"explode": 1}}\n',
        b'{"fault": {"swap_leds": [[1, 100]]}}\n',
        b'{"fault": {"swap_leds": [[1, true]]}}\n',
        b'{"fault": {"swap_lines": 3}}\n',
        b'{"fault": {"order": "RGBW"}}\n',
        b'{"fault": {"order": ["RGB"]}}\n',
        b'{"fault": {"echo": 10}}\n',
        b'{"fault": {"led_ma": 0}}\n',
        b'{"fault": {"weak": true}}\n',
        b'{"fault": {"cut": 100, "bridge": 3}}\n',
        b'{"fly": 1}\n',
        b"[" * 3000 + b"\n",
    ]
    async with desk(tmp_path / "board", firmware=firmware) as at:
        with socket_path(at.board.control) as name:
            reader, writer = await asyncio.open_unix_connection(name)
        assert json.loads(await reader.readline()) == {"tiles": "0" * 25}
        for line in wrong:
            writer.write(line)
            answer = json.loads(await asyncio.wait_for(reader.readline(), PATIENCE_S))
            assert list(answer) == ["refused"], line
            assert answer["refused"].endswith("."), "A refusal is a sentence."
        assert at.control.tiles == frozenset()
        writer.write(b'{"hand": [3, 0]}\n')
        assert json.loads(await reader.readline()) == {"tiles": "1" + "0" * 24}
        writer.write(b"x" * 10_000 + b"\n")
        assert "4096" in json.loads(await reader.readline())["refused"]
        assert await reader.read() == b"", "A line without end ends the connection."
        writer.close()
        assert (await at.settled())["running"]


# --- power ----------------------------------------------------------------------------------------------------


@micropython
async def test_reset_keeps_the_port_and_what_lies_on_the_board(tmp_path: Path, firmware: Path) -> None:
    async with desk(tmp_path / "board", firmware=firmware) as at:
        port = at.board.tty.readlink()
        await at.control.hand(20, False)
        await at.frame_with(any)
        await at.control.reset()
        while (await at.settled())["resets"] < 1:
            assert at.board.tty.is_symlink()
        await at.frame_with(any)
        assert at.board.tty.readlink() == port
        assert at.control.tiles == {20}


@micropython
async def test_pulling_the_plug_ends_the_port_and_putting_it_back_brings_a_new_one(
    tmp_path: Path, firmware: Path
) -> None:
    async with desk(tmp_path / "board", firmware=firmware) as at:
        at.host.open()
        await at.control.hand(20, False)
        await at.control.fault(plugged=False)
        while at.board.tty.is_symlink():
            assert not (await at.settled())["traceback"]
        await at.host.gone()
        assert not (await at.settled())["running"]
        await at.control.fault(plugged=True)
        while not at.board.tty.exists():  # a frame from before may come first
            assert not (await at.settled())["traceback"]
        await at.frame_with(any)


@micropython
async def test_a_detached_board_outlives_its_maker_and_is_found_again(tmp_path: Path, firmware: Path) -> None:
    maker = f"""
import asyncio, os, signal
from pathlib import Path
from immolation.board.virtual import VirtualBoard, VirtualControl
async def main():
    board = VirtualBoard(Path({str(tmp_path / "board")!r}), firmware=Path({str(firmware)!r}), detach=True)
    await board.start()
    control = await VirtualControl.connect(board.control)
    await control.hand(77, False)
    await control.counters()
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", maker)
    assert await process.wait() == -signal.SIGKILL
    board = VirtualBoard(tmp_path / "board", firmware=firmware, detach=True)
    await board.start()
    control = await VirtualControl.connect(board.control)
    assert control.tiles == {77}
    other = VirtualBoard(tmp_path / "board", firmware=firmware, detach=True, heap_kib=64)
    with pytest.raises(VirtualBoardError, match="other settings"):
        await other.start()
    await board.stop()
    assert await control.ended(PATIENCE_S)
    with pytest.raises(VirtualGone, match="has ended"):
        await control.hand(1, False)
    await control.close()
    with pytest.raises(VirtualGone, match="No virtual board answers"):
        await VirtualControl.connect(board.control)


@micropython
async def test_a_board_that_is_not_detached_ends_with_a_killed_maker_and_the_folder_is_free_again(
    tmp_path: Path, firmware: Path
) -> None:
    maker = f"""
import asyncio, os, signal
from pathlib import Path
from immolation.board.virtual import VirtualBoard
async def main():
    await VirtualBoard(Path({str(tmp_path / "board")!r}), firmware=Path({str(firmware)!r})).start()
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", maker)
    assert await process.wait() == -signal.SIGKILL
    async with desk(tmp_path / "board", firmware=firmware) as at:
        assert (await at.settled())["running"]
        second = VirtualBoard(tmp_path / "board", firmware=firmware, heap_kib=100)
        board_json = (tmp_path / "board" / "board.json").read_bytes()
        with pytest.raises(VirtualBoardError, match="Another host"):
            await second.start()
        assert (tmp_path / "board" / "board.json").read_bytes() == board_json


@micropython
async def test_firmware_that_hangs_ends_with_a_killed_board(tmp_path: Path) -> None:
    code = "import os\nreport('ready')\nheard()\nreport(os.getpid())\nusb_cdc.data.flush()\nwhile True: pass"
    firmware = write_code(tmp_path / "code", code)
    board = VirtualBoard(tmp_path / "board", firmware=firmware, interpreter="cpython", detach=True)
    await board.start()
    port = Port(board.tty)
    port.open()
    assert await port.report() == "ready"
    port.write(b"!")  # a chip sends by itself; the stand-in of CPython sends while the code calls it
    interpreter = os.pidfd_open(await port.report())
    lock = (tmp_path / "board" / "lock").read_text()
    os.kill(int(lock), signal.SIGKILL)
    gone = asyncio.Event()
    asyncio.get_running_loop().add_reader(interpreter, gone.set)
    await asyncio.wait_for(gone.wait(), PATIENCE_S)
    asyncio.get_running_loop().remove_reader(interpreter)
    os.close(interpreter)
    port.close()


@micropython
async def test_an_interpreter_that_is_killed_comes_back(tmp_path: Path) -> None:
    code = "report(repr(microcontroller.cpu.reset_reason))\nheard()\nimport os\nos._exit(3)"
    firmware = write_code(tmp_path / "code", code)
    async with desk(tmp_path / "board", firmware=firmware, interpreter="cpython") as at:
        at.host.open()
        assert await at.host.report() == "microcontroller.ResetReason.POWER_ON"
        at.host.write(b"!")
        assert await at.host.report() == "microcontroller.ResetReason.UNKNOWN"


@micropython
@pytest.mark.parametrize("has", ["wheel", "machine", "nothing"])
async def test_a_board_says_which_interpreter_runs_its_firmware(
    has: str, tmp_path: Path, firmware: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is another process, which has the same Python and so the wheel, unless that is hidden from it."""
    found = find_micropython()
    assert found is not None
    path = tmp_path / "bin"
    path.mkdir()
    monkeypatch.setenv("PATH", str(path))
    said = "The firmware runs in MicroPython, with a chip's 159 KiB of memory."
    if has != "wheel":
        monkeypatch.setenv("PYTHONPATH", str(hide_wheel(tmp_path)), prepend=":")
        said = "The firmware runs in Python here, without a chip's limit of memory: there is no MicroPython."
    if has == "machine":
        (path / "micropython").symlink_to(found)
        said = f"The firmware runs in this machine's own MicroPython ({path}/micropython), with a chip's 159 KiB"
    async with desk(tmp_path / "board", firmware=firmware) as at:
        await at.control.hand(33, False)
        await at.frame_with(lambda frame: any(frame))
        settled = await at.settled()
        assert settled["console"][0].startswith(said)
        assert settled["interpreter"].startswith("cpython" if has == "nothing" else "micropython")


@micropython
async def test_long_folder_names_have_a_control_socket_too(tmp_path: Path, firmware: Path) -> None:
    folder = tmp_path / ("long" * 30)
    async with desk(folder, firmware=firmware) as at:
        assert len(os.fsencode(at.board.control)) > 108
        assert (await at.settled())["running"]


async def test_a_setting_that_toml_cannot_hold_is_refused(tmp_path: Path) -> None:
    board = VirtualBoard(tmp_path / "board", settings={"BOARD_ID": "a\nb"})
    with pytest.raises(VirtualBoardError, match="BOARD_ID"):
        await board.start()


# --- wiring ---------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(["rows", "columns"]),
    st.sampled_from(["straight", "serpentine"]),
    st.sampled_from([0, 9, 90, 99]),
    st.sampled_from(["straight", "serpentine", "turned"]),
)
def test_each_tile_has_its_own_led_and_its_own_key_line(lines: str, way: str, first: int, keys: str) -> None:
    wired = wiring({"LED_LINES": lines, "LED_WIRING": way, "LED_FIRST": first, "SENSOR_MAP": keys})
    assert sorted(wired.led_of_tile) == list(range(100))
    assert sorted(wired.key_of_tile) == list(range(100))
    assert wired.led_of_tile[first] == 0, "The chain begins at the tile the setting names."
    chain = sorted(range(100), key=lambda number: wired.led_of_tile[number])
    if way == "serpentine":
        steps = [abs(a // 10 - b // 10) + abs(a % 10 - b % 10) for a, b in itertools.pairwise(chain)]
        assert steps == [1] * 99, "There and back, each LED is beside the one before it."


def test_light_is_told_by_tile_whatever_the_order_of_colours() -> None:
    hardware = Hardware(wiring({"LED_ORDER": "BGR", "LED_WIRING": "straight", "LED_FIRST": 99}))
    hardware.frame = bytes([7, 8, 9]) + bytes(297)
    assert tile(hardware.pixels(), 99) == (9, 8, 7)
    hardware.dead.add(99)
    assert not any(hardware.pixels())
    hardware.frame = b"\x01\x02"
    assert not any(hardware.pixels()), "A frame cut short lights nothing it did not carry."


@given(
    st.dictionaries(
        st.sampled_from(["LED_ORDER", "LED_FIRST", "SENSOR_MAP", "SENSOR_ACTIVE"]), st.text() | st.integers()
    )
)
def test_nonsense_in_the_settings_never_stops_the_board_from_being_built(settings: dict[str, Any]) -> None:
    wired = wiring(settings)
    assert sorted(wired.led_of_tile) == list(range(100))
    assert len(set(wired.key_of_tile) - {-1}) >= 1


def test_settings_replace_their_lines_and_new_ones_come_last() -> None:
    text = '# a board\nBOARD_ID = "immolation"\n# SUPPLY_MA = 1\nSUPPLY_MA = 500\n'
    assert set_values(text, {"SUPPLY_MA": 900, "MQTT_TLS": True, "BOARD_ID": "x"}) == (
        '# a board\nBOARD_ID = "x"\n# SUPPLY_MA = 1\nSUPPLY_MA = 900\nMQTT_TLS = true\n'
    )
    with pytest.raises(DriveError, match="WIFI_SSID"):
        set_values("", {"WIFI_SSID": "tab\there"})


def test_a_brokers_address_becomes_settings() -> None:
    assert broker_settings("mqtt://localhost")["MQTT_PORT"] == 1883
    secure = broker_settings("mqtts://row:p%40ss@club.example:9000")
    assert (secure["MQTT_USER"], secure["MQTT_PASSWORD"], secure["MQTT_PORT"]) == ("row", "p@ss", 9000)
    assert secure["MQTT_TLS"] is True
    for wrong in ("localhost", "http://localhost", "mqtt://", "mqtt://host:port"):
        with pytest.raises(ValueError, match="looks like"):
            broker_settings(wrong)
