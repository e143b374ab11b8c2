"""Keeps the units of a player's own printed deck by name, so that they enter with their numbers.

The deck is what its owner types in or pastes, one card a line: ``2x Ember Lancer 3/2/1 stalk``. Units that enter are
remembered as well. Nothing of a deck comes with the host.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ...contract import Refusal
from ...engine import report
from ...house_rules import shown
from ..actions import Deck, Enter
from ..facts.card_in_play import Seat, named
from ..facts.situation import Log, Situation

MOST_CARDS: Final = 60
"""Different cards of a deck, those included that entered."""

_COPIES: Final = re.compile(r"^[-*\u2022\s]*(?:\d{1,2}\s*[x\u00d7]?\s+)?|\(.*?\)")
"""What stands before a name, and between brackets anywhere."""

_NUMBERS: Final = re.compile(r"(\d+)\s*[/ ]\s*(\d+)(?:\s*[/ ]\s*(\d+))?")


def written(action: Enter) -> str:
    """The numbers and keywords of a unit as a deck keeps them."""
    text = f" {action.text}" if action.text else ""
    return f"{action.attack}/{action.life}/{action.recover}{text}"[:220]


def read_written(kept: str) -> tuple[int, int, int, str] | None:
    """Attack, life, recover and keywords of what `written` wrote; None for a unit whose numbers were never said."""
    if not kept:
        return None
    numbers, _, text = kept.partition(" ")
    attack, life, recover = map(int, numbers.split("/"))
    return attack, life, recover, text


def read_deck(text: str) -> tuple[dict[str, str], str]:
    """The units of a decklist by name; and the first line that is no card."""
    deck: dict[str, str] = {}
    for line in re.split(r"[\n;]", text):
        line = line.strip()
        if not line or line.startswith("#") or re.fullmatch(r"[^\d]*:", line):  # a heading: "Units:"
            continue
        plain = _COPIES.sub("", line).strip()
        values = _NUMBERS.search(plain)
        name = (plain[: values.start()] if values is not None else plain).strip(" ,:;-")
        if not 0 < len(name) <= 40 or not name[0].isalpha():
            return deck, line[:40]
        numbers = ""
        if values is not None:
            attack, life, recover = (int(each) for each in (values[1], values[2], values[3] or "1"))
            words = plain[values.end() :].strip(" ,:;-")[:200]
            if not 1 <= life <= 20 or max(attack, recover) > 20:
                return deck, line[:40]
            numbers = f"{attack}/{life}/{recover}" + (f" {words}" if words else "")
        deck[name] = numbers
    return deck, ""


def check_deck(s: Situation, seat: str, action: Deck) -> Refusal | None:
    """Every line is a card, and there are not too many."""
    deck, wrong = read_deck(action.text)
    if wrong:
        return Refusal("TABLE", f"{shown(wrong)} is no card of a deck; write one a line: 2x Ember Lancer 3/2/1 stalk.")
    if len(deck) > MOST_CARDS:
        return Refusal("TABLE", f"A deck here has at most {MOST_CARDS} different cards, and not {len(deck)}.")
    return None


def do_deck(s: Situation, seat: str, action: Deck, log: Log) -> None:
    """The player's deck is this one from now on."""
    own = s.seats_of[seat]
    own.deck, _ = read_deck(action.text)
    known = sum(1 for kept in own.deck.values() if kept)
    text = f"{named(own)} has a deck of {len(own.deck)} different cards, {known} of them with their numbers."
    report(log, "deck", "TABLE", text, seat=seat, cards=len(own.deck))


def remember(seat: Seat, action: Enter) -> None:
    """A unit that entered is known by name; the oldest goes where there are too many."""
    rest = {name: kept for name, kept in seat.deck.items() if name != action.name}
    if action.name == Enter.__struct_defaults__[0]:  # a token that was put down without a name
        return
    while len(rest) >= MOST_CARDS:
        rest.pop(next(iter(rest)))
    seat.deck = {**rest, action.name: written(action)}


def find(deck: Mapping[str, str], name: str) -> tuple[str, str] | None:
    """A card of a deck by its name in any letters: the name as it is written, and what is known of it."""
    return next(((each, kept) for each, kept in deck.items() if each.lower() == name.lower()), None)


def latest(deck: Mapping[str, str], n: int) -> tuple[str, ...]:
    """The cards with numbers, those last that entered first."""
    return tuple(name for name, kept in reversed(list(deck.items())) if kept)[:n]
