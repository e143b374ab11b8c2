"""Planning on the full track of Ascended Kings: whole turns, short ones, within the budget; and what is weighed."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from immolation import bots
from immolation.bots import LEVELS, Budget, Evaluation
from immolation.bots.ascended_kings import evaluation_full
from immolation.bots.search.follow import Lookahead, one_action, without_undoing
from immolation.bots.search.turn_planner import plan
from immolation.games import CHANCE, Action, Game, State
from immolation.games.ascended_kings import actions as act
from immolation.games.ascended_kings.full.state import FullState
from msgspec.structs import replace

from tests.games.ascended_kings.full.card_table import GAME, at

RAW = bots.evaluation("ascended-kings")
assert RAW is not None
WEIGHED = RAW
evaluate = partial(evaluation_full.evaluate, hunting=evaluation_full.NOVICE)


def hunt(**prey: Any) -> FullState:
    """p1 can walk three tiles to p2 and kill; each step alone wins nothing."""
    mine = {"pool": {"aria": 3, "pyre": 6}}
    table = at(44, 47, who={"p1": mine, "p2": {"pool": {"egis": 1}, "bloodstones": 1, **prey}})
    assert isinstance(table.state, FullState)
    return table.state


def turn_of(state: State, seat: str, bot: str, nodes: int = 400, seed: int = 1) -> list[Action]:
    """What a bot does until its turn is over; everybody else passes, dice fall by the seed."""
    taken: list[Action] = []
    player, rng = bots.make(bot, state.game, seat, Budget(nodes=nodes)), Random(seed)
    while state.view(None)["turn"] == seat:
        who, decision = next(iter(state.deciders().items()))
        if who == seat:
            taken.append(bots.choose(player, state, seat, rng))
            state.apply(taken[-1])
        elif who == CHANCE:
            state.apply(rng.choice(decision.outcomes).action)
        else:
            assert decision.default is not None
            state.apply(decision.default)
        assert len(taken) < 60, "it goes round in circles"
    return taken


@pytest.mark.parametrize("nodes", [120, 400, 1500])
def test_it_walks_to_its_prey_and_kills_it_in_one_turn(nodes: int) -> None:
    state = hunt()
    taken = turn_of(state, "p1", "search", nodes)
    assert [type(action) for action in taken].count(act.Step) >= 2
    assert any(isinstance(action, act.Attack) for action in taken)
    assert state.view(None)["seats"]["p2"]["form"] == "revenant"


def carrier(aria: int, **rival: Any) -> FullState:
    """In the war p1, with a Bloodstone, is three steps from the Omega Stone, the last two past p3."""
    mine = {"pool": {"aria": aria, "egis": 2, "pyre": 7}, "transmuted": ["aria"], "level": 2, "bloodstones": 1}
    far = {"pool": {"aria": 4, "egis": 5, "pyre": 6}, "transmuted": ["ylem", "pyre"], "level": 3, "bloodstones": 1}
    near = {"pool": {"egis": 9, "pyre": 2}, "transmuted": ["ylem", "aria", "egis"], "level": 3, "bloodstones": 1}
    board = {"war": True, "omega_stone": 90, "walls": dict.fromkeys(("top", "right", "bottom", "left"))}
    table = at(73, 31, 81, who={"p1": mine, "p2": far, "p3": {**near, **rival}}, **board)
    assert isinstance(table.state, FullState)
    return table.state


@pytest.mark.parametrize("bot", ["search:medium", "search:hard"])
def test_a_carrier_enters_the_omega_stone_that_wins_although_each_step_costs(bot: str) -> None:
    state = carrier(aria=3)
    turn_of(state, "p1", bot, bots.level("ascended-kings", bot).nodes)
    result = state.outcome()
    assert result is not None
    assert result.winners == ("p1",)


def test_the_way_to_the_omega_stone_counts_only_while_it_can_be_walked_and_wins() -> None:
    assert evaluate(carrier(aria=3), "p1") > evaluate(carrier(aria=2), "p1") + 20
    ahead = {"transmuted": ["ylem", "aria", "egis", "pyre"], "ylem": 5}
    assert evaluate(carrier(aria=3, **ahead), "p1") < evaluate(carrier(aria=2, **ahead), "p1") + 5


def test_it_does_not_attack_a_wall_of_egis() -> None:
    state = hunt(pool={"egis": 9})
    assert not [action for action in turn_of(state, "p1", "search") if isinstance(action, act.Attack)]


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_ends_although_transmuting_could_go_on_for_ever(seed: int) -> None:
    state = at(44, 99, who={"p1": {"pool": {"aria": 3, "egis": 3, "pyre": 3}, "ylem": 5, "level": 3}}).state
    position = state.position()
    state = GAME.from_position({**position, "stack": [{"at": "latent", "step": "free"}]})
    taken = turn_of(state, "p1", "search", seed=seed)
    assert {type(action) for action in taken} >= {act.Transmute}
    assert len(taken) < 12


def rich_revenant() -> State:
    """p1 has sockets that are full, an inscription and no hurry: doing and undoing costs nothing."""
    mine = {
        "form": "revenant",
        "bloodstones": 2,
        "level": 3,
        "pool": {"egis": 5, "pyre": 1},
        "transmuted": ["ylem"],
        "prismatic": 1,
        "inscription": {"card": "revenant-nigredo-1", "known": False, "filled": False},
        "hand": ["revenant-nigredo-3"],
    }
    king = {"bloodstones": 2, "level": 3, "pool": {"aria": 4, "egis": 7}, "ylem": 2, "transmuted": ["ylem", "aria"]}
    other = {"form": "revenant", "level": 3, "pool": {"egis": 5, "pyre": 9}, "ylem": 5, "prismatic": 3}
    walls = {"top": 2, "right": 8, "bottom": 6, "left": 1}
    who = {"p1": mine, "p2": king, "p3": other}
    position = at(33, 46, 44, who=who, walls=walls, round=14).state.position()
    return GAME.from_position({**position, "stack": [{"at": "latent", "step": "free"}]})


UNDOING = (act.Untransmute, act.Uninscribe)


@pytest.mark.parametrize("bot", ["search:easy", "greedy", "search:medium"])
@pytest.mark.parametrize("seed", range(4))
def test_a_turn_in_which_all_could_be_taken_back_ends(bot: str, seed: int) -> None:
    taken = turn_of(rich_revenant(), "p1", bot, nodes=300, seed=seed)
    assert not [action for action in taken if isinstance(action, UNDOING)]
    assert len(taken) < 12


def test_what_only_takes_back_is_done_where_nothing_else_is_legal() -> None:
    back, end = act.Untransmute("p1", "ylem"), act.EndTurn("p1")
    assert list(without_undoing([back, end], WEIGHED)) == [end]
    assert list(without_undoing([back], WEIGHED)) == [back]
    assert list(without_undoing([back, end], None)) == [back, end]


@pytest.mark.parametrize("most", [1, 7, 40, 300])
def test_a_plan_spends_no_more_than_it_may_and_knows_how_the_turn_may_end(most: int) -> None:
    state = hunt()
    first = state.legal_actions("p1")
    before = state.digest()
    planned = plan(Lookahead(state, first, "p1", WEIGHED, 5, 1, most, lambda: False))
    assert len(planned.values) == len(first)
    assert max(planned.values) > float("-inf")
    assert planned.spent <= max(most, len(first))
    assert state.digest() == before
    assert plan(Lookahead(state, first, "p1", WEIGHED, 5, 1, most, lambda: False)) == planned
    assert plan(Lookahead(state, first, "p1", WEIGHED, 5, 1, 10**6, lambda: True)).spent == len(first)


def test_what_is_looked_at_beyond_an_action_is_spent_too() -> None:
    state = hunt()
    steps = [action for action in state.legal_actions("p1") if isinstance(action, act.Step)][:2]
    ahead = Lookahead(state, steps, "p1", WEIGHED, 5, 0, 2, lambda: False)
    beyond = one_action(ahead)
    assert beyond.spent >= 2 + 2 * len(steps), "at least two actions are legal after a step"
    assert min(beyond.values) > float("-inf"), "and yet no action is left out for it"
    assert one_action(ahead._replace(weighed=replace(WEIGHED, looks_on=False))).spent == 2


@pytest.mark.parametrize(
    ("level", "by_clock", "worlds"),
    [("easy", False, 1), ("easy", True, 1), ("medium", False, 1), ("medium", True, 1), ("hard", False, 2)],
)
def test_easy_and_medium_imagine_one_world_and_hard_several(level: str, by_clock: bool, worlds: int) -> None:
    state, imagined = hunt(), 0

    def imagine(rng: Random) -> State:
        nonlocal imagined
        imagined += 1
        return state.sample("p1", rng)

    bot = bots.make(level, GAME, "p1", by_clock=by_clock)
    bot.choose(state.view("p1"), state.deciders()["p1"], state.legal_actions("p1"), Random(1), imagine)
    assert min(imagined, 2) == worlds


# --- what is weighed --------------------------------------------------------------------------------------


def test_what_one_of_two_gains_the_other_loses_in_the_open() -> None:
    poor, rich = hunt(), hunt(ylem=3, level=2, bloodstones=1)
    assert evaluate(rich, "p1") < evaluate(poor, "p1")
    assert evaluate(rich, "p2") > evaluate(poor, "p2")


def test_a_killer_at_hand_is_feared_and_the_gems_to_hold_it_off_count() -> None:
    assert evaluate(hunt(pool={"egis": 1}), "p2") + 5 < evaluate(hunt(pool={"egis": 6}), "p2")


def test_what_is_hidden_is_not_weighed() -> None:
    state = hunt(hand=["sun-and-sky-1", "sun-and-sky-2"])
    for seed in range(5):
        sample = state.sample("p1", Random(seed))
        assert sample.digest() != state.digest()
        assert evaluate(sample, "p1") == evaluate(state, "p1")


# --- strength ---------------------------------------------------------------------------------------------


def winners(players: tuple[str, str], seed: int, nodes: int, game: Game = GAME) -> set[str]:
    """The bots that won a short game of two; the first bot's seat changes with the seed."""
    state, rng = game.new({"seats": 2, "rounds": 8}), Random(seed)
    names = dict(zip(state.seats, players if seed % 2 else reversed(players), strict=True))
    seated = {seat: bots.make(bot, game, seat, Budget(nodes=nodes)) for seat, bot in names.items()}
    while deciders := state.deciders():
        who, decision = next(iter(deciders.items()))
        action = rng.choice(decision.outcomes).action if who == CHANCE else bots.choose(seated[who], state, who, rng)
        assert names.get(who) == "random" or not isinstance(action, UNDOING)
        state.apply(action)
    result = state.outcome()
    assert result is not None
    return {names[seat] for seat in result.winners}


def test_whoever_thinks_wins_against_blind_play() -> None:
    assert [winners(("greedy", "random"), seed, 150) for seed in range(2)] == [{"greedy"}] * 2


def test_whoever_thinks_takes_nothing_back() -> None:
    assert winners(("search:medium", "greedy"), 1, 40)


def test_the_levels_differ_in_whom_they_hunt() -> None:
    """Two rivals can be killed, and neither can kill; p2 has a Bloodstone, and so is the foremost."""
    mine = {"pool": {"aria": 3, "pyre": 6}}
    table = at(44, 47, 74, who={"p1": mine, "p2": {"pool": {"egis": 1}, "bloodstones": 1}, "p3": {"pool": {"egis": 1}}})
    state = table.state
    threat = {bot: weighed_by(bot).features(state, "p1")["threat"] for bot in LEVELS}
    assert threat["search:easy"] > threat["search:medium"] > threat["search:hard"] > 0
    assert threat["search:hard"] == pytest.approx(0.3 * threat["search:medium"])
    for bot in LEVELS:
        parts = weighed_by(bot).features(state, "p1")
        assert weighed_by(bot).evaluate(state, "p1") == pytest.approx(sum(parts.values()))
        assert weighed_by(bot).features(hunt(), "p1") == WEIGHED.features(hunt(), "p1"), "of two everybody hunts"


def weighed_by(bot: str) -> Evaluation:
    found = bots.evaluation("ascended-kings", bot)
    assert found is not None
    return found
