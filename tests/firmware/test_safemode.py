"""safemode.py starts a board again after a fault, a few times at most, and leaves what a person asked for."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

SAFEMODE = Path(__file__).parents[2] / "firmware/safemode.py"
REASONS = ("HARD_FAULT", "STACK_OVERFLOW", "NLR_JUMP_FAIL", "WATCHDOG", "BROWNOUT", "USER", "USB_TOO_MANY_ENDPOINTS")


class Chip:
    """A chip in safe mode; its sleep memory outlasts resets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, keeps: bool = True) -> None:
        self._monkeypatch = monkeypatch
        self.memory = bytearray(4)
        self.resets = 0
        reasons = SimpleNamespace(**{name: object() for name in REASONS})
        self._supervisor = ModuleType("supervisor")
        vars(self._supervisor).update(SafeModeReason=reasons, runtime=SimpleNamespace(safe_mode_reason=None))
        microcontroller, alarm = ModuleType("microcontroller"), ModuleType("alarm")
        vars(microcontroller).update(reset=self._reset)
        vars(alarm).update(sleep_memory=self.memory)
        monkeypatch.setitem(sys.modules, "supervisor", self._supervisor)
        monkeypatch.setitem(sys.modules, "microcontroller", microcontroller)
        monkeypatch.setitem(sys.modules, "alarm", alarm if keeps else None)

    def _reset(self) -> None:
        self.resets += 1

    def falls(self, reason: str) -> None:
        self._supervisor.runtime.safe_mode_reason = getattr(self._supervisor.SafeModeReason, reason)
        runpy.run_path(str(SAFEMODE))


@pytest.mark.parametrize("reason", ["HARD_FAULT", "STACK_OVERFLOW", "NLR_JUMP_FAIL", "WATCHDOG", "BROWNOUT"])
def test_a_fault_starts_the_board_again_but_not_for_ever(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    chip = Chip(monkeypatch)
    for _ in range(20):
        chip.falls(reason)
    assert chip.resets == 5


def test_a_board_that_was_steady_in_between_has_all_its_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    chip = Chip(monkeypatch)
    for _ in range(9):
        chip.falls("HARD_FAULT")
    chip.memory[0] = 0  # as `hardware.forget_faults` does
    chip.falls("HARD_FAULT")
    assert chip.resets == 6


@pytest.mark.parametrize("reason", ["USER", "USB_TOO_MANY_ENDPOINTS"])
def test_what_a_person_asked_for_or_must_mend_stays(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    chip = Chip(monkeypatch)
    chip.falls(reason)
    assert chip.resets == 0


def test_a_chip_that_keeps_nothing_over_a_reset_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    chip = Chip(monkeypatch, keeps=False)
    chip.falls("HARD_FAULT")
    assert chip.resets == 0
