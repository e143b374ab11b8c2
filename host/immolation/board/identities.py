"""Learns which miniature bears which kind of magnet, and tells who stands where another belongs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from immolation.games import Picture, Piece

from .guidance import Guidance, Pair, lights, sentence


class Misplaced(msgspec.Struct, frozen=True):
    """A tile on which not the miniature stands that the game has there."""

    tile: int
    expected: Piece
    found: Piece | None
    """The piece that stands there instead; None where none of the game is known to bear that magnet, or several."""
    kind: int
    """The kind of magnet that is read there."""


class Identities:
    """The kind of magnet of each miniature, by its owner and name, as they were put down."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str], int] = {}

    def learn(self, picture: Picture, kinds: Mapping[int, int], *, anew: bool = False) -> None:
        """Take it from a board that agrees with the game; ``anew``: forget what is known of these miniatures."""
        for piece in _sensed(picture):
            if piece.tile in kinds:
                key = _key(piece)
                self._kinds[key] = kinds[piece.tile] if anew else self._kinds.get(key, kinds[piece.tile])

    def misplaced(self, picture: Picture, kinds: Mapping[int, int], tiles: frozenset[int]) -> tuple[Misplaced, ...]:
        """Those of ``tiles`` on which a known miniature is expected and another kind of magnet stands."""
        pieces = tuple(_sensed(picture))
        found = []
        for piece in pieces:
            read = kinds.get(piece.tile)
            if piece.tile not in tiles or read is None or self._kinds.get(_key(piece), read) == read:
                continue
            bearers = [other for other in pieces if self._kinds.get(_key(other)) == read]
            found.append(Misplaced(piece.tile, piece, bearers[0] if len(bearers) == 1 else None, read))
        return tuple(found)


SIZES = ("smallest", "small", "big", "biggest")
"""Of the four magnets, weakest first; a kind is twice its size, and 1 more where the south pole looks up."""


def magnet(kind: int) -> str:
    """Name a kind of magnet for people: "big north magnet"."""
    return f"{SIZES[kind // 2]} {'south' if kind % 2 else 'north'} magnet"


def guide_home(misplaced: tuple[Misplaced, ...]) -> Guidance:
    """Tell people to put miniatures that stand on each other's tiles where they belong."""
    pairs: tuple[Pair, ...] = tuple((one.tile, one.found.tile if one.found is not None else None) for one in misplaced)
    first = misplaced[0]
    names = {} if first.found is None else {first.found.tile: first.found.label}
    if first.found is None:
        told = f"The {magnet(first.kind)} stands on {first.tile:02d}; {first.expected.label} belongs there."
    else:
        told = f"That is {first.found.label}, not {first.expected.label}. {sentence(pairs[0], names)}"
    return Guidance(pairs, told, lights(pairs[0]))


def _sensed(picture: Picture) -> Iterator[Piece]:
    return (piece for piece in picture.pieces if piece.sensed)


def _key(piece: Piece) -> tuple[str, str]:
    return piece.owner, piece.label
