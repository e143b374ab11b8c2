"""The bench of a virtual board: reads its pixels, tiles and ammeter back."""

from __future__ import annotations

from ..virtual import VirtualControl
from .colour_readings import FAINT, TILES, Sight, from_pixels

LOOK_FRAMES = 3
"""A scene that is acknowledged is on the LEDs with the next frame; after these what is seen is what there is."""

SETTLE_FRAMES = 5
"""A tile answers after a scan and its debounce, 30 ms; the firmware scans with every frame of 18 ms."""

NOTHING_FRAMES = 30
"""After so many nobody need wait for an answer any longer."""


class VirtualBench:
    """Looks and moves through the control socket, as quick as the board can follow."""

    def __init__(self, control: VirtualControl) -> None:
        self._control = control

    async def clear(self) -> None:
        """Take everything off."""
        await self.lay(frozenset())

    async def look(self, wanted: Sight, what: str) -> Sight | None:
        """The newest frame by colour names, once the scene had its frames."""
        return from_pixels(await self._drawn(LOOK_FRAMES))

    async def wait_until_still(self) -> None:
        """Wait for the frames that a scan and its debounce take."""
        await self._drawn(SETTLE_FRAMES)

    async def _drawn(self, count: int) -> bytes:
        """Wait until the firmware has drawn ``count`` more frames; returns the newest. Its own clock, not ours."""
        end = (await self._control.counters())["frames"] + count
        while True:
            frame = await self._control.next_frame()
            if (await self._control.counters())["frames"] >= end:
                return frame

    async def lay(self, tiles: frozenset[int]) -> None:
        """Lift what lies elsewhere, put something on each of these."""
        lying = self._control.tiles
        for tile in sorted(lying - tiles):
            await self._control.hand(tile, True)
        for tile in sorted(tiles - lying):
            await self._control.hand(tile, False)
        self._control.tiles = tiles  # what its process will say in a moment

    async def press(self, button: int, what: str) -> None:
        """A finger of the control socket."""
        await self._control.hand(TILES + button, False)

    async def let_go(self, button: int) -> None:
        """The same finger off again, once the press had its debounce."""
        await self._drawn(SETTLE_FRAMES)
        await self._control.hand(TILES + button, True)

    async def sees_button(self, button: int, what: str) -> bool | None:
        """Whether its LED has any light in the newest frame."""
        await self._drawn(LOOK_FRAMES)
        lights = (await self._control.counters())["buttons"]
        return bool(max(lights.get(str(TILES + button), (0,))) >= FAINT)

    async def nothing(self) -> None:
        """Nothing more is felt after some frames."""
        await self._drawn(NOTHING_FRAMES)

    async def meter(self, reckoned: float) -> float | None:
        """Return the milliamperes that the supply gives while the newest frame shines."""
        return float((await self._control.counters())["ma"])
