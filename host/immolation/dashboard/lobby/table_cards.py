"""A card for each table of the lobby: what is played, who sits there, whose turn it is."""

from __future__ import annotations

import msgspec

from immolation.dashboard import seats
from immolation.dashboard.elements import Handler, Panel, box, button, text
from immolation.dashboard.panels.games_dialog import save_link
from immolation.dashboard.saved_games import game_url
from immolation.dashboard.translation import _, in_game

from .lobby_feed import LobbySeatJson, LobbyTableJson

STATES = {
    "playing": "in play",
    "paused": "paused",
    "astray": "the board is put right",
    "over": "over",
    "failed": "not served",
}
"""State of a table -> how it is called."""


class TableCard:
    """The card of one table: what is told of it changes, its buttons stay where a finger is about to touch them."""

    def __init__(self, table: LobbyTableJson, address: str, *, rename: Handler, end: Handler) -> None:
        """``address``: of the table's page."""
        with box("im-hall-card", tag="article") as self._card:
            self._told = Panel("im-hall-told", tag="div")
            with box("im-row im-hall-tools"):
                link = text("Go to the table", "im-button im-action im-short", tag="a")
                link._props["href"] = address
                save_link(game_url(table=table.id), "im-action im-quiet im-short")
                button("Name", rename, "im-action im-quiet im-short", hint="Call it otherwise")
                button("End", end, "im-action im-quiet im-short", hint="Close it; its game stays in the list")

    def show(self, table: LobbyTableJson, name: str, here: dict[str, str]) -> None:
        """Show how the table is. ``here``: seat -> whether its person is there, in a word."""
        self._card.classes(replace=f"im-hall-card {table.state}")
        self._card._props["aria-label"] = name
        self._told.show([msgspec.to_builtins(table), name, here], lambda: _build(table, name, here))


def _build(table: LobbyTableJson, name: str, here: dict[str, str]) -> None:
    with box("im-hall-card-head"):
        text(name, "im-hall-name", tag="h2")
        text(STATES.get(table.state, table.state), "im-tag", tag="span")
    if table.fault:
        text(table.fault, "im-wrong")
        return
    text(_line(table), "im-hall-line")
    with box("im-hall-seats", role="list", aria_label="Who plays"):
        for seat in table.seats:
            _build_seat(table, seat, here.get(seat.seat, ""))
    said = _("Board: {board}", board=table.board) if table.board else "No board; pieces are moved on the page."
    text(said, "im-hint")


def _line(table: LobbyTableJson) -> str:
    """The game, its round and whose turn it is."""
    asked = [name_of(table, seat) for seat in table.seats if seat.asked]
    parts = [table.title or table.ruleset]
    if table.round is not None:
        parts.append(_("Round {number}", number=table.round))
    if asked and table.state == "playing":
        parts.append(_("{names} to decide", names=seats.several(asked)))
    return " · ".join(parts)


def name_of(table: LobbyTableJson, seat: LobbySeatJson) -> str:
    """What people call a seat: by its person's name, or as the game does, which the page's own words do not know."""
    return seat.name if seat.name == seat.player.name else in_game(seat.name, table.ruleset)


def _build_seat(table: LobbyTableJson, seat: LobbySeatJson, here: str) -> None:
    person = seat.player.kind == "person"
    who = (seat.player.name or _("a person")) if person else seats.bot_name(seat.player)
    if who == seat.name:  # the game only numbers it
        who = _("a person")
    with box(f"im-hall-seat{' asked' if seat.asked else ''}", role="listitem") as row:
        row.style(f"--seat: {seats.css(seat.colour)}")
        text(name_of(table, seat), "im-hall-seat-name", tag="span")
        text(f"{who} · {_(here)}" if here else who, "im-hint", tag="span")
