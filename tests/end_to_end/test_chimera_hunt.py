"""Whole hunts by one person: at the board by miniatures alone, with no page; and on a phone by taps alone."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation.board.scene import ADVICE_PRIORITY
from immolation.bots.chimera_hunt.greedy import HuntGreedy
from immolation.games import Action, State
from immolation.games.chimera_hunt.actions import Move
from immolation.games.chimera_hunt.state import HuntState
from playwright.async_api import Browser, expect
from playwright.async_api import TimeoutError as Late

from tests.end_to_end.hosting import hosting, shown
from tests.end_to_end.people_at_the_board import LONGEST_S, People, seated

PHONE = {"width": 390, "height": 844}
SLOW_MS = 60_000


@pytest.mark.needs("micropython")
async def test_one_person_hunts_to_the_end_with_miniatures_alone(tmp_path: Path) -> None:
    config = {"seats": 1, "chimera": "mooncove"}
    async with seated(tmp_path, "chimera-hunt", config, 1) as (table, hands), asyncio.timeout(LONGEST_S):
        mind, rng = HuntGreedy(table.game, "p1"), Random(5)
        untried = {"Move", "Strike", "DrawGem", "Rest", "Run"}  # each as soon as it can be done

        def best(state: State, seat: str, actions: list[Action]) -> Action:
            assert isinstance(state, HuntState)
            for action in actions:
                if type(action).__name__ in untried:
                    untried.remove(type(action).__name__)
                    return action
            return actions[0] if len(actions) == 1 else mind.pick(state, actions, rng)

        people = People(table, hands, best)
        await advised(people)
        done = await people.play()
        assert table.phase == "over"
        by = Counter(entry.by for entry in table.history.entries if entry.action.seat == "p1")
        assert {*by} <= {"board", "only"}, "what has one answer the table gives, and says so"
        assert by["board"] <= sum(done.values()) + 1 <= by.total()
        assert {*people.how} == {"move", "touch"}
        assert {"Move", "Strike", "DrawGem", "Rest", "Run"} <= {*done}
        assert all(people.scenes.values()), "something is lit whenever somebody is asked"


async def advised(people: People) -> None:
    """Hold the seat's button until the lights and a sentence say what a bot would do, and do that."""
    table = people.table
    await people.put_right()
    await people.settled()
    while not table.state_record().note:
        await people.hands.hand(100, False)
        await asyncio.sleep(1.2)
        await people.hands.hand(100, True)
        await people.until(lambda: not people.held)
        await asyncio.sleep(0.2)
    action, label, _ = await table.hint("p1")
    assert label in table.state_record().note
    (blinking,) = [layer for layer in table.scene.layers if layer.priority == ADVICE_PRIORITY]
    assert isinstance(action, Move)
    assert action.tile in blinking.tiles
    await people.do(action)
    await people.put_right()


def due(table: Any) -> bool:
    """Whether somebody is asked, or nobody will be again."""
    return "p1" in table["deciders"] or table["phase"] == "over"


@pytest.mark.needs("chromium")
async def test_one_person_hunts_to_the_end_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    """Whatever is offered is tapped at random, so that every kind of choice comes up; nothing hangs over the edge."""
    words = ("--ruleset", "chimera-hunt", "--seats", "1", "--person", "p1=Ada", "--seed", "5", "--pace", "0")
    rng, asked = Random(3), set[str]()
    async with (
        hosting("host", "--board", "none", "--journal", str(tmp_path / "j"), *words) as host,
        asyncio.timeout(LONGEST_S),
    ):
        page = await shown(browser, host, PHONE)
        state = await host.table(due)
        while state["phase"] != "over":
            decision = state["deciders"]["p1"]
            choices = page.locator(".im-decisions .im-button:not(.im-link):visible")
            asks = await page.get_by_text(decision["prompt"], exact=True).first.is_visible()
            if not asks or not (count := await choices.count()):
                await page.wait_for_timeout(50)
                state = await host.table(due)  # what has one answer the table has given itself
                continue
            try:
                await choices.nth(rng.randrange(count)).click(timeout=5_000)
            except Late:  # the page has come to show fewer choices than were counted
                state = await host.table(due)
                continue
            if await host.goes_on(state["n"], due):
                asked.add(decision["kind"])
            state = await host.table(due)
            await page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        assert {"move", "deed"} <= asked
        await expect(page.get_by_text(state["outcome"]["reason"]).first).to_be_visible(timeout=SLOW_MS)
