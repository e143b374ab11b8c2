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
