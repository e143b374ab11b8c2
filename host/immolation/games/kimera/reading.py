"""Reads a position: the shape of every key, defaults for what is left out. Hands the result to `legality`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..contract import BadConfig, BadPosition, Json, Result
from ..house_rules import shown
from . import build, frames, legality, resuming
from .actions import CardId, Name
from .components import Card, Level, Pack, Rider, Text, Trait, TraitLevel, Type
from .options import house_rules
from .settings import LEAST, MOST, ROUNDS, Settings, read_cards, read_leaders, read_rounds, seat_ids
from .situation import Gear, Lingering, Mount, Situation, Wound

Number = Annotated[int, Meta(ge=0, le=9999)]
Hand = Annotated[list[CardId], Meta(max_length=400)]
Kind = TypeVar("Kind")


class WoundFacts(msgspec.Struct, forbid_unknown_fields=True):
    """A damage card."""

    card: CardId
    pick: Name = ""
    spent: bool = False


class GearFacts(msgspec.Struct, forbid_unknown_fields=True):
    """An Edge, shield or weapon."""

    card: CardId
    gem: Name = ""
    paid: bool = True


class LingeringFacts(msgspec.Struct, forbid_unknown_fields=True):
    """A lingering heal."""

    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=3)]
    by: Name = ""


class SeatFacts(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a position: its rider, and how it stands."""

    type: Type = "kiron"
    name: Text | UnsetType = UNSET
    traits: dict[Trait, TraitLevel] = {}
    runes: dict[str, Level] = {}
    gems: dict[str, Level] = {}
    team: Text | UnsetType = UNSET
    defeated: bool = False
    balance: Number | UnsetType = UNSET
    off: bool = False
    initiative: Number = 0
    revealed: Number | UnsetType = UNSET
    prepared: Number | None = None
    full_recovery: bool = False
    stands_down: bool = False
    holds: Name | None = None
    hand: Hand = []
    wounds: Annotated[list[WoundFacts | CardId], Meta(max_length=20)] = []
    edges: Annotated[list[GearFacts | CardId], Meta(max_length=20)] = []
    shield: GearFacts | CardId | None = None
    weapons: Annotated[list[GearFacts | CardId], Meta(max_length=20)] = []
    lingering: Annotated[list[LingeringFacts], Meta(max_length=20)] = []


class ResultFacts(msgspec.Struct, forbid_unknown_fields=True):
    """How the battle ended."""

    winners: tuple[Name, ...]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]
    rule: Literal["KM-POT-03", "TABLE"]
    scores: dict[Name, dict[Literal["potence", "total"], Annotated[int, Meta(ge=0, le=9999)]]] = {}


KEYS: Final = (
    "ruleset",
    "options",
    "rounds",
    "round",
    "cards",
    "seats",
    "leaders",
    "deck",
    "discard",
    "pool",
    "given",
    "spoken",
    "stack",
    "result",
)
"""Every key of a position; only ``seats`` must be given."""


def design_facts(design: Rider) -> dict[str, Json]:
    """A design as a position writes it."""
    return {
        "type": design.type,
        "name": design.name,
        "traits": dict(design.traits),
        "runes": dict(design.runes),
        "gems": dict(design.gems),
    }


def read(given: Mapping[str, Json], pack: Pack) -> Situation:
    """The situation that a position describes. Raises BadPosition naming the key."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"A position is a table of keys, not {shown(given)}.")
    try:
        cards = read_cards(given.get("cards"), pack)
    except BadConfig as error:
        raise BadPosition(str(error)) from None
    rest = {key: value for key, value in given.items() if key != "cards"}
    return read_with(rest, cards, given.get("cards") is not None)


def read_with(given: Mapping[str, Json], cards: tuple[Card, ...], custom: bool) -> Situation:
    """The situation of a position whose deck is known. Raises BadPosition naming the key."""
    for key in given:
        if key not in KEYS:
            raise BadPosition(f"There is no key {shown(key)} in a position; there are {', '.join(KEYS)}.")
    if given.get("ruleset", "kimera") != "kimera":
        raise BadPosition(f"ruleset: this is Kimera, not {shown(given['ruleset'])}.")
    seats = given.get("seats")
    if not isinstance(seats, Mapping) or not LEAST <= len(seats) <= MOST:
        raise BadPosition(f"seats: a table of {LEAST} to {MOST} seats, p1, p2, ...; not {shown(seats)}.")
    ids = seat_ids(len(seats))
    for seat in seats:
        if seat not in ids:
            raise BadPosition(f"seats: {len(seats)} riders are {', '.join(ids)}; there is no {shown(seat)}.")
    facts = {seat: convert(seats[seat], SeatFacts, f"seats.{seat}") for seat in ids}
    s = Situation(*_settings(given, facts, cards, custom))
    s.round = convert(given.get("round", 1), Annotated[int, Meta(ge=1, le=100_000)], "round")
    for seat, mount in s.mounts.items():
        _seat(s, mount, facts[seat])
    s.pool = _cards(s, given, "pool")
    s.given = _cards(s, given, "given")
    _spoken(s, given)
    _stack(s, given)
    _deck(s, given)
    _result(s, given)
    legality.insist(s)
    return s


def _settings(
    given: Mapping[str, Json], facts: Mapping[str, SeatFacts], cards: tuple[Card, ...], custom: bool
) -> tuple[Settings, dict[str, str | None]]:
    try:
        rules = house_rules(given.get("options") or {}) if given.get("options") is not None else house_rules({})
        rounds = read_rounds(given.get("rounds", ROUNDS))
        designs: dict[str, Rider] = {}
        for seat, fact in facts.items():
            name = seat if fact.name is UNSET else fact.name
            designs[seat] = Rider(fact.type, name, fact.traits, fact.runes, fact.gems)
            for fault in build.level_faults(designs[seat], rules.rune_gem_max):
                raise BadPosition(f"seats.{seat}: {fault}")
        teams = {seat: seat if fact.team is UNSET else fact.team for seat, fact in facts.items()}
        if len(set(teams.values())) < 2:
            raise BadPosition("seats: a battle needs two sides at least; give the seats different teams.")
        made = Settings(designs, teams, rules, cards, custom, rounds)
        leaders = read_leaders(given.get("leaders"), made)
    except BadConfig as error:
        raise BadPosition(str(error)) from None
    named = given.get("leaders") or {}
    for side, leader in leaders.items():
        if leader is not None and facts[leader].defeated:
            if side in named:
                raise BadPosition(f"leaders: {side}: {leader} is defeated (KM-TAC-06).")
            leaders[side] = next((seat for seat in made.sides[side] if not facts[seat].defeated), None)
    return made, leaders


def _seat(s: Situation, mount: Mount, facts: SeatFacts) -> None:
    where = f"seats.{mount.seat}"
    mount.alive = not facts.defeated
    mount.hand = list(facts.hand)
    mount.wounds = [_wound(s, mount, wound, f"{where}.wounds") for wound in facts.wounds]
    _known(s, mount.hand, f"{where}.hand")
    s.refresh(mount.seat)
    full = mount.standing.full_balance if mount.alive else 0
    mount.balance = full if facts.balance is UNSET else facts.balance
    if facts.balance is UNSET and facts.off:
        mount.balance = 0
    mount.off = facts.off
    mount.initiative = facts.initiative
    mount.revealed = facts.initiative if facts.revealed is UNSET else facts.revealed
    mount.prepared = facts.prepared
    mount.barred = facts.full_recovery
    mount.down = facts.stands_down
    mount.holds = facts.holds or ""
    for what, given, into in (("edge", facts.edges, mount.edges), ("weapon", facts.weapons, mount.weapons)):
        for gear in given:
            into.append(_gear(s, mount, what, gear, into, where))
    if facts.shield is not None:
        mount.shield = _gear(s, mount, "shield", facts.shield, [], where)
    for heal in facts.lingering:
        _known(s, heal.cards, f"{where}.lingering")
        mount.lingering.append(Lingering(heal.by or mount.seat, heal.cards))


def _wound(s: Situation, mount: Mount, given: WoundFacts | str, where: str) -> Wound:
    facts = WoundFacts(given) if isinstance(given, str) else given
    _known(s, (facts.card,), where)
    effect = s.settings.cards[facts.card].effect
    design = s.settings.designs[mount.seat]
    owned = [key for key, level in (design.gems if effect == "crush" else design.runes).items() if level]
    if effect not in ("crush", "scar"):
        if facts.pick:
            raise BadPosition(f"{where}: {facts.card}: only Crush and Scar are put on a gem or rune.")
        return Wound(facts.card, "", facts.spent)
    if facts.pick and facts.pick not in owned:
        raise BadPosition(f"{where}: {facts.card}: pick: {mount.seat} has no {shown(facts.pick)}.")
    if facts.spent:
        raise BadPosition(f"{where}: {facts.card}: spent: only Expose and Sunder are.")
    pick = facts.pick or (owned[0] if len(owned) == 1 and isinstance(given, str) else "")
    return Wound(facts.card, pick)


def _gear(s: Situation, mount: Mount, what: str, given: GearFacts | str, others: list[Gear], where: str) -> Gear:
    """A card alone stands for the first gem of the rider that could grant it."""
    facts = GearFacts(given) if isinstance(given, str) else given
    _known(s, (facts.card,), f"{where}.{what}")
    design = s.settings.designs[mount.seat]
    if facts.gem and not design.gems.get(facts.gem):
        raise BadPosition(f"{where}: {what} {facts.card}: gem: {mount.seat} has no gem {shown(facts.gem)}.")
    taken = [gear.gem for gear in others]
    free = [gem for gem in (*mount.standing.granted(what), *design.gems) if gem not in taken]
    gem = facts.gem or next(iter(free), "")
    if not gem:
        raise BadPosition(f"{where}: {what} {facts.card}: {mount.seat} has no gem left that grants it.")
    if gem in taken:
        raise BadPosition(f"{where}: {what} {facts.card}: the {gem} gem has one already.")
    return Gear(gem, facts.card, facts.paid)


def _known(s: Situation, cards: Any, where: str) -> None:
    for card in cards:
        if card not in s.settings.cards:
            raise BadPosition(f"{where}: there is no card {shown(card)} in this deck.")


def _cards(s: Situation, given: Mapping[str, Json], key: str) -> list[str]:
    cards: list[str] = convert(given.get(key, []), Hand, key)
    _known(s, cards, key)
    return cards


def _spoken(s: Situation, given: Mapping[str, Json]) -> None:
    spoken = convert(given.get("spoken", {}), dict[Name, Number], "spoken")
    for seat in spoken:
        if seat not in s.mounts:
            raise BadPosition(f"spoken: there is no seat {shown(seat)}.")
    s.spoken = {seat: spoken[seat] for seat in s.mounts if seat in spoken}


def _stack(s: Situation, given: Mapping[str, Json]) -> None:
    """The decision points; left out, the rider with the highest Initiative is about to act."""
    usual: list[Json] = [{"at": "battle"}]
    raw = given.get("stack", usual)
    whole = _filled(s, raw) if isinstance(raw, list) else raw
    s.stack = convert(whole, list[frames.AnyFrame], "stack")
    for frame in s.stack:
        if isinstance(frame, frames.Discarding) and frame.seat in s.mounts:
            s.mounts[frame.seat].barred = True  # whoever is in a full recovery has given up its attacks
    if not 1 <= len(s.stack) <= 8:
        raise BadPosition(f"stack: 1 to 8 decision points, not {len(s.stack)}.")
    for frame in s.stack:
        for name in ("played", "cards"):
            cards = getattr(frame, name, ())
            lists = cards.values() if isinstance(cards, dict) else [cards]
            for each in lists:
                _known(s, each, f"stack: {name}")
    resuming.resume(s, lambda place, key: key in whole[place])


_UNDER: Final = {
    "full-recovery": "recovery",
    "lay-out": "leadership",
    "share": "leadership",
    **dict.fromkeys(("breakout", "bid", "raise"), "end"),
    **dict.fromkeys(("turn", "tie-roll", "tie-pick", "attack", "heal"), "battle"),
}
"""What a decision point lies on, where a position leaves that out."""


def _filled(s: Situation, raw: list[Json]) -> list[Json]:
    """A stack in short form made whole: the step of the round below, and whose turn it still is in that step."""
    found = list(raw)
    first = found[0].get("at") if found and isinstance(found[0], Mapping) else None
    if isinstance(first, str) and first in _UNDER:
        found.insert(0, {"at": _UNDER[first]} if _UNDER[first] == "battle" else {"at": _UNDER[first], "order": []})
    living = s.living()
    leaders = [seat for seat in s.leaders.values() if seat is not None and s.mates(seat)]
    orders: dict[str, list[str]] = {
        "recovery": living,
        "announce": leaders,
        "resource": list(s.by_initiative(living, prepared=not any(s.mounts[seat].initiative for seat in living))),
        "maneuver": list(s.by_initiative(living)),
        "leadership": leaders,
        "charge": list(s.by_initiative(living)),
        "end": [seat for seat in living if s.grapplers(seat)],
    }
    return [
        {**frame, "order": orders[frame["at"]]}
        if isinstance(frame, Mapping)
        and isinstance(frame.get("at"), str)
        and frame["at"] in orders
        and "order" not in frame
        else frame
        for frame in found
    ]


def _deck(s: Situation, given: Mapping[str, Json]) -> None:
    """Every card is somewhere: what is named nowhere lies in the deck, or in the discard pile if the deck is given."""
    out: Counter[str] = Counter([*s.pool, *s.given])
    for mount in s.mounts.values():
        out.update(mount.hand)
        out.update(wound.card for wound in mount.wounds)
        out.update(gear.card for gear in (*mount.edges, *mount.weapons))
        out.update([mount.shield.card] if mount.shield else [])
        out.update(card for heal in mount.lingering for card in heal.cards)
    for frame in s.stack:
        if isinstance(frame, (frames.Attacking, frames.Healing)):
            out.update(frame.played)
        elif isinstance(frame, (frames.Hitting, frames.Picking)):
            out.update(frame.cards)
    discard = _cards(s, given, "discard")
    deck = _cards(s, given, "deck") if "deck" in given else None
    out.update(discard)
    out.update(deck or [])
    for card, count in out.items():
        if count > s.settings.total[card]:
            raise BadPosition(f"{card} is in {count} places; the deck has {s.settings.total[card]}.")
    left = {card: total - out[card] for card, total in s.settings.total.items()}
    if deck is None:
        s.deck = left
    else:
        inside = Counter(deck)
        s.deck = {card: inside[card] for card in s.settings.total}
        missing = [card for card, count in left.items() for _ in range(count)]
        if missing and "discard" in given:
            raise BadPosition(
                f"discard: {', '.join(missing[:5])} is nowhere; leave deck or discard out to place the rest."
            )
        discard += missing
    s.discard = discard


def _result(s: Situation, given: Mapping[str, Json]) -> None:
    facts = convert(given.get("result"), ResultFacts | None, "result")
    if facts is None:
        return
    for seat in (*facts.winners, *facts.scores):
        if seat not in s.mounts:
            raise BadPosition(f"result: there is no seat {shown(seat)}.")
    for seat, sheet in facts.scores.items():
        if set(sheet) != {"potence", "total"} or sheet["potence"] != sheet["total"]:
            raise BadPosition(f"result: scores: {seat}: potence and an equal total.")
    scores = {
        seat: {"potence": facts.scores[seat]["potence"], "total": facts.scores[seat]["total"]}
        for seat in s.mounts
        if seat in facts.scores
    }
    s.result = Result(tuple(facts.winners), facts.reason, facts.rule, scores)


def convert(value: object, kind: Any, where: str) -> Any:
    """``value`` as ``kind``. Raises BadPosition: where, key, reason."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        said = str(error)
        reason, _, path = said.partition(" - at `")
        key = path.rstrip("`").removeprefix("$")
        raise BadPosition(f"{where}{key[:60]}: {reason[:160]}.") from None
