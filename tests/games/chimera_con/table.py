"""A table for tests: cards written in a line, a position, dice by name. Knows no rule of its own."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, Event, IllegalAction, Refusal, State

GAME = games.load("chimera-con")

PLACES = ("head", "body", "rear")


def creature(name: str, part: str, stats: tuple[int, int, int, int] = (6, 2, 2, 2), **more: Any) -> dict[str, Any]:
    """A creature card of the type beast in a family of its own; stats are Health, Might, Speed, Magic."""
    health, might, speed, magic = stats
    return {
        "id": name, "part": part, "family": name, "types": ["beast"],
        "health": health, "might": might, "speed": speed, "magic": magic, **more,
    }  # fmt: skip


def family(name: str, stats: tuple[int, int, int, int] = (6, 2, 2, 2), **more: Any) -> list[dict[str, Any]]:
    """A head, a body and a rear of one family."""
    return [creature(f"{name}-{part}", part, stats, **{"family": name, **more}) for part in PLACES]


def attack(name: str = "Bite", attack: str = "might", defend: str = "speed", *tags: str, **more: Any) -> dict[str, Any]:
    """A Standard Action that is an attack."""
    return {"name": name, "kind": "standard", "attack": attack, "defend": defend, "tags": list(tags), **more}


def special(
    name: str = "Breath", attack: str = "magic", defend: str = "speed", *tags: str, kind: str = "beast", **more: Any
) -> dict[str, Any]:
    """A Special Action that is an attack, of the type ``kind``."""
    return {
        "name": name, "kind": "special", "attack": attack, "defend": defend, "type": kind, "tags": list(tags), **more,
    }  # fmt: skip


def cheat(name: str, *effects: dict[str, Any], timing: str = "any time", legality: str = "legal") -> dict[str, Any]:
    return {
        "id": name, "name": name.title(), "legality": legality, "timing": timing, "text": "For the test.",
        "effects": list(effects), "copies": 4,
    }  # fmt: skip


class Table:
    """One game being played by a test."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    # --- playing ---

    def do(self, seat: str, do: str, **fields: Any) -> Table:
        self.events = self.state.apply(GAME.action({"do": do, "seat": seat, **fields}))
        return self

    def roll(self, *values: int) -> Table:
        """Dice, one by one."""
        for value in values:
            self.do(CHANCE, "roll-die", value=value)
        return self

    def draw(self, *cards: str) -> Table:
        """Cards off a deck or out of a hand, one by one."""
        for card in cards:
            self.do(CHANCE, "draw-card", card=card)
        return self

    def quietly(self) -> Table:
        """Everybody who is only asked whether to cheat lets it pass."""
        while asked := [seat for seat, decision in self.state.deciders().items() if decision.kind == "cheat"]:
            if len(asked) < len(self.state.deciders()):
                break
            self.do(asked[0], "pass")
        return self

    def fight(self, part: str, target: str, ours: list[int], theirs: list[int], seat: str = "p1") -> Table:
        """A whole attack in which nobody cheats."""
        self.do(seat, "attack", part=part, target=target).quietly()
        self.roll(*ours).quietly()
        return self.roll(*theirs).quietly()

    def skip(self, *seats: str) -> Table:
        """Whole turns in which nothing happens."""
        for seat in seats:
            assert self.state.view(None)["turn"] == seat
            for _ in range(4):
                self.do(seat, "done")
            self.quietly()
        return self

    def done(self, seat: str, times: int = 1) -> Table:
        for _ in range(times):
            self.do(seat, "done")
        return self

    # --- asking ---

    def refusal(self, seat: str, do: str, **fields: Any) -> Refusal:
        """Why an action is refused; the table is untouched."""
        action = GAME.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.digest() == before
        assert action not in self.state.legal_actions(seat)
        assert caught.value.refusal.reason.strip()
        return caught.value.refusal

    def may(self, seat: str, do: str, **fields: Any) -> bool:
        """True if the action is listed; `check` must agree."""
        action = GAME.action({"do": do, "seat": seat, **fields})
        listed = action in self.state.legal_actions(seat)
        assert listed == (self.state.check(action) is None)
        return listed

    def seat(self, seat: str) -> dict[str, Any]:
        return self.state.view(seat)["seats"][seat]  # type: ignore[no-any-return]

    def hand(self, seat: str) -> list[str]:
        return [card["card"] for card in self.seat(seat)["hand"]]

    def parts(self, seat: str) -> list[str]:
        return [part["card"] if part else "" for part in self.seat(seat)["parts"].values()]

    def stats(self, seat: str) -> tuple[int, int, int, int]:
        seen = self.seat(seat)
        return seen["health"], seen["might"], seen["speed"], seen["magic"]

    def damage(self, seat: str) -> int:
        return int(self.seat(seat)["damage"])

    @property
    def market(self) -> list[str]:
        return [card["card"] for card in self.state.view(None)["market"]]

    @property
    def discard(self) -> list[str]:
        return list(self.state.view(None)["discard"])

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(None)

    @property
    def moment(self) -> str:
        """The tag of the decision point on top."""
        return str(self.view["stack"][-1]["at"])

    def need(self, side: str) -> int:
        """Dice due in the attack under way."""
        return int(self.view["attack"]["need"][side])

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def rules(self) -> set[str]:
        return {rule for event in self.events for rule in event.rules}

    def deciders(self) -> list[str]:
        return list(self.state.deciders())

    def awaited(self) -> list[str]:
        """Who is asked for more than a cheat."""
        return [seat for seat, decision in self.state.deciders().items() if decision.kind != "cheat"]


def seats(*given: dict[str, Any]) -> dict[str, Any]:
    return {f"p{number + 1}": facts for number, facts in enumerate(given)}


def place(
    *given: dict[str, Any],
    at: str | dict[str, Any] | list[dict[str, Any]] = "action",
    cards: list[dict[str, Any]] | None = None,
    cheats: list[dict[str, Any]] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A position: one table of facts a seat, p1's turn, at a decision point."""
    stack = [{"at": at}] if isinstance(at, str) else [at] if isinstance(at, dict) else at
    position: dict[str, Any] = {"seats": seats(*given), "stack": stack, "options": options or {}, **more}
    if cards or cheats:
        position["cards"] = {"creatures": cards or [], "cheats": cheats or []}
    return Table(GAME.from_position(position))


def parts(name: str) -> dict[str, str]:
    """The whole Chimera of a family."""
    return {part: f"{name}-{part}" for part in PLACES}


def begin(count: int = 2, **options: Any) -> Table:
    return Table(GAME.new({"seats": count, "options": options}))


def open_lying(*kept: str) -> list[str]:
    """Every copy of every cheat of the pack but these, as a Discard Pile."""
    pack = GAME.pack
    return [card for card in pack.printed["cheat"] for _ in range(pack.copies[card]) if card not in kept]
