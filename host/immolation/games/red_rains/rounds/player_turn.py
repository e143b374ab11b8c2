"""Turn of a player: attacks, the sample deck, side actions, passing (RR-TURN-11, RR-MISC-05)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from ...contract import Action, Refusal
from ...engine import UNHEARD, report
from ...engine.wording import listed
from ...house_rules import shown
from ..actions import AttackWith, Effect, EndTurn, Enter, Meditate, Pass, Play
from ..battle import chimera_defence, damage
from ..cards import sample_deck
from ..chimera import battlefield, rage_dice
from ..effects import targeting
from ..facts.card_in_play import CHIMERA, CardInPlay, Seat, named
from ..facts.situation import Log, Situation
from ..frames import Attack, PlayerTurn
from . import side_actions
from .dice_payment import forbidden, payable, spend

SUBSETS = 4
"""Up to so many able units every way to attack is listed; beyond it single units and all together, others declared."""


# --- attacks ---------------------------------------------------------------------------------------------


def able(s: Situation, seat: Seat) -> list[CardInPlay]:
    """The player's units that can attack, left to right."""
    return [unit for unit in seat.units if not unit.exhaustion and targeting.can_attack(s, unit)]


def attacks(s: Situation, seat: Seat) -> Iterator[AttackWith]:
    """Attacks worth a button."""
    units = [unit.ref for unit in able(s, seat)]
    if not units:
        return
    sizes = range(1, len(units) + 1) if len(units) <= SUBSETS else (1, len(units))
    for target in targeting.players_targets(s, seat.ref):
        for size in sizes:
            for chosen in combinations(units, size):
                yield AttackWith(seat.ref, chosen, target.ref)


def check_attack(s: Situation, frame: PlayerTurn, action: AttackWith) -> Refusal | None:
    """Unexhausted own units against something on the battlefield opposite (RR-BTL-06)."""
    if not frame.main:
        return Refusal("TABLE", "The main action of this turn is done.")
    seat = s.seats_of[frame.seat]
    if len(set(action.units)) < len(action.units):
        return Refusal("RR-BTL-06", "A unit attacks only once in an attack.")
    own = {unit.ref: unit for unit in seat.units}
    for ref in action.units:
        unit = own.get(ref)
        if unit is None:
            return Refusal("TABLE", f"{seat.name} has no such unit.")
        if not targeting.can_attack(s, unit):
            return Refusal("RR-TURN-09", f"{named(unit)} is exhausted or may not attack.")
    target = s.body(action.target)
    if target is None or (target.kind != "chimera" and (target.home != CHIMERA or target.side != seat.ref)):
        return Refusal("TABLE", f"{shown(action.target)} is nothing that {named(seat)} can attack.")
    if not target.up:
        return Refusal("RR-BASE-05", "A face-down aspect is not in play and cannot be attacked.")
    if target.kind != "chimera" and not targeting.may_choose(s, target, "attack"):
        return Refusal("RR-TGT-01", f"{named(target)} cannot be attacked now.")
    trusted = s.settings.players == "printed"
    first = own[action.units[0]]
    if action.forced and not trusted:
        return Refusal("RR-LAW-04", "Nothing in the sample deck forces a block but its keyword.")
    if action.block:
        if action.target != CHIMERA:
            return Refusal("RR-LAW-05", "Only an attack on the Chimera is blocked.")
        if not trusted and "chooses_blocker" not in first.keywords:
            return Refusal("RR-LAW-05", f"{named(first)} may not choose its blocker.")
        made = _attack(action, seat)
        if s.body(action.block) not in chimera_defence.eligible(s, made, first, [], False):
            return Refusal("RR-LAW-05", f"{shown(action.block)} cannot block {named(first)}.")
    return None


def _attack(action: AttackWith, seat: Seat) -> Attack:
    chosen = action.units
    if len(chosen) > 1:
        order = {unit.ref: place for place, unit in enumerate(seat.units)}
        chosen = tuple(sorted(chosen, key=lambda ref: order[ref]))
    if action.block:  # the one who names a blocker comes first
        chosen = (action.units[0], *(ref for ref in chosen if ref != action.units[0]))
    return Attack(
        side=seat.ref,  # type: ignore[arg-type]
        by="player",
        attackers=chosen,
        target=action.target,
        block=action.block,
        forced=action.forced,
    )


def do_attack(s: Situation, frame: PlayerTurn, action: AttackWith, log: Log) -> None:
    """All attackers are declared at once (RR-BTL-06)."""
    seat = s.seats_of[frame.seat]
    made = _attack(action, seat)
    if log is not UNHEARD:
        names = listed([named(s.in_play(ref)) for ref in made.attackers])
        verb = "attacks" if len(made.attackers) == 1 else "attack"
        text = f"{names} {verb} {named(s.in_play(action.target))}."
        report(log, "attack", "RR-BTL-06", text, attackers=list(made.attackers), target=action.target, side=seat.ref)
    s.stack[-1] = replace(frame, main=False)
    s.queue(made)


# --- the sample deck -------------------------------------------------------------------------------------


def playable(s: Situation, seat: Seat) -> Iterator[Play]:
    """Units of the sample deck that can be paid for and find room; `check_play` takes one that finds none, too."""
    for name in sorted(affordable(s, seat)):
        yield Play(seat.ref, name)


def affordable(s: Situation, seat: Seat) -> list[str]:
    """Return the names of the units that `playable` offers."""
    if seat.cards is None or seat.dice is None or len(seat.units) >= seat.battlefield:
        return []
    have = payable(s, seat)
    return [name for name, copies in seat.cards.items() if copies and sample_deck.DECK[name].cost <= have]


def check_play(s: Situation, frame: PlayerTurn, action: Play) -> Refusal | None:
    """A copy left, dice enough."""
    if not frame.main:
        return Refusal("TABLE", "The main action of this turn is done.")
    seat = s.seats_of[frame.seat]
    if seat.cards is None or seat.dice is None:
        return Refusal("TABLE", "Units of printed cards are declared with 'enter'.")
    if not seat.cards.get(action.card):
        return Refusal("TABLE", f"No copy of {shown(action.card)} is left.")
    cost, have = sample_deck.DECK[action.card].cost, payable(s, seat)
    if cost > have:
        return Refusal("TABLE", f"{action.card} costs {cost} dice, and {have} can be spent.")
    return None


def do_play(s: Situation, frame: PlayerTurn, action: Play, log: Log) -> None:
    """The unit comes into play at the right end, or onto a full battlefield and is discarded (RR-MISC-01)."""
    seat = s.seats_of[frame.seat]
    assert seat.cards is not None
    unit = sample_deck.DECK[action.card]
    spend(seat, unit.cost, basic=forbidden(s, seat.ref, "no_basic_dice") is None)
    seat.cards[action.card] -= 1
    body = CardInPlay(kind="unit", ref=s.new_ref("u"), side=seat.ref, owner=seat.ref, home=seat.ref)
    body.name, body.attack, body.life, body.recover = unit.name, unit.attack, unit.life, unit.recover
    body.keywords = dict(unit.keywords)
    s.stack[-1] = replace(frame, main=False)
    if not battlefield.has_room(s, body):
        damage.discard_without_room(s, body, log)
        return
    s.enter(body)
    if log is not UNHEARD:
        text = f"{named(seat)} plays {unit.name}: attack {unit.attack}, life {unit.life}."
        report(log, "entered", "TABLE", text, card=body.ref, name=body.name, seat=seat.ref)


# --- the end of a turn -----------------------------------------------------------------------------------


def check_pass(s: Situation, frame: PlayerTurn, action: Pass) -> Refusal | None:
    """Passing stands in the place of the main action."""
    return None if frame.main else Refusal("TABLE", "The main action is done: end the turn instead.")


def do_pass(s: Situation, frame: PlayerTurn, action: Pass, log: Log) -> None:
    """Pass; the rains do not wait: with an aspect face down opposite, a rage die is raised (RR-RAGE-05)."""
    seat = s.seats_of[frame.seat]
    if log is not UNHEARD:
        report(log, "passed", "RR-TURN-11", f"{named(seat)} passes.", seat=seat.ref)
    s.stack[-1] = replace(frame, main=False, side=False, passed=True)
    if s.settings.rules.rains_do_not_wait and seat.faces_hidden and rage_dice.basic_dice(s):
        text = "The rains do not wait: an aspect is face down, and a rage die is raised."
        report(log, "rains", "RR-RAGE-05", text, seat=seat.ref)
        rage_dice.raise_one(s, log)


def check_end_turn(s: Situation, frame: PlayerTurn, action: EndTurn) -> Refusal | None:
    """With printed cards at any time, with the sample deck once the main action is done."""
    if frame.main and s.settings.players != "printed":
        return Refusal("TABLE", "Take the main action, or pass.")
    return None


def do_end_turn(s: Situation, frame: PlayerTurn, action: EndTurn, log: Log) -> None:
    """The turn is over; it was no pass."""
    s.stack[-1] = replace(frame, main=False, side=False)
    name = named(s.seats_of[frame.seat])
    report(log, "turn-ends", "RR-TURN-11", f"{name} ends the turn.", seat=frame.seat)


def tokens_moved(seat: Seat) -> Iterator[Action]:
    """The quick form for printed cards: a plain unit enters, a unit leaves; also by a token on the board."""
    yield Enter(seat.ref)
    for unit in seat.units:
        yield Effect(seat.ref, "discard", unit.ref, source="ability")


def has_side_action(s: Situation, frame: PlayerTurn) -> bool:
    """Whether a seat of the sample deck can do anything more than end its turn."""
    seat = s.seats_of[frame.seat]
    return frame.side and (bool(side_actions.bolted(s, seat)) or any(True for _ in side_actions.shakes(s, seat)))


def turn_actions(s: Situation, frame: PlayerTurn) -> list[Action]:
    """Everything listed for the seat whose turn it is."""
    seat = s.seats_of[frame.seat]
    found: list[Action] = []
    if frame.main:
        found += attacks(s, seat)
        found += playable(s, seat)
        found.append(Pass(frame.seat))
    if frame.side:
        found += side_actions.bolts(s, seat)
        found += side_actions.shakes(s, seat)
        if seat.dice is not None and seat.cards is None:
            found.append(Meditate(frame.seat, 1))
    if s.settings.players == "printed":
        found += tokens_moved(seat)
    if not frame.main or s.settings.players == "printed":
        found.append(EndTurn(frame.seat))
    return found
