"""Reads what a position says about the board and the moment, on either track.

Each track begins its facts and has them filled with what is here, then validates all of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...contract import BadConfig, BadPosition, Json
from ...engine import fill, need, ordered_seats, without_null
from ...house_rules import shown
from .. import frames
from ..board import omega_index
from ..board.items import find_strewn, stand
from ..components import king_keys
from ..facts.arena import OFF, ON_TILE, STONES_IN_ALL
from ..facts.reporting import replaced
from ..facts.situation import NOBODY, Fallen, Situation
from ..options import HouseRules
from ..settings import Settings, settings

AGREED = ("rounds", "countdown")
"""Keys that are read with the settings, which they may leave to the rules."""


def read_settings(given: Mapping[str, Json], kind: type[HouseRules]) -> Settings:
    """Settings of a position: what a config refuses a position refuses. Raises BadPosition."""
    count = len(ordered_seats(given, 2, 4))
    try:
        return settings(count, given.get("rounds"), given.get("countdown", True), given.get("options"), kind)
    except BadConfig as error:
        raise BadPosition(str(error)) from None


def fill_facts(s: Situation, given: Mapping[str, Json]) -> None:
    """Set what a position says, its seats, board and moment completed. Raises BadPosition naming the key.

    Who is not named takes the next free King in the box's order, and stands on the starting tile.
    """
    seats = {seat: given["seats"][seat] for seat in s.settings.seats}
    chosen = [facts.get("king") for facts in seats.values() if isinstance(facts, Mapping)]
    free = iter([key for key in king_keys() if key not in chosen])
    for seat, tile in zip(s.settings.seats, s.settings.start_tiles, strict=True):
        if isinstance(seats[seat], Mapping):
            seats[seat] = {"tile": tile, **({} if "king" in seats[seat] else {"king": next(free)}), **seats[seat]}
    dead = [without_null(entry, "bloodstone") for entry in _list(given, "dead")]
    stack = given.get("stack", [{"at": "choose-state"}])
    fill(s, {**{key: given[key] for key in given if key not in AGREED}, "seats": seats, "dead": dead, "stack": stack})
    _board(s, given)
    _bloodstones(s, [facts.get("bloodstones") for facts in seats.values()], given.get("bloodstones_aside"))
    _progress(s, given, dead)


def _list(given: Mapping[str, Json], key: str) -> list[Json]:
    """A key of a position that holds a list, empty if left out. Raises BadPosition."""
    value = given.get(key, [])
    need(isinstance(value, list | tuple), key, f"a list, not {shown(value)}")
    return list(value)


def _board(s: Situation, given: Mapping[str, Json]) -> None:
    """Kings, miniatures, the event dial and the Ascended Die agree with each other. Raises BadPosition."""
    arena, seats = s.arena, s.settings.seats
    arena.rename()
    find_strewn(arena)
    chosen = [king for king in arena.kings if king is not None]
    unique = not arena.rules.setup_unique_kings or len(set(chosen)) == len(chosen)
    need(unique, "seats", "no two players can have the same King (AK-COMP-02)")
    named, arena.tiles = arena.tiles, (OFF,) * len(seats)
    for seat, tile in enumerate(named):
        blocker = arena.occupant(tile) if tile != OFF else None
        if blocker is not None:
            raise BadPosition(f"seats.{seats[seat]}.tile: {tile:02d} is taken by {seats[blocker]}.")
        if tile != OFF:
            stand(arena, seat, tile)
    if arena.round_dial:
        if "event" not in given.get("dials", ()):
            arena.event_dial = omega_index.flames(arena)[0]
        length = len(omega_index.icons(arena.rules, omega_index.side(arena)))
        need(arena.event_dial < length, "dials.event", f"this side of the event dial has {length} icons, from 0")
    lying = sum(pile.die for pile in arena.piles.values())
    if lying and "ascended_die" not in given:
        arena.die = ON_TILE
    agrees = lying == (1 if arena.die == ON_TILE else 0)
    need(agrees, "ascended_die", f"{shown(given.get('ascended_die'))} does not agree with {lying} of them in items")


def _bloodstones(s: Situation, named: list[int | None], aside: Json) -> None:
    """Deal out the Bloodstones that nobody mentions: 1 to each living seat, then what cannot be set aside any more."""
    arena = s.arena
    left = STONES_IN_ALL - sum(pile.bloodstones for pile in arena.piles.values())
    carried = [stones or 0 for stones in named]
    left -= sum(carried)
    placing = [name == frames.placing(s.stack) for name in s.settings.seats]  # has its stone set aside by now
    there = [s.alive(seat) or placing[seat] for seat in range(len(named))]
    open_seats = [seat for seat, stones in enumerate(named) if stones is None and there[seat]]
    for seat in open_seats:
        carried[seat] = 1 if left > 0 else 0
        left -= carried[seat]
    back = sum(revenant for seat, revenant in enumerate(arena.revenant) if there[seat])
    most = max(0, STONES_IN_ALL - len(named) - back)
    keep = aside if type(aside) is int and 0 <= aside <= most else most
    takers = [seat for seat in open_seats if arena.revenant[seat] and not placing[seat]] + open_seats
    while left > keep and takers:
        carried[takers[0]] += 1
        takers = takers[1:] or open_seats[:1]
        left -= 1
    arena.stones, arena.aside = tuple(carried), left


def _progress(s: Situation, given: Mapping[str, Json], dead: list[Json]) -> None:
    """Complete whose turn it is, rounds, and who is dead, where a position does not say. Raises BadPosition."""
    count, arena = len(s.settings.seats), s.arena
    if "turn" not in given and s.stack[0].phase == "turn":
        s.turn = s.start
    if "last" not in given:
        if s.stack[0].phase == "round":
            s.last = (s.start - 1) % count  # who has the last turn of a round
        elif s.turn != NOBODY and (s.turn != s.start or arena.war):
            s.last = (s.turn - 1) % count
    if "round" not in given:
        s.round = max(0, arena.rounds - arena.round_dial) + 1
    aside = given.get("bloodstones_aside", max(0, arena.aside))
    found = STONES_IN_ALL - arena.aside + aside
    reason = f"there are {STONES_IN_ALL} Bloodstones in all, not {found} (AK-COMP-12)"
    need(aside == arena.aside, "bloodstones_aside", reason)
    if "dead" not in given:
        s.dead = tuple(Fallen(seat) for seat, tile in enumerate(arena.tiles) if tile == OFF)
    left, placing = arena.aside, s.seat(frames.placing(s.stack))
    for place, fallen in enumerate(s.dead):
        need(fallen.seat != NOBODY, "dead", "say whose death it is")
        if not dead or "bloodstone" not in dead[place]:
            s.dead = replaced(s.dead, place, replace(fallen, owed=left > 0 and fallen.seat != placing))
        left -= s.dead[place].owed
