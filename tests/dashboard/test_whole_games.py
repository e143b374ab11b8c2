"""Whole games of every ruleset, by taps on a desk and on a phone, in German, looked at after each answer.

Whatever a page says or reads aloud there has to be a word of the German catalogues or a name: what bypasses them is
found, in a label, a title or a hint, and however it was put together.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from functools import lru_cache
from random import Random
from typing import Any

import nicegui.translations
import pytest
import pytest_asyncio
from babel.messages.pofile import read_po
from immolation import games
from immolation.dashboard import translation
from immolation.games import Action
from immolation.games.chimera_con.cards.pack_reader import load_pack
from playwright.async_api import Browser, Page, expect

from tests.dashboard.conftest import BrokerProcess, PageProcess, new_context
from tests.dashboard.game_stage import GameStage
from tests.dashboard.test_access import AXE, DESK, RUN_AXE, SMALL, WIDER
from tests.dashboard.translated_games import CON, TRANSLATED
from tests.games.test_no_identifiers import identifiers

pytestmark = [pytest.mark.needs("chromium", "mosquitto"), pytest.mark.asyncio(loop_scope="session")]

SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "arena": (1, {"track": "arena", "seats": 2, "rounds": 8, "options": {"war.last_round": 4}}),
    "full": (1, {"track": "full", "seats": 2, "rounds": 6, "options": {"war.last_round": 3}}),
    "kimera": (1, {"seats": 3, "rounds": 3}),
    "chimera-con": (5, {"seats": 2, "options": {"points_to_win": 1}}),
    "red-rains": (1, {}),
    "chimera-hunt": (1, {"seats": 2}),
    "cinders": (1, {}),
}
"""What is played -> its seed and settings, so that it is soon over."""

WORD = re.compile(r"[^\W\d_]{2,}")
RULE = re.compile(r"\b(?:AK|CC|CI|HUNT|KM|RR)-[A-Z]+-\d+")
HOLE = re.compile(r"\{.*?\}")

ENGLISH = {
    "red-rains": {"armored", "attack", "blood", "bring", "dies", "enters", "guard", "has", "less", "my", "or", "with"}
}
"""Ruleset -> words that its German quotes from what people type, which is English, and that stand nowhere else."""

UNHEARD = "script, style, #esm-fallback, .q-icon, kbd"
"""What is no text of the page: programs, icons, names of keys."""

LOOK = f"""async ([n, over]) => {{
    const wider = {WIDER};
    const there = () => {{
        const choices = document.querySelector('.im-decisions');
        const asked = choices && !choices.classList.contains('hidden') && choices.childElementCount;
        return document.querySelector('.im-note')?.textContent === n && (over || asked);
    }};
    if (!there()) await new Promise(seen => {{
        const watch = new MutationObserver(() => there() && (watch.disconnect(), seen()));
        watch.observe(document.body, {{subtree: true, childList: true, characterData: true, attributes: true}});
    }});
    const said = new Set([document.title]);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (node.data.trim() && !node.parentElement.closest('{UNHEARD}'))
            said.add(node.data.trim());
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-past'])
        for (const one of document.querySelectorAll(`[${{name}}]`)) said.add(one.getAttribute(name).trim());
    window.heard ??= new Set();
    const fresh = [...said].filter(one => one && !window.heard.has(one));
    fresh.forEach(one => window.heard.add(one));
    const panels = [...document.querySelectorAll('.im-panel')].filter(one => one.checkVisibility());
    return [wider(), fresh, panels.map(one => one.className)];
}}"""
"""Waits until the page shows a step; tells what is wider than its place, what is said for the first time, and which
panels are there."""

BUTTONS = ".im-decisions :is(.im-action, .im-chip)[data-do]:not([data-do='kill']):visible:not([disabled])"
"""What takes an action by one tap."""

DIALOGS = ("So wird gespielt", "Regeln", "Neues Spiel", "Spieler", "Plätze", "Brett", "Einstellungen")


def families() -> set[str]:
    """What creatures of Chimera Con are called, put together of their parts."""
    return {
        card.removesuffix(f"-{part}").replace("-", " ").title().replace(" ", "")
        for card in load_pack(CON / "cards.toml").facts
        for part in ("head", "body", "rear")
    }


@lru_cache
def german(ruleset: str) -> frozenset[str]:
    """Every word of the German catalogues, and of names."""
    own = next(one for one in TRANSLATED if one.ruleset == ruleset)
    said = {
        *("Immolation", "Ascendant", "II", "III"),
        *families(),
        *nicegui.translations.translations["de"].values(),
        *own.proper(),
        *(games.load_for(name, {}).title for name in games.names()),
    }
    rulebooks = sorted(translation.GAMES.glob("*/rulebook/de.po"))
    for path in (translation.FOLDER / "de.po", translation.FOLDER / "table" / "de.po", own.path, *rulebooks):
        with path.open("rb") as file:
            said |= {HOLE.sub(" ", str(entry.string)) for entry in read_po(file) if entry.id}
    return frozenset(word for one in said for word in WORD.findall(one)) - ENGLISH.get(ruleset, set())


class Watched:
    """One window, with what was wrong in it."""

    def __init__(self, name: str, window: Page) -> None:
        self.name, self.window = name, window
        self.flaws: dict[str, None] = {}
        self._looked_at: set[str] = set()
        window.on("console", lambda said: self._note(said.text) if said.type == "error" else None)
        window.on("pageerror", lambda error: self._note(str(error)))

    def _note(self, *flaws: str) -> None:
        self.flaws |= dict.fromkeys(f"{self.name}: {flaw}" for flaw in flaws)

    async def look(self, stage: GameStage, kind: str) -> None:
        """Look at a step; with axe too where it is the first of its kind."""
        wide, said, panels = await self.window.evaluate(LOOK, [stage.note, not kind])
        self._note(*(f"too wide: {one}" for one in wide))
        self.hear(stage, said)
        if new := {f"{stage.game.name}: {kind}", *panels} - self._looked_at:
            self._looked_at |= new
            self._note(*await self.window.evaluate(RUN_AXE, ".im-play"))

    def hear(self, stage: GameStage, said: list[str]) -> None:
        """Note what is no German, and what is an identifier."""
        known = german(stage.game.name)
        for one in said:
            if one.startswith("Auf Englisch: "):  # what may be typed into the line, which understands English
                continue
            said = RULE.sub("", one)  # what "why?" explains is named by it
            english = [word for word in WORD.findall(said) if word not in known]
            self._note(*([f"not German: {' '.join(english)} in {one!r}"] if english else []))
            self._note(*(f"{found} in {one!r}" for found in identifiers(said)))

    async def hear_all(self, stage: GameStage) -> None:
        """Hear what is there now."""
        _wide, said, _panels = await self.window.evaluate(LOOK, [stage.note, True])
        self.hear(stage, said)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def windows(browser: Browser) -> AsyncIterator[list[Watched]]:
    contexts, found = [], []
    for name, size in (("desk", DESK), ("phone", SMALL)):
        phone = size["width"] < 500
        context = await new_context(browser, viewport=size, has_touch=phone, is_mobile=phone, locale="de-DE")
        await context.add_init_script(AXE)
        contexts.append(context)
        found.append(Watched(name, await context.new_page()))
    yield found
    for context in contexts:
        await context.close()


def any_action(stage: GameStage, seat: str, rng: Random) -> Action:
    """An action of a kind by lot: every kind is as likely, however many ways it has."""
    kinds: dict[type, list[Action]] = {}
    for action in stage.state.legal_actions(seat):
        kinds.setdefault(type(action), []).append(action)
    return rng.choice(kinds[rng.choice(list(kinds))])


def until_asked(stage: GameStage, rng: Random) -> str:
    """Let the others play until the person has a choice; the kind of the question, empty once the game is over."""
    own = stage.state.seats[0]
    while stage.state.outcome() is None:
        asked = stage.state.deciders()
        mine = asked.get(own)
        if mine is not None and not mine.courtesy and len(stage.state.legal_actions(own)) > 1:
            return mine.kind
        seat = rng.choice(list(asked))
        if seat in stage.state.seats:
            stage.take(any_action(stage, seat, rng))
        else:
            stage.play(1)
    return ""


async def tapped(stage: GameStage, window: Page, rng: Random) -> Action | None:
    """Tap one of the buttons; what the page then sends, or None where other ways lead to an action."""
    buttons = await window.locator(BUTTONS).all()
    if not buttons:
        return None
    await rng.choice(buttons).evaluate("one => one.click()")
    wanted = (await stage.next_command())["action"]
    return next(one for one in stage.state.legal_actions(wanted["seat"]) if stage.game.record(one) == wanted)


@pytest.mark.parametrize("short", SHORT)
async def test_a_whole_game_by_taps_on_a_desk_and_on_a_phone(
    windows: list[Watched], broker: BrokerProcess, page_process: PageProcess, short: str
) -> None:
    async with GameStage(broker.url, short, SHORT[short][0], config=SHORT[short][1]) as stage:
        rng, steps, taps = stage.rng, 0, 0
        kind = until_asked(stage, rng)
        await stage.show()
        for one in windows:
            one.flaws.clear()
            await one.window.goto(page_process.url)
        while kind:
            stage.note = str(stage.n)
            await stage.show()
            for one in windows:
                await one.look(stage, kind)
            action = await tapped(stage, windows[steps % 2].window, rng)
            steps += 1
            taps += action is not None
            stage.take(action or any_action(stage, stage.state.seats[0], rng))
            kind = until_asked(stage, rng)
        stage.note = str(stage.n)
        await stage.show()
        for one in windows:
            await one.look(stage, "")
        await look_back_and_around(windows[0], stage, short, page_process.url)
        flaws = [flaw for one in windows for flaw in one.flaws]
        assert not flaws, "\n".join(flaws)
        assert steps >= 4
        assert taps >= steps // 4, "a person taps"


async def look_back_and_around(desk: Watched, stage: GameStage, short: str, url: str) -> None:
    """What a finished game shows besides: the timeline, how it is played, every dialog, the wall."""
    window = desk.window
    await window.get_by_role("button", name="Zeitleiste").click()
    await expect(window.locator(".im-timeline-slider")).to_be_visible()
    await desk.hear_all(stage)
    for name in DIALOGS if short == "chimera-hunt" else DIALOGS[:1]:  # the others are alike in every game
        await window.get_by_role("button", name=name, exact=True).first.click()
        await window.locator(".im-dialog").wait_for()
        await desk.hear_all(stage)
        await window.keyboard.press("Escape")
        await window.locator(".im-dialog").wait_for(state="detached")
    await window.goto(f"{url}?wall")
    await expect(window.locator(".im-wall .im-seat")).to_have_count(len(stage.seats))
    await desk.hear_all(stage)
