"""Carries out the steps of a turn (AK-TURN-02): Generate Focus, Ylem Shield, the Latent State, discards."""

from __future__ import annotations

from functools import cache
from typing import Final

from ....contract import CHANCE, Action, Refusal
from ....engine import need
from ....house_rules import shown
from ... import actions as act
from ...actions import EndTurn
from ...facts.arena import seat_id
from ...facts.full_situation import HIDDEN, FullSituation
from ...facts.mat import SOCKETS, YLEM
from ...facts.pools import completed, dice
from ...facts.reporting import Log, report
from ...facts.situation import CLOCKWISE
from ...frames import Absorbing, ChoosingState, Frame, TurnOver
from ...options import TurnStep
from ..battle.windows import WINDOWS
from ..cards import draws, piles
from ..frames import OF_INSTANTS, Discarding, Dropping, Generating, Latent, RollingFocus, Shielding
from ..mats import gem_flow, generate_focus
from ..mats.dice_allocation import MOST_DICE

UNNAMED = ""
"""What stands for a printed card that nobody names as it is thrown away."""

HAND_LIMIT = 5
"""Cards a player may hold at the end of the own turn (AK-TURN-07)."""

GENERATING: Final = Generating()
SHIELDING: Final = Shielding()
CHOOSING: Final = ChoosingState()
DISCARDING: Final = Discarding()
OVER: Final = TurnOver()
ROLL: Final = Latent("roll")
FREE: Final = Latent("free")
"""The frames of a turn as they are most often: made once, for they never change."""


def opens(s: FullSituation, after: TurnStep | None) -> Frame:
    """The frame before the actions of a turn, in the order of AK-TURN-06; a die that nobody holds is not absorbed."""
    return _opening(tuple(s.rules.turn_start_order), after, s.arena.die >= 0)


@cache
def _opening(order: tuple[TurnStep, ...], after: TurnStep | None, held: bool) -> Frame:
    for step in order[0 if after is None else order.index(after) + 1 :]:
        if step == "generate_focus+shield":
            return GENERATING
        if step == "choose_state" or held:
            return CHOOSING if step == "choose_state" else Absorbing()
    return CHOOSING


def settle_generating(s: FullSituation, frame: Generating, log: Log) -> bool | tuple[str, ...]:
    """Generate Focus (AK-TURN-03), then the opponents' Ylem Shields (AK-TURN-06)."""
    if frame.step < generate_focus.DONE and completed(s.mats[s.turn]):
        generate_focus.generate(s, frame, log)
        return True
    s.stack[-1] = SHIELDING
    return settle_shielding(s, SHIELDING, log)


# --- the Ylem Shield -------------------------------------------------------------------------------------


def shield_open(s: FullSituation) -> bool:
    """True from the Generate Focus step until the state is chosen, wherever somebody is asked (AK-ABIL-12)."""
    top = s.stack[-1]
    if type(top) in OF_INSTANTS:
        return type(s.stack[0]) is Generating and not top.instant  # type: ignore[attr-defined]
    return top.open_to_shields


def may_shield(s: FullSituation, seat: int) -> bool:
    """True for an opponent on the board with a completed Ylem Transmutation and no shield yet (AK-ABIL-12)."""
    if not s.mats[seat].transmuted >> YLEM & 1 or seat == s.turn or s.shielded >> seat & 1:
        return False
    return s.alive(seat)


def shielders(s: FullSituation, frame: Shielding) -> tuple[str, ...]:
    """Return the seats that are asked for the Ylem Shield, clockwise from the player on turn."""
    found: tuple[str, ...] = ()
    mats = s.mats
    for seat in CLOCKWISE[len(mats)][s.turn]:
        if mats[seat].transmuted >> YLEM & 1 and may_shield(s, seat) and s.settings.seats[seat] not in frame.passed:
            found += (s.settings.seats[seat],)
    return found


def settle_shielding(s: FullSituation, frame: Shielding, _: Log) -> bool | tuple[str, ...]:
    """The state is chosen once everybody has spoken (AK-TURN-06)."""
    asked = shielders(s, frame)
    if asked:
        return asked
    s.stack[-1] = following = opens(s, "generate_focus+shield")
    return (s.settings.seats[s.turn],) if type(following) is ChoosingState else True


def do_pass(s: FullSituation, frame: Shielding, action: act.Pass, log: Log) -> None:
    """Raise no Ylem Shield (AK-ABIL-12)."""
    report(log, "passed", ("AK-ABIL-12",), f"{s.arena.heads[s.numbers[action.seat]]} passes.", {"seat": action.seat})
    s.stack[-1] = Shielding((*frame.passed, action.seat))


def check_shield(s: FullSituation, seat: int, _: act.Shield) -> Refusal | None:
    """None for an opponent with a completed Ylem Transmutation until the state is chosen (AK-ABIL-12)."""
    name = s.arena.names[seat]
    if not shield_open(s):
        return Refusal("AK-ABIL-12", "The Ylem Shield can be raised only in an opponent's Generate Focus step.")
    if seat == s.turn:
        return Refusal("AK-ABIL-12", "The Ylem Shield is for the turns of opponents.")
    if not s.alive(seat):
        return Refusal("AK-DEATH-01", f"{name} is not on the board.")
    if s.shielded >> seat & 1:
        return Refusal("AK-ABIL-12", f"{name} is behind an Ylem Shield already.")
    if not s.mats[seat].done(YLEM):
        return Refusal("AK-ABIL-01", "The Ylem Shield takes a completed Ylem Transmutation.")
    return None


def do_shield(s: FullSituation, seat: int, _: act.Shield, log: Log) -> None:
    """The 3 socketed Ylem go to the supply; for this turn no card can target the player (AK-ABIL-12, AK-ABIL-14)."""
    s.mats[seat].transmuted &= ~(1 << YLEM)
    gem_flow.give_back(s, (0, 0, 0, SOCKETS, 0))
    s.shielded |= 1 << seat
    text = f"{s.arena.heads[seat]} raises the Ylem Shield; no card can target {s.arena.names[seat]} this turn."
    report(log, "shield-raised", ("AK-ABIL-12", "AK-ABIL-14"), text, {"seat": seat_id(seat)})


# --- the Latent State ------------------------------------------------------------------------------------


def settle_latent(s: FullSituation, frame: Latent, log: Log) -> bool | tuple[str, ...]:
    """Draw, then roll, both compulsory (AK-LATENT-01, AK-LATENT-02); what the dice give is acquired before all else.

    Between draw and roll a window opens, so that dice of an Instant Power may join the roll (AK-LATENT-04).
    """
    if frame.step == "free":
        return (s.settings.seats[s.turn],)
    if frame.step == "draw":
        s.stack[-1] = Latent("roll", frame.extra) if frame.extra else ROLL
        if "draw" in s.rules.instant_windows:
            s.stack.append(WINDOWS["draw"])
        draws.begin(s, s.turn, 1, "AK-LATENT-02")
        return draws.settle(s, s.stack[-1], log)  # type: ignore[arg-type]
    s.stack[-1] = FREE
    count = dice(s.mats[s.turn].level) + frame.extra
    s.stack.append(RollingFocus(s.settings.seats[s.turn], count, s.arena.die == s.turn))
    return (CHANCE,)


# --- the end of a turn -----------------------------------------------------------------------------------


def do_end_turn(s: FullSituation, seat: int, _: EndTurn, log: Log) -> None:
    """The actions are over; what is left is to discard down to 5 cards (AK-TURN-02, AK-TURN-07)."""
    s.stack[:] = [DISCARDING]
    settle_discarding(s, DISCARDING, log)


def settle_discarding(s: FullSituation, _: Discarding, log: Log) -> bool:
    """With 5 cards or fewer the turn ends (AK-TURN-07); from now on its player can only react (AK-TURN-08)."""
    if len(s.hands[s.turn]) > HAND_LIMIT and s.alive(s.turn):
        return False
    text = f"{s.arena.heads[s.turn]} ends the turn."
    report(log, "turn-ends", ("AK-TURN-08",), text, {"seat": seat_id(s.turn)})
    s.stack[:] = [OVER]
    return True


def discard_actions(s: FullSituation, seat: int) -> list[Action]:
    """Every card that may be thrown away; of printed ones any, without its name."""
    cards, own = s.pack.cards, seat_id(seat)
    return [act.discard(own, UNNAMED if card == HIDDEN else cards[card].key) for card in sorted(set(s.hands[seat]))]


def check_discard(s: FullSituation, seat: int, action: act.Discard) -> Refusal | None:
    """None for a card in hand (AK-TURN-07); a printed one need not be named."""
    if s.printed and action.card == UNNAMED and s.hands[seat]:
        return None
    card = s.pack.by_key.get(action.card)
    if card is None:
        return Refusal("TABLE", f"There is no card {shown(action.card)} in the pack {s.pack.name}.")
    if not piles.holds(s, seat, card.index):
        rule = "AK-CARD-07" if type(s.stack[-1]) is Dropping else "AK-TURN-07"
        return Refusal(rule, f"{card.name} is not in your hand.")
    return piles.impossible(s, seat, card.index) if s.printed else None


def do_discard(s: FullSituation, seat: int, action: act.Discard, log: Log) -> None:
    """Throw a card away, face up (AK-TURN-07, AK-CARD-03), at the end of the turn or because a card demands it."""
    name, data = "a card", {}
    if action.card == UNNAMED:
        piles.lose(s, seat, HIDDEN, face_down=True)
    else:
        card = s.pack.by_key[action.card]
        piles.lose(s, seat, card.index)
        piles.discard(s, card.index)
        name, data = card.name, {"card": card.key}
    frame = s.stack[-1]
    if type(frame) is Dropping:
        s.stack.pop()
        if frame.count > 1:
            s.stack.append(Dropping(frame.seat, frame.count - 1))
    rule = "AK-CARD-07" if type(frame) is Dropping else "AK-TURN-07"
    text = f"{s.arena.heads[seat]} discards {name}; {len(s.hands[seat])} in hand."
    report(log, "discarded", (rule, "AK-CARD-03"), text, {"seat": action.seat, **data})


def settle_dropping(s: FullSituation, frame: Dropping, _: Log) -> bool:
    """Nobody discards more cards than are in hand."""
    if s.hands[s.numbers[frame.seat]]:
        return False
    s.stack.pop()
    return True


# --- positions -------------------------------------------------------------------------------------------


def validate_latent(s: FullSituation, frame: Latent, place: int) -> None:
    """So many dice can join the roll (AK-LATENT-04)."""
    need(frame.extra <= MOST_DICE, f"stack.{place}", f"at most {MOST_DICE} dice join the roll")


def validate_shielding(s: FullSituation, frame: Shielding, place: int) -> None:
    """Opponents are asked, not the player on turn (AK-ABIL-12)."""
    for name in frame.passed:
        need(s.numbers[name] != s.turn, "stack.0.passed", f"{name} is on turn and raises no Shield (AK-ABIL-12)")
