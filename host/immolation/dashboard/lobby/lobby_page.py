"""The host's lobby in one browser: its tables, its boards and its games, and what is done with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import quote

import msgspec
from nicegui import Client, ui

from immolation.dashboard import translation
from immolation.dashboard.broker_client import CommandRefused
from immolation.dashboard.elements import Panel, box, button, dialog, drawing, text
from immolation.dashboard.pages import assets
from immolation.dashboard.pages.browser_window import BrowserWindow
from immolation.dashboard.panels import device_settings
from immolation.dashboard.panels.games_dialog import IN_PLAY, put_on
from immolation.dashboard.panels.guests import Guests
from immolation.dashboard.sessions import SessionStore
from immolation.dashboard.settings import PageSettings
from immolation.dashboard.translation import _

from .board_rows import build_boards
from .game_list import KeptGameJson, build_games
from .lobby_feed import LobbyFeed, LobbyJson, LobbyTableJson
from .open_table import LONGEST_NAME, OpenTableDialog
from .table_cards import TableCard

MOST_GAMES = 12
"""Games that are shown until somebody asks for all."""


class LobbyPage(BrowserWindow):
    """The lobby of one browser, the host's."""

    def __init__(
        self,
        feed: LobbyFeed,
        client: Client,
        settings: PageSettings,
        guests: Guests,
        sessions: Callable[[str], SessionStore | None],
    ) -> None:
        """``sessions``: table -> who has joined it."""
        super().__init__(client, guests)
        self._feed, self._settings, self._sessions = feed, settings, sessions
        self._games: list[KeptGameJson] = []
        self._games_of: object = None
        """The tables as they were when the games were asked for."""

        self._cards: dict[str, TableCard] = {}
        self._every_game = False
        self._refused = ""
        assets.add_assets()
        with box("im-page im-hall") as self._root:
            with box("im-header", tag="header"):
                drawing(assets.FAVICON, "im-mark")
                with box("im-names"):
                    text("Immolation", "im-word")
                self._link = box("im-link-state", role="status")
                with self._link:
                    self._link_text = text("", tag="span")
                with box("im-tools"):
                    button("Settings", self._open_settings, "im-tool", hint="Of this device", key="?")
            with box("im-hall-main"):
                with box("im-hall-tables", tag="section", aria_label="Tables"):
                    self._refusal = Panel("im-refusal", tag="div", label="Refused")
                    self._refusal.element._props["role"] = "alert"
                    with box("im-hall-head"):
                        text("Tables", "im-title", tag="h1")
                        button("Open a table", self._open, "im-action im-short", key="n")
                    self._tables = Panel("im-hall-cards", tag="div")
                with box("im-hall-side"):
                    self._boards = Panel("im-hall-boards", label="Boards")
                    self._list = Panel("im-hall-games", label="Games")

    # --- news --------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        feed = self._feed
        good = feed.connected and feed.host_online is not False and feed.state is not None
        self._link.classes(replace=f"im-link-state {'good' if good else 'bad'}")
        words = "connected" if good else "host away" if feed.connected else "reconnecting"
        self._link_text.set_text(_(words))
        self._root.classes(add="" if good else "im-lost", remove="im-lost" if good else "")
        self._refusal.hide(not self._refused)
        self._refusal.show(self._refused, lambda: self._build_refusal())
        state = feed.state or LobbyJson()
        people = [seat.player.name for table in state.tables for seat in table.seats if seat.player.kind == "person"]
        translation.show(self._client, "", [*people, *(table.name for table in state.tables if table.name)])
        here = {table.id: self._here(table) for table in state.tables}
        self._tables.show([table.id for table in state.tables], lambda: self._build_tables(state))
        for table in state.tables:
            self._cards[table.id].show(table, self.name_of(table), here[table.id])
        places = [(table.id, table.name, table.state == "failed") for table in state.tables]
        boards = [places, msgspec.to_builtins(state.boards)]
        self._boards.show(boards, lambda: build_boards(state, self.name_of, self._move))
        of = [(table.id, table.name, table.ruleset, table.state == "failed") for table in state.tables]
        if feed.connected and feed.state is not None and of != self._games_of:
            self._games_of = of
            ui.timer(0, self._ask_for_games, once=True)
        self._show_games()

    def _show_games(self) -> None:
        shown = self._games if self._every_game else self._games[:MOST_GAMES]
        key = [msgspec.to_builtins(shown), len(self._games)]
        self._list.show(key, lambda: self._build_games(shown))

    def name_of(self, table: LobbyTableJson) -> str:
        """What people call a table."""
        return table.name or (_("Main table") if table.id == self._settings.table else table.id)

    def _here(self, table: LobbyTableJson) -> dict[str, str]:
        """Seat -> whether its person is there, in a word; nothing where nobody joins."""
        sessions = self._sessions(table.id)
        if sessions is None:
            return {}
        found = {}
        for seat in table.seats:
            devices = sessions.devices(seat.seat)
            here = any(self.guests.is_here(device) for device in devices)
            if seat.player.kind == "person":
                found[seat.seat] = "here" if here else "away" if devices else "free"
        return found

    def _build_refusal(self) -> None:
        text(self._refused, "im-refused", tag="span")
        button("×", partial(self._refuse, ""), "im-close", hint="Close")

    def _build_tables(self, state: LobbyJson) -> None:
        self._cards = {}
        if not state.tables:
            text("No table is open. Open one, or go on with a game of the list.", "im-copy im-hint")
        for table in state.tables:
            address = "./" if table.id == self._settings.table else f"./?table={quote(table.id, safe='')}"
            rename, end = partial(self._rename, table.id), partial(self._end, table.id)
            self._cards[table.id] = TableCard(table, address, rename=rename, end=end)

    def _build_games(self, shown: list[KeptGameJson]) -> None:
        build_games(shown, self._settings.rulesets, self._settings.table, self._resume)
        if len(shown) < len(self._games):
            button(_("Show all {count}", count=len(self._games)), self._show_all, "im-action im-quiet im-short")

    # --- what people do ----------------------------------------------------------------------------------

    def _refuse(self, said: str) -> None:
        self._refused = said
        self.refresh()

    async def _command(self, **command: Any) -> dict[str, Any] | None:
        """Send a command; tells this browser, and returns None, if it was refused."""
        if self.closed:
            return None
        try:
            return await self._send(**command)
        except CommandRefused as refused:
            self._refuse(str(refused))
            return None

    async def _send(self, **command: Any) -> dict[str, Any]:
        """Send a command. Raises CommandRefused."""
        if self.closed:
            raise CommandRefused("")
        reply = await self._feed.command(**command)
        self._refuse("")
        return reply

    async def _ask_for_games(self) -> None:
        reply = await self._command(lobby="games")
        try:
            self._games = msgspec.convert(reply["games"], list[KeptGameJson]) if reply is not None else []
        except (KeyError, msgspec.ValidationError):
            self._games = []
        self.refresh()

    def _show_all(self) -> None:
        self._every_game = True
        self.refresh()

    def _open(self) -> None:
        with self._root:
            OpenTableDialog(self._settings.rulesets, self._send, lambda table: None).open()

    async def _move(self, board: str, table: str | None) -> None:
        await self._command(lobby="move", board=board, table=table)

    async def _resume(self, game: KeptGameJson) -> None:
        """Put a game on its table, at once where no other is in play there."""
        table = self._feed.state.table(game.table) if self._feed.state is not None else None
        name, in_play = "", ""
        if table is not None and table.state in IN_PLAY:
            name = self.name_of(table)
            in_play = table.title or self._settings.rulesets.get(table.ruleset, table.ruleset)
        await put_on(name, in_play, game.finished, partial(self._put_on_table, game.name))

    async def _put_on_table(self, name: str) -> None:
        await self._command(lobby="resume", game=name)
        self._games_of = None  # the game before is in the list as well
        self.refresh()

    def _rename(self, table_id: str) -> None:
        table = self._feed.state.table(table_id) if self._feed.state is not None else None
        if table is None:
            return
        with self._root, dialog("Name the table") as window:
            name = ui.input(_("Name"), value=table.name).props(f"outlined dense maxlength={LONGEST_NAME}")
            name.classes("im-entry")

            async def send() -> None:
                window.close()
                await self._command(lobby="name", table=table_id, name=str(name.value or ""))

            with box("im-row im-end"):
                button("Cancel", window.close, "im-action im-quiet im-short")
                button("Save", send, "im-action im-short")

    def _end(self, table_id: str) -> None:
        table = self._feed.state.table(table_id) if self._feed.state is not None else None
        if table is None:
            return
        with self._root, dialog("End the table?") as window:
            text(_("{name} closes for everybody; its game stays in the list.", name=self.name_of(table)), "im-copy")

            async def send() -> None:
                window.close()
                await self._command(lobby="end", table=table_id)

            with box("im-row im-end"):
                button("Cancel", window.close, "im-action im-quiet im-short")
                button("End it", send, "im-action im-short")

    def _open_settings(self) -> None:
        with self._root:
            device_settings.open_device_settings(False, None)
