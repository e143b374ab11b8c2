"""Shows a hand of cards: each card with what it says and buttons for what may be done with it now.

What a card does is the table's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from immolation.dashboard.elements import box, button, dialog, text
from immolation.dashboard.messages import LegalActionJson

from .look import Act

MAIN = ("Cast", "Activate", "Discard")
"""Verbs whose buttons stand out; anything else may wait."""

TILES_FROM = 7
"""So many actions of one kind on tiles are chosen on a small board instead of one button each."""

CHOICES_FROM = 5
"""So many other actions of one kind are chosen in a dialog of their own."""


def build_card(
    title: str,
    colour: str,
    price: Callable[[], None],
    lines: Sequence[tuple[str, str]],
    actions: Mapping[str, Sequence[LegalActionJson]],
    seat: str,
    act: Act,
    classes: str = "",
) -> None:
    """One card. ``price`` draws the right of its head; ``lines``: class and words; ``actions``: verb -> its actions."""
    with box(f"im-card {classes}").style(f"--focus: {colour}"):
        with box("im-card-head"):
            text(title, "im-card-title", tag="span")
            with box("im-card-price", tag="span"):
                price()
        for kind, words in lines:
            if words:
                text(words, kind)
        with box("im-card-does"):
            for verb, same in actions.items():
                build_verb(verb, same, seat, act, main=verb in MAIN, name=title)


def build_verb(
    verb: str, actions: Sequence[LegalActionJson], seat: str, act: Act, *, main: bool = False, name: str = ""
) -> None:
    """A button for each action of one kind, or one that opens the choice among many; ``name`` need not be said."""
    classes = "im-card-do main" if main else "im-card-do"
    on_tiles = all(action.action.get("tile") is not None for action in actions)
    if len(actions) >= TILES_FROM and on_tiles:
        button(f"{verb} …", partial(_choose_tile, verb, actions, seat, act), classes)
    elif len(actions) >= CHOICES_FROM:
        button(f"{verb} …", partial(_choose, verb, actions, seat, act), classes)
    else:
        for action in actions:
            said = without_name(action.label, name)
            button(said, partial(act, seat, action.action), classes, hint=action.label)


def without_name(label: str, name: str) -> str:
    """What is done with a card, as it is said beside the card itself."""
    return label.replace(f" of {name}:", ":").replace(f" {name}", "") if name else label


def _choose_tile(verb: str, actions: Sequence[LegalActionJson], seat: str, act: Act) -> None:
    by_tile: dict[int, list[LegalActionJson]] = {}
    for action in actions:
        by_tile.setdefault(int(action.action["tile"]), []).append(action)
    with dialog(f"{verb}: choose a tile") as window:

        async def choose(tile: int) -> None:
            window.close()
            same = by_tile[tile]
            if len(same) == 1:
                await act(seat, same[0].action)
            else:
                _choose(f"{verb} on {tile:02d}", same, seat, act)

        with box("im-tilepad", role="group", aria_label="Tiles of the board"):
            for tile in range(100):
                button(f"{tile:02d}", partial(choose, tile), "im-pad-key", enabled=tile in by_tile)
        with box("im-row im-end"):
            button("Cancel", window.close, "im-action im-quiet im-short")


def _choose(verb: str, actions: Sequence[LegalActionJson], seat: str, act: Act) -> None:
    with dialog(verb) as window:

        async def choose(action: dict[str, Any]) -> None:
            window.close()
            await act(seat, action)

        with box("im-buttons im-rows"):
            for action in actions:
                button(action.label, partial(choose, action.action), "im-action")
        with box("im-row im-end"):
            button("Cancel", window.close, "im-action im-quiet im-short")
