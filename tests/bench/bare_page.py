"""Serves the least page there is: a NiceGUI button that changes a label, as the peer of our own page.

Run as ``python -m tests.bench.bare_page``; the address is on stdout.
"""

from __future__ import annotations

import socket

from nicegui import app, ui


@ui.page("/")
def page() -> None:
    label = ui.label("0").classes("shown")
    ui.button("One more", on_click=lambda: label.set_text(str(int(label.text) + 1))).classes("pressed")


if __name__ in ("__main__", "__mp_main__"):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app.on_startup(lambda: print(f"http://127.0.0.1:{port}/", flush=True))
    ui.run(host="127.0.0.1", port=port, show=False, reload=False, show_welcome_message=False)
