"""Keeps what people say about their mats at any time: wounds, level, Ylem left or taken, empty supplies."""

from __future__ import annotations

from ...contract import Declaration, Field, Refusal
from ..actions import LeaveYlem, Level, Supply, TakeYlem, Wounds
from ..board.items import put
from ..components import GEMS
from ..facts.arena import EMPTY, seat_id
from ..facts.reporting import Log, counted, replaced, report
from ..facts.situation import ArenaSituation


def check_wounds(s: ArenaSituation, seat: int, action: Wounds) -> Refusal | None:
    """None unless so many wounds kill (AK-WOUND-02)."""
    name = s.arena.names[seat]
    if not s.alive(seat):
        return Refusal("AK-DEATH-01", f"{name} is not on the board.")
    if action.count >= s.lethal(seat):
        reason = f"{name} at level {s.levels[seat]} is dead with {s.lethal(seat)} wounds; the killer declares a kill."
        return Refusal("AK-WOUND-02", reason)
    return None


def do_wounds(s: ArenaSituation, seat: int, action: Wounds, log: Log) -> None:
    """Set the tally of Dire gems on a mat (AK-WOUND-01, AK-WOUND-04)."""
    s.wounds = replaced(s.wounds, seat, action.count)
    text = f"{s.arena.heads[seat]} has {counted(action.count, 'wound')}."
    report(
        log, "wounds-declared", ("AK-WOUND-01", "AK-WOUND-04"), text, {"seat": seat_id(seat), "wounds": action.count}
    )


def check_level(s: ArenaSituation, seat: int, action: Level) -> Refusal | None:
    """None unless the wounds of the tally kill at that level (AK-WOUND-02), or the level has been counted already."""
    if seat in s.sheets:
        return Refusal("TABLE", f"The sheet of {s.arena.names[seat]} is in; only the table can set its level right.")
    if s.wounds[seat] >= 2 + action.level:
        held = counted(s.wounds[seat], "wound")
        reason = f"{s.arena.names[seat]} has {held}, which kill at level {action.level}; set the wounds right first."
        return Refusal("AK-WOUND-02", reason)
    return None


def do_level(s: ArenaSituation, seat: int, action: Level, log: Log) -> None:
    """Set the tally of a level (AK-ACTIVE-04, AK-ACTIVE-05)."""
    s.levels = replaced(s.levels, seat, action.level)
    text = f"{s.arena.heads[seat]} is at level {action.level}."
    report(
        log, "level-declared", ("AK-ACTIVE-04", "AK-ACTIVE-05"), text, {"seat": seat_id(seat), "level": action.level}
    )


def check_leave_ylem(s: ArenaSituation, seat: int, action: LeaveYlem) -> Refusal | None:
    """None if so much was taken on the tile where the miniature stands (AK-GEM-02)."""
    name = s.arena.names[seat]
    if not s.alive(seat):
        return Refusal("AK-DEATH-01", f"{name} is not on the board.")
    if s.arena.walls.fire_mask >> s.arena.tiles[seat] & 1:
        return Refusal("AK-FIRE-15", f"Tile {s.arena.number(s.arena.tiles[seat])} burns; no Ylem can lie there.")
    if action.count > s.taken[seat]:
        where = s.arena.number(s.arena.tiles[seat])
        return Refusal("AK-GEM-02", f"{name} took {s.taken[seat]} Ylem on {where}, not {action.count}.")
    return None


def do_leave_ylem(s: ArenaSituation, seat: int, action: LeaveYlem, log: Log) -> None:
    """The Ylem Pool was full: the Ylem stays under the miniature (AK-GEM-02, AK-ACTIVE-02)."""
    tile = s.arena.tiles[seat]
    s.taken = replaced(s.taken, seat, s.taken[seat] - action.count)
    put(s.arena, tile, ylem=action.count)
    text = f"{action.count} Ylem stays on {s.arena.number(tile)}: the pool of {s.arena.names[seat]} is full."
    report(
        log,
        "ylem-left",
        ("AK-GEM-02", "AK-POOL-04"),
        text,
        {"seat": seat_id(seat), "count": action.count, "tile": tile},
    )


def check_take_ylem(s: ArenaSituation, seat: int, action: TakeYlem) -> Refusal | None:
    """None if so much Ylem lies under the miniature (AK-GEM-01)."""
    if not s.alive(seat):
        return Refusal("AK-DEATH-01", f"{s.arena.names[seat]} is not on the board.")
    tile = s.arena.tiles[seat]
    there = s.arena.piles.get(tile, EMPTY).ylem
    if action.count > there:
        return Refusal("AK-GEM-01", f"There is {there} Ylem on {s.arena.number(tile)}, not {action.count}.")
    return None


def do_take_ylem(s: ArenaSituation, seat: int, action: TakeYlem, log: Log) -> None:
    """The Ylem Pool has room again: what lies on the own tile is taken at once (AK-GEM-01)."""
    tile = s.arena.tiles[seat]
    s.taken = replaced(s.taken, seat, s.taken[seat] + action.count)
    put(s.arena, tile, ylem=-action.count)
    text = f"{s.arena.heads[seat]} takes {action.count} Ylem from {s.arena.number(tile)}."
    data = {"seat": seat_id(seat), "gem": "ylem", "count": action.count, "tile": tile}
    report(log, "gem-taken", ("AK-GEM-01",), text, data)


def check_supply(s: ArenaSituation, seat: int, action: Supply) -> Refusal | None:
    """None unless that is known already (AK-COMP-10)."""
    empty = action.state == "empty"
    if (action.gem in s.arena.exhausted) == empty:
        state = "empty" if empty else "not empty"
        return Refusal("AK-COMP-10", f"The supply of {action.gem.title()} is already known to be {state}.")
    return None


def do_supply(s: ArenaSituation, seat: int, action: Supply, log: Log) -> None:
    """A supply ran out, or has gems again (AK-COMP-10)."""
    empty = action.state == "empty"
    s.arena.exhausted = s.arena.exhausted | {action.gem} if empty else s.arena.exhausted - {action.gem}
    text = f"The supply of {action.gem.title()} is empty." if empty else f"There is {action.gem.title()} again."
    report(log, "supply", ("AK-COMP-10",), text, {"gem": action.gem, "empty": empty})


def declarations(s: ArenaSituation, seat: int) -> list[Declaration]:
    """Return what a seat may say at any time about its mat and the supply."""
    level = Declaration(
        "level",
        "My level",
        (Field("level", "number", "Your level now.", low=max(1, s.wounds[seat] - 1), high=3),),
        "AK-ACTIVE-04",
    )
    found = [] if seat in s.sheets else [level]
    found += [
        Declaration(
            "supply",
            "The supply of a gem",
            (
                Field("gem", "choice", "Which gem.", tuple(GEMS)),
                Field("state", "choice", "It ran out, or has gems again.", ("empty", "refilled")),
            ),
            "AK-COMP-10",
        ),
    ]
    if not s.alive(seat):
        return found
    found.insert(
        0,
        Declaration(
            "wounds",
            "My wounds",
            (Field("count", "number", "Dire gems on your mat now.", low=0, high=s.lethal(seat) - 1),),
            "AK-WOUND-01",
        ),
    )
    tile = s.arena.tiles[seat]
    if s.taken[seat] and not s.arena.walls.fire_mask >> tile & 1:
        most = Field("count", "number", "How much of it stays on the tile.", low=1, high=min(35, s.taken[seat]))
        found.append(Declaration("leave-ylem", "My Ylem Pool was full", (most,), "AK-GEM-02"))
    there = s.arena.piles.get(tile, EMPTY).ylem
    if there:
        most = Field("count", "number", "How much of it you take.", low=1, high=min(5, there))
        found.append(Declaration("take-ylem", "My Ylem Pool has room again", (most,), "AK-GEM-01"))
    return found
