"""Tests what the hard level of the arena learned from games: its numbers, its network, and what it does by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from immolation import games
from immolation.bots.ascended_kings.arena_bot import LEVEL_WEIGHTS, ArenaBot
from immolation.bots.ascended_kings.arena_network import NAMES, Choice, Network, Outlook, learned
from immolation.bots.ascended_kings.arena_weights import ARENA, worth
from immolation.bots.ascended_kings.features import read_features
from immolation.games import State
from immolation.games.ascended_kings.actions import EndTurn, Kill, Place, Step
from immolation.games.ascended_kings.board.geometry import king_distance


def position(tiles: Mapping[str, int | None], lying: Sequence[int] = (), **carried: int) -> dict[str, Any]:
    """One in which p1 is in the Active State, with Bloodstones on these tiles and in these hands, the others aside."""
    found = games.load("ascended-kings").new({"seats": len(tiles), "track": "arena"}).position()
    for seat, tile in tiles.items():
        found["seats"][seat] |= {"tile": tile, "bloodstones": carried.get(seat, 0)}
    items = {str(tile): {"bloodstones": 1} for tile in lying}
    aside = 4 - len(lying) - sum(carried.values())
    return {**found, "turn": "p1", "stack": [{"at": "active"}], "items": items, "bloodstones_aside": aside}


def told(state: State, choice: Choice, seat: str = "p1", *, weighs_most: bool = False) -> dict[str, float]:
    """Return the numbers of a choice, by name."""
    view = state.view(seat)
    outlook = Outlook(view, read_features(view, seat), ARENA)
    return dict(zip(NAMES, outlook.after(choice, weighs_most), strict=True))


def of(**facts: Any) -> State:
    where = position({"p1": 44, "p2": 47, "p3": None}, lying=(45, 77), p1=1)
    where["items"]["33"] = {"ylem": 1}
    where["dead"] = [{"seat": "p3"}]
    where["seats"]["p2"]["level"] = 2
    return games.load("ascended-kings").from_position({**where, **facts})


def test_a_step_onto_a_bloodstone_is_told_with_it_and_with_who_is_near() -> None:
    before, after = told(of(), EndTurn("p1")), told(of(), Step("p1", 45), weighs_most=True)
    assert (before["seats"], before["ended"], before["steps"]) == (3, 1, 0)
    assert (after["ended"], after["steps"]) == (0, 1)
    assert (before["Bloodstones"], after["Bloodstones"]) == (1, 2)
    assert (before["Bloodstones lying"], after["Bloodstones lying"]) == (2, 1)
    assert (before["to Bloodstones 0"], before["rival to Bloodstones 0"]) == (1, 2)
    assert (after["to Bloodstones 0"], after["rival to Bloodstones 0"]) == (3, 3)
    assert (before["distance of rival 0"], after["distance of rival 0"]) == (3, 2)
    assert (after["near distance of rival 0"], after["near to Bloodstones 0"]) == (1 / 3, 1 / 4)
    assert before["distance of rival 1"] == 20, "nobody can be near who is off the board"
    assert before["Bloodstones of rival 2"] == -1, "nobody sits there"
    assert (before["to Ylem"], after["to Ylem"]) == (1, 2)
    assert (before["weighs most"], after["weighs most"]) == (0, 1)
    assert before["weighs more"] == 0
    assert after["weighs more"] != 0
    assert before["off the board"] == 1


def test_what_is_to_hunt_and_what_to_lose_is_told_of_all_rivals_together() -> None:
    state = games.load("ascended-kings").from_position(position({"p1": 44, "p2": 45, "p3": 47}, p1=1, p2=2, p3=1))
    now, away = told(state, EndTurn("p1")), told(state, Step("p1", 33))
    assert (now["prey beside"], away["prey beside"]) == (2, 0)
    assert (now["prey near"], away["prey near"]) == (2 / 2 + 1 / 4, 2 / 3 + 1 / 5)
    assert (now["carried beside"], away["carried beside"]) == (1, 0)
    assert (now["carried near"], away["carried near"]) == (1 / 2 + 1 / 4, 1 / 3 + 1 / 5)
    assert [now[f"rivals within {reach}"] for reach in (2, 3, 5)] == [1, 2, 2]
    assert (now["free beside"], away["free beside"]) == (7, 8)
    assert (now["rivals ahead"], now["first at Omega Stone"]) == (1, 0)


def test_of_a_rival_is_told_how_near_the_fire_is_and_who_is_beside_it() -> None:
    where = position({"p1": 44, "p2": 45, "p3": 46, "p4": None}, lying=(88,), p1=1, p2=1, p3=1)
    where |= {"walls": {"top": 2, "right": None, "bottom": None, "left": None}, "dead": [{"seat": "p4"}]}
    found = told(games.load("ascended-kings").from_position(where), EndTurn("p1"))
    assert [found[f"line of rival {rival}"] for rival in range(3)] == [2, 2, 20]
    assert [found[f"beside of rival {rival}"] for rival in range(3)] == [1, 1, 0], "the seat itself is not counted"


def test_where_a_rival_heads_is_told_by_what_lies_about_and_who_may_enter_the_omega_stone() -> None:
    where = position({"p1": 90, "p2": 44, "p3": 41}, lying=(46, 93), p1=1, p3=1)
    found = told(games.load("ascended-kings").from_position(where), EndTurn("p1"))
    assert found["to where rival 0 heads"] == king_distance(90, 46), "two steps to the Bloodstone, where it stops"
    war = {"war": True, "omega_stone": 4, "dials": {**where["dials"], "round": 0}}
    found = told(games.load("ascended-kings").from_position(where | war), EndTurn("p1"))
    assert found["to where rival 1 heads"] == king_distance(90, 14), "three steps to the Omega Stone, from column 1"


def test_koru_as_they_are_are_reckoned_for_each_who_could_take_the_omega_stone() -> None:
    def reckoned(**carried: int) -> list[float]:
        state = games.load("ascended-kings").from_position(position({"p1": 44, "p2": 47}, **carried))
        found = told(state, EndTurn("p1"))
        names = ("wins with the Omega Stone", "wins if rival 0 takes it", "wins if rival 1 takes it")
        return [found[name] for name in names]

    assert reckoned(p1=1, p2=1) == [1, 0, 0], "mats differ by 18 Koru at most, the stone brings 25"
    assert reckoned(p1=2, p2=1) == [1, pytest.approx(1 / 12), 0], "30 against 40"
    assert reckoned(p1=1, p2=3) == [pytest.approx(1 / 4), 0, 0], "40 against 45"


def war(tiles: Mapping[str, int | None], omega: int, lying: Sequence[int] = (), **carried: int) -> State:
    """One in the Omega War, with the Omega Stone on a tile."""
    where = position(tiles, lying, **carried) | {"war": True, "omega_stone": omega}
    return games.load("ascended-kings").from_position(where | {"dials": {**where["dials"], "round": 0}})


def test_who_may_take_the_omega_stone_and_what_that_wins_is_told_of_each() -> None:
    state = war({"p1": 14, "p2": 34, "p3": 54}, omega=4, p1=2, p2=1)
    stays, takes = told(state, EndTurn("p1")), told(state, Step("p1", 4))
    assert (stays["takes the Omega Stone"], stays["wins by it"]) == (0, 0)
    assert (takes["takes the Omega Stone"], takes["wins by it"]) == (1, 1), "65 Koru against 25"
    assert (stays["may take it"], stays["rival 0 may take it"]) == (1, 3 / 4), "two to five steps, each as often"
    assert (stays["rival 1 may take it"], stays["rival 2 may take it"]) == (0, 0), "p3 carries nothing"
    assert stays["loses to who takes it"] == pytest.approx(3 / 4 * (1 - stays["wins if rival 0 takes it"]))
    assert told(war({"p1": 14, "p2": 34}, omega=4, p2=3), EndTurn("p1"))["may take it"] == 0


def test_how_often_rivals_kill_who_stands_there_is_told() -> None:
    state = games.load("ascended-kings").from_position(position({"p1": 44, "p2": 45, "p3": 49}, lying=(77,), p1=2))
    found = told(state, EndTurn("p1"))
    spared = 1 - 0.03 * 2
    beside = sum(spared**attacks for attacks in (3, 4, 5, 6)) / 4
    afar = sum(spared**attacks for attacks in (0, 0, 1, 2)) / 4
    assert found["struck"] == pytest.approx(1 - beside * afar), "p3 comes beside with the fourth step"
    assert found["struck carried"] == pytest.approx(2 * found["struck"])
    fought = told(war({"p1": 44, "p2": 45}, omega=4, lying=(77, 88)), EndTurn("p1"))["struck"]
    assert fought == pytest.approx(1 - sum(0.9**attacks for attacks in (3, 4, 5, 6)) / 4)


def test_in_the_war_is_told_how_much_further_the_nearest_rival_with_a_bloodstone_has_to_go() -> None:
    state = war({"p1": 44, "p2": 6, "p3": 95}, omega=4, p1=1, p3=2)
    assert told(state, Step("p1", 34))["first at Omega Stone"] == 9 - 3, "p2 may not enter it"


def test_who_is_killed_leaves_its_bloodstones_where_it_stood() -> None:
    state = games.load("ascended-kings").from_position(position({"p1": 44, "p2": 45, "p3": 99}, p1=1, p2=2))
    before, after = told(state, EndTurn("p1")), told(state, Kill("p1", "p2", "attack"))
    assert (before["rivals beside"], after["rivals beside"]) == (1, 0)
    assert (before["Bloodstones of rival 0"], after["Bloodstones of rival 0"]) == (2, 0)
    assert (after["to Bloodstones 0"], after["count of Bloodstones 0"], after["Bloodstones lying"]) == (1, 2, 2)
    assert (before["most Bloodstones of a rival"], after["most Bloodstones of a rival"]) == (2, 0)
    assert (after["kills"], after["ended"], after["off the board"]) == (1, 0, 1)
    assert after["lead"] - before["lead"] == 30, "the best rival has two Bloodstones less, and p3 is a King as p2 was"


def test_who_returns_is_told_where_it_would_stand() -> None:
    where = position({"p1": None, "p2": 45}, lying=(11, 77), p2=1)
    where["seats"]["p1"]["form"] = "revenant"
    stack = [{"at": "turn-over"}, {"at": "place", "seat": "p1", "tile": 66}]
    state = games.load("ascended-kings").from_position({**where, "stack": stack, "dead": [{"seat": "p1"}]})
    there = told(state, Place("p1", 77))
    assert (there["Bloodstones"], there["returns"], there["ended"], there["revenant"]) == (1, 1, 1, 1)
    assert there["distance of rival 0"] == 3
    assert there["weighs more"] > 0


def test_the_lead_is_in_koru_that_everybody_sees() -> None:
    before, after = told(of(), EndTurn("p1")), told(of(), Step("p1", 45))
    assert before["lead"] == (15 + 10 + 5) - (0 + 10 + 10)
    assert after["lead"] == before["lead"] + 15


def test_who_lies_dead_has_been_killed_although_it_is_no_revenant_yet() -> None:
    where = position({"p1": 44, "p2": None}, lying=(77,), p1=1) | {"dead": [{"seat": "p2"}]}
    found = told(games.load("ascended-kings").from_position(where), EndTurn("p1"))
    assert found["lead"] == (15 + 10 + 5) - 5, "AK-SCORE-06"


def test_rounds_left_are_those_before_omega_on_both_sides_of_the_dial() -> None:
    dials = of().position()["dials"]

    def left(shown: int) -> float:
        return told(of(dials={**dials, "round": shown}), EndTurn("p1"))["rounds left"]

    assert [left(15), left(11), left(10), left(1)] == [16, 12, 10, 1], "between 11 and 10 the dial is turned over"
    now = told(of(war=True, omega_stone=4, dials={**dials, "round": 0}), Step("p1", 34))
    assert (now["rounds left"], now["war"], now["to Omega Stone"], now["way of rival 0"]) == (-1, 1, 3, 4)
    assert now["flames"] == 0


@pytest.mark.parametrize(("shown", "event", "flames"), [(15, 0, 1), (15, 2, 2), (11, 11, 2), (10, 3, 1)])
def test_flames_are_the_rolls_that_bring_the_blue_flame_at_the_end_of_this_round(
    shown: int, event: int, flames: int
) -> None:
    state = of(dials={**of().position()["dials"], "round": shown, "event": event})
    assert told(state, EndTurn("p1"))["flames"] == flames


def test_lines_to_the_fire_walls_are_counted_from_the_nearest() -> None:
    walls = {"top": 2, "right": None, "bottom": None, "left": 0}
    found = told(of(walls=walls), EndTurn("p1"))
    assert [found[f"lines to Fire Wall {wall}"] for wall in range(4)] == [2, 4, 6, 6]


def network(
    direct: Mapping[str, float], hidden: Mapping[str, float] | None = None, out: float = 0, second: float = 1
) -> Network:
    """A network of one unit a layer; the second passes on the first times ``second``."""

    def weights(named: Mapping[str, float]) -> tuple[float, ...]:
        return tuple(float(named.get(name, 0)) for name in NAMES)

    return Network(NAMES, (weights(hidden or {}),), (-1.0,), ((second,),), (0.5,), (out,), weights(direct))


def test_a_preference_is_the_direct_layer_and_what_hidden_units_pass_on() -> None:
    facts = [float(name in ("war", "steps")) for name in NAMES]
    assert network({"war": 2, "dire": 9}).preference(facts) == 2
    assert network({"war": 2}, {"steps": 4}, out=0.5, second=3).preference(facts) == 2 + 0.5 * (3 * (4 - 1) + 0.5)
    assert network({"war": 2}, {"steps": 0.5}, out=7).preference(facts) == 2 + 7 * 0.5, (
        "a unit below 0 passes nothing on"
    )
    assert network({"war": 2}, {"steps": 4}, out=7, second=-3).preference(facts) == 2, "in neither layer"


def taken(known: Network | None) -> set[Any]:
    """Collect what a bot does where its weights want a Bloodstone, but for ending the turn."""
    state = games.load("ascended-kings").from_position(position({"p1": 44, "p2": 99}, lying=(41, 91)))
    bot = ArenaBot(state.game, "p1", "bot", network=known)
    decision, legal = state.deciders()["p1"], state.legal_actions("p1")
    return {bot.choose(state.view("p1"), decision, legal, Random(n)) for n in range(40)} - {EndTurn("p1")}


def test_it_does_what_the_network_prefers() -> None:
    weighed = {Step("p1", tile) for tile in (33, 43, 53)}
    assert taken(None) == weighed
    assert taken(network({"weighs most": 1})) == weighed
    assert taken(network({"distance of rival 0": -1})) == {Step("p1", 55)}, "the stone is not all"
    assert taken(network({"distance of rival 0": -1, "weighs most": 3})) == weighed
    assert taken(network({"ended": 1})) == set()


def test_the_dead_end_their_turn_where_a_house_rule_lets_it_go_on() -> None:
    game = games.load("ascended-kings")
    options = {"turn.active_death_ends_turn": False}
    found = game.new({"seats": 2, "track": "arena", "options": options}).position()
    found["seats"]["p1"] |= {"tile": None, "bloodstones": 0}
    dead = {"turn": "p1", "stack": [{"at": "active"}], "dead": [{"seat": "p1"}], "items": {"44": {"bloodstones": 1}}}
    state = game.from_position({**found, **dead})
    decision, bot = state.deciders()["p1"], ArenaBot(game, "p1", network=learned())
    legal = state.legal_actions("p1")
    assert len(legal) > 1, "it may also begin to return"
    assert bot.choose(state.view("p1"), decision, legal, Random(1)) == EndTurn("p1")


def test_what_was_learned_is_of_these_numbers() -> None:
    known = learned()
    assert known.names == NAMES
    assert len(known.hidden) == len(known.bias) > 20
    assert len(known.second) == len(known.second_bias) == len(known.out) > 20
    assert {len(weights) for weights in (*known.hidden, known.direct)} == {len(NAMES)}
    assert {len(weights) for weights in known.second} == {len(known.bias)}


def test_what_was_learned_knows_good_from_bad() -> None:
    state = war({"p1": 44, "p2": 99}, omega=4, p1=4)
    known, weights = learned(), LEVEL_WEIGHTS["search:hard"]
    outlook = Outlook(state.view("p1"), read_features(state.view("p1"), "p1"), weights)

    def preference(choice: Choice) -> float:
        return known.preference(outlook.after(choice, False))

    nearer, further = (max(preference(Step("p1", tile)) for tile in row) for row in ((33, 34, 35), (53, 54, 55)))
    assert nearer > further, "who carries all Bloodstones goes to the Omega Stone"


def test_the_hard_level_takes_the_omega_stone_that_wins_whoever_stands_beside_it() -> None:
    state = war({"p1": 35, "p2": 3, "p3": 77}, omega=4, lying=(44,), p1=2)
    for tile in (25, 15):
        state.apply(Step("p1", tile))
    seen, weights = read_features(state.view("p1"), "p1"), LEVEL_WEIGHTS["search:hard"]
    assert worth(seen, 4, weights) < worth(seen, 15, weights), "by the weights it would be exposed there"
    bot, decision = ArenaBot(state.game, "p1", weights=weights, network=learned()), state.deciders()["p1"]
    takes = [Step("p1", 4), EndTurn("p1"), Step("p1", 26)]
    chosen = {bot.choose(state.view("p1"), decision, takes, Random(n)) for n in range(20)}
    assert chosen == {Step("p1", 4), EndTurn("p1")}, "the turn ends where the mat allows no third step"
