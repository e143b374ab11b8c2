"""Carries out what declared cards do to no card: Red Rains tokens, rage dice, the Ultimate, a further action.

Also moves wounds from one card to another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from ...contract import Refusal
from ...engine import report
from ..actions import Change, MoveWounds
from ..battle import damage
from ..chimera import rage_dice, red_rains_tokens
from ..facts.card_in_play import named
from ..facts.situation import Log, Situation
from ..frames import PlayerTurn, Raising
from .told_effects import check_on


def check_change(s: Situation, seat: str, action: Change) -> Refusal | None:
    """There is something to take, to lower, to ready or to grant."""
    wrong = _CHECKS[action.what](s, seat) if action.what in _CHECKS else ""
    return Refusal("TABLE", wrong) if wrong else None


def do_change(s: Situation, seat: str, action: Change, log: Log) -> None:
    """Tokens are placed as any are (RR-TOK-02, RR-TOK-04), and dice raised as any are (RR-RAGE-03); taking tokens or
    turning dice down triggers nothing (RR-TOK-06)."""
    _DOES[action.what](s, seat, action.n, log)


def _turn(s: Situation, seat: str) -> PlayerTurn | None:
    """The own turn, where it waits for nothing else."""
    top = s.stack[-1]
    return top if isinstance(top, PlayerTurn) and top.seat == seat else None


def _no_turn(s: Situation, seat: str, kind: str) -> str:
    turn = _turn(s, seat)
    if turn is None:
        return f"A further {kind} action is granted in one's own turn, while nothing else is being decided."
    return f"The {kind} action of this turn is still to come." if getattr(turn, kind) else ""


_CHECKS: Final[dict[str, Callable[[Situation, str], str]]] = {
    "take-tokens": lambda s, seat: "" if s.red_rains else "There is no Red Rains token on the Chimera.",
    "lower-rage": lambda s, seat: "" if s.rage else "No rage die shows power.",
    "raise-rage": lambda s, seat: "" if rage_dice.basic_dice(s) else "No rage die shows basic.",
    "ready-ultimate": lambda s, seat: "" if s.ultimate_exhaustion else "The Ultimate card has no exhaustion token.",
    "main-again": lambda s, seat: _no_turn(s, seat, "main"),
    "side-again": lambda s, seat: _no_turn(s, seat, "side"),
}


def _place(s: Situation, seat: str, n: int, log: Log) -> None:
    red_rains_tokens.place(s, n)
    report(log, "change", "RR-TOK-02", f"{named(s.seats_of[seat])} places Red Rains tokens: {n}.", seat=seat, n=n)


def _take(s: Situation, seat: str, n: int, log: Log) -> None:
    taken = min(n, s.red_rains)
    s.red_rains -= taken
    text = f"Red Rains tokens are removed: {taken}; {s.red_rains} left."
    report(log, "red-rains-removed", "RR-TOK-06", text, removed=taken, tokens=s.red_rains)


def _lower(s: Situation, seat: str, n: int, log: Log) -> None:
    s.rage -= min(n, s.rage)
    text = f"Rage dice are turned to basic: {s.rage} show power."
    report(log, "rage-lowered", "RR-RAGE-01", text, power=s.rage)


def _raise(s: Situation, seat: str, n: int, log: Log) -> None:
    s.queue(Raising(n=n))
    report(log, "change", "RR-RAGE-03", f"{named(s.seats_of[seat])} raises rage dice: {n}.", seat=seat, n=n)


def _ready(s: Situation, seat: str, n: int, log: Log) -> None:
    s.ultimate_exhaustion -= min(n, s.ultimate_exhaustion)
    text = f"The Ultimate card loses exhaustion: {s.ultimate_exhaustion} tokens there."
    report(log, "readied", "RR-TOK-05", text, card="ultimate", tokens=s.ultimate_exhaustion)


def _again(kind: str) -> Callable[[Situation, str, int, Log], None]:
    def grant(s: Situation, seat: str, n: int, log: Log) -> None:
        turn = _turn(s, seat)
        assert turn is not None  # checked
        s.stack[-1] = replace(turn, main=True) if kind == "main" else replace(turn, side=True)
        text = f"{named(s.seats_of[seat])} has a further {kind} action this turn."
        report(log, "granted", "TABLE", text, seat=seat, what=f"{kind}-again")

    return grant


_DOES: Final[dict[str, Callable[[Situation, str, int, Log], None]]] = {
    "place-tokens": _place,
    "take-tokens": _take,
    "lower-rage": _lower,
    "raise-rage": _raise,
    "ready-ultimate": _ready,
    "main-again": _again("main"),
    "side-again": _again("side"),
}


def check_move_wounds(s: Situation, seat: str, action: MoveWounds) -> Refusal | None:
    """Both cards are in play, and the first has so many wounds."""
    refusal = check_on(s, action.of) or check_on(s, action.to)
    if refusal is not None:
        return refusal
    of = s.in_play(action.of)
    if action.of == action.to:
        return Refusal("TABLE", "Wounds go from one card to another.")
    if of.wounds < action.n:
        count = f"{of.wounds or 'no'} wound{'' if of.wounds == 1 else 's'}"
        return Refusal("TABLE", f"{named(of)} has {count}, not {action.n}.")
    return None


def do_move_wounds(s: Situation, seat: str, action: MoveWounds, log: Log) -> None:
    """They are placed and not dealt, and destroy what has enough of them (RR-BASE-03)."""
    damage.heal(s, s.in_play(action.of), action.n, log, "TABLE")
    damage.place_wounds(s, s.in_play(action.to), action.n, log, "TABLE")
