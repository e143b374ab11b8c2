"""Chimera Con as a person meets it on the page: a round's end that is seen, cards that would do nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.end_to_end.hosting import hosting, shown

SIZES = ({"width": 1280, "height": 860}, {"width": 390, "height": 844})

POSITION = {
    "ruleset": "chimera-con",
    "seats": {
        "p1": {"parts": ["rustgolem-head", "rustgolem-body", "rustgolem-rear"]},
        "p2": {
            "parts": ["mirefang-head", "mirefang-body", "mirefang-rear"],
            "hand": ["herbal-poultice", "bitter-antidote", "galehawk-head"],
            "damage": 10,
        },
    },
    "stack": [
        {"at": "attack", "seat": "p1", "target": "p2", "stage": "defence-rolled",
         "attack": [6, 6, 6, 6, 6, 6, 6, 6], "defence": [1, 1, 1, 1, 1, 1]},
    ],
}  # fmt: skip
"""p2 is about to fall, and with it the round ends."""


@pytest.mark.needs("chromium")
@pytest.mark.rule("CC-WIN-01", "CC-WIN-04", "CC-CHEAT-01")
@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
async def test_the_end_of_a_round_stays_until_it_is_tapped_away(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    (tmp_path / "con.json").write_text(json.dumps(POSITION))
    words = ("--position", str(tmp_path / "con.json"), "--person", "p2=Ann", "--pace", "9000")
    async with hosting("host", "--board", "none", "--journal", str(tmp_path / "j"), *words) as host:
        page = await shown(browser, host, size)
        await page.get_by_role("button", name="I am Ann: show my choices").click()
        antidote = page.get_by_role("button", name="Cheat: Bitter Antidote (does nothing now)")
        await expect(antidote).to_contain_text("does nothing now")
        await page.get_by_role("button", name="No cheat").click()
        step = page.locator(".im-headline.step")
        await expect(step).to_contain_text(re.compile("Player 1 hits .*: 48 against 6"))
        await page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        assert (await page.locator(".im-round").inner_text()) == "Round 1"
        await page.get_by_role("button", name="Skip to the end").click()
        await expect(page.locator(".im-round")).to_have_text("Round 2")
        await expect(step).to_have_count(0)
