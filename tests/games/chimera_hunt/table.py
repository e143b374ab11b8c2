"""Sets tables of Chimera Hunt, and plays on them in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from immolation import games
from immolation.games import CHANCE, Event
from immolation.games.chimera_hunt.state import HuntState

GAME = games.load("chimera-hunt")
APART = ({"tile": 27}, {"tile": 72})
"""Two hunters who stand in nobody's way."""


def on(name: str, wall: str, place: int, state: str = "ready") -> dict[str, Any]:
    """An aspect on a wall."""
    return {"name": name, "wall": wall, "place": place, "state": state}


def at(hunters: Sequence[dict[str, Any]] = APART, aspects: Sequence[dict[str, Any]] = (), **facts: Any) -> HuntState:
    """A hunt by two people; Bloodstones that nobody holds lie on 65, or on 56 where a hunter stands there."""
    held = sum(hunter.get("bloodstones", 0) for hunter in hunters)
    spare = 56 if any(hunter.get("tile") == 65 for hunter in hunters) else 65
    laid = facts.pop("bloodstones", [])
    stones = [*laid, *[spare] * (4 - held - len(laid))]
    position = {"hunters": [*hunters], "aspects": [*aspects], "bloodstones": stones, **facts}
    state = GAME.from_position(position)
    assert isinstance(state, HuntState)
    return state


def acting(hunters: Sequence[dict[str, Any]], aspects: Sequence[dict[str, Any]] = (), **facts: Any) -> HuntState:
    """The same, once hunter 1 has moved."""
    return at(hunters, aspects, stack=[{"at": "choose"}, {"at": "act", "hunter": 1}], **facts)


def doing(frame: dict[str, Any], *args: Any, **facts: Any) -> HuntState:
    """The same, with one thing to be done before the next hunter's turn."""
    return at(*args, stack=[{"at": "choose"}, frame], **facts)


def effect(words: str, *args: Any, **facts: Any) -> HuntState:
    """A table on which an effect has just been carried out; it is to be seen in `HuntState.begun`."""
    return doing({"at": "effect", "effect": words}, *args, **facts)


def ending(*args: Any, **facts: Any) -> HuntState:
    """The last turn of a round: hunter 1 is to do its deed, everybody else had theirs."""
    hunters = [*(args[0] if args else APART)]
    rest = [{**hunter, "done": True} for hunter in hunters[1:]]
    return acting([hunters[0], *rest], *args[1:], **facts)


def do(state: HuntState, verb: str, seat: str = "p1", **fields: Any) -> list[Event]:
    """One action."""
    return state.apply(GAME.action({"do": verb, "seat": seat, **fields}))


def roll(state: HuntState, *faces: int | str) -> list[Event]:
    """What chance brings, one after the other: a face, a wall, a tile or an aspect."""
    found: list[Event] = []
    for face in faces:
        outcomes = [outcome.action for outcome in state.deciders()[CHANCE].outcomes]
        values = {
            tuple(getattr(action, name) for name in action.__struct_fields__ if name != "seat"): action
            for action in outcomes
        }
        found += state.apply(values[(face,)])
    return found


def asked(state: HuntState) -> str:
    """What the table is asked."""
    return next((decision.kind for decision in state.deciders().values()), "over")


def legal(state: HuntState, verb: str, seat: str = "p1") -> list[dict[str, Any]]:
    """The actions of one kind that a seat may take, without seat and verb."""
    records = [GAME.record(action) for action in state.legal_actions(seat)]
    return [
        {key: value for key, value in record.items() if key not in ("do", "seat")}
        for record in records
        if record["do"] == verb
    ]


def why(state: HuntState, verb: str, seat: str = "p1", **fields: Any) -> str:
    """The rule that refuses an action."""
    refusal = state.check(GAME.action({"do": verb, "seat": seat, **fields}))
    assert refusal is not None, "allowed"
    return refusal.rule


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of events."""
    return [event.kind for event in events]
