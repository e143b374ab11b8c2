"""The Chimera's turn: its status step, then one of Roll, Attack or Pass (RR-TURN-01 to RR-TURN-10)."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine import UNHEARD, report
from ..battle import attack, damage, lasting, stats, triggers
from ..effects import targeting
from ..effects.effect_context import resolve
from ..facts.card_in_play import CardInPlay, named
from ..facts.situation import Log, Situation
from ..frames import ChimeraTurn
from ..rounds.rounds import count_pass, end_turn_effects
from . import rage_dice, red_rains_tokens


def step_chimera_turn(s: Situation, frame: ChimeraTurn, log: Log) -> None:
    """First the status step, then one of Roll, Attack or Pass (RR-TURN-01)."""
    if frame.step == "status":
        _status(s, frame, log)
    elif frame.step == "mode":
        _mode(s, frame, log)
    elif frame.step == "behaviour":
        if frame.answers:
            _rage_rolled(s, int(frame.answers[0]), log)
        s.stack[-1] = replace(frame, step="row", answers=())
        if s.settings.uninterrupted and not s.due:
            s.ask_dice("behaviour", "RR-TURN-06")
    elif frame.step == "row":
        if not frame.answers:
            s.ask_dice("behaviour", "RR-TURN-06")
            return
        s.stack[-1] = replace(frame, step="end", answers=())
        _row(s, frame.side, int(frame.answers[0]), log)
    else:
        s.pop()
        count_pass(s, frame.mode == "pass")
        triggers.trigger_all(s, frame.side, "turn_end")
        end_turn_effects(s, log, chimera=True, side=frame.side)


def _status(s: Situation, frame: ChimeraTurn, log: Log) -> None:
    """Status abilities, from left to right, each aspect once (RR-TURN-02)."""
    rules = s.settings.rules
    if rules.status_order == "snapshot" and frame.left is None:
        frame = replace(frame, left=tuple(body.ref for body in s.seats_of[frame.side].facing if body.up))
        s.stack[-1] = frame
    field = s.seats_of[frame.side].facing
    start = 0
    if frame.visited:
        for slot, body in enumerate(field, 1):
            if body.ref in frame.visited:
                start = slot
    untouched = rules.status_no_token == "skip"
    for slot, body in enumerate(field[start:], start):  # the walk never goes back to the left
        if not body.status and untouched:
            continue
        if frame.left is not None and body.ref not in frame.left:
            continue
        if not body.up or body.card is None or not body.card.status:
            continue
        if rules.status_exhausted == "skip" and stats.exhausted(s, body):
            continue
        passed = tuple(each.ref for each in field[start : slot + 1])
        s.stack[-1] = replace(frame, visited=(*frame.visited, *passed))
        use_status(s, body, log, "RR-TURN-02")
        return
    if not s.settings.uninterrupted:
        s.stack[-1] = replace(frame, step="mode", visited=(), left=None)
        return
    if frame.visited or frame.left is not None:
        frame = replace(frame, visited=(), left=None)
    _mode(s, frame, log)


def use_status(s: Situation, body: CardInPlay, log: Log, rule: str) -> None:
    """An aspect takes a status token off (RR-TURN-17) and resolves its status ability; what is for the last token only
    then."""
    assert body.card is not None
    card = body.card.id
    if card in s.pack.takes_token and s.settings.rules.status_token_use == "one_each":
        damage.remove_status_tokens(s, body, 1, log, "RR-TURN-17")
    last = body.status == 0
    report(log, "status", rule, f"The status ability of {body.name} resolves.", card=body.ref, left=body.status)
    resolve(s, s.pack.status[card, last], body.side, nature="status", rule=rule, source=body.ref)


def _mode(s: Situation, frame: ChimeraTurn, log: Log) -> None:
    """Roll, Attack or Pass, judged from the board as it stands after the status step (RR-TURN-03)."""
    side = frame.side
    if s.settings.rules.must_attack == "replaces_mode":
        for body in s.seats_of[side].facing:
            words = body.keywords or body.lasting or body.given
            if words and body.has("must_attack") and targeting.can_attack(s, body):
                report(log, "mode", "RR-TURN-14", f"{named(body)} must attack.", mode="attack", side=side)
                s.stack[-1] = replace(frame, step="end", mode="attack")
                s.queue(attack.declare_attacker(s, body, log))
                return
    if side in s.stuck:
        report(log, "mode", "RR-TURN-11", "The Chimera has passed for this phase.", mode="pass", side=side)
        s.stack[-1] = replace(frame, step="end", mode="pass")
        return
    if s.seats_of[side].faces_hidden:
        report(log, "mode", "RR-TURN-04", "An aspect is face down: the Chimera rolls.", mode="roll", side=side)
        s.stack[-1] = replace(frame, step="behaviour", mode="roll", answers=())
        if rage_dice.basic_dice(s) or s.settings.rules.no_basic_rage_die == "roll_any":
            s.ask_dice("rage", "RR-TURN-05")
        else:
            report(log, "no-rage-roll", "RR-RAGE-02", "No rage die shows basic: none is rolled.", power=s.rage)
        return
    for body in s.seats_of[side].facing:
        if targeting.can_attack(s, body):
            text = "No aspect is face down: the leftmost unit that can attack does."
            report(log, "mode", ("RR-TURN-08", "RR-TURN-09"), text, mode="attack", side=side)
            s.stack[-1] = replace(frame, step="end", mode="attack")
            s.queue(attack.declare_attacker(s, body, log))
            return
    report(log, "mode", "RR-TURN-10", "No aspect is face down, and none can attack: the Chimera passes.",
           mode="pass", side=side)  # fmt: skip
    s.stack[-1] = replace(frame, step="end", mode="pass")
    if s.settings.rules.pass_sticky:
        s.stuck = (*s.stuck, side)


def _rage_rolled(s: Situation, power: int, log: Log) -> None:
    """The rage die of a Roll fell (RR-RAGE-02)."""
    if not rage_dice.basic_dice(s):  # a die at power was rolled, as the option allows
        s.rage -= 1 - power
        report(log, "rage-rolled", "RR-RAGE-02", f"The rage die shows {'power' if power else 'basic'}.", power=s.rage)
        return
    if log is not UNHEARD:
        text = f"The rage die shows {'power' if power else 'basic'}."
        report(log, "rage-rolled", ("RR-TURN-05", "RR-RAGE-02"), text, power=s.rage + power)
    rage_dice.turn_to_power(s, power, log)


def _row(s: Situation, side: str, face: int, log: Log) -> None:
    """Every action of the row, the side actions first unless the row says otherwise (RR-TURN-06)."""
    row = s.pack.rows[s.phase, face]
    if log is not UNHEARD:
        phase = red_rains_tokens.PHASES[s.phase]
        text = f"The behaviour die shows {face}: {named(s.chimera)} follows its row of phase {phase}. "
        text += s.pack.words.row[s.phase, face]
        report(log, "behaviour", "RR-TURN-06", text, face=face, phase=s.phase, side=side)
    parts = ["main", "side"] if row.order == "main_first" else ["side", "main"]
    for part in parts:
        if part == "main":
            resolve(s, row.main, side, nature="main", rule="RR-TURN-06")
        elif row.side and side_action_stopped(s, side):
            text = "The side action of the row is stopped; its main actions are carried out all the same."
            report(log, "side-stopped", ("RR-TURN-15", "RR-TURN-07"), text, face=face)
        else:
            resolve(s, row.side, side, nature="side", rule="RR-TURN-07")


def side_action_stopped(s: Situation, side: str) -> bool:
    """Tell whether the side action of a row is stopped, or as a dice power is (RR-TURN-15, RR-TURN-07)."""
    if lasting.hindered(s, "no_dice_power", side):
        return True
    both = s.settings.rules.side_action_nature == "side_action_and_dice_power"
    return both and lasting.hindered(s, "no_side_action", side)
