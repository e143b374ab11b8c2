"""Wounds, falls and the Chimera's life."""

from __future__ import annotations

from typing import Final

from ..ascended_kings.board.geometry import king_distance, tiles
from ..engine import EventLog, report
from .facts import WOUNDS
from .frames import Cause, Wounding
from .table import HuntTable

CAUSES: Final[dict[Cause, tuple[str, str]]] = {
    "hit": ("HUNT-CHARGE-03", "the Chimera's blow"),
    "flare": ("HUNT-EFF-01", "a flare"),
    "lash": ("HUNT-EFF-01", "a lash"),
    "chill": ("HUNT-EFF-02", "the chill"),
    "pull": ("HUNT-EFF-05", "the fire it is pulled into"),
    "fire": ("HUNT-END-04", "the fire"),
    "walker": ("HUNT-END-05", "a Rainwalker"),
    "bleed": ("HUNT-STATE-01", "its bleeding wound"),
}
"""What wounds: its rule, and words for it."""


def settle_wound(s: HuntTable, frame: Wounding, log: EventLog) -> bool:
    """Wounds that no Egis can stop are taken at once (HUNT-GEM-02)."""
    hunter = s.hunter(frame.hunter)
    if hunter.tile is not None and "egis" in hunter.gems:
        return False
    s.stack.pop()
    take(s, frame.hunter, frame.wounds, frame.cause, log)
    return True


def take(s: HuntTable, number: int, wounds: int, cause: Cause, log: EventLog) -> None:
    """A hunter takes wounds, and falls at the fourth (HUNT-FALL-01)."""
    hunter = s.hunter(number)
    if hunter.tile is None:
        return
    rule, words = CAUSES[cause]
    total = hunter.wounds + wounds
    text = f"Hunter {number} takes {wounds} wound{'s' * (wounds > 1)} from {words}."
    report(log, "wounded", rule, text, hunter=number, wounds=wounds, tile=hunter.tile, cause=cause)
    if total >= WOUNDS:
        fall(s, number, "HUNT-FALL-01", log)
    else:
        hunter.wounds = total


def fall(s: HuntTable, number: int, rule: str, log: EventLog) -> None:
    """A hunter falls: a soul is gone, gems are lost, Bloodstones stay (HUNT-FALL-01, HUNT-FALL-02)."""
    hunter, hunt = s.hunter(number), s.hunt
    start = hunter.tile
    assert start is not None, "who has fallen cannot fall"
    if hunter.bloodstones:
        held = {tile for other, _, tile in s.standing() if other != number}
        lies = (tile for tile in tiles(s.fire.safe_mask) if tile not in held)
        left = min(lies, key=lambda tile: (king_distance(tile, start), tile))
        hunt.bloodstones = sorted([*hunt.bloodstones, *[left] * hunter.bloodstones])
    report(log, "fell", rule, f"Hunter {number} falls.", hunter=number, tile=start)
    hunter.tile, hunter.wounds, hunter.bloodstones, hunter.gems = None, 0, 0, []
    hunter.stunned = hunter.webbed = hunter.bleeding = False
    hunt.souls = max(-1, hunt.souls - 1)
    if hunt.souls < 0:
        s.finish("HUNT-FALL-02", log)


def hurt(s: HuntTable, wounds: int, rule: str, words: str, log: EventLog, *, blood: bool = False) -> None:
    """The Chimera is wounded; blood of aspects never takes its last life (HUNT-WIN-01)."""
    hunt = s.hunt
    if s.ended:
        return
    wounds = min(wounds, hunt.life - blood)
    hunt.life -= wounds
    if wounds:
        text = f"{s.chimera.name} loses {wounds} life to {words}: {hunt.life} left."
        report(log, "hurt", rule, text, wounds=wounds, life=hunt.life, by=words)
    if not hunt.life:
        s.finish("HUNT-WIN-01", log)
