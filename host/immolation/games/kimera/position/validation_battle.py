"""Validate attacks and heals half way; raises BadPosition with the key and the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...engine import need
from .. import frames
from ..battle import attack, damage, healing
from ..cards.card_play import can_show
from ..facts.battle_facts import BattleFacts

_MAIMS: Final = ("crush", "scar", "sunder")
"""Effects of which a part of the Kimera is picked."""


def _attacking(s: BattleFacts, frame: frames.Attacking) -> None:
    mount = s.mounts[frame.attacker]
    need(not s.friends(frame.attacker, frame.target), "stack: target", "an attack is made on another side")
    need(frame.attacker not in frame.queue, "stack: queue", "nobody attacks himself")
    need(not s.grappled(frame.attacker) or frame.how == "grapple", "stack: attacker", "is in a grapple")
    need(not mount.full_recovery, "stack: attacker", f"{frame.attacker} gave up its attacks this round (KM-REC-03)")
    need(set(frame.caught) <= set(s.mounts), "stack: caught", "seats alone")
    granted = attack.owns(s, mount, frame.how, frame.suppression, frame.area, frame.gem)
    need(granted, "stack: attack", f"{frame.attacker} has no such attack (KM-ATK-07)")
    needed = attack.symbols(s, frame.how, frame.area, frame.suppression)
    if frame.step in ("declaration", "symbols"):
        possible = can_show(s, mount, needed)
        need(possible, "stack: attack", f"{frame.attacker} holds no cards for {', '.join(needed)} (KM-CARD-01)")
    if frame.step == "symbols":
        need(needed, "stack: attack", "a Free Melee needs no symbols (KM-ATK-03)")
        charged = s.settings.rules.charge_window == "after_checks"  # its own Charge may have taken the last Balance
        able = mount.balance or charged
        need(able, "stack: attacker", f"{frame.attacker} has 0 Balance and does not attack (KM-BAL-02)")
    if frame.step != "targets":
        top = s.stack[-1]
        fits = top is frame or (frame.step == "declaration" and isinstance(top, frames.Countering))
        need(fits, "stack: attack", f"nothing lies on an attack at the step {frame.step}")


def _defending(s: BattleFacts, frame: frames.Defending) -> None:
    fought = s.attack()
    _attacked(s, frame.seat, "stack: seat", struck=False)
    need(fought.step == "targets", "stack: attack", "the defence follows the attack value")
    need((frame.step == "choose") == (frame.how == ""), "stack: defend", "how is said before cards are played")
    asked = s.settings.rules.exposed_defence == "refused" and frame.step == "choose"
    free = asked or damage.exposed(s, s.mounts[frame.seat]) is None
    need(free, "stack: defend", f"{frame.seat} is exposed and makes no defence (KM-EFF-05)")


def _attacked(s: BattleFacts, seat: str, where: str, *, struck: bool) -> None:
    """Somebody an attack can be about: its target; with an area others too; in a grapple whoever is struck along."""
    fought = s.attack()
    need(seat != fought.attacker, where, "the attacker does not suffer from its own attack")
    locked = set(s.locked_with(seat))
    if not fought.area and not struck:
        need(seat == fought.target, where, f"{fought.target} is attacked, not {seat}")
    if s.friends(fought.attacker, seat):
        need(locked, where, f"{seat} is on the attacker's side and in no grapple (KM-AE-05, KM-GRP-05)")


def _struck(s: BattleFacts, frame: Any) -> None:
    fought = s.attack()
    _attacked(s, frame.victim, "stack: victim", struck=True)
    need(fought.step == "targets", "stack: attack", "strikes follow the attack value")
    need(not fought.suppression, "stack: attack", "suppression causes no damage (KM-SPR-04)")


def _edging(s: BattleFacts, frame: frames.Edging) -> None:
    _struck(s, frame)
    fought = s.attack()
    edged = fought.how == "heavy-melee" and s.mounts[fought.attacker].edges
    need(edged, "stack: edge", f"{fought.attacker} strikes with no Edge (KM-EDGE-03, KM-ATK-04)")


def _arming(s: BattleFacts, frame: frames.Arming) -> None:
    _struck(s, frame)
    fought = s.attack()
    armed = fought.how != "free-melee" and s.mounts[fought.attacker].weapons
    need(armed, "stack: weapon", f"{fought.attacker} has no weapon to use (KM-WPN-04)")
    due = s.mounts[frame.victim].off or s.settings.rules.weapon_override == "any_hit"
    need(due, "stack: weapon", f"{frame.victim} is not Off-Balance: no damage is due (KM-WPN-04)")


def _hit(s: BattleFacts, frame: frames.Hitting | frames.Picking) -> None:
    _struck(s, frame)
    need(s.mounts[frame.victim].off, "stack: victim", f"{frame.victim} is not Off-Balance (KM-DMG-04)")
    if isinstance(frame, frames.Picking):
        _picks(s, frame)
        need(frame.cards, "stack: cards", "there are hits to pick from")


def _maiming(s: BattleFacts, frame: frames.Maiming) -> None:
    _struck(s, frame)
    _picks(s, frame)
    wounds = s.mounts[frame.victim].wounds
    fresh = wounds and not wounds[-1].pick and s.settings.cards[wounds[-1].card].effect in _MAIMS
    need(fresh, "stack: pick-part", "the newest damage card is a Crush, a Scar or a Sunder not put on anything yet")


def _picks(s: BattleFacts, frame: frames.Picking | frames.Maiming) -> None:
    need(frame.by in (s.attack().attacker, frame.victim), "stack: by", "the attacker or the one who was struck")


def _healing(s: BattleFacts, frame: frames.Healing) -> None:
    mount = s.mounts[frame.seat]
    needed = healing.symbols(frame.area)
    need(not (frame.area and frame.lingering), "stack: heal", "a heal is area or lingering, not both")
    need(frame.step != "remove" or not frame.lingering, "stack: heal", "a lingering heal removes nothing now")
    need(
        (frame.area, frame.lingering) in healing.kinds(s, mount),
        "stack: heal",
        f"{frame.seat} has no such heal (KM-HEAL-01)",
    )
    need(frame.left <= frame.value, "stack: left", f"the heal is worth {frame.value} (KM-HEAL-04)")
    if frame.step == "symbols":
        spare = s.settings.rules.lingering_cards if frame.lingering else 1
        possible = can_show(s, mount, needed, spare=spare) and not frame.played
        need(possible, "stack: heal", f"{frame.seat} lacks the cards (KM-HEAL-02)")
    else:
        need(len(frame.played) >= len(needed), "stack: played", "the symbol cards lie there")
    if frame.step == "values" and frame.lingering:
        enough = len(mount.hand) >= s.settings.rules.lingering_cards
        need(enough, "stack: heal", f"{frame.seat} lacks the cards (KM-HEAL-07)")
    for seat in frame.queue:
        need(s.mounts[seat].alive, "stack: queue", f"{seat} is defeated")


CHECKS: Final[dict[type[frames.Frame], Callable[[BattleFacts, Any], None]]] = {
    frames.Attacking: _attacking,
    frames.Defending: _defending,
    frames.Edging: _edging,
    frames.Arming: _arming,
    frames.Hitting: _hit,
    frames.Picking: _hit,
    frames.Maiming: _maiming,
    frames.Healing: _healing,
}
"""Frame -> what it must be like, beyond its shape."""
