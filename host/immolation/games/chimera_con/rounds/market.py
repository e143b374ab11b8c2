"""Run the Market Phase: who takes which card in which order, getting greedy, and contests of dice."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...contract import Refusal
from ...engine import EventLog, report
from ..actions import BeSatisfied, Done, GetGreedy, Take
from ..facts.chimera import dice_for, total, totals
from ..facts.con_facts import EMPTY, ConFacts, name_of
from ..frames import Contest, Greedy, Market
from . import building, rounds

MERCHANT_TURNS: Final = 2
"""Turns as Merchant after which the Market Phase takes place (CC-MKT-01)."""


def open_market(s: ConFacts, log: EventLog) -> None:
    """Begin the Market Phase (CC-MKT-01)."""
    s.stack[:] = [Market(tuple(order(s)))]
    report(log, "market-opens", ("CC-MKT-01",), "The Market Phase begins.", market=cards(s))


def order(s: ConFacts) -> list[str]:
    """The seats in the order in which they take: highest Magic first (CC-MKT-04, opt:market_order)."""
    seats = [seat for seat in s.in_order(s.merchant) if s.players[seat].alive]
    first = max(seats, key=lambda seat: totals(s, seat)[3])  # the earliest of the highest
    if s.rules.market_order == "by_magic":
        seats.sort(key=lambda seat: -totals(s, seat)[3])
    else:
        seats = [seat for seat in s.in_order(first) if s.players[seat].alive]
    return [seat for seat in seats if s.rules.market_merchant_takes or seat != s.merchant]


def cards(s: ConFacts) -> list[str]:
    """The Market Pile, for all to see."""
    return list(s.market)


def take_out(s: ConFacts, seat: str, text: str) -> None:
    """A card goes from the Market Pile to a hand."""
    s.market = s.market.minus(text)
    s.give(seat, text)


# --- taking a card ---------------------------------------------------------------------------------------


def settle_market(s: ConFacts, frame: Market, log: EventLog) -> bool:
    """Ask who gets greedy, once all have decided or nothing is left to take (CC-GREED-01)."""
    if frame.order and s.market:
        return False
    s.stack[-1] = Greedy(frame.picked)
    return True


def check_take(s: ConFacts, frame: Market, action: Take) -> Refusal | None:
    """One card of the Market Pile (CC-MKT-03)."""
    if action.card in cards(s):
        return None
    return Refusal("CC-MKT-03", f"There is no card '{action.card}' in the Market Pile.")


def do_take(s: ConFacts, frame: Market, action: Take, log: EventLog) -> None:
    """Add one card of the Market Pile to the hand (CC-MKT-03)."""
    seat = action.seat
    take_out(s, seat, action.card)
    s.stack[-1] = Market(frame.order[1:], {**frame.picked, action.seat: action.card})
    text = f"{name_of(seat)} takes {s.pack.title(action.card)} from the Market Pile."
    report(log, "taken", ("CC-MKT-03",), text, seat=action.seat, card=action.card)


def do_take_none(s: ConFacts, frame: Market, action: Done, log: EventLog) -> None:
    """Take no card (CC-MKT-03)."""
    s.stack[-1] = Market(frame.order[1:], frame.picked)
    text = f"{name_of(action.seat)} takes no card."
    report(log, "took-none", ("CC-MKT-03",), text, seat=action.seat)


# --- getting greedy --------------------------------------------------------------------------------------


def askable(s: ConFacts, frame: Greedy) -> list[str]:
    """The seats that may get greedy (again) (CC-GREED-05, opt:greedy_per_player, opt:greedy_without_pick)."""
    if not s.market:
        return []
    return [
        seat
        for seat in s.living()
        if seat not in frame.out
        and frame.used.get(seat, 0) < s.rules.greedy_per_player
        and (seat in frame.picked or s.rules.greedy_without_pick == "whole_hand")
    ]


def asked(s: ConFacts, frame: Greedy) -> tuple[str, ...]:
    """Return the seats that have yet to answer; all answer at the same time."""
    return tuple(seat for seat in askable(s, frame) if seat not in frame.said)


def do_say(s: ConFacts, frame: Greedy, action: GetGreedy | BeSatisfied, log: EventLog) -> None:
    """Answer, seen by nobody until all have (CC-GREED-01)."""
    greedy = isinstance(action, GetGreedy)
    s.stack[-1] = replace(frame, said={**frame.said, action.seat: greedy})
    own = {"text": f"You {'get greedy' if greedy else 'are satisfied'}.", "greedy": greedy}
    text = f"{name_of(action.seat)} has decided."
    report(log, "decided", ("CC-GREED-01",), text, {action.seat: own}, seat=action.seat)


def settle_greedy(s: ConFacts, frame: Greedy, log: EventLog) -> bool:
    """Let one swap, or several roll for it (CC-GREED-04), once all have answered; else end the phase (CC-GREED-05)."""
    if asked(s, frame):
        return False
    wants = tuple(name for name in askable(s, frame) if frame.said.get(name))
    if not wants:
        _close(s, log)
    elif len(wants) == 1:
        _swap(s, frame, wants[0], log)
    else:
        need = tuple(dice_for(s, total(s, name, "magic")) for name in wants)
        s.stack.append(Contest("greedy", wants, need, ((),) * len(wants)))
        names = " and ".join(name_of(name) for name in wants)
        report(
            log, "greedy-contest", ("CC-GREED-04",), f"{names} get greedy at once and roll Magic.", seats=list(wants)
        )
    return True


def _swap(s: ConFacts, frame: Greedy, name: str, log: EventLog, losers: tuple[str, ...] = ()) -> None:
    """Hand and Market Pile change places (CC-GREED-02), but for the card just taken (CC-GREED-03)."""
    player = s.players[name]
    kept = frame.picked.get(name, "")
    player.hand, s.market = s.market, player.hand
    if kept in s.market:
        take_out(s, name, kept)
    out = frame.out if s.rules.greedy_loser_may_follow else (*frame.out, *losers)
    s.stack[-1] = Greedy(frame.picked, {}, {**frame.used, name: frame.used.get(name, 0) + 1}, out)
    text = f"{name_of(name)} gets greedy and swaps the hand with the Market Pile."
    report(log, "greedy", ("CC-GREED-02", "CC-GREED-03"), text, seat=name, market=cards(s))


def _close(s: ConFacts, log: EventLog) -> None:
    """Discard what is left of the Market Pile (CC-MKT-05); the next player becomes Merchant (CC-MERCH-06)."""
    s.put_in_discard(*s.market)
    s.market = EMPTY
    report(log, "market-closes", ("CC-MKT-05",), "All are satisfied; the rest of the Market Pile is discarded.")
    heir = s.after(s.merchant)
    rounds.make_merchant(s, heir, ("CC-MERCH-06",), f"{name_of(heir)} becomes the Merchant.", log)
    rounds.begin_turn(s, s.after(s.turn), log)


# --- contests --------------------------------------------------------------------------------------------


def roller(frame: Contest) -> int:
    """The place in ``frame.seats`` of who rolls next; -1 when all have rolled."""
    return next((place for place, dice in enumerate(frame.dice) if len(dice) < frame.need[place]), -1)


def contest_rule(frame: Contest) -> str:
    """The rule by which several roll."""
    return "CC-MERCH-04" if frame.about == "merchant" else "CC-GREED-04"


def dice_due(frame: Contest) -> int:
    """Count the dice that whoever rolls next still rolls."""
    place = roller(frame)
    return frame.need[place] - len(frame.dice[place]) if place >= 0 else 0


def do_roll(s: ConFacts, frame: Contest, values: tuple[int, ...], log: EventLog) -> None:
    """Dice of whoever rolls next (CC-MERCH-04, CC-GREED-04)."""
    own = roller(frame)
    dice = tuple((*each, *values) if place == own else each for place, each in enumerate(frame.dice))
    s.stack[-1] = replace(frame, dice=dice)


def settle_contest(s: ConFacts, frame: Contest, log: EventLog) -> bool:
    """The higher roll wins; the tied roll again (CC-MERCH-04, CC-GREED-04)."""
    if roller(frame) >= 0:
        return False
    sums = [sum(dice) for dice in frame.dice]
    rule = contest_rule(frame)
    for name, rolled in zip(frame.seats, sums, strict=True):
        text = f"{name_of(name)} rolls {rolled}."
        report(log, "rolled", (rule, "CC-STAT-03"), text, seat=name, total=rolled)
    best = [place for place, rolled in enumerate(sums) if rolled == max(sums)]
    if len(best) > 1 and any(frame.need[place] for place in best):
        # for the lantern all the tied roll until one is higher than the rest; for the swap only the highest go on
        again = range(len(sums)) if frame.about == "merchant" else best
        seats, need = tuple(frame.seats[place] for place in again), tuple(frame.need[place] for place in again)
        s.stack[-1] = Contest(frame.about, seats, need, ((),) * len(seats))
        return True
    winner = frame.seats[best[0]]  # without any dice to roll, the first of the tied
    if frame.about == "merchant":
        building.appoint(s, winner, "CC-MERCH-04", log)
        return True
    s.stack.pop()
    below = s.stack[-1]
    assert isinstance(below, Greedy)
    losers = tuple(name for name, want in below.said.items() if want and name != winner)
    _swap(s, below, winner, log, losers)
    return True
