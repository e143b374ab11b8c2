"""What speaks and listens for each open table of a host on its broker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from immolation.broker import topics
from immolation.broker.command_handler import CommandHandler
from immolation.broker.connection import Connection
from immolation.broker.homeassistant import Discovery
from immolation.broker.permissions import WATCH, Permissions
from immolation.broker.publisher import Publisher
from immolation.table.collection.tables import HostedTable, Tables


@dataclass
class TableParts:
    """Makes them; `serve` is what `Tables` asks for."""

    connection: Connection
    permissions: Mapping[str, Permissions]
    """User of the broker -> rights at the first table."""

    guard: bool
    """Others can write to this broker."""

    public: Connection | None
    """A broker that protects nothing: it is told what everybody may know, and answers questions."""

    page: Callable[[str], str]
    """Table -> address of its page."""

    @asynccontextmanager
    async def serve(self, tables: Tables, place: HostedTable) -> AsyncIterator[None]:
        """Tell of a table and hear its commands."""
        table, board = place.table, place.board
        assert table is not None
        lights, control = tables.lights_of(place), board.control if board is not None else None
        news = Publisher(
            table,
            self.connection,
            control=control,
            tells_online=board is None or not board.says_itself,
            board_id=lights,
            guard=self.guard,
        )
        commands = CommandHandler(
            table,
            self.connection,
            self._permissions(place.id == tables.first) or None,
            plain=True,  # on loopback, or behind a login that only the host and its page have
            control=control,
            board_id=lights,
        )
        board_id = board.id if board is not None else None
        described = Discovery(
            self.connection,
            table_id=place.id,
            board_id=board_id,
            page_url=self.page(place.id),
            presence=topics.presence(tables.first),
        )
        await commands.start()  # before anybody is told of the table, and stopped before they are told no more
        public = self._public(place, lights)
        async with AsyncExitStack() as stack:
            for part in (*public, news, commands, described):
                await part.start()
                stack.push_async_callback(part.stop)
            yield
        for voice in (*public, news):
            if isinstance(voice, Publisher):
                voice.withdraw(table=place.ending, lights=board is None and lights == place.id)

    def _permissions(self, first: bool) -> dict[str, Permissions]:
        """Users and rights at a table: the logins of seats are those of the first one alone."""
        return {user: rights for user, rights in self.permissions.items() if first or not rights.seats}

    def _public(self, place: HostedTable, lights: str) -> list[Publisher | CommandHandler]:
        """What speaks of a table on a broker that protects nothing."""
        if self.public is None or place.table is None:
            return []
        return [
            Publisher(place.table, self.public, board_id=lights, private=False, guard=True),
            CommandHandler(place.table, self.public, {}, plain=False, others=WATCH, board_id=lights),
        ]
