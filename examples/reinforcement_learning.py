"""Train a small policy on Cinders that beats random play: `python examples/reinforcement_learning.py`.

REINFORCE on a linear softmax policy, nothing but NumPy. It plays seat ``p1`` in even games and ``p2`` in odd ones.
"""

import argparse

import numpy as np
from immolation.rl.gymnasium_env import SeatEnv

ACTIONS, FEATURES = 256, 1024


def envs() -> list[SeatEnv]:
    """One environment for each seat; a random bot sits in the other."""
    return [SeatEnv("cinders", {"seats": 2}, seat=seat, actions=ACTIONS, features=FEATURES) for seat in ("p1", "p2")]


def play(env: SeatEnv, weights: np.ndarray, rng: np.random.Generator, seed: int) -> tuple[float, list[tuple]]:
    """One game; its reward, and of each decision what was seen, what was done, and how likely each action was."""
    seen, _ = env.reset(seed=seed)
    steps, reward, over = [], 0.0, False
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        if not len(legal):
            break
        view = np.append(seen["observation"], 1.0)
        scores = weights[legal] @ view
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        chosen = rng.choice(len(legal), p=odds)
        steps.append((view, legal, chosen, odds))
        seen, reward, terminated, truncated, _ = env.step(int(legal[chosen]))
        over = terminated or truncated
    return reward, steps


def train(games: int, seed: int, rate: float = 0.01) -> np.ndarray:
    """Weights after so many games: one row an action, one column a feature, the last one a constant."""
    rng = np.random.default_rng(seed)
    weights = np.zeros((ACTIONS, FEATURES + 1))
    both, baseline = envs(), 0.0
    for game in range(games):
        reward, steps = play(both[game % 2], weights, rng, seed + game)
        advantage, baseline = reward - baseline, baseline + 0.01 * (reward - baseline)
        for view, legal, chosen, odds in steps:
            push = -odds
            push[chosen] += 1
            weights[legal] += rate * advantage * np.outer(push, view)
    return weights


def win_rate(weights: np.ndarray, games: int, seed: int) -> float:
    """Share of games won against a random bot, seats alternating."""
    rng, both = np.random.default_rng(seed), envs()
    return sum(play(both[game % 2], weights, rng, seed + game)[0] > 0 for game in range(games)) / games


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000, help="games to train")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    untrained = np.zeros((ACTIONS, FEATURES + 1))
    print(f"untrained: wins {win_rate(untrained, 400, 10**6):.0%} of 400 games against random")
    print(f"trained:   wins {win_rate(train(given.games, given.seed), 400, 10**6):.0%} of the same games")
