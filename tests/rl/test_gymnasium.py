"""Gymnasium's own check of the one-seat environment, and games against bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import msgspec
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from immolation.games import BadConfig
from immolation.rl.gymnasium_env import SeatEnv

from tests.rl.copies import EACH_COPY

RULESETS = ("ascended-kings", "chimera-con", "chimera-hunt", "cinders", "kimera", "red-rains")
EACH = pytest.mark.parametrize("name", RULESETS)


@EACH
def test_gymnasium_accepts_it(name: str) -> None:
    check_env(SeatEnv(name, max_cycles=40), skip_render_check=True)


def test_gymnasium_makes_and_renders_it() -> None:
    gymnasium.register("ImmolationTest-v0", "immolation.rl.gymnasium_env:SeatEnv")
    try:
        env = gymnasium.make("ImmolationTest-v0", ruleset="kimera", render_mode="ansi")
        env.reset(seed=1)
        assert "own" in msgspec.json.decode(env.render())  # type: ignore[arg-type]
        check_env(env.unwrapped)
        assert gymnasium.make("ImmolationTest-v0", ruleset="kimera", render_mode=None).render_mode is None
    finally:
        del gymnasium.registry["ImmolationTest-v0"]
    assert SeatEnv("kimera").render() is None
    with pytest.raises(ValueError, match="None or 'ansi', not 'human'"):
        SeatEnv("kimera", render_mode="human")


def test_the_mask_is_told_as_sb3_contrib_asks_for_it() -> None:
    env = SeatEnv("cinders")
    seen, _ = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert np.array_equal(env.action_masks(), seen["action_mask"])


@pytest.mark.parametrize("seat", ["p1", "p3"])
def test_a_game_against_bots_ends_in_a_reward(seat: str) -> None:
    env, rng = (
        SeatEnv("cinders", {"seats": 3}, seat=seat, opponents=("random", "search:easy")),
        np.random.default_rng(1),
    )
    seen, info = env.reset(seed=4)
    over, reward = False, 0.0
    while not over:
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        seen, reward, over, truncated, info = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert not truncated
    assert reward in (1.0, -1.0)
    assert not seen["action_mask"].any()


@EACH
@EACH_COPY
def test_a_copy_goes_on_as_the_original_would(name: str, copied: Callable[[Any], Any]) -> None:
    env, rng = SeatEnv(name, opponents=("greedy",), max_cycles=30), np.random.default_rng(2)
    told: Any = env.reset(seed=3)
    other, over = copied(env), False
    while not over:
        action = int(rng.choice(np.flatnonzero(told[0]["action_mask"])))
        told = env.step(action)
        np.testing.assert_equal(other.step(action), told)
        over, other = told[2] or told[3], copied(other)
    np.testing.assert_equal(other.reset(), env.reset())  # goes on with the same dice
    np.testing.assert_equal(other.np_random.random(), env.np_random.random())


def test_a_long_game_is_cut_off() -> None:
    env = SeatEnv("kimera", max_cycles=3)
    seen, _ = env.reset(seed=1)
    ends = []
    for _ in range(3):
        seen, reward, terminated, truncated, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        ends.append((reward, terminated, truncated))
        if truncated:
            break
    assert ends[-1] == (0.0, False, True)
    assert not seen["action_mask"].any()


def test_a_game_cut_off_before_ones_turn_says_so_at_the_next_step() -> None:
    env = SeatEnv("cinders", {"seats": 3}, seat="p3", max_cycles=1)
    seen, _ = env.reset(seed=1)
    assert not seen["action_mask"].any()
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, "illegal" in info) == (0.0, False, True, False)


def test_without_a_game_one_is_asked_to_reset() -> None:
    env = SeatEnv("cinders")
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(0)
    seen, _ = env.reset(seed=1)
    with pytest.raises(TypeError, match="action must be an integer, not "):
        env.step(np.flatnonzero(seen["action_mask"])[0] + 0.7)
    env.step(-1)  # illegal, the end of this game
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(0)


def test_a_seat_waits_until_it_is_asked_first() -> None:
    """As in the other environments and in simulations. Hunters choose their tiles at once, the first one first."""
    env = SeatEnv("chimera-hunt", {"seats": 3}, seat="p3")
    _, info = env.reset(seed=1)
    assert [*env._state.deciders()] == ["p3"]
    assert info["decision"] == "move"
    *_, info = env.step(-1)
    assert info["decision"] == "", "the game is over"


def test_a_seed_is_any_integer_from_0() -> None:
    env = SeatEnv("kimera")
    first, again = env.reset(seed=3), env.reset(seed=np.int64(3))  # type: ignore[arg-type]
    np.testing.assert_equal(again, first)
    with pytest.raises(ValueError, match="seed must be at least 0, not -1"):
        env.reset(seed=-1)


def test_an_illegal_action_loses_and_is_told() -> None:
    env = SeatEnv("cinders")
    seen, _ = env.reset(seed=1)
    _, reward, terminated, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(BadConfig, match="there is no p9"):
        SeatEnv("cinders", seat="p9")
    for named in ("genius", ("genius",)):
        with pytest.raises(BadConfig, match="has no bot 'genius'"):
            SeatEnv("cinders", opponents=named)
    for none in ((), None):
        with pytest.raises(BadConfig, match="at least one bot"):
            SeatEnv("cinders", opponents=none)  # type: ignore[arg-type]
    with pytest.raises(BadConfig, match="name at most 1 here, not 2"):
        SeatEnv("cinders", {"seats": 2}, opponents=("random", "random"))
    with pytest.raises(BadConfig, match="has no bot 'genius'"):
        SeatEnv("red-rains", {"seats": 1}, opponents=("genius",))
    with pytest.raises(BadConfig, match="config must be a mapping like"):
        SeatEnv("cinders", [1])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_cycles must be at least 1, not 0"):
        SeatEnv("cinders", max_cycles=0)
