"""Runs a host: broker, board, table and page in one event loop, stopped in the right order."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import segno

from immolation import bots, games
from immolation.board import finder
from immolation.board.board_client import BoardClient
from immolation.board.link import Link
from immolation.board.mqtt_link import MqttBoardLink
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import LastingControl, VirtualBoard
from immolation.broker.broker_url import BadAddress
from immolation.broker.broker_url import read as read_address
from immolation.broker.command_handler import CommandHandler
from immolation.broker.connection import Connection
from immolation.broker.embedded_broker import BrokerUnavailable, EmbeddedBroker
from immolation.broker.homeassistant import Discovery
from immolation.broker.logins import Login, usual_users
from immolation.broker.mosquitto import Mosquitto
from immolation.broker.permissions import Permissions
from immolation.broker.publisher import Publisher
from immolation.dashboard.pages.server import PageServer
from immolation.dashboard.panels.invitations import invitation
from immolation.dashboard.settings import PageSettings
from immolation.table.clocks import ClockSettings
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

try:
    import resource
except ImportError:  # pragma: no cover - only where there is no POSIX
    resource = None  # type: ignore[assignment]

VIRTUAL_SUPPLY_MA = 4000
"""What a board with a supply of its own has; on a USB port's 500 mA the walls would be dimmed here too."""

MQTT_PORT = 1883
"""Where MQTT clients look first."""

MQTTS_PORT = 8883
"""Where boards and other hosts look for the table's own broker."""

Say = Callable[[str], None]
"""Where one line for the person at the terminal goes."""


@dataclass
class HostSettings:
    """What a person chose for one table."""

    folder: Path
    """Logins and the virtual board live here."""

    journal: Path
    ruleset: str
    config: Mapping[str, Any]
    players: Mapping[str, Player]
    settings: Mapping[str, Any] = field(default_factory=dict)
    """For `games.load`."""

    position: Mapping[str, Any] | None = None
    """Where the game goes on from, instead of by ``config``."""

    seed: int | None = None
    dice: Literal["host", "typed"] = "host"
    clocks: ClockSettings = field(default_factory=ClockSettings)
    board: str = "auto"
    """``auto``, ``virtual``, ``none``, ``mqtt``, or a serial port."""

    broker: str | None = None
    """URL of a broker to use; None starts one on loopback."""

    ca: Path | None = None
    """The authority that signed that broker's certificate."""

    lan: bool = False
    port: int = 8080
    open_browser: bool = True
    pace_ms: int = 800
    """Milliseconds a bot takes to think, so that people can follow."""

    table: str = "main"
    board_id: str = "immolation"


@dataclass
class _Doors:
    """How the parts of this host reach the broker, and who else may."""

    url: str
    username: str | None = None
    password: str | None = None
    ca: str | None = None
    page_username: str | None = None
    page_password: str | None = None
    permissions: Mapping[str, Permissions] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)


async def serve(settings: HostSettings, say: Say) -> None:
    """Run a host until Ctrl-C or SIGTERM. Raises what keeps it from starting, each with one sentence for people."""
    _raise_open_files()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        jobs: list[asyncio.Task[None]] = []

        def start(job: Coroutine[Any, Any, None]) -> None:
            task = asyncio.create_task(job)
            jobs.append(task)
            stack.push_async_callback(ended, task)

        doors = await _open_doors(settings, stack, say)
        connection = Connection(doors.url, doors.username, doors.password, doors.ca)
        await connection.start()
        stack.push_async_callback(connection.stop)
        if settings.broker:
            await connection.wait_online(10)
        board, control = await _open_board(settings, doors, stack, say)
        if board is not None:
            start(board.run())
        table = await _open_table(settings, board, control)
        stack.push_async_callback(table.close)
        start(table.run())
        page = await _open_page(settings, doors, say)
        stack.push_async_callback(page.stop)
        remote = settings.board == "mqtt"
        for part in (
            Publisher(table, connection, control=control, tells_online=not remote, board_id=settings.board_id),
            CommandHandler(
                table,
                connection,
                doors.permissions or None,
                plain=True,  # on loopback, or behind a login that only the host and its page have
                control=control,
                board_id=settings.board_id,
            ),
            Discovery(
                connection,
                table_id=settings.table,
                board_id=settings.board_id if board is not None else None,
                page_url=page.url,
            ),
        ):
            await part.start()
            stack.push_async_callback(part.stop)
        _welcome(settings, page, doors, say)
        stopping = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait([stopping, *jobs], return_when=asyncio.FIRST_COMPLETED)
        if stopping not in done:
            stopping.cancel()
        for job in done:
            job.result()
        say("Stopping.")


def _raise_open_files() -> None:
    """Let this process open as many files as the system allows; the usual 1024 are few for phones and boards."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _open_doors(settings: HostSettings, stack: AsyncExitStack, say: Say) -> _Doors:
    """The broker: the club's own, Mosquitto for the network, or one inside this process."""
    if settings.broker:
        address = read_address(settings.broker)
        if not address.loopback and not address.username:
            raise BadAddress(
                f"Whoever reaches {address.shown} without a login could play everybody's seat. Give a login that may "
                "publish to immolation/table/+/do, as in mqtt://USER:PASSWORD@HOST, or use --lan."
            )
        return _Doors(settings.broker, ca=str(settings.ca) if settings.ca else None)  # its login stands in the URL
    if not settings.lan:
        embedded = EmbeddedBroker()
        try:
            url = await embedded.start(MQTT_PORT)
        except BrokerUnavailable:  # somebody else's broker has it; any other port will do
            url = await embedded.start()
        stack.push_async_callback(embedded.stop)
        return _Doors(url)
    mosquitto = Mosquitto(port=MQTTS_PORT)
    logins = mosquitto.prepare(
        settings.folder / "mosquitto", usual_users(settings.players, [settings.board_id]), table=settings.table
    )
    try:
        url = await mosquitto.start()
    except BrokerUnavailable:
        if _is_free(MQTTS_PORT):
            raise
        mosquitto.port = 0
        url = await mosquitto.start()
    stack.push_async_callback(mosquitto.stop)
    if mosquitto.port != MQTTS_PORT:
        say(f"Port {MQTTS_PORT} is taken, by another table perhaps; boards set up for it reach that one.")
    say("For boards and other hosts: " + " or ".join(mosquitto.network_urls) + f", certificate {mosquitto.ca}")
    for login in logins.values():
        if login.user.role in ("board", "home"):
            say(f"  user {login.user.name}, password {login.password}")
    by_role = {login.user.role: login for login in logins.values()}
    return _Doors(
        url,
        by_role["host"].user.name,
        by_role["host"].password,
        page_username=by_role["page"].user.name,
        page_password=by_role["page"].password,
        permissions=mosquitto.permissions,
        keys=_page_keys(logins.values()),
    )


def _is_free(port: int) -> bool:
    """Whether nobody listens on ``port`` of this machine."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _page_keys(logins: Iterable[Login]) -> dict[str, str]:
    """The keys in the links to the page: each seat's and the host's own password, which only they know."""
    keys: dict[str, str] = {}
    for login in logins:
        if login.user.role == "seat":
            keys[login.password] = login.user.seats[0]
        elif login.user.role in ("host", "watch"):
            keys[login.password] = login.user.role
    return keys


async def _open_board(
    settings: HostSettings, doors: _Doors, stack: AsyncExitStack, say: Say
) -> tuple[BoardClient | None, LastingControl | None]:
    """The board that was asked for, not yet running, and the hands of a virtual one."""
    if settings.board == "none":
        return None, None
    control: LastingControl | None = None
    link: Link
    if settings.board == "virtual":
        virtual = VirtualBoard(settings.folder / "board", settings={"SUPPLY_MA": VIRTUAL_SUPPLY_MA})
        await virtual.start()
        stack.push_async_callback(virtual.stop)
        stack.push_async_callback(ended, asyncio.create_task(virtual.keep_running()))
        control = await LastingControl.connect(virtual.control)
        stack.push_async_callback(control.close)
        link = SerialLink(str(virtual.tty))
    elif settings.board == "mqtt":
        link = MqttBoardLink(
            settings.board_id, url=doors.url, username=doors.username, password=doors.password, ca=doors.ca
        )
    elif settings.board == "auto":
        # A virtual board belongs to whoever started it; only what is plugged in is anybody's.
        found = [board for board in finder.list_boards() if board.control is None]
        for board in found:
            if not board.port:
                say(f"{board.product} at {board.console} is not played on. {board.note}")
        found = [board for board in found if board.port]
        if not found:
            say("No board on USB: people move miniatures on the page. Plug one in and start again to play on it.")
            return None, None
        if len(found) > 1:
            names = ", ".join(board.port for board in found)
            raise ValueError(f"There are several boards: {names}. Name one with --board.")
        link = SerialLink(found[0].identity or found[0].port)
        say(f"Playing on the board at {found[0].port}.")
    else:
        known = {name for board in finder.list_boards() for name in (board.identity, board.port)}
        if settings.board not in known and not _exists(settings.board):
            raise ValueError(
                f"There is no board at '{settings.board}'; `immolation board list` shows what is plugged in."
            )
        link = SerialLink(settings.board)
    return BoardClient(link, board_id=settings.board_id), control


def _exists(port: str) -> bool:
    """Whether a file of that name could be a serial port."""
    try:
        return Path(port).is_char_device() or Path(port).is_symlink()
    except (ValueError, OSError):  # no name that a file may have
        return False


async def _open_table(settings: HostSettings, board: BoardClient | None, control: LastingControl | None) -> Table:
    """The table: resumed where its journal is, else a new game."""
    return await Table.open(
        settings.journal,
        table_id=settings.table,
        game=settings.ruleset,
        settings=settings.settings,
        config=None if settings.position else settings.config,
        position=settings.position,
        seed=settings.seed,
        players=settings.players,
        dice=settings.dice,
        clocks=settings.clocks,
        board=board,
        control=control,
        bot_pace_ms=settings.pace_ms,
    )


async def _open_page(settings: HostSettings, doors: _Doors, say: Say) -> PageServer:
    page = PageServer(
        PageSettings(
            bind="0.0.0.0" if settings.lan else "127.0.0.1",
            port=settings.port,
            broker_url=doors.url,
            username=doors.page_username or doors.username,
            password=doors.page_password or doors.password,
            ca=doors.ca,
            table=settings.table,
            board=settings.board_id,
            keys=doors.keys,
            rulesets=_rulesets(say),
            bots=tuple(bots.names(settings.ruleset, settings.config)),
        )
    )
    await page.start()
    return page


def _rulesets(say: Say) -> dict[str, str]:
    """Ruleset -> title of all that can be played; somebody's own that is broken keeps nobody from the others."""
    found = {}
    for name in games.names():
        try:
            found[name] = games.load(name).title
        except (games.GameError, ImportError) as broken:
            say(f"The ruleset {name} cannot be played: {broken}")
    return found


def _welcome(settings: HostSettings, page: PageServer, doors: _Doors, say: Say) -> None:
    """Tell the person at the terminal where to look, and open it for them where there is a screen."""
    host_key = next((key for key, role in doors.keys.items() if role == "host"), None)
    url = page.url if host_key is None else f"{page.url}?key={host_key}"
    say(f"Open {url}")
    if host_key is not None:
        _invite(settings, page, doors, host_key, say)
    say(f"MQTT on {read_address(doors.url).shown}")
    say("Ctrl-C stops; the game is kept." if settings.board != "virtual" else "Ctrl-C stops.")
    if settings.open_browser and _has_screen():
        webbrowser.open(url)


def _invite(settings: HostSettings, page: PageServer, doors: _Doors, host_key: str, say: Say) -> None:
    """Everybody's link as the network knows it, and the host's own as a code for a machine without a screen."""
    for key, role in doors.keys.items():
        player = settings.players.get(role)
        if player is not None and player.kind == "person":
            say(f"  {player.name or role} ({role}) joins at {invitation(page.settings, page.port, key)}")
    say("Join, on the page, shows these links as codes for phones to scan.")
    if sys.stdout.isatty():
        say("The host's own page, for a phone:")
        segno.make(invitation(page.settings, page.port, host_key), micro=False).terminal(compact=True)


def _has_screen() -> bool:
    """True where a browser can show a window; a text browser in this terminal would only be in the way."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
