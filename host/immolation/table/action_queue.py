"""Owns the order in which things are done at a table: one at a time, first come first served. Knows nothing of what."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from .refusal import TableRefusal

T = TypeVar("T")


class Closed(TableRefusal):
    """The table is closed; nothing is done any more."""


class Desk:
    """People, bots, clocks and the board all come here; each is served whole before the next."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = asyncio.Queue()
        self._clerk: asyncio.Task[None] | None = None
        self._closed = False

    async def do(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do ``work`` after everything that was asked before; its result or its error.

        A caller that is cancelled before its turn has asked nothing; after that the work is finished all the same,
        so that nothing is ever half done. Raises Closed once the table is closed.
        """
        if self._closed:
            raise Closed("The table is closed.")
        if self._clerk is None:
            self._clerk = asyncio.create_task(self._serve())
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, answer))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            answer.cancel()
            raise

    async def close(self) -> None:
        """Finish what is being done, refuse what waits, and stop."""
        self._closed = True
        if self._clerk is None:
            return
        self._waiting.put_nowait((_nothing, asyncio.get_running_loop().create_future()))
        with suppress(asyncio.CancelledError):
            await asyncio.shield(self._clerk)

    async def _serve(self) -> None:
        while not (self._closed and self._waiting.empty()):
            work, answer = await self._waiting.get()
            if answer.cancelled():
                continue
            if self._closed:
                answer.set_exception(Closed("The table is closed."))
                answer.exception()  # whoever waits gets it; nobody has to
                continue
            try:
                result = await work()
            except Exception as error:  # belongs to whoever asked; the desk goes on
                if not answer.cancelled():
                    answer.set_exception(error)
            else:
                if not answer.cancelled():
                    answer.set_result(result)


async def _nothing() -> None:
    return None
