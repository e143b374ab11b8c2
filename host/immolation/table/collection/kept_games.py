"""Lists the games that a host keeps: the journals of its folder, whichever table they are of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec

from immolation.table.journal.journal_file import last_number, read_header
from immolation.table.journal.journal_records import Header, JournalError

from .registry import FinishedGame, key_of

MOST_LISTED = 100
"""Games that are listed; the others lie in the folder as before."""


class KeptGame(msgspec.Struct, frozen=True):
    """A game in the folder of a host."""

    name: str
    """Of its file, without the ending."""

    table: str
    table_name: str
    ruleset: str
    begun_ms: int
    """Unix milliseconds."""

    players: tuple[str, ...]
    """The names of the people, in the order of the seats, as the game began."""

    bots: tuple[str, ...]
    """Which bots played with them."""

    open: bool
    """Whether it is at its table now."""

    finished: FinishedGame | None = None
    """How it ended; None where it goes on, or where that is not known."""


def journals(beside: Path) -> dict[str, Path]:
    """Name -> journal, of all in the folder of one. A name that somebody sends is looked up here and never becomes part
    of a path.
    """
    kinds = {".journal", beside.suffix}
    found = {path for path in beside.parent.iterdir() if path.suffix in kinds and not path.is_symlink()}
    return {path.stem: path for path in sorted({beside, *found}) if path.is_file()}


def readable(beside: Path) -> Iterator[tuple[str, Path, Header]]:
    """Name, journal and beginning of each of `journals` that can be read. Not for the event loop."""
    for name, path in journals(beside).items():
        try:
            yield name, path, read_header(path)
        except (JournalError, OSError):
            continue


def finished_as(path: Path, header: Header, finished: Mapping[str, FinishedGame]) -> FinishedGame | None:
    """Return how the game of a journal ended, if that is among what is ``finished``. Not for the event loop."""
    found = finished.get(key_of(header))
    if found is None:
        return None
    try:
        return found if last_number(path) >= found.last else None
    except JournalError:
        return None


def kept_games(
    beside: Path, names: Mapping[str, str], playing: Collection[Path], finished: Mapping[str, FinishedGame]
) -> list[KeptGame]:
    """List the games of all tables, those that are ``playing`` first, then the newest. Not for the event loop.

    ``names``: table -> what people call it. ``finished``: see `Registry`. A journal that cannot be read is left out.
    """
    found = []
    for name, path, header in readable(beside):
        people = tuple(player.name for player in header.players.values() if player.kind == "person")
        bots = tuple(player.bot for player in header.players.values() if player.kind == "bot")
        table = (header.table, names.get(header.table, ""))
        over = finished_as(path, header, finished)
        found.append(KeptGame(name, *table, header.ruleset, header.created_ms, people, bots, path in playing, over))
    return sorted(found, key=lambda one: (not one.open, -one.begun_ms))[:MOST_LISTED]
