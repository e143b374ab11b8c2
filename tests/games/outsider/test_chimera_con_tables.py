"""Chimera Con: the Market, cheats on cheats, decks that run out and tables of two to six, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE

from tests.games.outsider.con_table import GAME, PARTS, Card, Con, blow, card, chimera, table, trick, whole

TWO = whole("two", (9, 1, 1, 1))
CLAW = blow("standard", "might", "speed")


def wise(name: str, magic: int) -> list[Card]:
    """A Chimera with this Magic in all."""
    return [card(f"{name}-{part}", part, (6, 1, 1, magic if part == "head" else 0)) for part in PARTS]


def market(*magic: int, pile: list[str], merchant: str = "p1", **more: Any) -> Con:
    """The Market Phase of seats with this Magic."""
    cards = [one for n, number in enumerate(magic, 1) for one in wise(f"w{n}", number)]
    cards += [card(name, "head") for name in pile]
    seats: list[Card] = [{"parts": chimera(f"w{n}")} for n, _ in enumerate(magic, 1)]
    con = table(
        *seats, at="discard", cards=cards, market=pile, merchant=merchant, turn=merchant, merchant_turns=1, **more
    )
    return con.done(merchant).nobody_cheats()


PILE = ["a-head", "b-head", "c-head", "d-head"]


@pytest.mark.rule("CC-MKT-03", "CC-MKT-04")
@pytest.mark.parametrize(
    ("magic", "merchant", "options", "order"),
    [
        ((1, 3, 2), "p1", {}, ["p2", "p3", "p1"]),
        ((2, 2, 2), "p2", {}, ["p2", "p3", "p1"]),  # equal Magic: from the Merchant on
        ((2, 3, 3), "p2", {}, ["p2", "p3", "p1"]),
        ((3, 1, 3), "p2", {}, ["p3", "p1", "p2"]),
        ((1, 3, 2), "p1", {"market_merchant_takes": False}, ["p2", "p3"]),
        ((1, 3, 2), "p1", {"market_order": "turn_order_from_highest"}, ["p2", "p3", "p1"]),
        ((2, 1, 3), "p1", {"market_order": "turn_order_from_highest"}, ["p3", "p1", "p2"]),
        ((1, 2, 3, 4, 5, 6), "p1", {}, ["p6", "p5", "p4", "p3", "p2", "p1"]),
    ],
)
def test_the_order_of_the_market(magic: tuple[int, ...], merchant: str, options: Card, order: list[str]) -> None:
    con = market(*magic, pile=PILE, merchant=merchant, options=options)
    for seat in order:
        assert con.view["moment"] == "market"
        assert con.view["asked"][seat] == "market"
        con.do(seat, "done")
    assert con.view["moment"] == "greedy"


@pytest.mark.rule("CC-MKT-03", "CC-WIN-04")
def test_the_fallen_take_nothing() -> None:
    cards = [*wise("w1", 1), *wise("w3", 3), *(card(name, "head") for name in PILE)]
    con = table(
        {"parts": chimera("w1")}, {"eliminated": True}, {"parts": chimera("w3")}, at="turn-end", cards=cards,
        market=PILE, merchant="p1", merchant_turns=2,
    )  # fmt: skip
    con.nobody_cheats().do("p3", "take", card="b-head")
    assert not con.may("p2", "take", card="a-head")
    con.do("p1", "take", card="a-head")
    assert con.view["moment"] == "greedy"
    assert con.market == ["c-head", "d-head"]


@pytest.mark.rule("CC-MKT-02", "CC-MKT-03")
def test_one_card_each_and_only_from_the_pile() -> None:
    con = market(2, 1, pile=PILE)
    assert not con.may("p1", "take", card="two-head")
    con.do("p1", "take", card="a-head")
    assert not con.may("p1", "take", card="b-head")
    own = table({}, {}, at="action", market=["bellow-ox-head"])
    assert not own.may("p1", "take", card="bellow-ox-head")


@pytest.mark.rule("CC-MKT-05", "CC-MERCH-06", "CC-MKT-01")
def test_an_empty_market_changes_the_merchant_all_the_same() -> None:
    con = market(2, 1, pile=[])
    for seat in ("p1", "p2"):
        if con.view["moment"] == "market":
            con.do(seat, "done")
    assert (con.view["merchant"], con.view["turn"], con.view["merchant_turns"]) == ("p2", "p2", 0)


def greedy(*magic: int, said: tuple[str, ...], picked: dict[str, str], hands: dict[str, list[str]], **more: Any) -> Con:
    facts = {seat: {"hand": hand} for seat, hand in hands.items()}
    extra = [card(name, "head") for hand in hands.values() for name in hand]
    cards = [one for n, number in enumerate(magic, 1) for one in wise(f"w{n}", number)]
    cards += extra + [card(name, "head") for name in PILE]
    seats: list[Card] = [{"parts": chimera(f"w{n}"), **facts.get(f"p{n}", {})} for n, _ in enumerate(magic, 1)]
    con = table(*seats, at={"at": "greedy", "picked": picked}, cards=cards, market=PILE, merchant="p1", **more)
    for seat in list(con.asked):
        con.do(seat, "get-greedy" if seat in said else "be-satisfied")
    return con


@pytest.mark.rule("CC-GREED-03")
def test_without_a_pick_the_whole_hand_goes() -> None:
    con = greedy(1, 1, said=("p1",), picked={}, hands={"p1": ["x-head", "y-head"]}).nobody_cheats()
    assert con.hand("p1") == PILE
    assert con.market == ["x-head", "y-head"]
    barred = greedy(1, 1, said=(), picked={"p2": "z-head"}, hands={"p1": ["x-head"], "p2": ["z-head"]},
                    options={"greedy_without_pick": "may_not"})  # fmt: skip
    assert not barred.may("p1", "get-greedy")


@pytest.mark.rule("CC-GREED-04", "CC-GREED-05")
@pytest.mark.parametrize("follows", [True, False])
def test_two_greedy_players_roll_magic_and_the_loser_may_follow(follows: bool) -> None:
    con = greedy(2, 1, said=("p1", "p2"), picked={}, hands={"p1": ["x-head"], "p2": ["y-head"]},
                 options={"greedy_loser_may_follow": follows})  # fmt: skip
    con.dice(2, 3).nobody_cheats().dice(4).nobody_cheats()
    assert con.hand("p1") == PILE
    assert con.market == (["x-head"] if follows else []), "when nobody may swap any more the phase is over"
    assert con.may("p2", "get-greedy") == follows
    assert not con.may("p1", "get-greedy")


@pytest.mark.rule("CC-GREED-04")
def test_tied_magic_is_rolled_again() -> None:
    con = greedy(1, 1, said=("p1", "p2"), picked={}, hands={"p1": ["x-head"], "p2": ["y-head"]})
    con.do(CHANCE, "roll-die", value=4).do(CHANCE, "roll-die", value=4).nobody_cheats()
    assert list(con.asked) == [CHANCE], "a tie is rolled again"
    con.do(CHANCE, "roll-die", value=2).do(CHANCE, "roll-die", value=5).nobody_cheats()
    assert con.hand("p2") == PILE


@pytest.mark.rule("CC-GREED-05")
@pytest.mark.parametrize("times", [0, 1, 2])
def test_how_often_one_player_gets_greedy(times: int) -> None:
    con = table({"hand": ["bellow-ox-head"]}, {}, at={"at": "greedy", "picked": {}}, market=["dune-worm-head"],
                options={"greedy_per_player": times})  # fmt: skip
    for _ in range(times):
        con.do("p1", "get-greedy").do("p2", "be-satisfied").nobody_cheats()
    assert not con.may("p1", "get-greedy")


# --- cheats -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-CHEAT-03", "CC-CHEAT-04", "CC-CHEAT-05", "CC-CHEAT-06")
@pytest.mark.parametrize("value", range(1, 7))
def test_an_illegal_cheat_is_rolled_for(value: int) -> None:
    salve = trick("dirty-salve", {"do": "heal", "n": 3}, legality="illegal")
    con = table({}, {"hand": ["dirty-salve"], "damage": 5}, cheats=[salve])
    con.do("p2", "cheat", card="dirty-salve").do(CHANCE, "roll-die", value=value)
    works = value > 1
    assert con.seat("p2")["damage"] == (2 if works else 5)
    assert (con.market, con.discard) == (([], ["dirty-salve"]) if works else (["dirty-salve"], []))
    assert con.asked["p1" if works else "p2"].kind == ("action" if works else "discard")


@pytest.mark.rule("CC-CHEAT-06", "CC-DISC-01", "CC-DISC-02")
def test_who_fails_on_another_s_turn_discards_down_and_the_turn_goes_on() -> None:
    salve = trick("dirty-salve", {"do": "heal", "n": 3}, legality="illegal")
    extra = [card(f"e{n}-head", "head") for n in range(7)]
    con = table({}, {"hand": [*(one["id"] for one in extra), "dirty-salve"], "damage": 5}, cards=extra, cheats=[salve])
    con.do("p2", "cheat", card="dirty-salve").do(CHANCE, "roll-die", value=1)
    assert not con.may("p2", "done")
    con.do("p2", "discard", card="e0-head", to="market").do("p2", "discard", card="e1-head", to="market")
    con.do("p2", "discard", card="e2-head", to="discard").do("p2", "done")
    assert con.market == ["dirty-salve", "e0-head", "e1-head"]
    assert con.discard == ["e2-head"]
    assert con.asked["p1"].kind == "action"


@pytest.mark.rule("CC-CHEAT-06", "CC-TURN-01")
@pytest.mark.parametrize(("setting", "turn"), [("ends_turn", "p2"), ("discard_only", "p1")])
def test_who_fails_on_the_own_turn(setting: str, turn: str) -> None:
    salve = trick("dirty-salve", {"do": "heal", "n": 3}, legality="illegal")
    con = table({"hand": ["dirty-salve"], "damage": 5}, {}, cheats=[salve], options={"cheat_fail_own_turn": setting})
    con.do("p1", "cheat", card="dirty-salve").do(CHANCE, "roll-die", value=1).do("p1", "done").nobody_cheats()
    assert con.view["turn"] == turn


@pytest.mark.rule("CC-CHEAT-01", "CC-CHEAT-03")
def test_a_cheat_for_the_die_of_a_cheat() -> None:
    """The Weighted Pebble is played after any roll of one's own, so also after the 1 of an illegal cheat."""
    salve = trick("dirty-salve", {"do": "heal", "n": 3}, legality="illegal")
    con = table({}, {"hand": ["dirty-salve", "weighted-pebble"], "damage": 5}, cheats=[salve])
    con.do("p2", "cheat", card="dirty-salve").do(CHANCE, "roll-die", value=1)
    assert con.may("p2", "cheat", card="weighted-pebble")
    con.do("p2", "cheat", card="weighted-pebble").do("p2", "choose-die", value=1).do(CHANCE, "roll-die", value=6)
    assert con.seat("p2")["damage"] == 2
    assert con.discard == ["dirty-salve", "weighted-pebble"]


@pytest.mark.rule("CC-CHEAT-01", "CC-CHEAT-02", "CC-ATK-01")
def test_both_sides_answer_an_attack_with_cheats() -> None:
    """A Loud Whistle takes a die of the attack, Greased Scales add two to the defence."""
    con = table(
        {"parts": chimera("hit")}, {"parts": chimera("two"), "hand": ["greased-scales", "loud-whistle"]},
        cards=[*whole("hit", (6, 1, 1, 1), action=CLAW), *TWO],
    )  # fmt: skip
    con.do("p1", "attack", part="head", target="p2").do("p2", "cheat", card="loud-whistle").nobody_cheats()
    assert con.need["attack"] == 2
    con.dice(3, 3)
    con.do("p2", "cheat", card="greased-scales").nobody_cheats()
    assert con.need["defence"] == 5


@pytest.mark.rule("CC-CHEAT-01", "CC-CTR-01")
def test_a_trapdoor_ends_the_attack_with_nothing() -> None:
    con = table({"parts": chimera("hit")}, {"parts": chimera("two"), "hand": ["trapdoor"]},
                cards=[*whole("hit", (6, 1, 1, 1), action=CLAW), *TWO])  # fmt: skip
    assert not con.may("p2", "cheat", card="trapdoor"), "nobody attacks yet"
    con.do("p1", "attack", part="head", target="p2").do("p2", "cheat", card="trapdoor").do(CHANCE, "roll-die", value=2)
    assert con.view["attack"] is None
    assert con.seat("p1")["damage"] == con.seat("p2")["damage"] == 0
    assert con.asked["p1"].kind == "discard"


@pytest.mark.rule("CC-ELEM-01")
@pytest.mark.parametrize(
    ("tags", "circumvents", "damage"), [([], False, 1), (["elemental"], False, 3), (["elemental"], True, 1)]
)
def test_elemental_damage_is_not_reduced(tags: list[str], circumvents: bool, damage: int) -> None:
    coat = trick("coat", {"do": "reduce_damage", "n": 2, **({"elemental": True} if circumvents else {})},
                 timing="before you take damage of an attack")  # fmt: skip
    con = table(
        {"parts": chimera("hit")}, {"parts": chimera("two"), "hand": ["coat"]}, cheats=[coat],
        cards=[*whole("hit", (6, 1, 1, 1), action=blow("standard", "might", "speed", *tags)), *TWO],
    )  # fmt: skip
    con.do("p1", "attack", part="head", target="p2").nobody_cheats().dice(2, 2, 2)
    con.nobody_cheats().dice(1, 1, 1)
    con.do("p2", "cheat", card="coat").nobody_cheats()
    assert con.seat("p2")["damage"] == damage


# --- decks, hands, seats --------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-DRAW-03")
@pytest.mark.parametrize(("setting", "drawn"), [("shuffle_discard", 1), ("no_draw", 0)])
def test_an_empty_deck(setting: str, drawn: int) -> None:
    con = table({}, {}, at="draw", decks={"creature": {}, "cheat": {}}, discard=["bellow-ox-head", "trapdoor"],
                options={"deck_empty": setting})  # fmt: skip
    if not drawn:
        assert not con.may("p1", "draw", deck="creature")
        return
    con.do("p1", "draw", deck="creature")
    assert [one.card for one in con.state.legal_actions(CHANCE)] == ["bellow-ox-head"]  # type: ignore[attr-defined]
    con.comes("bellow-ox-head")
    assert con.discard == ["trapdoor"], "only the pile of that deck is shuffled"
    assert not con.may("p1", "draw", deck="creature")
    assert con.may("p1", "draw", deck="cheat")


@pytest.mark.rule("CC-DRAW-01", "CC-DRAW-02")
@pytest.mark.parametrize("setting", ["free", "two_or_none"])
def test_fewer_than_two(setting: str) -> None:
    con = table({}, {}, at="draw", options={"draw_mix": setting})
    assert con.may("p1", "done")
    con.do("p1", "draw", deck="cheat").comes("trapdoor")
    assert con.may("p1", "done") == (setting == "free")


@pytest.mark.rule("CC-SUB-01", "CC-SUB-03", "CC-MUT-02", "CC-ACT-01")
@pytest.mark.parametrize(
    ("new", "options", "acts"),
    [
        ("one2-body", {}, True),
        ("two-body", {}, False),
        ("two-body", {"family_change": "vs_any_part"}, True),  # p1 has a two-rear already
        ("three-body", {"family_change": "vs_any_part"}, False),
    ],
)
def test_another_family_costs_the_action(new: str, options: Card, acts: bool) -> None:
    cards = [*whole("one"), card("one2-body", "body", family="one"), *TWO, *whole("three")]
    con = table({"parts": ["one-head", "one-body", "two-rear"], "hand": [new, "three-head"]},
                {"parts": chimera("three")}, at="substitute", cards=cards, options=options)  # fmt: skip
    con.do("p1", "substitute", card=new)
    assert (con.view["moment"] == "action") == acts
    assert con.may("p1", "mutate", card="three-head") == acts
    assert not con.may("p1", "substitute", card="three-head")


@pytest.mark.rule("CC-MUT-02")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_mutation_after_a_substitution(allowed: bool) -> None:
    cards = [*whole("one"), card("one2-body", "body", family="one"), *TWO]
    con = table({"parts": chimera("one"), "hand": ["one2-body", "two-head"]}, {"parts": chimera("two")},
                at="substitute", cards=cards, options={"mutate_after_substitute": allowed})  # fmt: skip
    con.do("p1", "substitute", card="one2-body")
    assert con.may("p1", "mutate", card="two-head") == allowed


@pytest.mark.rule("CC-DISC-03")
@pytest.mark.parametrize(("setting", "market_too"), [("discard_pile", False), ("choice", True)])
def test_where_voluntary_discards_go(setting: str, market_too: bool) -> None:
    con = table({"hand": ["trapdoor"]}, {}, at="discard", options={"voluntary_discard": setting})
    assert con.may("p1", "discard", card="trapdoor", to="discard")
    assert con.may("p1", "discard", card="trapdoor", to="market") == market_too


@pytest.mark.rule("CC-SETUP-01", "CC-MERCH-01", "CC-MERCH-05")
@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize("setting", ["seat_order", "reverse"])
def test_tables_of_two_to_six(count: int, setting: str) -> None:
    state = GAME.new({"seats": count, "options": {"turn_order": setting}})
    con = Con(state)
    while con.view["moment"] == "deal":
        con.do(CHANCE, "draw-card", card=state.legal_actions(CHANCE)[0].card)  # type: ignore[attr-defined]
    assert [con.seat(seat)["creatures"] for seat in state.seats] == [6] * count
    while con.view["turn"] is None:
        seat = next(iter(con.asked))
        state.apply(state.legal_actions(seat)[0])
    assert [con.seat(seat)["cheats"] for seat in state.seats] == [3] * count
    assert con.view["turn"] == con.view["merchant"]
    turns = []
    for _ in range(count):
        turns.append(con.view["turn"])
        con.done(con.view["turn"], 4).nobody_cheats()
    step = 1 if setting == "seat_order" else -1
    first = state.seats.index(turns[0])
    assert turns == [state.seats[(first + step * n) % count] for n in range(count)]


@pytest.mark.rule("CC-SETUP-01")
@pytest.mark.parametrize("seats", [0, 1, 7, "3", 2.0, None, True])
def test_no_other_tables(seats: object) -> None:
    with pytest.raises(games.BadConfig):
        GAME.new({"seats": seats})
