"""Plays every bot against every other one, and tells how they compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import combinations, count, cycle, islice, pairwise
from math import ceil
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs

from immolation import bots, games
from immolation.games import BadConfig

from . import report
from .confidence_intervals import Rate, rate
from .one_game import Played
from .plan import Plan, plan
from .ratings import MEAN, Encounter, Pair, Rating, ratings


class Match(msgspec.Struct, frozen=True):
    """All games of two bots."""

    one: str
    other: str
    share: Rate
    """What ``one`` won of the finished games; a win shared by both, or by nobody, is half a win for each."""

    unfinished: int
    failed: int
    longest: int
    """Actions of the longest finished game."""

    middle: float
    """Actions of a finished game, on average."""


class Tournament(msgspec.Struct, frozen=True):
    """Everything a tournament found."""

    ruleset: str
    title: str
    seats: int
    games: int
    """Of each pair."""

    seed: int
    config: dict[str, Any]
    settings: dict[str, Any]
    nodes: int | None
    ratings: dict[str, Rating]
    """The best first."""

    matches: tuple[Match, ...]


def pairs(
    ruleset: str,
    settings: dict[str, Any],
    config: dict[str, Any],
    names: Sequence[str],
    seed: int,
    nodes: int | None,
    most_actions: int,
    *,
    neighbours: bool = False,
) -> dict[Pair, Plan]:
    """The plan of each pair's games: the two take seats in turn and move one seat on with each game.

    Every two bots are a pair, or with ``neighbours`` each and the one named after it. Raises BadConfig for fewer than
    two bots, a bot named twice, and games that nobody plays against anybody, of one seat or all together, or in teams.
    """
    chosen = [bots.full_name(name) for name in names]
    game = games.load(ruleset, **settings)
    if len(chosen) < 2:
        raise BadConfig(f"A tournament needs two bots; {game.title} has {', '.join(bots.names(ruleset, config))}.")
    twice = next((name for name in chosen if chosen.count(name) > 1), None)
    if twice is not None:
        raise BadConfig(f"{twice} is named twice.")
    begun = game.new(config)
    seats = begun.seats
    if len(seats) < 2 or game.cooperative:
        alone = "with one seat" if len(seats) < 2 else "of several seats"
        raise BadConfig(
            f"{game.title} {alone} is not played against another seat; 'immolation simulate {ruleset}' counts how "
            f"often a bot wins, and with --levels --also BOT compares bots in the same games."
        )
    if any(len(begun.allies(seat)) > 1 for seat in seats):
        raise BadConfig("In a tournament everybody plays alone: two bots on one side would win and lose together.")
    found: dict[Pair, Plan] = {}
    for pair in pairwise(chosen) if neighbours else combinations(chosen, 2):
        seated = tuple(islice(cycle(pair), len(seats)))
        made = plan(ruleset, settings, config, seated, seed, nodes, most_actions)
        # Of an odd number of seats one bot has a seat more, and the other one in the next game.
        found[pair] = structs.replace(made, bots=seated if len(seats) % 2 == 0 else pair * len(seats))
    return found


def match(pair: Pair, played: Iterable[Played]) -> Match:
    """Count what two bots made of their games."""
    one, other = pair
    won, finished, unfinished, failed, actions = 0.0, 0, 0, 0, [0]
    for game in played:
        if game.status != "finished":
            unfinished += game.status == "unfinished"
            failed += game.status == "failed"
            continue
        finished += 1
        actions.append(game.actions)
        winners = {game.bots[seat] for seat in game.winners}
        won += 1.0 if winners == {one} else 0.0 if winners == {other} else 0.5
    return Match(one, other, rate(won, finished), unfinished, failed, max(actions), sum(actions) / max(1, finished))


def result(plans: Mapping[Pair, Plan], matches: Sequence[Match], each: int) -> Tournament:
    """The tournament's table."""
    first = next(iter(plans.values()))
    game = first.load()
    scores = {(one.one, one.other): Encounter(one.share.wins, one.share.games) for one in matches}
    return Tournament(
        first.ruleset,
        game.title,
        len(game.new(first.config).seats),
        each,
        first.seed,
        first.config,
        first.settings,
        first.nodes,
        ratings(scores),
        tuple(matches),
    )


def share(found: Tournament, one: str, other: str) -> Rate | None:
    """Return what ``one`` won against ``other``, whichever of them the match names first."""
    for each in found.matches:
        if (each.one, each.other) == (one, other):
            return each.share
        if (each.other, each.one) == (one, other):
            return rate(each.share.games - each.share.wins, each.share.games)
    return None


def html(found: Tournament) -> str:
    """Return the report, one page that needs nothing else."""
    order = list(found.ratings)
    names = {name: escape(bots.title(name)) for name in order}
    lead = (
        f"{found.games} games of {found.seats} seats for each pair, seed {found.seed}. Bots move one seat on with each "
        f"game.",
        report.begun(found.settings, found.config, found.nodes),
    )
    scale = _Scale.of(found.ratings.values())
    rated = [
        (names[name], f"<b>{one.points:.0f}</b><br><small>{one.limits}</small>", scale.bar(one))
        for name, one in found.ratings.items()
    ]
    crossed = [(names[row], *(_cell(share(found, row, column)) for column in order)) for row in order]
    lengths = [
        (
            f"{names[each.one]} – {names[each.other]}",
            *((f"{each.middle:.0f}", str(each.longest)) if each.share.games else ("–", "–")),
            str(each.unfinished),
            str(each.failed),
        )
        for each in found.matches
    ]
    against = ("wins of, against", *(names[name] for name in order))
    length = ("pair", "actions", "most", "cut off", "failed")
    body = [
        report.section("Ratings", "", report.table(("bot", "points", scale.axis()), rated, html=True)),
        report.section("Length", "", report.table(length, lengths, html=True)),
        report.section("Who beats whom", "Games won of 100.", report.table(against, crossed, html=True), wide=True),
    ]
    footer = (
        "Ratings: Bradley and Terry's model on Elo's scale, 1000 on average; 400 points are odds of ten to one. Their "
        "intervals are those of the profile likelihood, at 95 %. Games cannot say how far a bot is from others to whom "
        "it never lost, or against whom it never won: its interval is open, and the average is that of the others. "
        "Shares with Wilson's intervals at 95 %. Actions are those of a finished game, on average and at most."
    )
    return report.page(f"{found.title}: bots against bots", [f"<p>{escape(line)}</p>" for line in lead], body, footer)


def _cell(found: Rate | None) -> str:
    if found is None or not found.games:
        return "–"
    return f"<b>{100 * found.rate:.0f}</b><br><small>{100 * found.low:.0f}–{100 * found.high:.0f}</small>"


LEFT: Final = 12
WIDTH: Final = 186
"""Where the scale of a picture begins and how wide it is, in a picture that is 210 wide."""


class _Scale(NamedTuple):
    """The points that the pictures of a page go from and to."""

    least: float
    most: float

    @classmethod
    def of(cls, found: Iterable[Rating]) -> _Scale:
        """The scale that holds all ratings with their limits, and 1000."""
        points = [MEAN, *(each for one in found for each in (one.low, one.points, one.high) if each is not None)]
        room = max(20.0, 0.04 * (max(points) - min(points)))
        return cls(min(points) - room, max(points) + room)

    def at(self, points: float) -> float:
        """Where so many points are in a picture."""
        return LEFT + WIDTH * (points - self.least) / (self.most - self.least)

    def ticks(self) -> list[int]:
        """At most four round numbers of points."""
        step = next(
            size
            for power in count(1)
            for size in (10**power, 2 * 10**power, 5 * 10**power)
            if (self.most - self.least) / size < 4
        )
        first = ceil(self.least / step)
        return [step * place for place in range(first, int(self.most // step) + 1)]

    def axis(self) -> str:
        """The head of the pictures: what is where."""
        numbers = "".join(f'<text x="{self.at(tick):.1f}" y="11">{tick}</text>' for tick in self.ticks())
        return f'<svg class="bar" viewBox="0 0 210 14" role="img" aria-label="points">{numbers}</svg>'

    def bar(self, one: Rating) -> str:
        """The rating as a point on its interval, which runs to the edge with an arrow where it is open."""
        low, high = 0.0 if one.low is None else self.at(one.low), 210.0 if one.high is None else self.at(one.high)
        lines = "".join(f'<path class="tick" d="M{self.at(tick):.1f} 0V14"/>' for tick in self.ticks())
        arrows = ("M6 3L1 7L6 11" if one.low is None else "") + ("M204 3L209 7L204 11" if one.high is None else "")
        return (
            f'<svg class="bar" viewBox="0 0 210 14" aria-hidden="true">{lines}'
            f'<path class="line" d="M{low:.1f} 7H{high:.1f}{arrows}"/>'
            f'<circle cx="{self.at(one.points):.1f}" cy="7" r="4" fill="currentColor"/></svg>'
        )
