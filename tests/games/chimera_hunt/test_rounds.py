"""The End of Round, Fire Walls, and the nights of a campaign."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games.chimera_hunt.nights import night

from tests.games.chimera_hunt.table import GAME, acting, asked, at, do, ending, kinds, legal, on, roll, why

SPENT = on("Iron Scales", "right", 4, "spent")


def ended(*args: Any, **facts: Any) -> Any:
    """A round that has just ended, up to the first thing that chance decides."""
    state = ending(*args, **facts)
    do(state, "rest")
    return state


@pytest.mark.rule("HUNT-END-01", "HUNT-END-02", "HUNT-END-03")
def test_what_stays_works_then_a_rain_for_each_aspect_in_play_then_the_die() -> None:
    aspects = [on("Rampage", "top", 1, "spent"), SPENT]
    state = ended(aspects=aspects)
    assert (state.hunt.rage, state.hunt.rains, asked(state)) == (1, 2, "burn")


@pytest.mark.rule("HUNT-END-03")
@pytest.mark.parametrize(("rolled", "walls"), [("top", (0, 1, 0, 0)), ("bottom", (0, 0, 0, 1)), ("left", (0, 0, 0, 1))])
def test_the_first_driven_wall_from_the_die_clockwise_advances(rolled: str, walls: tuple[int, ...]) -> None:
    state = ended(aspects=[SPENT, on("Iron Scales", "left", 4, "spent")])
    roll(state, rolled)
    assert state.hunt.walls == walls


@pytest.mark.rule("HUNT-END-03")
def test_with_no_aspect_in_play_the_fire_stands_still() -> None:
    assert asked(ended()) == "gather"


@pytest.mark.rule("HUNT-END-04")
def test_fire_wounds_who_stands_in_it() -> None:
    state = ended([{"tile": 5}, {"tile": 72}], body=4, life=20)
    assert ([hunter.wounds for hunter in state.hunt.hunters], state.hunt.life) == ([1, 0], 18)


@pytest.mark.rule("HUNT-END-04")
def test_a_body_burns_before_hunters_do_so_that_the_fire_may_win_in_time() -> None:
    state = ended([{"tile": 5, "wounds": 3}, {"tile": 72}], body=4, life=2, souls=0)
    result = state.outcome()
    assert result is not None
    assert (result.rule, state.hunt.souls) == ("HUNT-WIN-01", 0)


@pytest.mark.rule("HUNT-END-05")
def test_a_rainwalker_goes_around_what_stands_in_its_way() -> None:
    state = ended([{"tile": 17}, {"tile": 72}], walkers=[14, 25], body=15)
    assert state.hunt.walkers == [24, 16]  # 05 burns, and the body and the other one stood nearer


@pytest.mark.rule("HUNT-END-05")
def test_rainwalkers_come_nearer_and_wound_once() -> None:
    state = ended([{"tile": 27}, {"tile": 72}], walkers=[24, 37])
    assert state.hunt.walkers == [15, 37]
    assert state.hunter(1).wounds == 1
    state = ended([{"tile": 27}, {"tile": 72}], walkers=[25])
    assert (state.hunt.walkers, state.hunter(1).wounds) == ([16], 1)


@pytest.mark.rule("HUNT-END-06")
def test_seeds_ripen_into_rains() -> None:
    state = ended(seeds=[31, 32], rains=4)
    assert (state.hunt.seeds, state.hunt.rains) == ([], 6)


@pytest.mark.rule("HUNT-END-07")
def test_aspects_are_ready_again_and_new_ones_come() -> None:
    state = ended(aspects=[SPENT])
    roll(state, "top")
    assert (state.hunt.aspects[0].state, state.hunt.round, asked(state)) == ("ready", 2, "gather")
    for _ in range(3):
        roll(state, "Rampage", 2)
    assert asked(state) == "move"
    assert not any(hunter.done for hunter in state.hunt.hunters)


@pytest.mark.rule("HUNT-WIN-02")
@pytest.mark.parametrize("rounds", [14, 12])
def test_after_the_last_round_the_hunt_is_lost(rounds: int) -> None:
    assert ended(round=rounds - 1, options={"rounds": rounds}).outcome() is None
    result = ended(round=rounds, options={"rounds": rounds}).outcome()
    assert result is not None
    assert (result.winners, result.rule) == ((), "HUNT-WIN-02")


@pytest.mark.rule("HUNT-WALL-01")
def test_a_bloodstone_holds_a_wall_and_so_does_its_opposite() -> None:
    state = ended(aspects=[on("Iron Scales", "top", 4, "spent")], bloodstones=[15], life=20)
    assert "held" in kinds(roll(state, "top"))
    assert (state.hunt.walls, state.hunt.life) == ((0, 0, 0, 0), 19)
    cold = ended(aspects=[on("Iron Scales", "top", 4, "spent")], bloodstones=[15], life=20, options={"held_wounds": 0})
    roll(cold, "top")
    assert cold.hunt.life == 20
    last = ended(aspects=[on("Iron Scales", "top", 4, "spent")], bloodstones=[15], life=1)
    roll(last, "top")
    assert last.hunt.life == 1
    near = ended(
        [{"tile": 47}, {"tile": 52}], [on("Iron Scales", "top", 4, "spent")], walls=[3, 0, 2, 0], bloodstones=[55]
    )
    roll(near, "top")
    assert near.hunt.walls == (3, 0, 2, 0)


@pytest.mark.rule("HUNT-WALL-02")
def test_who_is_left_behind_a_wall_falls_and_what_it_comes_over_burns() -> None:
    aspects = [on("Iron Scales", "top", 7, "spent")]
    hunters = [{"tile": 5}, {"tile": 12}]
    state = ended(hunters, aspects, seeds=[13], walkers=[18], body=4, life=20, souls=3)
    events = roll(state, "top")
    assert state.hunter(1).tile is None
    assert state.hunter(2).tile == 12
    assert (state.hunt.seeds, state.hunt.walkers, state.hunt.souls) == ([], [], 2)
    assert (state.hunt.body, state.hunt.life) == (13, 16)  # pushed, and then in the fire at the End of Round
    assert "pushed" in kinds(events)
    assert state.hunter(2).wounds == 1
    assert state.hunt.rains == 1  # of the aspect: a seed that burned does not ripen


@pytest.mark.rule("HUNT-WALL-02")
def test_a_body_is_pushed_onto_no_seed() -> None:
    aspects = [on("Iron Scales", "bottom", 4, "spent")]
    state = ended([{"tile": 88}, {"tile": 89}], aspects, seeds=[77], body=99, life=20)
    roll(state, "bottom")
    assert state.hunt.body == 78
    assert GAME.from_position(state.position()).digest() == state.digest()


# --- campaign ---------------------------------------------------------------------------------------------


def dead(**facts: Any) -> Any:
    """A night of a campaign that has just been won."""
    chimera, level = night(GAME.pack, facts.get("campaign", "standard"), facts.get("night", 1))  # type: ignore[attr-defined]
    which = {"campaign": "standard", "chimera": chimera, "level": level, **facts}
    state = acting([{"tile": 43}, {"tile": 45}], life=1, **which)
    do(state, "strike", tile=44)
    return state


@pytest.mark.rule("HUNT-CAMP-01")
def test_six_nights_six_chimeras_in_order_and_harder() -> None:
    found = [night(GAME.pack, "standard", number) for number in range(1, 7)]  # type: ignore[attr-defined]
    assert [level for _, level in found] == ["S1", "S1", "S2", "S2", "S3", "S3"]
    assert [key for key, _ in found] == ["viros", "frostwild", "neverset", "lordswall", "shadowreck", "mooncove"]
    assert night(GAME.pack, "heroic", 5)[1] == "H3"  # type: ignore[attr-defined]
    assert GAME.new({"campaign": "heroic"}).position()["level"] == "H1"


@pytest.mark.rule("HUNT-CAMP-01")
def test_a_night_won_leads_to_the_next_and_the_sixth_ends_the_campaign() -> None:
    state = dead()
    assert (asked(state), state.outcome()) == ("boon", None)
    do(state, "boon", boon="soul")
    hunt = state.hunt
    assert (hunt.night, hunt.chimera, hunt.losses, hunt.round, asked(state)) == (2, "frostwild", 0, 1, "gather")
    result = dead(night=6, losses=2).outcome()
    assert result is not None
    assert (result.winners, result.scores["p1"]["nights"]) == (("p1", "p2"), 560)
    assert result.reason == "Flood of Moon Cove is dead, in round 1. The campaign is won."


@pytest.mark.rule("HUNT-CAMP-01", "HUNT-CAMP-02")
def test_a_night_lost_is_hunted_again_with_a_soul_more_and_the_fourth_loss_ends_it() -> None:
    lost = ended(round=14, campaign="standard", losses=2)
    assert legal(lost, "boon", "p2") == [{"boon": "soul"}]
    assert lost.deciders()["p2"].prompt == "This night is hunted again, with a soul more."
    assert why(lost, "boon", boon="gem") == "HUNT-CAMP-02"
    usual = GAME.new({}).position()["souls"]
    do(lost, "boon", boon="soul")
    assert (lost.hunt.night, lost.hunt.losses, lost.hunt.souls) == (1, 3, usual + 1)
    over = ended(round=14, campaign="standard", losses=3).outcome()
    assert over is not None
    assert not over.winners


@pytest.mark.rule("HUNT-CAMP-02")
def test_boons_are_a_soul_a_gem_or_dry_air() -> None:
    assert [boon["boon"] for boon in legal(dead(), "boon")] == ["soul", "gem", "dry air"]
    state = dead()
    view, actions = state.view(None), state.legal_actions("p1")
    assert [GAME.label(action, view) for action in actions] == [
        "A soul more", "An Aria for hunter 1", "Dry air: the Ultimate comes two Red Rains later",
    ]  # fmt: skip
    (told,) = [event.text for event in state.apply(actions[1]) if event.kind == "night"]
    assert told == "Night 2: Frostwild Scourge. The boon is an Aria for hunter 1; nights lost so far: 0."
    plain = GAME.new({"seats": 3})
    assert GAME.new({"seats": 3, "boon": "soul"}).position()["souls"] == plain.position()["souls"] + 1
    assert GAME.new({"seats": 3, "boon": "dry air"}).view(None)["ultimate"] == plain.view(None)["ultimate"] + 2
    one = GAME.new({"seats": 3, "boon": "gem"}).position()["hunters"]
    each = GAME.new({"seats": 3, "boon": "gem", "options": {"gem_boon": "each"}}).position()["hunters"]
    assert [hunter["gems"] for hunter in one] == [["aria"], [], []]
    assert [hunter["gems"] for hunter in each] == [["aria"], ["egis"], ["pyre"]]


@pytest.mark.rule("HUNT-CAMP-02")
def test_a_boon_is_chosen_by_touching_its_tile_with_the_chimera() -> None:
    state = dead()
    state.hunt.hunters[1].tile, state.hunt.body = 93, 95
    actions = [action for seat in state.seats for action in state.legal_actions(seat)]
    picture = GAME.picture(state.view(None), actions)
    found = {GAME.record(each.action)["boon"]: (each.action.seat, each.off, each.on) for each in picture.gestures}
    assert found == {
        "soul": ("p1", (95,), (83,)), "gem": ("p1", (95,), (85,)), "dry air": ("p1", (95,), (97,)),
    }  # fmt: skip
    assert all(each.back for each in picture.gestures)
    lit = {layer.tiles: layer.colour for layer in picture.layers if layer.effect == "target"}
    assert lit == {(83,): 0xFFFFFF, (85,): 0x30FF30, (97,): 0xC00040}
    assert len(GAME.picture(state.view(None), actions[3:]).gestures) == 3, "where only player 2 is a person"
    lost = ended(round=14, campaign="standard", losses=2)
    assert len(GAME.picture(lost.view(None), lost.legal_actions("p1")).gestures) == 1


@pytest.mark.rule("HUNT-CAMP-03")
def test_the_campaign_is_in_the_position_and_on_the_top_row() -> None:
    state = dead(night=2, losses=1)
    again = GAME.from_position(state.position())
    assert again.digest() == state.digest()
    assert {key: state.position()[key] for key in ("campaign", "night", "losses")} == {
        "campaign": "standard", "night": 2, "losses": 1,
    }  # fmt: skip
    white = [layer.tiles for layer in GAME.picture(state.view(None)).layers if layer.colour == 0xFFFFFF]
    assert white == [(0, 1)]
    assert at().view(None)["campaign"] == "none"
