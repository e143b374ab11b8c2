"""Search: finds what is known to be best, repeats itself under a budget of nodes, and keeps to a budget of time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from immolation import bots, games
from immolation.bots import Budget
from immolation.bots.evaluation import DECIDED, Policy, lead
from immolation.bots.search import search_bot, ways
from immolation.bots.search.follow import Followed, Lookahead, one_action, rollouts
from immolation.bots.search.search_bot import SearchBot
from immolation.games import Action, Decision, Event, State
from immolation.games.contract import Result

from tests.bots.kuhn import Bet, Check, Kuhn, KuhnState
from tests.games.playouts import load, pick


def kuhn(p1: str, p2: str, said: str) -> KuhnState:
    return Kuhn().from_position({"cards": {"p1": p1, "p2": p2}, "said": said})


def share_of_bets(state: State, seat: str, nodes: int = 250, tries: int = 40) -> float:
    bot = SearchBot(state.game, seat, Budget(nodes=nodes))
    taken = [bots.choose(bot, state, seat, Random(n)) for n in range(tries)]
    return sum(isinstance(action, Bet) for action in taken) / tries


# --- known best play --------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["b", "cb"])
def test_with_a_king_it_never_folds_and_with_a_jack_it_never_calls(said: str) -> None:
    seat, rival = ("p2", "p1") if said == "b" else ("p1", "p2")
    for theirs in ("J", "Q"):
        assert share_of_bets(_deal(seat, "K", rival, theirs, said), seat) == 1
    for theirs in ("Q", "K"):
        assert share_of_bets(_deal(seat, "J", rival, theirs, said), seat) == 0


def _deal(seat: str, own: str, rival: str, theirs: str, said: str) -> KuhnState:
    cards = {seat: own, rival: theirs}
    return kuhn(cards["p1"], cards["p2"], said)


def test_the_second_player_bets_a_king_after_a_check() -> None:
    assert share_of_bets(kuhn("Q", "K", "c"), "p2") > 0.9
    assert share_of_bets(kuhn("J", "K", "c"), "p2") > 0.9


def test_it_does_not_know_the_card_it_cannot_see() -> None:
    for said in ("", "c", "b", "cb"):
        seat = ("p1", "p2")[len(said) % 2]
        rival = "p2" if seat == "p1" else "p1"
        bot = SearchBot(Kuhn(), seat, Budget(nodes=80))
        for n in range(10):
            said_with = {bots.choose(bot, _deal(seat, "Q", rival, t, said), seat, Random(n)) for t in ("J", "K")}
            assert len(said_with) == 1


def test_it_wins_coins_from_a_player_who_decides_blindly() -> None:
    coins, rng = 0, Random(3)
    for number in range(240):
        state = Kuhn().new()
        mine = ("p1", "p2")[number % 2]
        while deciders := state.deciders():
            seat = next(iter(deciders))
            if seat == mine:
                state.apply(bots.choose(SearchBot(state.game, seat, Budget(nodes=60)), state, seat, rng))
            else:
                state.apply(pick(state, rng))
        coins += state.gain() if mine == "p1" else -state.gain()
    assert coins / 240 > 0.25, "dominated mistakes alone give away more than that"


def test_more_thinking_wins_more_races() -> None:
    game, won = load("toy-race"), 0
    for number in range(24):
        state, rng = game.new({"seats": 2}), Random(number)
        mine = state.seats[number % 2]
        while deciders := state.deciders():
            seat = next(iter(deciders))
            if seat == mine:
                state.apply(bots.choose(bots.make("search", game, seat, Budget(nodes=800)), state, seat, rng))
            else:
                state.apply(pick(state, rng))
        result = state.outcome()
        assert result is not None
        won += mine in result.winners
    assert won >= 17


# --- budgets ----------------------------------------------------------------------------------------------


class Ticking:
    """A clock that goes on by itself, so that a budget of time can be tested without waiting."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def arena_choice() -> tuple[State, str]:
    state, rng = games.load("ascended-kings").new({"seats": 3}), Random(4)
    while True:
        seat, decision = next(iter(state.deciders().items()))
        if decision.kind == "active" and len(state.legal_actions(seat)) > 4:
            return state, seat
        state.apply(pick(state, rng))


@pytest.mark.parametrize("nodes", [1, 2, 5, 40])
def test_a_budget_of_nodes_is_kept_and_gives_the_same_choice_again(nodes: int) -> None:
    state, seat = arena_choice()
    imagined: list[int] = []

    def imagine(rng: Random) -> State:
        imagined.append(1)
        return state.sample(seat, rng)

    def choose() -> Action:
        bot = SearchBot(state.game, seat, Budget(nodes=nodes))
        decision, legal = state.deciders()[seat], state.legal_actions(seat)
        return bot.choose(state.view(seat), decision, legal, Random(7), imagine)

    first = choose()
    assert 1 <= len(imagined) <= nodes + 1
    assert choose() == first


@pytest.mark.parametrize("step", [0.001, 0.01, 0.3, 5.0])
def test_a_budget_of_time_ends_the_search_even_if_imagining_is_slow(step: float) -> None:
    state, seat = arena_choice()
    bot = SearchBot(state.game, seat, Budget(seconds=0.2))
    clock = bot.clock = Ticking(step)
    assert bots.choose(bot, state, seat, Random(1)) in state.legal_actions(seat)
    assert clock.now <= 0.2 + 5 * step, "one more continuation at most"


def test_whoever_wants_an_answer_at_once_gets_one() -> None:
    state, seat = arena_choice()
    bot, imagined = SearchBot(state.game, seat, Budget(nodes=10**9)), 0

    def imagine(rng: Random) -> State:
        nonlocal imagined
        imagined += 1
        return state.sample(seat, rng)

    bot.hurried = lambda: imagined >= 3
    legal = state.legal_actions(seat)
    assert bot.choose(state.view(seat), state.deciders()[seat], legal, Random(1), imagine) in legal
    assert imagined == 3


def test_each_level_may_think_longer_than_the_one_before() -> None:
    levels = list(bots.LEVELS.values())
    assert [level.nodes for level in levels] == sorted({level.nodes for level in levels})
    assert [level.seconds for level in levels] == sorted({level.seconds for level in levels})


def test_without_imagination_it_does_what_the_decision_assumes() -> None:
    state, seat = arena_choice()
    decision, legal = state.deciders()[seat], state.legal_actions(seat)
    for bot in ("greedy", "search"):
        chosen = bots.make(bot, state.game, seat).choose(state.view(seat), decision, legal, Random(1))
        assert chosen == decision.default


@pytest.mark.parametrize(("bot", "ruleset"), [("greedy", "kimera"), ("search:medium", "chimera-con")])
def test_one_action_ahead_every_world_compares_with_the_default(
    bot: str, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[Action] = []

    def follow(look: Lookahead) -> Followed:
        compared.append(look.first[0])
        return Followed([float(number) for number in range(len(look.first))], len(look.first))  # the default is last

    monkeypatch.setattr(search_bot, "one_action", follow)
    monkeypatch.setattr(ways, "one_action", follow)
    state, rng = games.load(ruleset).new({"seats": 2}), Random(1)
    while not (asked := _choice_with_default(state)):
        state.apply(pick(state, rng))
    seat, default = asked
    bots.choose(bots.make(bot, state.game, seat, Budget(nodes=60)), state, seat, Random(1))
    assert len(compared) >= 3
    assert set(compared) == {default}


class OpenEnded(KuhnState):
    """One seat checks (the default) or bets, again and again; `ENDS` says what ends it and who wins."""

    ENDS: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def deciders(self) -> dict[str, Any]:
        return {} if self.said in self.ENDS else {"p1": Decision("speak", "Check or bet?", "KUHN", Check("p1"))}

    def outcome(self) -> Result | None:
        return Result(self.ENDS[self.said], "", "KUHN") if self.said in self.ENDS else None


def open_ended(ends: Mapping[str, tuple[str, ...]]) -> Lookahead:
    """Return both actions of a game that ends so, to be followed; a rollout checks, and what is open stands badly."""
    state = type("Ending", (OpenEnded,), {"ENDS": ends})(Kuhn(), {"p1": "J", "p2": "Q"})
    policy = Policy(lambda state, seat, decision, rng: Check(seat), lambda world, state, depth: False)
    weighed = bots.Evaluation(lambda state, seat: -1.0, 1.0, policy)
    return Lookahead(state, state.legal_actions("p1"), "p1", weighed, 1, 0, 100, lambda: False)


@pytest.mark.parametrize(
    ("ends", "best"),
    [
        ({"b": ("p1",)}, 1),
        ({"b": ("p2",)}, 0),
        ({"c": ("p2",)}, 1),
        ({"c": ("p2",), "b": ("p1",)}, 1),
        ({"c": ("p1",), "b": ("p2",)}, 0),
        ({"cb": ("p1",)}, 0),
        ({"bb": ("p1",)}, 1),
        ({"b": ("p1",), "cb": ("p1",)}, 1),
    ],
)
def test_one_action_ahead_the_end_of_the_game_is_seen(ends: dict[str, tuple[str, ...]], best: int) -> None:
    values = one_action(open_ended(ends)).values
    assert values[best] > values[1 - best]


@pytest.mark.parametrize(("winner", "best"), [("p1", 1), ("p2", 0)])
def test_in_rollouts_wins_come_soon_and_losses_late(winner: str, best: int) -> None:
    values = rollouts(open_ended({"b": (winner,), "ccc": (winner,)})).values
    assert values[best] > values[1 - best]


def test_an_evaluation_never_outweighs_the_end_of_the_game_and_keeps_its_order() -> None:
    state = Kuhn().from_position({"cards": {"p1": "J", "p2": "Q"}, "said": ""})
    standings = [-1e6, -50.0, -20.0, -15.0, 0.0, 1.0, 15.0, 15.5, 40.0, 1e6]
    leads = [lead(state, "p1", bots.Evaluation(lambda state, seat, each=each: each, 1.0)) for each in standings]
    assert leads == sorted({*leads})
    assert leads[3:7] == standings[3:7]
    assert leads[0] > -DECIDED
    assert leads[-1] < DECIDED


def _choice_with_default(state: State) -> tuple[str, Action] | None:
    for seat, decision in state.deciders().items():
        if decision.default is not None and len(state.legal_actions(seat)) > 3:
            return seat, decision.default
    return None


# --- a very wide choice -----------------------------------------------------------------------------------


class Pick(Action, frozen=True, tag="pick"):
    number: int


class WideState(KuhnState):
    """One choice among 500; the higher the better."""

    chosen: int | None = None

    def deciders(self) -> dict[str, Any]:
        decision = KuhnState(self.game, {"p1": "J", "p2": "Q"}).deciders()["p1"]
        return {} if self.chosen is not None else {"p1": msgspec.structs.replace(decision, default=Pick("p1", 0))}

    def legal_actions(self, seat: str) -> Sequence[Action]:
        return WIDE

    def apply(self, action: Action) -> list[Event]:
        assert isinstance(action, Pick)
        self.chosen = action.number
        return []

    def sample(self, seat: str, rng: Random) -> WideState:
        return WideState(self.game, dict(self.cards))

    def outcome(self) -> Result | None:
        if self.chosen is None:
            return None
        shared_with = [f"other {number}" for number in range(len(WIDE) - self.chosen)]  # the fewer the better
        return Result(("p1", *shared_with), "", "KUHN")


WIDE = [Pick("p1", number) for number in range(500)]


def test_of_a_very_wide_choice_a_part_is_tried_often_rather_than_all_once() -> None:
    state = WideState(Kuhn(), {"p1": "J", "p2": "Q"})
    bot = SearchBot(state.game, "p1", Budget(nodes=400))
    taken = [bots.choose(bot, state, "p1", Random(seed)) for seed in range(10)]
    assert sum(action.number for action in taken if isinstance(action, Pick)) / 10 > 400
    tried: list[int] = []

    class Counting(WideState):
        def apply(self, action: Action) -> list[Event]:
            assert isinstance(action, Pick)
            tried.append(action.number)
            return super().apply(action)

    bot.choose({}, state.deciders()["p1"], WIDE, Random(1), lambda rng: Counting(state.game, dict(state.cards)))
    assert len(set(tried)) <= 100
    assert 400 <= len(tried) <= 400 + len(set(tried))
    assert max(map(tried.count, set(tried))) > 30


class Unasked:
    """A bot that must not be asked."""

    name = "unasked"

    def choose(self, *_: object, **__: object) -> Action:
        raise AssertionError("it was asked")


def test_the_door_hands_over_a_single_action_without_asking_the_bot() -> None:
    race = load("toy-race").new({"seats": 2})
    while len(race.legal_actions(seat := next(iter(race.deciders())))) != 1 or seat == "chance":
        race.apply(pick(race, Random(1)))
    assert bots.choose(Unasked(), race, seat, Random(1)) == race.legal_actions(seat)[0]
