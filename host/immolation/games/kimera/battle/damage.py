"""Carry out what a successful attack does: Balance, suppression, hits, damage cards, grapple holds, defeat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from ...contract import Action, Refusal, Result
from ...engine import EventLog, report
from ...engine.decision_points import stay
from ...engine.wording import capital
from ...house_rules import shown
from .. import actions as act
from .. import frames
from ..cards import rider_builder
from ..cards.card_play import contribution, distinct
from ..cards.components import Effect, card_name, effect_of
from ..decision_points import Ask, Points, drawing_point, point
from ..facts.balance import knock, steady, suppress
from ..facts.battle_facts import BattleFacts, BattleResult, Gear, Mount, Wound
from ..rounds.leadership import lose_leader
from ..rounds.tactical import deck_outcomes
from .superiority import attacker_picks

SHIELD: Final = 1
SHIELD_SUPPRESSION: Final = 2
"""Intensity a shield takes from a damaging and from a suppression attack (KM-SHD-04, KM-SHD-05)."""

BOLT_ARMOR: Final = 2
"""Armor counts this many times against a Bolt (KM-ATK-08)."""

EDGE: Final = 1
"""Suppression of each active Edge (KM-EDGE-03)."""


# --- intensity --------------------------------------------------------------------------------------------


def secondary(frame: frames.Attacking, seat: str) -> bool:
    """True for a target of an area attack that is not its centre (KM-AE-03)."""
    return frame.area and seat != frame.target


def intensity(s: BattleFacts, frame: frames.Attacking, victim: Mount) -> int:
    """Return the Intensity that arrives: halved on secondary targets, then less by shield and resistance, never below
    0.

    KM-AE-06, KM-SHD-04, KM-SHD-05, KM-GEM-09.
    """
    rules = s.settings.rules
    base = s.mounts[frame.attacker].trait("intensity")
    spread = victim.seat in frame.caught and not frame.area and rules.grapple_spread == "automatic_half"
    halved = secondary(frame, victim.seat) or spread
    less = _reduction(s, frame.suppression, victim)
    if halved and rules.ae_order == "reduce_then_halve":
        return max(0, base - less) // 2
    return max(0, (base // 2 if halved else base) - less)


def _reduction(s: BattleFacts, suppression: bool, victim: Mount) -> int:
    """Return what a shield and Resist Suppression take away (KM-SHD-04, KM-SHD-05, KM-GEM-09)."""
    rules = s.settings.rules
    if suppression:
        shield = SHIELD_SUPPRESSION if victim.shield else 0
        return shield + rules.resist_suppression * bool(victim.standing.granted("resist_suppression"))
    if victim.shield and (victim.off or rules.shield_reduces_balance_loss):
        return SHIELD
    return 0


# --- the strike -------------------------------------------------------------------------------------------


def begin(s: BattleFacts, seat: str, log: EventLog) -> None:
    """A strike on one victim: suppression, a loss of Balance, or hits (KM-RES-09)."""
    frame, victim = s.attack(), s.mounts[seat]
    amount = intensity(s, frame, victim)
    text = f"{s.name(seat)} is struck with Intensity {amount}."
    report(log, "struck", _why(frame, victim), text, seat=seat, intensity=amount, suppression=frame.suppression)
    if frame.suppression:
        if amount or victim.initiative == 0:
            suppress(s, victim, amount, ("KM-SPR-01",), log)
        return
    if frame.how == "heavy-melee" and s.mounts[frame.attacker].edges:
        s.stack.append(frames.Edging(seat))
    if amount and armed(s, frame, victim):
        s.stack.append(frames.Arming(seat))
    else:
        _usual(s, victim, amount, log)


def _why(frame: frames.Attacking, victim: Mount) -> tuple[str, ...]:
    rules = ["KM-RES-09"]
    if secondary(frame, victim.seat):
        rules.append("KM-AE-06")
    if victim.shield:
        rules.append("KM-SHD-05" if frame.suppression else "KM-SHD-04")
    if frame.suppression and victim.standing.granted("resist_suppression"):
        rules.append("KM-GEM-09")
    return tuple(rules)


def _usual(s: BattleFacts, victim: Mount, amount: int, log: EventLog) -> None:
    """No weapon: hits for one who is Off, else a loss of Balance (KM-DMG-01, KM-DMG-04, KM-DMG-08)."""
    if not victim.off:
        if amount:
            knock(s, victim, amount, ("KM-RES-09",), log)
    elif amount:
        s.stack.append(frames.Hitting(victim.seat, amount))
    else:
        text = f"With Intensity 0 {s.name(victim.seat)} takes no hits."
        report(log, "no-hits", ("KM-DMG-08",), text, seat=victim.seat)


# --- edges ------------------------------------------------------------------------------------------------


def edging_step(s: BattleFacts, frame: frames.Edging, log: EventLog) -> bool:
    """Each active Edge adds 1 suppression to a Heavy Melee (KM-EDGE-03 to KM-EDGE-05)."""
    s.stack.pop()
    victim = s.mounts[frame.victim]
    if not victim.alive:
        return True
    amount = edge(s, s.mounts[s.attack().attacker], victim)
    if amount:
        text = f"The Edge suppresses {s.name(frame.victim)} by {amount}."
        report(log, "edge", ("KM-EDGE-03",), text, seat=frame.victim, amount=amount)
        suppress(s, victim, amount, ("KM-EDGE-04",), log, s.settings.rules.edge_zero_initiative == "costs_balance")
    return True


def edge(s: BattleFacts, mount: Mount, victim: Mount) -> int:
    """The suppression that the active Edges of an attacker add (KM-EDGE-03, KM-EDGE-05)."""
    rules = s.settings.rules
    edges = len(mount.edges)
    amount = EDGE * (edges if rules.edges_stack else min(edges, 1))
    return max(0, amount - (_reduction(s, True, victim) if rules.edge_vs_shield == "reduced" else 0))


# --- weapons ----------------------------------------------------------------------------------------------


def armed(s: BattleFacts, frame: frames.Attacking, victim: Mount) -> bool:
    """True if a weapon card could serve: no Free Melee, no suppression, damage due (KM-WPN-04, KM-ATK-04)."""
    if frame.how == "free-melee" or not s.mounts[frame.attacker].weapons:
        return False
    return victim.off or s.settings.rules.weapon_override == "any_hit"


def _arming_options(s: BattleFacts, frame: frames.Arming, seat: str) -> Sequence[Action]:
    return [act.Done(seat), *(act.UseWeapon(seat, gear.gem) for gear in s.mounts[seat].weapons)]


def _arming_check(s: BattleFacts, frame: frames.Arming, action: Action) -> Refusal | None:
    if isinstance(action, act.UseWeapon) and action not in _arming_options(s, frame, action.seat):
        return Refusal("KM-WPN-04", f"{s.name(action.seat)} has no weapon of {shown(action.gem)}.")
    return None


def arming_do(s: BattleFacts, frame: frames.Arming, action: Action, log: EventLog) -> None:
    """The weapon card becomes the damage card and is used up: no hits, no Armor (KM-WPN-04)."""
    s.stack.pop()
    attack, victim = s.attack(), s.mounts[frame.victim]
    if not isinstance(action, act.UseWeapon):
        _usual(s, victim, intensity(s, attack, victim), log)
        return
    mount = s.mounts[action.seat]
    gear = next(gear for gear in mount.weapons if gear.gem == action.gem)
    mount.weapons = tuple(other for other in mount.weapons if other != gear)
    text = f"{s.name(action.seat)} uses the weapon {card_name(gear.card)} on {s.name(frame.victim)}."
    report(log, "weapon-used", ("KM-WPN-04",), text, seat=action.seat, target=frame.victim, card=gear.card)
    wound(s, victim, gear.card, action.seat, log)


# --- hits -------------------------------------------------------------------------------------------------


def hitting_step(s: BattleFacts, frame: frames.Hitting, log: EventLog) -> bool:
    """Let Armor decide who picks, once all hits lie there (KM-DMG-05 to KM-DMG-07, KM-AE-07, KM-ATK-08)."""
    if frame.left and s.restock(log):
        return False
    s.stack.pop()
    attack, victim = s.attack(), s.mounts[frame.victim]
    if not frame.cards:
        report(log, "no-hits", ("KM-DMG-04",), "There is no card left to draw: no hits.", seat=frame.victim)
        return True
    attacker = s.mounts[attack.attacker]
    armor = victim.trait("armor") * (BOLT_ARMOR if attack.how == "bolt" else 1)
    theirs, rule = attacker_picks(s, attacker, victim, len(frame.cards), armor)
    if secondary(attack, frame.victim):
        theirs, rule = False, "KM-AE-07"
    by = attack.attacker if theirs else frame.victim
    hits = "1 hit" if len(frame.cards) == 1 else f"{len(frame.cards)} hits"
    text = f"{hits} against Armor {armor}: {s.name(by)} picks the damage card."
    rules = (rule, "KM-ATK-08") if attack.how == "bolt" else (rule,)
    report(log, "hits", rules, text, seat=frame.victim, hits=list(frame.cards), armor=armor, by=by)
    s.stack.append(frames.Picking(by, frame.victim, frame.cards))
    return True


def _hitting_do(s: BattleFacts, frame: frames.Hitting, action: act.Draw, log: EventLog) -> None:
    s.deck.remove(action.card)
    s.top(left=frame.left - 1, cards=(*frame.cards, action.card))
    text = f"A hit on {s.name(frame.victim)}: {card_name(action.card)}."
    report(log, "hit-drawn", ("KM-DMG-04",), text, seat=frame.victim, card=action.card)


def picking_step(s: BattleFacts, frame: frames.Picking, log: EventLog) -> bool:
    """A single hit needs no choice."""
    if len(set(frame.cards)) > 1:
        return False
    _picked(s, frame, frame.cards[0], log)
    return True


def _picking_check(s: BattleFacts, frame: frames.Picking, action: act.Pick) -> Refusal | None:
    if action.card not in frame.cards:
        return Refusal(
            "KM-DMG-08", f"{card_name(action.card)} is no hit; there are {', '.join(map(card_name, frame.cards))}."
        )
    return None


def _picked(s: BattleFacts, frame: frames.Picking, card: str, log: EventLog) -> None:
    """Exactly one hit is the damage card; the others are discarded (KM-DMG-08, KM-DMG-09)."""
    s.stack.pop()
    rest = list(frame.cards)
    rest.remove(card)
    s.discard += rest
    text = f"{s.name(frame.by)} picks {card_name(card)}."
    report(log, "damage-picked", ("KM-DMG-08",), text, seat=frame.by, target=frame.victim, card=card)
    wound(s, s.mounts[frame.victim], card, frame.by, log)


# --- damage cards -----------------------------------------------------------------------------------------


def wound(s: BattleFacts, victim: Mount, card: str, by: str, log: EventLog) -> None:
    """A damage card arrives: lingering heals, the Scroll, what it does at once, defeat (KM-DMG-09, KM-POT-03)."""
    if s.settings.rules.off_balance_clears == "after_damage":
        steady(s, victim, log)
    if _stopped(s, victim, card, log):
        return
    victim.wounds += (Wound(card),)
    s.refresh(victim.seat)
    effect = s.settings.cards[card].effect
    does = s.settings.cards[card].text or f"{effect.title()}."
    text = f"{s.name(victim.seat)} takes {card_name(card)}: {does}"
    report(log, "damaged", (effect_of(effect).rule, "KM-DMG-09"), text, seat=victim.seat, card=card, effect=effect)
    if len(victim.wounds) >= s.settings.rules.defeat_wounds:
        defeat(s, victim, log)
        return
    s.stack.append(frames.Maiming(by, victim.seat))


def _stopped(s: BattleFacts, victim: Mount, card: str, log: EventLog) -> bool:
    """Lingering heals are met in the order they were laid (KM-HEAL-08, KM-HEAL-09)."""
    while victim.lingering:
        heal, *later = victim.lingering
        victim.lingering = tuple(later)
        maker = s.mounts[heal.by]
        worth = sum(contribution(s, maker, each, None) for each in heal.cards)
        s.discard += heal.cards
        stops = s.value(card) <= worth
        text = f"The lingering heal of {worth} {'stops' if stops else 'does not stop'} {card_name(card)}."
        rule = "KM-HEAL-09" if stops else "KM-HEAL-08"
        report(log, "lingering-heal", (rule,), text, seat=victim.seat, worth=worth, card=card, stops=stops)
        if stops:
            s.discard.append(card)
            return True
    return False


def unspent(s: BattleFacts, wound: Wound, effect: Effect) -> bool:
    """True for a damage card of that effect which has not done its work yet."""
    return not wound.spent and s.settings.cards[wound.card].effect == effect


def exposed(s: BattleFacts, victim: Mount) -> int | None:
    """The place of the damage card that forbids a defence against the next attack; None without one (KM-EFF-05)."""
    return next((place for place, wound in enumerate(victim.wounds) if unspent(s, wound, "expose")), None)


def spend(s: BattleFacts, victim: Mount, place: int) -> None:
    """An Expose or Sunder has done its work: the card stays, spent, or goes (KM-EFF-05, KM-EFF-06)."""
    wound = victim.wounds[place]
    if s.settings.rules.one_shot_effects == "discard":
        victim.wounds = victim.wounds[:place] + victim.wounds[place + 1 :]
        s.discard.append(wound.card)
    else:
        victim.wounds = (*victim.wounds[:place], replace(wound, spent=True), *victim.wounds[place + 1 :])
    s.refresh(victim.seat)


def _parts(s: BattleFacts, victim: Mount) -> list[str]:
    """Return what the newest damage card may be put on: gems, runes, or weapons and the shield."""
    wound = victim.wounds[-1]
    effect = s.settings.cards[wound.card].effect
    design = s.settings.designs[victim.seat]
    if effect == "crush":
        return [gem for gem, level in design.gems.items() if level]
    if effect == "scar":
        return [rune for rune, level in design.runes.items() if level]
    if effect == "sunder":
        return [f"weapon:{gear.gem}" for gear in victim.weapons] + (["shield"] if victim.shield else [])
    return []


def maiming_step(s: BattleFacts, frame: frames.Maiming, log: EventLog) -> bool:
    """Crush, Scar and Sunder need to be put on something; with one choice or none nobody is asked."""
    victim = s.mounts[frame.victim]
    parts = _parts(s, victim)
    if len(parts) > 1:
        return False
    s.stack.pop()
    if parts:
        _maim(s, victim, parts[0], log)
    elif s.settings.cards[victim.wounds[-1].card].effect == "sunder":
        report(log, "nothing-sundered", ("KM-EFF-06",), "There is no weapon or shield to destroy.", seat=frame.victim)
        victim.wounds = (*victim.wounds[:-1], replace(victim.wounds[-1], spent=True))
        s.refresh(frame.victim)
    return True


def maiming_asked(s: BattleFacts, frame: frames.Maiming) -> tuple[str, ...]:
    """Whoever chose the damage card, unless an option says otherwise (KM-EFF-04, KM-EFF-09)."""
    effect = s.settings.cards[s.mounts[frame.victim].wounds[-1].card].effect
    how = s.settings.rules.crush_scar_pick
    if effect == "sunder" or how == "chooser":
        return (frame.by,)
    return (frame.victim if how == "victim" else s.attack().attacker,)


def _maiming_ask(s: BattleFacts, frame: frames.Maiming, seat: str) -> Ask:
    effect = s.settings.cards[s.mounts[frame.victim].wounds[-1].card].effect
    return Ask(
        f"Choose what of {s.name(frame.victim)}'s suffers from {effect.title()}.", effect_of(effect).rule, "window"
    )


def _maiming_check(s: BattleFacts, frame: frames.Maiming, action: act.Part) -> Refusal | None:
    parts = _parts(s, s.mounts[frame.victim])
    if action.what not in parts:
        effect = s.settings.cards[s.mounts[frame.victim].wounds[-1].card].effect
        return Refusal(effect_of(effect).rule, f"{shown(action.what)} cannot be chosen; choose {', '.join(parts)}.")
    return None


def _maiming_do(s: BattleFacts, frame: frames.Maiming, action: act.Part, log: EventLog) -> None:
    s.stack.pop()
    _maim(s, s.mounts[frame.victim], action.what, log)


def _maim(s: BattleFacts, victim: Mount, part: str, log: EventLog) -> None:
    """Put the newest damage card on a gem, a rune, or destroy equipment (KM-EFF-04, KM-EFF-06, KM-EFF-09)."""
    effect = s.settings.cards[victim.wounds[-1].card].effect
    name = s.name(victim.seat)
    if effect != "sunder":
        victim.wounds = (*victim.wounds[:-1], replace(victim.wounds[-1], pick=part))
        s.refresh(victim.seat)
        text = f"{name}'s {part} counts 2 levels lower."
        report(log, "maimed", (effect_of(effect).rule,), text, seat=victim.seat, effect=effect, what=part)
        return
    gear: Gear | None = victim.shield
    if part == "shield":
        victim.shield = None
    else:
        gear = next(gear for gear in victim.weapons if f"weapon:{gear.gem}" == part)
        victim.weapons = tuple(other for other in victim.weapons if other != gear)
    if gear is not None:
        s.discard.append(gear.card)
    text = f"{name}'s {part.partition(':')[0]} is destroyed."
    report(log, "sundered", ("KM-EFF-06",), text, seat=victim.seat, what=part)
    spend(s, victim, len(victim.wounds) - 1)


# --- grapples and defeat ----------------------------------------------------------------------------------


def lock(s: BattleFacts, mount: Mount, victim: Mount, log: EventLog) -> None:
    """A won grapple: both go to 0 Initiative (KM-GRP-03)."""
    mount.holds = victim.seat
    mount.initiative = victim.initiative = 0
    text = f"{s.name(mount.seat)} grapples {s.name(victim.seat)}: both are at 0 Initiative."
    report(log, "grappled", ("KM-GRP-03",), text, seat=mount.seat, target=victim.seat)


def defeat(s: BattleFacts, victim: Mount, log: EventLog) -> None:
    """A Kimera is out of the battle; its grapples end, its hand is discarded, its Scroll is left (KM-POT-03, -04)."""
    seat = victim.seat
    victim.defeated = True
    victim.holds = None
    victim.off = False
    victim.balance = victim.initiative = 0
    victim.prepared = None
    for mount in s.mounts.values():
        if mount.holds == seat:
            mount.holds = None
    s.discard += victim.hand
    victim.hand = ()
    worth = rider_builder.potence(s.settings.designs[seat])
    text = f"{s.name(seat)} is defeated; its Potence is {worth}."
    report(log, "defeated", ("KM-POT-03",), text, seat=seat, potence=worth)
    _leave_scroll(s, victim, log)
    sides = dict.fromkeys(s.settings.teams[other] for other in s.living())
    own = s.settings.teams[seat]
    led = s.leaders[own] == seat
    if led:
        s.leaders[own] = None
    if len(sides) == 1:
        end(s, tuple(sides), DEFEATED, "KM-POT-03", log)
    elif led:
        lose_leader(s, own, log)


def _leave_scroll(s: BattleFacts, victim: Mount, log: EventLog) -> None:
    """The cards on a defeated Kimera's Scroll stay there, face up and out of the game, or are discarded (KM-POT-04)."""
    cards = scroll(victim)
    stays = s.settings.rules.defeated_scroll == "stays"
    if not stays:
        s.discard += cards
        victim.wounds = victim.edges = victim.weapons = victim.lingering = ()
        victim.shield = None
        s.refresh(victim.seat)
    if cards:
        left = "stay there, face up and out of the game" if stays else "are discarded"
        text = f"The cards on {s.name(victim.seat)}'s Scroll {left}: {', '.join(map(card_name, cards))}."
        report(
            log, "scroll-stays" if stays else "scroll-discarded", ("KM-POT-04",), text, seat=victim.seat, cards=cards
        )


def scroll(mount: Mount) -> list[str]:
    """Every card on a Scroll: damage cards, Edges, weapons, the shield, lingering heals."""
    gear = (*mount.edges, *mount.weapons, *([mount.shield] if mount.shield else []))
    return [
        *(wound.card for wound in mount.wounds),
        *(each.card for each in gear),
        *(card for heal in mount.lingering for card in heal.cards),
    ]


DEFEATED: Final = "every Kimera of the other sides is defeated"
"""Why most battles end, as positions hold it since the first edition: `reason` is what people are told."""


def reason(s: BattleFacts, why: str) -> str:
    """Say why a battle ended, for the middle of a sentence: where all fight for themselves there are no sides."""
    alone = all(len(members) == 1 for members in s.settings.sides.values())
    return "every other Kimera is defeated" if alone and why == DEFEATED else why


def told_result(s: BattleFacts) -> Result | None:
    """Return the end of the battle with its reason as a sentence; None while it goes on."""
    if s.result is None:
        return None
    why = s.result.reason[0].lower() + s.result.reason[1:]
    return Result(s.result.winners, f"{capital(reason(s, why))}.", s.result.rule, s.result.scores)


def end(s: BattleFacts, sides: tuple[str, ...], why: str, rule: str, log: EventLog) -> None:
    """The battle is over; the Potence of the defeated is shared out among a single winning side (KM-POT-02)."""
    scores = {seat: {"potence": 0, "total": 0} for seat in s.mounts}
    if len(sides) == 1:
        team = s.settings.sides[sides[0]]
        won = sum(
            rider_builder.potence(s.settings.designs[seat])
            for seat, mount in s.mounts.items()
            if not mount.alive and seat not in team
        )
        leader = s.leaders.get(sides[0])
        rest_to = leader if leader is not None else s.speaker(sides[0])
        for seat in team:
            share = won // len(team) + (won % len(team) if seat == rest_to else 0)
            scores[seat] = {"potence": share, "total": share}
    winners = tuple(seat for seat in s.mounts if s.settings.teams[seat] in sides)
    said = " and ".join(s.name(seat) for seat in winners)
    s.result = BattleResult(winners, capital(why), rule, scores)
    attack = next((frame for frame in s.stack if isinstance(frame, frames.Attacking)), None)
    if attack is not None:
        s.discard += attack.played
    s.stack[:] = [frames.Over()]
    report(
        log, "game-over", (rule, "KM-POT-02"), f"The battle is over: {reason(s, why)}. {said} won.",
        winners=list(winners), points={seat: sheet["total"] for seat, sheet in scores.items()},
    )  # fmt: skip


POINTS: Final[Points] = {
    frames.Edging: point(edging_step),
    frames.Arming: point(
        stay, lambda s, f: (s.attack().attacker,),
        lambda s, f, seat: Ask(
            f"Use a weapon card as {s.name(f.victim)}'s damage card, or strike as usual.", "KM-WPN-04"
        ),
        _arming_options, _arming_check, arming_do, kinds=(act.UseWeapon, act.Done),
        default=lambda s, f, seat: act.Done(seat),
    ),
    frames.Hitting: drawing_point(
        hitting_step, lambda s, f, seat: Ask(f"Draw a hit on {s.name(f.victim)}.", "KM-DMG-04"), _hitting_do,
        lambda s, f: deck_outcomes(s),
    ),
    frames.Picking: point(
        picking_step, lambda s, f: (f.by,),
        lambda s, f, seat: Ask(f"Pick one hit as {s.name(f.victim)}'s damage card.", "KM-DMG-08", "window"),
        lambda s, f, seat: [act.Pick(seat, card) for card in distinct(f.cards)],
        _picking_check, lambda s, f, action, log: _picked(s, f, action.card, log), kinds=(act.Pick,),
        default=lambda s, f, seat: act.Pick(seat, min(f.cards)),
    ),
    frames.Maiming: point(
        maiming_step, maiming_asked, _maiming_ask,
        lambda s, f, seat: [act.Part(seat, part) for part in _parts(s, s.mounts[f.victim])],
        _maiming_check, _maiming_do, kinds=(act.Part,),
    ),
}  # fmt: skip
