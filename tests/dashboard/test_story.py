"""The page tells the story: who went where, which dice fell, what came since one's turn, and what is heard of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from immolation import games
from immolation.dashboard import rulesets, translation
from immolation.dashboard.messages import EntryJson, EventJson
from immolation.games import CHANCE, Decision, Event, Result
from immolation.table.records import Ahead, LegalAction
from playwright.async_api import Browser, Page, expect

from tests.dashboard.conftest import PageProcess, new_context, opened
from tests.dashboard.game_stage import GAMES
from tests.dashboard.stage import PIECES, EndTurn, Pass, Stage

NO_DICE = ("turn-event-dial", "draw-card", "draw", "show", "back", "gather", "draw-start", "sow")
"""What chance does besides rolling."""

SILENT = """
window.heard = [];
window.AudioContext = class {
  constructor() { this.currentTime = 0; this.state = "running"; this.destination = {}; }
  createOscillator() {
    const pitch = {};
    return { frequency: pitch, connect: (next) => next, start: () => window.heard.push(pitch.value), stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (next) => next };
  }
};
window.shaken = [];
navigator.vibrate = (way) => window.shaken.push(way);
window.notified = [];
window.asked = 0;
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    window.asked += 1;
    return (window.Notification.permission = "granted");
  }
  constructor(title, about) { window.notified.push(about.body); }
};
window.locks = 0;
Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, value: {
  async request() {
    window.locks += 1;
    return { released: false, release() { if (!this.released) window.locks -= 1; this.released = true; } };
  },
}});
"""
"""Stands in for loudspeaker, motor, notifications and screen of a phone, none of which the machine of a test has."""


# --- dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("short", [short for short in GAMES if short != "cinders"])
def test_every_roll_of_every_ruleset_is_drawn_with_the_faces_that_fell(short: str) -> None:
    name, config = GAMES[short]
    game, rng = games.load_for(name, config), Random(7)
    look, drawn = rulesets.of(name), 0
    for seed in range(20):
        state = game.new(config)
        for n in range(400):
            deciders = state.deciders()
            if state.outcome() is not None:
                break
            seat = rng.choice(list(deciders))
            if seat != CHANCE:
                state.apply(rng.choice(state.legal_actions(seat)))
                continue
            action = rng.choice([one.action for one in deciders[CHANCE].outcomes])
            record = game.record(action)
            events = [msgspec.to_builtins(event.seen_by(None)) for event in state.apply(action)]
            entry = msgspec.convert({"n": n, "events": events, "action": record}, EntryJson)
            dice = look.rolled(entry)
            part = is_part_of_a_roll(name, events)
            assert bool(dice) == (record["do"] not in NO_DICE and not part), record
            assert all(die.face in die.faces for die in dice)
            assert ([] if part else fallen(record, events)) == [die.face for die in dice]
            words = {word for die in dice for word in (die.title, *die.faces) if word.strip("0123456789")}
            assert not [word for word in words if translation._said(word, "de", name) == word], "read aloud in English"
            drawn += bool(dice)
        if drawn >= 15 and seed:
            break
    assert drawn


def is_part_of_a_roll(ruleset: str, events: list[Any]) -> bool:
    """Whether a die is one of several that are added up: they are drawn with their sum, or where it has none, not."""
    told = [event for event in events if event["kind"] == "cheat-rolled" or event.get("data", {}).get("dice")]
    return ruleset == "chimera-con" and not told


def fallen(record: dict[str, Any], events: list[Any]) -> list[str]:
    """What the dice of an action of chance show, told from the action itself."""
    sums = [event["data"]["dice"] for event in events if event["kind"] == "rolled" and event["data"].get("dice")]
    match record:
        case _ if sums:
            return [str(value) for value in sums[0]]
        case {"do": "roll-percentile", "value": value}:
            return [f"{value // 10}0", str(value % 10)]
        case {"dice": dice}:
            return [str(value) for value in dice]
        case {"do": "roll-dice", "power": power, "classes": classes}:
            rest = events[0]["data"]["dice"] - power - classes
            return ["power"] * power + ["class"] * classes + ["basic"] * rest
        case {"do": "roll-rage", "power": power}:
            thrown = events[0]["data"].get("dice", 1)
            return ["power"] * power + ["basic"] * (thrown - power)
        case {"do": "ablaze", "wall": wall}:
            return [wall]
        case {"face": face} if any(event["kind"] == "rage-rolled" for event in events):
            return [("cold", "burns")[face]]
        case {"face": face} | {"value": face}:
            return [str(face)]
    return []


def test_a_roll_of_chimera_con_is_drawn_with_all_the_dice_of_its_sum() -> None:
    look = rulesets.of("chimera-con")
    part = EntryJson(1, action={"do": "roll-die", "seat": "chance", "value": 2})
    said = EventJson("rolled", "Player 4 rolls 8 (5, 2, 1).", data={"seat": "p4", "dice": [5, 2, 1], "total": 8})
    last = EntryJson(3, [said], {"do": "roll-die", "seat": "chance", "value": 1})
    cheat = EventJson("cheat-rolled", "Player 1 rolls a 6: Trapdoor works.", data={"seat": "p1", "value": 6})
    alone = EntryJson(4, [cheat], {"do": "roll-die", "seat": "chance", "value": 6})
    assert [[die.face for die in look.rolled(one)] for one in (part, last, alone)] == [[], ["5", "2", "1"], ["6"]]


# --- the page ---------------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.needs("chromium", "mosquitto")
in_the_browser = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def lively(browser: Browser, stage: Stage, page_process: PageProcess) -> AsyncIterator[Page]:
    """The host's window in a browser that moves things and has a loudspeaker."""
    context = await new_context(browser, viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
    await context.add_init_script(SILENT)
    yield await opened(context, page_process.url)
    await context.close()


def moved(tile: int) -> tuple[Any, ...]:
    """The pieces with Vara on another tile."""
    return (msgspec.structs.replace(PIECES[0], tile=tile), *PIECES[1:])


END = {"do": "end-turn"}


async def turn_of_others(window: Page, stage: Stage) -> None:
    stage.turn, stage.deciders = "p2", {"p2": Decision("turn", "Move.", "AK-TURN-05", EndTurn("p2"))}
    await stage.happen(Event("turn-ends", (), "Vara ends the turn.", {"seat": "p1"}), action={**END, "seat": "p1"})
    await expect(window.get_by_role("heading", name="Kynazarr’s turn")).to_be_visible()


async def turn_of_vara(window: Page, stage: Stage) -> None:
    stage.turn, stage.deciders = "p1", {"p1": Decision("turn", "Move Vara.", "AK-TURN-05", EndTurn("p1"))}
    begins = Event("turn-begins", (), "It is the turn of Vara.", {"seat": "p1"})
    await stage.happen(begins, action={**END, "seat": "p2"})
    await expect(window.get_by_role("heading", name="Vara’s turn")).to_be_visible()


async def step_to(stage: Stage, tile: int) -> None:
    stage.pieces = moved(tile)
    stage.board_state = msgspec.structs.replace(stage.board_state, occupied=(48, tile, 85))
    await stage.happen(Event("stepped", ("AK-MOVE-01",), f"Vara steps to {tile}.", {"seat": "p1"}))


@in_the_browser
async def test_a_miniature_slides_where_it_went_and_its_way_stays_marked(lively: Page, stage: Stage) -> None:
    board = lively.locator(".im-board")
    await step_to(stage, 63)
    await expect(board).to_have_attribute("data-moved", "53>63")
    await expect(board).to_have_attribute("data-slid", "1")
    await step_to(stage, 64)
    await expect(board).to_have_attribute("data-moved", "63>64")
    await expect(board).to_have_attribute("data-slid", "2")


@in_the_browser
async def test_nothing_slides_for_who_wants_less_motion_and_the_way_is_marked_all_the_same(
    desk: Page, stage: Stage
) -> None:
    await step_to(stage, 63)
    await expect(desk.locator(".im-board")).to_have_attribute("data-moved", "53>63")
    await expect(desk.locator(".im-board")).to_have_attribute("data-slid", "0")


@in_the_browser
async def test_what_the_fire_took_stays_marked(lively: Page, stage: Stage) -> None:
    stage.pieces = (*PIECES, msgspec.structs.replace(PIECES[3], tile=25))
    await stage.show()
    await expect(lively.locator(".im-board")).to_have_attribute("aria-label", "Board of Ascended Kings: Vara on 53, "
        "Kynazarr on 48, Eloden on 85; 14 things on tiles.")  # fmt: skip
    stage.pieces = PIECES
    await stage.happen(Event("gem-burned", ("AK-FIRE-07",), "2 Ylem on 25 burn.", {"tile": 25}))
    await expect(lively.locator(".im-board")).to_have_attribute("data-burned", "25")


@in_the_browser
async def test_dice_tumble_and_land_with_their_faces_and_what_came_of_them(lively: Page, stage: Stage) -> None:
    text = "The Immolation Die shows 3: the bottom side."
    event = Event("immolation-rolled", ("AK-FIRE-01",), text, {"roll": 3})
    await stage.happen(event, action={"do": "roll-immolation", "seat": "chance", "value": 3})
    die = lively.locator(".im-die")
    await expect(die).to_have_attribute("data-face", "3")
    await expect(lively.locator(".im-roll.landed .im-roll-said")).to_have_text(text)
    await expect(die).to_have_text("3")


@in_the_browser
async def test_since_your_turn_is_told_once_what_is_about_the_player_marked(desk: Page, stage: Stage) -> None:
    card = desk.locator(".im-since-card")
    await expect(card).to_have_count(0)
    await turn_of_others(desk, stage)
    hurt = Event("wounded", ("AK-FIRE-07",), "Vara takes 1 wound from Kynazarr.", {"seat": "p1", "wounds": 1})
    await stage.happen(hurt, action={"do": "attack", "seat": "p2"})
    step = Event("stepped", (), "Kynazarr steps to 38.", {"seat": "p2"})
    await stage.happen(step, action={"do": "step", "seat": "p2"})
    await expect(desk.get_by_text("Kynazarr steps to 38.")).to_be_visible()
    await expect(card).to_have_count(0)
    await turn_of_vara(desk, stage)
    lines = desk.locator(".im-since-line")
    await expect(lines).to_have_count(2)
    await expect(desk.locator(".im-since-line.own")).to_contain_text("Vara takes 1 wound from Kynazarr.")
    await card.locator("summary").click()
    await expect(lines.first).to_be_hidden()
    own = Event("stepped", (), "Vara steps to 54.", {"seat": "p1"})
    await stage.happen(own, action={"do": "step", "seat": "p1"})
    await expect(card).to_have_count(0)


@in_the_browser
async def test_on_a_small_phone_since_your_turn_takes_no_room_from_board_and_choices(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    size = {"width": 360, "height": 740}
    context = await new_context(browser, viewport=size, has_touch=True, is_mobile=True)
    window = await context.new_page()
    await window.goto(page_process.url)
    parts = [window.locator(".im-board"), window.locator(".im-decisions")]
    choices = window.locator(".im-decisions [data-do]")
    await expect(choices).to_have_count(9)
    before = [await one.bounding_box() for one in parts]
    await turn_of_others(window, stage)
    text = "Vara takes 1 wound from Kynazarr, who stands on the tile beside her and burns."
    for _ in range(14):
        hurt = Event("wounded", ("AK-FIRE-07",), text, {"seat": "p1", "wounds": 1})
        await stage.happen(hurt, action={"do": "attack", "seat": "p2"})
    await turn_of_vara(window, stage)
    await expect(window.locator(".im-since-line")).to_have_count(12)
    await expect(choices).to_have_count(9)
    assert [await one.bounding_box() for one in parts] == before
    for line in range(3):
        await expect(window.locator(".im-since-line").nth(line)).to_be_in_viewport(ratio=1)
    head = window.locator(".im-since-head")
    await head.tap()
    await expect(window.locator(".im-since-line").first).to_be_hidden()
    board, folded = await parts[0].bounding_box(), await head.bounding_box()
    assert board is not None
    assert folded is not None
    assert folded["y"] >= board["y"] + board["height"], "the board is uncovered"
    await context.close()


@in_the_browser
async def test_a_turn_is_heard_and_a_tap_makes_it_silent_for_good(lively: Page, stage: Stage) -> None:
    await lively.wait_for_function("document.title === '● Your turn – Immolation'")
    await lively.locator(".im-title").click()  # a browser is silent until it was touched
    # What a test asks of the browser counts as a touch, too: the turn at which it came may have been heard.
    await lively.evaluate("window.heard.length = window.shaken.length = 0")
    await turn_of_others(lively, stage)
    await lively.wait_for_function("document.title === 'Immolation'")
    await turn_of_vara(lively, stage)
    await lively.wait_for_function("document.title === '● Your turn – Immolation'")
    await lively.wait_for_function("window.heard.join() === '587,880' && window.shaken.length === 1")
    await lively.get_by_role("button", name="Sound: on").click()
    await lively.reload()
    await expect(lively.get_by_role("button", name="Sound: off")).to_be_visible()
    await lively.locator(".im-title").click()
    await turn_of_others(lively, stage)
    await turn_of_vara(lively, stage)
    await expect(lively.locator(".im-signals")).to_have_attribute("data-cue", "turn")
    assert await lively.evaluate("window.heard.length + window.shaken.length") == 0


@in_the_browser
async def test_a_notification_is_asked_for_by_a_tap_alone_and_comes_while_the_page_is_out_of_sight(
    lively: Page, stage: Stage
) -> None:
    assert await lively.evaluate("window.asked") == 0
    await lively.get_by_role("button", name="Notify me: off").click()
    await expect(lively.get_by_role("button", name="Notify me: on")).to_be_visible()
    await lively.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    await turn_of_others(lively, stage)
    await turn_of_vara(lively, stage)
    await lively.wait_for_function("window.notified.length === 1")
    assert await lively.evaluate("window.notified[0]") == "Vara: Move Vara."


@in_the_browser
async def test_the_screen_stays_awake_while_a_player_is_waited_for_until_a_tap_says_no(
    lively: Page, stage: Stage
) -> None:
    await lively.wait_for_function("window.locks === 1")
    await turn_of_others(lively, stage)
    await lively.wait_for_function("window.locks === 0")
    await turn_of_vara(lively, stage)
    await lively.wait_for_function("window.locks === 1")
    await lively.get_by_role("button", name="Keep awake: on").click()
    await lively.wait_for_function("window.locks === 0")
    await lively.reload()
    await expect(lively.get_by_role("button", name="Keep awake: off")).to_be_visible()
    await expect(lively.locator(".im-signals")).to_have_attribute("data-awake", "false")
    assert await lively.evaluate("window.locks") == 0
    await lively.get_by_role("button", name="Keep awake: off").click()
    await lively.wait_for_function("window.locks === 1")


@in_the_browser
async def test_wounds_walls_and_the_end_sound_each_in_their_way(lively: Page, stage: Stage) -> None:
    signals = lively.locator(".im-signals")
    stage.players = {**stage.players, "p3": stage.players["p2"]}  # one person: whoever is at this screen is Vara
    await stage.happen(Event("wall-advanced", (), "The top Fire Wall advances.", {"edge": "top"}))
    await expect(signals).to_have_attribute("data-cue", "moment")
    rolled = {"do": "roll-immolation", "seat": "chance", "value": 3}
    await stage.happen(Event("wounded", (), "Kynazarr takes 1 wound.", {"seat": "p2"}), action=rolled)
    await stage.happen(Event("wounded", (), "Vara takes 1 wound.", {"seat": "p1"}), action=rolled)
    await expect(signals).to_have_attribute("data-cue", "wound")
    stage.phase, stage.deciders, stage.outcome = "over", {}, Result(("p1",), "Vara is the last.", "AK-END-01", {})
    await stage.happen(Event("game-over", (), "Vara wins.", {}))
    await expect(signals).to_have_attribute("data-cue", "end")


@in_the_browser
async def test_a_pass_is_remembered_by_its_kind_and_taken_back(desk: Page, stage: Stage) -> None:
    stage.turn, stage.deciders = "p2", {"p1": Decision("shield", "Raise the shield?", "AK-TURN-05", Pass("p1"))}
    await stage.show()
    await desk.get_by_role("button", name="Not again this turn").click()
    assert await stage.next_command() == {"table": "asked", "seat": "p1", "kind": "shield", "this_turn": True}
    await desk.get_by_role("button", name="Always pass here").click()
    assert await stage.next_command() == {"table": "asked", "seat": "p1", "kind": "shield", "this_turn": False}
    ada = msgspec.structs.replace(stage.players["p1"], passes={"shield": "41"})
    stage.players = {**stage.players, "p1": ada}
    await stage.show()
    await expect(desk.get_by_text("Vara lets pass: shield (this turn)")).to_be_visible()
    await expect(desk.get_by_role("button", name="Not again this turn")).to_be_hidden()
    await desk.get_by_role("button", name="Ask me again").click()
    assert await stage.next_command() == {"table": "asked", "seat": "p1"}
    ada = msgspec.structs.replace(ada, passes={})
    stage.turn, stage.deciders = "p1", {"p1": Decision("turn", "Move Vara.", "AK-TURN-05", EndTurn("p1"))}
    stage.players = {**stage.players, "p1": ada}
    await stage.show()
    await expect(desk.get_by_role("heading", name="Vara’s turn")).to_be_visible()
    await expect(desk.get_by_role("button", name="Always pass here")).to_be_hidden()
    await expect(desk.get_by_text("lets pass")).to_be_hidden()


@in_the_browser
async def test_a_window_about_a_card_may_pass_whenever_it_is_about_that_card(desk: Page, stage: Stage) -> None:
    asked = Decision("reaction", "Rampage is revealed. Any reaction?", "AK-TURN-05", Pass("p1"), about="Rampage")
    stage.turn, stage.deciders = "p2", {"p1": asked}
    await stage.show()
    await desk.get_by_role("button", name="Never for Rampage").click()
    said = {"table": "asked", "seat": "p1", "kind": "reaction: Rampage", "this_turn": False}
    assert await stage.next_command() == said
    ada = msgspec.structs.replace(stage.players["p1"], passes={"reaction: Rampage": ""})
    stage.players = {**stage.players, "p1": ada}
    await stage.show()
    await expect(desk.get_by_text("Vara lets pass: reaction: Rampage")).to_be_visible()
    await expect(desk.get_by_role("button", name="Never for Rampage")).to_be_hidden()


@in_the_browser
async def test_the_turn_may_be_ended_with_the_action_before_and_a_later_question_be_answered_at_once(
    desk: Page, stage: Stage
) -> None:
    end = {"do": "end-turn", "seat": "p1"}
    stage.deciders = {"p1": Decision("active", "Act with Vara, or end the turn.", "AK-ACTIVE-03", EndTurn("p1"))}
    await stage.show()
    switch = desk.get_by_role("button", name="Then end my turn")
    await expect(switch).to_have_attribute("aria-pressed", "false")
    await switch.click()
    await expect(switch).to_have_attribute("aria-pressed", "true")
    await desk.get_by_role("button", name="Step to 42").click()
    said = await stage.next_command()
    assert (said["action"], said["then"]) == (
        {"do": "step", "seat": "p1", "tile": 42},
        [{"kind": "active", "action": end}],
    )
    attack = {"do": "attack", "seat": "p1"}
    later = Ahead("Take your action, or go on.", "action", ({"kind": "active", "action": end},), (
        LegalAction(attack, "Attack Kynazarr"),
    ))  # fmt: skip
    stage.ahead = (later,)
    await stage.happen()
    await expect(switch).to_have_attribute("aria-pressed", "false")
    await expect(desk.get_by_text("Take your action, or go on.")).to_be_visible()
    await desk.get_by_role("button", name="Attack Kynazarr").click()
    said = await stage.next_command()
    assert (said["action"], said["then"]) == (end, [{"kind": "action", "action": attack}])
