"""Diagnoses wires from what the sensors of a board read."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from . import ghosts
from .colour_readings import SIDE, TILES, column, row
from .finding import Finding, finding, named
from .mapping import Explained, explain

MOST = 0.9
"""Of all tiles: beyond this it is not the tiles that are broken."""


class SensorReadings(msgspec.Struct):
    """The readings of the sensors."""

    kind: str
    """``matrix``, ``shift`` or ``virtual``."""

    rest: frozenset[int] = frozenset()
    """Tiles that read occupied with nothing on the board."""

    flickering: frozenset[int] = frozenset()
    answers: dict[int, frozenset[int]] = {}
    """By tile on which something was laid: the tiles that then newly read occupied."""

    left: frozenset[int] = frozenset()
    """Tiles that still read occupied when everything had been taken off again."""

    patterns: list[tuple[frozenset[int], frozenset[int]]] = []
    """Tiles on which something lay together, and the tiles that then newly read occupied."""


class SensorVerdict(msgspec.Struct):
    """The verdict on the sensors."""

    silent: frozenset[int] = frozenset()
    explained: Explained = msgspec.field(default_factory=Explained)
    findings: list[Finding] = []
    untested: frozenset[int] = frozenset()
    """Tiles whose diodes no pattern has tested."""


def judge_sensors(felt: SensorReadings) -> SensorVerdict:
    """Name what is wrong with the sensors."""
    verdict = SensorVerdict(explained=Explained(full=list(range(TILES))))
    if len(felt.rest) >= MOST * TILES:
        verdict.findings.append(finding("all-occupied", (), "All tiles read occupied."))
        return verdict
    answers = {tile: lines - felt.flickering for tile, lines in felt.answers.items()}
    if len(answers) >= SIDE and not any(answers.values()):
        verdict.silent = frozenset(answers)
        verdict.findings.append(finding("no-sensor", (), "No tile answers."))
        return verdict
    echoing = _echoing(answers) if felt.kind == "matrix" else frozenset()
    first = {tile: _own(tile, lines, echoing) for tile, lines in answers.items() if lines}
    explained = verdict.explained = explain(first)
    tile_of = {line: tile for tile, line in enumerate(explained.full)}
    stuck = frozenset(tile_of.get(line, line) for line in (felt.rest | felt.left) - felt.flickering)
    flickering = frozenset(tile_of.get(line, line) for line in felt.flickering)
    verdict.silent = frozenset(tile for tile, lines in answers.items() if not lines) - stuck - flickering
    verdict.findings += _places(explained)
    verdict.findings += _silent(verdict.silent, frozenset(answers), felt.kind)
    for place in sorted(echoing):
        what = f"Tiles of column {place} answer for those in the row before them too."
        verdict.findings.append(finding("missing-pull-up", column(place), what))
    for tile in sorted(stuck):
        verdict.findings.append(finding("stuck-tile", (tile,), f"Tile {tile:02d} reads occupied with nothing on it."))
    for tile in sorted(flickering):
        verdict.findings.append(finding("flickering-tile", (tile,), f"Tile {tile:02d} flickers."))
    verdict.findings += _wide(answers, first, echoing, tile_of)
    if felt.kind == "matrix":
        seen = [_physical(laid, lines, stuck, verdict, echoing, felt, tile_of) for laid, lines in felt.patterns]
        guilty, rest = ghosts.bridged(seen)
        for tile in sorted(guilty):
            fourth = sorted({corner for closed, _ in seen for corner in ghosts.corners(closed, tile)})
            what = f"Tile {tile:02d} and two more corners make a fourth: {named(fourth)} answered with nothing on it."
            verdict.findings.append(finding("missing-diode", (tile,), what))
        if rest:
            verdict.findings.append(finding("ghost", rest, f"With many tiles occupied {named(rest)} answered too."))
        if felt.patterns:
            verdict.untested = frozenset(answers) - ghosts.tested(seen)
    return verdict


def _echoing(answers: dict[int, frozenset[int]]) -> frozenset[int]:
    """Columns in which nearly every answer is doubled one row further on."""
    found = set()
    for place in range(SIDE):
        lines = [answers[tile] for tile in column(place) if answers.get(tile)]
        doubled = [pair for pair in lines if len(pair) == 2 and max(pair) - min(pair) == SIDE]
        if len(doubled) >= max(3, 0.6 * (len(lines) - 1)):
            found.add(place)
    return frozenset(found)


def _own(tile: int, lines: frozenset[int], echoing: frozenset[int]) -> int:
    """The line that is the tile's own among those that answered."""
    if min(lines) % SIDE in echoing:
        return min(lines)
    return tile if tile in lines else min(lines)


def _physical(
    laid: frozenset[int],
    lines: frozenset[int],
    stuck: frozenset[int],
    verdict: SensorVerdict,
    echoing: frozenset[int],
    felt: SensorReadings,
    tile_of: dict[int, int],
) -> tuple[frozenset[int], frozenset[int]]:
    """Return what was really closed in a pattern, and what else read closed, in tiles of the board."""
    closed = (laid | stuck) - verdict.silent
    wanted = {verdict.explained.full[tile] for tile in closed}
    wanted |= {line + SIDE for line in wanted | lines if line % SIDE in echoing and line < TILES - SIDE}
    return closed, frozenset(tile_of.get(line, line) for line in lines - wanted - felt.flickering)


def _places(explained: Explained) -> Iterator[Finding]:
    if explained.whole == "turned":
        yield finding("turned-map", (), "Rows answer as columns and columns as rows.")
    elif explained.whole:
        yield finding("wrong-tile", (), f"The sensors answer another way: {explained.whole}.")
    for cycle in explained.rows:
        rows = " and ".join(str(number) for number in cycle)
        tiles = [tile for number in cycle for tile in row(number)]
        yield finding("swapped-row", tiles, f"Rows {rows} answer in each other's place.")
    for cycle in explained.columns:
        columns = " and ".join(str(number) for number in cycle)
        tiles = [tile for number in cycle for tile in column(number)]
        yield finding("swapped-column", tiles, f"Columns {columns} answer in each other's place.")
    for number in explained.reversed_rows:
        yield finding("reversed-row", row(number), f"The sensors of row {number} answer from its other end.")
    for one, other in explained.pairs:
        yield finding("swapped-tile", (one, other), f"Tiles {one:02d} and {other:02d} answer in each other's place.")
    for tile, line in explained.singles.items():
        yield finding("wrong-tile", (tile,), f"On tile {tile:02d} tile {line:02d} answered instead.")


def _silent(silent: frozenset[int], tested: frozenset[int], kind: str) -> Iterator[Finding]:
    """Whole rows and columns first, then single tiles."""
    left = set(silent)
    rows = [number for number in range(SIDE) if tested.issuperset(row(number)) and silent.issuperset(row(number))]
    if kind == "shift" and rows:
        last = max(tested) // SIDE
        behind = [number for number in rows if all(later in rows for later in range(number, last + 1))]
        if behind:
            tiles = [tile for number in behind for tile in row(number)]
            which = f"Row {last} does" if len(behind) == 1 else f"Rows {behind[0]} to {last} do"
            yield finding("dead-row", tiles, f"{which} not answer: look at the cable before row {behind[0]}.")
            left -= set(tiles)
            rows = [number for number in rows if number not in behind]
    for number in rows:
        yield finding("dead-row", row(number), f"Row {number} does not answer.")
        left -= set(row(number))
    if kind == "matrix":
        for number in range(SIDE):
            line = set(column(number)) & tested
            if len(line) > 2 and line <= silent and line & left:
                yield finding("dead-column", line, f"Column {number} does not answer.")
                left -= line
    for tile in sorted(left):
        yield finding("dead-sensor", (tile,), f"Tile {tile:02d} does not answer.")


def _wide(
    answers: dict[int, frozenset[int]], first: dict[int, int], echoing: frozenset[int], tile_of: dict[int, int]
) -> Iterator[Finding]:
    """Tiles on which a thing is felt beside them too."""
    for tile, line in sorted(first.items()):
        echo = {line + SIDE} if line % SIDE in echoing else set()
        others = sorted(tile_of.get(other, other) for other in answers[tile] - {line} - echo)
        if others:
            yield finding("wide-tile", (tile, *others), f"On tile {tile:02d} {named(others)} answered as well.")
