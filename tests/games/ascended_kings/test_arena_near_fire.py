"""Around the Fire Walls: Pyrokinesis, steps in and out of the fire, the Immolation Events."""

from __future__ import annotations

import pytest

from tests.games.ascended_kings.table import at, hemmed_in, round_end

# --- Pyrokinesis -----------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ABIL-08")
def test_pyrokinesis_pushes_a_wall_back_and_burns_nothing() -> None:
    table = at(46, 55, walls={"right": 7})
    assert [record["edge"] for record in table.listed("p1", "pyrokinesis")] == ["right"]
    table.do("p1", "pyrokinesis", edge="right")
    assert table.walls == {"right": 8}
    assert table.wounds_dealt() == {}
    assert at(47, 55, walls={"right": 7}).do("p1", "pyrokinesis", edge="right").walls == {"right": 8}
    assert at(45, 55, walls={"right": 7}).refused("p1", "pyrokinesis", edge="right") == "AK-ABIL-10"
    assert at(45, 55, walls={"right": 7}).refused("p1", "pyrokinesis", edge="top") == "AK-ABIL-08"


@pytest.mark.rule("AK-ABIL-09")
def test_pyrokinesis_never_takes_a_wall_off_the_board() -> None:
    table = at(48, 55, walls={"right": 9})
    assert table.listed("p1", "pyrokinesis") == []
    assert table.refused("p1", "pyrokinesis", edge="right") == "AK-ABIL-09"


@pytest.mark.rule("AK-ABIL-10")
def test_next_to_two_walls_the_player_chooses_and_diagonal_is_not_enough() -> None:
    walls = {"right": 7, "top": 3}
    assert {record["edge"] for record in at(46, 55, walls=walls).listed("p1", "pyrokinesis")} == {"right", "top"}
    table = at(46, 55, walls=walls).do("p1", "pyrokinesis", edge="top")
    assert table.walls == {"right": 7, "top": 2}
    assert at(55, 66, walls={"right": 7, "top": 3}).listed("p1", "pyrokinesis") == []


@pytest.mark.rule("AK-ABIL-11")
def test_pyrokinesis_repeats_while_the_wall_is_near() -> None:
    table = at(47, 55, walls={"right": 7}).do("p1", "pyrokinesis", edge="right").do("p1", "pyrokinesis", edge="right")
    assert table.walls == {"right": 9}
    table = at(46, 55, walls={"right": 7}).do("p1", "pyrokinesis", edge="right")
    assert table.refused("p1", "pyrokinesis", edge="right") == "AK-ABIL-10"


# --- moving in fire --------------------------------------------------------------------------------------


@pytest.mark.rule("AK-MOVE-05")
def test_nobody_walks_into_the_fire() -> None:
    table = at(46, 66, walls={"right": 7})
    assert table.tiles("p1", "step") == {35, 36, 45, 55, 56}
    assert table.refused("p1", "step", tile=47) == "AK-MOVE-05"


@pytest.mark.rule("AK-MOVE-06")
def test_in_fire_nobody_has_to_move() -> None:
    table = at(57, 56, walls={"right": 7}, items={"82": {"ylem": 1}})
    assert table.listed("p1", "end-turn")
    assert table.listed("p1", "kill")
    assert table.tiles("p1", "bridge") == {82}
    assert table.listed("p1", "pyrokinesis")


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
    assert table.seat("p1")["wounds"] == 2
    assert table.wounds_dealt() == {}, "3 Aria, 2 wounds"


@pytest.mark.rule("AK-MOVE-10")
def test_nobody_walks_behind_a_wall_that_crosses() -> None:
    # p1 on the right wall, one line above the bottom wall; 77 would lie behind it
    keys = {"walls": {"right": 7, "bottom": 6}}
    table = at(67, 56, 66, **keys)
    assert 77 not in table.tiles("p1", "step")
    assert table.refused("p1", "step", tile=77) == "AK-MOVE-10"
    table = at(67, 56, 66, options={"fire.allow_move_behind_perpendicular": True}, **keys)
    assert 77 in table.tiles("p1", "step")
    assert table.do("p1", "step", tile=77).wounds_dealt() == {"p1": 1}


@pytest.mark.rule("AK-MOVE-13")
def test_a_killed_blocker_opens_the_way_out() -> None:
    table = hemmed_in().do("p1", "kill", who="p2")
    assert table.on(56) == {"bloodstones": 1}
    assert table.tiles("p1", "step") == {56}
    assert table.refused("p1", "step", tile=47) == "AK-MOVE-07"
    table.do("p1", "step", tile=56)
    assert table.wounds_dealt() == {}
    assert table.seat("p1")["bloodstones"] == 2


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
    assert table.wounds_dealt() == {"p2": 1}
    assert table.told("blue-flame")[0]["seats"] == ["p2"]


@pytest.mark.rule("AK-EVENT-05")
def test_without_walls_the_blue_flame_hurts_nobody() -> None:
    items = {"05": {"bloodstones": 1}}
    table = round_end(14, 55, die=1, shows="FIRE", items=items).die(1)
    assert table.walls == {}
    assert table.wounds_dealt() == {}
    assert table.rules("blue-flame") == ("AK-EVENT-02", "AK-EVENT-05")


@pytest.mark.rule("AK-EVENT-04", "AK-PROX-05")
def test_event_gems_go_to_who_stands_there() -> None:
    table = round_end(44, 55, die=2, shows="YLEM_DIRE", side="back").die(2).roll(44)
    assert table.on(44) == {}
    assert table.wounds_dealt() == {"p1": 1}
    assert [data["gem"] for data in table.told("gem-received")] == ["ylem", "dire"]
    table.do("p1", "leave-ylem", count=1)
    assert table.on(44) == {"ylem": 1}, "a full pool leaves it on the tile"
    table = round_end(44, 55, die=2, shows="PYRE").die(2).roll(44)
    assert table.on(44) == {}
    assert table.wounds_dealt() == {}
    dying = round_end(44, 55, die=2, shows="YLEM_DIRE", side="back", who={"p1": {"wounds": 2}}).die(2).roll(44)
    dying.do("p1", "die")
    assert dying.on(44) == {"bloodstones": 1}
    assert dying.view["dead"] == ["p1"]
