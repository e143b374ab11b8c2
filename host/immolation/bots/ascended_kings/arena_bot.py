"""The bot called ``arena``: plays Ascended Kings on the arena track, where nobody sees anybody's mat.

It owns taste, not rules: every action it may take is handed to it. The host tracks no gems, so the bot keeps to
what a modest mat would allow: a few steps a turn, an attack that kills now and then, a Ylem Bridge seldom.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeVar

from immolation.bots.bot import Bot, Imagine, assumed
from immolation.games import Action, Decision, Game
from immolation.games.ascended_kings import actions as act
from immolation.games.contract import Json

from .features import ArenaFeatures, read_features

STEPS: Final = range(2, 6)
"""Steps a turn that a mat allows, each equally likely: an Active player holds a handful of Aria."""

ACTIVE: Final = 0.65
"""Share of ordinary turns in the Active State; the others gather gems in the Latent State."""

STRIKE: Final = 0.03
"""Chance that an attack on somebody beside the miniature kills, asked anew after each step."""

STRIKE_IN_WAR: Final = 0.1
"""The same in the Omega War, when everything that was saved is spent."""

STROLL: Final = 0.6
"""Chance to take a first step although no tile is better: nobody stands still for a whole game."""

BRIDGE: Final = 0.12
RECEDE: Final = 0.15
"""Chances to spend Ylem where that helps."""

WORTH: Final = {
    "bloodstone": 40.0,
    "die": 20.0,
    "ylem": 12.0,
    "core": 4.0,
    "prey": 6.0,
    "prey in war": 60.0,
    "omega": 100.0,
}
"""What draws the miniature -> how strongly, shared out over its distance; ``omega`` counts for each step."""

HARM: Final = {"strip": -60.0, "behind": -200.0, "dire": -25.0, "flame": -6.0, "edge": -2.0}
"""What a tile holds against it: a wound, death, a wound, the blue flame's reach, the next wall."""

Chosen = TypeVar("Chosen", bound=Action)


class ArenaBot:
    """Walks to Ylem and Bloodstones, keeps out of the fire, and marches on the Omega Stone in the war.

    It is made for the arena track, where bots must hold back; on the full track it does what each decision assumes.
    """

    name = "arena"

    def __init__(self, game: Game, seat: str) -> None:
        self.game = game
        self.seat = seat

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
        chosen = answer(read_features(view, self.seat), actions, rng) if answer else None
        if chosen is not None:
            return chosen
        return decision.default if decision.default is not None else rng.choice(actions)


class LooksAhead:
    """Looks ahead on the full track. On the arena track people's mats are not the host's to know, so that whatever was
    imagined would be guessed: there it plays as ``arena``.
    """

    def __init__(self, ahead: Bot, game: Game, seat: str) -> None:
        self.name = ahead.name
        self._ahead = ahead
        self._arena = ArenaBot(game, seat)

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


def _state(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Action | None:
    """Latent or Active (AK-TURN-05): always Active in the war, in danger, or with something worth taking nearby."""
    urgent = (
        seen.war or (seen.own_mask & (seen.fire.fire_mask | seen.warm)) or seen.distance(seen.bloodstones) <= STEPS.stop
    )
    state = "active" if urgent or rng.random() < ACTIVE else "latent"
    return _first(actions, act.ChooseState, lambda action: action.state == state)


def _turn(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Action | None:
    """Choose what to do next in the Active State; the end of the turn where nothing is worth its gems."""
    end = _first(actions, act.EndTurn)
    strike = STRIKE_IN_WAR if seen.war else STRIKE
    for kill in _all(actions, act.Kill):
        bonus = 1 + seen.stones.get(kill.who, 0) / 2  # a carrier of Bloodstones is worth an effort
        if rng.random() < strike * bonus:
            return kill
    if (
        seen.own_mask & (seen.fire.fire_mask | seen.warm)
        and rng.random() < RECEDE
        and (away := _all(actions, act.Pyrokinesis))
    ):
        return rng.choice(away)
    if seen.tile is None:
        return end
    here, burning = worth(seen, seen.tile), seen.own_mask & seen.fire.fire_mask
    if rng.random() < BRIDGE and (bridges := _all(actions, act.Bridge)):
        far = max(bridges, key=lambda bridge: (worth(seen, bridge.tile), -bridge.tile))
        if worth(seen, far.tile) > here:
            return far
    if not burning and _tired(seen.steps, rng):
        return end
    steps = [(worth(seen, step.tile), step) for step in _all(actions, act.Step)]
    best = max((value for value, _ in steps), default=here)
    stroll = best <= here and not seen.war and not seen.steps and best > here + HARM["flame"] and rng.random() < STROLL
    return rng.choice([step for value, step in steps if value == best]) if best > here or stroll else end


def _tired(steps: int, rng: Random) -> bool:
    """True when a mat with an allowance drawn evenly from `STEPS` would be out of Aria after ``steps``.

    The allowance itself is kept nowhere: what remains is the chance that it is used up exactly now.
    """
    left = STEPS.stop - max(steps, STEPS.start)
    return steps >= STEPS.start and (left <= 1 or rng.random() < 1 / left)


def _place(seen: ArenaFeatures, actions: Sequence[Action], _: Random) -> Action | None:
    """Choose where to return: the best tile by the same taste as for steps."""
    return max(_all(actions, act.Place), key=lambda place: (worth(seen, place.tile), -place.tile), default=None)


def _absorb(seen: ArenaFeatures, actions: Sequence[Action], _: Random) -> Action | None:
    """Absorb the Ascended Die once it heals something (AK-LAST-04)."""
    return _first(actions, act.Absorb if seen.wounds >= 2 else act.KeepDie)


def _score(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Action | None:
    """A modest mat: a Transmutation or two, a little Ylem."""
    done, ylem = rng.choice((0, 1, 1, 2, 2, 3)), rng.choice((0, 1, 2, 3))
    modest = _first(actions, act.Score, lambda sheet: (sheet.transmutations, sheet.ylem) == (done, ylem))
    return modest or _first(actions, act.Score)


def _cards(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Action | None:
    """A hand without Lancea of Aeterna or Revenant Curse."""
    plain = _all(actions, act.Cards, lambda hand: not hand.lancea and not hand.curse)
    return rng.choice(plain) if plain else None


def _king(seen: ArenaFeatures, actions: Sequence[Action], rng: Random) -> Action | None:
    return rng.choice(actions)


_ANSWERS: Final[dict[str, Callable[[ArenaFeatures, Sequence[Action], Random], Action | None]]] = {
    "choose-king": _king,
    "choose-state": _state,
    "active": _turn,
    "place": _place,
    "absorb": _absorb,
    "score": _score,
    "tie-break": _cards,
}
"""Kind of decision -> its answer; everything else takes the default, ``survive`` above all."""


# --- taste -----------------------------------------------------------------------------------------------


def worth(seen: ArenaFeatures, tile: int) -> float:
    """Weigh how much the miniature would like to stand on ``tile``; only comparisons mean anything."""
    value = harm(seen, tile)
    if seen.war and seen.carries:
        return value - WORTH["omega"] * seen.distance(seen.omega, tile)  # whoever enters it ends the game (AK-WAR-11)
    return value + sum(WORTH[kind] / (1 + seen.distance(mask, tile)) for kind, mask in _draws(seen) if mask)


def harm(seen: ArenaFeatures, tile: int) -> float:
    """Weigh what speaks against standing on ``tile``, 0 or below."""
    bit = 1 << tile
    return sum(HARM[kind] for kind, mask in _harms(seen) if bit & mask)


def _harms(seen: ArenaFeatures) -> tuple[tuple[str, int], ...]:
    strip = seen.fire.strip_mask
    behind = seen.fire.behind_mask
    return ("behind", behind), ("strip", strip), ("dire", seen.dire), ("flame", seen.warm), ("edge", seen.rim)


def _draws(seen: ArenaFeatures) -> tuple[tuple[str, int], ...]:
    prey = "prey in war" if seen.war else "prey"
    items = ("bloodstone", seen.bloodstones), ("die", seen.die), ("ylem", seen.ylem), ("core", seen.core)
    return (*items, (prey, seen.prey))


def _all(actions: Sequence[Action], kind: type[Chosen], fits: Callable[[Chosen], bool] | None = None) -> list[Chosen]:
    return [action for action in actions if isinstance(action, kind) and (fits is None or fits(action))]


def _first(
    actions: Sequence[Action], kind: type[Chosen], fits: Callable[[Chosen], bool] | None = None
) -> Chosen | None:
    return next(iter(_all(actions, kind, fits)), None)
