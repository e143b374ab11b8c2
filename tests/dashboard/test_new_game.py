"""Who plays, a new game and its house rules, as a real browser shows them."""

from __future__ import annotations

import pytest
from immolation.table.records import Player
from playwright.async_api import Page, expect

from tests.dashboard.stage import Stage

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]


async def test_who_plays_and_a_new_game(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="New game").click()
    form = desk.get_by_role("dialog", name="New game")
    await form.get_by_role("button", name="2 seats").click()
    await form.get_by_label("Rounds").fill("12")
    await form.get_by_text("House rules (2)").click()  # one of the three leaves no choice
    await form.get_by_label("Fire wounds where two walls cross").fill("2")
    await form.get_by_role("button", name="Start").click()
    command = await stage.next_command()
    assert (command["table"], command["ruleset"]) == ("new", "ascended-kings")
    assert command["config"] == {"seats": 2, "rounds": 12, "options": {"fire.crossing_wounds": 2}}
    assert {seat: player["kind"] for seat, player in command["players"].items()} == {"p1": "person", "p2": "bot"}
    await expect(form).to_be_hidden()
    await desk.get_by_role("button", name="Players").click()
    players = desk.get_by_role("dialog", name="Who plays")
    await players.get_by_label("Name").first.fill("Lovelace")
    await players.get_by_role("button", name="So be it").click()
    player = {"kind": "person", "name": "Lovelace", "bot": ""}
    assert await stage.next_command() == {"table": "player", "seat": "p1", "player": player}


async def test_a_bot_has_the_name_that_was_typed_for_it(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="Players").click()
    players = desk.get_by_role("dialog", name="Who plays")
    await players.get_by_label("Name").nth(1).fill("Hal")
    await players.get_by_role("button", name="So be it").click()
    player = {"kind": "bot", "name": "Hal", "bot": "arena"}
    assert await stage.next_command() == {"table": "player", "seat": "p2", "player": player}
    stage.players["p2"] = Player("bot", "Hal", "arena")
    await stage.happen()
    await expect(desk.get_by_text("Hal · arena bot")).to_be_visible()


async def test_without_phones_a_seat_is_handed_to_a_bot_and_back_with_its_name(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="Seats").click()
    dialog = desk.get_by_role("dialog", name="Seats")
    row = dialog.get_by_role("group", name="Vara")
    await row.get_by_role("button", name="Let a bot play").click()
    assert (await stage.next_command())["player"]["kind"] == "bot"
    stage.players["p1"] = Player("bot", "", "arena")
    await stage.happen()
    await expect(row.get_by_role("button", name="Give it back to Ada")).to_be_visible()
    await desk.reload()  # whichever window is open then
    await desk.get_by_role("button", name="Seats").click()
    await row.get_by_role("button", name="Give it back to Ada").click()
    person = {"kind": "person", "name": "Ada", "bot": ""}
    assert await stage.next_command() == {"table": "player", "seat": "p1", "player": person}


async def test_the_reading_comes_before_the_single_house_rules_which_say_what_it_changes(
    desk: Page, stage: Stage
) -> None:
    await desk.get_by_role("button", name="New game").click()
    form = desk.get_by_role("dialog", name="New game")
    await form.get_by_text("House rules (2)").click()
    await expect(form.get_by_text("The source names nobody; the default names the caster")).to_be_visible()
    await expect(form.get_by_label("Who gets a bonus")).to_have_value("caster")
    await form.get_by_label("How the source is read").click()
    await desk.get_by_role("option", name="to the letter").click()
    await expect(form.get_by_label("Who gets a bonus")).to_have_value("none")
    await expect(form.get_by_label("Who gets a bonus")).to_be_visible()  # what was unfolded stays so
    await form.get_by_label("Who gets a bonus").click()
    await desk.get_by_role("option", name="caster").click()
    await form.get_by_role("button", name="Start").click()
    command = await stage.next_command()
    assert command["config"] == {"seats": 3, "reading": "literal", "options": {"kill.credit": "caster"}}


async def test_bots_and_house_rules_are_those_of_the_game_chosen(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="New game").click()
    form = desk.get_by_role("dialog", name="New game")
    await form.get_by_text("House rules (2)").click()
    await form.get_by_label("Fire wounds where two walls cross").fill("2")
    await expect(form.get_by_label("Seat 2")).to_have_value("an arena bot")
    await form.get_by_label("The Omega Index counts down").click()
    await desk.get_by_role("option", name="no", exact=True).click()
    await expect(form.get_by_text("House rules (1)")).to_be_visible()
    await expect(form.get_by_label("Seat 1")).to_have_value("a person")
    await expect(form.get_by_label("Seat 2")).to_have_value("a greedy bot")
    await form.get_by_role("button", name="Start").click()
    command = await stage.next_command()
    assert command["config"] == {"seats": 3, "countdown": False}
    assert {seat: player["bot"] for seat, player in command["players"].items()} == {
        "p1": "",
        "p2": "greedy",
        "p3": "greedy",
    }
