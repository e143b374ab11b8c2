"""What may be said with an answer: whole walks and what comes after it, at a desk and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from immolation.games import Decision
from immolation.table.records import Ahead, LegalAction
from playwright.async_api import Browser, expect

from tests.dashboard.conftest import PageProcess, new_context, offered, opened, tap
from tests.dashboard.stage import EndTurn, Stage

SIZES = ({"width": 1280, "height": 860}, {"width": 390, "height": 844})


def step(tile: int) -> dict[str, object]:
    return {"do": "step", "seat": "p1", "tile": tile}


WALK = Ahead(
    "Several steps at once.",
    "active",
    ({"kind": "active", "action": step(42)},),
    (LegalAction(step(31), "Step to 42, then Step to 31", (31,)),),
    walk=True,
)
AFTER = Ahead(
    "Transmute, or end the turn.",
    "latent",
    (),
    (
        LegalAction({"do": "transmute", "seat": "p1", "what": "pyre"}, "Complete the Pyre Transmutation (3 Pyre)"),
        LegalAction({"do": "transmute", "seat": "p1", "what": "aria"}, "Complete the Aria Transmutation (3 Aria)"),
    ),
)


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
async def test_a_walk_and_what_comes_after_an_answer_are_said_with_it(
    browser: Browser, stage: Stage, page_process: PageProcess, size: dict[str, int], tmp_path: Path
) -> None:
    context = await new_context(browser, viewport=size)
    page = await opened(context, page_process.url)
    await offered(page)
    end = {"do": "end-turn", "seat": "p1"}
    stage.deciders = {"p1": Decision("active", "Act with Vara, or end the turn.", "AK-ACTIVE-03", EndTurn("p1"))}
    stage.ahead = (WALK, AFTER)
    await stage.happen()

    # A walk by its button, folded away; it is the first step, and the others when their questions come.
    await page.get_by_text("Farther, several steps at once: 1").click()
    await page.get_by_role("button", name="Step to 42, then Step to 31").click()
    said = await stage.next_command()
    assert (said["action"], said["then"]) == (step(42), [{"kind": "active", "action": step(31)}])

    # What comes after is said in the order of the taps, with whatever is chosen; the end of the turn is the last.
    after = page.get_by_role("group", name="And then, if it can be done")
    aria = after.get_by_role("button", name="Complete the Aria Transmutation (3 Aria)")
    await aria.click()
    await after.get_by_role("button", name="Complete the Pyre Transmutation (3 Pyre)").click()
    await expect(aria).to_have_attribute("aria-pressed", "true")
    await page.get_by_role("button", name="Then end my turn").click()
    await page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    await page.screenshot(path=str(tmp_path / "after.png"))
    await page.get_by_role("button", name="Step to 42", exact=True).click()
    said = await stage.next_command()
    assert said["action"] == step(42)
    assert [(one["kind"], one["action"].get("what") or one["action"]["do"]) for one in said["then"]] == [
        ("latent", "aria"), ("latent", "pyre"), ("active", "end-turn"),
    ]  # fmt: skip
    assert said["then"][-1]["action"] == end

    # Whoever says nothing ahead is asked as ever, and what was said is forgotten with the question.
    await stage.happen()
    await expect(aria).to_have_attribute("aria-pressed", "false")
    await page.get_by_role("button", name="Step to 42", exact=True).click()
    said = await stage.next_command()
    assert not said.get("then")
    await context.close()


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_tap_on_a_tile_far_away_offers_the_walk_with_its_cost(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    context = await new_context(browser, viewport=SIZES[1])
    page = await opened(context, page_process.url)
    await offered(page)
    stage.deciders = {"p1": Decision("active", "Act with Vara, or end the turn.", "AK-ACTIVE-03", EndTurn("p1"))}
    stage.ahead = (WALK,)
    await stage.happen()
    await expect(page.get_by_text("Farther, several steps at once: 1")).to_be_visible()
    await tap(page, 31)
    window = page.get_by_role("dialog", name="Tile 31")
    await window.get_by_role("button", name="Step to 42, then Step to 31").click()
    said = await stage.next_command()
    assert (said["action"], said["then"]) == (step(42), [{"kind": "active", "action": step(31)}])
    await context.close()
