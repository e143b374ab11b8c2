"""``immolation board``: find, flash, test and simulate boards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Rows

from immolation.board import check, finder
from immolation.board import flash as flashing
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.board.virtual import run as run_virtual

app = typer.Typer(help="Find, flash, test and simulate boards.", no_args_is_help=True)
console = Console()


@app.command("list")
def list_boards() -> None:
    """List the boards plugged into this machine and the virtual boards running on it."""
    boards = finder.list_boards()
    if not boards:
        console.print("No board found. Plug one in by USB, or start one with: immolation board virtual")
        raise typer.Exit(1)
    rows = Rows("board", "port", "serial number")
    for found in boards:
        rows.add_row(found.product, found.port, found.serial_number or "")
    console.print(rows)


@app.command("flash")
def flash(
    path: Annotated[Path, typer.Argument(help="The CIRCUITPY drive.", exists=True, file_okay=False)],
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting of settings.toml to write.")
    ] = None,
) -> None:
    """Write the firmware, its libraries and the settings to a CIRCUITPY drive, and check what was written."""
    settings: dict[str, str | int] = {}
    for pair in setting or []:
        key, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"'{pair}' is not KEY=VALUE.", param_hint="--set")
        settings[key] = value  # as text: a password of digits keeps its zeros; `flash` knows which key is a number
    report = flashing.flash(path, settings)
    console.print(report.text)


@app.command("test")
def check_board(
    port: Annotated[str | None, typer.Argument(help="Serial port; without it the only board found.")] = None,
    virtual: Annotated[bool, typer.Option("--virtual", help="Test a virtual board instead.")] = False,
) -> None:
    """Check a board step by step: it answers, its lights, each of its sensors."""
    passed = asyncio.run(_test_virtual() if virtual else _test_real(port))
    raise typer.Exit(0 if passed else 1)


async def _test_real(port: str | None) -> bool:
    if port is None:
        boards = finder.list_boards()
        if len(boards) != 1:
            found = ", ".join(board.port for board in boards) or "none"
            raise ValueError(f"Name the port of the board to test; found: {found}.")
        port = boards[0].port
    return await check.run_test(SerialLink(port), console.print)


async def _test_virtual() -> bool:
    import tempfile

    with tempfile.TemporaryDirectory(prefix="immolation-") as folder:
        board = VirtualBoard(Path(folder))
        await board.start()
        try:
            control = await VirtualControl.connect(board.control)
            try:
                return await check.run_test(SerialLink(str(board.tty)), console.print, hand=control.hand)
            finally:
                await control.close()
        finally:
            await board.stop()


@app.command("virtual")
def virtual(
    folder: Annotated[Path, typer.Option(help="Where its port and its control socket appear.")] = Path("var/virtual"),
    broker: Annotated[str | None, typer.Option(help="Connect by MQTT instead: mqtt://HOST:PORT")] = None,
) -> None:
    """Run a virtual board: the real firmware in MicroPython on a pseudo-terminal."""
    run_virtual(folder, broker=broker)
