"""Aria Movement, Escape, movement in fire and Ylem Abilities on the full track, where every gem is paid."""

from __future__ import annotations

from typing import Any

import pytest

from .card_table import Table, at


def walker(**gems: int) -> dict[str, dict[str, Any]]:
    return {"p1": {"pool": gems}}


# --- steps -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-MOVE-02", "AK-GEM-06")
def test_each_tile_costs_one_aria_and_is_a_movement_of_its_own() -> None:
    table = at(44, 99, who=walker(aria=2), items={"45": {"egis": 1}, "46": {"bloodstones": 1}})
    table.do("p1", "step", tile=45)
    assert table.pool("p1") == {"aria": 1, "egis": 1}
    table.do("p1", "step", tile=46)
    assert table.pool("p1") == {"egis": 1}
    assert table.seat("p1")["bloodstones"] == 2
    assert not table.listed("p1", "step")
    assert table.refused("p1", "step", tile=47) == "AK-MOVE-02"


@pytest.mark.rule("AK-MOVE-03", "AK-TRANS-10", "AK-TRANS-11", "AK-TRANS-07")
@pytest.mark.parametrize(("mat", "tiles"), [
    ({}, {34, 43, 45, 54}),
    ({"transmuted": ["egis"]}, {34, 43, 45, 54}),
    ({"transmuted": ["aria"]}, {33, 34, 35, 43, 45, 53, 54, 55}),
    ({"form": "revenant"}, {33, 34, 35, 43, 45, 53, 54, 55}),
])  # fmt: skip
def test_a_diagonal_step_takes_the_aria_transmutation_or_a_revenant(mat: dict[str, Any], tiles: set[int]) -> None:
    table = at(44, 99, who={"p1": {"pool": {"aria": 1}, **mat}})
    assert {record["tile"] for record in table.listed("p1", "step")} == tiles
    if 33 not in tiles:
        assert table.refused("p1", "step", tile=33) == "AK-MOVE-03"
    else:
        table.do("p1", "step", tile=33)
        assert table.pool("p1") == {}


@pytest.mark.rule("AK-MOVE-04", "AK-MOVE-05", "AK-MOVE-11")
def test_where_nobody_may_step() -> None:
    table = at(44, 45, 99, who=walker(aria=1, egis=1), walls={"top": 3})
    assert table.refused("p1", "step", tile=45) == "AK-MOVE-04"
    assert table.refused("p1", "step", tile=34) == "AK-MOVE-05"
    keys = {"war": True, "omega_stone": 43, "items": {"0": {"bloodstones": 1}}}
    table = at(44, 99, who={"p1": {"pool": {"aria": 1}, "bloodstones": 0}}, **keys)
    assert table.refused("p1", "step", tile=43) == "AK-MOVE-11"


# --- escape ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ESC-01")
def test_the_rulebooks_escape_from_two() -> None:
    table = at(44, 43, 45, who=walker(aria=1, egis=3))
    table.do("p1", "step", tile=34)
    assert table.pool("p1") == {"egis": 1}


@pytest.mark.rule("AK-ESC-02", "AK-ESC-03", "AK-ESC-04")
@pytest.mark.parametrize(
    ("others", "tile", "egis"), [((45, 53), 34, 1), ((45, 99), 35, 0), ((45, 54), 35, 1), ((33, 55), 34, 0)]
)
def test_only_those_left_behind_are_paid(others: tuple[int, int], tile: int, egis: int) -> None:
    table = at(44, *others, who={"p1": {"pool": {"aria": 1, "egis": 2}, "transmuted": ["aria"]}})
    table.do("p1", "step", tile=tile)
    assert table.pool("p1") == ({"egis": 2 - egis} if egis < 2 else {})


@pytest.mark.rule("AK-ESC-05")
def test_escape_is_paid_again_for_every_step_that_breaks_adjacency() -> None:
    table = at(44, 45, 33, who=walker(aria=2, egis=2))
    table.do("p1", "step", tile=34)
    assert table.pool("p1") == {"aria": 1, "egis": 1}
    table.do("p1", "step", tile=24)
    assert table.pool("p1") == {}


@pytest.mark.rule("AK-ESC-06")
def test_a_step_that_cannot_be_paid_in_full_cannot_be_made() -> None:
    table = at(44, 43, 45, who=walker(aria=2, egis=1))
    before = table.state.digest()
    refusal = table.check("p1", "step", tile=34)
    assert refusal is not None
    assert (refusal.rule, "2 Egis" in refusal.reason) == ("AK-ESC-06", True)
    assert table.refused("p1", "step", tile=34) == "AK-ESC-06"
    assert table.state.digest() == before
    assert not table.listed("p1", "step")


@pytest.mark.rule("AK-ESC-06")
def test_what_keeps_adjacency_stays_legal_and_egis_gained_since_pays() -> None:
    mat = {"pool": {"aria": 2}, "transmuted": ["aria"], "hand": ["egis-bound-1"]}
    table = at(44, 45, who={"p1": mat})
    assert {record["tile"] for record in table.listed("p1", "step")} == {35, 55}
    table.instant("p1", "egis-bound-1").do("p1", "step", tile=34)
    assert table.pool("p1") == {"aria": 1}


@pytest.mark.rule("AK-ESC-06", "AK-ESC-03", "AK-ESC-04")
@pytest.mark.parametrize(
    ("blocks", "egis", "steps"),
    [
        ("turn", 0, {55}),
        ("turn", 1, {55}),
        ("turn", 2, {33, 34, 35, 43, 53, 55}),
        ("move", 0, {55}),
        ("move", 1, {35, 53, 55}),
    ],
)
def test_too_little_egis_holds_the_king_but_for_steps_that_leave_nobody(
    blocks: str, egis: int, steps: set[int]
) -> None:
    mat = {"pool": {"aria": 2, "egis": egis}, "transmuted": ["aria"]}
    table = at(44, 45, 54, who={"p1": mat}, options={"escape.unpaid_blocks": blocks})
    assert {record["tile"] for record in table.listed("p1", "step")} == steps
    for tile in {33, 34, 35, 43, 53, 55} - steps:
        assert table.refused("p1", "step", tile=tile) == "AK-ESC-06"
    table.do("p1", "step", tile=55)
    assert table.pool("p1") == {"aria": 1, **({"egis": egis} if egis else {})}, "around both, so nothing is paid"


@pytest.mark.rule("AK-ESC-07", "AK-TRANS-10", "AK-TRANS-11")
@pytest.mark.parametrize("mat", [{"transmuted": ["egis"]}, {"form": "revenant"}])
def test_narrow_escape_is_free(mat: dict[str, Any]) -> None:
    table = at(44, 43, 45, who={"p1": {"pool": {"aria": 1}, **mat}})
    table.do("p1", "step", tile=34)
    assert table.tile("p1") == 34


@pytest.mark.rule("AK-ESC-08", "AK-MOVE-07")
def test_out_of_the_fire_nobody_pays_an_escape() -> None:
    table = at(34, 33, 35, who=walker(aria=1), walls={"top": 3})
    table.do("p1", "step", tile=44)
    assert table.tile("p1") == 44
    assert table.pool("p1") == {}


@pytest.mark.rule("AK-ESC-10")
def test_the_dead_ask_nothing() -> None:
    table = at(44, 45, who={"p1": {"pool": {"aria": 1, "pyre": 3}}})
    table.do("p1", "attack", who="p2", pyre=3).do("p1", "step", tile=34)
    assert table.tile("p1") == 34


# --- in fire ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-MOVE-08", "AK-MOVE-09", "AK-FIRE-06")
def test_the_rulebooks_way_out_of_the_fire() -> None:
    table = at(57, 56, 46, walls={"right": 7, "bottom": 6}, who=walker(aria=3))
    table.do("p1", "step", tile=47).do("p1", "step", tile=37).do("p1", "step", tile=36)
    assert table.pool("p1") == {"dire": 2}
    assert table.tile("p1") == 36


@pytest.mark.rule("AK-MOVE-07", "AK-MOVE-03")
def test_a_way_out_counts_only_if_the_own_mat_can_go_it() -> None:
    table = at(57, 56, walls={"right": 7, "bottom": 6}, who=walker(aria=1))
    assert {record["tile"] for record in table.listed("p1", "step")} == {47, 67}, "46 is diagonal"
    table = at(57, 56, walls={"right": 7, "bottom": 6}, who={"p1": {"pool": {"aria": 1}, "transmuted": ["aria"]}})
    assert {record["tile"] for record in table.listed("p1", "step")} == {46}
    assert table.refused("p1", "step", tile=47) == "AK-MOVE-07"


@pytest.mark.rule("AK-MOVE-06")
def test_in_fire_all_other_actions_are_as_usual() -> None:
    mat = {"pool": {"pyre": 2, "egis": 1, "dire": 1}, "ylem": 3, "transmuted": ["ylem"], "hand": ["fermentation-1"]}
    table = at(57, 56, walls={"right": 7}, who={"p1": mat})
    table.do("p1", "attack", who="p2", pyre=1).passing().do("p1", "heal").cast("fermentation-1").do("p1", "end-turn")


@pytest.mark.rule("AK-MOVE-13", "AK-MOVE-07", "AK-DEATH-02")
def test_killing_the_blocker_opens_the_way() -> None:
    mat = {"pool": {"aria": 1, "pyre": 3}}
    table = at(57, 56, 46, walls={"right": 7, "bottom": 6}, who={"p1": mat})
    table.do("p1", "attack", who="p2", pyre=3)
    assert {record["tile"] for record in table.listed("p1", "step")} == {56}
    table.do("p1", "step", tile=56)
    assert table.pool("p1") == {}
    assert table.seat("p1")["bloodstones"] == 2


@pytest.mark.rule("AK-MOVE-10")
def test_nobody_walks_behind_a_wall_that_crosses() -> None:
    table = at(57, 56, 46, walls={"right": 7, "bottom": 6}, who=walker(aria=9))
    table.do("p1", "step", tile=47)
    assert table.refused("p1", "step", tile=67) in ("AK-MOVE-03", "AK-MOVE-08")
    table = at(67, 66, 57, walls={"right": 7, "bottom": 6}, who=walker(aria=9))
    assert table.refused("p1", "step", tile=77) == "AK-MOVE-10"


@pytest.mark.rule("AK-MOVE-08", "AK-INST-03", "AK-FIRE-06")
def test_a_wound_from_the_fire_may_be_cancelled() -> None:
    mat = {"pool": {"aria": 1, "dire": 2}, "hand": ["separation-1"]}
    table = at(57, 56, 46, walls={"right": 7, "bottom": 6}, who={"p1": mat})
    table.do("p1", "step", tile=47)
    assert table.asked == {"p1": "wounds"}
    table.instant("p1", "separation-1", cancel=1)
    assert table.pool("p1") == {"dire": 2}
    assert table.tile("p1") == 47


# --- Ylem Abilities --------------------------------------------------------------------------------------

YLEM = {"ylem": 2, "transmuted": ["ylem"]}


@pytest.mark.rule("AK-ABIL-01", "AK-TRANS-10", "AK-TRANS-07")
@pytest.mark.parametrize("form", ["king", "revenant"])
def test_ylem_abilities_take_the_ylem_transmutation(form: str) -> None:
    pool = {"aria": 1, "egis": 1, "pyre": 1, "dire": 1}
    keys: dict[str, Any] = {"walls": {"top": 3}, "items": {"82": {"ylem": 1}}}
    table = at(44, 99, who={"p1": {"pool": pool, "form": form, "ylem": 5}}, **keys)
    for do, fields in (("bridge", {"tile": 82}), ("heal", {}), ("pyrokinesis", {"edge": "top"})):
        assert table.refused("p1", do, **fields) == "AK-ABIL-01"
    table = at(44, 99, who={"p1": {"pool": pool, "form": form, "ylem": 5, "transmuted": ["ylem"]}}, **keys)
    table.do("p1", "heal").do("p1", "pyrokinesis", edge="top").do("p1", "bridge", tile=82)
    assert table.seat("p1")["transmuted"] == ["ylem"]


@pytest.mark.rule("AK-ABIL-02", "AK-ABIL-03")
def test_the_rulebooks_bridge_pays_first_and_collects_at_once() -> None:
    table = at(44, 99, who={"p1": {"pool": {"aria": 1}, "ylem": 5, "transmuted": ["ylem"]}}, items={"82": {"ylem": 1}})
    table.do("p1", "bridge", tile=82)
    assert (table.ylem("p1"), table.pool("p1"), table.on(82)) == (5, {}, {})


@pytest.mark.rule("AK-ABIL-02", "AK-POOL-08")
def test_socketed_ylem_pays_for_nothing() -> None:
    table = at(44, 99, who={"p1": {"pool": {"aria": 1, "egis": 1, "dire": 1}, "transmuted": ["ylem"]}},
               items={"82": {"ylem": 1}})  # fmt: skip
    assert table.refused("p1", "bridge", tile=82) == "AK-ABIL-03"
    assert table.refused("p1", "heal") == "AK-ABIL-07"


@pytest.mark.rule("AK-ABIL-04", "AK-ESC-09", "AK-MOVE-12")
def test_a_bridge_leaves_fire_and_opponents_for_nothing() -> None:
    table = at(34, 33, 35, walls={"top": 3}, who={"p1": {"pool": {"aria": 1}, **YLEM}}, items={"82": {"ylem": 1}})
    table.do("p1", "bridge", tile=82)
    assert table.tile("p1") == 82
    assert table.pool("p1") == {}


@pytest.mark.rule("AK-ABIL-05")
def test_no_bridge_ends_under_somebody() -> None:
    table = at(44, 82, who={"p1": {"pool": {"aria": 1}, **YLEM}, "p2": {"ylem": 5}}, items={"82": {"ylem": 1}})
    assert table.refused("p1", "bridge", tile=82) == "AK-ABIL-05"


@pytest.mark.rule("AK-ABIL-06")
def test_a_bridge_onto_dire_wounds_and_onto_the_omega_stone_needs_a_bloodstone() -> None:
    table = at(44, 99, who={"p1": {"pool": {"aria": 1}, **YLEM}}, items={"82": {"ylem": 1, "dire": 1}})
    table.do("p1", "bridge", tile=82)
    assert table.pool("p1") == {"dire": 1}
    keys: dict[str, Any] = {"war": True, "omega_stone": 82}
    items = {"82": {"ylem": 1}, "00": {"bloodstones": 1}}
    table = at(44, 99, who={"p1": {"pool": {"aria": 1}, "bloodstones": 0, **YLEM}}, items=items, **keys)
    assert table.refused("p1", "bridge", tile=82) == "AK-ABIL-06"


@pytest.mark.rule("AK-ABIL-07", "AK-WOUND-04")
def test_heal_wound_costs_ylem_and_egis_and_needs_a_wound() -> None:
    table = at(44, 99, who={"p1": {"pool": {"egis": 2, "dire": 1}, **YLEM}})
    supply = table.position["supply"]["dire"]
    table.do("p1", "heal")
    assert (table.ylem("p1"), table.pool("p1"), table.position["supply"]["dire"]) == (1, {"egis": 1}, supply + 1)
    assert table.refused("p1", "heal") == "AK-ABIL-07"
    table = at(44, 99, who={"p1": {"pool": {"egis": 1}, **YLEM}}, options={"heal.require_dire": False})
    table.do("p1", "heal")
    assert (table.ylem("p1"), table.pool("p1")) == (1, {})


@pytest.mark.rule("AK-ABIL-08", "AK-ABIL-09", "AK-ABIL-10", "AK-ABIL-11")
@pytest.mark.parametrize(("tile", "times"), [(46, 1), (47, 2)])
def test_the_rulebooks_pyrokinesis(tile: int, times: int) -> None:
    mat = {"pool": {"pyre": 3}, "ylem": 5, "transmuted": ["ylem"]}
    table = at(tile, 3, walls={"right": 7}, who={"p1": mat})
    for turn in range(times):
        table.do("p1", "pyrokinesis", edge="right")
        assert table.position["walls"]["right"] == 8 + turn
    assert table.refused("p1", "pyrokinesis", edge="right") in ("AK-ABIL-09", "AK-ABIL-10")
    assert (table.ylem("p1"), table.pool("p1")) == (5 - times, {"pyre": 3 - times})


# --- Ylem Prism ------------------------------------------------------------------------------------------


def revenants(own: int, other: int, **more: Any) -> Table:
    mats = {
        "p1": {"form": "revenant", "prismatic": 2, "ylem": own},
        "p2": {"form": "revenant", "ylem": other},
        **more,
    }
    return at(44, 3, 99, who=mats)


@pytest.mark.rule("AK-TRANS-12", "AK-TRANS-15")
def test_the_rulebooks_prism_fills_another_revenants_pool() -> None:
    table = revenants(5, 2)
    supply = table.position["supply"]
    assert {record["who"] for record in table.listed("p1", "prism")} == {"p2"}, "the own pool is full"
    table.do("p1", "prism", who="p2")
    assert table.ylem("p2") == 3
    assert table.seat("p1")["prismatic"] == 1
    after = table.position["supply"]
    assert [after[gem] - supply[gem] for gem in ("aria", "egis", "pyre", "ylem")] == [1, 1, 1, -1]
    table.do("p1", "prism", who="p2")
    assert table.refused("p1", "prism", who="p2") == "AK-TRANS-12", "each use empties one"


@pytest.mark.rule("AK-TRANS-12")
def test_a_prism_reaches_no_king_and_nobody_off_the_board() -> None:
    table = revenants(0, 0)
    assert {record["who"] for record in table.listed("p1", "prism")} == {"p1", "p2"}
    assert table.refused("p1", "prism", who="p3") == "AK-TRANS-12"
    mats = {"p1": {"form": "revenant", "prismatic": 1, "pool": {"pyre": 5}}, "p2": {"form": "revenant"}}
    table = at(44, 45, 99, who=mats)
    table.do("p1", "attack", who="p2", pyre=5)
    table.do("chance", "draw-card", card="revenant-albedo-1").passing()
    assert table.refused("p1", "prism", who="p2") == "AK-TRANS-12"


@pytest.mark.rule("AK-TRANS-13")
def test_without_room_in_any_pool_there_is_no_prism() -> None:
    table = revenants(5, 5)
    assert not table.listed("p1", "prism")
    assert table.refused("p1", "prism", who="p2") == "AK-TRANS-13"


@pytest.mark.rule("AK-TRANS-14", "AK-INSC-12", "AK-INSC-13")
def test_a_king_uses_the_prism_for_the_own_pool_and_loses_the_card() -> None:
    mats = {"p1": {"inscription": "prismatic-inscription", "ylem": 1}, "p2": {"form": "revenant"}}
    table = at(44, 3, who=mats)
    assert table.refused("p1", "prism", who="p2") == "AK-TRANS-14"
    table.do("p1", "prism", who="p1")
    assert table.ylem("p1") == 2
    assert table.slot("p1") is None
    assert table.discarded() == {"prismatic-inscription": 1}
    mats = {"p1": {"inscription": "prismatic-inscription", "ylem": 5}}
    table = at(44, 3, who=mats)
    assert table.refused("p1", "prism", who="p1") == "AK-TRANS-14"
