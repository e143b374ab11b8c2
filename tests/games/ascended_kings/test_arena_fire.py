"""Fire Walls: how they move, what stops them, what they burn, whom they hurt and kill."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadConfig, BadPosition

from tests.games.ascended_kings.table import GAME, Table, at, hemmed_in, round_end

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
    assert table.tile("p1") == 27
    assert table.walls == {"top": 2, "right": 7}
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
    assert table.walls == {"left": 6}
    assert table.rules("wall-deadlocked")[0] == "AK-FIRE-10"
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
    assert table.walls == {"top": 1}
    assert table.rules("wall-deadlocked") == ("AK-FIRE-11", "AK-FIRE-14")
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
    assert table.walls == {}
    assert table.rules("wall-deadlocked") == ("AK-FIRE-13", "AK-FIRE-14")
    table = after_die(1, 55, 66, items=stone, options={"fire.bloodstone_blocks_placement": False})
    assert table.walls == {"top": 0}
    assert table.on(3) == {"bloodstones": 1}


@pytest.mark.rule("AK-FIRE-14", "AK-ROUND-05", "AK-ROUND-04")
def test_in_deadlock_wounds_dial_and_event_go_on() -> None:
    table = round_end(14, 55, die=1, shows="YLEM", walls={"top": 1}, items={"28": {"bloodstones": 1}}).die(1)
    assert table.wounds_dealt() == {"p1": 1}
    assert table.asked == {"p1": "survive"}
    table.do("p1", "survive")
    assert table.view["dials"]["event"]["shows"] == "YLEM"
    assert table.asked == {"chance": "roll-percentile"}


@pytest.mark.rule("AK-FIRE-11", "AK-FIRE-16")
def test_a_deadlocked_wall_explodes_nothing_on_the_line_it_cannot_enter() -> None:
    items = {"28": {"bloodstones": 1}, "24": {"pyre": 2, "ylem": 1}}
    table = after_die(1, 35, 66, walls={"top": 1}, items=items)
    assert table.on(24) == {"pyre": 2, "ylem": 1}
    assert "pyre-exploded" not in table.kinds()


# --- crossing --------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-FIRE-15")
def test_ylem_and_dire_burn_without_effect() -> None:
    table = after_die(1, 35, 66, walls={"top": 1}, items={"24": {"ylem": 1, "dire": 2}, "44": {"ylem": 1}})
    assert table.on(24) == {}
    assert table.on(44) == {"ylem": 1}
    assert table.wounds_dealt() == {}
    assert table.rules("gem-burned") == ("AK-FIRE-15",)


@pytest.mark.rule("AK-FIRE-16", "AK-FIRE-17")
def test_pyre_explodes_on_the_eight_tiles_around() -> None:
    table = after_die(1, 35, 45, walls={"top": 1}, items={"24": {"pyre": 2}})
    assert table.wounds_dealt() == {"p1": 2}
    assert table.on(24) == {}
    table = after_die(1, 34, 36, walls={"top": 1}, items={"24": {"pyre": 1}, "25": {"pyre": 1}, "26": {"pyre": 1}})
    assert table.wounds_dealt() == {"p1": 2, "p2": 2}, "several tiles add up"


@pytest.mark.rule("AK-FIRE-16", "AK-FIRE-17", "AK-FIRE-04", "AK-FIRE-07")
def test_explosions_hit_those_in_the_fire_as_well_and_come_first() -> None:
    table = after_die(1, 23, 66, walls={"top": 1}, items={"24": {"pyre": 1}})
    assert table.view["wounds_dealt"] == {"p1": 1}
    assert table.told("wounded")[0]["cause"] == "explosion"
    table.do("p1", "survive")
    assert table.told("wounded")[0]["cause"] == "fire-wall", "the fire wound is owed in addition"
    table.do("p1", "survive")
    assert table.seat("p1")["wounds"] == 2


@pytest.mark.rule("AK-FIRE-18", "AK-LAST-06")
def test_a_wall_destroys_the_ascended_die() -> None:
    who = {"p1": {"form": "revenant"}, "p2": {"form": "revenant"}}
    table = after_die(1, 55, 66, walls={"top": 1}, items={"24": {"die": 1}}, who=who)
    assert table.on(24) == {}
    assert table.state.position()["ascended_die"] == "gone"


@pytest.mark.rule("AK-FIRE-19")
def test_placing_a_wall_burns_and_explodes_too() -> None:
    items = {"04": {"pyre": 1, "ylem": 1}}
    table = after_die(1, 14, 66, items=items)
    assert table.wounds_dealt() == {"p1": 1}
    assert table.on(4) == {}
    table = after_die(1, 14, 66, items=items, options={"fire.placement_triggers_crossing": False})
    assert table.wounds_dealt() == {}
    assert table.on(4) == {"pyre": 1, "ylem": 1}


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
    assert table.tile("p1") is None
    assert table.wounds_dealt() == {"p2": 1}
    death = next(event for event in table.events if event.kind == "died")
    assert death.rules[:2] == ("AK-FIRE-05", "AK-KILL-06")
    assert death.data["bonus"] is None


@pytest.mark.rule("AK-FIRE-05", "AK-FIRE-02")
def test_the_crossing_of_two_walls_kills_only_behind_the_one_that_moved() -> None:
    table = after_die(1, 18, 28, 55, walls={"top": 1, "right": 8})
    assert (table.tile("p1"), table.tile("p2")) == (None, 28)


@pytest.mark.rule("AK-FIRE-06", "AK-MOVE-08", "AK-MOVE-09")
def test_each_fire_tile_entered_by_walking_wounds_and_leaving_is_free() -> None:
    table = hemmed_in().do("p1", "step", tile=47)
    assert table.wounds_dealt() == {"p1": 1}
    assert table.rules("wounded") == ("AK-FIRE-06", "AK-MOVE-08")
    table.do("p1", "survive").do("p1", "step", tile=36)
    assert table.wounds_dealt() == {}
    assert table.seat("p1")["wounds"] == 1


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
    assert table.asked == {"chance": "roll-percentile"}
    assert "Ylem" in table.state.deciders()["chance"].prompt
    table.roll(40)
    for seat, roll in (("p4", 60), ("p1", 62), ("p2", 64)):
        assert table.view["start"] == "p3", "before the start player passes"
        table.roll(roll).do(seat, "place", tile=roll)
    assert table.view["start"] == "p4"
    assert table.asked == {"p4": "choose-state"}


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
    assert table.seat("p2")["bloodstones"] == 2
    assert "bloodstones-claimed" in table.kinds()


@pytest.mark.rule("AK-DEATH-01", "AK-DEATH-03", "AK-FIRE-07")
def test_two_who_die_in_one_moment_do_not_inherit_from_each_other() -> None:
    who = {"p1": {"wounds": 2}, "p2": {"wounds": 2}}
    table = after_die(1, 33, 34, 77, walls={"top": 1}, who=who, items={"24": {"pyre": 1}})
    assert table.wounds_dealt() == {"p1": 1, "p2": 1}
    table.do("p2", "die").do("p1", "die")
    assert table.on(33) == {"bloodstones": 1}
    assert table.on(34) == {"bloodstones": 1}
