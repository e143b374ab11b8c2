"""Fire Walls: how they move, what stops them, what they burn, whom they hurt and kill."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadConfig, BadPosition

from tests.games.ascended_kings.table import GAME, Table, at, round_end

QUIET = {"shows": "YLEM"}
"""An event that leaves the End of Round waiting for dice right after the event dial."""


def after_die(die: int, *tiles: int, **keys: Any) -> Table:
    """The End of Round with this Immolation Number; the event is 1 Ylem."""
    return round_end(*tiles, die=die, **{**QUIET, **keys}).die(die)


# --- moving ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-FIRE-01")
@pytest.mark.parametrize(("die", "edge", "line"), [(1, "top", 0), (2, "right", 9), (3, "bottom", 9), (4, "left", 0)])
def test_a_missing_wall_is_placed_on_its_outermost_line(die: int, edge: str, line: int) -> None:
    table = after_die(die, 44, 55)
    assert table.walls == {edge: line}
    fire = next(layer for layer in GAME.picture(table.view).layers if layer.effect == "fire")
    assert len(fire.tiles) == 10


@pytest.mark.rule("AK-FIRE-02")
@pytest.mark.parametrize(
    ("die", "before", "after"),
    [
        (1, {"top": 0}, {"top": 1}),
        (2, {"right": 7}, {"right": 6}),
        (3, {"bottom": 8}, {"bottom": 7}),
        (4, {"left": 3}, {"left": 4}),
    ],
)
def test_a_wall_advances_one_line(die: int, before: dict[str, int], after: dict[str, int]) -> None:
    assert after_die(die, 55, 65, walls=before).walls == after


@pytest.mark.rule("AK-FIRE-03", "AK-FIRE-04")
def test_strips_cross_and_miniatures_stay_on_top() -> None:
    table = after_die(1, 27, 55, walls={"top": 1, "right": 7})
    assert table.tile("p1") == 27 and table.walls == {"top": 2, "right": 7}
    assert table.wounds_dealt() == {"p1": 1}
    fire = next(layer for layer in GAME.picture(table.view).layers if layer.effect == "fire")
    assert set(fire.tiles) == set(range(20, 30)) | set(range(7, 100, 10))


# --- deadlock --------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-FIRE-08", "AK-FIRE-14")
@pytest.mark.parametrize("die", [2, 4])
def test_three_exposed_lines_deadlock_both_walls(die: int) -> None:
    table = after_die(die, 45, 55, walls={"left": 3, "right": 7})
    assert table.walls == {"left": 3, "right": 7}
    assert table.rules("wall-deadlocked") == ("AK-FIRE-08", "AK-FIRE-14")
    assert after_die(2, 44, 55, walls={"left": 3, "right": 8}).walls["right"] == 7
    with pytest.raises(BadPosition, match=r"walls\."):
        at(45, 55, walls={"left": 3, "right": 6})
    with pytest.raises(BadPosition, match=r"walls\."):
        at(45, 55, walls={"left": 7, "right": 3})


@pytest.mark.rule("AK-FIRE-09")
def test_the_other_pair_of_walls_does_not_matter() -> None:
    table = after_die(1, 55, 65, walls={"left": 3, "right": 7, "top": 3, "bottom": 8})
    assert table.walls["top"] == 4, "down to 3 x 3"
    table = after_die(1, 55, 65, walls={"left": 3, "right": 7, "top": 4, "bottom": 8})
    assert table.walls["top"] == 4, "and no further"


@pytest.mark.rule("AK-FIRE-10")
def test_a_lone_wall_minds_the_bare_edge() -> None:
    assert after_die(4, 57, 67, walls={"left": 5}).walls == {"left": 6}
    table = after_die(4, 57, 67, walls={"left": 6})
    assert table.walls == {"left": 6} and table.rules("wall-deadlocked")[0] == "AK-FIRE-10"
    assert after_die(2, 57, 67, walls={"left": 6}).walls == {"left": 6}, "nor is its opposite placed"
    with pytest.raises(BadPosition, match=r"walls\.left"):
        at(58, 68, walls={"left": 7})


@pytest.mark.rule("AK-FIRE-10")
def test_by_house_rule_a_lone_wall_leaves_one_line() -> None:
    rules = {"fire.absent_wall_counts_as_edge": False}
    assert after_die(4, 59, 69, walls={"left": 6}, options=rules).walls == {"left": 7}
    assert after_die(4, 59, 69, walls={"left": 8}, options=rules).walls == {"left": 8}
    assert after_die(2, 59, 69, walls={"left": 6}, options=rules).walls == {"left": 6}, "two walls keep 3 lines"


@pytest.mark.rule("AK-FIRE-11", "AK-FIRE-14")
def test_an_unclaimed_bloodstone_stops_the_wall() -> None:
    table = after_die(1, 55, 66, walls={"top": 1}, items={"28": {"bloodstones": 1}})
    assert table.walls == {"top": 1} and table.rules("wall-deadlocked") == ("AK-FIRE-11", "AK-FIRE-14")
    assert after_die(2, 55, 66, walls={"right": 9}, items={"28": {"bloodstones": 1}}).walls == {"right": 9}
    assert after_die(3, 55, 66, walls={"top": 1}, items={"28": {"bloodstones": 1}}).walls["bottom"] == 9


@pytest.mark.rule("AK-FIRE-12")
def test_a_carried_bloodstone_stops_nothing() -> None:
    table = at(
        27, 55, walls={"top": 1}, items={"28": {"bloodstones": 1}}, rounds=20,
        dials={"round": 15, "event": 0}, turn="p1", start="p2",
    )  # fmt: skip
    table.do("p1", "step", tile=28).do("p1", "end-turn").die(1)
    assert table.walls["top"] == 2


@pytest.mark.rule("AK-FIRE-13")
def test_a_bloodstone_stops_the_first_placement_too() -> None:
    stone = {"03": {"bloodstones": 1}}
    table = after_die(1, 55, 66, items=stone)
    assert table.walls == {} and table.rules("wall-deadlocked") == ("AK-FIRE-13", "AK-FIRE-14")
    table = after_die(1, 55, 66, items=stone, options={"fire.bloodstone_blocks_placement": False})
    assert table.walls == {"top": 0} and table.on(3) == {"bloodstones": 1}


@pytest.mark.rule("AK-FIRE-14", "AK-ROUND-05", "AK-ROUND-04")
def test_in_deadlock_wounds_dial_and_event_go_on() -> None:
    table = round_end(14, 55, die=1, shows="YLEM", walls={"top": 1}, items={"28": {"bloodstones": 1}}).die(1)
    assert table.wounds_dealt() == {"p1": 1} and table.asked == {"p1": "survive"}
    table.do("p1", "survive")
    assert table.view["dials"]["event"]["shows"] == "YLEM" and table.asked == {"chance": "roll-percentile"}


@pytest.mark.rule("AK-FIRE-11", "AK-FIRE-16")
def test_a_deadlocked_wall_explodes_nothing_on_the_line_it_cannot_enter() -> None:
    items = {"28": {"bloodstones": 1}, "24": {"pyre": 2, "ylem": 1}}
    table = after_die(1, 35, 66, walls={"top": 1}, items=items)
    assert table.on(24) == {"pyre": 2, "ylem": 1} and "pyre-exploded" not in table.kinds()


# --- crossing --------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-FIRE-15")
def test_ylem_and_dire_burn_without_effect() -> None:
    table = after_die(1, 35, 66, walls={"top": 1}, items={"24": {"ylem": 1, "dire": 2}, "44": {"ylem": 1}})
    assert table.on(24) == {} and table.on(44) == {"ylem": 1}
    assert table.wounds_dealt() == {} and table.rules("gem-burned") == ("AK-FIRE-15",)


@pytest.mark.rule("AK-FIRE-16", "AK-FIRE-17")
def test_pyre_explodes_on_the_eight_tiles_around() -> None:
    table = after_die(1, 35, 45, walls={"top": 1}, items={"24": {"pyre": 2}})
    assert table.wounds_dealt() == {"p1": 2} and table.on(24) == {}
    table = after_die(1, 34, 36, walls={"top": 1}, items={"24": {"pyre": 1}, "25": {"pyre": 1}, "26": {"pyre": 1}})
    assert table.wounds_dealt() == {"p1": 2, "p2": 2}, "several tiles add up"


@pytest.mark.rule("AK-FIRE-16", "AK-FIRE-17", "AK-FIRE-04", "AK-FIRE-07")
def test_explosions_hit_those_in_the_fire_as_well_and_come_first() -> None:
    table = after_die(1, 23, 66, walls={"top": 1}, items={"24": {"pyre": 1}})
    assert table.view["wounds_dealt"] == {"p1": 1} and table.told("wounded")[0]["cause"] == "explosion"
    table.do("p1", "survive")
    assert table.told("wounded")[0]["cause"] == "fire-wall", "the fire wound is owed in addition"
    table.do("p1", "survive")
    assert table.seat("p1")["wounds"] == 2


@pytest.mark.rule("AK-FIRE-18", "AK-LAST-06")
def test_a_wall_destroys_the_ascended_die() -> None:
    who = {"p1": {"form": "revenant"}, "p2": {"form": "revenant"}}
    table = after_die(1, 55, 66, walls={"top": 1}, items={"24": {"die": 1}}, who=who)
    assert table.on(24) == {} and table.state.position()["ascended_die"] == "gone"


@pytest.mark.rule("AK-FIRE-19")
def test_placing_a_wall_burns_and_explodes_too() -> None:
    items = {"04": {"pyre": 1, "ylem": 1}}
    table = after_die(1, 14, 66, items=items)
    assert table.wounds_dealt() == {"p1": 1} and table.on(4) == {}
    table = after_die(1, 14, 66, items=items, options={"fire.placement_triggers_crossing": False})
    assert table.wounds_dealt() == {} and table.on(4) == {"pyre": 1, "ylem": 1}


# --- wounds and death ------------------------------------------------------------------------------------


@pytest.mark.rule("AK-FIRE-04")
def test_standing_in_any_wall_wounds_whichever_moved() -> None:
    table = after_die(3, 14, 58, 55, walls={"top": 1, "right": 8})
    assert table.wounds_dealt() == {"p1": 1, "p2": 1}


@pytest.mark.rule("AK-FIRE-04")
@pytest.mark.parametrize("wounds", [1, 2])
def test_where_walls_cross_one_wound_or_two_by_house_rule(wounds: int) -> None:
    keys = {"walls": {"top": 1, "right": 8}, "options": {"fire.crossing_wounds": wounds}}
    assert after_die(3, 18, 17, **keys).wounds_dealt() == {"p1": wounds, "p2": 1}


@pytest.mark.rule("AK-FIRE-05", "AK-KILL-06")
def test_who_is_left_behind_dies_unasked() -> None:
    table = after_die(1, 14, 24, walls={"top": 1})
    assert table.tile("p1") is None and table.wounds_dealt() == {"p2": 1}
    death = next(event for event in table.events if event.kind == "died")
    assert death.rules[:2] == ("AK-FIRE-05", "AK-KILL-06") and death.data["bonus"] is None


@pytest.mark.rule("AK-FIRE-05", "AK-FIRE-02")
def test_the_crossing_of_two_walls_kills_only_behind_the_one_that_moved() -> None:
    table = after_die(1, 18, 28, 55, walls={"top": 1, "right": 8})
    assert (table.tile("p1"), table.tile("p2")) == (None, 28)


@pytest.mark.rule("AK-FIRE-06", "AK-MOVE-08", "AK-MOVE-09")
def test_each_fire_tile_entered_by_walking_wounds_and_leaving_is_free() -> None:
    table = hemmed_in().do("p1", "step", tile=47)
    assert table.wounds_dealt() == {"p1": 1} and table.rules("wounded") == ("AK-FIRE-06", "AK-MOVE-08")
    table.do("p1", "survive").do("p1", "step", tile=36)
    assert table.wounds_dealt() == {} and table.seat("p1")["wounds"] == 1


@pytest.mark.rule("AK-FIRE-07")
@pytest.mark.parametrize(
    ("order", "causes"),
    [
        (["explosions", "immolation", "fire-wounds"], ["explosion", "fire-wall"]),
        (["fire-wounds", "immolation", "explosions"], ["fire-wall", "explosion"]),
        (["immolation", "explosions", "fire-wounds"], ["explosion", "fire-wall"]),
    ],
)
def test_the_order_of_what_follows_is_a_house_rule(order: list[str], causes: list[str]) -> None:
    keys = {"walls": {"top": 1}, "items": {"24": {"pyre": 1}}, "options": {"fire.step_order": order}}
    table = after_die(1, 23, 66, **keys)
    seen = [data["cause"] for data in table.told("wounded")]
    table.do("p1", "survive")
    assert seen + [data["cause"] for data in table.told("wounded")] == causes


@pytest.mark.rule("AK-FIRE-07", "AK-FIRE-05")
@pytest.mark.parametrize("first", ["explosions", "immolation"])
def test_who_is_overrun_feels_the_explosion_only_if_it_comes_first(first: str) -> None:
    second = {"explosions": "immolation", "immolation": "explosions"}[first]
    keys = {"items": {"24": {"pyre": 1}}, "options": {"fire.step_order": [first, second, "fire-wounds"]}}
    table = after_die(1, 14, 66, walls={"top": 1}, **keys)
    assert table.wounds_dealt() == ({"p1": 1} if first == "explosions" else {})
    if first == "explosions":
        table.do("p1", "survive")
    assert table.tile("p1") is None, "the wall kills either way"
    with pytest.raises(BadConfig, match=r"fire\.step_order"):
        GAME.new({"options": {"fire.step_order": [first]}})


@pytest.mark.rule("AK-FIRE-20")
def test_the_dead_of_the_round_return_after_the_event_in_player_order() -> None:
    table = round_end(14, 15, 55, 16, die=1, shows="YLEM", walls={"top": 1}, start="p3", rounds=15, ascended_die="gone")
    table.die(1)
    assert table.view["dead"] == ["p4", "p1", "p2"], "simultaneous, in the order of the round: p3, p4, p1, p2"
    assert table.asked == {"chance": "roll-percentile"} and "Ylem" in table.state.deciders()["chance"].prompt
    table.roll(40)
    for seat, roll in (("p4", 60), ("p1", 62), ("p2", 64)):
        assert table.view["start"] == "p3", "before the start player passes"
        table.roll(roll).do(seat, "place", tile=roll)
    assert table.view["start"] == "p4" and table.asked == {"p4": "choose-state"}


@pytest.mark.rule("AK-FIRE-20")
def test_by_house_rule_the_dead_return_at_once_and_meet_the_event() -> None:
    options = {"fire.immolation_return": "immediate"}
    table = round_end(14, 55, die=1, shows="FIRE", walls={"top": 1}, options=options).die(1)
    assert "returns" in table.state.deciders()["chance"].prompt
    table.roll(34).do("p1", "place", tile=34)
    assert table.told("wounded") == [{"seat": "p1", "wounds": 1, "cause": "blue-flame"}]


@pytest.mark.rule("AK-FIRE-20", "AK-EVENT-02", "AK-REV-08")
def test_who_dies_of_the_blue_flame_returns_after_it() -> None:
    who = {"p1": {"wounds": 2}}
    table = round_end(15, 55, die=2, shows="FIRE", walls={"top": 0}, who=who, ascended_die="gone").die(2)
    assert table.state.deciders()["p1"].default == GAME.action({"do": "die", "seat": "p1"})
    table.do("p1", "die")
    assert table.on(15) == {"bloodstones": 1}
    table.roll(77).do("p1", "place", tile=77)
    assert table.seat("p1") == {**table.seat("p1"), "form": "revenant", "tile": 77, "wounds": 0}
    assert table.asked == {"p1": "choose-state"}


@pytest.mark.rule("AK-FIRE-16", "AK-DEATH-02", "AK-DEATH-05", "AK-DEATH-03", "AK-PROX-05")
def test_an_explosion_kills_a_carrier_whose_stones_fall_out_of_the_new_fire() -> None:
    who = {"p1": {"bloodstones": 2, "wounds": 2}, "p2": {"bloodstones": 0}}
    keys = {"walls": {"top": 1}, "items": {"24": {"pyre": 1}}}
    table = after_die(1, 23, 66, who=who, **keys).do("p1", "die")
    assert table.on(33) == {"bloodstones": 2}, "23 burns now, so they fall on 33"
    table = after_die(1, 23, 33, who=who, **keys)
    table.do("p2", "survive").do("p1", "die")
    assert table.seat("p2")["bloodstones"] == 2 and "bloodstones-claimed" in table.kinds()


@pytest.mark.rule("AK-DEATH-01", "AK-DEATH-03", "AK-FIRE-07")
def test_two_who_die_in_one_moment_do_not_inherit_from_each_other() -> None:
    who = {"p1": {"wounds": 2}, "p2": {"wounds": 2}}
    table = after_die(1, 33, 34, 77, walls={"top": 1}, who=who, items={"24": {"pyre": 1}})
    assert table.wounds_dealt() == {"p1": 1, "p2": 1}
    table.do("p2", "die").do("p1", "die")
    assert table.on(33) == {"bloodstones": 1} and table.on(34) == {"bloodstones": 1}


# --- Pyrokinesis -----------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ABIL-08")
def test_pyrokinesis_pushes_a_wall_back_and_burns_nothing() -> None:
    table = at(46, 55, walls={"right": 7}, items={"27": {}})
    assert [record["edge"] for record in table.listed("p1", "recede")] == ["right"]
    table.do("p1", "recede", edge="right")
    assert table.walls == {"right": 8} and table.wounds_dealt() == {}
    assert at(47, 55, walls={"right": 7}).do("p1", "recede", edge="right").walls == {"right": 8}
    assert at(45, 55, walls={"right": 7}).refused("p1", "recede", edge="right") == "AK-ABIL-10"
    assert at(45, 55, walls={"right": 7}).refused("p1", "recede", edge="top") == "AK-ABIL-08"


@pytest.mark.rule("AK-ABIL-09")
def test_pyrokinesis_never_takes_a_wall_off_the_board() -> None:
    table = at(48, 55, walls={"right": 9})
    assert table.listed("p1", "recede") == []
    assert table.refused("p1", "recede", edge="right") == "AK-ABIL-09"


@pytest.mark.rule("AK-ABIL-10")
def test_next_to_two_walls_the_player_chooses_and_diagonal_is_not_enough() -> None:
    walls = {"right": 7, "top": 3}
    assert {record["edge"] for record in at(46, 55, walls=walls).listed("p1", "recede")} == {"right", "top"}
    table = at(46, 55, walls=walls).do("p1", "recede", edge="top")
    assert table.walls == {"right": 7, "top": 2}
    assert at(55, 66, walls={"right": 7, "top": 3}).listed("p1", "recede") == []


@pytest.mark.rule("AK-ABIL-11")
def test_pyrokinesis_repeats_while_the_wall_is_near() -> None:
    table = at(47, 55, walls={"right": 7}).do("p1", "recede", edge="right").do("p1", "recede", edge="right")
    assert table.walls == {"right": 9}
    table = at(46, 55, walls={"right": 7}).do("p1", "recede", edge="right")
    assert table.refused("p1", "recede", edge="right") == "AK-ABIL-10"


# --- moving in fire --------------------------------------------------------------------------------------


def hemmed_in(**keys: Any) -> Table:
    """The rulebook's example: p1 burns on 57, opponents on 56 and 46, right wall on column 7, bottom wall on row 6."""
    return at(57, 56, 46, walls={"right": 7, "bottom": 6}, **keys)


@pytest.mark.rule("AK-MOVE-05")
def test_nobody_walks_into_the_fire() -> None:
    table = at(46, 66, walls={"right": 7})
    assert table.tiles("p1", "step") == {35, 36, 45, 55, 56}
    assert table.refused("p1", "step", tile=47) == "AK-MOVE-05"


@pytest.mark.rule("AK-MOVE-06")
def test_in_fire_nobody_has_to_move() -> None:
    table = at(57, 56, walls={"right": 7}, items={"82": {"ylem": 1}})
    assert table.listed("p1", "end-turn") and table.listed("p1", "kill") and table.tiles("p1", "bridge") == {82}
    assert table.listed("p1", "recede")


@pytest.mark.rule("AK-MOVE-07")
def test_out_of_the_fire_if_one_can_even_onto_dire() -> None:
    table = at(57, 66, walls={"right": 7}, items={"56": {"dire": 1}})
    assert table.tiles("p1", "step") == {46, 56}
    assert table.refused("p1", "step", tile=47) == "AK-MOVE-07"


@pytest.mark.rule("AK-MOVE-07", "AK-TRANS-11")
def test_a_revenant_can_leave_diagonally_and_so_must() -> None:
    king = at(57, 56, 11, walls={"right": 7})
    assert king.tiles("p1", "step") == {46, 66, 47, 67}, "a King may lack the Aria Transmutation"
    revenant = at(57, 56, 11, walls={"right": 7}, who={"p1": {"form": "revenant"}})
    assert revenant.tiles("p1", "step") == {46, 66}
    assert revenant.refused("p1", "step", tile=47) == "AK-MOVE-07"


@pytest.mark.rule("AK-MOVE-08", "AK-MOVE-10")
def test_the_way_along_the_wall_of_tile_57() -> None:
    table = hemmed_in()
    assert table.tiles("p1", "step") == {47, 67}, "both ways along the right wall; 67 is where the walls cross"
    table.do("p1", "step", tile=47).do("p1", "survive")
    assert table.tiles("p1", "step") == {36, 37, 57}, "out diagonally with the Aria Transmutation, or on along the wall"
    table.do("p1", "step", tile=37).do("p1", "survive")
    assert table.seat("p1")["wounds"] == 2
    table.do("p1", "step", tile=36)
    assert table.seat("p1")["wounds"] == 2 and table.wounds_dealt() == {}, "3 Aria, 2 wounds"


@pytest.mark.rule("AK-MOVE-10")
def test_nobody_walks_behind_a_wall_that_crosses() -> None:
    # p1 on the right wall, one line above the bottom wall; 77 would lie behind it
    keys = {"walls": {"right": 7, "bottom": 6}}
    table = at(67, 56, 66, **keys)
    assert 77 not in table.tiles("p1", "step") and table.refused("p1", "step", tile=77) == "AK-MOVE-10"
    table = at(67, 56, 66, options={"fire.allow_move_behind_perpendicular": True}, **keys)
    assert 77 in table.tiles("p1", "step")
    assert table.do("p1", "step", tile=77).wounds_dealt() == {"p1": 1}


@pytest.mark.rule("AK-MOVE-13")
def test_a_killed_blocker_opens_the_way_out() -> None:
    table = hemmed_in().do("p1", "kill", who="p2")
    assert table.on(56) == {"bloodstones": 1} and table.tiles("p1", "step") == {56}
    assert table.refused("p1", "step", tile=47) == "AK-MOVE-07"
    table.do("p1", "step", tile=56)
    assert table.wounds_dealt() == {} and table.seat("p1")["bloodstones"] == 2


# --- events ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-EVENT-01", "AK-EVENT-03")
@pytest.mark.parametrize(
    ("shows", "side", "lies"),
    [
        ("YLEM", "front", {"ylem": 1}),
        ("PYRE", "front", {"pyre": 1}),
        ("PYRE2", "back", {"pyre": 2}),
        ("YLEM_DIRE", "back", {"ylem": 1, "dire": 1}),
    ],
)
def test_the_gem_events_put_all_their_gems_on_one_tile(shows: str, side: str, lies: dict[str, int]) -> None:
    table = round_end(77, 78, die=2, shows=shows, side=side, walls={"top": 1}).die(2).roll(14)
    assert table.on(24) == lies


@pytest.mark.rule("AK-EVENT-02", "AK-EVENT-01")
def test_the_blue_flame_burns_in_and_orthogonally_next_to_walls_once() -> None:
    table = round_end(22, 33, 67, 88, die=4, shows="FIRE", walls={"top": 1, "left": 0, "right": 9}, rounds=15)
    table.die(4)
    assert table.view["walls"]["left"] == 1
    assert table.wounds_dealt() == {"p1": 1, "p4": 1}, "22 touches two walls, 88 one, 33 and 67 none"


@pytest.mark.rule("AK-EVENT-02")
def test_diagonal_contact_with_a_wall_does_not_count() -> None:
    table = round_end(55, 38, die=2, shows="FIRE", walls={"right": 9})
    table.die(2)
    assert table.wounds_dealt() == {"p2": 1}, "in the wall: the fire wound comes first"
    table.do("p2", "survive")
    assert table.wounds_dealt() == {"p2": 1} and table.told("blue-flame")[0]["seats"] == ["p2"]


@pytest.mark.rule("AK-EVENT-05")
def test_without_walls_the_blue_flame_hurts_nobody() -> None:
    items = {"05": {"bloodstones": 1}}
    table = round_end(14, 55, die=1, shows="FIRE", items=items).die(1)
    assert (
        table.walls == {} and table.wounds_dealt() == {} and table.rules("blue-flame") == ("AK-EVENT-02", "AK-EVENT-05")
    )


@pytest.mark.rule("AK-EVENT-04", "AK-PROX-05")
def test_event_gems_go_to_who_stands_there() -> None:
    table = round_end(44, 55, die=2, shows="YLEM_DIRE", side="back").die(2).roll(44)
    assert table.on(44) == {} and table.wounds_dealt() == {"p1": 1}
    assert [data["gem"] for data in table.told("gem-received")] == ["ylem", "dire"]
    table.do("p1", "leave-ylem", count=1)
    assert table.on(44) == {"ylem": 1}, "a full pool leaves it on the tile"
    table = round_end(44, 55, die=2, shows="PYRE").die(2).roll(44)
    assert table.on(44) == {} and table.wounds_dealt() == {}
    dying = round_end(44, 55, die=2, shows="YLEM_DIRE", side="back", who={"p1": {"wounds": 2}}).die(2).roll(44)
    dying.do("p1", "die")
    assert dying.on(44) == {"bloodstones": 1} and dying.view["dead"] == ["p1"]
