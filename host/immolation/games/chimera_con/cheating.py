"""Cheat cards: who may play one when, the roll of an illegal one, and the failure. What they do is in `effects`."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Final

from ..contract import Refusal
from . import effects, rounds
from .actions import Pass, PlayCheat, RollDie
from .attack import ability_of
from .frames import (
    ActionStep,
    Attacking,
    CheatRoll,
    Contest,
    DiscardStep,
    DrawStep,
    Frame,
    Greedy,
    Market,
    Resolving,
    SubstituteStep,
    TurnEnd,
)
from .pack import Cheat
from .situation import NOBODY, Log, Situation, name_of, report

FAILS: Final = 1
"""What an illegal cheat must not roll (CC-CHEAT-03)."""

# --- who may cheat now -----------------------------------------------------------------------------------


def may_hold_one(s: Situation, seat: int) -> bool:
    """What all can see of whether a seat could cheat: in the round, on the ground, with cards (CC-AIR-04)."""
    player = s.players[seat]
    return player.alive and not player.airborne and bool(player.cheats)


def moment(frame: Frame) -> bool:
    """True at decision points where cheats may be played: all but dice, draws, building and effects (CC-CHEAT-01)."""
    if isinstance(frame, Attacking):
        return frame.stage not in ("attack", "defence")
    if isinstance(frame, Contest):
        return all(len(dice) >= need for dice, need in zip(frame.dice, frame.need, strict=True))
    if isinstance(frame, CheatRoll):
        return frame.die == FAILS
    return isinstance(frame, (DrawStep, SubstituteStep, ActionStep, DiscardStep, TurnEnd, Market, Greedy))


def awaited(s: Situation, frame: Frame) -> list[int]:
    """Who must have let it pass before the game goes on by itself: whom a roll or an attack concerns, else nobody.

    Depends on nothing that a hand hides: everybody with a cheat card is asked, whatever the card (CC-CHEAT-01).
    """
    if not moment(frame):
        return []
    if isinstance(frame, TurnEnd) or (isinstance(frame, Attacking) and frame.stage == "declared"):
        concerned = s.in_order(s.turn)
    elif isinstance(frame, Attacking) and frame.stage != "petrify":
        concerned = [seat for seat in (s.seat(frame.seat), s.seat(frame.target)) if seat != NOBODY]
    elif isinstance(frame, Contest):
        concerned = [s.seat(name) for name in frame.seats]
    elif isinstance(frame, CheatRoll):
        concerned = [s.seat(frame.seat)]
    else:
        return []
    return [seat for seat in concerned if seat not in s.quiet and may_hold_one(s, seat)]


def onlookers(s: Situation, frame: Frame) -> list[int]:
    """Who may cheat now and has not let the moment pass, the turn's player first."""
    if not moment(frame):
        return []
    if isinstance(frame, CheatRoll):
        return awaited(s, frame)
    first = s.turn if s.turn != NOBODY else 0
    return [seat for seat in s.in_order(first) if seat not in s.quiet and may_hold_one(s, seat)]


def free_to(s: Situation, seat: int) -> bool:
    """True if a seat may cheat now, also after it let the moment pass: any time is any time (CC-CHEAT-01)."""
    top = s.stack[-1]
    if not moment(top) or not may_hold_one(s, seat):
        return False
    return not isinstance(top, CheatRoll) or s.seat(top.seat) == seat


# --- which card when -------------------------------------------------------------------------------------


def _attack_of(s: Situation) -> Attacking | None:
    top = s.stack[-1]
    return top if isinstance(top, Attacking) else None


def _own_roll(s: Situation, seat: int) -> bool:
    return bool(effects.own_dice(s, seat))


def _before_own_attack_roll(s: Situation, seat: int) -> bool:
    attack = _attack_of(s)
    return attack is not None and attack.stage == "declared" and s.seat(attack.seat) == seat


def _before_own_defence(s: Situation, seat: int) -> bool:
    attack = _attack_of(s)
    if attack is None or s.seat(attack.target) != seat:
        return False
    return attack.stage == "declared" or (attack.stage == "attack-rolled" and attack.defence_need < 0)


def _before_other_attack_roll(s: Situation, seat: int) -> bool:
    attack = _attack_of(s)
    return attack is not None and attack.stage == "declared" and s.seat(attack.seat) != seat


def _attacked_before_dice(s: Situation, seat: int) -> bool:
    attack = _attack_of(s)
    return attack is not None and attack.stage == "declared" and s.seat(attack.target) == seat


def _before_damage(s: Situation, seat: int) -> bool:
    attack = _attack_of(s)
    if attack is None or attack.stage == "petrify" or not attack.target:
        return False
    return seat in (s.seat(attack.seat), s.seat(attack.target))


def _own_action(s: Situation, seat: int) -> bool:
    return isinstance(s.stack[-1], ActionStep) and seat == s.turn


TIMINGS: Final[dict[str, Callable[[Situation, int], bool]]] = {
    "any time": lambda s, seat: True,
    "any time but the Market Phase": lambda s, seat: not rounds.in_market(s),
    "in your Action step": _own_action,
    "at the end of any turn": lambda s, seat: isinstance(s.stack[-1], TurnEnd),
    "after any roll of your own": _own_roll,
    "before you roll to attack": _before_own_attack_roll,
    "before you roll in defence": _before_own_defence,
    "before another player rolls to attack": _before_other_attack_roll,
    "after an attack on you is declared, before dice": _attacked_before_dice,
    "before you take damage of an attack": _before_damage,
}
"""Timing printed on a card -> whether it is that moment for a seat (CC-CHEAT-01)."""


def concerns(s: Situation, seat: int) -> bool:
    """True if cards of this pack are made for this very moment of this seat, and not for anybody's any time.

    Reads the pack and what lies open, never a hand, so that being asked tells nothing.
    """
    return any(_CONCERNING[timing](s, seat) for timing in s.pack.timings if timing in _CONCERNING)


def _behind(s: Situation, seat: int) -> bool:
    """True if the dice on the table speak against a seat, so that it may want to change them."""
    top = s.stack[-1]
    if isinstance(top, Contest):
        sums = {name: sum(dice) for name, dice in zip(top.seats, top.dice, strict=True)}
        return sums.get(s.seats[seat], max(sums.values())) < max(sums.values())
    if not isinstance(top, Attacking):
        return isinstance(top, CheatRoll) and s.seat(top.seat) == seat
    if top.stage == "attack-rolled":
        needed = ability_of(s, top).requires
        return s.seat(top.seat) == seat and needed is not None and sum(top.attack) < needed.at_least
    if top.stage != "defence-rolled":
        return False
    hits = sum(top.attack) > sum(top.defence)
    return s.seat(top.target if hits else top.seat) == seat


_CONCERNING: Final[dict[str, Callable[[Situation, int], bool]]] = {
    "at the end of any turn": lambda s, seat: isinstance(s.stack[-1], TurnEnd) and seat == s.turn != s.merchant,
    "after any roll of your own": lambda s, seat: _own_roll(s, seat) and _behind(s, seat),
    "before you roll to attack": _before_own_attack_roll,
    "before you roll in defence": _before_own_defence,
    "before another player rolls to attack": _attacked_before_dice,
    "after an attack on you is declared, before dice": _attacked_before_dice,
    "before you take damage of an attack": lambda s, seat: _before_damage(s, seat) and _behind(s, seat),
}
"""Timing printed on a card -> whether the moment is so much a seat's own that it should not be passed over."""


def listed(s: Situation, seat: int) -> list[PlayCheat]:
    """Every cheat of the hand that may be played now."""
    if not moment(s.stack[-1]) or not may_hold_one(s, seat):
        return []
    name = s.seats[seat]
    cards = dict.fromkeys(s.players[seat].cheats)
    return [PlayCheat(name, s.pack.cheat_ids[card]) for card in cards if _refused(s, seat, s.pack.cheats[card]) is None]


def check_cheat(s: Situation, seat: int, action: PlayCheat) -> Refusal | None:
    """A card of the hand, at any time unless it says otherwise (CC-CHEAT-01), never while Airborne (CC-AIR-04)."""
    player = s.players[seat]
    card = s.pack.cheat_number.get(action.card, -1)
    if player.airborne:
        return Refusal("CC-AIR-04", "While your Chimera is Airborne you cannot play cheat cards.")
    if card not in player.cheats:
        return Refusal("CC-CHEAT-01", f"There is no cheat card '{action.card}' in your hand.")
    return _refused(s, seat, s.pack.cheats[card])


def _refused(s: Situation, seat: int, cheat: Cheat) -> Refusal | None:
    if not TIMINGS[cheat.timing](s, seat):
        return Refusal("CC-CHEAT-01", f"{cheat.name} is played {cheat.timing}.")
    if not any(effects.possible(s, seat, effect) for effect in cheat.effects):
        return Refusal("CC-CHEAT-01", f"{cheat.name} would do nothing now.")
    return None


def do_pass(s: Situation, seat: int, action: Pass, log: Log) -> None:
    """Let the moment pass without a cheat, whatever the hand holds."""
    report(log, "passed", ("CC-CHEAT-01",), f"{name_of(seat)} lets the moment pass.", seat=s.seats[seat])
    insort(s.quiet, seat)


# --- playing one -----------------------------------------------------------------------------------------


def do_cheat(s: Situation, seat: int, action: PlayCheat, log: Log) -> None:
    """Lay it down: a legal one works (CC-CHEAT-02), an illegal one is rolled for (CC-CHEAT-03). It costs no action."""
    card = s.pack.cheat_number[action.card]
    cheat = s.pack.cheats[card]
    s.players[seat].cheats.remove(card)
    text = f"{name_of(seat)} cheats: {cheat.name}."
    report(log, "cheat", ("CC-CHEAT-01",), text, seat=s.seats[seat], card=action.card, legality=cheat.legality)
    if cheat.legality == "legal":
        s.stack.append(Resolving(s.seats[seat], action.card))
    else:
        s.stack.append(CheatRoll(s.seats[seat], action.card))


def do_roll(s: Situation, frame: CheatRoll, action: RollDie, log: Log) -> None:
    """1 fails, 2 to 6 works (CC-CHEAT-03)."""
    seat = s.seat(frame.seat)
    cheat = s.pack.title(frame.card)
    if action.value == FAILS:
        s.stack[-1] = CheatRoll(frame.seat, frame.card, FAILS)
        text = f"{name_of(seat)} rolls a 1 for {cheat}."
    else:
        s.stack[-1] = Resolving(frame.seat, frame.card)
        text = f"{name_of(seat)} rolls a {action.value}: {cheat} works."
    report(log, "cheat-rolled", ("CC-CHEAT-03",), text, seat=frame.seat, card=frame.card, value=action.value)


def settle_roll(s: Situation, frame: CheatRoll, log: Log) -> bool:
    """A failed cheat goes to the Market Pile (CC-CHEAT-05) and its player to the Discard step at once (CC-CHEAT-06)."""
    if frame.die != FAILS:
        return False
    s.stack.pop()
    insort(s.market_cheats, s.pack.cheat_number[frame.card])
    text = f"{s.pack.title(frame.card)} fails and goes to the Market Pile."
    report(log, "cheat-failed", ("CC-CHEAT-03", "CC-CHEAT-05"), text, seat=frame.seat, card=frame.card)
    _discard_at_once(s, frame.seat, log)
    return True


def _discard_at_once(s: Situation, name: str, log: Log) -> None:
    """The Discard step now, on whosever turn; on the own it ends that turn (CC-CHEAT-06, opt:cheat_fail_own_turn)."""
    base = s.stack[0]
    ends = s.seat(name) == s.turn and s.rules.cheat_fail_own_turn == "ends_turn"
    if ends and isinstance(base, (DrawStep, SubstituteStep, ActionStep)):
        s.stack[0] = base = DiscardStep()
    own_step = len(s.stack) == 1 and base == DiscardStep() and s.seat(name) == s.turn
    forced = isinstance(s.stack[-1], DiscardStep) and s.stack[-1].seat == name
    if not own_step and not forced:
        s.stack.append(DiscardStep(name))
    text = f"{name_of(s.seat(name))} discards at once."
    report(log, "discards-at-once", ("CC-CHEAT-06",), text, seat=name)
