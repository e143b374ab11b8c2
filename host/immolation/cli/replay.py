"""``immolation replay``: play a journal again and compare every digest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from immolation.plain_text import counted, shown
from immolation.table.journal.journal_replay import (
    export,
    played,
    report,
    rescue,
)


def replay(
    file: Annotated[Path, typer.Argument(help="A journal written by a table.", exists=True, dir_okay=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lines: Annotated[bool, typer.Option("--lines", help="Print the journal itself, one JSON object a line.")] = False,
    position: Annotated[
        bool,
        typer.Option(
            "--position", help="Print the position it ends in, secrets included, for immolation host --position."
        ),
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(
            "--rescue",
            help="First copy to this new file what can be played: up to the first entry that is damaged, or that "
            "rules changed since then refuse or play otherwise.",
        ),
    ] = None,
) -> None:
    """Play a journal again, compare the digest after every entry, and say how the game ended."""
    if save is not None:
        rescue(file, save)
        file = save
    if lines:
        for entry in export(file):
            print(entry)
        return
    line, seed = played(file)
    if position:
        print(msgspec.json.format(msgspec.json.encode(line.state.position())).decode())
        return
    record = msgspec.to_builtins(report(line, seed))
    if as_json:
        print(json.dumps(record))
        return
    length = f"{counted(record['actions'], 'action')} in {counted(record['rounds'], 'round')}"
    print(f"{record['ruleset']}, seed {record['seed']}: {length}.")
    print(f"Every digest agrees; the last is {record['digest']}.")
    outcome = record["outcome"]
    print(shown(outcome["reason"]) if outcome else "The game is not over.")
