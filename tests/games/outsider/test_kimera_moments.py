"""Kimera: a position can be written at every decision point with what the README says of it, and goes on from there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.battle import Battle, rider

RED, BLUE = {"team": "red"}, {"team": "blue"}
ELDRITCH: dict[str, Any] = {"gems": {"eldritch": 5}}
SYMBOLS = ("rend-5", "crack-5", "crack-1")
ATTACK = {"at": "attack", "attacker": "p1", "target": "p2", "how": "heavy-melee", "step": "targets", "value": 6}
OFF: dict[str, Any] = {"balance": 0, "off": True}


def hit(*frames: dict[str, Any], attack: dict[str, Any] | None = None, **target: Any) -> Battle:
    """p1 in the middle of an attack on p2."""
    return Battle(
        rider("kolossus", "rend-6", initiative=3, gems={"heroic": 1}, weapons=["sever-5"]), rider("kiron", **target),
        stack=[{**ATTACK, **(attack or {})}, *frames],
    )  # fmt: skip


def of_recovery() -> list[Battle]:
    seats = rider("kiron", "rend-1", balance=2), rider("kiron", "rend-2", balance=2)
    return [
        Battle(*seats, stack=[{"at": "recovery", "order": ["p2"]}]),
        Battle(*seats, stack=[{"at": "recovery", "order": []}, {"at": "full-recovery", "seat": "p2"}]),
        Battle(*seats, stack=[{"at": "full-recovery", "seat": "p1", "count": 1}]),
    ]


@pytest.mark.rule("KM-SEQ-01", "KM-REC-01", "KM-REC-02")
def test_recovery() -> None:
    first, second, third = of_recovery()
    assert (first.asked, second.asked) == ({"p2": "recovery"}, {"p2": "full-recovery"})
    assert third.asked == {"p1": "full-recovery"}
    assert not second.offers("p2", "done"), "no card is discarded yet"
    assert third.offers("p1", "done")


@pytest.mark.rule("KM-SEQ-01", "KM-INIT-01", "KM-INIT-04")
def test_initiative() -> None:
    team = rider(**RED), rider(**RED), rider(**BLUE), rider(**BLUE)
    assert Battle(*team, stack=[{"at": "announce", "order": ["p3"]}], spoken={"p1": 4}).asked == {"p3": "announce"}
    battle = Battle(rider(prepared=3), rider(), stack=[{"at": "prepare"}])
    assert battle.asked == {"p2": "prepare"}
    assert battle.stands("p1") == (9, 0, False), "nothing is paid before the reveal"


@pytest.mark.rule("KM-TAC-02", "KM-TAC-05", "KM-CHG-02")
def test_tactical() -> None:
    seats = rider("kolossus", "rend-1", prepared=2, discipline=0), rider(prepared=1, discipline=0)
    assert Battle(*seats, stack=[{"at": "resource", "order": ["p1"]}]).asked == {"p1": "resource"}
    geared = rider("kolossus", "rend-1", initiative=2, gems={"zealous": 1}), rider("kolossus", "rend-2", initiative=3)
    assert Battle(*geared, stack=[{"at": "maneuver", "order": ["p1"]}]).asked == {"p1": "maneuver"}
    assert Battle(*geared, stack=[{"at": "charge", "order": ["p1"]}]).asked == {"p1": "charge"}


@pytest.mark.rule("KM-TAC-07", "KM-TAC-08")
def test_leadership() -> None:
    team = rider("kolossus", "rend-1", initiative=3, **RED), rider("kolossus", "rend-2", **RED), rider(**BLUE)
    lays = Battle(*team, pool=["crack-1"], stack=[{"at": "lay-out", "leader": "p1", "left": 2}])
    assert list(lays.asked) == ["chance"]
    lays.draws("crack-2", "crack-3")
    assert lays.asked == {"p1": "share"}
    shares = Battle(
        *team, pool=["crack-1"], given=["bash-1"], stack=[{"at": "share", "leader": "p1", "members": ["p2"]}]
    )
    assert [one["to"] for one in shares.offers("p1", "grant")] == ["p2"]
    swaps = Battle(
        *team,
        pool=["crack-1"],
        stack=[{"at": "share", "leader": "p1", "members": []}, {"at": "exchange", "seat": "p2"}],
    )
    assert swaps.asked == {"p2": "exchange"}
    assert [(one["take"], one["give"]) for one in swaps.offers("p2", "exchange")] == [("crack-1", "rend-2")]


@pytest.mark.rule("KM-TURN-01", "KM-TURN-02", "KM-TURN-03", "KM-WAIT-01", "KM-CHG-02")
def test_order() -> None:
    tied = rider("kolossus", initiative=3, **RED), rider("kolossus", initiative=3, **BLUE), rider(initiative=3, **RED)
    rolled = Battle(*tied, stack=[{"at": "tie-roll", "riders": ["p1", "p2"], "rolls": {"p1": 4}}])
    rolled.do("chance", "roll", rider="p2", value=5)
    assert rolled.asked == {"p2": "turn"}
    picks = Battle(*tied, stack=[{"at": "tie-pick", "riders": ["p1", "p3"]}])
    assert picks.do("p1", "first", who="p3").asked == {"p3": "turn"}
    held = Battle(rider(initiative=3), rider(initiative=1), stack=[{"at": "battle", "waiting": ["p1"]}])
    assert held.asked == {"p2": "turn"}
    charged = Battle(
        rider("kiron", "crack-5", initiative=3), rider(), stack=[{"at": "turn", "seat": "p1", "charged": True}]
    )
    assert not charged.offers("p1", "hold"), "after a Charge an attack follows"


@pytest.mark.rule("KM-RES-01", "KM-RES-02", "KM-RES-03", "KM-RUNE-04")
def test_steps_of_an_attack() -> None:
    attacker = rider("kolossus", *SYMBOLS, "rend-6", "bash-6", initiative=3, **ELDRITCH, runes={"insightful": 2})
    bolt = {"at": "attack", "attacker": "p1", "target": "p2", "how": "bolt"}
    symbols = Battle(attacker, rider(), stack=[{**bolt, "step": "symbols"}])
    assert symbols.play("p1", "rend-5", "crack-5").view["attack"]["step"] == "values"
    values = Battle(attacker, rider(), stack=[{**bolt, "step": "values", "played": ["scar-6", "sever-6"]}])
    assert values.play("p1", "rend-6", "bash-6").view["attack"]["value"] == 8
    skills = Battle(attacker, rider(), stack=[{**bolt, "step": "skills", "value": 7, "played": ["scar-6", "sever-6"]}])
    assert {event.kind: event.data for event in skills.play("p1", "rend-6").log}["attack-value"]["value"] == 9
    assert skills.asked == {"p2": "defend"}, "it has a target though none was named"
    stands = Battle(attacker, rider("kiron", "rend-1"), stack=[{**bolt, "step": "targets", "value": 7}])
    assert stands.asked == {"p2": "defend"}
    area = {**bolt, "how": "wrack", "area": True, "step": "symbols"}
    hand = ("crush-1", "crack-5", "crack-1", "rend-6")
    wrack = Battle(rider("kolossus", *hand, initiative=3, **ELDRITCH), rider(), rider(), stack=[area])
    assert wrack.play("p1", "crush-1", "crack-5", "crack-1").view["attack"]["queue"] == ["p2", "p3"]


@pytest.mark.rule("KM-CHG-02")
def test_a_declaration_that_waits_for_charges() -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-6", initiative=2), rider("kiron", "rend-1", initiative=1),
        stack=[{**ATTACK, "step": "declaration", "value": 0}, {"at": "declaration", "order": ["p2"]}],
        options={"charge_who": "any_rider", "charge_window": "after_checks"},
    )  # fmt: skip
    assert battle.asked == {"p2": "declaration"}


@pytest.mark.rule("KM-RES-04", "KM-RES-05", "KM-RES-06", "KM-RUNE-04")
def test_steps_of_a_defence() -> None:
    hand: dict[str, Any] = {"hand": ["sunder-5", "bash-3", "bash-4"], "evade": 6, "runes": {"celeric": 2}}
    assert {one["how"] for one in hit({"at": "defend", "seat": "p2"}, **hand).offers("p2", "defend")} == {
        "intercept", "evade", "none",
    }  # fmt: skip
    values = hit({"at": "defend", "seat": "p2", "step": "values", "how": "evade"}, **hand)
    assert values.play("p2", "bash-3", "bash-4").asked == {"p2": "defend"}


@pytest.mark.rule("KM-RES-04")
def test_steps_of_a_defence_end_in_a_comparison() -> None:
    facts: dict[str, Any] = {"hand": ["sunder-5", "bash-4"], "evade": 6, "runes": {"celeric": 2}}
    for value, kind in ((3, "attack-hits"), (4, "attack-hits"), (5, "attack-fails")):
        battle = hit({"at": "defend", "seat": "p2", "step": "skills", "how": "evade", "value": value}, **facts)
        assert kind in battle.play("p2", "bash-4").happened(), "a tie of Ground Kimera is the attacker's"


@pytest.mark.rule("KM-DMG-04", "KM-DMG-05", "KM-WPN-04", "KM-EFF-04")
def test_damage() -> None:
    assert hit({"at": "weapon", "victim": "p2"}, **OFF).asked == {"p1": "weapon"}
    hits = hit({"at": "hits", "victim": "p2", "left": 1, "cards": ["bash-1", "bash-2"]}, **OFF, armor=1)
    hits.draws("bash-3")
    assert hits.asked == {"p1": "pick-damage"}
    picks = hit({"at": "pick-damage", "victim": "p2", "by": "p2", "cards": ["bash-1", "bash-2"]}, **OFF)
    picks.do("p2", "pick", card="bash-2")
    assert picks.damage("p2") == ["bash-2"]
    parts = hit(
        {"at": "pick-part", "victim": "p2", "by": "p1"}, **OFF, wounds=["crush-1"], gems={"eldritch": 4, "heroic": 1}
    )
    parts.do("p1", "part", what="eldritch")
    assert parts.seat("p2")["wounds"][0]["pick"] == "eldritch"
    assert parts.asked == {"p1": "turn"}


@pytest.mark.rule("KM-EDGE-03", "KM-DMG-04")
def test_an_edge_that_waits_for_the_damage_card() -> None:
    battle = Battle(
        rider("kolossus", initiative=3, gems={"zealous": 1}, edges=["sever-1"]), rider("kiron", initiative=2, **OFF),
        stack=[ATTACK, {"at": "edge", "victim": "p2"}, {"at": "hits", "victim": "p2", "left": 1}],
    )  # fmt: skip
    battle.draws("bash-1")
    assert battle.damage("p2") == ["bash-1"]
    assert battle.stands("p2") == (0, 1, True)


@pytest.mark.rule("KM-AE-04", "KM-AE-07")
def test_an_area_attack_half_way() -> None:
    attack = {"how": "wrack", "area": True, "queue": ["p3", "p4"], "caught": ["p4"], "played": ["crush-1", "crack-5"]}
    battle = Battle(
        rider("kolossus", initiative=3, intensity=4, **ELDRITCH, **RED), rider(**BLUE), rider(**BLUE),
        rider(holds="p3", **RED), stack=[{**ATTACK, **attack}],
    )  # fmt: skip
    for seat in ("p3", "p4"):
        battle.do(seat, "defend", how="none") if seat in battle.asked else None
    assert [battle.seat(seat)["balance"] for seat in ("p2", "p3", "p4")] == [9, 7, 7]


@pytest.mark.rule("KM-HEAL-02", "KM-HEAL-04", "KM-HEAL-07", "KM-HEAL-10")
def test_steps_of_a_heal() -> None:
    healer = rider("kolossus", "crack-5", "rend-1", initiative=2, gems={"sanative": 4})
    heal = {"at": "heal", "seat": "p1", "target": "p2"}
    hurt = rider(wounds=["bash-5", "bash-1"])
    symbols = Battle(healer, hurt, stack=[{**heal, "step": "symbols"}])
    assert symbols.play("p1", "crack-5").asked == {"p1": "heal"}
    values = Battle(healer, hurt, stack=[{**heal, "step": "values", "value": 4, "played": ["crack-4"]}])
    values.play("p1", "rend-1").do("p1", "done").do("p1", "remove", card="bash-5")
    spoken: list[dict[str, Any]] = [{"value": 5, "left": 5}, {"value": 5}, {"left": 5}, {}, {"queue": []}]
    for said in spoken:
        removes = Battle(healer, hurt, stack=[{**heal, **said, "step": "remove", "played": ["crack-4", "scar-1"]}])
        assert {one["card"] for one in removes.offers("p1", "remove")} == {"bash-5", "bash-1"}
    area = {**heal, "area": True, "step": "remove", "played": ["crack-4", "rend-2", "scar-2"]}
    shared = Battle(
        {**healer, **RED}, rider(**RED), rider(wounds=["bash-3", "bash-4"], **RED), rider(**BLUE), stack=[area]
    )
    assert [one["card"] for one in shared.offers("p1", "remove")] == ["bash-3"], "half of 4 and 2"
    lays = Battle(healer, hurt, stack=[{**heal, "lingering": True, "step": "values", "played": ["crack-4"]}])
    lays.play("p1", "rend-1")
    assert lays.seat("p2")["lingering"] == 1


@pytest.mark.rule("KM-END-02", "KM-END-04")
def test_breakouts() -> None:
    seats = rider("kolossus", "crack-6"), rider("kolossus", "crack-2", holds="p1"), rider()
    battle = Battle(*seats, stack=[{"at": "breakout", "seat": "p1", "cards": {"p1": ["crack-6"]}}])
    assert battle.asked == {"p2": "breakout"}
    bids = Battle(*seats, stack=[{"at": "bid", "seat": "p1", "grapplers": ["p2"], "bids": {"p1": 2}}])
    assert bids.asked == {"p2": "bid"}
    assert bids.do("p2", "bid", amount=3).seat("p2")["holds"] == "p1"
    raises = Battle(
        *seats, stack=[{"at": "raise", "seat": "p1", "grapplers": ["p2"], "own": 1, "theirs": 1}],
        options={"grapple_bid": "alternate"},
    )  # fmt: skip
    assert set(raises.asked.values()) == {"raise"}


@pytest.mark.rule("KM-TAC-06", "KM-POT-03")
def test_a_leader_to_be_named_and_the_end() -> None:
    seats = rider(**RED, defeated=True, balance=0), rider(**RED), rider(**RED), rider(**BLUE)
    battle = Battle(*seats, stack=[{"at": "battle"}, {"at": "name-leader", "team": "red"}], leaders={"red": None})
    assert set(battle.asked.values()) == {"name-leader"}
    over = Battle(
        rider(**RED), rider(**BLUE, defeated=True, balance=0), stack=[{"at": "over"}],
        result={"winners": ["p1"], "reason": "p2 fell.", "rule": "KM-POT-03", "scores": {}},
    )  # fmt: skip
    assert over.asked == {}
    outcome = over.state.outcome()
    assert outcome is not None
    assert outcome.winners == ("p1",)
