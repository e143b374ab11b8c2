"""Interprets what a person does on the drawn board: moving a piece of a virtual board, an action, or a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from immolation.dashboard import rulesets, seats
from immolation.dashboard.drawing import drawn_board
from immolation.dashboard.drawing.piece_placement import Placed, name_of
from immolation.dashboard.elements import box, button, dialog, text
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import ActionJson, LegalActionJson, SeatJson
from immolation.dashboard.rulesets import Act, how_to_play
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _

from . import decisions

GOALS = ("tile", "to", "target")
"""Fields of an action that may name the tile where it leads."""


class SendCommand(Protocol):
    """Sends a command to the table; None if it was refused."""

    async def __call__(self, **command: Any) -> dict[str, Any] | None:
        """See the class."""


class BoardInput:
    """The touches and moves of one browser on its drawn board."""

    def __init__(
        self,
        feed: Feed,
        viewer: Viewer,
        known: dict[str, int],
        *,
        act: Act,
        command: SendCommand,
        refuse: Callable[[str], None],
        is_virtual: Callable[[], bool],
        is_veiled: Callable[[SeatJson], bool],
        dialogs: Callable[[], AbstractContextManager[Any]],
    ) -> None:
        """``known``: piece -> tile where a page put it down before the sensors have told, shared by all browsers.

        ``refuse`` shows a sentence to this browser alone; ``is_virtual``: pieces may be moved from the page;
        ``is_veiled``: a seat's choices are covered; ``dialogs``: where a dialog is added to the page.
        """
        self._feed, self._viewer, self._known = feed, viewer, known
        self._act, self._command, self._refuse = act, command, refuse
        self._is_virtual, self._is_veiled, self._dialogs = is_virtual, is_veiled, dialogs

    async def on_gesture(self, kind: str, tile: int | None, start: int | None) -> None:
        """Take what the drawn board reports: ``lift`` or ``drop`` of a miniature, or a ``tap`` on a tile."""
        table = self._feed.table
        if table is None:
            return
        if self._viewer.role == "watch":
            if kind == "tap" and tile is not None:
                self._refuse(how_to_play.tile_text(table, drawn_board.lights(self._feed, table), tile))
            return
        if kind == "tap" and tile is not None:
            await self._tap(tile)
        elif self._is_virtual():
            await self._move_piece(kind, tile, start)
        elif kind == "drop" and start is not None and tile != start:
            await self._choose_by_drag(start, tile)

    async def _move_piece(self, kind: str, tile: int | None, start: int | None) -> None:
        """A miniature of a virtual board is lifted or put down; the sensors, not the page, say what that means."""
        at = tile if kind == "lift" else start
        moved = next((one.piece for one in self._placed() if one.piece.sensed and one.at == at), None)
        if moved is None or at is None or not self._may_move(moved.owner):
            return
        if kind == "lift":
            self._known.pop(name_of(moved), None)
            await self._feed.publish_board("hand", {"tile": at, "up": True})
        elif tile is not None:
            self._known[name_of(moved)] = tile
            await self._feed.publish_board("hand", {"tile": tile, "up": False})

    def _placed(self) -> list[Placed]:
        table = self._feed.table
        return drawn_board.placed_pieces(self._feed, table, self._known) if table is not None else []

    def _may_move(self, owner: str) -> bool:
        table = self._feed.table
        return table is not None and drawn_board.may_move(table, self._viewer, owner, True)

    async def _choose_by_drag(self, start: int, end: int | None) -> None:
        """Without a virtual board a drag chooses the action that looks like it."""
        wanted = ([start], [] if end is None else [end])
        alike: tuple[str, ActionJson] | None = None
        for state in seats.asked(self._feed, self._viewer):
            for gesture in state.picture.gestures if state.picture is not None else []:
                if (gesture.off, gesture.on) == wanted:
                    await self._act(state.seat, gesture.action)
                    return
                if gesture.off == [start] and len(gesture.on) == 1 and end is not None:
                    alike = alike or (state.seat, redirected(gesture.action, gesture.on[0], end))
        if alike is not None:  # the table says best why this cannot be
            await self._act(*alike)
            return
        where = "off the board" if end is None else _("to tile {end:02d}", end=end)
        self._refuse(
            _("Nothing that may be done now looks like a move from tile {start:02d} {where}.", start=start, where=where)
        )

    async def _tap(self, tile: int) -> None:
        table = self._feed.table
        assert table is not None
        for index, choice in enumerate(table.board.choices):
            if choice.tile == tile:
                await self._command(table="choose", index=index)
                return
        ghost = next((one for one in self._placed() if one.ghost and one.at == tile), None)
        if ghost is not None and self._is_virtual() and self._may_move(ghost.piece.owner):
            self._known[name_of(ghost.piece)] = tile
            await self._feed.publish_board("hand", {"tile": tile, "up": False})
            return
        fitting = [
            (state, action)
            for state in seats.asked(self._feed, self._viewer)
            if not self._is_veiled(state)
            for action in rulesets.remaining_actions(table.ruleset, state)
            if tile in action.tiles
        ]
        walks = [
            (state, action, decisions.taking_first(ahead, self._act))
            for state in seats.asked(self._feed, self._viewer)
            if not fitting and not self._is_veiled(state)
            for ahead in state.ahead
            if ahead.walk
            for action in ahead.actions
            if tile in action.tiles
        ]
        if walks:  # it is shown first what they cost
            with self._dialogs():
                self._open_menu(tile, walks, how_to_play.tile_text(table, drawn_board.lights(self._feed, table), tile))
        elif len(fitting) == 1:
            state, action = fitting[0]
            await self._act(state.seat, action.action)
        elif fitting:
            with self._dialogs():
                self._open_menu(tile, [(state, action, self._act) for state, action in fitting])
        else:
            self._refuse(how_to_play.tile_text(table, drawn_board.lights(self._feed, table), tile))

    def _open_menu(self, tile: int, fitting: Sequence[tuple[SeatJson, LegalActionJson, Act]], shows: str = "") -> None:
        """``shows``: what lies on the tile, in words."""
        with dialog(_("Tile {tile:02d}", tile=tile)) as window:
            if shows:
                text(shows, "im-hint")
            with box("im-buttons"):
                for state, action, act in fitting:

                    async def choose(state: SeatJson = state, action: LegalActionJson = action, act: Act = act) -> None:
                        window.close()
                        await act(state.seat, action.action)

                    button(action.label, choose, "im-action")
            with box("im-row im-end"):
                button("Cancel", window.close, "im-action im-quiet im-short")


def redirected(action: ActionJson, before: int, after: int) -> ActionJson:
    """An action that leads to tile ``after`` where it led to ``before``."""
    return {
        key: after if key in GOALS and value == before and type(value) is int else value
        for key, value in action.items()
    }
