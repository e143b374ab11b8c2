"""Show what a seat may see, JSON-ready: the one place where hands, decks and secret choices are left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ...contract import Json
from ...engine import fields_json
from .. import frames
from ..actions import Build
from ..cheats import cheating
from ..facts.chimera import PLACES, STATS, can_fly, supported, totals, totals_with
from ..facts.con_facts import NO_CARD, ConFacts, name_of
from ..rounds import attack, building, market, turn

COLOURS: Final = (0xE53935, 0x1E88E5, 0x43A047, 0xFDD835, 0x8E24AA, 0xFB8C00)
"""One for each seat: red, blue, green, yellow, violet, orange."""


def view(s: ConFacts, seat: str | None, awaited: Sequence[str], others: Collection[str]) -> dict[str, Json]:
    """The table as ``seat`` sees it; None is the public table. See docs/rulesets/chimera-con.md for every key.

    ``awaited``: who decides. ``others``: who is asked for a cheat besides.
    """
    own = seat
    base = s.stack[0]
    moment = _tag(s.stack[-1])
    return {
        "ruleset": "chimera-con",
        "seats": {name: _seat(s, name, name == own) for name in s.players},
        **fields_json(s, "turn", "round", "merchant", "merchant_turns", "calm", "quiet", "discard"),
        "over": s.result is not None,
        **fields_json(s.rules, "points_to_win", "turns_without_attack", "hand_limit"),
        "moment": _tag(base),
        "asked": {**dict.fromkeys(awaited, moment), **dict.fromkeys(others, "cheat")},
        "market": [s.pack.facts[card].copy() for card in market.cards(s)],
        "decks": {deck: sum(left.values()) for deck, left in s.decks.items()},
        "attack": _attack(s),
        "stack": [_frame(s, frame, own) for frame in s.stack],
    }


def _tag(frame: frames.Frame) -> str:
    return str(frame.__struct_config__.tag)


def _frame(s: ConFacts, frame: frames.Frame, own: str | None) -> dict[str, Json]:
    """A decision point without what is secret in it; ``own`` is whoever looks."""
    seen = {"at": _tag(frame), **frame.shown()}
    if isinstance(frame, frames.Searching):
        seen["seat"] = building.searcher(s)
    elif isinstance(frame, frames.DiscardStep):
        seen["seat"] = frame.seat or s.turn
    if own is not None and own in (said := frame.own()):
        seen["own"] = said[own]
    return seen


def _seat(s: ConFacts, seat: str, own: bool) -> dict[str, Json]:
    player = s.players[seat]
    health, might, speed, magic = totals(s, seat)
    counts = supported(s.pack, s.rules, player.parts)
    seen: dict[str, Json] = {
        "name": name_of(seat),
        "colour": COLOURS[s.seats.index(seat)],
        "chimera": _name(s, seat),
        "parts": {
            place: {**s.pack.facts[card], "supported": holds} if card != NO_CARD else None
            for place, card, holds in zip(PLACES, player.parts, counts, strict=True)
        },
        **dict(zip(STATS, (health, might, speed, magic), strict=True)),
        **fields_json(player, "damage", "poisonous", "negative", "airborne", "alive", "points"),
        "left": max(0, health - player.damage),
        "can_fly": can_fly(s, seat),
        "merchant": seat == s.merchant,
        "creatures": len(player.creatures),
        "cheats": len(player.cheats),
    }
    if own:
        seen["hand"] = [s.pack.facts[card].copy() for card in player.hand]
        for facts, cheat in zip(seen["hand"][len(player.creatures) :], player.cheats, strict=True):
            facts["idle"] = cheating.idle(s, seat, s.pack.cheat(cheat))
        if s.turn in (seat, None) or s.stack[-1].played is not None:
            _foresee(s, seat, seen)
    return seen


def _foresee(s: ConFacts, seat: str, seen: dict[str, Json]) -> None:
    """Add what the own Chimera would be, where its player is asked what to build it of or to replace in it."""
    top, player = s.stack[-1], s.players[seat]
    if isinstance(top, frames.Building):
        if seat in building.builders(s, top):
            seen["builds"] = [
                _totals(s, seat, (one.head, one.body, one.rear))
                for one in building.builds(s, seat)
                if isinstance(one, Build)
            ]
    elif top.replaces and NO_CARD not in player.parts:
        for card, facts in zip(player.creatures, seen["hand"], strict=False):
            parts = player.parts.with_part(s.pack.place[card], card)
            facts["would"] = _totals(s, seat, parts)
            if isinstance(top, frames.SubstituteStep):
                facts["would"]["skips_action"] = not turn.keeps_family(s, seat, card)


def _totals(s: ConFacts, seat: str, parts: Sequence[str]) -> dict[str, Json]:
    """The cards of a Chimera that might be, its totals, and which parts would be supported."""
    found: dict[str, Json] = dict(zip(PLACES, parts, strict=True))
    found |= zip(STATS, totals_with(s, seat, parts), strict=True)
    found["supported"] = dict(zip(PLACES, supported(s.pack, s.rules, parts), strict=True))
    return found


def _name(s: ConFacts, seat: str) -> str:
    """Return what people call this Chimera: the families from head to rear, each once."""
    parts = s.players[seat].parts
    families = dict.fromkeys(s.pack.creature(card).family for card in parts if card != NO_CARD)
    return "-".join(family.replace("-", " ").title().replace(" ", "") for family in families)


def _attack(s: ConFacts) -> dict[str, Json] | None:
    _, frame = attack.under_way(s)
    if frame is None:
        return None
    ability = attack.ability_of(s, frame)
    return {
        "seat": frame.seat,
        "target": frame.target or None,
        **fields_json(ability, "name", "kind", "attack", "defend", "tags"),
        "stage": frame.stage,
        "dice": {"attack": list(frame.attack), "defence": list(frame.defence)},
        "need": {"attack": max(0, frame.attack_need), "defence": max(0, frame.defence_need)},
    }
