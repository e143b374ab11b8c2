"""Picture of a view of Kimera on the board: an Initiative track, Balance as bars, targets lit. A pure function.

Up to five riders have two rows each: Initiative above, Balance below, a marker in both. Six share the upper six rows
for Initiative; their Balance is light alone, in the lower rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ...contract import Action, Gesture, Json, Layer, Picture, Piece
from ...engine.asked_light import asked_light
from .. import actions as act

SIDE: Final = 10
LAST: Final = SIDE - 1
TWO_ROWS: Final = 5
"""Riders that fit with two rows each."""

DANGER: Final = 0xFF2010
TARGET: Final = 0xFFFFFF
REACH: Final = 0xFFB000


def picture(view: Mapping[str, Json], actions: Sequence[Action] = ()) -> Picture:
    """Pieces, layers (at most 16) and gestures of a view."""
    return Picture(tuple(_pieces(view)), tuple(_layers(view, actions)), tuple(_gestures(view, actions)))


# --- where things lie -------------------------------------------------------------------------------------


def _row(view: Mapping[str, Json], seat: str) -> int:
    place = list(view["seats"]).index(seat)
    return 2 * place if len(view["seats"]) <= TWO_ROWS else place


def initiative_tile(view: Mapping[str, Json], seat: str, initiative: int) -> int:
    """The column is the Initiative, 9 and more in the last."""
    return _row(view, seat) * SIDE + min(initiative, LAST)


def balance_tile(view: Mapping[str, Json], seat: str, balance: int) -> int | None:
    """Return the tile of the Balance marker; None where six riders leave no room for one."""
    if len(view["seats"]) > TWO_ROWS:
        return None
    return (_row(view, seat) + 1) * SIDE + min(balance, LAST)


def _bar(view: Mapping[str, Json], seat: str, balance: int) -> tuple[int, ...]:
    """The tiles that Balance lights: a row of its own, or a part of the lower four rows."""
    if len(view["seats"]) <= TWO_ROWS:
        start = (_row(view, seat) + 1) * SIDE
        return tuple(range(start, start + min(balance, SIDE)))
    place = list(view["seats"]).index(seat)
    first = (6 + place // 2) * SIDE + (place % 2) * (SIDE // 2)
    return tuple(range(first, first + min((balance + 3) // 4, SIDE // 2)))


# --- pieces and light -------------------------------------------------------------------------------------


def _pieces(view: Mapping[str, Json]) -> Iterable[Piece]:
    for seat, facts in view["seats"].items():
        if not facts["alive"]:
            continue
        tile = initiative_tile(view, seat, facts["initiative"])
        yield Piece(tile, "marker", facts["name"], facts["colour"], seat, sensed=True)
        below = balance_tile(view, seat, facts["balance"])
        if below is not None:
            yield Piece(below, "balance", f"Balance of {facts['name']}", facts["colour"], seat, sensed=True)


def _layers(view: Mapping[str, Json], actions: Sequence[Action]) -> list[Layer]:
    seats = view["seats"]
    lit: list[Layer] = []
    for seat, facts in seats.items():
        if facts["alive"]:
            lit.append(Layer("solid", facts["colour"], _bar(view, seat, facts["balance"]), priority=60, opacity=120))
    turn = view["turn"]
    if turn is not None and seats[turn]["alive"]:
        lit.append(Layer("solid", REACH, _markers(view, seats[turn]["reach"]), priority=110, opacity=110))
    lit.append(asked_light(view, actions, lambda seat: _both(view, seat), priority=130))
    aims = [action.target for action in actions if isinstance(action, (act.Attack, act.Heal))]
    lit.append(Layer("target", TARGET, _markers(view, aims), priority=140))
    lit.append(
        Layer("blink", DANGER, _markers(view, [s for s, f in seats.items() if f["off"]]), priority=120, speed=60)
    )
    attack = view["attack"]
    if attack is not None:
        way = _markers(view, [attack["attacker"], attack["victim"] or attack["target"]], keep_order=True)
        if len(way) > 1:  # the target may be defeated while others are still struck
            lit.append(Layer("path", DANGER, (), priority=150, way=way))
    return [layer for layer in lit if layer.tiles or layer.way]


def _both(view: Mapping[str, Json], seat: str) -> Iterable[int]:
    """The tiles of a rider's markers: Balance as well, for light of an attack lies over Initiative."""
    facts = view["seats"][seat]
    if facts["alive"]:
        yield initiative_tile(view, seat, facts["initiative"])
        below = balance_tile(view, seat, facts["balance"])
        yield from () if below is None else (below,)


def _markers(view: Mapping[str, Json], seats: Iterable[str], keep_order: bool = False) -> tuple[int, ...]:
    """The tiles of living riders' Initiative markers."""
    known = view["seats"]
    tiles = [initiative_tile(view, seat, known[seat]["initiative"]) for seat in seats if known[seat]["alive"]]
    return tuple(tiles) if keep_order else tuple(sorted(set(tiles)))


# --- gestures ---------------------------------------------------------------------------------------------


def _gestures(view: Mapping[str, Json], actions: Sequence[Action]) -> Iterable[Gesture]:
    """Moves of a marker that say an action: only where nothing else on the board can change with it."""
    for action in actions:
        if action.seat not in view["seats"]:
            continue
        change = _change(view, action)
        if change is None:
            continue
        off, on = _moved(view, action.seat, *change)
        if off:
            yield Gesture(action, off, on)


def _change(view: Mapping[str, Json], action: Action) -> tuple[int, int] | None:
    """Return how Initiative and Balance of the acting seat change at once; None where the board does not show it."""
    facts = view["seats"][action.seat]
    house = view["options"]
    if isinstance(action, act.Hold):
        return (-1, 0) if facts["initiative"] > 1 else None
    if isinstance(action, act.Charge):
        return action.amount, -action.amount
    if isinstance(action, (act.Activate, act.Upkeep)):
        goes_on = facts["initiative"] > 1 and "full_recovery_bars" not in house  # else the battle may end at once
        return (-1, 0) if goes_on else None
    if isinstance(action, act.Heal):
        return -1, 0
    if isinstance(action, act.Attack):
        if "charge_who" in house or "charge_window" in house or not facts["hand_count"]:
            return None
        paid = action.how == "free-melee" and facts["type"] != "sinister"
        return -1, -1 if paid else 0
    if isinstance(action, act.Defend) and action.how == "evade":
        if not facts["hand_count"] or facts["type"] == "siroko" or not facts["balance"]:
            return None
        return 0, -1
    if isinstance(action, act.Recover) and action.how == "free":
        return _free_recovery(view, facts)
    return None


def _free_recovery(view: Mapping[str, Json], facts: Mapping[str, Json]) -> tuple[int, int] | None:
    """A point of Balance, if there is room for it and no grapple brings another rider a point at once."""
    if "balance_cap" in view["options"] or "regeneration_always" in view["options"]:
        return None
    if any(other["holds"] for other in view["seats"].values()):
        return None
    gained = min(2 if facts["type"] == "kolossus" else 1, facts["full_balance"] - facts["balance"])
    return (0, gained) if gained > 0 else None


def _moved(
    view: Mapping[str, Json], seat: str, initiative: int, balance: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tiles that are left and entered; both empty if no marker leaves its tile or one is out of the track."""
    facts = view["seats"][seat]
    off: list[int] = []
    on: list[int] = []
    before = initiative_tile(view, seat, facts["initiative"])
    after = initiative_tile(view, seat, facts["initiative"] + initiative)
    if before != after:
        off.append(before)
        on.append(after)
    below = balance_tile(view, seat, facts["balance"])
    beneath = balance_tile(view, seat, facts["balance"] + balance)
    if below is not None and beneath is not None and below != beneath:
        off.append(below)
        on.append(beneath)
    return tuple(off), tuple(on)
