"""Stand-in for CircuitPython's `supervisor`: ticks, settings, reload. Knows no firmware."""

import json

import virtual_hardware as hw  # type: ignore[import-not-found]

try:
    from typing import Any
except ImportError:  # MicroPython has no typing
    pass


class RunReason:
    STARTUP = hw.Enumerated("supervisor.RunReason", "STARTUP")
    AUTO_RELOAD = hw.Enumerated("supervisor.RunReason", "AUTO_RELOAD")
    SUPERVISOR_RELOAD = hw.Enumerated("supervisor.RunReason", "SUPERVISOR_RELOAD")
    REPL_RELOAD = hw.Enumerated("supervisor.RunReason", "REPL_RELOAD")


class SafeModeReason:
    NONE = hw.Enumerated("supervisor.SafeModeReason", "NONE")


class Runtime:
    """Use `supervisor.runtime`."""

    autoreload = True
    ble_workflow = False
    rgb_status_brightness = 0
    display = None
    usb_connected = True
    serial_connected = False
    serial_bytes_available = 0
    safe_mode_reason = SafeModeReason.NONE

    @property
    def run_reason(self) -> Any:
        return getattr(RunReason, hw.options["run_reason"])


class StatusBar:
    """Use `supervisor.status_bar`."""

    console = False
    display = False


runtime = Runtime()
status_bar = StatusBar()


def ticks_ms() -> int:
    """Milliseconds, wrapping at 2**29; the first wrap comes about 65 s after power-on."""
    hw.background()
    return int(hw.ticks_ms())


def reload() -> None:
    """Run code.py again in a fresh interpreter, without a reset; does not return."""
    hw.ask_board(b"r")


def get_setting(key: str, default: object = None) -> Any:
    """The value of a key of settings.toml with its own type. Raises ValueError for a file that cannot be read."""
    return hw.settings().get(key, default)


def get_previous_traceback() -> "str | None":
    """The traceback of the last run, kept over a reload and not over a reset."""
    text = hw.options["traceback"]
    return str(text) if text else None


def set_next_code_file(filename: "str | None", **behaviour: bool) -> None:
    """Set the file to run next time, and whether an error reloads at once."""
    hw.options["next_code"] = dict(behaviour, filename=filename)
    hw.send(b"n", json.dumps(hw.options["next_code"]).encode())


def set_usb_identification(manufacturer: Any = None, product: Any = None, vid: int = -1, pid: int = -1) -> None:
    """Only boot.py may; a pseudo-terminal has no identity to change."""
    if not hw.options["booting"]:
        raise RuntimeError("Cannot change USB devices now")


def reset_terminal(x_pixels: int, y_pixels: int) -> None:
    """There is no display."""
