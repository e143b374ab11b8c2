"""The tables of the two readings in the README of the games, made of the options themselves.

``python -m tests.games.readings`` writes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from immolation import games
from immolation.games import Game, Option

README = Path(games.__file__).parent / "README.md"
START, END = "## Two readings\n", "\n## How to add a ruleset\n"

RULESETS: dict[str, Game] = {
    "ascended-kings": games.load("ascended-kings"),
    "ascended-kings-full": games.load("ascended-kings", track="full"),
    "chimera-con": games.load("chimera-con"),
    "kimera": games.load("kimera"),
    "red-rains": games.load("red-rains"),
}
"""Every ruleset that has readings, each track for itself."""


def involved(game: Game) -> list[Option]:
    """The options whose default departs from a sentence of the source."""
    return [option for option in game.options() if option.reading]


def tables() -> str:
    """One table a ruleset; the full track has the options of the arena too."""
    parts: list[str] = []
    for name, game in RULESETS.items():
        if name == "ascended-kings":
            continue
        parts.append(f"| {game.title} | as played | literal | |\n|---|---|---|---|\n")
        for one in involved(game):
            default, literal = (f"`{json.dumps(value)}`" for value in (one.default, one.literal))
            parts.append(f"| `{one.key}` ({one.rule}) | {default} | {literal} | {one.reading} |\n")
        parts.append("\n")
    return "".join(parts).rstrip("\n") + "\n"


def told(readme: str) -> str:
    """The tables that stand in the README."""
    section = readme[readme.index(START) : readme.index(END)]
    return section[section.index("| ") :]


if __name__ == "__main__":
    text = README.read_text()
    README.write_text(text.replace(told(text), tables()))
