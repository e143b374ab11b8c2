"""Works out what people must move so that board and game agree again.

One pair is shown at a time: the miniature stands *here* and belongs *there*. Guidance is a pure function of the picture
and the pattern, so it leaves by itself when they agree. Two ways out always exist: "the game is right" (follow the
lights) and "the board is right" (`corrections`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from immolation.games import TABLE, Correct, Game, GameError, Layer, Picture, State

Pair = tuple[int | None, int | None]
"""Where a miniature stands and where it belongs; None: off the board."""

FROM_PRIORITY, WAY_PRIORITY, TO_PRIORITY = 251, 250, 252
"""Above every light of the game and above the clocks: until this is done nothing else matters."""

WHITE = 0xFFFFFF
WAY_COLOUR = 0x00A0FF
"""A cold blue that no fire wall and no ember has."""

MAX_WAY = 20
"""Tiles in the way of one ``path`` layer, as the wire carries it."""


class Guidance(msgspec.Struct, frozen=True):
    """The differences still to be put right: all pairs for the page, the first one for the lights."""

    pairs: tuple[Pair, ...]
    sentence: str
    """What to do now, for people: "Move Vara from 44 to 45."."""

    layers: tuple[Layer, ...]
    """The lights of the first pair alone."""


def distance(one: int, other: int) -> int:
    """Tiles between two tiles along rows and columns (0 to 18)."""
    return abs(one // 10 - other // 10) + abs(one % 10 - other % 10)


def pair(missing: frozenset[int], extra: frozenset[int]) -> tuple[Pair, ...]:
    """Partners of minimal total distance, the nearest first; then what must be put on, then what must be taken off.

    ``missing`` tiles should be occupied and are not, ``extra`` tiles are and should not be. Equal totals are decided by
    tile numbers, so that the lights do not jump between equal answers.
    """
    wanted, found = sorted(missing), sorted(extra)
    turned = len(wanted) > len(found)
    rows, columns = (found, wanted) if turned else (wanted, found)
    cost = [[distance(row, column) for column in columns] for row in rows]
    matched = {rows[row]: columns[column] for row, column in enumerate(_assign(cost))}
    moves = [(one, other) if turned else (other, one) for one, other in matched.items()]
    moves.sort(key=lambda move: (distance(*move), move))
    settled = {tile for move in moves for tile in move}
    on: list[Pair] = [(None, tile) for tile in wanted if tile not in settled]
    off: list[Pair] = [(tile, None) for tile in found if tile not in settled]
    return (*moves, *on, *off)


def _assign(cost: list[list[int]]) -> list[int]:
    """The column of each row so that the sum of ``cost`` is least; at least as many columns as rows.

    Shortest augmenting paths with potentials (the Hungarian method): 100 miniatures take well under a second.
    """
    if not cost:
        return []
    rows, columns = len(cost), len(cost[0])
    row_price, column_price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [0] * (columns + 1)  # column -> row, both counted from 1; 0 is free
    for row in range(1, rows + 1):
        owner[0] = row
        best: list[int] = [1 << 30] * (columns + 1)
        reached_from = [0] * (columns + 1)
        seen = [False] * (columns + 1)
        column = 0
        while owner[column]:
            seen[column] = True
            current, step, following = owner[column], 1 << 30, 0
            for other in range(1, columns + 1):
                if seen[other]:
                    continue
                price = cost[current - 1][other - 1] - row_price[current] - column_price[other]
                if price < best[other]:
                    best[other], reached_from[other] = price, column
                if best[other] < step:
                    step, following = best[other], other
            for other in range(columns + 1):
                if seen[other]:
                    row_price[owner[other]] += step
                    column_price[other] -= step
                else:
                    best[other] -= step
            column = following
        while column:
            owner[column] = owner[reached_from[column]]
            column = reached_from[column]
    answer = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            answer[owner[column] - 1] = column - 1
    return answer


def guide(
    picture: Picture, occupied: frozenset[int], *, before: Guidance | None = None, ignore: frozenset[int] = frozenset()
) -> Guidance | None:
    """Tell what to do so that the sensors read what ``picture`` expects; None when they agree.

    ``before`` is the guidance shown until now: its first task stays first while it is unfinished, so that lifting the
    miniature one was asked to move does not change what is asked. Tiles in ``ignore`` (dead sensors) are not looked at.
    """
    expected = picture.occupied - ignore
    seen = occupied - ignore
    if expected == seen:
        return None
    pairs = _unfinished_first(pair(expected - seen, seen - expected), before)
    names = {piece.tile: piece.label for piece in picture.pieces if piece.sensed}
    return Guidance(pairs, sentence(pairs[0], names), lights(pairs[0]))


def _unfinished_first(pairs: tuple[Pair, ...], before: Guidance | None) -> tuple[Pair, ...]:
    if before is None:
        return pairs
    start, end = before.pairs[0]
    index = 1 if end is not None else 0
    first = [task for task in pairs if task[index] == (start, end)[index]]
    return (*first, *(task for task in pairs if task not in first))


def sentence(task: Pair, names: dict[int, str]) -> str:
    """One task in words; ``names`` gives the miniature expected on a tile."""
    start, end = task
    if end is None:
        return f"Take the miniature off {start:02d}."
    name = names.get(end, "the miniature")
    name = f"the {name[4:]}" if name.startswith("The ") else name
    if start is None:
        return f"Put {name} on {end:02d}."
    return f"Move {name} from {start:02d} to {end:02d}."


def lights(task: Pair) -> tuple[Layer, ...]:
    """One task in light: *here* blinks, the way runs, *there* glows."""
    start, end = task
    layers: list[Layer] = []
    if start is not None and end is not None:
        way = line(start, end)
        if len(way) > 2:
            layers.append(Layer("path", WAY_COLOUR, tuple(sorted(way)), WAY_PRIORITY, way=way))
    if start is not None:
        layers.append(Layer("blink", WHITE, (start,), FROM_PRIORITY))
    if end is not None:
        layers.append(Layer("target", WHITE, (end,), TO_PRIORITY))
    return tuple(layers)


def line(start: int, end: int) -> tuple[int, ...]:
    """Tiles from ``start`` to ``end``, both included, diagonally first and then straight; at most 10."""
    row, column = divmod(start, 10)
    last_row, last_column = divmod(end, 10)
    tiles = [start]
    while (row, column) != (last_row, last_column):
        row += (last_row > row) - (last_row < row)
        column += (last_column > column) - (last_column < column)
        tiles.append(row * 10 + column)
    return tuple(tiles[:MAX_WAY])


def corrections(
    game: Game, state: State, occupied: frozenset[int], *, ignore: frozenset[int] = frozenset()
) -> tuple[Correct, ...] | None:
    """The way out "the board is right": corrections after which the game expects exactly ``occupied``.

    Found by trying, on copies, each place of ``State.position()`` that holds the tile in question; the ruleset itself
    decides what may be set. None if the ruleset can not follow the board, or if it is not clear which miniature is
    meant: then people say it on the page. ``state`` is not touched.
    """
    seen = occupied - ignore
    trial = state.copy()
    done: list[Correct] = []
    expected = game.picture(trial.view(None)).occupied - ignore
    for task in pair(expected - seen, seen - expected):
        start, end = task
        after = (expected - {end}) if end is not None else expected
        after = (after | {start}) if start is not None else after
        answers = [
            (correct, follower)
            for correct in _tries(trial, task)
            if (follower := _corrected(trial, correct)) is not None
            and game.picture(follower.view(None)).occupied - ignore == after
        ]
        different = {follower.digest() for _, follower in answers}
        if len(different) != 1:
            return None
        correct, trial = answers[0]
        done.append(correct)
        expected = after
    return tuple(done)


def _tries(state: State, task: Pair) -> Iterator[Correct]:
    """Corrections that could move what the game has at the end of ``task`` to its start."""
    start, end = task
    leaves = [(path, value) for path, value in _leaves(state.position(), ()) if path]
    for path, value in leaves:
        is_tile = "tile" in path[-1]
        if (end is None and value is None and is_tile) or (end is not None and type(value) is int and value == end):
            yield Correct(TABLE, path, start)


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, str(key)))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for index, item in enumerate(value):
            yield from _leaves(item, (*path, str(index)))
    else:
        yield path, value


def _corrected(state: State, correct: Correct) -> State | None:
    """A copy of ``state`` with the correction made, or None if the ruleset refuses it."""
    try:
        if state.check(correct) is not None:
            return None
        follower = state.copy()
        follower.apply(correct)
    except GameError:
        return None
    return follower
