"""Finds out which serial port is a board's data interface, from USB descriptors.

A CircuitPython board shows up to two serial ports under one USB serial number: the console and the data interface.
Their ``ttyACM`` numbers change when a board is unplugged or reset, so a board is known by its USB identity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

import msgspec
from serial.tools import list_ports

ADAFRUIT = 0x239A
RASPBERRY_PI = 0x2E8A
ESPRESSIF = 0x303A
VENDORS = {ADAFRUIT, RASPBERRY_PI, ESPRESSIF}
"""USB vendors of boards that run CircuitPython, for systems that do not tell the names of interfaces."""

DATA = re.compile(r"\bCDC2\b")
CONSOLE = re.compile(r"\bCDC\b")
"""CircuitPython names its interfaces "CircuitPython CDC control" (console) and "CircuitPython CDC2 control" (data)."""


class Port(Protocol):
    """The part of pyserial's serial port that is read (`serial.tools.list_ports_common.ListPortInfo`)."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None
    location: str | None
    product: str | None
    interface: str | None


class UsbIdentity(msgspec.Struct, frozen=True):
    """One board for ever, whatever port it is given: its data interface is found again after a replug."""

    vid: int
    """USB vendor, 0 to 0xFFFF."""

    pid: int
    """USB product, 0 to 0xFFFF."""

    serial: str
    """The serial number of the microcontroller."""

    def __str__(self) -> str:
        return f"{self.vid:04X}:{self.pid:04X}:{self.serial}"

    @classmethod
    def parse(cls, text: str) -> UsbIdentity:
        """The identity written as ``239A:80F4:E6614C...``. Raises ValueError with one sentence for anything else."""
        match = re.fullmatch(r"([0-9A-Fa-f]{1,4}):([0-9A-Fa-f]{1,4}):(\S+)", text)
        if match is None:
            raise ValueError(f"'{text}' is no USB identity; write it as VID:PID:SERIAL, e.g. 239A:80F4:E6614C311B.")
        return cls(int(match[1], 16), int(match[2], 16), match[3])


def all_ports() -> list[Port]:
    """The serial ports of this machine, with what USB tells about them."""
    return list(list_ports.comports())


def boards(ports: Iterable[Port]) -> dict[UsbIdentity, list[Port]]:
    """The CircuitPython boards among ``ports``, each with its ports, the data interface last.

    A port that names itself something else (a modem, a MicroPython board) is no CircuitPython board; where the system
    tells no names, the vendor decides and the board's ``hello`` has the last word.
    """
    found: dict[UsbIdentity, list[Port]] = {}
    for port in ports:
        if port.vid is None or port.pid is None:
            continue
        named = "CircuitPython" in (port.interface or "")
        if named or (not port.interface and port.vid in VENDORS):
            found.setdefault(UsbIdentity(port.vid, port.pid, port.serial_number or ""), []).append(port)
    for group in found.values():
        group.sort(key=_place)
    return found


def data_port(ports: Iterable[Port]) -> Port | None:
    """Of one board's ports the one that carries messages; None if the board offers its console only.

    The name decides where there is one. Else the later of two interfaces is data (CircuitPython makes the console
    first), and a single unnamed port is taken for data.
    """
    known = sorted(ports, key=_place)
    for port in known:
        if DATA.search(port.interface or ""):
            return port
    unnamed = [port for port in known if not CONSOLE.search(port.interface or "")]
    return unnamed[-1] if unnamed else None


def _place(port: Port) -> tuple[bool, list[int], list[int]]:
    """Sorts the ports of one board by USB interface number, the named data interface last."""
    interface = re.search(r":\d+\.(\d+)$|:x\.(\d+)$", port.location or "")
    number = [int(interface[1] or interface[2])] if interface else []
    digits = [int(part) for part in re.findall(r"\d+", port.device)]
    return bool(DATA.search(port.interface or "")), number, digits
