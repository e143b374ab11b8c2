"""A battle of Kimera set up and played through the documented interface alone; knows no module of the ruleset."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import Event, IllegalAction, State

GAME = games.load("kimera")

TRAITS = (
    *("heavy_melee", "free_melee", "intensity"),
    *("evade", "intercept", "acuity"),
    *("discipline", "armor", "recovery"),
)


def rider(kind: str = "kolossus", *hand: str, **facts: Any) -> dict[str, Any]:
    """A seat of a position: traits 3 and Balance 9 unless named."""
    traits = {trait: facts.pop(trait, 3) for trait in TRAITS}
    return {"type": kind, "traits": traits, "balance": 9, "hand": list(hand), **facts}


class Battle:
    """One battle in the hands of a test that has read the rulebook and the README, and nothing else."""

    def __init__(self, *riders: dict[str, Any], **keys: Any) -> None:
        seats = {f"p{number}": facts for number, facts in enumerate(riders, 1)}
        self.state: State = GAME.from_position({"seats": seats, **keys})
        self.log: list[Event] = []

    # --- playing ---

    def do(self, seat: str, do: str, **fields: Any) -> Battle:
        """Do it, and keep what happened in ``log``; the new situation must survive a journey through JSON."""
        self.log = self.state.apply(GAME.action({"do": do, "seat": seat, **fields}))
        again = GAME.from_position(self.state.position())
        assert again.digest() == self.state.digest()
        assert again.view(None) == self.state.view(None)
        assert GAME.picture(self.view) == GAME.picture(again.view(None))
        return self

    def play(self, seat: str, *cards: str) -> Battle:
        return self.do(seat, "play", cards=list(cards))

    def draws(self, *cards: str) -> Battle:
        for card in cards:
            self.do("chance", "draw", card=card)
        return self

    def attack(self, seat: str, how: str, target: str, *plays: tuple[str, ...], **flags: bool) -> Battle:
        """An attack with all its plays: symbols, value, skill, as they are asked for."""
        self.do(seat, "attack", how=how, target=target, **flags)
        for cards in plays:
            self.play(seat, *cards)
        return self

    def refused(self, seat: str, do: str, **fields: Any) -> str:
        """The rule of a refusal that changes nothing and is a sentence."""
        action = GAME.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.digest() == before, "a refusal changes nothing"
        assert caught.value.refusal.reason.endswith(".")
        assert action not in self.state.legal_actions(seat)
        return caught.value.refusal.rule

    # --- looking ---

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(None)

    @property
    def asked(self) -> dict[str, str]:
        return {seat: decision.kind for seat, decision in self.state.deciders().items()}

    def seat(self, seat: str) -> dict[str, Any]:
        facts: dict[str, Any] = self.view["seats"][seat]
        return facts

    def stands(self, seat: str) -> tuple[int, int, bool]:
        """Balance, Initiative, Off-Balance."""
        facts = self.seat(seat)
        return facts["balance"], facts["initiative"], facts["off"]

    def damage(self, seat: str) -> list[str]:
        return [wound["card"] for wound in self.seat(seat)["wounds"]]

    def happened(self) -> list[str]:
        return [event.kind for event in self.log]

    def offers(self, seat: str, do: str) -> list[dict[str, Any]]:
        records = [GAME.record(action) for action in self.state.legal_actions(seat)]
        return [record for record in records if record["do"] == do]
