"""A track as a `StackState`, and the arena track: `decision_points` says who is asked what, here is all else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from ..contract import CHANCE, Action, Correct, Declaration, Game, Json, Refusal, Understood
from ..engine import FactsState
from ..spoken import normal
from ..spoken_forms import by_form
from . import actions as act
from . import frames
from .battle import death, survival
from .board.items import Spawned
from .decision_points import INTERRUPTS, POINTS
from .display.sentences import form_words
from .display.view import view as public_view
from .edition import ARENA, items_by_tile
from .facts.arena import EMPTY, UNLIMITED, seat_id
from .facts.reporting import Log, replaced
from .facts.situation import ArenaSituation, Situation
from .position.arena_from_json import read
from .rounds import declarations

S = TypeVar("S", bound=Situation)


class TrackState(FactsState[S]):
    """The common part of both tracks' states."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Seats in turn order of the first round."""
        return self.facts.settings.seats

    def out_of_place(self, frame: frames.Frame, action: Action) -> Refusal:
        """Say why this kind of action does not answer what its seat is asked."""
        if isinstance(frame, frames.ChoosingState):
            return Refusal("AK-TURN-05", f"First choose Latent or Active. {self.deciders()[action.seat].prompt}")
        if isinstance(action, act.ChooseState):
            prompt = self.deciders()[action.seat].prompt
            return Refusal("AK-TURN-05", f"There is exactly one state in a turn. {prompt}")
        return super().out_of_place(frame, action)

    def addressed(self) -> dict[str, Json]:
        """The position with what lies on tiles by the tile, as piles come and go."""
        whole = self.position()
        return {**whole, "items": items_by_tile(whole["items"])}


class ArenaTrack(ArenaSituation):
    """One situation of the arena track, with what this track does in its own way."""

    def deal(self, wounds: dict[int, int], cause: frames.Cause, log: Log, by: str = "") -> None:
        """Ask everyone hit whether they live."""
        survival.deal(self, wounds, cause, log, by)

    def arrive(self, seat: int, log: Log) -> int:
        """Everything on the tile is taken; Dire is left to the caller, who may have fire wounds to add."""
        self.taken = replaced(self.taken, seat, 0)
        return survival.take(self, seat, log) if self.arena.tiles[seat] in self.arena.piles else 0

    def receive(self, got: Spawned, log: Log) -> None:
        """Keep the tally."""
        survival.receive(self, got, log)

    def ylem_room(self, seat: int) -> int:
        """Return 0 where Ylem was left under a miniature: its pool is full, else it would be gone (AK-GEM-01)."""
        return 0 if self.arena.piles.get(self.arena.tiles[seat], EMPTY).ylem else UNLIMITED

    def left(self, seat: int) -> None:
        """The tallies of the dead begin anew."""
        self.wounds, self.taken = replaced(self.wounds, seat, 0), replaced(self.taken, seat, 0)

    def wiped(self, seat: int, log: Log) -> None:
        """The tally of wounds is empty."""
        self.wounds = replaced(self.wounds, seat, 0)

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


class ArenaState(TrackState[ArenaTrack]):
    """One situation of Ascended Kings on the arena track."""

    points = POINTS
    interrupts = INTERRUPTS

    # --- who may do what ---

    def interrupt_actions(self, seat: str) -> Sequence[Action]:
        """An early return, while somebody is dead (AK-REV-10)."""
        s = self.facts
        if not s.dead:
            return ()
        own = s.seat(seat)
        if own is None or not death.may_return_early(s, own):
            return ()
        return (s.catalogue[own].return_early,)

    def declarations(self, seat: str) -> Sequence[Declaration]:
        """Return what ``seat`` may declare now."""
        return declarations.declarations(self.facts, seat)

    def understand(self, seat: str, words: str) -> Understood | None:
        """Understand what people say of their mats and cards in words of their own."""
        view = self.view(seat)
        said = form_words(seat, words, view)
        labels = {each.do: normal(each.label) for each in self.declarations(seat)}
        return None if said is None else by_form(self, seat, said, view, labels)

    def reread(self, position: dict[str, Json]) -> ArenaTrack:
        """The facts of a corrected position, in which miniatures may stand on what they take at once."""
        return read(ARENA.position(position), ArenaTrack, standing=True)

    def do_correct(self, action: Correct, log: Log) -> None:
        """Set one thing right; who now stands on gems or Bloodstones takes them (AK-GEM-01)."""
        before = self.facts
        super().do_correct(action, log)
        survival.take_after_correction(self.facts, before, log)

    def not_awaited(self, action: Action, awaited: Sequence[str]) -> Refusal:
        """Say why this seat may not act now at all."""
        s = self.facts
        if CHANCE in awaited:
            return Refusal("TABLE", f"The dice come first: {self.deciders()[CHANCE].prompt}")
        names = " and ".join(s.arena.names[s.numbers[seat]] for seat in awaited)
        rule = "AK-TURN-01" if s.stack[-1].own_turn else "TABLE"
        return Refusal(rule, f"The table waits for {names}.")

    # --- what it looks like ---

    def view(self, seat: str | None) -> dict[str, Json]:
        """The public table: on this track nothing is hidden from anybody, for hands stay in hands."""
        return public_view(self.facts, self.awaited())


def state_from(game: Game, given: Mapping[str, Json]) -> ArenaState:
    """The state a position describes. Raises BadPosition naming the key."""
    return ArenaState(game, read(given, ArenaTrack))
