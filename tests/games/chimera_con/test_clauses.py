"""Clauses of rules that no other test would miss, were their code not there; `tests/mutation` takes it out."""

from __future__ import annotations

import pytest

from tests.games.chimera_con.table import Table, attack, cheat, creature, family, parts, place, special

A = family("a", (6, 1, 1, 1))
B = family("b", (6, 1, 1, 1))
"""Chimeras of 18 Health that roll three dice for everything."""

FLY = family("fly", keywords=["airborne"])


def last_blow(first: dict[str, object], second: dict[str, object], **more: object) -> Table:
    """p1 strikes down p2, the last other Chimera: a new round begins."""
    seats = ({"parts": parts("a"), **first}, {"parts": parts("b"), "damage": 17, **second})
    return place(*seats, cards=[*A, *B], **more).fight("open", "p2", [6, 6, 6], [1, 1, 1])  # type: ignore[arg-type]


@pytest.mark.rule("CC-SETUP-01", "CC-WIN-03")
def test_six_cards_are_dealt_in_every_round() -> None:
    table = last_blow({"hand": ["galehawk-head"]}, {})
    assert (table.view["round"], table.moment) == (2, "draw-cards")
    for seat in ("p1", "p2"):
        for number in range(6):
            assert len(table.hand(seat)) == number
            table.draw(table.state.legal_actions("chance")[0].card)  # type: ignore[attr-defined]
    assert [len(table.hand(seat)) for seat in ("p1", "p2")] == [6, 6]
    assert (table.moment, table.deciders()) == ("build", ["p1", "p2"])


@pytest.mark.rule("CC-WIN-03")
def test_hands_piles_and_conditions_of_the_last_round_are_gone() -> None:
    table = last_blow(
        {"hand": ["galehawk-head", "trapdoor"], "negative": True, "poisonous": False},
        {"hand": ["loud-whistle"]},
        market=["galehawk-body", "loud-whistle"],
        discard=["galehawk-rear", "trapdoor"],
    )
    decks = table.state.position()["decks"]
    draw = {"at": "draw-cards", "seat": "p1", "deck": "creature", "left": 6}
    empty = {"parts": {"head": "", "body": "", "rear": ""}, "hand": []}
    fresh = place(empty, empty, cards=[*A, *B], at=[{"at": "deal"}, draw]).state.position()["decks"]
    assert decks == fresh
    assert (decks["cheat"]["trapdoor"], decks["cheat"]["loud-whistle"]) == (4, 4)
    assert (table.market, table.discard) == ([], [])
    for seat in ("p1", "p2"):
        assert (table.hand(seat), table.seat(seat)["negative"], table.seat(seat)["poisonous"]) == ([], False, False)


@pytest.mark.rule("CC-WIN-03")
def test_poison_and_negativity_end_with_the_round_for_all() -> None:
    seats = ({"parts": parts("a"), "poisonous": True}, {"parts": parts("b"), "damage": 17, "negative": True})
    table = place(*seats, cards=[*A, *B]).fight("open", "p2", [6], [1, 1, 1])  # half of three dice
    assert table.view["round"] == 2
    assert [(one["poisonous"], one["negative"]) for one in map(table.seat, ("p1", "p2"))] == 2 * [(False, False)]


@pytest.mark.rule("CC-TURN-01", "CC-DRAW-02")
@pytest.mark.parametrize("drawn", [("creature", "cheat"), ("cheat", "cheat"), ("creature", "creature", "creature")])
def test_after_the_last_card_come_substitute_action_and_discard(drawn: tuple[str, ...]) -> None:
    table = place({}, {}, at="draw")
    for deck in drawn:
        assert table.moment == "draw"
        table.do("p1", "draw", deck=deck).draw(table.state.legal_actions("chance")[0].card)  # type: ignore[attr-defined]
    seen: list[str] = []
    while table.view["turn"] == "p1" and len(seen) < 9:
        seen.append(table.moment)
        table.done("p1").quietly()
    assert seen == ["substitute", "action", "discard"]


KINDS = {
    "standard": attack(),
    "special": special("Zap", "might", "speed", kind="fish"),
}


@pytest.mark.rule("CC-ACT-02", "CC-STD-01", "CC-SPEC-01")
@pytest.mark.parametrize("kind", [*KINDS, "open"])
@pytest.mark.parametrize("hits", [True, False])
def test_every_kind_of_action_is_the_one_of_its_turn(kind: str, hits: bool) -> None:
    cards = [*A, *B, *(creature(one, "head", (6, 1, 1, 1), family="a", action=act) for one, act in KINDS.items())]
    chimera = {**parts("a"), **({"head": kind} if kind != "open" else {})}
    table = place({"parts": chimera, "hand": ["a-body"]}, {"parts": parts("b")}, cards=cards)
    part = "open" if kind == "open" else "head"
    table.fight(part, "p2", [6, 6, 6] if hits else [1, 1, 1], [2, 2, 2])
    assert (table.moment, table.view["turn"]) == ("discard", "p1")
    for again in (part, "open"):
        assert table.refusal("p1", "attack", part=again, target="p2").rule == "CC-TURN-01"
    assert table.refusal("p1", "mutate", card="a-body").rule == "CC-TURN-01"


@pytest.mark.rule("CC-ACT-02")
def test_what_is_printed_on_another_chimera_is_not_ones_own() -> None:
    cards = [*A, *B, creature("biter", "head", family="b", action=attack())]
    table = place({"parts": parts("a")}, {"parts": {**parts("b"), "head": "biter"}}, {}, cards=cards)
    for target in ("p2", "p3"):
        assert table.refusal("p1", "attack", part="head", target=target, of="p2").rule == "CC-ACT-02"
    assert not any(getattr(action, "of", "") for action in table.state.legal_actions("p1"))


@pytest.mark.rule("CC-MUT-02", "CC-ACT-01")
def test_after_a_mutate_the_action_is_gone() -> None:
    hand = ["b-head", "b-body"]
    table = place({"parts": parts("a"), "hand": hand}, {}, cards=[*A, *B]).do("p1", "mutate", card="b-head")
    assert table.moment == "discard"
    assert table.refusal("p1", "mutate", card="b-body").rule == "CC-TURN-01"
    assert table.refusal("p1", "attack", part="open", target="p2").rule == "CC-TURN-01"


@pytest.mark.rule("CC-DISC-02")
def test_cheat_cards_above_the_limit_go_to_the_market_too() -> None:
    hand = ["trapdoor", "trapdoor", "trapdoor", "trapdoor", "loud-whistle", "loud-whistle"]
    table = place({"hand": hand}, {}, at="discard")
    assert table.refusal("p1", "discard", card="trapdoor", to="discard").rule == "CC-DISC-02"
    table.do("p1", "discard", card="trapdoor", to="market")
    assert (table.market, table.discard) == (["trapdoor"], [])
    assert table.may("p1", "done")


@pytest.mark.rule("CC-CTR-03")
def test_who_counters_gives_up_neither_a_card_nor_a_turn() -> None:
    cheats = [cheat("wait", {"do": "heal", "n": 1})]
    seats = ({"parts": parts("a")}, {"parts": parts("b"), "hand": ["wait", "a-body"]})
    table = place(*seats, cards=[*A, *B], cheats=cheats).fight("open", "p2", [1, 1, 1], [2, 2, 2])
    assert (table.damage("p1"), table.damage("p2")) == (3, 0)
    assert sorted(table.hand("p2")) == ["a-body", "wait"]
    assert (table.view["turn"], table.moment, table.awaited()) == ("p1", "discard", ["p1"])
    table.done("p1").quietly()
    assert (table.view["turn"], table.moment) == ("p2", "draw")
    table.done("p2", 2)
    assert table.may("p2", "attack", part="open", target="p1")


@pytest.mark.rule("CC-AIR-01")
def test_the_tag_alone_puts_nobody_in_the_air() -> None:
    table = place({"parts": parts("a")}, {"parts": parts("fly")}, at="discard", cards=[*A, *FLY])
    table.done("p1").quietly()
    assert (table.view["turn"], table.seat("p2")["airborne"]) == ("p2", False)
    table.skip("p2")
    assert table.seat("p2")["airborne"] is False
    assert table.skip("p1").done("p2", 2).may("p2", "take-off")


@pytest.mark.rule("CC-DRAW-03")
def test_a_card_comes_as_often_as_it_is_left_and_then_it_is_one_less() -> None:
    decks = {"creature": {"galehawk-head": 2, "dune-worm-rear": 1}, "cheat": {"trapdoor": 3, "loud-whistle": 1}}
    for deck, card in (("creature", "galehawk-head"), ("cheat", "trapdoor")):
        table = place({}, {}, at="draw", decks=decks).do("p1", "draw", deck=deck)
        due = {one.action.card: one.weight for one in table.state.deciders()["chance"].outcomes}  # type: ignore[attr-defined]
        assert due == decks[deck]
        table.draw(card)
        left = table.state.position()["decks"]
        assert left[deck] == {**decks[deck], card: decks[deck][card] - 1}
        other = "cheat" if deck == "creature" else "creature"
        assert left[other] == decks[other]


@pytest.mark.rule("CC-DRAW-03")
@pytest.mark.parametrize(("deck", "card"), [("creature", "galehawk-head"), ("cheat", "trapdoor")])
def test_nobody_else_reads_the_name_of_a_card_drawn(deck: str, card: str) -> None:
    table = place({}, {}, {}, at="draw").do("p1", "draw", deck=deck).draw(card)
    word = card.split("-")[0]
    for other in ("p2", "p3", None):
        assert word not in str([event.seen_by(other) for event in table.events]).lower()
        assert word not in str(table.state.view(other)["seats"]["p1"].get("hand", "")).lower()
    assert word in str([event.seen_by("p1") for event in table.events]).lower()


@pytest.mark.rule("CC-SIZE-05", "CC-AIR-07")
@pytest.mark.parametrize(("size", "stays"), [("normal", True), ("large", False)])
def test_who_loses_support_in_the_air_lands_at_once(size: str, stays: bool) -> None:
    new = creature("new-head", "head", family="fly", keywords=["airborne"], size=size)
    flying = {"parts": parts("fly"), "airborne": True, "hand": ["new-head"]}
    table = place(flying, {"parts": parts("a")}, cards=[*FLY, *A, new]).do("p1", "mutate", card="new-head")
    assert table.seat("p1")["airborne"] is stays
    assert ("landed" in table.kinds()) is not stays
    assert place(flying, {"parts": parts("a")}, at="substitute", cards=[*FLY, *A, new]).do(
        "p1", "substitute", card="new-head"
    ).seat("p1")["airborne"] is stays  # fmt: skip


@pytest.mark.rule("CC-ACT-01", "CC-AIR-01")
def test_after_taking_off_the_action_is_gone() -> None:
    table = place({"parts": parts("fly"), "hand": ["a-head"]}, {"parts": parts("a")}, cards=[*FLY, *A])
    table.do("p1", "take-off")
    assert table.moment == "discard"
    for do, fields in (("attack", {"part": "open", "target": "p2"}), ("mutate", {"card": "a-head"})):
        assert table.refusal("p1", do, **fields).rule == "CC-TURN-01"


@pytest.mark.rule("CC-MUT-01", "CC-SUB-01")
@pytest.mark.parametrize(("at", "do"), [("action", "mutate"), ("substitute", "substitute")])
def test_the_part_put_in_comes_out_of_the_hand(at: str, do: str) -> None:
    hand = ["b-head", "b-head", "a-rear"]
    table = place({"parts": parts("a"), "hand": hand}, {}, at=at, cards=[*A, *B]).do("p1", do, card="b-head")
    assert table.hand("p1") == ["a-rear", "b-head"]
    assert table.market == ["a-head"]
    assert table.parts("p1") == ["b-head", "a-body", "a-rear"]


@pytest.mark.rule("CC-MKT-02")
def test_outside_of_the_market_phase_a_card_takes_from_it_and_nothing_else() -> None:
    taker = cheat("taker", {"do": "take_from_market", "n": 1})
    seats = ({"parts": parts("a"), "hand": ["taker"]}, {"parts": parts("b")})
    for moment in ("draw", "substitute", "action", "discard"):
        table = place(*seats, at=moment, cards=[*A, *B], cheats=[taker], market=["a-head", "b-rear"])
        assert table.refusal("p1", "take", card="a-head").rule == "CC-TURN-01"
        table.do("p1", "cheat", card="taker")
        assert {action.card for action in table.state.legal_actions("p1")} == {"a-head", "b-rear"}  # type: ignore[attr-defined]
        table.do("p1", "choose-card", card="b-rear")
        assert (table.hand("p1"), table.market) == (["b-rear"], ["a-head"])
        assert table.moment == moment
