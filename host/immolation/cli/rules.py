"""``immolation rules``: the rulebook, to be read and searched; in a source checkout also what its tests say."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Rows

from immolation import plain_text
from immolation.games import names, rulebook

from .game_options import USUAL
from .rule_tests import checkout, outcomes

IN_A_CLONE = "In a source checkout, and without words, each rule is listed with its tests and whether they pass."


def help_text() -> str:
    """What ``--help`` says: of tests only where there are any."""
    told = rules.__doc__ or ""
    return told if checkout() is None else f"{told}\n\n{IN_A_CLONE}"


def rules(
    ruleset: Annotated[str | None, typer.Argument(help="A ruleset; without it all of them.")] = None,
    words: Annotated[list[str] | None, typer.Argument(help="Only rules that hold these words, or an id.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    track: Annotated[str | None, typer.Option(help="Only the rules of this track, e.g. arena.")] = None,
    page: Annotated[bool, typer.Option("--page", help="The game on one page, to be read aloud or printed.")] = False,
) -> None:
    """Read the rules: all of a game, or those that hold some words, or one by its id."""
    if page:
        _page(ruleset or USUAL)
        return
    if not as_json and (words or checkout() is None):
        _read(ruleset or USUAL, " ".join(words or ()), track)
        return
    wanted = [ruleset] if ruleset else names()
    reports = [rulebook.report(name, outcomes(name), track=track) for name in wanted]
    if as_json:
        records = [report.record() for report in reports]
        print(json.dumps(records[0] if ruleset else records, indent=1))
        return
    console = Console()
    for report in reports:
        rows = Rows("rule", "heading", "track", "tests", "passed", title=report.ruleset)
        for row in report.rules:
            state = {True: "yes", False: "[red]no[/red]", None: "open"}[row.passed]
            rows.add_row(row.id, row.section, row.track, str(len(row.tests)), state)
        console.print(rows)
        console.print(report.note or f"{report.passed} of {report.total} passed, {report.open} open.")


def _page(ruleset: str) -> None:
    """Print what a newcomer is told: how to play, the words of the game, what its lights mean."""
    from immolation.dashboard.rulesets import how_to_play  # it brings the whole page along

    rulebook.load(ruleset)  # says which rulesets there are
    console, told = Console(highlight=False), how_to_play.lesson(ruleset)
    if told is None:
        raise typer.BadParameter(f"Nobody has written a page about {ruleset}; read its rules.", param_hint="--page")
    for card in told.card:
        console.print(f"[bold]{escape(card.title)}.[/bold] {escape(card.text)}")
    for title, rows in (("Words", told.word), ("Lights", told.light)):
        console.print(f"\n[bold]{title}[/bold]")
        for row in rows:
            name = row.name if isinstance(row, how_to_play.LessonWord) else row.effect
            console.print(f"{name}: {row.means}.", markup=False)


def _read(ruleset: str, words: str, track: str | None) -> None:
    """Print the rules that hold ``words``, heading by heading."""
    console = Console(highlight=False)
    found = [rule for rule in rulebook.search(rulebook.load(ruleset), words) if track in (None, rule.track)]
    section = ""
    for rule in found:
        if rule.section != section:
            section = rule.section
            console.print(f"\n[bold]{escape(section)}[/bold]")
        console.print(f"{rule.id}  {plain_text.without_keys(rule.text)}", markup=False)
        for heading, said in (("For example", rule.example), ("Where the printed rules are silent", rule.gap)):
            if said and words:
                console.print(f"  {heading}: {plain_text.without_keys(said)}", markup=False)
    if not found:
        console.print(f"No rule of {ruleset} holds all of that.", markup=False)
