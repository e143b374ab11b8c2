"""The start of a round: hands, Chimeras built face down, missing parts, cheat cards, the first Merchant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Final

from ...contract import Action, Refusal
from ...engine import EventLog, report
from ..actions import Build, DrawCard, Redraw
from ..cards import decks
from ..facts.chimera import PLACES, fits, totals
from ..facts.con_facts import NO_CARD, NOTHING, ConFacts, Pile, name_of
from ..frames import Building, Contest, Dealing, DealingCheats, Redrawing, Searching
from . import rounds

CREATURES_DEALT: Final = 6
"""Creature cards at the start of a round (CC-SETUP-01)."""

CHEATS_DEALT: Final = 3
"""Cheat cards after building (CC-MERCH-01)."""


def settle_dealing(s: ConFacts, frame: Dealing, log: EventLog) -> bool:
    """Everybody draws 6 creature cards (CC-SETUP-01)."""
    for seat, player in s.players.items():
        if len(player.creatures) < CREATURES_DEALT and decks.refill(s, "creature", log):
            decks.begin_drawing(s, seat, "creature", CREATURES_DEALT - len(player.creatures))
            return True
    s.stack[-1] = Building()
    return True


# --- building --------------------------------------------------------------------------------------------


def builders(s: ConFacts, frame: Building) -> tuple[str, ...]:
    """Return the seats that have not yet laid down a Chimera."""
    return tuple(seat for seat in s.living() if not s.players[seat].built and seat not in frame.chosen)


def builds(s: ConFacts, seat: str) -> list[Action]:
    """Every Chimera that a hand allows.

    One head, one body and one rear (CC-BUILD-01); where no three of the hand fit together, two that do
    (CC-BUILD-02); where there are no two, the hand is redrawn (CC-BUILD-03).
    """
    name = seat
    places: list[list[str]] = [[], [], []]
    for card in dict.fromkeys(s.players[seat].creatures):
        places[s.pack.place[card]].append(card)
    whole = [parts for parts in product(*places) if fits(s, parts[0], parts) and fits(s, parts[1], parts)]
    found: list[Action] = [_build(name, parts) for parts in whole]
    if found:
        return found
    for one, other in combinations(range(3), 2):
        for first, second in product(places[one], places[other]):
            parts_two = [NO_CARD, NO_CARD, NO_CARD]
            parts_two[one], parts_two[other] = first, second
            if fits(s, first, parts_two):
                found.append(_build(name, parts_two))
    return found or [Redraw(name)]


def _build(name: str, parts: Sequence[str]) -> Build:
    head, body, rear = parts
    return Build(name, head, body, rear)


def check_build(s: ConFacts, frame: Building, action: Build) -> Refusal | None:
    """Refuse what the hand does not allow (CC-BUILD-01, CC-BUILD-02)."""
    seat = action.seat
    chosen = (action.head, action.body, action.rear)
    for place, card in zip(PLACES, chosen, strict=True):
        if card and card not in s.players[seat].creatures:
            return Refusal("CC-BUILD-01", f"'{card}' is not in your hand.")
        if card and PLACES[s.pack.place[card]] != place:
            return Refusal("CC-BUILD-01", f"{s.pack.title(card)} is no {place}.")
    allowed = builds(s, seat)
    if action in allowed:
        return None
    if isinstance(allowed[0], Redraw):
        return Refusal("CC-BUILD-03", "No two parts of this hand can be laid down; redraw it.")
    if sum(map(bool, chosen)) == 3:
        return Refusal("CC-BUILD-02", "These three parts do not fit one another.")
    if isinstance(allowed[0], Build) and all((allowed[0].head, allowed[0].body, allowed[0].rear)):
        return Refusal("CC-BUILD-01", "A Chimera is one head, one body and one rear, and this hand holds all three.")
    return Refusal("CC-BUILD-02", "Lay down two parts that fit each other; the third is searched for.")


def do_build(s: ConFacts, frame: Building, action: Build, log: EventLog) -> None:
    """Lay down parts face down; they are shown when everybody has chosen."""
    chosen = (action.head, action.body, action.rear)
    s.stack[-1] = Building({**frame.chosen, action.seat: chosen})
    own = {"text": f"You build {_listed(s, chosen)}.", "parts": list(chosen)}
    text = f"{name_of(action.seat)} has built, face down."
    report(log, "built-face-down", ("CC-BUILD-01",), text, {action.seat: own}, seat=action.seat)


def _listed(s: ConFacts, chosen: tuple[str, ...]) -> str:
    return ", ".join(s.pack.title(card) for card in chosen if card)


def check_redraw(s: ConFacts, frame: Building, action: Redraw) -> Refusal | None:
    """Refuse to redraw a hand of which two parts can be laid down (CC-BUILD-03)."""
    if isinstance(builds(s, action.seat)[0], Redraw):
        return None
    return Refusal("CC-BUILD-03", "Two parts of this hand can be laid down, so it is not redrawn.")


def do_redraw(s: ConFacts, frame: Building, action: Redraw, log: EventLog) -> None:
    """Draw six new cards for a hand that allows no build (CC-BUILD-03, opt:redraw_old_hand)."""
    seat = action.seat
    player = s.players[seat]
    old = player.creatures
    player.hand = Pile((), player.cheats)
    text = f"{name_of(seat)} cannot lay down two parts and redraws the hand."
    report(log, "hand-redrawn", ("CC-BUILD-03",), text, seat=seat)
    if s.rules.redraw_old_hand == "discard_pile":
        s.put_in_discard(*old)
        old = ()
    s.stack.append(Redrawing(seat, CREATURES_DEALT, old))


def settle_redrawing(s: ConFacts, frame: Redrawing, log: EventLog) -> bool:
    """Shuffle the old hand in and draw from it where the deck runs out first."""
    if decks.refill(s, "creature", log):
        return False
    if not frame.old:
        s.stack.pop()
        return True
    s.shuffle_in("creature", frame.old)
    s.stack[-1] = Redrawing(frame.seat, frame.left)
    return True


def do_redrawn(s: ConFacts, frame: Redrawing, action: DrawCard, log: EventLog) -> None:
    """One card of the new hand; after the last the old hand is shuffled into the deck."""
    seat = frame.seat
    s.draw("creature", action.card)
    s.give(seat, action.card)
    own = {"text": f"You draw {s.pack.title(action.card)}.", "card": action.card}
    report(
        log, "drawn", ("CC-BUILD-03",), f"{name_of(seat)} draws a creature card.", {frame.seat: own}, seat=frame.seat
    )
    if frame.left > 1:
        s.stack[-1] = Redrawing(frame.seat, frame.left - 1, frame.old)
    else:
        s.shuffle_in("creature", frame.old)
        s.stack.pop()


def settle_building(s: ConFacts, frame: Building, log: EventLog) -> bool:
    """Show all Chimeras once everybody has chosen; the other cards stay in hand (CC-BUILD-01, opt:leftover_cards)."""
    if builders(s, frame):
        return False
    for name, chosen in sorted(frame.chosen.items()):
        seat = name
        player = s.players[seat]
        for place, card in enumerate(chosen):
            if card:
                s.lose(name, card)
                player.parts = player.parts.with_part(place, card)
        if s.rules.leftover_cards == "discard_pile":
            s.put_in_discard(*player.creatures)
            player.hand = Pile((), player.cheats)
        text = f"{name_of(seat)} shows a Chimera: {_listed(s, chosen)}."
        report(log, "built", ("CC-BUILD-01",), text, seat=name, parts=list(chosen))
    s.stack[-1] = Searching()
    return True


# --- missing parts ---------------------------------------------------------------------------------------


def searcher(s: ConFacts) -> str | None:
    """Return the seat that searches next: the first with a partial Chimera; None if nobody does."""
    return next((seat for seat in s.living() if s.players[seat].built and NO_CARD in s.players[seat].parts), None)


def _attachable(s: ConFacts, seat: str, card: str) -> bool:
    parts = s.players[seat].parts
    return parts[s.pack.place[card]] == NO_CARD and fits(s, card, parts)


def settle_searching(s: ConFacts, frame: Searching, log: EventLog) -> bool:
    """Wait for the next card while somebody lacks a part; then shuffle what was turned up back in (CC-BUILD-05)."""
    seat = searcher(s)
    if seat is None:
        s.shuffle_in("creature", frame.turned)
        if frame.turned:
            text = f"The {len(frame.turned)} cards turned up are shuffled back into the deck."
            report(log, "turned-shuffled", ("CC-BUILD-05",), text, cards=list(frame.turned))
        s.stack[-1] = DealingCheats()
        return True
    if any(_attachable(s, seat, card) for card in s.decks["creature"]):
        return False
    if any(_attachable(s, seat, card) for card in s.discard.creatures):
        s.shuffle_in("creature", s.discard.creatures)
        s.discard = Pile((), s.discard.cheats)
        return True
    if any(_attachable(s, seat, card) for card in frame.turned):
        s.shuffle_in("creature", frame.turned)
        s.stack[-1] = Searching()
        return True
    _start_over(s, seat, frame, log)
    return True


def _start_over(s: ConFacts, seat: str, frame: Searching, log: EventLog) -> None:
    """No card anywhere completes this Chimera: its player shuffles everything in and builds anew (CC-BUILD-03)."""
    player = s.players[seat]
    s.shuffle_in("creature", (*frame.turned, *player.creatures, *filter(None, player.parts)))
    player.hand, player.parts = Pile((), player.cheats), NOTHING
    text = f"No card completes the Chimera of {name_of(seat)}, who redraws the hand."
    report(log, "hand-redrawn", ("CC-BUILD-03",), text, seat=seat)
    s.stack[-1] = Building()
    decks.begin_drawing(s, seat, "creature", CREATURES_DEALT)


def do_turn_up(s: ConFacts, frame: Searching, action: DrawCard, log: EventLog) -> None:
    """Turn up the top card; attach it if it fits the missing place (CC-BUILD-04)."""
    seat, card = searcher(s), action.card
    assert seat is not None, "a card is turned up for somebody"
    s.draw("creature", card)
    name, title = name_of(seat), s.pack.title(action.card)
    if _attachable(s, seat, card):
        player = s.players[seat]
        player.parts = player.parts.with_part(s.pack.place[card], card)
        text = f"{name} turns up {title} and attaches it."
        report(log, "attached", ("CC-BUILD-04",), text, seat=seat, card=action.card)
    else:
        s.stack[-1] = Searching((*frame.turned, action.card))
        report(log, "turned-up", ("CC-BUILD-04",), f"{name} turns up {title}.", seat=seat, card=action.card)


# --- cheats and the first Merchant -----------------------------------------------------------------------


def settle_cheats(s: ConFacts, frame: DealingCheats, log: EventLog) -> bool:
    """Everybody draws 3 cheat cards (CC-MERCH-01); then the first Merchant is found."""
    if frame.dealt < len(s.seats):
        seat = s.seats[frame.dealt]
        s.stack[-1] = DealingCheats(frame.dealt + 1)
        if s.players[seat].alive:
            decks.begin_drawing(s, seat, "cheat", CHEATS_DEALT)
        return True
    best = first_merchants(s)
    if len(best) == 1:
        rule = "CC-MERCH-02" if _fastest(s, best[0]) else "CC-MERCH-03"
        appoint(s, best[0], rule, log)
    else:
        ones = (1,) * len(best)
        s.stack[-1] = Contest("merchant", tuple(seat for seat in best), ones, ((),) * len(best))
        names = " and ".join(name_of(seat) for seat in best)
        report(log, "merchant-tied", ("CC-MERCH-04",), f"{names} are tied and roll a die each.")
    return True


def first_merchants(s: ConFacts) -> list[str]:
    """The highest Speed (CC-MERCH-02), among those the lowest Health (CC-MERCH-03); several if that is tied too."""
    numbers = {seat: totals(s, seat) for seat in s.living()}
    speed = max(each[2] for each in numbers.values())
    fast = [seat for seat, each in numbers.items() if each[2] == speed]
    health = min(numbers[seat][0] for seat in fast)
    return [seat for seat in fast if numbers[seat][0] == health]


def _fastest(s: ConFacts, seat: str) -> bool:
    return all(totals(s, other)[2] < totals(s, seat)[2] for other in s.living() if other != seat)


def appoint(s: ConFacts, seat: str, rule: str, log: EventLog) -> None:
    """Make somebody the first Merchant, who takes the first turn (CC-MERCH-05)."""
    why = {"CC-MERCH-02": "the fastest", "CC-MERCH-03": "as fast as any and the frailest", "CC-MERCH-04": "by the dice"}
    rounds.make_merchant(s, seat, (rule, "CC-MERCH-05"), f"{name_of(seat)}, {why[rule]}, is the first Merchant.", log)
    rounds.begin_turn(s, seat, log)
