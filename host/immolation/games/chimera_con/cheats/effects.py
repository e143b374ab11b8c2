"""Carry out what cheat cards do, verb by verb: whether it is possible, what is asked, what it changes."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace as changed

from ...contract import Action, Outcome
from ...engine import EventLog, report
from ..actions import ChooseCard, ChooseDie, ChoosePart, ChooseSeat, DrawCard, card_drawn
from ..cards.pack import Effect, stone
from ..facts.chimera import PLACES, fits
from ..facts.con_facts import NO_CARD, ConFacts, name_of
from ..frames import OVERLAID, CarryingOut, Resolving
from ..rounds import attack, market, reading, rounds, turn


def effect_of(s: ConFacts, frame: Resolving) -> Effect | None:
    """The effect that is being carried out; None after the last."""
    found = (frame.does,) if isinstance(frame, CarryingOut) else s.pack.cheat(frame.card).effects
    return found[frame.index] if frame.index < len(found) else None


def own_dice(s: ConFacts, seat: str) -> tuple[int, ...]:
    """The dice of a seat that lie on the table and still count."""
    return next((frame.dice_of(seat) for frame in reversed(s.stack) if not isinstance(frame, OVERLAID)), ())


def possible(s: ConFacts, seat: str, effect: Effect) -> bool:
    """True if an effect can do something now; healing and ending a condition always may be tried."""
    _, attacking = attack.under_way(s)
    match effect.do:
        case "reroll_own_die":
            return bool(own_dice(s, seat))
        case "add_attack_dice":
            return attacking is not None and attacking.attack_need < 0 and attacking.seat == seat
        case "remove_attack_dice":
            return attacking is not None and attacking.attack_need < 0
        case "add_defence_dice":
            return attacking is not None and attacking.defence_need < 0 and attacking.target == seat
        case "cancel_attack":
            return attacking is not None and attacking.stage != "petrify" and bool(attacking.target)
        case "reduce_damage":
            return attacking is not None and attacking.stage != "petrify" and bool(attacking.target)
        case "use_other_action":
            return attack.borrows(s, seat)
        case "heal" | "end_condition" | "become_merchant" | "told":
            return True
        case _:
            return bool(choices(s, seat, effect))


def does_something(s: ConFacts, seat: str, effect: Effect) -> bool:
    """True if an effect would change anything now; for its player's eyes, as the own hand counts."""
    player = s.players[seat]
    match effect.do:
        case "heal":
            return player.damage > 0 and not player.negative
        case "end_condition":
            return bool(getattr(player, str(effect.condition)))
        case "become_merchant":
            return seat != s.merchant or s.merchant_turns > 0
        case _:
            return possible(s, seat, effect)


def choices(s: ConFacts, seat: str, effect: Effect) -> list[Action]:
    """Return what its player may answer to an effect; empty where there is nothing to ask or to choose."""
    name, player = seat, s.players[seat]
    match effect.do:
        case "reroll_own_die":
            return [ChooseDie(name, value) for value in sorted(set(own_dice(s, seat)))]
        case "end_petrify":
            return [ChoosePart(name, part) for part, card in zip(PLACES, player.parts, strict=True) if stone(card)]  # type: ignore[arg-type]
        case "steal_random_card":
            held = [other for other in s.living() if s.players[other].creatures or s.players[other].cheats]
            return [ChooseSeat(name, other) for other in held if other != seat]
        case "take_from_market":
            return [ChooseCard(name, card) for card in dict.fromkeys(market.cards(s))]
        case "replace_part":
            return [
                ChooseCard(name, card) for card in dict.fromkeys(player.creatures) if _grafts(s, seat, card, effect)
            ]
        case _:
            return []


def _grafts(s: ConFacts, seat: str, card: str, effect: Effect) -> bool:
    parts = s.players[seat].parts
    old = parts[s.pack.place[card]]
    if old == NO_CARD:  # a graft kept from the round before, until its player has built
        return False
    same = s.pack.creature(old).family == s.pack.creature(card).family
    return (effect.any_family or same) and fits(s, card, parts)


def stolen(s: ConFacts, frame: Resolving) -> tuple[Outcome, ...]:
    """Return what may be drawn at random out of a hand."""
    player = s.players[frame.who]
    return tuple(card_drawn(card, left) for card, left in Counter(player.hand).items())


# --- the course of an effect -----------------------------------------------------------------------------


def settle_effect(s: ConFacts, frame: Resolving, log: EventLog) -> bool:
    """Carry a cheat out, effect by effect; False where its player or chance is asked."""
    effect = effect_of(s, frame)
    if effect is None:
        _finish(s, frame, log)
        return True
    if frame.who:
        return False
    seat = frame.seat
    if not frame.left:
        if not possible(s, seat, effect):
            s.stack[-1] = changed(frame, index=frame.index + 1, left=0)
            return True
        if not choices(s, seat, effect):
            s.stack[-1] = changed(frame, index=frame.index + 1, left=0)
            if effect.do == "told":
                reading.read_aloud(s, seat, frame.card, log)
            else:
                _do_at_once(s, seat, effect, s.pack.title(frame.card), log)
            return True
        times = effect.parts if effect.do == "end_petrify" else effect.n
        s.stack[-1] = changed(frame, left=times)
        return True
    if choices(s, seat, effect):
        return False
    s.stack[-1] = changed(frame, index=frame.index + 1, left=0)
    return True


def _finish(s: ConFacts, frame: Resolving, log: EventLog) -> None:
    """A cheat that worked goes to the Discard Pile, legal or not (CC-CHEAT-04)."""
    s.stack.pop()
    if isinstance(frame, CarryingOut):
        return
    s.put_in_discard(frame.card)
    text = f"{s.pack.title(frame.card)} goes to the Discard Pile."
    report(log, "cheat-used", ("CC-CHEAT-04",), text, seat=frame.seat, card=frame.card)


def _once_less(s: ConFacts, frame: Resolving) -> None:
    """One of the repeats of an effect is done."""
    following = frame.index + (frame.left == 1)
    s.stack[-1] = changed(frame, index=following, left=frame.left - 1, who="")


def _do_at_once(s: ConFacts, seat: str, effect: Effect, title: str, log: EventLog) -> None:
    """Effects that ask nothing."""
    match effect.do:
        case "heal":
            attack.heal(s, seat, effect.n, title, "CC-CHEAT-02", log)
        case "end_condition":
            attack.end_condition(s, seat, str(effect.condition), title, "CC-CHEAT-02", log)
        case "become_merchant":
            rounds.make_merchant(s, seat, ("CC-CHEAT-02",), f"{name_of(seat)} becomes the Merchant.", log)
        case "use_other_action":
            attack.do_borrow(s, seat, log)
        case _:
            _in_attack(s, seat, effect, title, log)


def _in_attack(s: ConFacts, seat: str, effect: Effect, title: str, log: EventLog) -> None:
    place, frame = attack.under_way(s)
    assert frame is not None, "possible only while an attack is under way"
    name = seat
    match effect.do:
        case "cancel_attack":
            attack.cancel(s)
            text = f"{title}: the attack ends without effect."
        case "reduce_damage":
            reduced = {**frame.reduced, name: frame.reduced.get(name, 0) + effect.n}
            s.stack[place] = changed(frame, reduced=reduced)
            if effect.elemental:
                proof = {**frame.reduced_elemental, name: frame.reduced_elemental.get(name, 0) + effect.n}
                s.stack[place] = changed(frame, reduced=reduced, reduced_elemental=proof)
            text = f"{title}: {name_of(seat)} takes {effect.n} less damage."
        case "add_defence_dice":
            s.stack[place] = changed(frame, defence_bonus=frame.defence_bonus + effect.n)
            text = f"{title}: {name_of(seat)} rolls {effect.n} more in defence."
        case "add_attack_dice":
            s.stack[place] = changed(frame, attack_bonus=frame.attack_bonus + effect.n)
            text = f"{title}: {name_of(seat)} rolls {effect.n} more to attack."
        case _:
            s.stack[place] = changed(frame, attack_bonus=frame.attack_bonus - effect.n)
            text = f"{title}: the attacker rolls {effect.n} fewer."
    rule = ("CC-CHEAT-02", "CC-ELEM-01") if effect.do == "reduce_damage" else ("CC-CHEAT-02",)
    report(log, "attack-changed", rule, text, seat=name, effect=effect.do)


# --- answers ---------------------------------------------------------------------------------------------


def do_choose_seat(s: ConFacts, frame: Resolving, action: ChooseSeat, log: EventLog) -> None:
    """Out of whose hand a card is stolen; which one is chance."""
    s.stack[-1] = changed(frame, who=action.who)


def do_steal(s: ConFacts, frame: Resolving, action: DrawCard, log: EventLog) -> None:
    """The card that chance drew changes hands; only the two see which."""
    thief, victim = frame.seat, frame.who
    s.lose(victim, action.card)
    s.give(thief, action.card)
    text = f"{name_of(thief)} takes a card out of the hand of {name_of(victim)}."
    own = {"text": f"{text[:-1]}: {s.pack.title(action.card)}.", "card": action.card}
    secret = {frame.seat: own, frame.who: own}
    kind = "creature" if action.card in s.pack.number else "cheat"
    report(log, "stolen", ("CC-CHEAT-02",), text, secret, seat=frame.seat, of=frame.who, deck=kind)
    _once_less(s, changed(frame, who=""))


def do_choose_card(s: ConFacts, frame: Resolving, action: ChooseCard, log: EventLog) -> None:
    """A card of the Market Pile comes into the hand, or a card of the hand into the Chimera (CC-MKT-02, CC-NEG-02)."""
    seat, effect = action.seat, effect_of(s, frame)
    assert effect is not None
    _once_less(s, frame)
    if effect.do == "take_from_market":
        market.take_out(s, seat, action.card)
        text = f"{name_of(seat)} takes {s.pack.title(action.card)} out of the Market Pile."
        report(log, "taken", ("CC-CHEAT-02", "CC-MKT-02"), text, seat=frame.seat, card=action.card)
        return
    turn.replace(s, seat, action.card, ("CC-CHEAT-02",), log)
    rounds.fall(s, log)


def do_choose_part(s: ConFacts, frame: Resolving, action: ChoosePart, log: EventLog) -> None:
    """A part is turned back to flesh; its lost Health may be the end of the Chimera (CC-HP-02)."""
    _once_less(s, frame)
    attack.end_petrify(s, action.seat, PLACES.index(action.part), "CC-CHEAT-02", log)
    rounds.fall(s, log)


def do_choose_die(s: ConFacts, frame: Resolving, action: ChooseDie, log: EventLog) -> None:
    """Take one die back; chance rolls it again and the new result counts."""
    _once_less(s, frame)
    place = max(place for place, each in enumerate(s.stack) if not isinstance(each, OVERLAID))
    below, name = s.stack[place], action.seat
    text = f"{name_of(name)} rolls a {action.value} again."
    report(log, "rolls-again", ("CC-CHEAT-02",), text, seat=name, value=action.value)
    s.stack[place] = below.rolled_again(name, action.value)
