"""A host that is killed at any instant: it comes back with the same game, the same clocks and the same next roll."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
from immolation.table.journal.journal_replay import read, replay
from immolation.table.journal.journal_writer import make
from immolation.table.table import Table

from .conftest import BOTS, OpenTable
from .test_table import TIMED, Time, dealt
from .waiting import over

HOST = """
import asyncio, sys
from pathlib import Path
from immolation.table.table import Table
from tests.games.toy import registered
from tests.table.conftest import BOTS
async def host():
    last = int(sys.argv[2])
    with registered():
        table = await Table.open(Path(sys.argv[1]), game="toy-race", seed=7, players=BOTS, bot_pace_ms=0)
        updates = table.subscribe()
        running = asyncio.create_task(table.run())
        async for update in updates:
            print(update.n, table.history.digest, flush=True)
            if update.n >= last:
                sys.stdin.read()  # until it is killed, however late that comes
            if table.phase == "over":
                break
        await table.close()
        await running
asyncio.run(host())
"""


def hosted(path: Path, last: int) -> subprocess.Popen[str]:
    """A host that plays no further than a little beyond entry ``last``."""
    return subprocess.Popen(
        [sys.executable, "-c", HOST, str(path), str(last)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


async def test_killed_again_and_again_bots_play_the_same_game(open_table: OpenTable, tmp_path: Path) -> None:
    plain = await open_table(players=BOTS, path=tmp_path / "plain", running=True)
    await over(plain)
    wanted = [entry.digest for entry in plain.history.entries]
    path = tmp_path / "killed"
    rng = random.Random(3)
    kills, seen = 0, 0
    while True:
        stop_at = seen + rng.randrange(1, 5) if kills < 6 else len(wanted) + 1
        host = hosted(path, stop_at + rng.randrange(3))
        assert host.stdout is not None
        assert host.stdin is not None
        for line in host.stdout:
            if not line.endswith("\n"):
                break
            number, digest = line.split()
            seen = int(number)
            assert digest == (wanted[seen - 1] if seen else plain.history.start_digest)
            if seen >= stop_at and seen < len(wanted):
                os.kill(host.pid, signal.SIGKILL)
                break
        host.stdout.close()
        host.stdin.close()
        if host.wait() == 0:
            break
        kills += 1
        kept = [entry.digest for entry in read(path)[1]]
        assert kept == wanted[: len(kept)]
        assert len(kept) >= seen
    assert kills >= 3
    assert [entry.digest for entry in read(path)[1]] == wanted
    assert replay(path) == plain.report()


CLOCKED = """
import asyncio, os, sys
from pathlib import Path
from immolation.table.table import Table
from tests.games.toy import Pass, Run, registered
from tests.table.conftest import PEOPLE
from tests.table.test_table import TIMED, dealt
async def host():
    with registered():
        table = await Table.open(Path(sys.argv[1]), game="toy-race", seed=7, players=PEOPLE, **TIMED)
        await dealt(table)
        await asyncio.sleep(0.05)
        await table.decide(Run("p1", 12))
        await asyncio.sleep(0.05)
        os.kill(os.getpid(), 9)
asyncio.run(host())
"""


async def test_killed_its_clocks_come_back_as_they_were_at_the_last_entry(tmp_path: Path) -> None:
    path = tmp_path / "killed"
    done = subprocess.run([sys.executable, "-c", CLOCKED, str(path)], cwd=Path(__file__).parents[2], check=False)  # noqa: ASYNC221
    assert done.returncode == -signal.SIGKILL
    time = Time()
    table = await Table.open(path, now=time)
    kept = read(path)[1][-1].clocks
    left = {(clock.owner, clock.kind): clock.left_ms for clock in table.clocks()}
    window = kept.window["p2"]  # it runs already while its entry is written
    assert left == {("p1", "turn"): kept.turn["p1"], ("p2", "turn"): 10_000, ("p2", "window"): window}
    assert (kept.turn["p1"] <= 9_950, 0 < window <= 3_000) == (True, True)
    running = [clock.owner for clock in table.clocks() if clock.running_since is not None]
    assert running == ["p2"]
    await table.close()


async def test_a_table_left_in_the_middle_of_anything_rolls_what_it_would_have_rolled(
    open_table: OpenTable, tmp_path: Path
) -> None:
    """Copies of a journal, taken at every entry, all end alike."""
    plain = await open_table(players=BOTS, path=tmp_path / "plain", running=True)
    await over(plain)
    await plain.close()
    for length in range(0, plain.history.number, 4):
        cut = tmp_path / f"cut-{length}"
        _cut(tmp_path / "plain", cut, length)
        table = await open_table(path=cut, running=True)
        assert table.history.number == length
        await over(table)
        assert table.history.digest == plain.history.digest


def _cut(journal: Path, to: Path, length: int) -> None:
    header, entries = read(journal)
    make(to, header, entries[:length])


async def test_undo_and_pauses_come_back_too(open_table: OpenTable) -> None:
    table = await open_table(**TIMED)
    await dealt(table)
    await table.undo(1)
    await table.consent("p1", True)
    await table.consent("p2", True)
    await table.pause()
    before = msgspec.structs.replace(table.state_record(), note=""), table.events_since(0), table.clocks()
    await table.close()
    again = await open_table()
    assert (again.state_record(), again.events_since(0)) == before[:2]
    assert again.phase == "paused"
    assert [clock.left_ms for clock in again.clocks()] == [clock.left_ms for clock in before[2]]
