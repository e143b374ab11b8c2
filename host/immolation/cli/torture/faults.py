"""Faults of a tortured game: each is planted, lasts for a while drawn from the seed, and is taken away again."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import socket
import sys
import urllib.parse
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from immolation.board.virtual import VirtualControl, VirtualGone

from .mqtt_proxy import Proxy
from .player import MqttPlayer
from .processes import Broker, Host

DAY_S = 24 * 60 * 60
HALF_OPEN = 200
"""Connections that are opened and say nothing, at the page and at the broker each."""


PHONE = """
import sys
import paho.mqtt.client as mqtt
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.on_subscribe = lambda *given: print("subscribed", flush=True)
client.connect("127.0.0.1", int(sys.argv[1]))
client.subscribe("immolation/#", 1)
client.loop_forever()
"""
"""A client that hears everything."""


@dataclass
class Site:
    """Everything that can be broken."""

    broker: Broker
    proxy: Proxy
    """Between the broker, and host and player."""

    host: Host
    player: MqttPlayer
    journal: Path
    rng: random.Random

    async def a_while(self, least: float = 0.3, most: float = 2.0) -> None:
        """Wait for a time drawn from the seed, in seconds."""
        await asyncio.sleep(self.rng.uniform(least, most))


class NotHere(RuntimeError):
    """This fault cannot be planted on this machine; ``str()`` says why."""


class Unmet(AssertionError):
    """The host did not meet a fault as it should; ``str()`` says how."""


Fault = Callable[[Site], Awaitable[None]]


def _pid(site: Site, who: str) -> int:
    pids = {"host": lambda: site.host.pid, "board": lambda: site.host.board_pid}
    pids |= {"firmware": lambda: site.host.firmware_pid, "broker": lambda: site.broker.pid}
    return pids[who]()


def kill(who: str) -> Fault:
    """SIGKILL; the broker is started again here, the others by who keeps them."""

    async def fault(site: Site) -> None:
        with suppress(ProcessLookupError):
            os.kill(_pid(site, who), signal.SIGKILL)
        if who == "broker":
            await site.broker.stop()
            await site.a_while()
            await site.broker.start()

    return fault


def freeze(who: str) -> Fault:
    """SIGSTOP, a while, SIGCONT."""

    async def fault(site: Site) -> None:
        with suppress(ProcessLookupError):
            pid = _pid(site, who)
            os.kill(pid, signal.SIGSTOP)
            try:
                await site.a_while(0.5, 4.0)
            finally:
                os.kill(pid, signal.SIGCONT)

    return fault


async def restart_broker(site: Site) -> None:
    """The broker is stopped in order, forgets what it retained, and comes back."""
    await site.broker.stop()
    await site.a_while()
    await site.broker.start()


def on_board(plant: dict[str, object], heal: dict[str, object], *, reset: bool = False) -> Fault:
    """A fault of the board's own hardware."""

    async def fault(site: Site) -> None:
        with suppress(VirtualGone, OSError):
            control = await VirtualControl.connect(site.host.board / "control")
            try:
                if plant:
                    await control.fault(**plant)
                if reset:
                    await control.reset()
                await site.a_while(0.5, 3.0)
            finally:
                if heal:
                    await control.fault(**heal)
                await control.close()

    return fault


async def flood_of_edges(site: Site) -> None:
    """Every tile is touched and let go at once: more events than the sensors' queue holds."""
    with suppress(VirtualGone, OSError):
        control = await VirtualControl.connect(site.host.board / "control")
        try:
            for _ in range(2):
                for tile in range(100):
                    lies = tile in control.tiles
                    await control.hand(tile, lies)
                    await control.hand(tile, not lies)
        finally:
            await control.close()


def _page(site: Site) -> tuple[str, int]:
    parts = urllib.parse.urlsplit(site.host.page)
    return parts.hostname or "127.0.0.1", parts.port or 80


async def half_open(site: Site) -> None:
    """Connections to page and broker that never say a word."""
    opened = []
    try:
        for place in (_page(site), ("127.0.0.1", site.broker.port)):
            for _ in range(HALF_OPEN):
                with suppress(OSError):
                    opened.append(socket.create_connection(place, 1))
        await site.a_while(1.0, 3.0)
    finally:
        for one in opened:
            one.close()


async def slow_connections(site: Site) -> None:
    """Requests and logins that come one byte at a time."""
    said = (b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"\x10\xff\x7f\x00\x04MQTT\x04")
    opened: list[tuple[socket.socket, bytes]] = []
    try:
        for place, words in zip((_page(site), ("127.0.0.1", site.broker.port)), said, strict=True):
            for _ in range(20):
                with suppress(OSError):
                    opened.append((socket.create_connection(place, 1), words))
        for at in range(20):
            for one, words in opened:
                with suppress(OSError):
                    one.send(words[at : at + 1] or b"x")
            await asyncio.sleep(0.1)
    finally:
        for one, _ in opened:
            one.close()


async def asleep(site: Site) -> None:
    """A phone subscribes to everything and falls asleep in a question: it reads nothing for a while, then the rest."""
    quiet, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
    words = (sys.executable, "-c", PHONE, str(site.broker.port))
    phone = await asyncio.create_subprocess_exec(*words, stdin=quiet, stdout=pipe, stderr=quiet)
    try:
        assert phone.stdout is not None
        await phone.stdout.readline()  # it has subscribed
        phone.send_signal(signal.SIGSTOP)
        await site.a_while(1.0, 5.0)
        phone.send_signal(signal.SIGCONT)
        await site.a_while(0.2, 0.5)
    finally:
        with suppress(ProcessLookupError):
            phone.kill()
        await phone.wait()


async def doubled(site: Site) -> None:
    """Every command comes twice for a while, the second after what followed the first."""
    site.player.twice = True
    try:
        await site.a_while(1.0, 3.0)
    finally:
        site.player.twice = False


async def disturbed_mqtt(site: Site) -> None:
    """MQTT messages come twice and overtake one another for a while, on their way to and from host and player."""
    site.proxy.disturbs = True
    try:
        await site.a_while(2.0, 5.0)
    finally:
        site.proxy.disturbs = False


async def day_back(site: Site) -> None:
    """The wall clock of the host falls back by a day, and is put right again."""
    site.host.shift_wall_clock(-DAY_S)
    try:
        await site.a_while(0.5, 3.0)
    finally:
        site.host.shift_wall_clock(0)


async def full_disk(site: Site) -> None:
    """No file of the host can grow: it ends with a sentence, and goes on where it was once there is room."""
    starts = site.host.starts
    with suppress(ProcessLookupError):
        site.host.limit_file_size(site.journal.stat().st_size)
    await site.a_while(3.0, 4.0)
    if site.host.starts == starts:  # nothing had to be written meanwhile
        with suppress(ProcessLookupError):
            site.host.limit_file_size(None)


async def read_only(site: Site) -> None:
    """The host is started where it may not write: it says so and leaves everything as it is."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        raise NotHere("only root can make a folder read-only for root")
    site.host.hold()
    try:
        await site.host.end()
        folder = str(site.host.folder)
        script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
        said = await _output(site, ("unshare", "-m", "sh", "-c", script, folder, *site.host.command), 1)
        if "may not write" not in said and "Read-only" not in said and "read-only" not in said:
            raise Unmet(f"a host that may not write said: {said[-300:]}")
    finally:
        site.host.release()


async def second_host(site: Site) -> None:
    """Another host is started on the same journal: it is refused."""
    await site.host.up.wait()
    words = [word for word in site.host.command if word not in ("--board", "virtual")] + ["--board", "none"]
    said = await _output(site, tuple(words), 1)
    if "Another host plays the journal" not in said:
        raise Unmet(f"a second host on the same journal said: {said[-300:]}")


async def _output(site: Site, words: tuple[str, ...], code: int) -> str:
    pipe, quiet = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *words, stdin=quiet, stdout=pipe, stderr=asyncio.subprocess.STDOUT, env=site.host.environment
    )
    try:
        said, _ = await asyncio.wait_for(process.communicate(), 120)
    except TimeoutError:
        process.kill()
        await process.wait()
        raise Unmet("a host that should have been refused went on") from None
    if process.returncode != code:
        raise Unmet(f"a host that should have been refused ended with {process.returncode}: {said.decode()[-300:]}")
    return said.decode()


FAULTS: dict[str, Fault] = {
    **{f"kill-{who}": kill(who) for who in ("host", "board", "firmware", "broker")},
    **{f"freeze-{who}": freeze(who) for who in ("host", "board", "firmware", "broker")},
    "restart-broker": restart_broker,
    "unplug": on_board({"plugged": False}, {"plugged": True}),
    "noise": on_board({"noise": 3000}, {"noise": 0}),
    "deaf-usb": on_board({"deaf": True}, {"deaf": False}),
    "reset-board": on_board({}, {}, reset=True),
    "ticks-wrap": on_board({"wrap_ms": 2000}, {}, reset=True),
    "event-queue-full": flood_of_edges,
    "half-open": half_open,
    "slow-connections": slow_connections,
    "asleep-phone": asleep,
    "doubled-commands": doubled,
    "disturbed-mqtt": disturbed_mqtt,
    "clock-day-back": day_back,
    "full-disk": full_disk,
    "read-only": read_only,
    "second-host": second_host,
}
"""Every fault by its name in reports."""
