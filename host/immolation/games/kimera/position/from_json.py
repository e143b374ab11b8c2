"""Read a position: what it leaves out is filled in, what no battle could show is refused with its key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from ...contract import BadConfig, BadPosition, Json
from ...engine import need, ordered_seats, read_facts, read_record
from ...house_rules import read as read_rules
from ...house_rules import shown
from .. import frames
from ..battle import damage
from ..cards import rider_builder
from ..cards.components import Pack
from ..facts.battle_facts import BattleFacts, Gear, Lingering, Mount, Wound
from ..facts.settings import ROUNDS
from ..options import HouseRules
from ..rounds.opening import LEAST, MOST, read_cards, read_leaders, read_rounds
from . import completion, validation

SHORT: Final = ("wounds", "edges", "weapons", "shield")
"""Keys of a seat where the id of a card stands for a record of it."""


def read(position: Mapping[str, Json], pack: Pack) -> BattleFacts:
    """The situation that a position of today describes. Raises BadPosition naming the key."""
    given = dict(position)
    seats = ordered_seats(given, LEAST, MOST)
    try:
        cards = read_cards(given.pop("cards", None), pack)
        given["options"] = read_rules(given.get("options") or {}, HouseRules).values()
        read_rounds(given.get("rounds", ROUNDS))
    except BadConfig as error:
        raise BadPosition(str(error)) from None
    named, stack, deck = given.pop("leaders", None), given.pop("stack", [{"at": "battle"}]), given.pop("deck", None)
    given["seats"] = {seat: _spelled_out(facts) for seat, facts in seats.items()}
    s = read_facts(given, BattleFacts)
    if cards is not pack.cards:
        s.cards = cards
    for seat, mount in s.mounts.items():
        mount.seat = seat
        mount.name, mount.team = mount.name or seat, mount.team or seat
        for fault in rider_builder.level_faults(mount.design, s.options.rune_gem_max):
            raise BadPosition(f"seats.{seat}: {fault}")
    need(
        len({mount.team for mount in s.mounts.values()}) > 1, "seats", "a battle needs two sides; give different teams"
    )
    ids = {card.id for card in cards}
    for seat, mount in s.mounts.items():  # what hurts a rider is counted with all else that is derived from a position
        _among(ids, (wound.card for wound in mount.wounds), f"seats.{seat}.wounds")
    s.prepare(cards)
    _leaders(s, named)
    for mount, facts in zip(s.mounts.values(), seats.values(), strict=True):
        _seat(s, mount, facts)
    for key in ("pool", "given", "discard"):
        _known(s, getattr(s, key), key)
    for seat in s.spoken:
        need(seat in s.mounts, "spoken", f"there is no seat {shown(seat)}")
    s.spoken = {seat: s.spoken[seat] for seat in s.mounts if seat in s.spoken}
    _stack(s, stack)
    _deck(s, deck, "discard" in given)
    _result(s)
    validation.validate_position(s)
    return s


def _spelled_out(facts: Json) -> Json:
    """The facts of a seat with a record for each card that is given by its id alone."""
    if not isinstance(facts, Mapping):
        return facts
    found = dict(facts)
    for key in SHORT:
        given = found.get(key)
        if isinstance(given, str):
            found[key] = {"card": given}
        elif isinstance(given, (list, tuple)):
            found[key] = [{"card": each} if isinstance(each, str) else each for each in given]
    return found


def _leaders(s: BattleFacts, named: Json) -> None:
    try:
        s.leaders = read_leaders(named, s.settings)
    except BadConfig as error:
        raise BadPosition(str(error)) from None
    for side, leader in s.leaders.items():
        if leader is not None and s.mounts[leader].defeated:
            need(side not in (named or {}), "leaders", f"{side}: {leader} is defeated (KM-TAC-06)")
            s.leaders[side] = next((seat for seat in s.settings.sides[side] if s.mounts[seat].alive), None)


def _seat(s: BattleFacts, mount: Mount, said: Mapping[str, Json]) -> None:
    """Fill in what is not said of a seat."""
    where = f"seats.{mount.seat}"
    _known(s, mount.hand, f"{where}.hand")
    given = said.get("wounds", ())
    short = [isinstance(each, str) for each in given]
    mount.wounds = tuple(_wound(s, mount, *each, f"{where}.wounds") for each in zip(mount.wounds, short, strict=True))
    s.refresh(mount.seat)
    if "balance" not in said:
        mount.balance = mount.standing.full_balance if mount.alive and not mount.off else 0
    if "revealed" not in said:
        mount.revealed = mount.initiative
    mount.edges = _gears(s, mount, "edge", mount.edges)
    mount.weapons = _gears(s, mount, "weapon", mount.weapons)
    if mount.shield is not None:
        (mount.shield,) = _gears(s, mount, "shield", (mount.shield,))
    for heal in mount.lingering:
        _known(s, heal.cards, f"{where}.lingering")
    mount.lingering = tuple(Lingering(heal.cards, heal.by or mount.seat) for heal in mount.lingering)


def _wound(s: BattleFacts, mount: Mount, wound: Wound, short: bool, where: str) -> Wound:
    """A Crush or Scar given by its card alone was put on the only gem or rune there is."""
    effect = s.settings.cards[wound.card].effect
    if effect not in ("crush", "scar"):
        need(not wound.pick, where, f"{wound.card}: only Crush and Scar are put on a gem or rune")
        return wound
    bought = mount.gems if effect == "crush" else mount.runes
    owned = [key for key, level in bought.items() if level]
    need(not wound.pick or wound.pick in owned, where, f"{wound.card}: pick: {mount.seat} has no {shown(wound.pick)}")
    need(not wound.spent, where, f"{wound.card}: spent: only Expose and Sunder are")
    return replace(wound, pick=owned[0]) if short and len(owned) == 1 else wound


def _gears(s: BattleFacts, mount: Mount, what: str, given: Iterable[Gear]) -> tuple[Gear, ...]:
    """Gear that names no gem has the first one of the rider that could grant it."""
    found: list[Gear] = []
    for gear in given:
        where, taken = f"seats.{mount.seat}.{what}", [other.gem for other in found]
        _known(s, (gear.card,), where)
        where = f"seats.{mount.seat}: {what} {gear.card}"
        need(not gear.gem or mount.gems.get(gear.gem), where, f"gem: {mount.seat} has no gem {shown(gear.gem)}")
        free = (gem for gem in (*mount.standing.granted(what), *mount.gems) if gem not in taken)
        gem = gear.gem or next(free, "")
        need(gem, where, f"{mount.seat} has no gem left that grants it")
        need(gem not in taken, where, f"the {gem} gem has one already")
        found.append(replace(gear, gem=gem))
    return tuple(found)


def _known(s: BattleFacts, cards: Iterable[str], where: str) -> None:
    _among(s.settings.cards, cards, where)


def _among(known: Container[str], cards: Iterable[str], where: str) -> None:
    for card in cards:
        need(card in known, where, f"there is no card {shown(card)} in this deck")


def _stack(s: BattleFacts, given: Json) -> None:
    """The decision points; left out, the rider with the highest Initiative is about to act."""
    whole = _filled(s, given) if isinstance(given, list) else given
    s.stack = [*read_record(whole, list[frames.AnyFrame], "stack")]
    for frame in s.stack:
        if isinstance(frame, frames.Discarding) and frame.seat in s.mounts:
            s.mounts[frame.seat].full_recovery = True  # whoever is in one has given up its attacks
    need(1 <= len(s.stack) <= 8, "stack", f"1 to 8 decision points, not {len(s.stack)}")
    for frame in s.stack:
        for name in ("played", "cards"):
            cards = getattr(frame, name, ())
            for each in cards.values() if isinstance(cards, dict) else [cards]:
                _known(s, each, f"stack: {name}")
    completion.resume(s, lambda place, key: key in whole[place])


_UNDER: Final = {
    "full-recovery": "recovery",
    "lay-out": "leadership",
    "share": "leadership",
    **dict.fromkeys(("breakout", "bid", "raise"), "end"),
    **dict.fromkeys(("turn", "tie-roll", "tie-pick", "attack", "heal"), "battle"),
}
"""What a decision point lies on, where a position leaves that out."""


def _filled(s: BattleFacts, raw: list[Json]) -> list[Json]:
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


def _deck(s: BattleFacts, given: Json, discard_given: bool) -> None:
    """Every card is somewhere: what is named nowhere lies in the deck, or in the discard pile if the deck is given."""
    out: Counter[str] = Counter([*s.pool, *s.given, *s.discard])
    for mount in s.mounts.values():
        out.update((*mount.hand, *damage.scroll(mount)))
    for frame in s.stack:
        if isinstance(frame, (frames.Attacking, frames.Healing)):
            out.update(frame.played)
        elif isinstance(frame, (frames.Hitting, frames.Picking)):
            out.update(frame.cards)
    deck = None if given is None else read_record(given, list[str], "deck")
    _known(s, deck or (), "deck")
    out.update(deck or ())
    for card, count in out.items():
        if count > s.settings.total[card]:
            raise BadPosition(f"{card} is in {count} places; the deck has {s.settings.total[card]}.")
    missing = [card for card, total in s.settings.total.items() for _ in range(total - out[card])]
    s.put_back(missing if deck is None else deck)
    if deck is not None:
        named = ", ".join(missing[:5])
        need(
            not (missing and discard_given),
            "discard",
            f"{named} is nowhere; leave deck or discard out to place the rest",
        )
        s.discard += missing


def _result(s: BattleFacts) -> None:
    if s.result is None:
        return
    for seat in (*s.result.winners, *s.result.scores):
        need(seat in s.mounts, "result", f"there is no seat {shown(seat)}")
    for seat, sheet in s.result.scores.items():
        equal = set(sheet) == {"potence", "total"} and sheet["potence"] == sheet["total"]
        need(equal, "result", f"scores: {seat}: potence and an equal total")
