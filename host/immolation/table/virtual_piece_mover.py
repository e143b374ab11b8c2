"""Moves the pieces of a virtual board that are not a person's to move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Protocol

from immolation.board.guidance import pair

ARRIVAL_S = 1.0
"""A moved miniature that the board has not reported by then was missed; the mover looks again."""


class TileControl(Protocol):
    """The part of a `VirtualControl` that moves its pieces."""

    on_tiles: list[Callable[[frozenset[int]], None]]
    """Called after each change of `tiles`."""

    @property
    def tiles(self) -> frozenset[int]:
        """The tiles on which something lies."""

    async def hand(self, tile: int, up: bool) -> None:
        """Lift from, or put on, one tile."""


def moves(occupied: frozenset[int], wanted: frozenset[int]) -> Iterator[tuple[int, bool]]:
    """Lifts (True) and placings (False) that make ``wanted`` of ``occupied``, one miniature after the other."""
    for start, end in pair(wanted - occupied, occupied - wanted):
        if start is not None:
            yield start, True
        if end is not None:
            yield end, False


class VirtualPieceMover:
    """Makes the board look as ``target`` says, whenever it says something and ``auto`` is on."""

    def __init__(
        self,
        control: TileControl,
        target: Callable[[frozenset[int]], frozenset[int] | None],
        *,
        auto: bool = True,
        pause_ms: int = 0,
    ) -> None:
        """``target`` gets what lies on the board and gives what should lie there, or None: leave it.

        ``pause_ms``: milliseconds between lifting and placing, so that people can follow.
        """
        self.auto = auto
        self.pause_ms = pause_ms
        self._control = control
        self._target = target
        self.placed: dict[int, bool] = {}
        """How it left each tile it touched, until the sensors read what the game says: True, occupied."""

        self._woken = asyncio.Event()
        self._moving = False
        self._deadline = 0.0
        """Loop time until which a move may still be on its way to the board, to the sensors and back."""

        self._announced: frozenset[int] | None = None
        """What the control will say lies there; None once it did."""

        self._expected: frozenset[int] | None = None
        """What the sensors will read; None once they did."""

    def wake(self) -> None:
        """Something may have to be moved now."""
        self._woken.set()

    def on_stable(self, occupied: frozenset[int]) -> None:
        """The sensors read ``occupied``, stable."""
        if not self._moving and self._expected == occupied:
            self._expected = None
        self._woken.set()

    def forget_placed(self) -> None:
        """Board and game agree: what it left there is the game's business no more."""
        if not self.busy:
            self.placed.clear()

    @property
    def busy(self) -> bool:
        """True while it moves something, or has moved it and the sensors do not say so yet."""
        return self._moving or self._expected is not None

    async def run(self) -> None:
        """Work for ever. Ends when cancelled; errors of the control pass through."""
        while True:
            self._woken.clear()
            occupied = self._control.tiles
            if self._announced is None or occupied == self._announced:
                self._announced = None
                wanted = self._target(occupied) if self.auto else None
                if wanted is not None and wanted != occupied:
                    await self._move(occupied, wanted)
                elif self._expected is None:
                    await self._woken.wait()
                    continue
            try:
                async with asyncio.timeout_at(self._deadline):
                    await self._woken.wait()
            except TimeoutError:
                self._expected = self._announced = None

    async def _move(self, occupied: frozenset[int], wanted: frozenset[int]) -> None:
        self._moving = True
        try:
            for tile, up in moves(occupied, wanted):
                self.placed[tile] = not up
                await self._control.hand(tile, up)
                if self.pause_ms:
                    await asyncio.sleep(self.pause_ms / 1000)
        finally:
            self._moving = False
        self._expected = self._announced = wanted
        self._deadline = asyncio.get_running_loop().time() + ARRIVAL_S
