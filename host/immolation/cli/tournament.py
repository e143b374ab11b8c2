"""``immolation tournament``: every bot against every other one, with ratings and a report."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Rows

from immolation import bots
from immolation.simulate import report, results_file
from immolation.simulate import tournament as tournaments
from immolation.simulate.one_game import Played
from immolation.simulate.plan import MOST_ACTIONS, Plan

from .game_options import opening
from .simulate import FAILED, STOPPED, bots_named, folder, notes, watched


def tournament(
    ruleset: Annotated[str, typer.Argument(help="Which game.")],
    players: Annotated[
        str | None, typer.Option("--bots", help="The bots, with commas between; else all there are.")
    ] = None,
    number: Annotated[int, typer.Option("--games", "-n", min=1, max=1_000_000, help="Games of each pair.")] = 100,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=256, help="Games at a time; 0 for one a core.")] = 0,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games, whatever --jobs is.")] = 1,
    seats: Annotated[int | None, typer.Option(min=2, help="How many play; the two bots of a pair take turns.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "--set", metavar="KEY=VALUE", help="E.g. track=full, rounds=5."),
    ] = None,
    pack: Annotated[Path | None, typer.Option(help="The cards to play with.", exists=True)] = None,
    budget: Annotated[
        int | None, typer.Option(min=1, help="Nodes a searching bot may spend on a choice; else by its level.")
    ] = None,
    most_actions: Annotated[
        int, typer.Option(min=1, help="Actions after which a game counts as unfinished.")
    ] = MOST_ACTIONS,
    out: Annotated[
        Path | None, typer.Option(help="A folder that keeps the games; the same command goes on with them.")
    ] = None,
    neighbours: Annotated[
        bool, typer.Option("--neighbours", help="Only each bot against the one named after it, as on a ladder.")
    ] = False,
    page: Annotated[Path | None, typer.Option("--report", help="Write a page here: FILE.html.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let bots play each other, rate them and say how sure that is.

    After a kill or Ctrl-C the games that are done stay in --out, and the same command goes on with them.
    """
    if page is not None:
        report.check_page(page)
    folder(out)
    begun = opening(ruleset, seats, option or [], pack)
    names = list(bots_named(players)) or bots.names(ruleset, begun.config)
    plans = tournaments.pairs(
        ruleset, begun.settings, begun.config, names, seed, budget, most_actions, neighbours=neighbours
    )
    kept = {pair: None if out is None else _file(out, plan) for pair, plan in plans.items()}
    for pair, file in kept.items():
        if file is not None:
            results_file.check(file, plans[pair])
    matches = []
    try:
        for pair, plan in plans.items():
            matches.append(tournaments.match(pair, _games(plan, number, jobs or os.cpu_count() or 1, kept[pair])))
    except KeyboardInterrupt:
        goes_on = "The same command goes on." if out else "Nothing was kept; with --out it could be gone on with."
        notes.print(f"Stopped. {goes_on}")
        raise typer.Exit(STOPPED) from None
    found = tournaments.result(plans, matches, number)
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        _print(found)
    if page is not None:
        report.write_page(page, tournaments.html(found))
    if any(each.failed for each in matches):
        notes.print(f"Some games failed; 'immolation simulate {ruleset}' with the same bots and seed says how.")
        raise typer.Exit(FAILED)


def _file(out: Path, plan: Plan) -> Path:
    """Return the file in which a folder keeps the games of a pair."""
    return out / ("-".join(bot.replace(":", "_") for bot in dict.fromkeys(plan.bots)) + ".jsonl")


def _games(plan: Plan, number: int, jobs: int, file: Path | None) -> list[Played]:
    """The games of one pair; those that ``file`` holds are not played again."""
    if file is None:
        return list(watched(plan, range(number), jobs, number))
    with results_file.ResultsFile.open(file, plan, resume=True) as results:
        missing = [index for index in range(number) if index not in results.played]
        for game in watched(plan, missing, jobs, number):
            results.add(game)
        return [results.played[index] for index in range(number)]


def _print(found: tournaments.Tournament) -> None:
    console = Console(highlight=False)
    console.print(
        f"[bold]{found.title}[/bold]: {found.games} games of {found.seats} seats for each pair, seed {found.seed}"
    )
    rows = Rows("bot", "points", "95 % interval", title="Ratings, 1000 on average")
    for name, one in found.ratings.items():
        rows.add_row(name, f"{one.points:.0f}", one.limits)
    console.print(rows)
    limited = [None not in (one.low, one.high) for one in found.ratings.values()]
    if any(limited) and not all(limited):
        console.print("Those without a limit never won, or never lost, against the others, who are 1000 on average.")
    rows = Rows("pair", "first wins, %", "games", "actions", "most", "cut off", title="Pairs, with 95 % intervals")
    rows.columns[0].no_wrap = True
    for each in found.matches:
        share = each.share
        won = f"{100 * share.rate:.0f} ({100 * share.low:.0f}–{100 * share.high:.0f})" if share.games else "–"
        lengths = (f"{each.middle:.0f}", str(each.longest)) if share.games else ("–", "–")
        rows.add_row(f"{each.one} – {each.other}", won, str(share.games), *lengths, str(each.unfinished))
    console.print(rows)
