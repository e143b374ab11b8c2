"""Tests what the hard level of the arena learned from games: its facts, its trees, and what it does by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.bots.ascended_kings.arena_bot import GAIN, ArenaBot
from immolation.bots.ascended_kings.arena_chances import NAMES, Chances, Outlook, Tree, learned
from immolation.bots.ascended_kings.features import read_features
from immolation.games import State
from immolation.games.ascended_kings.actions import EndTurn, Step


def position(tiles: Mapping[str, int | None], lying: Sequence[int] = (), **carried: int) -> dict[str, Any]:
    """One in which p1 is in the Active State, with Bloodstones on these tiles and in these hands, the others aside."""
    found = games.load("ascended-kings").new({"seats": len(tiles), "track": "arena"}).position()
    for seat, tile in tiles.items():
        found["seats"][seat] |= {"tile": tile, "bloodstones": carried.get(seat, 0)}
    items = {str(tile): {"bloodstones": 1} for tile in lying}
    aside = 4 - len(lying) - sum(carried.values())
    return {**found, "turn": "p1", "stack": [{"at": "active"}], "items": items, "bloodstones_aside": aside}


def told(state: State, action: Step | EndTurn, seat: str = "p1") -> dict[str, float]:
    """Return what holds after an action, by name."""
    view = state.view(seat)
    return dict(zip(NAMES, Outlook(view, read_features(view, seat)).after(action), strict=True))


def of(**facts: Any) -> State:
    where = position({"p1": 44, "p2": 47, "p3": None}, lying=(45, 77), p1=1)
    where["items"]["33"] = {"ylem": 1}
    where["dead"] = [{"seat": "p3"}]
    where["seats"]["p2"]["level"] = 2
    return games.load("ascended-kings").from_position({**where, **facts})


def test_a_step_onto_a_bloodstone_is_told_with_it_and_with_who_is_near() -> None:
    before, after = told(of(), EndTurn("p1")), told(of(), Step("p1", 45))
    assert (before["seats"], before["ended"], before["steps"]) == (3, 1, 0)
    assert (after["ended"], after["steps"]) == (0, 1)
    assert (before["Bloodstones"], after["Bloodstones"]) == (1, 2)
    assert (before["Bloodstones lying"], after["Bloodstones lying"]) == (2, 1)
    assert (before["to Bloodstone 0"], before["rival to Bloodstone 0"]) == (1, 2)
    assert (after["to Bloodstone 0"], after["rival to Bloodstone 0"]) == (3, 3)
    assert (before["distance of rival 0"], after["distance of rival 0"]) == (3, 2)
    assert before["distance of rival 1"] == 20, "nobody can be near who is off the board"
    assert before["Bloodstones of rival 2"] == -1, "nobody sits there"
    assert (before["to Ylem"], after["to Ylem"]) == (1, 2)


def test_the_lead_is_in_koru_that_everybody_sees() -> None:
    before, after = told(of(), EndTurn("p1")), told(of(), Step("p1", 45))
    assert before["lead"] == (15 + 10 + 5) - (0 + 10 + 10)
    assert after["lead"] == before["lead"] + 15


def test_rounds_left_are_those_before_omega_on_both_sides_of_the_dial() -> None:
    dials = of().position()["dials"]

    def left(shown: int) -> float:
        return told(of(dials={**dials, "round": shown}), EndTurn("p1"))["rounds left"]

    assert [left(15), left(11), left(10), left(1)] == [16, 12, 10, 1], "between 11 and 10 the dial is turned over"
    war = of(war=True, omega_stone=4, dials={**dials, "round": 0})
    now = told(war, Step("p1", 34))
    assert (now["rounds left"], now["war"], now["to Omega Stone"], now["way of rival 0"]) == (-1, 1, 3, 4)


def fork(name: str, most: float, yes: float, no: float) -> Tree:
    """A tree that asks once."""
    return Tree((NAMES.index(name),), (most,), (~0,), (~1,), (yes, no))


def test_a_chance_is_the_sum_of_trees_as_odds() -> None:
    deep = Tree((0, 1), (2.0, 0.5), (1, ~1), (~0, ~2), (0.7, -0.2, 0.4))
    assert [deep.value(facts) for facts in ([3, 0], [2, 0], [2, 1])] == [0.7, -0.2, 0.4]
    chances = Chances(NAMES, (deep, fork("steps", 1, 0.1, 0.3)))
    facts = [0.0] * len(NAMES)
    assert chances.of(facts) == pytest.approx(1 / (1 + exp(0.2 - 0.1)))


def taken(chances: Chances | None) -> set[Any]:
    """Collect what a bot with these chances does where its weights want a Bloodstone, but for ending the turn."""
    state = games.load("ascended-kings").from_position(position({"p1": 44, "p2": 99}, lying=(41, 91)))
    bot = ArenaBot(state.game, "p1", "bot", chances=chances)
    decision, legal = state.deciders()["p1"], state.legal_actions("p1")
    return {bot.choose(state.view("p1"), decision, legal, Random(n)) for n in range(40)} - {EndTurn("p1")}


def test_it_goes_another_way_only_where_that_is_surely_likelier() -> None:
    weighed = {Step("p1", tile) for tile in (33, 43, 53)}
    assert taken(None) == weighed
    assert taken(Chances(NAMES, (fork("off centre", 1, 0, 4 * GAIN * 0.9),))) == weighed
    outward = {Step("p1", tile) for tile in (33, 34, 35, 43, 53)}
    assert taken(Chances(NAMES, (fork("off centre", 1, 0, 4 * GAIN * 1.2),))) <= outward
    assert taken(Chances(NAMES, (fork("distance of rival 0", 4.5, 0, -1),))) == {Step("p1", 55)}, "the stone is not all"


def test_what_was_learned_is_of_these_facts_and_every_tree_comes_to_a_leaf() -> None:
    chances = learned()
    assert chances.names == NAMES
    assert len(chances.trees) > 50
    for tree in chances.trees:
        forks = len(tree.fact)
        assert forks == len(tree.most) == len(tree.yes) == len(tree.no) == len(tree.leaf) - 1
        assert all(0 <= fact < len(NAMES) for fact in tree.fact)
        ways = [*tree.yes, *tree.no]
        assert sorted(way for way in ways if way >= 0) == list(range(1, forks)), "each fork is reached by one way"
        assert sorted(~way for way in ways if way < 0) == list(range(forks + 1))
        assert all(way > at for at in range(forks) for way in (tree.yes[at], tree.no[at]) if way >= 0)


def test_what_was_learned_knows_good_from_bad() -> None:
    chances, beside = learned(), position({"p1": 44, "p2": 99}, p1=1, p2=1)
    view = games.load("ascended-kings").from_position(beside).view("p1")
    some = dict(zip(NAMES, Outlook(view, read_features(view, "p1")).after(EndTurn("p1")), strict=True))

    def chance(changed: Mapping[str, float]) -> float:
        return chances.of(list((some | changed).values()))

    assert chance({"Bloodstones": 3, "lead": 45}) > chance({"Bloodstones": 0, "lead": 0}) + 0.05
    war = {"war": 1, "rounds left": -1}
    assert chance(war | {"Bloodstones": 4, "lead": 60, "to Omega Stone": 1}) > 0.8
    rival = {"Bloodstones of rival 0": 4, "Bloodstones of rivals": 4, "lead": -60, "way of rival 0": 1}
    assert chance(war | rival | {"Bloodstones": 0, "to Omega Stone": 9, "distance of rival 0": 9}) < 0.4
