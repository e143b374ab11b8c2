"""The player's own cards that the browser keeps from game to game: the deck as typed, favourites, the last ten.

They stay on the device of their owner; a table hears of a card when it enters, and of a deck when it is used.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from immolation.dashboard.messages import Json
from immolation.dashboard.translation import _

VALUES: Final = ("name", "attack", "life", "recover", "text")
"""Keys of a card that are kept."""


class KeptCards(Element, component="kept_cards.js"):
    """Buttons for cards that entered before, and for the deck of last time."""

    def __init__(
        self,
        known: Sequence[str],
        decked: bool,
        on_enter: Callable[[dict[str, Json]], Awaitable[Any]],
        on_deck: Callable[[str], Awaitable[Any]],
    ) -> None:
        """``known``: names that have a button of their own; ``decked``: whether the game knows a deck already."""
        super().__init__()
        words = {"deck": _("My deck of last time"), "star": _("Favourite")}
        self._props.update({"known": list(known), "decked": decked, "words": words})

        async def enter(event: GenericEventArguments) -> None:
            if isinstance(event.args, dict):
                await on_enter({key: event.args[key] for key in VALUES if key in event.args})

        async def deck(event: GenericEventArguments) -> None:
            await on_deck(str(event.args))

        self.on("enter", enter)
        self.on("deck", deck)

    def remember(self, card: dict[str, Json]) -> None:
        """Keep a card as the newest of the last ten, if it has a name."""
        self.run_method("entered", {key: card[key] for key in VALUES if key in card})

    def keep_deck(self, typed: str) -> None:
        """Keep a deck as it was typed."""
        self.run_method("typed", typed)

    async def deck(self) -> str:
        """The deck that was typed last on this device; empty if there is none."""
        return str(await self.run_method("deck"))
