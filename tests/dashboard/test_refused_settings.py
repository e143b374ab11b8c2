"""What a new game's form is refused with, in the words of the form: in whole, and in German as in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.dashboard import refused_settings, translation
from immolation.dashboard.panels.new_game import GameOption, offered
from immolation.games import BadConfig, Game
from playwright.async_api import Browser, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GameStage
from tests.dashboard.stage import Stage
from tests.games.test_no_identifiers import identifiers

TRIALS = 6
"""Forms that are filled in by chance, each with every house rule at its worst."""


def fields(game: Game) -> tuple[list[GameOption], list[GameOption]]:
    """What the form of a game has: its settings, and its house rules."""
    config, rules = (
        [msgspec.convert(msgspec.to_builtins(one), GameOption) for one in found]
        for found in (game.config_keys(), game.options())
    )
    return offered(config), offered(rules)


def values(option: GameOption) -> list[Any]:
    """What somebody may choose or type in a field."""
    if option.choices:
        return option.choices
    low, high = int(option.low or 0), int(option.high if option.high is not None else 99)
    return [low, high, low - 1, high + 1, low + 0.5, -7, 100_000]


@lru_cache
def refusals(ruleset: str) -> tuple[tuple[str, str], ...]:
    """Why games that a form may ask for cannot be, each with the key that is at fault."""
    return tuple(dict.fromkeys(_refusals(ruleset)))


def _refusals(ruleset: str) -> Iterator[tuple[str, str]]:
    rng, usual = Random(1), games.load(ruleset)
    for trial in range(TRIALS):
        config = {one.key: rng.choice(values(one) if trial else one.choices or [one.low]) for one in fields(usual)[0]}
        tried: list[tuple[str, dict[str, Any]]] = [("", config)]
        right = {one.key: one.default for one in fields(usual)[0] if one.default is not None}
        tried += [(one.key, {**right, one.key: value}) for one in fields(usual)[0] for value in values(one)]
        tried += [
            (rule.key, {**right, "options": {rule.key: value}})
            for rule in (fields(games.load_for(ruleset, right))[1] if not trial else ())
            for value in values(rule)
        ]
        for key, given in tried:
            try:
                games.load_for(ruleset, given).new(given)
            except BadConfig as refused:
                yield key, str(refused)


def shown(refused: str, ruleset: str, language: str) -> str:
    titles = {one.key: f"<{one.key}>" for found in fields(games.load(ruleset)) for one in found}
    say = (lambda said: translation._said(said, "de", ruleset)) if language == "de" else str
    return refused_settings.in_words(refused, titles, say, lambda number: f"<seat {number}>", "{setting}, {seat}")


NUMBERED = [
    name for name in games.names() if any(not one.choices for found in fields(games.load(name)) for one in found)
]


@pytest.mark.parametrize("ruleset", NUMBERED)
def test_a_refused_setting_is_named_as_the_form_names_it(ruleset: str) -> None:
    assert len(refusals(ruleset)) > 5
    for key, refused in refusals(ruleset):
        title, colon, reason = shown(refused, ruleset, "en").partition(": ")
        assert colon, refused
        assert not key or "<" in title, refused
        assert identifiers(re.sub("<.*?>", "", f"{title}: {reason}")) == [], refused
        assert not reason.startswith("options"), refused


@pytest.mark.parametrize("ruleset", NUMBERED)
def test_why_a_setting_is_refused_is_german(ruleset: str) -> None:
    english = []
    for _, refused in refusals(ruleset):
        said, words = (shown(refused, ruleset, language).partition(": ") for language in ("en", "de"))
        if words[2] == said[2] or (words[0] == said[0] and not said[0].startswith("<")):
            english.append(refused)
    assert english == []


def test_a_rider_who_costs_too_much_is_told_by_the_seat() -> None:
    with pytest.raises(BadConfig) as refused:
        games.load("kimera").new({"options": {"starting_points": 10}})
    said = shown(str(refused.value), "kimera", "en")
    assert re.fullmatch(r"Riders, <seat 1>: The design costs \d+ points; 10 are available\.", said)
    said = shown(str(refused.value), "kimera", "de")
    assert re.fullmatch(r"Reiter, <seat 1>: Der Entwurf kostet \d+ Punkte; 10 stehen zur Verfügung\.", said)


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_six_seats_fit_a_small_phone_and_a_refusal_stays_in_view(browser: Browser, broker: BrokerProcess) -> None:
    process = PageProcess(broker_url=broker.url, port=0, rulesets={"kimera": "Kimera"})
    async with GameStage(broker.url, "kimera") as stage:
        await stage.show()
        phone = {"width": 360, "height": 740}
        context = await new_context(browser, viewport=phone, has_touch=True, is_mobile=True, locale="de-DE")
        window = await context.new_page()
        await window.goto(process.url)
        await window.get_by_role("button", name="Mehr").click()
        await window.get_by_role("button", name="Neues Spiel").click()
        form = window.get_by_role("dialog", name="Neues Spiel")
        await expect(form.get_by_role("button", name="6 Plätze")).to_be_visible()
        await form.get_by_text("Hausregeln (").click()
        await window.wait_for_function(
            "(form => form.scrollWidth <= form.clientWidth)(document.querySelector('.im-new-game'))"
        )
        stage.refuse = {"refused": "riders: p1: points: The design costs 185 points; 10 are available (KM-COST-04)."}
        await form.get_by_role("button", name="Beginnen").click()
        said = "Reiter, Platz 1: Der Entwurf kostet 185 Punkte; 10 stehen zur Verfügung."
        await expect(form.get_by_role("alert")).to_have_text(said)
        await expect(form.get_by_role("alert")).to_be_in_viewport(ratio=1)
        await context.close()
    process.stop()


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_the_form_says_itself_why_it_was_refused(desk: Page, stage: Stage) -> None:
    await desk.get_by_role("button", name="New game").click()
    form = desk.get_by_role("dialog", name="New game")
    await expect(form.get_by_label("Rounds")).to_be_visible()
    stage.refuse = {"refused": "rounds: the Omega Index counts 1 to 20 rounds, not 0.", "rule": "TABLE"}
    await form.get_by_role("button", name="Start").click()
    assert (await stage.next_command())["table"] == "new"
    await expect(form.get_by_role("alert")).to_have_text("Rounds: the Omega Index counts 1 to 20 rounds, not 0.")
    stage.refuse = {
        "refused": "options: fire.crossing_wounds: it must be a whole number of 2 at most.",
        "rule": "TABLE",
    }
    await form.get_by_role("button", name="Start").click()
    said = "Fire wounds where two walls cross: it must be a whole number of 2 at most."
    await expect(form.get_by_role("alert")).to_have_text(said)
    await stage.next_command()
    stage.refuse = None
    await form.get_by_role("button", name="Start").click()
    await expect(form).to_be_hidden()
