"""View that everybody sees: the position with names, colours, tiles and the attack that is to come."""

from __future__ import annotations

from ..contract import Json
from ..engine import fields_json
from . import chimera
from .frames import Acting, Hitting, Running, Rushing, Wounding
from .moving import waiting
from .table import COLOURS, HuntTable, full_life

ASKED = (Acting, Running, Rushing, Hitting, Wounding)


def name_of(s: HuntTable, seat: str) -> str:
    """Return what people call a seat: its hunter, or both."""
    return "The hunters" if s.hunt.seats == 1 else f"Hunter {seat[1:]}"


def view(s: HuntTable) -> dict[str, Json]:
    """JSON-ready, and the caller's own."""
    hunt, top = s.hunt, s.stack[-1]
    shown = hunt.to_json()
    for number, hunter in enumerate(shown["hunters"], 1):
        hunter |= {"name": f"Hunter {number}", "colour": COLOURS[number - 1], "seat": s.owner(number)}
    upcoming = s.first("ready")
    for table, aspect in zip(shown["aspects"], hunt.aspects, strict=True):
        table |= {
            **fields_json(s.kind_of(aspect), "mark", "strength", "blood", "toughness"),
            "tile": s.tile_of(aspect),
            "next": aspect is upcoming,
        }
    mine = {seat: [n for n in range(1, len(hunt.hunters) + 1) if s.owner(n) == seat] for seat in s.seats}
    shown["seats"] = {
        seat: {"name": name_of(s, seat), "colour": COLOURS[numbers[0] - 1], "hunters": numbers}
        for seat, numbers in mine.items()
    }
    asked = top.hunter if isinstance(top, ASKED) else None
    if asked is None:
        turns = {s.owner(number) for number in waiting(s)}
    else:
        turns = {s.owner(asked)} if isinstance(top, Acting) else set()
    shown |= {
        "turn": turns.pop() if len(turns) == 1 else None,  # where several may go next, and while the Chimera strikes
        "over": s.result is not None,
        "hunter": asked,
        "waiting": [] if s.ended else waiting(s),
        "name": s.chimera.name,
        "colour": s.chimera.colour,
        "full_life": full_life(s.pack, hunt),
        "ultimate": s.ultimate,
        "attack": _attack(s),
        "way": chimera.way_of(s, top) if isinstance(top, (Running, Rushing)) else [],
        "rush": _rush(s),
        "ended": s.ended,
        "won": getattr(s.stack[0], "rule", "") == "HUNT-WIN-01" if s.ended else None,
        "scores": {} if s.result is None else s.result.scores,
    }
    if s.ended:
        shown["turn"] = None
    return shown


def _attack(s: HuntTable) -> dict[str, Json] | None:
    """The attack that the first ready aspect would begin now (HUNT-AIM-01, HUNT-CHARGE-01)."""
    aspect = s.first("ready")
    if aspect is None:
        return None
    kind = s.kind_of(aspect)
    number = s.aimed(kind.mark)
    if number is None:
        return None
    way, goal = chimera.course(s, number)
    return {
        "aspect": aspect.name,
        "mark": kind.mark,
        "hunter": goal,
        "way": way,
        "tile": s.tile_of(aspect),
        "wounds": kind.strength + chimera.FURY[s.hunt.phase - 1],
    }


def _rush(s: HuntTable) -> list[int]:
    """Return the tiles where the body would rush if the hunter who is asked leapt aside."""
    top = s.stack[-1]
    if not isinstance(top, Hitting) or not chimera.leaps(s, top):
        return []
    goal = s.hunter(top.hunter).tile
    return [] if goal is None else [s.hunt.body, *chimera.rush(s, goal)[0]]
