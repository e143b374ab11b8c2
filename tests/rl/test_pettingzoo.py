"""PettingZoo's own tests, run on every ruleset, and what they do not ask."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from immolation.games import CHANCE, BadConfig
from immolation.rl.episode import result_rewards
from immolation.rl.pettingzoo_env import RulesetEnv, env, parallel_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import aec_to_parallel

from tests.games.chimera_hunt.table import acting, do
from tests.rl.copies import EACH_COPY
from tests.rl.focus_dice import rolling

RULESETS: list[tuple[str, dict[str, Any]]] = [
    ("ascended-kings", {"seats": 3}),
    ("ascended-kings", {"seats": 2, "track": "full"}),
    ("chimera-con", {"seats": 3}),
    ("chimera-hunt", {}),
    ("cinders", {"seats": 4}),
    ("kimera", {}),
    ("red-rains", {}),
]
EACH = pytest.mark.parametrize(("name", "config"), RULESETS, ids=lambda each: each if isinstance(each, str) else "")


@EACH
@pytest.mark.parametrize("chance", ["inside", "outside"])
def test_api(name: str, config: dict[str, Any], chance: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(name, config, chance=chance, max_cycles=80), num_cycles=120)


@EACH
def test_seeds(name: str, config: dict[str, Any]) -> None:
    seed_test(partial(env, name, config, max_cycles=40), num_cycles=40)


@EACH
@EACH_COPY
@pytest.mark.parametrize("chance", ["inside", "outside"])
def test_a_copy_goes_on_as_the_original_would(
    name: str, config: dict[str, Any], chance: str, copied: Callable[[Any], Any]
) -> None:
    table, rng = env(name, config, chance=chance, max_cycles=60), np.random.default_rng(2)
    table.reset(seed=3)
    other = copied(table)
    for number, _ in enumerate(table.agent_iter()):
        seen, _, terminated, truncated, _ = told = table.last()
        np.testing.assert_equal(other.last(), told)
        if number % 5 == 0 or terminated or truncated:
            other = copied(other)
        done = terminated or truncated
        action = None if done else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        table.step(action)
        other.step(action)
    assert other.agents == []
    for each in (table, other):
        each.reset()  # goes on with the same dice
    np.testing.assert_equal(other.last(), table.last())


def test_parallel() -> None:
    parallel_api_test(parallel_env("cinders", {"seats": 2}), num_cycles=60)
    parallel_seed_test(partial(parallel_env, "kimera", max_cycles=30), num_cycles=30)
    with pytest.raises(AssertionError, match="not generally safe"):
        aec_to_parallel(env("cinders"))  # would act for seats that nobody asks


@pytest.mark.parametrize("chance", ["inside", "outside"])
def test_max_cycles_cut_a_game_off_for_all(chance: Any) -> None:
    """PettingZoo's own `max_cycles_test` is for agents that act at once and without a mask."""
    table = RulesetEnv("kimera", chance=chance, max_cycles=7)
    steps = 0
    table.reset(seed=1)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        assert not terminated
        assert reward == 0
        if not truncated:
            steps += 1
            table.step(int(np.flatnonzero(seen["action_mask"])[0]))
        else:
            assert steps == 7
            assert not seen["action_mask"].any(), agent
            table.step(None)
    assert table.agents == []


def play(each: RulesetEnv, seed: int) -> dict[str, float]:
    """Play to the end by choosing among the masked, and return what each agent was rewarded with in all."""
    rng, rewards = np.random.default_rng(seed), dict.fromkeys(each.possible_agents, 0.0)
    each.reset(seed=seed)
    for agent in each.agent_iter():
        seen, reward, terminated, truncated, _ = each.last()
        rewards[agent] += reward
        done = terminated or truncated
        each.step(None if done else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return rewards


@pytest.mark.parametrize("name", ["chimera-con", "kimera"])
def test_the_longest_games_end_unless_one_says_otherwise(name: str) -> None:
    assert play(RulesetEnv(name, {"seats": 6}, features=2), 1)["p1"]


def test_who_wins_gets_one_and_who_loses_minus_one() -> None:
    for seed in range(5):
        rewards = play(RulesetEnv("cinders", {"seats": 3}), seed)
        assert sorted(rewards.values()) == [-1, -1, 1]


def test_who_plays_together_wins_and_loses_together() -> None:
    assert play(RulesetEnv("chimera-hunt", {"seats": 2}), 2) == {"p1": -1.0, "p2": -1.0}
    hunt = acting([{"tile": 43}, {"tile": 45}], life=1)
    assert result_rewards(hunt) == {"p1": 0.0, "p2": 0.0}
    do(hunt, "strike", tile=44)
    assert result_rewards(hunt) == {"p1": 1.0, "p2": 1.0}


def test_chance_outside_is_an_agent_that_knows_its_weights() -> None:
    table = RulesetEnv("red-rains", chance="outside")
    table.reset(seed=1)
    rolled = 0
    for agent in table.agent_iter(400):
        seen, _, terminated, truncated, info = table.last()
        if terminated or truncated:
            break
        numbers = np.flatnonzero(seen["action_mask"])
        if agent == CHANCE:
            rolled += 1
            assert info["weights"].keys() == {*map(int, numbers)}
            assert min(info["weights"].values()) >= 1
        table.step(int(numbers[0]))
    assert rolled


def test_a_roll_of_ten_dice_falls_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may show more than there are numbers for a seat's actions."""
    table = RulesetEnv("ascended-kings", {"seats": 2, "track": "full"}, chance="outside")
    monkeypatch.setattr(table._game, "new", lambda config: rolling(10))
    table.reset(seed=1)
    seen, *_, info = table.last()
    assert table.agent_selection == CHANCE
    assert len(info["weights"]) == seen["action_mask"].sum() == 3003
    assert table.observation_space(CHANCE).contains(seen)
    number = max(info["weights"])
    assert table.action_space(CHANCE).contains(number)
    table.step(number)
    assert table.agent_selection == "p1"


def test_only_who_is_asked_has_a_mask() -> None:
    table = RulesetEnv("cinders", {"seats": 2})
    table.reset(seed=1)
    assert table.observe("p1")["action_mask"].any()
    assert not table.observe("p2")["action_mask"].any()
    with pytest.raises(ValueError, match="no legal action of p1"):
        table.step(int(np.flatnonzero(table.observe("p1")["action_mask"] == 0)[0]))
    with pytest.raises(TypeError, match=r"action must be an integer, not 1\.5"):
        table.step(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no agent 'p9'; there are p1, p2"):
        table.observe("p9")


def test_without_a_game_one_is_asked_to_reset() -> None:
    table = RulesetEnv("cinders", {"seats": 2})
    for ask in (table.last, partial(table.step, 0), partial(table.observe, "p1")):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            ask()
    play(table, 1)
    for ask in (table.last, partial(table.step, None)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            ask()


def test_a_seed_is_any_integer_from_0() -> None:
    table, other = RulesetEnv("kimera"), RulesetEnv("kimera")
    table.reset(seed=3)
    other.reset(seed=np.int64(3))  # type: ignore[arg-type]
    np.testing.assert_equal(other.last(), table.last())
    with pytest.raises(ValueError, match="seed must be at least 0, not -1"):
        table.reset(seed=-1)
    with pytest.raises(TypeError, match="seed must be an integer, not 'x'"):
        table.reset(seed="x")  # type: ignore[arg-type]
    np.testing.assert_equal(other.last(), table.last())


def test_an_illegal_action_loses() -> None:
    table = env("cinders", {"seats": 2})
    table.reset(seed=1)
    table.step(int(np.flatnonzero(table.observe("p1")["action_mask"] == 0)[0]))
    assert table.rewards == {"p1": -1, "p2": 0}
    for agent in table.agent_iter():
        assert not table.last()[0]["action_mask"].any(), f"{agent} sees what p1 might have done"
        table.step(None)


def test_the_end_tells_nothing_more_of_what_was_due() -> None:
    table = RulesetEnv("kimera", {"seats": 2}, max_cycles=5, chance="outside")
    table.reset(seed=1)
    while not any(table.truncations.values()):
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    assert table.infos == {"p1": {}, "p2": {}, CHANCE: {}}


def test_a_config_that_its_owner_changes_changes_no_environment() -> None:
    config: dict[str, Any] = {"seats": 2, "options": {"starting_points": 200}}
    table = RulesetEnv("kimera", config)
    config["options"]["starting_points"] = 250
    table.reset(seed=1)
    assert table._state.position()["options"]["starting_points"] == 200


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(BadConfig, match="There is no ruleset 'chess'"):
        env("chess")
    with pytest.raises(BadConfig, match="Cinders is for 2, 3 or 4"):
        env("cinders", {"seats": 9})
    with pytest.raises(ValueError, match="inside or outside"):
        env("cinders", chance="both")
    with pytest.raises(ValueError, match="None or 'ansi', not 'human'"):
        env("cinders", render_mode="human")
    for wrong in ([1], "x"):
        with pytest.raises(BadConfig, match="config must be a mapping like"):
            env("cinders", wrong)  # type: ignore[arg-type]
