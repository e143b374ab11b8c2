"""Owns the helping hands at a virtual board: they move what is not a person's to move. Know no rules and no journal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Protocol

from immolation.board.guidance import pair

ARRIVAL_S = 1.0
"""A moved miniature that the board has not reported by then was missed; the hands look again."""


class Control(Protocol):
    """What the hands need of a `VirtualControl`."""

    on_tiles: list[Callable[[frozenset[int]], None]]
    """Called after each change of `tiles`."""

    @property
    def tiles(self) -> frozenset[int]:
        """What lies on the board."""

    async def hand(self, tile: int, up: bool) -> None:
        """Lift from, or put on, one tile."""


def moves(lying: frozenset[int], wanted: frozenset[int]) -> Iterator[tuple[int, bool]]:
    """Lifts (True) and placings (False) that make ``wanted`` of ``lying``, one miniature after the other."""
    for start, end in pair(wanted - lying, lying - wanted):
        if start is not None:
            yield start, True
        if end is not None:
            yield end, False


class Hands:
    """They make the board look as ``wanted`` says, whenever it says something and ``auto`` is on."""

    def __init__(
        self,
        control: Control,
        wanted: Callable[[frozenset[int]], frozenset[int] | None],
        *,
        auto: bool = True,
        pause_ms: int = 0,
    ) -> None:
        """``wanted`` gets what lies on the board and gives what should lie there, or None: leave it.

        ``pause_ms``: milliseconds between lifting and placing, so that people can follow.
        """
        self.auto = auto
        self.pause_ms = pause_ms
        self._control = control
        self._wanted = wanted
        self.laid: dict[int, bool] = {}
        """How they left each tile they touched, until the sensors read what the game says: True, occupied."""

        self._stirred = asyncio.Event()
        self._moving = False
        self._deadline = 0.0
        """Loop time until which a move may still be on its way to the board, to the sensors and back."""

        self._laid: frozenset[int] | None = None
        """What the control will say lies there; None once it did."""

        self._expected: frozenset[int] | None = None
        """What the sensors will read; None once they did."""

    def stir(self) -> None:
        """Something may have to be moved now."""
        self._stirred.set()

    def seen(self, occupied: frozenset[int]) -> None:
        """The sensors read ``occupied``, stable."""
        if not self._moving and self._expected == occupied:
            self._expected = None
        self._stirred.set()

    def settled(self) -> None:
        """Board and game agree: what they left there is the game's business no more."""
        if not self.busy:
            self.laid.clear()

    @property
    def busy(self) -> bool:
        """True while they move something, or have moved it and the sensors do not say so yet."""
        return self._moving or self._expected is not None

    async def run(self) -> None:
        """Help for ever. Ends when cancelled; errors of the control pass through."""
        while True:
            self._stirred.clear()
            lying = self._control.tiles
            if self._laid is None or lying == self._laid:
                self._laid = None
                wanted = self._wanted(lying) if self.auto else None
                if wanted is not None and wanted != lying:
                    await self._move(lying, wanted)
                elif self._expected is None:
                    await self._stirred.wait()
                    continue
            try:
                async with asyncio.timeout_at(self._deadline):
                    await self._stirred.wait()
            except TimeoutError:
                self._expected = self._laid = None

    async def _move(self, lying: frozenset[int], wanted: frozenset[int]) -> None:
        self._moving = True
        try:
            for tile, up in moves(lying, wanted):
                self.laid[tile] = not up
                await self._control.hand(tile, up)
                if self.pause_ms:
                    await asyncio.sleep(self.pause_ms / 1000)
        finally:
            self._moving = False
        self._expected = self._laid = wanted
        self._deadline = asyncio.get_running_loop().time() + ARRIVAL_S
