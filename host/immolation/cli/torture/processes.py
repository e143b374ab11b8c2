"""The processes that are tortured: a broker, and a host with its board, started again whenever they end."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import shutil
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from immolation.task_cancellation import ended

START_S = 120.0
"""A host that is not up by then will not come up."""

WALL = """
import os, time
_place, _ns = os.environ["IMMOLATION_WALL_CLOCK"], time.time_ns
def _shifted():
    try:
        with open(_place) as file:
            return _ns() + int(file.read() or 0) * 1_000_000_000
    except (OSError, ValueError):
        return _ns()
time.time_ns = _shifted
time.time = lambda: _shifted() / 1e9
"""
"""``sitecustomize.py`` of the tortured host: its wall clock is off by the seconds that stand in a file."""


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def children(pid: int) -> list[int]:
    """The processes that a process started."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += [int(word) for word in (task / "children").read_text().split()]
    return found


class Broker:
    """Mosquitto on loopback, without logins: the host trusts its own machine."""

    def __init__(self, folder: Path) -> None:
        """Raises ValueError where there is no Mosquitto."""
        found = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
        if found is None:
            raise ValueError("Torture needs the broker Mosquitto; install it, as in: apt install mosquitto.")
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None
        self._argv = (found, "-c", str(folder / "mosquitto.conf"))
        (folder / "mosquitto.conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\nset_tcp_nodelay true\n"
            "max_queued_messages 20000\n"
        )

    async def start(self) -> None:
        """Start it, and return once it listens."""
        quiet = asyncio.subprocess.DEVNULL
        self.process = await asyncio.create_subprocess_exec(*self._argv, stdin=quiet, stdout=quiet, stderr=quiet)
        async with asyncio.timeout(START_S):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    return

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End it. Harmless when it is gone."""
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.send_signal(number)
        await process.wait()

    @property
    def pid(self) -> int:
        """Of the process."""
        assert self.process is not None
        return self.process.pid


class Host:
    """``immolation host`` on a virtual board, started again whenever it ends, as systemd would."""

    def __init__(self, folder: Path, words: tuple[str, ...]) -> None:
        """``words``: what follows ``immolation host``."""
        self.folder = folder
        self.log = folder / "host.log"
        self.starts = 0
        self.page = ""
        self.up = asyncio.Event()
        """Set while the host says that its page can be opened."""

        self._words = words
        self._wall = folder / "wall-clock"
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._held = asyncio.Event()
        self._held.set()
        (folder / "sitecustomize.py").write_text(WALL)

    @property
    def environment(self) -> Mapping[str, str]:
        """Of the host: its data is kept in the folder, its clock can be put wrong."""
        path = os.pathsep.join(filter(None, (str(self.folder), os.environ.get("PYTHONPATH"))))
        own = {"XDG_DATA_HOME": str(self.folder / "data"), "XDG_STATE_HOME": str(self.folder / "state")}
        return {**os.environ, **own, "PYTHONPATH": path, "IMMOLATION_WALL_CLOCK": str(self._wall), "COLUMNS": "200"}

    @property
    def command(self) -> tuple[str, ...]:
        """The command line."""
        return (sys.executable, "-m", "immolation", "host", *self._words)

    @property
    def pid(self) -> int:
        """Of the process. Raises ProcessLookupError while there is none."""
        if self._process is None or self._process.returncode is not None:
            raise ProcessLookupError
        return self._process.pid

    @property
    def board_pid(self) -> int:
        """Of the virtual board's process. Raises ProcessLookupError while there is none."""
        with suppress(OSError, ValueError):
            return int((self.board / "lock").read_text())
        raise ProcessLookupError

    @property
    def firmware_pid(self) -> int:
        """Of the interpreter that runs the firmware. Raises ProcessLookupError while there is none."""
        found = children(self.board_pid)
        if not found:
            raise ProcessLookupError
        return found[0]

    @property
    def board(self) -> Path:
        """The folder of the virtual board."""
        return self.folder / "data" / "immolation" / "board"

    def shift_wall_clock(self, seconds: int) -> None:
        """Let the host's wall clock be off by so much from now on."""
        fresh = self._wall.with_suffix(".new")
        fresh.write_text(str(seconds))
        fresh.replace(self._wall)

    def limit_file_size(self, most: int | None) -> None:
        """Let the host's files grow no further than so many bytes, as on a full disk."""
        if sys.platform == "linux":
            resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (most if most is not None else -1, -1))

    async def start(self) -> None:
        """Start and keep it; returns at once."""
        self._keeper = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """End it for good."""
        if self._keeper is not None:
            await ended(self._keeper)
        await self.end()

    async def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End the process; while it is kept, another follows."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.send_signal(number)
        try:
            await asyncio.wait_for(process.wait(), 30)
        except TimeoutError:
            process.kill()
            await process.wait()

    def hold(self) -> None:
        """Start no other process until `release`."""
        self._held.clear()

    def release(self) -> None:
        """Start processes again."""
        self._held.set()

    async def _keep(self) -> None:
        while True:
            await self._held.wait()
            self.starts += 1
            with self.log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *self.command,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=log,
                    env=self.environment,
                    start_new_session=True,
                )
            await self._listen(self._process)
            await self._process.wait()
            self.up.clear()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with self.log.open("ab") as log:
            async for line in process.stdout:
                log.write(line)
                log.flush()
                if found := re.search(rb"Open (http\S+)", line):
                    self.page = found[1].decode()
                    self.up.set()
