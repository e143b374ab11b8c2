"""Shows what happened, newest first, with the rules behind each line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from itertools import takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from immolation.dashboard import seats
from immolation.dashboard.elements import box, button, text
from immolation.dashboard.messages import EntryJson, EventJson
from immolation.dashboard.translation import _

UNDO, PASSED = "undo", "passed"
"""Kinds of events that the log treats apart."""

SHOWN_ROWS = 60
"""Older ones stay in the journal; a phone need not carry them."""

NO_NAMES: Mapping[str, str] = MappingProxyType({})


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


class LogRow(NamedTuple):
    """A row of the log: one journal entry, or several that tell of passes only."""

    n: int
    """Number of the (first) journal entry."""

    last: int
    """Number of the last one, the same where it is one."""

    events: tuple[EventJson, ...]
    undone: bool
    folded: bool = False
    """Whether it tells of passes only, so that the next ones may be added."""


def log_rows(entries: Iterable[EntryJson], void: Collection[int], folded: Collection[str]) -> list[LogRow]:
    """Return the rows of the log. Events of the kinds ``folded`` are added to those of the row before."""
    rows: list[LogRow] = []
    for entry in entries:
        events, undone = tuple(entry.events), entry.n in void
        passes = tuple(takewhile(lambda event: event.kind in folded, events))
        if passes and rows and rows[-1].folded and rows[-1].undone == undone:
            rows[-1] = rows[-1]._replace(last=entry.n, events=rows[-1].events + passes)
            events, passes = events[len(passes) :], ()
        if events:
            rows.append(LogRow(entry.n, entry.n, events, undone, folded=passes == events))
    return rows


def _in_one_line(row: LogRow, names: Mapping[str, str]) -> LogRow:
    """Tell the passes of a row in one sentence; ``names``: seat -> what people call it."""
    told = [seat for event in row.events if (seat := str(event.data.get("seat"))) in names]
    if not row.folded or len(row.events) == 1 or len(told) < len(row.events):
        return row
    several = [names[seat] for seat in dict.fromkeys(told)]
    said = _("{names} let the moment pass.", names=seats.several(several)) if several[1:] else row.events[0].text
    rules = list(dict.fromkeys(rule for event in row.events for rule in event.rules))
    return row._replace(events=(EventJson(row.events[0].kind, said, rules),))


class EventLog:
    """The list, grown at its top entry by entry, so that reading it is not disturbed by what happens."""

    def __init__(self, why: Callable[..., Any]) -> None:
        self._why = why
        self._rows: dict[int, tuple[LogRow, Any]] = {}
        with box("im-log", role="log", aria_label="What happened", tabindex="0"):
            self.element = box("im-log-list", tag="ol")
        with self.element:
            self._empty = text("Nothing has happened yet.", "im-hint", tag="li")

    def show(self, entries: list[EntryJson], folded: Collection[str] = (), names: Mapping[str, str] = NO_NAMES) -> None:
        """Bring the list up to date. ``folded``: see `Look.folded`; ``names``: seat -> what people call it."""
        told = [entry for entry in map(readable, entries) if entry.events and not entry.quiet]
        rows = log_rows(told, undone(entries), folded)[-SHOWN_ROWS:]
        wanted = {row.n: _in_one_line(row, names) for row in rows}
        for n in [n for n, (shown, element) in self._rows.items() if wanted.get(n) != shown]:
            self._rows.pop(n)[1].delete()
        for n in sorted(wanted):
            if n not in self._rows:
                self._add(wanted[n])
        self._empty.set_visibility(not self._rows)

    def _add(self, row: LogRow) -> None:
        above = sum(1 for n in self._rows if n > row.n)
        with self.element:
            element = box("im-log-entry" + (" im-undone" if row.undone else ""), tag="li")
        element.move(target_index=above)
        with element:
            text(str(row.n) if row.n == row.last else f"{row.n}–{row.last}", "im-log-number")
            with box("im-log-lines"):
                for event in row.events:
                    with box("im-log-line"):
                        text(event.text, "im-log-text", tag="del" if row.undone else "span")
                        rules = [
                            rule for rule in event.rules if rule != "TABLE"
                        ]  # what the table does itself is no rule
                        if rules:
                            link = button("why?", partial(self._why, *rules), "im-why", hint=", ".join(rules))
                            link._props["aria-label"] = _("Why? {names}", names=", ".join(rules))
        self._rows[row.n] = (row, element)
