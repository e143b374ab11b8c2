"""Chimera Con as greedy sees it: dice weighed unrolled, cards for what they could become, games that end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from immolation import bots, games
from immolation.bots.chimera_con.odds import differences, odds, sums
from immolation.bots.evaluation import evaluation
from immolation.bots.search.search_bot import SearchBot
from immolation.games import CHANCE, Action, State

GAME = games.load("chimera-con")


def place(at: Any, *seats: dict[str, Any], **more: Any) -> State:
    stack = at if isinstance(at, list) else [at if isinstance(at, dict) else {"at": at}]
    named = {f"p{number}": facts for number, facts in enumerate(seats, 1)}
    return GAME.from_position({"seats": named, "stack": stack, **more})


def chimera(*families: str) -> dict[str, str]:
    return {part: f"{family}-{part}" for part, family in zip(("head", "body", "rear"), families * 3, strict=False)}


def chosen(state: State, seat: str = "p1") -> dict[str, Any]:
    """What greedy does, the same with each of three generators."""
    found = [bots.choose(bots.make("greedy", GAME, seat), state, seat, Random(seed)) for seed in range(3)]
    assert found[0] == found[1] == found[2]
    return dict(GAME.record(found[0]))


def worth(state: State, seat: str = "p1") -> float:
    weighed = evaluation("chimera-con")
    assert weighed is not None
    return weighed.evaluate(state, seat)


def test_dice_are_weighed_exactly() -> None:
    assert sums(0) == (1.0,)
    assert sum(sums(9)) == pytest.approx(1)
    assert sums(2)[7] == pytest.approx(6 / 36)
    one = odds(1, 1, 0)
    assert (one.hits, one.damage, one.countered) == pytest.approx((15 / 36, 35 / 36, 35 / 36))
    assert sum(chance for _, chance in differences(3, 2, 0)) == pytest.approx(1)
    assert sum(chance for _, chance in differences(2, 0, 11)) == pytest.approx(3 / 36)
    assert odds(2, 0, 11).damage == pytest.approx((2 * 11 + 12) / 36)
    assert odds(0, 4, 0).damage == 0


def test_an_attack_that_cannot_be_countered_is_worth_a_try_and_one_that_backfires_is_not() -> None:
    free = place("action", {"parts": chimera("clockwork-cat")}, {"parts": chimera("vine-weasel")})
    assert chosen(free) | {"synergy": True} == {
        "do": "attack", "seat": "p1", "part": "head", "target": "p2", "synergy": True, "of": "",
    }  # fmt: skip
    bad = place(
        "action", {"parts": chimera("lanternmoth", "lanternmoth", "storm-heron")}, {"parts": chimera("galehawk")}
    )
    assert chosen(bad) != {"do": "attack", "seat": "p1", "part": "open", "target": "p2", "synergy": True, "of": ""}


def test_a_deadly_blow_is_cancelled_and_a_harmless_one_is_not() -> None:
    blow = {"at": "attack", "seat": "p2", "target": "p1", "part": "rear"}
    frail = {"parts": chimera("gorgon-newt"), "hand": ["trapdoor"], "damage": 13}
    strong = {"parts": chimera("rustgolem")}
    deadly = place([{"at": "discard"}, blow], frail, strong, turn="p2", merchant="p2")
    assert chosen(deadly)["do"] == "cheat"
    weak = {"parts": chimera("lanternmoth", "lanternmoth", "storm-heron")}
    harmless = place([{"at": "discard"}, blow], {**frail, "damage": 0}, weak, turn="p2", merchant="p2")
    assert chosen(harmless)["do"] == "pass"


def test_the_easy_bot_gives_no_thought_to_cheats_out_of_turn() -> None:
    blow = {"at": "attack", "seat": "p2", "target": "p1", "part": "rear"}
    frail = {"parts": chimera("gorgon-newt"), "hand": ["trapdoor"], "damage": 13}
    deadly = place([{"at": "discard"}, blow], frail, {"parts": chimera("rustgolem")}, turn="p2", merchant="p2")
    easy = bots.make("search:easy", GAME, "p1")
    assert {bots.choose(easy, deadly, "p1", Random(seed)) for seed in range(3)} == {deadly.deciders()["p1"].default}
    free = place("action", {"parts": chimera("clockwork-cat")}, {"parts": chimera("vine-weasel")})
    assert GAME.record(bots.choose(easy, free, "p1", Random(1)))["do"] == "attack", "on its own turn it plays as greedy"


def test_who_flies_out_of_reach_without_a_claw_lands() -> None:
    up = {"parts": chimera("cinderdrake"), "airborne": True}
    assert chosen(place("draw", up, {"parts": chimera("thornback"), "damage": 18}))["do"] == "land"


def test_a_card_in_hand_is_worth_what_it_could_become() -> None:
    rival = {"parts": chimera("mirefang")}
    own = {"parts": chimera("bellow-ox", "bellow-ox", "gorgon-newt")}
    useless = place("draw", {**own, "hand": ["galehawk-head"]}, rival)
    useful = place("draw", {**own, "hand": ["bellow-ox-rear"]}, rival)
    assert worth(useful) > worth(useless) + 1
    assert worth(useful, "p2") == pytest.approx(worth(useless, "p2")), "hands of others are only imagined"


def test_the_damaged_stand_worse_and_the_relation_is_mutual() -> None:
    fresh = place("draw", {"parts": chimera("mirefang")}, {"parts": chimera("mirefang")})
    hurt = place("draw", {"parts": chimera("mirefang"), "damage": 8}, {"parts": chimera("mirefang")})
    assert worth(hurt) < worth(fresh) - 8
    assert worth(hurt, "p2") > worth(fresh, "p2") + 8


@pytest.mark.parametrize("thinks", [bots.Budget(nodes=60), bots.Budget(seconds=0.05), bots.Budget(nodes=1)])
def test_search_spends_what_it_may_on_more_hands(thinks: bots.Budget) -> None:
    blow = {"at": "attack", "seat": "p2", "target": "p1", "part": "rear"}
    frail = {"parts": chimera("gorgon-newt"), "hand": ["trapdoor"], "damage": 13}
    deadly = place([{"at": "discard"}, blow], frail, {"parts": chimera("rustgolem")}, turn="p2", merchant="p2")
    seen = 0

    def imagine(rng: Random) -> State:
        nonlocal seen
        seen += 1
        return deadly.sample("p1", rng)

    bot = SearchBot(GAME, "p1", thinks)
    decision, actions = deadly.deciders()["p1"], deadly.legal_actions("p1")
    action = bot.choose(deadly.view("p1"), decision, actions, Random(1), imagine)
    assert len(actions) == 2
    if thinks.nodes is not None:
        assert seen == max(1, thinks.nodes // 2)
    assert 1 <= seen <= 40
    assert (action == decision.default) == (thinks.nodes == 1), "a single look is at what is assumed"


def test_the_levels_differ_by_what_they_think_about() -> None:
    """Only the hard level cheats out of turn; the easy one builds and discards what the decision assumes."""
    blow = {"at": "attack", "seat": "p2", "target": "p1", "part": "rear"}
    frail = {"parts": chimera("gorgon-newt"), "hand": ["trapdoor"], "damage": 13}
    deadly = place([{"at": "discard"}, blow], frail, {"parts": chimera("rustgolem")}, turn="p2", merchant="p2")
    hand = ["rustgolem-head", "gorgon-newt-head", "rustgolem-body", "gorgon-newt-body", "rustgolem-rear"]
    building = place("build", {"hand": hand}, {"hand": hand})

    def done(level: str, state: State) -> Action:
        return bots.choose(bots.make(level, GAME, "p1"), state, "p1", Random(1))

    passed = deadly.deciders()["p1"].default
    assert [done(level, deadly) == passed for level in bots.LEVELS] == [True, True, False]
    first = building.deciders()["p1"].default
    assert [done(level, building) == first for level in bots.LEVELS] == [True, False, False]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_games_of_greedy_players_end(seats: int) -> None:
    state = GAME.new({"seats": seats, "options": {"points_to_win": 1}})
    rng = Random(seats)
    players = {seat: bots.make("greedy", GAME, seat) for seat in state.seats}
    turns = 0
    while asked := state.deciders():
        seat, decision = next(iter(asked.items()))
        action: Action = (
            rng.choices([one.action for one in decision.outcomes], [one.weight for one in decision.outcomes])[0]
            if seat == CHANCE
            else bots.choose(players[seat], state, seat, rng)
        )
        turns += sum(event.kind == "turn-begins" for event in state.apply(action))
        assert turns < 60 * seats, "nobody dares to attack"
    assert state.outcome() is not None
