"""The Chimera's turn: dice, aspects that wake and attack, the charge, the leap, and what its effects do."""

from __future__ import annotations

from typing import Final

from ..ascended_kings.board.geometry import SURROUNDING, king_distance, tiles
from ..contract import Refusal
from ..engine import EventLog, report
from . import frames
from .actions import Egis, Leap, Roll, Run, Take
from .moving import pick_up
from .table import HuntTable
from .wounds import hurt, take

RAGE: Final = 5
"""Rage that turns into a Red Rain (HUNT-CHIM-01)."""

SPEED: Final = (2, 3, 3)
"""Tiles of a charge, by phase (HUNT-CHARGE-01)."""

FURY: Final = (0, 0, 1)
"""Wounds that a hit has more, by phase (HUNT-CHARGE-03)."""

CRASH: Final = 2
"""Wounds to a Chimera that runs into a Fire Wall (HUNT-GEM-01)."""


# --- the answer to a hunter's turn -----------------------------------------------------------------------


def answer(s: HuntTable, log: EventLog) -> None:
    """Throw dice while any aspect sleeps, else let the first ready one attack (HUNT-CHIM-01 to HUNT-CHIM-03)."""
    if s.first("asleep") is not None:
        s.then(frames.Raging(), frames.Behaving())
    elif (ready := s.first("ready")) is not None:
        s.then(frames.Attacking(ready.wall, ready.place))
    else:
        report(log, "watched", "HUNT-CHIM-03", f"{s.chimera.name} watches.")


def do_rage(s: HuntTable, frame: frames.Raging, action: Roll, log: EventLog) -> None:
    """The rage die lies (HUNT-CHIM-01)."""
    s.stack.pop()
    report(log, "rage-rolled", "HUNT-CHIM-01", "The rage die burns." if action.face else "The rage die stays cold.")
    anger(s, action.face, log)


def do_behave(s: HuntTable, frame: frames.Behaving, action: Roll, log: EventLog) -> None:
    """The d12 lies: a side effect, then wake, hunt or ambush (HUNT-CHIM-02)."""
    s.stack.pop()
    row = s.chimera.behaviour[s.hunt.phase - 1][action.face - 1]
    words = " and ".join(part for part in (row.side, row.main) if part)
    report(log, "behaves", "HUNT-CHIM-02", f"{s.chimera.name} rolls {action.face}: {words}.", face=action.face)
    s.then(*works(row.side), frames.Stepping(row.main))


def wake(s: HuntTable, log: EventLog, *, pounce: bool = False) -> None:
    """The first sleeping aspect wakes, and in an ambush attacks at once (HUNT-CHIM-02)."""
    aspect = s.first("asleep")
    if aspect is None:
        return
    aspect.state = "ready"
    kind = s.kind_of(aspect)
    text = f"{aspect.name} wakes on the {aspect.wall} Fire Wall."
    report(log, "woke", "HUNT-CHIM-04", text, aspect=aspect.name, tile=s.tile_of(aspect), wall=aspect.wall)
    attack: list[frames.AnyFrame] = [frames.Attacking(aspect.wall, aspect.place)] if pounce else []
    s.then(*works(kind.wake), *attack)


def hunt(s: HuntTable, log: EventLog) -> None:
    """The first ready aspect attacks; if none is, one wakes (HUNT-CHIM-02)."""
    ready = s.first("ready")
    if ready is None:
        wake(s, log)
    else:
        s.then(frames.Attacking(ready.wall, ready.place))


# --- the charge ------------------------------------------------------------------------------------------


def settle_attack(s: HuntTable, frame: frames.Attacking, log: EventLog) -> bool:
    """An aspect sends the body at whom it marks (HUNT-AIM-01, HUNT-CHARGE-01, HUNT-CHARGE-02)."""
    s.stack.pop()
    place = (frame.wall, frame.place)
    aspect = next((each for each in s.hunt.aspects if (each.wall, each.place) == place), None)
    number = None if aspect is None else s.aimed(s.kind_of(aspect).mark)
    if aspect is None:
        return True
    aspect.state = "spent"
    if number is None:
        return True
    text = f"{aspect.name} sends {s.chimera.name} at hunter {number}."
    report(log, "attacks", "HUNT-AIM-01", text, aspect=aspect.name, hunter=number, tile=s.tile_of(aspect))
    way, goal = course(s, number)
    if goal != number:
        text = f"Hunter {goal} stands in the way of the charge at hunter {number}."
        report(log, "guarded", "HUNT-CHARGE-02", text, hunter=goal, tile=s.hunter(goal).tile)
    run: list[frames.AnyFrame] = [frames.Running(goal)] if len(way) > 1 else []
    s.then(*run, *works(s.kind_of(aspect).attack, goal), frames.Hitting(goal, aspect.name, bool(run)))
    return True


def toward(tile: int, goal: int) -> int:
    """The next tile straight toward a goal, diagonally while both row and column differ (HUNT-CHARGE-01)."""
    rows, columns = goal // 10 - tile // 10, goal % 10 - tile % 10
    return tile + 10 * ((rows > 0) - (rows < 0)) + (columns > 0) - (columns < 0)


def course(s: HuntTable, number: int) -> tuple[list[int], int]:
    """The way of a charge at a hunter, from the body on, and whom it comes to (HUNT-CHARGE-01, HUNT-CHARGE-02)."""
    way = [s.hunt.body]
    goal = s.hunter(number).tile
    assert goal is not None, "who is aimed at stands"
    stand = {tile: each for each, _, tile in s.standing()}
    while king_distance(way[-1], goal) > 1 and len(way) <= SPEED[s.hunt.phase - 1]:
        ahead = toward(way[-1], goal)
        if ahead in stand:
            return way, stand[ahead]
        way.append(ahead)
    return way, number


def way_of(s: HuntTable, frame: frames.Running | frames.Rushing) -> list[int]:
    """The tiles that the body goes over, from its own on."""
    if isinstance(frame, frames.Running):
        return course(s, frame.hunter)[0]
    return [s.hunt.body, *rush(s, frame.goal)[0]]


def do_run(s: HuntTable, frame: frames.Running | frames.Rushing, action: Run, log: EventLog) -> None:
    """The body runs, over Rainwalkers and seeds; a rush may end in the fire (HUNT-CHARGE-01, HUNT-GEM-01)."""
    s.stack.pop()
    way, crashes = way_of(s, frame), isinstance(frame, frames.Rushing) and rush(s, frame.goal)[1]
    for tile in way[1:]:
        trample(s, tile, log)
    s.hunt.body = way[-1]
    rule = "HUNT-GEM-01" if isinstance(frame, frames.Rushing) else "HUNT-CHARGE-01"
    said = "rushes on" if isinstance(frame, frames.Rushing) else "charges"
    text = f"{s.chimera.name} {said} to {way[-1]:02d}{' and crashes into the fire' * crashes}."
    report(log, "charged", rule, text, way=way, tile=way[-1], crashed=crashes)
    if crashes:
        hurt(s, CRASH, "HUNT-GEM-01", "the crash", log)


def trample(s: HuntTable, tile: int, log: EventLog) -> None:
    """A Rainwalker or seed in the body's way is gone (HUNT-CHARGE-02)."""
    for kind, found in (("Rainwalker", s.hunt.walkers), ("seed", s.hunt.seeds)):
        if tile in found:
            found.remove(tile)
            text = f"The charge tramples a {kind} on {tile:02d}."
            report(log, "trampled", "HUNT-CHARGE-02", text, tile=tile)


def strength(s: HuntTable, frame: frames.Hitting) -> int:
    """Wounds of a hit (HUNT-CHARGE-03)."""
    return s.chimera.aspects[frame.aspect].strength + FURY[s.hunt.phase - 1]


def settle_hit(s: HuntTable, frame: frames.Hitting, log: EventLog) -> bool:
    """A charge that fell short makes rage (HUNT-CHARGE-04); who has no gem that helps is hit at once."""
    tile = s.hunter(frame.hunter).tile
    if tile is not None and SURROUNDING[tile] >> s.hunt.body & 1:
        if "egis" in s.hunter(frame.hunter).gems or leaps(s, frame):
            return False
        hit(s, frame, log)
        return True
    s.stack.pop()
    if tile is not None:
        report(log, "short", "HUNT-CHARGE-04", "The charge falls short, and makes rage.")
        anger(s, 1, log)
    return True


def hit(s: HuntTable, frame: frames.Hitting, log: EventLog) -> None:
    """The hit, and the effect that only wounds bring (HUNT-CHARGE-03)."""
    s.stack.pop()
    take(s, frame.hunter, strength(s, frame), "hit", log)
    s.then(*works(s.chimera.aspects[frame.aspect].hit, frame.hunter))


# --- gems against it -------------------------------------------------------------------------------------


def rush(s: HuntTable, goal: int) -> tuple[list[int], bool]:
    """The tiles the body rushes over past one that was left, and whether it crashes (HUNT-GEM-01, opt:rush)."""
    step = goal - s.hunt.body
    others = {tile for _, _, tile in s.standing() if tile != goal} | {*s.hunt.walkers}
    way = [goal]
    while not s.in_fire(way[-1]):
        ahead = way[-1] + step
        if len(way) > s.hunt.options.rush or ahead in others:
            return way, False
        way.append(ahead)
    return way, True


def leaps(s: HuntTable, frame: frames.Hitting) -> list[int]:
    """The tiles to which the target may leap: none without an Aria, or from a body that has not moved (HUNT-GEM-01)."""
    hunter = s.hunter(frame.hunter)
    if not frame.ran or hunter.tile is None or "aria" not in hunter.gems:
        return []
    way, _ = rush(s, hunter.tile)
    return [tile for tile in tiles(SURROUNDING[hunter.tile] & s.free) if tile not in way]


def check_leap(s: HuntTable, frame: frames.Hitting, action: Leap) -> Refusal | None:
    """With an Aria, out of the way of a body that runs (HUNT-GEM-01)."""
    if action.tile in leaps(s, frame):
        return None
    if "aria" not in s.hunter(frame.hunter).gems:
        return Refusal("HUNT-GEM-01", f"Hunter {frame.hunter} has no Aria.")
    if not frame.ran:
        return Refusal("HUNT-GEM-01", "The body has not moved: there is no charge to leap out of.")
    return Refusal("HUNT-GEM-01", f"Leap to a free tile next to you outside the body's way, not to {action.tile:02d}.")


def do_leap(s: HuntTable, frame: frames.Hitting, action: Leap, log: EventLog) -> None:
    """Step aside; the body rushes on over the tile that is left (HUNT-GEM-01)."""
    hunter = s.hunter(frame.hunter)
    s.stack.pop()
    hunter.gems.remove("aria")
    assert hunter.tile is not None, "who leaps stands"
    s.then(frames.Rushing(frame.hunter, hunter.tile))
    hunter.tile = action.tile
    text = f"Hunter {frame.hunter} leaps to {action.tile:02d}."
    report(log, "leapt", "HUNT-GEM-01", text, hunter=frame.hunter, tile=action.tile)
    pick_up(s, frame.hunter, log)


def check_egis(s: HuntTable, frame: frames.Hitting | frames.Wounding, action: Egis) -> Refusal | None:
    """Only with an Egis (HUNT-GEM-02)."""
    if "egis" in s.hunter(frame.hunter).gems:
        return None
    return Refusal("HUNT-GEM-02", f"Hunter {frame.hunter} has no Egis.")


def do_egis(s: HuntTable, frame: frames.Hitting | frames.Wounding, action: Egis, log: EventLog) -> None:
    """None of these wounds are taken (HUNT-GEM-02)."""
    s.stack.pop()
    s.hunter(frame.hunter).gems.remove("egis")
    report(log, "egis", "HUNT-GEM-02", f"The Egis of hunter {frame.hunter} breaks.", hunter=frame.hunter)


def do_take(s: HuntTable, frame: frames.Hitting | frames.Wounding, action: Take, log: EventLog) -> None:
    """The wounds are taken."""
    if isinstance(frame, frames.Hitting):
        hit(s, frame, log)
    else:
        s.stack.pop()
        take(s, frame.hunter, frame.wounds, frame.cause, log)


# --- rage and Red Rains ----------------------------------------------------------------------------------


def anger(s: HuntTable, rage: int, log: EventLog) -> None:
    """Rage grows; five turn into one Red Rain (HUNT-CHIM-01)."""
    if not rage:
        return
    s.hunt.rage += rage
    more, s.hunt.rage = divmod(s.hunt.rage, RAGE)
    rain(s, more, log)


def rain(s: HuntTable, rains: int, log: EventLog) -> None:
    """Red Rains fall; enough of them bring the Ultimate (HUNT-RAIN-01, HUNT-RAIN-02)."""
    table = s.hunt
    if not rains or s.ended:
        return
    table.rains += rains
    text = f"{rains} Red Rain{'s' * (rains > 1)} fall{'s' * (rains == 1)}: {table.rains} of {s.ultimate}."
    report(log, "rained", "HUNT-RAIN-01", text, rains=table.rains)
    if table.rains < s.ultimate:
        return
    table.rains -= s.ultimate
    phase, table.phase = table.phase, min(3, table.phase + 1)
    report(log, "ultimate", "HUNT-RAIN-02", f"The Ultimate of {s.chimera.name} comes.", phase=table.phase)
    s.then(frames.Burning(), *works(", ".join(s.chimera.ultimate[phase - 1])))


def works(words: str, hunter: int | None = None) -> list[frames.AnyFrame]:
    """The frames that carry out effects in words, one after the other."""
    return [frames.Working(part.strip(), hunter) for part in words.split(",") if part.strip()]
