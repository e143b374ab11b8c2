"""OpenSpiel's own random simulation and playthrough of every ruleset."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from absl import flags

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")
from immolation.rl import openspiel_game  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("ascended-kings", 3, {}),
    ("ascended-kings", 2, {"track": "full"}),
    ("chimera-con", 3, {}),
    ("cinders", 4, {}),
    ("kimera", 2, {}),
    ("red-rains", 1, {}),
]
EACH = pytest.mark.parametrize(("name", "players", "config"), GAMES)


@EACH
def test_random_simulation(name: str, players: int, config: dict[str, Any]) -> None:
    game = openspiel_game.load_game(name, players, config, max_game_length=120)
    pyspiel.random_sim_test(game, 1, True, False)  # one game, serialised on the way


def test_a_playthrough_repeats(tmp_path: Path) -> None:
    name = "python_immolation(ruleset=cinders,players=2,actions=64,features=32)"
    written = tmp_path / "cinders.txt"
    written.write_text(generate_playthrough.playthrough(name, None, seed=3), encoding="utf-8")
    flags.FLAGS.mark_as_parsed()  # `replay` reads the command line's flags
    recorded, played = generate_playthrough.replay(str(written))
    assert recorded == played
    assert "GameType.information = Information.IMPERFECT_INFORMATION" in recorded


def play(name: str, players: int, seed: int, most: int) -> Any:
    state, rng = openspiel_game.load_game(name, players, max_game_length=most).new_initial_state(), Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(rng.choices(numbers, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_a_game_ends_in_returns() -> None:
    assert sorted(play("cinders", 3, 1, 500).returns()) == [-1, -1, 1]
    assert play("kimera", 2, 1, 20).returns() == [0, 0]  # cut off


def test_a_clone_goes_its_own_way() -> None:
    state = openspiel_game.load_game("chimera-con", 3).new_initial_state()
    other = state.clone()
    before = str(state)
    other.apply_action(other.legal_actions()[0] if not other.is_chance_node() else other.chance_outcomes()[0][0])
    assert str(state) == before != str(other)
    assert str(copy.deepcopy(state.at).state.digest()) == state.at.state.digest()
