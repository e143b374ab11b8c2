"""Prompts about the table itself: which move was meant, board or game, going back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from immolation.dashboard.elements import box, button
from immolation.dashboard.messages import ChoiceJson

from .player_dialogs import Command


def build_choices(choices: Sequence[ChoiceJson], command: Command) -> None:
    """Which of several moves the pattern on the board meant."""
    with box("im-buttons im-rows"):
        for index, choice in enumerate(choices):
            label = f"{chr(65 + index)} · {choice.label}"
            button(label, partial(command, table="choose", index=index), "im-action")


def build_put_right(command: Command) -> None:
    """Which of board and game is right where they differ."""
    with box("im-buttons im-pair"):
        button(
            "The board is right",
            partial(command, table="put-right", which="board"),
            "im-action im-quiet im-short",
            hint="Change the game to what stands on the board",
        )
        button(
            "The game is right",
            partial(command, table="put-right", which="game"),
            "im-action im-quiet im-short",
            hint="Go on as the game says; the board is not looked at there until it changes",
        )


def build_consent(names: Mapping[str, str], command: Command) -> None:
    """Whether each of these seats agrees to go back over a card that was seen; ``names``: seat -> its name."""
    for seat, name in names.items():
        with box("im-buttons im-pair"):
            button(f"{name} agrees", partial(command, table="consent", seat=seat, yes=True), "im-action")
            button(f"{name} does not", partial(command, table="consent", seat=seat, yes=False), "im-action im-quiet")
