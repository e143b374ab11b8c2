"""Diagnoses LEDs from what the lights of a board show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from .colour_readings import COLOURS, DARK, SIDE, Sight, column, lit, row
from .finding import Finding, finding, named
from .mapping import Explained, explain


class LedReadings(msgspec.Struct):
    """The lights that were seen: by row shown, by column shown, and by colour of all tiles."""

    rows: dict[int, Sight] = {}
    columns: dict[int, Sight] = {}
    colours: dict[str, Sight] = {}

    def complete(self) -> bool:
        """Whether every row was shown that can be, and all columns."""
        return bool(self.rows) and len(self.columns) == SIDE

    def tiles(self) -> frozenset[int]:
        """The tiles of the rows that were shown."""
        return frozenset(tile for number in self.rows for tile in row(number))


class LedVerdict(msgspec.Struct):
    """The verdict on the lights."""

    dark: frozenset[int] = frozenset()
    """Tiles that never light."""

    explained: Explained = msgspec.field(default_factory=Explained)
    findings: list[Finding] = []

    def lamp(self, tile: int) -> int:
        """The tile to ask for so that ``tile`` lights."""
        return self.explained.full[tile] if self.explained.full else tile


def judge_leds(seen: LedReadings, kind: str) -> LedVerdict:
    """Name what is wrong with the LEDs of a board with ``matrix`` or ``shift`` sensors."""
    if not seen.complete():
        return LedVerdict(findings=list(_colours(seen, frozenset())))
    shows = {tile: _shown_by(seen, tile) for tile in sorted(seen.tiles())}
    dark = frozenset(tile for tile, sources in shows.items() if not sources)
    if dark == seen.tiles():
        return LedVerdict(dark, Explained(full=list(range(SIDE * SIDE))), [finding("no-light", (), "No LED lights.")])
    explained = explain({tile: sources[0] for tile, sources in shows.items() if len(sources) == 1})
    verdict = LedVerdict(dark, explained)
    verdict.findings += _places(explained, kind)
    several = {tile: sources for tile, sources in shows.items() if len(sources) > 1}
    if several:
        verdict.findings.append(
            finding("flickering-lights", several, f"{_cap(named(several))} light with rows or columns not their own.")
        )
    verdict.findings += _dark(dark, seen.tiles(), kind)
    verdict.findings += _colours(seen, dark)
    return verdict


def _shown_by(seen: LedReadings, tile: int) -> list[int]:
    """The tiles whose light appears on ``tile``: none for a dark one, itself for a sound one."""
    rows = [number for number, sight in seen.rows.items() if sight[tile] != DARK]
    columns = [number for number, sight in seen.columns.items() if sight[tile] != DARK]
    return [SIDE * one + other for one in rows for other in columns]


def _places(explained: Explained, kind: str) -> Iterator[Finding]:
    if explained.whole:
        yield finding("led-layout", (), f"The lights run another way: {explained.whole}.")
    for cycle in explained.rows:
        rows = " and ".join(str(number) for number in cycle)
        tiles = [tile for number in cycle for tile in row(number)]
        what = f"Rows {rows} light in each other's place."
        yield finding("swapped-row" if kind == "shift" else "moved-light", tiles, what)
    for cycle in explained.columns:
        columns = " and ".join(str(number) for number in cycle)
        tiles = [tile for number in cycle for tile in column(number)]
        yield finding("moved-light", tiles, f"Columns {columns} light in each other's place.")
    for number in explained.reversed_rows:
        yield finding("reversed-row", row(number), f"The LEDs of row {number} run from its other end.")
    for one, other in explained.pairs:
        yield finding("moved-light", (one, other), f"Tiles {one:02d} and {other:02d} light in each other's place.")
    for tile, shown in explained.singles.items():
        yield finding("moved-light", (tile,), f"Tile {tile:02d} shows the light of tile {shown:02d}.")


def _dark(dark: frozenset[int], tested: frozenset[int], kind: str) -> Iterator[Finding]:
    """One broken LED each, or a chain that ends too soon."""
    cut = _cut(dark, tested, kind)
    if cut:
        last = f" Tile {cut[0]:02d} is the first dark one along the chain."
        yield finding("chain-cut", cut, f"The lights stop: {named(cut)} stay dark.{last}")
    for tile in sorted(dark - set(cut)):
        yield finding("dead-led", (tile,), f"Tile {tile:02d} stays dark.")


def _cut(dark: frozenset[int], tested: frozenset[int], kind: str) -> list[int]:
    """The longest dark end that a chain over this board can have, two LEDs or more, in its order."""
    longest: list[int] = []
    for chain in _chains(kind):
        present = [tile for tile in chain if tile in tested]
        end: list[int] = []
        while present and present[-1] in dark:
            end.insert(0, present.pop())
        if len(end) > max(1, len(longest)):
            longest = end
    return longest


def _chains(kind: str) -> Iterator[list[int]]:
    """Every order that settings.toml knows, the one that the build's guide asks for first."""
    usual = kind != "shift"
    for by_columns in (False, True):
        for serpentine in (usual, not usual):
            for first in (0, 9, 90, 99):
                chain = []
                for line in range(SIDE):
                    for place in range(SIDE):
                        along = SIDE - 1 - place if serpentine and line % 2 else place
                        down, right = (along, line) if by_columns else (line, along)
                        down = SIDE - 1 - down if first >= 90 else down
                        right = SIDE - 1 - right if first % SIDE else right
                        chain.append(SIDE * down + right)
                yield chain


def _colours(seen: LedReadings, dark: frozenset[int]) -> Iterator[Finding]:
    usual = {}
    for name, sight in seen.colours.items():
        votes = Counter(sight[tile] for tile in sorted(lit(sight)))
        usual[name] = votes.most_common(1)[0][0] if votes else name
    swapped = [name for name in ("red", "green", "blue") if usual.get(name, name) != name]
    if swapped and sorted(usual.get(name, name) for name in ("red", "green", "blue")) == ["blue", "green", "red"]:
        order = "".join(usual[{"G": "green", "R": "red", "B": "blue"}[letter]][0].upper() for letter in "GRB")
        told = ", ".join(f"{name} is {usual[name]}" for name in swapped)
        yield finding("led-order", (), f'{told[0].upper()}{told[1:]}: if LED_ORDER is "GRB" now, write "{order}".')
    else:
        usual = {name: name for name in COLOURS}
    wrong: dict[int, list[str]] = {}
    for name, sight in seen.colours.items():
        for tile in sorted(seen.tiles() - dark):
            if sight[tile] != usual[name]:
                wrong.setdefault(tile, []).append(f"{sight[tile]} instead of {usual[name]}")
    for tile, said in sorted(wrong.items()):
        yield finding("wrong-colour", (tile,), f"Tile {tile:02d} is {', '.join(said)}.")


def _cap(text: str) -> str:
    return text[0].upper() + text[1:]
