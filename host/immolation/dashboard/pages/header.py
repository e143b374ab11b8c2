"""The page's header: which game this is, who looks, whether all are connected, and the tools with what they open."""

from __future__ import annotations

from collections.abc import Callable

from nicegui.element import Element

from immolation.dashboard import seats
from immolation.dashboard.elements import box, button, drawing, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import TableJson
from immolation.dashboard.panels import device_settings, new_game, player_dialogs
from immolation.dashboard.panels.board_dialog import BoardDialog
from immolation.dashboard.panels.clock_digits import ClockDigits
from immolation.dashboard.panels.games_dialog import IN_PLAY, GamesDialog
from immolation.dashboard.panels.guests import Guests
from immolation.dashboard.panels.lessons import lesson
from immolation.dashboard.panels.seats_dialog import SeatsDialog
from immolation.dashboard.rulesets import how_to_play
from immolation.dashboard.saved_games import SavedGames
from immolation.dashboard.settings import PageSettings, Viewer
from immolation.dashboard.translation import _

from . import assets
from .commands import Commands

TABLES_HINT = "Every table and every board of this host"

SAY_HINT = "Type what you do in words"


class PageHeader:
    """The top of the page, above everything else; on a phone its tools are a tab."""

    def __init__(
        self,
        feed: Feed,
        viewer: Viewer,
        commands: Commands,
        guests: Guests,
        settings: PageSettings,
        port: int,
        open_say_box: Callable[[], None],
        guide: Callable[[], None],
        saved: SavedGames | None,
        has_lobby: Callable[[], bool],
    ) -> None:
        """``port``: where the page answers. ``guide`` begins a guided round. ``saved``: the host's games, for the host.

        ``has_lobby``: whether the host tells of all its tables.
        """
        self._saved, self._has_lobby, self._guide = saved, has_lobby, guide
        self._feed, self._viewer, self._guests = feed, viewer, guests
        self._settings, self._port, self._dialogs = settings, port, commands.dialogs
        self._commands, self._command, self._open_say_box = commands, commands.command, open_say_box
        self._open_dialog: SeatsDialog | BoardDialog | None = None
        """The dialog that shows what changes."""
        with box("im-header", tag="header"):
            self._to_tables: list[Element] = []
            """The ways to the lobby: beside the mark, and with a word among a phone's tools."""
            if viewer.role == "host":
                with self._lobby_link("im-to-tables", aria_label="Tables"):
                    drawing(assets.TABLES)
            drawing(assets.FAVICON, "im-mark")
            with box("im-names"):
                text("Immolation", "im-word")
                self._title = text("", "im-game")
                self._round_text = text("", "im-round")
                self._me = text("", "im-me")
            self._running = ClockDigits(running_only=True)
            self._running.classes("im-clock-phone")
            self._link = box("im-link-state", role="status")
            with self._link:
                self._link_text = text("", tag="span")
            next_word = button("Explain the next word", lambda: None, "im-tool im-next-word", key="w")
            next_word._event_listeners.clear()  # the browser does it, in `terms.js`
            self._build_tools()

    def _build_tools(self) -> None:
        with box("im-tools im-tab-more"):
            self._learn = button("How to play", self.open_lesson, "im-tool", key="h")
            hint = "Every rule of this game, to be searched"
            button("Rules", self._commands.open_rulebook, "im-tool", hint=hint, key="r")
            if self._viewer.role != "watch":
                self._undo = button("Undo", self._go_back, "im-tool", key="u")
                self._pause = button("Pause", self._pause_or_resume, "im-tool", key="p")
                self._new = button("New game", self.open_new_game, "im-tool", key="n")
                self._say = button("Say it", self._open_say_box, "im-tool im-to-say", hint=SAY_HINT, key="/")
                self._say.on("click", js_handler=assets.TO_PLAY)
            if self._viewer.role == "host":
                with self._lobby_link("im-tool im-tables-tool"):
                    text("Tables", tag="span")
                if self._saved is not None:
                    button(
                        "Games", self._open_games, "im-tool", hint="Save a game as a file, open one, or go on with one"
                    )
                button("Players", self._open_players, "im-tool")
                button("Seats", self._open_seats, "im-tool", hint="Who is there, and how others join", key="s")
            button("Board", self._open_board, "im-tool", hint="How the board is, and its lights", key="b")
            button("Settings", self._open_settings, "im-tool", hint="Of this device", key="?")

    def _lobby_link(self, classes: str, **attributes: str) -> Element:
        link = box(f"im-button {classes}", tag="a", href="lobby", title=TABLES_HINT, **attributes)
        self._to_tables.append(link)
        return link

    # --- news --------------------------------------------------------------------------------------------

    def refresh(self, virtual: bool) -> None:
        """Show the newest news; ``virtual``: the board is one that hands on the page move."""
        self._show_link(virtual)
        table = self._feed.table
        if table is not None:
            self._title.set_text(table.title or table.ruleset)
            self._learn.set_visibility(how_to_play.lesson(table.ruleset) is not None)
            number = table.view.get("round")
            self._round_text.set_text(_("Round {number}", number=number) if type(number) is int else "")
            self._show_me(table)
            self._show_tools(table)
        if self._open_dialog is not None:
            self._open_dialog.refresh()

    def show_clocks(self, colours: dict[str, str], names: dict[str, str]) -> None:
        """Show the clock that runs."""
        self._running.show(self._feed, colours, names)

    def _show_tools(self, table: TableJson) -> None:
        for way in self._to_tables:
            way.set_visibility(self._has_lobby())
        if self._viewer.role != "watch":
            self._undo._props.set_bool("disabled", not table.can_undo)
            self._pause.set_text(_("Resume") if table.phase == "paused" else _("Pause"))
            self._undo.set_visibility(self._viewer.may(table.rights.undo))
            self._pause.set_visibility(self._viewer.may(table.rights.pause))
            self._say.set_visibility(table.phase == "playing")
            self._new.set_visibility(self._viewer.may(table.rights.end))

    def _show_me(self, table: TableJson) -> None:
        """Show who this phone is."""
        seat = self._viewer.seat
        if seat is not None:
            self._me.set_text(_("You are {name}", name=seats.name_in_sentence(table, seat)))
            self._me.style(f"--seat: {seats.colour(table, seat)}")
        elif self._viewer.role == "watch":
            self._me.set_text(_("Without a seat") if self._guests.without_seat else _("Watching"))

    def _show_link(self, virtual: bool) -> None:
        feed = self._feed
        board = feed.table.board if feed.table is not None else None
        if not feed.connected:
            state, words = "bad", "reconnecting"
        elif feed.host_online is False:
            state, words = "bad", "host away"
        elif board is None or board.state == "none":
            state, words = "good", "no board"
        elif feed.board_online is False or board.state == "offline":
            state, words = "bad", "board offline"
        else:
            state, words = "good", "virtual board" if virtual else "board"
        self._link.classes(replace=f"im-link-state {state}")
        self._link_text.set_text(_(words))

    # --- what its tools do -------------------------------------------------------------------------------

    async def _go_back(self) -> None:
        await self._command(table="undo")

    async def _pause_or_resume(self) -> None:
        table = self._feed.table
        await self._command(table="resume" if table is not None and table.phase == "paused" else "pause")

    def open_lesson(self) -> None:
        """Show how to play."""
        table = self._feed.table
        told = how_to_play.lesson(table.ruleset) if table is not None else None
        if table is not None and told is not None:
            with self._dialogs():
                guide = self._guide if self._viewer.role != "watch" and table.phase == "playing" else None
                lesson.open_lesson(told, table.title or table.ruleset, self._commands.open_rulebook, guide)

    def _open_players(self) -> None:
        table = self._feed.table
        if table is not None:
            playing = [player.bot for player in table.players.values() if player.bot]
            bots = tuple(dict.fromkeys([*self._settings.bots, *playing]))
            player_dialogs.open_players(table, bots, self._command)

    def open_new_game(self) -> None:
        """Ask what is to be played."""
        table = self._feed.table
        playing = table is not None and table.phase != "over"
        usual = table.ruleset if table is not None else ""
        new_game.NewGame(self._settings.rulesets, playing, self._commands.send, self._guests.sessions, usual).open()

    async def _open_games(self) -> None:
        if self._saved is not None:
            games = await self._saved.games()
            with self._dialogs():
                named = self._settings.table if self._settings.named else ""
                titles, is_here = self._settings.rulesets, lambda: not self._commands.closed
                GamesDialog(self._saved, titles, is_here, self._in_play, named).open(games)

    def _in_play(self) -> str:
        """Return what people call the game that goes on at the table; nothing where none does."""
        table = self._feed.table
        if table is None or table.phase not in IN_PLAY:
            return ""
        return table.title or self._settings.rulesets.get(table.ruleset, table.ruleset)

    def _open_seats(self) -> None:
        settings, port = self._settings, self._port
        self._open_dialog = SeatsDialog(self._feed, self._guests, settings, port, self._command, self._dialog_closed)
        self._open_dialog.refresh()

    def _open_board(self) -> None:
        with self._dialogs():
            may = self._viewer.role == "host"
            self._open_dialog = BoardDialog(
                self._feed, self._command, self._commands.ask, may=may, on_close=self._dialog_closed
            )
        self._open_dialog.refresh()

    def _dialog_closed(self) -> None:
        self._open_dialog = None

    def _open_settings(self) -> None:
        distinct = self._feed.table is not None and self._feed.table.distinct
        may = self._viewer.role == "host"

        async def recolour(wanted: bool) -> object:
            return await self._command(table="colours", distinct=wanted)

        with self._dialogs():
            device_settings.open_device_settings(distinct, recolour if may else None)
