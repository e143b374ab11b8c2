"""``immolation torture``: break everything around a host on purpose, and compare with an undisturbed game."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from .tortured_game import Tortured, TorturedGame


def torture(
    minutes: Annotated[float, typer.Option(min=0.01, help="How long faults are planted.")] = 5.0,
    seed: Annotated[int, typer.Option(help="The same seed plants the same faults in the same order.")] = 1,
    folder: Annotated[
        Path | None, typer.Option(help="Keep journals and logs here; else they are removed where nothing failed.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="End with one JSON object.")] = False,
) -> None:
    """Play real games while processes are killed, cables are pulled and disks fill up; everything must go on.

    Needs Linux and Mosquitto. Ends with exit code 1 and the seed if anything was lost or came out differently.
    """
    place = folder or Path(tempfile.mkdtemp(prefix="immolation-torture-"))

    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    report = asyncio.run(_run(place.resolve(), seed, 60 * minutes, say))
    if as_json:
        print(json.dumps(msgspec.to_builtins(report)))
    else:
        print(_in_words(report))
    if report.failures:
        say(f"Seed {seed} failed; its journals and logs are in {place}.")
        raise typer.Exit(1)
    if folder is None:
        shutil.rmtree(place)


async def _run(folder: Path, seed: int, seconds: float, say: Callable[[str], None]) -> Tortured:
    report, rng = Tortured(seed), random.Random(f"torture:{seed}")
    start = time.monotonic()
    left = seconds
    while left > 0 and not report.failures:
        number = 1000 * seed + report.games
        game = TorturedGame(folder / f"game-{number}", number, rng, report, left, say)
        await game.play()
        left = game.left
    report.seconds = round(time.monotonic() - start, 1)
    return report


def _in_words(report: Tortured) -> str:
    lines = [f"{count:5} {name}" for name, count in sorted(report.faults.items())]
    lines += [f"    - {name}: {why}" for name, why in sorted(report.skipped.items())]
    planted = sum(report.faults.values())
    lines.append(
        f"{planted} faults in {report.seconds:.0f} s, {report.games} games, {report.actions} actions, "
        f"{report.host_starts} starts of the host, {report.doubled_messages} MQTT messages doubled and "
        f"{report.overtaken_messages} overtaken; {report.lost_actions} acknowledged actions lost, "
        f"{report.digest_differences} digests, {report.clock_differences} clocks and {report.light_differences} lights "
        f"otherwise than undisturbed; {len(report.failures)} failures."
    )
    return "\n".join([*lines, *report.failures])
