"""Waiting for what a table announces, instead of for time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from immolation.table.table import Table

LONGEST_S = 300.0
"""A test that waits longer has failed; a whole game through the firmware takes a minute on a busy machine."""


async def until(table: Table, holds: Callable[[], object]) -> None:
    """Wait until ``holds()`` is true; it is looked at whenever the table says that something changed."""
    updates = table.subscribe()
    try:
        async with asyncio.timeout(LONGEST_S):
            async for _ in updates:
                if holds():
                    return
    except TimeoutError:
        state = table.state_record()
        raise AssertionError(f"still waiting: {state.phase}, {state.deciders}, {state.board}, {state.note}") from None
    finally:
        updates.close()


async def asked(table: Table, seat: str) -> None:
    """Wait until ``seat`` is asked."""
    await until(table, lambda: seat in table.state_record().deciders)


async def over(table: Table) -> None:
    """Wait for the end of the game."""
    await until(table, lambda: table.phase == "over")
