"""The bot called ``greedy`` for Chimera Hunt: weighs each move with its best deed, without imagining their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from random import Random
from typing import Final

from immolation.bots.bot import Imagine, assumed
from immolation.games import Action, Decision, Game, State
from immolation.games.chimera_hunt import actions as act
from immolation.games.chimera_hunt import chimera
from immolation.games.chimera_hunt.frames import Acting, Choosing, Hitting, Wounding
from immolation.games.chimera_hunt.hunters import Blow, blows, deeds
from immolation.games.chimera_hunt.moving import pick_up, walks
from immolation.games.chimera_hunt.table import HuntTable
from immolation.games.contract import Json

from .weights import SEED, SPRINT, STONE, Glance

Tilt = Callable[[HuntTable, int, Action], float]
"""(situation, hunter, deed) -> what a habit adds to the weight of the deed."""

WHIM: Final = 0.5
"""The most that chance adds to a weight, so that games differ."""

FOLLOWED: Final = 8
"""Moves that a search follows."""

FREE: Final = (act.Bank, act.Lay, act.Give)


class HuntGreedy:
    """Chooses by what a turn does at once and where it leaves everybody."""

    name = "greedy"

    def __init__(self, game: Game, seat: str, tilt: Tilt | None = None) -> None:
        self.game = game
        self.seat = seat
        self.tilt = tilt
        """A habit, which is compared with none."""

    def choose(
        self,
        view: Mapping[str, Json],
        decision: Decision,
        actions: Sequence[Action],
        rng: Random,
        imagine: Imagine | None = None,
    ) -> Action:
        """The action that looks best."""
        if len(actions) == 1 or imagine is None:
            return actions[0] if len(actions) == 1 else assumed(decision, actions, rng)
        s = imagine(rng)
        assert isinstance(s, HuntTable)
        return self.pick(s, actions, rng)

    def pick(self, s: HuntTable, actions: Sequence[Action], rng: Random) -> Action:
        """Return the action that looks best. The situation is changed meanwhile, and left as it was."""
        top = s.stack[-1]
        if isinstance(top, Acting):
            return self._deed(s, top, actions, rng)
        if isinstance(top, Hitting | Wounding):
            return _reaction(s, top, actions)
        moves = self.moves(s, actions, rng)
        return max(moves, key=lambda each: each[0])[1] if moves else actions[0]

    def moves(self, s: HuntTable, actions: Sequence[Action], rng: Random) -> list[tuple[float, act.Move]]:
        """Weigh each move with the best deed that follows; the situation is left as it was."""
        found: list[tuple[float, act.Move]] = []
        glance, hunt, far = Glance(s), s.hunt, dict[int, int]()
        for action in actions:
            if not isinstance(action, act.Move):
                continue
            number, hunter = action.hunter, s.hunter(action.hunter)
            if number not in far:
                far[number] = walks(s, number)[1]
            kept = hunter.tile, hunter.bloodstones, hunt.bloodstones, [*hunt.seeds], hunter.stunned
            lost = glance.holds(action.tile) if action.tile in hunt.bloodstones else 0.0
            value = (
                -lost + STONE * hunt.bloodstones.count(action.tile) + SEED * glance.tight * (action.tile in hunt.seeds)
            )
            sprints = bool(far[number] >> action.tile & 1)
            hunter.tile = action.tile
            pick_up(s, number, [])
            hits = blows(s, number, glance.awake)
            options = deeds(s, Acting(number), self.seat, hits)
            value += glance.place(number) - glance.threat() - SPRINT * sprints
            value += self._free(s, glance, number, options)[0]
            value += self._best(s, glance, number, options, hits, rng, sprints)[0]
            hunter.tile, hunter.bloodstones, hunt.bloodstones, hunt.seeds, hunter.stunned = kept
            found.append((value, action))
        return found

    def _best(
        self,
        s: HuntTable,
        glance: Glance,
        number: int,
        options: Sequence[Action],
        hits: Mapping[int, Blow],
        rng: Random,
        striking: bool = False,
    ) -> tuple[float, Action | None]:
        """Return the best deed of a hunter where it stands; None if it is ``striking`` and there is no strike."""
        best: tuple[float, Action | None] = (float("-inf"), None)
        for action in options:
            if isinstance(action, FREE) or (striking and not isinstance(action, act.Strike)):
                continue
            value = glance.deed(number, action, hits) + rng.random() * WHIM + self._liking(s, number, action)
            if value > best[0]:
                best = value, action
        return best

    def _deed(self, s: HuntTable, frame: Acting, actions: Sequence[Action], rng: Random) -> Action:
        """Return a free act that gains something, else the best deed."""
        glance, number = Glance(s), frame.hunter
        chosen = self._free(s, glance, number, actions)[1]
        return chosen or self._best(s, glance, number, actions, blows(s, number, glance.awake), rng)[1] or actions[0]

    def _free(
        self, s: HuntTable, glance: Glance, number: int, options: Sequence[Action]
    ) -> tuple[float, Action | None]:
        """Return the best free act of a hunter where it stands; None, worth 0, where none gains anything."""
        best: tuple[float, Action | None] = (0.0, None)
        for action in options:
            if isinstance(action, FREE):
                value = glance.free(number, action) + self._liking(s, number, action)
                if value > best[0]:
                    best = value, action
        return best

    def _liking(self, s: HuntTable, number: int, action: Action) -> float:
        return 0.0 if self.tilt is None else self.tilt(s, number, action)


def act_by_habit(state: State, seat: str, decision: Decision, rng: Random) -> Action:
    """Choose what a greedy hunter does, for `evaluation.Policy`; the state is left as it was."""
    assert isinstance(state, HuntTable)
    actions = state.legal_actions(seat)
    return actions[0] if len(actions) == 1 else HuntGreedy(state.game, seat).pick(state, actions, rng)


def best_moves(world: State, actions: Sequence[Action]) -> Sequence[Action]:
    """Return the few moves that a greedy hunter likes best, or all deeds."""
    assert isinstance(world, HuntTable)
    moves = HuntGreedy(world.game, actions[0].seat).moves(world, actions, Random(0))
    return [action for _, action in nlargest(FOLLOWED, moves, key=lambda each: each[0])] or actions


def rested(world: State, state: State, depth: int) -> bool:
    """Whether enough turns are over and the next begins: one for depth 1, (depth - 1) times the number of hunters for
    more. A night of a campaign that is over has rested.
    """
    assert isinstance(world, HuntTable)
    assert isinstance(state, HuntTable)
    if state.ended:
        return True
    turns = 1 if depth == 1 else (depth - 1) * len(world.hunt.hunters)
    return isinstance(state.stack[-1], Choosing) and _turns(state) - _turns(world) >= turns


def _turns(s: HuntTable) -> int:
    """Turns that hunters have had."""
    return s.hunt.round * len(s.hunt.hunters) + sum(hunter.done for hunter in s.hunt.hunters)


def _reaction(s: HuntTable, frame: Hitting | Wounding, actions: Sequence[Action]) -> Action:
    """Choose a leap if the body crashes or the hit is hard, an Egis if it is hard, else the wounds."""
    hunter = s.hunter(frame.hunter)
    wounds = chimera.strength(s, frame) if isinstance(frame, Hitting) else frame.wounds
    hard = wounds >= 2 or hunter.wounds + wounds >= 2
    leaps = [action for action in actions if isinstance(action, act.Leap)]
    if leaps and hunter.tile is not None and (hard or chimera.rush(s, hunter.tile)[1]):
        return min(leaps, key=lambda leap: (len(s.beside(leap.tile)), leap.tile))
    for action in actions:
        if isinstance(action, act.Egis) and hard:
            return action
    return next(action for action in actions if isinstance(action, act.Take))
