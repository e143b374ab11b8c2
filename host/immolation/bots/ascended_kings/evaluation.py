"""Evaluation of Ascended Kings for a seat; here the weights of the arena track, over what its view shows.

`evaluation_full` has those of the full track. On the arena track nobody's gems are tracked, so whatever the host allows
is taken to be affordable; the bot `arena` restrains itself instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from immolation.bots.evaluation import Evaluation
from immolation.bots.levels import SearchLevel
from immolation.games import State
from immolation.games.ascended_kings import actions as act
from immolation.games.ascended_kings.full.state import FullState
from immolation.games.contract import Json

from . import evaluation_full
from .arena_weights import danger, worth
from .evaluation_full import EXPERT, NOVICE, SKILLED, Hunting
from .features import read_features

STONE: Final = 30.0
"""A Bloodstone on the mat: 6 points at the end, and a place in the Omega War."""

OMEGA: Final = -4.0
"""Each step that a carrier of Bloodstones still has to the Omega Stone, in the war."""

LEVEL: Final = 4.0
DIE: Final = 6.0
WOUND: Final = -4.0
DEAD: Final = -25.0
POINT: Final = 3.0
"""A point on a declared score sheet."""

HELD: Final = 0.35
"""Share of `arena_weights.worth` that counts for the tile under the miniature."""


def evaluate(state: State, seat: str, *, hunting: Hunting) -> float:
    """The own mat and place, less the best rival's; 0 is even. Whole scales apart on both tracks.

    ``hunting``: what kills are worth on the full track.
    """
    if isinstance(state, FullState):
        return evaluation_full.evaluate(state, seat, hunting) * SCALE / evaluation_full.SCALE
    return arena_value(state.view(seat), seat)


def arena_value(view: Mapping[str, Json], seat: str) -> float:
    """Weigh how well ``seat`` stands on the arena track."""
    seats = view["seats"]
    own = _mat(view, seat) + _place(view, seat)
    return own - max((_mat(view, rival) for rival in seats if rival != seat), default=0.0)


def _mat(view: Mapping[str, Json], seat: str) -> float:
    facts = view["seats"][seat]
    sheet = view["sheets"].get(seat)
    value: float = STONE * facts["bloodstones"] + DIE * facts["die"] + LEVEL * facts["level"] + WOUND * facts["wounds"]
    if facts["tile"] is None:
        value += DEAD
    if sheet is not None:
        value += POINT * (2 * sheet["transmutations"] + sheet["ylem"])
    return value


def _place(view: Mapping[str, Json], seat: str) -> float:
    seen = read_features(view, seat)
    if seen.tile is None:
        return 0.0
    if seen.war and seen.carries:
        return OMEGA * seen.distance(seen.omega) + HELD * danger(seen, seen.tile)
    return HELD * worth(seen, seen.tile)


SCALE: Final = 30.0


def features(state: State, seat: str, *, hunting: Hunting) -> dict[str, float]:
    """Return the parts that `evaluate` adds up, by name, on either track."""
    if isinstance(state, FullState):
        found = evaluation_full.features(state, seat, hunting)
        return {name: worth * SCALE / evaluation_full.SCALE for name, worth in found.items()}
    view = state.view(seat)
    own, whole = view["seats"][seat], _mat(view, seat)
    stones, wounds, die = STONE * own["bloodstones"], WOUND * own["wounds"], DIE * own["die"]
    fallen = DEAD * (own["tile"] is None)
    seen = read_features(view, seat)
    fire = HELD * danger(seen, seen.tile) if seen.tile is not None else 0.0
    return {
        "stones": stones,
        "wounds": wounds + fallen,
        "die": die,
        "mat": whole - stones - wounds - die - fallen,
        "fire": fire,
        "place": _place(view, seat) - fire,
        "rival": -max((_mat(view, rival) for rival in view["seats"] if rival != seat), default=0.0),
    }


WORDS: Final = {
    "stones": ("takes a Bloodstone", "gives a Bloodstone up"),
    "wounds": ("keeps from wounds and death", "costs wounds"),
    "die": ("takes the die", "leaves the die"),
    "mat": ("brings points on the mat", "costs points on the mat"),
    "gems": ("brings gems", "spends gems"),
    "cards": ("keeps cards", "spends cards"),
    "fire": ("keeps out of the fire's way", "stands in the fire's way"),
    "place": ("stands nearer to what is worth having", "stands further from what is worth having"),
    "rival": ("sets the best rival back", "lets the best rival grow"),
    "threat": ("threatens more than it is threatened", "can be killed more easily"),
}

LEVELS: Final = {
    "search:easy": SearchLevel(0, 60, 0.04, worlds=1),
    "search:medium": SearchLevel(1, 80, 0.2, worlds=1),
    "search:hard": SearchLevel(1, 600, 3.2),
}
"""On the full track easy looks one action ahead in one world, medium plans the own turn in one, hard in several; with
three and four seats they also differ in whom they hunt. On the arena track the levels differ by their weights instead
(`arena_bot.LEVEL_WEIGHTS`).
"""


def _weighing(hunting: Hunting) -> Evaluation:
    """Return the evaluation of seats that hunt so."""
    return Evaluation(
        partial(evaluate, hunting=hunting),
        SCALE,
        plans=7,
        features=partial(features, hunting=hunting),
        words=WORDS,
        undoing=(act.Untransmute, act.Uninscribe),
    )


EVALUATION: Final = replace(
    _weighing(NOVICE),
    levels=LEVELS,
    by_level={"search:medium": _weighing(SKILLED), "search:hard": _weighing(EXPERT)},
)
