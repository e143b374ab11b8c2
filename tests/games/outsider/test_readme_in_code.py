"""What the README plays in code is played here: every block under a heading that ends with 'in code'."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from immolation import games

README = (Path(games.__file__).parent / "README.md").read_text(encoding="utf-8")

BLOCKS = re.findall(r"^### ([^\n]* in code)\n\n```python\n(.*?)^```", README, re.M | re.S)


def test_both_fights_are_there() -> None:
    assert [title for title, _ in BLOCKS] == ["A fight in code", "A fight of Kimera in code"]


@pytest.mark.parametrize(("title", "code"), BLOCKS, ids=[title for title, _ in BLOCKS])
def test_the_code_of_the_readme(title: str, code: str) -> None:
    assert "assert" in code
    exec(compile(code, title, "exec"), {"games": games})
