"""Shows scenes of layers on the LEDs of tiles and buttons, blended and held within the supply.

A new scene is prepared between frames while the old one burns on, in steps of a few milliseconds (`Lights.work`), then
takes its place in one frame. A frame is drawn in such steps too (`Lights.step`).

The limiter has the last word. Every palette carries what its levels cost; a frame's current is summed while it is
drawn. A frame that would need more than the supply gives is scaled down before it is written, and the palettes are
then rebuilt at a lower gain between the frames, so that the next ones fit by themselves.
"""

from array import array
from struct import pack_into

from . import effects
from .layers import MA_BLUE, MA_GREEN, MA_RED, Layer, LayerRenderer, Palette
from .ticks import const
from .wiring import SPOTS, TILES

try:
    from typing import Any
except ImportError:
    pass

DARK_MA = 100
"""1 mA for each LED's own chip, alight or not; so much for each LED that a tile has."""

MCU_MA = 50
"""The microcontroller (a Pico draws 25 to 40); what sensors draw is a setting of its own."""

WIFI_MA = 80
"""More with the radio on, on average; the capacitors carry its bursts."""

ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")

_LEVELS_A_STEP = const(6)
"""Levels of a palette built in one step: 1.5 ms on an RP2040."""

_PART = const(50)
"""Tiles that show one layer drawn in one step: 2 to 3.5 ms on an RP2040."""

_MIXED_PART = const(26)
"""The same for tiles that show several: 3 ms."""

_SCALED_PART = const(250)
"""Bytes of a frame scaled into the supply in one step: 3 ms."""

_GLOWS = const(10)
"""Touches that can glow at once; the oldest gives way."""

_GLOW_PART = const(24)
"""LEDs of touched tiles lit in one step: 2 ms on an RP2040."""

_GLOW_MS = const(400)
"""Duration of the fading glow of a touched tile."""

_DIMMEST = const(4)
"""Of 255: the light of a brightness of 40. With less no channel of an LED would be on, or nothing but pure red."""

_CALM_MS = const(1000)
"""Time for which frames must have left current unused before the lights get brighter again."""

_FRESH_MS = const(150)
"""The same after a new scene, which may need far less than the one before."""


class _Slicer:
    def __getitem__(self, part: Any) -> Any:
        return part


class Lights:
    """Draws scenes into one buffer and hands it to ``write``, which may go on reading it until ``ready()`` is true.

    ``chain`` is the tile of each place on the chain of LEDs (see ``wiring.led_chain``), ``order`` one of ORDERS,
    ``supply_ma`` what the supply gives in all, ``idle_ma`` what everything but light takes, ``brightness`` 1 to 255 the
    maker's own setting, ``per_tile`` how many LEDs a tile has, 1 or 4, ``buttons`` the numbers of the buttons, whose
    LEDs follow those of the tiles, and ``glow`` how brightly a touched tile glows, 0 to 255.
    """

    def __init__(
        self,
        write: Any,
        chain: bytes,
        order: str,
        supply_ma: int,
        idle_ma: int,
        brightness: int,
        per_tile: int = 1,
        buttons: Any = (),
        glow: int = 0,
        ready: Any = None,
    ) -> None:
        self._write = write
        self._ready = ready
        self._order = bytes([order.index("R"), order.index("G"), order.index("B")])
        self.per_tile = per_tile
        self._palette: Any = Palette
        self._fit: Any = None
        if per_tile == 4:
            from .four_leds import FourPalette, fit  # only here: a board of single LEDs saves its memory

            self._palette, self._fit = FourPalette, fit
        tile_bytes = 3 * per_tile
        # Where in the frame the LEDs of each spot begin.
        tiles_end = TILES * tile_bytes
        self._places = array("H", [0xFFFF] * SPOTS)  # of a button that is not there
        for at in range(TILES):
            self._places[chain[at]] = at * tile_bytes
        for at in range(len(buttons)):
            self._places[TILES + buttons[at]] = tiles_end + 3 * at
        # A slice made once: storing through it copies the bytes of a tile natively and makes nothing.
        slicer = _Slicer()
        self._spans = [slicer[at : at + tile_bytes] for at in self._places[:TILES]]
        self._count = count = tiles_end + 3 * len(buttons)
        self._frame = bytearray(count)
        self._renderers: list[LayerRenderer] = []
        self._work: Any = None
        self._undrawn = False
        self._halfway = False
        """Whether a frame has been begun that is not written yet."""
        self._idle_ma = idle_ma
        self._maker = effects.GAMMA[brightness]
        self._top = self._maker + (self._maker >> 7)
        self.held = 256
        """Share of the gain that the limiter leaves, in 256ths."""
        self._built_gain = 256
        """The gain that all palettes on the lights have; -1 while some are still to be built for another."""
        self._fresh = False
        self._peak = 0
        self._calm_ms = 0
        self._redraw = True
        self._ms = 0
        self._drawing: Any = self._draw_frames()
        self._glow = effects.GAMMA[glow]
        self._glow_at = 0
        self._glow_places = array("H", [0] * _GLOWS)
        self._glow_left = array("h", [0] * _GLOWS)
        self.frames = 0
        self.ma = idle_ma
        """Current of the last frame, the board's own included, in mA."""
        self.supply_ma = supply_ma
        """What the supply gives by the board's own settings, in mA; no host is given more."""
        self.supply(supply_ma)

    def supply(self, supply_ma: int) -> None:
        """Hold all frames from now on within this many mA, or within what the supply gives if that is less."""
        self.budget = max(0, min(supply_ma, self.supply_ma) - self._idle_ma) * 255
        self._peak = 0
        self._calm_ms = 0

    @property
    def starved(self) -> bool:
        """Whether the supply leaves nothing for light."""
        return self.budget == 0

    @property
    def layers(self) -> int:
        """How many layers the scene on the lights has."""
        return len(self._renderers)

    @property
    def busy(self) -> bool:
        """Whether a scene is being prepared, or is ready and not on the lights yet."""
        return self._work is not None or self._undrawn

    @property
    def behind(self) -> bool:
        """Whether `work` has anything to do."""
        return self._work is not None or self._built_gain != self._top * self.held >> 8

    def show(self, layers: tuple[Layer, ...] | list[Layer], brightness: int = 255) -> None:
        """Prepare a scene; it takes the place of the one shown as soon as it is ready. The newest wins."""
        self._work = self._prepare(layers, brightness)

    def finish(self) -> None:
        """Prepare to the end at once, as at start."""
        while self.work():
            pass

    def work(self) -> bool:
        """Take one step towards the next scene, or towards the gain that the limiter wants; False if all is done.

        While a frame is half drawn, what is shown in it stays as it is.
        """
        if self._work is None:
            return not self._halfway and self._regain()
        try:
            next(self._work)
        except StopIteration:
            self._work = None
        return True

    def _prepare(self, layers: tuple[Layer, ...] | list[Layer], brightness: int) -> Any:
        light = self._maker * effects.GAMMA[brightness] // 255
        if brightness:
            light = max(light, _DIMMEST)
        top = light + (light >> 7)
        stack = sorted(enumerate(layers), key=lambda entry: (entry[1].priority, entry[0]))
        palettes: list[Palette] = []
        shown = [renderer.palette for renderer in self._renderers]
        if len(stack) > 1:
            yield
        for _, layer in stack:
            palette = _find(layer, shown) or _find(layer, palettes)
            if palette is None:
                if palettes:
                    yield
                palette = self._palette(layer.effect, layer.colour, self._order)
                yield
                while palette.build(top * self.held >> 8, _LEVELS_A_STEP):
                    yield
            else:
                yield
            palettes.append(palette)
        left = bytearray([255] * SPOTS)  # what the layers above let through
        lowest = bytearray(SPOTS)
        seen = []
        yield
        for at in range(len(stack) - 1, -1, -1):
            layer = stack[at][1]
            opacity = layer.opacity
            plain, mixed, weights = bytearray(), bytearray(), bytearray()
            for part in layer.parts():
                for tile in part:
                    through = left[tile]
                    weight = through * opacity // 255
                    if weight == 255 and tile < TILES:
                        plain.append(tile)
                    elif weight and self._places[tile] < self._count:
                        mixed.append(tile)
                        weights.append(weight)
                        lowest[tile] = at
                    left[tile] = through - weight
                yield
            seen.append((at, plain, mixed, weights))
        renderers = []
        while seen:
            at, plain, mixed, weights = seen.pop()
            if plain or mixed:
                first = bytearray(len(mixed))
                for n in range(len(mixed)):
                    first[n] = lowest[mixed[n]] == at
                yield
                renderer = LayerRenderer(
                    stack[at][1], palettes[at], plain, mixed, weights, first, self._places, self._spans
                )
                yield
                for _ in renderer.place():
                    yield
                for older in self._renderers:
                    if older.effect == renderer.effect:
                        renderer.follow(older)
                        break
                renderers.append(renderer)
            yield
        if self._fit is not None:
            for _ in self._fit(self, renderers, top):
                yield
        while self._halfway:
            yield
        self._top = top
        self._peak = 0
        self._calm_ms = _CALM_MS - _FRESH_MS
        self._fresh = True
        self._renderers = renderers
        self._built_gain = -1
        self._frame[:] = bytes(self._count)
        self._redraw = self._undrawn = True

    def touch(self, tile: int) -> None:
        """Let a tile glow from the next frame on, whatever the scene shows there."""
        if self._glow:
            at = self._glow_at
            self._glow_at = (at + 1) % _GLOWS
            self._glow_places[at] = self._places[tile]
            self._glow_left[at] = _GLOW_MS

    def start(self, ms: int) -> None:
        """Begin the frame ``ms`` milliseconds after the one before; `step` draws it."""
        self._ms = min(ms, 250)  # after a pause the flames go on where they were
        self._halfway = True

    def step(self) -> Any:
        """Draw a part of the frame: False, and True when it has been written; None while it waits for the wire.

        It never draws more than the supply gives.
        """
        return next(self._drawing)

    def draw(self, ms: int) -> None:
        """Draw and write one frame at once."""
        self.start(ms)
        while not self.step():
            pass

    def _draw_frames(self) -> Any:
        """Draws frames for ever and makes nothing; gives what `step` says."""
        frame, sent = self._frame, bytearray(self._count)
        mixed_cost = 0
        while True:
            redraw = mix = self._redraw
            self._redraw = False
            total = 0
            room = _PART
            renderers = self._renderers
            for renderer in renderers:
                renderer.advance(self._ms)
            if len(renderers) > 2:
                yield False
            for renderer in renderers:
                if renderer.moved or redraw:
                    start = 0
                    while start < renderer.plain:
                        if not room:
                            yield False
                            room = _PART
                        end = min(renderer.plain, start + room)
                        renderer.draw(frame, start, end)
                        room -= end - start
                        start = end
                    if renderer.mixed:
                        mix = True
                total += renderer.cost
            if mix:
                mixed_cost = 0
                room = 0
                for renderer in renderers:
                    start = 0
                    while start < renderer.mixed:
                        if not room:
                            yield False
                            room = _MIXED_PART
                        end = min(renderer.mixed, start + room)
                        mixed_cost += renderer.blend(frame, start, end)
                        room -= end - start
                        start = end
            total += mixed_cost
            waited = False
            while self._ready is not None and not self._ready():
                waited = True
                yield None  # the frame before is still on the wire
            sent[:] = frame
            if total > self.budget:
                scale = self.budget * 256 // total
                start = 0
                while start < self._count:
                    yield False
                    end = min(self._count, start + _SCALED_PART)
                    for at in range(start, end):  # rounds down, so that it never draws more than it may
                        sent[at] = frame[at] * scale >> 8
                    start = end
                self._hold(scale)
                total = self.budget
                waited = False  # this step has work enough: what glows waits for the next one
            elif total > self._peak:
                self._peak = total
            if max(self._glow_left):
                room = _GLOW_PART if waited else 0
                for n in range(_GLOWS):
                    if self._glow_left[n]:
                        if room <= 0:
                            yield False
                            room = _GLOW_PART
                        total += self._draw_glow(sent, n, self.budget - total)
                        room -= self.per_tile
            self._breathe(self._ms)
            self.ma = self._idle_ma + (total + 254) // 255
            self._write(sent)
            self._undrawn = self._halfway = False
            self.frames += 1
            yield True

    def _draw_glow(self, frame: bytearray, n: int, budget: int) -> int:
        """Light one of the touched tiles with what the frame leaves of the supply; mA x 255 of that."""
        left = max(0, self._glow_left[n] - self._ms)
        self._glow_left[n] = left
        light = min(self._glow * (left + self._ms) // _GLOW_MS, 255)
        light = min(light, budget // (self.per_tile * (MA_RED + MA_GREEN + MA_BLUE)))
        place = self._glow_places[n]
        end = place + 3 * self.per_tile
        if self.per_tile == 4 and frame.find(b"\0\0\0\0\0\0\0\0\0\0\0\0", place, end) == place:  # most are dark
            pack_into(
                "12B", frame, place, light, light, light, light, light, light, light, light, light, light, light, light
            )
            return light * (4 * (MA_RED + MA_GREEN + MA_BLUE))
        spent = 0
        for channel in range(3):
            more = 0
            for at in range(place + channel, end, 3):
                level = frame[at]
                if level < light:
                    more += light - level
                    frame[at] = light
            spent += more * (
                MA_RED if channel == self._order[0] else MA_GREEN if channel == self._order[1] else MA_BLUE
            )
        return spent

    def _hold(self, scale: int) -> None:
        """Let the palettes be built for the gain at which frames like this one, which had to be scaled, fit."""
        if self._built_gain >= 0:  # else what was wanted before is still being built, and this frame is no news
            # 3 % below, so that the next flicker does not come back here at once
            self.held = self.held * scale * 31 >> 13
        self._peak = 0
        self._calm_ms = 0

    def _breathe(self, ms: int) -> None:
        """Give light back, in small steps, when a whole second has left current unused."""
        self._calm_ms += ms
        if self._calm_ms < _CALM_MS:
            return
        peak = self._peak
        fresh = self._fresh
        self._peak = 0
        self._calm_ms = 0
        self._fresh = False
        held = self.held
        if held >= 256 or peak * 16 >= self.budget * 15:
            return
        wanted = held * ((self.budget >> 8) * 15 // 16) // max(1, peak >> 8) + 1
        if not fresh:
            wanted = min(wanted, held + (held >> 3) + 1)
        self.held = min(256, wanted)

    def _regain(self) -> bool:
        """Build a few levels of one palette on the lights for the gain wanted; False if all have it."""
        gain = self._top * self.held >> 8
        if gain == self._built_gain:
            return False
        self._built_gain = -1
        for renderer in self._renderers:
            if renderer.palette.build(gain, _LEVELS_A_STEP):
                self._redraw = True
                return True
        self._built_gain = gain
        return False


def _find(layer: Layer, palettes: list[Palette]) -> Any:
    for palette in palettes:
        if palette.colour == layer.colour and palette.effect == layer.effect:
            return palette
    return None
