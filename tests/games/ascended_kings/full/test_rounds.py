"""End of Round, events, Fire Walls, the Omega War and Koru on the full track, where mats and supply count."""

from __future__ import annotations

from typing import Any

import pytest

from .card_table import GAME, Table, at

ICONS = {"FIRE": 0, "YLEM": 1, "PYRE": 2}


def round_end(*tiles: int, die: int = 1, shows: str = "FIRE", **keys: Any) -> Table:
    """The End of Round before the Immolation Die; with ``die`` the event dial will then show ``shows``."""
    dials = {"round": 15, "event": (ICONS[shows] - die) % 12}
    return at(*tiles, stack=[{"at": "end-of-round"}], dials=dials, rounds=20, turn=None, **keys)


# --- the End of Round ------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ROUND-01", "AK-ROUND-02", "AK-ROUND-04")
def test_the_last_turn_of_a_round_leads_to_the_immolation_die() -> None:
    table = at(44, 99, turn="p2", start="p1")
    table.do("p2", "end-turn")
    assert table.asked == {"chance": "roll-immolation"}
    table.do("chance", "roll-immolation", value=1)
    assert table.position["walls"]["top"] == 0


@pytest.mark.rule("AK-FIRE-16", "AK-FIRE-17", "AK-COMP-12")
def test_exploding_pyre_returns_to_the_supply_and_its_wounds_can_be_cancelled() -> None:
    mats = {"p1": {"pool": {"egis": 3}, "hand": ["separation-1"]}}
    table = round_end(35, 45, walls={"top": 1}, items={"24": {"pyre": 2}}, who=mats, shows="PYRE")
    supply = table.position["supply"]["pyre"]
    table.do("chance", "roll-immolation", value=1)
    assert table.asked == {"p1": "rolled"}
    table.do("p1", "pass")
    assert table.asked == {"p1": "wounds"}
    table.instant("p1", "separation-1", cancel=1).passing()
    assert table.position["supply"]["pyre"] == supply + 2
    assert table.pool("p1") == {"egis": 3, "dire": 1}
    assert table.pool("p2") == {}


@pytest.mark.rule("AK-FIRE-15", "AK-COMP-12")
def test_burnt_gems_return_to_the_supply() -> None:
    table = round_end(55, 66, walls={"top": 1}, items={"24": {"ylem": 2, "dire": 1, "aria": 1}})
    table.do("chance", "roll-immolation", value=1)
    assert table.on(24) == {}
    assert table.position["supply"] == {"aria": 40, "egis": 40, "pyre": 40, "ylem": 35, "dire": 25}


@pytest.mark.rule("AK-FIRE-05", "AK-FIRE-20", "AK-KILL-06", "AK-REV-01")
def test_the_overrun_die_whatever_they_hold_and_return_before_the_next_round() -> None:
    mats = {"p1": {"pool": {"egis": 5}, "hand": ["separation-3"]}}
    table = round_end(25, 88, walls={"top": 2}, who=mats)
    table.do("chance", "roll-immolation", value=1)
    table.passing()
    assert table.tile("p1") is None
    assert table.ylem("p2") == 0
    assert table.asked == {"chance": "draw-card"}, "the blue flame found nobody; the return has begun"


@pytest.mark.rule("AK-FIRE-04", "AK-FIRE-07")
def test_who_stands_in_the_strip_is_wounded_after_the_explosions() -> None:
    table = round_end(25, 88, walls={"top": 1}, items={"24": {"pyre": 1}}, shows="PYRE")
    table.do("chance", "roll-immolation", value=1)
    assert table.pool("p1") == {"dire": 2}


@pytest.mark.rule("AK-EVENT-02")
def test_the_blue_flame_burns_mats() -> None:
    table = round_end(15, 88, shows="FIRE", die=1, walls={"bottom": 9})
    table.do("chance", "roll-immolation", value=1)
    assert table.position["walls"]["top"] == 0
    assert (table.pool("p1"), table.pool("p2")) == ({"dire": 1}, {"dire": 1})


@pytest.mark.rule("AK-EVENT-03", "AK-EVENT-04", "AK-PROX-05")
def test_gems_of_an_event_go_to_who_stands_there() -> None:
    table = round_end(45, 88, shows="PYRE", who={"p1": {"pool": {"aria": 9}}})
    table.do("chance", "roll-immolation", value=1).roll(45)
    assert table.asked == {"p1": "keep-gems"}
    table.do("p1", "keep-gems", aria=8, pyre=1)
    assert table.pool("p1") == {"aria": 8, "pyre": 1}
    table = round_end(45, 88, shows="YLEM", who={"p1": {"ylem": 5}})
    table.do("chance", "roll-immolation", value=1).roll(45)
    assert (table.ylem("p1"), table.on(45)) == (5, {"ylem": 1})


@pytest.mark.rule("AK-EVENT-04", "AK-INST-06", "AK-WOUND-02")
def test_a_dire_of_an_event_may_kill() -> None:
    dials = {"round": 5, "event": 3}
    mats: dict[str, Any] = {"p1": {"pool": {"dire": 2}}}
    table = at(45, 88, stack=[{"at": "end-of-round"}], dials=dials, rounds=20, turn=None, who=mats)
    table.do("chance", "roll-immolation", value=1).roll(45)
    assert table.tile("p1") is None
    assert table.asked == {"chance": "draw-card"}, "the return has begun, as step 4 is over"


@pytest.mark.rule("AK-COMP-10", "AK-EVENT-03")
def test_an_event_finds_an_empty_supply() -> None:
    table = round_end(44, 55, shows="PYRE", items={"99": {"pyre": 40}})
    table.do("chance", "roll-immolation", value=1).roll(33)
    assert table.on(33) == {}


@pytest.mark.rule("AK-ROUND-05", "AK-FIRE-14", "AK-ROUND-06")
def test_a_deadlock_stops_the_wall_and_nothing_else() -> None:
    table = round_end(15, 88, 5, walls={"top": 1}, items={"25": {"bloodstones": 1}}, shows="PYRE",
                      who={"p3": {"tile": 77, "bloodstones": 0}})  # fmt: skip
    table.do("chance", "roll-immolation", value=1)
    assert table.position["walls"]["top"] == 1
    assert table.pool("p1") == {"dire": 1}, "it stands in the wall"
    table.roll(33)
    assert table.on(33) == {"pyre": 1}
    assert table.asked == {"p2": "choose-state"}, "with three the start passes on"


@pytest.mark.rule("AK-INST-06")
def test_windows_open_during_the_end_of_round() -> None:
    table = round_end(44, 55, shows="PYRE", who={"p2": {"hand": ["albedo-1"]}})
    table.do("chance", "roll-immolation", value=1)
    assert (table.asked, table.position["walls"]["top"]) == ({"p2": "rolled"}, None), "before anything burns"
    table.do("p2", "pass")
    assert (table.asked, table.position["walls"]["top"]) == ({"p2": "end-of-round"}, 0), "once more before the event"
    table.do("p2", "pass").roll(33)
    assert (table.asked, table.on(33)) == ({"p2": "rolled"}, {}), "before the gems appear"
    table.do("p2", "pass")
    assert table.on(33) == {"pyre": 1}


@pytest.mark.rule("AK-INST-06")
def test_by_house_rule_windows_open_when_the_wall_has_moved_and_when_the_gems_lie() -> None:
    first = ["attack", "target", "focus-dice", "percentile", "wounds", "pickup", "end-of-round", "draw"]
    rules = {"instant.windows": first, "instant.asked": "holders"}
    table = round_end(44, 55, shows="PYRE", who={"p2": {"hand": ["albedo-1"]}}, options=rules)
    table.do("chance", "roll-immolation", value=1)
    assert (table.asked, table.position["walls"]["top"]) == ({"p2": "end-of-round"}, 0)
    table.do("p2", "pass")
    assert table.asked == {"p2": "end-of-round"}, "once more before the event"
    table.do("p2", "pass").roll(33)
    assert (table.asked, table.on(33)) == ({"p2": "percentile"}, {"pyre": 1})


# --- the Omega War ---------------------------------------------------------------------------------------


def war(*tiles: int, omega: int = 40, **keys: Any) -> Table:
    return at(*tiles, war=True, omega_stone=omega, **keys)


@pytest.mark.rule("AK-WAR-01", "AK-WAR-03", "AK-WAR-04")
def test_four_united_bloodstones_start_the_war_after_the_turn() -> None:
    mats = {"p1": {"bloodstones": 3, "pool": {"aria": 1}}, "p2": {"bloodstones": 0}}
    table = at(44, 99, who=mats, items={"45": {"bloodstones": 1}}, walls={"top": 1})
    table.do("p1", "step", tile=45)
    assert table.asked == {"p1": "active"}
    table.do("p1", "end-turn")
    assert table.asked == {"chance": "roll-percentile"}
    assert set(table.position["walls"].values()) == {None}
    table.roll(35)
    assert table.position["omega_stone"] == 5


@pytest.mark.rule("AK-WAR-09", "AK-WAR-08", "AK-WAR-12")
def test_in_the_war_turns_go_on_without_a_roll_for_ylem() -> None:
    table = war(44, 99, state="choose-state", who={"p1": {"transmuted": ["ylem"], "ylem": 1}})
    table.do("p1", "choose-state", state="active")
    assert table.asked == {"p1": "active"}
    table.do("p1", "end-turn")
    table.do("p1", "pass").do("p2", "choose-state", state="active").do("p2", "end-turn")
    assert table.ylem("p1") == 2, "Focus is generated as ever, and no End of Round comes between"
    assert table.asked == {"p1": "choose-state"}


@pytest.mark.rule("AK-WAR-10", "AK-WAR-11", "AK-SCORE-01", "AK-SCORE-02", "AK-SCORE-07")
def test_entering_the_omega_stone_ends_the_game_and_counts_the_mats() -> None:
    mats = {
        "p1": {
            "pool": {"aria": 1},
            "bloodstones": 2,
            "level": 2,
            "ylem": 3,
            "transmuted": ["ylem", "aria"],
        },
        "p2": {"bloodstones": 2, "form": "revenant", "prismatic": 2, "level": 3, "ylem": 5},
    }
    table = war(41, 99, who=mats)
    table.do("p1", "step", tile=40)
    result = table.state.outcome()
    assert result is not None
    assert result.scores["p1"]["total"] == 25 + 30 + 10 + 10 + 3 + 10
    assert result.scores["p1"]["transmutations"] == 10
    assert result.scores["p2"]["total"] == 30 + 10 + 5 + 15
    assert result.winners == ("p1",)
    assert table.state.deciders() == {}


@pytest.mark.rule("AK-WAR-11")
def test_with_all_four_bloodstones_the_game_is_won_outright() -> None:
    mats = {"p1": {"pool": {"aria": 1}, "bloodstones": 4}, "p2": {"bloodstones": 0, "level": 3, "ylem": 5}}
    table = war(41, 99, who=mats)
    table.do("p1", "step", tile=40)
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1",), "AK-WAR-11")
    assert set(result.scores) == {"p1", "p2"}


@pytest.mark.rule("AK-SCORE-03", "AK-SCORE-05", "AK-INSC-07")
def test_a_tie_is_broken_by_hands_alone() -> None:
    one = {"pool": {"aria": 1}, "bloodstones": 1, "hand": ["rubedo-1", "pneuma-mundus"]}
    two = {"bloodstones": 1, "hand": ["rubedo-2"], "level": 3, "inscription": "rubedo-3", "king": "kynazarr"}
    mats = {"p1": one, "p2": {**two, "ylem": 5, "transmuted": ["aria", "egis"]}}
    table = war(41, 99, who=mats, items={"00": {"bloodstones": 2}})
    table.do("p1", "step", tile=40)
    result = table.state.outcome()
    assert result is not None
    assert result.scores["p1"]["total"] == 25 + 15 + 10 + 5
    assert result.scores["p2"]["total"] == 15 + 10 + 10 + 5 + 15
    assert (result.winners, result.rule) == (("p2",), "AK-SCORE-03")
    assert (result.scores["p1"]["tiebreak"], result.scores["p2"]["tiebreak"]) == (1, 2)


@pytest.mark.rule("AK-SCORE-03", "AK-SCORE-04")
@pytest.mark.parametrize(("card", "winners"), [("lancea-of-aeterna", ("p2",)), ("rubedo-2", ("p1", "p2"))])
def test_lancea_breaks_a_tie_and_equal_hands_share_the_victory(card: str, winners: tuple[str, ...]) -> None:
    one = {"pool": {"aria": 1}, "bloodstones": 1, "hand": ["albedo-2"]}
    two = {"bloodstones": 1, "hand": [card], "level": 3, "ylem": 5, "transmuted": ["aria", "egis"]}
    table = war(41, 99, who={"p1": one, "p2": two}, items={"00": {"bloodstones": 2}})
    table.do("p1", "step", tile=40)
    result = table.state.outcome()
    assert result is not None
    assert result.winners == winners


@pytest.mark.rule("AK-SCORE-06")
def test_a_revenant_was_killed() -> None:
    mats = {"p1": {"pool": {"aria": 1}, "form": "revenant"}}
    table = war(41, 99, who=mats, items={"00": {"bloodstones": 2}})
    table.do("p1", "step", tile=40)
    result = table.state.outcome()
    assert result is not None
    assert [result.scores[seat]["never_killed"] for seat in ("p1", "p2")] == [0, 10]


def ended_over(victim: dict[str, Any], early: bool = False, **keys: Any) -> Table:
    """p1 has killed p2 and entered the Omega Stone's tile in the same turn."""
    mats = {"p1": {"pool": {"aria": 1, "pyre": 5}, "level": 3}, "p2": victim}
    table = war(41, 51, who=mats, items={"00": {"bloodstones": 2}}, **keys)
    table.do("p1", "attack", who="p2", pyre=2 + victim.get("level", 1)).passing()
    if early:
        table.do("p2", "return-early")
        while table.asked == {"chance": "draw-card"}:
            table.draw(table.listed("chance", "draw-card")[0]["card"])
    return table.do("p1", "step", tile=40)


@pytest.mark.rule("AK-SCORE-06", "AK-SCORE-08")
@pytest.mark.parametrize(
    ("moment", "transmutations", "ylem"), [("as_it_lies", 10, 4), ("as_returned", 0, 5), ("ylem_only", 0, 4)]
)
def test_who_is_dead_at_the_end_counts_at_one_moment(moment: str, transmutations: int, ylem: int) -> None:
    victim = {"transmuted": ["pyre", "ylem"], "ylem": 4, "level": 2, "hand": ["albedo-1"]}
    table = ended_over(victim, options={"score.dead": moment})
    result = table.state.outcome()
    assert result is not None
    sheet = result.scores["p2"]
    assert (sheet["transmutations"], sheet["ylem"], sheet["level"], sheet["never_killed"]) == (
        transmutations,
        ylem,
        10,
        0,
    )
    assert bool(table.hand("p2")) == (moment != "as_returned")
    again = Table(table.game.from_position(table.position), table.game)
    assert again.state.digest() == table.state.digest()
    assert again.state.outcome() == result


@pytest.mark.rule("AK-SCORE-08", "AK-REV-10")
@pytest.mark.parametrize("moment", ["as_it_lies", "as_returned"])
def test_what_was_done_early_of_the_return_is_done(moment: str) -> None:
    victim = {"transmuted": ["pyre", "ylem"], "ylem": 1, "level": 2}
    table = ended_over(victim, early=True, options={"score.dead": moment})
    result = table.state.outcome()
    assert result is not None
    assert (result.scores["p2"]["transmutations"], result.scores["p2"]["ylem"]) == (0, 4)
    assert len(table.hand("p2")) == 3
    assert table.game.from_position(table.position).digest() == table.state.digest()


@pytest.mark.rule("AK-SCORE-08", "AK-SCORE-03")
@pytest.mark.parametrize(("moment", "winners"), [("as_it_lies", ("p2",)), ("as_returned", ("p1", "p2"))])
def test_in_a_tie_the_hand_of_the_dead_counts_at_the_same_moment(moment: str, winners: tuple[str, ...]) -> None:
    nothing = {"omega": 0, "bloodstone": 0, "never_killed": 0, "transmutation": 0, "ylem": 0, "level": 0}
    victim = {"hand": ["lancea-of-aeterna"]}
    table = ended_over(victim, options={"score.dead": moment, "score.table": nothing})
    result = table.state.outcome()
    assert result is not None
    assert result.winners == winners


@pytest.mark.rule("AK-SCORE-08")
def test_a_game_that_was_saved_with_the_dead_counted_without_transmutations_keeps_its_result() -> None:
    position = ended_over({"transmuted": ["pyre"], "ylem": 2}, options={"score.dead": "ylem_only"}).position
    then = GAME.edition(position).as_first(position)
    assert then["sheets"]["p2"] == {"transmutations": 0, "ylem": 2}
    assert "score.dead" not in then["options"]
    state = GAME.from_position(then)
    result = state.outcome()
    assert result is not None
    assert result.scores["p2"]["transmutations"] == 0
    assert GAME.edition(then).as_first(state.position()) == then


@pytest.mark.rule("AK-WAR-13")
def test_a_bloodstone_on_the_omega_tile_is_claimed_before_the_end() -> None:
    mats = {"p1": {"pool": {"aria": 1}, "bloodstones": 3}, "p2": {"bloodstones": 0}}
    table = war(41, 99, who=mats, items={"40": {"bloodstones": 1}})
    table.do("p1", "step", tile=40)
    result = table.state.outcome()
    assert result is not None
    assert result.rule == "AK-WAR-11"


@pytest.mark.rule("AK-GEM-01")
def test_ylem_left_under_a_full_pool_is_taken_as_soon_as_there_is_room() -> None:
    table = at(44, 99, who={"p1": {"ylem": 5}}, items={"44": {"ylem": 1}})
    table.do("p1", "draw")
    assert (table.ylem("p1"), table.on(44)) == (5, {})
    assert table.position["supply"]["ylem"] == 30


@pytest.mark.rule("AK-GEM-01", "AK-GEM-02")
def test_it_is_taken_on_somebody_elses_turn_too() -> None:
    traverse = {"hand": ["the-traverse-2"], "form": "revenant"}
    table = at(44, 99, who={"p1": {**traverse}, "p2": {"ylem": 5}}, items={"99": {"ylem": 2}})
    card = next(card for card in table.state.view("p1")["seats"]["p1"]["hand"])
    table.cast(card, who="p2")
    assert table.on(99) == {}
    assert table.ylem("p2") == 5


@pytest.mark.rule("AK-GEM-08", "AK-GEM-04", "AK-DEATH-04")
def test_what_was_taken_before_the_fatal_dire_drops_again() -> None:
    items = {"45": {"bloodstones": 1, "ylem": 1, "dire": 1}}
    mats = {"p1": {"pool": {"aria": 1, "dire": 2}}, "p2": {"bloodstones": 1}}
    table = at(44, 99, who=mats, items=items)
    table.do("p1", "step", tile=45)
    assert table.tile("p1") is None
    assert table.on(45) == {"bloodstones": 2}


@pytest.mark.rule("AK-GEM-04", "AK-INST-06")
def test_a_dire_of_a_tile_may_be_cancelled_and_goes_to_the_supply() -> None:
    mats = {"p1": {"pool": {"aria": 1, "dire": 2}, "hand": ["separation-1"]}}
    table = at(44, 99, who=mats, items={"45": {"dire": 1}})
    table.do("p1", "step", tile=45)
    assert table.asked == {"p1": "pickup"}
    table.instant("p1", "separation-1", cancel=1)
    assert table.pool("p1") == {"dire": 2}
    assert (table.on(45), table.position["supply"]["dire"]) == ({}, 23)


@pytest.mark.rule("AK-GEM-03", "AK-POOL-03", "AK-GEM-08")
def test_core_gems_of_a_tile_never_stay_there_and_dire_comes_after_the_choice() -> None:
    mats = {"p1": {"pool": {"aria": 9}}}
    table = at(44, 99, who=mats, items={"45": {"aria": 1, "egis": 1, "pyre": 1, "dire": 1}})
    table.do("p1", "step", tile=45)
    assert table.asked == {"p1": "keep-gems"}
    assert table.on(45) == {"dire": 1}
    table.do("p1", "keep-gems", aria=7, egis=1, pyre=1)
    assert table.asked == {"p1": "keep-gems"}, "the wound pushes one out"
    table.do("p1", "keep-gems", aria=6, egis=1, pyre=1)
    assert table.pool("p1") == {"aria": 6, "egis": 1, "pyre": 1, "dire": 1}
    assert table.on(45) == {}
