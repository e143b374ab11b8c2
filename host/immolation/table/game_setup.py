"""Sets up the game of a table: the header of a new one, or everything that a journal says."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from immolation import games
from immolation.games import Event, Game

from .clocks import Clocks, ClockSettings, turn_of
from .game_log import LogEntry, events_of
from .history import ActionHistory
from .journal import journal_replay
from .journal.journal_records import Header, JournalError
from .journal.journal_writer import Journal
from .players import persons, seated
from .records import Player, Rights
from .refusal import TableRefusal

SEEDS = 1 << 31
"""A seed nobody chose is below this: ten digits, easy to read out."""


def header_for(
    table: str,
    game: Game | str | None,
    settings: Mapping[str, Any] | None,
    config: Mapping[str, Any] | None,
    seed: int | None,
    players: Mapping[str, Player] | None,
    dice: Literal["host", "typed"],
    clocks: ClockSettings | None,
    position: Mapping[str, Any] | None = None,
) -> tuple[Header, Game, tuple[Event, ...]]:
    """The header of a new game, checked to the last key: by its config, or from a position, which says it all.

    The events are those by which a position went on by itself to the first decision, where the header has it begin.
    Raises GameError or TableRefusal.
    """
    if game is None:
        raise TableRefusal(f"Say which game to play: {', '.join(games.names())}.")
    if dice not in ("host", "typed"):
        raise TableRefusal(f"Dice are rolled by the 'host' or 'typed' by people, not '{dice}'.")
    if isinstance(game, str):
        game = games.load(game, **(settings or {}))
    if position is not None and config:
        raise TableRefusal(f"A position says itself how it was begun; leave {', '.join(config)} out.")
    history = ActionHistory(game, config or {}, position)
    if position is not None:
        position = history.state.position()
        config = config_of_position(game, position)
    begun = dict(config or {})
    header = Header(
        game.name,
        begun,
        secrets.randbelow(SEEDS) if seed is None else seed,
        seated(game, begun, history.state.seats, players),
        history.digest,
        time.time_ns() // 1_000_000,
        dict(settings or {}),
        dice,
        clocks or ClockSettings(),
        table,
        None if position is None else dict(position),
    )
    return header, game, history.state.begun


def config_of_position(game: Game, position: Mapping[str, Any]) -> dict[str, Any]:
    """The single values of a config that a position names as well, such as the track, for who asks about a game."""
    keys = [option.key for option in game.config_keys()]
    return {key: position[key] for key in keys if isinstance(position.get(key), (str, int))}


def open_journal(
    path: Path, header: Callable[[], tuple[Header, Game, tuple[Event, ...]]]
) -> tuple[Journal, tuple[Event, ...]]:
    """The journal at ``path``, or a new one with what ``header()`` gives and its events, see `header_for`.

    Raises JournalError and what ``header`` raises.
    """
    if path.exists():
        return Journal.open(path), ()
    made, _, events = header()
    return Journal.create(path, made), events


class GameSetup(msgspec.Struct):
    """A game brought to where its journal ends."""

    journal: Journal
    history: ActionHistory
    players: dict[str, Player]
    paused: bool
    rights: Rights
    log: list[LogEntry]
    clocks_at_start: Clocks
    clocks: Clocks
    now: Callable[[], int] | None
    """Monotonic milliseconds, where not the machine's."""


def set_up(journal: Journal, game: Game | None, name: str | None, *, now: Callable[[], int] | None) -> GameSetup:
    """Play a journal to its end. ``game`` or ``name``: what the caller believes is in it, if anything.

    Raises JournalError for another ruleset or other rules, GameError if the ruleset can not be loaded.
    """
    header = journal.header
    if name is not None and name != header.ruleset:
        raise JournalError(f"The journal {journal.path} holds a game of {header.ruleset}, not of {name}.")
    history = journal_replay.start(journal.path, header, journal_replay.game_of(header, game))
    players = dict(header.players)
    paused, rights = False, Rights()
    log: list[LogEntry] = []
    for entry, played, events in journal_replay.play(journal.path, history, journal.entries()):
        log.append(LogEntry(entry, played.action if played is not None else None, events or events_of(entry)))
        if entry.kind in ("pause", "resume"):
            paused = entry.kind == "pause"
        elif entry.kind == "rights":
            rights = msgspec.convert(entry.record, Rights)
        elif entry.kind == "player":
            players[entry.record["seat"]] = msgspec.convert(entry.record["player"], Player)
    seats = history.state.seats
    if set(players) != set(seats):
        raise JournalError(
            f"The journal {journal.path} has players at {', '.join(players) or 'no seat'}; the game has the seats "
            f"{', '.join(seats)}. It was not written by a table; take the journal from your backup."
        )
    start = Clocks(header.clocks, seats, now=now) if now is not None else Clocks(header.clocks, seats)
    clocks = start.copy()
    if log:
        clocks.restore(log[-1].entry.clocks)
    state = history.state
    clocks.update_deciders(turn_of(state.view(None)), state.deciders(), persons(players))
    return GameSetup(journal, history, players, paused, rights, log, start, clocks, now)


def archive(path: Path, header: Header) -> Path:
    """Move a closed journal aside, under the date it was begun; the new path."""
    date = datetime.fromtimestamp(header.created_ms / 1000, UTC).strftime("%Y%m%d-%H%M%S")
    goal, again = path.with_name(f"{path.stem}-{date}{path.suffix}"), 1
    while goal.exists():
        again += 1
        goal = path.with_name(f"{path.stem}-{date}-{again}{path.suffix}")
    move(path, goal)
    return goal


def move(path: Path, goal: Path) -> None:
    """Give a closed journal another name in its folder, with what lies beside it."""
    path.rename(goal)
    for part in ("-wal", "-tail"):  # the log is there where somebody reads the old journal just now
        beside = path.with_name(path.name + part)
        if beside.exists():
            beside.rename(goal.with_name(goal.name + part))
