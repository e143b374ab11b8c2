"""The control socket of a virtual board: JSON lines from clients to the machine and back.

A client sends ``{"hand": [tile, up]}`` (from 100 on a button; ``[tile, 0, kind]`` names the kind of magnet),
``{"push": [tile, right, front]}`` (tenths of a millimetre off the tile's middle, at most 150),
``{"credit": n}``, ``{"reset": true}``, ``{"counters": true}``, ``{"fault": {...}}`` or ``{"stop": true}``; it gets
``{"tiles": ...}`` at once and after every change, ``{"pixels": ...}`` for each credit, newest frame only,
``{"counters": ...}`` when asked. A line that is not one of these is answered
``{"refused": why}`` and nothing of it happens.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Container
from pathlib import Path
from typing import Any

from immolation_board import board_messages, wire

from immolation.board.virtual.address import socket_path
from immolation.board.virtual.hardware import AXES, ORDERS, TILES
from immolation.board.virtual.machine import Machine
from immolation.task_cancellation import ended

MAX_LINE = 4096
"""Bytes of a client's line."""

MAX_PUSH = 150
"""Tenths of a millimetre off the middle of its tile that a miniature can be pushed."""

MAX_CREDIT = 64
"""Frames a client may have outstanding; two are enough for any page."""

FAULTS = {
    "clear": "true heals everything",
    "stuck": "[tile or button from 100 on, 1 reads occupied / 0 reads empty]",
    "free": "tile or button that reads right again",
    "dead": "tile or button whose LED goes dark",
    "axes": "how the 3-axis sensors lie, as IDENTITY_AXES has it",
    "silent": "tile whose 3-axis sensor does not answer",
    "cut": "tile whose LED gets no data, nor any behind it",
    "order": "the order in which the LEDs take their colours, as GRB",
    "swap_leds": "[[tile, tile], ...] LEDs that change places in the chain",
    "swap_lines": "[[tile, tile], ...] tiles, or buttons from 100 on, that change their sensors' wires",
    "bridge": "tile with a wire where its diode belongs (matrix)",
    "echo": "column without its pull-up, 0 to 9 (matrix)",
    "weak": "milliamperes over which the supply gives way, 0 to 10000",
    "led_ma": "milliamperes of each colour of an LED at full light, 1 to 60",
    "chatter": "[tile, period in ms from 2 to 10000]",
    "deaf": "true: the host's USB takes nothing from the board",
    "noise": "how many of a million bytes on the USB cable are garbled, 0 to 50000",
    "wifi": "false: no network in the air",
    "names": "how many of a look-up's eight questions no name server answers, 0 to 8",
    "wrap_ms": "milliseconds from power-on to the tick's wrap, after the next reset",
    "plugged": "false pulls the plug, true puts it back",
}

_RANGES = {
    "wrap_ms": (0, (1 << 29) - 1),
    "echo": (0, 9),
    "noise": (0, 50_000),
    "weak": (0, 10_000),
    "led_ma": (1, 60),
    "names": (0, 8),
}


class Refused(ValueError):
    """A line that is refused whole; one sentence."""


class Client:
    """One connection: what it still may be sent."""

    def __init__(self, machine: Machine, writer: asyncio.StreamWriter) -> None:
        self._machine = machine
        self._writer = writer
        self._credit = 0
        self._fresh = True

    def send(self, message: dict[str, Any]) -> None:
        """Queue one line; credits bound what a client that does not read can pile up."""
        if not self._writer.is_closing():
            self._writer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def broadcast_tiles(self) -> None:
        """Send what lies on the board."""
        self.send({"tiles": wire.tiles_to_hex(self._machine.hardware.lying)})

    def add_credit(self, count: int) -> None:
        """Let the client have ``count`` more frames, the newest at once if it was not sent yet."""
        self._credit = min(MAX_CREDIT, self._credit + count)
        if self._fresh:
            self.broadcast_frame()

    def broadcast_frame(self) -> None:
        """The newest frame, if there is credit."""
        self._fresh = self._credit == 0
        if self._credit:
            self._credit -= 1
            self.send({"pixels": self._machine.hardware.pixels().hex()})


class ControlServer:
    """Serves ``folder/control``. ``stopped`` is set when a client asks the board to stop."""

    def __init__(self, machine: Machine) -> None:
        self.path: Path = machine.folder / "control"
        self.stopped = asyncio.Event()
        self._machine = machine
        self._server: asyncio.Server | None = None
        self._clients: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen; what an earlier process left at the path is removed (the folder is locked by this one)."""
        self.path.unlink(missing_ok=True)
        with socket_path(self.path) as name:
            self._server = await asyncio.start_unix_server(self._serve, name, limit=MAX_LINE)
        self.path.chmod(0o600)

    async def stop(self) -> None:
        """Close every connection and the socket."""
        if self._server is not None:
            self._server.close()
        await ended(*self._clients)
        self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._clients.add(task)
        client = Client(self._machine, writer)
        self._machine.on_tiles.append(client.broadcast_tiles)
        self._machine.on_frame.append(client.broadcast_frame)
        client.broadcast_tiles()
        try:
            await self._listen(reader, client)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._machine.on_tiles.remove(client.broadcast_tiles)
            self._machine.on_frame.remove(client.broadcast_frame)
            self._clients.discard(task)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _listen(self, reader: asyncio.StreamReader, client: Client) -> None:
        while True:
            try:
                line = await reader.readline()
            except ValueError:
                client.send({"refused": f"A line has at most {MAX_LINE} bytes."})
                return
            if not line:
                return
            try:
                await self._do(_decoded(line), client)
            except Refused as refused:
                client.send({"refused": str(refused)})

    async def _do(self, message: dict[str, Any], client: Client) -> None:
        kind, value = next(iter(message.items()))
        if kind == "hand":
            form = "[tile, 1 lifts / 0 puts down] and, if it matters, the kind of its magnet, 0 to 7"
            magnet = value[2] if isinstance(value, list) and len(value) == 3 else None
            tile, up = _pair(value if magnet is None else value[:2], "hand", form)
            if magnet is not None and (type(magnet) is not int or not 0 <= magnet < board_messages.KINDS):
                raise Refused(f"hand: {form}.")
            self._machine.hand(_spot(tile), bool(up), magnet)
        elif kind == "push":
            if not isinstance(value, list) or len(value) != 3 or [one for one in value if type(one) is not int]:
                raise Refused("push: [tile, tenths of a millimetre to the right, and towards the player].")
            if max(abs(value[1]), abs(value[2])) > MAX_PUSH:
                raise Refused(f"push: at most {MAX_PUSH} tenths of a millimetre.")
            self._machine.push(_tile(value[0]), value[1], value[2])
        elif kind == "credit":
            if type(value) is not int or not 1 <= value <= MAX_CREDIT:
                raise Refused(f"credit: a whole number from 1 to {MAX_CREDIT}.")
            client.add_credit(value)
        elif kind == "reset":
            self._machine.press_reset()
        elif kind == "counters":
            client.send({"counters": await self._machine.counters()})
        elif kind == "fault":
            self._machine.fault(_checked_fault(value, self._machine.hardware.key_of_button))
        elif kind == "stop":
            self.stopped.set()
        else:
            raise Refused(f"Unknown request {kind[:20]!r}.")


def _decoded(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Refused("A line is one JSON object.") from None
    if not isinstance(message, dict) or len(message) != 1:
        raise Refused("A line is one JSON object with one key.")
    return message


def _pair(value: Any, key: str, form: str) -> tuple[Any, Any]:
    if not isinstance(value, list) or len(value) != 2 or type(value[1]) not in (int, bool):
        raise Refused(f"{key}: {form}.")
    return value[0], value[1]


def _tile(value: Any) -> int:
    if type(value) is not int or not 0 <= value < TILES:
        raise Refused("A tile is a whole number from 0 to 99.")
    return value


def _spot(value: Any) -> int:
    """A tile, or a button from 100 on."""
    if type(value) is not int or not TILES <= value < TILES + wire.BUTTONS:
        return _tile(value)
    return value


def _checked_fault(value: Any, buttons: Container[int]) -> dict[str, Any]:
    """``buttons``: those that the board has."""
    if not isinstance(value, dict) or not value:
        raise Refused("fault: an object with " + ", ".join(FAULTS) + ".")
    for key, given in value.items():
        if key not in FAULTS:
            raise Refused(f"fault: unknown {key[:20]!r}; there are " + ", ".join(FAULTS) + ".")
        if key in ("cut", "bridge", "silent"):
            _tile(given)
        elif key in ("free", "dead"):
            _spot(given)
        elif key in ("swap_leds", "swap_lines"):
            if not isinstance(given, list) or len(given) > TILES:
                raise Refused(f"fault {key}: {FAULTS[key]}.")
            for pair in given:
                one, other = _pair(pair, f"fault {key}", FAULTS[key])
                if key == "swap_lines" and {type(one), type(other)} == {int} and min(one, other) >= TILES:
                    if one not in buttons or other not in buttons:
                        raise Refused(f"fault {key}: this board has not both buttons.")
                    continue
                _tile(one)
                _tile(other)
        elif key in ("order", "axes"):
            allowed = ORDERS if key == "order" else AXES
            if given not in allowed:
                raise Refused(f"fault {key}: one of " + ", ".join(allowed) + ".")
        elif key in _RANGES:
            low, high = _RANGES[key]
            if type(given) is not int or not low <= given <= high:
                raise Refused(f"fault {key}: {FAULTS[key]}.")
        elif key in ("stuck", "chatter"):
            tile, second = _pair(given, f"fault {key}", FAULTS[key])
            _spot(tile) if key == "stuck" else _tile(tile)
            if key == "chatter" and not 2 <= second <= 10_000:
                raise Refused(f"fault {key}: {FAULTS[key]}.")
        elif type(given) not in (bool, int):
            raise Refused(f"fault {key}: {FAULTS[key]}.")
    return value
