"""Reads positions: fills in what they leave out, and refuses what no hunt could reach."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from ..ascended_kings.board.geometry import SURROUNDING
from ..contract import BadPosition, Json
from ..engine import need, read_record
from . import chimera
from .facts import EDGES, STONES, Boon, Hunt
from .frames import Acting, Choosing, Gathering, Hitting, Nightfall, Over, Placing, Running, Rushing, Working
from .moving import waiting
from .nights import fresh, night
from .pack import Pack, effect
from .rounds import EACH, LEAST_FREE
from .table import LOSSES, NIGHTS, HuntTable, order

OPEN_GROUND: Final = "stands in the arena or in a Fire Wall, never behind one"


def read(pack: Pack, given: Mapping[str, Json]) -> Hunt:
    """The situation in a position. Raises BadPosition naming the key."""
    hunters = given.get("hunters")
    seats = given.get("seats", len(hunters) if isinstance(hunters, list) else 2)
    need(type(seats) is int and 1 <= seats <= 4, "seats", "1, 2, 3 or 4")
    which = {key: given[key] for key in ("chimera", "level", "boon") if key in given}
    for key, known in (("chimera", pack.chimeras), ("level", pack.levels), ("boon", get_args(Boon))):
        word = which.get(key)
        need(key not in which or (isinstance(word, str) and word in known), key, f"choose {', '.join(known)}")
    start = fresh(pack, seats, which, Hunt([], 1, 0).options)
    hunt = read_record({**start.to_json(), **given}, Hunt, "")
    hunt.aspects.sort(key=order)
    for each in (hunt.bloodstones, hunt.seeds):
        each.sort()
    for hunter in hunt.hunters:
        hunter.gems.sort()
    return hunt


def validate(s: HuntTable) -> None:
    """Refuse what no hunt could reach: BadPosition with the key and the reason."""
    hunt = s.hunt
    need(len(hunt.hunters) == max(2, hunt.seats), "hunters", "two for one or two people, else one each")
    need(hunt.round <= hunt.options.rounds, "round", f"the hunt has {hunt.options.rounds} rounds")
    need(hunt.rains < s.ultimate, "rains", f"{s.ultimate} bring the Ultimate")
    fire = s.fire
    need(
        min(len(fire.rows), len(fire.columns)) >= LEAST_FREE, "walls", f"{LEAST_FREE} lines stay free between two walls"
    )
    need(not fire.behind_mask >> hunt.body & 1, "body", OPEN_GROUND)
    stood = {hunt.body: "the body"}
    for number, hunter in enumerate(hunt.hunters):
        if hunter.tile is None:
            bare = not (hunter.wounds or hunter.bloodstones or hunter.gems)
            need(bare, f"hunters.{number}", "who has fallen holds nothing")
            need(
                not (hunter.stunned or hunter.webbed or hunter.bleeding), f"hunters.{number}", "who has fallen is free"
            )
            continue
        where = f"hunters.{number}.tile"
        need(hunter.tile not in stood, where, f"{hunter.tile} is taken by {stood.get(hunter.tile)}")
        need(not fire.behind_mask >> hunter.tile & 1, where, OPEN_GROUND)
        need(hunter.tile not in hunt.bloodstones, where, "a hunter picks up the Bloodstone on its tile")
        need(hunter.tile not in hunt.seeds, where, "a hunter tramples the seed on its tile")
        stood[hunter.tile] = f"hunter {number + 1}"
    for key, found in (("walkers", hunt.walkers), ("seeds", hunt.seeds)):
        need(len({*found}) == len(found), key, "one on a tile at most")
        for tile in found:
            need(tile not in stood and bool(fire.safe_mask >> tile & 1), key, f"{tile} is not free")
    need(len(hunt.walkers) < s.threat, "walkers", f"{s.threat - 1} at most")
    for tile in hunt.bloodstones:
        need(bool(fire.safe_mask >> tile & 1), "bloodstones", f"{tile} is in fire")
    stones = len(hunt.bloodstones) + sum(hunter.bloodstones for hunter in hunt.hunters)
    need(stones == STONES, "bloodstones", f"there are {STONES} in all, not {stones}")
    _aspects(s)
    rule = getattr(s.stack[0], "rule", "")
    need((hunt.life == 0) == (rule == "HUNT-WIN-01"), "life", "at 0 the hunt is won, and before it is not")
    need((hunt.souls < 0) == (rule == "HUNT-FALL-02"), "souls", "below 0 the hunt is lost, and before it is not")
    if hunt.campaign != "none":
        due = night(s.pack, hunt.campaign, hunt.night)
        said = f"night {hunt.night} is {s.pack.chimeras[due[0]].name} at {due[1]}"
        need((hunt.chimera, hunt.level) == due, "chimera", said)
    else:
        need(not isinstance(s.stack[0], Nightfall), "stack", "night falls in a campaign alone")
        need(hunt.night == 1 and not hunt.losses, "night", "there are nights in a campaign alone")
    for depth, frame in enumerate(s.stack):
        _frame(s, depth, frame)
    if isinstance(s.stack[-1], Acting):
        need(len(s.stack) == 2, "stack", "a hunter acts on its own turn alone")


def _aspects(s: HuntTable) -> None:
    hunt = s.hunt
    known = s.chimera.aspects
    places = [(aspect.wall, aspect.place) for aspect in hunt.aspects]
    for number, aspect in enumerate(hunt.aspects):
        need(aspect.name in known, f"aspects.{number}.name", f"choose {', '.join(known)}")
        need(places.count(places[number]) == 1, f"aspects.{number}.place", "one aspect on a place at most")
    for edge in EDGES:
        need(sum(wall == edge for wall, _ in places) <= LEAST_FREE, "aspects", f"{LEAST_FREE} on a wall at most")
    for name, count in hunt.pile.items():
        need(name in known and count <= EACH, "pile", f"up to {EACH} each of {', '.join(known)}")


def _frame(s: HuntTable, depth: int, frame: Any) -> None:
    """Refuse an entry of the stack that could not be there."""
    where, top = f"stack.{depth}", depth == len(s.stack) - 1
    if isinstance(frame, Over | Nightfall):
        need(len(s.stack) == 1, where, "nothing is left to do when the hunt is over")
        last = s.hunt.night == NIGHTS if frame.rule == "HUNT-WIN-01" else s.hunt.losses == LOSSES
        goes_on = s.hunt.campaign != "none" and not last
        need(isinstance(frame, Nightfall) == goes_on, where, "a campaign goes on until it is won or lost")
        return
    need(isinstance(frame, Choosing) == (depth == 0), where, "the choice of a hunter lies below everything else, once")
    number = getattr(frame, "hunter", None)
    if number is not None:
        need(number <= len(s.hunt.hunters), f"{where}.hunter", f"hunters 1 to {len(s.hunt.hunters)}")
    if isinstance(frame, Acting):
        need(s.hunter(frame.hunter).tile is not None, where, "who has fallen cannot act")
        need(frame.hunter in waiting(s) and depth == 1, where, "that hunter has had its turn")
    if isinstance(frame, Hitting | Placing):
        need(frame.aspect in s.chimera.aspects, f"{where}.aspect", f"choose {', '.join(s.chimera.aspects)}")
    if isinstance(frame, Placing):
        under = s.stack[depth - 1]
        need(
            isinstance(under, Gathering) and len(s.hunt.aspects) < under.until,
            where,
            "a place is rolled while aspects gather",
        )
    if isinstance(frame, Working):
        try:
            effect(frame.effect)
        except ValueError as error:
            raise BadPosition(f"{where}.effect: {error}.") from None
    if isinstance(frame, Running | Rushing | Acting):
        need(top, where, "nothing comes before it")
    if isinstance(frame, Running):
        need(s.hunter(frame.hunter).tile is not None, where, "nobody charges at who has fallen")
        need(len(chimera.course(s, frame.hunter)[0]) > 1, where, "the body stands there already")
    if isinstance(frame, Rushing):
        around = SURROUNDING[s.hunt.body] >> frame.goal & 1
        taken = s.taken >> frame.goal & 1
        need(bool(around and not taken), f"{where}.goal", "a free tile next to the body")
        need(not s.fire.behind_mask >> frame.goal & 1, f"{where}.goal", OPEN_GROUND)
