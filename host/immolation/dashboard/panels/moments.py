"""Shows what nobody should miss as a card over the board for some seconds: a death, a wall that moves, the war."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from nicegui import ui
from nicegui.element import Element

from immolation.dashboard.elements import box, button, text
from immolation.dashboard.messages import EntryJson, EventJson

SHOWN_SECONDS = 7.0
"""Two sentences are read in that time; whoever reads slower finds them in the log."""

MOST = 2
"""Cards at once: more would hide the board. The newest stay."""

ABOUT = ("seat", "who", "card")
"""Where an event says to whom it happened, the first that it has."""


def concerns(event: EventJson, seats: Collection[str]) -> bool:
    """Whether it happened to one of these seats."""
    whom = next((event.data[key] for key in ABOUT if key in event.data), None)
    return isinstance(whom, str) and whom in seats


class Moments:
    """The cards of one browser. What had happened before it came is no news to it."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}
        """Entry -> events of it that were looked at: a long turn is told step by step."""

        self._begun = False
        self._cards: dict[tuple[str, str], Element] = {}
        """Title and text -> card, the oldest first."""

        self.element = box("im-moments", role="status", aria_label="What has just happened")

    def show(self, entries: Sequence[EntryJson], titles: Mapping[str, str], mine: Collection[str]) -> None:
        """Put up a card for every moment among what is new; ``mine``: the seats of whoever looks."""
        fresh = []
        for entry in entries:
            fresh += [event for event in entry.events[self._seen.get(entry.n, 0) :] if event.kind in titles]
        self._seen = {entry.n: len(entry.events) for entry in entries}
        if not self._begun:
            self._begun = bool(entries)
            return
        for event in fresh[-MOST:]:
            self._put_up(titles[event.kind], event.text, concerns(event, mine))

    def _put_up(self, title: str, said: str, own: bool) -> None:
        self._take_down(self._cards.get((title, said)))  # what happens again stays up once
        with self.element:
            card = box("im-moment" + (" own" if own else ""))
        with card:
            text(title, "im-moment-title")
            text(said, "im-moment-text")
            button("×", partial(self._take_down, card), "im-close", hint="Close")
            ui.timer(SHOWN_SECONDS, partial(self._take_down, card), once=True)
        self._cards[title, said] = card
        for old in list(self._cards.values())[:-MOST]:
            self._take_down(old)

    def _take_down(self, card: Element | None) -> None:
        for key, shown in list(self._cards.items()):
            if shown is card:
                del self._cards[key]
                shown.delete()


__all__ = ["Moments", "concerns"]
