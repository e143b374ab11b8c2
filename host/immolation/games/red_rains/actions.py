"""The actions: everything that can be done, one record a kind.

The seat of every action is ``p1`` or ``p2``, ``chance`` for dice and cards, ``table`` for corrections. Cards are
named by their references: ``a3``, ``u2``, a Phoenixborn by its seat, the Chimera card ``chimera``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..contract import Action

Ref = Annotated[str, Meta(max_length=20)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Few = Annotated[int, Meta(ge=0, le=99)]
Stat = Annotated[int, Meta(ge=0, le=20)]

Source = Literal["spell", "ability", "dice"]
"""What a player's effect comes from: a spell, a card's ability, a dice power."""

What = Literal[
    "damage",
    "wound",
    "heal",
    "exhaust",
    "ready",
    "destroy",
    "discard",
    "remove",
    "return",
    "add-status",
    "take-status",
    "attach",
    "detach",
    "grant",
    "lose",
    "attack",
    "attack-less",
    "recover",
    "recover-less",
    "life",
    "life-less",
    "prevent",
    "redirect",
    "to-hand",
    "remove-from-battle",
]
"""What a declared effect does to a card."""

# --- chance ----------------------------------------------------------------------------------------------


class RollRage(Action, frozen=True, tag="roll-rage"):
    """So many of the rage dice rolled show power (RR-TURN-05)."""

    power: Few


class RollDie(Action, frozen=True, tag="roll-die"):
    """The behaviour die, or the die of the guard roll, shows a face (RR-TURN-06, RR-LAW-09)."""

    face: Annotated[int, Meta(ge=1, le=100)]


class RollDice(Action, frozen=True, tag="roll-dice"):
    """So many of a player's dice show power and class; the others show basic."""

    power: Few
    classes: Few


class Show(Action, frozen=True, tag="show"):
    """A card of the Chimera's deck shows its face (RR-REV-01)."""

    card: Name


class Back(Action, frozen=True, tag="back"):
    """A card of the Chimera's deck shows its back alone (RR-BASE-07)."""

    blood: Few


# --- the players -----------------------------------------------------------------------------------------


class AttackWith(Action, frozen=True, tag="attack"):
    """The main action: attack the Chimera or a card on its battlefield (RR-BTL-06)."""

    units: Annotated[tuple[Ref, ...], Meta(min_length=1, max_length=20)]
    target: Ref
    block: Ref = ""
    """A unit that may choose its blocker names it (RR-LAW-05)."""

    forced: bool = False
    """An effect forces the Chimera to block (RR-LAW-04)."""


class Pass(Action, frozen=True, tag="pass"):
    """Pass instead of a main action (RR-TURN-11)."""


class EndTurn(Action, frozen=True, tag="end-turn"):
    """The turn is over; whatever the main action was, it is done."""


class Play(Action, frozen=True, tag="play"):
    """The main action: a unit of the sample deck comes into play for its dice."""

    card: Name


class Bolt(Action, frozen=True, tag="bolt"):
    """The side action of the sample deck: a class or power die deals 1 damage to a unit opposite."""

    target: Ref


class ShakeOff(Action, frozen=True, tag="shake-off"):
    """The side action that discards an alteration of the Chimera's from an own card."""

    card: Name
    on: Ref


class Meditate(Action, frozen=True, tag="meditate"):
    """The side action that turns active dice to power, none included (RR-DICE-04)."""

    dice: Annotated[int, Meta(ge=0, le=10)] = 0


class Answer(Action, frozen=True, tag="answer"):
    """The answer to what the Chimera asks."""

    option: Annotated[str, Meta(max_length=40)]


class GoOn(Action, frozen=True, tag="go-on"):
    """No reaction, or no further one."""


class HandDiscard(Action, frozen=True, tag="hand-discard"):
    """The effect under way discards a card of the Chimera's made-up hand (RR-HAND-04)."""

    card: Name


class HandDone(Action, frozen=True, tag="hand-done"):
    """The effect on the made-up hand is over (RR-HAND-03)."""


# --- declarations: what only people see ------------------------------------------------------------------


class Enter(Action, frozen=True, tag="enter"):
    """A unit comes into play from a printed card; everything but the name may be left to the quick form."""

    name: Name = "Unit"
    attack: Stat = 2
    life: Annotated[int, Meta(ge=1, le=20)] = 2
    recover: Stat = 1
    at: Annotated[int, Meta(ge=0, le=10)] = 0
    """Place from the left, from 1; 0 is the right end."""

    text: Annotated[str, Meta(max_length=200)] = ""
    """Keywords parted by commas: ``unit guard, terrifying 1``."""

    onto: Literal["own", "chimera", "partner", "partners-chimera"] = "own"
    exhausted: bool = False
    again: Ref = ""
    """A unit that left play this turn and returns (RR-MISC-04)."""


class Effect(Action, frozen=True, tag="effect"):
    """A printed card does something to a card in play."""

    what: What
    on: Ref
    n: Annotated[int, Meta(ge=0, le=30)] = 1
    source: Source = "spell"
    timing: Literal["", "reaction", "once-a-turn"] = ""
    """A reaction, or limited to a turn: only in the player turns phase (RR-TIME-01, RR-TIME-02)."""

    word: Annotated[str, Meta(max_length=120)] = ""
    """For ``attach`` and ``detach`` the spell, for ``grant`` and ``lose`` keywords parted by commas."""

    gives: Annotated[str, Meta(max_length=120)] = ""
    """What an attached spell gives as long as it is there: ``2 attack, armored 1`` (RR-ABIL-10)."""

    until: Annotated[str, Meta(pattern=r"^(turn|round|chimera|p[12]|[au][0-9]{1,6})$")] = "turn"
    """How long something is given or taken: this turn, this round, or while that card is in play (RR-ABIL-10)."""

    to: Ref = ""
    """For ``redirect``: the card that takes the damage."""

    by: Ref = ""
    """The own unit whose ability it is."""

    cost: bool = False
    """Exhausting ``by`` is the price (RR-ABIL-05)."""


class Area(Action, frozen=True, tag="area"):
    """A printed card does something to all or each of something: the own side and the one facing it (RR-LAW-18)."""

    what: Literal["damage", "wound", "exhaust", "exhaust-unexhausted", "destroy"]
    n: Annotated[int, Meta(ge=0, le=30)] = 1
    units: Literal["both", "facing", "own"] = "both"
    type: Literal["unit", "ally", "conjuration"] = "unit"
    law: bool = False
    """The card is a Law (RR-LAW-22)."""

    value: Literal["", "attack", "life", "recover", "wounds", "exhaustion", "status"] = ""
    """Only those whose value of this name lies between ``least`` and ``most``."""

    least: Few = 0
    most: Few = 99


class MakeDraw(Action, frozen=True, tag="make-draw"):
    """An effect makes the Chimera draw (RR-HAND-01)."""

    n: Annotated[int, Meta(ge=1, le=10)] = 1
    instead: Few = 0
    """Damage for each card that it cannot draw (RR-LAW-03)."""

    discards: bool = False
    """Cards are discarded from its draw pile, and not drawn: a fatigued Chimera's too (RR-HAND-06)."""


class MakeHand(Action, frozen=True, tag="make-hand"):
    """An effect concerns the Chimera's hand (RR-HAND-02)."""


class ForChimera(Action, frozen=True, tag="for-chimera"):
    """An own effect makes the Chimera choose, and its player chooses for it (RR-LAW-01)."""

    choice: Name
    options: Annotated[tuple[Name, ...], Meta(max_length=10)] = ()
    """What there was to choose from, where somebody wants it said."""


class CopyAbilities(Action, frozen=True, tag="copy-abilities"):
    """An effect copies the printed abilities of one card to another (RR-ABIL-04)."""

    of: Ref
    to: Ref


class Search(Action, frozen=True, tag="search"):
    """A search of a pile for a card; it may find nothing (RR-INFO-01)."""

    pile: Literal["draw", "discard", "conjuration"]
    found: Annotated[str, Meta(max_length=40)] = ""


class Tuck(Action, frozen=True, tag="tuck"):
    """A card goes face down under a card in play (RR-INFO-03)."""

    card: Name
    under: Ref
    public: bool = False


class Examine(Action, frozen=True, tag="examine"):
    """Look at what anybody may look at: public cards under a card, or what a card in play can conjure."""

    card: Ref


class PlaceDie(Action, frozen=True, tag="place-die"):
    """Active dice go onto a card (RR-DICE-02)."""

    on: Ref
    dice: Annotated[int, Meta(ge=1, le=10)] = 1


class Dice(Action, frozen=True, tag="dice"):
    """The side action that turns the own dice: how many show which symbol afterwards; see RR-DICE-05."""

    power: Annotated[int, Meta(ge=0, le=10)]
    classes: Annotated[int, Meta(ge=0, le=10)]
    basic: Annotated[int, Meta(ge=0, le=10)]
    exhausted: Annotated[int, Meta(ge=0, le=10)] = 0


class Hinder(Action, frozen=True, tag="hinder"):
    """A printed card forbids or obliges the Chimera something until its next turn is over."""

    what: Literal["no-side-action", "no-dice-power", "cannot-guard", "exhaust-ultimate"]


class Change(Action, frozen=True, tag="change"):
    """A printed card changes something that is no card: tokens, rage dice, the Ultimate, the actions of this turn."""

    what: Literal[
        "place-tokens", "take-tokens", "lower-rage", "raise-rage", "ready-ultimate", "main-again", "side-again"
    ]
    n: Annotated[int, Meta(ge=1, le=20)] = 1
    """How many; of a further action always one."""


class Deck(Action, frozen=True, tag="deck"):
    """A player's own deck, typed in or pasted: one card a line, ``2x Name 3/2/1 keywords``; numbers may be left out.

    Its units then enter by name. It replaces what was there; an empty text forgets it.
    """

    text: Annotated[str, Meta(max_length=4000)] = ""


class MoveWounds(Action, frozen=True, tag="move-wounds"):
    """A printed card moves wounds from one card to another."""

    of: Ref
    to: Ref
    n: Annotated[int, Meta(ge=1, le=30)] = 1


class RemovePile(Action, frozen=True, tag="remove-pile"):
    """An effect removes a card of the Chimera's discard pile from the game (RR-LAW-23)."""

    card: Name
