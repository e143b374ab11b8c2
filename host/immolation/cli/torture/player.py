"""The person at the tortured table: plays over MQTT, repeats what was not answered, and keeps what was acknowledged."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from immolation.board.virtual import VirtualControl, VirtualGone
from immolation.broker import topics
from immolation.broker.connection import Connection, Received
from immolation.table.records import BoardState, Phase
from immolation.task_cancellation import ended

from .twin import PERSON, Asked, choice

REPEAT_S = 1.0
"""A command without an answer is sent again after so long, with the same id, as MQTT clients do."""

CLIENT = "torture"


class Heard(msgspec.Struct):
    """A `TableState` as a client reads it, which knows no ruleset's records."""

    n: int
    phase: Phase
    deciders: dict[str, Any]
    board: BoardState
    note: str = ""


class MqttPlayer:
    """One client of the broker that plays the person's seat, from `start` to `stop`."""

    def __init__(self, url: str, seed: int, control: Path) -> None:
        """``control``: the socket of the virtual board on which the person moves miniatures."""
        self.state: Heard | None = None
        """What the table said last."""

        self.scene: dict[str, Any] = {}
        """What the board should show."""

        self.clocks: dict[str, Any] = {}
        self.acknowledged: dict[int, dict[str, Any]] = {}
        """Journal number -> action, of every command that was answered with ok."""

        self.twice = False
        """Send every command twice, and an old one after it."""

        self.news = asyncio.Event()
        self._seed = seed
        self._connection = Connection(url, will=None)
        self._replies: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._numbers = itertools.count(1)
        self._asked: Asked | None = None
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._control = control
        self._moved = asyncio.Event()
        self._life = f"{time.time_ns():x}"

    async def start(self) -> None:
        """Begin to play."""
        table = topics.table("main")
        self._connection.subscribe(table, self._on_state)
        self._connection.subscribe(topics.table("main", "clock"), self._on_clock)
        self._connection.subscribe(topics.board("immolation", "scene"), self._on_scene)
        self._connection.subscribe(topics.table("main", "seat", PERSON), self._on_seat)
        self._connection.subscribe(topics.table("main", "reply", CLIENT), self._on_reply)
        await self._connection.start()
        self._tasks = [asyncio.create_task(self._play()), asyncio.create_task(self._put_right())]

    async def stop(self) -> None:
        """Play no more."""
        await ended(*self._tasks)
        await self._connection.stop()

    def check(self) -> None:
        """Raise what ended the person, who should never end."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def command(self, **command: Any) -> dict[str, Any]:
        """Send a command until it is answered; the answer."""
        number = f"{self._life}-{next(self._numbers)}"
        payload = msgspec.json.encode({"id": number, "client": CLIENT, **command})
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._replies[number] = answer
        try:
            while True:
                for _ in range(2 if self.twice else 1):
                    self._connection.publish(topics.table("main", "do"), payload, qos=1)
                done, _ = await asyncio.wait([answer], timeout=REPEAT_S)
                if done:
                    return answer.result()
        finally:
            del self._replies[number]

    async def _play(self) -> None:
        played: Asked | None = None
        while True:
            self._changed.clear()
            asked = self._asked
            fresh = asked is not None and asked is not played and asked.n >= max(self.acknowledged, default=0)
            if fresh and asked is not None and asked.decision is not None and asked.actions and self._may_play:
                played = asked
                action = choice(asked, self._seed)
                reply = await self.command(seat=PERSON, action=action)
                if reply["ok"]:
                    self.acknowledged[reply["n"]] = action
                if self._asked is asked:  # nothing newer has come: the answer overtook it, or it was lost
                    await self.command(table="view", seat=PERSON)
                continue
            try:
                await asyncio.wait_for(self._changed.wait(), REPEAT_S)
            except TimeoutError:
                if self._may_play and self.state is not None and PERSON in self.state.deciders:
                    await self.command(table="view", seat=PERSON)

    async def _put_right(self) -> None:
        """Move the miniatures that the table asks people to move."""
        while True:
            self._moved.clear()
            pairs = self.state.board.pairs if self.state is not None else ()
            if pairs:
                with suppress(VirtualGone):
                    control = await VirtualControl.connect(self._control)
                    try:
                        for start, end in pairs:
                            if start is not None:
                                await control.hand(start, True)
                            if end is not None:
                                await control.hand(end, False)
                    finally:
                        await control.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._moved.wait(), 5 * REPEAT_S if not pairs else REPEAT_S)

    @property
    def _may_play(self) -> bool:
        return self.state is not None and self.state.phase in ("playing", "astray")

    def _on_state(self, message: Received) -> None:
        self.state = msgspec.json.decode(message.payload, type=Heard)
        self._notify()

    def _on_clock(self, message: Received) -> None:
        self.clocks = msgspec.json.decode(message.payload)
        self._notify()

    def _on_scene(self, message: Received) -> None:
        self.scene = msgspec.json.decode(message.payload)
        self._notify()

    def _on_seat(self, message: Received) -> None:
        self._asked = msgspec.json.decode(message.payload, type=Asked)
        self._notify()

    def _on_reply(self, message: Received) -> None:
        reply = msgspec.json.decode(message.payload)
        answer = self._replies.get(reply["id"])
        if answer is not None and not answer.done():
            answer.set_result(reply)

    def _notify(self) -> None:
        self._changed.set()
        self._moved.set()
        self.news.set()
