"""House rules and rulebooks in German: every text of an option, and every rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from babel.messages.pofile import read_po
from immolation import games
from immolation.dashboard import translation
from immolation.dashboard.panels import new_game
from immolation.dashboard.rule_words import RuleText
from immolation.games import rulebook
from immolation.plain_text import without_keys
from playwright.async_api import Browser, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GameStage
from tests.dashboard.stage import Stage

RULE = re.compile(r"[A-Z]{2,4}-[A-Z]+-\d\d\w?")


def entries(ruleset: str) -> list[RuleText]:
    """Return what the German catalogue of a rulebook holds."""
    path = translation.GAMES / ruleset.replace("-", "_") / "rulebook" / "de.po"
    with path.open("rb") as file:
        return [RuleText(one.context or "", str(one.id), str(one.string)) for one in read_po(file) if one.id]


def option_texts(ruleset: str) -> Iterator[tuple[str, str]]:
    """Every text of the house rules that a form shows: the key of each, and what is said of it."""
    for track in ("arena", "full") if ruleset == "ascended-kings" else ("",):
        for one in games.load_for(ruleset, {"track": track} if track else {}).options():
            option = msgspec.convert(msgspec.to_builtins(one), new_game.GameOption)
            if new_game.offered([option]):
                words = not all(isinstance(choice, bool) for choice in option.choices)
                for said in (option.meaning.removesuffix("."), option.reading, *new_game.titles(option) * words):
                    if said:
                        yield option.key, said


def rule_texts(ruleset: str) -> Iterator[tuple[str, str]]:
    """Every text of the rulebook: headings, and of each rule its id and what it says."""
    for rule in rulebook.load(ruleset).values():
        yield "", rule.section
        for said in (rule.text, rule.example, rule.gap):
            if shown := without_keys(said):
                yield rule.id, shown


@pytest.mark.parametrize("ruleset", sorted(games.names()))
def test_every_house_rule_is_offered_in_german(ruleset: str) -> None:
    german = translation.rule_words("de", ruleset)
    assert german is not None
    assert [text for text in option_texts(ruleset) if german.say(text[1], text[0]) is None] == []


@pytest.mark.parametrize("ruleset", sorted(games.names()))
def test_every_rule_is_in_german(ruleset: str) -> None:
    """Headings, texts, examples, and what is said of a gap."""
    german = translation.rule_words("de", ruleset)
    assert german is not None
    assert [text for text in rule_texts(ruleset) if german.say(text[1], text[0]) is None] == []


@pytest.mark.parametrize("ruleset", sorted(games.names()))
def test_the_german_rulebook_says_what_there_is(ruleset: str) -> None:
    """No text that the rulebook has no longer; the same rules are named in both languages, and no option by its key."""
    there = {*option_texts(ruleset), *rule_texts(ruleset)}
    for one in entries(ruleset):
        assert (one.about, one.said) in there
        assert one.shown
        assert set(RULE.findall(one.shown)) == set(RULE.findall(one.said)), one
        assert not re.search(r"\bopt:|\[config|\w_\w", one.shown), one


@pytest.mark.parametrize("ruleset", sorted(games.names()))
def test_no_rule_shows_the_key_of_an_option(ruleset: str) -> None:
    assert [said for _id, said in rule_texts(ruleset) if re.search(r"\bopt:|\[config|[(][)]|^[^\[]*\]", said)] == []


def test_rules_are_found_by_german_words() -> None:
    german = translation.rule_words("de", "cinders")
    assert german is not None
    assert german.search("Brett ecken") == ["CI-SETUP-01"]
    assert german.search("wassermelone") == []


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_rules_are_read_and_searched_in_german(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    context = await new_context(browser, locale="de-DE")
    async with GameStage(broker.url, "cinders") as stage:
        stage.play_until_asked(1)
        await stage.show()
        window = await context.new_page()
        await window.goto(page_process.url)
        await window.get_by_role("button", name="Regeln", exact=True).click()
        rules = window.get_by_role("dialog").locator(".im-rule")
        await expect(rules).to_have_count(5)
        await expect(rules.first).to_contain_text("Aufbau")
        await window.get_by_role("textbox").last.fill("zuletzt gelaufen")
        await expect(rules).to_have_count(1)
        await expect(rules).to_contain_text("CI-WIN-01")
    await context.close()


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_rule_that_is_in_english_only_says_so(
    browser: Browser, stage: Stage, page_process: PageProcess
) -> None:
    """A pack or a newer host may have rules that this page has no German for."""
    context = await new_context(browser, locale="de-DE")
    window = await context.new_page()
    await window.goto(page_process.url)
    await window.get_by_role("button", name="Regeln", exact=True).click()
    rule = window.get_by_role("dialog").locator(".im-rule").first
    await expect(rule.locator("[lang=en]")).to_have_text("A strip that moves burns what it reaches, in a fixed order.")
    await expect(rule).to_contain_text("Das gibt es nur auf Englisch.")
    await context.close()


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_house_rules_of_another_ruleset_are_german_in_the_form(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    """The form asks for any ruleset, whichever game is on the table."""
    context = await new_context(browser, locale="de-DE")
    async with GameStage(broker.url, "cinders") as stage:
        stage.play_until_asked(1)
        await stage.show()
        window = await context.new_page()
        await window.goto(page_process.url)
        await window.get_by_role("button", name="Neues Spiel", exact=True).click()
        form = window.locator(".im-new-game details")
        await form.locator("summary").click()
        await expect(form.get_by_label("Jeden König nimmt höchstens ein Spieler", exact=True)).to_be_visible()
        await expect(form).to_contain_text("Nach der Vorlage")
        await expect(form).not_to_contain_text("The source")
    await context.close()


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_house_rules_of_a_running_game_are_told_in_german(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    rules = {"rune_stack": "sum_all", "hand_kept": False, "starting_points": 230}
    context = await new_context(browser, locale="de-DE")
    async with GameStage(broker.url, "kimera", config={"options": rules}) as stage:
        stage.play_until_asked(1)
        await stage.show()
        window = await context.new_page()
        await window.goto(page_process.url)
        side = window.locator(".im-index")
        await expect(side.get_by_text("Hausregeln", exact=True)).to_be_visible()
        await expect(side.get_by_text("Fertigkeitspunkte für einen neuen Reiter: 230", exact=True)).to_be_visible()
        await expect(
            side.get_by_text("Von wiederholten Boni einer Rune zählt der beste, oder ihre Summe: ihre Summe")
        ).to_be_visible()
        await expect(side.locator(".im-hint", has_text=re.compile(": nein$"))).to_have_count(1)
    await context.close()
