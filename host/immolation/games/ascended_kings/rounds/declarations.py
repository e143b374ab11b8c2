"""Lists what people may declare on the arena track because only they can see it, with its fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...contract import Declaration, Field
from ..facts.arena import seat_id
from ..facts.situation import ArenaSituation, Situation
from ..frames import Acting, BreakingTie, Frame, Scoring, Surviving
from . import tally


def declarations(s: ArenaSituation, seat: str) -> list[Declaration]:
    """Return what ``seat`` may declare now, each with its fields."""
    own = s.seat(seat)
    if own is None or s.result is not None:
        return []
    top = s.stack[-1]
    asked = ASKED.get(type(top))
    return (asked(s, own, top) if asked is not None else []) + tally.declarations(s, own)


def _surviving(s: ArenaSituation, own: int, frame: Surviving) -> list[Declaration]:
    if seat_id(own) not in frame.wounds:
        return []
    count = Field("wounds", "number", "Dire gems on your mat now.", low=0, high=s.lethal(own) - 1)
    return [Declaration("survive", "I live, with these wounds", (count,), "AK-WOUND-02")]


def hand_shown(s: Situation, own: int, frame: BreakingTie) -> list[Declaration]:
    """A hand in a tie, by what its cards count."""
    return [CARDS] if seat_id(own) in frame.seats and own not in s.shown else []


def _of_cards(s: ArenaSituation, own: int) -> list[Declaration]:
    living = tuple(seat_id(seat) for seat in s.arena.living())
    others = tuple(seat for seat in living if seat != seat_id(own))
    tile = Field("tile", "tile", "Where to.", low=0, high=99)
    who = Field("who", "seat", "Whom.", others)
    anybody = Field("who", "seat", "Whom.", living)
    count = Field("tiles", "number", "How many tiles.", low=1, high=9)
    means = Field("means", "choice", "What killed; curse is Lancea of Aeterna or Revenant Curse.", _MEANS)
    found = [
        Declaration("displace", "A card moved a miniature", (anybody, tile), "AK-MOVE-12"),
        Declaration("place-dire", "Dire Transfer to a tile", (tile,), "AK-INDEX-07"),
    ]
    if others:
        found += [
            Declaration("kill", "My attack or card killed", (who, means), "AK-KILL-01"),
            Declaration("swap", "Sun & Sky: change places", (who,), "AK-INDEX-10"),
            Declaration("push", "Separation: push away", (who, count), "AK-INDEX-15"),
            Declaration("pull", "Conjunction: pull nearer", (who, count), "AK-INDEX-12"),
        ]
    return found


_MEANS: Final = ("attack", "ability", "curse")

_SCORE: Final = Declaration(
    "score",
    "My score sheet",
    (
        Field("transmutations", "number", "Completed Transmutations, a Prismatic Inscription included.", low=0, high=5),
        Field("ylem", "number", "Ylem in the Ylem Pool.", low=0, high=5),
        Field("level", "number", "Your level.", low=1, high=3),
    ),
    "AK-SCORE-01",
)

CARDS: Final = Declaration(
    "cards",
    "My hand",
    (
        Field("level3", "number", "Cards of Power Level 3.", low=0, high=30),
        Field("level2", "number", "Cards of Power Level 2.", low=0, high=30),
        Field("level1", "number", "Cards of Power Level 1.", low=0, high=30),
        Field("lancea", "number", "Lancea of Aeterna.", low=0, high=1),
        Field("curse", "number", "Revenant Curse.", low=0, high=1),
        Field("other", "number", "Any other card.", low=0, high=30),
    ),
    "AK-SCORE-03",
)

ASKED: Final[dict[type[Frame], Callable[[ArenaSituation, int, Any], list[Declaration]]]] = {
    Acting: lambda s, own, frame: _of_cards(s, own) if own == s.turn and s.alive(own) else [],
    Surviving: _surviving,
    Scoring: lambda s, own, frame: [_SCORE] if own not in s.sheets else [],
    BreakingTie: hand_shown,
}
"""Decision point -> what a seat may declare at it."""
