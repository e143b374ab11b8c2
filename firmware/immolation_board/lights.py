"""The 100 LEDs: scenes of layers, blended and held within the supply. Knows no messages, sensors or pins.

A new scene is prepared in small steps between frames while the old one burns on, then takes its place in one frame.

The limiter has the last word. Every palette carries what its levels cost; a frame's current is summed while it is
drawn. A frame that would need more than the supply gives is scaled down before it is written, and the palettes are
then rebuilt at a lower gain, one a frame, so that the next frames fit by themselves.
"""

from . import effects
from .layers import MA_BLUE, MA_GREEN, MA_RED, Layer, Palette, Voice
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

CACHE = 20
"""Palettes kept for the scenes to come: a game uses the same dozen all the time."""

CALM_MS = 1000
"""How long frames must have left current unused before the lights get brighter again."""

FRESH_MS = 150
"""The same after a new scene, which may need far less than the one before."""


class _Slicer:
    def __getitem__(self, part: Any) -> Any:
        return part


class Lights:
    """Draws scenes into one buffer of 300 bytes and hands it to ``write``.

    ``chain`` is the tile of each LED (see ``wiring.led_chain``), ``order`` one of ORDERS, ``supply_ma`` what the supply
    gives in all, ``idle_ma`` what everything but light takes, ``brightness`` 1 to 255 the maker's own setting, ``now``
    the clock in ticks (used to share the time between frames) and ``diff`` its difference.
    """

    def __init__(
        self, write: Any, chain: bytes, order: str, supply_ma: int, idle_ma: int, brightness: int, now: Any, diff: Any
    ) -> None:
        self._write = write
        self._order = bytes([order.index("R"), order.index("G"), order.index("B")])
        self._now, self._diff = now, diff
        self._led = bytearray(TILES)
        for led in range(TILES):
            self._led[chain[led]] = led
        # A slice made once: storing through it copies three bytes natively and makes nothing.
        self._led_bytes = [_Slicer()[3 * led : 3 * led + 3] for led in self._led]
        self._frame = bytearray(3 * TILES)
        self._dimmed = bytearray(3 * TILES)
        self._dark = bytes(3 * TILES)
        self._palettes: dict[Any, Palette] = {}
        self._voices: list[Voice] = []
        self._work: Any = None
        self._idle_ma = idle_ma
        self._maker = effects.GAMMA[brightness]
        self._top = self._maker + (self._maker >> 7)
        self._held = 256
        """What the limiter leaves of the gain that brightness allows, in 256ths."""
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
        """Whether a scene is being prepared."""
        return self._work is not None

    def show(self, layers: tuple[Layer, ...] | list[Layer], brightness: int = 255) -> None:
        """Prepare a scene; it takes the place of the one shown as soon as it is ready. The newest wins."""
        self._work = self._prepare(layers, brightness)

    def finish(self) -> None:
        """Prepare to the end at once, as at start."""
        while self._work is not None:
            self._step()

    def _step(self) -> None:
        try:
            next(self._work)
        except StopIteration:
            self._work = None

    def _prepare(self, layers: tuple[Layer, ...] | list[Layer], brightness: int) -> Any:
        light = self._maker * effects.GAMMA[brightness] // 255
        top = light + (light >> 7)
        stack = sorted(enumerate(layers), key=lambda entry: (entry[1].priority, entry[0]))
        for _, layer in stack:
            self._palette(layer)
            yield
        left = bytearray([255] * TILES)  # what the layers above let through
        lowest = bytearray(TILES)
        seen = []
        for at in range(len(stack) - 1, -1, -1):
            layer = stack[at][1]
            plain, mixed = [], []
            for tile in layer.tiles:
                through = left[tile]
                weight = through * layer.opacity // 255
                if weight == 255:
                    plain.append(tile)
                elif weight:
                    mixed.append((tile, weight))
                    lowest[tile] = at
                left[tile] = through - weight
            seen.append((at, layer, plain, mixed))
            yield
        voices = []
        while seen:
            at, layer, plain, mixed = seen.pop()
            if plain or mixed:
                entries = [(tile, weight, lowest[tile] == at, self._led[tile]) for tile, weight in mixed]
                voice = Voice(layer, self._palette(layer), plain, entries, self._led_bytes)
                for older in self._voices:
                    if older.effect == voice.effect:
                        voice.follow(older)
                        break
                voices.append(voice)
            yield
        self._top = top
        self._peak = 0
        self._calm_ms = CALM_MS - FRESH_MS
        self._fresh = True
        self._voices = voices
        self._frame[:] = self._dark
        self._redraw = True

    def _palette(self, layer: Layer) -> Palette:
        key = (layer.effect, layer.colour)
        palette = self._palettes.get(key)
        if palette is None:
            if len(self._palettes) >= CACHE:
                self._forget()
            palette = Palette(layer.effect, layer.colour, self._order)
            palette.set_gain(self._top * self._held >> 8)
            self._palettes[key] = palette
        return palette

    def _forget(self) -> None:
        """Let go of the palettes that the scene on the lights does not use."""
        used = [voice.palette.key for voice in self._voices]
        for key in list(self._palettes):
            if key not in used:
                del self._palettes[key]

    def draw(self, ms: int, share_ms: int = 4) -> None:
        """Draw and write the frame ``ms`` milliseconds after the one before; never more than the supply gives.

        Spends at most ``share_ms`` (and one step) on preparing the next scene.
        """
        if self._work is not None:
            started = self._now()
            while True:
                self._step()
                if self._work is None or self._diff(self._now(), started) >= share_ms:
                    break
        if ms > 250:
            ms = 250  # after a pause the flames go on where they were
        self._regain()
        frame = self._frame
        redraw = self._redraw
        self._redraw = False
        mix = redraw
        total = 0
        for voice in self._voices:
            voice.advance(ms)
            if voice.moved or redraw:
                voice.draw(frame)
                if voice.mixed:
                    mix = True
            total += voice.cost
        if mix:
            mixed = 0
            for voice in self._voices:
                if voice.mixed:
                    mixed += voice.blend(frame)
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
        self.frames += 1

    def _hold(self, total: int) -> bytearray:
        """The frame scaled down into the supply. Rounds down, so that it never draws more than it may."""
        scale = self._budget * 256 // total
        frame, dimmed = self._frame, self._dimmed
        for at in range(3 * TILES):
            dimmed[at] = frame[at] * scale >> 8
        # 3 % below, so that the next flicker does not come back here at once
        self._held = self._held * scale * 31 >> 13
        self._peak = 0
        self._calm_ms = 0
        return dimmed

    def _breathe(self, ms: int) -> None:
        """Give light back, in small steps, when a whole second has left current unused."""
        self._calm_ms += ms
        if self._calm_ms < CALM_MS:
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

    def _regain(self) -> None:
        """Bring one palette in use to the gain wanted."""
        gain = self._top * self._held >> 8
        for voice in self._voices:
            palette = voice.palette
            if palette.gain != gain:
                palette.set_gain(gain)
                self._redraw = True
                return


def milliamps(frame: bytes, order: str, idle_ma: int) -> float:
    """What a written frame draws, computed from its bytes alone; the check of everything above."""
    red_at, green_at, blue_at = order.index("R"), order.index("G"), order.index("B")
    total = 0
    for at in range(0, len(frame), 3):
        total += frame[at + red_at] * MA_RED + frame[at + green_at] * MA_GREEN + frame[at + blue_at] * MA_BLUE
    return idle_ma + total / 255
