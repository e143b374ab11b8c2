"""Says what stands on a button for an action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...contract import Action, Json
from ...engine.labels import View, Words, name_of, said_by
from .. import actions as act

WORDS: Final = {
    "yes": "Yes",
    "no": "No",
    "power": "A power die",
    "class": "A class die",
    "basic": "A basic die",
    "hand": "From the hand",
    "spellboard": "From the spellboard",
    "deck_top": "From the top of the deck",
}
"""Options of a question that are no cards."""

CHANGES: Final = {
    "place-tokens": "Red Rains tokens onto the Chimera: {n}",
    "take-tokens": "Red Rains tokens off the Chimera: {n}",
    "lower-rage": "rage dice turned to basic: {n}",
    "raise-rage": "rage dice raised: {n}",
    "ready-ultimate": "The Ultimate loses {n} exhaustion",
    "main-again": "A further main action this turn",
    "side-again": "A further side action this turn",
}
"""What a printed card changes that is no card, in words."""


def label(action: Action, view: View) -> str:
    """A few words: "Attack the Corpse of Viros with Ash Hound", "Pass"."""
    return said_by(_LABELS, action, view)


def _all(view: View) -> Iterator[tuple[str, int, Mapping[str, Json]]]:
    for facts in view["seats"].values():
        for line in (facts["facing"], facts["units"]):
            for slot, card in enumerate(line, 1):
                yield facts["name"], slot, card


def name(view: View, ref: str) -> str:
    """A card by its name and its place from the left, and whose battlefield it is on where two would read the same."""
    if ref == "chimera":
        return str(view["chimera"]["name"])
    if ref in view["seats"]:
        return name_of(view, ref)
    places = {card["ref"]: (card["name"] or "face-down aspect", slot, owner) for owner, slot, card in _all(view)}
    if ref not in places:
        return ref
    called, slot, owner = places[ref]
    alike = [place for place in places.values() if place[:2] == (called, slot)]
    return f"{called} ({slot}, {owner})" if len(alike) > 1 else f"{called} ({slot})"


def _card(card: str) -> str:
    return card.replace("-", " ").title()


def _attack(action: act.AttackWith, view: View) -> str:
    units = " and ".join(name(view, ref) for ref in action.units)
    extra = (
        f", blocked by {name(view, action.block)}" if action.block else ", which must block" if action.forced else ""
    )
    return f"Attack {name(view, action.target)} with {units}{extra}"


def _answer(action: act.Answer, view: View) -> str:
    kind = view["asked"].get(action.seat, "")
    option = action.option
    if kind in ("block", "guard"):
        return f"{name(view, option)} {kind}s" if option != "no" else f"Nobody {kind}s"
    if kind == "counter":
        return "Counter" if option == "yes" else "Do not counter"
    return WORDS.get(option) or name(view, option)


def _effect(action: act.Effect, view: View) -> str:
    if action.what == "discard":
        return f"{name(view, action.on)} leaves play"
    word = f" {action.word}" if action.word else ""
    return f"{action.what.replace('-', ' ').capitalize()}{word} {action.n}: {name(view, action.on)}"


def _enter(action: act.Enter, view: View) -> str:
    where = {
        "chimera": " on the Chimera's battlefield",
        "partner": " at the partner's side",
        "partners-chimera": " on the Chimera's battlefield facing the partner",
    }.get(action.onto, "")
    return f"{action.name} {action.attack}/{action.life} enters{where}"


_LABELS: Final[dict[type[Action], Words]] = {
    act.RollRage: lambda action, view: f"{action.power} show power" if action.power != 1 else "1 shows power",
    act.RollDie: lambda action, view: f"{action.face}",
    act.RollDice: lambda action, view: f"{action.power} power, {action.classes} class",
    act.Show: lambda action, view: _card(action.card),
    act.Back: lambda action, view: f"Blood {action.blood}",
    act.AttackWith: _attack,
    act.Pass: lambda action, view: "Pass",
    act.EndTurn: lambda action, view: "End the turn",
    act.Play: lambda action, view: f"Play {action.card}",
    act.Bolt: lambda action, view: f"Spend a die: 1 damage to {name(view, action.target)}",
    act.ShakeOff: lambda action, view: f"Discard {_card(action.card)} from {name(view, action.on)}",
    act.Meditate: lambda action, view: f"Meditate with {action.dice} dice",
    act.Answer: _answer,
    act.GoOn: lambda action, view: "Go on",
    act.HandDiscard: lambda action, view: f"Discard {_card(action.card)}",
    act.HandDone: lambda action, view: "The rest goes back",
    act.Enter: _enter,
    act.Effect: _effect,
    act.Area: lambda action, view: f"{action.what.capitalize()} {action.n} to all",
    act.MakeDraw: lambda action, view: f"The Chimera {'discards' if action.discards else 'draws'} {action.n}",
    act.Deck: lambda action, view: "My deck",
    act.MakeHand: lambda action, view: "An effect on the Chimera's hand",
    act.ForChimera: lambda action, view: f"The Chimera chooses {action.choice}",
    act.CopyAbilities: lambda action, view: f"{name(view, action.to)} copies {name(view, action.of)}",
    act.Search: lambda action, view: f"Search the {action.pile} pile",
    act.Tuck: lambda action, view: f"A card goes under {name(view, action.under)}",
    act.Examine: lambda action, view: f"Show what belongs to {name(view, action.card)}",
    act.PlaceDie: lambda action, view: f"{action.dice} dice onto {name(view, action.on)}",
    act.Dice: lambda action, view: f"Dice: {action.power} power, {action.classes} class, {action.basic} basic",
    act.Hinder: lambda action, view: f"Hinder the Chimera: {action.what.replace('-', ' ')}",
    act.Change: lambda action, view: CHANGES[action.what].format(n=action.n),
    act.MoveWounds: lambda action, view: f"{action.n} wounds from {name(view, action.of)} to {name(view, action.to)}",
    act.RemovePile: lambda action, view: f"Remove {_card(action.card)} from the game",
}
