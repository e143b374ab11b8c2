"""Keeps which questions people are not asked: those they let pass, with one answer, or answered in advance.

What a seat may say in advance, later steps, whole walks and what comes after an answer, is known to it: chance, hidden
cards and other seats end it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import itemgetter
from random import Random
from typing import Any, Final

from immolation.games import CHANCE, Action, Decision, Game, Picture, State

from .records import Ahead, LegalAction, Planned

PASSING = frozenset(("pass", "done", "go-on", "be-satisfied", "keep-die"))
"""Types of actions with which a window is let pass, and that may be remembered."""

REMEMBERED = PASSING | {"stand-down"}
"""Types of actions that may be remembered for what a question is about."""

FARTHEST: Final = 4
"""Steps of a walk: as many as are understood when a miniature is carried so far."""

MOST_ANSWERS: Final = 60
"""Answers of a question that are tried for what may follow them; where there are more, nothing is said."""

MOST_OFFERED: Final = 16
"""What may follow is offered if it is no more than this: else it would be a page of its own."""

MOST_PASSES: Final = 40
"""Kinds of windows that one person lets pass: no game asks so many, and each stands in the public table."""

Way = tuple[Action, ...]
"""Steps one after the other."""


def is_passing(action: Action) -> bool:
    """Whether an action does nothing but let play go on."""
    return action.__struct_config__.tag in PASSING


def is_remembered(decision: Decision, passes: Collection[str]) -> bool:
    """Whether somebody who lets these kinds of windows pass lets this one pass."""
    default = decision.default
    if default is None or default.__struct_config__.tag not in REMEMBERED:
        return False
    kind, *card = kinds_of(decision)
    return any(one in passes for one in card) or (kind in passes and is_passing(default))


def kinds_of(decision: Decision) -> tuple[str, ...]:
    """Return the kinds by which a question may be let pass: its own, and with the card that it is about."""
    return (decision.kind, f"{decision.kind}: {decision.about}") if decision.about else (decision.kind,)


def in_force(passes: Mapping[str, str], turn_since: int) -> dict[str, str]:
    """Return those kinds let pass that are so now, in a turn that began with this journal number."""
    return {kind: at for kind, at in passes.items() if not at or (_NUMBER.fullmatch(at) and int(at) >= turn_since)}


_NUMBER: Final = re.compile("[0-9]{1,12}")


def only_answer(state: State, seat: str) -> Action | None:
    """Return the one thing a seat can do where everybody knows that it can do no other; None where it has a choice.

    A seat that knows more than the others is asked all the same: how fast it is done would tell what it holds.
    """
    actions = state.legal_actions(seat)
    if len(actions) != 1 or state.declarations(seat) or state.view(seat) != state.view(None):
        return None
    return actions[0]


class Plans:
    """Answers of seats in advance: each is given once its question is asked, and else forgotten."""

    def __init__(self) -> None:
        self._planned: dict[str, tuple[Sequence[Planned], str]] = {}
        """Seat -> what it will do, and who said so."""

    def make(self, seat: str, planned: Sequence[Planned], by: str) -> None:
        """Keep what a seat will do next; instead of what it said before."""
        self._planned.pop(seat, None)
        if planned:
            self._planned[seat] = (planned, by)

    def next_answer(self, state: State, seat: str, decision: Decision) -> tuple[Action, str] | None:
        """Return the answer that a seat has given already, and who said so; None where people must be asked.

        An answer that does not fit what is asked, or may not be given any more, is forgotten with those after it.
        """
        planned, by = self._planned.pop(seat, ((), ""))
        if not planned or planned[0].kind != decision.kind or state.check(planned[0].action) is not None:
            return None
        self.make(seat, planned[1:], by)
        return planned[0].action, by

    def on_action(self, action: Action) -> None:
        """Forget what others planned before somebody did something that they could not know; dice they expect."""
        if action.seat != CHANCE and not is_passing(action):
            for seat in [seat for seat in self._planned if seat != action.seat]:
                del self._planned[seat]

    def clear(self) -> None:
        """Forget all of it."""
        self._planned.clear()


# --- what may be said in advance ---------------------------------------------------------------------------


def ahead(state: State, seat: str, decision: Decision) -> Iterator[Ahead]:
    """Yield the offers for a seat that is asked.

    They are looked for in a world that the seat takes for possible, so that no hidden card can be told by what is
    offered; what cannot be done in the true one is asked when its question comes.
    """
    game = state.game
    if decision.kind in game.steps or game.walks or decision.kind in game.followed:
        imagined = state.sample(seat, Random(0))
        yield from _leaving_out(imagined, seat, decision)
        yield from _walks(imagined, seat, decision)
        yield from _following(imagined, seat, decision)


def _leaving_out(state: State, seat: str, decision: Decision) -> Iterator[Ahead]:
    """Yield the offers of the next steps of a turn, for a seat that leaves this one out."""
    game, known = state.game, frozenset(state.legal_actions(seat))
    before: tuple[dict[str, Any], ...] = ()
    while decision.kind in game.steps and decision.default is not None and is_passing(decision.default):
        before = (*before, {"kind": decision.kind, "action": game.record(decision.default)})
        state = state.copy()
        state.apply(decision.default)
        following = state.deciders().get(seat)
        if following is None or following.kind not in game.steps or following.courtesy:
            return
        decision, view = following, state.view(seat)
        offered = [one for one in state.legal_actions(seat) if one not in known or one == decision.default]
        known |= frozenset(offered)
        picture = game.picture(view, offered)
        found = tuple(LegalAction(game.record(one), game.label(one, view), tiles(one, picture)) for one in offered)
        if found:
            yield Ahead(decision.prompt, decision.kind, before, found)


def _walks(state: State, seat: str, decision: Decision) -> Iterator[Ahead]:
    """Yield the shortest walk to each tile beyond one step, where nothing else happens on the way.

    Each step but the last is all that happens, concerns nobody else, and leads to the same question: so all shortest
    walks to a tile come to the same, and one of them stands for all.
    """
    game = state.game
    if not game.walks:
        return
    prompt, view = "Several steps at once.", state.view(seat)
    steps = [one for one in state.legal_actions(seat) if _carries(game, one)]
    reached = {tile for each in game.picture(view, steps).gestures for tile in (*each.off, *each.on)}
    told: dict[Action, tuple[dict[str, Any], str]] = {}
    """A step as it is recorded, and in words: most are a part of many walks."""

    ways: list[tuple[int, State, Way, Action]] = [(0, state, (), one) for one in steps]
    for length in range(1, FARTHEST + 1):
        followers: list[tuple[int, State, Way]] = []
        for bend, node, way, action in sorted(ways, key=itemgetter(0)):
            tile = _goal(action)
            if tile in reached and length > 1:
                continue
            follower = node.copy()
            first, *others = follower.apply(action)
            if any(isinstance(value, list | tuple | dict) and value for value in first.data.values()):
                continue  # it concerns somebody else, or costs more than a step
            if action not in told:
                told[action] = ({"kind": decision.kind, "action": game.record(action)}, game.label(action, view))
            walked = (*way, action)
            if length > 1:
                records = tuple(told[one][0] for one in way)
                label = ", then ".join(told[one][1] for one in walked)
                walk = LegalAction(told[action][0]["action"], label, (tile,))
                yield Ahead(prompt, decision.kind, records, (walk,), walk=True)
            reached.add(tile)
            if length == FARTHEST or others:
                continue
            deciders = follower.deciders()
            if list(deciders) == [seat] and deciders[seat].kind == decision.kind:
                followers.append((bend, follower, walked))
        ways = [
            (bend + _bend(way[-1], one), node, way, one)
            for bend, node, way in followers
            for one in node.legal_actions(seat)
            if _carries(game, one) and _goal(one) not in reached
        ]


def _carries(game: Game, action: Action) -> bool:
    return action.__struct_config__.tag in game.walks


def _goal(action: Action) -> int:
    return int(action.tile)  # type: ignore[attr-defined]  # `Game.walks` names those that have one


def _bend(one: Action, other: Action) -> int:
    """Straight steps before diagonal ones: of the ways to a tile people take the plain one."""
    before, after = _goal(one), _goal(other)
    return (before // 10 - after // 10) ** 2 + (before % 10 - after % 10) ** 2


def _following(state: State, seat: str, decision: Decision) -> Iterator[Ahead]:
    """Yield what may come right after the answer, whatever the answer is.

    Said with the answer, it is taken if its question comes and it can be done then.
    """
    game, answers = state.game, state.legal_actions(seat)
    kinds = game.followed.get(decision.kind, ())
    if not kinds or len(answers) > MOST_ANSWERS:
        return
    found: dict[str, dict[Action, LegalAction]] = {}
    prompts: dict[str, str] = {}
    for action in answers:
        twin = state.copy()
        twin.apply(action)
        deciders = twin.deciders()
        following = deciders.get(seat)
        if CHANCE in deciders or len(deciders) != 1 or following is None or following.kind not in kinds:
            continue
        prompts.setdefault(following.kind, following.prompt)
        offered = found.setdefault(following.kind, {})
        view = twin.view(seat)
        for one in twin.legal_actions(seat):
            if one not in offered and not is_passing(one):
                offered[one] = LegalAction(game.record(one), game.label(one, view))
    for kind, offers in found.items():
        if 0 < len(offers) <= MOST_OFFERED:
            yield Ahead(prompts[kind], kind, (), tuple(offers.values()))


def tiles(action: Action, picture: Picture) -> tuple[int, ...]:
    """Find the tiles to choose an action by on the drawn board: where it puts something, else takes it from."""
    for gesture in picture.gestures:
        if gesture.action == action:
            return gesture.on or gesture.off
    named = (getattr(action, name, None) for name in ("tile", "to", "target"))
    return tuple(value for value in named if type(value) is int and 0 <= value < 100)
