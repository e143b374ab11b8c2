"""Draws how numbers went in a game, a line each, and where miniatures went, as small pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from immolation.dashboard.elements import escape
from immolation.dashboard.translation import _

WIDTH, HEIGHT = 340, 96
"""Of the drawing, in its own units; it is as wide as its panel."""

LEFT, RIGHT, EDGE = 26, 22, 8
"""Room for the numbers of the scale, for the mark at the end of each line, and above and below."""

APART = 11
"""So far below each other two marks can be read."""

DASHES = ("", "7 3", "2 3", "9 3 2 3", "1 5", "12 4")
"""One for each line: colours alone tell nothing to some people."""

Line = Sequence[tuple[int, int]]
"""After so many actions, this value; it holds until the next."""


def chart(lines: Mapping[str, Line], colours: Mapping[str, str], marks: Mapping[str, str], count: int) -> str:
    """An SVG of step lines over ``count`` actions: name -> its line, its colour as CSS, and its mark of one letter."""
    values = [value for line in lines.values() for _, value in line]
    low, high = min([0, *values]), max([1, *values])

    def place(number: float, value: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, count)
        return across, EDGE + (HEIGHT - 2 * EDGE) * (high - value) / (high - low)

    parts = []
    for value in dict.fromkeys((low, high)):
        _, y = place(0, value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="im-chart-rule"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end" class="im-chart-scale">{value}</text>')
    ends = sorted((place(count, line[-1][1])[1], name) for name, line in lines.items() if line)
    below = 0.0
    for at, (y, name) in enumerate(ends):
        below = y if not at else max(y, below + APART)
        parts.append(
            f'<text x="{WIDTH - RIGHT + 5}" y="{below + 4:.1f}" class="im-chart-mark" '
            f'fill="{escape(colours.get(name, "#c9a27a"))}">{escape(marks.get(name, name))}</text>'
        )
    for at, (name, line) in enumerate(lines.items()):
        points: list[tuple[float, float]] = []
        for number, value in line:
            if points:
                points.append((place(number, 0)[0], points[-1][1]))
            points.append(place(number, value))
        if points:
            points.append((place(count, 0)[0], points[-1][1]))
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = f' stroke-dasharray="{DASHES[at % len(DASHES)]}"' if DASHES[at % len(DASHES)] else ""
        parts.append(f'<polyline points="{drawn}" stroke="{escape(colours.get(name, "#c9a27a"))}"{dash}/>')
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="im-chart-lines">{"".join(parts)}</svg>'


def description(title: str, lines: Mapping[str, Line], names: Mapping[str, str]) -> str:
    """The same in words.

    >>> description("Wounds", {"p1": [(0, 0), (9, 3)]}, {"p1": "Vara"})
    'Wounds. Vara: 0 to 3'
    """
    ends = [
        _("{name}: {first} to {last}", name=names.get(name, name), first=line[0][1], last=line[-1][1])
        for name, line in lines.items()
        if line
    ]
    return f"{_(title)}. {'; '.join(ends)}"


LANE, GAP = 22, 4
"""Height of a seat's row of turns, and what is left free of it above its longest bar."""

Bar = tuple[int, int, str, int]
"""A turn: the counts of actions at which it began and ended, whose it was, and its milliseconds."""


def minutes(ms: int) -> str:
    """A time as people say it.

    >>> minutes(83_400), minutes(3_661_000)
    ('1:23', '1:01:01')
    """
    seconds = round(ms / 1000)
    hours, seconds = divmod(seconds, 3600)
    return f"{hours}:{seconds // 60:02d}:{seconds % 60:02d}" if hours else f"{seconds // 60}:{seconds % 60:02d}"


def turn_bars(bars: Sequence[Bar], colours: Mapping[str, str], marks: Mapping[str, str], count: int) -> str:
    """An SVG with a row for each seat in ``marks`` and a bar for each of its turns, as high as the turn was long."""
    longest = max((ms for *_turn, ms in bars), default=0) or 1
    height = 2 * EDGE + LANE * len(marks)
    # the longest stands above its row, where hours find room too
    parts = [f'<text x="0" y="{EDGE + 3}" class="im-chart-scale">{minutes(longest)}</text>']
    for row, (seat, mark) in enumerate(marks.items()):
        y, colour = EDGE + LANE * (row + 1), escape(colours.get(seat, "#c9a27a"))
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" class="im-chart-rule"/>')
        parts.append(
            f'<text x="{WIDTH - RIGHT + 5}" y="{y - 3}" class="im-chart-mark" fill="{colour}">{escape(mark)}</text>'
        )
        for begin, end, whose, ms in bars:
            if whose == seat:
                left, right = (LEFT + (WIDTH - LEFT - RIGHT) * at / max(1, count) for at in (begin, end))
                high = max(1.0, (LANE - GAP) * ms / longest)
                parts.append(
                    f'<rect x="{left:.1f}" y="{y - high:.1f}" width="{max(1.5, right - left - 0.6):.1f}" '
                    f'height="{high:.1f}" fill="{colour}"/>'
                )
    return f'<svg viewBox="0 0 {WIDTH} {height}" class="im-chart-lines">{"".join(parts)}</svg>'


def turns_described(bars: Sequence[Bar], names: Mapping[str, str]) -> str:
    """Return each seat's mean and longest turn in words."""
    told = []
    for seat, name in names.items():
        own = [ms for _begin, _end, whose, ms in bars if whose == seat]
        if own:
            usual, longest = minutes(sum(own) // len(own)), minutes(max(own))
            told.append(_("{name}: {usual} on average, {longest} at most", name=name, usual=usual, longest=longest))
    return "; ".join(told)


TILE = 10
"""Side of a tile of the heat map, in the drawing's own units."""

MOST_TOLD = 3
"""Tiles that the heat map tells in words."""


def visits(lines: Mapping[str, Line]) -> dict[int, int]:
    """Tile -> how often one of these lines came to it; the lines are of tiles.

    >>> visits({"p1": [(0, 44), (3, 45), (9, 44)], "p2": [(0, 45)]})
    {44: 2, 45: 2}
    """
    found: dict[int, int] = {}
    for line in lines.values():
        for _number, tile in line:
            if 0 <= tile < 100:
                found[tile] = found.get(tile, 0) + 1
    return found


def heat_map(found: Mapping[int, int]) -> str:
    """An SVG of the board, the brighter a tile the more often it was come to."""
    most = max(found.values(), default=1)
    parts = []
    for tile in range(100):
        x, y, count = TILE * (tile % 10), TILE * (tile // 10), found.get(tile, 0)
        warm = f' style="fill-opacity: {0.2 + 0.8 * count / most:.2f}" class="warm"' if count else ""
        parts.append(f'<rect x="{x + 0.5}" y="{y + 0.5}" width="{TILE - 1}" height="{TILE - 1}" rx="1.5"{warm}/>')
        if count:
            parts.append(f'<text x="{x + TILE / 2}" y="{y + TILE / 2 + 1.7}" text-anchor="middle">{count}</text>')
    return f'<svg viewBox="0 0 {10 * TILE} {10 * TILE}" class="im-heat-map">{"".join(parts)}</svg>'


def heat_described(found: Mapping[int, int]) -> str:
    """The same in words."""
    hottest = sorted(found, key=lambda tile: (-found[tile], tile))[:MOST_TOLD]
    told = ", ".join(f"{tile:02d} ({found[tile]})" for tile in hottest)
    return _("Where miniatures went, most often to {tiles}", tiles=told)
