"""The Wi-Fi end of the wire against a real broker, with Adafruit's library as it ships."""

from __future__ import annotations

import errno
import queue
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from immolation_board import ticks, wire
from immolation_board.mqtt_link import BUFFER, FIRST_RETRY_MS, MqttLink, PacketSocket
from immolation_board.settings import load
from paho.mqtt import client as paho

from tests.ports import free_port

UP, DOWN, ONLINE = ("immolation/board/den/" + part for part in ("up", "down", "online"))


def now() -> int:
    return int(time.monotonic() * 1000) & (ticks.PERIOD - 1)


class Native:
    """``socketpool.Socket`` over the machine's own: the calls that CircuitPython has, and no other."""

    def __init__(self) -> None:
        self._socket = socket.socket()

    def settimeout(self, seconds: float | None) -> None:
        assert seconds == 0 or seconds is None or seconds >= 0.1, "an RP2040 would not wait at all"
        self._socket.settimeout(seconds)

    def connect(self, address: Any) -> None:
        self._socket.connect(address)

    def send(self, data: Any) -> int:
        return self._socket.send(data)

    def recv_into(self, buffer: Any, size: int) -> int:
        return self._socket.recv_into(buffer, size)

    def close(self) -> None:
        self._socket.close()


class NativePool:
    AF_INET, SOCK_STREAM = socket.AF_INET, socket.SOCK_STREAM

    def __init__(self) -> None:
        self.open: list[Native] = []
        self.asked: list[str] = []
        self.silent = False
        """Whether no name server answers."""
        self.dog: Any = None

    def getaddrinfo(self, host: str, port: int, *rest: int) -> Any:
        assert not self.dog.awake, "a look-up may take 14 s, and nothing can feed meanwhile"
        self.asked.append(host)
        if self.silent:
            raise OSError(-2, "Name or service not known")
        return socket.getaddrinfo(host, port, socket.AF_INET, socket.SOCK_STREAM)

    def socket(self, family: int, kind: int) -> Native:
        self.open.append(Native())
        return self.open[-1]


class Radio:
    connected = False
    reachable = True

    def connect(self, ssid: str, password: str, *, timeout: float) -> None:
        assert timeout < 8, "longer than the watchdog"
        if not self.reachable:
            raise ConnectionError("No network with that ssid")
        self.connected = True


class Broker:
    """Mosquitto on a free port."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            ["/usr/sbin/mosquitto", "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(60 * 50):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("mosquitto did not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Host:
    """The host's end, on paho."""

    def __init__(self, port: int) -> None:
        self.heard: queue.Queue[tuple[str, bytes, bool]] = queue.Queue()
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        self.client.on_message = lambda client, data, message: self.heard.put(
            (message.topic, message.payload, message.retain)
        )
        subscribed: queue.Queue[int] = queue.Queue()
        self.client.on_subscribe = lambda client, data, mid, codes, properties: subscribed.put(mid)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        self.client.subscribe("immolation/#", 1)
        subscribed.get(timeout=60)

    def wait_for(self, topic: str) -> bytes:
        while True:
            heard_topic, payload, _ = self.heard.get(timeout=60)
            if heard_topic == topic:
                return payload

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


class Dog:
    """The watchdog as the link sees it."""

    def __init__(self) -> None:
        self.fed = 0
        self.awake = True
        self.may = True

    def feed(self) -> None:
        self.fed += 1

    def pause(self) -> None:
        self.awake = False

    def go_on(self) -> None:
        self.awake = True

    def may_wait(self) -> bool:
        return self.may


class Air:
    """A board's link and what is around it."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.settings: dict[str, Any] = load(
            {"BOARD_ID": "den", "WIFI_SSID": "air", "MQTT_HOST": host, "MQTT_PORT": port}.get
        )
        self.pool, self.radio = NativePool(), Radio()
        self.frames = 0
        self.dog = self.pool.dog = Dog()
        self.link = MqttLink(self.settings, self.radio, self.pool, None, now, self._frame, self.dog)

    def _frame(self) -> None:
        self.frames += 1
        time.sleep(0.001)

    def turn_until(self, done: Callable[[], Any]) -> list[dict[str, Any]]:
        got: list[dict[str, Any]] = []
        end = time.monotonic() + 60
        while not done() and time.monotonic() < end:
            got += self.link.poll(now())
            time.sleep(0.002)
        assert done(), self.link.trouble
        return got


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    server = Broker(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def air(broker: Broker) -> Iterator[Air]:
    board = Air(broker.port)
    yield board
    board.link.close()


@pytest.fixture
def host(broker: Broker) -> Iterator[Host]:
    client = Host(broker.port)
    yield client
    client.close()


needs_broker = pytest.mark.needs("mosquitto")


@needs_broker
def test_messages_pass_both_ways_and_the_board_is_online(air: Air, host: Host) -> None:
    air.turn_until(lambda: air.link.up)
    assert host.wait_for(ONLINE) == b"online"
    air.link.send({"k": "got", "c": 4})
    assert wire.decode(host.wait_for(UP)) == {"k": "got", "c": 4}
    for c in range(50):
        host.client.publish(DOWN, wire.encode({"k": "got", "c": c}))
    got: list[dict[str, Any]] = []
    end = time.monotonic() + 60
    while len(got) < 50 and time.monotonic() < end:
        got += air.turn_until(lambda: True) or list(air.link.poll(now()))
    assert [message["c"] for message in got] == list(range(50))


@needs_broker
def test_a_turn_without_news_does_not_wait(air: Air, host: Host) -> None:
    air.turn_until(lambda: air.link.up)
    calls: list[float] = []
    air.link._client.loop = lambda timeout: calls.append(timeout)
    for _ in range(100):
        air.link.poll(now())
    assert calls == []


@needs_broker
def test_the_lights_go_on_while_the_broker_is_asked(air: Air) -> None:
    air.turn_until(lambda: air.link.up)
    assert air.frames > 0
    before = air.frames
    air.link._heard_at = ticks.add(now(), -20_000)
    air.link.poll(now())
    assert air.link.up, "the broker has answered the ping"
    assert air.frames >= before


@needs_broker
def test_bad_payloads_are_refused_and_counted_and_the_link_lives(air: Air, host: Host) -> None:
    air.turn_until(lambda: air.link.up)
    for payload in (b"", b"\x00\xff", b"{}", b'{"k":"got"}', b"x" * 5000, b"[" * 300, b'{"k":"new kind"}'):
        host.client.publish(DOWN, payload)
    host.client.publish(DOWN, wire.encode({"k": "got", "c": 9}))
    got: list[dict[str, Any]] = []
    end = time.monotonic() + 60
    while not got and time.monotonic() < end:
        got += air.link.poll(now())
    assert got == [{"k": "got", "c": 9}]
    assert air.link.up
    assert air.link.bad == 5


@needs_broker
def test_a_broker_that_goes_and_comes_back_is_found_again_with_its_topic(air: Air, broker: Broker) -> None:
    air.turn_until(lambda: air.link.up)
    broker.stop()
    air.turn_until(lambda: not air.link.up)
    broker.start()
    air.turn_until(lambda: air.link.up)
    assert air.link.opened
    host = Host(broker.port)
    host.client.publish(DOWN, wire.encode({"k": "got", "c": 1}))
    got: list[dict[str, Any]] = []
    end = time.monotonic() + 60
    while not got and time.monotonic() < end:
        got += air.link.poll(now())
    host.close()
    assert got == [{"k": "got", "c": 1}]


@needs_broker
def test_a_lost_board_is_offline_by_its_last_will(air: Air, host: Host) -> None:
    air.turn_until(lambda: air.link.up)
    assert host.wait_for(ONLINE) == b"online"
    air.pool.open[-1]._socket.shutdown(socket.SHUT_RDWR)
    assert host.wait_for(ONLINE) == b"offline"


@needs_broker
def test_leaving_for_a_host_on_usb_says_offline(air: Air, host: Host) -> None:
    air.turn_until(lambda: air.link.up)
    assert host.wait_for(ONLINE) == b"online"
    air.link.close()
    assert host.wait_for(ONLINE) == b"offline"
    assert not air.link.up


def test_without_a_broker_tries_become_rarer_and_no_socket_is_left_open() -> None:
    air = Air(free_port())
    waits = []
    for _ in range(20):
        air.link._retry_at = now()
        air.link.poll(now())
        waits.append(air.link._retry_ms)
    assert waits[:4] == [2 * FIRST_RETRY_MS, 4 * FIRST_RETRY_MS, 8 * FIRST_RETRY_MS, 16 * FIRST_RETRY_MS]
    assert max(waits) == waits[-1] <= 30_000
    assert all(native._socket.fileno() == -1 for native in air.pool.open)
    assert air.dog.fed >= 20
    assert air.link.trouble


def test_without_the_access_point_it_says_why() -> None:
    air = Air(1)
    air.radio.reachable = False
    air.link.poll(now())
    assert "No network with that ssid" in air.link.trouble


class Stream:
    """A native socket that hands out given pieces, one a call."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)

    def recv_into(self, buffer: Any, size: int) -> int:
        if not self.pieces:
            raise OSError(errno.EAGAIN, "")
        piece = self.pieces.pop(0)
        taken, rest = piece[:size], piece[size:]
        if rest:
            self.pieces.insert(0, rest)
        buffer[: len(taken)] = taken
        return len(taken)

    def send(self, data: Any) -> int:
        raise OSError(errno.EAGAIN, "")


def packet(size: int) -> bytes:
    header = bytearray([0x30])
    left = size
    while True:
        header.append(left & 127 | (128 if left > 127 else 0))
        left >>= 7
        if not left:
            return bytes(header) + bytes(size)


def test_the_library_is_shown_whole_packets_only() -> None:
    data = packet(300)
    link = PacketSocket(Stream(data[:1], data[1:2], data[2:150], data[150:] + data[:4]), now, lambda: None)
    link.patient = False
    whole = []
    for _ in range(4):
        link.collect()
        whole.append(link.whole())
    assert whole == [False, False, False, True]
    buffer = bytearray(len(data))
    assert link.recv_into(buffer, len(data)) == len(data)
    with pytest.raises(OSError):
        link.recv_into(bytearray(1), 1)


def test_a_packet_that_can_never_fit_is_skipped_and_the_next_one_taken() -> None:
    small = packet(10)
    link = PacketSocket(Stream(packet(3 * BUFFER), small, small), now, lambda: None)
    link.patient = False
    seen = 0
    for _ in range(12):
        link.collect()
        while link.whole():
            link.recv_into(bytearray(len(small)), len(small))
            seen += 1
    assert seen == 2


def test_a_stream_out_of_step_closes_the_connection() -> None:
    link = PacketSocket(Stream(b"\x30\xff\xff\xff\xff\xff"), now, lambda: None)
    link.collect()
    with pytest.raises(OSError):
        link.whole()


def test_a_broker_that_takes_nothing_is_given_up() -> None:
    clock = iter(range(0, 10_000_000, 100))
    link = PacketSocket(Stream(), lambda: next(clock), lambda: None)
    with pytest.raises(OSError) as gone:
        link.send(b"x")
    assert gone.value.errno == errno.ETIMEDOUT


def test_a_name_is_asked_for_once_and_the_address_that_was_good_is_tried_first(broker: Broker) -> None:
    air = Air(broker.port, "localhost")
    air.turn_until(lambda: air.link.up)
    air.pool.silent = True
    broker.stop()
    air.turn_until(lambda: not air.link.up)
    broker.start()
    air.turn_until(lambda: air.link.up)
    assert air.pool.asked == ["localhost"]
    assert air.dog.awake
    air.link.close()


def test_an_address_that_leads_nowhere_any_more_is_asked_for_anew(broker: Broker) -> None:
    air = Air(broker.port, "localhost")
    air.link._pool.good = "127.0.0.2"  # as if the broker had moved
    air.turn_until(lambda: air.link.up)
    assert air.pool.asked == ["localhost"]
    assert air.link._pool.good == "127.0.0.1"
    air.link.close()


def test_a_name_that_nobody_answers_pauses_the_watchdog_and_gives_the_lights_most_of_the_time(broker: Broker) -> None:
    air = Air(broker.port, "localhost")
    air.pool.silent = True
    clock = [1000]

    def look_up(host: str, port: int, *rest: int) -> Any:
        clock[0] += 14_000
        raise OSError(-2, "Name or service not known")

    air.pool.getaddrinfo = look_up  # type: ignore[method-assign]
    air.link._now = lambda: clock[0]
    air.link._retry_at = clock[0]
    tries = []
    while clock[0] < 1_000_000:
        before = clock[0]
        air.link.poll(clock[0])
        if clock[0] != before:
            tries.append(clock[0])
        clock[0] += 100
    assert len(tries) > 5
    assert len(tries) * 14_000 < 1_000_000 // 6
    assert air.dog.awake
    assert air.link.trouble == "no name server knows localhost (MQTT_HOST)"
    del air.pool.getaddrinfo  # now a server answers
    clock[0] = air.link._retry_at
    air.pool.silent = False
    air.link.poll(clock[0])
    assert air.link.up
    air.link.close()


def test_nothing_is_tried_while_a_line_on_the_console_would_wait_for_its_reader(broker: Broker) -> None:
    air = Air(broker.port, "localhost")
    air.dog.may = False
    for _ in range(5):
        air.link.poll(ticks.add(now(), 60_000))
    assert not air.link.up
    assert air.pool.asked == []
    air.dog.may = True
    air.turn_until(lambda: air.link.up)
    air.link.close()
