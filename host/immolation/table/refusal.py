"""The table's own refusals: what the table's order forbids, as opposed to a printed rule."""

from __future__ import annotations

from collections.abc import Iterable


class TableRefusal(ValueError):
    """The table does not do what was asked; nothing has changed and nothing was journaled."""

    def __init__(self, reason: str, rule: str = "TABLE") -> None:
        super().__init__(reason)
        self.rule = rule
        """Id of the rule that refuses; ``TABLE`` for the table's own order."""

        self.reason = reason
        """One sentence for the person who asked."""


def check_seat(seat: str, seats: Iterable[str]) -> None:
    """Raise TableRefusal where there is no such seat among those of the table."""
    if seat not in (known := tuple(seats)):
        raise TableRefusal(f"There is no seat '{seat}' at this table; there are {', '.join(known)}.")
