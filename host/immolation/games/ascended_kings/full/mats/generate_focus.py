"""Generates Focus at the start of a turn (AK-TURN-03)."""

from __future__ import annotations

from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.mat import ARIA, EGIS, KINDS, PYRE, YLEM
from ...facts.pools import gems, prismatic_done
from ...facts.reporting import Log, report
from ..frames import Generating
from .gem_flow import gain, take_any

DONE = 2
"""The `Generating.step` after which nothing is left to generate."""


def generate(s: FullSituation, frame: Generating, log: Log) -> None:
    """One step: first a gem of the same colour for each Ylem and Core Transmutation, then the Prismatic ones' choice.

    Substitution applies (AK-POOL-03), Ylem without room is lost (AK-TURN-04). Call it until ``step`` is `DONE`; what
    it asks lies on top meanwhile.
    """
    s.stack[-1] = Generating(frame.step + 1)
    seat = s.turn
    mat = s.mats[seat]
    if frame.step == 0:
        aria, egis, pyre, ylem = (mat.transmuted >> kind & 1 for kind in (ARIA, EGIS, PYRE, YLEM))
        if mat.transmuted:
            text = f"The Transmutations of {s.arena.names[seat]} generate {gems(aria, egis, pyre, ylem)}."
            named = {kind: 1 for place, kind in enumerate(KINDS) if mat.transmuted >> place & 1}
            report(log, "generated", ("AK-TURN-03",), text, {"seat": seat_id(seat), "gems": named})
            gain(s, seat, log, "AK-TURN-04", aria, egis, pyre, ylem, told=True)
        return
    take_any(s, seat, prismatic_done(mat), log, "AK-TURN-03")
