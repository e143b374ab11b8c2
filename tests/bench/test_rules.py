"""How fast the rules are: games on both tracks and ends of rounds, beside python-chess and Catanatron at such work."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from random import seed as seeded
from typing import Any

import chess
import pytest
from immolation import games
from immolation.games import CHANCE, Action, State

from tests.bench.rates import rate
from tests.bench.rulesets import RULESETS, Spent, line, random_game, timed_game
from tests.bench.rulesets import new as new_game
from tests.games.playouts import pick, walk

FULL = games.load("ascended-kings", track="full")
CONFIG = {"seats": 4, "track": "arena"}
PLIES = 400
SEEDS = range(8)
"""Seeds of the games that are played; several, for an action takes up to two fifths longer in one game than another."""


def new(seed: int = 0) -> State:
    return games.load("ascended-kings").new({**CONFIG, "seats": 2 + seed % 3})


def midgame() -> State:
    """Round 7 of 10 in a game of four: three walls burn, gems lie about, somebody has died."""
    state, rng = games.load("ascended-kings").new(CONFIG), Random(5)
    for _, _ in zip(walk(state, rng), range(220), strict=False):
        pass
    assert state.deciders()
    return state


def full_midgame() -> State:
    """Some rounds into a game of four on the full track: gems, hands and inscriptions on every mat."""
    state, rng = FULL.new({"seats": 4}), Random(5)
    for _ in islice(walk(state, rng), 600):
        pass
    assert state.deciders()
    return state


def playout(seed: int) -> int:
    return straight_on(new(4), seed)


def full_playout(seed: int) -> int:
    """A whole game on the full track, with mats, hands, windows and every card."""
    return straight_on(FULL.new({"seats": 3}), seed)


def straight_on(state: State, seed: int) -> int:
    """Choose and do, as the peer does, with nothing beside it; every outcome of chance counts alike."""
    choice, count = Random(seed).choice, 0
    while deciders := state.deciders():
        seat, decision = next(iter(deciders.items()))
        state.apply(choice(decision.outcomes).action if decision.outcomes else choice(state.legal_actions(seat)))
        count += 1
    return count


def chess_playout(seed: int) -> int:
    board, choice = chess.Board(), Random(seed).choice
    for ply in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(choice(moves))
    return PLIES


def catan_playout(seed: int) -> int:
    """A game of Catan by Catanatron's random players, who get every legal action listed as well."""
    catanatron = pytest.importorskip("catanatron", reason="pip install --group bench, as make bench does")
    seeded(seed)  # its players draw from the global generator
    colours = list(catanatron.Color)[:3]
    game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=seed)
    game.play()
    return len(game.state.actions)


PLAYED = {"arena": playout, "full": full_playout, "peer-python-chess": chess_playout, "peer-catanatron": catan_playout}


@pytest.mark.benchmark(group="games by random choices, every legal action listed")
@pytest.mark.parametrize("play", PLAYED.values(), ids=PLAYED)
def test_playout(benchmark: Any, play: Callable[[int], int]) -> None:
    actions = benchmark(lambda: sum(map(play, SEEDS)))
    assert actions > 50 * len(SEEDS)
    rate(benchmark, actions, "actions")


@pytest.mark.benchmark(group="a game by random choices in every ruleset")
@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset(benchmark: Any, name: str) -> None:
    actions = benchmark.pedantic(
        random_game, setup=lambda: ((new_game(*RULESETS[name]), 5), {}), rounds=5 if benchmark.enabled else 1
    )
    assert actions > 10
    rate(benchmark, actions, "actions")


@pytest.mark.benchmark(group="where the time of an action goes")
@pytest.mark.parametrize("name", RULESETS)
def test_where_the_time_goes(benchmark: Any, name: str) -> None:
    games_played: list[Spent] = []

    def play(state: State) -> None:
        games_played.append(timed_game(state, 5))

    benchmark.pedantic(play, setup=lambda: ((new_game(*RULESETS[name]),), {}), rounds=5 if benchmark.enabled else 1)
    assert len({spent.actions for spent in games_played}) == 1, "the same game each time"
    quickest = min(games_played, key=lambda spent: spent.whole)
    assert all(time > 0 for time in quickest.nanoseconds.values())
    benchmark.extra_info["lines"] = [line(name, quickest)]


@pytest.mark.benchmark(group="copy a state in the middle of a game")
@pytest.mark.parametrize("what", ["arena", "full", "peer-python-chess"])
def test_copy(benchmark: Any, what: str) -> None:
    if what == "peer-python-chess":
        board = chess.Board()
        for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"):
            board.push_uci(move)
        copied = benchmark(lambda: board.copy(stack=False))
        assert copied == board
    else:
        state = midgame() if what == "arena" else full_midgame()
        copied = benchmark(state.copy)
        assert copied.digest() == state.digest()
    rate(benchmark, 1, "copies")


def before_the_immolation_die() -> State:
    state, rng = midgame(), Random(1)
    while True:
        chance = state.deciders().get(CHANCE)
        if chance is not None and len(chance.outcomes) == 4:
            return state
        state.apply(pick(state, rng))


@pytest.mark.benchmark(group="end of a round: walls, crossing, wounds, event, dials")
def test_end_of_round(benchmark: Any) -> None:
    start = before_the_immolation_die()
    rolls: list[Action] = [outcome.action for outcome in start.deciders()[CHANCE].outcomes]

    def rounds() -> int:
        for roll in rolls:
            state, rng = start.copy(), Random(2)
            state.apply(roll)
            while next(iter(state.deciders().values())).kind not in ("choose-state", "absorb"):
                state.apply(pick(state, rng))
        return len(rolls)

    assert benchmark(rounds) == 4
    rate(benchmark, 4, "ends of round")


@pytest.mark.benchmark(group="what leaves the rules")
@pytest.mark.parametrize("what", ["view", "digest", "position", "picture"])
def test_what_the_host_asks_after_each_action(benchmark: Any, what: str) -> None:
    state = midgame()
    seat = next(iter(state.deciders()))
    asked: dict[str, Callable[[], object]] = {
        "view": lambda: state.view(None),
        "digest": state.digest,
        "position": state.position,
        "picture": lambda: state.game.picture(state.view(None), state.legal_actions(seat)),
    }
    assert benchmark(asked[what])
    rate(benchmark, 1, f"{what}s")
