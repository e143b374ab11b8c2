"""The drawn board in a real browser: tiles, miniatures and buttons by mouse, finger and keyboard."""

from __future__ import annotations

import pytest
from immolation.games import Event
from immolation.table.records import BoardState, Choice
from playwright.async_api import Page, expect

from tests.dashboard.conftest import drag, tap
from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

FRAME = bytes([20, 5, 0] * 100)


async def test_a_tap_on_a_ringed_tile_takes_the_action_about_it(desk: Page, stage: Stage) -> None:
    await tap(desk, 44)
    assert await stage.next_command() == {"seat": "p1", "action": {"do": "step", "seat": "p1", "tile": 44}}


async def test_an_ambiguous_pattern_is_answered_by_button_or_by_tile(desk: Page, stage: Stage) -> None:
    choices = (Choice("Step to 44", {}, 44), Choice("A card moved Vara to 45", {}, 45))
    stage.board_state = BoardState("immolation", True, "asking", "Step or card?", choices=choices, occupied=(48, 85))
    await stage.show()
    await desk.get_by_role("button", name="B · A card moved Vara to 45").click()
    assert await stage.next_command() == {"table": "choose", "index": 1}
    await tap(desk, 44)
    assert await stage.next_command() == {"table": "choose", "index": 0}


async def test_without_a_virtual_board_a_drag_chooses_the_action_that_looks_like_it(desk: Page, stage: Stage) -> None:
    await drag(desk, 53, 54)
    assert await stage.next_command() == {"seat": "p1", "action": {"do": "step", "seat": "p1", "tile": 54}}
    # What cannot be is asked of the table all the same: it alone says why.
    stage.refuse = {"refused": "Tile 99 is six steps from 53, where Vara stands.", "rule": "AK-MOVE-03"}
    await drag(desk, 53, 99)
    await expect(desk.get_by_role("alert")).to_contain_text("Tile 99 is six steps from 53, where Vara stands.")
    assert await stage.next_command() == {"seat": "p1", "action": {"do": "step", "seat": "p1", "tile": 99}}
    await drag(desk, 48, 99)
    await desk.get_by_role("button", name="Undo").click()
    assert await stage.next_command() == {"table": "undo"}, "and nothing before"


async def test_a_dragged_miniature_of_a_virtual_board_is_a_hand(desk: Page, stage: Stage) -> None:
    await stage.send_frame(FRAME)
    await expect(desk.get_by_text("virtual board")).to_be_visible()
    await drag(desk, 53, 63)
    assert await stage.next_hand() == {"tile": 53, "up": True}
    assert await stage.next_hand() == {"tile": 63, "up": False}
    assert stage.commands.empty()


async def test_the_buttons_of_a_virtual_board_are_pressed_by_mouse_and_by_digits(desk: Page, stage: Stage) -> None:
    await stage.send_frame(FRAME)
    button = desk.locator("[data-button='1']")
    await expect(button).to_have_text("Vara")
    await button.click()
    assert await stage.next_hand() == {"tile": 100, "up": False}
    assert await stage.next_hand() == {"tile": 100, "up": True}
    await desk.get_by_role("application").focus()
    await desk.keyboard.press("0")
    assert await stage.next_hand() == {"tile": 106, "up": False}
    assert await stage.next_hand() == {"tile": 106, "up": True}


async def test_tap_and_tap_moves_too_and_escape_puts_back(desk: Page, stage: Stage) -> None:
    await stage.send_frame(FRAME)
    await expect(desk.get_by_text("virtual board")).to_be_visible()
    await tap(desk, 85)
    assert await stage.next_hand() == {"tile": 85, "up": True}
    stage.board_state = BoardState("immolation", True, "moving", occupied=(48, 53))
    await stage.show()
    await tap(desk, 86)
    assert await stage.next_hand() == {"tile": 86, "up": False}


async def test_the_board_is_played_with_the_keyboard(desk: Page, stage: Stage) -> None:
    board = desk.get_by_role("application")
    await board.focus()
    await desk.keyboard.press("ArrowRight")
    await expect(board.locator("[aria-live]")).to_have_text("Tile 54: may be chosen")
    await desk.keyboard.press("Enter")
    assert (await stage.next_command())["action"] == {"do": "step", "seat": "p1", "tile": 54}


async def test_the_keyboard_keeps_its_place_when_the_choices_change(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="End the turn").focus()
    await stage.happen(Event("gem", ("AK-GEM-01",), "Something happened."))
    await expect(desk.get_by_text("Something happened.")).to_be_visible()
    await expect(desk.get_by_role("button", name="End the turn")).to_be_focused()


async def test_a_page_that_waits_rests_but_for_the_clock(desk: Page) -> None:
    digits = desk.locator(".im-side .im-clock-digits").first
    await expect(digits).not_to_have_text(await digits.inner_text())  # it runs
    drawn, styled = await desk.evaluate("""async () => {
        let frames = 0, styled = 0;
        const ask = window.requestAnimationFrame;
        window.requestAnimationFrame = (draw) => { frames += 1; return ask(draw); };
        const root = new MutationObserver((changes) => (styled += changes.length));
        root.observe(document.documentElement, { attributes: true });
        let seconds = 0;
        const digits = document.querySelector(".im-side .im-clock-digits");
        await new Promise((over) => new MutationObserver(() => ++seconds === 3 && over())
            .observe(digits, { childList: true, characterData: true, subtree: true }));
        window.requestAnimationFrame = ask;
        return [frames, styled];
    }""")
    assert drawn <= 3
    assert styled == 0


async def test_the_light_of_a_clock_goes_out_where_motion_is_unwelcome_too(desk: Page) -> None:
    lit = await desk.evaluate("""async () => {
        const { LightField } = await import("immolation-drawing");
        const field = new LightField(), canvas = document.createElement("canvas").getContext("2d");
        const tiles = [...Array(10).keys()], clock = [10000, 10000], colour = 0xffffff;
        field.setScene([{ effect: "clock", tiles, clock, colour, opacity: 255, speed: 100, priority: 1 }], 500);
        return [500, 505, 511].map((now) => {
            field.draw(canvas, 0, 0, 100, 2.1, now);
            return tiles.filter((tile) => field.colours[3 * tile] > 0).length;
        });
    }""")
    assert lit == [10, 5, 0]
