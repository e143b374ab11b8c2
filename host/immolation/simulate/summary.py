"""Summarizes a series of games in numbers, for the terminal and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from .confidence_intervals import (
    Rate,
    Spread,
    rate,
    spread,
)
from .one_game import Played
from .plan import Plan


class Failure(msgspec.Struct, frozen=True):
    """A game that raised an exception."""

    number: int
    seed: int
    """The series'; with the number it names the game."""

    error: str
    config: dict[str, Any]
    actions: list[dict[str, Any]]
    """What led there; see `Played.played`."""


class Longest(msgspec.Struct, frozen=True):
    """The finished game that took the most actions; of several the first."""

    number: int
    """With the plan's seed it names the game."""

    actions: int
    rounds: int
    rule: str
    """What ended it."""


class Summary(msgspec.Struct, frozen=True):
    """A series in numbers; the same for equal plans whoever played them, in whatever order."""

    plan: Plan
    games: int
    finished: int
    unfinished: int
    failed: int
    draws: int
    nobody: int
    """Finished games that no seat won."""

    even: float
    """The share of wins that falls to each seat if all are alike."""

    by_seat: dict[str, Rate]
    by_bot: dict[str, Rate]
    by_group: dict[str, dict[str, Rate]]
    """Grouping -> group -> rate, e.g. ``king`` -> ``vara``."""

    endings: dict[str, int]
    """Rule that ended the game -> games."""

    longest: Longest | None
    """None where no game was finished."""

    numbers: dict[str, Spread]
    """``actions``, ``rounds``, scores and what the ruleset's measures add."""

    counts: dict[str, dict[str, int]]
    tiles: dict[str, list[int]]
    failures: list[Failure]


def summary(plan: Plan, played: Iterable[Played]) -> Summary:
    """Everything that is to be said of a series. Only finished games count for wins, lengths and measures."""
    every = sorted(played, key=lambda game: game.number)
    done = [game for game in every if game.status == "finished"]
    numbers: dict[str, list[float]] = {"actions": [], "rounds": []}
    counts: dict[str, dict[str, int]] = {}
    tiles: dict[str, list[int]] = {}
    endings: dict[str, int] = {}
    for game in done:
        numbers["actions"].append(game.actions)
        numbers["rounds"].append(game.rounds)
        for total in game.scores.values():
            numbers.setdefault("score of a seat", []).append(total)
        for key, value in game.numbers.items():
            numbers.setdefault(key, []).append(value)
        for chart, items in game.counts.items():
            into = counts.setdefault(chart, {})
            for item, count in items.items():
                into[item] = into.get(item, 0) + count
        for name, marks in game.tiles.items():
            tiles[name] = [sum(pair) for pair in zip(tiles.get(name, [0] * len(marks)), marks, strict=True)]
        endings[game.rule] = endings.get(game.rule, 0) + 1
    groupings = sorted({grouping for game in done for groups in game.groups.values() for grouping in groups})
    spreads = {key: spread(values) for key, values in numbers.items()}
    return Summary(
        plan=plan,
        games=len(every),
        finished=len(done),
        unfinished=sum(game.status == "unfinished" for game in every),
        failed=sum(game.status == "failed" for game in every),
        draws=sum(len(game.winners) > 1 for game in done),
        nobody=sum(not game.winners for game in done),
        even=round(1 / len(plan.bots), 6),
        by_seat=_rates(done, lambda game, seat: seat),
        by_bot=_rates(done, lambda game, seat: game.bots[seat]),
        by_group={
            grouping: _rates(done, lambda game, seat, key=grouping: game.groups.get(seat, {}).get(key))  # type: ignore[misc]
            for grouping in groupings
        },
        endings=_often(endings),
        longest=_longest(done),
        numbers={key: found for key, found in spreads.items() if found is not None},
        counts={chart: _often(items) for chart, items in counts.items()},
        tiles=tiles,
        failures=[
            Failure(game.number, plan.seed, game.error, game.config, game.played)
            for game in every
            if game.status == "failed"
        ],
    )


def _rates(done: Sequence[Played], of: Callable[[Played, str], str | None]) -> dict[str, Rate]:
    wins: dict[str, float] = {}
    games: dict[str, int] = {}
    for game in done:
        for seat in game.bots:
            name = of(game, seat)
            if name is None:
                continue
            games[name] = games.get(name, 0) + 1
            wins[name] = wins.get(name, 0.0) + (1 / len(game.winners) if seat in game.winners else 0.0)
    return {name: rate(wins[name], games[name]) for name in sorted(games)}


def _longest(done: Sequence[Played]) -> Longest | None:
    if not done:
        return None
    found = max(done, key=lambda game: game.actions)
    return Longest(found.number, found.actions, found.rounds, found.rule)


def _often(items: dict[str, int]) -> dict[str, int]:
    """The most frequent first."""
    return dict(sorted(items.items(), key=lambda pair: (-pair[1], pair[0])))
