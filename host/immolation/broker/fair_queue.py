"""Queues jobs by sender: one at a time of each sender, so that who sends much waits for itself and for nobody else."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from immolation.task_cancellation import ended

Job = Callable[[], Awaitable[None]]
"""Something to be done; it handles its own errors."""


class FairQueue:
    """Jobs in order of arrival for each sender; senders run side by side."""

    def __init__(self, each: int, together: int) -> None:
        """``each``: jobs of one sender that may wait or run; ``together``: of all of them."""
        self._each = each
        self._together = together
        self._count = 0
        self._waiting: dict[str, deque[Job]] = {}
        self._workers: set[asyncio.Task[None]] = set()

    def has_room(self, sender: str) -> bool:
        """Whether another job of this sender is taken."""
        return self._count < self._together and len(self._waiting.get(sender, ())) < self._each

    def put(self, sender: str, job: Job) -> None:
        """Run ``job`` after everything that this sender put before it."""
        self._count += 1
        waiting = self._waiting.get(sender)
        if waiting is not None:
            waiting.append(job)
            return
        self._waiting[sender] = deque([job])
        worker = asyncio.create_task(self._work(sender))
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)

    async def stop(self, seconds: float) -> None:
        """Finish what was put, for ``seconds`` at most; what is left then is given up."""
        if self._workers:
            await asyncio.wait(self._workers, timeout=seconds)
        await ended(*self._workers)

    async def _work(self, sender: str) -> None:
        waiting = self._waiting[sender]
        try:
            while waiting:
                await waiting[0]()
                waiting.popleft()
                self._count -= 1
                await asyncio.sleep(0)  # a job that waits for nothing must not keep the others waiting
        finally:
            self._count -= len(waiting)
            del self._waiting[sender]
