"""Draws one layer of a scene: which of its tiles has which level now.

A `Palette` is an effect in a colour at a gain; a `LayerRenderer` draws one layer's tiles in that palette. Buffers are
made when the scene is made; drawing makes nothing.
"""

from array import array
from binascii import unhexlify
from struct import pack_into

from . import effects
from .ticks import const
from .wiring import SPOTS, TILES

try:
    from typing import Any
except ImportError:
    pass

MA_RED, MA_GREEN, MA_BLUE = 16, 11, 15
"""mA of one LED's channel at full light (WS2812B at 5 V, as FastLED's power model has them)."""

_PART = const(20)
"""Tiles of a layer gone through in one step: 2 to 3 ms on an RP2040."""

UNISON = {"pulse": effects.breath, "target": effects.ping}


class Layer:
    """One layer of a scene: an effect in a colour on tiles, given by number or as the text of their 25 hex digits.

    Numbers from 100 on are the lights of buttons; ``buttons`` has a bit for each of them too. ``speed`` in percent,
    ``opacity`` and ``priority`` 0 to 255. ``way`` orders the tiles of a path or clock; those that it does not name
    follow as they are given. ``clock`` is (milliseconds left, milliseconds in all).
    """

    def __init__(
        self,
        effect: str,
        colour: int,
        tiles: Any,
        priority: int = 100,
        speed: int = 100,
        opacity: int = 255,
        way: Any = None,
        clock: Any = None,
        buttons: int = 0,
    ) -> None:
        self.effect = effect
        self.colour = colour
        self._tiles: Any = tiles if isinstance(tiles, str) else bytes(tiles)
        self.buttons = buttons
        self.priority = priority
        self.speed = speed
        self.opacity = opacity
        self.way = bytes(way) if way else b""
        self.clock = clock

    def parts(self, first: bytes = b"") -> Any:
        """Give its tiles and buttons in five or six parts, each for one step of a chip; ``first`` before them."""
        if first:
            yield first
        if isinstance(self._tiles, str):
            bits = unhexlify(self._tiles + "0")
            found = bytearray(_PART)
            for start in range(0, TILES, _PART):
                count = 0
                for tile in range(start, start + _PART):
                    if bits[tile >> 3] << (tile & 7) & 128:
                        found[count] = tile
                        count += 1
                yield found[:count]
        else:
            for start in range(0, len(self._tiles), _PART):
                yield self._tiles[start : start + _PART]
        if self.buttons:
            yield bytes([spot for spot in range(TILES, SPOTS) if self.buttons >> (spot - TILES) & 1])

    @property
    def tiles(self) -> bytes:
        """All of them by number."""
        return b"".join([bytes(part) for part in self.parts()])


class Palette:
    """The bytes that go to an LED at each level of an effect, and what they cost in current.

    Worked out a few levels at a time by `build`: all 64 levels of fire take a chip longer than a frame.
    """

    def __init__(self, effect: str, colour: int, order: bytes) -> None:
        self.effect = effect
        self.colour = colour
        self.gain = -1
        count = effects.LEVELS[effect]
        self._order = order
        self._full = bytearray(3 * count)
        self._shaded = 0
        self._built = 0
        self.flat = bytearray(3 * count)
        """The bytes of one LED at each level."""
        self.one_cost = self.cost = array("H", [0] * count)
        """mA x 255 of one LED, and of a whole tile, at each level."""
        self.rings = (effects.FLICKER, effects.SWELL_RING)
        """The two halves of fire whose sum is the level of a tile."""
        self.pixels: list[Any] = []
        """The bytes of a whole tile at each level."""
        self._divide()

    def _divide(self) -> None:
        view = memoryview(self.flat)
        self.pixels = [view[at : at + 3] for at in range(0, len(view), 3)]

    def build(self, gain: int, levels: int) -> bool:
        """Work out at most ``levels`` more levels for a gain of 0 to 256; False when all of them have it."""
        cost, full, order = self.one_cost, self._full, self._order
        count = len(cost)
        if gain != self.gain:
            self.gain = gain
            self._built = 0
        start = self._built
        if start == count:
            return False
        end = min(count, start + levels)
        if end > self._shaded:
            effects.shade(self.effect, self.colour, full, self._shaded, end)
            self._shaded = end
        pixels = self.flat
        red_at, green_at, blue_at = order[0], order[1], order[2]
        at = 3 * start
        for level in range(start, end):
            red = full[at] * gain >> 8
            green = full[at + 1] * gain >> 8
            blue = full[at + 2] * gain >> 8
            pixels[at + red_at] = red
            pixels[at + green_at] = green
            pixels[at + blue_at] = blue
            at += 3
            cost[level] = red * MA_RED + green * MA_GREEN + blue * MA_BLUE
        self._built = end
        return True


class LayerRenderer:
    """Draws one layer's visible tiles.

    ``plain`` tiles show this layer alone. Each of the ``mixed`` ones, tiles or buttons, shows ``weights`` of 255 of it;
    where ``first`` is 1 it is the first of the tile's layers and writes, the others add. ``places`` is where in the
    frame the LEDs of each spot begin, ``spans`` the slice of the frame of each tile.
    """

    def __init__(
        self,
        layer: Layer,
        palette: Palette,
        plain: bytes | bytearray,
        mixed: bytes | bytearray,
        weights: bytes | bytearray,
        first: bytes | bytearray,
        places: Any,
        spans: Any,
    ) -> None:
        self.effect = layer.effect
        self.palette = palette
        self.moved = True
        """Whether the last `advance` changed any level."""
        self.cost = 0
        """mA x 255 of the plain tiles as last drawn."""

        self._layer: Any = layer
        self._tiles: Any = bytes(plain) + bytes(mixed)
        self._speed = layer.speed
        self._where = [spans[tile] for tile in plain]
        self.plain = len(plain)
        self._count = len(self._tiles)
        self._levels = bytearray(self._count)
        self._at = places
        self.weights: Any = weights
        self._first = first
        self.mixed = len(mixed)
        self._elapsed = 0
        self._phase = -1
        self._swell_elapsed = 0
        self._swell = 0
        self._rate = effects.RATE[layer.effect]
        self._own = self._wind = b""
        self._rank: Any = b""
        self._along = b""
        self._slope = 0
        self._left = self._total = 0
        self._last = -1

    def place(self) -> Any:
        """Look up, step by step, what the effect needs to know of each tile; once, before the first frame."""
        layer, tiles, places = self._layer, self._tiles, self._at
        self._layer = self._tiles = None
        start, mixed = self.plain, self.mixed
        if mixed:
            self._at = at = array("H", bytes(2 * mixed))
            for n in range(mixed):
                at[n] = places[tiles[start + n]]
            yield
            given = self.weights
            self.weights = weights = array("H", bytes(2 * mixed))
            for n in range(mixed):
                weight = given[n]
                weights[n] = weight + (weight >> 7)
        yield
        if self.effect in ("fire", "gem"):
            self._own = _looked_up(effects.OWN, tiles)
        if self.effect in ("fire", "ember"):
            self._wind = _looked_up(effects.WIND, tiles)
        yield
        if self.effect not in ("path", "clock"):
            return
        rank = bytearray(bytes((SPOTS,)) * SPOTS)
        length = 0
        yield
        for part in layer.parts(layer.way):
            for tile in part:
                if rank[tile] == SPOTS:
                    rank[tile] = length
                    length += 1
            yield
        self._length = length
        self._rank = ranks = _looked_up(rank, tiles)
        yield
        turn = max(self._length + 2, 5)  # tiles that the comet runs before it starts again
        self._slope = 31 * turn * 10 // 26  # the tail is 2.6 tiles long; in 256ths of a level a step
        if layer.effect == "path":
            self._rate = effects.STEPS * effects.PATH_TILES // turn
            self._along = along = bytearray(self._count)
            for n in range(self._count):
                along[n] = effects.STEPS * ranks[n] // turn & 255
        elif layer.clock:
            left, total = layer.clock
            while total > 1 << 20:  # keeps products within a small integer
                left, total = left >> 1, total >> 1
            scale = layer.clock[1] // total if total else 1
            self._total = max(1, total)
            self._left = min(left, self._total)
            self._scale = max(1, scale) * 100
            self._spent = 0

    def follow(self, older: "LayerRenderer") -> None:
        """Go on where a layer of the same effect in the scene before is now, so that nothing jumps."""
        self._elapsed = older._elapsed
        self._swell_elapsed = older._swell_elapsed

    def advance(self, ms: int) -> None:
        """Let time pass; sets ``moved`` and the levels of the tiles that need them."""
        before, swell_before = self._phase, self._swell
        elapsed = (self._elapsed + ms * self._rate * self._speed // 100) % 256000
        self._elapsed = elapsed
        self._phase = phase = elapsed // 1000
        if self._wind:
            rate = SWELL if self.effect == "fire" else self._rate
            elapsed = (self._swell_elapsed + ms * rate * self._speed // 100) % 256000
            self._swell_elapsed = elapsed
            self._swell = elapsed // 1000
        if self._total:
            self._run_down(ms)
            return
        self.moved = phase != before or self._swell != swell_before
        effect = self.effect
        if self.moved and effect not in ("fire", "gem", "ember", "path"):  # all its tiles have the same level
            if effect in UNISON:
                level = UNISON[effect](phase)
            elif effect == "blink":
                level = 1 if phase < 128 else 0
            else:
                level = 31 if effect == "clock" else 0
            self.moved = level != self._last
            self._last = level

    def _set_levels(self, start: int, end: int) -> None:
        """Work out the levels of some tiles."""
        effect, levels, phase = self.effect, self._levels, self._phase
        own, wind, swell = self._own, self._wind, self._swell
        if effect == "fire":
            flicker, swell_ring = effects.FLICKER, effects.SWELL_RING
            for n in range(start, end):
                levels[n] = flicker[phase + own[n]] + swell_ring[swell + wind[n]]
        elif effect == "gem":
            ring = effects.GLITTER
            for n in range(start, end):
                levels[n] = ring[phase + own[n]]
        elif effect == "ember":
            ring = effects.SWELL_RING
            for n in range(start, end):
                levels[n] = ring[swell + wind[n]]
        elif effect == "path":
            slope, along = self._slope, self._along
            for n in range(start, end):
                level = 31 - (((phase - along[n]) & 255) * slope >> 8)
                levels[n] = level if level > 2 else 2
        elif self._total:
            rank, mark = self._rank, self._last
            whole, part, top = mark >> 10, mark >> 5 & 31, mark & 31
            for n in range(start, end):
                if rank[n] < whole:
                    levels[n] = top
                else:
                    levels[n] = part * top // 31 if rank[n] == whole else 0
        else:
            level = self._last
            for n in range(start, end):
                levels[n] = level

    def _run_down(self, ms: int) -> None:
        """The board counts a clock down by itself from what the host said; speed 0 is a clock that is stopped."""
        self._spent += ms * self._speed
        gone = self._spent // self._scale
        self._spent -= gone * self._scale
        left = max(0, self._left - gone)
        self._left = left
        lit = self._length * left
        whole, part = lit // self._total, lit % self._total * 31 // self._total
        top = 31
        if 0 < left * 8 < self._total and self._speed:
            top = 12 + effects.breath(self._phase) * 19 // 31
        mark = (whole << 10) + (part << 5) + top
        self.moved = mark != self._last
        self._last = mark

    def draw(self, frame: bytearray, start: int, end: int) -> None:
        """Write some of the plain tiles, from the first on, and note what they cost."""
        total = self.cost if start else 0
        pixels, cost, where = self.palette.pixels, self.palette.cost, self._where
        if self.effect == "fire":  # the one that must be fast: a hundred tiles of it are an ordinary end of a game
            rings = self.palette.rings
            flicker, swell_ring = rings[0], rings[1]
            own, wind = self._own, self._wind  # assigning up to three at once makes no tuple; more would
            phase, swell = self._phase, self._swell
            for n in range(start, end):
                level = flicker[phase + own[n]] + swell_ring[swell + wind[n]]
                total += cost[level]
                frame[where[n]] = pixels[level]
        else:
            if self.moved:
                self._set_levels(start, end)
            levels = self._levels
            for n in range(start, end):
                level = levels[n]
                total += cost[level]
                frame[where[n]] = pixels[level]
        self.cost = total

    def blend(self, frame: bytearray, start: int, end: int) -> int:
        """Write or add some of the mixed spots by their weights; mA x 255 of that."""
        total = 0
        plain, first = self.plain, self._first
        fours = 12 * TILES if len(self.palette.pixels[0]) == 12 else 0  # spots before this have four LEDs each
        if self.moved:
            self._set_levels(plain + start, plain + end)
        flat, cost, levels = self.palette.flat, self.palette.one_cost, self._levels
        weights, places = self.weights, self._at
        for n in range(start, end):
            level = levels[plain + n]
            weight = weights[n]
            at = places[n]
            here = 3 * level
            one = flat[here] * weight >> 8
            two = flat[here + 1] * weight >> 8
            three = flat[here + 2] * weight >> 8
            if not first[n]:
                one += frame[at]
                two += frame[at + 1]
                three += frame[at + 2]
            spent = cost[level] * weight >> 8
            if at < fours:
                pack_into("12B", frame, at, one, two, three, one, two, three, one, two, three, one, two, three)
                spent *= 4
            else:
                frame[at] = one
                frame[at + 1] = two
                frame[at + 2] = three
            total += spent
        return total


def _looked_up(table: Any, tiles: bytes) -> bytearray:
    """Return what a table has for each tile, made at its full length: a growing list asks for memory five times."""
    found = bytearray(len(tiles))
    for n in range(len(tiles)):
        found[n] = table[tiles[n]]
    return found


SWELL = effects.SWELL
