"""Links to a board: the one interface of serial, MQTT and virtual ones."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

Message = dict[str, Any]
"""One message of `immolation_board.wire`, already checked."""


class LinkClosed(ConnectionError):
    """The other end is gone (unplugged, offline); reopen the link to go on. ``str()`` says what was lost."""


class Link(Protocol):
    """One way to one board. A link that was closed can be opened again."""

    name: str
    """For people: ``/dev/ttyACM1 (Immolation row, E6614C...)`` or ``mqtt row``."""

    @property
    def bad_lines(self) -> int:
        """Lines and payloads refused since the link was made."""

    async def open(self) -> None:
        """Connect. Raises LinkClosed with the reason if that is not possible now."""

    async def send(self, message: Message) -> None:
        """Hand a message over, in order. Never waits for a board that does not read. Raises LinkClosed."""

    async def receive(self) -> Message:
        """The next message from the board. Raises LinkClosed when there will be no more."""

    async def close(self) -> None:
        """Let go of the port. Harmless when closed already."""


class BoardCounters(msgspec.Struct):
    """Counts of what passed between host and board, for status pages and proofs."""

    interpreter: str = ""
    """``circuitpython 10.0.0 raspberrypi_pico_w`` or ``micropython 1.29.0``, from the board's ``hello`` (``fw``)."""

    scenes: int = 0
    """Scenes the board acknowledged as shown."""

    frames: int = 0
    """LED frames drawn; counted by a virtual board, summed from ``status.fps`` for a real one."""

    edges: int = 0
    bad_lines: int = 0
    """Refused on either side."""

    hellos: int = 0
    """Sessions opened: 1 plus every reconnection and board reset."""
