"""Evaluates Kimera for a seat: weights over what lies open, and what the Initiative left can still do.

What an attack under way brings if it hits or fails is told in the same weights as everything else.
Reads an imagined state, of that the own hand alone: others are a number of cards.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from immolation.bots.evaluation import Evaluation, Policy
from immolation.bots.levels import SearchLevel
from immolation.bots.search.follow import best_by_one_action, by_one_action, ranked_by_one_action
from immolation.games import State
from immolation.games.kimera import frames
from immolation.games.kimera.cards.card_play import contribution
from immolation.games.kimera.facts.battle_facts import BattleFacts, Mount
from immolation.games.kimera.facts.settings import Settings
from immolation.games.kimera.state import KimeraState

from .assault import ALIVE, CARD, OFF, balance_worth, wounds_worth
from .fight import BEFORE_CARDS, HELD, fight

SPARE: Final = 0.15
"""A point of Initiative, whatever it is used for."""

SHIELD: Final = 1.0
"""A shield, beyond what it keeps off in the attacks that are to be feared."""

FIRST_CARD: Final = 0.8
"""What the last card in hand is worth on top of the others."""

LINGERING: Final = 2.5
QUALITY: Final = 0.07
"""Each point of a card's value in the own hand."""

TRAIT: Final = 0.4
"""A point of an effective trait; what damage takes away shows here."""

IDLE: Final = -1.0
"""Gave up its attacks for this round."""

HARM: Final = 1.25
"""What a rival's loss is worth at least, whoever else gains by it: only a battle that goes on to its end is won."""

PATIENCE: Final = 15
"""Rounds after which harm is worth more and more: who only waits behind a full hand never wins."""

IMPATIENCE: Final = 1 / 10
"""How much more it is worth with each such round."""

MOST_IMPATIENT: Final = 4.0

STEPS: Final = 4
"""Harm is weighed in steps of one part in so many, so that what an assault can do is found out once."""

KEPT: Final = 64
"""Battles whose undamaged Kimera are kept in mind."""

PROMISE: Final = 0.9
"""How much of what a full recovery or a heal can still bring counts before it does."""


def evaluate(state: State, seat: str) -> float:
    """The own side's standing against an undamaged one, less the other sides'; 0 where all are undamaged."""
    assert isinstance(state, KimeraState)
    s = state.facts
    own = s.mounts[seat]
    teams = s.settings.teams
    side = teams[seat]
    pars = _pars(s.settings)
    filled = type(s.stack[0]) in BEFORE_CARDS
    held = {end for mount in s.mounts.values() if mount.holds for end in (mount.seat, mount.holds)}
    sides: dict[str, float] = {}
    for name, mount in s.mounts.items():
        worth = -pars[name]
        if mount.alive:
            worth += _standing(mount, filled) + (HELD if name in held else 0.0)
        sides[teams[name]] = sides.get(teams[name], 0.0) + worth
    weight = _weight(s, seat)
    lead = sides[side] - weight * sum(worth for team, worth in sides.items() if team != side)
    return lead + QUALITY * sum(map(s.value, own.hand)) + _promised(s, own) + fight(s, own, weight)


def _weight(s: BattleFacts, seat: str) -> float:
    """Return what a rival's loss is worth, beside what an own one costs."""
    rivals = len({*s.settings.teams.values()}) - 1
    hurry = min(MOST_IMPATIENT, 1 + IMPATIENCE * max(0, s.round - PATIENCE))
    return round(max(HARM, 1 / max(1, rivals)) * hurry * STEPS) / STEPS


_kept: dict[int, tuple[Settings, dict[str, float]]] = {}
"""By the settings themselves, which all situations of a battle share."""


def _pars(settings: Settings) -> dict[str, float]:
    """Return what each Kimera is worth undamaged and with full Balance."""
    kept = _kept.get(id(settings))
    if kept is not None and kept[0] is settings:
        return kept[1]
    if len(_kept) >= KEPT:
        _kept.clear()
    found: dict[str, float] = {}
    for seat, standings in settings.standings.items():
        standing = standings.under(())
        found[seat] = ALIVE + balance_worth(standing.full_balance) + TRAIT * sum(standing.traits.values())
    _kept[id(settings)] = (settings, found)
    return found


def _standing(mount: Mount, filled: bool) -> float:
    """Weigh a Kimera beyond this round, and what lies on its Scroll; ``filled``: its hand is still filled."""
    traits = mount.standing.traits
    worth = ALIVE + wounds_worth(len(mount.wounds)) + balance_worth(mount.balance - (mount.prepared or 0))
    worth += TRAIT * sum(traits.values()) + SPARE * mount.initiative
    worth += _cards_worth(traits["discipline"] if filled else len(mount.hand))
    worth += SHIELD * (mount.shield is not None) + LINGERING * len(mount.lingering)
    return worth + IDLE * mount.full_recovery - OFF * mount.off


def _cards_worth(count: int) -> float:
    """Cards in hand: the first is what a partial recovery discards, before the hand is filled again."""
    return CARD * count + (FIRST_CARD if count else 0.0)


def _promised(s: BattleFacts, own: Mount) -> float:
    """Weigh what the own cards still bring in a full recovery or a heal that has begun."""
    top = s.stack[-1]
    if isinstance(top, frames.Discarding) and top.seat == own.seat and not top.count:
        full, balance = own.standing.full_balance, own.balance
        gained = sum(contribution(s, own, card, "recovery") for card in own.hand)
        return PROMISE * (balance_worth(max(balance, min(full, balance + gained))) - balance_worth(balance))
    if isinstance(top, frames.Healing) and top.seat == own.seat and not top.lingering and top.step != "remove":
        return PROMISE * _healed(s, s.mounts[top.target], top, own) * (1 if s.friends(own.seat, top.target) else -1)
    return 0.0


def _healed(s: BattleFacts, target: Mount, heal: frames.Healing, healer: Mount) -> float:
    """Weigh what the cards of a heal take off a Scroll, those on the way to the next damage card in their share."""
    left = heal.value + (sum(map(s.value, healer.hand)) if heal.step == "symbols" else 0)
    count, found = len(target.wounds), 0.0
    for value in sorted(s.value(wound.card) for wound in target.wounds):
        each = wounds_worth(count - 1) - wounds_worth(count) + TRAIT
        found += each * min(1.0, left / value)
        left -= value
        count -= 1
        if left <= 0:
            break
    return found


def features(state: State, seat: str) -> dict[str, float]:
    """What `evaluate` adds up: the own side's part less the others', but for the fight, which is one."""
    assert isinstance(state, KimeraState)
    s = state.facts
    own, weight = s.mounts[seat], _weight(s, seat)
    filled = type(s.stack[0]) in BEFORE_CARDS
    held = {end for mount in s.mounts.values() if mount.holds for end in (mount.seat, mount.holds)}
    found = dict.fromkeys(WORDS, 0.0)
    for name, mount in s.mounts.items():
        mine = s.friends(seat, name)
        share, life = (1.0, "life") if mine else (-weight, "harm")
        worth = -_pars(s.settings)[name]
        if mount.alive:
            balance = balance_worth(mount.balance - (mount.prepared or 0)) - OFF * mount.off
            cards = _cards_worth(mount.standing.traits["discipline"] if filled else len(mount.hand))
            found["balance" if mine else "unsettled"] += share * balance
            found["cards"] += share * cards
            worth += _standing(mount, filled) + (HELD if name in held else 0.0) - balance - cards
        found[life] += share * worth
    found["cards"] += QUALITY * sum(map(s.value, own.hand))
    found["recovery"] = _promised(s, own)
    found["fight"] = fight(s, own, weight)
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
    """Whether ``depth`` rounds are over: only there situations compare, for a round spends what the next gives."""
    assert isinstance(world, KimeraState)
    assert isinstance(state, KimeraState)
    return state.facts.round >= world.facts.round + depth


BLOWS: Final = frozenset({"attack", "defend", "pick-damage", "pick-part"})
"""Kinds of decision within an attack under way."""

_ONE_ACTION: Final = Evaluation(
    evaluate,
    scale=12.0,
    features=features,
    words=WORDS,
    onward=False,
    weighed=frozenset({"turn", "defend", "pick-damage", "pick-part", "KM-TAC-02"}),
)

EVALUATION: Final = replace(
    _ONE_ACTION,
    policy=Policy(
        by_one_action(_ONE_ACTION),
        rested,
        evaluate,
        best_by_one_action(_ONE_ACTION, FOLLOWED),
        ranked_by_one_action(_ONE_ACTION),
    ),
    levels={
        "search:medium": SearchLevel(1, 200, 0.8, worlds=1, breadth=2, unthought=BLOWS | {"charge"}),
        "search:hard": SearchLevel(1, 120, 3.2, breadth=3, unthought=frozenset({"charge"})),
    },
)
