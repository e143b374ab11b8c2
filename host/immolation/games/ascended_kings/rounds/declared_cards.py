"""Carries out cards as people declare them on the arena track; `forced_moves` does what they do."""

from __future__ import annotations

from ...contract import Refusal
from ...house_rules import shown
from ..actions import Displace, PlaceDire, Pull, Push, Swap
from ..board import forced_moves
from ..board.geometry import direction
from ..board.movement import barred
from ..facts.reporting import Log, replaced
from ..facts.situation import ArenaSituation
from ..frames import Driven


def check_displace(s: ArenaSituation, seat: int, action: Displace) -> Refusal | None:
    """None for a living character and a tile that it may be put on."""
    who = _anybody(s, action.who)
    return who if isinstance(who, Refusal) else barred(s.arena, who, action.tile)


def do_displace(s: ArenaSituation, seat: int, action: Displace, log: Log) -> None:
    """A card moved a miniature: no Aria, no Escape Cost, no adjacency (AK-MOVE-12, AK-ESC-09)."""
    s.stack.append(Driven(action.who, action.seat, (action.tile,), "moved"))


def check_swap(s: ArenaSituation, seat: int, action: Swap) -> Refusal | None:
    """None for a living opponent; line of sight is not needed (AK-INDEX-10)."""
    who = s.other(action.who, seat)
    return who if isinstance(who, Refusal) else None


def do_swap(s: ArenaSituation, seat: int, action: Swap, log: Log) -> None:
    """Sun & Sky was cast."""
    forced_moves.swap_places(s, seat, s.numbers[action.who], log)


def check_push(s: ArenaSituation, seat: int, action: Push) -> Refusal | None:
    """None if Separation moves that opponent; see `forced_moves.push_refusal`."""
    who = s.other(action.who, seat)
    return who if isinstance(who, Refusal) else forced_moves.push_refusal(s, seat, who, action.tiles)


def do_push(s: ArenaSituation, seat: int, action: Push, log: Log) -> None:
    """Separation was cast."""
    forced_moves.push_away(s, seat, s.numbers[action.who], action.tiles, log)


def check_pull(s: ArenaSituation, seat: int, action: Pull) -> Refusal | None:
    """None if Conjunction draws that opponent nearer; see `forced_moves.pull_refusal`.

    Where the way is not straight, or may end on two tiles, the printed card decides: people declare where it ended.
    """
    who = s.other(action.who, seat)
    if isinstance(who, Refusal):
        return who
    arena = s.arena
    one, other = arena.names[seat], arena.names[who]
    if not direction(arena.tiles[seat], arena.tiles[who]):
        return Refusal("AK-INDEX-12", f"{other} is not in a straight line from {one}; declare where the card moved it.")
    refusal = forced_moves.pull_refusal(s, seat, who, action.tiles)
    if refusal is None and len(forced_moves.pulls(s, seat, who, action.tiles)) > 1:
        return Refusal(
            "AK-INDEX-12", f"Two tiles next to {one} are equally near; declare where the card moved {other}."
        )
    return refusal


def do_pull(s: ArenaSituation, seat: int, action: Pull, log: Log) -> None:
    """Conjunction was cast."""
    who = s.numbers[action.who]
    (way,) = forced_moves.pulls(s, seat, who, action.tiles).values()
    forced_moves.pull_near(s, seat, who, way, log)


def check_place_dire(s: ArenaSituation, seat: int, action: PlaceDire) -> Refusal | None:
    """None for a tile that Dire Transfer may use (AK-INDEX-08)."""
    return forced_moves.dire_tile_refusal(s, seat, action.tile)


def do_place_dire(s: ArenaSituation, seat: int, action: PlaceDire, log: Log) -> None:
    """Dire Transfer was cast: one wound of the caster is gone (AK-INDEX-07)."""
    s.wounds = replaced(s.wounds, seat, max(0, s.wounds[seat] - 1))
    forced_moves.transfer_dire(s, seat, action.tile, 1, log)


def _anybody(s: ArenaSituation, who: str) -> int | Refusal:
    """The living character called ``who``: a card may also move its own caster (AK-DEATH-08)."""
    number = s.seat(who)
    if number is None:
        return Refusal("TABLE", f"There is no seat {shown(who)}; there are {', '.join(s.settings.seats)}.")
    if not s.alive(number):
        return Refusal("AK-DEATH-08", f"{s.arena.names[number]} is not on the board.")
    return number
