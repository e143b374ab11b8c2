"""Remembers the newest answers by client and command id, so that a command that comes twice is done once."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import Any

Reply = dict[str, Any]

_Answers = OrderedDict[str, tuple[bytes, "asyncio.Future[Reply]"]]
"""Command id -> mark of its payload, and its answer."""

REMEMBERED = 64
"""Answers kept of each client: it repeats a command within seconds or not at all."""

CLIENTS = 128
"""Clients whose answers are kept; the one heard longest ago is forgotten first."""


class ReplyCache:
    """The newest answers by client and id, so that a command that arrives twice is done once and answered twice."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, _Answers] = OrderedDict()

    def before(self, client: str, command_id: str, payload: bytes) -> asyncio.Future[Reply] | None:
        """The answer to this command, given or still to come; None if it is new.

        Raises ValueError if the id was used for another command.
        """
        own = self._known.get(client)
        known = own.get(command_id) if own is not None else None
        if known is None:
            return None
        if known[0] != _mark(payload):
            raise ValueError(f"The id '{command_id}' was used for another command; give each command an id of its own.")
        return known[1]

    def expect(self, client: str, command_id: str, payload: bytes, *, keep: bool) -> asyncio.Future[Reply]:
        """The future for the answer to a new command; with ``keep`` it is remembered for when it comes again."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if keep:
            own = self._known.setdefault(client, OrderedDict())
            own[command_id] = (_mark(payload), answer)
            if len(own) > REMEMBERED:
                own.popitem(last=False)
            self._known.move_to_end(client)
            if len(self._known) > CLIENTS:
                self._known.popitem(last=False)
        return answer


def _mark(payload: bytes) -> bytes:
    return hashlib.blake2b(payload, digest_size=16).digest()
