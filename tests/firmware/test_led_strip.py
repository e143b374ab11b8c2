"""The data pin of the LEDs: in the background where there is a PIO, without one as CircuitPython does it elsewhere."""

from __future__ import annotations

import pytest

from tests.firmware.own_process import printed

SCRIPT = """
import json, sys, types
from pretended import clock

said = []

sys.modules["neopixel_write"].neopixel_write = lambda out, frame: said.append(["write", len(frame)])

class StateMachine:
    # As CircuitPython 10 has it: "writing" is true before anything was ever written.
    writing = True
    def __init__(self, program, frequency, **named):
        if FAILS == "made":
            raise ERROR("All state machines in use")
        said.append(["program", [hex(word) for word in program], frequency, named["first_sideset_pin"]])
    def background_write(self, frame):
        if FAILS == "written":
            raise ERROR("All DMA channels in use")
        self.writing = True
        said.append(["background", len(frame)])
    def write(self, frame, *, start, end):
        assert end - start <= 8, "more needs a DMA channel"
        said.extend(frame[start:end])

class DigitalInOut:
    def __init__(self, pin): said.append(["pin", pin])
sys.modules["digitalio"].DigitalInOut = DigitalInOut

if PIO:
    sys.modules["rp2pio"] = types.ModuleType("rp2pio")
    sys.modules["rp2pio"].StateMachine = StateMachine
from immolation_board import hardware

FRAME = bytes(range(150)) * 2
strip = hardware.LedStrip("GP22")
said.append(strip.ready())
strip.write(FRAME)
said.append(strip.ready())
if PIO and not FAILS:
    strip._machine.writing = False
    for clock[0] in range(6):
        said.append(strip.ready())
if FAILS:
    strip.write(FRAME)
print(json.dumps(said))
"""

PROGRAM = ["program", ["0x6621", "0x1323", "0x1400", "0xa442"], 12_800_000, "GP22"]


def said(pio: bool, fails: str = "", error: str = "RuntimeError") -> object:
    """What the LEDs' pin was told, on a chip with a PIO or without one, whose state machine fails or does not."""
    given = {"PIO": str(pio), "FAILS": repr(fails), "ERROR": error}
    script = SCRIPT
    for name, value in given.items():
        script = script.replace(name, value)
    return printed(script)


def test_a_frame_may_be_changed_only_when_it_has_left_and_the_leds_have_taken_it() -> None:
    # DMA is done before the last bytes have left; 300 of them take 3 ms, and the LEDs want 0.28 ms of silence.
    silent = [False, False, False, False, False, True]
    assert said(pio=True) == [PROGRAM, True, ["background", 300], False, *silent]


def test_a_chip_without_a_pio_waits_for_its_frames() -> None:
    assert said(pio=False) == [["pin", "GP22"], True, ["write", 300], True]


@pytest.mark.parametrize("error", ["RuntimeError", "OSError", "ValueError", "MemoryError"])
def test_a_board_whose_state_machines_are_all_taken_waits_for_its_frames(error: str) -> None:
    write = ["write", 300]
    assert said(True, "made", error) == [["pin", "GP22"], True, write, True, write]


@pytest.mark.parametrize("error", ["RuntimeError", "OSError", "ValueError", "MemoryError"])
def test_where_no_dma_channel_is_free_a_frame_goes_out_piece_by_piece(error: str) -> None:
    frame = list(range(150)) * 2
    assert said(True, "written", error) == [PROGRAM, True, *frame, True, *frame]
