"""What every aspect of the six Chimeras does, worked out by hand from the table of facts."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import GAME, Rains, solo, unit

rule = pytest.mark.rule

DICE = {"power": 3, "class": 2, "basic": 1, "exhausted": 4}
TWO: dict[str, Any] = {"blood": 2}
ONE: dict[str, Any] = {"blood": 1}


def field(
    who: str, facing: list[Any], units: list[Any] | None = None, *, p1: dict[str, Any] | None = None, **more: Any
) -> Rains:
    """Three units of 5 life against these aspects, and dice to lose."""
    row = [unit("One", life=5), unit("Two", life=5), unit("Three", life=5)] if units is None else units
    chimera, _, aspects = who.partition(" ")
    return solo(chimera, facing, row, p1={"dice": DICE, **(p1 or {})}, aspects=aspects, **more)


def wounds(table: Rains) -> list[int]:
    """Of the units from the left, then of the Phoenixborn."""
    return [one["wounds"] for one in table.born()["units"]] + [table.born()["wounds"]]


def bearers(table: Rains, card: str) -> list[str]:
    """Who bears an alteration, as often as it does."""
    born = table.born()
    found = [
        ref for one in (*born["units"], *born["facing"]) for ref in [one["ref"]] * one.get("attached", {}).get(card, 0)
    ]
    return found + ["p1"] * born["attached"].get(card, 0)


def names(table: Rains) -> list[str]:
    return [one.get("card", "") for one in table.born()["facing"]]


def levels(table: Rains) -> int:
    dice = table.born()["dice"]
    return int(2 * dice["power"] + dice["class"])


def reveal(table: Rains, card: str, *, face: int = 1, **dice: Any) -> Rains:
    """The Chimera's turn in which it reveals this card; 1 is a plain Reveal on each first behaviour card."""
    return table.turn(face=face, shows=[card], **dice)


# --- on being revealed ------------------------------------------------------------------------------------


@rule("RR-REV-03", "RR-TGT-05")
def test_whiplash_destroys_the_leftmost_wounded_unit_or_wounds_the_leftmost() -> None:
    hurt = [unit("One", life=5), unit("Two", life=5, wounds=1), unit("Three", life=5, wounds=2)]
    assert reveal(field("viros fury", [ONE], hurt), "whiplash").gone("u2")
    assert wounds(reveal(field("viros fury", [ONE]), "whiplash")) == [1, 0, 0, 0]


@rule("RR-REV-03")
def test_constrict_lets_the_player_exhaust_one_card() -> None:
    table = reveal(field("viros shadow", [TWO]), "constrict")
    assert {"u1", "u2", "u3", "p1"} <= set(table.offered())
    table.answer("u2")
    assert [one["exhaustion"] for one in table.born()["units"]] == [0, 1, 0]


@rule("RR-REV-03")
@pytest.mark.parametrize(("tired", "stunned", "hurt"), [((0, 0, 1), ["u2"], 0), ((1, 1, 1), [], 1)])
def test_storm_bolt_stuns_the_rightmost_fit_unit_or_hurts_the_phoenixborn(
    tired: tuple[int, ...], stunned: list[str], hurt: int
) -> None:
    table = reveal(field("frostwild storm", [ONE], [unit(exhaustion=one) for one in tired]), "storm-bolt")
    assert bearers(table, "stun") == stunned
    assert table.born()["wounds"] == hurt


@rule("RR-REV-03", "RR-ULT-07")
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_giants_might_comes_with_as_much_vigor_as_the_phase(phase: int) -> None:
    table = reveal(field("frostwild mighty", [TWO], phase=phase), "giants-might", face=12)
    assert bearers(table, "vigor") == ["a1"] * phase
    assert table.card("a1")["attack"] == 1 + phase


@rule("RR-REV-03")
def test_wild_throw_stuns_the_leftmost_unit_and_throws_it_to_the_right() -> None:
    table = reveal(field("frostwild mighty", [ONE]), "wild-throw")
    assert [one["ref"] for one in table.born()["units"]] == ["u2", "u3", "u1"]
    assert bearers(table, "stun") == ["u1"]


@rule("RR-REV-03")
def test_proliferate_summons_a_seed() -> None:
    table = reveal(field("neverset bloom", [ONE]), "proliferate")
    assert names(table) == ["proliferate", "scarlet-seed"]
    assert table.card(table.born()["facing"][1]["ref"])["status"] == 3


@rule("RR-REV-03")
def test_vine_whip_makes_the_leftmost_unit_bleed() -> None:
    assert bearers(reveal(field("neverset thorn", [ONE]), "vine-whip"), "bleed") == ["u1"]


@rule("RR-REV-03")
def test_at_the_gates_summons_at_the_left_end_as_it_comes_and_as_the_round_ends() -> None:
    table = reveal(field("lordswall horde", [ONE]), "at-the-gates")
    assert names(table) == ["rainwalker", "at-the-gates"]


@rule("RR-RAGE-02", "RR-REV-03")
@pytest.mark.parametrize(("rage", "power", "after"), [(0, 0, 0), (0, 4, 0), (2, 1, 4)])
def test_thunderclap_rolls_up_to_four_basic_dice(rage: int, power: int, after: int) -> None:
    table = reveal(field("lordswall horde", [ONE], rage=rage), "thunderclap", power=power)
    # one die is rolled first; 1 + 4 make five, which turn back
    assert table.chimera["rage"]["power"] == after
    assert table.chimera["red_rains"] == (1 if power == 4 else 0)


@rule("RR-REV-03")
def test_torrential_sacrifice_takes_the_rightmost_rainwalker_or_brings_one() -> None:
    walkers = ["rainwalker", ONE, "rainwalker"]
    table = reveal(field("lordswall death", walkers), "torrential-sacrifice")
    assert names(table) == ["rainwalker", "torrential-sacrifice"]
    assert table.chimera["red_rains"] == 1
    table = reveal(field("lordswall death", [ONE]), "torrential-sacrifice")
    assert names(table) == ["torrential-sacrifice", "rainwalker"]
    assert table.chimera["red_rains"] == 0


@rule("RR-REV-03")
def test_silksteel_destroys_what_is_webbed_or_webs_the_leftmost() -> None:
    webbed = [unit("One", life=5), unit("Two", life=5, attached={"webbed": 1})]
    table = reveal(field("shadowreck lair", [ONE], webbed), "silksteel")
    assert table.gone("u2")
    assert bearers(reveal(field("shadowreck lair", [ONE]), "silksteel"), "webbed") == ["u1"]


@rule("RR-REV-03", "RR-DICE-03")
@pytest.mark.parametrize(("power", "lowered"), [(0, 2), (1, 1), (2, 0)])
def test_panic_lowers_a_die_for_each_that_stays_basic(power: int, lowered: int) -> None:
    table = reveal(field("shadowreck horror", [ONE]), "panic", power=power)
    for _ in range(lowered):
        assert table.asked == "die"
        table.answer("power")
    assert table.asked == "turn"
    assert levels(table) == 8 - lowered


@rule("RR-REV-03", "RR-TURN-15")
@pytest.mark.parametrize(("roll", "tokens", "lowered"), [(1, 0, 0), (4, 0, 1), (6, 0, 1), (9, 1, 0), (12, 1, 0)])
def test_lunge_does_the_side_action_of_the_row_three_further(roll: int, tokens: int, lowered: int) -> None:
    """7 to 9 lower a die, 12 places a token, 4 has no side action; beyond 12 is 12. No main action follows."""
    table = field("shadowreck horror", [TWO, TWO])
    table.do("end-turn")
    table.do("roll-rage", "chance", power=0).do("roll-die", "chance", face=1).do("show", "chance", card="lunge")
    table.do("roll-die", "chance", face=roll)
    if lowered:
        table.answer("power")
    assert table.asked == "turn"
    assert (table.chimera["red_rains"], levels(table)) == (tokens, 8 - lowered)
    assert names(table) == ["lunge", ""]


@rule("RR-REV-03")
@pytest.mark.parametrize(("had", "power", "rage"), [(0, 1, 2), (2, 3, 4), (2, 0, 0)])
def test_undertow_drowns_and_rolls_as_many_dice(had: int, power: int, rage: int) -> None:
    table = reveal(
        field("moon_cove abyss", [ONE], p1={"attached": {"drowning": had}} if had else {}), "undertow", power=power
    )
    assert bearers(table, "drowning") == ["p1"] * (had + 1)
    assert table.chimera["rage"]["power"] == rage


@rule("RR-REV-03")
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_deluge_drowns_by_phase(phase: int) -> None:
    table = reveal(field("moon_cove wave", [ONE], phase=phase), "deluge", face=12)
    assert bearers(table, "drowning") == ["p1"] * phase


@rule("RR-REV-03", "RR-LAW-01")
def test_riptide_is_dealt_twice_where_the_player_likes() -> None:
    table = reveal(field("moon_cove wave", [TWO]), "riptide")
    assert set(table.offered()) == {"p1", "u1", "u2", "u3"}
    assert wounds(table.answer("u2").answer("u2")) == [0, 2, 0, 0]


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


@rule("RR-ABIL-03", "RR-TURN-07")
@pytest.mark.parametrize("exhaustion", [0, 1])
def test_glare_forbids_spells_and_nothing_else(exhaustion: int) -> None:
    table = field("viros shadow", [{"card": "glare", "exhaustion": exhaustion}, "stormcall"])
    if not exhaustion:
        for timing in ("", "reaction"):
            assert table.refused("effect", what="damage", on="a2", source="spell", timing=timing) == "RR-ABIL-03"
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
