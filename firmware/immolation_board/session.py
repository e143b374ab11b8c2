"""Runs the board's side of the conversation with a host: sends what is due, does what the host asks.

Everything the board says is state, and is said again until the host has it; so a lost line costs a moment and nothing
else. Edges, which tell the order of events, wait until the link takes them. The scene shown stays when the host falls
silent.
"""

import binascii
from array import array

from . import ticks, wire
from .layers import Layer
from .ticks import const

try:
    from typing import Any
except ImportError:
    pass

_HELLO_MS = const(300)
"""From one greeting to the next, until the host has answered with its hello or a scene."""

_HELLO_SLOW_MS = const(2000)
_EAGER_HELLOS = const(15)
"""From one greeting to the next after the first fifteen: there may be nobody, and on a broker others listen."""

_TILES_MS = const(1000)
"""From one ``tiles`` to the next when the host has heard them already."""

_STATUS_MS = const(5000)
"""From one ``status`` to the next."""

_SILENT_MS = const(2000)
"""A host that has said nothing this long gets ``tiles`` once a second only."""

_WAITING_EDGES = const(112)
"""Edges kept for a link that does not take them yet: all hundred tiles at once, and more."""

_WAITING_PRESSES = const(16)
"""Presses of buttons kept until the host has heard them."""

_STALE_PRESS_MS = const(5000)
"""A press that nobody heard within this time is forgotten: it must not end a turn that has come since."""

_LISTED = const(15)
"""Stuck and noisy tiles named in one ``status``; more do not fit a line."""


def hearth() -> tuple[Layer, ...]:
    """Layers shown before any scene: a glow in the middle of the board."""
    return (
        Layer("pulse", 0xFF6A10, (44, 45, 54, 55), speed=35, opacity=110),
        Layer("ember", 0xFF5000, (34, 35, 43, 46, 53, 56, 64, 65), opacity=120),
    )


class Session:
    """One conversation at a time with one host.

    ``hello`` holds this board's own fields of that message (``id``, ``fw``, ``sensor``, ``tiles``, ``reset``, ``s``).
    ``send(message)`` hands a message to the link in use and returns whether it was taken, ``act(action)`` does what
    ``set.do`` asks, and ``scan(milliseconds)`` changes the interval of the sensors.
    """

    def __init__(self, hello: dict[str, Any], lights: Any, sensors: Any, send: Any, act: Any, scan: Any) -> None:
        self._hello: dict[str, Any] = {"k": "hello", "v": list(wire.PROTOCOL)}
        self._hello.update(hello)
        self.firmware: str = hello.get("fw", "")
        """Version of the firmware, and the interpreter that runs it with its version."""
        self._lights = lights
        self._sensors = sensors
        self._send = send
        self._act = act
        self._scan = scan
        self.repeat_ms = 40
        """From one ``tiles`` to the next while the host has not heard them; the link sets it."""
        self.layers: tuple[Layer, ...] = hearth()
        self.brightness = 255
        """The newest whole scene."""
        self.notice = ""
        """A fault of the board, as a sentence told to each host that is met; "" for none."""
        self.held = False
        """While True the lights belong to somebody else (self-test); scenes are kept for later."""
        self.shown = 0
        self.lost = 0
        """Messages that the link did not take, and edges that there was no room for."""
        self._preparing = 0
        self._host = -1
        self._refused = False
        self._newest = 0
        self._of = 0
        self._have = 0
        self._parts: list[Any] = [None] * wire.MAX_LAYERS
        self._ack_due = False
        self._greeted = False
        self._hellos = 0
        self._hello_at = 0
        self._heard_at = 0
        self.edges = 0
        """Edges counted since start."""
        # A ring of edges to be told, as `edges` has them: tile, + 128 for lifted; milliseconds after the one before.
        self._edge_bytes = bytearray(2 * _WAITING_EDGES)
        self._edge_ticks = array("l", [0] * _WAITING_EDGES)
        self._edge_first = self._edges_waiting = 0
        self._host_minor = 0
        self.presses = 0
        """Presses and releases of buttons counted since start."""
        self._presses: list[dict[str, Any]] = []  # to be heard, oldest first
        self._press_at = 0
        self._tiles = 0
        self._tiles_hex = ""
        self._tiles_at = 0
        self._tiles_heard = False
        self._moved = True
        self._status_at = 0

    def opened(self, now: int) -> None:
        """A host may be there: greet it."""
        self._greeted = False
        self._hellos = 0
        self._refused = False
        self._hello_at = ticks.add(now, -_HELLO_MS)
        self._heard_at = now
        self._tiles_heard = False
        self._edges_waiting = 0  # meant for whoever was there before
        self._presses.clear()
        self._status_at = ticks.add(now, -_STATUS_MS)

    def edge(self, tile: int, up: int, tick: int) -> None:
        """A tile was lifted (up 1) or placed (up 0) at ``tick``."""
        self.edges = (self.edges + 1) & wire.MAX_NUMBER
        self._moved = True
        if self._edges_waiting == _WAITING_EDGES:
            self._edge_first = (self._edge_first + 1) % _WAITING_EDGES
            self._edges_waiting -= 1
            self.lost += 1
        at = (self._edge_first + self._edges_waiting) % _WAITING_EDGES
        later = ticks.diff(tick, self._edge_ticks[at - 1])
        self._edge_bytes[2 * at] = tile | up << 7
        self._edge_bytes[2 * at + 1] = 0 if later < 0 else 255 if later > 255 else later
        self._edge_ticks[at] = tick
        self._edges_waiting += 1

    def press(self, button: int, up: int, tick: int, ms: int) -> None:
        """Button 0 to 5 of a seat or 6 of the host was pressed (up 0), or let go (up 1) after ``ms``."""
        self.presses = (self.presses + 1) & wire.MAX_NUMBER
        if len(self._presses) == _WAITING_PRESSES:
            self._presses.pop(0)
            self.lost += 1
        message = {"k": "press", "c": self.presses, "ms": tick, "b": button, "up": up}
        if up:
            message["hold"] = ms
        if not self._presses:
            self._press_at = ticks.add(tick, -_STALE_PRESS_MS)
        self._presses.append(message)

    def moved(self) -> None:
        """Occupancy changed without an edge, as after calibration."""
        self._moved = True

    def log(self, text: str) -> None:
        """One line for a person at the host."""
        line = "".join([letter if 32 <= ord(letter) < 127 else "?" for letter in text])
        self._say({"k": "log", "text": line[:150]})

    def _say(self, message: dict[str, Any]) -> None:
        if not self._send(message):
            self.lost += 1

    def take(self, message: dict[str, Any], now: int) -> None:
        """Do what a message of the host asks. Kinds that only boards send are passed over."""
        kind = message["k"]
        if kind == "hello":
            self._heard_at = now
            self._take_hello(message, now)
            return
        if self._refused:
            return
        if kind == "scene":
            self._heard_at = now
            self._greeted = True
            self._take_scene(message)
        elif kind == "got":
            self._heard_at = now
            if message["c"] == self._tiles:
                self._tiles_heard = True
        elif kind == "heard":
            self._heard_at = now
            if self._presses and message["c"] == self._presses[0]["c"]:
                self._presses.pop(0)
                self._press_at = ticks.add(now, -_STALE_PRESS_MS)
        elif kind == "set":
            self._heard_at = now
            self._take_set(message, now)

    def _take_hello(self, message: dict[str, Any], now: int) -> None:
        if "sensor" in message:
            return  # our own, echoed by a terminal
        self._say(self._hello)
        self._hello_at = now
        self._host_minor = message["v"][1]
        wrong = wire.compatible(message["v"], "the host")
        self._refused = wrong is not None
        if wrong is not None:
            self.log(wrong.replace("this side", "the board"))
            return
        if message["s"] != self._host:
            # Another host, or the same one started again: its scenes are counted from anew.
            self._host = message["s"]
            self._presses.clear()
            self._newest = self.shown = self._preparing = 0
            self._of = self._have = 0
        if self.notice:
            self.log(self.notice)
        self._greeted = True
        self._ack_due = True
        self._tiles_heard = False
        self._tiles_at = ticks.add(now, -_TILES_MS)
        self._status_at = ticks.add(now, -_STATUS_MS)

    def _take_scene(self, message: dict[str, Any]) -> None:
        self._ack_due = True
        number, of, part = message["n"], message["of"], message["i"]
        if number < self._newest or (number == self._newest and self._of and of != self._of):
            return
        if number > self._newest or not self._of:
            self._newest = number
            self._of = of
            self._have = 0
        bit = 1 << part
        if self._have & bit:
            return
        self._have |= bit
        self._parts[part] = _layer(message)
        if self._have != (1 << of) - 1:
            return
        self.layers = tuple([self._parts[at] for at in range(of) if self._parts[at] is not None])
        for at in range(wire.MAX_LAYERS):
            self._parts[at] = None
        self.brightness = message["b"]
        self._preparing = number
        if not self.held:
            self._lights.show(self.layers, self.brightness)

    def _take_set(self, message: dict[str, Any], now: int) -> None:
        supply = message.get("ma")
        if supply is not None:
            self._lights.supply(supply)
            if self._lights.starved:
                self.log("A supply of %d mA leaves nothing for light." % supply)
        scan = message.get("scan")
        if scan is not None:
            self._scan(scan)
        action = message.get("do")
        if action is not None:
            self._act(action)
        self._status_at = ticks.add(now, -_STATUS_MS)

    def poll(self, now: int, status: Any) -> None:
        """Say what is due, one line in a call.

        ``status()`` gives the other fields of that message, or None while they are being learnt.
        """
        wait = _HELLO_MS if self._hellos < _EAGER_HELLOS else _HELLO_SLOW_MS
        if not self._greeted and ticks.diff(now, self._hello_at) >= wait:
            self._hello_at = now
            self._hellos += 1
            self._say(self._hello)
            return
        if self._edges_waiting:
            self._tell_edges()
            return
        if self._preparing != self.shown and (self.held or not self._lights.busy):
            self.shown = self._preparing
            self._ack_due = True
        if self._ack_due:
            self._ack_due = False
            self._say({"k": "ack", "n": self._newest, "have": self._have, "shown": self.shown})
            return
        if self._presses and self._tell_press(now):
            return
        if self._poll_tiles(now):
            return
        if ticks.diff(now, self._status_at) >= _STATUS_MS:
            message = status()
            if message is None:
                return
            self._status_at = now
            message["k"] = "status"
            message["edges"] = self.edges
            stuck, noisy = self._sensors.stuck, self._sensors.noisy
            if self._sensors.buttons is not None and self._host_minor >= 2:
                stuck = self._sensors.buttons.stuck + stuck
                noisy = self._sensors.buttons.noisy + noisy
            message["stuck"] = stuck[:_LISTED]
            message["noisy"] = noisy[:_LISTED]
            self._say(message)

    def _tell_press(self, now: int) -> bool:
        """Say the oldest press again and again until the host has heard it; whether it was said now."""
        first = self._presses[0]
        if ticks.diff(now, first["ms"]) >= _STALE_PRESS_MS or self._host_minor < 2:
            self._presses.pop(0)
            self.lost += 1
        elif ticks.diff(now, self._press_at) >= self.repeat_ms:
            self._press_at = now
            self._send(first)
            return True
        return False

    def _tell_edges(self) -> None:
        """Hand over one line of edges, oldest first; what the link does not take waits."""
        count = min(self._edges_waiting, wire.MAX_EDGES) if self._host_minor >= 1 else 1
        first = self._edge_first
        message: dict[str, Any] = {
            "c": (self.edges - self._edges_waiting + 1) & wire.MAX_NUMBER,
            "ms": self._edge_ticks[first],
        }
        if count == 1:
            message["k"] = "edge"
            message["tile"] = self._edge_bytes[2 * first] & 127
            message["up"] = self._edge_bytes[2 * first] >> 7
        else:
            end = first + count
            told = self._edge_bytes[2 * first : 2 * end]
            if end > _WAITING_EDGES:
                told += self._edge_bytes[: 2 * (end - _WAITING_EDGES)]
            told[1] = 0
            message["k"] = "edges"
            message["e"] = binascii.hexlify(told).decode()
        if self._send(message):
            self._edge_first = (first + count) % _WAITING_EDGES
            self._edges_waiting -= count

    def _poll_tiles(self, now: int) -> bool:
        if not self._sensors.known:
            return False  # a board that has not looked yet must not say that it is empty
        if self._moved:
            self._moved = False
            hexed = wire.occupied_to_hex(self._sensors.occupied)
            if hexed != self._tiles_hex:
                self._tiles_hex = hexed
                self._tiles = (self._tiles + 1) & wire.MAX_NUMBER
                self._tiles_heard = False
                self._tiles_at = ticks.add(now, -_TILES_MS)
        heard = self._tiles_heard or ticks.diff(now, self._heard_at) >= _SILENT_MS
        if ticks.diff(now, self._tiles_at) >= (_TILES_MS if heard else self.repeat_ms):
            self._tiles_at = now
            self._say({"k": "tiles", "c": self._tiles, "on": self._tiles_hex})
            return True
        return False


def _layer(message: dict[str, Any]) -> Any:
    if "e" not in message:
        return None
    way = message.get("w")
    return Layer(
        message["e"],
        message["c"],
        message["on"],
        message["p"],
        message["t"],
        message["a"],
        [tile - 6 * (tile >> 4) for tile in binascii.unhexlify(way)] if way else None,  # 42 is 0x42 there
        message.get("m"),
        message.get("btn", 0),
    )
