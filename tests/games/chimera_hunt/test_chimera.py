"""The Chimera's turn: dice, aim, charge, gems against it, wounds, effects."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.chimera_hunt.table import acting, asked, at, do, doing, effect, kinds, legal, on, roll, why

ASLEEP = on("Rampage", "top", 1, "asleep")


def answered(*args: Any, **facts: Any) -> Any:
    """The Chimera answers a turn."""
    return doing({"at": "step", "step": "answer"}, *args, **facts)


def attack(hunters: Any, aspect: dict[str, Any], *others: dict[str, Any], **facts: Any) -> Any:
    """An aspect attacks."""
    return doing(
        {"at": "attack", "wall": aspect["wall"], "place": aspect["place"]}, hunters, [aspect, *others], **facts
    )


# --- dice -------------------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-CHIM-01")
def test_the_rage_die_burns_on_half_of_its_faces_and_five_rage_are_a_rain() -> None:
    state = answered(aspects=[ASLEEP], rage=4, rains=3)
    outcomes = state.deciders()["chance"].outcomes
    assert [(outcome.action.face, outcome.weight) for outcome in outcomes] == [(0, 1), (1, 1)]
    cold = state.copy()
    roll(cold, 0)
    assert (cold.hunt.rage, cold.hunt.rains) == (4, 3)
    roll(state, 1)
    assert (state.hunt.rage, state.hunt.rains) == (0, 4)
    assert asked(state) == "behave"


@pytest.mark.rule("HUNT-CHIM-02")
def test_the_d12_wakes_hunts_and_ambushes_with_its_side_effect_first() -> None:
    aspects = [on("Iron Scales", "right", 2), ASLEEP]
    for face, state, rage, spent in ((1, "ready", 0, "ready"), (10, "ready", 1, "ready"), (3, "asleep", 0, "spent")):
        table = doing({"at": "behave"}, [{"tile": 43}, {"tile": 72}], aspects)
        roll(table, face)
        assert [aspect.state for aspect in table.hunt.aspects] == [state, spent]
        assert table.hunt.rage == rage
    table = doing({"at": "behave"}, [{"tile": 43}, {"tile": 72}], aspects)
    assert kinds(roll(table, 6)) == ["behaves", "woke", "attacks", "wounded"]
    assert [aspect.state for aspect in table.hunt.aspects] == ["spent", "ready"]
    table = doing({"at": "behave"}, aspects=[ASLEEP])
    assert kinds(roll(table, 3)) == ["behaves", "woke"]


@pytest.mark.rule("HUNT-CHIM-02")
def test_each_phase_has_its_own_table() -> None:
    table = doing({"at": "behave"}, aspects=[ASLEEP], phase=3)
    assert kinds(roll(table, 7)) == ["behaves", "wounded", "woke"]


@pytest.mark.rule("HUNT-CHIM-03")
def test_while_none_sleeps_the_first_ready_aspect_attacks_or_the_chimera_watches() -> None:
    ready = answered([{"tile": 43}, {"tile": 78}], [on("Rampage", "top", 1, "spent"), on("Iron Scales", "left", 1)])
    assert ready.hunter(1).wounds == 2
    spent = answered(aspects=[on("Rampage", "top", 1, "spent")])
    assert kinds(spent.begun) == ["watched"]


@pytest.mark.rule("HUNT-CHIM-04")
def test_a_sleeping_aspect_is_not_in_play() -> None:
    state = acting([{"tile": 11}, {"tile": 72}], [ASLEEP])
    assert not legal(state, "strike")
    assert state.driven() == []
    woken = doing({"at": "step", "step": "wake"}, aspects=[ASLEEP])
    assert (woken.hunt.aspects[0].state, woken.driven()) == ("ready", ["top"])
    assert attack([{"tile": 43}, {"tile": 72}], on("Iron Scales", "top", 1)).hunt.aspects[0].state == "spent"


# --- the charge -------------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-AIM-01")
@pytest.mark.parametrize(
    ("hunters", "left", "right", "jaws"),
    [
        ([{"tile": 41}, {"tile": 48}], 1, 2, 1),
        ([{"tile": 41}, {"tile": 48, "bloodstones": 1}], 1, 2, 2),
        ([{"tile": 21}, {"tile": 41}], 2, 2, 2),
        ([{"tile": 34}, {"tile": 54}], 1, 1, 1),
        ([{}, {"tile": 54}], 2, 2, 2),
    ],
)
def test_claws_take_the_outer_hunters_and_jaws_who_holds_most(hunters: Any, left: int, right: int, jaws: int) -> None:
    state = at(hunters, body=53 if hunters[0].get("tile") == 21 else 44)
    assert (state.aimed("left"), state.aimed("right"), state.aimed("jaws")) == (left, right, jaws)


@pytest.mark.rule("HUNT-CHARGE-01")
@pytest.mark.parametrize(
    ("tile", "phase", "way"),
    [
        (22, 1, [44, 33]),
        (21, 1, [44, 33, 22]),
        (11, 1, [44, 33, 22]),
        (11, 2, [44, 33, 22]),
        (51, 3, [44, 53, 52]),
        (16, 1, [44, 35, 26]),
    ],
)
def test_the_body_runs_straight_until_it_is_next_to_its_target(tile: int, phase: int, way: list[int]) -> None:
    state = attack(
        [{"tile": tile}, {"tile": 78}], on("Iron Scales" if tile % 10 < 8 else "Rampage", "left", 1), phase=phase
    )
    assert state.deciders()["p1"].kind == "run"
    assert state.view(None)["way"] == way
    do(state, "run")
    assert state.hunt.body == way[-1]


@pytest.mark.rule("HUNT-CHARGE-01")
def test_a_charge_goes_two_tiles_in_the_first_phase_and_three_later() -> None:
    far = attack([{"tile": 81}, {"tile": 88}], on("Iron Scales", "left", 1), body=17)
    assert len(far.view(None)["way"]) == 3
    assert far.view(None)["turn"] is None, "the Chimera strikes: it is nobody's turn"
    far = attack([{"tile": 81}, {"tile": 88}], on("Iron Scales", "left", 1), body=17, phase=2)
    assert len(far.view(None)["way"]) == 4


@pytest.mark.rule("HUNT-CHARGE-02")
def test_who_stands_in_the_way_becomes_the_target_and_walkers_and_seeds_are_trampled() -> None:
    state = attack([{"tile": 41}, {"tile": 43}], on("Iron Scales", "left", 1))
    assert [hunter.wounds for hunter in state.hunt.hunters] == [0, 2]
    assert "guarded" in kinds(state.begun)
    state = attack([{"tile": 11}, {"tile": 78}], on("Iron Scales", "left", 1), walkers=[33], seeds=[22])
    do(state, "run")
    assert (state.hunt.walkers, state.hunt.seeds, state.hunt.body) == ([], [], 22)


@pytest.mark.rule("HUNT-CHARGE-03")
def test_a_hit_takes_the_strength_and_one_more_in_the_third_phase() -> None:
    near = [{"tile": 43}, {"tile": 78}]
    assert attack(near, on("Iron Scales", "top", 1)).hunter(1).wounds == 2
    assert attack(near, on("Iron Scales", "top", 1), phase=3).hunter(1).wounds == 3


@pytest.mark.rule("HUNT-CHARGE-03")
def test_an_attack_effect_comes_before_the_hit_and_a_hit_effect_after_wounds() -> None:
    near = [{"tile": 43, "bloodstones": 1}, {"tile": 55}]
    flare = attack(near, on("Firebelly", "top", 1))
    assert [event.data.get("cause") for event in flare.begun if event.kind == "wounded"] == ["flare", "flare", "hit"]
    assert attack(near, on("Hunting Instincts", "top", 1)).hunt.rains == 1
    shielded = attack([{"tile": 43, "gems": ["egis"]}, {"tile": 55}], on("Hunting Instincts", "top", 1))
    do(shielded, "egis")
    assert shielded.hunt.rains == 0
    taken = attack([{"tile": 43, "gems": ["egis"]}, {"tile": 55}], on("Hunting Instincts", "top", 1))
    do(taken, "take")
    assert (taken.hunt.rains, taken.hunter(1).wounds) == (1, 2)


@pytest.mark.rule("HUNT-CHARGE-04")
def test_a_charge_that_falls_short_makes_rage() -> None:
    state = attack([{"tile": 81}, {"tile": 88}], on("Iron Scales", "left", 1), body=17)
    do(state, "run")
    assert (state.hunt.rage, state.hunter(1).wounds) == (1, 0)


# --- gems -------------------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-GEM-01")
def test_a_leap_lets_the_body_crash_into_the_fire() -> None:
    state = attack([{"tile": 41, "gems": ["aria"]}, {"tile": 78}], on("Iron Scales", "left", 1), life=20)
    do(state, "run")
    assert state.view(None)["rush"] == [42, 41, 40]
    assert why(state, "leap", tile=40) == "HUNT-GEM-01"
    assert why(state, "egis") == "HUNT-GEM-02"
    assert state.deciders()["p1"].prompt.endswith("Leap, or take it?")
    do(state, "leap", tile=51)
    assert (state.hunter(1).tile, state.hunter(1).gems, asked(state)) == (51, [], "run")
    do(state, "run")
    assert (state.hunt.body, state.hunt.life, state.hunter(1).wounds) == (40, 18, 0)


@pytest.mark.rule("HUNT-GEM-01")
@pytest.mark.parametrize(("facts", "end"), [({}, 33), ({"options": {"rush": 1}}, 34), ({"walkers": [34]}, 35)])
def test_a_rush_ends_after_two_tiles_or_before_what_stands_there(facts: dict[str, Any], end: int) -> None:
    hunters = [{"tile": 35, "gems": ["aria"]}, {"tile": 78}]
    state = doing({"at": "hit", "hunter": 1, "aspect": "Iron Scales", "ran": True}, hunters, body=36, life=20, **facts)
    do(state, "leap", tile=25)
    do(state, "run")
    assert (state.hunt.body, state.hunt.life) == (end, 20)


@pytest.mark.rule("HUNT-GEM-01")
def test_nobody_leaps_from_a_body_that_has_not_moved_or_without_aria() -> None:
    still = attack([{"tile": 43, "gems": ["aria", "egis"]}, {"tile": 78}], on("Iron Scales", "left", 1))
    assert not legal(still, "leap")
    assert still.deciders()["p1"].prompt.endswith("for 2. Break an Egis, or take it?")
    assert why(still, "leap", tile=33) == "HUNT-GEM-01"
    bare = doing(
        {"at": "hit", "hunter": 1, "aspect": "Rampage", "ran": True}, [{"tile": 43, "gems": ["egis"]}, {"tile": 78}]
    )
    assert why(bare, "leap", tile=33) == "HUNT-GEM-01"


@pytest.mark.rule("HUNT-GEM-02")
def test_an_egis_stops_the_wounds_of_one_cause() -> None:
    state = effect("lash all", [{"tile": 27, "gems": ["egis"]}, {"tile": 72}])
    assert asked(state) == "wound"
    do(state, "egis")
    assert [hunter.wounds for hunter in state.hunt.hunters] == [0, 1]
    assert state.hunter(1).gems == []
    state = effect("lash all", [{"tile": 27, "gems": ["egis"]}, {"tile": 72}])
    do(state, "take")
    assert (state.hunter(1).wounds, state.hunter(1).gems) == (1, ["egis"])


# --- wounds, falls, the end -------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-FALL-01")
def test_at_four_wounds_a_hunter_falls() -> None:
    hunters = [{"tile": 27, "wounds": 3, "gems": ["pyre"], "bloodstones": 2, "webbed": True}, {"tile": 72}]
    state = effect("lash leftmost and rightmost", hunters, souls=2)
    fallen = state.hunter(1)
    assert (fallen.tile, fallen.wounds, fallen.gems, fallen.bloodstones, fallen.webbed) == (None, 0, [], 0, False)
    assert (state.hunt.bloodstones, state.hunt.souls) == ([27, 27, 65, 65], 1)


@pytest.mark.rule("HUNT-FALL-01")
def test_bloodstones_of_who_falls_in_fire_lie_out_of_it_where_no_hunter_stands() -> None:
    state = effect("lash rightmost", [{"tile": 5, "wounds": 3, "bloodstones": 1}, {"tile": 4}], souls=2)
    assert state.hunt.bloodstones == [14, 65, 65, 65]
    state = effect("lash rightmost", [{"tile": 5, "wounds": 3, "bloodstones": 1}, {"tile": 14}], souls=2)
    assert state.hunt.bloodstones == [15, 65, 65, 65]


@pytest.mark.rule("HUNT-FALL-02")
def test_who_falls_with_no_soul_left_loses_the_hunt() -> None:
    state = effect("lash all", [{"tile": 27, "wounds": 3}, {"tile": 72, "wounds": 3}], souls=0)
    result = state.outcome()
    assert result is not None
    assert (result.winners, result.rule, state.hunt.souls) == ((), "HUNT-FALL-02", -1)


@pytest.mark.rule("HUNT-WIN-01")
def test_blood_leaves_the_last_life_and_a_strike_takes_it() -> None:
    aspects = [on("Hunting Instincts", "right", 4)]
    state = acting([{"tile": 38, "gems": ["pyre"]}, {"tile": 72}], aspects, life=2)
    do(state, "strike", tile=49)
    assert (state.hunt.life, state.outcome()) == (1, None)
    state = acting([{"tile": 43}, {"tile": 45}], life=1)
    do(state, "strike", tile=44)
    result = state.outcome()
    assert result is not None
    assert (result.winners, result.rule, asked(state)) == (("p1", "p2"), "HUNT-WIN-01", "over")


@pytest.mark.rule("HUNT-WIN-03")
def test_the_score_counts_life_souls_and_rounds() -> None:
    state = acting([{"tile": 43}, {"tile": 45}], life=1, souls=2, round=10)
    do(state, "strike", tile=44)
    result = state.outcome()
    assert result is not None
    assert result.scores["p1"] == {"life taken": 100, "souls left": 20, "rounds left": 20, "total": 140}
    full = at().view(None)["full_life"]
    lost = effect("lash all", [{"tile": 27, "wounds": 3}, {"tile": 72}], souls=0, life=full - full // 4)
    sheet = lost.outcome()
    assert sheet is not None
    assert sheet.scores["p2"] == {"life taken": 100 * (full // 4) // full, "total": 100 * (full // 4) // full}
    campaign = {"campaign": "standard", "chimera": "neverset", "level": "S2", "night": 3, "losses": 3}
    over = effect("lash all", [{"tile": 27, "wounds": 3}, {"tile": 72}], souls=0, **campaign).outcome()
    assert over is not None
    assert over.scores["p1"]["nights"] == 200 - 4 * 20


# --- rains ------------------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-RAIN-01")
def test_rains_count_up() -> None:
    assert effect("rain 2", rains=3).hunt.rains == 5


@pytest.mark.rule("HUNT-RAIN-02")
def test_enough_rains_bring_the_ultimate_and_the_next_phase() -> None:
    aspects = [on("Iron Scales", "right", 4)]
    state = effect("rain 3", aspects=aspects, rains=9, phase=2)
    assert (state.hunt.rains, state.hunt.phase, asked(state)) == (1, 3, "burn")
    roll(state, "bottom")
    assert state.hunt.walls == (0, 1, 0, 0)
    assert [hunter.wounds for hunter in state.hunt.hunters] == [1, 1]
    last = effect("rain 3", rains=9, phase=3)
    assert (last.hunt.phase, asked(last)) == (3, "gather")


# --- effects ----------------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-EFF-01")
def test_lash_and_flare_wound() -> None:
    wounds = lambda state: [hunter.wounds for hunter in state.hunt.hunters]  # noqa: E731
    assert wounds(effect("lash leftmost")) == [0, 1]
    assert wounds(effect("lash rightmost")) == [1, 0]
    assert wounds(effect("lash all")) == [1, 1]
    assert wounds(effect("flare", [{"tile": 43}, {"tile": 72}])) == [1, 0]


@pytest.mark.rule("HUNT-EFF-02")
def test_stun_web_bleed_and_chill() -> None:
    state = effect("stun leftmost")
    assert [hunter.stunned for hunter in state.hunt.hunters] == [False, True]
    assert all(hunter.webbed for hunter in effect("web all").hunt.hunters)
    assert effect("bleed rightmost").hunter(1).bleeding
    chill = effect("chill", [{"tile": 27, "stunned": True}, {"tile": 72}])
    assert [hunter.wounds for hunter in chill.hunt.hunters] == [1, 0]


@pytest.mark.rule("HUNT-EFF-03")
@pytest.mark.parametrize(
    ("one", "other", "left"),
    [
        (["pyre", "egis"], ["aria"], (["egis"], ["aria"])),
        (["aria", "egis"], [], (["egis"], [])),
        (["ylem", "pyre"], [], (["pyre"], [])),
        (["egis"], ["pyre"], ([], ["pyre"])),
        ([], [], ([], [])),
    ],
)
def test_a_drain_takes_a_gem_from_who_has_most(
    one: list[str], other: list[str], left: tuple[list[str], list[str]]
) -> None:
    state = effect("drain", [{"tile": 27, "gems": one}, {"tile": 72, "gems": other}])
    assert (state.hunter(1).gems, state.hunter(2).gems) == left


@pytest.mark.rule("HUNT-EFF-04")
def test_seeds_fall_where_it_is_rolled_four_at_most() -> None:
    state = effect("seed 2", seeds=[31, 32])
    outcomes = [outcome.action.tile for outcome in state.deciders()["chance"].outcomes]  # type: ignore[attr-defined]
    assert 31 not in outcomes
    assert 27 not in outcomes
    assert 33 in outcomes
    assert 5 not in outcomes
    roll(state, 33, 34)
    assert (state.hunt.seeds, asked(state)) == ([31, 32, 33, 34], "move")
    assert asked(effect("seed 1", seeds=[31, 32, 33, 34])) == "move"


@pytest.mark.rule("HUNT-EFF-04")
def test_a_rainwalker_comes_two_tiles_away_and_not_beyond_the_threat() -> None:
    state = effect("walker leftmost")
    assert state.hunt.walkers == [51]
    assert effect("walker leftmost", walkers=[31, 32, 34]).hunt.walkers == [31, 32, 34]


@pytest.mark.rule("HUNT-EFF-05")
@pytest.mark.parametrize(
    ("tile", "to", "wounds"), [(34, 33, 0), (24, 14, 0), (14, 4, 1), (87, 97, 1), (11, 1, 1), (5, 5, 0)]
)
def test_a_pull_drags_toward_the_nearest_wall(tile: int, to: int, wounds: int) -> None:
    state = effect("pull leftmost", [{"tile": tile}, {"tile": 78}], body=66)
    assert (state.hunter(1).tile, state.hunter(1).wounds) == (to if tile != 34 else 24, wounds)


@pytest.mark.rule("HUNT-EFF-05")
def test_a_pull_stops_at_what_stands_there_and_takes_what_lies_there() -> None:
    assert effect("pull leftmost", [{"tile": 32}, {"tile": 78}], walkers=[31]).hunter(1).tile == 32
    state = effect("pull leftmost", [{"tile": 32}, {"tile": 78}], bloodstones=[31])
    assert (state.hunter(1).tile, state.hunter(1).bloodstones) == (31, 1)


@pytest.mark.rule("HUNT-EFF-06")
def test_rage_rain_and_heal_count() -> None:
    assert effect("rage 2", rage=1).hunt.rage == 3
    assert effect("rain 1").hunt.rains == 1
    assert effect("heal 2", life=10).hunt.life == 12


@pytest.mark.rule("HUNT-EFF-07")
def test_one_more_aspect_gathers() -> None:
    state = effect("aspect", aspects=[ASLEEP])
    roll(state, "Firebelly", 5)
    assert [aspect.name for aspect in state.hunt.aspects] == ["Rampage", "Firebelly"]
