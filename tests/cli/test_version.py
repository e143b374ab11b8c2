"""Host and firmware bear one number, and the changelog knows it; what the command does before it does anything."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest
from immolation.cli import app
from immolation_board import VERSION

ROOT = Path(__file__).parents[2]


def test_the_command_says_the_number_of_the_firmware() -> None:
    command = [sys.executable, "-m", "immolation", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"immolation {VERSION}"


def test_the_changelog_has_a_heading_for_this_version() -> None:
    assert f"\n## {VERSION}\n" in (ROOT / "CHANGELOG.md").read_text()


def test_collections_do_not_look_through_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would, whenever enough has been made, and all tables wait meanwhile."""
    frozen: list[int] = []
    monkeypatch.setattr(app, "app", lambda: frozen.append(gc.get_freeze_count()))
    monkeypatch.setattr(app.errors, "start_log", lambda: None)
    before = gc.get_freeze_count()
    made = [[number] for number in range(10_000)]
    try:
        app.main()
    finally:
        gc.unfreeze()
    assert frozen[0] >= before + len(made)
