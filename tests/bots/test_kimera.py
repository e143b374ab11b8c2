"""Greedy riders of Kimera: the odds they reckon with, and what they make of an attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from immolation import bots, games
from immolation.bots.bot import Budget
from immolation.bots.kimera import fighters
from immolation.bots.kimera.assault import ALIVE, Assault, Striker, balance_worth, unknown, wounds_worth
from immolation.bots.kimera.evaluation import FOLLOWED
from immolation.bots.kimera.odds import Guard, best_two, defence_chance, reaches
from immolation.bots.levels import SearchLevel
from immolation.bots.search import search_bot, ways
from immolation.bots.search.follow import Followed, Lookahead
from immolation.games import CHANCE, Action, State
from immolation.games.kimera.state import KimeraState
from msgspec.structs import replace

from tests.games.playouts import walk

GAME = games.load("kimera")


@pytest.mark.parametrize("hand", range(5))
@pytest.mark.parametrize(("cap", "extra"), [(0, 0), (2, 0), (4, 1), (6, 0), (8, 2)])
def test_the_two_best_cards_of_an_unknown_hand_are_counted_exactly(hand: int, cap: int, extra: int) -> None:
    counted: Counter[int] = Counter()
    for cards in product(range(1, 7), repeat=hand):
        counted[sum(sorted((min(cap, card + extra) for card in cards), reverse=True)[:2])] += 1
    found = best_two(hand, cap, extra)
    assert sum(found) == pytest.approx(1)
    for total, chance in enumerate(found):
        assert chance == pytest.approx(counted[total] / 6**hand)
    assert reaches(hand, cap, extra, 0) == 1


GUARD = Guard(
    evade=4, intercept=2, evade_skill=0, intercept_skill=0, card_values=0, any_intercepts=False, evades_free=False
)


def test_a_defence_needs_cards_balance_or_a_tie_that_is_won_with_nothing() -> None:
    assert defence_chance(GUARD, 0, True, 0, True) == 1
    assert defence_chance(GUARD, 0, True, 0, False) == 0
    assert defence_chance(GUARD, 3, True, 9, True) == 0, "4 and 4 at most"
    assert defence_chance(GUARD, 5, True, 7, False) > defence_chance(GUARD, 2, True, 7, False) > 0
    assert defence_chance(GUARD, 3, False, 7, False) == 0, "no Evade, and 2 and 2 are too few"
    assert defence_chance(GUARD._replace(evades_free=True), 3, False, 7, False) > 0, "a Siroko evades for nothing"
    assert defence_chance(GUARD._replace(evade_skill=1), 3, True, 8, False) > 0, "a skill card adds 2"


def chosen(state: State, seat: str, seed: int = 1) -> dict[str, Any]:
    bot = bots.make("greedy", GAME, seat)
    decision, legal = state.deciders()[seat], state.legal_actions(seat)
    return GAME.record(bot.choose(state.view(seat), decision, legal, Random(seed), partial(state.sample, seat)))


def position(defence: dict[str, Any], cards: list[str], /, **target: Any) -> State:
    traits = {"heavy_melee": 4, "intensity": 4, "discipline": 5}
    one = {"type": "kiron", "traits": traits, "balance": 9, "initiative": 4, "hand": cards}
    return GAME.from_position({"seats": {"p1": one, "p2": {"traits": defence, "balance": 1, **target}}})


def test_greedy_strikes_one_who_is_off_and_cannot_defend() -> None:
    for seed in range(3):
        state = position(
            {}, ["scar-5", "stagger-6", "rend-6"], balance=0, off=True, wounds=["bash-1", "bash-2", "rend-1"]
        )
        assert chosen(state, "p1", seed)["do"] == "attack"


def test_greedy_does_not_waste_its_cards_on_a_wall() -> None:
    wall = {"evade": 6, "intercept": 6, "armor": 6, "discipline": 6}
    hand = ["sunder-6", "rend-6", "bash-6", "crush-5", "expose-5", "sunder-5"]
    state = position(wall, ["scar-5", "crack-1"], type="siroko", balance=12, hand=hand)
    assert chosen(state, "p1")["do"] in ("stand-down", "hold")


def test_greedy_defends_where_its_hand_is_good_enough_and_with_no_more_than_needed() -> None:
    attack = {"at": "attack", "attacker": "p1", "target": "p2", "how": "heavy-melee", "step": "targets", "value": 5}
    hand = ["crack-4", "crush-2", "scar-6"]
    seats = {
        "p1": {"type": "kiron", "traits": {"heavy_melee": 4, "intensity": 4}, "balance": 6, "initiative": 2},
        "p2": {"type": "drako", "traits": {"evade": 4}, "balance": 3, "hand": hand},
    }
    state = GAME.from_position({"seats": seats, "stack": [attack, {"at": "defend", "seat": "p2"}]})
    first = chosen(state, "p2")
    assert first["how"] == "evade"
    state.apply(GAME.action(first))
    assert sorted(chosen(state, "p2")["cards"]) == ["crack-4", "crush-2"], "6 holds 5 off; the 6 is kept"


# --- what can still be done this round --------------------------------------------------------------------

STRIKER = Striker(
    ground=True,
    heavy=4,
    free=4,
    heavy_skill=0,
    free_skill=0,
    acuity=0,
    acuity_skill=0,
    far=99,
    any_far=False,
    intensity=4,
    grace=False,
)
OPEN = Guard(
    evade=0, intercept=0, evade_skill=0, intercept_skill=0, card_values=0, any_intercepts=False, evades_free=False
)
FIVE = (6, 5, 3, 2, 1)


def all_out(
    striker: Striker = STRIKER, guard: Guard = OPEN, *, shield: bool = False, rival_weight: float = 1.0
) -> Assault:
    return Assault(striker, guard, shield, 4, rival_weight)


def test_an_assault_needs_a_lead_and_balance() -> None:
    for lead in (-1, 0, 1):
        assert all_out().worth(lead, FIVE, 8, 0, 6, False, 0) == 0, "melee needs a lead of 2"
    assert all_out().worth(2, FIVE, 0, 0, 6, False, 0) == 0, "nobody attacks with 0 Balance"
    one, two = (all_out().worth(lead, FIVE, 8, 0, 6, False, 0) for lead in (2, 3))
    assert 0 < one < two
    bolts = STRIKER._replace(ground=False, acuity=4, far=0)
    assert all_out(bolts).worth(0, FIVE, 8, 0, 6, False, 0) > 0, "in the air a Bolt needs no lead"


def test_what_an_assault_brings_is_counted_blow_by_blow() -> None:
    whole = balance_worth(8) - balance_worth(7)  # what a Free Melee costs
    assert all_out().worth(2, (), 8, 0, 9, False, 0) == pytest.approx(balance_worth(9) - balance_worth(5) - whole)
    off = all_out().worth(2, (), 8, 0, 0, True, 0)
    assert off == pytest.approx(-wounds_worth(1) - whole), "who is Off takes a damage card"
    last = all_out().worth(2, (), 8, 0, 0, True, 3)
    assert last == pytest.approx(ALIVE + wounds_worth(3) - wounds_worth(4) - whole), "the fourth is the last"
    assert all_out(shield=True).worth(2, (), 8, 0, 9, False, 0) < all_out().worth(2, (), 8, 0, 9, False, 0)


def test_who_can_defend_is_worth_less_trouble() -> None:
    guard = OPEN._replace(evade=6)
    assert all_out(guard=guard).worth(4, FIVE, 8, 5, 9, False, 0) < all_out().worth(4, FIVE, 8, 5, 9, False, 0)
    tired = all_out(guard=guard).worth(4, FIVE, 8, 0, 9, False, 0)
    assert tired > all_out(guard=guard).worth(4, FIVE, 8, 5, 9, False, 0), "who has no cards left is struck"
    flying = STRIKER._replace(ground=False)
    assert all_out(flying).worth(4, (), 8, 0, 9, False, 0) == 0, "in the air nothing against nothing fails"


def test_assaults_that_are_kept_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fighters, "MOST_ASSAULTS", 4)
    state = GAME.from_position({"seats": {"p1": {"initiative": 4, "balance": 3}, "p2": {"initiative": 2}}})
    assert isinstance(state, KimeraState)
    one, other = (fighters.profile(mount) for mount in state.facts.mounts.values())
    for defeat in range(1, 12):
        assert one.against(other, False, defeat, 1.0) is one.against(other, False, defeat, 1.0)
        assert len(fighters._assaults) <= 4


def test_cards_nobody_sees_are_taken_for_usual_ones() -> None:
    assert unknown(0, 0) == ()
    for count in range(1, 9):
        cards = unknown(count, 0)
        assert len(cards) == count
        assert list(cards) == sorted(cards, reverse=True)
        assert all(1 <= card <= 6 for card in cards)
        assert sum(cards) / count == pytest.approx(3.5, abs=0.6)
        assert unknown(count, 2) == tuple(card + 2 for card in cards)


def test_greedy_discards_for_a_full_recovery_until_its_balance_is_full() -> None:
    one = {"type": "kiron", "traits": {"recovery": 4, "discipline": 5, "armor": 4}, "balance": 0}
    one["hand"] = ["crack-4", "crush-2", "scar-6", "bash-4", "rend-3"]
    state = GAME.from_position({"seats": {"p1": one, "p2": {}}, "stack": [{"at": "recovery", "order": ["p1"]}]})
    state.apply(GAME.action({"do": "recover", "seat": "p1", "how": "full"}))
    while state.deciders().get("p1") and state.deciders()["p1"].kind == "full-recovery":
        state.apply(GAME.action(chosen(state, "p1")))
    facts = state.view(None)["seats"]["p1"]
    assert facts["balance"] == facts["full_balance"]


def test_greedy_presses_who_is_weak_and_cannot_reach_back() -> None:
    strong = {"type": "sinister", "traits": {"free_melee": 4, "intensity": 4}, "balance": 6, "initiative": 5}
    seats = {
        "p1": {**strong, "hand": ["rend-6", "crack-4", "sunder-5"]},
        "p2": {"traits": {"evade": 4, "intensity": 3, "recovery": 4}, "balance": 12, "initiative": 1, "hand": FULL},
        "p3": {"traits": {"evade": 4, "intensity": 3, "recovery": 4}, "balance": 2, "initiative": 1},
    }
    for seed in range(3):
        found = chosen(GAME.from_position({"seats": seats}), "p1", seed)
        assert (found["do"], found["target"]) == ("attack", "p3")


FULL = ["crack-6", "crush-6", "scar-6", "bash-6", "expose-6"]


def test_who_knows_how_rounds_go_beats_who_does_not() -> None:
    """Both look one action ahead."""
    assert wins("search:medium", "search:easy", 16) >= 11


def test_a_round_thought_through_beats_one_action() -> None:
    """Both know what medium knows."""
    assert wins("search:hard", "search:hard", 4, depth=0, knowing="search:medium") >= 3


def test_hard_beats_medium() -> None:
    assert wins("search:hard", "search:medium", 4) >= 3


def wins(better: str, other: str, games: int, depth: int | None = None, knowing: str = "") -> int:
    """Count the games of two that the better bot wins, on a third of hard's budget.

    Both ride alike, so it is not the rider who wins. ``depth``: how far the other one looks ahead, where that is said;
    ``knowing``: the level whose evaluation both weigh by then.
    """
    won = 0
    for number in range(games):
        rider = ("ashkar", "xilune", "skaar", "aelith")[number // 2 % 4]
        state = GAME.new({"seats": 2, "riders": {"p1": rider, "p2": rider}})
        own = state.seats[(number + 1) % 2]
        names = {seat: better if seat == own else other for seat in state.seats}
        players = {seat: bots.make(name, GAME, seat, Budget(nodes=100)) for seat, name in names.items()}
        if depth is not None:
            shallow = next(player for seat, player in players.items() if seat != own)
            assert isinstance(shallow, search_bot.SearchBot)
            shallow.level = replace(shallow.level, depth=depth)
            for player in players.values():
                player.name = knowing
        rng = Random(number)
        while deciders := state.deciders():
            seat, decision = next(iter(deciders.items()))
            state.apply(decision.drawn(rng) if seat == CHANCE else bots.choose(players[seat], state, seat, rng))
        result = state.outcome()
        assert result is not None
        won += result.winners == (own,)
    return won


@pytest.mark.parametrize("level", ["search:easy", "search:hard"])
def test_levels_take_a_round_that_has_not_begun_otherwise(level: str) -> None:
    usual, own = bots.evaluation("kimera"), bots.evaluation("kimera", level)
    assert usual is not None
    assert own is not None
    prepared = [usual.evaluate(state, seat) != own.evaluate(state, seat) for state, seat in before_dice()]
    assert len(prepared) == 3
    assert all(prepared)
    open_to_all = GAME.from_position({"seats": {"p1": {"initiative": 4, "balance": 3}, "p2": {"initiative": 2}}})
    assert own.evaluate(open_to_all, "p1") == usual.evaluate(open_to_all, "p1"), "Initiative is known, no round is late"


@pytest.mark.parametrize(("level", "differ"), [("search:easy", False), ("search:medium", False), ("search:hard", True)])
def test_hard_takes_from_the_foremost_of_several_rivals(level: str, differ: bool) -> None:
    """p2 is undamaged, p3 has three damage cards. With initiative spent, nobody can do anything more this round."""

    def standing(second: int, third: int) -> float:
        seats = {
            "p1": {"balance": 5},
            "p2": {"balance": second},
            "p3": {"balance": third, "wounds": ["bash-1", "bash-2", "rend-1"]},
        }
        weighed = bots.evaluation("kimera", level)
        assert weighed is not None
        state = GAME.from_position({"seats": seats})
        value = weighed.evaluate(state, "p1")
        assert weighed.features is not None
        assert sum(weighed.features(state, "p1").values()) == pytest.approx(value)
        return value

    from_first, from_last = (standing(*balance) - standing(6, 6) for balance in ((4, 6), (6, 4)))
    assert min(from_first, from_last) > 0
    assert (from_first > 2 * from_last) == differ
    assert differ or from_first == pytest.approx(from_last)


@pytest.mark.parametrize("level", ["search:easy", "search:hard"])
def test_the_only_rival_counts_as_much_whatever_it_lost(level: str) -> None:
    def standing(balance: int, *wounds: str) -> float:
        weighed = bots.evaluation("kimera", level)
        assert weighed is not None
        return weighed.evaluate(
            GAME.from_position({"seats": {"p1": {}, "p2": {"balance": balance, "wounds": [*wounds]}}}), "p1"
        )

    whole, damaged = (standing(4, *wounds) - standing(6, *wounds) for wounds in ((), ("bash-1", "bash-2")))
    assert whole == pytest.approx(damaged)


def before_dice() -> list[tuple[State, str]]:
    """Moments at which riders prepare, and who does."""
    state, rng, found = GAME.new({"seats": 3}), Random(4), []
    for _ in walk(state, rng):
        seat, decision = next(iter(state.deciders().items()), (CHANCE, None))
        if decision is not None and decision.kind == "prepare":
            found.append((state.copy(), seat))
            if len(found) == 3:
                break
    return found


def wide_choice(most: int = 3, kinds: Collection[str] = ()) -> tuple[State, str]:
    """A choice among more than so many actions, of one of the ``kinds`` of decision where some are named."""
    state, rng = GAME.new({"seats": 2}), Random(4)
    for _ in walk(state, rng):
        seat, decision = next(iter(state.deciders().items()), (CHANCE, None))
        if decision is None or seat == CHANCE or (kinds and decision.kind not in kinds):
            continue
        if len(state.legal_actions(seat)) > most:
            return state, seat
    raise AssertionError("no wide choices")


def told_by(
    monkeypatch: pytest.MonkeyPatch,
    follow: Callable[[Lookahead], Followed],
    judge: Callable[[State, Sequence[Action]], Mapping[Action, float]],
) -> None:
    """Let all actions be followed so, and be judged so beforehand."""
    weighed = bots.evaluation("kimera")
    assert weighed is not None
    assert weighed.policy is not None
    told = replace(weighed, policy=replace(weighed.policy, worth_following=lambda _, actions: actions, judge=judge))
    monkeypatch.setattr(ways, "rollouts", follow)
    monkeypatch.setattr(search_bot, "rollouts", follow)
    monkeypatch.setattr(search_bot, "evaluation", lambda *_: told)


@pytest.mark.parametrize(("worlds", "follows"), [(2, False), (3, False), (6, True)])
def test_what_looks_best_is_left_for_another_only_after_enough_worlds(
    worlds: int, follows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One action looks two better, the other is followed to one better in each world; the look counts two worlds."""
    state, seat = wide_choice(kinds=("prepare",))
    looks, other = state.legal_actions(seat)[:2]

    def follow(look: Lookahead) -> Followed:
        return Followed([float(action == other) for action in look.first], 10)

    told_by(monkeypatch, follow, lambda _, actions: {action: 2.0 * (action == looks) for action in actions})
    bot = search_bot.SearchBot(GAME, seat, Budget(nodes=10 * worlds), "search:hard", SearchLevel(1, prior=2.0))
    assert bots.choose(bot, state, seat, Random(1)) == (other if follows else looks)


def test_of_actions_that_come_to_the_same_the_one_that_looks_best_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def follow(look: Lookahead) -> Followed:
        return Followed([1.0] * len(look.first), len(look.first))

    told_by(
        monkeypatch, follow, lambda _, actions: {action: float(action == min(actions, key=repr)) for action in actions}
    )
    state, seat = wide_choice(FOLLOWED)
    for seed in range(5):
        chosen = bots.choose(bots.make("hard", GAME, seat), state, seat, Random(seed))
        assert chosen == min(state.legal_actions(seat), key=repr)


@pytest.mark.parametrize(("kind", "hard"), [("prepare", 3), ("recovery", 3), ("maneuver", 0), ("turn", 0)])
def test_the_levels_differ_by_what_they_think_about(kind: str, hard: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hard follows three actions in several worlds until Initiative is known; else each does what looks best to it."""
    worlds: list[int] = []

    def follow(look: Lookahead) -> Followed:
        worlds.append(len(look.first))
        return Followed([float(number) for number in range(len(look.first))], 15 * len(look.first))

    monkeypatch.setattr(ways, "rollouts", follow)
    monkeypatch.setattr(search_bot, "rollouts", follow)
    state, seat = wide_choice(kinds=(kind,))
    for level in bots.LEVELS:
        worlds.clear()
        chosen = bots.choose(bots.make(level, GAME, seat), state, seat, Random(1))
        if hard and level == "search:hard":
            continue
        weighed, rng = bots.evaluation("kimera", level), Random(1)
        assert weighed is not None
        assert weighed.policy is not None
        world = state.sample(seat, rng)
        assert chosen == weighed.policy.act(world, seat, state.deciders()[seat], rng)
        assert not worlds, "without a thought it does what looks best"
    assert max(worlds, default=0) == hard
    assert not hard or len(worlds) > 1
    assert sorted(worlds, reverse=True) == worlds, "of ever fewer actions"


def test_of_many_actions_a_search_follows_those_that_stand_best_and_the_default() -> None:
    weighed = bots.evaluation("kimera")
    assert weighed is not None
    assert weighed.policy is not None
    wide = 0
    state, rng = GAME.new({"seats": 2}), Random(4)
    for _ in walk(state, rng):
        seat, decision = next(iter(state.deciders().items()), (CHANCE, None))
        if seat == CHANCE or decision is None:
            continue
        legal = state.legal_actions(seat)
        followed = weighed.policy.worth_following(state, legal)
        assert {*followed} <= {*legal}
        assert decision.default is None or decision.default in followed
        assert len(legal) <= FOLLOWED or len(followed) in (FOLLOWED, FOLLOWED + 1)
        wide += len(legal) > FOLLOWED
        if wide > 20:
            return
    raise AssertionError("no wide choices")
