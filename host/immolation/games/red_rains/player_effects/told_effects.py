"""Carries out declared choices, copies, searches, looks under cards, and dice."""

from __future__ import annotations

from collections.abc import Mapping

from ...contract import Event, Refusal
from ...engine import report
from ...house_rules import shown
from ..actions import CopyAbilities, Dice, Examine, ForChimera, Hinder, PlaceDie, Search, Tuck
from ..battle import lasting
from ..cards.printed_abilities import named_cards
from ..facts.card_in_play import MOST_DICE, CardInPlay, named
from ..facts.situation import Log, Situation
from ..rounds.dice_payment import relies, uncounted
from .effects_on_cards import MOST_EXHAUSTION


def check_for_chimera(s: Situation, seat: str, action: ForChimera) -> Refusal | None:
    """The choice is one of the options."""
    if action.options and action.choice not in action.options:
        return Refusal("RR-LAW-01", f"{shown(action.choice)} is none of the options.")
    return None


def do_for_chimera(s: Situation, seat: str, action: ForChimera, log: Log) -> None:
    """The player whose effect it is chooses for the Chimera (RR-LAW-01)."""
    name = named(s.seats_of[seat])
    text = f"{name} chooses for the Chimera: {action.choice}."
    report(log, "chosen-for", "RR-LAW-01", text, seat=seat, choice=action.choice)


def check_copy(s: Situation, seat: str, action: CopyAbilities) -> Refusal | None:
    """Both cards are in play, face up."""
    return check_on(s, action.of) or check_on(s, action.to)


def do_copy(s: Situation, seat: str, action: CopyAbilities, log: Log) -> None:
    """Printed abilities are copied, of an exhausted card too (RR-ABIL-04); definitions are none (RR-ABIL-01)."""
    of, to = s.in_play(action.of), s.in_play(action.to)
    to.last(of.keywords)
    said = ", ".join(word for word in of.keywords if ":" not in word) or "nothing"
    text = f"{named(to)} has the printed abilities of {named(of)}: {said}."
    report(log, "copied", ("RR-ABIL-04", "RR-ABIL-01"), text, card=to.ref, of=of.ref)


def do_search(s: Situation, seat: str, action: Search, log: Log) -> None:
    """A search may find nothing (RR-INFO-01); what it takes from a public pile is shown (RR-INFO-02)."""
    name = named(s.seats_of[seat])
    pile = f"the {action.pile} pile"
    if not action.found:
        report(log, "searched", "RR-INFO-01", f"{name} searches {pile} and takes nothing.", seat=seat)
    elif action.pile == "draw":
        secret = {seat: {"text": f"You take {action.found} from {pile}.", "found": action.found}}
        log.append(Event("searched", ("RR-INFO-01",), f"{name} takes a card from {pile}.", {"seat": seat}, secret))
    else:
        text = f"{name} takes {action.found} from {pile} and shows it."
        report(log, "searched", "RR-INFO-02", text, seat=seat, found=action.found)


def check_on(s: Situation, ref: str) -> Refusal | None:
    """Something face up under this reference."""
    body = s.body(ref)
    if body is None or not body.up:
        return Refusal("TABLE", f"Nothing face up is called {shown(ref)}.")
    return None


def check_tuck(s: Situation, seat: str, action: Tuck) -> Refusal | None:
    """The card above is in play."""
    return check_on(s, action.under)


def do_tuck(s: Situation, seat: str, action: Tuck, log: Log) -> None:
    """A card goes face down under another."""
    body = s.in_play(action.under)
    body.under = {**body.under, action.card: action.public}
    what = action.card if action.public else "A card"
    report(log, "tucked", "RR-INFO-03", f"{what} goes face down under {named(body)}.", card=body.ref)


def check_examine(s: Situation, seat: str, action: Examine) -> Refusal | None:
    """There is something to see that anybody may see."""
    refusal = check_on(s, action.card)
    if refusal is not None:
        return refusal
    body = s.in_play(action.card)
    if not any(body.under.values()) and not conjures(s, body):
        return Refusal("RR-INFO-03", f"Nothing public lies under {named(body)}, and it conjures nothing.")
    return None


def conjures(s: Situation, body: CardInPlay) -> list[str]:
    """Return the conjured cards that a card in play can bring (RR-INFO-04)."""
    if body.card is None:
        return []
    return [card for card in named_cards(body.card) if card in s.pack.conjured]


def do_examine(s: Situation, seat: str, action: Examine, log: Log) -> None:
    """Show public cards that lie face down (RR-INFO-03), and copies of what the card can conjure (RR-INFO-04)."""
    body = s.in_play(action.card)
    public = [card for card, known in body.under.items() if known]
    if public:
        text = f"Under {named(body)} lies {', '.join(public)}."
        report(log, "examined", "RR-INFO-03", text, card=body.ref, found=public)
    for card in conjures(s, body):
        record = s.pack.conjured[card]
        said = f"attack {record.attack}, life {record.life}" if record.kind == "aspect" else "an alteration"
        text = f"{named(body)} can conjure {record.name or card}: {said}, {record.copies} copies."
        report(log, "examined", "RR-INFO-04", text, card=body.ref, conjures=card)


def check_place_die(s: Situation, seat: str, action: PlaceDie) -> Refusal | None:
    """Own dice onto a card in play."""
    refusal = check_on(s, action.on)
    if refusal is not None:
        return refusal
    body, dice = s.in_play(action.on), s.seats_of[seat].dice
    if dice is not None and relies(s, s.seats_of[seat]) and not active(dice):
        return Refusal("TABLE", "There is no active die to place.")
    if body.dice_count + action.dice > MOST_DICE:
        return Refusal("TABLE", f"More than {MOST_DICE} dice would lie on {named(body)}.")
    return None


def active(dice: Mapping[str, int]) -> int:
    """Dice that are not exhausted."""
    return dice["power"] + dice["class"] + dice["basic"]


def do_place_die(s: Situation, seat: str, action: PlaceDie, log: Log) -> None:
    """Dice on a card belong to no pool (RR-DICE-02); as many as there are up to the number (RR-DICE-03), and as many as
    the player says, where they are not counted (RR-DICE-05)."""
    body, own = s.in_play(action.on), s.seats_of[seat]
    n = action.dice
    if own.dice is not None:
        n = min(n, active(own.dice)) if relies(s, own) else n
        left = n
        for level in ("power", "class", "basic"):
            taken = min(left, own.dice[level])
            own.dice[level] -= taken
            left -= taken
        if left:
            uncounted(own, log)
    body.dice_of = {**body.dice_of, seat: body.dice_of.get(seat, 0) + n}
    report(log, "dice-placed", ("RR-DICE-02", "RR-DICE-03"), f"{n} dice lie on {named(body)}.", card=body.ref, dice=n)


def do_dice(s: Situation, seat: str, action: Dice, log: Log) -> None:
    """The player says what the dice show (RR-DICE-05)."""
    dice = {"power": action.power, "class": action.classes, "basic": action.basic, "exhausted": action.exhausted}
    s.seats_of[seat].dice = dice
    text = f"{named(s.seats_of[seat])} has {action.power} power, {action.classes} class, {action.basic} basic dice."
    report(log, "dice", "RR-DICE-02", text, seat=seat)


def check_hinder(s: Situation, seat: str, action: Hinder) -> Refusal | None:
    """The Ultimate card takes exhaustion tokens like any card."""
    if action.what == "exhaust-ultimate" and s.ultimate_exhaustion >= MOST_EXHAUSTION:
        return Refusal("TABLE", f"The Ultimate card has {MOST_EXHAUSTION} exhaustion tokens already.")
    return None


def do_hinder(s: Situation, seat: str, action: Hinder, log: Log) -> None:
    """Forbid the Chimera something until its next turn is over, or exhaust its Ultimate card (RR-TOK-05)."""
    if action.what == "exhaust-ultimate":
        s.ultimate_exhaustion += 1
        text = f"1 exhaustion token is placed on the Ultimate card: {s.ultimate_exhaustion} there."
        report(log, "exhausted", "RR-TOK-05", text, card="ultimate", tokens=1)
        return
    word = action.what.replace("-", "_")
    lasting.hinder(s, word, seat)
    rule = "RR-LAW-09" if word == "cannot_guard" else "RR-TURN-15"
    said = {"no_side_action": "take no side action", "no_dice_power": "use no dice power", "cannot_guard": "not guard"}
    report(log, "hindered", rule, f"The Chimera may {said[word]} until its next turn is over.", what=word)
