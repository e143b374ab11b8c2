"""A whole game by bots through the real path, at full speed: rules, scene, serial, firmware, tiles, rules.

The virtual board is a process of its own and, as a real one would, survives the host being killed.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec

from immolation.board.board_client import BoardClient
from immolation.board.link import BoardCounters
from immolation.board.serial_link import SerialLink
from immolation.board.virtual import LastingControl, VirtualBoard, VirtualControl
from immolation.table.journal.journal_replay import replay
from immolation.table.records import Player
from immolation.table.table import Table
from immolation.task_cancellation import ended

STABLE_MS = 15  # nobody slides a miniature here; a person's board waits 250 ms
FAST_BOARD: Mapping[str, str | int] = {"SCAN_MS": 5, "PLACE_MS": 5, "LIFT_MS": 5}
LAST_SCENE_S = 20  # how long the end of a game may take to reach the lights over a bad line
LONGEST_S = 1800  # a game that takes longer hangs; say so instead of waiting for ever


class Bout(msgspec.Struct, frozen=True):
    """The game that is played, handed from the supervisor to each host it starts."""

    folder: str
    ruleset: str
    config: dict[str, Any]
    bots: dict[str, str]
    seed: int
    noise: float = 0.0
    settings: dict[str, Any] = {}
    """For `games.load`."""

    position: dict[str, Any] | None = None
    """Where the game goes on from, instead of by ``config``."""

    @property
    def journal(self) -> Path:
        """The journal of the game."""
        return Path(self.folder) / "game.journal"

    @property
    def counters(self) -> Path:
        """The file of what passed over the wire, one JSON line a host process."""
        return Path(self.folder) / "counters.jsonl"


def disturb(share: float, seed: int) -> Callable[[bytes], bytes] | None:
    """Corrupt this share of all bytes, as a bad cable would; None for a good one."""
    if not share:
        return None
    rng = random.Random(f"noise:{seed}:{os.getpid()}")

    def corrupt(data: bytes) -> bytes:
        return bytes(rng.randrange(256) if rng.random() < share else byte for byte in data)

    return corrupt


async def play(bout: Bout, virtual: VirtualBoard, progress: Callable[[int], None]) -> None:
    """Play the game in ``bout.journal`` from where it stands to its end; ``progress`` hears how many actions it has."""
    control = await LastingControl.connect(virtual.control)
    link = SerialLink(str(virtual.tty), disturb=disturb(bout.noise, bout.seed))
    board = BoardClient(link, stable_ms=STABLE_MS)
    table = await Table.open(
        bout.journal,
        game=bout.ruleset,
        settings=bout.settings,
        config=None if bout.position else bout.config,
        position=bout.position,
        seed=bout.seed,
        players={seat: Player(kind="bot", name=seat, bot=bot) for seat, bot in bout.bots.items()},
        board=board,
        control=control,
        bot_pace_ms=0,
    )

    async def until_over() -> None:
        with closing(table.subscribe()) as updates:
            async for _ in updates:
                progress(table.report().actions)
                if table.phase == "over":
                    return

    over = asyncio.create_task(until_over())
    lasting = [asyncio.create_task(job) for job in (board.run(), table.run(), _note_counters(bout, board))]
    try:
        async with asyncio.timeout(LONGEST_S):
            done, _ = await asyncio.wait([over, *lasting], return_when=asyncio.FIRST_COMPLETED)
        for job in done:
            job.result()
        with suppress(TimeoutError):  # at full speed each scene gives way to the next; the last one stays
            await asyncio.wait_for(board.shown(), LAST_SCENE_S)
    finally:
        await ended(over, *lasting)
        await table.close()
        await control.close()
        _note(bout, board)


async def _note_counters(bout: Bout, board: BoardClient) -> None:
    """Keep what this process counted on disk, for a host that is killed cannot tell any more."""
    while True:
        _note(bout, board)
        await asyncio.sleep(0.2)


def _note(bout: Bout, board: BoardClient) -> None:
    bout.counters.with_suffix(f".{os.getpid()}").write_bytes(msgspec.json.encode(board.counters))


def _counted(bout: Bout) -> BoardCounters:
    """The counters of all host processes together."""
    total = BoardCounters()
    for path in bout.counters.parent.glob("counters.*"):
        try:
            one = msgspec.json.decode(path.read_bytes(), type=BoardCounters)
        except msgspec.DecodeError:
            continue  # written half when the host was killed
        total.interpreter = one.interpreter or total.interpreter
        total.scenes += one.scenes
        total.edges += one.edges
        total.bad_lines += one.bad_lines
    return total


async def supervise(bout: Bout, kill_every: int, progress: Callable[[int], None]) -> dict[str, Any]:
    """Play a bout, killing the host after every ``kill_every`` actions (0: never); what there is to report."""
    folder = Path(bout.folder)
    virtual = VirtualBoard(folder / "board", settings=FAST_BOARD)
    await virtual.start()
    keeping = asyncio.create_task(virtual.keep_running())
    try:
        if kill_every:
            (folder / "bout.json").write_bytes(msgspec.json.encode(bout))
            while not await _life(bout, kill_every, progress):
                pass
        else:
            await play(bout, virtual, progress)
        control = await VirtualControl.connect(virtual.control)
        on_board = await control.counters()
        await control.close()
    finally:
        await ended(keeping)
        await virtual.stop()
    counted = _counted(bout)
    report = msgspec.to_builtins(replay(bout.journal))
    return {
        **{key: report[key] for key in ("ruleset", "seed", "rounds", "actions", "outcome", "digest")},
        "board": {
            "interpreter": on_board.get("interpreter") or counted.interpreter,
            "scenes": counted.scenes,
            "frames": on_board.get("frames", counted.frames),
            "edges": counted.edges,
            "bad_lines": counted.bad_lines,
        },
    }


async def _life(bout: Bout, kill_every: int, progress: Callable[[int], None]) -> bool:
    """One life of the host, from start to SIGKILL; True if the game was over before."""
    worker = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "immolation.cli.headless",
        bout.folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
    )
    assert worker.stdout is not None
    born: int | None = None
    try:
        async with asyncio.timeout(LONGEST_S):
            async for line in worker.stdout:
                actions = int(line)
                progress(actions)
                born = actions if born is None else born
                if actions >= born + kill_every:
                    worker.send_signal(signal.SIGKILL)
                    await worker.wait()
                    return False
            code = await worker.wait()
    finally:
        if worker.returncode is None:
            worker.kill()
    if code != 0:
        raise RuntimeError(f"The host stopped with exit code {code}.")
    return True


def main() -> None:
    """One life of the host, started by `supervise`: ``python -m immolation.cli.headless FOLDER``."""
    folder = Path(sys.argv[1])
    bout = msgspec.json.decode((folder / "bout.json").read_bytes(), type=Bout)
    asyncio.run(play(bout, VirtualBoard(folder / "board"), lambda actions: print(actions, flush=True)))


if __name__ == "__main__":
    main()
