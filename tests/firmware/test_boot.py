"""boot.py asks for no more USB endpoints than a chip has, and the drive stays the computer's."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

BOOT = Path(__file__).parents[2] / "firmware/boot.py"
CDC, DRIVE, HID, MIDI, CONTROL = 2, 1, 1, 1, 1
"""IN endpoints that each device takes."""


class Usb:
    """What CircuitPython offers before boot.py has run."""

    def __init__(self) -> None:
        self.endpoints = {"console": CDC, "drive": DRIVE, "hid": HID, "midi": MIDI, "control": CONTROL}

    def enable(self, *, console: bool = True, data: bool = False) -> None:
        self.endpoints["console"] = CDC * console
        self.endpoints["data"] = CDC * data

    def module(self, **functions: object) -> ModuleType:
        module = ModuleType("native")
        vars(module).update(functions)
        return module


@pytest.mark.parametrize(
    ("machine", "endpoints", "console"),
    [
        ("Raspberry Pi Pico W with rp2040", 8, True),
        ("Raspberry Pi Pico 2 W with rp2350a", 8, True),
        ("ESP32-S3-DevKitC-1-N8 with ESP32S3", 5, False),
    ],
)
def test_the_data_port_fits_the_chip(
    monkeypatch: pytest.MonkeyPatch, machine: str, endpoints: int, console: bool
) -> None:
    usb = Usb()
    monkeypatch.setitem(sys.modules, "usb_cdc", usb.module(enable=usb.enable))
    monkeypatch.setitem(sys.modules, "usb_hid", usb.module(disable=lambda: usb.endpoints.update(hid=0)))
    monkeypatch.setitem(sys.modules, "usb_midi", usb.module(disable=lambda: usb.endpoints.update(midi=0)))
    monkeypatch.setitem(sys.modules, "supervisor", usb.module(set_usb_identification=lambda **names: None))
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=machine))
    runpy.run_path(str(BOOT))
    assert usb.endpoints["data"] == CDC
    assert usb.endpoints["drive"] == DRIVE
    assert bool(usb.endpoints["console"]) is console
    assert sum(usb.endpoints.values()) <= endpoints
