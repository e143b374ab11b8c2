"""The log of a table: each journal entry with what came of it, and what of it each viewer may know."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from immolation import bots
from immolation.games import CHANCE, TABLE, Action, Event, Game

from .journal.journal_records import Entry
from .past_positions import Course, TurnTime
from .records import NumberedEvents


class LogEntry(msgspec.Struct, frozen=True):
    """One journal entry with what came of it."""

    entry: Entry
    action: Action | None
    events: tuple[Event, ...]


def events_for(logged: LogEntry, game: Game, seat: str | None) -> NumberedEvents:
    """Return what ``seat`` may know of one entry; None is everybody.

    An action that brought about anything secret is itself secret to all who are not in on it; ``chance`` is nobody.
    """
    action = logged.action
    if action is not None and (action.seat != seat or seat == CHANCE):
        for event in logged.events:
            if event.secret and seat not in event.secret:
                action = None
                break
    record = game.record(action) if action is not None else None
    courtesy = logged.entry.record.get("by") == "courtesy"
    quiet = courtesy and all(event.kind == "passed" for event in logged.events)
    seen = tuple(event.seen_by(seat) for event in logged.events)
    return NumberedEvents(logged.entry.n, record, seen, quiet, courtesy)


def seconds_spent(log: Sequence[LogEntry], begun_ms: int) -> dict[str, int]:
    """Seat -> seconds from the entry before to each of its actions; what followed a pause is nobody's."""
    spent: dict[str, int] = {}
    before, counts = begun_ms, True
    for logged in log:
        entry, action = logged.entry, logged.action
        if action is not None and action.seat not in (CHANCE, TABLE) and counts:
            spent[action.seat] = spent.get(action.seat, 0) + max(0, entry.at_ms - before)
        before, counts = entry.at_ms, entry.kind not in ("pause", "resume")
    return {seat: ms // 1000 for seat, ms in spent.items()}


def turn_times(log: Sequence[LogEntry], begun_ms: int, in_effect: Sequence[int], course: Course) -> list[TurnTime]:
    """Return how long each turn of a course took, in order; what was taken back counts to the turn it led back to.

    ``in_effect``: the numbers of the entries whose actions the course counts.
    """
    spent = [0] * (len(in_effect) + 1)
    """Milliseconds that each of these actions took, and those after the last of them."""
    place = {n: at for at, n in enumerate(in_effect)}
    waiting, before, paused = 0, begun_ms, False
    for logged in log:
        entry = logged.entry
        waiting += 0 if paused else max(0, entry.at_ms - before)
        before, paused = entry.at_ms, entry.kind == "pause" or (paused and entry.kind != "resume")
        if entry.n in place:
            spent[place[entry.n]] += waiting
            waiting = 0
    begins = sorted({number for number, _value in (*course.rounds, *course.turns)})
    found = []
    for begin, end in zip(begins, (*begins[1:], course.count), strict=True):
        seat = next(value for number, value in reversed(course.turns) if number <= begin)
        if isinstance(seat, str) and end > begin:
            found.append(TurnTime(begin, end, seat, sum(spent[begin:end])))
    return found


RIGHTS = {
    "pause": "Pausing",
    "undo": "Taking back",
    "settle": "Saying whether board or game is right",
    "end": "Starting another game",
}
"""What rights are called."""

_WHO = {"players": "whoever plays", "host": "the host alone"}


def events_of(entry: Entry) -> tuple[Event, ...]:
    """Tell an entry that is no action, for the log."""
    record = entry.record
    match entry.kind:
        case "undo":
            text = record.get("text") or f"Everything after entry {record['to']} was taken back."
        case "pause":
            text = record.get("text") or "The table is paused."
        case "resume":
            text = record.get("text") or "The game goes on."
        case "player":
            player = record["player"]
            if "asked" in record:
                passes = record["player"].get("passes", {})
                wish = "wants to be asked at every opportunity" if record["asked"] == "always" else "lets things pass"
                if passes:
                    wish = f"lets pass: {', '.join(kind.replace('-', ' ') for kind in passes)}"
                return (Event(entry.kind, ("TABLE",), f"{record['name']} {wish}.", {"seat": record["seat"]}),)
            called = player.get("name", "")
            who = called or "a person"
            if player.get("kind") == "bot":
                bot = bots.title(player["bot"])
                who = f"{called} ({bot})" if called else bot
            text = f"{record.get('name') or record['seat']} is played by {who} from now on."
        case "put-right":
            text = record.get("text") or f"The {record['which']} is right."
        case "rights":
            text = "; ".join(f"{RIGHTS[what]}: {_WHO[who]}" for what, who in record.items()) + "."
        case "begun":
            return tuple(msgspec.convert(record["events"], list[Event]))
        case "action":
            return ()
    return (Event(entry.kind, ("TABLE",), text, {k: v for k, v in record.items() if k not in ("by", "text")}),)
