"""The bench of a real board: a person at a terminal looks, moves a miniature and reads the meter."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from typing import TextIO

from .colour_readings import DARK, NAMES, TILES, Sight, lit
from .steps import Gone

PATIENCE_S = 120.0
"""Without a key and without a tile for so long, whoever was there has gone."""

SETTLE_S = 0.06
"""A scan of all tiles and its debounce take 30 ms."""


class Keys:
    """Lines typed at a terminal. A thread reads them, which does not keep the program from ending."""

    def __init__(self, source: TextIO | None = None) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._source = source or sys.stdin
        self._ended = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self._source:
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line.strip())
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except (RuntimeError, ValueError, OSError):
            return  # the loop has ended, or the terminal is closed

    async def line(self) -> str | None:
        """The next line without its end; None when there will be no more."""
        if self._ended:
            return None
        line = await self._lines.get()
        self._ended = line is None
        return line

    def forget(self) -> None:
        """Drop what was typed before it was asked for: an Enter too many is no answer to the next question."""
        while not self._lines.empty():
            self._ended = self._ended or self._lines.get_nowait() is None


class Person:
    """Asks in words and understands short answers."""

    def __init__(self, say: Callable[[str], object], keys: Keys, patience_s: float = PATIENCE_S) -> None:
        self._print = say
        self._keys = keys
        self._patience_s = patience_s
        self._explained = False

    async def clear(self) -> None:
        """Ask for an empty board; goes on without an answer if nobody types."""
        self._print("        Take everything off the board, then press Enter.")
        await self._line()

    async def look(self, wanted: Sight, what: str) -> Sight | None:
        """Ask what is seen; asks again until the answer can be read."""
        if not self._explained:
            self._explained = True
            self._print(
                "        Look at the board. Enter: it is so. Otherwise type which tiles stay dark (34 35), which\n"
                "        light although they should not (+44), or which colour it is instead (green, or 34=green)."
            )
        while True:
            self._print(f"        {what[0].upper()}{what[1:]}?")
            line = await self._line()
            if line is None:
                return None
            try:
                return read_sight(line, wanted)
            except ValueError as error:
                self._print(f"        {error}")

    async def lay(self, tiles: frozenset[int]) -> None:
        """Several tiles are said in words; a single one is followed by its light."""
        self._keys.forget()
        if len(tiles) > 1:
            self._print(f"        Lay a miniature on each of the {len(tiles)} blue tiles, and on no other.")
        elif tiles:
            self._print(f"        tile {min(tiles):02d}? (Enter if it is not felt)")

    async def press(self, button: int, what: str) -> None:
        """Its light shows which; Enter says that nothing happens."""
        self._keys.forget()
        self._print(f"        Press {what} and let it go. (Enter if nothing happens)")

    async def let_go(self, button: int) -> None:
        """People let go by themselves."""

    async def sees_button(self, button: int, what: str) -> bool | None:
        """Ask whether it shines."""
        self._print(f"        Does {what} shine? (Enter: yes; no)")
        line = await self._line()
        return None if line is None else line.lower() not in ("n", "no", "dark")

    async def nothing(self) -> None:
        """Enter says so. Raises Gone when nothing at all has happened for long."""
        try:
            async with asyncio.timeout(self._patience_s):
                if await self._keys.line() is None:
                    await asyncio.sleep(2 * self._patience_s)  # no keyboard: only tiles can answer
        except TimeoutError:
            raise Gone(f"Nothing was felt and nobody answered for {self._patience_s:g} s.") from None

    async def wait_until_still(self) -> None:
        """A moment: nobody lays anything in it."""
        await asyncio.sleep(SETTLE_S)

    async def meter(self, reckoned: float) -> float | None:
        """Ask for the ammeter in the +5 V line, or in the 12 V line of row boards that make their own 5 V."""
        while True:
            self._print(
                f"        White shines and the board reckons with {reckoned:.0f} mA. What does the ammeter in the "
                "+5 V line show, in mA? Row boards: in the 12 V line, times 2.1. (Enter without one)"
            )
            line = await self._line()
            if not line:
                return None
            digits = line.lower().removesuffix("ma").strip()
            if digits.isascii() and digits.isdigit() and len(digits) < 6:
                return float(digits)
            self._print(f"        '{line[:20]}' is no number of milliamperes.")

    async def _line(self) -> str | None:
        try:
            async with asyncio.timeout(self._patience_s):
                return await self._keys.line()
        except TimeoutError:
            return None


def read_sight(text: str, wanted: Sight) -> Sight:
    """Read what a person says they see, where ``wanted`` was to be seen. Raises ValueError with a sentence.

    >>> from .colour_readings import sight
    >>> [tile for tile, colour in enumerate(read_sight("1 +7", sight([0, 1], "red"))) if colour != "dark"]
    [0, 7]
    """
    seen = list(wanted)
    shone = next((colour for colour in wanted if colour != DARK), "white")
    for word in text.lower().replace(",", " ").split():
        name, _, colour = word.partition("=")
        extra = name.startswith("+")
        digits = name.removeprefix("+")
        if not colour and name in NAMES:
            for tile in lit(tuple(seen)):
                seen[tile] = name
            continue
        if colour and colour not in NAMES:
            raise ValueError(f"'{colour[:20]}' is no colour; there are {', '.join(NAMES)}.")
        if not (digits.isascii() and digits.isdigit() and int(digits[:4]) < TILES):
            raise ValueError(f"'{word[:20]}' is no tile from 00 to 99 and no colour of {', '.join(NAMES)}.")
        seen[int(digits)] = colour or (shone if extra else DARK)
    return tuple(seen)
