"""OpenSpiel's own random simulation and playthrough of every ruleset."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from absl import flags
from immolation.games import BadConfig

from tests.rl.copies import EACH_COPY

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")
from immolation.rl import openspiel_game  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("ascended-kings", 3, {}),
    ("ascended-kings", 2, {"track": "full"}),
    ("chimera-con", 3, {}),
    ("chimera-hunt", 3, {"level": "H3", "chimera": "viros"}),
    ("cinders", 4, {}),
    ("kimera", 2, {}),
    ("red-rains", 1, {}),
]
EACH = pytest.mark.parametrize(("name", "players", "config"), GAMES)


@EACH
def test_random_simulation(name: str, players: int, config: dict[str, Any]) -> None:
    game = openspiel_game.load_game(name, players, config, max_game_length=120)
    pyspiel.random_sim_test(game, 1, True, False)  # one game, serialised on the way


@EACH
@EACH_COPY
def test_a_copy_goes_on_as_the_original_would(
    name: str, players: int, config: dict[str, Any], copied: Callable[[Any], Any]
) -> None:
    game = openspiel_game.load_game(name, players, config, max_game_length=40)
    state, other, rng = game.new_initial_state(), copied(copied(game).new_initial_state()), Random(2)
    while not state.is_terminal():
        assert (str(other), other.legal_actions()) == (str(state), state.legal_actions())
        action = rng.choice(state.legal_actions())
        for each in (state, other):
            each.apply_action(action)
        other = copied(other)
    assert other.is_terminal()
    assert other.returns() == state.returns()


def test_a_game_is_loaded_by_its_string() -> None:
    game = openspiel_game.load_game("chimera-hunt", 3, {"level": "H3", "chimera": "viros"})
    state = game.new_initial_state()
    assert pyspiel.load_game(str(game)).config == game.config == {"seats": 3, "level": "H3", "chimera": "viros"}
    again, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), str(restored)) == (str(game), str(state))
    plain = pyspiel.load_game('python_immolation(ruleset=chimera-hunt,config={"level": "H3"})')
    assert plain.config == {"seats": 2, "level": "H3"}
    spaced = ' {"level":"S2","players":"fair"}'
    given = pyspiel.load_game("python_immolation", {"ruleset": "red-rains", "players": 2, "config": spaced})
    for copied in (pickle.loads(pickle.dumps(given)), copy.deepcopy(given)):
        assert copied.config == {"seats": 2, "level": "S2", "players": "fair"}


@pytest.mark.parametrize("config", ["nojson", "[1]", "%7B"])
def test_a_config_that_is_no_json_object_is_refused(config: str) -> None:
    with pytest.raises(BadConfig, match="config must be an object in JSON: "):
        pyspiel.load_game("python_immolation", {"config": config})


def test_what_may_not_be_done_now_is_refused_in_a_sentence() -> None:
    state = openspiel_game.load_game("cinders", 2, max_game_length=1).new_initial_state()
    illegal = next(number for number in range(99) if number not in state.legal_actions())
    for wrong in (state.apply_action, lambda number: state.action_to_string(0, number)):
        with pytest.raises(ValueError, match=f"{illegal} is no legal action of p1 now"):
            wrong(illegal)
    with pytest.raises(ValueError, match="No chance is due"):
        state.chance_outcomes()
    legal, before = state.legal_actions()[0], str(state)
    state.apply_action(legal)
    cut = str(state)
    assert cut != before
    with pytest.raises(ValueError, match="The game is over"):
        state.apply_action(legal)
    assert str(state) == cut
    with pytest.raises(ValueError, match="max_game_length must be at least 1, not -1"):
        openspiel_game.load_game("cinders", max_game_length=-1)


def test_a_playthrough_repeats(tmp_path: Path) -> None:
    name = "python_immolation(ruleset=cinders,players=2,actions=64,features=32)"
    written = tmp_path / "cinders.txt"
    written.write_text(generate_playthrough.playthrough(name, None, seed=3), encoding="utf-8")
    flags.FLAGS.mark_as_parsed()  # `replay` reads the command line's flags
    recorded, played = generate_playthrough.replay(str(written))
    assert recorded == played
    assert "GameType.information = Information.IMPERFECT_INFORMATION" in recorded


def test_a_search_that_is_fair_imagines_what_lies_hidden() -> None:
    game, rng = openspiel_game.load_game("kimera", 2, max_game_length=80), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 3, random_state=rng, use_observation_string=True
    )
    state, imagined = game.new_initial_state(), set()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        seat, before = state.current_player(), str(state)
        other = state.resample_from_infostate(seat, rng.random)
        assert (other.observation_string(), other.legal_actions()) == (
            state.observation_string(),
            state.legal_actions(),
        )
        imagined.add(str(other) == before)
        state.apply_action(bot.step(state) if seat == 0 else rng.choice(state.legal_actions()))
    assert False in imagined


def observed(game: Any, *, public: bool, recall: bool, private: Any) -> Any:
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    return make_observation(game, kind)


def test_an_observer_sees_what_its_kind_may() -> None:
    """Kimera's hands are secret."""
    game = openspiel_game.load_game("kimera", 2)
    state, rng = game.new_initial_state(), Random(1)
    while state.current_player() != 0 or not (rules := state.at.state).view("p1")["own"]["hand"]:
        state.apply_action(rng.choice(state.legal_actions()))
    kinds = pyspiel.PrivateInfoType
    nobody, single, everybody = kinds.NONE, kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS
    whole = observed(game, public=True, recall=False, private=single)
    assert whole.string_from(state, 0) == state.observation_string(0) == make_observation(game).string_from(state, 0)
    table = observed(game, public=True, recall=False, private=nobody)
    assert msgspec.json.decode(table.string_from(state, 0)) == msgspec.to_builtins(rules.view(None))
    seen = []
    for observer in (table, whole):
        for player in (0, 1):
            observer.set_from(state, player)
            seen.append(observer.tensor.copy())
    assert np.array_equal(seen[0], seen[1])
    assert not np.array_equal(seen[0], seen[2])
    own = observed(game, public=False, recall=False, private=single)
    alone = msgspec.json.decode(own.string_from(state, 0))
    assert alone["own"]["hand"] == list(rules.view("p1")["own"]["hand"])
    assert "round" not in alone
    for public, recall, private in ((True, True, single), (True, False, everybody), (False, False, nobody)):
        assert observed(game, public=public, recall=recall, private=private) is None
    for observer in (whole, own):
        for player in (-1, 2):
            with pytest.raises(ValueError, match=f"There is no player {player}; there are 0 to 1"):
                observer.string_from(state, player)
    for asked in (state.information_state_string, state.information_state_tensor):
        with pytest.raises(ValueError, match="no information states"):
            asked(0)
    for size in (game.information_state_tensor_shape, game.information_state_tensor_size):
        with pytest.raises(ValueError, match="no information states"):
            size()


def test_what_chance_may_bring_is_no_seats_action() -> None:
    """OpenSpiel writes a mask without looking how long it is, and the numbers of chance are larger."""
    state = openspiel_game.load_game("kimera", 2).new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.legal_actions() == [number for number, _ in state.chance_outcomes()]
    assert state.legal_actions(0) == state.legal_actions(1) == []
    assert not any(state.legal_actions_mask(0))


def test_numbers_of_any_kind_say_how_many_play() -> None:
    game = openspiel_game.load_game("kimera", np.int64(2), {"seats": 3}, max_game_length=np.int64(9))  # type: ignore[arg-type]
    assert game.num_players() == game.get_parameters()["players"] == 3
    with pytest.raises(TypeError, match=r"players must be an integer, not 2\.5"):
        openspiel_game.load_game("kimera", 2.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_game_length must be at most 2147483647, not 10000000000"):
        openspiel_game.load_game("kimera", max_game_length=10**10)


def test_a_config_of_other_things_than_json_is_refused() -> None:
    with pytest.raises(BadConfig, match=r"config must be JSON: .*int64"):
        openspiel_game.load_game("kimera", 2, {"rounds": np.int64(9)})  # type: ignore[dict-item]


def play(name: str, players: int, seed: int, **settings: int) -> Any:
    state, rng = openspiel_game.load_game(name, players, **settings).new_initial_state(), Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(rng.choices(numbers, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_a_game_ends_in_returns() -> None:
    assert sorted(play("chimera-con", 6, 0).returns()) == [-1, -1, -1, -1, -1, 1]  # 6,607 actions
    assert sorted(play("cinders", 3, 1).returns()) == [-1, -1, 1]
    assert play("kimera", 2, 1, max_game_length=20).returns() == [0, 0]  # cut off


def test_a_clone_goes_its_own_way() -> None:
    state = openspiel_game.load_game("chimera-con", 3).new_initial_state()
    other = state.clone()
    before = str(state)
    other.apply_action(other.legal_actions()[0] if not other.is_chance_node() else other.chance_outcomes()[0][0])
    assert str(state) == before != str(other)
    assert str(copy.deepcopy(state.at).state.digest()) == state.at.state.digest()
