"""Chimera Con: flight, landings and the ends of Chimeras, Merchants and games, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.con_table import PARTS, Card, blow, card, chimera, table, whole

CLAW = blow("standard", "might", "speed")
TARGET = whole("two", (9, 1, 1, 1))


def mixed(family: str, *parts: tuple[tuple[int, int, int, int], dict[str, Any]]) -> list[Card]:
    """Head, body and rear with numbers and more of their own."""
    return [card(f"{family}-{part}", part, numbers, **more) for part, (numbers, more) in zip(PARTS, parts, strict=True)]


PLAIN: dict[str, Any] = {}
FLYER = mixed("fly", ((6, 2, 2, 2), PLAIN), ((6, 2, 2, 2), {"keywords": ["airborne"]}), ((6, 2, 2, 2), PLAIN))


# --- in the air -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-AIR-02", "CC-AIR-03", "CC-AIR-05")
@pytest.mark.parametrize("high", [False, True])
@pytest.mark.parametrize("target_high", [False, True])
def test_who_can_attack_whom(high: bool, target_high: bool) -> None:
    cards = mixed(
        "fly", ((6, 2, 2, 2), {"action": CLAW}), ((6, 2, 2, 2), {"keywords": ["airborne"]}),
        ((6, 2, 2, 2), {"action": blow("standard", "might", "speed", "aerial")}),
    )  # fmt: skip
    other = [one | {"id": one["id"].replace("fly", "kite"), "family": "kite"} for one in cards]
    con = table({"parts": chimera("fly"), "airborne": high}, {"parts": chimera("kite"), "airborne": target_high},
                cards=cards + other)  # fmt: skip
    assert con.may("p1", "attack", part="rear", target="p2")
    for part in ("head", "open"):
        assert con.may("p1", "attack", part=part, target="p2") == (not high and not target_high)


@pytest.mark.rule("CC-AIR-05", "CC-CTR-01")
@pytest.mark.parametrize("high", [False, True])
def test_an_aerial_attack_is_not_countered(high: bool) -> None:
    cards = [*whole("bird", (6, 1, 1, 1), action=blow("standard", "might", "speed", "aerial")), *FLYER]
    con = table({"parts": chimera("bird")}, {"parts": chimera("fly"), "airborne": high}, cards=cards)
    con.strike("p1", "head", "p2", [1, 1, 1], [6, 6, 6, 6, 6, 6])
    assert con.seat("p1")["damage"] == 0


@pytest.mark.rule("CC-AIR-04", "CC-CHEAT-01")
def test_nobody_cheats_in_the_air() -> None:
    con = table({"parts": chimera("fly"), "airborne": True, "hand": ["herbal-poultice"], "damage": 3}, {}, cards=FLYER)
    assert not con.may("p1", "cheat", card="herbal-poultice")
    assert con.asked["p1"].kind == "action"


@pytest.mark.rule("CC-AIR-06")
@pytest.mark.parametrize("setting", ["free_at_turn_start", "action"])
def test_landing(setting: str) -> None:
    options = {"airborne_landing": setting}
    con = table({"parts": chimera("fly"), "airborne": True}, {}, at="draw", cards=FLYER, options=options)
    assert con.may("p1", "land") == (setting == "free_at_turn_start")
    acts = table({"parts": chimera("fly"), "airborne": True}, {}, at="action", cards=FLYER, options=options)
    assert acts.may("p1", "land") == (setting == "action")


@pytest.mark.rule("CC-AIR-07", "CC-SUB-01", "CC-CHEAT-01")
def test_who_swaps_the_wings_away_lands_and_may_cheat_again() -> None:
    cards = [*FLYER, card("fly2-body", "body", family="fly")]
    con = table({"parts": chimera("fly"), "airborne": True, "hand": ["fly2-body", "herbal-poultice"], "damage": 2}, {},
                at="substitute", cards=cards)  # fmt: skip
    con.do("p1", "substitute", card="fly2-body")
    assert not con.seat("p1")["airborne"]
    assert con.may("p1", "cheat", card="herbal-poultice")


# --- eliminations -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-CTR-03", "CC-HP-02", "CC-WIN-01", "CC-WIN-03")
def test_a_counterattack_wins_the_round_and_everything_is_cleared() -> None:
    con = table(
        {"damage": 17, "poisonous": True, "parts": chimera("hit"), "points": 1},
        {"parts": chimera("two"), "negative": True, "hand": ["gorgon-newt-head+petrified"]},
        cards=[*whole("hit", (6, 1, 1, 1), action=CLAW), *TARGET], market=["bellow-ox-head"],
    )  # fmt: skip
    con.strike("p1", "head", "p2", [1], [2, 1, 1])
    assert (con.seat("p1")["points"], con.seat("p2")["points"]) == (1, 1)
    assert con.view["round"] == 2
    assert con.market == con.discard == []
    assert con.view["merchant"] is None
    for seat in ("p1", "p2"):
        facts = con.seat(seat)
        assert (facts["damage"], facts["poisonous"], facts["negative"]) == (0, False, False)


@pytest.mark.rule("CC-MERCH-06", "CC-WIN-04", "CC-HP-02")
def test_the_merchant_falls_on_another_s_turn() -> None:
    """p1 is the Merchant and falls on p3's turn: p2 is the Merchant at once, and p1 has no more turns."""
    cards = [*whole("hit", (6, 2, 1, 1), action=CLAW), *TARGET]
    con = table(
        {"damage": 26, "parts": chimera("two"), "hand": ["dune-worm-head"]}, {}, {"parts": chimera("hit")}, turn="p3",
        merchant="p1", merchant_turns=1, cards=cards,
    )  # fmt: skip
    con.strike("p3", "head", "p1", [6] * 6, [1, 1, 1])
    assert not con.seat("p1")["alive"]
    assert (con.view["merchant"], con.view["merchant_turns"]) == ("p2", 0)
    assert set(con.discard) == {"dune-worm-head", *chimera("two")}
    con.done("p3").nobody_cheats()
    assert con.view["turn"] == "p2"


@pytest.mark.rule("CC-HP-02", "CC-MERCH-06", "CC-MKT-01")
def test_the_merchant_falls_on_its_own_second_turn() -> None:
    """By a counterattack: no Market Phase then, the role passes on, and so does the turn."""
    cards = [*whole("hit", (6, 1, 1, 1), action=CLAW), *TARGET]
    con = table({"damage": 17, "parts": chimera("hit")}, {"parts": chimera("two")}, {}, merchant="p1", merchant_turns=1,
                market=["bellow-ox-head"], cards=cards)  # fmt: skip
    con.strike("p1", "head", "p2", [1, 1, 1], [6, 6, 6])
    con.nobody_cheats()
    assert (con.view["merchant"], con.view["turn"], con.view["moment"]) == ("p2", "p2", "draw")


@pytest.mark.rule("CC-WIN-02")
def test_the_last_point_ends_the_game() -> None:
    cards = [*whole("hit", (6, 2, 1, 1), action=CLAW), *TARGET]
    con = table(
        {"parts": chimera("hit"), "points": 2}, {"parts": chimera("two"), "damage": 26, "points": 2}, cards=cards
    )
    con.strike("p1", "head", "p2", [6] * 6, [1, 1, 1])
    outcome = con.state.outcome()
    assert outcome is not None
    assert outcome.winners == ("p1",)
    assert not con.asked
