"""What a table tells the world: on which topic, in which order, retained or not, and to whom not."""

from __future__ import annotations

import asyncio
import itertools

import msgspec
import pytest
from immolation.board.messages import ButtonPress
from immolation.broker import topics
from immolation.broker.publisher import Publisher
from immolation.table.clocks import ClockSettings

from tests.broker.conftest import Game, Site, playing, to_people
from tests.broker.waiting import PATIENCE

TABLE = topics.table("main")
EVENTS = topics.table("main", "events")
CLOCK = topics.table("main", "clock")
SECRETS = (b'"card":', b"You hold")


def seat(name: str) -> str:
    return topics.table("main", "seat", name)


@pytest.fixture
async def publisher(game: Game):
    publisher = Publisher(game.table, game.connection)
    await publisher.start()
    yield publisher
    await publisher.stop()


async def play(game: Game) -> None:
    """Whoever is asked acts, and the dice fall until somebody is asked again."""
    await game.table.decide(game.table.game.action(game.can_run["action"]))
    await to_people(game.table)


async def test_a_client_that_comes_late_finds_table_clock_and_scene(game, publisher):
    await game.connection.drained()
    async with game.site.joined("page", TABLE, CLOCK, topics.board("immolation", "scene")) as page:
        state = await page.hear(TABLE)
        scene = await page.hear(topics.board("immolation", "scene"))
        await page.hear(CLOCK)
        assert state["n"] == game.table.n
        assert state["view"] == game.table.view
        assert scene["layers"]
        assert all(message.retain for message in page.heard)


async def test_events_come_in_order_without_gaps_and_before_the_state_they_made(game, publisher):
    async with game.site.joined("page", EVENTS, TABLE) as page:
        start = game.table.n
        for _ in range(3):
            await play(game)
        await page.hear(TABLE, lambda state: state["n"] == game.table.n)
        told = [entry["n"] for entry in page.told(EVENTS)]
        assert told == list(range(start + 1, game.table.n + 1))
        newest = start
        for message in page.heard:
            record = msgspec.json.decode(message.payload)
            if message.topic == EVENTS:
                assert not message.retain
                newest = record["n"]
            else:
                assert record["n"] <= newest, "a state came before the events that made it"


async def test_what_all_may_know_is_told_before_what_a_seat_alone_may(game, publisher):
    """Those who look on need not wait until a seat's offers are made, which takes ten times as long."""
    public = game.table.n  # of what was told before the page joined, a seat's share may reach it first
    async with game.site.joined("page", TABLE, seat("p1"), seat("p2")) as page:
        for _ in range(4):
            await play(game)
            await page.hear(seat("p1"), lambda mine: mine["n"] == game.table.n)
            await page.hear(seat("p2"), lambda mine: mine["n"] == game.table.n)
        for message in page.heard:
            record = msgspec.json.decode(message.payload)
            if message.topic == TABLE:
                public = record["n"]
            elif not message.retain:
                assert record["n"] <= public, "a seat's state came before the table's"


async def test_undo_is_told_as_an_entry_of_its_own(game, publisher):
    async with game.site.joined("page", EVENTS, TABLE) as page:
        await play(game)
        await game.table.undo()
        entry = await page.hear(EVENTS, lambda entry: entry["events"] and entry["events"][0]["kind"] == "undo")
        state = await page.hear(TABLE, lambda state: state["n"] == game.table.n)
        assert entry["n"] <= state["n"]
        assert "took back" in state["note"]


async def test_each_seat_hears_its_own_secret_and_nobody_else_any(site: Site, tmp_path):
    """The cards are dealt while everybody listens to everything they are let hear."""
    outsider = "watch"
    async with (
        site.joined("p1", "#") as ada,
        site.joined(outsider, "#") as stranger,
        site.joined("page", seat("p1"), seat("p2")) as page,
        playing(site, tmp_path) as game,
    ):
        publisher = Publisher(game.table, game.connection)
        await publisher.start()
        for _ in range(4):
            await play(game)
        await game.table.pause()
        state = await stranger.hear(TABLE, lambda state: state["phase"] == "paused")
        await page.hear(seat("p2"), lambda mine: mine["n"] == state["n"])
        assert any("card" in told["view"]["seats"]["p1"] for told in page.told(seat("p1")))
        private = {seat("p1"), seat("p2")}
        for message in stranger.heard:
            if message.topic not in private:
                assert not any(secret in message.payload for secret in SECRETS), message
        assert not any(message.retain for message in page.heard)
        if site.mosquitto:
            await ada.hear(seat("p1"), lambda mine: mine["n"] == state["n"])
            assert not [message for message in stranger.heard if message.topic in private]
            assert not ada.on(seat("p2"))
        await publisher.stop()
    async with site.joined(outsider, "#") as late:
        await late.hear(TABLE)
        await late.settled()
        assert not any(secret in message.payload for message in late.heard for secret in SECRETS)


async def test_a_seats_state_is_sent_when_it_changes_and_only_then(game, publisher):
    async with game.site.joined("page", seat("p2"), TABLE) as page:
        await game.table.pause()
        await game.table.resume()
        await page.hear(TABLE, lambda state: state["n"] == game.table.n)
        sent = page.told(seat("p2"))
        assert all(one != other for one, other in itertools.pairwise(sent))


async def test_what_a_seat_may_do_is_made_again_only_once_the_game_has_changed(game, publisher, monkeypatch):
    """A miniature in the air or a remark changes the table's state, and no seat's: theirs is the dear part."""
    made = []
    seat_record = game.table.seat_record
    monkeypatch.setattr(game.table, "seat_record", lambda name: made.append(name) or seat_record(name))
    async with game.site.joined("page", TABLE, seat("p1")) as page:
        await play(game)
        await page.hear(seat("p1"), lambda mine: mine["n"] == game.table.n)
        await page.hear(TABLE, lambda state: state["n"] == game.table.n)
        before = len(made)
        game.table.remark("Look up.")
        await page.hear(TABLE, lambda state: state["note"] == "Look up.")
        assert len(made) == before
        await game.table.pause()
        await page.hear(seat("p1"), lambda mine: mine["n"] == game.table.n)
        assert len(made) > before


async def test_the_clock_topic_tells_what_runs_since_when(site, tmp_path):
    clocks = ClockSettings(mode="turn", turn_ms=30_000)
    async with site.joined("page", CLOCK) as page, playing(site, tmp_path, clocks=clocks) as game:
        publisher = Publisher(game.table, game.connection)
        await publisher.start()
        running = await page.hear(CLOCK, lambda told: any(clock["running_since"] for clock in told["clocks"]))
        assert 0 < running["clocks"][0]["left_ms"] <= 30_000
        assert running["now"] >= running["clocks"][0]["running_since"]
        await game.table.pause()
        await page.hear(CLOCK, lambda told: told["clocks"] and not any(c["running_since"] for c in told["clocks"]))
        await publisher.stop()


async def test_a_fast_table_loses_no_event(site, tmp_path):
    async with site.joined("page") as page, playing(site, tmp_path, dice="typed") as game:
        await page.client.subscribe(EVENTS, qos=1)
        publisher = Publisher(game.table, game.connection)
        await publisher.start()
        await game.table.pause()
        for _ in range(120):
            await game.table.resume()
            await game.table.pause()
        await page.hear(EVENTS, lambda entry: entry["n"] == game.table.n)
        assert [entry["n"] for entry in page.told(EVENTS)] == list(range(1, game.table.n + 1))
        assert game.connection.dropped == 0
        await publisher.stop()


async def test_another_game_begins_its_numbers_again(game, publisher):
    async with game.site.joined("page", EVENTS, TABLE) as page:
        await play(game)
        await page.hear(EVENTS, lambda entry: entry["n"] == game.table.n)
        await game.table.new_game("toy-race", {"seats": 2}, dict(game.table.players), seed=9)
        entries = await page.hear(EVENTS, lambda entry: entry["n"] == 1)
        assert entries["action"] is None  # a deal is secret


async def test_after_a_restart_of_the_broker_everything_retained_is_there_again(game, publisher):
    await game.connection.drained()
    before = game.connection.connections
    lost = asyncio.Event()
    game.connection.when_online(lambda online: None if online else lost.set())
    await game.site.stop()
    await asyncio.wait_for(lost.wait(), PATIENCE)
    await play(game)  # nobody can hear it now
    await game.site.start()
    await game.connection.wait_online(PATIENCE)
    assert game.connection.connections == before + 1
    async with game.site.joined("page", TABLE, topics.HOST_ONLINE) as page:
        state = await page.hear(TABLE)
        assert state["n"] == game.table.n
        await page.until(lambda: page.on(topics.HOST_ONLINE))
        assert page.on(topics.HOST_ONLINE)[-1].payload == b"online"


async def test_a_host_that_dies_leaves_offline_and_one_that_stops_says_so(game, publisher):
    async with game.site.joined("page", topics.HOST_ONLINE) as page:
        await page.until(lambda: page.on(topics.HOST_ONLINE))
        await publisher.stop()
        await game.connection.stop()
        await page.until(lambda: page.on(topics.HOST_ONLINE)[-1].payload == b"offline")


async def test_what_a_stopped_publisher_did_not_say_yet_is_said(game):
    publisher = Publisher(game.table, game.connection)
    await publisher.start()
    async with game.site.joined("page", EVENTS) as page:
        await play(game)
        await publisher.stop()
        await page.hear(EVENTS, lambda entry: entry["n"] == game.table.n)


async def test_a_button_of_the_board_is_told_for_home_assistant(game, publisher):
    press = topics.board("immolation", "press")
    async with game.site.joined("page", press) as page:
        publisher._on_board_event(ButtonPress(6, True, 120))
        said = await page.hear(press)
        assert said == {"event_type": "release", "button": "host", "held_ms": 120}
        assert not any(message.retain for message in page.heard)
