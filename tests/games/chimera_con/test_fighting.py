"""Stats, rolls, hits, counterattacks, elimination, rounds and points."""

from __future__ import annotations

import pytest
from immolation.games import IllegalAction

from tests.games.chimera_con.table import GAME, Table, attack, creature, family, open_lying, parts, place, special

TWO = [*family("a", (6, 1, 1, 1)), *family("b", (6, 1, 1, 1))]
"""Chimeras of 18 Health that roll three dice for everything."""


def duel(*more: dict[str, object], act: dict[str, object] | None = None, **options: object) -> Table:
    cards = [*TWO, *([creature("biter", "head", (6, 1, 1, 1), family="a", action=act)] if act else [])]
    chimera = {**parts("a"), **({"head": "biter"} if act else {})}
    return place({"parts": chimera}, {"parts": parts("b")}, {}, cards=cards, options=options)


@pytest.mark.rule("CC-STAT-01")
def test_a_total_is_the_sum_of_three_parts() -> None:
    cards = [creature("t-head", "head", (1, 2, 3, 4)), creature("t-body", "body", (10, 20, 30, 9)),
             creature("t-rear", "rear", (7, 5, 0, 1))]  # fmt: skip
    assert place({"parts": parts("t")}, {}, cards=cards).stats("p1") == (18, 27, 33, 14)


@pytest.mark.rule("CC-STAT-02", "CC-ATK-01", "CC-STAT-03")
@pytest.mark.parametrize(
    ("first", "second"), [("might", "speed"), ("speed", "magic"), ("magic", "might"), ("might", "might")]
)
def test_the_action_names_the_stats_and_each_is_so_many_dice(first: str, second: str) -> None:
    number = {"might": 2, "speed": 3, "magic": 4}
    head = creature("n-head", "head", (6, 2, 3, 4), action=attack("Odd", first, second))
    rest = family("n", (6, 0, 0, 0))[1:]
    other = [creature("o-head", "head", (6, 2, 3, 4)), *family("o", (6, 0, 0, 0))[1:]]
    table = place({"parts": parts("n")}, {"parts": parts("o")}, cards=[head, *rest, *other])
    table.do("p1", "attack", part="head", target="p2")
    assert table.need("attack") == number[first]
    table.roll(*[6] * number[first])
    assert table.need("defence") == number[second]


@pytest.mark.rule("CC-STAT-03")
def test_people_may_enter_a_handful_of_dice_at_once() -> None:
    table = duel().do("p1", "attack", part="open", target="p2")
    assert table.refusal("chance", "roll-dice", values=[1, 1, 1, 1]).rule == "CC-STAT-03"
    assert [declared.do for declared in table.state.declarations("chance")] == ["roll-dice"]
    table.do("chance", "roll-dice", values=[6, 5, 5]).do("chance", "roll-dice", values=[4, 4]).roll(3)
    assert table.damage("p2") == 5


@pytest.mark.rule("CC-STAT-04")
def test_a_roll_uses_the_totals_of_the_moment_and_none_at_all_for_zero() -> None:
    table = place({"parts": parts("a"), "poisonous": True}, {"parts": parts("b")}, cards=TWO)
    table.do("p1", "attack", part="open", target="p2")
    assert table.need("attack") == 1
    weak = [*family("w", (6, 0, 1, 0)), *family("b", (6, 1, 1, 1))]
    table = place({"parts": parts("w")}, {"parts": parts("b")}, cards=weak)
    table.do("p1", "attack", part="open", target="p2").roll(1, 1, 1)
    assert table.damage("p1") == 3  # 0 against 3, countered
    table = place({"parts": parts("w")}, {"parts": parts("b")}, cards=weak, options={"zero_dice": 1})
    table.do("p1", "attack", part="open", target="p2")
    assert table.need("attack") == 1


@pytest.mark.rule("CC-ATK-02", "CC-ATK-03")
def test_sixteen_against_eleven_is_five_damage_and_an_equal_roll_misses() -> None:
    table = duel(act=special("Zap", "might", "speed")).fight("head", "p2", [6, 6, 4, 1, 1], [6, 4, 1])
    assert table.damage("p2") == 18 - 11
    table = duel(act=attack()).fight("head", "p2", [6, 6, 4], [6, 4, 1])
    assert table.damage("p2") == 5
    table = duel(act=attack("Sting", "might", "speed", "poisonous")).fight("head", "p2", [4, 4, 4], [4, 4, 4])
    assert [(table.damage(seat), table.seat(seat)["poisonous"]) for seat in ("p1", "p2")] == [(0, False), (0, False)]


@pytest.mark.rule("CC-ATK-04")
@pytest.mark.parametrize(("tag", "condition"), [("poisonous", "poisonous"), ("negative", "negative")])
def test_conditions_take_hold_on_a_hit_only(tag: str, condition: str) -> None:
    hit = duel(act=attack("Sting", "might", "speed", tag)).fight("head", "p2", [6, 6, 6], [1, 1, 1])
    assert hit.seat("p2")[condition] is True
    miss = duel(act=attack("Sting", "might", "speed", tag)).fight("head", "p2", [1, 1, 1], [2, 2, 2])
    assert miss.seat("p2")[condition] is False


@pytest.mark.rule("CC-CTR-01", "CC-CTR-03")
def test_a_defended_standard_action_is_countered_for_the_difference() -> None:
    table = duel(act=attack()).fight("head", "p2", [3, 3, 3], [5, 5, 4])
    assert (table.damage("p1"), table.damage("p2")) == (5, 0)
    assert "CC-CTR-01" in table.rules()


@pytest.mark.rule("CC-CTR-01")
def test_a_table_may_counter_the_open_action_only() -> None:
    table = duel(act=attack(), basic_is_standard=False)
    assert table.fight("head", "p2", [3, 3, 3], [5, 5, 4]).damage("p1") == 0
    assert duel(basic_is_standard=False).fight("open", "p2", [3, 3, 3], [5, 5, 4]).damage("p1") == 5


@pytest.mark.rule("CC-CTR-02")
def test_a_special_action_is_not_countered() -> None:
    table = duel(act=special("Zap", "might", "speed", kind="fish")).fight("head", "p2", [1, 1, 1], [6, 6, 6])
    assert table.damage("p1") == 0


@pytest.mark.rule("CC-CTR-03")
def test_a_counterattack_can_eliminate_and_then_the_turn_is_over() -> None:
    cards = [*TWO, *family("c")]
    table = place({"parts": parts("a"), "damage": 13}, {"parts": parts("b")}, {"parts": parts("c")}, cards=cards)
    table.fight("open", "p2", [1, 1, 1], [3, 3, 2])
    assert table.seat("p1")["alive"] is False
    assert table.view["turn"] == "p2"
    assert table.view["merchant"] == "p2"


@pytest.mark.rule("CC-CTR-03")
def test_a_table_may_hurt_at_equal_rolls() -> None:
    assert duel(tie_counter_damage=2).fight("open", "p2", [3, 3, 3], [3, 3, 3]).damage("p1") == 2


@pytest.mark.rule("CC-HP-01")
def test_new_parts_change_health_and_leave_the_damage() -> None:
    big = creature("big", "body", (9, 1, 1, 1), family="a")
    table = place({"parts": parts("a"), "damage": 6, "hand": ["big"]}, {}, cards=[*TWO, big])
    table.do("p1", "mutate", card="big")
    seen = table.seat("p1")
    assert (seen["health"], seen["damage"], seen["left"]) == (21, 6, 15)


@pytest.mark.rule("CC-HP-02")
def test_no_health_left_is_the_end_also_by_a_swap() -> None:
    small = creature("small", "body", (1, 1, 1, 1), family="a")
    for damage, lives in ((12, True), (13, False)):
        table = place({"parts": parts("a"), "damage": damage, "hand": ["small"]}, {}, {}, cards=[*TWO, small])
        table.do("p1", "mutate", card="small")
        assert table.seat("p1")["alive"] is lives
    hit = duel()
    hit.fight("open", "p2", [6, 6, 6], [1, 1, 1])
    assert hit.seat("p2")["alive"] is True
    hit = place({"parts": parts("a")}, {"parts": parts("b"), "damage": 3}, {}, cards=TWO)
    hit.fight("open", "p2", [6, 6, 6], [1, 1, 1])
    assert hit.seat("p2")["alive"] is False


def last_blow(**options: object) -> Table:
    seats = ({"parts": parts("a"), "points": 1}, {"parts": parts("b"), "damage": 17, "points": 2})
    return place(*seats, cards=TWO, options=options, market=["galehawk-head"]).fight("open", "p2", [6, 6, 6], [1, 1, 1])


@pytest.mark.rule("CC-WIN-01", "CC-WIN-02", "CC-WIN-03")
def test_the_last_chimera_scores_and_a_new_round_is_dealt_from_all_cards() -> None:
    table = last_blow()
    assert [table.seat(seat)["points"] for seat in ("p1", "p2")] == [2, 2]
    assert table.view["round"] == 2
    assert table.moment == "draw-cards"
    assert table.state.position()["decks"]["creature"]["galehawk-head"] == 2
    assert table.market == []
    for seat in ("p1", "p2"):
        assert (table.damage(seat), table.parts(seat), table.hand(seat)) == (0, ["", "", ""], [])
        assert table.seat(seat)["alive"] is True
    assert (table.view["merchant"], table.view["turn"]) == (None, None)


@pytest.mark.rule("CC-WIN-02")
def test_three_points_win_the_game_or_as_many_as_the_table_says() -> None:
    assert last_blow().state.outcome() is None
    result = (
        place({"parts": parts("a"), "points": 2}, {"parts": parts("b"), "damage": 17}, cards=TWO)
        .fight("open", "p2", [6, 6, 6], [1, 1, 1])
        .state.outcome()
    )
    assert result is not None
    assert (result.winners, result.rule, result.scores["p1"]["total"]) == (("p1",), "CC-WIN-02", 3)
    short = place({}, {"damage": 0}, cards=TWO, options={"points_to_win": 1})
    assert short.state.outcome() is None


@pytest.mark.rule("CC-WIN-04")
def test_the_eliminated_lose_their_cards_and_their_turns() -> None:
    fallen = {"parts": parts("b"), "damage": 17, "hand": ["galehawk-head", "trapdoor"], "negative": True}
    table = place({"parts": parts("a")}, fallen, {}, cards=TWO)
    table.fight("open", "p2", [6, 6, 6], [1, 1, 1])
    assert sorted(table.discard) == sorted(["galehawk-head", "trapdoor", *parts("b").values()])
    assert table.hand("p2") == []
    assert not any(table.view["seats"]["p2"][key] for key in ("poisonous", "negative", "airborne"))
    table.done("p1").quietly()
    assert table.view["turn"] == "p3"
    assert table.refusal("p2", "cheat", card="trapdoor").rule in ("CC-TURN-01", "TABLE")
    table.skip("p3")
    assert table.view["turn"] == "p1"


@pytest.mark.rule("CC-WIN-04")
def test_an_eliminated_player_has_no_part_in_the_market() -> None:
    gone = {"eliminated": True}
    table = place({}, gone, {}, at=[{"at": "market", "order": ["p1", "p3"]}], market=["galehawk-head", "galehawk-body"])
    table.done("p1").done("p3")
    assert table.deciders() == ["p1", "p3"]
    table = place({}, gone, {}, at="turn-end", merchant_turns=2, market=["galehawk-head"])
    assert "p2" not in table.view["stack"][0]["order"]


# --- a round's end is seen ---------------------------------------------------------------------------------


@pytest.mark.rule("CC-WIN-01", "CC-WIN-04", "CC-MERCH-02")
def test_the_end_of_a_round_is_kept_step_by_step() -> None:
    blow = {"at": "attack", "seat": "p1", "target": "p2", "stage": "defence", "attack": [6, 6], "defence_need": 1}
    two = {"parts": parts("b"), "hand": ["galehawk-head", "trapdoor"], "damage": 14, "airborne": False}
    table = place({"parts": parts("a")}, two, at=blow, cards=TWO, discard=open_lying("trapdoor"))
    before = table.state.digest()
    last = GAME.action({"do": "roll-die", "seat": "chance", "value": 2})
    steps = table.state.unfold(last)
    assert table.state.digest() == before
    said = [step.text for step in steps]
    assert said[:3] == [
        "Player 2 rolls 2 (2).",
        "Player 1 hits Player 2: 12 against 2.",
        "Player 2 takes 10 damage of Standard Action: 24 of 18.",
    ]
    assert "to the Discard Pile go B head, B body, B rear, Galehawk head, Trapdoor" in said[3]
    assert said[4].startswith("The Chimera of Player 1 is the last one standing: 1 point")
    assert said[4].endswith("The fastest of the next Chimeras will be the Merchant.")
    assert len(said) == 5
    struck, hurt, gone, won = (steps[place].view for place in (1, 2, 3, 4))
    assert struck["attack"]["dice"] == {"attack": [6, 6], "defence": [2]}
    assert (hurt["seats"]["p2"]["damage"], hurt["seats"]["p2"]["alive"]) == (24, True)
    assert not gone["seats"]["p2"]["alive"]
    assert (won["seats"]["p1"]["points"], won["round"]) == (1, 1)
    table.state.apply(last)
    assert table.view["round"] == 2


@pytest.mark.rule("CC-ATK-02")
def test_nothing_is_kept_of_a_strike_that_ends_nothing() -> None:
    blow = {"at": "attack", "seat": "p1", "target": "p2", "stage": "defence", "attack": [6, 6], "defence_need": 1}
    table = place({}, {}, at=blow)
    assert table.state.unfold(GAME.action({"do": "roll-die", "seat": "chance", "value": 2})) == []
    with pytest.raises(IllegalAction):
        table.state.unfold(GAME.action({"do": "pass", "seat": "p1"}))


@pytest.mark.rule("CC-MERCH-06", "CC-MKT-05")
def test_the_close_of_the_market_and_the_next_merchant_are_kept() -> None:
    table = place(
        {}, {}, at={"at": "greedy", "said": {"p1": False}}, market=["galehawk-head"], merchant="p1", turn="p1"
    )
    steps = table.state.unfold(GAME.action({"do": "be-satisfied", "seat": "p2"}))
    assert [step.text for step in steps] == [
        "All are satisfied; the rest of the Market Pile is discarded.",
        "Player 2 becomes the Merchant.",
    ]
    assert steps[1].view["merchant"] == "p2"
