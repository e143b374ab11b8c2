"""Evaluates Chimera Hunt for searching bots: life and souls against the time gone, and what the turn can still do.

In tenths of the Chimera's life, like `weights`.
"""

from __future__ import annotations

from typing import Final

from immolation.bots.evaluation import DECIDED, Evaluation, Policy
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
"""Of what a place is worth by `Glance.place`: it holds until somebody moves."""

SCALE: Final = 80.0
"""The advantage that wins three hunts of four."""

LENGTH: Final = 11.0
"""Rounds of an even hunt."""


def evaluate(state: State, seat: str) -> float:
    """Weigh how the hunt, or this night of a campaign, stands for all hunters; 0 is even."""
    assert isinstance(state, HuntTable)
    hunt, number = state.hunt, len(state.hunt.hunters)
    if state.ended:  # a night of a campaign
        return DECIDED * SCALE * (1 if getattr(state.stack[0], "rule", "") == "HUNT-WIN-01" else -1)
    gone = min(1.0, (hunt.round - len(waiting(state)) / number) / LENGTH)
    souls = state.level.souls[number - 2]
    value = LIFE * (full_life(state.pack, hunt) * (1 - gone) - hunt.life) + SOUL * (hunt.souls - souls * (1 - gone))
    value -= LINE * sum(hunt.walls) + RAIN * hunt.rains + RAGE * hunt.rage + PHASE * (hunt.phase - 1 - 2 * gone)
    value -= IN_PLAY * len(state.driven()) + VERMIN * (len(hunt.walkers) + len(hunt.seeds))
    for hunter in hunt.hunters:
        value += sum(GEMS[gem] for gem in hunter.gems) - SECOND * (len({*hunter.gems}) < len(hunter.gems))
        value -= HURT[hunter.wounds] + WEB * hunter.webbed + BLEED / 2 * hunter.bleeding + STUN * hunter.stunned
    glance = Glance(state)
    value += sum(glance.holds(tile) for tile in {*hunt.bloodstones})
    value -= glance.threat()
    value += HOLD * sum(glance.place(each) for each, _, _ in state.standing())
    top = state.stack[-1]
    if isinstance(top, Acting):
        hits = blows(state, top.hunter)
        value += max(glance.deed(top.hunter, deed, hits) for deed in deeds(state, Acting(top.hunter, free=False), seat))
    return value


EVALUATION: Final = Evaluation(
    evaluate, SCALE, policy=Policy(greedy.act_by_habit, greedy.rested, evaluate, greedy.best_moves)
)
