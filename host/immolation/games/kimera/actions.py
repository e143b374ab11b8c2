"""The actions of Kimera, one record a kind.

The seat of every action is a seat of the game, ``chance`` for dice and draws, ``table`` for corrections.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..contract import Action

CardId = Annotated[str, Meta(max_length=40)]
Name = Annotated[str, Meta(max_length=40)]
Few = Annotated[int, Meta(ge=0, le=9999)]
"""Balance, Initiative, cards: far more than any battle sees."""

Cards = Annotated[tuple[CardId, ...], Meta(max_length=60)]

How = Literal["heavy-melee", "free-melee", "bolt", "wrack", "trial", "grapple"]
"""The five types of attack (KM-ATK-01) and the grapple."""

Equipment = Literal["edge", "shield", "weapon"]


# --- chance ----------------------------------------------------------------------------------------------


class Draw(Action, frozen=True, tag="draw"):
    """The top card of the deck is this one."""

    card: CardId


class Roll(Action, frozen=True, tag="roll"):
    """A tied rider's D6 shows a number (KM-TURN-02)."""

    rider: Name
    value: Annotated[int, Meta(ge=1, le=6)]


# --- between battles -------------------------------------------------------------------------------------


class Recover(Action, frozen=True, tag="recover"):
    """Choose the kind of recovery (KM-REC-01); ``card`` for a partial one."""

    how: Literal["full", "partial", "free"]
    card: CardId = ""


class Discard(Action, frozen=True, tag="discard"):
    """Discard a card: for a full recovery, or down to Discipline."""

    card: CardId


class Done(Action, frozen=True, tag="done"):
    """No more of what is being asked for: no more cards, no number, no charge, no weapon."""


class Announce(Action, frozen=True, tag="announce"):
    """A leader says a number (KM-INIT-01)."""

    number: Annotated[int, Meta(ge=0, le=99)]


class Prepare(Action, frozen=True, tag="prepare"):
    """Turn that much Balance into Initiative, in secret (KM-INIT-02)."""

    amount: Few


class Activate(Action, frozen=True, tag="activate"):
    """Activate an Edge, shield or weapon of a gem with a card (KM-TAC-05)."""

    what: Equipment
    gem: Name
    card: CardId


class Upkeep(Action, frozen=True, tag="upkeep"):
    """Pay 1 Initiative to keep a weapon (option ``weapon_end``)."""

    gem: Name


class Grant(Action, frozen=True, tag="grant"):
    """The leader lets somebody exchange cards with those laid out (KM-TAC-08)."""

    to: Name


class Exchange(Action, frozen=True, tag="exchange"):
    """Take a card that the leader laid out, put one of your own in its place (KM-TAC-08)."""

    take: CardId
    give: CardId


class Charge(Action, frozen=True, tag="charge"):
    """Play a Charge symbol to turn Balance into Initiative (KM-CHG-01)."""

    card: CardId
    amount: Few


# --- battle ----------------------------------------------------------------------------------------------


class First(Action, frozen=True, tag="first"):
    """The leader says which of the tied riders acts first (KM-TURN-03)."""

    who: Name


class Lead(Action, frozen=True, tag="lead"):
    """The team names its new leader (KM-TAC-06)."""

    who: Name


class Attack(Action, frozen=True, tag="attack"):
    """Declare an attack (KM-RES-01)."""

    how: How
    target: Name
    suppression: bool = False
    area: bool = False
    gem: bool = False
    """For a grapple: the power of a gem, not the Kimera's own arms (KM-GEM-12)."""


class Heal(Action, frozen=True, tag="heal"):
    """Heal somebody (KM-HEAL-01)."""

    target: Name
    area: bool = False
    lingering: bool = False


class Hold(Action, frozen=True, tag="hold"):
    """Pay 1 Initiative to see what others do (KM-WAIT-01)."""


class StandDown(Action, frozen=True, tag="stand-down"):
    """Do nothing more this round (KM-TURN-06)."""


class Play(Action, frozen=True, tag="play"):
    """Play cards for what is being asked: symbols in the order named, value, or skill."""

    cards: Cards


class Defend(Action, frozen=True, tag="defend"):
    """Intercept with a card, evade, or do neither (KM-RES-04)."""

    how: Literal["intercept", "evade", "none"]
    card: CardId = ""


class UseWeapon(Action, frozen=True, tag="use-weapon"):
    """Lay the weapon card of a gem on the target as its damage card (KM-WPN-04)."""

    gem: Name


class Pick(Action, frozen=True, tag="pick"):
    """Pick one hit as the damage card (KM-DMG-08)."""

    card: CardId


class Part(Action, frozen=True, tag="part"):
    """Pick the gem, rune, weapon or shield that suffers."""

    what: Name


class Remove(Action, frozen=True, tag="remove"):
    """Heal a damage card (KM-HEAL-03)."""

    card: CardId


# --- the end phase ---------------------------------------------------------------------------------------


class Commit(Action, frozen=True, tag="commit"):
    """Lay Grapple cards face down in a breakout, or none (KM-END-02)."""

    cards: Cards = ()


class Bid(Action, frozen=True, tag="bid"):
    """State in secret how much Balance to spend on a tied breakout (KM-END-05)."""

    amount: Few


class Spend(Action, frozen=True, tag="spend"):
    """Spend 1 more Balance on a tied breakout (option ``grapple_bid``)."""


class Tell(Action, frozen=True, tag="tell"):
    """Read aloud what is printed on the own rider, or on a damage card of one's own (KM-TOLD-02). Declared."""

    what: CardId
    """``rider``, or the card."""


class Surrender(Action, frozen=True, tag="surrender"):
    """Give up: the Kimera is defeated (KM-POT-03). Declared, not listed."""
