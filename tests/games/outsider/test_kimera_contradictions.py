"""Kimera: positions, designs and decks that contradict the rulebook or themselves are refused whole, with the place."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import BadConfig, BadData, BadPosition
from immolation.games.kimera.cards import rider_builder

from tests.games.outsider.battle import GAME, Battle, rider

ATTACK = {"at": "attack", "attacker": "p1", "target": "p2", "how": "heavy-melee", "step": "targets", "value": 6}
OFF: dict[str, Any] = {"balance": 0, "off": True}


def contradiction(*riders: dict[str, Any], **keys: Any) -> str:
    with pytest.raises(BadPosition) as caught:
        Battle(*riders, **keys)
    said = str(caught.value)
    assert said.endswith(".")
    return said


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"balance": 3, "off": True}, "seats.p1.off"),
        ({"wounds": [{"card": "crack-1", "spent": True}]}, "seats.p1.wounds"),
        ({"wounds": ["bash-1", "bash-2", "bash-3", "bash-4"]}, "seats.p1.wounds"),
        ({"wounds": [{"card": "bash-1", "pick": "power"}]}, "seats.p1.wounds"),
        ({"wounds": [{"card": "crush-1", "pick": "eldritch"}]}, "seats.p1.wounds"),
        ({"lingering": [{"cards": ["bash-1", "bash-2"]}]}, "seats.p1.lingering"),
        ({"lingering": [{"cards": ["bash-1"], "by": "p3"}]}, "seats.p1.lingering"),
        ({"shield": "bash-1"}, "seats.p1"),
        ({"edges": ["bash-1", "bash-2"], "gems": {"zealous": 1}}, "seats.p1"),
        ({"holds": "p1"}, "seats.p1.holds"),
        ({"holds": "p3"}, "seats.p1.holds"),
        ({"holds": "p2", "initiative": 1}, "seats.p1.initiative"),
        ({"hand": ["rend-1", "rend-1"]}, "rend-1"),
        ({"hand": ["rend-7"]}, "seats.p1.hand"),
        ({"prepared": 2}, "seats.p1.prepared"),
        ({"armor": 7}, "seats.p1.traits"),
        ({"runes": {"power": 6}}, "runes.power"),
        ({"runes": {"pover": 1}}, "runes.pover"),
        ({"gems": {"ruby": 1}}, "gems.ruby"),
        ({"type": "dragon"}, "seats.p1.type"),
        ({"balance": -1}, "seats.p1.balance"),
        ({"balance": 3.0}, "seats.p1.balance"),
        ({"balance": True}, "seats.p1.balance"),
        ({"mood": "bad"}, "seats.p1"),
        ({"defeated": True, "balance": 1}, "seats.p1"),
        ({"team": "p2"}, "seats"),
    ],
)
def test_one_rider(facts: dict[str, Any], key: str) -> None:
    assert key in contradiction(rider(**facts), rider())


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"round": 61}, "round"),
        ({"round": 0}, "round"),
        ({"pool": ["bash-1"]}, "pool"),
        ({"result": {"winners": ["p1"], "reason": "x", "rule": "KM-POT-03", "scores": {}}}, "result"),
        ({"leaders": {"p1": "p2"}}, "leaders"),
        ({"options": {"defeat_wounds": 0}}, "defeat_wounds"),
        ({"options": {"luck": 1}}, "luck"),
        ({"deck": ["rend-1", "rend-1"]}, "rend-1"),
        ({"spoken": {"p9": 1}}, "spoken"),
        ({"ruleset": "chimera-con"}, "ruleset"),
        ({"weather": "red"}, "weather"),
        ({"stack": []}, "stack"),
        ({"stack": [{"at": "battle"}, {"at": "battle"}]}, "stack"),
        ({"stack": [{"at": "nowhere"}]}, "stack"),
        ({"stack": [{"at": "breakout", "seat": "p1"}]}, "stack: seat"),
        ({"stack": [{"at": "full-recovery", "seat": "p9"}]}, "stack"),
        ({"stack": [{"at": "name-leader", "team": "p1"}]}, "stack"),
    ],
)
def test_the_table(keys: dict[str, Any], key: str) -> None:
    assert key in contradiction(rider(), rider(), **keys)


@pytest.mark.rule("KM-TURN-02", "KM-TURN-03")
@pytest.mark.parametrize("at", ["tie-roll", "tie-pick"])
def test_a_tie_is_between_equals(at: str) -> None:
    seats = rider(initiative=3, team="red"), rider(initiative=2, team="red"), rider(team="blue")
    assert "riders" in contradiction(*seats, stack=[{"at": at, "riders": ["p1", "p2"]}])


@pytest.mark.rule("KM-RES-01", "KM-REC-03", "KM-BAL-02", "KM-ATK-07", "KM-CARD-01")
@pytest.mark.parametrize(
    ("facts", "attack"),
    [
        ({"full_recovery": True}, {}),
        ({"balance": 0}, {}),
        ({}, {"how": "bolt"}),
        ({}, {"target": "p1"}),
        ({}, {"target": "p3"}),
        ({"hand": ["rend-6"]}, {}),
        ({}, {"how": "free-melee"}),
        ({}, {"area": True}),
        ({}, {"suppression": True}),
    ],
)
def test_an_attack_that_could_not_be_declared(facts: dict[str, Any], attack: dict[str, Any]) -> None:
    mine = {"hand": ["crack-5", "rend-6"], "initiative": 3, **facts}
    said = contradiction(
        rider("kolossus", *mine.pop("hand"), **mine), rider(), stack=[{**ATTACK, "step": "symbols", **attack}]
    )
    assert said.startswith("stack")


@pytest.mark.rule("KM-DMG-04", "KM-SPR-04", "KM-WPN-04", "KM-EDGE-03", "KM-EFF-05", "KM-AE-05")
@pytest.mark.parametrize(
    ("attack", "frame", "facts"),
    [
        ({}, {"at": "hits", "victim": "p2", "left": 1}, {}),
        ({}, {"at": "hits", "victim": "p1", "left": 1}, {}),
        ({}, {"at": "pick-damage", "victim": "p2", "by": "p2", "cards": ["bash-1"]}, {}),
        ({}, {"at": "pick-damage", "victim": "p2", "by": "p3", "cards": ["bash-1"]}, OFF),
        ({}, {"at": "pick-damage", "victim": "p2", "by": "p2", "cards": []}, OFF),
        ({"how": "wrack", "suppression": True}, {"at": "hits", "victim": "p2", "left": 1}, OFF),
        ({}, {"at": "weapon", "victim": "p2"}, {}),
        ({"how": "free-melee"}, {"at": "weapon", "victim": "p2"}, OFF),
        ({"how": "free-melee"}, {"at": "edge", "victim": "p2"}, {}),
        ({"how": "wrack"}, {"at": "edge", "victim": "p2"}, {}),
        ({}, {"at": "pick-part", "victim": "p2", "by": "p1"}, {"wounds": ["bash-1"]}),
        ({}, {"at": "defend", "seat": "p3"}, {}),
        ({}, {"at": "defend", "seat": "p1"}, {}),
        ({}, {"at": "defend", "seat": "p2", "step": "values", "how": "evade"}, {"wounds": ["expose-1"]}),
        ({}, {"at": "defend", "seat": "p2", "how": "evade"}, {}),
        ({"step": "values"}, {"at": "defend", "seat": "p2"}, {}),
        ({"how": "wrack", "area": True}, {"at": "defend", "seat": "p4"}, {}),
    ],
)
def test_what_lies_on_an_attack(attack: dict[str, Any], frame: dict[str, Any], facts: dict[str, Any]) -> None:
    gear: dict[str, Any] = {"weapons": ["sever-5"], "edges": ["sever-1"]}
    said = contradiction(
        rider("kolossus", "rend-6", initiative=3, gems={"heroic": 4, "eldritch": 5, "phoebian": 1}, team="red", **gear),
        rider("kolossus", "rend-1", team="blue", **facts), rider("kolossus", "rend-2", team="blue"),
        rider("kolossus", "rend-3", team="red"), stack=[{**ATTACK, **attack}, frame],
    )  # fmt: skip
    assert said.startswith("stack")


@pytest.mark.rule("KM-HEAL-01", "KM-HEAL-04", "KM-HEAL-02")
@pytest.mark.parametrize(
    ("gems", "heal"),
    [
        ({}, {}),
        ({"sanative": 1}, {"lingering": True}),
        ({"sanative": 3}, {"area": True}),
        ({"sanative": 4}, {"area": True, "lingering": True}),
        ({"sanative": 1}, {"step": "remove", "value": 2, "left": 3, "played": ["crack-4"]}),
        ({"sanative": 1}, {"step": "values"}),
        ({"sanative": 3}, {"step": "remove", "lingering": True, "played": ["crack-4", "rend-4"]}),
        ({"sanative": 1}, {"queue": ["p9"]}),
    ],
)
def test_a_heal_that_could_not_be_declared(gems: dict[str, int], heal: dict[str, Any]) -> None:
    frame = {"at": "heal", "seat": "p1", "target": "p2", **heal}
    hand = ("crack-5", "crack-1", "rend-1")
    said = contradiction(rider("kolossus", *hand, initiative=1, gems=gems), rider(wounds=["bash-2"]), stack=[frame])
    assert said.startswith("stack")


@pytest.mark.rule("KM-COST-03", "KM-COST-04", "KM-TRAIT-03")
@pytest.mark.parametrize(
    ("design", "rule", "key"),
    [
        ({"type": "drako", "traits": {"armor": 7}}, "KM-TRAIT-03", "traits.armor"),
        ({"type": "drako", "traits": {"armor": -1}}, "KM-TRAIT-03", "traits.armor"),
        ({"type": "drako", "runes": {"power": 6}}, "KM-COST-03", "runes.power"),
        ({"type": "drako", "gems": {"heroic": 6}}, "KM-COST-03", "gems.heroic"),
        ({"type": "drako", "traits": {"armor": 6, "evade": 6, "acuity": 6, "recovery": 2}}, "KM-COST-04", ""),
    ],
)
def test_designs(design: dict[str, Any], rule: str, key: str) -> None:
    """Three traits at 6 cost 63 each, one at 2 costs 9: 198 of 200 are left for nothing more than that."""
    checked = rider_builder.check(
        {**design, "runes": {**design.get("runes", {}), **({"focus": 1} if rule == "KM-COST-04" else {})}}
    )
    if rule == "KM-COST-04":
        assert checked.cost == 3 * 63 + 9 + 2 == 200
        assert not checked.faults
        checked = rider_builder.check({**design, "runes": {"focus": 1, "power": 1}})
    (fault,) = checked.faults
    assert str(fault).endswith(f"({rule}).")
    assert fault.rule == rule
    assert key in fault.key
    with pytest.raises(BadConfig):
        GAME.new({"riders": {"p1": {**design, "runes": {"focus": 1, "power": 1, **design.get("runes", {})}}}})


@pytest.mark.parametrize(
    "pack",
    [
        '[[cards]]\nid = "a"\nvalue = 7\nsymbols = ["bolt"]\neffect = "crack"',
        '[[cards]]\nid = "a"\nvalue = 0\nsymbols = ["bolt"]\neffect = "crack"',
        '[[cards]]\nid = "a"\nvalue = 1\nsymbols = []\neffect = "crack"',
        '[[cards]]\nid = "a"\nvalue = 1\nsymbols = ["bolt", "wrack", "trial", "area"]\neffect = "crack"',
        '[[cards]]\nid = "a"\nvalue = 1\nsymbols = ["flame"]\neffect = "crack"',
        '[[cards]]\nid = "a"\nvalue = 1\nsymbols = ["bolt"]\neffect = "melt"',
        '[[cards]]\nid = "a"\nvalue = 1\nsymbols = ["bolt", "bolt"]\neffect = "crack"',
        '[[cards]]\nid = "a"\nvalue = 1\nsymbols = ["bolt"]\neffect = "crack"\ncolour = "red"',
        '[[cards]]\nvalue = 1\nsymbols = ["bolt"]\neffect = "crack"',
        "cards = []",
        '[rider.ashkar]\ntype = "dragon"',
        '[rider.ashkar]\ntype = "drako"\ntraits = { armour = 3 }',
        "[riders]",
        "cards = [",
    ],
)
def test_packs(pack: str, tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(pack, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        games.load("kimera", pack=str(path))
    assert "mine.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("config", "key"),
    [
        ({"seats": 1}, "seats"),
        ({"seats": 7}, "seats"),
        ({"seats": "3"}, "seats"),
        ({"teams": {"red": ["p1", "p2"]}}, "teams"),
        ({"teams": {"red": ["p1", "p2", "p3"]}}, "teams"),
        ({"teams": {"red": ["p1", "p2"], "blue": ["p2", "p3"]}}, "teams"),
        ({"leaders": {"red": "p1"}}, "leaders"),
        ({"seats": 2, "teams": {"red": ["p1"], "blue": ["p2"]}, "leaders": {"red": "p2"}}, "leaders"),
        ({"riders": {"p9": "ashkar"}}, "riders"),
        ({"riders": {"p1": "nobody"}}, "riders"),
        ({"riders": {"p1": {"type": "drako", "wings": 4}}}, "riders"),
        ({"rounds": -1}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"cards": []}, "cards"),
        ({"cards": [{"id": "a", "value": 9, "symbols": ["bolt"], "effect": "crack"}]}, "cards"),
        ({"cards": [{"id": "a", "value": 1, "symbols": ["bolt"], "effect": "crack"}] * 2}, "cards"),
        ({"weather": "red"}, "weather"),
        ({"options": {"initiative_max": -1}}, "initiative_max"),
        ({"options": {"decline": "maybe"}}, "decline"),
    ],
)
def test_configs(config: dict[str, Any], key: str) -> None:
    with pytest.raises(BadConfig) as caught:
        GAME.new(config)
    assert key in str(caught.value)
