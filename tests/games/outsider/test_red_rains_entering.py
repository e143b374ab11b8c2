"""What every aspect does as it is revealed, worked out by hand from the table of facts."""

from __future__ import annotations

import pytest

from .rains import unit
from .rains_cards import ONE, TWO, bearers, field, levels, names, reveal, wounds

rule = pytest.mark.rule


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
