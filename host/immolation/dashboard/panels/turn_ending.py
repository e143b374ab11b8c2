"""Lets a player say with an action what comes after it, or that the turn ends, instead of being asked once more."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui.element import Element

from immolation.dashboard import rulesets
from immolation.dashboard.elements import box, button, press, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import ActionJson, LegalActionJson, NextJson, SeatJson
from immolation.dashboard.rulesets import Act
from immolation.dashboard.translation import _


class TurnEnding:
    """The announcements of one viewer about the next action of each seat."""

    def __init__(self, feed: Feed, act: Act) -> None:
        self._feed, self._act = feed, act
        self._ends: dict[str, int] = {}
        """Seat -> the journal number at which its player said that the turn ends with the next action."""

        self._then: dict[str, tuple[int, list[NextJson]]] = {}
        """Seat -> the journal number at which its player said what comes after the next action, in that order."""

    def build(self, state: SeatJson) -> None:
        """Build the switches for what may come after whatever is chosen now, inside the current container."""
        for ahead in state.ahead:
            if not ahead.before:
                with box("im-group", role="group", aria_label=_("And then, if it can be done")):
                    text("And then, if it can be done", "im-group-title")
                    with box("im-chips"):
                        for action in self._besides_ending(state, ahead.actions):
                            self._build_then(state, NextJson(ahead.kind, action.action), action.label)
        self._build_ending(state)

    def _besides_ending(self, state: SeatJson, actions: Sequence[LegalActionJson]) -> list[LegalActionJson]:
        ending = self._ending(state)
        return [one for one in actions if ending is None or one.action.get("do") != ending.action["do"]]

    def _build_then(self, state: SeatJson, following: NextJson, label: str) -> None:
        def switch() -> None:
            said = self._said(state)
            if following in said:
                said.remove(following)
            else:
                said.append(following)
            self._then[state.seat] = (state.n, said)
            press(element, following in said)

        element = button(label, switch, "im-segment", hint="Said now, it is done without a question after your choice")
        press(element, following in self._said(state))

    def _said(self, state: SeatJson) -> list[NextJson]:
        """Return what the player said comes after the choice that is asked now, the end of the turn last."""
        n, said = self._then.get(state.seat, (-1, []))
        return sorted(said, key=lambda one: one.action.get("do") == "end-turn") if n == state.n else []

    def _build_ending(self, state: SeatJson) -> None:
        """Build the switch that ends the turn after what is asked now, where that may be."""
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
        then = (*then, *(self._said(state) if state is not None else ()))
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
