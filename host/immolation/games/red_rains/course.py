"""The course of a game: rounds, whose turn it is, the Chimera's turn, the recovery phase."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from . import attack, battlefield, harm, piles, rage, stats, targeting, tokens
from .frames import Adding, ChimeraTurn, EndOfRound, Over, PlacingTokens, PlayerTurn, Preparing, Roll, Round
from .harm import named
from .records import LEVELS, Level
from .resolving import resolve
from .table import CHIMERA, Body, Log, Situation, report

LAST_STAGE = 3
"""Levels of a campaign."""


def turns(s: Situation) -> tuple[tuple[str, str], ...]:
    """Whose turns follow each other: (``player`` or ``chimera``, seat), the first player token first.

    The Chimera takes one turn against each player, the first player's side first (RR-TURN-12).
    """
    return _in_turn(tuple(tokens.order(s)), s.first == "players")


@cache
def _in_turn(seats: tuple[str, ...], players_first: bool) -> tuple[tuple[str, str], ...]:
    players = tuple(("player", seat) for seat in seats)
    chimera = tuple((CHIMERA, seat) for seat in seats)
    return players + chimera if players_first else chimera + players


def after(s: Situation, turn: PlayerTurn | ChimeraTurn) -> int:
    """Whose turn follows this one: a place in `turns`."""
    order = turns(s)
    now = ("player", turn.seat) if isinstance(turn, PlayerTurn) else (CHIMERA, turn.side)
    return (order.index(now) + 1) % len(order)


def step_round(s: Situation, frame: Round, log: Log) -> None:
    """What comes next in a round."""
    if frame.phase == "setup":
        _setup(s, frame, log)
    elif frame.phase == "prepare":
        _prepare(s, frame, log)
    elif frame.phase == "turns":
        _turns(s, frame, log)
    elif frame.phase == "recovery":
        _recovery(s, frame, log)
    else:
        _end(s, frame, log)


def _setup(s: Situation, frame: Round, log: Log) -> None:
    """The first aspects lie face down, left to right; only their backs are seen."""
    sides = list(s.seats_of)
    if frame.next >= len(sides):
        s.put(Round(phase="prepare"))
        return
    side = sides[frame.next]
    anything = 0
    for blood in s.pack.setup(level_now(s)):
        if not blood:
            anything += 1
            continue
        body = Body(s.new_ref("a"), "aspect", side, CHIMERA, CHIMERA)
        body.up = False
        body.blood = blood
        s.fields[side].append(body)
    text = f"{named(s.chimera)} faces {named(s.seats_of[side].body)} with {len(s.fields[side]) + anything} aspects."
    report(log, "setup", ("RR-BASE-05",), text, side=side)
    if anything:
        s.later(Adding(side=side, n=anything))  # type: ignore[arg-type]
    s.put(replace(frame, next=frame.next + 1))


def level_now(s: Situation) -> Level:
    """The level in play: the campaign climbs from the one it began at."""
    return LEVELS[(3 if s.settings.level[0] == "H" else 0) + s.stage - 1]


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
        s.put(replace(frame, next=frame.next + 1))
        if seat.dice is not None and seat.dice["exhausted"] and seat.cards is not None:
            s.later(Preparing(seat=seat.name))  # type: ignore[arg-type]
        return
    s.put(Round(phase="turns"))


def _guards_back(s: Situation) -> None:
    """Phoenixborn may guard again (RR-GRD-08)."""
    for seat in s.seats_of.values():
        seat.guard_used = False


def step_preparing(s: Situation, frame: Preparing, log: Log) -> None:
    """A seat of the sample deck rolls its exhausted dice."""
    dice = s.seats_of[frame.seat].dice
    assert dice is not None
    if not frame.answers:
        s.push(Roll(kind="dice", n=dice["exhausted"], seat=frame.seat, rule="RR-BASE-06"))
        return
    power, classes = (int(part) for part in str(frame.answers[0]).split())
    basic = dice["exhausted"] - power - classes
    dice["power"] += power
    dice["class"] += classes
    dice["basic"] += basic
    dice["exhausted"] = 0
    s.pop()
    text = f"{named(s.seats_of[frame.seat].body)} rolls {power} power, {classes} class, {basic} basic."
    n = power + classes + basic
    report(log, "dice-rolled", "RR-BASE-06", text, seat=frame.seat, dice=n, power=power, classes=classes)


def _turns(s: Situation, frame: Round, log: Log) -> None:
    """The next turn, unless all have passed one after another (RR-TURN-11)."""
    order = turns(s)
    if s.passes >= len(order):
        report(log, "turns-over", "RR-TURN-11", "All have passed one after another: the recovery phase begins.")
        if s.settings.rules.guard_reset == "recovery_phase":
            _guards_back(s)
        s.put(Round(phase="recovery"))
        return
    who, seat = order[frame.next % len(order)]
    s.put(replace(frame, next=(frame.next + 1) % len(order)))
    name = named(s.seats_of[seat].body)
    if who == "player":
        report(log, "turn-begins", "RR-TURN-11", f"It is the turn of {name}.", seat=seat)
        s.later(PlayerTurn(seat=seat))  # type: ignore[arg-type]
    else:
        text = f"{named(s.chimera)} takes its turn against {name}."
        report(log, "chimera-turn", "RR-TURN-01", text, side=seat)
        s.later(ChimeraTurn(side=seat))  # type: ignore[arg-type]


# --- a player's turn ends --------------------------------------------------------------------------------


def step_player_turn(s: Situation, frame: PlayerTurn, log: Log) -> None:
    """A turn whose actions are done ends."""
    s.pop()
    if frame.passed:
        s.passes += 1
    else:
        s.passes = 0
    seat = s.seats_of[frame.seat]
    for body in (*seat.units, seat.body):
        harm.trigger(s, body, "turn_end")
    _forget(s, log, chimera=False)


def _forget(s: Situation, log: Log, chimera: bool) -> None:
    """What was given until the end of the turn is over; what binds the Chimera lasts until its own turn's end."""
    for body in s.aside:
        if body.kind == "aspect" and body.card is not None and body.card.id in s.pack.aspects:
            text = f"{body.name} has not returned and is discarded."
            report(log, "left", "RR-MISC-04", text, card=body.ref)
            piles.discarded(s, body.card.id, log)
    s.aside = []
    for body in (*s.units(), s.chimera, *(seat.body for seat in s.seats_of.values())):
        if body.lasting:
            if chimera:
                body.lasting = {}
            else:
                body.lasting = {word: n for word, n in body.lasting.items() if word in BINDING}


BINDING = ("must_attack", "cannot_attack", "no_side_action", "no_dice_power", "cannot_guard")
"""What a player lays on the Chimera for its next turn."""


# --- the Chimera's turn ----------------------------------------------------------------------------------


def step_chimera_turn(s: Situation, frame: ChimeraTurn, log: Log) -> None:
    """First the status step, then one of Roll, Attack or Pass (RR-TURN-01)."""
    if frame.step == "status":
        _status(s, frame, log)
    elif frame.step == "mode":
        _mode(s, frame, log)
    elif frame.step == "behaviour":
        if frame.answers:
            _rage_rolled(s, int(frame.answers[0]), log)
        s.put(replace(frame, step="row", answers=()))
    elif frame.step == "row":
        if not frame.answers:
            s.push(Roll(kind="behaviour", rule="RR-TURN-06"))
            return
        s.put(replace(frame, step="end", answers=()))
        _row(s, frame.side, int(frame.answers[0]), log)
    else:
        s.pop()
        s.passes = s.passes + 1 if frame.mode == "pass" else 0
        for body in list(s.fields[frame.side]):
            harm.trigger(s, body, "turn_end")
        _forget(s, log, chimera=True)


def _status(s: Situation, frame: ChimeraTurn, log: Log) -> None:
    """Status abilities, from left to right, each aspect once (RR-TURN-02)."""
    rules = s.settings.rules
    if rules.status_order == "snapshot" and frame.left is None:
        frame = replace(frame, left=tuple(body.ref for body in s.fields[frame.side] if body.up))
        s.put(frame)
    field = s.fields[frame.side]
    start = max((slot for slot, body in enumerate(field) if body.ref in frame.visited), default=-1) + 1
    for slot, body in enumerate(field[start:], start):  # the walk never goes back to the left
        if frame.left is not None and body.ref not in frame.left:
            continue
        if not body.up or body.card is None or not body.card.status:
            continue
        if rules.status_exhausted == "skip" and stats.exhausted(s, body):
            continue
        if not body.status and rules.status_no_token == "skip":
            continue
        passed = tuple(each.ref for each in field[start : slot + 1])
        s.put(replace(frame, visited=(*frame.visited, *passed)))
        use_status(s, body, log, "RR-TURN-02")
        return
    s.put(replace(frame, step="mode", visited=(), left=None))


def use_status(s: Situation, body: Body, log: Log, rule: str) -> None:
    """An aspect takes a status token off and resolves its status ability; what is for the last token only then."""
    from .effect import Effects

    assert body.card is not None
    steps = body.card.status.steps
    if not any(step.__struct_config__.tag == "remove_status" for step in steps):
        harm.take_status(s, body, 1, log, rule)
    last = body.status == 0
    report(log, "status", rule, f"The status ability of {body.name} resolves.", card=body.ref, left=body.status)
    chosen = Effects([step for step in steps if step.when == "each" or last])
    resolve(s, chosen, body.side, nature="status", rule=rule, source=body.ref)


def _mode(s: Situation, frame: ChimeraTurn, log: Log) -> None:
    """Roll, Attack or Pass, judged from the board as it stands after the status step (RR-TURN-03)."""
    side = frame.side
    if s.settings.rules.must_attack == "replaces_mode":
        for body in targeting.attackers(s, side):
            if "must_attack" in body.lasting or "must_attack" in body.keywords:
                report(log, "mode", "RR-TURN-14", f"{named(body)} must attack.", mode="attack", side=side)
                s.put(replace(frame, step="end", mode="attack"))
                s.later(attack.declared(s, body, log))
                return
    if side in s.stuck:
        report(log, "mode", "RR-TURN-11", "The Chimera has passed for this phase.", mode="pass", side=side)
        s.put(replace(frame, step="end", mode="pass"))
        return
    if any(not body.up for body in s.fields[side]):
        report(log, "mode", "RR-TURN-04", "An aspect is face down: the Chimera rolls.", mode="roll", side=side)
        s.put(replace(frame, step="behaviour", mode="roll", answers=()))
        if rage.basic(s) or s.settings.rules.no_basic_rage_die == "roll_any":
            s.push(Roll(kind="rage", n=1, rule="RR-TURN-05"))
        else:
            report(log, "no-rage-roll", "RR-RAGE-02", "No rage die shows basic: none is rolled.", power=s.rage)
        return
    able = targeting.attackers(s, side)
    if able:
        text = "No aspect is face down: the leftmost unit that can attack does."
        report(log, "mode", ("RR-TURN-08", "RR-TURN-09"), text, mode="attack", side=side)
        s.put(replace(frame, step="end", mode="attack"))
        s.later(attack.declared(s, able[0], log))
        return
    report(log, "mode", "RR-TURN-10", "No aspect is face down, and none can attack: the Chimera passes.",
           mode="pass", side=side)  # fmt: skip
    s.put(replace(frame, step="end", mode="pass"))
    if s.settings.rules.pass_sticky:
        s.stuck = (*s.stuck, side)


def _rage_rolled(s: Situation, power: int, log: Log) -> None:
    """The rage die of a Roll fell (RR-RAGE-02)."""
    if not rage.basic(s):  # a die at power was rolled, as the option allows
        s.rage -= 1 - power
        report(log, "rage-rolled", "RR-RAGE-02", f"The rage die shows {'power' if power else 'basic'}.", power=s.rage)
        return
    text = f"The rage die shows {'power' if power else 'basic'}."
    report(log, "rage-rolled", ("RR-TURN-05", "RR-RAGE-02"), text, power=s.rage + power)
    rage.turned(s, power, log)


def _row(s: Situation, side: str, face: int, log: Log) -> None:
    """Every action of the row, the side actions first unless the row says otherwise (RR-TURN-06)."""
    row = s.pack.rows[s.phase, face]
    text = f"The behaviour die shows {face}: {named(s.chimera)} follows its row of phase {tokens.PHASES[s.phase]}. "
    text += s.pack.words.row[s.phase, face]
    report(log, "behaviour", "RR-TURN-06", text, face=face, phase=s.phase, side=side)
    parts = ["main", "side"] if row.order == "main_first" else ["side", "main"]
    for part in parts:
        if part == "main":
            resolve(s, row.main, side, nature="main", rule="RR-TURN-06")
        elif row.side and side_action_stopped(s):
            text = "The side action of the row is stopped; its main actions are carried out all the same."
            report(log, "side-stopped", ("RR-TURN-15", "RR-TURN-07"), text, face=face)
        else:
            resolve(s, row.side, side, nature="side", rule="RR-TURN-07")


def side_action_stopped(s: Situation) -> bool:
    """What takes side actions away, or stops dice powers, stops the side action of a row (RR-TURN-15, RR-TURN-07)."""
    if "no_dice_power" in s.chimera.lasting:
        return True
    both = s.settings.rules.side_action_nature == "side_action_and_dice_power"
    return both and "no_side_action" in s.chimera.lasting


# --- recovery --------------------------------------------------------------------------------------------


def _recovery(s: Situation, frame: Round, log: Log) -> None:
    """The recovery phase in its order (RR-BASE-06)."""
    order = s.settings.rules.recovery_order
    if frame.next >= len(order):
        s.put(Round(phase="end"))
        return
    s.put(replace(frame, next=frame.next + 1))
    RECOVERY[order[frame.next]](s, log)


def _wounds(s: Situation, log: Log) -> None:
    for body in list(s.units()):
        if body.up:
            harm.heal(s, body, stats.recover(s, body), log, "RR-BASE-06")


def _remove_tokens(s: Situation, log: Log) -> None:
    """As many Red Rains tokens go as exhaustion tokens lie on the Chimera and its Ultimate card (RR-TOK-07)."""
    if s.settings.rules.recovery_token_removal == "none":
        return
    taken = min(s.red_rains, s.chimera.exhaustion + s.ultimate_exhaustion)
    if taken:
        s.red_rains -= taken
        text = f"{taken} Red Rains tokens leave the exhausted Chimera: {s.red_rains} left."
        report(log, "red-rains-removed", "RR-TOK-07", text, removed=taken, tokens=s.red_rains)


def _exhaustion(s: Situation, log: Log) -> None:
    for body in (*s.units(), *(seat.body for seat in s.seats_of.values()), s.chimera):
        if body.up:
            harm.ready(s, body, 1, log, "RR-BASE-06")
    if s.ultimate_exhaustion:
        s.ultimate_exhaustion -= 1
        report(log, "readied", "RR-BASE-06", "1 exhaustion token leaves the Ultimate card.", card="ultimate", tokens=1)


def _dice(s: Situation, log: Log) -> None:
    """Dice on cards exhaust; those of the sample deck all do."""
    for body in [*s.units(), *(seat.body for seat in s.seats_of.values()), s.chimera]:
        harm.dice_home(s, body, log, "RR-BASE-06")
    for seat in s.seats_of.values():
        if seat.dice is not None and seat.cards is not None:
            seat.dice = {"power": 0, "class": 0, "basic": 0, "exhausted": sum(seat.dice.values())}


def _replenish(s: Situation, log: Log) -> None:
    """Aspects are added face down up to the threat value; units that are none take no place (RR-LAW-17)."""
    threat = s.pack.threat(level_now(s))
    for side in tokens.order(s):
        there = sum(1 for body in s.fields[side] if body.kind == "aspect")
        n = threat - there if s.settings.rules.replenish == "threat_minus_aspects" else threat
        if n > 0:
            s.later(Adding(side=side, n=n))  # type: ignore[arg-type]


def _tokens(s: Situation, log: Log) -> None:
    """Red Rains tokens for face-up aspects (RR-TOK-01); units that are none do not count (RR-LAW-16)."""
    aspects = sum(1 for body in s.units() if body.kind == "aspect" and body.up)
    n = aspects * s.settings.rules.recovery_tokens_per_aspect
    if n:
        up = "1 aspect is" if aspects == 1 else f"{aspects} aspects are"
        text = f"{up} face up: {n} Red Rains {'token is' if n == 1 else 'tokens are'} placed."
        report(log, "recovery-tokens", ("RR-TOK-01", "RR-LAW-16"), text, tokens=n)
        s.later(PlacingTokens(n=n))


def _status_tokens(s: Situation, log: Log) -> None:
    for field in s.fields.values():
        for body in field:
            if body.up and body.kind == "aspect":
                battlefield.status_on(s, body, log, "RR-BASE-06")


RECOVERY = {
    "wounds": _wounds,
    "remove_tokens": _remove_tokens,
    "exhaustion": _exhaustion,
    "dice": _dice,
    "replenish": _replenish,
    "tokens": _tokens,
    "status": _status_tokens,
}


# --- the end of a round ----------------------------------------------------------------------------------


def end_order(s: Situation) -> list[str]:
    """Who resolves the effects of the round's end in turn (RR-TIME-04, RR-TIME-05)."""
    seats = tokens.order(s)
    return [*seats, CHIMERA] if s.first == "players" else [CHIMERA, *seats]


def _end(s: Situation, frame: Round, log: Log) -> None:
    """One after another resolves what the round's end brings; then the next round begins."""
    order = end_order(s)
    if frame.next < len(order):
        who = order[frame.next]
        s.put(replace(frame, next=frame.next + 1))
        if who == CHIMERA:
            for side in tokens.order(s):
                harm.trigger_all(s, side, "round_end")
                for body in list(s.fields[side]):
                    if body.kind == "aspect" and body.up and "retreat" in body.keywords:
                        battlefield.turn_down(s, body, log, "RR-TIME-04")
        elif s.settings.windows:
            s.later(EndOfRound(seat=who))  # type: ignore[arg-type]
        return
    _forget(s, log, chimera=True)
    s.round += 1
    if s.round > s.settings.rules.most_rounds:
        reason = f"After {s.settings.rules.most_rounds} rounds the Chimera still stands."
        s.ending = Over(won=False, rule="TABLE", reason=reason)
        return
    s.first = "chimera" if s.first == "players" else "players"
    s.put(Round(phase="prepare"))


def next_stage(s: Situation, log: Log) -> bool:
    """In a campaign the next level follows a win, with fresh piles; False where there is none."""
    if not s.settings.campaign or s.stage >= LAST_STAGE:
        return False
    s.stage += 1
    open_stage(s)
    text = f"The campaign goes on at level {level_now(s)}."
    report(log, "level", "TABLE", text, level=level_now(s))
    return True


def open_stage(s: Situation) -> None:
    """Everything of the Chimera's as at the start of a game; units leave, wounds and tokens go."""
    from . import opening

    opening.lay_out(s)


assert len(LEVELS) == 2 * LAST_STAGE

__all__ = ["piles", "step_chimera_turn", "step_player_turn", "step_preparing", "step_round"]
