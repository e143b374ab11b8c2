"""The lists of the two readings on the pages of the rulesets, made of the options themselves.

``python -m tests.games.readings`` writes them anew.
"""

from __future__ import annotations

import json
import textwrap

from immolation import games
from immolation.games import Game, Option

from tests.games.pages import DOCS, chapter, page
from tests.games.pages import RULESETS as PAGES

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


def entry(option: Option) -> str:
    """An option as an item of a list: its rule, both values, and why they differ."""
    default, literal = (f"`{json.dumps(value)}`" for value in (option.default, option.literal))
    said = f"**`{option.key}`** ({option.rule}): {default} as played, {literal} literal. {option.reading}"
    return textwrap.fill(
        said, 120, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def listed(name: str) -> str:
    """The list on the page of a ruleset; the full track of Ascended Kings has the options of the arena too."""
    game = RULESETS.get(f"{name}-full", RULESETS[name])
    return "\n".join(entry(option) for option in involved(game)) + "\n"


def told(name: str) -> str:
    """The list that stands on the page of a ruleset."""
    section = chapter(page(name), "Readings")
    return section[section.index("\n- ") + 1 :].rstrip("\n") + "\n"


if __name__ == "__main__":
    for name in PAGES:
        path = DOCS / "rulesets" / f"{name}.md"
        path.write_text(path.read_text().replace(told(name), listed(name)))
