"""``immolation simulate``: many games by bots on all cores, counted and told on one page."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer
from msgspec import structs
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Rows

from immolation import bots, games
from immolation.simulate import export, measures, report, results_file, worker_pool
from immolation.simulate.confidence_intervals import Rate, rate
from immolation.simulate.ladder import LONGEST, SHORTEST, Rung, cells, rung
from immolation.simulate.one_game import Played
from immolation.simulate.plan import MOST_ACTIONS, Plan, plan
from immolation.simulate.results_file import ResultsFile, ResultsFileError
from immolation.simulate.summary import Summary, summary

from .game_options import opening

FAILED = 1
"""Exit code when a game raised an exception."""

STOPPED = 130
"""Exit code after Ctrl-C, as shells have it."""

notes = Console(stderr=True, highlight=False)

EVEN = (0.35, 0.65)
"""Shares of games won between which a cell of a ladder is a fair fight."""

WIDE = 140
"""Characters a line of what is printed into a file or another program; a terminal has its own width."""


def simulate(
    context: typer.Context,
    ruleset: Annotated[str, typer.Argument(help="Which game.")],
    number: Annotated[int, typer.Option("--games", "-n", min=1, max=10_000_000, help="How many games.")] = 100,
    players: Annotated[
        str | None, typer.Option("--bots", help="One bot for all seats, or one for each: greedy,random,random.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=256, help="Games at a time; 0 for one a core.")] = 0,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games, whatever --jobs is.")] = 1,
    seats: Annotated[int | None, typer.Option(min=1, help="How many play, where --bots does not say it.")] = None,
    track: Annotated[str | None, typer.Option(help="Short for --option track=..., e.g. full.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "--set", metavar="KEY=VALUE", help="E.g. rounds=5, fire.crossing_wounds=2."),
    ] = None,
    pack: Annotated[Path | None, typer.Option(help="The cards to play with.", exists=True)] = None,
    budget: Annotated[
        int | None, typer.Option(min=1, help="Nodes a searching bot may spend on a choice; else by its level.")
    ] = None,
    most_actions: Annotated[
        int, typer.Option(min=1, help="Actions after which a game counts as unfinished.")
    ] = MOST_ACTIONS,
    out: Annotated[
        Path | None, typer.Option(help="Keep the games here: FILE.jsonl, FILE.parquet, or with --levels a folder.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the games that --out holds.")] = False,
    page: Annotated[Path | None, typer.Option("--report", help="Write a page with plots here: FILE.html.")] = None,
    ladder: Annotated[
        bool, typer.Option("--levels", help="Play --games at each level with each number of players, and compare.")
    ] = False,
    habit: Annotated[
        bool, typer.Option("--habits", help="With --levels: also bots with one habit each, at the first level.")
    ] = False,
    ahead: Annotated[
        int,
        typer.Option("--lookahead", min=0, help="With --levels: also so many games a level by bots that look ahead."),
    ] = 0,
    also: Annotated[
        str | None,
        typer.Option(help="With --levels: the same games by these bots too, each compared with the one before."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many games by bots and count them. What else a ruleset is begun with has an option of its name.

    Bots move one seat on with each game, so that a seat's luck is nobody's skill. After a kill or Ctrl-C the games
    that are done stay in --out; --resume goes on with them.
    """
    if resume and out is None:
        raise typer.BadParameter("There is nothing to resume without --out.", param_hint="--resume")
    levels = ladder or habit or bool(ahead) or also is not None
    if page is not None and levels:
        raise typer.BadParameter("There is no page of a ladder of levels; leave it out.", param_hint="--report")
    if out is not None and not levels:
        export.check(out)
    if page is not None:
        report.check(page)
    made = _plan(ruleset, players, seats, track, option, pack, context.args, seed, budget, most_actions)
    at_once = jobs or os.cpu_count() or 1
    if levels:
        _ladder(made, number, at_once, habit, ahead, bots_named(also, "--also"), as_json, out)
        return
    counted = summary(made, _played(made, number, at_once, out, resume))
    if as_json:
        print(msgspec.json.encode(counted).decode())
    else:
        _print_summary(counted)
    if page is not None:
        report.write(page, counted)
    for failure in counted.failures:
        notes.print(f"Game {failure.number} of seed {failure.seed} failed after {len(failure.actions)} actions:")
        notes.print(failure.error, markup=False)
        if out is None and not as_json:
            notes.print(msgspec.json.encode(failure.actions).decode(), markup=False, soft_wrap=True)
        else:
            notes.print("Its actions are in " + ("the JSON printed" if as_json else str(out)) + ".")
    if counted.failed:
        raise typer.Exit(FAILED)


def _plan(
    ruleset: str,
    players: str | None,
    seats: int | None,
    track: str | None,
    option: list[str] | None,
    pack: Path | None,
    rest: Sequence[str],
    seed: int,
    budget: int | None,
    most_actions: int,
) -> Plan:
    names = bots_named(players)
    pairs = [*([f"track={track}"] if track else []), *(option or []), *_own(ruleset, rest)]
    if seats is None and len(names) > 1 and not any(pair.startswith("seats=") for pair in pairs):
        seats = len(names)
    begun = opening(ruleset, seats, pairs, pack)
    return plan(ruleset, begun.settings, begun.config, names, seed, budget, most_actions)


def bots_named(players: str | None, option: str = "--bots") -> tuple[str, ...]:
    """Return the bots that an option names, none where it is not given. Raises typer.BadParameter for an empty name."""
    if players is None:
        return ()
    names = tuple(bots.full_name(name.strip()) for name in players.split(","))
    if not all(names):
        raise typer.BadParameter(
            f"'{players}' leaves out a bot; write names with commas between, or leave {option} out.", param_hint=option
        )
    return names


def folder(out: Path | None) -> None:
    """Refuse a file where games are to be kept in a folder. Raises typer.BadParameter."""
    if out is not None and out.exists() and not out.is_dir():
        raise typer.BadParameter(f"{out} is a file; name a folder.", param_hint="--out")


def _own(ruleset: str, words: Sequence[str]) -> list[str]:
    """``--chimera viros`` as ``chimera=viros``, for every key of the ruleset's config."""
    known = [key.key for key in games.load(ruleset).config_keys()]
    pairs: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        key, equals, value = word.removeprefix("--").partition("=")
        key = key.replace("-", "_") if key.replace("-", "_") in known else key
        if not word.startswith("--") or key not in known:
            raise typer.BadParameter(f"There is no option {word}; {ruleset} adds --{', --'.join(known)}.")
        if not equals:
            if not rest:
                raise typer.BadParameter(f"--{key} needs a value.")
            value = rest.pop(0)
        pairs.append(f"{key}={value}")
    return pairs


# --- playing ---------------------------------------------------------------------------------------------


def _played(
    made: Plan, number: int, jobs: int, out: Path | None, resume: bool, *, longer: bool = False
) -> list[Played]:
    """Return all games in order, after playing those that ``out`` does not hold; it keeps them, if there is one.

    Refuses an ``out`` with more games, unless it may be ``longer``.
    """
    if out is None:
        try:
            return sorted(watched(made, range(number), jobs, number), key=lambda game: game.number)
        except KeyboardInterrupt:
            notes.print("Stopped. Nothing was kept; with --out it could be resumed.")
            raise typer.Exit(STOPPED) from None
    partial = _unfinished(out)
    kept: dict[int, Played] = {}
    if out.exists():
        if not resume:
            raise ResultsFileError(f"{out} exists already; add --resume to go on with it, or name another file.")
        kept = export.read(out, made)
    with ResultsFile.open(partial, made, resume=resume) as results:
        for game in kept.values():
            if game.number not in results.played:
                results.add(game)
        held = max(results.played, default=-1) + 1
        if held > number and not longer:
            raise ResultsFileError(f"{out} holds games up to number {held} already; ask for at least --games {held}.")
        most = max(held, number)
        missing = [index for index in range(most) if index not in results.played]
        try:
            for game in watched(made, missing, jobs, most):
                results.add(game)
        except KeyboardInterrupt:
            notes.print(
                f"Stopped; {len(results.played)} of {most} games are kept. The same command with --resume goes on."
            )
            raise typer.Exit(STOPPED) from None
        done = [results.played[index] for index in range(most)]
        export.write(out, made, done)
    partial.unlink(missing_ok=True)
    return done[:number]


def _check(out: Path, made: Plan) -> None:
    """Refuse, before any game is played, what `_played` could not go on with."""
    if out.exists():
        export.read(out, made)
    results_file.check(_unfinished(out), made)


def _unfinished(out: Path) -> Path:
    """Return the file that keeps the games until all are played."""
    return out.with_name(out.name + ".partial")


@contextmanager
def _told_to_stop() -> Iterator[None]:
    """Have SIGTERM and the loss of the terminal stop a series as Ctrl-C does; where they are ignored they stay so."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    changed = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in changed:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


def watched(made: Plan, numbers: Sequence[int], jobs: int, total: int) -> Iterable[Played]:
    """Games as they end, with a bar on the terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        _told_to_stop(),
        closing(worker_pool.play_all(made, numbers, min(jobs, max(1, len(numbers))))) as stream,
        Progress(*columns, console=notes, disable=not notes.is_terminal) as bar,
    ):
        task = bar.add_task(f"{made.ruleset}, seed {made.seed}", total=total, completed=total - len(numbers))
        for game in stream:
            bar.advance(task)
            yield game


# --- telling ---------------------------------------------------------------------------------------------


def _print_summary(counted: Summary) -> None:
    """A series in tables."""
    console = Console(highlight=False)
    lines = report.headline(counted)
    console.print(f"[bold]{lines[0]}[/bold]")
    for line in lines[1:]:
        console.print(line, markup=False)
    for name, rates in report.wins(counted).items():
        rows = Rows(name, "games", "wins", "rate", "95 % interval", title=f"Wins by {name}")
        for key, found in rates.items():
            interval = f"{found.low:.1%} to {found.high:.1%}"
            rows.add_row(report.called(name, key), str(found.games), f"{found.wins:g}", f"{found.rate:.1%}", interval)
        console.print(rows)
    rows = Rows("per game", "mean", "least", "median", "most", title="Numbers")
    for key, values in counted.numbers.items():
        rows.add_row(key, f"{values.mean:.1f}", f"{values.least:g}", f"{values.median:g}", f"{values.most:g}")
    console.print(rows)
    for chart, items in report.charts(counted).items():
        rows = Rows(chart, "count", "per game", title=chart.capitalize())
        for item, often in items.items():
            rows.add_row(item, str(often), f"{often / max(1, counted.finished):.2f}")
        console.print(rows)


def register(app: typer.Typer) -> None:
    """Add the command; words it does not know are handed to it, for the ruleset's own keys."""
    own: dict[str, Any] = {"allow_extra_args": True, "ignore_unknown_options": True}
    app.command("simulate", context_settings=own)(simulate)


def _ladder(
    made: Plan,
    number: int,
    jobs: int,
    habit: bool,
    ahead: int,
    also: Sequence[str],
    as_json: bool,
    out: Path | None,
) -> None:
    """Play ``number`` games a level, in equal parts for each cell, and print what they come to.

    Then ``ahead`` games a level by bots that look ahead, and ``number`` by each bot with a habit at the first level:
    the same games as far as there are both; and all of them by each bot of ``also``. The folder ``out`` keeps the
    games; the same command goes on with them.
    """
    folder(out)
    if len({*made.bots}) > 1:
        raise typer.BadParameter("One bot plays every seat of a ladder; --also names others.", param_hint="--bots")
    for name in also:
        # refuses a bot that does not exist
        plan(made.ruleset, made.settings, made.config, (name,), made.seed, made.nodes, made.most_actions)
    parts = _parts(made, made.bots[0], number, out)
    looking_ahead = _parts(made, bots.LOOKAHEAD, ahead, out) if ahead else []
    first = structs.replace(made, config={**made.config, "level": parts[0].level})
    habitual = {name: _parts(first, name, number, out) for name in (bots.habits(made.ruleset) if habit else ())}
    others = [(name, _parts(made, name, number, out)) for name in also]

    plain = _by_level(parts, jobs)
    found = [rung(level, played) for level, played in plain.items()]
    for level, played in _by_level(looking_ahead, jobs).items():
        found.append(rung(f"{level} {bots.LOOKAHEAD}", played, plain[level]))
    for name, its in habitual.items():
        (played,) = _by_level(its, jobs).values()
        found.append(rung(name.partition(", ")[2], played, plain[parts[0].level]))
    compared: list[Rung] = []
    below, base = made.bots[0], list(chain.from_iterable(plain.values()))
    for name, its in others:
        same = list(chain.from_iterable(_by_level(its, jobs).values()))
        compared.append(rung(name, same, base, below))
        below, base = name, same
    if as_json:
        print(msgspec.json.encode([*found, *compared]).decode())
        return
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(WIDE, console.width)  # a file holds whole words
    console.print(f"{made.ruleset}, {made.bots[0]}, seed {made.seed}, {number} games a level")
    for title, rates in (("players", [each.seats for each in found]), ("chimera", [each.groups for each in found])):
        names = sorted({name for part in rates for name in part})
        narrow = console.width < WIDE and len(names) > 4
        heads = ("", "all", *(name if title == "players" else report.called(title, name) for name in names))
        rows = Rows(*heads, title=f"Wins by {title}, % (95 % interval)", padding=(0, 0 if narrow else 1))
        for column in rows.columns:
            column.overflow = "fold"  # a narrow terminal breaks long names rather than cut them
        for each, part in zip(found, rates, strict=True):
            shown = [_percent(part[name]) if name in part else "" for name in names]
            rows.add_row(each.name, _percent(each.all, 0 if narrow else 1), *shown)
        console.print(rows)
    if measures.of(made.ruleset).across:
        rows = Rows("", *(each.name for each in found), title="Wins by cell: games won of games played, 95 % interval")
        for name in sorted({name for each in found for name in each.cells}):
            counts = (_counted(each.cells[name]) if name in each.cells else "" for each in found)
            rows.add_row(report.called("cell", name), *counts)
        console.print(rows)
        all_cells = [cell for each in found for cell in each.cells.values()]
        even = sum(EVEN[0] <= cell.rate <= EVEN[1] for cell in all_cells)
        console.print(
            f"{even} of {len(all_cells)} cells are won {100 * EVEN[0]:.0f} to {100 * EVEN[1]:.0f} times of 100."
        )
    columns = ("", "games", "more", "95 % interval", "standard error", "its middle in standard errors")
    rows = Rows(*columns, title=f"Wins beyond those of {made.bots[0]} in the same games, points of 100")
    for each in found:
        if each.advantage is not None:
            more, low, high, error = (
                100 * value
                for value in (each.advantage.more, each.advantage.low, each.advantage.high, each.advantage.error)
            )
            in_errors = f"{each.advantage.in_errors:+.1f}"
            words = (f"{more:+.1f}", f"{low:+.1f} to {high:+.1f}", f"{error:.1f}", in_errors)
            rows.add_row(each.name, str(each.advantage.games), *words)
    if rows.row_count:
        console.print(rows)
    _print_compared(compared)
    rows = Rows("", "10 %", "half", "90 %", f"{SHORTEST} to {LONGEST}, %", title="Rounds")
    for each in found:
        rows.add_row(each.name, *(f"{value:.0f}" for value in each.rounds), f"{100 * each.fitting.rate:.1f}")
    console.print(rows)
    named = measures.of(made.ruleset).called
    for chart in found[0].shares:
        shares = [each.shares.get(chart, {}) for each in found]
        rows = Rows("", *(each.name for each in found), title=f"{chart}, %")
        for item in dict.fromkeys(chain.from_iterable(shares)):
            rows.add_row(named(item), *(f"{100 * share.get(item, 0):.1f}" for share in shares))
        console.print(rows)


def _percent(found: Rate, digits: int = 0) -> str:
    """A rate with both ends of its interval, which lie unevenly on its sides; "–" of no games.

    >>> _percent(rate(0, 1)), _percent(rate(2, 3), 1)
    ('0 (0–79)', '66.7 (20.8–93.9)')
    """
    if not found.games:
        return "–"
    return f"{100 * found.rate:.{digits}f} ({100 * found.low:.{digits}f}–{100 * found.high:.{digits}f})"


def _print_compared(found: Sequence[Rung]) -> None:
    """Each bot with the one before it, over the games that both played."""
    if not found:
        return
    columns = ("", "wins", "against", "games", "it alone won", "the other alone", "share of those, % (95 % interval)")
    rows = Rows(*columns, title="The same games by others")
    for each in found:
        assert each.advantage is not None
        both = each.advantage
        share = rate(both.won, both.won + both.lost)
        counts = map(str, (both.games, both.won, both.lost))
        rows.add_row(
            each.name,
            f"{each.all.wins:g}/{each.all.games}",
            each.against,
            *counts,
            _percent(share, 1),
        )
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(WIDE, console.width)
    console.print(rows)


def _counted(found: Rate) -> str:
    """Wins and games, with the two ends of the interval in percent."""
    return f"{found.wins:g}/{found.games}, {100 * found.low:.0f}–{100 * found.high:.0f}"


class _Part(NamedTuple):
    """The games of a bot in one cell of a ladder."""

    level: str
    plan: Plan
    games: int
    out: Path | None
    """The file that keeps them."""


def _parts(made: Plan, bot: str, number: int, out: Path | None) -> list[_Part]:
    """Share ``number`` games a level out among its cells, as many for each, give or take one.

    ``out`` is the folder that keeps them. Raises ResultsFileError for a file there that cannot be gone on with.
    """
    found: dict[str, list[Plan]] = {}
    for level, _, cell in cells(made, bot):
        found.setdefault(level, []).append(cell)
    parts: list[_Part] = []
    for level, plans in found.items():
        for place, cell in enumerate(plans):
            share = number * (place + 1) // len(plans) - number * place // len(plans)
            about = "-".join(str(cell.config[key]) for key in ("level", "seats", "chimera") if key in cell.config)
            kept = None if out is None else out / f"{about}-{re.sub(r'[^a-z0-9]+', '-', bot)}.jsonl"
            if kept is not None:
                _check(kept, cell)
            parts.append(_Part(level, cell, share, kept))
    return parts


def _by_level(parts: Sequence[_Part], jobs: int) -> dict[str, list[Played]]:
    """Play the parts of a ladder, and return the games of each level."""
    found: dict[str, list[Played]] = {}
    for part in parts:
        played = found.setdefault(part.level, [])
        if part.games:
            played += _played(part.plan, part.games, jobs, part.out, resume=True, longer=True)
    return found
