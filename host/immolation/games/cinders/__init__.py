"""Cinders: run, and whatever you leave behind burns. The smallest whole ruleset; rules.toml beside it has the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec

import immolation.games as games
from immolation.games.correcting import corrected, why
from immolation.games.engine import read_record
from immolation.games.house_rules import only_seats, shown

STARTS = (11, 88, 18, 81)
COLOURS = (0x1E88E5, 0xFDD835, 0x43A047, 0x8E24AA)
Tile = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Run(games.Action, frozen=True, tag="run"):
    """Run to a tile."""

    tile: Tile


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """Everything there is on the table; nothing is hidden."""

    seats: dict[str, Tile]
    ruleset: Literal["cinders"] = "cinders"
    burning: list[Tile] = []
    turn: str = "p1"
    round: Annotated[int, msgspec.Meta(ge=1)] = 1


class CindersState(games.State):
    """One situation: its position, and what follows from that."""

    def __init__(self, game: Cinders, at: Position) -> None:
        self.game, self.at = game, at
        self.at.turn = next(iter(self.running()), at.turn)

    @property
    def seats(self) -> tuple[str, ...]:
        """``p1`` to ``p4``."""
        return tuple(self.at.seats)

    def ways(self, seat: str) -> Iterator[list[int]]:
        """Each way a miniature may run: the tiles it leaves and crosses, and the one it comes to (CI-RUN-01)."""
        closed = {*self.at.burning, *self.at.seats.values()}
        for step in (-11, -10, -9, -1, 1, 9, 10, 11):
            way = [self.at.seats[seat]]
            while 0 <= (to := way[-1] + step) < 100 and abs(to % 10 - way[-1] % 10) <= 1 and to not in closed:
                way.append(to)
                yield way.copy()

    def running(self) -> list[str]:
        """Return the seats that can run, the next first; the others are out (CI-OUT-01)."""
        first = self.seats.index(self.at.turn)
        return [seat for seat in (*self.seats[first:], *self.seats[:first]) if any(self.ways(seat))]

    def deciders(self) -> dict[str, games.Decision]:
        """Ask the seat whose turn it is; nobody when no two can run."""
        runs = self.legal_actions(self.at.turn)
        return {self.at.turn: games.Decision("run", "Run, leave fire behind.", "CI-RUN-01", runs[0])} if runs else {}

    def legal_actions(self, seat: str) -> Sequence[games.Action]:
        """One run for each tile that can be reached."""
        mine = seat == self.at.turn and len(self.running()) > 1
        return [Run(seat, way[-1]) for way in self.ways(seat)] if mine else []

    def check(self, action: games.Action) -> games.Refusal | None:
        """Only the runner runs, and only on free ways."""
        if isinstance(action, games.Correct):
            found = corrected(self, action)
            return found if isinstance(found, games.Refusal) else None
        why = games.Refusal("CI-RUN-01", f"Runner {self.at.turn[1]} is to run, over free tiles that do not burn.")
        return None if action in self.legal_actions(action.seat) else why

    def apply(self, action: games.Action) -> list[games.Event]:
        """Run, and set fire to what lies behind (CI-RUN-02)."""
        if refusal := self.check(action):
            raise games.IllegalAction(refusal)
        if not isinstance(action, Run):
            self.at, said = corrected(self, action).at, why(self, action)  # type: ignore[arg-type, union-attr]
            return [*said, games.Event("corrected", ("TABLE",), "The table sets something right.")]
        burns = next(way for way in self.ways(action.seat) if way[-1] == action.tile)[:-1]
        self.at.burning = sorted([*self.at.burning, *burns])
        self.at.seats[action.seat], self.at.round = action.tile, self.at.round + 1
        self.at.turn = next((seat for seat in self.running() if seat != action.seat), action.seat)
        text = f"Runner {action.seat[1]} runs to {action.tile:02d}."
        return [games.Event("ran", ("CI-RUN-02",), text, {"burns": burns})]

    def view(self, seat: str | None) -> dict[str, Any]:
        """The position, with names and colours."""
        seats = zip(self.at.seats.items(), COLOURS, strict=False)
        named = {name: {"name": f"Runner {name[1]}", "colour": each, "tile": tile} for (name, tile), each in seats}
        return {**self.position(), "seats": named, "over": not self.deciders()}

    def outcome(self) -> games.Result | None:
        """The last one who can run wins, or who ran last if nobody can (CI-WIN-01)."""
        turn = self.at.turn
        return None if self.deciders() else games.Result((turn,), f"Runner {turn[1]} outran the fire.", "CI-WIN-01")

    def position(self) -> dict[str, Any]:
        """As `Position` lists it."""
        return msgspec.to_builtins(self.at)  # type: ignore[no-any-return]


class Cinders(games.Game):
    """Cinders for 2 to 4 miniatures."""

    name: ClassVar[str] = "cinders"
    title: ClassVar[str] = "Cinders"
    actions: ClassVar[Any] = Run | games.Correct

    def new(self, config: Mapping[str, Any] | None = None) -> CindersState:
        """``seats``: 2 to 4 (CI-SETUP-01)."""
        seats = only_seats(config).get("seats", 2)
        if type(seats) is not int or not 2 <= seats <= 4:
            raise games.BadConfig(f"seats: Cinders is for 2, 3 or 4, not {shown(seats)}.")
        return self.from_position({"seats": {f"p{number + 1}": STARTS[number] for number in range(seats)}})

    def from_position(self, position: Mapping[str, Any]) -> CindersState:
        """``seats`` (seat -> tile) must be given; keys and defaults as in `Position`."""
        at = read_record(position, Position, "")
        names, tiles = [f"p{number + 1}" for number in range(len(at.seats))], [*at.seats.values(), *at.burning]
        if sorted(at.seats) != names or at.turn not in names or not 2 <= len(names) <= 4 or len({*tiles}) < len(tiles):
            raise games.BadPosition(
                "seats: two to four runners from p1 on, one on turn, each on its own tile that does not burn."
            )
        at.seats, at.burning = {name: at.seats[name] for name in names}, sorted(at.burning)
        return CindersState(self, at)

    def picture(self, view: Mapping[str, Any], actions: Sequence[games.Action] = ()) -> games.Picture:
        """Miniatures, fire, and where the runner may go; moving a miniature is the run."""
        seats, runs = view["seats"], [action for action in actions if isinstance(action, Run)]
        pieces = [games.Piece(at["tile"], "runner", at["name"], at["colour"], name, True) for name, at in seats.items()]
        fire = games.Layer("fire", 0xFF5A00, tuple(view["burning"]), 40)
        aims = games.Layer("target", 0xFFFFFF, tuple(run.tile for run in runs), 80, opacity=150)
        gestures = [games.Gesture(run, (seats[run.seat]["tile"],), (run.tile,)) for run in runs]
        return games.Picture(tuple(pieces), tuple(each for each in (fire, aims) if each.tiles), tuple(gestures))

    def label(self, action: games.Action, view: Mapping[str, Any]) -> str:
        """Return the text of a button."""
        return f"Run to {action.tile:02d}" if isinstance(action, Run) else "Set right"


load = Cinders
