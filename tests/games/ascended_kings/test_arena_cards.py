"""What declared cards do on the board: swaps, pushes, pulls, Dire Transfer, the curse."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ascended_kings.table import GAME, Table, at


@pytest.mark.rule("AK-INDEX-10")
def test_sun_and_sky_changes_places_and_both_collect() -> None:
    table = at(44, 46, 45, items={"46": {"ylem": 1}}).do("p1", "swap", who="p2")
    assert (table.tile("p1"), table.tile("p2")) == (46, 44), "nobody's sight matters"
    assert table.on(46) == {}
    assert table.told("gem-taken")[0]["seat"] == "p1"


@pytest.mark.rule("AK-INDEX-11")
@pytest.mark.parametrize("wounds", [1, 0])
def test_sun_and_sky_into_the_fire(wounds: int) -> None:
    keys = {"walls": {"right": 7}, "options": {"index.swap_into_fire_wounds": wounds}}
    table = at(47, 46, **keys).do("p1", "swap", who="p2")
    assert (table.tile("p1"), table.tile("p2")) == (46, 47)
    assert table.wounds_dealt() == ({"p2": 1} if wounds else {})


@pytest.mark.rule("AK-INDEX-12")
def test_conjunction_pulls_in_sight_to_the_adjacent_tile() -> None:
    assert at(44, 48).do("p1", "pull", who="p2", tiles=2).tile("p2") == 46
    assert at(44, 48).do("p1", "pull", who="p2", tiles=9).tile("p2") == 45
    assert at(44, 48, 46).refused("p1", "pull", who="p2", tiles=2) == "AK-INDEX-12"
    assert at(44, 45).refused("p1", "pull", who="p2", tiles=1) == "AK-INDEX-12"
    assert at(44, 56).refused("p1", "pull", who="p2", tiles=1) == "AK-INDEX-12"


@pytest.mark.rule("AK-INDEX-15")
def test_separation_stops_on_the_wall_with_a_wound() -> None:
    table = at(44, 45, walls={"right": 7}).do("p1", "push", who="p2", tiles=3)
    assert table.tile("p2") == 47
    assert table.wounds_dealt() == {"p2": 1}
    table = at(44, 45, walls={"right": 7}).do("p1", "push", who="p2", tiles=2)
    assert table.tile("p2") == 47
    assert table.wounds_dealt() == {"p2": 1}, "ending exactly on it wounds as well"
    assert at(44, 45, walls={"right": 7}).do("p1", "push", who="p2", tiles=1).wounds_dealt() == {}
    assert at(44, 45).do("p1", "push", who="p2", tiles=9).tile("p2") == 49
    assert at(44, 45, 47).do("p1", "push", who="p2", tiles=3).tile("p2") == 46
    assert at(44, 45, 46).refused("p1", "push", who="p2", tiles=1) == "AK-INDEX-15"


@pytest.mark.rule("AK-INDEX-15")
def test_no_card_puts_anybody_behind_a_wall() -> None:
    table = at(44, 45, walls={"right": 7})
    assert table.refused("p1", "displace", who="p2", tile=48) == "AK-INDEX-15"
    table.do("p1", "displace", who="p2", tile=57)
    assert table.wounds_dealt() == {"p2": 1}


@pytest.mark.rule("AK-INDEX-16", "AK-WOUND-05")
def test_separation_along_a_wall_wounds_on_each_tile_before_the_next() -> None:
    table = at(37, 47, walls={"right": 7}).do("p1", "push", who="p2", tiles=3)
    for tile in (57, 67, 77):
        assert (table.tile("p2"), table.wounds_dealt()) == (tile, {"p2": 1})
        again = Table(GAME.from_position(table.state.position()))
        assert again.state.digest() == table.state.digest()
        table.do("p2", "survive")
    assert table.asked == {"p1": "active"}
    assert table.seat("p2")["wounds"] == 2, "the tally holds a living character below what kills"


@pytest.mark.rule("AK-INDEX-16", "AK-WOUND-05", "AK-DEATH-02")
def test_who_dies_on_the_way_goes_no_further() -> None:
    table = at(37, 47, walls={"right": 7}, who={"p2": {"wounds": 2, "bloodstones": 1}})
    table.do("p1", "push", who="p2", tiles=3).do("p2", "die")
    assert (table.told("died")[0]["tile"], table.told("died")[0]["bonus"]) == (57, "p1")
    assert table.on(56)["bloodstones"] == 1
    assert table.asked == {"p1": "active"}


@pytest.mark.rule("AK-INDEX-16", "AK-WOUND-05")
def test_by_house_rule_the_wounds_of_the_way_come_in_one_batch() -> None:
    table = at(37, 47, walls={"right": 7}, options={"index.pushed_fire_wounds": "batch"})
    table.do("p1", "push", who="p2", tiles=3)
    assert table.tile("p2") == 77
    assert table.wounds_dealt() == {"p2": 3}


@pytest.mark.rule("AK-INDEX-16", "AK-GEM-04")
def test_a_tile_with_fire_and_dire_wounds_for_both_at_once() -> None:
    options = {"index.dire_transfer_behind_fire": True, "fire.placement_triggers_crossing": False}
    table = at(37, 47, walls={"right": 7}, items={"57": {"dire": 1}}, options=options)
    table.do("p1", "push", who="p2", tiles=2)
    assert (table.tile("p2"), table.wounds_dealt()) == (57, {"p2": 2})
    table.do("p2", "survive")
    assert (table.tile("p2"), table.wounds_dealt()) == (67, {"p2": 1})


@pytest.mark.rule("AK-INDEX-17")
@pytest.mark.parametrize("wounds", [1, 0])
def test_nobody_leaves_a_wall_outward(wounds: int) -> None:
    options = {"index.separation_blocked_on_wall_wounds": wounds}
    table = at(46, 47, walls={"right": 7}, options=options).do("p1", "push", who="p2", tiles=2)
    assert table.tile("p2") == 47
    assert table.wounds_dealt() == ({"p2": 1} if wounds else {})
    edge = at(48, 49, walls={"right": 9}, options=options).do("p1", "push", who="p2", tiles=2)
    assert edge.tile("p2") == 49
    assert edge.wounds_dealt() == ({"p2": 1} if wounds else {})


@pytest.mark.rule("AK-KILL-06")
@pytest.mark.parametrize(("credit", "bonus"), [("caster", "p1"), ("none", None)])
def test_a_push_into_the_fire_credits_the_caster_by_house_rule(credit: str, bonus: str | None) -> None:
    keys = {"walls": {"right": 7}, "options": {"kill.separation_fire_credit": credit}}
    table = at(44, 45, who={"p2": {"wounds": 2}}, **keys).do("p1", "push", who="p2", tiles=2).do("p2", "die")
    assert table.told("died")[0]["bonus"] == bonus


@pytest.mark.rule("AK-INDEX-08")
def test_dire_transfer_spares_the_fire_and_the_omega_stone() -> None:
    table = at(44, 66, walls={"right": 7}, items={"35": {"bloodstones": 1}}, who={"p1": {"wounds": 1}})
    assert table.refused("p1", "place-dire", tile=37) == "AK-INDEX-08"
    assert table.refused("p1", "place-dire", tile=39) == "AK-INDEX-08"
    table.do("p1", "place-dire", tile=35)
    assert table.on(35) == {"bloodstones": 1, "dire": 1}
    assert table.seat("p1")["wounds"] == 0
    war = at(44, 66, war=True, omega_stone=5)
    assert war.refused("p1", "place-dire", tile=5) == "AK-INDEX-08"
    behind = at(44, 66, walls={"right": 7}, options={"index.dire_transfer_behind_fire": True})
    assert behind.do("p1", "place-dire", tile=39).on(39) == {"dire": 1}
    assert behind.refused("p1", "place-dire", tile=37) == "AK-INDEX-08"


@pytest.mark.rule("AK-INDEX-08", "AK-PROX-05")
def test_dire_transfer_onto_an_opponent_wounds() -> None:
    table = at(44, 66).do("p1", "place-dire", tile=66)
    assert table.wounds_dealt() == {"p2": 1}
    assert table.on(66) == {}


@pytest.mark.rule("AK-INDEX-01", "AK-INDEX-02", "AK-INDEX-03", "AK-INDEX-04", "AK-INDEX-19")
def test_the_curse_needs_line_of_sight() -> None:
    def seen(*tiles: int, **keys: Any) -> bool:
        return at(*tiles, **keys).check("p1", "kill", who="p2", means="curse") is None

    assert not seen(44, 48, 46)
    assert seen(44, 55, 45, 54), "the line passes between two who stand diagonally"
    assert seen(44, 57, 46, 55)
    assert not seen(44, 56, 45)
    assert not seen(44, 56, 55)
    assert seen(44, 48, 88, items={"46": {"bloodstones": 1, "ylem": 3}})
    assert seen(40, 49, 55, walls={"left": 0})
    assert at(44, 48, 46).refused("p1", "kill", who="p2", means="curse") == "AK-INDEX-19"
    assert not seen(44, 66, 55)
    assert seen(44, 66, 45, 54)


@pytest.mark.rule("AK-INDEX-20")
def test_the_curse_hands_over_the_bloodstones() -> None:
    who = {"p1": {"bloodstones": 1}, "p2": {"bloodstones": 2}}
    table = at(44, 48, 88, who=who).do("p1", "kill", who="p2", means="curse")
    assert table.seat("p1")["bloodstones"] == 3
    assert table.on(48) == {}
    assert table.told("died")[0]["bonus"] == "p1"
    assert "AK-INDEX-20" in table.rules("bloodstones-taken")


@pytest.mark.rule("AK-INDEX-21")
@pytest.mark.parametrize("handed", [False, True])
def test_the_curse_leaves_the_ascended_die_by_default(handed: bool) -> None:
    who = {"p1": {"form": "revenant"}, "p3": {"form": "revenant"}}
    options = {"index.lancea_transfers_ascended_die": handed}
    table = at(44, 48, 88, who=who, ascended_die="p2", options=options).do("p1", "kill", who="p2", means="curse")
    assert table.on(48) == ({} if handed else {"die": 1})
    assert table.seat("p1")["die"] is handed
