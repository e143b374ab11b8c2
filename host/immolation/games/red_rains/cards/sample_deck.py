"""The sample deck that lets whole games run unattended: plain units, their cost in dice, and stronger and weaker decks.

``data/decks/sample.toml`` lists the lines of units, each from the worst to the best, ``data/decks/fair.toml`` how
strong the deck is that makes a fair fight of each level.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from .card_records import Level


class SampleUnit(NamedTuple):
    """One card of the sample deck."""

    name: str
    cost: int
    """Active dice, whatever they show."""

    attack: int
    life: int
    recover: int
    keywords: tuple[tuple[str, int], ...]


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.toml.decode((Path(__file__).parent.parent / "data" / "decks" / name).read_bytes())
    return found


_LINES: Final[list[dict[str, Any]]] = _read("sample.toml")["lines"]
_FAIR: Final[list[dict[str, dict[str, dict[str, int]]]]] = [*_read("earlier_fair.toml")["editions"], _read("fair.toml")]
EDITION: Final = len(_FAIR)
"""The edition of the decks of fair fights, from 1: strengths have changed as more was played."""

PLAIN: Final = 2
"""Which unit of a line is the plain one."""

LINES: Final[tuple[tuple[SampleUnit, ...], ...]] = tuple(
    tuple(SampleUnit(**unit, keywords=tuple(line.get("keywords", {}).items())) for unit in line["units"])
    for line in _LINES
)
COPIES: Final[tuple[int, ...]] = tuple(line["copies"] for line in _LINES)
DECK: Final[dict[str, SampleUnit]] = {unit.name: unit for line in LINES for unit in line}
"""Every unit by its name."""

_ORDER: Final = [line for turn in range(max(COPIES)) for line, copies in enumerate(COPIES) if turn < copies]
"""The lines in turn, each as often as it has copies: which card is exchanged first, second..."""


def deck(steps: int = 0) -> dict[str, int]:
    """Unit -> copies of a deck in which so many times a card was exchanged for the next of its line.

    0 is the plain deck; below it cards are exchanged for worse ones, as far as each line goes.
    """
    grade, more = divmod(steps, len(_ORDER))
    found: dict[str, int] = {}
    for place, line in enumerate(_ORDER):
        units = LINES[line]
        unit = units[min(max(0, PLAIN + grade + (place < more)), len(units) - 1)]
        found[unit.name] = found.get(unit.name, 0) + 1
    return found


def strength(chimera: str, level: Level, players: int, edition: int = EDITION) -> int:
    """How strong a deck makes a fair fight of a level; of a Chimera that nobody measured, as most of them ask."""
    table = _FAIR[edition - 1]["one" if players == 1 else "two"]
    found: int = table.get(chimera, table["usual"])[level]
    return found


def fair(chimera: str, level: Level, players: int, edition: int = EDITION) -> dict[str, int]:
    """The deck that makes a fair fight of a level; see `strength`."""
    return deck(strength(chimera, level, players, edition))


DICE: Final = 10
"""Dice of a player."""

FACES: Final = (1, 3, 2)
"""Faces of a player's die that show power, class, basic."""

PHOENIXBORN: Final = {"p1": "Ashwarden", "p2": "Rimecaller"}
COLOURS: Final = {"p1": 0x1E88E5, "p2": 0x43A047}
BOLT: Final = 1
"""Damage of the sample deck's side action."""
