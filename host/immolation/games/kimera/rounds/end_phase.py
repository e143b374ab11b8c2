"""The End phase: breakouts of grapples, Balance spent on ties, the clean-up, the next round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ...contract import Action, Refusal
from ...engine import EventLog, report
from ...engine.decision_points import stay
from .. import actions as act
from .. import frames
from ..battle import damage
from ..battle.superiority import tie_power
from ..cards.card_play import choices, listed, missing, shows, take
from ..cards.components import card_name
from ..decision_points import Ask, Points, point
from ..facts.balance import pay, steady
from ..facts.battle_facts import BattleFacts
from .recovery import begin_round

MANY: Final = 11
"""Grapple cards up to which every choice of them is listed; of more, each number once, the lowest values first.

2048 actions. Discipline never draws so many cards, so that only hands written for a position are cut short, and there
`apply` takes any other choice all the same."""

STUCK: Final = 50
"""Rounds in which nobody could be asked anything, after which a battle is broken off."""


def ending_step(s: BattleFacts, frame: frames.Ending, log: EventLog) -> bool:
    """A breakout for every grappled Kimera in seat order, then the clean-up (KM-END-02)."""
    if not frame.order:
        _clean_up(s, log)
        return True
    seat = frame.order[0]
    s.top(order=frame.order[1:])
    if s.mounts[seat].alive and s.grapplers(seat):
        s.stack.append(frames.Breaking(seat))
        text = f"{s.name(seat)} tries to break out of the grapple."
        report(log, "breakout", ("KM-END-02",), text, seat=seat, grapplers=s.grapplers(seat))
    return True


def _clean_up(s: BattleFacts, log: EventLog) -> None:
    """Remove Initiative, Edges, shields and weapons (KM-END-06, KM-END-07, KM-CHG-03); hands are kept (KM-SEQ-02)."""
    rules = s.settings.rules
    for seat in s.living():
        mount = s.mounts[seat]
        mount.initiative = 0
        gone = [*mount.edges, *([mount.shield] if mount.shield else [])]
        mount.edges = ()
        mount.shield = None
        if rules.weapon_end == "discarded":
            gone += mount.weapons
            mount.weapons = ()
        else:
            mount.weapons = tuple(replace(gear, paid=False) for gear in mount.weapons)
        s.discard += [gear.card for gear in gone]
        if not rules.hand_kept:
            s.discard += mount.hand
            mount.hand = ()
        if rules.off_balance_clears == "end_of_round":
            steady(s, mount, log)
    text = "All Initiative is lost; equipment is discarded."
    report(log, "cleaned-up", ("KM-END-06", "KM-END-07"), text, round=s.round)
    if s.rounds and s.round >= s.rounds:
        break_off(s, log)
        return
    s.round += 1
    begin_round(s, log)


def break_off(s: BattleFacts, log: EventLog) -> None:
    """The agreed last round is over: most living Kimera, then fewest damage cards; else a draw. No printed rule."""

    def worth(side: str) -> tuple[int, int]:
        team = [s.mounts[seat] for seat in s.settings.sides[side] if s.mounts[seat].alive]
        return len(team), -sum(len(mount.wounds) for mount in team)

    sides = [side for side in s.settings.sides if worth(side)[0]]
    best = max(worth(side) for side in sides)
    damage.end(s, tuple(side for side in sides if worth(side) == best), "the last round is over", "TABLE", log)


# --- the breakout: Grapple cards --------------------------------------------------------------------------


def _sides(s: BattleFacts, frame: frames.Breaking) -> tuple[str, ...]:
    return (frame.seat, *s.grapplers(frame.seat))


def breaking_asked(s: BattleFacts, frame: frames.Breaking) -> tuple[str, ...]:
    """Everybody at once, face down; whoever holds no card at all has none to lay (KM-END-02)."""
    return tuple(seat for seat in _sides(s, frame) if seat not in frame.cards and s.mounts[seat].hand)


def _breaking_ask(s: BattleFacts, frame: frames.Breaking, seat: str) -> Ask:
    if seat == frame.seat:
        return Ask("Lay Grapple cards face down to break out, or none.", "KM-END-02")
    return Ask(f"Lay Grapple cards face down to hold {s.name(frame.seat)}; without one you let go.", "KM-GRP-07")


def _breaking_options(s: BattleFacts, frame: frames.Breaking, seat: str) -> Sequence[Action]:
    mount = s.mounts[seat]
    cards = [card for card in mount.hand if shows(s, mount, card, "grapple")]
    if len(cards) > MANY:
        cards.sort(key=s.value)
        return [act.Commit(seat, tuple(cards[:count])) for count in range(len(cards) + 1)]
    return [act.Commit(seat, chosen) for chosen in choices(cards, 0, len(cards))]


def _breaking_check(s: BattleFacts, frame: frames.Breaking, action: act.Commit) -> Refusal | None:
    mount = s.mounts[action.seat]
    refusal = missing(s, mount, action.cards)
    if refusal is not None:
        return refusal
    for card in action.cards:
        if not shows(s, mount, card, "grapple"):
            return Refusal("KM-END-02", f"{card_name(card)} shows no Grapple symbol.")
    return None


def breaking_do(s: BattleFacts, frame: frames.Breaking, action: act.Commit, log: EventLog) -> None:
    """Laid in secret and all at once, so that nobody else can read how many (KM-END-02)."""
    seat = action.seat
    s.top(cards={**frame.cards, seat: action.cards})
    own = {seat: {"text": f"You lay {listed(action.cards)} face down.", "cards": list(action.cards)}}
    report(log, "laid", ("KM-END-02",), f"{s.name(seat)} is ready for the breakout.", own, seat=seat)


def breaking_step(s: BattleFacts, frame: frames.Breaking, log: EventLog) -> bool:
    """All cards are turned over and counted (KM-END-03, KM-END-04, KM-GRP-07)."""
    if breaking_asked(s, frame):
        return False
    s.stack.pop()
    for seat in _sides(s, frame):
        cards = frame.cards.get(seat, ())
        take(s.mounts[seat], cards)
        s.discard += cards
        text = f"{s.name(seat)} plays {listed(cards)}."
        report(log, "grapple-cards", ("KM-END-02",), text, seat=seat, cards=list(cards))
    holding = _holding_on(s, frame, log)
    if not holding:
        return True
    own = _weight(s, frame.cards.get(frame.seat, ()))
    theirs = sum(_weight(s, frame.cards.get(seat, ())) for seat in holding)
    if own != theirs:
        _decide(s, frame.seat, own > theirs, f"{own} against {theirs}", "KM-END-03", log)
        return True
    difference = _edge(s, frame.seat, holding)
    if difference:
        _decide(s, frame.seat, difference > 0, f"{own} against {theirs}, a tie", "KM-EFF-02", log)
        return True
    text = f"{own} against {theirs}: both sides spend Balance."
    report(log, "breakout-tied", ("KM-END-04",), text, seat=frame.seat)
    if s.settings.rules.grapple_bid == "alternate":
        s.stack.append(frames.Raising(frame.seat, tuple(holding)))
    else:
        s.stack.append(frames.Bidding(frame.seat, tuple(holding)))
    return True


def _weight(s: BattleFacts, cards: Sequence[str]) -> int:
    return len(cards) if s.settings.rules.grapple_compare == "count" else sum(s.value(card) for card in cards)


def _holding_on(s: BattleFacts, frame: frames.Breaking, log: EventLog) -> list[str]:
    """Grapplers who played a card; those who played none let go (KM-GRP-07)."""
    holding: list[str] = []
    for seat in s.grapplers(frame.seat):
        if frame.cards.get(seat) or s.settings.rules.grapple_none_played == "tie":
            holding.append(seat)
        else:
            _let_go(s, seat, "KM-GRP-07", f"{s.name(seat)} plays no Grapple card and lets go of", log)
    return holding


def _let_go(s: BattleFacts, seat: str, rule: str, said: str, log: EventLog) -> None:
    held = s.mounts[seat].holds
    assert held is not None, "a grappler lets go"
    s.mounts[seat].holds = None
    report(log, "released", (rule,), f"{said} {s.name(held)}.", seat=seat, target=held)


def _edge(s: BattleFacts, seat: str, holding: Sequence[str]) -> int:
    """1 if a tie goes to the grappled side, -1 to the grapplers, 0 if Stagger decides nothing (KM-EFF-02)."""
    own = tie_power(s, s.mounts[seat], False)
    theirs = -1 if all(tie_power(s, s.mounts[other], False) < 0 for other in holding) else 0
    return (own > theirs) - (own < theirs)


def _decide(s: BattleFacts, seat: str, free: bool, said: str, rule: str, log: EventLog) -> None:
    """The grapple is broken, or it lasts into the next round (KM-END-03, KM-END-05, KM-GRP-08)."""
    name = s.name(seat)
    if not free:
        report(log, "held", (rule, "KM-GRP-08"), f"{name} stays in the grapple ({said}).", seat=seat)
        return
    for other in s.grapplers(seat):
        s.mounts[other].holds = None
    report(log, "broke-out", (rule,), f"{name} breaks out of the grapple ({said}).", seat=seat)


# --- the breakout: Balance in secret totals ---------------------------------------------------------------


def _bidding_asked(s: BattleFacts, frame: frames.Bidding) -> tuple[str, ...]:
    concerned = (frame.seat, *frame.grapplers)
    return tuple(seat for seat in concerned if s.mounts[seat].balance > 0 and seat not in frame.bids)


def _bidding_check(s: BattleFacts, frame: frames.Bidding, action: act.Bid) -> Refusal | None:
    balance = s.mounts[action.seat].balance
    if action.amount > balance:
        return Refusal("KM-END-04", f"Balance never falls below 0: {action.amount} cannot be spent of {balance}.")
    return None


def _bidding_do(s: BattleFacts, frame: frames.Bidding, action: act.Bid, log: EventLog) -> None:
    s.top(bids={**frame.bids, action.seat: action.amount})
    own = {action.seat: {"text": f"You spend {action.amount} Balance.", "amount": action.amount}}
    report(log, "bid", ("KM-END-05",), f"{s.name(action.seat)} has stated a total.", own, seat=action.seat)


def bidding_step(s: BattleFacts, frame: frames.Bidding, log: EventLog) -> bool:
    """Everybody pays; the grappled escapes with at least as much as the grapplers (KM-END-04, KM-END-05)."""
    if _bidding_asked(s, frame):
        return False
    s.stack.pop()
    for seat in (frame.seat, *frame.grapplers):
        pay(s, s.mounts[seat], frame.bids.get(seat, 0), ("KM-END-04",), log, "spends on the grapple")
    own = frame.bids.get(frame.seat, 0)
    theirs = sum(frame.bids.get(seat, 0) for seat in frame.grapplers)
    _settle(s, frame.seat, frame.grapplers, own, theirs, log)
    return True


def _settle(s: BattleFacts, seat: str, grapplers: Sequence[str], own: int, theirs: int, log: EventLog) -> None:
    difference = _edge(s, seat, grapplers) if own == theirs else 0
    free = difference >= 0 if own == theirs else own > theirs
    _decide(s, seat, free, f"{own} Balance against {theirs}", "KM-EFF-02" if difference else "KM-END-05", log)


# --- the breakout: Balance point by point -----------------------------------------------------------------


def raising_asked(s: BattleFacts, frame: frames.Raising) -> tuple[str, ...]:
    """Whoever is behind: the grapplers while they have not spent more, then the grappled (KM-END-04)."""
    ahead = frame.theirs > frame.own or (frame.theirs == frame.own and _edge(s, frame.seat, frame.grapplers) < 0)
    side = (frame.seat,) if ahead else frame.grapplers
    return tuple(seat for seat in side if seat not in frame.passed and s.mounts[seat].balance > 0)[:1]


def _raising_do(s: BattleFacts, frame: frames.Raising, action: Action, log: EventLog) -> None:
    if not isinstance(action, act.Spend):
        s.top(passed=(*frame.passed, action.seat))
        report(log, "stopped", ("KM-END-04",), f"{s.name(action.seat)} spends no more.", seat=action.seat)
        return
    pay(s, s.mounts[action.seat], 1, ("KM-END-04",), log, "spends on the grapple")
    if action.seat == frame.seat:
        s.top(own=frame.own + 1)
    else:
        s.top(theirs=frame.theirs + 1)


def _raising_step(s: BattleFacts, frame: frames.Raising, log: EventLog) -> bool:
    if raising_asked(s, frame):
        return False
    s.stack.pop()
    _settle(s, frame.seat, frame.grapplers, frame.own, frame.theirs, log)
    return True


def drop(frame: frames.Frame, seat: str) -> frames.Frame:
    """A frame without a seat that left the battle, where it names seats in an order."""
    changes = {
        name: tuple(other for other in getattr(frame, name) if other != seat)
        for name in ("order", "members", "riders", "waiting")
        if isinstance(getattr(frame, name, None), tuple)
    }
    return msgspec.structs.replace(frame, **changes) if changes else frame


POINTS: Final[Points] = {
    frames.Ending: point(ending_step),
    frames.Breaking: point(
        breaking_step, breaking_asked, _breaking_ask, _breaking_options, _breaking_check, breaking_do,
        kinds=(act.Commit,),
    ),
    frames.Bidding: point(
        bidding_step, _bidding_asked, Ask("State in secret how much Balance to spend.", "KM-END-05"),
        lambda s, f, seat: [act.Bid(seat, amount) for amount in range(s.mounts[seat].balance + 1)],
        _bidding_check, _bidding_do, kinds=(act.Bid,),
    ),
    frames.Raising: point(
        _raising_step, raising_asked,
        lambda s, f, seat: Ask(f"{f.own} Balance against {f.theirs}: spend 1 more, or stop.", "KM-END-04"),
        lambda s, f, seat: [act.Done(seat), act.Spend(seat)],
        None, _raising_do, kinds=(act.Spend, act.Done),
    ),
    frames.Over: point(stay),
}  # fmt: skip
