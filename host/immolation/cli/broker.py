"""``immolation broker``: what a club's own broker needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from immolation.broker.certificates import own_names
from immolation.broker.club_files import GUEST, HOSTS, write_club

app = typer.Typer(help="What a club's own MQTT broker needs.", no_args_is_help=True)


@app.callback()
def broker() -> None:
    """What a club's own MQTT broker needs."""


@app.command()
def mosquitto(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to write; what is there is kept where it can be.")],
    table: Annotated[list[str] | None, typer.Option(help="A table's name; once for each.")] = None,
    board: Annotated[list[str] | None, typer.Option(help="A Wi-Fi board's name; once for each.")] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="How others write the broker's machine, besides the names of this one.")
    ] = None,
    seats: Annotated[int, typer.Option(min=1, max=6, help="Seats a table.")] = 6,
) -> None:
    """Write logins, passwords, access list, certificates and configuration of a club's Mosquitto."""
    tables = table or ["main"]
    places = [f"p{number}" for number in range(1, seats + 1)]
    write_club(out, tables, places, board or ["immolation"], [*(name or []), *own_names()])
    print(f"Start it with: mosquitto -c {out.absolute() / 'mosquitto.conf'}")
    print(
        f"Every login and its password: {out / 'logins.json'}, which only you may read. Give {out / 'ca.crt'} to all."
    )
    print(
        f"A host logs in as {tables[0]}-host, `immolation club` as {HOSTS}; each names the login {GUEST} with --guest."
    )
