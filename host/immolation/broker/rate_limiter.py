"""Limits how often each client may ask."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

CLIENTS = 128
"""Clients that are counted; the one heard longest ago is forgotten first."""


class RateLimiter:
    """A token bucket a client: ``rate`` a second on average, ``burst`` at once."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._refused_at: dict[str, float] = {}

    def allows(self, client: str) -> bool:
        """Count one command; False if it is one too many."""
        now = self._now()
        left, at = self._left.pop(client, (float(self._burst), now))
        left = min(self._burst, left + (now - at) * self._rate)
        allowed = left >= 1
        self._left[client] = (left - 1 if allowed else left, now)
        while len(self._left) > CLIENTS:
            forgotten, _ = self._left.popitem(last=False)
            self._refused_at.pop(forgotten, None)
        return allowed

    def may_tell_refusal(self, client: str) -> bool:
        """True once a second: a flood is not answered with a flood."""
        now = self._now()
        if now - self._refused_at.get(client, float("-inf")) < 1.0:
            return False
        self._refused_at[client] = now
        return True
