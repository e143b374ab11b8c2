"""A series of games: the same whoever plays it, fair to every seat, honest about what went wrong."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games import Action, BadConfig, Event, GameError, State
from immolation.simulate import measures, report, worker_pool
from immolation.simulate.one_game import Played, play
from immolation.simulate.plan import MOST_ACTIONS, Plan, plan
from immolation.simulate.summary import Summary, summary

from tests.games import toy

SHORT = {"rounds": 2}


def made(*names: str, seed: int = 1, nodes: int | None = None, most: int = MOST_ACTIONS, **config: Any) -> Plan:
    return plan("ascended-kings", {}, {**SHORT, **config}, names, seed, nodes, most)


def counted(series: Plan, number: int, jobs: int = 1) -> Summary:
    return summary(series, worker_pool.play_all(series, range(number), jobs))


def test_the_numbers_are_the_same_for_one_two_and_three_jobs() -> None:
    series = made("greedy", "random", "search:easy", nodes=6)
    said = [msgspec.json.encode(counted(series, 9, jobs)) for jobs in (1, 2, 3)]
    assert said[0] == said[1] == said[2]


def test_ctrl_c_reaches_no_worker_not_even_one_that_is_loading() -> None:
    """The terminal sends it to the whole group; a worker that was being loaded printed a traceback of it."""
    worker = worker_pool._Worker(made("random", "random", "random"))
    try:
        assert worker.process.pid is not None
        os.kill(worker.process.pid, signal.SIGINT)
        worker.ask([0])
        assert msgspec.json.decode(worker.pipe.recv_bytes(), type=Played).number == 0
    finally:
        worker.end()


def test_on_the_full_track_too() -> None:
    series = made("greedy", "random", "random", track="full")
    said = [msgspec.json.encode(counted(series, 4, jobs)) for jobs in (1, 2)]
    assert said[0] == said[1]


def test_another_seed_plays_other_games() -> None:
    one, other = ([game.digest for game in worker_pool.play_all(made("random", seed=s), range(4), 1)] for s in (1, 2))
    assert not set(one) & set(other)
    assert len(set(one)) == 4


def test_bots_take_every_seat_equally_often_and_kings_are_drawn_anew() -> None:
    series = made("greedy", "random", "arena")
    every = list(worker_pool.play_all(series, range(18), 1))
    for bot in ("greedy", "random", "arena"):
        seats = Counter(seat for game in every for seat, who in game.bots.items() if who == bot)
        assert seats == {"p1": 6, "p2": 6, "p3": 6}
    assert len({game.groups["p1"]["king"] for game in every}) > 1
    kings = {"p1": "vara", "p2": "zhoth", "p3": "apsu"}
    fixed = worker_pool.play_all(made("random", seats=3, kings=kings), range(3), 1)
    assert all(game.groups["p1"]["king"] == "vara" for game in fixed)


def test_a_game_can_be_played_again_alone() -> None:
    series = made("greedy", "random")
    every = list(worker_pool.play_all(series, range(5), 1))
    assert msgspec.json.encode(play(series, series.load(), 3)) == msgspec.json.encode(every[3])


def test_what_is_counted_adds_up() -> None:
    found = counted(made("greedy", "random", "random"), 9)
    assert (found.games, found.finished, found.failed, found.unfinished) == (9, 9, 0, 0)
    assert sum(each.wins for each in found.by_seat.values()) == pytest.approx(9 - found.nobody)
    assert sum(each.wins for each in found.by_bot.values()) == pytest.approx(9 - found.nobody)
    assert found.by_bot["random"].games == 2 * found.by_bot["greedy"].games == 18
    assert sum(each.games for each in found.by_group["king"].values()) == 27
    deaths = sum(found.counts["kills by cause"].values())
    assert deaths == sum(found.tiles["deaths"]) == round(found.numbers["deaths"].mean * 9)
    assert deaths > 0
    assert len(found.tiles["fire"]) == 100
    assert sum(found.endings.values()) == 9


def test_the_longest_game_is_named_with_what_ended_it_and_can_be_played_again() -> None:
    series = plan("cinders", {}, {"seats": 3}, ("random",), 5, None, MOST_ACTIONS)
    found = counted(series, 20)
    assert found.longest is not None
    assert found.longest.actions == found.numbers["actions"].most > found.numbers["actions"].median
    again = play(series, series.load(), found.longest.number)
    assert (again.actions, again.rounds, again.rule) == (
        found.longest.actions,
        found.longest.rounds,
        found.longest.rule,
    )
    said = f"game {found.longest.number}: {again.actions} actions, over in round {again.rounds} by the last run ("
    assert any(f"{said}CI-WIN-01)." in line for line in report.headline(found))
    assert report.endings(found) == {"the last run (CI-WIN-01)": 20}
    assert counted(plan("cinders", {}, {}, ("random",), 5, None, 3), 2).longest is None


@pytest.mark.parametrize("track", ["arena", "full"])
def test_a_war_that_nobody_ends_is_over_in_its_last_round(track: str) -> None:
    """It was over in a round more, which is counted to find that out."""
    series = made("random", seats=2, track=track, rounds=1, options={"war.last_round": 2})
    every = [game for game in worker_pool.play_all(series, range(6), 1) if game.rule == "AK-SCORE-02"]
    assert {game.rounds for game in every} == {2}
    before = [msgspec.structs.replace(game, rounds=3) for game in every]  # as an earlier edition wrote it
    found = summary(series, before)
    assert found.longest is not None
    assert (found.longest.rounds, found.numbers["rounds"].most) == (2, 2)


def test_a_run_of_cinders_is_a_round() -> None:
    series = plan("cinders", {}, {"seats": 3}, ("random",), 5, None, MOST_ACTIONS)
    assert all(game.rounds == game.actions for game in worker_pool.play_all(series, range(5), 1))


def test_a_fight_that_runs_out_of_rounds_is_over_in_its_last_one() -> None:
    series = plan("red-rains", {}, {"options": {"most_rounds": 2}}, ("random",), 5, None, MOST_ACTIONS)
    every = [game for game in worker_pool.play_all(series, range(6), 1) if game.rule == "TABLE"]
    assert {game.rounds for game in every} == {2}


def test_deaths_are_counted_where_and_by_what_they_happened() -> None:
    from immolation.simulate.rulesets.ascended_kings import AscendedKingsMeasures

    game = games.load("ascended-kings")
    seats = {"p1": {"tile": 44}, "p2": {"tile": 45}, "p3": {"tile": 4}}
    state = game.from_position({"seats": seats, "turn": "p1", "stack": [{"at": "active"}]})
    counting = AscendedKingsMeasures(state)
    kill = game.action({"do": "kill", "seat": "p1", "who": "p2"})
    counting.see(state, kill, state.apply(kill))
    assert counting.tiles["deaths"][45] == 1
    assert counting.counts["kills by cause"] == {"attack": 1}
    state = game.from_position(
        {
            "seats": {"p1": {"tile": 44}, "p2": {"tile": 4, "wounds": 0}},
            "turn": None,
            "walls": {"top": 0},
            "stack": [{"at": "end-of-round", "next": "roll"}],
        }
    )
    roll = game.action({"do": "roll-immolation", "seat": "chance", "value": 1})
    counting.see(state, roll, state.apply(roll))
    assert counting.counts["kills by cause"] == {"attack": 1, "overrun by a Fire Wall": 1}
    assert [tile for tile, often in enumerate(counting.tiles["fire"]) if often] == list(range(10, 20))


# --- bots and seats ---------------------------------------------------------------------------------------


def test_one_bot_stands_for_all_and_no_bot_for_the_best_that_answers_at_once() -> None:
    assert made("random", seats=4).bots == ("random",) * 4
    assert made(seats=2).bots == ("arena",) * 2
    assert made("search", "random").bots == ("search:medium", "random")


@pytest.mark.parametrize(
    ("names", "config", "said"),
    [
        (("greedy", "wizard"), {}, "no bot 'wizard'"),
        (("greedy", "random"), {"seats": 3}, "2 bots for 3 seats"),
        (("random",) * 5, {}, "seats"),
        (("random",), {"no_such": 1}, "no_such"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(names: Any, config: Any, said: str) -> None:
    with pytest.raises(GameError, match=said):
        made(*names, **config)


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(BadConfig, match="no ruleset 'chess'"):
        plan("chess", {}, {}, (), 1, None, 10)


# --- what goes wrong --------------------------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Toy Race, in which a runner who reaches row 8 trips over a mistake in the rules."""
    sound = toy.ToyState.apply

    def apply(self: toy.ToyState, action: Action) -> list[Event]:
        events = sound(self, action)
        if isinstance(action, toy.Run) and 80 <= action.tile < 90:
            raise ZeroDivisionError("the eighth row is missing")
        return events

    monkeypatch.setattr(toy.ToyState, "apply", apply)
    with toy.registered():
        yield


@pytest.mark.usefixtures("broken")
def test_a_game_that_raises_is_reported_with_the_actions_that_lead_there_and_the_others_go_on() -> None:
    series = plan("toy-race", {}, {}, ("random",), 1, None, MOST_ACTIONS)
    found = counted(series, 12)
    assert found.failed == len(found.failures) > 0
    assert found.finished == 12 - found.failed > 0
    failure = found.failures[0]
    assert "ZeroDivisionError: the eighth row is missing" in failure.error
    assert failure.seed == 1
    game = games.load("toy-race")
    state = game.new(failure.config)
    *before, last = [game.action(record) for record in failure.actions]
    for action in before:
        state.apply(action)
    with pytest.raises(ZeroDivisionError):
        state.apply(last)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (("x", "y", 0.5), "measures.counts.x.y: it must be a whole number"),
        (("x", ("y", 1)), "measures: what they counted cannot be written"),
    ],
)
def test_what_measures_count_that_is_no_count_fails_its_game_and_names_the_key(
    counts: tuple[Any, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def see(self: measures.Measures, state: State, action: Action, events: Sequence[Event]) -> None:
        self.count(*counts)

    monkeypatch.setattr(measures.Measures, "see", see)
    with toy.registered():
        found = counted(plan("toy-race", {}, {}, ("random",), 1, None, MOST_ACTIONS), 2)
    assert (found.failed, found.finished) == (2, 0)
    assert said in found.failures[0].error
    assert found.failures[0].actions


def test_games_beyond_the_limit_are_unfinished_and_count_for_nobody() -> None:
    found = counted(made("random", most=25), 3)
    assert (found.unfinished, found.finished) == (3, 0)
    assert found.by_bot == found.by_seat == {}


def test_a_worker_that_is_killed_is_replaced_and_its_games_are_played_again() -> None:
    series = made("greedy", "random", "random")
    alone = {game.number: game for game in worker_pool.play_all(series, range(24), 1)}
    found: dict[int, Played] = {}
    killed = 0
    for game in worker_pool.play_all(series, range(24), 2):
        assert game.number not in found
        found[game.number] = game
        if killed < 2 and multiprocessing.active_children():
            multiprocessing.active_children()[0].kill()
            killed += 1
    assert killed == 2
    assert found == alone
    assert not multiprocessing.active_children()


def test_a_game_that_kills_every_worker_is_given_up_and_reported() -> None:
    over = threading.Event()

    def murder() -> None:
        while not over.wait(0.02):
            for child in multiprocessing.active_children():
                child.kill()

    murderer = threading.Thread(target=murder)
    murderer.start()
    try:
        every = list(worker_pool.play_all(made("random"), range(2), 2))
    finally:
        over.set()
        murderer.join()
    assert [game.status for game in every] == ["failed", "failed"]
    assert "3 processes died" in every[0].error


def test_closing_a_series_early_leaves_no_process_behind() -> None:
    stream = worker_pool.play_all(made("greedy", "random", "random"), range(200), 2)
    next(stream)
    stream.close()
    assert not multiprocessing.active_children()
