"""The full track as a `State`: who may act, which actions there are, which function carries each of them out.

What ties actions and decision points to rules is in `rulings`; every rule itself is in the module named there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from ...contract import (
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
from ...house_rules import shown
from .. import actions as both
from .. import death, opening, rolling
from .. import frames as shared
from ..arena import Log, Spawned, report
from ..frames import Cause, Frame, WindowKind
from ..geometry import tiles
from ..options import TurnStep
from ..settings import Settings
from . import (
    acting,
    allocating,
    asking,
    attacking,
    casting,
    collecting,
    declaring,
    drawing,
    fitting,
    frames,
    inscribing,
    instants,
    knowing,
    returning,
    scoring,
    transmuting,
    turning,
    windows,
    wounding,
)
from . import actions as act
from .mat import YLEM_SPACES
from .pack import Pack
from .position import check_correct, do_correct, write
from .reading import read
from .rulings import ANY_TIME, AUTOMATIC, DICE, PERCENTILE, REACTED_TO, RULINGS
from .situation import FullSituation
from .view import view as seen

if TYPE_CHECKING:
    from ..components import King


class FullState(FullSituation, State):
    """One situation of Ascended Kings on the full track."""

    __slots__ = ("_awaited", "game")

    game: Game

    _awaited: tuple[str, ...] | None
    """Who is awaited, once somebody has asked; None since the last action."""

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
        self._awaited = None

    @property
    def seats(self) -> tuple[str, ...]:
        """Seats in turn order of the first round."""
        return self.settings.seats

    def copy(self) -> FullState:
        """An independent state."""
        twin = super().copy()
        twin.game = self.game
        twin._awaited = self._awaited
        return twin

    # --- who may do what ---

    def awaited(self) -> tuple[str, ...]:
        """The seats that are awaited, the most urgent first; looked up once for each situation."""
        found = self._awaited
        if found is None:
            found = self._awaited = asking.asked(self)
        return found

    def deciders(self) -> dict[str, Decision]:
        """Who is awaited, and why; see `asking`. Instant Powers need no asking (AK-INST-01)."""
        return asking.deciders(self, self.awaited())

    def legal_actions(self, seat: str) -> Sequence[Action]:
        """Every concrete action of ``seat`` now, Instant Powers of a seat that is not awaited included."""
        awaited = self.awaited()
        if seat == CHANCE:
            return [outcome.action for outcome in asking.outcomes(self)] if seat in awaited else ()
        own = self.seat(seat)
        if own is None or awaited is asking.CHANCE_ONLY:
            return ()
        found = self._asked_of(own) if seat in awaited else []
        if turning.may_shield(self, own) and turning.shield_open(self):
            found.append(self.catalogue[own].shield)
        if self.dead and death.may_return_early(self, own):
            found.append(self.catalogue[own].return_early)
        found += instants.actions(self, own)
        return found

    def _asked_of(self, seat: int) -> list[Action]:
        """What answers the question that the seat is asked."""
        top = self.stack[-1]
        made = self.catalogue[seat]
        if isinstance(top, (frames.Window, frames.Shielding)):
            return [made.passing, *attacking.more_actions(self, seat)]
        if isinstance(top, shared.Acting):
            if not self.alive(seat):
                return [made.end_turn]
            return [
                *acting.actions(self, seat),
                *attacking.actions(self, seat),
                *casting.actions(self, seat),
                made.end_turn,
            ]
        if isinstance(top, shared.ChoosingState):
            return [made.latent, made.active]
        if isinstance(top, frames.Allocating):
            return allocating.allocate_actions(self, top)
        if isinstance(top, frames.Latent):
            return [*transmuting.actions(self, seat), *inscribing.actions(self, seat), made.end_turn]
        if isinstance(top, frames.KeepingGems):
            return fitting.keep_gems_actions(self, seat, top)
        if isinstance(top, frames.Taking):
            return fitting.take_actions(self, top)
        if isinstance(top, shared.Placing):
            return [made.places[tile] for tile in tiles(death.placing_choices(self, top))]
        if isinstance(top, (frames.Discarding, frames.Dropping)):
            return turning.discard_actions(self, seat)
        if isinstance(top, shared.Absorbing):
            return [made.absorb, made.keep_die]
        if isinstance(top, shared.ChoosingKing):
            return [both.ChooseKing(self.seats[seat], key) for key in opening.free_kings(self)]
        if isinstance(top, shared.BreakingTie):
            return scoring.hands(self, seat)
        return []

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """What ``seat`` may declare now: other groups of its dice, printed cards by name, printed hands in a tie."""
        return [*allocating.declarations(self, seat), *declaring.declarations(self, seat)]

    def check(self, action: Action) -> Refusal | None:
        """None if `apply` would accept the action."""
        top = self.stack[-1]
        if isinstance(action, Correct):
            return check_correct(self, action)
        if isinstance(top, shared.Over):
            return Refusal("TABLE", "The game is over.")
        kind = type(action)
        ruling = ANY_TIME.get(kind)
        if ruling is not None:
            own = self.seat(action.seat)
            if own is None:
                return Refusal("TABLE", f"There is no seat {shown(action.seat)}; there are {', '.join(self.seats)}.")
            return ruling.check(self, own, action) if ruling.check else None
        awaited = self.awaited()
        if action.seat not in awaited:
            return attacking.fixed(self, action) or asking.not_asked(self, action)
        if action.seat == CHANCE:
            return self._check_chance(action)
        own = self.settings.seats.index(action.seat)
        if kind is act.Attack and type(top) is frames.Window:
            return attacking.check_more(self, own, action)  # type: ignore[arg-type]
        ruling = RULINGS.get(kind)
        if ruling is None or type(top) not in ruling.frames:
            return asking.out_of_place(self, action)
        if type(top) is shared.Acting and kind is not both.EndTurn and not self.alive(own):
            return Refusal("AK-ACTIVE-08", f"{self.arena.name(own)} is not on the board and can only end the turn.")
        return ruling.check(self, own, action) if ruling.check else None

    def _check_chance(self, action: Action) -> Refusal | None:
        due = asking.outcomes(self)
        if not isinstance(action, type(due[0].action)):
            return asking.out_of_place(self, action)
        if isinstance(action, act.DrawCard):
            return drawing.check(self, action)
        if isinstance(action, act.RollFocus):
            return allocating.check_roll(self, action)
        return rolling.check(self, action)

    # --- doing it ---

    def apply(self, action: Action) -> list[Event]:
        """Take the action and everything that follows by itself. Raises IllegalAction, and then nothing has changed."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        self._awaited = None
        log: Log = []
        kind = type(action)
        if isinstance(action, Correct):
            do_correct(self, action, log)
            self.settle(log)
            return log
        if action.seat == CHANCE:
            self._fall(action, log)
        else:
            seat = self.settings.seats.index(action.seat)
            if kind is act.Attack and type(self.stack[-1]) is frames.Window:
                attacking.do_more(self, seat, action, log)  # type: ignore[arg-type]
            else:
                (ANY_TIME.get(kind) or RULINGS[kind]).do(self, seat, action, log)
        self.settle(log)
        return log

    def _fall(self, action: Action, log: Log) -> None:
        """Dice or a card have fallen; of some dice people see first what they show (AK-INST-06)."""
        top = self.stack[-1]
        if isinstance(action, (both.RollImmolation, both.RollPercentile)) and isinstance(top, REACTED_TO):
            rule = asking.deciders(self, asking.CHANCE_ONLY)[CHANCE].rule
            if windows.offer_rolled(self, action.value):
                report(log, "rolled", (rule, "AK-INST-06"), asking.rolled(self, action.value, top), value=action.value)
                return
        if not isinstance(action, both.RollPercentile):
            DICE[type(action)](self, action, log)
            return
        PERCENTILE[type(top)](self, action, log)
        if not isinstance(top, shared.RollingFirstYlem):
            windows.offer(self, "percentile")

    def settle(self, log: Log) -> None:
        """Carry out whatever lies on top and asks nobody, until somebody must decide (AK-INST-05)."""
        stack, piles = self.stack, self.arena.piles
        while True:
            if piles and collecting.sweep(self, log):
                continue
            top = stack[-1]
            step = AUTOMATIC.get(type(top))
            if step is None or (not step(self, top, log) and stack[-1] is top):
                return

    # --- what this track does in its own way ---

    def new_turn(self) -> None:
        """The one inscription of a turn may be activated again (AK-INSC-08)."""
        self.inscription_used = False

    def opens(self, after: TurnStep | None) -> Frame:
        """What comes before the actions of a turn."""
        return turning.opens(self, after)

    def deal(self, wounds: dict[int, int], cause: Cause, log: Log, by: str = "") -> None:
        """Announce wounds and open their window."""
        wounding.deal(self, wounds, cause, log, by)

    def arrive(self, seat: int, log: Log) -> int:
        """Everything that lies there is taken, Dire too."""
        collecting.collect(self, seat, log)
        return 0

    def receive(self, got: Spawned, log: Log) -> None:
        """Into the pools."""
        collecting.receive(self, got, log)

    def ylem_room(self, seat: int) -> int:
        """Free spaces of the Ylem Pool."""
        return YLEM_SPACES - self.mats[seat].ylem

    def left(self, seat: int) -> None:
        """What lies on the mat of the dead waits for the return (AK-DEATH-06)."""

    def wiped(self, seat: int, log: Log) -> None:
        """Every Dire gem goes to the supply (AK-LAST-04)."""
        fitting.heal(self, seat, self.mats[seat].dire)

    def begin_return(self, seat: int, log: Log) -> None:
        """Step by step."""
        returning.begin(self, seat)

    def return_early(self, seat: int, log: Log) -> None:
        """The same steps, up to the sixth."""
        returning.begin_early(self, seat)

    def set_up(self) -> None:
        """Cards and gems are dealt before the first Ylem is rolled."""
        self.stack[:] = [frames.Dealing()]

    def count(self, log: Log) -> None:
        """Mats and hands are known; by house rule the dead leave behind first what a return costs (AK-SCORE-08)."""
        if self.rules.score_dead == "as_returned":
            for fallen in self.dead:
                if not fallen.early:
                    returning.leave_behind(self, fallen.seat, log)
        scoring.count(self)

    def lay_off(self) -> None:
        """A card in the middle of its effects lies on the table."""
        casting.lay_off(self)

    def offer(self, kind: WindowKind) -> None:
        """Open a reaction window."""
        windows.offer(self, kind)

    # --- what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """What ``seat`` may know; None is the public table."""
        return seen(self, seat)

    def sample(self, seat: str, rng: Random) -> FullState:
        """A state that ``seat`` cannot tell from this one."""
        return knowing.sample(self, seat, rng)

    def outcome(self) -> Result | None:
        """None while the game goes on."""
        return self.result

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
