"""The Chimera's turn: dice, aspects that wake and attack, the charge, the leap, and what its effects do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..ascended_kings.board.geometry import SURROUNDING, king_distance, tiles
from ..contract import Refusal
from ..engine import EventLog, report
from .actions import Egis, Leap, Roll, Run, Take
from .facts import EDGES, Gem
from .frames import (
    AnyFrame,
    Attacking,
    Behaving,
    Burning,
    Gathering,
    Hitting,
    Raging,
    Running,
    Rushing,
    Sowing,
    Stepping,
    Working,
    Wounding,
)
from .hunters import pick_up
from .pack import Effect, effect
from .table import HuntTable, depth
from .wounds import hurt, take

RAGE: Final = 5
"""Rage that turns into a Red Rain (HUNT-CHIM-01)."""

SPEED: Final = (2, 3, 3)
"""Tiles of a charge, by phase (HUNT-CHARGE-01)."""

FURY: Final = (0, 0, 1)
"""Wounds that a hit has more, by phase (HUNT-CHARGE-03)."""

CRASH: Final = 2
"""Wounds to a Chimera that runs into a Fire Wall (HUNT-GEM-01)."""

MOST_SEEDS: Final = 4
MOST_ASPECTS: Final = 8

DRAINED: Final[tuple[Gem, ...]] = ("ylem", "pyre", "aria", "egis")
"""What a drain takes first (HUNT-EFF-03)."""


# --- the answer to a hunter's turn -----------------------------------------------------------------------


def answer(s: HuntTable, log: EventLog) -> None:
    """Throw dice while any aspect sleeps, else let the first ready one attack (HUNT-CHIM-01 to HUNT-CHIM-03)."""
    if s.first("asleep") is not None:
        s.then(Raging(), Behaving())
    elif (ready := s.first("ready")) is not None:
        s.then(Attacking(ready.wall, ready.place))
    else:
        report(log, "watched", "HUNT-CHIM-03", f"{s.chimera.name} watches.")


def do_rage(s: HuntTable, frame: Raging, action: Roll, log: EventLog) -> None:
    """The rage die lies (HUNT-CHIM-01)."""
    s.stack.pop()
    report(log, "rage-rolled", "HUNT-CHIM-01", "The rage die burns." if action.face else "The rage die stays cold.")
    anger(s, action.face, log)


def do_behave(s: HuntTable, frame: Behaving, action: Roll, log: EventLog) -> None:
    """The d12 lies: a side effect, then wake, hunt or ambush (HUNT-CHIM-02)."""
    s.stack.pop()
    row = s.chimera.behaviour[s.hunt.phase - 1][action.face - 1]
    words = " and ".join(part for part in (row.side, row.main) if part)
    report(log, "behaves", "HUNT-CHIM-02", f"{s.chimera.name} rolls {action.face}: {words}.", face=action.face)
    s.then(*works(row.side), Stepping(row.main))


def wake(s: HuntTable, log: EventLog, *, pounce: bool = False) -> None:
    """The first sleeping aspect wakes, and in an ambush attacks at once (HUNT-CHIM-02)."""
    aspect = s.first("asleep")
    if aspect is None:
        return
    aspect.state = "ready"
    kind = s.kind_of(aspect)
    text = f"{aspect.name} wakes on the {aspect.wall} Fire Wall."
    report(log, "woke", "HUNT-CHIM-04", text, aspect=aspect.name, tile=s.tile_of(aspect), wall=aspect.wall)
    attack: list[AnyFrame] = [Attacking(aspect.wall, aspect.place)] if pounce else []
    s.then(*works(kind.wake), *attack)


def hunt(s: HuntTable, log: EventLog) -> None:
    """The first ready aspect attacks; if none is, one wakes (HUNT-CHIM-02)."""
    ready = s.first("ready")
    if ready is None:
        wake(s, log)
    else:
        s.then(Attacking(ready.wall, ready.place))


# --- the charge ------------------------------------------------------------------------------------------


def settle_attack(s: HuntTable, frame: Attacking, log: EventLog) -> bool:
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
    run: list[AnyFrame] = [Running(goal)] if len(way) > 1 else []
    s.then(*run, *works(s.kind_of(aspect).attack, goal), Hitting(goal, aspect.name, bool(run)))
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


def way_of(s: HuntTable, frame: Running | Rushing) -> list[int]:
    """The tiles that the body goes over, from its own on."""
    if isinstance(frame, Running):
        return course(s, frame.hunter)[0]
    return [s.hunt.body, *rush(s, frame.goal)[0]]


def do_run(s: HuntTable, frame: Running | Rushing, action: Run, log: EventLog) -> None:
    """The body runs, over Rainwalkers and seeds; a rush may end in the fire (HUNT-CHARGE-01, HUNT-GEM-01)."""
    s.stack.pop()
    way, crashes = way_of(s, frame), isinstance(frame, Rushing) and rush(s, frame.goal)[1]
    for tile in way[1:]:
        trample(s, tile, log)
    s.hunt.body = way[-1]
    rule = "HUNT-GEM-01" if isinstance(frame, Rushing) else "HUNT-CHARGE-01"
    said = "rushes on" if isinstance(frame, Rushing) else "charges"
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


def strength(s: HuntTable, frame: Hitting) -> int:
    """Wounds of a hit (HUNT-CHARGE-03)."""
    return s.chimera.aspects[frame.aspect].strength + FURY[s.hunt.phase - 1]


def settle_hit(s: HuntTable, frame: Hitting, log: EventLog) -> bool:
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


def hit(s: HuntTable, frame: Hitting, log: EventLog) -> None:
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


def leaps(s: HuntTable, frame: Hitting) -> list[int]:
    """Where the target may leap to: nowhere without an Aria, or from a body that has not moved (HUNT-GEM-01)."""
    hunter = s.hunter(frame.hunter)
    if not frame.ran or hunter.tile is None or "aria" not in hunter.gems:
        return []
    way, _ = rush(s, hunter.tile)
    return [tile for tile in tiles(SURROUNDING[hunter.tile] & s.free) if tile not in way]


def check_leap(s: HuntTable, frame: Hitting, action: Leap) -> Refusal | None:
    """With an Aria, out of the way of a body that runs (HUNT-GEM-01)."""
    if action.tile in leaps(s, frame):
        return None
    if "aria" not in s.hunter(frame.hunter).gems:
        return Refusal("HUNT-GEM-01", f"Hunter {frame.hunter} has no Aria.")
    if not frame.ran:
        return Refusal("HUNT-GEM-01", "The body has not moved: there is no charge to leap out of.")
    return Refusal("HUNT-GEM-01", f"Leap to a free tile next to you outside the body's way, not to {action.tile:02d}.")


def do_leap(s: HuntTable, frame: Hitting, action: Leap, log: EventLog) -> None:
    """Step aside; the body rushes on over the tile that is left (HUNT-GEM-01)."""
    hunter = s.hunter(frame.hunter)
    s.stack.pop()
    hunter.gems.remove("aria")
    assert hunter.tile is not None, "who leaps stands"
    s.then(Rushing(frame.hunter, hunter.tile))
    hunter.tile = action.tile
    text = f"Hunter {frame.hunter} leaps to {action.tile:02d}."
    report(log, "leapt", "HUNT-GEM-01", text, hunter=frame.hunter, tile=action.tile)
    pick_up(s, frame.hunter, log)


def check_egis(s: HuntTable, frame: Hitting | Wounding, action: Egis) -> Refusal | None:
    """Only with an Egis (HUNT-GEM-02)."""
    if "egis" in s.hunter(frame.hunter).gems:
        return None
    return Refusal("HUNT-GEM-02", f"Hunter {frame.hunter} has no Egis.")


def do_egis(s: HuntTable, frame: Hitting | Wounding, action: Egis, log: EventLog) -> None:
    """None of these wounds are taken (HUNT-GEM-02)."""
    s.stack.pop()
    s.hunter(frame.hunter).gems.remove("egis")
    report(log, "egis", "HUNT-GEM-02", f"The Egis of hunter {frame.hunter} breaks.", hunter=frame.hunter)


def do_take(s: HuntTable, frame: Hitting | Wounding, action: Take, log: EventLog) -> None:
    """The wounds are taken."""
    if isinstance(frame, Hitting):
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
    s.then(Burning(), *works(", ".join(s.chimera.ultimate[phase - 1])))


# --- effects ---------------------------------------------------------------------------------------------


def works(words: str, hunter: int | None = None) -> list[AnyFrame]:
    """The frames that carry out effects in words, one after the other."""
    return [Working(part.strip(), hunter) for part in words.split(",") if part.strip()]


def settle_effect(s: HuntTable, frame: Working, log: EventLog) -> bool:
    """Carry out one effect (HUNT-EFF-01 to HUNT-EFF-07)."""
    s.stack.pop()
    what = effect(frame.effect)
    _VERBS[what.verb](s, what, frame.hunter, log)
    return True


def those(s: HuntTable, what: Effect, target: int | None) -> list[int]:
    """Whom an effect means, each once, by number; nobody who has fallen (HUNT-AIM-01)."""
    found: list[int] = []
    for who in what.who:
        if who == "all":
            found += [number for number, _, _ in s.standing()]
        elif who == "target":
            found += [number for number, _, _ in s.standing() if number == target]
        else:
            number = s.aimed("jaws" if who == "jaws" else "left" if who == "leftmost" else "right")
            found += [] if number is None else [number]
    return list(dict.fromkeys(found))


def _anger(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    anger(s, what.amount, log)


def _rain(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    rain(s, what.amount, log)


def _lash(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """A wound, wherever they stand (HUNT-EFF-01)."""
    s.then(*(Wounding(number, "lash") for number in those(s, what, target)))


def _flare(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """A wound to everybody next to the body (HUNT-EFF-01)."""
    s.then(*(Wounding(number, "flare") for number in s.near(s.hunt.body)))


def _chill(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """A wound to everybody who is stunned (HUNT-EFF-02)."""
    s.then(*(Wounding(number, "chill") for number, hunter, _ in s.standing() if hunter.stunned))


def _condition(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """Stunned, webbed, bleeding (HUNT-EFF-02)."""
    for number in those(s, what, target):
        hunter = s.hunter(number)
        word = {"stun": "stunned", "web": "webbed", "bleed": "bleeding"}[what.verb]
        setattr(hunter, word, True)
        said = "bleeds" if word == "bleeding" else f"is {word}"
        text = f"Hunter {number} {said}."
        report(log, word, "HUNT-EFF-02", text, hunter=number, tile=hunter.tile)


def _drain(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """Who holds most gems loses one (HUNT-EFF-03)."""
    number, hunter = max(enumerate(s.hunt.hunters, 1), key=lambda each: (len(each[1].gems), -each[0]))
    if hunter.gems:
        gem = min(hunter.gems, key=DRAINED.index)
        hunter.gems.remove(gem)
        text = f"Hunter {number} loses {gem.capitalize()}."
        report(log, "drained", "HUNT-EFF-03", text, hunter=number, gem=gem, tile=hunter.tile)


def _seed(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """Seeds fall (HUNT-EFF-04)."""
    s.then(*[Sowing()] * what.amount)


def _walker(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """A Rainwalker comes, two tiles away if it can (HUNT-EFF-04)."""
    for number in those(s, what, target):
        goal = s.hunter(number).tile
        free = [tile for tile in tiles(s.free) if tile not in s.hunt.bloodstones]
        if goal is None or not free or len(s.hunt.walkers) >= s.threat - 1:
            continue
        spot = min(free, key=lambda tile: (abs(king_distance(goal, tile) - 2), tile))
        s.hunt.walkers.append(spot)
        text = f"A Rainwalker comes for hunter {number} on {spot:02d}."
        report(log, "walker", "HUNT-EFF-04", text, hunter=number, tile=spot)


def _pull(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """One tile toward the nearest wall; into the fire costs a wound (HUNT-EFF-05)."""
    for number in those(s, what, target):
        hunter = s.hunter(number)
        tile = hunter.tile
        if tile is None or s.in_fire(tile):
            continue
        gaps = [depth(tile, edge) - line for edge, line in zip(EDGES, s.hunt.walls, strict=True)]
        ahead = tile + (-10, 1, 10, -1)[gaps.index(min(gaps))]
        if s.taken >> ahead & 1:
            continue
        hunter.tile = ahead
        text = f"Hunter {number} is pulled to {ahead:02d}."
        report(log, "pulled", "HUNT-EFF-05", text, hunter=number, tile=ahead, start=tile)
        pick_up(s, number, log)
        if s.in_fire(ahead):
            s.then(Wounding(number, "pull"))


def _heal(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """The Chimera heals (HUNT-EFF-06)."""
    s.hunt.life = min(99, s.hunt.life + what.amount)
    report(log, "healed", "HUNT-EFF-06", f"{s.chimera.name} heals to {s.hunt.life}.", life=s.hunt.life)


def _aspect(s: HuntTable, what: Effect, target: int | None, log: EventLog) -> None:
    """One more aspect, asleep (HUNT-EFF-07)."""
    if len(s.hunt.aspects) < MOST_ASPECTS:
        s.then(Gathering(len(s.hunt.aspects) + 1))


_VERBS: Final[dict[str, Callable[[HuntTable, Effect, int | None, EventLog], None]]] = {
    "rage": _anger,
    "rain": _rain,
    "lash": _lash,
    "flare": _flare,
    "chill": _chill,
    "stun": _condition,
    "web": _condition,
    "bleed": _condition,
    "drain": _drain,
    "seed": _seed,
    "walker": _walker,
    "pull": _pull,
    "heal": _heal,
    "aspect": _aspect,
}
"""The first word of an effect -> what it does."""
