"""Composes the scene of a board: a game's picture with guidance, choices and clocks as light.

The board animates by itself, so a scene is at most 16 layers, sent once and shown until the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from immolation_board import wire

from immolation.games import Layer, Picture

from .guidance import Guidance
from .link import Message

GAME_TOP = 199
"""The highest priority a game's own layer keeps: whatever the table must say lies above."""

CLOCK_PRIORITY = 205
REACH_PRIORITY = 215
LIFTED_PRIORITY = 220
ADVICE_PRIORITY = 225
CHOICE_PRIORITY = 235
IDENTIFY_PRIORITY = 255

CLOCK_OPACITY = 150
"""Of 255: a fire wall on the edge still glows through a clock."""

WINDOW_COLOUR = 0xB040FF
"""Violet: a reaction window belongs to everybody, so it has no seat's colour."""

REACH_COLOUR = 0x20FF60
LIFTED_COLOUR = 0x3060FF
ADVICE_COLOUR = 0xFFFFFF
ADVICE_SPEED = 200
CHOICE_COLOUR = 0xFFD040
IDENTIFY_COLOUR = 0xFFFFFF

BOTTOM = tuple(range(90, 100))
LEFT = tuple(range(0, 100, 10))
TOP = tuple(range(9, -1, -1))
RIGHT = tuple(range(99, -1, -10))
SIDES = (BOTTOM, LEFT, TOP, RIGHT)
"""The ten tiles before each side of the table, clockwise from the bottom; see `seat_side`. Each runs from the left hand
of who sits there to the right."""

FRAME = tuple(sorted({tile for side in SIDES for tile in side}))
"""The 36 outer tiles."""


BUTTON_LIGHTS = range(wire.TILES, wire.TILES + wire.BUTTONS)
"""Numbers among a layer's tiles that are the lights of buttons: the six seats', then the host's."""


class ClockLight(msgspec.Struct, frozen=True):
    """One clock as light: its tiles go out as the time runs."""

    left_ms: int
    """Milliseconds left when the scene is made."""

    total_ms: int
    """Milliseconds it started from, at least 1."""

    colour: int
    """0xRRGGBB, the seat's own."""

    side: int | None = None
    """0 to 3: which side of the board, see `seat_side`; None for the whole frame (a reaction window)."""

    running: bool = True
    """False: the light stands still."""


def seat_side(index: int, seats: int) -> int:
    """The side (0 to 3, clockwise from the bottom) before which the seat number ``index`` of ``seats`` sits.

    Two seats face each other; three and four sit clockwise in turn order.
    """
    return (0, 2)[index % 2] if seats == 2 else index % 4


def clock_light(
    left_ms: int,
    total_ms: int,
    colour: int,
    *,
    seat: tuple[int, int] | None = None,
    kind: Literal["turn", "window", "pace"] = "turn",
    running: bool = True,
) -> ClockLight:
    """The light of a clock; ``seat`` is its owner's (index, number of seats), None for the table's."""
    if kind == "window" or seat is None:
        return ClockLight(left_ms, total_ms, WINDOW_COLOUR if kind == "window" else colour, None, running)
    return ClockLight(left_ms, total_ms, colour, seat_side(*seat), running)


def compose(
    picture: Picture,
    *,
    guidance: Guidance | None = None,
    choices: Sequence[int] = (),
    lifted: int | None = None,
    clocks: Sequence[ClockLight] = (),
    buttons: Sequence[Layer] = (),
    advice: Sequence[int] = (),
    identify: bool = False,
) -> tuple[Layer, ...]:
    """The layers of a scene, lowest first, at most 16 (`wire.MAX_LAYERS`), merged where there are more.

    From below: the game's own layers, ``buttons``, clocks on the edge, where a ``lifted`` miniature may go (from the
    picture's gestures), the tiles of an action that is advised, the tiles in ``choices`` that answer a question when
    touched, guidance, and ``identify``.
    """
    layers = [_own(layer) for layer in picture.layers if layer.tiles or layer.way]
    layers += buttons
    layers += [_clock(clock) for clock in clocks]
    if lifted is not None:
        layers += _lifted(picture, lifted)
    if advice:
        layers.append(Layer("blink", ADVICE_COLOUR, tuple(sorted(set(advice))), ADVICE_PRIORITY, ADVICE_SPEED))
    if choices:
        layers.append(Layer("pulse", CHOICE_COLOUR, tuple(sorted(set(choices))), CHOICE_PRIORITY))
    if guidance is not None:
        layers += guidance.layers
    if identify:
        layers.append(Layer("blink", IDENTIFY_COLOUR, tuple(range(wire.TILES)), IDENTIFY_PRIORITY))
    return at_most(layers, wire.MAX_LAYERS)


def _own(layer: Layer) -> Layer:
    """A layer of the game below everything else; what names no tiles but a way is lit along it."""
    tiles = layer.tiles or tuple(sorted({*layer.way}))
    return msgspec.structs.replace(layer, tiles=tiles, priority=min(layer.priority, GAME_TOP))


def _clock(clock: ClockLight) -> Layer:
    total = min(max(clock.total_ms, 1), wire.MAX_NUMBER)
    left = min(max(clock.left_ms, 0), total)
    way = () if clock.side is None else SIDES[clock.side]
    tiles = tuple(sorted(way)) or FRAME
    speed = 100 if clock.running else 0
    return Layer("clock", clock.colour, tiles, CLOCK_PRIORITY, speed, CLOCK_OPACITY, way, (left, total))


def _lifted(picture: Picture, tile: int) -> list[Layer]:
    """Light where the miniature came from, and where it may go."""
    layers = [Layer("blink", LIFTED_COLOUR, (tile,), LIFTED_PRIORITY)]
    reach = {on for gesture in picture.gestures if tile in gesture.off for on in gesture.on} - {tile}
    if reach:
        layers.append(Layer("target", REACH_COLOUR, tuple(sorted(reach)), REACH_PRIORITY))
    return layers


# --- no more layers than the board takes ------------------------------------------------------------------


def at_most(layers: Iterable[Layer], limit: int) -> tuple[Layer, ...]:
    """The layers, lowest priority first, joined until there are at most ``limit``.

    First those that differ in nothing but their tiles, then the two of one effect that look most alike, the lower
    ones before the higher; where nothing can be joined the lowest layer is left out.
    """
    kept = sorted(layers, key=lambda layer: layer.priority)
    if len(kept) <= limit:
        return tuple(kept)
    kept = _join_equal(kept)
    while len(kept) > limit:
        pairs = [
            (_difference(kept[low], kept[high]), low, high)
            for low in range(len(kept))
            for high in range(low + 1, len(kept))
            if _joinable(kept[low], kept[high])
        ]
        if not pairs:
            kept.pop(0)
            continue
        _, low, high = min(pairs)
        kept[high] = _joined(kept[low], kept[high])
        kept.pop(low)
    return tuple(kept)


def _join_equal(layers: list[Layer]) -> list[Layer]:
    joined: list[Layer] = []
    for layer in layers:
        for index, other in enumerate(joined):
            if _joinable(layer, other) and _difference(layer, other) == 0:
                joined[index] = _joined(other, layer)
                break
        else:
            joined.append(layer)
    return joined


def _joinable(one: Layer, other: Layer) -> bool:
    return one.effect == other.effect and not (one.way or other.way or one.clock or other.clock)


def _difference(one: Layer, other: Layer) -> int:
    """Measure how unlike two layers of one effect look: 0 means that only their tiles differ."""
    colour = sum(abs((one.colour >> shift & 255) - (other.colour >> shift & 255)) for shift in (0, 8, 16))
    rest = abs(one.priority - other.priority) + abs(one.opacity - other.opacity) + abs(one.speed - other.speed)
    return colour + 4 * rest


def _joined(low: Layer, high: Layer) -> Layer:
    """Both in one, in the look of the one with more tiles, as high as the higher."""
    look = low if len(low.tiles) > len(high.tiles) else high
    tiles = tuple(sorted({*low.tiles, *high.tiles}))
    return msgspec.structs.replace(look, tiles=tiles, priority=max(low.priority, high.priority))


# --- on the wire ------------------------------------------------------------------------------------------


def to_wire(layers: Sequence[Layer], n: int, brightness: int = 255) -> list[Message]:
    """The parts of scene ``n`` as wire messages, one a layer; one part without a layer turns the lights off.

    Each is accepted by `wire.check`. Raises `wire.BadMessage` for layers the board could not draw (an unknown effect,
    a tile off the board, more than 16 layers), naming the field.
    """
    if len(layers) > wire.MAX_LAYERS:
        raise wire.BadMessage(f"A scene has at most {wire.MAX_LAYERS} layers, not {len(layers)}.")
    if not layers:
        return [_checked({"k": "scene", "n": n, "i": 0, "of": 1, "b": brightness})]
    return [_checked(_part(layer, n, i, len(layers), brightness)) for i, layer in enumerate(layers)]


def _part(layer: Layer, n: int, i: int, of: int, brightness: int) -> Message:
    tiles = [tile for tile in layer.tiles if tile not in BUTTON_LIGHTS]
    for tile in (*tiles, *layer.way):
        if not 0 <= tile < wire.TILES:
            raise wire.BadMessage(f"Layer '{layer.effect}': tile {tile} is not on the board.")
    part: Message = {
        "k": "scene",
        "n": n,
        "i": i,
        "of": of,
        "b": brightness,
        "e": layer.effect,
        "c": layer.colour,
        "on": wire.tiles_to_hex(tiles),
        "p": layer.priority,
        "t": layer.speed,
        "a": layer.opacity,
    }
    buttons = sum(1 << (spot - wire.TILES) for spot in BUTTON_LIGHTS if spot in layer.tiles)
    if buttons:
        part["btn"] = buttons
    if layer.way:
        part["w"] = "".join(f"{tile:02d}" for tile in layer.way)
    if layer.clock is not None:
        part["m"] = list(layer.clock)
    return part


def _checked(part: Message) -> Message:
    wrong = wire.check(part)
    if wrong is not None:
        raise wire.BadMessage(wrong)
    return part
