"""The buttons of a virtual board: one for each seat, and the host's.

The digits 1 to 6, and 0 for the host's, press them while the board has the focus.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from immolation.dashboard import seats
from immolation.dashboard.drawing import drawn_board
from immolation.dashboard.elements import Panel, box, button, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import TableJson
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _

FIRST, HOST = 100, 106
"""Numbers of the buttons among the spots of a board: the first seat's, and the host's."""

HELD_S = 0.25
"""How long a click holds a button: longer than the firmware's debounce, also where its loop is slow."""


class SeatButtons:
    """A row of buttons that go through the virtual board, as fingers on a real one would."""

    def __init__(self, feed: Feed, viewer: Viewer, is_virtual: Callable[[], bool]) -> None:
        self._feed, self._viewer, self._is_virtual = feed, viewer, is_virtual
        self._panel = Panel("im-seat-buttons", tag="div", label="Buttons of the board")

    def refresh(self) -> None:
        """Show the buttons that this viewer may press, lit as they are on the board."""
        table = self._feed.table
        spots = self._spots(table) if table is not None and self._is_virtual() else {}
        self._panel.hide(not spots)
        if table is None:
            return
        layers = drawn_board.lights(self._feed, table)
        lit = {spot: layer.colour for layer in layers for spot in layer.tiles if spot >= FIRST}
        key = [(spot, label, colour, lit.get(spot)) for spot, (label, colour) in spots.items()]

        def build() -> None:
            text("Buttons on the board", "im-small-title")
            text("One of your own passes, ends a turn, goes on; held down, it asks a bot.", "im-hint")
            with box("im-row"):
                for spot, (label, colour) in spots.items():
                    _build(label, colour, spot, lit.get(spot), self._press)

        self._panel.show(key, build)

    def _spots(self, table: TableJson) -> dict[int, tuple[str, str]]:
        """Spot -> what the button is called, and its colour."""
        found = {}
        for place, seat in enumerate(list(seats.facts(table))[: HOST - FIRST]):
            if self._viewer.role == "host" or (self._viewer.role == "seat" and self._viewer.sees(seat)):
                found[FIRST + place] = (seats.name(table, seat), seats.colour(table, seat))
        if self._viewer.role == "host":
            found[HOST] = (_("Host"), seats.NEUTRAL)
        return found

    async def _press(self, spot: int) -> None:
        await self._feed.publish_board("hand", {"tile": spot, "up": False})
        await asyncio.sleep(HELD_S)
        await self._feed.publish_board("hand", {"tile": spot, "up": True})


def _build(label: str, colour: str, spot: int, light: int | None, press: Callable[[int], Awaitable[None]]) -> None:
    key = 0 if spot == HOST else spot - FIRST + 1
    made = button(
        label, lambda: press(spot), "im-seat-button", hint=_("Key {key} while the board has the focus", key=key)
    )
    made._props["data-button"] = str(key)
    made._props["aria-label"] = (_("Button of {label}, lit") if light is not None else _("Button of {label}")).format(
        label=label
    )
    made.style(f"--seat: {colour}")
    if light is not None:
        made.classes("lit")
        made.style(f"--light: {seats.css(light)}")
