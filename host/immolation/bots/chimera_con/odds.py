"""The odds of an attack of Chimera Con: its chance to hit, its mean damage and counter-damage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Final, NamedTuple

from immolation.games.chimera_con.cards.pack import OPEN_ATTACK, Ability, Pack
from immolation.games.chimera_con.facts.chimera import PLACES, supported, synergy_with
from immolation.games.chimera_con.facts.con_facts import NO_CARD, BodyParts
from immolation.games.chimera_con.options import HouseRules

STATS: Final = ("might", "speed", "magic")
FACES: Final = range(1, 7)


class AttackStats(NamedTuple):
    """An attack that a Chimera can make."""

    dice: int
    """Synergy included."""

    defend: int
    """Which of `STATS` answers it."""

    aerial: bool
    countered: bool
    """True where a miss is answered by damage (CC-CTR-01)."""

    at_least: int
    """The least total that must be rolled (CC-SPEC-05); 0 where any will do."""

    tags: tuple[str, ...]


class CreatureStats:
    """The numbers of three parts, conditions included. Compared by identity, for `body` caches them."""

    __slots__ = ("health", "idle", "moves", "stats")

    def __init__(self, health: int, stats: tuple[int, int, int], moves: tuple[AttackStats, ...], idle: int) -> None:
        self.health = health
        self.stats = stats
        """`STATS`."""
        self.moves = moves
        self.idle = idle
        """Parts that are not supported."""


class Odds(NamedTuple):
    """The odds of an attack: the chance of a hit, the mean damage it deals, the mean damage of the counterattack."""

    hits: float
    damage: float
    countered: float


@lru_cache(maxsize=50_000)
def body(pack: Pack, rules: HouseRules, parts: BodyParts, poisonous: bool) -> CreatureStats:
    """Return the numbers of the Chimera of these parts."""
    counts = supported(pack, rules, parts)
    sums = [0, 0, 0, 0]
    for card, counted in zip(parts, counts, strict=True):
        if counted and card != NO_CARD:
            sums = [have + more for have, more in zip(sums, pack.stats[card], strict=True)]
    health, might, speed, magic = sums
    if poisonous:
        extra = rules.poison_rounding == "up"
        might, speed = (might + extra) // 2, (speed + extra) // 2
    stats = (might, speed, magic)
    moves = [_move(rules, stats, OPEN_ATTACK, 0, False)] if rules.open_attack else []
    for place, card in zip(PLACES, parts, strict=True):
        ability = pack.ability(card) if card != NO_CARD else None
        if ability is not None and ability.attack:
            more = synergy_with(pack, rules, parts, ability, place)
            moves.append(_move(rules, stats, ability, more, True))
    return CreatureStats(health, stats, tuple(dict.fromkeys(moves)), counts.count(False))


def borrowing(
    pack: Pack, rules: HouseRules, own: CreatureStats, parts: Sequence[str], others: Iterable[Sequence[str]]
) -> CreatureStats:
    """Return a Chimera that may also use the attacks printed on others' parts, with its own stats and synergy."""
    moves = list(own.moves)
    for card in chain.from_iterable(others):
        ability = pack.ability(card) if card != NO_CARD else None
        if ability is not None and ability.attack:
            moves.append(_move(rules, own.stats, ability, synergy_with(pack, rules, parts, ability, ""), True))
    return CreatureStats(own.health, own.stats, tuple(dict.fromkeys(moves)), own.idle)


def _move(rules: HouseRules, stats: tuple[int, int, int], ability: Ability, more: int, printed: bool) -> AttackStats:
    assert ability.attack is not None
    assert ability.defend is not None
    aerial = "aerial" in ability.tags
    countered = ability.kind == "standard" and not aerial and (not printed or rules.basic_is_standard)
    dice = max(0, (stats[STATS.index(ability.attack)] or rules.zero_dice) + more)
    at_least = ability.requires.at_least if ability.requires else 0
    return AttackStats(dice, STATS.index(ability.defend), aerial, countered, at_least, ability.tags)


@cache
def sums(dice: int) -> tuple[float, ...]:
    """The chance of each sum of so many dice, from 0 on."""
    if not dice:
        return (1.0,)
    fewer = sums(dice - 1)
    found = [0.0] * (6 * dice + 1)
    for rolled, chance in enumerate(fewer):
        for face in FACES:
            found[rolled + face] += chance / 6
    return tuple(found)


@lru_cache(maxsize=20_000)
def differences(attack: int, defence: int, at_least: int) -> tuple[tuple[int, float], ...]:
    """Each difference of two rolls with its chance; rolls below ``at_least`` are left out, for they bring nothing."""
    found: dict[int, float] = {}
    answers = sums(defence)
    for rolled, chance in enumerate(sums(attack)):
        if rolled < at_least or not chance:
            continue
        for answered, likely in enumerate(answers):
            if likely:
                found[rolled - answered] = found.get(rolled - answered, 0.0) + chance * likely
    return tuple(found.items())


@cache
def odds(attack: int, defence: int, at_least: int) -> Odds:
    """Return the odds of ``attack`` dice against ``defence`` dice, where the roll must be ``at_least``."""
    hits = damage = countered = 0.0
    for ahead, chance in differences(attack, defence, at_least):
        if ahead > 0:
            hits += chance
            damage += chance * ahead
        else:
            countered -= chance * ahead
    return Odds(hits, damage, countered)
