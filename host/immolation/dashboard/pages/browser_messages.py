"""Pass over what a browser sends that no page would send; it costs neither a traceback nor a line of the log."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from typing import Any

from nicegui import core

log = logging.getLogger(__name__)

LONGEST = 200
"""Characters kept of what a browser wants to have logged."""


def pass_over_nonsense() -> None:
    """Guard the handlers of NiceGUI's socket, which take it for granted that their own page speaks."""
    handlers: dict[str, Callable[..., Any]] = core.sio.handlers["/"]
    for name in ("handshake", "event", "javascript_response", "ack"):
        handlers[name] = _guarded(handlers[name])
    handlers["log"] = _note
    logging.getLogger("engineio.server").setLevel(logging.CRITICAL)  # it has a traceback for each bad packet
    for name in ("nicegui", "uvicorn.error"):  # they warn of each path that is not there, of each bad request
        logging.getLogger(name).setLevel(logging.ERROR)


def _guarded(handler: Callable[..., Any]) -> Callable[..., Any]:
    if inspect.iscoroutinefunction(handler):

        async def answer(*given: Any) -> Any:
            try:
                return await handler(*given)
            except Exception as error:  # whatever it is, it costs this message alone
                log.debug("A browser sent what no page sends: %r", error)
                return False

        return answer

    def receive(*given: Any) -> Any:
        try:
            return handler(*given)
        except Exception as error:  # whatever it is, it costs this message alone
            log.debug("A browser sent what no page sends: %r", error)
            return None

    return receive


def _note(_: str, said: Any = None) -> None:
    """Log what a page's script wants to have logged: somebody else's words, so neither many nor with line ends."""
    log.info("A browser says: %.*r", LONGEST, said)
