"""Shows the dice that fell over the board: they tumble, land with their faces, and say what came of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from nicegui.element import Element

from immolation.dashboard.messages import EntryJson
from immolation.dashboard.rulesets import Look
from immolation.dashboard.rulesets.look import DrawnDie
from immolation.dashboard.translation import _

from .unseen_events import UnseenEvents

TOGETHER_SECONDS = 1.5
"""Dice that fall closer together than this lie side by side: some rulesets roll them one by one."""

MOST = 3
"""Rolls that lie side by side; the newest stay."""

MOST_DICE = 12
"""Dice of one roll that are drawn; more would hide the board, and the sentence tells them all."""


class DiceThrow(Element, component="dice_throw.js"):
    """The dice over the board of one browser."""

    def __init__(self) -> None:
        super().__init__()
        self._props["rolls"] = []
        self._props["tumble"] = True
        self._props["label"] = _("Dice")
        self._unseen = UnseenEvents()
        self._at = 0.0

    def show(self, entries: Sequence[EntryJson], look: Look, *, tumble: bool) -> None:
        """Let the dice among what is new fall. ``tumble``: the host rolled them; else people saw them fall."""
        rolls = [
            {"n": entry.n, "dice": [_drawn(die) for die in dice[:MOST_DICE]], "said": _sentence(entry)}
            for entry, events in self._unseen.of(entries)
            if len(events) == len(entry.events) and (dice := look.rolled(entry))
        ]
        if not rolls:
            return
        now = asyncio.get_running_loop().time()
        lying = self._props["rolls"] if now - self._at < TOGETHER_SECONDS else []
        self._at = now
        self._props["rolls"] = [*lying, *rolls][-MOST:]
        self._props["tumble"] = tumble
        self.update()


def _drawn(die: DrawnDie) -> dict[str, Any]:
    """A die for the browser, with what is read aloud of it: its name where its shape does not say it, and its face."""
    named = f"{_(die.title)}: " if die.title else ""
    return {**msgspec.to_builtins(die), "said": f"{named}{_(die.face)}"}


def _sentence(entry: EntryJson) -> str:
    return next((_(event.text) for event in entry.events if event.text), "")
