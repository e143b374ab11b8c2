"""Which tiles are occupied: one interface over both kinds of ``keypad`` scanner. Knows no pins, links or lights.

The native scanner samples in the background, also while Python waits for the LEDs. What it cannot do is done here: a
debounce of its own for lifting and for placing, occupancy at start (a scanner tells nothing of keys that are held when
it is made), a fresh start when its queue has overflowed (it drops the newest event and never repeats it), and finding
tiles that are stuck or chatter.
"""

from array import array

from . import ticks
from .wiring import TILES, UNUSED

try:
    from typing import Any
except ImportError:
    pass

MAX_EVENTS = 256
"""Native queue: all hundred tiles lifted and placed again between two frames still fit."""

PER_POLL = 64
"""Events taken in one go, so that a storm of chatter cannot stop the lights."""

SETTLE_SCANS = 3
"""Scans after a reset of the scanner until every held tile has been told."""

NOISY_EDGES = 16
"""Changes of one tile within NOISY_WINDOW_MS that no hand makes."""

NOISY_WINDOW_MS = 1000
NOISY_HOLD_MS = 250
"""A tile that chatters must hold still this long, so that it floods nobody."""

QUIET_WINDOWS = 10
"""Windows without chatter after which a tile is trusted again."""

MAX_STUCK = 20
"""More than this occupied at calibration means that the board was not empty."""


class Sensors:
    """Occupancy of the 100 tiles.

    ``scanner`` is a ``keypad.KeyMatrix`` or ``ShiftRegisterKeys`` (or anything with ``events`` and ``reset()``),
    ``event`` one ``keypad.Event`` to be reused, ``tiles`` the tile of each key number, ``scan_ms`` the scanner's
    interval. ``changed(tile, up, tick)`` is called for every accepted edge, in order.
    """

    def __init__(
        self, scanner: Any, event: Any, tiles: bytes, scan_ms: int, lift_ms: int, place_ms: int, changed: Any
    ) -> None:
        self._event = event
        self._tiles = tiles
        self._lift_ms, self._place_ms = lift_ms, place_ms
        self._changed = changed
        self.occupied = bytearray(TILES)
        """1 where a tile is occupied, after debounce."""
        self.overflows = 0
        """How often the native queue lost edges."""
        self._raw = bytearray(TILES)
        self._waiting = bytearray(TILES)  # 1: differs from `occupied`, not yet for long enough
        self._since = array("l", [0] * TILES)
        self._line = bytearray(TILES)  # the tiles that wait, in the order of their last change
        self._pending = 0
        self._count = bytearray(TILES)  # changes in this window
        self._trust = bytearray(TILES)  # windows until a chattering tile is trusted again
        self._stuck = bytearray(TILES)
        self._window = 0
        self._settling = False
        self._until = 0
        self.replace(scanner, scan_ms, 0)

    def replace(self, scanner: Any, scan_ms: int, now: int) -> None:
        """Go on with another scanner, as after a change of its interval."""
        self._scanner = scanner
        self._events = scanner.events
        self._scan_ms = scan_ms
        self.resync(now)

    def resync(self, now: int) -> None:
        """Learn anew which tiles are held; what has changed meanwhile comes as ordinary edges."""
        self._events.clear()
        for tile in range(TILES):
            self._raw[tile] = 0
            self._waiting[tile] = 0
        self._pending = 0
        self._settling = True
        self._until = ticks.add(now, SETTLE_SCANS * self._scan_ms + 5)
        self._scanner.reset()

    def poll(self, now: int) -> None:
        """Take what the scanner has seen; calls ``changed`` for each edge that has held long enough."""
        events = self._events
        if events.overflowed:
            self.overflows += 1
            self.resync(now)
            return
        event, tiles = self._event, self._tiles
        for _ in range(PER_POLL):
            if not events.get_into(event):
                break
            tile = tiles[event.key_number]
            if tile != UNUSED:
                self._heard(tile, 1 if event.pressed else 0, event.timestamp)
        if self._settling:
            if ticks.diff(now, self._until) < 0:
                return
            self._settled(now)
        if self._pending:
            self._accept(now)
        if ticks.diff(now, self._window) >= NOISY_WINDOW_MS or ticks.diff(now, self._window) < 0:
            self._window = now
            self._judge_noise()

    def _heard(self, tile: int, held: int, tick: int) -> None:
        self._raw[tile] = held
        if self._settling:
            return
        self._stuck[tile] = 0  # it moves again
        if self._count[tile] < 255:
            self._count[tile] += 1
        if self._waiting[tile]:
            self._leave(tile)
        if held != self.occupied[tile]:
            self._wait(tile, tick)

    def _wait(self, tile: int, tick: int) -> None:
        self._waiting[tile] = 1
        self._since[tile] = tick
        self._line[self._pending] = tile
        self._pending += 1

    def _leave(self, tile: int) -> None:
        line = self._line
        self._waiting[tile] = 0
        kept = 0
        for at in range(self._pending):
            if line[at] != tile:
                line[kept] = line[at]
                kept += 1
        self._pending = kept

    def _settled(self, now: int) -> None:
        self._settling = False
        for tile in range(TILES):
            if self._stuck[tile]:
                if self._raw[tile]:
                    continue
                self._stuck[tile] = 0
            if self._raw[tile] != self.occupied[tile]:
                self._wait(tile, now)

    def _accept(self, now: int) -> None:
        """Tell the edges that have held long enough, in the order in which they happened.

        An edge waits for those before it, so that a lift is told before the placing that followed it; but nobody waits
        for a tile that chatters.
        """
        line = self._line
        kept = 0
        waits = False
        for at in range(self._pending):
            tile = line[at]
            held = self._raw[tile]
            noisy = self._trust[tile]
            hold = NOISY_HOLD_MS if noisy else self._place_ms if held else self._lift_ms
            if waits or ticks.diff(now, self._since[tile]) < hold:
                waits = waits or not noisy
                line[kept] = tile
                kept += 1
                continue
            self._waiting[tile] = 0
            self.occupied[tile] = held
            self._changed(tile, 1 - held, self._since[tile])
        self._pending = kept

    def _judge_noise(self) -> None:
        counts, trust = self._count, self._trust
        for tile in range(TILES):
            if counts[tile] >= NOISY_EDGES:
                trust[tile] = QUIET_WINDOWS
            elif trust[tile]:
                trust[tile] -= 1
            counts[tile] = 0

    @property
    def known(self) -> bool:
        """Whether occupancy has been learnt; False for a moment after start."""
        return not self._settling

    def calibrate(self) -> list[int]:
        """On an empty board: tiles that still read occupied are stuck, and read empty until they move again.

        Returns them. Raises ValueError with one sentence if so many are occupied that the board cannot be empty.
        """
        held = [tile for tile in range(TILES) if self._raw[tile]]
        if len(held) > MAX_STUCK:
            raise ValueError("%d tiles read occupied; clear the board and calibrate again." % len(held))
        for tile in range(TILES):
            stuck = self._raw[tile]
            self._stuck[tile] = stuck
            if stuck:
                self.occupied[tile] = 0
                if self._waiting[tile]:
                    self._leave(tile)
        return held

    def forget_stuck(self) -> None:
        """Take every tile at its word again."""
        for tile in range(TILES):
            if self._stuck[tile]:
                self._stuck[tile] = 0
                self.occupied[tile] = self._raw[tile]

    @property
    def stuck(self) -> list[int]:
        """Tiles that calibration found occupied on an empty board and that have not moved since."""
        return [tile for tile in range(TILES) if self._stuck[tile]]

    @property
    def noisy(self) -> list[int]:
        """Tiles that chatter, or did in the last ten seconds."""
        return [tile for tile in range(TILES) if self._trust[tile]]
