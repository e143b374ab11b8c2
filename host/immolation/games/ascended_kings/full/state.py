"""The full track as a `StackState`: `decision_points` says who is asked what; here is what only this track does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from ...contract import CHANCE, Action, Correct, Declaration, Game, Json, Refusal
from ..battle import death
from ..board.items import Spawned
from ..display.full_view import view as seen
from ..facts.arena import Log
from ..facts.full_situation import FullSituation
from ..facts.mat import YLEM_SPACES
from ..frames import Cause, Dealing, Frame, WindowKind
from ..options import TurnStep
from ..position.full_from_json import read
from ..position.full_to_json import check_correct, do_correct, write
from ..settings import Settings
from ..state import TrackState
from .battle import attack, instant_powers, returns, windows
from .battle.wounds import deal as deal_wounds
from .cards import casting, declarations, sampling
from .cards.pack import Pack
from .decision_points import INTERRUPTS, POINTS
from .mats import dice_allocation, gem_flow, pickup
from .rounds import scoring, turn_steps

if TYPE_CHECKING:
    from ..components import King


class FullState(FullSituation, TrackState):
    """One situation of Ascended Kings on the full track."""

    __slots__ = ("game",)

    points = POINTS
    interrupts = INTERRUPTS

    def __init__(
        self,
        game: Game,
        settings: Settings,
        kings: tuple[King | None, ...],
        pack: Pack,
        printed: bool = False,
    ) -> None:
        """An empty board; `Game.new` and `Game.from_position` fill it."""
        super().__init__(settings, kings, pack, printed)
        self.game = game

    def copy(self) -> FullState:
        """An independent state."""
        twin = super().copy()
        twin.game = self.game
        twin._awaited = self._awaited
        return twin

    # --- who may do what ---

    def interrupt_actions(self, seat: str) -> Sequence[Action]:
        """Ylem Shield, early return and Instant Powers, of which nobody is asked (AK-INST-01)."""
        own = self.seat(seat)
        if own is None or CHANCE in self.awaited():
            return ()
        found: list[Action] = []
        if turn_steps.may_shield(self, own) and turn_steps.shield_open(self):
            found.append(self.catalogue[own].shield)
        if self.dead and death.may_return_early(self, own):
            found.append(self.catalogue[own].return_early)
        found += instant_powers.actions(self, own)
        return found

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """What ``seat`` may declare now: other groups of its dice, printed cards by name, printed hands in a tie."""
        return [*dice_allocation.declarations(self, seat), *declarations.declarations(self, seat)]

    def check_correct(self, action: Correct) -> Refusal | None:
        """None if the corrected situation is one that can be."""
        return check_correct(self, action)

    def do_correct(self, action: Correct, log: Log) -> None:
        """Set one thing right."""
        do_correct(self, action, log)

    def upkeep(self, log: Log) -> bool:
        """Who stands on something takes it, whatever else goes on (AK-GEM-01)."""
        return bool(self.arena.piles) and pickup.sweep(self, log)

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """Why this seat may not act now at all."""
        fixed = attack.fixed(self, action)
        if fixed is not None:
            return fixed
        if CHANCE in awaited:
            return Refusal("TABLE", f"The dice come first: {self.deciders()[CHANCE].prompt}")
        names = " and ".join(self.arena.name(self.number(seat)) for seat in awaited)
        if self.turn >= 0 and self.seat(action.seat) != self.turn and self.stack[-1].own_turn:
            return Refusal("AK-DEF-01", f"It is the turn of {names}; you can only react.")
        return Refusal("TABLE", f"The table waits for {names}.")

    # --- what this track does in its own way ---

    def new_turn(self) -> None:
        """The one inscription of a turn may be activated again (AK-INSC-08)."""
        self.inscription_used = False

    def opens(self, after: TurnStep | None) -> Frame:
        """What comes before the actions of a turn."""
        return turn_steps.opens(self, after)

    def deal(self, wounds: dict[int, int], cause: Cause, log: Log, by: str = "") -> None:
        """Announce wounds and open their window."""
        deal_wounds(self, wounds, cause, log, by)

    def arrive(self, seat: int, log: Log) -> int:
        """Everything that lies there is taken, Dire too."""
        pickup.collect(self, seat, log)
        return 0

    def receive(self, got: Spawned, log: Log) -> None:
        """Into the pools."""
        pickup.receive(self, got, log)

    def ylem_room(self, seat: int) -> int:
        """Free spaces of the Ylem Pool."""
        return YLEM_SPACES - self.mats[seat].ylem

    def left(self, seat: int) -> None:
        """What lies on the mat of the dead waits for the return (AK-DEATH-06)."""

    def wiped(self, seat: int, log: Log) -> None:
        """Every Dire gem goes to the supply (AK-LAST-04)."""
        gem_flow.heal(self, seat, self.mats[seat].dire)

    def begin_return(self, seat: int, log: Log) -> None:
        """Step by step."""
        returns.begin(self, seat)

    def return_early(self, seat: int, log: Log) -> None:
        """The same steps, up to the sixth."""
        returns.begin_early(self, seat)

    def set_up(self) -> None:
        """Cards and gems are dealt before the first Ylem is rolled."""
        self.stack[:] = [Dealing()]

    def count(self, log: Log) -> None:
        """Mats and hands are known; by house rule the dead leave behind first what a return costs (AK-SCORE-08)."""
        if self.rules.score_dead == "as_returned":
            for fallen in self.dead:
                if not fallen.early:
                    returns.leave_behind(self, fallen.seat, log)
        scoring.count(self)

    def discard_card_in_play(self) -> None:
        """A card in the middle of its effects lies on the table."""
        casting.discard_card_in_play(self)

    def offer(self, kind: WindowKind) -> None:
        """Open a reaction window."""
        windows.offer(self, kind)

    # --- what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """What ``seat`` may know; None is the public table."""
        return seen(self, seat, self.awaited())

    def sample(self, seat: str, rng: Random) -> FullState:
        """A state that ``seat`` cannot tell from this one."""
        return sampling.sample(self, seat, rng)

    def position(self) -> dict[str, Json]:
        """The whole situation; see the format in docs/rulesets/ascended-kings.md."""
        return write(self)


def state_from(game: Game, given: Mapping[str, Json], pack: Pack) -> FullState:
    """The state a position describes; what goes on by itself goes on until somebody must decide (`State.begun`).

    Raises BadPosition naming the key.
    """
    made = read(given, pack)
    state = FullState(game, made.settings, made.arena.kings, made.pack, made.printed)
    state.become(made)
    log: Log = []
    state.settle(log)
    state.begun = tuple(log)
    return state
