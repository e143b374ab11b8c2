"""Runs the page alone, for a table that another machine hosts."""

from __future__ import annotations

import asyncio
import signal
import webbrowser

from immolation.cli.host_runtime import Say, has_screen
from immolation.dashboard.pages.server import PageServer
from immolation.dashboard.settings import PageSettings


async def serve(settings: PageSettings, broker: str, open_browser: bool, say: Say) -> None:
    """Serve the page until Ctrl-C or SIGTERM."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    page = PageServer(settings)
    await page.start()
    try:
        say(f"Open {page.url}")
        say(f"It shows table {settings.table} at {broker}. Ctrl-C stops the page; the game goes on.")
        if open_browser and has_screen():
            webbrowser.open(page.url)
        await stop.wait()
    finally:
        await page.stop()
