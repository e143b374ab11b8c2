"""Reads a position, with defaults for what is left out, and writes it; `validation` refuses what cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...contract import BadConfig, BadData, BadPosition, Json
from ...engine import need, ordered_seats, read_record
from ...house_rules import shown
from .. import stale_questions
from ..cards.pack import Pack
from ..cards.pack_reading import WrittenPack
from ..cards.sample_deck import EDITION
from ..chimera import battlefield
from ..config import read_pack, read_settings
from ..facts import keywords
from ..facts.card_in_play import CHIMERA, DICE, LOST, MOST_DICE, REDIRECT, TOLD, VALUES, CardInPlay
from ..facts.situation import Situation
from ..frames import Round, Turn
from ..rounds import opening, rounds
from ..settings import Settings
from . import validation

SHARED: Final = ("chimera", "aspects", "level", "campaign", "players", "options")
"""Keys of a position that mean the same in a config."""

LONGEST_TEXT: Final = 200
"""Characters of keywords that are written in one line."""


def read_position(given: Mapping[str, Json], own: WrittenPack | None = None, *, decks: int = EDITION) -> Situation:
    """The situation that a position describes, with the pack ``own`` where it names no Chimera.

    ``decks``: the edition of its decks, if it is a fair fight and says none. Raises BadPosition naming the key.
    """
    table = dict(given)
    if table.pop("ruleset", "red-rains") != "red-rains":
        raise BadPosition("ruleset: this is a position of another game than red-rains.")
    config: dict[str, Any] = {key: table.pop(key) for key in SHARED if key in table}
    seats = ordered_seats(table, 1, 2)
    said = table.pop("decks", decks)
    need(type(said) is int and 1 <= said <= EDITION, "decks", f"a whole number from 1 to {EDITION}, not {shown(said)}")
    try:
        settings = read_settings({**config, "seats": len(seats)}, players="printed", decks=said)
        pack = read_pack(config, settings, own)
    except (BadConfig, BadData) as error:
        raise BadPosition(str(error)) from None
    elsewhere = list(_elsewhere(table, settings, pack))
    chimera = table.get("chimera_card", {})
    s = read_record(
        {
            "stage": int(settings.level[1]),
            **table,
            "seats": {name: _seat(name, seat, settings, pack) for name, seat in seats.items()},
            "chimera_card": {"life": pack.life(settings.level), **chimera} if isinstance(chimera, Mapping) else chimera,
        },
        Situation,
        "",
    )
    s.settings, s.pack = settings, pack
    _complete(s, elsewhere)
    _go_on(s, table.get("stack"))
    validation.validate_position(s)
    return s


# --- what is left out ------------------------------------------------------------------------------------


def _seat(name: str, given: Any, settings: Settings, pack: Pack) -> Any:
    """Return what a position says of a player, completed by what goes without saying."""
    if not isinstance(given, Mapping):
        return given
    usual = opening.seat(name, settings, cards=opening.fair_deck(settings, pack.key, settings.level))
    seat: dict[str, Any] = {"name": usual.name, "dice": usual.dice, "cards": usual.cards, **given}
    if isinstance(seat["dice"], Mapping):
        seat["dice"] = {**dict.fromkeys(DICE, 0), **seat["dice"]}
    if "text" in seat:
        seat["text"], _ = _words(seat["text"], f"seats.{name}.text")
    for where, home in (("units", name), ("facing", CHIMERA)):
        cards = seat.get(where)
        if isinstance(cards, (list, tuple)):
            places = enumerate(cards)
            seat[where] = [_card(each, name, home, f"seats.{name}.{where}.{n}", settings, pack) for n, each in places]
    return seat


def _elsewhere(table: dict[str, Any], settings: Settings, pack: Pack) -> Iterator[tuple[str, str]]:
    """Complete the cards that have left their battlefields; the side and home of each."""
    for where in ("aside", "dying"):
        cards = table.get(where)
        if not isinstance(cards, (list, tuple)) or not all(isinstance(each, Mapping) for each in cards):
            continue
        made = []
        for number, each in enumerate(cards):
            key = f"{where}.{number}"
            side, home = each.get("side"), each.get("home")
            need(side in settings.seats and home in (CHIMERA, side), key, "no battlefield of that side")
            rest = {name: value for name, value in each.items() if name not in ("side", "home")}
            made.append(_card(rest, side, home, key, settings, pack))
            yield side, home
        table[where] = made


def _card(given: Any, side: str, home: str, key: str, settings: Settings, pack: Pack) -> Any:
    """A card of a position: an aspect by ``card`` or ``blood``, any other by its ``name`` and values."""
    if isinstance(given, str) and home == CHIMERA:
        given = {"card": given}
    if not isinstance(given, Mapping):
        return given
    if "card" in given or "blood" in given:
        return _aspect(given, home, key, pack)
    unit = {"owner": side, **given}
    owner = unit["owner"]
    need(owner in settings.seats, f"{key}.owner", f"a unit belongs to a player, not to {shown(owner)}")
    need("name" in unit, f"{key}.name", "an aspect is given by 'card' or 'blood', any other unit by its name")
    need(unit.get("up") is not False, f"{key}.up", "only aspects lie face down")
    unit["text"], notes = _words(unit.get("text", {}), f"{key}.text")
    if notes and isinstance(unit.get("notes", ()), (list, tuple)):
        unit["notes"] = [*unit.get("notes", ()), *notes]
    return unit


def _aspect(given: Mapping[str, Any], home: str, key: str, pack: Pack) -> dict[str, Any]:
    need(home == CHIMERA, key, "aspects stand on the Chimera's battlefield only")
    need(given.get("owner", CHIMERA) == CHIMERA, f"{key}.owner", "the Chimera owns its aspects")
    aspect = {"up": "card" in given, **given, "owner": CHIMERA}
    card = given.get("card")
    if not isinstance(card, str):
        need(given.get("up") is not True, f"{key}.up", "a face-up aspect needs its card")
        need("text" not in given, f"{key}.text", "nobody has seen that card")
        return aspect
    record = pack.cards.get(card)
    known = record is not None and (card not in pack.conjured or pack.conjured[card].kind == "aspect")
    need(known, f"{key}.card", f"{pack.name[:40]} has no aspect {shown(card)}")
    assert record is not None
    aspect.setdefault("status", record.status_pips if aspect["up"] is True else 0)
    aspect["text"], _ = _words(aspect.get("text", pack.keywords[card]), f"{key}.text")
    return aspect


def _words(given: Any, key: str) -> tuple[Any, Sequence[str]]:
    """Keywords and definition lines, however they are written; what is no form of them is left to the reader."""
    if isinstance(given, Mapping):
        for word in given:
            known = isinstance(word, str) and _is_keyword(word.removeprefix("inexhaustible:"))
            need(known, key, f"{shown(word)} is no keyword")
        return dict(given), ()
    if isinstance(given, list) and all(isinstance(each, str) and 0 < len(each) <= 40 for each in given):
        given = ",".join(given)
    elif not isinstance(given, str) or len(given) > LONGEST_TEXT:
        return given, ()
    found, notes, wrong = keywords.words(given)
    need(not wrong, key, f"{shown(wrong)} is no keyword")
    return found, notes


def _is_keyword(word: str) -> bool:
    return word in keywords.WORDS or word.startswith(TOLD)


# --- what follows from the rest --------------------------------------------------------------------------


def _complete(s: Situation, elsewhere: Sequence[tuple[str, str]]) -> None:
    """Fill in who owns what, and what nobody has seen."""
    chimera = s.chimera
    chimera.ref = chimera.owner = chimera.home = CHIMERA
    chimera.kind, chimera.name = "chimera", s.pack.name
    _on_card(s, chimera, "chimera_card", "dice")
    for name, seat in s.seats_of.items():
        opening.own(seat, name)
        _on_card(s, seat, f"seats.{name}", "dice_on")
        for where, home, cards in (("units", name, seat.units), ("facing", CHIMERA, seat.facing)):
            for number, card in enumerate(cards):
                _field_card(s, card, name, home, f"seats.{name}.{where}.{number}")
    places = iter(elsewhere)
    for where, cards in (("aside", s.aside), ("dying", s.dying)):
        for number, card in enumerate(cards):
            _field_card(s, card, *next(places), f"{where}.{number}")
    _refs(s)
    s.pool = unseen(s)
    s.place_cards()


def _field_card(s: Situation, card: CardInPlay, side: str, home: str, key: str) -> None:
    card.side, card.home = side, home
    card.kind = "aspect" if card.owner == CHIMERA else "unit"
    if card.kind == "aspect":
        text = card.keywords
        card.name, card.attack, card.life, card.recover, card.notes = "", 0, 1, 0, ()
        if card.aspect:
            battlefield.identify(s, card, card.aspect)
        card.keywords = text
    _on_card(s, card, key, "dice")


def _on_card(s: Situation, body: CardInPlay, key: str, dice: str) -> None:
    """Check and complete what lies on a card and what it was given. Raises BadPosition."""
    for seat in body.dice_of:
        need(seat in s.settings.seats, f"{key}.{dice}", f"there is no seat {shown(seat)}")
    need(body.dice_count <= MOST_DICE, f"{key}.{dice}", f"at most {MOST_DICE} dice lie on a card")
    body.dice_of = body.dice_of
    values = {*VALUES, *(f"{value}_less" for value in VALUES)}
    for where, words in (("lasting", list(body.lasting)), ("given", [each.word for each in body.given])):
        for word in words:
            lasts = word in values or _is_keyword(word.removeprefix(LOST).removeprefix("inexhaustible:"))
            turn = word in ("no_side_action", "no_dice_power", "prevent") or word.startswith(REDIRECT)
            fits = lasts or (where == "lasting" and turn)
            need(fits, f"{key}.{where}", f"{shown(word)} is nothing that lasts for a turn or longer")


def _go_on(s: Situation, given: object) -> None:
    """A stack that is left out is the first player's turn; a round that does not say whose turn comes next goes on
    after the turn that lies on it, and play may rest between two steps."""
    if given is None:
        s.stack = rounds.first_turn()
    lowest = given[0] if isinstance(given, (list, tuple)) and given else None
    if not (isinstance(lowest, Mapping) and "next" in lowest):
        rounds.go_on_after_turn(s)
    if s.stack and s.stack[-1].between_steps:
        s.push(stale_questions.rest_frame(s))


def _refs(s: Situation) -> None:
    """References for those that have none, after the highest number that is used."""
    bodies = [*s.units(), *s.aside, *s.dying]
    used = [int(body.ref[1:]) for body in bodies if body.ref]
    s.serial = max([s.serial, *used])
    for body in bodies:
        if not body.ref:
            body.ref = s.new_ref("a" if body.kind == "aspect" else "u")
    refs = [body.ref for body in bodies]
    if len(set(refs)) < len(refs):
        raise BadPosition("seats: two cards have the same ref.")


def write_position(s: Situation) -> dict[str, Json]:
    """The whole situation; a round says whose turn comes next where the turn on it does not."""
    written: dict[str, Any] = s.to_json()
    base, turn = (*s.stack, None, None)[:2]
    if isinstance(base, Round) and isinstance(turn, Turn) and base.next != rounds.next_turn(s, turn):
        written["stack"][0]["next"] = base.next
    return written


def unseen(s: Situation) -> dict[str, int]:
    """Cards of the deck that are nowhere to be seen: in the draw pile, or face down. Raises BadPosition."""
    left = dict(s.pack.deck)
    seen = [body.card.id for body in (*s.units(), *s.dying, *s.aside) if body.card is not None]
    for cards in (s.discard, s.removed, s.hand or {}):
        for card, copies in cards.items():
            seen += [card] * copies
            if card not in s.pack.deck:
                raise BadPosition(f"discard: {shown(card)} is no card of this Chimera's deck.")
    for card in seen:
        if card in left:
            left[card] -= 1
            if left[card] < 0:
                copies = s.pack.deck[card]
                raise BadPosition(f"seats: there are only {copies} copies of {card} in the deck.")
    return {card: copies for card, copies in sorted(left.items()) if copies}
