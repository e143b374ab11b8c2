"""Fire, events, deaths, returns, the Last King, the Omega War and Koru with mats and cards on the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.full_board import CORE, FULL, REV, Duel, cannot_be, duel, end_of_round

BACK = {"dials": {"round": 9, "event": 0}, "rounds": 20}


def returned(d: Duel, seat: str, tile: int, *cards: str) -> Duel:
    """Draw the three cards of a return, roll ``tile`` and stand there."""
    d.card(*(cards or ("revenant-albedo-1", "revenant-albedo-2", "revenant-albedo-3"))).passes()
    d.roll(tile).passes()
    return d.do(seat, "place", tile=tile)


@pytest.mark.rule("AK-REV-02", "AK-REV-03", "AK-REV-04", "AK-REV-05", "AK-REV-06", "AK-REV-07", "AK-REV-09")
def test_the_books_return() -> None:
    who: dict[str, Any] = {
        "p1": {"pool": {"pyre": 5}},
        "p2": {"king": "kynazarr", "level": 2, "ylem": 4, "pool": {"aria": 5, "dire": 2}}
        | {"transmuted": ["ylem", "pyre"], "hand": ["albedo-1"], "inscription": "rubedo-1"},
    }
    d = duel(44, 45, 88, who=who)
    d.do("p1", "attack", who="p2", pyre=3).passes()
    d.card("lancea-of-aeterna").passes()
    d.do("p1", "end-turn").passes()
    p2 = d.seat("p2")
    assert (p2["form"], p2["level"], p2["ylem"], p2["transmuted"], p2["inscription"]) == ("revenant", 2, 5, [], None)
    assert d.pool("p2") == {"pyre": 3}
    assert d.view["decks"]["ascendant"]["discard"] == {"albedo-1": 1, "rubedo-1": 1}
    d.card("revenant-albedo-1", "revenant-albedo-2", "revenant-albedo-3").passes()
    assert not d.may("p2", "instant"), "held until step 7 is done"
    d.roll(50)
    d.passes()
    assert d.kinds() == {"p2": "place"}
    assert d.fields("p2", "place", "tile") == {40, 41, 50, 51, 60, 61}
    d.do("p2", "place", tile=41)
    assert d.kinds() == {"p2": "take"}
    assert d.may("p2", "instant"), "free again after step 7"
    d.do("p2", "take", aria=1, egis=2)
    assert d.pool("p2") == {"aria": 1, "egis": 2, "pyre": 3}
    assert d.seat("p2")["bloodstones"] == 1, "three players: the first to die gets the fourth"
    assert d.view["bloodstones_aside"] == 0
    d.passes()
    assert d.view["turn"] == "p2"


@pytest.mark.rule("AK-REV-03", "AK-INSC-13")
def test_a_prismatic_inscription_and_its_gems_are_lost_with_the_life() -> None:
    who = {"p1": {"pool": {"pyre": 3}}, "p2": {"inscription": "prismatic-inscription", "ylem": 2}}
    d = duel(44, 45, 88, 12, who=who)
    d.do("p1", "attack", who="p2", pyre=3).passes()
    d.do("p1", "end-turn").passes()
    assert d.pool("p2") == {}
    assert d.view["decks"]["ascendant"]["discard"] == {"prismatic-inscription": 1}
    assert d.view["supply"] == {"aria": 40, "egis": 40, "pyre": 40, "ylem": 32, "dire": 25}


@pytest.mark.rule("AK-REV-06", "AK-REV-05", "AK-DEATH-07")
def test_a_revenant_dies_again_with_its_prismatic_ones() -> None:
    who: dict[str, Any] = {
        "p1": {"pool": {"pyre": 5}},
        "p2": {**REV, "level": 1, "prismatic": 3, "transmuted": ["ylem"], "ylem": 1},
    }
    d = duel(44, 45, 88, 12, who=who)
    d.do("p1", "attack", who="p2", pyre=3).passes()
    d.do("p1", "end-turn").passes()
    p2 = d.seat("p2")
    assert (p2["form"], p2["ylem"], p2["prismatic"], p2["completed"]) == ("revenant", 4, 0, 0)
    assert d.pool("p2") == {"aria": 3, "egis": 3, "pyre": 3}
    returned(d, "p2", 20)
    assert d.kinds() == {"p2": "take"}
    d.do("p2", "take", pyre=3)
    assert d.kinds() == {"p2": "keep-gems"}, "9 of 9: each new gem costs an old one"
    assert all(sum(a[kind] for kind in CORE) == 9 for a in d.listed("p2", "keep-gems"))


@pytest.mark.rule("AK-REV-08", "AK-INST-12", "AK-GEM-04", "AK-REV-13")
def test_the_books_return_onto_dire_cannot_be_cancelled() -> None:
    who = {"p2": {**REV}}
    d = duel(
        44,
        45,
        88,
        12,
        who=who | {"p1": {"pool": {"pyre": 3}}},
        items={"20": {"dire": 1, "ylem": 1}},
    )
    d.do("p1", "attack", who="p2", pyre=3).passes()
    d.do("p1", "end-turn").passes()
    d.card("revenant-dire-transfer-2", "revenant-albedo-2", "revenant-albedo-3").passes()
    d.roll(20).passes()
    d.do("p2", "place", tile=20)
    assert d.pool("p2") == {"dire": 1}, "taken before anything can be played"
    assert d.seat("p2")["ylem"] == 1
    assert {
        (a["remove"], a["cancel"]) for a in d.listed("p2", "instant") if a["card"] == "revenant-dire-transfer-2"
    } == {(1, 0)}


@pytest.mark.rule("AK-REV-08", "AK-DEATH-04", "AK-REV-01", "AK-KILL-05")
def test_a_return_onto_three_dire_is_another_death_and_another_return() -> None:
    d = duel(44, 45, 88, 12, who={"p2": REV, "p1": {"pool": {"pyre": 3}}}, items={"20": {"dire": 3}})
    d.do("p1", "attack", who="p2", pyre=3).passes()
    d.do("p1", "end-turn").passes()
    returned(d, "p2", 20)
    assert d.tile("p2") is None
    assert d.kinds() == {"chance": "draw-card"}
    returned(d, "p2", 50, "revenant-rubedo-1", "revenant-rubedo-2", "revenant-rubedo-3")
    d.do("p2", "take", aria=3).passes()
    assert d.view["turn"] == "p2"
    assert d.seat("p2")["hand"] == ["revenant-rubedo-1", "revenant-rubedo-2", "revenant-rubedo-3"]
    assert d.pool("p2") == {"aria": 3}


@pytest.mark.rule("AK-PROX-07", "AK-PROX-08")
def test_placing_the_revenant() -> None:
    stack: list[dict[str, Any]] = [
        {"at": "turn-over"},
        {"at": "returning", "seat": "p2", "step": "roll"},
        {"at": "roll-return", "seat": "p2"},
    ]
    d = duel(88, None, 81, who={"p2": REV}, walls={"top": 1}, stack=stack, dead=[{"seat": "p2"}])
    d.roll(14)
    assert d.fields("p2", "place", "tile") == {24, 23, 25, 33, 34, 35}
    e = duel(24, None, 81, who={"p2": REV}, walls={"top": 1}, stack=stack, dead=[{"seat": "p2"}])
    e.roll(14)
    assert e.fields("p2", "place", "tile") == {23, 25, 33, 34, 35}


@pytest.mark.rule("AK-FIRE-05", "AK-FIRE-20", "AK-REV-01", "AK-FIRE-07")
def test_two_die_in_one_step_of_a_wall() -> None:
    """p3 and p2 are overrun in one step: they return after the event, in the turn order of the round just finished."""
    d = end_of_round(44, 25, 26, walls={"top": 2}, who={"p2": {"bloodstones": 2}}, **BACK)
    d.die(1).passes()
    assert d.tile("p2") is None
    assert d.tile("p3") is None
    assert d.view["walls"]["top"] == 3
    assert d.on(45) == {"bloodstones": 2}
    assert d.on(46) == {"bloodstones": 1}
    while d.kinds() == {"chance": "roll-percentile"}:
        d.roll(99).passes()
    returned(d, "p2", 50)
    d.do("p2", "take", aria=3).passes()
    returned(d, "p3", 60, "revenant-rubedo-1", "revenant-rubedo-2", "revenant-rubedo-3")
    d.do("p3", "take", aria=3).passes()
    assert d.view["turn"] == "p2", "the start passes from p1"
    assert d.view["ascended_die"] if "ascended_die" in d.view else d.seat("p1")["die"], "p1 is the Last King"


@pytest.mark.rule("AK-FIRE-05", "AK-INST-07")
def test_nothing_cancels_an_immolation() -> None:
    d = end_of_round(44, 25, 88, walls={"top": 2}, who={"p2": {"hand": ["separation-3"], "pool": {"egis": 5}}}, **BACK)
    d.die(1)
    while d.tile("p2") is not None:
        assert not any(a["cancel"] for a in d.listed("p2", "instant"))
        d.do(next(iter(d.asked)), "pass")
    assert "died" in d.told()


@pytest.mark.rule("AK-FIRE-16", "AK-FIRE-17", "AK-FIRE-04", "AK-INST-03")
def test_explosions_and_fire_are_two_batches() -> None:
    """Two Pyre explode beside p2, who then stands in the fire as well: 2 wounds, then 1; each is announced."""
    who: dict[str, Any] = {"p2": {"level": 2, "hand": ["separation-3"], "pool": {"egis": 4}}}
    d = end_of_round(77, 25, 88, walls={"top": 1}, who=who, items={"24": {"pyre": 2}}, **BACK)
    d.die(1)
    batches = []
    while d.kinds() != {"chance": "roll-percentile"} and "event-dial" not in d.told():
        wounds = d.view["wounds_dealt"]
        if wounds and (not batches or batches[-1] != wounds):
            batches.append(wounds)
        d.do(next(iter(d.asked)), "pass")
    assert batches == [{"p2": 2}, {"p2": 1}]
    assert d.pool("p2") == {"egis": 4, "dire": 3}
    assert d.on(24) == {}


@pytest.mark.rule("AK-FIRE-08", "AK-FIRE-11", "AK-FIRE-14", "AK-FIRE-04", "AK-ROUND-05")
@pytest.mark.parametrize(
    ("walls", "items", "die"),
    [({"left": 3, "right": 7}, {}, 4), ({"left": 3, "right": 7}, {}, 2), ({"top": 1}, {"28": {"bloodstones": 1}}, 1)],
)
def test_deadlock(walls: dict[str, int], items: dict[str, Any], die: int) -> None:
    tile = 17 if "top" in walls else 47
    d = end_of_round(tile, 55, walls=walls, items=items, bloodstones_aside=2 - len(items), **BACK)
    d.die(die).passes()
    assert {edge: line for edge, line in d.view["walls"].items() if line is not None} == walls
    assert d.pool("p1") == {"dire": 1}


@pytest.mark.rule("AK-EVENT-02", "AK-EVENT-05")
def test_the_blue_flame_takes_one_wound_from_all_beside_a_wall() -> None:
    dials = {"round": 9, "event": 2}
    d = end_of_round(34, 46, 55, 35, walls={"top": 2, "right": 7}, dials=dials, rounds=20)
    d.die(1).passes()
    assert d.view["dials"]["event"]["shows"] == "FIRE"
    line = d.view["walls"]["top"]
    for seat, tile in (("p1", 34), ("p2", 46), ("p3", 55), ("p4", 35)):
        in_fire = tile // 10 == line
        near = abs(tile // 10 - line) <= 1 or abs(tile % 10 - 7) <= 1
        assert d.pool(seat).get("dire", 0) == in_fire + near, seat


@pytest.mark.rule("AK-EVENT-04", "AK-GEM-04", "AK-GEM-08", "AK-KILL-06")
def test_an_event_of_ylem_and_dire_under_somebodys_feet() -> None:
    dials = {"round": 9, "event": 3}
    who: dict[str, Any] = {"p2": {"ylem": 4, "pool": {"dire": 2}}}
    d = end_of_round(44, 55, 88, 12, dials=dials, rounds=20, who=who)
    d.die(1)
    assert d.view["dials"]["event"]["shows"] == "YLEM_DIRE"
    d.passes().roll(55).passes()
    assert d.tile("p2") is None
    assert d.on(55) == {"bloodstones": 1}
    assert d.seat("p2")["ylem"] == 5, "the Ylem came before the Dire"
    assert not any(d.seat(seat)["ylem"] for seat in ("p1", "p3", "p4"))


@pytest.mark.rule("AK-LAST-01", "AK-LAST-03", "AK-LAST-04", "AK-TURN-06")
def test_the_last_king_absorbs_before_anything_is_generated() -> None:
    who: dict[str, Any] = {"p1": {"pool": {"dire": 2}, "transmuted": ["pyre"]}, "p2": REV, "p3": REV}
    d = duel(44, 55, 88, who=who, ascended_die="p1", stack=[{"at": "absorb"}])
    assert d.kinds() == {"p1": "absorb"}
    assert d.pool("p1") == {"dire": 2}
    d.do("p1", "absorb")
    assert d.pool("p1") == {"pyre": 1}
    assert d.state.position()["ascended_die"] == "gone"
    other = duel(44, 55, 88, who=who, ascended_die="p1", turn="p2", stack=[{"at": "absorb"}])
    assert other.kinds() == {"p1": "absorb"}, "asked on others' turns, too"
    other.do("p1", "keep-die")
    assert other.kinds() == {"p2": "choose-state"}
    other.refused("p1", "absorb")


@pytest.mark.rule("AK-LAST-05", "AK-FIRE-18", "AK-PROX-02")
def test_the_die_of_the_dead_lies_where_the_fire_does_not() -> None:
    who: dict[str, Any] = {"p2": {"pool": {"dire": 2}}, "p1": REV, "p3": REV}
    d = end_of_round(44, 35, 88, walls={"top": 2}, who=who, ascended_die="p2", **BACK)
    d.die(1).passes()
    assert d.on(45) == {"bloodstones": 1, "die": 1}


@pytest.mark.rule("AK-DEATH-03", "AK-DEATH-02", "AK-WAR-01", "AK-WAR-03", "AK-WAR-08")
def test_the_war_begins_after_the_turn_in_which_all_four_came_together() -> None:
    who: dict[str, Any] = {"p1": {"pool": {"pyre": 3, "aria": 1}, "bloodstones": 3}, "p2": {**REV, "bloodstones": 1}}
    d = duel(44, 45, 88, who=who, walls={"top": 1, "left": 2})
    d.do("p1", "attack", who="p2", pyre=3).passes()
    assert d.on(45) == {"bloodstones": 1}
    d.do("p1", "step", tile=45)
    assert d.seat("p1")["bloodstones"] == 4
    assert d.view["war"] is False
    d.do("p1", "end-turn").passes()
    returned(d, "p2", 77)
    d.do("p2", "take", aria=3).passes()
    assert d.kinds() == {"chance": "roll-percentile"}
    assert d.view["war"] is True
    assert set(d.view["walls"].values()) == {None}
    d.roll(45).passes()
    assert d.view["omega_stone"] == 9
    assert d.view["turn"] == "p2"


@pytest.mark.rule("AK-REV-11", "AK-WAR-03", "AK-WAR-01")
def test_the_war_begins_where_a_return_brings_the_fourth_stone() -> None:
    """Three players; p1 and p3 have none left, p2 holds 3 and kills itself on Dire; it returns with the fourth only."""
    who: dict[str, Any] = {
        "p1": {"bloodstones": 3, "pool": {"pyre": 3}},
        "p2": {"bloodstones": 0},
        "p3": {"bloodstones": 0},
    }
    d = duel(44, 45, 88, who=who, bloodstones_aside=1)
    d.do("p1", "attack", who="p2", pyre=3).passes()
    d.do("p1", "end-turn").passes()
    returned(d, "p2", 70)
    d.do("p2", "take", aria=3).passes()
    assert d.seat("p2")["bloodstones"] == 1
    assert d.view["war"] is False, "3 and 1 are not 4 in one hand"
    assert d.view["turn"] == "p2"


@pytest.mark.rule("AK-REV-12", "AK-WAR-03", "AK-WAR-02")
def test_a_return_onto_the_last_stones_starts_the_war_at_once() -> None:
    """Two players: p2 dies with 2 stones on the last turn of the round, returns with the third, onto the others."""
    who: dict[str, Any] = {"p1": {"bloodstones": 0}, "p2": {**REV, "pool": {"dire": 2, "pyre": 0}, "bloodstones": 0}}
    items = {"54": {"bloodstones": 3}, "45": {"dire": 1}}
    d = duel(
        12,
        44,
        who={**who, "p2": {"bloodstones": 0, "pool": {"dire": 2, "aria": 1}}},
        items=items,
        bloodstones_aside=1,
        turn="p2",
        start="p1",
    )
    d.do("p2", "step", tile=45)
    d.passes()
    assert d.tile("p2") is None
    returned(d, "p2", 54)
    assert d.seat("p2")["bloodstones"] == 4
    d.do("p2", "take", aria=3).passes()
    assert d.view["war"] is True, "no End of Round"
    d.roll(35).passes()
    assert d.view["omega_stone"] == 5
    assert d.view["turn"] == "p1"


@pytest.mark.rule("AK-REV-13", "AK-PROX-07", "AK-WAR-11", "AK-REV-11")
@pytest.mark.parametrize("stones", [0, 1])
def test_placing_beside_the_omega_stone(stones: int) -> None:
    stack: list[dict[str, Any]] = [
        {"at": "turn-over"},
        {"at": "returning", "seat": "p2", "step": "roll"},
        {"at": "roll-return", "seat": "p2"},
    ]
    who: dict[str, Any] = {"p2": REV, "p1": {"bloodstones": 4 - stones}, "p3": {"bloodstones": 0}}
    d = duel(
        88,
        None,
        81,
        who=who,
        war=True,
        omega_stone=5,
        stack=stack,
        dead=[{"seat": "p2", "bloodstone": bool(stones)}],
        bloodstones_aside=stones,
    )
    d.roll(5)
    found = d.fields("p2", "place", "tile")
    assert found - {5} == {4, 6, 14, 15, 16}
    assert (5 in found) is bool(stones)
    if stones:
        d.do("p2", "place", tile=5)
        result = d.state.outcome()
        assert result is not None
        assert result.winners == ("p1",), "3 Bloodstones outweigh the Omega Stone and one"


@pytest.mark.rule("AK-SCORE-01", "AK-SCORE-06", "AK-SCORE-07", "AK-WAR-11", "AK-SCORE-02")
def test_the_books_sheet() -> None:
    who: dict[str, Any] = {
        "p1": {"level": 2, "ylem": 3, "bloodstones": 2, "transmuted": ["ylem", "aria"], "pool": {"aria": 1}},
        "p2": {**REV, "level": 3, "bloodstones": 2, "prismatic": 3, "transmuted": ["ylem"], "ylem": 5},
    }
    d = duel(4, 88, who=who, war=True, omega_stone=5, bloodstones_aside=0)
    d.do("p1", "step", tile=5)
    result = d.state.outcome()
    assert result is not None
    assert result.scores["p1"]["total"] == 88
    assert result.scores["p2"]["total"] == 30 + 20 + 5 + 15
    assert result.winners == ("p1",)


@pytest.mark.rule("AK-SCORE-03", "AK-SCORE-04", "AK-SCORE-05", "AK-INSC-07")
@pytest.mark.parametrize(
    ("mine", "theirs", "winners"),
    [
        (["rubedo-3"], ["albedo-2"], ("p1",)),
        (["lancea-of-aeterna"], ["albedo-3", "citrinitas-3", "nigredo-3", "coagulation-3", "separation-2"], ("p1",)),
        (["rubedo-1", "rubedo-2"], ["albedo-3"], ("p1", "p2")),
        (["pneuma-mundus", "prismatic-inscription"], [], ("p1", "p2")),
        ([], ["albedo-1"], ("p2",)),
    ],
)
def test_ties(mine: list[str], theirs: list[str], winners: tuple[str, ...]) -> None:
    """p1 has the Omega Stone and 1 Bloodstone, p2 has 2 and 10 Ylem and levels more: 25 + 15 against 30 + 5 + 5."""
    who: dict[str, Any] = {
        "p1": {"bloodstones": 1, "pool": {"aria": 1}, "hand": mine, "level": 1},
        "p2": {"bloodstones": 2, "hand": theirs, "level": 2, "ylem": 5},
        "p3": {"bloodstones": 1},
    }
    d = duel(4, 88, 20, who=who, war=True, omega_stone=5, bloodstones_aside=0)
    d.do("p1", "step", tile=5)
    result = d.state.outcome()
    assert result is not None
    assert result.scores["p1"]["total"] == 25 + 15 + 10 + 5
    assert result.scores["p2"]["total"] == 30 + 10 + 10 + 5
    assert result.winners == winners


@pytest.mark.rule("AK-MOVE-11", "AK-WAR-13", "AK-WAR-11")
@pytest.mark.parametrize(("stones", "enters"), [(0, False), (1, True), (3, True)])
def test_a_stone_on_the_omega_tile(stones: int, enters: bool) -> None:
    who: dict[str, Any] = {"p1": {"bloodstones": stones, "pool": {"aria": 1}}, "p2": {"bloodstones": 3 - stones}}
    d = duel(4, 88, who=who, war=True, omega_stone=5, items={"05": {"bloodstones": 1}}, bloodstones_aside=0)
    assert d.may("p1", "step")
    assert (5 in d.fields("p1", "step", "tile")) is enters
    if not enters:
        assert d.refused("p1", "step", tile=5) in {"AK-WAR-13", "AK-MOVE-11", "AK-WAR-10"}
        return
    d.do("p1", "step", tile=5)
    result = d.state.outcome()
    assert result is not None
    assert result.scores["p1"]["bloodstones"] == 15 * (stones + 1)
    if stones == 3:
        assert result.rule == "AK-WAR-11"
        assert result.winners == ("p1",)


@pytest.mark.rule("AK-WAR-09", "AK-ACTIVE-01", "AK-WAR-12")
def test_no_roll_for_ylem_in_the_war() -> None:
    d = duel(44, 88, war=True, omega_stone=5, stack=[{"at": "choose-state"}])
    d.do("p1", "choose-state", state="active").passes()
    assert d.kinds() == {"p1": "active"}
    d.do("p1", "end-turn").passes()
    assert d.view["turn"] == "p2"
    d.do("p2", "choose-state", state="active").do("p2", "end-turn").passes()
    assert d.view["turn"] == "p1", "no End of Round"


@pytest.mark.rule("AK-ROUND-03", "AK-WAR-04", "AK-OMEGA-05")
def test_the_dial_reaches_omega() -> None:
    d = duel(
        44,
        88,
        12,
        who={},
        turn="p3",
        start="p1",
        dials={"round": 1, "event": 0},
        rounds=20,
        walls={"top": 0},
    )
    d.do("p3", "end-turn").passes()
    assert d.view["war"] is True
    d.roll(90).passes()
    assert d.view["omega_stone"] == 90
    assert d.view["turn"] == "p1"


@pytest.mark.rule("AK-WAR-03")
def test_four_stones_undone_before_the_turn_is_over_start_no_war() -> None:
    """p1 gets the fourth, then dies on Dire: its stones lie on the board when the turn ends."""
    who: dict[str, Any] = {"p1": {"bloodstones": 3, "pool": {"aria": 2, "dire": 2}}, "p2": {"bloodstones": 0}}
    d = duel(44, 88, who=who, items={"45": {"bloodstones": 1}, "46": {"dire": 1}}, bloodstones_aside=0)
    d.do("p1", "step", tile=45)
    assert d.seat("p1")["bloodstones"] == 4
    d.do("p1", "step", tile=46).passes()
    assert d.on(46) == {"bloodstones": 4}
    returned(d, "p1", 70)
    d.do("p1", "take", aria=3).passes()
    assert d.view["war"] is False


@pytest.mark.rule("AK-FIRE-20", "AK-ROUND-06", "AK-ROUND-07", "AK-ROUND-01")
def test_whose_turn_comes_after_the_end_of_a_round() -> None:
    for count, nxt in ((2, "p1"), (3, "p2"), (4, "p2")):
        d = end_of_round(*(44, 88, 12, 21)[:count], **BACK)
        d.die(4).passes()
        while d.kinds() == {"chance": "roll-percentile"}:
            d.roll(99).passes()
        assert d.view["turn"] == nxt
        assert d.view["start"] == nxt


def test_positions_of_rounds_that_no_game_reaches() -> None:
    two: dict[str, Any] = {"p1": {"tile": 44}, "p2": {"tile": 45}}
    for keys, word in (
        ({"walls": {"left": 4, "right": 7}}, "walls"),
        ({"walls": {"bottom": 3}}, "tile"),
        ({"walls": {"bottom": 2}}, "walls"),
        ({"walls": {"top": 10}}, "walls"),
        ({"war": True, "omega_stone": 44}, "omega"),
        ({"war": True, "omega_stone": 50, "walls": {"top": 1}}, "walls"),
        ({"war": False, "omega_stone": 50}, "omega"),
        ({"dials": {"round": 21, "event": 0}}, "dials"),
        ({"dials": {"round": 9, "event": 12}}, "dials"),
        ({"ascended_die": "p9"}, "ascended_die"),
        ({"bloodstones_aside": 5}, "bloodstones"),
        ({"items": {"44": {"bloodstones": 1}}}, "items"),
        ({"items": {"100": {"ylem": 1}}}, "items"),
        ({"items": {"70": {"ylem": -1}}}, "items"),
        ({"turn": "p7"}, "turn"),
        ({"turn": None}, "turn"),
        ({"dead": [{"seat": "p1"}]}, "p1"),
        (
            {"seats": {**two, "p3": {"tile": None}}, "dead": [{"seat": "p3", "bloodstone": False}]}
            | {"bloodstones_aside": 1},
            "dead",
        ),
        ({"stack": [{"at": "end-of-round", "next": "tea"}], "turn": None}, "stack"),
        ({"stack": [{"at": "turn-over"}, {"at": "returning", "seat": "p1"}]}, "stack"),
        ({"countdown": 3}, "countdown"),
        ({"options": {"no.such": 1}}, "no.such"),
        ({"pack": "another"}, "pack"),
        ({"cards": "tarot"}, "cards"),
    ):
        cannot_be(word, **{"seats": two, "stack": [{"at": "active"}], **keys})
    assert FULL.from_position({"seats": two}).deciders()
