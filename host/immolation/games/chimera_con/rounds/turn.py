"""Carry out the steps of a turn: Draw, Substitute, Action (but attacks), Discard; and replace a part."""

from __future__ import annotations

from typing import Final, Literal

from ...contract import Refusal
from ...engine import EventLog, report
from ..actions import Discard, Done, Draw, Land, Mutate, Substitute, TakeOff
from ..cards import decks
from ..facts.chimera import PLACES, can_fly, fits, health
from ..facts.con_facts import ConFacts, name_of
from ..frames import ActionStep, DiscardStep, DrawStep, Frame, SubstituteStep, TurnEnd
from . import market, rounds

# --- draw ------------------------------------------------------------------------------------------------


def check_draw(s: ConFacts, frame: DrawStep, action: Draw) -> Refusal | None:
    """2 cards of either deck in any mix (CC-DRAW-01); a third creature card after two of them (CC-DRAW-02)."""
    if frame.creature + frame.cheat >= 2 and action.deck == "cheat":
        return Refusal("CC-DRAW-02", "The third card must be a creature card.")
    if not decks.can_draw(s, action.deck):
        return Refusal("CC-DRAW-03", f"There is no {action.deck} card left to draw.")
    return None


def do_draw(s: ConFacts, frame: DrawStep, action: Draw, log: EventLog) -> None:
    """Take the top card of a deck."""
    creature, cheat = (1, 0) if action.deck == "creature" else (0, 1)
    s.stack[-1] = DrawStep(frame.creature + creature, frame.cheat + cheat)
    decks.begin_drawing(s, action.seat, action.deck, 1)


def settle_draw(s: ConFacts, frame: DrawStep, log: EventLog) -> bool:
    """Go on after 2 cards, or after 3 creature cards (CC-DRAW-02)."""
    drawn = frame.creature + frame.cheat
    if drawn < 2 or (drawn == 2 and frame.creature == 2):
        return False
    s.stack[-1] = SubstituteStep()
    return True


def check_draw_done(s: ConFacts, frame: DrawStep, action: Done) -> Refusal | None:
    """At a table that draws two cards or none, refuse to stop after one while there is another (opt:draw_mix)."""
    if s.rules.draw_mix != "two_or_none" or frame.creature + frame.cheat != 1:
        return None
    if any(check_draw(s, frame, Draw(action.seat, deck)) is None for deck in ("creature", "cheat")):
        return Refusal("CC-DRAW-01", "By this table's rule you draw 2 cards or none.")
    return None


NEXT: Final[dict[type[Frame], Frame]] = {
    DrawStep: SubstituteStep(),
    SubstituteStep: ActionStep(),
    ActionStep: DiscardStep(),
}
"""Step of a turn -> the one after it (CC-TURN-01)."""


def do_next_step(s: ConFacts, frame: DrawStep | SubstituteStep | ActionStep, action: Done, log: EventLog) -> None:
    """Go on to the next step (CC-TURN-01)."""
    s.stack[-1] = NEXT[type(frame)]


# --- replacing a part ------------------------------------------------------------------------------------


def check_card(s: ConFacts, seat: str, text: str, rule: str) -> Refusal | None:
    """Refuse by ``rule`` a card that is no creature card of the hand, and one that does not fit (CC-BUILD-02)."""
    player = s.players[seat]
    card = text
    if card not in player.creatures:
        return Refusal(rule, f"There is no creature card '{text}' in your hand.")
    if not fits(s, card, player.parts):
        return Refusal("CC-BUILD-02", f"{s.pack.title(text)} does not fit the other parts.")
    return None


def check_substitute(s: ConFacts, frame: SubstituteStep, action: Substitute) -> Refusal | None:
    """One part, by a card of the same place from hand (CC-SUB-01)."""
    return check_card(s, action.seat, action.card, "CC-SUB-01")


def keeps_family(s: ConFacts, seat: str, card: str) -> bool:
    """True if a card put in belongs to the family it is compared with (CC-SUB-03, opt:family_change)."""
    parts = s.players[seat].parts
    compared = [parts[s.pack.place[card]]] if s.rules.family_change == "vs_replaced_part" else parts
    return s.pack.creature(card).family in {s.pack.creature(part).family for part in compared}


def do_substitute(s: ConFacts, frame: SubstituteStep, action: Substitute, log: EventLog) -> None:
    """Replace a part; another family costs the Action step of this turn (CC-SUB-03)."""
    seat, card = action.seat, action.card
    same = keeps_family(s, seat, card)
    if same:
        s.stack[-1] = ActionStep(substituted=True)
    else:
        s.stack[-1] = DiscardStep(skipped=True)
    replace(s, seat, card, ("CC-SUB-01", "CC-SUB-02"), log)
    if not same:
        text = f"{name_of(seat)} brings in another family and skips the Action step."
        report(log, "action-skipped", ("CC-SUB-03",), text, seat=action.seat)
    rounds.fall(s, log)


def replace(s: ConFacts, seat: str, card: str, rules: tuple[str, ...], log: EventLog) -> None:
    """Put a card of the hand in its place; the old part goes to the Market Pile (CC-SUB-02, CC-MUT-01).

    Damage stays as recorded (CC-HP-01), support is judged anew (CC-SIZE-04). While Negative this deals damage
    (CC-NEG-02, CC-NEG-03). Who falls of it is for `rounds.fall`, which the caller asks.
    """
    player = s.players[seat]
    place = s.pack.place[card]
    old = player.parts[place]
    s.lose(seat, card)
    player.parts = player.parts.with_part(place, card)
    s.put_in_market(old)
    new_title, old_title = s.pack.title(card), s.pack.title(old)
    text = f"{name_of(seat)} puts in {new_title}; {old_title} goes to the Market Pile."
    report(log, "replaced", rules, text, seat=seat, part=PLACES[place], card=card, old=old)
    if player.negative:
        whole = s.rules.negative_swap == "new_total_health"
        points = health(s, seat) if whole else s.pack.stats[card][0]
        rounds.damage(s, seat, points, ("CC-NEG-02", "CC-NEG-03"), "for replacing a part while Negative", log)


# --- actions --------------------------------------------------------------------------


def acts(s: ConFacts, seat: str) -> bool:
    """True in the Action step of a seat, with nothing in between."""
    return isinstance(s.stack[-1], ActionStep) and seat == s.turn


def check_mutate(s: ConFacts, frame: ActionStep, action: Mutate) -> Refusal | None:
    """Any part for the same place, of any family, as the turn's action (CC-MUT-01, CC-MUT-02)."""
    if frame.substituted and not s.rules.mutate_after_substitute:
        return Refusal("CC-MUT-02", "By this table's rule no Mutate follows a Substitute in one turn.")
    return check_card(s, action.seat, action.card, "CC-MUT-01")


def do_mutate(s: ConFacts, frame: ActionStep, action: Mutate, log: EventLog) -> None:
    """Replace a part with the action (CC-MUT-01, CC-ACT-01)."""
    s.stack[-1] = DiscardStep()
    replace(s, action.seat, action.card, ("CC-MUT-01",), log)
    rounds.fall(s, log)


def check_take_off(s: ConFacts, frame: ActionStep, action: TakeOff) -> Refusal | None:
    """Only a Chimera that benefits from an Airborne tag, and is on the ground (CC-AIR-01, CC-AIR-07)."""
    seat = action.seat
    if s.players[seat].airborne:
        return Refusal("CC-AIR-01", "Your Chimera is Airborne already.")
    if not can_fly(s, seat):
        return Refusal("CC-AIR-07", "Your Chimera has no Airborne tag that it can use.")
    return None


def do_take_off(s: ConFacts, frame: ActionStep, action: TakeOff, log: EventLog) -> None:
    """Become Airborne with the action; it lasts until it is given up (CC-AIR-01, CC-AIR-06)."""
    seat = action.seat
    s.stack[-1] = DiscardStep()
    s.players[seat].airborne = True
    report(log, "took-off", ("CC-AIR-01",), f"{name_of(seat)} takes off and is Airborne.", seat=action.seat)


def check_land(s: ConFacts, frame: DrawStep | ActionStep, action: Land) -> Refusal | None:
    """At the start of the own turn, free, or as the action (CC-AIR-06, opt:airborne_landing)."""
    if not s.players[action.seat].airborne:
        return Refusal("CC-AIR-06", "Your Chimera is on the ground.")
    free = s.rules.airborne_landing == "free_at_turn_start"
    if free != isinstance(frame, DrawStep):
        when = "at the start of your turn" if free else "with your action"
        return Refusal("CC-AIR-06", f"You land {when}.")
    if isinstance(frame, DrawStep) and frame != DrawStep():
        return Refusal("CC-AIR-06", "You land at the start of your turn, before drawing.")
    return None


def do_land(s: ConFacts, frame: DrawStep | ActionStep, action: Land, log: EventLog) -> None:
    """Give up being Airborne (CC-AIR-06)."""
    seat = action.seat
    if isinstance(frame, ActionStep):
        s.stack[-1] = DiscardStep()
    s.players[seat].airborne = False
    report(log, "landed", ("CC-AIR-06",), f"{name_of(seat)} lands.", seat=action.seat)


Pile = Literal["market", "discard"]

MARKET: Final[tuple[Pile, ...]] = ("market",)
"""Where surplus goes, and nowhere else."""

# --- discard ---------------------------------------------------------------------------------------------


def surplus(s: ConFacts, seat: str) -> tuple[int, int]:
    """Creature cards and cheat cards above the limit, each kind counted alone (CC-DISC-01, opt:hand_limit)."""
    hand, limit = s.players[seat].hand, s.rules.hand_limit
    return max(0, len(hand.creatures) - limit), max(0, len(hand.cheats) - limit)


def ways(s: ConFacts, seat: str) -> tuple[tuple[Pile, ...], tuple[Pile, ...]]:
    """Return the piles where a discarded creature card may go, and those where a cheat may.

    Surplus goes to the Market Pile (CC-DISC-02), what is discarded beyond it to the Discard Pile (CC-DISC-03,
    opt:voluntary_discard).
    """
    free: tuple[Pile, ...] = ("discard",) if s.rules.voluntary_discard == "discard_pile" else ("discard", "market")
    creatures, cheats = surplus(s, seat)
    return MARKET if creatures else free, MARKET if cheats else free


def goes_to(s: ConFacts, seat: str, text: str) -> tuple[Pile, ...]:
    """Return the piles where this card may go; see `ways`."""
    return ways(s, seat)[0 if text in s.pack.number else 1]


def discards(s: ConFacts, seat: str) -> list[Discard]:
    """Every card that may be discarded, surplus kinds first."""
    hand = s.players[seat].hand
    kinds = sorted(zip((hand.creatures, hand.cheats), ways(s, seat), strict=True), key=lambda kind: kind[1] != MARKET)
    return [Discard(seat, card, to) for cards, tos in kinds for card in dict.fromkeys(cards) for to in tos]


def check_discard(s: ConFacts, frame: DiscardStep, action: Discard) -> Refusal | None:
    """Only a card of the hand, and to the pile it belongs to (CC-DISC-02, CC-DISC-03)."""
    seat = action.seat
    if action.card not in s.players[seat].hand:
        return Refusal("TABLE", f"There is no card '{action.card}' in your hand.")
    allowed = goes_to(s, seat, action.card)
    if action.to in allowed:
        return None
    if allowed == MARKET:
        return Refusal("CC-DISC-02", "Cards above the limit go to the Market Pile.")
    return Refusal("CC-DISC-03", "A card that need not be discarded goes to the Discard Pile.")


def do_discard(s: ConFacts, frame: DiscardStep, action: Discard, log: EventLog) -> None:
    """Discard one card of the hand."""
    seat = action.seat
    forced = goes_to(s, seat, action.card) == MARKET
    s.lose(seat, action.card)
    (s.put_in_market if action.to == "market" else s.put_in_discard)(action.card)
    pile = "Market" if action.to == "market" else "Discard"
    text = f"{name_of(seat)} discards {s.pack.title(action.card)} to the {pile} Pile."
    rule = "CC-DISC-02" if forced else "CC-DISC-03"
    report(log, "discarded", (rule,), text, seat=action.seat, card=action.card, to=action.to)


def check_discard_done(s: ConFacts, frame: DiscardStep, action: Done) -> Refusal | None:
    """Refuse to keep more of a kind than the limit (CC-DISC-01)."""
    for kind, over in zip(("creature", "cheat"), surplus(s, action.seat), strict=True):
        if over:
            return Refusal("CC-DISC-01", f"Your hand holds {over} {kind} cards above {s.rules.hand_limit}.")
    return None


def do_discard_done(s: ConFacts, frame: DiscardStep, action: Done, log: EventLog) -> None:
    """End the Discard step: the turn is over (CC-TURN-01), or goes on where a failed cheat forced it (CC-CHEAT-06)."""
    if frame.seat:
        s.stack.pop()
    else:
        rounds.finish_turn(s, log)


def discard_at_once(s: ConFacts, name: str, log: EventLog) -> None:
    """The Discard step now, on whosever turn; on the own it ends that turn (CC-CHEAT-06, opt:cheat_fail_own_turn)."""
    ends = name == s.turn and s.rules.cheat_fail_own_turn == "ends_turn"
    if ends and type(s.stack[0]) in NEXT:
        s.stack[0] = DiscardStep()
    top, turn = s.stack[-1], s.turn if len(s.stack) == 1 else None
    if not isinstance(top, DiscardStep) or (top.seat or turn) != name:
        s.stack.append(DiscardStep(name))
    text = f"{name_of(name)} discards at once."
    report(log, "discards-at-once", ("CC-CHEAT-06",), text, seat=name)


# --- the end of a turn -----------------------------------------------------------------------------------


def is_ending(s: ConFacts) -> bool:
    """True between a turn and what follows it."""
    return isinstance(s.stack[-1], TurnEnd)


def settle_turn_end(s: ConFacts, frame: TurnEnd, log: EventLog) -> bool:
    """Go on once nobody cheats: to the Market Phase after the Merchant's second turn (CC-MKT-01), or to the next."""
    if s.merchant == s.turn and s.merchant_turns >= market.MERCHANT_TURNS:
        market.open_market(s, log)
    else:
        rounds.begin_turn(s, s.after(s.turn), log)
    return True
