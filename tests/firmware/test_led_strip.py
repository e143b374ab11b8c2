"""The data pin of the LEDs: in the background where there is a PIO, without one as CircuitPython does it elsewhere."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"

SCRIPT = """
import json, sys, types

said = []

class Anything:
    def __init__(self, *given, **named): self.__dict__.update(named)
    def __getattr__(self, name): return Anything()
    def __call__(self, *given, **named): return Anything()

for name in "board digitalio keypad microcontroller neopixel_write supervisor usb_cdc".split():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__getattr__ = lambda name: Anything()
sys.modules["neopixel_write"].neopixel_write = lambda out, frame: said.append(["write", len(frame)])
sys.modules["microcontroller"].watchdog = None

class StateMachine:
    # As CircuitPython 10 has it: "writing" is true before anything was ever written.
    writing = True
    def __init__(self, program, frequency, **named):
        said.append(["program", [hex(word) for word in program], frequency, named["first_sideset_pin"]])
    def background_write(self, frame):
        self.writing = True
        said.append(["background", len(frame)])

if PIO:
    sys.modules["rp2pio"] = types.ModuleType("rp2pio")
    sys.modules["rp2pio"].StateMachine = StateMachine
import gc
gc.mem_free = lambda: 0
from immolation_board import hardware

strip = hardware.LedStrip("GP22")
said.append(strip.ready())
strip.write(bytes(300))
said.append(strip.ready())
if PIO:
    strip._machine.writing = False
    said.append(strip.ready())
print(json.dumps(said))
"""


@pytest.mark.parametrize(
    ("pio", "says"),
    [
        (
            True,
            [
                ["program", ["0x6621", "0x1323", "0x1400", "0xa442"], 12_800_000, "GP22"],
                True,
                ["background", 300],
                False,
                True,
            ],
        ),
        (False, [True, ["write", 300], True]),
    ],
)
def test_a_frame_may_be_changed_only_when_it_has_left(pio: bool, says: list[object]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("PIO", str(pio))],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(FIRMWARE)},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == says
