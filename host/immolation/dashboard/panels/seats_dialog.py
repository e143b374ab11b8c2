"""The host's dialog about seats: who plays, on which devices since when, and one code at a time for one more device."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from immolation.dashboard import seats
from immolation.dashboard.elements import Panel, box, button, dialog, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import RightsJson, TableJson
from immolation.dashboard.sessions import Device, JoinCode, SessionStore
from immolation.dashboard.settings import GUEST, HOST, WATCH, PageSettings
from immolation.dashboard.translation import _

from .guests import Guests, clock
from .invitations import address, build_invitation
from .player_dialogs import Command

RIGHTS = {"pause": "Pause", "undo": "Undo", "settle": "Put board or game right", "end": "Start another game"}
WHO = {"players": "every player", "host": "the host"}

OTHERS = {GUEST: "Guests without a seat", WATCH: "Screens that only watch", HOST: "The host"}


def called(label: str) -> str:
    """A device as people say it in the browser's language: "Firefox on Android"."""
    browser, on, system = label.partition(" on ")
    return _("{browser} on {system}", browser=browser, system=system) if on else label


class SeatsDialog:
    """The dialog while it is open; `refresh` shows what has changed."""

    def __init__(
        self,
        feed: Feed,
        guests: Guests,
        settings: PageSettings,
        port: int,
        command: Command,
        on_close: Callable[[], None],
    ) -> None:
        self._feed, self._guests, self._settings, self._port = feed, guests, settings, port
        self._command = command
        self._code: JoinCode | None = None
        """The code that is shown; never two at a time."""

        self._title = ""
        with dialog("Seats", "im-wide") as self._window:
            self._body = Panel("im-seats-dialog")
            with box("im-row im-end"):
                button("Close", self._window.close, "im-action im-quiet im-short")
        self._window.on("hide", on_close)

    def refresh(self) -> None:
        """Show who is there now, or whether the code has been used."""
        table, sessions = self._feed.table, self._guests.sessions
        if table is None:
            return
        if self._code is not None and sessions is not None:
            code = self._code
            device = sessions.used_by(code)
            used = device.label if device is not None else ""
            self._body.show([code.text, used, sessions.is_open(code)], lambda: self._build_code(sessions, code, used))
            return
        names = {seat: seats.name(table, seat) for seat in seats.facts(table)}
        devices = sessions.devices() if sessions is not None else []
        key = [
            names,
            [[who.kind, who.name, who.bot] for who in (seats.player(table, seat) for seat in names)],
            [[device.id, device.role, self._guests.is_here(device)] for device in devices],
            list(sessions.locked) if sessions is not None else None,
            table.phase,
            msgspec.to_builtins(table.rights),
        ]
        self._body.show(key, lambda: self._build_seats(table, sessions, names))

    # --- who is there ------------------------------------------------------------------------------------

    def _build_seats(self, table: TableJson, sessions: SessionStore | None, names: dict[str, str]) -> None:
        if sessions is None:
            text("This page answers on this machine only. Start the host with --lan and phones can join.", "im-copy")
        else:
            with box("im-guest-tools"):
                invite = partial(self._show_code, sessions, GUEST, "everybody")
                hint = "One code for all; each phone chooses a free seat"
                button("Invite everybody", invite, "im-action im-short", hint=hint)
                if table.phase == "playing":
                    hint = "The game pauses until everybody sits"
                    button(
                        "Wait for everybody", partial(self._gather, sessions), "im-action im-quiet im-short", hint=hint
                    )
        for seat, name in names.items():
            self._build_seat(table, sessions, seat, name)
        if sessions is not None:
            for role, title in OTHERS.items():
                if role == GUEST and not sessions.devices(GUEST):
                    continue
                if role == HOST and self._settings.named:  # the host of all tables joins at the first one
                    continue
                with box("im-guest-seat", role="group", aria_label=title):
                    with box("im-guest-head"):
                        text(title, "im-decision-name", tag="h3")
                    self._build_devices(sessions, role)
                    with box("im-guest-tools"):
                        label = "Another device for the host" if role == HOST else "Show a code"
                        if role != GUEST:
                            button(
                                label, partial(self._show_code, sessions, role, title), "im-action im-quiet im-short"
                            )
            self._build_rights(table.rights)

    def _build_rights(self, rights: RightsJson) -> None:
        """Build who may do what concerns everybody; a tap changes it."""
        text("Who may", "im-small-title", tag="h3")
        with box("im-guest-tools"):
            for what, label in RIGHTS.items():
                who = getattr(rights, what)
                button(
                    f"{_(label)}: {_(WHO[who])}",
                    partial(self._change_right, what, "players" if who == "host" else "host"),
                    "im-action im-quiet im-short",
                )
        text("Whoever says where another’s miniature stands is believed once its owner agrees.", "im-hint")

    async def _change_right(self, what: str, who: str) -> None:
        table = self._feed.table
        if table is not None:
            await self._command(table="rights", rights={**msgspec.to_builtins(table.rights), what: who})

    def _build_seat(self, table: TableJson, sessions: SessionStore | None, seat: str, name: str) -> None:
        player = seats.player(table, seat)
        person = player.kind == "person"
        who = (player.name or _("a person")) if person else seats.bot_name(player)
        with box("im-guest-seat", role="group", aria_label=name) as row:
            row.style(f"--seat: {seats.colour(table, seat)}")
            with box("im-guest-head"):
                text(name, "im-decision-name", tag="h3")
                text(who, "im-hint", tag="span")
                if sessions is not None and seat in sessions.locked:
                    text("locked", "im-tag", tag="span")
            if sessions is not None:
                self._build_devices(sessions, seat)
            with box("im-guest-tools"):
                if sessions is not None and person and seat not in sessions.locked:
                    button(
                        "Show a code",
                        partial(self._show_code, sessions, seat, name),
                        "im-action im-short",
                        hint=_("For one more device that plays {name}", name=name),
                    )
                if sessions is not None:
                    locked = seat in sessions.locked
                    button(
                        "Unlock" if locked else "Lock",
                        partial(sessions.lock, seat, not locked),
                        "im-action im-quiet im-short",
                        hint="Others may join this seat again" if locked else "Nobody else may join this seat",
                    )
                before = self._guests.names.get(seat, "")
                back = _("Give it back to {name}", name=before) if before else "Let a person play"
                button(
                    "Let a bot play" if person else back,
                    partial(self._hand_over, seat, not person),
                    "im-action im-quiet im-short",
                    hint="From now on; a person may take the seat back at any time" if person else "From now on",
                )

    def _build_devices(self, sessions: SessionStore, role: str) -> None:
        found = sessions.devices(role)
        if not found:
            text("Nobody has joined.", "im-hint")
        for device in found:
            here = self._guests.is_here(device)
            own = self._guests.own is device
            with box("im-guest" + (" here" if here else "")):
                state = _("this one") if own else _("here") if here else _("away")
                text(
                    _(
                        "{device} · {state} · joined {time}",
                        device=called(device.label),
                        state=state,
                        time=clock(device.joined),
                    ),
                    "im-guest-name",
                    tag="span",
                )
                if not own:
                    hint = _("{device} needs a new code to come back", device=called(device.label))
                    button("Send away", partial(self._kick, sessions, device), "im-link", hint=hint)

    async def _gather(self, sessions: SessionStore) -> None:
        sessions.gather(True)
        if await self._command(table="pause") is None:
            sessions.gather(False)
        else:
            self._window.close()

    def _kick(self, sessions: SessionStore, device: Device) -> None:
        sessions.kick(device.id)

    async def _hand_over(self, seat: str, to_person: bool) -> None:
        table = self._feed.table
        if table is not None:
            await self._command(table="player", seat=seat, player=self._guests.handed_over(table, seat, to_person))

    # --- one more device ---------------------------------------------------------------------------------

    def _show_code(self, sessions: SessionStore, role: str, title: str) -> None:
        self._code, self._title = sessions.code(role), title
        self.refresh()

    def _build_code(self, sessions: SessionStore, code: JoinCode, used: str) -> None:
        who = {HOST: "The host", WATCH: "A screen", GUEST: "everybody"}.get(code.role, self._title)
        who = _(who)
        title = "Everybody chooses a free seat" if code.role == GUEST else _("{who} joins", who=who)
        text(title, "im-decision-name", tag="h3")
        if used:
            text(_("{device} has joined. The code is used up.", device=called(used)), "im-copy")
        elif not sessions.is_open(code):
            text("This code is not valid any more.", "im-copy")
        else:
            build_invitation(code, address(self._settings, self._port), who, self._settings)
        with box("im-row"):
            button("Back", self._back, "im-action im-quiet im-short")
            button("New code", partial(self._renew, sessions, code.role), "im-action im-quiet im-short")

    def _renew(self, sessions: SessionStore, role: str) -> None:
        sessions.new_code(role)
        self._show_code(sessions, role, self._title)

    def _back(self) -> None:
        self._code = None
        self.refresh()
