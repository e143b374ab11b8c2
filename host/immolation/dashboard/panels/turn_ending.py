"""Lets a player say with an action that the turn ends after it, instead of being asked once more."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui.element import Element

from immolation.dashboard import rulesets
from immolation.dashboard.elements import button, press
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import ActionJson, NextJson, SeatJson
from immolation.dashboard.rulesets import Act


class TurnEnding:
    """The announcements of one viewer about the next action of each seat."""

    def __init__(self, feed: Feed, act: Act) -> None:
        self._feed, self._act = feed, act
        self._ends: dict[str, int] = {}
        """Seat -> the journal number at which its player said that the turn ends with the next action."""

    def build(self, state: SeatJson) -> None:
        """The switch, inside the current container, where the turn may be ended after what is asked now."""
        table = self._feed.table
        if table is None or not self._ending(state) or table.view.get("turn") != state.seat:
            return
        shown: list[Element] = []

        def switch() -> None:
            on = self._ends.pop(state.seat, None) != state.n
            if on:
                self._ends[state.seat] = state.n
            press(shown[0], on)

        hint = "Your next action is the last of this turn, and you are not asked once more"
        shown.append(button("Then end my turn", switch, "im-signal im-then-end", hint=hint))
        press(shown[0], self._ends.get(state.seat) == state.n)

    async def act(self, seat: str, action: ActionJson, then: Sequence[NextJson] = ()) -> bool:
        """Take an action, and end the turn after it where its player said so."""
        state = self._feed.seats.get(seat)
        ending = self._ending(state) if state is not None and self._ends.get(seat) == state.n else None
        if ending is not None and action.get("do") != ending.action["do"]:
            then = (*then, ending)
        return await self._act(seat, action, then)

    def _ending(self, state: SeatJson) -> NextJson | None:
        """Return the action that ends the turn after a seat's decision; None where the ruleset's look names none."""
        table = self._feed.table
        if table is None or state.decision is None:
            return None
        found = rulesets.of(table.ruleset).ends.get(state.decision.kind)
        return NextJson(found[0], {"do": found[1], "seat": state.seat}) if found is not None else None
