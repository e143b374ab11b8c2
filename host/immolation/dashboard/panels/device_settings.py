"""The dialog about this device: light or dark, the size of words, hints, keys. Its browser keeps them (`device.js`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui.element import Element

from immolation.dashboard.elements import box, button, dialog, press, text

THEMES = {"dark": "Dark", "light": "Light", "auto": "As the device"}

TEXT_SIZES = {"90": "Small", "100": "Usual", "115": "Large", "130": "Larger"}
"""Per cent of the browser's own size -> how it is called."""

COLOURS = {False: "As the game has them", True: "Easy to tell apart"}
"""Whether colours are those that people tell apart whatever their eyes -> how they are called."""

HINTS = {"off": "Hidden", "on": "Under every choice"}

KEYS = {"on": "On", "off": "Off"}

SHORTCUTS = {
    "h": "How to play",
    "r": "Rules",
    "u": "Undo",
    "p": "Pause, or go on",
    "n": "New game",
    "s": "Seats",
    "b": "Board",
    "/": "Say it",
    "w": "Explains the next word of the game",
    "?": "Settings, with this list",
}
"""Key -> what it opens or does."""

MORE_KEYS = {
    "1 – 9": "The first to the ninth choice",
    "0 – 6": "The board's buttons, once the board is chosen with Tab",
    "← ↑ ↓ →": "The tiles, once the board is chosen with Tab",
    "Esc": "Closes what is open",
}


def open_device_settings(distinct: bool, recolour: Callable[[bool], Awaitable[object]] | None) -> None:
    """Show it. ``recolour``: shows everybody other colours; None where somebody else decides that."""
    with dialog("Settings", "im-settings") as window:
        text("This device remembers them.", "im-copy im-hint")
        _choice("Colours of the page", "theme", THEMES)
        _choice("Size of words", "text", TEXT_SIZES)
        _choice("What would a bot do?", "hints", HINTS)
        if recolour is not None:
            _build_colours(distinct, recolour)
        with box("im-keys im-column", tag="section"):
            _choice("Keys as shortcuts", "keys", KEYS)
            with box("im-facts", tag="dl"):
                for key, meaning in (SHORTCUTS | MORE_KEYS).items():
                    with box(tag="dt"):
                        text(key, tag="kbd")
                    text(meaning, tag="dd")
        with box("im-row im-end"):
            button("Close", window.close, "im-action im-quiet im-short")


def _build_colours(distinct: bool, recolour: Callable[[bool], Awaitable[object]]) -> None:
    """Build the choice of the colours that the board and all pages show."""
    shown: dict[bool, Element] = {}

    def mark(chosen: bool) -> None:
        for kind, one in shown.items():
            press(one, kind == chosen)

    async def change(kind: bool) -> None:
        if await recolour(kind) is not None:
            mark(kind)

    title = "Colours of the game, for everybody"
    text(title, "im-small-title", tag="h3")
    with box("im-segments", role="group", aria_label=title):
        for kind, label in COLOURS.items():
            shown[kind] = button(label, partial(change, kind), "im-segment")
    mark(distinct)


def _choice(title: str, name: str, values: dict[str, str]) -> None:
    """Buttons of which one is pressed."""
    text(title, "im-small-title", tag="h3")
    with box("im-segments", role="group", aria_label=title):
        for value, label in values.items():
            one = button(label, lambda: None, "im-segment")
            one._event_listeners.clear()  # the browser alone keeps it
            one._props["data-set"] = f"{name}={value}"
