"""``immolation club``: many tables in one process, and several such hosts that take over for one another."""

from __future__ import annotations

import asyncio
import logging
import math
import signal
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Annotated

import typer

from immolation.board.board_client import BoardClient
from immolation.board.mqtt_link import MqttBoardLink
from immolation.broker.broker_url import read as read_address
from immolation.broker.club_files import club_permissions
from immolation.broker.command_handler import CommandHandler
from immolation.broker.connection import Connection
from immolation.broker.permissions import WATCH
from immolation.broker.publisher import Publisher
from immolation.games import GameError
from immolation.table.game_setup import header_for
from immolation.table.journal.journal_records import JournalBusy, JournalError, JournalExists
from immolation.table.journal.journal_writer import make
from immolation.table.table import Table, TableRefusal
from immolation.task_cancellation import ended

from .broker_guard import check_own_table, keeps_members_apart
from .broker_options import Authority, Guest, Unprotected
from .game_options import USUAL, opening
from .host import players, print_line
from .open_files import raise_open_files

LOG = logging.getLogger(__name__)

CLAIM_S = 1.0
"""How often a host looks for tables that nobody serves: so long a dead host's tables are without one, and a start."""

FILES_A_TABLE, FILES_A_BOARD, FILES_FOR_ALL = 5, 4, 24
"""Files that a table has open once it has written its first entry, that a board's connection adds, and the rest."""

AGAIN_S = 30.0
"""A table that could not be served is tried again after so long."""


def club(
    folder: Annotated[Path, typer.Argument(help="Where the journals of all tables lie; hosts share it.")],
    broker: Annotated[str, typer.Option(metavar="URL", help="The MQTT broker of the club.")],
    ca: Authority = None,
    guest: Guest = None,
    unprotected: Unprotected = False,
    tables: Annotated[int, typer.Option(min=0, help="Begin table-1 to table-N where there are none.")] = 0,
    ruleset: Annotated[str, typer.Option(help="Which game they play.")] = USUAL,
    seats: Annotated[int | None, typer.Option(min=1, max=6, help="How many play at each.")] = None,
    bot: Annotated[list[str] | None, typer.Option(metavar="SEAT=BOT", help="A bot at a seat of each.")] = None,
    boards: Annotated[bool, typer.Option(help="Each table plays on the Wi-Fi board of its name.")] = False,
    most: Annotated[int, typer.Option(min=1, help="How many tables this host serves.")] = 250,
) -> None:
    """Serve many tables, without pages of its own.

    Start it on several machines that share the folder: each table is served by one of them, which holds the lock on its
    journal; when a host dies, the others take its tables over within seconds, and every acknowledged action is there.
    Commands come from the MQTT user TABLE-SEAT, as table-3-p1; the broker's access list binds do/<user> to it, and what
    a guest could do there is tried before anything is served.
    """
    if folder.exists() and not folder.is_dir():
        raise typer.BadParameter(f"{folder} is a file; name a folder for the journals.", param_hint="FOLDER")
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(_serve(folder, broker, ca, guest, unprotected, tables, ruleset, seats, bot or [], boards, most))


async def _serve(
    folder: Path,
    broker: str,
    ca: Path | None,
    guest: str | None,
    unprotected: bool,
    tables: int,
    ruleset: str,
    seats: int | None,
    bots: list[str],
    boards: bool,
    most: int,
) -> None:
    stop = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(ending, stop.set)
    first = await asyncio.to_thread(lambda: min((path.stem for path in folder.glob("*.journal")), default="table-1"))
    authority = str(ca) if ca is not None else None
    address = read_address(broker)
    trusted = await keeps_members_apart(address, guest, authority, first, unprotected, print_line)
    if not trusted:
        print_line("  These hosts tell it only what everybody may know, and nobody plays from there.")
    async with AsyncExitStack() as stack:
        connection = Connection(broker, ca=ca, will=None, capacity=100_000)
        await connection.start()
        stack.push_async_callback(connection.stop)
        await connection.wait_online(10)
        await check_own_table(connection, first)
        begun = opening(ruleset, seats, [])
        for number in range(1, tables + 1):
            name = f"table-{number}"
            with suppress(JournalExists):
                header, _, _ = header_for(
                    name,
                    begun.ruleset,
                    begun.settings,
                    begun.config,
                    None,
                    players(begun.seats, [], bots),
                    "host",
                    None,
                )
                make(folder / f"{name}.journal", header)
        if (room := room_for(raise_open_files(), boards)) < most:
            print_line(f"This host serves {room} tables at most: the system lets it open no more files.")
        served = Club(folder, connection, broker if boards else None, ca, min(most, room), trusted)
        stack.push_async_callback(served.stop)
        claiming = asyncio.create_task(served.run())
        stack.push_async_callback(ended, claiming)
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait([claiming, stopping], return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if claiming.done():
            claiming.result()


def room_for(files: int | None, boards: bool) -> float:
    """Return how many tables can be served with so many open files, so that none that plays runs out of them later."""
    if files is None:
        return math.inf
    return max(0, files - FILES_FOR_ALL) // (FILES_A_TABLE + (FILES_A_BOARD if boards else 0))


class Club:
    """The tables that this host serves. The lock on a journal is the lease of its table: it ends with its host."""

    def __init__(
        self, folder: Path, connection: Connection, boards: str | None, ca: Path | None, most: float, trusted: bool
    ) -> None:
        """``boards``: the broker's URL where each table has a Wi-Fi board of its name.

        ``trusted``: the broker keeps its members apart; else it is told no secret, and nobody plays from there.
        """
        self._folder, self._connection, self._boards, self._ca, self._most = folder, connection, boards, ca, most
        self._trusted = trusted
        self._serving: dict[Path, asyncio.Task[None]] = {}
        self._later: dict[Path, float] = {}
        """Journal -> loop time at which it is tried again."""

    async def run(self) -> None:
        """Claim tables that nobody serves, until cancelled."""
        now = asyncio.get_running_loop().time
        while True:
            for path in await asyncio.to_thread(lambda: sorted(self._folder.glob("*.journal"))):
                if len(self._serving) >= self._most:
                    break
                if path not in self._serving and now() >= self._later.get(path, 0.0):
                    await self._claim(path)
            await asyncio.sleep(CLAIM_S)

    async def stop(self) -> None:
        """Let go of every table; the other hosts take them."""
        await ended(*self._serving.values())

    async def _claim(self, path: Path) -> None:
        started = asyncio.Event()
        task = asyncio.create_task(self._serve(path, started))
        waiting = asyncio.create_task(started.wait())
        await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not task.done():
            self._serving[path] = task
            task.add_done_callback(lambda _: self._serving.pop(path, None))

    async def _serve(self, path: Path, started: asyncio.Event) -> None:
        """Serve one table until it fails or this host stops."""
        loop = asyncio.get_running_loop()
        try:
            async with AsyncExitStack() as stack:
                table, board = await self._open(path)
                stack.push_async_callback(table.close)
                name = table.id
                news, commands = self._parts(table)
                await commands.start()  # before anybody is told of the table, and stopped before they are told no more
                for part in (news, commands):
                    await part.start()
                    stack.push_async_callback(part.stop)
                if board is not None:
                    stack.push_async_callback(ended, asyncio.create_task(board.run()))
                stack.push_async_callback(ended, asyncio.create_task(self._announce(name)))
                started.set()
                await table.run()
        except JournalBusy:
            return  # another host serves it
        except (JournalError, GameError, TableRefusal, OSError) as error:
            print_line(f"{path.name} is not served: {error}")
            self._later[path] = loop.time() + AGAIN_S
        except Exception:  # one table's trouble is not the club's
            LOG.exception("%s is served no more.", path.name)
            self._later[path] = loop.time() + AGAIN_S

    def _parts(self, table: Table) -> tuple[Publisher, CommandHandler]:
        """Make what speaks and what listens for a table on the broker."""
        name, trusted = table.id, self._trusted
        return (
            Publisher(table, self._connection, tells_online=False, board_id=name, private=trusted, guard=True),
            CommandHandler(
                table,
                self._connection,
                club_permissions(name, table.players) if trusted else {},
                plain=None if trusted else False,
                others=None if trusted else WATCH,
                board_id=name,
            ),
        )

    async def _announce(self, name: str) -> None:
        """Say that a table is served, once the broker passes its commands on."""
        await self._connection.subscribed()
        print_line(f"Serving {name}.")

    async def _open(self, path: Path) -> tuple[Table, BoardClient | None]:
        if self._boards is None:
            return await Table.open(path), None
        name = path.stem
        board = BoardClient(MqttBoardLink(name, url=self._boards, ca=self._ca), board_id=name)
        return await Table.open(path, board=board), board
