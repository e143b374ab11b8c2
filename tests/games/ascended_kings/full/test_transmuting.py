"""Transmutations: what completes them, what they are good for, Generate Focus, taking them back, Ylem Prism."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import BadPosition

from tests.games.ascended_kings.full.card_table import Table, at

FREE = [{"at": "latent", "step": "free"}]
PRISMATIC = {"card": "prismatic-inscription"}


def latent(p1: dict[str, Any], **keys: Any) -> Table:
    return at(44, 85, who={"p1": p1}, stack=FREE, **keys)


def offered(table: Table, do: str = "transmute", seat: str = "p1") -> set[str]:
    return {one["what"] for one in table.listed(seat, do)}


# --- completing ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-TRANS-01", "AK-TRANS-02")
@pytest.mark.parametrize("what", ["aria", "egis", "pyre"])
def test_three_gems_of_a_colour_move_at_once(what: str) -> None:
    table = latent({"pool": {what: 4}})
    table.do("p1", "transmute", what=what)
    assert (table.pool("p1"), table.seat("p1")["transmuted"]) == ({what: 1}, [what])
    assert latent({"pool": {what: 2}}).refused("p1", "transmute", what=what) == "AK-TRANS-02"


@pytest.mark.rule("AK-TRANS-01", "AK-TRANS-02")
def test_ylem_comes_from_the_ylem_pool() -> None:
    table = latent({"ylem": 3})
    table.do("p1", "transmute", what="ylem")
    assert (table.ylem("p1"), table.seat("p1")["transmuted"]) == (0, ["ylem"])
    assert latent({"ylem": 2}).refused("p1", "transmute", what="ylem") == "AK-TRANS-02"
    assert table.refused("p1", "transmute", what="ylem") == "AK-TRANS-01"


@pytest.mark.rule("AK-TRANS-02", "AK-TRANS-05", "AK-COMP-13")
def test_a_prismatic_one_takes_one_of_each() -> None:
    table = latent({"form": "revenant", "pool": {"aria": 3, "egis": 3, "pyre": 3}})
    for done in (1, 2, 3):
        table.do("p1", "transmute", what="prismatic")
        assert table.seat("p1")["prismatic"] == done
    assert table.pool("p1") == {}
    lacking = latent({"form": "revenant", "pool": {"aria": 3, "egis": 3}})
    assert lacking.refused("p1", "transmute", what="prismatic") == "AK-TRANS-02"
    full = latent({"form": "revenant", "prismatic": 3, "level": 3, "pool": {"aria": 1, "egis": 1, "pyre": 1}})
    assert full.refused("p1", "transmute", what="prismatic") == "AK-COMP-13"


@pytest.mark.rule("AK-COMP-13")
def test_how_many_prismatic_ones_a_mat_has_is_a_house_rule() -> None:
    facts = {"form": "revenant", "prismatic": 1, "pool": {"aria": 1, "egis": 1, "pyre": 1}}
    table = latent(facts, options={"mat.prismatic_count": 1})
    assert table.refused("p1", "transmute", what="prismatic") == "AK-COMP-13"
    with pytest.raises(BadPosition, match="AK-COMP-13"):
        latent({**facts, "prismatic": 2}, options={"mat.prismatic_count": 1})


@pytest.mark.rule("AK-TRANS-03", "AK-TRANS-04")
def test_any_number_in_one_turn_as_far_as_gems_and_level_go() -> None:
    table = latent({"level": 2, "ylem": 3, "pool": {"pyre": 3, "aria": 2, "egis": 2}})
    assert offered(table) == {"ylem", "pyre"}
    table.do("p1", "transmute", what="ylem").do("p1", "transmute", what="pyre")
    third = latent({"level": 2, "ylem": 3, "pool": {"pyre": 3, "aria": 3, "egis": 2}})
    for what in ("ylem", "pyre", "aria"):
        third.do("p1", "transmute", what=what)
    assert third.seat("p1")["transmuted"] == ["ylem", "aria", "pyre"]


@pytest.mark.rule("AK-TRANS-04")
@pytest.mark.parametrize(("level", "most"), [(1, 1), (2, 2), (3, 3)])
def test_a_king_holds_as_many_core_transmutations_as_levels(level: int, most: int) -> None:
    table = latent({"level": level, "ylem": 3, "pool": {"aria": 3, "egis": 3, "pyre": 3}})
    for what in ("aria", "egis", "pyre")[:most]:
        table.do("p1", "transmute", what=what)
    for what in ("aria", "egis", "pyre")[most:]:
        assert table.refused("p1", "transmute", what=what) == "AK-TRANS-04"
    table.do("p1", "transmute", what="ylem")  # never counted
    with pytest.raises(BadPosition, match="AK-TRANS-04"):
        latent({"level": 1, "transmuted": ["aria", "egis"]})


@pytest.mark.rule("AK-TRANS-05")
def test_a_revenant_has_prismatic_ones_whatever_its_level_and_no_core_ones() -> None:
    table = latent({"form": "revenant", "ylem": 3, "pool": {"aria": 3, "egis": 3, "pyre": 3}})
    assert offered(table) == {"ylem", "prismatic"}
    assert table.refused("p1", "transmute", what="aria") == "AK-TRANS-05"
    assert (
        latent({"pool": {"aria": 1, "egis": 1, "pyre": 1}}).refused("p1", "transmute", what="prismatic")
        == "AK-TRANS-05"
    )
    with pytest.raises(BadPosition, match="AK-TRANS-05"):
        latent({"form": "revenant", "transmuted": ["aria"]})
    with pytest.raises(BadPosition, match="AK-TRANS-05"):
        latent({"prismatic": 1})


@pytest.mark.rule("AK-TRANS-09")
@pytest.mark.parametrize(("counts", "allowed"), [(False, True), (True, False)])
def test_a_prismatic_inscription_is_no_core_transmutation(counts: bool, allowed: bool) -> None:
    options = {"transmute.prismatic_inscription_counts": counts}
    table = latent({"inscription": PRISMATIC, "pool": {"pyre": 3}}, options=options)
    assert ("pyre" in offered(table)) == allowed
    if not allowed:
        assert table.refused("p1", "transmute", what="pyre") == "AK-TRANS-09"


@pytest.mark.rule("AK-LATENT-06")
def test_only_in_the_own_latent_state_and_only_once_the_dice_are_gems() -> None:
    pool = {"pool": {"pyre": 3}}
    active = at(44, 85, who={"p1": pool})
    assert active.refused("p1", "transmute", what="pyre") == "AK-LATENT-06"
    assert latent({}).check("p2", "transmute", what="pyre") is not None
    early = at(44, 85, who={"p1": pool}, stack=[{"at": "latent"}])
    early.draw("viriditas-1").passing()
    assert early.check("p1", "transmute", what="pyre") is not None
    early.dice(1, 2).passing()
    assert early.check("p1", "transmute", what="pyre") is not None
    early.do("p1", "allocate").do("p1", "transmute", what="pyre")


# --- what they are good for ------------------------------------------------------------------------------


@pytest.mark.rule("AK-TRANS-10", "AK-TRANS-07")
def test_each_transmutation_unlocks_its_action_and_only_while_it_is_there() -> None:
    pool = {"aria": 2, "pyre": 2}
    plain = at(44, 45, who={"p1": {"pool": pool}})
    assert plain.refused("p1", "step", tile=33) == "AK-MOVE-03"
    assert at(44, 45, who={"p1": {"transmuted": ["aria"], "pool": pool}}).check("p1", "step", tile=35) is None
    free = at(44, 45, who={"p1": {"transmuted": ["egis"], "pool": pool}})
    assert plain.refused("p1", "step", tile=43) == "AK-ESC-06"
    assert free.check("p1", "step", tile=43) is None
    assert at(44, 55, who={"p1": {"pool": pool}}).refused("p1", "attack", who="p2", pyre=1) == "AK-ATK-01"
    reach = at(44, 55, who={"p1": {"transmuted": ["pyre"], "pool": pool}})
    assert reach.check("p1", "attack", who="p2", pyre=1) is None
    heal = {"pool": {"egis": 1, "dire": 1}, "ylem": 1}
    assert at(44, 85, who={"p1": heal}).refused("p1", "heal") == "AK-ABIL-01"
    assert at(44, 85, who={"p1": {**heal, "transmuted": ["ylem"]}}).check("p1", "heal") is None


@pytest.mark.rule("AK-TRANS-11")
def test_a_revenant_moves_and_attacks_diagonally_and_escapes_for_nothing() -> None:
    who = {"p1": {"form": "revenant", "pool": {"aria": 1, "pyre": 1}}}
    table = at(44, 55, 45, who=who)
    assert table.check("p1", "attack", who="p2", pyre=1) is None
    table.do("p1", "step", tile=33)
    assert table.pool("p1") == {"pyre": 1}


@pytest.mark.rule("AK-TURN-03", "AK-TRANS-07")
def test_completed_transmutations_generate_their_colour() -> None:
    table = at(44, 85, who={"p1": {"transmuted": ["ylem", "pyre"]}}, stack=[{"at": "generate"}])
    assert (table.ylem("p1"), table.pool("p1")) == (1, {"pyre": 1})
    none = at(44, 85, who={"p1": {"pool": {"pyre": 3}, "ylem": 3}}, stack=[{"at": "generate"}])
    assert (none.ylem("p1"), none.pool("p1")) == (3, {"pyre": 3})


@pytest.mark.rule("AK-TURN-03", "AK-INSC-12")
def test_each_prismatic_one_generates_a_core_gem_of_choice() -> None:
    who = {"p1": {"form": "revenant", "prismatic": 2, "transmuted": ["ylem"]}}
    table = at(44, 85, who=who, stack=[{"at": "generate"}])
    assert table.asked == {"p1": "take"}
    assert len(table.listed("p1", "take")) == 6
    assert table.refused("p1", "take", aria=1) == "AK-TURN-03"
    assert table.refused("p1", "take", aria=2, egis=1) == "AK-TURN-03"
    table.do("p1", "take", aria=1, pyre=1)
    assert (table.pool("p1"), table.ylem("p1")) == ({"aria": 1, "pyre": 1}, 1)
    assert table.asked == {"p1": "choose-state"}
    king = at(44, 85, who={"p1": {"inscription": PRISMATIC}}, stack=[{"at": "generate"}])
    assert len(king.listed("p1", "take")) == 3


@pytest.mark.rule("AK-TURN-04")
def test_what_is_generated_into_full_pools_is_swapped_or_lost() -> None:
    pool = {"aria": 5, "egis": 4}
    who = {"p1": {"transmuted": ["ylem", "pyre"], "pool": pool, "ylem": 5}}
    table = at(44, 85, 86, who={"p2": {}, **who}, stack=[{"at": "active"}], turn="p3", start="p2")
    table.do("p3", "end-turn")
    assert table.told("ylem-lost") == [{"seat": "p1", "count": 1}]
    assert table.asked == {"p1": "keep-gems"}
    ways = {(one["aria"], one["egis"], one["pyre"]) for one in table.listed("p1", "keep-gems")}
    assert ways == {(5, 4, 0), (4, 4, 1), (5, 3, 1)}
    table.do("p1", "keep-gems", aria=5, egis=3, pyre=1)
    assert (table.ylem("p1"), table.pool("p1")) == (5, {"aria": 5, "egis": 3, "pyre": 1})


# --- undoing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-TRANS-06", "AK-TRANS-07")
def test_undone_gems_come_back_by_substitution() -> None:
    table = latent({"transmuted": ["pyre"], "pool": {"aria": 2}})
    table.do("p1", "untransmute", what="pyre")
    assert (table.pool("p1"), table.seat("p1")["transmuted"]) == ({"aria": 2, "pyre": 3}, [])
    full = latent({"transmuted": ["pyre"], "pool": {"aria": 8}})
    full.do("p1", "untransmute", what="pyre")
    ways = {(one["aria"], one["pyre"]) for one in full.listed("p1", "keep-gems")}
    assert ways == {(8, 1), (7, 2), (6, 3)}
    full.do("p1", "keep-gems", aria=6, pyre=3)
    assert full.pool("p1") == {"aria": 6, "pyre": 3}
    assert latent({}).refused("p1", "untransmute", what="pyre") == "AK-TRANS-06"


@pytest.mark.rule("AK-TRANS-06")
def test_undone_ylem_without_room_is_discarded() -> None:
    table = latent({"transmuted": ["ylem"], "ylem": 4})
    table.do("p1", "untransmute", what="ylem")
    assert (table.ylem("p1"), table.position["supply"]["ylem"]) == (5, 30)
    assert table.told("ylem-lost") == [{"seat": "p1", "count": 2}]


@pytest.mark.rule("AK-TRANS-06", "AK-INSC-13")
def test_a_prismatic_one_and_a_prismatic_inscription_give_one_of_each_back() -> None:
    table = latent({"form": "revenant", "prismatic": 2})
    table.do("p1", "untransmute", what="prismatic")
    assert (table.pool("p1"), table.seat("p1")["prismatic"]) == ({"aria": 1, "egis": 1, "pyre": 1}, 1)
    king = latent({"inscription": PRISMATIC})
    king.do("p1", "untransmute", what="inscription")
    assert king.pool("p1") == {"aria": 1, "egis": 1, "pyre": 1}
    assert (king.slot("p1"), king.discarded()) == (None, {"prismatic-inscription": 1})


@pytest.mark.rule("AK-TRANS-08")
@pytest.mark.parametrize("cycle", [True, False])
def test_undone_and_completed_again_in_one_turn(cycle: bool) -> None:
    table = latent({"transmuted": ["pyre"]}, options={"transmute.same_turn_cycle": cycle})
    table.do("p1", "untransmute", what="pyre")
    again = table.game.from_position(table.position)
    assert again.digest() == table.state.digest()
    if cycle:
        table.do("p1", "transmute", what="pyre")
        assert table.seat("p1")["transmuted"] == ["pyre"]
    else:
        assert table.refused("p1", "transmute", what="pyre") == "AK-TRANS-08"
        assert "pyre" not in offered(table)


# --- Ylem Prism ------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-TRANS-12", "AK-TRANS-15")
def test_a_prism_turns_a_transmutation_into_an_ylem_in_the_pool_of_any_revenant() -> None:
    who = {
        "p1": {"form": "revenant", "prismatic": 2, "ylem": 5},
        "p2": {"form": "revenant", "ylem": 2},
        "p3": {"ylem": 0},
    }
    table = at(44, 99, 0, who=who)
    assert {one["who"] for one in table.listed("p1", "prism")} == {"p2"}
    assert table.refused("p1", "prism", who="p1") == "AK-TRANS-12"  # no room
    assert table.refused("p1", "prism", who="p3") == "AK-TRANS-12"  # a King
    table.do("p1", "prism", who="p2")
    assert (table.ylem("p2"), table.seat("p1")["prismatic"]) == (3, 1)
    table.do("p1", "prism", who="p2")
    assert (table.ylem("p2"), table.seat("p1")["prismatic"]) == (4, 0)
    assert table.refused("p1", "prism", who="p2")
    assert table.position["supply"]["aria"] == 40


@pytest.mark.rule("AK-TRANS-12")
def test_the_own_pool_may_be_chosen_but_nobody_who_is_dead() -> None:
    who = {"p1": {"form": "revenant", "prismatic": 1}, "p2": {"form": "revenant"}}
    table = at(44, None, 0, who=who)
    assert {one["who"] for one in table.listed("p1", "prism")} == {"p1"}
    assert table.refused("p1", "prism", who="p2")
    table.do("p1", "prism", who="p1")
    assert table.ylem("p1") == 1


@pytest.mark.rule("AK-TRANS-13")
def test_without_room_in_any_revenants_pool_there_is_no_prism() -> None:
    who = {"p1": {"form": "revenant", "prismatic": 1, "ylem": 5}, "p2": {"form": "revenant", "ylem": 5}}
    table = at(44, 99, 0, who=who)
    assert table.listed("p1", "prism") == []
    assert table.refused("p1", "prism", who="p2") in ("AK-TRANS-12", "AK-TRANS-13")


@pytest.mark.rule("AK-TRANS-14")
def test_a_king_uses_it_for_the_own_pool_only_and_the_card_is_gone() -> None:
    who = {"p1": {"inscription": PRISMATIC, "ylem": 1}, "p2": {"form": "revenant"}}
    table = at(44, 99, who=who)
    assert {one["who"] for one in table.listed("p1", "prism")} == {"p1"}
    assert table.refused("p1", "prism", who="p2") == "AK-TRANS-14"
    table.do("p1", "prism", who="p1")
    assert (table.ylem("p1"), table.slot("p1"), table.discarded()) == (2, None, {"prismatic-inscription": 1})
    full = at(44, 99, who={"p1": {"inscription": PRISMATIC, "ylem": 5}, "p2": {"form": "revenant"}})
    assert full.refused("p1", "prism", who="p1") == "AK-TRANS-14"
