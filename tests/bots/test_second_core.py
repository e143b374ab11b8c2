"""The second core: its worlds count as much as one's own, its death costs nothing, and no secret crosses to it."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest
from immolation import bots, games
from immolation.bots import Budget
from immolation.bots.search import second_core
from immolation.bots.search.follow import Followed
from immolation.bots.search.search_bot import SearchBot
from immolation.bots.search.second_core import MOST_DEATHS, NextWorld, SearchTask, SecondCore, followed
from immolation.games import CHANCE, Action, Game, State

from tests.games.playouts import new, walk

MUCH = 100_000
TAUGHT = ("ascended-kings", "chimera-con", "chimera-hunt", "kimera", "red-rains")


@pytest.fixture
def core() -> Iterator[SecondCore]:
    made = SecondCore()
    yield made
    made.end()


def never() -> bool:
    return False


def choice(ruleset: str = "kimera", least: int = 3) -> tuple[State, str]:
    """A moment of a random game at which a seat that may look ahead has several actions."""
    state = new(ruleset, 2)
    for number, _ in enumerate(walk(state, Random(2))):
        seat, decision = next(iter(state.deciders().items()), (CHANCE, None))
        if number < 20 or seat == CHANCE or decision is None or decision.clock == "window":
            continue
        if len(state.legal_actions(seat)) >= least:
            return state, seat
    raise AssertionError("no such moment")


def search_task(state: State, seat: str) -> SearchTask:
    imagined = state.sample(seat, Random(1)).position()
    return SearchTask(state.game, "search:hard", imagined, seat, tuple(state.legal_actions(seat)), 1)


def chosen(state: State, seat: str, core: SecondCore, hurried: Callable[[], bool] = never, nodes: int = 400) -> Action:
    bot = SearchBot(state.game, seat, Budget(nodes=nodes), hurried=hurried, second=core)
    return bots.choose(bot, state, seat, Random(3))


def test_ctrl_c_does_not_reach_it_while_it_loads(core: SecondCore) -> None:
    core.start()
    assert core._process is not None
    assert core._process.pid is not None
    os.kill(core._process.pid, signal.SIGINT)
    assert core.is_ready(None)


def begin(core: SecondCore) -> None:
    core.start()
    assert core.is_ready(None)


@pytest.mark.parametrize("ruleset", TAUGHT)
def test_a_world_is_followed_there_as_it_would_be_here(ruleset: str, core: SecondCore) -> None:
    state, seat = choice(ruleset)
    about = search_task(state, seat)
    base = state.game.from_position(about.position)
    alive = tuple(range(len(about.actions)))[-3:]
    begin(core)
    with core.searching(lambda: about) as beside:
        assert beside is not None
        for dice in (5, 6):
            beside.ask(alive, dice, MUCH)
            assert beside.answer(None) == (alive, followed(about, base, NextWorld(1, alive, dice, MUCH), never))
        assert beside.answer(None) is None, "nothing was asked"


class Tilted(SecondCore):
    """Finds one action much better than it is."""

    liked: int | None = None
    answers = 0

    def receive(self, number: int, seconds: float | None = 0.0) -> Followed | None:
        found = super().receive(number, seconds)
        if found is None:
            return None
        self.answers += 1
        if self.liked is not None and self.answers == 1:
            found.values[self.liked] += 1e6
        return found


def test_the_choice_comes_from_both() -> None:
    """What the process finds decides where it is sure; the search ends as soon as it has said something."""
    state, seat = choice()
    core = Tilted()
    try:
        begin(core)
        taken = set()
        for core.liked in range(2):
            core.answers = 0
            taken.add(chosen(state, seat, core, hurried=lambda: core.answers > 0, nodes=MUCH))
        assert len(taken) == 2
        core.liked, core.answers = None, 0
        assert chosen(state, seat, core, hurried=lambda: core.answers > 3, nodes=MUCH) in state.legal_actions(seat)
        assert core.answers > 3, "one world after the other"
    finally:
        core.end()


class Mortal(SecondCore):
    """Is killed when an answer is looked for."""

    def receive(self, number: int, seconds: float | None = 0.0) -> Followed | None:
        self.signal(signal.SIGKILL)
        return super().receive(number, None)

    def signal(self, number: int) -> None:
        assert self.pid is not None
        os.kill(self.pid, number)


def test_whoever_loses_it_thinks_on_alone_and_the_next_one_gets_another() -> None:
    state, seat = choice()
    core = Mortal()
    try:
        seen = set()
        for _ in range(MOST_DEATHS):
            begin(core)
            core.signal(signal.SIGSTOP)  # so that it has no answer by then
            seen.add(core.pid)
            assert chosen(state, seat, core) in state.legal_actions(seat)
            assert core.pid is None
        assert len(seen) == MOST_DEATHS
        assert chosen(state, seat, core) in state.legal_actions(seat)
        assert core.pid is None, "so often it died, it is not started again"
    finally:
        core.end()


def test_it_gives_up_at_once_what_nobody_waits_for_any_more(core: SecondCore) -> None:
    state, seat = choice()
    about = search_task(state, seat)._replace(depth=40)  # to the end of the battle
    alive = tuple(range(len(about.actions)))
    begin(core)
    with core.searching(lambda: about) as beside:
        assert beside is not None
        beside.ask(alive, 1, MUCH)
        assert beside.answer() is None, "nobody waits"
    assert core.is_idle(None)
    short = search_task(state, seat)
    with core.searching(lambda: short) as beside:
        assert beside is not None
        beside.ask(alive[:2], 1, MUCH)
        assert (found := beside.answer(None)) is not None
        assert found[0] == alive[:2], "the answer to this question"


def test_a_process_that_stands_still_holds_no_search_up(core: SecondCore) -> None:
    """Where each search sent it a question, some fifty filled the pipe, and the next one waited for ever."""
    state, seat = choice()
    about = search_task(state, seat)
    begin(core)
    with core.searching(lambda: about) as beside:
        assert beside is not None
        beside.ask((0, 1), 1, MUCH)
        assert beside.answer(None) is not None
    assert core.pid is not None
    os.kill(core.pid, signal.SIGSTOP)
    for _ in range(500):
        with core.searching(lambda: about) as beside:
            assert beside is not None
            beside.ask((0, 1), 1, MUCH)
            assert beside.answer() is None
    os.kill(core.pid, signal.SIGCONT)
    assert core.is_idle(None)
    with core.searching(lambda: about) as beside:
        assert beside is not None
        beside.ask((0, 1), 1, MUCH)
        assert beside.answer(None) is not None, "it is asked again once it goes on"


class Recorded(SecondCore):
    """Keeps what crosses, as it arrives; of the ruleset its name."""

    def __init__(self) -> None:
        super().__init__()
        self.crossed: list[tuple[object, ...]] = []

    def send(self, message: SearchTask | NextWorld) -> bool:
        arrived = pickle.loads(pickle.dumps(message))
        self.crossed.append((type(message), *(each.name if isinstance(each, Game) else each for each in arrived)))
        return super().send(message)


def test_who_is_hurried_asks_for_nothing() -> None:
    state, seat = choice()
    core = Recorded()
    try:
        begin(core)
        assert chosen(state, seat, core, hurried=lambda: True) in state.legal_actions(seat)
        assert not any(said[0] is NextWorld for said in core.crossed)
        chosen(state, seat, core)
        assert any(said[0] is NextWorld for said in core.crossed), "who has time does"
    finally:
        core.end()


@pytest.mark.parametrize("ruleset", ["kimera", "chimera-con"])
def test_nothing_crosses_that_the_seat_does_not_know(ruleset: str) -> None:
    """States that the seat cannot tell apart send the same, a world that it imagines itself."""
    state, seat = choice(ruleset)
    others = [state.sample(seat, Random(n)) for n in range(3)]
    assert any(other.digest() != state.digest() for other in others), "something is hidden"
    core = Recorded()
    try:
        begin(core)
        for each in (state, *others):
            chosen(each, seat, core)
            assert core.is_idle(None)
        abouts = [said for said in core.crossed if said[0] is SearchTask]
        assert len(abouts) == len(others) + 1
        assert all(said == abouts[0] for said in abouts)
        assert all(said[0] in (SearchTask, NextWorld) for said in core.crossed)
    finally:
        core.end()


def test_two_searches_at_once_share_nothing(core: SecondCore) -> None:
    state, seat = choice()
    with (
        core.searching(partial(search_task, state, seat)) as first,
        core.searching(partial(search_task, state, seat)) as second,
    ):
        assert first is not None
        assert second is None


def test_where_one_world_is_followed_no_process_starts(core: SecondCore) -> None:
    """In Cinders, where nothing is hidden and no dice fall."""
    state = games.load("cinders").new({"seats": 2})
    assert chosen(state, "p1", core) in state.legal_actions("p1")
    assert core.pid is None


@pytest.mark.parametrize(("ruleset", "medium"), [("chimera-hunt", True), ("red-rains", False), ("kimera", False)])
def test_only_where_people_wait_and_further_worlds_are_followed_on_another_core(
    ruleset: str, medium: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.load(ruleset)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    made = [bots.make(name, game, "p1", by_clock=by) for name in ("medium", "hard", "easy") for by in (True, False)]
    helped = [isinstance(bot, SearchBot) and bot.second is second_core.SECOND_CORE for bot in made]
    assert helped == [medium, False, True, False, False, False]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    assert second_core.second_core() is None
