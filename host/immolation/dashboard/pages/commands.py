"""Sends what one viewer does to the table, asks first where it cannot be taken back, and says why it was refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

import msgspec
from nicegui import Client

from immolation.dashboard import rulesets
from immolation.dashboard.broker_client import CommandRefused
from immolation.dashboard.elements import Panel, box, button, dialog, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import ActionJson, NextJson
from immolation.dashboard.panels import player_dialogs
from immolation.dashboard.settings import Viewer


class Commands:
    """Sends what one browser says to the table, with the line that tells it of a refusal."""

    def __init__(
        self,
        feed: Feed,
        viewer: Viewer,
        client: Client,
        dialogs: Callable[[], AbstractContextManager[Any]],
        is_closed: Callable[[], bool],
    ) -> None:
        """``dialogs``: where a dialog is added to the page.

        ``is_closed``: whether nothing is sent any more, because the browser was sent away.
        """
        self._feed, self._viewer, self._client, self.dialogs = feed, viewer, client, dialogs
        self._refused: tuple[str, str] = ("", "")
        self._panel: Panel | None = None
        self._is_closed = is_closed

    @property
    def closed(self) -> bool:
        """Whether nothing is sent any more."""
        return self._is_closed()

    def build_refusal(self) -> None:
        """The line that says why something was refused, inside the current container."""
        self._panel = Panel("im-refusal", tag="div", label="Refused")
        self._panel.element._props["role"] = "alert"
        self._show_refusal()

    def refuse(self, reason: str, rule: str = "") -> None:
        """Tell this browser, and it alone, why nothing happened; an empty reason takes the sentence away."""
        self._refused = (reason, rule)
        if not self._client.is_deleted:
            with self._client:
                self._show_refusal()

    def _show_refusal(self) -> None:
        reason, rule = self._refused

        def build() -> None:
            text(reason, "im-refused", tag="span")
            if rule and rule != "TABLE":
                button("why?", lambda: self.why(rule), "im-why", hint=rule)
            button("×", partial(self.refuse, ""), "im-close", hint="Close")

        if self._panel is not None:
            self._panel.hide(not reason)
            self._panel.show(self._refused, build)

    async def command(self, **command: Any) -> dict[str, Any] | None:
        """Send a command; tells this browser, and returns None, if it was refused."""
        if self.closed:
            return None
        try:
            return await self.send(**command)
        except CommandRefused as refused:
            self.refuse(str(refused), refused.rule)
            return None

    async def send(self, **command: Any) -> dict[str, Any]:
        """Send a command for whoever tells of a refusal itself. Raises CommandRefused, without a word where closed."""
        if self.closed:
            raise CommandRefused("")
        answer = await self._asked(command)
        self.refuse("")
        return answer

    async def ask(self, **command: Any) -> dict[str, Any] | None:
        """Send a command that nobody tapped; returns None if it was refused, and says nothing of it."""
        try:
            return None if self.closed else await self._asked(command)
        except CommandRefused:
            return None

    async def _asked(self, command: dict[str, Any]) -> dict[str, Any]:
        if self._viewer.role != "host":  # the page has the host's login, and says for whom it speaks
            command["as"] = self._viewer.seat or self._viewer.role
        return await self._feed.command(**command)

    async def act(self, seat: str, action: ActionJson, then: Sequence[NextJson] = ()) -> bool:
        """Take an action for a seat, if this viewer decides for it; True if the table accepted it.

        ``then``: what the seat does as soon as it is asked next.
        """
        if self._viewer.role == "watch" or (seat != "chance" and not self._viewer.sees(seat)):
            return False
        question = self._question(seat, action)
        if question:
            self._ask_first(question, seat, action, then)
            return False
        return await self._send(seat, action, then)

    async def _send(self, seat: str, action: ActionJson, then: Sequence[NextJson]) -> bool:
        more = {"then": msgspec.to_builtins(then)} if then else {}
        return await self.command(seat=seat, action=action, **more) is not None

    def _question(self, seat: str, action: ActionJson) -> str:
        table, state = self._feed.table, self._feed.seats.get(seat)
        if table is None or state is None:
            return ""
        meant = next((one for one in state.actions if one.action == action), None)
        return rulesets.of(table.ruleset).question(meant) if meant is not None else ""

    def _ask_first(self, question: str, seat: str, action: ActionJson, then: Sequence[NextJson]) -> None:
        with self.dialogs(), dialog("Is it so?") as window:
            text(question, "im-copy")

            async def send() -> None:
                window.close()
                await self._send(seat, action, then)

            with box("im-row im-end"):
                button("No", window.close, "im-action im-quiet im-short")
                button("Yes", send, "im-action im-short")

    async def why(self, *rules: str) -> None:
        """Fetch the text of the rules and show it."""
        found = []
        for rule in rules:
            answer = await self.command(table="why", rule=rule)
            if answer is None:
                return
            found.append((rule, answer))
        if not self._client.is_deleted:
            with self.dialogs():
                player_dialogs.open_rules(found, self.open_rulebook)

    def open_rulebook(self, words: str = "") -> None:
        """The rules of this game, to be searched; at first those with these words."""
        with self.dialogs():
            player_dialogs.open_rulebook(self.command, words)
