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

LEFT_OUT: Final = frozenset(("substitute", "discard"))
"""Steps of the own turn of which the page offers the same."""

CHOSEN_TOGETHER: Final = frozenset(("charge", "full-recovery"))
"""Kinds of decisions that ask for card after card, which the page lets a person choose together."""

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
            self, state.seats[0], lambda state: bots.choose(players[state.seats[0]], state, state.seats[0], rng)
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

    def __init__(self, count: PromptCount, seat: str, choose: Callable[[State], Action]) -> None:
        self.seat = seat
        self._count, self._choose = count, choose
        self._turn: Any = None
        self._round: Any = None
        self._latent = False
        self._passes: dict[str, str] = {}
        self._strikes: Counter[str] = Counter()
        self._ahead: list[tuple[str, frozenset[bytes]]] = []
        """Kinds of later questions and what may be answered there, of the question that was left out last."""

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
        self._before = decision.kind
        return action

    def _answer(self, state: State, decision: Decision, action: Action) -> None:
        record = msgspec.to_builtins(action)
        if record["do"] == "choose-state" and record["state"] == "latent":
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
        self._ahead = []
        if action == decision.default and is_passing(action):
            ahead = seat_state(state, 0, self.seat, {self.seat: decision}, None).ahead
            self._ahead = [
                (one.kind, frozenset(_encoded(state.game.action(each.action)) for each in one.actions)) for one in ahead
            ]
        self._remember(decision, action)

    def _was_said(self, decision: Decision, action: Action) -> bool:
        """Whether this is answered already with the question before it, of which nothing new is known."""
        if self._before in CHOSEN_TOGETHER and self._before == decision.kind:
            return True
        if ENDS.get(self._before) == (decision.kind, msgspec.to_builtins(action)["do"]):
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
        if decision.default is None or not is_passing(decision.default):
            return
        if action != decision.default:
            self._strikes[decision.kind] = 0
            return
        self._strikes[decision.kind] += 1
        window = decision.clock == "window" or self._turn != self.seat
        if self._strikes[decision.kind] >= STRIKES and (window or decision.kind in LEFT_OUT):
            self._passes[decision.kind] = ""
        elif window:
            self._passes[decision.kind] = "this turn"


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
