"""The past of a game: every position as everybody saw it, how numbers went, and nothing of what only some knew."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games import CHANCE
from immolation.table.game_log import LogEntry, turn_times
from immolation.table.history import ActionHistory, HistoryEntry
from immolation.table.journal.journal_records import Entry, Kind
from immolation.table.past_positions import EVERY, Course, PastPositions, TurnTime, numbers_at
from immolation.table.records import Player

from .conftest import OpenTable

GAMES: dict[str, tuple[str, dict[str, Any], str]] = {
    "full": ("ascended-kings", {"track": "full"}, "seats.*.wounds"),
    "kimera": ("kimera", {}, "seats.*.balance"),
    "chimera-con": ("chimera-con", {}, "seats.*.left"),
    "red-rains": ("red-rains", {}, "chimera.wounds"),
    "chimera-hunt": ("chimera-hunt", {}, "hunters.*.wounds"),
    "cinders": ("cinders", {}, "seats.*.tile"),
}
"""Ruleset, config, and the path of a number of its view."""


def play(history: ActionHistory, count: int, rng: Random) -> list[dict[str, Any]]:
    """Take so many random actions; the public view after each."""
    views = []
    for _ in range(count):
        deciders = history.state.deciders()
        if not deciders:
            break
        seat = rng.choice(list(deciders))
        due = [one.action for one in deciders[seat].outcomes] if seat == CHANCE else history.state.legal_actions(seat)
        action = rng.choice(due)
        state, events, digest = history.attempt(action)
        history.extend(HistoryEntry(history.number + 1, action, seat, events, digest), state)
        views.append(state.view(None))
    return views


def plain(value: object) -> Any:
    return msgspec.to_builtins(value)


@pytest.mark.parametrize("short", GAMES)
def test_every_past_position_is_what_everybody_saw_then(short: str) -> None:
    name, config, path = GAMES[short]
    history = ActionHistory(games.load_for(name, config), config)
    views = [history.state.view(None), *play(history, 3 * EVERY + 5, Random(2))]
    past = PastPositions(history)
    for number in (len(views) - 1, 0, 1, *range(EVERY - 2, len(views), 7)):
        moment = past.moment(history.entries, number)
        assert (moment.number, moment.count) == (number, len(views) - 1)
        assert plain(moment.view) == plain(views[number])
    course = past.course(history.entries, [tuple(path.split("."))])
    for number, view in enumerate(views):
        told = {
            name: [value for at, value in line if at <= number][-1]
            for name, line in course.numbers[path].items()
            if line[0][0] <= number
        }
        assert told.items() >= dict(numbers_at(plain(view), tuple(path.split(".")))).items()
        assert [value for at, value in course.rounds if at <= number][-1] == view.get("round")


def test_koru_is_followed_as_the_score_sheets_count_it() -> None:
    """Level, Ylem, Bloodstones, a life never lost: the last point of each line is what the sheet says."""
    history = ActionHistory(games.load_for("ascended-kings", {"track": "full"}), {"track": "full"})
    play(history, 400, Random(2))
    path = ("standings", "*")
    lines = PastPositions(history).course(history.entries, [path]).numbers["standings.*"]
    view = history.state.view(None)
    assert set(lines) == set(view["seats"])
    for seat, facts in view["seats"].items():
        never_killed = 10 * (facts["form"] == "king" and facts["tile"] is not None)
        counts = 15 * facts["bloodstones"] + 5 * facts["completed"] + facts["ylem"] + 5 * facts["level"]
        assert lines[seat][-1][1] == counts + never_killed
        assert len(lines[seat]) > 2
    arena = ActionHistory(games.load_for("ascended-kings", {"track": "arena"}), {"track": "arena"})
    assert arena.state.standings() == {}, "where the host keeps no mats nothing can be counted"


def test_what_was_taken_back_is_forgotten() -> None:
    history = ActionHistory(games.load_for("chimera-con", {}), {})
    views = [history.state.view(None), *play(history, 3 * EVERY, Random(2))]
    past = PastPositions(history)
    assert plain(past.moment(history.entries, 3 * EVERY).view) == plain(views[3 * EVERY])
    history.cut(EVERY + 3)
    again = [*views[: EVERY + 4], *play(history, 3 * EVERY, Random(8))]
    assert plain(again[2 * EVERY]) != plain(views[2 * EVERY])
    for number in (EVERY, 2 * EVERY, 2 * EVERY + 1):
        assert plain(past.moment(history.entries, number).view) == plain(again[number])


def test_a_moment_tells_no_more_than_everybody_heard() -> None:
    """Cards are drawn face down at the start: the events name them, and what is told of them does not."""
    history = ActionHistory(games.load_for("ascended-kings", {"track": "full"}), {"track": "full"})
    play(history, 120, Random(4))
    past, hidden = PastPositions(history), 0
    for number, entry in enumerate(history.entries, 1):
        secret = {own["text"] for event in entry.events for own in event.secret.values() if "text" in own}
        hidden += len(secret)
        assert not secret & set(past.moment(history.entries, number).text)
    assert hidden


async def test_a_table_tells_its_past_also_after_another_game_was_begun(open_table: OpenTable) -> None:
    table = await open_table(game="cinders", players={"p1": Player("person", "Ada"), "p2": Player("person", "Bo")})
    before = plain((await table.moment(0)).view)
    seat = next(iter(table.history.state.deciders()))
    await table.decide(table.history.state.legal_actions(seat)[0])
    assert plain((await table.moment(1)).view) == plain(table.view)
    assert plain((await table.moment(99)).view) == plain(table.view)
    assert plain((await table.moment(0)).view) == before
    course = await table.course([("seats", "*", "tile")])
    assert (course.count, set(course.seconds)) == (1, {seat})
    await table.play_again()
    assert (await table.course([])).count == 0
    assert plain((await table.moment(5)).view) == plain(table.view)


def test_each_turn_has_its_time_without_pauses_and_what_was_taken_back_counts_to_the_turn_it_led_back_to() -> None:
    """Entries 2 and 3 are taken back by 4; the table is paused from 5 to 6, and others join meanwhile."""
    kinds: list[Kind] = ["action", "action", "action", "undo", "pause", "player", "resume", "action", "action"]
    at = [1_000, 3_000, 4_000, 5_000, 6_000, 50_000, 99_000, 101_000, 101_500]
    log = [
        LogEntry(Entry(n, kind, {}, "", ms), None, ()) for n, (kind, ms) in enumerate(zip(kinds, at, strict=True), 1)
    ]
    course = Course(3, [(0, 1)], [(0, "p1"), (1, "p2"), (2, None)], {}, {})
    assert turn_times(log, 500, [1, 8, 9], course) == [TurnTime(0, 1, "p1", 500), TurnTime(1, 2, "p2", 7_000)]
    again = Course(3, [(0, 1), (2, 2)], [(0, "p1")], {}, {})
    assert turn_times(log, 500, [1, 8, 9], again) == [TurnTime(0, 2, "p1", 7_500), TurnTime(2, 3, "p1", 500)]
    assert turn_times([], 0, [], Course(0, [(0, 1)], [(0, "p1")], {}, {})) == []
