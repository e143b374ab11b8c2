"""Read a position: the shape of every key, defaults for what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from ...contract import BadConfig, BadData, BadPosition, Json
from ...house_rules import shown
from .. import frames
from ..cards.pack import Pack, Part
from ..cards.pack_reader import read_pack
from ..facts.chimera import fits
from ..facts.con_facts import NO_CARD, NOBODY, ConFacts, seat_id
from ..options import FEWEST, MOST, house_rules
from . import validation
from .completion import resume

Text = Annotated[str, Meta(max_length=60)]
Count = Annotated[int, Meta(ge=0, le=9999)]


class SeatFacts(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a position."""

    parts: dict[Part, Text] | tuple[Text, Text, Text] | None = None
    hand: Annotated[list[Text], Meta(max_length=400)] = []
    damage: Count = 0
    poisonous: bool = False
    negative: bool = False
    airborne: bool = False
    eliminated: bool = False
    points: Annotated[int, Meta(ge=0, le=99)] = 0


class DeckFacts(msgspec.Struct, forbid_unknown_fields=True):
    """How many of each card the decks hold."""

    creature: dict[Text, Annotated[int, Meta(ge=0, le=20)]] | None = None
    cheat: dict[Text, Annotated[int, Meta(ge=0, le=20)]] | None = None


KEYS: Final = (
    "ruleset", "options", "cards", "seats", "decks", "discard", "market", "merchant", "merchant_turns", "turn", "round",
    "quiet", "stack",
)  # fmt: skip
"""Every key of a position; only ``seats`` must be given."""

OPENINGS: Final = (frames.Dealing, frames.Building, frames.Searching, frames.DealingCheats)
BASES: Final = (*OPENINGS, frames.Contest, *frames.TURN_STEPS, *frames.MARKETS, frames.Over)
"""Decision points that can lie lowest."""


def read(house: Pack, given: Mapping[str, Json]) -> ConFacts:
    """The situation that a position describes; ``house`` is the game's pack. Raises BadPosition naming the key."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"A position is a table of keys, not {shown(given)}.")
    for key in given:
        if key not in KEYS:
            raise BadPosition(f"There is no key {shown(key)} in a position; there are {', '.join(KEYS)}.")
    if given.get("ruleset", "chimera-con") != "chimera-con":
        raise BadPosition(f"ruleset: this is Chimera Con, not {shown(given['ruleset'])}.")
    pack = _pack(house, given.get("cards"))
    facts = _seats(given)
    try:
        rules = house_rules(given.get("options", {}))
    except BadConfig as error:
        raise BadPosition(str(error)) from None
    if not rules.players[0] <= len(facts) <= rules.players[1]:
        raise BadPosition(f"seats: this table is for {rules.players[0]} to {rules.players[1]} players.")
    s = ConFacts(pack, rules, len(facts))
    s.written = given.get("cards")
    s.stack = _stack(given)
    s.round = _convert(given.get("round", 1), Annotated[int, Meta(ge=1, le=9999)], "round")
    _players(s, facts)
    _piles(s, given)
    _progress(s, given)
    _decks(s, given)
    validation.validate_position(s)
    resume(s, frozenset(given["stack"][0]) if given.get("stack") else frozenset())
    validation.validate_stack(s)
    return s


def _pack(house: Pack, cards: Json) -> Pack:
    if cards is None:
        return house
    try:
        return house.with_cards(read_pack(cards, "cards", whole=False))
    except BadData as error:
        raise BadPosition(str(error)) from None


def _seats(given: Mapping[str, Json]) -> list[SeatFacts]:
    seats = given.get("seats")
    if not isinstance(seats, Mapping):
        raise BadPosition(f"seats: a table of seats p1, p2 and so on, not {shown(seats)}.")
    if not FEWEST <= len(seats) <= MOST:
        raise BadPosition(f"seats: {FEWEST} to {MOST} players, not {len(seats)}.")
    names = [seat_id(number) for number in range(len(seats))]
    for seat in seats:
        if seat not in names:
            raise BadPosition(f"seats: {len(seats)} players are {', '.join(names)}; there is no {shown(seat)}.")
    return [_convert(seats[name], SeatFacts, f"seats.{name}") for name in names]


def _players(s: ConFacts, facts: list[SeatFacts]) -> None:
    used = Counter(card for fact in facts if fact.parts for card in _parts(fact))
    for seat, fact in enumerate(facts):
        player, key = s.players[seat], f"seats.{s.seats[seat]}"
        if fact.parts is not None:
            for place, text in enumerate(_parts(fact)):
                player.parts[place] = _creature(s, text, f"{key}.parts") if text else NO_CARD
        elif not fact.eliminated and not isinstance(s.stack[0], OPENINGS[:2]):
            player.parts = _whole_family(s, used)
        player.creatures = sorted(
            _creature(s, card, f"{key}.hand") for card in fact.hand if card not in s.pack.cheat_number
        )
        player.cheats = sorted(s.pack.cheat_number[card] for card in fact.hand if card in s.pack.cheat_number)
        player.damage, player.points, player.alive = fact.damage, fact.points, not fact.eliminated
        player.poisonous, player.negative, player.airborne = fact.poisonous, fact.negative, fact.airborne


def _parts(fact: SeatFacts) -> Iterable[str]:
    if isinstance(fact.parts, dict):
        return [fact.parts.get("head", ""), fact.parts.get("body", ""), fact.parts.get("rear", "")]
    return fact.parts or ()


def _whole_family(s: ConFacts, used: Counter[str]) -> list[int]:
    """The Chimera of a seat that names none: the first family with all three parts left."""
    families = dict.fromkeys(card.family for card in s.pack.creatures)
    for family in families:
        parts = [NO_CARD, NO_CARD, NO_CARD]
        for number, card in enumerate(s.pack.creatures):
            place = s.pack.place[2 * number]
            if card.family == family and parts[place] == NO_CARD and not used[card.id]:
                parts[place] = 2 * number
        if NO_CARD not in parts and all(fits(s, part, parts) for part in parts):
            used.update(s.pack.ids[part] for part in parts)
            return parts
    raise BadPosition("seats: there is no whole family left for a seat without parts; name its head, body and rear.")


def _creature(s: ConFacts, text: str, key: str) -> int:
    number = s.pack.number.get(text)
    if number is None:
        raise BadPosition(f"{key}: there is no card {shown(text)}.")
    return number


def _piles(s: ConFacts, given: Mapping[str, Json]) -> None:
    for key in ("market", "discard"):
        for text in _convert(given.get(key, []), Annotated[list[Text], Meta(max_length=1000)], key):
            if text in s.pack.cheat_number:
                (s.market_cheats if key == "market" else s.cheat_discard).append(s.pack.cheat_number[text])
            else:
                (s.market if key == "market" else s.creature_discard).append(_creature(s, text, key))
    for pile in (s.market, s.market_cheats, s.creature_discard, s.cheat_discard):
        pile.sort()


def _progress(s: ConFacts, given: Mapping[str, Json]) -> None:
    base = s.stack[0]
    opening = isinstance(base, (*OPENINGS, frames.Over, frames.Contest))
    living = s.living()
    first = s.seats[living[0]] if living and not opening else None
    s.turn = _number(s, given.get("turn", first), "turn")
    default = (
        None if s.turn == NOBODY else s.seats[s.turn if s.players[s.turn].alive else living[0]] if living else None
    )
    s.merchant = _number(s, given.get("merchant", default), "merchant")
    ended = isinstance(base, frames.MARKETS)
    s.merchant_turns = _convert(
        given.get("merchant_turns", 2 if ended else 0), Annotated[int, Meta(ge=0, le=2)], "merchant_turns"
    )
    names = _convert(given.get("quiet", []), Annotated[list[Text], Meta(max_length=MOST)], "quiet")
    s.quiet = sorted(_number(s, name, "quiet") for name in names)


def _number(s: ConFacts, name: Json, key: str) -> int:
    if name is None:
        return NOBODY
    seat = s.seat(name)
    if seat == NOBODY:
        raise BadPosition(f"{key}: there is no seat {shown(name)}; there are {', '.join(s.seats)}.")
    return seat


def _decks(s: ConFacts, given: Mapping[str, Json]) -> None:
    """The decks as given; left out, every card of the pack that lies nowhere else."""
    facts = _convert(given.get("decks", {}), DeckFacts, "decks")
    creatures, cheats = validation.elsewhere(s)
    if s.pack.uncounted:
        in_decks = Counter({s.pack.number.get(text, -2) // 2: left for text, left in (facts.creature or {}).items()})
        cheats_in_decks = Counter({s.pack.cheat_number.get(text, -1): n for text, n in (facts.cheat or {}).items()})
        s.pack = s.pack.with_copies(creatures + in_decks, cheats + cheats_in_decks)
    for card, copies in enumerate(s.pack.creature_copies):
        s.creature_deck[card] = max(0, copies - creatures[card])
    for card, copies in enumerate(s.pack.cheat_copies):
        s.cheat_deck[card] = max(0, copies - cheats[card])
    if facts.creature is not None:
        s.creature_deck = [0] * len(s.creature_deck)
        for text, left in facts.creature.items():
            s.creature_deck[_creature(s, text, "decks.creature") // 2] = left
            if text.endswith("+petrified"):
                raise BadPosition(f"decks.creature: {text}: no card of a deck is petrified (CC-PETR-03).")
    if facts.cheat is not None:
        s.cheat_deck = [0] * len(s.cheat_deck)
        for text, left in facts.cheat.items():
            if text not in s.pack.cheat_number:
                raise BadPosition(f"decks.cheat: there is no cheat {shown(text)}.")
            s.cheat_deck[s.pack.cheat_number[text]] = left


def _stack(given: Mapping[str, Json]) -> list[frames.Frame]:
    stack: list[frames.Frame] = list(_convert(given.get("stack", [{"at": "draw"}]), list[frames.AnyFrame], "stack"))
    if not stack or len(stack) > 40:
        raise BadPosition(f"stack: 1 to 40 decision points, not {len(stack)}.")
    if isinstance(stack[0], frames.Attacking):
        stack.insert(0, frames.DiscardStep())
    elif not isinstance(stack[0], BASES):
        stack.insert(0, frames.DrawStep())
    if len(stack) > 1 and isinstance(stack[1], frames.Attacking) and isinstance(stack[0], frames.ActionStep):
        stack[0] = frames.DiscardStep()  # the attack is the turn's action
    return stack


def _convert(value: Json, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, _, below = str(error).partition(" - at `$")
        raise BadPosition(f"{where}{below.rstrip('`')[:60]}: {what[:200]}.") from None
