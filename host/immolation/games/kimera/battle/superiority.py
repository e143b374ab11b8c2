"""Compare two Kimera: who is superior, what is in range, who wins a tie."""

from __future__ import annotations

from typing import Final

from ...contract import Refusal
from ..actions import How
from ..cards.components import ranges
from ..facts.battle_facts import BattleFacts, Mount

FAR: Final = 2
"""A lead of this and more is one row of the range tables."""

COLUMNS: Final[dict[str, str]] = {
    "heavy-melee": "melee",
    "free-melee": "melee",
    "bolt": "bolt",
    "wrack": "wrack",
    "trial": "trial",
}
"""Attack -> its column; Heavy and Free Melee share one (KM-RNG-03)."""


def tie_power(s: BattleFacts, mount: Mount, phasing: bool) -> int:
    """1 if it wins all ties, -1 if it loses all, 0 if neither (KM-TYPE-17, KM-EFF-02).

    ``phasing``: this is a tie of Initiative or of hits against Armor, where a Siroko wins; ties of attack against
    defence are not. Both on one Kimera cancel, or the loss prevails (option ``tie_powers_cancel``).
    """
    staggered = mount.standing.staggered
    wins = phasing and mount.has("phasing")
    if staggered and wins and not s.settings.rules.tie_powers_cancel:
        return -1
    return wins - staggered


def superior(s: BattleFacts, attacker: Mount, target: Mount) -> Refusal | None:
    """None if the attacker is superior to the target: KM-SUP-01 to KM-SUP-04, KM-SUP-06, KM-RNG-03."""
    lead = attacker.initiative - target.initiative
    if lead > 0:
        return None
    name, whom = s.name(attacker.seat), s.name(target.seat)
    if lead < 0:
        return Refusal(
            "KM-RNG-03",
            f"{whom} has Initiative {target.initiative}, more than {name}'s {attacker.initiative}.",
        )
    if attacker.machine.move == "ground":
        return Refusal(
            "KM-SUP-02", f"{name} moves on the ground and needs more Initiative than {whom}'s {target.initiative}."
        )
    if s.settings.rules.siroko_equal_initiative == "wins_comparison" and tie_power(s, attacker, True) < tie_power(
        s, target, True
    ):
        return Refusal("KM-SUP-06", f"At equal Initiative {whom} wins the comparison, so {name} is not superior.")
    return None


def column(s: BattleFacts, how: How, gem: bool) -> str:
    """The column of the range table for an attack (KM-RNG-03, KM-GRP-02, KM-GEM-12)."""
    if how != "grapple":
        return COLUMNS[how]
    if gem and s.settings.rules.gem_grapple == "acuity_wrack_range":
        return "wrack"
    return s.settings.rules.grapple_range


def open_columns(attacker: Mount, target: Mount) -> tuple[str, ...]:
    """The columns of the range tables open at this lead, superiority left aside (KM-RNG-01, KM-RNG-02)."""
    lead = attacker.initiative - target.initiative
    return ranges(attacker.machine.move)[min(lead, FAR)] if lead >= 0 else ()


def in_range(s: BattleFacts, attacker: Mount, target: Mount, how: How, gem: bool) -> Refusal | None:
    """None if the attack reaches at this lead (KM-RNG-01, KM-RNG-02, KM-SUP-04)."""
    if column(s, how, gem) in open_columns(attacker, target):
        return None
    lead = attacker.initiative - target.initiative
    rule = "KM-RNG-01" if attacker.machine.move == "ground" else "KM-RNG-02"
    return Refusal(
        rule,
        f"{s.name(attacker.seat)} cannot make this attack ({column(s, how, gem)}) with {lead} more Initiative than "
        f"{s.name(target.seat)}; more Initiative is needed.",
    )


def attack_succeeds(s: BattleFacts, attacker: Mount, defender: Mount, attack: int, defence: int) -> tuple[bool, str]:
    """Whether an attack succeeds, and the rule that says so (KM-RES-08, KM-RES-09, KM-RES-10, KM-EFF-02)."""
    if attack != defence:
        return (True, "KM-RES-09") if attack > defence else (False, "KM-RES-08")
    difference = tie_power(s, attacker, False) - tie_power(s, defender, False)
    if difference:
        return difference > 0, "KM-EFF-02"
    return attacker.machine.move == "ground", "KM-RES-10"


def attacker_picks(s: BattleFacts, attacker: Mount, victim: Mount, hits: int, armor: int) -> tuple[bool, str]:
    """Whether the attacker picks the damage card, and the rule that says so (KM-DMG-05 to KM-DMG-07)."""
    if hits != armor:
        return (True, "KM-DMG-05") if hits > armor else (False, "KM-DMG-06")
    difference = tie_power(s, attacker, True) - tie_power(s, victim, True)
    if difference:
        return difference > 0, "KM-TYPE-17" if attacker.has("phasing") or victim.has("phasing") else "KM-EFF-02"
    return victim.machine.move == "air", "KM-DMG-07"
