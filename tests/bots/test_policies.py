"""Rollout policies: legal wherever they are asked, and games rest where they say; what Cinders knows of room."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from immolation import bots, games
from immolation.bots import Budget, Policy, SearchLevel
from immolation.bots.cinders.evaluation import EVALUATION, evaluate
from immolation.bots.evaluation import lead
from immolation.bots.search import follow, search_bot
from immolation.bots.search.replies import EQUAL, replies
from immolation.bots.search.search_bot import SearchBot
from immolation.games import CHANCE, Action
from immolation.games.cinders import CindersState, Run
from msgspec.structs import replace

from tests.games.playouts import names, new, walk

TAUGHT = [name for name in names() if (weighed := bots.evaluation(name)) is not None and weighed.policy is not None]


def test_rulesets_with_a_policy() -> None:
    assert {*TAUGHT} >= {"chimera-hunt", "cinders", "kimera", "red-rains"}


def test_a_policy_that_names_no_action_worth_following_leaves_all_to_be_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    policy = Policy(EVALUATION.policy.act, lambda *_: True, worth_following=lambda *_: [])  # type: ignore[union-attr]
    monkeypatch.setattr(search_bot, "evaluation", lambda *_: replace(EVALUATION, playing=None, policy=policy))
    state = games.load("cinders").new({"seats": 2})
    bot = SearchBot(state.game, "p1", Budget(nodes=40), level=SearchLevel(1))
    assert bots.choose(bot, state, "p1", Random(1)) in state.legal_actions("p1")


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


@pytest.mark.parametrize("ruleset", [name for name in TAUGHT if name != "cinders"])  # which makes no rollouts
def test_a_world_has_not_rested_when_it_begins_and_rests_once_later_for_more_depth(ruleset: str) -> None:
    weighed = bots.evaluation(ruleset)
    assert weighed is not None
    policy = weighed.policy
    assert policy is not None
    assert policy.rested is not None
    lengths: dict[int, int] = {}
    for depth in (1, 2):
        world, rng, lengths[depth] = new(ruleset, 1), Random(1), 0
        state = world.copy()
        assert not policy.rested(world, state, depth)
        while (deciders := state.deciders()) and not policy.rested(world, state, depth):
            who, decision = next(iter(deciders.items()))
            state.advance(decision.drawn(rng) if who == CHANCE else policy.act(state, who, decision, rng))
            lengths[depth] += 1
    assert 0 < lengths[1] < lengths[2]


@pytest.mark.parametrize("ruleset", TAUGHT)
def test_without_depth_the_policy_itself_plays(ruleset: str) -> None:
    weighed = bots.evaluation(ruleset, "search:easy")
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
    bot = SearchBot(GAME, "p1", Budget(nodes=3_000), level=SearchLevel(2))
    imagine = partial(state.sample, "p1")
    action: Action = bot.choose({}, state.deciders()["p1"], state.legal_actions("p1"), Random(1), imagine)
    state.apply(action)
    assert 64 in (*state.position()["burning"], *state.position()["seats"].values()), action


def test_the_easy_bot_runs_to_where_most_tiles_are_near() -> None:
    fire = [44, 45, 46, 54, 64, 65]
    state = GAME.from_position({"seats": {"p1": 55, "p2": 9}, "burning": fire})
    assert bots.choose(bots.make("search:easy", GAME, "p1"), state, "p1", Random(1)) == Run("p1", 77)


OUT = {"p3": 9, "p4": 90}
TWO_LEFT = GAME.from_position({"seats": {"p1": 11, "p2": 88} | OUT, "burning": [8, 18, 19, 80, 81, 91]})


def begun(start: games.State, seed: int) -> tuple[games.State, str]:
    """A game after twelve actions by chance, and who is asked."""
    state, rng = start.copy(), Random(seed)
    for _ in range(12):
        (seat,) = state.deciders()
        state.apply(rng.choice(state.legal_actions(seat)))
    (seat,) = state.deciders()
    return state, seat


def after(state: games.State, who: str) -> list[games.State]:
    found = [state.copy() for _ in state.legal_actions(who)]
    for each, action in zip(found, state.legal_actions(who), strict=True):
        each.apply(action)
    return found


def worst_case(state: games.State, seat: str, plies: int) -> float:
    """What a whole tree of so many actions comes to, by its definition."""
    if not plies or not state.deciders():
        return lead(state, seat, EVALUATION)
    (who,) = state.deciders()
    found = [worst_case(each, seat, plies - 1) for each in after(state, who)]
    return max(found) if who == seat else min(found)


@pytest.mark.parametrize("start", [GAME.new({"seats": 2}), TWO_LEFT], ids=["two", "two are left of four"])
@pytest.mark.parametrize("seed", [0, 1, 3, 4])
def test_answers_are_followed_to_what_a_whole_tree_would_find(
    seed: int, start: games.State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("immolation.bots.search.replies.BREADTH", (0, 1, 100))
    state, seat = begun(start, seed)
    actions = state.legal_actions(seat)
    followed = replies(follow.Lookahead(state, actions, seat, EVALUATION, 1, 2, 1_000_000, lambda: False))
    chosen = state.copy()
    chosen.apply(actions[followed.values.index(max(followed.values))])
    best = worst_case(state, seat, 3)
    slack = 4 * EQUAL * EVALUATION.scale  # equal ones are drawn, and what is decided sooner weighs more
    assert worst_case(chosen, seat, 2) >= best - slack


def free(seats: dict[str, int], tiles: set[int]) -> games.State:
    """Two runners and what does not burn beside them; p1 is to run."""
    return GAME.from_position({"seats": seats, "burning": sorted({*range(100)} - tiles - {*seats.values()})})


SHUTS_IN = free({"p1": 40, "p2": 20}, {30, 50, 60, 70, 80, 90, 63, 52, 42, 91, 81, 92, 83, 94, 95})
LASTS = free({"p1": 96, "p2": 54}, {2, 4, 17, 23, 25, 29, 32, 39, 49, 50, 52, 53, 68, 69, 75, 76, 92, 94, 95, 99})


@pytest.mark.parametrize("bot", ["search:medium", "search:hard"])
@pytest.mark.parametrize(("state", "best"), [(SHUTS_IN, 30), (LASTS, 95)], ids=["wins at once", "loses later"])
def test_a_game_that_is_won_ends_soon_and_one_that_is_lost_late(state: games.State, best: int, bot: str) -> None:
    for seed in range(8):
        assert bots.choose(bots.make(bot, GAME, "p1"), state, "p1", Random(seed)) == Run("p1", best)


def as_everybody_likes(state: games.State, seat: str, turns: int) -> float:
    """The lead at the so-manyth own turn, if everybody else does what stands best for itself one action later."""
    while state.deciders() and (who := next(iter(state.deciders()))) != seat:
        state = max(after(state, who), key=lambda each: lead(each, who, EVALUATION))
    if not state.deciders() or turns == 1:
        return lead(state, seat, EVALUATION)
    return max(as_everybody_likes(each, seat, turns - 1) for each in after(state, seat))


@pytest.mark.parametrize("seats", [3, 4])
def test_of_several_players_each_does_what_is_best_for_itself(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("immolation.bots.search.replies.OWN_BREADTH", 100)
    monkeypatch.setattr("immolation.bots.search.replies.FIRST_BREADTH", 100)
    monkeypatch.setattr("immolation.bots.search.replies.OWN", (0, 0, 1))
    state, seat = begun(GAME.new({"seats": seats}), 0)
    assert isinstance(state, CindersState)
    assert len(state.running()) == seats
    actions = state.legal_actions(seat)
    followed = replies(follow.Lookahead(state, actions, seat, EVALUATION, 1, 2, 1_000_000, lambda: False))
    worths = [as_everybody_likes(each, seat, 1) + as_everybody_likes(each, seat, 2) for each in after(state, seat)]
    chosen = worths[followed.values.index(max(followed.values))]
    assert chosen >= max(worths) - 2 * EQUAL * EVALUATION.scale
    assert chosen > min(worths) + EQUAL * EVALUATION.scale, "there is something to choose"


def test_a_turn_that_the_budget_does_not_reach_for_every_action_does_not_count() -> None:
    state = GAME.new({"seats": 4})
    actions = state.legal_actions("p1")

    def found(most: int, depth: int = 2) -> follow.Followed:
        return replies(follow.Lookahead(state, actions, "p1", EVALUATION, 1, depth, most, lambda: False))

    first_turn, all_turns = found(1_000_000, depth=1), found(1_000_000)
    assert found(first_turn.spent + 300).values == first_turn.values
    assert first_turn.spent + 300 < all_turns.spent


def winner(bots_in_turn: tuple[str, str], seats: int, seed: int) -> str:
    """The bot that wins a game; the two sit in turn, and who begins changes with the seed."""
    state, rng = GAME.new({"seats": seats}), Random(seed)
    names = {seat: bots_in_turn[(seed + place) % 2] for place, seat in enumerate(state.seats)}
    players = {seat: bots.make(name, GAME, seat) for seat, name in names.items()}
    while state.deciders():
        (seat,) = state.deciders()
        state.apply(bots.choose(players[seat], state, seat, rng))
    result = state.outcome()
    assert result is not None
    return names[result.winners[0]]


def test_hard_beats_greedy_with_four() -> None:
    """In a game that it lost while a depth which was broken off counted."""
    assert winner(("search:hard", "greedy"), 4, 5) == "search:hard"


def test_a_short_budget_still_answers_and_more_of_it_looks_deeper() -> None:
    state = GAME.new({"seats": 2})
    actions, spent = state.legal_actions("p1"), []
    for most in (1, 500, 5_000):
        followed = replies(follow.Lookahead(state, actions, "p1", EVALUATION, 1, 2, most, lambda: False))
        assert max(followed.values) > float("-inf")
        spent.append(followed.spent)
    assert len(actions) == spent[0] < spent[1] < spent[2] < 5_000 + 100
    narrow = replies(follow.Lookahead(state, actions, "p1", EVALUATION, 1, 1, 5_000, lambda: False))
    assert narrow.spent < spent[2], "less depth is a narrower look"


def test_looking_at_answers_beats_greedy() -> None:
    won = [winner(("greedy", "search:medium"), 2, seed) for seed in range(4)]
    assert won.count("search:medium") >= 3
