"""Who drops what where, who comes back when with what, and who holds the Ascended Die."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.board import GAME, Board, board, end_of_round

FAR = {"dials": {"round": 12, "event": 9}}
"""The dial's flame at 9: with a roll of 1 the next event is a Ylem, which hurts nobody."""


def killed(*victims: str, tiles: tuple[int | None, ...], **keys: Any) -> Board:
    """p1 kills these in this order and ends the turn."""
    table = board(*tiles, **keys)
    for victim in victims:
        table.do("p1", "kill", who=victim, means="ability")
    return table.do("p1", "end-turn")


# --- dropping --------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-DEATH-09", "AK-DEATH-02", "AK-PROX-03", "AK-DEATH-01")
@pytest.mark.parametrize(("died", "lands"), [(35, 35), (14, 24), (17, 26), (37, 36)])
def test_where_stones_land_by_the_worked_examples(died: int, lands: int) -> None:
    table = board(55, died, 66, walls={"top": 1, "right": 7}).do("p1", "kill", who="p2", means="ability")
    assert table.items() == {lands: {"bloodstones": 1}}
    assert table.seat("p2")["tile"] is None
    assert died not in GAME.picture(table.view).occupied


@pytest.mark.rule("AK-DEATH-03", "AK-DEATH-06", "AK-PROX-05", "AK-LAST-05", "AK-COMP-18")
def test_stones_and_die_that_land_on_a_revenant_are_its_own_at_once() -> None:
    who = {"p2": {"bloodstones": 2}, "p3": {"form": "revenant", "bloodstones": 0}}
    table = board(
        55,
        17,
        26,
        who=who,
        walls={"top": 1, "right": 7},
        ascended_die="p2",
        bloodstones_aside=0,
        items={"70": {"bloodstones": 1}},
    )
    table.do("p1", "kill", who="p2", means="ability")
    assert table.stones() == [1, 0, 2]
    assert table.seat("p3")["die"]
    assert table.items() == {70: {"bloodstones": 1}}
    assert table.cited("bloodstones-claimed") >= {"AK-DEATH-03"}


@pytest.mark.rule("AK-DEATH-07", "AK-REV-05", "AK-DEATH-01")
def test_a_revenant_dies_like_a_king_and_comes_back_the_same() -> None:
    who = {"p2": {"form": "revenant", "level": 3, "wounds": 4, "bloodstones": 2}}
    table = killed("p2", tiles=(44, 45, 88), who=who)
    assert "became-revenant" not in table.told()
    assert table.items() == {45: {"bloodstones": 2}}
    table.roll(45).do("p2", "place", tile=45)
    assert table.seat("p2") | {"form": "revenant", "level": 3, "wounds": 0, "bloodstones": 2} == table.seat("p2")


# --- returning -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-REV-01", "AK-REV-08", "AK-ROUND-01")
def test_the_dead_return_in_the_order_of_death_before_the_end_of_round() -> None:
    table = killed("p4", "p2", tiles=(44, 45, 46, 88), start="p2", turn="p1")
    assert table.view["dead"] == ["p4", "p2"]
    assert "end-of-round" not in table.told()
    table.roll(0)
    assert table.kinds() == {"p4": "place"}
    table.do("p4", "place", tile=0).roll(0)
    assert table.may("p2", "place") == {1, 10, 11}, "the tile itself is taken now"
    assert table.refused("p2", "place", "00", tile=0) == "AK-PROX-08"
    assert table.refused("p2", "place", "02", tile=2) == "AK-PROX-07"
    table.do("p2", "place", tile=11)
    assert "end-of-round" in table.told()


@pytest.mark.rule("AK-PROX-07", "AK-PROX-08")
def test_the_return_never_leads_into_fire() -> None:
    table = board(
        24,
        55,
        None,
        who={"p3": {"form": "revenant"}},
        walls={"top": 1},
        stack=[{"at": "turn-over"}, {"at": "roll-return", "seat": "p3"}],
    )
    table.roll(14)
    assert table.may("p3", "place") == {23, 25, 33, 34, 35}
    assert table.refused("p3", "place", "14", tile=14) == "AK-PROX-07"


@pytest.mark.rule("AK-PROX-09", "AK-REV-13")
@pytest.mark.parametrize("stones", [0, 1])
def test_a_corner_full_of_others_beside_the_omega_stone(stones: int) -> None:
    """01, 10 and 11 are taken, 00 is the Omega Stone's: without a stone one goes around those who block."""
    who = {"p4": {"form": "revenant", "bloodstones": stones}}
    stack = [{"at": "turn-over"}, {"at": "place", "seat": "p4", "tile": 0}]
    table = board(1, 10, 11, None, who=who, war=True, omega_stone=0, stack=stack)
    if stones:
        assert table.may("p4", "place") == {0}
        assert "omega-claimed" in table.do("p4", "place", tile=0).told()
    else:
        assert table.may("p4", "place") == {2, 12, 20, 21, 22}
        assert table.refused("p4", "place", tile=0) == "AK-REV-13"
        assert table.do("p4", "place", tile=22).view["turn"] == "p2"


@pytest.mark.rule("AK-REV-11", "AK-REV-12")
@pytest.mark.parametrize(
    ("tiles", "victims", "aside", "rule"),
    [
        ((44, 45, 88), ["p2", "p3"], [0, 0], "AK-REV-11"),
        ((44, 45), ["p2"], [1], "AK-REV-12"),
        ((44, 45, 46, 47), ["p2"], [0], ""),
    ],
)
def test_the_stones_set_aside_at_setup(tiles: tuple[int, ...], victims: list[str], aside: list[int], rule: str) -> None:
    table = killed(*victims, tiles=tiles)
    for place, victim in enumerate(victims):
        table.roll(0)
        granted = [event for event in table.log if event.kind == "bloodstone-granted"]
        assert bool(granted) == (bool(rule) and place == 0)
        if granted:
            assert granted[0].rules == (rule,)
            assert table.seat(victim)["bloodstones"] == 1, "on the mat, before the miniature is placed"
        assert table.view["bloodstones_aside"] == aside[place]
        table.do(victim, "place", tile=min(table.may(victim, "place")))


@pytest.mark.rule("AK-REV-12")
def test_both_stones_set_aside_may_go_to_the_same_player() -> None:
    table = killed("p2", tiles=(44, 45)).roll(45).do("p2", "place", tile=45)
    assert table.stones() == [1, 2], "the granted one, and the own one picked up again"
    table.do("p1", "keep-die").do("p2", "choose-state", state="latent").do("p2", "end-turn").die(1)
    while "chance" in table.kinds():
        table.roll(99)
    table.do("p1", "keep-die").do("p1", "choose-state", state="active").roll(0).do("p1", "kill", who="p2").do(
        "p1", "end-turn"
    ).roll(46)
    assert table.view["bloodstones_aside"] == 0
    assert table.stones() == [1, 1]
    assert table.items()[45] == {"bloodstones": 2}


@pytest.mark.rule("AK-ACTIVE-08", "AK-REV-01")
@pytest.mark.parametrize("ends", [True, False])
def test_death_in_the_own_turn(ends: bool) -> None:
    options = {"turn.active_death_ends_turn": ends}
    table = board(44, 45, 88, items={"43": {"dire": 3}}, options=options).do("p1", "step", tile=43).dies("p1")
    if not ends:
        assert table.refused("p1", "step", "Vara", tile=44) == "AK-ACTIVE-08"
        assert table.refused("p1", "swap", who="p2") == "AK-ACTIVE-08"
        table.do("p1", "end-turn")
    assert table.asked["chance"].rule == "AK-REV-08"
    table.roll(43).do("p1", "place", tile=43)
    assert table.view["turn"] == "p2"
    assert table.stones()[0] == 2, "its own back, and the one set aside"


@pytest.mark.rule("AK-FIRE-20", "AK-REV-11")
def test_of_two_who_die_in_one_moment_the_earlier_in_the_round_gets_the_stone() -> None:
    table = end_of_round(14, 55, 16, walls={"top": 1}, start="p2", last="p1", **FAR).die(1)
    assert [event.data["seat"] for event in table.log if event.kind == "died"] == ["p3", "p1"]
    table.roll(99).roll(70)
    assert table.seat("p3")["bloodstones"] == 1
    table.do("p3", "place", tile=70).roll(80)
    assert table.seat("p1")["bloodstones"] == 0


@pytest.mark.rule("AK-FIRE-20", "AK-REV-11", "AK-COMP-12")
def test_the_first_to_die_gets_the_stone_even_if_another_returns_before() -> None:
    """p3 is overrun first; p1 dies in the flame of the same round and returns earlier, by player order."""
    who = {"p1": {"wounds": 2}}
    dials = {"round": 12, "event": 11}
    table = end_of_round(34, 55, 14, walls={"top": 1, "left": 3}, who=who, dials=dials).die(1)
    assert table.view["dead"] == ["p3"]
    while "p1" in table.kinds():
        table.lives("p1") if table.asked["p1"].rule == "AK-FIRE-04" else table.dies("p1")
    assert "AK-REV-08" in {decision.rule for decision in table.asked.values()}
    table.roll(70)
    assert table.kinds() == {"p1": "place"}
    table.do("p1", "place", tile=min(table.may("p1", "place")))
    assert table.view["bloodstones_aside"] == 1
    table.roll(88)
    assert table.view["bloodstones_aside"] == 0
    assert table.seat("p3")["bloodstones"] == 1


# --- the last King ---------------------------------------------------------------------------------------


@pytest.mark.rule("AK-LAST-01", "AK-LAST-06")
@pytest.mark.parametrize("when", ["on_return", "on_kill"])
def test_the_last_king_when_two_die_in_one_turn(when: str) -> None:
    table = board(44, 45, 46, options={"last_king.when": when})
    table.do("p1", "kill", who="p2").do("p1", "kill", who="p3", means="ability")
    assert table.seat("p1")["die"] == (when == "on_kill")
    table.do("p1", "end-turn").roll(0).do("p2", "place", tile=0)
    assert table.seat("p1")["die"] == (when == "on_kill"), "the other has not returned yet"
    table.roll(99).do("p3", "place", tile=99)
    assert table.seat("p1")["die"]


@pytest.mark.rule("AK-LAST-01")
def test_if_the_final_kings_die_in_one_moment_nobody_gets_the_die() -> None:
    who = {"p3": {"form": "revenant"}}
    table = end_of_round(14, 16, 55, walls={"top": 1}, who=who, **FAR).die(1).roll(99)
    table.roll(70).do("p1", "place", tile=70).roll(75).do("p2", "place", tile=75)
    assert table.state.position()["ascended_die"] is None
    assert not any(table.seat(seat)["die"] for seat in ("p1", "p2", "p3"))


@pytest.mark.rule("AK-LAST-03", "AK-LAST-04", "AK-LAST-05")
def test_the_holder_speaks_at_the_start_of_everybodys_turn_and_at_no_other_time() -> None:
    who = {"p3": {"wounds": 2}}
    table = board(44, 55, 88, who=who, ascended_die="p3").do("p1", "end-turn")
    assert table.view["turn"] == "p2"
    assert table.kinds() == {"p3": "absorb"}
    kept = Board(table.state.copy()).do("p3", "keep-die")
    assert kept.kinds() == {"p2": "choose-state"}
    assert kept.refused("p3", "absorb") == "AK-TURN-01"
    table.do("p3", "absorb")
    assert table.seat("p3")["wounds"] == 0
    assert table.state.position()["ascended_die"] == "gone"
    table.do("p2", "choose-state", state="latent").do("p2", "end-turn")
    assert table.kinds() == {"p3": "choose-state"}, "it is asked no more"
