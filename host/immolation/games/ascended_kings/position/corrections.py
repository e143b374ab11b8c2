"""Corrections on the full track: who hears of what was set right."""

from __future__ import annotations

from collections.abc import Mapping

from ...contract import Correct, Event, Json
from ...correcting import in_words, place_in_words
from ...engine import Mark, marked
from ..facts.full_situation import FullSituation
from ..facts.reporting import Log


def tell(before: FullSituation, after: FullSituation, action: Correct, view: Mapping[str, Json], log: Log) -> None:
    """Say what was set right; what is somebody's hidden cards only that seat hears (AK-CARD-04, AK-INSC-04)."""
    data: dict[str, Json] = {"path": list(action.path), "value": action.value}
    text = in_words(action, view)
    owners = _owners(before, after, action)
    if not owners:
        log.append(Event("corrected", ("TABLE",), text, data))
    for seat in owners:  # what is about several is told in parts, so that nobody sees the whole of it
        told: dict[str, Json] = {"text": text, **data} if len(owners) == 1 else {}
        public = {"path": list(action.path)}
        log.append(
            Event(
                "corrected",
                ("TABLE",),
                f"The table sets {place_in_words(action.path, view)} right.",
                public,
                {seat: told},
            )
        )


def _owners(before: FullSituation, after: FullSituation, action: Correct) -> tuple[str, ...]:
    """Return whose hidden cards a correction speaks of: one seat's alone, or everybody's where it reaches further."""
    path, secret = action.path, marked(FullSituation, Mark.SECRET)
    changed = _own(before) != _own(after)
    if len(path) > 1 and path[0] == "seats":
        hidden = changed or len(path) < 3 or path[2] in marked(FullSituation, Mark.OWN)
        return (path[1],) if hidden else ()
    return after.settings.seats if changed or not path or path[0] == "seats" or path[0] in secret else ()


def _own(s: FullSituation) -> list[list[Json]]:
    """Return what each seat alone may read."""
    own = marked(FullSituation, Mark.OWN)
    return [[value for key, value in seat.items() if key in own] for seat in s.to_json()["seats"].values()]
