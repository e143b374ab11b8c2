"""Tells subscribers that a table changed, without waiting for any of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec


class Update(msgspec.Struct, frozen=True):
    """The change since this subscriber's update before; read the news itself from the table.

    Updates that a slow subscriber has not fetched are joined into one, so that it falls behind by one update at most,
    loses no event, and holds nobody up.
    """

    n: int
    """Journal number now."""

    since: int
    """Journal number up to which this subscriber was told before: ``table.events_since(since)`` has all the rest.
    0 in the first update and after a new game was started."""

    state: bool
    """`Table.state_record` and the seats' records may read differently."""

    clocks: bool
    """`Table.clocks` reads differently."""

    scene: bool
    """`Table.scene` reads differently."""


class Subscription:
    """An endless iterator of updates; the first comes at once and covers everything. `close` ends it."""

    def __init__(self, n: int, forget: Callable[[Subscription], None]) -> None:
        self._forget = forget
        self._n, self._told = n, 0
        self._state = self._clocks = self._scene = True
        self._closed = False
        self._fresh = asyncio.Event()
        self._fresh.set()

    def notify(self, n: int, *, state: bool = False, clocks: bool = False, scene: bool = False) -> None:
        """Add to the update that waits; returns at once."""
        self._n = n
        self._state |= state
        self._clocks |= clocks
        self._scene |= scene
        self._fresh.set()

    @property
    def waits(self) -> bool:
        """Whether an update waits to be fetched."""
        return self._fresh.is_set()

    def start_over(self) -> None:
        """Another game: journal numbers begin again."""
        self._told = 0

    def close(self) -> None:
        """End the iteration, also for somebody who waits for the next update."""
        self._closed = True
        self._fresh.set()
        self._forget(self)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Update:
        await self._fresh.wait()
        if self._closed:
            raise StopAsyncIteration
        self._fresh.clear()
        update = Update(self._n, self._told, self._state, self._clocks, self._scene)
        self._told = self._n
        self._state = self._clocks = self._scene = False
        return update


class Subscribers:
    """Everybody who wants to know."""

    def __init__(self) -> None:
        self._subscriptions: list[Subscription] = []

    def add(self, n: int) -> Subscription:
        """A new subscription to a table whose journal number is ``n``."""
        subscription = Subscription(n, self._remove)
        self._subscriptions.append(subscription)
        return subscription

    def notify(self, n: int, *, state: bool = False, clocks: bool = False, scene: bool = False) -> None:
        """Tell everybody."""
        for subscription in self._subscriptions:
            subscription.notify(n, state=state, clocks=clocks, scene=scene)

    def start_over(self) -> None:
        """Another game was started."""
        for subscription in self._subscriptions:
            subscription.start_over()

    def close(self) -> None:
        """No more updates for anybody."""
        for subscription in tuple(self._subscriptions):
            subscription.close()

    def _remove(self, subscription: Subscription) -> None:
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)
