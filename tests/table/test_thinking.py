"""A bot that thinks for a second is thinking beside the table, not instead of it."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from random import Random
from typing import Any, cast

import msgspec
import pytest
from immolation import bots, games
from immolation.games import CHANCE, Action, State
from immolation.table import players
from immolation.table.refusal import TableRefusal

from tests.games.playouts import load, pick

from .conftest import OpenTable

CONFIG = {"seats": 3, "track": "arena"}
FULL = {"seats": 3, "track": "full"}


def choice(config: dict[str, Any] = CONFIG) -> tuple[State, str]:
    state, rng = games.load("ascended-kings").new(config), Random(4)
    while True:
        seat, decision = next(iter(state.deciders().items()))
        if decision.kind == "active" and len(state.legal_actions(seat)) > 4:
            return state, seat
        state.apply(pick(state, rng))


def race() -> tuple[State, str]:
    """A choice in a game that nobody taught the bots: there a search uses all of its time."""
    state, rng = load("toy-race").new({"seats": 2}), Random(4)
    while True:
        seat = next(iter(state.deciders()))
        if seat != CHANCE and len(state.legal_actions(seat)) > 1:
            return state, seat
        state.apply(pick(state, rng))


async def test_the_table_answers_while_a_search_thinks_for_its_second() -> None:
    state, seat = race()
    usual = sys.getswitchinterval()
    begun = time.perf_counter()
    thinking = asyncio.create_task(players.choose(state, seat, "search", 1, 1, by_clock=True))
    waits: list[float] = []
    while not thinking.done():
        before = time.process_time()
        await asyncio.sleep(0.005)
        waits.append(time.process_time() - before)
    took = time.perf_counter() - begun
    assert thinking.result() in state.legal_actions(seat)
    assert took >= 0.9 * bots.LEVELS["search:medium"].seconds, "it had that time"
    assert waits
    assert sorted(waits)[len(waits) // 2] < 0.1, "half of all wake-ups come after little thought, measured in work done"
    assert sys.getswitchinterval() == pytest.approx(usual)


@pytest.mark.parametrize("bot", ["greedy", *bots.LEVELS])
async def test_on_the_full_track_no_bot_keeps_people_or_the_table_waiting(bot: str) -> None:
    state, seat = choice(FULL)
    thinking = asyncio.create_task(players.choose(state, seat, bot, 1, 1, by_clock=True))
    turns, cpu = 0, time.process_time()
    while not thinking.done():
        await asyncio.sleep(0.002)
        turns += 1
    assert thinking.result() in state.legal_actions(seat)
    assert turns, "the loop turned meanwhile"
    assert time.process_time() - cpu < 5


async def test_what_nobody_waits_for_any_more_is_not_thought_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = race()
    monkeypatch.setitem(cast("dict[str, bots.SearchLevel]", bots.LEVELS), "search:hard", bots.SearchLevel(1, 1, 10_000))
    looks = 0

    def hurried() -> bool:
        nonlocal looks
        looks += 1
        return looks > 20

    thought = players.choose(state, seat, "search:hard", 1, 1, by_clock=True, hurried=hurried)
    assert await thought in state.legal_actions(seat)
    assert looks > 20


@pytest.mark.parametrize("how", ["corrected", "closed"])
async def test_a_bot_stops_thinking_about_a_game_that_moved_on(
    how: str, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    begun, stopped, again = threading.Event(), threading.Event(), threading.Event()

    def think(bot: Any, state: State, who: str, rng: Random) -> Action:
        asked.append(state.digest())
        begun.set()
        while len(asked) == 1 and not bot.hurried():
            time.sleep(0.005)
        (stopped if len(asked) == 1 else again).set()
        return state.legal_actions(who)[0]

    monkeypatch.setattr(bots, "choose", think)
    hard = players.Player(kind="bot", name="", bot="search:hard")
    table = await open_table(players={"p1": hard, "p2": hard}, running=True, bot_pace_ms=600_000)
    await asyncio.to_thread(begun.wait, 300)
    if how == "closed":
        await table.close()
    else:
        await table.decide(games.Correct("table", ("seats", "p1", "tile"), 34))
    assert await asyncio.to_thread(stopped.wait, 300)
    if how == "corrected":
        assert await asyncio.to_thread(again.wait, 300)
        assert asked[1] != asked[0], "the game as it is now is thought about"


async def test_where_nobody_waits_the_same_seed_gives_the_same_choice() -> None:
    state, seat = choice()
    said = [await players.choose(state, seat, "search:easy", 7, 3) for _ in range(2)]
    assert said[0] == said[1]


async def test_the_game_may_go_on_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = choice()
    digest = state.digest()
    seen: list[str] = []
    real = bots.choose

    def slow(bot: bots.Bot, asked: State, who: str, rng: Random) -> Action:
        time.sleep(0.1)
        seen.append(asked.digest())
        return real(bot, asked, who, rng)

    monkeypatch.setattr(bots, "choose", slow)
    thinking = asyncio.create_task(players.choose(state, seat, "greedy", 1, 1))
    await asyncio.sleep(0.02)
    state.apply(next(action for action in state.legal_actions(seat)))
    await thinking
    assert seen == [digest], "it thought about the situation it was asked in"


@pytest.mark.parametrize("how", ["raises", "cheats"])
async def test_a_broken_bot_is_replaced_for_this_one_action(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = choice()

    def broken(*_: object) -> Action:
        if how == "raises":
            raise RuntimeError("out of ideas")
        return games.Correct("table", ("seats",), {})

    monkeypatch.setattr(bots, "choose", broken)
    assert await players.choose(state, seat, "greedy", 1, 1) in state.legal_actions(seat)


def test_a_bot_seat_without_a_name_gets_one_that_plays_this_track() -> None:
    game, nameless = games.load("ascended-kings"), players.Player("bot", "Ada")
    assert players.checked(game, {"track": "arena"}, "p1", nameless).bot == "arena"
    assert players.checked(game, {"track": "full"}, "p1", nameless).bot == "search:medium"
    with pytest.raises(TableRefusal, match=r"there is no bot 'arena'.* there are random, greedy, search:easy"):
        players.checked(game, {"track": "full"}, "p1", players.Player("bot", "Ada", "arena"))


def test_short_names_are_known_at_the_table_too() -> None:
    game = games.load("ascended-kings")
    assert players.checked(game, {}, "p1", players.Player("bot", "Ada", "search")).bot == "search:medium"


def test_a_bot_that_an_older_journal_calls_after_itself_has_no_name_of_its_own() -> None:
    kept = '{"kind": "bot", "name": "Search:medium", "bot": "search:medium"}'
    bot = msgspec.json.decode(kept, type=players.Player)
    assert players.name_of("p2", {"p2": bot}, {"seats": {"p2": {"name": "Kynazarr"}}}) == "Kynazarr"
