"""Reads a position, with defaults for what is left out; `validation` refuses what cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET

from ...contract import BadConfig, BadData, BadPosition, Json
from ...house_rules import shown
from .. import stale_questions
from ..cards import sample_deck
from ..cards.pack_reading import WrittenPack
from ..chimera import battlefield
from ..config import KEYS as CONFIG_KEYS
from ..config import read_pack, read_settings
from ..effects.effect import read_hook
from ..facts.situation import CHIMERA, LOST, MOST_DICE, CardInPlay, Seat, Situation
from ..player_effects import units_and_effects
from ..rounds import opening, rounds
from ..settings import Settings
from . import validation
from .keys import CardFacts, ChimeraFacts, Facts, Lasting, SeatFacts

SHARED: Final = ("chimera", "aspects", "level", "campaign", "players", "options")
"""Keys of a position that mean the same in a config."""


def read_position(given: object, own: WrittenPack | None = None) -> Situation:
    """The situation that a position describes, with the pack ``own`` where it names no Chimera.

    Raises BadPosition naming the key.
    """
    if not isinstance(given, Mapping):
        raise BadPosition(f"A position is a table of keys and values, not {shown(given)}.")
    table = dict(given)
    if table.pop("ruleset", "red-rains") != "red-rains":
        raise BadPosition("ruleset: this is a position of another game than red-rains.")
    config = {key: table.pop(key) for key in SHARED if key in table}
    try:
        facts = msgspec.convert(table, Facts, dec_hook=read_hook)
    except (msgspec.ValidationError, ValueError, RecursionError, TypeError) as error:
        raise BadPosition(_explained(error)) from None
    if list(facts.seats) not in (["p1"], ["p1", "p2"], ["p2", "p1"]):
        raise BadPosition("seats: p1, or p1 and p2.")
    try:
        settings = read_settings({**config, "seats": len(facts.seats)}, players="printed")
        pack = read_pack(config, settings, own)
    except (BadConfig, BadData) as error:
        raise BadPosition(str(error)) from None
    s = Situation(settings, pack)
    _fill(s, facts)
    _next_turn(s, table.get("stack"))
    if s.stack and s.stack[-1].between_steps:
        s.push(stale_questions.rest_frame(s))
    validation.validate_position(s)
    return s


def _explained(error: Exception) -> str:
    said = str(error).replace("`", "")
    what, _, where = said.partition(" - at $.")
    said = f"{where}: {what}" if where else said
    said = said if len(said) <= 300 else said[:200] + " ... " + said[-90:]
    return said + "."


def _fill(s: Situation, facts: Facts) -> None:
    s.stage = int(s.settings.level[1]) if facts.stage is UNSET else facts.stage
    s.round, s.first, s.passes, s.guards = facts.round, facts.first, facts.passes, facts.guards
    s.stuck = facts.stuck
    s.phase, s.red_rains, s.rage = facts.phase, facts.red_rains, facts.rage
    s.ultimate_exhaustion = facts.ultimate_exhaustion
    s.empties, s.fatigued, s.out = facts.empties, facts.fatigued, facts.out
    s.discard, s.removed, s.top = dict(facts.discard), dict(facts.removed), dict(facts.top)
    s.hand = dict(facts.hand) if facts.hand is not None else None
    _chimera(s, facts.chimera_card)
    names: list[Literal["p1", "p2"]] = ["p1", "p2"]
    for name in names[: len(facts.seats)]:
        _seat(s, name, facts.seats[name])
    for where, elsewhere in (("aside", facts.aside), ("dying", facts.dying)):
        bodies = s.aside if where == "aside" else s.dying
        for number, each in enumerate(elsewhere):
            key = f"{where}.{number}"
            if each.side not in s.seats_of or each.home not in (CHIMERA, each.side):
                raise BadPosition(f"{key}: no battlefield of that side.")
            bodies.append(_body(s, each, each.side, each.home, key))
    _refs(s, facts.serial)
    s.pool = unseen(s)
    s.place_cards()
    s.stack = list(facts.stack) if facts.stack is not UNSET else rounds.first_turn()


def _next_turn(s: Situation, given: object) -> None:
    """A round that does not say whose turn comes next goes on after the turn that lies on it."""
    lowest = given[0] if isinstance(given, (list, tuple)) and given else None
    if not (isinstance(lowest, Mapping) and "next" in lowest):
        rounds.go_on_after_turn(s)


def _chimera(s: Situation, facts: ChimeraFacts) -> None:
    body = s.chimera
    body.name = s.pack.name
    body.life = s.pack.life(s.settings.level) if facts.life is UNSET else facts.life
    body.wounds, body.exhaustion = facts.wounds, facts.exhaustion
    _dice_on(s, body, facts.dice, "chimera_card.dice")
    body.attached, body.spells = dict(facts.attached), dict(facts.spells)
    body.under, body.lasting = dict(facts.under), _lasting(facts.lasting, "chimera_card.lasting")


def _seat(s: Situation, name: str, facts: SeatFacts) -> None:
    key = f"seats.{name}"
    body = CardInPlay(name, "phoenixborn", name, name, name)
    body.name = sample_deck.PHOENIXBORN[name] if facts.name is UNSET else facts.name
    body.life, body.attack = facts.life, facts.attack
    body.wounds, body.exhaustion = facts.wounds, facts.exhaustion
    _dice_on(s, body, facts.dice_on, f"{key}.dice_on")
    body.attached, body.spells = dict(facts.attached), dict(facts.spells)
    body.under, body.lasting = dict(facts.under), _lasting(facts.lasting, f"{key}.lasting")
    body.keywords, _ = _words(facts.text, f"{key}.text")
    seat = Seat(name, body, facts.battlefield)
    usual = opening.seat(name, facts.life, facts.battlefield, s.settings)
    seat.guard_used = facts.guard_used
    seat.dice = usual.dice
    if facts.dice is not UNSET:
        seat.dice = msgspec.to_builtins(facts.dice) if facts.dice is not None else None
    seat.cards = usual.cards
    if facts.cards is not UNSET:
        seat.cards = dict(facts.cards) if facts.cards is not None else None
    s.seats_of[name] = seat
    s.fields[name] = []
    for number, each in enumerate(facts.facing):
        where = f"{key}.facing.{number}"
        made = CardFacts(card=each) if isinstance(each, str) else each
        s.fields[name].append(_body(s, made, name, CHIMERA, where))
    for number, each in enumerate(facts.units):
        seat.units.append(_body(s, each, name, name, f"{key}.units.{number}"))


def _body(s: Situation, facts: CardFacts, side: str, home: str, key: str) -> CardInPlay:
    """A card of a position: an aspect by ``card`` or ``blood``, any other by its ``name`` and values."""
    aspect = facts.card is not UNSET or facts.blood is not UNSET
    ref = "" if facts.ref is UNSET else facts.ref
    if aspect:
        if home != CHIMERA:
            raise BadPosition(f"{key}: aspects stand on the Chimera's battlefield only.")
        body = CardInPlay(ref, "aspect", side, CHIMERA, CHIMERA)
        if facts.card is not UNSET:
            record = s.pack.cards.get(facts.card)
            if record is None or (facts.card in s.pack.conjured and s.pack.conjured[facts.card].kind != "aspect"):
                raise BadPosition(f"{key}.card: {s.pack.name[:40]} has no aspect {shown(facts.card)}.")
            battlefield.identify(s, body, facts.card)
            body.up = True if facts.up is UNSET else facts.up
        else:
            body.blood = facts.blood if facts.blood is not UNSET else 0
            body.up = False
            if facts.up is True:
                raise BadPosition(f"{key}.up: a face-up aspect needs its card.")
        if facts.text is not UNSET:
            if body.card is None:
                raise BadPosition(f"{key}.text: nobody has seen that card.")
            body.keywords, _ = _words(facts.text, f"{key}.text")
        body.status = body.card.status_pips if body.card is not None and body.up else 0
        if facts.owner not in (UNSET, CHIMERA):
            raise BadPosition(f"{key}.owner: the Chimera owns its aspects.")
    else:
        owner = side if facts.owner is UNSET else facts.owner
        if owner not in s.settings.seats:
            raise BadPosition(f"{key}.owner: a unit belongs to a player, not to {shown(owner)}.")
        body = CardInPlay(ref, "unit", side, owner, home)
        if facts.name is UNSET:
            raise BadPosition(f"{key}.name: an aspect is given by 'card' or 'blood', any other unit by its name.")
        body.name = facts.name
        body.attack, body.life, body.recover = facts.attack, facts.life, facts.recover
        body.keywords, notes = _words({} if facts.text is UNSET else facts.text, f"{key}.text")
        body.notes = (*facts.notes, *notes)
        if facts.up is False:
            raise BadPosition(f"{key}.up: only aspects lie face down.")
    if facts.status is not UNSET:
        body.status = facts.status
    body.column = facts.column
    body.wounds, body.exhaustion = facts.wounds, facts.exhaustion
    _dice_on(s, body, facts.dice, f"{key}.dice")
    body.attached, body.spells = dict(facts.attached), dict(facts.spells)
    body.under, body.lasting = dict(facts.under), _lasting(facts.lasting, f"{key}.lasting")
    return body


def _dice_on(s: Situation, body: CardInPlay, given: int | dict[Any, int], key: str) -> None:
    body.dice_of = dict(given) if isinstance(given, dict) else {body.usual: given} if given else {}
    for seat in body.dice_of:
        if seat not in s.settings.seats:
            raise BadPosition(f"{key}: there is no seat {shown(seat)}.")
    if body.dice > MOST_DICE:
        raise BadPosition(f"{key}: at most {MOST_DICE} dice lie on a card.")


def _words(given: Any, key: str) -> tuple[dict[str, int], tuple[str, ...]]:
    if isinstance(given, dict):
        for word in given:
            if word.removeprefix("inexhaustible:") not in units_and_effects.WORDS:
                raise BadPosition(f"{key}: {shown(word)} is no keyword.")
        return dict(given), ()
    found, notes, wrong = units_and_effects.words(given if isinstance(given, str) else ",".join(given))
    if wrong:
        raise BadPosition(f"{key}: {shown(wrong)} is no keyword.")
    return found, notes


def _lasting(given: Lasting, key: str) -> dict[str, int]:
    known = (*units_and_effects.WORDS, "attack", "no_side_action", "no_dice_power")
    for word in given:
        if word.removeprefix(LOST).removeprefix("inexhaustible:") not in known:
            raise BadPosition(f"{key}: {shown(word)} is nothing that lasts for a turn.")
    return dict(given)


def _refs(s: Situation, serial: int) -> None:
    """References for those that have none, after the highest number that is used."""
    bodies = [*s.units(), *s.aside, *s.dying]
    used = [int(body.ref[1:]) for body in bodies if body.ref]
    s.serial = max([serial, *used]) if used or serial else 0
    for body in bodies:
        if not body.ref:
            body.ref = s.new_ref("a" if body.kind == "aspect" else "u")
    refs = [body.ref for body in bodies]
    if len(set(refs)) < len(refs):
        raise BadPosition("seats: two cards have the same ref.")


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


assert set(SHARED) < set(CONFIG_KEYS)

__all__ = ["Json", "Settings", "read_position"]
