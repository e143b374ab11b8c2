"""A race in miniature: the smallest ruleset that has everything a table must handle; only tests know it.

Miniatures start on row 0 and race to row 9. A die of three says how many rows down a miniature may run, with at
most one column to either side. Everyone holds one face-down card: ``trip`` throws whoever just ran back one row,
``dash`` adds one to one's own die, ``blank`` only looks dangerous. `registered` lets `games.load` find it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec
from immolation import games
from immolation.games import (
    CHANCE,
    TABLE,
    Action,
    BadConfig,
    BadPosition,
    Correct,
    Decision,
    Event,
    Game,
    Gesture,
    IllegalAction,
    Layer,
    Option,
    Outcome,
    Picture,
    Piece,
    Refusal,
    Result,
    State,
)

COLOURS = {"p1": 0xE53935, "p2": 0x1E88E5, "p3": 0x43A047}
DECK = {"trip": 2, "dash": 1, "blank": 2}
RULES = {
    "TOY-01": "A card is dealt face down to each seat before the race.",
    "TOY-02": "A die of three is rolled at the start of each turn.",
    "TOY-03": "A miniature runs one row to as many rows as the die shows, to a free tile at most one column aside.",
    "TOY-04": "After a run everyone else who still holds a card may play it: a trip throws the runner back one row.",
    "TOY-05": "A dash is played before running and adds one to the die.",
    "TOY-06": "Who reaches row 9 wins at once.",
    "TOY-07": "Who has no free tile to run to waits.",
}


class Deal(Action, frozen=True, tag="deal"):
    card: str


class Roll(Action, frozen=True, tag="roll"):
    pips: int


class Run(Action, frozen=True, tag="run"):
    tile: int


class Play(Action, frozen=True, tag="play"):
    pass


class Pass(Action, frozen=True, tag="pass"):
    pass


class Wait(Action, frozen=True, tag="wait"):
    pass


Tile = Annotated[int, msgspec.Meta(ge=0, le=99)]
Card = Annotated[str, msgspec.Meta(pattern="^(trip|dash|blank)$")]
Seat = Annotated[str, msgspec.Meta(pattern="^p[123]$")]


class Racer(msgspec.Struct, forbid_unknown_fields=True):
    tile: Tile
    card: Card | None = None


class Position(msgspec.Struct, forbid_unknown_fields=True):
    seats: dict[Seat, Racer]
    phase: Literal["deal", "roll", "run", "react", "over"] = "deal"
    turn: Seat = "p1"
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    pips: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    waiting: list[str] = []
    """Who may still answer the run, in turn order."""

    deck: dict[Card, Annotated[int, msgspec.Meta(ge=0, le=2)]] = {}
    """How many of each card were not dealt."""


class ToyState(State):
    def __init__(self, game: ToyRace, here: Position) -> None:
        self.game: ToyRace = game
        self.here = here

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.here.seats)

    def _free(self, tile: int) -> bool:
        return all(racer.tile != tile for racer in self.here.seats.values())

    def _runs(self) -> list[int]:
        row, column = divmod(self.here.seats[self.here.turn].tile, 10)
        ends = [(r, c) for r in range(row + 1, row + self.here.pips + 1) for c in (column - 1, column, column + 1)]
        return [10 * r + c for r, c in ends if r < 10 and 0 <= c < 10 and self._free(10 * r + c)]

    def deciders(self) -> dict[str, Decision]:
        here = self.here
        if here.phase == "deal":
            outcomes = tuple(Outcome(Deal(CHANCE, card), n) for card, n in sorted(here.deck.items()) if n)
            return {CHANCE: Decision("deal", f"Deal a card to {here.turn}.", "TOY-01", None, "none", outcomes)}
        if here.phase == "roll":
            outcomes = tuple(Outcome(Roll(CHANCE, pips), 1) for pips in (1, 2, 3))
            return {CHANCE: Decision("roll", f"Roll the die for {here.turn}.", "TOY-02", None, "none", outcomes)}
        if here.phase == "run":
            default = self.legal_actions(here.turn)[0]
            return {here.turn: Decision("run", "Run to a tile.", "TOY-03", default)}
        if here.phase == "react":
            asked = Decision("react", f"{here.turn} ran. Do you answer?", "TOY-04", None, "window")
            return {seat: msgspec.structs.replace(asked, default=Pass(seat)) for seat in here.waiting}
        return {}

    def legal_actions(self, seat: str) -> Sequence[Action]:
        here = self.here
        if seat == CHANCE and here.phase in ("deal", "roll"):
            return [outcome.action for outcome in self.deciders()[CHANCE].outcomes]
        if here.phase == "run" and seat == here.turn:
            runs: list[Action] = [Run(seat, tile) for tile in self._runs()]
            return (runs or [Wait(seat)]) + ([Play(seat)] if here.seats[seat].card == "dash" else [])
        if here.phase == "react" and seat in here.waiting:
            return [Pass(seat), Play(seat)] if here.seats[seat].card == "trip" else [Pass(seat)]
        return []

    def check(self, action: Action) -> Refusal | None:
        if isinstance(action, Correct):
            try:
                self._corrected(action)
            except BadPosition as error:
                return Refusal("TABLE", str(error))
            return None
        if action in self.legal_actions(action.seat):
            return None
        if isinstance(action, Run) and action.seat == self.here.turn and self.here.phase == "run":
            return Refusal("TOY-03", f"{action.seat} cannot run to tile {action.tile} with a {self.here.pips}.")
        if isinstance(action, Play):
            return Refusal("TOY-04", f"{action.seat} has no card to play now.")
        return Refusal("TABLE", f"It is not for {action.seat} to {type(action).__name__.lower()} now.")

    def _corrected(self, action: Correct) -> Position:
        position = self.position()
        if action.seat != TABLE or len(action.path) != 3 or action.path[0] != "seats" or action.path[2] != "tile":
            raise BadPosition("Only the table corrects, and only seats / <seat> / tile.")
        if action.path[1] not in position["seats"]:
            raise BadPosition(f"There is no seat '{action.path[1]}'.")
        position["seats"][action.path[1]]["tile"] = action.value
        return self.game.from_position(position).here

    def apply(self, action: Action) -> list[Event]:
        if refusal := self.check(action):
            raise IllegalAction(refusal)
        here, seat = self.here, action.seat
        if isinstance(action, Correct):
            self.here = self._corrected(action)
            text = f"{action.path[1]} was put on tile {action.value}."
            return [Event("corrected", ("TABLE",), text, {"seat": action.path[1], "tile": action.value})]
        if isinstance(action, Deal):
            here.deck[action.card] -= 1
            here.seats[here.turn].card = action.card
            secret = {here.turn: {"text": f"You hold a {action.card}.", "card": action.card}}
            event = Event("dealt", ("TOY-01",), f"{here.turn} gets a card.", {"seat": here.turn}, secret)
            last = here.turn == self.seats[-1]
            here.turn = self._next()
            here.phase = "roll" if last else "deal"
            return [event]
        if isinstance(action, Roll):
            here.pips, here.phase = action.pips, "run"
            return [Event("rolled", ("TOY-02",), f"{here.turn} rolls a {action.pips}.", {"pips": action.pips})]
        if isinstance(action, Run):
            here.seats[seat].tile = action.tile
            events = [Event("ran", ("TOY-03",), f"{seat} runs to {action.tile}.", {"seat": seat, "tile": action.tile})]
            if action.tile >= 90:
                here.phase = "over"
                return [*events, Event("won", ("TOY-06",), f"{seat} wins the race.", {"seat": seat})]
            here.waiting = [other for other in self.seats if other != seat and here.seats[other].card]
            here.phase = "react"
            self._close()
            return events
        if isinstance(action, Wait):
            self._end()
            return [Event("waited", ("TOY-07",), f"{seat} is hemmed in and waits.", {"seat": seat})]
        if isinstance(action, Pass):
            here.waiting.remove(seat)
            self._close()
            return [Event("passed", ("TOY-04",), f"{seat} lets it pass.", {"seat": seat})]
        card, here.seats[seat].card = here.seats[seat].card, None
        if card == "dash":
            here.pips += 1
            return [Event("dashed", ("TOY-05",), f"{seat} dashes: {here.pips}.", {"seat": seat, "pips": here.pips})]
        back = here.seats[here.turn].tile - 10
        if self._free(back):
            here.seats[here.turn].tile = back
        here.waiting = []
        event = Event("tripped", ("TOY-04",), f"{seat} trips {here.turn}.", {"seat": seat, "tile": back})
        self._close()
        return [event]

    def _next(self) -> str:
        return self.seats[(self.seats.index(self.here.turn) + 1) % len(self.seats)]

    def _close(self) -> None:
        if not self.here.waiting:
            self._end()

    def _end(self) -> None:
        here = self.here
        here.turn, here.phase, here.pips = self._next(), "roll", 0
        here.round += here.turn == self.seats[0]

    def view(self, seat: str | None) -> dict[str, Any]:
        here = self.here
        seats: dict[str, Any] = {}
        for name, racer in here.seats.items():
            seats[name] = {"name": name.upper(), "colour": COLOURS[name], "tile": racer.tile,
                           "holds": racer.card is not None}  # fmt: skip
            if name == seat:
                seats[name]["card"] = racer.card
        return {"ruleset": ToyRace.name, "seats": seats, "turn": here.turn, "round": here.round, "phase": here.phase,
                "pips": here.pips, "waiting": list(here.waiting), "over": here.phase == "over"}  # fmt: skip

    def outcome(self) -> Result | None:
        if self.here.phase != "over":
            return None
        scores = {seat: {"total": racer.tile // 10} for seat, racer in self.here.seats.items()}
        return Result((self.here.turn,), f"{self.here.turn} reached the last row.", "TOY-06", scores)

    def position(self) -> dict[str, Any]:
        return msgspec.to_builtins(self.here)  # type: ignore[no-any-return]

    def copy(self) -> Self:
        return type(self)(self.game, msgspec.convert(self.position(), Position))

    def sample(self, seat: str, rng: Random) -> Self:
        other = self.copy()
        unseen = Counter(other.here.deck)
        hidden = [racer for name, racer in other.here.seats.items() if name != seat and racer.card]
        unseen.update(racer.card for racer in hidden if racer.card)
        cards = sorted(unseen.elements())
        rng.shuffle(cards)
        for racer in hidden:
            racer.card = cards.pop()
        other.here.deck = {card: cards.count(card) for card in other.here.deck}
        return other


class ToyRace(Game):
    name: ClassVar[str] = "toy-race"
    title: ClassVar[str] = "Toy Race"
    state: ClassVar[type[ToyState]] = ToyState
    actions: ClassVar[Any] = Deal | Roll | Run | Play | Pass | Wait | Correct

    def new(self, config: Mapping[str, Any] | None = None) -> ToyState:
        if not isinstance(config, Mapping | None):
            raise BadConfig("A configuration is a table of keys and values.")
        config = dict(config or {})
        number = config.pop("seats", 2)
        if number not in (2, 3) or isinstance(number, bool | float):
            said = ascii(number)[:20] if isinstance(number, str | int) else type(number).__name__
            raise BadConfig(f"seats: a Toy Race has 2 or 3 seats, not {said}.")
        if config.pop("options", {}) != {} or config:
            raise BadConfig(f"options: a Toy Race has none; remove {ascii(next(iter(config), 'them'))[:20]}.")
        seats = {f"p{n + 1}": {"tile": 2 + 3 * n} for n in range(number)}
        return self.from_position({"seats": seats, "deck": DECK})

    def from_position(self, position: Mapping[str, Any]) -> ToyState:
        try:
            here = msgspec.convert(position, Position)
        except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as error:
            raise BadPosition(f"Not a position of a Toy Race: {error}.") from None
        racers, runner = list(here.seats.values()), here.seats.get(here.turn)
        cards = Counter(racer.card for racer in racers if racer.card)
        holders = [seat for seat in here.seats if seat != here.turn and here.seats[seat].card]
        finished = [seat for seat, racer in here.seats.items() if racer.tile >= 90]
        react = here.phase == "react"
        sound = {
            "seats": list(here.seats) in (["p1", "p2"], ["p1", "p2", "p3"]),
            "seats.tile": len({racer.tile for racer in racers}) == len(racers),
            "deck": here.deck.keys() == DECK.keys() and all(here.deck[c] + cards[c] <= DECK[c] for c in DECK),
            "turn": runner is not None and not (react and runner.tile < 10),
            "pips": here.phase == "over" or (here.phase in ("run", "react")) == (here.pips > 0),
            "waiting": here.waiting == [s for s in holders if s in here.waiting] and react == bool(here.waiting),
            "phase": finished == ([here.turn] if here.phase == "over" else []),
            "seats.card": here.phase != "deal" or not any(r.card for s, r in here.seats.items() if s >= here.turn),
        }
        for key, right in sound.items():
            if not right:
                raise BadPosition(f"{key}: no Toy Race can be like that.")
        return self.state(self, here)

    def picture(self, view: Mapping[str, Any], actions: Sequence[Action] = ()) -> Picture:
        seats = view["seats"]
        pieces = tuple(Piece(s["tile"], "racer", s["name"], s["colour"], seat, True) for seat, s in seats.items())
        taken, turn = {piece.tile for piece in pieces}, view["turn"]
        layers = [Layer("solid", 0xFFFFFF, tuple(range(90, 100)), 10), Layer("pulse", 0xFFC107, (seats[turn]["tile"],))]
        gestures = []
        for action in actions:
            if isinstance(action, Run):
                gestures.append(Gesture(action, (seats[action.seat]["tile"],), (action.tile,)))
            elif isinstance(action, Play) and view["phase"] == "react" and seats[turn]["tile"] - 10 not in taken:
                gestures.append(Gesture(action, (seats[turn]["tile"],), (seats[turn]["tile"] - 10,)))
        if targets := tuple(gesture.on[0] for gesture in gestures if isinstance(gesture.action, Run)):
            layers.append(Layer("target", 0x00FF40, targets, 120))
        return Picture(pieces, tuple(layers), tuple(gestures))

    def label(self, action: Action, view: Mapping[str, Any]) -> str:
        match action:
            case Run():
                return f"Run to {action.tile}"
            case Roll():
                return f"A {action.pips}"
            case Deal():
                return f"Deal a {action.card}"
        return {Play: "Play your card", Pass: "Let it pass", Wait: "Wait"}.get(type(action), "Correct")

    def options(self) -> Sequence[Option]:
        return ()


def load() -> ToyRace:
    return ToyRace()


@contextmanager
def registered() -> Iterator[ToyRace]:
    """``games.load("toy-race")`` works while this is open."""
    sys.modules["immolation.games.toy_race"] = sys.modules[__name__]
    games._MODULES["toy-race"] = "toy_race"
    try:
        yield load()
    finally:
        del games._MODULES["toy-race"], sys.modules["immolation.games.toy_race"]
