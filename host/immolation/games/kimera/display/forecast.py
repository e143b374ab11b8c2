"""Tell, before an attack or a heal is declared, what it costs and what can be known of its result."""

from __future__ import annotations

from itertools import combinations

import msgspec

from ...contract import Action, Json
from .. import actions as act
from .. import frames
from ..battle import attack, damage, defence, healing
from ..battle.superiority import attack_succeeds, attacker_picks
from ..cards.card_play import VALUE_CARDS, assignments, can_show, contribution, distinct, fewest, shows, skill_value
from ..cards.components import Symbol, Trait, card_name
from ..facts.battle_facts import BattleFacts, Mount


def attacks(s: BattleFacts, mount: Mount) -> list[dict[str, Json]]:
    """Forecast what each attack that may be declared costs and may bring (KM-RES-01, KM-RES-02), in the order of the
    list.
    """
    return [_attack(s, mount, action) for action in attack.declarable(s, mount)]


def heals(s: BattleFacts, mount: Mount) -> list[dict[str, Json]]:
    """Forecast what each heal that may be declared costs and may bring (KM-HEAL-01), in the order of the list."""
    return [_heal(s, mount, action) for action in healing.declarable(s, mount)]


def _told(
    action: Action, initiative: int, balance: int, symbols: tuple[Symbol, ...], cards: str, best: int, known: list[str]
) -> dict[str, Json]:
    return {
        "action": msgspec.to_builtins(action),
        "cost": {"initiative": initiative, "balance": balance, "symbols": list(symbols), "cards": cards},
        "best": best,
        "known": known,
    }


# --- attacks ----------------------------------------------------------------------------------------------


def _attack(s: BattleFacts, mount: Mount, action: act.Attack) -> dict[str, Json]:
    frame = frames.Attacking(mount.seat, action.target, action.how, action.suppression, action.area, action.gem)
    needed = attack.symbols(s, action.how, action.area, action.suppression)
    used = attack.trait(s, action.how, action.gem)
    balance = attack.FREE_MELEE if action.how == "free-melee" and not mount.has("battle-grace") else 0
    skill = mount.standing.skills[used]
    cards = f"{'' if fewest(s) else 'up to '}{VALUE_CARDS} for value" + (f", up to {skill} by skill" if skill else "")
    best = best_value(s, mount, needed, used)
    known = [f"A card counts up to {mount.trait(used)}; your hand comes to {best} at most."]
    if balance and mount.balance > 0:
        known[0] += f" It leaves {mount.balance - balance} Balance."
    for seat in attack.targets(s, frame):
        known += _against(s, frame, mount, s.mounts[seat])
    along = [s.name(seat) for seat in defence.struck_along(s, frame, action.target)]
    if along:
        known.append(f"A hit strikes {' and '.join(along)} as well, in the same grapple.")
    tie, _ = attack_succeeds(s, mount, s.mounts[action.target], 0, 0)
    known.append(f"At equal values the attack {'hits' if tie else 'fails'}.")
    free = mount.has("battle-grace")
    known.append("A failed attack costs no Balance." if free else f"A failed attack costs {defence.FAILURE} Balance.")
    plays = {"symbols": _fitting(s, mount, needed), "least": fewest(s), "skill": skill}
    return _told(action, attack.COMMITMENT, balance, needed, cards, best, known) | {"plays": plays}


def _fitting(s: BattleFacts, mount: Mount, needed: tuple[Symbol, ...]) -> list[Json]:
    """Each symbol with the cards of the hand that may be played for it."""
    return [[symbol, [card for card in distinct(mount.hand) if shows(s, mount, card, symbol)]] for symbol in needed]


def best_value(s: BattleFacts, mount: Mount, needed: tuple[Symbol, ...], used: Trait) -> int:
    """The highest attack value that a hand comes to after the symbol cards (KM-CARD-02, KM-RES-03, KM-RUNE-04)."""
    found = 0
    free = len(mount.hand) - len(needed)
    for count in range(min(VALUE_CARDS, free) + 1):
        for chosen in combinations(sorted(mount.hand), count):
            if can_show(s, mount, needed, without=chosen):
                skilled = min(mount.standing.skills[used], free - count)
                value = sum(contribution(s, mount, card, used) for card in chosen)
                found = max(found, value + skilled * skill_value(s, mount, used))
    return found


def _against(s: BattleFacts, frame: frames.Attacking, mount: Mount, victim: Mount) -> list[str]:
    """Say what lies open of one target: whether it can defend, and what a hit does to it."""
    name, found = s.name(victim.seat), []
    if damage.exposed(s, victim) is not None:
        found.append(f"{name} is Exposed and can make no defence.")
    elif not victim.hand and defence.may_evade(s, victim) is not None:
        found.append(f"{name} cannot defend.")
    found.append(f"A hit: {_hit(s, frame, mount, victim)}.")
    if victim.lingering and not frame.suppression:
        found.append(f"{len(victim.lingering)} lingering heal on {name} may stop the damage card.")
    return found


def _hit(s: BattleFacts, frame: frames.Attacking, mount: Mount, victim: Mount) -> str:
    name, rules = s.name(victim.seat), s.settings.rules
    held = f"both go to 0 Initiative, {name} is held"
    if frame.how == "grapple" and rules.grapple_damage == "none":
        return held
    amount = damage.intensity(s, frame, victim)
    said = _suppressed(s, victim, amount) if frame.suppression else _struck(s, frame, mount, victim, amount)
    if damage.armed(s, frame, victim) and amount:
        said += ", or a weapon card as the damage card"
    if frame.how == "heavy-melee" and (edge := damage.edge(s, mount, victim)):
        said += f"; the Edge suppresses by {edge}"
    return f"{held}; {said}" if frame.how == "grapple" else said


def _suppressed(s: BattleFacts, victim: Mount, amount: int) -> str:
    name = s.name(victim.seat)
    if victim.initiative:
        return f"Initiative of {name} {victim.initiative} to {max(0, victim.initiative - amount)}"
    if victim.balance:
        return f"{name} has no Initiative and loses 1 Balance"
    return f"{name} is Off-Balance" if s.settings.rules.suppression_zero_balance == "off_balance" else "nothing"


def _struck(s: BattleFacts, frame: frames.Attacking, mount: Mount, victim: Mount, amount: int) -> str:
    name = s.name(victim.seat)
    if not amount:
        return f"nothing, for Intensity 0 reaches {name}"
    if not victim.off:
        falls = ", Off-Balance" if amount > victim.balance else ""
        return f"Balance of {name} {victim.balance} to {max(0, victim.balance - amount)}{falls}"
    armor = victim.trait("armor") * (damage.BOLT_ARMOR if frame.how == "bolt" else 1)
    picks = attacker_picks(s, mount, victim, amount, armor)[0] and not damage.secondary(frame, victim.seat)
    who = s.name(mount.seat if picks else victim.seat)
    hits = "1 hit" if amount == 1 else f"{amount} hits"
    last = len(victim.wounds) + 1 >= s.settings.rules.defeat_wounds
    return f"{hits} on {name} against Armor {armor}, {who} picks{': the last damage card' if last else ''}"


# --- heals ------------------------------------------------------------------------------------------------


def _heal(s: BattleFacts, mount: Mount, action: act.Heal) -> dict[str, Json]:
    needed = healing.symbols(action.area)
    if action.lingering:
        count = s.settings.rules.lingering_cards
        best = _best_heal(s, mount, needed, count)
        known = [f"It stops a damage card of the value laid or less: {best} at most."]
        cards = f"{count} card{'' if count == 1 else 's'} face down"
        plays = {"symbols": _fitting(s, mount, needed), "least": count, "most": count}
        return _told(action, healing.COST, 0, needed, cards, best, known) | {"plays": plays}
    best = _best_heal(s, mount, needed, None)
    share = best if s.settings.rules.heal_area_share == "full" else best // 2
    known = [f"Your hand comes to {best} at most."]
    for seat in healing.recipients(s, mount.seat, action.target, action.area):
        reach = best if seat == action.target else share
        wounds = list(distinct([wound.card for wound in s.mounts[seat].wounds]))
        said = ", ".join(
            f"{card_name(card)} {'needs' if s.value(card) <= reach else 'is out of reach at'} {s.value(card)}"
            for card in wounds
        )
        known.append(f"{s.name(seat)}: {said or 'no damage card'}.")
    plays = {"symbols": _fitting(s, mount, needed), "least": 1, "most": len(mount.hand) - len(needed)}
    return _told(action, healing.COST, 0, needed, "at least 1 more", best, known) | {"plays": plays}


def _best_heal(s: BattleFacts, mount: Mount, needed: tuple[Symbol, ...], laid: int | None) -> int:
    """The most a heal of this hand is worth: all of it (KM-HEAL-04, KM-CARD-06), or ``laid`` face down (KM-HEAL-07)."""
    found = 0
    for symbols in assignments(s, mount, needed):
        rest = list(mount.hand)
        for card in symbols:
            rest.remove(card)
        if laid is not None:
            worths = sorted((contribution(s, mount, card, None) for card in rest), reverse=True)
            found = max(found, sum(worths[:laid]))
        else:
            counted = [*rest, *(symbols[:1] if s.settings.rules.healing_initiate_counts else ())]
            found = max(found, sum(healing.card_worth(s, mount, card) for card in counted))
    return found
