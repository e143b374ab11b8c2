"""Virtual boards for tests: started for one test, with a host of a few lines on their serial port."""

from __future__ import annotations

import asyncio
import json
import os
import textwrap
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from immolation.board.virtual import VirtualBoard, VirtualControl
from immolation_board import board_messages, wire

PATIENCE_S = 60.0
"""An event that has not come by then will not come; long, because other tests run beside this one."""

FILM = 64
"""Frames of a film that may come before somebody looks; the most that a board gives credit for."""

WITH_DATA = "import usb_cdc\nusb_cdc.enable(console=True, data=True)\n"


def hide_wheel(folder: Path) -> Path:
    """A folder for PYTHONPATH with which no Python finds what lies beside its own program."""
    (folder / "hidden").mkdir()
    (folder / "hidden/sitecustomize.py").write_text(
        "import sysconfig\nown = sysconfig.get_path\n"
        f"none = {str(folder / 'none')!r}\n"
        "sysconfig.get_path = lambda name, *rest: none if name == 'scripts' else own(name, *rest)\n"
    )
    return folder / "hidden"


class Port:
    """The host's end of a serial port, open or closed, with everything read so far."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = -1
        self.received = bytearray()
        self._news = asyncio.Event()

    def open(self) -> None:
        self._fd = os.open(self._path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        asyncio.get_running_loop().add_reader(self._fd, self._read)

    def close(self) -> None:
        if self._fd >= 0:
            asyncio.get_running_loop().remove_reader(self._fd)
            os.close(self._fd)
            self._fd = -1

    def write(self, data: bytes) -> None:
        """All of it; the kernel's own buffer is large enough for what tests send at once."""
        assert os.write(self._fd, data) == len(data)

    async def pour(self, data: bytes) -> None:
        """Write as the board takes it, however much it is."""
        loop = asyncio.get_running_loop()
        while data:
            try:
                data = data[os.write(self._fd, data[:1024]) :]
            except BlockingIOError:
                free = asyncio.Event()
                loop.add_writer(self._fd, free.set)
                await asyncio.wait_for(free.wait(), PATIENCE_S)
                loop.remove_writer(self._fd)

    async def until(self, enough: Callable[[bytearray], bool]) -> bytes:
        """Wait until what came is enough, and take it."""
        async with asyncio.timeout(PATIENCE_S):
            while not enough(self.received):
                self._news.clear()
                await self._news.wait()
        taken = bytes(self.received)
        self.received.clear()
        return taken

    async def gone(self) -> None:
        """Wait until the port is closed from the other side."""
        async with asyncio.timeout(PATIENCE_S):
            while self._fd >= 0:
                self._news.clear()
                await self._news.wait()

    async def report(self) -> Any:
        """The next JSON line that a test's own code.py wrote."""
        async with asyncio.timeout(PATIENCE_S):
            while b"\n" not in self.received:
                self._news.clear()
                await self._news.wait()
        line, _, rest = bytes(self.received).partition(b"\n")
        self.received[:] = rest
        return json.loads(line)

    def _read(self) -> None:
        try:
            found = os.read(self._fd, 65536)
        except BlockingIOError:
            return
        except OSError:
            found = b""
        self.received += found
        if not found:
            self.close()
        self._news.set()


class Host(Port):
    """A host that speaks the wire by hand."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.reader = wire.LineReader()
        self.messages: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        self.write(wire.line(message))

    def scene(self, n: int, *, effect: str = "solid", colour: int = 0xFF0000, tiles: Any = range(100)) -> None:
        """A scene of one layer."""
        self.send(k="scene", n=n, i=0, of=1, b=255, e=effect, c=colour, on=wire.tiles_to_hex(tiles), p=1, t=100, a=255)

    async def expect(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of a kind with these fields; everything before it is passed over."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                while self.messages:
                    message = self.messages.pop(0)
                    if message["k"] == kind and all(message.get(name) == value for name, value in fields.items()):
                        return message
                data = await self.until(bool)
                for message in self.reader.feed(data, len(data)):
                    several = message["k"] == "edges"
                    self.messages += board_messages.single_edges(message) if several else [message]

    async def meet(self) -> dict[str, Any]:
        """Open the port and exchange hellos; the board's."""
        self.open()
        self.write(b"\n")
        self.send(k="hello", v=list(wire.PROTOCOL), s=1)
        return await self.expect("hello")


class Desk:
    """A virtual board that runs, hands on it and its port."""

    def __init__(self, board: VirtualBoard, control: VirtualControl, host: Host) -> None:
        self.board = board
        self.control = control
        self.host = host

    async def settled(self) -> dict[str, Any]:
        """Counters; and the interpreter has taken every hand and fault sent before."""
        return await self.control.counters()

    async def said(self, words: str) -> None:
        """Wait until the board has printed a line with these words on its console."""
        async with asyncio.timeout(PATIENCE_S):
            while not any(words in line for line in (await self.settled())["console"]):  # noqa: ASYNC110  no event
                await asyncio.sleep(0.01)

    async def frame_with(self, seen: Callable[[bytes], bool]) -> bytes:
        """The first frame from now on in which something is to be seen."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frame = await self.control.next_frame()
                if seen(frame):
                    return frame

    async def film(self) -> Film:
        """All frames from now on, none left out."""
        film = Film(self.control)
        await self.control.credit(FILM)
        return film


class Film:
    """Frames in the order in which they were drawn, so that who looks late still sees what was shown for a moment."""

    def __init__(self, control: VirtualControl) -> None:
        self._control = control
        self._frames: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._on_message, control._on_message = control._on_message, self._keep  # type: ignore[method-assign]

    def _keep(self, message: dict[str, Any]) -> None:
        if "pixels" in message:
            self._frames.append(bytes.fromhex(message["pixels"]))
            self._news.set()
        else:
            self._on_message(message)

    async def frame_with(self, seen: Callable[[bytes], bool]) -> bytes:
        """The next frame in which something is to be seen."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                while self._frames:
                    frame = self._frames.popleft()
                    await self._control.credit(1)
                    if seen(frame):
                        return frame
                self._news.clear()
                await self._news.wait()


def write_code(folder: Path, code: str, boot: str = WITH_DATA) -> Path:
    """A folder with a test's own code.py, to which `report` is given."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "boot.py").write_text(boot)
    preamble = """
        import json, time, usb_cdc, supervisor, microcontroller
        def report(thing):
            usb_cdc.data.write(json.dumps(thing).encode() + b"\\n")
        def heard(count=1):
            return usb_cdc.data.read(count)
        """
    (folder / "code.py").write_text(textwrap.dedent(preamble) + textwrap.dedent(code))
    return folder


@asynccontextmanager
async def desk(folder: Path, **made: Any) -> AsyncIterator[Desk]:
    """A board in this folder while the block runs."""
    board = VirtualBoard(folder, **made)
    await board.start()
    control = await VirtualControl.connect(board.control)
    host = Host(board.tty)
    try:
        yield Desk(board, control, host)
    finally:
        host.close()
        await control.close()
        await board.stop()


def tile(frame: bytes, number: int) -> tuple[int, int, int]:
    """Red, green and blue of one tile."""
    red, green, blue = frame[number * 3 : number * 3 + 3]
    return red, green, blue
