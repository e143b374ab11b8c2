"""Evaluates Chimera Hunt for searching bots: life and souls against the time gone, and what the turn can still do.

One life of the Chimera is 10, as in `weights`.
"""

from __future__ import annotations

from typing import Final

from immolation.bots.evaluation import DECIDED, Evaluation, Policy
from immolation.bots.levels import SearchLevel
from immolation.games import State
from immolation.games.chimera_hunt.frames import Acting
from immolation.games.chimera_hunt.hunters import blows, deeds
from immolation.games.chimera_hunt.moving import waiting
from immolation.games.chimera_hunt.table import HuntTable, full_life

from . import greedy
from .weights import BLEED, GEMS, HURT, LIFE, SECOND, Glance

SOUL: Final = 22.0
LINE: Final = 3.0
RAIN: Final = 2.5
RAGE: Final = 0.5
PHASE: Final = 30.0
IN_PLAY: Final = 4.0
VERMIN: Final = 3.0
WEB: Final = 2.0
STUN: Final = 1.0
HOLD: Final = 0.3
"""Share of `Glance.place` that counts: a place lasts only until somebody moves."""

SCALE: Final = 80.0
"""The advantage that wins three hunts of four."""

LENGTH: Final = 11.0
"""Rounds of an even hunt."""


def evaluate(state: State, seat: str) -> float:
    """Weigh how the hunt, or this night of a campaign, stands for all hunters; 0 is even."""
    assert isinstance(state, HuntTable)
    if state.ended:  # a night of a campaign
        return DECIDED * SCALE * (1 if getattr(state.stack[0], "rule", "") == "HUNT-WIN-01" else -1)
    return sum(_parts(state, seat).values())


def features(state: State, seat: str) -> dict[str, float]:
    """Return the parts that `evaluate` adds up, by name."""
    assert isinstance(state, HuntTable)
    return {} if state.ended else _parts(state, seat)


def _parts(state: HuntTable, seat: str) -> dict[str, float]:
    hunt, number = state.hunt, len(state.hunt.hunters)
    gone = min(1.0, (hunt.round - len(waiting(state)) / number) / LENGTH)
    gems = wounds = 0.0
    for hunter in hunt.hunters:
        gems += sum(GEMS[gem] for gem in hunter.gems) - SECOND * (len({*hunter.gems}) < len(hunter.gems))
        wounds -= HURT[hunter.wounds] + WEB * hunter.webbed + BLEED / 2 * hunter.bleeding + STUN * hunter.stunned
    glance, top = Glance(state), state.stack[-1]
    deed = 0.0
    if isinstance(top, Acting):
        hits = blows(state, top.hunter, glance.awake)
        after = deeds(state, Acting(top.hunter, free=False), seat, hits)
        deed = max(glance.deed(top.hunter, each, hits) for each in after)
    return {
        "life": LIFE * (full_life(state.pack, hunt) * (1 - gone) - hunt.life) - PHASE * (hunt.phase - 1 - 2 * gone),
        "souls": SOUL * (hunt.souls - state.level.souls[number - 2] * (1 - gone)),
        "walls": -LINE * sum(hunt.walls) + sum(glance.holds(tile) for tile in {*hunt.bloodstones}),
        "rain": -RAIN * hunt.rains - RAGE * hunt.rage,
        "aspects": -IN_PLAY * len(state.driven()) - VERMIN * (len(hunt.walkers) + len(hunt.seeds)),
        "gems": gems,
        "wounds": wounds,
        "threat": -glance.threat(),
        "places": HOLD * sum(glance.place(each) for each, _, _ in state.standing()),
        "deed": deed,
    }


WORDS: Final = {
    "life": ("takes the Chimera's life", "leaves the Chimera its life"),
    "souls": ("saves souls", "costs souls"),
    "walls": ("holds the walls back", "lets the walls come"),
    "rain": ("holds the Red Rain off", "brings the Red Rain nearer"),
    "aspects": ("beats what is in play", "leaves more in play"),
    "gems": ("brings gems", "spends gems"),
    "wounds": ("heals or keeps from wounds", "costs wounds"),
    "threat": ("turns the coming attack away", "invites the coming attack"),
    "places": ("stands better", "stands worse"),
    "deed": ("makes a good deed possible", "leaves no good deed"),
}

EVALUATION: Final = Evaluation(
    evaluate,
    SCALE,
    policy=Policy(greedy.act_by_habit, greedy.rested, worth_following=greedy.best_moves),
    features=features,
    words=WORDS,
    levels={"search:medium": SearchLevel(1, 200, 0.8), "search:hard": SearchLevel(2, 800, 3.2)},
)
