"""Finding boards: by USB identity and interface, never by ttyACM number; virtual boards by their sockets."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest
from immolation.board import usb
from immolation.board.board_client import BoardClient, BoardOnline
from immolation.board.finder import list_boards
from immolation.board.link import LinkClosed
from immolation.board.serial_link import SerialLink
from immolation.board.usb import UsbIdentity
from serial.tools.list_ports_common import ListPortInfo

from tests.board.fake_board import FakeBoard, Listener, kept

PICO = UsbIdentity(0x239A, 0x80F4, "E6614C311B")


def port(device: str, interface: str | None, *, at: int = 0, identity: UsbIdentity = PICO, **more: Any) -> ListPortInfo:
    """A port as pyserial tells it; ``at`` is its USB interface number."""
    info = ListPortInfo(device)
    info.vid, info.pid, info.serial_number = identity.vid, identity.pid, identity.serial
    info.interface, info.location, info.product = interface, f"1-1.2:1.{at}", "Raspberry Pi Pico"
    for name, value in more.items():
        setattr(info, name, value)
    return info


CONSOLE = "CircuitPython CDC control"
DATA = "CircuitPython CDC2 control"


def test_the_data_interface_is_the_port_and_the_console_is_told_apart() -> None:
    (board,) = list_boards(ports=[port("/dev/ttyACM0", CONSOLE), port("/dev/ttyACM1", DATA, at=2)], folders=[])
    assert (board.port, board.console) == ("/dev/ttyACM1", "/dev/ttyACM0")
    assert board.identity == PICO
    assert board.serial_number == "E6614C311B"
    assert board.link().port == PICO


def test_numbers_of_ports_mean_nothing() -> None:
    (board,) = list_boards(ports=[port("/dev/ttyACM0", DATA, at=2), port("/dev/ttyACM7", CONSOLE)], folders=[])
    assert board.port == "/dev/ttyACM0"


@pytest.mark.parametrize("interface", [None, ""])
def test_without_names_the_later_interface_carries_data(interface: str | None) -> None:
    """As on systems that do not tell the names of interfaces."""
    ports = [port("COM9", interface, at=0), port("COM3", interface, at=2)]
    (board,) = list_boards(ports=ports, folders=[])
    assert board.port == "COM3"


def test_a_board_that_was_not_flashed_is_listed_with_what_to_do() -> None:
    (board,) = list_boards(ports=[port("/dev/ttyACM0", CONSOLE)], folders=[])
    assert board.port == ""
    assert "immolation board flash" in board.note
    with pytest.raises(ValueError, match="immolation board flash"):
        board.link()


def test_a_board_with_its_console_off_still_has_its_data() -> None:
    (board,) = list_boards(ports=[port("/dev/ttyACM0", DATA)], folders=[])
    assert (board.port, board.console) == ("/dev/ttyACM0", "")


def test_other_things_on_serial_ports_are_not_boards() -> None:
    modem = port("/dev/ttyACM3", "Huawei Modem", identity=UsbIdentity(0x12D1, 0x1001, "1"))
    micropython = port("/dev/ttyACM4", "Board CDC", identity=UsbIdentity(0x2E8A, 0x0005, "2"))
    arduino = port("/dev/ttyACM5", None, identity=UsbIdentity(0x2341, 0x0043, "3"))
    plain = ListPortInfo("/dev/ttyS0")
    assert list_boards(ports=[modem, micropython, arduino, plain], folders=[]) == []


def test_two_boards_of_one_kind_are_told_apart_by_their_serial_numbers() -> None:
    other = UsbIdentity(PICO.vid, PICO.pid, "FFFF")
    ports = [port("/dev/ttyACM0", DATA, at=2), port("/dev/ttyACM1", DATA, at=2, identity=other)]
    assert [board.serial_number for board in list_boards(ports=ports, folders=[])] == ["E6614C311B", "FFFF"]


def test_an_identity_is_written_and_read_by_people() -> None:
    assert UsbIdentity.parse(str(PICO)) == PICO
    with pytest.raises(ValueError, match="VID:PID:SERIAL"):
        UsbIdentity.parse("/dev/ttyACM0")


async def test_a_board_is_found_again_under_another_port_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """D5: after a reset the board comes back with another number; the host follows its identity."""
    plugged: list[ListPortInfo] = []
    monkeypatch.setattr(usb, "all_ports", lambda: plugged)
    link = SerialLink(PICO)
    with pytest.raises(LinkClosed, match="239A:80F4:E6614C311B is not plugged in"):
        await link.open()
    board = BoardClient(link, stable_ms=10)
    news = Listener(board)
    async with FakeBoard() as first, kept(board.run()):
        plugged[:] = [port(first.path, DATA, at=2)]
        assert (await news.until(lambda piece: piece == BoardOnline(True))).online
        assert link.name == f"{first.path} (Raspberry Pi Pico, E6614C311B)"
        async with FakeBoard() as second:
            news.forget()
            plugged[:] = [port(second.path, DATA, at=2)]
            first.unplug()
            await news.until(lambda piece: piece == BoardOnline(True))
            assert link.name.startswith(second.path)
    async with FakeBoard() as third:
        plugged[:] = [port(third.path, CONSOLE)]
        with pytest.raises(LinkClosed, match="offers only its console"):
            await link.open()


def test_a_virtual_board_that_runs_is_found_and_a_dead_one_is_not(tmp_path: Path) -> None:
    alive, dead = tmp_path / "alive", tmp_path / "dead"
    for folder in (alive, dead):
        folder.mkdir()
        (folder / "tty").symlink_to("/dev/null")
    (alive / "board.json").write_text('{"settings": {"BOARD_ID": "row"}}')
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(dead / "control"))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(alive / "control"))
        server.listen()
        (board,) = list_boards(ports=[], folders=[alive, dead])
        assert board.product == "Virtual board"
        assert board.serial_number == "row"
        assert board.control == alive / "control"
        assert board.link().port == str(alive / "tty")
        if os.path.exists("/proc/net/unix"):
            assert str(alive / "tty") in [found.port for found in list_boards(ports=[])]
