"""What cards do and whom they may be aimed at: the card index of the rulebook, and where two of its rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.outsider.full_board import FULL, REV, Duel, duel, latent


def targets(d: Duel, card: str, field: str = "who") -> set[Any]:
    return {a[field] for a in d.listed("p1", "cast") if a["card"] == card and a[field] is not None}


@pytest.mark.rule("AK-CARD-07", "AK-CARD-10", "AK-INDEX-10")
def test_the_books_sun_and_sky() -> None:
    d = duel(44, 46, 88, who={"p1": {"ylem": 3, "hand": ["sun-and-sky-2"]}})
    d.do("p1", "cast", card="sun-and-sky-2", who="p2").passes()
    assert (d.tile("p1"), d.tile("p2")) == (46, 44)
    assert d.seat("p1")["ylem"] == 1
    assert d.view["decks"]["ascendant"]["discard"] == {"sun-and-sky-2": 1}


@pytest.mark.rule("AK-INDEX-10", "AK-CARD-12")
def test_sun_and_sky_needs_a_line_and_a_range_but_no_sight() -> None:
    d = duel(44, 47, 45, 66, who={"p1": {"ylem": 5, "hand": ["sun-and-sky-3", "sun-and-sky-1"]}})
    assert targets(d, "sun-and-sky-3") == {"p2", "p3"}, "somebody in between does not matter; p4 is on no line"
    assert targets(d, "sun-and-sky-1") == {"p3"}
    d.do("p1", "cast", card="sun-and-sky-3", who="p2").passes()
    assert (d.tile("p1"), d.tile("p2"), d.tile("p3")) == (47, 44, 45)


@pytest.mark.rule("AK-CARD-07", "AK-CARD-08")
def test_a_price_must_be_there_in_full_and_a_target_met() -> None:
    d = duel(44, 45, who={"p1": {"ylem": 2, "hand": ["rubedo-3", "rubedo-1"], "transmuted": ["ylem"]}})
    assert d.refused("p1", "cast", "3", card="rubedo-3", who="p2") == "AK-CARD-07", "sockets are no purse"
    far = duel(44, 46, who={"p1": {"ylem": 5, "hand": ["rubedo-1"]}})
    assert far.refused("p1", "cast", card="rubedo-1", who="p2") in {"AK-CARD-08", "AK-CARD-12"}
    assert far.seat("p1")["ylem"] == 5
    assert far.seat("p1")["hand"] == ["rubedo-1"]
    assert not far.may("p1", "cast")


@pytest.mark.rule("AK-INDEX-11", "AK-FIRE-06")
@pytest.mark.parametrize(("mine", "theirs", "dire"), [(46, 47, ({"dire": 1}, {})), (47, 46, ({}, {"dire": 1}))])
def test_a_swap_into_the_fire(mine: int, theirs: int, dire: tuple[dict[str, int], dict[str, int]]) -> None:
    d = duel(mine, theirs, 12, walls={"right": 7}, who={"p1": {"ylem": 1, "hand": ["sun-and-sky-1"]}})
    d.do("p1", "cast", card="sun-and-sky-1", who="p2").passes()
    assert (d.tile("p1"), d.tile("p2")) == (theirs, mine)
    assert (d.pool("p1"), d.pool("p2")) == dire


@pytest.mark.rule("AK-INDEX-11", "AK-KILL-01", "AK-ACTIVE-08")
def test_swapping_oneself_into_the_fire_and_death() -> None:
    who = {"p1": {"ylem": 1, "hand": ["sun-and-sky-1"], "pool": {"dire": 2}}}
    d = duel(46, 47, 12, walls={"right": 7}, who=who)
    d.do("p1", "cast", card="sun-and-sky-1", who="p2").passes()
    assert d.tile("p2") == 46
    assert d.kinds() == {"chance": "roll-percentile"} or d.kinds() == {"chance": "draw-card"}, (
        "the own death ends the turn"
    )
    assert d.state.position()["items"] == []
    assert d.seat("p2")["bloodstones"] == 2, "dropped on 46, where p2 stands now"


@pytest.mark.rule("AK-INDEX-11", "AK-GEM-06", "AK-INDEX-10")
def test_both_collect_after_a_swap() -> None:
    d = duel(
        44,
        45,
        12,
        who={"p1": {"ylem": 5, "hand": ["sun-and-sky-1"]}, "p2": {"ylem": 5}},
        items={"45": {"ylem": 1}, "44": {"ylem": 3}},
    )
    d.do("p1", "cast", card="sun-and-sky-1", who="p2").passes()
    assert d.seat("p1")["ylem"] == 5
    assert d.on(44) == {"ylem": 2}


@pytest.mark.rule("AK-INDEX-12", "AK-INDEX-03")
def test_conjunction_all_the_way_collects_on_the_way() -> None:
    items = {"47": {"ylem": 1}, "46": {"pyre": 2}, "45": {"dire": 1}, "48": {}}
    d = duel(
        44, 48, 12, who={"p1": {"ylem": 3, "hand": ["conjunction-3"]}}, items={k: v for k, v in items.items() if v}
    )
    d.do("p1", "cast", card="conjunction-3", who="p2").passes()
    assert d.tile("p2") == 45
    assert d.seat("p2")["ylem"] == 1
    assert d.pool("p2") == {"pyre": 2, "dire": 1}
    assert d.state.position()["items"] == []


@pytest.mark.rule("AK-INDEX-12", "AK-KILL-05", "AK-DEATH-04")
def test_pulled_to_death_over_a_dire_tile_in_the_middle_of_the_way() -> None:
    """Nobody earns a bonus; the stones drop on the Dire's tile, not where the pull would have ended."""
    d = duel(
        44,
        48,
        12,
        who={"p1": {"ylem": 3, "hand": ["conjunction-3"]}, "p2": {"pool": {"dire": 2}}},
        items={"46": {"dire": 1}},
    )
    d.do("p1", "cast", card="conjunction-3", who="p2").passes()
    assert d.tile("p2") is None
    assert d.on(46) == {"bloodstones": 1}
    assert d.seat("p1")["ylem"] == 0
    assert "kill-bonus" not in d.told()


@pytest.mark.rule("AK-GEM-04", "AK-INST-06", "AK-INDEX-12")
def test_a_pickup_on_the_way_can_be_cancelled_and_the_pull_goes_on() -> None:
    who = {"p1": {"ylem": 3, "hand": ["conjunction-3"]}, "p2": {"pool": {"dire": 2}, "hand": ["separation-1"]}}
    d = duel(44, 48, 12, who=who, items={"46": {"dire": 1}})
    d.do("p1", "cast", card="conjunction-3", who="p2")
    while not any(a["cancel"] for a in d.listed("p2", "instant")):
        d.do(next(iter(d.asked)), "pass")
    assert d.tile("p2") == 46
    d.do("p2", "instant", card="separation-1", cancel=1).passes()
    assert d.tile("p2") == 45
    assert d.pool("p2") == {"dire": 2}
    assert d.on(46) == {}


@pytest.mark.rule("AK-INDEX-12")
def test_a_pull_with_two_nearest_tiles_lets_the_caster_name_one() -> None:
    d = duel(44, 66, 12, who={"p1": {"ylem": 3, "hand": ["conjunction-3"]}})
    assert targets(d, "conjunction-3", "tile") == {54, 45}, "adjacent to the caster, nearest to where the target stood"
    d.do("p1", "cast", card="conjunction-3", who="p2", tile=45).passes()
    assert d.tile("p2") == 45


@pytest.mark.rule("AK-INDEX-01", "AK-INDEX-02", "AK-INDEX-03", "AK-INDEX-04")
@pytest.mark.parametrize(
    ("target", "others", "seen"),
    [
        (55, (45, 54), True),
        (57, (46, 55), True),
        (56, (45,), False),
        (56, (55,), False),
        (48, (46,), False),
        (48, (36, 56), True),
    ],
)
def test_sight(target: int, others: tuple[int, ...], seen: bool) -> None:
    for mine, theirs in ((44, target), (target, 44)):
        d = duel(mine, theirs, *others, who={"p1": {"hand": ["lancea-of-aeterna"]}}, walls={"right": 8})
        assert ("p2" in targets(d, "lancea-of-aeterna")) is seen


@pytest.mark.rule("AK-INDEX-15", "AK-FIRE-06")
def test_the_books_push_stops_on_the_strip() -> None:
    d = duel(44, 45, 12, walls={"right": 7}, who={"p1": {"ylem": 3, "hand": ["separation-3"]}})
    d.do("p1", "cast", card="separation-3", who="p2").passes()
    assert d.tile("p2") == 47
    assert d.pool("p2") == {"dire": 1}


@pytest.mark.rule("AK-INDEX-15")
@pytest.mark.parametrize(("card", "end", "dire"), [("separation-1", 46, 0), ("separation-2", 47, 1)])
def test_a_push_within_its_reach(card: str, end: int, dire: int) -> None:
    d = duel(44, 45, 12, walls={"right": 7}, who={"p1": {"ylem": 3, "hand": [card]}})
    d.do("p1", "cast", card=card, who="p2").passes()
    assert d.tile("p2") == end
    assert d.pool("p2").get("dire", 0) == dire


@pytest.mark.rule("AK-INDEX-16")
@pytest.mark.parametrize(
    ("card", "end", "dire"), [("separation-1", 57, 1), ("separation-2", 67, 2), ("separation-3", 77, 3)]
)
def test_a_push_along_the_strip_wounds_for_each_tile(card: str, end: int, dire: int) -> None:
    d = duel(37, 47, 12, walls={"right": 7}, who={"p1": {"ylem": 3, "hand": [card]}, "p2": {"level": 3}})
    d.do("p1", "cast", card=card, who="p2").passes()
    assert d.tile("p2") == end
    assert d.pool("p2") == {"dire": dire}


@pytest.mark.rule("AK-INDEX-16", "AK-KILL-06", "AK-KILL-02", "AK-DEATH-02")
def test_killed_along_the_strip() -> None:
    """Three tiles along the strip, one wound kills: the caster is credited, the rest of the batch is Overkill."""
    d = duel(
        37, 47, 12, walls={"right": 7}, who={"p1": {"ylem": 3, "hand": ["separation-3"]}, "p2": {"pool": {"dire": 2}}}
    )
    d.do("p1", "cast", card="separation-3", who="p2")
    d.passes()
    if d.kinds() == {"chance": "draw-card"}:
        d.card("albedo-1").passes()
    assert d.tile("p2") is None
    assert d.seat("p1")["ylem"] == 1


@pytest.mark.rule("AK-INDEX-17", "AK-FIRE-11")
def test_nobody_is_pushed_beyond_the_strip_they_stand_on() -> None:
    d = duel(46, 47, 12, walls={"right": 7}, who={"p1": {"ylem": 1, "hand": ["separation-1"]}})
    d.do("p1", "cast", card="separation-1", who="p2").passes()
    assert d.tile("p2") == 47
    assert d.pool("p2") == {"dire": 1}
    off = duel(
        46,
        47,
        12,
        walls={"right": 7},
        options={"index.separation_blocked_on_wall_wounds": 0},
        who={"p1": {"ylem": 1, "hand": ["separation-1"]}},
    )
    if off.may("p1", "cast"):
        off.do("p1", "cast", card="separation-1", who="p2").passes()
    assert off.pool("p2") == {}


@pytest.mark.rule("AK-INDEX-15")
def test_a_push_into_the_edge_or_a_miniature() -> None:
    d = duel(48, 49, 12, who={"p1": {"ylem": 1, "hand": ["separation-1"]}})
    assert not d.may("p1", "cast")
    d.refused("p1", "cast", card="separation-1", who="p2")
    e = duel(44, 45, 47, who={"p1": {"ylem": 3, "hand": ["separation-3"]}})
    e.do("p1", "cast", card="separation-3", who="p2").passes()
    assert e.tile("p2") == 46
    assert e.pool("p2") == {}


@pytest.mark.rule("AK-INDEX-07", "AK-INDEX-08")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_where_dire_may_be_given(level: int) -> None:
    card = f"dire-transfer-{level}"
    who = {"p1": {"ylem": 3, "hand": [card], "pool": {"dire": 1}}, "p2": {}}
    d = duel(44, 55, 38, 37, who=who, walls={"top": 3}, items={"45": {"ylem": 1}})
    d_tiles, d_who = targets(d, card, "tile"), targets(d, card)
    adjacent, surrounding = {43, 45, 54}, {43, 45, 53, 54}
    everywhere = set(range(40, 100)) - {44, 55}
    assert d_tiles == {1: adjacent, 2: surrounding, 3: everywhere}[level]
    assert d_who == {1: set(), 2: {"p2"}, 3: {"p2", "p3", "p4"}}[level], "opponents in the fire may still be named"
    unhurt = duel(44, 45, who={"p1": {"ylem": 3, "hand": [card]}})
    assert not unhurt.may("p1", "cast")


@pytest.mark.rule("AK-INDEX-08", "AK-WAR-04")
def test_no_dire_onto_the_omega_stone() -> None:
    d = duel(44, 55, war=True, omega_stone=9, who={"p1": {"ylem": 3, "hand": ["dire-transfer-3"], "pool": {"dire": 1}}})
    found = targets(d, "dire-transfer-3", "tile")
    assert 9 not in found
    assert len(found) == 97
    d.refused("p1", "cast", card="dire-transfer-3", tile=9)


@pytest.mark.rule("AK-INDEX-07", "AK-KILL-05", "AK-KILL-04")
def test_dire_given_to_an_opponent_kills_with_a_bonus() -> None:
    d = duel(
        44,
        99,
        12,
        who={"p1": {"ylem": 3, "hand": ["dire-transfer-3"], "pool": {"dire": 2}}, "p2": {"pool": {"dire": 2}}},
    )
    d.do("p1", "cast", card="dire-transfer-3", who="p2").passes()
    assert d.tile("p2") is None
    assert d.seat("p1")["ylem"] == 1
    assert d.pool("p1") == {"dire": 1}
    assert d.seat("p1")["hand"] == [], "no Overkill"


@pytest.mark.rule("AK-INDEX-09")
@pytest.mark.parametrize(("level", "egis"), [(1, 2), (2, 4), (3, 6)])
def test_egis_bound(level: int, egis: int) -> None:
    card = f"egis-bound-{level}"
    d = duel(44, 99, who={"p1": {"ylem": level, "hand": [card], "pool": {"dire": 1}}})
    d.do("p1", "cast", card=card).passes()
    assert d.pool("p1") == {"dire": 1, "egis": egis}
    well = duel(44, 99, who={"p1": {"ylem": level, "hand": [card]}})
    assert not well.may("p1", "cast")


@pytest.mark.rule("AK-INDEX-13", "AK-INDEX-14")
@pytest.mark.parametrize("taker", ["king", "revenant"])
@pytest.mark.parametrize("victim", ["king", "revenant"])
def test_calcination_across_forms(taker: str, victim: str) -> None:
    mine = "calcination-3" if taker == "king" else "revenant-calcination-3"
    theirs = "rubedo-1" if victim == "king" else "revenant-rubedo-1"
    who = {
        "p1": {"form": taker, "ylem": 3, "hand": [mine]},
        "p2": {"king": "kynazarr", "form": victim, "inscription": theirs},
    }
    d = duel(44, 88, 12, who=who)
    d.do("p1", "cast", card=mine, who="p2").passes()
    assert d.seat("p2")["inscription"] is None
    if taker == victim:
        assert d.seat("p1")["hand"] == [theirs]
    else:
        assert d.seat("p1")["hand"] == []
        assert d.view["decks"]["ascendant" if victim == "king" else "revenant"]["discard"].get(theirs) == 1


@pytest.mark.rule("AK-INDEX-13", "AK-INSC-13", "AK-TRANS-07")
def test_a_stolen_prismatic_inscription_loses_its_gems() -> None:
    d = duel(
        44, 88, 12, who={"p1": {"ylem": 3, "hand": ["calcination-3"]}, "p2": {"inscription": "prismatic-inscription"}}
    )
    assert d.seat("p2")["completed"] == 1
    assert d.view["supply"]["aria"] == 39
    d.do("p1", "cast", card="calcination-3", who="p2").passes()
    assert d.seat("p1")["hand"] == ["prismatic-inscription"]
    assert d.view["supply"]["aria"] == d.view["supply"]["egis"] == d.view["supply"]["pyre"] == 40
    assert d.seat("p2")["completed"] == 0


@pytest.mark.rule("AK-INDEX-13")
def test_no_calcination_without_an_inscribed_card() -> None:
    d = duel(44, 88, 12, who={"p1": {"ylem": 3, "hand": ["calcination-3"]}})
    assert not d.may("p1", "cast")
    d.refused("p1", "cast", card="calcination-3", who="p2")


@pytest.mark.rule("AK-INDEX-22")
@pytest.mark.parametrize(("version", "have", "left"), [(1, 4, 3), (2, 4, 2), (3, 4, 1), (3, 2, 0)])
def test_the_traverse(version: int, have: int, left: int) -> None:
    d = duel(
        44,
        88,
        12,
        who={"p1": {**REV, "hand": [f"the-traverse-{version}"]}, "p2": {"ylem": have, "transmuted": ["ylem"]}},
    )
    d.do("p1", "cast", card=f"the-traverse-{version}", who="p2").passes()
    assert d.seat("p2")["ylem"] == left
    assert d.seat("p2")["transmuted"] == ["ylem"]


@pytest.mark.rule("AK-INDEX-22", "AK-GEM-01")
def test_the_traverse_makes_room_for_the_ylem_below_the_target() -> None:
    d = duel(44, 88, 12, who={"p1": {**REV, "hand": ["the-traverse-2"]}, "p2": {"ylem": 5}}, items={"88": {"ylem": 3}})
    d.do("p1", "cast", card="the-traverse-2", who="p2").passes()
    assert d.seat("p2")["ylem"] == 5
    assert d.on(88) == {"ylem": 1}


@pytest.mark.rule("AK-INDEX-23", "AK-TRANS-07")
def test_break_transmutation_names_any_completed_one() -> None:
    who = {
        "p1": {**REV, "hand": ["break-transmutation"]},
        "p2": {"level": 2, "transmuted": ["ylem", "aria", "pyre"], "inscription": "prismatic-inscription"},
        "p3": {**REV, "prismatic": 2},
        "p4": {},
    }
    d = duel(44, 88, 12, 20, who=who)
    ways = {(a["who"], a["choice"]) for a in d.listed("p1", "cast")}
    assert ways == {("p2", "ylem"), ("p2", "aria"), ("p2", "pyre"), ("p2", "inscription"), ("p3", "prismatic")}
    for what, seat in (("ylem", "p2"), ("inscription", "p2"), ("prismatic", "p3")):
        again = duel(44, 88, 12, 20, who=who)
        again.do("p1", "cast", card="break-transmutation", who=seat, choice=what).passes()
        assert again.seat(seat)["completed"] == d.seat(seat)["completed"] - 1
        if what == "inscription":
            assert again.seat("p2")["inscription"] is None
            assert again.view["decks"]["ascendant"]["discard"] == {"prismatic-inscription": 1}
        if what == "prismatic":
            assert again.seat("p3")["prismatic"] == 1


@pytest.mark.rule("AK-ABIL-12", "AK-ABIL-15", "AK-ABIL-13")
def test_behind_a_shield_nobody_is_a_target_of_any_card() -> None:
    hand = [
        "lancea-of-aeterna",
        "citrinitas-1",
        "citrinitas-3",
        "sun-and-sky-1",
        "conjunction-1",
        "separation-1",
        "dire-transfer-3",
    ]
    who: dict[str, Any] = {
        "p1": {"ylem": 5, "hand": hand, "pool": {"dire": 1}},
        "p2": {"pool": {"pyre": 3}, "inscription": "rubedo-1"},
        "p3": {"pool": {"pyre": 2}},
    }
    d = duel(44, 45, 88, who=who, shielded=["p2"])
    assert "p2" not in {a["who"] for a in d.listed("p1", "cast")}
    for card in hand:
        if card != "citrinitas-3":
            assert d.refused("p1", "cast", card=card, who="p2") in {"AK-ABIL-12", "AK-ABIL-15"}
    d.do("p1", "cast", card="citrinitas-3").passes()
    assert d.pool("p2") == {"pyre": 3}
    assert d.pool("p3") == {"aria": 2}


@pytest.mark.rule("AK-ABIL-12")
def test_a_shield_does_not_keep_dire_from_the_tile_underfoot_out_of_the_list() -> None:
    """The tile of a miniature is no free tile: naming it would be naming who stands there."""
    d = duel(44, 45, 88, who={"p1": {"ylem": 5, "hand": ["dire-transfer-3"], "pool": {"dire": 1}}}, shielded=["p2"])
    assert 45 not in targets(d, "dire-transfer-3", "tile")
    d.refused("p1", "cast", card="dire-transfer-3", tile=45)


@pytest.mark.rule("AK-DEATH-08", "AK-CARD-12", "AK-TRANS-12")
def test_the_dead_are_no_targets() -> None:
    who: dict[str, Any] = {
        "p1": {
            **REV,
            "ylem": 5,
            "prismatic": 1,
            "pool": {"pyre": 3, "dire": 1},
            "hand": ["the-traverse-1", "revenant-citrinitas-1", "revenant-citrinitas-3", "revenant-dire-transfer-3"],
        },
        "p2": {**REV, "pool": {"pyre": 3}, "ylem": 1},
    }
    d = duel(44, 45, 88, who=who)
    d.do("p1", "attack", who="p2", pyre=3).passes()
    assert "p2" not in {a.get("who") for a in d.listed("p1")}
    assert d.refused("p1", "prism", who="p2") == "AK-TRANS-12"
    d.refused("p1", "cast", card="the-traverse-1", who="p2")
    assert d.fields("p1", "prism", "who") == set() or d.fields("p1", "prism", "who") == {"p1"}


@pytest.mark.rule("AK-INSC-08", "AK-INSC-09")
def test_activating_costs_nothing_and_once_a_turn() -> None:
    d = duel(
        44,
        45,
        12,
        who={
            "p1": {"king": "kynazarr", "ylem": 2, "inscription": "rubedo-1", "hand": []},
            "p2": {"king": "vara"},
        },
    )
    d.do("p1", "activate", who="p2").passes()
    assert d.seat("p1")["ylem"] == 2
    assert d.seat("p1")["inscription"] is None
    assert d.pool("p2") == {"dire": 1}
    assert d.view["inscription_used"] is True
    used = duel(
        44,
        45,
        12,
        inscription_used=True,
        who={"p1": {"king": "kynazarr", "inscription": "rubedo-1"}, "p2": {"king": "vara"}},
    )
    assert used.refused("p1", "activate", who="p2") == "AK-INSC-08"


@pytest.mark.rule("AK-INSC-10")
def test_a_cancelled_activation_shows_the_card_and_keeps_it() -> None:
    d = duel(44, 88, 12, who={"p1": {"king": "kynazarr", "inscription": "rubedo-1"}, "p2": {"king": "vara"}})
    assert d.state.view("p2")["seats"]["p1"]["inscription"]["card"] is None
    d.do("p1", "activate")
    assert d.state.view("p2")["seats"]["p1"]["inscription"]["card"] == "rubedo-1"
    assert d.view["inscription_used"] is False
    assert d.seat("p1")["inscription"]


@pytest.mark.rule("AK-CARD-02", "AK-INST-08", "AK-INSC-07")
def test_the_inscribed_card_is_no_instant_power() -> None:
    d = duel(44, 45, who={"p1": {"king": "kynazarr", "inscription": "rubedo-1"}, "p2": {"king": "vara"}})
    d.refused("p1", "instant", card="rubedo-1")
    d.refused("p1", "cast", card="rubedo-1", who="p2")


@pytest.mark.rule("AK-INST-08", "AK-CARD-11", "AK-INST-10")
def test_who_has_no_instant_power_and_who_has_nothing_else() -> None:
    d = duel(44, 45, who={"p1": {"ylem": 5, "hand": ["lancea-of-aeterna", "prismatic-inscription", "pneuma-mundus"]}})
    assert {a["card"] for a in d.listed("p1", "instant")} == {"pneuma-mundus"}
    assert {a["card"] for a in d.listed("p1", "cast")} == {"lancea-of-aeterna"}
    d.refused("p1", "instant", card="lancea-of-aeterna")
    d.refused("p1", "cast", card="pneuma-mundus")


@pytest.mark.rule("AK-INDEX-05", "AK-COMP-10")
def test_converting_with_a_short_supply() -> None:
    """3 Pyre go back, 3 Aria should come, the supply has 1."""
    who = {
        "p1": {"ylem": 3, "hand": ["citrinitas-3"]},
        "p2": {"pool": {"pyre": 3}},
        "p3": {"level": 3, "pool": {"aria": 14}},
        "p4": {"level": 3, "pool": {"aria": 14}, "transmuted": ["aria"]},
    }
    d = duel(44, 45, 88, 20, who=who, items={"99": {"aria": 8}})
    assert d.view["supply"]["aria"] == 1
    d.do("p1", "cast", card="citrinitas-3").passes()
    assert d.pool("p2") in ({"aria": 1}, {"aria": 1, "pyre": 2})


@pytest.mark.rule("AK-WAR-10", "AK-MOVE-11")
def test_no_card_puts_somebody_without_a_stone_on_the_omega_tile_or_through_it() -> None:
    who = {
        "p1": {"ylem": 5, "bloodstones": 2, "hand": ["separation-1", "separation-2", "sun-and-sky-1", "albedo-1"]},
        "p2": {"bloodstones": 0},
        "p3": {"bloodstones": 2},
    }
    d = duel(2, 1, 88, war=True, omega_stone=0, who=who)
    d.refused("p1", "cast", card="separation-1", who="p2")
    assert not [a for a in d.listed("p1", "cast") if a["card"].startswith("separation")]
    through = duel(
        4, 3, 88, war=True, omega_stone=2, who={**who, "p1": {"ylem": 5, "bloodstones": 2, "hand": ["separation-3"]}}
    )
    assert not [a for a in through.listed("p1", "cast") if a["who"] == "p2"]
    holder = duel(
        2,
        1,
        88,
        war=True,
        omega_stone=0,
        who={
            "p1": {"ylem": 1, "hand": ["separation-1"], "bloodstones": 2},
            "p2": {"bloodstones": 1},
            "p3": {"bloodstones": 1},
        },
    )
    holder.do("p1", "cast", card="separation-1", who="p2").passes()
    assert holder.state.outcome() is not None or "score" in holder.kinds().values()


@pytest.mark.rule("AK-INDEX-13", "AK-INST-09", "AK-INST-01")
def test_an_answer_may_take_back_nothing_but_the_own_hand() -> None:
    """Break Transmutation is announced: an Instant Power of the target changes its pool, never the announcement."""
    who: dict[str, Any] = {
        "p1": {**REV, "hand": ["break-transmutation"]},
        "p2": {"transmuted": ["aria"], "hand": ["albedo-1"]},
    }
    d = duel(44, 88, 12, who=who)
    d.do("p1", "cast", card="break-transmutation", who="p2", choice="aria")
    d.do("p2", "instant", card="albedo-1").passes()
    assert d.pool("p2") == {"aria": 1}
    assert d.seat("p2")["transmuted"] == []


def test_steals_give_the_whole_of_what_is_there() -> None:
    d = duel(
        44,
        55,
        who={"p1": {"ylem": 2, "hand": ["nigredo-2"], "pool": {"aria": 8}}, "p2": {"pool": {"pyre": 2, "egis": 4}}},
    )
    assert {a["choice"] for a in d.listed("p1", "cast")} == {"pyre", "egis"}
    d.do("p1", "cast", card="nigredo-2", who="p2", choice="egis").passes()
    assert d.kinds() == {"p1": "keep-gems"}
    ways = {(a["aria"], a["egis"]) for a in d.listed("p1", "keep-gems")}
    assert ways == {(8, 0), (8, 1), (7, 1), (7, 2), (6, 2), (6, 3)} or ways <= {(8, 0), (8, 1), (7, 2), (6, 3)}


@pytest.mark.rule("AK-CARD-05")
def test_an_empty_deck_is_shuffled_anew_and_without_any_card_the_draw_is_skipped() -> None:
    position = latent(44, 88).state.position()
    position["stack"] = [{"at": "latent", "step": "draw"}]
    position["discard"]["ascendant"], position["draw"]["ascendant"] = position["draw"]["ascendant"], {}
    d = Duel(FULL.from_position(position))
    assert d.kinds() == {"chance": "draw-card"}
    d.card("albedo-1")
    assert d.view["decks"]["ascendant"] == {"draw": 51, "discard": {}}


@pytest.mark.rule("AK-CARD-07", "AK-CARD-05", "AK-KILL-02")
def test_a_card_that_is_being_resolved_is_in_no_pile_yet() -> None:
    """Separation kills beyond need by house rule; the deck is empty. It is not shuffled for the Overkill card."""
    who = {"p1": {"ylem": 3, "hand": ["separation-3"]}, "p2": {"pool": {"dire": 2}}}
    position = duel(37, 47, 12, walls={"right": 7}, who=who).state.position()
    position["options"]["index.pushed_fire_wounds"] = "batch"
    position["discard"]["ascendant"], position["draw"]["ascendant"] = position["draw"]["ascendant"], {}
    d = Duel(FULL.from_position(position))
    d.do("p1", "cast", card="separation-3", who="p2")
    assert d.kinds() == {"chance": "draw-card"}
    outcomes = {FULL.record(outcome.action)["card"] for outcome in d.asked["chance"].outcomes}
    assert "separation-3" not in outcomes
    assert "separation-2" in outcomes
    d.card("albedo-1").passes()
    assert d.view["decks"]["ascendant"]["discard"] == {"separation-3": 1}
