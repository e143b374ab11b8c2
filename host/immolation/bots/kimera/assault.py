"""The mean damage one Kimera can still deal another with the Initiative it has left this round.

Also what Balance and damage cards are worth. Everything is a function of numbers alone, so all of it is cached.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from . import odds

ALIVE: Final = 40.0
"""A Kimera still in the battle, whatever damage it has."""

WOUNDS: Final = 9.0
"""The first damage card; each further one weighs `WORSE` more, for a wounded Kimera is one that can be finished."""

WORSE: Final = 4.0
BALANCE: Final = 0.8
"""A point of Balance, once there are `SAFE` of them: a full recovery brings ten and costs a round without attacks."""

SAFE: Final = 3
DANGER: Final = 0.5
"""Worth of each of the first `SAFE` points on top: with none left damage is near, and no attack is possible."""

OFF: Final = 1.5
"""Off-Balance: whoever else strikes this round draws blood."""

CARD: Final = 0.25
"""A card in hand while a round lasts; the hand is filled again before the next one."""

MELEE: Final = 2
"""The lead in Initiative that melee and Trials need (KM-RNG-01, KM-RNG-02)."""

MOST_BALANCE: Final = 8
"""More Balance than this buys an attacker nothing more in one round."""

MOST_LEAD: Final = 7

MOST_REMEMBERED: Final = 8_000
"""Situations of one assault that are kept."""

ONE_CARD: Final = 3
"""An attack value up to which one card is usually enough to defend."""


@cache
def balance_worth(points: int) -> float:
    """Return what so much Balance is worth beyond this round."""
    return BALANCE * points + DANGER * min(points, SAFE)


@cache
def wounds_worth(count: int) -> float:
    """Return what so many damage cards take away."""
    return -(WOUNDS * count + WORSE * count * (count - 1) / 2)


class Striker(NamedTuple):
    """The numbers a Kimera attacks with, its hand, Balance and Initiative left aside."""

    ground: bool
    heavy: int
    free: int
    heavy_skill: int
    free_skill: int
    acuity: int
    acuity_skill: int
    far: int
    """The least lead that a ranged attack needs; more than any lead where no gem grants one."""

    any_far: bool
    """Plays any card as the symbol of a ranged attack (KM-TYPE-11)."""

    intensity: int
    grace: bool
    """Pays no Balance for a Free Melee or a failure (KM-TYPE-14)."""

    def least(self) -> int:
        """Return the least lead in Initiative at which any attack is in range."""
        return min(MELEE, self.far)


Hand = tuple[int, ...]
"""Printed values of cards with what Sovereign adds, the highest first."""


class Assault:
    """All that a striker may do to one target."""

    __slots__ = ("_found", "defeat", "guard", "intensity", "least", "rival_weight", "striker")

    def __init__(self, striker: Striker, guard: odds.Guard, shield: bool, defeat: int, rival_weight: float) -> None:
        self.striker = striker
        self.guard = guard
        self.least = striker.least()
        self.intensity = max(0, striker.intensity - shield)
        self.defeat = defeat
        """Damage cards that defeat the target."""
        self.rival_weight = rival_weight
        """Weight of the target's loss; what the striker pays weighs 1."""
        self._found: dict[tuple[int, Hand, int, int, int, bool, int], float] = {}

    def worth(self, lead: int, cards: Hand, balance: int, hand: int, left: int, off: bool, wounds: int) -> float:
        """Return what the best series of blows from here brings on average; 0 where none is worth its price.

        ``lead`` of Initiative; ``cards`` and ``balance`` of the striker; ``hand``, ``left`` Balance, ``off`` and
        ``wounds`` of the target.
        """
        if lead < self.least or balance < 1:
            return 0.0
        if lead > MOST_LEAD:
            lead = MOST_LEAD
        if balance > MOST_BALANCE:
            balance = MOST_BALANCE
        key = (lead, cards, balance, hand, left, off, wounds)
        found = self._found.get(key)
        if found is None:
            found = 0.0
            blow = self._blow(lead, cards, balance, hand)
            if blow is not None:
                value, rest, price = blow
                fails = odds.defence_chance(self.guard, hand, left > 0, value, not self.striker.ground)
                paid = balance_worth(balance) - balance_worth(balance - price) + CARD * (len(cards) - len(rest))
                made = self.made(value, fails, lead - 1, rest, balance - price, hand, left, off, wounds)
                found = max(0.0, made - paid)
            if len(self._found) >= MOST_REMEMBERED:
                self._found.clear()
            self._found[key] = found
        return found

    def made(
        self,
        value: int,
        fails: float,
        lead: int,
        cards: Hand,
        balance: int,
        hand: int,
        left: int,
        off: bool,
        wounds: int,
        parried: int = 0,
        follow: float = 1.0,
    ) -> float:
        """Return what a blow brings, with the blows after it, not counting what it cost itself.

        ``fails``: the chance that it fails. ``parried``: cards that its defence takes, where it is known and paid for.
        ``follow``: the weight of the blows after it.
        """
        found = 0.0
        if fails:
            price = min(balance, not self.striker.grace)
            paid = balance_worth(balance) - balance_worth(balance - price)
            after_it = (max(0, hand - parried), left) if parried else self._parried(hand, left, value)
            cost = CARD * (hand - after_it[0]) + balance_worth(left) - balance_worth(after_it[1])
            after = self.worth(lead, cards, balance - price, *after_it, off, wounds)
            found += fails * (follow * after - paid + self.rival_weight * cost)
        if fails < 1:
            change, left, off, wounds = self.struck(left, off, wounds)
            after = self.worth(lead, cards, balance, hand, left, off, wounds) if wounds < self.defeat else 0.0
            found += (1 - fails) * (self.rival_weight * change + follow * after)
        return found

    def struck(self, left: int, off: bool, wounds: int) -> tuple[float, int, bool, int]:
        """Return what the target loses by a hit, and its Balance, Off-Balance and damage cards after it."""
        if off:
            if not self.intensity:
                return 0.0, left, off, wounds
            change = wounds_worth(wounds) - wounds_worth(wounds + 1)
            return change + (ALIVE if wounds + 1 >= self.defeat else 0.0), left, off, wounds + 1
        after = max(0, left - self.intensity)
        falls = self.intensity > left
        return balance_worth(left) - balance_worth(after) + OFF * falls, after, falls, wounds

    def _parried(self, hand: int, left: int, value: int) -> tuple[int, int]:
        """Return the cards and the Balance of the target after it has held off an attack of ``value``."""
        guard = self.guard
        if not value and not self.striker.ground:
            return hand, left  # an attack of 0 fails without a defence
        used = 1 if value <= ONE_CARD else odds.VALUE_CARDS
        if guard.evade >= guard.intercept and (left or guard.evades_free):
            return max(0, hand - used), left - (not guard.evades_free)
        return max(0, hand - used - 1), left

    def _blow(self, lead: int, cards: Hand, balance: int, hand: int) -> tuple[int, Hand, int] | None:
        """The blow a striker is likely to choose at this lead: its value, the cards left, its price in Balance."""
        me = self.striker
        if lead >= MELEE:
            price = 0 if me.grace else 1
            if not hand and me.ground:
                return 0, cards, price
            if not hand and cards and me.free:
                return 1, cards[:-1], price
            heavy, after_heavy = _value(cards[:-1], me.heavy, me.heavy_skill) if cards else (-1, cards)
            free, after_free = _value(cards, me.free, me.free_skill)
            if heavy >= free - (1 if price else 0):
                return heavy, after_heavy, 0
            if balance > price:
                return free, after_free, price
            return (heavy, after_heavy, 0) if heavy > 0 else None
        symbols = 2
        if len(cards) >= symbols + (not me.any_far) and lead >= me.far:
            value, rest = _value(cards[:-symbols], me.acuity, me.acuity_skill)
            return value, rest, 0
        return None


@lru_cache(maxsize=1 << 12)
def _value(cards: Hand, cap: int, skill: int) -> tuple[int, Hand]:
    """Return the value of an attack with the best cards, used as value and as skill, and the cards that are left."""
    spare = max(0, min(len(cards) - odds.VALUE_CARDS, skill))
    value = sum([min(cap, card) for card in cards[: odds.VALUE_CARDS]]) + odds.SKILL * spare
    return value, cards[odds.VALUE_CARDS : len(cards) - spare] if spare else cards[odds.VALUE_CARDS :]


@cache
def unknown(count: int, extra: int) -> Hand:
    """Return typical values of ``count`` cards that nobody sees, the highest first."""
    spread = [odds.HIGHEST * (count - place - 0.5) / count + 0.5 for place in range(count)]
    return tuple([extra + round(value) for value in spread])
