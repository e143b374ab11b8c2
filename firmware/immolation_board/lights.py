"""Shows scenes of layers on the 100 LEDs, blended and held within the supply.

A new scene is prepared between frames while the old one burns on, in steps of a few milliseconds (`Lights.work`), then
takes its place in one frame.

The limiter has the last word. Every palette carries what its levels cost; a frame's current is summed while it is
drawn. A frame that would need more than the supply gives is scaled down before it is written, and the palettes are
then rebuilt at a lower gain between the frames, so that the next ones fit by themselves.
"""

from . import effects
from .layers import MA_BLUE, MA_GREEN, MA_RED, Layer, LayerRenderer, Palette
from .ticks import const
from .wiring import TILES

try:
    from typing import Any
except ImportError:
    pass

DARK_MA = 100
"""1 mA for each LED's own chip, alight or not."""

MCU_MA = 50
"""The microcontroller (a Pico draws 25 to 40); what sensors draw is a setting of its own."""

WIFI_MA = 80
"""More with the radio on, on average; the capacitors carry its bursts."""

ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")

_LEVELS_A_STEP = const(6)
"""Levels of a palette built in one step: 1.5 ms on an RP2040."""

_CALM_MS = const(1000)
"""How long frames must have left current unused before the lights get brighter again."""

_FRESH_MS = const(150)
"""The same after a new scene, which may need far less than the one before."""


class _Slicer:
    def __getitem__(self, part: Any) -> Any:
        return part


class Lights:
    """Draws scenes into one buffer of 300 bytes and hands it to ``write``.

    ``chain`` is the tile of each LED (see ``wiring.led_chain``), ``order`` one of ORDERS, ``supply_ma`` what the supply
    gives in all, ``idle_ma`` what everything but light takes, ``brightness`` 1 to 255 the maker's own setting.
    """

    def __init__(self, write: Any, chain: bytes, order: str, supply_ma: int, idle_ma: int, brightness: int) -> None:
        self._write = write
        self._order = bytes([order.index("R"), order.index("G"), order.index("B")])
        self._led = bytearray(TILES)
        for led in range(TILES):
            self._led[chain[led]] = led
        # A slice made once: storing through it copies three bytes natively and makes nothing.
        slicer = _Slicer()
        self._led_bytes = [slicer[3 * led : 3 * led + 3] for led in self._led]
        self._frame = bytearray(3 * TILES)
        self._dimmed = bytearray(3 * TILES)
        self._renderers: list[LayerRenderer] = []
        self._work: Any = None
        self._undrawn = False
        self._idle_ma = idle_ma
        self._maker = effects.GAMMA[brightness]
        self._top = self._maker + (self._maker >> 7)
        self._held = 256
        """What the limiter leaves of the gain that brightness allows, in 256ths."""
        self._built_gain = 256
        """The gain that all palettes on the lights have; -1 while some are still to be built for another."""
        self._fresh = False
        self._peak = 0
        self._calm_ms = 0
        self._redraw = True
        self._mixed_cost = 0
        self.frames = 0
        self.ma = idle_ma
        """What the last frame draws, board and all, in mA."""
        self.supply(supply_ma)

    def supply(self, supply_ma: int) -> None:
        """Hold all frames from now on within this many mA."""
        self.supply_ma = supply_ma
        self._budget = max(0, supply_ma - self._idle_ma) * 255
        self._peak = 0
        self._calm_ms = 0

    @property
    def starved(self) -> bool:
        """Whether the supply leaves nothing for light."""
        return self._budget == 0

    @property
    def busy(self) -> bool:
        """Whether a scene is being prepared, or is ready and not on the lights yet."""
        return self._work is not None or self._undrawn

    def show(self, layers: tuple[Layer, ...] | list[Layer], brightness: int = 255) -> None:
        """Prepare a scene; it takes the place of the one shown as soon as it is ready. The newest wins."""
        self._work = self._prepare(layers, brightness)

    def finish(self) -> None:
        """Prepare to the end at once, as at start."""
        while self.work():
            pass

    def work(self) -> bool:
        """Take one step towards the next scene, or towards the gain that the limiter wants; False if all is done."""
        if self._work is None:
            return self._regain()
        try:
            next(self._work)
        except StopIteration:
            self._work = None
        return True

    def _prepare(self, layers: tuple[Layer, ...] | list[Layer], brightness: int) -> Any:
        light = self._maker * effects.GAMMA[brightness] // 255
        top = light + (light >> 7)
        stack = sorted(enumerate(layers), key=lambda entry: (entry[1].priority, entry[0]))
        palettes: list[Palette] = []
        shown = [renderer.palette for renderer in self._renderers]
        for _, layer in stack:
            palette = _find(layer, shown) or _find(layer, palettes)
            if palette is None:
                palette = Palette(layer.effect, layer.colour, self._order)
                yield
                while palette.build(top * self._held >> 8, _LEVELS_A_STEP):
                    yield
            palettes.append(palette)
            yield
        left = bytearray([255] * TILES)  # what the layers above let through
        lowest = bytearray(TILES)
        seen = []
        for at in range(len(stack) - 1, -1, -1):
            layer = stack[at][1]
            opacity = layer.opacity
            plain, mixed, weights = bytearray(), bytearray(), bytearray()
            for half in (layer.tiles[:50], layer.tiles[50:]):
                for tile in half:
                    through = left[tile]
                    weight = through * opacity // 255
                    if weight == 255:
                        plain.append(tile)
                    elif weight:
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
                first = bytes([lowest[tile] == at for tile in mixed])
                renderer = LayerRenderer(
                    stack[at][1], palettes[at], plain, mixed, weights, first, self._led, self._led_bytes
                )
                yield
                renderer.place()
                yield
                renderer.set_way()
                for older in self._renderers:
                    if older.effect == renderer.effect:
                        renderer.follow(older)
                        break
                renderers.append(renderer)
            yield
        self._top = top
        self._peak = 0
        self._calm_ms = _CALM_MS - _FRESH_MS
        self._fresh = True
        self._renderers = renderers
        self._built_gain = -1
        self._frame[:] = bytes(3 * TILES)
        self._redraw = self._undrawn = True

    def draw(self, ms: int) -> None:
        """Draw and write the frame ``ms`` milliseconds after the one before; never more than the supply gives."""
        if ms > 250:
            ms = 250  # after a pause the flames go on where they were
        frame = self._frame
        redraw = self._redraw
        self._redraw = False
        mix = redraw
        total = 0
        for renderer in self._renderers:
            renderer.advance(ms)
            if renderer.moved or redraw:
                renderer.draw(frame)
                if renderer.mixed:
                    mix = True
            total += renderer.cost
        if mix:
            mixed = 0
            for renderer in self._renderers:
                if renderer.mixed:
                    mixed += renderer.blend(frame)
            self._mixed_cost = mixed
        total += self._mixed_cost
        if total > self._budget:
            frame = self._hold(total)
            total = self._budget
        elif total > self._peak:
            self._peak = total
        self._breathe(ms)
        self.ma = self._idle_ma + (total + 254) // 255
        self._write(frame)
        self._undrawn = False
        self.frames += 1

    def _hold(self, total: int) -> bytearray:
        """The frame scaled down into the supply. Rounds down, so that it never draws more than it may."""
        scale = self._budget * 256 // total
        frame, dimmed = self._frame, self._dimmed
        for at in range(3 * TILES):
            dimmed[at] = frame[at] * scale >> 8
        if self._built_gain >= 0:  # else what was wanted before is still being built, and this frame is no news
            # 3 % below, so that the next flicker does not come back here at once
            self._held = self._held * scale * 31 >> 13
        self._peak = 0
        self._calm_ms = 0
        return dimmed

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
        held = self._held
        if held >= 256 or peak * 16 >= self._budget * 15:
            return
        wanted = held * ((self._budget >> 8) * 15 // 16) // max(1, peak >> 8) + 1
        if not fresh:
            wanted = min(wanted, held + (held >> 3) + 1)
        self._held = min(256, wanted)

    def _regain(self) -> bool:
        """Build a few levels of one palette on the lights for the gain wanted; False if all have it."""
        gain = self._top * self._held >> 8
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


def milliamps(frame: bytes, order: str, idle_ma: int) -> float:
    """What a written frame draws, computed from its bytes alone; the check of everything above."""
    red_at, green_at, blue_at = order.index("R"), order.index("G"), order.index("B")
    total = 0
    for at in range(0, len(frame), 3):
        total += frame[at + red_at] * MA_RED + frame[at + green_at] * MA_GREEN + frame[at + blue_at] * MA_BLUE
    return idle_ma + total / 255
