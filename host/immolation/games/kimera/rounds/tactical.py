"""The Initiative phase and the Tactical phase: numbers said, Initiative prepared and revealed, hands, equipment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from ...contract import CHANCE, Action, Outcome, Refusal
from ...engine import EventLog, report
from ...house_rules import shown
from .. import actions as act
from .. import frames
from ..cards.card_play import distinct, missing, take
from ..cards.components import card_name
from ..decision_points import Ask, Points, point
from ..facts.balance import spend_initiative
from ..facts.battle_facts import BattleFacts, Gear, Mount

HIGHEST_NUMBER: Final = 99
"""The highest number a leader's announcement may name (KM-INIT-01)."""

ACTIVATION: Final = 1
"""Initiative for an Edge, a shield, a weapon, or a weapon's upkeep (KM-TAC-05)."""

BLITZKRIEG: Final = 1
"""Initiative a Kiron gains (KM-TYPE-10)."""


# --- chance: one card off the deck ------------------------------------------------------------------------


def deck_outcomes(s: BattleFacts) -> tuple[Outcome, ...]:
    """Every card that may be on top of the deck; equal copies weigh more."""
    return tuple(map(_DRAWN.__getitem__, Counter(s.deck).items()))


class _Drawn(dict[tuple[str, int], Outcome]):
    """A card and its copies in the deck -> the outcome that it is drawn, made as it is first looked up."""

    def __missing__(self, found: tuple[str, int]) -> Outcome:
        card, copies = found
        made = self[found] = Outcome(act.Draw(CHANCE, card), copies)
        return made


_DRAWN: Final = _Drawn()


# --- Initiative phase, step one ---------------------------------------------------------------------------


def _announce_step(s: BattleFacts, frame: frames.Announcing, log: EventLog) -> bool:
    if frame.order:
        return False
    s.stack[-1] = frames.Preparing()
    return True


def announce_do(s: BattleFacts, frame: frames.Announcing, action: Action, log: EventLog) -> None:
    """A leader may say a single number, which binds nobody (KM-INIT-01)."""
    s.top(order=frame.order[1:])
    if isinstance(action, act.Announce):
        s.spoken[action.seat] = action.number
        text = f"{s.name(action.seat)} says {action.number}."
        report(log, "announced", ("KM-INIT-01",), text, seat=action.seat, number=action.number)


# --- Initiative phase, step two ---------------------------------------------------------------------------


def most(s: BattleFacts, mount: Mount) -> int:
    """The most Initiative a rider can prepare (KM-INIT-03); none in a grapple (KM-GRP-08)."""
    limit = s.settings.rules.initiative_max
    if s.grappled(mount.seat):
        return 0
    return min(mount.balance, limit) if limit else mount.balance


def _prepare_step(s: BattleFacts, frame: frames.Preparing, log: EventLog) -> bool:
    for seat in s.living():  # who has no Balance, or is in a grapple, has nothing to choose (KM-GRP-08)
        if s.mounts[seat].prepared is None and (s.mounts[seat].balance < 1 or s.grappled(seat)):
            s.mounts[seat].prepared = 0
    if any(s.mounts[seat].prepared is None for seat in s.living()):
        return False
    if s.settings.rules.resource_order == "reveal_first":
        reveal(s, log)
        order = s.by_initiative(s.living())
    else:
        order = s.by_initiative(s.living(), prepared=True)
    s.stack[-1] = frames.Adjusting(order)
    return True


def prepare_asked(s: BattleFacts, frame: frames.Preparing) -> tuple[str, ...]:
    """Everybody who has not chosen yet, all at once (KM-INIT-04)."""
    return tuple(seat for seat in s.living() if s.mounts[seat].prepared is None)


def _prepare_check(s: BattleFacts, frame: frames.Preparing, action: act.Prepare) -> Refusal | None:
    mount = s.mounts[action.seat]
    if action.amount > mount.balance:
        return Refusal("KM-INIT-03", f"{action.amount} Initiative needs as much Balance; there is {mount.balance}.")
    if action.amount > most(s, mount):
        return Refusal("KM-INIT-03", f"The die shows at most {s.settings.rules.initiative_max}, not {action.amount}.")
    return None


def prepare_do(s: BattleFacts, frame: frames.Preparing, action: act.Prepare, log: EventLog) -> None:
    """The amount stays secret until the reveal (KM-INIT-02, KM-INIT-04)."""
    s.mounts[action.seat].prepared = action.amount
    name = s.name(action.seat)
    own = {action.seat: {"text": f"You prepare {action.amount} Initiative.", "amount": action.amount}}
    report(log, "prepared", ("KM-INIT-04",), f"{name} has set the die.", own, seat=action.seat)


def reveal(s: BattleFacts, log: EventLog) -> None:
    """All Initiative is revealed at once; the Balance is spent (KM-TAC-04, KM-INIT-02)."""
    for seat in s.living():
        mount = s.mounts[seat]
        amount = mount.prepared or 0
        mount.prepared = None
        mount.balance -= amount
        mount.initiative = mount.revealed = amount
        text = f"{s.name(seat)} reveals Initiative {amount}; Balance {mount.balance}."
        report(log, "revealed", ("KM-TAC-04", "KM-INIT-02"), text, seat=seat, initiative=amount, balance=mount.balance)


# --- Tactical phase, step one -----------------------------------------------------------------------------


def resource_step(s: BattleFacts, frame: frames.Adjusting, log: EventLog) -> bool:
    """Whoever has exactly Discipline cards is done; so is everybody once there is nothing to draw (KM-TAC-02)."""
    if not frame.order:
        if s.settings.rules.resource_order != "reveal_first":
            reveal(s, log)
        _blitzkrieg(s, log)
        s.stack[-1] = frames.Maneuvering(s.by_initiative(s.living()))
        return True
    mount = s.mounts[frame.order[0]]
    short = mount.trait("discipline") - len(mount.hand)
    if short < 0 or (short > 0 and s.restock(log)):
        return False
    s.top(order=frame.order[1:])
    return True


def _resource_asked(s: BattleFacts, frame: frames.Adjusting) -> tuple[str, ...]:
    seat = frame.order[0]
    mount = s.mounts[seat]
    return (seat,) if len(mount.hand) > mount.trait("discipline") else (CHANCE,)


def _resource_ask(s: BattleFacts, frame: frames.Adjusting, seat: str) -> Ask:
    if seat == CHANCE:
        return Ask(f"Draw a card for {s.name(frame.order[0])}.", "KM-TAC-02")
    return Ask(f"Discard down to {s.mounts[seat].trait('discipline')} cards.", "KM-TAC-02")


def resource_do(s: BattleFacts, frame: frames.Adjusting, action: Action, log: EventLog) -> None:
    """Draw or discard one card (KM-TAC-02)."""
    seat = frame.order[0]
    mount = s.mounts[seat]
    name = s.name(seat)
    if isinstance(action, act.Draw):
        s.deck.remove(action.card)
        mount.hand += (action.card,)
        own = {seat: {"text": f"You draw {card_name(action.card)}.", "card": action.card}}
        report(log, "drawn", ("KM-TAC-02",), f"{name} draws a card.", own, seat=seat)
    elif isinstance(action, act.Discard):
        take(mount, (action.card,))
        s.discard.append(action.card)
        text = f"{name} discards {card_name(action.card)}."
        report(log, "discarded", ("KM-TAC-02",), text, seat=seat, card=action.card)


# --- Tactical phase, step two -----------------------------------------------------------------------------


def _blitzkrieg(s: BattleFacts, log: EventLog) -> None:
    """A Kiron gains 1 Initiative, but not while a grapple holds it at 0 (KM-TYPE-10)."""
    for seat in s.living():
        mount = s.mounts[seat]
        if mount.has("blitzkrieg") and not s.grappled(seat):
            mount.initiative += BLITZKRIEG
            text = f"{s.name(seat)} gains {BLITZKRIEG} Initiative: {mount.initiative}."
            report(log, "initiative-gained", ("KM-TYPE-10",), text, seat=seat, amount=1, initiative=mount.initiative)


def activations(mount: Mount) -> list[tuple[act.Equipment, str]]:
    """Return what the gems can still activate: KM-EDGE-02, KM-SHD-02, KM-SHD-03, KM-WPN-02."""
    found: list[tuple[act.Equipment, str]] = []
    edged, armed = [gear.gem for gear in mount.edges], [gear.gem for gear in mount.weapons]
    found += [("edge", gem) for gem in mount.standing.granted("edge") if gem not in edged]
    if mount.shield is None:
        found += [("shield", gem) for gem in mount.standing.granted("shield")]
    found += [("weapon", gem) for gem in mount.standing.granted("weapon") if gem not in armed]
    return found


def _due(mount: Mount) -> list[Gear]:
    return [gear for gear in mount.weapons if not gear.paid]


def maneuver_step(s: BattleFacts, frame: frames.Maneuvering, log: EventLog) -> bool:
    """Nobody is asked who plainly cannot pay or has nothing to activate."""
    if not frame.order:
        s.stack[-1] = frames.Leading(tuple(seat for seat in s.leaders.values() if seat and s.mounts[seat].alive))
        return True
    mount = s.mounts[frame.order[0]]
    if mount.initiative >= ACTIVATION and (_due(mount) or (mount.hand and activations(mount))):
        return False
    _finish_maneuver(s, frame, log)
    return True


def _finish_maneuver(s: BattleFacts, frame: frames.Maneuvering, log: EventLog) -> None:
    """A weapon whose Initiative is not paid goes (KM-WPN-03)."""
    mount = s.mounts[frame.order[0]]
    for gear in _due(mount):
        mount.weapons = tuple(other for other in mount.weapons if other != gear)
        s.discard.append(gear.card)
        text = f"{s.name(mount.seat)}'s weapon {card_name(gear.card)} is not paid for and is discarded."
        report(log, "weapon-lost", ("KM-WPN-03",), text, seat=mount.seat, card=gear.card)
    s.top(order=frame.order[1:])


def _maneuver_options(s: BattleFacts, frame: frames.Maneuvering, seat: str) -> Sequence[Action]:
    mount = s.mounts[seat]
    found: list[Action] = [act.Done(seat)]
    found += [act.Upkeep(seat, gear.gem) for gear in _due(mount)]
    cards = list(distinct(mount.hand))
    return found + [act.Activate(seat, what, gem, card) for what, gem in activations(mount) for card in cards]


_LIMITS: Final = {"edge": "KM-EDGE-02", "shield": "KM-SHD-02", "weapon": "KM-WPN-02"}
_COSTS: Final = {"edge": "KM-EDGE-01", "shield": "KM-SHD-01", "weapon": "KM-WPN-01"}


def _maneuver_check(s: BattleFacts, frame: frames.Maneuvering, action: Action) -> Refusal | None:
    mount = s.mounts[action.seat]
    if isinstance(action, act.Upkeep):
        if all(gear.gem != action.gem for gear in _due(mount)):
            return Refusal("KM-WPN-03", f"No weapon of {shown(action.gem)} is waiting for its upkeep.")
    elif isinstance(action, act.Activate) and (action.what, action.gem) not in activations(mount):
        if action.gem not in mount.standing.granted(action.what):
            return Refusal(
                "KM-GEM-01", f"{s.name(mount.seat)} has no gem {shown(action.gem)} that grants {action.what}."
            )
        return Refusal(_LIMITS[action.what], f"{s.name(mount.seat)} has all it may have of {action.what}.")
    if isinstance(action, act.Done):
        return None
    return missing(s, mount, (action.card,)) if isinstance(action, act.Activate) else None


def maneuver_do(s: BattleFacts, frame: frames.Maneuvering, action: Action, log: EventLog) -> None:
    """Each costs 1 Initiative and 1 card, which lies on the Scroll (KM-TAC-05, KM-EDGE-01, KM-SHD-01, KM-WPN-01)."""
    mount = s.mounts[action.seat]
    name = s.name(action.seat)
    if isinstance(action, act.Upkeep):
        place = next(n for n, gear in enumerate(mount.weapons) if gear.gem == action.gem and not gear.paid)
        mount.weapons = tuple(
            replace(gear, paid=True) if at == place else gear for at, gear in enumerate(mount.weapons)
        )
        spend_initiative(s, mount, ACTIVATION, ("KM-WPN-03",), log, "keeps its weapon")
    elif isinstance(action, act.Activate):
        take(mount, (action.card,))
        gear = Gear(action.card, action.gem)
        if action.what == "edge":
            mount.edges += (gear,)
        elif action.what == "shield":
            mount.shield = gear
        else:
            mount.weapons += (gear,)
        rule = _COSTS[action.what]
        text = f"{name} activates the {action.what} of its {action.gem} gem with {card_name(action.card)}."
        report(log, "activated", (rule,), text, seat=action.seat, what=action.what, gem=action.gem, card=action.card)
        spend_initiative(s, mount, ACTIVATION, ("KM-TAC-05",), log, "pays for it")
    else:
        _finish_maneuver(s, frame, log)


POINTS: Final[Points] = {
    frames.Announcing: point(
        _announce_step, lambda s, f: f.order[:1], Ask("Say one number aloud, true or not, or nothing.", "KM-INIT-01"),
        lambda s, f, seat: [act.Done(seat), *(act.Announce(seat, number) for number in range(HIGHEST_NUMBER + 1))],
        None, announce_do, kinds=(act.Announce, act.Done), default=lambda s, f, seat: act.Done(seat),
    ),
    frames.Preparing: point(
        _prepare_step, prepare_asked, Ask("Turn Balance into Initiative, in secret.", "KM-INIT-02"),
        lambda s, f, seat: [act.Prepare(seat, amount) for amount in range(most(s, s.mounts[seat]) + 1)],
        _prepare_check, prepare_do, kinds=(act.Prepare,), default=lambda s, f, seat: act.Prepare(seat, 0),
    ),
    frames.Adjusting: point(
        resource_step, _resource_asked, _resource_ask,
        lambda s, f, seat: [act.Discard(seat, card) for card in distinct(s.mounts[seat].hand)],
        lambda s, f, action: missing(s, s.mounts[action.seat], (action.card,)),
        resource_do, draws=lambda s, f: deck_outcomes(s), kinds=(act.Discard,),
        default=lambda s, f, seat: act.Discard(seat, min(s.mounts[seat].hand)),
    ),
    frames.Maneuvering: point(
        maneuver_step, lambda s, f: f.order[:1],
        Ask("Activate Edges, shields or weapons, 1 Initiative and 1 card each.", "KM-TAC-05"),
        _maneuver_options, _maneuver_check, maneuver_do,
        kinds=(act.Activate, act.Upkeep, act.Done), default=lambda s, f, seat: act.Done(seat),
    ),
}  # fmt: skip
