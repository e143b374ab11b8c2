"""Plays games as a person with usual settings would, and counts what that person has to answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec
from immolation import bots, games
from immolation.games import CHANCE, Action, Decision, Game, State
from immolation.table.passing import is_passing, is_remembered, only_answer
from immolation.table.public_records import seat_state

STRIKES: Final = 3
"""Windows of a kind let pass in a row, after which a person says that they always pass."""

LEFT_OUT: Final = frozenset(("substitute", "discard", "charge", "turn: no target"))
"""Steps of the own turn of which the page offers the same."""

CHOSEN_TOGETHER: Final = {
    "charge": "charge",
    "recovery": "full-recovery",
    "full-recovery": "full-recovery",
    "turn": "attack",
    "attack": "attack",
    "defend": "defend",
}
"""Kinds of decisions of Kimera -> the kind that asks for cards right after, which the page lets a person choose with
it."""

ENDS: Final = {
    "active": ("active", "end-turn"),
    "allocate": ("latent", "end-turn"),
    "latent": ("latent", "end-turn"),
    "action": ("discard", "done"),
    "turn": ("turn", "end-turn"),
}
"""Kinds of decisions with which a person may say that the turn ends -> where it would be asked, and what ends it."""


class PromptCount:
    """The questions asked of one person, and those of them left to be answered."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        """Kind of decision -> how often the game waited for an answer that was more than a courtesy."""

        self.answered: Counter[str] = Counter()
        """Kind of decision -> how often the person had to answer."""

        self.rounds = 0
        """In which the person was asked anything."""

        self.turns = 0
        """Of the person."""

        self.latent: list[int] = []
        """Answers in each own turn in the Latent State."""

        self.latent_asked = 0

    def play(self, game: Game, config: dict[str, Any], bot: str, seed: int, most: int) -> None:
        """Play a game by bots, the first seat being the person's; at most so many actions."""
        state, rng = game.new(config), Random(seed)
        players = {seat: bots.make(bot, game, seat) for seat in state.seats}
        person = Person(
            self,
            state.seats[0],
            lambda state: bots.choose(players[state.seats[0]], state, state.seats[0], rng),
            kimera=game.name == "kimera",
        )
        for _ in range(most):
            deciders = state.deciders()
            if not deciders:
                break
            seat = CHANCE if CHANCE in deciders else next(iter(deciders))
            if seat == CHANCE:
                person.interrupted()
                outcomes = deciders[seat].outcomes
                state.apply(rng.choices([one.action for one in outcomes], [one.weight for one in outcomes])[0])
            elif seat == person.seat:
                person.look(state)
                state.apply(person.decide(state, deciders[seat]))
            else:
                person.look(state)
                person.interrupted()
                state.apply(bots.choose(players[seat], state, seat, rng))


class Person:
    """A person who decides as a bot does, lets pass what can be, and says at once what the page lets say at once."""

    def __init__(
        self, count: PromptCount, seat: str, choose: Callable[[State], Action], *, kimera: bool = False
    ) -> None:
        self.seat = seat
        self._kimera = kimera
        self._count, self._choose = count, choose
        self._turn: Any = None
        self._round: Any = None
        self._latent = False
        self._passes: dict[str, str] = {}
        self._strikes: Counter[str] = Counter()
        self._ahead: list[tuple[str, frozenset[bytes]]] = []
        """Kinds of later questions and what may be answered there, of the question that was left out last."""

        self._then: set[tuple[str, bytes]] = set()
        """Kinds of questions and their answers that could be said with the answer before."""

        self._walks: set[tuple[Any, int]] = set()
        """Tiles and the steps to them that could be said with the answer before."""

        self._steps = 0
        """Taken in a row since then."""

        self._before = ""
        """Kind of the question before, if nothing has happened since but the answer to it."""

        self._promised: tuple[str, Action] | None = None
        """The action promised for the next question of a kind, whatever comes between."""

    def look(self, state: State) -> None:
        """Notice that another turn has begun."""
        turn = state.view(None).get("turn")
        if turn != self._turn:
            self._turn, self._latent, self._promised = turn, False, None
            self._passes = {kind: until for kind, until in self._passes.items() if not until}
            self._count.turns += turn == self.seat

    def interrupted(self) -> None:
        """Somebody else acts, or dice and cards fall: what is answered from now on was not known before."""
        self._ahead, self._before = [], ""
        self._then, self._walks, self._steps = set(), set(), 0

    def decide(self, state: State, decision: Decision) -> Action:
        """Answer, or let it pass as was said; count what had to be answered."""
        if decision.courtesy and decision.default is not None:
            return decision.default
        self._count.asked[decision.kind] += 1
        self._count.latent_asked += self._latent and self._turn == self.seat
        now = state.view(None).get("round")
        if now != self._round:
            self._round = now
            self._count.rounds += 1
        if (only := only_answer(state, self.seat)) is not None:
            return only
        if is_remembered(decision, self._passes):
            assert decision.default is not None
            return decision.default
        promised, self._promised = self._promised, None
        if promised is not None and promised[0] == decision.kind and state.check(promised[1]) is None:
            return promised[1]
        action = self._choose(state)
        if not self._was_said(decision, action):
            self._answer(state, decision, action)
        elif _takes_latent(action):
            self._latent = True
            self._count.latent.append(1)  # with the question before
            self._count.latent_asked += 1
        self._before = decision.kind
        return action

    def _answer(self, state: State, decision: Decision, action: Action) -> None:
        record = msgspec.to_builtins(action)
        if _takes_latent(action):
            self._latent = True
            self._count.latent.append(0)
            self._count.latent_asked += 1
            if self._strikes["draw"]:  # let pass the last time: it may pass once more
                self._promised = ("draw", state.game.action({"do": "pass", "seat": self.seat}))
        self._count.answered[decision.kind] += 1
        if self._latent and self._turn == self.seat:
            self._count.latent[-1] += 1
        if record["do"] == "draw" and decision.default is not None and self._before != "draw":
            self._promised = self._second_draw(state, action)
        self._hear(state, decision, action)
        self._remember(decision, action)

    def _hear(self, state: State, decision: Decision, action: Action) -> None:
        """Notice what else the page lets say with this answer."""
        self._ahead, self._then, self._walks, self._steps = [], set(), set(), 0
        steps = action.__struct_config__.tag in state.game.walks
        for one in seat_state(state, 0, self.seat, {self.seat: decision}, None).ahead:
            offered = frozenset(_encoded(state.game.action(each.action)) for each in one.actions)
            if not one.before:
                self._then |= {(one.kind, each) for each in offered}
            elif one.before[0]["action"]["do"] in state.game.walks:
                if steps:
                    self._walks.add((one.actions[0].action["tile"], len(one.before) + 1))
            elif action == decision.default and is_passing(action):
                self._ahead.append((one.kind, offered))
        self._steps = int(steps)

    def _was_said(self, decision: Decision, action: Action) -> bool:
        """Whether this is answered already with the question before it, of which nothing new is known."""
        if self._kimera and CHOSEN_TOGETHER.get(self._before) == decision.kind:
            return True
        if ENDS.get(self._before) == (decision.kind, msgspec.to_builtins(action)["do"]):
            return True
        if self._steps and (getattr(action, "tile", None), self._steps + 1) in self._walks:
            self._steps += 1
            return True
        if (decision.kind, _encoded(action)) in self._then:
            return True
        return any(kind == decision.kind and _encoded(action) in offered for kind, offered in self._ahead)

    def _second_draw(self, state: State, first: Action) -> tuple[str, Action] | None:
        """Both cards of a Draw step are said at once, the second without having seen the first."""
        imagined = state.sample(self.seat, Random(0))
        imagined.apply(first)
        while CHANCE in imagined.deciders():
            imagined.apply(imagined.deciders()[CHANCE].outcomes[0].action)
        following = imagined.deciders().get(self.seat)
        if following is None or following.kind != "draw":
            return None
        second = self._choose(imagined)
        return ("draw", second) if msgspec.to_builtins(second)["do"] == "draw" else None

    def _remember(self, decision: Decision, action: Action) -> None:
        """Say "not again this turn" of a window that was let pass, and in the end "always"."""
        kind = f"{decision.kind}: {decision.about}" if decision.about else decision.kind
        if decision.default is None or not (is_passing(decision.default) or kind in LEFT_OUT):
            return
        kind = kind if kind in LEFT_OUT else decision.kind
        if action != decision.default:
            self._strikes[kind] = 0
            return
        self._strikes[kind] += 1
        window = decision.clock == "window" or self._turn != self.seat
        if self._strikes[kind] >= STRIKES and (window or kind in LEFT_OUT):
            self._passes[kind] = ""
        elif window:
            self._passes[kind] = "this turn"


def _takes_latent(action: Action) -> bool:
    record = msgspec.to_builtins(action)
    return bool(record["do"] == "choose-state" and record["state"] == "latent")


def _encoded(action: Action) -> bytes:
    return msgspec.json.encode(action)


def count(
    ruleset: str, config: dict[str, Any], bot: str, seeds: tuple[int, ...] = (1, 2), most: int = 500
) -> PromptCount:
    """Count over some games; the longest do not end in ``most`` actions, and are counted as far as they went."""
    found, game = PromptCount(), games.load_for(ruleset, config)
    for seed in seeds:
        found.play(game, config, bot, seed, most)
    return found
