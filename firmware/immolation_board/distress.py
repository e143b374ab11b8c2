"""Reports faults that stop a board: blinks a number, says one line on both ports, restarts after a crash."""

import gc
import time

from . import hardware, ticks
from .ticks import const
from .usb_link import UsbLink

try:
    from typing import Any
except ImportError:
    pass

SETTINGS_WRONG, NO_PORT, CRASH = 2, 3, 5
"""Blink codes; see README.md."""

_CRASH_WAIT_S = const(2)
_CRASH_AGAIN_S = const(20)
"""Wait before starting again after a crash, and after a crash of a board that had just started again from one."""

_STEADY_S = const(60)
"""Run time after which a crash counts as the first one."""


def blink(code: int, text: str, seconds: int, port: Any) -> None:
    """Blink ``code`` and say ``text`` on the console and ``port``, for ``seconds`` or (0) until somebody resets."""
    link = UsbLink(port) if port is not None else None
    line = "".join([letter if 32 <= ord(letter) < 127 else "?" for letter in text])[:150]
    started = hardware.ticks_ms()
    said_at = ticks.add(started, -5000)
    length = 600 * code + 1400
    shown = None
    while not seconds or ticks.diff(hardware.ticks_ms(), started) < 1000 * seconds:
        now = hardware.ticks_ms()
        hardware.watchdog.feed()
        at = ticks.diff(now, started) % length
        lit = at < 600 * code and at % 600 < 250
        if lit != shown:
            shown = lit
            _show(code, lit)
        if ticks.diff(now, said_at) >= 2000:
            said_at = now
            hardware.say(text)
            if link is not None:
                link.send({"k": "log", "text": line})
        if link is not None:
            link.poll(now)
            if link.opened:
                link.opened = False
                said_at = ticks.add(now, -5000)
            link.flush()
        time.sleep(0.01)


def _show(code: int, lit: bool) -> None:
    """The first ``code`` LEDs of the chain glow, in a grey that is the same in every order of colours."""
    hardware.status_light().set(lit)
    if hardware.Parts.strip is not None:
        frame = bytearray(300)
        for at in range(3 * code if lit else 0):
            frame[at] = 24
        hardware.Parts.strip.write(frame)


def crashed() -> bool:
    """Whether this start is the one after a crash: nothing else here ever asks for a reload."""
    supervisor = hardware.supervisor
    return supervisor.runtime.run_reason == supervisor.RunReason.SUPERVISOR_RELOAD


def crash(error: BaseException, ran_s: float) -> None:
    """Say what an error was that nobody expected, ``ran_s`` seconds after the start; blink, wait, start again."""
    gc.collect()
    again = crashed() and ran_s < _STEADY_S
    text = "Crash: %s: %s; starting again." % (type(error).__name__, error)
    blink(CRASH, text, _CRASH_AGAIN_S if again else _CRASH_WAIT_S, hardware.usb_cdc.data)
    hardware.supervisor.reload()  # code.py again, in a fresh interpreter
