"""``immolation soak``: a day of games in the time that the machine needs for them, and what it costs in memory."""

from __future__ import annotations

import asyncio
import gc
import json
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from immolation.board.board_client import BoardClient
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import LastingControl, VirtualBoard, VirtualControl
from immolation.broker.command_handler import CommandHandler
from immolation.broker.connection import Connection
from immolation.broker.embedded_broker import EmbeddedBroker
from immolation.broker.publisher import Publisher
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

from .headless import FAST_BOARD, STABLE_MS
from .process_memory import live_mb, resident_mb

PACE_S = 0.8
"""What one action takes at a table that people watch (`--pace` of a host), which a soak does not wait for."""

WARM_UP = 0.2
"""The share of the time in which caches fill, such as the states kept for undo."""

MOST_PERCENT = 1.0
"""What a host keeps from game to game may grow by so much from the end of the warm-up to the end."""

SEATS = ("p1", "p2")


class Sample(msgspec.Struct):
    """The cost at the end of one game."""

    hours: float
    """Of game time since the start."""

    actions: int
    host_mb: float
    """Resident. It follows the longest game so far: Python seldom gives back what that one's history took."""

    live_mb: float
    """In use once this game's history was let go for the next game; what rises here is kept for ever."""

    firmware_bytes: int | None
    """Of the firmware's heap in use after a collection, as on a 32-bit chip."""

    journal_bytes: int
    """Of this game's journal alone."""

    journal_entries: int
    files: int
    tasks: int


def soak(
    hours: Annotated[float, typer.Option(min=0.01, help="How much game time.")] = 24.0,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 1,
    board: Annotated[bool, typer.Option(help="Play on a virtual board, at the speed of its lights.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="End with one JSON object.")] = False,
    minutes: Annotated[
        float, typer.Option(min=0.01, help="End with the game that is played after so many real minutes.")
    ] = math.inf,
) -> None:
    """Play games by bots one after the other, and show how memory, files and journals grow."""
    until = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory(prefix="immolation-soak-") as name:
        samples = asyncio.run(_play(Path(name), hours, until, seed, board, lambda line: print(line, file=sys.stderr)))
    found = summary(samples)
    if as_json:
        print(json.dumps({**found, "samples": msgspec.to_builtins(samples)}))
    else:
        print("\n".join(f"{key}: {value}" for key, value in found.items()))
    if abs(found["host_growth_percent"]) > MOST_PERCENT:
        raise typer.Exit(1)


def summary(samples: Sequence[Sample]) -> dict[str, Any]:
    """Growth from the end of the warm-up to the end, as the slope of a line through the samples.

    ``host_growth_percent`` is that of what lives between two games, as a share of what is resident.
    ``resident_growth_percent`` also has the longest game in it, whenever that comes;
    ``resident_growth_since_longest_percent`` has not.
    """
    warm = [one for one in samples if one.hours >= WARM_UP * samples[-1].hours]
    heaps = [one.firmware_bytes for one in warm if one.firmware_bytes is not None]
    lengths = [
        now.actions - before for now, before in zip(samples, (0, *(one.actions for one in samples)), strict=False)
    ]
    longest = lengths.index(max(lengths))
    resident, settled = (_line([(one.hours, one.host_mb) for one in some]) for some in (warm, samples[longest:]))
    each = [one.journal_bytes / max(1, one.journal_entries) for one in warm]
    return {
        "hours": round(samples[-1].hours, 2),
        "games": len(samples),
        "actions": samples[-1].actions,
        "host_mb": round(warm[-1].host_mb, 1),
        "host_growth_percent": _percent(*_line([(one.hours, one.live_mb) for one in warm]), resident[0]),
        "live_mb": round(warm[-1].live_mb, 1),
        "resident_growth_percent": _percent(*resident, resident[0]),
        "resident_growth_since_longest_percent": _percent(*settled, settled[0]),
        "longest_game_actions": max(lengths),
        "firmware_heap_bytes": max(heaps, default=None),
        "firmware_heap_spread_bytes": max(heaps) - min(heaps) if heaps else None,
        "journal_bytes_per_entry": [round(min(each)), round(max(each))],
        "open_files": [min(one.files for one in warm), max(one.files for one in warm)],
        "tasks": [min(one.tasks for one in warm), max(one.tasks for one in warm)],
    }


def _line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return where a line through the points begins and ends."""
    if len(points) < 2:
        return points[0][1], points[0][1]
    slope, start = statistics.linear_regression([x for x, _ in points], [y for _, y in points])
    return start + slope * points[0][0], start + slope * points[-1][0]


def _percent(first: float, last: float, whole: float) -> float:
    """The rise from first to last as a share of the whole; 0 where memory cannot be read."""
    return round(100 * (last - first) / whole, 2) if whole else 0.0


async def _play(
    folder: Path, hours: float, until: float, seed: int, with_board: bool, say: Callable[[str], None]
) -> list[Sample]:
    """Play until so much game time is over, or the monotonic clock says ``until``; one sample a game."""
    samples: list[Sample] = []
    async with AsyncExitStack() as stack:
        broker = EmbeddedBroker()
        connection = Connection(await broker.start())
        stack.push_async_callback(broker.stop)
        await connection.start()
        stack.push_async_callback(connection.stop)
        board: BoardClient | None = None
        control: LastingControl | None = None
        counters: VirtualControl | None = None
        if with_board:
            virtual = VirtualBoard(folder / "board", settings=FAST_BOARD)
            await virtual.start()
            stack.push_async_callback(virtual.stop)
            control = await LastingControl.connect(virtual.control)
            stack.push_async_callback(control.close)
            counters = await VirtualControl.connect(virtual.control)
            stack.push_async_callback(counters.close)
            board = BoardClient(SerialLink(str(virtual.tty)), stable_ms=STABLE_MS)
            stack.push_async_callback(ended, asyncio.create_task(board.run()))
        players = {seat: Player("bot", "", "random") for seat in SEATS}
        table = await Table.open(
            folder / "game.journal",
            game="ascended-kings",
            config={"seats": len(SEATS)},
            players=players,
            seed=seed,
            board=board,
            control=control,
            bot_pace_ms=0,
        )
        stack.push_async_callback(table.close)
        for part in (Publisher(table, connection, control=control), CommandHandler(table, connection)):
            await part.start()
            stack.push_async_callback(part.stop)
        running = asyncio.create_task(table.run())
        stack.push_async_callback(ended, running)
        actions = 0
        while True:
            await _until_over(table, running)
            actions += table.history.number
            sample = await _sample(table, actions, counters)
            seed += 1
            await table.new_game("ascended-kings", {"seats": len(SEATS)}, players, seed=seed)
            _remove_old(folder)
            sample.live_mb = round(live_mb(), 3)
            samples.append(sample)
            say(msgspec.json.encode(sample).decode())
            if sample.hours >= hours or time.monotonic() >= until:
                return samples


async def _until_over(table: Table, running: asyncio.Task[None]) -> None:
    with closing(table.subscribe()) as updates:
        async for _ in updates:
            if table.phase == "over":
                return
            if running.done():
                running.result()


async def _sample(table: Table, actions: int, counters: VirtualControl | None) -> Sample:
    """Measure what the game that is over cost; ``live_mb`` is known only once the next one has begun."""
    gc.collect()
    heap = (await counters.counters())["heap_used"] if counters is not None else None
    size = sum(path.stat().st_size for path in table.path.parent.glob(table.path.name + "*") if path.is_file())
    return Sample(
        round(actions * PACE_S / 3600, 3),
        actions,
        round(resident_mb(), 2),
        0.0,
        heap,
        size,
        table.n,
        _open_files(),
        len(asyncio.all_tasks()),
    )


def _remove_old(folder: Path) -> None:
    """Remove the journals that were put aside."""
    for old in folder.glob("game-*"):
        old.unlink()


def _open_files() -> int:
    """Count the descriptors of this process."""
    own = Path("/proc/self/fd")
    return len(list(own.iterdir())) if own.is_dir() else 0
