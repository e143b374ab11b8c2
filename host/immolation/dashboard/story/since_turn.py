"""Tells a player once, before the first choice of a turn, what has happened since their last one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from immolation.dashboard.elements import Panel, box, button, text
from immolation.dashboard.messages import EntryJson, EventJson, TableJson
from immolation.dashboard.panels.event_log import readable, undone
from immolation.dashboard.rulesets import Look
from immolation.dashboard.translation import _

MOST = 12
"""Lines of the card; what happened to the player comes before what happened to others where it is too much."""

FOLD = "const card = getElement(%d); if (getComputedStyle(card).getPropertyValue('--folded')) card.open = false;"
"""Folds the card where the page's style leaves it too little room beside the choices."""

BEGINS = ("turn-begins", "turn")
"""Kinds of events with which a turn begins."""


class SinceTurn:
    """The card of one browser. It goes with the player's next action, or with a tap."""

    def __init__(self, why: Callable[..., Any]) -> None:
        self._why = why
        self._marks: dict[str, int] = {}
        """Seat -> journal number at the end of its last turn, as far as it went."""

        self._turn: str | None = None
        """Whose turn it was when this was shown last."""

        self._new: int | None = None
        """Where a turn has begun that nothing was told in yet: the journal number at the end of the one before."""

        self._told: tuple[str, int, list[tuple[bool, EventJson]]] | None = None
        """Seat, journal number when the turn began, and the lines with whether each is about the seat."""

        self.panel = Panel("im-since", label="What happened since your turn")
        self.panel.hide(True)

    def show(self, table: TableJson, entries: Sequence[EntryJson], asked: Sequence[str], look: Look) -> None:
        """Bring the card up to date. ``asked``: the seats of this browser that are waited for."""
        turn = table.view.get("turn")
        if isinstance(turn, str):
            since = self._marks.get(turn, _last_of(turn, entries))
            if self._turn not in (None, turn) or (since is not None and _begun(turn, since, entries)):
                self._new, self._told = since, None
            self._turn, self._marks[turn] = turn, table.n
        if self._told is not None:
            whose, at, _ = self._told
            acted = any(entry.n > at and (entry.action or {}).get("seat") == whose for entry in entries)
            if acted or turn != whose or table.n < at:
                self._told = None
        elif self._new is not None and isinstance(turn, str) and turn in asked:
            self._told = (turn, table.n, lines_since(entries, self._new, turn, table, look))
            self._new = None
        lines = self._told[2] if self._told is not None else []
        self.panel.hide(not lines)
        self.panel.show([[own, event.text] for own, event in lines], partial(self._build, lines))

    def _build(self, lines: Sequence[tuple[bool, EventJson]]) -> None:
        if not lines:
            return
        about = sum(own for own, _ in lines)
        with box("im-since-card", tag="details", open="") as card:
            card.client.run_javascript(FOLD % card.id)
            with box("im-since-head", tag="summary"):
                text("Since your turn", "im-small-title", tag="span")
                text(_("{count} about you", count=about) if about else "", "im-hint", tag="span")
            with box("im-since-lines", tag="ul"):
                for own, event in _shortened(lines):
                    with box("im-since-line" + (" own" if own else ""), tag="li"):
                        text(event.text, tag="span")
                        rules = [rule for rule in event.rules if rule != "TABLE"]
                        if rules:
                            link = button("why?", partial(self._why, *rules), "im-why", hint=", ".join(rules))
                            link._props["aria-label"] = _("Why? {names}", names=", ".join(rules))
            left = len(lines) - len(_shortened(lines))
            if left:
                text(_("{count} more in the log", count=left), "im-hint")


def lines_since(
    entries: Sequence[EntryJson], since: int, seat: str, table: TableJson, look: Look
) -> list[tuple[bool, EventJson]]:
    """Return what others did and what came of it after journal entry ``since``, with whether it is about ``seat``."""
    void = undone(entries)
    lines: list[tuple[bool, EventJson]] = []
    for entry in map(readable, entries):
        if entry.n <= since or entry.quiet or entry.n in void or (entry.action or {}).get("seat") == seat:
            continue
        lines += [
            (look.concerns(event, seat, table.view), event)
            for event in entry.events
            if event.text and event.kind not in look.untold
        ]
    return lines


def _begun(seat: str, since: int, entries: Sequence[EntryJson]) -> bool:
    """Whether a turn of ``seat`` has begun after journal entry ``since``."""
    later = (event for entry in entries if entry.n > since for event in entry.events)
    return any(event.kind in BEGINS and event.data.get("seat") == seat for event in later)


def _last_of(seat: str, entries: Sequence[EntryJson]) -> int | None:
    """The entry of the last action of a seat, for a browser that has just come."""
    return next((entry.n for entry in reversed(entries) if (entry.action or {}).get("seat") == seat), None)


def _shortened(lines: Sequence[tuple[bool, EventJson]]) -> list[tuple[bool, EventJson]]:
    """The newest lines that fit, those about the player before others, in the order in which they happened."""
    if len(lines) <= MOST:
        return list(lines)
    order = sorted(range(len(lines)), key=lambda at: (not lines[at][0], -at))[:MOST]
    return [lines[at] for at in sorted(order)]
