"""Cancels background tasks for sure."""

from __future__ import annotations

import asyncio
from typing import Any

AGAIN_S = 1.0
"""Seconds between two cancellations: a task that heard the first one has cleaned up by then, also on a busy machine."""


async def ended(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they have ended, and never raise what they raised.

    One cancellation is not enough: below Python 3.12 ``asyncio.wait_for``, which aiomqtt uses, may swallow it.
    """
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        done, pending = await asyncio.wait(pending, timeout=AGAIN_S)
        for task in done:
            if not task.cancelled():
                task.exception()  # seen, so that it is not reported as forgotten
