"""Say on a button what an action does."""

from __future__ import annotations

from typing import Final

from ...contract import Action
from ...engine.labels import View, Words, said_by
from ...engine.labels import name_of as _name
from .. import actions as act
from ..cards.components import card_name


def label(action: Action, view: View) -> str:
    """A few words: "Bolt on Skaar", "Prepare 4"."""
    return said_by(_LABELS, action, view)


def _card(view: View, card: str) -> str:
    """A card with what it shows: "Crack 1 (initiate, bolt, area)"."""
    facts = view["cards"].get(card)
    if facts is None:
        return card_name(card)
    value = "" if card_name(card).endswith(f" {facts['value']}") else f"{facts['value']}: "
    return f"{card_name(card)} ({value}{', '.join(facts['symbols'])})"


_ENOUGH: Final = {
    "announce": "Say nothing",
    "full-recovery": "Finish the recovery",
    "maneuver": "Activate nothing more",
    "share": "Close the exchange",
    "exchange": "Take nothing more",
    "charge": "No Charge",
    "declaration": "No Charge",
    "weapon": "Strike without the weapon",
    "heal": "Enough",
    "raise": "Spend no more",
}


def _attack(action: act.Attack, view: View) -> str:
    words = [
        "Area" if action.area else "",
        "Suppression" if action.suppression else "",
        "Gem" if action.gem else "",
        action.how.replace("-", " ").title(),
    ]
    return f"{' '.join(word for word in words if word)} on {_name(view, action.target)}"


def _heal(action: act.Heal, view: View) -> str:
    kind = "Area heal" if action.area else "Lingering heal" if action.lingering else "Heal"
    return f"{kind} for {_name(view, action.target)}"


def _play(action: act.Play, view: View) -> str:
    if not action.cards:
        return "Play no card"
    attack = view["attack"]
    said = [_card(view, card) for card in action.cards]
    if attack is not None and attack["step"] == "symbols" and len(said) == len(attack["symbols"]):
        said = [f"{card} as {symbol}" for card, symbol in zip(said, attack["symbols"], strict=True)]
    return f"Play {' and '.join(said)}"


def _defend(action: act.Defend, view: View) -> str:
    if action.how == "intercept":
        return f"Intercept with {_card(view, action.card)}"
    return "Evade" if action.how == "evade" else "Do not defend"


def _recover(action: act.Recover, view: View) -> str:
    if action.how == "partial":
        return f"Partial recovery: discard {_card(view, action.card)}"
    return "Full recovery: no attack this round" if action.how == "full" else "Free recovery"


_LABELS: Final[dict[type[Action], Words]] = {
    act.Draw: lambda a, v: f"Draw {_card(v, a.card)}",
    act.Roll: lambda a, v: f"{_name(v, a.rider)} rolls {a.value}",
    act.Recover: _recover,
    act.Discard: lambda a, v: f"Discard {_card(v, a.card)}",
    act.Done: lambda a, v: _ENOUGH.get(str(v["moment"]), "Done"),
    act.Announce: lambda a, v: f"Say {a.number}",
    act.Prepare: lambda a, v: f"Prepare {a.amount} Initiative",
    act.Activate: lambda a, v: f"Activate the {a.what} of the {a.gem} gem with {_card(v, a.card)}",
    act.Upkeep: lambda a, v: f"Pay 1 Initiative for the {a.gem} weapon",
    act.Grant: lambda a, v: f"Let {_name(v, a.to)} exchange",
    act.Exchange: lambda a, v: f"Take {_card(v, a.take)} for {_card(v, a.give)}",
    act.Charge: lambda a, v: f"Charge {a.amount} with {_card(v, a.card)}",
    act.First: lambda a, v: f"{_name(v, a.who)} first",
    act.Lead: lambda a, v: f"{_name(v, a.who)} leads",
    act.Attack: _attack,
    act.Heal: _heal,
    act.Hold: lambda a, v: "Hold, for 1 Initiative",
    act.StandDown: lambda a, v: "Stand down for this round",
    act.Play: _play,
    act.Defend: _defend,
    act.UseWeapon: lambda a, v: f"Use the weapon of the {a.gem} gem",
    act.Pick: lambda a, v: f"Pick {_card(v, a.card)}",
    act.Part: lambda a, v: f"It hits the {a.what.replace(':', ' of the ')}",
    act.Remove: lambda a, v: f"Remove {_card(v, a.card)}",
    act.Commit: lambda a, v: f"Lay {' and '.join(_card(v, c) for c in a.cards)}" if a.cards else "Lay no card",
    act.Bid: lambda a, v: f"Spend {a.amount} Balance",
    act.Spend: lambda a, v: "Spend 1 more Balance",
    act.Tell: lambda a, v: "Read the rider aloud" if a.what == "rider" else f"Read {_card(v, a.what)} aloud",
    act.Surrender: lambda a, v: "Give up this battle",
}
