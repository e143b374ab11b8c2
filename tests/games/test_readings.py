"""Two presets of options in every ruleset: as played, and to the letter where that departs from the source."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.games import BadConfig

from tests.games import readings
from tests.games.ascended_kings.table import round_end
from tests.games.chimera_con.test_market import order, trio
from tests.games.kimera.table import at as kimera_at
from tests.games.kimera.table import rider
from tests.games.playouts import SETUPS, walk
from tests.games.red_rains.table import aspect, do, down, pack, pass_turn, run, table
from tests.games.red_rains.table import at as red_rains_at
from tests.games.red_rains.test_piles_and_tokens import piled

DEPARTURES = {name: readings.involved(game) for name, game in readings.RULESETS.items()}
CONFIGS = [
    ("ascended-kings-full" if setup.get("track") == "full" else ruleset, setup)
    for ruleset, setups in SETUPS.items()
    if ruleset in readings.RULESETS
    for setup in setups
]
"""Every way the rulesets are set up for random games."""


def literal(name: str) -> dict[str, Any]:
    """The documented values of the literal reading."""
    return {option.key: option.literal for option in DEPARTURES[name]}


# --- what a preset is ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in readings.PAGES if name in readings.RULESETS])
def test_a_page_lists_each_departure_with_both_values_and_its_sentence(name: str) -> None:
    assert readings.told(name) == readings.listed(name), "python -m tests.games.readings writes it"


@pytest.mark.parametrize("name", readings.RULESETS)
def test_each_departure_says_the_source_the_default_and_why(name: str) -> None:
    assert DEPARTURES[name]
    for option in DEPARTURES[name]:
        assert re.fullmatch(r"The source [^.;]+; the default [^.;]+, because [^.;]+\.", option.reading), option.key
        assert option.literal != option.default, option.key
        assert option.rule != "TABLE", option.key


@pytest.mark.parametrize("name", readings.RULESETS)
def test_each_preset_is_exactly_the_documented_values(name: str) -> None:
    game = readings.RULESETS[name]
    plain = game.new().position()
    assert game.new({"reading": "as-played"}).position() == plain
    read = game.new({"reading": "literal"})
    assert read.position()["options"] == {**plain["options"], **literal(name)}
    assert game.from_position(read.position()).digest() == read.digest()
    assert "reading" not in read.position()


@pytest.mark.parametrize("name", readings.RULESETS)
def test_a_single_option_goes_before_the_reading(name: str) -> None:
    game = readings.RULESETS[name]
    for option in DEPARTURES[name]:
        made = game.new({"reading": "literal", "options": {option.key: option.default}})
        assert made.position()["options"][option.key] == option.default
    assert (
        game.new({"reading": "literal", "options": None}).position()["options"]
        == (game.new({"reading": "literal"}).position()["options"])
    )


def test_chimera_con_takes_options_beside_the_reading() -> None:
    made = games.load("chimera-con").new({"reading": "literal", "market_merchant_takes": True})
    assert made.position()["options"]["market_merchant_takes"] is True
    assert made.position()["options"]["draw_mix"] == "two_or_none"


@pytest.mark.parametrize("name", readings.RULESETS)
@pytest.mark.parametrize("reading", ["loose", None, ["literal"]])
def test_a_reading_that_does_not_exist_is_named(name: str, reading: object) -> None:
    with pytest.raises(BadConfig, match="reading: choose as-played or literal"):
        readings.RULESETS[name].new({"reading": reading})


@pytest.mark.parametrize("name", readings.RULESETS)
def test_the_reading_stands_among_the_keys_of_a_config(name: str) -> None:
    offered = {option.key: option for option in readings.RULESETS[name].config_keys()}["reading"]
    assert (offered.default, offered.choices) == ("as-played", ("as-played", "literal"))


# --- what it plays like ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "setup"), CONFIGS)
def test_a_whole_random_game_plays_to_its_end_under_the_literal_reading(name: str, setup: dict[str, Any]) -> None:
    game = readings.RULESETS[name]
    state = game.new({**setup, "reading": "literal"})
    rng = Random(7)
    for number, _ in enumerate(walk(state, rng)):
        if number % 25 == 0:
            assert game.from_position(state.position()).digest() == state.digest()
    assert state.outcome() is not None


@pytest.mark.rule("RR-TOK-01")
@pytest.mark.parametrize(("options", "tokens"), [({}, 1), (literal("red-rains"), 3)])
def test_tokens_in_recovery_for_face_up_aspects_or_for_all(options: dict[str, Any], tokens: int) -> None:
    state = red_rains_at([aspect("silt-maw", exhaustion=2), down(1)], first="chimera", passes=1, options=options)
    pass_turn(state)
    assert table(state).red_rains == tokens


@pytest.mark.rule("RR-FAT-01")
@pytest.mark.parametrize(("options", "fatigued"), [({}, False), (literal("red-rains"), True)])
def test_two_players_face_fatigue_at_the_second_emptying_or_at_the_first(
    options: dict[str, Any], fatigued: bool
) -> None:
    plain = pack(fatigued={"empties_needed": None, "on_become": []})
    state = piled({"silt-maw": 1}, {"foam-wing": 1}, chimera=plain, partner=((), ()), options=options)
    do(state, "make-draw", n=1)
    run(state)
    assert table(state).fatigued is fatigued


@pytest.mark.rule("CC-MKT-03")
@pytest.mark.parametrize(("options", "seats"), [({}, ["p2", "p3", "p1"]), (literal("chimera-con"), ["p2", "p3"])])
def test_the_merchant_takes_a_card_or_leaves_them_to_the_others(options: dict[str, Any], seats: list[str]) -> None:
    assert order(trio("turn-end", merchant_turns=2, options=options)) == seats


@pytest.mark.rule("KM-REC-04")
@pytest.mark.parametrize(("options", "balance"), [({}, 3), (literal("kimera"), 5)])
def test_a_partial_recovery_gains_the_cards_value_or_the_recovery_trait(options: dict[str, Any], balance: int) -> None:
    one = rider("kiron", ["scar-5", "crack-1"], balance=2)
    made = kimera_at(one, rider(), stack=[{"at": "recovery"}], options=options)
    made.do("p1", "recover", how="partial", card="crack-1")
    assert made.balance("p1") == balance


@pytest.mark.rule("AK-FIRE-20")
@pytest.mark.parametrize(("options", "wounds"), [({}, 0), (literal("ascended-kings"), 1)])
def test_who_is_overtaken_by_the_fire_returns_after_the_event_or_meets_it(options: dict[str, Any], wounds: int) -> None:
    made = round_end(14, 55, die=1, shows="FIRE", walls={"top": 1}, options=options).die(1)
    made.roll(34).do("p1", "place", tile=34)
    assert len(made.told("wounded")) == wounds
