"""Gives the host's browser a game as a file, and takes one from it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from immolation.dashboard.saved_games import FILE_TYPE, LARGEST_FILE, GameFileRefused, SavedGames
from immolation.dashboard.sessions import Device
from immolation.dashboard.settings import HOST, Viewer

from .middleware import DEVICE, OWN_SITE

UPLOAD_SECONDS = 120.0
"""A file must have arrived whole by then; the largest takes a slow phone network one minute."""


Copy = Callable[[Any], Awaitable[tuple[str, bytes]]]
"""Name of a game -> the name and the whole file of it, see `SavedGames.copy`."""


async def send(request: Request, copy: Copy | None, viewer: Viewer) -> Response:
    """The game that is asked for, as a file."""
    refused = _refusal(request, copy is not None, viewer)
    if refused is not None or copy is None:
        return refused or Response(status_code=404)
    try:
        name, data = await copy(request.query_params.get("name"))
    except GameFileRefused as error:
        return PlainTextResponse(f"{error}\n", 404)
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}.journal",
        "Cache-Control": "no-store",
    }
    return Response(data, media_type=FILE_TYPE, headers=headers)


async def receive(request: Request, saved: SavedGames | None, viewer: Viewer) -> Response:
    """Check a file with a game and keep it; the name under which it is kept, or a sentence that says what is wrong."""
    refused = _refusal(request, saved is not None, viewer)
    if refused is not None or saved is None:
        return refused or Response(status_code=404)
    if request.headers.get("content-type") != FILE_TYPE:
        return PlainTextResponse("A file is opened on the page itself.", 415)
    try:
        async with asyncio.timeout(UPLOAD_SECONDS):
            data = await _received(request)
        if data is None:
            return PlainTextResponse(f"The file has more than {LARGEST_FILE >> 20} MB, which no game needs.", 413)
        return PlainTextResponse(await saved.add(data))
    except (TimeoutError, ClientDisconnect):
        return PlainTextResponse("The file did not arrive.", 408)
    except GameFileRefused as error:
        return PlainTextResponse(str(error), 422)


def _refusal(request: Request, keeps: bool, viewer: Viewer) -> Response | None:
    """Refuse a browser that may not, None where it may. A file holds what every seat has in hand."""
    device: Device | None = request.scope.get(DEVICE)
    role = device.viewer.role if device is not None else viewer.role
    if role != HOST or request.headers.get("sec-fetch-site", "same-origin") not in OWN_SITE:
        return PlainTextResponse("Only the host may do this.", 403)
    if not keeps:
        return PlainTextResponse("This page keeps no games; the host's own page does.", 404)
    return None


async def _received(request: Request) -> bytes | None:
    """Read what was sent; None as soon as it is too much."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:12]) > LARGEST_FILE:
        return None
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > LARGEST_FILE:
            return None
    return bytes(data)
