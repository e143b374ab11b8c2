"""Read records from JSON that somebody gave, and refuse what is wrong in one sentence that names the key."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from ..contract import BadPosition

Kind = TypeVar("Kind")

LONGEST_REASON = 200
"""Characters of msgspec's complaint that a sentence repeats; it may quote a value of any length."""


def read_record(value: object, kind: type[Kind], where: str, error: type[ValueError] = BadPosition) -> Kind:
    """``value`` as ``kind``. Raises ``error`` with ``where``, the key below it and the reason."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as wrong:
        what, _, below = str(wrong).partition(" - at `$")
        place = f"{where}{below.rstrip('`')[:60]}".lstrip(".")
        raise error(f"{place}: {what[:LONGEST_REASON]}." if place else f"{what[:LONGEST_REASON]}.") from None


def need(holds: bool, where: str, reason: str) -> None:
    """Refuse a position unless a fact holds: BadPosition with the key and the reason."""
    if not holds:
        raise BadPosition(f"{where}: {reason}.")
