"""The boards of the lobby: how each is, and at which table; a tap puts it at another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from immolation.dashboard.elements import box, button, press, text
from immolation.dashboard.panels.board_dialog import firmware_name
from immolation.dashboard.translation import _

from .lobby_feed import LobbyBoardJson, LobbyJson, LobbyTableJson

Move = Callable[[str, str | None], Awaitable[None]]
"""Puts a board at a table, or at none."""


def build_boards(state: LobbyJson, name_of: Callable[[LobbyTableJson], str], move: Move) -> None:
    """Build a row for each board. ``name_of``: what people call a table."""
    text("Boards", "im-title", tag="h2")
    if not state.boards:
        text("No board: people move the pieces on the page. Plug one in and start the host again.", "im-copy im-hint")
        return
    how = "A tap puts a board at another table; where its miniatures differ from that game, it lights what to move."
    text(how, "im-hint")
    for board in state.boards:
        with box("im-hall-board", role="group", aria_label=board.id):
            with box("im-hall-card-head"):
                text(board.id, "im-hall-name", tag="h3")
                text("online" if board.online else "offline", f"im-tag {'' if board.online else 'bad'}", tag="span")
            text(_about(board), "im-hint")
            with box("im-hall-places", role="group", aria_label=_("Where {board} is", board=board.id)):
                for table in state.tables:
                    if table.state != "failed":
                        at = button(name_of(table), partial(move, board.id, table.id), "im-action im-quiet im-short")
                        press(at, board.table == table.id)
                press(button("No table", partial(move, board.id, None), "im-action im-quiet im-short"), not board.table)


def _about(board: LobbyBoardJson) -> str:
    """What a board is, in a line."""
    parts = [_("virtual board") if board.virtual else _("board")]
    if board.firmware:
        parts.append(_("firmware {version}", version=firmware_name(board.firmware)))
    if not board.online and board.problem:
        parts.append(_(board.problem))
    return " · ".join(parts)
