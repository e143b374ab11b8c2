"""What the page and the tables of a series call things: as people do, and everything by one name of its own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from immolation.simulate import report
from immolation.simulate.one_game import Played
from immolation.simulate.plan import MOST_ACTIONS, plan
from immolation.simulate.summary import Summary, summary


def over(
    ruleset: str, rule: str, counts: dict[str, dict[str, int]], numbers: dict[str, float] | None = None
) -> Summary:
    """One game that a rule ended."""
    made = plan(ruleset, {}, {}, ("random",), 1, None, MOST_ACTIONS)
    seats = tuple(f"p{count + 1}" for count in range(len(made.bots)))
    game = Played(0, "finished", made.config, made.seated(0, seats), 90, 60, winners=("p1",), rule=rule, counts=counts)
    game.numbers = numbers or {}
    return summary(made, [game])


@pytest.mark.parametrize(
    ("ruleset", "rule", "said"),
    [
        ("kimera", "TABLE", "the end of the last round"),
        ("kimera", "KM-POT-03", "the defeat of all others (KM-POT-03)"),
        ("red-rains", "RR-BASE-03", "the fall of the Chimera or a Phoenixborn (RR-BASE-03)"),
        ("chimera-hunt", "TABLE", "a limit of this program"),
        ("chimera-hunt", "HUNT-WIN-01", "the death of the Chimera (HUNT-WIN-01)"),
        ("chimera-hunt", "HUNT-WIN-02", "the arena turning to ash (HUNT-WIN-02)"),
        ("chimera-hunt", "HUNT-FALL-02", "a fall with no soul left (HUNT-FALL-02)"),
        ("cinders", "CI-WIN-01", "the last run (CI-WIN-01)"),
        ("chimera-con", "CC-WIN-02", "the last point that somebody needed (CC-WIN-02)"),
        ("ascended-kings", "AK-WAR-11", "the Omega Stone taken with all four Bloodstones (AK-WAR-11)"),
        ("ascended-kings", "AK-SCORE-02", "the count of Koru (AK-SCORE-02)"),
        ("ascended-kings", "AK-WOUND-02", "Dire Wounds (AK-WOUND-02)"),
    ],
)
def test_the_end_of_a_game_is_told_in_words(ruleset: str, rule: str, said: str) -> None:
    found = over(ruleset, rule, {})
    assert f"The longest is game 0: 90 actions, over in round 60 by {said}." in report.headline(found)
    assert report.charts(found) == {"endings by rule": {said: 1}}


@pytest.mark.parametrize(
    ("ruleset", "counts", "said"),
    [
        ("chimera-con", {"cheats": {"back-alley-graft": 2}}, "Back-Alley Graft"),
        ("chimera-con", {"families": {"pale-stag": 2}}, "pale stag"),
        ("kimera", {"attacks": {"free-melee": 2}}, "free melee"),
        ("kimera", {"defeats": {"drako": 2}}, "Drako"),
        ("red-rains", {"aspects revealed": {"Ballistic Seeds": 2}}, "Ballistic Seeds"),
    ],
)
def test_charts_name_their_items(ruleset: str, counts: Any, said: str) -> None:
    (chart,) = counts
    assert report.charts(over(ruleset, "X", counts))[chart] == {said: 2}


@pytest.mark.parametrize(("ruleset", "name"), [("red-rains", "Ultimates"), ("kimera", "damage cards")])
def test_no_two_cards_of_the_page_have_one_heading(ruleset: str, name: str) -> None:
    pytest.importorskip("matplotlib")
    page = report.html(over(ruleset, "X", {name: {"bash": 1}}, {name: 1}))
    headings = re.findall("<h2>(.*?)</h2>", page)
    assert len(headings) == len(set(headings))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "an id belongs to one drawing"
