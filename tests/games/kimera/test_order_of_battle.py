"""Who acts in the Battle phase, and when: initiative, ties, holding."""

from __future__ import annotations

import pytest

from tests.games.kimera.table import ALL, GEMS, at, rider


@pytest.mark.rule("KM-TURN-01")
def test_the_highest_initiative_acts_and_is_found_anew_after_every_action() -> None:
    table = at(rider(hand=ALL, initiative=5), rider(initiative=2), rider(initiative=1))
    for left in (4, 3):
        assert table.asked == ["p1"]
        table.attack("p1", "free-melee", "p3").defend("p3")
        assert table.initiative("p1") == left
    assert table.asked == ["p1"]


@pytest.mark.rule("KM-TURN-02")
def test_opponents_tied_for_the_highest_roll_and_add_discipline() -> None:
    table = at(rider(discipline=3, initiative=4), rider(discipline=5, initiative=4), rider(initiative=1))
    assert table.moment == "tie-roll"
    table.roll("p1", 6).roll("p2", 3)
    assert table.asked == ["p1"]  # 9 to 8
    again = at(rider(discipline=3, initiative=4), rider(discipline=5, initiative=4))
    again.roll("p1", 6).roll("p2", 4)
    assert again.moment == "tie-roll"
    assert again.roll("p1", 1).roll("p2", 1).asked == ["p2"]
    three = at(*(rider(discipline=level, initiative=4) for level in (3, 3, 2)))
    three.roll("p1", 5).roll("p2", 5).roll("p3", 1)
    assert [record["rider"] for record in three.listed("chance", "roll")] == ["p1"] * 6
    assert three.roll("p1", 1).roll("p2", 2).asked == ["p2"]  # p3 rolls no more


@pytest.mark.rule("KM-TURN-03")
def test_the_leader_chooses_among_tied_riders_of_the_team() -> None:
    riders = [rider(team="red", initiative=4), rider(team="red", initiative=4), rider(team="blue", initiative=1)]
    table = at(*riders, leaders={"red": "p2"})
    assert table.asked == ["p2"]
    assert table.no("p2", "first", who="p3") == "KM-TURN-03"
    table.do("p2", "first", who="p1")
    assert table.asked == ["p1"]
    assert table.moment == "turn"


@pytest.mark.rule("KM-TURN-04", "KM-TYPE-17")
def test_phasing_goes_first_and_a_staggered_kimera_last() -> None:
    assert at(rider(initiative=3), rider("siroko", initiative=3)).asked == ["p2"]
    assert at(rider(initiative=3, wounds=["stagger-1"]), rider(initiative=3)).asked == ["p2"]
    both = at(rider(initiative=3), rider("siroko", initiative=3, wounds=["stagger-1"]))
    assert both.moment == "tie-roll"  # its powers cancel
    two = at(rider("siroko", initiative=3), rider("siroko", initiative=3))
    assert two.moment == "tie-roll"
    prevails = at(
        rider(initiative=3), rider("siroko", initiative=3, wounds=["stagger-1"]), options={"tie_powers_cancel": False}
    )
    assert prevails.asked == ["p1"]


@pytest.mark.rule("KM-TURN-05", "KM-END-01")
def test_without_initiative_nobody_acts_and_the_battle_ends() -> None:
    last = at(rider(hand=ALL, initiative=1, gems=GEMS), rider())
    last.attack("p1", "wrack", "p2", ("scar-6", "scar-5")).defend("p2")
    assert last.moment == "recovery"  # its last point is spent
    table = at(rider(hand=ALL), rider(hand=["rend-1"]))
    assert table.moment == "recovery"
    assert table.view["round"] == 2
    quiet = at(rider(initiative=2), rider(initiative=1)).do("p1", "stand-down").do("p2", "stand-down")
    assert quiet.moment == "recovery"


@pytest.mark.rule("KM-TURN-06")
def test_nobody_must_attack() -> None:
    table = at(rider(hand=ALL, initiative=5), rider(initiative=2)).do("p1", "stand-down")
    assert table.asked == ["p2"]
    assert table.initiative("p1") == 5
    only = at(rider(hand=ALL, initiative=5), rider(), options={"decline": "hold_only"})
    assert only.no("p1", "stand-down") == "KM-TURN-06"
    assert only.listed("p1", "hold")


@pytest.mark.rule("KM-WAIT-01")
def test_a_hold_costs_one_and_lets_the_next_rider_act() -> None:
    table = at(rider(initiative=5), rider(hand=ALL, initiative=3), rider(initiative=1)).do("p1", "hold")
    assert table.initiative("p1") == 4
    assert table.asked == ["p2"]
    table.attack("p2", "free-melee", "p3").defend("p3")
    assert table.asked == ["p1"]
    table.do("p1", "hold")
    assert table.initiative("p1") == 3
    assert table.asked == ["p2"]


@pytest.mark.rule("KM-WAIT-01")
@pytest.mark.parametrize(
    ("mode", "order"),
    [
        ("next_other", ["p1", "p2", "p1"]),  # 5 3 2; 4 3 2; 4 2 2: the holder again
        ("all_others", ["p1", "p2", "p3", "p1"]),
        ("highest_again", ["p1", "p1"]),
    ],
)
def test_who_is_next_after_a_hold(mode: str, order: list[str]) -> None:
    table = at(rider(initiative=5), rider(initiative=3), rider(initiative=2), options={"hold_mode": mode})
    if mode == "next_other":
        table = at(rider(initiative=5), rider(initiative=3), rider(initiative=2))  # the default
    for who in order[:-1]:
        assert table.asked == [who]
        table.do(who, "hold")
    assert table.asked == order[-1:]


@pytest.mark.rule("KM-WAIT-01", "KM-TURN-06")
def test_the_holder_counts_again_whatever_the_next_rider_does_with_its_opportunity() -> None:
    riders = rider(initiative=5), rider(hand=ALL, initiative=3), rider(initiative=2)
    assert at(*riders).do("p1", "hold").do("p2", "stand-down").asked == ["p1"]
    kept = at(*riders, options={"hold_mode": "all_others"}).do("p1", "hold").do("p2", "stand-down")
    assert kept.asked == ["p3"]


@pytest.mark.rule("KM-WAIT-01", "KM-TURN-02", "KM-END-01")
def test_a_hold_meets_ties_and_a_rider_who_is_left_alone() -> None:
    table = at(rider(initiative=4), rider(initiative=2), rider(initiative=2)).do("p1", "hold")
    assert table.moment == "tie-roll"  # the others are tied, below the holder
    table.roll("p2", 1).roll("p3", 6)
    assert table.asked == ["p3"]
    assert table.do("p3", "hold").asked == ["p1"]
    alone = at(rider(initiative=2), rider())
    assert alone.do("p1", "hold").asked == ["p1"]  # nobody else can act
    assert alone.do("p1", "hold").view["round"] == 2
