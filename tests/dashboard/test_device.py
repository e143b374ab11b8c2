"""What a device remembers, keys that are shortcuts, the board's own page, and a page that becomes a program."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from immolation.board.bring_up import reported_findings
from immolation.board.messages import FirmwareProgress
from immolation.broker import topics
from immolation.table.records import BoardState, BoardTest, Player
from playwright.async_api import BrowserContext, Page, expect

from tests.dashboard.conftest import PageProcess
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

STATUS: dict[str, Any] = {
    "fw": "2.0.0 circuitpython 10.2.1",
    "hw": "raspberrypi_pico_w",
    "reset": "watchdog",
    "fps": 97,
    "free": 104448,
    "ma": 331,
    "edges": 1203,
    "lost": 2,
    "bad": 1,
    "up": 7300,
    "stuck": [34],
    "noisy": [77],
}


async def shade(window: Page) -> str:
    return str(await window.evaluate("getComputedStyle(document.body).backgroundColor"))


async def test_theme_and_size_are_chosen_and_remembered_on_the_device(desk: Page, context: BrowserContext) -> None:
    dark, title = await shade(desk), desk.locator(".im-title")
    small = await title.evaluate("one => getComputedStyle(one).fontSize")
    await desk.get_by_role("button", name="Settings").click()
    settings = desk.get_by_role("dialog", name="Settings")
    await expect(settings.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    await settings.get_by_role("button", name="Light").click()
    await expect(settings.get_by_role("button", name="Light")).to_have_attribute("aria-pressed", "true")
    await expect(settings.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "false")
    await settings.get_by_role("button", name="Larger").click()
    await expect(settings.get_by_role("button", name="Larger")).to_have_attribute("aria-pressed", "true")
    await desk.reload()
    await expect(title).to_be_visible()
    assert await shade(desk) != dark
    assert await title.evaluate("one => getComputedStyle(one).fontSize") != small
    other = await context.new_page()  # the same device: it remembers there too
    await other.goto(desk.url)
    await expect(other.locator("html")).to_have_attribute("data-theme", "light")


async def test_keys_press_what_the_list_says_until_they_are_switched_off(desk: Page, stage: Stage) -> None:
    await desk.keyboard.press("?")
    settings = desk.get_by_role("dialog", name="Settings")
    await expect(settings.get_by_role("button", name="Close")).to_be_visible()
    listed = [await one.inner_text() for one in await settings.locator("kbd").all()]
    pressed = await desk.evaluate(
        "[...document.querySelectorAll('[aria-keyshortcuts]')].map(one => one.getAttribute('aria-keyshortcuts'))"
    )
    assert sorted(pressed) == sorted(key for key in listed if len(key) == 1), "What is listed works, and nothing else."
    await desk.keyboard.press("u")  # under a dialog nothing is pressed
    await desk.keyboard.press("Escape")
    await expect(settings).to_be_hidden()
    await desk.keyboard.press("p")
    assert (await stage.next_command())["table"] == "pause"
    await desk.keyboard.press("1")
    assert (await stage.next_command())["action"]["do"] in ("step", "end-turn")
    await desk.keyboard.press("?")
    await settings.get_by_role("button", name="Off").click()
    await settings.get_by_role("button", name="Close").click()
    await expect(settings).to_be_hidden()
    await desk.keyboard.press("p")
    await desk.get_by_role("button", name="Undo").click()
    assert (await stage.next_command())["table"] == "undo"


async def test_the_page_can_be_kept_as_a_program(desk: Page, page_process: PageProcess) -> None:
    found = await desk.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then(one => one.json())")
    assert found["display"] == "standalone"
    for icon in found["icons"]:
        answer = await desk.request.get(page_process.url + icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        assert len(await answer.body()) > 200


async def walk_to(desk: Page, tile: int) -> None:
    """Walk over the drawn board with the keys."""
    await desk.get_by_role("application").focus()
    for key, times in (("Up", 10), ("Left", 10), ("Down", tile // 10), ("Right", tile % 10)):
        for _ in range(times):
            await desk.keyboard.press(f"Arrow{key}")


async def test_the_board_tells_its_numbers_and_the_tiles_that_misbehave(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="Board", exact=True).click()
    board = desk.get_by_role("dialog", name="Board")
    stage.board_state = BoardState("immolation", True, "agrees", "", occupied=(48, 53, 85), status=STATUS)
    stage.board_state = msgspec.structs.replace(stage.board_state, findings=tuple(reported_findings(STATUS, "matrix")))
    await stage.show()
    for fps in (97, 60):
        await stage.say(topics.board("immolation", "status"), {**STATUS, "fps": fps}, retain=True)
    for said in (
        "2.0.0 on CircuitPython 10.2.1",
        "raspberrypi pico w",
        "1203",
        "it hung, and its watchdog started it anew",
        "2 h 1 min",
        "The board hung, and its watchdog started it anew.",
        "Tile 34 reads occupied with nothing on it.",
        "Likely cause: magnet too strong beside it",
        "Tile 77 flickers.",
        "Cure: magnet to the middle of the base",
    ):
        await expect(board.get_by_text(said)).to_be_visible()
    await expect(board.locator("dl").first).to_contain_text("Of them lost2Lines that came broken1")
    await expect(board.get_by_role("img", name="Frames a second: 60 to 97 lately")).to_be_visible()
    for curve in ("Free memory, KB", "Current, mA (worked out)"):
        await expect(board.get_by_text(curve, exact=True)).to_be_visible()
    await expect(board.get_by_role("img", name="3 tiles are occupied, 2 misbehave")).to_be_visible()
    assert "_" not in await board.inner_text()
    drawn = desk.get_by_role("application")
    await board.get_by_role("button", name="Switch 34 off").click()
    assert await stage.next_command() == {"table": "sensor", "tile": 34, "on": False}
    left = reported_findings({**STATUS, "reset": "power"}, "matrix", switched_off=frozenset({34, 77}))
    stage.board_state = msgspec.structs.replace(stage.board_state, switched_off=(34,), findings=tuple(left))
    await stage.show()
    await expect(board.get_by_text("34 is switched off: the game says what stands there.")).to_be_visible()
    await expect(board.get_by_text("It reports no fault.")).to_be_visible()
    await board.get_by_role("button", name="Switch 34 on").click()
    assert await stage.next_command() == {"table": "sensor", "tile": 34, "on": True}
    other, switch = board.get_by_label("Tile number"), board.get_by_role("button", name="Switch it off")
    for typed in ("xy", "", "-1"):
        await other.fill(typed)
        await switch.click()
        await expect(board.get_by_text("A tile is a number from 00 to 99.")).to_be_visible()
    await other.fill("07")
    await switch.click()
    assert await stage.next_command() == {"table": "sensor", "tile": 7, "on": False}
    await board.get_by_role("button", name="Self-test").click()
    assert (await stage.next_command())["table"] == "self-test"
    await board.get_by_role("button", name="Calibrate").click()
    assert (await stage.next_command())["table"] == "calibrate"
    await board.get_by_role("button", name="End the test").click()
    assert (await stage.next_command())["on"] is False
    await expect(board.get_by_role("button", name="Full")).to_have_attribute("aria-pressed", "true")
    await board.get_by_role("button", name="Dim").click()
    assert (await stage.next_command())["level"] == 40
    await stage.say(topics.board("immolation", "scene"), {"n": 9, "brightness": 40, "layers": []}, retain=True)
    await expect(board.get_by_role("button", name="Dim")).to_have_attribute("aria-pressed", "true")
    await board.get_by_role("button", name="2000").click()
    assert await stage.next_command() == {"table": "current", "ma": 2000}
    stage.board_state = msgspec.structs.replace(stage.board_state, limit_ma=2000)
    await stage.show()
    await expect(board.get_by_role("button", name="2000")).to_have_attribute("aria-pressed", "true")
    await expect(board.get_by_text("Current, mA of 2000 (worked out)", exact=True)).to_be_visible()
    course = BoardTest("self-test", True, (3, 48, 53, 85), "")
    stage.board_state = msgspec.structs.replace(stage.board_state, test=course)
    await stage.show()
    await expect(board.get_by_text("4 of 100 tiles have answered.")).to_be_visible()
    await expect(board.locator("rect.answered")).to_have_count(1)
    course = BoardTest("self-test", False, tuple(tile for tile in range(100) if tile not in (7, 34)), "")
    stage.board_state = msgspec.structs.replace(stage.board_state, test=course)
    await stage.show()
    await expect(board.get_by_text("Have not answered: 07 34")).to_be_visible()
    await board.get_by_role("button", name="Put the result away").click()
    assert await stage.next_command() == {"table": "self-test", "on": False}
    await expect(board.get_by_text("immolation board flash DRIVE")).to_be_visible()
    await expect(board.get_by_role("button", name="Update the firmware")).to_have_count(0)
    await stage.say(topics.board("immolation", "status"), b"", retain=True)
    await board.get_by_role("button", name="Close").click()
    await expect(board).to_have_count(0)
    await walk_to(desk, 34)
    await expect(drawn).to_contain_text("its sensor is switched off")
    await walk_to(desk, 77)
    await expect(drawn).to_contain_text("its sensor cannot be believed")
    await expect(drawn).not_to_contain_text("answered")
    for answered, told in (((3, 48, 53, 85), "has not answered"), ((3, 48, 53, 77, 85), "has answered")):
        stage.board_state = msgspec.structs.replace(stage.board_state, test=BoardTest("self-test", True, answered, ""))
        await stage.show()  # the tile under the cursor is told anew
        await expect(drawn).to_contain_text(f"its sensor cannot be believed, its sensor {told}")
    await walk_to(desk, 78)
    await expect(drawn).to_contain_text("its sensor has not answered")


async def test_the_host_updates_the_firmware_where_the_drive_is_there(desk: Page, stage: Stage) -> None:
    stage.answers["firmware"] = {"installed": "2.1.0", "drive": True, "why": ""}
    stage.board_state = BoardState("immolation", True, "agrees", "", occupied=(48, 53, 85), status=STATUS)
    await stage.show()
    await desk.get_by_role("button", name="Board", exact=True).click()
    board = desk.get_by_role("dialog", name="Board")
    versions = "On the board2.0.0 on CircuitPython 10.2.1In this installation2.1.0"
    await expect(board.locator("dl").filter(has_text="In this installation")).to_have_text(versions)
    update = board.get_by_role("button", name="Update the firmware")
    await update.click()
    assert await stage.next_command() == {"table": "update-firmware"}
    for progress, said in (
        (FirmwareProgress("writing", 12, 48), "12 of 48 files are written."),
        (FirmwareProgress("reset", 48, 48), "48 files are written and checked. Eject its drive"),
        (FirmwareProgress("done", 48, 48), "The board has been reset, and runs what was written."),
        (FirmwareProgress("unchanged"), "The board has this firmware already; nothing was written."),
        (FirmwareProgress("failed", said="The drive is full."), "It could not be written: The drive is full."),
    ):
        stage.board_state = msgspec.structs.replace(stage.board_state, update=progress)
        await stage.show()
        await expect(board.get_by_role("status").filter(has_text=said)).to_be_visible()
        await expect(update).to_have_count(0 if progress.state == "writing" else 1)
        await expect(board.get_by_role("progressbar")).to_have_count(1 if progress.state == "writing" else 0)


async def test_the_host_gives_everybody_colours_that_are_easy_to_tell_apart(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="Settings").click()
    settings = desk.get_by_role("dialog", name="Settings")
    usual, safe = (settings.get_by_role("button", name=name) for name in ("As the game has them", "Easy to tell apart"))
    await expect(usual).to_have_attribute("aria-pressed", "true")
    await safe.click()
    said = await stage.next_command()
    assert (said["table"], said["distinct"]) == ("colours", True)
    await expect(safe).to_have_attribute("aria-pressed", "true")
    await expect(usual).to_have_attribute("aria-pressed", "false")


async def test_a_bot_is_called_as_people_call_it_whatever_a_command_line_named_it(desk: Page, stage: Stage) -> None:
    stage.players["p2"] = Player("bot", "Search:medium", "search:medium")
    await stage.show()
    await expect(desk.locator(".im-seat").nth(1)).to_contain_text("medium bot")
    await expect(desk.get_by_text("Search:medium")).to_have_count(0)
