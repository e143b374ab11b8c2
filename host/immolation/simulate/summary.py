"""Summarizes a series of games in numbers, for the terminal and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import structs

from .confidence_intervals import (
    Rate,
    Spread,
    rate,
    spread,
)
from .one_game import Played, last_round
from .plan import Plan
from .shares import shares, sides, winning_sides


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
    """Finished games that rivals won together. Allies who win together have won."""

    nobody: int
    """Finished games that no seat won."""

    even: float | None
    """The share of wins that falls to each side if all are alike; None where all seats win or lose together, and each
    game counts once however many play."""

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
    every = sorted(played, key=lambda each: each.number)
    game = plan.load()
    done = [structs.replace(each, rounds=last_round(game, each)) for each in every if each.status == "finished"]
    numbers: dict[str, list[float]] = {"actions": [], "rounds": []}
    counts: dict[str, dict[str, int]] = {}
    tiles: dict[str, list[int]] = {}
    endings: dict[str, int] = {}
    for each in done:
        numbers["actions"].append(each.actions)
        numbers["rounds"].append(each.rounds)
        for total in each.scores.values():
            numbers.setdefault("score of a seat", []).append(total)
        for key, value in each.numbers.items():
            numbers.setdefault(key, []).append(value)
        for chart, items in each.counts.items():
            into = counts.setdefault(chart, {})
            for item, count in items.items():
                into[item] = into.get(item, 0) + count
        for name, marks in each.tiles.items():
            tiles[name] = [sum(pair) for pair in zip(tiles.get(name, [0] * len(marks)), marks, strict=True)]
        endings[each.rule] = endings.get(each.rule, 0) + 1
    groupings = sorted({grouping for each in done for groups in each.groups.values() for grouping in groups})
    spreads = {key: spread(values) for key, values in numbers.items()}
    rivals = len(set(sides(game, plan.config).values()))
    won = {each.number: shares(game, each) for each in done}
    rates = partial(_rates, done, won, once=rivals == 1)
    return Summary(
        plan=plan,
        games=len(every),
        finished=len(done),
        unfinished=sum(each.status == "unfinished" for each in every),
        failed=sum(each.status == "failed" for each in every),
        draws=sum(winning_sides(game, each) > 1 for each in done),
        nobody=sum(not each.winners for each in done),
        even=None if rivals == 1 else round(1 / rivals, 6),
        by_seat=rates(lambda each, seat: seat),
        by_bot=rates(lambda each, seat: each.bots[seat]),
        by_group={
            grouping: rates(lambda each, seat, key=grouping: each.groups.get(seat, {}).get(key))  # type: ignore[misc]
            for grouping in groupings
        },
        endings=_often(endings),
        longest=_longest(done),
        numbers={key: found for key, found in spreads.items() if found is not None},
        counts={chart: _often(items) for chart, items in counts.items()},
        tiles=tiles,
        failures=[
            Failure(each.number, plan.seed, each.error, each.config, each.played)
            for each in every
            if each.status == "failed"
        ],
    )


def _rates(
    done: Sequence[Played],
    won: Mapping[int, Mapping[str, float]],
    of: Callable[[Played, str], str | None],
    *,
    once: bool,
) -> dict[str, Rate]:
    """Count the wins of what ``of`` (game, seat) names; ``won`` is what each seat has of each game.

    Every seat counts, or each game ``once`` for all its seats of one name, since they win it together.
    """
    wins: dict[str, float] = {}
    games: dict[str, int] = {}
    for game in done:
        named = [(name, seat) for seat in game.bots if (name := of(game, seat)) is not None]
        for name, seat in dict(named).items() if once else named:
            games[name] = games.get(name, 0) + 1
            wins[name] = wins.get(name, 0.0) + won[game.number][seat]
    return {name: rate(wins[name], games[name]) for name in sorted(games)}


def _longest(done: Sequence[Played]) -> Longest | None:
    if not done:
        return None
    found = max(done, key=lambda each: each.actions)
    return Longest(found.number, found.actions, found.rounds, found.rule)


def _often(items: dict[str, int]) -> dict[str, int]:
    """The most frequent first."""
    return dict(sorted(items.items(), key=lambda pair: (-pair[1], pair[0])))
