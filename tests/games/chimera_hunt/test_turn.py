"""A hunter's turn: setup, moves, deeds and free acts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.chimera_hunt.table import GAME, acting, asked, at, do, kinds, legal, on, roll, why


def gathered(**config: Any) -> Any:
    """A new hunt once aspects have gathered, each with the first outcome."""
    state = GAME.new(config)
    while "chance" in state.deciders():
        state.apply(state.deciders()["chance"].outcomes[0].action)
    return state


# --- setup ------------------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-SET-01")
def test_one_person_moves_two_hunters_and_others_their_own() -> None:
    assert {move["hunter"] for move in legal(gathered(seats=1), "move")} == {1, 2}
    for seats, hunters in ((2, 2), (3, 3), (4, 4)):
        state = gathered(seats=seats)
        assert len(state.hunt.hunters) == hunters
        assert {move["hunter"] for move in legal(state, "move")} == {1}
    assert why(gathered(seats=2), "move", hunter=2, tile=72) == "HUNT-SET-01"


@pytest.mark.rule("HUNT-SET-02")
def test_walls_begin_on_the_outermost_lines() -> None:
    state = gathered()
    assert state.hunt.walls == (0, 0, 0, 0)
    assert state.fire.safe_mask.bit_count() == 64


@pytest.mark.rule("HUNT-SET-03", "HUNT-SET-04")
@pytest.mark.parametrize(
    ("seats", "tiles", "stones"), [(1, [27, 72], [33, 66]), (3, [27, 72, 22], [33]), (4, [27, 72, 22, 77], [])]
)
def test_where_miniatures_and_bloodstones_begin(seats: int, tiles: list[int], stones: list[int]) -> None:
    hunt = gathered(seats=seats).hunt
    assert hunt.body == 44
    assert [hunter.tile for hunter in hunt.hunters] == tiles
    assert hunt.bloodstones == stones
    assert all(hunter.bloodstones == 1 and not hunter.gems for hunter in hunt.hunters)


@pytest.mark.rule("HUNT-SET-05")
def test_aspects_gather_asleep_on_the_wall_with_the_fewest_at_the_nearest_free_place() -> None:
    state = GAME.new({"level": "S2"})
    weights = {outcome.action.aspect: outcome.weight for outcome in state.deciders()["chance"].outcomes}  # type: ignore[attr-defined]
    assert weights == dict.fromkeys(GAME.pack.chimeras["viros"].aspects, 3)  # type: ignore[attr-defined]
    for _ in range(5):
        roll(state, "Rampage" if _ < 3 else "Firebelly", 4)
        assert len(state.hunt.aspects) == _ + 1
    assert [(aspect.wall, aspect.place) for aspect in state.hunt.aspects] == [
        ("top", 3), ("top", 4), ("right", 4), ("bottom", 4), ("left", 4),
    ]  # fmt: skip
    assert {aspect.state for aspect in state.hunt.aspects} == {"asleep"}
    assert "Rampage" not in state.hunt.pile
    assert asked(state) == "move"


@pytest.mark.rule("HUNT-SET-05")
def test_an_empty_pile_is_made_anew_and_eight_aspects_are_the_most() -> None:
    state = at(aspects=[on("Rampage", "top", 1)], stack=[{"at": "choose"}, {"at": "gather", "until": 2}], pile={})
    assert sum(outcome.weight for outcome in state.deciders()["chance"].outcomes) == 18
    eight = [on("Rampage", wall, place) for wall in ("top", "right", "bottom", "left") for place in (2, 6)]
    assert asked(at(aspects=eight, stack=[{"at": "choose"}, {"at": "effect", "effect": "aspect"}])) == "move"


@pytest.mark.rule("HUNT-SET-06")
def test_an_aspect_slides_out_from_under_a_crossing_wall_and_back() -> None:
    aspects = [on("Rampage", "top", 1), on("Firebelly", "top", 3), on("Rampage", "right", 8)]
    state = at(aspects=aspects, walls=[1, 2, 0, 2])
    assert [state.tile_of(aspect) for aspect in state.hunt.aspects] == [13, 14, 87]
    state = at(aspects=aspects)
    assert [state.tile_of(aspect) for aspect in state.hunt.aspects] == [1, 3, 89]


@pytest.mark.rule("HUNT-SET-07")
def test_aspects_are_in_order_clockwise_from_the_top_left_corner() -> None:
    places = [
        ("left", 2),
        ("bottom", 2),
        ("right", 7),
        ("top", 5),
        ("left", 6),
        ("bottom", 6),
        ("right", 1),
        ("top", 1),
    ]
    state = at(aspects=[on("Rampage", wall, place) for wall, place in places])
    assert [(aspect.wall, aspect.place) for aspect in state.hunt.aspects] == [
        ("top", 1), ("top", 5), ("right", 1), ("right", 7), ("bottom", 6), ("bottom", 2), ("left", 6), ("left", 2),
    ]  # fmt: skip


@pytest.mark.rule("HUNT-SET-08")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("level", ["S1", "H3"])
def test_the_level_says_life_threat_ultimate_and_souls(level: str, seats: int) -> None:
    numbers, size = GAME.pack.levels[level], max(2, seats) - 2  # type: ignore[attr-defined]
    for key, chimera in GAME.pack.chimeras.items():  # type: ignore[attr-defined]
        state = gathered(seats=seats, level=level, chimera=key)
        own = chimera.life.standard if level == "S1" else chimera.life.heroic
        assert state.hunt.life == numbers.life[size] + own * (size + 2) // 2
        assert len(state.hunt.aspects) == state.threat == min(8, numbers.threat[size])
        assert (state.ultimate, state.hunt.souls) == (numbers.ultimate[size], numbers.souls[size])


# --- turns and moves --------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-TURN-01")
def test_hunters_take_their_turns_in_any_order_once_a_round_and_the_chimera_answers() -> None:
    state = at(aspects=[on("Rampage", "top", 1, "asleep")])
    assert [*state.deciders()] == ["p1", "p2"]
    assert state.view(None)["turn"] is None
    assert {each.prompt for each in state.deciders().values()} == {
        "Whoever likes goes next: move your hunter, or let it stand.",
    }
    do(state, "move", "p2", hunter=2, tile=72)
    assert state.view(None)["turn"] == "p2"
    do(state, "rest", "p2")
    assert asked(state) == "rage"
    roll(state, 0, 1)
    assert [*state.deciders()] == ["p1"]
    assert state.view(None)["turn"] == "p1"
    assert state.deciders()["p1"].prompt == "Move hunter 1, or let it stand."
    solo = GAME.from_position({**state.position(), "seats": 1})
    assert solo.check(GAME.action({"do": "move", "seat": "p1", "hunter": 2, "tile": 72})).rule == "HUNT-TURN-01"  # type: ignore[union-attr]
    assert [*at(round=2).deciders()] == ["p2", "p1"]


@pytest.mark.rule("HUNT-TURN-02")
def test_a_turn_is_a_move_a_free_act_and_a_deed() -> None:
    state = at([{"tile": 14, "gems": ["ylem"], "bloodstones": 1}, {"tile": 72}])
    assert why(state, "rest") == "TABLE"
    do(state, "move", hunter=1, tile=14)
    assert why(state, "move", hunter=1, tile=15) == "TABLE"
    do(state, "bank", wall="top")
    assert why(state, "lay", tile=15) == "HUNT-TURN-02"
    assert not legal(state, "lay")
    assert legal(state, "rest")
    do(state, "draw", wall="top")
    assert [*state.deciders()] == ["p2"]


@pytest.mark.rule("HUNT-MOVE-01")
def test_a_move_goes_three_tiles_through_nothing() -> None:
    state = at([{"tile": 27}, {"tile": 37}], walkers=[36, 38], body=26)
    tiles = {move["tile"] for move in legal(state, "move")}
    assert 27 in tiles
    assert 28 in tiles
    assert 17 in tiles
    assert not tiles & {36, 37, 38, 26, 7, 8, 47, 67}
    assert why(state, "move", hunter=1, tile=47) == "HUNT-MOVE-01"
    assert {24, 57} <= (free := {move["tile"] for move in legal(at(), "move")})
    assert not free & {23, 67}


@pytest.mark.rule("HUNT-MOVE-02")
def test_who_stands_in_fire_must_leave_it_if_it_can() -> None:
    state = at([{"tile": 5}, {"tile": 72}])
    assert 5 not in {move["tile"] for move in legal(state, "move")}
    assert why(state, "move", hunter=1, tile=5) == "HUNT-MOVE-02"
    shut = at([{"tile": 5}, {"tile": 72}], body=14, walkers=[15, 16])
    assert [move["tile"] for move in legal(shut, "move")] == [5]


@pytest.mark.rule("HUNT-MOVE-03")
def test_what_lies_at_the_end_of_a_move_is_taken() -> None:
    state = at([{"tile": 27}, {"tile": 72}], bloodstones=[36, 36], seeds=[36])
    events = do(state, "move", hunter=1, tile=36)
    assert (state.hunter(1).bloodstones, state.hunt.seeds, state.hunt.bloodstones) == (2, [], [65, 65])
    assert kinds(events) == ["moved", "picked-up", "trampled"]


@pytest.mark.rule("HUNT-MOVE-04")
def test_an_aria_carries_two_tiles_further() -> None:
    state = at([{"tile": 22, "gems": ["aria"]}, {"tile": 72}])
    assert max(move["tile"] % 10 for move in legal(state, "move")) == 7
    near = at([{"tile": 22, "gems": ["aria"]}, {"tile": 72}])
    do(near, "move", hunter=1, tile=25)
    assert near.hunter(1).gems == ["aria"]
    do(state, "move", hunter=1, tile=27)
    assert state.hunter(1).gems == []


# --- free acts --------------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-FREE-01")
def test_banking_pushes_the_wall_back_and_dries_two_rains() -> None:
    state = acting([{"tile": 24, "gems": ["ylem"]}, {"tile": 72}], walls=[1, 0, 0, 0], rains=3)
    assert why(state, "bank", wall="left") == "HUNT-FREE-01"
    told = do(state, "bank", wall="top")
    assert [event.text for event in told] == ["Hunter 1 banks the top Fire Wall; 1 Red Rain is left."]
    assert (state.hunt.walls, state.hunt.rains, state.hunter(1).gems) == ((0, 0, 0, 0), 1, [])
    assert why(state, "bank", wall="top") == "HUNT-FREE-01"
    edge = acting([{"tile": 14, "gems": ["ylem"]}, {"tile": 72}], rains=1)
    do(edge, "bank", wall="top")
    assert (edge.hunt.walls, edge.hunt.rains) == ((0, 0, 0, 0), 0)


@pytest.mark.rule("HUNT-FREE-02")
def test_a_bloodstone_is_laid_beside_the_same_wall() -> None:
    state = acting([{"tile": 14, "bloodstones": 1}, {"tile": 15}])
    assert legal(state, "lay") == [{"tile": 13}]
    assert why(state, "lay", tile=24) == "HUNT-FREE-02"
    corner = acting([{"tile": 17, "bloodstones": 1}, {"tile": 72}])
    assert legal(corner, "lay") == [{"tile": 16}, {"tile": 18}]
    assert why(corner, "lay", tile=28) == "HUNT-FREE-02"  # beside the right wall, and the hunter is not
    do(state, "lay", tile=13)
    assert (state.hunter(1).bloodstones, state.hunt.bloodstones) == (0, [13, 65, 65, 65])
    assert why(state, "lay", tile=13) == "HUNT-FREE-02"


@pytest.mark.rule("HUNT-FREE-03")
def test_all_bloodstones_are_given_to_a_neighbour() -> None:
    state = acting([{"tile": 34, "bloodstones": 2}, {"tile": 35, "bloodstones": 1}])
    do(state, "give", hunter=2)
    assert [hunter.bloodstones for hunter in state.hunt.hunters] == [0, 3]
    far = acting([{"tile": 34, "bloodstones": 2}, {"tile": 36}])
    assert not legal(far, "give")
    assert why(far, "give", hunter=2) == "HUNT-FREE-03"


# --- strikes ----------------------------------------------------------------------------------------------

SCALES = on("Iron Scales", "top", 4)  # toughness 3, blood 2, left


@pytest.mark.rule("HUNT-STRIKE-01")
@pytest.mark.parametrize(
    ("hunters", "aspect", "strikes"),
    [
        ([{"tile": 13}, {"tile": 72}], on("Rampage", "top", 4), True),
        ([{"tile": 13}, {"tile": 72}], on("Rampage", "top", 4, "asleep"), False),
        ([{"tile": 12}, {"tile": 72}], on("Rampage", "top", 4), False),
        ([{"tile": 13}, {"tile": 4}], on("Rampage", "top", 4), False),
        ([{"tile": 13, "webbed": True}, {"tile": 72}], on("Rampage", "top", 4), False),
        ([{"tile": 13}, {"tile": 72}], SCALES, False),
        ([{"tile": 13, "bloodstones": 2}, {"tile": 15}], SCALES, True),
        ([{"tile": 13, "bloodstones": 1}, {"tile": 15}], SCALES, False),
        ([{"tile": 13, "gems": ["pyre"]}, {"tile": 72}], SCALES, True),
        ([{"tile": 13, "gems": ["pyre"], "webbed": True}, {"tile": 72}], SCALES, False),
    ],
)
def test_an_aspect_is_struck_where_the_damage_reaches_its_toughness(hunters: Any, aspect: Any, strikes: bool) -> None:
    state = acting(hunters, [aspect])
    assert legal(state, "strike") == ([{"tile": 4}] if strikes else [])
    if not strikes:
        assert why(state, "strike", tile=4) == "HUNT-STRIKE-01"


@pytest.mark.rule("HUNT-STRIKE-01")
def test_a_pyre_is_spent_only_where_the_strike_needs_it() -> None:
    needed = acting([{"tile": 13, "gems": ["pyre"]}, {"tile": 72}], [SCALES])
    do(needed, "strike", tile=4)
    assert needed.hunter(1).gems == ["pyre"]  # the Pyre of the top wall, for the one that was spent
    spared = acting([{"tile": 48, "gems": ["pyre", "egis"]}, {"tile": 72}], [on("Rampage", "right", 4)])
    do(spared, "strike", tile=49)
    assert spared.hunter(1).gems == ["egis", "pyre"]  # spent, it would have made room for the right wall's Egis


@pytest.mark.rule("HUNT-STRIKE-02")
@pytest.mark.parametrize(
    ("hunters", "damage"),
    [
        ([{"tile": 43}, {"tile": 45}], 2),
        ([{"tile": 33}, {"tile": 45}], 2),
        ([{"tile": 43}, {"tile": 33}], 0),
        ([{"tile": 43}, {"tile": 72}], 0),
        ([{"tile": 43, "bloodstones": 2}, {"tile": 45}], 3),
        ([{"tile": 43, "webbed": True}, {"tile": 45}], 1),
        ([{"tile": 43, "gems": ["pyre"]}, {"tile": 72}], 2),
        ([{"tile": 43, "gems": ["pyre"]}, {"tile": 45}], 2),
        ([{"tile": 42, "gems": ["pyre"]}, {"tile": 45}], 0),
    ],
)
def test_the_body_is_struck_when_it_is_surrounded_or_with_pyre(hunters: Any, damage: int) -> None:
    state = acting(hunters, life=30)
    if not damage:
        assert why(state, "strike", tile=44) in ("HUNT-STRIKE-01", "HUNT-STRIKE-02")
        assert not legal(state, "strike")
        return
    do(state, "strike", tile=44)
    assert state.hunt.life == 30 - damage
    alone = "pyre" in hunters[0].get("gems", []) and hunters[1]["tile"] == 45
    assert state.hunter(1).gems == (["pyre"] if alone else [])


@pytest.mark.rule("HUNT-STRIKE-02")
def test_by_option_the_other_hunter_must_stand_opposite() -> None:
    options = {"surround": "opposite"}
    assert not legal(acting([{"tile": 33}, {"tile": 45}], options=options), "strike")
    assert legal(acting([{"tile": 33}, {"tile": 55}], options=options), "strike")


@pytest.mark.rule("HUNT-STRIKE-03")
def test_a_rainwalker_that_is_struck_is_gone() -> None:
    state = acting([{"tile": 27}, {"tile": 72}], walkers=[37, 57])
    do(state, "strike", tile=37)
    assert state.hunt.walkers == [57]


@pytest.mark.rule("HUNT-KILL-01")
def test_a_destroyed_aspect_bleeds_gives_way_and_leaves_a_gem() -> None:
    aspects = [on("Hunting Instincts", "right", 4)]
    state = acting([{"tile": 37, "gems": ["pyre"]}, {"tile": 72}], aspects, walls=[0, 1, 0, 0], life=20)
    do(state, "strike", tile=48)
    assert (state.hunt.life, state.hunt.walls, state.hunt.aspects) == (18, (0, 0, 0, 0), [])
    assert state.hunter(1).gems == ["egis"]
    full = acting(
        [{"tile": 37, "gems": ["ylem", "ylem"]}, {"tile": 72}], [on("Rampage", "right", 4)], walls=[0, 1, 0, 0]
    )
    do(full, "strike", tile=48)
    assert full.hunter(1).gems == ["ylem", "ylem"]


# --- other deeds ------------------------------------------------------------------------------------------


@pytest.mark.rule("HUNT-DRAW-01")
@pytest.mark.parametrize(
    ("tile", "wall", "gem"), [(14, "top", "pyre"), (48, "right", "egis"), (84, "bottom", "aria"), (41, "left", "ylem")]
)
def test_a_gem_of_the_walls_colour_is_drawn(tile: int, wall: str, gem: str) -> None:
    state = acting([{"tile": tile}, {"tile": 55}])
    assert legal(state, "draw") == [{"wall": wall}]
    do(state, "draw", wall=wall)
    assert state.hunter(1).gems == [gem]


@pytest.mark.rule("HUNT-DRAW-01")
def test_no_gem_is_drawn_with_two_or_away_from_the_wall_or_past_what_stands_there() -> None:
    assert why(acting([{"tile": 14, "gems": ["aria", "egis"]}, {"tile": 72}]), "draw", wall="top") == "HUNT-DRAW-01"
    assert why(acting([{"tile": 24}, {"tile": 72}]), "draw", wall="top") == "HUNT-DRAW-01"
    assert not legal(acting([{"tile": 14}, {"tile": 72}], [SCALES]), "draw")
    assert not legal(acting([{"tile": 14}, {"tile": 4}]), "draw")
    assert why(acting([{"tile": 14}, {"tile": 72}], [SCALES]), "draw", wall="top") == "HUNT-DRAW-01"
    assert legal(acting([{"tile": 14}, {"tile": 72}], [on("Iron Scales", "top", 4, "asleep")]), "draw")


@pytest.mark.rule("HUNT-REST-01")
@pytest.mark.parametrize(("wounds", "left"), [(3, 1), (1, 0)])
def test_a_rest_heals_two_wounds_and_ends_bleeding_and_web(wounds: int, left: int) -> None:
    state = acting([{"tile": 27, "wounds": wounds, "bleeding": True, "webbed": True}, {"tile": 72}])
    do(state, "rest")
    hunter = state.hunter(1)
    assert (hunter.wounds, hunter.bleeding, hunter.webbed) == (left, False, False)


@pytest.mark.rule("HUNT-STATE-01")
def test_stunned_webbed_and_bleeding_last_as_long_as_they_say() -> None:
    stunned = at([{"tile": 27, "stunned": True, "gems": ["aria"]}, {"tile": 72}])
    assert {abs(move["tile"] - 27) for move in legal(stunned, "move")} == {0, 1, 9, 10, 11}
    assert why(stunned, "move", hunter=1, tile=47) == "HUNT-STATE-01"
    do(stunned, "move", hunter=1, tile=28)
    assert not stunned.hunter(1).stunned
    near = acting([{"tile": 17, "webbed": True}, {"tile": 28}])
    do(near, "draw", wall="top")
    assert not near.hunter(1).webbed
    alone = acting([{"tile": 17, "webbed": True, "bleeding": True}, {"tile": 72}])
    do(alone, "draw", wall="top")
    assert (alone.hunter(1).webbed, alone.hunter(1).bleeding, alone.hunter(1).wounds) == (True, True, 1)


@pytest.mark.rule("HUNT-FALL-01")
def test_who_has_fallen_returns_away_from_the_body() -> None:
    state = at([{}, {"tile": 72}])
    tiles = {move["tile"] for move in legal(state, "move")}
    assert 41 in tiles
    assert not tiles & {22, 33, 42, 72, 5, 65}
    assert why(state, "move", hunter=1, tile=42) == "HUNT-FALL-01"
    do(state, "move", hunter=1, tile=77)
    assert (state.hunter(1).tile, asked(state)) == (77, "deed")


@pytest.mark.rule("HUNT-FALL-01")
def test_where_nothing_is_free_who_has_fallen_returns_in_the_place_of_a_rainwalker() -> None:
    hunters = [{}, {"tile": 44, "bloodstones": 4}, {"tile": 46}]
    full = {"body": 55, "walls": [3, 2, 2, 3], "seats": 3, "level": "H3"}
    near = at(hunters, walkers=[45, 54, 56, 64, 65], **full)
    assert [move["tile"] for move in legal(near, "move")] == [66]
    state = at(hunters, walkers=[45, 54, 56, 64, 65, 66], **full)
    assert [move["tile"] for move in legal(state, "move")] == [45, 54, 56, 64, 65, 66]
    do(state, "move", hunter=1, tile=64)
    assert (state.hunter(1).tile, state.hunt.walkers, asked(state)) == (64, [45, 54, 56, 65, 66], "deed")


@pytest.mark.rule("HUNT-FALL-01")
def test_of_two_fallen_hunters_of_one_person_the_first_is_put_back_first() -> None:
    state = at([{}, {}], seats=1)
    assert {move["hunter"] for move in legal(state, "move")} == {1}
    first = at([{}, {}], seats=1, round=2)
    assert {move["hunter"] for move in legal(first, "move")} == {2}
    do(state, "move", hunter=2, tile=77)  # as somebody may have done it on a page before
    assert state.hunter(2).tile == 77
    several = at([{}, {}])
    assert [{move["hunter"] for move in legal(several, "move", seat)} for seat in ("p1", "p2")] == [{1}, {2}]
