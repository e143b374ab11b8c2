"""Chimera Con: every worked case of the rulebook's checklist, played as it is told there."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import CHANCE

from tests.games.outsider.con_table import PARTS, Card, Con, blow, card, chimera, table, whole

TWO = whole("one") + whole("two")


def building(*hands: list[str], cards: list[Card] | None = None, **more: Any) -> Con:
    """The build step, with these hands."""
    return table(*[{"hand": hand} for hand in hands], at="build", cards=cards or [], turn=None, **more)


@pytest.mark.rule("CC-BUILD-03")
def test_six_rears_are_exchanged() -> None:
    rears = [card(f"r{n}-rear", "rear") for n in range(6)]
    new = [card(f"n{n}-{part}", part) for n, part in enumerate(PARTS * 2)]
    con = building(
        [one["id"] for one in rears], chimera("two"), cards=rears + new + TWO,
        decks={"creature": {one["id"]: 1 for one in new}, "cheat": {}},
    )  # fmt: skip
    assert not con.may("p1", "build", head="", body="", rear="r0-rear")
    con.do("p1", "redraw")
    con.comes(*[one["id"] for one in new])
    assert con.hand("p1") == sorted(one["id"] for one in new)
    assert con.view["decks"]["creature"] == 6, "the old hand is shuffled in after the draw"
    assert con.asked["p1"].kind == "build"


@pytest.mark.rule("CC-BUILD-04", "CC-BUILD-05")
def test_a_missing_head_is_searched_for() -> None:
    cards = [card("a-body", "body"), card("a-rear", "rear"), card("x-head", "head"), *TWO]
    con = building(
        ["one-body", "one-rear"], chimera("two"), cards=cards,
        decks={"creature": {"a-body": 1, "a-rear": 1, "x-head": 1}, "cheat": {}},
    )  # fmt: skip
    con.do("p1", "build", head="", body="one-body", rear="one-rear")
    con.do("p2", "build", head="two-head", body="two-body", rear="two-rear")
    con.comes("a-body", "a-rear")
    assert con.view["decks"]["creature"] == 1
    con.comes("x-head")
    assert con.part("p1", "head") == "x-head"
    assert con.view["decks"]["creature"] == 2, "body and rear were only turned up"


@pytest.mark.rule("CC-SIZE-02")
@pytest.mark.parametrize(
    ("sizes", "supported"),
    [(("normal", "large", "normal"), (True, False, True)), (("normal", "large", "large"), (True, True, True))],
)
def test_large_body_on_what(sizes: tuple[str, str, str], supported: tuple[bool, bool, bool]) -> None:
    parts = [card(f"s-{part}", part, size=size) for part, size in zip(PARTS, sizes, strict=True)]
    con = table({"parts": chimera("s")}, {"parts": chimera("two")}, cards=parts + TWO)
    assert tuple(con.seat("p1")["parts"][part]["supported"] for part in PARTS) == supported


@pytest.mark.rule("CC-SIZE-04")
def test_the_totals_of_an_unsupported_head() -> None:
    parts = [
        card("s-head", "head", (6, 2, 1, 2), size="large"), card("s-body", "body", (5, 1, 3, 1)),
        card("s-rear", "rear", (5, 2, 3, 0)),
    ]  # fmt: skip
    con = table({"parts": chimera("s")}, {"parts": chimera("two")}, cards=parts + TWO)
    assert con.totals("p1") == (10, 3, 6, 1)


@pytest.mark.rule("CC-MERCH-02", "CC-MERCH-03")
def test_the_lowest_health_among_the_fastest_is_the_merchant() -> None:
    cards = [
        *(card(f"a-{part}", part, (20 if part == "head" else 0, 1, 7 if part == "head" else 0, 1)) for part in PARTS),
        *(card(f"b-{part}", part, (18 if part == "head" else 0, 1, 7 if part == "head" else 0, 1)) for part in PARTS),
        *(card(f"c-{part}", part, (10 if part == "head" else 0, 1, 6 if part == "head" else 0, 1)) for part in PARTS),
    ]
    con = building(chimera("a"), chimera("b"), chimera("c"), cards=cards)
    for seat, family in (("p1", "a"), ("p2", "b"), ("p3", "c")):
        con.do(seat, "build", head=f"{family}-head", body=f"{family}-body", rear=f"{family}-rear")
    while CHANCE in con.asked:
        con.do(CHANCE, "draw-card", card=con.state.legal_actions(CHANCE)[0].card)  # type: ignore[attr-defined]
    assert (con.view["merchant"], con.view["turn"]) == ("p2", "p2")


@pytest.mark.rule("CC-DRAW-02")
@pytest.mark.parametrize(("first", "second", "third"), [("creature", "creature", True), ("creature", "cheat", False)])
def test_a_third_card(first: str, second: str, third: bool) -> None:
    con = table({}, {}, at="draw")
    for deck in (first, second):
        con.do("p1", "draw", deck=deck)
        con.comes(con.state.legal_actions(CHANCE)[0].card)  # type: ignore[attr-defined]
    assert con.may("p1", "draw", deck="creature") == third
    assert not con.may("p1", "draw", deck="cheat")


@pytest.mark.rule("CC-SPEC-02", "CC-SPEC-03")
def test_a_dragon_s_breath_with_a_basilisk_and_a_leviathan() -> None:
    breath = blow("special", "magic", "speed", type="dragon")
    cards = [
        card("dragon-head", "head", (6, 1, 1, 3), types=["dragon"], action=breath),
        card("basilisk-body", "body", (6, 1, 1, 1), types=["serpent"]),
        card("leviathan-rear", "rear", (6, 1, 1, 1), types=["dragon", "serpent"]),
    ]
    con = table({"parts": [one["id"] for one in cards]}, {"parts": chimera("two")}, cards=cards + TWO)
    con.do("p1", "attack", part="head", target="p2").nobody_cheats()
    assert con.need["attack"] == 5 + 1


@pytest.mark.rule("CC-SPEC-05")
@pytest.mark.parametrize(("dice", "works"), [([6, 6, 1, 1], True), ([6, 5, 1, 1], False)])
def test_fourteen_works_and_thirteen_fails(dice: list[int], works: bool) -> None:
    spell = blow("special", "magic", "speed", requires={"stat": "magic", "at_least": 14})
    cards = [card("m-head", "head", (6, 1, 1, 4), types=["spirit"], action=spell | {"type": "spirit"}),
             card("m-body", "body", (6, 1, 1, 0)), card("m-rear", "rear", (6, 1, 1, 0))]  # fmt: skip
    con = table({"parts": chimera("m")}, {"parts": chimera("two")}, cards=cards + TWO)
    con.do("p1", "attack", part="head", target="p2").nobody_cheats().dice(*dice).nobody_cheats()
    if works:
        assert con.view["attack"]["stage"] == "defence"
    else:
        assert con.view["attack"] is None
        assert con.seat("p1")["damage"] == con.seat("p2")["damage"] == 0
        assert con.view["moment"] == "discard", "the action is spent"


@pytest.mark.rule("CC-DISC-01", "CC-DISC-02")
def test_seven_creatures_and_four_cheats() -> None:
    extra = [card(f"e{n}-head", "head") for n in range(7)]
    creatures = [one["id"] for one in extra]
    cheats = ["loud-whistle", "trapdoor", "stone-polish", "cooked-ledger"]
    con = table({"hand": creatures + cheats}, {}, at="discard", cards=extra)
    assert not con.may("p1", "done")
    assert not con.may("p1", "discard", card="trapdoor", to="market")
    assert not con.may("p1", "discard", card="e0-head", to="discard")
    con.do("p1", "discard", card="e0-head", to="market").do("p1", "discard", card="e3-head", to="market")
    assert con.market == ["e0-head", "e3-head"]
    assert con.may("p1", "done")


@pytest.mark.rule("CC-MKT-01", "CC-MERCH-05", "CC-MERCH-06")
def test_the_market_follows_the_merchant_s_second_turn() -> None:
    con = table({}, {}, {}, at="draw", market=["mirefang-head"])
    for seat in ("p1", "p2", "p3", "p1"):
        assert con.view["turn"] == seat
        assert con.view["merchant"] == "p1"
        con.done(seat, 4).nobody_cheats()
    assert con.view["moment"] == "market"
    while con.view["moment"] == "market":
        con.do(next(seat for seat, one in con.asked.items() if one.kind != "cheat"), "done").nobody_cheats()
    for seat in ("p1", "p2", "p3"):
        con.do(seat, "be-satisfied")
    con.nobody_cheats()
    assert (con.view["merchant"], con.view["turn"], con.view["merchant_turns"]) == ("p2", "p2", 0)


@pytest.mark.rule("CC-GREED-02", "CC-GREED-03")
def test_a_greedy_hand() -> None:
    names = ["a-head", "b-head", "m1-head", "m2-head", "m3-head"]
    con = table(
        {"hand": names[:3]}, {}, at={"at": "greedy", "picked": {"p1": "m1-head"}}, market=names[3:],
        cards=[card(name, "head") for name in names],
    )  # fmt: skip
    con.do("p1", "get-greedy").do("p2", "be-satisfied").nobody_cheats()
    assert con.hand("p1") == ["m1-head", "m2-head", "m3-head"]
    assert con.market == ["a-head", "b-head"]


@pytest.mark.rule("CC-HP-01")
def test_damage_stays_when_health_grows() -> None:
    cards = [*whole("old", (6, 2, 2, 2)), card("old2-body", "body", (9, 2, 2, 2), family="old"), *TWO]
    con = table(
        {"parts": chimera("old"), "hand": ["old2-body"], "damage": 6},
        {"parts": chimera("two")},
        at="substitute",
        cards=cards,
    )
    con.do("p1", "substitute", card="old2-body")
    facts = con.seat("p1")
    assert (facts["health"], facts["damage"], facts["left"]) == (21, 6, 15)


FIGHTERS = [
    *whole("hit", (6, 1, 1, 1), action=blow("standard", "might", "speed")),
    *whole("hurt", (9, 1, 1, 1)),
]


@pytest.mark.rule("CC-ATK-02", "CC-ATK-03", "CC-CTR-01")
@pytest.mark.parametrize(
    ("ours", "theirs", "damage"),
    [([6, 6, 4], [5, 5, 1], (0, 5)), ([3, 3, 3], [6, 5, 3], (5, 0)), ([3, 3, 3], [3, 3, 3], (0, 0))],
)
def test_the_difference_is_the_damage(ours: list[int], theirs: list[int], damage: tuple[int, int]) -> None:
    con = table({"parts": chimera("hit")}, {"parts": chimera("hurt")}, cards=FIGHTERS)
    con.strike("p1", "head", "p2", ours, theirs)
    assert (con.seat("p1")["damage"], con.seat("p2")["damage"]) == damage


@pytest.mark.rule("CC-POIS-01", "CC-POIS-02")
@pytest.mark.parametrize(("rounding", "might"), [("down", 3), ("up", 4)])
def test_poison_halves_seven_and_four(rounding: str, might: int) -> None:
    cards = [
        card("p-head", "head", (6, 3, 2, 5)),
        card("p-body", "body", (6, 3, 2, 5)),
        card("p-rear", "rear", (6, 1, 0, 5)),
    ]
    con = table(
        {"parts": chimera("p"), "poisonous": True}, {"parts": chimera("two")}, cards=cards + TWO,
        options={"poison_rounding": rounding},
    )  # fmt: skip
    assert con.totals("p1") == (18, might, 2, 15)


@pytest.mark.rule("CC-NEG-02", "CC-NEG-03")
@pytest.mark.parametrize("do", ["substitute", "mutate"])
def test_a_negative_chimera_pays_for_a_new_body(do: str) -> None:
    cards = [card("n-head", "head", (6, 1, 1, 1)), card("n-body", "body", (5, 1, 1, 1)),
             card("n-rear", "rear", (7, 1, 1, 1)), card("n2-body", "body", (8, 1, 1, 1), family="n"), *TWO]  # fmt: skip
    con = table(
        {"parts": chimera("n"), "hand": ["n2-body"], "damage": 4, "negative": True}, {"parts": chimera("two")},
        at="substitute" if do == "substitute" else "action", cards=cards,
    )  # fmt: skip
    con.do("p1", do, card="n2-body")
    facts = con.seat("p1")
    assert (facts["health"], facts["damage"]) == (21, 12)


@pytest.mark.rule("CC-PETR-01")
def test_a_stone_body_of_six_gives_twelve() -> None:
    parts = ["one-head", "one-body+petrified", "one-rear"]
    con = table({"parts": parts, "damage": 3}, {"parts": chimera("two")}, cards=TWO)
    facts = con.seat("p1")
    assert (facts["health"], facts["damage"]) == (6 + 12 + 6, 3)
