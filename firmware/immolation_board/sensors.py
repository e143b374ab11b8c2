"""Debounces the tiles' sensors, read by either kind of ``keypad`` scanner.

The native scanner samples in the background, also while Python waits for the LEDs. What it cannot do is done here: a
debounce of its own for lifting and for placing, occupancy at start (a scanner tells nothing of keys that are held when
it is made), a fresh start when its queue has overflowed (it drops the newest event and never repeats it) or has been
quiet for long (it can lose count of its events, and then tells each one only when the next comes), and finding tiles
that are stuck or chatter.
"""

from array import array

from . import ticks
from .ticks import const
from .wiring import TILES, UNUSED

try:
    from typing import Any
except ImportError:
    pass

MAX_EVENTS = 160
"""Native queue: all hundred tiles at once, and more while the board collects garbage; 6 bytes each."""

_PER_POLL = const(4)
"""Events taken and edges told in one go, so that a storm of chatter cannot stop the lights."""

_PER_LOOK = const(34)
"""Tiles compared in one go after the scanner was reset: 2 ms."""

_LINE = const(144)
"""Places in the line of waiting tiles: each tile once, and those that left it before it is closed up again, which
happens before there are too few for the events of one go."""

_QUIET_MS = const(5000)
"""After so long without an event the scanner is asked anew for everything; that takes it 0.1 ms."""

_SETTLE_SCANS = const(3)
"""Scans after a reset of the scanner until every held tile has been told."""

_NOISY_EDGES = const(16)
"""Changes of one tile within _NOISY_WINDOW_MS that no hand makes."""

_NOISY_WINDOW_MS = const(1000)
_NOISY_HOLD_MS = const(250)
"""A tile that chatters must hold still this long, so that it floods nobody."""

_QUIET_WINDOWS = const(10)
"""Windows without chatter after which a tile is trusted again."""

_MAX_STUCK = const(20)
"""More than this occupied at calibration means that the board was not empty."""


class Sensors:
    """Occupancy of the 100 tiles.

    ``scanner`` is a ``keypad.KeyMatrix`` or ``ShiftRegisterKeys`` (or anything with ``events`` and ``reset()``),
    ``event`` one ``keypad.Event`` to be reused, ``tiles`` the tile of each key number, ``scan_ms`` the scanner's
    interval.
    """

    def __init__(self, scanner: Any, event: Any, tiles: bytes, scan_ms: int, lift_ms: int, place_ms: int) -> None:
        self._event = event
        self._tiles = tiles
        self._lift_ms, self._place_ms = lift_ms, place_ms
        self.changed: Any = None
        """``changed(tile, up, tick)`` is called for every accepted edge, in order."""
        self.touched: Any = None
        """``touched(tile)`` is called at once when a tile changes, before that is sure; not for one that chatters."""
        self.buttons: Any = None
        """The `Buttons` that hang on the same scanner, if there are any."""
        self.occupied = bytearray(TILES)
        """1 where a tile is occupied, after debounce."""
        self.overflows = 0
        """Overflows of the native queue since start."""
        self._raw = bytearray(TILES)
        self._since = array("l", [0] * TILES)
        # The tiles that differ from `occupied`, not yet for long enough, in the order of their last change. One that
        # leaves the line leaves its place empty, so that nobody has to be searched for or moved up.
        self._line = bytearray(_LINE)
        self._place = array("h", [-1] * TILES)  # where in the line, -1 for not at all
        self._first = self._end = 0
        self._nothing = bytes(TILES)
        self._restless = False  # whether anything was counted, or is distrusted
        self._moved_at = 0
        self._count = bytearray(TILES)  # changes in this window
        self._trust = bytearray(TILES)  # windows until a chattering tile is trusted again
        self._stuck = bytearray(TILES)
        self._window = 0
        self._settling = False
        self._full = False  # whether the last poll took events only, as many as it may
        self.known = False
        """Whether occupancy has been learnt; False for a moment after start."""
        self._until = 0
        self._settled = TILES  # tiles up to this one have been compared since the scanner was reset
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
        self._raw[:] = self._nothing
        for at in range(self._first, self._end):
            if self._line[at] != UNUSED:
                self._place[self._line[at]] = -1
        self._first = self._end = 0
        self._settling = True
        self._full = False
        self._settled = TILES
        self._moved_at = now
        self._until = ticks.add(now, _SETTLE_SCANS * self._scan_ms + 5)
        if self.buttons is not None:
            self.buttons.forget(now)
        self._scanner.reset()

    def waiting(self) -> bool:
        """Whether a tile has changed whose edge is not told yet."""
        return self._first != self._end

    def poll(self, now: int) -> None:
        """Take what the scanner has seen; calls `changed` for each edge that has held long enough."""
        events = self._events
        if events.overflowed:
            self.overflows += 1
            self.resync(now)
            return
        if ticks.diff(now, self._window) >= _NOISY_WINDOW_MS or ticks.diff(now, self._window) < 0:
            self._window = now
            if self._restless:
                self._judge_noise()
                return
        if self._end > _LINE - _PER_POLL:
            self._close_up()  # takes as long as all the rest
            return
        event, tiles = self._event, self._tiles
        room = 0 if self._full else _PER_POLL
        while room and events.get_into(event):
            room -= 1
            self._moved_at = now
            tile = tiles[event.key_number]
            if tile < TILES:
                self._heard(tile, 1 if event.pressed else 0, event.timestamp)
            elif tile != UNUSED:
                self.buttons.heard(tile - TILES, 1 if event.pressed else 0, event.timestamp)
        if self._settling:
            if not room or ticks.diff(now, self._until) < 0:
                return
            self._settling = False
            self.known = True
            if self._raw != self.occupied:
                self._settled = 0
        if self._settled < TILES:
            self._settle(now)
            return
        self._full = not (room or self._full)
        if self._full:
            return
        if self.buttons is not None:
            self.buttons.poll(now)
        if self._first != self._end:
            self._accept(now, room or _PER_POLL)
        elif ticks.diff(now, self._moved_at) >= _QUIET_MS:
            self.resync(now)

    def _heard(self, tile: int, held: int, tick: int) -> None:
        self._raw[tile] = held
        if self._settling:
            self._since[tile] = tick
            return
        self._stuck[tile] = 0  # it moves again
        self._restless = True
        if self._count[tile] < 255:
            self._count[tile] += 1
        self._leave(tile)
        if held != self.occupied[tile]:
            self._wait(tile, tick)
            if not self._trust[tile] and self.touched is not None:
                self.touched(tile)

    def _wait(self, tile: int, tick: int) -> None:
        self._since[tile] = tick
        self._line[self._end] = tile
        self._place[tile] = self._end
        self._end += 1

    def _leave(self, tile: int) -> None:
        at = self._place[tile]
        if at >= 0:
            self._line[at] = UNUSED
            self._place[tile] = -1

    def _close_up(self) -> None:
        line = self._line
        kept = 0
        for at in range(self._first, self._end):
            tile = line[at]
            if tile != UNUSED:
                line[kept] = tile
                self._place[tile] = kept
                kept += 1
        self._first = 0
        self._end = kept

    def _settle(self, now: int) -> None:
        """Let some more of the tiles that differ wait for their edge, but for those that have moved meanwhile."""
        start = self._settled
        self._settled = min(TILES, start + _PER_LOOK)
        for tile in range(start, self._settled):
            if self._stuck[tile]:
                if self._raw[tile]:
                    continue
                self._stuck[tile] = 0
            if self._raw[tile] != self.occupied[tile] and self._place[tile] < 0:
                self._wait(tile, self._since[tile] if self._raw[tile] else now)

    def _accept(self, now: int, room: int) -> None:
        """Tell at most ``room`` of the edges that have held long enough, in the order in which they happened.

        An edge waits for those before it, so that a lift is told before the placing that followed it; but nobody waits
        for a tile that chatters.
        """
        line = self._line
        for at in range(self._first, self._end):
            tile = line[at]
            if tile == UNUSED:
                continue
            held = self._raw[tile]
            noisy = self._trust[tile]
            hold = _NOISY_HOLD_MS if noisy else self._place_ms if held else self._lift_ms
            if ticks.diff(now, self._since[tile]) < hold:
                if noisy:
                    continue
                break
            line[at] = UNUSED
            self._place[tile] = -1
            self.occupied[tile] = held
            self.changed(tile, 1 - held, self._since[tile])
            room -= 1
            if not room:
                break
        while self._first != self._end and line[self._first] == UNUSED:
            self._first += 1
        if self._first == self._end:
            self._first = self._end = 0

    def _judge_noise(self) -> None:
        counts, trust = self._count, self._trust
        self._restless = False
        for tile in range(TILES):
            if counts[tile] >= _NOISY_EDGES:
                trust[tile] = _QUIET_WINDOWS
                self._restless = True
            elif trust[tile]:
                trust[tile] -= 1
                self._restless = True
        counts[:] = self._nothing

    def calibrate(self) -> list[int]:
        """On an empty board: tiles that still read occupied are stuck, and read empty until they move again.

        Returns them. Raises ValueError with one sentence if so many are occupied that the board cannot be empty.
        """
        held = [tile for tile in range(TILES) if self._raw[tile] or (self._settling and self.occupied[tile])]
        if len(held) > _MAX_STUCK:
            raise ValueError("%d tiles read occupied; clear the board and calibrate again." % len(held))
        self._stuck[:] = self._nothing
        for tile in held:
            self._stuck[tile] = 1
            self.occupied[tile] = 0
            self._leave(tile)
        return held

    @property
    def stuck(self) -> list[int]:
        """Tiles that calibration found occupied on an empty board and that have not moved since."""
        return [tile for tile in range(TILES) if self._stuck[tile]] if any(self._stuck) else []

    @property
    def noisy(self) -> list[int]:
        """Tiles that chatter, or did in the last ten seconds."""
        return [tile for tile in range(TILES) if self._trust[tile]] if any(self._trust) else []
