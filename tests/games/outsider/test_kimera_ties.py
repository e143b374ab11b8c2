"""Kimera: ties of every kind between every pair of types, superiority and range, from the rulebook alone."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.outsider.battle import Battle, rider

AIR, GROUND = ("drako", "hermes", "siroko"), ("kolossus", "kiron", "sinister")
KINDS = AIR + GROUND
PAIRS = [
    pytest.param(one, other, mine, theirs, id=f"{one}{'-staggered' * mine}-{other}{'-staggered' * theirs}")
    for one, other, mine, theirs in product(KINDS, KINDS, (False, True), (False, True))
]
HITS = ("bash-1", "bash-2", "bash-3", "bash-4", "bash-5", "bash-6")


def stagger(seat: int, yes: bool) -> dict[str, Any]:
    return {"wounds": [f"stagger-{seat}"]} if yes else {}


def winner(phases: bool, mine: bool, other_phases: bool, theirs: bool, base: str) -> str:
    """Who wins a tie: one side that always wins or loses decides it, where powers meet they cancel."""
    first, second = int(phases) - int(mine), int(other_phases) - int(theirs)
    if first == second:
        return base
    return "p1" if first > second else "p2"


@pytest.mark.rule("KM-RES-10", "KM-RES-11", "KM-TYPE-17", "KM-EFF-02")
@pytest.mark.parametrize(("kind", "other", "mine", "theirs"), PAIRS)
def test_equal_values(kind: str, other: str, mine: bool, theirs: bool) -> None:
    """Phasing does not touch them; a staggered side loses, two staggered sides go by move type."""
    battle = Battle(
        rider(kind, "crack-5", "rend-2", initiative=5, heavy_melee=2, intensity=1, **stagger(1, mine)),
        rider(other, "rend-3", evade=0 if other == "siroko" else 2, initiative=1, **stagger(2, theirs)),
    )
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-2",))
    battle.do("p2", "defend", how="evade").play("p2", "rend-3")
    expected = winner(False, mine, False, theirs, "p1" if kind in GROUND else "p2")
    assert ("attack-hits" in battle.happened()) == (expected == "p1")
    lost = 0 if expected == "p1" or kind == "sinister" else 1
    assert battle.seat("p1")["balance"] == 9 - lost


@pytest.mark.rule("KM-DMG-07", "KM-TYPE-17", "KM-EFF-02")
@pytest.mark.parametrize(("kind", "other", "mine", "theirs"), PAIRS)
def test_as_many_hits_as_armor(kind: str, other: str, mine: bool, theirs: bool) -> None:
    battle = Battle(
        rider(kind, "crack-5", "rend-2", initiative=5, heavy_melee=2, intensity=2, **stagger(1, mine)),
        rider(other, armor=2 + (kind in ("drako", "hermes", "sinister")), balance=0, off=True, **stagger(2, theirs)),
    )
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-2",))
    if other == "siroko":
        battle.do("p2", "defend", how="none")  # it might have evaded without Balance
    battle.draws(*HITS[: battle.seat("p2")["traits"]["armor"]])
    base = "p1" if other in AIR else "p2"
    assert battle.asked == {winner(kind == "siroko", mine, other == "siroko", theirs, base): "pick-damage"}


@pytest.mark.rule("KM-DMG-07", "KM-ATK-08")
@pytest.mark.parametrize(("hits", "picker"), [(5, "p2"), (6, "p1"), (4, "p2")])
def test_a_bolt_ties_with_double_armor(hits: int, picker: str) -> None:
    """Three Armor of an Air Kimera are six against a Bolt, and it loses that tie."""
    battle = Battle(
        rider("kolossus", "rend-5", "crack-5", "rend-2", initiative=5, acuity=2, intensity=hits, gems={"eldritch": 4}),
        rider("drako", armor=3, balance=0, off=True),
    )
    battle.attack("p1", "bolt", "p2", ("rend-5", "crack-5"), ("rend-2",)).draws(*HITS[:hits])
    assert battle.asked == {picker: "pick-damage"}


@pytest.mark.rule("KM-TURN-02", "KM-TURN-04")
@pytest.mark.parametrize(("kind", "other", "mine", "theirs"), PAIRS)
def test_equal_initiative(kind: str, other: str, mine: bool, theirs: bool) -> None:
    battle = Battle(rider(kind, initiative=3, **stagger(1, mine)), rider(other, initiative=3, **stagger(2, theirs)))
    first = winner(kind == "siroko", mine, other == "siroko", theirs, "roll")
    if first != "roll":
        assert battle.asked == {first: "turn"}
        return
    assert list(battle.asked) == ["chance"]
    wise = {"p1": battle.seat("p1")["traits"]["discipline"], "p2": battle.seat("p2")["traits"]["discipline"]}
    even = 5 - wise["p1"] + 3, 5 - wise["p2"] + 3
    battle.do("chance", "roll", rider="p1", value=even[0]).do("chance", "roll", rider="p2", value=even[1])
    assert list(battle.asked) == ["chance"], "a tie of the dice is rolled again"
    battle.do("chance", "roll", rider="p1", value=even[0]).do("chance", "roll", rider="p2", value=even[1] + 1)
    assert battle.asked == {"p2": "turn"}


ALL = ("crush-1", "crack-1", "rend-1", "rend-5", "bash-5", "scar-6", "crack-5", "stagger-6")
REACH = {"bolt": (0, 1, 2), "wrack": (1, 2), "heavy-melee": (2,), "free-melee": (2,), "trial": (2,), "grapple": (2,)}


@pytest.mark.rule("KM-SUP-01", "KM-SUP-02", "KM-SUP-03", "KM-SUP-06", "KM-RNG-01", "KM-RNG-02", "KM-RNG-03")
@pytest.mark.parametrize(
    ("kind", "other", "mine", "theirs", "lead"),
    [(*pair.values, 0) for pair in PAIRS]
    + [(kind, other, False, False, lead) for kind in KINDS for other in KINDS for lead in (-1, 1, 2, 3, 5)],
)
def test_reach(kind: str, other: str, mine: bool, theirs: bool, lead: int) -> None:
    """p2 has stood down, so that p1 acts even with less Initiative than its target."""
    battle = Battle(
        rider(kind, *ALL, initiative=3 + max(lead, 0), gems={"eldritch": 4}, **stagger(1, mine)),
        rider(other, initiative=3 - min(lead, 0), stands_down=True, **stagger(2, theirs)),
        rider("kolossus"),
    )  # fmt: skip
    superior = lead > 0
    if lead == 0:
        base = "p1" if kind in AIR else "p2"
        superior = kind in AIR and winner(kind == "siroko", mine, other == "siroko", theirs, base) == "p1"
    expected = {how for how, leads in REACH.items() if superior and min(lead, 2) in leads}
    offered = {one["how"] for one in battle.offers("p1", "attack") if one["target"] == "p2"}
    assert offered == expected
    for how in set(REACH) - expected:
        battle.refused("p1", "attack", how=how, target="p2")


@pytest.mark.rule("KM-RNG-01", "KM-RNG-02", "KM-GEM-12")
@pytest.mark.parametrize("kind", ["drako", "kiron"])
@pytest.mark.parametrize(("lead", "reaches"), [(0, False), (1, True), (2, True), (4, True)])
def test_a_gem_grapples_at_the_range_of_a_wrack(kind: str, lead: int, reaches: bool) -> None:
    battle = Battle(rider(kind, *ALL, initiative=2 + lead, gems={"etheric": 4}), rider(initiative=2, stands_down=True))
    assert any(one["gem"] for one in battle.offers("p1", "attack")) == reaches


@pytest.mark.rule("KM-SUP-06")
@pytest.mark.parametrize(("setting", "open_"), [("wins_comparison", False), ("no_effect", True)])
def test_whether_phasing_keeps_equals_off(setting: str, open_: bool) -> None:
    options = {"siroko_equal_initiative": setting}
    battle = Battle(
        rider("drako", *ALL, initiative=3, gems={"eldritch": 4}), rider("siroko", initiative=3, stands_down=True),
        options=options,
    )  # fmt: skip
    assert bool(battle.offers("p1", "attack")) == open_


@pytest.mark.rule("KM-TYPE-17", "KM-EFF-02")
def test_without_cancelling_losing_prevails_on_one_kimera() -> None:
    battle = Battle(
        rider("siroko", initiative=3, wounds=["stagger-1"]), rider("kiron", initiative=3),
        options={"tie_powers_cancel": False},
    )  # fmt: skip
    assert battle.asked == {"p2": "turn"}


@pytest.mark.rule("KM-RES-11")
@pytest.mark.parametrize(("costs", "left"), [(True, 8), (False, 9)])
def test_what_a_lost_tie_costs(costs: bool, left: int) -> None:
    battle = Battle(
        rider("drako", "crack-5", "rend-2", initiative=5), rider("kiron", "bash-2"), options={"lost_tie_costs": costs}
    )
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-2",))
    battle.do("p2", "defend", how="evade").play("p2", "bash-2")
    assert battle.seat("p1")["balance"] == left
