"""The full track as a `StackState`: `decision_points` says who is asked what; here is what only this track does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ...contract import CHANCE, Action, Correct, Declaration, Game, Json, Refusal
from ..battle import death
from ..board.items import Spawned
from ..display.full_view import view as seen
from ..edition import FULL
from ..facts.arena import seat_id
from ..facts.full_situation import FullSituation
from ..facts.mat import YLEM_SPACES
from ..facts.reporting import Log
from ..frames import Cause, Frame, WindowKind
from ..options import TurnStep
from ..position import corrections
from ..position.full_from_json import read
from ..state import TrackState
from .battle import attack, instant_powers, returns, windows
from .battle.wounds import deal as deal_wounds
from .cards import casting, declarations, sampling
from .cards.pack import Pack
from .decision_points import INTERRUPTS, POINTS
from .frames import Dealing, Returning
from .mats import dice_allocation, gem_flow, pickup
from .rounds import scoring, turn_steps


class FullTrack(FullSituation):
    """One situation of the full track, with what this track does in its own way."""

    def new_turn(self) -> None:
        """The one inscription of a turn may be activated again (AK-INSC-08)."""
        self.inscription_used = False

    def opens(self, after: TurnStep | None) -> Frame:
        """Return what a turn opens with."""
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
        """Leave everything on the mat of the dead until the return (AK-DEATH-06)."""

    def wiped(self, seat: int, log: Log) -> None:
        """Every Dire gem goes to the supply (AK-LAST-04)."""
        gem_flow.heal(self, seat, self.mats[seat].dire)

    def begin_return(self, seat: int, log: Log) -> None:
        """Step by step."""
        returns.begin(self, seat)

    def return_early(self, seat: int, log: Log) -> None:
        """The same steps, up to the sixth."""
        self.stack.append(Returning(seat_id(seat)))

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
        """Open a window unless nobody is asked."""
        windows.offer(self, kind)


class FullState(TrackState[FullTrack]):
    """One situation of Ascended Kings on the full track."""

    points = POINTS
    interrupts = INTERRUPTS

    def copy(self) -> FullState:
        """An independent state; who is awaited is known in it as well."""
        twin = super().copy()
        twin._asking = self._asking
        return twin

    def standings(self) -> Mapping[str, int]:
        """Koru, as the score sheets count it."""
        result = self.outcome()
        if result is not None:
            return {seat: sheet["total"] for seat, sheet in result.scores.items()}
        return scoring.standings(self.facts)

    # --- who may do what ---

    def interrupt_actions(self, seat: str) -> Sequence[Action]:
        """Ylem Shield, early return and Instant Powers, of which nobody is asked (AK-INST-01)."""
        s = self.facts
        own = s.numbers.get(seat)
        if own is None:
            return ()
        powers = instant_powers.actions(s, own)
        if s.dead and death.may_return_early(s, own):
            powers = [s.catalogue[own].return_early, *powers]
        if own != s.turn and turn_steps.may_shield(s, own) and turn_steps.shield_open(s):
            powers = [s.catalogue[own].shield, *powers]
        return powers

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """Return what ``seat`` may declare: other groups of its dice, printed cards by name, printed hands in a tie."""
        return [*dice_allocation.declarations(self.facts, seat), *declarations.declarations(self.facts, seat)]

    def reread(self, position: dict[str, Json]) -> FullTrack:
        """The facts of a corrected position; supply and draw piles make up for what changed elsewhere."""
        return read(FULL.position(position), FullTrack, self.game.pack, standing=True)  # type: ignore[attr-defined]

    def do_correct(self, action: Correct, log: Log) -> None:
        """Set one thing right. What it says of somebody's hidden cards only that seat hears (AK-CARD-04, AK-INSC-04).

        Who stands on something by now takes it as after any action (AK-GEM-01).
        """
        before = self.facts
        self.facts = self.corrected(action)
        self._forget()
        corrections.tell(before, self.facts, action, self.view(None), log)

    def settle(self, log: Log) -> tuple[str, ...]:
        """Carry out what needs no decision; before each frame whoever stands on something takes it (AK-GEM-01)."""
        s, table = self.facts, self._table
        arena, stack, settles = s.arena, s.stack, table.settles
        while True:
            if arena.strewn & arena.occupied and pickup.sweep(s, log):
                continue
            frame = stack[-1]
            if s.opened is not None and s.opened is not frame:
                s.opened = None
            settle = settles[type(frame)]
            if settle is None:
                break
            waits = settle(s, frame, log)
            if waits is False:
                break
            if waits is not True:
                return waits  # type: ignore[no-any-return]
        return table.seats[type(frame)](s, frame)  # type: ignore[no-any-return]

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """Say why this seat may not act now at all (AK-DEF-01)."""
        s = self.facts
        fixed = attack.fixed(s, action)
        if fixed is not None:
            return fixed
        if CHANCE in awaited:
            return Refusal("TABLE", f"The dice come first: {self.deciders()[CHANCE].prompt}")
        names = " and ".join(s.arena.names[s.numbers[seat]] for seat in awaited)
        if s.turn >= 0 and s.seat(action.seat) != s.turn and s.stack[-1].own_turn:
            return Refusal("AK-DEF-01", f"It is the turn of {names}; you can only react.")
        return Refusal("TABLE", f"The table waits for {names}.")

    # --- what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """Return what ``seat`` may know; None is the public table."""
        return seen(self.facts, seat, self.awaited())

    def sample(self, seat: str, rng: Random) -> FullState:
        """A state that ``seat`` cannot tell from this one."""
        twin = self.copy()
        sampling.sample(twin.facts, seat, rng)
        return twin


def state_from(game: Game, given: Mapping[str, Json], pack: Pack) -> FullState:
    """The state a position describes; what goes on by itself goes on until somebody must decide (`State.begun`).

    Raises BadPosition naming the key.
    """
    return FullState.resumed(game, read(given, FullTrack, pack))
