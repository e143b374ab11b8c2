"""A board's firmware is updated through its own drive, and no other's, and it is followed until the board runs it."""

from __future__ import annotations

import asyncio
import doctest
import shutil
from pathlib import Path

import pytest
from immolation.board import circuitpy_drive
from immolation.board.board_client import BoardClient
from immolation.board.circuitpy_drive import NoDrive
from immolation.board.firmware_update import FirmwareUpdate, UpdateBusy
from immolation.board.flash import firmware_files
from immolation.board.messages import FirmwareProgress
from immolation.board.mqtt_link import MqttBoardLink
from immolation.board.serial_link import SerialLink
from immolation.board.usb import UsbIdentity
from immolation.dashboard import translation

BOOT_OUT = (
    "Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico W with rp2040\r\n"
    "Board ID:raspberry_pi_pico_w\r\nUID:E6614C311B7D9B2A\r\n"
)


def make_drive(folder: Path, boot_out: str = BOOT_OUT) -> Path:
    """A CIRCUITPY drive as it comes from a fresh install."""
    folder.mkdir()
    (folder / "boot_out.txt").write_text(boot_out, newline="")
    (folder / "settings.toml").write_text('BOARD_ID = "hearth"\n')
    return folder


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return make_drive(tmp_path / "CIRCUITPY")


class Course:
    """An update of the board at ``drive``, and what was told of it."""

    def __init__(self, drive: Path) -> None:
        self.told: list[FirmwareProgress] = []
        self._news = asyncio.Event()
        self.update = FirmwareUpdate(lambda: drive, self._on_progress)

    def _on_progress(self, progress: FirmwareProgress) -> None:
        self.told.append(progress)
        self._news.set()

    async def written(self) -> FirmwareProgress:
        """The first step that is not writing any more."""
        async with asyncio.timeout(60):
            while self.told[-1].state == "writing":
                self._news.clear()
                await self._news.wait()
        return self.told[-1]


def test_the_examples_of_drives_are_true() -> None:
    failed, tried = doctest.testmod(circuitpy_drive)
    assert (failed, tried > 2) == (0, True)


@pytest.mark.parametrize("serial", ["E6614C311B7D9B2A", "6E16C413B1D7B9A2", "e6614c311b7d9b2a"])
def test_the_drive_of_a_board_is_known_by_its_serial_number(drive: Path, serial: str, tmp_path: Path) -> None:
    other = make_drive(tmp_path / "CIRCUITPY1", BOOT_OUT.replace("E66", "E67"))
    stick = tmp_path / "stick"
    stick.mkdir()
    assert circuitpy_drive.of_board(serial, [tmp_path / "gone", stick, other, drive]) == drive


@pytest.mark.parametrize("serial", ["", "123", "E6614C311B7D9B2B"])
def test_without_its_own_drive_a_board_is_not_updated(drive: Path, serial: str, tmp_path: Path) -> None:
    old = make_drive(tmp_path / "old", BOOT_OUT.partition("UID")[0])
    with pytest.raises(NoDrive, match="is not mounted on this machine"):
        circuitpy_drive.of_board(serial, [drive, old])


async def test_links_without_a_drive_say_what_to_do() -> None:
    for link, why in (
        (MqttBoardLink("hearth", url="mqtt://127.0.0.1:1"), "A board on Wi-Fi has no drive here."),
        (SerialLink("/dev/nothing"), "is not mounted"),
        (SerialLink(UsbIdentity(0x239A, 0x80F4, "E6614C311B7D9B2A")), "is not mounted"),
    ):
        with pytest.raises(NoDrive, match=why):
            await BoardClient(link).update.begin()


async def test_it_is_written_whole_told_by_the_file_and_done_with_the_reset(drive: Path) -> None:
    course = Course(drive)
    course.update.on_status({"up": 700})
    await course.update.begin()
    with pytest.raises(UpdateBusy):
        await course.update.begin()
    last = await course.written()
    writing = [one for one in course.told if one.state == "writing"]
    assert [one.written for one in writing] == [0, *range(last.of)]
    assert last == FirmwareProgress("reset", last.of, last.of)
    for name, content in firmware_files(compiles=True).items():
        assert name == "settings.toml" or (drive / name).read_bytes() == content
    assert 'BOARD_ID = "hearth"' in (drive / "settings.toml").read_text()
    course.update.on_status({"up": 705})
    assert course.update.progress == last
    course.update.on_status({"up": 1})
    assert course.update.progress == FirmwareProgress("done", last.of, last.of)
    (drive / "code.py").write_bytes(b"")
    course.update.on_status({"up": 0})
    await course.update.begin()
    assert await course.written() == FirmwareProgress("reset", 1, 1)
    course.update.on_status({"up": 0})  # nothing was heard of it between
    assert course.update.progress == FirmwareProgress("done", 1, 1)
    await course.update.begin()
    assert (await course.written()).state == "unchanged"


async def test_what_cannot_be_written_is_told_without_the_path_of_this_machine(drive: Path) -> None:
    (drive / "code.txt").write_text("")
    course = Course(drive)
    await course.update.begin()
    said = "CIRCUITPY/code.txt would run instead of code.py; move it away and repeat."
    assert await course.written() == FirmwareProgress("failed", said=said)
    (drive / "code.txt").unlink()
    (drive / "settings.toml").write_text("SUPPLY_MA = [1]\n")
    await course.update.begin()
    assert "SUPPLY_MA must be a number" in (await course.written()).said
    shutil.rmtree(drive)
    await course.update.begin()
    assert (await course.written()).said == "CIRCUITPY is not a CIRCUITPY drive: it has no boot_out.txt."


@pytest.mark.parametrize(
    "said",
    [
        f"The board's CIRCUITPY drive is not mounted on this machine. {circuitpy_drive.BY_HAND}",
        f"A board on Wi-Fi has no drive here. {circuitpy_drive.BY_HAND}",
        "A virtual board runs the firmware of this installation already.",
        "The firmware is being written already.",
        "CIRCUITPY is not a CIRCUITPY drive: it has no boot_out.txt.",
        "CIRCUITPY has 12 KB free and 340 KB are needed; delete something.",
        "CIRCUITPY can not be written to; mount it for writing, or press the board's reset button.",
        "CIRCUITPY/code.txt would run instead of code.py; move it away and repeat.",
        "CIRCUITPY/code.py: what was read back differs; the drive is damaged. Nothing was changed.",
        "CIRCUITPY has CircuitPython 9.2.1; the firmware needs 10 or newer. Get the UF2 of your board at "
        "circuitpython.org.",
        "CIRCUITPY/boot_out.txt: no version of CircuitPython in it; press the board's reset button and repeat.",
        "CIRCUITPY/settings.toml is not UTF-8 text; correct it or delete it.",
    ],
)
def test_why_it_is_not_written_is_told_in_german(said: str) -> None:
    assert translation._said(said, "de", "cinders") != said
