"""Many tables in one host, boards at the wire, subscribers at Mosquitto: how long an edge takes to its scene.

``make scale TABLES=200 SUBSCRIBERS=1000 SECONDS=60`` measures one size; what a move costs in processor time holds on a
busy machine too, how long it takes does not.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import statistics
import sys
import tempfile
import threading
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from immolation.board.board_client import BoardClient
from immolation.broker.command_handler import CommandHandler
from immolation.broker.connection import Connection
from immolation.broker.publisher import Publisher
from immolation.cli.torture.processes import Broker
from immolation.games import CHANCE
from immolation.table.board_reconciler import intended_move
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

from tests.bench.wire_board import WireBoard

STABLE_MS = 1
"""A person's board waits 250 ms until a hand has finished: a choice, and no part of what is measured here."""

THINK_S = 10.0
"""Between two moves of one table; quicker than people play."""

HASTE_S = 0.25
"""The same where nothing is measured."""

STUCK_S = 20.0
"""A pattern that was not understood by then means several things."""

PEOPLE = {seat: Player("person", seat) for seat in ("p1", "p2")}


class Seats:
    """The people of one table: whoever is asked moves a miniature where that is an action, else says what to do."""

    def __init__(self, table: Table, board: WireBoard, rng: random.Random, think_s: float) -> None:
        self.table, self.board, self.rng, self.think_s = table, board, rng, think_s
        self.waits: list[float] = []

    async def play(self, until: float) -> None:
        """Play until then, and until one move was made on the board."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self.rng.uniform(0, self.think_s))
        while (loop.time() < until or not self.waits) and self.table.phase != "over":
            await self._move()
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.think_s)

    async def _move(self) -> None:
        table, loop = self.table, asyncio.get_running_loop()
        state = table.history.state
        for seat in state.deciders():
            if seat == CHANCE:
                return
            actions = list(state.legal_actions(seat))
            self.rng.shuffle(actions)
            for action in actions:
                move = intended_move(table.game, state, action)
                if move is None:
                    continue
                off, on = tuple(move.before - move.after), tuple(move.after - move.before)
                while not self.board.scenes.empty():
                    self.board.scenes.get_nowait()
                before, start = table.history.number, loop.time()
                self.board.put(off, on)
                try:
                    async with asyncio.timeout(STUCK_S):
                        while table.history.number == before:
                            at, _ = await self.board.scenes.get()
                except TimeoutError:  # several actions look like this one, and people would be asked
                    await table.decide(action, by=seat)
                else:
                    self.waits.append(1000 * (at - start))
                return
            await table.decide(actions[0], by=seat)
            return


def journal_bytes(folder: Path) -> int:
    """What all journals hold, with what waits beside them."""
    return sum(path.stat().st_size for path in folder.glob("*.journal*"))


def processor_s(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb() -> float:
    """What this process holds in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


async def measured(
    folder: Path, tables: int, subscribers: int, seconds: float, think_s: float = THINK_S
) -> dict[str, Any]:
    """Play so many tables for so long."""
    async with AsyncExitStack() as stack:
        broker = Broker(folder)
        await broker.start()
        stack.push_async_callback(broker.stop)
        connection = Connection(broker.url, capacity=100_000)
        await connection.start()
        stack.push_async_callback(connection.stop)
        await connection.wait_online(60)
        crowd = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.subscribers", str(broker.port), str(subscribers), str(tables)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert crowd.stdout is not None
        assert (await crowd.stdout.readline()) == b"ready\n"
        seats = []
        before_mb, before_files = resident_mb(), len(os.listdir("/proc/self/fd"))
        for number in range(tables):
            link = WireBoard()
            board = BoardClient(link, stable_ms=STABLE_MS, board_id=f"t{number}")
            table = await Table.open(
                folder / f"t{number}.journal",
                table_id=f"t{number}",
                game="ascended-kings",
                config={"seats": 2},
                players=PEOPLE,
                seed=number,
                board=board,
            )
            stack.push_async_callback(table.close)
            for part in (
                Publisher(table, connection, board_id=f"t{number}"),
                CommandHandler(table, connection, board_id=f"t{number}"),
            ):
                await part.start()
                stack.push_async_callback(part.stop)
            for job in (board.run(), table.run()):
                stack.push_async_callback(ended, asyncio.create_task(job))
            link.put((), tuple(table.state_record().picture.occupied))
            seats.append(Seats(table, link, random.Random(number), think_s))
        await asyncio.sleep(5)
        loop = asyncio.get_running_loop()
        cpu, broker_cpu, start = time.process_time(), processor_s(broker.pid), loop.time()
        written, entries = journal_bytes(folder), sum(one.table.n for one in seats)
        await asyncio.gather(*(one.play(loop.time() + seconds) for one in seats))
        cpu, broker_cpu = time.process_time() - cpu, processor_s(broker.pid) - broker_cpu
        busy = 100 * cpu / (loop.time() - start)
        written = journal_bytes(folder) - written
        said, _ = await crowd.communicate(b"")
        messages, told = (int(word) for word in said.split())
        waits = [wait for one in seats for wait in one.waits]
        lost = connection.dropped
        threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
        grown = resident_mb() - before_mb
        entries = max(1, sum(one.table.n for one in seats) - entries)
    cuts = statistics.quantiles(waits, n=100)
    return {
        "tables": tables,
        "subscribers": subscribers,
        "moves": len(waits),
        "p50": cuts[49],
        "p99": cuts[98],
        "host %": busy,
        "entries": entries,
        "host ms/entry": 1000 * cpu / entries,
        "broker ms/entry": 1000 * broker_cpu / entries,
        "told": messages,
        "kB/message": told / 1000 / max(1, messages),
        "journal kB/entry": written / 1000 / entries,
        "dropped": lost,
        "threads": threads,
        "files/table": (files - before_files) / tables,
        "MB/table": grown / tables,
        "load": os.getloadavg()[0],
    }


@pytest.mark.needs("mosquitto")
def test_many_tables_and_many_subscribers(benchmark: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows: list[dict[str, Any]] = []

    def all_sizes() -> None:  # as a plain test the smallest need only work
        sizes = ((10, 50), (50, 250), (200, 1000)) if benchmark.enabled else ((2, 4),)
        seconds, think_s = (30.0, THINK_S) if benchmark.enabled else (8 * HASTE_S, HASTE_S)
        for tables, subscribers in sizes:
            folder = tmp_path / str(tables)
            folder.mkdir()
            rows.append(asyncio.run(measured(folder, tables, subscribers, seconds, think_s)))

    benchmark.pedantic(all_sizes, rounds=1)
    assert all(row["dropped"] == 0 for row in rows)
    with capsys.disabled():
        print()
        for row in rows:
            print(in_words(row))


def in_words(row: dict[str, Any]) -> str:
    said = (f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items())
    return "  ".join(said)


def main() -> None:
    """Measure one size: tables, subscribers, seconds."""
    tables, subscribers, seconds = (int(word) for word in sys.argv[1:4])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        print(in_words(asyncio.run(measured(Path(folder), tables, subscribers, seconds))))


if __name__ == "__main__":
    main()
