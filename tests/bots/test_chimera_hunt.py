"""Bots of Chimera Hunt: which moves a search follows, when it rests, and what a night of a campaign is worth."""

from __future__ import annotations

from random import Random
from typing import Any

from immolation import bots
from immolation.bots.chimera_hunt import evaluation, greedy
from immolation.games import Action
from immolation.games.chimera_hunt import actions as act

from tests.games.chimera_hunt.table import acting, at, do, on


def test_a_search_follows_the_few_moves_that_greedy_likes_best_and_every_deed() -> None:
    state = at(aspects=[on("Rampage", "top", 4)])
    moves = state.legal_actions("p1")
    kept, digest = greedy.best_moves(state, moves), state.digest()
    assert len(kept) == greedy.FOLLOWED < len(moves)
    assert {*kept} <= {*moves}
    assert state.digest() == digest
    assert greedy.HuntGreedy(state.game, "p1").pick(state, moves, Random(0)) == kept[0]
    deeds = acting([{"tile": 14}, {"tile": 72}], [on("Rampage", "top", 4)])
    assert greedy.best_moves(deeds, deeds.legal_actions("p1")) == deeds.legal_actions("p1")


def test_a_world_rests_one_turn_later_and_with_depth_2_a_turn_of_each_hunter_later() -> None:
    world = acting([{"tile": 27}, {"tile": 72}])
    state = world.copy()
    do(state, "rest")
    assert greedy.rested(world, state, 1)
    assert not greedy.rested(world, state, 2)
    do(state, "move", "p2", hunter=2, tile=72)
    assert not greedy.rested(world, state, 2)
    do(state, "rest", "p2")
    while "chance" in state.deciders():
        state.apply(state.deciders()["chance"].outcomes[0].action)
    assert state.hunt.round == 2
    assert greedy.rested(world, state, 2)


def test_a_night_of_a_campaign_that_was_won_is_worth_as_much_as_a_win() -> None:
    hunters = [{"tile": 43}, {"tile": 45, "wounds": 3}]
    campaign = {"campaign": "standard", "night": 1, "life": 2}
    state = acting(hunters, **campaign)
    player = bots.make("search:medium", state.game, "p1", bots.Budget(nodes=200))
    assert bots.choose(player, state, "p1", Random(1)) == act.Strike("p1", 44)
    do(state, "strike", tile=44)
    assert state.ended
    assert state.outcome() is None
    assert evaluation.evaluate(state, "p1") > 1000
    assert greedy.rested(acting(hunters, **campaign), state, 2)
    fallen = {**campaign, "souls": -1, "stack": [{"at": "nightfall", "rule": "HUNT-FALL-02"}]}
    lost = at([{"tile": 43}, {"tile": 45}], **fallen)
    assert evaluation.evaluate(lost, "p1") < -1000


def test_greedy_banks_early_as_well_as_late_and_to_have_room_for_a_gem() -> None:
    def chosen(gems: list[str], tile: int = 15, **facts: Any) -> Action:
        state = acting([{"tile": tile, "gems": gems}, {"tile": 72}], **facts)
        return greedy.HuntGreedy(state.game, "p1").pick(state, state.legal_actions("p1"), Random(0))

    bank = act.Bank("p1", "top")
    assert chosen(["ylem"], rains=2) == bank  # far from an Ultimate, which it puts off all the same
    assert chosen(["egis", "ylem"], 25, walls=[1, 0, 0, 0]) == bank
    assert chosen(["ylem"]) != bank
