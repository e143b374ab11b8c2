"""How each named effect looks: its levels of light over time, and its colours. Knows no LEDs, layers or supply.

An effect is a number of *levels* and a rule which level a tile has at a moment. What a level looks like in a given
colour is a list of red, green, blue, computed once per scene; drawing a frame then only looks levels up.

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
from .configuration import let_go

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

BREATH = bytes([rings.breath(31, step) for step in range(STEPS)])
"""Pulse, and the end of a clock: 0 to 31."""

PING = bytes([31 if step < 24 else 31 * (255 - step) * (255 - step) // (231 * 231) for step in range(STEPS)])
"""Target: 0 to 31."""

OWN = rings.own(4057)
"""A tile's own place in FLICKER and GLITTER: neighbours never do the same."""

WIND = bytes([(tile // 10 * 37 + tile % 10 * 29 + OWN[99 - tile] // 6) % STEPS for tile in range(100)])
"""A tile's place in SWELL_RING: rising along rows and columns, so that a gust runs along a wall of fire."""


# What built the tables is not needed again, and memory is dear.
del rings
let_go("rings")


def _channel(value: int, light: int, white: int, fade: int, brightest: int) -> int:
    """One channel of a colour at ``light`` (0 to 255), mixed with ``white`` (0 to 255); light of an LED, 0 to 255.

    With ``fade`` the weaker channels die first as the light goes down, so that orange cools to red and not to brown.
    """
    seen = value * light // 255
    if fade:
        weak = brightest - value
        seen -= seen * weak * (255 - light) // 255 * fade // 65025
    return GAMMA[seen + (255 - seen) * white // 255]


def shades(effect: str, colour: int) -> bytes:
    """Red, green, blue of every level of an effect, as light of an LED at full gain (gamma is in it)."""
    red, green, blue = colour >> 16 & 255, colour >> 8 & 255, colour & 255
    brightest = max(red, green, blue)
    weakest = min(red, green, blue)
    count = LEVELS[effect]
    table = bytearray(3 * count)
    for level in range(count):
        x = 255 * level // (count - 1) if count > 1 else 255
        light, hot, fade = x, 0, 0
        if effect == "fire":
            light = min(255, 50 + x * 310 // 255)
            hot = max(0, x - 122) * 255 // 133
            fade = 230
        elif effect == "ember":
            light = 44 + x * 76 // 255
            fade = 255
        elif effect == "gem":
            light = min(255, 120 + x * 200 // 255)
            hot = max(0, x - 140) * 2
        elif effect == "pulse":
            light = 56 + x * 199 // 255
        elif effect in ("path", "target"):
            light = 48 + x * 207 // 255
        elif effect == "clock":
            light = 26 + x * 229 // 255
        for channel in range(3):
            value = (red, green, blue)[channel]
            white = hot
            if effect == "fire":
                # Orange goes to yellow before it goes to white: the middle channel leads, the weakest follows late.
                white = hot * hot // 255 * 150 // 255 if value == weakest else hot * 190 // 255
            elif effect == "gem":
                white = hot * 3 // 4
            table[3 * level + channel] = _channel(value, light, min(255, white), fade, brightest)
    return bytes(table)
