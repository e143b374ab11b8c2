"""The dialog for one more table: a new game, and under which clocks and with whose dice it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from immolation.dashboard.elements import text
from immolation.dashboard.panels.new_game import FIELD, NewGame, Send
from immolation.dashboard.translation import _

LONGEST_NAME = 40

WINDOW_S = 30
"""Seconds to answer a question out of turn where there is a clock: time to look at one's cards."""

CLOCKS: dict[str, tuple[str, dict[str, Any]]] = {
    "off": ("No clock: everybody takes their time.", {}),
    "turn": ("90 seconds a turn; then the usual choice is taken.", {"mode": "turn", "seconds": 90, "window": WINDOW_S}),
    "bank": (
        "10 minutes each for the whole game, and 10 seconds more with each turn.",
        {"mode": "bank", "seconds": 600, "increment": 10, "window": WINDOW_S},
    ),
    "long": (
        "25 minutes each for the whole game, and 15 seconds more with each turn.",
        {"mode": "bank", "seconds": 1500, "increment": 15, "window": WINDOW_S},
    ),
}
"""Choice -> what it means, and what the host is told."""

CLOCK_NAMES = {"off": "none", "turn": "90 s a turn", "bank": "10 min + 10 s", "long": "25 min + 15 s"}

DICE = {
    "host": "The host rolls and shuffles, so that nobody has to.",
    "typed": "You roll and draw at the table, and type in what came.",
}
DICE_NAMES = {"host": "by the host", "typed": "by hand"}


class OpenTableDialog(NewGame):
    """The dialog of one browser."""

    title, classes, asks = "Open a table", "im-new-game im-open-table", "lobby"

    def __init__(self, rulesets: dict[str, str], send: Send, on_opened: Callable[[str], None]) -> None:
        """``on_opened`` is called with the id of the table that was opened."""
        super().__init__(rulesets, False, send)
        self._on_opened = on_opened

    def _build_first(self) -> None:
        self._name = ui.input(_("Name")).props(f"outlined dense maxlength={LONGEST_NAME}").classes("im-entry")
        text("What people call it, such as Kitchen; it may be changed at any time.", "im-hint")

    def _build_last(self) -> None:
        self._clocks = _choice("Clocks", CLOCK_NAMES, {name: told[0] for name, told in CLOCKS.items()})
        self._dice = _choice("Dice and cards", DICE_NAMES, DICE)

    async def _start(self) -> None:
        meant = {**self._meant(), "name": str(self._name.value or "").strip()}
        clocks = CLOCKS[str(self._clocks.value)][1]
        reply = await self._ask_table(lobby="open", **meant, dice=str(self._dice.value), clocks=clocks)
        if reply is not None:
            self._window.close()
            self._on_opened(str(reply.get("table", "")))


def _choice(title: str, names: dict[str, str], words: dict[str, str]) -> Any:
    """A choice, with a sentence on what is chosen; the first is preselected."""
    chosen = ui.select({key: _(name) for key, name in names.items()}, value=next(iter(names)), label=_(title))
    chosen.props(FIELD).classes("im-entry")
    said = text(words[chosen.value], "im-hint")
    chosen.on_value_change(lambda event: said.set_text(_(words[event.value])))
    return chosen
