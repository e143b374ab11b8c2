"""Evaluates Chimera Con for a seat: Chimeras against each other, hands, and the attack under way.

It reads an imagined `ConState` itself, for making views would take most of its time; of hands it
reads the seat's own alone, for those of rivals were only imagined.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from immolation.bots.evaluation import Evaluation
from immolation.bots.levels import SearchLevel
from immolation.games import State
from immolation.games.chimera_con import frames
from immolation.games.chimera_con.facts.chimera import dice_for, synergy, total
from immolation.games.chimera_con.facts.con_facts import NO_CARD, BodyParts, ConFacts, SeatFacts
from immolation.games.chimera_con.rounds.attack import ability_of
from immolation.games.chimera_con.state import ConState

from .odds import AttackStats, CreatureStats, Odds, body, borrowing, differences, odds

POINT: Final = 60.0
"""A round won."""

ALIVE: Final = 20.0
"""A Chimera still in the round; with each rival that falls, the point comes nearer."""

LEFT: Final = 1.0
"""A point of Health left; all other weights are in this unit."""

FEUD: Final = 0.5
"""A rival's loss weighs (number of rivals) ** -`FEUD`: less where more play, but never so little that all just wait."""

PRESSURE: Final = 14.0
"""The share of a rival's Health that an attack on it takes on average."""

MENACE: Final = 0.5
"""Part of `PRESSURE` that the attacks of rivals on oneself count."""

POISON: Final = 3.0
NEGATIVE: Final = 3.0
PETRIFY: Final = 2.0
"""Conditions caused in a target that does not have them yet."""

CURSED: Final = -3.0
"""Being Negative, which loses healing and new parts."""

IDLE: Final = -0.5
"""A part without support, on top of the totals it does not add to."""

CARD: Final = 0.3
CHEAT: Final = 1.2
"""A card in hand, up to the limit; what is above it must go."""

HOPE: Final = 0.6
"""The part of an improvement that counts while its card is still in hand."""

LANTERN: Final = 0.3

FIRST: Final = 0.9
"""Share of the best attack that counts while the turn's action is still to be taken."""


class _Fighter(NamedTuple):
    """The facts of a seat that matter in a fight."""

    body: CreatureStats
    left: int
    airborne: bool
    poisonous: bool
    negative: bool


Fighters = dict[str, _Fighter | None]
"""Seat -> its Chimera; None for who is out or has not built."""


def evaluate(state: State, seat: str) -> float:
    """The own Chimera, hand and points, less those of the rivals; 0 is even."""
    assert isinstance(state, ConState)
    s, own = state.facts, seat
    feud = _feud(s)
    fighters = {name: _fighter(s, player, player.parts) for name, player in s.players.items()}
    value = 0.0
    for name, player in s.players.items():
        weight = 1.0 if name == own else -feud
        value += weight * (POINT * player.points + _cards(s, player) + LANTERN * (name == s.merchant))
        fighter = fighters[name]
        if fighter is not None:
            value += weight * _worth(name, fighter, fighters)
    value += _hope(s, own, fighters)
    return value + _initiative(s, own, fighters, feud) + _attack(s, own, fighters, feud)


def _feud(s: ConFacts) -> float:
    return float((len(s.players) - 1) ** -FEUD)


def _fighter(s: ConFacts, player: SeatFacts, parts: BodyParts) -> _Fighter | None:
    """A seat with these parts; None for who is out or has not built."""
    if not player.alive or NO_CARD in parts:
        return None
    made = body(s.pack, s.rules, parts, player.poisonous)
    return _Fighter(made, made.health - player.damage, player.airborne, player.poisonous, player.negative)


def _cards(s: ConFacts, player: SeatFacts) -> float:
    limit = s.rules.hand_limit
    return CARD * min(len(player.creatures), limit) + CHEAT * min(len(player.cheats), limit)


def _worth(seat: str, fighter: _Fighter, fighters: Fighters) -> float:
    """Weigh a Chimera in the round against those it meets."""
    value = ALIVE + LEFT * fighter.left + IDLE * fighter.body.idle + CURSED * fighter.negative
    best = menace = 0.0
    rivals = 0
    for other, rival in fighters.items():
        if rival is None or other == seat:
            continue
        rivals += 1
        best = max(best, _pressure(fighter, rival))
        menace += _pressure(rival, fighter)
    return value + PRESSURE * (best - MENACE * menace / max(1, rivals))


def _pressure(attacker: _Fighter, target: _Fighter) -> float:
    """Return the share of a target's Health that the best attack takes, conditions and counterattack included."""
    return min(1.0, _best(attacker, target) / max(1, target.left))


def _gain(attacker: _Fighter, target: _Fighter, move: AttackStats) -> float:
    """Return what an attack brings on average, in points of Health."""
    if not move.aerial and (attacker.airborne or target.airborne):
        return 0.0
    likely: Odds = odds(move.dice, target.body.stats[move.defend], move.at_least)
    gain = min(likely.damage, LEFT * target.left) + likely.hits * _conditions(move.tags, target)
    return gain - likely.countered if move.countered else gain


def _conditions(tags: tuple[str, ...], target: _Fighter) -> float:
    value = 0.0
    for tag in tags:
        if tag == "poisonous":
            value += 0.0 if target.poisonous else POISON
        elif tag == "negative":
            value += 0.0 if target.negative else NEGATIVE
        elif tag == "petrify":
            value += PETRIFY
    return value


# --- what may still be made of it ------------------------------------------------------------------------


def _hope(s: ConFacts, own: str, fighters: Fighters) -> float:
    """Weigh the best improvement of the own Chimera by a card of the own hand."""
    player, now = s.players[own], fighters[own]
    if now is None:
        return 0.0
    stands, best = _worth(own, now, fighters), 0.0
    for card in dict.fromkeys(player.creatures):
        other = _fighter(s, player, player.parts.with_part(s.pack.place[card], card))
        assert other is not None
        hurts = s.pack.stats[card][0] if player.negative else 0
        if other.left <= hurts:
            continue
        hoped = fighters[own] = other._replace(left=other.left - hurts)
        best = max(best, _worth(own, hoped, fighters) - stands)
    fighters[own] = now
    return HOPE * best


def _initiative(s: ConFacts, own: str, fighters: Fighters, feud: float) -> float:
    """Weigh the best attack of the seat whose turn it is, while its action is still to be taken."""
    base = s.stack[0]
    if not isinstance(base, (frames.DrawStep, frames.SubstituteStep, frames.ActionStep)):
        return 0.0
    fighter = fighters[s.on_turn]
    if fighter is None:
        return 0.0
    rivals = [(name, rival) for name, rival in fighters.items() if rival is not None and name != s.turn]
    if isinstance(base, frames.ActionStep) and base.borrows:
        player = s.players[s.on_turn]
        others = [other.parts for name, other in s.players.items() if name != s.turn]
        fighter = fighter._replace(body=borrowing(s.pack, s.rules, fighter.body, player.parts, others))
    gains = {name: _best(fighter, rival) for name, rival in rivals}
    if own == s.turn:
        return FIRST * feud * max(gains.values(), default=0.0)
    return -FIRST * gains.get(own, 0.0) / max(1, len(gains))


@lru_cache(maxsize=100_000)
def _best(attacker: _Fighter, target: _Fighter) -> float:
    """Return what the best attack on a target brings; 0 where none is worth it."""
    return max(0.0, max((_gain(attacker, target, move) for move in attacker.body.moves), default=0.0))


def _attack(s: ConFacts, own: str, fighters: Fighters, feud: float) -> float:
    """Weigh what an attack under way promises or threatens, over all that its dice may still show."""
    frame = next((each for each in reversed(s.stack) if isinstance(each, frames.Attacking)), None)
    if frame is None or not frame.target or frame.stage == "petrify":
        return 0.0
    attacker, target = frame.seat, frame.target
    striker, victim = fighters[attacker], fighters[target]
    if striker is None or victim is None:
        return 0.0
    ability = ability_of(s, frame)
    assert ability.attack is not None
    assert ability.defend is not None
    need, answer = frame.attack_need, frame.defence_need
    if need < 0:
        extra = frame.attack_bonus + (synergy(s, attacker, ability, frame.part) if frame.synergy else 0)
        need = dice_for(s, total(s, attacker, ability.attack), extra)
    if answer < 0:
        answer = dice_for(s, total(s, target, ability.defend), frame.defence_bonus)
    rolled, answered = sum(frame.attack), sum(frame.defence)
    at_least = max(0, (ability.requires.at_least if ability.requires else 0) - rolled)
    elemental = "elemental" in ability.tags
    less = (frame.reduced_elemental if elemental else frame.reduced).get(frame.target, 0)
    back = frame.reduced.get(frame.seat, 0)
    countered = ability.kind == "standard" and "aerial" not in ability.tags
    last = sum(fighter is not None for fighter in fighters.values()) == 2
    caused = _conditions(ability.tags, victim)
    victim_loss = striker_loss = 0.0
    for ahead, chance in differences(need - len(frame.attack), answer - len(frame.defence), at_least):
        ahead += rolled - answered
        if ahead > 0:
            victim_loss += chance * (caused + _loss(victim, ahead - less, last))
        elif countered and ahead + back < 0:
            striker_loss += chance * _loss(striker, -ahead - back, last)
    if own == attacker:
        return feud * victim_loss - striker_loss
    return feud * (victim_loss + striker_loss) - (1 + feud) * victim_loss * (own == target)


def _loss(victim: _Fighter, damage: int, last: bool) -> float:
    """Return what so much damage costs; with the last rival the round is won."""
    if damage < victim.left:
        return LEFT * max(0, damage)
    return LEFT * victim.left + ALIVE + (POINT if last else 0.0)


def features(state: State, seat: str) -> dict[str, float]:
    """Return the parts that `evaluate` adds up, by name: the own part less the rivals'."""
    assert isinstance(state, ConState)
    s, feud = state.facts, _feud(state.facts)
    fighters = {name: _fighter(s, player, player.parts) for name, player in s.players.items()}
    found = dict.fromkeys(WORDS, 0.0)
    for name, player in s.players.items():
        weight, life = (1.0, "life") if name == seat else (-feud, "harm")
        found["points"] += weight * POINT * player.points
        found["cards"] += weight * (_cards(s, player) + LANTERN * (name == s.merchant))
        fighter = fighters[name]
        if fighter is not None:
            health = ALIVE + LEFT * fighter.left + CURSED * fighter.negative
            found[life] += weight * health
            found["strength"] += weight * (_worth(name, fighter, fighters) - health)
    found["hope"] = _hope(s, seat, fighters)
    found["attack"] = _initiative(s, seat, fighters, feud) + _attack(s, seat, fighters, feud)
    return found


WORDS: Final = {
    "points": ("wins a point", "loses a point"),
    "harm": ("costs a rival Health", "lets a rival keep its Health"),
    "life": ("keeps the own Chimera healthy", "costs own Health"),
    "strength": ("makes the Chimera stronger against the others", "makes the Chimera weaker against the others"),
    "attack": ("has the better of the attack", "has the worse of the attack"),
    "hope": ("keeps a part in hand that helps", "gives a part away that would help"),
    "cards": ("keeps cards", "spends cards"),
}

EVALUATION: Final = Evaluation(
    evaluate,
    scale=25.0,
    looks_on=False,
    levels={
        "search:easy": SearchLevel(0, 60, 0.04, unthought=frozenset({"cheat", "build", "discard", "take", "greedy"})),
        "search:medium": SearchLevel(0, 2_000, 0.8, worlds=3, unthought=frozenset({"cheat"})),
        "search:hard": SearchLevel(0, 2_000, 3.2, worlds=3),
    },
    stops_at=frozenset({"CC-ATK-01"}),
    features=features,
    words=WORDS,
)
