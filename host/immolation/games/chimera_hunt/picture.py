"""Picture of a view in lights, and the movement of a miniature by which each action is taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..ascended_kings.board.geometry import SURROUNDING, tiles
from ..contract import Action, Gesture, Json, Layer, Picture, Piece
from ..engine.touches import apart
from . import actions as act
from .facts import EDGES, Boon
from .frames import Edge
from .table import OUTWARD, depth, walls_at

MOST: Final = 16
"""Layers of a scene."""

GEM_LIGHT: Final[dict[Edge, int]] = {"top": 0xFF2A00, "right": 0x30FF30, "bottom": 0xE8E0C8, "left": 0x2860FF}
"""Each wall burns in the colour of the gem it gives: Pyre, Egis, Aria, Ylem."""

MARK_LIGHT: Final = {"left": 0x00E5FF, "right": 0xFFA000, "jaws": 0xFF00C8}
"""Left claw, right claw, jaws."""

BLOODSTONE: Final = 0xA00010
SEED: Final = 0x40FF20
WALKER: Final = 0xC8B890
SPENT: Final = 0x502060
WHITE: Final = 0xFFFFFF
VIOLET: Final = 0xB040FF
GOLD: Final = 0xFFC400
NIGHTS: Final = (0, 1, 2, 7, 8, 9)
"""The tiles that show which Chimeras of a campaign are dead (HUNT-CAMP-03)."""

BOONS: Final[dict[Boon, tuple[int, int]]] = {"soul": (3, WHITE), "gem": (5, 0x30FF30), "dry air": (7, 0xC00040)}
"""The column in which each boon is touched, and its light: that of souls in the count, of a gem, of Red Rains."""

GAUGES: Final[dict[Edge, int]] = {"top": 0xFF0000, "right": 0xFFFFFF, "bottom": 0xC00040, "left": 0xFF8000}
"""The count: life above, souls right, Red Rains below, rage left."""


def picture(view: Mapping[str, Json], actions: Sequence[Action] = ()) -> Picture:
    """Miniatures and lights, the most telling last to be left out, and the gestures of ``actions``."""
    gestures = tuple(_gestures(view, actions))
    layers = tuple(layer for layer in _layers(view, actions, gestures) if layer.tiles or layer.way)
    return Picture(tuple(_pieces(view)), layers[:MOST], gestures)


def _pieces(view: Mapping[str, Json]) -> Iterator[Piece]:
    """The body, hunters, and what is drawn on the page alone."""
    yield Piece(view["body"], "body", view["name"], view["colour"], sensed=True)
    for hunter in view["hunters"]:
        if hunter["tile"] is not None:
            yield Piece(hunter["tile"], "hunter", hunter["name"], hunter["colour"], hunter["seat"], True)
    for tile in sorted({*view["bloodstones"]}):
        yield Piece(tile, "bloodstone", "Bloodstone", BLOODSTONE, count=view["bloodstones"].count(tile))
    for kind, label, colour in (("walkers", "Rainwalker", WALKER), ("seeds", "Seed", SEED)):
        for tile in view[kind]:
            yield Piece(tile, label.lower(), label, colour)
    for aspect in view["aspects"]:
        yield Piece(aspect["tile"], f"aspect {aspect['state']}", aspect["name"], MARK_LIGHT[aspect["mark"]])


# --- lights ----------------------------------------------------------------------------------------------


def _strip(view: Mapping[str, Json], edge: Edge) -> list[int]:
    """The tiles of a wall's own line between the walls that cross it."""
    line = view["walls"][EDGES.index(edge)]
    behind = walls_at(tuple(view["walls"])).behind_mask
    return [tile for tile in range(100) if depth(tile, edge) == line and not behind >> tile & 1]


def _layers(view: Mapping[str, Json], actions: Sequence[Action], gestures: Sequence[Gesture]) -> Iterator[Layer]:
    """Every light, the most important first."""
    if view["ended"]:
        for gesture in gestures:
            if isinstance(gesture.action, act.Choose):
                yield Layer("target", BOONS[gesture.action.boon][1], gesture.on, 112)
        yield from _ending(view)
        return
    if view.get("count"):
        yield from _count(view)
        return
    yield from _asked(view, actions, gestures)
    yield from _chimera(view)
    strips = {edge: _strip(view, edge) for edge in EDGES}
    marked = {aspect["tile"] for aspect in view["aspects"]}
    heavy = {_shadow(view, aspect) for aspect in view["aspects"] if aspect["state"] == "asleep" and aspect["blood"] > 1}
    for edge in EDGES:
        fire = tuple(tile for tile in strips[edge] if tile not in marked | heavy)
        yield Layer("fire", GEM_LIGHT[edge], fire, 40)
    yield Layer("gem", BLOODSTONE, tuple(sorted({*view["bloodstones"]})), 60)
    yield Layer("solid", WALKER, tuple(view["walkers"]), 62)
    yield Layer("gem", SEED, tuple(view["seeds"]), 61)
    yield Layer("ember", 0x701400, tuple(tiles(walls_at(tuple(view["walls"])).behind_mask)), 30)


def _shadow(view: Mapping[str, Json], aspect: Mapping[str, Json]) -> int:
    """The tile beside a heavy sleeping aspect that is dark as well."""
    along = 1 if aspect["wall"] in ("top", "bottom") else 10
    strip = _strip(view, aspect["wall"])
    after = aspect["tile"] + along
    return after if after in strip else int(aspect["tile"]) - along


def _chimera(view: Mapping[str, Json]) -> Iterator[Layer]:
    """The body, whom it threatens and by which way, and the aspects in play."""
    phase, attack = view["phase"], view["attack"]
    colour = WHITE if view["life"] == 1 else view["colour"]
    yield Layer("pulse", colour, _body(view), 90, speed=(60, 120, 240)[phase - 1])
    if attack is not None:
        target = view["hunters"][attack["hunter"] - 1]["tile"]
        yield Layer("blink", MARK_LIGHT[attack["mark"]], (attack["tile"], target), 95)
        if len(attack["way"]) > 1 and not view["way"] and view["hunter"] is None:
            yield Layer("path", MARK_LIGHT[attack["mark"]], (), 70, way=tuple(attack["way"]))
    for mark, colour in MARK_LIGHT.items():
        ready = [
            each for each in view["aspects"] if each["state"] == "ready" and not each["next"] and each["mark"] == mark
        ]
        fast = any(each["strength"] > 1 for each in ready)
        yield Layer("pulse", colour, tuple(each["tile"] for each in ready), 85, speed=200 if fast else 100)
    spent = tuple(each["tile"] for each in view["aspects"] if each["state"] == "spent")
    yield Layer("solid", SPENT, spent, 84)
    ash = view["options"]["rounds"] - view["round"]
    if ash < 3 and view["hunter"] is None:  # while somebody thinks about a deed, what can be touched is more
        yield Layer("blink", WHITE, (0, 9, 99, 90)[: 3 - ash], 96, speed=50)


def _body(view: Mapping[str, Json]) -> tuple[int, ...]:
    """The body's tile; in phase III those beside it, and all around it when the last blow is due, where nothing is."""
    body = int(view["body"])
    if view["life"] == 1:
        around = tuple(tiles(SURROUNDING[body]))
    else:
        around = tuple(body + step for step in (-10, 1, 10, -1) if view["phase"] == 3 and _inside(body, step))
    taken = {each["tile"] for each in (*view["hunters"], *view["aspects"])}
    taken |= {*view["bloodstones"], *view["walkers"], *view["seeds"]}
    return (body, *(tile for tile in around if tile not in taken))


def _inside(tile: int, step: int) -> bool:
    """Whether a step to an adjacent tile stays on the board."""
    return 0 <= tile + step < 100 and (step % 10 == 0 or (tile + step) // 10 == tile // 10)


def _asked(view: Mapping[str, Json], actions: Sequence[Action], gestures: Sequence[Gesture]) -> Iterator[Layer]:
    """Light what is asked: who may move, what can be touched, where the body runs, how to get out of its way."""
    if view["way"]:
        yield Layer("path", view["colour"], (), 120, way=tuple(view["way"]))
        yield Layer("blink", view["colour"], (view["way"][-1],), 121)
        return
    if view["hunter"] is None:
        stand = [view["hunters"][number - 1] for number in view["waiting"]]
        yield Layer(
            "pulse", WHITE, tuple(hunter["tile"] for hunter in stand if hunter["tile"] is not None), 80, speed=50
        )
        if any(hunter["tile"] is None for hunter in stand):
            back = {tile for gesture in gestures if not gesture.off for tile in gesture.on}
            yield Layer("target", GOLD, tuple(sorted(back)), 65, opacity=90)
        return
    hunter = view["hunters"][view["hunter"] - 1]
    yield Layer("pulse", hunter["colour"], () if hunter["tile"] is None else (hunter["tile"],), 110)
    yield Layer("target", WHITE, _on(gestures, act.Strike, act.DrawGem), 112)
    yield Layer("target", VIOLET, _on(gestures, act.Bank, act.Lay, act.Give), 111, speed=60)
    leaps = _on(gestures, act.Leap)
    yield Layer("target", GEM_LIGHT["bottom"], leaps, 113)
    if leaps:
        yield Layer("path", 0xFF0000, (), 109, way=tuple(view["rush"]))
    eggs = [gesture.on for gesture in gestures if isinstance(gesture.action, act.Egis)]
    if eggs:
        yield Layer("blink", GEM_LIGHT["right"], eggs[0], 114)


def _on(gestures: Sequence[Gesture], *kinds: type[Action]) -> tuple[int, ...]:
    """The tiles that gestures of these actions end on."""
    return tuple(sorted({tile for gesture in gestures if isinstance(gesture.action, kinds) for tile in gesture.on}))


def _count(view: Mapping[str, Json]) -> Iterator[Layer]:
    """The count at the End of Round: each edge is a gauge, its end is white."""
    life = -(-10 * view["life"] // max(view["full_life"], view["life"]))
    most = view["ultimate"]
    step = -(-most // 10)
    filled = {"top": life, "right": view["souls"], "bottom": view["rains"] // step, "left": 2 * view["rage"]}
    for edge in EDGES:
        gauge = _edge(edge) if edge in ("top", "bottom") else _edge(edge)[1:9]  # a corner is of one gauge only
        yield Layer("solid", GAUGES[edge], gauge[: max(0, filled[edge])], 90)
    yield Layer("blink", WHITE, (_edge("bottom")[most // step - 1],), 91)


def _edge(edge: Edge) -> tuple[int, ...]:
    """The ten tiles of an edge of the board, from its left or upper end."""
    return tuple(tile for tile in range(100) if depth(tile, edge) == 0)


def _ending(view: Mapping[str, Json]) -> Iterator[Layer]:
    """Won: the walls turn green and the body goes out. Lost: the fire closes in."""
    outer = tuple(sorted({tile for edge in EDGES for tile in _edge(edge)}))
    if view["won"]:
        yield Layer("gem", 0x20FF40, outer, 40)
    else:
        yield Layer("fire", 0xFF3000, tuple(range(100)), 40)
        yield Layer("pulse", view["colour"], (view["body"],), 90)
    if view["campaign"] != "none":
        dead = view["night"] - 1 + view["won"]
        yield Layer("solid", WHITE, NIGHTS[:dead], 95)
        yield Layer("solid", SPENT, NIGHTS[dead:], 95)


# --- gestures --------------------------------------------------------------------------------------------


def _gestures(view: Mapping[str, Json], actions: Sequence[Action]) -> Iterator[Gesture]:
    """Yield how each action is taken by hand: a move, or a miniature that touches a tile and comes back."""
    number = view["hunter"]
    own: int = -1 if number is None else view["hunters"][number - 1]["tile"]
    for action in actions:
        match action:
            case act.Move(hunter=hunter, tile=tile):
                start = view["hunters"][hunter - 1]["tile"]
                off = () if start is None else (start,)
                yield Gesture(action, off, (tile,), back=start == tile)
            case act.Leap(tile=tile):
                yield Gesture(action, (own,), (tile,))
            case act.Run():
                yield Gesture(action, (view["body"],), (view["way"][-1],))
            case act.Rest() | act.Egis():
                yield Gesture(action, (own,), (own,), back=True)
            case act.Take():
                yield Gesture(action, (view["body"],), (view["body"],), back=True)
            case act.Give(hunter=hunter):
                tile = view["hunters"][hunter - 1]["tile"]
                yield Gesture(action, (tile,), (tile,), back=True)
            case act.Strike(tile=tile) if tile == view["body"]:
                yield Gesture(action, (tile,), (tile,), back=True)
            case act.Strike(tile=tile) | act.Lay(tile=tile):
                yield Gesture(action, (own,), (tile,), back=True)
            case act.DrawGem(wall=wall):
                yield Gesture(action, (own,), (own + OUTWARD[wall],), back=True)
            case act.Bank(wall=wall):
                for tile in _far(view, wall, own):
                    yield Gesture(action, (own,), (tile,), back=True)
            case act.Choose(boon=boon) if action.seat == actions[0].seat:  # whoever does it, the boon is everybody's
                yield Gesture(action, (view["body"],), (_lowest(view, BOONS[boon][0]),), back=True)


def _lowest(view: Mapping[str, Any], column: int) -> int:
    """The lowest tile of a column on which nobody stands."""
    stood = {view["body"], *(hunter["tile"] for hunter in view["hunters"])}
    return next(tile for tile in range(90 + column, -1, -10) if tile not in stood)


def _far(view: Mapping[str, Any], wall: Edge, own: int) -> list[int]:
    """The tile of a wall to touch for banking it: two or more along it from the hunter, the nearest that is free.

    None where miniatures stand on both ends of a short wall.
    """
    stood = {view["body"], *(hunter["tile"] for hunter in view["hunters"])}
    at = own + OUTWARD[wall]
    found = [tile for tile in _strip(view, wall) if tile not in stood and apart(tile, at) > 1]
    return sorted(found, key=lambda tile: (apart(tile, at), tile))[:1]
