"""Takes commands from the broker: each is decoded, limited, done once and answered.

What is asked for is done elsewhere; here nothing is known of tables. A command is taken whole or refused whole with one
sentence; whatever arrives, the connection is kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

import msgspec

from immolation.games import GameError, IllegalAction
from immolation.table.refusal import TableRefusal

from . import commands
from .commands import BadCommand, Command, CommandRequest
from .connection import Connection, Received
from .fair_queue import FairQueue
from .permissions import BUTTONS, Permissions
from .rate_limiter import RateLimiter
from .reply_cache import Reply, ReplyCache

LOG = logging.getLogger(__name__)

RATE, BURST = 50.0, 200
"""Commands a second and at once from one seat, whichever client it comes through."""

MAX_OF_ONE = 50
"""Commands of one seat that were taken from the broker and not yet answered."""

MAX_AT_WORK = 500
"""The same of all seats together: 8 MB at most."""

MAX_REASON = 300
"""Characters of a refusal: it may quote what was sent, and that may be long."""

DEFAULT_CLIENT = "host"

NO_RULE = "TABLE"
"""The rule id of what the table's own order refuses."""


class CommandListener:
    """Listens on one topic and on those below it that are bound to a login, from `start` to `stop`."""

    reading: tuple[type[Command], ...] = ()
    """Commands that change nothing: their answers, which may be long, are made again rather than kept."""

    def __init__(
        self,
        connection: Connection,
        do: str,
        reply: Callable[[str], str],
        permissions: Mapping[str, Permissions] | None,
        *,
        plain: bool | None,
        rate: float = RATE,
        burst: int = BURST,
    ) -> None:
        """``do``: the topic of commands. ``reply``: client -> topic of its answers.

        ``permissions`` and ``plain``: see `CommandHandler`.
        """
        self.permissions = dict(permissions or {})
        self.refused = 0
        """Commands refused since the start, for status pages and tests."""

        self._connection = connection
        self._plain = connection.loopback if plain is None else plain
        if connection.loopback and permissions is None:
            self.permissions = {"home": BUTTONS}  # a Home Assistant on this machine; it could write to ``do`` as well
        self._do, self._reply_topic = do, reply
        self._replies = ReplyCache()
        self._rate_limiter = RateLimiter(rate, burst, _seconds)
        self._working = FairQueue(MAX_OF_ONE, MAX_AT_WORK)
        self._ends: list[Callable[[], None]] = []

    async def start(self) -> None:
        """Begin to listen; returns at once, also while there is no broker."""
        if not self._ends:
            self._ends = [
                self._connection.subscribe(self._do, self._on_command),
                self._connection.subscribe(f"{self._do}/+", self._on_command),
            ]

    async def stop(self) -> None:
        """Listen no more and finish what is being done. Harmless when stopped already."""
        while self._ends:
            self._ends.pop()()
        await self._working.stop(2.0)

    # --- what a kind of listener does --------------------------------------------------------------------

    def _rights(self, user: str | None, speaker: str | None) -> Permissions:
        """What this user may do; None: whoever writes to the plain topic. Raises RequestRefused."""
        raise NotImplementedError

    async def _execute(self, rights: Permissions, command: Command) -> Reply:
        """Do it; what the answer adds. Raises RequestRefused, IllegalAction, TableRefusal, GameError or OSError."""
        raise NotImplementedError

    def _decode(self, payload: bytes) -> CommandRequest:
        """The command in a payload. Raises BadCommand."""
        return commands.read(payload)

    # --- listening ---------------------------------------------------------------------------------------

    def _on_command(self, message: Received) -> None:
        """One command; called in order, and those of one seat are done in that order."""
        bound = message.topic[len(self._do) + 1 :] or None
        if bound is not None and commands.NAME.fullmatch(bound) is None:
            self._refuse_unheard("a client's name is 1 to 64 letters, digits, '_', '.' or '-'")
            return
        try:
            request = self._decode(message.payload)
            client = self._client(bound, request.client, request.id)
            if bound is not None and request.speaker is not None:
                raise BadCommand("'as' is for the host's own page; here the topic says who speaks.", request.id)
            if message.retain:
                reason = "A command must not be retained: it would come again after every restart."
                raise BadCommand(reason, request.id)
        except BadCommand as bad:
            client = bound or bad.client or DEFAULT_CLIENT
            if self._may_speak(client, client, bad.id):
                self._answer(client, _refusal(bad.id, str(bad)))
            return
        sender = client if bound is not None else f"{client}/{request.speaker or getattr(request.command, 'seat', '')}"
        if not self._may_speak(sender, client, request.id):
            return
        try:
            before = self._replies.before(client, request.id, message.payload)
        except ValueError as reused:
            self._answer(client, _refusal(request.id, str(reused)))
            return
        if before is not None:
            before.add_done_callback(lambda reply: self._answer(client, reply.result()))
            return
        answer = self._replies.expect(
            client, request.id, message.payload, keep=not isinstance(request.command, self.reading)
        )
        self._working.put(sender, lambda: self._run(request, client, bound, answer))

    def _client(self, bound: str | None, named: str | None, command_id: str) -> str:
        if bound is not None and named not in (None, bound):
            raise BadCommand(f"'client' is '{named}', but this topic is that of '{bound}'.", command_id)
        return bound or named or DEFAULT_CLIENT

    def _may_speak(self, sender: str, client: str, command_id: str) -> bool:
        if self._rate_limiter.allows(sender) and self._working.has_room(sender):
            return True
        if self._rate_limiter.may_tell_refusal(sender):
            self._answer(
                client, _refusal(command_id, "Too many commands at once; wait a second and send this one again.")
            )
        else:
            self.refused += 1
        return False

    def _refuse_unheard(self, why: str) -> None:
        self.refused += 1
        LOG.debug("A command was dropped: %s.", why)

    # --- doing and answering -----------------------------------------------------------------------------

    async def _run(
        self, request: CommandRequest, client: str, bound: str | None, answer: asyncio.Future[Reply]
    ) -> None:
        command_id = request.id
        try:
            rights = self._rights(bound, request.speaker)
            reply = {"id": command_id, "ok": True, **await self._execute(rights, request.command)}
        except (IllegalAction, TableRefusal, GameError, RequestRefused, OSError) as error:
            rule = error.refusal.rule if isinstance(error, IllegalAction) else getattr(error, "rule", NO_RULE)
            reply = _refusal(command_id, str(error), rule)
        except Exception:  # a mistake of ours must not leave the person without an answer
            LOG.exception("A command could not be done.")
            reply = _refusal(
                command_id, "The table could not do this because of a mistake in the program; see the host's log."
            )
        answer.set_result(reply)
        self._answer(client, reply)

    def _answer(self, client: str, reply: Reply) -> None:
        if not reply["ok"]:
            self.refused += 1
        self._connection.publish(self._reply_topic(client), msgspec.json.encode(reply), qos=1)


class RequestRefused(ValueError):
    """A command that is refused here, before any table is asked."""

    rule = NO_RULE


def _refusal(command_id: str, reason: str, rule: str = NO_RULE) -> Reply:
    if len(reason) > MAX_REASON:
        reason = reason[: MAX_REASON - 1] + "…"
    return {"id": command_id, "ok": False, "refused": reason, "rule": rule}


def _seconds() -> float:
    return asyncio.get_running_loop().time()
