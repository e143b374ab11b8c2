"""Background tasks end, also those that swallow a cancellation."""

from __future__ import annotations

import asyncio

from immolation import task_cancellation
from immolation.task_cancellation import ended


async def test_a_task_that_swallows_the_first_cancellation_ends_by_the_next(monkeypatch):
    monkeypatch.setattr(task_cancellation, "AGAIN_S", 0.01)
    cancelled = 0

    async def deaf_once() -> None:
        nonlocal cancelled
        while cancelled < 2:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled += 1

    task = asyncio.create_task(deaf_once())
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await ended(task)
    assert (task.done(), cancelled) == (True, 2)


async def test_what_a_task_raised_is_nobodys_fault_any_more():
    async def broken() -> None:
        raise OSError("gone")

    task = asyncio.create_task(broken())
    await asyncio.sleep(0)
    await ended(task, asyncio.create_task(asyncio.Event().wait()))
    assert isinstance(task.exception(), OSError)
