"""Serves a page in a process of its own, as the host does: settings as JSON in argv, the address on stdout.

A second argument is the file of sessions: who has joined.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import msgspec
from immolation.dashboard.pages.server import PageServer
from immolation.dashboard.sessions import SessionStore
from immolation.dashboard.settings import PageError, PageSettings


async def main() -> int:
    sessions = SessionStore(Path(sys.argv[2])) if len(sys.argv) > 2 else None
    page = PageServer(msgspec.json.decode(sys.argv[1], type=PageSettings), sessions)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    try:
        await page.start()
    except PageError as error:
        print(error, file=sys.stderr)
        return 2
    print(page.url, flush=True)
    await stop.wait()
    await page.stop()
    print("stopped", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
