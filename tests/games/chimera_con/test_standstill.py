"""A round in which nobody attacks ends, and nobody scores."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games

from tests.games.chimera_con.table import GAME, Table, attack, creature, family, parts, place

A = family("a", (6, 2, 2, 2))
B = family("b", (6, 2, 2, 2))
C = family("c", (6, 2, 2, 2))
LEAP = creature("leaper", "head", (6, 2, 2, 2), family="a", action=attack("Leap", "might", "speed"))


def waiting(calm: int, **more: Any) -> Table:
    """Two players before the Draw step of the first; somebody has a point already."""
    leaper = {**parts("a"), "head": "leaper"}
    given = ({"parts": leaper, "points": 1}, {"parts": parts("b"), "damage": 3})
    return place(*given, cards=[*A, *B, LEAP], **{"at": "draw", "calm": calm, **more})


@pytest.mark.rule("CC-WIN-05")
def test_a_round_without_an_attack_ends_after_twenty_turns_each_and_nobody_scores() -> None:
    table = waiting(39).skip("p1")
    assert table.rules() >= {"CC-WIN-05", "CC-MERCH-02"}
    assert "round-lost" in table.kinds()
    assert (table.view["round"], table.view["calm"], table.view["turn"]) == (2, 0, None)
    assert [table.seat(seat)["points"] for seat in ("p1", "p2")] == [1, 0]
    assert [table.seat(seat)["damage"] for seat in ("p1", "p2")] == [0, 0]
    assert table.moment == "draw-cards", "everybody is dealt six cards"
    assert table.state.outcome() is None


@pytest.mark.rule("CC-WIN-05")
def test_a_turn_earlier_the_round_goes_on() -> None:
    table = waiting(38).skip("p1")
    assert (table.view["round"], table.view["calm"], table.view["turn"]) == (1, 39, "p2")
    table.skip("p2")
    assert table.view["round"] == 2


@pytest.mark.rule("CC-WIN-05")
def test_an_attack_begins_the_count_anew_whether_it_hits_or_not() -> None:
    table = waiting(39).done("p1", 2).do("p1", "attack", part="head", target="p2").quietly()
    assert table.view["calm"] == 0
    table.roll(*[1] * table.need("attack")).quietly()
    table.roll(*[1] * table.need("defence")).quietly()
    assert "missed" in table.kinds()
    table.done("p1").quietly()
    assert (table.view["round"], table.view["calm"], table.view["turn"]) == (1, 1, "p2")


@pytest.mark.rule("CC-WIN-05")
def test_an_ability_without_a_target_is_no_attack() -> None:
    mend = {"name": "Mend", "kind": "standard", "effects": [{"do": "heal", "n": 1}]}
    healer = creature("healer", "head", (6, 2, 2, 2), family="a", action=mend)
    mending = ({"parts": {**parts("a"), "head": "healer"}, "damage": 2}, {"parts": parts("b")})
    table = place(*mending, cards=[*A, *B, healer], calm=39).do("p1", "attack", part="head").quietly()
    assert (table.damage("p1"), table.view["calm"]) == (1, 39)
    assert table.done("p1").quietly().view["round"] == 2


@pytest.mark.rule("CC-WIN-05")
def test_the_table_is_told_a_turn_each_before() -> None:
    table = waiting(37).skip("p1")
    assert "round-stands-still" in table.kinds()
    assert "round-stands-still" not in waiting(36).skip("p1").kinds()
    assert "round-stands-still" not in table.skip("p2").kinds(), "once is enough"


@pytest.mark.rule("CC-WIN-05")
def test_only_those_left_are_counted() -> None:
    def three(calm: int, **last: Any) -> Table:
        given = ({"parts": parts("a")}, {"parts": parts("b")}, last)
        return place(*given, cards=[*A, *B, *C], at="draw", calm=calm).skip("p1")

    gone = {"parts": {}, "eliminated": True}
    assert three(58, parts=parts("c")).view["round"] == 1
    assert three(59, parts=parts("c")).view["round"] == 2
    assert three(39, **gone).view["round"] == 2


@pytest.mark.rule("CC-WIN-05", "CC-MKT-01")
def test_a_market_phase_that_is_due_comes_first() -> None:
    table = waiting(39, merchant="p1", merchant_turns=1, market=["b-body"]).skip("p1")
    assert (table.view["round"], table.moment) == (1, "market")
    table.do("p1", "done").do("p2", "done").do("p1", "be-satisfied").do("p2", "be-satisfied")
    assert table.view["round"] == 2
    assert [table.seat(seat)["points"] for seat in ("p1", "p2")] == [1, 0]


@pytest.mark.rule("CC-WIN-05")
@pytest.mark.parametrize(("turns", "ends"), [(0, False), (21, False), (19, True), (1, True)])
def test_how_many_turns_is_a_house_rule_and_none_ends_by_it_at_0(turns: int, ends: bool) -> None:
    table = waiting(39, options={"turns_without_attack": turns}).skip("p1")
    assert (table.view["round"] == 2) == ends


@pytest.mark.rule("CC-WIN-05")
def test_a_round_saved_by_the_first_edition_has_no_such_end_and_counts_no_turns() -> None:
    edition = GAME.edition({})
    first = edition.as_first(waiting(39).state.position())
    assert "turns_without_attack" not in first["options"]
    assert "calm" not in first
    table = Table(GAME.from_position(edition.first_position({**first, "calm": 500})))
    table.skip("p1")
    assert (table.view["round"], table.view["turn"]) == (1, "p2")


@pytest.mark.rule("CC-WIN-05")
def test_a_game_begun_before_the_rule_goes_on_without_it_also_where_something_was_set_right() -> None:
    (before,) = GAME.earlier()
    assert not before.earlier()
    written = before.new({"seats": 2}).position()
    assert "calm" not in written
    assert "turns_without_attack" not in written["options"]
    table = Table(before.from_position({**waiting(0).state.position(), "calm": 39, "options": written["options"]}))
    table.do("table", "correct", path=["seats", "p2", "damage"], value=1).skip("p1")
    assert (table.view["round"], table.view["turn"], table.view["turns_without_attack"]) == (1, "p2", 0)
    assert before.from_position(table.state.position()).digest() == table.state.digest()


@pytest.mark.rule("CC-WIN-05")
def test_before_the_first_turn_of_a_round_no_turn_has_ended() -> None:
    position = waiting(39).skip("p1").state.position()
    with pytest.raises(games.BadPosition, match="calm"):
        GAME.from_position({**position, "calm": 1})
