"""``immolation demo``: a game on a virtual board, in the browser or without one."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Annotated, Any

import platformdirs
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from immolation import bots, games
from immolation.plain_text import counted

from . import headless
from .game_options import POSITION, USUAL, opening
from .host import players, print_line

console = Console()


def demo(
    ruleset: Annotated[str, typer.Option(help="Which game.")] = USUAL,
    seats: Annotated[
        int | None, typer.Option(min=1, max=6, help="How many play; you are the first. Else as many as is best.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of dice and bots; the same seed plays the same game.")] = None,
    all_bots: Annotated[bool, typer.Option("--bots", help="Bots play every seat.")] = False,
    bot: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Which bot plays, e.g. search:easy; else one that suits the game."),
    ] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="E.g. rounds=5.")] = None,
    pack: Annotated[
        Path | None, typer.Option(help="The cards to play with, instead of those that come along.", exists=True)
    ] = None,
    position: Annotated[Path | None, typer.Option(help=POSITION, exists=True, dir_okay=False)] = None,
    without_page: Annotated[bool, typer.Option("--headless", help="No page; bots only, at full speed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="End with one JSON object.")] = False,
    kill_every: Annotated[int, typer.Option(min=0, help="Kill the host after so many actions, again and again.")] = 0,
    noise: Annotated[float, typer.Option(min=0.0, max=0.05, help="Share of bytes corrupted on the wire.")] = 0.0,
    journal: Annotated[
        Path | None, typer.Option(help="Keep the journal here; else beside the tables' own, until the next demo.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0: any that is free.")] = 8080,
    pace: Annotated[int, typer.Option(min=0, help="Milliseconds a bot thinks and a step of a turn is shown.")] = 800,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Play on a virtual board: the real firmware in MicroPython, its lights in your browser."""
    usual = games.load(ruleset).first_config if position is None else {}
    first = [f"{key}={json.dumps(value)}" for key, value in usual.items()]
    begun = opening(ruleset, seats, [*first, *(option or [])], pack, position)
    ruleset = begun.ruleset
    if journal is not None and journal.exists():
        raise typer.BadParameter(f"{journal} exists already.", param_hint="--journal")
    rival = _rival(bot, ruleset, begun.config, at_once=without_page)
    with tempfile.TemporaryDirectory(prefix="immolation-") as name:
        folder = Path(name)
        if without_page:
            if not all_bots:
                raise typer.BadParameter("Without a page nobody can play; add --bots.", param_hint="--headless")
            bout = headless.Bout(
                folder=str(folder),
                ruleset=ruleset,
                settings=begun.settings,
                config=begun.config,
                position=begun.position,
                bots=dict.fromkeys(begun.seats, rival),
                seed=seed if seed is not None else 1,
                noise=noise,
            )
            report = _headless(bout, kill_every)
        else:
            from .host_runtime import HostSettings, serve  # the page takes a second to load; headless games do without

            robots = [f"{seat}={rival}" for seat in begun.seats[0 if all_bots else 1 :]]
            settings = HostSettings(
                folder=folder,
                journal=folder / "game.journal",
                ruleset=ruleset,
                settings=begun.settings,
                config=begun.config,
                position=begun.position,
                players=players(begun.seats, [] if all_bots else [f"{begun.seats[0]}=You"], robots),
                seed=seed,
                board="virtual",
                port=port,
                open_browser=browser,
                pace_ms=pace,
            )
            asyncio.run(serve(settings, print_line))
        kept = _keep(folder / "game.journal", journal or _usual_place(ruleset, seed))
    if not without_page:
        print_line(f"immolation replay {kept} plays it again.")
    elif as_json:
        print(json.dumps({**report, "journal": str(kept)}))
    else:
        _print_report(report)
        console.print(f"immolation replay {kept} plays it again.")


def _rival(asked: str | None, ruleset: str, config: dict[str, Any], *, at_once: bool) -> str:
    """The bot that plays. ``at_once``: nobody waits to see it think. Raises typer.BadParameter for one there is not."""
    if asked is None:
        return bots.quick_bots(ruleset, config)[-1] if at_once else bots.default_bot(ruleset, config)
    name, known = bots.full_name(asked), bots.names(ruleset, config)
    if name not in known:
        raise typer.BadParameter(
            f"There is no bot '{asked}' for this game; there are {', '.join(known)}.", param_hint="--bot"
        )
    return name


def _usual_place(ruleset: str, seed: int | None) -> Path:
    """Return where the last demo of a ruleset and seed is kept."""
    return platformdirs.user_data_path("immolation") / f"demo-{ruleset}-{'any' if seed is None else seed}.journal"


def _keep(played: Path, place: Path) -> Path:
    """Put a finished journal in its place, whole or not at all."""
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(f"{place.name}.{os.getpid()}")
    shutil.copyfile(played, fresh)
    fresh.replace(place)
    return place.resolve()


def _headless(bout: headless.Bout, kill_every: int) -> dict[str, Any]:
    quiet = not console.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed} actions"))
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), disable=quiet) as progress:
        job = progress.add_task(f"{bout.ruleset}, seed {bout.seed}", total=None)
        return asyncio.run(
            headless.supervise(bout, kill_every, lambda actions: progress.update(job, completed=actions))
        )


def _print_report(report: dict[str, Any]) -> None:
    """A headless game in words."""
    board = report["board"]
    length = f"{counted(report['actions'], 'action')} in {counted(report['rounds'], 'round')}"
    console.print(f"{length}, digest {report['digest']}.")
    console.print(
        f"{board['interpreter']}: {board['scenes']} scenes, {board['frames']} frames, {board['edges']} edges."
    )
    if report["outcome"]:
        console.print(report["outcome"]["reason"])
