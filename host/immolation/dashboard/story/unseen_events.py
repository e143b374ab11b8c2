"""Tells what is new to one browser among the entries it is given again and again."""

from __future__ import annotations

from collections.abc import Sequence

from immolation.dashboard.messages import EntryJson, EventJson


class UnseenEvents:
    """Keeps what one browser has heard of. What had happened before it came is no news to it."""

    def __init__(self) -> None:
        self._newest: tuple[int, int] | None = None
        """Journal number and events heard of the newest entry: a long turn is told step by step."""

    def of(self, entries: Sequence[EntryJson]) -> list[tuple[EntryJson, list[EventJson]]]:
        """The entries with something new, and their new events; ``entries`` in order of their numbers."""
        if not entries:
            return []
        before, last = self._newest, entries[-1]
        self._newest = (last.n, len(last.events))
        if before is None or last.n < before[0]:
            return []
        heard = {before[0]: before[1]}
        found = [(entry, entry.events[heard.get(entry.n, 0) :]) for entry in entries if entry.n >= before[0]]
        return [(entry, events) for entry, events in found if events]
