"""Queues what waits to be sent to a broker, and what is sent again after it restarts.

Two kinds of message wait here. The newest of its topic is all that counts for state (`latest`): a newer one takes
the place of the one that waits. Every one counts, in order, for events and replies; of those a bounded number waits,
and the oldest are dropped, and counted, when nobody takes them away.
"""

from __future__ import annotations

from collections import OrderedDict

import msgspec


class Outgoing(msgspec.Struct, frozen=True):
    """One message on its way to the broker."""

    topic: str
    payload: bytes
    qos: int = 0
    retain: bool = False


class Outbox:
    """A bounded queue that keeps every topic's retained message for the next time the broker forgets it."""

    def __init__(self, capacity: int = 2000) -> None:
        """``capacity``: how many messages that all count may wait."""
        self.capacity = capacity
        self.dropped = 0
        """Messages that were lost because nobody took them away."""

        self._waiting: OrderedDict[int, Outgoing] = OrderedDict()
        self._latest: dict[str, int] = {}
        self._retained: dict[str, Outgoing] = {}
        self._number = 0

    def put(self, message: Outgoing, *, latest: bool = False) -> None:
        """Queue a message; ``latest`` (and every retained one) replaces what waits on its topic."""
        if message.retain:
            latest = True
            if message.payload:
                self._retained[message.topic] = message
            else:  # an empty retained message removes the topic from the broker: once is enough
                self._retained.pop(message.topic, None)
        if latest:
            before = self._latest.pop(message.topic, None)
            if before is not None:
                del self._waiting[before]
            self._latest[message.topic] = self._number
        elif len(self._waiting) - len(self._latest) >= self.capacity:
            self._drop_oldest()
        self._waiting[self._number] = message
        self._number += 1

    def next(self) -> tuple[int, Outgoing] | None:
        """The message to be sent now with its number, or None. It waits until `sent` says that it arrived."""
        return next(iter(self._waiting.items()), None)

    def sent(self, number: int) -> None:
        """The broker has it. Harmless if a newer message has taken its place meanwhile."""
        message = self._waiting.pop(number, None)
        if message is not None and self._latest.get(message.topic) == number:
            del self._latest[message.topic]

    def start_over(self) -> None:
        """The broker may have forgotten everything: every retained message waits again, after what waits already."""
        for message in self._retained.values():
            if message.topic not in self._latest:
                self.put(message)

    def __len__(self) -> int:
        return len(self._waiting)

    def _drop_oldest(self) -> None:
        latest = set(self._latest.values())
        oldest = next(number for number in self._waiting if number not in latest)
        del self._waiting[oldest]
        self.dropped += 1
