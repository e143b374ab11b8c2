"""A board set up and played through the documented interface alone; knows no module of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from immolation import games
from immolation.games import Decision, Event, IllegalAction, Refusal, State

from tests.games.playouts import piles

GAME = games.load("ascended-kings")

Tiles = dict[str, int | None]


class Board:
    """One game in the hands of a test that has read the rulebook and the README, and nothing else."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.log: list[Event] = []

    # --- playing ---

    def do(self, seat: str, do: str, **fields: Any) -> Board:
        """Do it, and keep what happened in ``log``; the new situation must survive a journey through JSON."""
        self.log = self.state.apply(GAME.action({"do": do, "seat": seat, **fields}))
        again = GAME.from_position(self.state.position())
        assert again.digest() == self.state.digest()
        assert again.view(None) == self.state.view(None)
        return self

    def roll(self, *values: int) -> Board:
        for value in values:
            self.do("chance", "roll-percentile", value=value)
        return self

    def die(self, value: int) -> Board:
        return self.do("chance", "roll-immolation", value=value)

    def lives(self, *seats: str) -> Board:
        for seat in seats:
            self.do(seat, "survive")
        return self

    def dies(self, *seats: str) -> Board:
        for seat in seats:
            self.do(seat, "die")
        return self

    def refused(self, seat: str, do: str, *words: str, **fields: Any) -> str:
        """The rule of a refusal that tells ``words`` and changes nothing."""
        action = GAME.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        told = caught.value.refusal
        assert isinstance(told, Refusal)
        assert self.state.check(action) == told
        assert self.state.digest() == before, "a refusal changes nothing"
        for word in words:
            assert word in told.reason, told.reason
        return told.rule

    # --- looking ---

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(None)

    @property
    def asked(self) -> dict[str, Decision]:
        return self.state.deciders()

    def kinds(self) -> dict[str, str]:
        return {seat: decision.kind for seat, decision in self.asked.items()}

    def seat(self, seat: str) -> dict[str, Any]:
        return self.view["seats"][seat]

    def stones(self) -> list[int]:
        return [facts["bloodstones"] for facts in self.view["seats"].values()]

    def items(self) -> dict[int, dict[str, int]]:
        return piles(self.view)

    def walls(self) -> dict[str, int]:
        return {edge: line for edge, line in self.view["walls"].items() if line is not None}

    def wounded(self) -> dict[str, int]:
        return dict(self.view["wounds_dealt"])

    def may(self, seat: str, do: str, field: str = "tile") -> set[Any]:
        """One field of the listed actions of a kind."""
        records = [GAME.record(action) for action in self.state.legal_actions(seat)]
        return {record[field] for record in records if record["do"] == do}

    def told(self) -> list[str]:
        return [event.kind for event in self.log]

    def event(self, kind: str) -> Event:
        return next(event for event in self.log if event.kind == kind)

    def cited(self, kind: str) -> set[str]:
        return set(self.event(kind).rules)


def seats(*tiles: int | None, **facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Seats by tile in turn order, with further facts by seat."""
    return {f"p{place}": {"tile": tile, **facts.get(f"p{place}", {})} for place, tile in enumerate(tiles, 1)}


def board(*tiles: int | None, who: dict[str, dict[str, Any]] | None = None, **keys: Any) -> Board:
    """A position with the miniatures on ``tiles``, p1 in the Active State unless ``stack`` says otherwise."""
    position: dict[str, Any] = {"seats": seats(*tiles, **(who or {})), "stack": [{"at": "active"}], **keys}
    return Board(GAME.from_position(position))


def end_of_round(*tiles: int | None, then: str = "roll", die: int = 0, **keys: Any) -> Board:
    """The End of Round before step ``then``; p1 started, the last seat had the last turn."""
    stack = [{"at": "end-of-round", "next": then, "roll": die}]
    return board(*tiles, **{"turn": None, "last": f"p{len(tiles)}", "stack": stack, **keys})


def grid(tile: int) -> tuple[int, int]:
    return divmod(tile, 10)


def safe_tiles(lines: dict[str, int]) -> set[int]:
    """The safe arena by its definition: strictly inside of every strip there is."""
    top, bottom = lines.get("top", -1), lines.get("bottom", 10)
    left, right = lines.get("left", -1), lines.get("right", 10)
    return {t for t in range(100) if top < t // 10 < bottom and left < t % 10 < right}


def strip_tiles(lines: dict[str, int]) -> set[int]:
    """Every tile under a strip."""
    rows = {lines[edge] for edge in ("top", "bottom") if edge in lines}
    columns = {lines[edge] for edge in ("left", "right") if edge in lines}
    return {t for t in range(100) if t // 10 in rows or t % 10 in columns}


def around(tile: int) -> set[int]:
    """The surrounding tiles, never across the board's edge."""
    row, column = grid(tile)
    return {t for t in range(100) if t != tile and abs(t // 10 - row) <= 1 and abs(t % 10 - column) <= 1}


def beside(tile: int) -> set[int]:
    """The adjacent tiles: those that share an edge."""
    row, column = grid(tile)
    return {t for t in range(100) if abs(t // 10 - row) + abs(t % 10 - column) == 1}


def every_wall() -> Iterable[dict[str, int]]:
    """Some wall positions of every kind: none, one, corners, the smallest arena in a corner, all four."""
    return (
        {},
        {"top": 0},
        {"bottom": 3},
        {"top": 1, "right": 7},
        {"left": 3, "right": 7, "top": 2, "bottom": 6},
        {"left": 0, "right": 4, "top": 1, "bottom": 5},
        {"left": 5, "right": 9, "bottom": 9, "top": 5},
        {"left": 6, "bottom": 3},
    )
