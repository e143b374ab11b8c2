"""Starts a board: reads the settings, takes the pins and puts the parts together. Unloaded when that is done."""

import os
import sys

import board as pins
import microcontroller
import supervisor
import usb_cdc

from . import VERSION, distress, hardware, lights, sensors, settings, wiring
from .board import Board
from .configuration import BadSetting, unload_module

try:
    from typing import Any
except ImportError:
    pass


def start() -> Board:
    """The board, ready to run. Where the settings are wrong it blinks for ever and says why."""
    try:
        found = settings.load(supervisor.get_setting)
        if usb_cdc.data is None and not found["WIFI_SSID"]:
            distress.blink(
                distress.NO_PORT, "No data port: press the reset button once, so that boot.py is run.", 0, None
            )
        made = _make(found)
    except BadSetting as wrong:
        distress.blink(distress.SETTINGS_WRONG, str(wrong), 0, usb_cdc.data)
        raise
    hardware.say("Immolation board %s is running: firmware %s." % (found["BOARD_ID"], made.session.firmware))
    # What a running board does not need.
    for name in ("preload", "settings", "wiring", "distress", "startup", "wifi_link"):
        unload_module(name)
    parts = [made, made.lights, made.sensors, made.sensors.buttons, made.session, made.mqtt, hardware.Parts.strip]
    for part in parts:
        if part is not None:
            kind: Any = type(part)
            kind.__init__ = None  # 1.5 KB, and nobody makes a second one; deleted, it would stay in its slot
    return made


def _make(found: Any) -> Board:
    """Everything put together. Raises BadSetting for what the settings ask and the chip cannot do."""
    check_chip(found)
    led_pin = pin("LED_PIN", found["LED_PIN"][0])
    try:
        strip = hardware.LedStrip(led_pin)
    except ValueError as error:
        raise BadSetting("settings.toml: LED_PIN = %s cannot be used: %s." % (found["LED_PIN"][0], error)) from None
    chain = wiring.led_chain(found["LED_LINES"], found["LED_WIRING"], found["LED_FIRST"])
    shown = lights.Lights(
        strip.write,
        chain,
        found["LED_ORDER"],
        found["SUPPLY_MA"],
        found["STEADY_CURRENT_MA"],
        found["BRIGHTNESS"],
        found["LEDS_PER_TILE"],
        found["BUTTONS"],
        found["TOUCH_BRIGHTNESS"],
        strip.ready,
    )
    scanner = hardware.Scanner(found["SENSOR_KIND"], _sensor_pins(found), _sensor_options(found))
    scan_ms = found["SCAN_MS"]
    felt = sensors.Sensors(
        scanner.make(scan_ms), scanner.event, found["SENSOR_TILES"], scan_ms, found["LIFT_MS"], found["PLACE_MS"]
    )
    if found["BUTTONS"]:
        from .buttons import Buttons  # only here: a board without buttons saves its memory

        felt.buttons = Buttons(found["BUTTONS"])
    made = Board(shown, felt, scanner, hello(found), usb_cdc.data)
    if found["IDENTITY_PINS"]:
        from .identity.reader import make as make_identity  # only here: a board without such sensors saves its memory

        sda, scl = [pin("IDENTITY_PINS", name) for name in found["IDENTITY_PINS"]]
        make_identity(made, sda, scl, found)
    made.lights.draw(0)
    if strip.slow:
        made.session.notice = "No DMA channel is free, so the LEDs are slow and may flicker. Does the radio start?"
        hardware.say(made.session.notice)
    if found["WIFI_SSID"]:
        from .wifi_link import make  # only here: a board without Wi-Fi saves its memory

        made.mqtt = make(found, made.meanwhile)
    return made


def pin(key: str, name: str) -> Any:
    """A pin by the name that CircuitPython gives it on this board. Raises BadSetting with the names there are."""
    found = getattr(pins, name, None)
    if not isinstance(found, microcontroller.Pin):
        known = [
            other for other in dir(pins) if other[:2] in ("GP", "IO") or (other[:1] == "D" and other[1:].isdigit())
        ]
        raise BadSetting(
            "settings.toml: %s = %s is not a pin of this board; it has %s." % (key, name, " ".join(known[:40]))
        )
    return found


def _sensor_pins(found: Any) -> dict[str, Any]:
    if found["SENSOR_KIND"] == "matrix":
        columns = [pin("SENSOR_COLUMNS", name) for name in found["SENSOR_COLUMNS"]]
        if found["BUTTONS"]:
            columns.append(pin("BUTTON_COLUMN", found["BUTTON_COLUMN"][0]))
        return {"row_pins": [pin("SENSOR_ROWS", name) for name in found["SENSOR_ROWS"]], "column_pins": columns}
    return {
        "clock": pin("SENSOR_CLOCK", found["SENSOR_CLOCK"][0]),
        "latch": pin("SENSOR_LATCH", found["SENSOR_LATCH"][0]),
        "data": [pin("SENSOR_DATA", name) for name in found["SENSOR_DATA"]],
    }


def _sensor_options(found: Any) -> dict[str, Any]:
    if found["SENSOR_KIND"] == "matrix":
        return {"columns_to_anodes": found["SENSOR_DIODES"] == "anodes"}
    return {"key_count": found["SENSOR_BITS"], "value_when_pressed": found["SENSOR_ACTIVE"] == "high"}


def check_chip(found: Any) -> None:
    """Refuse what this chip is known not to do. Raises BadSetting."""
    machine = os.uname().machine.lower() if hasattr(os, "uname") else ""
    if found["SENSOR_KIND"] == "matrix" and found["SENSOR_DIODES"] == "cathodes" and "rp2350" in machine:
        raise BadSetting(
            "settings.toml: SENSOR_DIODES = cathodes is not allowed on an RP2350 (its pull-downs do not work); swap "
            "the pins of SENSOR_ROWS and SENSOR_COLUMNS, and write anodes and SENSOR_MAP = turned."
        )


def hello(found: Any) -> dict[str, Any]:
    """This board's own fields of ``hello``."""
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    said = {
        "s": _session(),
        "id": found["BOARD_ID"],
        "fw": ("%s %s %s" % (VERSION, sys.implementation.name, version))[:40],
        "hw": getattr(pins, "board_id", "")[:40],
        "sensor": found["SENSOR_KIND"],
        "tiles": 100,
        "reset": reset_reason(),
    }
    if found["BUTTONS"]:
        said["btn"] = sum([1 << button for button in found["BUTTONS"]])
    return said


def _session() -> int:
    """A number that differs from the one before the reset."""
    try:
        return int.from_bytes(os.urandom(4), "little") & 0x3FFFFFFF
    except (NotImplementedError, AttributeError):
        return supervisor.ticks_ms() & 0x3FFFFFFF


def reset_reason() -> str:
    """Why the board has started, in the words of ``board_messages.RESETS``."""
    if distress.crashed():
        return "crash"
    reason = microcontroller.cpu.reset_reason
    kinds = microcontroller.ResetReason
    if reason in (kinds.POWER_ON, kinds.BROWNOUT):
        return "power"
    if reason == kinds.RESET_PIN:
        return "button"
    if reason == kinds.WATCHDOG:
        return "watchdog"
    if reason == kinds.SOFTWARE:
        try:
            from alarm import sleep_memory  # only here: not every chip has it
        except ImportError:
            return "software"
        return "crash" if sleep_memory[0] else "software"  # counted by safemode.py
    return "unknown"
