"""Loads a ruleset's evaluation and turns it into a lead.

To teach the bots a ruleset, write an `Evaluation`. A package that brings its ruleset along names it by an entry point
(`plugins.EVALUATIONS`); those of our own are ``EVALUATION`` in ``bots/<ruleset>/evaluation.py``, named in `_MODULES`.
Then ``greedy`` plays the ruleset, and ``search`` evaluates imagined games before they have ended. Its `Policy` says how
imagined games go on until then. An evaluation is

- readable: a sum of named weights over facts that lie open, so that somebody who knows the rulebook can argue with it;
- relative: what a rival gains, the seat loses; 0 is an even game;
- smooth: a step towards something worth having must already be worth a little, for ``greedy`` looks one action ahead;
- given imagined states alone, so it may read all of a state without cheating.

Where the usual levels do not play better one after the other, its ``levels`` replace them, and ``by_level`` gives some
of them an evaluation of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from math import copysign, inf, isnan
from random import Random
from typing import Final

import msgspec

from immolation.games import Action, BadConfig, BadData, Decision, State, plugins

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
"""Lead, in scales, of a game that is won."""


def _every(state: State, actions: Sequence[Action]) -> Sequence[Action]:
    return actions


class Policy(msgspec.Struct, frozen=True):
    """The rules by which imagined games go on without a search, and when they are evaluated."""

    act: Callable[[State, str, Decision, Random], Action]
    """(state, seat, decision, rng) -> what the seat does; legal."""

    rested: Callable[[State, State, int], bool] | None = None
    """(world, state, depth) -> whether a rollout from ``world`` has gone on for ``depth`` rounds and may be evaluated
    in ``state``. None: the policy plays, but no rollouts are made with it."""

    evaluate: Callable[[State, str], float] | None = None
    """(state, seat) -> how well ``seat`` stands at such a moment. None: what `Evaluation.evaluate` says."""

    worth_following: Callable[[State, Sequence[Action]], Sequence[Action]] = _every
    """(world, actions) -> those that are followed, all where it names none; where they are fewer, the best first."""

    judge: Callable[[State, Sequence[Action]], Mapping[Action, float]] | None = None
    """(world, actions) -> the value of each action looked at alone. The `breadth` best are followed; it also decides
    between equals."""


class Evaluation(msgspec.Struct, frozen=True):
    """Weighs how well a seat of a ruleset stands, and tells searching bots how to use that."""

    evaluate: Callable[[State, str], float]
    """(state, seat) -> how well ``seat`` stands, in units of the ruleset's own; 0 is even, above is better."""

    scale: float
    """The advantage, in those units, that wins three games of four."""

    policy: Policy | None = None
    """The rollout policy by which ``search`` goes on from each action."""

    plans: int = 0
    """Actions beyond the first that ``search`` plans ahead in its own turn, where there is no policy. With neither it
    values each action as ``greedy`` does, in more imagined states."""

    playing: Callable[[State], Collection[str]] | None = None
    """(state) -> the seats that still act. Where it is given, ``search`` follows actions by everybody's answers, which
    needs a game where nothing is hidden, no dice fall, and each seat acts once in its turn."""

    looks_on: bool = True
    """Whether, in a choice of at most `follow.FEW` actions, one that keeps the turn is valued by the best action after
    it. False where `evaluate` counts that already."""

    features: Callable[[State, str], Mapping[str, float]] | None = None
    """(state, seat) -> what `evaluate` adds up while the game goes on, by name; for explanations (`reasons`)."""

    words: Mapping[str, tuple[str, str]] = {}
    """Name of a feature -> what an action does that makes it better, and worse: ``takes a stone``. A feature without
    words is never told."""

    levels: Mapping[str, SearchLevel] = {}
    """The ruleset's own levels, by the names in `LEVELS`; those that are not named here are as they are there."""

    by_level: Mapping[str, Evaluation] = {}
    """Level by the same names -> the evaluation it uses instead of this one, because it knows less or more."""

    stops_at: frozenset[str] = frozenset()
    """Kinds of decision, and rules of dice, at which an imagined game stops and is evaluated as it stands, because
    `evaluate` counts what follows on average."""

    undoing: tuple[type[Action], ...] = ()
    """Actions that only take back what the seat did before. Bots leave them out: each choice imagines other worlds, so
    they would do and undo the same thing for ever."""


@cache
def evaluation(ruleset: str, bot: str = "") -> Evaluation | None:
    """Return the evaluation that a ruleset's ``bot`` uses: the ruleset's own unless its level has another; None where
    there is none. Raises BadData where one that a package brings along is broken.
    """
    module = _MODULES.get(ruleset)
    if module is None:
        found = plugins.load(plugins.EVALUATIONS, ruleset, Evaluation)
    else:
        found = import_module(f"{__package__}.{module}.evaluation").EVALUATION
    if found is None:
        return None
    assert isinstance(found, Evaluation), f"{module}.evaluation.EVALUATION"
    for flaw in _flaws(found):
        raise BadData(f"{ruleset}: its evaluation {flaw}.")
    return found.by_level.get(bot, found)


def _flaws(weighed: Evaluation) -> Iterator[str]:
    """Yield what bots could not play by, or say: ``has a scale of 0, which must be above 0``."""
    for name in (*weighed.levels, *weighed.by_level):
        if name not in LEVELS:
            yield f"has no level '{name}' to name; there are {', '.join(LEVELS)}"
    if not (isinstance(weighed.scale, (int, float)) and 0 < weighed.scale < inf):
        yield f"has a scale of {weighed.scale}; it must be a number above 0"
    for name, each in weighed.levels.items():
        if not isinstance(each, SearchLevel):
            yield f"says for level '{name}' what is no SearchLevel"
    for name, words in weighed.words.items():
        if not (isinstance(words, tuple) and len(words) == 2 and all(isinstance(said, str) and said for said in words)):
            yield f"has words for '{name}' that are not two: what makes it better, and what makes it worse"
    for name, other in weighed.by_level.items():
        if isinstance(other, Evaluation):
            yield from _flaws(other)
        else:
            yield f"says for level '{name}' what is no Evaluation"


def level(ruleset: str, name: str) -> SearchLevel:
    """Return a ruleset's level by its name in `LEVELS` or a short one. Raises BadConfig naming the levels there are."""
    weighed = evaluation(ruleset)
    levels = {**LEVELS, **(weighed.levels if weighed else {})}
    found = levels.get(full_name(name))
    if found is None:
        raise BadConfig(f"There is no level '{name}'; there are {', '.join(levels)}.")
    return found


def share(state: State, seat: str) -> float | None:
    """Return what ``seat`` has of a finished game: 1 for a win, alone or with its allies, its part of a draw of rivals,
    0; None while the game goes on.
    """
    result = state.outcome()
    if result is None:
        return None
    if seat not in result.winners:
        return 0.0
    return 1 / len({state.allies(winner) for winner in result.winners})


def lead(state: State, seat: str, weighed: Evaluation, evaluate: Callable[[State, str], float] | None = None) -> float:
    """Return how well ``seat`` stands in the ruleset's units.

    A finished game outweighs everything: beyond half of what it counts an evaluation grows ever slower towards that.
    Raises BadData for what is no number.
    """
    done, decided = share(state, seat), DECIDED * weighed.scale
    if done is not None:
        return decided * (2 * done - 1)
    found = (evaluate or weighed.evaluate)(state, seat)
    most = abs(found)
    if most <= decided / 2:
        return found
    if isnan(found):  # nothing is more or less than it, so that any action would seem the best
        raise BadData(f"{state.game.name}: its evaluation says NaN for {seat}, which is no number.")
    return copysign(decided * (1 - decided / (4 * most)), found)
