"""Runs a host: broker, board, table and page in one event loop, stopped in the right order."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import segno

from immolation import bots
from immolation.board import finder
from immolation.board.board_client import BoardClient
from immolation.board.link import Link
from immolation.board.mqtt_link import MqttBoardLink
from immolation.board.serial_link import SerialLink
from immolation.board.usb import UsbIdentity
from immolation.board.virtual import LastingControl, VirtualBoard
from immolation.board.virtual.interpreter import HEAP_KIB, command, described
from immolation.broker import speaker, topics
from immolation.broker.broker_url import Address
from immolation.broker.broker_url import read as read_address
from immolation.broker.club_files import club_permissions
from immolation.broker.connection import Connection
from immolation.broker.embedded_broker import BrokerUnavailable, EmbeddedBroker, PortTaken
from immolation.broker.lobby.lobby import Lobby
from immolation.broker.logins import retire_links, usual_users
from immolation.broker.mosquitto import Mosquitto
from immolation.broker.permissions import Permissions
from immolation.dashboard.pages.server import PageServer
from immolation.dashboard.panels.invitations import address, fingerprint, join_link
from immolation.dashboard.sessions import SessionStore
from immolation.dashboard.settings import HOST, PageSettings, is_local
from immolation.table.clocks import ClockSettings
from immolation.table.collection.tables import HostBoard, Tables
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

from .broker_guard import check_own_table, keeps_members_apart
from .game_options import playable
from .open_files import raise_open_files
from .page.page_parts import PageParts
from .table_parts import TableParts

VIRTUAL_SETTINGS: Mapping[str, str | int] = {"SUPPLY_MA": 4000, "BUTTONS": "1 2 3 4 5 6 host"}
"""What a board with a supply of its own has, where a USB port's 500 mA would dim the walls; and every button."""

BROKER_SECONDS = 10.0
"""How long a broker that was named may take to answer at the start."""

MQTT_PORT = 1883
"""Where MQTT clients look first."""

MQTTS_PORT = 8883
"""Where boards and other hosts look for the table's own broker."""

SUBSCRIBED_SECONDS = 10.0
"""The first words to the terminal wait so long, so that whoever follows them at once is heard by the broker's host."""

MOST_SEATS = tuple(f"p{number}" for number in range(1, 7))
"""Seats of the largest game: the next one may have more than the first."""

LINKED = ("host", "watch", "seat")
"""Roles whose passwords stood in the links of earlier versions."""

Say = Callable[[str], None]
"""Where one line for the person at the terminal goes."""


@dataclass
class HostSettings:
    """The choices of a person for one table."""

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
    """``auto``, ``virtual``, ``none``, ``mqtt``, ``mqtt:NAME`` or a serial port: the first table's board."""

    more_boards: tuple[str, ...] = ()
    """Others of this host, said in the same way; in the lobby they are put at tables."""

    broker: str | None = None
    """URL of a broker to use; None starts one on loopback."""

    ca: Path | None = None
    """The authority that signed that broker's certificate."""

    guest: str | None = None
    """USER:PASSWORD of somebody who may only look at that broker, to see what such a login could do."""

    unprotected: bool = False
    """Publish on that broker although it protects nothing, and take no commands from it."""

    lan: bool = False
    certificate: tuple[Path, Path] | None = None
    """Files for HTTPS, instead of the host's own: certificate and key."""

    public_url: str | None = None
    """Where a reverse proxy answers for the page."""

    proxy: str = "127.0.0.1"
    port: int = 8080
    open_browser: bool = True
    speaks: bool = False
    """Say announcements aloud on this machine."""

    pace_ms: int = 800
    """Milliseconds a bot takes to think, so that people can follow."""

    table: str = topics.MAIN

    @property
    def board_id(self) -> str:
        """The name of the first board in topics, where it has none of its own there."""
        return topics.home_board(self.table)


@dataclass
class _Doors:
    """The ways by which the parts of this host reach the broker, and who else may."""

    url: str
    username: str | None = None
    password: str | None = None
    ca: str | None = None
    page_username: str | None = None
    page_password: str | None = None
    permissions: Mapping[str, Permissions] = field(default_factory=dict)
    certificate: tuple[Path, Path] | None = None
    """Of this host's own making, and its key."""

    public: Address | None = None
    """A broker that protects nothing: it is told what everybody may know, and no more."""


async def serve(settings: HostSettings, say: Say) -> None:
    """Run a host until Ctrl-C or SIGTERM. Raises what keeps it from starting, each with one sentence for people."""
    raise_open_files()
    voice = speaker.program() if settings.speaks else None
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

        sessions = (
            SessionStore(settings.folder / f"sessions-{settings.table}.json")
            if settings.lan or settings.public_url
            else None
        )
        doors = await _open_doors(settings, sessions, stack, say)
        presence = topics.presence(settings.table)
        connection = Connection(doors.url, doors.username, doors.password, doors.ca, will=presence)
        await connection.start()
        stack.push_async_callback(connection.stop)
        if settings.broker and doors.public is None:
            await connection.wait_online(BROKER_SECONDS)
            await check_own_table(connection, settings.table)
        boards = await _open_boards(settings, doors, stack, say)
        for board in boards:
            start(board.client.run())
        public = await _open_public(settings, doors, stack)
        parts = TableParts(connection, doors.permissions, settings.broker is not None, public, lambda table: "")
        tables = Tables(
            settings.table,
            settings.journal,
            boards,
            lambda place: parts.serve(tables, place),
            home=settings.board_id,
            pace_ms=settings.pace_ms,
        )
        stack.push_async_callback(tables.stop)
        first = await _open_table(settings, tables.board_of_first())
        stack.push_async_callback(first.close)
        hosted = PageParts(settings.folder, tables, sessions)
        page = await _open_page(settings, doors, sessions, hosted, say)
        stack.push_async_callback(page.stop)
        parts.page = page.url_of
        if voice is not None:
            mouth = speaker.Speaker(connection, settings.table, voice)
            await mouth.start()
            stack.push_async_callback(mouth.stop)
        for trouble in await tables.start(first):
            say(trouble)
        if settings.broker is None or doors.public is not None:  # a club's broker keeps a host to its own table
            lobby = Lobby(tables, connection, doors.permissions or None, plain=True)
            await lobby.start()
            stack.push_async_callback(lobby.stop)
        with suppress(TimeoutError):  # a broker that is away keeps nobody from playing on the page
            await asyncio.wait_for(connection.drained(), SUBSCRIBED_SECONDS)
        _welcome(settings, page, doors.url, say)
        stopping = asyncio.create_task(stop.wait())
        ends: list[asyncio.Future[Any]] = [stopping, tables.failed, *jobs]
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if stopping not in done:
            stopping.cancel()
        for job in done:
            job.result()
        say("Stopping.")


async def _open_doors(settings: HostSettings, sessions: SessionStore | None, stack: AsyncExitStack, say: Say) -> _Doors:
    """The broker: the club's own, Mosquitto for the network, or one inside this process."""
    if settings.broker:
        return await _open_club(settings, settings.broker, stack, say)
    if not settings.lan:
        embedded = EmbeddedBroker()
        try:
            url = await embedded.start(MQTT_PORT)
        except BrokerUnavailable:  # somebody else's broker has it; any other port will do
            url = await embedded.start()
        stack.push_async_callback(embedded.stop)
        return _Doors(url)
    mosquitto = Mosquitto(port=MQTTS_PORT)
    folder = settings.folder / "mosquitto"
    named = [name for name in map(_own_name, (settings.board, *settings.more_boards)) if name]
    boards = list(dict.fromkeys([settings.board_id, *named]))
    users = usual_users(dict.fromkeys((*settings.players, *MOST_SEATS)), boards)
    linked = {user.name: user.role if user.role != "seat" else user.seats[0] for user in users if user.role in LINKED}
    if sessions is not None and not sessions.kept and retire_links(folder / "logins.json", linked, sessions.adopt):
        say("Links hold no password any more: those from before let one device in each, once, within 30 days. Programs")
        say(f"that log in to the broker as a seat find their new password in {folder / 'logins.json'}.")
    logins = mosquitto.prepare(folder, users, table=settings.table)
    try:
        url = await mosquitto.start()
    except PortTaken:  # it may be free again by now: whoever had it has ended meanwhile
        mosquitto.port = mosquitto.local_port = 0
        url = await mosquitto.start()
    stack.push_async_callback(mosquitto.stop)
    if mosquitto.port != MQTTS_PORT:
        say(f"Port {MQTTS_PORT} is taken, by another table perhaps; boards set up for it reach that one.")
    say("For boards and other hosts: " + " or ".join(mosquitto.network_urls) + f", certificate {mosquitto.ca}")
    say(f"  their passwords, which only you may read: {folder / 'logins.json'}")
    by_role = {login.user.role: login for login in logins.values()}
    return _Doors(
        url,
        by_role["host"].user.name,
        by_role["host"].password,
        page_username=by_role["page"].user.name,
        page_password=by_role["page"].password,
        permissions=mosquitto.permissions,
        certificate=(mosquitto.certificate, mosquitto.key),
    )


async def _open_club(settings: HostSettings, broker: str, stack: AsyncExitStack, say: Say) -> _Doors:
    """The club's broker, if it keeps its members apart. Raises BadAddress where it does not, unless told to go on."""
    address, ca = read_address(broker), str(settings.ca) if settings.ca else None
    if await keeps_members_apart(address, settings.guest, ca, settings.table, settings.unprotected, say):
        seats = dict.fromkeys((*settings.players, *MOST_SEATS))
        return _Doors(broker, ca=ca, permissions=club_permissions(settings.table, seats))
    say("  This host tells it only what everybody may know. Who plays, plays on this host's page.")
    embedded = EmbeddedBroker()
    url = await embedded.start()
    stack.push_async_callback(embedded.stop)
    return _Doors(url, public=address, ca=ca)


async def _open_public(settings: HostSettings, doors: _Doors, stack: AsyncExitStack) -> Connection | None:
    """Connect to a broker that protects nothing, if that is what was named."""
    if doors.public is None or settings.broker is None:
        return None
    ca = str(settings.ca) if settings.ca else None
    connection = Connection(settings.broker, ca=ca, will=topics.presence(settings.table))
    await connection.start()
    stack.push_async_callback(connection.stop)
    await connection.wait_online(BROKER_SECONDS)
    await check_own_table(connection, settings.table)
    return connection


async def _open_boards(settings: HostSettings, doors: _Doors, stack: AsyncExitStack, say: Say) -> list[HostBoard]:
    """The boards that were asked for, not yet running; the first one is that of the first table."""
    found: list[HostBoard] = []
    for asked in (settings.board, *settings.more_boards):
        for board in _on_usb(say) if asked == "auto" else (asked,):
            taken = [one.id for one in found]
            if board != "none":
                found.append(await _open_board(settings, board, _board_id(settings, board, taken), doors, stack, say))
    return found


def _board_id(settings: HostSettings, board: str | UsbIdentity, taken: Sequence[str]) -> str:
    """The name of a board in topics: its own where it has one there, else the first that is free."""
    if named := _own_name(board):
        return named
    names = itertools.chain([settings.board_id], (f"{settings.board_id}-{number}" for number in itertools.count(2)))
    return next(name for name in names if name not in taken)


def _own_name(board: str | UsbIdentity) -> str:
    """The name in ``mqtt:NAME``."""
    return board.removeprefix("mqtt:") if isinstance(board, str) and board.startswith("mqtt:") else ""


def _on_usb(say: Say) -> list[UsbIdentity | str]:
    """The boards that are plugged in. A virtual one belongs to whoever started it."""
    found = [board for board in finder.list_boards() if board.control is None]
    for board in found:
        if not board.port:
            say(f"{board.product} at {board.console} is not played on. {board.note}")
    ports = [board for board in found if board.port]
    if not ports:
        say("No board on USB: people move miniatures on the page. Plug one in and start again to play on it.")
    for board in ports[:1]:
        say(f"Playing on the board at {board.port}.")
    for board in ports[1:]:
        say(f"The board at {board.port} is at no table yet; give it to one on the page, under Tables.")
    return [board.identity or board.port for board in ports]


async def _open_board(
    settings: HostSettings, board: str | UsbIdentity, board_id: str, doors: _Doors, stack: AsyncExitStack, say: Say
) -> HostBoard:
    """One board, not yet running, with the hands of a virtual one."""
    control: LastingControl | None = None
    link: Link
    if board == "virtual":
        number = board_id.removeprefix(settings.board_id)
        virtual = VirtualBoard(settings.folder / f"board{number}", settings=VIRTUAL_SETTINGS)
        await virtual.start()
        stack.push_async_callback(virtual.stop)
        stack.push_async_callback(ended, asyncio.create_task(virtual.keep_running()))
        control = await LastingControl.connect(virtual.control)
        stack.push_async_callback(control.close)
        link = SerialLink(str(virtual.tty))
        say(described(command("auto", HEAP_KIB), HEAP_KIB))
    elif board == "mqtt" or _own_name(board):
        url = settings.broker if settings.broker and doors.public else doors.url
        link = MqttBoardLink(board_id, url=url, username=doors.username, password=doors.password, ca=doors.ca)
    else:
        known = {name for one in finder.list_boards() for name in (one.identity, one.port)}
        if board not in known and not (isinstance(board, str) and _exists(board)):
            raise ValueError(f"There is no board at '{board}'; `immolation board list` shows what is plugged in.")
        link = SerialLink(board)
    return HostBoard(board_id, BoardClient(link, board_id=board_id), control, isinstance(link, MqttBoardLink))


def _exists(port: str) -> bool:
    """Whether a file of that name could be a serial port."""
    try:
        return Path(port).is_char_device() or Path(port).is_symlink()
    except (ValueError, OSError):  # no name that a file may have
        return False


async def _open_table(settings: HostSettings, board: HostBoard | None) -> Table:
    """The first table: resumed where its journal is, else a new game. Raises ValueError for another table's game."""
    table = await Table.open(
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
        board=board.client if board is not None else None,
        control=board.control if board is not None else None,
        bot_pace_ms=settings.pace_ms,
    )
    if table.id != settings.table:
        await table.close()
        raise ValueError(
            f"{settings.journal} holds a game of the table '{table.id}', not of '{settings.table}'; "
            f"--table {table.id} goes on with it."
        )
    return table


async def _open_page(
    settings: HostSettings, doors: _Doors, sessions: SessionStore | None, hosted: PageParts, say: Say
) -> PageServer:
    certificate = settings.certificate or doors.certificate
    if settings.public_url is not None:  # the proxy speaks HTTPS
        certificate = None
    near = settings.public_url is not None and is_local(settings.proxy)
    page = PageServer(
        PageSettings(
            bind="0.0.0.0" if sessions is not None and not near else "127.0.0.1",
            certificate=str(certificate[0]) if certificate else None,
            private_key=str(certificate[1]) if certificate else None,
            public_url=settings.public_url,
            proxy=settings.proxy,
            port=settings.port,
            broker_url=doors.url,
            username=doors.page_username or doors.username,
            password=doors.page_password or doors.password,
            ca=doors.ca,
            table=settings.table,
            board=settings.board_id,
            rulesets=playable(say),
            bots=tuple(bots.names(settings.ruleset, settings.config)),
        ),
        sessions,
        hosted,
    )
    await page.start()
    return page


def _welcome(settings: HostSettings, page: PageServer, broker_url: str, say: Say) -> None:
    """Tell the person at the terminal where to look, and open it for them where there is a screen."""
    url = page.url
    if page.sessions is not None:
        code = page.sessions.code(HOST).text
        own = page.url if settings.public_url is None else address(page.settings, page.port)
        url = join_link(own, code)
    say(f"Open {url}")
    if page.sessions is not None:
        _tell_how_to_join(page, url, say)
    say(f"MQTT on {read_address(broker_url).shown}")
    say("Ctrl-C stops; the game is kept." if settings.board != "virtual" else "Ctrl-C stops.")
    if settings.open_browser and has_screen():
        webbrowser.open(url)


def _tell_how_to_join(page: PageServer, url: str, say: Say) -> None:
    """Tell how the host and others come in from the network."""
    assert page.sessions is not None
    say(
        "  for one browser, within a day; it is the host's from then on. Its page has the codes for others under Seats."
    )
    elsewhere = join_link(address(page.settings, page.port), page.sessions.code(HOST).text)
    if elsewhere != url:
        say(f"  on another device: {elsewhere}")
    if own := fingerprint(page.settings):
        say(f"  the page's certificate has the SHA-256 fingerprint {own}")
    if sys.stdout.isatty():
        segno.make(elsewhere, micro=False).terminal(compact=True)


def has_screen() -> bool:
    """True where a browser can show a window; a text browser in this terminal would only be in the way."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
