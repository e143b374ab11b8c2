"""A table for tests: set up a position in a line, play it by name, ask what is where. Knows no rule of its own."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import Event, IllegalAction, Refusal
from immolation.games.ascended_kings import AscendedKings
from immolation.games.ascended_kings.state import ArenaState

from tests.games.playouts import piles

GAME = games.load("ascended-kings")
assert isinstance(GAME, AscendedKings)

FRONT = {"FIRE": 0, "YLEM": 1, "PYRE": 2}
BACK = {"FIRE": 0, "YLEM": 1, "PYRE2": 2, "YLEM_DIRE": 4, "PYRE": 5}


class Table:
    """One game being played by a test."""

    def __init__(self, state: ArenaState) -> None:
        self.state = state
        self.events: list[Event] = []

    # --- playing ---

    def do(self, seat: str, do: str, **fields: Any) -> Table:
        self.events = self.state.apply(GAME.action({"do": do, "seat": seat, **fields}))
        return self

    def roll(self, value: int) -> Table:
        return self.do("chance", "roll-percentile", value=value)

    def die(self, value: int) -> Table:
        return self.do("chance", "roll-immolation", value=value)

    def turn(self, seat: str, state: str = "latent") -> Table:
        """A whole turn in which nothing happens on the board."""
        return self.do(seat, "choose-state", state=state).do(seat, "end-turn")

    def quietly(self) -> Table:
        """Dice show 1 and 50, everybody lives, the dead return where the dice say, until a turn or the war begins."""
        while not ({"choose-state", "absorb", "score"} & set(self.asked.values())) and self.state.outcome() is None:
            seat, kind = next(iter(self.asked.items()))
            if kind == "roll-immolation":
                self.die(1)
            elif kind == "roll-percentile":
                self.roll(50)
            elif kind == "survive":
                self.do(seat, "survive")
            elif kind == "place":
                self.do(seat, "place", tile=min(self.tiles(seat, "place")))
            else:
                raise AssertionError(f"The table waits for {self.asked}.")
        return self

    def check(self, seat: str, do: str, **fields: Any) -> Refusal | None:
        return self.state.check(GAME.action({"do": do, "seat": seat, **fields}))

    def refused(self, seat: str, do: str, **fields: Any) -> str:
        """The rule that refuses this action, which must leave everything as it is."""
        action = GAME.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.digest() == before
        assert self.state.check(action) == caught.value.refusal
        assert action not in self.state.legal_actions(seat)
        return caught.value.refusal.rule

    # --- looking ---

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(None)

    def seat(self, seat: str) -> dict[str, Any]:
        return self.view["seats"][seat]

    def tile(self, seat: str) -> int | None:
        return self.seat(seat)["tile"]

    def on(self, tile: int) -> dict[str, int]:
        return piles(self.view).get(tile, {})

    @property
    def walls(self) -> dict[str, int]:
        return {edge: line for edge, line in self.view["walls"].items() if line is not None}

    @property
    def asked(self) -> dict[str, str]:
        return {seat: decision.kind for seat, decision in self.state.deciders().items()}

    def tiles(self, seat: str, do: str) -> set[int]:
        """The tiles of the listed actions of one kind."""
        records = [GAME.record(action) for action in self.state.legal_actions(seat)]
        return {record["tile"] for record in records if record["do"] == do}

    def listed(self, seat: str, do: str) -> list[dict[str, Any]]:
        records = [GAME.record(action) for action in self.state.legal_actions(seat)]
        return [record for record in records if record["do"] == do]

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def rules(self, kind: str) -> tuple[str, ...]:
        """The rules that the first event of this kind cites."""
        return next(event.rules for event in self.events if event.kind == kind)

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [event.data for event in self.events if event.kind == kind]

    def wounds_dealt(self) -> dict[str, int]:
        return self.view["wounds_dealt"]


def new(**config: Any) -> Table:
    """A game from its start."""
    return Table(GAME.new(config))


def started(**config: Any) -> Table:
    """A game after its setup, with the first Ylem on 99."""
    table = new(**config)
    table.do("chance", "turn-event-dial", index=0)
    return table.roll(99)


def at(*tiles: int | None, state: str = "active", who: dict[str, dict[str, Any]] | None = None, **keys: Any) -> Table:
    """A position: the tiles of p1, p2, ...; ``who`` adds facts of seats, ``keys`` other keys of the position."""
    seats: dict[str, dict[str, Any]] = {f"p{n}": {"tile": tile} for n, tile in enumerate(tiles, 1)}
    for seat, facts in (who or {}).items():
        seats[seat].update(facts)
    position = {"seats": seats, "stack": [{"at": state}], **keys}
    return Table(GAME.from_position(position))


def round_end(*tiles: int, die: int = 1, shows: str = "FIRE", side: str = "front", **keys: Any) -> Table:
    """The End of Round before the Immolation Die; with ``die`` the event dial will then show ``shows``."""
    icons = FRONT if side == "front" else BACK
    dials = {"round": 15 if side == "front" else 5, "event": (icons[shows] - die) % 12}
    keys.setdefault("rounds", 20)
    return at(*tiles, stack=[{"at": "end-of-round"}], dials=dials, **keys)


def hemmed_in(**keys: Any) -> Table:
    """The rulebook's example: p1 burns on 57, opponents on 56 and 46, right wall on column 7, bottom wall on row 6."""
    return at(57, 56, 46, walls={"right": 7, "bottom": 6}, **keys)
