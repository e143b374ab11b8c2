"""Draws a view on the board: pieces, light, and what moving a miniature means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ...contract import Action, Gesture, Json, Layer, Picture, Piece
from ...engine.asked_light import asked_light
from ...engine.touches import beside, touch
from .. import actions as act
from ..actions import Activate, Attack, Bridge, Cast, Displace, Kill, Place, Pyrokinesis, Step
from ..board.geometry import EDGES, line_mask, tiles, walls
from ..components import GEMS, components, king_keys

GEM_PRIORITY: Final = {"dire": 90, "aria": 100, "egis": 101, "pyre": 102, "ylem": 104}
"""What shines on top where several kinds lie on a tile; Ylem over all, as everybody hunts for it."""

NOWHERE: Final = -1
"""No tile."""


def picture(view: Mapping[str, Json], actions: Sequence[Action] = ()) -> Picture:
    """Pieces, layers (at most 16) and gestures of a view."""
    gestures = tuple(_gestures(view, actions))
    return Picture(tuple(_pieces(view)), tuple(_layers(view, actions, gestures)), gestures)


# --- pieces ----------------------------------------------------------------------------------------------


def _pieces(view: Mapping[str, Json]) -> Iterable[Piece]:
    colour = components().colour
    for seat, facts in view["seats"].items():
        if facts["tile"] is not None:
            yield Piece(facts["tile"], facts["form"], facts["name"], facts["colour"], seat, sensed=True)
    for pile in view["items"]:
        tile = pile["tile"]
        for gem in GEMS:
            if gem in pile:
                yield Piece(tile, "gem", gem.title(), colour.of(gem), count=pile[gem])
        if "bloodstones" in pile:
            yield Piece(tile, "bloodstone", "Bloodstone", colour.bloodstone, count=pile["bloodstones"])
        if "die" in pile:
            yield Piece(tile, "die", "Ascended Die", colour.ascended_die)
    if view["omega_stone"] is not None:
        yield Piece(view["omega_stone"], "omega", "Omega Stone", colour.omega_stone)


# --- light -----------------------------------------------------------------------------------------------


def _layers(view: Mapping[str, Json], actions: Sequence[Action], gestures: Sequence[Gesture]) -> Iterable[Layer]:
    colour = components().colour
    lit: list[Layer] = []
    strips, behind = _fire(view["walls"])
    lit.append(Layer("ember", colour.ember, behind, priority=20))
    lit.append(Layer("fire", colour.fire, strips, priority=40))
    lit += [Layer("gem", colour.of(gem), _holding(view, gem), priority=GEM_PRIORITY[gem]) for gem in GEMS]
    lit.append(Layer("gem", colour.ascended_die, _holding(view, "die"), priority=110))
    lit.append(Layer("pulse", colour.bloodstone, _holding(view, "bloodstones"), priority=112, speed=70))
    omega = view["omega_stone"]
    lit.append(Layer("pulse", colour.omega_stone, () if omega is None else (omega,), priority=120))
    lit.append(asked_light(view, actions, lambda seat: [_tile_of(view, seat)], priority=130, opacity=180))
    ways = [action.tile for action in actions if isinstance(action, Step)]
    lit.append(Layer("target", colour.target, _tiles(ways), priority=140, opacity=150))
    back = [
        action for action in actions if isinstance(action, Place)
    ]  # its miniature is off the board: whose, tells light
    own = view["seats"][back[0].seat]["colour"] if back else colour.target
    lit.append(Layer("target", own, _tiles(action.tile for action in back), priority=140))
    bridges = [action.tile for action in actions if isinstance(action, Bridge)]
    lit.append(Layer("target", colour.ylem, _tiles(bridges), priority=138, opacity=200))
    preys = [_tile_of(view, action.who) for action in actions if isinstance(action, (Kill, Attack))]
    preys += [_aim(view, action) for action in actions if isinstance(action, (Cast, Activate))]
    lit.append(Layer("blink", colour.danger, _tiles(preys), priority=150, opacity=110, speed=60))
    lit.append(_under_way(view))
    walls_to_push = [action.edge for action in actions if isinstance(action, Pyrokinesis)]
    front = [tile for edge in walls_to_push for tile in _strip(view["walls"], edge)]
    lit.append(Layer("pulse", colour.fire, _tiles(front), priority=44, opacity=90, speed=60))
    yes = [gesture.on[0] for gesture in gestures if isinstance(gesture.action, YES) or _is_active(gesture.action)]
    lit.append(Layer("target", colour.target, _tiles(yes), priority=152))
    no = [gesture.on[0] for gesture in gestures if isinstance(gesture.action, NO) and not _is_active(gesture.action)]
    lit.append(Layer("pulse", colour.aria, _tiles(no), priority=151))
    hurt = [_tile_of(view, seat) for seat in view["wounds_dealt"]]
    lit.append(Layer("blink", colour.danger, _tiles(hurt), priority=160))
    return [layer for layer in lit if layer.tiles]


def _fire(lines: Mapping[str, Json]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tiles under a strip, and those behind one that no strip covers."""
    fire = walls(lines["top"], lines["right"], lines["bottom"], lines["left"])
    return tuple(tiles(fire.strip_mask)), tuple(tiles(fire.behind_mask & ~fire.strip_mask))


def _strip(lines: Mapping[str, Any], edge: str) -> Iterable[int]:
    named = next(known for known in EDGES if known == edge)
    return tiles(line_mask(named, lines[edge])) if lines[edge] is not None else ()


def _holding(view: Mapping[str, Json], kind: str) -> tuple[int, ...]:
    return tuple(pile["tile"] for pile in view["items"] if kind in pile)


def _under_way(view: Mapping[str, Json]) -> Layer:
    """On the full track: light runs from who attacks or casts to who is meant, as long as others may react."""
    for frame in reversed(view.get("under_way", ())):
        if frame["at"] == "attacking":
            tiles_met = [frame["seat"], frame["who"]]
        elif frame["at"] == "casting":
            tiles_met = [frame["seat"], *frame.get("targets", ())]
        else:
            continue
        way = [tile for tile in (_tile_of(view, seat) for seat in tiles_met) if tile != NOWHERE]
        if len(way) > 1:
            return Layer("path", components().colour.danger, _tiles(way), priority=155, way=tuple(way))
    return Layer("path", 0, ())


def _aim(view: Mapping[str, Json], action: Cast | Activate) -> int:
    """The tile a card is aimed at, NOWHERE if it names none."""
    if action.who is not None:
        return _tile_of(view, action.who)
    return NOWHERE if action.tile is None else action.tile


def _tiles(found: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({tile for tile in found if tile != NOWHERE}))


def _tile_of(view: Mapping[str, Json], seat: str) -> int:
    facts = view["seats"].get(seat)
    return NOWHERE if facts is None or facts["tile"] is None else int(facts["tile"])


# --- gestures --------------------------------------------------------------------------------------------


YES: Final = (act.Absorb, act.Survive, act.ChooseKing, act.Score)
"""Answers that ring their tile, with the Active State."""

NO: Final = (act.ChooseState, act.KeepDie, act.Die)
"""Answers whose tile breathes: the Latent State, keeping the die, death."""

SCORES: Final = 22
"""The tile of a mat with no Transmutation and no Ylem: Transmutations count downwards, Ylem to the right."""

KINGS: Final = 40
"""The tile of the first King, the others to its right and on the row below."""

MIDDLE: Final = 44
"""Where answers lie for who has no miniature on the board."""


def _is_active(action: Action) -> bool:
    return isinstance(action, act.ChooseState) and action.state == "active"


def _gestures(view: Mapping[str, Json], actions: Sequence[Action]) -> Iterable[Gesture]:
    """Yield the gestures: actions done by moving a miniature, or by touching a lit tile with the own one."""
    yield from _moves(view, actions)
    occupied = {facts["tile"] for facts in view["seats"].values() if facts["tile"] is not None}
    taken = {action.tile for action in actions if isinstance(action, (Step, Bridge))}
    for action in actions:
        own = _tile_of(view, action.seat)
        hand = None if own == NOWHERE else own
        tile = _answer_tile(view, action, own if hand is not None else MIDDLE, occupied, taken)
        if isinstance(action, act.EndTurn) and hand is not None:
            yield Gesture(action, (own,), (own,), back=True, twice=True)
        elif tile == own and hand is not None:
            yield Gesture(action, (own,), (own,), back=True)
        elif tile is not None and tile not in occupied:
            taken |= {tile} if isinstance(action, Pyrokinesis) else set()
            yield touch(action, tile, hand, occupied)


def _answer_tile(view: Mapping[str, Json], action: Action, own: int, occupied: set[int], taken: set[int]) -> int | None:
    """The tile that answers with an action; None for what is a movement, or is said and not shown."""
    match action:
        case act.ChooseState(state=state):
            found = beside(own, 2, occupied)
            return found[state == "latent"] if len(found) > 1 else None
        case act.Absorb() | act.Survive() | act.KeepDie() | act.Die():
            found = beside(own, 2, occupied)
            return found[isinstance(action, (act.KeepDie, act.Die))] if len(found) > 1 else None
        case act.Score(transmutations=done, ylem=ylem, level=None):
            dead = [seat for seat in view["asked"] if _tile_of(view, seat) == NOWHERE]
            return SCORES + 10 * done + ylem if action.seat not in dead[1:] else None
        case act.ChooseKing(king=key) if key in king_keys():
            return KINGS + king_keys().index(key)
        case act.EndTurn():
            return beside(own, 1, occupied)[0]
        case Pyrokinesis(edge=edge):
            others = {tile for other in EDGES if other != edge for tile in _strip(view["walls"], other)}
            free = [tile for tile in _strip(view["walls"], edge) if tile not in others | occupied | taken]
            return min(free, key=lambda tile: (_walk(own, tile), tile), default=None)
    return None


def _walk(one: int, other: int) -> int:
    """Steps along rows and columns."""
    return abs(one // 10 - other // 10) + abs(one % 10 - other % 10)


def _moves(view: Mapping[str, Json], actions: Sequence[Action]) -> Iterable[Gesture]:
    for action in actions:
        off = on = NOWHERE
        if isinstance(action, (Step, Bridge)):
            off, on = _tile_of(view, action.seat), action.tile
        elif isinstance(action, Displace):
            off, on = _tile_of(view, action.who), action.tile
        elif isinstance(action, Kill):
            off = _tile_of(view, action.who)
        elif isinstance(action, Place):
            on = action.tile
        if off != NOWHERE or on != NOWHERE:
            yield Gesture(action, () if off == NOWHERE else (off,), () if on == NOWHERE else (on,))
