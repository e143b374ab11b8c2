"""Embers: push your luck in a race of runners; rules.toml beside it has the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from immolation import games
from immolation.games import CHANCE
from immolation.games.engine import (
    DecisionPoint,
    EventLog,
    Facts,
    FactsState,
    Handler,
    actions_of,
    chance_alone,
    current,
    derived,
    need,
    read_record,
    report,
)
from immolation.games.house_rules import only_seats, shown

LANE = 20  # tiles: a row there, a row back
COLOURS = (0xE53935, 0x1E88E5, 0x43A047, 0xFDD835)


class Roll(games.Action, frozen=True, tag="roll"):
    """Take the die."""


class Die(games.Action, frozen=True, tag="die"):
    """What the die shows; the seat is ``chance``."""

    pips: Annotated[int, msgspec.Meta(ge=1, le=6)]


class Hold(games.Action, frozen=True, tag="hold"):
    """Stop, and move to the last glowing tile."""


class Gust(games.Action, frozen=True, tag="gust"):
    """Make the next roll of the runner on turn fail on a 2 as well."""


class Frame(msgspec.Struct, frozen=True, tag_field="at", forbid_unknown_fields=True):
    """What the game waits for."""


class Choosing(Frame, frozen=True, tag="choose"):
    """The runner on turn rolls or holds."""


class Rolling(Frame, frozen=True, tag="rolling"):
    """The die is in the air."""


class Over(Frame, frozen=True, tag="over"):
    """Somebody has won: the one on turn."""


Stack = Annotated[list[Choosing | Rolling | Over], msgspec.Meta(min_length=1, max_length=1)]


class Runner(Facts):
    """One seat's miniature."""

    steps: Annotated[int, msgspec.Meta(ge=0, lt=LANE)] = 0
    gust: bool = True
    """Still has its gust."""


class Race(Facts):
    """The whole situation; nothing is hidden."""

    seats: dict[str, Runner]
    ruleset: Literal["embers"] = "embers"
    turn: str = "p1"
    round: Annotated[int, msgspec.Meta(ge=1)] = 1
    glow: Annotated[int, msgspec.Meta(ge=0, lt=LANE)] = 0
    """Tiles that glow ahead of the runner on turn."""

    windy: bool = False
    """The next roll fails on a 2 as well (EM-GUST-01)."""

    stack: Stack = msgspec.field(default_factory=lambda: [Choosing()])
    result: games.Result | None = derived("result", None)
    """Follows from the stack, so it is no part of the position."""

    def name_of(self, seat: str) -> str:
        """What people call a seat."""
        return f"Runner {seat[1]}"

    def finish(self) -> None:
        """The runner on turn has won (EM-WIN-01)."""
        scores = {seat: {"steps": runner.steps, "total": runner.steps} for seat, runner in self.seats.items()}
        reason = f"{self.name_of(self.turn)} carried the embers home."
        self.result = games.Result((self.turn,), reason, "EM-WIN-01", scores)


def race_from(position: Mapping[str, Any]) -> Race:
    """The facts that a position describes. Raises games.BadPosition where no race could come to that."""
    race = read_record(position, Race, "")
    names = [f"p{number + 1}" for number in range(len(race.seats))]
    need(sorted(race.seats) == names and 2 <= len(names) <= 4, "seats", "p1, p2 and perhaps p3, p4")
    race.seats = {name: race.seats[name] for name in names}
    need(race.turn in names, "turn", "one of the seats")
    runner, over = race.seats[race.turn], isinstance(race.stack[-1], Over)
    need(runner.steps + race.glow < LANE, "glow", "no tile glows beyond the end of the lane")
    need(not (over and race.glow), "glow", "nothing glows when the game is over")
    home = [name for name in names if race.seats[name].steps == LANE - 1]
    need(home == ([race.turn] if over else []), "seats", "the game is over when the runner on turn is home")
    if over:
        race.finish()
    return race


def tile(seat: int, steps: int) -> int:
    """Where a runner stands: along the first row of its lane, then back along the second (EM-SETUP-01)."""
    row, column = divmod(steps, 10)
    return (2 * seat + row) * 10 + (9 - column if row else column)


def pass_on(race: Race) -> None:
    """The next runner's turn begins."""
    seats = list(race.seats)
    race.glow, race.windy = 0, False
    race.turn = seats[(seats.index(race.turn) + 1) % len(seats)]
    race.round += race.turn == seats[0]
    race.stack[-1] = Choosing()


def do_roll(race: Race, frame: Choosing, action: Roll, log: EventLog) -> None:
    """The die is thrown (EM-ROLL-01)."""
    race.stack[-1] = Rolling()


def do_die(race: Race, frame: Rolling, action: Die, log: EventLog) -> None:
    """The die lies: tiles glow (EM-ROLL-01), or all go out (EM-ROLL-02)."""
    name = race.name_of(race.turn)
    if action.pips <= 1 + race.windy:
        rules = ("EM-ROLL-02", "EM-GUST-01") if action.pips == 2 else ("EM-ROLL-02",)
        report(log, "went-out", rules, f"{name} rolls {action.pips}: the embers go out.", lost=race.glow)
        pass_on(race)
        return
    left = LANE - 1 - race.seats[race.turn].steps
    race.glow, race.windy = min(race.glow + action.pips, left), False
    report(log, "glowed", "EM-ROLL-01", f"{name} rolls {action.pips}: {race.glow} tiles glow.", glow=race.glow)
    race.stack[-1] = Choosing()


def check_hold(race: Race, frame: Choosing, action: Hold) -> games.Refusal | None:
    """Only glowing tiles can be moved to (EM-HOLD-01)."""
    return None if race.glow else games.Refusal("EM-HOLD-01", "No tile glows yet: roll first.")


def do_hold(race: Race, frame: Choosing, action: Hold, log: EventLog) -> None:
    """The runner moves to the last glowing tile (EM-HOLD-01), and wins at the end of its lane (EM-WIN-01)."""
    runner, name = race.seats[action.seat], race.name_of(action.seat)
    runner.steps += race.glow
    at = tile(list(race.seats).index(action.seat), runner.steps)
    report(log, "moved", "EM-HOLD-01", f"{name} moves to {at:02d}.", seat=action.seat, tile=at)
    if runner.steps < LANE - 1:
        pass_on(race)
        return
    race.glow, race.stack[-1] = 0, Over()
    race.finish()
    report(log, "won", "EM-WIN-01", f"{name} carried the embers home.", seat=action.seat)


def check_gust(race: Race, frame: Frame, action: Gust) -> games.Refusal | None:
    """Once a game, in somebody else's turn, before a roll, and only one gust a roll (EM-GUST-01)."""
    runner = race.seats.get(action.seat)
    if runner is None:
        return games.Refusal("TABLE", f"There is no such seat; there are {', '.join(race.seats)}.")
    if action.seat == race.turn or not isinstance(frame, Choosing):
        return games.Refusal("EM-GUST-01", "A gust blows while another runner decides.")
    if not runner.gust or race.windy:
        return games.Refusal("EM-GUST-01", "The wind blows already." if runner.gust else "Your gust is spent.")
    return None


def do_gust(race: Race, frame: Frame, action: Gust, log: EventLog) -> None:
    """The next roll is riskier (EM-GUST-01)."""
    race.seats[action.seat].gust, race.windy = False, True
    text = f"{race.name_of(action.seat)} blows: {race.name_of(race.turn)} fails on a 2 as well."
    report(log, "gust", "EM-GUST-01", text, seat=action.seat)


DICE = tuple(games.Outcome(Die(CHANCE, pips), 1) for pips in range(1, 7))


def on_turn(race: Race, frame: Choosing) -> tuple[str, ...]:
    """Whose turn it is."""
    return (race.turn,)


def ask(race: Race, frame: Choosing, seat: str) -> games.Decision:
    """Roll or hold; who does not answer in time holds, if there is something to hold."""
    rule, default = ("EM-HOLD-01", Hold(seat)) if race.glow else ("EM-ROLL-01", Roll(seat))
    wind = " The wind blows: a 2 fails as well." if race.windy else ""
    return games.Decision("choose", f"{race.glow} tiles glow. Roll, or hold?{wind}", rule, default)


def ask_die(race: Race, frame: Rolling, seat: str) -> games.Decision:
    """The die of whoever is on turn."""
    return games.Decision("roll", f"Roll a die for {race.name_of(race.turn)}.", "EM-ROLL-01", None, "none", DICE)


POINTS: dict[type[Frame], DecisionPoint[Any, Any]] = {
    Choosing: DecisionPoint(
        seats=on_turn,
        ask=ask,
        actions=lambda race, frame, seat: [Roll(seat), Hold(seat)],
        handlers={Roll: Handler(do_roll), Hold: Handler(do_hold, check_hold)},
        filtered=True,
    ),
    Rolling: DecisionPoint(
        seats=chance_alone, ask=ask_die, outcomes=lambda race, frame: DICE, chance={Die: Handler(do_die)}
    ),
    Over: DecisionPoint(),
}


class EmbersState(FactsState[Race]):
    """One situation of Embers."""

    points = POINTS
    interrupts = {Gust: Handler(do_gust, check_gust)}

    @property
    def seats(self) -> tuple[str, ...]:
        """``p1`` to ``p4``."""
        return tuple(self.facts.seats)

    def name_of(self, seat: str) -> str:
        """What people call a seat."""
        return self.facts.name_of(seat)

    def interrupt_actions(self, seat: str) -> Sequence[games.Action]:
        """A gust, while it may be blown."""
        gust = Gust(seat)
        return [gust] if check_gust(self.facts, self.facts.stack[-1], gust) is None else []

    def reread(self, position: dict[str, Any]) -> Race:
        """A corrected position is read like any other."""
        return race_from(position)

    def view(self, seat: str | None) -> dict[str, Any]:
        """The position, with names, colours and tiles."""
        seats = {}
        for number, (name, runner) in enumerate(self.facts.seats.items()):
            known = {"name": self.name_of(name), "colour": COLOURS[number], "tile": tile(number, runner.steps)}
            seats[name] = {**known, **runner.to_json()}
        return {**self.position(), "seats": seats, "over": self.facts.result is not None}


class Embers(games.Game):
    """Embers for 2 to 4 runners."""

    name: ClassVar[str] = "embers"
    title: ClassVar[str] = "Embers"
    actions: ClassVar[Any] = actions_of(EmbersState)

    def config_keys(self) -> Sequence[games.Option]:
        """How many play."""
        return (games.Option("seats", "How many play.", 2, (), 2, 4, "EM-SETUP-01"),)

    def new(self, config: Mapping[str, Any] | None = None) -> EmbersState:
        """``seats``: 2 to 4 (EM-SETUP-01)."""
        seats = only_seats(config).get("seats", 2)
        if type(seats) is not int or not 2 <= seats <= 4:
            raise games.BadConfig(f"seats: Embers is for 2, 3 or 4, not {shown(seats)}.")
        return EmbersState(self, Race({f"p{number + 1}": Runner() for number in range(seats)}))

    def from_position(self, position: Mapping[str, Any]) -> EmbersState:
        """``seats`` must be given; keys and defaults as in `Race`."""
        return EmbersState.resumed(self, race_from(current(self, position)))

    def picture(self, view: Mapping[str, Any], actions: Sequence[games.Action] = ()) -> games.Picture:
        """Runners, and the tiles that glow ahead of the one on turn; moving it there is to hold."""
        seats = view["seats"]
        pieces = [games.Piece(at["tile"], "runner", at["name"], at["colour"], name, True) for name, at in seats.items()]
        number, own = [*seats].index(view["turn"]), seats[view["turn"]]
        ahead = tuple(tile(number, own["steps"] + step) for step in range(1, view["glow"] + 1))
        layers = [games.Layer("ember", 0xFF5A00, ahead, 40)] if ahead else []
        holds = [action for action in actions if isinstance(action, Hold) and ahead]
        gestures = [games.Gesture(hold, (own["tile"],), ahead[-1:]) for hold in holds]
        return games.Picture(tuple(pieces), tuple(layers), tuple(gestures))

    def label(self, action: games.Action, view: Mapping[str, Any]) -> str:
        """What a button says."""
        match action:
            case Die(pips=pips):
                return f"The die shows {pips}"
            case Hold():
                return f"Hold: move {view['glow']} tiles"
            case Gust():
                return "Blow a gust"
        return "Roll" if isinstance(action, Roll) else "Set right"


load = Embers
