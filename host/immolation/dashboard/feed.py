"""The page's connection to the broker: the newest state of one table, and commands with their answers.

Whoever is interested listens for what changed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Collection
from typing import Any, TypeVar

import aiomqtt
import msgspec

from immolation.broker import topics
from immolation.dashboard.settings import PageSettings

from . import display_names, messages
from .broker_client import BrokerClient, CommandRefused, NoAnswer

KEPT_ENTRIES = 400
"""Journal entries kept for the log: some forty rounds, and bounded whatever a broker sends."""

KEPT_ANNOUNCEMENTS = 64
"""Announcements that are known again: more than a host sends a second time after it has lost its broker."""

LATE_SECONDS = 5.0
"""The parts of a change come within milliseconds of each other; after this long one of them will not come."""

KEPT_STATUSES = 60
"""Of a board: some minutes."""

Record = TypeVar("Record")


class Feed(BrokerClient):
    """The newest news of one table and its board, kept current for as long as `run` runs."""

    def __init__(self, settings: PageSettings) -> None:
        table = settings.table
        super().__init__(settings, topics.table(table, "do"), lambda client: topics.table(table, "reply", client))
        self.board_online: bool | None = None
        self.table: messages.TableJson | None = None
        self.seats: dict[str, messages.SeatJson] = {}
        self.clocks = messages.ClocksJson()
        self.clocks_heard = 0.0
        """Loop time at which ``clocks`` arrived; the browser's count-down starts there, whatever its own clock says."""
        self.entries: list[messages.EntryJson] = []
        self.scene: messages.SceneJson | None = None
        self.announcements: deque[tuple[int, messages.AnnouncementJson]] = deque(maxlen=KEPT_ANNOUNCEMENTS)
        """The newest sentences, each with its number: several may come before a page looks."""

        self.announced_count = 0
        """Number of sentences announced since the page began: two alike are two, one delivered twice is one."""
        self._announced: deque[str] = deque(maxlen=KEPT_ANNOUNCEMENTS)

        self.statuses: deque[dict[str, Any]] = deque(maxlen=KEPT_STATUSES)
        """What the board said of itself lately, the newest last."""
        self.frame_listeners: list[Callable[[bytes], None]] = []
        """Called with each LED frame of a virtual board: 300 bytes, R G B of tile 00 to 99."""
        self._names: display_names.DisplayNames = {}
        """What seats are called that their ruleset only numbers."""
        self._heard: dict[str, bytes] = {}
        """Seat -> its newest state as it came, for when somebody is called otherwise."""
        self._asked: set[str] = set()
        self._board_id = settings.board
        self._topics |= {
            topics.table(table): self._table,
            topics.table(table, "clock"): self._clock,
            topics.table(table, "events"): self._events,
            topics.table(table, "announce"): self._announcement,
            **self._of_board(),
        }
        self._seat_prefix = topics.table(table, "seat", "")

    def _of_board(self) -> dict[str, Callable[[bytes], None]]:
        readers = {"online": self._board, "scene": self._scene, "status": self._status, "pixels": self._pixels}
        return {topics.board(self._board_id, part): reader for part, reader in readers.items()}

    def watch_board(self, board: str) -> None:
        """Hear another board from now on: the table plays on that one."""
        if board == self._board_id:
            return
        gone = self._of_board()
        self._board_id, self.board_online, self.scene = board, None, None
        self.statuses.clear()
        for topic in gone:
            del self._topics[topic]
        self._topics |= self._of_board()
        self._background(self._change_topics(list(gone), list(self._of_board())))
        self._notify()

    async def _change_topics(self, gone: list[str], wanted: list[str]) -> None:
        mqtt = self._mqtt
        if mqtt is not None:  # else all are subscribed to with the next connection
            with contextlib.suppress(aiomqtt.MqttError):
                await mqtt.unsubscribe(gone)
                await mqtt.subscribe([(topic, _quality(topic)) for topic in wanted])

    def _filters(self) -> list[tuple[str, int]]:
        return [*((topic, _quality(topic)) for topic in self._topics), (self._seat_prefix + "+", 1)]

    @property
    def is_whole(self) -> bool:
        """Whether all that belongs to the newest change has been heard: it comes in several messages, and more follow
        at once where the host's dice fall.
        """
        table = self.table
        if table is None:
            return True
        if self.entries and self.entries[-1].n > table.n:
            return False
        if any(state.n < table.n for state in self.seats.values()):
            return False
        return not ("chance" in table.deciders and table.dice == "host" and table.phase == "playing")

    async def until_heard(self, seats: Collection[str]) -> None:
        """Wait until these seats are known as the table stands, for `LATE_SECONDS` at most."""
        changed = asyncio.Event()
        self.listeners.append(changed.set)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LATE_SECONDS):
                    while self._is_late(seats):
                        await changed.wait()
                        changed.clear()
        finally:
            self.listeners.remove(changed.set)

    def _is_late(self, seats: Collection[str]) -> bool:
        table = self.table
        return table is not None and any(seat not in self.seats or self.seats[seat].n < table.n for seat in seats)

    def _on_connect(self) -> None:
        self._asked.clear()
        if self.table is not None:
            self._ask_for_what_is_not_retained()

    def _on_other(self, topic: str, payload: bytes) -> None:
        if topic.startswith(self._seat_prefix):
            self._seat(topic[len(self._seat_prefix) :], payload)

    def _worded(self, refused: str) -> str:
        return str(display_names.replace_names(refused, self._names))

    # --- what is heard -----------------------------------------------------------------------------------

    def _host(self, payload: bytes) -> None:
        was = self.host_online
        if payload.decode() == topics.ONLINE and was is False:
            self._asked.clear()
            self._ask_for_what_is_not_retained()
        super()._host(payload)

    def _board(self, payload: bytes) -> None:
        self.board_online = payload.decode() == topics.ONLINE
        self._notify()

    def _table(self, payload: bytes) -> None:
        if not payload:  # the retained state was taken back: there is no table any more
            self.table, self.seats, self._heard, self.entries = None, {}, {}, []
            self._asked.clear()
            self._notify()
            return
        before = self.table
        told = msgspec.json.decode(payload)
        names = display_names.names_of_people(told)
        self.table = msgspec.convert(display_names.replace_names(told, names), messages.TableJson)
        if names != self._names:  # else what a seat was told would differ from what all see, as if it knew more
            self._names = names
            self.seats = {seat: self._read(heard, messages.SeatJson) for seat, heard in self._heard.items()}
        if before is not None and self.table.n < before.n:  # undone, or another game: later entries are void
            self.entries = [entry for entry in self.entries if entry.n <= self.table.n]
        known = set(self.table.view.get("seats") or self.table.players)
        self.seats = {seat: state for seat, state in self.seats.items() if seat in known | {"chance"}}
        self._heard = {seat: heard for seat, heard in self._heard.items() if seat in self.seats}
        self._ask_for_what_is_not_retained()
        self._notify()

    def _seat(self, seat: str, payload: bytes) -> None:
        state = self._read(payload, messages.SeatJson)
        if state.seat == seat:
            self.seats[seat], self._heard[seat] = state, payload
            self._notify()

    def _read(self, payload: bytes, kind: type[Record]) -> Record:
        """News with people called by their names."""
        if not self._names:
            return msgspec.json.decode(payload, type=kind)
        return msgspec.convert(display_names.replace_names(msgspec.json.decode(payload), self._names), kind)

    def named(self, told: dict[str, Any]) -> dict[str, Any]:
        """An answer with people called by their names."""
        return display_names.replace_names(told, self._names)  # type: ignore[no-any-return]

    def _clock(self, payload: bytes) -> None:
        self.clocks = msgspec.json.decode(payload, type=messages.ClocksJson) if payload else messages.ClocksJson()
        self.clocks_heard = asyncio.get_running_loop().time()
        self._notify()

    def _events(self, payload: bytes) -> None:
        self._add_entries([self._read(payload, messages.EntryJson)])
        self._notify()

    def _announcement(self, payload: bytes) -> None:
        announced = self._read(payload, messages.AnnouncementJson)
        if announced.id and announced.id in self._announced:
            return
        self._announced.append(announced.id)
        self.announced_count += 1
        self.announcements.append((self.announced_count, announced))
        self._notify()

    def _add_entries(self, entries: list[messages.EntryJson]) -> None:
        by_number = {entry.n: entry for entry in self.entries}
        for entry in entries:
            by_number[entry.n] = entry
        self.entries = [by_number[n] for n in sorted(by_number)][-KEPT_ENTRIES:]

    def _scene(self, payload: bytes) -> None:
        self.scene = msgspec.json.decode(payload, type=messages.SceneJson) if payload else None
        self._notify()

    def _status(self, payload: bytes) -> None:
        if payload:
            status = msgspec.json.decode(payload, type=dict[str, Any])
            if not self.statuses or self.statuses[-1] != status:  # the retained one comes again with each connection
                self.statuses.append(status)
                self._notify()

    def _pixels(self, payload: bytes) -> None:
        if len(payload) == 300:
            for listener in list(self.frame_listeners):
                listener(payload)

    # --- what is asked -----------------------------------------------------------------------------------

    def _ask_for_what_is_not_retained(self) -> None:
        """Private states and past events rest in no broker; ask the table once for each after (re)connecting."""
        if self.table is None or not self.connected:
            return
        seats = list(self.table.view.get("seats") or self.table.players)
        if self.table.dice == "typed":
            seats.append("chance")
        for seat in seats:
            if seat not in self._asked:
                self._asked.add(seat)
                self._background(self._ask_quietly(seat, table="view", seat=seat))
        if "events" not in self._asked:
            self._asked.add("events")
            self._background(self._past_events())

    async def _ask_quietly(self, what: str, **command: Any) -> dict[str, Any] | None:
        """The answer, or None; what nobody answered is asked again with the next state of the table."""
        try:
            return await self.command(**command)
        except NoAnswer:
            self._asked.discard(what)
        except CommandRefused:
            pass
        return None

    async def _past_events(self) -> None:
        since = max(0, (self.table.n if self.table else 0) - 60)
        answer = await self._ask_quietly("events", table="events", since=since)
        if answer is not None:
            with contextlib.suppress(msgspec.ValidationError):
                told = display_names.replace_names(answer.get("events", []), self._names)
                self._add_entries(msgspec.convert(told, list[messages.EntryJson]))
                self._notify()

    async def publish_board(self, part: str, message: dict[str, Any], qos: int = 1) -> None:
        """Tell the board's side something (``hand`` or ``credit``); silently lost while there is no broker."""
        mqtt = self._mqtt
        if mqtt is not None:
            with contextlib.suppress(aiomqtt.MqttError):
                payload = msgspec.json.encode(message)
                await mqtt.publish(topics.board(self._board_id, part), payload, qos=qos)


def _quality(topic: str) -> int:
    """Of service: a frame of the lights that is lost is followed by the next."""
    return 0 if topic.endswith("/pixels") else 1
