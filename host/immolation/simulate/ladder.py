"""Plays a ruleset at each of its levels and with each number of players, and tells how hard each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import structs

from immolation.games import BadConfig, Game

from . import measures
from .confidence_intervals import Advantage, Rate, advantage, quantile, rate
from .one_game import Played
from .plan import Plan

SHORTEST: Final = 8
LONGEST: Final = 14
"""Rounds of a game that is as long as it should be."""


class Rung(msgspec.Struct):
    """The games at one level, or those of one habit, as counts."""

    name: str
    all: Rate
    seats: dict[str, Rate]
    """Number of players -> wins."""

    groups: dict[str, Rate]
    """What the plan drew, such as the Chimera -> wins."""

    cells: dict[str, Rate]
    """Group, number of players -> wins."""

    rounds: tuple[float, float, float]
    """The 10th, 50th and 90th of a hundred games."""

    fitting: Rate
    """Games of `SHORTEST` to `LONGEST` rounds."""

    shares: dict[str, dict[str, float]]
    """Chart -> item -> share of what was counted, such as deeds."""

    advantage: Advantage | None = None
    """How much more was won than in the same games by the bot that the ladder is about, or by ``against``."""

    against: str = ""
    """The bot that this one is compared with, where several are compared one after the other."""


def levels(game: Game) -> tuple[str, ...]:
    """The levels of a ruleset, the easiest first. Raises BadConfig where it has none."""
    for option in game.config_keys():
        if option.key == "level":
            return tuple(map(str, option.choices))
    raise BadConfig(f"{game.title} has no levels.")


def players(game: Game) -> tuple[int, ...]:
    """The numbers of players that are told apart."""
    chosen = measures.of(game.name).tables
    return chosen or next(option.choices for option in game.config_keys() if option.key == "seats")


def cells(made: Plan, bot: str) -> Iterator[tuple[str, int, Plan]]:
    """Yield level, number of players and plan of each cell, in which ``bot`` sits at every seat.

    The config of ``made`` may name one level, or one number of players. Where the ruleset's measures go across the
    choices of a key, such as the Chimera, each of them has its own cells.
    """
    game, config = made.load(), made.config
    key = measures.of(made.ruleset).across
    choices = [option.choices for option in game.config_keys() if option.key == key and key not in config]
    for level in (config["level"],) if "level" in config else levels(game):
        for count in (config["seats"],) if "seats" in config else players(game):
            for more in [{key: choice} for choice in choices[0]] if choices else [{}]:
                given = {**config, "level": level, "seats": count, **more}
                seats = game.new(given).seats
                yield level, count, structs.replace(made, config=given, bots=(bot,) * len(seats))


def rung(name: str, played: Sequence[Played], base: Sequence[Played] = (), against: str = "") -> Rung:
    """Count what games come to, those of one level say; ``base`` are those of the bot that this one is compared with.

    A game is compared with that of the same number, level and players: dice and draws fall by the same seed in both.
    """
    done = [game for game in played if game.status == "finished"]
    rounds = sorted(float(game.rounds) for game in done) or [0.0]
    charts: dict[str, Counter[str]] = {}
    for game in done:
        for chart, items in game.counts.items():
            charts.setdefault(chart, Counter()).update(items)
    wins = _wins(done)
    counts, groups = _seen(done, "seats"), _seen(done, "chimera")
    by_group = {key: [g for g in done if g.config.get("chimera") == key] for key in groups}
    return Rung(
        name,
        wins,
        {str(count): _wins([g for g in done if g.config["seats"] == count]) for count in counts},
        {str(key): _wins(those) for key, those in by_group.items()},
        {
            f"{key}, {count}": _wins([g for g in those if g.config["seats"] == count])
            for key, those in by_group.items()
            for count in counts
        },
        (quantile(rounds, 0.1), quantile(rounds, 0.5), quantile(rounds, 0.9)),
        rate(sum(SHORTEST <= game.rounds <= LONGEST for game in done), len(done)),
        {chart: _shares(items) for chart, items in charts.items()},
        _advantage(done, base) if base else None,
        against,
    )


def _advantage(played: Sequence[Played], base: Sequence[Played]) -> Advantage:
    """Compare finished games with those of ``base`` that were begun alike."""
    other = {_begun(one): bool(one.winners) for one in base if one.status == "finished"}
    pairs = [(bool(one.winners), other[key]) for one in played if (key := _begun(one)) in other]
    return advantage(sum(mine > its for mine, its in pairs), sum(mine < its for mine, its in pairs), len(pairs))


def _begun(game: Played) -> tuple[int, Any, Any, int]:
    """Players, level, Chimera and number: two games of one seed that have these alike are begun alike."""
    return game.config["seats"], game.config.get("level"), game.config.get("chimera"), game.number


def _seen(played: Sequence[Played], key: str) -> list[Any]:
    return sorted({game.config[key] for game in played if key in game.config})


def _wins(played: Sequence[Played]) -> Rate:
    return rate(sum(bool(game.winners) for game in played), len(played))


def _shares(items: Counter[str]) -> dict[str, float]:
    total = sum(items.values()) or 1
    return {item: round(count / total, 4) for item, count in items.most_common()}
