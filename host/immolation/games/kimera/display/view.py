"""Show what a seat may know, JSON-ready: the one place where secrets are taken out."""

from __future__ import annotations

from typing import Any, Final

from ...contract import CHANCE, Json
from ...engine import fields_json
from ...house_rules import departures
from .. import frames
from ..battle import attack
from ..cards import rider_builder
from ..cards.components import TRAITS
from ..facts.battle_facts import BattleFacts, Mount
from ..options import DEFAULTS
from . import forecast

SHOWN_OF_ATTACK: Final = (
    "attacker", "target", "how", "suppression", "area", "gem", "step", "value", "played", "queue", "caught",
)  # fmt: skip
SHOWN_OF_HEAL: Final = ("seat", "target", "area", "lingering", "step", "queue", "value", "left", "played")


def view_of(s: BattleFacts, seat: str | None, moment: str, asked: tuple[str, ...]) -> dict[str, Json]:
    """The public table, and what ``seat`` alone may know under ``own``; see docs/rulesets/kimera.md for every key."""
    rules = s.settings.rules.values()
    usual = DEFAULTS.values()
    made: dict[str, Json] = {
        "ruleset": "kimera",
        "seats": {name: _seat(s, mount) for name, mount in s.mounts.items()},
        "turn": _turn(s),
        "round": s.round,
        "rounds": s.rounds,
        "over": isinstance(s.stack[-1], frames.Over),
        "phase": str(s.stack[0].__struct_config__.tag),
        "moment": moment,
        "asked": {name: "dice" if name == CHANCE else moment for name in asked},
        "leaders": {side: s.leaders.get(side) for side in s.settings.sides},
        "spoken": {name: s.spoken[name] for name in s.mounts if name in s.spoken},
        "deck": len(s.deck),
        "discard": sorted(s.discard),
        "pool": sorted(s.pool),
        "given": sorted(s.given),
        "cards": {
            card.id: {"value": card.value, "symbols": list(card.symbols), "effect": card.effect}
            | ({"text": card.text} if card.text else {})
            for card in s.settings.cards.values()
        },
        "attack": _attack(s),
        "heal": _heal(s),
        "hits": [
            card for frame in s.stack if isinstance(frame, (frames.Hitting, frames.Picking)) for card in frame.cards
        ],
        "options": {key: value for key, value in rules.items() if value != usual[key]},
    }
    if made["options"]:
        made["house_rules"] = departures(s.settings.rules)
    mount = s.mounts.get(seat) if seat is not None else None
    if mount is not None:
        made["own"] = _own(s, mount)
        top = s.stack[-1]
        if isinstance(top, frames.Acting) and top.seat == seat:
            made["forecast"] = [*forecast.attacks(s, mount), *([] if top.charged else forecast.heals(s, mount))]
    return made


def _turn(s: BattleFacts) -> str | None:
    for frame in s.stack:
        if isinstance(frame, frames.Attacking):
            return frame.attacker
        if isinstance(frame, (frames.Acting, frames.Healing)):
            return frame.seat
    return None


def _seat(s: BattleFacts, mount: Mount) -> dict[str, Json]:
    """One seat as everybody sees it: the Scroll lies open, the hand and the die under it do not."""
    seat = mount.seat
    design = s.settings.designs[seat]
    standing = mount.standing
    return {
        "name": s.name(seat),
        "colour": mount.machine.colour,
        "type": design.type,
        "kimera": mount.machine.name,
        "move": mount.machine.move,
        "team": s.settings.teams[seat],
        **fields_json(mount, "alive", "balance", "off", "initiative", "holds", "full_recovery", "stands_down"),
        **fields_json(standing, "full_balance", "card_values", "staggered"),
        "hand_count": len(mount.hand),
        "traits": {trait: standing.traits[trait] for trait in TRAITS},
        "bought": {trait: design.traits.get(trait, 0) for trait in TRAITS},
        "runes": dict(design.runes),
        "gems": dict(design.gems),
        **({"text": design.text} if design.text else {}),
        "skills": {trait: count for trait, count in standing.skills.items() if count},
        "powers": [
            {"gem": power.gem, **fields_json(power.what, "power", "suppression", "area", "lingering")}
            for power in standing.powers
        ],
        "potence": rider_builder.potence(design),
        "wounds": [_wound(s, wound) for wound in mount.wounds],
        "defeat_at": s.settings.rules.defeat_wounds,
        "edges": [fields_json(gear, "gem", "card") for gear in mount.edges],
        "shield": fields_json(mount.shield, "gem", "card") if mount.shield else None,
        "weapons": [fields_json(gear, "gem", "card") for gear in mount.weapons],
        "lingering": len(mount.lingering),
        "lingering_cards": [] if mount.alive else [card for heal in mount.lingering for card in heal.cards],
        "held_by": s.grapplers(seat),
        "reach": attack.reach(s, mount),
    }


def _wound(s: BattleFacts, wound: Any) -> dict[str, Json]:
    card = s.settings.cards[wound.card]
    return {"card": card.id, "value": card.value, "effect": card.effect, **fields_json(wound, "pick", "spent")}


def _attack(s: BattleFacts) -> dict[str, Json] | None:
    """The attack under way with its value, and the defence that is being made."""
    for frame in s.stack:
        if isinstance(frame, frames.Attacking):
            made: dict[str, Json] = {
                **fields_json(frame, *SHOWN_OF_ATTACK),
                "symbols": list(attack.symbols(s, frame.how, frame.area, frame.suppression)),
                "defence": None,
                "victim": None,
            }
            for above in s.stack:
                if isinstance(above, frames.Defending):
                    made["defence"] = fields_json(above, "seat", "how", "step", "value")
                victim = getattr(above, "victim", None)
                if victim is not None:
                    made["victim"] = victim
            return made
    return None


def _heal(s: BattleFacts) -> dict[str, Json] | None:
    return next((fields_json(frame, *SHOWN_OF_HEAL) for frame in s.stack if isinstance(frame, frames.Healing)), None)


def _own(s: BattleFacts, mount: Mount) -> dict[str, Json]:
    """Return what this seat alone may know."""
    top = s.stack[-1]
    laid = top.cards.get(mount.seat) if isinstance(top, frames.Breaking) else None
    return {
        "seat": mount.seat,
        "hand": list(mount.hand),
        "prepared": mount.prepared,
        "laid": None if laid is None else list(laid),
        "bid": top.bids.get(mount.seat) if isinstance(top, frames.Bidding) else None,
        "lingering": [
            {"on": other.seat, "cards": list(heal.cards)}
            for other in s.mounts.values()
            for heal in other.lingering
            if heal.by == mount.seat
        ],
    }
