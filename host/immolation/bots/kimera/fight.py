"""Estimates what riders of Kimera can still do to each other, and what an attack under way brings.

Reads an imagined state, of that the own hand alone: others are a number of cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from immolation.games.kimera import frames
from immolation.games.kimera.battle import attack
from immolation.games.kimera.cards.components import Symbol
from immolation.games.kimera.facts.battle_facts import BattleFacts, Mount
from immolation.games.kimera.facts.effective_traits import Standing

from . import odds as odds
from .assault import CARD, MELEE, Assault, Hand, Striker, unknown

INITIATIVE: Final = 1.0
"""A point that a suppression or a grapple takes away."""

HELD: Final = -3.0
"""In a grapple, on either end."""

EDGE: Final = 1.2
WEAPON: Final = 1.0
"""Equipment of one who has somebody to use it on."""

PLAN: Final = 0.85
"""How much of what an own rider can still do this round counts before it is done."""

FEAR: Final = 0.5
"""How much of what a rival can still do this round counts, spread over those it may turn against."""

EARLY: Final = 0.4
"""How much of both counts while nobody's Initiative is known: the round may as well go otherwise."""

SHY: Final = 0.35
BOLD: Final = 0.35
"""How often a rider is taken to prepare nothing, and as much as it can; else it is half of that."""

NEVER: Final = 99
"""A lead in Initiative nobody has."""

BEFORE_DICE: Final = (frames.Recovering, frames.Announcing, frames.Preparing)
"""Steps of a round in which nobody's Initiative is known."""

BEFORE_CARDS: Final = (*BEFORE_DICE, frames.Adjusting)
"""Steps of a round in which hands are not full yet."""


# --- who they are -----------------------------------------------------------------------------------------


class Profile:
    """The numbers a Kimera strikes and defends itself with, and what it may do to others."""

    __slots__ = ("assaults", "guard", "striker")

    def __init__(self, striker: Striker, guard: odds.Guard) -> None:
        self.striker = striker
        self.guard = guard
        self.assaults: dict[tuple[odds.Guard, bool, int, float], Assault] = {}

    def against(self, guard: odds.Guard, shield: bool, defeat: int, harm: float) -> Assault:
        """The assault on one with that guard, with all that was found out about it."""
        key = (guard, shield, defeat, harm)
        found = self.assaults.get(key)
        if found is None:
            found = self.assaults[key] = Assault(self.striker, guard, shield, defeat, harm)
        return found


@lru_cache(maxsize=256)
def _profile(striker: Striker, guard: odds.Guard) -> Profile:
    return Profile(striker, guard)


_KEPT: Final = 512
_profiles: dict[int, tuple[Standing, Profile]] = {}
"""By the standing itself, which is made once for each state of damage of a design."""


def profile(mount: Mount) -> Profile:
    """The profile of a Kimera as it stands."""
    kept = _profiles.get(id(mount.standing))
    if kept is not None and kept[0] is mount.standing:
        return kept[1]
    if len(_profiles) >= _KEPT:
        _profiles.clear()
    made = _profile(_striker(mount), odds.guard_of(mount))
    _profiles[id(mount.standing)] = (mount.standing, made)
    return made


def _striker(mount: Mount) -> Striker:
    standing = mount.standing
    traits, skills = standing.traits, standing.skills
    air = mount.machine.move == "air"
    has = {power.what.power for power in standing.powers if not power.what.suppression and not power.what.area}
    return Striker(
        ground=not air,
        heavy=traits["heavy_melee"],
        free=traits["free_melee"],
        heavy_skill=skills["heavy_melee"],
        free_skill=skills["free_melee"],
        acuity=traits["acuity"],
        acuity_skill=skills["acuity"],
        far=min(
            (0 if air else 1) if "bolt" in has else NEVER,
            1 if "wrack" in has else NEVER,
            MELEE if "trial" in has else NEVER,
        ),
        any_far="wrack" in mount.machine.wild,
        intensity=traits["intensity"],
        grace=mount.has("battle-grace"),
    )


Guesses = tuple[tuple[int, float], ...]
"""Initiative a rider may have, and how likely it is."""


class Fighter:
    """A rider as it goes into what is left of the battle of this round."""

    __slots__ = ("able", "cards", "hand", "initiative", "left", "mine", "mount", "off", "profile", "revealed")

    def __init__(self, s: BattleFacts, mount: Mount, own: Mount) -> None:
        self.mount = mount
        self.profile = profile(mount)
        self.mine = s.friends(mount.seat, own.seat)
        self.able = not mount.full_recovery and not mount.stands_down
        base = type(s.stack[0])
        before = base in BEFORE_CARDS
        self.hand = mount.standing.traits["discipline"] if before else len(mount.hand)
        """Cards, as they will be when the battle begins."""
        known = mount is own and not before
        self.cards = hand_of(s, own, own.hand) if known else unknown(self.hand, mount.standing.card_values)
        self.left, self.off = mount.balance, mount.off
        self.revealed = not before or (base is frames.Adjusting and mount.prepared is None)
        if base is frames.Recovering and mount.seat in s.stack[0].order:  # type: ignore[attr-defined]
            self.left = min(mount.standing.full_balance, self.left + mount.standing.traits["recovery"])
            self.off = False
        self.initiative = ((mount.initiative, 1.0),) if self.revealed else self._guesses(s, own)

    def _guesses(self, s: BattleFacts, own: Mount) -> Guesses:
        """The die is hidden: what it may show, nobody else's than the own being known."""
        mount = self.mount
        grappled = s.grappled(mount.seat)
        more = 1 if mount.has("blitzkrieg") and not grappled else 0
        if mount is own and mount.prepared is not None:
            return ((mount.prepared + more, 1.0),)
        most = 0 if grappled else min(s.settings.rules.initiative_max or self.left, max(0, self.left - 1))
        if not most:
            return ((more, 1.0),)
        if mount is own:
            return ((self.left // 2 + more if self.left // 2 < most else most + more, 1.0),)
        if mount.full_recovery:
            return ((more, 0.75), (min(2, most) + more, 0.25))
        return ((more, SHY), (most // 2 + more, 1 - SHY - BOLD), (most + more, BOLD))

    def threat(self, target: Fighter, defeat: int, harm: float) -> float:
        """Weigh what this rider can still do to the other this round."""
        victim, found = target.mount, 0.0
        against = None
        for strength, chance in self.initiative:
            for guard, other in target.initiative:
                lead = strength - guard
                if strength < 1 or lead < 0:
                    continue
                if against is None:
                    shield = victim.shield is not None
                    against = self.profile.against(target.profile.guard, shield, defeat, harm)
                balance = self.left if self.revealed else max(0, self.left - strength)
                left = target.left if target.revealed else max(0, target.left - guard)
                worth = against.worth(lead, self.cards, balance, target.hand, left, target.off, len(victim.wounds))
                found += chance * other * worth
        return found


def hand_of(s: BattleFacts, mount: Mount, cards: Sequence[str]) -> Hand:
    """Values of cards one sees."""
    extra, deck = mount.standing.card_values, s.settings.cards
    return tuple(sorted([deck[card].value + extra for card in cards], reverse=True))


# --- all together -----------------------------------------------------------------------------------------


def fight(s: BattleFacts, own: Mount, weight: float) -> float:
    """Weigh what the own side can still do this round, less what it must fear; a rival's loss counts ``weight``
    times.
    """
    going = under_way(s)
    fighters = [Fighter(s, mount, own) for mount in s.mounts.values() if mount.alive]
    mates = [fighter for fighter in fighters if fighter.mine]
    foes = [fighter for fighter in fighters if not fighter.mine]
    defeat = s.settings.rules.defeat_wounds
    plan, fear = (EARLY * PLAN, EARLY * FEAR) if type(s.stack[0]) in BEFORE_DICE else (PLAN, FEAR)
    found = 0.0
    for mate in mates:
        mount = mate.mount
        if going is not None and going.attacker == mount.seat:
            found += brings(s, own, going, weight)
        elif mate.able:
            best = max([0.0, *(mate.threat(foe, defeat, weight) for foe in foes)])
            found += plan * best
            if best and mount.initiative:
                found += EDGE * len(mount.edges) + WEAPON * len(mount.weapons)
    for foe in foes:
        if going is not None and going.attacker == foe.mount.seat:
            if s.friends(going.target, own.seat):
                found -= brings(s, own, going, 1.0)
        elif foe.able:
            found -= fear * _feared(s, foe, mates, foes, defeat)
    return found


def _feared(s: BattleFacts, foe: Fighter, mates: list[Fighter], foes: list[Fighter], defeat: int) -> float:
    """Weigh what a rival is likely to do to the own side: it turns against those whom it can harm most."""
    ours = [foe.threat(mate, defeat, 1.0) for mate in mates]
    if not any(ours):
        return 0.0
    everybody = sum(ours)
    for other in foes:
        if other is not foe and not s.friends(other.mount.seat, foe.mount.seat):
            everybody += foe.threat(other, defeat, 1.0)
    return sum([threat * threat for threat in ours]) / everybody


# --- an attack under way ----------------------------------------------------------------------------------


def under_way(s: BattleFacts) -> frames.Attacking | None:
    """The attack under way, until its strike is dealt out."""
    found = None
    for frame in s.stack:
        if isinstance(frame, frames.Attacking):
            found = frame
        elif found is not None and not isinstance(frame, (frames.Defending, frames.Countering)):
            return None
    return found


def brings(s: BattleFacts, own: Mount, frame: frames.Attacking, harm: float) -> float:
    """Weigh what the attack under way and those after it are expected to bring, on the main target and beside it."""
    striker, top = s.mounts[frame.attacker], s.stack[-1]
    follow = PLAN if s.friends(own.seat, striker.seat) else FEAR
    value, cards = _reached(s, own, striker, frame)
    targets = list(frame.queue) if frame.step != "declaration" else [frame.target]
    if isinstance(top, frames.Defending):
        targets.insert(0, top.seat)
    found = -CARD * (len(striker.hand) - len(cards))
    for seat in dict.fromkeys(targets):
        target = s.mounts[seat]
        if not target.alive:
            continue
        fails, parried = (0.0, 0) if seat in frame.caught else _held(s, own, striker, target, value)
        shield = target.shield is not None
        all_out = profile(striker).against(profile(target).guard, shield, s.settings.rules.defeat_wounds, harm)
        if seat != frame.target:
            change = all_out.struck(target.balance, target.off, len(target.wounds))[0] / 2
            found += (1 - fails) * harm * change * (-1 if s.friends(seat, striker.seat) else 1)
            continue
        lead = striker.initiative - target.initiative - (frame.step == "declaration")
        victim = (len(target.hand), target.balance, target.off, len(target.wounds))

        def after(lead: int, all_out: Assault = all_out, victim: tuple[int, int, bool, int] = victim) -> float:
            return follow * all_out.worth(lead, cards, striker.balance, *victim)

        if frame.how == "grapple":
            gain = INITIATIVE * (harm * target.initiative - striker.initiative) + HELD
            found += (1 - fails) * gain + fails * (after(lead) - 1)
        elif frame.suppression:
            lost = min(target.initiative, max(0, all_out.intensity - shield))
            found += (1 - fails) * (harm * INITIATIVE * (lost or 0.5) + after(lead + lost))
            found += fails * (after(lead) - 1)
        else:
            found += all_out.made(value, fails, lead, cards, striker.balance, *victim, parried=parried, follow=follow)
    return found


def _reached(s: BattleFacts, own: Mount, striker: Mount, frame: frames.Attacking) -> tuple[int, Hand]:
    """The attack value to expect, and the cards that are left to the attacker then."""
    extra = striker.standing.card_values
    if frame.step == "targets":
        return frame.value, hand_of(s, own, own.hand) if striker is own else unknown(len(striker.hand), extra)
    trait = attack.trait(s, frame.how, frame.gem)
    needed: Sequence[Symbol] = ()
    if frame.step in ("declaration", "symbols"):
        needed = attack.symbols(s, frame.how, frame.area, frame.suppression)
    if striker is own:
        cards = hand_of(s, own, odds.after_symbols(s, own, needed))
    else:
        cards = unknown(max(0, len(striker.hand) - len(needed)), extra)
    have = 0 if frame.step == "skills" else odds.VALUE_CARDS
    cap = striker.trait(trait)
    skilled = max(0, min(len(cards) - have, striker.standing.skills[trait]))
    added = sum([min(cap, card) for card in cards[:have]]) + odds.SKILL * skilled
    return frame.value + added, cards[have : len(cards) - skilled]


def _held(s: BattleFacts, own: Mount, striker: Mount, target: Mount, value: int) -> tuple[float, int]:
    """The chance that the target holds the attack off, and the cards it takes where that is known."""
    ties = striker.machine.move == "air"
    top = s.stack[-1]
    guard, hand, some = profile(target).guard, len(target.hand), target.balance > 0
    if not isinstance(top, frames.Defending) or top.seat != target.seat:
        return odds.defence_chance(guard, hand, some, value, ties), 0
    if target is not own:
        return odds.defence_chance(guard, hand, some, value - top.value, ties), 0
    if not top.how:
        return 0.0, 0  # nothing is done against it yet
    needed = value - top.value + (0 if ties else 1)
    if needed <= 0:
        return 1.0, 0
    used = odds.cards_for(s, own, top.how, needed, 0 if top.step == "skills" else odds.VALUE_CARDS)
    return float(used > 0), used
