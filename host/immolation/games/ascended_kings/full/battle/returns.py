"""Returns the dead as Revenants, in the printed order of the eight steps (AK-REV)."""

from __future__ import annotations

from ....engine import need
from ...battle.death import become_revenant, validate_return
from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.reporting import Log, report
from ...frames import Placing, RollingReturn
from ..cards import draws, piles
from ..frames import Returning
from ..mats import gem_flow

CARDS = 3
"""Revenant cards drawn in step 6 (AK-REV-07)."""

GEMS = 3
"""Core gems taken in step 8 (AK-REV-09)."""


def begin(s: FullSituation, seat: int) -> None:
    """The dead ``seat`` begins to return (AK-REV-01), with step 7 where the others are done (AK-REV-10)."""
    fallen = s.fallen(seat)
    s.stack.append(Returning(seat_id(seat), "roll" if fallen is not None and fallen.early else "discard"))


def leave_behind(s: FullSituation, seat: int, log: Log) -> None:
    """Steps 1 to 5 at once (AK-REV-02 to AK-REV-06)."""
    _discard(s, seat, log)
    _turn_over(s, seat, log)


def _turn_over(s: FullSituation, seat: int, log: Log) -> None:
    """Steps 2 to 5: the gems first, so that the sockets of the King's side are still known (AK-REV-03)."""
    gem_flow.carry_over(s, seat, log)
    become_revenant(s, seat, log)


def settle(s: FullSituation, frame: Returning, log: Log) -> bool:
    """Carry out what is next and leave what follows on the stack."""
    seat = s.numbers[frame.seat]
    if frame.step == "discard":
        _discard(s, seat, log)
        s.stack[-1] = Returning(frame.seat, "turn")
    elif frame.step == "turn":
        _turn_over(s, seat, log)
        s.stack[-1] = Returning(frame.seat, "draw")
    elif frame.step == "draw":
        s.stack[-1] = Returning(frame.seat, "roll")
        draws.begin(s, seat, CARDS, "AK-REV-07")
    elif frame.step == "roll" and not s.stack[0].brings_back:
        s.stack.pop()  # steps 7 and 8 wait for the end of the turn (AK-REV-10)
    elif frame.step == "roll":
        s.stack[-1] = Returning(frame.seat, "arrive")
        s.stack.append(RollingReturn(frame.seat))
    elif frame.step == "arrive" and s.alive(seat):
        s.stack[-1] = Returning(frame.seat, "gems")
        gem_flow.take_any(s, seat, GEMS, log, "AK-REV-09")
    else:
        s.stack.pop()
    return True


def _discard(s: FullSituation, seat: int, log: Log) -> None:
    """Step 1: the whole hand and the inscribed card go to the piles of their decks (AK-REV-02).

    The gems on a Prismatic Inscription go to the supply with it (AK-REV-03).
    """
    count = len(s.hands[seat])
    mat = s.mats[seat]
    thrown = piles.lose_all(s, seat)
    if mat.filled:
        mat.filled = False
        gem_flow.give_back(s, (1, 1, 1, 0, 0))
    inscribed = mat.inscribed
    if inscribed:
        slot = piles.discard_inscription(s, seat)
        if slot >= 0:
            thrown.append(slot)
    text = f"{s.arena.heads[seat]} discards the whole hand{' and the inscribed card' if inscribed else ''}."
    keys = [s.pack.cards[card].key for card in thrown]
    report(
        log, "hand-discarded", ("AK-REV-02", "AK-CARD-03"), text, {"seat": seat_id(seat), "cards": keys, "count": count}
    )


# --- positions -------------------------------------------------------------------------------------------


def validate(s: FullSituation, frame: Returning, place: int) -> None:
    """One of the dead returns where the dead do, or early while the turn goes on (AK-REV-01, AK-REV-10)."""
    key, below = f"stack.{place}", s.stack[place - 1]
    seat = s.numbers[frame.seat]
    fallen = s.fallen(seat)
    early = fallen is not None and fallen.early and frame.step not in ("arrive", "gems") and below.phase == "turn"
    there = below.brings_back or early
    need(there, key, "who died returns after a turn or in the End of Round (AK-REV-01, AK-FIRE-20)")
    late = frame.step in ("arrive", "gems")
    need(late or fallen is not None, key, f"{frame.seat} is not among the dead")
    back = late or frame.step in ("draw", "roll")
    need(not back or s.arena.revenant[seat], key, f"{frame.seat} must be a Revenant by then (AK-REV-05)")


def validate_step(s: FullSituation, frame: RollingReturn | Placing, place: int) -> None:
    """Step 7 is one of the steps of the same seat (AK-REV-08)."""
    below = s.stack[place - 1]
    fits = isinstance(below, Returning) and below.seat == frame.seat
    need(fits, f"stack.{place}", "it lies on the 'returning' of the same seat")
    validate_return(s, frame, place)
