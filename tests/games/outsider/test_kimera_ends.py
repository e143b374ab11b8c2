"""Kimera: damage cards, defeat, leaders who fall, breakouts, heals and equipment, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.battle import Battle, rider

RED, BLUE, GREEN = {"team": "red"}, {"team": "blue"}, {"team": "green"}
OFF: dict[str, Any] = {"balance": 0, "off": True, "armor": 0}


def blow(*others: dict[str, Any], kind: str = "kolossus", how: str = "heavy-melee", **facts: Any) -> Battle:
    """p1 strikes p2 in melee with 3 and nobody answers."""
    keys = {"options": facts.pop("options")} if "options" in facts else {}
    cards = ("crack-5", "rend-3") if how == "heavy-melee" else ("rend-3",)
    battle = Battle(rider(kind, *cards, **{"initiative": 5, "intensity": 1, **facts}), *others, **keys)
    battle.attack("p1", how, "p2", *[(card,) for card in cards])
    return battle.do("p2", "defend", how="none") if battle.asked == {"p2": "defend"} else battle


def wounded(*cards: str, **more: Any) -> dict[str, Any]:
    return rider("kolossus", **{**OFF, "wounds": list(cards), **more})


THREE = ("bash-1", "bash-2", "bash-3")


@pytest.mark.rule("KM-POT-03", "KM-TAC-06")
def test_the_fourth_damage_card_defeats_and_lets_go_of_all() -> None:
    battle = blow(
        wounded(*THREE, holds="p3", hand=["crack-2"], edges=["sever-1"], gems={"zealous": 1}),
        rider(),
        rider(holds="p2"),
    )
    battle.draws("scar-1")
    facts = battle.seat("p2")
    assert not facts["alive"]
    assert facts["hand_count"] == 0
    assert battle.seat("p4")["holds"] is None
    assert battle.seat("p3")["held_by"] == []
    assert "crack-2" in battle.view["discard"]
    assert battle.damage("p2") == [*THREE, "scar-1"]
    assert not {"scar-1", "sever-1", *THREE} & set(battle.view["discard"])
    assert not battle.view["over"]
    assert battle.asked == {"p1": "turn"}


@pytest.mark.rule("KM-POT-03", "KM-HEAL-09")
def test_a_lingering_heal_keeps_the_fourth_card_away() -> None:
    battle = blow(wounded(*THREE, lingering=[{"cards": ["crack-4"], "by": "p2"}]), rider()).draws("scar-4")
    assert battle.damage("p2") == list(THREE)
    assert battle.seat("p2")["alive"]
    assert {"crack-4", "scar-4"} <= set(battle.view["discard"])


@pytest.mark.rule("KM-HEAL-08", "KM-HEAL-09")
def test_several_lingering_heals_meet_it_in_their_order() -> None:
    heals = [{"cards": ["crack-2"], "by": "p2"}, {"cards": ["crack-4"], "by": "p3"}]
    battle = blow(rider(**OFF, lingering=heals), rider()).draws("scar-4")
    assert battle.damage("p2") == []
    assert battle.seat("p2")["lingering"] == 0


@pytest.mark.rule("KM-HEAL-07", "KM-RUNE-15")
@pytest.mark.parametrize(("sovereign", "left"), [(0, ["scar-5"]), (2, [])])
def test_a_lingering_heal_waits_with_sovereign(sovereign: int, left: list[str]) -> None:
    """Whoever laid it: its value, plus Sovereign."""
    battle = Battle(
        rider(
            "kolossus", "crack-5", "rend-4", initiative=6, gems={"sanative": 3}, runes={"sovereign": sovereign}, **RED
        ),
        rider(**OFF, **RED),
        rider("kolossus", "crack-6", "stagger-6", "rend-3", initiative=4, intensity=1, **BLUE),
    )
    battle.do("p1", "heal", target="p2", lingering=True).play("p1", "crack-5").play("p1", "rend-4")
    assert battle.seat("p2")["lingering"] == 1
    battle.do("p1", "stand-down")
    battle.attack("p3", "heavy-melee", "p2", ("stagger-6",), ("rend-3",)).draws("scar-5")
    assert battle.damage("p2") == left


@pytest.mark.rule("KM-POT-02", "KM-POT-03")
def test_potence_is_shared_by_the_winners_and_the_rest_is_the_leader_s() -> None:
    """Potence 27 among two: 13 each and 1 more for the leader, who is p3."""
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", initiative=5, intensity=1, **RED), wounded(*THREE, armor=3, **BLUE),
        rider(**RED), leaders={"red": "p3", "blue": "p2"},
    )  # fmt: skip
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",)).draws("scar-1")
    outcome = battle.state.outcome()
    assert outcome is not None
    assert set(outcome.winners) == {"p1", "p3"}
    gained = {seat: outcome.scores[seat]["total"] for seat in outcome.scores}
    assert (gained["p1"], gained["p3"]) == (13, 14)


@pytest.mark.rule("KM-POT-03")
def test_giving_up_is_defeat() -> None:
    battle = Battle(rider(initiative=3), rider(initiative=1))
    battle.do("p2", "surrender")
    outcome = battle.state.outcome()
    assert outcome is not None
    assert outcome.winners == ("p1",)


@pytest.mark.rule("KM-TAC-06")
@pytest.mark.parametrize("setting", ["team_names_new", "next_seat", "none"])
def test_a_fallen_leader(setting: str) -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", initiative=5, intensity=1, **RED), wounded(*THREE, **BLUE),
        rider(**BLUE), rider(initiative=1, **BLUE), options={"leader_lost": setting},
    )  # fmt: skip
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",)).draws("scar-1")
    if setting == "team_names_new":
        assert set(battle.asked.values()) == {"name-leader"}
        seat = next(iter(battle.asked))
        assert {one["who"] for one in battle.offers(seat, "lead")} == {"p3", "p4"}
        battle.do(seat, "lead", who="p4")
    expected = {"team_names_new": "p4", "next_seat": "p3", "none": None}
    assert battle.view["leaders"]["blue"] == expected[setting]
    assert battle.asked == {"p1": "turn"}


@pytest.mark.rule("KM-DMG-01", "KM-RES-06", "KM-TYPE-19")
@pytest.mark.parametrize(("kind", "left", "off"), [("kiron", 0, True), ("siroko", 0, False)])
def test_evading_for_the_last_point(kind: str, left: int, off: bool) -> None:
    """Balance 1: the evasion costs it, so Intensity 1 finds nothing left; a Siroko evades for nothing."""
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", initiative=5, intensity=1), rider(kind, "bash-2", evade=0, balance=1)
    )
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",))
    battle.do("p2", "defend", how="evade").play("p2", "bash-2")
    assert battle.stands("p2") == (left, 0, off)


@pytest.mark.rule("KM-RES-06")
@pytest.mark.parametrize("setting", ["illegal", "free"])
def test_evading_without_balance(setting: str) -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", initiative=5, intensity=1), rider("kiron", "crack-2", balance=0),
        options={"evade_without_balance": setting},
    )  # fmt: skip
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",))
    hows = {one["how"] for one in battle.offers("p2", "defend")}
    assert hows == ({"evade", "none"} if setting == "free" else {"none"})


@pytest.mark.rule("KM-DMG-08", "KM-EFF-07")
def test_intensity_zero_does_nothing_at_all() -> None:
    """Two Rends leave 0 of 3; not even a Kimera at 0 Balance is Off by it."""
    rends = ["rend-1", "rend-2"]
    assert blow(rider(balance=0), rider(), intensity=3, wounds=rends).stands("p2") == (0, 0, False)
    off = blow(rider(**OFF), rider(), intensity=3, wounds=rends)
    assert off.damage("p2") == []
    assert off.asked == {"p1": "turn"}


@pytest.mark.rule("KM-EDGE-03", "KM-EDGE-04", "KM-SPR-04")
@pytest.mark.parametrize(
    ("balance", "initiative", "expected"),
    [(6, 2, (5, 1, False)), (6, 0, (4, 0, False)), (1, 0, (0, 0, True)), (0, 0, (0, 0, True)), (1, 1, (0, 0, False))],
)
def test_an_edge_after_the_strike(balance: int, initiative: int, expected: tuple[int, int, bool]) -> None:
    battle = blow(rider(balance=balance, initiative=initiative), rider(), edges=["sever-1"], gems={"zealous": 1})
    assert battle.stands("p2") == expected


@pytest.mark.rule("KM-EDGE-04", "KM-EDGE-05")
@pytest.mark.parametrize(("options", "initiative"), [({}, 1), ({"edges_stack": False}, 2)])
def test_two_edges(options: dict[str, Any], initiative: int) -> None:
    battle = blow(
        rider(initiative=3), rider(), gems={"zealous": 1, "heroic": 4}, options=options,
        edges=[{"card": "sever-1", "gem": "zealous"}, {"card": "sever-2", "gem": "heroic"}],
    )  # fmt: skip
    assert battle.stands("p2") == (8, initiative, False)


@pytest.mark.rule("KM-EDGE-03", "KM-SHD-04", "KM-SHD-05", "KM-GEM-09")
@pytest.mark.parametrize(("setting", "initiative"), [("not_reduced", 2), ("reduced", 3)])
def test_an_edge_against_a_shield_that_stops_the_strike(setting: str, initiative: int) -> None:
    battle = blow(
        rider(initiative=3, shield="bash-1", gems={"zealous": 3}), rider(), edges=["sever-1"], gems={"zealous": 1},
        options={"edge_vs_shield": setting},
    )  # fmt: skip
    assert battle.stands("p2") == (9, initiative, False)


@pytest.mark.rule("KM-ATK-04", "KM-EDGE-03", "KM-WPN-04")
def test_free_melee_has_neither_edge_nor_weapon() -> None:
    gear: dict[str, Any] = {"edges": ["sever-1"], "weapons": ["sever-5"], "gems": {"heroic": 1, "zealous": 1}}
    battle = blow(rider(initiative=2), rider(), how="free-melee", **gear)
    assert battle.stands("p2") == (8, 2, False)
    off = blow(rider(**OFF), rider(), how="free-melee", **gear).draws("scar-1")
    assert off.damage("p2") == ["scar-1"]


@pytest.mark.rule("KM-EDGE-03", "KM-DMG-04")
def test_an_edge_follows_a_damage_card_too() -> None:
    battle = blow(rider(initiative=2, **OFF), rider(), edges=["sever-1"], gems={"zealous": 1}).draws("scar-2")
    assert battle.damage("p2") == ["scar-2"]
    assert battle.stands("p2") == (0, 1, True)


@pytest.mark.rule("KM-WPN-04", "KM-HEAL-09", "KM-DMG-08")
def test_a_weapon_meets_a_lingering_heal() -> None:
    heal: dict[str, Any] = {"lingering": [{"cards": ["crack-6"], "by": "p2"}]}
    battle = blow(rider(**OFF, **heal), rider(), weapons=["sever-5"], gems={"heroic": 1})
    battle.do("p1", "use-weapon", gem="heroic")
    assert battle.damage("p2") == []
    assert {"crack-6", "sever-5"} <= set(battle.view["discard"])


@pytest.mark.rule("KM-WPN-04")
@pytest.mark.parametrize(("setting", "asked"), [("damage_card_only", "turn"), ("any_hit", "weapon")])
def test_whether_a_weapon_replaces_a_loss_of_balance(setting: str, asked: str) -> None:
    battle = blow(rider(), rider(), weapons=["sever-5"], gems={"heroic": 1}, options={"weapon_override": setting})
    assert battle.asked == {"p1": asked}
    if asked == "weapon":
        battle.do("p1", "use-weapon", gem="heroic")
        assert battle.damage("p2") == ["sever-5"]
        assert battle.seat("p2")["balance"] == 9


@pytest.mark.rule("KM-EFF-06", "KM-SHD-04")
def test_sunder_takes_the_shield_or_the_weapon_at_once() -> None:
    battle = blow(rider(**OFF, shield="bash-1", gems={"heroic": 2}), rider(), intensity=2).draws("sunder-1")
    assert battle.seat("p2")["shield"] is None
    assert "bash-1" in battle.view["discard"]
    both = blow(rider(**OFF, shield="bash-1", weapons=["sever-5"], gems={"heroic": 2}), rider(), intensity=3)
    both.draws("sunder-1", "scar-1").do("p1", "pick", card="sunder-1")
    assert both.asked == {"p1": "pick-part"}
    both.do("p1", "part", what="weapon:heroic")
    assert both.seat("p2")["weapons"] == []
    assert both.seat("p2")["shield"]["card"] == "bash-1"


@pytest.mark.rule("KM-EFF-04", "KM-EFF-09", "KM-GEM-02")
@pytest.mark.parametrize(("setting", "picker"), [("chooser", "p1"), ("victim", "p2"), ("attacker", "p1")])
def test_crush_takes_two_levels_off_a_gem(setting: str, picker: str) -> None:
    target = rider(**OFF, gems={"eldritch": 4, "heroic": 2}, initiative=2)
    battle = blow(target, rider(), options={"crush_scar_pick": setting}).draws("crush-1")
    assert battle.asked == {picker: "pick-part"}
    battle.do(picker, "part", what="eldritch")
    powers = [one["power"] for one in battle.seat("p2")["powers"] if one["gem"] == "eldritch"]
    assert powers == ["shield", "wrack"]


@pytest.mark.rule("KM-EFF-09", "KM-DMG-06", "KM-RUNE-15")
def test_scar_is_picked_by_the_defender_who_picked_the_card() -> None:
    target = rider(**{**OFF, "armor": 6}, runes={"rending": 2, "sovereign": 3})
    battle = blow(target, rider(), intensity=2).draws("scar-1", "bash-1").do("p2", "pick", card="scar-1")
    assert battle.asked == {"p2": "pick-part"}
    before = battle.seat("p2")["full_balance"]
    battle.do("p2", "part", what="sovereign")
    assert battle.seat("p2")["full_balance"] == before - 2


@pytest.mark.rule("KM-EFF-05")
@pytest.mark.parametrize(("setting", "left"), [("stay_spent", ["expose-1"]), ("discard", [])])
def test_expose_forbids_one_defence(setting: str, left: list[str]) -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", "sever-5", "rend-4", initiative=6, intensity=1),
        rider("kiron", "crack-2", wounds=["expose-1"]), options={"one_shot_effects": setting},
    )  # fmt: skip
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",)).do("p2", "defend", how="none")
    assert battle.stands("p2") == (8, 0, False)
    assert battle.damage("p2") == left
    battle.attack("p1", "heavy-melee", "p2", ("sever-5",), ("rend-4",))
    assert battle.asked == {"p2": "defend"}
    assert {one["how"] for one in battle.offers("p2", "defend")} == {"evade", "none"}
