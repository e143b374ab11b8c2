"""How the Omega War starts, who may take the Omega Stone, and what it is worth."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.board import Board, board, end_of_round

WAR: dict[str, Any] = {"war": True, "omega_stone": 9}


# --- how it starts ---------------------------------------------------------------------------------------


@pytest.mark.rule("AK-WAR-01", "AK-WAR-02", "AK-WAR-04", "AK-WAR-08")
@pytest.mark.parametrize(("start", "last_turn"), [("p1", False), ("p2", True)])
def test_uniting_four_ends_with_the_turn_and_without_an_end_of_round(start: str, last_turn: bool) -> None:
    who = {"p1": {"bloodstones": 3}, "p2": {"bloodstones": 0}, "p3": {"bloodstones": 0}}
    table = board(44, 55, 66, who=who, start=start, turn="p1", items={"45": {"bloodstones": 1}}, walls={"top": 2})
    table.do("p1", "step", tile=45)
    assert not table.view["war"], "not before the turn is over"
    assert table.kinds() == {"p1": "active"}
    table.do("p1", "end-turn")
    assert table.view["war"]
    assert table.walls() == {}
    assert "end-of-round" not in table.told()
    assert ("AK-WAR-02" in table.cited("war-begins")) == last_turn
    assert "AK-WAR-03" not in table.cited("war-begins")
    assert table.roll(44).view["omega_stone"] == 0
    assert table.view["turn"] == "p2"


@pytest.mark.rule("AK-WAR-01", "AK-WAR-03", "AK-REV-11")
def test_four_united_by_the_stone_that_comes_with_the_return() -> None:
    """p2 falls on its own; p3 stands where the stones land and is not the one whose turn it is."""
    who = {"p1": {"bloodstones": 0}, "p2": {"bloodstones": 0}, "p3": {"bloodstones": 3}}
    table = board(44, 45, 88, who=who, turn="p1").do("p1", "kill", who="p3", means="ability")
    assert table.items() == {88: {"bloodstones": 3}}
    table.do("p1", "end-turn").roll(88).do("p3", "place", tile=88)
    assert table.stones() == [0, 0, 4]
    assert table.cited("war-begins") >= {"AK-WAR-01", "AK-WAR-03"}
    assert table.roll(50).view["turn"] == "p2"


@pytest.mark.rule("AK-WAR-03")
def test_a_union_undone_before_the_turn_ends_starts_nothing() -> None:
    who = {"p1": {"bloodstones": 0}, "p2": {"bloodstones": 3}, "p3": {"bloodstones": 0}}
    table = board(44, 46, 88, who=who, items={"45": {"bloodstones": 1}}).do("p1", "pull", who="p2", tiles=1)
    assert table.stones() == [0, 4, 0]
    table.do("p1", "kill", who="p2").do("p1", "end-turn").roll(0).do("p2", "place", tile=0)
    assert not table.view["war"]
    assert table.view["turn"] == "p2"


@pytest.mark.rule("AK-WAR-03", "AK-FIRE-20", "AK-ROUND-02")
def test_four_united_in_the_end_of_round_let_it_finish_first() -> None:
    """The overrun p1 drops two stones under p2, who had two."""
    who = {"p1": {"bloodstones": 2, "form": "revenant"}, "p2": {"bloodstones": 2}, "p3": {"bloodstones": 0}}
    dials = {"round": 12, "event": 0}
    table = end_of_round(14, 34, 88, walls={"top": 1}, who=who, dials=dials).die(1)
    assert table.stones() == [0, 4, 0]
    assert table.asked["chance"].rule == "AK-EVENT-03"
    table.roll(99)
    assert table.asked["chance"].rule == "AK-REV-08"
    table.roll(70).do("p1", "place", tile=70)
    assert table.cited("war-begins") >= {"AK-WAR-03", "AK-WAR-04"}
    assert table.roll(50).view["turn"] == "p1", "clockwise from p3, who had the last turn"


@pytest.mark.rule("AK-WAR-08", "AK-WAR-09", "AK-WAR-12", "AK-ACTIVE-01")
def test_in_the_war_turns_follow_each_other_without_rolls_for_ylem_or_rounds() -> None:
    table = board(44, 55, 66, stack=[{"at": "choose-state"}], **WAR)
    for seat in ("p1", "p2", "p3", "p1", "p2"):
        assert table.kinds() == {seat: "choose-state"}
        table.do(seat, "choose-state", state="active")
        assert table.cited("no-ylem-in-war") == {"AK-WAR-09"}
        assert table.kinds() == {seat: "active"}
        table.do(seat, "end-turn")
    assert table.items() == {}


@pytest.mark.rule("AK-WAR-12", "AK-REV-01", "AK-DEATH-02")
def test_in_the_war_who_dies_on_the_edge_drops_there_and_returns_after_the_turn() -> None:
    table = board(7, 8, 66, **WAR).do("p1", "kill", who="p2")
    assert table.items() == {8: {"bloodstones": 1}}
    table.do("p1", "end-turn").roll(8).do("p2", "place", tile=8)
    assert table.view["turn"] == "p2"


# --- who may take it -------------------------------------------------------------------------------------


@pytest.mark.rule("AK-MOVE-11", "AK-WAR-10", "AK-WAR-13", "AK-INDEX-12")
def test_without_a_stone_nobody_comes_there_by_any_means_not_even_to_fetch_one() -> None:
    who = {"p1": {"bloodstones": 0}, "p2": {"bloodstones": 0}, "p3": {"bloodstones": 3}}
    keys = {**WAR, "items": {"09": {"bloodstones": 1, "ylem": 1}}}
    table = board(8, 29, 66, who=who, **keys)
    assert 9 not in table.may("p1", "step") | table.may("p1", "bridge")
    cards: tuple[tuple[dict[str, Any], str], ...] = (
        ({"do": "step", "tile": 9}, "AK-MOVE-11"),
        ({"do": "bridge", "tile": 9}, "AK-ABIL-06"),
        ({"do": "displace", "who": "p1", "tile": 9}, "AK-WAR-10"),
        ({"do": "displace", "who": "p2", "tile": 9}, "AK-WAR-10"),
    )
    for card, rule in cards:
        assert table.refused("p1", card.pop("do"), "09", **card) == rule
    away = board(39, 29, 66, who=who, **keys)
    assert away.refused("p1", "push", who="p2", tiles=2) == "AK-WAR-10"
    assert Board(away.state.copy()).do("p1", "push", who="p2", tiles=1).seat("p2")["tile"] == 19


@pytest.mark.rule("AK-WAR-10", "AK-INDEX-12")
def test_nobody_without_a_stone_is_pulled_across_the_omega_tile() -> None:
    who = {"p2": {"bloodstones": 0}, "p1": {"bloodstones": 3}}
    table = board(6, 9, 66, who=who, war=True, omega_stone=8)
    assert table.refused("p1", "pull", "08", who="p2", tiles=9) == "AK-WAR-10"


@pytest.mark.rule("AK-WAR-11", "AK-WAR-13", "AK-SCORE-01", "AK-SCORE-02")
@pytest.mark.parametrize(("held", "outright"), [(1, False), (3, True)])
def test_the_stone_on_the_omega_tile_counts_for_who_enters(held: int, outright: bool) -> None:
    rest = 3 - held
    who = {"p1": {"bloodstones": held}, "p2": {"bloodstones": rest}, "p3": {"bloodstones": 0}}
    table = board(8, 55, 66, who=who, items={"09": {"bloodstones": 1}}, **WAR).do("p1", "step", tile=9)
    told = table.told()
    assert told.index("bloodstones-claimed") < told.index("omega-claimed")
    if outright:
        result = table.state.outcome()
        assert result is not None
        assert (result.winners, result.rule) == (("p1",), "AK-WAR-11")
        assert not table.asked
        return
    for seat in ("p3", "p1", "p2"):
        table.do(seat, "score", transmutations=0, ylem=0)
    result = table.state.outcome()
    assert result is not None
    assert result.scores["p1"]["omega"] + result.scores["p1"]["bloodstones"] == 25 + 2 * 15


@pytest.mark.rule("AK-WAR-11", "AK-COMP-18", "AK-SCORE-06")
@pytest.mark.parametrize(
    "way",
    [
        {"do": "displace", "who": "p2", "tile": 9},
        {"do": "push", "who": "p2", "tiles": 3},
        {"do": "pull", "who": "p3", "tiles": 9},
    ],
)
def test_the_game_ends_whoever_moves_whom_there(way: dict[str, Any]) -> None:
    """p1 drives the Revenant p2 to the right or draws p3 up; p1 itself does not move."""
    who = {"p2": {"form": "revenant"}}
    pulled = way["do"] == "pull"
    table = board(4 if pulled else 6, 8, 34 if pulled else 66, who=who, war=True, omega_stone=14 if pulled else 9)
    table.do("p1", **way)
    assert "omega-claimed" in table.told()
    assert set(table.kinds().values()) == {"score"}
    assert set(table.kinds()) == {"p1", "p2", "p3"}
    assert table.view["turn"] is None


# --- Koru ------------------------------------------------------------------------------------------------


def counted(*sheets: tuple[int, int], who: dict[str, dict[str, Any]], **keys: Any) -> Board:
    """p1 has just taken the Omega Stone; everybody declares (Transmutations, Ylem), if anybody does."""
    tiles = (9, 44, 55, 66)[: len(sheets) or 3]
    stack = [{"at": "score", "omega": "p1"}]
    table = board(*tiles, who=who, stack=stack, turn=None, last="p1", **WAR, **keys)
    for seat, (done, ylem) in enumerate(sheets, 1):
        table.do(f"p{seat}", "score", transmutations=done, ylem=ylem)
    return table


@pytest.mark.rule("AK-SCORE-01", "AK-SCORE-02", "AK-SCORE-06")
def test_the_example_sheet_and_the_taker_may_lose() -> None:
    who = {"p1": {"bloodstones": 2, "level": 2}, "p2": {"bloodstones": 2, "level": 3}}
    table = counted((2, 3), (5, 5), who=who)
    result = table.state.outcome()
    assert result is not None
    assert result.scores["p1"]["total"] == 88
    assert result.scores["p2"]["total"] == 30 + 10 + 25 + 5 + 15
    assert result.winners == ("p1",)
    poor = {"p1": {"bloodstones": 1, "form": "revenant"}, "p2": {"bloodstones": 3, "level": 3}}
    lost = counted((0, 0), (4, 0), who=poor).state.outcome()
    assert lost is not None
    assert lost.winners == ("p2",), "25 + 15 + 5 against 45 + 10 + 20 + 15"


@pytest.mark.rule("AK-SCORE-03", "AK-SCORE-04", "AK-SCORE-05")
@pytest.mark.parametrize(
    ("one", "two", "winners", "rule"),
    [
        ({"level3": 1}, {"level2": 1, "level1": 1}, ["p2", "p3"], "AK-SCORE-04"),
        ({"lancea": 1}, {"curse": 1, "level3": 1, "level1": 1, "other": 9}, ["p2"], "AK-SCORE-03"),
        ({"other": 3}, {"level1": 1}, ["p3"], "AK-SCORE-03"),
    ],
)
def test_only_the_tied_show_their_hands(
    one: dict[str, int], two: dict[str, int], winners: list[str], rule: str
) -> None:
    """p2 and p3 are level at 15 + 10 + 25 + 5 + 15; p1 took the Omega Stone and has less."""
    who = {
        "p1": {"form": "revenant", "bloodstones": 1},
        "p2": {"level": 3},
        "p3": {"level": 3},
        "p4": {"form": "revenant"},
    }
    table = counted((0, 0), (5, 5), (5, 5), (0, 0), who=who)
    assert table.kinds() == {"p2": "tie-break", "p3": "tie-break"}
    assert table.refused("p1", "cards", level3=5) in {"TABLE", "AK-SCORE-03"}
    table.do("p3", "cards", **two)
    assert table.refused("p3", "cards", **two)
    table.do("p2", "cards", **one)
    result = table.state.outcome()
    assert result is not None
    assert list(result.winners) == winners
    assert result.rule == rule


@pytest.mark.rule("AK-SCORE-07", "AK-WOUND-02")
def test_sheets_no_mat_can_show() -> None:
    who = {"p1": {"form": "revenant"}, "p2": {"level": 3, "wounds": 4}}
    table = counted(who=who)
    assert table.refused("p1", "score", transmutations=5, ylem=0) == "AK-TRANS-05"
    assert table.refused("p3", "score", transmutations=4, ylem=0) == "AK-TRANS-04"
    assert table.refused("p2", "score", "wounds", transmutations=0, ylem=0, level=1) == "AK-WOUND-02"
    table.do("p3", "score", transmutations=4, ylem=0, level=2)
    assert table.refused("p3", "level", "Eloden", level=1) == "TABLE"
    assert "level" not in {kind.do for kind in table.state.declarations("p3")}
    assert table.refused("p3", "score", transmutations=0, ylem=0)


@pytest.mark.rule("AK-SCORE-01", "AK-SCORE-03")
def test_house_rules_for_koru() -> None:
    options = {"score.table": {"omega": 0, "level": 1}, "score.other_cards": 2}
    table = counted((0, 0), (0, 0), who={"p1": {"bloodstones": 1}, "p2": {"bloodstones": 1}}, options=options)
    assert table.kinds() == {"p1": "tie-break", "p2": "tie-break"}, "without the 25 they are level"
    table.do("p1", "cards", other=1).do("p2", "cards", level1=1)
    result = table.state.outcome()
    assert result is not None
    assert result.winners == ("p1",)
    assert result.scores["p1"]["level"] == 1
