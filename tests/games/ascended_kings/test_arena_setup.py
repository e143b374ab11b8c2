"""The box, the board and everything before the first turn."""

from __future__ import annotations

import pytest
from immolation.games import BadConfig, BadPosition, load

from tests.games.ascended_kings.table import GAME, at, new, round_end, started


@pytest.mark.rule("AK-COMP-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_three_or_four_play_one_king_each(seats: int) -> None:
    table = started(seats=seats)
    assert list(table.view["seats"]) == ["p1", "p2", "p3", "p4"][:seats]
    assert {facts["form"] for facts in table.view["seats"].values()} == {"king"}


@pytest.mark.rule("AK-COMP-01")
@pytest.mark.parametrize("seats", [1, 5, 0, "3", True, None])
def test_no_other_number_of_players(seats: object) -> None:
    with pytest.raises(BadConfig, match="seats"):
        GAME.new({"seats": seats})


@pytest.mark.rule("AK-COMP-01", "AK-DEATH-07")
def test_the_dead_come_back_again_and_again() -> None:
    who = {"p1": {"bloodstones": 4}, "p2": {"form": "revenant"}}
    table = at(44, 45, who=who, war=True, omega_stone=9, ascended_die="gone")
    for roll in (20, 30):
        table.do("p1", "kill", who="p2").do("p1", "end-turn").roll(roll).do("p2", "place", tile=roll)
        assert (table.tile("p2"), table.seat("p2")["form"]) == (roll, "revenant")
        table.turn("p2").do("p1", "choose-state", state="active")


@pytest.mark.rule("AK-COMP-02")
def test_no_two_players_take_the_same_king() -> None:
    with pytest.raises(BadConfig, match="kings"):
        GAME.new({"seats": 2, "kings": {"p1": "vara", "p2": "vara"}})
    kings = [facts["king"] for facts in started(seats=4).view["seats"].values()]
    assert len(set(kings)) == 4
    twins = {"seats": 2, "kings": {"p1": "vara", "p2": "vara"}, "options": {"setup.unique_kings": False}}
    assert GAME.new(twins).view(None)["seats"]["p2"]["king"] == "vara"


@pytest.mark.rule("AK-COMP-02")
def test_two_players_with_the_same_king_are_told_apart_by_a_number() -> None:
    twins = {"seats": 3, "kings": {"p1": "vara", "p2": "vara"}, "options": {"setup.unique_kings": False}}
    view = load("ascended-kings").new(twins).view(None)
    assert [view["seats"][seat]["name"] for seat in ("p1", "p2")] == ["Vara 1", "Vara 2"]
    assert not view["seats"]["p3"]["name"][-1].isdigit()


@pytest.mark.rule("AK-COMP-03")
def test_each_king_has_its_focus_and_its_revenant() -> None:
    foci = {"apsu": "ylem", "kynazarr": "pyre", "vara": "aria", "eloden": "egis", "zhoth": "dire"}
    for king, focus in foci.items():
        table = new(seats=2, kings={"p1": king})
        assert table.seat("p1")["focus"] == focus
        dead = at(44, 45, who={"p1": {"king": king, "form": "revenant"}})
        name = "Engur" if king == "apsu" else f"The {focus.title()} Revenant"
        assert dead.seat("p1")["name"] == name
    renamed = new(seats=2, kings={"p1": "eloden"}, options={"data.king_names": {"eloden": "Shar-Nasir"}})
    assert renamed.seat("p1")["name"] == "Shar-Nasir"


@pytest.mark.rule("AK-COMP-04")
@pytest.mark.parametrize(("gem", "most"), [("aria", 40), ("egis", 40), ("pyre", 40), ("ylem", 35), ("dire", 25)])
def test_the_board_never_holds_more_gems_than_the_box(gem: str, most: int) -> None:
    at(44, 45, items={"00": {gem: most}})
    with pytest.raises(BadPosition, match="items"):
        at(44, 45, items={"00": {gem: most}, "01": {gem: 1}})


@pytest.mark.rule("AK-COMP-04", "AK-COMP-12")
def test_there_are_always_four_bloodstones() -> None:
    with pytest.raises(BadPosition, match="Bloodstones"):
        GAME.from_position({"seats": {"p1": {"bloodstones": 3}, "p2": {"bloodstones": 2}}})
    with pytest.raises(BadPosition, match="bloodstones_aside"):
        GAME.from_position({"seats": {f"p{n}": {"bloodstones": n % 2} for n in range(1, 5)}})
    table = at(44, 45, 46, 47).do("p1", "kill", who="p2")
    facts = table.view["seats"].values()
    assert sum(seat["bloodstones"] for seat in facts) + table.on(45)["bloodstones"] == 4


@pytest.mark.rule("AK-COMP-12")
def test_a_gem_that_burns_or_is_taken_is_gone_from_the_board() -> None:
    table = round_end(55, 56, die=1, walls={"top": 1}, items={"24": {"ylem": 2}}).die(1)
    assert table.on(24) == {}
    table = at(44, 65, items={"45": {"ylem": 2}}).do("p1", "step", tile=45)
    assert table.on(45) == {}
    assert table.told("gem-taken") == [{"seat": "p1", "gem": "ylem", "count": 2, "tile": 45}]


@pytest.mark.rule("AK-COMP-05")
def test_the_immolation_die_has_four_sides_and_the_percentile_dice_a_hundred() -> None:
    four = round_end(44, 45).state.deciders()["chance"].outcomes
    assert [(outcome.action.value, outcome.weight) for outcome in four] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    hundred = at(44, 45, state="roll-ylem").state.deciders()["chance"].outcomes
    assert [outcome.action.value for outcome in hundred] == list(range(100))
    assert {outcome.weight for outcome in hundred} == {1}


@pytest.mark.rule("AK-COMP-06")
def test_a_hundred_tiles_four_strips_and_a_two_sided_index() -> None:
    view = started(seats=2).view
    assert list(view["walls"]) == ["top", "right", "bottom", "left"]
    assert len(view["dials"]["round"]["front"]) == len(view["dials"]["round"]["back"]) == 11
    with pytest.raises(BadPosition, match="items"):
        at(44, 45, items={"100": {"ylem": 1}})


@pytest.mark.rule("AK-COMP-09", "AK-COMP-15")
def test_a_percentile_roll_names_one_tile() -> None:
    assert at(44, 45, state="roll-ylem").roll(47).on(47) == {"ylem": 1}
    assert at(44, 45, state="roll-ylem").roll(0).on(0) == {"ylem": 1}


@pytest.mark.rule("AK-COMP-15")
@pytest.mark.parametrize(
    ("orientation", "tile"),
    [
        ("tens=row_from_top,units=col_from_left", 27),
        ("tens=row_from_top,units=col_from_right", 22),
        ("tens=row_from_bottom,units=col_from_left", 77),
        ("tens=row_from_bottom,units=col_from_right", 72),
        ("tens=col_from_left,units=row_from_top", 72),
        ("tens=col_from_left,units=row_from_bottom", 22),
        ("tens=col_from_right,units=row_from_top", 77),
        ("tens=col_from_right,units=row_from_bottom", 27),
    ],
)
def test_the_board_may_be_printed_another_way_round(orientation: str, tile: int) -> None:
    table = at(44, 45, state="roll-ylem", options={"board.orientation": orientation}).roll(27)
    assert table.on(tile) == {"ylem": 1}
    assert "27" in table.events[0].text


@pytest.mark.rule("AK-COMP-16", "AK-SETUP-07")
@pytest.mark.parametrize(("seats", "tiles"), [(2, [14, 85]), (3, [14, 48, 85]), (4, [14, 48, 85, 51])])
def test_kings_start_on_the_tile_of_their_side(seats: int, tiles: list[int]) -> None:
    assert [facts["tile"] for facts in started(seats=seats).view["seats"].values()] == tiles


@pytest.mark.rule("AK-COMP-16", "AK-SETUP-07")
def test_start_tiles_and_sides_are_house_rules_and_never_shared() -> None:
    table = new(seats=2, options={"setup.start_tiles": {"top": 4}, "setup.seats": {"2": ["left", "top"]}})
    assert [table.tile("p1"), table.tile("p2")] == [51, 4]
    with pytest.raises(BadConfig, match=r"setup\.start_tiles"):
        GAME.new({"options": {"setup.start_tiles": {"top": 48}}})
    with pytest.raises(BadConfig, match=r"setup\.seats"):
        GAME.new({"options": {"setup.seats": {"3": ["top", "top", "left"]}}})


@pytest.mark.rule("AK-COMP-17")
@pytest.mark.parametrize(("die", "edge"), [(1, "top"), (2, "right"), (3, "bottom"), (4, "left")])
def test_each_immolation_number_owns_one_wall(die: int, edge: str) -> None:
    assert list(round_end(44, 45, die=die).die(die).walls) == [edge]
    turned = {"fire.immolation_edges": {"1": "left", "2": "top", "3": "right", "4": "bottom"}}
    assert edge not in round_end(44, 45, die=die, options=turned).die(die).walls
    with pytest.raises(BadConfig, match=r"fire\.immolation_edges"):
        GAME.new({"options": {"fire.immolation_edges": {"1": "left"}}})


@pytest.mark.rule("AK-COMP-14")
def test_one_mat_can_hold_all_four_bloodstones() -> None:
    table = at(44, 66, 68, 88, items={"45": {"bloodstones": 3}}, who={"p1": {"bloodstones": 1}}).do(
        "p1", "step", tile=45
    )
    assert table.seat("p1")["bloodstones"] == 4


@pytest.mark.rule("AK-COMP-18", "AK-MOVE-11")
def test_a_revenant_may_carry_bloodstones_and_win() -> None:
    who = {"p1": {"form": "revenant", "bloodstones": 3}, "p2": {"bloodstones": 0}, "p3": {"bloodstones": 0}}
    war = {"war": True, "omega_stone": 6}
    table = at(4, 66, 88, who=who, items={"05": {"bloodstones": 1}}, **war)
    table.do("p1", "step", tile=5).do("p1", "step", tile=6)
    result = table.state.outcome()
    assert result is not None
    assert result.winners == ("p1",)
    assert result.rule == "AK-WAR-11"


@pytest.mark.rule("AK-COMP-10")
def test_an_empty_supply_gives_nothing_until_it_has_some_again() -> None:
    table = at(44, 45, state="roll-ylem").do("p2", "supply", gem="ylem").roll(20)
    assert table.on(20) == {}
    assert "AK-COMP-10" in table.rules("nothing-left")
    assert table.refused("p1", "supply", gem="ylem") == "AK-COMP-10"
    table = round_end(44, 45, 88, die=1, shows="YLEM", exhausted=["pyre"]).die(1).roll(20)
    assert table.on(20) == {"ylem": 1}, "other gems are not concerned"
    table = at(44, 45, state="roll-ylem", exhausted=["ylem"]).do("p1", "supply", gem="ylem", state="refilled").roll(20)
    assert table.on(20) == {"ylem": 1}


@pytest.mark.rule("AK-COMP-10")
def test_without_dire_in_the_supply_fire_wounds_nobody() -> None:
    keys = {"walls": {"top": 0}, "exhausted": ["dire"]}
    table = round_end(4, 55, die=2, shows="YLEM", **keys).die(2)
    assert table.wounds_dealt() == {}
    assert "AK-COMP-10" in table.rules("no-dire-left")
    table = round_end(4, 55, die=2, shows="YLEM", options={"supply.dire_empty": "wound"}, **keys).die(2)
    assert table.wounds_dealt() == {"p1": 1}


@pytest.mark.rule("AK-COMP-10")
def test_the_board_cannot_take_the_last_gem_twice() -> None:
    table = round_end(44, 45, die=1, shows="PYRE2", side="back", items={"40": {"pyre": 20}, "49": {"pyre": 19}}).die(1)
    table.roll(20)
    assert table.on(20) == {"pyre": 1}


# --- setup -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-SETUP-01")
def test_no_tile_burns_at_the_start() -> None:
    assert started(seats=4).walls == {}


@pytest.mark.rule("AK-SETUP-02")
def test_the_starting_player_is_agreed_or_drawn() -> None:
    assert started(seats=3).view["start"] == "p1"
    table = new(seats=3, options={"setup.start_player": "random"})
    assert [outcome.action.who for outcome in table.state.deciders()["chance"].outcomes] == ["p1", "p2", "p3"]
    table.do("chance", "draw-start", who="p2").do("chance", "turn-event-dial", index=0).roll(99)
    assert table.asked == {"p2": "choose-state"}
    assert new(seats=3, options={"setup.start_player": "random"}).refused("chance", "draw-start", who="p4") == "TABLE"


@pytest.mark.rule("AK-SETUP-03", "AK-COMP-02")
def test_kings_are_chosen_from_the_last_player_back() -> None:
    table = new(seats=3, kings="choose")
    assert table.asked == {"p3": "choose-king"}
    assert len(table.listed("p3", "choose-king")) == 5
    table.do("p3", "choose-king", king="zhoth")
    assert table.refused("p2", "choose-king", king="zhoth") == "AK-COMP-02"
    table.do("p2", "choose-king", king="vara").do("p1", "choose-king", king="apsu")
    assert [facts["king"] for facts in table.view["seats"].values()] == ["apsu", "vara", "zhoth"]
    first = new(seats=3, kings="choose", options={"setup.king_choice_order": "turn_order"})
    assert first.asked == {"p1": "choose-king"}


@pytest.mark.rule("AK-SETUP-05")
@pytest.mark.parametrize(("seats", "aside"), [(2, 2), (3, 1), (4, 0)])
def test_one_bloodstone_each_at_level_one_and_the_rest_aside(seats: int, aside: int) -> None:
    table = started(seats=seats)
    assert {(facts["bloodstones"], facts["level"]) for facts in table.view["seats"].values()} == {(1, 1)}
    assert table.view["bloodstones_aside"] == aside
    with pytest.raises(BadPosition, match="bloodstones_aside"):
        GAME.from_position(
            {"seats": {f"p{n}": {"bloodstones": 0} for n in range(1, seats + 1)}, "bloodstones_aside": aside + 1}
        )


@pytest.mark.rule("AK-SETUP-09")
def test_the_first_ylem_is_rolled_again_on_a_miniature() -> None:
    table = new(seats=3).do("chance", "turn-event-dial", index=0).roll(14)
    assert table.kinds() == ["ylem-rolled-again"]
    assert table.asked == {"chance": "roll-percentile"}
    table.roll(62)
    assert table.on(62) == {"ylem": 1}
    assert table.on(14) == {}
    assert table.asked == {"p1": "choose-state"}


# --- the Omega Index -------------------------------------------------------------------------------------


@pytest.mark.rule("AK-OMEGA-01")
def test_the_index_has_a_round_dial_and_an_event_dial() -> None:
    dials = started(seats=3).view["dials"]
    assert (dials["round"]["shows"], dials["event"]["shows"]) == (15, "FIRE")
    table = round_end(44, 45, 88, die=2, shows="PYRE", rounds=15)
    table.die(2)
    assert table.view["dials"]["event"]["shows"] == "PYRE"
    assert table.view["dials"]["round"]["shows"] == 15


@pytest.mark.rule("AK-OMEGA-02")
def test_reaching_flip_turns_the_index_over() -> None:
    table = at(44, 45, state="latent", rounds=20, dials={"round": 11, "event": 4}, turn="p2", start="p1")
    table.do("p2", "end-turn")
    dials = table.view["dials"]
    assert (dials["side"], dials["round"]["shows"]) == ("back", 10)
    assert table.rules("index-flipped") == ("AK-OMEGA-02", "AK-OMEGA-06")
    assert dials["round"]["front"][-1] == "FLIP"
    assert dials["round"]["back"][-1] == "Omega"


@pytest.mark.rule("AK-OMEGA-03")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 20), (3, 15), (4, 10)])
def test_recommended_rounds(seats: int, rounds: int) -> None:
    assert new(seats=seats).view["dials"]["round"]["shows"] == rounds
    assert new(seats=seats, rounds=7).view["dials"]["round"]["shows"] == 7
    for wrong in (0, 21, "10", 3.5):
        with pytest.raises(BadConfig, match="rounds"):
            GAME.new({"seats": seats, "rounds": wrong})


@pytest.mark.rule("AK-OMEGA-04")
@pytest.mark.parametrize(("rounds", "side"), [(20, "front"), (11, "front"), (10, "back"), (1, "back")])
def test_short_games_start_on_the_back(rounds: int, side: str) -> None:
    assert new(seats=2, rounds=rounds).view["dials"]["side"] == side


@pytest.mark.rule("AK-OMEGA-05", "AK-ROUND-03")
@pytest.mark.parametrize("rounds", [1, 4])
def test_a_game_of_n_rounds_has_n_rounds(rounds: int) -> None:
    table = started(seats=4, rounds=rounds)
    played = 0
    while not table.view["war"]:
        for seat in [f"p{(table.state.facts.start + n) % 4 + 1}" for n in range(4)]:
            table.turn(seat)
        played += 1
        if not table.view["war"]:
            table.quietly()
    assert played == rounds
    assert table.asked == {"chance": "roll-percentile"}


@pytest.mark.rule("AK-OMEGA-06")
def test_the_flip_keeps_the_pointer_or_starts_anew() -> None:
    for keeps, index in ((True, 4), (False, 0)):
        table = at(
            44, 45, state="latent", rounds=20, turn="p2", start="p1",
            dials={"round": 11, "event": 4}, options={"omega.flip_keeps_index": keeps},
        )  # fmt: skip
        table.do("p2", "end-turn")
        assert table.view["dials"]["event"]["index"] == index
    dials = new(seats=2).view["dials"]["event"]
    assert set(dials["back"]) - set(dials["front"]) == {"PYRE2", "YLEM_DIRE"}
    short = new(seats=2, rounds=5, options={"omega.event_dial_back": ["YLEM", "FIRE"]})
    assert short.view["dials"]["event"]["back"] == ["YLEM", "FIRE"]
    assert [outcome.action.index for outcome in short.state.deciders()["chance"].outcomes] == [1]


@pytest.mark.rule("AK-OMEGA-07")
@pytest.mark.parametrize(("rounds", "flames"), [(20, [0, 3, 6, 9]), (10, [0, 3, 6, 9])])
def test_the_event_dial_starts_on_a_random_blue_flame(rounds: int, flames: list[int]) -> None:
    table = new(seats=2, rounds=rounds)
    assert [outcome.action.index for outcome in table.state.deciders()["chance"].outcomes] == flames
    assert table.refused("chance", "turn-event-dial", index=1) == "AK-OMEGA-07"
    table.do("chance", "turn-event-dial", index=6)
    assert table.view["dials"]["event"] == {**table.view["dials"]["event"], "index": 6, "shows": "FIRE"}
    with pytest.raises(BadConfig, match=r"omega\.event_dial_front"):
        GAME.new({"options": {"omega.event_dial_front": ["YLEM"]}})


@pytest.mark.rule("AK-OMEGA-08")
def test_without_a_countdown_the_dial_stops_at_ten() -> None:
    assert new(seats=4, countdown=False).view["dials"]["round"]["shows"] == 20
    with pytest.raises(BadConfig, match="rounds"):
        GAME.new({"countdown": False, "rounds": 15})
    table = at(44, 45, state="latent", countdown=False, dials={"round": 11, "event": 0}, turn="p2", start="p1")
    table.do("p2", "end-turn")
    assert table.view["dials"]["round"]["shows"] == 10
    table.quietly().turn("p1").turn("p2")
    assert table.view["dials"]["round"]["shows"] == 10
    assert "AK-OMEGA-08" in table.rules("round-dial-rests")
    table.die(1)
    assert table.walls["top"] == 1, "all other steps go on"
