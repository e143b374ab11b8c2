"""Fire Walls, the steps of the End of Round and the Omega Index, where two rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.board import GAME, Board, board, end_of_round, safe_tiles

# --- moving a wall ---------------------------------------------------------------------------------------


@pytest.mark.rule("AK-FIRE-01", "AK-FIRE-02", "AK-FIRE-03", "AK-FIRE-08", "AK-FIRE-09", "AK-FIRE-10", "AK-COMP-17")
@pytest.mark.parametrize(
    ("before", "die", "after"),
    [
        ({}, 1, {"top": 0}),
        ({}, 2, {"right": 9}),
        ({}, 3, {"bottom": 9}),
        ({}, 4, {"left": 0}),
        ({"top": 5}, 1, {"top": 6}),
        ({"top": 6}, 1, None),  # a lone strip: rows 7, 8 and 9 stay free
        ({"bottom": 3}, 3, None),
        ({"left": 6}, 4, None),
        ({"right": 3}, 2, None),
        ({"top": 5}, 3, {"top": 5, "bottom": 9}),
        ({"top": 6}, 3, None),  # placing it would leave 7 and 8 alone
        ({"left": 3, "right": 7}, 4, None),
        ({"left": 3, "right": 7}, 2, None),
        ({"left": 3, "right": 8}, 2, {"left": 3, "right": 7}),
        ({"left": 3, "right": 7, "top": 3}, 1, {"left": 3, "right": 7, "top": 4}),
        ({"left": 3, "right": 7, "top": 2, "bottom": 6}, 1, None),
        ({"left": 3, "right": 7, "top": 1, "bottom": 6}, 1, {"left": 3, "right": 7, "top": 2, "bottom": 6}),
    ],
    ids=str,
)
def test_how_far_a_wall_goes(before: dict[str, int], die: int, after: dict[str, int] | None) -> None:
    home = (44, 55) if {44, 55} & _open(before, after) == {44, 55} else tuple(sorted(_open(before, after)))[:2]
    table = end_of_round(*home, walls=before).die(die)
    assert table.walls() == (before if after is None else after)
    assert ("wall-deadlocked" in table.told()) == (after is None)
    if after is None:
        assert table.cited("wall-deadlocked") & {"AK-FIRE-08", "AK-FIRE-10"}
        assert "AK-FIRE-14" in table.cited("wall-deadlocked")
    assert "event-dial" in table.told(), "the dial turns in deadlock as well"


def _open(*situations: dict[str, int] | None) -> set[int]:
    """The tiles that are out of the fire in all of these."""
    return set.intersection(*(safe_tiles(lines) for lines in situations if lines is not None))


@pytest.mark.rule("AK-FIRE-10", "AK-FIRE-08")
def test_a_missing_wall_that_does_not_count_lets_a_lone_strip_go_on_but_two_strips_still_keep_three_lines() -> None:
    options = {"fire.absent_wall_counts_as_edge": False}
    table = end_of_round(94, 95, walls={"top": 6}, options=options).die(1)
    assert table.walls() == {"top": 7}
    assert end_of_round(94, 95, walls={"top": 6}, options=options).die(3).walls() == {"top": 6}


@pytest.mark.rule("AK-FIRE-11", "AK-FIRE-12", "AK-FIRE-13", "AK-FIRE-14")
@pytest.mark.parametrize(
    ("edge", "die", "line", "stone"), [("top", 1, 1, 29), ("left", 4, 0, 91), ("bottom", 3, 9, 80)]
)
def test_a_stone_at_the_far_end_of_the_next_line_holds_the_wall(edge: str, die: int, line: int, stone: int) -> None:
    items = {f"{stone:02d}": {"bloodstones": 1, "ylem": 2}}
    table = end_of_round(44, 55, walls={edge: line}, items=items).die(die)
    assert table.walls() == {edge: line}
    assert table.items()[stone] == {"bloodstones": 1, "ylem": 2}, "nothing burns in deadlock"
    assert table.cited("wall-deadlocked") == {"AK-FIRE-11", "AK-FIRE-14"}
    held = end_of_round(44, stone, walls={edge: line}).die(die)
    assert held.walls() != {edge: line}, "carried, it blocks nothing"


@pytest.mark.rule("AK-FIRE-13")
@pytest.mark.parametrize("blocks", [True, False])
def test_a_stone_on_the_outermost_line_and_a_first_placement(blocks: bool) -> None:
    options = {"fire.bloodstone_blocks_placement": blocks}
    table = end_of_round(44, 55, items={"09": {"bloodstones": 1}}, options=options).die(1)
    assert table.walls() == ({} if blocks else {"top": 0})
    assert table.items() == {9: {"bloodstones": 1}}, "fire never destroys a Bloodstone"


@pytest.mark.rule("AK-FIRE-11", "AK-DEATH-05", "AK-FIRE-05")
def test_the_stone_of_the_one_just_overrun_holds_the_same_wall_next_time() -> None:
    table = end_of_round(14, 55, 88, walls={"top": 1}, dials={"round": 12, "event": 9}).die(1)
    assert table.walls() == {"top": 2}
    assert table.items()[34] == {"bloodstones": 1}, "out of the fire as it burns now"
    again = end_of_round(55, 56, 88, walls={"top": 2}, items={"34": {"bloodstones": 1}}).die(1)
    assert again.walls() == {"top": 2}


# --- what a wall burns -----------------------------------------------------------------------------------


@pytest.mark.rule("AK-FIRE-15", "AK-FIRE-16", "AK-FIRE-17", "AK-FIRE-18", "AK-FIRE-19")
@pytest.mark.parametrize("placing", [False, True])
def test_all_kinds_on_one_entered_tile(placing: bool) -> None:
    line = 0 if placing else 2
    walls = {} if placing else {"top": 1}
    pile = {"ylem": 3, "dire": 2, "pyre": 2, "die": 1}
    near, far = 10 * line + 15, 10 * line + 25
    table = end_of_round(near, far, walls=walls, items={f"{10 * line + 4:02d}": pile}, who={"p1": {"level": 3}}).die(1)
    assert table.walls() == {"top": line}
    assert table.items() == {}
    assert table.view["wounds_dealt"] == {"p1": 2}, "2 Pyre, 1 diagonal neighbour; Dire and Ylem do nothing"
    assert table.state.position()["ascended_die"] == "gone"
    told = table.told()
    assert told.index("pyre-exploded") > max(told.index("gem-burned"), told.index("die-burned"))


@pytest.mark.rule("AK-FIRE-19")
def test_by_house_rule_a_placed_wall_burns_nothing() -> None:
    options = {"fire.placement_triggers_crossing": False}
    table = end_of_round(15, 44, items={"05": {"pyre": 2, "ylem": 1}}, options=options).die(1)
    assert table.items() == {5: {"pyre": 2, "ylem": 1}}
    assert not table.wounded()


@pytest.mark.rule("AK-FIRE-16", "AK-FIRE-17", "AK-FIRE-04", "AK-FIRE-07")
def test_explosions_from_several_tiles_add_up_and_the_fire_wound_comes_on_top() -> None:
    """p1 on the strip itself between two exploding tiles; p2 below one of them; p3 two tiles off."""
    items = {"24": {"pyre": 1}, "26": {"pyre": 2}}
    who = {"p1": {"level": 3}, "p2": {"level": 3}}
    table = end_of_round(25, 37, 48, walls={"top": 1}, items=items, who=who, dials={"round": 12, "event": 0}).die(1)
    assert table.wounded() == {"p1": 3, "p2": 2}
    table.lives("p1", "p2")
    assert table.wounded() == {"p1": 1}, "then 1 for standing in the strip that came"
    table.do("p1", "survive", wounds=0)
    assert table.seat("p1")["wounds"] == 0, "an Instant Power cancelled them all"


@pytest.mark.rule("AK-FIRE-16", "AK-FIRE-05", "AK-FIRE-07", "AK-WOUND-05")
def test_one_who_dies_in_the_explosion_is_not_overrun_as_well() -> None:
    """p1 stands on the strip at 14, the Pyre ahead on 24: hit first, overrun after, but dead once only."""
    dials = {"round": 12, "event": 0}
    table = end_of_round(14, 88, 77, walls={"top": 1}, items={"24": {"pyre": 3}}, dials=dials).die(1)
    assert table.wounded() == {"p1": 3}
    dead = Board(table.state.copy()).dies("p1")
    assert dead.told().count("died") == 1
    assert "AK-FIRE-16" in dead.cited("died")
    assert dead.event("died").data["tile"] == 14
    assert dead.items()[34] == {"bloodstones": 1}
    lived = table.do("p1", "survive", wounds=0)
    assert lived.cited("died") >= {"AK-FIRE-05", "AK-KILL-06"}, "no Instant Power helps against the second"
    assert lived.items()[34] == {"bloodstones": 1}


@pytest.mark.rule("AK-FIRE-07")
def test_by_house_rule_the_overrun_die_before_anything_explodes() -> None:
    options = {"fire.step_order": ["immolation", "explosions", "fire-wounds"]}
    table = end_of_round(14, 88, 77, walls={"top": 1}, items={"24": {"pyre": 3}}, options=options).die(1)
    assert table.told().index("died") < table.told().index("pyre-exploded")
    assert not table.wounded()


@pytest.mark.rule("AK-FIRE-04", "AK-FIRE-14")
@pytest.mark.parametrize(("wounds", "options"), [(1, {}), (2, {"fire.crossing_wounds": 2})])
def test_a_crossing_wounds_once_also_in_deadlock(wounds: int, options: dict[str, Any]) -> None:
    walls = {"top": 2, "bottom": 6, "right": 7}
    table = end_of_round(27, 45, 55, walls=walls, options=options).die(3)
    assert "wall-deadlocked" in table.told()
    assert table.wounded() == {"p1": wounds}
    assert table.asked["p1"].rule == "AK-FIRE-04"


@pytest.mark.rule("AK-FIRE-05", "AK-FIRE-04")
def test_who_stands_where_two_strips_cross_dies_when_either_leaves_it_behind() -> None:
    for die, walls in ((1, {"top": 1, "right": 8}), (2, {"top": 1, "right": 8})):
        table = end_of_round(18, 55, 66, walls=walls, dials={"round": 12, "event": 0}).die(die)
        assert table.event("died").data["seat"] == "p1"
        assert table.event("died").data["bonus"] is None


@pytest.mark.rule("AK-FIRE-05", "AK-DEATH-02", "AK-DEATH-03", "AK-DEATH-05", "AK-LAST-05")
def test_three_overrun_at_once_leave_everything_on_the_new_shore() -> None:
    """p3 stands where p1's stones land; p2's go beside it; the Ascended Die falls with its holder."""
    who = {"p1": {"bloodstones": 1, "form": "revenant"}, "p2": {"bloodstones": 2}, "p3": {"form": "revenant"}}
    table = end_of_round(14, 16, 34, walls={"top": 1}, who=who, ascended_die="p2", dials={"round": 12, "event": 9}).die(
        1
    )
    assert [e.data["seat"] for e in table.log if e.kind == "died"] == ["p1", "p2"]
    assert table.seat("p3")["bloodstones"] == 2, "claimed at once"
    assert table.items() == {36: {"bloodstones": 2, "die": 1}}
    told = table.told()
    assert max(i for i, k in enumerate(told) if k == "died") < told.index("bloodstones-dropped")


# --- the dials -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-OMEGA-02", "AK-OMEGA-06", "AK-ROUND-05")
@pytest.mark.parametrize(("keeps", "index"), [(True, 11), (False, 0)])
def test_the_flip_comes_before_the_events_of_the_same_round(keeps: bool, index: int) -> None:
    table = board(
        44,
        55,
        turn="p2",
        dials={"round": 11, "event": 11},
        options={"omega.flip_keeps_index": keeps},
    )
    table.do("p2", "end-turn")
    dials = table.view["dials"]
    assert (dials["side"], dials["round"]["shows"], dials["event"]["index"]) == ("back", 10, index)
    table.die(4)
    assert table.view["dials"]["event"]["index"] == (index + 4) % 12


@pytest.mark.rule("AK-OMEGA-06")
def test_a_shorter_back_takes_the_pointer_round() -> None:
    options = {"omega.event_dial_back": ["YLEM", "FIRE", "PYRE2"]}
    table = board(44, 55, turn="p2", dials={"round": 11, "event": 11}, options=options).do("p2", "end-turn")
    assert table.view["dials"]["event"]["index"] == 2
    table.die(2)
    assert table.view["dials"]["event"]["shows"] == "FIRE"


@pytest.mark.rule("AK-OMEGA-08", "AK-ROUND-02")
@pytest.mark.parametrize(("shows", "then"), [(20, 19), (11, 10), (10, 10)])
def test_without_a_countdown_the_dial_stops_on_ten(shows: int, then: int) -> None:
    table = board(44, 55, turn="p2", countdown=False, dials={"round": shows}).do("p2", "end-turn")
    assert table.view["dials"]["round"]["shows"] == then
    assert not table.view["war"]
    assert table.kinds() == {"chance": "roll-immolation"}


@pytest.mark.rule("AK-OMEGA-03", "AK-OMEGA-04", "AK-OMEGA-05")
@pytest.mark.parametrize(("players", "rounds"), [(2, 20), (3, 15), (4, 10)])
def test_a_countdown_game_has_exactly_its_rounds(players: int, rounds: int) -> None:
    table = Board(GAME.new({"seats": players}))
    table.do("chance", "turn-event-dial", index=0).roll(50)
    ends = 0
    starters = []
    while not table.view["war"]:
        seat, kind = next(iter(table.kinds().items()))
        if kind == "choose-state":
            if table.view["turn"] == table.view["start"]:
                starters.append(seat)
            table.do(seat, "choose-state", state="latent").do(seat, "end-turn")
            ends += "end-of-round" in table.told()
        elif kind == "roll-immolation":
            table.die(ends % 4 + 1)
        elif kind == "roll-percentile":
            table.roll(44)
        elif kind == "absorb":
            table.do(seat, "keep-die")
        elif kind == "place":
            table.do(seat, "place", tile=min(table.may(seat, "place")))
        else:
            table.do(seat, "survive", wounds=0)
    assert ends == rounds
    names = [f"p{n}" for n in range(1, players + 1)]
    assert starters == (["p1"] * rounds if players == 2 else [names[n % players] for n in range(rounds)])


@pytest.mark.rule("AK-ROUND-03", "AK-WAR-01", "AK-WAR-04", "AK-WAR-08")
def test_omega_cuts_the_end_of_round_short_even_with_somebody_in_the_fire() -> None:
    walls = {"top": 3, "left": 1, "right": 8}
    table = board(34, 55, 66, turn="p1", start="p2", walls=walls, dials={"round": 1}).do("p1", "end-turn")
    assert table.view["war"]
    assert table.walls() == {}
    assert not table.wounded()
    assert table.view["start"] == "p2", "nobody passes the role on"
    assert "event-dial" not in table.told()
    assert table.roll(0).view["turn"] == "p2"


# --- events ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-EVENT-02", "AK-EVENT-05")
@pytest.mark.parametrize(
    ("walls", "hurt"),  # p4 is always next to the new bottom wall
    [({}, []), ({"top": 3}, ["p1", "p2"]), ({"top": 3, "left": 3}, ["p1", "p2", "p3"]), ({"left": 2}, ["p3"])],
    ids=str,
)
def test_the_blue_flame(walls: dict[str, int], hurt: list[str]) -> None:
    """p1 next to row 3 (and in or next to nothing else), p2 on row 3 itself, p3 next to column 3 or on row 6."""
    p3 = 63 if walls == {"left": 2} else 64
    played = end_of_round(45, 37, p3, 88, walls=walls, dials={"round": 10, "event": 9}, rounds=20).die(3)
    assert played.walls()["bottom"] == 9, "placed far away; the dial goes from 9 on to the flame at 0"
    first = played.wounded()
    if "top" in walls:
        assert first == {"p2": 1}, "standing in the fire comes first"
        played.lives(*first)
    flames = {**dict.fromkeys(hurt, 1), "p4": 1}
    assert played.wounded() == flames


@pytest.mark.rule("AK-EVENT-04", "AK-KILL-05", "AK-PROX-05", "AK-GEM-04")
@pytest.mark.parametrize("roll", [44, 4])
def test_ylem_and_dire_on_somebody(roll: int) -> None:
    """Rolled straight on p1, or on a burning tile of its column."""
    keys = {"walls": {"top": 3}, "dials": {"round": 8, "event": 4}, "rounds": 10}
    table = end_of_round(44, 66, 88, then="roll-event", die=1, who={"p1": {"wounds": 2}}, **keys).roll(roll)
    assert table.items() == {}
    assert table.wounded() == {"p1": 1}
    default = table.asked["p1"].default
    assert default is not None
    assert default.__struct_config__.tag == "die"
    table.dies("p1")
    assert table.cited("died") >= {"AK-GEM-04", "AK-KILL-05"}
    assert table.event("died").data["bonus"] is None
    assert table.items() == {44: {"bloodstones": 1}}
    assert table.kinds() == {"chance": "roll-percentile"}, "back before the next player's turn (AK-FIRE-20)"


# --- who returns when ------------------------------------------------------------------------------------


@pytest.mark.rule("AK-FIRE-20", "AK-ROUND-02")
@pytest.mark.parametrize("when", ["after_event", "immediate"])
def test_the_overrun_and_the_event_of_their_round(when: str) -> None:
    options = {"fire.immolation_return": when}
    dials = {"round": 12, "event": 0}
    table = end_of_round(14, 16, 55, walls={"top": 1}, options=options, dials=dials, start="p2", last="p1").die(1)
    if when == "after_event":
        assert table.asked["chance"].rule == "AK-EVENT-03", "first the Ylem of the event"
        table.roll(55)
    assert table.asked["chance"].rule == "AK-REV-08"
    table.roll(70).do("p2", "place", tile=70).roll(70).do("p1", "place", tile=71)
    if when == "immediate":
        table.roll(71)
        assert table.event("gem-received").data["seat"] == "p1", "back in time for the event"
    assert table.view["start"] == "p3"
    assert table.view["turn"] == "p3"


@pytest.mark.rule("AK-FIRE-20", "AK-GEM-04", "AK-REV-01")
def test_one_who_dies_again_while_returning_returns_again_before_the_round_ends() -> None:
    items = {"70": {"dire": 3}}
    table = end_of_round(14, 44, 55, walls={"top": 1}, items=items, dials={"round": 12, "event": 0}).die(1)
    table.roll(99).roll(70).do("p1", "place", tile=70)
    assert table.wounded() == {"p1": 3}
    table.dies("p1")
    assert table.asked["chance"].rule == "AK-REV-08"
    table.roll(71).do("p1", "place", tile=71)
    assert table.view["turn"] == "p2"
    assert table.seat("p1")["bloodstones"] == 0
    assert table.items()[70] == {"bloodstones": 1}, "the one that was set aside, dropped on the way back"
