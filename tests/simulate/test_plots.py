"""Pictures of numbers: what stands where."""

from __future__ import annotations

import re

import pytest
from immolation.simulate import plots
from immolation.simulate.confidence_intervals import spread

pytest.importorskip("matplotlib")


def ticks(picture: str, axis: int) -> list[str]:
    """The numbers along an axis, 1 for the one below and 2 for the one at the left."""
    part = picture[picture.index(f"-matplotlib.axis_{axis}") :]
    return re.findall(r"<text[^>]*>([^<]*)</text>", part[: part.index("</g>\n  </g>\n")])


def test_the_axis_of_whole_numbers_has_whole_numbers() -> None:
    found = spread([3, 4, 4, 5])
    assert found is not None
    shown = ticks(plots.histogram(found, "Rounds", "rounds a game"), 1)
    assert {"3", "4", "5"} <= set(shown)
    assert not [each for each in shown if "." in each]


@pytest.mark.parametrize("most", [0, 0.00012, 0.001, 0.02, 1, 30, 345])
def test_the_numbers_of_a_maps_rows_are_within_the_picture(most: float) -> None:
    """They were cut at the left where the scale at the right had short numbers."""
    picture = plots.heat([most * (tile * 7 % 13) for tile in range(100)], "Where: fire", "fire a game")
    rows = picture[picture.index("-matplotlib.axis_2") :]
    ends = re.findall(r'text-anchor: end;[^>]* x="([-\d.]+)"', rows)[:10]
    assert len(ends) == 10
    assert min(map(float, ends)) > 12, "two digits of 9 points that end there"
