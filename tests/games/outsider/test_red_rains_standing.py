"""What every aspect does by standing there, and as it goes, worked out by hand from the table of facts."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import GAME, pair, unit
from .rains_cards import field, names, wounds

rule = pytest.mark.rule


# --- what holds -------------------------------------------------------------------------------------------


@rule("RR-ABIL-03")
@pytest.mark.parametrize(("exhaustion", "hurt"), [(0, 1), (1, 4)])
def test_iron_scales_let_one_through(exhaustion: int, hurt: int) -> None:
    table = field("viros fury", [{"card": "iron-scales", "exhaustion": exhaustion}])
    table.do("effect", what="damage", on="a1", n=4)
    assert table.gone("a1") if hurt > 1 else table.card("a1")["wounds"] == hurt


@rule("RR-ABIL-03")
@pytest.mark.parametrize("exhaustion", [0, 1])
def test_unbreakable_takes_nothing_while_exhausted(exhaustion: int) -> None:
    table = field("shadowreck lair", [{"card": "unbreakable", "exhaustion": exhaustion}])
    table.do("effect", what="damage", on="a1", n=2)
    assert table.card("a1")["wounds"] == (0 if exhaustion else 2)


@rule("RR-LAW-06", "RR-ABIL-03")
def test_crushing_grip_holds_the_leftmost_unit_and_no_other() -> None:
    table = field("frostwild mighty", ["crushing-grip"])
    assert [one["exhausted"] for one in table.born()["units"]] == [True, False, False]
    assert table.refused("attack", units=["u1"], target="chimera")
    table = field("frostwild mighty", [{"card": "crushing-grip", "exhaustion": 1}])
    assert not any(one["exhausted"] for one in table.born()["units"])


@rule("RR-GRD-03", "RR-ABIL-03")
def test_horrific_gaze_keeps_the_phoenixborn_from_guarding() -> None:
    units = [unit("One", life=5), unit("Two", life=5, text="unit guard")]
    table = field("neverset thorn", [{"card": "withering-rot", "status": 0}, "horrific-gaze"], units).turn()
    assert table.offered() == ["no", "u2"]
    table = field(
        "neverset thorn", [{"card": "withering-rot", "status": 0}, {"card": "horrific-gaze", "exhaustion": 1}], units
    )
    assert sorted(table.turn().offered()) == ["no", "p1", "u2"]


@rule("RR-ABIL-03")
@pytest.mark.parametrize(("drowning", "exhaustion", "hidden"), [(2, 0, False), (3, 0, True), (3, 1, False)])
def test_deep_end_hides_while_it_is_fit_and_three_drown(drowning: int, exhaustion: int, hidden: bool) -> None:
    deep = {"card": "deep-end", "exhaustion": exhaustion}
    table = field("moon_cove abyss", [deep], p1={"attached": {"drowning": drowning}})
    if hidden:
        assert table.refused("attack", units=["u1"], target="a1")
        assert table.refused("effect", what="damage", on="a1", n=1)
    else:
        assert table.do("effect", what="damage", on="a1", n=1).card("a1")["wounds"] == 1


@rule("RR-TURN-02", "RR-LAW-01")
def test_ballistic_seeds_fly_each_time_a_token_leaves() -> None:
    table = field("neverset bloom", [{"card": "photosynthesize", "exhaustion": 1}, "ballistic-seeds"]).turn()
    assert set(table.offered()) == {"p1", "u3"}
    assert wounds(table.answer("u3")) == [0, 0, 1, 0]
    # it has no icon, so it does not attack
    assert table.asked == "turn"


@rule("RR-LAW-10")
def test_soothing_scent_takes_an_attack_from_who_fights_it() -> None:
    table = field("neverset bloom", ["soothing-scent"], [unit("Bear", attack=2, life=9)])
    table.do("attack", units=["u1"], target="a1").dice()
    assert (table.card("a1")["wounds"], table.card("u1")["wounds"]) == (1, 3)


@rule("RR-BASE-01")
def test_frost_bulwark_is_armored_against_each_blow() -> None:
    table = field("frostwild storm", [{"card": "frost-bulwark"}], [unit("Bear", attack=2, life=9)])
    table.do("attack", units=["u1"], target="a1").dice()
    assert (table.card("a1")["wounds"], table.card("u1")["wounds"]) == (1, 1)


# --- when they go -----------------------------------------------------------------------------------------


@rule("RR-BASE-04")
def test_skeletal_wall_leaves_two_walkers() -> None:
    table = field("lordswall death", ["skeletal-wall"]).do("effect", what="destroy", on="a1").dice()
    assert names(table) == ["rainwalker", "rainwalker"]
    assert table.chimera["wounds"] == 1


@rule("RR-BASE-04", "RR-MISC-02")
@pytest.mark.parametrize(("power", "back"), [(0, True), (1, False)])
def test_regenerate_comes_back_exhausted_if_its_die_stays_basic(power: int, back: bool) -> None:
    table = field("viros shadow", [{"card": "regenerate"}]).do("effect", what="destroy", on="a1").dice(power=power)
    assert table.chimera["wounds"] == 1
    assert names(table) == (["regenerate"] if back else [])
    if back:
        again = table.born()["facing"][0]
        assert (again["exhaustion"], again["wounds"]) == (1, 0)


@rule("RR-LAW-14", "RR-RAGE-03")
@pytest.mark.parametrize("power", [0, 1])
def test_vigor_rolls_a_die_as_its_bearer_falls(power: int) -> None:
    table = field("frostwild mighty", [{"card": "warcry", "attached": {"vigor": 1}}])
    table.do("effect", what="destroy", on="a1").dice(power=power)
    assert table.chimera["rage"]["power"] == power


@rule("RR-TURN-13", "RR-TOK-02")
def test_a_scarlet_seed_ripens_into_rain() -> None:
    table = field("neverset bloom", [{"card": "scarlet-seed", "status": 1}]).turn()
    assert names(table) == []
    assert (table.chimera["red_rains"], table.chimera["wounds"]) == (1, 0)
    assert names(field("neverset bloom", [{"card": "scarlet-seed", "status": 2}]).turn()) == ["scarlet-seed"]


@rule("RR-ABIL-07", "RR-TURN-07")
@pytest.mark.parametrize("exhaustion", [0, 1])
def test_glare_forbids_spells_and_nothing_else(exhaustion: int) -> None:
    table = field("viros shadow", [{"card": "glare", "exhaustion": exhaustion}, "stormcall"])
    if not exhaustion:
        for timing in ("", "reaction"):
            assert table.refused("effect", what="damage", on="a2", source="spell", timing=timing) == "RR-ABIL-07"
    else:
        table.do("effect", what="damage", on="a2", source="spell")
    table.do("effect", what="heal" if exhaustion else "damage", on="a2", source="dice")
    table.do("effect", what="exhaust", on="a2", source="ability")


@rule("RR-ABIL-03")
@pytest.mark.parametrize(("exhaustion", "playable"), [(0, False), (1, True)])
def test_paranoia_keeps_basic_dice_from_being_spent(exhaustion: int, playable: bool) -> None:
    dice = {"power": 0, "class": 0, "basic": 9, "exhausted": 1}
    table = field(
        "shadowreck horror", [{"card": "paranoia", "exhaustion": exhaustion}], [], p1={"dice": dice}, players="sample"
    )
    played = [one for one in table.state.legal_actions("p1") if GAME.record(one)["do"] == "play"]
    assert bool(played) == playable


@rule("RR-BASE-01")
@pytest.mark.parametrize(("card", "hurt"), [("convert", 3), ("crimson-pyre", 1)])
def test_armor_is_no_use_against_convert(card: str, hurt: int) -> None:
    units = [unit("One", 0, 9, "armored 2")]
    table = field("lordswall death", [{"card": card, "status": 0} if card != "convert" else card], units).turn()
    for _ in range(3):
        if table.asked in ("guard", "counter"):
            table.answer("no")
    assert table.card("u1")["wounds"] == hurt


@rule("RR-BASE-01", "RR-GRD-09", "RR-LAW-13")
def test_lurk_strikes_first_and_cannot_be_found_while_it_is_fit() -> None:
    table = field("viros shadow", ["lurk"], [unit("One", 9, 4), unit("Two", 9, 5)])
    for source in ("spell", "ability", "dice"):
        assert table.refused("effect", what="damage", on="a1", source=source)
    assert table.refused("attack", units=["u1"], target="a1")
    table.turn().answer("no").answer("yes")
    assert table.gone("u1")  # four damage first: it never counters
    assert table.card("a1")["wounds"] == 0
    # exhausted by its attack it is found
    table.do("effect", what="damage", on="a1", source="spell")
    assert table.gone("a1")


@rule("RR-BLK-02", "RR-LAW-08")
def test_unfathomable_is_met_by_the_strong_alone() -> None:
    units = [unit("One", 2, 5), unit("Two", 3, 5), unit("Three", 3, 5, attached={"webbed": 1})]
    assert field("shadowreck lair", ["unfathomable"], units).turn().offered() == ["no", "u2"]


@rule("RR-LAW-15", "RR-MISC-01")
def test_at_the_gates_summons_as_the_round_ends() -> None:
    table = field("lordswall horde", [{"card": "at-the-gates", "exhaustion": 1}], [], first="chimera")
    table.log = []
    table.do("pass").dice(shows=[])
    assert "summoned" in table.told()
    assert table.told("round-begins", "summoned").index("summoned") == 0


@rule("RR-TIME-04")
@pytest.mark.parametrize(
    ("who", "card"),
    [
        ("shadowreck horror", "panic"),
        ("shadowreck horror", "lunge"),
        ("moon_cove abyss", "undertow"),
        ("moon_cove wave", "riptide"),
    ],
)
@pytest.mark.parametrize("exhaustion", [0, 3])
def test_who_retreats_lies_face_down_when_the_round_is_over(who: str, card: str, exhaustion: int) -> None:
    table = field(who, [{"card": card, "exhaustion": exhaustion}], [], stack=END)
    table.do("go-on")
    assert ("turned-down" in table.told(), table.state.view(None)["round"]) == (True, 2)


END = [{"at": "round", "phase": "end", "next": 1}, {"at": "end-of-round", "seat": "p1"}]
"""The players' effects of the round's end; the Chimera's follow."""


# --- beside a partner ---------------------------------------------------------------------------------------


@rule("RR-TURN-12", "RR-LAW-18")
def test_what_an_aspect_lays_on_the_player_opposite_is_not_laid_on_the_partner() -> None:
    own: Any = [unit("One", life=5), unit("Two", life=5)]
    table = pair("viros", (["glare"], own), (["stormcall"], own), aspects="shadow")
    assert table.refused("effect", "p1", what="damage", on="u2", source="spell") == "RR-ABIL-07"
    table.do("effect", "p2", what="damage", on="u52", source="spell")
    table = pair("frostwild", (["crushing-grip"], own), (["warcry"], own), aspects="mighty")
    assert [table.card(ref)["exhausted"] for ref in ("u1", "u2", "u51", "u52")] == [True, False, False, False]


@rule("RR-TURN-12", "RR-REV-03", "RR-ULT-04")
@pytest.mark.parametrize(
    ("who", "card", "hurt"),
    [("viros fury", "firebelly", [1, 1, 2, 0, 0, 0]), ("neverset thorn", "explosive-pods", [2, 2, 0, 0, 0, 0])],
)
def test_all_units_are_those_of_the_player_opposite(who: str, card: str, hurt: list[int]) -> None:
    own: Any = [unit("One", life=5), unit("Two", life=5)]
    chimera, _, aspects = who.partition(" ")
    status = {"status": 1, "exhaustion": 1} if card == "explosive-pods" else {}
    table = pair(chimera, ([{"card": card, **status}], own), ([], own), aspects=aspects)
    table.do("end-turn", "p1").do("end-turn", "p2").dice()
    while table.asked == "block":
        table.answer("no")
    found = [table.card(ref)["wounds"] for ref in ("u1", "u2")] + [table.born("p1")["wounds"]]
    found += [table.card(ref)["wounds"] for ref in ("u51", "u52")] + [table.born("p2")["wounds"]]
    assert found == hurt


@rule("RR-GRD-02", "RR-TURN-12")
def test_each_phoenixborn_has_a_guard_of_its_own() -> None:
    own: Any = [unit("One", life=9)]
    facing: Any = ["hunting-instincts"]
    table = pair("viros", (facing, own), (facing, own)).do("end-turn", "p1").do("end-turn", "p2")
    table.answer("p1", "p1")
    assert (table.born("p1")["guard_used"], table.born("p2")["guard_used"]) == (True, False)
    assert "p2" in table.offered("p2")
    assert "p1" not in table.offered("p2")
