"""Runs table operations one at a time, in order of arrival."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from .refusal import TableRefusal

T = TypeVar("T")


class TableClosed(TableRefusal):
    """The table is closed; it takes no more operations."""


class ActionQueue:
    """The queue of one table: people, bots, clocks and the board all enter here; each is served before the next."""

    def __init__(self, on_fault: Callable[[Exception], None]) -> None:
        """``on_fault`` gets the error of an operation that was posted."""
        self._waiting: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None
        self._on_fault = on_fault
        self._closed = False

    async def run(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Run ``operation`` after everything that came before it; returns its result or raises its error.

        A caller that is cancelled before its turn has asked nothing; after that the operation is finished all the
        same, so that nothing is ever half done. Raises TableClosed once the table is closed.
        """
        if self._closed:
            raise TableClosed("The table is closed.")
        answer = self._enter(operation)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            answer.cancel()
            raise

    def post(self, operation: Callable[[], Awaitable[Any]]) -> None:
        """Run ``operation`` in its turn, without waiting for it. Does nothing once the table is closed."""
        if not self._closed:
            self._enter(operation).add_done_callback(self._report)

    def _enter(self, operation: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        if self._worker is None:
            self._worker = asyncio.create_task(self._serve())
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((operation, answer))
        return answer

    def _report(self, answer: asyncio.Future[Any]) -> None:
        error = None if answer.cancelled() else answer.exception()
        if isinstance(error, Exception) and not isinstance(error, TableClosed):
            self._on_fault(error)

    async def close(self) -> None:
        """Finish the operation under way, refuse those that wait, and stop."""
        self._closed = True
        if self._worker is None:
            return
        self._waiting.put_nowait((_nothing, asyncio.get_running_loop().create_future()))
        with suppress(asyncio.CancelledError):
            await asyncio.shield(self._worker)

    async def _serve(self) -> None:
        while not (self._closed and self._waiting.empty()):
            operation, answer = await self._waiting.get()
            if answer.cancelled():
                continue
            if self._closed:
                answer.set_exception(TableClosed("The table is closed."))
                answer.exception()  # whoever waits gets it; nobody has to
                continue
            try:
                result = await operation()
            except Exception as error:  # belongs to whoever asked; the queue goes on
                if not answer.cancelled():
                    answer.set_exception(error)
            else:
                if not answer.cancelled():
                    answer.set_result(result)


async def _nothing() -> None:
    return None
