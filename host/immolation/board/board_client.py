"""Keeps one board going over any link: sessions, scenes, patterns and counters, for ever.

What the table asks for is state, not messages: the newest scene is on the lights as soon as a board can be reached,
through noise, resets, unplugging and restarts of either side.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from immolation_board import board_messages, wire

from immolation.games import Layer
from immolation.task_cancellation import ended

from .circuitpy_drive import BY_HAND, NoDrive
from .firmware_update import FirmwareUpdate
from .link import BoardCounters, Link, LinkClosed, Message
from .messages import (
    BoardEvent,
    BoardMessage,
    BoardOnline,
    BoardStatus,
    ButtonPress,
    MagnetsRead,
    PatternLanded,
    PatternMoving,
    StablePattern,
)
from .pattern_debouncer import Pattern
from .scene_sender import SceneSender
from .serial_link import SerialLink

__all__ = [
    "BoardClient",
    "BoardEvent",
    "BoardMessage",
    "BoardOnline",
    "BoardStatus",
    "ButtonPress",
    "MagnetsRead",
    "PatternLanded",
    "PatternMoving",
    "StablePattern",
]

log = logging.getLogger(__name__)

HELLO_S = 0.1
"""Wait for the board's ``hello`` before asking again: a board draws a frame or two before it answers."""

NOISY_S = 5.0
"""A line that garbled something less than this ago is taken for noisy: what is lost is repeated sooner."""

NOISY_HELLO_S = 0.05
"""The same on a noisy line, where nine answers of ten are lost."""

UNANSWERED_HELLOS = 5
"""Questions after which a board on a noisy line is believed by its ``tiles`` alone: they are half as long as its
``hello`` and repeated, and a board of another protocol keeps silent towards a host it refuses."""

REFUSED_HELLO_S = 5.0
"""Wait before a board with another protocol is asked again; somebody may be updating it."""

SILENCE_S = 6.0
"""A board speaks at least once a second; after this long it is gone, even if the port is still there."""

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 2.0
"""Waits before a lost link is opened again, doubling: soon enough for a replug, seldom enough for a missing board."""

OFF_MIDDLE_MM = 8.0
"""Beyond this the presence sensor need not feel a miniature: `tile.off_centre` in hardware/board.toml."""

SET_REPEATS = 3
"""Sendings of a setting: ``set`` has no answer, and repeating it changes nothing."""


class BoardClient:
    """The board at the other end of ``link``. ``run`` keeps it; everything else may be called at any time."""

    def __init__(self, link: Link, *, board_id: str = "immolation", stable_ms: int = 250) -> None:
        self.link = link
        self.board_id = board_id
        self.hello: Message = {}
        """The board's last ``hello``."""
        self.status: dict[str, Any] = {}
        """The board's last ``status``."""
        self.problem = "The board has not been looked for yet."
        """Why it is offline, in one sentence; empty while it is online."""
        self.listeners: list[Callable[[BoardEvent], None]] = []
        """Called in the event loop with each piece of news, in order."""
        self.switched_off: frozenset[int] = frozenset()
        """Tiles whose sensors are not heard; they read empty here, whatever board and session."""
        self.update = FirmwareUpdate(self._find_drive, self._emit)
        self._felt: frozenset[int] | None = None
        """What the sensors read, those switched off too; None until heard."""
        self._counters = BoardCounters()
        self._online = False
        self._pattern = Pattern(stable_ms)
        self._sender = SceneSender()
        self._settings: dict[str, int] = {}
        self._outbox: deque[Message] = deque(maxlen=64)
        self._wake = asyncio.Event()
        self._seen_shown = asyncio.Condition()
        self._session = 0
        self._greeted = False
        self._asked = False
        self._begun_early = False
        self._questions = 0
        self._hello_at = 0.0
        self._alive_at = 0.0
        self._bad_seen = 0
        self._noisy_at = float("-inf")
        self._bad_on_board = 0
        self._bad_told: int | None = None
        self._status_at: float | None = None
        self._tiles_counter = -1
        self.kinds: dict[int, int] = {}
        """The kind of magnet on each tile on which a board with 3-axis sensors knows it."""
        self._off_middle: set[int] = set()
        self._press_heard = (0, -1)
        """Session of the board and counter of the newest press heard."""

    # -- what is known

    @property
    def online(self) -> bool:
        """True while the board answers and both sides speak one protocol."""
        return self._online

    @property
    def occupied(self) -> frozenset[int] | None:
        """The tiles that read occupied now, stable or not; None until heard."""
        return self._pattern.occupied

    @property
    def buttons(self) -> int:
        """The buttons that the board has, 1 << 0 the first seat's, 1 << 6 the host's; 0 until it has said so."""
        return int(self.hello.get("btn", 0))

    @property
    def doubtful(self) -> frozenset[int]:
        """Tiles whose sensors can not be believed now: flickering, or reported by the board as stuck or noisy."""
        reported = (*self.status.get("stuck", ()), *self.status.get("noisy", ()))
        return self._pattern.flickering | frozenset(reported)

    @property
    def counters(self) -> BoardCounters:
        """The counts of what passed between host and board since this object was made."""
        self._counters.bad_lines = self.link.bad_lines + self._bad_on_board
        return self._counters

    # -- what is asked for

    def show(self, layers: Sequence[Layer], brightness: int = 255) -> int:
        """Put a scene on the lights; the newest wins. Returns its number, for `shown`.

        ``brightness`` is 0 to 255. More than 16 layers are merged. Raises `wire.BadMessage` for a layer that no board
        can draw; the scene before stays.
        """
        n = self._sender.show(layers, brightness, self._now())
        self._wake.set()
        return n

    async def shown(self, n: int | None = None) -> None:
        """Wait until scene ``n`` or a newer one is known to be on the lights; for ever if the board never comes.

        None is the newest scene of now.
        """
        wanted = self._sender.newest if n is None else n
        async with self._seen_shown:
            await self._seen_shown.wait_for(lambda: self._sender.shown >= wanted)

    def set(self, **fields: Any) -> None:
        """Send a ``set``: ``ma`` 100 to 6000 mA, ``scan`` 5 to 100 ms, ``do`` one of `wire.ACTIONS`.

        ``ma`` and ``scan`` are kept and sent again to a board that was reset. Raises `wire.BadMessage`.
        """
        message: Message = {"k": "set", **fields}
        wrong = wire.check(message)
        unknown = ", ".join(sorted(fields.keys() - {"ma", "scan", "do"}))
        if wrong is not None or unknown:
            raise wire.BadMessage(wrong or f"set: '{unknown}' is no setting; there are do, ma, scan.")
        kept = {key: value for key, value in fields.items() if key != "do"}
        self._settings.update(kept)
        if "do" in fields:
            self._post({"k": "set", "do": fields["do"]})
        if kept:
            for _ in range(SET_REPEATS):
                self._post({"k": "set", **kept})

    @property
    def limit_ma(self) -> int | None:
        """The current limit that was `set` last; None: the board's own."""
        return self._settings.get("ma")

    def switch_sensor(self, tile: int, on: bool) -> None:
        """Hear the sensor of a tile no more, or again. Its board knows nothing of it."""
        self.switched_off = self.switched_off - {tile} if on else self.switched_off | {tile}
        if self._felt is not None:
            self._emit(self._pattern.bitmap(self._felt - self.switched_off, self._now()))
            self._wake.set()

    def _find_drive(self) -> Path:
        if not isinstance(self.link, SerialLink):
            raise NoDrive(f"A board on Wi-Fi has no drive here. {BY_HAND}")
        return self.link.drive()

    def identify(self) -> None:
        """Let the board blink, so that people see which one it is."""
        self.set(do="identify")

    def ask(self) -> None:
        """Have the board say its ``hello`` again, before it hears any scene shown from now on.

        Once such a scene is `shown`, the ``s`` in `hello` is that of the life in which the board was asked.
        """
        self._asked = True
        self._wake.set()

    # -- the life of the link

    async def run(self) -> None:
        """Keep the board for ever: connect, greet, listen, and start again when it is lost. Ends when cancelled."""
        pause = FIRST_PAUSE_S
        try:
            while True:
                try:
                    await self.link.open()
                    if await self._attend():
                        pause = FIRST_PAUSE_S
                except LinkClosed as closed:
                    self._offline(str(closed))
                await self.link.close()
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
        finally:
            await self.link.close()
            self._offline("The host has let go of the board.")

    async def _attend(self) -> bool:
        """One opening of the link, until it is lost. True if a board answered meanwhile."""
        now = self._now()
        self._session = random.randrange(1, 0xFFFF)
        self._greeted = self._begun_early = False
        self._questions = 0
        self._hello_at = now
        self._alive_at = now
        self._bad_seen = self.link.bad_lines
        hellos = self._counters.hellos
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._speak())]
        try:
            await asyncio.gather(*tasks)
        except LinkClosed as closed:
            self._offline(str(closed))
        finally:
            await ended(*tasks)
        return self._counters.hellos > hellos

    async def _listen(self) -> None:
        while True:
            message = await self.link.receive()
            self._alive_at = self._now()
            await self._on_message(message)
            self._wake.set()

    async def _speak(self) -> None:
        """Send what is due, then sleep until something is due or somebody wakes it."""
        while True:
            self._wake.clear()
            now = self._now()
            if self.link.bad_lines != self._bad_seen:  # garbled, but alive
                self._bad_seen = self.link.bad_lines
                self._alive_at = self._noisy_at = now
            self._sender.noisy = now - self._noisy_at < NOISY_S
            if now - self._alive_at > SILENCE_S:
                raise LinkClosed(f"The board has been silent for {SILENCE_S:g} s.")
            if self._asked or (not self._greeted and now >= self._hello_at):
                self._asked = False
                await self._greet(now)
            if self._online:
                for part in self._sender.parts(now):
                    await self.link.send(part)
                while self._outbox:
                    await self.link.send(self._outbox.popleft())
            self._poll_pattern(now)
            await self._sleep(self._next_due() - self._now())

    async def _sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass

    def _next_due(self) -> float:
        times: list[float | None] = [self._alive_at + SILENCE_S + 0.01]
        if self._online:
            times += [self._pattern.due, self._sender.due]
        if not self._greeted:
            times.append(self._hello_at)
        return min(time for time in times if time is not None)

    # -- what the board says

    async def _on_message(self, message: Message) -> None:
        now = self._now()
        kind = message["k"]
        if kind == "hello":
            self._greeted_by(message, now)
        elif not self._online and not self._believed_by(kind, now):
            return  # an older session's words, or a board that is refused
        elif kind == "tiles":
            await self.link.send({"k": "got", "c": message["c"]})
            self._on_tiles(message, now)
        elif kind == "ack":
            if self._sender.acknowledged(message["n"], message["have"], message["shown"], now):
                self._counters.scenes += 1
                async with self._seen_shown:
                    self._seen_shown.notify_all()
        elif kind == "edge":
            self._on_edge(message, now)
        elif kind == "edges":
            for edge in board_messages.single_edges(message):
                self._on_edge(edge, now)
        elif kind == "magnet":
            self._on_magnet(message)
        elif kind == "press":
            await self.link.send({"k": "heard", "c": message["c"]})
            self._on_press(message)
        elif kind == "status":
            self._on_status(message, now)
        elif kind == "log":
            self._emit(BoardMessage(message["text"]))

    async def _greet(self, now: float) -> None:
        self._hello_at = now + (NOISY_HELLO_S if self._sender.noisy else HELLO_S)
        self._questions += 1
        await self.link.send({"k": "hello", "v": list(wire.PROTOCOL), "s": self._session})

    def _greeted_by(self, message: Message, now: float) -> None:
        if message.keys().isdisjoint({"id", "fw", "sensor"}):
            return  # no board: a terminal that echoes what the host said
        refused = wire.compatible(message["v"], f"the firmware of board {self.board_id}")
        if refused is not None:
            self._offline(refused.replace("this side", "this host"))
            self._greeted = False
            self._questions = 0
            self._hello_at = now + REFUSED_HELLO_S
            return
        again = message["s"] in (self._session, self.hello.get("s")) if self._greeted else self._begun_early
        self._greeted = True
        self._begun_early = False
        self.hello = message
        self._counters.interpreter = message.get("fw", "") or self._counters.interpreter
        if not again:
            if message["s"] != self._session:
                self._asked = True  # it may have been reset: it must know this host before it gets the scene
            self._begin(now)

    def _believed_by(self, kind: str, now: float) -> bool:
        """Begin with a board whose ``hello`` does not come through, if what came through proves that it is one."""
        if kind != "tiles" or not self._sender.noisy or self._questions < UNANSWERED_HELLOS:
            return False
        self._begun_early = True
        self._begin(now)
        return True

    def _begin(self, now: float) -> None:
        """A new session: bring the board to the newest state, believe nothing from before."""
        self._counters.hellos += 1
        self._status_at = None
        self._tiles_counter = -1
        self.kinds = {}
        self._felt = None
        self._pattern.forget()
        self._sender.start_over(now)
        if self._settings:
            self._post({"k": "set", **self._settings})
        self.problem = ""
        if not self._online:
            self._online = True
            self._emit(BoardOnline(True))

    def _on_tiles(self, message: Message, now: float) -> None:
        if message["c"] < self._tiles_counter:
            # It counts from the start again: it was reset, and its hello was lost.
            self._greeted = False
            self._begun_early = True
            self._hello_at = now
            self._begin(now)
        self._tiles_counter = message["c"]
        kinds = {tile: kind for tile, kind in board_messages.kinds_of(message).items() if tile not in self.switched_off}
        if kinds != self.kinds:
            self.kinds = kinds
            self._emit(MagnetsRead(kinds))
        self._felt = frozenset(wire.hex_to_tiles(message["on"]))
        self._emit(self._pattern.bitmap(self._felt - self.switched_off, now))
        self._watch_flicker(now)

    def _on_edge(self, message: Message, now: float) -> None:
        self._counters.edges += 1
        tile, up = message["tile"], bool(message["up"])
        if self._felt is not None:
            self._felt = self._felt - {tile} if up else self._felt | {tile}
        if tile in self.switched_off:
            return
        self._emit(self._pattern.edge(tile, up, now))
        self._watch_flicker(now)

    def _on_magnet(self, message: Message) -> None:
        """Ask people to centre a miniature whose magnet the presence sensor may lose."""
        tile, off = message["tile"], math.hypot(message["x"], message["y"]) / 10
        if off <= OFF_MIDDLE_MM:
            self._off_middle.discard(tile)
        elif tile not in self._off_middle | self.switched_off:
            self._off_middle.add(tile)
            self._emit(BoardMessage(f"The miniature on {tile:02d} stands {off:.0f} mm off the middle: centre it."))

    def _on_press(self, message: Message) -> None:
        heard = (self.hello.get("s", 0), message["c"])
        if heard != self._press_heard:  # the board repeats one until it knows that it was heard
            self._press_heard = heard
            self._emit(ButtonPress(message["b"], bool(message["up"]), message.get("hold", 0)))

    def _on_status(self, message: Message, now: float) -> None:
        known = {key: self.hello[key] for key in ("fw", "hw", "reset") if key in self.hello}
        self.status = known | {key: value for key, value in message.items() if key != "k"}
        told, self._bad_told = self._bad_told, message["bad"]
        if told is not None:  # the first one counts what earlier hosts said; after a reset it counts from 0
            self._bad_on_board += message["bad"] - (told if message["bad"] >= told else 0)
        if self._status_at is not None:
            self._counters.frames += round(message["fps"] * (now - self._status_at))
        self._status_at = now
        self.update.on_status(self.status)
        self._emit(BoardStatus(self.status))

    def _watch_flicker(self, now: float) -> None:
        for tile in sorted(self._pattern.newly_flickering(now)):
            self._emit(BoardMessage(f"Tile {tile:02d} flickers: centre its miniature, or check its magnet and sensor."))

    def _poll_pattern(self, now: float) -> None:
        if self._online:
            self._emit(self._pattern.poll(now))
            self._emit(self._pattern.poll_landed(now))

    def accept_pattern(self) -> None:
        """Take what the sensors read now for stable: the last `PatternLanded` was understood."""
        self._pattern.accept()

    # -- small things

    def _offline(self, why: str) -> None:
        changed = why != self.problem
        self.problem = why
        if self._online:
            self._online = False
            self._emit(BoardOnline(False, why))
        elif changed:
            self._emit(BoardMessage(why))

    def _post(self, message: Message) -> None:
        self._outbox.append(message)
        self._wake.set()

    def _emit(self, news: BoardEvent | None) -> None:
        if news is None:
            return
        for listener in tuple(self.listeners):
            try:
                listener(news)
            except Exception:  # a listener's trouble must not cost the board
                log.exception("A listener failed on %s", news)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
