"""Kimera: the six machines and the cards they play, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.battle import GAME, TRAITS, Battle, rider

MACHINES: dict[str, tuple[str, dict[str, int], tuple[str, ...]]] = {
    "drako": ("air", {"free_melee": 2, "intensity": 1}, ("grapple",)),
    "kolossus": ("ground", {"intercept": 2}, ("intercept",)),
    "kiron": ("ground", {"heavy_melee": 2}, ("charge",)),
    "hermes": ("air", {"discipline": 2, "intensity": 1}, ("bolt", "wrack", "trial")),
    "sinister": ("ground", {"free_melee": 2, "intensity": 1}, ()),
    "siroko": ("air", {"evade": 2}, ()),
}
ALL_GEMS = {"pyrrhic": 3}


@pytest.mark.rule(
    "KM-TYPE-01", "KM-TYPE-03", "KM-TYPE-04", "KM-TYPE-06", "KM-TYPE-09", "KM-TYPE-12", "KM-TYPE-13", "KM-TYPE-15",
    "KM-TYPE-16", "KM-TYPE-18",
)  # fmt: skip
@pytest.mark.parametrize("bought", [0, 3, 6])
@pytest.mark.parametrize("kind", MACHINES)
def test_move_and_traits(kind: str, bought: int) -> None:
    move, special, _ = MACHINES[kind]
    traits: dict[str, Any] = dict.fromkeys(TRAITS, bought)
    facts = Battle(rider(kind, initiative=1, **traits), rider()).seat("p1")
    assert facts["move"] == move
    assert {trait: facts["traits"][trait] - bought for trait in TRAITS if facts["traits"][trait] != bought} == special
    assert facts["full_balance"] == 3 * bought, "specials are not bought"


@pytest.mark.rule("KM-TYPE-02", "KM-TYPE-08", "KM-TYPE-11", "KM-CARD-01")
@pytest.mark.parametrize("symbol", ["bolt", "wrack", "trial", "grapple", "charge"])
@pytest.mark.parametrize("kind", MACHINES)
def test_whose_every_card_shows_what(kind: str, symbol: str) -> None:
    """A 6 without a symbol that helps, one Initiate and nothing else."""
    battle = Battle(rider(kind, "sunder-6", "stagger-6", initiative=3, gems=ALL_GEMS), rider())
    able = symbol in MACHINES[kind][2]
    if symbol == "charge":
        assert bool(battle.offers("p1", "charge")) == able
        return
    hows = {one["how"] for one in battle.offers("p1", "attack")}
    assert (symbol in hows) == able
    if able:
        battle.do("p1", "attack", how=symbol, target="p2")
        battle.refused("p1", "play", cards=["stagger-6", "sunder-6"])
        battle.play("p1", "sunder-6", "stagger-6")
    alone = Battle(rider(kind, "sunder-6", "bash-6", initiative=3, gems=ALL_GEMS), rider())
    assert symbol not in {one["how"] for one in alone.offers("p1", "attack")}, "Initiate is needed from another card"


@pytest.mark.rule("KM-TYPE-05", "KM-RES-05")
@pytest.mark.parametrize("kind", MACHINES)
def test_who_intercepts_with_any_card(kind: str) -> None:
    battle = Battle(rider("kolossus", "crack-5", "rend-3", initiative=5), rider(kind, "scar-6"))
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",))
    cards = {one["card"] for one in battle.offers("p2", "defend") if one["how"] == "intercept"}
    assert cards == ({"scar-6"} if kind == "kolossus" else set())


@pytest.mark.rule("KM-TYPE-14", "KM-ATK-03", "KM-TYPE-19")
@pytest.mark.parametrize("kind", MACHINES)
def test_what_a_free_melee_and_an_evasion_cost(kind: str) -> None:
    battle = Battle(rider(kind, "rend-3", initiative=5), rider("kolossus", "bash-3"))
    battle.do("p1", "attack", how="free-melee", target="p2")
    assert battle.stands("p1") == (9 if kind == "sinister" else 8, 4, False)
    other = Battle(rider("kolossus", "crack-5", "rend-3", initiative=5), rider(kind, "scar-6"))
    other.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",)).do("p2", "defend", how="evade")
    assert other.stands("p2") == (9 if kind == "siroko" else 8, 0, False)


@pytest.mark.rule("KM-TRAIT-02", "KM-ATK-01", "KM-ATK-02", "KM-ATK-05", "KM-ATK-06", "KM-AE-01")
@pytest.mark.parametrize(
    ("how", "area", "trait", "symbols"),
    [
        ("heavy-melee", False, "heavy_melee", ("crack-5",)),
        ("free-melee", False, "free_melee", ()),
        ("bolt", False, "acuity", ("rend-5", "crack-5")),
        ("wrack", False, "acuity", ("scar-6", "crack-5")),
        ("trial", False, "acuity", ("bash-5", "crack-5")),
        ("bolt", True, "acuity", ("rend-5", "crack-5", "crack-1")),
        ("wrack", True, "acuity", ("scar-6", "crack-5", "crack-1")),
        ("grapple", False, "heavy_melee", ("crack-6", "crack-5")),
    ],
)
def test_symbols_and_trait_of_each_attack(how: str, area: bool, trait: str, symbols: tuple[str, ...]) -> None:
    traits: dict[str, Any] = {**dict.fromkeys(TRAITS, 0), trait: 4, "discipline": 1}
    gems = {"pyrrhic": 5, "eldritch": 5}
    battle = Battle(rider("kolossus", *symbols, "rend-6", "stagger-6", initiative=3, gems=gems, **traits), rider())
    battle.do("p1", "attack", how=how, target="p2", area=area)
    assert battle.view["attack"]["symbols"] == [
        {"crack-5": "initiate", "crack-1": "area"}.get(card, how) for card in symbols
    ]  # fmt: skip
    for missing in range(len(symbols)):
        battle.refused("p1", "play", cards=[card for n, card in enumerate(symbols) if n != missing])
    if symbols:
        battle.play("p1", *symbols)
    assert battle.play("p1", "rend-6", "stagger-6").view["attack"]["value"] == 8


@pytest.mark.rule("KM-RES-12", "KM-CARD-02", "KM-CARD-03")
@pytest.mark.parametrize("defence", [2, 6])
def test_all_that_was_played_is_discarded_when_the_attack_is_over(defence: int) -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", "bash-1", initiative=5),
        rider("kiron", "sunder-6", f"bash-{defence}", intercept=6),
    )
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",)).do(
        "p2", "defend", how="intercept", card="sunder-6"
    )
    assert battle.view["discard"] == [], "they lie on the table until then"
    battle.play("p2", f"bash-{defence}")
    assert sorted(battle.view["discard"]) == sorted(["crack-5", "rend-3", "sunder-6", f"bash-{defence}"])
    assert battle.state.view("p1")["own"]["hand"] == ["bash-1"]


@pytest.mark.rule("KM-DMG-08", "KM-DMG-09", "KM-EFF-03", "KM-EFF-08")
def test_one_hit_stays_and_the_others_go() -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", initiative=5, intensity=3),
        rider("kiron", balance=0, off=True, armor=1, heavy_melee=1, free_melee=0), rider(),
    )  # fmt: skip
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",)).draws("sever-4", "bash-4", "crack-1")
    battle.do("p1", "pick", card="sever-4")
    assert battle.damage("p2") == ["sever-4"]
    assert {"bash-4", "crack-1"} <= set(battle.view["discard"])
    traits = battle.seat("p2")["traits"]
    assert (traits["heavy_melee"], traits["free_melee"]) == (2, 0), "no trait falls below 0"


@pytest.mark.rule("KM-CHG-03", "KM-END-06")
def test_charged_initiative_is_lost_with_the_rest() -> None:
    battle = Battle(rider("kiron", "rend-6", initiative=1), rider("kolossus"), stack=[{"at": "charge"}])
    battle.do("p1", "charge", card="rend-6", amount=2)
    for seat in ("p1", "p2"):
        if battle.asked.get(seat) == "charge":
            battle.do(seat, "done")
    assert battle.stands("p1")[1] == 3
    battle.do("p1", "stand-down")
    assert battle.view["round"] == 2
    assert battle.stands("p1")[:2] == (7, 0), "and its Balance does not come back"


@pytest.mark.rule("KM-EDGE-01", "KM-WPN-01", "KM-SHD-01", "KM-TAC-05")
@pytest.mark.parametrize("what", ["edge", "weapon", "shield"])
def test_equipment_needs_initiative_a_card_and_a_gem(what: str) -> None:
    def step(*hand: str, **facts: Any) -> list[dict[str, Any]]:
        seats = rider("kolossus", *hand, **facts), rider(initiative=9)
        battle = Battle(*seats, stack=[{"at": "maneuver", "order": ["p1"]}])
        return [one for one in battle.offers("p1", "activate") if one["what"] == what]

    assert len(step("rend-1", "rend-2", initiative=1, gems={"heroic": 4})) == 2
    assert not step("rend-1", initiative=0, gems={"heroic": 4})
    assert not step(initiative=1, gems={"heroic": 4})
    assert not step("rend-1", initiative=1, gems={"pyrrhic": 3})


@pytest.mark.rule("KM-TURN-05", "KM-SUP-05", "KM-END-01")
def test_nobody_acts_without_initiative_and_nobody_strikes_back() -> None:
    battle = Battle(rider("kolossus", "crack-5", "rend-3", initiative=2), rider("kolossus", "sever-5", "rend-4"))
    battle.attack("p1", "heavy-melee", "p2", ("crack-5",), ("rend-3",))
    assert {GAME.record(one)["do"] for one in battle.state.legal_actions("p2")} == {"defend"}
    battle.refused("p2", "attack", how="heavy-melee", target="p1")
    battle.do("p2", "defend", how="none")
    assert battle.asked == {"p1": "turn"}
    battle.refused("p2", "hold")


@pytest.mark.rule("KM-RUNE-01", "KM-TRAIT-01")
def test_runes_work_unasked_and_categories_make_balance_alone() -> None:
    runes = {"power": 2, "adamant": 1, "sovereign": 1}
    battle = Battle(rider("kolossus", runes=runes, initiative=1), rider())
    facts = battle.seat("p1")
    assert (facts["traits"]["intensity"], facts["traits"]["armor"], facts["full_balance"]) == (5, 4, 10)
    assert not {"activate", "upkeep"} & {GAME.record(one)["do"] for one in battle.state.legal_actions("p1")}


@pytest.mark.rule("KM-LORE-01")
def test_a_machine_obeys_its_own_rider_alone() -> None:
    battle = Battle(
        rider("kolossus", "crack-5", "rend-3", initiative=3, team="red"), rider(team="red"), rider(team="blue")
    )
    battle.refused("p2", "hold")
    battle.refused("p2", "attack", how="heavy-melee", target="p3")
