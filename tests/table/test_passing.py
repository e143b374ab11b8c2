"""Questions that are not asked: one answer, a remembered pass, an answer given ahead; nothing that tells a hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from immolation import games
from immolation.games import Action, Decision, IllegalAction, State
from immolation.table.passing import Plans, is_remembered, only_answer
from immolation.table.public_records import seat_state
from immolation.table.records import Planned, Player
from immolation.table.refusal import TableRefusal
from immolation.table.table import Table

PEOPLE = {"p1": Player("person", "Ada"), "p2": Player("person", "Bob")}


@asynccontextmanager
async def running(path: Path, game: str, **given: Any) -> AsyncIterator[Table]:
    """A table of two people, played as a host does."""
    table = await Table.open(path, game=game, seed=4, players=given.pop("players", PEOPLE), bot_pace_ms=0, **given)
    job = asyncio.create_task(table.run())
    try:
        yield table
    finally:
        await table.close()
        await job


async def until(table: Table, found: Callable[[State], bool]) -> None:
    """Wait until the game stands so."""
    async with asyncio.timeout(60):
        while not found(table.history.state):  # noqa: ASYNC110 - a table tells its subscribers, not its tests
            await asyncio.sleep(0.01)


def waits_for(seat: str, kind: str) -> Callable[[State], bool]:
    def found(state: State) -> bool:
        decision = state.deciders().get(seat)
        return decision is not None and decision.kind == kind

    return found


# --- one answer --------------------------------------------------------------------------------------------


async def test_what_has_one_answer_is_told_and_not_asked(tmp_path: Path) -> None:
    """Red Rains of the sample deck: who has no unit ready and can bring none passes, and the log says so."""
    async with running(tmp_path / "j", "red-rains", config={"seats": 2}) as table:
        async with asyncio.timeout(60):
            while not any(entry.by == "only" for entry in table.history.entries):
                state = table.history.state
                waiting = [seat for seat in state.deciders() if seat in PEOPLE and only_answer(state, seat) is None]
                if waiting:
                    actions = state.legal_actions(waiting[0])
                    await table.decide(next((one for one in actions if tag(one) != "pass"), actions[0]))
                await asyncio.sleep(0)
        done = next(entry for entry in table.history.entries if entry.by == "only")
        assert done.action.seat in PEOPLE
        told = [entry for entry in table.events_since(done.n - 1) if entry.n == done.n]
        assert told[0].events
        assert not told[0].quiet


async def test_who_wants_every_opportunity_is_asked_also_what_has_one_answer(tmp_path: Path) -> None:
    always = {seat: Player("person", one.name, asked="always") for seat, one in PEOPLE.items()}
    async with running(tmp_path / "j", "cinders", players=always, position=cornered()) as table:
        assert only_answer(table.history.state, "p1") is not None
        table._auto_player.wake()
        await asyncio.sleep(0.2)  # nothing is to happen, so there is no event to wait for
        assert table.history.number == 0
        await table.set_asked("p1", False)
        await until(table, lambda state: "p1" not in state.deciders())
        assert [entry.by for entry in table.history.entries] == ["only"]


def cornered() -> dict[str, Any]:
    """Cinders: p1 stands in a corner between fires, with one way out."""
    position: dict[str, Any] = games.load("cinders").new({"seats": 2}).position()
    free = {**position, "seats": {"p1": 0, "p2": 55}}
    ways = [one.tile for one in games.load("cinders").from_position(free).legal_actions("p1")]  # type: ignore[attr-defined]
    return {**free, "burning": sorted(ways)[1:]}


def tag(action: Any) -> str:
    return str(games.Game.record(action)["do"])


def test_a_seat_that_knows_more_than_the_others_is_asked_whatever_it_holds() -> None:
    """Kimera: without a Charge in hand there is only to go on; to be done with that at once would tell it."""
    game = games.load("kimera")
    state = game.new({})
    asked = 0
    for _ in range(400):
        deciders = state.deciders()
        if not deciders:
            break
        seat, decision = next(iter(deciders.items()))
        if decision.outcomes:
            state.apply(decision.outcomes[0].action)
            continue
        actions = state.legal_actions(seat)
        if len(actions) == 1 and decision.kind == "charge":
            asked += 1
            assert only_answer(state, seat) is None
        state.apply(actions[-1])
    assert asked


# --- passes that are remembered ----------------------------------------------------------------------------


def test_a_pass_is_of_a_kind_of_window_or_of_one_card() -> None:
    action = games.load("red-rains").action({"do": "go-on", "seat": "p1"})
    window = Decision("reaction", "Rampage is revealed. Any reaction?", "RR-REV-03", action, "window", about="Rampage")
    assert is_remembered(window, {"reaction"})
    assert is_remembered(window, {"reaction: Rampage"})
    assert not is_remembered(window, {"reaction: Firebelly", "rest"})
    deed = games.load("red-rains").action({"do": "answer", "seat": "p1", "option": "no"})
    assert not is_remembered(Decision("guard", "Who guards?", "RR-BTL-01", deed), {"guard"}), "that is a choice"


def test_windows_of_printed_cards_say_which_card_they_are_about() -> None:
    state = games.load("red-rains").new({"seats": 1, "players": "printed"})
    seen = set()
    for _ in range(300):
        deciders = state.deciders()
        if not deciders:
            break
        decision = next(iter(deciders.values()))
        if decision.kind == "reaction":
            assert decision.about
            assert decision.about in decision.prompt
            seen.add(decision.about)
        seat = next(iter(deciders))
        state.apply(decision.outcomes[0].action if decision.outcomes else state.legal_actions(seat)[-1])
    assert seen


# --- what is said ahead ------------------------------------------------------------------------------------


def at_substitute(seed: int = 0) -> State:
    """Chimera Con at the Substitute step of p1's first turn."""
    state = games.load("chimera-con").new({"seats": 2})
    for _ in range(200):
        deciders = state.deciders()
        seat, decision = next(iter(deciders.items()))
        if decision.kind == "substitute":
            return state
        state.apply(decision.outcomes[0].action if decision.outcomes else state.legal_actions(seat)[0])
    raise AssertionError("no turn came to its Substitute step")


def test_beside_a_step_that_may_be_left_out_stands_what_comes_after_it() -> None:
    state = at_substitute()
    seat = next(iter(state.deciders()))
    before = state.digest()
    shown = seat_state(state, 0, seat, state.deciders(), None)
    assert state.digest() == before
    (ahead,) = shown.ahead
    assert ahead.kind == "action"
    assert [one["kind"] for one in ahead.before] == ["substitute"]
    offered = {str(one.action["do"]) for one in ahead.actions}
    assert {"attack", "done"} <= offered
    state.apply(state.game.action(ahead.before[0]["action"]))
    for one in ahead.actions:
        assert state.check(state.game.action(one.action)) is None


def test_bots_seats_and_other_seats_see_nothing_ahead() -> None:
    state = at_substitute()
    seat = next(iter(state.deciders()))
    other = next(one for one in state.seats if one != seat)
    assert not seat_state(state, 0, other, state.deciders(), None).ahead
    assert not seat_state(state, 0, seat, state.deciders(), Player("bot", "", "greedy")).ahead


async def attack_ahead(table: Table) -> tuple[str, Action]:
    """Leave out the substitution and say the attack after it; who attacks, and how."""
    state = table.history.state
    (seat,) = [one for one, decision in state.deciders().items() if decision.kind == "substitute"]
    (ahead,) = seat_state(state, 0, seat, state.deciders(), None).ahead
    done = state.game.action({"do": "done", "seat": seat})
    attack = next(state.game.action(one.action) for one in ahead.actions if one.action["do"] == "attack")
    await table.decide(done, by=seat, then=[Planned("action", attack)])
    return seat, attack


async def test_what_was_said_ahead_is_done_when_its_question_comes(tmp_path: Path) -> None:
    position = at_substitute().position()
    async with running(tmp_path / "j", "chimera-con", position=position) as table:
        seat, attack = await attack_ahead(table)
        await until(table, lambda state: any(entry.action == attack for entry in table.history.entries))
        assert [entry.by for entry in table.history.entries if entry.action == attack] == [seat]


async def test_a_refused_action_leaves_what_was_said_ahead(tmp_path: Path) -> None:
    table = await Table.open(
        tmp_path / "j", game="chimera-con", seed=4, players=PEOPLE, bot_pace_ms=0, position=at_substitute().position()
    )
    seat, attack = await attack_ahead(table)
    illegal = table.game.action({"do": "discard", "seat": seat, "card": "no-such-card", "to": "discard"})
    with pytest.raises(IllegalAction):
        await table.decide(illegal, by=seat)
    job = asyncio.create_task(table.run())
    await until(table, lambda state: any(entry.action == attack for entry in table.history.entries))
    await table.close()
    await job


async def test_nobody_answers_ahead_for_somebody_else(tmp_path: Path) -> None:
    position = at_substitute().position()
    async with running(tmp_path / "j", "chimera-con", position=position) as table:
        state = table.history.state
        (seat,) = [one for one, decision in state.deciders().items() if decision.kind == "substitute"]
        other = next(one for one in state.seats if one != seat)
        done, theirs = (state.game.action({"do": "done", "seat": one}) for one in (seat, other))
        for by in (seat, "host"):
            with pytest.raises(TableRefusal):
                await table.decide(done, by=by, then=[Planned("action", theirs)])
        assert not any(entry.action in (done, theirs) for entry in table.history.entries)


def test_what_was_said_ahead_is_forgotten_when_anything_else_is_asked() -> None:
    state = at_substitute()
    seat = next(iter(state.deciders()))
    other = next(one for one in state.seats if one != seat)
    done = state.game.action({"do": "done", "seat": seat})
    decision = state.deciders()[seat]
    plans = Plans()

    plans.make(seat, [Planned("substitute", done)], seat)
    assert plans.next_answer(state, seat, decision) == (done, seat)
    assert plans.next_answer(state, seat, decision) is None, "it is done once"

    plans.make(seat, [Planned("action", done), Planned("substitute", done)], seat)
    assert plans.next_answer(state, seat, decision) is None
    assert plans.next_answer(state, seat, decision) is None, "what comes after it is forgotten as well"

    illegal = state.game.action({"do": "discard", "seat": seat, "card": "no-such-card", "to": "discard"})
    plans.make(seat, [Planned("substitute", illegal)], seat)
    assert plans.next_answer(state, seat, decision) is None

    plans.make(seat, [Planned("substitute", done)], seat)
    plans.on_action(state.game.action({"do": "pass", "seat": other}))
    plans.on_action(state.game.action({"do": "roll-die", "seat": "chance", "value": 3}))
    plans.on_action(done)
    assert plans.next_answer(state, seat, decision) == (done, seat), "others who pass change nothing"
    plans.make(seat, [Planned("substitute", done)], seat)
    plans.on_action(state.game.action({"do": "cheat", "seat": other, "card": "any"}))
    assert plans.next_answer(state, seat, decision) is None, "somebody did something"
