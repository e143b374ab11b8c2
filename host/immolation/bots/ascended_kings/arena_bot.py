"""The bots of Ascended Kings' arena track, where nobody sees anybody's mat: ``arena``, and the levels.

They choose by weights among what a modest mat could pay (`arena_mat`). The levels differ in what they know of the board
(`arena_weights`); the hard one also learned from games which choices to prefer (`arena_network`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from immolation.bots.bot import Bot, Imagine, assumed
from immolation.games import Action, Decision, Game
from immolation.games.ascended_kings import actions as act
from immolation.games.contract import Json

from .arena_mat import affordable, every
from .arena_network import Choice, Network, Outlook, learned
from .arena_weights import ARENA, HALFWAY, HUNTER, NEAR, ArenaWeights, worth
from .features import ArenaFeatures, read_features

STROLL: Final = 0.6
"""Chance to take a first step although no tile is better: nobody stands still for a whole game."""

IDLE: Final = 6.0
"""The most that such a first step may be worse than staying."""

LEVEL_WEIGHTS: Final[Mapping[str, ArenaWeights]] = {
    "search:easy": NEAR,
    "search:medium": HALFWAY,
    "search:hard": HUNTER,
}
"""Level -> its weights on the arena track."""


class ArenaBot:
    """Walks to Ylem and Bloodstones, keeps out of the fire, and marches on the Omega Stone in the war.

    On the full track it does what each decision assumes.
    """

    def __init__(
        self, game: Game, seat: str, name: str = "arena", weights: ArenaWeights = ARENA, network: Network | None = None
    ) -> None:
        """``network``: what it learned from games, if anything."""
        self.game = game
        self.seat = seat
        self.name = name
        self.weights = weights
        self._network = network

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """One of ``actions``; see `Bot.choose`. It looks at the board, not ahead."""
        if view["track"] != "arena":
            return assumed(decision, actions, rng)
        if len(actions) == 1:
            return actions[0]
        answer = _ANSWERS.get(decision.kind)
        if answer is not None:
            seen = read_features(view, self.seat)
            allowed = affordable(seen, decision, actions, rng)
            chosen = answer(seen, allowed, rng, self.weights)
            if chosen is not None:
                return self._preferred(view, seen, allowed, chosen)
        return decision.default if decision.default is not None else rng.choice(actions)

    def _preferred(
        self, view: Mapping[str, Json], seen: ArenaFeatures, allowed: Sequence[Action], weighed: Action
    ) -> Action:
        """Return what the network prefers to all else, knowing that the weights would take ``weighed``."""
        if self._network is None or not isinstance(weighed, Choice):
            return weighed
        choices = [action for action in allowed if isinstance(action, Choice)]
        if len(choices) == 1:  # as for the dead, who stand nowhere and can only end the turn
            return weighed
        outlook = Outlook(view, seen, self.weights)
        liked = [self._network.preference(outlook.after(choice, choice == weighed)) for choice in choices]
        return choices[liked.index(max(liked))]


class ByTrack:
    """Searches on the full track; plays as `ArenaBot` with the weights of its level on the arena track.

    On the arena track the host does not know people's mats, so imagined states would be guesses.
    """

    def __init__(self, ahead: Bot, game: Game, seat: str) -> None:
        self.name = ahead.name
        self._ahead = ahead
        network = learned() if ahead.name == "search:hard" else None
        self._arena = ArenaBot(game, seat, ahead.name, LEVEL_WEIGHTS[ahead.name], network)

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """One of ``actions``; see `Bot.choose`."""
        bot = self._arena if view["track"] == "arena" and imagine is not None else self._ahead
        return bot.choose(view, decision, actions, rng, imagine)


# --- one function for each decision ----------------------------------------------------------------------


def _turn(seen: ArenaFeatures, actions: Sequence[Action], rng: Random, weights: ArenaWeights) -> Action | None:
    """Choose what to do next in the Active State; the end of the turn where nothing is worth its gems."""
    end = _first(every(actions, act.EndTurn))
    if kills := every(actions, act.Kill):
        return max(kills, key=lambda kill: seen.stones.get(kill.who, 0))
    if away := every(actions, act.Pyrokinesis):
        return rng.choice(away)
    if seen.tile is None:
        return end
    here = worth(seen, seen.tile, weights)
    if bridges := every(actions, act.Bridge):
        far = max(bridges, key=lambda bridge: (worth(seen, bridge.tile, weights), -bridge.tile))
        if worth(seen, far.tile, weights) > here:
            return far
    steps = [(worth(seen, step.tile, weights), step) for step in every(actions, act.Step)]
    if not steps:
        return end
    best = max(value for value, _ in steps)
    if weights.harry and not (seen.war and seen.carries) and seen.in_reach(seen.tile):
        around = [(value, step) for value, step in steps if seen.in_reach(step.tile)]
        if around:
            best = max(value for value, _ in around)
            return rng.choice([step for value, step in around if value == best])
    idle = best <= here and not seen.war and not seen.steps
    stroll = idle and best > here - IDLE and rng.random() < STROLL
    return rng.choice([step for value, step in steps if value == best]) if best > here or stroll else end


def _place(seen: ArenaFeatures, actions: Sequence[Action], _: Random, weights: ArenaWeights) -> Action | None:
    """Choose where to return: the best tile by the same weights as for steps."""
    return max(
        every(actions, act.Place), key=lambda place: (worth(seen, place.tile, weights), -place.tile), default=None
    )


def _absorb(seen: ArenaFeatures, actions: Sequence[Action], _: Random, weights: ArenaWeights) -> Action | None:
    """Absorb the Ascended Die once it heals something (AK-LAST-04)."""
    return _first(every(actions, act.Absorb if seen.wounds >= 2 else act.KeepDie))


def _any(seen: ArenaFeatures, actions: Sequence[Action], rng: Random, weights: ArenaWeights) -> Action | None:
    return rng.choice(actions)


_ANSWERS: Final[dict[str, Callable[[ArenaFeatures, Sequence[Action], Random, ArenaWeights], Action | None]]] = {
    "choose-king": _any,
    "choose-state": _any,
    "active": _turn,
    "place": _place,
    "absorb": _absorb,
    "score": _any,
    "tie-break": _any,
}
"""Kind of decision -> its answer; everything else takes the default, ``survive`` above all."""


def _first(actions: Sequence[Action]) -> Action | None:
    return actions[0] if actions else None
