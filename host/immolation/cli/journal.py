"""``immolation journal``: check the file of a game, and repair a damaged one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from immolation.plain_text import counted
from immolation.table.journal import journal_repair

app = typer.Typer(no_args_is_help=True, help="Check the file of a game, and repair a damaged one.")

File = Annotated[Path, typer.Argument(help="A journal written by a table.", exists=True, dir_okay=False)]


@app.command("check")
def check(file: File, as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """Read every entry, compare every seal, play the game again and compare every digest. Nothing is changed."""
    found = journal_repair.check(file)
    if as_json:
        print(json.dumps({"ok": True, "actions": found.actions, "rounds": found.rounds, "digest": found.digest}))
        return
    length = f"{counted(found.actions, 'action')} of {found.ruleset} in {counted(found.rounds, 'round')}"
    print(f"{file} is whole: {length}; every digest agrees.")


@app.command("repair")
def repair(file: File) -> None:
    """Go back to the last good action, and set the damaged file aside."""
    done = journal_repair.repair(file)
    if done.aside is None:
        print(f"{file} is whole; nothing was changed.")
        return
    lost = (
        f"{done.lost} that had been written {'is' if done.lost == 1 else 'are'} lost" if done.lost else "none is lost"
    )
    print(f"{file} has its first {done.kept} entries again; {lost}. The damaged file is {done.aside}.")
