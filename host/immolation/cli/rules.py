"""``immolation rules``: every rule, the tests that prove it, and whether they pass."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Rows

from immolation.games import names, rulebook

from .rule_tests import outcomes


def rules(
    ruleset: Annotated[str | None, typer.Argument(help="A ruleset; without it all of them.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    track: Annotated[str | None, typer.Option(help="Only the rules of this track, e.g. arena.")] = None,
) -> None:
    """List every rule with its source heading, its tests and whether they pass."""
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
