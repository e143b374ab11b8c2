"""Steps with their price, what a tile gives, Ylem abilities, and cards that move others, where two rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.board import GAME, Board, board

CORNER = {"walls": {"right": 7, "bottom": 6}}
"""The arena of the rulebook's example at tile 57."""


# --- steps -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-MOVE-07", "AK-MOVE-08", "AK-MOVE-09", "AK-MOVE-13", "AK-FIRE-06")
def test_the_walk_out_of_the_fire_costs_two_wounds_and_no_escape() -> None:
    """p2 and p3 stand at 56 and 46; the King has no diagonal: 47, 37, then 36."""
    table = board(57, 56, 46, 0, who={"p1": {"level": 2}}, **CORNER)
    assert table.may("p1", "step") == {47, 67}, "along the right strip both ways, 67 being the crossing"
    table.do("p1", "step", tile=47)
    assert table.wounded() == {"p1": 1}
    table.lives("p1").do("p1", "step", tile=37).lives("p1").do("p1", "step", tile=36)
    assert table.seat("p1")["wounds"] == 2
    assert table.event("stepped").data["escape"] == []
    assert not table.wounded()


@pytest.mark.rule("AK-MOVE-10")
@pytest.mark.parametrize("allowed", [False, True])
def test_from_the_crossing_nobody_walks_on_behind_the_other_wall(allowed: bool) -> None:
    options = {"fire.allow_move_behind_perpendicular": allowed}
    table = board(67, 56, 57, 66, options=options, **CORNER)
    if allowed:
        assert table.may("p1", "step") == {68, 77}
        return
    assert table.may("p1", "step") == set()
    assert table.refused("p1", "step", "68", tile=68) == "AK-MOVE-10"
    assert table.refused("p1", "step", "57", "Eloden", tile=57) == "AK-MOVE-04"


@pytest.mark.rule("AK-MOVE-04", "AK-MOVE-05", "AK-MOVE-07", "AK-MOVE-03", "AK-MOVE-11")
@pytest.mark.parametrize(
    ("here", "tile", "rule", "word", "keys"),
    [
        (45, 46, "AK-MOVE-04", "Kynazarr", {}),
        (36, 37, "AK-MOVE-05", "37", CORNER),
        (57, 67, "AK-MOVE-07", "67", CORNER),
        (44, 42, "AK-MOVE-03", "42", {}),
        (9, 10, "AK-MOVE-03", "10", {}),
        (14, 4, "AK-MOVE-11", "04", {"war": True, "omega_stone": 4, "who": {"p1": {"bloodstones": 0}}}),
    ],
)
def test_a_refused_step_names_the_rule_and_the_tile(
    here: int, tile: int, rule: str, word: str, keys: dict[str, Any]
) -> None:
    assert board(here, 46, 26, **keys).refused("p1", "step", word, tile=tile) == rule


@pytest.mark.rule("AK-MOVE-04")
@pytest.mark.parametrize(("squeeze", "free"), [(True, True), (False, False)])
def test_between_two_miniatures(squeeze: bool, free: bool) -> None:
    table = board(44, 34, 45, options={"movement.diagonal_squeeze": squeeze})
    assert (35 in table.may("p1", "step")) == free
    assert 33 in table.may("p1", "step"), "one neighbour alone never closes a diagonal"
    if not free:
        assert table.refused("p1", "step", "35", tile=35) == "AK-MOVE-04"


@pytest.mark.rule("AK-ESC-01", "AK-ESC-02", "AK-ESC-03", "AK-ESC-04", "AK-ESC-07", "AK-ESC-08", "AK-ESC-10")
@pytest.mark.parametrize(
    ("here", "to", "others", "owed", "keys"),
    [
        (44, 34, (43, 45), ["p2", "p3"], {}),
        (44, 54, (34, 35), ["p2"], {}),
        (44, 35, (45, 88), [], {}),
        (44, 35, (45, 54), ["p3"], {}),
        (44, 34, (45, 88), ["p2"], {"who": {"p2": {"form": "revenant"}}}),
        (44, 34, (45, 88), [], {"who": {"p1": {"form": "revenant"}}}),
        (47, 46, (57, 80), [], {"walls": {"right": 7}}),
        (44, 34, (45, None), ["p2"], {}),
    ],
)
def test_the_price_of_leaving(
    here: int, to: int, others: tuple[int | None, ...], owed: list[str], keys: dict[str, Any]
) -> None:
    table = board(here, *others, **keys).do("p1", "step", tile=to)
    event = table.event("stepped")
    assert event.data["escape"] == owed
    assert ("AK-ESC-01" in event.rules) == bool(owed)


# --- what lies on a tile ---------------------------------------------------------------------------------


@pytest.mark.rule("AK-GEM-04", "AK-GEM-05", "AK-GEM-07", "AK-GEM-08", "AK-DEATH-04", "AK-LAST-05")
def test_everything_on_one_tile_and_a_death_drops_what_was_just_claimed() -> None:
    pile = {"bloodstones": 1, "die": 1, "ylem": 1, "pyre": 1, "dire": 3}
    table = board(44, 88, 99, items={"45": pile}).do("p1", "step", tile=45)
    taken = [event.kind + str(event.data.get("gem", "")) for event in table.log[1:]]
    assert taken == ["bloodstones-claimed", "die-claimed", "gem-takenylem", "gem-takenpyre", "gem-takendire", "wounded"]
    assert table.seat("p1")["die"]
    table.dies("p1")
    assert table.items() == {45: {"bloodstones": 2, "die": 1}}, "on the tile that held the Dire; gems never drop"
    assert table.kinds() == {"chance": "roll-percentile"}


@pytest.mark.rule("AK-GEM-08", "AK-GEM-04")
def test_by_house_rule_who_dies_of_the_dire_first_never_got_the_rest() -> None:
    options = {"gem.collect_order": ["dire", "core", "ylem", "bloodstones"]}
    table = board(44, 88, 99, items={"45": {"bloodstones": 1, "ylem": 2, "dire": 3}}, options=options)
    table.do("p1", "step", tile=45)
    assert Board(table.state.copy()).dies("p1").items() == {45: {"bloodstones": 2, "ylem": 2}}
    table.do("p1", "survive", wounds=0)
    assert table.items() == {}
    assert table.seat("p1")["bloodstones"] == 2


@pytest.mark.rule("AK-GEM-08", "AK-GEM-06", "AK-INDEX-10")
def test_by_house_rule_everyone_asked_takes_the_rest_of_the_tile_when_alive() -> None:
    options = {"gem.collect_order": ["dire", "core", "ylem", "bloodstones"]}
    stack = [{"at": "active"}, {"at": "survive", "wounds": {"p1": 1, "p2": 1}, "cause": "dire-tile"}]
    items = {"44": {"bloodstones": 1}, "46": {"pyre": 1}}
    table = board(44, 46, 99, items=items, options=options, stack=stack).lives("p2", "p1")
    assert table.items() == {}
    assert table.seat("p1")["bloodstones"] == 2


@pytest.mark.rule("AK-GEM-01", "AK-GEM-02", "AK-ACTIVE-02")
def test_a_full_pool_leaves_ylem_underfoot_until_there_is_room() -> None:
    table = board(44, 88, stack=[{"at": "roll-ylem"}]).roll(44)
    assert table.event("gem-received").data["seat"] == "p1"
    table.do("p1", "leave-ylem", count=1)
    assert table.items() == {44: {"ylem": 1}}
    assert table.refused("p1", "leave-ylem", count=1) == "AK-GEM-02"
    assert table.refused("p1", "take-ylem", "44", count=2) == "AK-GEM-01"
    table.do("p1", "take-ylem", count=1).do("p1", "leave-ylem").do("p1", "step", tile=45)
    assert table.items() == {44: {"ylem": 1}}
    assert table.refused("p1", "leave-ylem", count=1) == "AK-GEM-02"


@pytest.mark.rule("AK-COMP-10")
@pytest.mark.parametrize(("kept", "asked"), [("no_wound", {}), ("wound", {"p1": 1})])
def test_an_empty_supply_of_dire_and_the_fire(kept: str, asked: dict[str, int]) -> None:
    table = board(57, 56, 46, exhausted=["dire"], options={"supply.dire_empty": kept}, **CORNER)
    table.do("p1", "step", tile=47)
    assert table.wounded() == asked


@pytest.mark.rule("AK-COMP-10", "AK-GEM-04", "AK-INDEX-08")
def test_dire_that_only_changes_its_place_needs_no_supply() -> None:
    who = {"p1": {"wounds": 1}}
    table = board(44, 55, 88, exhausted=["dire"], items={"45": {"dire": 1}}, who=who)
    given = Board(table.state.copy()).do("p1", "place-dire", tile=55)
    assert given.wounded() == {"p2": 1}, "from the caster's mat"
    assert table.do("p1", "step", tile=45).wounded() == {"p1": 1}, "from the tile"


# --- Ylem abilities --------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ABIL-03", "AK-ABIL-04", "AK-ABIL-05", "AK-ABIL-06", "AK-ESC-09")
def test_a_bridge_out_of_the_fire_onto_dire() -> None:
    items = {"00": {"ylem": 2, "dire": 2}, "55": {"ylem": 1}, "31": {"pyre": 1}}
    table = board(57, 55, 46, items=items, **CORNER)
    assert table.may("p1", "bridge") == {0}
    assert table.refused("p1", "bridge", "55", "Kynazarr", tile=55) == "AK-ABIL-05"
    assert table.refused("p1", "bridge", "31", tile=31) == "AK-ABIL-03"
    assert table.do("p1", "bridge", tile=0).wounded() == {"p1": 2}


@pytest.mark.rule("AK-ABIL-04", "AK-FIRE-05", "AK-FIRE-06", "AK-FIRE-19")
def test_where_house_rules_leave_ylem_in_the_fire_a_bridge_burns_and_never_ends_behind() -> None:
    options = {"fire.placement_triggers_crossing": False}
    items = {"03": {"ylem": 1}, "10": {"ylem": 1}, "45": {"ylem": 1}}
    table = board(55, 66, 77, items=items, options=options, walls={"top": 1})
    assert table.may("p1", "bridge") == {10, 45}
    assert table.refused("p1", "bridge", "03", tile=3) == "AK-FIRE-05"
    assert table.do("p1", "bridge", tile=10).wounded() == {"p1": 1}


@pytest.mark.rule("AK-ABIL-06", "AK-WAR-10")
@pytest.mark.parametrize("stones", [0, 1])
def test_a_bridge_to_the_omega_stone(stones: int) -> None:
    who = {"p1": {"bloodstones": stones}}
    table = board(44, 55, 66, war=True, omega_stone=9, items={"09": {"ylem": 1}}, who=who)
    if stones:
        assert "omega-claimed" in table.do("p1", "bridge", tile=9).told()
    else:
        assert table.may("p1", "bridge") == set()
        assert table.refused("p1", "bridge", "09", tile=9) == "AK-ABIL-06"


@pytest.mark.rule("AK-ABIL-08", "AK-ABIL-09", "AK-ABIL-10", "AK-ABIL-11")
def test_pyrokinesis_twice_from_inside_once_from_beside_never_from_a_corner_or_off_the_board() -> None:
    inside = board(47, 0, walls={"right": 7})
    inside.do("p1", "pyrokinesis", edge="right").do("p1", "pyrokinesis", edge="right")
    assert inside.walls() == {"right": 9}
    assert inside.refused("p1", "pyrokinesis", "right", edge="right") == "AK-ABIL-09"
    beside = board(46, 0, walls={"right": 7}).do("p1", "pyrokinesis", edge="right")
    assert beside.refused("p1", "pyrokinesis", "46", edge="right") == "AK-ABIL-10"
    corner = board(56, 0, walls={"right": 8, "bottom": 7})
    assert corner.may("p1", "pyrokinesis", "edge") == set()
    crossing = board(67, 0, **CORNER)
    assert crossing.may("p1", "pyrokinesis", "edge") == {"right", "bottom"}
    assert crossing.refused("p1", "pyrokinesis", "top", edge="top") == "AK-ABIL-08"


@pytest.mark.rule("AK-ABIL-08")
def test_a_receding_wall_burns_nothing_and_frees_its_own_line_only() -> None:
    table = board(35, 44, 88, walls={"top": 2}, items={"34": {"pyre": 2}}).do("p1", "pyrokinesis", edge="top")
    assert table.items() == {34: {"pyre": 2}}
    assert not table.wounded()
    assert table.may("p1", "step") == {24, 25, 26, 34, 36, 45, 46}


# --- who can be killed -----------------------------------------------------------------------------------


@pytest.mark.rule("AK-ATK-01")
def test_an_attack_reaches_around_and_a_card_further() -> None:
    table = board(44, 46, 55)
    assert table.may("p1", "kill", "who") == {"p3"}
    assert table.refused("p1", "kill", "Kynazarr", "46", who="p2", means="attack") == "AK-ATK-01"
    assert table.refused("p1", "kill", who="p1") == "TABLE"
    assert table.refused("p1", "kill", "p9", who="p9") == "TABLE"
    far = Board(table.state.copy()).do("p1", "kill", who="p2", means="ability")
    assert far.event("died").data["bonus"] == "p1"
    unnamed = table.do("p1", "kill", who="p2")
    assert unnamed.event("died").rules == far.event("died").rules, "what was no attack was a card"


# --- cards that move miniatures --------------------------------------------------------------------------


@pytest.mark.rule("AK-INDEX-15", "AK-INDEX-16", "AK-INDEX-17", "AK-WAR-10")
@pytest.mark.parametrize(
    ("caster", "target", "tiles", "ends", "wounds", "keys"),
    [
        (44, 45, 3, 47, 1, {"walls": {"right": 7}}),  # beyond the strip: stops on it
        (44, 45, 2, 47, 1, {"walls": {"right": 7}}),  # exactly on it
        (44, 45, 1, 46, 0, {"walls": {"right": 7}}),
        (27, 37, 2, 57, 2, {"walls": {"right": 7}}),  # along the strip
        (46, 47, 2, 47, 1, {"walls": {"right": 7}}),  # outward off the strip
        (48, 49, 1, 49, 1, {"walls": {"right": 9}}),  # outward on the outermost line
        (55, 66, 3, 77, 1, {"walls": {"bottom": 7}}),  # diagonally
        (47, 57, 3, 67, 1, CORNER),  # along one strip up to the crossing, not behind the other
        (56, 57, 1, 57, 1, {"walls": {"right": 7}}),
        (58, 57, 2, 55, 0, {}),  # no wall, no wound
    ],
)
def test_separation(caster: int, target: int, tiles: int, ends: int, wounds: int, keys: dict[str, Any]) -> None:
    table = board(caster, target, 0, who={"p2": {"level": 3}}, **keys)
    table.do("p1", "push", who="p2", tiles=tiles)
    met = 0
    while table.wounded():  # each tile of the fire asks before the next is entered
        met += table.wounded()["p2"]
        table.do("p2", "survive")
    assert table.seat("p2")["tile"] == ends
    assert met == wounds


@pytest.mark.rule("AK-INDEX-15", "AK-INDEX-17")
@pytest.mark.parametrize(
    ("caster", "target", "walls"), [(18, 19, {"top": 1}), (8, 9, {}), (80, 90, {"left": 0}), (17, 28, {"left": 0})]
)
def test_against_the_board_edge_or_somebody_nothing_moves_and_nothing_hurts(
    caster: int, target: int, walls: dict[str, int]
) -> None:
    """Along a strip the edge of the board is an edge, not the wall."""
    table = board(caster, target, 39, walls=walls)
    words = ("Kynazarr",)
    assert table.refused("p1", "push", *words, who="p2", tiles=1) == "AK-INDEX-15"


@pytest.mark.rule("AK-INDEX-12", "AK-GEM-06", "AK-GEM-04", "AK-DEATH-04", "AK-KILL-05")
def test_a_pull_stops_where_the_pulled_one_dies() -> None:
    items = {"47": {"ylem": 1}, "46": {"dire": 3}, "45": {"bloodstones": 1}}
    table = board(44, 48, 99, items=items).do("p1", "pull", who="p2", tiles=9)
    assert table.wounded() == {"p2": 3}
    dead = Board(table.state.copy()).dies("p2")
    assert dead.event("died").data == {"seat": "p2", "tile": 46, "bonus": None}
    assert dead.items() == {46: {"bloodstones": 1}, 45: {"bloodstones": 1}}
    assert dead.kinds() == {"p1": "active"}
    table.do("p2", "survive", wounds=0)
    assert table.seat("p2")["tile"] == 45
    assert table.seat("p2")["bloodstones"] == 2


@pytest.mark.rule("AK-INDEX-11", "AK-KILL-05", "AK-KILL-06", "AK-INDEX-10")
def test_a_swap_saves_the_caster_from_the_fire_and_kills_the_other_in_it() -> None:
    who = {"p1": {"wounds": 2}, "p2": {"wounds": 2}}
    table = board(17, 45, 99, walls={"top": 1}, who=who).do("p1", "swap", who="p2")
    assert table.wounded() == {"p2": 1}, "p1 left the fire"
    table.dies("p2")
    assert table.event("died").data["bonus"] == "p1"
    assert table.items() == {27: {"bloodstones": 1}}


@pytest.mark.rule("AK-KILL-06", "AK-INDEX-11", "AK-ACTIVE-08")
def test_who_swaps_itself_into_the_fire_and_dies_of_it_earns_nothing() -> None:
    table = board(45, 17, 99, walls={"top": 1}, who={"p1": {"wounds": 2}}).do("p1", "swap", who="p2").dies("p1")
    assert table.event("died").data["bonus"] is None
    assert "turn-cut-short" in table.told()


@pytest.mark.rule("AK-KILL-06")
@pytest.mark.parametrize(("credit", "bonus"), [("caster", "p1"), ("none", None)])
@pytest.mark.parametrize("card", [{"do": "push", "tiles": 3}, {"do": "swap"}, {"do": "displace", "tile": 57}])
def test_whose_kill_a_death_in_the_fire_is(card: dict[str, Any], credit: str, bonus: str | None) -> None:
    options = {"kill.separation_fire_credit": credit}
    here = 57 if card["do"] == "swap" else 44
    table = board(here, 45, 0, who={"p2": {"wounds": 2}}, walls={"right": 7}, options=options)
    table.do("p1", who="p2", **card).dies("p2")
    assert table.event("died").data["bonus"] == bonus


@pytest.mark.rule("AK-INDEX-08", "AK-INDEX-19", "AK-WAR-10", "AK-DEATH-08")
@pytest.mark.parametrize(
    ("card", "rule", "keys"),
    [
        ({"do": "place-dire", "tile": 37}, "AK-INDEX-08", CORNER),
        ({"do": "place-dire", "tile": 38}, "AK-INDEX-08", CORNER),
        ({"do": "place-dire", "tile": 9}, "AK-INDEX-08", {"war": True, "omega_stone": 9}),
        ({"do": "displace", "who": "p2", "tile": 38}, "AK-INDEX-15", CORNER),
        ({"do": "displace", "who": "p2", "tile": 9}, "AK-WAR-10", {"war": True, "omega_stone": 9}),
        ({"do": "pull", "who": "p2", "tiles": 1}, "AK-INDEX-12", {}),
        ({"do": "swap", "who": "p3"}, "AK-DEATH-08", {}),
        ({"do": "kill", "who": "p3", "means": "curse"}, "AK-DEATH-08", {}),
    ],
)
def test_cards_that_cannot_be_cast(card: dict[str, Any], rule: str, keys: dict[str, Any]) -> None:
    table = board(44, 56, None, who={"p2": {"bloodstones": 0}}, **keys)
    assert table.refused("p1", **card) == rule


@pytest.mark.rule("AK-INDEX-08")
def test_dire_transfer_to_somebody_in_the_fire_and_onto_other_things() -> None:
    table = board(44, 37, 0, items={"45": {"ylem": 1, "bloodstones": 1}}, who={"p1": {"wounds": 2}}, **CORNER)
    table.do("p1", "place-dire", tile=37)
    assert table.wounded() == {"p2": 1}
    table.lives("p2").do("p1", "place-dire", tile=45)
    assert table.items() == {45: {"ylem": 1, "bloodstones": 1, "dire": 1}}
    assert table.seat("p1")["wounds"] == 0


@pytest.mark.rule("AK-INDEX-20", "AK-INDEX-21", "AK-MOVE-12")
def test_the_curse_hands_over_stones_across_the_board_but_not_the_die() -> None:
    table = board(0, 99, 9, who={"p2": {"bloodstones": 2}}, ascended_die="p2")
    table.do("p1", "kill", who="p2", means="curse")
    assert table.stones() == [3, 0, 1]
    assert table.items() == {99: {"die": 1}}


@pytest.mark.rule("AK-LATENT-05", "AK-TURN-05")
def test_nothing_of_the_active_state_before_or_without_choosing_it() -> None:
    resting = board(44, 45, stack=[{"at": "latent"}], items={"00": {"ylem": 1}})
    choosing = board(44, 45, stack=[{"at": "choose-state"}])
    for card in (
        {"do": "step", "tile": 43},
        {"do": "bridge", "tile": 0},
        {"do": "kill", "who": "p2"},
        {"do": "swap", "who": "p2"},
        {"do": "push", "who": "p2"},
        {"do": "place-dire", "tile": 0},
    ):
        assert resting.refused("p1", **card) == "AK-LATENT-05"
        assert choosing.refused("p1", **card) == "AK-TURN-05"
        assert choosing.refused("p2", **card) == "AK-TURN-01"
    assert [GAME.record(action)["do"] for action in resting.state.legal_actions("p1")] == ["end-turn"]
