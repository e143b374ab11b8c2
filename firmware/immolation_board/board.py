"""The loop: sensors, links and lights in their turns, none waiting for another. Knows how to begin and how to fail."""

import gc
import time

from . import hardware, lights, ticks, wiring
from .configuration import BadSetting, Settings, let_go
from .layers import Layer
from .sensors import Sensors
from .session import Session
from .usb_link import UsbLink

try:
    from typing import Any
except ImportError:
    pass

FRAME_MS = 16
"""Between two frames: 62 a second, more than eyes follow; the rest of the time goes to sensors and links."""

CRASH_WAIT_S = 2
CRASH_AGAIN_S = 20
"""Wait before starting again after a crash, and after a crash of a board that had just started again from one."""

STEADY_S = 60
"""A board that ran this long before it crashed had not just started."""

_STARTED_S = time.monotonic()

SETTINGS_WRONG, NO_PORT, CRASH = 2, 3, 5
"""Blink codes; see README.md."""


IDENTIFY_MS = 4000
IDENTIFY = (
    Layer("pulse", 0x4080FF, range(100), 50, 160, 120),
    Layer("blink", 0xFFFFFF, [tile for tile in range(100) if tile < 10 or tile >= 90 or tile % 10 in (0, 9)], 100, 180),
)
"""What a board shows that is asked where it is, and for how long."""


class Board:
    """Everything put together. Raises BadSetting for what the settings ask and the chip cannot do."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        hardware.check_chip(settings)
        strip = hardware.LedStrip(settings.led_pin[0])
        chain = wiring.led_chain(settings.led_lines, settings.led_wiring, settings.led_first)
        self.lights = lights.Lights(
            strip.write,
            chain,
            settings.led_order,
            settings.supply_ma,
            settings.idle_ma,
            settings.brightness,
            hardware.ticks_ms,
            ticks.diff,
        )
        self._scanner = hardware.Scanner(settings)
        self.sensors = Sensors(
            self._scanner.make(settings.scan_ms),
            self._scanner.event,
            settings.sensor_tiles,
            settings.scan_ms,
            settings.lift_ms,
            settings.place_ms,
            self._edge,
        )
        now = hardware.ticks_ms()
        self.sensors.resync(now)
        self.session = Session(
            hardware.hello(settings), self.lights, self.sensors, self._send, self._act, self._set_scan
        )
        self._test: Any = None
        self._identify_until = 0
        self._identifying = False
        port = hardware.data_port()
        self._usb = UsbLink(port) if port is not None else None
        self._mqtt: Any = hardware.make_mqtt(settings, self._meanwhile) if settings.wifi_ssid else None
        self._link: Any = None
        self._drawn_at = now
        self._counted_at = now
        self._counted = 0
        self._fps = 0
        self._winking = False
        self._trouble = "not yet"
        self.lights.show(self.session.layers, self.session.brightness)
        self.lights.finish()
        gc.collect()  # what compiling and starting left behind

    def run(self) -> None:
        """For ever."""
        hardware.start_watchdog()
        while True:
            self.turn()

    def turn(self) -> None:
        """One turn: what the sensors saw, what the host said, what is due, and a frame when its time has come."""
        now = hardware.ticks_ms()
        self.sensors.poll(now)
        self._talk(now)
        self._watch_shows(now)
        if ticks.diff(now, self._drawn_at) >= FRAME_MS:
            self._draw(now)
        else:
            time.sleep(0.001)

    def _watch_shows(self, now: int) -> None:
        if self._test is not None:
            self._test.poll(now, self.sensors.occupied)
            if not self._test.running:
                self._end_test()
        elif self._identifying and ticks.diff(now, self._identify_until) >= 0:
            self._give_back()

    def _draw(self, now: int) -> None:
        passed = ticks.diff(now, self._drawn_at)
        self._drawn_at = now
        hardware.feed()
        self.lights.draw(passed)
        spent = ticks.diff(now, self._counted_at)
        if spent >= 1000:
            self._fps = (self.lights.frames - self._counted) * 1000 // spent
            self._counted = self.lights.frames
            self._counted_at = now
            # Steady with a host, a slow blink without one.
            self._winking = self._link is None and not self._winking
            hardware.status_light().set(self._link is not None or self._winking)

    def _meanwhile(self) -> None:
        """While the library waits for a broker: lights and sensors go on; the link must not be touched."""
        now = hardware.ticks_ms()
        if ticks.diff(now, self._drawn_at) >= FRAME_MS:
            self._draw(now)
        else:
            time.sleep(0.001)

    # --- links -------------------------------------------------------------------------------------------

    def _talk(self, now: int) -> None:
        usb, mqtt = self._usb, self._mqtt
        if usb is not None:
            messages = usb.poll(now)
            if usb.up:
                if mqtt is not None and mqtt.up:
                    mqtt.close()
                self._serve(usb, messages, now)
                usb.flush()
                return
        if mqtt is not None:
            messages = mqtt.poll(now)
            if mqtt.trouble != self._trouble:
                self._trouble = mqtt.trouble
                hardware.say("Wi-Fi: %s" % (self._trouble or "connected to the broker."))
            if mqtt.up or messages:
                self._serve(mqtt, messages, now)
                return
        self._link = None

    def _serve(self, link: Any, messages: Any, now: int) -> None:
        session = self.session
        if link.opened or self._link is not link:
            link.opened = False
            self._link = link
            session.repeat_ms = link.repeat_ms
            session.opened(now)
        for message in messages:
            session.take(message, now)
        session.poll(now, self._status)

    def _send(self, message: dict[str, Any]) -> None:
        if self._link is not None:
            self._link.send(message)

    def _status(self) -> dict[str, Any]:
        link = self._link
        gc.collect()  # at a moment that we choose, and so that "free" means something; a few ms on chips of this size
        return {
            "fps": self._fps,
            "free": hardware.free_memory(),
            "ma": self.lights.ma,
            "bad": link.bad if link is not None else 0,
            "lost": self.sensors.overflows + (link.dropped if link is not None else 0),
        }

    def _edge(self, tile: int, up: int, tick: int) -> None:
        self.session.edge(tile, up, tick)

    # --- what the host asks ------------------------------------------------------------------------------

    def _set_scan(self, scan_ms: int) -> None:
        self.sensors.replace(self._scanner.make(scan_ms), scan_ms, hardware.ticks_ms())

    def _show(self, layers: Any) -> None:
        self.session.held = True
        self.lights.show(layers)

    def _give_back(self) -> None:
        self._identifying = False
        self.session.held = False
        self.lights.show(self.session.layers, self.session.brightness)

    def _end_test(self) -> None:
        """Needed once in a board's life, so its page is let go of again."""
        self._test = None
        let_go("selftest")
        self._give_back()

    def _act(self, action: str) -> None:
        now = hardware.ticks_ms()
        if action == "self-test":
            from .selftest import SelfTest

            self._identifying = False
            self._test = SelfTest(self._show, self.session.log)
            self._test.start(now)
        elif action == "identify":
            if self._test is None:
                self._identifying = True
                self._identify_until = ticks.add(now, IDENTIFY_MS)
                self._show(IDENTIFY)
        elif action == "calibrate":
            self._calibrate()
        elif action == "stop":
            if self._test is not None:
                self._test.stop()
                self._end_test()
            else:
                self._give_back()

    def _calibrate(self) -> None:
        try:
            stuck = self.sensors.calibrate()
        except ValueError as refused:
            self.session.log("Calibration refused: %s" % refused)
            return
        self.session.moved()
        if stuck:
            named = " ".join(["%02d" % tile for tile in stuck])
            self.session.log("Calibrated: tiles %s read occupied on an empty board and are left out." % named)
        else:
            self.session.log("Calibrated: all 100 tiles read empty.")


def _distress(code: int, text: str, seconds: int) -> None:
    """Blink ``code`` and say ``text`` on both ports, for ``seconds`` or (0) until somebody resets the board."""

    port = hardware.data_port()
    link = UsbLink(port) if port is not None else None
    line = "".join([letter if 32 <= ord(letter) < 127 else "?" for letter in text])[:150]
    started = hardware.ticks_ms()
    said_at = ticks.add(started, -5000)
    length = 600 * code + 1400
    shown = None
    while not seconds or ticks.diff(hardware.ticks_ms(), started) < 1000 * seconds:
        now = hardware.ticks_ms()
        hardware.feed()
        at = ticks.diff(now, started) % length
        lit = at < 600 * code and at % 600 < 250
        if lit != shown:
            shown = lit
            hardware.show_code(code, lit)
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


def _read_settings() -> Settings:
    from .settings import load

    settings = load(hardware.read_setting)
    let_go("settings")
    return settings


def run() -> None:
    """What code.py calls. Comes back never: a board that cannot work says so and blinks."""
    try:
        settings = _read_settings()
        if hardware.data_port() is None and not settings.wifi_ssid:
            _distress(NO_PORT, "No data port: press the reset button once, so that boot.py is run.", 0)
        machine = Board(settings)
        hardware.say("Immolation board %s is running." % settings.board_id)
    except BadSetting as wrong:
        _distress(SETTINGS_WRONG, str(wrong), 0)
        return
    machine.run()


def fail(error: BaseException) -> None:
    """After a crash: say it in one line, blink, wait, start again."""
    gc.collect()
    again = hardware.crashed() and time.monotonic() - _STARTED_S < STEADY_S
    text = "Crash: %s: %s; starting again." % (type(error).__name__, error)
    _distress(CRASH, text, CRASH_AGAIN_S if again else CRASH_WAIT_S)
    hardware.reload()
