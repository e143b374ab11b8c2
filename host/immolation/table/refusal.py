"""The table's own refusals: what the table's order forbids, as opposed to a printed rule."""

from __future__ import annotations


class TableRefusal(ValueError):
    """The table does not do what was asked; nothing has changed and nothing was journaled."""

    def __init__(self, reason: str, rule: str = "TABLE") -> None:
        super().__init__(reason)
        self.rule = rule
        """Id of the rule that refuses; ``TABLE`` for the table's own order."""

        self.reason = reason
        """One sentence for the person who asked."""
