"""Starts, finds and ends a virtual board's process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from immolation.board.virtual.control import VirtualControl, VirtualGone
from immolation.board.virtual.drive import DriveError
from immolation.board.virtual.interpreter import HEAP_KIB, InterpreterMissing
from immolation.board.virtual.machine import BoardConfig, Machine, only_one
from immolation.board.virtual.server import ControlServer

LOG = logging.getLogger(__name__)

START_S = 30.0
"""A Raspberry Pi Zero compiles the firmware in a few seconds."""

STOP_S = 10.0
"""A board that is told to stop does so within a tenth of a second; after this long it is killed."""

LET_GO_S = 3.0
"""A board whose maker was killed ends within this time."""


AGAIN_S = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Pauses before a board that died is started again; the last one repeats while it dies within `LIVED_S`."""

LIVED_S = 10.0
"""A board that lived so long is started again at once."""


class VirtualBoardError(RuntimeError):
    """The virtual board does not start; one sentence says why and what to do."""


class VirtualBoard:
    """A virtual board in a folder of its own: its drive, its memory, its console and its two addresses.

    ``tty`` is a stable link to the pseudo-terminal that a host opens, ``control`` the socket for `VirtualControl`.
    With ``detach`` the board outlives its maker, like a board on a table; another process finds it by its folder.
    """

    def __init__(
        self,
        folder: Path,
        *,
        settings: Mapping[str, str | int] | None = None,
        heap_kib: int = HEAP_KIB,
        detach: bool = False,
        interpreter: str = "auto",
        firmware: Path | None = None,
    ) -> None:
        self.folder = folder.resolve()
        self.tty = self.folder / "tty"
        self.control = self.folder / "control"
        self._config = BoardConfig(
            settings=dict(settings or {}),
            heap_kib=heap_kib,
            interpreter=interpreter,
            firmware=str(firmware) if firmware else None,
            detached=detach,
        )
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Return when code.py runs. A detached board that runs in this folder already is taken as it is.

        Raises VirtualBoardError if the board does not start, or runs here with other settings.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if await self._runs_already():
            return
        (self.folder / "board.json").write_bytes(msgspec.json.encode(self._config))
        ready, told = os.pipe()
        argv = [sys.executable, "-m", "immolation.board.virtual", str(self.folder), "--ready-fd", str(told)]
        if not self._config.detached:
            argv.append("--with-maker")
        with (self.folder / "board.log").open("w") as log:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *argv,
                    stdin=subprocess.DEVNULL if self._config.detached else subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    pass_fds=(told,),
                    start_new_session=True,
                )
            finally:
                os.close(told)
        answer = await self._answer(ready)
        if answer != "ok":
            await self.stop()
            raise VirtualBoardError(answer or f"The virtual board ended at once; {self.folder / 'board.log'} says why.")

    async def keep_running(self) -> None:
        """Start the board's process again whenever it ends, with what lay on it; until cancelled or `stop`."""
        loop = asyncio.get_running_loop()
        attempt, born = 0, loop.time()
        while (process := self._process) is not None:
            code = await process.wait()
            if self._process is not process:
                return
            self.tty.unlink(missing_ok=True)  # its pseudo-terminal may be another board's by now
            attempt = 0 if loop.time() - born > LIVED_S else attempt
            LOG.warning("The virtual board's process ended (exit code %d); it is started again.", code)
            await asyncio.sleep(AGAIN_S[min(attempt, len(AGAIN_S) - 1)])
            attempt, born = attempt + 1, loop.time()
            try:
                await self.start()
            except (VirtualBoardError, OSError) as error:
                LOG.warning("%s Trying again.", error)
                self._process = self._process or process

    async def stop(self) -> None:
        """End the board. Harmless when it is gone."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
            if process.stdin is not None:
                process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), STOP_S)
            except TimeoutError:
                process.kill()
                await process.wait()
            return
        with contextlib.suppress(VirtualGone):
            control = await VirtualControl.connect(self.control)
            await control.stop_board()
            await control.close()

    async def _runs_already(self) -> bool:
        try:
            control = await VirtualControl.connect(self.control)
        except VirtualGone:
            return False
        config = None
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            config = msgspec.json.decode((self.folder / "board.json").read_bytes(), type=BoardConfig)
        if config is not None and not config.detached and await control.ended(LET_GO_S):
            return False  # its maker had ended, and so did it
        await control.close()
        if config == self._config and config.detached:
            return True
        if config is not None and not config.detached:
            raise VirtualBoardError(f"Another host runs its virtual board in {self.folder}; use another folder.")
        raise VirtualBoardError(
            f"A virtual board with other settings runs in {self.folder}; stop it or use another folder."
        )

    async def _answer(self, ready: int) -> str:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        pipe = os.fdopen(ready, "rb", 0)
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
        try:
            return (await asyncio.wait_for(reader.read(), START_S)).decode().strip()
        except TimeoutError:
            return f"The virtual board did not start within {START_S:.0f} s; {self.folder / 'console.log'} may say why."
        finally:
            transport.close()


async def serve(folder: Path, config: BoardConfig, *, ready_fd: int | None = None, with_maker: bool = False) -> None:
    """Be the board's process: run until SIGINT, SIGTERM, a client's ``stop`` or, if told so, the maker's end.

    Raises VirtualBoardError.
    """
    try:
        with only_one(folder):
            await _serve(Machine(folder, config), ready_fd, with_maker)
    except BlockingIOError:
        raise VirtualBoardError(f"A virtual board runs in {folder} already; use another folder.") from None
    except (DriveError, InterpreterMissing) as error:
        raise VirtualBoardError(str(error)) from None


async def _serve(machine: Machine, ready_fd: int | None, with_maker: bool) -> None:
    loop = asyncio.get_running_loop()
    server = ControlServer(machine)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, server.stopped.set)
    if with_maker:
        loop.add_reader(sys.stdin.fileno(), server.stopped.set)  # the maker never writes: readable means it ended
    life = asyncio.create_task(machine.run())
    stopped = asyncio.create_task(server.stopped.wait())
    started = asyncio.create_task(machine.running.wait())
    try:
        await server.start()
        await asyncio.wait([life, stopped, started], return_when=asyncio.FIRST_COMPLETED)
        if started.done() and ready_fd is not None:
            os.write(ready_fd, b"ok")
            os.close(ready_fd)
        await asyncio.wait([life, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (started, stopped, life):
            task.cancel()
        await server.stop()
        results = await asyncio.gather(started, stopped, life, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
