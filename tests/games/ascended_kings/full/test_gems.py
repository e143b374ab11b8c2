"""Gems and pools: the supply, what fits, what is swapped, what a wound forces out."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadPosition

from tests.games.ascended_kings.full.card_table import GAME, Table, at, cards

FULL = {"aria": 4, "egis": 3, "pyre": 2}
"""Nine Core gems: a full pool at level 1."""


def instant(**power: int) -> Any:
    """The game with one card, ``card-1``, of that Instant Power."""
    return cards({"instant": power, "copies": 9})


def choices(table: Table, seat: str, do: str) -> set[tuple[int, int, int]]:
    return {(one["aria"], one["egis"], one["pyre"]) for one in table.listed(seat, do)}


# --- the supply ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-COMP-04", "AK-COMP-12")
def test_what_lies_nowhere_is_in_the_supply() -> None:
    table = at(14, 85)
    assert table.position["supply"] == {"aria": 40, "egis": 40, "pyre": 40, "ylem": 35, "dire": 25}
    table = at(
        14,
        85,
        who={
            "p1": {"pool": {"aria": 2, "dire": 1}, "ylem": 4, "transmuted": ["ylem", "pyre"]},
            "p2": {"form": "revenant", "prismatic": 2, "pool": {"egis": 1}},
        },
        items={"44": {"pyre": 2, "ylem": 1}},
    )
    assert table.position["supply"] == {"aria": 36, "egis": 37, "pyre": 33, "ylem": 27, "dire": 24}
    assert table.total() == {"aria": 40, "egis": 40, "pyre": 40, "ylem": 35, "dire": 25}


def drained(kind: str, left: int) -> dict[str, Any]:
    """Items that leave ``left`` gems of a kind in the supply."""
    return {"99": {kind: {"aria": 40, "egis": 40, "pyre": 40, "ylem": 35, "dire": 25}[kind] - left}}


@pytest.mark.rule("AK-COMP-10")
def test_nobody_gains_what_the_supply_does_not_have() -> None:
    game = instant(egis=3, pyre=1)
    table = at(44, 85, who={"p1": {"hand": ["card-1", "card-1"]}}, items=drained("egis", 1), game=game)
    table.instant("p1", "card-1")
    assert table.pool("p1") == {"egis": 1, "pyre": 1}
    assert table.told("supply-short") == [{"seat": "p1", "egis": 2}]
    assert "AK-COMP-10" in table.rules("supply-short")
    table.instant("p1", "card-1")
    assert table.pool("p1") == {"egis": 1, "pyre": 2}


@pytest.mark.rule("AK-COMP-10")
def test_gaining_is_possible_again_once_gems_have_been_returned() -> None:
    game = instant(pyre=2)
    who = {"p1": {"hand": ["card-1", "card-1"], "pool": {"pyre": 2}}}
    table = at(44, 45, who=who, items=drained("pyre", 2), game=game)
    table.do("p1", "attack", who="p2", pyre=2).passing()
    assert table.position["supply"]["pyre"] == 2
    table.instant("p1", "card-1")
    assert table.pool("p1") == {"pyre": 2}


@pytest.mark.rule("AK-COMP-10")
@pytest.mark.parametrize(("left", "wounds"), [(0, 0), (1, 1), (2, 2)])
def test_without_dire_in_the_supply_a_wound_is_not_taken(left: int, wounds: int) -> None:
    table = at(44, 45, who={"p1": {"pool": {"pyre": 2}}}, items=drained("dire", left))
    table.do("p1", "attack", who="p2", pyre=2).passing()
    assert table.pool("p2") == ({"dire": wounds} if wounds else {})


@pytest.mark.rule("AK-COMP-10", "AK-COMP-12")
def test_by_house_rule_a_wound_without_a_gem_kills_all_the_same_but_no_gem_is_made_up() -> None:
    options = {"supply.dire_empty": "wound"}
    who = {"p1": {"pool": {"pyre": 5}}}
    table = at(44, 45, who=who, items=drained("dire", 1), options=options)
    table.do("p1", "attack", who="p2", pyre=2).passing()
    assert (table.pool("p2"), table.position["supply"]["dire"]) == ({"dire": 1}, 0)
    table.do("p1", "attack", who="p2", pyre=3).passing()
    assert table.tile("p2") is None


@pytest.mark.rule("AK-COMP-10")
def test_the_last_core_gems_of_the_supply_are_the_only_choice() -> None:
    items = {"97": {"aria": 39}, "98": {"egis": 40}, "99": {"pyre": 39}}
    who = {"p1": {"transmuted": [], "prismatic": 3, "form": "revenant"}}
    # three Prismatic Transmutations generate three gems, but there are none of Aria and Pyre beyond those in sockets
    with pytest.raises(BadPosition, match=r"supply\.aria"):
        at(44, 85, who=who, items=items)
    items = {"97": {"aria": 36}, "98": {"egis": 37}, "99": {"pyre": 36}}
    table = at(44, 85, state="generate", who=who, items=items)
    assert table.pool("p1") == {"aria": 1, "pyre": 1}
    assert table.asked == {"p1": "choose-state"}


# --- the Gemstone Pool -----------------------------------------------------------------------------------


@pytest.mark.rule("AK-POOL-01")
@pytest.mark.parametrize(("level", "spaces"), [(1, 9), (2, 12), (3, 15)])
def test_a_pool_holds_nine_twelve_or_fifteen(level: int, spaces: int) -> None:
    fits = {"level": level, "pool": {"pyre": spaces - 2, "dire": 2}}
    table = at(44, 85, who={"p1": fits})
    assert table.state.view(None)["seats"]["p1"]["capacity"] == spaces
    with pytest.raises(BadPosition, match=r"seats\.p1\.pool.*AK-POOL-01"):
        at(44, 85, who={"p1": {**fits, "pool": {"pyre": spaces - 1, "dire": 2}}})


@pytest.mark.rule("AK-POOL-01", "AK-ACTIVE-05")
def test_level_up_makes_room_at_once() -> None:
    game = instant(pyre=2)
    table = at(44, 85, who={"p1": {"pool": FULL, "ylem": 2, "hand": ["card-1"]}}, game=game)
    table.do("p1", "level-up").instant("p1", "card-1")
    assert table.pool("p1") == {**FULL, "pyre": 4}


@pytest.mark.rule("AK-POOL-02")
def test_a_pool_is_counts_and_a_wound_needs_no_place() -> None:
    table = at(44, 45, who={"p1": {"pool": {"pyre": 1}}, "p2": {"pool": {"aria": 5, "dire": 1}}})
    table.do("p1", "attack", who="p2", pyre=1).passing()
    assert table.pool("p2") == {"aria": 5, "dire": 2}
    assert table.seat("p2")["pool"] == {"aria": 5, "egis": 0, "pyre": 0, "dire": 2}
    assert table.state.view(None)["seats"]["p2"]["lethal"] == 3  # the top row is as long


@pytest.mark.rule("AK-POOL-03")
def test_substitution_gem_by_gem_as_the_owner_likes() -> None:
    table = at(44, 85, who={"p1": {"pool": FULL, "hand": ["card-1"]}}, game=instant(pyre=2))
    table.instant("p1", "card-1")
    assert table.asked == {"p1": "keep-gems"}
    assert choices(table, "p1", "keep-gems") == {
        (aria, egis, 9 - aria - egis) for aria in range(5) for egis in range(4) if 2 <= 9 - aria - egis <= 4
    } | {(4, 3, 2)}
    table.do("p1", "keep-gems", aria=3, egis=3, pyre=3)
    assert table.pool("p1") == {"aria": 3, "egis": 3, "pyre": 3}
    assert table.rules("fitted")[0] == "AK-POOL-03"
    assert table.told("fitted")[0]["gone"] == {"aria": 1}


@pytest.mark.rule("AK-POOL-03", "AK-GEM-03")
def test_gems_that_are_not_wanted_are_not_taken() -> None:
    table = at(44, 85, who={"p1": {"pool": FULL, "hand": ["card-1"]}}, game=instant(pyre=2))
    table.instant("p1", "card-1").do("p1", "keep-gems", **FULL)
    assert table.pool("p1") == FULL


@pytest.mark.rule("AK-POOL-03", "AK-POOL-07")
def test_what_has_room_comes_in_and_nothing_else_goes() -> None:
    pool = {"aria": 4, "egis": 3, "pyre": 1}
    table = at(44, 85, who={"p1": {"pool": pool, "hand": ["card-1"]}}, game=instant(pyre=2))
    table.instant("p1", "card-1")
    assert table.refused("p1", "keep-gems", **pool) == "AK-POOL-07"  # one of the two has room
    assert table.refused("p1", "keep-gems", aria=4, egis=3, pyre=3) == "AK-POOL-01"
    assert table.refused("p1", "keep-gems", aria=5, egis=3, pyre=1) == "AK-POOL-03"
    table.do("p1", "keep-gems", aria=4, egis=3, pyre=2)


@pytest.mark.rule("AK-POOL-03")
def test_nobody_is_asked_where_there_is_one_way_only() -> None:
    table = at(44, 85, who={"p1": {"pool": {"pyre": 9}, "hand": ["card-1"]}}, game=instant(pyre=2))
    table.instant("p1", "card-1")
    assert table.asked == {"p1": "active"}
    assert table.pool("p1") == {"pyre": 9}


@pytest.mark.rule("AK-POOL-04", "AK-YLEM-01")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (3, 5), (4, 5), (5, 5)])
def test_surplus_ylem_is_never_swapped_in(before: int, after: int) -> None:
    table = at(44, 85, who={"p1": {"pool": FULL, "ylem": before, "hand": ["card-1"]}}, game=instant(ylem=2))
    table.instant("p1", "card-1")
    assert table.asked == {"p1": "active"}
    assert table.ylem("p1") == after
    assert table.pool("p1") == FULL


@pytest.mark.rule("AK-POOL-05", "AK-WOUND-01")
def test_dire_forces_a_core_gem_of_choice_out_of_a_full_pool() -> None:
    who = {"p1": {"pool": {"pyre": 1}}, "p2": {"pool": {"aria": 4, "pyre": 4, "dire": 1}}}
    table = at(44, 45, who=who)
    table.do("p1", "attack", who="p2", pyre=1).passing()
    assert table.asked == {"p2": "keep-gems"}
    assert choices(table, "p2", "keep-gems") == {(3, 0, 4), (4, 0, 3)}
    assert table.refused("p2", "keep-gems", aria=4, egis=0, pyre=4) == "AK-POOL-01"
    table.do("p2", "keep-gems", aria=4, pyre=3)
    assert table.pool("p2") == {"aria": 4, "pyre": 3, "dire": 2}
    assert table.rules("fitted") == ("AK-POOL-05", "AK-WOUND-01")


@pytest.mark.rule("AK-POOL-05")
def test_dire_itself_cannot_be_given_up() -> None:
    pool = {"aria": 4, "pyre": 3, "dire": 2}
    table = at(44, 85, who={"p1": {"pool": pool, "hand": ["card-1"]}}, game=instant(egis=3))
    table.instant("p1", "card-1")
    for aria, egis, pyre in choices(table, "p1", "keep-gems"):
        assert aria + egis + pyre == 7
    table.do("p1", "keep-gems", aria=2, egis=3, pyre=2)
    assert table.pool("p1") == {"aria": 2, "egis": 3, "pyre": 2, "dire": 2}


@pytest.mark.rule("AK-POOL-06")
def test_gems_in_sockets_take_no_space_and_are_not_given_up() -> None:
    who = {"p1": {"level": 2, "pool": {"aria": 12}, "transmuted": ["egis", "pyre"], "hand": ["card-1"]}}
    table = at(44, 85, who=who, game=instant(pyre=1))
    table.instant("p1", "card-1")
    assert choices(table, "p1", "keep-gems") == {(12, 0, 0), (11, 0, 1)}
    table.do("p1", "keep-gems", aria=11, pyre=1)
    assert table.seat("p1")["transmuted"] == ["egis", "pyre"]


@pytest.mark.rule("AK-POOL-07")
def test_nothing_leaves_a_pool_at_will() -> None:
    table = at(44, 85, who={"p1": {"pool": FULL, "ylem": 5}})
    kinds = {record["do"] for record in (table.game.record(one) for one in table.state.legal_actions("p1"))}
    assert kinds == {"step", "level-up", "draw", "end-turn"}
    assert table.refused("p1", "keep-gems", aria=3, egis=3, pyre=2)
    before = table.total()
    table.do("p1", "step", tile=45)
    assert table.pool("p1") == {**FULL, "aria": 3}
    assert table.position["supply"]["aria"] == 40 - 3
    assert table.total() == before


@pytest.mark.rule("AK-POOL-08", "AK-YLEM-04")
def test_nothing_is_paid_from_sockets_or_from_the_tile() -> None:
    who = {"p1": {"level": 3, "transmuted": ["ylem", "aria", "pyre"]}}
    table = at(44, 45, who=who)
    assert table.refused("p1", "step", tile=43) == "AK-MOVE-02"
    assert table.refused("p1", "attack", who="p2", pyre=1) == "AK-ATK-02"
    assert table.refused("p1", "draw") == "AK-ACTIVE-06"
    full = at(44, 45, who={"p1": {"ylem": 5}}, items={"44": {"ylem": 3}})
    full.do("p1", "draw")
    full.draw("viriditas-1")
    assert (full.ylem("p1"), full.on(44)) == (5, {"ylem": 2})


# --- collecting ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-GEM-01", "AK-GEM-02")
def test_ylem_waits_under_a_full_pool_and_is_taken_when_there_is_room() -> None:
    table = at(44, 85, who={"p1": {"ylem": 5, "pool": {"aria": 1}}}, items={"45": {"ylem": 2}})
    table.do("p1", "step", tile=45)
    assert (table.ylem("p1"), table.on(45)) == (5, {"ylem": 2})
    table.do("p1", "level-up")  # 2 Ylem, and two more lie right there
    assert (table.ylem("p1"), table.on(45)) == (5, {})


@pytest.mark.rule("AK-GEM-02")
def test_only_as_much_ylem_is_taken_as_there_is_room() -> None:
    table = at(44, 85, who={"p1": {"ylem": 4, "pool": {"aria": 1}}}, items={"45": {"ylem": 3}})
    table.do("p1", "step", tile=45)
    assert (table.ylem("p1"), table.on(45)) == (5, {"ylem": 2})


@pytest.mark.rule("AK-GEM-03")
@pytest.mark.parametrize("keep", [{"aria": 3, "egis": 3, "pyre": 2}, {"aria": 3, "egis": 2, "pyre": 3}])
def test_core_gems_on_a_tile_are_swapped_in_or_discarded_and_never_stay(keep: dict[str, int]) -> None:
    pool = {"aria": 4, "egis": 3, "pyre": 2}
    table = at(44, 85, who={"p1": {"pool": pool}}, items={"45": {"pyre": 2}})
    table.do("p1", "step", tile=45)
    assert table.asked == {"p1": "keep-gems"}  # the Aria of the step has made room for one
    assert table.on(45) == {}
    rest = {"aria": keep["aria"], "egis": keep["egis"], "pyre": 9 - keep["aria"] - keep["egis"]}
    table.do("p1", "keep-gems", **rest)
    assert table.pool("p1") == rest
    assert table.on(45) == {}


@pytest.mark.rule("AK-GEM-04")
def test_dire_on_a_tile_is_a_wound_even_if_it_kills() -> None:
    who = {"p1": {"pool": {"aria": 1, "dire": 1}}}
    table = at(44, 85, who=who, items={"45": {"dire": 2}})
    table.do("p1", "step", tile=45).passing()
    assert table.tile("p1") is None
    assert table.on(45) == {"bloodstones": 1}  # the death is on the tile that held the Dire


@pytest.mark.rule("AK-GEM-04", "AK-INST-03")
def test_a_cancelled_dire_of_a_tile_goes_to_the_supply() -> None:
    who = {"p1": {"pool": {"aria": 1, "dire": 2}, "hand": ["card-1"]}}
    table = at(44, 85, who=who, items={"45": {"dire": 1}}, game=instant(cancel=1))
    table.do("p1", "step", tile=45)
    assert table.asked == {"p1": "pickup"}
    assert table.on(45) == {}
    table.instant("p1", "card-1", cancel=1).passing()
    assert table.pool("p1") == {"dire": 2}
    assert table.tile("p1") == 45
    assert table.position["supply"]["dire"] == 23


@pytest.mark.rule("AK-GEM-05", "AK-GEM-07", "AK-GEM-08")
def test_everything_on_a_tile_is_taken_by_the_same_step_and_a_death_drops_it_again() -> None:
    pile = {"bloodstones": 2, "die": 1, "ylem": 1, "pyre": 1, "dire": 1}
    table = at(44, 85, who={"p1": {"pool": {"aria": 1}}}, items={"45": pile})
    table.do("p1", "step", tile=45).passing()
    assert table.seat("p1")["bloodstones"] == 3
    assert table.position["ascended_die"] == "p1"
    assert (table.ylem("p1"), table.pool("p1")) == (1, {"pyre": 1, "dire": 1})
    kinds = [event.kind for event in table.events if event.kind in ("bloodstones-claimed", "die-claimed", "gem-taken")]
    assert kinds[:2] == ["bloodstones-claimed", "die-claimed"]
    assert [one["gem"] for one in table.told("gem-taken")] == ["ylem", "pyre", "dire"]
    who = {"p1": {"pool": {"aria": 1, "dire": 2}}}
    dying = at(44, 85, who=who, items={"45": pile})
    dying.do("p1", "step", tile=45).passing()
    assert dying.on(45)["die"] == 1
    assert dying.on(45)["bloodstones"] >= 2
    assert "ylem" not in dying.on(45)


@pytest.mark.rule("AK-GEM-09")
def test_one_aria_is_one_tile_one_egis_blocks_one_pyre_one_pyre_is_one_point() -> None:
    who = {"p1": {"pool": {"aria": 2, "pyre": 3}}, "p2": {"pool": {"egis": 2}}}
    table = at(44, 46, who=who)
    table.do("p1", "step", tile=45)
    assert table.pool("p1") == {"aria": 1, "pyre": 3}
    table.do("p1", "attack", who="p2", pyre=3).passing()
    assert table.pool("p1") == {"aria": 1}
    assert table.pool("p2") == {"dire": 1}


@pytest.mark.rule("AK-PROX-05")
@pytest.mark.parametrize(("ylem", "kept", "left"), [(0, 1, 0), (5, 5, 1)])
def test_what_appears_under_a_miniature_goes_to_its_pools(ylem: int, kept: int, left: int) -> None:
    stack = [{"at": "roll-ylem"}]
    table = at(44, 85, who={"p2": {"ylem": ylem}}, stack=stack)
    table.roll(85)
    assert (table.ylem("p2"), table.on(85).get("ylem", 0)) == (kept, left)


@pytest.mark.rule("AK-PROX-05", "AK-EVENT-04")
def test_an_event_under_a_miniature_fills_its_pool_and_wounds_it() -> None:
    stack = [{"at": "end-of-round", "next": "roll-event", "roll": 1}]
    pyre = at(44, 85, who={"p1": {"pool": FULL}}, stack=stack, dials={"round": 9, "event": 2}, turn=None)
    pyre.roll(44)
    assert pyre.asked == {"p1": "keep-gems"}
    assert max(one["pyre"] for one in pyre.listed("p1", "keep-gems")) == 4
    dire = at(44, 85, who={"p1": {"pool": {"dire": 1}}}, stack=stack, dials={"round": 9, "event": 4}, turn=None)
    dire.roll(44).passing()
    assert (dire.ylem("p1"), dire.pool("p1")) == (1, {"dire": 2})


# --- the Ylem Pool ---------------------------------------------------------------------------------------


@pytest.mark.rule("AK-YLEM-01", "AK-YLEM-02")
@pytest.mark.parametrize(("ylem", "price"), [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3), (5, None)])
def test_the_more_ylem_the_cheaper_the_next(ylem: int, price: int | None) -> None:
    table = at(44, 85, who={"p1": {"ylem": ylem}}, stack=[{"at": "latent", "step": "roll"}])
    assert table.state.view(None)["seats"]["p1"]["threshold"] == price
    table.dice(6, 6)
    most = max(one["ylem"] for one in table.listed("p1", "allocate"))
    assert most == {None: 0, 7: 1, 6: 2, 5: 2, 4: 2, 3: 1}[price]


@pytest.mark.rule("AK-YLEM-01")
def test_no_position_has_six_ylem() -> None:
    with pytest.raises(BadPosition, match=r"seats\.p1\.ylem"):
        at(44, 85, who={"p1": {"ylem": 6}})


@pytest.mark.rule("AK-YLEM-03", "AK-YLEM-04")
def test_ylem_that_is_spent_or_transmuted_makes_the_next_dearer() -> None:
    table = at(44, 85, who={"p1": {"ylem": 4}}, stack=[{"at": "latent", "step": "free"}])
    table.do("p1", "transmute", what="ylem")
    assert table.state.view(None)["seats"]["p1"]["threshold"] == 6
    spent = at(44, 85, who={"p1": {"ylem": 4, "transmuted": ["ylem"]}})
    spent.do("p1", "level-up")
    assert spent.state.view(None)["seats"]["p1"]["threshold"] == 5


def test_the_same_gems_under_any_pack() -> None:
    assert at(44, 85).total() == at(44, 85, game=instant(pyre=1)).total()
    assert GAME.from_position({"seats": {"p1": {}, "p2": {}}}).digest()
