"""Colours for everybody: simulated as the three common kinds of colour blindness see them (Machado and others 2009)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from immolation import games
from immolation.board.palette import distinct, recoloured

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
