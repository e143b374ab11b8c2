"""Who may be chosen, who blocks, guards and counters, worked out by hand from the rules."""

from __future__ import annotations

import pytest

from .rains import DOWN, Rains, aspect, deck, solo, unit

rule = pytest.mark.rule


LEFT = aspect("left", "claw_left", 2, 4)
RIGHT = aspect("right", "claw_right", 2, 4)
JAW = aspect("jaw", "jaw", 2, 4)
CALM = aspect("calm", "none", 1, 4)


def wounds(table: Rains, seat: str = "p1") -> list[int]:
    return [one["wounds"] for one in table.born(seat)["units"]] + [table.born(seat)["wounds"]]


# --- guards, blocks, and the words on units ----------------------------------------------------------------


@rule("RR-GRD-01", "RR-GRD-10", "RR-ABIL-03")
def test_who_may_guard() -> None:
    units = [
        unit("Target", text="unit guard"),
        unit("Guard", text="unit guard"),
        unit("Tired", text="unit guard", exhaustion=1),
        unit("Plain"),
        unit("Stunned", text="unit guard", attached={"stun": 1}),
    ]
    table = solo("frostwild", [{"card": "charge-fist", "status": 0}], units, aspects="mighty").turn()
    assert sorted(table.offered()) == ["no", "p1", "u2"]


@rule("RR-GRD-02", "RR-GRD-03", "RR-GRD-08")
def test_the_phoenixborn_guards_once_a_round_even_exhausted() -> None:
    table = solo(deck(LEFT), ["left", "left"], [unit(life=9)], p1={"exhaustion": 2}).turn()
    table.answer("p1")
    assert table.born()["guard_used"]
    assert (table.born()["wounds"], table.born()["exhaustion"]) == (2, 2)
    table.turn()
    assert table.asked != "guard" or table.offered() == ["no"]


@rule("RR-GRD-05", "RR-BASE-02", "RR-GRD-04")
def test_a_unit_that_guards_counters_and_is_tired_the_target_takes_no_part() -> None:
    table = solo(deck(LEFT), ["left"], [unit(life=9, attack=3), unit("Guard", 1, 9, "unit guard")]).turn()
    table.answer("u2")
    assert wounds(table) == [0, 2, 0]
    assert (table.card("a1")["wounds"], table.card("a1")["exhaustion"]) == (1, 1)
    assert (table.card("u1")["exhaustion"], table.card("u2")["exhaustion"]) == (0, 1)


@rule("RR-BLK-01", "RR-BLK-02")
def test_each_attacker_of_a_horde_has_a_blocker_of_its_own() -> None:
    table = solo("lordswall", ["rainwalker", "rainwalker"], [unit("One", 0, 9), unit("Two", 0, 9)]).turn()
    assert table.asked == "block"
    table.answer("u1")
    assert table.asked == "block"
    assert "u1" not in table.offered()
    table.answer("no")
    assert wounds(table) == [1, 0, 1]


@rule("RR-BLK-04", "RR-BASE-02")
def test_a_feeble_attacker_does_not_tire_who_counters_it() -> None:
    table = solo("lordswall", ["rainwalker"], [unit("One", 1, 9)]).turn().answer("u1")
    assert table.gone("a1")
    assert table.card("u1")["exhaustion"] == 0
    assert table.chimera["wounds"] == 0  # a walker has no blood


@rule("RR-GRD-09")
@pytest.mark.parametrize(("answer", "hurt", "tired"), [("yes", 1, 1), ("no", 0, 0)])
def test_an_unguarded_target_counters_if_its_player_likes(answer: str, hurt: int, tired: int) -> None:
    table = solo(deck(LEFT), ["left"], [unit(life=9)]).turn().answer("no")
    assert table.asked == "counter"
    table.answer(answer)
    assert (table.card("a1")["wounds"], table.card("u1")["exhaustion"]) == (hurt, tired)


@rule("RR-BASE-01", "RR-BLK-04")
def test_a_blocker_destroyed_by_the_blow_counters_all_the_same() -> None:
    table = solo(deck(JAW), [{"card": "jaw", "wounds": 1}], [unit(attack=3, life=2)]).turn().answer("u1")
    assert table.gone("u1")
    assert table.gone("a1")


@rule("RR-LAW-07", "RR-LAW-09")
@pytest.mark.parametrize("word", ["bypass", "stalk"])
def test_no_guard_roll_against_who_cannot_be_guarded(word: str) -> None:
    table = solo(deck(CALM), ["calm"], [unit(text=word, life=9)])
    table.do("attack", units=["u1"], target="a1")
    assert table.asked != "roll-guard"
    assert table.card("a1")["wounds"] == 1


@rule("RR-LAW-09", "RR-LAW-14")
@pytest.mark.parametrize(("face", "guards"), [(8, False), (9, True), (12, True)])
def test_the_chimera_guards_on_nine_and_does_not_counter(face: int, guards: bool) -> None:
    table = solo(deck(CALM), ["calm"], [unit(attack=2, life=9)])
    table.do("attack", units=["u1"], target="a1").dice(face=face)
    assert (table.card("a1")["wounds"], table.chimera["wounds"]) == ((0, 2) if guards else (2, 0))
    assert table.card("u1")["wounds"] == (0 if guards else 1)
    assert table.card("u1")["exhaustion"] == 1


@rule("RR-LAW-06", "RR-LAW-08", "RR-LAW-10", "RR-LAW-11")
def test_the_leftmost_defender_that_may_guards_and_counters_without_tiring() -> None:
    first = aspect("first", "jaw", 1, 2, keywords=["defender"])
    second = aspect("second", "jaw", 3, 5, keywords=["defender"])
    table = solo(deck(CALM, first, second), ["calm", "first", "second"], [unit(attack=1, life=9, text="terrifying 1")])
    table.do("attack", units=["u1"], target="a1").dice()
    assert [table.card(ref)["wounds"] for ref in ("a1", "a2", "a3")] == [0, 0, 1]
    assert (table.card("u1")["wounds"], table.card("a3")["exhaustion"]) == (3, 0)
    table = solo(deck(CALM, first, second), ["calm", "first", "second"], [unit(attack=1, life=9, text="gigantic 2")])
    table.do("attack", units=["u1"], target="a1").dice()
    assert [table.card(ref)["wounds"] for ref in ("a1", "a2", "a3")] == [0, 0, 1]
    table = solo(deck(CALM, first, second), ["calm", "first", "second"], [unit(attack=1, life=9, text="gigantic 5")])
    table.do("attack", units=["u1"], target="a1")
    assert table.asked == "roll-guard"


@rule("RR-LAW-06")
def test_a_defender_guards_no_defender_but_an_exhausted_one() -> None:
    ward = aspect("ward", "jaw", 1, 5, keywords=["defender"])
    table = solo(deck(ward), ["ward", "ward"], [unit(life=9)])
    table.do("attack", units=["u1"], target="a2")
    assert table.asked != "roll-guard"
    assert (table.card("a1")["wounds"], table.card("a2")["wounds"]) == (0, 1)
    table = solo(deck(ward), ["ward", {"card": "ward", "exhaustion": 1}], [unit(life=9)])
    table.do("attack", units=["u1"], target="a2")
    assert (table.card("a1")["wounds"], table.card("a2")["wounds"]) == (1, 0)


@rule("RR-LAW-04", "RR-LAW-12", "RR-BLK-02")
def test_threatening_is_blocked_by_who_is_fit_from_the_left() -> None:
    facing = [{"card": "calm", "exhaustion": 1}, "calm", "calm"]
    table = solo(deck(CALM), facing, [unit(attack=1, life=9, text="threatening")])
    table.do("attack", units=["u1"], target="chimera").dice()
    assert [table.card(ref)["wounds"] for ref in ("a1", "a2", "a3")] == [0, 1, 0]
    assert table.chimera["wounds"] == 0
    table = solo(deck(CALM), facing[:1], [unit(attack=1, life=9, text="threatening")])
    table.do("attack", units=["u1"], target="chimera").dice()
    assert table.chimera["wounds"] == 1


@rule("RR-LAW-05")
def test_who_may_choose_its_blocker_names_any_fit_aspect() -> None:
    table = solo(deck(CALM), ["calm", {"card": "calm", "exhaustion": 1}], [unit(life=9, text="chooses blocker")])
    table.do("attack", units=["u1"], target="chimera", block="a1").dice()
    assert (table.card("a1")["wounds"], table.chimera["wounds"]) == (1, 0)


@rule("RR-TGT-01", "RR-TGT-05", "RR-TGT-07")
@pytest.mark.parametrize(
    ("words", "left", "right"),
    [
        (["untargetable", "", "untargetable"], "u2", "u2"),
        (["", "untargetable", ""], "u1", "u3"),
        (["unattackable", "", ""], "u2", "u3"),
        (["concealed", "concealed", ""], "u3", "u3"),
    ],
)
def test_claws_step_inward(words: list[str], left: str, right: str) -> None:
    for card, expected in (("left", left), ("right", right)):
        table = solo(deck(LEFT, RIGHT), [card], [unit(text=word) for word in words]).turn()
        assert table.state.view(None)["battle"]["target"] == expected


@rule("RR-TGT-04", "RR-TURN-08", "RR-ATK-07")
def test_a_puppet_is_the_leftmost_attacker_and_goes_for_the_phoenixborn() -> None:
    puppet = {"name": "Blood Puppet", "attack": 2, "life": 2, "owner": "p1", "ref": "u9"}
    table = solo(deck(LEFT), [puppet, "left"], [unit(life=9)]).turn()
    assert table.asked == "block"
    table.answer("no")
    assert table.born()["wounds"] == 2
    assert table.card("u9")["exhaustion"] == 1


# --- whom nothing finds ------------------------------------------------------------------------------------


@rule("RR-TGT-05", "RR-TURN-16", "RR-TGT-07")
@pytest.mark.parametrize(
    ("word", "side", "enter", "main"),
    [
        ("untargetable", "u2", "u2", "u2"),
        ("dice protected", "u2", "u1", "u1"),
        ("concealed", "u2", "u2", "u1"),
        ("unattackable", "u1", "u1", "u1"),
    ],
)
def test_each_protection_keeps_off_what_it_names(word: str, side: str, enter: str, main: str) -> None:
    """A side action is a dice power, an enter effect an ability; the main action of a row is neither."""
    hit = [{"do": "damage", "target": "leftmost", "n": 1}]
    for where, expected in (("side", side), ("enter", enter), ("main", main)):
        row = {"main": [{"do": "reveal"}]}
        if where in ("side", "main"):
            row = {"side": [], "main": [{"do": "reveal"}], where: hit}
        card = aspect("card", "none", enter=hit if where == "enter" else [])
        table = solo(deck(card, rows=row), [DOWN], [unit(text=word, life=5), unit(life=5)]).turn(shows=["card"])
        assert [ref for ref in ("u1", "u2") if table.card(ref)["wounds"]] == [expected]


@rule("RR-TGT-05", "RR-ABIL-03")
@pytest.mark.parametrize(("exhaustion", "held"), [(0, [False, True]), (1, [True, False])])
def test_a_grip_on_the_leftmost_unit_passes_over_whom_it_cannot_name(exhaustion: int, held: list[bool]) -> None:
    units = [unit(text="concealed", exhaustion=exhaustion), unit()]
    table = solo("frostwild", ["crushing-grip"], units, aspects="mighty")
    assert [one["exhausted"] for one in table.born()["units"]] == held
