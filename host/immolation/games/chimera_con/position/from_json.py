"""Read a position: what it leaves out is filled in, what no game could come to is refused with its key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ...contract import BadConfig, BadData, BadPosition, Json
from ...engine import need, ordered_seats, read_facts, read_record, without_null
from ...house_rules import read as read_rules
from ...house_rules import shown
from .. import frames
from ..actions import Deck
from ..cards.pack import Pack, stone
from ..cards.pack_reader import read_pack
from ..facts.chimera import fits
from ..facts.con_facts import NO_CARD, NOTHING, BodyParts, ConFacts
from ..options import FEWEST, MOST, HouseRules
from . import validation
from .stack import read_stack, resume, validate_stack


def read(house: Pack, position: Mapping[str, Json], before: ConFacts | None = None) -> ConFacts:
    """The facts that a position of today describes; ``house`` is the game's pack. Raises BadPosition naming the key.

    ``before``: facts that were set right; decks left out are those, but for what has come out or gone back.
    """
    given = dict(position)
    given["seats"] = seats = ordered_seats(given, FEWEST, MOST)
    pack = _pack(house, given.get("cards"))
    try:
        rules = read_rules(given.get("options", {}), HouseRules)
    except BadConfig as error:
        raise BadPosition(str(error)) from None
    given["options"] = rules.values()
    few, many = rules.players
    need(few <= len(seats) <= many, "seats", f"this table is for {few} to {many} players")
    if given.get("cards", ...) is None:
        del given["cards"]
    stack, decks = given.pop("stack", [{"at": "draw"}]), given.pop("decks", None)
    bare = {seat for seat, facts in seats.items() if not isinstance(facts, Mapping) or facts.get("parts") is None}
    given["seats"] = {seat: without_null(facts, "parts") for seat, facts in seats.items()}
    s = read_facts(given, ConFacts)
    s.pack = pack
    s.stack = read_stack(stack)
    _cards(s, bare)
    _progress(s, given)
    _decks(s, decks or {})
    validation.validate_position(s)
    resume(s, frozenset(stack[0]) if stack else frozenset())
    validate_stack(s)
    if decks is None and before is not None:
        _count_decks(s, before)
    return s


def _pack(house: Pack, cards: Json) -> Pack:
    if cards is None:
        return house
    try:
        return house.with_cards(read_pack(cards, "cards", whole=False))
    except BadData as error:
        raise BadPosition(str(error)) from None


def _cards(s: ConFacts, bare: set[str]) -> None:
    """Sort hands and piles; a seat that names no parts has a Chimera of one family."""
    used = Counter(card for player in s.players.values() for card in player.parts)
    for seat, player in s.players.items():
        for card in filter(None, player.parts):
            need(card in s.pack.number, f"seats.{seat}.parts", f"there is no card {shown(card)}")
        if seat in bare and not player.eliminated and 0 not in s.stack[0].parts_laid[0]:
            player.parts = _whole_family(s, used)
        for card in player.hand:
            need(card in s.pack.order, f"seats.{seat}.hand", f"there is no card {shown(card)}")
        player.hand = player.hand.sorted_by(s.pack)
    for key, pile in (("market", s.market), ("discard", s.discard)):
        for card in pile:
            need(card in s.pack.order, key, f"there is no card {shown(card)}")
        setattr(s, key, pile.sorted_by(s.pack))


def _whole_family(s: ConFacts, used: Counter[str]) -> BodyParts:
    """The Chimera of a seat that names none: the first family with all three parts left."""
    for family in dict.fromkeys(card.family for card in s.pack.creatures):
        parts = NOTHING
        for card in s.pack.creatures:
            place = s.pack.place[card.id]
            if card.family == family and parts[place] == NO_CARD and not used[card.id]:
                parts = parts.with_part(place, card.id)
        if NO_CARD not in parts and all(fits(s, part, parts) for part in parts):
            used.update(parts)
            return parts
    raise BadPosition("seats: there is no whole family left for a seat without parts; name its head, body and rear.")


def _progress(s: ConFacts, given: Mapping[str, Json]) -> None:
    """Complete whose turn it is, and who is Merchant; left out, the first who is still in the round."""
    base, living = s.stack[0], s.living()
    if "turn" not in given and living and isinstance(base, (*frames.TURN_STEPS, *frames.MARKETS)):
        s.turn = living[0]
    _known(s, s.turn, "turn")
    if "merchant" not in given and s.turn is not None and living:
        s.merchant = s.turn if s.players[s.turn].alive else living[0]
    _known(s, s.merchant, "merchant")
    if "merchant_turns" not in given and isinstance(base, frames.MARKETS):
        s.merchant_turns = 2
    for seat in s.quiet:
        _known(s, seat, "quiet")
    s.quiet = tuple(sorted(s.quiet))


def _known(s: ConFacts, seat: str | None, key: str) -> None:
    known = seat is None or seat in s.players
    need(known, key, f"there is no seat {shown(seat)}; there are {', '.join(s.players)}")


def _decks(s: ConFacts, given: Json) -> None:
    """The decks as given; left out, every card of the pack that lies nowhere else."""
    decks = read_record(given, dict[Deck, dict[str, int] | None], "decks")
    out = validation.elsewhere(s)
    if s.pack.uncounted:
        s.pack = s.pack.with_copies(sum(map(Counter, filter(None, decks.values())), start=out))
    for deck, cards in s.pack.printed.items():
        named = decks.get(deck)
        if named is None:
            s.decks[deck] = {card: left for card in cards if (left := s.pack.copies[card] - out[card]) > 0}
            continue
        for card, left in named.items():
            where = f"decks.{deck}"
            need(not stone(card), where, f"{card}: no card of a deck is petrified (CC-PETR-03)")
            need(card in cards, where, f"there is no {'cheat' if deck == 'cheat' else 'card'} {shown(card)}")
            need(0 <= left <= 20, f"{where}.{card}", f"0 to 20 copies, not {left}")
        s.decks[deck] = {card: left for card, left in named.items() if left}


def _count_decks(s: ConFacts, before: ConFacts) -> None:
    out, now = validation.elsewhere(before), validation.elsewhere(s)
    for deck, cards in s.pack.printed.items():
        had = before.decks[deck]
        counts = {card: had.get(card, 0) + out[card] - now[card] for card in cards}
        s.decks[deck] = {card: left for card, left in counts.items() if left > 0}
