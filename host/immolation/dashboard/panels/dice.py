"""Lets people enter dice that they really rolled: a pad of 100, four faces, or whatever outcomes there are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from immolation.dashboard.elements import Panel, box, button, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import ActionJson, DecisionJson, SeatJson
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _

Roll = Callable[[ActionJson], Awaitable[bool]]


class TypedDice:
    """The panel in which the dice of the table are entered, where people roll them."""

    def __init__(self, feed: Feed, viewer: Viewer, roll: Roll) -> None:
        self._feed, self._viewer, self._roll = feed, viewer, roll
        self._panel = Panel("im-dice", label="Dice")

    def refresh(self) -> None:
        """Show it while dice are waited for."""
        table = self._feed.table
        due = table is not None and table.dice == "typed" and "chance" in table.deciders and table.phase == "playing"
        self._panel.hide(not due or self._viewer.role == "watch")
        if table is None or not due:
            self._panel.show(None, lambda: None)
            return
        chance = self._feed.seats.get("chance")
        rolls = outcomes(table.deciders["chance"], chance if chance and chance.n == table.n else None)
        self._panel.show([table.n, rolls], lambda: build_dice(rolls, self._roll))


def outcomes(decision: DecisionJson | None, state: SeatJson | None) -> list[tuple[ActionJson, str]]:
    """Every way the dice may fall, with a label: from the seat of chance's own state or from the public decision."""
    if state is not None and state.actions:
        return [(action.action, action.label) for action in state.actions]
    for source in (state.decision if state is not None else None, decision):
        if source is not None and source.outcomes:
            return [(outcome.action, label_of(outcome.action)) for outcome in source.outcomes]
    return []


def label_of(action: ActionJson) -> str:
    """Return what an outcome shows, where nobody has said: the values of its own fields."""
    facts = [value for key, value in action.items() if key not in ("do", "seat")]
    return ", ".join(str(fact) for fact in facts) or str(action.get("do", "?"))


def percentile(rolls: list[tuple[ActionJson, str]]) -> dict[int, ActionJson] | None:
    """Value -> action if these are the hundred rolls of the percentile dice, else None."""
    if len(rolls) != 100:
        return None
    for key in rolls[0][0]:
        by_value = {action.get(key): action for action, label in rolls}
        if by_value.keys() == set(range(100)):
            return {int(value): by_value[value] for value in range(100)}
    return None


def several(rolls: list[tuple[ActionJson, str]]) -> tuple[str, int, list[int]] | None:
    """Field, number of dice and faces, if these are the throws of several equal dice listed in order, else None."""
    if len(rolls) < 2:
        return None
    lists = [key for key, value in rolls[0][0].items() if isinstance(value, list | tuple)]
    if len(lists) != 1:
        return None
    thrown = [action.get(lists[0]) for action, label in rolls]
    counts = {len(one) if isinstance(one, list | tuple) else 0 for one in thrown}
    if len(counts) != 1 or counts == {0}:
        return None
    faces = sorted({face for one in thrown if isinstance(one, list | tuple) for face in one if type(face) is int})
    return (lists[0], counts.pop(), faces) if 2 <= len(faces) <= 20 else None


def build_dice(rolls: list[tuple[ActionJson, str]], roll: Roll) -> None:
    """The pad or the buttons, inside the current container."""
    by_value = percentile(rolls)
    if by_value is not None:
        with box("im-pad", role="group", aria_label="Percentile dice: tens down, units across"):
            for value in range(100):
                _face(f"{value:02d}", by_value[value], roll, "im-pad-key")
        return
    thrown = several(rolls)
    if thrown is not None:
        _build_several(rolls, *thrown, roll)
        return
    small = all(len(label) <= 3 for action, label in rolls)
    with box("im-faces" if small else "im-buttons", role="group", aria_label="Dice"):
        for action, label in rolls:
            _face(_face_label(action, label), action, roll, "im-face" if small else "im-action")
    if not rolls:
        text("The table has not said which rolls are possible.", "im-hint")


def _build_several(rolls: list[tuple[ActionJson, str]], field: str, count: int, faces: list[int], roll: Roll) -> None:
    """One row of faces a die; the throw is sent when every die has one."""
    by_throw = {tuple(sorted(action[field])): action for action, label in rolls}
    shown: list[int | None] = [None] * count
    rows: list[dict[int, Any]] = []
    wrong = text("", "im-wrong")

    async def choose(die: int, face: int) -> None:
        shown[die] = face
        for value, element in rows[die].items():
            element.classes(add="chosen" if value == face else "", remove="" if value == face else "chosen")
            element._props["aria-checked"] = str(value == face).lower()
            element.update()
        fallen = [value for value in shown if value is not None]
        if len(fallen) < count:
            return
        action = by_throw.get(tuple(sorted(fallen)))
        if action is None:
            wrong.set_text("These dice cannot fall like that.")
        else:
            await roll(action)

    for die in range(count):
        with box("im-segments", role="radiogroup", aria_label=_("Die {die} of {count}", die=die + 1, count=count)):
            row = {face: button(str(face), partial(choose, die, face), "im-segment") for face in faces}
        for element in row.values():
            element._props.update({"role": "radio", "aria-checked": "false"})
        rows.append(row)


def _face_label(action: ActionJson, label: str) -> str:
    return label or label_of(action)


def _face(label: str, action: ActionJson, roll: Roll, classes: str) -> None:
    def send() -> Any:
        return roll(action)

    button(label, send, classes)
