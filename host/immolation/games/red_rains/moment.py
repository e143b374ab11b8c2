"""Whether what a position waits for could be: which decision point lies on which, and where each one's references lead.

Every refusal names the key.
"""

from __future__ import annotations

from .. import rulebook
from ..contract import BadData, BadPosition
from ..house_rules import shown
from . import asking, chance, course, pack_checks
from .frames import (
    Adding,
    Ask,
    Attack,
    Card,
    ChimeraTurn,
    Drawing,
    Dying,
    EndOfRound,
    FatigueSets,
    Frame,
    Handling,
    Over,
    PlacingTokens,
    PlayerTurn,
    Preparing,
    Raising,
    Resolving,
    Rest,
    Revealing,
    Roll,
    Round,
    Ultimating,
    Window,
    Working,
)
from .table import CHIMERA, Situation

DEEPEST = 60
"""Frames on a stack; a deep chain of triggers has a dozen."""


def need(holds: bool, key: str, reason: str) -> None:
    """Refuse a position that does not hold, by its key."""
    if not holds:
        raise BadPosition(f"{key}: {reason}.")


TURNS = (PlayerTurn, ChimeraTurn)
GOING_ON = (
    Resolving,
    Revealing,
    Adding,
    Drawing,
    Handling,
    Raising,
    PlacingTokens,
    Ultimating,
    Attack,
    Dying,
    FatigueSets,
)
"""What may lie on one another in many ways."""


def check_stack(s: Situation) -> None:
    """Which frame may lie on which, and that its references lead somewhere."""
    need(bool(s.stack), "stack", "something is always waited for")
    need(len(s.stack) <= DEEPEST, "stack", f"at most {DEEPEST} deep")
    base = s.stack[0]
    if isinstance(base, Over):
        _over(s, base)
        return
    need(isinstance(base, Round), "stack.0", "the lowest frame is the round")
    for place, frame in enumerate(s.stack):
        key = f"stack.{place}"
        below = s.stack[place - 1] if place else None
        if below is not None:
            need(_fits(s, frame, below), key, "that cannot lie on the frame below it")
        _frame(s, frame, key)
    top = s.stack[-1]
    need(asking.waits(top), f"stack.{len(s.stack) - 1}", "nobody decides anything there; it goes on by itself")
    if isinstance(top, (Roll, Card)):
        need(bool(chance.outcomes(s)), f"stack.{len(s.stack) - 1}", "no outcome is left")


def _over(s: Situation, base: Over) -> None:
    need(len(s.stack) == 1, "stack", "nothing goes on when the game is over")
    if base.rule == "RR-BASE-03":
        fallen = s.chimera.wounds >= s.chimera.life
        born = any(seat.body.wounds >= seat.body.life for seat in s.seats_of.values())
        need(fallen if base.won else born, "stack.0", "who has fallen? See the wounds")
    else:
        need(base.rule == "TABLE" and not base.won, "stack.0.rule", "a game ends by RR-BASE-03, or undecided by TABLE")
    s.result = course.result_of(s, base)


def _fits(s: Situation, frame: Frame, below: Frame) -> bool:
    if isinstance(frame, (Round, Over)):
        return False
    if isinstance(frame, TURNS):
        return isinstance(below, Round) and below.phase == "turns"
    if isinstance(frame, EndOfRound):
        return isinstance(below, Round) and below.phase == "end"
    if isinstance(frame, Preparing):
        return isinstance(below, Round) and below.phase == "prepare"
    if isinstance(frame, Roll):
        return _roll_fits(s, frame, below)
    if isinstance(frame, Card):
        wanted = {"reveal": Revealing, "blood": Adding, "set-aside": Handling}.get(frame.kind, (Drawing, Resolving))
        return isinstance(below, wanted)
    if isinstance(frame, Ask):
        return isinstance(below, Resolving) or (isinstance(below, Attack) and below.by == "chimera")
    if isinstance(frame, Rest):
        return isinstance(below, (*GOING_ON, ChimeraTurn, Preparing, Round))
    if isinstance(frame, Window):
        return isinstance(below, Revealing if frame.about == "reveal" else Attack)
    if isinstance(frame, Attack) and isinstance(below, (Window, Ask)):
        return False
    return isinstance(below, (*GOING_ON, *TURNS, Round, EndOfRound, Rest, Window, Ask))


def _roll_fits(s: Situation, frame: Roll, below: Frame) -> bool:
    if isinstance(below, Resolving):
        return frame.kind in ("rage", "behaviour", "dice")
    if frame.kind == "guard":
        return isinstance(below, Attack) and below.by == "player" and below.step == "defend"
    if frame.kind == "dice":
        return isinstance(below, Preparing)
    if isinstance(below, ChimeraTurn):
        return below.step == ("behaviour" if frame.kind == "rage" else "row")
    return False


def _frame(s: Situation, frame: Frame, key: str) -> None:
    for field in ("seat", "side"):
        name = getattr(frame, field, None)
        if isinstance(name, str) and name:
            need(name in s.seats_of, f"{key}.{field}", f"there is no seat {shown(name)}")
    if isinstance(frame, Working):
        need(
            not frame.answers or (isinstance(frame, Resolving) and not frame.waiting),
            f"{key}.answers",
            "only an effect under way has answers",
        )
        need(len(frame.answers) <= 12, f"{key}.answers", "at most 12")
    if isinstance(frame, Round):
        most = {"turns": len(course.turns(s)), "recovery": 7, "prepare": 2, "setup": 2, "end": 3}[frame.phase]
        need(frame.next <= most, f"{key}.next", f"at most {most}")
        need(frame.phase != "turns" or frame.next < most, f"{key}.next", f"below {most}")
    elif isinstance(frame, Roll):
        _roll(s, frame, key)
    elif isinstance(frame, Card):
        if frame.kind == "reveal":
            body = s.body(frame.ref)
            hidden = body is not None and body.kind == "aspect" and not body.up and body.card is None
            need(hidden, f"{key}.ref", "names no face-down aspect")
    elif isinstance(frame, Attack):
        _attack(s, frame, key)
    elif isinstance(frame, Preparing):
        need(s.seats_of[frame.seat].dice is not None, key, "there are no dice to roll")
    elif isinstance(frame, Adding):
        need(frame.n <= 20, f"{key}.n", "at most 20")
    elif isinstance(frame, PlayerTurn):
        need(not frame.passed or not (frame.main or frame.side), f"{key}.passed", "who passed is done")
    elif isinstance(frame, Resolving):
        need(frame.effects.steps != () or not frame.waiting, f"{key}.effects", "nothing is under way")
        try:
            pack_checks.check_effects(frame.effects, s.pack.conjured, s.pack.cards.keys(), key, "effects")
        except BadData as error:
            raise BadPosition(str(error)) from None
        _rule(s, frame.rule, f"{key}.rule")
    if isinstance(frame, (Ask, Roll, Card)):
        _rule(s, frame.rule, f"{key}.rule")
    if isinstance(frame, Ask):
        _ask(s, frame, key)


def _rule(s: Situation, rule: str, key: str) -> None:
    need(rule == "TABLE" or rule in rulebook.load("red-rains"), key, f"there is no rule {shown(rule)}")


def _roll(s: Situation, frame: Roll, key: str) -> None:
    if frame.kind == "rage":
        need(1 <= frame.n <= s.settings.rules.rage_dice, f"{key}.n", "that many rage dice are not rolled")
    elif frame.kind == "dice":
        need(frame.seat in s.seats_of, f"{key}.seat", "whose dice?")
        need(1 <= frame.n <= 30, f"{key}.n", "that many dice are not rolled")
        below = s.stack[s.stack.index(frame) - 1]
        if isinstance(below, Preparing):
            dice = s.seats_of[frame.seat].dice
            need(frame.seat == below.seat, f"{key}.seat", "another seat is rolling")
            need(dice is not None and frame.n == dice["exhausted"], f"{key}.n", "exhausted dice are rolled")
    else:
        need(frame.n == 1, f"{key}.n", "one die")


def _attack(s: Situation, frame: Attack, key: str) -> None:
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
    body = s.known(ref)
    if body is None:
        need(ref[:1] in ("a", "u") and ref[1:].isdecimal(), key, f"{shown(ref)} is no unit")
        return
    need(body.kind in ("aspect", "unit") and body.up, key, f"{shown(ref)} is no unit in play")
    need(body.side == side, key, f"{shown(ref)} is on another battlefield")


def _ask(s: Situation, frame: Ask, key: str) -> None:
    need(len(set(frame.options)) == len(frame.options), f"{key}.options", "each once")
    below = s.stack[s.stack.index(frame) - 1]
    if isinstance(below, Attack):
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
        return
    assert isinstance(below, Resolving)
    need(frame.seat == below.side, f"{key}.seat", "the opposing player answers")
