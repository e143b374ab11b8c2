"""Invitations to the page: its address, a link with a code, the link's picture, the certificate's fingerprint."""

from __future__ import annotations

import hashlib
import io
import socket
import ssl
from pathlib import Path
from urllib.parse import quote

import segno

from immolation.dashboard.elements import box, drawing, text
from immolation.dashboard.sessions import JoinCode
from immolation.dashboard.settings import GUEST, LOOPBACK, PageSettings
from immolation.dashboard.translation import _

from .guests import clock


def address(settings: PageSettings, port: int) -> str:
    """The page's address as another device writes it; ends with a slash."""
    if settings.public_url is not None:
        return settings.public_url.rstrip("/") + "/"
    host = settings.bind
    if host in ("0.0.0.0", "::", ""):
        host = own_address()
    scheme = "https" if settings.certificate else "http"
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


def own_address() -> str:
    """This machine's address in its network; the loopback address where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1: picks a route, and a datagram socket sends nothing for it
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def join_link(page: str, code: str, table: str = "") -> str:
    """The link that lets one device in. Its code stands where browsers keep it to themselves.

    ``table``: the one that it names; empty for the first of its host.
    """
    return f"{page}join{'?table=' + quote(table, safe='') if table else ''}#{code}"


def fingerprint(settings: PageSettings) -> str:
    """SHA-256 of the page's certificate, as browsers show it; empty where the page has none of its own."""
    if settings.certificate is None:
        return ""
    pem = Path(settings.certificate).read_text()
    end = "-----END CERTIFICATE-----"
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem[pem.index("-----BEGIN") : pem.index(end) + len(end)]))
    return ":".join(f"{byte:02X}" for byte in digest.digest())


def qr(link: str) -> str:
    """The link as an SVG of black squares on white: phones read nothing else as surely."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, border=3, light="#fff", omitsize=True
    )
    return out.getvalue().decode()


def build_invitation(code: JoinCode, page: str, who: str, settings: PageSettings) -> None:
    """A code as a picture, as letters and as a link, with how long it lasts."""
    link = join_link(page, code.text, settings.table if settings.named else "")
    with box("im-invitation"):
        drawing(qr(link), "im-qr", _("QR code for {who}", who=who))
        text(code.text, "im-code")
        text(link, "im-join-link")
        text(
            (_("For everybody, until {time}.") if code.role == GUEST else _("For one device, until {time}.")).format(
                time=clock(code.until)
            ),
            "im-hint",
        )
        if settings.bind in LOOPBACK and settings.public_url is None:
            text("This page answers on this machine only; the code works here.", "im-hint")
    if print_ := fingerprint(settings):
        text(
            "The browser will warn, because nobody but this host vouches for its certificate. It is the right "
            "one if its SHA-256 fingerprint is",
            "im-copy im-hint",
        )
        text(print_, "im-fingerprint")
