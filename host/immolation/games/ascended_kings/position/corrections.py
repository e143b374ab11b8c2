"""Corrections on the full track: who hears of what was set right."""

from __future__ import annotations

from ...contract import Correct, Event, Json
from ...correcting import path_text, short
from ...engine import Mark, marked
from ..facts.arena import Log
from ..facts.full_situation import FullSituation


def tell(before: FullSituation, after: FullSituation, action: Correct, log: Log) -> None:
    """Say what was set right; what is somebody's hidden cards only that seat hears (AK-CARD-04, AK-INSC-04)."""
    where = path_text(action.path) or "the whole position"
    data: dict[str, Json] = {"path": list(action.path), "value": action.value}
    text = f"The table sets {where} right: {short(action.value)}."
    owners = _owners(before, after, action)
    if not owners:
        log.append(Event("corrected", ("TABLE",), text, data))
    for seat in owners:  # what is about several is told in parts, so that nobody sees the whole of it
        told: dict[str, Json] = {"text": text, **data} if len(owners) == 1 else {}
        public = {"path": list(action.path)}
        log.append(Event("corrected", ("TABLE",), f"The table sets {where} right.", public, {seat: told}))


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
