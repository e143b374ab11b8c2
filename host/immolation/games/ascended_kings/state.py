"""A track as a `StackState`, and the arena track: `decision_points` says who is asked what, here is all else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

from ..contract import CHANCE, Action, Correct, Declaration, Game, Json, Refusal
from ..engine import StackState
from . import actions as act
from . import frames
from .battle import death, survival
from .board.items import Spawned
from .decision_points import INTERRUPTS, POINTS
from .display.view import view as public_view
from .facts.arena import EMPTY, UNLIMITED, Log, seat_id
from .facts.situation import ArenaSituation
from .position.arena_to_json import check_correct, do_correct, read, write
from .rounds import declarations
from .settings import Settings

if TYPE_CHECKING:
    from .components import King


class TrackState(StackState):
    """What the states of both tracks have in common."""

    settings: Settings

    @property
    def facts(self) -> Self:
        """The state itself, which is a situation."""
        return self

    @property
    def seats(self) -> tuple[str, ...]:
        """Seats in turn order of the first round."""
        return self.settings.seats

    def out_of_place(self, frame: frames.Frame, action: Action) -> Refusal:
        """Why this kind of action does not answer what its seat is asked."""
        if isinstance(frame, frames.ChoosingState):
            return Refusal("AK-TURN-05", f"First choose Latent or Active. {self.deciders()[action.seat].prompt}")
        if isinstance(action, act.ChooseState):
            prompt = self.deciders()[action.seat].prompt
            return Refusal("AK-TURN-05", f"There is exactly one state in a turn. {prompt}")
        return super().out_of_place(frame, action)


class ArenaState(ArenaSituation, TrackState):
    """One situation of Ascended Kings on the arena track."""

    __slots__ = ("game",)

    points = POINTS
    interrupts = INTERRUPTS

    def __init__(self, game: Game, settings: Settings, kings: tuple[King | None, ...]) -> None:
        """An empty board; `Game.new` and `Game.from_position` fill it."""
        super().__init__(settings, kings)
        self.game = game

    def copy(self) -> ArenaState:
        """An independent state."""
        twin = super().copy()
        twin.game = self.game
        return twin

    # --- who may do what ---

    def interrupt_actions(self, seat: str) -> Sequence[Action]:
        """An early return, while somebody is dead (AK-REV-10)."""
        if not self.dead:
            return ()
        own = self.seat(seat)
        if own is None or not death.may_return_early(self, own):
            return ()
        return (self.catalogue[own].return_early,)

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """What ``seat`` may declare now."""
        return declarations.declarations(self, seat)

    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be."""
        return check_correct(self, action)

    def do_correct(self, action: Correct, log: Log) -> None:
        """Set one thing right."""
        do_correct(self, action, log)

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """Why this seat may not act now at all."""
        if CHANCE in awaited:
            return Refusal("TABLE", f"The dice come first: {self.deciders()[CHANCE].prompt}")
        names = " and ".join(self.arena.name(self.settings.seats.index(seat)) for seat in awaited)
        rule = "AK-TURN-01" if self.stack[-1].own_turn else "TABLE"
        return Refusal(rule, f"The table waits for {names}.")

    # --- what this track does in its own way ---

    def deal(self, wounds: dict[int, int], cause: frames.Cause, log: Log, by: str = "") -> None:
        """Ask everyone hit whether they live."""
        survival.deal(self, wounds, cause, log, by)

    def arrive(self, seat: int, log: Log) -> int:
        """Everything on the tile is taken; Dire is left to the caller, who may have fire wounds to add."""
        self.taken[seat] = 0
        return survival.take(self, seat, log)

    def receive(self, got: Spawned, log: Log) -> None:
        """Keep the tally."""
        survival.receive(self, got, log)

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
        return public_view(self, self.awaited())

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in docs/rulesets/ascended-kings.md."""
        return write(self)


def state_from(game: Game, given: Mapping[str, Json]) -> ArenaState:
    """The state a position describes. Raises BadPosition naming the key."""
    made = read(given)
    state = ArenaState(game, made.settings, made.arena.kings)
    state.become(made)
    return state
