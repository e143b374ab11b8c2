"""Runs the board: sensors, links and lights take turns, and none waits for another."""

import gc
import time

from . import hardware, ticks, wire
from .configuration import unload_module
from .lights import Lights
from .sensors import Sensors
from .session import Session
from .ticks import const
from .usb_link import UsbLink

try:
    from typing import Any
except ImportError:
    pass

_FRAME_MS = const(10)
"""From one frame to the next: 100 a second. Drawing 100 burning tiles takes an RP2040 4 ms, in two steps."""

_FOUR_FRAME_MS = const(14)
"""From one frame to the next with four LEDs a tile, which take 12.6 ms on the wire in the background: 71 a second."""

_WORKING_FRAME_MS = const(15)
"""From one frame to the next while a scene is prepared: 66 a second, which leaves it half of the time."""

_LATE_MS = const(5)
"""Longest delay of a frame that the next one makes up for; after a longer one all later frames move."""

_COLLECTED_MS = const(14)
"""The same for frames that garbage has delayed, until one is on time again."""

_ON_TIME_MS = const(2)
"""Delay of a frame that waited for nothing but the turn before."""

_COLLECT_MESSAGES = const(24)
"""Messages heard and said after which garbage is collected: about 50 KB of it, less than is free. A board that nobody
touches says one a second. _STEPS_A_MESSAGE steps of preparation count as one."""

_FOUR_COLLECT_MESSAGES = const(19)
"""The same with four LEDs a tile, one less for each layer shown: scenes of many layers leave less memory free, and
CircuitPython would collect unasked, between two looks at the sensors."""

_STEPS_A_MESSAGE = const(8)

_MORE_MESSAGES = const(6)
"""More of them while a tile waits for its debounce, so that no collection makes its edge late."""

_STEADY_S = const(60)
"""Run time after which earlier faults are forgotten."""

_STARTED_S = time.monotonic()

_IDENTIFY_MS = const(4000)
"""Duration of the light that shows where a board is, when the host asks."""


class Board:
    """A board that is put together: ``port`` is ``usb_cdc.data`` or None, ``hello`` its own fields of that message."""

    def __init__(self, shown: Lights, felt: Sensors, scanner: Any, hello: dict[str, Any], port: Any) -> None:
        now = hardware.ticks_ms()
        self.lights = shown
        self.sensors = felt
        self._scanner = scanner
        self.session = Session(hello, shown, felt, self._send, self._act, self._set_scan)
        felt.changed = self.session.edge
        felt.touched = shown.touch
        if felt.buttons is not None:
            felt.buttons.changed = self.session.press
        felt.resync(now)
        self._test: Any = None
        self._identify_until: Any = None
        self._usb = UsbLink(port) if port is not None else None
        self.mqtt: Any = None
        """The link over Wi-Fi, if the settings ask for one."""
        self._link: Any = None
        self._heard: Any = ()
        """Messages read in the turn before, obeyed in this one."""
        self._at = now
        """When the sensors were last looked at."""
        self._drawn_at = now
        self._late = _LATE_MS
        self._drawing = False
        self._ready = False
        """Whether a frame that is drawn waits for the one before to leave the wire."""
        self._owed = 0
        """Steps of preparation due, one for each part of a frame drawn: no long frame keeps a new scene waiting."""
        self._counted_at = now
        self._counted = 0
        self._fps = 0
        self._garbage = 0
        self._steps = 0
        """Steps of preparation since the last that made one more of them."""
        self.bad = 0
        """Lines that the link had refused when garbage was last counted."""
        self._free = -1
        """Bytes free after a collection, -1 before the first. Told with each status, and counted anew after it."""
        self._counts_free = True
        self._steady = False
        self._winking = False
        self._trouble = "not yet"
        self.lights.show(self.session.layers, self.session.brightness)
        self.lights.finish()
        gc.collect()  # what compiling and starting left behind

    def run(self) -> None:
        """For ever."""
        hardware.watchdog.go_on()
        while True:
            self.turn()

    def turn(self) -> None:
        """One turn: what the sensors saw, what the host said, what is due, and a frame when its time has come.

        What takes longer is cut into steps of a few milliseconds, one a turn, between the frames. After each of them
        the sensors are looked at again.
        """
        self._at = -1
        self._talk(self._look())
        self._at = -1  # what comes now takes up to 3.5 ms
        now = self._look()
        self._watch_shows(now)
        if self._light(now) and not self.sensors.waiting():
            self._at = -1  # the clock counts 1/1024 s, so that some of its milliseconds last for two
            self._light(self._look())

    def _look(self) -> int:
        """Look at the sensors, unless that was in this very millisecond; the time."""
        now: int = hardware.ticks_ms()
        if now != self._at:
            self._at = now
            self.sensors.poll(now)
            now = hardware.ticks_ms()
        return now

    def _light(self, now: int) -> bool:
        """Make one step of a frame or of what is prepared, if any is due; whether there was one."""
        if self._drawing:
            self._draw()
            return True
        passed = ticks.diff(now, self._drawn_at)
        waits = _WORKING_FRAME_MS if self.lights.busy else _FRAME_MS if self.lights.per_tile == 1 else _FOUR_FRAME_MS
        waits -= passed
        if waits <= 0 and not self._owed:
            if waits < -self._late:
                waits = 0
            if waits >= -_ON_TIME_MS:
                self._late = _LATE_MS
            self._drawn_at = ticks.add(now, waits)
            hardware.watchdog.feed()
            self.lights.start(passed + waits)
            self._draw()
            return True
        if self._prepare():
            return True
        if waits > 2:
            time.sleep(0.001)
        return False

    def _prepare(self) -> bool:
        """Take a step of what is prepared; False if nothing is."""
        if self.lights.work():
            self._owed = max(0, self._owed - 1)
            self._steps += 1
            if self._steps == _STEPS_A_MESSAGE:
                self._steps = 0
                self._garbage += 1
            return True
        self._owed = 0
        return False

    def _watch_shows(self, now: int) -> None:
        if self._test is not None:
            self._test.poll(now, self.sensors.occupied)
            if not self._test.running:
                self._end_test()
        elif self._identify_until is not None and ticks.diff(now, self._identify_until) >= 0:
            self._give_back()

    def _draw(self) -> None:
        """Draw a part of a frame; what is due after a whole one."""
        drawn = self.lights.step()
        self._drawing = not drawn
        if drawn is None:
            if self._ready:  # else this step has drawn something, and that is enough for one
                self._prepare()
            self._ready = True
            return
        self._ready = False
        if self.lights.behind:
            self._owed += 1
        if self._drawing:
            return
        lights = self.lights
        over = self._garbage - (_COLLECT_MESSAGES if lights.per_tile == 1 else _FOUR_COLLECT_MESSAGES - lights.layers)
        if over >= 0 and (over >= _MORE_MESSAGES or not self.sensors.waiting()):
            self._collect()
        now = self._drawn_at
        spent = ticks.diff(now, self._counted_at)
        if spent >= 1000:
            self._fps = (self.lights.frames - self._counted) * 1000 // spent
            self._counted = self.lights.frames
            self._counted_at = now
            if not self._steady and time.monotonic() - _STARTED_S > _STEADY_S:
                self._steady = True
                hardware.forget_faults()
            # Steady with a host, a slow blink without one.
            self._winking = self._link is None and not self._winking
            hardware.status_light().set(self._link is not None or self._winking)

    def _collect(self) -> None:
        """Collect garbage while a frame goes out: it is the one step that cannot be cut, 11 to 15 ms on an RP2040."""
        gc.collect()
        self._late = _COLLECTED_MS
        self._garbage = 0
        if self._free < 0 or (self._counts_free and not self.lights.busy):  # it takes 4 ms
            self._counts_free = False
            self._free = hardware.free_memory()

    def meanwhile(self) -> None:
        """While the library waits for a broker: lights and sensors go on; the link must not be touched."""
        self._light(self._look())

    # --- links -------------------------------------------------------------------------------------------

    def _talk(self, now: int) -> None:
        usb, mqtt = self._usb, self.mqtt
        if usb is not None:
            # A flood of scenes must not stop a frame half way.
            messages = usb.poll(now, not (self._drawing and self.lights.busy))
            self._look()
            if usb.up:
                if mqtt is not None and mqtt.up:
                    mqtt.close()
                self._serve(usb, messages, now)
                usb.flush()
                return
        if mqtt is not None:
            messages = mqtt.poll(now)
            self._look()
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
            self._heard = ()
            self.bad = link.bad
        # Reading a line and doing what it asks take milliseconds each, so a frame may be drawn in between.
        heard, self._heard = self._heard, messages
        bad = link.bad
        self._garbage += bad - self.bad
        self.bad = bad
        for message in heard:
            self._garbage += 1
            session.take(message, now)
            now = self._look()
        session.poll(now, self._status)

    def _send(self, message: dict[str, Any]) -> bool:
        self._garbage += 1
        return self._link is None or self._link.send(message)

    def _status(self) -> Any:
        if self._free < 0:
            self._garbage = _COLLECT_MESSAGES + _MORE_MESSAGES  # so that "free" means something; told after a frame
            return None
        self._counts_free = True
        link = self._link
        return {
            "fps": self._fps,
            "free": self._free,
            "ma": self.lights.ma,
            "bad": link.bad if link is not None else 0,
            "lost": self.sensors.overflows + self.session.lost,
            "up": int(time.monotonic() - _STARTED_S) & wire.MAX_NUMBER,
        }

    # --- what the host asks ------------------------------------------------------------------------------

    def _set_scan(self, scan_ms: int) -> None:
        self.sensors.replace(self._scanner.make(scan_ms), scan_ms, hardware.ticks_ms())

    def _show(self, layers: Any) -> None:
        self.session.held = True
        self.lights.show(layers)

    def _give_back(self) -> None:
        self._identify_until = None
        self.session.held = False
        self.lights.show(self.session.layers, self.session.brightness)

    def _end_test(self) -> None:
        """Needed once in a board's life, so its module is unloaded again."""
        self._test = None
        unload_module("selftest")
        self._give_back()

    def _act(self, action: str) -> None:
        now = hardware.ticks_ms()
        if action == "self-test":
            from .selftest import SelfTest  # only now: an idle board has no memory for it

            self._identify_until = None
            self._test = SelfTest(self._show, self.session.log, self.sensors.buttons)
            self._test.start(now)
        elif action == "identify":
            if self._test is None:
                from .selftest import frame_and_glow  # only now, for its memory

                self._identify_until = ticks.add(now, _IDENTIFY_MS)
                self._show(frame_and_glow())
                unload_module("selftest")
        elif action == "calibrate":
            from .selftest import calibrate  # only now, for its memory

            calibrate(self.sensors, self.session)
            if self._test is None:
                unload_module("selftest")
        elif action == "stop":
            if self._test is not None:
                self._test.stop()
                self._end_test()
            else:
                self._give_back()
