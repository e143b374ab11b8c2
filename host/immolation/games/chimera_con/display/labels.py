"""Say on a button what an action does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...contract import Action, Correct
from ...engine.labels import View, correction
from ...engine.labels import name_of as _name
from .. import actions as act
from ..cards.pack import OPEN_ATTACK, Pack


def label(pack: Pack, action: Action, view: View) -> str:
    """A few words: "Attack Player 2 with Bog Bite", "Substitute Mirefang head"."""
    words = _LABELS.get(type(action))
    return words(pack, action, view) if words is not None else type(action).__name__


def _title(pack: Pack, action: Any, view: View) -> str:
    """A card's name; cards of one name are told apart by their ids, cards written for a position know no pack here."""
    facts = _facts(view, action.card)
    title = str(facts["name"]) if facts else pack.title(action.card)
    if not facts and title == action.card:
        return title
    twins = [card for card in pack.order if card != action.card and pack.title(card) == title]
    return f"{title} ({action.card})" if twins or (facts and pack.title(action.card) != title) else title


def _facts(view: View, card: str) -> Mapping[str, Any] | None:
    for seat in view["seats"].values():
        for facts in (*seat.get("hand", ()), *(part for part in seat["parts"].values() if part)):
            if facts["card"] == card:
                return facts  # type: ignore[no-any-return]
    return next((facts for facts in view["market"] if facts["card"] == card), None)


def _build(pack: Pack, action: act.Build, view: View) -> str:
    cards = [card for card in (action.head, action.body, action.rear) if card]
    named = ", ".join(_title(pack, act.Take("", card), view) for card in cards)
    return f"Build {named}" if len(cards) == 3 else f"Lay down {named} and search"


def _attack(pack: Pack, action: act.Attack, view: View) -> str:
    owner = action.of or action.seat
    facts = view["seats"].get(owner)
    part = facts["parts"].get(action.part) if facts else None
    ability = part.get("action") if part else None
    name = ability["name"] if ability else OPEN_ATTACK.name
    same = [
        place
        for place, each in (facts["parts"] if facts else {}).items()
        if each and (each.get("action") or {}).get("name") == name
    ]
    where = f" ({action.part})" if len(same) > 1 or (action.part == "open" and same) else ""
    whose = f" of {_name(view, action.of)}" if action.of else ""
    alone = "" if action.synergy else " without synergy dice"
    at = f"Attack {_name(view, action.target)} with " if action.target else "Use "
    return f"{at}{name}{where}{whose}{alone}"


def _discard(pack: Pack, action: act.Discard, view: View) -> str:
    pile = "Market" if action.to == "market" else "Discard"
    return f"{_title(pack, action, view)} to the {pile} Pile"


def _cheat(pack: Pack, action: act.PlayCheat, view: View) -> str:
    idle = (_facts(view, action.card) or {}).get("idle")
    return f"Cheat: {_title(pack, action, view)}{' (does nothing now)' if idle else ''}"


_DONE: Final = {
    "draw": "Draw no more",
    "substitute": "Substitute nothing",
    "action": "Take no action",
    "discard": "Done discarding",
    "market": "Take no card",
    "told": "It is carried out",
}


_LABELS: Final[dict[type[Action], Callable[[Pack, Any, View], str]]] = {
    act.DrawCard: _title,
    act.RollDie: lambda pack, action, view: f"{action.value}",
    act.RollDice: lambda pack, action, view: ", ".join(map(str, action.values)),
    act.Build: _build,
    act.Redraw: lambda pack, action, view: "Redraw the hand",
    act.Draw: lambda pack, action, view: f"Draw a {action.deck} card",
    act.Substitute: lambda pack, action, view: f"Substitute {_title(pack, action, view)}",
    act.Mutate: lambda pack, action, view: f"Mutate: {_title(pack, action, view)}",
    act.Attack: _attack,
    act.TakeOff: lambda pack, action, view: "Take off",
    act.Land: lambda pack, action, view: "Land",
    act.Discard: _discard,
    act.Done: lambda pack, action, view: _DONE.get(view["stack"][-1]["at"], "Done"),
    act.Pass: lambda pack, action, view: "No cheat",
    act.Take: lambda pack, action, view: f"Take {_title(pack, action, view)}",
    act.GetGreedy: lambda pack, action, view: "Get greedy",
    act.BeSatisfied: lambda pack, action, view: "Be satisfied",
    act.PlayCheat: _cheat,
    act.ChooseSeat: lambda pack, action, view: _name(view, action.who),
    act.ChoosePart: lambda pack, action, view: f"The {action.part}",
    act.ChooseCard: _title,
    act.ChooseDie: lambda pack, action, view: f"A {action.value}",
    act.Tell: lambda pack, action, view: f"Read the {action.part} aloud",
    act.CarryOut: lambda pack, action, view: f"The text does: {action.verb.replace('_', ' ')} {action.n}",
    Correct: lambda pack, action, view: correction(action, view),
}
