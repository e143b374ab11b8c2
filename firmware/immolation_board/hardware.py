"""The only page that touches CircuitPython's modules: pins, chips and the clock. Knows no messages and no effects."""

import gc
import sys

import board
import digitalio
import keypad
import microcontroller
import neopixel_write
import supervisor
import usb_cdc

from . import VERSION
from .configuration import BadSetting
from .sensors import MAX_EVENTS

try:
    from typing import Any
except ImportError:
    pass

WATCHDOG_S = 8
"""The longest an RP2040 can; connecting to a broker is the longest that a healthy board is busy."""

ticks_ms = supervisor.ticks_ms
free_memory: Any = getattr(gc, "mem_free")  # noqa: B009  type checkers know the big Python's gc only


def pin(key: str, name: str) -> Any:
    """A pin by the name that CircuitPython gives it on this board. Raises BadSetting with the names there are."""
    found = getattr(board, name, None)
    if not isinstance(found, microcontroller.Pin):
        known = [
            other for other in dir(board) if other[:2] in ("GP", "IO") or (other[:1] == "D" and other[1:].isdigit())
        ]
        raise BadSetting(
            "settings.toml: %s = %s is not a pin of this board; it has %s." % (key, name, " ".join(known[:40]))
        )
    return found


def _pins(key: str, names: list[str]) -> list[Any]:
    return [pin(key, name) for name in names]


class LedStrip:
    """The data pin of the LEDs."""

    def __init__(self, name: str) -> None:
        try:
            self._out = digitalio.DigitalInOut(pin("LED_PIN", name))
        except ValueError as error:
            raise BadSetting("settings.toml: LED_PIN = %s cannot be used: %s." % (name, error)) from None
        self._out.direction = digitalio.Direction.OUTPUT
        _Parts.strip = self

    def write(self, frame: Any) -> None:
        """Clock 300 bytes out; 3 ms, while USB and the scanner go on."""
        neopixel_write.neopixel_write(self._out, frame)


class _Parts:
    """What exists once and is needed again when the board fails: a pin can be taken only once."""

    light: Any = None
    strip: Any = None


class StatusLight:
    """The small light on the microcontroller's own board, if it has one that can be used."""

    def __init__(self) -> None:
        self._out: Any = None
        self._pixel: Any = None
        self._on = False
        for name in ("LED", "NEOPIXEL"):
            try:
                out = digitalio.DigitalInOut(getattr(board, name))
            except (AttributeError, ValueError):
                continue
            out.direction = digitalio.Direction.OUTPUT
            if name == "LED":
                self._out = out
            else:
                self._pixel = out
            return

    def set(self, on: bool) -> None:
        """On or off."""
        if on == self._on:
            return
        self._on = on
        if self._out is not None:
            self._out.value = on
        elif self._pixel is not None:
            neopixel_write.neopixel_write(self._pixel, b"\x00\x20\x00" if on else b"\x00\x00\x00")


def status_light() -> StatusLight:
    """The one status light."""
    if _Parts.light is None:
        _Parts.light = StatusLight()
    return _Parts.light


def show_code(code: int, on: bool) -> None:
    """The first ``code`` LEDs of the chain glow, in a grey that is the same in every order of colours."""
    status_light().set(on)
    if _Parts.strip is not None:
        frame = bytearray(300)
        for at in range(3 * code if on else 0):
            frame[at] = 24
        _Parts.strip.write(frame)


class Scanner:
    """Makes the native scanner that the settings ask for."""

    def __init__(self, settings: Any) -> None:
        self._settings = settings
        self._native: Any = None
        self.event = keypad.Event()

    def make(self, scan_ms: int) -> Any:
        """A scanner with this interval; the one before is let go. Raises BadSetting for pins that do not work."""
        if self._native is not None:
            self._native.deinit()
            self._native = None
        settings = self._settings
        try:
            if settings.sensor_kind == "matrix":
                self._native = keypad.KeyMatrix(
                    row_pins=_pins("SENSOR_ROWS", settings.sensor_rows),
                    column_pins=_pins("SENSOR_COLUMNS", settings.sensor_columns),
                    columns_to_anodes=settings.sensor_diodes == "anodes",
                    interval=scan_ms / 1000,
                    max_events=MAX_EVENTS,
                    debounce_threshold=1,
                )
            else:
                data = _pins("SENSOR_DATA", settings.sensor_data)
                self._native = keypad.ShiftRegisterKeys(
                    clock=pin("SENSOR_CLOCK", settings.sensor_clock[0]),
                    latch=pin("SENSOR_LATCH", settings.sensor_latch[0]),
                    data=data,
                    key_count=settings.sensor_bits,
                    value_when_pressed=settings.sensor_active == "high",
                    interval=scan_ms / 1000,
                    max_events=MAX_EVENTS,
                    debounce_threshold=1,
                )
        except ValueError as error:
            if isinstance(error, BadSetting):
                raise
            raise BadSetting("settings.toml: the SENSOR pins cannot be used: %s." % error) from None
        return self._native


def read_setting(key: str, default: Any) -> Any:
    """One value of settings.toml."""
    return supervisor.get_setting(key, default)


def check_chip(settings: Any) -> None:
    """Refuse what this chip is known not to do. Raises BadSetting."""
    if settings.sensor_kind == "matrix" and settings.sensor_diodes == "cathodes" and "rp2350" in _machine():
        raise BadSetting(
            "settings.toml: SENSOR_DIODES = cathodes is not allowed on an RP2350 (its pull-downs do not work); swap "
            "the pins of SENSOR_ROWS and SENSOR_COLUMNS, and write anodes and SENSOR_MAP = turned."
        )


def _machine() -> str:
    import os

    return os.uname().machine.lower() if hasattr(os, "uname") else ""


def hello(settings: Any) -> dict[str, Any]:
    """This board's own fields of ``hello``."""
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    return {
        "s": _session(),
        "id": settings.board_id,
        "fw": ("%s %s %s" % (VERSION, sys.implementation.name, version))[:40],
        "sensor": settings.sensor_kind,
        "tiles": 100,
        "reset": reset_reason(),
    }


def _session() -> int:
    """A number that differs from the one before the reset."""
    try:
        from os import urandom

        return int.from_bytes(urandom(4), "little") & 0x3FFFFFFF
    except (ImportError, NotImplementedError, AttributeError):
        return supervisor.ticks_ms() & 0x3FFFFFFF


def crashed() -> bool:
    """Whether this start is the one after a crash: nothing else here ever asks for a reload."""
    return supervisor.runtime.run_reason == supervisor.RunReason.SUPERVISOR_RELOAD


def reset_reason() -> str:
    """Why the board has started, in the words of ``wire.RESETS``."""
    if crashed():
        return "crash"
    reason = microcontroller.cpu.reset_reason
    kinds = microcontroller.ResetReason
    if reason in (kinds.POWER_ON, kinds.BROWNOUT):
        return "power"
    if reason == kinds.RESET_PIN:
        return "button"
    if reason == kinds.WATCHDOG:
        return "watchdog"
    return "software" if reason == kinds.SOFTWARE else "unknown"


def start_watchdog() -> None:
    """From now on the board starts anew if nobody feeds for WATCHDOG_S."""
    from watchdog import WatchDogMode

    timer = microcontroller.watchdog
    if timer is not None and timer.mode is None:
        timer.timeout = WATCHDOG_S
        timer.mode = WatchDogMode.RESET


def feed() -> None:
    """The board is well. Harmless before the watchdog has started."""
    if microcontroller.watchdog is not None:
        microcontroller.watchdog.feed()


def data_port() -> Any:
    """``usb_cdc.data``, or None if boot.py has not run since it was copied."""
    return usb_cdc.data


def say(text: str) -> None:
    """One line on the console. Never waits: ``print`` would, for ever, if a terminal is open that does not read."""
    console = usb_cdc.console
    if console is not None and console.connected:
        console.write_timeout = 0
        console.write(text.encode() + b"\r\n")


def reload() -> None:
    """Start code.py again in a fresh interpreter."""
    supervisor.reload()


def make_mqtt(settings: Any, meanwhile: Any) -> Any:
    """The link over Wi-Fi. Raises BadSetting if this board has no Wi-Fi, or no such certificate on it."""
    try:
        import socketpool
        import wifi
    except ImportError:
        raise BadSetting('settings.toml: WIFI_SSID is set and this board has no Wi-Fi; write WIFI_SSID = "".') from None
    try:
        from .mqtt_link import MqttLink
    except ImportError as error:
        raise BadSetting(
            "A library is missing in lib/ (%s); write the board again with: immolation board flash." % error
        ) from None
    tls = None
    if settings.mqtt_tls:
        import ssl

        tls = ssl.create_default_context()
        if settings.mqtt_ca:
            try:
                with open(settings.mqtt_ca) as file:
                    tls.load_verify_locations(cadata=file.read())
            except OSError:
                raise BadSetting(
                    "settings.toml: MQTT_CA = %s is not a file on this drive." % settings.mqtt_ca
                ) from None
            except ValueError:
                raise BadSetting(
                    "settings.toml: MQTT_CA = %s holds no certificate; copy the authority's .pem again."
                    % settings.mqtt_ca
                ) from None
    return MqttLink(settings, wifi.radio, socketpool.SocketPool(wifi.radio), tls, ticks_ms, meanwhile, feed)
