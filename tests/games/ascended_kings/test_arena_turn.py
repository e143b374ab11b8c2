"""Turns, steps, collecting, abilities and what declared cards do on the board."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadConfig

from tests.games.ascended_kings.table import GAME, Table, at, round_end, started

LEVELS = {1: 3, 2: 4, 3: 5}
"""Level -> wounds that kill."""


# --- turns -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-TURN-01")
def test_everybody_has_one_turn_a_round_clockwise() -> None:
    table = started(seats=3)
    for seat in ("p1", "p2", "p3"):
        assert table.asked == {seat: "choose-state"}
        table.turn(seat)
    assert table.asked == {"chance": "roll-immolation"}
    assert started(seats=3).refused("p2", "choose-state", state="latent") == "AK-TURN-01"


@pytest.mark.rule("AK-TURN-05")
def test_exactly_one_state_is_announced() -> None:
    table = started(seats=2)
    assert [record["state"] for record in table.listed("p1", "choose-state")] == ["latent", "active"]
    assert table.refused("p1", "end-turn") == "AK-TURN-05"
    assert table.refused("p1", "step", tile=15) == "AK-TURN-05"
    table.do("p1", "choose-state", state="latent")
    assert table.refused("p1", "choose-state", state="active") == "AK-TURN-05"


@pytest.mark.rule("AK-TURN-08")
def test_after_the_turn_a_player_only_reacts() -> None:
    table = at(44, 45).do("p1", "end-turn")
    assert table.rules("turn-ends") == ("AK-TURN-08",)
    assert not table.state.legal_actions("p1")
    assert table.refused("p1", "step", tile=34) == "AK-TURN-01"


@pytest.mark.rule("AK-LATENT-05")
def test_the_latent_state_moves_nothing() -> None:
    table = at(44, 45, state="latent", items={"82": {"ylem": 1}}, walls={"top": 3})
    for do, fields in (
        ("step", {"tile": 54}),
        ("kill", {"who": "p2"}),
        ("bridge", {"tile": 82}),
        ("pyrokinesis", {"edge": "top"}),
        ("swap", {"who": "p2"}),
    ):
        assert table.refused("p1", do, **fields) == "AK-LATENT-05"
    assert [GAME.record(action)["do"] for action in table.state.legal_actions("p1")] == ["end-turn"]


@pytest.mark.rule("AK-ACTIVE-01")
def test_an_active_turn_starts_with_a_roll_for_ylem() -> None:
    table = at(44, 45, state="choose-state", walls={"top": 1}).do("p1", "choose-state", state="active")
    assert table.asked == {"chance": "roll-percentile"}
    assert table.refused("p1", "step", tile=34) == "TABLE"
    table.roll(14)
    assert table.on(24) == {"ylem": 1}
    assert table.asked == {"p1": "active"}


@pytest.mark.rule("AK-ACTIVE-02", "AK-PROX-05", "AK-GEM-02")
@pytest.mark.parametrize("seat", ["p1", "p2"])
def test_ylem_on_a_miniature_goes_to_its_pool_or_under_it(seat: str) -> None:
    tile = {"p1": 44, "p2": 45}[seat]
    table = at(44, 45, state="roll-ylem").roll(tile)
    assert table.on(tile) == {}
    assert table.told("gem-received")[0]["seat"] == seat
    table.do(seat, "leave-ylem")
    assert table.on(tile) == {"ylem": 1}
    assert table.refused(seat, "leave-ylem") == "AK-GEM-02"
    table = at(44, 45, state="roll-ylem", items={f"{tile}": {"ylem": 1}}).roll(tile)
    assert table.on(tile) == {"ylem": 2}, "where Ylem was left the pool is full"


@pytest.mark.rule("AK-ACTIVE-03", "AK-MOVE-02")
def test_any_number_of_actions_or_none() -> None:
    table = at(44, 88, items={"36": {"ylem": 1}})
    for tile in (45, 46, 36, 35, 44):
        table.do("p1", "step", tile=tile)
    assert table.view["steps"] == 5
    assert table.asked == {"p1": "active"}
    assert table.listed("p1", "end-turn")
    at(44, 88).do("p1", "end-turn")


@pytest.mark.rule("AK-ACTIVE-08")
def test_death_in_the_own_turn_ends_it() -> None:
    who = {"p1": {"wounds": 2}}
    table = at(44, 88, items={"45": {"dire": 1}}, who=who).do("p1", "step", tile=45).do("p1", "die")
    assert table.rules("turn-cut-short") == ("AK-ACTIVE-08",)
    assert table.asked == {"chance": "roll-percentile"}
    options = {"turn.active_death_ends_turn": False}
    table = at(44, 88, items={"45": {"dire": 1}}, who=who, options=options).do("p1", "step", tile=45).do("p1", "die")
    assert table.asked == {"p1": "active"}
    assert {GAME.record(action)["do"] for action in table.state.legal_actions("p1")} == {"end-turn", "return-early"}
    assert table.refused("p1", "kill", who="p2") == "AK-ACTIVE-08"
    table.do("p1", "end-turn").roll(20).do("p1", "place", tile=20)


# --- steps -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-MOVE-01", "AK-MOVE-03")
def test_a_step_goes_to_a_surrounding_tile_and_never_round_the_edge() -> None:
    assert at(44, 88).tiles("p1", "step") == {33, 34, 35, 43, 45, 53, 54, 55}
    assert at(0, 88).tiles("p1", "step") == {1, 10, 11}
    assert 10 not in at(9, 88).tiles("p1", "step")
    assert at(9, 88).refused("p1", "step", tile=10) == "AK-MOVE-03"
    assert at(44, 88).refused("p1", "step", tile=46) == "AK-MOVE-03"
    assert at(44, 88).refused("p1", "step", tile=44) == "AK-MOVE-03"


@pytest.mark.rule("AK-MOVE-02", "AK-GEM-06")
def test_each_tile_is_a_step_of_its_own_with_its_pick_ups() -> None:
    table = at(44, 88, items={"45": {"ylem": 1}, "46": {"pyre": 1}}).do("p1", "step", tile=45)
    assert table.on(45) == {}
    assert table.on(46) == {"pyre": 1}
    table.do("p1", "step", tile=46)
    assert table.on(46) == {}
    assert table.rules("stepped")[0] == "AK-MOVE-02"


@pytest.mark.rule("AK-MOVE-04")
def test_no_step_onto_another_but_between_two() -> None:
    table = at(44, 45, 34)
    assert table.refused("p1", "step", tile=45) == "AK-MOVE-04"
    assert 35 in table.tiles("p1", "step")
    table = at(44, 45, 34, options={"movement.diagonal_squeeze": False})
    assert table.refused("p1", "step", tile=35) == "AK-MOVE-04"
    assert 35 in at(44, 45, 88, options={"movement.diagonal_squeeze": False}).tiles("p1", "step")


@pytest.mark.rule("AK-MOVE-11", "AK-WAR-10")
def test_the_omega_stone_needs_a_bloodstone() -> None:
    who = {"p1": {"bloodstones": 0}}
    table = at(4, 88, war=True, omega_stone=5, who=who)
    assert 5 not in table.tiles("p1", "step")
    assert table.refused("p1", "step", tile=5) == "AK-MOVE-11"
    assert 5 in at(4, 88, war=True, omega_stone=5).tiles("p1", "step")


@pytest.mark.rule("AK-ESC-01", "AK-ESC-02")
def test_leaving_adjacent_opponents_costs_egis_and_diagonal_ones_do_not() -> None:
    def left(*tiles: int, to: int, **keys: Any) -> list[str]:
        return at(*tiles, **keys).do("p1", "step", tile=to).told("stepped")[0]["escape"]

    assert left(44, 43, 45, to=34) == ["p2", "p3"]
    assert left(44, 45, 33, to=54) == ["p2"]
    assert left(44, 33, to=54) == []
    assert "2 Egis" in at(44, 43, 45).do("p1", "step", tile=34).events[0].text


@pytest.mark.rule("AK-ESC-03", "AK-ESC-04", "AK-ESC-05")
def test_only_those_left_behind_are_paid_each_time_anew() -> None:
    table = at(44, 45, 88).do("p1", "step", tile=35)
    assert table.told("stepped")[0]["escape"] == [], "35 still touches 45"
    table = at(44, 45, 54).do("p1", "step", tile=35)
    assert table.told("stepped")[0]["escape"] == ["p3"]
    table.do("p1", "step", tile=34)
    assert table.told("stepped")[0]["escape"] == ["p2"], "charged again for each break"


@pytest.mark.rule("AK-ESC-07", "AK-ESC-08", "AK-ESC-10")
def test_revenants_those_in_fire_and_the_dead_change_the_price() -> None:
    who = {"p1": {"form": "revenant"}}
    assert at(44, 45, 88, who=who).do("p1", "step", tile=43).told("stepped")[0]["escape"] == []
    who = {"p2": {"form": "revenant"}}
    assert at(44, 45, 88, who=who).do("p1", "step", tile=43).told("stepped")[0]["escape"] == ["p2"]
    fire = at(47, 57, 66, walls={"right": 7})
    assert fire.do("p1", "step", tile=36).told("stepped")[0]["escape"] == []
    table = at(44, 45, 88).do("p1", "kill", who="p2").do("p1", "step", tile=43)
    assert table.told("stepped")[0]["escape"] == []


@pytest.mark.rule("AK-ESC-09", "AK-MOVE-12", "AK-ABIL-04")
def test_bridges_and_cards_cost_no_aria_and_no_escape() -> None:
    table = at(44, 45, items={"99": {"ylem": 1}}).do("p1", "bridge", tile=99)
    assert "escape" not in table.told("bridged")[0]
    assert "AK-MOVE-12" in table.rules("bridged")
    table = at(44, 45).do("p1", "displace", who="p2", tile=99)
    assert table.tile("p2") == 99
    assert "AK-ESC-09" in table.rules("moved")
    table = at(44, 45).do("p1", "displace", who="p1", tile=0)
    assert table.tile("p1") == 0
    assert table.view["steps"] == 0


@pytest.mark.rule("AK-ATK-01")
def test_attacks_reach_surrounding_opponents_and_cards_anybody() -> None:
    table = at(44, 45, 33, 88)
    assert [record["who"] for record in table.listed("p1", "kill")] == ["p2", "p3"]
    table.do("p1", "kill", who="p4", means="ability")
    assert table.tile("p4") is None


# --- collecting ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-GEM-01")
def test_ylem_left_for_a_full_pool_is_taken_when_there_is_room() -> None:
    table = at(44, 88, items={"45": {"ylem": 1}}).do("p1", "step", tile=45).do("p1", "leave-ylem", count=1)
    assert table.on(45) == {"ylem": 1}
    table.do("p1", "take-ylem", count=1)
    assert table.on(45) == {}
    assert table.rules("gem-taken") == ("AK-GEM-01",)
    assert table.refused("p1", "take-ylem", count=1) == "AK-GEM-01"


@pytest.mark.rule("AK-GEM-02")
def test_only_ylem_taken_here_can_be_left_here() -> None:
    table = at(44, 88, items={"45": {"ylem": 2}}).do("p1", "step", tile=45)
    assert table.refused("p1", "leave-ylem", count=3) == "AK-GEM-02"
    table.do("p1", "leave-ylem", count=1).do("p1", "step", tile=46)
    assert table.on(45) == {"ylem": 1}
    assert table.refused("p1", "leave-ylem", count=1) == "AK-GEM-02"


@pytest.mark.rule("AK-GEM-03")
def test_core_gems_never_stay_on_the_tile() -> None:
    table = at(44, 88, items={"45": {"aria": 1, "egis": 2, "pyre": 3}}).do("p1", "step", tile=45)
    assert table.on(45) == {}
    assert {(data["gem"], data["count"]) for data in table.told("gem-taken")} == {("aria", 1), ("egis", 2), ("pyre", 3)}


@pytest.mark.rule("AK-GEM-04", "AK-WOUND-05", "AK-KILL-05", "AK-DEATH-04")
def test_dire_on_a_tile_wounds_in_one_batch_and_credits_nobody() -> None:
    table = at(44, 88, items={"45": {"dire": 3}}).do("p1", "step", tile=45)
    assert table.on(45) == {}
    assert table.wounds_dealt() == {"p1": 3}
    assert table.state.deciders()["p1"].default == GAME.action({"do": "die", "seat": "p1"})
    saved = Table(table.state.copy()).do("p1", "survive", wounds=1)
    assert saved.seat("p1")["wounds"] == 1, "an Instant Power cancelled two"
    table.do("p1", "die")
    assert table.on(45) == {"bloodstones": 1}
    assert "AK-KILL-05" in table.rules("died")
    assert table.told("died")[0]["bonus"] is None


@pytest.mark.rule("AK-GEM-05")
def test_all_bloodstones_of_a_tile_are_claimed() -> None:
    who = {"p1": {"bloodstones": 1}, "p2": {"bloodstones": 1}}
    table = at(44, 88, items={"45": {"bloodstones": 2}}, who=who).do("p1", "step", tile=45)
    assert table.seat("p1")["bloodstones"] == 3
    assert table.on(45) == {}


@pytest.mark.rule("AK-GEM-06", "AK-INDEX-12")
def test_a_forced_move_collects_on_every_tile_it_passes() -> None:
    who = {"p1": {"bloodstones": 1}, "p2": {"bloodstones": 1}}
    items = {"47": {"ylem": 1}, "46": {"bloodstones": 2}, "45": {"pyre": 1}}
    table = at(44, 48, items=items, who=who).do("p1", "pull", who="p2", tiles=9)
    assert table.tile("p2") == 45
    assert table.view["items"] == []
    assert table.seat("p2")["bloodstones"] == 3


@pytest.mark.rule("AK-GEM-06", "AK-DEATH-04")
def test_a_forced_move_ends_where_dire_kills() -> None:
    table = at(44, 48, items={"47": {"dire": 3}, "46": {"ylem": 1}}).do("p1", "pull", who="p2", tiles=9)
    assert table.tile("p2") == 47
    assert table.wounds_dealt() == {"p2": 3}
    alive = Table(table.state.copy()).do("p2", "survive", wounds=0)
    assert alive.tile("p2") == 45
    assert alive.on(46) == {}
    table.do("p2", "die")
    assert table.on(47) == {"bloodstones": 1}
    assert table.on(46) == {"ylem": 1}
    assert table.asked == {"p1": "active"}


@pytest.mark.rule("AK-GEM-07", "AK-LAST-05")
def test_whoever_enters_takes_the_ascended_die() -> None:
    table = at(44, 88, 77, items={"45": {"die": 1}}, who={"p1": {"form": "revenant"}}).do("p1", "step", tile=45)
    assert table.seat("p1")["die"] is True
    assert table.state.position()["ascended_die"] == "p1"
    assert table.on(45) == {}


@pytest.mark.rule("AK-GEM-08")
def test_one_entry_takes_every_kind_bloodstones_first_and_dire_last() -> None:
    who = {"p1": {"bloodstones": 1, "wounds": 2}, "p2": {"bloodstones": 1}}
    items = {"45": {"bloodstones": 1, "ylem": 1, "pyre": 1, "dire": 1}}
    table = at(44, 88, items=items, who=who).do("p1", "step", tile=45)
    assert table.kinds() == ["stepped", "bloodstones-claimed", "gem-taken", "gem-taken", "gem-taken", "wounded"]
    table.do("p1", "die")
    assert table.on(45) == {"bloodstones": 2}, "what was just claimed drops again"


@pytest.mark.rule("AK-GEM-08")
def test_the_order_of_collecting_is_a_house_rule() -> None:
    options = {"gem.collect_order": ["dire", "bloodstones", "ylem", "core"]}
    items = {"45": {"bloodstones": 1, "ylem": 1, "dire": 1}}
    table = at(44, 88, items=items, options=options).do("p1", "step", tile=45)
    assert table.on(45) == {"bloodstones": 1, "ylem": 1}
    assert table.wounds_dealt() == {"p1": 1}
    dead = Table(table.state.copy()).do("p1", "die")
    assert dead.on(45) == {"bloodstones": 2, "ylem": 1}, "the dead take nothing more"
    table.do("p1", "survive")
    assert table.on(45) == {}
    assert table.seat("p1")["bloodstones"] == 2
    with pytest.raises(BadConfig, match=r"gem\.collect_order"):
        GAME.new({"options": {"gem.collect_order": ["dire"]}})


# --- wounds ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-WOUND-02")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_two_and_the_level_wounds_kill(level: int) -> None:
    for wounds, fatal in ((LEVELS[level] - 2, False), (LEVELS[level] - 1, True)):
        facts = {"p1": {"level": level, "wounds": wounds}}
        table = at(44, 88, items={"45": {"dire": 1}}, who=facts).do("p1", "step", tile=45)
        assert GAME.record(table.state.deciders()["p1"].default)["do"] == ("die" if fatal else "survive")
        assert table.state.deciders()["p1"].observed, "only people see the mats"
    assert table.refused("p1", "survive", wounds=LEVELS[level]) == "AK-WOUND-02"
    other = at(44, 88, who={"p1": {"level": level}})
    assert other.refused("p1", "wounds", count=LEVELS[level]) == "AK-WOUND-02"
    other.do("p1", "wounds", count=LEVELS[level] - 1)
    if level > 1:
        assert other.refused("p1", "level", level=level - 1) == "AK-WOUND-02"


@pytest.mark.rule("AK-WOUND-04")
def test_wounds_stay_from_turn_to_turn_until_removed() -> None:
    table = at(44, 88, items={"45": {"dire": 1}}).do("p1", "step", tile=45).do("p1", "survive").do("p1", "end-turn")
    table.turn("p2").quietly()
    assert table.seat("p1")["wounds"] == 1
    table.do("p1", "wounds", count=0)
    assert table.seat("p1")["wounds"] == 0


@pytest.mark.rule("AK-WOUND-05", "AK-FIRE-16")
def test_several_explosions_are_one_batch() -> None:
    table = round_end(35, 66, walls={"top": 1}, items={"24": {"pyre": 2}, "25": {"pyre": 1}}).die(1)
    assert table.wounds_dealt() == {"p1": 3}
    assert len(table.told("wounded")) == 1


# --- abilities -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ABIL-03")
def test_ylem_bridge_goes_to_any_ylem_and_takes_all_there() -> None:
    items = {"82": {"ylem": 1, "pyre": 1}, "11": {"pyre": 1}}
    table = at(44, 88, items=items)
    assert table.tiles("p1", "bridge") == {82}
    assert table.refused("p1", "bridge", tile=11) == "AK-ABIL-03"
    table.do("p1", "bridge", tile=82)
    assert table.tile("p1") == 82
    assert table.on(82) == {}


@pytest.mark.rule("AK-ABIL-04")
def test_ylem_bridge_leaves_the_fire_and_passes_everybody() -> None:
    table = at(57, 56, 46, walls={"right": 7, "bottom": 6}, items={"11": {"ylem": 1}})
    assert table.tiles("p1", "bridge") == {11}
    table.do("p1", "bridge", tile=11)
    assert table.wounds_dealt() == {}
    assert table.tile("p1") == 11


@pytest.mark.rule("AK-ABIL-05")
def test_ylem_bridge_never_ends_on_a_miniature() -> None:
    table = at(44, 82, items={"82": {"ylem": 1}})
    assert table.tiles("p1", "bridge") == set()
    assert table.refused("p1", "bridge", tile=82) == "AK-ABIL-05"


@pytest.mark.rule("AK-ABIL-06")
def test_ylem_bridge_onto_dire_wounds_and_onto_the_omega_stone_needs_a_bloodstone() -> None:
    table = at(44, 88, items={"82": {"ylem": 1, "dire": 2}}).do("p1", "bridge", tile=82)
    assert table.wounds_dealt() == {"p1": 2}
    keys: dict[str, Any] = {"war": True, "omega_stone": 5, "items": {"05": {"ylem": 1}}}
    table = at(44, 88, who={"p1": {"bloodstones": 0}}, **keys)
    assert table.refused("p1", "bridge", tile=5) == "AK-ABIL-06"
    assert at(44, 88, **keys).do("p1", "bridge", tile=5).asked.keys() == {"p1", "p2"}
