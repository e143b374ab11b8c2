"""Carry out attacks and other printed actions: declared, rolled die by die, answered; hit, miss, conditions."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...contract import Refusal
from ...engine import EventLog, report
from ...house_rules import shown
from ..actions import Attack, ChoosePart
from ..cards.pack import OPEN_ATTACK, STONE, Ability, flesh, stone
from ..facts.chimera import PLACES, dice_for, synergy, total
from ..facts.con_facts import ConFacts, name_of
from ..frames import ActionStep, Attacking, DiscardStep
from . import reading, rounds

SOURCES: Final = ("open", *PLACES)
"""Where an action may be printed; ``open`` is the Standard Action of every Chimera."""


def ability_of(s: ConFacts, frame: Attacking) -> Ability:
    """Return what is printed on the card that is used; the open Standard Action without one."""
    if not frame.card:
        return OPEN_ATTACK
    ability = s.pack.creature(frame.card).action
    assert ability is not None
    return ability


def under_way(s: ConFacts) -> tuple[int, Attacking | None]:
    """The attack under whatever lies on it, and its place on the stack."""
    found = [(place, frame) for place, frame in enumerate(s.stack) if isinstance(frame, Attacking)]
    return found[-1] if found else (-1, None)


def on_top(s: ConFacts) -> Attacking | None:
    """The attack with nothing in between."""
    top = s.stack[-1]
    return top if isinstance(top, Attacking) else None


def cancel(s: ConFacts) -> None:
    """An attack ends without effect."""
    s.stack[:] = [frame for frame in s.stack if not isinstance(frame, Attacking)]


# --- declaring -------------------------------------------------------------------------------------------


def printed(s: ConFacts, seat: str, part: str, of: str) -> tuple[Ability | None, str]:
    """The ability printed on a part, with its card; petrified parts have none (CC-PETR-02)."""
    if part == "open":
        return (OPEN_ATTACK if s.rules.open_attack and of == seat else None), ""
    card = s.players[of].parts[PLACES.index(part)]
    return (s.pack.ability(card), card) if card else (None, "")


def listed(s: ConFacts, frame: ActionStep, name: str) -> list[Attack]:
    """Every attack and ability that is printed and may aim at somebody (CC-ACT-02); `check_attack` refuses the rest."""
    others = [other for other in s.living() if other != name]
    found: list[Attack] = []
    for of in (name, *(others if frame.borrows else ())):
        source = "" if of == name else of
        for part in SOURCES:
            ability, _ = printed(s, name, part, of)
            if ability is None:
                continue
            for target in others if ability.attack else ("",):
                found += (Attack(name, part, target, wish, source) for wish in (True, False))
    return found


def check_attack(s: ConFacts, frame: ActionStep, action: Attack) -> Refusal | None:
    """Refuse what the Chimera cannot do, or cannot do to that target (CC-ACT-02, CC-AIR-02, CC-AIR-03)."""
    seat = action.seat
    of = action.of if action.of else seat
    if of not in s.players or not s.players[of].alive or (action.of and of == seat):
        return Refusal("TABLE", f"{name_of(of) if of in s.players else shown(of)} is no other Chimera in the round.")
    if action.of and not frame.borrows:
        return Refusal("CC-ACT-02", "Only a cheat lets you use an action of another Chimera.")
    ability, _ = printed(s, seat, action.part, of)
    if ability is None:
        if action.part != "open" and stone(s.players[of].parts[PLACES.index(action.part)]):
            return Refusal("CC-PETR-02", f"The {action.part} is petrified and cannot use its text.")
        return Refusal("CC-ACT-02", f"No action is printed there: {action.part}.")
    if not action.synergy and not synergy(s, seat, ability, "" if action.of else action.part):
        return Refusal("CC-SPEC-04", "There are no synergy dice to decline.")
    if ability.attack is None:
        if action.target:
            return Refusal("CC-ATK-01", f"{ability.name} is no attack and has no target.")
        return None
    target = action.target
    if target not in s.players or target == seat or not s.players[target].alive:
        return Refusal(
            "TABLE", f"{name_of(target) if target in s.players else shown(target)} is no other Chimera in the round."
        )
    if "aerial" not in ability.tags:
        if s.players[seat].airborne:
            return Refusal("CC-AIR-03", "While Airborne you can attack only with Aerial attacks.")
        if s.players[target].airborne:
            return Refusal("CC-AIR-02", f"{name_of(target)} is Airborne: only Aerial attacks hit it.")
    return None


def do_attack(s: ConFacts, frame: ActionStep, action: Attack, log: EventLog) -> None:
    """Declare it; it uses up the turn's action (CC-ACT-01, CC-ACT-02, CC-STD-01, CC-SPEC-01)."""
    seat = action.seat
    of = action.of if action.of else seat
    ability, card = printed(s, seat, action.part, of)
    assert ability is not None
    if action.target:
        s.calm = 0  # CC-WIN-05
    s.stack[-1] = DiscardStep()
    part = "" if action.of else action.part
    s.stack.append(Attacking(action.seat, action.target, part, card, action.synergy))
    rule = "CC-STD-01" if ability.kind == "standard" else "CC-SPEC-01"
    at = f" on {name_of(action.target)}: {ability.attack} against {ability.defend}" if action.target else ""
    text = f"{name_of(seat)} uses {ability.name}{at}."
    report(log, "attack-declared", (rule, "CC-ATK-01"), text, seat=action.seat, target=action.target, card=card)


def borrows(s: ConFacts, seat: str) -> bool:
    """True in the Action step of a seat that could use an action of another Chimera."""
    if not isinstance(s.stack[0], ActionStep) or s.turn != seat:
        return False
    others = [other for other in s.living() if other != seat]
    return any(printed(s, seat, part, other)[0] is not None for other in others for part in PLACES)


def do_borrow(s: ConFacts, seat: str, log: EventLog) -> None:
    """Let the seat on turn use an action of another Chimera."""
    base = s.stack[0]
    assert isinstance(base, ActionStep)
    s.stack[0] = replace(base, borrows=True)
    report(log, "borrows", ("CC-CHEAT-02",), f"{name_of(seat)} may use an action of another Chimera.", seat=seat)


# --- the course of an attack -----------------------------------------------------------------------------


def settle_attack(s: ConFacts, frame: Attacking, log: EventLog) -> bool:
    """Take an attack one stage further, once no cheat is awaited; False where dice or the attacker are due."""
    ability = ability_of(s, frame)
    stage = frame.stage
    if stage == "declared":
        s.stack[-1] = begin_attack_roll(s, frame, ability)
    elif stage == "attack":
        if len(frame.attack) < frame.attack_need:
            return False
        _tell_roll(frame.seat, frame.attack, log)
        s.stack[-1] = replace(frame, stage="attack-rolled")
    elif stage == "attack-rolled":
        _after_attack_roll(s, frame, ability, log)
    elif stage == "defence":
        if len(frame.defence) < frame.defence_need:
            return False
        _tell_roll(frame.target, frame.defence, log)
        s.stack[-1] = replace(frame, stage="defence-rolled")
    elif stage == "defence-rolled":
        _resolve(s, frame, ability, log)
    else:
        return False
    return True


def begin_attack_roll(s: ConFacts, frame: Attacking, ability: Ability) -> Attacking:
    """Count the attacker's dice: the stat as it is now, synergy, cheats (CC-STAT-03, CC-STAT-04, CC-SPEC-04)."""
    stat = ability.attack or (ability.requires.stat if ability.requires else None)
    if stat is None:
        return replace(frame, stage="attack-rolled", attack_need=0)
    seat = frame.seat
    extra = frame.attack_bonus
    if frame.synergy:
        extra += synergy(s, seat, ability, frame.part)
    return replace(frame, stage="attack", attack_need=dice_for(s, total(s, seat, stat), extra))


def dice_due(frame: Attacking) -> int:
    """Count the dice of the attack or of the defence that are still to be rolled."""
    if frame.stage == "attack":
        return max(0, frame.attack_need - len(frame.attack))
    return max(0, frame.defence_need - len(frame.defence)) if frame.stage == "defence" else 0


def do_roll(s: ConFacts, frame: Attacking, values: tuple[int, ...], log: EventLog) -> None:
    """Dice of the attacker, then of the target (CC-STAT-03)."""
    if frame.stage == "attack":
        s.stack[-1] = replace(frame, attack=(*frame.attack, *values))
    else:
        s.stack[-1] = replace(frame, defence=(*frame.defence, *values))


def _tell_roll(name: str, dice: tuple[int, ...], log: EventLog) -> None:
    shown = f" ({', '.join(map(str, dice))})" if dice else ""
    text = f"{name_of(name)} rolls {sum(dice)}{shown}."
    report(log, "rolled", ("CC-STAT-03",), text, seat=name, dice=list(dice), total=sum(dice))


def _after_attack_roll(s: ConFacts, frame: Attacking, ability: Ability, log: EventLog) -> None:
    """A missed requirement spends the action with no effect and no counterattack (CC-SPEC-05, CC-SPEC-06)."""
    rolled = sum(frame.attack)
    if ability.requires is not None and rolled < ability.requires.at_least:
        s.stack.pop()
        text = f"{ability.name} needs {ability.requires.at_least} and fails with {rolled}."
        report(log, "ability-failed", ("CC-SPEC-05", "CC-SPEC-06"), text, seat=frame.seat, total=rolled)
    elif ability.attack is None:
        s.stack.pop()
        text = f"{ability.name} works."
        report(log, "ability-worked", ("CC-SPEC-05",), text, seat=frame.seat, total=rolled)
        _own_effects(s, frame, ability, log)
        _own_text(s, frame, ability, log)
    elif len(frame.defence) == frame.defence_need:  # a die of the attack was rolled again
        s.stack[-1] = replace(frame, stage="defence-rolled")
    else:
        assert ability.defend is not None
        need = dice_for(s, total(s, frame.target, ability.defend), frame.defence_bonus)
        s.stack[-1] = replace(frame, stage="defence", defence_need=need)


def _resolve(s: ConFacts, frame: Attacking, ability: Ability, log: EventLog) -> None:
    """Compare the rolls: higher hits, equal misses (CC-ATK-02)."""
    difference = sum(frame.attack) - sum(frame.defence)
    rolled = f"{sum(frame.attack)} against {sum(frame.defence)}"
    if difference > 0:
        text = f"{name_of(frame.seat)} hits {name_of(frame.target)}: {rolled}."
        report(log, "hit", ("CC-ATK-02",), text, seat=frame.seat, target=frame.target)
        s.stack.pop()
        _hit(s, frame, ability, log)
    else:
        text = f"{name_of(frame.target)} defends: {rolled}."
        report(log, "missed", ("CC-ATK-02",), text, seat=frame.seat, target=frame.target)
        s.stack.pop()
        _miss(s, frame, ability, log)


def damage_due(s: ConFacts, frame: Attacking, ability: Ability) -> tuple[str, int]:
    """Return who takes damage if the dice stay as they are, and how much; "" and 0 for a miss without a counterattack.

    Of a hit the difference (CC-ATK-03), less what cheats take off it; damage of an Elemental attack is lowered only by
    what expressly works on it (CC-ELEM-01). A defended Standard Action is countered for the difference (CC-CTR-01,
    CC-CTR-03, opt:basic_is_standard), a Special Action not (CC-CTR-02), an Aerial attack never (CC-AIR-05).
    """
    ours, theirs = sum(frame.attack), sum(frame.defence)
    if frame.hits:
        less = (frame.reduced_elemental if "elemental" in ability.tags else frame.reduced).get(frame.target, 0)
        return frame.target, max(0, ours - theirs - less)
    if ability.kind == "special" or "aerial" in ability.tags or (frame.card and not s.rules.basic_is_standard):
        return "", 0
    points = theirs - ours or s.rules.tie_counter_damage
    return frame.seat, max(0, points - frame.reduced.get(frame.seat, 0))


def _hit(s: ConFacts, frame: Attacking, ability: Ability, log: EventLog) -> None:
    """The damage that is due (CC-ATK-03); then the conditions take hold (CC-ATK-04)."""
    target, points = damage_due(s, frame, ability)
    attacker = frame.seat
    rules: tuple[str, ...] = ("CC-ATK-02", "CC-ATK-03", *(("CC-ELEM-01",) if "elemental" in ability.tags else ()))
    rounds.damage(s, target, points, rules, f"of {ability.name}", log)
    player = s.players[target]
    if "poisonous" in ability.tags and not player.poisonous:
        player.poisonous = True
        text = f"{name_of(target)} is Poisonous: Might and Speed are halved."
        report(log, "poisoned", ("CC-POIS-01", "CC-ATK-04"), text, seat=frame.target)
    if "negative" in ability.tags and not player.negative:
        player.negative = True
        text = f"{name_of(target)} is Negative: no damage can be removed, and new parts hurt."
        report(log, "negated", ("CC-NEG-01", "CC-ATK-04"), text, seat=frame.target)
    _own_effects(s, frame, ability, log)
    played = s.round
    over = rounds.fall(s, log)
    if over or s.round != played or not s.players[attacker].alive:
        return
    if "petrify" in ability.tags and s.players[target].alive:
        s.stack.append(replace(frame, stage="petrify"))
    _own_text(s, frame, ability, log)


def _own_effects(s: ConFacts, frame: Attacking, ability: Ability, log: EventLog) -> None:
    for effect in ability.effects:
        if effect.do == "heal":
            heal(s, frame.seat, effect.n, ability.name, "CC-SPEC-05", log)
        elif effect.condition:
            end_condition(s, frame.seat, effect.condition, ability.name, "CC-SPEC-05", log)


def _own_text(s: ConFacts, frame: Attacking, ability: Ability, log: EventLog) -> None:
    if any(effect.do == "told" for effect in ability.effects):
        reading.read_aloud(s, frame.seat, frame.card, log)


def _miss(s: ConFacts, frame: Attacking, ability: Ability, log: EventLog) -> None:
    """The counterattack, where there is one (CC-CTR-01)."""
    attacker, points = damage_due(s, frame, ability)
    if points:
        rounds.damage(s, attacker, points, ("CC-CTR-01", "CC-CTR-03"), "of the counterattack", log)
        rounds.fall(s, log)


# --- conditions ------------------------------------------------------------------------------------------


def do_petrify(s: ConFacts, frame: Attacking, action: ChoosePart, log: EventLog) -> None:
    """Petrify the part that the attacker names: its Health doubles, its text is lost (CC-PETR-01, CC-PETR-02)."""
    s.stack.pop()
    petrify(s, frame.target, PLACES.index(action.part), log)


def petrify(s: ConFacts, seat: str, place: int, log: EventLog) -> None:
    """Turn a part to stone; a second time changes nothing (CC-PETR-03)."""
    player = s.players[seat]
    card = player.parts[place]
    player.parts = player.parts.with_part(place, flesh(card) + STONE)
    text = f"The {PLACES[place]} of {name_of(seat)} is petrified."
    report(log, "petrified", ("CC-PETR-01", "CC-PETR-02"), text, seat=seat, part=PLACES[place])
    rounds.keep_in_air(s, log)


def end_petrify(s: ConFacts, seat: str, place: int, rule: str, log: EventLog) -> None:
    """Turn a part back to flesh; its Health no longer counts double."""
    player = s.players[seat]
    player.parts = player.parts.with_part(place, flesh(player.parts[place]))
    text = f"The {PLACES[place]} of {name_of(seat)} is no longer petrified."
    report(log, "unpetrified", (rule,), text, seat=seat, part=PLACES[place])


def heal(s: ConFacts, seat: str, points: int, why: str, rule: str, log: EventLog) -> None:
    """Remove damage; the Negative cannot (CC-NEG-01)."""
    player = s.players[seat]
    if player.negative:
        text = f"{name_of(seat)} is Negative and cannot remove damage."
        report(log, "not-healed", ("CC-NEG-01",), text, seat=seat)
        return
    removed = min(points, player.damage)
    player.damage -= removed
    text = f"{why} removes {removed} damage from {name_of(seat)}: {player.damage} left."
    report(log, "healed", (rule,), text, seat=seat, removed=removed, total=player.damage)


def end_condition(s: ConFacts, seat: str, condition: str, why: str, rule: str, log: EventLog) -> None:
    """End Poisonous or Negative (CC-POIS-04: nothing else does within a round)."""
    player = s.players[seat]
    had = getattr(player, condition)
    setattr(player, condition, False)
    state = "is no longer" if had else "was not"
    text = f"{why}: {name_of(seat)} {state} {condition.capitalize()}."
    report(log, "condition-ended", (rule,), text, seat=seat, condition=condition)
