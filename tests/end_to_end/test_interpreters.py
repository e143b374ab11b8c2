"""The demo on machines with the wheel of MicroPython, with a MicroPython of their own, and with none."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from immolation.board.virtual.interpreter import find_micropython
from playwright.async_api import Browser, expect

from tests.end_to_end.hosting import hosting, shown
from tests.virtual_boards import hide_wheel

pytestmark = pytest.mark.needs("chromium", "micropython")

DESK = {"width": 1280, "height": 800}


@pytest.mark.parametrize(
    ("has", "console", "firmware"),
    [
        ("wheel", "The firmware runs in MicroPython, with a chip's 159 KiB of memory.", r"on MicroPython \d"),
        ("machine", "The firmware runs in this machine's own MicroPython (", r"on MicroPython \d"),
        ("nothing", "The firmware runs in Python here, without a chip's limit of memory: ", r"on Python \d"),
    ],
)
async def test_the_demo_says_what_runs_its_firmware(
    has: str, console: str, firmware: str, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_micropython()
    assert found is not None
    path = tmp_path / "bin"
    path.mkdir()
    if has == "machine":
        (path / "micropython").symlink_to(found)
    monkeypatch.setenv("PATH", str(path))
    if has != "wheel":
        monkeypatch.setenv("PYTHONPATH", str(hide_wheel(tmp_path)), prepend=":")
    async with hosting("demo", "--ruleset", "cinders", "--journal", str(tmp_path / "j")) as host:
        assert console in host.said
        page = await shown(browser, host, DESK)
        await page.get_by_role("button", name="Board", exact=True).click()
        board = page.get_by_role("dialog", name="Board")
        await expect(board).to_contain_text("The board is there.")
        await expect(board).to_contain_text(re.compile(firmware))
        assert await host.code_after(signal.SIGTERM) == 0
