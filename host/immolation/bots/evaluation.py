"""Loads a ruleset's evaluation and turns it into a lead.

To teach the bots a ruleset, add a module ``bots/<ruleset>/evaluation.py`` with an `Evaluation` called ``EVALUATION``
and its name to `_MODULES`; ``greedy`` then plays the ruleset, and ``search`` weighs imagined games that it breaks
off. A `Policy` beside it says how those go on meanwhile. An evaluation is

- readable: a sum of named weights over facts that lie open, so that somebody who knows the rulebook can argue with it;
- relative: what a rival gains, the seat loses; 0 is an even game;
- smooth: the way to something worth having must already be worth a little, for ``greedy`` looks one action ahead;
- fair by itself: bots have none but imagined states, and from those it gets.

Where the usual levels are no ladder, its ``levels`` say others, `SearchLevel` by name, and ``by_level`` what some of
them weigh by instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Final

import msgspec

from immolation.games import Action, BadConfig, Decision, State

from .levels import LEVELS, SearchLevel, full_name

_MODULES: Final[dict[str, str]] = {
    "ascended-kings": "ascended_kings",
    "chimera-con": "chimera_con",
    "chimera-hunt": "chimera_hunt",
    "cinders": "cinders",
    "kimera": "kimera",
    "red-rains": "red_rains",
}
"""Ruleset -> the folder of this package whose ``evaluation.py`` has its ``EVALUATION``."""


DECIDED: Final = 30.0
"""Scales ahead that a game which is won stands for, where no chance of winning is asked."""


def _every(state: State, actions: Sequence[Action]) -> Sequence[Action]:
    return actions


class Policy(msgspec.Struct, frozen=True):
    """How imagined games go on without a search, and when they are evaluated."""

    act: Callable[[State, str, Decision, Random], Action]
    """(state, seat, decision, rng) -> what the seat does; legal."""

    rested: Callable[[State, State, int], bool] | None = None
    """(world, state, depth) -> whether a rollout from ``world`` has gone on for ``depth`` rounds and may be evaluated
    in ``state``. None: the policy plays, but no rollouts are made with it."""

    evaluate: Callable[[State, str], float] | None = None
    """(state, seat) -> how well ``seat`` stands at such a moment, where `Evaluation.evaluate` does not say it."""

    worth_following: Callable[[State, Sequence[Action]], Sequence[Action]] = _every
    """(world, actions) -> those that are followed; where they are fewer, the best first."""

    judge: Callable[[State, Sequence[Action]], Mapping[Action, float]] | None = None
    """(world, actions) -> the value of each action looked at alone. The `breadth` best are followed; it also decides
    between equals."""


class Evaluation(msgspec.Struct, frozen=True):
    """The weighing of a ruleset's situations."""

    evaluate: Callable[[State, str], float]
    """(state, seat) -> how well ``seat`` stands, in units of the ruleset's own; 0 is even, above is better."""

    scale: float
    """The advantage, in those units, that wins three games of four."""

    policy: Policy | None = None
    """The rollout policy by which ``search`` goes on from each action."""

    plans: int = 0
    """Actions beyond the first that ``search`` plans ahead in its own turn, where no policy goes on from them. With
    neither it weighs each action as ``greedy`` does, in more imagined states."""

    playing: Callable[[State], Collection[str]] | None = None
    """(state) -> the seats that still act. Where it is given, ``search`` follows an action through everybody's answers,
    which takes that nothing is hidden, no dice fall, and each seat acts once in its turn."""

    looks_on: bool = True
    """Whether, in a choice of at most `follow.FEW` actions, one that keeps the turn is valued by the best action after
    it. False where `evaluate` counts that already."""

    features: Callable[[State, str], Mapping[str, float]] | None = None
    """(state, seat) -> what `evaluate` adds up while the game goes on, by name; asked for where somebody reads it."""

    words: Mapping[str, tuple[str, str]] = {}
    """Name of a feature -> what an action does that makes it better, and worse: ``takes a stone``."""

    levels: Mapping[str, SearchLevel] = {}
    """The ruleset's own levels, by the names in `LEVELS`; what is not named here is as it is there."""

    by_level: Mapping[str, Evaluation] = {}
    """Level by the same names -> the evaluation it weighs by instead of this one, because it knows less or more."""

    stops_at: frozenset[str] = frozenset()
    """Kinds of decision, and rules of dice, at which an imagined game stops and is evaluated as it stands, because
    `evaluate` counts what follows on average."""

    undoing: tuple[type[Action], ...] = ()
    """Actions that only take back what the seat did before. Bots leave them out: each choice imagines other worlds, so
    they would do and undo the same thing for ever."""


@cache
def evaluation(ruleset: str, bot: str = "") -> Evaluation | None:
    """Return the evaluation that a ruleset's ``bot`` weighs by, the ruleset's own unless its level has another; None
    where nobody wrote one.
    """
    module = _MODULES.get(ruleset)
    if module is None:
        return None
    found = import_module(f"{__package__}.{module}.evaluation").EVALUATION
    assert isinstance(found, Evaluation), f"{module}.evaluation.EVALUATION"
    assert found.levels.keys() | found.by_level.keys() <= LEVELS.keys(), f"{module}.evaluation.EVALUATION"
    return found.by_level.get(bot, found)


def level(ruleset: str, name: str) -> SearchLevel:
    """The level of a ruleset by its name in `LEVELS` or a short one. Raises BadConfig naming the levels there are."""
    weighed = evaluation(ruleset)
    levels = {**LEVELS, **(weighed.levels if weighed else {})}
    found = levels.get(full_name(name))
    if found is None:
        raise BadConfig(f"There is no level '{name}'; there are {', '.join(levels)}.")
    return found


def share(state: State, seat: str) -> float | None:
    """Return what ``seat`` has of a finished game: 1 for a win, its part of a draw, 0; None while the game goes on."""
    result = state.outcome()
    if result is None:
        return None
    return result.winners.count(seat) / len(result.winners) if result.winners else 0.0


def lead(state: State, seat: str, weighed: Evaluation, evaluate: Callable[[State, str], float] | None = None) -> float:
    """Weigh how well ``seat`` stands in the ruleset's units; a finished game outweighs everything."""
    done = share(state, seat)
    if done is not None:
        return DECIDED * weighed.scale * (2 * done - 1)
    return (evaluate or weighed.evaluate)(state, seat)
