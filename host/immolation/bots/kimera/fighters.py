"""Weighs each Kimera by itself: beyond this round, and for what is left of the round's battle.

Reads an imagined state, and of its hands the own one alone; others are a number of cards. Most actions change one or
two Kimera, so the worth of a Kimera and its threat to another are cached by the numbers they depend on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from immolation.games.kimera import frames
from immolation.games.kimera.facts.battle_facts import BattleFacts, Mount
from immolation.games.kimera.facts.effective_traits import Standing

from . import odds
from .assault import ALIVE, CARD, MELEE, OFF, Assault, Hand, Striker, balance_worth, unknown, wounds_worth
from .experience import Preparations

SPARE: Final = 0.15
"""A point of Initiative, whatever it is used for."""

SHIELD: Final = 1.0
"""A shield, beyond what it keeps off in the attacks that are to be feared."""

FIRST_CARD: Final = 0.8
"""Worth of the last card in hand, on top of the others."""

LINGERING: Final = 2.5

TRAIT: Final = 0.4
"""A point of an effective trait; what damage takes away shows here."""

IDLE: Final = -1.0
"""Gave up its attacks for this round."""

EDGE: Final = 1.2
WEAPON: Final = 1.0
"""Equipment, while there is somebody to use it on."""

NEVER: Final = 99
"""A lead in Initiative nobody has."""

BEFORE_DICE: Final = (frames.Recovering, frames.Announcing, frames.Preparing)
"""Steps of a round in which nobody's Initiative is known."""

BEFORE_CARDS: Final = (*BEFORE_DICE, frames.Adjusting)
"""Steps of a round in which hands are not full yet."""

MOST_FIGHTERS: Final = 5_000
"""Fighters that are cached."""

MOST_ASSAULTS: Final = 600
"""Assaults that are kept, enough for half a dozen games; each keeps the situations it was asked about."""


# --- the numbers of a standing ----------------------------------------------------------------------------


class Profile:
    """The numbers with which a Kimera strikes and defends itself."""

    __slots__ = ("guard", "striker")

    def __init__(self, striker: Striker, guard: odds.Guard) -> None:
        self.striker = striker
        self.guard = guard

    def against(self, target: Profile, shield: bool, defeat: int, rival_weight: float) -> Assault:
        """Return the assault on a target with these numbers, and keep it."""
        key = (self, target, shield, defeat, rival_weight)
        found = _assaults.get(key)
        if found is None:
            if len(_assaults) >= MOST_ASSAULTS:
                _assaults.clear()
            found = _assaults[key] = Assault(self.striker, target.guard, shield, defeat, rival_weight)
        return found


_assaults: dict[tuple[Profile, Profile, bool, int, float], Assault] = {}


@lru_cache(maxsize=256)
def _profile(striker: Striker, guard: odds.Guard) -> Profile:
    return Profile(striker, guard)


_KEPT: Final = 512
_profiles: dict[Standing, Profile] = {}


def profile(mount: Mount) -> Profile:
    """Return the profile of a Kimera as it stands."""
    found = _profiles.get(mount.standing)
    if found is None:
        if len(_profiles) >= _KEPT:
            _profiles.clear()
        found = _profiles[mount.standing] = _profile(_striker(mount), odds.guard_of(mount))
    return found


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


# --- one rider --------------------------------------------------------------------------------------------


Guesses = tuple[tuple[int, float], ...]
"""Initiative a rider may have, and how likely it is."""


class Fighter:
    """A rider as it goes into what is left of the battle of this round."""

    __slots__ = (
        "able", "cards", "defeat", "geared", "hand", "holds", "initiative", "least", "left", "off", "profile",
        "reach", "revealed", "seat", "shield", "team", "worth", "wounds",
    )  # fmt: skip

    def __init__(self, s: BattleFacts, mount: Mount, own: Mount, preparations: Preparations) -> None:
        standing = mount.standing
        self.seat = mount.seat
        self.team = s.settings.teams[mount.seat]
        self.profile = profile(mount)
        self.holds = mount.holds
        self.able = not mount.full_recovery and not mount.stands_down
        self.shield = mount.shield is not None
        self.wounds = len(mount.wounds)
        self.defeat = s.settings.rules.defeat_wounds
        base = type(s.stack[0])
        before = base in BEFORE_CARDS
        self.hand = standing.traits["discipline"] if before else len(mount.hand)
        """Cards, as they will be when the battle begins."""
        self.cards = unknown(self.hand, standing.card_values)
        """Values of its cards where nobody sees them."""
        self.left, self.off = mount.balance, mount.off
        self.revealed = not before or (base is frames.Adjusting and mount.prepared is None)
        if base is frames.Recovering and mount.seat in s.stack[0].order:  # type: ignore[attr-defined]
            self.left = min(standing.full_balance, self.left + standing.traits["recovery"])
            self.off = False
        self.initiative: Guesses = ((mount.initiative, 1.0),)
        if not self.revealed:
            self.initiative = self._guesses(s, mount, own, preparations)
        most = max([strength for strength, _ in self.initiative])
        self.reach = most - self.profile.striker.least() if most > 0 else -1
        """The highest Initiative of a rider that it may be able to attack."""
        self.least = min([strength for strength, _ in self.initiative])
        self.worth = _worth(mount, self.hand)
        """Worth beyond this round, the damage on its Scroll taken off."""
        self.geared = EDGE * len(mount.edges) + WEAPON * len(mount.weapons) if mount.initiative else 0.0
        """Worth of its equipment on top, while it has somebody to attack."""

    def _guesses(self, s: BattleFacts, mount: Mount, own: Mount, preparations: Preparations) -> Guesses:
        """Return the Initiative a rider may have while dice are hidden; only the own die is known."""
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
        # A half is rounded down and three quarters up.
        return tuple([(int(share * most + 0.25) + more, chance) for share, chance in preparations])


@lru_cache(maxsize=1 << 13)
def threat(one: Fighter, other: Fighter, rival_weight: float, cards: Hand) -> float:
    """Weigh what a rider can still do to another this round with those cards; 0 where the other is out of reach.

    ``rival_weight`` is the weight of the other's loss.
    """
    found, against = 0.0, None
    for strength, chance in one.initiative:
        for guard, equally in other.initiative:
            lead = strength - guard
            if strength < 1 or lead < 0:
                continue
            if against is None:
                against = one.profile.against(other.profile, other.shield, other.defeat, rival_weight)
            balance = one.left if one.revealed else max(0, one.left - strength)
            left = other.left if other.revealed else max(0, other.left - guard)
            worth = against.worth(lead, cards, balance, other.hand, left, other.off, other.wounds)
            found += chance * equally * worth
    return found


def _worth(mount: Mount, hand: int) -> float:
    """Weigh a Kimera beyond this round, and what lies on its Scroll, with so many cards in hand."""
    worth = ALIVE + wounds_worth(len(mount.wounds)) + balance_worth(mount.balance - (mount.prepared or 0))
    worth += TRAIT * sum(mount.standing.traits.values()) + SPARE * mount.initiative
    worth += cards_worth(hand)
    worth += SHIELD * (mount.shield is not None) + LINGERING * len(mount.lingering)
    return worth + IDLE * mount.full_recovery - OFF * mount.off


def cards_worth(count: int) -> float:
    """Return the worth of cards in hand. The first is worth more: a partial recovery discards one."""
    return CARD * count + (FIRST_CARD if count else 0.0)


# --- all of them ------------------------------------------------------------------------------------------


_fighters: dict[tuple[object, ...], Fighter] = {}
"""Everything that is read of a Kimera and of the step of the round -> the fighter. The key holds the `Standing` instead
of the design, the house rules and the damage, of which it is made."""


def fighters(s: BattleFacts, own: Mount, preparations: Preparations) -> tuple[Fighter, ...]:
    """List the riders still in the battle, in seat order, as ``own`` sees them; ``preparations`` as in `Experience`."""
    bottom = s.stack[0]
    base = type(bottom)
    before = base in BEFORE_CARDS
    found: list[Fighter] = []
    for seat, mount in s.mounts.items():
        if mount.defeated:
            continue
        moment = None
        if before:
            asked = base is frames.Recovering and seat in bottom.order  # type: ignore[attr-defined]
            moment = (base, mount is own, asked, s.grappled(seat), preparations)
        key = (
            mount.standing, moment, len(mount.hand), mount.balance, mount.off, mount.initiative, mount.prepared,
            len(mount.wounds), mount.shield, mount.edges, mount.weapons, mount.lingering, mount.full_recovery,
            mount.stands_down, mount.holds,
        )  # fmt: skip
        fighter = _fighters.get(key)
        if fighter is None:
            if len(_fighters) >= MOST_FIGHTERS:
                _fighters.clear()
            fighter = _fighters[key] = Fighter(s, mount, own, preparations)
        found.append(fighter)
    return tuple(found)
