"""Effects of a Chimera: what each of its words does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..ascended_kings.board.geometry import king_distance, tiles
from ..engine import EventLog, report
from .chimera import anger, rain
from .facts import EDGES, Gem
from .frames import Gathering, Sowing, Working, Wounding
from .moving import pick_up
from .pack import Effect, effect
from .table import HuntTable, depth

MOST_SEEDS: Final = 4
MOST_ASPECTS: Final = 8

DRAINED: Final[tuple[Gem, ...]] = ("ylem", "pyre", "aria", "egis")
"""What a drain takes first (HUNT-EFF-03)."""


def settle_effect(s: HuntTable, frame: Working, log: EventLog) -> bool:
    """Carry out one effect (HUNT-EFF-01 to HUNT-EFF-07)."""
    s.stack.pop()
    what = effect(frame.effect)
    _VERBS[what.verb](s, what, frame.hunter, log)
    return True


def those(s: HuntTable, what: Effect, target: int | None) -> list[int]:
    """Return whom an effect means, each once, by number; nobody who has fallen (HUNT-AIM-01)."""
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
    """Take one gem from whoever holds most (HUNT-EFF-03)."""
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
    "rage": lambda s, what, target, log: anger(s, what.amount, log),
    "rain": lambda s, what, target, log: rain(s, what.amount, log),
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
