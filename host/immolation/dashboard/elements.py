"""The page's few plain HTML elements: text, buttons, boxes."""

from __future__ import annotations

import html
import weakref
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from nicegui import helpers, ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement

from immolation.dashboard.translation import _

SPOKEN = ("aria_label", "title", "placeholder")
"""Attributes that people read or hear."""

Handler = Callable[[], Awaitable[Any] | None]


def _remember_signatures(ask: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Remember of each method whether it takes arguments.

    NiceGUI reads the signatures of the same three methods again with every element: near half of what one costs.
    """
    known: weakref.WeakKeyDictionary[Any, bool] = weakref.WeakKeyDictionary()

    def expects_arguments(handler: Any) -> bool:
        method = getattr(handler, "__func__", None)
        if method is None:
            return ask(handler)
        if method not in known:
            known[method] = ask(handler)
        return known[method]

    return expects_arguments


helpers.expects_arguments = _remember_signatures(helpers.expects_arguments)  # type: ignore[assignment]


def text(content: str, classes: str = "", tag: str = "div") -> TextElement:
    """Some words, the page's own in the browser's language. They are set as text, never as HTML."""
    element = TextElement(tag=tag, text=_(content))
    element.classes(classes)
    return element


def box(classes: str = "", tag: str = "div", **attributes: str) -> Element:
    """A container; ``attributes`` become HTML attributes, with ``_`` for ``-``."""
    element = ui.element(tag).classes(classes)
    for name, value in attributes.items():
        element._props[name.replace("_", "-")] = _(value) if name in SPOKEN else value
    return element


def button(
    label: str, on_click: Handler, classes: str = "", *, hint: str = "", enabled: bool = True, key: str = ""
) -> TextElement:
    """A real button: reachable by keyboard, announced with its label. ``hint`` explains it in a tooltip.

    ``key`` presses it from everywhere on the page.
    """
    element = TextElement(tag="button", text=_(label))
    element.classes(f"im-button {classes}")
    element._props["type"] = "button"
    if hint:
        element._props["title"] = _(hint)
    if key:
        element._props["aria-keyshortcuts"] = key
    if not enabled:
        element._props["disabled"] = True
    # No event arguments: a click carries nothing the handler needs, and a phone sends less.
    element.on("click", lambda: on_click(), args=[])
    return element


def picture_button(label: str, on_click: Handler, classes: str = "") -> Element:
    """A real button that holds pictures instead of words; ``label`` is what it is called. Fill it with ``with``."""
    element = box(f"im-button {classes}", tag="button", type="button", aria_label=label, title=label)
    element.on("click", lambda: on_click(), args=[])
    return element


def press(element: Element, on: bool) -> None:
    """Show a button as pressed or not."""
    element.classes(add="chosen" if on else "", remove="" if on else "chosen")
    element._props["aria-pressed"] = str(on).lower()
    element.update()


def drawing(svg: str, classes: str = "", label: str = "") -> Element:
    """An SVG picture made by this package. Everything from outside in it must have gone through `escape`."""
    element = ui.html(svg, sanitize=False).classes(classes)
    if label:
        element._props["role"] = "img"
        element._props["aria-label"] = _(label)
    return element


def escape(value: object) -> str:
    """Any value as text inside SVG or HTML."""
    return html.escape(str(value), quote=True)


@contextmanager
def dialog(title: str, classes: str = "", *, name: str = "") -> Iterator[ui.dialog]:
    """An open dialog with a title; it takes the keyboard, and is gone from the page once it is closed.

    It stays open when the panel it was opened from is built anew: what is read or typed does not go with the next move.
    """
    with ui.context.client.layout, box() as place:  # a dialog goes with what it was made in, not only when closed
        window = ui.dialog()
    with window:
        window._props["aria-label"] = _(name or title)
        with box(f"im-dialog {classes}"):
            text(title, "im-dialog-title", tag="h2")
            yield window

    def remove() -> None:
        window.delete()
        place.delete()

    window.on("hide", remove)
    window.open()


_TAKES: weakref.WeakKeyDictionary[Element, frozenset[str]] = weakref.WeakKeyDictionary()


def takes(element: Element, *labels: str) -> None:
    """Remember which actions a button is for, where its own words say something else; ``labels`` in English."""
    _TAKES[element] = frozenset(map(_, labels))


def stands_for(element: Element) -> frozenset[str]:
    """Return what a button may be known by, in the browser's language: its words, its hint, and what it takes."""
    if element.tag != "button":
        return frozenset()
    said = [element._props.get("aria-label"), element._props.get("title"), getattr(element, "text", None)]
    return _TAKES.get(element, frozenset()) | {str(one) for one in said if one}


class Panel:
    """A part of the page that is built again only when what it shows has changed."""

    def __init__(self, classes: str = "", *, tag: str = "section", label: str = "") -> None:
        self.element = box(f"im-panel {classes}", tag=tag, **({"aria_label": label} if label else {}))
        self._shown: object = _NOTHING

    def show(self, key: object, build: Callable[[], None]) -> None:
        """Build the content anew if ``key`` differs from the one shown last."""
        if key == self._shown:
            return
        self._shown = key
        self.element.clear()
        with self.element:
            build()

    def hide(self, hidden: bool) -> None:
        """Take the panel away, or bring it back."""
        self.element.set_visibility(not hidden)


_NOTHING = object()
