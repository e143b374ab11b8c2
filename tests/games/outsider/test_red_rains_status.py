"""What every status ability does, worked out by hand from the table of facts."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import Rains, unit
from .rains_cards import DICE, bearers, field, levels, names, wounds

rule = pytest.mark.rule


# --- status abilities -------------------------------------------------------------------------------------


def status(who: str, card: str, tokens: int | None = None, *, more: list[Any] | None = None, **rest: Any) -> Rains:
    """The aspect stands exhausted, so that it does not attack, and nothing is face down."""
    dice = {key: rest.pop(key) for key in ("power", "shows") if key in rest}
    one: dict[str, Any] = {"card": card, "exhaustion": 1}
    if tokens is not None:
        one["status"] = tokens
    return field(who, [one, *(more or [])], **rest).turn(**dice)


@rule("RR-TURN-02", "RR-RAGE-02")
@pytest.mark.parametrize(("rage", "power", "after"), [(0, 3, 3), (3, 2, 0), (4, 0, 4)])
def test_rampage_rolls_all_basic_dice(rage: int, power: int, after: int) -> None:
    table = status("viros fury", "rampage", rage=rage, power=power)
    assert table.chimera["rage"]["power"] == after
    assert table.chimera["red_rains"] == int(rage + power == 5)


@rule("RR-TURN-02")
@pytest.mark.parametrize(("tokens", "rains"), [(2, 0), (1, 1)])
def test_stormcall_hurts_and_brings_rain_with_the_last_token(tokens: int, rains: int) -> None:
    table = status("viros shadow", "stormcall", tokens)
    assert (table.born()["wounds"], table.chimera["red_rains"]) == (1, rains)


@rule("RR-TURN-02")
@pytest.mark.parametrize("own", [0, 1])
def test_bonechill_wind_hurts_whoever_is_exhausted(own: int) -> None:
    units = [unit(life=5), unit(life=5, exhaustion=2), unit(life=5, attached={"stun": 1})]
    assert wounds(status("frostwild storm", "bonechill-wind", units=units, p1={"exhaustion": own})) == [0, 1, 1, own]


@rule("RR-TURN-02", "RR-DICE-03")
def test_galeforce_lowers_one_die_of_the_players_choice() -> None:
    table = status("frostwild storm", "galeforce")
    assert table.offered() == ["class", "power"]
    assert levels(table.answer("class")) == 7


@rule("RR-TURN-02")
@pytest.mark.parametrize(("tokens", "hurt"), [(3, 0), (2, 0), (1, 3)])
def test_charge_fist_strikes_with_its_last_token_and_scatters_the_dice(tokens: int, hurt: int) -> None:
    table = status("frostwild mighty", "charge-fist", tokens)
    assert table.born()["wounds"] == hurt
    dice = table.born()["dice"]
    assert (dice == DICE) == (not hurt)
    assert (sum(dice.values()), dice["exhausted"]) == (10, 4)
    assert dice["basic"] >= 1  # a basic die is not rolled again


@rule("RR-TURN-02")
def test_allure_draws_a_card_and_discards_the_top_one() -> None:
    table = status("neverset bloom", "allure")
    assert table.asked == "told"
    told = " ".join(event.text for event in table.log) + table.state.view(None)["prompt"]
    assert told.index("raw 1 card") < told.index("iscard 1 card from the top")
    assert table.answer("1").asked == "turn"


@rule("RR-TURN-02")
@pytest.mark.parametrize(("tokens", "hurt"), [(2, 0), (1, 2)])
def test_explosive_pods_hurt_every_unit_with_their_last_token(tokens: int, hurt: int) -> None:
    table = status("neverset thorn", "explosive-pods", tokens)
    while table.asked != "turn":
        table.answer(table.offered()[0])
    assert wounds(table) == [hurt, hurt, hurt, 0]


@rule("RR-TURN-02", "RR-LAW-01")
def test_withering_rot_costs_a_card_or_blood() -> None:
    table = status("neverset thorn", "withering-rot")
    assert len(table.offered()) >= 2
    hurt = [option for option in table.offered() if "amage" in option]
    assert len(hurt) == 1
    assert table.answer(hurt[0]).born()["wounds"] == 1


@rule("RR-TURN-02")
@pytest.mark.parametrize(("tokens", "walkers"), [(2, 0), (1, 3)])
def test_carrion_call_brings_three_with_its_last_token(tokens: int, walkers: int) -> None:
    """They come in time to attack: nothing is face down, and the leftmost that can attack does, with all its horde."""
    table = status("lordswall horde", "carrion-call", tokens)
    summoned = [event for event in table.log if event.kind == "summoned"]
    assert len(summoned) == walkers


@rule("RR-TURN-02")
@pytest.mark.parametrize("tokens", [3, 2, 1])
def test_unending_forces_bring_one_each_time(tokens: int) -> None:
    table = status("lordswall death", "unending-forces", tokens)
    assert table.told("summoned") == ["summoned"]


@rule("RR-TURN-02", "RR-LAW-01")
def test_crimson_pyre_burns_the_rightmost_walker_and_the_player_shares_out_the_pain() -> None:
    table = status("lordswall death", "crimson-pyre", more=["rainwalker", {"card": "rainwalker", "ref": "a7"}])
    assert table.gone("a7")
    assert set(table.offered()) == {"p1", "u1", "u2", "u3"}
    table.answer("p1")
    assert table.asked != "turn"
    table.answer("u3")
    assert wounds(table)[2] == 1
    table = status("lordswall death", "crimson-pyre")
    assert wounds(table) == [0, 0, 0, 0]


@rule("RR-TURN-02", "RR-TGT-07")
@pytest.mark.parametrize(("tokens", "left"), [(2, ["u1", "u2", "u3"]), (1, ["u2", "u3"])])
def test_death_knell_takes_the_leftmost_unit_with_its_last_token(tokens: int, left: list[str]) -> None:
    table = status("lordswall death", "death-knell", tokens)
    assert [one["ref"] for one in table.born()["units"]] == left


@rule("RR-TURN-02")
def test_weave_webs_the_leftmost_that_is_not() -> None:
    units = [unit(life=5, attached={"webbed": 1}), unit(life=5), unit(life=5)]
    assert bearers(status("shadowreck lair", "weave", units=units), "webbed") == ["u1", "u2"]


@rule("RR-TURN-02")
@pytest.mark.parametrize(("tokens", "exhausted"), [(2, 4), (1, 5)])
def test_neurotoxin_hurts_and_tires_a_die_with_its_last_token(tokens: int, exhausted: int) -> None:
    table = status("shadowreck lair", "neurotoxin", tokens)
    if table.asked != "turn":
        table.answer("basic")
    assert table.born()["wounds"] == 1
    assert table.born()["dice"]["exhausted"] == exhausted


@rule("RR-TURN-02", "RR-TURN-03")
@pytest.mark.parametrize(("tokens", "row"), [(2, ["broodmother"]), (1, ["broodmother", "weave"])])
def test_broodmother_adds_an_aspect_in_time_for_the_roll(tokens: int, row: list[str]) -> None:
    assert names(status("shadowreck lair", "broodmother", tokens, shows=["weave"])) == row


@rule("RR-TURN-02")
@pytest.mark.parametrize("power", [0, 1])
def test_torment_takes_a_card_unless_the_die_turns(power: int) -> None:
    table = status("shadowreck horror", "torment", power=power)
    assert (table.asked == "turn") == bool(power)
    assert table.chimera["rage"]["power"] == power


@rule("RR-TURN-02")
@pytest.mark.parametrize(("tokens", "tired"), [(2, [0, 1, 0]), (1, [1, 1, 1])])
def test_whirlpool_tires_whoever_is_fit_with_its_last_token(tokens: int, tired: list[int]) -> None:
    units = [unit(life=5), unit(life=5, exhaustion=1), unit(life=5)]
    table = status("moon_cove abyss", "whirlpool", tokens, units=units)
    assert [one["exhaustion"] for one in table.born()["units"]] == tired
    assert table.born()["exhaustion"] == 0


@rule("RR-TURN-02")
def test_drag_below_drowns() -> None:
    assert bearers(status("moon_cove abyss", "drag-below"), "drowning") == ["p1"]


@rule("RR-TURN-02", "RR-RAGE-03", "RR-RAGE-04")
@pytest.mark.parametrize(("phase", "rage", "after", "tokens"), [(1, 0, 1, 0), (2, 0, 2, 0), (3, 1, 4, 0), (3, 3, 1, 1)])
def test_insatiable_raises_as_many_as_the_phase(phase: int, rage: int, after: int, tokens: int) -> None:
    """The last of five brings the token and turns all back; one raise is left then, and finds a basic die."""
    table = status("moon_cove wave", "insatiable", phase=phase, rage=rage)
    assert (table.chimera["rage"]["power"], table.chimera["red_rains"]) == (after, tokens)


@rule("RR-RAGE-04", "RR-TOK-03", "RR-ULT-01")
def test_the_ultimate_of_the_last_rage_die_comes_before_the_next_is_raised() -> None:
    table = status("moon_cove wave", "insatiable", phase=3, rage=3, red_rains=2)
    told = table.told("rage-raised", "rage-full", "red-rains", "ultimate")
    assert told == ["rage-raised", "rage-raised", "rage-full", "red-rains", "ultimate", "rage-raised"]
