"""Host and firmware bear one number, and the changelog knows it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from immolation_board import VERSION

ROOT = Path(__file__).parents[2]


def test_the_command_says_the_number_of_the_firmware() -> None:
    command = [sys.executable, "-m", "immolation", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"immolation {VERSION}"


def test_the_changelog_has_a_heading_for_this_version() -> None:
    assert f"\n## {VERSION}\n" in (ROOT / "CHANGELOG.md").read_text()
