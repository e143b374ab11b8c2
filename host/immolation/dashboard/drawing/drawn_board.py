"""The drawn board as one NiceGUI element, and the model of tiles, lights and marks it is fed.

What a tile means is in the actions the table sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from immolation.dashboard import rulesets
from immolation.dashboard.feed import Feed
from immolation.dashboard.messages import LayerJson, MomentJson, SeatJson, TableJson
from immolation.dashboard.sensors import misbehaving
from immolation.dashboard.settings import Viewer
from immolation.dashboard.translation import _

from .piece_placement import Placed, name_of, place

WORDS = {
    "lifted": "{label} lifted from {tile}. Choose a tile.",
    "tile": "Tile {tile}: {here}",
    "empty": "empty",
    "choosable": "may be chosen",
    "faulty": "its sensor cannot be believed",
    "off": "its sensor is switched off",
    "answered": "its sensor has answered",
    "silent": "its sensor has not answered",
}
"""What the board says to those who listen to it -> in English."""


class DrawnBoard(Element, component="board.js", esm={"immolation-drawing": "canvas"}):
    """The custom element. Calls ``on_hand(kind, tile, start)``, kind ``lift``, ``drop`` or ``tap``; None: off it."""

    def __init__(self, on_hand: Callable[[str, int | None, int | None], Any]) -> None:
        super().__init__()
        self._props["model"] = empty_model()
        self._props["words"] = {name: _(said) for name, said in WORDS.items()}
        self._on_hand = on_hand
        self.on("hand", self._hand)

    def show(self, model: dict[str, Any]) -> None:
        """Draw this from now on; sends nothing when nothing has changed."""
        if model != self._props["model"]:
            self._props["model"] = model
            self.update()

    async def _hand(self, event: GenericEventArguments) -> None:
        args = event.args if isinstance(event.args, dict) else {}
        kind, tile, start = args.get("kind"), args.get("tile"), args.get("from")
        if kind in ("lift", "drop", "tap") and _is_tile(tile, kind == "drop") and _is_tile(start, True):
            await self._on_hand(kind, tile, start)


def _is_tile(value: object, none_too: bool) -> bool:
    return (value is None and none_too) or (type(value) is int and 0 <= value < 100)


def empty_model() -> dict[str, Any]:
    """A board on which nothing stands and nothing burns."""
    return {
        "summary": _("The board"),
        "pieces": [],
        "layers": [],
        "targets": [],
        "choices": [],
        "pairs": [],
        "faulty": [],
        "off": [],
        "tested": None,
        "mine": [],
        "edges": {},
        "home": 44,
        "pace": 0,
        "past": False,
    }


def placed_pieces(feed: Feed, table: TableJson, known: dict[str, int]) -> list[Placed]:
    """Return where everything stands, for drawing and for judging a hand."""
    present = feed.board_online is not False and table.board.state not in ("none", "offline")
    return place(table.picture.pieces, table.board.occupied if present else None, known)


def board_model(
    feed: Feed, viewer: Viewer, asked: Sequence[SeatJson], known: dict[str, int], virtual: bool
) -> dict[str, Any]:
    """Return what `DrawnBoard` shows to ``viewer``, who decides for the seats in ``asked``."""
    table = feed.table
    if table is None:
        return empty_model()
    stones = _stones(table.view)
    pieces = []
    for placed in placed_pieces(feed, table, known):
        piece = placed.piece
        record = _drawn(placed, stones)
        pieces.append({**record, "movable": piece.sensed and may_move(table, viewer, piece.owner, virtual)})
    targets = sorted(
        {tile for one in asked for action in rulesets.remaining_actions(table.ruleset, one) for tile in action.tiles}
    )
    test = table.board.test
    tested = list(test.answered) if test is not None and test.running else None
    if table.board.choices or table.board.pairs or tested is not None:  # one question at a time
        targets = []
    mine = [viewer.seat] if viewer.seat else [state.seat for state in asked]
    home = next((piece["at"] for piece in pieces if piece["sensed"] and piece["owner"] in mine), 44)
    return {
        "summary": summary(table, pieces),
        "pieces": pieces,
        "layers": [_layer(layer) for layer in lights(feed, table)],
        "targets": targets,
        "choices": [{"tile": choice.tile, "label": choice.label} for choice in table.board.choices],
        "pairs": [list(pair) for pair in table.board.pairs[:1]],
        "faulty": sorted(misbehaving(table.board.status).keys() - set(table.board.switched_off)),
        "off": list(table.board.switched_off),
        "tested": tested,
        "mine": mine,
        "edges": dict(rulesets.of(table.ruleset).edges),
        "home": home,
        "pace": table.pace_ms,
        "past": False,
    }


def past_model(table: TableJson, moment: MomentJson) -> dict[str, Any]:
    """Return what `DrawnBoard` shows of a past position: its pieces and its lights, and nothing to touch."""
    stones = _stones(moment.view)
    pieces = [{**_drawn(Placed(piece, piece.tile), stones), "movable": False} for piece in moment.picture.pieces]
    return {
        **empty_model(),
        "summary": _("Looking back. {board}", board=summary(table, pieces)),
        "pieces": pieces,
        "layers": [_layer(layer) for layer in moment.picture.layers],
        "edges": dict(rulesets.of(table.ruleset).edges),
        "past": True,
    }


def _drawn(placed: Placed, stones: dict[str, int]) -> dict[str, Any]:
    piece = placed.piece
    record = {
        "at": placed.at,
        "kind": piece.kind,
        "label": _(piece.label),
        "colour": piece.colour,
        "owner": piece.owner,
        "sensed": piece.sensed,
        "count": piece.count,
        "ghost": placed.ghost,
    }
    if piece.sensed and isinstance(stones.get(piece.owner), int):
        record["stones"] = stones[piece.owner]
    return record


def _layer(layer: LayerJson) -> dict[str, Any]:
    return msgspec.to_builtins(layer)  # type: ignore[no-any-return]


def lights(feed: Feed, table: TableJson) -> Sequence[LayerJson]:
    """The lights to play: what the board was told, else what the game's picture says."""
    if feed.scene is not None and table.board.state != "none":
        return feed.scene.layers
    return table.picture.layers


def may_move(table: TableJson, viewer: Viewer, owner: str, virtual: bool) -> bool:
    """Whether this viewer's hand may take a miniature of ``owner`` from the drawn board.

    Without a virtual board a drag is a way to choose an action, so only seats that people play can be dragged.
    """
    if viewer.role == "watch":
        return False
    if not virtual and (owner not in table.deciders or table.players.get(owner, _PERSON).kind != "person"):
        return False
    return viewer.role == "host" or owner == viewer.seat


class _Person(msgspec.Struct):
    kind: str = "person"


_PERSON = _Person()


def _stones(view: dict[str, Any]) -> dict[str, int]:
    """Seat -> its Bloodstones, where it has any."""
    seats = view.get("seats")
    facts = seats.items() if isinstance(seats, dict) else ()
    return {seat: known.get("bloodstones", 0) for seat, known in facts if isinstance(known, dict)}


def summary(table: TableJson, pieces: Sequence[dict[str, Any]]) -> str:
    """The board in one sentence for those who listen to it."""
    standing = [piece for piece in pieces if piece["sensed"] and not piece["ghost"]]
    minis = [_("{name} on {tile:02d}", name=piece["label"], tile=piece["at"]) for piece in standing]
    return _(
        "Board of {game}: {miniatures}; {count} things on tiles.",
        game=table.title or table.ruleset,
        miniatures=", ".join(minis) or _("no miniatures"),
        count=sum(piece["count"] for piece in pieces if not piece["sensed"]),
    )


__all__ = [
    "DrawnBoard",
    "board_model",
    "empty_model",
    "lights",
    "may_move",
    "name_of",
    "past_model",
    "placed_pieces",
    "summary",
]
