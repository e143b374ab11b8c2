"""Owns what a finger on the drawn board means: a hand on a virtual board, an action, or an answer to the table.

Knows tiles and the actions the table offered for them; no rule, and nothing of the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from immolation.dashboard import rulesets, seats
from immolation.dashboard.drawing import drawn_board
from immolation.dashboard.drawing.piece_placement import Placed, name_of
from immolation.dashboard.elements import box, button, dialog
from immolation.dashboard.messages import LegalAction, SeatNews

if TYPE_CHECKING:
    from immolation.dashboard.pages.table_page import TablePage


class BoardHands:
    """The hands of one browser on the board."""

    def __init__(self, page: TablePage) -> None:
        self._page = page
        self._known = page.page.known

    async def hand(self, kind: str, tile: int | None, start: int | None) -> None:
        """What the drawn board reports: ``lift`` or ``drop`` of a miniature, or a ``tap`` on a tile."""
        table = self._page.feed.table
        if table is None or self._page.viewer.role == "watch":
            return
        if kind == "tap" and tile is not None:
            await self._tap(tile)
        elif self._page.virtual():
            await self._lay_hand(kind, tile, start)
        elif kind == "drop" and start is not None and tile != start:
            await self._choose_by_drag(start, tile)

    async def _lay_hand(self, kind: str, tile: int | None, start: int | None) -> None:
        """A miniature of a virtual board is lifted or put down; the sensors, not the page, say what that means."""
        at = tile if kind == "lift" else start
        moved = next((one.piece for one in self._placed() if one.piece.sensed and one.at == at), None)
        if moved is None or at is None or not self._may_move(moved.owner):
            return
        if kind == "lift":
            self._known.pop(name_of(moved), None)
            await self._page.feed.publish_board("hand", {"tile": at, "up": True})
        elif tile is not None:
            self._known[name_of(moved)] = tile
            await self._page.feed.publish_board("hand", {"tile": tile, "up": False})

    def _placed(self) -> list[Placed]:
        table = self._page.feed.table
        return drawn_board.placed_pieces(self._page.feed, table, self._known) if table is not None else []

    def _may_move(self, owner: str) -> bool:
        table = self._page.feed.table
        return table is not None and drawn_board.may_move(table, self._page.viewer, owner, True)

    async def _choose_by_drag(self, start: int, end: int | None) -> None:
        """Without a virtual board a drag chooses the action that looks like it."""
        wanted = ([start], [] if end is None else [end])
        for state in seats.asked(self._page.feed, self._page.viewer):
            for gesture in state.picture.gestures if state.picture is not None else []:
                if (gesture.off, gesture.on) == wanted:
                    await self._page.act(state.seat, gesture.action)
                    return
        where = "off the board" if end is None else f"to tile {end:02d}"
        self._page.refuse(f"Nothing that may be done now looks like a move from tile {start:02d} {where}.")

    async def _tap(self, tile: int) -> None:
        table = self._page.feed.table
        assert table is not None
        for index, choice in enumerate(table.board.choices):
            if choice.tile == tile:
                await self._page.command(table="choose", index=index)
                return
        ghost = next((one for one in self._placed() if one.ghost and one.at == tile), None)
        if ghost is not None and self._page.virtual() and self._may_move(ghost.piece.owner):
            self._known[name_of(ghost.piece)] = tile
            await self._page.feed.publish_board("hand", {"tile": tile, "up": False})
            return
        fitting = [
            (state, action)
            for state in seats.asked(self._page.feed, self._page.viewer)
            if not self._page.veiled(state)
            for action in rulesets.left(table.ruleset, state)
            if tile in action.tiles
        ]
        if len(fitting) == 1:
            state, action = fitting[0]
            await self._page.act(state.seat, action.action)
        elif fitting:
            with self._page.root:
                self._open_menu(tile, fitting)

    def _open_menu(self, tile: int, fitting: Sequence[tuple[SeatNews, LegalAction]]) -> None:
        with dialog(f"Tile {tile:02d}") as window:
            with box("im-buttons"):
                for state, action in fitting:

                    async def choose(state: SeatNews = state, action: LegalAction = action) -> None:
                        window.close()
                        await self._page.act(state.seat, action.action)

                    button(action.label, choose, "im-action")
            with box("im-row im-end"):
                button("Cancel", window.close, "im-action im-quiet im-short")
