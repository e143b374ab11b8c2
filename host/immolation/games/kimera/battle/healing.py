"""Healing: plain, area and lingering heals from their declaration to their end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ...contract import Action, Refusal
from ...engine import EventLog, report
from ...house_rules import shown
from .. import actions as act
from .. import frames
from ..cards.card_play import assignments, can_show, check_symbols, choices, contribution, distinct, missing, take
from ..cards.components import Symbol, Trait, card_name
from ..decision_points import Ask, Points, point
from ..facts.balance import spend_initiative
from ..facts.battle_facts import BattleFacts, Lingering, Mount
from ..facts.effective_traits import Standing

COST: Final = 1
"""Initiative for a heal (KM-HEAL-01)."""


def symbols(area: bool) -> tuple[Symbol, ...]:
    """Return the symbols that a heal asks for beside its value (KM-HEAL-02, KM-HEAL-10)."""
    return ("initiate", "area") if area else ("initiate",)


def _cards(s: BattleFacts, lingering: bool) -> int:
    """Fewest cards beside the symbols (KM-HEAL-02, KM-HEAL-07)."""
    return s.settings.rules.lingering_cards if lingering else 1


def kinds(s: BattleFacts, mount: Mount) -> tuple[tuple[bool, bool], ...]:
    """Heals the gems grant: area, lingering (KM-HEAL-01, KM-GEM-03)."""
    return _granted(mount.standing, s.settings.rules.heal_needs_gem)


@lru_cache(maxsize=512)
def _granted(standing: Standing, heal_needs_gem: bool) -> tuple[tuple[bool, bool], ...]:
    found = {(power.what.area, power.what.lingering): None for power in standing.powers if power.what.power == "heal"}
    if not heal_needs_gem:
        found[False, False] = None
    return tuple(found)


def recipients(s: BattleFacts, healer: str, target: str, area: bool) -> list[str]:
    """The target, and for an area heal friends of the healer at the target's Initiative (KM-HEAL-10)."""
    if not area:
        return [target]
    level = s.mounts[target].initiative
    others = [seat for seat in s.living() if seat != target and s.friends(healer, seat)]
    return [target, *(seat for seat in others if s.mounts[seat].initiative == level)]


def check(s: BattleFacts, mount: Mount, action: act.Heal) -> Refusal | None:
    """None if the heal may be declared; superiority plays no part (KM-HEAL-01, KM-HEAL-05)."""
    name = s.name(mount.seat)
    if mount.full_recovery and s.settings.rules.full_recovery_bars != "attacks":
        return Refusal("KM-REC-03", f"{name} gave up healing as well for a full recovery.")
    if (action.area, action.lingering) not in kinds(s, mount):
        what = f"{'area ' if action.area else ''}{'lingering ' if action.lingering else ''}heal"
        granted = mount.standing.granted("heal")
        return Refusal("KM-GEM-03" if granted else "KM-HEAL-01", f"No gem of {name} grants the {what}.")
    if action.target not in s.mounts or not s.mounts[action.target].alive:
        return Refusal("KM-HEAL-05", f"There is no living rider {shown(action.target)}; {', '.join(s.living())} are.")
    reached = recipients(s, mount.seat, action.target, action.area)
    if not action.lingering and not any(s.mounts[seat].wounds for seat in reached):
        return Refusal("KM-HEAL-03", f"{s.name(action.target)} carries no damage card to remove.")
    needed = symbols(action.area)
    if not can_show(s, mount, needed, spare=_cards(s, action.lingering)):
        rule = "KM-HEAL-10" if action.area else "KM-HEAL-07" if action.lingering else "KM-HEAL-02"
        return Refusal(rule, f"This heal needs {' and '.join(needed)} on cards of their own, and cards beside them.")
    return None


def declarable(s: BattleFacts, mount: Mount) -> list[act.Heal]:
    """Every heal that may be declared."""
    found = [
        act.Heal(mount.seat, target, area, lingering) for area, lingering in kinds(s, mount) for target in s.living()
    ]
    return [action for action in found if check(s, mount, action) is None]


def declare(s: BattleFacts, mount: Mount, action: act.Heal, log: EventLog) -> None:
    """On the own turn, for 1 Initiative (KM-HEAL-01)."""
    queue = tuple(recipients(s, mount.seat, action.target, action.area))
    what = f"{'an area' if action.area else 'a lingering' if action.lingering else 'a'} heal"
    text = f"{s.name(mount.seat)} declares {what} for {s.name(action.target)}."
    report(
        log, "heal-declared", ("KM-HEAL-01",), text,
        seat=mount.seat, target=action.target, area=action.area, lingering=action.lingering,
    )  # fmt: skip
    spend_initiative(s, mount, COST, ("KM-HEAL-01",), log, "heals")
    s.stack.append(frames.Healing(mount.seat, action.target, action.area, action.lingering, queue=queue))


# --- the cards --------------------------------------------------------------------------------------------


def _step(s: BattleFacts, frame: frames.Healing, log: EventLog) -> bool:
    mount = s.mounts[frame.seat]
    if frame.step == "values" and not mount.hand:
        _total(s, frame, log)
        return True
    if frame.step != "remove":
        return False
    if not frame.queue:
        s.discard += frame.played
        s.stack.pop()
        report(log, "heal-over", ("KM-HEAL-04",), "The heal is over.", seat=frame.seat)
        return True
    if _removable(s, frame):
        return False
    _next(s, frame)
    return True


def _ask(s: BattleFacts, frame: frames.Healing, seat: str) -> Ask:
    if frame.step == "symbols":
        return Ask(f"Play a card for {', then '.join(symbols(frame.area))}.", "KM-HEAL-02")
    if frame.lingering:
        return Ask("Lay the lingering heal face down.", "KM-HEAL-07")
    if frame.step == "values":
        return Ask(f"Discard cards for the heal, {frame.value} so far, or finish.", "KM-HEAL-03")
    return Ask(f"Remove damage cards of {s.name(frame.queue[0])}, up to {frame.left}, or go on.", "KM-HEAL-04")


def _fed(frame: frames.Healing) -> bool:
    """True once a card beside the symbols lies there (KM-HEAL-02)."""
    return len(frame.played) > len(symbols(frame.area))


def _removable(s: BattleFacts, frame: frames.Healing) -> list[str]:
    wounds = s.mounts[frame.queue[0]].wounds
    return [card for card in distinct([wound.card for wound in wounds]) if s.value(card) <= frame.left]


def _options(s: BattleFacts, frame: frames.Healing, seat: str) -> Sequence[Action]:
    mount = s.mounts[seat]
    if frame.step == "symbols":
        return [act.Play(seat, cards) for cards in assignments(s, mount, symbols(frame.area))]
    if frame.step == "remove":
        return [*(act.Remove(seat, card) for card in _removable(s, frame)), act.Done(seat)]
    if frame.lingering:
        count = _cards(s, True)
        return [act.Play(seat, cards) for cards in choices(mount.hand, count, count)]
    done: list[Action] = [act.Done(seat)] if _fed(frame) else []
    return done + [act.Play(seat, (card,)) for card in distinct(mount.hand)]


def _check_answer(s: BattleFacts, frame: frames.Healing, action: Action) -> Refusal | None:
    mount = s.mounts[action.seat]
    if isinstance(action, act.Remove):
        if frame.step != "remove":
            return Refusal("KM-HEAL-02", "Cards are discarded first; then damage cards are removed.")
        if action.card not in [wound.card for wound in s.mounts[frame.queue[0]].wounds]:
            return Refusal("KM-HEAL-03", f"{s.name(frame.queue[0])} carries no {card_name(action.card)}.")
        if s.value(action.card) > frame.left:
            return Refusal(
                "KM-HEAL-04", f"{card_name(action.card)} needs {s.value(action.card)}; {frame.left} is left."
            )
        return None
    if isinstance(action, act.Done):
        if frame.step == "remove" or (frame.step == "values" and not frame.lingering and _fed(frame)):
            return None
        return Refusal("KM-HEAL-02", "A heal discards an Initiate card and at least one more card.")
    if not isinstance(action, act.Play) or frame.step == "remove":
        return Refusal("KM-HEAL-03", "Name the damage cards to remove, or go on.")
    if frame.step == "symbols":
        return check_symbols(s, mount, action.cards, symbols(frame.area))
    count = _cards(s, frame.lingering)
    if len(action.cards) < count or (frame.lingering and len(action.cards) > count):
        return Refusal(
            "KM-HEAL-07" if frame.lingering else "KM-HEAL-03", f"Play {count} card, not {len(action.cards)}."
        )
    return missing(s, mount, action.cards)


def _do(s: BattleFacts, frame: frames.Healing, action: Action, log: EventLog) -> None:
    mount = s.mounts[action.seat]
    name = s.name(action.seat)
    if isinstance(action, act.Remove):
        _remove(s, frame, action.card, log)
    elif not isinstance(action, act.Play):
        if frame.step == "remove":
            _next(s, frame)
        else:
            _total(s, frame, log)
    elif frame.step == "symbols":
        take(mount, action.cards)
        counts = s.settings.rules.healing_initiate_counts and not frame.lingering
        value = card_worth(s, mount, action.cards[0]) if counts else 0
        s.top(step="values", value=value, played=action.cards)
        text = f"{name} plays {', '.join(map(card_name, action.cards))} for the heal."
        rules = ("KM-HEAL-02", "KM-CARD-06") if counts else ("KM-HEAL-02",)
        report(log, "symbols-played", rules, text, seat=mount.seat, cards=list(action.cards))
    elif frame.lingering:
        take(mount, action.cards)
        s.mounts[frame.target].lingering += (Lingering(action.cards, action.seat),)
        s.discard += frame.played
        s.stack.pop()
        own = {
            action.seat: {
                "text": f"You lay {', '.join(map(card_name, action.cards))} face down.",
                "cards": list(action.cards),
            }
        }
        text = f"{name} lays a lingering heal on {s.name(frame.target)}'s Scroll."
        report(log, "lingering-laid", ("KM-HEAL-07",), text, own, seat=action.seat, target=frame.target)
    else:
        take(mount, action.cards)
        value = frame.value + sum(card_worth(s, mount, card) for card in action.cards)
        s.top(value=value, played=(*frame.played, *action.cards))
        text = f"{name} discards {', '.join(map(card_name, action.cards))} for the heal: {value}."
        report(log, "value-played", ("KM-HEAL-03",), text, seat=mount.seat, cards=list(action.cards), value=value)


def worth(s: BattleFacts, frame: frames.Healing) -> int:
    """Add up the cards of a heal; of its symbol cards at most the Initiate counts (KM-CARD-06)."""
    spent = len(symbols(frame.area))
    counts = s.settings.rules.healing_initiate_counts and not frame.lingering
    cards = (*(frame.played[:1] if counts else ()), *frame.played[spent:])
    return sum(card_worth(s, s.mounts[frame.seat], card) for card in cards)


def card_worth(s: BattleFacts, mount: Mount, card: str) -> int:
    """Printed value and Sovereign, uncapped unless the option ``heal_cap`` names a trait (KM-HEAL-04)."""
    cap = s.settings.rules.heal_cap
    named: Trait | None = None if cap == "none" else cap
    return contribution(s, mount, card, named)


def _total(s: BattleFacts, frame: frames.Healing, log: EventLog) -> None:
    s.top(step="remove", left=frame.value)
    text = f"The heal is worth {frame.value}."
    report(log, "heal-value", ("KM-HEAL-04",), text, seat=frame.seat, value=frame.value)


def _next(s: BattleFacts, frame: frames.Healing) -> None:
    """The next recipient of an area heal gets its share (KM-HEAL-10)."""
    share = frame.value if s.settings.rules.heal_area_share == "full" else frame.value // 2
    s.top(queue=frame.queue[1:], left=share)


def _remove(s: BattleFacts, frame: frames.Healing, card: str, log: EventLog) -> None:
    """A damage card goes and its effect ends at once (KM-HEAL-04, KM-HEAL-06)."""
    victim = s.mounts[frame.queue[0]]
    place = next(n for n, wound in enumerate(victim.wounds) if wound.card == card)
    victim.wounds = victim.wounds[:place] + victim.wounds[place + 1 :]
    s.discard.append(card)
    s.refresh(victim.seat)
    s.top(left=frame.left - s.value(card))
    text = f"{card_name(card)} is removed from {s.name(victim.seat)}."
    report(log, "healed", ("KM-HEAL-04", "KM-HEAL-06"), text, seat=victim.seat, card=card)


POINTS: Final[Points] = {
    frames.Healing: point(
        _step, lambda s, f: (f.seat,), _ask, _options, _check_answer, _do, kinds=(act.Play, act.Remove, act.Done)
    ),
}
