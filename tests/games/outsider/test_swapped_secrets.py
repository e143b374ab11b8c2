"""What others hold changes nothing for a seat: two situations that differ in secrets alone look, ask and refuse alike.

Random games; now and then the cards that a seat cannot know change places, and so do dice, bids, heals and answers
that are still secret. Everything the seat is shown before and after its next action must be the same, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games import CHANCE, Action, BadPosition, Event, Game, GameError, State

from tests.games.playouts import SETUPS

Facts = dict[str, Any]

REVEALS = {
    "kimera": {"defeated", "revealed", "battle-begins", "grapple-cards", "breakout-tied", "broke-out", "held",
               "released", "lingering-heal", "balance-spent", "game-over", "round-begins"},
    "chimera-con": {"eliminated", "greedy", "built", "greedy-contest", "market-closes", "round-won", "hand-redrawn"},
}  # fmt: skip
"""Ruleset -> events that turn something over for everybody."""


# --- the secrets of each ruleset -------------------------------------------------------------------------------


def kimera_cards(position: Facts, seat: str | None) -> list[tuple[list[str], int]]:
    """Places of cards that the seat cannot know: other hands, the deck, heals that others laid."""
    places = [(position["deck"], n) for n in range(len(position["deck"]))]
    for other, facts in position["seats"].items():
        if other != seat:
            places += [(facts["hand"], n) for n in range(len(facts["hand"]))]
        for heal in facts["lingering"]:
            if heal["by"] != seat:
                places += [(heal["cards"], n) for n in range(len(heal["cards"]))]
    return places


def kimera(position: Facts, seat: str | None, rng: Random) -> None:
    places = kimera_cards(position, seat)
    for _ in range(6 if len(places) > 1 else 0):
        (one, n), (other, m) = rng.sample(places, 2)
        one[n], other[m] = other[m], one[n]
    for other_, facts in position["seats"].items():
        if other_ != seat and facts["prepared"] is not None:
            facts["prepared"] = rng.randint(0, min(6, facts["balance"]))
    for frame in position["stack"]:
        for bidder in frame.get("bids", {}):
            if bidder != seat:
                frame["bids"][bidder] = rng.randint(0, position["seats"][bidder]["balance"])
        for layer in frame.get("cards", {}) if frame["at"] == "breakout" else ():
            if layer != seat:
                frame["cards"][layer] = []


def chimera_con(position: Facts, seat: str | None, rng: Random) -> None:
    decks = position["decks"]
    for other, facts in position["seats"].items():
        for n, card in enumerate(facts["hand"] if other != seat else ()):
            kind = "creature" if card.rpartition("-")[2] in ("head", "body", "rear") else "cheat"
            spare = sorted(name for name, left in decks[kind].items() if left)
            if card.endswith("+petrified") or not spare or rng.random() < 0.5:
                continue
            drawn = rng.choice(spare)
            decks[kind][drawn] -= 1
            decks[kind] = {name: left for name, left in decks[kind].items() if left}
            decks[kind][card] = decks[kind].get(card, 0) + 1
            facts["hand"][n] = drawn
    for frame in position["stack"]:
        for who in frame.get("said", {}):
            if who != seat:
                frame["said"][who] = rng.random() < 0.5


SWAPS: dict[str, Callable[[Facts, str | None, Random], None]] = {"kimera": kimera, "chimera-con": chimera_con}


def swapped(state: State, seat: str | None, rng: Random) -> State | None:
    """The same situation with other secrets; None where the rest of the table rules them out."""
    position = json.loads(json.dumps(state.position()))
    before = json.dumps(position)
    SWAPS[state.game.name](position, seat, rng)
    if json.dumps(position) == before:
        return None
    try:
        return state.game.from_position(position)
    except BadPosition:
        return None


# --- what a seat is told -----------------------------------------------------------------------------------------


def probes(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Things the seat might try out of turn, with its own cards and with those of others."""
    position = state.position()
    hands = [card for facts in position["seats"].values() for card in facts["hand"]]
    others = [other for other in state.seats if other != seat]
    plain = ("done", "hold", "pass", "stand-down", "redraw", "be-satisfied", "get-greedy", "take-off", "land", "spend")
    records: list[Facts] = [{"do": do} for do in plain]
    for card in sorted(set(hands)):
        records += [
            {"do": do, "card": card} for do in ("discard", "cheat", "substitute", "mutate", "take", "choose-card")
        ]
        records += [{"do": "discard", "card": card, "to": "market"}, {"do": "play", "cards": [card]}]
        records += [{"do": "commit", "cards": [card]}, {"do": "charge", "card": card, "amount": 1}]
    for other in others:
        records += [
            {"do": "attack", "how": how, "target": other} for how in ("heavy-melee", "free-melee", "bolt", "grapple")
        ]
        records += [{"do": "attack", "part": "open", "target": other}, {"do": "choose-seat", "who": other}]
        records += [{"do": "heal", "target": other}, {"do": "grant", "to": other}]
    for record in records:
        try:
            yield game.action({**record, "seat": seat})
        except GameError:
            continue


def shown(state: State, seat: str | None) -> str:
    """Everything a seat, or the table, is shown of a situation and told when it tries something."""
    game, view = state.game, state.view(seat)
    asked = {
        who: (
            one.kind,
            one.prompt,
            one.rule,
            one.clock,
            one.courtesy,
            game.record(one.default) if one.default else None,
        )
        if who == seat
        else (one.kind, one.prompt, one.rule, one.clock, one.courtesy)
        for who, one in state.deciders().items()
    }
    mine = list(state.legal_actions(seat)) if seat else []
    labels = [(game.record(action), game.label(action, view)) for action in mine]
    refusals = [msgspec.to_builtins(state.check(action)) for action in probes(game, state, seat)] if seat else []
    picture = msgspec.to_builtins(game.picture(view, mine))
    return json.dumps([view, asked, labels, refusals, picture], sort_keys=True)


def heard(events: list[Event], seat: str | None) -> str:
    return json.dumps([msgspec.to_builtins(event.seen_by(seat)) for event in events])


def compare(state: State, action: Action, seat: str | None, rng: Random) -> int:
    """How often the two were compared: now, and after the action if it turns nothing over."""
    other = swapped(state, seat, rng)
    if other is None:
        return 0
    assert shown_alike(state, other, seat), f"{seat} sees a difference"
    draws = GAMES[state.game.name].record(action)["do"] in ("draw", "draw-card")
    if draws or action.seat not in (CHANCE, seat) or other.check(action) is not None:
        return 1
    one = state.copy()
    events, others = one.apply(action), other.apply(action)
    if any(event.kind in REVEALS[state.game.name] for event in (*events, *others)):
        return 1
    assert heard(events, seat) == heard(others, seat)
    if one.view(None).get("phase") == "resource":
        return 1  # hands are adjusted in the order of the dice, which still lie covered (KM-TAC-01)
    assert shown_alike(one, other, seat)
    return 2


def shown_alike(one: State, other: State, seat: str | None) -> bool:
    """The probes name cards of all hands, which differ; both situations are tried with the same."""
    return shown(one, seat) == _tried_as(one, other, seat)


def _tried_as(one: State, other: State, seat: str | None) -> str:
    """What ``other`` shows, with its refusals asked by the probes of ``one``."""
    told = json.loads(shown(other, seat))
    if seat:
        game = one.game
        told[3] = [msgspec.to_builtins(other.check(action)) for action in probes(game, one, seat)]
    return json.dumps(told, sort_keys=True)


GAMES = {name: games.load(name) for name in SWAPS}


@pytest.mark.rule("KM-INIT-04", "KM-END-05", "KM-HEAL-07", "KM-TAC-01")
@pytest.mark.parametrize("seed", range(8))
def test_secrets_of_kimera(seed: int) -> None:
    assert compared("kimera", seed) > 10


@pytest.mark.rule("CC-BUILD-01", "CC-GREED-01", "CC-CHEAT-01")
@pytest.mark.parametrize("seed", range(6))
def test_secrets_of_chimera_con(seed: int) -> None:
    assert compared("chimera-con", seed) > 10


def compared(name: str, seed: int, most: int = 300) -> int:
    rng = Random(seed)
    setups = SETUPS[name]
    state, count = GAMES[name].new(setups[seed % len(setups)]), 0
    for _ in range(most):
        deciders = state.deciders()
        if not deciders:
            break
        who = rng.choice(list(deciders))
        action = rng.choice(list(state.legal_actions(who)))
        if rng.random() < 0.15:
            seat = who if who != CHANCE and rng.random() < 0.7 else rng.choice([None, *state.seats])
            count += compare(state, action, seat, rng)
        state.apply(action)
    return count
