"""SECURITY.md names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_test_that_is_named_is_there() -> None:
    last = ""
    named = re.findall(r"`(tests/[\w/]+(?:\.py)?)?(?:::(\w+))?/?`", (ROOT / "SECURITY.md").read_text())
    named = [(path, name) for path, name in named if path or name]
    assert len(named) > 20
    for path, name in named:
        last = path or last
        assert (ROOT / last).exists(), last
        assert not name or f"def {name}(" in (ROOT / last).read_text(), f"{last}::{name}"
