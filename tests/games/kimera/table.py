"""A table for tests: set up a battle in a line, play it by name, ask how it stands. Knows no rule of its own."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games
from immolation.games import Event, IllegalAction
from immolation.games.kimera import KimeraGame
from immolation.games.kimera.cards.components import TRAITS
from immolation.games.kimera.state import KimeraState

GAME = games.load("kimera")
assert isinstance(GAME, KimeraGame)

INITIATE, INITIATE2 = "scar-5", "sever-6"
INTERCEPT = "sunder-6"


def rider(type: str = "kolossus", hand: tuple[str, ...] | list[str] = (), **facts: Any) -> dict[str, Any]:  # noqa: A002
    """A seat of a position: every trait 3 unless named, Balance 9 unless named."""
    traits = {trait: facts.pop(trait, 3) for trait in TRAITS}
    return {"type": type, "traits": traits, "balance": 9, "hand": list(hand), **facts}


class Table:
    """One battle being played by a test."""

    def __init__(self, state: KimeraState) -> None:
        self.state = state
        self.events: list[Event] = []

    # --- playing ---

    def do(self, seat: str, do: str, /, **fields: Any) -> Table:
        self.events = self.state.apply(GAME.action({"do": do, "seat": seat, **fields}))
        return self

    def draws(self, *cards: str) -> Table:
        for card in cards:
            self.do("chance", "draw", card=card)
        return self

    def roll(self, who: str, value: int) -> Table:
        return self.do("chance", "roll", rider=who, value=value)

    def no(self, seat: str, do: str, /, **fields: Any) -> str:
        """The rule that refuses this; nothing changes and it is not listed."""
        action = GAME.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.digest() == before
        assert self.state.check(action) == caught.value.refusal
        assert action not in self.state.legal_actions(seat)
        return caught.value.refusal.rule

    def play(self, who: str, *cards: str) -> Table:
        return self.do(who, "play", cards=list(cards))

    def attack(
        self,
        who: str,
        how: str,
        target: str,
        symbols: tuple[str, ...] = (),
        values: tuple[str, ...] = (),
        skills: tuple[str, ...] = (),
        **flags: bool,
    ) -> Table:
        """A whole attack up to the first defence."""
        self.do(who, "attack", how=how, target=target, **flags)
        if symbols:
            self.play(who, *symbols)
        if self.step == "values":
            self.play(who, *values)
        if self.step == "skills":
            self.play(who, *skills)
        return self

    def defend(self, who: str, how: str = "none", values: tuple[str, ...] = (), card: str = "") -> Table:
        """A whole defence; nothing if nobody is asked for one."""
        if self.moment != "defend":
            return self
        self.do(who, "defend", how=how, **({"card": card} if card else {}))
        if self.moment == "defend" and self.view["attack"]["defence"]["step"] == "values":
            self.play(who, *values)
        if self.moment == "defend" and self.view["attack"]["defence"]["step"] == "skills":
            self.play(who)
        return self

    def free(self) -> Table:
        """Everybody takes a free recovery."""
        while self.moment == "recovery":
            self.do(self.asked[0], "recover", how="free")
        return self

    def prepare(self, *amounts: int) -> Table:
        """The riders who are asked prepare these amounts, in seat order."""
        for who, amount in zip(list(self.asked), amounts, strict=True):
            self.do(who, "prepare", amount=amount)
        return self

    def hands(self) -> Table:
        """Draw until nobody draws any more, the first card there is each time."""
        while self.moment == "resource":
            who = self.asked[0]
            action = self.state.legal_actions(who)[0]
            self.events = self.state.apply(action)
        return self

    def done(self, until: str) -> Table:
        """Everybody has had enough until this moment comes."""
        while self.moment != until:
            self.do(self.asked[0], "done")
        return self

    # --- looking ---

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(None)

    @property
    def moment(self) -> str:
        return str(self.view["moment"])

    @property
    def step(self) -> str:
        return str((self.view["attack"] or {}).get("step", ""))

    @property
    def asked(self) -> list[str]:
        return list(self.state.deciders())

    def seat(self, who: str) -> dict[str, Any]:
        facts: dict[str, Any] = self.view["seats"][who]
        return facts

    def balance(self, who: str) -> int:
        return int(self.seat(who)["balance"])

    def initiative(self, who: str) -> int:
        return int(self.seat(who)["initiative"])

    def off(self, who: str) -> bool:
        return bool(self.seat(who)["off"])

    def trait(self, who: str, trait: str) -> int:
        return int(self.seat(who)["traits"][trait])

    def wounds(self, who: str) -> list[str]:
        return [wound["card"] for wound in self.seat(who)["wounds"]]

    def hand(self, who: str) -> list[str]:
        own: list[str] = self.state.view(who)["own"]["hand"]
        return own

    @property
    def value(self) -> int:
        return int(self.view["attack"]["value"])

    def listed(self, who: str, what: str) -> list[dict[str, Any]]:
        records = [GAME.record(action) for action in self.state.legal_actions(who)]
        return [record for record in records if record["do"] == what]

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def rules(self, kind: str) -> tuple[str, ...]:
        """The rules that the first event of this kind cites."""
        return next(event.rules for event in self.events if event.kind == kind)


def new(**config: Any) -> Table:
    """A battle from its start."""
    return Table(GAME.new(config))


def at(*riders: dict[str, Any], stack: list[dict[str, Any]] | None = None, **keys: Any) -> Table:
    """A position: p1, p2, ... as given; left to itself the highest Initiative is about to act."""
    seats = {f"p{number}": facts for number, facts in enumerate(riders, 1)}
    position = {"seats": seats, **({"stack": stack} if stack is not None else {}), **keys}
    return Table(GAME.from_position(position))


def hit(victim: dict[str, Any], *drawn: str, intensity: int = 3, attacker: str = "kolossus", **keys: Any) -> Table:
    """p1 has just hit p2 with a Heavy Melee of this Intensity; these hits are drawn."""
    one = rider(attacker, [INITIATE, "stagger-6"], initiative=5, intensity=intensity)
    table = at(one, victim, **keys).attack("p1", "heavy-melee", "p2", (INITIATE,), ("stagger-6",)).defend("p2")
    return table.draws(*drawn)


ALL = ["scar-5", "rend-5", "scar-6", "bash-5", "crack-6", "crack-4", "crack-5", "stagger-6"]
GEMS = {"eldritch": 4}


def fight(
    *hand: str, how: str = "heavy-melee", initiative: int = 5, two: dict[str, Any] | None = None, **one: Any
) -> Table:
    """p1 with this hand has declared an attack on p2."""
    keys = {key: one.pop(key) for key in ("options", "kind") if key in one}
    kind = keys.pop("kind", "kolossus")
    table = at(rider(kind, list(hand), initiative=initiative, **one), two or rider("kiron"), **keys)
    return table.do("p1", "attack", how=how, target="p2")
