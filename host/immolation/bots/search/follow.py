"""Follows first actions in one imagined world: by one action, by a rollout policy, or by chance to the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from immolation.bots.evaluation import DECIDED, Evaluation, lead, share
from immolation.games import CHANCE, Action, Decision, State

from .rollout import play_on, play_until_asked

FEW: Final = 6
"""Actions in a choice so small that each is valued by the best action after it (`Evaluation.looks_on`)."""

MOST_NEXT: Final = 24
"""Actions that are tried after each of those."""

LONGEST_PLAYOUT: Final = 2_000
"""Actions after which a random game that has not ended counts as even."""

MOST_RANKED: Final = 160
"""Actions that a rollout policy compares by `one_action`; where more are legal, so many are drawn."""

MOST_STEPS: Final = 600
"""Actions after which a rollout is evaluated as it stands."""

HASTE: Final = 0.0004
"""Scales that each action of a rollout costs, so that of two ways to win the shorter is taken; in a game that is lost
it brings as much, so that nobody dies sooner than it must."""


class Followed(NamedTuple):
    """The values of first actions in one world."""

    values: list[float]
    """The lead that each comes to; minus infinity for those that were not followed to an end."""

    spent: int
    """Imagined actions that it took."""


class Lookahead(NamedTuple):
    """First actions to be followed in one world. The first is always followed, the others while there is time."""

    world: State
    first: Sequence[Action]
    seat: str
    """The seat that chooses."""

    weighed: Evaluation | None
    """None for a ruleset without an evaluation."""

    dice: int
    """The seed of all dice."""

    depth: int
    """Rounds a rollout goes on for (`Policy.rested`); in `replies` the row of its breadth tables."""

    most: int
    """Imagined actions that may be spent."""

    late: Callable[[], bool]
    """True once the time is over."""

    @property
    def evaluation(self) -> Evaluation:
        """The evaluation, for a `Follow` that cannot do without."""
        assert self.weighed is not None
        return self.weighed


Follow = Callable[[Lookahead], Followed]
"""A way of following first actions, such as `rollouts`."""


def shortlist(actions: Sequence[Action], default: Action | None, rng: Random, most: int) -> list[Action]:
    """Return at most ``most`` of ``actions`` in random order, the default first if it is among them."""
    found = list(actions) if len(actions) <= most else rng.sample(actions, most)
    rng.shuffle(found)
    if default is not None and (default in found or default in actions):
        found = [default, *(action for action in found if action != default)]
    return found[:most]


def without_undoing(actions: Sequence[Action], weighed: Evaluation | None) -> Sequence[Action]:
    """Return ``actions`` without those of `Evaluation.undoing`; all of them where nothing else is legal."""
    if weighed is None or not weighed.undoing:
        return actions
    return [action for action in actions if not isinstance(action, weighed.undoing)] or actions


def _each(ahead: Lookahead, value: Callable[[State, Action], tuple[float, int]]) -> Followed:
    """Take each first action in a copy of the world; ``value`` returns its value and the actions spent beyond it."""
    values, spent = [float("-inf")] * len(ahead.first), 0
    for number, action in enumerate(ahead.first):
        if number and (spent >= ahead.most or ahead.late()):
            break
        state = ahead.world.copy()
        state.advance(action)
        values[number], further = value(state, action)
        spent += 1 + further
    return Followed(values, spent)


def random_games(ahead: Lookahead) -> Followed:
    """Play on from each action to the end by random choices; its value is the seat's share of the win."""

    def value(state: State, action: Action) -> tuple[float, int]:
        steps, won = play_on(state, Random(ahead.dice), LONGEST_PLAYOUT), share(state, ahead.seat)
        return 1 / max(2, len(state.seats)) if won is None else won, steps

    return _each(ahead, value)


def rollouts(ahead: Lookahead) -> Followed:
    """Go on from each action by the rollout policy for `Lookahead.depth` rounds."""
    world, weighed, depth = ahead.world, ahead.evaluation, ahead.depth
    policy = weighed.policy
    assert policy is not None
    rested = policy.rested
    assert rested is not None

    def value(state: State, action: Action) -> tuple[float, int]:
        rng, steps = Random(ahead.dice), 0
        while steps < MOST_STEPS and (deciders := state.deciders()) and not rested(world, state, depth):
            who, decision = next(iter(deciders.items()))
            state.advance(decision.drawn(rng) if who == CHANCE else policy.act(state, who, decision, rng))
            steps += 1
        reached, haste = lead(state, ahead.seat, weighed, policy.evaluate), HASTE * weighed.scale * steps
        return reached + (haste if reached < -DECIDED / 2 * weighed.scale else -haste), steps

    return _each(ahead, value)


def one_action(ahead: Lookahead) -> Followed:
    """Return what each action changes in the lead.

    One that keeps the turn or ends the game is compared with the situation before it, one that ends the turn with the
    first that ends it (the default where it does). If the default keeps the turn it counts at least 0, so that nobody
    goes in circles; not so where imagined games stop early (`Evaluation.stops_at`). In a choice of few actions, one
    that keeps the turn counts as the best action after it (`Evaluation.looks_on`).
    """
    world, first, seat, weighed, dice = ahead.world, ahead.first, ahead.seat, ahead.evaluation, ahead.dice
    now: float | None = None
    ended: float | None = None
    asked = world.deciders()
    beside = [who for who in asked if who != seat]
    stops, further = True, 0

    def value(state: State, action: Action) -> tuple[float, int]:
        nonlocal now, ended, stops, further
        goes_on = play_until_asked(state, seat, dice, beside, stops_at=weighed.stops_at)
        reached = lead(state, seat, weighed)
        if goes_on and ended is None and weighed.looks_on and len(first) <= FEW:
            best, tried = _next(state, seat, dice, weighed)
            reached, further = max(reached, best), further + tried
        by_itself = goes_on or state.outcome() is not None  # compared with the situation before it
        if not by_itself and ended is None:
            ended = reached
        if by_itself and now is None:  # evaluated only where something is compared with it
            now = lead(world, seat, weighed)
        if by_itself and action is first[0]:
            stops = goes_on and not weighed.stops_at
            if goes_on and not weighed.looks_on:
                ended = now  # what ends the matter, as who cancels an attack does, is compared with letting it go on
        against = now if by_itself else ended
        assert against is not None
        return reached - against, 0

    followed = _each(ahead, value)
    if stops and seat in asked and first[0] == asked[seat].default:
        followed.values[0] = max(0.0, followed.values[0])
    return Followed(followed.values, followed.spent + further)  # all are followed, however much is beyond each


def _next(world: State, seat: str, dice: int, weighed: Evaluation) -> tuple[float, int]:
    """Return the best lead that one more action reaches without ending the turn, or by ending the game, and the actions
    tried for it.
    """
    legal = world.legal_actions(seat)
    if not legal:
        return lead(world, seat, weighed), 0  # evaluated as it stands, where somebody else is asked
    best = float("-inf")
    tried = legal if len(legal) <= MOST_NEXT else Random(dice).sample(legal, MOST_NEXT)
    for action in tried:
        state = world.copy()
        state.advance(action)
        if play_until_asked(state, seat, dice, stops_at=weighed.stops_at):
            best = max(best, lead(state, seat, weighed))
        elif state.outcome() is not None:
            best = max(best, lead(state, seat, weighed) - HASTE * weighed.scale)
    return best, len(tried)


# --- where greedy players are the rollout policy ----------------------------------------------------------


def by_one_action(weighed: Evaluation) -> Callable[[State, str, Decision, Random], Action]:
    """Return a rollout policy's `act`: everybody does what stands best one action later."""

    def act(state: State, seat: str, decision: Decision, rng: Random) -> Action:
        legal = state.legal_actions(seat)
        return legal[0] if len(legal) == 1 else _ranked(state, legal, decision, weighed, rng)[0]

    return act


def best_by_one_action(weighed: Evaluation, most: int) -> Callable[[State, Sequence[Action]], Sequence[Action]]:
    """Return a policy's `worth_following`: the ``most`` actions that stand best one action later, best first, and the
    default.
    """

    def worth_following(state: State, actions: Sequence[Action]) -> Sequence[Action]:
        if len(actions) <= most:
            return actions
        seat = actions[0].seat
        decision = state.deciders()[seat]
        ranked = _ranked(state, actions, decision, weighed, Random(len(actions)))
        default = decision.default
        return [action for place, action in enumerate(ranked) if place < most or action == default]

    return worth_following


def judge_by_one_action(weighed: Evaluation) -> Callable[[State, Sequence[Action]], Mapping[Action, float]]:
    """Return a policy's `judge`: each action by how it stands one action later."""

    def judge(state: State, actions: Sequence[Action]) -> Mapping[Action, float]:
        default = state.deciders()[actions[0].seat].default
        found = sorted(actions, key=lambda action: action != default)
        return dict(zip(found, _brought(state, found, weighed, Random(len(actions))), strict=True))

    return judge


def _ranked(
    state: State, actions: Sequence[Action], decision: Decision, weighed: Evaluation, rng: Random
) -> list[Action]:
    """Sort ``actions`` by `one_action`, the best first."""
    found = shortlist(actions, decision.default, rng, MOST_RANKED)
    values = _brought(state, found, weighed, rng)
    return [found[number] for number in sorted(range(len(found)), key=lambda number: -values[number])]


def _brought(state: State, actions: Sequence[Action], weighed: Evaluation, rng: Random) -> Sequence[float]:
    """Return the value of each of ``actions`` by `one_action`. The default must come first if it is among them."""
    seat, dice = actions[0].seat, rng.getrandbits(64)
    return one_action(Lookahead(state, actions, seat, weighed, dice, 0, len(actions) + 1, lambda: False)).values
