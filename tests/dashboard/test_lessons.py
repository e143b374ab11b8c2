"""What a newcomer is told: ten cards a ruleset, words, and a meaning for every light that a game shows."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from immolation import games
from immolation.dashboard.messages import LayerJson, PictureJson, PieceJson, TableJson
from immolation.dashboard.rulesets import how_to_play
from immolation.games import CHANCE, rulebook

from tests.dashboard.game_stage import GAMES
from tests.games.test_no_identifiers import identifiers

RULESETS = sorted({name for name, _ in GAMES.values()})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ten_short_cards_each_with_a_rule_to_read_on(ruleset: str) -> None:
    told = how_to_play.lesson(ruleset)
    assert told is not None
    assert len(told.card) == 10
    rules = rulebook.load(ruleset)
    for card in told.card:
        assert card.rule in rules, card.rule
        assert all(0 <= tile < 100 for tile in card.tiles)
        assert len(card.text) < 240, "short enough for a phone"
        assert identifiers(card.title + card.text) == []
    assert len({word.name for word in told.word}) == len(told.word) >= 6


@pytest.mark.parametrize("short", GAMES)
def test_every_light_of_a_game_has_a_meaning(short: str) -> None:
    name, config = GAMES[short]
    game = games.load_for(name, config)
    state, rng = game.new(config), Random(3)
    unknown: set[tuple[str, int]] = set()
    seen = 0
    for number in range(600):
        if state.outcome() is not None:
            break
        deciders = state.deciders()
        seat = rng.choice(list(deciders))
        due = deciders[seat].outcomes
        actions = [one.action for one in due] if seat == CHANCE else state.legal_actions(seat)
        if number % 4 == 0:
            for layer in game.picture(state.view(None), () if seat == CHANCE else actions).layers:
                shown = msgspec.convert(msgspec.to_builtins(layer), LayerJson)
                seen += 1
                if (shown.tiles or shown.way) and not how_to_play.meaning(name, shown):
                    unknown.add((layer.effect, layer.priority))
        state.apply(rng.choice(actions))
    assert unknown == set()
    assert seen > (5 if short == "cinders" else 50)  # random runners are out soon


@pytest.mark.parametrize("short", GAMES)
def test_every_choice_of_a_game_has_a_sentence(short: str) -> None:
    name, config = GAMES[short]
    game = games.load_for(name, config)
    unknown: set[tuple[str, str]] = set()
    met: set[str] = set()
    for seed in range(3):
        state, rng = game.new(config), Random(seed)
        for _ in range(400):
            if state.outcome() is not None:
                break
            deciders = state.deciders()
            for seat in deciders.keys() - {CHANCE}:
                for action in state.legal_actions(seat):
                    do = str(action.__struct_config__.tag)
                    said = how_to_play.choice_meaning(name, deciders[seat].kind, do)
                    met.add(do)
                    if not said or len(said) > 140 or identifiers(said):
                        unknown.add((deciders[seat].kind, do))
            seat = rng.choice(list(deciders))
            due = deciders[seat].outcomes
            state.apply(rng.choice([one.action for one in due] if seat == CHANCE else state.legal_actions(seat)))
    assert unknown == set()
    assert len(met) >= (1 if short == "cinders" else 4)


def test_a_tile_says_what_lies_there_and_what_its_lights_mean() -> None:
    pieces = [PieceJson(34, "gem", "Ylem", count=2), PieceJson(35, "king", "Vara")]
    layers = [LayerJson("fire", 0xFF5A00, [34, 35], priority=40), LayerJson("gem", 0x2A6CFF, [34], priority=104)]
    table = TableJson(1, "ascended-kings", "playing", {}, picture=PictureJson(pieces, layers))
    said = how_to_play.tile_text(table, layers, 34)
    assert said == ("Tile 34: 2 Ylem; a Fire Wall: standing here wounds; a gem lies here; its colour says which.")
    assert how_to_play.tile_text(table, layers, 90) == "Tile 90: nothing is here."
    assert how_to_play.tile_text(msgspec.structs.replace(table, ruleset="whist"), layers, 35) == "Tile 35: Vara."
