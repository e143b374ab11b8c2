"""Completes Transmutations and undoes them in the Latent State."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from ....contract import Action, Refusal
from ... import actions as act
from ...actions import Socket
from ...facts.arena import seat_id
from ...facts.full_situation import FullSituation
from ...facts.mat import ARIA, EGIS, KINDS, PYRE, SOCKETS, YLEM, Mat
from ...facts.pools import core_done, gems, listed
from ...facts.reporting import Log, report, sentence
from ..cards.piles import discard_inscription
from ..frames import Latent
from .gem_flow import gain, give_back

SINGLE: Final[dict[Socket, int]] = {"ylem": YLEM, "aria": ARIA, "egis": EGIS, "pyre": PYRE}
"""Transmutations of one colour -> their gem (AK-TRANS-02)."""

EVERY: Final[tuple[Socket, ...]] = ("ylem", "aria", "egis", "pyre", "prismatic", "inscription")

OF_FORM: Final[tuple[tuple[Socket, ...], ...]] = (("ylem", "aria", "egis", "pyre"), ("ylem", "prismatic"))
"""Sockets on the mat of a King, and on that of a Revenant (AK-TRANS-04, AK-TRANS-05)."""

UNLOCKS: Final = {
    "ylem": "the Ylem Abilities",
    "aria": "diagonal movement",
    "egis": "Narrow Escape",
    "pyre": "diagonal attacks",
    "prismatic": "Ylem Prism",
}
"""What a Transmutation is good for as long as it is completed (AK-TRANS-07, AK-TRANS-10)."""


_transmute = cache(act.Transmute)
"""Return the one action of these values, made once."""


@cache
def price(what: Socket) -> tuple[int, int, int, int, int]:
    """The three gems in the order of the supply (AK-TRANS-01, AK-TRANS-02)."""
    if what in SINGLE:
        kind = SINGLE[what]
        return (
            SOCKETS * (kind == ARIA),
            SOCKETS * (kind == EGIS),
            SOCKETS * (kind == PYRE),
            SOCKETS * (kind == YLEM),
            0,
        )
    return (1, 1, 1, 0, 0)


def actions(s: FullSituation, seat: int) -> list[Action]:
    """Every Transmutation that can be completed or undone now."""
    mat, own = s.mats[seat], s.settings.seats[seat]
    found: list[Action] = []
    paid = _payable(mat.aria, mat.egis, mat.pyre, mat.ylem)
    if paid:
        has = OF_FORM[s.arena.revenant[seat]]
        for what in paid:
            if what in has and _barred(s, seat, what) is None:
                found += (_transmute(own, what),)
    if mat.transmuted or mat.prismatic or mat.filled:
        found += _undoing(own, mat.transmuted, mat.prismatic, mat.filled)
    return found


# --- completing ------------------------------------------------------------------------------------------


def check_transmute(s: FullSituation, seat: int, action: act.Transmute) -> Refusal | None:
    """None if all three gems lie in the pools and the mat has that Transmutation free; see `refused`."""
    return refused(s, seat, action.what)


def refused(s: FullSituation, seat: int, what: Socket) -> Refusal | None:
    """Say why a Transmutation cannot be completed, None if it can."""
    return _barred(s, seat, what) or _short(s.mats[seat], what)


def _barred(s: FullSituation, seat: int, what: Socket) -> Refusal | None:
    """The same wherever its gems lie.

    A King has the Ylem and three Core Transmutations, of the latter as many as the level (AK-TRANS-04), and a Revenant
    the Ylem one and the Prismatic ones, whatever the level (AK-TRANS-05). Any number in one turn (AK-TRANS-03).
    """
    mat, revenant = s.mats[seat], s.arena.revenant[seat]
    if what == "inscription":
        return Refusal("AK-INSC-11", "The gems of a Prismatic Inscription move onto it as it is inscribed.")
    if what == "prismatic":
        if not revenant:
            name = s.arena.names[seat]
            return Refusal("AK-TRANS-05", f"Only a Revenant's mat has Prismatic Transmutations; {name} is a King.")
        most = s.rules.mat_prismatic_count
        if mat.prismatic >= most:
            return Refusal("AK-COMP-13", f"All {most} Prismatic Transmutations of {s.arena.names[seat]} are completed.")
    else:
        if revenant and what != "ylem":
            name = s.arena.names[seat]
            return Refusal("AK-TRANS-05", f"A Revenant has no Core Transmutations; {name} completes Prismatic ones.")
        if mat.transmuted >> SINGLE[what] & 1:
            name = s.arena.names[seat]
            return Refusal("AK-TRANS-01", f"The {what.title()} Transmutation of {name} is completed already.")
        counted = core_done(mat) + (mat.filled and s.rules.transmute_prismatic_inscription_counts)
        if what != "ylem" and counted >= mat.level:
            rule = "AK-TRANS-04" if core_done(mat) >= mat.level else "AK-TRANS-09"
            return Refusal(
                rule, f"At level {mat.level} a King holds {mat.level} completed Core Transmutations at most."
            )
    if not s.rules.transmute_same_turn_cycle and what in _undone(s):
        return Refusal("AK-TRANS-08", f"The {what.title()} Transmutation was undone this turn.")
    return None


def _paid(mat: Mat) -> tuple[Socket, ...]:
    """Return what all three gems lie in the pools for."""
    return _payable(mat.aria, mat.egis, mat.pyre, mat.ylem)


@cache
def _payable(*pools: int) -> tuple[Socket, ...]:
    return tuple(what for what in EVERY if all(have >= cost for have, cost in zip(pools, price(what), strict=False)))


def _short(mat: Mat, what: Socket) -> Refusal | None:
    """Say what the pools lack for it; all three gems move together (AK-TRANS-01)."""
    if what in _paid(mat):
        return None
    cost = price(what)
    lacking = [
        f"{mat.of(kind)} of {need} {KINDS[kind].title()}" for kind, need in enumerate(cost) if mat.of(kind) < need
    ]
    pools = "Ylem Pool" if what == "ylem" else "Gemstone Pool"
    return Refusal("AK-TRANS-02", f"That takes {gems(*cost)} at once; your {pools} holds {listed(lacking)}.")


def do_transmute(s: FullSituation, seat: int, action: act.Transmute, log: Log) -> None:
    """Three gems move to the sockets in one operation (AK-TRANS-01); moving Ylem raises its price (AK-YLEM-03)."""
    mat, what = s.mats[seat], action.what
    fill(mat, what)
    text = f"{s.arena.heads[seat]} completes {called(what)} with {gems(*price(what))}: {UNLOCKS[what]}."
    rules = ["AK-TRANS-01", "AK-TRANS-02"]
    if what != "prismatic":
        rules.append("AK-TRANS-10")
    report(log, "transmuted", tuple(rules), text, {"seat": seat_id(seat), "what": what})


def fill(mat: Mat, what: Socket) -> None:
    """Move the three gems from the pools to their sockets, or onto the Prismatic Inscription (AK-INSC-11)."""
    aria, egis, pyre, ylem, _ = price(what)
    mat.aria -= aria
    mat.egis -= egis
    mat.pyre -= pyre
    mat.ylem -= ylem
    if what == "prismatic":
        mat.prismatic += 1
    elif what == "inscription":
        mat.filled = True
    else:
        mat.transmuted |= 1 << SINGLE[what]


# --- undoing ---------------------------------------------------------------------------------------------


def check_untransmute(s: FullSituation, seat: int, action: act.Untransmute) -> Refusal | None:
    """None if that Transmutation is completed (AK-TRANS-06)."""
    if action.what in completed(s.mats[seat]):
        return None
    what = called(action.what)
    return Refusal("AK-TRANS-06", f"{what[0].upper()}{what[1:]} of {s.arena.names[seat]} is not completed.")


def do_untransmute(s: FullSituation, seat: int, action: act.Untransmute, log: Log) -> None:
    """All three gems come back into their pools: Core gems by substitution, Ylem without room is lost (AK-TRANS-06).

    A Prismatic Inscription whose gems are taken back is discarded (AK-INSC-13).
    """
    what = action.what
    top = s.stack[-1]
    if type(top) is Latent and not s.rules.transmute_same_turn_cycle and what not in top.undone:
        s.stack[-1] = msgspec.structs.replace(top, undone=(*top.undone, what))
    text = f"{s.arena.heads[seat]} undoes {called(what)} and takes {gems(*price(what))} back."
    report(log, "untransmuted", ("AK-TRANS-06", "AK-TRANS-07"), text, {"seat": seat_id(seat), "what": what})
    empty(s, seat, what, log)
    aria, egis, pyre, ylem, _ = price(what)
    gain(s, seat, log, "AK-TRANS-06", aria, egis, pyre, ylem, told=True)


def empty(s: FullSituation, seat: int, what: Socket, log: Log) -> None:
    """The gems of a completed Transmutation go to the supply and its benefits end at once (AK-TRANS-07).

    With those of a Prismatic Inscription the card goes to its discard pile (AK-INSC-13).
    """
    mat = s.mats[seat]
    give_back(s, price(what))
    if what == "prismatic":
        mat.prismatic -= 1
    elif what == "inscription":
        mat.filled = False
        card = discard_inscription(s, seat)
        text = f"{sentence(s.pack.cards[card].title)} goes to the discard pile."
        report(log, "discarded", ("AK-INSC-13",), text, {"seat": seat_id(seat), "card": s.pack.cards[card].key})
    else:
        mat.transmuted &= ~(1 << SINGLE[what])


def completed(mat: Mat) -> tuple[Socket, ...]:
    """Return the Transmutations that are completed, each kind once (AK-TRANS-07)."""
    return _completed(mat.transmuted, mat.prismatic, mat.filled)


@cache
def _undoing(own: str, transmuted: int, prismatic: int, filled: bool) -> tuple[Action, ...]:
    return tuple(act.Untransmute(own, what) for what in _completed(transmuted, prismatic, filled))


@cache
def _completed(transmuted: int, prismatic: int, filled: bool) -> tuple[Socket, ...]:
    others: dict[Socket, int] = {"prismatic": prismatic, "inscription": filled}
    return tuple(what for what in EVERY if (others[what] if what in others else transmuted >> SINGLE[what] & 1))


def called(what: Socket) -> str:
    """A Transmutation for a sentence: "the Aria Transmutation"."""
    if what == "prismatic":
        return "a Prismatic Transmutation"
    return "the Prismatic Inscription" if what == "inscription" else f"the {what.title()} Transmutation"


def _undone(s: FullSituation) -> tuple[str, ...]:
    top = s.stack[-1]
    return top.undone if type(top) is Latent else ()
