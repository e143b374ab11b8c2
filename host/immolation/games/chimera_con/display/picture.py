"""Picture of a view on the board: six places for Chimeras, their health in light, markers that people move.

A pure function of the view. Each seat has a place three tiles wide and five high: on the right its head, body and
rear; on the left sky above ground, for its marker; below them six tiles of health. In the right column lie the decks
and the Market Pile. Knows the view's keys only; no state and no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ...contract import Action, Gesture, Json, Layer, Picture, Piece
from ...engine.asked_light import asked_light
from ...engine.touches import way_between
from ..actions import Attack, Land, TakeOff
from ..facts.chimera import PLACES

ORIGINS: Final = (0, 3, 6, 50, 53, 56)
"""The top left tile of each seat's place."""

SKY: Final = 0
GROUND: Final = 20
FRONT: Final = 11
"""Where an attacker's marker stands, before its target."""

LANTERN: Final = 1
CONDITIONS: Final = {"poisonous": 10, "negative": 21}
PARTS: Final = {"head": 2, "body": 12, "rear": 22}
HEALTH: Final = (30, 31, 32, 40, 41, 42)
"""Offsets from the origin of a place."""

MARKET: Final = (9, 19, 29, 39, 49, 59, 69)
CREATURE_DECK: Final = 79
CHEAT_DECK: Final = 89
DISCARD: Final = 99

STONE: Final = 0x9E9E9E
WELL: Final = 0x2E7D32
HURT: Final = 0xD84315
AIR: Final = 0x4FC3F7
GOLD: Final = 0xFFB300
POISON: Final = 0x76FF03
VOID: Final = 0x7C4DFF
TARGET: Final = 0xFFFFFF


def picture(view: Mapping[str, Json], actions: Sequence[Action] = ()) -> Picture:
    """Pieces, layers (at most 16) and gestures of a view."""
    places = dict(zip(view["seats"], ORIGINS, strict=False))
    return Picture(
        tuple(_pieces(view, places)), tuple(_layers(view, places, actions)), tuple(_gestures(view, places, actions))
    )


def _marker(view: Mapping[str, Any], places: Mapping[str, int], seat: str) -> int:
    """The tile of a seat's marker: before its target in an attack, else in the sky or on the ground; -1 for none."""
    facts = view["seats"][seat]
    if not facts["alive"] or not all(facts["parts"].values()):
        return -1
    attack = view["attack"]
    if attack is not None and attack["seat"] == seat and attack["target"]:
        return places[attack["target"]] + FRONT
    return places[seat] + (SKY if facts["airborne"] else GROUND)


def _place(view: Mapping[str, Any], places: Mapping[str, int], seat: str) -> int:
    """The tile of a seat's marker; where it will stand as long as no Chimera is built, -1 for the dead."""
    facts = view["seats"][seat]
    return places[seat] + GROUND if facts["alive"] and not all(facts["parts"].values()) else _marker(view, places, seat)


def _pieces(view: Mapping[str, Any], places: Mapping[str, int]) -> Iterable[Piece]:
    for seat, facts in view["seats"].items():
        tile = _marker(view, places, seat)
        if tile >= 0:
            yield Piece(tile, "marker", facts["name"], facts["colour"], seat, sensed=True)
        for place in PLACES:
            part = facts["parts"][place]
            if part is not None:
                colour = STONE if part["petrified"] else facts["colour"]
                yield Piece(places[seat] + PARTS[place], part["size"], part["name"], colour, seat)
        if facts["merchant"]:
            yield Piece(places[seat] + LANTERN, "lantern", "The Merchant's lantern", GOLD, seat)
    for tile, card in zip(MARKET, _by_name(view["market"]), strict=False):
        yield Piece(tile, card[0], card[1], GOLD, count=card[2])
    for tile, kind, count in (
        (CREATURE_DECK, "creature deck", view["decks"]["creature"]),
        (CHEAT_DECK, "cheat deck", view["decks"]["cheat"]),
        (DISCARD, "discard pile", len(view["discard"])),
    ):
        if count:
            yield Piece(tile, "pile", kind.capitalize(), STONE, count=count)


def _by_name(market: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, int]]:
    """The Market Pile as it fits its seven tiles: one card each, what is over on the last."""
    shown = [(card["kind"], card["name"], 1) for card in market[: len(MARKET)]]
    if len(market) > len(MARKET):
        shown[-1] = ("pile", "More cards", len(market) - len(MARKET) + 1)
    return shown


# --- light -----------------------------------------------------------------------------------------------


def _layers(view: Mapping[str, Any], places: Mapping[str, int], actions: Sequence[Action]) -> Iterable[Layer]:
    seats = view["seats"]
    lit: list[Layer] = []
    stone: list[int] = []
    bars: dict[int, list[int]] = {WELL: [], HURT: []}
    for seat, facts in seats.items():
        shown = {place: part for place, part in facts["parts"].items() if part is not None}
        stone += [places[seat] + PARTS[place] for place, part in shown.items() if part["petrified"]]
        flesh = tuple(places[seat] + PARTS[place] for place, part in shown.items() if not part["petrified"])
        lit.append(Layer("solid", facts["colour"], flesh, priority=20, opacity=170))
        if facts["alive"] and facts["health"]:
            length = -(-len(HEALTH) * facts["left"] // facts["health"])
            bars[WELL if 2 * length > len(HEALTH) else HURT] += [places[seat] + tile for tile in HEALTH[:length]]
    lit.append(Layer("solid", STONE, tuple(stone), priority=22))
    lit.append(Layer("solid", WELL, tuple(bars[WELL]), priority=30))
    lit.append(Layer("ember", HURT, tuple(bars[HURT]), priority=31))
    for colour, key, at in ((POISON, "poisonous", CONDITIONS["poisonous"]), (VOID, "negative", CONDITIONS["negative"])):
        lit.append(Layer("pulse", colour, tuple(places[seat] + at for seat in seats if seats[seat][key]), priority=40))
    flying = tuple(places[seat] + SKY for seat in seats if seats[seat]["airborne"])
    lit.append(Layer("pulse", AIR, flying, priority=50, speed=40))
    lantern = tuple(places[seat] + LANTERN for seat in seats if seats[seat]["merchant"])
    lit.append(Layer("fire", GOLD, lantern, priority=60))
    lit.append(Layer("gem", GOLD, MARKET[: len(view["market"])], priority=62))
    lit.append(asked_light(view, actions, lambda seat: [_place(view, places, seat)], priority=70))
    lit.append(_aim(view, places, actions))
    return [layer for layer in lit if layer.tiles or layer.way]


def _aim(view: Mapping[str, Any], places: Mapping[str, int], actions: Sequence[Action]) -> Layer:
    """The attack that is under way as a running light; else the places that may be attacked."""
    attack = view["attack"]
    if attack is not None and attack["target"]:
        start, end = places[attack["seat"]] + GROUND, places[attack["target"]] + PARTS["body"]
        return Layer("path", HURT, (), priority=80, way=way_between(start, end))
    aimed = {
        places[action.target] + FRONT for action in actions if isinstance(action, Attack) and action.target in places
    }
    return Layer("target", TARGET, tuple(sorted(aimed)), priority=80, opacity=150)


# --- gestures --------------------------------------------------------------------------------------------


def _gestures(view: Mapping[str, Any], places: Mapping[str, int], actions: Sequence[Action]) -> Iterable[Gesture]:
    """A marker lifted into the sky, set on the ground, or moved before the Chimera it attacks.

    One gesture a target: which of several attacks is meant is asked on the page.
    """
    for action in actions:
        seat = action.seat
        if seat not in places or (tile := _marker(view, places, seat)) < 0:
            continue
        if isinstance(action, TakeOff):
            yield Gesture(action, (tile,), (places[seat] + SKY,))
        elif isinstance(action, Land):
            yield Gesture(action, (tile,), (places[seat] + GROUND,))
        elif isinstance(action, Attack) and action.target in places and _rolls(view, action):
            yield Gesture(action, (tile,), (places[action.target] + FRONT,))


def _rolls(view: Mapping[str, Any], action: Attack) -> bool:
    """True if the attacker has dice to roll, so that the attack is not over in the moment it is declared."""
    parts = view["seats"][action.of or action.seat]["parts"]
    part = parts.get(action.part)
    ability = part.get("action") if part else None
    stat = ability.get("attack") if ability else "might"
    return bool(stat and view["seats"][action.seat][stat])
