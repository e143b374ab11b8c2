"""Every target on its corpus and on a few hundred seeded mutations of it; `tests.fuzz.run` does the same for hours."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.run import mutated
from tests.fuzz.targets import TARGETS, corpus

MUTATIONS = {"wire_line": 400, "command": 400, "position": 60, "pack": 40, "journal": 30}


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_breaks_it(name: str) -> None:
    known = corpus(name)
    assert known, "it begins with good inputs"
    rng = random.Random(name)
    for data in known:
        TARGETS[name](data)
    for _ in range(MUTATIONS[name]):
        TARGETS[name](mutated(rng, rng.choice(known), known))
