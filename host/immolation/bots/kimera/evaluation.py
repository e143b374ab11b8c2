"""Evaluates Kimera for a seat: weights over what lies open, and what the Initiative left can still do.

An attack under way counts what it brings on average, in the same units. Reads an imagined state, and of its hands the
own one alone; others are a number of cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from math import exp, log
from typing import Final

from msgspec.structs import replace

from immolation.bots.evaluation import Evaluation, Policy
from immolation.bots.levels import SearchLevel
from immolation.bots.search.follow import best_by_one_action, by_one_action, judge_by_one_action
from immolation.games import State
from immolation.games.kimera import frames
from immolation.games.kimera.cards.card_play import contribution
from immolation.games.kimera.facts.battle_facts import BattleFacts, Mount
from immolation.games.kimera.facts.settings import Settings
from immolation.games.kimera.state import KimeraState

from .assault import ALIVE, OFF, balance_worth, wounds_worth
from .experience import EXPERT, NOVICE, SKILLED, Experience
from .fight import HELD, fight
from .fighters import TRAIT, Fighter, cards_worth, fighters
from .odds import printed

QUALITY: Final = 0.07
"""Each point of a card's value in the own hand."""

ONLY: Final = 1.25
"""Weight of the only rival's loss; an own loss weighs 1."""

AHEAD: Final = 11.0
"""Advantage over another rival by which a rival counts e times as much (`Experience.foremost`)."""

IMPATIENCE: Final = 3 / 10
"""Growth of the worth of a rival's loss with each round beyond `Experience.patience`."""

MOST_IMPATIENT: Final = 4.0
"""The largest factor by which it is worth more."""

STEPS: Final = 4
"""Weights of losses are rounded to quarters (1 / `STEPS`), so that few assaults have to be worked out."""

KEPT: Final = 64
"""Battles for which the worth of undamaged Kimera is cached."""

PROMISE: Final = 0.9
"""Share of what a full recovery or a heal can still bring that counts before it is done."""


def evaluate(state: State, seat: str, experience: Experience) -> float:
    """The own side's standing against an undamaged one, less the other sides'; 0 where all are undamaged."""
    assert isinstance(state, KimeraState)
    s = state.facts
    own = s.mounts[seat]
    riders = fighters(s, own, experience.preparations)
    lead, rival_weights = _standing(s.settings, s.settings.teams[seat], riders, experience, s.round)
    going = fight(s, own, rival_weights, riders, experience.foresight)
    return lead + QUALITY * printed(s, own.hand) + _promised(s, own) + going


@lru_cache(maxsize=1 << 12)
def _standing(
    settings: Settings, own: str, riders: tuple[Fighter, ...], experience: Experience, number: int
) -> tuple[float, Mapping[str, float]]:
    """Return what a side has on the others beyond this round, and what a loss of each seat is worth to it."""
    sides = dict.fromkeys(settings.sides, 0.0)
    for name, worth in _worths(settings, riders).items():
        sides[settings.teams[name]] += worth
    rivals = [side for side in sides if side != own]
    usual = _usual(len(rivals), experience, number)
    theirs, counts = sum([sides[side] for side in rivals]), dict.fromkeys(sides, 1.0)
    left = {rider.team for rider in riders}
    left_rivals = {side: sides[side] for side in rivals if side in left}
    if left_rivals:
        level, near = _foremost(left_rivals, len(rivals))
        theirs += experience.foremost * (level - theirs)
        counts.update({side: 1 + experience.foremost * (count - 1) for side, count in near.items()})
    rival_weights = {seat: round(usual * counts[side] * STEPS) / STEPS for seat, side in settings.teams.items()}
    return sides[own] - usual * theirs, rival_weights


def _foremost(rivals: Mapping[str, float], many: int) -> tuple[float, Mapping[str, float]]:
    """Return ``many`` times the soft maximum (log-mean-exp, temperature `AHEAD`) of the rivals' standings, and its
    derivative by each: 1 for all alike, near 0 far behind.
    """
    most = max(rivals.values())
    near = {side: exp((worth - most) / AHEAD) for side, worth in rivals.items()}
    total = sum(near.values())
    level = many * (most + AHEAD * log(total / many))
    return level, {side: many * close / total for side, close in near.items()}


def _usual(rivals: int, experience: Experience, number: int) -> float:
    """Return the weight of a rival's loss in this round; an own loss weighs 1."""
    hurry = min(MOST_IMPATIENT, 1 + IMPATIENCE * max(0, number - experience.patience))
    return round((experience.rival_weight if rivals > 1 else ONLY) * hurry * STEPS) / STEPS


def _worths(settings: Settings, riders: tuple[Fighter, ...]) -> dict[str, float]:
    """Return how each Kimera stands against an undamaged one."""
    left, held = {rider.seat: rider for rider in riders}, _held(riders)
    return {
        name: (left[name].worth + (HELD if name in held else 0.0) if name in left else 0.0) - par
        for name, par in _pars(settings).items()
    }


@lru_cache(maxsize=KEPT)
def _pars(settings: Settings) -> Mapping[str, float]:
    """Return what each Kimera is worth undamaged and with full Balance."""
    found: dict[str, float] = {}
    for seat, standings in settings.standings.items():
        standing = standings.under(())
        found[seat] = ALIVE + balance_worth(standing.full_balance) + TRAIT * sum(standing.traits.values())
    return found


def _held(riders: Sequence[Fighter]) -> set[str | None]:
    """Every seat that is in a grapple, at either end."""
    return {end for rider in riders if rider.holds for end in (rider.seat, rider.holds)}


def _promised(s: BattleFacts, own: Mount) -> float:
    """Weigh what the own cards still bring in a full recovery or a heal that has begun."""
    top = s.stack[-1]
    if type(top) is frames.Discarding and top.seat == own.seat and not top.count:
        full, balance = own.standing.full_balance, own.balance
        gained = sum([contribution(s, own, card, "recovery") for card in own.hand])
        return PROMISE * (balance_worth(max(balance, min(full, balance + gained))) - balance_worth(balance))
    if type(top) is frames.Healing and top.seat == own.seat and not top.lingering and top.step != "remove":
        return PROMISE * _healed(s, s.mounts[top.target], top, own) * (1 if s.friends(own.seat, top.target) else -1)
    return 0.0


def _healed(s: BattleFacts, target: Mount, heal: frames.Healing, healer: Mount) -> float:
    """Weigh what the cards of a heal take off a Scroll, those on the way to the next damage card in their share."""
    left = heal.value + (printed(s, healer.hand) if heal.step == "symbols" else 0)
    count, found = len(target.wounds), 0.0
    for value in sorted(s.value(wound.card) for wound in target.wounds):
        each = wounds_worth(count - 1) - wounds_worth(count) + TRAIT
        found += each * min(1.0, left / value)
        left -= value
        count -= 1
        if left <= 0:
            break
    return found


def features(state: State, seat: str, experience: Experience) -> dict[str, float]:
    """Return the parts that `evaluate` adds up, by name: the own side's less the others'; the fight counts both."""
    assert isinstance(state, KimeraState)
    s = state.facts
    own = s.mounts[seat]
    riders = fighters(s, own, experience.preparations)
    usual = _usual(len(s.settings.sides) - 1, experience, s.round)
    lead, rival_weights = _standing(s.settings, s.settings.teams[seat], riders, experience, s.round)
    left, held = {rider.seat: rider for rider in riders}, _held(riders)
    found = dict.fromkeys(WORDS, 0.0)
    for name, par in _pars(s.settings).items():
        mine = s.friends(seat, name)
        share, life = (1.0, "life") if mine else (-usual, "harm")
        worth = -par
        if name in left:
            rider, mount = left[name], s.mounts[name]
            balance = balance_worth(mount.balance - (mount.prepared or 0)) - OFF * mount.off
            cards = cards_worth(rider.hand)
            found["balance" if mine else "unsettled"] += share * balance
            found["cards"] += share * cards
            worth += rider.worth + (HELD if name in held else 0.0) - balance - cards
        found[life] += share * worth
    found["harm"] += lead - sum(found.values())  # what the foremost counts more than the others
    found["cards"] += QUALITY * printed(s, own.hand)
    found["recovery"] = _promised(s, own)
    found["fight"] = fight(s, own, rival_weights, riders, experience.foresight)
    return found


WORDS: Final = {
    "harm": ("harms a rival", "lets rivals grow stronger"),
    "unsettled": ("costs rivals Balance", "lets rivals keep their Balance"),
    "life": ("keeps the own Kimera whole", "weakens the own Kimera"),
    "balance": ("keeps Balance", "spends Balance"),
    "cards": ("keeps cards", "spends cards"),
    "recovery": ("recovers more", "recovers less"),
    "fight": ("has the better of the blows to come", "has the worse of the blows to come"),
}

FOLLOWED: Final = 6
"""Actions that a search follows to the end of the round."""


def rested(world: State, state: State, depth: int) -> bool:
    """Whether ``depth`` rounds are over. States within a round do not compare: a round spends what the next gives."""
    assert isinstance(world, KimeraState)
    assert isinstance(state, KimeraState)
    return state.facts.round >= world.facts.round + depth


def _weighing(experience: Experience) -> Evaluation:
    """Return the evaluation of riders with this experience, who take all others to have it too."""
    one_action = Evaluation(
        partial(evaluate, experience=experience),
        scale=12.0,
        features=partial(features, experience=experience),
        words=WORDS,
        looks_on=False,
        stops_at=frozenset({"turn", "defend", "pick-damage", "pick-part", "KM-TAC-02"}),
    )
    policy = Policy(
        by_one_action(one_action),
        rested,
        worth_following=best_by_one_action(one_action, FOLLOWED),
        judge=judge_by_one_action(one_action),
    )
    return replace(one_action, policy=policy)


INITIATIVE_KNOWN: Final = frozenset({"maneuver", "charge", "turn", "attack", "defend", "pick-damage", "pick-part"})
"""Kinds of decision that come when everybody's Initiative is known; how the round goes is mostly settled by then."""

EVALUATION: Final = replace(
    _weighing(SKILLED),
    levels={
        "search:medium": SearchLevel(0, 60, 0.8),
        "search:hard": SearchLevel(1, 300, 3.2, breadth=3, prior=5, unthought=INITIATIVE_KNOWN),
    },
    by_level={"search:easy": _weighing(NOVICE), "search:hard": _weighing(EXPERT)},
)
