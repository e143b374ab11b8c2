"""Play cheat cards: who may play one when, the roll of an illegal one, and the failure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...contract import Refusal
from ...engine import EventLog, report
from ..actions import Pass, PlayCheat
from ..cards.pack import Cheat
from ..facts.con_facts import ConFacts, name_of
from ..frames import FAILS, Attacking, CheatRoll, Frame, Resolving
from ..rounds import turn
from ..rounds.reading import told_parts
from . import effects, timings
from .moments import MOMENTS

# --- who may cheat now -----------------------------------------------------------------------------------


def may_hold_one(s: ConFacts, seat: str) -> bool:
    """Tell what all can see of whether a seat could cheat: in the round, on the ground, with cards (CC-AIR-04)."""
    player = s.players[seat]
    return not (player.eliminated or player.airborne) and bool(player.hand.cheats)


def awaited(s: ConFacts, frame: Frame) -> list[str]:
    """Return the seats that must have let it pass before the game goes on by itself (CC-CHEAT-07, opt:cheat_windows).

    Depends on nothing that a hand hides: on what lies open, the number of cards in a hand, and the cards of the pack
    that a hand might hold.
    """
    moment = MOMENTS.get(type(frame))
    if moment is None or not frame.cheatable:
        return []
    if s.rules.cheat_windows == "every_stage":
        return _unpassed(s, moment.concerned(s, frame))
    asked = [seat for seat in moment.served(s, frame) if seat not in s.quiet]
    return asked + [seat for seat in _readers(s, frame) if seat not in asked and seat not in s.quiet]


def _readers(s: ConFacts, frame: Frame) -> list[str]:
    """Return who fights with a text to be read aloud before the dice, or once they lie there (CC-TOLD-01)."""
    if not s.pack.told or not isinstance(frame, Attacking) or frame.stage == "petrify":
        return []
    return [seat for seat in (frame.seat, frame.target) if seat in s.players and told_parts(s, seat)]


def may_read(s: ConFacts, seat: str) -> bool:
    """True if the moment waits for a seat because of a text, which anybody can see."""
    return seat in _readers(s, s.stack[-1])


def onlookers(s: ConFacts) -> list[str]:
    """Return the seats that are asked whether they cheat where others decide, the turn's player first."""
    return _unpassed(s, s.in_order(s.turn))


def _unpassed(s: ConFacts, seats: Sequence[str]) -> list[str]:
    """Those of them who could cheat and have not let it pass."""
    return [seat for seat in seats if seat not in s.quiet and may_hold_one(s, seat)]


def could_act(s: ConFacts, seat: str) -> bool:
    """Tell what all can see of whether a seat could do anything where others decide: cheat, or read a text aloud."""
    return may_hold_one(s, seat) or bool(told_parts(s, seat))


def free_to(s: ConFacts, seat: str) -> bool:
    """True if a seat may cheat now, also after it let the moment pass: any time is any time (CC-CHEAT-01)."""
    top = s.stack[-1]
    if not top.cheatable or not may_hold_one(s, seat):
        return False
    return not isinstance(top, CheatRoll) or top.seat == seat


# --- what is remembered ----------------------------------------------------------------------------------


def ground(s: ConFacts) -> Frame:
    """The decision point under the cheats that are being played."""
    return next((frame for frame in reversed(s.stack) if not frame.of_cheat), s.stack[0])


def occasion(s: ConFacts) -> object:
    """Return what those who let it pass have let pass: a stage of an attack with its dice, else the decision point
    itself.

    A cheat of somebody else that leaves it as it is asks nobody a second time (CC-CHEAT-07).
    """
    return ground(s).occasion, s.turn, s.round


def remember(s: ConFacts, before: object) -> None:
    """Keep who has let it pass while the occasion is still ``before``, but whoever has no card left; else begin anew.

    At a table that waits at every stage all are asked anew whenever anything has happened (opt:cheat_windows).
    """
    if not s.quiet:
        return
    if s.rules.cheat_windows == "every_stage" or occasion(s) != before:
        s.quiet = ()
    else:
        s.quiet = tuple(seat for seat in s.quiet if could_act(s, seat))


def _forget(s: ConFacts, seat: str) -> None:
    """Whoever plays a cheat has not let the moment pass; the others have (CC-CHEAT-07, opt:cheat_windows)."""
    if s.rules.cheat_windows == "every_stage":
        s.quiet = ()
    else:
        s.quiet = tuple(other for other in s.quiet if other != seat)


# --- which card when -------------------------------------------------------------------------------------


def concerns(s: ConFacts, seat: str) -> bool:
    """True if cards of this pack are made for this very moment of this seat, and not for anybody's any time.

    Reads the pack and what lies open, never a hand, so that being asked tells nothing.
    """
    return any(_CONCERNING[timing](s, seat) for timing in s.pack.timings if timing in _CONCERNING)


def _behind(s: ConFacts, seat: str) -> bool:
    """True if the dice on the table speak against a seat, so that it may want to change them."""
    top = s.stack[-1]
    moment = MOMENTS.get(type(top))
    return moment is not None and moment.against(s, top, seat)


_CONCERNING: Final[dict[str, Callable[[ConFacts, str], bool]]] = {
    "at the end of any turn": lambda s, seat: turn.is_ending(s) and seat == s.turn != s.merchant,
    "after any roll of your own": lambda s, seat: timings.own_roll(s, seat) and _behind(s, seat),
    "before you roll to attack": timings.before_own_attack_roll,
    "before you roll in defence": timings.before_own_defence,
    "before another player rolls to attack": timings.attacked_before_dice,
    "after an attack on you is declared, before dice": timings.attacked_before_dice,
    "before you take damage of an attack": lambda s, seat: timings.before_damage(s, seat) and _behind(s, seat),
}
"""Timing printed on a card -> whether the moment is so much a seat's own that it should not be passed over."""


def listed(s: ConFacts, seat: str) -> list[PlayCheat]:
    """Every cheat of the hand that may be played now."""
    if not free_to(s, seat):
        return []
    cards = dict.fromkeys(s.players[seat].hand.cheats)
    return [PlayCheat(seat, card) for card in cards if _refused(s, seat, s.pack.cheat(card)) is None]


def check_cheat(s: ConFacts, frame: Frame, action: PlayCheat) -> Refusal | None:
    """A card of the hand, at any time unless it says otherwise (CC-CHEAT-01), never while Airborne (CC-AIR-04)."""
    seat = action.seat
    player = s.players[seat]
    card = action.card
    if player.airborne:
        return Refusal("CC-AIR-04", "While your Chimera is Airborne you cannot play cheat cards.")
    if card not in player.cheats:
        return Refusal("TABLE", f"There is no cheat card '{action.card}' in your hand.")
    return _refused(s, seat, s.pack.cheat(card))


def _refused(s: ConFacts, seat: str, cheat: Cheat) -> Refusal | None:
    """A card that would do nothing now may be played all the same: any time is any time (CC-CHEAT-01)."""
    if not timings.TIMINGS[cheat.timing](s, seat):
        return Refusal("CC-CHEAT-01", f"{cheat.name} is played {cheat.timing}.")
    return None


def idle(s: ConFacts, seat: str, cheat: Cheat) -> bool:
    """True for a card that would change nothing now; for its player's eyes."""
    return not any(effects.does_something(s, seat, effect) for effect in cheat.effects)


def do_pass(s: ConFacts, frame: Frame, action: Pass, log: EventLog) -> None:
    """Let the moment pass without a cheat, whatever the hand holds."""
    seat = action.seat
    report(log, "passed", ("CC-CHEAT-01",), f"{name_of(seat)} lets the moment pass.", seat=action.seat)
    s.quiet = tuple(other for other in s.players if other in s.quiet or other == seat)


# --- playing one -----------------------------------------------------------------------------------------


def do_cheat(s: ConFacts, frame: Frame, action: PlayCheat, log: EventLog) -> None:
    """Lay it down: a legal one works (CC-CHEAT-02), an illegal one is rolled for (CC-CHEAT-03). It costs no action."""
    seat, card = action.seat, action.card
    _forget(s, seat)
    cheat = s.pack.cheat(card)
    s.lose(seat, card)
    text = f"{name_of(seat)} cheats: {cheat.name}."
    report(log, "cheat", ("CC-CHEAT-01",), text, seat=action.seat, card=action.card, legality=cheat.legality)
    if cheat.legality == "legal":
        s.stack.append(Resolving(action.seat, action.card))
    else:
        s.stack.append(CheatRoll(action.seat, action.card))


def dice_due(frame: CheatRoll) -> int:
    """One, unless it lies there."""
    return 1 if not frame.die else 0


def do_roll(s: ConFacts, frame: CheatRoll, values: tuple[int, ...], log: EventLog) -> None:
    """1 fails, 2 to 6 works (CC-CHEAT-03)."""
    seat, value = frame.seat, values[0]
    cheat = s.pack.title(frame.card)
    if value == FAILS:
        s.stack[-1] = CheatRoll(frame.seat, frame.card, FAILS)
        text = f"{name_of(seat)} rolls a 1 for {cheat}."
    else:
        s.stack[-1] = Resolving(frame.seat, frame.card)
        text = f"{name_of(seat)} rolls a {value}: {cheat} works."
    report(log, "cheat-rolled", ("CC-CHEAT-03",), text, seat=frame.seat, card=frame.card, value=value)


def settle_roll(s: ConFacts, frame: CheatRoll, log: EventLog) -> bool:
    """A failed cheat goes to the Market Pile (CC-CHEAT-05) and its player to the Discard step at once (CC-CHEAT-06)."""
    if frame.die != FAILS:
        return False
    s.stack.pop()
    s.put_in_market(frame.card)
    s.quiet = tuple(seat for seat in s.quiet if seat != frame.seat)  # it let the failure pass, not what lies under it
    text = f"{s.pack.title(frame.card)} fails and goes to the Market Pile."
    report(log, "cheat-failed", ("CC-CHEAT-03", "CC-CHEAT-05"), text, seat=frame.seat, card=frame.card)
    turn.discard_at_once(s, frame.seat, log)
    return True
