"""Proximity, death, the return of Revenants and the Last King Standing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ascended_kings.table import GAME, Table, at, round_end

CORNER: dict[str, Any] = {"walls": {"top": 1, "right": 7}}
"""The walls of the rulebook's worked examples."""


def returning(*tiles: int | None, seat: str = "p2", **keys: Any) -> Table:
    """The roll for where ``seat`` returns after p1's turn."""
    who = keys.pop("who", {})
    who = {**who, seat: {"form": "revenant", "tile": None, **who.get(seat, {})}}
    stack = [{"at": "turn-over"}, {"at": "roll-return", "seat": seat}]
    return at(*tiles, who=who, stack=stack, turn="p1", **keys)


# --- proximity -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-PROX-01")
def test_a_tile_under_or_behind_a_wall_is_covered_in_fire() -> None:
    table = at(44, 55, state="roll-ylem", walls={"top": 1, "left": 2, "bottom": 8, "right": 7})
    safe = {10 * row + column for row in range(2, 8) for column in range(3, 7)}
    for roll in range(100):
        landed = Table(table.state.copy()).roll(roll)
        stays = landed.on(roll) == {"ylem": 1} or roll in (44, 55)
        assert stays == (roll in safe)


@pytest.mark.rule("AK-PROX-02", "AK-PROX-03", "AK-DEATH-09")
@pytest.mark.parametrize(("roll", "tile"), [(35, 35), (14, 24), (17, 26), (38, 36)])
def test_gems_meant_for_the_fire_go_to_the_nearest_tile(roll: int, tile: int) -> None:
    table = at(44, 55, state="roll-ylem", **CORNER).roll(roll)
    assert table.on(tile) == {"ylem": 1}
    assert ("AK-PROX-02" in table.rules("gem-appeared")) == (roll != tile)


@pytest.mark.rule("AK-PROX-03")
@pytest.mark.parametrize(("mode", "tile"), [("ray", 25), ("clamp", 26)])
def test_a_deep_corner_is_traced_diagonally_or_clamped_by_house_rule(mode: str, tile: int) -> None:
    table = at(44, 55, state="roll-ylem", options={"proximity.mode": mode}, **CORNER).roll(7)
    assert table.on(tile) == {"ylem": 1}


@pytest.mark.rule("AK-PROX-04")
def test_a_trace_that_misses_the_arena_still_ends_in_it() -> None:
    walls = {"top": 1, "bottom": 5, "left": 0, "right": 4}
    table = at(21, 42, state="roll-ylem", walls=walls).roll(9)
    (tile,) = [pile["tile"] for pile in table.view["items"]]
    assert tile == 23, "fewest king's moves from 09 into rows 2 to 4, columns 1 to 3"


@pytest.mark.rule("AK-PROX-05", "AK-DEATH-03")
def test_what_lands_on_a_miniature_is_taken_at_once() -> None:
    table = at(44, 24, 55, state="roll-ylem", **CORNER).roll(14)
    assert table.on(24) == {}
    assert table.told("gem-received")[0]["seat"] == "p2"
    table = round_end(55, 24, die=3, shows="YLEM_DIRE", side="back", **CORNER).die(3).roll(14)
    assert table.wounds_dealt() == {"p2": 1}
    who = {"p2": {"bloodstones": 2}}
    table = at(16, 17, 26, who=who, **CORNER).do("p1", "kill", who="p2")
    assert table.seat("p3")["bloodstones"] == 3, "17 burns: the stones go to 26, where p3 stands"


@pytest.mark.rule("AK-PROX-06")
def test_items_pile_up_without_limit_or_with_one() -> None:
    table = at(44, 55, state="roll-ylem", items={"20": {"ylem": 4, "dire": 2}}).roll(20)
    assert table.on(20) == {"ylem": 5, "dire": 2}
    limit = {"board.stack_limit": 6}
    table = at(44, 55, state="roll-ylem", items={"20": {"ylem": 4, "dire": 2}}, options=limit).roll(20)
    assert table.on(20) == {"ylem": 4, "dire": 2}
    assert "AK-PROX-06" in table.rules("nothing-left")


@pytest.mark.rule("AK-PROX-07", "AK-REV-08")
def test_a_revenant_returns_on_the_tile_or_around_it_out_of_the_fire() -> None:
    table = returning(44, None, 55, walls={"top": 1}).roll(14)
    assert table.tiles("p2", "place") == {24, 23, 25, 33, 34, 35}
    assert table.refused("p2", "place", tile=14) == "AK-PROX-07"
    assert table.refused("p2", "place", tile=45) == "AK-PROX-07"
    assert table.state.deciders()["p2"].default == GAME.action({"do": "place", "seat": "p2", "tile": 24})


@pytest.mark.rule("AK-PROX-08")
def test_an_occupied_tile_moves_the_return_to_those_around_it() -> None:
    table = returning(24, None, 33, walls={"top": 1}).roll(14)
    assert table.tiles("p2", "place") == {23, 25, 34, 35}
    assert table.refused("p2", "place", tile=24) == "AK-PROX-08"


@pytest.mark.rule("AK-PROX-08", "AK-PROX-09")
def test_one_free_tile_around_the_roll_is_enough() -> None:
    assert returning(0, None, 1, 10).roll(0).tiles("p2", "place") == {11}


@pytest.mark.rule("AK-PROX-09", "AK-REV-13")
def test_blockers_and_the_omega_stone_together_fill_a_corner() -> None:
    # 90 is rolled; 80 and 91 and 81 are taken, and 90 itself is the Omega Stone's, closed to the Revenant
    table = returning(80, None, 91, 81, war=True, omega_stone=90).roll(90)
    around = {70, 71, 72, 82, 92}
    assert table.tiles("p2", "place") == around
    assert table.refused("p2", "place", tile=90) == "AK-REV-13"
    table.do("p2", "place", tile=72)


# --- death -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-DEATH-01")
def test_the_dead_leave_the_board_and_block_nobody() -> None:
    table = at(44, 45, 88).do("p1", "kill", who="p2")
    assert table.tile("p2") is None
    assert 45 in table.tiles("p1", "step")
    assert 45 not in GAME.picture(table.view).occupied


@pytest.mark.rule("AK-DEATH-02", "AK-DEATH-09")
@pytest.mark.parametrize(("died", "drops"), [(14, 24), (17, 26)])
def test_bloodstones_drop_at_once_out_of_the_fire(died: int, drops: int) -> None:
    table = at(44, died, who={"p2": {"bloodstones": 2}}, **CORNER).do("p1", "kill", who="p2")
    assert table.on(drops) == {"bloodstones": 2}
    assert table.asked == {"p1": "active"}


@pytest.mark.rule("AK-DEATH-02", "AK-DEATH-09")
def test_bloodstones_drop_where_it_happened_if_nothing_burns_there() -> None:
    assert at(44, 35, **CORNER).do("p1", "kill", who="p2").on(35) == {"bloodstones": 1}


@pytest.mark.rule("AK-DEATH-05", "AK-FIRE-05", "AK-DEATH-09")
def test_the_overrun_drop_their_stones_before_the_new_line() -> None:
    table = round_end(38, 55, die=2, shows="YLEM", walls={"right": 8}).die(2)
    assert table.on(36) == {"bloodstones": 1}, "the wall is on column 7 now"


@pytest.mark.rule("AK-DEATH-06")
def test_nothing_but_bloodstones_and_the_die_lands_on_the_board() -> None:
    who = {"p1": {"form": "revenant"}, "p2": {"wounds": 2, "level": 2, "ylem_taken": 1}}
    table = at(44, 45, 88, who=who, ascended_die="p2", items={"45": {"ylem": 1}}).do("p1", "kill", who="p2")
    assert table.on(45) == {"bloodstones": 1, "ylem": 1, "die": 1}, "the Ylem lay there before"


@pytest.mark.rule("AK-DEATH-08")
def test_the_dead_are_no_target() -> None:
    table = at(44, 45, 88).do("p1", "kill", who="p2")
    for do, fields in (("kill", {}), ("swap", {}), ("push", {"tiles": 1}), ("displace", {"tile": 0})):
        assert table.refused("p1", do, who="p2", **fields) == "AK-DEATH-08"


@pytest.mark.rule("AK-DEATH-07", "AK-REV-05")
def test_a_revenant_dies_and_returns_like_a_king_and_stays_a_revenant() -> None:
    table = returning(44, None, 88).roll(20).do("p2", "place", tile=20)
    assert table.seat("p2")["form"] == "revenant"


# --- the return ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-REV-01", "AK-ROUND-01")
def test_the_dead_of_a_turn_return_after_it_in_the_order_of_death() -> None:
    table = at(44, 45, 43, 88, turn="p1", start="p2").do("p1", "kill", who="p3").do("p1", "kill", who="p2")
    assert table.view["dead"] == ["p3", "p2"]
    table.do("p1", "end-turn")
    for seat, roll in (("p3", 20), ("p2", 30)):
        assert table.state.position()["stack"][-1]["seat"] == seat
        table.roll(roll).do(seat, "place", tile=roll)
    assert table.asked == {"chance": "roll-immolation"}, "before the End of Round"


@pytest.mark.rule("AK-REV-05")
def test_a_king_returns_as_revenant_of_its_focus_at_the_same_level() -> None:
    table = at(44, 45, 88, who={"p2": {"level": 2, "wounds": 1, "king": "apsu"}}).do("p1", "kill", who="p2")
    assert table.seat("p2")["form"] == "king"
    table.do("p1", "end-turn")
    facts = table.seat("p2")
    assert (facts["form"], facts["level"], facts["name"], facts["wounds"]) == ("revenant", 2, "Engur", 0)


@pytest.mark.rule("AK-REV-08", "AK-GEM-06")
def test_the_returned_takes_what_lies_there_even_death() -> None:
    items = {"20": {"bloodstones": 1, "ylem": 1, "dire": 3}}
    table = returning(44, None, 88, items=items, bloodstones_aside=0).roll(20).do("p2", "place", tile=20)
    assert table.seat("p2")["bloodstones"] == 1
    assert table.wounds_dealt() == {"p2": 3}
    table.do("p2", "die")
    assert table.on(20) == {"bloodstones": 1}
    assert table.asked == {"chance": "roll-percentile"}, "and returns again"


@pytest.mark.rule("AK-REV-11")
def test_in_a_three_player_game_the_first_dead_brings_the_fourth_bloodstone() -> None:
    table = at(44, 45, 88).do("p1", "kill", who="p2").do("p1", "end-turn")
    assert table.view["bloodstones_aside"] == 1
    table.roll(20)
    assert table.view["bloodstones_aside"] == 0
    assert table.seat("p2")["bloodstones"] == 1
    assert "AK-REV-11" in table.rules("bloodstone-granted")
    table.do("p2", "place", tile=20)
    assert table.on(45) == {"bloodstones": 1}, "the lost one still lies where it fell"


@pytest.mark.rule("AK-REV-11")
def test_only_the_first_of_two_dead_brings_it() -> None:
    table = at(44, 45, 43).do("p1", "kill", who="p3").do("p1", "kill", who="p2").do("p1", "end-turn")
    table.roll(20).do("p3", "place", tile=20).roll(30).do("p2", "place", tile=30)
    assert (table.seat("p3")["bloodstones"], table.seat("p2")["bloodstones"]) == (1, 0)


@pytest.mark.rule("AK-REV-11", "AK-FIRE-20", "AK-FIRE-07")
def test_the_first_to_die_brings_it_though_another_returns_before() -> None:
    who = {"p2": {"wounds": 2}}
    table = round_end(14, 33, 66, die=1, shows="YLEM", walls={"top": 1}, items={"24": {"pyre": 1}}, who=who, rounds=15)
    table.die(1).do("p1", "survive").do("p2", "die")
    assert table.view["dead"] == ["p2", "p1"], "the explosion comes before the wall overruns p1"
    table.roll(88).roll(40)
    assert table.asked == {"p1": "place"}
    assert table.seat("p1")["bloodstones"] == 0
    table.do("p1", "place", tile=min(table.tiles("p1", "place"))).roll(80)
    assert table.seat("p2")["bloodstones"] == 1


@pytest.mark.rule("AK-REV-12")
def test_in_a_two_player_game_the_first_two_deaths_bring_one_each() -> None:
    table = at(44, 45, ascended_die="gone").do("p1", "kill", who="p2").do("p1", "end-turn").roll(20)
    assert table.seat("p2")["bloodstones"] == 1
    assert table.rules("bloodstone-granted") == ("AK-REV-12",)
    table.do("p2", "place", tile=20).do("p2", "choose-state", state="active").roll(99)
    table.do("p2", "end-turn").quietly()
    assert table.view["bloodstones_aside"] == 1
    table.do("p1", "choose-state", state="active").roll(98).do("p1", "kill", who="p2").do("p1", "end-turn").roll(30)
    assert table.view["bloodstones_aside"] == 0, "it may even be the same player"
    table.do("p2", "place", tile=30).turn("p2").quietly()
    table.do("p1", "choose-state", state="active").roll(97).do("p1", "kill", who="p2").do("p1", "end-turn").roll(30)
    assert table.kinds() == ["return-rolled"], "the third brings none"


@pytest.mark.rule("AK-REV-13")
@pytest.mark.parametrize("respects", [True, False])
def test_only_with_a_bloodstone_may_one_return_onto_the_omega_stone(respects: bool) -> None:
    options = {"rev.placement_respects_omega": respects}
    table = returning(44, None, 88, war=True, omega_stone=5, bloodstones_aside=0, options=options).roll(5)
    assert (5 in table.tiles("p2", "place")) is not respects
    if respects:
        assert table.refused("p2", "place", tile=5) == "AK-REV-13"
    gift = (
        at(44, 45, war=True, omega_stone=5, ascended_die="gone").do("p1", "kill", who="p2").do("p1", "end-turn").roll(5)
    )
    assert 5 in gift.tiles("p2", "place"), "a 3rd Bloodstone came along, so it may"
    gift.do("p2", "place", tile=5)
    assert gift.asked.keys() == {"p1", "p2"}
    assert set(gift.asked.values()) == {"score"}


# --- the Last King Standing ------------------------------------------------------------------------------


@pytest.mark.rule("AK-LAST-01")
@pytest.mark.parametrize("when", ["on_return", "on_kill"])
def test_the_last_king_takes_the_ascended_die_when_the_other_is_back(when: str) -> None:
    options = {"last_king.when": when}
    table = at(44, 45, 88, who={"p3": {"form": "revenant"}}, options=options).do("p1", "kill", who="p2")
    assert table.seat("p1")["die"] is (when == "on_kill")
    table.do("p1", "end-turn").roll(20).do("p2", "place", tile=20)
    assert table.seat("p1")["die"] is True


@pytest.mark.rule("AK-LAST-01")
@pytest.mark.parametrize("when", ["on_return", "on_kill"])
def test_if_the_last_kings_die_together_nobody_takes_it(when: str) -> None:
    options = {"last_king.when": when}
    table = round_end(14, 15, die=1, shows="YLEM", walls={"top": 1}, options=options).die(1).roll(44)
    table.roll(50).do("p1", "place", tile=50).roll(60).do("p2", "place", tile=60)
    assert table.state.position()["ascended_die"] is None


@pytest.mark.rule("AK-LAST-03")
@pytest.mark.parametrize("holder", ["p1", "p2"])
def test_the_holder_speaks_at_the_start_of_every_turn_and_only_then(holder: str) -> None:
    who = {"p1": {"form": "revenant"}}
    table = at(44, 45, 88, state="latent", who=who, ascended_die=holder).do("p1", "end-turn")
    assert table.asked == {holder: "absorb"}
    assert table.view["turn"] == "p2"
    assert table.state.deciders()[holder].clock == "window"
    table.do(holder, "keep-die")
    assert table.asked == {"p2": "choose-state"}
    assert table.refused(holder, "absorb") in ("AK-TURN-01", "AK-TURN-05")


@pytest.mark.rule("AK-LAST-04")
def test_absorbing_heals_everything_and_ends_the_die() -> None:
    who = {"p1": {"form": "revenant"}, "p2": {"wounds": 2}}
    table = at(44, 45, 88, state="latent", who=who, ascended_die="p2").do("p1", "end-turn").do("p2", "absorb")
    assert table.seat("p2")["wounds"] == 0
    assert table.state.position()["ascended_die"] == "gone"
    assert table.rules("die-absorbed") == ("AK-LAST-03", "AK-LAST-04")
    table.turn("p2")
    assert table.asked == {"p3": "choose-state"}


@pytest.mark.rule("AK-LAST-05", "AK-PROX-02")
def test_the_die_of_the_dead_drops_out_of_the_fire() -> None:
    who = {"p1": {"form": "revenant"}, "p3": {"form": "revenant"}}
    table = at(44, 17, 55, who=who, ascended_die="p2", **CORNER).do("p1", "kill", who="p2")
    assert table.on(26) == {"bloodstones": 1, "die": 1}
    assert table.rules("die-dropped")[0] == "AK-LAST-05"


@pytest.mark.rule("AK-LAST-06")
def test_the_die_is_awarded_only_once() -> None:
    who = {"p3": {"form": "revenant"}}
    table = at(44, 45, 88, who=who, ascended_die="gone").do("p1", "kill", who="p2")
    table.do("p1", "end-turn").roll(20).do("p2", "place", tile=20)
    assert table.seat("p1")["die"] is False


@pytest.mark.rule("AK-PROX-09", "AK-FIRE-10")
def test_where_not_one_safe_tile_is_free_the_nearest_tile_of_all_serves() -> None:
    # only by a house rule that lets lone walls leave a single line can the arena shrink to one tile
    options = {"fire.absent_wall_counts_as_edge": False}
    walls = {"top": 8, "left": 8}
    table = returning(99, None, options=options, walls=walls).roll(0)
    assert table.tiles("p2", "place") == {88, 89, 98}
    table = returning(99, None, options=options, walls={"top": 8, "left": 5}).roll(0)
    assert table.tiles("p2", "place") == {98}, "the diagonal from 00 ends on 99, where p1 stands"
    row = returning(97, None, 96, 98, options=options, walls={"top": 8, "left": 5}).roll(97)
    assert row.tiles("p2", "place") == {99}
