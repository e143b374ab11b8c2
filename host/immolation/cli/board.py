"""``immolation board``: find, flash, test and simulate boards."""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Rows

from immolation.board import bring_up, finder
from immolation.board import flash as flashing
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation.board.virtual import run as run_virtual
from immolation.board.virtual.faults import PlantedFault, read_fault, requests
from immolation.plain_text import shown

app = typer.Typer(help="Find, flash, test and simulate boards.", no_args_is_help=True)
console = Console()

VIRTUAL_SUPPLY_MA = 4000
"""The supply of a finished board (hardware/board.toml), not the USB port that settings.toml begins with."""


@app.command("list")
def list_boards() -> None:
    """List the boards plugged into this machine and the virtual boards running on it."""
    boards = finder.list_boards()
    if not boards:
        console.print("No board found. Plug one in by USB, or start one with: immolation board virtual")
        raise typer.Exit(1)
    rows = Rows("board", "port", "serial number")
    for found in boards:
        rows.add_row(*(escape(shown(text)) for text in (found.product, found.port, found.serial_number or "")))
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
    fault: Annotated[
        list[str] | None,
        typer.Option("--fault", metavar="NAME:WHERE", help="Plant a fault in the virtual board, as dead-led:34."),
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", help="Lines of settings.toml of the virtual board.", exists=True, dir_okay=False),
    ] = None,
    rows: Annotated[int, typer.Option(help="Rows that are there so far.", min=1, max=10)] = 10,
    miniatures: Annotated[int, typer.Option(help="Miniatures with magnets that you have.", min=3, max=100)] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of lines for people.")] = False,
) -> None:
    """Bring a board up step by step: it answers, its lights, its current, each sensor, the diodes of a reed matrix.

    Ends with 0 if all of it is in order, 1 if faults were found, 2 if the test could not be carried out to its end.

    Faults to plant with --virtual: dead-led:34, chain-cut:34, led-order:RGB, no-light, reversed-row:5, swapped-row:3,4,
    swapped-column:2,7, swapped-tile:12,21, dead-row:6, dead-column:6, dead-sensor:50, stuck-tile:12,
    flickering-tile:77, missing-diode:47, missing-pull-up:4, weak-supply:800, hungry-leds.
    """
    if not virtual and (fault or settings):
        raise typer.BadParameter("Faults and settings are for a virtual board; add --virtual.")
    planted = [read_fault(text) for text in fault or []]
    report = _unheard if as_json else _plain
    if virtual:
        result = asyncio.run(_test_virtual(report, planted, settings, rows, miniatures))
    else:
        result = asyncio.run(_test_real(report, port, rows, miniatures))
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    raise typer.Exit(1 if result.faults else 0 if result.finished and not result.unchecked else 2)


def _plain(line: str) -> None:
    console.print(shown(line), markup=False, highlight=False, soft_wrap=True)


def _unheard(line: str) -> None:
    """With --json a person who is asked still has to read the question."""
    if line.startswith("        "):
        typer.echo(line, err=True)


async def _test_real(report: bring_up.Report, port: str | None, rows: int, miniatures: int) -> bring_up.BringUp:
    if port is None:
        boards = finder.list_boards()
        if len(boards) != 1:
            found = ", ".join(board.port for board in boards) or "none"
            raise ValueError(f"Name the port of the board to test; found: {found}.")
        port = boards[0].port
    person = bring_up.Person(report, bring_up.Keys())
    return await bring_up.run(SerialLink(port), person, report, rows=rows, miniatures=miniatures)


async def _test_virtual(
    report: bring_up.Report, faults: list[PlantedFault], lines: Path | None, rows: int, miniatures: int
) -> bring_up.BringUp:
    import tempfile

    settings = {"SUPPLY_MA": VIRTUAL_SUPPLY_MA} | (_read_settings(lines) if lines else {})
    kind = str(settings.get("SENSOR_KIND", "matrix"))
    if kind == "matrix":
        settings.setdefault("BUTTONS", "1 2 3 4 5 6 host")
    wanted = [request for fault in faults for request in requests(fault, kind)]
    with tempfile.TemporaryDirectory(prefix="immolation-") as folder:
        board = VirtualBoard(Path(folder), settings=settings)
        await board.start()
        try:
            control = await VirtualControl.connect(board.control)
            try:
                for request in wanted:
                    await control.fault(**request)
                await control.counters()  # answered in order: the faults are planted now
                if control.refusals:
                    raise ValueError(control.refusals[0])
                bench = bring_up.VirtualBench(control)
                return await bring_up.run(SerialLink(str(board.tty)), bench, report, rows=rows, miniatures=miniatures)
            finally:
                await control.close()
        finally:
            await board.stop()


def _read_settings(path: Path) -> dict[str, str | int]:
    """Lines of a settings.toml. Raises ValueError with file and key."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}.") from None
    for key, value in raw.items():
        if not isinstance(value, str | int):
            raise ValueError(f"{path}: {key} is neither a text nor a whole number.")
    return raw


@app.command("virtual")
def virtual(
    folder: Annotated[Path, typer.Option(help="Where its port and its control socket appear.")] = Path("var/virtual"),
    broker: Annotated[str | None, typer.Option(help="Connect by MQTT instead: mqtt://HOST:PORT")] = None,
) -> None:
    """Run a virtual board: the real firmware in MicroPython on a pseudo-terminal."""
    run_virtual(folder, broker=broker)
