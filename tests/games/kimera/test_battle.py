"""How an attack ends: defences, comparisons, and what the six types of Kimera do otherwise."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation.games import CHANCE
from immolation.games.kimera import actions

from tests.games.kimera.table import ALL, GAME, GEMS, INITIATE, INITIATE2, INTERCEPT, Table, at, fight, rider

# --- resolution ------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-RES-01", "KM-RES-02")
def test_declaration_then_one_initiative_before_any_card() -> None:
    table = at(rider(hand=[INITIATE], initiative=3, team="red"), rider(), rider(team="red"))
    for target in ("p3", "p9", "p1"):
        assert table.no("p1", "attack", how="free-melee", target=target) == "KM-RES-01"
    table.do("p1", "attack", how="heavy-melee", target="p2")
    assert table.initiative("p1") == 2
    assert table.hand("p1") == [INITIATE]


@pytest.mark.rule("KM-RES-03")
def test_up_to_two_cards_for_value_or_exactly_two() -> None:
    table = fight(INITIATE, "rend-1", "rend-2", "rend-3").play("p1", INITIATE)
    assert [len(record["cards"]) for record in table.listed("p1", "play")] == [0, 1, 1, 1, 2, 2, 2]
    two = {"value_cards": "exactly_2"}
    exact = fight(INITIATE, "rend-1", "rend-2", "rend-3", options=two).play("p1", INITIATE)
    assert exact.no("p1", "play", cards=["rend-1"]) == "KM-RES-03"
    assert {len(record["cards"]) for record in exact.listed("p1", "play")} == {2}
    short = at(rider(hand=[INITIATE, "rend-1"], initiative=5), rider(), options=two)
    assert short.no("p1", "attack", how="heavy-melee", target="p2") == "KM-RES-03"


@pytest.mark.rule("KM-RES-04")
def test_the_defender_sees_the_attack_and_chooses_one_defence() -> None:
    table = fight(INITIATE, "stagger-6", two=rider(hand=[INTERCEPT, "rend-1", "rend-2"]), heavy_melee=4)
    table.play("p1", INITIATE).play("p1", "stagger-6")
    assert table.state.view("p2")["attack"]["value"] == 4
    assert "4" in table.state.deciders()["p2"].prompt
    assert table.no("p2", "play", cards=["rend-1"]) == "KM-RES-04"
    table.do("p2", "defend", how="evade")
    assert table.no("p2", "defend", how="intercept", card=INTERCEPT) == "KM-RES-04"


def defended(*hand: str, attack: str = "stagger-6", kind: str = "kiron", **facts: Any) -> Table:
    """p1 attacks with 3 (Heavy Melee 3), p2 is about to defend."""
    options = facts.pop("options", {})
    one = rider("kolossus", [INITIATE, attack], initiative=5)
    table = at(one, rider(kind, list(hand), **facts), options=options)
    return table.attack("p1", "heavy-melee", "p2", (INITIATE,), (attack,))


@pytest.mark.rule("KM-RES-05")
def test_an_intercept_needs_a_symbol_card_and_costs_no_balance() -> None:
    table = defended(INTERCEPT, "rend-4", "bash-4", intercept=2)
    assert table.no("p2", "defend", how="intercept", card="bash-4") == "KM-RES-05"
    assert table.no("p2", "defend", how="evade", card=INTERCEPT) == "KM-RES-06"
    table.defend("p2", "intercept", ("rend-4", "bash-4"), INTERCEPT)
    fails = next(event for event in table.events if event.kind == "attack-fails")
    assert fails.data["defence"] == 2 + 2
    assert table.balance("p2") == 9


@pytest.mark.rule("KM-RES-06")
def test_an_evade_costs_one_balance_and_needs_some() -> None:
    table = defended("rend-4", "bash-4", evade=3).defend("p2", "evade", ("rend-4", "bash-4"))
    assert next(event for event in table.events if event.kind == "attack-fails").data["defence"] == 6
    assert table.balance("p2") == 8
    poor = defended("rend-4", balance=0)
    assert poor.no("p2", "defend", how="evade") == "KM-RES-06"
    assert defended("rend-4", balance=0, options={"evade_without_balance": "free"}).listed("p2", "defend")[1]


@pytest.mark.rule("KM-RES-07")
def test_no_defence_is_worth_nothing() -> None:
    table = defended("rend-4").defend("p2")
    assert next(event for event in table.events if event.kind == "attack-hits").data["defence"] == 0
    unable = defended(balance=0)  # nobody is asked
    assert next(event for event in unable.events if event.kind == "attack-hits").data["defence"] == 0
    high = defended("rend-4", options={"no_defence_value": 5}).defend("p2")
    assert "attack-fails" in high.kinds()


@pytest.mark.rule("KM-RES-08")
def test_a_failed_attack_costs_one_balance_down_to_zero() -> None:
    table = defended("rend-4", "bash-4").defend("p2", "evade", ("rend-4", "bash-4"))
    assert table.balance("p1") == 8
    for option, off in (("zero_no_off", False), ("off_balance", True)):
        one = rider("kolossus", [], balance=1, initiative=5)
        poor = at(one, rider(hand=["rend-4"]), options={"failed_attack_floor": option})
        poor.attack("p1", "free-melee", "p2").defend("p2", "evade", ("rend-4",))
        assert (poor.balance("p1"), poor.off("p1")) == (0, off)


@pytest.mark.rule("KM-RES-09")
def test_a_success_takes_balance_by_intensity_or_deals_damage_to_one_who_is_off() -> None:
    table = defended("rend-4").defend("p2")
    assert table.balance("p2") == 9 - 3
    off = defended("rend-4", balance=0, off=True).defend("p2")
    assert off.moment == "hits"


@pytest.mark.rule("KM-RES-10", "KM-RES-11")
@pytest.mark.parametrize(
    ("attacker", "defender", "wins"),
    [("sinister", "kolossus", True), ("kiron", "drako", True), ("drako", "hermes", False), ("drako", "kiron", False)],
)
def test_a_tie_of_values_goes_to_an_attacker_on_the_ground(attacker: str, defender: str, wins: bool) -> None:
    for costs in (True, False):
        one = rider(attacker, [INITIATE, "rend-3"], initiative=5, intensity=2)
        table = at(one, rider(defender, ["bash-3"]), options={"lost_tie_costs": costs})
        table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("rend-3",)).defend("p2", "evade", ("bash-3",))
        assert ("attack-hits" in table.kinds()) == wins
        paid = 1 if costs and not wins and attacker != "sinister" else 0
        assert table.balance("p1") == 9 - paid


@pytest.mark.rule("KM-RES-12")
def test_all_cards_of_an_attack_are_discarded_when_it_is_over() -> None:
    table = defended(INTERCEPT, "rend-4")
    assert table.view["discard"] == []
    table.defend("p2", "intercept", ("rend-4",), INTERCEPT)
    assert table.view["discard"] == sorted([INITIATE, "stagger-6", INTERCEPT, "rend-4"])


# --- the six types ---------------------------------------------------------------------------------------


@pytest.mark.rule("KM-TYPE-01")
def test_three_types_fly_and_three_walk() -> None:
    types = ["drako", "kolossus", "kiron", "hermes", "sinister", "siroko"]
    table = at(*(rider(kind) for kind in types), stack=[{"at": "recovery"}])
    moves = [facts["move"] for facts in table.view["seats"].values()]
    assert moves == ["air", "ground", "ground", "air", "ground", "air"]


@pytest.mark.parametrize(
    ("kind", "trait", "amount"),
    [
        pytest.param("drako", "free_melee", 2, marks=pytest.mark.rule("KM-TYPE-03")),
        pytest.param("drako", "intensity", 1, marks=pytest.mark.rule("KM-TYPE-04")),
        pytest.param("kolossus", "intercept", 2, marks=pytest.mark.rule("KM-TYPE-06")),
        pytest.param("kiron", "heavy_melee", 2, marks=pytest.mark.rule("KM-TYPE-09")),
        pytest.param("hermes", "discipline", 2, marks=pytest.mark.rule("KM-TYPE-12")),
        pytest.param("hermes", "intensity", 1, marks=pytest.mark.rule("KM-TYPE-13")),
        pytest.param("sinister", "free_melee", 2, marks=pytest.mark.rule("KM-TYPE-15")),
        pytest.param("sinister", "intensity", 1, marks=pytest.mark.rule("KM-TYPE-16")),
        pytest.param("siroko", "evade", 2, marks=pytest.mark.rule("KM-TYPE-18")),
    ],
)
def test_the_bonus_of_a_type(kind: str, trait: str, amount: int) -> None:
    assert at(rider(kind), rider()).trait("p1", trait) == 3 + amount


@pytest.mark.rule("KM-TYPE-02", "KM-GRP-01")
def test_a_drako_grapples_with_any_card_others_with_the_symbol() -> None:
    hand = ["sunder-6", INITIATE]
    fight(*hand, how="grapple", kind="drako").play("p1", *hand)
    other = at(rider(hand=hand, initiative=5), rider())
    assert other.no("p1", "attack", how="grapple", target="p2") == "KM-GRP-01"
    alone = at(rider("drako", ["sunder-6", "rend-6"], initiative=5), rider())
    assert alone.no("p1", "attack", how="grapple", target="p2") == "KM-GRP-01"


@pytest.mark.rule("KM-TYPE-05")
def test_a_kolossus_intercepts_with_any_card() -> None:
    assert defended("rend-5", kind="kiron").no("p2", "defend", how="intercept", card="rend-5") == "KM-RES-05"
    assert defended("rend-5", kind="kolossus").do("p2", "defend", how="intercept", card="rend-5")


@pytest.mark.rule("KM-TYPE-11")
def test_a_hermes_plays_any_card_as_bolt_wrack_or_trial_but_not_as_initiate() -> None:
    for how in ("bolt", "wrack", "trial"):
        table = fight("sunder-6", INITIATE, how=how, kind="hermes", gems=GEMS, initiative=6)
        table.play("p1", "sunder-6", INITIATE)
        bare = at(rider("hermes", ["sunder-6", "rend-6"], initiative=6, gems=GEMS), rider())
        assert bare.no("p1", "attack", how=how, target="p2") == "KM-ATK-05"


@pytest.mark.rule("KM-TYPE-14")
def test_a_sinister_pays_nothing_for_a_free_melee_or_a_failure() -> None:
    table = at(rider("sinister", ["rend-1"], balance=1, initiative=5), rider(hand=["rend-4"]))
    table.attack("p1", "free-melee", "p2").defend("p2", "evade", ("rend-4",))
    assert "attack-fails" in table.kinds()
    assert table.balance("p1") == 1


@pytest.mark.rule("KM-TYPE-17")
def test_phasing_does_not_cover_ties_of_attack_against_defence() -> None:
    table = at(rider("siroko", [INITIATE, "rend-3"], initiative=5), rider("kiron", ["bash-3"]))
    table.attack("p1", "heavy-melee", "p2", (INITIATE,), ("rend-3",)).defend("p2", "evade", ("bash-3",))
    assert "attack-fails" in table.kinds()


@pytest.mark.rule("KM-TYPE-19")
def test_a_siroko_evades_for_nothing_even_at_zero_balance() -> None:
    table = defended("rend-4", kind="siroko", balance=0).defend("p2", "evade", ("rend-4",))
    assert "attack-fails" in table.kinds()
    assert table.balance("p2") == 0


@pytest.mark.rule("KM-BAL-02")
def test_at_zero_balance_no_attack_may_be_declared() -> None:
    table = at(rider("sinister", [*ALL], balance=0, initiative=9, gems=GEMS), rider())
    for how in ("heavy-melee", "free-melee", "bolt", "grapple"):
        assert table.no("p1", "attack", how=how, target="p2") == "KM-BAL-02"
    assert not table.listed("p1", "attack")
    assert INITIATE2 == "sever-6"


def test_the_default_of_every_decision_is_the_first_of_its_actions() -> None:
    """Told without looking for the others where that takes long; it must still be the same one."""
    for seed in range(3):
        state, rng = GAME.new({"seats": 3}), Random(seed)
        for _ in range(250):
            asked = state.deciders()
            if not asked:
                break
            for seat, decision in asked.items():
                if seat != CHANCE:
                    assert decision.default == state.legal_actions(seat)[0], decision
            seat = rng.choice(list(asked))
            state.apply(rng.choice(list(state.legal_actions(seat))))


def test_a_card_that_is_not_in_the_deck_is_not_drawn() -> None:
    seats = {"p1": {"traits": {"discipline": 2}, "hand": ["rend-6"], "prepared": 0}, "p2": {"prepared": 0}}
    state = GAME.from_position({"seats": seats, "stack": [{"at": "resource", "order": ["p1"]}]})
    assert list(state.deciders()) == [CHANCE]
    refusal = state.check(actions.Draw(CHANCE, "rend-6"))
    assert refusal is not None
    assert refusal.rule == "TABLE"
    assert state.check(actions.Draw(CHANCE, "no card")) is not None
    assert state.check(actions.Draw(CHANCE, "rend-5")) is None
    assert state.check(actions.Roll(CHANCE, "p1", 3)) is not None
