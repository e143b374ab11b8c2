"""Beginning of a hunt, and the nights of a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..contract import Action, Refusal
from ..engine import EventLog, report
from .actions import Choose
from .facts import STONES, Boon, Hunt, Hunter
from .frames import Choosing, Gathering, Nightfall
from .options import HouseRules
from .pack import Pack
from .table import NIGHTS, HuntTable, full_life

STARTS: Final = (27, 72, 22, 77)
"""Where the hunters begin (HUNT-SET-03)."""

SPARE: Final = (33, 66)
"""Where Bloodstones lie that no hunter begins with (HUNT-SET-04)."""

BOONS: Final[tuple[Boon, ...]] = ("soul", "gem", "dry air")
"""What a night that was won brings for the next (HUNT-CAMP-02)."""


def fresh(pack: Pack, seats: int, which: Mapping[str, Any], options: HouseRules) -> Hunt:
    """The start of a hunt, before aspects gather (HUNT-SET-01 to HUNT-SET-04, HUNT-SET-08)."""
    count = max(2, seats)
    hunters = [Hunter(tile=tile, bloodstones=1) for tile in STARTS[:count]]
    hunt = Hunt(hunters, 1, 0, options=options, seats=seats, bloodstones=sorted(SPARE[: STONES - count]), **which)
    level = pack.levels[hunt.level]
    hunt.life, hunt.souls = full_life(pack, hunt), level.souls[count - 2] + (hunt.boon == "soul")
    if hunt.boon == "gem":
        given = hunters if options.gem_boon == "each" else hunters[:1]
        for hunter, gem in zip(given, ("aria", "egis", "pyre", "aria"), strict=False):
            hunter.gems = [gem]  # type: ignore[list-item]
    return hunt


def night(pack: Pack, campaign: str, number: int) -> tuple[str, str]:
    """Return what is hunted in a night of a campaign, and how hard (HUNT-CAMP-01)."""
    chimeras = [*pack.chimeras][:NIGHTS]
    return chimeras[(number - 1) % len(chimeras)], f"{'S' if campaign == 'standard' else 'H'}{(number + 1) // 2}"


def boon_words(boon: Boon, gems: str) -> str:
    """Say what a boon brings, with ``gems`` by the option ``gem_boon``."""
    if boon == "gem":
        return "a gem for each hunter" if gems == "each" else "an Aria for hunter 1"
    return "a soul more" if boon == "soul" else "dry air: the Ultimate comes two Red Rains later"


def offered(s: HuntTable, frame: Nightfall, seat: str) -> Sequence[Action]:
    """After a night that was won any boon; after a loss a soul more (HUNT-CAMP-02)."""
    return [Choose(seat, boon) for boon in (BOONS if frame.rule == "HUNT-WIN-01" else BOONS[:1])]


def check_boon(s: HuntTable, frame: Nightfall, action: Choose) -> Refusal | None:
    """Only what is offered (HUNT-CAMP-02)."""
    if action in offered(s, frame, action.seat):
        return None
    return Refusal("HUNT-CAMP-02", "After a night that was lost the boon is a soul more; after one that was won, any.")


def do_boon(s: HuntTable, frame: Nightfall, action: Choose, log: EventLog) -> None:
    """The next night begins, or the same once more (HUNT-CAMP-01, HUNT-CAMP-02)."""
    old = s.hunt
    won = frame.rule == "HUNT-WIN-01"
    number, losses = old.night + won, old.losses + (not won)
    chimera, level = night(s.pack, old.campaign, number)
    which = {"chimera": chimera, "level": level, "boon": action.boon, "campaign": old.campaign}
    s.hunt = fresh(s.pack, old.seats, {**which, "night": number, "losses": losses}, old.options)
    begin(s)
    said = boon_words(action.boon, old.options.gem_boon)
    text = f"Night {number}: {s.chimera.name}. The boon is {said}; nights lost so far: {losses}."
    report(log, "night", "HUNT-CAMP-01", text, night=number, losses=losses, boon=action.boon)


def begin(s: HuntTable) -> None:
    """Aspects gather, then hunters choose who goes first (HUNT-SET-05)."""
    s.stack = s.hunt.stack
    s.stack[:] = [Choosing(), Gathering(s.threat)]
