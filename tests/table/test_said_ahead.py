"""What may be said beyond the question: whole walks, and what comes after an answer; nothing that was hidden."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from immolation import games
from immolation.games import CHANCE, Decision, State
from immolation.games.kimera.actions import StandDown
from immolation.table.passing import FARTHEST, is_remembered
from immolation.table.public_records import seat_state
from immolation.table.records import Ahead, Planned, Player, SeatState
from immolation.table.table import Table

from tests.dashboard.game_stage import GAMES

from .conftest import OpenTable


def asked(short: str, seed: int, most: int = 400) -> Iterator[tuple[State, str, Decision]]:
    """Yield the moments of a random game in which a person is asked."""
    ruleset, config = GAMES[short]
    state, rng = games.load_for(ruleset, config).new(config), Random(seed)
    for _ in range(most):
        deciders = state.deciders()
        if not deciders:
            return
        seat = rng.choice(list(deciders))
        if seat != CHANCE:
            yield state, seat, deciders[seat]
        due = [one.action for one in deciders[seat].outcomes] if seat == CHANCE else state.legal_actions(seat)
        state.apply(rng.choice(due))


def walks(shown: SeatState) -> list[Ahead]:
    return [one for one in shown.ahead if one.walk]


@pytest.mark.parametrize("short", GAMES)
def test_no_choice_is_lost_and_every_offer_can_be_taken(short: str) -> None:
    """Everything that the engine allows is a choice of the question itself; offers are more, and each is legal."""
    offers = 0
    for state, seat, decision in asked(short, 4):
        shown = seat_state(state, 0, seat, {seat: decision}, None)
        game, legal = state.game, state.legal_actions(seat)
        assert [game.action(one.action) for one in shown.actions] == list(legal)
        for ahead in shown.ahead if offers < 300 else ():
            offers += 1
            if ahead.before:
                follower = state.copy()
                for step in ahead.before:
                    assert follower.deciders()[seat].kind == step["kind"]
                    follower.apply(game.action(step["action"]))
                assert follower.deciders()[seat].kind == ahead.kind
                assert all(follower.check(game.action(one.action)) is None for one in ahead.actions)
    assert offers or short in ("kimera", "red-rains", "chimera-hunt", "cinders")


def test_a_walk_is_the_shortest_and_nothing_else_happens_on_the_way() -> None:
    walked = 0
    for state, seat, decision in asked("arena", 2):
        for ahead in walks(seat_state(state, 0, seat, {seat: decision}, None)):
            follower, game = state.copy(), state.game
            assert 0 < len(ahead.before) < FARTHEST
            goal = ahead.actions[0].action["tile"]
            assert game.action({"do": "step", "seat": seat, "tile": goal}) not in state.legal_actions(seat)
            for step in ahead.before:
                (event,) = follower.apply(game.action(step["action"]))
                assert (event.kind, event.data["escape"]) == ("stepped", [])
                assert list(follower.deciders()) == [seat]
            assert ahead.actions[0].tiles == (goal,)
            assert ahead.actions[0].label.count(", then ") == len(ahead.before)
            walked += 1
        if walked > 400:
            return
    assert walked


ARENA: dict[str, Any] = {
    "track": "arena",
    "turn": "p1",
    "seats": {"p1": {"tile": 44}, "p2": {"tile": 11}, "p3": {"tile": 99}},
    "round": 2,
}


def at_44(**changes: Any) -> State:
    """Vara stands on 44 in her Active State."""
    game = games.load_for("ascended-kings", {"track": "arena"})
    state = game.from_position({**ARENA, **changes})
    for _ in range(9):
        deciders = state.deciders()
        if CHANCE in deciders:
            state.apply(deciders[CHANCE].outcomes[0].action)
        elif deciders["p1"].kind != "active":
            state.apply(game.action({"do": "choose-state", "seat": "p1", "state": "active"}))
    assert state.deciders()["p1"].kind == "active"
    return state


def test_no_walk_leads_past_what_costs_an_escape_or_brings_something() -> None:
    state = at_44()
    told = {one.actions[0].tiles[0]: one for one in seat_state(state, 0, "p1", state.deciders(), None).ahead}
    assert {46, 47, 48} <= told.keys()
    assert told[48].actions[0].label.count("then Step to") == 3
    assert told[48].actions[0].label.endswith("then Step to 48")
    beside = at_44(seats={"p1": {"tile": 44}, "p2": {"tile": 45}, "p3": {"tile": 99}})
    away = walks(seat_state(beside, 0, "p1", beside.deciders(), None))
    assert all(not beside.copy().apply(beside.game.action(one.before[0]["action"]))[0].data["escape"] for one in away)


async def test_a_walk_is_a_series_of_steps_each_of_them_journaled_and_taken_back(open_table: OpenTable) -> None:
    state = at_44()
    players = {seat: Player("person", seat) for seat in state.seats}
    table = await open_table(
        game="ascended-kings", position=state.position(), players=players, dice="typed", running=True
    )
    shown = seat_state(table.history.state, 0, "p1", table.history.state.deciders(), None)
    walk = next(one for one in walks(shown) if one.actions[0].tiles == (46,))
    game, before = state.game, table.history.number
    later = Planned("active", game.action(walk.actions[0].action))
    await table.decide(game.action(walk.before[0]["action"]), by="p1", then=[later])
    await until(table, before + 2)
    assert table.history.state.view(None)["seats"]["p1"]["tile"] == 46
    assert [entry.by for entry in table.history.entries[-2:]] == ["p1", "p1"]
    await table.undo()
    assert table.history.state.view(None)["seats"]["p1"]["tile"] == 45


async def until(table: Table, number: int) -> None:
    """Wait until so many actions were taken."""
    updates = table.subscribe()
    async with asyncio.timeout(60):
        async for _ in updates:
            if table.history.number >= number:
                updates.close()


@pytest.mark.parametrize("short", GAMES)
def test_what_is_offered_tells_nothing_of_others(short: str) -> None:
    """The offers are made from what the seat knows: another deal of all that is hidden brings the same."""
    for state, seat, decision in asked(short, 5, most=500):
        ours = seat_state(state, 0, seat, {seat: decision}, None).ahead
        for deal in (9, 10):
            other = state.sample(seat, Random(deal))
            assert seat_state(other, 0, seat, {seat: decision}, None).ahead == ours


def test_what_may_follow_is_offered_with_the_answer() -> None:
    seen = set()
    for state, seat, decision in asked("full", 5, most=900):
        offered = [one for one in seat_state(state, 0, seat, {seat: decision}, None).ahead if not one.before]
        assert all(one.kind in state.game.followed[decision.kind] for one in offered)
        seen |= {(decision.kind, one.kind) for one in offered}
    assert ("allocate", "latent") in seen


def test_the_cards_that_kimera_asks_for_can_all_be_chosen_with_the_attack() -> None:
    """Every answer of the engine lies within what the forecast says may be chosen at once."""
    attacks = 0
    for state, seat, decision in asked("kimera", 7, most=1500):
        if decision.kind != "turn":
            continue
        for told in state.view(seat).get("forecast") or ():
            plays = told.get("plays")
            if plays is None:
                continue
            attacks += 1
            follower = state.copy()
            follower.apply(state.game.action(told["action"]))
            symbols = [set(cards) for _, cards in plays["symbols"]]
            hand = sorted(state.view(seat)["own"]["hand"])
            if symbols and follower.deciders().get(seat, decision).kind == "attack":
                offered = [msgspec.to_builtins(one)["cards"] for one in follower.legal_actions(seat)]
                assert offered
                assert all(all(card in fits for card, fits in zip(cards, symbols, strict=True)) for cards in offered)
                follower.apply(follower.legal_actions(seat)[0])
                for card in offered[0]:
                    hand.remove(card)
            if follower.deciders().get(seat, decision).kind != "attack":
                continue
            offered = {tuple(msgspec.to_builtins(one)["cards"]) for one in follower.legal_actions(seat)}
            least = min(plays["least"], len(hand))
            assert offered == {cards for size in range(least, 3) for cards in combinations(hand, size)}
            skilled = follower.copy()
            skilled.apply(follower.legal_actions(seat)[0])
            if skilled.deciders().get(seat, decision).kind == "attack":
                most = max(len(msgspec.to_builtins(one)["cards"]) for one in skilled.legal_actions(seat))
                assert most == plays["skill"] or most == len(hand)
    assert attacks > 20


def kimera_turn(*, balance: int, initiative: int, hand: list[str], gems: dict[str, int] | None = None) -> State:
    """p1 is to act; the others stand at 4 Initiative."""
    other = {"balance": 4, "initiative": 4}
    own: dict[str, Any] = {"balance": balance, "initiative": initiative, "hand": hand, "gems": gems or {}}
    state = games.load("kimera").from_position({"ruleset": "kimera", "seats": {"p1": own, "p2": other, "p3": other}})
    assert state.deciders().keys() == {"p1"}
    return state


@pytest.mark.rule("KM-TURN-06", "KM-BAL-02")
@pytest.mark.parametrize("hand", [[], ["scar-2", "bash-2", "sever-3"]])
def test_a_turn_that_can_bring_nothing_is_asked_out_of_courtesy_whatever_the_hand_holds(hand: list[str]) -> None:
    spent = kimera_turn(balance=0, initiative=5, hand=hand).deciders()["p1"]
    assert (spent.courtesy, spent.about, spent.default) == (True, "no target", StandDown("p1"))
    low = kimera_turn(balance=1, initiative=5, hand=hand).deciders()["p1"]
    assert (low.courtesy, low.about) == (False, "no target")  # nobody is in reach now: it may wait for it
    high = kimera_turn(balance=1, initiative=9, hand=hand).deciders()["p1"]
    assert (high.courtesy, high.about) == (False, "")
    charging = kimera_turn(balance=4, initiative=5, hand=hand).deciders()["p1"]
    assert (charging.courtesy, charging.about) == (False, "")  # a Charge may bring somebody into reach
    healing = kimera_turn(balance=0, initiative=5, hand=hand, gems={"sanative": 1}).deciders()["p1"]
    assert (healing.courtesy, healing.about) == (False, "")


def test_to_stand_down_is_remembered_for_turns_without_a_target_alone() -> None:
    without = kimera_turn(balance=1, initiative=5, hand=[]).deciders()["p1"]
    within = kimera_turn(balance=1, initiative=9, hand=[]).deciders()["p1"]
    assert is_remembered(without, {"turn: no target"})
    assert not is_remembered(within, {"turn: no target"})
    assert not is_remembered(without, {"turn"})
    assert not is_remembered(within, {"turn"})
