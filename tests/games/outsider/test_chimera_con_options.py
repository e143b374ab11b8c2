"""Chimera Con: the other readings of the open points, each against the default, from the rulebook's list of them."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadConfig

from tests.games.outsider.con_table import GAME, PARTS, blow, card, chimera, table, whole

CLAW = blow("standard", "might", "speed")
HIT, TWO = whole("hit", (6, 2, 1, 1), action=CLAW), whole("two", (9, 1, 1, 1))


@pytest.mark.rule("CC-BUILD-01")
@pytest.mark.parametrize(("setting", "kept"), [("kept_in_hand", ["x-head"]), ("discard_pile", [])])
def test_where_the_cards_go_that_are_not_built(setting: str, kept: list[str]) -> None:
    con = table(
        {"hand": [*chimera("hit"), "x-head"]}, {"hand": chimera("two")}, at="build", turn=None,
        cards=[*HIT, *TWO, card("x-head", "head")], options={"leftover_cards": setting},
    )  # fmt: skip
    for seat, family in (("p1", "hit"), ("p2", "two")):
        con.do(seat, "build", head=f"{family}-head", body=f"{family}-body", rear=f"{family}-rear")
    assert [one["card"] for one in con.seat("p1")["hand"]] == kept
    assert con.discard == ([] if kept else ["x-head"])


@pytest.mark.rule("CC-BUILD-03")
@pytest.mark.parametrize("setting", ["shuffled_in_after_drawing", "discard_pile"])
def test_where_a_hand_goes_that_allows_no_build(setting: str) -> None:
    rears = [card(f"r{n}-rear", "rear") for n in range(6)]
    new = [card(f"n{n}-{part}", part) for n, part in enumerate(PARTS * 2)]
    con = table(
        {"hand": [one["id"] for one in rears]}, {"hand": chimera("two")}, at="build", turn=None,
        cards=rears + new + TWO, decks={"creature": {one["id"]: 1 for one in new}, "cheat": {}},
        options={"redraw_old_hand": setting},
    )  # fmt: skip
    con.do("p1", "redraw").comes(*[one["id"] for one in new])
    shuffled = setting == "shuffled_in_after_drawing"
    assert con.view["decks"]["creature"] == (6 if shuffled else 0)
    assert len(con.discard) == (0 if shuffled else 6)


@pytest.mark.rule("CC-WIN-04")
@pytest.mark.parametrize("setting", ["discard_pile", "market_pile"])
def test_where_the_cards_of_the_fallen_go(setting: str) -> None:
    con = table({"parts": chimera("hit")}, {"parts": chimera("two"), "damage": 26, "hand": ["trapdoor"]}, {},
                cards=HIT + TWO, options={"eliminated_cards": setting})  # fmt: skip
    con.strike("p1", "head", "p2", [6] * 6, [1, 1, 1])
    pile = con.discard if setting == "discard_pile" else con.market
    assert pile == sorted([*chimera("two"), "trapdoor"])


@pytest.mark.rule("CC-POIS-04", "CC-WIN-03")
@pytest.mark.parametrize(("setting", "stays"), [("end_of_round", False), ("card_effect_only", True)])
def test_how_long_conditions_last(setting: str, stays: bool) -> None:
    con = table({"parts": chimera("hit"), "poisonous": True, "negative": True}, {"parts": chimera("two"), "damage": 26},
                cards=HIT + TWO, options={"status_until": setting})  # fmt: skip
    con.strike("p1", "head", "p2", [6] * 3, [1, 1, 1])
    assert con.view["round"] == 2
    assert con.seat("p1")["poisonous"] == stays
    assert con.seat("p1")["negative"] == stays


@pytest.mark.rule("CC-CTR-01")
@pytest.mark.parametrize(
    ("part", "basic", "damage"), [("head", True, 12), ("head", False, 0), ("open", True, 12), ("open", False, 12)]
)
def test_what_counts_as_basic(part: str, basic: bool, damage: int) -> None:
    con = table(
        {"parts": chimera("hit")}, {"parts": chimera("two")}, cards=HIT + TWO, options={"basic_is_standard": basic}
    )
    con.strike("p1", part, "p2", [1] * 6, [6, 6, 6])
    assert con.seat("p1")["damage"] == damage


@pytest.mark.rule("CC-CTR-03", "CC-ATK-02")
@pytest.mark.parametrize(("points", "damage"), [(0, 0), (2, 2)])
def test_what_a_tie_costs_the_attacker(points: int, damage: int) -> None:
    con = table(
        {"parts": chimera("hit")}, {"parts": chimera("two")}, cards=HIT + TWO, options={"tie_counter_damage": points}
    )
    con.strike("p1", "head", "p2", [1] * 6, [2, 2, 2])
    assert (con.seat("p1")["damage"], con.seat("p2")["damage"]) == (damage, 0)


@pytest.mark.rule("CC-STAT-04")
@pytest.mark.parametrize("dice", [0, 1])
def test_a_roll_with_nothing(dice: int) -> None:
    weak = whole("weak", (6, 0, 1, 1), action=CLAW)
    con = table({"parts": chimera("weak")}, {"parts": chimera("two")}, cards=weak + TWO, options={"zero_dice": dice})
    con.do("p1", "attack", part="head", target="p2").nobody_cheats()
    if dice:
        con.dice(6).nobody_cheats()
    assert con.need["defence"] == 3
    con.dice(1, 1, 1).nobody_cheats()
    assert con.seat("p2")["damage"] == (3 if dice else 0)
    assert con.seat("p1")["damage"] == (0 if dice else 3)


@pytest.mark.rule("CC-WIN-02")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_points_that_win(points: int) -> None:
    con = table({"parts": chimera("hit"), "points": points - 1}, {"parts": chimera("two"), "damage": 26},
                cards=HIT + TWO, options={"points_to_win": points})  # fmt: skip
    con.strike("p1", "head", "p2", [6] * 6, [1, 1, 1])
    outcome = con.state.outcome()
    assert outcome is not None
    assert outcome.winners == ("p1",)


@pytest.mark.rule("CC-DISC-01")
@pytest.mark.parametrize("limit", [0, 2, 5])
def test_the_limit_of_a_hand(limit: int) -> None:
    extra = [card(f"e{n}-head", "head") for n in range(limit + 1)]
    con = table({"hand": [one["id"] for one in extra]}, {}, at="discard", cards=extra, options={"hand_limit": limit})
    assert not con.may("p1", "done")
    con.do("p1", "discard", card="e0-head", to="market")
    assert con.may("p1", "done")


@pytest.mark.rule("CC-SETUP-01")
@pytest.mark.parametrize(
    ("players", "seats", "fits"), [([2, 6], 6, True), ([2, 4], 5, False), ([3, 4], 2, False), ([4, 4], 4, True)]
)
def test_how_many_may_sit_down(players: list[int], seats: int, fits: bool) -> None:
    config: dict[str, Any] = {"seats": seats, "options": {"players": players}}
    if fits:
        assert len(GAME.new(config).seats) == seats
        return
    with pytest.raises(BadConfig):
        GAME.new(config)


@pytest.mark.rule("CC-DRAW-03")
def test_two_empty_decks_give_nothing() -> None:
    con = table({}, {}, at="draw", decks={"creature": {}, "cheat": {}})
    for deck in ("creature", "cheat"):
        assert not con.may("p1", "draw", deck=deck)
    assert con.may("p1", "done")


def test_every_default_is_a_choice() -> None:
    for option in GAME.options():
        assert not option.choices or option.default in option.choices, option.key
        GAME.new({"options": {option.key: option.default}})
        for choice in option.choices:
            GAME.new({"options": {option.key: choice}})
