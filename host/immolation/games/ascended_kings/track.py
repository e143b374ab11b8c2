"""The arena track as a `State`: who may act, which actions there are, which function carries each of them out.

Owns the tables that tie actions to rules; every rule itself is in the module named by its table. Knows no position
as JSON beyond handing it on, and no board of light.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..contract import (
    CHANCE,
    Action,
    Correct,
    Decision,
    Declaration,
    Event,
    Game,
    IllegalAction,
    Json,
    Refusal,
    Result,
    State,
)
from ..house_rules import shown
from . import actions as act
from . import (
    asking,
    cards,
    death,
    displacing,
    end_of_round,
    fire,
    frames,
    movement,
    opening,
    rolling,
    surviving,
    tally,
    turn,
    war,
)
from .arena import EMPTY, UNLIMITED, Log, Spawned, seat_id
from .geometry import tiles
from .position import check_correct, do_correct, read, write
from .settings import Settings
from .situation import ArenaSituation
from .view import view as public_view

if TYPE_CHECKING:
    from .components import King

Frame = frames.Frame
Check = Callable[[ArenaSituation, int, Any], Refusal | None]
Do = Callable[[ArenaSituation, int, Any, Log], None]


class Ruling(NamedTuple):
    """When an action is due, what refuses it, what carries it out."""

    frame: type[Frame] | None
    """The decision point it answers; None for what may be said at any time."""

    do: Do
    check: Check | None = None


RULINGS: Final[dict[type[Action], Ruling]] = {
    act.ChooseKing: Ruling(frames.ChoosingKing, opening.do_choose_king, opening.check_choose_king),
    act.Absorb: Ruling(frames.Absorbing, turn.do_absorb),
    act.KeepDie: Ruling(frames.Absorbing, turn.do_keep_die),
    act.ChooseState: Ruling(frames.ChoosingState, turn.do_choose_state),
    act.Step: Ruling(frames.Acting, turn.do_step, turn.check_step),
    act.Bridge: Ruling(frames.Acting, turn.do_bridge, turn.check_bridge),
    act.Recede: Ruling(frames.Acting, turn.do_recede, turn.check_recede),
    act.Kill: Ruling(frames.Acting, turn.do_kill, turn.check_kill),
    act.Displace: Ruling(frames.Acting, cards.do_displace, cards.check_displace),
    act.Swap: Ruling(frames.Acting, cards.do_swap, cards.check_swap),
    act.Push: Ruling(frames.Acting, cards.do_push, cards.check_push),
    act.Pull: Ruling(frames.Acting, cards.do_pull, cards.check_pull),
    act.PlaceDire: Ruling(frames.Acting, cards.do_place_dire, cards.check_place_dire),
    act.Survive: Ruling(frames.Surviving, surviving.do_survive, surviving.check_survive),
    act.Die: Ruling(frames.Surviving, surviving.do_die),
    act.ReturnEarly: Ruling(None, death.do_return_early, death.check_return_early),
    act.Place: Ruling(frames.Placing, death.do_place, death.check_place),
    act.Score: Ruling(frames.Scoring, war.do_score, war.check_score),
    act.Cards: Ruling(frames.BreakingTie, war.do_cards),
    act.Wounds: Ruling(None, tally.do_wounds, tally.check_wounds),
    act.Level: Ruling(None, tally.do_level, tally.check_level),
    act.LeaveYlem: Ruling(None, tally.do_leave_ylem, tally.check_leave_ylem),
    act.TakeYlem: Ruling(None, tally.do_take_ylem, tally.check_take_ylem),
    act.Supply: Ruling(None, tally.do_supply, tally.check_supply),
}
"""What seats do. `EndTurn` ends two states and is ruled in `ArenaState`."""

ON_BOARD: Final = frozenset(
    (act.Step, act.Bridge, act.Recede, act.Kill, act.PlaceDire, act.Swap, act.Push, act.Pull, act.Displace)
)
"""What needs the own miniature on the board (AK-ACTIVE-08)."""

PERCENTILE: Final[dict[type[Frame], Callable[[ArenaSituation, act.RollPercentile, Log], object]]] = {
    frames.RollingFirstYlem: opening.do_first_ylem,
    frames.RollingYlem: turn.do_roll_ylem,
    frames.EndOfRound: end_of_round.do_roll_event,
    frames.RollingReturn: death.do_roll_return,
    frames.PlacingOmega: end_of_round.do_place_omega,
}
"""What a percentile roll is for."""

AUTOMATIC: Final[dict[type[Frame], Callable[[ArenaSituation, Any, Log], bool]]] = {
    frames.TurnOver: end_of_round.settle_turn,
    frames.EndOfRound: end_of_round.settle_round,
    frames.Driven: displacing.settle_driven,
}
"""What goes on by itself when it comes to lie on top; False where somebody must decide next."""


class ArenaState(ArenaSituation, State):
    """One situation of Ascended Kings on the arena track."""

    __slots__ = ("game",)

    game: Game

    def __init__(self, game: Game, settings: Settings, kings: tuple[King | None, ...]) -> None:
        """An empty board; `Game.new` and `Game.from_position` fill it."""
        super().__init__(settings, kings)
        self.game = game

    @property
    def seats(self) -> tuple[str, ...]:
        """Seats in turn order of the first round."""
        return self.settings.seats

    def copy(self) -> ArenaState:
        """An independent state."""
        twin = super().copy()
        twin.game = self.game
        return twin

    # --- who may do what ---

    def deciders(self) -> dict[str, Decision]:
        """Who is asked, and why; see `asking`."""
        return asking.deciders(self)

    def legal_actions(self, seat: str) -> Sequence[Action]:
        """Every concrete action of ``seat`` now."""
        asked = seat in asking.asked(self)
        if seat == CHANCE:
            return [outcome.action for outcome in asking.outcomes(self)] if asked else ()
        own = self.seat(seat)
        if own is None:
            return ()
        found = list(self._answers(own)) if asked else []
        if self.dead and death.may_return_early(self, own):
            found.append(self.catalogue[own].return_early)
        return found

    def _answers(self, own: int) -> Sequence[Action]:
        """What answers the question that the seat is asked."""
        top = self.stack[-1]
        made, seat = self.catalogue[own], self.seats[own]
        if isinstance(top, frames.Acting):
            return self._turn_actions(own)
        if isinstance(top, frames.ChoosingState):
            return (made.latent, made.active)
        if isinstance(top, frames.Resting):
            return (made.end_turn,)
        if isinstance(top, frames.Surviving):
            return (made.survive, made.die)
        if isinstance(top, frames.Placing):
            return [made.places[tile] for tile in tiles(death.placing_choices(self, top))]
        if isinstance(top, frames.Absorbing):
            return (made.absorb, made.keep_die)
        if isinstance(top, frames.ChoosingKing):
            return [act.ChooseKing(seat, key) for key in opening.free_kings(self)]
        if isinstance(top, frames.Scoring):
            most = war.most_transmutations(self, own, self.levels[own])
            return [sheet for sheet in made.scores if sheet.transmutations <= most]
        return made.hands

    def _turn_actions(self, seat: int) -> list[Action]:
        made = self.catalogue[seat]
        found: list[Action] = []
        if self.alive(seat):
            found += [made.steps[tile] for tile in tiles(movement.steps(self.arena, seat))]
            found += [made.kills[other] for other in turn.targets(self, seat)]
            found += [made.bridges[tile] for tile in tiles(movement.bridges(self.arena, seat))]
            found += [made.recedes[edge] for edge in fire.recedable(self.arena, seat)]
        found.append(made.end_turn)
        return found

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """What ``seat`` may declare now."""
        return asking.declarations(self, seat)

    def check(self, action: Action) -> Refusal | None:
        """None if `apply` would accept the action."""
        top = self.stack[-1]
        if isinstance(action, Correct):
            return check_correct(self, action)
        if isinstance(top, frames.Over):
            return Refusal("TABLE", "The game is over.")
        ruling = RULINGS.get(type(action))
        if ruling is not None and ruling.frame is None:
            seat = self.seat(action.seat)
            if seat is None:
                return Refusal("TABLE", f"There is no seat {shown(action.seat)}; there are {', '.join(self.seats)}.")
            return ruling.check(self, seat, action) if ruling.check else None
        if action.seat not in asking.asked(self):
            return asking.not_asked(self, action)
        if action.seat == CHANCE:
            return self._check_chance(action)
        if isinstance(action, act.EndTurn) and isinstance(top, (frames.Acting, frames.Resting)):
            return None
        if ruling is None or not isinstance(top, ruling.frame or Frame):
            return asking.out_of_place(self, action)
        own = self.settings.seats.index(action.seat)
        if type(action) in ON_BOARD and not self.alive(own):
            return Refusal("AK-ACTIVE-08", f"{self.arena.name(own)} is not on the board and can only end the turn.")
        return ruling.check(self, own, action) if ruling.check else None

    def _check_chance(self, action: Action) -> Refusal | None:
        due = asking.outcomes(self)
        if not isinstance(action, type(due[0].action)):
            return asking.out_of_place(self, action)
        return rolling.check(self, action)

    # --- doing it ---

    def apply(self, action: Action) -> list[Event]:
        """Take the action and everything that follows by itself. Raises IllegalAction, and then nothing has changed."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        log: Log = []
        if isinstance(action, Correct):
            do_correct(self, action, log)
            return log
        if action.seat == CHANCE:
            self._do_chance(action, log)
        else:
            seat = self.settings.seats.index(action.seat)
            if isinstance(action, act.EndTurn):
                turn.do_end_turn(self, seat, action, log)
            else:
                RULINGS[type(action)].do(self, seat, action, log)
        self._settle(log)
        return log

    def _do_chance(self, action: Action, log: Log) -> None:
        if isinstance(action, act.RollPercentile):
            PERCENTILE[type(self.stack[-1])](self, action, log)
        elif isinstance(action, act.RollImmolation):
            end_of_round.do_roll_immolation(self, action, log)
        elif isinstance(action, act.TurnEventDial):
            opening.do_turn_event_dial(self, action, log)
        elif isinstance(action, act.DrawStart):
            opening.do_draw_start(self, action, log)

    def _settle(self, log: Log) -> None:
        """Carry out whatever lies on top and asks nobody, until somebody must decide."""
        while (step := AUTOMATIC.get(type(self.stack[-1]))) is not None and step(self, self.stack[-1], log):
            pass

    # --- what this track does in its own way ---

    def deal(self, wounds: dict[int, int], cause: frames.Cause, log: Log, by: str = "") -> None:
        """Ask everyone hit whether they live."""
        surviving.deal(self, wounds, cause, log, by)

    def arrive(self, seat: int, log: Log) -> int:
        """Everything on the tile is taken; Dire is left to the caller, who may have fire wounds to add."""
        self.taken[seat] = 0
        return surviving.take(self, seat, log)

    def receive(self, got: Spawned, log: Log) -> None:
        """Keep the tally."""
        surviving.receive(self, got, log)

    def ylem_room(self, seat: int) -> int:
        """Where Ylem was left under a miniature its pool is full, else it would be gone (AK-GEM-01)."""
        return 0 if self.arena.piles.get(self.arena.tiles[seat], EMPTY).ylem else UNLIMITED

    def left(self, seat: int) -> None:
        """The tallies of the dead begin anew."""
        self.wounds[seat] = self.taken[seat] = 0

    def wiped(self, seat: int, log: Log) -> None:
        """The tally of wounds is empty."""
        self.wounds[seat] = 0

    def begin_return(self, seat: int, log: Log) -> None:
        """The mat is up to people; the miniature comes back by the dice (AK-REV-08)."""
        death.become_revenant(self, seat, log)
        self.stack.append(frames.RollingReturn(seat_id(seat)))

    def return_early(self, seat: int, log: Log) -> None:
        """The mat is up to people; the host knows from now on which side of it shows (AK-REV-05)."""
        death.become_revenant(self, seat, log)

    def set_up(self) -> None:
        """Cards and gems are dealt at the table; the first Ylem is rolled (AK-SETUP-09)."""
        self.stack[:] = [frames.RollingFirstYlem()]

    # --- what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """The public table: on this track nothing is hidden from anybody, for hands stay in hands."""
        return public_view(self)

    def outcome(self) -> Result | None:
        """None while the game goes on."""
        return self.result

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in the README of the games."""
        return write(self)


def state_from(game: Game, given: Mapping[str, Json]) -> ArenaState:
    """The state a position describes. Raises BadPosition naming the key."""
    made = read(given)
    state = ArenaState(game, made.settings, made.arena.kings)
    state.become(made)
    return state
