"""A refusal names the rule that refuses: every one of the engine is reached by an example, and its rule explains it."""

from __future__ import annotations

import pytest
from immolation import games
from immolation.games import Correct, IllegalAction, rulebook

from tests.games import refusals

RULESETS = sorted(name for name in games.names() if refusals.file_of(name).exists())


def words(text: str) -> str:
    """Text without line breaks and capitals."""
    return " ".join(text.split()).casefold()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_refusal_is_reached_by_an_example_and_cites_the_rule_that_explains_it(ruleset: str) -> None:
    rules, left = rulebook.load(ruleset), refusals.sites(ruleset)
    wrong: list[str] = []
    with refusals.noting():
        for example in refusals.examples(ruleset):
            refusal, site = refusals.refused(ruleset, example)
            if refusal is None or refusal.rule != example.rule or not refusal.reason:
                wrong.append(f"{example.action} is refused by {refusal}, not by {example.rule}: {example.given}")
                continue
            left.pop(site, None)
            if example.rule == "TABLE":
                continue
            rule = rules[example.rule]
            if not example.because or words(example.because) not in words(f"{rule.text} {rule.gap}"):
                wrong.append(f"{example.rule} does not say {example.because!r}, but: {rule.text}")
    assert not wrong, "\n".join(wrong)
    assert not left, "No example reaches:\n" + "\n".join(map(str, left.values()))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_refused_changes_nothing(ruleset: str) -> None:
    for example in refusals.examples(ruleset):
        state = refusals.situation(ruleset, example)
        before = state.digest()
        action = state.game.action(example.action)
        with pytest.raises(IllegalAction) as caught:
            state.apply(action)
        assert caught.value.refusal.rule == example.rule
        assert state.digest() == before
        assert isinstance(action, Correct) or action not in state.legal_actions(action.seat)


def test_what_rulesets_share_refuses_by_no_printed_rule() -> None:
    """It does not know which ruleset it plays, so that whoever has a rule for it says so in its own file."""
    for site in refusals.sites_in((refusals.ENGINE / "engine").rglob("*.py")).values():
        assert '"TABLE"' in site.text.split(",")[0], str(site)
