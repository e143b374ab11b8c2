"""How good a situation of Ascended Kings' full track is for a seat, in Koru: what counts at the end, and the way there.

Weights over what a view shows of mats, hands by their size, and the board; the printed count is AK-SCORE-01.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from immolation.games.contract import Json

from .arena import harm, worth
from .sight import sight

STONE: Final = 15.0
NEVER_KILLED: Final = 10.0
COMPLETED: Final = 5.0
LEVEL: Final = 5.0
YLEM: Final = 1.0
"""As they are counted at the end."""

POWER: Final = 3.0
"""What a completed Transmutation gives on the way: dice, actions, abilities."""

SET: Final = 3
"""Gems of one colour that complete a Transmutation (AK-TRANS-01)."""

TOWARDS: Final = 0.7
"""A gem that a Transmutation still open can use."""

GEM: Final = 0.5
"""Any other core gem in the pool."""

CARD: Final = 0.9
INSCRIBED: Final = 1.5
DIE: Final = 4.0
WOUND: Final = -9.0
"""All wounds up to the lethal one; the first hurt little, the last ones most."""

DEAD: Final = -14.0

MARCH: Final = -1.6
"""Each step that a carrier of Bloodstones still has to the Omega Stone in the war, which is worth 25."""

PLACE: Final = 0.12
"""How much of `arena.worth` the tile under the miniature is worth."""

SCALE: Final = 14.0

_CORE: Final = ("aria", "egis", "pyre")


def evaluate(view: Mapping[str, Json], seat: str) -> float:
    """The own mat and place, less the best rival's mat; 0 is even."""
    seats = view["seats"]
    own = _mat(seats[seat]) + _place(view, seat)
    return own - max((_mat(facts) for rival, facts in seats.items() if rival != seat), default=0.0)


def _mat(facts: Mapping[str, Any]) -> float:
    value = STONE * facts["bloodstones"] + LEVEL * facts["level"] + DIE * facts["die"]
    if facts["form"] == "king":
        value += NEVER_KILLED
    if facts["tile"] is None:
        return float(value + DEAD)
    value += (COMPLETED + POWER) * facts["completed"] + CARD * facts["hand_size"]
    value += WOUND * (facts["wounds"] / facts["lethal"]) ** 2
    if facts["inscription"] is not None:
        value += INSCRIBED
    return float(value + _gems(facts))


def _gems(facts: Mapping[str, Any]) -> float:
    """Gems in the pools: most where they complete something."""
    pool, done = facts["pool"], facts["transmuted"]
    value = YLEM * facts["ylem"]
    if "ylem" not in done:
        value += TOWARDS * min(SET, facts["ylem"])
    if facts["form"] == "king":
        return float(value + sum(_towards(pool[kind], SET if kind not in done else 0) for kind in _CORE))
    return float(value + sum(_towards(pool[kind], 1) for kind in _CORE))


def _towards(count: int, wanted: int) -> float:
    return GEM * count + TOWARDS * min(count, wanted)


def _place(view: Mapping[str, Json], seat: str) -> float:
    seen = sight(view, seat)
    if seen.tile is None:
        return 0.0
    if seen.war and seen.carries:
        return MARCH * seen.distance(seen.omega) + PLACE * harm(seen, seen.tile)
    return PLACE * worth(seen, seen.tile)
