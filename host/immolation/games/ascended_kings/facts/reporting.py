"""Reports what happened with its rules, and helps with sentences and tuples."""

from __future__ import annotations

from typing import TypeVar

from ...contract import Event, Json
from ...engine import UNHEARD

Log = list[Event]
T = TypeVar("T")


def report(log: Log, kind: str, rules: tuple[str, ...], text: str, data: dict[str, Json]) -> None:
    """Add one event to ``log``; its sentence begins with a capital letter, as `Arena.heads` do."""
    if log is not UNHEARD:
        log.append(Event(kind, rules, text, data))


def report_secret(
    log: Log, kind: str, rules: tuple[str, ...], text: str, secret: dict[str, dict[str, Json]], data: dict[str, Json]
) -> None:
    """Like `report`, with more for the seats in ``secret``: facts of their own, ``text`` among them."""
    if log is not UNHEARD:
        log.append(Event(kind, rules, text, data, secret))


def sentence(text: str) -> str:
    """The text with a capital letter."""
    return text if text[0] < "a" else text[0].upper() + text[1:]


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The same with another value in one place."""
    if values[place] is value:
        return values
    made = list(values)
    made[place] = value
    return tuple(made)


def counted(number: int, thing: str) -> str:
    """``1 Bloodstone``, ``2 Bloodstones``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
