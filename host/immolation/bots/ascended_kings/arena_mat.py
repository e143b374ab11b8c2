"""Limits bots on the arena track to what a modest mat could pay, for the host tracks no gems there.

Bots have no mat on that track. So that none takes what no player could pay, all of them choose among what is left here:
a few steps a turn, an attack that kills now and then, a Ylem Bridge seldom, a mat of a few points at the end. A bot
keeps nothing between two choices, so whether it can still pay is drawn anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeVar

from immolation.bots.bot import Bot, Imagine
from immolation.games import Action, Decision
from immolation.games.ascended_kings import actions as act
from immolation.games.contract import Json

from .features import ArenaFeatures, read_features

STEPS: Final = range(2, 6)
"""Steps a turn that a mat allows, each number equally likely: an Active player holds a handful of Aria."""

ACTIVE: Final = 0.65
"""Share of ordinary turns in the Active State; the others gather gems in the Latent State."""

STRIKE: Final = 0.03
"""Chance that an attack on somebody beside the miniature kills, asked anew after each step."""

STRIKE_IN_WAR: Final = 0.1
"""The same in the Omega War, when everything that was saved is spent."""

BRIDGE: Final = 0.12
RECEDE: Final = 0.15
"""Chances that there is Ylem to spend."""

TRANSMUTATIONS: Final = 0, 1, 1, 2, 2, 3
YLEM: Final = range(4)
"""Count what a mat shows when Koru are scored: Transmutations done and Ylem left; each entry is equally likely."""

Chosen = TypeVar("Chosen", bound=Action)


class ArenaLimits:
    """Lets a bot choose on the arena track among what a modest mat would allow; on the full track among all."""

    def __init__(self, bot: Bot, seat: str) -> None:
        self.name = bot.name
        self._bot = bot
        self._seat = seat

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """One of ``actions``; see `Bot.choose`."""
        if view["track"] == "arena":
            actions = affordable(read_features(view, self._seat), decision, actions, rng)
        return self._bot.choose(view, decision, actions, rng, imagine)


def affordable(seen: ArenaFeatures, decision: Decision, actions: Sequence[Action], rng: Random) -> Sequence[Action]:
    """Return those of ``actions`` that a modest mat allows this time, at least one."""
    limit = _LIMITS.get(decision.kind)
    allowed = actions if limit is None else limit(seen, actions, rng)
    if not allowed and decision.default in actions:
        return [action for action in actions if action == decision.default]
    return allowed or actions


def every(actions: Sequence[Action], kind: type[Chosen], fits: Callable[[Chosen], bool] | None = None) -> list[Chosen]:
    """Return the actions of one kind, those that fit."""
    return [action for action in actions if isinstance(action, kind) and (fits is None or fits(action))]


def _state(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Sequence[Action]:
    """Latent or Active (AK-TURN-05): always Active in the war, in danger, or with something worth taking nearby."""
    urgent = (
        seen.war or (seen.own_mask & (seen.fire.fire_mask | seen.warm)) or seen.distance(seen.bloodstones) <= STEPS.stop
    )
    state = "active" if urgent or rng.random() < ACTIVE else "latent"
    return every(actions, act.ChooseState, lambda action: action.state == state)


def _turn(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Sequence[Action]:
    """The end of the turn, and what gems might be left for."""
    strike = STRIKE_IN_WAR if seen.war else STRIKE
    found: list[Action] = [*every(actions, act.EndTurn)]
    for kill in every(actions, act.Kill):
        bonus = 1 + seen.stones.get(kill.who, 0) / 2  # a carrier of Bloodstones is worth an effort
        if rng.random() < strike * bonus:
            found.append(kill)
    if seen.own_mask & (seen.fire.fire_mask | seen.warm) and rng.random() < RECEDE:
        found += every(actions, act.Pyrokinesis)
    if rng.random() < BRIDGE:
        found += every(actions, act.Bridge)
    if seen.own_mask & seen.fire.fire_mask or not _tired(seen.steps, rng):
        found += every(actions, act.Step)
    return found


def _tired(steps: int, rng: Random) -> bool:
    """Draw whether a mat that allows a number of steps from `STEPS` is out of Aria after exactly ``steps``.

    The number is kept nowhere, so this is the chance that it is used up now, as it was not before.
    """
    left = STEPS.stop - max(steps, STEPS.start)
    return steps >= STEPS.start and (left <= 1 or rng.random() < 1 / left)


def _score(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Sequence[Action]:
    """A Transmutation or two, a little Ylem."""
    done, ylem = rng.choice(TRANSMUTATIONS), rng.choice(YLEM)
    sheets = every(actions, act.Score)
    return [sheet for sheet in sheets if (sheet.transmutations, sheet.ylem) == (done, ylem)] or sheets[:1]


def _cards(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Sequence[Action]:
    """A hand without Lancea of Aeterna or Revenant Curse."""
    plain = every(actions, act.Cards, lambda hand: not hand.lancea and not hand.curse)
    return [rng.choice(plain)] if plain else []


_LIMITS: Final[Mapping[str, Callable[[ArenaFeatures, Sequence[Action], Random], Sequence[Action]]]] = {
    "choose-state": _state,
    "active": _turn,
    "score": _score,
    "tie-break": _cards,
}
"""Kind of decision -> what its choice is limited to."""
