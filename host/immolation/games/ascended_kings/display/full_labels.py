"""Labels of buttons for the actions of the full track, with their price."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...contract import Action, Json
from ...engine.labels import View, Words
from ...engine.labels import name_of as _name
from .. import actions as act
from ..board.geometry import ADJACENT, walls
from ..facts.pools import gems, listed
from ..full.mats.dice import Gained, Group, gained, grouped, witness

MADE_OF: Final = {
    "ylem": "the Ylem Transmutation (3 Ylem)",
    "aria": "the Aria Transmutation (3 Aria)",
    "egis": "the Egis Transmutation (3 Egis)",
    "pyre": "the Pyre Transmutation (3 Pyre)",
    "prismatic": "a Prismatic Transmutation (1 Aria, 1 Egis and 1 Pyre)",
    "inscription": "the Prismatic Inscription (1 Aria, 1 Egis and 1 Pyre)",
}
"""What can be transmuted, with the gems that move."""


def card_name(view: View, key: str) -> str:
    """The name of a card, from the view where it shows the card, else from its key."""
    card = view.get("cards", {}).get(key)
    return str(card["name"]) if card is not None else key.replace("-", " ").title()


def _seat(view: View, seat: str) -> Mapping[str, Json]:
    facts: Mapping[str, Json] = view["seats"].get(seat, {})
    return facts


# --- moving ----------------------------------------------------------------------------------------------


def escape(view: View, seat: str, tile: int) -> int:
    """The Egis a step costs beside its Aria: one for each opponent left behind (AK-ESC-01)."""
    own = _seat(view, seat)
    here = own.get("tile")
    free = own.get("form") == "revenant" or "egis" in own.get("transmuted", ())
    if here is None or free or _burns(view, here):
        return 0
    others = [facts["tile"] for name, facts in view["seats"].items() if name != seat and facts["tile"] is not None]
    return sum(ADJACENT[here] >> other & 1 and not ADJACENT[tile] >> other & 1 for other in others)


def _burns(view: View, tile: int) -> bool:
    lines = view["walls"]
    return bool(walls(lines["top"], lines["right"], lines["bottom"], lines["left"]).fire_mask >> tile & 1)


def price(action: Action, view: View) -> str:
    """Return the price of an action of the board on this track: "1 Aria and 1 Egis"; empty for nothing."""
    if isinstance(action, act.Step):
        return gems(aria=1, egis=escape(view, action.seat, action.tile))
    if isinstance(action, act.Bridge):
        return gems(aria=1, ylem=1)
    return gems(pyre=1, ylem=1) if isinstance(action, act.Pyrokinesis) else ""


# --- the rest --------------------------------------------------------------------------------------------


def _aim(action: act.Cast | act.Activate, view: View) -> str:
    words = [f"at {_name(view, action.who)}"] if action.who is not None else []
    if action.tile is not None:
        words.append(f"on {action.tile:02d}")
    if action.choice is not None:
        words.append(f"({action.choice})")
    return "".join(f" {word}" for word in words)


def _cast(action: act.Cast, view: View) -> str:
    card = view.get("cards", {}).get(action.card)
    cost = f" for {card['price']} Ylem" if card is not None and card["price"] else ""
    return f"Cast {card_name(view, action.card)}{_aim(action, view)}{cost}"


def _activate(action: act.Activate, view: View) -> str:
    slot = _seat(view, action.seat).get("inscription") or {}
    key = action.card or slot.get("card")
    card = card_name(view, key) if key else "the inscription"
    return f"Activate {card}{_aim(action, view)}"


def _level_up(action: act.LevelUp, view: View) -> str:
    level = int(_seat(view, action.seat).get("level", 1)) + 1
    return f"Level Up to {level} for {level} Ylem"


def _instant(action: act.Instant, view: View) -> str:
    card = view.get("cards", {}).get(action.card)
    power = f": {card['instant']}" if card is not None and card["instant"] else ""
    how = []
    if action.cancel:
        how.append(f"cancel {action.cancel}")
    if action.remove:
        how.append(f"remove {action.remove}")
    if action.merge:
        how.append("into the roll")
    words = ", ".join(how)
    return f"Instant Power of {card_name(view, action.card)}{power}{f' ({words})' if words else ''}"


def _allocate(action: act.Allocate, view: View) -> str:
    """The gems, and which dice are added for them where that is said."""
    groups = grouped(action.groups) if action.groups else _host_groups(action, view)
    if not groups:
        return f"Make {gems(action.aria, action.egis, action.pyre, action.ylem)}"
    ways = listed([f"{' + '.join(map(str, group.dice))} into {group.gem.title()}" for group in groups])
    return f"Make {gems(*gained(groups))}: {ways}"


def _host_groups(action: act.Allocate, view: View) -> tuple[Group, ...] | None:
    """Group the dice on the table to these gems where the player does not group them; None without such dice."""
    wanted = Gained(action.aria, action.egis, action.pyre, action.ylem)
    for frame in reversed(view.get("under_way", ())):
        if frame["at"] == "allocate" and frame["seat"] == action.seat:
            return witness(tuple(frame["dice"]), wanted, frame["threshold"], tuple(view["chart"]))
    return None


def _prism(action: act.Prism, view: View) -> str:
    whom = "your own pool" if action.who == action.seat else f"the pool of {_name(view, action.who)}"
    return f"Ylem Prism: 1 Ylem into {whom}"


def _uninscribe(action: act.Uninscribe, view: View) -> str:
    slot = _seat(view, action.seat).get("inscription") or {}
    key = action.card or slot.get("card")
    return f"Take back {card_name(view, key) if key else 'the inscription'}"


LABELS: Final[dict[type[Action], Words]] = {
    act.RollFocus: lambda action, view: " ".join(map(str, action.dice)),
    act.DrawCard: lambda action, view: card_name(view, action.card) if action.card else "A card",
    act.Pass: lambda action, view: "Let it pass",
    act.Shield: lambda action, view: "Raise the Ylem Shield (the 3 Ylem of the Transmutation)",
    act.Show: lambda action, view: f"Show everybody {card_name(view, action.card)}",
    act.Take: lambda action, view: f"Take {gems(action.aria, action.egis, action.pyre)}",
    act.KeepGems: lambda action, view: f"Keep {gems(action.aria, action.egis, action.pyre)}",
    act.Allocate: _allocate,
    act.Attack: lambda action, view: f"Attack {_name(view, action.who)} with {action.pyre} Pyre",
    act.Cast: _cast,
    act.Activate: _activate,
    act.LevelUp: _level_up,
    act.Draw: lambda action, view: "Draw a card for 1 Ylem",
    act.Heal: lambda action, view: f"Heal a wound for {gems(egis=1, ylem=1)}",
    act.Prism: _prism,
    act.Instant: _instant,
    act.Transmute: lambda action, view: f"Complete {MADE_OF[action.what]}",
    act.Untransmute: lambda action, view: f"Undo {MADE_OF[action.what]}",
    act.Inscribe: lambda action, view: f"Inscribe {card_name(view, action.card)}",
    act.Uninscribe: _uninscribe,
    act.Cycle: lambda action, view: f"Discard {card_name(view, action.card)} to draw a card",
    act.Discard: lambda action, view: f"Discard {card_name(view, action.card)}",
}
