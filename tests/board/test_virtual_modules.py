"""The stand-ins of CircuitPython's modules do what CircuitPython's documentation and sources say, traps included."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.virtual_boards import Desk, desk, write_code

pytestmark = pytest.mark.needs("micropython")

Run = Callable[..., AbstractAsyncContextManager[Desk]]

MATRIX = """
import board, keypad
ROWS = [getattr(board, "GP%d" % n) for n in range(10)]
COLUMNS = [getattr(board, "GP%d" % n) for n in range(10, 20)]
"""


@pytest.fixture(params=["micropython", "cpython"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """A board that runs a few lines of code.py, in both interpreters."""

    def start(code: str, **made: Any) -> AbstractAsyncContextManager[Desk]:
        return desk(tmp_path / "board", firmware=write_code(tmp_path / "code", code), interpreter=request.param, **made)

    return start


# --- keypad ---------------------------------------------------------------------------------------------------


async def test_keys_held_at_construction_tell_nothing_until_reset(run: Run) -> None:
    code = (
        MATRIX
        + """
report("ready")
heard()
keys = keypad.KeyMatrix(ROWS, COLUMNS, interval=0.005, max_events=200, debounce_threshold=2)
time.sleep(0.1)
report(len(keys.events))
keys.reset()
time.sleep(0.1)
found = []
while keys.events:
    event = keys.events.get()
    found.append([event.key_number, event.pressed])
report(found)
"""
    )
    async with run(code) as at:
        for tile in (7, 42, 99):
            await at.control.hand(tile, False)
        await at.settled()
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(b"!")
        assert await at.host.report() == 0
        assert await at.host.report() == [[7, True], [42, True], [99, True]]


async def test_a_full_queue_drops_the_new_event_and_the_transition_is_never_sent_again(run: Run) -> None:
    code = (
        MATRIX
        + """
keys = keypad.KeyMatrix(ROWS, COLUMNS, interval=0.005, max_events=3)
report("ready")
heard()
time.sleep(0.05)
report([len(keys.events), keys.events.overflowed])
event = keypad.Event()
found = []
while keys.events.get_into(event):
    found.append(event.key_number)
report(found)
time.sleep(0.05)
report([len(keys.events), keys.events.overflowed])
keys.events.clear()
report(keys.events.overflowed)
keys.reset()
time.sleep(0.05)
report([len(keys.events), keys.events.overflowed])
"""
    )
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        for tile in (1, 2, 3, 4, 5):
            await at.control.hand(tile, False)
            await at.settled()
        at.host.write(b"!")
        assert await at.host.report() == [3, True]
        assert await at.host.report() == [1, 2, 3]
        assert await at.host.report() == [0, True]
        assert await at.host.report() is False
        assert await at.host.report() == [3, True]  # five keys are held, three events fit


async def test_scanning_goes_on_while_python_sleeps_and_stamps_are_those_of_the_scan(run: Run) -> None:
    code = (
        MATRIX
        + """
keys = keypad.KeyMatrix(ROWS, COLUMNS, interval=0.005, max_events=200)
began = supervisor.ticks_ms()
report("ready")
for number in (1, 2):
    while len(keys.events) < number:
        time.sleep(0.1)
    report(number)
time.sleep(0.2)
ended = supervisor.ticks_ms()
first, second = keys.events.get(), keys.events.get()
report([first.key_number, first.pressed, second.key_number, second.pressed])
report(began <= first.timestamp < second.timestamp < ended - 100)
"""
    )
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        await at.control.hand(33, False)
        assert await at.host.report() == 1
        await at.control.hand(33, True)
        assert await at.host.report() == 2
        assert await at.host.report() == [33, True, 33, False]
        assert await at.host.report() is True


async def test_wrong_diodes_read_nothing_and_a_pin_is_taken_once(run: Run) -> None:
    code = (
        MATRIX
        + """
report("ready")
heard()
keys = keypad.KeyMatrix(ROWS, COLUMNS, columns_to_anodes=False)
keys.reset()
time.sleep(0.1)
report(len(keys.events))
try:
    keypad.KeyMatrix(ROWS, COLUMNS)
except ValueError as error:
    report(str(error))
keys.deinit()
keypad.KeyMatrix(ROWS, COLUMNS).deinit()
import digitalio
pin = digitalio.DigitalInOut(board.GP0)
try:
    pin.value = True
except AttributeError as error:
    report(str(error))
"""
    )
    async with run(code) as at:
        await at.control.hand(5, False)
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(b"!")  # what was told to a program before it began, or was said by one that has ended, is lost
        assert await at.host.report() == 0
        assert await at.host.report() == "GP0 in use"
        assert await at.host.report() == "Cannot set value when direction is input."


async def test_shift_registers_number_their_bits_through_all_chains(run: Run) -> None:
    code = """
        import board, keypad
        report("ready")
        heard()
        keys = keypad.ShiftRegisterKeys(clock=board.GP18, latch=board.GP17, data=[board.GP16, board.GP15],
            key_count=[56, 56], value_when_pressed=False, interval=0.005, max_events=200)
        report(keys.key_count)
        keys.reset()
        time.sleep(0.1)
        found = []
        while keys.events:
            found.append(keys.events.get().key_number)
        report(found)
        """
    wired = " ".join([*(str(tile) for tile in range(50)), *"------", *(str(tile) for tile in range(50, 100))])
    async with run(code, settings={"SENSOR_KIND": "shift", "SENSOR_MAP": wired}) as at:
        await at.control.hand(49, False)
        await at.control.hand(50, False)
        await at.settled()
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(b"!")
        assert await at.host.report() == 112
        assert await at.host.report() == [49, 56]


# --- usb_cdc --------------------------------------------------------------------------------------------------


async def test_256_bytes_wait_at_the_board_and_the_rest_at_the_host(run: Run) -> None:
    code = """
        data = usb_cdc.data
        report("ready")
        while data.in_waiting < 256:
            time.sleep(0.01)
        time.sleep(0.05)
        report(data.in_waiting)
        data.timeout = 0
        buffer = bytearray(100)
        report([data.readinto(buffer), data.in_waiting, len(data.read(1000))])
        data.timeout = None
        report(len(data.read(544)))
        data.timeout = 0
        report([len(data.read(10)), data.in_waiting])
        """
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(bytes(1000))
        assert await at.host.report() == 256
        count, waiting, rest = await at.host.report()
        assert count == 100
        assert waiting == 256  # refilled by the controller at once
        assert rest >= 256
        assert await at.host.report() == 544
        assert await at.host.report() == [10, 1000 - 100 - rest - 544 - 10]


async def test_a_host_that_does_not_read_fills_256_bytes_and_a_patient_write_waits_for_it(run: Run) -> None:
    code = """
        data = usb_cdc.data
        report("ready")
        heard()
        data.write_timeout = 0
        first = data.write(bytes(1000))
        second = data.write(bytes(10))
        waiting = data.out_waiting
        data.write_timeout = 0.05
        began = time.monotonic()
        third = data.write(b"abc")
        late = time.monotonic() - began >= 0.05
        data.write_timeout = None
        data.reset_output_buffer()
        print("patient")
        fourth = data.write(bytes(300))
        data.write(b"\\n")
        report([first, second, waiting, third, late, fourth])
        """
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        await at.control.fault(deaf=True)
        await at.settled()
        at.host.write(b"!")
        await at.said("patient")
        assert not at.host.received
        await at.control.fault(deaf=False)
        data = await at.host.until(lambda data: data.endswith(b"]\n"))
        assert data.startswith(bytes(300) + b"\n")
        assert data.removeprefix(bytes(300) + b"\n") == b"[256, 0, 256, 0, true, 300]\n"


async def test_with_no_host_writing_never_waits_and_the_next_host_gets_the_newest_256_bytes(run: Run) -> None:
    code = """
        data = usb_cdc.data
        report("ready")
        heard()
        while data.connected:
            time.sleep(0.005)
        written = data.write(bytes(700) + b"x" * 200) + data.write(b"y" * 100)
        print("written")
        while not data.connected:
            time.sleep(0.005)
        data.write(b"\\n")
        report(written)
        """
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(b"!")
        await at.settled()
        at.host.close()
        await at.said("written")
        at.host.open()
        data = await at.host.until(lambda data: data.endswith(b"1000\n"))
        assert data == b"x" * 156 + b"y" * 100 + b"\n1000\n"


async def test_no_data_port_unless_boot_py_enables_it(tmp_path: Path) -> None:
    firmware = write_code(tmp_path / "code", "print('data', usb_cdc.data)\ntime.sleep(100)", boot="")
    async with desk(tmp_path / "board", firmware=firmware) as at:
        await at.said("data")
        assert (await at.settled())["console"][1:] == ["data None"]


# --- light ----------------------------------------------------------------------------------------------------


async def test_a_frame_takes_3_ms_and_the_next_one_waits_for_the_latch(run: Run) -> None:
    code = """
        import board, digitalio, neopixel_write
        report("ready")
        heard()
        pin = digitalio.DigitalInOut(board.GP22)
        try:
            neopixel_write.neopixel_write(pin, bytes(300))
        except ValueError as error:
            report(str(error))
        pin.direction = digitalio.Direction.OUTPUT
        began = time.monotonic()
        for _ in range(20):
            neopixel_write.neopixel_write(pin, bytes(300))
        report(time.monotonic() - began)
        """
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(b"!")
        assert await at.host.report() == "Pin must be an output"
        assert await at.host.report() >= 20 * 0.003 + 19 * 0.002
        assert (await at.settled())["frames"] == 20


# --- chip -----------------------------------------------------------------------------------------------------


async def test_memory_lasts_over_a_reset_and_the_reason_of_each_start_is_told(run: Run) -> None:
    code = """
        reason = repr(microcontroller.cpu.reset_reason)
        nvm = microcontroller.nvm
        report([reason, len(nvm), nvm[0], list(nvm[10:12])])
        nvm[10:12] = b"hi"
        nvm[0] = (nvm[0] + 1) % 256
        report("kept")
        heard()
        if nvm[0] == 1:
            microcontroller.reset()
        if nvm[0] == 2:
            dog = microcontroller.watchdog
            import watchdog
            dog.timeout = 0.3
            dog.mode = watchdog.WatchDogMode.RESET
            while True:
                pass
        """
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == ["microcontroller.ResetReason.POWER_ON", 4096, 255, [255, 255]]
        assert await at.host.report() == "kept"
        await at.control.reset()
        assert await at.host.report() == ["microcontroller.ResetReason.RESET_PIN", 4096, 0, [104, 105]]
        assert await at.host.report() == "kept"
        at.host.write(b"!")
        assert await at.host.report() == ["microcontroller.ResetReason.SOFTWARE", 4096, 1, [104, 105]]
        assert await at.host.report() == "kept"
        at.host.write(b"!")
        assert await at.host.report() == ["microcontroller.ResetReason.WATCHDOG", 4096, 2, [104, 105]]
        assert await at.host.report() == "kept"
        assert (await at.settled())["resets"] == 3


async def test_the_watchdog_is_an_rp2040s(run: Run) -> None:
    code = """
        import watchdog
        report("ready")
        heard()
        dog = microcontroller.watchdog
        def refused(action):
            try:
                action()
            except Exception as error:
                report(type(error).__name__)
        def too_long(): dog.timeout = 8.1
        def no_timeout(): dog.mode = watchdog.WatchDogMode.RESET
        def raising(): dog.mode = watchdog.WatchDogMode.RAISE
        def stop(): dog.mode = None
        refused(too_long); refused(no_timeout); refused(raising)
        dog.timeout = 8
        no_timeout()
        dog.timeout = 1
        stop()
        time.sleep(1.5)
        report("stopped and alive")
        """
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(b"!")
        for name in ("ValueError", "ValueError", "NotImplementedError", "stopped and alive"):
            assert await at.host.report() == name


async def test_ticks_wrap_at_two_to_the_29_some_65_seconds_after_power_on(run: Run) -> None:
    code = """
        first = supervisor.ticks_ms()
        report(first)
        while supervisor.ticks_ms() >= first:
            time.sleep(0.001)
        report(supervisor.ticks_ms())
        """
    async with run("report(supervisor.ticks_ms())\ntime.sleep(100)") as at:
        at.host.open()
        assert 2**29 - 65536 <= await at.host.report() < 2**29 - 40000
        (at.board.folder / "CIRCUITPY" / "code.py").write_text(
            (at.board.folder / "CIRCUITPY" / "code.py").read_text().split("report(supervisor")[0]
            + "\n".join(
                line.strip() if "time.sleep" not in line else "    " + line.strip() for line in code.splitlines()
            )
        )
        for wrap_ms in (1500, 6000, 24_000):
            await at.control.fault(wrap_ms=wrap_ms)
            await at.control.reset()
            if (first := await at.host.report()) > 2**28:
                break  # a busy machine may need longer than that to start
        assert first > 2**29 - wrap_ms
        assert await at.host.report() < 60_000


async def test_settings_and_the_drive(run: Run) -> None:
    code = """
        import os, storage
        report("ready")
        heard()
        report([os.getenv("BOARD_ID"), os.getenv("SUPPLY_MA"), supervisor.get_setting("SUPPLY_MA")])
        report([supervisor.get_setting("MQTT_TLS"), supervisor.get_setting("nothing", 5), os.getenv("nothing")])
        report(sorted(os.listdir("/"))[:2])
        with open("/settings.toml") as file:
            report(file.readline())
        try:
            storage.remount("/", False)
        except RuntimeError as error:
            report(str(error))
        """
    settings = {"BOARD_ID": 'a "b" \\ c', "SUPPLY_MA": 850, "MQTT_TLS": True}
    async with run(code, settings=settings) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(b"!")
        assert await at.host.report() == ['a "b" \\ c', "850", 850]
        assert await at.host.report() == [True, 5, None]
        assert await at.host.report() == ["boot.py", "code.py"]
        assert await at.host.report() == 'BOARD_ID = "a \\"b\\" \\\\ c"\n'
        assert await at.host.report() == "Cannot remount path when visible via USB."


async def test_a_crash_is_kept_for_the_next_run_and_not_over_a_reset(run: Run) -> None:
    code = """
        before = supervisor.get_previous_traceback()
        report([repr(supervisor.runtime.run_reason), bool(before) and before.strip().split("\\n")[-1]])
        supervisor.set_next_code_file("code.py", reload_on_error=before is None)
        heard()
        raise ValueError("kept")
        """
    async with run(code) as at:
        at.host.open()
        assert await at.host.report() == ["supervisor.RunReason.STARTUP", False]
        at.host.write(b"!")
        assert await at.host.report() == ["supervisor.RunReason.SUPERVISOR_RELOAD", "ValueError: kept"]
        await at.control.reset()
        assert await at.host.report() == ["supervisor.RunReason.STARTUP", False]


async def test_the_firmware_finds_exactly_the_heap_of_the_chip(tmp_path: Path) -> None:
    code = """
        import gc, sys
        report("ready")
        heard()
        words = 8 if sys.maxsize > 1 << 32 else 4
        gc.collect()
        report(gc.mem_free())
        kept = []
        try:
            while True:
                kept.append(bytearray(1000 * words // 4 - 2 * words))
        except MemoryError:
            count = len(kept)
            kept = None
        gc.collect()
        report(count)
        """
    firmware = write_code(tmp_path / "code", code)
    async with desk(tmp_path / "board", firmware=firmware, heap_kib=112) as at:
        at.host.open()
        assert await at.host.report() == "ready"
        at.host.write(b"!")
        free = await at.host.report()
        assert 110 * 1024 < free <= 112 * 1024
        assert 105 <= await at.host.report() <= 115
