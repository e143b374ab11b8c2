"""Decides when a pattern of occupied tiles is stable; the time is given by the caller.

The bitmap is the truth; edges are early and may be lost, so a pattern is stable only when a bitmap has confirmed it
and nothing has changed since for ``stable_ms``. A tile that flickers would put that off for ever: it is taken out.
"""

from __future__ import annotations

from .messages import PatternLanded, PatternMoving, StablePattern

CHATTER_EDGES = 8
"""Changes of one tile without a stable pattern between them, after which it flickers: a miniature slid to and fro
over a tile four times."""

CHATTER_MS = 1000
"""At least this long without a stable pattern before a tile is said to flicker: hands are fast, but not for so long."""

QUIET_WAITS = 4
"""Waits of ``stable_ms`` that a flickering tile must keep still before it is believed again."""


TWICE_S = 2.0
"""Seconds between putting a miniature back and lifting it again that belong together."""

WOBBLE_S = 0.08
"""A miniature that is gone for less only wobbled: no hand lifts and puts down so fast."""


LANDED_S = 0.06
"""Seconds of rest after which a miniature that came from the air is told to have landed; a contact that only bounces,
or a base that is set down askew, moves again sooner."""

AIR_S = 0.2
"""A miniature that was off every tile for so long was in the air: a slid one crosses from tile to tile sooner."""

SETTLED_S = 0.1
"""Seconds of rest after which a pattern is stable whose last change put down, from the air, what alone was in hand: who
has let go slides no further. What was slid waits for ``stable_ms``, for it may be slid on."""

LAID_ASIDE_S = 10.0
"""What was lifted so long ago, with nothing moved since, lies beside the board and is in no hand."""

RIM = frozenset(tile for tile in range(100) if tile // 10 in (0, 9) or tile % 10 in (0, 9))
"""Tiles onto which something may be slid from beside the board."""


class Pattern:
    """Debounces what the sensors read, and tells when it is stable. Times are seconds of one rising clock."""

    def __init__(self, stable_ms: int) -> None:
        self.stable_s = stable_ms / 1000
        self.stable: frozenset[int] | None = None
        """The last stable pattern."""
        self.flickering: frozenset[int] = frozenset()
        """Tiles that do not come to rest; read as in the last stable pattern meanwhile."""
        self._raw: frozenset[int] | None = None
        self._confirmed = False
        self._announced = False
        self._changed_at = 0.0
        self._unrest_since: float | None = None
        self._touched: set[int] = set()
        self._changes: dict[int, int] = {}
        self._last_flicker: dict[int, float] = {}
        self._lifted_at: dict[int, float] = {}
        self._landing: float | None = None
        """When the change was told, or will be, that put something down from the air."""
        self._from_air = False
        """The last change put down from the air what alone was in hand."""
        self._in_hand = 0
        """How many things were lifted and not put down again."""
        self._lifting: int | None = None
        """The tile whose miniature alone was lifted last."""
        self._lifts = 0
        """How often it was put back there."""
        self._lift_at = 0.0

    @property
    def occupied(self) -> frozenset[int] | None:
        """The tiles that the sensors read now, flickering ones held; None until a bitmap was heard."""
        if self._raw is None or not self.flickering:
            return self._raw
        return (self._raw - self.flickering) | ((self.stable or frozenset()) & self.flickering)

    def forget(self) -> None:
        """A new session: nothing is known until the next bitmap, which will be told even if it is as before."""
        self._raw = None
        self._confirmed = False
        self._announced = False
        self._unrest_since = None
        self._changes.clear()
        self._last_flicker.clear()
        self.flickering = frozenset()

    def edge(self, tile: int, up: bool, now: float) -> PatternMoving | None:
        """One edge: believed at once, sure only after the next bitmap."""
        if self._raw is None:
            return None
        return self._read(self._raw - {tile} if up else self._raw | {tile}, now, confirmed=False)

    def bitmap(self, tiles: frozenset[int], now: float) -> PatternMoving | None:
        """The whole occupancy."""
        if self._raw is None:
            self._changed_at = now
            self._raw = tiles
            self._confirmed = True
            self._touched |= tiles ^ (self.stable if self.stable is not None else tiles)
            return self._moving()
        return self._read(tiles, now, confirmed=True)

    def _read(self, tiles: frozenset[int], now: float, *, confirmed: bool) -> PatternMoving | None:
        before = self.occupied
        changed = tiles ^ (self._raw or frozenset())
        self._raw = tiles
        self._confirmed = confirmed or (self._confirmed and changed <= self.flickering)
        if not changed:
            return None
        if self._unrest_since is None:
            self._unrest_since = now
        for tile in changed:
            self._changes[tile] = self._changes.get(tile, 0) + 1
            if tile in self.flickering:
                self._last_flicker[tile] = now
        steady = changed - self.flickering
        if steady:
            self._count_lifts(steady, now)
            self._watch_landing(steady, now)
            self._touched |= steady
            self._changed_at = now
        return self._moving() if self.occupied != before else None

    def _moving(self) -> PatternMoving | None:
        now, stable = self.occupied, self.stable
        if now is None or stable is None:
            return None
        return PatternMoving(stable - now, now - stable)

    # -- what time brings

    @property
    def due(self) -> float | None:
        """The time to call `poll` if nothing is heard before; None: not before something is heard."""
        times = [at + QUIET_WAITS * self.stable_s for at in self._last_flicker.values()]
        if self._waiting():
            times.append(self._changed_at + self._rest_s)
            if self._landing is not None:
                times.append(self._landing + LANDED_S)
        return min(times, default=None)

    @property
    def _rest_s(self) -> float:
        return min(SETTLED_S, self.stable_s) if self._from_air else self.stable_s

    def _waiting(self) -> bool:
        return self._raw is not None and self._confirmed and (not self._announced or bool(self._touched))

    def poll(self, now: float) -> StablePattern | None:
        """The news that the pattern is stable, once for each time it becomes so."""
        for tile, at in list(self._last_flicker.items()):
            if now >= at + QUIET_WAITS * self.stable_s:
                self._believe_again(tile, at)
        if not self._waiting() or now < self._changed_at + self._rest_s:
            return None
        occupied = self.occupied
        assert occupied is not None  # _waiting: a bitmap was heard
        news = StablePattern(occupied, frozenset(self._touched), self._lifted_twice(occupied))
        self.stable = occupied
        self._announced = True
        self._unrest_since = self._landing = None
        self._from_air = False
        self._touched.clear()
        self._lifted_at = {tile: at for tile, at in self._lifted_at.items() if tile not in occupied}
        self._changes = {tile: count for tile, count in self._changes.items() if tile in self.flickering}
        return news

    def _watch_landing(self, changed: frozenset[int], now: float) -> None:
        """Note when what is in the air was lifted, and whether this change put it down."""
        assert self._raw is not None
        for tile in changed - self._raw:
            self._lifted_at[tile] = now
        put = changed & self._raw
        gone = (self.stable or frozenset()) - self._raw | put
        held = 0 if now > self._changed_at + LAID_ASIDE_S else self._in_hand
        self._in_hand = max(0, held + len(changed - self._raw) - len(put))
        flown = now - max(self._lifted_at.values(), default=now)
        self._from_air = held == 1 and not self._in_hand and flown >= AIR_S
        left = [self._lifted_at[tile] for tile in gone if tile in self._lifted_at]
        flew = now - max(left) >= AIR_S if left else not put & RIM
        self._landing = now if len(put) == 1 and put == changed and flew and self.stable_s > LANDED_S else None

    def poll_landed(self, now: float) -> PatternLanded | None:
        """The news that something came from the air and rests, once for each time."""
        if self._landing is None or not self._confirmed or now < self._landing + LANDED_S or self.flickering:
            return None
        self._landing = None
        assert self._raw is not None  # something was put down
        return PatternLanded(self._raw, frozenset(self._touched))

    def accept(self) -> None:
        """Take the pattern for stable already: what landed was understood."""
        self.stable = self.occupied
        self._announced = True
        self._unrest_since = self._landing = None
        self._from_air = False
        self._touched.clear()
        self._changes.clear()
        self._lifted_at.clear()

    def _count_lifts(self, changed: frozenset[int], now: float) -> None:
        """Count how often one miniature was lifted and put back, with nothing else touched meanwhile."""
        tile = next(iter(changed))
        if len(changed) > 1 or self._raw is None:
            self._lifting, self._lifts = None, 0
        elif tile not in self._raw:
            if tile != self._lifting or now - self._lift_at > TWICE_S:
                self._lifting, self._lifts = tile, 0
            self._lift_at = now
        elif tile == self._lifting:
            self._lifts += now - self._lift_at >= WOBBLE_S
            self._lift_at = now
        else:
            self._lifting, self._lifts = None, 0

    def _lifted_twice(self, occupied: frozenset[int]) -> frozenset[int]:
        if self._lifts < 2 or self._lifting is None or self._lifting not in occupied:
            return frozenset()
        self._lifts = 0
        return frozenset({self._lifting})

    def _believe_again(self, tile: int, since: float) -> None:
        before = self.occupied
        del self._last_flicker[tile]
        self._changes.pop(tile, None)
        self.flickering -= {tile}
        if self.occupied != before:
            self._touched.add(tile)
            self._changed_at = since

    def newly_flickering(self, now: float) -> frozenset[int]:
        """Tiles that have just been found not to come to rest; from now on they are held."""
        if self._unrest_since is None or now < self._unrest_since + CHATTER_MS / 1000:
            return frozenset()
        found = frozenset(tile for tile, count in self._changes.items() if count >= CHATTER_EDGES) - self.flickering
        if found:
            self.flickering |= found
            self._last_flicker.update(dict.fromkeys(found, now))
            self._touched -= found
        return found
