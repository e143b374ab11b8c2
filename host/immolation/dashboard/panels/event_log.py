"""Shows what happened, newest first, with the rules behind each line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec

from immolation.dashboard.elements import box, button, text
from immolation.dashboard.messages import EntryJson
from immolation.dashboard.translation import _

UNDO, PASSED = "undo", "passed"
"""Kinds of events that the log treats apart."""

SHOWN_ENTRIES = 60
"""Older ones stay in the journal; a phone need not carry them."""


def undone(entries: Iterable[EntryJson]) -> set[int]:
    """The numbers of entries that were taken back: those between an undo and what it went back to."""
    numbers: set[int] = set()
    for entry in entries:
        for event in entry.events:
            to = event.data.get("to")
            if event.kind == UNDO and type(to) is int:
                numbers |= set(range(to + 1, entry.n))
    return numbers


def readable(entry: EntryJson) -> EntryJson:
    """An entry without the passes in it that came by themselves: nobody missed a chance there."""
    if not entry.courtesy:
        return entry
    return msgspec.structs.replace(entry, events=[event for event in entry.events if event.kind != PASSED])


class EventLog:
    """The list, grown at its top entry by entry, so that reading it is not disturbed by what happens."""

    def __init__(self, why: Callable[..., Any]) -> None:
        self._why = why
        self._rows: dict[int, tuple[tuple[EntryJson, bool], Any]] = {}
        with box("im-log", role="log", aria_label="What happened", tabindex="0"):
            self.element = box("im-log-list", tag="ol")
        with self.element:
            self._empty = text("Nothing has happened yet.", "im-hint", tag="li")

    def show(self, entries: list[EntryJson]) -> None:
        """Bring the list up to date."""
        void = undone(entries)
        told = [entry for entry in map(readable, entries) if entry.events and not entry.quiet]
        wanted = {entry.n: (entry, entry.n in void) for entry in told[-SHOWN_ENTRIES:]}
        for n in [n for n, (shown, row) in self._rows.items() if wanted.get(n) != shown]:
            self._rows.pop(n)[1].delete()
        for n in sorted(wanted):
            if n not in self._rows:
                self._add(*wanted[n])
        self._empty.set_visibility(not self._rows)

    def _add(self, entry: EntryJson, void: bool) -> None:
        above = sum(1 for n in self._rows if n > entry.n)
        with self.element:
            row = box("im-log-entry" + (" im-undone" if void else ""), tag="li")
        row.move(target_index=above)
        with row:
            text(str(entry.n), "im-log-number")
            with box("im-log-lines"):
                for event in entry.events:
                    with box("im-log-line"):
                        text(event.text, "im-log-text", tag="del" if void else "span")
                        rules = [
                            rule for rule in event.rules if rule != "TABLE"
                        ]  # what the table does itself is no rule
                        if rules:
                            link = button("why?", partial(self._why, *rules), "im-why", hint=", ".join(rules))
                            link._props["aria-label"] = _("Why? {names}", names=", ".join(rules))
        self._rows[entry.n] = ((entry, void), row)
