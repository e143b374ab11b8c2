"""Draws how numbers went in a game, a line each, as small pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from immolation.dashboard.elements import escape

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
    ends = [f"{names.get(name, name)}: {line[0][1]} to {line[-1][1]}" for name, line in lines.items() if line]
    return f"{title}. {'; '.join(ends)}"
