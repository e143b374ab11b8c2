"""Decides where each miniature is drawn: sensors say which tiles are full, never whose miniature it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from immolation.dashboard.messages import PieceJson


@dataclass(frozen=True)
class Placed:
    """A piece and where to draw it."""

    piece: PieceJson
    at: int
    ghost: bool = False
    """True for a miniature that should stand here and does not: it is in somebody's hand, or off the board."""


def name_of(piece: PieceJson) -> str:
    """Return a name that stays the same while a miniature travels."""
    return f"{piece.owner}/{piece.kind}/{piece.label}"


def place(pieces: Sequence[PieceJson], occupied: Collection[int] | None, known: Mapping[str, int]) -> list[Placed]:
    """Each piece with its tile as the sensors have it.

    ``known`` says where hands on this page put a miniature down (by `name_of`); others that are not where the game
    expects them are taken to be the nearest of the tiles that are full unexpectedly.
    """
    if occupied is None:
        return [Placed(piece, piece.tile) for piece in pieces]
    expected = {piece.tile for piece in pieces if piece.sensed}
    extra = set(occupied) - expected
    placed: list[Placed] = []
    missing: list[PieceJson] = []
    for piece in pieces:
        if not piece.sensed or piece.tile in occupied:
            placed.append(Placed(piece, piece.tile))
        elif known.get(name_of(piece)) in extra:
            at = known[name_of(piece)]
            extra.discard(at)
            placed.append(Placed(piece, at))
        else:
            missing.append(piece)
    for piece in missing:
        if extra:
            at = min(extra, key=lambda tile: (distance(tile, piece.tile), tile))
            extra.discard(at)
            placed.append(Placed(piece, at))
        else:
            placed.append(Placed(piece, piece.tile, ghost=True))
    stranger = PieceJson(tile=0, kind="miniature", label="?", colour=0x8A8078, sensed=True)
    placed += [Placed(stranger, at) for at in sorted(extra)]
    return placed


def distance(one: int, other: int) -> int:
    """King's steps between two tiles."""
    return max(abs(one // 10 - other // 10), abs(one % 10 - other % 10))
