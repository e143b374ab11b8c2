"""One browser's page: lays its parts out, and brings what is new to each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import quote

import msgspec
from nicegui import Client

from immolation.dashboard import display_names, rulesets, seats, translation
from immolation.dashboard.drawing import drawn_board
from immolation.dashboard.drawing.drawn_board import DrawnBoard
from immolation.dashboard.elements import Panel, box, button, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import EntryJson, SeatJson, TableJson
from immolation.dashboard.panels import seat_cards
from immolation.dashboard.panels.board_input import BoardInput
from immolation.dashboard.panels.board_prompts import BoardPrompts
from immolation.dashboard.panels.choices import CardsOnTable, Choices, OwnHand, Passes, Veil
from immolation.dashboard.panels.clock_digits import ClockDigits
from immolation.dashboard.panels.dice import TypedDice
from immolation.dashboard.panels.event_log import EventLog
from immolation.dashboard.panels.gathering import GatheringPanel
from immolation.dashboard.panels.guests import Guests
from immolation.dashboard.panels.headline import Headline, headline, is_long
from immolation.dashboard.panels.lessons.guide import Guide
from immolation.dashboard.panels.moments import Moments
from immolation.dashboard.panels.say_box import SayBox
from immolation.dashboard.panels.score_sheets import ScoreSheets
from immolation.dashboard.panels.seat_buttons import SeatButtons
from immolation.dashboard.panels.turn_ending import TurnEnding
from immolation.dashboard.pixel_relay import PixelRelay
from immolation.dashboard.rulesets import how_to_play
from immolation.dashboard.saved_games import SavedGames, game_url
from immolation.dashboard.settings import PageSettings, Viewer
from immolation.dashboard.story.dice_throw import DiceThrow
from immolation.dashboard.story.signals import Signals
from immolation.dashboard.story.since_turn import SinceTurn
from immolation.dashboard.story.timeline import Timeline
from immolation.dashboard.translation import _

from . import assets
from .browser_window import BrowserWindow
from .commands import Commands
from .header import PageHeader

TABS = {"play": "Play", "hand": "Hand", "seats": "Seats", "log": "Log", "more": "More"}


class TablePage(BrowserWindow):
    """The whole page of one viewer."""

    def __init__(
        self,
        feed: Feed,
        viewer: Viewer,
        client: Client,
        *,
        settings: PageSettings,
        port: int,
        lights: PixelRelay,
        known: dict[str, int],
        guests: Guests,
        wall: bool = False,
        saved: SavedGames | None = None,
        has_lobby: Callable[[], bool] = lambda: False,
    ) -> None:
        """``port``: where the page answers. ``known``: see `BoardInput`.

        ``wall``: to be read from three metres, with nothing to touch; then ``viewer`` only watches.
        ``saved``: the host's games, where the host runs beside the page.
        ``has_lobby``: whether the host tells of all its tables.
        """
        saved = saved if viewer.role == "host" else None
        self.feed = feed
        self.viewer = viewer
        super().__init__(client, guests)
        self._lights, self._known_tiles = lights, known
        self._commands = Commands(feed, viewer, client, lambda: self.root, lambda: self.closed)
        self._ending = TurnEnding(feed, self._commands.act)
        self._veil = Veil(feed, viewer, self.refresh)
        self._guide = Guide(feed, self._commands.ask, lambda: self._header.open_lesson(), self.refresh)
        assets.add_assets()
        self._terms = box("im-terms", hidden="")
        with box("im-page" + (" im-wall" if wall else ""), data_tab="play") as self.root:
            self._header = PageHeader(
                feed,
                viewer,
                self._commands,
                guests,
                settings,
                port,
                self._open_say_box,
                self._guide.begin,
                saved,
                has_lobby,
            )
            with box("im-main"):
                with box("im-board-side", data_past=_("Looking back")):
                    self._board = DrawnBoard(partial(self._on_gesture, self._board_input()))
                    self._moments = Moments()
                    self._throw = DiceThrow()
                with box("im-play im-tab-play"):
                    named = settings.table if settings.named else ""
                    save_url = game_url(table=named) if saved is not None else ""
                    self._build_play(settings, port, save_url, wall=wall)
                with box("im-side im-tab-seats", role="region", aria_label="Seats and table", tabindex="0"):
                    self._clocks = ClockDigits()
                    self._seats = Panel("im-seats", label="Seats")
                    self._seat_buttons = SeatButtons(feed, viewer, self.virtual)
                    self._index = Panel("im-index", label="Omega Index")
                with box("im-history im-tab-log"):
                    self._build_history(wall, named)
            self._build_tabs()

    # --- the frame ---------------------------------------------------------------------------------------

    def _build_play(self, settings: PageSettings, port: int, save_url: str, *, wall: bool) -> None:
        """Build what is asked and what is to be looked at before it is answered, the most urgent on top."""
        feed, viewer, commands, veil = self.feed, self.viewer, self._commands, self._veil
        command, why = commands.command, commands.why
        act = self._ending.act
        with box("im-top"):
            self._head_panel = Panel("im-headline", label="What the table waits for")
            self._head_panel.element._props["aria-live"] = "polite"
            commands.build_refusal()
        self._gathering = GatheringPanel(feed, viewer, self.guests, settings, port, command)
        self._others = Panel("im-others", tag="div", label="Who else is on this seat")
        self._others.element._props["role"] = "status"
        self._prompts = BoardPrompts(viewer, command)
        self._timeline = Timeline(feed, command, commands.ask, self.refresh)
        self._since = SinceTurn(why)
        again, another = partial(command, table="again"), self._header.open_new_game
        self._scores = ScoreSheets(
            again,
            another,
            host=viewer.role == "host",
            save_url=save_url,
            look_back=None if wall else self._timeline.open,
        )
        self._cards = CardsOnTable(feed, viewer, veil, act)
        self._dice = TypedDice(feed, viewer, partial(act, "chance"))
        self._choices = Choices(feed, viewer, veil, act, command, why, self._ending, self._guide)
        self._say_box = SayBox(feed, viewer, act=act, command=command, is_veiled=veil.covers)
        self._passes = Passes(viewer, command)
        self._hand = OwnHand(feed, viewer, veil, act, command, why)

    def _board_input(self) -> BoardInput:
        return BoardInput(
            self.feed,
            self.viewer,
            self._known_tiles,
            act=self._ending.act,
            command=self._commands.command,
            refuse=self._commands.refuse,
            is_virtual=self.virtual,
            is_veiled=self._veil.covers,
            dialogs=self._commands.dialogs,
        )

    def _open_say_box(self) -> None:
        self._say_box.open()

    def _build_history(self, wall: bool, named: str) -> None:
        with box("im-story-tools"):
            text("What happened", "im-small-title")
            if not wall:
                past = button("Timeline", self._timeline.toggle, "im-signal", hint="Look back at this game")
                past.on("click", js_handler=assets.TO_PLAY)
                hint = "Board, clocks and scores in big type for a screen on the wall; nothing to touch"
                link = text("Wall display", "im-button im-signal", tag="a")
                link._props.update({"href": wall_url(named), "target": "_blank", "title": _(hint)})
            self._signals = Signals()
        self._log = EventLog(self._commands.why)

    def _build_tabs(self) -> None:
        with box("im-tabs", tag="nav", aria_label="Parts of the page"):
            for name, label in TABS.items():
                tab = button(label, lambda: None, f"im-tab im-to-{name}")
                tab._event_listeners.clear()
                tab.on("click", js_handler=f"(e) => e.target.closest('.im-page').dataset.tab = '{name}'")

    # --- news --------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        feed, table = self.feed, self.feed.table
        if table is not None:
            named = [player.name for player in table.players.values() if player.kind == "person"]
            people = [name for name in named if name.lower() not in display_names.PRONOUNS]
            translation.show(self._client, table.ruleset, people)
        asked = seats.asked(feed, self.viewer)
        uncovered = [state for state in asked if not self._veil.covers(state)]
        said = self._gathering.headline() or headline(feed, self.viewer)
        self._head_panel.show((said, self._alone()), lambda: self._build_headline(said))
        self._header.refresh(self.virtual())
        self._gathering.refresh()
        if table is not None:
            self._timeline.refresh(table)
        self._show_board(table, uncovered)
        self._seat_buttons.refresh()
        self._say_box.refresh()
        self._show_others()
        self._prompts.show(table)
        self._scores.show(table)
        self._dice.refresh()
        self._cards.show(table)
        self._choices.show(asked)
        self._hand.refresh()
        self._passes.show(table)
        self._guide.mark(self.root)
        entries = _shown_entries(feed)
        if table is None:
            self._log.show(entries)
        else:
            names = {seat: seats.name(table, seat) for seat in seats.facts(table)}
            self._log.show(entries, rulesets.of(table.ruleset).folded, names)
            self._show_terms(table.ruleset)
            self._show_seats(table)
            self._show_story(table, entries, asked, uncovered)
        self._mark("im-lost", not feed.connected or feed.host_online is False)

    def _mark(self, name: str, on: bool) -> None:
        self.root.classes(add=name if on else "", remove="" if on else name)

    def _show_board(self, table: TableJson | None, asked: Sequence[SeatJson]) -> None:
        past = self._timeline.moment
        if table is not None and past is not None:
            self._board.show(drawn_board.past_model(table, past))
        else:
            model = drawn_board.board_model(self.feed, self.viewer, asked, self._known_tiles, self.virtual())
            self._board.show(model)
        self._mark("im-past", past is not None)

    async def _on_gesture(self, board: BoardInput, kind: str, tile: int | None, start: int | None) -> None:
        """A hand on the board; on a past position it moves nothing."""
        if self._timeline.moment is None:
            await board.on_gesture(kind, tile, start)

    def virtual(self) -> bool:
        """Whether hands may be laid on the board from the page."""
        table = self.feed.table
        status = table.board.status if table is not None else {}
        return self._lights.virtual or status.get("sensor") == "virtual"

    def _build_headline(self, said: Headline) -> None:
        alone = self._alone()
        note = said.note or (alone if said.mood == "you" else "")
        head = self._head_panel.element
        long = is_long(*map(_, (said.title, said.text, note)))
        head.classes(replace=f"im-panel im-headline {said.mood}" + (" im-long" if long else ""))
        head.style(f"--seat: {said.colour}")
        if long:  # on a phone it may have to be scrolled, with the keys too
            head._props["tabindex"] = "0"
        else:
            head._props.pop("tabindex", None)
        text(said.title, "im-title", tag="h1")
        if said.text:
            text(said.text, "im-waits")
        if note:
            text(note, "im-note")
        if said.mood == "step" and self.viewer.role != "watch":
            button("Skip to the end", lambda: self._commands.command(table="skip"), "im-link im-skip")

    def _alone(self) -> str:
        """Say who the only person is, at the host's screen where no other device plays that seat."""
        table, sessions = self.feed.table, self.guests.sessions
        people = seats.people(table) if table is not None else []
        if (
            table is None
            or self.viewer.role != "host"
            or len(people) != 1
            or (sessions and sessions.devices(people[0]))
        ):
            return ""
        return _("You are {name}", name=seats.name_in_sentence(table, people[0]))

    def _show_others(self) -> None:
        """Tell each of two devices on one seat of the other."""
        said = self.guests.others_here() if self.viewer.role == "seat" else ""
        self._others.hide(not said)

        def build() -> None:
            text(said)

        self._others.show(said, build)

    def _show_terms(self, ruleset: str) -> None:
        """Let the browser explain the words of this game where they stand."""
        told = {translation._(name): translation._(means) for name, means in how_to_play.terms(ruleset).items()}
        terms = msgspec.json.encode(told).decode()
        if self._terms._props.get("data-terms") != terms:
            self._terms._props["data-terms"] = terms
            self._terms.update()

    def _show_seats(self, table: TableJson) -> None:
        look, known = rulesets.of(table.ruleset), seats.facts(table)
        names = {seat: seats.name(table, seat) for seat in known}
        colours = {seat: seats.colour(table, seat) for seat in names}
        self._clocks.show(self.feed, colours, names)
        self._header.show_clocks(colours, names)
        more = [look.seat(facts, table.view) for facts in known.values()]
        self._seats.show(
            [known, more, table.view.get("turn"), msgspec.to_builtins(table.players), list(table.deciders)],
            lambda: seat_cards.build_seats(self.feed),
        )
        model = look.side(table.view)
        self._index.hide(not model)
        self._index.show(model, lambda: look.build_side(table.view))

    def _show_story(
        self, table: TableJson, entries: list[EntryJson], asked: Sequence[SeatJson], uncovered: Sequence[SeatJson]
    ) -> None:
        """Tell what is new: moments, dice, what happened since the player's turn, and what is heard of it."""
        look, own = rulesets.of(table.ruleset), self._own_seats(table)
        self._moments.show(entries, look.moments, own)
        self._throw.show(entries, look, tumble=table.dice == "host")
        self._since.show(table, entries, [state.seat for state in uncovered], look)
        self._signals.show(self.feed, entries, asked, own or [state.seat for state in asked], look)

    def _own_seats(self, table: TableJson) -> list[str]:
        """The seats of whoever looks: their own, at the host's screen that of the only person."""
        if self.viewer.seat:
            return [self.viewer.seat]
        people = seats.people(table)
        return people if self.viewer.role == "host" and len(people) == 1 else []


def wall_url(table: str) -> str:
    """The wall display of a table; ``table``: empty for the first of its host."""
    return f"?table={quote(table, safe='')}&wall" if table else "?wall"


def _shown_entries(feed: Feed) -> list[EntryJson]:
    """Return the entries of what happened, as far as they have been shown."""
    table = feed.table
    if table is None or table.step is None:
        return feed.entries
    shown = table.step.events
    return [
        msgspec.structs.replace(entry, events=entry.events[:shown]) if entry.n == table.n else entry
        for entry in feed.entries
    ]
