"""Chimera Con by an examiner: fights, cheats, the Market and the end of rounds, above all where two of them meet."""

from __future__ import annotations

from typing import Any

import pytest

from .con_table import Con, blow, card, chimera, table, trick, whole

FOE = whole("foe", (20, 2, 2, 2))
SELF: dict[str, Any] = {"parts": chimera("self")}
OTHER: dict[str, Any] = {"parts": chimera("foe")}
THIRD: dict[str, Any] = {"parts": chimera("third")}
THREE = [*whole("self", (20, 2, 2, 2)), *FOE, *whole("third", (20, 2, 2, 2))]


# --- fights ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-ATK-02", "CC-ATK-03", "CC-CTR-01", "CC-CTR-02", "CC-CTR-03", "CC-AIR-05")
@pytest.mark.parametrize(
    ("kind", "tags", "ours", "theirs", "dealt", "taken"),
    [
        ("standard", (), 16, 11, 5, 0),
        ("standard", (), 11, 11, 0, 0),
        ("standard", (), 9, 14, 0, 5),
        ("standard", ("aerial",), 9, 14, 0, 0),
        ("special", (), 9, 14, 0, 0),
        ("special", (), 16, 11, 5, 0),
        ("standard", ("elemental",), 9, 14, 0, 5),
    ],
)
def test_hit_miss_and_counterattack(
    kind: str, tags: tuple[str, ...], ours: int, theirs: int, dealt: int, taken: int
) -> None:
    action = blow(kind, "might", "speed", *tags)
    cards = [card("self-head", "head", (20, 2, 2, 2), action=action), *THREE[1:]]
    con = table(SELF, OTHER, cards=cards).do("p1", "attack", part="head", target="p2", synergy=True).nobody_cheats()
    con.dice(*_dice(ours, con.need["attack"])).nobody_cheats()
    con.dice(*_dice(theirs, con.need["defence"])).nobody_cheats()
    assert (con.seat("p2")["damage"], con.seat("p1")["damage"]) == (dealt, taken)


def _dice(total: int, count: int) -> list[int]:
    """So many dice that show this sum."""
    rest, found = total, []
    for left in range(count - 1, -1, -1):
        value = max(1, min(6, rest - left))
        found.append(value)
        rest -= value
    assert rest == 0
    return found


@pytest.mark.rule("CC-CTR-03", "CC-TURN-01", "CC-MERCH-06", "CC-WIN-04")
def test_a_merchant_who_falls_to_a_counterattack_hands_on_lantern_and_turn() -> None:
    frail = SELF | {"damage": 58, "hand": ["trapdoor"]}
    con = table(frail, OTHER, THIRD, cards=THREE, merchant_turns=1)
    con.strike("p1", "open", "p2", [1] * 6, [2] * 6)
    assert not con.seat("p1")["alive"]
    assert con.view["merchant"] == "p2"
    assert con.view["merchant_turns"] == 0
    assert con.view["turn"] == "p2"
    assert con.discard == sorted([*chimera("self"), "trapdoor"])


@pytest.mark.rule("CC-SPEC-05", "CC-SPEC-06", "CC-SPEC-02", "CC-CTR-02")
@pytest.mark.parametrize(("rolled", "works"), [(14, True), (13, False)])
def test_synergy_dice_help_to_reach_a_requirement(rolled: int, works: bool) -> None:
    """Magic 1 alone could never roll 14; with two synergy dice it does, by a point or not."""
    action = blow("special", "magic", "speed", requires={"stat": "magic", "at_least": 14})
    cards = [card("self-head", "head", (20, 2, 2, 1), action=action), card("self-body", "body", (20, 2, 2, 0)),
             card("self-rear", "rear", (20, 2, 2, 0)), *FOE]  # fmt: skip
    con = table(SELF, OTHER, cards=cards).do("p1", "attack", part="head", target="p2")
    assert con.need["attack"] == 3
    con.dice(*_dice(rolled, 3))
    if works:
        con.dice(*[1] * 6)
    assert con.seat("p2")["damage"] == (8 if works else 0)
    assert con.seat("p1")["damage"] == 0
    assert con.view["moment"] == "discard"


@pytest.mark.rule("CC-SPEC-02", "CC-SPEC-03", "CC-SPEC-04")
def test_the_worked_example_of_synergy() -> None:
    """A dragon's ability, a serpent's body, a rear of both kinds: one die, and it may be declined."""
    breath = blow("special", "magic", "speed", type="dragon")
    cards = [card("self-head", "head", types=["dragon"], action=breath), card("self-body", "body", types=["serpent"]),
             card("self-rear", "rear", types=["dragon", "serpent"]), *FOE]  # fmt: skip
    con = table(SELF, OTHER, cards=cards).do("p1", "attack", part="head", target="p2")
    assert con.need["attack"] == 7
    con = table(SELF, OTHER, cards=cards).do("p1", "attack", part="head", target="p2", synergy=False)
    assert con.need["attack"] == 6
    con = table(SELF, OTHER, cards=cards, options={"synergy_source_counts": True})
    assert con.do("p1", "attack", part="head", target="p2").need["attack"] == 8


@pytest.mark.rule("CC-STAT-04", "CC-ATK-02")
@pytest.mark.parametrize("dice", [0, 1])
def test_a_stat_of_nothing(dice: int) -> None:
    cards = [*whole("self", (20, 1, 1, 1)), *whole("foe", (20, 0, 0, 0))]
    con = table(SELF, OTHER, cards=cards, options={"zero_dice": dice}).do("p1", "attack", part="open", target="p2")
    con.dice(1, 1, 1)
    if dice:
        con.dice(6)
    assert con.seat("p2")["damage"] == (0 if dice else 3)
    assert con.seat("p1")["damage"] == (3 if dice else 0)


@pytest.mark.rule("CC-AIR-02", "CC-AIR-03", "CC-AIR-04", "CC-AIR-05", "CC-AIR-06")
def test_who_may_attack_whom_from_where() -> None:
    air = blow("standard", "might", "speed", "aerial", name="Swoop")
    cards = [card("self-head", "head", keywords=["airborne"], action=air), *THREE[1:3],
             card("foe-head", "head", keywords=["airborne"]), *FOE[1:], *THREE[6:]]  # fmt: skip
    for up, foe_up in ((False, False), (False, True), (True, False), (True, True)):
        con = table(SELF | {"airborne": up, "hand": ["herbal-poultice"]}, OTHER | {"airborne": foe_up}, cards=cards)
        assert con.may("p1", "attack", part="head", target="p2")
        assert con.may("p1", "attack", part="open", target="p2") is (not up and not foe_up)
        assert con.may("p1", "cheat", card="herbal-poultice") is not up
    assert con.refused("p1", "attack", part="open", target="p2") == "CC-AIR-03"
    assert con.refused("p1", "cheat", card="herbal-poultice") == "CC-AIR-04"


@pytest.mark.rule("CC-AIR-07", "CC-AIR-04", "CC-SUB-01")
def test_wings_that_are_replaced_let_a_chimera_land_and_cheat_at_once() -> None:
    cards = [card("self-head", "head", keywords=["airborne"]), *THREE[1:], card("self-skull", "head")]
    flying = SELF | {"airborne": True, "hand": ["self-skull", "herbal-poultice"], "damage": 2}
    con = table(flying, OTHER, cards=cards, at="substitute")
    assert con.refused("p1", "cheat", card="herbal-poultice") == "CC-AIR-04"
    con.do("p1", "substitute", card="self-skull")
    assert not con.seat("p1")["airborne"]
    assert "CC-AIR-07" in con.rules()
    assert con.may("p1", "cheat", card="herbal-poultice")
    assert con.may("p1", "attack", part="open", target="p2"), "the same family: the action is left"


@pytest.mark.rule("CC-ELEM-01", "CC-ATK-04")
def test_damage_may_be_taken_off_but_its_conditions_stay() -> None:
    venom = blow("standard", "might", "speed", "poisonous", "negative")
    cards = [card("self-head", "head", (20, 2, 2, 2), action=venom), *THREE[1:]]
    pillow = trick("pillow", {"do": "reduce_damage", "n": 9}, timing="before you take damage of an attack")
    con = table(SELF, OTHER | {"hand": ["pillow"]}, cards=cards, cheats=[pillow])
    con.do("p1", "attack", part="head", target="p2").do("p2", "cheat", card="pillow").nobody_cheats()
    con.dice(*_dice(12, 6)).dice(*_dice(8, 6))
    facts = con.seat("p2")
    assert (facts["damage"], facts["poisonous"], facts["negative"]) == (0, True, True)


# --- cheats ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-CHEAT-03", "CC-CHEAT-04", "CC-CHEAT-05", "CC-CHEAT-06")
@pytest.mark.parametrize("value", range(1, 7))
def test_an_illegal_cheat_on_anothers_turn(value: int) -> None:
    """On a 1 its player discards down to the limits at once, and then the turn goes on where it was."""
    crowd = ["trapdoor"] * 3 + ["herbal-poultice"] * 3 + ["graft"]
    graft = trick("graft", {"do": "heal", "n": 2}, legality="illegal")
    con = table(SELF, OTHER | {"hand": crowd, "damage": 5}, at="substitute", cards=THREE, cheats=[graft])
    con.do("p2", "cheat", card="graft").dice(value)
    if value == 1:
        con.nobody_cheats()
        assert con.market == ["graft"]
        assert con.seat("p2")["damage"] == 5
        assert con.asked["p2"].kind == "discard"
        assert con.refused("p2", "done") == "CC-DISC-01"
        assert con.refused("p2", "discard", card="trapdoor", to="discard") == "CC-DISC-02"
        con.do("p2", "discard", card="trapdoor", to="market")
        assert con.may("p2", "discard", card="trapdoor", to="discard")
        con.done("p2")
        assert con.market == ["graft", "trapdoor"]
    else:
        assert con.discard == ["graft"]
        assert con.seat("p2")["damage"] == 3
    assert con.asked["p1"].kind == "substitute"


@pytest.mark.rule("CC-CHEAT-06", "CC-TURN-01")
@pytest.mark.parametrize(("ruling", "after"), [("ends_turn", "turn-end"), ("discard_only", "action")])
def test_a_cheat_that_fails_on_the_own_turn(ruling: str, after: str) -> None:
    con = table(
        SELF | {"hand": ["sleight-of-paw", "trapdoor"]}, OTHER | {"hand": ["trapdoor"]}, at="action", cards=THREE,
        options={"cheat_fail_own_turn": ruling},
    )  # fmt: skip
    con.do("p1", "cheat", card="sleight-of-paw").dice(1).nobody_cheats()
    assert con.asked["p1"].kind == "discard"
    con.done("p1")
    assert con.view["stack"][-1]["at"] == after


@pytest.mark.rule("CC-CHEAT-01", "CC-CHEAT-03")
def test_a_trapdoor_that_fails_leaves_the_attack_and_its_owner_discards_before_the_dice() -> None:
    con = table(SELF, OTHER | {"hand": ["trapdoor"]}, cards=THREE).do("p1", "attack", part="open", target="p2")
    con.do("p2", "cheat", card="trapdoor").dice(1)
    assert list(con.asked) == ["p2"]
    con.done("p2")
    assert con.need["attack"] == 6
    assert list(con.asked) == ["chance"]


@pytest.mark.rule("CC-CHEAT-03", "CC-CHEAT-01")
def test_a_pebble_may_save_a_cheat_that_rolled_a_1() -> None:
    hand = ["sleight-of-paw", "weighted-pebble"]
    con = table(SELF | {"hand": hand}, OTHER | {"hand": ["trapdoor"]}, at="draw", cards=THREE)
    con.do("p1", "cheat", card="sleight-of-paw").dice(1)
    con.do("p1", "cheat", card="weighted-pebble").do("p1", "choose-die", value=1).dice(4)
    assert con.do("p1", "choose-seat", who="p2").comes("trapdoor").hand("p1") == ["trapdoor"]
    assert con.discard == ["sleight-of-paw", "weighted-pebble"]


@pytest.mark.rule("CC-CHEAT-01", "CC-NEG-02", "CC-SUB-02", "CC-HP-02", "CC-WIN-04")
def test_a_graft_out_of_turn_may_end_the_own_chimera_in_the_middle_of_an_attack() -> None:
    graft = trick("graft", {"do": "replace_part", "any_family": True})
    cards = [*THREE, card("big-head", "head", (30, 9, 9, 9))]
    doomed = OTHER | {"hand": ["graft", "big-head"], "damage": 41, "negative": True}
    con = table(SELF, doomed, THIRD, cards=cards, cheats=[graft]).do("p1", "attack", part="open", target="p2")
    con.do("p2", "cheat", card="graft").do("p2", "choose-card", card="big-head")
    assert not con.seat("p2")["alive"], "41 + 30 damage of 70 Health"
    assert con.view["attack"] is None
    assert con.asked["p1"].kind == "discard", "the action is spent"
    assert con.market == ["foe-head"]
    assert "graft" in con.discard


@pytest.mark.rule("CC-CHEAT-02", "CC-SPEC-02", "CC-ACT-01")
def test_borrowed_claws_roll_the_own_stats_and_use_up_the_own_action() -> None:
    breath = blow("special", "magic", "speed", type="beast")
    cards = [*whole("self", (20, 1, 1, 4)), card("foe-head", "head", (20, 9, 9, 9), action=breath), *FOE[1:]]
    con = table(SELF | {"hand": ["borrowed-claws"]}, OTHER, cards=cards)
    assert con.refused("p1", "attack", part="head", target="p2", of="p2") == "CC-ACT-02"
    con.do("p1", "cheat", card="borrowed-claws").dice(2)
    con.do("p1", "attack", part="head", target="p2", of="p2")
    assert con.need["attack"] == 12 + 3, "three own parts share the type, and none of them owns the ability"
    con.dice(*[1] * 15).dice(*[1] * 13)
    assert con.seat("p2")["damage"] == 2
    assert con.view["moment"] == "discard"


# --- the market --------------------------------------------------------------------------------------------


def market_of(*magic: int, hands: list[list[str]] | None = None, pile: list[str] | None = None, **more: Any) -> Con:
    """The end of p1's second turn as Merchant, with so much Magic at each seat (a multiple of 3)."""
    names = ["self", "foe", "third", "last"][: len(magic)]
    cards = [one for name, m in zip(names, magic, strict=True) for one in whole(name, (20, 2, 2, m // 3))]
    held = hands or [[] for _ in magic]
    facts = [{"parts": chimera(name), "hand": hand} for name, hand in zip(names, held, strict=True)]
    return table(
        *facts, at="turn-end", cards=cards, market=pile if pile is not None else ["m1", "m2", "m3"], merchant="p1",
        turn="p1", merchant_turns=2, cheats=[trick(n, {"do": "heal", "n": 1}) for n in ("m1", "m2", "m3", "a", "b")],
        **more,
    ).nobody_cheats()  # fmt: skip


def whole_market(con: Con, *takes: tuple[str, str | None]) -> Con:
    for seat, wanted in takes:
        assert con.asked[seat].kind == "take"
        if wanted is None:
            con.done(seat)
        else:
            con.do(seat, "take", card=wanted)
    return con


@pytest.mark.rule("CC-MKT-01", "CC-MKT-03", "CC-MKT-04", "CC-MKT-05", "CC-MERCH-06")
@pytest.mark.parametrize(
    ("options", "order"),
    [
        ({}, ["p3", "p4", "p1", "p2"]),
        ({"market_order": "turn_order_from_highest"}, ["p3", "p4", "p1", "p2"]),
        ({"market_merchant_takes": False}, ["p3", "p4", "p2"]),
        ({"turn_order": "reverse"}, ["p4", "p3", "p1", "p2"]),
    ],
)
def test_the_order_of_the_market(options: dict[str, Any], order: list[str]) -> None:
    con = market_of(6, 3, 9, 9, options=options)
    for seat in order:
        assert next(iter(con.asked)) == seat
        con.done(seat)
    for seat in ("p1", "p2", "p3", "p4"):
        con.do(seat, "be-satisfied")
    assert con.market == []
    assert con.discard == ["m1", "m2", "m3"]
    heir = "p4" if "turn_order" in options else "p2"
    assert (con.view["merchant"], con.view["turn"], con.view["merchant_turns"]) == (heir, heir, 0)


@pytest.mark.rule("CC-GREED-02", "CC-GREED-03", "CC-GREED-01")
def test_the_worked_example_of_greed() -> None:
    con = market_of(6, 3, hands=[["a", "b"], []])
    whole_market(con, ("p1", "m1"), ("p2", None))
    con.do("p1", "get-greedy").do("p2", "be-satisfied")
    assert con.hand("p1") == ["m1", "m2", "m3"]
    assert con.market == ["a", "b"]
    assert con.asked["p2"].kind == "greedy"
    con.do("p2", "be-satisfied")
    assert con.discard == ["a", "b"]


@pytest.mark.rule("CC-GREED-04", "CC-GREED-05")
def test_two_greedy_players_roll_and_the_loser_may_follow() -> None:
    con = market_of(6, 3, hands=[["a"], ["b"]])
    whole_market(con, ("p1", None), ("p2", None))
    con.do("p2", "get-greedy").do("p1", "get-greedy")
    con.dice(1, 1, 1, 1, 1, 2).dice(6, 1, 1).nobody_cheats()  # 7 against 8
    assert con.hand("p2") == ["m1", "m2", "m3"]
    assert con.market == ["b"]
    con.do("p1", "get-greedy")
    assert con.hand("p1") == ["b"]
    assert con.discard == ["a"], "both have swapped once"
    con = market_of(6, 3, hands=[["a"], ["b"]], options={"greedy_loser_may_follow": False})
    whole_market(con, ("p1", None), ("p2", None))
    con.do("p2", "get-greedy").do("p1", "get-greedy").dice(1, 1, 1, 1, 1, 2).dice(6, 1, 1).nobody_cheats()
    assert con.hand("p1") == ["a"]
    assert con.discard == ["b"]


@pytest.mark.rule("CC-PETR-03", "CC-MKT-03", "CC-SUB-02")
def test_stone_goes_through_the_market_into_another_chimera() -> None:
    cards = [*THREE, card("self-skull", "head", (20, 2, 2, 2))]
    stony = {"parts": ["self-head+petrified", "self-body", "self-rear"], "hand": ["self-skull"]}
    con = table(stony, OTHER, cards=cards, merchant_turns=1).do("p1", "mutate", card="self-skull")
    assert con.market == ["self-head+petrified"]
    con.done("p1").done("p1").do("p2", "take", card="self-head+petrified")
    assert con.market == [], "nothing is left to be greedy for"
    con.done("p2").do("p2", "substitute", card="self-head+petrified")
    assert con.totals("p2")[0] == 40 + 20 + 20
    assert con.view["moment"] == "discard", "another family"


@pytest.mark.rule("CC-MKT-01", "CC-MERCH-06", "CC-TURN-01")
def test_the_market_comes_after_the_merchants_second_turn_and_the_next_merchant_begins() -> None:
    con = table(SELF, OTHER, THIRD, at="draw", cards=THREE)
    for seat in ("p1", "p2", "p3", "p1"):
        assert con.view["turn"] == seat
        con.done(seat, 4)
    assert "CC-MKT-01" in con.rules()
    assert (con.view["turn"], con.view["merchant"]) == ("p2", "p2")


@pytest.mark.rule("CC-WIN-01", "CC-WIN-02", "CC-WIN-03")
def test_the_point_that_wins_the_game() -> None:
    frail = OTHER | {"damage": 59, "points": 1}
    con = table(SELF | {"points": 2}, frail, cards=THREE).strike("p1", "open", "p2", [6] * 6, [1] * 6)
    result = con.state.outcome()
    assert result is not None
    assert result.winners == ("p1",)
    assert result.scores["p1"]["total"] == 3
    con = table(SELF | {"points": 1, "poisonous": True}, frail, cards=THREE).strike(
        "p1", "open", "p2", [6] * 3, [1] * 6
    )
    assert con.state.outcome() is None
    assert [con.seat(seat)["points"] for seat in ("p1", "p2")] == [2, 1]
    assert not con.seat("p1")["poisonous"]
    assert list(con.asked) == ["chance"]
