"""Plays one game of a series: bots, dice and measures until it is over."""

from __future__ import annotations

import traceback
from random import Random
from typing import Annotated, Any, Final, Literal

import msgspec

from immolation import bots
from immolation.games import CHANCE, Action, BadData, Game, State
from immolation.games.engine import read_record

from . import measures
from .plan import Plan

LONGEST_ERROR: Final = 4_000
"""Characters of a traceback that are kept, the last ones."""


class Played(msgspec.Struct, omit_defaults=True):
    """One game of a series, as a line of a file."""

    number: Annotated[int, msgspec.Meta(ge=0)]
    """From 0."""

    status: Literal["finished", "unfinished", "failed"]
    """``finished``, ``unfinished`` (stopped after the plan's most actions) or ``failed`` (an exception)."""

    config: dict[str, Any]
    bots: dict[str, str]
    """Seat -> bot."""

    actions: Annotated[int, msgspec.Meta(ge=0)] = 0
    rounds: int = 0
    """The last round that was played. Where an earlier edition wrote it, one more in some games (`last_round`)."""

    digest: str = ""
    """Of the last situation."""

    winners: tuple[str, ...] = ()
    rule: str = ""
    """What ended the game, e.g. ``AK-WAR-11``."""

    scores: dict[str, int] = {}
    """Seat -> total of its score sheet, where there is one."""

    groups: dict[str, dict[str, str]] = {}
    numbers: dict[str, float] = {}
    counts: dict[str, dict[str, int]] = {}
    tiles: dict[str, list[int]] = {}
    error: str = ""
    """Why it failed: the end of the traceback."""

    played: list[dict[str, Any]] = []
    """Of a failed game: its actions. ``Game.new(config)`` and `apply` of each lead to the failure."""


def play(plan: Plan, game: Game, number: int) -> Played:
    """The ``number``-th game of a plan. Never raises what a ruleset or a bot raises: that is a failed game."""
    taken: list[Action] = []
    record = Played(number, "failed", plan.config, {})
    try:
        _play(plan, game, record, taken)
        return _as_sent(record)
    except Exception as error:  # whatever it is, the other games go on and this one is reported
        failed = Played(number, "failed", record.config, record.bots, len(taken))
        failed.error = _error_text(error)
        failed.played = [game.record(action) for action in taken]
        return _as_sent(failed)


def _as_sent(record: Played) -> Played:
    """The record as from another process: 3.0, never 3. Raises BadData for what measures counted that is no count."""
    try:
        sent = msgspec.json.encode(record)
        return msgspec.json.decode(sent, type=Played)
    except msgspec.ValidationError:
        return read_record(msgspec.json.decode(sent), Played, "measures", BadData)  # it names the key
    except TypeError as error:
        raise BadData(f"measures: what they counted cannot be written: {error}.") from error


def last_round(game: Game, played: Played) -> int:
    """Return the last round that was played of a finished game, also where an earlier edition wrote one too many."""
    counting = measures.of(game.name)
    if counting.last_round is measures.Measures.last_round:
        return played.rounds
    return counting.last_round(game.new(played.config), played.rounds, played.actions)


def _play(plan: Plan, game: Game, record: Played, taken: list[Action]) -> None:
    number = record.number
    seats = game.new(plan.config).seats
    record.config = plan.config_of(number, seats)
    state = game.new(record.config)
    record.bots = plan.seated(number, seats)
    players = {seat: bots.make(bot, game, seat, plan.budget) for seat, bot in record.bots.items()}
    sources = {name: Random(f"{plan.seed}:{number}:{name}") for name in (*seats, CHANCE)}
    counting = measures.of(plan.ruleset)(state)
    while (deciders := state.deciders()) and len(taken) < plan.most_actions:
        seat, decision = next(iter(deciders.items()))
        if seat == CHANCE:
            action = decision.drawn(sources[CHANCE])
        else:
            action = bots.choose(players[seat], state, seat, sources[seat])
        taken.append(action)
        counting.see(state, action, state.apply(action))
    _conclude(state, record, len(taken), counting)


def _conclude(state: State, record: Played, actions: int, counting: measures.Measures) -> None:
    view, result = state.view(None), state.outcome()
    record.status = "unfinished" if result is None else "finished"
    record.actions, record.rounds, record.digest = actions, view["round"], state.digest()
    record.groups, record.numbers = counting.groups(view), counting.numbers
    record.counts, record.tiles = counting.counts, counting.tiles
    if result is not None:
        record.rounds = counting.last_round(state, record.rounds, actions)
        record.winners, record.rule = result.winners, result.rule
        record.scores = {seat: sheet["total"] for seat, sheet in result.scores.items() if "total" in sheet}


def _error_text(error: Exception) -> str:
    """The traceback without the paths of this machine, so that it is the same everywhere."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{frame.filename.rpartition('immolation/')[2]}:{frame.lineno} in {frame.name}" for frame in frames]
    return "\n".join([*lines, f"{type(error).__name__}: {error}"])[-LONGEST_ERROR:]
