"""``immolation dashboard``: the page of a table that another machine hosts."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from immolation import bots
from immolation.broker.broker_url import read as read_address
from immolation.broker.topics import home_board
from immolation.dashboard.settings import PageSettings, Viewer

from .broker_options import Authority
from .game_options import playable
from .host import print_line


def dashboard(
    broker: Annotated[str, typer.Option(metavar="URL", help="The table's broker, e.g. mqtts://p1:PASSWORD@HOST.")],
    ca: Authority = None,
    table: Annotated[str, typer.Option(help="Which table.")] = "main",
    board: Annotated[
        str | None,
        typer.Option(help="Which board stands at it; else immolation, at another table the one of its name."),
    ] = None,
    seat: Annotated[str | None, typer.Option(help="Play this seat, e.g. p1; else the page is the host's.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only watch.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0: any that is free.")] = 8080,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Show the page of a table that another machine hosts; it answers on this machine only.

    It may do what the broker's login may; without a login, what the host lets everybody do.
    """
    from .page.page_runtime import serve  # the page takes a second to load; --help does without

    if seat is not None and watch:
        raise typer.BadParameter("--seat and --watch exclude each other.", param_hint="--watch")
    board = home_board(table) if board is None else board
    address = read_address(broker)
    for topic_part, name in ((table, "--table"), (board, "--board"), (address.username or "", "a login")):
        if set(topic_part) & set("+#/\0"):
            raise typer.BadParameter(f"'{topic_part}' holds a character that means something in MQTT.", param_hint=name)
    settings = PageSettings(
        broker_url=broker,
        ca=str(ca) if ca else None,
        table=table,
        board=board,
        viewer=Viewer("watch") if watch else Viewer("seat", seat) if seat else Viewer("host"),
        bound=address.username is not None,
        port=port,
        rulesets=playable(print_line),
        bots=("random", *bots.LEVELS),
    )
    asyncio.run(serve(settings, address.shown, browser, print_line))
