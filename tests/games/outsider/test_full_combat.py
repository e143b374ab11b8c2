"""Attacks, wounds, kills and what people do between an announcement and its wounds, from the rulebook alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.full_board import REV, duel, end_of_round


@pytest.mark.rule("AK-DEF-04", "AK-ATK-02", "AK-DEF-03")
@pytest.mark.parametrize(("egis", "wounds"), [(0, 4), (1, 3), (3, 1), (4, 0), (6, 0)])
def test_blocking_takes_as_much_egis_as_it_can(egis: int, wounds: int) -> None:
    d = duel(44, 45, who={"p1": {"level": 2, "pool": {"pyre": 6}}, "p2": {"level": 3, "pool": {"egis": egis}}})
    d.do("p1", "attack", who="p2", pyre=4)
    assert d.pool("p1") == {"pyre": 2}
    left = {"egis": max(0, egis - 4), "dire": wounds}
    assert d.pool("p2") == {kind: count for kind, count in left.items() if count}
    assert d.tile("p2") == 45


@pytest.mark.rule("AK-ATK-01", "AK-TRANS-10", "AK-TRANS-11")
def test_reach_of_attacks() -> None:
    for facts, reach in (({}, {"p2"}), ({"transmuted": ["pyre"]}, {"p2", "p3"}), (REV, {"p2", "p3"})):
        d = duel(44, 45, 35, 64, who={"p1": {"pool": {"pyre": 1}, **facts}})
        assert d.fields("p1", "attack", "who") == reach
        if "p3" not in reach:
            assert d.refused("p1", "attack", who="p3", pyre=1) == "AK-ATK-01"
        assert d.refused("p1", "attack", who="p4", pyre=1) == "AK-ATK-01"
        d.refused("p1", "attack", who="p2", pyre=2)
        d.refused("p1", "attack", who="p1", pyre=1)
        d.refused("p1", "attack", who="p9", pyre=1)


@pytest.mark.rule("AK-ATK-01")
def test_other_transmutations_do_not_lengthen_the_reach() -> None:
    d = duel(44, 55, who={"p1": {"level": 2, "pool": {"pyre": 1}, "transmuted": ["aria", "egis"]}})
    assert not d.may("p1", "attack")


@pytest.mark.rule("AK-KILL-01", "AK-KILL-02", "AK-WOUND-02")
def test_the_books_kill() -> None:
    d = duel(
        44, 45, 88, who={"p1": {"pool": {"pyre": 3}}, "p2": {"level": 2, "pool": {"dire": 3}}}
    )  # no hands: no windows
    d.do("p1", "attack", who="p2", pyre=3).card("albedo-1").passes()
    p1 = d.seat("p1")
    assert (p1["ylem"], p1["hand"]) == (1, ["albedo-1"])
    assert d.tile("p2") is None
    assert d.on(45) == {"bloodstones": 1}
    assert d.kinds() == {"p1": "active"}


@pytest.mark.rule("AK-KILL-02", "AK-KILL-03")
def test_no_overkill_card_where_egis_took_the_surplus() -> None:
    d = duel(44, 45, 88, who={"p1": {"pool": {"pyre": 5}}, "p2": {"pool": {"egis": 2}}})
    d.do("p1", "attack", who="p2", pyre=5)
    assert d.seat("p1")["ylem"] == 1
    assert d.seat("p1")["hand"] == []
    assert "overkill-bonus" not in d.told()


@pytest.mark.rule("AK-KILL-03", "AK-DEF-06")
def test_no_overkill_card_where_cancelling_took_the_surplus() -> None:
    d = duel(44, 45, 88, who={"p1": {"pool": {"pyre": 4}}, "p2": {"hand": ["separation-1"]}})
    d.do("p1", "attack", who="p2", pyre=4)
    while not d.listed("p2", "instant") or not any(a["cancel"] for a in d.listed("p2", "instant")):
        d.do(next(iter(d.asked)), "pass")
    d.do("p2", "instant", card="separation-1", cancel=1).passes()
    assert d.tile("p2") is None
    assert d.seat("p1")["hand"] == []
    assert d.seat("p1")["ylem"] == 1


@pytest.mark.rule("AK-KILL-01")
def test_a_full_ylem_pool_forfeits_the_bonus_but_not_the_card() -> None:
    d = duel(44, 45, 88, who={"p1": {"ylem": 5, "pool": {"pyre": 4}}})
    d.do("p1", "attack", who="p2", pyre=4).card("albedo-2").passes()
    assert d.seat("p1")["ylem"] == 5
    assert d.seat("p1")["hand"] == ["albedo-2"]


@pytest.mark.rule("AK-KILL-01", "AK-GEM-01", "AK-GEM-02")
def test_kill_with_a_full_pool_on_an_ylem_tile() -> None:
    """The bonus finds no room and is lost; then paying for a card makes room, and the tile's Ylem comes at once."""
    d = duel(44, 45, 88, who={"p1": {"ylem": 5, "pool": {"pyre": 3}}}, items={"44": {"ylem": 2}})
    assert d.on(44) == {"ylem": 2}
    d.do("p1", "attack", who="p2", pyre=3).passes()
    assert d.seat("p1")["ylem"] == 5
    assert d.on(44) == {"ylem": 2}
    d.do("p1", "draw").card("albedo-1").passes()
    assert d.seat("p1")["ylem"] == 5
    assert d.on(44) == {"ylem": 1}
    d.do("p1", "level-up")
    assert d.seat("p1")["ylem"] == 4, "2 paid, 1 taken"
    assert d.on(44) == {}


@pytest.mark.rule("AK-GEM-01")
def test_a_cast_makes_room_for_the_ylem_below() -> None:
    who = {"p1": {"ylem": 5, "hand": ["fermentation-3"]}}
    d = duel(44, 88, who=who, items={"44": {"ylem": 4}})
    d.do("p1", "cast", card="fermentation-3").passes()
    assert d.seat("p1")["ylem"] == 5
    assert d.on(44) == {"ylem": 1}
    assert d.pool("p1") == {"pyre": 5}


@pytest.mark.rule("AK-INST-11", "AK-DEF-05")
def test_the_books_full_pool_and_egis_in_answer() -> None:
    for kept, dies in (({"pyre": 5, "egis": 2}, False), ({"pyre": 7, "egis": 0}, True)):
        d = duel(
            44,
            45,
            88,
            who={"p1": {"pool": {"pyre": 2}}, "p2": {"pool": {"pyre": 7, "dire": 2}, "hand": ["egis-bound-2"]}},
        )
        d.do("p1", "attack", who="p2", pyre=2)
        assert d.kinds() == {"p1": "attack"} or "p2" in d.kinds()
        d.do("p2", "instant", card="egis-bound-2")
        assert d.kinds() == {"p2": "keep-gems"}
        d.do("p2", "keep-gems", aria=0, **kept).passes()
        assert (d.tile("p2") is None) is dies
        if not dies:
            assert d.pool("p2") == {"pyre": 5, "dire": 2}


@pytest.mark.rule("AK-POOL-03")
def test_every_way_to_substitute_is_listed_and_no_other() -> None:
    """9 Core, 2 Pyre come: each new gem kept costs one old Core gem, gem by gem."""
    d = duel(44, 88, who={"p1": {"pool": {"aria": 6, "egis": 2, "pyre": 1}, "hand": ["calcination-2"]}})
    d.do("p1", "instant", card="calcination-2")
    assert d.kinds() == {"p1": "keep-gems"}
    ways = {(a["aria"], a["egis"], a["pyre"]) for a in d.listed("p1", "keep-gems")}
    # none kept; one Pyre for an Aria, an Egis (or the old Pyre: nothing changes); both for two old ones
    assert ways == {(6, 2, 1), (5, 2, 2), (6, 1, 2), (4, 2, 3), (5, 1, 3), (6, 0, 3)}
    for bad in (
        {"aria": 6, "egis": 2, "pyre": 2},
        {"aria": 6, "egis": 2, "pyre": 0},
        {"aria": 7, "egis": 0, "pyre": 2},
    ):
        d.refused("p1", "keep-gems", **bad)


@pytest.mark.rule("AK-POOL-05", "AK-WOUND-01")
def test_a_wound_into_a_full_pool() -> None:
    d = duel(44, 45, who={"p1": {"pool": {"pyre": 1}}, "p2": {"pool": {"aria": 6, "pyre": 2, "dire": 1}}})
    d.do("p1", "attack", who="p2", pyre=1).passes()
    assert d.kinds() == {"p2": "keep-gems"}
    assert {(a["aria"], a["egis"], a["pyre"]) for a in d.listed("p2", "keep-gems")} == {(5, 0, 2), (6, 0, 1)}
    d.do("p2", "keep-gems", aria=6, egis=0, pyre=1)
    assert d.pool("p2") == {"aria": 6, "pyre": 1, "dire": 2}
    assert d.kinds() == {"p1": "active"}


@pytest.mark.rule("AK-INST-03", "AK-DEF-02")
def test_the_books_minus_two() -> None:
    who = {"p1": {"ylem": 1, "hand": ["rubedo-1"]}, "p2": {"pool": {"dire": 1, "egis": 5}, "hand": ["dire-transfer-2"]}}
    d = duel(44, 45, who=who)
    d.do("p1", "cast", card="rubedo-1", who="p2")
    seen = []
    while not any(a["cancel"] for a in d.listed("p2", "instant")):
        seen.append(d.kinds())
        d.do(next(iter(d.asked)), "pass")
    ways = {(a["remove"], a["cancel"]) for a in d.listed("p2", "instant")}
    assert (1, 1) in ways
    assert (0, 1) in ways
    assert (1, 0) in ways
    assert not {(2, 0), (0, 2)} & ways, "no more than there is"
    d.refused("p2", "instant", card="dire-transfer-2", remove=2, cancel=0)
    d.refused("p2", "instant", card="dire-transfer-2", remove=1, cancel=2)
    d.do("p2", "instant", card="dire-transfer-2", remove=1, cancel=1).passes()
    assert d.pool("p2") == {"egis": 5}, "no Egis helps against a Focus Ability, and none is spent"


@pytest.mark.rule("AK-INST-07", "AK-WOUND-05")
def test_removing_makes_the_batch_survivable() -> None:
    who = {"p1": {"pool": {"pyre": 2}}, "p2": {"pool": {"dire": 1}, "hand": ["separation-1"]}}
    d = duel(44, 45, 88, who=who)
    d.do("p1", "attack", who="p2", pyre=2)
    d.do("p2", "instant", card="separation-1", remove=1).passes()
    assert d.pool("p2") == {"dire": 2}
    assert d.tile("p2") == 45


@pytest.mark.rule("AK-INST-06", "AK-CARD-04")
def test_windows_open_for_any_hand_whatever_it_holds() -> None:
    """Lancea of Aeterna has no Instant Power; the table must not learn that from a missing question."""
    asked = []
    for card in ("lancea-of-aeterna", "egis-bound-1", "separation-3", "conjunction-1"):
        d = duel(44, 45, 88, who={"p1": {"pool": {"pyre": 2}}, "p2": {"hand": [card]}, "p3": {"hand": ["albedo-1"]}})
        d.do("p1", "attack", who="p2", pyre=2)
        course = []
        while d.kinds() != {"p1": "active"}:
            course.append(d.kinds())
            assert list(d.view["asked"]) == list(d.kinds())
            d.do(next(iter(d.asked)), "pass")
        asked.append(course)
    assert all(course == asked[0] for course in asked)
    assert asked[0]


@pytest.mark.rule("AK-ATK-05")
def test_the_attack_is_locked_once_announced() -> None:
    d = duel(44, 45, 88, who={"p1": {"pool": {"pyre": 2}, "hand": ["calcination-2"]}, "p2": {"hand": ["egis-bound-2"]}})
    d.do("p1", "attack", who="p2", pyre=1)
    d.do("p1", "instant", card="calcination-2")
    assert d.pool("p1") == {"pyre": 3}
    d.refused("p1", "attack", who="p2", pyre=1)
    d.do("p2", "instant", card="egis-bound-2").passes()
    assert d.pool("p2") == {"egis": 1}


@pytest.mark.rule("AK-COMP-10")
def test_without_dire_in_the_supply_no_wound() -> None:
    who = {
        "p1": {"level": 3, "pool": {"pyre": 2, "dire": 4}},
        "p2": {"level": 1, "pool": {"dire": 2}},
        "p3": {"level": 3, "pool": {"dire": 4}},
    }
    items = {"99": {"dire": 15}}
    d = duel(44, 45, 88, who=who, items=items)
    assert d.view["supply"]["dire"] == 0
    d.do("p1", "attack", who="p2", pyre=2)
    assert d.tile("p2") == 45
    assert d.pool("p2") == {"dire": 2}
    assert "no-dire-left" in d.told()


@pytest.mark.rule("AK-COMP-10", "AK-INST-03")
def test_removing_a_wound_gives_the_supply_the_dire_that_kills() -> None:
    """The last Dire gem comes back in the window before the wounds, and is there when they are placed."""
    who = {
        "p1": {"level": 3, "pool": {"pyre": 1, "dire": 4}},
        "p2": {"pool": {"dire": 2}, "hand": ["separation-1"]},
        "p3": {"level": 3, "pool": {"dire": 4}},
    }
    d = duel(44, 45, 88, who=who, items={"99": {"dire": 15}})
    d.do("p1", "attack", who="p2", pyre=1)
    d.do("p2", "instant", card="separation-1", remove=1).passes()
    assert d.pool("p2") == {"dire": 2}


@pytest.mark.rule("AK-COMP-10", "AK-WOUND-05")
def test_who_dies_takes_no_more_of_the_last_dire_than_its_share() -> None:
    """4 Dire are left and 3 Pyre strike two: three gems for the first in order, the last one kills the second."""
    who: dict[str, dict[str, Any]] = {"p1": {"level": 3}, "p2": {"pool": {"dire": 2}}}
    items = {"24": {"pyre": 3}, "99": {"dire": 19}}
    d = end_of_round(35, 33, 88, who=who, walls={"top": 1}, items=items)
    assert d.view["supply"]["dire"] == 4
    d.die(1).passes()
    assert d.tile("p2") is None
    assert d.pool("p1") == {"dire": 3}


@pytest.mark.rule("AK-COMP-10", "AK-POOL-05")
def test_nobody_who_dies_chooses_what_the_last_dire_pushes_out() -> None:
    """By house rule a wound needs no gem: five kill with the one that is left, and the mat of the dead asks nothing."""
    who = {"p1": {"pool": {"pyre": 5}}, "p2": {"pool": {"aria": 5, "pyre": 4}}}
    d = duel(44, 45, 88, who=who, items={"99": {"dire": 24}}, options={"supply.dire_empty": "wound"})
    d.do("p1", "attack", who="p2", pyre=5).passes()
    assert d.tile("p2") is None
    assert d.kinds() == {"chance": "draw-card"}


@pytest.mark.rule("AK-COMP-10", "AK-INST-02")
def test_a_short_supply_in_a_gain_of_many() -> None:
    """The supply has 1 Egis and no Ylem: Pneuma Mundus brings what there is, the rest is lost."""
    who = {
        "p1": {"hand": ["pneuma-mundus"], "pool": {"aria": 3}},
        "p2": {"level": 3, "pool": {"egis": 14}, "ylem": 5, "transmuted": ["egis", "ylem"]},
        "p3": {"level": 3, "pool": {"egis": 15}, "ylem": 5, "transmuted": ["egis", "ylem"]},
        "p4": {"level": 1, "pool": {"egis": 4}, "ylem": 5, "transmuted": ["ylem"]},
    }
    d = duel(44, 12, 88, 77, who=who, items={"99": {"ylem": 11}})
    assert d.view["supply"]["egis"] == 1
    assert d.view["supply"]["ylem"] == 0
    d.do("p1", "instant", card="pneuma-mundus")
    assert d.pool("p1") == {"aria": 4, "egis": 1, "pyre": 1}
    assert d.seat("p1")["ylem"] == 0
    assert d.event("supply-short")


@pytest.mark.rule("AK-KILL-07", "AK-KILL-04", "AK-ABIL-15")
def test_no_shield_stops_an_attack() -> None:
    d = duel(44, 45, 88, who={"p1": {"pool": {"pyre": 3}}}, shielded=["p2"])
    d.do("p1", "attack", who="p2", pyre=3).passes()
    assert d.tile("p2") is None


@pytest.mark.rule("AK-INDEX-19", "AK-INDEX-20", "AK-KILL-02", "AK-KILL-04")
def test_lancea_hands_the_stones_over_and_earns_both_bonuses() -> None:
    who = {"p1": {"hand": ["lancea-of-aeterna"]}, "p2": {"pool": {"dire": 1}, "bloodstones": 2}}
    d = duel(44, 48, 88, who=who)
    d.do("p1", "cast", card="lancea-of-aeterna", who="p2").passes()
    assert d.kinds() == {"chance": "draw-card"}
    d.card("albedo-3").passes()
    p1 = d.seat("p1")
    assert (p1["bloodstones"], p1["ylem"], p1["hand"]) == (3, 1, ["albedo-3"])
    assert d.on(48) == {}


@pytest.mark.rule("AK-INDEX-21", "AK-LAST-05")
def test_a_curse_drops_the_ascended_die() -> None:
    who = {"p1": {"form": "revenant", "hand": ["revenant-curse"]}, "p2": {"bloodstones": 2}, "p3": REV}
    d = duel(44, 48, 88, who=who, ascended_die="p2")
    d.do("p1", "cast", card="revenant-curse", who="p2").passes()
    assert d.seat("p1")["bloodstones"] >= 3
    assert d.on(48) == {"die": 1}


@pytest.mark.rule("AK-DEF-05", "AK-INST-05")
def test_dice_of_an_answer_may_bring_the_egis_that_blocks() -> None:
    d = duel(44, 45, 88, who={"p1": {"pool": {"pyre": 3}}, "p2": {"hand": ["conjunction-3"]}})
    d.do("p1", "attack", who="p2", pyre=3)
    d.do("p2", "instant", card="conjunction-3").dice(3, 6)
    assert d.kinds() == {"p2": "allocate"}
    d.do("p2", "allocate", egis=2, aria=0, pyre=0, ylem=0).passes()
    assert d.tile("p2") == 45
    assert d.pool("p2") == {"dire": 1}


@pytest.mark.rule("AK-POOL-07", "AK-POOL-08")
def test_nobody_spends_what_lies_in_sockets() -> None:
    d = duel(44, 45, who={"p1": {"transmuted": ["pyre"], "ylem": 0}})
    assert d.listed("p1") == [{"do": "end-turn", "seat": "p1"}]


@pytest.mark.rule("AK-ACTIVE-04", "AK-ACTIVE-05", "AK-POOL-01")
def test_levelling_up_twice_saves_a_life() -> None:
    d = duel(44, 45, who={"p1": {"ylem": 5, "pool": {"dire": 2, "aria": 7}}})
    d.do("p1", "level-up").do("p1", "level-up")
    p1 = d.seat("p1")
    assert (p1["level"], p1["ylem"], p1["capacity"], p1["lethal"]) == (3, 0, 15, 5)
    assert not d.may("p1", "level-up")
    full = duel(44, 45, who={"p1": {"level": 3, "ylem": 5}})
    assert full.refused("p1", "level-up") == "AK-ACTIVE-04"


@pytest.mark.rule("AK-GEM-04", "AK-GEM-06", "AK-ACTIVE-08")
@pytest.mark.parametrize("at", ["latent", "choose-state", "roll-ylem", "active", "generate", "end-of-round"])
@pytest.mark.parametrize("dire", [0, 2])
@pytest.mark.parametrize("seat", ["p1", "p2"])
def test_a_correction_onto_dire_wounds_at_any_moment(at: str, dire: int, seat: str) -> None:
    """Whoever holds cards is asked first, in every state; what comes of it can be written down and read again."""
    late: dict[str, Any] = {"turn": None, "last": "p3"} if at == "end-of-round" else {}
    stack = [{"at": at, **({"next": "event", "roll": 2} if late else {})}]
    who: dict[str, Any] = {seat: {"pool": {"dire": dire}, "hand": ["albedo-1"]}}
    d = duel(44, 88, 12, items={"70": {"dire": 1}}, stack=stack, who=who, **late)
    d.do("table", "correct", path=["seats", seat, "tile"], value=70)
    while "pickup" not in d.kinds().values():
        d.do(next(iter(d.asked)), "pass")
    while "pickup" in d.kinds().values():
        d.do(seat, "pass")
    assert d.on(70).get("dire", 0) == 0
    if dire:
        assert d.tile(seat) is None
        assert d.on(70) == {"bloodstones": 1}
    else:
        assert d.pool(seat) == {"dire": 1}
