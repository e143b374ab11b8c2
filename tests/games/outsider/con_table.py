"""A table of Chimera Con set up and played through the documented interface alone; knows no module of the ruleset."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, BadPosition, Decision, Event, IllegalAction, State

GAME = games.load("chimera-con")

PARTS = ("head", "body", "rear")

Card = dict[str, Any]


def card(name: str, part: str, numbers: tuple[int, int, int, int] = (6, 2, 2, 2), **more: Any) -> Card:
    """A creature card; numbers are Health, Might, Speed, Magic. Its family is its name up to the first hyphen."""
    health, might, speed, magic = numbers
    made = {"id": name, "part": part, "family": name.partition("-")[0], "types": ["beast"]}
    return made | {"health": health, "might": might, "speed": speed, "magic": magic} | more


def whole(family: str, numbers: tuple[int, int, int, int] = (6, 2, 2, 2), **more: Any) -> list[Card]:
    """Head, body and rear of a family."""
    return [card(f"{family}-{part}", part, numbers, **more) for part in PARTS]


def chimera(family: str) -> list[str]:
    """The three parts of a family, for a seat of a position."""
    return [f"{family}-{part}" for part in PARTS]


def blow(kind: str, attack: str | None, defend: str | None, *tags: str, **more: Any) -> Card:
    """An action printed on a card; a Special Action is of the type beast unless ``type`` says otherwise."""
    made: Card = {"name": "Blow", "kind": kind, "tags": list(tags)}
    if attack is not None:
        made |= {"attack": attack, "defend": defend}
    if kind == "special":
        made["type"] = "beast"
    return made | more


def trick(name: str, *effects: Card, timing: str = "any time", legality: str = "legal") -> Card:
    """A cheat card of four copies."""
    text = "Written for a test."
    return {
        "id": name, "name": name, "legality": legality, "timing": timing, "text": text, "effects": list(effects),
        "copies": 4,
    }  # fmt: skip


class Con:
    """One game in the hands of a test that has read the rulebook and the README, and nothing else."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.log: list[Event] = []

    # --- playing ---

    def do(self, seat: str, do: str, **fields: Any) -> Con:
        """Do it, and keep what happened in ``log``; the new situation must survive a journey through JSON."""
        self.log = self.state.apply(GAME.action({"do": do, "seat": seat, **fields}))
        again = GAME.from_position(self.state.position())
        assert again.digest() == self.state.digest()
        for who in (None, *self.state.seats):
            assert again.view(who) == self.state.view(who)
        return self

    def dice(self, *values: int) -> Con:
        return self.do(CHANCE, "roll-dice", values=list(values))

    def comes(self, *cards: str) -> Con:
        for one in cards:
            self.do(CHANCE, "draw-card", card=one)
        return self

    def done(self, seat: str, times: int = 1) -> Con:
        for _ in range(times):
            self.do(seat, "done")
        return self

    def nobody_cheats(self) -> Con:
        """All who could cheat let it pass, as long as nothing else is asked."""
        while (asked := self.asked) and all(each.kind == "cheat" for each in asked.values()):
            self.do(next(iter(asked)), "pass")
        return self

    def strike(self, seat: str, part: str, target: str, ours: list[int], theirs: list[int] | None) -> Con:
        """A whole attack in which nobody cheats; no dice where none are due."""
        self.do(seat, "attack", part=part, target=target).nobody_cheats()
        if ours:
            self.dice(*ours).nobody_cheats()
        if theirs:
            self.dice(*theirs).nobody_cheats()
        return self

    def refused(self, seat: str, do: str, **fields: Any) -> str:
        """The rule of a refusal; nothing has changed, and the action was not listed."""
        action = GAME.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.check(action) == caught.value.refusal
        assert self.state.digest() == before
        assert action not in self.state.legal_actions(seat)
        return caught.value.refusal.rule

    def may(self, seat: str, do: str, **fields: Any) -> bool:
        action = GAME.action({"do": do, "seat": seat, **fields})
        listed = action in self.state.legal_actions(seat)
        assert listed == (self.state.check(action) is None)
        return listed

    # --- looking ---

    @property
    def asked(self) -> dict[str, Decision]:
        return self.state.deciders()

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(None)

    def seat(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = self.state.view(seat)["seats"][seat]
        return found

    def totals(self, seat: str) -> tuple[int, int, int, int]:
        facts = self.seat(seat)
        return facts["health"], facts["might"], facts["speed"], facts["magic"]

    def hand(self, seat: str) -> list[str]:
        return sorted(one["card"] for one in self.seat(seat)["hand"])

    def part(self, seat: str, part: str) -> str:
        return str(self.seat(seat)["parts"][part]["card"])

    @property
    def market(self) -> list[str]:
        return sorted(one["card"] for one in self.view["market"])

    @property
    def discard(self) -> list[str]:
        return sorted(self.view["discard"])

    @property
    def need(self) -> dict[str, int]:
        found: dict[str, int] = self.view["attack"]["need"]
        return found

    def rules(self) -> set[str]:
        return {rule for event in self.log for rule in event.rules}


def table(
    *seats: Card, at: str | Card | list[Card] = "action", cards: list[Card] | None = None,
    cheats: list[Card] | None = None, **more: Any,
) -> Con:  # fmt: skip
    """A position at one decision point, the turn of p1 unless ``turn`` says otherwise."""
    stack = [{"at": at}] if isinstance(at, str) else [at] if isinstance(at, dict) else at
    position: Card = {"seats": {f"p{n}": facts for n, facts in enumerate(seats, 1)}, "stack": stack, **more}
    if cards or cheats:
        position["cards"] = {"creatures": cards or [], "cheats": cheats or []}
    return Con(GAME.from_position(position))


def impossible(position: Card) -> str:
    """Why no game could come to it."""
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(position)
    return str(caught.value)
