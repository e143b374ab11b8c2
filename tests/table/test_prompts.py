"""How often a person with usual settings is asked, a round and a ruleset: counted in games, never more than this."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation import bots, games
from immolation.games import CHANCE

MOST: dict[str, tuple[str, dict[str, Any], str, float]] = {
    "arena": ("ascended-kings", {"track": "arena"}, "greedy", 21),
    "full": ("ascended-kings", {"track": "full"}, "greedy", 9),
    "kimera": ("kimera", {}, "greedy", 9),
    "chimera-con": ("chimera-con", {}, "greedy", 34),
    "red-rains": ("red-rains", {}, "greedy", 17),
    "chimera-hunt": ("chimera-hunt", {}, "greedy", 4),
    "cinders": ("cinders", {}, "random", 1),
}
"""Ruleset, config, bot, prompts a round at most: what was counted, and a quarter more for bots that play otherwise."""

ACTIONS = 500
"""Of a game at most; the longest do not end in that, and are counted as far as they went."""


def prompts_a_round(ruleset: str, config: dict[str, Any], bot: str) -> tuple[float, float]:
    """How often the first seat is asked, and how often it were if each pass out of its turn were remembered for that
    turn, of those after which it only passed again: no choice is lost. What it is asked out of courtesy alone, the
    table answers.
    """
    game = games.load_for(ruleset, config)
    asked = spared = rounds = 0
    for seed in (1, 2):
        state, rng = game.new(config), Random(seed)
        players = {seat: bots.make(bot, game, seat) for seat in state.seats}
        own, turn, passed = state.seats[0], None, set[str]()
        for _ in range(ACTIONS):
            deciders = state.deciders()
            if not deciders:
                break
            seat = CHANCE if CHANCE in deciders else next(iter(deciders))
            decision = deciders[seat]
            if seat == CHANCE:
                weights = [one.weight for one in decision.outcomes]
                state.apply(rng.choices([one.action for one in decision.outcomes], weights)[0])
                continue
            if state.view(None).get("turn") != turn:
                turn, passed = state.view(None).get("turn"), set()
            if seat == own and decision.courtesy and decision.default is not None:
                state.apply(decision.default)
                continue
            action = bots.choose(players[seat], state, seat, rng)
            if seat == own:
                asked += 1
                tag = type(action).__struct_config__.tag
                passes = action == decision.default and (tag == "pass" or (tag == "done" and turn != own))
                if passes and decision.kind != "turn":
                    spared += decision.kind in passed
                    passed.add(decision.kind)
            state.apply(action)
        rounds += max(1, int(state.view(None).get("round") or 1))
    return asked / rounds, (asked - spared) / rounds


@pytest.mark.parametrize("short", MOST)
def test_a_person_is_asked_no_more_often_than_this(short: str) -> None:
    ruleset, config, bot, most = MOST[short]
    asked, kept = prompts_a_round(ruleset, config, bot)
    print(f"{short}: {asked:.1f} prompts a round, {kept:.1f} where passes are remembered for the turn")
    assert 0 < kept <= asked <= most
