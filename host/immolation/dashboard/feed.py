"""The page's connection to the broker: the newest state of one table, and commands with their answers.

Whoever is interested listens for what changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import ssl
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import aiomqtt
import msgspec

from immolation.broker import topics
from immolation.dashboard.settings import PageSettings, broker_address

from . import display_names, messages

log = logging.getLogger(__name__)

REPLY_SECONDS = 8.0
"""A table answers in milliseconds; after this long it is gone, and the person should be told."""

RETRY_SECONDS = (0.3, 1.0, 2.0, 4.0)
"""Waits between attempts to reach the broker; the last one repeats."""

KEPT_ENTRIES = 400
"""Journal entries kept for the log: some forty rounds, and bounded whatever a broker sends."""

KEPT_ANNOUNCEMENTS = 64
"""Announcements that are known again: more than a host sends a second time after it has lost its broker."""

KEPT_STATUSES = 60
"""Of a board: some minutes."""

Record = TypeVar("Record")


class CommandRefused(Exception):
    """The table said no, or could not be asked. ``str()`` is the sentence for the person; ``rule`` may name a rule."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.rule = rule


class NoAnswer(CommandRefused):
    """The table did not answer: nobody may have heard the question."""


class Feed:
    """The newest news of one table and its board, kept current for as long as `run` runs."""

    def __init__(self, settings: PageSettings) -> None:
        self._settings = settings
        self._address = broker_address(settings)
        self._identifier = f"page-{secrets.token_hex(4)}"
        self.client = self._address.username if settings.bound and self._address.username else self._identifier
        self._do = topics.table(settings.table, "do", *((self.client,) if settings.bound else ()))
        self._mqtt: aiomqtt.Client | None = None
        self._replies: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.connected = False
        self.host_online: bool | None = None
        self.board_online: bool | None = None
        self.table: messages.TableJson | None = None
        self.seats: dict[str, messages.SeatJson] = {}
        self.clocks = messages.ClocksJson()
        self.clocks_heard = 0.0
        """Loop time at which ``clocks`` arrived; the browser's count-down starts there, whatever its own clock says."""
        self.entries: list[messages.EntryJson] = []
        self.scene: messages.SceneJson | None = None
        self.announced: messages.AnnouncementJson | None = None
        self.announced_count = 0
        """Number of sentences announced since the page began: two alike are two, one delivered twice is one."""
        self._announced: deque[str] = deque(maxlen=KEPT_ANNOUNCEMENTS)

        self.statuses: deque[dict[str, Any]] = deque(maxlen=KEPT_STATUSES)
        """What the board said of itself lately, the newest last."""
        self.listeners: list[Callable[[], None]] = []
        """Called, quickly, after anything above has changed."""
        self.frame_listeners: list[Callable[[bytes], None]] = []
        """Called with each LED frame of a virtual board: 300 bytes, R G B of tile 00 to 99."""
        self.bad_messages = 0
        self._known_game: tuple[str, int] | None = None
        self._names: display_names.DisplayNames = {}
        """What seats are called that their ruleset only numbers."""
        self._heard: dict[str, bytes] = {}
        """Seat -> its newest state as it came, for when somebody is called otherwise."""
        self._asked: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        table, board = settings.table, settings.board
        self._topics = {
            topics.HOST_ONLINE: self._host,
            topics.table(table): self._table,
            topics.table(table, "clock"): self._clock,
            topics.table(table, "events"): self._events,
            topics.table(table, "announce"): self._announcement,
            topics.table(table, "reply", self.client): self._reply,
            topics.board(board, "online"): self._board,
            topics.board(board, "scene"): self._scene,
            topics.board(board, "status"): self._status,
            topics.board(board, "pixels"): self._pixels,
        }
        self._seat_prefix = topics.table(table, "seat", "")

    # --- the connection ----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Stay connected until cancelled, whatever the broker does."""
        attempt = 0
        while True:
            try:
                async with self._open() as mqtt:
                    attempt = 0
                    await self._listen(mqtt)
            except aiomqtt.MqttError as error:
                log.info("The broker is away (%s); trying again.", error)
            finally:
                self._mqtt = None
                if self.connected:
                    self.connected = False
                    self._forget_replies()
                    self._notify()
            await asyncio.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])
            attempt += 1

    def _open(self) -> aiomqtt.Client:
        tls = ssl.create_default_context(cafile=self._settings.ca) if self._address.tls else None
        return aiomqtt.Client(
            self._address.host,
            self._address.port,
            identifier=self._identifier,
            username=self._address.username,
            password=self._address.password,
            tls_context=tls,
            keepalive=15,
            timeout=5,
            # An acknowledgement and the command after it are two small writes; else the second waits 40 ms.
            socket_options=((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),),
        )

    async def _listen(self, mqtt: aiomqtt.Client) -> None:
        wanted = [(topic, 0 if topic.endswith("/pixels") else 1) for topic in self._topics]
        await mqtt.subscribe([*wanted, (self._seat_prefix + "+", 1)])
        self._mqtt = mqtt
        self.connected = True
        self._asked.clear()
        self._known_game = None
        self._notify()
        if self.table is not None:
            self._ask_for_what_is_not_retained()
        async for message in mqtt.messages:
            payload = message.payload
            if isinstance(payload, bytes | bytearray):
                self._on_message(str(message.topic), bytes(payload))

    def _on_message(self, topic: str, payload: bytes) -> None:
        reader = self._topics.get(topic)
        try:
            if reader is not None:
                reader(payload)
            elif topic.startswith(self._seat_prefix):
                self._seat(topic[len(self._seat_prefix) :], payload)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            # Refused whole: what was shown stays shown.
            self.bad_messages += 1
            log.warning("A message on %s was passed over: %s", topic, error)

    def _notify(self) -> None:
        for listener in list(self.listeners):
            listener()

    # --- what is heard -----------------------------------------------------------------------------------

    def _host(self, payload: bytes) -> None:
        was = self.host_online
        self.host_online = payload.decode() == topics.ONLINE
        if self.host_online and was is False:
            self._asked.clear()
            self._ask_for_what_is_not_retained()
        self._notify()

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
        self.announced = announced
        self.announced_count += 1
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

    def _reply(self, payload: bytes) -> None:
        answer = msgspec.json.decode(payload, type=dict[str, Any])
        future = self._replies.pop(str(answer.get("id")), None)
        if future is not None and not future.done():
            future.set_result(answer)

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

    def _background(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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

    async def command(self, **command: Any) -> dict[str, Any]:
        """Send one command and wait for its answer.

        Returns the reply. Raises CommandRefused with the table's own sentence, or one that says it did not answer.
        """
        mqtt = self._mqtt
        if mqtt is None:
            raise CommandRefused("The page has lost the table; it reconnects by itself, please try again then.")
        number = secrets.token_hex(8)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._replies[number] = future
        if self._settings.bound:  # the login says who speaks
            command.pop("as", None)
        payload = msgspec.json.encode({"id": number, "client": self.client, **command})
        try:
            await mqtt.publish(self._do, payload, qos=1)
            answer = await asyncio.wait_for(future, REPLY_SECONDS)
        except TimeoutError:
            raise NoAnswer("The table does not answer. Is the host still running?") from None
        except aiomqtt.MqttError:
            raise NoAnswer("The connection broke before the table answered; please look and try again.") from None
        finally:
            self._replies.pop(number, None)
        if not answer.get("ok"):
            refused = display_names.replace_names(str(answer.get("refused") or "The table refused."), self._names)
            raise CommandRefused(refused, str(answer.get("rule") or ""))
        return answer

    def _forget_replies(self) -> None:
        for future in self._replies.values():
            if not future.done():
                future.set_result({"ok": False, "refused": "The connection broke before the table answered."})
        self._replies.clear()

    async def publish_board(self, part: str, message: dict[str, Any], qos: int = 1) -> None:
        """Tell the board's side something (``hand`` or ``credit``); silently lost while there is no broker."""
        mqtt = self._mqtt
        if mqtt is not None:
            with contextlib.suppress(aiomqtt.MqttError):
                payload = msgspec.json.encode(message)
                await mqtt.publish(topics.board(self._settings.board, part), payload, qos=qos)
