"""Opens and closes reaction windows (AK-INST-06): whom they wait for, when Instant Powers may be used.

Whether a window opens depends on what everybody sees alone (AK-CARD-04), so that none betrays what somebody holds.
"""

from __future__ import annotations

from typing import Final, get_args

from ....contract import Refusal
from ....engine.kinds import kinds_of
from ... import actions as act
from ...facts.arena import OFF, seat_id
from ...facts.full_situation import FullSituation
from ...facts.reporting import Log, report
from ...facts.situation import CLOCKWISE, NOBODY
from ...frames import EndOfRound, Frame, TurnOver, WindowKind
from ...rounds.war import last_round, united
from ..frames import OF_INSTANTS, Attacking, Returning, Rolled, Window
from . import stakes


def in_priority(s: FullSituation) -> tuple[int, ...]:
    """The player on turn, then clockwise; between turns from the starting player (AK-INST-06)."""
    return CLOCKWISE[len(s.hands)][s.start if s.turn == NOBODY else s.turn]


def held(s: FullSituation, seat: int) -> bool:
    """True while the seat's Instant Powers are held: from death to the end of a step of its return (AK-INST-12)."""
    if s.dead and s.arena.tiles[seat] == OFF:
        return not s.rules.instant_while_dead
    if len(s.stack) == 1 or type(s.stack[1]) is not Returning:
        return False  # a return lies on what the game is at, and on nothing else
    frame = s.stack[1]
    if frame.seat != seat_id(seat) or s.rules.instant_while_dead:
        return False
    return frame.step != "gems" or s.rules.instant_held_until_return_step == 8


def awaited(s: FullSituation, frame: Window) -> tuple[str, ...]:
    """Return the seats still asked: each holds a card, is not held by death, has not passed, and is concerned
    (`stakes`).

    By house rule everybody who holds a card is, anew after each Instant Power. Whoever is not asked may use Instant
    Powers all the same while somebody is (AK-INST-01).
    """
    kind, rules = frame.kind, s.rules
    if rules.instant_asked != "concerned" or (kind == "attack" and not rules.attack_lock_amount):
        return _awaited_by_house_rules(s, frame)
    if kind == "focus-dice":
        return ()  # dice wait for their owner anyway, who may use Instant Powers before allocating them
    concerned = stakes.concerned(s, kind)
    passed = frame.passed
    seats = s.settings.seats
    lying: list[int] | None = None
    found: tuple[str, ...] = ()
    for seat in in_priority(s):
        name = seats[seat]
        if name in concerned and name not in passed and s.hands[seat] and not held(s, seat):
            if lying is None:
                lying = stakes.lying_open(s)
            if stakes.may_hold(s, seat, kind, lying):
                found += (name,)
    return found


def _awaited_by_house_rules(s: FullSituation, frame: Window) -> tuple[str, ...]:
    """The same where every holder is asked, or who attacks may add Pyre (AK-ATK-05)."""
    kind, every = frame.kind, s.rules.instant_asked != "concerned"
    attacker = _raising(s) if kind == "attack" and not s.rules.attack_lock_amount else None
    concerned, lying = stakes.concerned(s, kind), stakes.lying_open(s)
    found: list[str] = []
    for seat in in_priority(s):
        name = s.settings.seats[seat]
        if name in frame.passed:
            continue
        asked = s.hands[seat] and (every or (name in concerned and stakes.may_hold(s, seat, kind, lying)))
        if (asked and not held(s, seat)) or name == attacker:
            found.append(name)
    return tuple(found)


def _raising(s: FullSituation) -> str | None:
    """By house rule whoever attacks may add Pyre in the window, cards or not (AK-ATK-05)."""
    attack = next((frame for frame in reversed(s.stack) if type(frame) is Attacking), None)
    return attack.seat if type(attack) is Attacking and s.mats[s.numbers[attack.seat]].pyre else None


def offer(s: FullSituation, kind: WindowKind) -> None:
    """Open a window of this kind on top (AK-INST-06), unless one is open already or nobody is asked.

    Once the Fire Wall has moved there is none where people are asked while the Immolation Die lies: one a stage.
    """
    top, kinds = s.stack[-1], s.rules.instant_windows
    if kind not in kinds or type(top) is Window:
        return
    if kind == "end-of-round" and "rolled" in kinds and type(top) is EndOfRound and top.next != "event":
        return
    frame = WINDOWS[kind]
    asked = awaited(s, frame)
    if asked:
        s.stack.append(frame)
        s.opened, s.asked = frame, asked


def offer_rolled(s: FullSituation, value: int) -> bool:
    """Open a window between dice that lie on the table and what they bring about; False if nobody is asked."""
    if "rolled" not in s.rules.instant_windows:
        return False
    s.stack.append(Rolled(value))
    offer(s, "rolled")
    if type(s.stack[-1]) is Window:
        return True
    s.stack.pop()
    return False


def offer_turn_end(s: FullSituation, frame: TurnOver) -> bool:
    """Open a window, once, between a turn and the dice or cards that follow it; False if nobody is asked.

    Those come where somebody returns (AK-REV-01), the war begins (AK-WAR-05) or the round is over (AK-ROUND-04), in the
    war the last one (AK-WAR-14); else the next player is asked before anything else happens.
    """
    if frame.asked or "turn-end" not in s.rules.instant_windows:
        return False
    s.stack[-1] = ASKED
    last = (s.turn + 1) % len(s.hands) == s.start
    if s.dead or (last and 0 < last_round(s) <= s.round if s.arena.war else last or united(s) is not None):
        offer(s, "turn-end")
    return type(s.stack[-1]) is Window


ASKED: Final = TurnOver(asked=True)
"""The end of a turn once its window has been offered."""

WINDOWS: Final[dict[WindowKind, Window]] = {kind: Window(kind) for kind in get_args(WindowKind)}
"""A window of each kind as it opens."""


def do_pass(s: FullSituation, frame: Window, action: act.Pass, log: Log) -> None:
    """Nothing to do for this seat here, whatever it holds (AK-INST-06)."""
    report(log, "passed", ("AK-INST-06",), f"{s.arena.heads[s.numbers[action.seat]]} passes.", {"seat": action.seat})
    if s.asked == (action.seat,):
        s.asked = ()
        s.stack.pop()  # nobody else is asked, so that the window closes
    else:
        s.stack[-1] = Window(frame.kind, (*frame.passed, action.seat))


def reopen(s: FullSituation) -> None:
    """An Instant Power was used: by house rule the window it was used in opens anew for everybody (AK-INST-06)."""
    if s.rules.instant_asked == "concerned":
        return
    for place in range(len(s.stack) - 1, -1, -1):
        frame = s.stack[place]
        if type(frame) is Window:
            if frame.passed:
                s.stack[place] = WINDOWS[frame.kind]
            return


# --- at any time -----------------------------------------------------------------------------------------


OPEN: Final = {kind: kind in OF_INSTANTS for kind in kinds_of(Frame) if kind.open_to_instants}
"""Frames in which somebody is asked -> whether it may be part of an Instant Power."""

OF_OPENING: Final = frozenset(kind for kind in kinds_of(Frame) if kind.phase == "opening")
"""Frames that lie lowest before the game has begun."""


def free(s: FullSituation) -> bool:
    """True where Instant Powers may be used: somebody is asked, and no other is being carried out (AK-INST-05)."""
    top = s.stack[-1]
    of_instant = OPEN.get(type(top))
    if of_instant is None or (of_instant and top.instant):  # type: ignore[attr-defined]
        return False
    return type(s.stack[0]) not in OF_OPENING


def refusal(s: FullSituation, seat: int) -> Refusal | None:
    """Say why a seat may use no Instant Power now, None if it may (AK-INST-01)."""
    top = s.stack[-1]
    if not free(s):
        if s.stack[0].phase == "opening":
            return Refusal("AK-SETUP-08", "The game has not begun; Instant Powers wait until the setup is done.")
        if isinstance(top, OF_INSTANTS):
            name = s.arena.names[s.numbers[top.seat]]
            return Refusal("AK-INST-05", f"First {name} finishes the Instant Power that is being carried out.")
        return Refusal("TABLE", "The dice or cards come first.")
    if held(s, seat):
        name = s.arena.names[seat]
        step = s.rules.instant_held_until_return_step
        return Refusal("AK-INST-12", f"{name} has died; no Instant Power before step {step} of the return is done.")
    return None
