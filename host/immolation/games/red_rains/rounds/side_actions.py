"""Side actions: the sample deck's bolt, shaking off what the Chimera put on a card, meditation."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...contract import Refusal
from ...engine import report
from ...house_rules import shown
from ..actions import Bolt, Meditate, ShakeOff
from ..battle import damage, stats
from ..cards import sample_deck
from ..cards.card_records import DiscardBy
from ..chimera import battlefield
from ..effects import targeting
from ..effects.effect import effects_from
from ..effects.effect_context import resolve
from ..facts.card_in_play import CardInPlay, Seat, named
from ..facts.situation import Log, Situation
from ..frames import PlayerTurn
from .dice_payment import relies, spend, uncounted


def bolts(s: Situation, seat: Seat) -> Iterator[Bolt]:
    """Yield every way to take the sample deck's side action."""
    for body in bolted(s, seat):
        yield Bolt(seat.ref, body.ref)


def bolted(s: Situation, seat: Seat) -> list[CardInPlay]:
    """Return every target of the sample deck's side action."""
    if seat.cards is None or seat.above_basic == 0:
        return []
    return targeting.choosable(s, seat.facing, "player-dice")


def check_bolt(s: Situation, frame: PlayerTurn, action: Bolt) -> Refusal | None:
    """A class or power die, and a unit opposite that dice powers may choose."""
    if not frame.side:
        return Refusal("TABLE", "The side action of this turn is done.")
    seat = s.seats_of[frame.seat]
    if seat.cards is None or seat.above_basic == 0:
        return Refusal("TABLE", "That takes a class or power die of the sample deck.")
    if action not in tuple(bolts(s, seat)):
        return Refusal("RR-TGT-01", f"{shown(action.target)} cannot be chosen.")
    return None


def do_bolt(s: Situation, frame: PlayerTurn, action: Bolt, log: Log) -> None:
    """1 damage for a class or power die."""
    spend(s.seats_of[frame.seat], 1, basic=False)
    s.stack[-1] = replace(frame, side=False)
    body = s.in_play(action.target)
    damage.deal(s, body, sample_deck.BOLT, log, "TABLE")


def price(s: Situation, card: str) -> DiscardBy | None:
    """Return what it takes to be rid of an alteration; None if it cannot be removed."""
    record = stats.alteration(s, card)
    return record.discard_by if record is not None else None


def shakes(s: Situation, seat: Seat) -> Iterator[ShakeOff]:
    """Alterations of the Chimera's that the seat may discard now."""
    for body in (*seat.units, seat):
        for card in sorted(body.attached) if body.attached else ():
            cost = price(s, card)
            if cost is not None and (not relies(s, seat) or seat.above_basic >= cost.lower_die):
                yield ShakeOff(seat.ref, card, body.ref)


def check_shake_off(s: Situation, frame: PlayerTurn, action: ShakeOff) -> Refusal | None:
    """A side action, an alteration that is there, a price that can be paid."""
    if not frame.side:
        return Refusal("TABLE", "The side action of this turn is done.")
    seat = s.seats_of[frame.seat]
    if action in tuple(shakes(s, seat)):
        return None
    body = s.body(action.on)
    if body is None or body not in (*seat.units, seat) or action.card not in body.attached:
        return Refusal("TABLE", f"There is no {shown(action.card)} on {shown(action.on)}.")
    return Refusal("TABLE", f"{shown(action.card)} cannot be shaken off, or not paid for.")


def do_shake_off(s: Situation, frame: PlayerTurn, action: ShakeOff, log: Log) -> None:
    """Discard one copy and pay for it; which dice are lowered is the player's choice (RR-DICE-03)."""
    body = s.body(action.on)
    cost = price(s, action.card)
    assert body is not None
    assert cost is not None
    seat = s.seats_of[frame.seat]
    s.stack[-1] = replace(frame, side=False)
    battlefield.detach(s, action.card, body, 1, log, "TABLE")
    if seat.dice is not None and seat.above_basic < cost.lower_die:  # it was paid, with dice that were not declared
        uncounted(seat, log)
    elif cost.lower_die and seat.dice is not None:
        effects = effects_from([{"do": "lower_die", "n": cost.lower_die}])
        resolve(s, effects, seat.ref, nature="player", rule="RR-DICE-03")
    if cost.reroll_rage:
        effects = effects_from([{"do": "reroll_rage", "n": cost.reroll_rage}])
        resolve(s, effects, seat.ref, nature="player", rule="RR-RAGE-01")


def check_meditate(s: Situation, frame: PlayerTurn, action: Meditate) -> Refusal | None:
    """Legal even with an empty active pool (RR-DICE-04); paid with printed cards, of which the sample deck has none."""
    if not frame.side:
        return Refusal("TABLE", "The side action of this turn is done.")
    if s.seats_of[frame.seat].cards is not None:
        return Refusal("TABLE", "Meditating takes printed cards; the sample deck has no card to pay with.")
    return None


def do_meditate(s: Situation, frame: PlayerTurn, action: Meditate, log: Log) -> None:
    """Turn active dice to power, as many as there are up to the number (RR-DICE-03); as many as the player says, where
    they are not counted (RR-DICE-05)."""
    seat = s.seats_of[frame.seat]
    s.stack[-1] = replace(frame, side=False)
    lower = 0 if seat.dice is None else seat.dice["basic"] + seat.dice["class"]
    turned = min(action.dice, lower) if relies(s, seat) else action.dice
    if seat.dice is not None and turned > lower:
        uncounted(seat, log)
    elif seat.dice is not None:
        basic = min(turned, seat.dice["basic"])
        seat.dice["basic"] -= basic
        seat.dice["class"] -= turned - basic
        seat.dice["power"] += turned
    text = f"{named(seat)} meditates: {turned} {'die turns' if turned == 1 else 'dice turn'} to power."
    report(log, "meditated", ("RR-DICE-04", "RR-DICE-03"), text, seat=seat.ref, dice=turned)
