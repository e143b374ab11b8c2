"""Owns what a journal means: the game in it, played again entry by entry with every digest compared.

The file itself is `store`; its names are offered here too. Must never know a board, a clock or a network.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from immolation import games
from immolation.games import Event, Game, GameError, Result

from .line import Line, Ply
from .store import (
    Entry,
    Header,
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalExists,
    export,
    read,
    rescue,
)


class ReplayMismatch(JournalError):
    """The journal is intact, but these rules do not play it: another version of the game wrote it."""


class ReplayReport(msgspec.Struct, frozen=True):
    """How a game in a journal went."""

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


def play(line: Line, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Ply | None, tuple[Event, ...]]]:
    """Play ``entries`` on a fresh line, one at a time: the entry, its ply if it is an action, and its events.

    Raises ReplayMismatch at the first entry that these rules refuse or that leads to another digest.
    """
    for entry in entries:
        ply: Ply | None = None
        events: tuple[Event, ...] = ()
        if entry.kind == "action":
            try:
                action = line.game.action(entry.record["action"])
                state, events, digest = line.attempt(action)
            except GameError as error:
                raise ReplayMismatch(
                    f"Entry {entry.n}: these rules refuse the action of the journal. {error}"
                ) from None
            ply = Ply(entry.n, action, str(entry.record["by"]), events, digest)
            line.extend(ply, state)
        elif entry.kind == "undo":
            line.cut(line.reaching(int(entry.record["to"])))
        if line.digest != entry.digest:
            raise ReplayMismatch(
                f"Entry {entry.n}: these rules come to {line.digest} where the journal has {entry.digest}; "
                "it was written with another version of the game."
            )
        yield entry, ply, events


def start(header: Header, game: Game) -> Line:
    """The line of a journal before its first entry. Raises ReplayMismatch if the start is another one."""
    line = Line(game, header.config, header.position)
    if line.digest != header.digest:
        raise ReplayMismatch(
            f"These rules begin with {line.digest} where the journal has {header.digest}; "
            "it was written with another version of the game."
        )
    return line


def report(line: Line, seed: int) -> ReplayReport:
    """A line as it stands."""
    rounds = int(line.state.view(None)["round"] or 0)
    return ReplayReport(line.game.name, seed, rounds, line.number, line.state.outcome(), line.digest)


def replay(path: Path, game: Game | None = None) -> ReplayReport:
    """Play a journal again, comparing the digest after every entry.

    Raises JournalError (there is none), JournalDamaged (an entry is not intact), ReplayMismatch (other rules).
    """
    line, seed = played(path, game)
    return report(line, seed)


def played(path: Path, game: Game | None = None) -> tuple[Line, int]:
    """The line of a journal at its end, and its seed. Raises what `replay` does."""
    header, entries = read(path)
    line = start(header, game_of(header, game))
    for _ in play(line, entries):
        pass
    return line, header.seed


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
