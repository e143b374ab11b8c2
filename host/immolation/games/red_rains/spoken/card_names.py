"""Finds the cards that a player names, and names them to that player."""

from __future__ import annotations

import re

from ...spoken import Thing, Unclear, find, normal
from ..facts.card_in_play import CHIMERA, CardInPlay
from ..facts.situation import Situation


class CardNames:
    """Finds the cards that one player names, and names them to that player."""

    def __init__(self, s: Situation, seat: str) -> None:
        self.s, self.seat = s, seat
        self.things = [*self._cards(seat)]
        for other in s.seats_of:
            if other != seat:
                self.things += self._cards(other, normal(s.seats_of[other].name))

    def _cards(self, seat: str, owner: str = "") -> list[Thing]:
        found = []
        for number, body in enumerate(self.s.seats_of[seat].facing, 1):
            found.append(Thing(body.ref, _names(body, owner, f"face-down aspect {number}"), "" if owner else "aspect"))
        units = self.s.seats_of[seat].units
        found += [Thing(body.ref, _names(body, owner, "unit"), "" if owner else "unit") for body in units]
        own = normal(self.s.seats_of[seat].name)
        found.append(Thing(seat, (own, f"{own} 's phoenixborn") if owner else (own, "me", "myself", "phoenixborn")))
        if not owner:
            found.append(Thing(CHIMERA, (normal(self.s.chimera.name), "chimera", "chimera card")))
        return found

    def card(self, phrase: str) -> str:
        """Return the reference of a card in play. Raises Unclear."""
        phrase = re.sub(r"^chimera 's ", "", phrase.strip())
        ref = find(self.things, phrase).ref
        body = self.s.body(ref)
        if body is not None and not body.up:
            raise Unclear("That aspect lies face down, and so is not in play. Which other card?")
        return ref

    def own_unit(self, phrase: str) -> str:
        """Return the reference of an own unit. Raises Unclear."""
        mine = {unit.ref for unit in self.s.seats_of[self.seat].units}
        return find([thing for thing in self.things if thing.ref in mine], phrase).ref

    def name(self, ref: str) -> str:
        """Return how a card is read back, with its place where two bear one name."""
        body = self.s.in_play(ref)
        for line in (
            *(seat.facing for seat in self.s.seats_of.values()),
            *(seat.units for seat in self.s.seats_of.values()),
        ):
            refs = [each.ref for each in line if each.name == body.name]
            if ref in refs and len(refs) > 1:
                return f"{body.name} ({[each.ref for each in line].index(ref) + 1} from the left)"
        return body.name


def _names(body: CardInPlay, owner: str, usual: str) -> tuple[str, ...]:
    name = normal(body.name or usual) if body.up else usual
    return (f"{owner} 's {name}",) if owner else (name,)
