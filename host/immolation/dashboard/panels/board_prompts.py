"""Prompts about the table itself: which move was meant, board or game, going back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from immolation.dashboard import seats
from immolation.dashboard.elements import Panel, box, button, text
from immolation.dashboard.messages import ChoiceJson, SettlementJson, TableJson
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _

from .headline import to_put_right
from .player_dialogs import Command

RIGHT = {"board": "The board is right", "game": "The game is right"}
"""What may be said to be right -> the sentence that says so."""


class BoardPrompts:
    """The questions to one viewer about the board and about going back."""

    def __init__(self, viewer: Viewer, command: Command) -> None:
        self._viewer, self._command = viewer, command
        self._right = Panel("im-right", label="Put the board right")
        self._agree = Panel("im-right", label="Going back")

    def show(self, table: TableJson | None) -> None:
        """Ask what there is to ask now."""
        if table is None:
            self._right.hide(True)
            self._agree.hide(True)
            return
        self._show_right(table)
        people = {seat: seats.name(table, seat) for seat in table.consent if self._viewer.sees(seat)}
        self._agree.hide(not people)
        number = table.consent_id
        self._agree.show([people, number], lambda: build_consent(people, number, self._command))

    def _show_right(self, table: TableJson) -> None:
        choices = table.board.choices
        choices = choices if any(self._viewer.sees(str(choice.action.get("seat"))) for choice in choices) else []
        may = self._viewer.role != "watch" and self._viewer.may(table.rights.settle) and not table.consent
        astray = to_put_right(table) and may
        self._right.hide(not (astray or choices))
        settlement = table.board.settlement or SettlementJson()
        asked = [
            seats.name(table, seat)
            for seat in settlement.owners
            if not self._viewer.sees(seat) and seats.player(table, seat).kind == "person"
        ]

        def build() -> None:
            if choices:
                build_choices(choices, self._command)
            elif astray:
                build_put_right(settlement, asked, self._command)

        self._right.show([astray, msgspec.to_builtins(choices), msgspec.to_builtins(settlement), asked], build)


def build_choices(choices: Sequence[ChoiceJson], command: Command) -> None:
    """Build a button for each of several moves that the pattern on the board may have meant."""
    with box("im-buttons im-rows"):
        for index, choice in enumerate(choices):
            label = f"{chr(65 + index)} · {choice.label}"
            button(label, partial(command, table="choose", index=index), "im-action")


def build_put_right(settlement: SettlementJson, asked: Sequence[str], command: Command) -> None:
    """Ask which of board and game is right where they differ, and say what follows; ``asked``: who must agree first."""
    with box("im-buttons im-rows"):
        for which, effect in (("board", settlement.board), ("game", settlement.game)):
            button(
                f"{_(RIGHT[which])}: {effect}" if effect else RIGHT[which],
                partial(command, table="put-right", which=which),
                "im-action im-quiet im-short",
            )
    if asked:
        said = "{names} is asked to agree." if len(asked) == 1 else "{names} are asked to agree."
        text(_(said, names=seats.several(asked)), "im-hint")


def build_consent(names: Mapping[str, str], number: int, command: Command) -> None:
    """Build yes and no for each of these seats, to what the headline says; ``names``: seat -> its name.

    ``number``: of what is asked, so that no tap answers what is asked a moment later.
    """
    answer = partial(command, table="consent", **({"to": number} if number else {}))
    for seat, name in names.items():
        with box("im-buttons im-pair"):
            button(
                _("{name} agrees", name=name),
                partial(answer, seat=seat, yes=True),
                "im-action",
            )
            button(
                _("{name} does not", name=name),
                partial(answer, seat=seat, yes=False),
                "im-action im-quiet",
            )
