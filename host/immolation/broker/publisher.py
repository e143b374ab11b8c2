"""Publishes what a table and its board let the world know, as MQTT messages.

State is retained and only the newest counts; events are sent once, in order, without gaps; a seat's private state
goes to its own topic when it changes, after the public state of the same change, and is never retained, so that no
secret rests in a broker.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from immolation.board.messages import BoardEvent, ButtonPress
from immolation.board.palette import recoloured
from immolation.games import CHANCE, State
from immolation.table.display.subscriptions import Subscription, Update
from immolation.table.records import Player, SeatState, TableState
from immolation.table.table import Table, TableRefusal
from immolation.task_cancellation import ended

from . import topics
from .announcements import Announcer
from .connection import Connection, Received
from .pixel_stream import Frames, Pixels

LOG = logging.getLogger(__name__)

__all__ = ["Frames", "Publisher", "seat_message"]


REPAIR_SECONDS = 1.0
"""Between two repairs of retained state."""

PUBLIC_SECONDS = 0.02
"""How long what a seat alone may know waits at most for what all may know to be with the broker."""

MOST_PASSED_OVER = 8
"""Changes right after one another that all are told of before the seats are told again what they alone may know."""

MARKS = 256
"""Own retained messages that may still be on their way back, a topic."""


class Publisher:
    """The voice of one table, from `start` to `stop`."""

    def __init__(
        self,
        table: Table,
        connection: Connection,
        *,
        board_id: str = "immolation",
        control: Frames | None = None,
        tells_online: bool = True,
        private: bool = True,
        guard: bool = False,
    ) -> None:
        """``control``: the virtual board whose lights go to ``pixels`` on credit.

        ``private``: tell seats what they alone may know; False on a broker that would let others read it.
        ``guard``: others can write to this broker, so retained state that somebody replaced is put back, and told.
        ``tells_online``: say on the board's behalf whether it is online. False for a Wi-Fi board, which says so itself.
        """
        self.table = table
        self.board_id = board_id
        self._connection = connection
        self._tells_online = tells_online
        self._pixels = Pixels(connection, board_id, control) if control is not None else None
        self._task: asyncio.Task[None] | None = None
        self._subscription: Subscription | None = None
        self._published_n = 0
        self._started = False
        self._sent: dict[str, bytes] = {}
        self._seats_knew: tuple[State, int, Mapping[str, Player], bool] | None = None
        """What the seats' own states followed from when they were made last."""

        self._private, self._guard = private, guard
        self._retained: dict[str, bytes] = {}
        self._own: dict[str, deque[bytes]] = {}
        """Topic -> marks of what was retained there last, for telling one's own messages from others'."""
        self._repaired = float("-inf")
        self._ends: list[Callable[[], None]] = []
        self._announcer = Announcer()

    async def start(self) -> None:
        """Begin to publish; returns at once, also while there is no broker."""
        if self._task is not None:
            return
        self._subscription = self.table.subscribe()
        if self._guard:
            own = topics.table(self.table.id)
            ends = [self._connection.subscribe(topic, self._on_retained) for topic in (own, f"{own}/clock")]
            self._ends += ends
        self._task = asyncio.create_task(self._run(self._subscription), name=f"publisher {self.table.id}")
        if self._pixels is not None:
            await self._pixels.start()
        if self.table.coordinator is not None:
            self.table.coordinator.board.listeners.append(self._on_board_event)

    def withdraw(self, *, table: bool, lights: bool) -> None:
        """Take back what is retained of the table, and of the lights where they are told under the table's own name.

        With the table goes its scene, at whichever board: that shows how the pieces stood.
        """
        own, scene = topics.table(self.table.id), topics.board(self.board_id, "scene")
        gone = [own, f"{own}/clock", scene] if table else []
        gone += [scene, topics.board(self.board_id, "online")] if lights else []
        for topic in gone:
            self._connection.publish(topic, b"", qos=1, retain=True)

    async def stop(self) -> None:
        """Publish what the table said until now, and stop. Harmless when stopped already."""
        task, self._task = self._task, None
        if task is None:
            return
        if self._pixels is not None:
            await self._pixels.stop()
        while self._ends:
            self._ends.pop()()
        if self.table.coordinator is not None:
            self.table.coordinator.board.listeners.remove(self._on_board_event)
        if self._subscription is not None:
            self._subscription.close()
        await ended(task)
        self._publish(Update(self.table.n, self._published_n, True, True, True))
        if self._private and self._seats_know_more():
            self._seats()
        if self._tells_online:
            self._keep(topics.board(self.board_id, "online"), topics.OFFLINE.encode())

    def _on_board_event(self, event: BoardEvent) -> None:
        if isinstance(event, ButtonPress):
            said = {"event_type": "release" if event.up else "press", "button": event.name, "held_ms": event.held_ms}
            self._connection.publish(topics.board(self.board_id, "press"), msgspec.json.encode(said), qos=1)

    async def _run(self, subscription: Subscription) -> None:
        passed_over = 0
        async for update in subscription:
            try:
                self._publish(update)
                if self._private and self._seats_know_more():
                    # What everybody waits for goes first; what one may know and do is dear to make, and follows the
                    # newest that all know.
                    if passed_over < MOST_PASSED_OVER:
                        await self._connection.delivered(topics.table(self.table.id), PUBLIC_SECONDS)
                        if subscription.waits:
                            passed_over += 1
                            continue
                    self._seats()
                    passed_over = 0
            except Exception:  # what cannot be told now must not silence the table for ever
                LOG.exception("An update of the table could not be published.")
            # A table of bots in a hurry changes faster than anybody can look: joined updates cost less.
            await asyncio.sleep(0)

    def _publish(self, update: Update) -> None:
        state = self.table.state_record() if update.state else None
        self._events(update)
        if state is not None:
            self._state(state)
        if update.clocks:
            self._clock()
        if update.scene:
            scene = self.table.scene
            self._keep(
                topics.board(self.board_id, "scene"),
                msgspec.json.encode({"n": scene.n, "brightness": scene.brightness, "layers": scene.layers}),
            )

    def _on_retained(self, message: Received) -> None:
        """Put back what somebody else has written over the table's own state."""
        kept = self._retained.get(message.topic)
        if message.retain:  # it lay there when this host came, and is replaced already
            return
        if kept is None or _mark(message.payload) in self._own[message.topic]:
            return
        now = time.monotonic()
        if now - self._repaired < REPAIR_SECONDS:  # two hosts that believe to be one table must not flood a broker
            return
        self._repaired = now
        LOG.warning("Somebody else wrote to %s; it was put back.", message.topic)
        self.table.remark("Somebody on the broker replaced what this table shows; it was put back.")
        self._retain(message.topic, kept, qos=1)

    def _retain(self, topic: str, payload: bytes, qos: int) -> None:
        if self._guard:
            self._retained[topic] = payload
            self._own.setdefault(topic, deque(maxlen=MARKS)).append(_mark(payload))
        self._connection.publish(topic, payload, qos=qos, retain=True)

    def _events(self, update: Update) -> None:
        if not self._started:
            # What was before this host's start is in the journal; who wants it asks for it with ``events``.
            self._started = True
            self._published_n = update.n
            return
        if update.since < self._published_n and update.since == 0:
            self._published_n = 0  # another game: journal numbers begin again
        for entry in self.table.events_since(self._published_n):
            self._published_n = entry.n
            self._connection.publish(topics.table(self.table.id, "events"), msgspec.json.encode(entry), qos=1)

    def _state(self, state: TableState) -> None:
        self._keep(topics.table(self.table.id), encoded(state, state.distinct), qos=1)
        for announcement in self._announcer.on_state(state):
            topic = topics.table(self.table.id, "announce")
            named = msgspec.structs.replace(announcement, id=secrets.token_hex(4))
            self._connection.publish(topic, msgspec.json.encode(named), qos=1)
        board = state.board
        if board.status:
            self._keep(topics.board(self.board_id, "status"), msgspec.json.encode(board.status))
        if self._tells_online and self.table.coordinator is not None:
            said = topics.ONLINE if board.online else topics.OFFLINE
            self._keep(topics.board(self.board_id, "online"), said.encode(), qos=1)

    def _seats_know_more(self) -> bool:
        """Whether a seat may know or do something that it was not told: not after a miniature in the air, a remark."""
        before, now = self._seats_knew, self._what_seats_know()
        return before is None or before[0] is not now[0] or before[1:] != now[1:]

    def _what_seats_know(self) -> tuple[State, int, Mapping[str, Player], bool]:
        table = self.table
        return table.history.state, table.n, dict(table.players), table.distinct

    def _seats(self) -> None:
        table = self.table
        self._seats_knew = self._what_seats_know()
        for seat in (*table.players, CHANCE):
            try:
                topic, payload = seat_message(table, seat)
            except TableRefusal:  # chance, where the host rolls
                continue
            if self._changed(topic, payload):
                self._connection.publish(topic, payload, latest=True)

    def _clock(self) -> None:
        record: dict[str, Any] = {"now": time.time_ns() // 1_000_000, "clocks": self.table.clocks()}
        self._retain(topics.table(self.table.id, "clock"), msgspec.json.encode(record), qos=1)

    def _keep(self, topic: str, payload: bytes, qos: int = 0) -> None:
        if self._changed(topic, payload):
            self._retain(topic, payload, qos)

    def _changed(self, topic: str, payload: bytes) -> bool:
        # A mark instead of the message: what a seat may know need not lie about in one more place.
        mark = _mark(payload)
        if self._sent.get(topic) == mark:
            return False
        self._sent[topic] = mark
        return True


def _mark(payload: bytes) -> bytes:
    return hashlib.blake2b(payload, digest_size=16).digest()


def seat_message(table: Table, seat: str) -> tuple[str, bytes]:
    """Topic and payload of a seat's private state. Raises TableRefusal if there is no such seat."""
    record = table.seat_record(seat)
    return topics.table(table.id, "seat", seat), encoded(record, table.distinct)


def encoded(record: TableState | SeatState, distinct: bool) -> bytes:
    """A record as JSON; ``distinct``: in colours that everybody tells apart."""
    return msgspec.json.encode(recoloured(msgspec.to_builtins(record)) if distinct else record)
