"""The End of Round, the Fire Walls, and how aspects gather."""

from __future__ import annotations

from typing import Final

from ..ascended_kings.board.geometry import OPPOSITE, SURROUNDING, king_distance, tiles
from ..engine import EventLog, report
from . import facts
from .actions import Ablaze, Gather, Roll, Sow
from .chimera import answer, hunt, rain, wake, works
from .effects import MOST_SEEDS
from .facts import EDGES
from .frames import Burning, Choosing, Edge, Gathering, Placing, Sowing, Stepping, Wounding
from .moving import waiting
from .table import HuntTable, depth, order, walls_at
from .wounds import fall, hurt

IN_FIRE: Final = 2
"""Wounds of a body in the fire (HUNT-END-04, HUNT-WALL-02)."""

LEAST_FREE: Final = 3
"""Lines that stay free between two opposite walls (HUNT-WALL-01)."""

EACH: Final = 3
"""Of each aspect in the pile (HUNT-SET-05)."""


def settle_choice(s: HuntTable, frame: Choosing, log: EventLog) -> bool:
    """The round ends when every hunter has had its turn (HUNT-END-01 to HUNT-END-07)."""
    if waiting(s):
        return False
    s.then(
        Stepping("stays"), Stepping("rains"), Burning(), Stepping("fire"), Stepping("walkers"), Stepping("ripen"),
        Stepping("renew"),
    )  # fmt: skip
    return True


def settle_step(s: HuntTable, frame: Stepping, log: EventLog) -> bool:
    """Carry out one step that needs no decision."""
    s.stack.pop()
    match frame.step:
        case "answer":
            answer(s, log)
        case "wake":
            wake(s, log)
        case "hunt":
            hunt(s, log)
        case "ambush":
            wake(s, log, pounce=True)
        case "stays":
            s.then(*(work for awake in s.awake() for work in works(awake.kind.stays)))
        case "rains":
            rain(s, len(s.awake()), log)
        case "fire":
            burn(s, log)
        case "walkers":
            walk(s, log)
        case "ripen":
            ripen(s, log)
        case "renew":
            renew(s, log)
    return True


def burn(s: HuntTable, log: EventLog) -> None:
    """Fire wounds who stands in it, the body too (HUNT-END-04)."""
    s.then(*(Wounding(number, "fire") for number, _, tile in s.standing() if s.in_fire(tile)))
    if s.in_fire(s.hunt.body):
        hurt(s, IN_FIRE, "HUNT-END-04", "the fire", log)


def walk(s: HuntTable, log: EventLog) -> None:
    """Rainwalkers go to the nearest hunter, and wound whom they are next to (HUNT-END-05)."""
    walkers = s.hunt.walkers
    for place, tile in enumerate(walkers):
        goal = min((at for _, _, at in s.standing()), key=lambda at: king_distance(tile, at), default=None)
        if goal is None or king_distance(tile, goal) <= 1:
            continue
        free = tiles(SURROUNDING[tile] & s.free)
        walkers[place] = min(free, key=lambda at: (king_distance(at, goal), at), default=tile)
        if walkers[place] != tile:
            text = f"A Rainwalker goes from {tile:02d} to {walkers[place]:02d}."
            report(log, "walked", "HUNT-END-05", text, start=tile, tile=walkers[place])
    near = [number for number, _, at in s.standing() if any(SURROUNDING[at] >> tile & 1 for tile in walkers)]
    s.then(*(Wounding(number, "walker") for number in near))


def ripen(s: HuntTable, log: EventLog) -> None:
    """Each seed becomes a Red Rain (HUNT-END-06)."""
    ripe, s.hunt.seeds = len(s.hunt.seeds), []
    if ripe:
        report(log, "ripened", "HUNT-END-06", f"{ripe} seed{'s' * (ripe > 1)} ripen{'s' * (ripe == 1)}.")
    rain(s, ripe, log)


def renew(s: HuntTable, log: EventLog) -> None:
    """Aspects are ready again, new ones come; after the last round the hunt is lost (HUNT-END-07, HUNT-WIN-02)."""
    table = s.hunt
    for aspect in table.aspects:
        if aspect.state == "spent":
            aspect.state = "ready"
    if table.round >= table.options.rounds:
        s.finish("HUNT-WIN-02", log)
        return
    table.round += 1
    for hunter in table.hunters:
        hunter.done = False
    report(log, "round", "HUNT-END-07", f"Round {table.round} begins.", round=table.round)
    s.then(Gathering(s.threat))


# --- Fire Walls ------------------------------------------------------------------------------------------


def settle_burning(s: HuntTable, frame: Burning, log: EventLog) -> bool:
    """With no wall driven the fire stands still (HUNT-END-03)."""
    if s.driven():
        return False
    s.stack.pop()
    return True


def do_ablaze(s: HuntTable, frame: Burning, action: Ablaze, log: EventLog) -> None:
    """The Immolation Die lies: the first driven wall clockwise from there advances (HUNT-END-03)."""
    s.stack.pop()
    driven, rolled = s.driven(), EDGES.index(action.wall)
    edge = min(driven, key=lambda each: (EDGES.index(each) - rolled) % 4)
    text = f"The Immolation Die shows {action.wall}."
    report(log, "immolation", "HUNT-END-03", text, wall=action.wall, edge=edge)
    advance(s, edge, log)


def held(s: HuntTable, edge: Edge) -> str:
    """Say why a wall does not advance; empty if it does (HUNT-WALL-01)."""
    lines, at = list(s.hunt.walls), EDGES.index(edge)
    lines[at] += 1
    ahead = walls_at((lines[0], lines[1], lines[2], lines[3]))
    if len(ahead.rows if edge in ("top", "bottom") else ahead.columns) < LEAST_FREE:
        return f"The {edge} Fire Wall is too near the {OPPOSITE[edge]} one to advance."
    for tile in s.hunt.bloodstones:
        if depth(tile, edge) == lines[at]:
            return f"The Bloodstone on {tile:02d} holds the {edge} Fire Wall."
    return ""


def advance(s: HuntTable, edge: Edge, log: EventLog) -> None:
    """A wall burns a line inward, over whatever is there (HUNT-WALL-01, HUNT-WALL-02)."""
    table = s.hunt
    stuck = held(s, edge)
    if stuck:
        report(log, "held", "HUNT-WALL-01", stuck, wall=edge)
        if "Bloodstone" in stuck:
            hurt(s, table.options.held_wounds, "HUNT-WALL-01", "the Bloodstone", log, blood=True)
        return
    lines = list(table.walls)
    lines[EDGES.index(edge)] += 1
    table.walls = (lines[0], lines[1], lines[2], lines[3])
    text = f"The {edge} Fire Wall advances to line {lines[EDGES.index(edge)]}."
    report(log, "advanced", "HUNT-WALL-01", text, wall=edge, lines=lines)
    fire = s.fire
    table.seeds = [tile for tile in table.seeds if not fire.fire_mask >> tile & 1]
    table.walkers = [tile for tile in table.walkers if not fire.fire_mask >> tile & 1]
    for number, _, tile in list(s.standing()):
        if fire.behind_mask >> tile & 1:
            fall(s, number, "HUNT-WALL-02", log)
    if fire.behind_mask >> table.body & 1:
        stood = {tile for _, _, tile in s.standing()} | {*table.walkers, *table.seeds}
        open_to = [tile for tile in tiles(~fire.behind_mask & (1 << 100) - 1) if tile not in stood]
        start, table.body = table.body, min(open_to, key=lambda tile: (king_distance(table.body, tile), tile))
        text = f"The fire pushes {s.chimera.name} to {table.body:02d}."
        report(log, "pushed", "HUNT-WALL-02", text, way=[start, table.body], tile=table.body)
        hurt(s, IN_FIRE, "HUNT-WALL-02", "the fire", log)


# --- chance that fills the table --------------------------------------------------------------------------


def settle_gathering(s: HuntTable, frame: Gathering, log: EventLog) -> bool:
    """There are aspects enough (HUNT-SET-05)."""
    if len(s.hunt.aspects) < frame.until:
        return False
    s.stack.pop()
    return True


def pile(s: HuntTable) -> dict[str, int]:
    """Aspects that can be drawn; an empty pile is made anew, with each three times (HUNT-SET-05)."""
    left = {name: count for name, count in s.hunt.pile.items() if count}
    return left or dict.fromkeys(s.chimera.aspects, EACH)


def do_gather(s: HuntTable, frame: Gathering, action: Gather, log: EventLog) -> None:
    """An aspect is drawn; where it stands is rolled (HUNT-SET-05)."""
    left = pile(s)
    left[action.aspect] -= 1
    s.hunt.pile = {name: count for name, count in left.items() if count}
    s.then(Placing(action.aspect))


def do_place(s: HuntTable, frame: Placing, action: Roll, log: EventLog) -> None:
    """It goes asleep onto the wall with the fewest, at that place or the nearest free one (HUNT-SET-05)."""
    s.stack.pop()
    counts = [sum(each.wall == edge for each in s.hunt.aspects) for edge in EDGES]
    wall = EDGES[counts.index(min(counts))]
    taken = {each.place for each in s.hunt.aspects if each.wall == wall}
    place = min((each for each in range(1, 9) if each not in taken), key=lambda each: (abs(each - action.face), each))
    aspect = facts.Aspect(frame.aspect, wall, place)
    s.hunt.aspects = sorted([*s.hunt.aspects, aspect], key=order)
    text = f"{frame.aspect} gathers on the {wall} Fire Wall."
    report(log, "gathered", "HUNT-SET-05", text, aspect=frame.aspect, wall=wall, tile=s.tile_of(aspect))


def fields(s: HuntTable) -> list[int]:
    """Return the tiles where a seed may fall (HUNT-EFF-04)."""
    return [tile for tile in tiles(s.free) if tile not in s.hunt.seeds]


def settle_sowing(s: HuntTable, frame: Sowing, log: EventLog) -> bool:
    """Four seeds at most (HUNT-EFF-04)."""
    if len(s.hunt.seeds) < MOST_SEEDS and fields(s):
        return False
    s.stack.pop()
    return True


def do_sow(s: HuntTable, frame: Sowing, action: Sow, log: EventLog) -> None:
    """A seed falls (HUNT-EFF-04)."""
    s.stack.pop()
    s.hunt.seeds = sorted([*s.hunt.seeds, action.tile])
    report(log, "sown", "HUNT-EFF-04", f"A seed falls on {action.tile:02d}.", tile=action.tile)
