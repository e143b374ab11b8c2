"""Validates the stack of a position: which frame may lie on which, and where each one's references lead.

Every refusal names the key. `POINTS` has one of these for each kind of frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ... import rulebook
from ...contract import BadData, BadPosition
from ...engine import DecisionPoint, need
from ...house_rules import shown
from .. import frames
from ..cards import pack_checks
from ..facts.card_in_play import CHIMERA
from ..facts.situation import Situation
from ..frames import Frame, Process, Turn, Working
from ..rounds import rounds

DEEPEST = 60
"""Frames on a stack; a deep chain of triggers has a dozen."""

Validate = Callable[[Situation, Any, int], None]
Check = Callable[[Situation, Any, Frame, str], None]
"""Situation, frame, the frame below it, the key of the frame."""


def check_stack(s: Situation, points: Mapping[type[Frame], DecisionPoint[Any, Any]]) -> None:
    """Raise BadPosition naming the key if the stack cannot be; sets the result of a game that is over."""
    need(bool(s.stack), "stack", "something is always waited for")
    need(len(s.stack) <= DEEPEST, "stack", f"at most {DEEPEST} deep")
    if s.ended:
        _over(s)
        return
    for place, frame in enumerate(s.stack):
        points[type(frame)].validate(s, frame, place)
    top, key = s.stack[-1], f"stack.{len(s.stack) - 1}"
    point = points[type(top)]
    need(bool(point.seats(s, top)), key, "nobody decides anything there; it goes on by itself")
    need(not point.chance or bool(point.outcomes(s, top)), key, "no outcome is left")


def _over(s: Situation) -> None:
    need(len(s.stack) == 1, "stack", "nothing goes on when the game is over")
    base: Any = s.stack[0]
    if base.rule == "RR-BASE-03":
        fallen = s.chimera.wounds >= s.chimera.life
        born = any(seat.wounds >= seat.life for seat in s.seats_of.values())
        need(fallen if base.won else born, "stack.0", "who has fallen? See the wounds")
    else:
        need(base.rule == "TABLE" and not base.won, "stack.0.rule", "a game ends by RR-BASE-03, or undecided by TABLE")
    s.result = rounds.result_of(s, base.won, base.reason, base.rule)


# --- which frame may lie on which ------------------------------------------------------------------------


def _lies_on(*kinds: type[Frame], phase: str = "", check: Check | None = None) -> Validate:
    """Such a frame lies on one of these kinds, on a round in that ``phase``; ``check`` looks at what it says."""

    def validate(s: Situation, frame: Frame, place: int) -> None:
        key = f"stack.{place}"
        need(place > 0 or isinstance(frame, frames.Round), key, "the lowest frame is the round")
        below: Any = s.stack[place - 1]
        need(isinstance(below, kinds) and phase in ("", getattr(below, "phase", "")), key, NO_PLACE)
        _seats(s, frame, key)
        if check is not None:
            check(s, frame, below, key)

    return validate


NO_PLACE: Final = "that cannot lie on the frame below it"


def nowhere(s: Situation, frame: Frame, place: int) -> None:
    """A game that is over has nothing else on its stack."""
    need(False, f"stack.{place}", NO_PLACE)


def _seats(s: Situation, frame: Frame, key: str) -> None:
    """The seats that a frame names, and the answers it has."""
    for field in ("seat", "side"):
        name = getattr(frame, field, None)
        if isinstance(name, str) and name:
            need(name in s.seats_of, f"{key}.{field}", f"there is no seat {shown(name)}")
    if isinstance(frame, Working):
        need(not frame.answers or frame.resumes, f"{key}.answers", "only an effect under way has answers")
        need(len(frame.answers) <= 12, f"{key}.answers", "at most 12")


def _rule(rule: str, key: str) -> None:
    need(rule == "TABLE" or rule in rulebook.load("red-rains"), key, f"there is no rule {shown(rule)}")


def round_lowest(s: Situation, frame: frames.Round, place: int) -> None:
    """The round lies lowest, and ``next`` is within its phase."""
    key = f"stack.{place}"
    need(place == 0, key, NO_PLACE)
    _seats(s, frame, key)
    most = {"turns": len(rounds.turns(s)), "recovery": 7, "prepare": 2, "setup": 2, "end": 3}[frame.phase]
    need(frame.next <= most, f"{key}.next", f"at most {most}")
    need(frame.phase != "turns" or frame.next < most, f"{key}.next", f"below {most}")


# --- turns and what they set going -----------------------------------------------------------------------


def _passed(s: Situation, frame: frames.PlayerTurn, below: Frame, key: str) -> None:
    need(not frame.passed or not (frame.main or frame.side), f"{key}.passed", "who passed is done")


def _rolls(s: Situation, frame: frames.Preparing, below: Frame, key: str) -> None:
    need(s.seats_of[frame.seat].dice is not None, key, "there are no dice to roll")


def _effects(s: Situation, frame: frames.Resolving, below: Frame, key: str) -> None:
    need(frame.effects or not frame.waiting, f"{key}.effects", "nothing is under way")
    try:
        pack_checks.check_effects(frame.effects, s.pack.conjured, s.pack.cards.keys(), key, "effects")
    except BadData as error:
        raise BadPosition(str(error)) from None
    _rule(frame.rule, f"{key}.rule")


def _few(s: Situation, frame: frames.Adding, below: Frame, key: str) -> None:
    need(frame.n <= 20, f"{key}.n", "at most 20")


def _attack(s: Situation, frame: frames.Attack, below: Frame, key: str) -> None:
    need(bool(frame.attackers), f"{key}.attackers", "somebody attacks")
    need(len(set(frame.attackers)) == len(frame.attackers) <= 30, f"{key}.attackers", "each once")
    home = CHIMERA if frame.by == "chimera" else frame.side
    for ref in frame.attackers:
        _unit(s, ref, frame.side, f"{key}.attackers")
        body = s.body(ref)
        need(body is None or body.home == home, f"{key}.attackers", f"{shown(ref)} is on the other side")
    opposite = frame.side if frame.by == "chimera" else CHIMERA
    if frame.target != opposite:
        _unit(s, frame.target, frame.side, f"{key}.target")
    need(len(frame.guards) <= len(frame.attackers), f"{key}.guards", "one for each attacker at most")
    for where, ref in (*(("guards", ref) for ref in frame.guards), ("foe", frame.foe), ("block", frame.block)):
        if ref and ref != opposite:
            _unit(s, ref, frame.side, f"{key}.{where}")
    early = frame.step in ("declare", "defend")
    need(early or len(frame.guards) == len(frame.attackers), f"{key}.guards", "by then each is answered")
    need(frame.now <= len(frame.attackers), f"{key}.now", "there are not so many attackers")
    need(frame.step not in ("damage", "counter") or frame.now < len(frame.attackers), f"{key}.now", "nobody is left")


def _unit(s: Situation, ref: str, side: str, key: str) -> None:
    """A unit of that pair of battlefields, or one that is gone by now."""
    body = s.in_play_or_leaving(ref)
    if body is None:
        need(ref[:1] in ("a", "u") and ref[1:].isdecimal(), key, f"{shown(ref)} is no unit")
        return
    need(body.kind in ("aspect", "unit") and body.up, key, f"{shown(ref)} is no unit in play")
    need(body.side == side, key, f"{shown(ref)} is on another battlefield")


ANYWHERE: Final = (Process, Turn, frames.Round, frames.EndOfRound, frames.Rest)

in_turns = _lies_on(frames.Round, phase="turns")
"""A turn of the player turns phase."""

player_turn = _lies_on(frames.Round, phase="turns", check=_passed)
at_the_end = _lies_on(frames.Round, phase="end")
"""What the round's end asks a seat."""

preparing = _lies_on(frames.Round, phase="prepare", check=_rolls)
in_a_process = _lies_on(*ANYWHERE, frames.Window, frames.Ask)
"""What a turn sets going, and what answers it."""

resolving = _lies_on(*ANYWHERE, frames.Window, frames.Ask, check=_effects)
adding = _lies_on(*ANYWHERE, frames.Window, frames.Ask, check=_few)
attack = _lies_on(*ANYWHERE, check=_attack)


# --- what is waited for ----------------------------------------------------------------------------------


def _awaited(frame: Any, below: Frame, key: str) -> None:
    need(isinstance(below, Working) and frame.kind in below.awaits, key, NO_PLACE)
    _rule(frame.rule, f"{key}.rule")


def _roll(s: Situation, frame: frames.Roll, below: Any, key: str) -> None:
    _awaited(frame, below, key)
    if frame.kind == "rage":
        need(1 <= frame.n <= s.settings.rules.rage_dice, f"{key}.n", "that many rage dice are not rolled")
    elif frame.kind == "dice":
        need(frame.seat in s.seats_of, f"{key}.seat", "whose dice?")
        need(1 <= frame.n <= 30, f"{key}.n", "that many dice are not rolled")
        if isinstance(below, frames.Preparing):
            dice = s.seats_of[frame.seat].dice
            need(frame.seat == below.seat, f"{key}.seat", "another seat is rolling")
            need(dice is not None and frame.n == dice["exhausted"], f"{key}.n", "exhausted dice are rolled")
    else:
        need(frame.n == 1, f"{key}.n", "one die")


def _card(s: Situation, frame: frames.Card, below: Frame, key: str) -> None:
    _awaited(frame, below, key)
    if frame.kind == "reveal":
        body = s.body(frame.ref)
        hidden = body is not None and body.kind == "aspect" and not body.up and body.card is None
        need(hidden, f"{key}.ref", "names no face-down aspect")


def _ask(s: Situation, frame: frames.Ask, below: Any, key: str) -> None:
    _rule(frame.rule, f"{key}.rule")
    need(len(set(frame.options)) == len(frame.options), f"{key}.options", "each once")
    if isinstance(below, frames.Attack):
        _ask_in_attack(s, frame, below, key)
    else:
        need(frame.seat == below.side, f"{key}.seat", "the opposing player answers")


def _ask_in_attack(s: Situation, frame: frames.Ask, below: frames.Attack, key: str) -> None:
    need(below.by == "chimera", key, NO_PLACE)
    need(frame.seat == below.side, f"{key}.seat", "the attacked player answers")
    steps = {"block": "defend", "guard": "defend", "counter": "fight"}
    need(steps.get(frame.kind) == below.step, f"{key}.kind", "that is not what an attack asks here")
    if frame.kind == "counter":
        need(set(frame.options) <= {"yes", "no"}, f"{key}.options", "yes or no")
        need(below.now < len(below.attackers), f"{key}", "nobody is left to counter")
        return
    need(len(below.guards) < len(below.attackers), key, "all are answered")
    for option in frame.options:
        body = s.body(option)
        own = body is not None and body.side == below.side and body.home == below.side
        fits = option == "no" or own or (body is None and option[:1] == "u" and option[1:].isdecimal())
        need(fits, f"{key}.options", f"{shown(option)} can neither block nor guard")


def _window(s: Situation, frame: frames.Window, below: Frame, key: str) -> None:
    if frame.about == "lethal":
        need(isinstance(below, Working), key, NO_PLACE)
        need(len(frame.falling) <= 40, f"{key}.falling", "at most 40 cards")
        return
    need(isinstance(below, (frames.Revealing, frames.Attack)), key, NO_PLACE)
    need(isinstance(below, frames.Revealing) == (frame.about == "reveal"), key, NO_PLACE)


roll = _lies_on(Working, check=_roll)
card = _lies_on(Working, check=_card)
ask = _lies_on(frames.Resolving, frames.Attack, check=_ask)
window = _lies_on(Working, check=_window)
rest = _lies_on(Process, frames.ChimeraTurn, frames.Preparing, frames.Round)
