"""Loads a ruleset's evaluation and turns it into a lead or a chance of winning.

To teach the bots a ruleset, add a module ``bots/<ruleset>/evaluation.py`` with an `Evaluation` called ``EVALUATION``
and its name to `_MODULES`; ``greedy`` then plays the ruleset and ``search`` stops its playouts early. An evaluation is

- readable: a sum of named weights over facts that lie open, so that somebody who knows the rulebook can argue with it;
- relative: what a rival gains, the seat loses; 0 is an even game;
- smooth: the way to something worth having must already be worth a little, for ``greedy`` looks one action ahead;
- fair by itself: bots have none but imagined states, and from those it gets; `of_view` shows it the seat's view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Final

import msgspec

from immolation.games import State
from immolation.games.contract import Json

_MODULES: Final[dict[str, str]] = {
    "ascended-kings": "ascended_kings",
    "chimera-con": "chimera_con",
    "chimera-hunt": "chimera_hunt",
    "kimera": "kimera",
    "red-rains": "red_rains",
}
"""Ruleset -> the folder of this package whose ``evaluation.py`` has its ``EVALUATION``."""


DECIDED: Final = 30.0
"""Scales ahead that a game which is won stands for, where no chance of winning is asked."""


class Evaluation(msgspec.Struct, frozen=True):
    """How a ruleset's situations are weighed."""

    evaluate: Callable[[State, str], float]
    """(state, seat) -> how well ``seat`` stands, in units of the ruleset's own; 0 is even, above is better."""

    scale: float
    """The advantage, in those units, that wins three games of four."""

    horizon: int = 0
    """Random actions that ``search`` plays beyond its tree before it evaluates; 0 where chance says nothing new."""

    plans: int = 0
    """Actions beyond the first that ``search`` plans ahead in its own turn; 0 where a turn is one action."""

    onward: bool = True
    """Whether ``greedy`` judges each of a few ways to go by where it leads next; needless where `evaluate` counts what
    is still to come, and then misleading. ``search`` then weighs actions likewise, in more imagined states."""

    weighed: frozenset[str] = frozenset()
    """What ``greedy`` weighs as it stands: kinds of decision that others would let pass by their default, and ids of
    the rules by which dice are rolled, where `evaluate` knows what they bring on average."""


def of_view(weigh: Callable[[Mapping[str, Json], str], float]) -> Callable[[State, str], float]:
    """An evaluation by what the seat's view shows; where making views takes most of a search, read the state."""

    def evaluate(state: State, seat: str) -> float:
        return weigh(state.view(seat), seat)

    return evaluate


@cache
def evaluation(ruleset: str) -> Evaluation | None:
    """The evaluation of a ruleset, or None where nobody wrote one."""
    module = _MODULES.get(ruleset)
    if module is None:
        return None
    found = import_module(f"{__package__}.{module}.evaluation").EVALUATION
    assert isinstance(found, Evaluation), f"{module}.evaluation.EVALUATION"
    return found


def share(state: State, seat: str) -> float | None:
    """What ``seat`` has of a finished game: 1 for a win, its part of a draw, 0; None while the game goes on."""
    result = state.outcome()
    if result is None:
        return None
    return result.winners.count(seat) / len(result.winners) if result.winners else 0.0


def lead(state: State, seat: str, weighed: Evaluation) -> float:
    """How well ``seat`` stands in the ruleset's units; a finished game outweighs everything."""
    done = share(state, seat)
    if done is not None:
        return DECIDED * weighed.scale * (2 * done - 1)
    return weighed.evaluate(state, seat)


def win_chance(state: State, seat: str, weighed: Evaluation | None) -> float:
    """The chance of winning, 0 to 1, that ``seat`` seems to have; its even share where nobody can tell."""
    done = share(state, seat)
    if done is not None:
        return done
    if weighed is None:
        return 1 / max(2, len(state.seats))
    ahead = weighed.evaluate(state, seat) / weighed.scale
    return 0.5 + 0.5 * ahead / (1 + abs(ahead))  # never so flat that who is far ahead stops caring for the win itself
