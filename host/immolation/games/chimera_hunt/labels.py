"""Labels of buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..contract import Action, Json
from ..engine.wording import capital
from . import actions as act
from .facts import GEM_OF
from .nights import boon_words

BOONS: Final[dict[str, str]] = {
    "none": "nothing",
    "soul": "A soul more",
    "gem": "A gem to begin with",
    "dry air": "Dry air: the Ultimate comes two Red Rains later",
}
"""Boon -> what people call it before a game."""


def label(action: Action, view: Mapping[str, Json]) -> str:
    """The words for one action."""
    match action:
        case act.Move(hunter=hunter, tile=tile):
            start = view["hunters"][hunter - 1]["tile"]
            if start is None:
                return f"Hunter {hunter} returns on {tile:02d}"
            return f"Hunter {hunter} stands still" if start == tile else f"Hunter {hunter} moves to {tile:02d}"
        case act.Strike(tile=tile):
            return f"Strike {_there(tile, view)}"
        case act.DrawGem(wall=wall):
            return f"Draw {GEM_OF[wall].capitalize()} from the {wall} wall"
        case act.Rest():
            return "Rest"
        case act.Bank(wall=wall):
            return f"Bank the {wall} Fire Wall with Ylem"
        case act.Lay(tile=tile):
            return f"Lay a Bloodstone on {tile:02d}"
        case act.Give(hunter=hunter):
            return f"Give the Bloodstones to hunter {hunter}"
        case act.Run():
            return f"The Chimera runs to {view['way'][-1]:02d}" if view["way"] else "The Chimera runs"
        case act.Leap(tile=tile):
            return f"Leap to {tile:02d} with Aria"
        case act.Egis():
            return "Break an Egis"
        case act.Take():
            return "Take the wounds"
        case act.Choose(boon=boon):
            return capital(boon_words(boon, view["options"]["gem_boon"]))
        case act.Roll(face=face):
            return f"The die shows {face}"
        case act.Gather(aspect=aspect):
            return f"{aspect} comes"
        case act.Sow(tile=tile):
            return f"The seed falls on {tile:02d}"
        case act.Ablaze(wall=wall):
            return f"The Immolation Die shows {wall}"
    return "Set right"


def _there(tile: int, view: Mapping[str, Json]) -> str:
    """Say what is struck on a tile."""
    for aspect in view["aspects"]:
        if aspect["tile"] == tile and aspect["state"] != "asleep" and tile != view["body"]:
            return f"{aspect['name']} on {tile:02d}"
    return "the body" if tile == view["body"] else f"the Rainwalker on {tile:02d}"
