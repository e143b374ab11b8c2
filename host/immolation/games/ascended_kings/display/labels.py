"""Labels of buttons for actions, from the keys of the view."""

from __future__ import annotations

from typing import Any, Final

from ...contract import Action
from ...engine.labels import View, Words, said_by
from ...engine.labels import name_of as _name
from .. import actions as act
from ..components import king, king_keys
from .full_labels import LABELS as FULL_LABELS
from .full_labels import price


def label(action: Action, view: View) -> str:
    """A few words: "Step to 34", "Take the Active State", on the full track "Step to 34 for 1 Aria"."""
    said = said_by(_LABELS, action, view)
    cost = price(action, view) if view.get("track") == "full" else ""
    if not cost:
        return said
    head, colon, finds = said.partition(":")
    return f"{head} for {cost}{colon}{finds}" if isinstance(action, (act.Step, act.Bridge)) else f"{said} for {cost}"


def _finds(view: View, tile: int) -> str:
    """Say what lies on a tile, as an invitation or a warning."""
    pile: dict[str, Any] = next((pile for pile in view["items"] if pile["tile"] == tile), {})
    names = {"bloodstones": "Bloodstone", "die": "Ascended Die"}
    found = [f"{count} {names.get(kind, kind.title())}" for kind, count in pile.items() if kind != "tile"]
    if view["omega_stone"] == tile:
        found.append("the Omega Stone")
    return f": {', '.join(found)}" if found else ""


def _kill(action: act.Kill, view: View) -> str:
    who = _name(view, action.who)
    if action.means == "curse":
        return f"Lancea or Curse kills {who}"
    return f"{who} is killed, after the fight at your table" if action.means == "attack" else f"An ability kills {who}"


def _survive(action: act.Survive, view: View) -> str:
    name = _name(view, action.seat)
    return f"{name} lives" if action.wounds is None else f"{name} lives with {action.wounds} wounds"


def _cards(action: act.Cards, view: View) -> str:
    kinds = (
        (action.level3, "level 3"),
        (action.level2, "level 2"),
        (action.level1, "level 1"),
        (action.lancea, "Lancea of Aeterna"),
        (action.curse, "Revenant Curse"),
        (action.other, "other"),
    )
    shown = ", ".join(f"{count} {kind}" for count, kind in kinds if count)
    return f"Hand: {shown or 'no card that counts'}"


_LABELS: Final[dict[type[Action], Words]] = {
    **FULL_LABELS,
    act.ChooseKing: lambda action, view: (
        f"Play {king(action.king).full_name if action.king in king_keys() else action.king}"
    ),
    act.DrawStart: lambda action, view: f"{_name(view, action.who)} starts",
    act.TurnEventDial: lambda action, view: f"Event dial at blue flame, icon {action.index + 1}",
    act.RollPercentile: lambda action, view: f"{action.value:02d}",
    act.RollImmolation: lambda action, view: f"{action.value}",
    act.Absorb: lambda action, view: "Absorb the Ascended Die",
    act.KeepDie: lambda action, view: "Keep the Ascended Die",
    act.ChooseState: lambda action, view: f"Take the {action.state.title()} State",
    act.Step: lambda action, view: f"Step to {action.tile:02d}{_finds(view, action.tile)}",
    act.Bridge: lambda action, view: f"Ylem Bridge to {action.tile:02d}",
    act.Pyrokinesis: lambda action, view: f"Pyrokinesis: push the {action.edge} Fire Wall back",
    act.Kill: _kill,
    act.EndTurn: lambda action, view: "End the turn",
    act.Survive: _survive,
    act.Die: lambda action, view: f"{_name(view, action.seat)} dies",
    act.ReturnEarly: lambda action, view: (
        "Begin the return now: discard all cards, turn the mat, draw 3 Revenant cards"
    ),
    act.Place: lambda action, view: f"Return on {action.tile:02d}{_finds(view, action.tile)}",
    act.Score: lambda action, view: f"{action.transmutations} Transmutations and {action.ylem} Ylem",
    act.Cards: _cards,
    act.Displace: lambda action, view: f"A card moved {_name(view, action.who)} to {action.tile:02d}",
    act.Swap: lambda action, view: f"Sun & Sky: change places with {_name(view, action.who)}",
    act.Push: lambda action, view: f"Separation: push {_name(view, action.who)} by {action.tiles}",
    act.Pull: lambda action, view: f"Conjunction: pull {_name(view, action.who)} by {action.tiles}",
    act.PlaceDire: lambda action, view: f"Dire Transfer to {action.tile:02d}",
    act.Wounds: lambda action, view: f"{_name(view, action.seat)} has {action.count} wounds",
    act.Level: lambda action, view: f"{_name(view, action.seat)} is at level {action.level}",
    act.LeaveYlem: lambda action, view: f"{action.count} Ylem stays on the tile",
    act.TakeYlem: lambda action, view: f"Take {action.count} Ylem from the tile",
    act.Supply: lambda action, view: f"The supply of {action.gem.title()} is {action.state}",
}
