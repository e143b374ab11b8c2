"""Shows what happened, newest first, with the rules behind each line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from immolation.dashboard.elements import box, button, text
from immolation.dashboard.messages import EntryJson

SHOWN_ENTRIES = 60
"""Older ones stay in the journal; a phone need not carry them."""


class EventLog:
    """The list, grown at its top entry by entry, so that reading it is not disturbed by what happens."""

    def __init__(self, why: Callable[..., Any]) -> None:
        self._why = why
        self._rows: dict[int, tuple[EntryJson, Any]] = {}
        self.element = box("im-log", tag="ol", role="log", aria_label="What happened")
        with self.element:
            self._empty = text("Nothing has happened yet.", "im-hint", tag="li")

    def show(self, entries: list[EntryJson]) -> None:
        """Bring the list up to date."""
        told = [entry for entry in entries if entry.events and not entry.quiet]
        wanted = {entry.n: entry for entry in told[-SHOWN_ENTRIES:]}
        for n in [n for n, (entry, _) in self._rows.items() if wanted.get(n) != entry]:
            self._rows.pop(n)[1].delete()
        for n in sorted(wanted):
            if n not in self._rows:
                self._add(wanted[n])
        self._empty.set_visibility(not self._rows)

    def _add(self, entry: EntryJson) -> None:
        above = sum(1 for n in self._rows if n > entry.n)
        with self.element:
            row = box("im-log-entry", tag="li")
        row.move(target_index=above)
        with row:
            text(str(entry.n), "im-log-number")
            with box("im-log-lines"):
                for event in entry.events:
                    with box("im-log-line"):
                        text(event.text, "im-log-text", tag="span")
                        rules = [
                            rule for rule in event.rules if rule != "TABLE"
                        ]  # what the table does itself is no rule
                        if rules:
                            link = button("why?", partial(self._why, *rules), "im-why", hint=", ".join(rules))
                            link._props["aria-label"] = f"Why? {', '.join(rules)}"
        self._rows[entry.n] = (entry, row)
