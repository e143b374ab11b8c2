"""Kimera: breakouts, heals of every kind, holding and Charges where they meet, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.battle import Battle, rider

RED, BLUE, GREEN = {"team": "red"}, {"team": "blue"}, {"team": "green"}
END = [{"at": "end"}]
GRAPPLES = ("crack-6", "crack-2", "stagger-2", "crush-3", "expose-4", "sunder-4")


def breakout(bids: dict[str, list[str]], *riders: dict[str, Any], **keys: Any) -> Battle:
    """An End phase in which p1 is held by all others; what each lays is given by seat."""
    battle = Battle(*riders, stack=END, **keys)
    for seat, cards in bids.items():
        if seat in battle.asked:
            battle.do(seat, "commit", cards=cards)
    return battle


def held_by(battle: Battle, seat: str = "p1") -> list[str]:
    found: list[str] = battle.seat(seat)["held_by"]
    return found


def stands_at(battle: Battle, *seats: str) -> list[int]:
    return [battle.seat(seat)["balance"] for seat in seats]


@pytest.mark.rule("KM-END-02", "KM-END-03", "KM-GRP-04", "KM-GRP-07")
@pytest.mark.parametrize(
    ("p1", "p2", "p3", "left"),
    [
        (2, 1, 1, "tie"),
        (3, 1, 1, []),
        (2, 2, 1, ["p2", "p3"]),
        (1, 2, 0, ["p2"]),  # who plays none lets go
        (0, 1, 0, ["p2"]),
        (0, 0, 0, []),
        (1, 1, 0, "tie"),
    ],
)
def test_grapplers_are_counted_together(p1: int, p2: int, p3: int, left: list[str] | str) -> None:
    laid = {"p1": GRAPPLES[:p1], "p2": GRAPPLES[3 : 3 + p2], "p3": ("rend-1", "bash-1", "scar-1")[:p3]}
    battle = breakout(
        {seat: list(cards) for seat, cards in laid.items()},
        rider("kolossus", *GRAPPLES[:3]), rider("kolossus", *GRAPPLES[3:], holds="p1"),
        rider("kolossus", "rend-1", "bash-1", "scar-1", holds="p1"),
    )  # fmt: skip
    if left == "tie":
        assert set(battle.asked) == {"p1", "p2"} | ({"p3"} if p3 else set())
        assert set(battle.asked.values()) == {"bid"}
    else:
        assert held_by(battle) == left


@pytest.mark.rule("KM-EFF-02", "KM-END-04")
@pytest.mark.parametrize(("p3", "outcome"), [(1, "tie"), (0, "free")])
def test_a_side_is_staggered_if_all_who_still_hold_on_are(p3: int, outcome: str) -> None:
    battle = breakout(
        {"p1": list(GRAPPLES[: 1 + p3]), "p2": ["crush-3"], "p3": ["rend-1"][:p3]},
        rider("kolossus", *GRAPPLES[:3]), rider("kolossus", "crush-3", holds="p1", wounds=["stagger-6"]),
        rider("kolossus", "rend-1", holds="p1"),
    )  # fmt: skip
    if outcome == "free":
        assert held_by(battle) == []
        assert stands_at(battle, "p1", "p2", "p3") == [9, 9, 9]
    else:
        assert set(battle.asked.values()) == {"bid"}


@pytest.mark.rule("KM-EFF-02", "KM-END-04", "KM-END-05")
def test_two_staggered_sides_spend_balance_as_usual() -> None:
    battle = breakout(
        {"p1": ["crack-6"], "p2": ["crush-3"]}, rider("kolossus", "crack-6", wounds=["stagger-1"]),
        rider("kolossus", "crush-3", holds="p1", wounds=["stagger-6"]),
    )  # fmt: skip
    assert battle.asked == {"p1": "bid", "p2": "bid"}
    battle.do("p1", "bid", amount=1).do("p2", "bid", amount=1)
    assert held_by(battle) == []


@pytest.mark.rule("KM-END-04", "KM-END-05")
@pytest.mark.parametrize(
    ("p1", "p2", "p3", "free"), [(3, 2, 2, False), (4, 2, 2, True), (5, 2, 2, True), (0, 0, 0, True), (0, 1, 0, False)]
)
def test_what_the_grapplers_spend_is_added_and_all_pay(p1: int, p2: int, p3: int, free: bool) -> None:
    battle = breakout(
        {"p1": ["crack-6", "crack-2"], "p2": ["crush-3"], "p3": ["rend-1"]}, rider("kiron", *GRAPPLES[:2]),
        rider("kiron", "crush-3", holds="p1"), rider("kiron", "rend-1", holds="p1"), rider(),
    )  # fmt: skip
    for seat, amount in (("p1", p1), ("p2", p2), ("p3", p3)):
        battle.do(seat, "bid", amount=amount)
    assert held_by(battle) == ([] if free else ["p2", "p3"])
    assert stands_at(battle, "p1", "p2", "p3") == [9 - p1, 9 - p2, 9 - p3]


@pytest.mark.rule("KM-END-04")
def test_nobody_bids_what_is_not_there() -> None:
    battle = breakout(
        {"p1": ["crack-6"], "p2": ["crush-3"]}, rider("kolossus", "crack-6", balance=2),
        rider("kolossus", "crush-3", holds="p1"), rider(),
    )  # fmt: skip
    battle.refused("p1", "bid", amount=3)
    battle.do("p1", "bid", amount=2).do("p2", "bid", amount=2)
    assert held_by(battle) == []


@pytest.mark.rule("KM-END-03")
@pytest.mark.parametrize(("setting", "left"), [("count", ["p2"]), ("value", [])])
def test_number_or_value_of_grapple_cards(setting: str, left: list[str]) -> None:
    battle = breakout(
        {"p1": ["crack-6"], "p2": ["crack-2", "stagger-2"]}, rider("kolossus", "crack-6"),
        rider("kolossus", "crack-2", "stagger-2", holds="p1"), options={"grapple_compare": setting},
    )  # fmt: skip
    assert held_by(battle) == left


@pytest.mark.rule("KM-GRP-07")
@pytest.mark.parametrize(("setting", "asked"), [("release", False), ("tie", True)])
def test_a_grappler_without_a_card(setting: str, asked: bool) -> None:
    battle = Battle(rider("kolossus", "rend-6"), rider("kolossus", "rend-5", holds="p1"), stack=END,
                    options={"grapple_none_played": setting})  # fmt: skip
    for seat in ("p1", "p2"):
        if battle.asked.get(seat) == "breakout":
            battle.do(seat, "commit", cards=[])
    assert ("bid" in battle.asked.values()) == asked
    assert held_by(battle) == (["p2"] if asked else [])


@pytest.mark.rule("KM-TYPE-02", "KM-END-02", "KM-CARD-02")
def test_a_drako_breaks_out_with_any_card_and_each_card_once() -> None:
    battle = Battle(rider("drako", "rend-6", "rend-5"), rider("kolossus", "crack-6", "rend-4", holds="p1"), stack=END)
    battle.refused("p1", "commit", cards=["rend-6", "rend-6"])
    battle.refused("p2", "commit", cards=["rend-4"])
    battle.do("p1", "commit", cards=["rend-6", "rend-5"]).do("p2", "commit", cards=["crack-6"])
    assert held_by(battle) == []
    assert {"rend-6", "rend-5", "crack-6"} <= set(battle.view["discard"])


@pytest.mark.rule("KM-GRP-04", "KM-END-02")
def test_a_chain_of_grapples_breaks_link_by_link() -> None:
    """p1 holds p2, p2 holds p3: each of the two who are held has a breakout of its own."""
    battle = Battle(
        rider("kolossus", "crack-6", holds="p2"), rider("kolossus", "crack-2", "stagger-2", holds="p3"),
        rider("kolossus", "crush-3"), stack=END,
    )  # fmt: skip
    first = "p2" if "p1" in battle.asked else "p3"
    assert first == "p2"
    battle.do("p1", "commit", cards=["crack-6"]).do("p2", "commit", cards=["crack-2", "stagger-2"])
    assert battle.seat("p1")["holds"] is None
    assert set(battle.asked) >= {"p3"}
    battle.do("p3", "commit", cards=["crush-3"])
    assert battle.seat("p2")["holds"] is None, "p2 has no Grapple card left"


@pytest.mark.rule("KM-END-06", "KM-END-07", "KM-GRP-08")
def test_the_round_ends_clean_and_a_grapple_lasts() -> None:
    gear: dict[str, Any] = {"edges": ["sever-1"], "shield": "sever-2", "weapons": ["sever-3"], "gems": {"heroic": 4}}
    battle = Battle(
        rider("kolossus", *GRAPPLES[:2]), rider("kolossus", "crush-3", "expose-4", "sunder-4", holds="p1", **gear),
        rider("kolossus", initiative=2, stands_down=True), stack=END,
    )  # fmt: skip
    battle.do("p1", "commit", cards=["crack-6"]).do("p2", "commit", cards=["crush-3", "expose-4"])
    assert battle.view["round"] == 2
    facts = battle.seat("p2")
    assert (facts["edges"], facts["shield"], facts["weapons"], facts["holds"]) == ([], None, [], "p1")
    assert battle.seat("p3")["initiative"] == 0
    assert not battle.seat("p3")["stands_down"]
    assert battle.asked == {"p3": "recovery"}


@pytest.mark.rule("KM-END-07", "KM-WPN-03")
@pytest.mark.parametrize("pays", [True, False])
def test_a_weapon_with_upkeep_stays_if_it_is_paid(pays: bool) -> None:
    battle = Battle(
        rider(weapons=[{"card": "sever-5", "gem": "heroic", "paid": False}], initiative=2, gems={"heroic": 1}),
        rider(), stack=[{"at": "maneuver"}], options={"weapon_end": "upkeep"},
    )  # fmt: skip
    if pays:
        battle.do("p1", "upkeep", gem="heroic")
        assert battle.stands("p1") == (9, 1, False)
    if battle.asked == {"p1": "maneuver"}:
        battle.do("p1", "done")
    assert [one["card"] for one in battle.seat("p1")["weapons"]] == (["sever-5"] if pays else [])


def heal(target: str, *plays: str, healer: dict[str, Any], others: tuple[dict[str, Any], ...], **flags: Any) -> Battle:
    options = flags.pop("options", {})
    battle = Battle(rider("kolossus", *plays, **{"initiative": 4, **healer}), *others, options=options)
    battle.do("p1", "heal", target=target, **flags)
    symbols = 2 if flags.get("area") else 1
    battle.play("p1", *plays[:symbols])
    for card in plays[symbols:]:
        battle.play("p1", card)
    return battle


@pytest.mark.rule("KM-CARD-06", "KM-HEAL-02", "KM-HEAL-04")
@pytest.mark.parametrize(("counts", "enough"), [(True, True), (False, False)])
def test_whether_the_initiate_card_heals_too(counts: bool, enough: bool) -> None:
    battle = heal(
        "p2", "crack-4", "rend-1", healer={"gems": {"sanative": 1}}, others=(rider(wounds=["bash-5"]),),
        options={"healing_initiate_counts": counts},
    )  # fmt: skip
    assert bool(battle.offers("p1", "remove")) == enough


@pytest.mark.rule("KM-HEAL-03", "KM-HEAL-06", "KM-RUNE-15", "KM-HEAL-04")
def test_a_heal_takes_any_number_of_cards_and_sovereign_counts() -> None:
    """5 and three cards of 1, each one more by Sovereign: 12 for 6 and 6."""
    battle = heal(
        "p2", "crack-5", "rend-1", "bash-1", "scar-1", healer={"gems": {"sanative": 1}, "runes": {"sovereign": 2}},
        others=(rider(wounds=["crack-6", "stagger-6"], armor=4),),
    )  # fmt: skip
    assert battle.seat("p2")["traits"]["armor"] == 2
    battle.do("p1", "remove", card="crack-6")
    assert battle.seat("p2")["traits"]["armor"] == 4
    assert battle.seat("p2")["staggered"]
    battle.do("p1", "remove", card="stagger-6")
    assert not battle.seat("p2")["staggered"]
    assert battle.stands("p1") == (9, 3, False)
    assert {"crack-5", "rend-1", "bash-1", "scar-1", "crack-6", "stagger-6"} <= set(battle.view["discard"])


@pytest.mark.rule("KM-HEAL-01", "KM-HEAL-05", "KM-BAL-02")
def test_healing_needs_neither_balance_nor_superiority() -> None:
    battle = heal(
        "p2", "crack-4", "rend-1", healer={"gems": {"heroic": 3}, "balance": 0, "initiative": 1},
        others=(rider("siroko", wounds=["bash-5"], initiative=4, stands_down=True),),
    )  # fmt: skip
    battle.do("p1", "remove", card="bash-5")
    assert battle.damage("p2") == []
    none = Battle(rider("kolossus", "crack-4", "rend-1", initiative=1), rider(wounds=["bash-5"]))
    assert none.refused("p1", "heal", target="p2") == "KM-HEAL-01"


@pytest.mark.rule("KM-HEAL-10", "KM-HEAL-05")
@pytest.mark.parametrize(("setting", "removed"), [("half_down", "bash-2"), ("full", "scar-5")])
def test_an_area_heal_reaches_friends_at_the_same_initiative(setting: str, removed: str) -> None:
    """4, 1 and 1 (the Area card counts nothing of its own): 5 for the recipient, half of it for p3."""
    battle = heal(
        "p2", "crack-4", "rend-2", "rend-1", healer={"gems": {"sanative": 4}, **RED},
        others=(rider(wounds=["bash-5"], initiative=1, **RED), rider(wounds=["bash-2", "scar-5"], initiative=1, **RED),
                rider(wounds=["bash-1"], initiative=1, **BLUE), rider(wounds=["scar-1"], **RED)),
        area=True, options={"heal_area_share": setting},
    )  # fmt: skip
    battle.do("p1", "remove", card="bash-5")
    assert {one["card"] for one in battle.offers("p1", "remove")} == {"bash-2", removed}
    battle.do("p1", "remove", card=removed)
    assert battle.damage("p4") == ["bash-1"]
    assert battle.damage("p5") == ["scar-1"]


@pytest.mark.rule("KM-GEM-03", "KM-HEAL-10")
def test_an_area_heal_needs_its_area_card() -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-1", initiative=2, gems={"sanative": 5}), rider(wounds=["bash-1"])
    )
    battle.refused("p1", "heal", target="p2", area=True)
    battle.do("p1", "heal", target="p2")


@pytest.mark.rule("KM-CHG-01", "KM-CHG-02", "KM-TYPE-08")
def test_charges_of_the_leadership_step() -> None:
    battle = Battle(
        rider("kiron", "rend-6", "rend-5", initiative=1, balance=3), rider("kolossus", "rend-1", holds="p3"),
        rider("kiron", "rend-2", "bash-2"), stack=[{"at": "charge"}],
    )  # fmt: skip
    for amount in (0, 3, 4):
        assert battle.refused("p1", "charge", card="rend-6", amount=amount) == "KM-CHG-01"
    battle.do("p1", "charge", card="rend-6", amount=2).do("p1", "charge", card="rend-5", amount=1)
    assert battle.stands("p1") == (0, 4, False)
    for seat in ("p2", "p3"):
        assert not battle.offers(seat, "charge"), "in a grapple nothing is gained"


@pytest.mark.rule("KM-WAIT-01", "KM-TURN-01", "KM-END-01")
def test_when_all_hold_it_goes_round_until_nothing_is_left() -> None:
    battle = Battle(rider(initiative=2), rider(initiative=1), stack=[{"at": "battle"}])
    battle.do("p1", "hold")
    assert battle.asked == {"p2": "turn"}
    battle.do("p2", "hold")
    assert battle.asked == {"p1": "turn"}
    battle.do("p1", "hold")
    assert battle.view["round"] == 2


@pytest.mark.rule("KM-WAIT-01")
def test_with_highest_again_a_holder_may_be_next_again() -> None:
    battle = Battle(rider(initiative=5), rider(initiative=3), options={"hold_mode": "highest_again"})
    assert battle.do("p1", "hold").asked == {"p1": "turn"}


@pytest.mark.rule("KM-WAIT-01", "KM-RES-05", "KM-CARD-03")
def test_who_waits_still_intercepts() -> None:
    battle = Battle(
        rider("kolossus", "sunder-6", "sever-6", initiative=5),
        rider("kolossus", "crack-5", "rend-2", initiative=3), rider("kolossus", "bash-3", stands_down=True),
    )  # fmt: skip
    battle.do("p1", "hold").do("p2", "hold")
    assert battle.asked == {"p1": "turn"}
    battle.do("p1", "stand-down")
    assert battle.asked == {"p2": "turn"}
    battle.attack("p2", "heavy-melee", "p3", ("crack-5",), ("rend-2",))
    battle.do("p3", "defend", how="evade").play("p3", "bash-3")
    assert battle.stands("p2") == (8, 1, False)
