"""Write down what an action brings about, in order."""

from __future__ import annotations

from typing import Any

from ..contract import Event, Json

EventLog = list[Event]
"""What has happened since the action was taken; `StackState.apply` returns it."""


def report(
    log: EventLog,
    kind: str,
    rules: str | tuple[str, ...],
    text: str,
    secret: dict[str, dict[str, Json]] | None = None,
    **data: Any,
) -> None:
    """Add an event; tuples in ``data`` become lists, as JSON knows no others."""
    cited = (rules,) if isinstance(rules, str) else rules
    facts = {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}
    log.append(Event(kind, cited, text, facts, secret or {}))
