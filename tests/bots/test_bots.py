"""Bots: whoever plays a seat without a person sees only that seat, plays to the end and resumes identically."""

from __future__ import annotations

import sys
from functools import partial
from random import Random
from typing import Any

import pytest
from immolation import bots, games
from immolation.bots import Budget, SearchLevel
from immolation.bots.ascended_kings.arena_bot import LEVEL_WEIGHTS, ArenaBot
from immolation.bots.evaluation import share
from immolation.bots.search.search_bot import SearchBot
from immolation.games import CHANCE, Action, BadConfig, Result, State
from immolation.games.ascended_kings import actions as act
from immolation.games.ascended_kings.board.geometry import king_distance
from immolation.games.chimera_hunt.actions import Strike
from msgspec.structs import replace

from tests.games.chimera_hunt import table as hunts
from tests.games.playouts import load, names, through_json

EVERY = [(ruleset, bot) for ruleset in names() for bot in (*bots.quick_bots(ruleset), "search")]
QUICK = [(ruleset, bot) for ruleset, bot in EVERY if ruleset in ("ascended-kings", "toy-race") or bot == "random"]
"""Where a whole game takes seconds; in the others `test_fairness` asks every bot in situations of a whole game."""

HASTE = bots.Budget(nodes=16)
"""What searching bots may think where it is enough that they move."""


def play(state: State, players: dict[str, str], seed: int, most: int = 5000) -> list[Action]:
    """Let bots play a game to its end, each choice with a generator of its own, as the table does it."""
    taken: list[Action] = []
    while deciders := state.deciders():
        assert len(taken) < most, "the game does not end"
        seat, decision = next(iter(deciders.items()))
        rng = Random(f"{seed}:{len(taken)}:{seat}")
        if seat == CHANCE:
            action = rng.choices([o.action for o in decision.outcomes], [o.weight for o in decision.outcomes])[0]
        else:
            action = bots.choose(bots.make(players[seat], state.game, seat, HASTE), state, seat, rng)
            assert action in state.legal_actions(seat)
        state.apply(action)
        taken.append(action)
    return taken


def everybody(state: State, bot: str) -> dict[str, str]:
    return dict.fromkeys(state.seats, bot)


def arena(seed: int = 0, **config: Any) -> State:
    return games.load("ascended-kings").new({"seats": 2 + seed % 3, "track": "arena", **config})


def test_every_ruleset_has_bots_and_the_one_to_sit_down_with_is_named_last() -> None:
    assert bots.names("toy-race") == ["random", "search:easy", "search:medium", "search:hard"]
    assert bots.names("ascended-kings") == ["random", "greedy", *bots.LEVELS, "arena"]


def test_a_bot_made_for_the_arena_is_not_offered_on_the_full_track() -> None:
    assert bots.names("ascended-kings", {"track": "full"}) == ["random", "greedy", *bots.LEVELS]
    assert bots.quick_bots("ascended-kings", {"track": "full"}) == ["random", "greedy"]
    assert bots.names("ascended-kings", {"seats": 2}) == bots.names("ascended-kings")


def test_whom_one_sits_down_with_follows_the_track_and_levels_answer_in_time() -> None:
    assert bots.default_bot("ascended-kings") == "arena"
    assert bots.default_bot("ascended-kings", {"track": "full"}) == "search:medium"
    assert bots.default_bot("toy-race") == "search:medium"
    assert [level.seconds < most for level, most in zip(bots.LEVELS.values(), (0.05, 1, 4), strict=True)] == [True] * 3


@pytest.mark.parametrize("ruleset", names())
def test_whatever_levels_a_ruleset_says_they_answer_in_time(ruleset: str) -> None:
    levels = [bots.level(ruleset, name) for name in bots.LEVELS]
    assert [level.seconds < most for level, most in zip(levels, (0.05, 1, 4), strict=True)] == [True] * 3


def test_a_ruleset_says_its_own_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed, game = bots.evaluation("kimera"), games.load("kimera")
    assert weighed is not None
    own = replace(weighed, levels={"search:hard": SearchLevel(3, 77, 2.5, worlds=4, breadth=5)})
    monkeypatch.setattr(
        sys.modules["immolation.bots.evaluation"], "evaluation", lambda ruleset: own if ruleset == "kimera" else None
    )
    hard = bots.make("hard", game, "p1")
    assert isinstance(hard, SearchBot)
    assert (hard.level, hard.budget) == (own.levels["search:hard"], Budget(nodes=77))
    timed = bots.make("hard", game, "p1", by_clock=True)
    assert isinstance(timed, SearchBot)
    assert timed.budget == Budget(nodes=77, seconds=2.5), "whose worlds are counted plays at a table as in tournaments"
    easy = bots.make("easy", game, "p1", by_clock=True)
    assert isinstance(easy, SearchBot)
    assert easy.budget == Budget(seconds=bots.LEVELS["search:easy"].seconds)
    medium = bots.make("medium", game, "p1")
    assert isinstance(medium, SearchBot)
    assert medium.budget.nodes == bots.LEVELS["search:medium"].nodes
    assert bots.level("cinders", "search:hard") == bots.level("cinders", "hard") == bots.LEVELS["search:hard"]


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadConfig, match="There is no level 'bad'; there are search:easy, search:medium, search:hard"):
        bots.level("cinders", "bad")


@pytest.mark.parametrize("least", [{"nodes": 0}, {"nodes": -1}, {"seconds": 0.0}, {"seconds": float("nan")}])
def test_a_budget_that_buys_nothing_is_refused(least: dict[str, Any]) -> None:
    with pytest.raises(BadConfig, match=r"(nodes|seconds) must be (at least 1|above 0), not "):
        Budget(**least)


def test_levels_go_by_one_word() -> None:
    assert [bots.full_name(word) for word in ("easy", "medium", "hard")] == list(bots.LEVELS)


def test_bots_that_answer_at_once_do_not_search() -> None:
    assert bots.quick_bots("toy-race") == ["random"]
    assert bots.quick_bots("ascended-kings") == ["random", "greedy", "arena"]


def test_search_alone_is_the_middle_level() -> None:
    assert bots.make("search", load("toy-race"), "p1").name == bots.full_name("search") == "search:medium"


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadConfig, match="Toy Race has no bot 'arena'; there are random, search:easy"):
        bots.make("arena", load("toy-race"), "p1")


@pytest.mark.parametrize(("ruleset", "bot"), QUICK)
def test_a_game_of_bots_ends(ruleset: str, bot: str) -> None:
    for seed in range(2):
        state = load(ruleset).new({"seats": 2 - seed if ruleset == "red-rains" else 2 + seed})
        play(state, everybody(state, bot), seed, most=20_000)
        assert state.outcome() is not None


@pytest.mark.parametrize(("ruleset", "bot"), QUICK)
def test_the_same_view_and_generator_give_the_same_choice_to_a_bot_made_anew(ruleset: str, bot: str) -> None:
    first, second = load(ruleset).new({"seats": 2}), load(ruleset).new({"seats": 2})
    assert play(first, everybody(first, bot), 3) == play(second, everybody(second, bot), 3)
    assert first.digest() == second.digest()


@pytest.mark.parametrize(("ruleset", "bot"), EVERY)
def test_a_bot_changes_nothing_it_is_shown(ruleset: str, bot: str) -> None:
    state = load(ruleset).new({"seats": 2})
    rng = Random(1)
    for _ in range(40):
        if not state.deciders():
            break
        seat, decision = next(iter(state.deciders().items()))
        legal = state.legal_actions(seat)
        if seat == CHANCE:
            state.apply(rng.choice(legal))
            continue
        view, before, listed = state.view(seat), through_json(state.view(seat)), list(legal)
        player = bots.make(bot, state.game, seat, HASTE)
        digest = state.digest()
        action = player.choose(view, decision, legal, rng, partial(state.sample, seat))
        assert state.digest() == digest
        assert view == before
        assert list(legal) == listed
        state.apply(action)


# --- the arena bot ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_game_of_arena_bots_is_alive(seed: int) -> None:
    state = arena(seed)
    taken = play(state, everybody(state, "arena"), seed)
    kinds = [type(action) for action in taken]
    assert act.Step in kinds
    turns = kinds.count(act.ChooseState)
    assert {action.state for action in taken if isinstance(action, act.ChooseState)} == {"latent", "active"}
    assert 0.7 <= kinds.count(act.Step) / turns <= 4, "a modest mat walks a few steps a turn"
    assert kinds.count(act.Kill) / turns < 0.3, "attacks seldom kill"
    assert kinds.count(act.Step) > 3 * kinds.count(act.Bridge), "Ylem is spent seldom"


def test_six_games_of_arena_bots_show_deaths_bridges_and_different_winners() -> None:
    kinds: set[type[Action]] = set()
    winners = set()
    for seed in range(6):
        state = arena(seed)
        kinds |= {type(action) for action in play(state, everybody(state, "arena"), seed)}
        result = state.outcome()
        assert result is not None
        winners |= set(result.winners)
    assert kinds >= {act.Kill, act.Place, act.Bridge, act.Step, act.Score}
    assert len(winners) >= 2


def test_without_a_countdown_arena_bots_still_bring_the_game_to_an_end() -> None:
    state = arena(1, countdown=False)
    play(state, everybody(state, "arena"), 11, most=20_000)
    assert state.outcome() is not None


def test_against_people_who_only_wait_arena_bots_end_the_game() -> None:
    state = arena(1)
    taken: list[Action] = []
    while deciders := state.deciders():
        assert len(taken) < 5000, "the game does not end"
        seat, decision = next(iter(deciders.items()))
        rng = Random(len(taken))
        legal = state.legal_actions(seat)
        if seat == CHANCE:
            action = rng.choice(legal)
        elif seat == "p1":
            action = decision.default or legal[0]
        else:
            action = bots.make("arena", state.game, seat).choose(state.view(seat), decision, legal, rng)
        state.apply(action)
        taken.append(action)
    assert state.outcome() is not None


def choices(position: dict[str, Any], seat: str, tries: int = 60, name: str = "arena") -> list[Action]:
    """What a bot of the arena does in a position, asked many times with different generators."""
    state = games.load("ascended-kings").from_position(position)
    decision, legal = state.deciders()[seat], state.legal_actions(seat)
    bot, imagine = bots.make(name, state.game, seat), partial(state.sample, seat)
    return [bot.choose(state.view(seat), decision, legal, Random(n), imagine) for n in range(tries)]


def acting(tiles: dict[str, int | None], **facts: Any) -> dict[str, Any]:
    """A position in which p1 is in the Active State."""
    state = arena(0, seats=len(tiles))
    position = state.position()
    for seat, tile in tiles.items():
        position["seats"][seat]["tile"] = tile
    return {**position, "turn": "p1", "stack": [{"at": "active"}], "items": {}, **facts}


def test_it_walks_towards_a_bloodstone() -> None:
    position = acting({"p1": 44, "p2": 99}, items={"41": {"bloodstones": 1}})
    position["seats"]["p2"]["bloodstones"] = 0
    steps = {action.tile for action in choices(position, "p1") if isinstance(action, act.Step)}
    assert steps <= {33, 43, 53}
    assert 43 in steps


@pytest.mark.parametrize("bot", ["arena", "search:easy", "search:medium", "search:hard"])
def test_who_is_shut_in_by_others_ends_the_turn(bot: str) -> None:
    taken = choices(acting({"p1": 0, "p2": 1, "p3": 10, "p4": 11}), "p1", name=bot)
    assert act.EndTurn("p1") in taken
    assert not [action for action in taken if isinstance(action, act.Step)]


@pytest.mark.parametrize("bot", ["arena", "search:hard"])
def test_it_leaves_the_fire_at_once(bot: str) -> None:
    walls = {"top": 1, "right": None, "bottom": None, "left": None}
    taken = choices(acting({"p1": 14, "p2": 99}, walls=walls), "p1", name=bot)
    assert all(isinstance(action, act.Step | act.Pyrokinesis) for action in taken)
    assert {action.tile for action in taken if isinstance(action, act.Step)} <= {23, 24, 25}


@pytest.mark.parametrize("bot", ["arena", "search:hard"])
def test_it_does_not_walk_into_the_fire(bot: str) -> None:
    walls = {"top": 3, "right": None, "bottom": None, "left": None}
    taken = choices(acting({"p1": 44, "p2": 99}, walls=walls), "p1", name=bot)
    assert not [action for action in taken if isinstance(action, act.Step) and action.tile < 40]


@pytest.mark.parametrize(("bot", "away"), [("search:easy", 4), ("search:medium", 5)])
def test_a_level_of_the_arena_sees_so_far(bot: str, away: int) -> None:
    def seen_at(steps: int) -> set[int]:
        position = acting({"p1": 41, "p2": 99}, items={str(41 + steps): {"bloodstones": 1}})
        position["seats"]["p2"]["bloodstones"] = 0
        return {action.tile for action in choices(position, "p1", name=bot) if isinstance(action, act.Step)}

    assert seen_at(away - 1) <= {32, 42, 52}
    assert not seen_at(away) <= {32, 42, 52}, "it strolls"


def test_the_hard_level_walks_around_its_prey_in_the_war_and_others_stop_beside_it() -> None:
    position = acting({"p1": 44, "p2": 45}, war=True, omega_stone=4, bloodstones_aside=0)
    position["dials"] = {**position["dials"], "round": 0}
    position["seats"]["p1"]["bloodstones"], position["seats"]["p2"]["bloodstones"] = 0, 4
    hard = [action for action in choices(position, "p1", name="search:hard") if not isinstance(action, act.Kill)]
    assert hard
    assert all(isinstance(action, act.Step) and king_distance(action.tile, 45) == 1 for action in hard)
    assert act.EndTurn("p1") in choices(position, "p1", name="search:medium")


def test_the_weights_of_the_hard_level_walk_around_prey_in_any_case() -> None:
    state = games.load("ascended-kings").from_position(acting({"p1": 44, "p2": 45}))
    bot = ArenaBot(state.game, "p1", weights=LEVEL_WEIGHTS["search:hard"])
    decision, legal = state.deciders()["p1"], state.legal_actions("p1")
    chosen = [bot.choose(state.view("p1"), decision, legal, Random(n)) for n in range(60)]
    steps = [action for action in chosen if not isinstance(action, act.Kill)]
    assert steps
    assert all(isinstance(action, act.Step) and king_distance(action.tile, 45) == 1 for action in steps)


def test_the_hard_level_leaves_the_omega_stone_where_it_would_win_nothing() -> None:
    def enters(bot: str, own: int, other: int) -> bool:
        position = acting({"p1": 14, "p2": 99}, war=True, omega_stone=4, bloodstones_aside=0)
        position["dials"] = {**position["dials"], "round": 0}
        position["seats"]["p1"]["bloodstones"], position["seats"]["p2"]["bloodstones"] = own, other
        return act.Step("p1", 4) in choices(position, "p1", name=bot)

    assert enters("search:hard", 2, 2)
    assert not enters("search:hard", 1, 3)
    assert enters("search:medium", 1, 3)


def test_the_hard_level_comes_between_a_carrier_and_the_omega_stone() -> None:
    position = acting({"p1": 44, "p2": 49}, war=True, omega_stone=4, bloodstones_aside=0)
    position["dials"] = {**position["dials"], "round": 0}
    position["seats"]["p1"]["bloodstones"], position["seats"]["p2"]["bloodstones"] = 0, 4

    def steps(bot: str) -> set[int]:
        return {action.tile for action in choices(position, "p1", name=bot) if isinstance(action, act.Step)}

    assert steps("search:hard") == {35}
    assert steps("arena") == {35, 45, 55}


@pytest.mark.parametrize("bot", ["greedy", "arena", *bots.LEVELS])
def test_no_bot_of_the_arena_takes_what_a_modest_mat_could_not_pay(bot: str) -> None:
    walks: dict[int, int] = {}
    sheets: list[act.Score] = []
    for seed in range(2):
        state = arena(seed, seats=3)
        steps = 0
        for action in play(state, everybody(state, bot), seed):
            steps = 0 if isinstance(action, act.ChooseState) else steps + isinstance(action, act.Step)
            walks[steps] = walks.get(steps, 0) + isinstance(action, act.EndTurn)
            sheets += [action] if isinstance(action, act.Score) else []
    assert max(steps for steps, turns in walks.items() if turns) <= 8, "only who burns walks on"
    assert all(sheet.transmutations <= 3 and sheet.ylem <= 3 for sheet in sheets)


def test_on_the_arena_track_the_levels_are_a_ladder() -> None:
    pairs = (
        ("search:hard", "search:easy", 12),
        ("search:medium", "search:easy", 12),
        ("search:hard", "search:medium", 13),
    )
    for better, worse, least in pairs:
        won = 0
        for seed in range(20):
            state = arena(seed, seats=2)
            names = dict(zip(state.seats, (better, worse) if seed % 2 else (worse, better), strict=True))
            play(state, names, seed)
            result = state.outcome()
            assert result is not None
            won += {names[seat] for seat in result.winners} == {better}
        assert won >= least, (better, worse, won)


def test_in_the_war_a_carrier_marches_to_the_omega_stone() -> None:
    position = acting({"p1": 44, "p2": 99}, war=True, omega_stone=4)
    position["dials"] = {**position["dials"], "round": 0}
    steps = {action.tile for action in choices(position, "p1") if isinstance(action, act.Step)}
    assert steps
    assert steps <= {33, 34, 35}


@pytest.mark.parametrize("hunters", [2, 3, 4])
@pytest.mark.parametrize("bot", ["greedy", "search:easy", "search:medium", "search:hard"])
def test_who_plays_together_wins_where_it_can(bot: str, hunters: int) -> None:
    """Valued as a part of a win, the last blow of a hunt was worth less than a rest."""
    hunt = hunts.acting([{"tile": tile} for tile in (43, 45, 34, 54)[:hunters]], life=1)
    seat = next(iter(hunt.deciders()))
    assert bots.choose(bots.make(bot, hunt.game, seat), hunt, seat, Random(1)) == Strike(seat, 44)
    hunts.do(hunt, "strike", tile=44)
    assert [share(hunt, each) for each in hunt.seats] == [1.0] * hunters


def test_a_side_wins_as_a_whole_and_rivals_who_draw_share() -> None:
    sides = {"a": ["p1", "p2"], "b": ["p3", "p4"]}
    state = games.load("kimera").new({"seats": 4, "teams": sides})
    assert [state.allies(seat) for seat in ("p2", "p3")] == [("p1", "p2"), ("p3", "p4")]
    for seat in ("p3", "p4"):
        while CHANCE in state.deciders():
            state.apply(state.deciders()[CHANCE].drawn(Random(1)))
        state.apply(state.game.action({"do": "surrender", "seat": seat}))
    assert [share(state, seat) for seat in state.seats] == [1.0, 1.0, 0.0, 0.0]
    alone = games.load("cinders").new({"seats": 3})
    assert alone.allies("p2") == ("p2",)
    alone.outcome = lambda: Result(("p1", "p3"), "", "")  # type: ignore[method-assign]
    assert [share(alone, seat) for seat in alone.seats] == [0.5, 0.0, 0.5]
