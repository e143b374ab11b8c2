"""Kimera as a person meets it on the page, at a desk and on a phone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.end_to_end.hosting import hosting, shown

SIZES = ({"width": 1280, "height": 860}, {"width": 390, "height": 844})

TRAITS = {"heavy_melee": 3, "free_melee": 3, "intensity": 3, "evade": 3, "intercept": 3, "armor": 2, "discipline": 3}
HAND = ["scar-5", "rend-5", "bash-5", "crack-6"]
POSITION = {
    "ruleset": "kimera",
    "seats": {
        "p1": {"traits": TRAITS, "balance": 6, "initiative": 5, "hand": HAND, "gems": {"sanative": 1, "eldritch": 3}},
        "p2": {"type": "drako", "traits": TRAITS, "balance": 2, "initiative": 1, "hand": ["rend-4"]},
        "p3": {"type": "siroko", "traits": TRAITS, "balance": 4, "hand": ["rend-3"], "wounds": ["expose-1"]},
        "p4": {"defeated": True, "wounds": ["crack-1", "crack-2", "crack-3", "crack-4"], "shield": "bash-1",
               "gems": {"heroic": 2}},
    },
}  # fmt: skip
"""p1 is to act; p3 is Exposed, and p4 has fallen."""


@pytest.mark.needs("chromium")
@pytest.mark.rule("KM-RES-01", "KM-RES-02", "KM-HEAL-01", "KM-POT-04", "KM-EFF-05")
@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
async def test_a_tap_shows_price_and_what_is_known_and_a_second_one_declares(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    (tmp_path / "kimera.json").write_text(json.dumps(POSITION))
    words = ("--position", str(tmp_path / "kimera.json"), "--person", "p1=Ann", "--pace", "60")
    async with hosting("host", "--board", "none", "--journal", str(tmp_path / "j"), *words) as host:
        page = await shown(browser, host, size)
        await page.get_by_role("button", name="I am Ann: show my choices").click()
        offer = page.locator(".im-km-offer:not(:empty)")
        await expect(offer).to_have_count(1)  # a single heal shows its price at once
        await expect(offer).to_contain_text("Player 3: Expose 1 needs 1.")
        await page.get_by_title("Trial on Player 3").click()
        await expect(page.get_by_title("Trial on Player 3")).to_have_attribute("aria-pressed", "true")
        await expect(page.locator(".im-km-offer", has_text="Player 3 is Exposed")).to_be_visible()
        await page.get_by_title("Free Melee on Player 2").click()
        free = page.locator(".im-km-offer", has_text="Free Melee on Player 2")
        await expect(free).to_contain_text("Costs 1 Initiative, 1 Balance, up to 2 for value.")
        await expect(free).to_contain_text("A hit: Balance of Player 2 2 to 0, Off-Balance.")
        await expect(free).to_contain_text("A failed attack costs 1 Balance.")
        await expect(offer).to_have_count(2)  # another choice takes the place of the one before
        fallen = page.locator(".im-seat", has_text="Player 4")
        await expect(fallen).to_contain_text("defeated")
        await expect(fallen).to_contain_text("Bash 1")
        await page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        assert (await host.table())["view"]["seats"]["p1"]["initiative"] == 5  # nothing is paid for a look
        await page.get_by_role("button", name="Declare: Free Melee on Player 2: ask me for cards").click()
        paid = await host.table(lambda state: state["view"]["attack"] is not None)
        assert (paid["view"]["seats"]["p1"]["initiative"], paid["view"]["seats"]["p1"]["balance"]) == (4, 5)


@pytest.mark.needs("chromium")
@pytest.mark.rule("KM-RES-03", "KM-RES-04", "KM-RES-06")
@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
async def test_the_cards_of_an_attack_and_of_a_defence_are_chosen_with_it(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    (tmp_path / "kimera.json").write_text(json.dumps(POSITION))
    people = ("--person", "p1=Ann", "--person", "p2=Ben", "--pace", "60")
    words = ("--position", str(tmp_path / "kimera.json"), *people)
    async with hosting("host", "--board", "none", "--journal", str(tmp_path / "j"), *words) as host:
        page = await shown(browser, host, size)
        await page.get_by_role("button", name="I am Ann: show my choices").click()
        await page.get_by_title("Free Melee on Ben").click()
        value = page.get_by_role("group", name="For value, up to 2")
        await value.get_by_role("button", name="Scar 5").click()
        await value.get_by_role("button", name="Rend 5").click()
        await value.get_by_role("button", name="Crack 6").click()  # two at most: the first goes back to the hand
        await expect(value.get_by_role("button", name="Scar 5")).to_have_attribute("aria-pressed", "false")
        await page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        await page.screenshot(path=str(tmp_path / "attack.png"))
        await page.get_by_role("button", name="Declare: Free Melee on Ben with 2 cards").click()
        struck = await host.table(lambda state: (state["view"]["attack"] or {}).get("defence") is not None)
        assert sorted(struck["view"]["attack"]["played"]) == ["crack-6", "rend-5"]
        await page.get_by_role("button", name="I am Ben: show my choices").click()
        await page.get_by_role("button", name="Evade", exact=True).click()
        await page.get_by_role("group", name="For value, up to 2").get_by_role("button", name="Rend 4").click()
        await page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        await page.screenshot(path=str(tmp_path / "defence.png"))
        await page.get_by_role("button", name="Evade with 1 card").click()
        over = await host.table(lambda state: state["view"]["attack"] is None)
        assert over["view"]["seats"]["p2"]["hand_count"] == 0
