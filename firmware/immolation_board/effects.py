"""Defines how each named effect looks: its levels of light over time, and its colours.

An effect is a number of *levels* and a rule which level a tile has at a moment. What a level looks like in a given
colour is a list of red, green, blue, computed once per palette (`shade`); drawing a frame only looks levels up.

========== ==================================================================================================
solid      stands still
fire       every tile burns unevenly on its own: deep in the colour, licking up to nearly white
ember      the glow of what has burnt: dark, slow
gem        breathes gently, each tile in its own time, with a rare glint
pulse      all tiles swell and fade together, softly
blink      on and off, hard
path       a comet runs along the tiles of the way
target     a ping: sudden light that fades, all tiles together
clock      a line of light that runs out; the last part of it breathes
========== ==================================================================================================
"""

from . import rings
from .configuration import unload_module
from .wiring import SPOTS

STEPS = rings.STEPS
"""One turn of an effect; a power of two, so that a phase is cut by a mask."""

LEVELS = {
    "solid": 1,
    "fire": 64,
    "ember": 24,
    "gem": 48,
    "pulse": 32,
    "blink": 2,
    "path": 32,
    "target": 32,
    "clock": 32,
}

RATE = {
    "solid": 0,
    "fire": 66,  # its finest ripple takes 4 steps: 16 a second, as fast as flames flicker
    "ember": 7,
    "gem": 52,  # a breath in 5 seconds
    "pulse": 150,  # 1.7 seconds
    "blink": 340,  # 0.75 seconds
    "path": 0,  # depends on how long the way is
    "target": 190,  # 1.35 seconds
    "clock": 200,
}
"""Steps a second at a speed of 100 %."""

SWELL = 15
"""Steps a second of the slow half of fire: a gust takes a second, and the two halves never meet in the same way."""

PATH_TILES = 7
"""Tiles a second that the comet of a way runs."""

GAMMA = rings.gamma()
"""Light of a colour value as seen (0 to 255) to light of an LED (0 to 255)."""

FLICKER = rings.flicker()
"""Fire, its fast half: 0 to 39. Together with SWELL_RING 0 to 62."""

SWELL_RING = rings.swell()
"""Fire, its slow half, and ember: 0 to 23."""

GLITTER = rings.glitter()
"""Gem: 0 to 47; what lies above 26 glints."""

OWN = rings.own(4057, SPOTS)
"""A tile's own place in FLICKER and GLITTER: neighbours never do the same."""

WIND = bytes([(tile // 10 * 37 + tile % 10 * 29 + OWN[99 - tile] // 6) % STEPS for tile in range(SPOTS)])
"""A tile's place in SWELL_RING: rising along rows and columns, so that a gust runs along a wall of fire."""


# What built the tables is not needed again, and memory is dear.
del rings
unload_module("rings")


LIGHT = {
    "fire": (50, 310),
    "ember": (44, 76),
    "gem": (120, 200),
    "pulse": (56, 199),
    "path": (48, 207),
    "target": (48, 207),
    "clock": (26, 229),
}
"""Light of the lowest level, and the difference to the highest, as seen (0 to 255; what lies above is 255)."""

FADE = {"fire": 230, "ember": 255}
"""Extra dimming of the weaker channels as the light goes down, 0 to 255, so that orange cools to red, not brown."""


def breath(step: int) -> int:
    """Pulse, and the end of a clock: 0 to 31."""
    t = step * 2 if step < 128 else 511 - step * 2
    return (t * t * (768 - 2 * t) >> 16) * 31 // 255


def ping(step: int) -> int:
    """Target: 0 to 31."""
    return 31 if step < 24 else 31 * (255 - step) * (255 - step) // (231 * 231)


def shade(effect: str, colour: int, table: bytearray, start: int, end: int) -> None:
    """Write red, green, blue of the levels from ``start`` to before ``end`` into ``table``.

    Light of an LED at full gain, 0 to 255; gamma is in it. A level takes a chip about 0.3 ms.
    """
    channels = (colour >> 16 & 255, colour >> 8 & 255, colour & 255)
    brightest, weakest = max(channels), min(channels)
    top = LEVELS[effect] - 1
    low, more = LIGHT.get(effect, (0, 255))
    fade = FADE.get(effect, 0)
    gamma = GAMMA
    at = 3 * start
    for level in range(start, end):
        x = 255 * level // top if top else 255
        light = low + x * more // 255
        if light > 255:
            light = 255
        lead = late = 0  # how white the colour is
        if effect == "fire" and x > 122:
            # Orange goes to yellow before it goes to white: the middle channel leads, the weakest follows late.
            hot = (x - 122) * 255 // 133
            lead, late = hot * 190 // 255, hot * hot // 255 * 150 // 255
        elif effect == "gem" and x > 140:
            lead = late = (x - 140) * 2 * 3 // 4
        for value in channels:
            seen = value * light // 255
            if fade and value != brightest:
                seen -= seen * (brightest - value) * (255 - light) // 255 * fade // 65025
            if lead:
                seen += (255 - seen) * (late if value == weakest else lead) // 255
            table[at] = gamma[seen]
            at += 1
