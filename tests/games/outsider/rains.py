"""A table of Red Rains set up and played through the documented interface alone; knows no module of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from immolation import games
from immolation.games import CHANCE, Action, Event, IllegalAction

GAME = games.load("red-rains")

CHIMERA: dict[str, Any] = {"life": 20, "ultimate_value": 5, "threat": 3, "battlefield_size": 6}


def aspect(card: str, icon: str = "jaw", attack: int = 2, life: int = 3, **more: Any) -> dict[str, Any]:
    """A card of a pack, written for the occasion."""
    return {"id": card, "attack": attack, "life": life, "icon": icon, "blood": 1, **more}


def deck(*aspects: dict[str, Any], rows: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """A pack of these cards; ``rows``: what every face of the behaviour die does."""

    def row() -> dict[str, Any]:
        return {"faces": list(range(1, 13)), **(rows or {"main": []})}

    fillers = [aspect(f"filler-{number}") for number in range(6)]
    found: dict[str, Any] = {
        "name": "The Occasion",
        "chimera": CHIMERA,
        "aspects": [*aspects, *fillers],
        "behaviour": [{"phase": phase, "rows": [row()]} for phase in (1, 2, 3)],
        "ultimate": [{"phase": phase, "effects": []} for phase in (1, 2, 3)],
        "fatigued": {"empties_needed": 1, "on_become": [], "ongoing": []},
    }
    for key, value in changes.items():
        found[key] = {**found[key], **value} if isinstance(value, dict) else value
    return found


def cards(refs: str, *given: Mapping[str, Any] | str) -> list[dict[str, Any]]:
    """Cards with references ``a1``, ``a2``...; a bare word is a card of the pack, face up."""
    made = [{"card": one} if isinstance(one, str) else dict(one) for one in given]
    return [{"ref": f"{refs[0]}{int(refs[1:]) + at}", **one} for at, one in enumerate(made)]


def unit(name: str = "Unit", attack: int = 1, life: int = 3, text: str = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "attack": attack, "life": life, "text": text, **more}


DOWN: dict[str, Any] = {"blood": 1}


class Rains:
    """A table in the hands of somebody who has read the rules and the README, and nothing else."""

    def __init__(self, pack: Mapping[str, Any] | str, sides: Mapping[str, Any], **position: Any) -> None:
        options = {"reaction_windows": "never", "declared_dice": "trusted", **position.pop("options", {})}
        self.state = GAME.from_position({"chimera": pack, "seats": sides, "options": options, **position})
        self.log: list[Event] = []

    def do(self, do: str, seat: str = "p1", **fields: Any) -> Rains:
        """Do it; the new situation must survive a journey through JSON."""
        self._apply(GAME.action({"do": do, "seat": seat, **fields}))
        return self

    def _apply(self, action: Action) -> None:
        self.log += self.state.apply(action)
        again = GAME.from_position(self.state.position())
        assert again.digest() == self.state.digest()
        assert again.view(None) == self.state.view(None)

    def dice(self, *, power: int = 0, face: int = 1, shows: Iterable[str] = ()) -> Rains:
        """Roll and draw what is due, as told, until a person is asked."""
        wanted = list(shows)
        for _ in range(200):
            due = self.state.deciders().get(CHANCE)
            if due is None:
                return self
            actions = [one.action for one in due.outcomes]
            if due.kind == "roll-rage":
                action = next(one for one in actions if getattr(one, "power", None) == min(power, len(actions) - 1))
            elif due.kind in ("roll-behaviour", "roll-guard"):
                action = next(one for one in actions if getattr(one, "face", None) == face)
            elif wanted and hasattr(actions[0], "card"):
                action = next(one for one in actions if getattr(one, "card", None) == wanted[0])
                wanted.pop(0)
            else:
                action = actions[0]
            self._apply(action)
        raise AssertionError("The dice never end.")

    def turn(self, *, power: int = 0, face: int = 1, shows: Iterable[str] = ()) -> Rains:
        """p1 ends the turn, and the Chimera takes its own as far as nobody is asked."""
        self.log = []
        return self.do("end-turn").dice(power=power, face=face, shows=shows)

    def answer(self, option: str, seat: str = "p1", **forced: Any) -> Rains:
        return self.do("answer", seat, option=option).dice(**forced)

    @property
    def asked(self) -> str:
        return next((one.kind for one in self.state.deciders().values()), "")

    def offered(self, seat: str = "p1") -> list[str]:
        return [
            option for one in self.state.legal_actions(seat) if (option := getattr(one, "option", None)) is not None
        ]

    def refused(self, do: str, seat: str = "p1", **fields: Any) -> str:
        """The rule of a refusal that changes nothing and says something."""
        action = GAME.action({"do": do, "seat": seat, **fields})
        before = self.state.digest()
        with pytest.raises(IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.check(action) == caught.value.refusal
        assert self.state.digest() == before
        assert len(caught.value.refusal.reason) > 10
        return caught.value.refusal.rule

    def card(self, ref: str) -> dict[str, Any]:
        """A card in play as the view shows it."""
        for facts in self.state.view(None)["seats"].values():
            for one in (*facts["facing"], *facts["units"]):
                if one["ref"] == ref:
                    return dict(one)
        raise AssertionError(f"{ref} is not in play.")

    def gone(self, ref: str) -> bool:
        return all(
            one["ref"] != ref
            for facts in self.state.view(None)["seats"].values()
            for one in (*facts["facing"], *facts["units"])
        )

    def born(self, seat: str = "p1") -> dict[str, Any]:
        return dict(self.state.view(None)["seats"][seat])

    @property
    def chimera(self) -> dict[str, Any]:
        return dict(self.state.view(None)["chimera"])

    def told(self, *kinds: str) -> list[str]:
        return [event.kind for event in self.log if not kinds or event.kind in kinds]


def solo(pack: Mapping[str, Any] | str, facing: Iterable[Any], units: Iterable[Any] = (), **position: Any) -> Rains:
    """One player; aspects a1, a2..., units u1, u2..."""
    p1 = {"facing": cards("a1", *facing), "units": cards("u1", *units), **position.pop("p1", {})}
    return Rains(pack, {"p1": p1}, **position)


def pair(pack: Mapping[str, Any] | str, first: tuple[Any, Any], second: tuple[Any, Any], **position: Any) -> Rains:
    """Two players; p2's aspects a51..., units u51..."""
    sides = {
        "p1": {"facing": cards("a1", *first[0]), "units": cards("u1", *first[1])},
        "p2": {"facing": cards("a51", *second[0]), "units": cards("u51", *second[1])},
    }
    return Rains(pack, sides, **position)
