"""A full-track table for tests of cards: a position in a line, hands and mats by name, cards of the test's own."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import Event, Game, IllegalAction, Refusal, State

from tests.games.playouts import piles

GAME = games.load("ascended-kings", track="full")


class Table:
    """One game being played by a test."""

    def __init__(self, state: State, game: Game) -> None:
        self.state = state
        self.game = game
        self.events: list[Event] = []
        self.gems = self.total()

    # --- playing ---

    def do(self, seat: str, do: str, **fields: Any) -> Table:
        action = self.game.action({"do": do, "seat": seat, **fields})
        self.events = self.state.apply(action)
        assert self.total() == self.gems, "no gem is made or lost (AK-COMP-12)"
        return self

    def cast(self, card: str, *, who: str | None = None, seat: str = "p1", **fields: Any) -> Table:
        """Cast a card and let everybody pass, so that it is resolved."""
        return self.do(seat, "cast", card=card, who=who, **fields).passing()

    def activate(self, *, who: str | None = None, seat: str = "p1", **fields: Any) -> Table:
        return self.do(seat, "activate", who=who, **fields).passing()

    def instant(self, seat: str, card: str, **fields: Any) -> Table:
        return self.do(seat, "instant", card=card, **fields)

    def passing(self) -> Table:
        """Everybody passes in every window; all events until somebody must decide something else."""
        told = list(self.events)
        while self.position["stack"][-1]["at"] == "window":
            told += self.do(next(iter(self.asked)), "pass").events
        self.events = told
        return self

    def roll(self, value: int) -> Table:
        return self.do("chance", "roll-percentile", value=value)

    def dice(self, *values: int) -> Table:
        return self.do("chance", "roll-focus", dice=sorted(values))

    def draw(self, card: str) -> Table:
        return self.do("chance", "draw-card", card=card)

    def check(self, seat: str, do: str, **fields: Any) -> Refusal | None:
        return self.state.check(self.game.action({"do": do, "seat": seat, **fields}))

    def refused(self, seat: str, do: str, **fields: Any) -> str:
        """The rule that refuses this action, which must leave everything as it is."""
        action = self.game.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.digest() == before
        assert self.state.check(action) == caught.value.refusal
        assert action not in self.state.legal_actions(seat)
        return caught.value.refusal.rule

    # --- looking ---

    @property
    def position(self) -> dict[str, Any]:
        return self.state.position()

    def seat(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = self.position["seats"][seat]
        return found

    def pool(self, seat: str) -> dict[str, int]:
        """The Gemstone Pool without what is not there."""
        return {gem: count for gem, count in self.seat(seat)["pool"].items() if count}

    def ylem(self, seat: str) -> int:
        return int(self.seat(seat)["ylem"])

    def hand(self, seat: str) -> list[str]:
        return list(self.seat(seat)["hand"])

    def slot(self, seat: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.seat(seat)["inscription"]
        return found

    def tile(self, seat: str) -> int | None:
        found: int | None = self.seat(seat)["tile"]
        return found

    def on(self, tile: int) -> dict[str, int]:
        return piles(self.position).get(tile, {})

    def discarded(self, deck: str = "ascendant") -> dict[str, int]:
        return {card: count for card, count in self.position["discard"][deck].items() if count}

    @property
    def asked(self) -> dict[str, str]:
        return {seat: decision.kind for seat, decision in self.state.deciders().items()}

    def listed(self, seat: str, do: str, **fields: Any) -> list[dict[str, Any]]:
        """The listed actions of one kind with these fields."""
        records = [self.game.record(action) for action in self.state.legal_actions(seat)]
        return [
            record
            for record in records
            if record["do"] == do and all(record[key] == value for key, value in fields.items())
        ]

    def targets(self, card: str, seat: str = "p1") -> set[Any]:
        """The opponents and tiles a card can be cast at."""
        return {
            record["tile"] if record["who"] is None else record["who"]
            for record in self.listed(seat, "cast", card=card)
        }

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [event.data for event in self.events if event.kind == kind]

    def rules(self, kind: str) -> tuple[str, ...]:
        return next(event.rules for event in self.events if event.kind == kind)

    def total(self) -> dict[str, int]:
        """All gems there are: in the supply, on mats and on tiles."""
        position = self.state.position()
        count = dict(position["supply"])
        for seat in position["seats"].values():
            for gem, number in seat["pool"].items():
                count[gem] += number
            count["ylem"] += seat["ylem"]
            for what in seat["transmuted"]:
                count[what] += 3
            filled = (seat["inscription"] or {}).get("filled", False)
            for gem in ("aria", "egis", "pyre"):
                count[gem] += seat["prismatic"] + filled
        for pile in position["items"]:
            for gem in count:
                count[gem] += pile.get(gem, 0)
        return count


def at(
    *tiles: int | None,
    state: str = "active",
    who: dict[str, dict[str, Any]] | None = None,
    game: Game = GAME,
    **keys: Any,
) -> Table:
    """A position: the tiles of p1, p2, ...; ``who`` adds facts of seats, ``keys`` other keys of the position."""
    seats: dict[str, dict[str, Any]] = {f"p{n}": {"tile": tile} for n, tile in enumerate(tiles, 1)}
    for seat, facts in (who or {}).items():
        seats[seat].update(facts)
    position = {"track": "full", "seats": seats, "stack": [{"at": state}], **keys}
    return Table(game.from_position(position), game)


def cards(*cards: dict[str, Any]) -> Game:
    """The game with a pack of these cards; keys, titles and the deck may be left out."""
    made = [{"key": f"card-{n}", "deck": "ascendant", "title": f"Card {n}", **card} for n, card in enumerate(cards, 1)]
    count = {
        deck: sum(card.get("copies", 1) for card in made if card["deck"] in (deck, "both"))
        for deck in ("ascendant", "revenant")
    }
    return ready_made({"format": 1, "name": "Of a test", **count, "card": made})


def ready_made(pack: dict[str, Any]) -> Game:
    """The game with a whole pack, as its file says it."""
    return games.load("ascended-kings", track="full", pack=pack)


def one(target: str, *effects: dict[str, Any], **keys: Any) -> Game:
    """The game with one card, ``card-1``, of that ability and no price."""
    return cards({"ability": {"target": target, "effects": list(effects), **keys}, "copies": 4})
