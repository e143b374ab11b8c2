"""Lists what a player may declare now, each with the fields of its form."""

from __future__ import annotations

from ...contract import Declaration, Field
from ...engine.forms import form
from .. import actions as act
from ..facts.card_in_play import CHIMERA
from ..facts.situation import Situation
from ..frames import Turn

ENTER = form(
    act.Enter, "A unit comes into play", "RR-MISC-01",
    attack="Attack value, else 2.", life="Life value, else 2.", name="Its name.",
    text="Keywords, parted by commas: unit guard, terrifying 1.", recover="Recover value, else 1.",
    at="Place from the left; 0 is the right end.", onto="Whose battlefield, else the own.",
    exhausted="Whether it comes exhausted.",
)  # fmt: skip
AREA = form(
    act.Area, "My card does something to all units", "RR-LAW-18",
    what="What.", n="How much, else 1.", units="Whose, else both.", type="Which, else all units.",
    law="Whether the card is a Law.", value="Only those with a value in a range.", least="Its least, else 0.",
    most="Its most, else any.",
)  # fmt: skip
MAKE_DRAW = form(
    act.MakeDraw, "The Chimera draws", "RR-HAND-01",
    n="Cards, else 1.", instead="Damage for each it cannot draw, else none.",
    discards="Whether they are discarded from its draw pile instead.",
)  # fmt: skip
MAKE_HAND = form(act.MakeHand, "My card concerns the Chimera's hand", "RR-HAND-02")
HINDER = form(act.Hinder, "My card hinders the Chimera", "RR-TURN-15", what="How.")
CHANGE = form(
    act.Change, "My card changes tokens, rage dice or actions", "RR-TOK-02", what="What.", n="How many, else 1."
)
DICE = form(
    act.Dice, "My dice", "RR-DICE-02",
    power="Showing power.", classes="Showing class.", basic="Showing basic.", exhausted="Exhausted, else none.",
)  # fmt: skip
SEARCH = form(act.Search, "I search a pile", "RR-INFO-01", pile="Which.", found="The card taken; empty for none.")
FOR_CHIMERA = form(act.ForChimera, "I choose for the Chimera", "RR-LAW-01", choice="What it chooses.")
DECK = Declaration(
    "deck", "My deck", (Field("text", "text", "One card a line, or parted by ;: 2x Ember Lancer 3/2/1 stalk."),)
)
MEDITATE = form(act.Meditate, "I meditate", "RR-DICE-04", dice="Dice turned to power, else none.")


def declarations(s: Situation, seat: str) -> list[Declaration]:
    """Return the declarations that a seat that may declare can make now."""
    cards = tuple(body.ref for body in s.units() if body.up)
    bodies = (*cards, *s.seats_of, CHIMERA)
    found = [ENTER, _effect(s, seat, bodies), AREA, MAKE_DRAW, MAKE_HAND, HINDER, CHANGE, DICE]
    found += [
        form(
            act.PlaceDie, "Dice go onto a card", "RR-DICE-02", {"on": bodies},
            on="Which card.", dice="How many, else 1.",
        ),
        SEARCH,
        form(
            act.Tuck, "A card goes face down under another", "RR-INFO-03", {"under": bodies},
            card="The card.", under="Under which.", public="Whether all knew it.",
        ),
        form(act.Examine, "Show what anybody may see", "RR-INFO-03", {"card": bodies}, card="Of which card."),
    ]  # fmt: skip
    if cards:
        both = {"of": cards, "to": cards}
        found.append(
            form(act.CopyAbilities, "My card copies printed abilities", "RR-ABIL-04", both, of="From.", to="To.")
        )
    ends = {"of": bodies, "to": bodies}
    found += [
        form(
            act.MoveWounds, "Wounds go to another card", "RR-BASE-03", ends, of="From.", to="To.", n="How many, else 1."
        ),
        FOR_CHIMERA,
        DECK,
    ]
    if s.discard:
        pile = {"card": sorted(s.discard)}
        meaning = "Of the Chimera's discard pile."
        found.append(form(act.RemovePile, "An aspect is removed from the game", "RR-LAW-23", pile, card=meaning))
    top = s.stack[-1]
    if isinstance(top, Turn) and top.whose == ("player", seat):
        found.append(MEDITATE)
    return found


def _effect(s: Situation, seat: str, bodies: tuple[str, ...]) -> Declaration:
    own = tuple(unit.ref for unit in s.seats_of[seat].units)
    of_unit = {"by": "The own unit whose ability it is.", "cost": "Whether that unit exhausts as the price."}
    return form(
        act.Effect, "My card does something to a card", "RR-LAW-13",
        {"on": bodies, "until": ("turn", "round", *bodies), "to": bodies, "by": own},
        what="What it does.", on="Which card.", n="How much, else 1.", source="What does it, else a spell.",
        word="Which spell or keyword, where one is attached or given.",
        gives="What an attached spell gives: 2 attack, armored 1.",
        until="How long it is given, else this turn.", to="Who takes redirected damage.",
        timing="A reaction, or limited to a turn.", **(of_unit if own else {}),
    )  # fmt: skip
