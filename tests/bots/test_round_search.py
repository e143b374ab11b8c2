"""The veteran of Red Rains: reflexes by which it imagines a round, and what it makes of looking ahead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from immolation import bots, games
from immolation.bots.evaluation import DECIDED, evaluation, share
from immolation.bots.red_rains import rollout_policy
from immolation.bots.search import follow, search_bot, ways
from immolation.games import CHANCE, Action, State
from immolation.games.red_rains.actions import AttackWith, Bolt, Pass, Play
from immolation.games.red_rains.frames import Ask, PlayerTurn
from immolation.games.red_rains.state import RedRainsState
from msgspec import structs

GAME = games.load("red-rains")
DICE = {"power": 2, "class": 2, "basic": 0, "exhausted": 6}
NO_DICE = {"power": 0, "class": 0, "basic": 0, "exhausted": 10}


def table(seat: dict[str, Any], **more: Any) -> RedRainsState:
    seat = {"dice": NO_DICE, "cards": {"Ash Hound": 3, "Grove Giant": 2}, **seat}
    state = GAME.from_position({"players": "sample", "seats": {"p1": seat}, **more})
    assert isinstance(state, RedRainsState)
    return state


def unit(ref: str, attack: int, life: int, **more: Any) -> dict[str, Any]:
    return {"ref": ref, "name": ref, "attack": attack, "life": life, **more}


def by_reflex(state: RedRainsState) -> Action:
    top = state.facts.stack[-1]
    assert isinstance(top, PlayerTurn)
    action = rollout_policy.turn(state.facts, top)
    assert state.check(action) is None
    return action


def chosen(state: RedRainsState, seed: int = 1) -> Action:
    bot = bots.make("veteran", GAME, "p1")
    decision, legal, before = state.deciders()["p1"], state.legal_actions("p1"), state.digest()
    action = bot.choose(state.view("p1"), decision, legal, Random(seed), partial(state.sample, "p1"))
    assert state.digest() == before
    assert action in legal
    return action


# --- reflexes ---------------------------------------------------------------------------------------------


def test_by_reflex_the_strongest_aspect_falls_that_a_unit_can_fell() -> None:
    facing = [{"card": "whiplash", "ref": "a1"}, {"card": "frozen-fear", "ref": "a2"}, {"card": "rampage", "ref": "a3"}]
    state = table({"units": [unit("u4", 2, 1), unit("u5", 3, 2)], "facing": facing})
    assert by_reflex(state) == AttackWith("p1", ("u5",), "a2")


def test_by_reflex_a_die_finishes_what_is_nearly_beaten_and_the_dearest_unit_comes() -> None:
    facing = [{"card": "frozen-fear", "ref": "a1", "wounds": 2}]
    assert by_reflex(table({"facing": facing, "dice": DICE})) == Bolt("p1", "a1")
    fresh = [{"card": "frozen-fear", "ref": "a1"}]
    assert by_reflex(table({"facing": fresh, "dice": DICE})) == Play("p1", "Grove Giant")
    assert by_reflex(table({"facing": fresh})) == Pass("p1")


def asked(state: RedRainsState) -> Ask:
    while True:
        top = state.facts.stack[-1]
        if isinstance(top, Ask):
            return top
        seat, decision = next(iter(state.deciders().items()))
        state.apply(decision.outcomes[0].action if seat == CHANCE else state.legal_actions(seat)[-1])


def test_by_reflex_a_unit_is_put_before_the_phoenixborn_and_the_phoenixborn_before_nobody() -> None:
    blocked = table({"units": [unit("u2", 2, 1), unit("u3", 3, 4)], "facing": [{"card": "frozen-fear", "ref": "a1"}]})
    assert rollout_policy.answer(blocked.facts, asked(blocked)) == "u3", "it beats the attacker and stays"
    guarded = table({"units": [unit("u2", 2, 1)], "facing": [{"card": "hunting-instincts", "ref": "a1"}]})
    assert asked(guarded).options == ("no", "p1")
    assert rollout_policy.answer(guarded.facts, asked(guarded)) == "no", "4 wounds are worse than a hound"


def test_an_imagined_round_ends_where_the_next_begins() -> None:
    rested = {1: 0, 2: 0}
    for seed in range(6):
        state = GAME.new({"chimera": "lordswall", "level": "S2", "seats": 1 + seed % 2})
        assert isinstance(state, RedRainsState)
        state.apply(state.deciders()[CHANCE].drawn(Random(seed)))
        for depth in (1, 2):
            ends: list[RedRainsState] = []
            weighed = evaluation("red-rains")
            assert weighed is not None
            assert weighed.policy is not None
            policy = structs.replace(weighed.policy, evaluate=_kept(ends))
            weighed = structs.replace(weighed, policy=policy)
            seat = next(iter(state.deciders()))
            first = state.legal_actions(seat)[:3]
            follow.rollouts(follow.Lookahead(state, first, seat, weighed, seed, depth, 10**6, lambda: False))
            for end in ends:
                assert end.facts.round == 1 + depth
                assert isinstance(end.facts.stack[-1], PlayerTurn)
            rested[depth] += len(ends)
    assert rested[1] >= 12, "the others were lost before"
    assert rested[2] >= 1


def _kept(ends: list[RedRainsState]) -> Callable[[State, str], float]:
    def evaluate(state: State, seat: str) -> float:
        assert isinstance(state, RedRainsState)
        ends.append(state)
        return 0.0

    return evaluate


# --- looking ahead ----------------------------------------------------------------------------------------


def test_it_strikes_the_last_blow() -> None:
    facing = [{"card": "frozen-fear", "ref": "a1"}]
    state = table({"units": [unit("u2", 2, 1), unit("u3", 2, 1)], "facing": facing}, chimera_card={"wounds": 26})
    for seed in range(3):
        assert chosen(state, seed) == AttackWith("p1", ("u2", "u3"), "chimera")


@pytest.mark.parametrize("bot", ["greedy", "search:medium", "search:hard"])
def test_whoever_could_win_at_once_does(bot: str) -> None:
    state = table({"units": [unit("u2", 2, 1), unit("u3", 2, 1)]}, chimera_card={"wounds": 28})
    for seed in range(3):
        after = state.copy()
        after.apply(bots.choose(bots.make(bot, GAME, "p1"), state, "p1", Random(seed)))
        assert share(after, "p1") == 1


def test_tokens_beyond_the_ultimate_are_no_worse_than_to_lose() -> None:
    state = table({}, red_rains=60, options={"ultimate_recheck": "only_on_placing"})
    weighed = evaluation("red-rains")
    assert weighed is not None
    assert weighed.evaluate(state, "p1") > -DECIDED * weighed.scale


def test_it_knows_which_attacks_are_worth_following_and_leaves_the_others() -> None:
    facing = [{"card": card, "ref": f"a{n}"} for n, card in enumerate(("rampage", "whiplash", "frozen-fear") * 2, 1)]
    state = table({"units": [unit(f"u{n}", 2, 1) for n in range(7, 11)], "facing": facing, "dice": DICE})
    legal = state.legal_actions("p1")
    followed = list(rollout_policy.worth_following(state, legal))
    assert len(legal) > 80
    assert [action for action in legal if action in followed] == followed
    assert len(followed) == rollout_policy.ATTACKS + sum(type(action).__name__ != "AttackWith" for action in legal)


def test_the_same_dice_give_the_same_choice_and_without_imagination_the_default_is_taken() -> None:
    state = GAME.new({"chimera": "viros"})
    assert isinstance(state, RedRainsState)
    state.apply(state.deciders()[CHANCE].drawn(Random(3)))
    assert chosen(state, 5) == chosen(state, 5)
    bot, decision = bots.make("veteran", GAME, "p1"), state.deciders()["p1"]
    assert bot.choose(state.view("p1"), decision, state.legal_actions("p1"), Random(1)) == decision.default


def test_the_levels_look_ever_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Easy goes by the rules of thumb, medium looks one action ahead, hard to the end of the round."""
    rounds: list[int] = []

    def follow_round(look: follow.Lookahead) -> follow.Followed:
        rounds.append(look.depth)
        return followed(look)

    followed = follow.rollouts
    monkeypatch.setattr(ways, "rollouts", follow_round)
    monkeypatch.setattr(search_bot, "rollouts", follow_round)
    facing = [{"card": card, "ref": f"a{n}"} for n, card in enumerate(("rampage", "whiplash", "frozen-fear"), 1)]
    units = [unit("u4", 2, 1), unit("u5", 3, 2), unit("u6", 3, 4)]
    state = table({"units": units, "facing": facing, "dice": DICE})
    assert bots.choose(bots.make("easy", GAME, "p1"), state, "p1", Random(1)) == by_reflex(state)
    greedy = [bots.choose(bots.make("greedy", GAME, "p1"), state, "p1", Random(seed)) for seed in range(4)]
    assert [bots.choose(bots.make("medium", GAME, "p1"), state, "p1", Random(seed)) for seed in range(4)] == greedy
    assert not rounds
    bots.choose(bots.make("hard", GAME, "p1"), state, "p1", Random(1))
    assert {*rounds} == {1}
    assert len(rounds) > 2, "in several worlds"


def test_it_wins_where_greedy_does_not() -> None:
    won = {name: sum(_won(name, number) for number in range(4)) for name in ("greedy", "veteran")}
    assert won["veteran"] >= won["greedy"] + 2


def _won(name: str, number: int) -> bool:
    state = GAME.new({"chimera": "frostwild", "level": "S1"})
    bot, dice, own = bots.make(name, GAME, "p1"), Random(f"{number}:dice"), Random(f"{number}:own")
    while deciders := state.deciders():
        seat, decision = next(iter(deciders.items()))
        state.apply(decision.drawn(dice) if seat == CHANCE else bots.choose(bot, state, seat, own))
    result = state.outcome()
    return result is not None and bool(result.winners)
