"""Replays a journal: plays its game again entry by entry and compares every digest.

The file itself is `journal_file`; its names are offered here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from immolation import games
from immolation.games import Event, Game, GameError, Result
from immolation.table.history import ActionHistory, HistoryEntry

from .journal_file import export, intact, read
from .journal_records import (
    Entry,
    Header,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalExists,
)
from .journal_writer import Journal, make


class ReplayMismatch(JournalError):
    """The journal is intact, but these rules do not play it: another version of the game wrote it."""

    def __init__(self, path: Path, last: int | None, reason: str) -> None:
        """``last``: the newest entry that these rules play; None where they begin with another position already."""
        if last is None:
            out = "Play it with the version of the game that wrote it."
        else:
            kept = f"Entries 1 to {last} play as they did" if last else "Its beginning is as it was"
            out = f"{kept}; `immolation replay {path} --rescue NEW` copies that to a new journal to go on from."
        super().__init__(f"The rules have changed since the journal {path} was written. {reason} {out}")
        self.last = last


class ReplayReport(msgspec.Struct, frozen=True):
    """The course of a game in a journal."""

    ruleset: str
    seed: int
    rounds: int
    """The round the game is in, or ended in."""

    actions: int
    """Actions in effect: without those taken back."""

    outcome: Result | None
    digest: str
    """Of the last state: 16 hex digits."""


def game_of(header: Header, game: Game | None = None) -> Game:
    """The ruleset of a journal; ``game`` where the caller has it loaded already.

    Raises JournalError if ``game`` is another ruleset, GameError if it can not be loaded.
    """
    if game is None:
        return games.load(header.ruleset, **header.settings)
    if game.name != header.ruleset:
        raise JournalError(f"This journal holds a game of {header.ruleset}, not of {game.name}.")
    return game


def play(
    path: Path, history: ActionHistory, entries: Sequence[Entry]
) -> Iterator[tuple[Entry, HistoryEntry | None, tuple[Event, ...]]]:
    """Play the ``entries`` of the journal at ``path`` on a fresh history, one at a time.

    Yields the entry, its history entry if it is an action, and its events.

    Raises ReplayMismatch at the first entry that these rules refuse or that leads to another digest.
    """
    for entry in entries:
        played_entry: HistoryEntry | None = None
        events: tuple[Event, ...] = ()
        if entry.kind == "action":
            try:
                action = history.game.action(entry.record["action"])
                state, events, digest = history.attempt(action)
            except GameError as error:
                raise ReplayMismatch(path, entry.n - 1, f"Entry {entry.n} is refused now: {error}") from None
            played_entry = HistoryEntry(entry.n, action, str(entry.record["by"]), events, digest)
            history.extend(played_entry, state)
        elif entry.kind == "undo":
            history.cut(history.reaching(int(entry.record["to"])))
        if history.digest != entry.digest:
            differs = f"Entry {entry.n} leads to another position now ({history.digest}, not {entry.digest})."
            raise ReplayMismatch(path, entry.n - 1, differs)
        yield entry, played_entry, events


def start(path: Path, header: Header, game: Game) -> ActionHistory:
    """The history of the journal at ``path`` before its first entry; of version 1, as the first edition has it.

    Its game is ``game``, or `Game.earlier` where the journal was begun with numbers of that time. Raises ReplayMismatch
    if none of them starts as it does.
    """
    digests: list[str] = []
    for each in (game, *game.earlier()):
        history = ActionHistory(each, header.config, header.position, first_edition=header.version == 1)
        if history.digest == header.digest:
            return history
        digests.append(history.digest)
    differs = f"The game begins with another position now ({digests[0]}, not {header.digest})."
    raise ReplayMismatch(path, None, differs)


def report(history: ActionHistory, seed: int) -> ReplayReport:
    """Report how a history stands."""
    rounds = int(history.state.view(None)["round"] or 0)
    return ReplayReport(history.game.name, seed, rounds, history.number, history.state.outcome(), history.digest)


def replay(path: Path, game: Game | None = None) -> ReplayReport:
    """Play a journal again, comparing the digest after every entry.

    Raises JournalError (there is none), JournalDamaged (an entry is not intact), ReplayMismatch (other rules).
    """
    history, seed = played(path, game)
    return report(history, seed)


def played(path: Path, game: Game | None = None) -> tuple[ActionHistory, int]:
    """The history of a journal at its end, and its seed. Raises what `replay` does."""
    header, entries = read(path)
    history = start(path, header, game_of(header, game))
    for _ in play(path, history, entries):
        pass
    return history, header.seed


def rescue(path: Path, to: Path) -> int:
    """Copy a journal into a new one at ``to``, up to the first entry that is damaged, or that these rules refuse or
    play otherwise. Where they can not begin its game at all, only damage counts. The old file is left as it is.

    Returns the number of the last entry that was kept. Raises JournalDamaged if not even the header is intact,
    JournalExists if there is a file at ``to``.
    """
    header, entries = intact(path)
    try:
        for _ in play(path, start(path, header, game_of(header)), entries):
            pass
    except ReplayMismatch as mismatch:
        entries = entries[: mismatch.last]
    except GameError:
        pass
    make(to, header, entries)
    return len(entries)


__all__ = [
    "Entry",
    "Header",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalExists",
    "ReplayMismatch",
    "ReplayReport",
    "export",
    "game_of",
    "play",
    "played",
    "read",
    "replay",
    "report",
    "rescue",
    "start",
]
