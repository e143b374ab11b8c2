"""The End of Round as a whole, the Omega War and the counting of Koru."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games.ascended_kings.board import geometry

from tests.games.ascended_kings.table import GAME, Table, at, round_end, started

WAR: dict[str, Any] = {"war": True, "omega_stone": 5}


def ended(*tiles: int, **keys: Any) -> Table:
    """p1 steps from 04 onto the Omega Stone."""
    return at(4, *tiles, **{**WAR, **keys}).do("p1", "step", tile=5)


# --- End of Round ----------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ROUND-01", "AK-REV-01")
def test_the_end_of_round_comes_after_the_last_turn_and_its_returns() -> None:
    table = at(44, 45, 88, turn="p3", start="p1", state="active").do("p3", "kill", who="p2").do("p3", "end-turn")
    assert "returns" in table.state.deciders()["chance"].prompt
    table.roll(20).do("p2", "place", tile=20)
    assert table.asked == {"chance": "roll-immolation"}
    assert table.told("end-of-round") == [{"round": 1, "seat": "p1"}], "the starting player carries it out"


@pytest.mark.rule("AK-ROUND-02", "AK-ROUND-04", "AK-ROUND-05")
def test_the_five_steps_in_their_order() -> None:
    table = at(44, 45, 66, turn="p3", start="p1", state="latent", rounds=15, dials={"round": 15, "event": 1})
    table.do("p3", "end-turn")
    first = table.kinds()
    table.die(3)
    second = table.kinds()
    table.roll(20)
    order = [*first, *second, *table.kinds()]
    steps = ["round-dial", "wall-placed", "event-dial", "gem-appeared", "starting-player"]
    assert [kind for kind in order if kind in steps] == steps
    assert table.walls == {"bottom": 9}
    assert table.view["dials"]["event"]["index"] == 4, "two icons are passed, the third is the event"
    assert table.view["dials"]["event"]["shows"] == "YLEM"


@pytest.mark.rule("AK-ROUND-03", "AK-WAR-01")
def test_at_omega_nothing_else_is_done() -> None:
    keys = {"dials": {"round": 1, "event": 0}, "walls": {"top": 1}, "turn": "p3", "start": "p1"}
    table = at(14, 45, 66, state="latent", **keys).do("p3", "end-turn")
    assert table.view["war"]
    assert table.asked == {"chance": "roll-percentile"}
    assert "immolation-rolled" not in table.kinds()
    assert "wounded" not in table.kinds()
    table.roll(30)
    assert table.view["start"] == "p1"


@pytest.mark.rule("AK-ROUND-04")
def test_one_roll_serves_wall_and_event() -> None:
    table = round_end(44, 45, die=2, shows="YLEM").die(2)
    assert table.told("immolation-rolled") == [{"roll": 2, "edge": "right"}]
    assert table.told("event-dial")[0]["roll"] == 2
    assert table.view["immolation_die"] == 2


@pytest.mark.rule("AK-ROUND-06")
def test_the_start_passes_clockwise_and_its_holder_plays_last() -> None:
    table = started(seats=3)
    order = []
    for _ in range(3):
        for _ in range(3):
            (seat,) = table.asked
            order.append(seat)
            table.turn(seat)
        table.quietly()
    assert order == ["p1", "p2", "p3", "p2", "p3", "p1", "p3", "p1", "p2"]


@pytest.mark.rule("AK-ROUND-07")
def test_two_players_simply_alternate() -> None:
    table = started(seats=2)
    for _ in range(2):
        table.turn("p1").turn("p2").quietly()
        assert table.view["start"] == "p1"
        assert table.asked == {"p1": "choose-state"}


# --- how the war starts ----------------------------------------------------------------------------------


@pytest.mark.rule("AK-WAR-01")
def test_four_bloodstones_start_the_war_after_turn_and_returns() -> None:
    who = {"p1": {"bloodstones": 3}, "p2": {"bloodstones": 1, "form": "revenant"}, "p3": {"bloodstones": 0}}
    table = at(44, 45, 88, who=who).do("p1", "kill", who="p2").do("p1", "step", tile=45)
    assert table.seat("p1")["bloodstones"] == 4
    assert table.asked == {"p1": "active"}, "the turn goes on"
    table.do("p1", "end-turn").roll(20).do("p2", "place", tile=20)
    assert table.view["war"]
    assert table.kinds()[-1] == "war-begins"
    assert table.rules("war-begins") == ("AK-WAR-01", "AK-WAR-04")


@pytest.mark.rule("AK-WAR-02")
def test_no_end_of_round_if_the_last_turn_united_them() -> None:
    who = {"p3": {"bloodstones": 4, "form": "revenant"}}
    table = at(44, 45, 88, who=who, state="latent", turn="p3", start="p1").do("p3", "end-turn")
    assert table.view["war"]
    assert "end-of-round" not in table.kinds()
    assert table.rules("war-begins") == ("AK-WAR-01", "AK-WAR-02", "AK-WAR-04")


@pytest.mark.rule("AK-WAR-03", "AK-DEATH-03")
def test_united_in_the_end_of_round_the_war_starts_at_its_end() -> None:
    who = {"p1": {"bloodstones": 1}, "p2": {"bloodstones": 3}, "p3": {"bloodstones": 0, "form": "revenant"}}
    table = round_end(14, 24, 77, die=1, shows="YLEM", walls={"top": 1}, who=who, rounds=15).die(1)
    assert table.on(34) == {"bloodstones": 1}
    who = {"p1": {"bloodstones": 1}, "p2": {"bloodstones": 3}, "p3": {"bloodstones": 0, "form": "revenant"}}
    table = round_end(14, 34, 77, die=1, shows="YLEM", walls={"top": 1}, who=who, rounds=15).die(1)
    assert table.seat("p2")["bloodstones"] == 4
    assert not table.view["war"]
    table.roll(99).roll(60).do("p1", "place", tile=60)
    assert table.view["war"]
    assert table.rules("war-begins") == ("AK-WAR-01", "AK-WAR-03", "AK-WAR-04")
    assert table.view["walls"]["top"] is None


@pytest.mark.rule("AK-WAR-03")
def test_a_union_undone_before_the_end_of_the_turn_starts_nothing() -> None:
    who = {"p2": {"bloodstones": 4, "form": "revenant"}, "p3": {"bloodstones": 0}}
    table = at(44, 45, 88, who=who).do("p1", "kill", who="p2").do("p1", "end-turn").roll(20).do("p2", "place", tile=20)
    assert not table.view["war"]
    assert table.on(45) == {"bloodstones": 4}


@pytest.mark.rule("AK-WAR-01", "AK-REV-11")
def test_the_bloodstone_of_a_return_can_start_the_war() -> None:
    who = {"p1": {"bloodstones": 0}, "p2": {"bloodstones": 3}, "p3": {"bloodstones": 0}}
    table = at(44, 45, 88, who=who).do("p1", "kill", who="p2").do("p1", "end-turn").roll(35)
    assert table.seat("p2")["bloodstones"] == 1
    table.do("p2", "place", tile=45)
    assert table.seat("p2")["bloodstones"] == 4, "placed on the very tile where the other three lie"
    assert table.view["war"]


@pytest.mark.rule("AK-WAR-04")
def test_index_walls_and_immolation_die_leave_the_game() -> None:
    keys = {"dials": {"round": 1, "event": 0}, "walls": {"top": 1, "left": 1}, "turn": "p2", "start": "p1"}
    table = at(14, 45, state="latent", **keys).do("p2", "end-turn").roll(99)
    assert table.walls == {}
    assert table.view["dials"] is None
    assert not [layer for layer in GAME.picture(table.view).layers if layer.effect in ("fire", "ember")]
    table.turn("p1").turn("p2").turn("p1")
    assert table.asked == {"p2": "choose-state"}, "no End of Round, no Immolation Die"


@pytest.mark.rule("AK-WAR-05", "AK-WAR-06")
@pytest.mark.parametrize(("roll", "tile"), [(35, 5), (90, 90), (22, 0), (45, 9), (81, 90), (51, 50), (49, 49)])
def test_the_omega_stone_goes_to_the_nearest_edge_or_corner(roll: int, tile: int) -> None:
    table = at(44, 66, stack=[{"at": "omega-stone"}], war=True).roll(roll)
    assert table.view["omega_stone"] == tile == geometry.omega_tile(roll)


@pytest.mark.rule("AK-WAR-07")
def test_the_omega_stone_is_rolled_again_under_a_miniature() -> None:
    table = at(5, 66, stack=[{"at": "omega-stone"}], war=True).roll(35)
    assert table.kinds() == ["omega-rolled-again"]
    assert table.view["omega_stone"] is None
    table.roll(90)
    assert table.view["omega_stone"] == 90


@pytest.mark.rule("AK-WAR-08")
@pytest.mark.parametrize(("last", "following"), [("p1", "p2"), ("p2", "p3"), ("p3", "p1")])
def test_play_goes_on_after_whoever_last_finished_a_turn(last: str, following: str) -> None:
    table = at(44, 66, 88, stack=[{"at": "omega-stone"}], war=True, last=last).roll(35)
    assert table.asked == {following: "choose-state"}


@pytest.mark.rule("AK-WAR-08", "AK-WAR-01")
def test_after_a_united_middle_turn_the_next_player_follows() -> None:
    who = {"p2": {"bloodstones": 4, "form": "revenant"}}
    table = at(44, 45, 88, who=who, state="latent", turn="p2", start="p1").do("p2", "end-turn").roll(99)
    assert table.asked == {"p3": "choose-state"}
    table.turn("p3").turn("p1").turn("p2")
    assert table.asked == {"p3": "choose-state"}


@pytest.mark.rule("AK-WAR-09")
def test_nobody_rolls_for_ylem_in_the_war() -> None:
    table = at(44, 66, state="choose-state", **WAR).do("p1", "choose-state", state="active")
    assert table.asked == {"p1": "active"}
    assert table.rules("no-ylem-in-war") == ("AK-WAR-09",)


@pytest.mark.rule("AK-WAR-10")
def test_no_card_brings_the_stoneless_onto_or_through_the_omega_stone() -> None:
    who = {"p2": {"bloodstones": 0}}
    assert at(7, 6, who=who, **WAR).refused("p1", "push", who="p2", tiles=3) == "AK-WAR-10"
    assert at(44, 66, who=who, **WAR).refused("p1", "displace", who="p2", tile=5) == "AK-WAR-10"
    assert at(3, 9, who=who, **WAR).refused("p1", "pull", who="p2", tiles=9) == "AK-WAR-10"


@pytest.mark.rule("AK-WAR-11")
@pytest.mark.parametrize("way", ["step", "bridge", "push", "displace"])
def test_the_game_ends_the_instant_somebody_is_there_by_any_means(way: str) -> None:
    if way == "push":
        table = at(7, 6, **WAR).do("p1", "push", who="p2", tiles=3)
        assert table.tile("p2") == 5
    else:
        table = at(4, 66, items={"05": {"ylem": 1}}, **WAR)
        table.do("p1", way, tile=5, **({"who": "p1"} if way == "displace" else {}))
    assert set(table.asked.values()) == {"score"}
    assert table.rules("omega-claimed") == ("AK-WAR-11",)


@pytest.mark.rule("AK-WAR-11")
def test_all_four_bloodstones_win_outright() -> None:
    table = ended(66, 88, who={"p1": {"bloodstones": 4, "form": "revenant"}})
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1",), "AK-WAR-11")
    assert table.view["over"]
    assert table.asked == {}
    assert table.refused("p2", "wounds", count=0) == "TABLE"


@pytest.mark.rule("AK-WAR-11")
def test_one_against_three_ends_in_koru_unless_the_other_dies_first() -> None:
    who = {"p1": {"bloodstones": 1}, "p2": {"bloodstones": 3, "form": "revenant"}}
    assert set(ended(14, who=who).asked.values()) == {"score"}
    table = at(4, 14, who=who, **WAR).do("p1", "kill", who="p2").do("p1", "step", tile=14).do("p1", "step", tile=5)
    result = table.state.outcome()
    assert result is not None
    assert result.winners == ("p1",)


@pytest.mark.rule("AK-WAR-12")
def test_killing_and_returning_go_on_in_the_war() -> None:
    table = at(44, 45, 88, ascended_die="gone", **WAR).do("p1", "kill", who="p2")
    assert table.on(45) == {"bloodstones": 1}
    table.do("p1", "end-turn").roll(20).do("p2", "place", tile=21)
    assert table.seat("p2")["form"] == "revenant"
    assert table.asked == {"p2": "choose-state"}


@pytest.mark.rule("AK-WAR-13")
def test_a_bloodstone_under_the_omega_stone_is_claimed_before_the_end() -> None:
    items = {"05": {"bloodstones": 1}}
    who: dict[str, Any] = {"p1": {"bloodstones": 0}, "p2": {"bloodstones": 1}}
    table = at(4, 6, items=items, who=who, **WAR)
    assert table.refused("p1", "step", tile=5) == "AK-MOVE-11", "it gives nobody a right of entry"
    table = at(4, 66, items=items, who={"p1": {"bloodstones": 1}, "p2": {"bloodstones": 0}}, **WAR).do(
        "p1", "step", tile=5
    )
    assert table.seat("p1")["bloodstones"] == 2
    assert "AK-WAR-13" in table.rules("bloodstones-claimed")
    table.do("p1", "score", transmutations=0, ylem=0)
    assert table.told("scored")[0]["sheet"]["omega"] + table.told("scored")[0]["sheet"]["bloodstones"] == 55
    three = {"p1": {"bloodstones": 3, "form": "revenant"}, "p2": {"bloodstones": 0}}
    table = at(4, 66, items=items, who=three, **WAR).do("p1", "step", tile=5)
    result = table.state.outcome()
    assert result is not None
    assert result.rule == "AK-WAR-11"


LAST: dict[str, Any] = {**WAR, "turn": "p3", "start": "p1", "state": "latent", "round": 60}


@pytest.mark.rule("AK-WAR-14")
def test_a_war_that_nobody_ends_is_counted_after_its_last_round() -> None:
    who: dict[str, Any] = {"p1": {"bloodstones": 3}, "p2": {"bloodstones": 1}, "p3": {"bloodstones": 0}}
    table = at(44, 46, 88, who=who, **LAST).do("p3", "end-turn")
    assert table.rules("war-unended") == ("AK-WAR-14",)
    assert set(table.asked.values()) == {"score"}
    sheets = {seat: sheet(table, seat, 0, 0) for seat in ("p1", "p2", "p3")}
    assert {each["omega"] for each in sheets.values()} == {0}, "nobody has claimed the Omega Stone"
    assert [each["bloodstones"] for each in sheets.values()] == [45, 15, 0]
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1",), "AK-SCORE-02")


@pytest.mark.rule("AK-WAR-14")
@pytest.mark.parametrize(
    "keys",
    [
        {"round": 59},
        {"turn": "p2"},
        {"options": {"war.last_round": 0}},
        {"options": {"war.last_round": 61}},
        {"countdown": False, "dials": {"round": 10, "event": 0}},
    ],
)
def test_before_its_last_round_is_over_or_where_there_is_none_the_war_goes_on(keys: dict[str, Any]) -> None:
    table = at(44, 46, 88, **{**LAST, **keys}).do(keys.get("turn", "p3"), "end-turn")
    assert set(table.asked.values()) == {"choose-state"}
    assert "war-unended" not in table.kinds()


@pytest.mark.rule("AK-WAR-14")
def test_rounds_are_counted_on_in_the_war() -> None:
    table = at(44, 46, 88, **{**LAST, "round": 7}).do("p3", "end-turn")
    assert table.view["round"] == 8
    for seat in ("p1", "p2", "p3"):
        table.turn(seat)
    assert table.view["round"] == 9


@pytest.mark.rule("AK-WAR-14")
def test_a_position_counted_without_the_omega_stone_is_one_after_the_last_round() -> None:
    table = at(44, 46, 88, **LAST).do("p3", "end-turn")
    position = table.state.position()
    assert GAME.from_position(position).digest() == table.state.digest()
    with pytest.raises(games.BadPosition, match="AK-WAR-14"):
        GAME.from_position({**position, "round": 60})


@pytest.mark.rule("AK-WAR-14")
def test_a_war_saved_by_the_first_edition_has_no_last_round_and_counts_none() -> None:
    table = at(44, 46, 88, **LAST)
    edition = GAME.edition({})
    first = edition.as_first(table.state.position())
    assert "war.last_round" not in first["options"]
    state = GAME.from_position(edition.first_position(first))
    (end,) = [action for action in state.legal_actions("p3") if GAME.record(action)["do"] == "end-turn"]
    state.apply(end)
    assert (state.view(None)["round"], state.view(None)["turn"]) == (60, "p1")


# --- Koru ------------------------------------------------------------------------------------------------


def sheet(table: Table, seat: str, transmutations: int, ylem: int, **fields: Any) -> dict[str, int]:
    table.do(seat, "score", transmutations=transmutations, ylem=ylem, **fields)
    return next(data["sheet"] for data in table.told("scored"))


@pytest.mark.rule("AK-SCORE-01")
def test_koru_line_by_line() -> None:
    table = ended(66, 88, who={"p1": {"bloodstones": 2, "level": 2}})
    assert sheet(table, "p1", 2, 3) == {
        "omega": 25, "bloodstones": 30, "never_killed": 10, "transmutations": 10, "ylem": 3, "level": 10, "total": 88,
    }  # fmt: skip
    options = {"score.table": {"omega": 1, "level": 0}}
    table = ended(66, 88, options=options)
    assert sheet(table, "p1", 0, 0, level=3)["total"] == 1 + 15 + 10


@pytest.mark.rule("AK-SCORE-02")
def test_the_highest_total_wins_not_the_omega_stone() -> None:
    table = ended(66, 88, who={"p2": {"bloodstones": 3}, "p1": {"bloodstones": 1}, "p3": {"bloodstones": 0}})
    table.do("p3", "score", transmutations=0, ylem=0).do("p1", "score", transmutations=0, ylem=0)
    table.do("p2", "score", transmutations=2, ylem=5)
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p2",), "AK-SCORE-02")
    assert {seat: lines["total"] for seat, lines in result.scores.items()} == {"p1": 55, "p2": 75, "p3": 15}


def tied(**keys: Any) -> Table:
    """p1 and p2 have 55 Koru each, p3 has 15."""
    table = ended(66, 88, who={"p1": {"bloodstones": 1}, "p2": {"bloodstones": 2}, "p3": {"bloodstones": 0}}, **keys)
    table.do("p1", "score", transmutations=0, ylem=0).do("p2", "score", transmutations=1, ylem=5)
    return table.do("p3", "score", transmutations=0, ylem=0)


@pytest.mark.rule("AK-SCORE-03")
def test_the_tied_compare_their_hands() -> None:
    table = tied()
    assert table.asked == {"p1": "tie-break", "p2": "tie-break"}
    table.do("p1", "cards", level3=1, level2=1, level1=1).do("p2", "cards", lancea=1)
    assert table.told("hand-shown") == [{"seat": "p2", "points": 15}]
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p2",), "AK-SCORE-03")
    assert result.scores["p1"]["tiebreak"] == 6
    dear = tied(options={"score.tiebreak": {"level1": 20}})
    dear.do("p1", "cards", level1=1).do("p2", "cards", curse=1)
    result = dear.state.outcome()
    assert result is not None
    assert result.winners == ("p1",)


@pytest.mark.rule("AK-SCORE-04")
def test_equal_hands_are_a_draw_between_the_still_tied() -> None:
    table = tied().do("p1", "cards", level2=1).do("p2", "cards", level1=2)
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1", "p2"), "AK-SCORE-04")


@pytest.mark.rule("AK-SCORE-05")
@pytest.mark.parametrize(("worth", "winners"), [(0, ("p1", "p2")), (1, ("p1",))])
def test_other_cards_add_nothing_by_default(worth: int, winners: tuple[str, ...]) -> None:
    table = tied(options={"score.other_cards": worth}).do("p1", "cards", other=4).do("p2", "cards")
    result = table.state.outcome()
    assert result is not None
    assert result.winners == winners


@pytest.mark.rule("AK-SCORE-06")
def test_only_who_is_still_a_king_was_never_killed() -> None:
    table = ended(66, 88, who={"p2": {"form": "revenant"}})
    assert sheet(table, "p1", 0, 0)["never_killed"] == 10
    assert sheet(table, "p2", 0, 0)["never_killed"] == 0
    table = at(4, 14, 88, **WAR).do("p1", "kill", who="p2").do("p1", "step", tile=5)
    assert sheet(table, "p2", 0, 0)["never_killed"] == 0, "killed this turn and not back yet"


@pytest.mark.rule("AK-SCORE-07")
def test_a_prismatic_inscription_counts_and_socketed_ylem_does_not() -> None:
    table = ended(66, 88, who={"p2": {"form": "revenant"}, "p3": {"level": 3}})
    most = {seat: max(record["transmutations"] for record in table.listed(seat, "score")) for seat in table.asked}
    assert most == {"p1": 3, "p2": 4, "p3": 5}, "Core by level, Ylem, Prismatic Inscription; a Revenant has four"
    assert table.refused("p1", "score", transmutations=4, ylem=0) == "AK-TRANS-04"
    assert {record["ylem"] for record in table.listed("p1", "score")} == set(range(6))
    table.do("p1", "score", transmutations=4, ylem=0, level=2)
