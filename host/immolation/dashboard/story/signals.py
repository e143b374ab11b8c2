"""Decides what a browser lets its player hear and feel: their turn, a window, a wound, a wall, the end.

While its player is waited for it also keeps the screen awake.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from nicegui.element import Element

from immolation.dashboard import seats
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import AnnouncementJson, EntryJson, EventJson, SeatJson, TableJson
from immolation.dashboard.rulesets import Look
from immolation.dashboard.translation import _, language

from .unseen_events import UnseenEvents

CUES = ("end", "turn", "wound", "window", "moment")
"""The most urgent first: of several at once one is heard."""

WORDS = {
    "on": "on",
    "off": "off",
    "barred": "not allowed",
    "barred_hint": "Your browser was told not to notify for this page; allow it in its settings",
    "sound": "Sound",
    "sound_hint": "A tone when it is your turn, for a window, a wound, a wall and the end",
    "speech": "Speech",
    "speech_hint": "Says aloud whose turn it is, so that nobody has to look here",
    "speaks": "Speech is on.",
    "awake": "Keep awake",
    "awake_hint": "The screen does not go dark while it is your turn",
    "notify": "Notify me",
    "notify_hint": "Tells you when it is your turn while this page is out of sight",
    "turn": "Your turn",
}
"""What the browser shows of it -> in English."""


MOST_SAID = 8
"""Announcements that a browser is given at once."""

AGREE = " Do you agree?"
"""Behind what the others are asked to agree to."""


class Signals(Element, component="signals.js"):
    """The tools for sound, speech and notifications of one browser, and the cues that they are used for.

    What is switched on or off is kept by the browser; a notification is asked for by a tap and never otherwise.
    """

    def __init__(self) -> None:
        super().__init__()
        self._props.update({"cue": {"id": 0, "kind": "", "text": ""}, "waiting": False, "said": []})
        self._props["words"] = {name: _(said) for name, said in WORDS.items()}
        self._unseen = UnseenEvents()
        self._begun = False
        self._asked_at: dict[str, int] = {}
        """Seat -> the journal number at which it was asked last."""

        self._over = True
        self._announced = 0
        """Announcements before this browser came, which are not said again."""

    def show(self, feed: Feed, entries: Sequence[EntryJson], asked: Sequence[SeatJson], own: Collection[str],
             look: Look) -> None:  # fmt: skip
        """Give a cue for what is new. ``asked``: who of this browser's seats is waited for; ``own``: these seats."""
        table = feed.table
        if table is None:
            return
        first, self._begun = not self._begun, True
        fresh = [event for _, events in self._unseen.of(entries) for event in events]
        due = {self._kind(event, own, table, look) for event in fresh}
        due |= {self._question(state, table, entries) for state in asked}
        over, self._over = self._over, table.phase == "over"
        if self._over and not over:
            due.add("end")
        props: dict[str, Any] = {"waiting": bool(asked)}
        kind = next((cue for cue in CUES if cue in due), "")
        if kind and not (first and kind != "turn"):
            props["cue"] = {"id": self._props["cue"]["id"] + 1, "kind": kind, "text": _words(kind, table, asked)}
        if first:
            self._announced = feed.announced_count
        newest = [(at, one) for at, one in feed.announcements if at > self._announced and one.text]
        props["said"] = [{"id": at, **_spoken(one)} for at, one in newest[-MOST_SAID:]]
        if any(self._props[key] != value for key, value in props.items()):
            self._props.update(props)
            self.update()

    def _kind(self, event: EventJson, own: Collection[str], table: TableJson, look: Look) -> str:
        if event.kind in look.wounds and any(look.concerns(event, seat, table.view) for seat in own):
            return "wound"
        return "moment" if event.kind in look.moments else ""

    def _question(self, state: SeatJson, table: TableJson, entries: Sequence[EntryJson]) -> str:
        """``turn`` or ``window`` where others have acted since this seat was asked last, else nothing."""
        since = self._asked_at.get(state.seat)
        self._asked_at[state.seat] = table.n
        later = [entry for entry in entries if since is not None and entry.n > since]
        others = [entry for entry in later if _whose(entry) not in (state.seat, "chance", None)]
        if since is not None and not others:
            return ""
        return "turn" if table.view.get("turn") in (state.seat, None) else "window"


def _whose(entry: EntryJson) -> Any:
    """The seat that acted; where the action is secret, the seat that its events are about."""
    if entry.action is not None:
        return entry.action.get("seat")
    return next((event.data["seat"] for event in entry.events if "seat" in event.data), None)


def _spoken(announced: AnnouncementJson) -> dict[str, str]:
    """An announcement in the language of the browser, and which that is; as it came where it is not translated."""
    names, colon, prompt = announced.text.partition(": ")
    if announced.kind == "asked" and colon:  # people and what they are asked
        agree = prompt.endswith(AGREE)
        asked = " ".join([_(prompt.removesuffix(AGREE)), *([_(AGREE.strip())] if agree else [])])
        said = f"{names}: {asked}"
    else:
        said = _(announced.text)
    return {"text": said, "lang": announced.lang if said == announced.text else language()}


def _words(kind: str, table: TableJson, asked: Sequence[SeatJson]) -> str:
    """Return the text of a notification."""
    if kind == "end":
        return _("The game is over.")
    if asked and asked[0].decision is not None:
        return f"{seats.name(table, asked[0].seat)}: {asked[0].decision.prompt}"
    return ""
