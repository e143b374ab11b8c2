"""Shows the host how others join: one link and one QR code for each key."""

from __future__ import annotations

import io
import socket
from urllib.parse import quote

import segno
from nicegui import ui

from immolation.dashboard.elements import box, button, dialog, drawing, text
from immolation.dashboard.settings import HOST, LOOPBACK, WATCH, PageSettings


def address(settings: PageSettings, port: int) -> str:
    """The page's address as another device in the network writes it."""
    host = settings.bind
    if host in ("0.0.0.0", "::", ""):
        host = own_address()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def own_address() -> str:
    """This machine's address in its network; the loopback address where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1: picks a route, and a datagram socket sends nothing for it
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def invitation(settings: PageSettings, port: int, key: str) -> str:
    """The link that lets another device in with ``key``."""
    return f"{address(settings, port)}?key={quote(key)}"


def qr(link: str) -> str:
    """The link as an SVG of black squares on white: phones read nothing else as surely."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, border=3, light="#fff", omitsize=True
    )
    return out.getvalue().decode()


def open_invitations(settings: PageSettings, port: int, names: dict[str, str]) -> None:
    """A dialog with everybody's way in."""
    with dialog("Join this table", "im-wide") as window:
        if not settings.keys:
            text("This page answers on this machine only. Start the host with --lan and phones can join.", "im-copy")
        elif settings.bind in LOOPBACK:
            text("This page answers on this machine only; these links work here.", "im-copy")
        with box("im-invitations"):
            # The host's own comes last: a phone held up to the screen shall not take it by mistake.
            for key, role in sorted(settings.keys.items(), key=lambda item: (item[1] == HOST, item[1] == WATCH)):
                link = invitation(settings, port, key)
                who = {HOST: "Host", WATCH: "Watch"}.get(role, names.get(role, role))
                with box("im-invitation"):
                    text(who, "im-decision-name")
                    drawing(qr(link), "im-qr", f"QR code for {who}")
                    ui.link(link, link).classes("im-join-link")
        with box("im-row im-end"):
            button("Close", window.close, "im-action im-quiet im-short")
