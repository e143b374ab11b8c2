"""The table of what can be answered without a screen is true of every decision that play comes to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE, Action, State, load
from immolation.games.spoken import understand
from immolation.table.seat_buttons import ending

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "without-a-screen.md"
GAMES = ROOT / "host" / "immolation" / "games"
WAYS = ("move", "touch", "button", "sentence", "phone")

Ruleset = tuple[str, str, Mapping[str, Any], str]
RULESETS: tuple[Ruleset, ...] = (
    ("Ascended Kings, arena", "ascended-kings", {"seats": 3, "rounds": 6}, "ascended_kings"),
    ("Ascended Kings, full track", "ascended-kings", {"seats": 2, "track": "full", "rounds": 3}, "ascended_kings/full"),
    ("Chimera Con", "chimera-con", {"seats": 3}, "chimera_con"),
    ("Chimera Hunt", "chimera-hunt", {"seats": 2, "chimera": "mooncove"}, "chimera_hunt"),
    ("Cinders", "cinders", {"seats": 3}, "cinders"),
    ("Kimera", "kimera", {"seats": 2}, "kimera"),
    ("Red Rains, printed cards", "red-rains", {"seats": 1, "players": "printed"}, "red_rains"),
)
MOST = 700
"""Actions of a game that are looked at; random play need not come to an end."""


@cache
def table() -> dict[str, dict[tuple[str, str], set[str]]]:
    """Ruleset -> decision and answer -> ways, as the page has them."""
    found: dict[str, dict[tuple[str, str], set[str]]] = {}
    rows: dict[tuple[str, str], set[str]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rows = found.setdefault(line.removeprefix("## "), {})
        elif line.startswith("| `"):
            kinds, answers, ways, _ = (cell.strip() for cell in line.strip("|").split("|"))
            named = {way for way in re.split(r", | or ", ways) if way}
            assert named <= {*WAYS}, line
            for kind in re.findall(r"`([^`]+)`", kinds):
                rows.update({(kind, answer): named for answer in re.findall(r"`([^`]+)`", answers)})
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
    _, name, config, _ = ruleset
    state, rng = load(name).new(config), Random(seed)
    for _ in range(MOST):
        deciders = state.deciders()
        if not deciders:
            return
        seat = next(iter(deciders))
        if seat == CHANCE:
            outcomes = deciders[seat].outcomes
            state.apply(rng.choices([one.action for one in outcomes], [one.weight for one in outcomes])[0])
            continue
        yield state, seat
        kinds: dict[str, list[Action]] = {}
        for action in state.legal_actions(seat):
            kinds.setdefault(tag(action), []).append(action)
        state.apply(rng.choice(kinds[rng.choice(sorted(kinds))]))


def tag(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


def survey(ruleset: Ruleset) -> dict[tuple[str, str], list[set[str]]]:
    """Decision and answer -> the ways that each of its first occurrences has."""
    found: dict[tuple[str, str], list[set[str]]] = {}
    for seed in range(3):
        for state, seat in played(ruleset, seed):
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
    rows = table()[ruleset[0]]
    found = survey(ruleset)
    assert {*found} <= {*rows}, "decisions and answers that the page does not have"
    for answer, seen in found.items():
        named = rows[answer]
        for each in seen:
            assert "phone" in named or each & named, (answer, each)
        assert {way for each in seen for way in each} <= named, (answer, "can be done in more ways than the page says")


@pytest.mark.parametrize("ruleset", [pytest.param(one, id=one[0]) for one in RULESETS])
def test_every_kind_of_decision_in_the_rules_is_in_the_table(ruleset: Ruleset) -> None:
    kinds = {kind for kind, _ in table()[ruleset[0]]}
    for file in sorted((GAMES / ruleset[3]).rglob("*.py")):
        if ruleset[3] == "ascended_kings" and "full" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Decision":
                kind = node.args[0] if node.args else None
                rolled = any(one.arg == "outcomes" for one in node.keywords) or len(node.args) > 5
                if isinstance(kind, ast.Constant) and not rolled:
                    assert kind.value in kinds, (file.name, kind.value)
