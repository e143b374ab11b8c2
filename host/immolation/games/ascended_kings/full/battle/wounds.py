"""Deals, cancels and places wounds on the full track, with what they cost or earn."""

from __future__ import annotations

import msgspec

from ....engine import need
from ...battle.death import CAUSES, CREDIT_RULE, kill
from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.mat import DIRE
from ...facts.reporting import Log, counted, report
from ...frames import Cause
from ..cards import draws
from ..frames import Wounding
from ..mats import gem_flow
from .windows import in_priority, offer


def deal(
    s: FullSituation,
    wounds: dict[int, int],
    cause: Cause,
    log: Log,
    by: str = "",
    heir: bool = False,
    rule: str = "",
) -> None:
    """Announce wounds, one batch for one effect (AK-WOUND-05); before they are placed a window opens (AK-DEF-06).

    ``by``: the seat that earns the bonuses of a kill, empty for nobody. ``heir``: it also takes the Bloodstones of who
    dies (AK-INDEX-20). ``rule``: the rule of the card that wounds.
    """
    due = {seat: wounds[seat] for seat in in_priority(s) if wounds.get(seat)}
    if not due:
        return
    rules, words = _named(cause, rule)
    for seat, count in due.items():
        text = f"{counted(count, 'wound')} {'is' if count == 1 else 'are'} about to hit {s.arena.names[seat]} {words}."
        report(log, "wounds-dealt", rules, text, {"seat": seat_id(seat), "wounds": count, "cause": cause})
    s.stack.append(Wounding({seat_id(seat): count for seat, count in due.items()}, cause, by, heir, rule))
    offer(s, "pickup" if cause == "dire-tile" else "wounds")


def _named(cause: Cause, rule: str) -> tuple[tuple[str, ...], str]:
    """The rules that say so, and the words for it."""
    rules, words = CAUSES[cause]
    return (tuple(dict.fromkeys((rule, *rules))) if rule else rules), words


def due(s: FullSituation, seat: int) -> int:
    """Wounds about to be placed on a seat that an Instant Power may still cancel (AK-INST-03, AK-INST-07)."""
    for frame in reversed(s.stack):
        if type(frame) is Wounding:
            return frame.wounds.get(seat_id(seat), 0)
    return 0


def cancel(s: FullSituation, seat: int, count: int) -> None:
    """Cancel ``count`` of the wounds that are `due` for a seat (AK-INST-03)."""
    for place in range(len(s.stack) - 1, -1, -1):
        frame = s.stack[place]
        if type(frame) is Wounding:
            own = seat_id(seat)
            s.stack[place] = msgspec.structs.replace(
                frame, wounds={**frame.wounds, own: frame.wounds.get(own, 0) - count}
            )
            return


def block(s: FullSituation, log: Log) -> None:
    """Block an attack once more with Egis gained in the window for its wounds (AK-DEF-05), no choice (AK-DEF-04).

    Called whenever the window lies on top; what is left is placed as it closes.
    """
    frame = s.stack[-2]
    if type(frame) is not Wounding or frame.cause != "attack" or not s.rules.defence_late_egis:
        return
    for name, wounds in frame.wounds.items():
        seat = s.numbers[name]
        count = min(wounds, s.mats[seat].egis)
        if count:
            gem_flow.expend(s, seat, egis=count)
            s.stack[-2] = msgspec.structs.replace(frame, wounds={name: wounds - count})
            text = f"{s.arena.heads[seat]} blocks {count} of {wounds} more Pyre with the Egis just gained."
            report(log, "blocked", ("AK-DEF-05", "AK-DEF-04"), text, {"seat": name, "egis": count, "pyre": wounds})


def settle(s: FullSituation, frame: Wounding, log: Log) -> bool:
    """Place the wounds (AK-WOUND-01) in player order (AK-COMP-10), then let die whom the batch kills (AK-WOUND-02).

    Without Dire in the supply a wound is not taken, unless house rules say otherwise (AK-COMP-10). Kill and Overkill
    Bonus follow at once, each kill its own (AK-KILL-01 to AK-KILL-07).
    """
    s.stack.pop()
    rules, words = _named(frame.cause, frame.rule)
    left = s.arena.supply[DIRE]
    dying: dict[int, int] = {}
    excess: list[int] = []
    hurt: list[tuple[int, int]] = []
    for seat in in_priority(s):
        count = frame.wounds.get(seat_id(seat), 0)
        if not count or not s.alive(seat):
            continue
        taken = count if s.rules.supply_dire_empty == "wound" else min(count, left)
        if taken < count:
            text = f"The supply has {left or 'no'} Dire left: {s.arena.names[seat]} takes {counted(taken, 'wound')}."
            report(log, "no-dire-left", ("AK-COMP-10", *rules), text, {"seat": seat_id(seat), "wounds": taken})
        if not taken:
            continue
        gems = min(taken, left)
        left -= gems
        needed = s.lethal(seat) - s.mats[seat].dire
        text = f"{s.arena.heads[seat]} takes {counted(taken, 'wound')} {words}."
        report(
            log,
            "wounded",
            ("AK-WOUND-01", *rules),
            text,
            {"seat": seat_id(seat), "wounds": taken, "cause": frame.cause},
        )
        if taken >= needed:
            dying[seat] = gems
            if taken > needed:
                excess.append(seat)
        else:
            hurt.append((seat, gems))
    for seat, gems in dying.items():
        gem_flow.wound(s, seat, gems, log, dying=True)
    if dying:
        _kill(s, [*dying], excess, frame, log)
    for seat, gems in reversed(hurt):  # the first in order lies on top and is asked first
        gem_flow.wound(s, seat, gems, log)
    return True


def _kill(s: FullSituation, dying: list[int], excess: list[int], frame: Wounding, log: Log) -> None:
    """One moment for all who die of a batch; who killed them earns for each (AK-KILL-07)."""
    rules, words = _named(frame.cause, frame.rule)
    credit = CREDIT_RULE.get(frame.cause, "AK-KILL-06")
    heir = s.numbers[frame.by] if frame.heir and s.numbers[frame.by] not in dying else None
    kill(s, dying, ("AK-WOUND-02", *rules, credit), words, log, by=frame.by, heir=heir)
    if not frame.by:
        return
    by = s.numbers[frame.by]
    for seat in dying:
        if seat != by:
            bonus(s, by, seat, seat in excess, log)


def bonus(s: FullSituation, by: int, seat: int, overkill: bool, log: Log) -> None:
    """Give the Echo of Ylem: 1 Ylem for a kill (AK-KILL-01), 1 card for overkill (AK-KILL-02, AK-KILL-03)."""
    name = s.arena.names[by]
    text = f"The Echo of Ylem: {name} has killed {s.arena.names[seat]}."
    report(log, "kill-bonus", ("AK-KILL-01",), text, {"seat": seat_id(by), "of": seat_id(seat)})
    gem_flow.gain(s, by, log, "AK-KILL-01", ylem=1)
    if overkill:
        text = f"Overkill: {name} draws a card."
        report(log, "overkill-bonus", ("AK-KILL-02", "AK-KILL-03"), text, {"seat": seat_id(by), "of": seat_id(seat)})
        draws.begin(s, by, 1, "AK-KILL-02")


def validate(s: FullSituation, frame: Wounding, place: int) -> None:
    """Wounds come of actions, returns and the End of Round, or of Dire that a correction put under somebody."""
    key = f"stack.{place}"
    comes = "that comes of actions of the Active State, of returns or of the End of Round (AK-WOUND-03)"
    need(s.stack[0].may_wound or frame.cause == "dire-tile", key, comes)
    need(frame.by or not frame.heir, key, "somebody inherits the Bloodstones: name who in 'by' (AK-INDEX-20)")
