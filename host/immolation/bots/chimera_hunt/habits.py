"""Greedy hunters with one habit each: one that won far more than ``greedy`` would be a dominant strategy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from immolation.games import Action, Game
from immolation.games.ascended_kings.board.geometry import king_distance
from immolation.games.chimera_hunt import actions as act
from immolation.games.chimera_hunt.table import HuntTable

from .greedy import FREE, HuntGreedy, Tilt

NEVER: Final = -200.0
LOVES: Final = 12.0
"""A little more than a life of the Chimera."""


def _body(s: HuntTable, action: Action) -> bool:
    return isinstance(action, act.Strike) and action.tile == s.hunt.body


def _aspect(s: HuntTable, action: Action) -> bool:
    return isinstance(action, act.Strike) and action.tile != s.hunt.body and action.tile not in s.hunt.walkers


def _kind(kind: type[Action]) -> Callable[[HuntTable, Action], bool]:
    return lambda s, action: isinstance(action, kind)


DEEDS: Final[dict[str, Callable[[HuntTable, Action], bool]]] = {
    "aspect": _aspect,
    "body": _body,
    "draw": _kind(act.DrawGem),
    "rest": _kind(act.Rest),
    "lay": _kind(act.Lay),
    "bank": _kind(act.Bank),
    "give": _kind(act.Give),
}


def _likes(deed: Callable[[HuntTable, Action], bool], worth: float) -> Tilt:
    return lambda s, number, action: worth * deed(s, action)


def _draws_only(wall: str) -> Tilt:
    return lambda s, number, action: NEVER * (isinstance(action, act.DrawGem) and action.wall != wall)


def _away(s: HuntTable, number: int, action: Action) -> float:
    tile = s.hunter(number).tile
    return 0.0 if tile is None or isinstance(action, FREE) else 3.0 * min(4, king_distance(tile, s.hunt.body))


def _huddled(s: HuntTable, number: int, action: Action) -> float:
    tile = s.hunter(number).tile
    others = [at for other, _, at in s.standing() if other != number]
    return 0.0 if tile is None or isinstance(action, FREE) else -1.5 * sum(king_distance(tile, at) for at in others)


TILTS: Final[dict[str, Tilt]] = {
    **{f"never {name}": _likes(deed, NEVER) for name, deed in DEEDS.items()},
    **{f"loves {name}": _likes(deed, LOVES) for name, deed in DEEDS.items()},
    "draws Pyre": _draws_only("top"),
    "draws Egis": _draws_only("right"),
    "draws Aria": _draws_only("bottom"),
    "draws Ylem": _draws_only("left"),
    "keeps off the body": _away,
    "huddles": _huddled,
}

HABITS: Final[dict[str, Callable[[Game, str], HuntGreedy]]] = {
    f"greedy, {name}": partial(HuntGreedy, tilt=tilt) for name, tilt in TILTS.items()
}
"""Name -> the bot."""
