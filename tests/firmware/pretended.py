"""Takes the place of CircuitPython's own modules, so that ``hardware`` can be imported; imported first, by scripts.

``clock[0]`` is what ``supervisor.ticks_ms`` gives. Whatever nobody set here is there, can be called and does nothing.
"""

import gc
import sys
import types
from typing import Any

clock = [0]


class Anything:
    def __init__(self, *given: Any, **named: Any) -> None:
        self.__dict__.update(named)

    def __getattr__(self, name: str) -> Any:
        return Anything()

    def __call__(self, *given: Any, **named: Any) -> Any:
        return Anything()


for name in ("board", "digitalio", "keypad", "microcontroller", "neopixel_write", "supervisor", "usb_cdc"):
    module: Any = types.ModuleType(name)
    module.__getattr__ = lambda name: Anything()
    sys.modules[name] = module

modules: Any = sys.modules
modules["microcontroller"].watchdog = None
modules["supervisor"].ticks_ms = lambda: clock[0]
gc.mem_free = lambda: 0  # type: ignore[attr-defined]
