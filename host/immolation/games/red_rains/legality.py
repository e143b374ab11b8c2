"""Whether a position could stand on a table: counts, cards, and what the game says it waits for.

Every refusal names the key. Knows the facts of a situation, not how it was written down.
"""

from __future__ import annotations

from ..contract import BadData, BadPosition
from ..house_rules import shown
from . import asking, chance, course, harm, pack_checks, piles, stats, tokens
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
    Revealing,
    Roll,
    Round,
    Ultimating,
    Window,
    Working,
)
from .table import CHIMERA, Body, Situation

DEEPEST = 60
"""Frames on a stack; a deep chain of triggers has a dozen."""


def _need(holds: bool, key: str, reason: str) -> None:
    if not holds:
        raise BadPosition(f"{key}: {reason}.")


def insist(s: Situation) -> None:
    """Raise BadPosition naming the key if the situation cannot be; sets the result of a game that is over."""
    _cards(s)
    _counts(s)
    _piles(s)
    _stack(s)


# --- cards -----------------------------------------------------------------------------------------------


def _cards(s: Situation) -> None:
    over = bool(s.stack) and isinstance(s.stack[0], Over)
    for name, seat in s.seats_of.items():
        key = f"seats.{name}"
        _need(len(seat.units) <= seat.battlefield, f"{key}.units", f"the battlefield holds {seat.battlefield} units")
        aspects = sum(1 for body in s.fields[name] if body.kind == "aspect")
        size = s.pack.file.chimera.battlefield_size
        _need(aspects <= size, f"{key}.facing", f"the battlefield holds {size} aspects")
        _need(len(s.fields[name]) <= 30, f"{key}.facing", "more than 30 cards lie nowhere")
        for where, line in (("units", seat.units), ("facing", s.fields[name])):
            for number, body in enumerate(line):
                _card(s, body, f"{key}.{where}.{number}")
        _need(over or seat.body.wounds < stats.life(s, seat.body), f"{key}.wounds", "who has fallen lost (RR-BASE-03)")
        _attached(s, seat.body, key)
        if seat.cards is not None:
            from . import sample

            for card in seat.cards:
                _need(card in sample.DECK, f"{key}.cards", f"the sample deck has no {shown(card)}")
            _need(seat.dice is not None, f"{key}.dice", "the sample deck counts its dice")
            _need(s.settings.players == "sample", f"{key}.cards", "printed cards are not counted")
        _need(
            s.settings.players == "printed" or seat.cards is not None,
            f"{key}.cards",
            "the sample deck counts its cards",
        )
        if seat.dice is not None:
            _need(sum(seat.dice.values()) <= 30, f"{key}.dice", "more than 30 dice nobody has")
    _need(over or s.chimera.wounds < s.chimera.life, "chimera_card.wounds", "a Chimera that has fallen lost")
    _attached(s, s.chimera, "chimera_card")
    for where, bodies in (("aside", s.aside), ("dying", s.dying)):
        for number, body in enumerate(bodies):
            _attached(s, body, f"{where}.{number}")
            _need(body.kind != "aspect" or body.card is not None, f"{where}.{number}", "nobody has seen that card")


def _card(s: Situation, body: Body, key: str) -> None:
    if not body.up:
        fresh = not (body.wounds or body.exhaustion or body.status or body.dice or body.attached or body.spells)
        _need(fresh and not body.under and not body.lasting, key, "a face-down aspect carries nothing (RR-BASE-05)")
        if body.card is not None:
            _need(body.card.id in s.pack.deck, f"{key}.card", "only cards of the deck lie face down")
        return
    _need(body.wounds < stats.life(s, body), f"{key}.wounds", "wounds equal to its life destroy it (RR-BASE-03)")
    most = harm.MOST_TIRED
    _need(body.exhaustion <= most, f"{key}.exhaustion", f"at most {most} tokens")
    _attached(s, body, key)


def _attached(s: Situation, body: Body, key: str) -> None:
    for card, copies in body.attached.items():
        record = stats.alteration(s, card)
        _need(record is not None, f"{key}.attached", f"{s.pack.name[:40]} conjures no alteration {shown(card)}")
        assert record is not None
        _need(not record.limit or copies <= record.limit, f"{key}.attached.{card}", f"at most {record.limit} on a card")
    for spell, owner in body.spells.items():
        _need(owner in s.seats_of, f"{key}.spells.{spell[:40]}", f"there is no seat {shown(owner)}")


def _counts(s: Situation) -> None:
    from . import battlefield

    dice = s.settings.rules.rage_dice
    _need(s.rage <= dice, "rage", f"there are {dice} rage dice")
    if s.settings.rules.rage_token_rule == "all_power_reset" and s.settings.rules.no_basic_rage_die == "skip":
        _need(s.rage < dice, "rage", "when all show power they turn back to basic at once (RR-RAGE-04)")
    for record in s.pack.conjured.values():
        _need(battlefield.supply(s, record) >= 0, "seats", f"there are only {record.copies} copies of {record.id}")
    _need(s.round <= s.settings.rules.most_rounds or _ended(s), "round", "that round is never played")
    _need(s.passes <= 2 * len(s.seats_of), "passes", "more than everybody cannot pass")
    _need(set(s.stuck) <= set(s.seats_of), "stuck", "there is no such side")
    _need(int(s.settings.level[1]) <= s.stage, "stage", "a campaign climbs")
    _need(s.settings.campaign or int(s.settings.level[1]) == s.stage, "stage", "without a campaign the level stays")
    placing = any(isinstance(frame, (PlacingTokens, Ultimating)) for frame in s.stack)
    if s.settings.rules.ultimate_recheck == "continuous" and not placing and not _ended(s):
        _need(not tokens.reached(s), "red_rains", "that many bring the Ultimate at once (RR-TOK-03)")


def _piles(s: Situation) -> None:
    down = piles.face_down_by_blood(s)
    have = piles.by_blood(s, s.pool)
    for blood, count in down.items():
        reason = f"{count} unseen aspects with blood {blood}, but only {have.get(blood, 0)} are left"
        _need(count <= have.get(blood, 0), "seats", reason)
    _need(s.out <= sum(s.pool.values()) - s.face_down, "out", "more than are unseen")
    for card, copies in s.top.items():
        _need(copies <= s.pool.get(card, 0), f"top.{card}", "more than are unseen")
    _need(sum(s.top.values()) <= s.pile, "top", "more than the pile holds")
    backs = piles.by_blood(s, s.top)
    for blood, count in backs.items():
        _need(count + down.get(blood, 0) <= have.get(blood, 0), "top", "some of these lie face down")
    handling = any(isinstance(frame, Handling) for frame in s.stack)
    _need((s.hand is not None) == handling, "hand", "cards are set aside while an effect on the hand is under way")


# --- the moment ------------------------------------------------------------------------------------------


def _ended(s: Situation) -> bool:
    return bool(s.stack) and isinstance(s.stack[0], Over)


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


def _stack(s: Situation) -> None:
    """Which frame may lie on which, and that its references lead somewhere."""
    _need(bool(s.stack), "stack", "something is always waited for")
    _need(len(s.stack) <= DEEPEST, "stack", f"at most {DEEPEST} deep")
    base = s.stack[0]
    if isinstance(base, Over):
        _over(s, base)
        return
    _need(isinstance(base, Round), "stack.0", "the lowest frame is the round")
    for place, frame in enumerate(s.stack):
        key = f"stack.{place}"
        below = s.stack[place - 1] if place else None
        if below is not None:
            _need(_fits(s, frame, below), key, "that cannot lie on the frame below it")
        _frame(s, frame, key)
    top = s.stack[-1]
    _need(asking.waits(top), f"stack.{len(s.stack) - 1}", "nobody decides anything there; it goes on by itself")
    if isinstance(top, (Roll, Card)):
        _need(bool(chance.outcomes(s)), f"stack.{len(s.stack) - 1}", "no outcome is left")


def _over(s: Situation, base: Over) -> None:
    from .track import result_of

    _need(len(s.stack) == 1, "stack", "nothing goes on when the game is over")
    if base.rule == "RR-BASE-03":
        fallen = s.chimera.wounds >= s.chimera.life
        born = any(seat.body.wounds >= seat.body.life for seat in s.seats_of.values())
        _need(fallen if base.won else born, "stack.0", "who has fallen? See the wounds")
    else:
        _need(base.rule == "TABLE" and not base.won, "stack.0.rule", "a game ends by RR-BASE-03, or undecided by TABLE")
    s.result = result_of(s, base)


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
    if isinstance(frame, Window):
        return isinstance(below, Revealing if frame.about == "reveal" else Attack)
    if isinstance(frame, Attack) and isinstance(below, (Window, Ask)):
        return False
    return isinstance(below, (*GOING_ON, *TURNS, Round, EndOfRound, Window, Ask))


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
            _need(name in s.seats_of, f"{key}.{field}", f"there is no seat {shown(name)}")
    if isinstance(frame, Working):
        _need(
            not frame.answers or (isinstance(frame, Resolving) and not frame.waiting),
            f"{key}.answers",
            "only an effect under way has answers",
        )
        _need(len(frame.answers) <= 12, f"{key}.answers", "at most 12")
    if isinstance(frame, Round):
        most = {"turns": len(course.turns(s)), "recovery": 7, "prepare": 2, "setup": 2, "end": 3}[frame.phase]
        _need(frame.next <= most, f"{key}.next", f"at most {most}")
        _need(frame.phase != "turns" or frame.next < most, f"{key}.next", f"below {most}")
    elif isinstance(frame, Roll):
        _roll(s, frame, key)
    elif isinstance(frame, Card):
        if frame.kind == "reveal":
            body = s.body(frame.ref)
            hidden = body is not None and body.kind == "aspect" and not body.up and body.card is None
            _need(hidden, f"{key}.ref", "names no face-down aspect")
    elif isinstance(frame, Attack):
        _attack(s, frame, key)
    elif isinstance(frame, Preparing):
        seat = s.seats_of[frame.seat]
        _need(bool(seat.dice and seat.dice["exhausted"]), key, "there are no dice to roll")
    elif isinstance(frame, Adding):
        _need(frame.n <= 20, f"{key}.n", "at most 20")
    elif isinstance(frame, PlayerTurn):
        _need(not frame.passed or not (frame.main or frame.side), f"{key}.passed", "who passed is done")
    elif isinstance(frame, Resolving):
        _need(frame.effects.steps != () or not frame.waiting, f"{key}.effects", "nothing is under way")
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
    from ..rulebook import load

    _need(rule == "TABLE" or rule in load("red-rains"), key, f"there is no rule {shown(rule)}")


def _roll(s: Situation, frame: Roll, key: str) -> None:
    if frame.kind == "rage":
        _need(1 <= frame.n <= s.settings.rules.rage_dice, f"{key}.n", "that many rage dice are not rolled")
    elif frame.kind == "dice":
        _need(frame.seat in s.seats_of, f"{key}.seat", "whose dice?")
        _need(1 <= frame.n <= 30, f"{key}.n", "that many dice are not rolled")
        below = s.stack[s.stack.index(frame) - 1]
        if isinstance(below, Preparing):
            dice = s.seats_of[frame.seat].dice
            _need(frame.seat == below.seat, f"{key}.seat", "another seat is rolling")
            _need(dice is not None and frame.n == dice["exhausted"], f"{key}.n", "exhausted dice are rolled")
    else:
        _need(frame.n == 1, f"{key}.n", "one die")


def _attack(s: Situation, frame: Attack, key: str) -> None:
    _need(bool(frame.attackers), f"{key}.attackers", "somebody attacks")
    _need(len(set(frame.attackers)) == len(frame.attackers) <= 30, f"{key}.attackers", "each once")
    home = CHIMERA if frame.by == "chimera" else frame.side
    for ref in frame.attackers:
        _unit(s, ref, frame.side, f"{key}.attackers")
        body = s.body(ref)
        _need(body is None or body.home == home, f"{key}.attackers", f"{shown(ref)} is on the other side")
    opposite = frame.side if frame.by == "chimera" else CHIMERA
    if frame.target != opposite:
        _unit(s, frame.target, frame.side, f"{key}.target")
    _need(len(frame.guards) <= len(frame.attackers), f"{key}.guards", "one for each attacker at most")
    for where, ref in (*(("guards", ref) for ref in frame.guards), ("foe", frame.foe), ("block", frame.block)):
        if ref and ref != opposite:
            _unit(s, ref, frame.side, f"{key}.{where}")
    early = frame.step in ("declare", "defend")
    _need(early or len(frame.guards) == len(frame.attackers), f"{key}.guards", "by then each is answered")
    _need(frame.now <= len(frame.attackers), f"{key}.now", "there are not so many attackers")
    _need(frame.step not in ("damage", "counter") or frame.now < len(frame.attackers), f"{key}.now", "nobody is left")


def _unit(s: Situation, ref: str, side: str, key: str) -> None:
    """A unit of that pair of battlefields, or one that is gone by now."""
    body = s.known(ref)
    if body is None:
        _need(ref[:1] in ("a", "u") and ref[1:].isdecimal(), key, f"{shown(ref)} is no unit")
        return
    _need(body.kind in ("aspect", "unit") and body.up, key, f"{shown(ref)} is no unit in play")
    _need(body.side == side, key, f"{shown(ref)} is on another battlefield")


def _ask(s: Situation, frame: Ask, key: str) -> None:
    _need(len(set(frame.options)) == len(frame.options), f"{key}.options", "each once")
    below = s.stack[s.stack.index(frame) - 1]
    if isinstance(below, Attack):
        _need(frame.seat == below.side, f"{key}.seat", "the attacked player answers")
        steps = {"block": "defend", "guard": "defend", "counter": "fight"}
        _need(steps.get(frame.kind) == below.step, f"{key}.kind", "that is not what an attack asks here")
        if frame.kind == "counter":
            _need(set(frame.options) <= {"yes", "no"}, f"{key}.options", "yes or no")
            _need(below.now < len(below.attackers), f"{key}", "nobody is left to counter")
            return
        _need(len(below.guards) < len(below.attackers), key, "all are answered")
        for option in frame.options:
            body = s.body(option)
            own = body is not None and body.side == below.side and body.home == below.side
            fits = option == "no" or own or (body is None and option[:1] == "u" and option[1:].isdecimal())
            _need(fits, f"{key}.options", f"{shown(option)} can neither block nor guard")
        return
    assert isinstance(below, Resolving)
    _need(frame.seat == below.side, f"{key}.seat", "the opposing player answers")
