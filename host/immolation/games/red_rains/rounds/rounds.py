"""Carries rounds on: their phases, whose turn it is, how turns and rounds end."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from ...contract import Result
from ...engine import UNHEARD, report
from ..battle import damage, lasting, triggers
from ..chimera import battlefield, piles, red_rains_tokens
from ..facts.card_in_play import CHIMERA, named
from ..facts.situation import Log, Situation
from ..frames import AnyFrame, ChimeraTurn, EndOfRound, PlayerTurn, Preparing, Rest, Round, Turn
from . import recovery
from .campaign import level_now


def turns(s: Situation) -> tuple[tuple[str, str], ...]:
    """Return the turns in their order: (``player`` or ``chimera``, seat), the first player token first.

    The Chimera takes one turn against each player, the first player's side first (RR-TURN-12).
    """
    base = s.stack[0] if s.stack else None
    first, lead = (base.first, base.lead) if type(base) is Round else ("", "")
    return _in_turn(tuple(s.seats_of), lead, s.round, (first or s.first) == "players")


def order_at_start(s: Situation) -> tuple[str, str]:
    """Return who held the first player token, and which player goes first, when the order of this phase was made.

    A correction in the middle of a round gives nobody a second turn: it counts from the next round on.
    """
    base = s.stack[0] if s.stack else None
    if not isinstance(base, Round):
        return s.first, red_rains_tokens.sides_in_order(s)[0]
    return base.first or s.first, base.lead or red_rains_tokens.sides_in_order(s)[0]


def keep_order(s: Situation, before: Situation) -> None:
    """Keep the order of turns that this phase had ``before``, where the facts of now would make another."""
    if isinstance(before.stack[0], Round):
        first, lead = order_at_start(before)
        anew = first != s.first, lead != red_rains_tokens.sides_in_order(s)[0]
        s.stack[0] = replace(before.stack[0], first=first if anew[0] else "", lead=lead if anew[1] else "")


@lru_cache(1000)
def _in_turn(seats: tuple[str, ...], lead: str, number: int, players_first: bool) -> tuple[tuple[str, str], ...]:
    seats = red_rains_tokens.in_order(seats, lead, number)
    players = tuple(("player", seat) for seat in seats)
    chimera = tuple((CHIMERA, seat) for seat in seats)
    return players + chimera if players_first else chimera + players


def next_turn(s: Situation, turn: Turn) -> int:
    """Return the turn that follows this one, as a place in `turns`."""
    order = turns(s)
    return (order.index(turn.whose) + 1) % len(order)


def go_on_after_turn(s: Situation) -> None:
    """The round goes on after the turn that lies on it, if one does."""
    base, turn = (*s.stack, None, None)[:2]
    if isinstance(base, Round) and base.phase == "turns" and isinstance(turn, Turn) and turn.whose[1] in s.seats_of:
        s.stack[0] = replace(base, next=next_turn(s, turn))


def first_turn() -> list[AnyFrame]:
    """The stack of a position that says nothing: the first player's turn."""
    return [Round(), PlayerTurn(seat="p1")]


def step_round(s: Situation, frame: Round, log: Log) -> None:
    """Go on to what comes next in a round."""
    _PHASES[frame.phase](s, frame, log)


def _setup(s: Situation, frame: Round, log: Log) -> None:
    """The first aspects lie face down, left to right; only their backs are seen."""
    sides = list(s.seats_of)
    if frame.next >= len(sides):
        s.stack[-1] = Round(phase="prepare")
        return
    side = sides[frame.next]
    anything = 0
    for blood in s.pack.setup(level_now(s)):
        if not blood:
            anything += 1
            continue
        battlefield.lay_down(s, side, blood)
    text = f"{named(s.chimera)} faces {named(s.seats_of[side])} with {len(s.seats_of[side].facing) + anything} aspects."
    report(log, "setup", ("RR-BASE-05",), text, side=side)
    if anything:
        battlefield.add(s, side, anything)
    s.stack[-1] = replace(frame, next=frame.next + 1)


def _prepare(s: Situation, frame: Round, log: Log) -> None:
    seats = list(s.seats_of)
    if frame.next == 0:
        s.passes = 0
        s.stuck = ()
        s.guards = 0
        if s.settings.rules.guard_reset == "round_start":
            _guards_back(s)
        holder = "The players have" if s.first == "players" else "The Chimera has"
        text = f"Round {s.round} begins. {holder} the first player token."
        report(log, "round-begins", "RR-GRD-08", text, round=s.round)
    if frame.next < len(seats):
        seat = s.seats_of[seats[frame.next]]
        s.stack[-1] = replace(frame, next=frame.next + 1)
        if seat.dice is not None and seat.dice["exhausted"] and seat.cards is not None:
            s.queue(Preparing(seat=seat.ref))  # type: ignore[arg-type]
        elif s.settings.windows and stops_to_prepare(s):
            s.queue(Rest(seat=seat.ref))  # type: ignore[arg-type]
        return
    s.stack[-1] = Round(phase="turns")


def stops_to_prepare(s: Situation) -> bool:
    """Whether play stops for people to roll dice and draw cards before the first turn (RR-BASE-09); where the players
    go first, their turn is such a stop."""
    stop = s.settings.rules.prepare_stop
    return stop == "always" or (stop == "chimera_first" and s.first == "chimera")


def _guards_back(s: Situation) -> None:
    """Phoenixborn may guard again (RR-GRD-08)."""
    for seat in s.seats_of.values():
        seat.guard_used = False


def step_preparing(s: Situation, frame: Preparing, log: Log) -> None:
    """A seat of the sample deck rolls its exhausted dice."""
    dice = s.seats_of[frame.seat].dice
    assert dice is not None
    if not dice["exhausted"]:
        s.pop()
        return
    if not frame.answers:
        s.ask_dice("dice", "RR-BASE-06", dice["exhausted"], frame.seat)
        return
    power, classes = (int(part) for part in str(frame.answers[0]).split())
    basic = dice["exhausted"] - power - classes
    dice["power"] += power
    dice["class"] += classes
    dice["basic"] += basic
    dice["exhausted"] = 0
    s.pop()
    text = f"{named(s.seats_of[frame.seat])} rolls {power} power, {classes} class, {basic} basic."
    n = power + classes + basic
    report(log, "dice-rolled", "RR-BASE-06", text, seat=frame.seat, dice=n, power=power, classes=classes)


def _turns(s: Situation, frame: Round, log: Log) -> None:
    """The next turn, unless all have passed one after another (RR-TURN-11)."""
    order = turns(s)
    number = len(order)
    if s.passes >= number:
        report(log, "turns-over", "RR-TURN-11", "All have passed one after another: the recovery phase begins.")
        if s.settings.rules.guard_reset == "recovery_phase":
            _guards_back(s)
        s.stack[-1] = Round(phase="recovery")
        return
    who, seat = order[frame.next % number]
    s.stack[-1] = replace(frame, next=(frame.next + 1) % number)
    if who == "player":
        if log is not UNHEARD:
            report(log, "turn-begins", "RR-TURN-11", f"It is the turn of {named(s.seats_of[seat])}.", seat=seat)
        s.queue(PlayerTurn(seat=seat))  # type: ignore[arg-type]
    else:
        if log is not UNHEARD:
            text = f"{named(s.chimera)} takes its turn against {named(s.seats_of[seat])}."
            report(log, "chimera-turn", "RR-TURN-01", text, side=seat)
        s.queue(ChimeraTurn(side=seat))  # type: ignore[arg-type]


# --- a player's turn ends --------------------------------------------------------------------------------


def end_player_turn(s: Situation, frame: PlayerTurn, log: Log) -> None:
    """A turn whose actions are done ends (RR-TURN-11)."""
    s.pop()
    count_pass(s, frame.passed)
    seat = s.seats_of[frame.seat]
    triggers.trigger_those(s, (*seat.units, seat), "turn_end")
    end_turn_effects(s, log, chimera=False)


def count_pass(s: Situation, passed: bool) -> None:
    """A turn that was a pass is one more in a row; any other begins the count anew (RR-TURN-11)."""
    # everybody has passed: each player, and the Chimera against each
    s.passes = min(s.passes + 1, 2 * len(s.seats_of)) if passed else 0


def end_turn_effects(s: Situation, log: Log, chimera: bool, side: str = "") -> None:
    """End what was given until the end of the turn; what binds the Chimera lasts until its own turn's end.

    With two players that is its turn against the one whom it concerns, ``side`` (RR-TURN-12); empty for everybody.
    """
    if s.aside:
        for body in s.aside:
            if body.kind == "aspect" and body.card is not None and body.card.id in s.pack.aspects:
                text = f"{body.name} has not returned and is discarded."
                report(log, "left", "RR-MISC-04", text, card=body.ref)
                piles.discard(s, body.card.id, log)
        s.aside = []
    left = lasting.hindered_against_others(s, side) if chimera and s.chimera.lasting else {}
    for body in [each for each in (*s.units(), s.chimera, *s.seats_of.values()) if each.lasting]:
        elsewhere = side and body.home == CHIMERA and body.side not in ("", side)
        body.forget(but=() if chimera and not elsewhere else BINDING)
    if left:
        s.chimera.last(left)


BINDING = ("must_attack", "cannot_attack", "no_side_action", "no_dice_power", "cannot_guard")
"""What a player lays on the Chimera for its next turn against that player."""


# --- the end of a round ----------------------------------------------------------------------------------


def _recover(s: Situation, frame: Round, log: Log) -> None:
    """The recovery phase in its order (RR-BASE-06)."""
    order = s.settings.rules.recovery_order
    if frame.next >= len(order):
        s.stack[-1] = Round(phase="end")
        return
    following = s.settings.uninterrupted
    place = frame.next
    while True:
        recovery.STEPS[order[place]](s, log)
        place += 1
        if s.due or not following:
            s.stack[-1] = replace(frame, next=place)
            return
        if place >= len(order):
            s.stack[-1] = Round(phase="end")
            return


def end_order(s: Situation) -> list[str]:
    """Return who resolves the effects of the round's end, in turn (RR-TIME-04, RR-TIME-05)."""
    first, lead = order_at_start(s)
    seats = red_rains_tokens.sides_in_order(s, lead)
    return [*seats, CHIMERA] if first == "players" else [CHIMERA, *seats]


def _fleeting(s: Situation, who: str, log: Log) -> None:
    """Take what does not last longer than a round out of play, exhausted or not (RR-ABIL-12)."""
    for body in [each for each in s.units() if each.home == who and each.up and each.has_words]:
        if body.has("fleeting"):
            damage.discard(s, body, log, "RR-ABIL-12")
        elif body.has("fade"):
            damage.destroy(s, body, log, "RR-ABIL-12")


def _end(s: Situation, frame: Round, log: Log) -> None:
    """One after another resolves what the round's end brings; then the next round begins."""
    order = end_order(s)
    if frame.next < len(order):
        who = order[frame.next]
        s.stack[-1] = replace(frame, next=frame.next + 1)
        _fleeting(s, who, log)
        if who == CHIMERA:
            for side in red_rains_tokens.sides_in_order(s):
                triggers.trigger_all(s, side, "round_end")
                for body in list(s.seats_of[side].facing):
                    if body.kind == "aspect" and body.up and "retreat" in body.keywords:
                        battlefield.turn_down(s, body, log, "RR-TIME-04")
        elif s.settings.windows:
            s.queue(EndOfRound(seat=who))  # type: ignore[arg-type]
        return
    end_turn_effects(s, log, chimera=True)
    lasting.end_with_round(s, log)
    s.round += 1
    if s.round > s.settings.rules.most_rounds:
        reason = f"After {s.settings.rules.most_rounds} rounds the Chimera still stands."
        s.decide(False, "TABLE", reason)
        return
    s.first = "chimera" if s.first == "players" else "players"
    s.stack[-1] = Round(phase="prepare")


_PHASES: Final = {"setup": _setup, "prepare": _prepare, "turns": _turns, "recovery": _recover, "end": _end}


def result_of(s: Situation, won: bool, reason: str, rule: str) -> Result:
    """Return the result: all players have won, or nobody where the Chimera did."""
    wounds, left = s.chimera.wounds, 0
    scores = {}
    for name, seat in s.seats_of.items():
        left = max(0, seat.life - seat.wounds)
        scores[name] = {"wounds on the Chimera": wounds, "life left": left, "total": wounds + left}
    return Result(s.settings.seats if won else (), reason, rule, scores)
