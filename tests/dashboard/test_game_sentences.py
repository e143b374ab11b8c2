"""Sentences of the games in German: nothing that a game shows, and nothing in its program, bypasses it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from immolation import bots, games
from immolation.dashboard import translation
from immolation.dashboard.display_names import replace_names
from immolation.dashboard.game_sentences import Sentences, Template, pattern
from immolation.dashboard.rulesets.hand_of_cards import without_name
from immolation.games import CHANCE
from playwright.async_api import Browser, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GameStage
from tests.dashboard.translated_games import DRAWN, TRANSLATED, Translated, entries, lesson, skeletons
from tests.games import refusals

GAMES = pytest.mark.parametrize("of", TRANSLATED, ids=lambda of: of.ruleset)

ACTIONS = 500


class Strict(Sentences):
    """Notes what is shown in English inside of a sentence."""

    def __init__(self, known: dict[str, str], proper: AbstractSet[str]) -> None:
        super().__init__(known)
        self.proper = proper
        self.english: set[str] = set()

    def _fill(self, template: Template, said: Mapping[str, str]) -> str | None:
        before = set(self.english)
        shown = super()._fill(template, said)
        if shown is None:  # another template will say it
            self.english = before
        return shown

    def _part(self, hole: str, said: str) -> str | None:
        shown = super()._part(hole, said)
        known = shown == said and self._filled(said) is not None  # its parts have been looked at
        if shown == said and not known and re.search("[a-z]{2}", said) and said not in self.proper:
            self.english.add(said)
        return shown


def said_in_a_game(ruleset: str, config: dict[str, Any], seed: int) -> Iterator[str]:
    """Everything that people read in a random game."""
    game = games.load_for(ruleset, config)
    state, rng = game.new(config), Random(seed)
    for _ in range(ACTIONS):
        deciders = state.deciders()
        view = state.view(None)
        yield from (seat["name"] for seat in view["seats"].values())
        yield from (piece.label for piece in game.picture(view).pieces)
        for seat, decision in deciders.items():
            yield decision.prompt
            own = state.view(seat) if seat != CHANCE else view
            for action in state.legal_actions(seat) if seat != CHANCE else ():
                yield game.label(action, view)
                card = own.get("cards", {}).get(getattr(action, "card", None), {})
                yield without_name(game.label(action, own), card.get("name", ""))
            yield from (game.label(one.action, view) for one in decision.outcomes)
        if not deciders:
            break
        seat = rng.choice(list(deciders))
        due = deciders[seat].outcomes
        weights = [one.weight for one in due]
        action = rng.choices(due, weights)[0].action if due else rng.choice(state.legal_actions(seat))
        yield from (event.text for event in state.apply(action) if event.text)
    result = state.outcome()
    if result is not None:
        yield result.reason


@lru_cache
def told(of: Translated) -> frozenset[str]:
    """Return what is read in some games, by people with names too."""
    found = {said for config in of.configs for seed in (1, 2) for said in said_in_a_game(of.ruleset, config, seed)}
    found |= {line for said in of.printed for line in said.split("\n")}
    return frozenset(found | {replace_names(said, {f"{of.seat} 1": "Ada", f"{of.seat} 3": "Bob"}) for said in found})


@GAMES
def test_a_catalogue_is_complete_and_fills_the_same_holes(of: Translated) -> None:
    for said, shown in entries(of.path).items():
        assert shown, said
        assert set(re.findall(r"\{(\w+)", said)) == set(re.findall(r"\{(\w+)", shown)), said
        assert not re.search(r"\{\w+[:!]", shown), f"{said}: a hole is filled as it was said"


def test_every_catalogue_of_a_game_is_held_to_its_games() -> None:
    assert sorted(of.path for of in TRANSLATED) == sorted(translation.GAMES.glob("*/*.po"))


@GAMES
def test_nothing_that_a_game_says_stays_english(of: Translated) -> None:
    spoken = Strict(entries(of.path), of.proper())
    assert len(told(of)) > of.least
    words = {said for said in told(of) if re.search("[A-Za-z]{2}", said)}  # dice show numbers alone
    assert sorted(said for said in words if spoken.say(said) is None and said not in of.proper()) == []
    assert sorted(spoken.english) == []


@GAMES
def test_why_a_bot_would_do_it_is_told_in_german(of: Translated) -> None:
    weighed = bots.evaluation(of.ruleset)
    assert weighed is not None
    said = {words for both in weighed.words.values() for words in both} | {bots.WINS}
    assert {words for words in said if translation._said(words, "de", of.ruleset) == words} == set()


@GAMES
def test_how_to_play_is_told_in_german(of: Translated) -> None:
    said, known, page = lesson(of.ruleset), entries(of.path), entries(translation.FOLDER / "de.po")
    assert sorted(said - known.keys()) == []
    assert {words: page[words] for words in said & page.keys() if page[words] != known[words]} == {}


def refusals_of_kimera() -> Iterator[str]:
    """Yield what every refusal of Kimera's own says; settings and positions are for whoever writes them."""
    with refusals.noting():
        for example in refusals.examples("kimera"):
            refusal, site = refusals.refused("kimera", example)
            if refusal is not None and site[0].startswith("kimera"):
                yield refusal.reason


def forecasts_of_kimera() -> Iterator[str]:
    """Yield what is foretold of attacks and heals in a random battle."""
    state, rng = games.load_for("kimera", {}).new({"seats": 3}), Random(3)
    for _ in range(ACTIONS):
        deciders = state.deciders()
        for seat in deciders:
            for told in state.view(seat).get("forecast") or () if seat != CHANCE else ():
                yield from (*told["known"], *([told["cost"]["cards"]] if told["cost"]["cards"] else []))
        if not deciders:
            return
        seat = rng.choice(list(deciders))
        due = [one.action for one in deciders[seat].outcomes]
        state.apply(rng.choice(due or state.legal_actions(seat)))


def test_kimera_refuses_and_foretells_in_german() -> None:
    kimera_told = next(of for of in TRANSLATED if of.ruleset == "kimera")
    spoken = Sentences(entries(kimera_told.path))
    said = {*refusals_of_kimera(), *forecasts_of_kimera()}
    assert len(said) > 100
    assert sorted(words for words in said if spoken.say(words) is None) == []


@GAMES
def test_templates_take_a_sentence_apart_as_it_was_put_together(of: Translated) -> None:
    known = entries(of.path)
    plain = Sentences({said: re.sub(r"\{(\w+):d\}", r"{\1}", said) for said in known})
    assert sorted(said for said in told(of) if plain.say(said) not in (said, None)) == []


@GAMES
def test_nothing_in_the_program_bypasses_the_catalogue(of: Translated) -> None:
    known = {re.sub(r"\{(\w+)(:d)?\}", "{}", said) for said in entries(of.path)} | of.proper()
    if "{}. {}" in known:  # sentences stand beside each other
        known |= {f" {said}." for said in known}
    missing = [
        f"{path.name}: {words}"
        for path in (*sorted(of.rules.rglob("*.py")), *sorted(of.path.parent.glob("*.py")))
        if str(path.relative_to(of.rules if path.is_relative_to(of.rules) else path.parent)) not in of.unsaid
        for words, fits in skeletons(path, of.seat)
        if words not in of.no_sentences
        and not DRAWN.match(words)
        and not any(re.fullmatch(fits, said, re.I) for said in known)
    ]
    assert not missing, "\n".join(missing)


def test_a_template_prefers_what_says_most_itself() -> None:
    spoken = Sentences({"{who} strikes {what}.": "A {what}", "{who} strikes {what} with Pyre.": "B {what}"})
    assert spoken.say("Ada strikes Rainwalker with Pyre.") == "B Rainwalker"
    assert spoken.say("Ada waits.") is None
    assert pattern("{n:d} of {all:d}")[0] == "(?P<n>[0-9]+)\\ of\\ (?P<all>[0-9]+)"


def test_a_sentence_is_shown_whole_in_one_language_or_not_at_all() -> None:
    spoken = Sentences({"{who} takes {what}.": "{who} erhält {what}.", "{one} and {two}": "{one} und {two}"})
    assert spoken.say("Ada takes 2 Pyre and 1 Egis.") == "Ada erhält 2 Pyre und 1 Egis."
    assert spoken.say("Take a rest and draw a card") is None
    assert spoken.say("Any opponent takes 1 Dire and loses a turn.") is None
    assert spoken.say("Sister of the night takes 1 Egis.") == "Sister of the night erhält 1 Egis."


def test_what_people_named_themselves_stays_as_they_wrote_it() -> None:
    spoken = Sentences(
        {"{unit} attacks {foe}.": "{unit} greift {foe} an.", "Unit": "Einheit", "{one}. {two}": "{one}. {two}"}
    )
    assert spoken.say("my little red dragon attacks Unit.") == "my little red dragon greift Einheit an."
    assert spoken.say("A sentence of its own. And so it attacks Unit.") is None
    assert (
        spoken.say("Unit attacks it.\nSome words that are not known.")
        == "Einheit greift it an.\nSome words that are not known."
    )


def test_sentences_do_not_stand_within_a_sentence() -> None:
    spoken = Sentences(
        {
            "Discard {what}": "Wirf {what} ab",
            "Then: {what}": "Danach: {what}",
            "this": "dies",
            "{one}. {two}": "{one}. {two}",
            "{one}.": "{one}.",
        }
    )
    assert spoken.say("Then: Discard this. Discard this.") == "Danach: Wirf dies ab. Wirf dies ab."


def test_nobody_is_translated_whatever_they_are_called() -> None:
    spoken = Sentences({"{who} falls.": "{who} fällt.", "Rest": "Ausruhen", "Hunter {n:d}": "Jäger {n}"})
    assert spoken.say("Rest falls.") == "Rest fällt."
    assert spoken.say("Hunter 2 falls.") == "Jäger 2 fällt."


def test_a_boon_for_a_hunter_with_a_name_is_german() -> None:
    spoken = Sentences(entries(next(of.path for of in TRANSLATED if of.ruleset == "chimera-hunt")))
    assert spoken.say("An Aria for Ada") == "Eine Aria für Ada"
    assert spoken.say("An Aria for hunter 1") == "Eine Aria für Jäger 1"


@pytest.mark.needs("chromium", "mosquitto")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_in_german_shows_a_game_in_german(
    browser: Browser, broker: BrokerProcess, page_process: PageProcess
) -> None:
    async with GameStage(broker.url, "chimera-hunt") as stage:
        stage.play_until_asked(60)
        stage.name_person("Undo")
        await stage.show()
        for locale, named, english in (("de-DE", "Jäger 2", False), ("en-GB", "Hunter 2", True)):
            context = await new_context(browser, locale=locale)
            window = await context.new_page()
            await window.goto(page_process.url)
            await expect(window.locator(".im-seats")).to_contain_text("Undo")
            await expect(window.locator(".im-seats")).to_contain_text(named)
            await expect(window.locator(".im-log-text").first).to_be_attached()
            shown = await window.locator(".im-headline, .im-decisions, .im-log, .im-side").all_inner_texts()
            left = re.search(r"\b(the|takes|moves|wakes|strength|hunter)\b", " ".join(shown))
            assert bool(left) is english, left
            await context.close()
