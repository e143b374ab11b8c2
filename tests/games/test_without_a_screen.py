"""The table of what can be answered without a screen is true of every decision that play comes to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import pytest
from immolation.games import CHANCE, Action, State, load
from immolation.games.ascended_kings.frames import WindowKind
from immolation.games.spoken import understand
from immolation.table.seat_buttons import ending

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "without-a-screen.md"
GAMES = ROOT / "host" / "immolation" / "games"
WAYS = ("move", "touch", "button", "sentence", "phone")

Ruleset = tuple[str, str, Mapping[str, Any], str]
"""Heading on the page, name, config, folder."""

RULESETS: tuple[Ruleset, ...] = (
    ("Ascended Kings, arena", "ascended-kings", {"seats": 3, "rounds": 6}, "ascended_kings"),
    ("Ascended Kings, full track", "ascended-kings", {"seats": 2, "track": "full", "rounds": 3}, "ascended_kings/full"),
    ("Chimera Con", "chimera-con", {"seats": 3}, "chimera_con"),
    ("Chimera Hunt", "chimera-hunt", {"seats": 2, "chimera": "mooncove"}, "chimera_hunt"),
    ("Cinders", "cinders", {"seats": 3}, "cinders"),
    ("Kimera", "kimera", {"seats": 2}, "kimera"),
    ("Red Rains, printed cards", "red-rains", {"seats": 1, "players": "printed"}, "red_rains"),
    ("Red Rains, the host's cards", "red-rains", {"seats": 1}, "red_rains"),
)
SAID, ROLLED = "Said at any time", "Rolled"
"""How the lines begin that name what stands in no row: what is declared, and what chance does."""

ELSEWHERE: Mapping[str, Any] = {
    "Ascended Kings, arena": {"kings": "choose", "seats": 4},
    "Ascended Kings, full track": {"kings": "choose", "seats": 4},
    "Kimera": {"seats": 4, "teams": {"red": ["p1", "p2"], "blue": ["p3", "p4"]}},
    "Red Rains, the host's cards": {"players": "fair", "level": "H2"},
}
"""Configs in which more is asked than in the usual one."""

MOST = 700
"""Actions of a game that are looked at; random play need not come to an end."""


class Page(NamedTuple):
    """What the page says of a ruleset."""

    rows: dict[tuple[str, str], set[str]]
    """Decision and answer -> ways."""

    said: set[str]
    rolled: set[str]


@cache
def table() -> dict[str, Page]:
    """Heading -> what stands below it."""
    found: dict[str, Page] = {}
    for paragraph in PAGE.read_text(encoding="utf-8").split("\n\n"):
        if paragraph.startswith("## "):
            page = found.setdefault(paragraph.removeprefix("## "), Page({}, set(), set()))
        elif paragraph.startswith(SAID):
            page.said.update(re.findall(r"`([^`]+)`", paragraph))
        elif paragraph.startswith(ROLLED):
            page.rolled.update(re.findall(r"`([^`]+)`", paragraph))
        for line in paragraph.splitlines():
            if line.startswith("| `"):
                kinds, answers, ways, _ = (cell.strip() for cell in line.strip("|").split("|"))
                named = {way for way in re.split(r", | or ", ways) if way}
                assert named <= {*WAYS}, line
                for kind in re.findall(r"`([^`]+)`", kinds):
                    page.rows.update({(kind, answer): named for answer in re.findall(r"`([^`]+)`", answers)})
    return found


def ways(state: State, action: Action, gestures: Mapping[Action, bool]) -> set[str]:
    """How an action can be taken now without a screen, a sentence only where nothing else serves."""
    found = {"touch" if gestures[action] else "move"} if action in gestures else set()
    if ending(state, action.seat) == action:
        found.add("button")
    if not found and understand(state, action.seat, state.game.label(action, state.view(action.seat))).action == action:
        found.add("sentence")
    return found


def played(ruleset: Ruleset, seed: int) -> Iterator[tuple[State, str]]:
    """Random play: each state in which somebody is asked, and who."""
    heading, name, config, _ = ruleset
    rng = Random(seed)
    state = load(name).new(config if not seed else _other(heading, name, config, rng))
    for _ in range(MOST):
        deciders = state.deciders()
        if not deciders:
            return
        seat = next(iter(deciders))
        yield state, seat
        if seat == CHANCE:
            outcomes = deciders[seat].outcomes
            state.apply(rng.choices([one.action for one in outcomes], [one.weight for one in outcomes])[0])
            continue
        kinds: dict[str, list[Action]] = {}
        for action in state.legal_actions(seat):
            kinds.setdefault(tag(action), []).append(action)
        state.apply(rng.choice(kinds[rng.choice(sorted(kinds))]))


def _other(heading: str, name: str, config: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """A config in which more is asked, with half of the house rules played another way."""
    house = {
        option.key: rng.choice(option.choices)
        for option in load(name).options()
        if option.choices and rng.random() < 0.5
    }
    return {**config, **ELSEWHERE.get(heading, {}), "options": house}


def tag(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


def survey(ruleset: Ruleset) -> dict[tuple[str, str], list[set[str]]]:
    """Decision and answer -> the ways that each of its first occurrences has."""
    found: dict[tuple[str, str], list[set[str]]] = {}
    for seed in range(3):
        for state, seat in played(ruleset, seed):
            if seat == CHANCE:
                continue
            kind, actions = state.deciders()[seat].kind, list(state.legal_actions(seat))
            asked = [each for other in state.deciders() for each in state.legal_actions(other)]
            gestures: dict[Action, bool] | None = None
            for action in Random(seed).sample(actions, min(12, len(actions))):
                seen = found.setdefault((kind, tag(action)), [])
                if len(seen) < 25:
                    if gestures is None:
                        shown = state.game.picture(state.view(None), asked).gestures
                        gestures = {one.action: one.back for one in shown}
                    seen.append(ways(state, action, gestures))
    return found


@pytest.mark.parametrize("ruleset", [pytest.param(one, id=one[0]) for one in RULESETS])
def test_every_answer_can_be_given_as_the_table_says(ruleset: Ruleset) -> None:
    rows = table()[ruleset[0]].rows
    found = survey(ruleset)
    assert {*found} <= {*rows}, "decisions and answers that the page does not have"
    for answer, seen in found.items():
        named = rows[answer]
        for each in seen:
            assert "phone" in named or each & named, (answer, each)
        assert {way for each in seen for way in each} <= named, (answer, "can be done in more ways than the page says")


@pytest.mark.parametrize("ruleset", [pytest.param(one, id=one[0]) for one in RULESETS])
def test_every_kind_of_decision_in_the_rules_is_in_the_table(ruleset: Ruleset) -> None:
    kinds = {kind for heading, page in table().items() if of(ruleset) in heading for kind, _ in page.rows}
    for file in sorted((GAMES / ruleset[3]).rglob("*.py")):
        if ruleset[3] == "ascended_kings" and "full" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called in ("Decision", "Ask", "ask"):
                kind = next((word.value for word in node.keywords if word.arg == "kind"), *node.args[:1] or [None])
                rolled = any(one.arg == "outcomes" for one in node.keywords) or len(node.args) > 5
                if isinstance(kind, ast.Constant) and re.fullmatch("[a-z-]+", str(kind.value)) and not rolled:
                    assert kind.value in kinds, (file.name, kind.value)


def of(ruleset: Ruleset) -> str:
    """What the headings of one ruleset have in common."""
    return ruleset[0].split(",")[0]


@pytest.mark.parametrize("ruleset", [pytest.param(one, id=one[0]) for one in RULESETS])
def test_what_is_declared_and_what_chance_does_stands_below_the_table(ruleset: Ruleset) -> None:
    page = table()[ruleset[0]]
    for seed in range(3):
        for state, seat in played(ruleset, seed):
            if seat == CHANCE:
                assert {tag(one.action) for one in state.deciders()[seat].outcomes} <= page.rolled
            else:
                answered = {tag(action) for action in state.legal_actions(seat)}
                declared = {each.do for each in state.declarations(seat)}
                assert declared <= page.said | {answer for _, answer in page.rows}, declared - page.said - answered


@pytest.mark.parametrize("ruleset", [pytest.param(one, id=one[0]) for one in RULESETS])
def test_every_action_of_the_rules_is_on_the_page_and_no_other(ruleset: Ruleset) -> None:
    """An action that somebody adds has a way to be taken without a screen, or a word on why not."""
    file = GAMES / ruleset[3].split("/")[0] / ("actions.py" if ruleset[1] != "cinders" else "__init__.py")
    in_rules = {
        word.value.value
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        for word in node.keywords
        if word.arg == "tag" and isinstance(word.value, ast.Constant)
    }
    pages = [page for heading, page in table().items() if of(ruleset) in heading]
    on_page = {name for page in pages for name in page.said | page.rolled | {answer for _, answer in page.rows}}
    assert on_page == in_rules


def test_every_window_of_the_full_track_is_in_the_table() -> None:
    kinds = {kind for kind, answer in table()["Ascended Kings, full track"].rows if answer == "instant"}
    assert {*get_args(WindowKind)} <= kinds
