"""Reads the 3-axis sensors of a board that has them, and tells the host which magnet stands where.

Ten TMAG5273 a row hang on I2C behind TCA9548A multiplexers. One is read where presence has changed; in between, one
tile after the other on which the presence sensor feels something, because a strong neighbour may hold that sensor. A
tile is occupied where both agree. One short step is made in each turn of the board.

Loaded only where the settings ask for it: it puts itself between the board's parts, which know nothing of it.
"""

from array import array

import busio

from .. import hardware, ticks
from ..configuration import BadSetting
from ..ticks import const
from ..wiring import TILES
from .calibration import Calibration
from .decoder import MARK, NOTHING, UNKNOWN, Magnets
from .places import address, channel, multiplexer

try:
    from typing import Any
except ImportError:
    pass

HERTZ = const(400_000)

_CONFIGURATION = b"\x00\x34\x10\x70\x00"
"""From register 0 on: means of 32 and a neodymium magnet's warmth; low noise, standby; x, y and z; +-40 mT."""

_MAKER = b"\x0e"
_TRIGGER = b"\x98"
"""Register 0x18, the state of the conversion, and the bit that starts the next one."""

_POWERED_UP = const(0x10)
_STARTED = b"\x18\x10"
"""The bit of that state that says that the sensor has started anew, and how it is cleared."""

_RESULT = b"\x12"
_CONVERSION_MS = const(5)
"""A conversion of three axes, 32 times, takes 2.6 ms; and one, because this millisecond has begun already."""

_IDLE_MS = const(20)
"""Between two readings where nothing has changed."""

_LONG_LOOK_MS = const(2)
"""Duration of a look at presence after which these sensors wait for the next."""

_PER_LOOK = const(20)
"""Tiles looked through in one step."""

_MISSING_MS = const(10000)
"""Between two looks for a sensor that did not answer."""

_GIVE_UP = const(3)
"""Time-outs of the bus one after the other, a second each, after which it is left alone."""

_ZERO_READINGS = const(4)
"""Readings whose mean is what a sensor feels on an empty board."""

_MOST_ZERO = const(410)
"""Steps, 2 mT: more than the offset of any good sensor. A magnet gives at least 3."""

_CHOOSE = const(0)  # what is done in the next step
_LOOK = const(1)
_TRIGGERED = const(2)
_DECODING = const(3)

_TIMED_OUT = (110, 116)
"""Errors of CircuitPython for a bus that is held; an absent chip is ENODEV."""

_MOVED = const(10)
"""Tenths of a millimetre by which a place must change to be told again."""


def make(board: Any, sda: Any, scl: Any, found: Any) -> Any:
    """Put the sensors to work on a board that is put together; without a bus it goes on and says so.

    Raises BadSetting for pins that have no I2C.
    """
    try:
        bus = busio.I2C(scl, sda, frequency=HERTZ)
    except RuntimeError:
        board.session.notice = "No pull-ups on IDENTITY_PINS: is the board of the 3-axis sensors plugged in?"
        return None
    except ValueError as error:
        raise BadSetting("settings.toml: IDENTITY_PINS cannot be used: %s." % error) from None
    bus.try_lock()  # nobody else has it
    places = (found["IDENTITY_HEIGHT"], found["IDENTITY_PITCH"], found["IDENTITY_ASIDE"])
    identity = Identity(board, bus, Magnets(found["IDENTITY_FIELDS"], *places))
    identity.calibration.take(found["IDENTITY_GAINS"], found["IDENTITY_AXES"])
    return identity


class Identity:
    """Reads which magnet stands on which tile. ``bus`` is a locked ``busio.I2C``."""

    def __init__(self, board: Any, bus: Any, magnets: Magnets) -> None:
        self.magnets = magnets
        sensors, session = board.sensors, board.session
        self._sensors, self._session, self._bus = sensors, session, bus
        self._poll_presence, sensors.poll = sensors.poll, self.poll
        self._tell, sensors.changed = sensors.changed, self._changed
        self._calibrate_presence, sensors.calibrate = sensors.calibrate, self._calibrate
        self._send, session._send = session._send, self._with_kinds
        self._act, session._act = session._act, self._do
        self.calibration = Calibration(magnets, sensors, session)
        session._hello["kinds"] = UNKNOWN
        self._one = bytearray(1)
        self._two = bytearray(2)
        self._bytes = bytearray(6)
        self._zero = array("h", [0] * (3 * TILES))
        self._sum = array("l", [0] * 3)
        self._there = bytearray(TILES)  # 1 where the sensor answers
        self._due = bytearray(TILES)  # 1 where presence has changed and nothing was read since
        self._doubted = bytearray(TILES)  # 1 where the last reading found no magnet on an occupied tile
        self._waiting = 0  # how many of these there are
        self._told = bytearray([NOTHING] * TILES)
        self._marks = bytearray(MARK[UNKNOWN] * TILES, "ascii")  # as `tiles` says each kind
        self._told_x = array("h", [0] * TILES)
        self._told_y = array("h", [0] * TILES)
        self._multiplexer = -1
        self._tile = -1
        self._stage = _CHOOSE
        self._at = self._looked_at = hardware.ticks_ms()
        self._next = 0
        self._search = 0
        self._failed = 0
        self._zeroing = -1  # tile whose offset is measured, TILES and more: none
        self._readings = 0
        self._said_missing = False

    # --- between the board's parts -----------------------------------------------------------------------

    def poll(self, now: int) -> None:
        """Let presence be felt as ever, then make one step, unless that has taken its time."""
        self._poll_presence(now)
        if self._failed < _GIVE_UP and ticks.diff(hardware.ticks_ms(), now) < _LONG_LOOK_MS:
            try:
                self._step(now)
                self._failed = 0
            except OSError as error:
                self._lost(error)

    def _changed(self, tile: int, up: int, tick: int) -> None:
        """Presence has changed: lifted is told at once, placed too; who it is follows."""
        if up:
            self._forget(tile)
            if self._due[tile]:
                self._due[tile] = 0
                self._waiting -= 1
        elif not self._due[tile]:
            self._due[tile] = 1
            self._waiting += 1
        self._tell(tile, up, tick)

    def _with_kinds(self, message: "dict[str, Any]") -> bool:
        """Send a message; a ``tiles`` has its tiles' kinds with it."""
        if message["k"] == "tiles":
            # The marks of the tiles that are occupied, without a loop in Python.
            held = int.from_bytes(self._sensors.occupied, "big") * 255 & int.from_bytes(self._marks, "big")
            message["kind"] = held.to_bytes(TILES, "big").replace(b"\0", b"").decode()
        return bool(self._send(message))

    def _calibrate(self) -> "list[int]":
        """On an empty board: presence as ever, and what each 3-axis sensor feels without a magnet."""
        stuck: list[int] = self._calibrate_presence()
        self._zeroing = self._readings = 0
        self.calibration.end()
        return stuck

    def _do(self, action: str) -> None:
        """Begin or end measuring the sensors' gain, which ``gauge-1`` to ``gauge-4`` ask for; all else as ever."""
        if action.startswith("gauge-"):
            self.calibration.measure_gains(int(action[6:]) - 1)
            return
        if action == "stop":
            self.calibration.tell_gains()
        self._act(action)

    # --- one step a turn ---------------------------------------------------------------------------------

    def _step(self, now: int) -> None:
        stage = self._stage
        if stage == _CHOOSE:
            self._choose(now)
        elif stage == _LOOK:
            self._look()
        elif stage == _TRIGGERED:
            if ticks.diff(now, self._at) >= _CONVERSION_MS:
                self._read()
        elif self.magnets.step():
            self._stage = _CHOOSE
            self._judge(now)

    def _choose(self, now: int) -> None:
        """Choose the next tile: one that changed, else a sensor not looked for yet, else the next in its turn."""
        tile = -1
        if self._waiting:
            for tile in range(TILES):
                if self._due[tile]:
                    break
        elif self._search < TILES:
            self._look_for(self._search)
            return
        elif self._zeroing >= 0:
            tile = self._zeroing
        elif ticks.diff(now, self._at) >= _IDLE_MS:
            self._at = now
            tile = self._next_held()
            self._say_missing(now)
        if tile < 0:
            return
        if not self._there[tile]:
            self._pass(tile)
            return
        self._tile = tile
        self._select(tile)
        self._bus.writeto_then_readfrom(address(tile), _TRIGGER, self._one)
        if self._one[0] & _POWERED_UP:  # its supply was gone, and with it what it was told
            self._there[tile] = 0
            self._look_for(tile)
            return
        self._at = now
        self._stage = _TRIGGERED

    def _next_held(self) -> int:
        """The next tile in its turn on which presence is felt; -1 if there is none among the next twenty."""
        raw = self._sensors._raw
        for _ in range(_PER_LOOK):
            tile = self._next
            self._next = (tile + 1) % TILES
            if raw[tile]:
                return tile
        return -1

    def _pass(self, tile: int) -> None:
        """A tile whose sensor does not answer is as presence says, and nobody is known on it."""
        if self._due[tile]:
            self._due[tile] = 0
            self._waiting -= 1
        if tile == self._zeroing:
            self._next_zero()

    def _select(self, tile: int) -> None:
        """Switch a tile's channel on, and every other one off."""
        switch = multiplexer(tile)
        if self._multiplexer != switch:
            if self._multiplexer >= 0:
                self._one[0] = 0
                self._bus.writeto(self._multiplexer, self._one)
            self._multiplexer = switch
        self._one[0] = 1 << channel(tile)
        self._bus.writeto(switch, self._one)

    def _look_for(self, tile: int) -> None:
        self._search = tile + 1
        if not self._there[tile]:
            self._tile, self._stage = tile, _LOOK
            self._select(tile)

    def _look(self) -> None:
        """See whether a sensor is there and what it should be, and set it up."""
        self._stage = _CHOOSE
        at = address(self._tile)
        self._bus.writeto_then_readfrom(at, _MAKER, self._two)
        if self._two != b"IT":
            return
        self._bus.writeto(at, _CONFIGURATION)
        self._bus.writeto(at, _STARTED)
        self._there[self._tile] = 1

    def _read(self) -> None:
        """Take the result of a conversion, in steps and without the sensor's offset."""
        tile, data = self._tile, self._bytes
        self._bus.writeto_then_readfrom(address(tile), _RESULT, data)
        x, y, z = _counts(data, 0), _counts(data, 2), _counts(data, 4)
        if tile == self._zeroing and not self._due[tile]:
            self._zero_with(tile, x, y, z)
            return
        if self._due[tile]:
            self._due[tile] = 0
            self._waiting -= 1
        zero = self._zero
        gain = self.calibration.gain_of(tile)
        x, y, z = x - zero[3 * tile], y - zero[3 * tile + 1], z - zero[3 * tile + 2]
        axes = max(0, self.calibration.axes)
        if axes & 4:
            x, y = y, x
        if axes & 1:
            x = -x
        if axes & 2:
            y = -y
        self.magnets.begin(tile, x * gain // 200, y * gain // 200, z * gain // 200)
        self._stage = _DECODING

    def _judge(self, now: int) -> None:
        """Take what was read: a tile that only its neighbours hold is empty; report what is new."""
        tile, sensors = self._tile, self._sensors
        kind = self.magnets.kind[tile]
        self._marks[tile] = ord(MARK[min(kind, UNKNOWN)])
        if kind == NOTHING:
            if sensors.occupied[tile] and sensors._raw[tile]:
                if not self._doubted[tile]:  # one bad reading takes no miniature away
                    self._doubted[tile] = self._due[tile] = 1
                    self._waiting += 1
                    return
                sensors.occupied[tile] = 0
                sensors._stuck[tile] = 1  # reads empty until it moves, or until a magnet is felt
                self._forget(tile)
                self._tell(tile, 1, now)
            return
        self._doubted[tile] = 0
        self.calibration.read(tile)
        if not sensors.occupied[tile]:
            if not sensors._raw[tile] or not sensors._stuck[tile]:
                self._forget(tile)  # lifted meanwhile, or not yet sure
                return
            sensors._stuck[tile] = 0
            sensors.occupied[tile] = 1
            self._tell(tile, 0, now)
        magnets = self.magnets
        x, y = magnets.x[tile], magnets.y[tile]
        if kind == self._told[tile] and abs(x - self._told_x[tile]) + abs(y - self._told_y[tile]) < _MOVED:
            return
        if kind != self._told[tile]:
            self._session._tiles_hex = ""
            self._session.moved()
        self._told[tile], self._told_x[tile], self._told_y[tile] = kind, x, y
        if self._session._host_minor >= 3:
            message = {"k": "magnet", "tile": tile, "x": x, "y": y, "sure": magnets.sure[tile]}
            if kind < UNKNOWN:
                message["kind"] = kind
            self._session._say(message)

    def _forget(self, tile: int) -> None:
        self.magnets.forget(tile)
        self._doubted[tile] = 0
        self._told[tile] = NOTHING
        self._marks[tile] = ord(MARK[UNKNOWN])

    # --- calibration -------------------------------------------------------------------------------------

    def _zero_with(self, tile: int, x: int, y: int, z: int) -> None:
        total = self._sum
        if not self._readings:
            total[0] = total[1] = total[2] = 0
        total[0] += x
        total[1] += y
        total[2] += z
        self._readings += 1
        self._stage = _CHOOSE
        if self._readings < _ZERO_READINGS:
            return
        for axis in range(3):
            mean = total[axis] // _ZERO_READINGS
            if abs(mean) > _MOST_ZERO:
                self._session.log("Calibration: tile %02d feels a magnet, or its 3-axis sensor is broken." % tile)
                break
        else:
            for axis in range(3):
                self._zero[3 * tile + axis] = total[axis] // _ZERO_READINGS
        self._next_zero()

    def _next_zero(self) -> None:
        self._readings = 0
        self._zeroing += 1
        if self._zeroing == TILES:
            self._zeroing = -1
            self._session.log("Calibrated: %d of 100 3-axis sensors answer." % sum(self._there))
            self.calibration.ask_for_axes()

    # --- faults ------------------------------------------------------------------------------------------

    def _lost(self, error: Any) -> None:
        """A sensor or multiplexer did not answer: go on with the others."""
        tile, looked = self._tile, self._stage == _LOOK
        self._stage = _CHOOSE
        self._multiplexer = -1
        if error.errno in _TIMED_OUT:
            self._failed += 1
            if self._failed == _GIVE_UP:
                self._session.log("The I2C bus of the 3-axis sensors is stuck: look for a short circuit, then reset.")
                self._session.notice = "The 3-axis sensors do not answer."
        if looked or tile < 0:
            return
        self._there[tile] = 0
        self._pass(tile)

    def _say_missing(self, now: int) -> None:
        """Look anew for sensors that did not answer, and tell the host once which."""
        if ticks.diff(now, self._looked_at) < _MISSING_MS and self._said_missing == self._session._greeted:
            return
        self._looked_at = now
        self._said_missing = self._session._greeted
        missing = [tile for tile in range(TILES) if not self._there[tile]]
        if missing:
            self._search = 0
            if self._said_missing:
                named = " ".join(["%02d" % tile for tile in missing[:20]])
                self._session.log("No 3-axis sensor answers on %d tiles: %s" % (len(missing), named))


def _counts(data: Any, at: int) -> int:
    value = data[at] << 8 | data[at + 1]
    return (value - 65536 if value & 0x8000 else value) >> 2
