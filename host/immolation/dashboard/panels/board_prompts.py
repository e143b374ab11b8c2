"""Prompts about the table itself: which move was meant, board or game, going back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from immolation.dashboard.elements import box, button, text
from immolation.dashboard.messages import ChoiceJson, SettlementJson
from immolation.dashboard.seats import several
from immolation.dashboard.translation import _

from .player_dialogs import Command

RIGHT = {"board": "The board is right", "game": "The game is right"}
"""What may be said to be right -> the sentence that says so."""


def build_choices(choices: Sequence[ChoiceJson], command: Command) -> None:
    """Which of several moves the pattern on the board meant."""
    with box("im-buttons im-rows"):
        for index, choice in enumerate(choices):
            label = f"{chr(65 + index)} · {choice.label}"
            button(label, partial(command, table="choose", index=index), "im-action")


def build_put_right(settlement: SettlementJson, asked: Sequence[str], command: Command) -> None:
    """Which of board and game is right where they differ, and what follows; ``asked``: who must agree first."""
    with box("im-buttons im-rows"):
        for which, effect in (("board", settlement.board), ("game", settlement.game)):
            button(
                f"{_(RIGHT[which])}: {effect}" if effect else RIGHT[which],
                partial(command, table="put-right", which=which),
                "im-action im-quiet im-short",
            )
    if asked:
        said = "{names} is asked to agree." if len(asked) == 1 else "{names} are asked to agree."
        text(_(said, names=several(asked)), "im-hint")


def build_consent(names: Mapping[str, str], command: Command) -> None:
    """Whether each of these seats agrees to what the headline says; ``names``: seat -> its name."""
    for seat, name in names.items():
        with box("im-buttons im-pair"):
            button(
                _("{name} agrees", name=name),
                partial(command, table="consent", seat=seat, yes=True),
                "im-action",
            )
            button(
                _("{name} does not", name=name),
                partial(command, table="consent", seat=seat, yes=False),
                "im-action im-quiet",
            )
