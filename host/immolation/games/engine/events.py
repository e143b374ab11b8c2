"""Write down what an action brings about, in order; and show a long one step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from ..contract import Event, Json, Step

Told = str | int | list[Any] | dict[str, Any] | None
"""What an event says of one thing: JSON, and so no tuple."""

EventLog = list[Event]
"""What has happened since the action was taken; `StackState.apply` returns it."""


class _Unheard(list[Event]):
    """A log that keeps nothing."""

    def append(self, event: Event, /) -> None:
        """Forget the event."""


UNHEARD: Final[EventLog] = _Unheard()
"""The log of an action whose events nobody reads, as in a search: `report` makes none."""


class Recorder(list[Event]):
    """The log of an action that plays a long turn by itself: it keeps the table after the events worth seeing."""

    stays: ClassVar[Mapping[str, int]] = {}
    """Event -> how many times the pace it stays, since there is much to read."""

    def __init__(self, look: Callable[[], dict[str, Json]]) -> None:
        """``look`` gives the public view of the table as it is at that moment."""
        super().__init__()
        self.look = look
        self.noted: list[Step] = []

    def note(self, event: Event, **more: Json) -> None:
        """Keep the table as it stands after an event; ``more`` goes into its view."""
        self.noted.append(Step(len(self), event.text, {**self.look(), **more}, self.stays.get(event.kind, 1)))

    @property
    def steps(self) -> Sequence[Step]:
        """The steps that people see one after the other; none where nothing is worth showing slowly."""
        return self.noted


def report(
    log: EventLog,
    kind: str,
    rules: str | tuple[str, ...],
    text: str,
    secret: dict[str, dict[str, Json]] | None = None,
    /,
    **data: Told,
) -> None:
    """Add an event. Nothing but ``data`` has a name in a call, which Python then need not look for among the others."""
    if log is UNHEARD:
        return
    cited = (rules,) if isinstance(rules, str) else rules
    log.append(Event(kind, cited, text, data) if secret is None else Event(kind, cited, text, data, secret))
