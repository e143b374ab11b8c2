"""The early return where people keep their mats: the host learns that a mat is turned, and asks for no more of it."""

from __future__ import annotations

import pytest

from tests.games.ascended_kings.table import GAME, Table, at


def killed(*tiles: int, **keys: object) -> Table:
    """p1 has killed p2 on 45 with an attack."""
    return at(44, 45, *tiles, **keys).do("p1", "kill", who="p2", means="attack")  # type: ignore[arg-type]


@pytest.mark.rule("AK-REV-10", "AK-REV-05", "AK-REV-01")
def test_the_dead_turn_their_mat_while_the_killers_turn_goes_on() -> None:
    table = killed(99)
    assert table.listed("p2", "return-early") == [{"do": "return-early", "seat": "p2"}]
    assert table.asked == {"p1": "active"}
    table.do("p2", "return-early")
    assert table.kinds() == ["return-begun", "became-revenant"]
    assert table.rules("return-begun") == ("AK-REV-10",)
    assert (table.seat("p2")["form"], table.tile("p2")) == ("revenant", None)
    assert table.view["returning"] == ["p2"]
    assert table.refused("p2", "return-early") == "AK-REV-10"
    assert table.refused("p1", "return-early") == "AK-REV-10"
    assert table.refused("p1", "kill", who="p2") == "AK-DEATH-08"
    again = Table(GAME.from_position(table.state.position()))
    assert again.state.digest() == table.state.digest()
    again.do("p1", "end-turn")
    assert again.kinds() == ["turn-ends"], "the mat is turned already"
    assert again.asked == {"chance": "roll-percentile"}
    again.roll(90).do("p2", "place", tile=90)
    assert again.tile("p2") == 90
    assert again.view["returning"] == []


@pytest.mark.rule("AK-REV-10")
def test_early_or_late_comes_to_the_same() -> None:
    early = killed(99).do("p2", "return-early").do("p1", "end-turn")
    late = killed(99).do("p1", "end-turn")
    for table in (early, late):
        table.roll(90).do("p2", "place", tile=90)
    assert early.state.position() == late.state.position()


@pytest.mark.rule("AK-REV-10", "AK-REV-01")
def test_after_the_turn_and_while_somebody_is_asked_it_is_too_late_or_too_soon() -> None:
    table = killed(46)
    table.do("p1", "end-turn")
    assert table.refused("p2", "return-early") == "AK-REV-01"
    table = at(44, 45, 46, walls={"right": 7}).do("p1", "kill", who="p2", means="attack")
    table.do("p1", "displace", who="p3", tile=57)
    assert table.asked == {"p3": "survive"}
    assert table.refused("p2", "return-early") == "AK-REV-10"
    table.do("p3", "survive").do("p2", "return-early")


@pytest.mark.rule("AK-REV-10", "AK-LAST-01")
def test_the_last_king_waits_for_the_last_placement() -> None:
    table = at(44, 45, 43).do("p1", "kill", who="p2", means="attack").do("p1", "kill", who="p3", means="attack")
    table.do("p2", "return-early").do("p3", "return-early").do("p1", "end-turn").roll(90).do("p2", "place", tile=90)
    assert not table.seat("p1")["die"]
    table.roll(10).do("p3", "place", tile=10)
    assert table.seat("p1")["die"]


@pytest.mark.rule("AK-SCORE-08", "AK-REV-10")
def test_the_sheet_of_the_dead_is_asked_for_at_one_moment() -> None:
    for moment, early, most in (("as_it_lies", False, 3), ("as_it_lies", True, 0), ("as_returned", False, 0)):
        table = at(41, 51, war=True, omega_stone=40, options={"score.dead": moment})
        table.do("p1", "kill", who="p2", means="attack")
        if early:
            table.do("p2", "return-early")
        table.do("p1", "step", tile=40)
        decision = table.state.deciders()["p2"]
        assert decision.rule == "AK-SCORE-08"
        assert ("before the return" in decision.prompt) == (most > 0)
        assert {record["transmutations"] for record in table.listed("p2", "score")} == set(range(most + 1))
        if not most:
            assert table.refused("p2", "score", transmutations=1, ylem=0) == "AK-SCORE-08"
        table.do("p2", "score", transmutations=most, ylem=2)
        sheet = table.told("scored")[0]["sheet"]
        assert (sheet["transmutations"], sheet["ylem"], sheet["never_killed"]) == (5 * most, 2, 0)
