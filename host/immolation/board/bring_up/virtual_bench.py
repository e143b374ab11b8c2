"""The bench of a virtual board: its pixels, its tiles and its ammeter are read back. Knows no steps."""

from __future__ import annotations

import asyncio

from ..virtual import VirtualControl
from .sight import Sight, from_pixels

LOOK_S = 0.3
"""A scene that is acknowledged is on the LEDs within a frame or two; after this long what is seen is what there is."""

ANSWER_S = 0.6
"""A tile answers after a scan and its debounce, 30 ms; on a busy machine somewhat later."""


class VirtualBench:
    """Looks and moves through the control socket, as quick as the board can follow."""

    def __init__(self, control: VirtualControl) -> None:
        self._control = control

    async def clear(self) -> None:
        """Take everything off."""
        await self.lay(frozenset())

    async def look(self, wanted: Sight, what: str) -> Sight | None:
        """The newest frame by colour names; waits a moment for ``wanted``."""
        end = asyncio.get_running_loop().time() + LOOK_S
        while True:
            seen = from_pixels(await self._control.next_frame())
            if seen == wanted or asyncio.get_running_loop().time() > end:
                return seen

    async def lay(self, tiles: frozenset[int]) -> None:
        """Lift what lies elsewhere, put something on each of these."""
        lying = self._control.tiles
        for tile in sorted(lying - tiles):
            await self._control.hand(tile, True)
        for tile in sorted(tiles - lying):
            await self._control.hand(tile, False)
        self._control.tiles = tiles  # what its process will say in a moment

    async def nothing(self) -> None:
        """Nothing more is felt after a moment."""
        await asyncio.sleep(ANSWER_S)

    async def meter(self, reckoned: float) -> float | None:
        """What the supply gives while the newest frame shines."""
        return float((await self._control.counters())["ma"])
