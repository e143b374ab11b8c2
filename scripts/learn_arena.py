"""Learns from games what came of the moments of the arena: `make learn`.

In rounds: learners and ``greedy`` play, each with chance one half in a seat. Every step and end of a turn of a learner
is a row, and whether it won that game is what the row is to tell. Trees are fitted to all rows so far, and with them
the learners play the next round. What the last round taught is written for `search:hard`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy
from immolation import bots, games
from immolation.bots.ascended_kings import arena_chances
from immolation.bots.ascended_kings.arena_bot import LEVEL_WEIGHTS, ArenaBot
from immolation.bots.ascended_kings.arena_chances import NAMES, Chances, Outlook, Tree
from immolation.bots.ascended_kings.arena_mat import affordable
from immolation.bots.ascended_kings.features import read_features
from immolation.bots.bot import Imagine
from immolation.games import CHANCE, Action, Decision
from immolation.games.ascended_kings.actions import EndTurn, Step

SEATS = (2, 3, 4)
EXPLORED = 0.06
"""Share of steps that are drawn from all allowed ones: else nothing is learned of what is never done."""

KEPT = 12
"""Of so many games one is not learned from; fitting stops when what came of those is told no better."""

FITTED = {
    "objective": "cross_entropy",
    "learning_rate": 0.06,
    "num_leaves": 31,
    "min_data_in_leaf": 500,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.5,
    "bagging_freq": 1,
    "lambda_l2": 20,
    "verbose": -1,
}

Rows = list[list[float]]
GAME = games.load("ascended-kings")


class Learner:
    """Plays like the hard level with these chances, tries other steps now and then, and keeps what they led to."""

    name = "learner"

    def __init__(self, seat: str, chances: Chances | None) -> None:
        self._bot = ArenaBot(GAME, seat, "learner", LEVEL_WEIGHTS["search:hard"], chances)
        self.seat = seat
        self.rows: Rows = []

    def choose(
        self,
        view: Mapping[str, Any],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """One of ``actions``."""
        chosen = self._bot.choose(view, decision, actions, rng, imagine)
        if decision.kind == "active" and len(actions) > 1 and isinstance(chosen, Step | EndTurn):
            seen = read_features(view, self.seat)
            if seen.tile is not None:
                if rng.random() < EXPLORED:
                    allowed = affordable(seen, decision, actions, rng)
                    chosen = rng.choice([one for one in allowed if isinstance(one, Step | EndTurn)])
                self.rows.append(Outlook(view, seen).after(chosen))
        return chosen


def play(seats: int, chances: Chances | None, seed: str) -> tuple[Rows, list[float], float]:
    """Play one game; return the rows of its learners, what each row came to, and how much more the learners won than
    their share.
    """
    rng, dice = Random(seed), Random(f"{seed}:dice")
    state = GAME.new({"seats": seats, "track": "arena"})
    learners = {seat: Learner(seat, chances) for seat in state.seats if rng.random() < 0.5}
    players = {seat: learners.get(seat) or bots.make("greedy", GAME, seat) for seat in state.seats}
    while deciders := state.deciders():
        seat, decision = next(iter(deciders.items()))
        state.apply(decision.drawn(dice) if seat == CHANCE else bots.choose(players[seat], state, seat, rng))
    outcome = state.outcome()
    assert outcome is not None
    won = {seat: (seat in outcome.winners) / len(outcome.winners) for seat in state.seats}
    rows = [row for learner in learners.values() for row in learner.rows]
    came = [won[seat] for seat, learner in learners.items() for _ in learner.rows]
    return rows, came, sum(won[seat] for seat in learners) - len(learners) / seats


def fit(games_of_rows: list[numpy.ndarray], came: list[list[float]]) -> Chances:
    """Fit trees to what came of the rows of each game."""
    import lightgbm  # after the processes that play have begun: its threads do not live on in them

    def part(kept: bool) -> tuple[numpy.ndarray, numpy.ndarray]:
        chosen = [nth for nth in range(len(came)) if (nth % KEPT == 0) == kept]
        told = [end for nth in chosen for end in came[nth]]
        return numpy.concatenate([games_of_rows[nth] for nth in chosen]), numpy.array(told, dtype=numpy.float32)

    known = lightgbm.Dataset(*part(False))
    others = lightgbm.Dataset(*part(True), reference=known)
    stop = lightgbm.early_stopping(30, verbose=False)
    model = lightgbm.train(FITTED, known, 400, valid_sets=[others], callbacks=[stop])
    told = model.dump_model(num_iteration=model.best_iteration)["tree_info"]
    return Chances(
        NAMES, tuple(tree(one["tree_structure"]) for one in told if "split_feature" in one["tree_structure"])
    )


def tree(root: dict[str, Any]) -> Tree:
    """Turn one of LightGBM's trees into the form that bots read."""
    fact: list[int] = []
    most: list[float] = []
    yes: list[int] = []
    no: list[int] = []
    leaf: list[float] = []

    def add(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            leaf.append(round(node["leaf_value"], 5))
            return ~(len(leaf) - 1)
        at = len(fact)
        fact.append(node["split_feature"])
        most.append(round(node["threshold"], 2))  # facts are whole or halves
        yes.append(0)
        no.append(0)
        yes[at], no[at] = add(node["left_child"]), add(node["right_child"])
        return at

    add(root)
    return Tree(tuple(fact), tuple(most), tuple(yes), tuple(no), tuple(leaf))


def main() -> None:
    """Learn, and tell of each round what the learners won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=1_800, help="of each number of seats in each round")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=Path(arena_chances.__file__).with_suffix(".json"))
    asked = parser.parse_args()
    chances: Chances | None = None
    rows: list[numpy.ndarray] = []
    came: list[list[float]] = []
    began = time.monotonic()
    with Pool() as pool:
        for nth in range(asked.rounds):
            for seats in SEATS:
                seeds = (f"{asked.seed}:{nth}:{seats}:{game}" for game in range(asked.games))
                more = []
                for found, ends, over in pool.imap(partial(play, seats, chances), seeds, chunksize=10):
                    rows += [numpy.array(found, dtype=numpy.float32)] if found else []
                    came += [ends] if found else []
                    more.append(over)
                told = f"learners won {numpy.mean(more):+.3f} of a game more than their share"
                print(f"round {nth + 1}, {seats} seats: {told}; {time.monotonic() - began:.0f} s", flush=True)
            chances = fit(rows, came)
    if chances is None or not chances.trees:
        raise SystemExit("Nothing was learned from so few games; the file is as it was.")
    asked.out.write_bytes(msgspec.json.encode(chances))
    print(f"{len(chances.trees)} trees, from {len(came)} games, are in {asked.out}.")


if __name__ == "__main__":
    main()
