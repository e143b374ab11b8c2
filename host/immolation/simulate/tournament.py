"""Plays every bot against every other one, and tells how they compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import combinations, cycle, islice, pairwise
from typing import Any

import msgspec
from msgspec import structs

from immolation import bots, games
from immolation.games import BadConfig

from . import report
from .confidence_intervals import Rate, rate
from .one_game import Played
from .plan import Plan, plan
from .ratings import Encounter, Pair, Rating, ratings


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
        ratings(scores, first.seed),
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
    said = {**found.settings, **found.config}
    begun = "".join(f", {key} {value}" for key, value in said.items() if key != "seats")
    lead = f"{found.games} games of {found.seats} seats for each pair, seed {found.seed}{begun}."
    least, most = (pick(each for one in found.ratings.values() for each in (one.low, one.high)) for pick in (min, max))
    rated = [
        (escape(name), f"{one.points:.0f}", f"{one.low:.0f} to {one.high:.0f}", _bar(one, least, most))
        for name, one in found.ratings.items()
    ]
    crossed = [(escape(row), *(_cell(share(found, row, column)) for column in order)) for row in order]
    lengths = [
        (f"{each.one} – {each.other}", f"{each.middle:.0f}", *map(str, (each.longest, each.unfinished, each.failed)))
        for each in found.matches
    ]
    body = [
        report.section("Ratings", "", report.table(("bot", "points", "95 % between", ""), rated, html=True)),
        report.section("Who beats whom", "", report.table(("wins of, against", *order), crossed, html=True)),
        report.section("Length", "", report.table(("pair", "actions", "longest", "unfinished", "failed"), lengths)),
    ]
    footer = (
        "Ratings: Bradley and Terry's model on Elo's scale, 1000 on average; 400 points are odds of ten to one. "
        "Shares with Wilson's intervals at 95 %. Bots move one seat on with each game."
    )
    return report.page(f"{found.title}: bots against bots", [f"<p>{escape(lead)}</p>"], body, footer)


def _cell(found: Rate | None) -> str:
    if found is None:
        return "–"
    return f"<b>{found.rate:.0%}</b><br><small>{found.low:.0%} to {found.high:.0%}</small>"


def _bar(one: Rating, least: float, most: float) -> str:
    """The rating as a point on its interval, within all intervals."""
    width = max(1.0, most - least)
    low, point, high = (200 * (each - least) / width for each in (one.low, one.points, one.high))
    return (
        '<svg class="bar" viewBox="0 0 210 14" aria-hidden="true">'
        f'<line x1="{low + 5:.1f}" x2="{high + 5:.1f}" y1="7" y2="7" stroke="currentColor" stroke-width="2"/>'
        f'<circle cx="{point + 5:.1f}" cy="7" r="4" fill="currentColor"/></svg>'
    )
