"""SECURITY.md names tests that are there, and the repository holds sources: no program of somebody else."""

from __future__ import annotations

import re
import subprocess
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


def test_no_package_of_somebody_else_is_in_the_repository() -> None:
    """Nor anything compiled: what is needed is named in pyproject.toml, and comes with its own licence."""
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert not re.findall(r"^.*\.(?:whl|egg|so|exe|pyc|mpy|uf2|elf|tar\.\w+|tgz|deb)$", listed, re.MULTILINE)
