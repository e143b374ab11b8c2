"""Writes the report of a series: one HTML file that needs nothing else, no network, no script.

Every picture has its numbers in a table beside it; they are those of `summary.Summary` and nothing is computed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from immolation import bots, games
from immolation.games import rulebook

from . import measures, plots
from .confidence_intervals import Rate
from .summary import Summary
from .whole_files import write_whole

SCALES: Final = {"fire": "Oranges"}
"""Map -> its colours, where they mean something."""

ENDINGS: Final = "endings by rule"

PROGRAM_RULE: Final = "TABLE"
"""The rule of what no rulebook says."""

UNITS: Final = {"actions": "actions a game", "rounds": "rounds a game"}


def check(path: Path) -> None:
    """Refuse what `write` could not write before any game is played. Raises ValueError."""
    check_page(path)
    plots.available()


def check_page(path: Path) -> None:
    """Refuse a path where no page can be put. Raises ValueError."""
    if path.suffix not in (".html", ".htm"):
        raise ValueError(f"{path}: name a page that ends in .html.")
    if path.is_dir():
        raise ValueError(f"{path} is a folder; name a page that ends in .html.")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.absolute().parent}.")


def write(path: Path, counted: Summary) -> None:
    """Write the report. Raises MissingPart without the library for plots, ValueError where it cannot be written."""
    write_page(path, html(counted))


def write_page(path: Path, page: str) -> None:
    """Write a page, whole or not at all. Raises ValueError where that is not possible."""
    write_whole(path, partial(Path.write_text, data=page, encoding="utf-8"))


def headline(counted: Summary) -> list[str]:
    """Return what everybody should read first, in sentences."""
    plan = counted.plan
    title = games.load(plan.ruleset, **plan.settings).title
    lines = [f"{title}: {counted.games} games by bots", f"Bots {', '.join(plan.bots)}; seed {plan.seed}."]
    lines.append(f"{counted.finished} finished, {counted.unfinished} unfinished, {counted.failed} failed.")
    if counted.unfinished:
        lines.append(f"Unfinished games were stopped after {plan.most_actions} actions; they count nowhere below.")
    if counted.failed:
        lines.append("Failed games raised an exception; each is told with the actions that lead to it.")
    if (most := counted.longest) is not None:
        ended = f"over in round {most.rounds} by {_rule_named(plan.ruleset, most.rule)}"
        lines.append(f"The longest is game {most.number}: {most.actions} actions, {ended}.")
    if len(set(plan.bots)) > 1:
        lines.append("Bots move one seat on with each game, so that seat and bot are not confounded.")
    return lines


def html(counted: Summary) -> str:
    """Return the page as text. Raises MissingPart without the library for plots."""
    plan, (title, *lines) = counted.plan, headline(counted)
    body = [*_wins(counted), *_lengths(counted), *_counts(counted), *_maps(counted), *_failures(counted)]
    lead = [
        *(f"<p>{escape(line)}</p>" for line in (*lines, begun(plan.settings, plan.config, plan.nodes))),
        _facts(counted),
    ]
    if counted.even is None:
        shared = "All seats win or lose together: each game counts once. The dashed lines are the median."
    else:
        shared = (
            "A draw counts as the part each has of it; allies who win together have won. "
            "The dashed lines are the share each would have if all were alike, and the median."
        )
    footer = f"Intervals are Wilson's, at 95 %. {shared}"
    return page(title, lead, body, footer)


def page(title: str, lead: Iterable[str], body: Iterable[str], footer: str) -> str:
    """Return a page that needs nothing else; ``lead`` and ``body`` are HTML, what is under the title and the rest."""
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style></head><body>",
            f"<header><h1>{escape(title)}</h1>",
            *lead,
            "</header><main>",
            *body,
            "</main>",
            f"<footer>{escape(footer, quote=False)}</footer>",
            "</body></html>",
        ]
    )


def begun(settings: Mapping[str, Any], config: Mapping[str, Any], nodes: int | None) -> str:
    """Return in sentences what games are begun with, and what searching bots may spend.

    >>> begun({}, {"seats": 3, "options": {"fire.crossing_wounds": 2}}, 8)
    'Begun with seats 3, fire.crossing_wounds 2. Searching bots think for 8 nodes a choice.'
    """
    chosen = {**settings, **config}
    chosen |= chosen.pop("options", {})
    said = [f"{key} {_plain(value)}" for key, value in chosen.items()]
    budget = "" if nodes is None else f" Searching bots think for {nodes} nodes a choice."
    return ("Begun with " + ", ".join(said) + "." if said else "Begun as the ruleset comes.") + budget


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _facts(counted: Summary) -> str:
    facts = [("games", counted.games, ""), ("finished", counted.finished, "")]
    facts.append(("unfinished", counted.unfinished, "bad" if counted.unfinished else ""))
    facts.append(("failed", counted.failed, "bad" if counted.failed else ""))
    if counted.even is None:
        facts += [("won", counted.finished - counted.nobody, ""), ("lost", counted.nobody, "")]
    else:
        facts += [("draws", counted.draws, ""), ("won by no seat", counted.nobody, "")]
    items = [f'<li class="{kind}" data-fact="{name}"><b>{number}</b>{name}</li>' for name, number, kind in facts]
    return f'<ul class="facts">{"".join(items)}</ul>'


def _rules(ruleset: str) -> Mapping[str, rulebook.Rule]:
    """A ruleset's rules by id; none where it brings no readable list of them."""
    try:
        return rulebook.load(ruleset)
    except (games.BadConfig, games.BadData):
        return {}


def _rule_named(ruleset: str, rule: str) -> str:
    """A rule as people look it up: what it brings or the heading it stands under in the rulebook, and its id."""
    said = measures.of(ruleset).endings.get(rule)
    found = _rules(ruleset).get(rule)
    if said is None and found is not None and not found.section.startswith("("):
        said = found.section
    if rule == PROGRAM_RULE:
        return said or "a limit of this program"
    return rule if said is None else f"{said} ({rule})"


def endings(counted: Summary) -> dict[str, int]:
    """How many games each rule ended, by its section and id."""
    return {_rule_named(counted.plan.ruleset, rule): games for rule, games in counted.endings.items()}


def charts(counted: Summary) -> dict[str, dict[str, int]]:
    """Chart -> item as people call it -> how often, the most frequent first; charts of nothing are left out."""
    named = measures.of(counted.plan.ruleset).called
    own = {chart: {named(item): often for item, often in items.items()} for chart, items in counted.counts.items()}
    return {chart: items for chart, items in {ENDINGS: endings(counted), **own}.items() if items}


def called(group: str, key: str) -> str:
    """Return what people call one of those whose wins are counted: a seat, a bot, else the words of its key.

    >>> called("seat", "p2"), called("bot", "search:easy"), called("chimera", "moon_cove")
    ('Seat 2', 'the easy bot', 'Moon Cove')
    """
    if group == "seat":
        return f"Seat {key[1:]}"
    return bots.title(key) if group == "bot" else re.sub("[-_]", " ", key).title()


def wins(counted: Summary) -> dict[str, Mapping[str, Rate]]:
    """Return the rates of wins by grouping: bots, seats unless all win together, and the ruleset's own groups."""
    seats = {} if counted.even is None else {"seat": counted.by_seat}
    found: dict[str, Mapping[str, Rate]] = {"bot": counted.by_bot, **seats, **counted.by_group}
    return {name: keyed for name, keyed in found.items() if keyed}


def _wins(counted: Summary) -> Iterable[str]:
    for name, keyed in wins(counted).items():
        found = {called(name, key): rate for key, rate in keyed.items()}
        rows = [
            (key, str(each.games), f"{each.wins:g}", f"{each.rate:.1%}", f"{100 * each.low:.1f}–{100 * each.high:.1f}")
            for key, each in found.items()
        ]
        title = f"Wins by {name}"
        numbers = table((name, "games", "wins", "rate", "95 % between"), rows)
        yield section(title, "", plots.rates(found, counted.even, title), numbers)


def _lengths(counted: Summary) -> Iterable[str]:
    for name, found in counted.numbers.items():
        title = name[0].upper() + name[1:] + (" a game" if name in counted.counts else "")
        ends = (found.least, found.median, found.most)
        row = [f"{found.mean:.1f}", f"{found.low:.1f} to {found.high:.1f}", *(f"{end:g}" for end in ends)]
        numbers = table(("mean", "95 % of the mean", "least", "median", "most"), [row])
        yield section(title, "", plots.histogram(found, title, UNITS.get(name, name)), numbers)


def _counts(counted: Summary) -> Iterable[str]:
    for name, items in charts(counted).items():
        each = {item: count / max(1, counted.finished) for item, count in items.items()}
        rows = [(item, str(count), f"{each[item]:.2f}") for item, count in items.items()]
        title = name[0].upper() + name[1:]
        yield section(title, "", plots.bars(each, title), table((name, "count", "a game"), rows))


def _maps(counted: Summary) -> Iterable[str]:
    for name, marks in counted.tiles.items():
        each = [count / max(1, counted.finished) for count in marks]
        rows = [(f"row {row}", *(str(count) for count in marks[10 * row : 10 * row + 10])) for row in range(10)]
        numbers = table(("in all", *(str(column) for column in range(10))), rows)
        title = f"Where: {name}"
        text = f"{sum(marks)} in all, {sum(each):.1f} a game. Tiles are numbered from the top left."
        folded = f"<details><summary>Numbers</summary>{numbers}</details>"
        yield section(title, text, plots.heat(each, title, f"{name} a game", SCALES.get(name, "Blues")), folded)


def _failures(counted: Summary) -> Iterable[str]:
    for failure in counted.failures:
        actions = msgspec.json.format(msgspec.json.encode(failure.actions), indent=0).decode()
        config = msgspec.json.encode(failure.config).decode()
        yield section(
            f"Failed: game {failure.number} of seed {failure.seed}",
            f"After {len(failure.actions)} actions. Config: {config}",
            f"<pre>{escape(failure.error)}</pre>",
            f"<details><summary>Actions that lead to it</summary><pre>{escape(actions)}</pre></details>",
            wide=True,
        )


def section(title: str, text: str, *parts: str, wide: bool = False) -> str:
    """Return a card of the page: heading, a paragraph where ``text`` says something, and ``parts``, which are HTML."""
    lead = f"<p>{escape(text)}</p>" if text else ""
    kind = ' class="wide"' if wide else ""
    return f'<section{kind} data-name="{escape(title)}"><h2>{escape(title)}</h2>{lead}{"".join(parts)}</section>'


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, html: bool = False) -> str:
    """Return a table that scrolls where it is too wide; its cells and heads are text, or ``html``."""
    shown = str if html else escape
    top = "".join(f"<th>{shown(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th>{shown(row[0])}</th>{''.join(f'<td>{shown(cell)}</td>' for cell in row[1:])}</tr>" for row in rows
    )
    return f'<div class="rows"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
