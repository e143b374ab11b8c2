"""Colours for everybody: simulated as the three common kinds of colour blindness see them (Machado and others 2009)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from operator import mul
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.board.palette import distinct, recoloured
from immolation.games import CHANCE

KINDS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Severity 1, on linear sRGB."""

SEATS = {
    "ascended-kings": 4,
    "kimera": 6,
    "chimera-con": 6,
    "red-rains": 2,
    "chimera-hunt": 4,
    "cinders": 4,
}

FIRE, REACH, WINDOW, CHOICE = 0xFF5A00, 0x20FF60, 0xB040FF, 0xFFD040
"""Lights that stand beside each other in every game."""


def seen(colour: int, kind: str) -> tuple[float, ...]:
    """A colour as somebody sees it, in OKLab, where distances are those of the eye."""
    shares = [(colour >> shift & 0xFF) / 255 for shift in (16, 8, 0)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    red, green, blue = (
        max(0.0, sum(part * light for part, light in zip(row, linear, strict=True))) for row in KINDS[kind]
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def nearest(colours: list[int]) -> float:
    """How far the two most similar colours lie apart, for whoever sees them worst."""
    return min(
        sum((a - b) ** 2 for a, b in zip(seen(one, kind), seen(other, kind), strict=True)) ** 0.5
        for kind in KINDS
        for one, other in combinations(colours, 2)
    )


def in_cielab(colour: int, kind: str) -> tuple[float, float, float]:
    """A colour as somebody sees it, in CIELAB; ``kind`` empty: as those see it who see all colours."""
    shares = [(colour >> shift & 0xFF) / 255 for shift in (16, 8, 0)]
    light = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    if kind:
        light = [min(1.0, max(0.0, sum(map(mul, row, light)))) for row in KINDS[kind]]
    x, y, z = (
        sum(map(mul, row, light))
        for row in (
            (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
            (0.2126729, 0.7151522, 0.0721750),
            (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
        )
    )
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal 2005): 1 is just seen side by side, 10 at a glance."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(mean / (mean + 25**7)))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    grey = c1 * c2 == 0
    turn = 0 if grey else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if grey else (h1 + turn / 2) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2) / (1 + 0.015 * chroma * t)
    bent = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bent * by_chroma * by_hue)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_of_the_published_examples(
    one: tuple[float, float, float], other: tuple[float, float, float], distance: float
) -> None:
    assert apart(one, other) == pytest.approx(distance, abs=1e-4)


def seat_colours(ruleset: str) -> list[int]:
    config = {"seats": SEATS[ruleset]}
    view: Any = games.load_for(ruleset, config).new(config).view(None)
    colours = [facts["colour"] for facts in view["seats"].values()]
    assert len(colours) == SEATS[ruleset]
    return [int(colour[1:], 16) if isinstance(colour, str) else colour for colour in colours]


@pytest.mark.parametrize("ruleset", SEATS)
def test_seats_are_told_apart_by_everybody(ruleset: str) -> None:
    usual = seat_colours(ruleset)
    safe = [distinct(colour) for colour in usual]
    assert nearest(safe) > 1.3 * nearest(usual)
    assert nearest(safe) > 0.06, "less is hard to see for whoever does not look twice"


def test_lights_are_told_apart_by_everybody() -> None:
    usual = [FIRE, REACH, WINDOW, CHOICE, 0xFFFFFF, 0]
    assert nearest([distinct(colour) for colour in usual]) > 0.1 > nearest(usual)


LIT: dict[str, tuple[str, dict[str, Any]]] = {
    "arena": ("ascended-kings", {"track": "arena", "seats": 4}),
    "full": ("ascended-kings", {"track": "full", "seats": 4}),
    "kimera": ("kimera", {"seats": 6}),
    "chimera-con": ("chimera-con", {"seats": 6}),
    "red-rains": ("red-rains", {"seats": 2}),
    "chimera-hunt": ("chimera-hunt", {"seats": 4}),
    "cinders": ("cinders", {"seats": 4}),
}

MEANT, AT_A_GLANCE = 20.0, 10.0
"""Two colours so far apart for those who see all of them mean different things; so far apart they are for everybody."""


def shown_together(name: str, config: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Pairs of colours that stand for different things at one moment of a random game: of lights that move alike, and
    of seats. What moves otherwise, or is a piece of another shape, is told apart by that.
    """
    game, rng = games.load_for(name, config), Random(1)
    state = game.new(config)
    for _ in range(300):
        asked = state.deciders()
        if not asked or state.outcome() is not None:
            break
        actions = [action for seat in asked if seat != CHANCE for action in state.legal_actions(seat)]
        picture = game.picture(state.view(None), actions)
        lit = [(layer.effect, layer.colour) for layer in picture.layers if layer.tiles or layer.way]
        lit += [(piece.kind, piece.colour) for piece in picture.pieces]
        for (effect, one), (other_effect, other) in combinations(dict.fromkeys(lit), 2):
            if effect == other_effect:
                yield one, other
        seat = rng.choice(list(asked))
        due = [one.action for one in asked[seat].outcomes] if seat == CHANCE else state.legal_actions(seat)
        state.apply(rng.choice(due))


@pytest.mark.parametrize("short", LIT)
def test_what_shines_together_and_means_different_things_is_told_apart_by_everybody(short: str) -> None:
    """Seats, walls, gems, layers: as each of the three kinds sees the colours that are easy to tell apart."""
    name, config = LIT[short]
    pairs = {*shown_together(name, config), *combinations(seat_colours(name), 2)}
    meant = [pair for pair in pairs if apart(*(in_cielab(colour, "") for colour in pair)) >= MEANT]
    assert meant
    near = {
        f"{one:06x} and {other:06x} for {kind}": round(distance, 1)
        for one, other in meant
        for kind in KINDS
        if (distance := apart(in_cielab(distinct(one), kind), in_cielab(distinct(other), kind))) < AT_A_GLANCE
    }
    assert near == {}


def test_embers_stay_darker_than_fire_and_greys_stay_as_they_are() -> None:
    assert max(distinct(0x701400).to_bytes(3, "big")) < max(distinct(FIRE).to_bytes(3, "big"))
    assert [distinct(grey) for grey in (0, 0xFFFFFF, 0x808080)] == [0, 0xFFFFFF, 0x808080]


def test_records_are_recoloured_however_deep_and_nothing_else_in_them_changes() -> None:
    before = {
        "seats": {"p1": {"colour": 0xE53935, "tile": 0xE53935}},
        "layers": ({"colour": "#1e88e5"}, {"colour": ""}),
    }
    after = recoloured(before)
    assert after["seats"]["p1"] == {"colour": distinct(0xE53935), "tile": 0xE53935}
    assert after["layers"] == [{"colour": f"#{distinct(0x1E88E5):06x}"}, {"colour": ""}]
