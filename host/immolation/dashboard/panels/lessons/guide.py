"""Guides a newcomer through a round: each choice has a sentence, and what a bot would take is marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from nicegui import background_tasks
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement

from immolation.dashboard.elements import box, button, stands_for, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import HintJson, SeatJson, TableJson
from immolation.dashboard.panels.board_input import SendCommand
from immolation.dashboard.rulesets import how_to_play
from immolation.dashboard.translation import _

FIRST = 1
"""It is offered up to this round."""

HINT = "Through this round: each choice says what it means, and what a bot would take is marked"


class Guide:
    """The guided round of one window."""

    def __init__(self, feed: Feed, ask: SendCommand, learn: Callable[[], Any], changed: Callable[[], None]) -> None:
        """``ask`` sends a command that nobody tapped, ``learn`` opens the cards on how to play.

        ``changed`` is called when the guide begins or ends, and when it knows more.
        """
        self._feed, self._ask, self._learn, self._changed = feed, ask, learn, changed
        self._round: int | None = None
        """The round that is guided; None: nobody is."""
        self._over = False
        """Whether a guided round has come to its end and nobody has said what next."""
        self._usual: dict[str, tuple[int, str]] = {}
        """Seat -> the journal number at which it is asked, and the label of what a bot would do."""
        self._marked = False

    @property
    def on(self) -> bool:
        """Whether this window is guided now."""
        return self._round is not None

    def begin(self) -> None:
        """Guide from now to the end of this round."""
        self._round, self._over = _round(self._feed.table), False
        self._changed()

    def leave(self) -> None:
        """Guide no more."""
        self._round, self._over = None, False
        self._usual.clear()
        self._changed()

    def follow(self, table: TableJson) -> list[bool]:
        """Notice the end of a round or of a game; returns what has to differ for the guide to be built again."""
        if self._round is not None and _round(table) != self._round:
            self._over = _round(table) > self._round
            self._round = None
            self._usual.clear()
        return [self.on, self._over, self._offered(table)]

    def means(self, state: SeatJson, do: str) -> str:
        """Return what an action means, while this window is guided."""
        table = self._feed.table
        if not self.on or table is None or state.decision is None:
            return ""
        said = _(how_to_play.choice_meaning(table.ruleset, state.decision.kind, do))
        return f"{said[:1].upper()}{said[1:]}." if said else ""

    def build(self, table: TableJson, asked: Sequence[SeatJson]) -> None:
        """Build what stands above the choices. ``asked``: those who are waited for, as far as they are uncovered."""
        if self.on:
            with box("im-guide", role="note"):
                text("Guided round", "im-guide-said")
                button("Leave the guide", self.leave, "im-link")
                for state in asked:
                    if len(state.actions) > 1 and not (state.decision is not None and state.decision.observed):
                        self._advise(state, text("", "im-guide-usual"))
        elif self._over:
            with box("im-guide", role="note"):
                text("That was the guided round.", "im-guide-said")
                button("One more round", self.begin, "im-link")
                button("Go on alone", self.leave, "im-link")
        elif self._offered(table) and asked:
            with box("im-guide im-guide-offer", role="note"):
                text("New to this?", "im-guide-said")
                button("Guide me", self.begin, "im-link", hint=HINT)
                button("How to play", self._learn, "im-link")
                away = button("×", lambda: None, "im-close", hint="Close")
                away._event_listeners.clear()  # the browser alone keeps it
                away._props["data-set"] = "guide=off"

    def mark(self, page: Element) -> None:
        """Mark the buttons of what a bot would take, wherever on the page they are, and no others."""
        labels = {_(label) for _n, label in self._usual.values()}
        if not labels and not self._marked:
            return
        self._marked = bool(labels)
        for one in page.descendants():
            usual = not labels.isdisjoint(stands_for(one))
            if usual != ("im-usual" in one.classes):
                one.classes(add="im-usual" if usual else "", remove="" if usual else "im-usual")

    def _offered(self, table: TableJson) -> bool:
        return not self.on and _round(table) <= FIRST and how_to_play.lesson(table.ruleset) is not None

    def _advise(self, state: SeatJson, line: TextElement) -> None:
        known = self._usual.get(state.seat)
        if known is not None and known[0] == state.n:
            _show(line, known[1])
            return
        self._usual.pop(state.seat, None)
        background_tasks.create(self._find_usual(state, line))

    async def _find_usual(self, state: SeatJson, line: TextElement) -> None:
        answer = await self._ask(table="hint", seat=state.seat)
        now = self._feed.seats.get(state.seat)
        if answer is None or not self.on or now is None or now.n != state.n:
            return
        advice = msgspec.convert(self._feed.named(answer), HintJson)
        offered = [*state.actions, *(one for ahead in state.ahead for one in ahead.actions)]
        label = next((one.label for one in offered if one.action == advice.action), advice.label)
        self._usual[state.seat] = (state.n, label)
        if not line.is_deleted:
            with line.client:
                _show(line, label)
            self._changed()


def _show(line: TextElement, label: str) -> None:
    line.set_text(_("Usual here: {label}", label=_(label)))


def _round(table: TableJson | None) -> int:
    number = table.view.get("round") if table is not None else None
    return number if type(number) is int else 0
