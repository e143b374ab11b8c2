"""A small table to set up by name: a pack, units, aspects, forced dice; and what was said."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from importlib.resources import files
from typing import Any

from immolation import games
from immolation.games import CHANCE, Event, State
from immolation.games.red_rains.facts.card_in_play import CardInPlay
from immolation.games.red_rains.facts.situation import Situation
from immolation.games.red_rains.state import RedRainsState

GAME = games.load("red-rains")

BELL: dict[str, Any] = tomllib.loads((files("immolation.games.red_rains") / "rules.toml").read_text(encoding="utf-8"))[
    "sample_pack"
]
"""The sample pack of the rules: The Drowned Bell."""


def pack(*aspects: Mapping[str, Any], rows: Mapping[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """The sample pack with further aspects; ``rows``: one row for all faces and phases, e.g. ``{"main": [...]}``."""
    made = deepcopy(BELL)
    made["aspects"] += [dict(each) for each in aspects]
    if rows is not None:
        row = {"faces": list(range(1, 13)), **rows}
        made["behaviour"] = [{"phase": phase, "rows": [row]} for phase in (1, 2, 3)]
    for key, value in changes.items():
        made[key] = {**made[key], **value} if isinstance(value, dict) and key in made else value
    return made


def unit(name: str, attack: int = 1, life: int = 3, text: str = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "attack": attack, "life": life, "text": text, **more}


def aspect(card: str, **more: Any) -> dict[str, Any]:
    return {"card": card, **more}


def down(blood: int = 1) -> dict[str, Any]:
    return {"blood": blood}


Cards = Iterable[Mapping[str, Any] | str]


def line(cards: Cards, letter: str, start: int = 1) -> list[dict[str, Any]]:
    made = [{"card": card} if isinstance(card, str) else dict(card) for card in cards]
    for number, card in enumerate(made, start):
        card.setdefault("ref", f"{letter}{number}")
    return made


def at(
    facing: Cards = (),
    units: Cards = (),
    *,
    p1: Mapping[str, Any] | None = None,
    p2: Mapping[str, Any] | None = None,
    partner: tuple[Cards, Cards] | None = None,
    options: Mapping[str, Any] | None = None,
    chimera: Any = None,
    **position: Any,
) -> State:
    """p1's turn against these aspects (``a1``, ``a2``...) with these units (``u1``...); ``partner``: p2's side."""
    seats: dict[str, Any] = {"p1": {"facing": line(facing, "a"), "units": line(units, "u"), **(p1 or {})}}
    if partner is not None:
        seats["p2"] = {"facing": line(partner[0], "a", 51), "units": line(partner[1], "u", 51), **(p2 or {})}
    quiet = {"reaction_windows": "never", "declared_dice": "trusted", **(options or {})}
    return GAME.from_position({"chimera": chimera or BELL, "seats": seats, "options": quiet, **position})


def do(state: State, do: str, seat: str = "p1", **fields: Any) -> list[Event]:
    return state.apply(GAME.action({"do": do, "seat": seat, **fields}))


def refused(state: State, do: str, seat: str = "p1", **fields: Any) -> str:
    """The rule that refuses an action; the state is untouched."""
    action = GAME.action({"do": do, "seat": seat, **fields})
    digest = state.digest()
    refusal = state.check(action)
    assert refusal is not None, f"{action} is allowed"
    assert refusal.reason.strip()
    assert state.digest() == digest
    return refusal.rule


def run(
    state: State,
    *,
    rage: int = 0,
    face: int = 1,
    guard: int = 1,
    shows: Iterable[str] = (),
    answers: Iterable[str] = (),
    until: Callable[[State], bool] | None = None,
) -> list[Event]:
    """Go on with forced dice and cards, and these answers, until somebody decides who has no answer here."""
    events: list[Event] = []
    cards, options = list(shows), list(answers)
    for _ in range(200):
        if until is not None and until(state):
            return events
        deciders = state.deciders()
        if not deciders:
            return events
        seat, decision = next(iter(deciders.items()))
        if seat == CHANCE:
            events += state.apply(_outcome(decision, rage, face, guard, cards))
        elif options and any(getattr(action, "option", None) == options[0] for action in state.legal_actions(seat)):
            events += do(state, "answer", seat, option=options.pop(0))
        else:
            assert not options or decision.kind in ("turn", "hand"), f"{options[0]} is no answer to {decision.prompt}"
            return events
    raise AssertionError("nobody decides")


def _outcome(decision: Any, rage: int, face: int, guard: int, cards: list[str]) -> Any:
    outcomes = [outcome.action for outcome in decision.outcomes]
    kind = decision.kind
    if kind in ("roll-behaviour", "roll-guard"):
        wanted = face if kind == "roll-behaviour" else guard
        return next(action for action in outcomes if action.face == wanted)
    if kind == "roll-rage":
        return next(action for action in outcomes if action.power == min(rage, len(outcomes) - 1))
    if kind in ("reveal", "draw", "set-aside") and cards:
        wanted_card = cards.pop(0)
        return next(action for action in outcomes if action.card == wanted_card)
    return outcomes[0]


def chimera_turn(state: State, **forced: Any) -> list[Event]:
    """p1 ends its turn and the Chimera takes its own, as far as nobody is asked."""
    return do(state, "end-turn") + run(state, **forced)


def pass_turn(state: State, **forced: Any) -> list[Event]:
    return do(state, "pass") + run(state, **forced)


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def only(events: Iterable[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def body(state: State, ref: str) -> CardInPlay:
    assert isinstance(state, RedRainsState)
    found = state.facts.body(ref)
    assert found is not None, f"{ref} is not in play"
    return found


def gone(state: State, ref: str) -> bool:
    assert isinstance(state, RedRainsState)
    return state.facts.body(ref) is None


def table(state: State) -> Situation:
    assert isinstance(state, RedRainsState)
    return state.facts


def refs(state: State, seat: str = "p1") -> list[str]:
    return [card["ref"] for card in state.position()["seats"][seat]["facing"]]


def asked(state: State) -> str:
    """What is asked, "" when nobody is."""
    return next((decision.kind for decision in state.deciders().values()), "")


def options_of(state: State, seat: str = "p1") -> list[str]:
    return [action.option for action in state.legal_actions(seat) if hasattr(action, "option")]
