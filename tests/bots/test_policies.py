"""Rollout policies: legal wherever they are asked, and games rest where they say; what Cinders knows of room."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from immolation import bots, games
from immolation.bots import Budget
from immolation.bots.cinders.evaluation import evaluate
from immolation.bots.search import follow
from immolation.bots.search.search_bot import SearchBot
from immolation.games import CHANCE, Action
from immolation.games.cinders import Run

from tests.games.playouts import names, new, walk

TAUGHT = [name for name in names() if (weighed := bots.evaluation(name)) is not None and weighed.policy is not None]


def test_rulesets_with_a_policy() -> None:
    assert {"chimera-hunt", "cinders", "red-rains"} <= {*TAUGHT}


@pytest.mark.parametrize("ruleset", TAUGHT)
def test_a_policy_names_legal_actions_and_leaves_the_state_as_it_was(ruleset: str) -> None:
    weighed = bots.evaluation(ruleset)
    assert weighed is not None
    assert weighed.policy is not None
    asked = 0
    for seed in range(3):
        state, rng = new(ruleset, seed), Random(seed)
        for _ in walk(state, rng):
            if rng.random() > 0.3:
                continue
            for seat, decision in state.deciders().items():
                if seat != CHANCE:
                    digest = state.digest()
                    assert weighed.policy.act(state, seat, decision, rng) in state.legal_actions(seat)
                    assert state.digest() == digest
                    asked += 1
    assert asked > 10


@pytest.mark.parametrize("ruleset", TAUGHT)
def test_a_world_has_not_rested_when_it_begins_and_rests_once_later_for_more_depth(ruleset: str) -> None:
    weighed = bots.evaluation(ruleset)
    assert weighed is not None
    policy = weighed.policy
    assert policy is not None
    lengths: dict[int, int] = {}
    for depth in (1, 2):
        world, rng, lengths[depth] = new(ruleset, 1), Random(1), 0
        state = world.copy()
        assert not policy.rested(world, state, depth)
        while (deciders := state.deciders()) and not policy.rested(world, state, depth):
            who, decision = next(iter(deciders.items()))
            state.advance(
                follow.sample_outcome(decision, rng) if who == CHANCE else policy.act(state, who, decision, rng)
            )
            lengths[depth] += 1
    assert 0 < lengths[1] < lengths[2]


@pytest.mark.parametrize("ruleset", TAUGHT)
def test_without_depth_the_policy_itself_plays(ruleset: str) -> None:
    weighed = bots.evaluation(ruleset)
    assert weighed is not None
    assert weighed.policy is not None
    state, asked = new(ruleset, 2), 0
    for _ in walk(state, Random(2)):
        seat, decision = next(iter(state.deciders().items()), (CHANCE, None))
        if seat == CHANCE or decision is None or len(state.legal_actions(seat)) < 2:
            continue
        player = bots.make("search:easy", state.game, seat)
        rng = Random(asked)
        world = state.sample(seat, rng)
        assert bots.choose(player, state, seat, Random(asked)) == weighed.policy.act(world, seat, decision, rng)
        asked += 1
        if asked == 12:
            return
    assert asked > 3


# --- Cinders ----------------------------------------------------------------------------------------------

GAME = games.load("cinders")


def test_room_counts_and_what_one_of_two_has_more_the_other_has_less() -> None:
    wall = [tile for row in range(10) for tile in (10 * row + 3,)]
    state = GAME.from_position({"seats": {"p1": 11, "p2": 88}, "burning": wall})
    assert evaluate(state, "p2") > 20, "seven columns against three"
    assert evaluate(state, "p1") == pytest.approx(-evaluate(state, "p2"))


def test_a_runner_who_is_nearly_shut_in_takes_the_way_out() -> None:
    closed = [1, 2, 10, 20, 21, 22]
    state = GAME.from_position({"seats": {"p1": 11, "p2": 88}, "burning": closed})
    taken = {bots.choose(bots.make(name, GAME, "p1"), state, "p1", Random(1)) for name in ("greedy", "search:easy")}
    assert all(isinstance(run, Run) and run.tile != 0 for run in taken), taken


def test_search_closes_the_gap_by_which_its_rival_would_live() -> None:
    """p2 stands in a room of four tiles with a gap at 64: through it p2 would come to the rest of the board."""
    fire = [33, 34, 35, 36, 43, 46, 53, 56, 63, 65, 66]
    state = GAME.from_position({"seats": {"p1": 74, "p2": 44}, "burning": fire})
    bot = SearchBot(GAME, "p1", Budget(nodes=3_000), depth=2)
    imagine = partial(state.sample, "p1")
    action: Action = bot.choose({}, state.deciders()["p1"], state.legal_actions("p1"), Random(1), imagine)
    state.apply(action)
    assert 64 in (*state.position()["burning"], *state.position()["seats"].values()), action
