"""What every aspect does as it attacks and as it kills, worked out by hand from the table of facts."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import Rains, unit
from .rains_cards import bearers, field, names, wounds

rule = pytest.mark.rule


# --- on attacking -----------------------------------------------------------------------------------------


def attack(who: str, card: str, *, more: list[Any] | None = None, **rest: Any) -> Rains:
    """Nothing is face down: this one attacks. Nobody blocks or guards."""
    dice = {key: rest.pop(key) for key in ("power", "face", "shows") if key in rest}
    table = field(who, [{"card": card}, *(more or [])], **rest).turn(**dice)
    for _ in range(9):
        if table.asked not in ("block", "guard", "counter"):
            break
        table.answer("no", **dice)
    return table


@rule("RR-ATK-06", "RR-BTL-07")
def test_firebelly_hurts_everybody_and_then_the_phoenixborn_again() -> None:
    assert wounds(attack("viros fury", "firebelly")) == [1, 1, 1, 2]


@rule("RR-BTL-07")
@pytest.mark.parametrize("exhaustion", [0, 1])
def test_dark_descent_tires_the_leftmost_or_takes_it_away(exhaustion: int) -> None:
    units = [unit("One", life=5, exhaustion=exhaustion), unit("Two", life=5)]
    table = attack("viros shadow", "dark-descent", units=units)
    assert table.gone("u1") == bool(exhaustion)
    if not exhaustion:
        assert table.card("u1")["exhaustion"] == 1
    assert table.born()["wounds"] == 3


@rule("RR-BTL-07")
@pytest.mark.parametrize(("tired", "stunned"), [((0, 0, 0), ["u1", "u3"]), ((1, 0, 1), ["u2"]), ((1, 1, 1), [])])
def test_shockwave_stuns_at_both_ends(tired: tuple[int, ...], stunned: list[str]) -> None:
    """Whoever is stunned counts as exhausted, so the only fit unit is not found twice."""
    table = attack("frostwild storm", "shockwave", units=[unit(life=5, exhaustion=one) for one in tired])
    assert bearers(table, "stun") == stunned


@rule("RR-BTL-07")
def test_warcry_strengthens_itself_or_its_neighbour_but_nobody_further() -> None:
    table = attack("frostwild mighty", "warcry")
    assert (bearers(table, "vigor"), table.born()["wounds"]) == (["a1"], 2)
    table = attack("frostwild mighty", "sweeping-strike", more=["warcry"])
    assert (bearers(table, "vigor"), wounds(table)) == (["a1"], [0, 0, 4, 0])
    table = attack("frostwild mighty", "sweeping-strike", more=[{"card": "charge-fist", "status": 3}, "warcry"])
    assert (bearers(table, "vigor"), wounds(table)) == ([], [0, 0, 3, 0])


@rule("RR-ABIL-03", "RR-BTL-07")
def test_an_exhausted_warcry_is_silent() -> None:
    table = attack("frostwild mighty", "sweeping-strike", more=[{"card": "warcry", "exhaustion": 1}])
    assert (bearers(table, "vigor"), wounds(table)) == ([], [0, 0, 3, 0])


@rule("RR-BTL-07")
def test_sowing_strike_sows() -> None:
    table = attack("neverset bloom", "sowing-strike")
    assert names(table) == ["sowing-strike", "scarlet-seed"]
    assert table.born()["wounds"] == 3


@rule("RR-BTL-07", "RR-BLK-01")
def test_charging_horde_brings_a_walker_and_all_the_horde_along() -> None:
    table = field("lordswall horde", ["charging-horde", "rainwalker", {"card": "rainwalker", "exhaustion": 1}]).turn()
    battle = table.state.view(None)["battle"]
    assert len(battle["attackers"]) == 3
    while table.asked == "block":
        table.answer("no")
    assert table.born()["wounds"] == 3 + 1 + 1
    # whoever of the walkers attacked is exhausted now, and so destroyed; the tired one never went
    assert names(table) == ["charging-horde", "rainwalker"]


@rule("RR-BTL-07")
def test_heartpierce_hits_the_rightmost_unit_too() -> None:
    assert wounds(attack("lordswall horde", "heartpierce")) == [0, 0, 2, 3]


@rule("RR-BTL-07")
@pytest.mark.parametrize(("face", "gone"), [(2, "u2"), (7, "u3")])
def test_erratic_strike_destroys_the_exhausted_or_the_wounded(face: int, gone: str) -> None:
    units = [unit(life=5), unit(life=5, exhaustion=1), unit(life=5, wounds=1)]
    table = attack("shadowreck horror", "erratic-strike", units=units, face=face)
    assert [ref for ref in ("u1", "u2", "u3") if table.gone(ref)] == [gone]


@rule("RR-BTL-07")
def test_from_the_depths_drowns_and_hurts_the_leftmost_by_all_that_drown() -> None:
    table = attack("moon_cove abyss", "from-the-depths", p1={"attached": {"drowning": 2}})
    assert bearers(table, "drowning") == ["p1"] * 3
    assert wounds(table) == [3, 0, 0, 3]


@rule("RR-BTL-07")
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_tyranny_brings_rain_and_strikes_by_phase(phase: int) -> None:
    table = attack("moon_cove wave", "tyranny", phase=phase)
    assert (table.chimera["red_rains"], table.born()["wounds"]) == (1, phase)


@rule("RR-BTL-07")
def test_stunning_impact_asks_for_a_ready_spell() -> None:
    table = attack("moon_cove wave", "stunning-impact")
    assert "ready spell" in table.state.view(None)["prompt"].lower() or any(
        "ready spell" in event.text.lower() for event in table.log
    )


# --- on killing -------------------------------------------------------------------------------------------


def kill(who: str, card: str, *, more: list[Any] | None = None, units: list[Any] | None = None, **rest: Any) -> Rains:
    """It kills what it attacks; a jaw is blocked by the leftmost."""
    dice = {key: rest.pop(key) for key in ("power", "shows") if key in rest}
    weak = [unit("One", 0, 1), unit("Two", 0, 5), unit("Three", 0, 1)] if units is None else units
    table = field(who, [{"card": card}, *(more or [])], weak, **rest).turn(**dice)
    for _ in range(9):
        if table.asked == "block":
            table.answer("u1", **dice)
        elif table.asked in ("guard", "counter"):
            table.answer("no", **dice)
    return table


@rule("RR-ATK-04")
def test_hunting_instincts_bring_rain() -> None:
    table = kill("viros fury", "hunting-instincts")
    assert table.gone("u1")
    assert table.chimera["red_rains"] == 1


@rule("RR-BLK-04", "RR-LAW-08")
def test_frozen_fear_tires_the_phoenixborn() -> None:
    table = kill("viros fury", "frozen-fear", units=[unit("One", 2, 1)])
    assert table.gone("u1")
    assert table.born()["exhaustion"] == 1


@rule("RR-BLK-02")
def test_frozen_fear_terrifies_whoever_has_one_attack() -> None:
    table = field("viros fury", ["frozen-fear"], [unit("One", 1, 5), unit("Two", 2, 5)]).turn()
    assert table.offered() == ["no", "u2"]


@rule("RR-DICE-03")
def test_avalanche_tires_a_die() -> None:
    table = kill("frostwild storm", "avalanche")
    assert set(table.offered()) == {"basic", "class", "power"}
    assert table.answer("power").born()["dice"] == {"power": 2, "class": 2, "basic": 1, "exhausted": 5}


@rule("RR-LAW-01", "RR-TGT-05")
def test_sweeping_strike_sweeps_as_often_as_its_attack_at_the_rightmost_then() -> None:
    """The rightmost is killed by the blow; each sweep looks for the rightmost of those that are left."""
    table = kill("frostwild mighty", "sweeping-strike")
    assert table.gone("u3")
    assert set(table.offered()) == {"p1", "u2"}
    assert wounds(table.answer("p1").answer("u2").answer("u2")) == [0, 2, 1]
    assert table.asked == "turn"


@rule("RR-BTL-08")
def test_overgrowth_answers_its_neighbours_kill() -> None:
    table = kill("neverset thorn", "vampiric-roots", more=["overgrowth"], chimera_card={"wounds": 5})
    assert table.gone("u3")
    assert (table.born()["wounds"], table.chimera["wounds"]) == (1, 3)
    table = kill("neverset thorn", "vampiric-roots", more=[{"card": "horrific-gaze"}, "overgrowth"])
    assert table.born()["wounds"] == 0


@rule("RR-BTL-08")
@pytest.mark.parametrize(("had", "left"), [(5, 3), (2, 0), (1, 0), (0, 0)])
def test_vampiric_roots_heal_the_chimera_by_two_as_far_as_it_is_hurt(had: int, left: int) -> None:
    assert kill("neverset thorn", "vampiric-roots", chimera_card={"wounds": had}).chimera["wounds"] == left


@rule("RR-BTL-08")
def test_convert_brings_a_walker() -> None:
    table = kill("lordswall death", "convert")
    assert table.gone("u1")
    assert names(table) == ["convert", "rainwalker"]


@rule("RR-TGT-05")
def test_flanking_strike_destroys_the_leftmost_as_well() -> None:
    table = kill("lordswall horde", "flanking-strike")
    assert [one["ref"] for one in table.born()["units"]] == ["u2"]


@rule("RR-LAW-01")
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_devour_eats_cards_by_phase(phase: int) -> None:
    table = kill("shadowreck horror", "devour", phase=phase)
    assert f"{phase} card" in table.state.view(None)["prompt"]
    assert table.answer("0").born()["wounds"] == phase  # each card that is missing hurts


@rule("RR-DICE-03")
def test_capsize_lowers_every_die() -> None:
    table = kill("moon_cove abyss", "capsize")
    assert table.born()["dice"] == {"power": 0, "class": 3, "basic": 3, "exhausted": 4}


@rule("RR-BTL-08")
@pytest.mark.parametrize(("had", "put", "hurt"), [(0, 2, 0), (5, 2, 0), (6, 1, 1), (7, 0, 1)])
def test_shore_breaker_drowns_twice_or_hurts(had: int, put: int, hurt: int) -> None:
    """There are seven Drownings in all."""
    table = kill("moon_cove wave", "shore-breaker", p1={"attached": {"drowning": had}} if had else {})
    assert (len(bearers(table, "drowning")), table.born()["wounds"]) == (had + put, hurt)
