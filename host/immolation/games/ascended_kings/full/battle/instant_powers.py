"""Instant Powers: a card from hand is discarded for what its top margin shows, at any time (AK-INST-01)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from ....contract import Action, Refusal
from ... import actions as act
from ...actions import instant
from ...facts.arena import OFF, seat_id
from ...facts.full_situation import Cards, FullSituation
from ...facts.reporting import Log, report
from ..cards import piles
from ..cards.card import Card
from ..cards.card import Instant as Power
from ..cards.pack import Pack
from ..frames import Allocating, Latent, LatentStep, RollingFocus
from ..mats import gem_flow
from . import windows, wounds
from .windows import OF_OPENING, OPEN

RULES: Final = {"gems": "AK-INST-02", "cancel": "AK-INST-03", "dice": "AK-INST-04"}
"""The three types of Instant Powers."""

BEFORE_ROLL: Final[tuple[LatentStep, ...]] = ("draw", "roll")


def actions(s: FullSituation, seat: int) -> Sequence[Action]:
    """Every Instant Power that the seat can use now; none of printed cards, which are declared."""
    hand = s.hands[seat]
    stack = s.stack
    if not hand or s.printed:
        return ()
    top = stack[-1]
    of_instant = OPEN.get(type(top))
    if of_instant is None:
        return ()
    own = s.settings.seats[seat]
    if len(stack) == 1:  # nothing is under way: only death holds, no wounds are coming, no dice lie on the table
        if s.dead and s.arena.tiles[seat] == OFF and not s.rules.instant_while_dead:
            return ()
        return _usable(own, hand, s.pack, s.mats[seat].dire, 0, False)
    if of_instant and top.instant:  # type: ignore[attr-defined]
        return ()
    if type(stack[0]) in OF_OPENING or windows.held(s, seat):  # with what is above, as `windows.free` says
        return ()
    return _usable(own, hand, s.pack, s.mats[seat].dire, wounds.due(s, seat), seat == s.turn and joins(s, seat))


@lru_cache(100_000)
def _usable(own: str, hand: Cards, pack: Pack, dire: int, due: int, joins: bool) -> tuple[Action, ...]:
    """The Instant Powers of a hand. ``due``: wounds about to be taken; ``joins``: dice can join the own roll."""
    found: list[Action] = []
    for index in dict.fromkeys(hand):
        card = pack.cards[index]
        power = card.instant
        if power is None:
            continue
        if power.cancel:
            found += _splits(own, card.key, power.cancel, dire, due)
        else:
            found.append(instant(own, card.key))
            if power.dice and joins:
                found.append(instant(own, card.key, merge=True))
    return tuple(found)


def _splits(own: str, key: str, most: int, dire: int, due: int) -> list[Action]:
    """Every way to split a minus-Dire card between the own pool and wounds about to be taken (AK-INST-03)."""
    return [
        instant(own, key, remove, cancel)
        for remove in range(min(most, dire) + 1)
        for cancel in range(min(most - remove, due) + 1)
        if remove or cancel
    ]


def joins(s: FullSituation, seat: int) -> bool:
    """True while dice can still join the seat's own Latent roll: before it, or until it is allocated (AK-LATENT-04)."""
    if s.turn != seat:
        return False
    for frame in s.stack:
        if type(frame) is Allocating:
            return frame.seat == seat_id(seat) and not frame.instant
        if type(frame) is Latent and frame.step in BEFORE_ROLL:
            return True
    return False


def check(s: FullSituation, seat: int, action: act.Instant) -> Refusal | None:
    """None for a card in hand with an Instant Power, at a moment when one may be used (AK-INST-01, AK-INST-08)."""
    refusal = windows.refusal(s, seat)
    if refusal is not None:
        return refusal
    card = piles.named(s, seat, action.card, "AK-INST-08")
    if type(card) is Refusal:
        return card
    if card.instant is None:
        return Refusal("AK-INST-08", f"{card.name} has no Instant Power.")
    return _wrong(s, seat, card, card.instant, action)


def _wrong(s: FullSituation, seat: int, card: Card, power: Power, action: act.Instant) -> Refusal | None:
    """Say what is wrong with the choices of an Instant Power (AK-INST-03, AK-LATENT-04), None if nothing is."""
    if power.cancel:
        dire, due = s.mats[seat].dire, wounds.due(s, seat)
        if action.remove > dire:
            return Refusal("AK-INST-03", f"There is {dire or 'no'} Dire in your pool, not {action.remove}.")
        if action.cancel > due:
            coming = f"{due or 'no'} wound{'' if due == 1 else 's'} about to hit you"
            return Refusal("AK-INST-07", f"There {'is' if due == 1 else 'are'} {coming}, not {action.cancel}.")
        if action.remove + action.cancel > power.cancel:
            return Refusal("AK-INST-03", f"{card.name} removes and cancels {power.cancel} in all.")
        if not action.remove + action.cancel:
            reason = "say how many to remove and to cancel" if dire or due else "there is no Dire to remove or cancel"
            return Refusal("AK-INST-03", f"{card.name}: {reason}.")
    elif action.remove or action.cancel:
        return Refusal("AK-INST-03", f"{card.name} removes no Dire: it gives {power.words}.")
    if action.merge and not power.dice:
        return Refusal("AK-LATENT-04", f"{card.name} gives no Focus Dice that could join a roll.")
    if action.merge and not joins(s, seat):
        return Refusal("AK-LATENT-04", "There is no roll of your own Latent State that these dice could join.")
    return None


def do(s: FullSituation, seat: int, action: act.Instant, log: Log) -> None:
    """Discard the card and do what its top margin shows, nothing else (AK-INST-01, AK-CARD-02), at once (AK-INST-05).

    It touches its user alone, so that no Ylem Shield stops it (AK-INST-09).
    """
    card = s.pack.by_key[action.card]
    power = card.instant
    assert power is not None
    piles.lose(s, seat, card.index)
    piles.discard(s, card.index)
    windows.reopen(s)
    own, rules = seat_id(seat), ("AK-INST-01", RULES[power.kind])
    text = f"{s.arena.heads[seat]} uses the Instant Power of {card.name}: {power.words}."
    report(
        log, "instant", rules, text, {"seat": own, "card": card.key, "remove": action.remove, "cancel": action.cancel}
    )
    if power.cancel:
        _cancel(s, seat, action, log)
    elif power.dice:
        _roll(s, seat, power.dice, action.merge)
    else:
        gem_flow.take_any(s, seat, power.core, log, "AK-INST-02", instant=True)
        if power.aria or power.egis or power.pyre or power.ylem:
            gem_flow.gain(s, seat, log, "AK-INST-02", power.aria, power.egis, power.pyre, power.ylem, instant=True)


def _cancel(s: FullSituation, seat: int, action: act.Instant, log: Log) -> None:
    """Dire leaves the own pool, wounds about to be taken are not taken (AK-INST-03)."""
    name, own = s.arena.heads[seat], seat_id(seat)
    if action.remove:
        gem_flow.heal(s, seat, action.remove)
        text = f"{name} removes {action.remove} Dire from the pool."
        report(log, "healed", ("AK-INST-03", "AK-WOUND-04"), text, {"seat": own, "count": action.remove})
    if action.cancel:
        wounds.cancel(s, seat, action.cancel)
        text = f"{name} cancels {action.cancel} wound{'' if action.cancel == 1 else 's'}."
        report(log, "cancelled", ("AK-INST-03", "AK-DEF-06"), text, {"seat": own, "count": action.cancel})


def _roll(s: FullSituation, seat: int, dice: int, merge: bool) -> None:
    """Focus Dice to roll at once, or to join the own Latent roll before or after it (AK-INST-04, AK-LATENT-04)."""
    own = seat_id(seat)
    if merge:
        for place, frame in enumerate(s.stack):
            if type(frame) is Latent and frame.step in BEFORE_ROLL:
                s.stack[place] = msgspec.structs.replace(frame, extra=frame.extra + dice)
                return
    s.stack.append(RollingFocus(own, dice, not merge and _with_die(s, seat), instant=True, merge=merge))


def _with_die(s: FullSituation, seat: int) -> bool:
    """True if house rules let the Ascended Die join a separate roll in its holder's Latent State (AK-LAST-07)."""
    latent = s.turn == seat and type(s.stack[0]) is Latent
    return s.rules.last_king_die_in_instant_rolls and s.arena.die == seat and latent
