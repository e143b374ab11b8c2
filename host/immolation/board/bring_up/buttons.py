"""Diagnoses the buttons of the seats and of the host, and their lights."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..messages import BUTTON_NAMES
from .finding import Finding, finding


class ButtonReadings(msgspec.Struct):
    """The readings of the buttons, numbered 0 to 5 for the seats' and 6 for the host's."""

    rest: frozenset[int] = frozenset()
    """Buttons that read pressed with no finger on them."""

    answers: dict[int, frozenset[int]] = {}
    """By button that was pressed: those that then said so."""

    dark: frozenset[int] = frozenset()
    """Buttons whose light was looked at and not seen."""


def judge_buttons(felt: ButtonReadings, *, lights: bool = True) -> list[Finding]:
    """Name what is wrong with the buttons; with ``lights`` False their data is cut before them, and told already."""
    return [*_stuck(felt), *_answers(felt), *(_dark(felt) if lights else ())]


def _stuck(felt: ButtonReadings) -> Iterator[Finding]:
    for button in sorted(felt.rest):
        yield finding("stuck-button", (), f"{of(button)} reads pressed with no finger on it.")


def _answers(felt: ButtonReadings) -> Iterator[Finding]:
    told: set[int] = set()
    for button, heard in sorted(felt.answers.items()):
        others = heard - felt.rest
        if button in felt.rest or button in others or button in told:
            continue
        if not others:
            yield finding("dead-button", (), f"{of(button)} does not answer.")
            continue
        other = min(others)
        if button in felt.answers.get(other, frozenset()):
            told.add(other)
            yield finding("swapped-button", (), f"{of(button)} and {name(other)} answer in each other's place.")
        else:
            yield finding("swapped-button", (), f"{of(button)} answers as {name(other)}.")


def _dark(felt: ButtonReadings) -> Iterator[Finding]:
    for button in sorted(felt.dark):
        yield finding("dark-button", (), f"{of(button)} stays dark.")


def name(button: int) -> str:
    """Return what people call a button.

    >>> name(0), name(6)
    ('button 1', "the host's button")
    """
    return "the host's button" if BUTTON_NAMES[button] == "host" else f"button {BUTTON_NAMES[button]}"


def of(button: int) -> str:
    """The same at the beginning of a sentence."""
    return name(button)[0].upper() + name(button)[1:]


def buttons_in(bits: int) -> tuple[int, ...]:
    """The buttons that a board's ``hello`` says it has.

    >>> buttons_in(0x41)
    (0, 6)
    """
    return tuple(button for button in range(len(BUTTON_NAMES)) if bits >> button & 1)
