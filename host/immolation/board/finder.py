"""Finds the boards that can be reached from this machine. Opens no serial port and asks no board anything.

Real boards are found by their USB descriptors, virtual ones by the folders in which their processes run.
"""

from __future__ import annotations

import contextlib
import json
import socket
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from . import usb
from .serial_link import SerialLink
from .usb import UsbIdentity
from .virtual.address import socket_path


class FoundBoard(msgspec.Struct, frozen=True):
    """One board, and how to reach it."""

    port: str
    """Path of the serial port that carries messages; empty if the board offers only its console."""

    product: str
    """What it calls itself: "Immolation board", "Raspberry Pi Pico W", "Virtual board"."""

    serial_number: str = ""
    identity: UsbIdentity | None = None
    """What it is known by after a replug; None for a virtual board."""

    control: Path | None = None
    """A virtual board's control socket."""

    console: str = ""
    """Path of its console for people, if it has one."""

    note: str = ""
    """One sentence if something must be done before it can be used."""

    def link(self) -> SerialLink:
        """A link that finds this board again wherever it is plugged in. Raises ValueError, with what to do."""
        if not self.port:
            raise ValueError(self.note)
        return SerialLink(self.identity if self.identity is not None and self.identity.serial else self.port)


def list_boards(*, ports: Iterable[usb.Port] | None = None, folders: Iterable[Path] | None = None) -> list[FoundBoard]:
    """The boards plugged into this machine, then the virtual boards that run on it, each in order of its port.

    ``ports`` stands for the machine's serial ports, ``folders`` for the folders virtual boards are looked for in;
    without them both are found out.
    """
    found = [
        _real(identity, group) for identity, group in usb.boards(usb.all_ports() if ports is None else ports).items()
    ]
    found.sort(key=lambda board: (not board.port, board.port or board.console))
    return found + _virtual(_running() if folders is None else folders)


def _real(identity: UsbIdentity, ports: list[usb.Port]) -> FoundBoard:
    data = usb.data_port(ports)
    console = next((port.device for port in ports if port is not data), "")
    product = next((port.product for port in ports if port.product), "CircuitPython board")
    if data is None:
        note = (
            "It offers only its console: flash it with 'immolation board flash', then unplug it and plug it in again."
        )
        return FoundBoard("", product, identity.serial, identity, console=console, note=note)
    return FoundBoard(data.device, product, identity.serial, identity, console=console)


# --- virtual boards ---------------------------------------------------------------------------------------


def _virtual(folders: Iterable[Path]) -> list[FoundBoard]:
    boards = []
    for folder in sorted(set(folders)):
        tty, control = folder / "tty", folder / "control"
        if tty.exists() and _answers(control):
            boards.append(FoundBoard(str(tty), "Virtual board", _name(folder), control=control))
    return boards


def _running() -> set[Path]:
    """Folders in which a virtual board may run: the kernel's list of sockets, and the command lines of processes."""
    if sys.platform != "linux":
        return set()
    folders = set()
    with contextlib.suppress(OSError):
        for entry in Path("/proc/net/unix").read_text(errors="replace").splitlines():
            path = Path(entry.split()[-1])
            if path.name == "control" and path.is_absolute() and (path.parent / "tty").exists():
                folders.add(path.parent)
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            arguments = process.read_bytes().split(b"\0")
            folders.add(Path(arguments[arguments.index(b"immolation.board.virtual") + 1].decode()))
        except (OSError, ValueError, IndexError):
            continue  # ended meanwhile, somebody else's, or another program
    return {folder for folder in folders if folder.is_absolute()}


def _answers(control: Path) -> bool:
    """Whether a process listens on the control socket; a socket left behind by a dead one refuses."""
    if not control.exists():
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            with socket_path(control) as name:
                probe.connect(name)
        except OSError:
            return False
    return True


def _name(folder: Path) -> str:
    """The board id in a virtual board's settings, for telling two of them apart."""
    try:
        settings = json.loads((folder / "board.json").read_bytes()).get("settings", {})
    except (OSError, ValueError, AttributeError):
        return folder.name
    return str(settings.get("BOARD_ID", folder.name))
