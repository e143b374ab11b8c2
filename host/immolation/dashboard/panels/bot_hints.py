"""Asks bots what they would do in the place of this viewer's seats, and shows what they said while it holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import msgspec
from nicegui.element import Element

from immolation.dashboard.elements import box, button, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import HintJson, SeatJson
from immolation.dashboard.translation import _

from .board_input import SendCommand


@dataclass(eq=False)
class _Asked:
    """A hint that was asked for, and the answer once it is there."""

    state: SeatJson
    """The choice that it is about."""

    said: HintJson | None = None
    """None while it thinks."""


class BotHints:
    """Asks for and shows the hints of one window, at most one a seat."""

    def __init__(self, feed: Feed, command: SendCommand) -> None:
        self._feed, self._command = feed, command
        self._asked: dict[str, _Asked] = {}
        self._boxes: dict[str, Element] = {}
        """Seat -> where its hint stands on the page now."""

    def build(self, state: SeatJson) -> None:
        """Build a button that asks a bot, and what it said, inside the current container.

        Only on devices that are set to offer hints (`device_settings`).
        """
        hint = "It knows what you know, and thinks for a second"
        button("What would a bot do?", partial(self._ask, state), "im-link im-ask-bot", hint=hint)
        self._boxes[state.seat] = box("im-ask-bot im-bot-said", role="status")
        self._show(state.seat)

    def follow(self) -> None:
        """Forget the hints about what is not asked any more, or not with the same choice."""
        for seat in [seat for seat, asked in self._asked.items() if not self._holds(seat, asked.state)]:
            del self._asked[seat]
            self._show(seat)

    def _holds(self, seat: str, then: SeatJson) -> bool:
        """Whether a seat still has the choice that it had, though others may have acted meanwhile."""
        table, now = self._feed.table, self._feed.seats.get(seat)
        if table is None or now is None:
            return False
        if table.step is not None:  # a long turn is being shown; nobody is told to decide meanwhile
            return True
        if seat not in table.deciders:
            return False
        if now.n < table.n:  # what it is asked now comes in a moment
            return True
        acted = any(entry.n > then.n and (entry.action or {}).get("seat") == seat for entry in self._feed.entries)
        return not acted and (now.decision, now.actions) == (then.decision, then.actions)

    async def _ask(self, state: SeatJson) -> None:
        if state.seat in self._asked:  # a bot thinks about it, or has said what it would do
            return
        asked = self._asked[state.seat] = _Asked(state)
        self._show(state.seat)
        self._bring_into_sight(state.seat)
        answer = await self._command(table="hint", seat=state.seat)
        if self._asked.get(state.seat) is not asked:
            return
        if answer is None:
            del self._asked[state.seat]
        else:
            asked.said = msgspec.convert(self._feed.named(answer), HintJson)
        self._show(state.seat)
        self._bring_into_sight(state.seat)

    def _bring_into_sight(self, seat: str) -> None:
        """Scroll a small window to the hint of a seat."""
        if not self._boxes[seat].is_deleted:
            self._boxes[seat].run_method("scrollIntoView", {"block": "nearest"})

    def _show(self, seat: str) -> None:
        place = self._boxes[seat]
        if place.is_deleted:
            return
        place.clear()
        asked = self._asked.get(seat)
        if asked is None:
            return
        with place:
            if asked.said is None:
                text("A bot is thinking …", "im-hint")
            else:
                _build_said(asked.said)


def _build_said(advice: HintJson) -> None:
    """Show what a bot would do, with the reasons for it and against it."""
    text(_("A bot would: {label}", label=_(advice.label)), "im-hint")
    if advice.gains:
        text(_("For it: {reasons}", reasons=", ".join(map(_, advice.gains))), "im-hint")
    if advice.costs:
        text(_("Against it: {reasons}", reasons=", ".join(map(_, advice.costs))), "im-hint")
