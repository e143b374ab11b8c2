"""Kuhn poker as a `State`: the smallest game with a known best way to bluff; a yardstick for searching bots.

Three cards, one each, both put 1 in. A bet costs 1 more; who folds loses 1. The second player with a Queen calls a
third of the bets and with a Jack bluffs a third of the time; with a King nobody folds, with a Jack nobody calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

from immolation.games import CHANCE, Action, Decision, Event, Game, IllegalAction, Outcome, Picture, Refusal, State
from immolation.games.contract import Option, Result

CARDS = ("J", "Q", "K")


class Deal(Action, frozen=True, tag="deal"):
    card: str


class Check(Action, frozen=True, tag="check"):
    pass


class Bet(Action, frozen=True, tag="bet"):
    """A bet, or a call of one."""


class KuhnState(State):
    def __init__(self, game: Kuhn, cards: dict[str, str], said: str = "") -> None:
        self.game: Kuhn = game
        self.cards = cards
        self.said = said
        """``c`` and ``b`` for each check or fold, bet or call."""

    @property
    def seats(self) -> tuple[str, ...]:
        return ("p1", "p2")

    def deciders(self) -> dict[str, Decision]:
        if len(self.cards) < 2:
            left = [card for card in CARDS if card not in self.cards.values()]
            outcomes = tuple(Outcome(Deal(CHANCE, card), 1) for card in left)
            return {CHANCE: Decision("deal", "Deal a card.", "KUHN", None, "none", outcomes)}
        if self.said in ("cc", "bc", "bb", "cbc", "cbb"):
            return {}
        seat = self.seats[len(self.said) % 2]
        return {seat: Decision("speak", "Check or bet?", "KUHN", Check(seat))}

    def legal_actions(self, seat: str) -> Sequence[Action]:
        decision = self.deciders().get(seat)
        if decision is None:
            return ()
        return [each.action for each in decision.outcomes] or [Check(seat), Bet(seat)]

    def check(self, action: Action) -> Refusal | None:
        return None if action in self.legal_actions(action.seat) else Refusal("KUHN", "Not now.")

    def apply(self, action: Action) -> list[Event]:
        if refusal := self.check(action):
            raise IllegalAction(refusal)
        if isinstance(action, Deal):
            seat = self.seats[len(self.cards)]
            self.cards[seat] = action.card
            return [Event("dealt", ("KUHN",), "A card is dealt.", {"seat": seat}, {seat: {"card": action.card}})]
        self.said += "b" if isinstance(action, Bet) else "c"
        return [Event("said", ("KUHN",), f"{action.seat}: {self.said[-1]}.")]

    def view(self, seat: str | None) -> dict[str, Any]:
        seats = {name: {"name": name, "colour": 0} for name in self.seats}
        card = self.cards.get(seat) if seat else None
        return {
            "ruleset": "kuhn",
            "seats": seats,
            "turn": None,
            "round": 1,
            "over": False,
            "said": self.said,
            "card": card,
        }

    def gain(self) -> int:
        """What p1 wins; below 0 what it loses."""
        if self.said in ("bc", "cbc"):
            return 1 if self.said == "bc" else -1
        higher = CARDS.index(self.cards["p1"]) > CARDS.index(self.cards["p2"])
        return (1 if higher else -1) * (2 if "b" in self.said else 1)

    def outcome(self) -> Result | None:
        """Stakes told as shares of a win: losing 2, losing 1, winning 1 and winning 2 are 0, 1, 3 and 4 parts of 4."""
        if self.deciders():
            return None
        share = 2 + self.gain()
        winners = ("p1",) * share + ("p2",) * (4 - share)
        return Result(winners, "The cards are shown.", "KUHN")

    def position(self) -> dict[str, Any]:
        return {"cards": dict(self.cards), "said": self.said}

    def copy(self) -> Self:
        return type(self)(self.game, dict(self.cards), self.said)

    def sample(self, seat: str, rng: Random) -> Self:
        other = self.copy()
        unseen = [card for card in CARDS if card != self.cards.get(seat)]
        rival = "p2" if seat == "p1" else "p1"
        if rival in other.cards:
            other.cards[rival] = rng.choice(unseen)
        return other


class Kuhn(Game):
    name: ClassVar[str] = "kuhn"
    title: ClassVar[str] = "Kuhn Poker"
    actions: ClassVar[Any] = Deal | Check | Bet

    def new(self, config: Mapping[str, Any] | None = None) -> KuhnState:
        return KuhnState(self, {})

    def from_position(self, position: Mapping[str, Any]) -> KuhnState:
        return KuhnState(self, dict(position["cards"]), position["said"])

    def picture(self, view: Mapping[str, Any], actions: Sequence[Action] = ()) -> Picture:
        return Picture((), ())

    def label(self, action: Action, view: Mapping[str, Any]) -> str:
        return type(action).__name__

    def options(self) -> Sequence[Option]:
        return ()
