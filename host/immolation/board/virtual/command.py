"""``immolation board virtual``: runs a virtual board in the foreground."""

from __future__ import annotations

import asyncio
import urllib.parse
from pathlib import Path

from immolation.board.virtual.interpreter import HEAP_KIB
from immolation.board.virtual.machine import BoardConfig

from .process import serve


def broker_settings(url: str) -> dict[str, str | int]:
    """The board's settings for a broker: ``mqtt://[user:password@]host[:port]``, or ``mqtts://`` with TLS.

    Raises ValueError with a sentence for anything else.
    """
    parts = urllib.parse.urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or port == -1:
        raise ValueError("The broker's address looks like mqtt://localhost:1883 or mqtts://user:password@host:8883.")
    tls = parts.scheme == "mqtts"
    return {
        "WIFI_SSID": "virtual air",
        "WIFI_PASSWORD": "",
        "MQTT_HOST": parts.hostname,
        "MQTT_PORT": port or (8883 if tls else 1883),
        "MQTT_USER": urllib.parse.unquote(parts.username or ""),
        "MQTT_PASSWORD": urllib.parse.unquote(parts.password or ""),
        "MQTT_TLS": tls,
    }


def run(
    folder: Path,
    *,
    broker: str | None = None,
    settings: dict[str, str | int] | None = None,
    heap_kib: int = HEAP_KIB,
) -> None:
    """Run a virtual board until Ctrl-C or SIGTERM; prints where hosts and hands find it.

    Raises ValueError for a broker address that cannot be read, VirtualBoardError if the board does not start.
    """
    folder = folder.resolve()
    wanted = dict(settings or {})
    if broker is not None:
        wanted.update(broker_settings(broker))
    print(
        f"Virtual board in {folder}\n  serial port  {folder / 'tty'}\n  control      {folder / 'control'}", flush=True
    )
    if broker is not None:
        print(f"  broker       {wanted['MQTT_HOST']}:{wanted['MQTT_PORT']}", flush=True)
    print("Ctrl-C stops it.", flush=True)
    asyncio.run(serve(folder, BoardConfig(settings=wanted, heap_kib=heap_kib)))
