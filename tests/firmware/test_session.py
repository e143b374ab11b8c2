"""The board's side of a conversation: it heals, it keeps the scene, and garbage changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from immolation_board import board_messages, lights, ticks, wire
from immolation_board.session import _HELLO_MS, _SILENT_MS, _STATUS_MS, _WAITING_EDGES, Session


class Sensed:
    """What a session wants to know of sensors."""

    def __init__(self) -> None:
        self.occupied = bytearray(100)
        self.known = True
        self.stuck: list[int] = []
        self.noisy: list[int] = []
        self.buttons: Any = None


class Talk:
    """A session with its host's end in the test's hand."""

    def __init__(self, table: Any) -> None:
        self.desk = table
        self.sensors = Sensed()
        self.said: list[dict[str, Any]] = []
        self.acted: list[str] = []
        self.scans: list[int] = []
        self.now = ticks.PERIOD - 700
        self.room = True
        """Whether the link takes a message."""
        hello = {
            "s": 77,
            "id": "immolation",
            "fw": "1.0 test 1.0.0",
            "sensor": "matrix",
            "tiles": 100,
            "reset": "power",
        }
        self.session = Session(hello, table.lights, self.sensors, self.send, self.acted.append, self.scans.append)
        table.show(*self.session.layers)
        self.session.opened(self.now)

    def send(self, message: dict[str, Any]) -> bool:
        if self.room:
            self.said.append(wire.decode(wire.encode(message)))
        return self.room

    def hears(self, *messages: dict[str, Any]) -> None:
        for message in messages:
            self.session.take(wire.decode(wire.encode(message)), self.now)

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, 5):
            self.now = ticks.add(self.now, 5)
            self.session.poll(self.now, lambda: {"fps": 60, "free": 1, "ma": 200, "bad": 0, "lost": 0})
            self.desk.lights.draw(5)
            self.desk.lights.finish()

    def heard(self, kind: str) -> list[dict[str, Any]]:
        found = [message for message in self.said if message["k"] == kind]
        self.said.clear()
        return found

    def greet(self, session: int = 5) -> None:
        self.hears({"k": "hello", "v": [1, 0], "s": session})
        self.wait(20)


def scene(n: int, *effects: str, b: int = 255) -> list[dict[str, Any]]:
    if not effects:
        return [{"k": "scene", "n": n, "i": 0, "of": 1, "b": b}]
    return [
        {
            "k": "scene", "n": n, "i": at, "of": len(effects), "b": b, "e": effect, "c": 0xFF5000,
            "on": wire.tiles_to_hex(range(10 * at, 10 * at + 10)), "p": 100, "t": 100, "a": 255,
        }
        for at, effect in enumerate(effects)
    ]  # fmt: skip


@pytest.fixture
def talk(desk: Callable[..., Any]) -> Talk:
    return Talk(desk())


class TestHello:
    def test_what_is_wrong_with_the_board_is_told_to_each_host(self, talk: Talk) -> None:
        talk.session.notice = "No DMA channel is free."
        for host in (5, 6):
            talk.greet(host)
            assert [message["text"] for message in talk.heard("log")] == ["No DMA channel is free."]

    def test_is_said_until_the_host_answers(self, talk: Talk) -> None:
        talk.wait(1000)
        said = talk.heard("hello")
        assert 3 <= len(said) <= 1 + 1000 // _HELLO_MS
        assert said[0] == {
            "k": "hello", "v": list(wire.PROTOCOL), "s": 77, "id": "immolation", "fw": "1.0 test 1.0.0",
            "sensor": "matrix", "tiles": 100, "reset": "power",
        }  # fmt: skip
        talk.greet()
        talk.heard("hello")
        talk.wait(3000)
        assert talk.heard("hello") == []

    def test_to_nobody_becomes_rare(self, talk: Talk) -> None:
        talk.wait(20_000)
        assert len(talk.heard("hello")) < 25

    def test_of_the_host_is_answered_with_all_that_the_board_knows(self, talk: Talk) -> None:
        talk.sensors.occupied[12] = 1
        talk.wait(50)
        talk.heard("")
        talk.greet()
        kinds = [message["k"] for message in talk.said]
        assert kinds[0] == "hello"
        assert {"ack", "tiles", "status"} <= set(kinds)

    def test_of_a_newer_protocol_is_refused_with_who_must_update(self, talk: Talk) -> None:
        talk.hears({"k": "hello", "v": [2, 0], "s": 5})
        assert "update the board" in talk.heard("log")[0]["text"]
        talk.hears(*scene(1, "solid"))
        talk.wait(50)
        assert talk.session.shown == 0

    def test_of_an_older_protocol_is_refused_with_who_must_update(self, talk: Talk) -> None:
        talk.hears({"k": "hello", "v": [0, 9], "s": 5})
        assert "update the host" in talk.heard("log")[0]["text"]

    def test_of_ours_echoed_by_a_terminal_starts_no_quarrel(self, talk: Talk) -> None:
        talk.wait(20)
        ours = talk.heard("hello")[0]
        talk.hears(ours)
        assert talk.said == []

    def test_of_a_restarted_host_lets_it_count_from_one_again_and_keeps_the_scene(self, talk: Talk) -> None:
        talk.greet(5)
        talk.hears(*scene(900, "solid"))
        talk.wait(50)
        burning = talk.desk.film(1)
        talk.greet(6)
        assert talk.desk.film(1) == burning
        assert talk.heard("ack")[-1]["shown"] == 0
        talk.hears(*scene(1, "blink"))
        talk.wait(50)
        assert talk.session.shown == 1


class TestScene:
    def test_before_any_the_hearth_glows(self, talk: Talk) -> None:
        frame = talk.desk.film(1)[0]
        lit = {tile for tile in range(100) if any(frame[3 * tile : 3 * tile + 3])}
        assert {44, 45, 54, 55} <= lit
        assert len(lit) < 20
        assert talk.desk.lights.ma < 250

    def test_is_shown_when_its_last_part_has_come_in_any_order(self, talk: Talk) -> None:
        talk.greet()
        parts = scene(3, "solid", "solid", "solid")
        talk.desk.film(1)[0]
        for part in (parts[2], parts[0]):
            talk.hears(part)
            talk.wait(20)
        assert talk.heard("ack")[-1] == {"k": "ack", "n": 3, "have": 0b101, "shown": 0}
        talk.hears(parts[0], parts[1])
        talk.wait(20)
        assert talk.heard("ack")[-1] == {"k": "ack", "n": 3, "have": 0b111, "shown": 3}
        frame = talk.desk.film(1)[0]
        assert sum(1 for at in range(0, 300, 3) if frame[at] == 255) == 30

    def test_that_is_older_than_the_newest_is_passed_over_and_the_newest_acknowledged(self, talk: Talk) -> None:
        talk.greet()
        talk.hears(*scene(8, "solid"))
        talk.wait(20)
        talk.heard("")
        talk.hears(*scene(7, "blink", "blink"))
        talk.wait(20)
        assert talk.heard("ack") == [{"k": "ack", "n": 8, "have": 1, "shown": 8}]

    def test_half_sent_gives_way_to_a_newer_one(self, talk: Talk) -> None:
        talk.greet()
        talk.hears(scene(4, "fire", "fire")[0], *scene(5, "solid"))
        talk.wait(20)
        assert talk.session.shown == 5
        talk.hears(scene(4, "fire", "fire")[1])
        talk.wait(20)
        assert talk.session.shown == 5

    def test_parts_that_contradict_each_other_are_passed_over(self, talk: Talk) -> None:
        talk.greet()
        talk.hears(scene(4, "solid", "solid")[0], scene(4, "fire", "fire", "fire")[2])
        talk.wait(20)
        assert talk.heard("ack")[-1]["have"] == 1

    def test_without_layers_puts_the_lights_out(self, talk: Talk) -> None:
        talk.greet()
        talk.hears(*scene(4))
        talk.wait(20)
        assert talk.desk.film(1)[0] == bytes(300)

    def test_burns_on_when_the_host_falls_silent(self, talk: Talk) -> None:
        talk.greet()
        talk.hears(*scene(4, "fire"))
        talk.wait(60_000)
        frames = talk.desk.film(50)
        assert len(set(frames)) > 40
        assert talk.session.shown == 4

    def test_is_repeated_by_the_host_and_acknowledged_again(self, talk: Talk) -> None:
        talk.greet()
        talk.hears(*scene(4, "solid"))
        talk.wait(20)
        talk.heard("")
        talk.hears(*scene(4, "solid"))
        talk.wait(20)
        assert talk.heard("ack") == [{"k": "ack", "n": 4, "have": 1, "shown": 4}]


class TestTiles:
    def test_are_repeated_until_heard_then_once_a_second(self, talk: Talk) -> None:
        talk.greet()
        talk.sensors.occupied[0] = 1
        talk.session.edge(0, 0, 1234)
        talk.heard("")
        talk.wait(200)
        said = talk.heard("tiles")
        assert 4 <= len(said) <= 6
        assert {message["on"] for message in said} == {"8" + "0" * 24}
        assert len({message["c"] for message in said}) == 1
        talk.hears({"k": "got", "c": said[0]["c"]})
        talk.wait(3000)
        assert 2 <= len(talk.heard("tiles")) <= 4

    def test_an_old_got_does_not_count(self, talk: Talk) -> None:
        talk.greet()
        talk.wait(20)
        old = talk.heard("tiles")[-1]["c"]
        talk.sensors.occupied[0] = 1
        talk.session.edge(0, 0, 1234)
        talk.wait(10)
        talk.heard("")
        talk.hears({"k": "got", "c": old})
        talk.wait(200)
        assert len(talk.heard("tiles")) >= 4

    def test_a_burst_of_edges_is_followed_by_one_picture(self, talk: Talk) -> None:
        talk.greet()
        talk.heard("")
        for tile in (4, 5, 6):
            talk.sensors.occupied[tile] = 1
            talk.session.edge(tile, 0, 99)
        talk.wait(20)
        assert [message["k"] for message in talk.said] == ["edge", "edge", "edge", "tiles"]
        counters = [message["c"] for message in talk.heard("edge")]
        assert counters == [1, 2, 3]

    @pytest.mark.parametrize("version", [[1, 0], [1, 1], [1, 7]])
    def test_a_hundred_edges_are_told_whole_and_in_order(self, talk: Talk, version: list[int]) -> None:
        talk.hears({"k": "hello", "v": version, "s": 5})
        talk.wait(20)
        talk.heard("")
        edges = [(tile * 7 % 100, tile % 2, talk.now + 3 * tile) for tile in range(100)]
        for edge in edges:
            talk.session.edge(*edge)
        talk.sensors.occupied[0] = 1
        talk.room = False
        talk.wait(50)
        talk.room = True
        talk.wait(550)
        kinds = [message["k"] for message in talk.said]
        told, counters = [], []
        for message in talk.said:
            if message["k"] == "edge":
                told.append((message["tile"], message["up"], message["ms"]))
                counters.append(message["c"])
            elif message["k"] == "edges":
                for edge in board_messages.single_edges(message):
                    assert wire.check(edge) is None
                    told.append((edge["tile"], edge["up"], edge["ms"]))
                    counters.append(edge["c"])
        assert told == edges
        assert counters == list(range(1, 101))
        assert ("edges" in kinds) == (version >= [1, 1])  # an older host is told each by itself
        assert kinds.index("tiles") > max(at for at, kind in enumerate(kinds) if kind.startswith("edge"))
        assert talk.session.lost == 0

    def test_edges_beyond_the_ring_cost_the_oldest_and_are_counted(self, talk: Talk) -> None:
        talk.hears({"k": "hello", "v": [1, 1], "s": 5})
        talk.room = False
        for at in range(300):
            talk.session.edge(at % 100, 0, 5)
        lost = talk.session.lost
        talk.room = True
        talk.heard("")
        talk.wait(100)
        told = [message for message in talk.said if message["k"] == "edges"]
        assert lost == 300 - _WAITING_EDGES
        assert told[0]["c"] == lost + 1
        assert sum(len(board_messages.single_edges(message)) for message in told) == _WAITING_EDGES

    def test_a_silent_host_gets_them_once_a_second(self, talk: Talk) -> None:
        talk.wait(_SILENT_MS + 100)
        talk.heard("")
        talk.wait(5000)
        assert len(talk.heard("tiles")) <= 6

    def test_are_not_told_before_the_board_has_looked(self, talk: Talk) -> None:
        talk.sensors.known = False
        talk.wait(100)
        assert talk.heard("tiles") == []

    def test_hex_is_that_of_the_wire(self) -> None:
        occupied = bytearray(100)
        for tile in (0, 1, 47, 99):
            occupied[tile] = 1
        assert wire.occupied_to_hex(occupied) == wire.tiles_to_hex([0, 1, 47, 99])


class TestPresses:
    def hello(self, talk: Talk, minor: int = 2, session: int = 5) -> None:
        talk.hears({"k": "hello", "v": [1, minor], "s": session})
        talk.wait(20)
        talk.said.clear()

    def test_are_repeated_until_heard_and_told_one_after_the_other(self, talk: Talk) -> None:
        self.hello(talk)
        talk.session.press(3, 0, talk.now, 0)
        talk.session.press(3, 1, talk.now, 180)
        talk.wait(200)
        told = talk.heard("press")
        assert len(told) >= 4
        assert all(message == told[0] for message in told)
        assert told[0] == {"k": "press", "c": 1, "ms": told[0]["ms"], "b": 3, "up": 0}
        talk.hears({"k": "heard", "c": 1})
        talk.wait(20)
        second = talk.heard("press")
        assert [(message["c"], message["up"], message["hold"]) for message in second] == [(2, 1, 180)] * len(second)
        assert second
        talk.hears({"k": "heard", "c": 1}, {"k": "heard", "c": 2})
        talk.wait(200)
        assert talk.heard("press") == []

    def test_are_for_hosts_that_know_them(self, talk: Talk) -> None:
        self.hello(talk, minor=1)
        talk.session.press(0, 0, talk.now, 0)
        talk.wait(200)
        assert talk.heard("press") == []

    def test_that_nobody_heard_in_time_do_not_act_later(self, talk: Talk) -> None:
        self.hello(talk)
        talk.room = False
        talk.session.press(0, 0, talk.now, 0)
        talk.wait(5100)
        talk.room = True
        talk.wait(200)
        assert talk.heard("press") == []
        assert talk.session.lost

    def test_meant_for_another_host_are_forgotten(self, talk: Talk) -> None:
        self.hello(talk)
        talk.session.press(0, 0, talk.now, 0)
        self.hello(talk, session=6)
        talk.wait(200)
        assert talk.heard("press") == []

    def test_a_stuck_button_is_named_to_hosts_that_know_buttons(self, talk: Talk) -> None:
        class Pressed:
            stuck, noisy = [106], [100]

        talk.sensors.buttons = Pressed()
        talk.sensors.stuck = [4]
        for minor, stuck in ((2, [106, 4]), (1, [4])):
            self.hello(talk, minor, session=minor)
            talk.wait(5100)
            assert talk.heard("status")[-1]["stuck"] == stuck


class TestTheRest:
    def test_status_comes_every_five_seconds_and_names_bad_tiles(self, talk: Talk) -> None:
        talk.greet()
        talk.heard("")
        talk.sensors.stuck = list(range(80, 100))
        talk.sensors.noisy = list(range(60, 80))
        talk.wait(4 * _STATUS_MS)
        said = talk.heard("status")
        assert len(said) == 4
        assert said[0]["stuck"][:3] == [80, 81, 82]

    def test_the_longest_status_fits_a_line(self, talk: Talk) -> None:
        talk.sensors.stuck = talk.sensors.noisy = list(range(80, 100))
        most = wire.MAX_NUMBER
        for _ in range(3):  # one line in a call
            talk.session.poll(talk.now, lambda: {"fps": 9999, "free": most, "ma": 9999, "bad": most, "lost": most})
        assert talk.heard("status")

    def test_set_changes_what_it_names(self, talk: Talk) -> None:
        talk.greet()
        talk.hears({"k": "set", "ma": 900, "scan": 20, "do": "identify"})
        assert talk.desk.lights.budget == 255 * (900 - lights.DARK_MA - lights.MCU_MA)
        assert talk.scans == [20]
        assert talk.acted == ["identify"]

    def test_a_supply_that_leaves_no_light_is_said(self, talk: Talk) -> None:
        talk.greet()
        talk.hears({"k": "set", "ma": 120})
        assert "120 mA leaves nothing for light" in talk.heard("log")[0]["text"]

    def test_a_log_line_of_anything_fits_the_wire(self, talk: Talk) -> None:
        talk.session.log("Ärger\n" * 100)
        assert talk.heard("log")[0]["text"].startswith("?rger?")


values = (
    st.none()
    | st.booleans()
    | st.integers(-5, 2**33)
    | st.text(max_size=30)
    | st.lists(st.integers(0, 300), max_size=4)
)
wild = st.fixed_dictionaries(
    {"k": st.sampled_from(["hello", "scene", "ack", "edge", "tiles", "got", "status", "set", "log", "x"])},
    optional=dict.fromkeys(
        [
            "v",
            "s",
            "n",
            "i",
            "of",
            "b",
            "e",
            "c",
            "on",
            "p",
            "t",
            "a",
            "w",
            "m",
            "have",
            "shown",
            "ms",
            "tile",
            "up",
            "ma",
            "scan",
            "do",
            "text",
        ],
        values,
    ),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists(wild, max_size=12))
def test_whatever_passes_the_codec_never_breaks_the_board(
    desk: Callable[..., Any], messages: list[dict[str, Any]]
) -> None:
    talk = Talk(desk())
    for message in messages:
        if wire.check(message) is None:
            talk.session.take(message, talk.now)
        talk.wait(5)
    talk.greet(3)
    talk.hears(*scene(wire.MAX_NUMBER, "solid"))
    talk.wait(50)
    assert talk.session.shown == wire.MAX_NUMBER
