"""Queues what waits to be sent to a broker, and what is sent again after it restarts.

Two kinds of message wait here. The newest of its topic is all that counts for state (`latest`): a newer one takes
the place of the one that waits. Every one counts, in order, for events and replies; of those a bounded number waits,
and the oldest are dropped, and counted, when nobody takes them away. What is taken is on its way until the broker says
that it has it; a new connection begins again with what was on its way.
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
        self._on_way: dict[int, tuple[Outgoing, bool]] = {}
        """Taken and not yet acknowledged, and whether only the newest of the topic counts."""

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
        """The message to be sent now with its number, or None. It is on its way until `sent` says that it arrived."""
        if not self._waiting:
            return None
        number, message = self._waiting.popitem(last=False)
        latest = self._latest.get(message.topic) == number
        if latest:
            del self._latest[message.topic]
        self._on_way[number] = (message, latest)
        return number, message

    def sent(self, number: int) -> None:
        """The broker has it."""
        self._on_way.pop(number, None)

    def start_over(self) -> None:
        """The broker may have forgotten everything: what was on its way waits again, before what waits already, and
        every retained message behind.
        """
        waiting, self._waiting = self._waiting, OrderedDict()
        on_way, self._on_way = self._on_way, {}
        newest = {message.topic: number for number, (message, latest) in sorted(on_way.items()) if latest}
        for number, (message, latest) in sorted(on_way.items()):
            if latest and (message.topic in self._latest or newest[message.topic] != number):
                continue  # a newer one waits
            self._waiting[number] = message
        self._latest |= {topic: number for topic, number in newest.items() if topic not in self._latest}
        self._waiting.update(waiting)
        for message in self._retained.values():
            if message.topic not in self._latest:
                self.put(message)

    def holds(self, topic: str) -> bool:
        """Whether something on a topic waits, or is on its way, of which only the newest counts."""
        return topic in self._latest or any(latest and one.topic == topic for one, latest in self._on_way.values())

    def __len__(self) -> int:
        return len(self._waiting) + len(self._on_way)

    def _drop_oldest(self) -> None:
        latest = set(self._latest.values())
        oldest = next(number for number in self._waiting if number not in latest)
        del self._waiting[oldest]
        self.dropped += 1
