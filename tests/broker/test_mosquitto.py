"""Mosquitto on the network: each hole known from embedded brokers is tried here, and is closed."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import socket
import stat
from pathlib import Path

import aiomqtt
import pytest
from immolation.board.mqtt_link import MqttBoardLink
from immolation.broker import certificates, logins, mosquitto, topics
from immolation.broker.embedded_broker import BrokerUnavailable
from immolation.broker.logins import BadUsers, User
from immolation.broker.mosquitto import Mosquitto
from immolation.task_cancellation import ended

from tests.broker.conftest import Site, running
from tests.broker.waiting import PATIENCE, Listener, happens, listening
from tests.ports import free_port

pytestmark = pytest.mark.needs("mosquitto")

TABLE = topics.table("main")
ADAS = topics.table("main", "seat", "p1")


async def host_says(site: Site, topic: str, payload: bytes, retain: bool = False) -> None:
    async with site.joined("host") as host:
        await host.client.publish(topic, payload, qos=1, retain=retain)


# --- the doors ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"username": None, "password": None}, id="no login"),
        pytest.param({"password": "guess"}, id="wrong password"),
        pytest.param({"username": "nobody", "password": "guess"}, id="unknown user"),
        pytest.param({"username": "host"}, id="the host's login from the network"),
    ],
)
async def test_the_network_door_stays_shut(lan: Site, given):
    if given.get("username") == "host":
        given["password"] = lan.broker.logins["host"].password
    with pytest.raises(aiomqtt.MqttError):
        async with lan.joined("p1", **given):
            pass


async def test_a_seats_login_is_not_good_on_the_hosts_own_door(lan: Site):
    with pytest.raises(aiomqtt.MqttError):
        async with listening(lan.port, **lan.login("p1")):
            pass


async def test_the_network_door_speaks_tls_and_proves_who_it_is(lan: Site, tmp_path: Path):
    other_ca, _, _ = certificates.prepare(_folder(tmp_path / "other"), ["localhost"])
    for ca in (None, str(other_ca)):
        with pytest.raises((aiomqtt.MqttError, OSError)):
            async with lan.joined("p1", ca=ca, timeout=0.5):
                pass


async def test_the_certificate_names_this_machine(lan: Site):
    names = certificates.own_names()
    assert {"localhost", "127.0.0.1", socket.gethostname()} <= set(names)
    async with lan.joined("p1") as ada:  # the client checks that the certificate is for 127.0.0.1
        assert ada.client
    assert all(url.startswith("mqtts://") for url in lan.broker.network_urls)


# --- the holes ---------------------------------------------------------------------------------------------


async def test_retained_messages_do_not_reach_who_has_not_asked_for_them(lan: Site):
    await host_says(lan, TABLE, b"{}", retain=True)
    async with lan.joined("p1") as ada:
        await ada.settled()
        assert not ada.on(TABLE)


async def test_the_access_list_holds_for_retained_messages_too(lan: Site):
    """No secret is ever retained; but if one were, it would still not be handed out."""
    await host_says(lan, ADAS, b"trip", retain=True)
    async with lan.joined("p2", "#", ADAS, topics.table("main", "seat", "+")) as bob:
        await bob.settled()
        assert not bob.on(ADAS)
    async with lan.joined("p1", ADAS) as ada:
        await ada.until(lambda: ada.on(ADAS))


async def test_a_wide_subscription_gives_no_more_than_the_narrow_ones(lan: Site):
    filters = ("#", "immolation/#", "+/table/+/seat/#", "immolation/table/main/#", "$share/all/#", f"$share/all/{ADAS}")
    async with lan.joined("p2", *filters) as bob, lan.joined("watch", *filters) as stranger:
        await host_says(lan, ADAS, b"trip")
        await host_says(lan, topics.table("main", "reply", "p1"), b"{}")
        await host_says(lan, topics.board("immolation", "down"), b"{}")
        await host_says(lan, TABLE, b"{}")
        for listener in (bob, stranger):
            await listener.until(lambda heard=listener: heard.on(TABLE))
            assert {message.topic for message in listener.heard} <= {TABLE, topics.HOST_ONLINE}


async def test_a_last_will_may_say_no_more_than_its_sender(lan: Site):
    everything = (topics.table("main", "do"), topics.table("main", "do", "+"), TABLE)
    own = topics.table("main", "do", "p2")
    async with lan.joined("host", *everything) as host:
        for topic in (topics.table("main", "do"), topics.table("main", "do", "p1"), TABLE, own):
            will = aiomqtt.Will(topic, b"will", qos=1, retain=True)
            # Refused at once, or connected and then not heard: either will do.
            with contextlib.suppress(aiomqtt.MqttError):
                async with lan.joined("p2", will=will) as bob:
                    _cut(bob.client)
                    await happens(bob.client._disconnected.done)
        await host.until(lambda: host.on(own))
        assert {message.topic for message in host.heard} == {own}
    async with lan.joined("host", *everything) as late:
        await late.settled()
        assert {message.topic for message in late.heard} == {own, topics.HOST_ONLINE}


async def test_a_wrong_password_with_anothers_client_id_disturbs_nobody(lan: Site):
    async with lan.joined("p1", ADAS, identifier="p1") as ada:
        for user in ("p1", "p2"):
            with pytest.raises(aiomqtt.MqttError):
                async with lan.joined(user, identifier="p1", password="guess"):
                    pass
        await host_says(lan, ADAS, b"still here")
        await ada.until(lambda: ada.on(ADAS))


async def test_nobody_takes_over_anothers_client_id_nor_its_queue(lan: Site):
    async with lan.joined("p1", identifier="p1", clean_session=False) as ada:
        await ada.client.subscribe(ADAS, qos=1)
    await host_says(lan, ADAS, b"waiting for Ada")
    async with lan.joined("p2", identifier="p1", clean_session=False) as bob:
        await bob.settled()
        assert not bob.on(ADAS)
        async with lan.joined("p1", identifier="p1", clean_session=False) as ada:
            await ada.until(lambda: ada.on(ADAS))
            await bob.settled()  # both are still connected


async def test_a_login_that_subscribes_without_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Mosquitto takes every subscription, also to what may not be read."""
    monkeypatch.setattr(mosquitto, "MAX_MEMORY", 24 << 20)
    do = topics.table("main", "do", "p2")
    async with running("mosquitto", tmp_path) as lan, lan.joined("host", do) as host, lan.joined("p2") as bob:

        async def subscribe_for_ever(ada: Listener) -> None:
            for number in itertools.count():
                await ada.client.subscribe([(f"{number}-{part}-{'x' * 60_000}", 1) for part in range(8)])

        async with lan.joined("p1") as ada:
            subscribing = asyncio.create_task(subscribe_for_ever(ada))
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait([ada.client._disconnected])
            await ended(subscribing)
        await bob.client.publish(do, b"mine", qos=1)
        await host.until(lambda: host.on(do))
        async with lan.joined("watch"):
            pass


async def test_a_reader_that_is_far_behind_gets_everything(lan: Site):
    """More than the 1000 messages that Mosquitto keeps unless it is told otherwise."""
    async with lan.joined("host", identifier="reader", clean_session=False) as reader:
        await reader.client.subscribe("immolation/fast", qos=1)
    async with lan.connection() as connection:
        await connection.wait_online(PATIENCE)
        for number in range(1300):
            connection.publish("immolation/fast", b"%d" % number, qos=1)
        await connection.drained()
    async with lan.joined("host", identifier="reader", clean_session=False) as reader:
        await reader.until(lambda: len(reader.on("immolation/fast")) >= 1300)
        assert [int(message.payload) for message in reader.on("immolation/fast")] == list(range(1300))


@pytest.mark.parametrize(
    "topic",
    [
        topics.table("main", "do"),
        topics.table("main", "do", "p2"),
        topics.table("main", "reply", "p2"),
        topics.table("main", "events"),
        TABLE,
        ADAS,
        topics.HOST_ONLINE,
        topics.board("immolation", "up"),
        topics.board("immolation", "down"),
        topics.board("immolation", "hand"),
        topics.board("immolation", "credit"),
        "homeassistant/device/x/config",
        "anything/else",
    ],
)
async def test_a_seat_writes_to_its_own_command_topic_alone(lan: Site, topic: str):
    own = topics.table("main", "do", "p1")
    async with lan.joined("host", "#") as host, lan.joined("p1") as ada:
        await ada.client.publish(topic, b"forged", qos=1, retain=True)
        await ada.client.publish(own, b"mine", qos=1)
        await host.until(lambda: host.on(own))
        assert {message.topic for message in host.heard} - {topics.HOST_ONLINE} == {own}


async def test_a_board_reads_and_writes_its_own_three_topics(lan: Site):
    """The host's side is the real link, with the host's login; the board's side an ordinary client over TLS."""
    link = MqttBoardLink("immolation", url=f"mqtt://127.0.0.1:{lan.port}", **lan.login("host"))
    up, down, online = (topics.board("immolation", part) for part in ("up", "down", "online"))
    will = aiomqtt.Will(online, topics.OFFLINE, qos=1, retain=True)
    async with lan.joined("immolation", down, will=will) as board, lan.joined("watch", online) as stranger:
        await board.client.publish(online, topics.ONLINE, qos=1, retain=True)
        await stranger.until(lambda: stranger.on(online))
        await link.open()
        try:
            await board.client.publish(up, b'{"k":"tiles","c":1,"on":"%025d"}' % 0, qos=1)
            message = await asyncio.wait_for(link.receive(), PATIENCE)
            while message["k"] != "tiles":
                message = await asyncio.wait_for(link.receive(), PATIENCE)
            await link.send({"k": "got", "c": 1})
            await board.until(lambda: b'{"k":"got","c":1}' in [heard.payload for heard in board.on(down)])
            _cut(board.client)
            await stranger.until(lambda: stranger.on(online)[-1].payload == topics.OFFLINE.encode())
        finally:
            await link.close()


async def test_a_board_without_tls_gets_a_door_for_boards_alone(tmp_path: Path):
    broker = Mosquitto(port=free_port(), local_port=free_port(), board_port=free_port())
    broker.prepare(tmp_path / "b", logins.usual_users(["p1"], ["row"]))
    await broker.start()
    try:
        password = broker.logins["row"].password
        async with listening(broker.board_port, topics.board("row", "down"), username="row", password=password):
            pass
        for user in ("p1", "host", "page"):
            with pytest.raises(aiomqtt.MqttError):
                async with listening(broker.board_port, username=user, password=broker.logins[user].password):
                    pass
    finally:
        await broker.stop()


# --- its files ---------------------------------------------------------------------------------------------


async def test_passwords_are_made_once_and_nobody_else_can_read_them(tmp_path: Path):
    users = logins.usual_users(["p1", "p2"])
    first = Mosquitto(port=0).prepare(tmp_path / "b", users)
    ca = (tmp_path / "b" / "ca.crt").read_bytes()
    again = Mosquitto(port=0).prepare(tmp_path / "b", [*users, User("eva", "seat", ("p3",))])
    assert {name: login.password for name, login in first.items()}.items() <= {
        name: login.password for name, login in again.items()
    }.items()
    assert len({login.password for login in again.values()}) == len(again)
    assert (tmp_path / "b" / "ca.crt").read_bytes() == ca
    for path in (tmp_path / "b").iterdir():
        if path.suffix != ".crt":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        if path.name != "logins.json":
            text = path.read_text()
            assert not [login for login in again.values() if login.password in text], path
    assert first["p1"].password not in repr(first["p1"])


async def test_logins_that_are_damaged_are_named_and_kept(tmp_path: Path):
    folder = _folder(tmp_path / "b")
    (folder / "logins.json").write_text('{"p1": 3}')
    with pytest.raises(BadUsers, match=r"logins.json is damaged"):
        Mosquitto(port=0).prepare(folder, logins.usual_users(["p1"]))
    assert (folder / "logins.json").read_text() == '{"p1": 3}'


@pytest.mark.parametrize("name", ["", "a/b", "a+", "#", "a:b", "a b", "x" * 33, "-a", "é"])
def test_a_user_name_means_nothing_in_a_topic_or_a_file(name: str):
    with pytest.raises(BadUsers, match="cannot be a user name"):
        logins.check([User("host", "host"), User(name, "seat")])


def test_two_users_of_one_name_and_a_table_without_a_host_are_refused():
    with pytest.raises(BadUsers, match="Two users are called 'p1'"):
        logins.check([User("host", "host"), User("p1", "seat"), User("p1", "board")])
    with pytest.raises(BadUsers, match="role 'host'"):
        logins.check([User("p1", "seat")])


def test_a_certificate_is_made_anew_when_the_machine_is_called_otherwise(tmp_path: Path):
    folder = _folder(tmp_path / "b")
    ca, path, _ = certificates.prepare(folder, ["localhost", "192.168.1.20"])
    authority, first = ca.read_bytes(), path.read_bytes()
    certificates.prepare(folder, ["localhost"])
    assert path.read_bytes() == first
    certificates.prepare(folder, ["localhost", "192.168.1.21"])
    assert path.read_bytes() != first
    assert ca.read_bytes() == authority
    path.write_text("garbage")
    with pytest.raises(ValueError, match=r"broker.crt is no certificate"):
        certificates.prepare(folder, ["localhost"])


# --- its life ----------------------------------------------------------------------------------------------


async def test_a_taken_port_is_one_sentence(tmp_path: Path):
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        broker = Mosquitto(port=other.getsockname()[1])
        broker.prepare(tmp_path / "b", logins.usual_users([]))
        with pytest.raises(BrokerUnavailable, match="is taken"):
            await broker.start()
        await broker.stop()


def test_a_machine_without_mosquitto_is_told_how_to_get_it(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("immolation.broker.mosquitto._PLACES", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BrokerUnavailable, match="sudo apt install mosquitto"):
        Mosquitto().prepare(tmp_path / "b", logins.usual_users([]))
    assert not (tmp_path / "b").exists()


async def test_a_broker_that_dies_is_started_again_and_the_host_finds_it(lan: Site):
    async with lan.connection() as connection:
        await connection.wait_online(PATIENCE)
        connection.publish(TABLE, b"{}", qos=1, retain=True)
        await connection.drained()
        os.kill(_pid(lan), signal.SIGKILL)
        await happens(lambda: lan.broker.restarts == 1 and connection.connections == 2)
        async with lan.joined("p1", TABLE) as ada:
            await ada.until(lambda: ada.on(TABLE))


async def test_what_a_killed_host_left_behind_is_ended_first(lan: Site, tmp_path: Path):
    orphan = _pid(lan)
    second = Mosquitto(port=lan.broker.port, local_port=lan.broker.local_port)
    second.prepare(tmp_path / "mosquitto", logins.usual_users(["p1", "p2"]))
    keeper, lan.broker._keeper = lan.broker._keeper, None
    keeper.cancel()  # as if that host were dead
    await second.start()
    try:
        assert not _alive(orphan)
        assert _pid(lan) != orphan
    finally:
        await second.stop()


async def test_after_stop_nothing_is_left(lan: Site):
    pid = _pid(lan)
    await lan.broker.stop()
    assert not _alive(pid)
    assert not _pid_file(lan).exists()
    await lan.broker.stop()


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _pid_file(site: Site) -> Path:
    return site.broker.ca.with_name("mosquitto.pid")


def _pid(site: Site) -> int:
    return int(_pid_file(site).read_text())


def _alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return False


def _cut(client: aiomqtt.Client) -> None:
    """Pull the cable: the connection ends without a word, so that the last will is due."""
    sock = client._client.socket()
    assert sock is not None
    socket.socket(fileno=os.dup(sock.fileno())).shutdown(socket.SHUT_RDWR)


async def test_a_message_that_nobody_could_need_ends_its_senders_connection_and_goes_no_further(lan):
    do = topics.table("main", "do", "p1")
    async with lan.joined("host", topics.table("main", "do", "+")) as host, lan.joined("p2") as bob:
        async with lan.joined("p1") as ada:
            sending = asyncio.create_task(ada.client.publish(do, bytes(900_000), qos=1))  # nobody will ever confirm it
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait([ada.client._disconnected])
            await ended(sending)
        await bob.client.publish(topics.table("main", "do", "p2"), b"mine", qos=1)
        await host.until(lambda: host.on(topics.table("main", "do", "p2")))
        assert not host.on(do)


def test_free_ports_that_are_found_together_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gives a port again as soon as nobody holds it."""
    held, given = set[int](), itertools.cycle((1, 1, 2, 3))

    class Socket:
        def __enter__(self) -> Socket:
            return self

        def __exit__(self, *why: object) -> None:
            held.discard(self.port)

        def bind(self, address: tuple[str, int]) -> None:
            self.port = next(port for port in given if port not in held)
            held.add(self.port)

        def getsockname(self) -> tuple[str, int]:
            return "", self.port

    monkeypatch.setattr(mosquitto.socket, "socket", Socket)
    assert len({*mosquitto._free_ports("127.0.0.1", "", "")}) == 3
