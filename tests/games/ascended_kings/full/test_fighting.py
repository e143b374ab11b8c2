"""Attack, defence, wounds, kills and their bonuses on the full track."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .card_table import Table, at, one


def mats(p1: dict[str, Any] | None = None, p2: dict[str, Any] | None = None, **more: Any) -> dict[str, dict[str, Any]]:
    return {"p1": p1 or {}, "p2": p2 or {}, **more}


def pyre(count: int, **more: Any) -> dict[str, Any]:
    return {"pool": {"pyre": count}, **more}


# --- attacking -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ATK-01", "AK-TRANS-10", "AK-TRANS-11")
@pytest.mark.parametrize(
    ("who", "legal"),
    [
        ({}, False),
        ({"transmuted": ["pyre"]}, True),
        ({"transmuted": ["aria"]}, False),
        ({"form": "revenant"}, True),
    ],
)
def test_a_diagonal_attack_takes_the_pyre_transmutation_or_a_revenant(who: dict[str, Any], legal: bool) -> None:
    table = at(44, 55, 45, who=mats(pyre(1, **who)))
    assert bool(table.listed("p1", "attack", who="p2")) == legal
    assert table.listed("p1", "attack", who="p3"), "adjacent always"
    if not legal:
        assert table.refused("p1", "attack", who="p2", pyre=1) == "AK-ATK-01"


@pytest.mark.rule("AK-ATK-01", "AK-DEATH-01")
def test_nobody_attacks_far_away_or_the_dead() -> None:
    table = at(44, 46, None, who=mats(pyre(3), p3={"bloodstones": 0}), items={"10": {"bloodstones": 1}})
    assert table.refused("p1", "attack", who="p2", pyre=1) == "AK-ATK-01"
    assert table.refused("p1", "attack", who="p3", pyre=1) == "AK-DEATH-08"
    assert table.refused("p1", "attack", who="p1", pyre=1) == "TABLE"


@pytest.mark.rule("AK-ATK-02", "AK-POOL-08")
def test_every_pyre_of_an_attack_is_gone_whatever_comes_of_it() -> None:
    table = at(44, 45, who=mats(pyre(5), {"pool": {"egis": 9}}))
    supply = table.position["supply"]["pyre"]
    assert [record["pyre"] for record in table.listed("p1", "attack")] == [1, 2, 3, 4, 5]
    assert table.refused("p1", "attack", who="p2", pyre=6) == "AK-ATK-02"
    table.do("p1", "attack", who="p2", pyre=4)
    assert table.pool("p1") == {"pyre": 1}
    assert table.position["supply"]["pyre"] == supply + 4
    assert table.pool("p2") == {"egis": 5}, "all of it is blocked"


@pytest.mark.rule("AK-ATK-02")
def test_socketed_pyre_does_not_attack() -> None:
    table = at(44, 45, who=mats({"transmuted": ["pyre"]}))
    assert not table.listed("p1", "attack")
    assert table.refused("p1", "attack", who="p2", pyre=1) == "AK-ATK-02"


@pytest.mark.rule("AK-ATK-03")
def test_attacks_repeat_against_anybody_while_pyre_remains() -> None:
    table = at(44, 45, 54, who=mats(pyre(3)))
    table.do("p1", "attack", who="p2", pyre=1).do("p1", "attack", who="p3", pyre=1)
    table.do("p1", "attack", who="p2", pyre=1)
    assert (table.pool("p2"), table.pool("p3")) == ({"dire": 2}, {"dire": 1})
    assert not table.listed("p1", "attack")


@pytest.mark.rule("AK-ATK-04")
@pytest.mark.parametrize("walls", [{}, {"top": 4}])
@pytest.mark.parametrize(("one", "two"), [(1, 3), (3, 1)])
def test_neither_fire_nor_level_changes_an_attack(walls: dict[str, int], one: int, two: int) -> None:
    table = at(44, 45, who=mats(pyre(2, level=one), {"level": two, "pool": {"egis": 1}}), walls=walls)
    table.do("p1", "attack", who="p2", pyre=2)
    assert table.pool("p2") == {"dire": 1}


@pytest.mark.rule("AK-ATK-05", "AK-INST-06")
def test_an_attack_is_announced_before_the_defender_reacts_and_not_changed_afterwards() -> None:
    table = at(44, 45, who=mats(pyre(3, hand=["rubedo-1"]), {"hand": ["egis-bound-2"]}))
    table.do("p1", "attack", who="p2", pyre=1)
    assert table.asked == {"p2": "attack"}
    assert "1 Pyre" in table.state.deciders()["p2"].prompt
    assert table.refused("p1", "attack", who="p2", pyre=1) == "AK-ATK-05"
    table.instant("p2", "egis-bound-2")
    table.instant("p1", "rubedo-1").passing()
    assert table.pool("p2") == {"egis": 1}, "one Pyre only, blocked by one of two Egis"
    assert table.pool("p1") == {"pyre": 3}


@pytest.mark.rule("AK-ATK-05")
def test_by_house_rule_who_attacks_without_a_card_may_add_pyre_too() -> None:
    table = at(44, 45, who=mats(pyre(2), {"level": 3}), options={"attack.lock_amount": False})
    table.do("p1", "attack", who="p2", pyre=1)
    assert table.asked == {"p1": "attack"}
    table.do("p1", "attack", who="p2", pyre=1)
    assert table.pool("p2") == {"dire": 2}


@pytest.mark.rule("AK-ATK-05")
def test_by_house_rule_pyre_may_be_added_in_the_window() -> None:
    options = {"attack.lock_amount": False}
    table = at(44, 45, who=mats(pyre(3, hand=["rubedo-1"]), {"level": 3}), options=options)
    table.do("p1", "attack", who="p2", pyre=1)
    assert [record["pyre"] for record in table.listed("p1", "attack")] == [1, 2]
    table.do("p1", "attack", who="p2", pyre=2).passing()
    assert table.pool("p2") == {"dire": 3}
    assert table.pool("p1") == {}


# --- defending -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-DEF-04", "AK-WOUND-01")
@pytest.mark.parametrize(("attack", "egis", "left", "wounds"), [(4, 3, 0, 1), (4, 1, 0, 3), (2, 5, 3, 0), (3, 0, 0, 3)])
def test_a_block_takes_all_the_egis_it_can(attack: int, egis: int, left: int, wounds: int) -> None:
    table = at(44, 45, who=mats(pyre(attack), {"level": 3, "pool": {"egis": egis, "aria": 2}}))
    table.do("p1", "attack", who="p2", pyre=attack)
    expected = {"aria": 2, "egis": left, "dire": wounds}
    assert table.pool("p2") == {gem: count for gem, count in expected.items() if count}


@pytest.mark.rule("AK-DEF-05", "AK-INST-11")
def test_egis_gained_in_response_is_used_in_the_same_block() -> None:
    table = at(44, 45, who=mats(pyre(3), {"pool": {"egis": 1}, "hand": ["egis-bound-2"]}))
    table.do("p1", "attack", who="p2", pyre=3).instant("p2", "egis-bound-2").passing()
    assert table.pool("p2") == {}
    assert table.discarded() == {"egis-bound-2": 1}


@pytest.mark.rule("AK-INST-11", "AK-POOL-03")
@pytest.mark.parametrize(("kept", "dies"), [((0, 2, 5), False), ((0, 0, 7), True)])
def test_the_rulebooks_full_pool_in_defence(kept: tuple[int, int, int], dies: bool) -> None:
    full = {"pool": {"pyre": 7, "dire": 2}, "hand": ["egis-bound-2"]}
    table = at(44, 45, who=mats(pyre(2), full))
    table.do("p1", "attack", who="p2", pyre=2).instant("p2", "egis-bound-2")
    assert table.asked == {"p2": "keep-gems"}
    table.do("p2", "keep-gems", aria=kept[0], egis=kept[1], pyre=kept[2]).passing()
    assert (table.tile("p2") is None) == dies
    if not dies:
        assert table.pool("p2") == {"pyre": 5, "dire": 2}


@pytest.mark.rule("AK-DEF-06", "AK-INST-03", "AK-INST-07")
def test_what_is_not_blocked_may_still_be_cancelled_before_it_is_placed() -> None:
    table = at(44, 45, who=mats(pyre(4), {"pool": {"egis": 1}, "hand": ["separation-3"]}))
    table.do("p1", "attack", who="p2", pyre=4)
    assert table.asked == {"p2": "attack"}
    assert table.refused("p2", "instant", card="separation-3", cancel=2) == "AK-INST-07", "no wound is dealt yet"
    table.do("p2", "pass")
    assert table.asked == {"p2": "wounds"}
    assert table.pool("p2") == {}, "the Egis is gone, no wound is placed"
    table.instant("p2", "separation-3", cancel=2).passing()
    assert table.pool("p2") == {"dire": 1}


@pytest.mark.rule("AK-DEF-05", "AK-DEF-04", "AK-INST-01")
def test_egis_gained_in_the_window_for_the_wounds_still_blocks_them() -> None:
    table = at(44, 45, who=mats(pyre(4), {"pool": {"egis": 1}, "hand": ["egis-bound-1", "separation-1"]}))
    table.do("p1", "attack", who="p2", pyre=4).do("p2", "pass")
    assert table.asked == {"p2": "wounds"}
    assert "Egis gained now still blocks" in table.state.deciders()["p2"].prompt
    gained = table.instant("p2", "egis-bound-1").told("gained")[0]["egis"]
    assert gained
    assert table.pool("p2") == {}, "it is used at once, which is no choice"
    assert table.rules("blocked") == ("AK-DEF-05", "AK-DEF-04")
    assert table.state.view(None)["wounds_dealt"] == {"p2": 3 - gained}
    assert table.refused("p2", "instant", card="separation-1", cancel=4 - gained) == "AK-INST-07"
    table.passing()
    assert table.pool("p2") == {"dire": 3 - gained}


@pytest.mark.rule("AK-DEF-05", "AK-INST-05", "AK-POOL-03")
def test_egis_that_needs_room_blocks_once_it_lies_in_the_pool() -> None:
    victim = {"pool": {"aria": 9}, "hand": ["egis-bound-1"]}
    table = at(44, 45, who=mats(pyre(1), victim)).do("p1", "attack", who="p2", pyre=1).do("p2", "pass")
    table.instant("p2", "egis-bound-1")
    assert table.asked == {"p2": "keep-gems"}
    table.do("p2", "keep-gems", aria=8, egis=1)
    table.passing()
    assert table.pool("p2") == {"aria": 8}


@pytest.mark.rule("AK-DEF-05", "AK-KILL-03")
def test_what_is_blocked_late_is_no_overkill() -> None:
    table = at(44, 45, who=mats(pyre(4), {"hand": ["egis-bound-1"]}))
    table.do("p1", "attack", who="p2", pyre=4).do("p2", "pass").instant("p2", "egis-bound-1").passing()
    assert not table.told("overkill-bonus")


@pytest.mark.rule("AK-DEF-05")
def test_by_house_rule_egis_gained_after_the_block_comes_too_late_and_the_prompt_says_so() -> None:
    options = {"defence.late_egis": False}
    table = at(44, 45, who=mats(pyre(2), {"hand": ["egis-bound-1"]}), options=options)
    table.do("p1", "attack", who="p2", pyre=2).do("p2", "pass")
    assert "Egis gained now comes too late" in table.state.deciders()["p2"].prompt
    table.instant("p2", "egis-bound-1").passing()
    assert table.pool("p2")["dire"] == 2
    assert table.pool("p2")["egis"]


@pytest.mark.rule("AK-DEF-05", "AK-DEF-03")
def test_egis_gained_before_the_wounds_of_a_card_blocks_nothing() -> None:
    table = at(44, 45, who=mats({"hand": ["lancea-of-aeterna"]}, {"level": 3, "hand": ["egis-bound-1"]}))
    table.do("p1", "cast", card="lancea-of-aeterna", who="p2").do("p2", "pass")
    assert "Egis" not in table.state.deciders()["p2"].prompt
    table.instant("p2", "egis-bound-1").passing()
    assert table.pool("p2")["dire"] == 3


@pytest.mark.rule("AK-DEF-03")
def test_egis_blocks_nothing_but_attacks() -> None:
    egis = {"pool": {"egis": 3}, "level": 3}
    table = at(44, 45, who=mats({"hand": ["lancea-of-aeterna"]}, egis))
    table.cast("lancea-of-aeterna", who="p2")
    assert table.pool("p2") == {"egis": 3, "dire": 3}
    table = at(44, 99, items={"45": {"dire": 1}}, who=mats({"pool": {"aria": 1, "egis": 2}}))
    table.do("p1", "step", tile=45)
    assert table.pool("p1") == {"egis": 2, "dire": 1}
    table = at(24, 99, 89, who=mats(egis, egis), walls={"top": 1}, stack=[{"at": "end-of-round"}], turn=None)
    table.do("chance", "roll-immolation", value=1)
    assert table.pool("p1") == {"egis": 3, "dire": 1}, "it stands in the wall now"


@pytest.mark.rule("AK-DEF-02")
def test_a_card_that_meets_its_target_cannot_be_countered_but_its_wounds_can() -> None:
    table = at(44, 45, who=mats({"ylem": 1, "hand": ["rubedo-1"]}, {"hand": ["separation-1", "egis-bound-3"]}))
    table.do("p1", "cast", card="rubedo-1", who="p2")
    assert table.asked == {"p2": "target"}
    kinds = {table.game.record(action)["do"] for action in table.state.legal_actions("p2")}
    assert kinds == {"pass", "instant"}
    table.do("p2", "pass")
    assert table.asked == {"p2": "wounds"}
    table.instant("p2", "separation-1", cancel=1).passing()
    assert table.pool("p2") == {}


@pytest.mark.rule("AK-INST-06", "AK-CARD-04")
def test_by_house_rule_a_window_opens_for_everybody_with_a_card_whatever_it_is() -> None:
    rules = {"instant.asked": "holders"}
    for card in ("prismatic-inscription", "egis-bound-2"):
        table = at(44, 45, 99, who=mats(pyre(1), {"hand": [card]}, p3={"hand": ["albedo-1"]}), options=rules)
        table.do("p1", "attack", who="p2", pyre=1)
        assert list(table.asked) == ["p2", "p3"]
        assert all(decision.clock == "window" for decision in table.state.deciders().values())
        default = table.state.deciders()["p2"].default
        assert default is not None
        assert table.game.record(default) == {"do": "pass", "seat": "p2"}
    table = at(44, 45, 99, who=mats(pyre(1)))
    table.do("p1", "attack", who="p2", pyre=1)
    assert table.asked == {"p1": "active"}, "nobody holds a card"


@pytest.mark.rule("AK-INST-06")
def test_by_house_rule_a_used_instant_power_opens_its_window_anew_for_all() -> None:
    hands = mats(pyre(1), {"hand": ["egis-bound-1"]}, p3={"hand": ["albedo-1"]})
    table = at(44, 45, 99, who=hands, options={"instant.asked": "holders"})
    table.do("p1", "attack", who="p2", pyre=1).do("p3", "pass")
    assert list(table.asked) == ["p2"]
    table.do("p2", "instant", card="egis-bound-1")
    assert list(table.asked) == ["p3"], "p3 again, and p2 holds no card any more"
    table.do("p3", "pass")
    assert table.asked == {"p1": "active"}


@pytest.mark.rule("AK-INST-06")
def test_windows_can_be_closed_by_house_rule_and_instant_powers_still_work() -> None:
    table = at(44, 45, who=mats(pyre(1), {"hand": ["egis-bound-1"]}), options={"instant.windows": ["wounds"]})
    table.do("p1", "attack", who="p2", pyre=1)
    assert table.asked == {"p2": "wounds"}
    assert table.listed("p2", "instant")


# --- wounds ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-WOUND-01", "AK-POOL-05")
def test_a_wound_pushes_a_core_gem_of_the_owners_choice_out_of_a_full_pool() -> None:
    full = {"pool": {"aria": 4, "pyre": 4, "dire": 1}}
    table = at(44, 45, who=mats(pyre(1), full))
    table.do("p1", "attack", who="p2", pyre=1)
    assert table.asked == {"p2": "keep-gems"}
    assert len(table.listed("p2", "keep-gems")) == 2
    table.do("p2", "keep-gems", aria=3, pyre=4)
    assert table.pool("p2") == {"aria": 3, "pyre": 4, "dire": 2}


@pytest.mark.rule("AK-WOUND-02", "AK-WOUND-05")
@pytest.mark.parametrize(("level", "before", "attack", "dies"), [
    (1, 0, 2, False), (1, 0, 3, True), (1, 2, 1, True), (2, 2, 1, False), (2, 3, 1, True), (3, 1, 3, False),
    (3, 4, 1, True),
])  # fmt: skip
def test_three_four_or_five_wounds_kill(level: int, before: int, attack: int, dies: bool) -> None:
    table = at(44, 45, who=mats(pyre(attack), {"level": level, "pool": {"dire": before}}))
    table.do("p1", "attack", who="p2", pyre=attack)
    assert (table.tile("p2") is None) == dies


@pytest.mark.rule("AK-WOUND-03", "AK-WOUND-04")
def test_wounds_stay_from_turn_to_turn() -> None:
    table = at(44, 45, who=mats(pyre(1)))
    table.do("p1", "attack", who="p2", pyre=1).do("p1", "end-turn")
    table.do("p2", "choose-state", state="active").roll(3).do("p2", "end-turn")
    assert table.pool("p2") == {"dire": 1}


@pytest.mark.rule("AK-WOUND-03")
def test_what_deals_no_wounds_wounds_nobody() -> None:
    able = {"pool": {"aria": 4, "egis": 3, "pyre": 2}, "ylem": 5, "level": 2, "transmuted": ["ylem"]}
    who: dict[str, dict[str, Any]] = {
        "p1": {**able, "hand": ["sun-and-sky-1", "albedo-1"]},
        "p2": {"pool": {"egis": 4}},
    }
    table = at(44, 45, 99, who=who, walls={"top": 3}, items={"82": {"ylem": 1}})
    doing: list[Callable[[], Table]] = [
        lambda: table.do("p1", "attack", who="p2", pyre=1).passing(),
        lambda: table.do("p1", "pyrokinesis", edge="top"),
        lambda: table.cast("sun-and-sky-1", who="p2").passing(),
        lambda: table.do("p1", "step", tile=55),
        lambda: table.do("p1", "bridge", tile=82),
        lambda: table.do("p1", "draw").draw("albedo-2"),
        lambda: table.do("p1", "end-turn"),
    ]
    for done in doing:
        assert done().told("wounds-dealt") == []
        assert [table.pool(seat).get("dire", 0) for seat in ("p1", "p2", "p3")] == [0, 0, 0]
    assert table.tile("p1") == 82


@pytest.mark.rule("AK-COMP-10", "AK-WOUND-01")
@pytest.mark.parametrize(("ruling", "dies"), [("no_wound", False), ("wound", True)])
def test_without_dire_in_the_supply_no_wound_is_taken(ruling: str, dies: bool) -> None:
    items = {"99": {"dire": 25}}
    table = at(44, 45, who=mats(pyre(3)), items=items, options={"supply.dire_empty": ruling})
    table.do("p1", "attack", who="p2", pyre=3)
    assert (table.tile("p2") is None) == dies
    assert table.pool("p2") == {}


@pytest.mark.rule("AK-COMP-10", "AK-INST-06")
@pytest.mark.parametrize("first", ["p1", "p2", "p3"])
def test_the_last_dire_goes_to_the_first_in_player_order(first: str) -> None:
    items = {"99": {"dire": 24}, "25": {"pyre": 1}}
    table = at(34, 35, 36, items=items, walls={"top": 1}, stack=[{"at": "end-of-round"}], turn=None, start=first)
    table.do("chance", "roll-immolation", value=1)
    assert {seat for seat in ("p1", "p2", "p3") if table.pool(seat)} == {first}
    assert table.position["supply"]["dire"] == 0


# --- kills -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-KILL-01")
def test_a_kill_earns_one_ylem_at_once() -> None:
    table = at(44, 45, who=mats(pyre(3)))
    table.do("p1", "attack", who="p2", pyre=3)
    assert table.ylem("p1") == 1
    assert table.asked == {"p1": "active"}
    assert table.told("kill-bonus") == [{"seat": "p1", "of": "p2"}]


@pytest.mark.rule("AK-KILL-01", "AK-POOL-04")
def test_a_full_ylem_pool_forfeits_the_bonus() -> None:
    table = at(44, 45, who=mats(pyre(3, ylem=5)))
    supply = table.position["supply"]["ylem"]
    table.do("p1", "attack", who="p2", pyre=3)
    assert (table.ylem("p1"), table.position["supply"]["ylem"]) == (5, supply)


@pytest.mark.rule("AK-KILL-02", "AK-CARD-03")
@pytest.mark.parametrize(("form", "deck"), [("king", "ascendant"), ("revenant", "revenant")])
def test_the_rulebooks_overkill_draws_one_card_of_the_own_deck(form: str, deck: str) -> None:
    table = at(44, 45, who=mats(pyre(3, form=form), {"level": 2, "pool": {"dire": 3}}))
    table.do("p1", "attack", who="p2", pyre=3)
    assert table.ylem("p1") == 1
    assert table.asked == {"chance": "draw-card"}
    table.do("chance", "draw-card", card=table.listed("chance", "draw-card")[0]["card"])
    assert len(table.hand("p1")) == 1
    drawn = table.position["draw"][deck]
    assert sum(drawn.values()) == 51
    assert table.asked == {"p1": "active"}, "exactly one, however large the excess"


@pytest.mark.rule("AK-KILL-02", "AK-KILL-03")
def test_blocked_or_cancelled_pyre_is_no_excess() -> None:
    table = at(44, 45, who=mats(pyre(5), {"pool": {"egis": 2}}))
    table.do("p1", "attack", who="p2", pyre=5)
    assert table.tile("p2") is None
    assert table.asked == {"p1": "active"}, "3 of 3 needed"
    table = at(44, 45, who=mats(pyre(4), {"hand": ["separation-1"]}))
    table.do("p1", "attack", who="p2", pyre=4).do("p2", "pass").instant("p2", "separation-1", cancel=1)
    assert table.tile("p2") is None
    assert table.asked == {"p1": "active"}


@pytest.mark.rule("AK-KILL-04", "AK-INDEX-19", "AK-INDEX-20")
def test_a_special_card_earns_bonuses_like_an_attack() -> None:
    table = at(44, 48, who=mats({"hand": ["lancea-of-aeterna"]}, {"pool": {"dire": 1}}))
    table.cast("lancea-of-aeterna", who="p2")
    assert table.tile("p2") is None
    assert table.ylem("p1") == 1
    assert table.asked == {"chance": "draw-card"}
    assert table.seat("p1")["bloodstones"] == 2
    assert table.on(48) == {}


@pytest.mark.rule("AK-KILL-05")
def test_a_dire_tile_earns_nobody_anything() -> None:
    table = at(
        44, 45, items={"46": {"dire": 1}}, who=mats({"ylem": 1, "hand": ["separation-1"]}, {"pool": {"dire": 2}})
    )
    table.cast("separation-1", who="p2")
    assert table.tile("p2") is None
    assert table.ylem("p1") == 0
    assert "kill-bonus" not in [event.kind for event in table.events]


@pytest.mark.rule("AK-KILL-06")
@pytest.mark.parametrize(("credit", "ylem"), [("caster", 1), ("none", 0)])
def test_a_push_into_the_fire_is_the_casters_kill(credit: str, ylem: int) -> None:
    table = at(44, 45, walls={"right": 6}, options={"kill.separation_fire_credit": credit},
               who=mats({"ylem": 1, "hand": ["separation-1"]}, {"pool": {"dire": 2}}))  # fmt: skip
    table.cast("separation-1", who="p2")
    assert table.tile("p2") is None
    assert table.ylem("p1") == ylem


@pytest.mark.rule("AK-KILL-07", "AK-WOUND-05")
def test_each_kill_of_one_effect_earns_its_own() -> None:
    game = one("all", {"do": "wound", "count": 3})
    hurt = {"pool": {"dire": 1}}
    table = at(44, 48, 84, who=mats({"hand": ["card-1", "card-1"]}, hurt, p3={}), game=game)
    table.cast("card-1")
    assert (table.tile("p2"), table.tile("p3")) == (None, None)
    assert table.ylem("p1") == 2
    assert len(table.told("overkill-bonus")) == 1, "p3 had no wound before"


@pytest.mark.rule("AK-REV-01", "AK-DEATH-01")
def test_the_killed_return_after_the_turn_in_the_order_of_death() -> None:
    table = at(44, 45, 54, who=mats(pyre(6)), start="p1")
    table.do("p1", "attack", who="p3", pyre=3).do("p1", "attack", who="p2", pyre=3)
    assert (table.tile("p2"), table.tile("p3")) == (None, None)
    table.do("p1", "end-turn")
    assert table.position["stack"][1]["seat"] == "p3"
