"""The commands of ``immolation``, and how an error reaches the person who typed one."""

from __future__ import annotations

import gc
from importlib.metadata import version
from typing import Annotated

import typer

from immolation.interrupts import interrupted

from . import (
    backup,
    board,
    broker,
    club,
    dashboard,
    demo,
    errors,
    host,
    journal,
    replay,
    rules,
    simulate,
    soak,
    tournament,
)
from .torture import command as torture

app = typer.Typer(
    name="immolation",
    help="A smart 10x10 game board and the host that runs it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"immolation {version('immolation')}")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """A smart 10x10 game board and the host that runs it."""


app.command("demo")(demo.demo)
app.command("host")(host.host)
app.command("dashboard")(dashboard.dashboard)
app.command("replay")(replay.replay)
app.command("rules", help=rules.help_text())(rules.rules)
app.command("backup")(backup.backup)
app.command("restore")(backup.restore)
app.command("club")(club.club)
app.command("soak")(soak.soak)
app.command("torture")(torture.torture)
simulate.register(app)
app.command("tournament")(tournament.tournament)
app.add_typer(board.app, name="board")
app.add_typer(broker.app, name="broker")
app.add_typer(journal.app, name="journal")


def main() -> None:
    """Run the command that was typed; errors meant for people end it with one line and exit code 1."""
    errors.start_log()
    gc.freeze()  # the program itself is no garbage: looking through it again and again kept all tables waiting 36 ms
    try:
        app()
    except Exception as error:  # whatever it is: a person reads a sentence and not a traceback
        if interrupted(error):
            raise SystemExit(130) from None
        errors.report(error)
        raise SystemExit(1) from None
