"""The early return on the full track: steps 1 to 6 while the killer's turn goes on, and what meets it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from .card_table import Table, at
from .test_deaths import drawn, killed, returned


def early(victim: dict[str, Any], *tiles: int, seat: str = "p2", **keys: Any) -> Table:
    """`killed`, and p2 has carried out steps 1 to 6."""
    table = killed(victim, *tiles, **keys)
    table.do(seat, "return-early")
    drawn(table)
    return table


@pytest.mark.rule("AK-REV-10", "AK-REV-02", "AK-REV-06", "AK-REV-07", "AK-REV-05", "AK-INST-12")
def test_steps_one_to_six_are_carried_out_while_the_killers_turn_goes_on() -> None:
    victim = {"ylem": 4, "transmuted": ["ylem", "pyre"], "level": 2, "hand": ["albedo-1"], "pool": {"aria": 2}}
    table = killed(victim, 99)
    assert table.listed("p2", "return-early") == [{"do": "return-early", "seat": "p2"}]
    assert "p2" not in table.asked, "nobody waits for it"
    table.do("p2", "return-early")
    assert table.rules("return-begun") == ("AK-REV-10",)
    assert table.discarded() == {"albedo-1": 1}
    assert (table.ylem("p2"), table.pool("p2"), table.seat("p2")["transmuted"]) == (5, {"pyre": 3}, [])
    assert (table.seat("p2")["form"], table.seat("p2")["level"]) == ("revenant", 2)
    for card in ("revenant-separation-3", "revenant-albedo-1", "revenant-separation-2"):
        table.draw(card)
    assert table.asked == {"p1": "active"}, "the turn of p1 goes on"
    assert table.tile("p2") is None
    assert table.state.view("p2")["seats"]["p2"]["hand"] == sorted(table.hand("p2"))
    assert table.state.view("p1")["seats"]["p2"]["hand"] is None
    assert not table.listed("p2", "instant")
    assert table.refused("p2", "instant", card="revenant-albedo-1") == "AK-INST-12"
    assert table.refused("p2", "return-early") == "AK-REV-10"
    table.do("p1", "end-turn")
    assert table.asked == {"chance": "roll-percentile"}, "step 7 is what is left"
    table.roll(90).passing()
    assert table.refused("p2", "instant", card="revenant-albedo-1") == "AK-INST-12"
    table.do("p2", "place", tile=90)
    assert table.asked == {"p2": "take"}, "step 8"
    table.instant("p2", "revenant-albedo-1")


@pytest.mark.rule("AK-REV-10")
@pytest.mark.parametrize("victim", [
    {"ylem": 3, "transmuted": ["ylem", "egis"], "level": 2, "hand": ["albedo-1", "rubedo-2"]},
    {"form": "revenant", "prismatic": 2, "level": 3, "bloodstones": 2},
    {"inscription": "prismatic-inscription"},
])  # fmt: skip
def test_early_or_late_comes_to_the_same(victim: dict[str, Any]) -> None:
    cards = ("revenant-separation-3", "revenant-albedo-1", "revenant-separation-2")
    found = []
    for order in ("early", "late"):
        table = killed(victim, 99, who={"p3": {"form": "revenant"}})
        if order == "early":
            table.do("p2", "return-early")
        else:
            table.do("p1", "end-turn")
        for card in cards:
            table.draw(card)
        if order == "early":
            table.do("p1", "end-turn")
        table.roll(90).passing().do("p2", "place", tile=90).do("p2", "take", aria=3)
        found.append(table.position)
    assert found[0] == found[1]


@pytest.mark.rule("AK-REV-10", "AK-DEATH-08", "AK-TRANS-12", "AK-INST-06")
def test_who_has_returned_early_is_not_on_the_board() -> None:
    killer = {"form": "revenant", "prismatic": 1, "hand": ["revenant-curse"], "pool": {"pyre": 5}}
    table = early({"ylem": 1}, 46, who={"p1": killer, "p3": {"hand": ["albedo-1"]}})
    assert {record["who"] for record in table.listed("p1", "prism")} == {"p1"}
    assert table.refused("p1", "attack", who="p2", pyre=1) == "AK-DEATH-08"
    assert table.refused("p1", "prism", who="p2")
    table.do("p1", "cast", card="revenant-curse", who="p3")
    assert set(table.asked) == {"p3"}, "its three new cards are no reason to wait for it"


@pytest.mark.rule("AK-REV-10", "AK-REV-01")
def test_step_seven_keeps_the_order_of_deaths() -> None:
    mats = {"p1": {"pool": {"pyre": 6}, "level": 3, "transmuted": ["pyre"]}, "p2": {}, "p3": {}, "p4": {}}
    table = at(44, 45, 43, 99, who=mats)
    for seat in ("p2", "p3"):
        table.do("p1", "attack", who=seat, pyre=3).passing()
    table.do("p3", "return-early")
    drawn(table)
    table.do("p1", "end-turn")
    assert table.told("hand-discarded")[0]["seat"] == "p2"
    drawn(table)
    table.roll(90).passing().do("p2", "place", tile=90).do("p2", "take", aria=3)
    assert table.asked == {"chance": "roll-percentile"}, "p3 has steps 7 and 8 left"
    table.roll(10).passing().do("p3", "place", tile=10).do("p3", "take", pyre=3)
    assert table.tile("p3") == 10


@pytest.mark.rule("AK-REV-10", "AK-LAST-01")
def test_the_last_king_is_looked_for_when_the_last_of_the_others_is_placed() -> None:
    mats = {"p1": {"pool": {"pyre": 6}, "level": 3}, "p2": {}, "p3": {}}
    table = at(44, 45, 43, who=mats)
    for seat in ("p2", "p3"):
        table.do("p1", "attack", who=seat, pyre=3).passing()
    for seat in ("p2", "p3"):
        table.do(seat, "return-early")
        drawn(table)
    assert table.position["ascended_die"] is None
    table.do("p1", "end-turn").roll(90).passing().do("p2", "place", tile=90)
    assert table.position["ascended_die"] is None, "p3 has not returned"
    table.do("p2", "take", aria=3).roll(10).passing().do("p3", "place", tile=10)
    assert table.position["ascended_die"] == "p1"


@pytest.mark.rule("AK-REV-10", "AK-REV-11", "AK-REV-12")
def test_the_bloodstone_set_aside_still_comes_in_step_seven() -> None:
    table = early({})
    assert table.seat("p2")["bloodstones"] == 0
    assert table.position["bloodstones_aside"] == 2
    table.do("p1", "end-turn").roll(90)
    assert table.seat("p2")["bloodstones"] == 1


@pytest.mark.rule("AK-REV-10")
def test_it_is_done_between_actions_by_the_dead_in_their_killers_turn() -> None:
    table = at(44, 45, 46, who={"p1": {"pool": {"pyre": 5}}, "p3": {"hand": ["albedo-1"]}})
    assert table.refused("p2", "return-early") == "AK-REV-10"
    table.do("p1", "attack", who="p2", pyre=3).passing()
    assert table.refused("p1", "return-early") == "AK-REV-10"
    table.do("p1", "end-turn")
    assert table.refused("p2", "return-early") in ("AK-REV-01", "TABLE")
    table = at(44, 45, 54, who={"p1": {"pool": {"pyre": 5}}, "p3": {"hand": ["albedo-1"]}})
    table.do("p1", "attack", who="p2", pyre=3).passing()
    table.do("p1", "attack", who="p3", pyre=1)
    assert table.asked == {"p3": "attack"}
    assert table.refused("p2", "return-early") == "AK-REV-10", "an attack is under way"
    table.passing().do("p2", "return-early")


@pytest.mark.rule("AK-REV-10", "AK-TURN-07")
def test_it_can_be_done_while_the_killer_discards() -> None:
    table = killed({}, who={"p1": {"hand": ["albedo-1", "albedo-2", "albedo-3", "rubedo-1", "rubedo-2", "rubedo-3"]}})
    table.do("p1", "end-turn")
    assert table.asked == {"p1": "discard"}
    table.do("p2", "return-early")
    drawn(table)
    assert table.asked == {"p1": "discard"}
    table.do("p1", "discard", card="albedo-1").passing()
    assert table.asked == {"chance": "roll-percentile"}


@pytest.mark.rule("AK-REV-10", "AK-ACTIVE-08")
def test_a_killer_who_dies_after_it_returns_behind() -> None:
    killer = {"pool": {"pyre": 3, "aria": 1, "dire": 2}}
    table = at(44, 45, 99, who={"p1": killer, "p2": {}}, items={"34": {"dire": 1}})
    table.do("p1", "attack", who="p2", pyre=3).passing()
    table.do("p2", "return-early")
    drawn(table)
    table.do("p1", "step", tile=34).passing()
    assert table.asked == {"chance": "roll-percentile"}, "p2, who died first, is placed first"
    table.roll(90).passing().do("p2", "place", tile=90).do("p2", "take", aria=3)
    assert len(drawn(table)) == 3
    table.roll(10).passing().do("p1", "place", tile=10)
    assert table.seat("p1")["form"] == "revenant"


@pytest.mark.rule("AK-REV-10", "AK-ACTIVE-08")
def test_by_house_rule_the_dead_player_on_turn_may_return_early_too() -> None:
    killer = {"pool": {"aria": 1, "dire": 2}, "hand": ["albedo-1"]}
    options = {"turn.active_death_ends_turn": False}
    table = at(44, 99, who={"p1": killer}, items={"34": {"dire": 1}}, options=options)
    table.do("p1", "step", tile=34).passing()
    assert {record["do"] for record in map(table.game.record, table.state.legal_actions("p1"))} == {
        "end-turn",
        "return-early",
    }
    table.do("p1", "return-early")
    assert len(drawn(table)) == 3
    table.do("p1", "end-turn")
    assert table.asked == {"chance": "roll-percentile"}


@pytest.mark.rule("AK-REV-10", "AK-DEATH-07", "AK-REV-08")
def test_a_fatal_tile_in_step_seven_begins_everything_anew() -> None:
    table = early({}, items={"90": {"dire": 3}})
    table.do("p1", "end-turn").roll(90).passing().do("p2", "place", tile=90).passing()
    assert table.tile("p2") is None
    assert table.asked == {"chance": "draw-card"}
    assert sum(table.discarded("revenant").values()) == 3
    assert not table.position["dead"][0]["early"]


@pytest.mark.rule("AK-REV-10", "AK-CARD-05")
def test_a_deck_that_runs_out_is_shuffled_in_the_middle_of_the_turn() -> None:
    whole = at(44, 45).position["draw"]["revenant"]
    one = dict.fromkeys(list(whole)[:1], 1)
    rest = {key: count - one.get(key, 0) for key, count in whole.items()}
    table = killed({}, draw={"revenant": one}, discard={"revenant": {k: v for k, v in rest.items() if v}})
    table.do("p2", "return-early")
    assert len(drawn(table)) == 3
    assert table.asked == {"p1": "active"}


@pytest.mark.rule("AK-REV-10")
def test_a_position_keeps_an_early_return_at_every_moment() -> None:
    table = killed({"ylem": 2, "hand": ["albedo-1"]}, 99)
    table.do("p2", "return-early")
    while table.asked == {"chance": "draw-card"}:
        again = Table(table.game.from_position(table.position), table.game)
        assert again.state.digest() == table.state.digest()
        assert again.asked == table.asked
        drawn_now = table.listed("chance", "draw-card")[0]["card"]
        table.draw(drawn_now)
    assert table.position["dead"] == [{"seat": "p2", "bloodstone": True, "early": True}]
    assert table.state.view(None)["returning"] == ["p2"]
    again = Table(table.game.from_position(table.position), table.game)
    again.do("p1", "end-turn")
    returned(again)
    assert again.asked == {"p2": "take"}


@pytest.mark.rule("AK-REV-10", "AK-CARD-04")
def test_others_imagine_the_new_cards_as_any_of_the_deck() -> None:
    table = early({}, 99)
    world = table.state.sample("p1", Random(4))
    assert world.position()["seats"]["p2"]["hand"] != table.hand("p2")
    assert table.state.sample("p2", Random(4)).position()["seats"]["p2"]["hand"] == table.hand("p2")


@pytest.mark.rule("AK-REV-10", "AK-INST-12")
def test_by_house_rule_the_dead_use_the_new_cards_as_well() -> None:
    table = killed({}, 99, options={"instant.while_dead": True})
    table.do("p2", "return-early")
    table.draw("revenant-albedo-1").draw("revenant-separation-2").draw("revenant-separation-3")
    table.instant("p2", "revenant-albedo-1")
    assert table.pool("p2") or table.ylem("p2")


@pytest.mark.rule("AK-REV-10", "AK-REV-01", "AK-ROUND-01")
def test_the_last_turn_of_a_round_ends_with_step_seven_and_then_the_round_does() -> None:
    last = at(44, 45, who={"p1": {"pool": {"pyre": 3}}}, turn="p1", start="p2")
    last.do("p1", "attack", who="p2", pyre=3).passing().do("p2", "return-early")
    drawn(last)
    last.do("p1", "end-turn").roll(90).passing().do("p2", "place", tile=90).do("p2", "take", aria=3)
    assert last.asked == {"chance": "roll-immolation"}


@pytest.mark.rule("AK-REV-10", "AK-WAR-01", "AK-WAR-03", "AK-REV-08")
def test_four_bloodstones_start_the_war_only_when_the_dead_are_placed() -> None:
    mats = {"p1": {"pool": {"pyre": 3, "aria": 1}, "bloodstones": 3}, "p2": {"bloodstones": 1}}
    table = at(44, 45, 99, 0, who={**mats, "p3": {"bloodstones": 0}, "p4": {"bloodstones": 0}})
    table.do("p1", "attack", who="p2", pyre=3).passing().do("p2", "return-early")
    drawn(table)
    table.do("p1", "step", tile=45)
    assert table.seat("p1")["bloodstones"] == 4
    table.do("p1", "end-turn").roll(90).passing()
    assert not table.position["war"]
    table.do("p2", "place", tile=90).do("p2", "take", aria=3)
    assert table.position["war"]


@pytest.mark.rule("AK-REV-10", "AK-REV-02", "AK-REV-07")
def test_with_printed_cards_people_draw_theirs_and_the_host_counts_them() -> None:
    table = killed({"hand": 4}, 99, cards="printed", who={"p1": {"hand": 1}})
    table.do("p2", "return-early")
    assert table.position["seats"]["p2"]["hand"] == 3
    assert table.asked == {"p1": "active"}
    assert not [one for one in table.state.declarations("p2") if one.do == "instant"]
    table.do("p1", "end-turn").passing()
    assert table.asked == {"chance": "roll-percentile"}


@pytest.mark.rule("AK-REV-10", "AK-ABIL-12", "AK-ABIL-14", "AK-REV-03")
def test_three_ylem_of_a_shield_raised_before_the_death_are_not_carried_over() -> None:
    table = at(44, 45, who={"p1": {"pool": {"pyre": 3}}, "p2": {"transmuted": ["ylem"]}}, state="shield")
    table.do("p2", "shield")
    table.do("p1", "choose-state", state="active").roll(0).passing()
    table.do("p1", "attack", who="p2", pyre=3).passing().do("p2", "return-early")
    drawn(table)
    assert table.ylem("p2") == 0
    assert table.position["shielded"] == ["p2"]
    again = Table(table.game.from_position(table.position), table.game)
    again.do("p1", "end-turn")
    assert again.position["shielded"] == []
