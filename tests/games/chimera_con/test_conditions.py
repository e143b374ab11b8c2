"""Poisonous, Negative, Elemental, Petrify, Airborne and Aerial."""

from __future__ import annotations

import pytest

from tests.games.chimera_con.table import Table, attack, cheat, creature, family, parts, place, special

A = family("a", (6, 1, 1, 1))
B = family("b", (6, 1, 1, 1))
FLY = family("fly", (6, 1, 1, 1), keywords=["airborne"])


def armed(*tags: str, kind: str = "standard") -> dict[str, object]:
    act = attack("Sting", "might", "speed", *tags)
    if kind == "special":
        act = special("Sting", "might", "speed", *tags, kind="fish")
    return creature("armed", "head", (6, 1, 1, 1), family="a", action=act)


ARMED = {**parts("a"), "head": "armed"}


def duel(*tags: str, kind: str = "standard", ours: dict[str, object] | None = None, **theirs: object) -> Table:
    cards = [*A, *B, *FLY, armed(*tags, kind=kind)]
    heal = cheat("balm", {"do": "heal", "n": 3})
    seats = ({"parts": ARMED, **(ours or {})}, {"parts": parts("b"), **theirs}, {})
    return place(*seats, cards=cards, cheats=[heal])  # type: ignore[arg-type]


# --- poisonous -------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-POIS-01", "CC-POIS-02")
def test_poison_halves_might_and_speed_rounded_down() -> None:
    odd = [creature("o-head", "head", (5, 7, 4, 3)), *family("o", (5, 0, 0, 1))[1:]]
    cards = [*A, armed("poisonous"), *odd]
    table = place({"parts": ARMED}, {"parts": parts("o")}, cards=cards)
    assert table.stats("p2") == (15, 7, 4, 5)
    table.fight("head", "p2", [6, 6, 6], [1, 1, 1, 1])
    assert table.stats("p2") == (15, 3, 2, 5)
    up = place(
        {"parts": ARMED}, {"parts": parts("o"), "poisonous": True}, cards=cards, options={"poison_rounding": "up"}
    )
    assert up.stats("p2") == (15, 4, 2, 5)


@pytest.mark.rule("CC-POIS-02")
def test_poison_halves_the_total_of_the_supported_parts() -> None:
    cards = [creature("p-head", "head", (5, 3, 1, 1), size="large"), creature("p-body", "body", (5, 3, 1, 1)),
             creature("p-rear", "rear", (5, 3, 1, 1))]  # fmt: skip
    assert place({"parts": parts("p"), "poisonous": True}, {}, cards=cards).stats("p1")[1] == 3


@pytest.mark.rule("CC-POIS-03")
def test_the_attack_that_poisons_is_rolled_whole_and_poison_does_not_stack() -> None:
    table = duel("poisonous").do("p1", "attack", part="head", target="p2").roll(6, 6, 6)
    assert table.need("defence") == 3
    table.roll(1, 1, 1)
    assert table.stats("p2")[1:3] == (1, 1)
    again = duel("poisonous", poisonous=True).fight("head", "p2", [6, 6, 6], [1])
    assert again.stats("p2")[1:3] == (1, 1)


@pytest.mark.rule("CC-POIS-04")
def test_poison_stays_when_parts_are_replaced_and_ends_with_the_round() -> None:
    table = place({"parts": parts("a"), "poisonous": True, "hand": ["b-head"]}, {}, cards=[*A, *B])
    assert table.do("p1", "mutate", card="b-head").seat("p1")["poisonous"] is True
    for until, stays in (("end_of_round", False), ("card_effect_only", True)):
        table = place({"parts": parts("a"), "poisonous": True, "negative": True}, {"parts": parts("b"), "damage": 17},
                      cards=[*A, *B], options={"status_until": until})  # fmt: skip
        table.fight("open", "p2", [6], [1, 1, 1])
        assert table.view["round"] == 2
        assert (table.seat("p1")["poisonous"], table.seat("p1")["negative"]) == (stays, stays)


# --- negative --------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-NEG-01")
def test_the_negative_cannot_remove_damage() -> None:
    table = duel(negative=True, damage=5, hand=["balm"])
    table.do("p2", "cheat", card="balm")
    assert table.damage("p2") == 5
    assert "CC-NEG-01" in table.rules()
    well = duel(damage=5, hand=["balm"]).do("p2", "cheat", card="balm")
    assert well.damage("p2") == 2


NEW = [creature("new", "body", (8, 1, 1, 1), family="a"), creature("old", "body", (5, 1, 1, 1), family="a")]


def negative(at: str, card: str = "new", **more: object) -> Table:
    chimera = {**parts("a"), "body": "old", "rear": "a-rear"}
    head = creature("seven", "head", (7, 1, 1, 1), family="a")
    seat = {"parts": {**chimera, "head": "seven"}, "negative": True, "damage": 4, "hand": [card, "graft"]}
    graft = cheat("graft", {"do": "replace_part", "any_family": True})
    return place(seat, {}, {}, at=at, cards=[*A, *NEW, head], cheats=[graft], **more)  # type: ignore[arg-type]


@pytest.mark.rule("CC-NEG-02", "CC-NEG-03")
def test_every_replacement_hurts_the_negative_by_the_new_parts_health() -> None:
    for table in (
        negative("substitute").do("p1", "substitute", card="new"),
        negative("action").do("p1", "mutate", card="new"),
        negative("draw").do("p1", "cheat", card="graft").do("p1", "choose-card", card="new"),
    ):
        assert (table.seat("p1")["health"], table.damage("p1")) == (21, 12)


@pytest.mark.rule("CC-NEG-03")
def test_a_petrified_new_part_hurts_double_and_may_eliminate_after_the_swap() -> None:
    table = negative("action", "new+petrified").do("p1", "mutate", card="new+petrified")
    assert (table.seat("p1")["health"], table.damage("p1")) == (29, 20)
    table = negative("action", options={"negative_swap": "new_total_health"}).do("p1", "mutate", card="new")
    assert table.seat("p1")["alive"] is False


# --- elemental -------------------------------------------------------------------------------------------

SHIELDS = [
    cheat("mattress", {"do": "reduce_damage", "n": 3}, timing="before you take damage of an attack"),
    cheat("bloomers", {"do": "reduce_damage", "n": 2, "elemental": True}, timing="before you take damage of an attack"),
]


@pytest.mark.rule("CC-ELEM-01")
@pytest.mark.parametrize(
    ("tags", "shields", "damage"),
    [((), ["mattress"], 12), (("elemental",), ["mattress"], 15), (("elemental",), ["bloomers"], 13),
     (("elemental",), ["mattress", "bloomers"], 13), ((), ["mattress", "bloomers"], 10)],
)  # fmt: skip
def test_elemental_damage_is_lowered_only_by_what_says_so(
    tags: tuple[str, ...], shields: list[str], damage: int
) -> None:
    table = place(
        {"parts": ARMED}, {"parts": parts("b"), "hand": shields}, cards=[*A, *B, armed(*tags)], cheats=SHIELDS
    )
    table.do("p1", "attack", part="head", target="p2").quietly().roll(6, 6, 6).quietly().roll(1, 1, 1)
    for card in shields:
        table.do("p2", "cheat", card=card)
    table.quietly()
    assert table.damage("p2") == damage


# --- petrify ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-PETR-01")
def test_petrify_doubles_one_parts_health_and_the_attacker_says_which() -> None:
    table = duel("petrify").fight("head", "p2", [6, 6, 6], [5, 5, 5])
    assert table.deciders() == ["p1"]
    table.do("p1", "choose-part", part="body")
    assert (table.seat("p2")["health"], table.damage("p2")) == (24, 3)
    assert table.parts("p2") == ["b-head", "b-body+petrified", "b-rear"]
    assert table.moment == "discard"


@pytest.mark.rule("CC-PETR-01")
def test_an_unsupported_petrified_part_still_gives_no_health() -> None:
    cards = [creature("u-head", "head", (6, 1, 1, 1), size="large"), *family("u", (6, 1, 1, 1))[1:]]
    table = place({"parts": {**parts("u"), "head": "u-head+petrified"}}, {}, cards=cards)
    assert table.stats("p1")[0] == 12


@pytest.mark.rule("CC-PETR-02")
def test_a_petrified_part_has_no_action_and_no_airborne_tag_but_keeps_the_rest() -> None:
    stone = {**ARMED, "head": "armed+petrified"}
    cards = [*A, armed(), *FLY]
    table = place({"parts": stone}, {"parts": {**parts("a"), "rear": "fly-rear+petrified"}}, cards=cards)
    assert table.refusal("p1", "attack", part="head", target="p2").rule == "CC-PETR-02"
    assert table.stats("p1") == (24, 3, 3, 3)
    assert table.seat("p2")["can_fly"] is False


@pytest.mark.rule("CC-PETR-02")
def test_a_petrified_part_still_gives_synergy() -> None:
    cards = [creature("y-head", "head", (6, 1, 1, 1), action=special("Roar", "might")), *family("y", (6, 1, 1, 1))[1:]]
    table = place({"parts": {**parts("y"), "body": "y-body+petrified"}}, {}, cards=cards)
    assert table.do("p1", "attack", part="head", target="p2").need("attack") == 3 + 2


@pytest.mark.rule("CC-PETR-03")
def test_a_part_stays_petrified_through_market_and_hand_until_the_discard_pile() -> None:
    stone = {**parts("a"), "head": "armed+petrified"}
    table = place({"parts": stone, "hand": ["a-head"]}, {}, at="action", cards=[*A, armed()], merchant_turns=1)
    table.do("p1", "mutate", card="a-head")
    assert table.market == ["armed+petrified"]
    table.done("p1").do(table.deciders()[0], "take", card="armed+petrified")
    taker = "p1" if "armed+petrified" in table.hand("p1") else "p2"
    assert "armed+petrified" in table.hand(taker)
    table = place({"parts": parts("a"), "hand": ["armed+petrified"]}, {}, at="action", cards=[*A, armed()])
    assert table.do("p1", "mutate", card="armed+petrified").stats("p1")[0] == 24
    table = place({"hand": ["armed+petrified"]}, {}, at="discard", cards=[armed()])
    table.do("p1", "discard", card="armed+petrified", to="discard")
    assert table.discard == ["armed"]


@pytest.mark.rule("CC-PETR-03")
def test_a_part_petrified_twice_doubles_once() -> None:
    cards = [*A, *B, armed("petrify")]
    table = place({"parts": ARMED}, {"parts": {**parts("b"), "body": "b-body+petrified"}}, cards=cards)
    table.fight("head", "p2", [6, 6, 6], [5, 5, 5]).do("p1", "choose-part", part="body")
    assert table.stats("p2")[0] == 24


# --- airborne --------------------------------------------------------------------------------------------


def flying(*tags: str, up: bool = True, kind: str = "standard", **more: object) -> Table:
    cards = [*A, *B, *FLY, armed(*tags, kind=kind)]
    chimera = {"head": "armed", "body": "fly-body", "rear": "a-rear"}
    return place({"parts": chimera, "airborne": up, **more}, {"parts": parts("b")}, cards=cards)  # type: ignore[arg-type]


@pytest.mark.rule("CC-AIR-01")
def test_taking_off_is_an_action_of_those_with_the_tag() -> None:
    table = flying(up=False)
    assert table.seat("p1")["airborne"] is False
    table.do("p1", "take-off")
    assert table.seat("p1")["airborne"] is True
    assert table.moment == "discard"
    assert duel().refusal("p1", "take-off").rule == "CC-AIR-07"
    assert flying().refusal("p1", "take-off").rule == "CC-AIR-01"


@pytest.mark.rule("CC-AIR-02", "CC-AIR-05")
def test_only_aerial_attacks_reach_the_airborne() -> None:
    cards = [*A, *FLY, armed()]
    table = place({"parts": ARMED}, {"parts": parts("fly"), "airborne": True}, cards=cards)
    assert table.refusal("p1", "attack", part="head", target="p2").rule == "CC-AIR-02"
    assert table.refusal("p1", "attack", part="open", target="p2").rule == "CC-AIR-02"
    cards = [*A, *FLY, armed("aerial")]
    table = place({"parts": ARMED}, {"parts": parts("fly"), "airborne": True}, {}, cards=cards)
    assert table.may("p1", "attack", part="head", target="p2")
    assert table.may("p1", "attack", part="head", target="p3")


@pytest.mark.rule("CC-AIR-03")
def test_the_airborne_attack_only_with_aerial_attacks() -> None:
    assert flying().refusal("p1", "attack", part="head", target="p2").rule == "CC-AIR-03"
    assert flying("aerial").may("p1", "attack", part="head", target="p2")


@pytest.mark.rule("CC-AIR-04")
def test_the_airborne_play_no_cheats_not_even_legal_ones() -> None:
    table = flying(hand=["herbal-poultice"], damage=3)
    assert table.refusal("p1", "cheat", card="herbal-poultice").rule == "CC-AIR-04"
    assert flying(hand=["herbal-poultice"], damage=3, up=False).may("p1", "cheat", card="herbal-poultice")


@pytest.mark.rule("CC-AIR-05", "CC-ATK-04")
def test_an_aerial_attack_is_never_countered() -> None:
    assert duel("aerial").fight("head", "p2", [1, 1, 1], [6, 6, 6]).damage("p1") == 0
    assert duel().fight("head", "p2", [1, 1, 1], [6, 6, 6]).damage("p1") == 15


@pytest.mark.rule("CC-AIR-06")
def test_flight_lasts_until_it_is_given_up_at_the_start_of_a_turn() -> None:
    table = flying()
    assert table.refusal("p1", "land").rule == "CC-AIR-06"
    table.done("p1", 2)
    table.skip("p2") if table.view["turn"] == "p2" else None
    assert table.seat("p1")["airborne"] is True
    assert table.may("p1", "land")
    table.do("p1", "land")
    assert table.seat("p1")["airborne"] is False
    assert table.moment == "draw"  # it cost nothing


@pytest.mark.rule("CC-AIR-06")
def test_landing_after_drawing_is_too_late_and_may_cost_the_action_by_option() -> None:
    cards = [*FLY]
    up = {"parts": parts("fly"), "airborne": True}
    table = place(up, {}, at={"at": "draw", "creature": 1}, cards=cards)
    assert table.refusal("p1", "land").rule == "CC-AIR-06"
    table = place(up, {}, at="action", cards=cards, options={"airborne_landing": "action"})
    assert table.do("p1", "land").moment == "discard"


@pytest.mark.rule("CC-AIR-07")
def test_who_loses_the_tag_in_the_air_lands_at_once() -> None:
    cards = [*A, *FLY]
    chimera = {**parts("a"), "body": "fly-body"}
    table = place({"parts": chimera, "airborne": True, "hand": ["a-body"]}, {}, cards=[*cards], at="action")
    table.do("p1", "mutate", card="a-body")
    assert table.seat("p1")["airborne"] is False
    big = creature("big", "head", (6, 1, 1, 1), size="large")
    table = place({"parts": chimera, "airborne": True, "hand": ["big"]}, {}, cards=[*cards, big], at="action")
    table.do("p1", "mutate", card="big")  # unsupported now
    assert table.seat("p1")["airborne"] is False
    aerial = creature("hook", "head", (6, 1, 1, 1), action=attack("Hook", "might", "speed", "aerial", "petrify"))
    flyer = {"parts": {**parts("b"), "body": "fly-body"}, "airborne": True}
    table = place({"parts": {**parts("a"), "head": "hook"}}, flyer, cards=[*cards, *B, aerial])
    table.fight("head", "p2", [6, 6, 6], [5, 5, 5]).do("p1", "choose-part", part="body")
    assert table.seat("p2")["airborne"] is False
