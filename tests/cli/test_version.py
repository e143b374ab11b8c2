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


BROKEN_OFF = """
import sys
from immolation.__main__ import main

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            {what}

sys.meta_path.insert(0, Interrupting())
sys.argv = ["immolation", "--version"]
main()
"""
CLOTHED = "\n            ".join(
    ("try:", "    raise KeyboardInterrupt", "except KeyboardInterrupt:", "    raise ImportError('half of it')")
)


@pytest.mark.parametrize("what", ["raise KeyboardInterrupt", CLOTHED])
@pytest.mark.parametrize("module", ["typer", "immolation.cli.soak"])
def test_ctrl_c_while_the_program_loads_ends_it_without_a_word(module: str, what: str) -> None:
    program = BROKEN_OFF.format(module=module, what=what)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_in_other_clothes_is_ctrl_c(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that still loads something when it is broken off."""

    def broken_off() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise ImportError("half of it")  # noqa: B904 - as an import does it

    monkeypatch.setattr(app, "app", broken_off)
    with pytest.raises(SystemExit) as ended:
        app.main()
    assert ended.value.code == 130
    assert "".join(capsys.readouterr()) == ""
