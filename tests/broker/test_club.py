"""A club's broker: what a guest could do is found out, what it needs is written, what somebody replaced is put back."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from immolation.broker import topics
from immolation.broker.broker_url import BadAddress
from immolation.broker.broker_url import read as read_address
from immolation.broker.club_files import hashed, write_club
from immolation.broker.connection import Received
from immolation.broker.logins import User
from immolation.broker.mosquitto_acl import access_control_list
from immolation.broker.probe import guest_of, probe
from immolation.broker.publisher import Publisher

from tests.broker.conftest import Site, playing
from tests.broker.waiting import PATIENCE, listening
from tests.end_to_end.command import IMMOLATION
from tests.end_to_end.hosting import TABLE, hosting
from tests.mosquitto import SEATS, Broker, Club

pytestmark = pytest.mark.needs("mosquitto")

SECRET = topics.table("main", "seat", "p1")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    broker = Club(tmp_path / "club")
    await broker.start()
    yield broker
    await broker.stop()


@pytest.fixture
async def unprotected(tmp_path: Path) -> AsyncIterator[Broker]:
    """A broker on which everybody may do everything, as so many are."""
    broker = Broker(tmp_path)
    await broker.start()
    yield broker
    await broker.stop()


# --- finding out -------------------------------------------------------------------------------------------


async def test_a_broker_that_protects_nothing_is_found_out(
    unprotected: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("immolation.broker.probe.QUIET_SECONDS", PATIENCE)  # it ends as soon as all has come through
    address = read_address(f"mqtt://host:secret@127.0.0.1:{unprotected.port}")
    exposure = await probe(address, guest_of(address, "guest:guess"), None, "main")
    assert exposure is not None
    assert not exposure.safe
    assert "every hand" in exposure.reads
    assert {"the host's own commands", "other people's commands"} <= set(exposure.writes)
    assert "read every hand" in str(exposure)
    async with listening(unprotected.port, "#") as late:  # the trial leaves nothing behind
        await late.client.publish("immolation/end", b"", qos=1)
        await late.until(lambda: late.on("immolation/end"))
        assert [message.topic for message in late.heard] == ["immolation/end"]


async def test_the_access_list_that_is_written_keeps_guests_to_themselves(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("immolation.broker.probe.CONNECT_SECONDS", PATIENCE)
    address = read_address(club.url("main-host"))
    for user in ("guest", "side-p1", "side-host", "home"):
        login = f"{user}:{club.logins[user].password}"
        exposure = await probe(address, guest_of(address, login), club.ca, "main")
        assert exposure is not None, user
        assert exposure.safe, (user, str(exposure))
    assert await probe(address, guest_of(address, None), club.ca, "main") is None
    assert await probe(address, guest_of(address, "guest:wrong"), club.ca, "main") is None


def test_a_guests_login_is_one() -> None:
    address = read_address("mqtt://host:secret@club.example")
    assert (guest_of(address, "ann:a:b").username, guest_of(address, "ann:a:b").password) == ("ann", "a:b")
    assert (guest_of(address, None).username, guest_of(address, None).password) == (None, None)
    for login in ("ann", ":x"):
        with pytest.raises(BadAddress, match="USER:PASSWORD"):
            guest_of(address, login)


# --- what is written ---------------------------------------------------------------------------------------


async def test_members_of_a_club_read_and_write_what_is_theirs(club: Club) -> None:
    do = topics.table("main", "do", "main-p1")
    async with (
        club.joined("main-host", topics.table("main", "#")) as host,
        club.joined("main-p1", "#", SECRET) as ada,
        club.joined("main-p2", "#", SECRET) as bob,
        club.joined("side-host", "#", SECRET, topics.table("+", "seat", "+")) as neighbour,
    ):
        for other in (bob, neighbour):
            await other.client.publish(do, b"forged", qos=1)
            await other.client.publish(topics.table("main", "do"), b"forged", qos=1)
            await other.client.publish(topics.table("main"), b"forged", qos=1, retain=True)
        await ada.client.publish(do, b"mine", qos=1)
        await host.until(lambda: host.on(do))
        assert [(message.topic, message.payload) for message in host.heard] == [(do, b"mine")]
        await host.client.publish(SECRET, b"your hand", qos=1)
        await ada.until(lambda: ada.on(SECRET))
        await host.client.publish(topics.table("main"), b"{}", qos=1)
        await bob.until(lambda: bob.on(topics.table("main")))
        assert not bob.on(SECRET)
        assert not neighbour.on(SECRET)


async def test_what_is_written_again_keeps_passwords_and_certificates(tmp_path: Path) -> None:
    before = write_club(tmp_path / "c", ["main"], SEATS, ["immolation"], ["localhost"])
    ca = (tmp_path / "c" / "ca.crt").read_bytes()
    after = write_club(tmp_path / "c", ["main", "side"], SEATS, ["immolation"], ["localhost"])
    assert {name: login.password for name, login in before.items()}.items() <= {
        name: login.password for name, login in after.items()
    }.items()
    assert (tmp_path / "c" / "ca.crt").read_bytes() == ca
    for name in ("passwords", "acl", "mosquitto.conf", "logins.json"):
        assert (tmp_path / "c" / name).stat().st_mode & 0o077 == 0
    assert not [one for one in after.values() if one.password in (tmp_path / "c" / "passwords").read_text()]
    assert hashed("a").startswith("$7$")


PAGE = (Path(__file__).parents[2] / "docs" / "club-broker.md").read_text()


def test_the_lists_for_other_brokers_let_everybody_read_what_mosquittos_does() -> None:
    """Whoever may only watch a table reads the same at all three."""
    written = access_control_list([User("main-watch", "watch")], "main", club=True)
    granted = set(re.findall(r"^topic read (\S+)$", written, re.MULTILINE)) - {
        topics.table("main", "reply", "main-watch")
    }
    emqx = re.findall(r"subscribe, (\[\{eq.*?\])\}\.", PAGE, re.DOTALL)
    assert len(emqx) == 1
    assert set(re.findall(r'"([^"]+)"', emqx[0])) == granted
    public = PAGE.split("<id>main-public</id>")[1].partition("</role>")[0]
    hivemq = re.findall(r"<topic>([^<]+)</topic><activity>SUBSCRIBE<", public)
    assert {topic for topic in hivemq if "${{" not in topic} == granted


def test_the_lists_for_other_brokers_let_a_host_do_what_mosquittos_does() -> None:
    written = access_control_list([User("main-host", "host")], "main", club=True)
    granted = set(re.findall(r"^topic readwrite (\S+)$", written, re.MULTILINE))
    (emqx,) = re.findall(r'"main-host"\}, all, \[(.*?)\]\}\.', PAGE, re.DOTALL)
    assert set(re.findall(r'"([^"]+)"', emqx)) == granted
    role = PAGE.split("<id>main-host</id>")[1].partition("</role>")[0]
    hivemq = set(re.findall(r"<topic>([^<]+)</topic>", role))
    assert hivemq == granted - {topics.table("main")}  # there "#" is also the level above it


# --- hosting there -----------------------------------------------------------------------------------------


def words(url: str, *more: str) -> tuple[str, ...]:
    return ("host", "--broker", url, "--board", "none", "--seats", "2", "--seed", "3", *more)


def latent_in(hand: dict[str, Any]) -> dict[str, Any] | None:
    """What a seat may send to choose its Latent State; None while it is not asked."""
    return next((one["action"] for one in hand["actions"] if one["action"].get("state") == "latent"), None)


async def test_a_table_at_the_clubs_broker(club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    guest = f"guest:{club.logins['guest'].password}"
    more = ("--ca", club.ca, "--guest", guest)
    async with hosting(*words(club.url("main-host"), *more)):
        reply = topics.table("main", "reply", "main-p1")
        async with club.joined("main-p1", reply, SECRET) as ada, club.joined("main-p2", SECRET) as bob:
            await ada.client.publish(
                topics.table("main", "do", "main-p1"), b'{"id":"1","table":"view","seat":"p1"}', qos=1
            )
            assert (await ada.hear(reply))["ok"] is True
            hand = await ada.hear(SECRET, latent_in)
            latent = latent_in(hand)
            order = {"id": "2", "seat": "p1", "action": latent}
            await bob.client.publish(topics.table("main", "do", "main-p2"), json.dumps(order).encode(), qos=1)
            await ada.client.publish(topics.table("main", "do", "main-p1"), json.dumps(order).encode(), qos=1)
            assert (await ada.hear(reply, lambda told: told["id"] == "2"))["ok"] is True
            assert not bob.on(SECRET)


async def test_a_broker_that_protects_nothing_is_refused(unprotected: Broker, tmp_path: Path) -> None:
    url = f"mqtt://host:secret@127.0.0.1:{unprotected.port}"
    process = await asyncio.create_subprocess_exec(
        *command(*words(url, "--guest", "guest:guess", "--journal", str(tmp_path / "a.journal"))),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said = (await process.communicate())[0].decode()
    assert process.returncode == 1
    assert "protects nothing: a guest may read every hand" in said
    assert "--unprotected" in said
    assert "secret" not in said
    assert "Traceback" not in said
    assert not (tmp_path / "a.journal").exists()


async def test_told_to_it_takes_no_commands_from_there_and_tells_no_secrets(
    unprotected: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    url = f"mqtt://host:secret@127.0.0.1:{unprotected.port}"
    async with listening(unprotected.port, "immolation/#") as spy:
        async with hosting(*words(url, "--guest", "guest:guess", "--unprotected")) as host:
            before = await spy.hear(TABLE)
            pause = b'{"id":"1","client":"spy","table":"pause"}'
            await spy.client.publish(f"{TABLE}/do", pause, qos=1)  # as the host's own clients would
            await spy.client.publish(f"{TABLE}/do/main-p1", b'{"id":"2","table":"pause"}', qos=1)
            await spy.client.publish(f"{TABLE}/do/spy", b'{"id":"3","table":"view","seat":"p1"}', qos=1)
            await spy.client.publish(f"{TABLE}/do/spy", b'{"id":"4","table":"events","since":0}', qos=1)
            answers = {one["id"]: one for one in [await spy.hear(f"{TABLE}/reply/main-p1")]}
            await spy.hear(f"{TABLE}/reply/spy", lambda told: told["id"] == "4")
            answers |= {one["id"]: one for one in spy.told(f"{TABLE}/reply/spy")}
            assert {name: one["ok"] for name, one in answers.items()} == {"1": False, "2": False, "3": False, "4": True}
            # Retained state that somebody replaces is put back, and everybody is told.
            await spy.client.publish(TABLE, b'{"forged":true}', qos=1, retain=True)
            await spy.hear(TABLE, lambda state: "replaced" in str(state.get("note")))
            async with listening(unprotected.port, TABLE) as late:
                assert (await late.hear(TABLE))["n"] >= before["n"]
            assert (await host.do(id="9", table="view", seat="p1"))["ok"]  # the host's own page plays on
        assert not [message for message in spy.heard if "/seat/" in message.topic and b"probe-" not in message.payload]


def command(*given: str) -> list[str]:
    return [str(IMMOLATION), *given, "--no-browser", "--port", "0"]


# --- putting back ------------------------------------------------------------------------------------------


async def test_ones_own_news_on_their_way_back_are_no_strangers(site: Site, tmp_path: Path) -> None:
    async with playing(site, tmp_path) as game:
        publisher = Publisher(game.table, game.connection, guard=True)
        await publisher.start()
        try:
            async with site.joined("host", topics.table("main")) as spy:
                for number in range(20):
                    game.table.remark(f"news {number}")
                    await asyncio.sleep(0)
                await spy.hear(topics.table("main"), lambda state: state["note"] == "news 19")
                await game.connection.drained()
                assert not [one for one in spy.told(topics.table("main")) if "replaced" in one["note"]]
        finally:
            await publisher.stop()


def heard_by(publisher: Publisher) -> asyncio.Event:
    """Set once something came back to it from the broker."""
    heard, on_retained = asyncio.Event(), publisher._on_retained

    def follow(message: Received) -> None:
        on_retained(message)
        heard.set()

    publisher._on_retained = follow  # type: ignore[method-assign]
    return heard


async def test_what_lay_there_from_an_earlier_host_is_no_strangers(site: Site, tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        async with playing(site, tmp_path / str(number), seed=number) as game:
            game.table.remark(f"life {number}")
            publisher = Publisher(game.table, game.connection, guard=True)
            heard = heard_by(publisher)
            await publisher.start()
            try:
                async with asyncio.timeout(PATIENCE):
                    await heard.wait()
                    await game.connection.drained()
                assert game.table.state_record().note == f"life {number}"
            finally:
                await publisher.stop()


# --- many tables there -------------------------------------------------------------------------------------


@asynccontextmanager
async def club_host(folder: Path, url: str, *more: str, tables: int = 1) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process of ``immolation club`` with so many tables, until the block ends."""
    words = ("club", str(folder), "--broker", url, "--ruleset", "cinders", "--tables", str(tables), *more)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(IMMOLATION, *words, stdout=pipe, stderr=asyncio.subprocess.STDOUT)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def until_it_says(process: asyncio.subprocess.Process, word: str) -> str:
    """Everything it said until a line with this word."""
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(2 * PATIENCE):
        while word not in said:
            line = await process.stdout.readline()
            assert line, said
            said += line.decode()
    return said


async def test_a_host_of_many_tables_refuses_a_broker_that_protects_nothing(
    unprotected: Broker, tmp_path: Path
) -> None:
    url = f"mqtt://host:secret@127.0.0.1:{unprotected.port}"
    async with club_host(tmp_path / "tables", url, "--guest", "guest:guess") as process:
        said = (await process.communicate())[0].decode()
    assert process.returncode == 1
    assert "protects nothing: a guest may read every hand" in " ".join(said.split())
    assert "secret" not in said
    assert "Traceback" not in said
    assert not list((tmp_path / "tables").glob("*.journal"))


async def test_a_host_of_many_tables_told_to_use_it_all_the_same_tells_no_secrets(
    unprotected: Broker, tmp_path: Path
) -> None:
    url, table = f"mqtt://host:secret@127.0.0.1:{unprotected.port}", topics.table("table-1")
    async with (
        listening(unprotected.port, "immolation/#") as spy,
        club_host(tmp_path / "tables", url, "--guest", "guest:guess", "--unprotected") as process,
    ):
        said = await until_it_says(process, "Serving table-1.")
        assert "Warning" in said
        # At once, and once: whoever is told that a table is served is heard.
        await spy.client.publish(f"{table}/do", b'{"id":"1","client":"spy","table":"pause"}', qos=1)
        await spy.client.publish(f"{table}/do/table-1-p1", b'{"id":"2","table":"pause"}', qos=1)
        await spy.client.publish(f"{table}/do/spy", b'{"id":"3","table":"view","seat":"p1"}', qos=1)
        await spy.client.publish(f"{table}/do/spy", b'{"id":"4","table":"events","since":0}', qos=1)
        assert (await spy.hear(f"{table}/reply/table-1-p1"))["ok"] is False
        await spy.hear(f"{table}/reply/spy", lambda told: told["id"] == "4")
        assert {one["id"]: one["ok"] for one in spy.told(f"{table}/reply/spy")} == {"1": False, "3": False, "4": True}
        await spy.client.publish(table, b'{"forged":true}', qos=1, retain=True)
        await spy.hear(table, lambda state: "replaced" in str(state.get("note")))
    assert not [message for message in spy.heard if "/seat/" in message.topic and b"probe-" not in message.payload]


async def test_many_tables_at_the_clubs_broker(tmp_path: Path) -> None:
    club = Club(tmp_path / "club", ["table-1"])
    await club.start()
    guest = f"guest:{club.logins['guest'].password}"
    do, reply = (topics.table("table-1", word, "table-1-p1") for word in ("do", "reply"))
    try:
        async with club_host(tmp_path / "tables", club.url("hosts"), "--ca", club.ca, "--guest", guest) as process:
            await until_it_says(process, "Serving table-1.")
            hand = topics.table("table-1", "seat", "p1")
            async with club.joined("table-1-p1", reply, hand) as ada, club.joined("guest", hand) as guest_listener:
                await ada.client.publish(do, b'{"id":"1","table":"view","seat":"p1"}', qos=1)
                assert (await ada.hear(reply))["ok"] is True
                await ada.hear(hand)
                await guest_listener.client.publish(do, b'{"id":"2","table":"pause"}', qos=1)
                await ada.client.publish(do, b'{"id":"3","table":"rights"}', qos=1)
                assert (await ada.hear(reply, lambda told: told["id"] == "3"))["ok"] is False
                assert not guest_listener.on(hand)
                assert "2" not in {one["id"] for one in ada.told(reply)}
    finally:
        await club.stop()


async def test_who_plays_at_one_table_sees_and_does_nothing_at_another(tmp_path: Path) -> None:
    """Neither with what the access list lets through, nor where it let through everything: the host looks as well."""
    club = Club(tmp_path / "club", ["table-1", "table-2"])
    await club.start()
    guest = f"guest:{club.logins['guest'].password}"
    do, reply = topics.table("table-2", "do"), topics.table("table-2", "reply", "+")
    hands = [topics.table("table-2", "seat", seat) for seat in SEATS]
    forged = [
        {"table": "view", "seat": "p1"},
        {"table": "pause"},
        {"table": "undo"},
        {"seat": "p1", "action": {"do": "pass", "seat": "p1"}},
        {"table": "player", "seat": "p1", "player": {"kind": "bot"}},
        {"table": "consent", "seat": "p1", "yes": True},
    ]
    try:
        more = ("--ca", club.ca, "--guest", guest)
        async with club_host(tmp_path / "tables", club.url("hosts"), *more, tables=2) as process:
            await until_it_says(process, "Serving table-2.")
            async with (
                club.joined("hosts", reply, f"{do}/#", *hands) as everything,
                club.joined("table-1-p1", "#", reply, f"{do}/#", *hands) as ada,
                club.joined("table-2-p1", topics.table("table-2", "reply", "table-2-p1"), hands[0]) as eve,
            ):
                ways = ("", "/p1", "/table-2-p1", "/host", "/table-1-p1", "/table-2-host", "/hosts")
                for number, command in enumerate(forged):
                    for way in ways:
                        told = {"id": f"ada-{number}{way}", "client": "table-2-p1", **command}
                        await ada.client.publish(do + way, json.dumps(told), qos=1)
                # As if the list had let Ada through: on the topic that names her.
                for number, command in enumerate(forged):
                    told = {"id": f"through-{number}", **command}
                    await everything.client.publish(f"{do}/table-1-p1", json.dumps(told), qos=1)
                answered = topics.table("table-2", "reply", "table-1-p1")
                await everything.until(lambda: len(everything.told(answered)) == len(forged))
                assert {one["ok"] for one in everything.told(answered)} == {False}
                await eve.client.publish(f"{do}/table-2-p1", b'{"id":"mine","table":"view","seat":"p1"}', qos=1)
                assert (await eve.hear(topics.table("table-2", "reply", "table-2-p1")))["ok"] is True
                await eve.hear(hands[0])
                commands = [message for message in everything.heard if message.topic.startswith(do)]
                assert not [one for one in commands if b"ada-" in one.payload], "the access list let it through"
                seen = [one.topic for one in ada.heard if one.topic.startswith(topics.table("table-2", ""))]
                assert not {one for one in seen if "/seat/" in one or "/do/" in one or "/reply/" in one}
    finally:
        await club.stop()
