"""The gathering: who is there, which seats are free, and all taking one on their own phone before the game starts."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from immolation.dashboard import rulesets, seats
from immolation.dashboard.elements import Panel, box, button, drawing, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import TableJson
from immolation.dashboard.sessions import JoinRefused, SessionStore
from immolation.dashboard.settings import GUEST, PageSettings, Viewer
from immolation.dashboard.translation import _

from . import seat_cards
from .guests import Guests
from .headline import Headline
from .invitations import address, build_invitation
from .player_dialogs import Command, player_record

LONGEST_NAME = 24


class GatheringPanel:
    """A panel that stands above everything else for a guest without a seat, and for all while the table gathers."""

    def __init__(
        self, feed: Feed, viewer: Viewer, guests: Guests, settings: PageSettings, port: int, command: Command
    ) -> None:
        self._feed, self._viewer, self._guests, self._command = feed, viewer, guests, command
        self._settings, self._port = settings, port
        self._refusal = ""
        with box("im-panel im-gathering", tag="section", aria_label="Who plays") as self._frame:
            with box("im-row") as self._naming:
                self._name = ui.input(_("Your name")).props(f"outlined dense maxlength={LONGEST_NAME}")
                self._name.classes("im-entry")
                button("Save", self._rename, "im-action im-quiet im-short").set_visibility(viewer.role == "seat")
            self._seats = Panel("im-column", tag="div")
            self._start = Panel("im-column", tag="div")
        self._frame.set_visibility(False)

    def gathers(self) -> bool:
        """Whether the game waits for everybody to sit down."""
        table, sessions = self._feed.table, self._guests.sessions
        return table is not None and sessions is not None and sessions.gathering and table.phase == "paused"

    def headline(self) -> Headline | None:
        """The sentence on top while people sit down."""
        table = self._feed.table
        if table is None or not (self._guests.without_seat or self.gathers()):
            return None
        waits = "The game waits until everybody sits; the clocks stand still." if self.gathers() else "The game is on."
        return Headline(_("Who plays {title}?", title=table.title or _("with us")), waits)

    def refresh(self) -> None:
        """Show who sits where now."""
        table, sessions = self._feed.table, self._guests.sessions
        shown = table is not None and sessions is not None and (self._guests.without_seat or self.gathers())
        self._frame.set_visibility(shown)
        if table is None or sessions is None or not shown:
            return
        self._naming.set_visibility(self._guests.without_seat or self._viewer.role == "seat")
        if self._viewer.seat is not None and not self._name.value:
            self._name.set_value(seats.player(table, self._viewer.seat).name)
        rows = [(seat, seats.name(table, seat), *self._who(table, sessions, seat)) for seat in seats.facts(table)]
        self._seats.show([rows, self._refusal], lambda: self._build_seats(table, rows))
        host = self._viewer.role == "host"
        code = sessions.code(GUEST) if host else None
        self._start.show([code.text if code else "", self.gathers()], lambda: self._build_start(sessions, host))

    def _who(self, table: TableJson, sessions: SessionStore, seat: str) -> tuple[str, bool, bool]:
        """Say in words who plays a seat; tell whether it is free, and whether it is a bot's."""
        player = seats.player(table, seat)
        if player.kind != "person":
            return seats.bot_name(player), False, True
        devices = sessions.devices(seat)
        if not devices:
            return ("locked", False, False) if seat in sessions.locked else ("free", True, False)
        there = _("here") if any(self._guests.is_here(device) for device in devices) else _("away")
        return f"{player.name or _('a person')} · {there}", False, False

    def _build_seats(self, table: TableJson, rows: list[tuple[str, str, str, bool, bool]]) -> None:
        host, own = self._viewer.role == "host", self._viewer.seat
        free = [seat for seat, name, who, is_free, is_bot in rows if is_free]
        if self._refusal:
            text(self._refusal, "im-wrong")
        if self._guests.without_seat:
            text("Choose your seat; its colour is yours." if free else "Every seat is taken. You can watch.", "im-copy")
        look = rulesets.of(table.ruleset)
        for seat, name, who, is_free, is_bot in rows:
            facts = seats.facts(table)[seat]
            with box("im-gathering-seat", role="group", aria_label=name) as row:
                row.style(f"--seat: {seats.colour(table, seat)}")
                head = seat_cards.token(seats.initial(name), seats.css(facts.get("colour")), look.token(facts))
                drawing(head, "im-seat-token")
                with box("im-seat-lines"):
                    text(name, "im-seat-name")
                    text("you" if seat == own else who, "im-hint")
                if seat == own:
                    button("Stand up", partial(self._sit, GUEST), "im-action im-quiet im-short")
                elif is_free and (self._guests.without_seat or own is not None):
                    button("Sit here", partial(self._sit, seat), "im-action im-short")
                elif host and (is_free or is_bot):
                    label = "Let a person play" if is_bot else "Let a bot play"
                    button(label, partial(self._give, seat, is_bot), "im-action im-quiet im-short")

    def _build_start(self, sessions: SessionStore, host: bool) -> None:
        if not host:
            if self.gathers():
                text("The host starts the game when everybody is there.", "im-hint")
            return
        button("Start", self._go, "im-action")
        text("Everybody may come in with this code, and chooses a seat that is free.", "im-hint")
        build_invitation(sessions.code(GUEST), address(self._settings, self._port), "everybody", self._settings)

    # --- what people do ----------------------------------------------------------------------------------

    async def _sit(self, role: str) -> None:
        """Take a free seat, or stand up from one's own."""
        table, sessions, own = self._feed.table, self._guests.sessions, self._guests.own
        if table is None or sessions is None or own is None:
            return
        name = str(self._name.value or "").strip()
        if role != GUEST and not self._who(table, sessions, role)[1]:
            self._refusal = "Somebody was quicker; choose another seat."
            self.refresh()
            return
        if role != GUEST:
            await self._call(role, name or seats.player(table, role).name)
        try:
            sessions.move(own, role)  # and the page loads anew, as that seat's
        except JoinRefused as refused:
            self._refusal = str(refused)
            self.refresh()

    async def _rename(self) -> None:
        if self._viewer.seat is not None:
            await self._call(self._viewer.seat, str(self._name.value or "").strip())

    async def _call(self, seat: str, name: str) -> None:
        """Say who plays a seat: the host's right, which the page has, and uses for whoever sits there alone."""
        if name:
            await self._feed.command(table="player", seat=seat, player=player_record("person", name))

    async def _give(self, seat: str, to_person: bool) -> None:
        table = self._feed.table
        if table is not None:
            await self._command(table="player", seat=seat, player=self._guests.handed_over(table, seat, to_person))

    async def _go(self) -> None:
        if await self._command(table="resume") is not None and self._guests.sessions is not None:
            self._guests.sessions.gather(False)
