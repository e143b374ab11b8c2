"""Instant Powers: the three types, at any time, by anybody, for oneself alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ascended_kings.full.card_table import Table, at, cards
from tests.games.ascended_kings.full.test_casting import hand


def until(table: Table, asked: dict[str, str]) -> Table:
    """Pass until exactly these are asked."""
    while table.asked != asked:
        assert table.position["stack"][-1]["at"] == "window", table.asked
        table.do(next(iter(table.asked)), "pass")
    return table


# --- at any time -----------------------------------------------------------------------------------------

MOMENTS: list[dict[str, Any]] = [
    {"at": "choose-state"},
    {"at": "active"},
    {"at": "latent", "step": "free"},
]


@pytest.mark.rule("AK-INST-01", "AK-DEF-01")
@pytest.mark.parametrize("seat", ["p1", "p2", "p3"])
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: str(moment["at"]))
def test_anybody_at_any_time_for_free(moment: dict[str, Any], seat: str) -> None:
    table = at(44, 46, 88, stack=[moment], who={seat: hand("egis-bound-2")})
    assert table.asked == {"p1": moment["at"]}
    assert table.listed(seat, "instant") == [
        {"do": "instant", "seat": seat, "card": "egis-bound-2", "remove": 0, "cancel": 0, "merge": False}
    ]
    table.instant(seat, "egis-bound-2")
    assert (table.pool(seat), table.hand(seat), table.discarded()) == ({"egis": 2}, [], {"egis-bound-2": 1})
    assert table.asked == {"p1": moment["at"]}


@pytest.mark.rule("AK-INST-01")
def test_several_in_a_row() -> None:
    table = at(44, 46, who={"p2": hand("egis-bound-2", "egis-bound-1", "rubedo-3")})
    for card in ("egis-bound-1", "rubedo-3", "egis-bound-2"):
        table.instant("p2", card)
    assert table.pool("p2") == {"egis": 3, "pyre": 3}


@pytest.mark.rule("AK-INST-08", "AK-INSC-07")
def test_only_cards_in_hand_with_an_instant_power() -> None:
    who = {"p1": hand("lancea-of-aeterna", "prismatic-inscription", inscription="sun-and-sky-1", king="vara")}
    table = at(44, 46, who=who)
    assert table.listed("p1", "instant") == []
    for card in ("lancea-of-aeterna", "prismatic-inscription", "sun-and-sky-1", "rubedo-1"):
        assert table.refused("p1", "instant", card=card) == "AK-INST-08"
    assert table.refused("p1", "instant", card="nothing") == "TABLE"


@pytest.mark.rule("AK-INST-09", "AK-ABIL-13")
def test_a_shield_does_not_stop_ones_own_instant_power() -> None:
    table = at(44, 46, who={"p2": hand("egis-bound-2")}, shielded=["p2"])
    assert table.instant("p2", "egis-bound-2").pool("p2") == {"egis": 2}
    assert table.pool("p1") == {}


# --- gems ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INST-02", "AK-INST-10", "AK-COMP-08")
def test_pneuma_mundus_gives_all_it_shows() -> None:
    table = at(44, 46, who={"p1": hand("pneuma-mundus")}).instant("p1", "pneuma-mundus")
    assert (table.pool("p1"), table.ylem("p1")) == ({"aria": 1, "egis": 1, "pyre": 1}, 1)


@pytest.mark.rule("AK-INST-02", "AK-POOL-04")
def test_ylem_ends_at_the_pool() -> None:
    table = at(44, 46, who={"p1": hand("citrinitas-3", ylem=4)}).instant("p1", "citrinitas-3")
    assert table.ylem("p1") == 5


@pytest.mark.rule("AK-INST-02", "AK-COMP-10")
def test_core_gems_of_choice() -> None:
    table = at(44, 46, who={"p2": hand("dissolution-2")}).instant("p2", "dissolution-2")
    assert table.asked == {"p2": "take"}
    table.do("p2", "take", aria=1, pyre=1)
    assert table.pool("p2") == {"aria": 1, "pyre": 1}
    assert table.asked == {"p1": "active"}


@pytest.mark.rule("AK-INST-05")
def test_one_instant_power_is_finished_before_the_next() -> None:
    table = at(44, 46, who={"p1": hand("egis-bound-2"), "p2": hand("dissolution-2", "egis-bound-1")})
    table.instant("p2", "dissolution-2")
    assert table.refused("p1", "instant", card="egis-bound-2") == "AK-INST-05"
    assert table.refused("p2", "instant", card="egis-bound-1") == "AK-INST-05"
    assert table.listed("p1", "instant") == []
    table.do("p2", "take", aria=2)
    assert table.listed("p1", "instant") != []


@pytest.mark.rule("AK-INST-11", "AK-POOL-08", "AK-DEF-05")
@pytest.mark.parametrize("substitutes", [True, False])
def test_the_rulebooks_full_pool(substitutes: bool) -> None:
    who = {"p1": {"pool": {"pyre": 2}}, "p2": hand("egis-bound-2", pool={"pyre": 7, "dire": 2})}
    table = at(44, 45, who=who).do("p1", "attack", who="p2", pyre=2)
    table.instant("p2", "egis-bound-2")
    assert table.asked == {"p2": "keep-gems"}
    if substitutes:
        table.do("p2", "keep-gems", pyre=5, egis=2).passing()
        assert table.pool("p2") == {"pyre": 5, "dire": 2}
    else:
        table.do("p2", "keep-gems", pyre=7).passing()
        assert [seat["seat"] for seat in table.told("died")] == ["p2"]


# --- wounds ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INST-03", "AK-DEF-02", "AK-DEF-06")
def test_the_rulebooks_split_of_a_minus_two_card() -> None:
    who = {"p1": hand("rubedo-1", ylem=1), "p2": hand("separation-3", pool={"dire": 1})}
    table = at(44, 45, who=who).do("p1", "cast", card="rubedo-1", who="p2")
    until(table, {"p2": "wounds"})
    offered = {(record["remove"], record["cancel"]) for record in table.listed("p2", "instant")}
    assert offered == {(1, 0), (0, 1), (1, 1)}
    for remove, cancel, rule in ((2, 0, "AK-INST-03"), (0, 2, "AK-INST-07"), (0, 0, "AK-INST-03")):
        assert table.refused("p2", "instant", card="separation-3", remove=remove, cancel=cancel) == rule
    table.instant("p2", "separation-3", remove=1, cancel=1).passing()
    assert table.pool("p2") == {}


@pytest.mark.rule("AK-INST-03", "AK-WOUND-04")
def test_up_to_the_number_on_the_card() -> None:
    who = {"p1": hand("separation-3", "separation-1", level=3, pool={"dire": 4})}
    table = at(44, 46, who=who)
    assert table.refused("p1", "instant", card="separation-1", remove=2) == "AK-INST-03"
    table.instant("p1", "separation-3", remove=2).instant("p1", "separation-1", remove=1)
    assert table.pool("p1") == {"dire": 1}
    clean = at(44, 46, who={"p1": hand("separation-3")})
    assert clean.refused("p1", "instant", card="separation-3") == "AK-INST-03"
    assert clean.listed("p1", "instant") == []
    gems = at(44, 46, who={"p1": hand("egis-bound-1", pool={"dire": 1})})
    assert gems.refused("p1", "instant", card="egis-bound-1", remove=1) == "AK-INST-03"


@pytest.mark.rule("AK-INST-07", "AK-DEF-06")
def test_cancelling_saves_a_life_only_in_time() -> None:
    who = {"p1": {"pool": {"pyre": 3}}, "p2": hand("separation-1", "separation-2")}
    table = at(44, 45, who=who).do("p1", "attack", who="p2", pyre=3)
    assert table.asked == {"p2": "attack"}
    assert table.refused("p2", "instant", card="separation-1", cancel=1) == "AK-INST-07"
    until(table, {"p2": "wounds"})
    table.instant("p2", "separation-1", cancel=1).passing()
    assert table.pool("p2") == {"dire": 2}
    late = at(44, 45, who=who).do("p1", "attack", who="p2", pyre=3).passing()
    assert [seat["seat"] for seat in late.told("died")] == ["p2"]
    assert late.refused("p2", "instant", card="separation-1", remove=1) == "AK-INST-12"


@pytest.mark.rule("AK-INST-03", "AK-GEM-04")
def test_a_fatal_pick_up_can_be_cancelled() -> None:
    who = {"p1": hand("separation-1", pool={"aria": 1, "dire": 2})}
    table = at(44, 88, who=who, items={"45": {"dire": 1}}).do("p1", "step", tile=45)
    assert table.asked == {"p1": "pickup"}
    table.instant("p1", "separation-1", cancel=1).passing()
    assert (table.pool("p1"), table.on(45), table.tile("p1")) == ({"dire": 2}, {}, 45)


# --- dice ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INST-04", "AK-DICE-11")
def test_dice_at_once_also_on_anothers_turn() -> None:
    table = at(44, 46, who={"p2": hand("conjunction-3")}).instant("p2", "conjunction-3")
    assert table.asked == {"chance": "roll-focus"}
    table.dice(3, 5).passing()
    assert table.asked == {"p2": "allocate"}
    table.do("p2", "allocate", egis=1, pyre=1)
    assert (table.pool("p2"), table.asked) == ({"egis": 1, "pyre": 1}, {"p1": "active"})


@pytest.mark.rule("AK-LATENT-04", "AK-COMP-11")
def test_dice_join_the_latent_roll_before_it_and_after() -> None:
    stack = [{"at": "latent", "step": "roll"}, {"at": "window", "kind": "draw"}]
    table = at(44, 46, stack=stack, who={"p1": hand("conjunction-3", "distillation-2")})
    merged = [record for record in table.listed("p1", "instant", card="conjunction-3") if record["merge"]]
    assert len(merged) == 1
    table.instant("p1", "conjunction-3", merge=True).passing()
    table.dice(1, 1, 4, 5).passing()
    assert table.asked == {"p1": "allocate"}
    table.instant("p1", "distillation-2", merge=True).dice(3, 3).passing()
    assert table.asked == {"p1": "allocate"}
    assert table.position["stack"][-1]["dice"] == [1, 1, 3, 3, 4, 5]


@pytest.mark.rule("AK-LATENT-04")
def test_dice_join_nothing_elsewhere() -> None:
    active = at(44, 46, who={"p1": hand("conjunction-3")})
    assert active.refused("p1", "instant", card="conjunction-3", merge=True) == "AK-LATENT-04"
    others = at(44, 46, stack=[{"at": "latent", "step": "free"}], who={"p2": hand("conjunction-3")})
    assert others.refused("p2", "instant", card="conjunction-3", merge=True) == "AK-LATENT-04"
    gems = at(44, 46, who={"p1": hand("rubedo-1")})
    assert gems.refused("p1", "instant", card="rubedo-1", merge=True) == "AK-LATENT-04"


# --- windows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INST-06", "AK-CARD-04")
def test_a_window_opens_by_the_size_of_hands_alone() -> None:
    useless, useful = hand("lancea-of-aeterna"), hand("separation-1")
    asked = []
    for cards_of_p2 in (useless, useful, hand()):
        who = {"p1": {"pool": {"pyre": 1}}, "p2": cards_of_p2}
        asked.append(at(44, 45, who=who).do("p1", "attack", who="p2", pyre=1).asked)
    assert asked[0] == asked[1] == {"p2": "attack"}
    assert asked[2] == {"p1": "active"}


@pytest.mark.rule("AK-INST-06")
def test_by_house_rule_an_instant_power_opens_the_window_anew_for_all() -> None:
    who = {"p1": hand("rubedo-3", pool={"pyre": 1}), "p2": hand("egis-bound-1"), "p3": hand("egis-bound-2")}
    table = at(44, 45, 88, who=who, options={"instant.asked": "holders"}).do("p1", "attack", who="p2", pyre=1)
    assert list(table.asked) == ["p1", "p2", "p3"], "the player on turn first, then clockwise"
    table.do("p1", "pass").do("p3", "pass")
    assert list(table.asked) == ["p2"]
    table.instant("p2", "egis-bound-1")
    assert list(table.asked) == ["p1", "p3"], "p2 has no card left"


@pytest.mark.rule("AK-INST-01", "AK-INST-06")
def test_there_is_a_moment_between_the_end_of_a_round_and_its_dice() -> None:
    who = {"p1": hand("egis-bound-2"), "p2": hand("rubedo-1")}
    table = at(44, 46, who=who, turn="p2", start="p1").do("p2", "end-turn")
    assert table.asked == {"p2": "turn-end", "p1": "turn-end"}
    assert all(decision.courtesy for decision in table.state.deciders().values()), "it is about nobody"
    table.instant("p1", "egis-bound-2").do("p2", "pass")
    assert table.asked == {"chance": "roll-immolation"}
    assert table.pool("p1") == {"egis": 2}
    resting = at(44, 46, who=who, turn="p1", start="p1").do("p1", "end-turn")
    assert resting.asked == {"p2": "choose-state"}, "no dice follow, and p2 is asked before anything else happens"


@pytest.mark.rule("AK-INST-01", "AK-INST-06", "AK-FIRE-05")
def test_there_is_a_moment_between_the_immolation_die_and_the_deaths_it_brings() -> None:
    who = {"p1": hand("rubedo-3"), "p2": hand("egis-bound-1")}
    keys: dict[str, Any] = {"stack": [{"at": "end-of-round"}], "turn": None, "walls": {"top": 2}}
    table = at(25, 88, who=who, **keys).do("chance", "roll-immolation", value=1)
    assert table.told("rolled") == [{"value": 1}]
    assert {seat: one.courtesy for seat, one in table.state.deciders().items()} == {"p1": False, "p2": True}
    assert "top side" in table.state.deciders()["p1"].prompt
    table.instant("p1", "rubedo-3")
    assert table.tile("p1") == 25
    table.passing()
    assert table.tile("p1") is None
    assert table.pool("p1") == {"pyre": 3}, "gems stay on the mat of the dead, cards do not"


@pytest.mark.rule("AK-INST-01", "AK-INST-06", "AK-ACTIVE-02")
def test_there_is_a_moment_between_a_roll_for_ylem_and_the_ylem() -> None:
    table = at(44, 46, who={"p2": hand("separation-1")}, stack=[{"at": "roll-ylem"}]).roll(46)
    assert {seat: one.courtesy for seat, one in table.state.deciders().items()} == {"p2": False}
    assert (table.position["stack"][1], table.ylem("p2")) == ({"at": "rolled", "value": 46}, 0)
    assert table.game.from_position(table.position).position() == table.position
    table.do("p2", "pass")
    assert (table.ylem("p2"), table.asked) == (1, {"p1": "active"})


@pytest.mark.rule("AK-INST-06", "AK-CARD-04")
def test_only_who_is_attacked_is_asked_and_once_a_stage() -> None:
    who = {"p1": hand("rubedo-1", pool={"pyre": 3}), "p2": hand("egis-bound-1", level=3), "p3": hand("albedo-1")}
    table = at(44, 45, 88, who=who).do("p1", "attack", who="p2", pyre=3)
    assert table.asked == {"p2": "attack"}
    assert table.listed("p3", "instant"), "who is not asked may react all the same"
    table.instant("p3", "albedo-1").do("p2", "pass")
    assert table.asked == {"p2": "wounds"}
    table.instant("p1", "rubedo-1").do("p2", "pass")
    assert table.asked == {"p1": "active"}, "the others do not ask p2 again by using theirs"


@pytest.mark.rule("AK-INST-06", "AK-CARD-04")
def test_nobody_is_asked_for_a_card_that_lies_open_or_that_everybody_has_seen() -> None:
    shield = {"instant": {"egis": 1}, "copies": 2}
    game = cards(shield, {"instant": {"pyre": 1}, "copies": 2}, {"copies": 2, "instant": {"cancel": 1}})
    for keys, asked in (
        ({}, True),
        ({"discard": {"ascendant": {"card-1": 2}}}, False),
        ({"discard": {"ascendant": {"card-1": 1}}}, True),
    ):
        for card in ("card-2", "card-3"):
            who = {"p1": {"pool": {"pyre": 1}}, "p2": hand(card, level=3)}
            table = at(44, 45, who=who, game=game, **keys).do("p1", "attack", who="p2", pyre=1)
            assert (table.asked == {"p2": "attack"}) is asked, (card, keys)
    for seen, asked in (("card-2", False), ("card-1", True)):
        who = {"p1": {"pool": {"pyre": 1}}, "p2": hand(seen, level=3, revealed=[seen])}
        table = at(44, 45, who=who, game=game).do("p1", "attack", who="p2", pyre=1)
        assert (table.asked == {"p2": "attack"}) is asked, seen


@pytest.mark.rule("AK-INST-06", "AK-CARD-04", "AK-ABIL-12")
def test_a_pass_is_an_event_that_tells_nothing_of_the_hand() -> None:
    told = []
    for card in ("egis-bound-1", "lancea-of-aeterna"):
        table = at(44, 45, who={"p1": {"pool": {"pyre": 1}}, "p2": hand(card)}).do("p1", "attack", who="p2", pyre=1)
        told.append(table.do("p2", "pass").events[0])
    assert told[0] == told[1]
    assert (told[0].kind, told[0].data, told[0].secret) == ("passed", {"seat": "p2"}, {})
    shield = at(44, 45, who={"p2": {"transmuted": ["ylem"]}}, stack=[{"at": "shield"}]).do("p2", "pass")
    assert shield.rules("passed") == ("AK-ABIL-12",)


@pytest.mark.rule("AK-INST-12")
def test_the_dead_hold_their_cards() -> None:
    who = {"p1": {"pool": {"pyre": 3}}, "p2": {}}
    table = at(44, 45, 88, who=who, turn="p1").do("p1", "attack", who="p2", pyre=3).do("p1", "end-turn")
    for card in ("revenant-separation-1", "revenant-separation-2", "revenant-egis-bound-1"):
        table.draw(card).passing()
    assert table.refused("p2", "instant", card="revenant-egis-bound-1") in ("AK-INST-12", "TABLE")
    table.roll(20).passing()
    assert table.asked == {"p2": "place"}
    assert table.refused("p2", "instant", card="revenant-egis-bound-1") == "AK-INST-12"
    table.do("p2", "place", tile=20).passing()
    assert table.asked == {"p2": "take"}, "step 8 is no longer part of the ban"
    assert table.instant("p2", "revenant-egis-bound-1").pool("p2") == {"egis": 1}


# --- packs -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-INST-02", "AK-INST-03", "AK-INST-04")
def test_the_three_types_in_a_pack_of_ones_own() -> None:
    game = cards(
        {"instant": {"core": 2, "ylem": 1}},
        {"instant": {"cancel": 3}},
        {"instant": {"dice": 1}},
    )
    table = at(44, 46, who={"p1": hand("card-1", "card-2", "card-3", pool={"dire": 2})}, game=game)
    table.instant("p1", "card-1").do("p1", "take", pyre=2)
    table.instant("p1", "card-2", remove=2).instant("p1", "card-3").dice(6).passing()
    table.do("p1", "allocate", egis=1)
    assert (table.pool("p1"), table.ylem("p1"), table.hand("p1")) == ({"pyre": 2, "egis": 1}, 1, [])
