"""Style sheets, script and icon of every page."""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

from immolation.dashboard.translation import language

STYLE = Path(__file__).with_name("style.css")
STORY = Path(__file__).parents[1] / "story" / "style.css"
LOBBY = Path(__file__).parents[1] / "lobby" / "style.css"
RULESETS = Path(__file__).parents[1] / "rulesets"
"""Each ruleset's look may bring a style sheet of its own."""

SCRIPTS = [Path(__file__).with_name(name) for name in ("reload.js", "device.js", "focus.js", "press.js", "terms.js")]

TO_PLAY = "(e) => e.target.closest('.im-page').dataset.tab = 'play'"
"""On a phone: to the tab with the board."""

FAVICON = (
    '<svg viewBox="0 0 32 32" xmlns="http://www.w3.org/2000/svg"><rect width="32" height="32" rx="7" fill="#140d0b"/>'
    '<path d="M16 3C20 10 26 13 25 20a9 9 0 0 1-18 0c0-4 3-5 4-10 2 2 3 3 3 6 2-4 3-8 2-13Z" fill="#ff7a2f"/>'
    '<path d="M16 16c2 3 5 5 4 8a4 4 0 0 1-8 0c0-2 2-3 4-8Z" fill="#ffd28a"/></svg>'
)


MANIFEST = {
    "name": "Immolation",
    "short_name": "Immolation",
    "description": "A board that burns, on every phone at the table",
    "start_url": ".",
    "display": "standalone",
    "background_color": "#0c0807",
    "theme_color": "#0c0807",
    "icons": [
        {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        {"src": "icon.png", "type": "image/png", "sizes": "512x512", "purpose": "any"},
    ],
}
"""What a phone needs to put the page among its programs."""

ICON = Path(__file__).with_name("icon.png")
"""`FAVICON` for systems that take no SVG."""

HEAD = """<link rel="manifest" href="manifest.webmanifest" crossorigin="use-credentials">
<link rel="apple-touch-icon" href="icon.png"><meta name="theme-color" content="#0c0807">
<meta name="mobile-web-app-capable" content="yes"><meta name="apple-mobile-web-app-status-bar-style" content="black">"""


TABLES = (
    '<svg viewBox="0 0 20 20" aria-hidden="true" fill="currentColor">'
    + "".join(f'<rect x="{x}" y="{y}" width="7" height="7" rx="1.6"/>' for x in (2, 11) for y in (2, 11))
    + "</svg>"
)
"""Four tables: the way to the lobby."""


def add_assets() -> None:
    """Give the page under construction its style, its scripts and what makes it a program of its own."""
    for sheet in (STYLE, STORY, LOBBY, *sorted(RULESETS.glob("*/style.css"))):
        ui.add_css(sheet.read_text())
    spoken = f"<script>document.documentElement.dataset.language = '{language()}'</script>"
    ui.add_head_html(spoken + HEAD + "".join(f"<script>{script.read_text()}</script>" for script in SCRIPTS))
