"""Encodes and decodes the messages between board and host.

Runs unchanged on CircuitPython, MicroPython and CPython, and is imported by the host as it is. On a chip an instruction
of Python takes some microseconds, so lines are cut, checked and turned into tiles by native calls, not byte by byte.

A message is one small JSON object. On serial it travels as one line, ``<json>*<crc32 hex>\\n``; on MQTT
the JSON is the payload. A line that is too long, not ASCII, has a wrong check sum, is not JSON or breaks
the schema below is refused whole and counted; the next newline is the way back in.

Both directions carry state, not deltas, so losing a message loses nothing:

* The host's scene is numbered (``n``, rising) and cut into parts of one layer each, so that every line is
  short enough to pass a noisy cable and a 256-byte buffer. The board shows a scene when it has all of its
  parts, and its ``ack`` says which parts of which scene it holds; the host repeats what is missing.
* The board's ``tiles`` is the whole occupancy with a counter; it is repeated until the host's ``got``
  names that counter, and once a second after that. ``edge`` only tells the order of events.
* ``hello`` from either side opens a session. The board answers with its own ``hello``; the host answers a
  board's ``hello`` with the whole scene.

=========== ===== ============================================================================
kind ``k``  from  fields
=========== ===== ============================================================================
``hello``   both  ``v`` [major, minor], ``s`` session; board also ``id``, ``fw``, ``hw``, ``sensor``,
                  ``tiles``, ``reset``, ``btn`` bits of the buttons there are, ``kinds`` of magnet it tells apart
``scene``   host  ``n``, ``i`` part, ``of`` parts, ``b`` brightness; a layer: ``e`` effect,
                  ``c`` colour, ``on`` tiles, ``p`` priority, ``t`` speed, ``a`` opacity,
                  ``btn`` bits of the buttons that it lights
``ack``     board ``n`` newest scene heard of, ``have`` bits of its parts, ``shown`` newest on the lights
``edge``    board ``c`` counter, ``ms`` tick, ``tile``, ``up`` 1 lifted / 0 placed
``edges``   board since 1.1, to hosts of 1.1: ``c`` and ``ms`` of the first, ``e`` four hex digits an edge:
                  tile (+ 80 if lifted), ms after the one before (ff: or longer)
``tiles``   board ``c`` counter, ``on`` tiles, ``kind`` of the magnet on each of them, 0 to 7 or -
``magnet``  board since 1.3, to hosts of 1.3: ``tile``, ``kind``, ``x``, ``y`` tenths of a mm off its middle, ``sure`` %
``got``     host  ``c`` newest ``tiles`` counter heard
``press``   board since 1.2, to hosts of 1.2: ``c`` counter, ``ms`` tick, ``b`` button (0 to 5 the seats', 6 the
                  host's), ``up`` 1 let go / 0 pressed, ``hold`` ms it was held; repeated until ``heard``
``heard``   host  ``c`` the ``press`` that was heard
``status``  board ``fps``, ``free`` bytes, ``ma``, ``bad`` lines, ``lost`` edges and lines, ``edges`` told,
                  ``up`` seconds since start, ``stuck``, ``noisy``
``set``     host  any of ``ma`` limit, ``scan`` ms, ``do`` self-test / calibrate / identify / stop
``log``     board ``text``: one line for a person
=========== ===== ============================================================================
"""

import binascii
import json

from . import wire_fields as fields
from .wire_fields import BUTTONS as BUTTONS
from .wire_fields import HEX_DIGITS as HEX_DIGITS
from .wire_fields import MAX_EDGES as MAX_EDGES
from .wire_fields import MAX_NUMBER as MAX_NUMBER
from .wire_fields import TILES as TILES
from .wire_fields import BadMessage as BadMessage
from .wire_fields import occupied_to_hex as occupied_to_hex

try:
    from .board_messages import *  # noqa: F403  each name would take a board's memory, which has no such module
except ImportError:
    HELLO, SCHEMA = {}, {}

try:
    from typing import Any
except ImportError:  # CircuitPython and MicroPython have no typing; annotations are not evaluated there
    pass

PROTOCOL = (1, 3)
"""Major and minor version. Sides whose major numbers differ refuse each other."""

MAX_LINE = 240
"""Bytes, newline included: one line fits the 256-byte USB buffer of an RP2040."""

MAX_LAYERS = 16
"""Parts of one scene; ``have`` is a 16-bit mask."""

EFFECTS = ("solid", "fire", "ember", "gem", "pulse", "blink", "path", "target", "clock")
"""Effects that the board can draw; ``effects.py`` says how each looks."""

ACTIONS = ("self-test", "calibrate", "identify", "stop", "gauge-1", "gauge-2", "gauge-3", "gauge-4")


class UnknownKind(BadMessage):
    """A message of a kind this side does not know: counted and passed over, so that a newer side may send it."""


# kind -> (fields that must be there, fields that may be there); unknown fields are passed over. A field is the lowest
# and highest whole number allowed, or a function that says what was wanted.
_SCHEMA: dict[str, Any] = {
    "hello": ({"v": fields.numbers(2, 255), "s": fields.COUNTER}, HELLO),
    "scene": (
        {"n": fields.COUNTER, "i": (0, MAX_LAYERS - 1), "of": (1, MAX_LAYERS), "b": fields.BYTE},
        {
            "e": fields.one_of(EFFECTS),
            "c": (0, 0xFFFFFF),
            "on": fields.tiles,
            "p": fields.BYTE,
            "t": (0, 1000),
            "a": fields.BYTE,
            "w": fields.way,
            "btn": (0, (1 << BUTTONS) - 1),
            "m": fields.numbers(2, MAX_NUMBER),
        },
    ),
    "got": ({"c": fields.COUNTER}, {}),
    "heard": ({"c": fields.COUNTER}, {}),
    "set": (
        {},
        {"ma": (100, 6000), "scan": (5, 100), "do": fields.one_of(ACTIONS)},
    ),
}
_SCHEMA.update(SCHEMA)


def check(message: Any) -> str | None:
    """Check a decoded message: one sentence on the first thing that is wrong, None if it may be used."""
    if not isinstance(message, dict):
        return "A message is a JSON object."
    kind = message.get("k")
    schema = _SCHEMA.get(kind) if isinstance(kind, str) else None
    if schema is None:
        return "Unknown kind %s." % str(kind)[:20]
    must, may = schema
    for name in must:
        if name not in message:
            return "%s: '%s' is missing." % (kind, name)
    for name in message:
        field = must.get(name) or may.get(name)
        if field is None:
            continue
        value = message[name]
        if type(field) is tuple:
            if type(value) is int and field[0] <= value <= field[1]:
                continue
            wanted = "a whole number from %d to %d" % field
        else:
            wanted = field(value)
        if wanted is not None:
            return "%s: '%s' must be %s." % (kind, name, wanted)
    if kind == "scene":
        return _check_scene(message)
    return None


def _check_scene(message: dict[str, Any]) -> str | None:
    if message["i"] >= message["of"]:
        return "scene: part %d of %d." % (message["i"], message["of"])
    if "e" in message:
        for name in ("e", "c", "on", "p", "t", "a"):
            if name not in message:
                return "scene: '%s' is missing." % name
    elif message["of"] != 1:
        return "scene: only a scene of one part may have no layer."
    return None


def decode(payload: bytes | bytearray | memoryview) -> dict[str, Any]:
    """The message in one JSON payload (MQTT), checked. Raises as `parse` and `checked` do."""
    return checked(parse(payload))


def parse(payload: bytes | bytearray | memoryview) -> Any:
    """What one JSON payload says, not yet checked. Raises BadMessage if it is too long or not ASCII JSON."""
    if len(payload) > MAX_LINE:
        raise BadMessage("A message has at most %d bytes." % MAX_LINE)
    text = bytes(payload)
    if text and (min(text) < 32 or max(text) > 126):
        raise BadMessage("A message is printable ASCII.")
    try:
        return json.loads(text)
    except (ValueError, OverflowError, RuntimeError):
        raise BadMessage("Not JSON.") from None


def checked(message: Any) -> dict[str, Any]:
    """Return a decoded message. Raises BadMessage if it breaks the schema, UnknownKind for a kind not known here."""
    wrong = check(message)
    if wrong is not None:
        if wrong.startswith("Unknown kind"):
            raise UnknownKind(wrong)
        raise BadMessage(wrong)
    return message  # type: ignore[no-any-return]


def pack(message: dict[str, Any]) -> bytes:
    """The JSON payload of a message that needs no check (a board's own). Raises BadMessage if it is too long."""
    payload = json.dumps(message, separators=(",", ":")).encode()
    if len(payload) > MAX_LINE - 10:
        raise BadMessage("%s: longer than %d bytes." % (message["k"], MAX_LINE - 10))
    return payload


def encode(message: dict[str, Any]) -> bytes:
    """The JSON payload of a message (MQTT). Raises BadMessage if the other side would not accept it."""
    wrong = check(message)
    if wrong is not None:
        raise BadMessage(wrong)
    return pack(message)


def seal(payload: bytes) -> bytes:
    """The serial line of a payload: JSON, ``*``, eight hex digits of CRC-32, newline."""
    return b"%s*%08x\n" % (payload, binascii.crc32(payload) & 0xFFFFFFFF)


def line(message: dict[str, Any]) -> bytes:
    """The serial line of a message. Raises BadMessage as `encode` does."""
    return seal(encode(message))


def compatible(version: list[int] | tuple[int, ...], theirs: str = "the board") -> str | None:
    """None if a ``hello`` with this version can be talked to, else one sentence saying which side to update."""
    if version[0] == PROTOCOL[0]:
        return None
    older = theirs if version[0] < PROTOCOL[0] else "this side"
    return "Protocol %d meets %d: update %s." % (version[0], PROTOCOL[0], older)


class LineReader:
    """Cuts a byte stream into messages, in a buffer made once.

    ``bad`` counts lines that were refused, ``unknown`` lines of a kind not known here. ``decode`` makes a message
    of a payload; with ``bytes`` the payload itself is given.
    """

    def __init__(self, decode: Any = decode) -> None:
        self.decode = decode
        self.bad = 0
        self.unknown = 0
        self._buffer = bytearray(MAX_LINE)
        self._view = memoryview(self._buffer)
        self._length = 0
        self._too_long = False

    def reset(self) -> None:
        """Forget a line half read, as after reconnecting."""
        self._length = 0
        self._too_long = False

    def feed(self, data: bytes | bytearray | memoryview, count: int) -> list[Any]:
        """The messages completed by the first ``count`` bytes of ``data``, oldest first."""
        messages: list[Any] = []
        chunk = bytes(data if len(data) == count else data[:count])
        view = memoryview(chunk)  # a slice of it takes one block of a chip's memory, however long it is
        start = 0
        while start < count:
            newline = chunk.find(b"\n", start)
            end = newline if newline >= 0 else count
            length = self._length + end - start
            if length <= MAX_LINE:
                self._view[self._length : length] = view[start:end]
                self._length = length
            else:
                self._too_long = True
            start = end + 1
            if newline >= 0:
                length, too_long = self._length, self._too_long
                self.reset()
                if too_long:
                    self.bad += 1
                elif length:
                    self._take(length, messages)
        return messages

    def _take(self, length: int, messages: list[Any]) -> None:
        star = length - 9
        if star < 2 or self._buffer[star] != 42:
            self.bad += 1
            return
        payload = self._view[:star]
        # Compared as text: int(text, 16) would accept '+', '_', blanks and capitals, which no sender writes.
        wanted = b"%08x" % (binascii.crc32(payload) & 0xFFFFFFFF)
        if bytes(self._view[star + 1 : length]) != wanted:
            self.bad += 1
            return
        try:
            messages.append(self.decode(payload))
        except UnknownKind:
            self.unknown += 1
        except BadMessage:
            self.bad += 1
