"""Serves the page at one address, started and stopped inside the host's event loop.

The process's signals are left alone; they belong to whoever runs the host.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import msgspec
import uvicorn
from fastapi import FastAPI, WebSocket
from nicegui import Client, app, ui
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from immolation.dashboard.feed import Feed
from immolation.dashboard.hosted_tables import HostedTables
from immolation.dashboard.lobby.lobby_feed import LobbyFeed
from immolation.dashboard.lobby.lobby_page import LobbyPage
from immolation.dashboard.panels.guests import Guests
from immolation.dashboard.pixel_relay import PixelRelay
from immolation.dashboard.saved_games import GAME, SavedGames
from immolation.dashboard.sessions import Device, SessionStore
from immolation.dashboard.settings import DEFAULT_PORT, HOST, PageError, PageSettings, Viewer
from immolation.dashboard.translation import _
from immolation.task_cancellation import ended

from . import assets, game_files, table_page
from .browser_messages import pass_over_nonsense
from .device_limits import MOST_WINDOWS, SteadyDevices
from .http_limits import HEADER_BYTES, limited_http
from .middleware import (
    DEVICE,
    TABLE,
    BehindProxy,
    KnownHosts,
    OwnPages,
    RequireSession,
    SecurityHeaders,
    Served,
)
from .tls_listener import tls_http

log = logging.getLogger(__name__)

STOP_SECONDS = 2.0
"""Browsers get this long to hang up before they are cut off."""

REFRESH_SECONDS = 0.03
"""News that arrive closer together than this are shown together; a person cannot tell, and a phone can breathe."""

RECONNECT_SECONDS = 30.0
"""A phone that was in a pocket for this long comes back without loading the page again."""

PORTS_TRIED = 20

WALL = "wall"
"""``?wall`` in the page's address: the wall display."""

ACCEPTED_AT_ONCE = 64
"""Connections accepted before the loop looks at them: a flood is never taken in whole, for descriptors are few."""

KICK_SECONDS = 1.0
"""How long a browser that was sent away has to load the page for strangers, before it hears nothing more."""

_serving: PageServer | None = None
_web: FastAPI | None = None


class _QuietServer(uvicorn.Server):
    """Uvicorn without its own signal handlers: it re-raises SIGINT and would end the process before the broker."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.answering = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.answering.set()


class Room:
    """What the page shows of one table: its news and the lights of its board."""

    def __init__(self, settings: PageSettings, sessions: SessionStore | None, on_change: Callable[[], None]) -> None:
        """``sessions``: who has joined the table. ``on_change`` is called after everything that is to be shown."""
        self.settings, self.sessions = settings, sessions
        self.feed = Feed(settings)
        self.lights = PixelRelay(self._grant)
        self.known: dict[str, int] = {}
        """Where hands on this page put miniatures down, for drawing them there before the sensors have told."""
        self.names: dict[str, str] = {}
        """Seat -> who played it before it was handed to a bot, where there are no ``sessions`` to keep it."""
        self._connected = False
        """Whether the broker was there when the feed last spoke."""
        self._on_change = on_change
        self._jobs: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Hear the table."""
        self.feed.listeners.append(self._on_news)
        self.feed.frame_listeners.append(self._show_frame)
        self._jobs = [asyncio.create_task(self.feed.run()), asyncio.create_task(self.lights.run())]

    async def stop(self) -> None:
        """Hear nothing more of it."""
        self.lights.close()
        await ended(*self._jobs)

    def _show_frame(self, frame: bytes) -> None:
        first = not self.lights.virtual
        self.lights.show(frame)
        if first:  # from now on hands may be laid on this board
            self._on_change()

    def _on_news(self) -> None:
        """Forget the lights of a board at the moment it goes: the next may be there before anything is shown."""
        if self.feed.connected != self._connected or self.feed.board_online is False:
            self._connected = self.feed.connected
            self.lights.forget()
        self._on_change()

    async def _grant(self, frames: int) -> None:
        await self.feed.publish_board("credit", {"client": self.feed.client, "frames": frames}, qos=0)


class PageServer:
    """The web page of a host: its lobby and its tables. One at a time in a process."""

    def __init__(
        self, settings: PageSettings, sessions: SessionStore | None = None, hosted: HostedTables | None = None
    ) -> None:
        """``sessions``: who may come in; None: whoever sits at this machine, as the host.

        ``hosted``: the host's tables; None where the page runs without the host.

        Raises PageError if the settings cannot be used.
        """
        self.settings = settings
        self.sessions = sessions
        self.hosted = hosted
        self._tls = _tls_context(settings)
        self._http = limited_http(proxy=settings.public_url is not None)
        self._changed = asyncio.Event()
        self.lobby = LobbyFeed(settings)
        self._rooms = {settings.table: Room(settings, sessions, self._changed.set)}
        self.port = 0
        self.url = ""
        """Where a browser on this machine finds the page, once `start` has returned."""
        self._windows: dict[str, tuple[Room | None, table_page.TablePage | LobbyPage]] = {}
        """Client -> what it shows, and of which table."""
        self._server: _QuietServer | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._closing: set[asyncio.Task[None]] = set()
        self._stopping: asyncio.Task[None] | None = None

    # --- life --------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to answer; returns when the page can be opened. Raises PageError if its port cannot be had."""
        global _serving
        if _serving is not None:
            raise PageError("This process already serves a page; stop that one first.")
        listener = self._listener()
        _serving = self
        config = uvicorn.Config(
            _web_app(),
            log_config=None,
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=int(STOP_SECONDS),
            ws_max_size=1 << 20,
            http=self._http if self._tls is None else tls_http(self._tls, self._http),  # type: ignore[arg-type]
            proxy_headers=False,  # `BehindProxy` takes them, and from nobody but the proxy
            backlog=ACCEPTED_AT_ONCE,
            h11_max_incomplete_event_size=HEADER_BYTES,
        )
        self._server = _QuietServer(config)
        self.lobby.listeners.append(self._on_lobby)
        serving = asyncio.create_task(self._server.serve([listener]), name="page")
        answering = asyncio.create_task(self._server.answering.wait())
        await asyncio.wait({serving, answering}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            answering.cancel()
            _serving = None
            raise PageError("The page could not start; the log says why.")
        self._open_room(self._rooms[self.settings.table])
        for table in self.hosted.expected() if self.hosted is not None else ():
            self._add_room(table, table)
        self._tasks = [serving, asyncio.create_task(self._show_changes(), name="page changes")]
        if self.hosted is not None:  # a login from the network has one connection at a time
            self._tasks.append(asyncio.create_task(self.lobby.run(), name="page lobby"))

    def _listener(self) -> socket.socket:
        family = socket.AF_INET6 if ":" in self.settings.bind else socket.AF_INET
        first = self.settings.port
        tried = range(first, first + PORTS_TRIED) if first == DEFAULT_PORT else (first,)
        reason: OSError | None = None
        for port in tried:
            listener = socket.socket(family, socket.SOCK_STREAM)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((self.settings.bind, port))
                # Listening here, not later: of two that bind with SO_REUSEADDR only one may listen.
                listener.listen(128)
            except OSError as error:
                listener.close()
                reason = error
                continue
            listener.setblocking(False)
            self.port = int(listener.getsockname()[1])
            shown = "127.0.0.1" if self.settings.bind in ("0.0.0.0", "") else self.settings.bind
            self.url = f"http://[{shown}]:{self.port}/" if ":" in shown else f"http://{shown}:{self.port}/"
            return listener
        text = reason.strerror if reason and reason.strerror else "in use"
        raise PageError(
            f"The page cannot listen on {self.settings.bind} port {first}: {text}. "
            "Stop what uses it, or choose another with --port."
        )

    async def stop(self) -> None:
        """Hang up on every browser and let go of the port, within three seconds. Harmless when stopped already."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop())
        # Shielded: a second Ctrl-C may cancel the waiting, not the stopping.
        await asyncio.shield(self._stopping)

    async def _stop(self) -> None:
        global _serving
        if self._server is None:
            return
        serving, others = self._tasks[:1], self._tasks[1:]
        await ended(*others, *self._closing)
        for room in self._rooms.values():
            await room.stop()
            if room.sessions is not None:
                room.sessions.save()  # when each was seen last
        self._server.should_exit = True
        self._http.pending.close()
        if serving:
            _, late = await asyncio.wait(serving, timeout=STOP_SECONDS)
            if late:
                self._server.force_exit = True
                _, late = await asyncio.wait(serving, timeout=0.5)
                for task in late:
                    task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if _serving is self:
            _serving = None

    # --- what its browsers see ---------------------------------------------------------------------------

    def show_soon(self) -> None:
        """Let every browser show what has changed here."""
        self._changed.set()

    def url_of(self, table: str) -> str:
        """Where a browser on this machine finds the page of a table."""
        return self.url if table == self.settings.table else f"{self.url}?table={quote(table, safe='')}"

    def _open_room(self, room: Room) -> None:
        if room.sessions is not None:
            room.sessions.listeners.append(self._changed.set)
            room.sessions.on_move.append(self._send_away)
        room.start()

    def _add_room(self, table: str, board: str) -> None:
        settings = msgspec.structs.replace(self.settings, table=table, board=board, named=True)
        sessions = self.hosted.sessions(table) if self.hosted is not None else None
        self._rooms[table] = Room(settings, sessions, self._changed.set)
        self._open_room(self._rooms[table])

    def _on_lobby(self) -> None:
        """Follow the tables that are opened, ended and played on other boards."""
        state, first = self.lobby.state, self.settings.table
        self._changed.set()
        if state is None:
            return
        for table in state.tables:
            if table.id not in self._rooms:
                self._add_room(table.id, table.lights or table.id)
            elif table.lights:
                self._rooms[table.id].feed.watch_board(table.lights)
        for gone in [name for name in self._rooms if name != first and state.table(name) is None]:
            self._close_room(gone)

    def _close_room(self, name: str) -> None:
        """A table has ended: its windows load anew."""
        room = self._rooms.pop(name)
        for client_id, (shown_room, shown) in list(self._windows.items()):
            if shown_room is room:
                del self._windows[client_id]
                shown.leave(KICK_SECONDS)
        if room.sessions is not None:
            room.sessions.listeners.remove(self._changed.set)
            room.sessions.on_move.remove(self._send_away)
        closing = asyncio.create_task(room.stop())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def stores(self) -> dict[str, SessionStore]:
        """Table -> who has joined it, but for the first one."""
        others = ((name, room.sessions) for name, room in self._rooms.items() if name != self.settings.table)
        return {name: sessions for name, sessions in others if sessions is not None}

    def _joined(self, table: str) -> SessionStore | None:
        """Who has joined a table; None where nobody joins."""
        room = self._rooms.get(table)
        return room.sessions if room is not None else None

    def saved(self, table: str | None) -> SavedGames | None:
        """The games of a table, the first where none is named; None where they cannot be had."""
        return self.hosted.saved(table or self.settings.table) if self.hosted is not None else None

    async def _show_changes(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._whole()
            for _room, shown in list(self._windows.values()):
                if not shown.connected:  # a window that was closed, a phone in a pocket: brought up to date once back
                    continue
                try:
                    shown.refresh()
                except Exception:  # one browser's trouble must not stop the others' page
                    log.exception("A browser's page could not be refreshed.")
            await asyncio.sleep(REFRESH_SECONDS)

    async def _whole(self) -> None:
        """Wait until what belongs together has come, so that it is shown at once and not part by part."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REFRESH_SECONDS):
                while any(room and not room.feed.is_whole for room, shown in self._windows.values() if shown.connected):
                    await self._changed.wait()
                    self._changed.clear()

    def open(self, client: Client, request: Request) -> None:
        """Build the page of a table for one browser that has just asked for it."""
        viewer, device = self._who(client, request)
        if viewer is None:
            return
        asked: str | None = request.scope.get(TABLE)
        room = self._rooms.get(asked or self.settings.table)
        state = self.lobby.state
        first_ended = asked is None and state is not None and state.table(self.settings.table) is None
        if viewer.role == HOST and (room is None or first_ended):
            self._show_lobby(client, device)
            return
        if room is None:
            with client:
                ui.label(_("This table has ended."))
            return
        wall = WALL in request.query_params  # whoever opens it: a wall is looked at by all, and so knows no secrets
        shown = table_page.TablePage(
            room.feed,
            Viewer("watch") if wall else viewer,
            client,
            settings=room.settings,
            port=self.port,
            lights=room.lights,
            known=room.known,
            guests=Guests(room.sessions, self._here, device, room.names),
            wall=wall,
            saved=self.saved(room.settings.table),
            has_lobby=lambda: self.lobby.state is not None,
        )
        self._keep(client, room, shown)

    def open_lobby(self, client: Client, request: Request) -> None:
        """Build the lobby for one of the host's browsers."""
        viewer, device = self._who(client, request)
        if viewer is None:
            return
        if viewer.role == HOST:
            self._show_lobby(client, device)
        else:
            with client:
                ui.label(_("Tables and boards are the host’s to open, end and move."))

    def _who(self, client: Client, request: Request) -> tuple[Viewer | None, Device | None]:
        """Who asks for a page, and on which device; no viewer where nothing is shown to them."""
        device: Device | None = request.scope.get(DEVICE)
        if device is None and self.sessions is not None:  # `RequireSession` lets nobody through without
            return None, None
        if device is not None and not self._has_room(device):
            with client:
                said = "This device shows the page in {windows} windows already; close one of them."
                ui.label(_(said, windows=MOST_WINDOWS))
            return None, device
        return device.viewer if device is not None else self.settings.viewer, device

    def _show_lobby(self, client: Client, device: Device | None) -> None:
        shown = LobbyPage(self.lobby, client, self.settings, Guests(self.sessions, self._here, device), self._joined)
        self._keep(client, None, shown)

    def _keep(self, client: Client, room: Room | None, shown: table_page.TablePage | LobbyPage) -> None:
        self._windows[client.id] = (room, shown)
        client.on_connect(self.show_soon)
        client.on_disconnect(self.show_soon)
        client.on_delete(lambda: self._windows.pop(client.id, None))
        shown.refresh()

    def _has_room(self, device: Device) -> bool:
        """Whether a device may open one more window; those that nobody looks at give way."""
        own = [shown for _room, shown in self._windows.values() if shown.guests.own is device]
        unseen = [shown for shown in own if not shown.connected]
        while len(own) >= MOST_WINDOWS and unseen:
            given_up = unseen.pop(0)
            own.remove(given_up)
            given_up.cut_off()
        return len(own) < MOST_WINDOWS

    def _here(self) -> set[str]:
        """The devices whose browser shows the page at this moment."""
        shown = [shown for _room, shown in self._windows.values() if shown.connected]
        return {one.guests.own.id for one in shown if one.guests.own is not None}

    def _send_away(self, device: Device) -> None:
        """Close the windows of a device that may not be here any more."""
        for client_id, (_room, shown) in list(self._windows.items()):
            if shown.guests.own is device:
                del self._windows[client_id]
                shown.leave(KICK_SECONDS)
        self._changed.set()

    async def serve_lights(self, browser: WebSocket) -> None:
        """Frames for a browser that has the page open; the client id is known to that browser alone."""
        client = browser.query_params.get("client") or ""
        room, _shown = self._windows.get(client, (None, None))
        if room is not None:
            await room.lights.serve(browser, lambda: client in self._windows)
        else:
            await browser.close(1008)


def _tls_context(settings: PageSettings) -> ssl.SSLContext | None:
    """Make what HTTPS needs; None for plain HTTP. Raises PageError naming a file that cannot be used."""
    if settings.certificate is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(settings.certificate, settings.private_key)
    except (OSError, ValueError) as error:  # an ssl.SSLError is an OSError
        said = error.strerror if isinstance(error, FileNotFoundError) else "they are not a certificate and its key"
        raise PageError(
            f"HTTPS cannot begin with {settings.certificate} and {settings.private_key or 'the key in it'}: {said}."
        ) from None
    return context


def _served() -> Served | None:
    return Served(_serving.settings, _serving.sessions, _serving.stores()) if _serving is not None else None


def _web_app() -> FastAPI:
    """The one FastAPI application of this process; NiceGUI's own application is global and mounts once."""
    global _web
    if _web is None:
        web = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
        web.add_middleware(SteadyDevices)  # the last that is added is asked first
        web.add_middleware(RequireSession, serving=_served)
        web.add_middleware(KnownHosts, serving=_served)
        web.add_middleware(OwnPages, serving=_served)
        web.add_middleware(BehindProxy, serving=_served)
        web.add_middleware(SecurityHeaders)

        @web.websocket("/lights")
        async def lights(browser: WebSocket) -> None:
            if _serving is not None:
                await _serving.serve_lights(browser)

        @web.get("/manifest.webmanifest")
        def manifest() -> Response:
            return JSONResponse(assets.MANIFEST, media_type="application/manifest+json")

        @web.get("/icon.svg")
        def icon() -> Response:
            return Response(assets.FAVICON, media_type="image/svg+xml")

        @web.get("/icon.png")
        def icon_png() -> Response:
            return FileResponse(assets.ICON)

        @web.get(f"/{GAME}")
        async def save_game(request: Request) -> Response:
            if _serving is None:
                return Response(status_code=503)
            if "any" in request.query_params and _serving.hosted is not None:
                return await game_files.send(request, _serving.hosted.copy, _serving.settings.viewer)
            saved = _serving.saved(request.scope.get(TABLE))
            return await game_files.send(request, saved.copy if saved else None, _serving.settings.viewer)

        @web.post(f"/{GAME}")
        async def open_game(request: Request) -> Response:
            if _serving is None:
                return Response(status_code=503)
            saved = _serving.saved(request.scope.get(TABLE))
            return await game_files.receive(request, saved, _serving.settings.viewer)

        @ui.page("/", title="Immolation", dark=True)
        def table(request: Request, client: Client) -> None:
            if _serving is not None:
                _serving.open(client, request)

        @ui.page("/lobby", title="Immolation", dark=True)
        def lobby(request: Request, client: Client) -> None:
            if _serving is not None:
                _serving.open_lobby(client, request)

        options: dict[str, Any] = {
            "title": "Immolation",
            "favicon": assets.FAVICON,
            "dark": True,
            "language": "en-GB",
            "reconnect_timeout": RECONNECT_SECONDS,
            "binding_refresh_interval": None,
            "tailwind": False,
            "show_welcome_message": False,
            "viewport": "width=device-width, initial-scale=1, viewport-fit=cover",
        }
        app.config.quasar_config["loadingBar"] = {"skipHijack": True}  # it names itself to nobody, and nobody needs it
        ui.run_with(web, **options)
        pass_over_nonsense()
        app.on_exception(lambda error: log.error("The page: %s", error))
        _web = web
    return _web
