"""Focus Dice at the table: what a roll may become, its fixed price of Ylem, the Mirror Bonus, merged rolls."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import CHANCE, BadAction

from tests.games.ascended_kings.full.card_table import Table, at, cards

LATENT = [{"at": "latent", "step": "roll"}]
MORE = cards({"instant": {"dice": 2}, "copies": 20})
YLEM = cards({"instant": {"ylem": 1}, "copies": 9}, {"instant": {"dice": 1}, "copies": 9})


def rolled(*dice: int, level: int | None = None, **facts: Any) -> Table:
    """p1 in the Latent State has rolled these dice, at the level that rolls so many."""
    who = {"p1": {"level": level or len(dice) - 1, **facts}}
    table = at(44, 85, who=who, stack=LATENT)
    table.dice(*dice)
    return table


def results(table: Table, seat: str = "p1") -> set[tuple[int, int, int, int]]:
    return {(one["aria"], one["egis"], one["pyre"], one["ylem"]) for one in table.listed(seat, "allocate")}


# --- how dice are grouped ---------------------------------------------------------------------------------


@pytest.mark.rule("AK-DICE-02", "AK-DICE-03")
def test_the_grouping_is_seen_before_it_is_chosen_and_then_carried_out() -> None:
    table = rolled(1, 3, 5)
    view = table.state.view("p1")
    for record in table.listed("p1", "allocate"):
        action = table.game.action(record)
        copy = Table(table.state.copy(), table.game)
        copy.do(**record)
        told = copy.told("allocated")[0]["groups"]
        words = table.game.label(action, view)
        assert all(f"{' + '.join(map(str, group['dice']))} into {group['gem'].title()}" in words for group in told)
    assert table.state.deciders()["p1"].default == table.state.legal_actions("p1")[0]


@pytest.mark.rule("AK-DICE-02", "AK-DICE-05")
@pytest.mark.parametrize(
    ("groups", "told", "pool", "ylem"),
    [
        ("1+3 pyre, 5 pyre", [([1, 3], "pyre"), ([5], "pyre")], {"pyre": 2}, 0),
        ("5+3 ylem, 1 aria", [([3, 5], "ylem"), ([1], "aria")], {"aria": 1}, 1),
        ("5 + 1 egis", [([1, 5], "egis")], {"egis": 1}, 0),
        ("1+3+5 Ylem", [([1, 3, 5], "ylem")], {}, 1),
    ],
)
def test_the_player_groups_the_dice_as_the_rulebook_does(
    groups: str, told: list[tuple[list[int], str]], pool: dict[str, int], ylem: int
) -> None:
    table = rolled(1, 3, 5)
    (declared,) = [one for one in table.state.declarations("p1") if one.do == "allocate"]
    assert [field.name for field in declared.fields] == ["groups"]
    assert not table.state.declarations("p2")
    table.do("p1", "allocate", groups=groups)
    assert [(group["dice"], group["gem"]) for group in table.told("allocated")[0]["groups"]] == told
    assert (table.pool("p1"), table.ylem("p1")) == (pool, ylem)


@pytest.mark.rule("AK-DICE-01", "AK-DICE-02", "AK-DICE-03", "AK-DICE-06", "AK-YLEM-02")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"groups": "all of them"}, "TABLE"),
        ({"groups": "1+3"}, "TABLE"),
        ({"groups": "3 egis, 3 egis"}, "AK-DICE-03"),
        ({"groups": "2 aria"}, "AK-DICE-03"),
        ({"groups": "1+3 egis"}, "AK-DICE-01"),
        ({"groups": "3+5 pyre"}, "AK-DICE-01"),
        ({"groups": "1+5 ylem"}, "AK-DICE-06"),
        ({"groups": "5 pyre", "pyre": 2}, "TABLE"),
    ],
)
def test_a_grouping_that_gives_no_such_gem_is_refused(fields: dict[str, Any], rule: str) -> None:
    assert rolled(1, 3, 5).refused("p1", "allocate", **fields) == rule


@pytest.mark.rule("AK-YLEM-02")
def test_no_grouping_buys_ylem_without_room() -> None:
    table = rolled(3, 4, 5, ylem=4)
    assert table.refused("p1", "allocate", groups="3 ylem, 4 ylem") == "AK-YLEM-02"
    table.do("p1", "allocate", groups="3 ylem, 4 pyre")
    assert (table.ylem("p1"), table.pool("p1")) == (5, {"pyre": 1})


@pytest.mark.rule("AK-DICE-09", "AK-LATENT-04", "AK-DICE-02")
def test_dice_that_joined_are_grouped_with_the_others_and_mirror_all_the_same() -> None:
    table = at(44, 85, who={"p1": {"hand": ["card-1"]}}, stack=LATENT, game=MORE).dice(3, 3)
    table.instant("p1", "card-1", merge=True).dice(3, 3).passing()
    table.do("p1", "allocate", groups="3+3 pyre, 3 egis, 3 egis")
    assert (table.pool("p1"), table.ylem("p1")) == ({"egis": 2, "pyre": 1}, 1)


# --- what dice become ------------------------------------------------------------------------------------


@pytest.mark.rule("AK-DICE-01")
def test_one_die_gives_what_the_chart_says() -> None:
    assert results(rolled(3, 4)) >= {(0, 1, 1, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 0)}
    for value, gem in ((1, "aria"), (2, "aria"), (3, "egis"), (4, "pyre"), (5, "pyre")):
        table = rolled(value, 6)
        table.do("p1", "allocate", **{gem: 1})
        assert table.pool("p1") == {gem: 1}
    assert {(2, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0)} <= results(rolled(1, 6))


@pytest.mark.rule("AK-DICE-01")
def test_the_chart_is_a_house_rule() -> None:
    table = at(44, 85, stack=LATENT, options={"dice.chart": {"2": "egis"}})
    table.dice(2, 1)
    assert (1, 1, 0, 0) in results(table)
    assert (2, 0, 0, 0) not in results(table)


@pytest.mark.rule("AK-DICE-01", "AK-DICE-02", "AK-DICE-03")
def test_all_that_one_three_and_five_can_become() -> None:
    assert results(rolled(1, 3, 5)) == {
        # nothing, or single dice: 1 Aria, 3 Egis, 5 Pyre
        (0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 1, 0, 0), (1, 0, 1, 0), (0, 1, 1, 0), (1, 1, 1, 0),
        # 1 + 3 = 4 Pyre beside the 5; 1 + 5 = 6 any Core beside the 3
        (0, 0, 2, 0), (0, 2, 0, 0),
        # 3 + 5 = 8 an Ylem beside the 1; all together as well
        (1, 0, 0, 1), (0, 0, 0, 1),
    }  # fmt: skip


@pytest.mark.rule("AK-DICE-02")
def test_two_dice_are_added_into_one_result() -> None:
    table = rolled(2, 3)
    table.do("p1", "allocate", pyre=1)
    assert table.told("allocated")[0]["groups"] == [{"dice": [2, 3], "gem": "pyre"}]
    assert "AK-DICE-02" in table.rules("allocated")


@pytest.mark.rule("AK-DICE-03")
def test_each_die_counts_once_and_the_rest_is_lost() -> None:
    table = rolled(4, 5)
    assert table.refused("p1", "allocate", pyre=3) == "AK-DICE-03"
    assert table.refused("p1", "allocate", pyre=1, ylem=1) == "AK-DICE-06"
    table.do("p1", "allocate", pyre=1)
    assert table.pool("p1") == {"pyre": 1}
    assert table.position["stack"] == [{"at": "latent", "step": "free"}]


@pytest.mark.rule("AK-DICE-04")
def test_ylem_gives_no_change() -> None:
    table = rolled(3, 4, ylem=2)
    assert results(table) == {
        (0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 1, 0), (0, 0, 0, 1),
    }  # fmt: skip
    table.do("p1", "allocate", ylem=1)
    assert (table.ylem("p1"), table.pool("p1")) == (3, {})
    assert table.told("allocated")[0]["groups"] == [{"dice": [3, 4], "gem": "ylem"}]


@pytest.mark.rule("AK-DICE-05")
def test_up_to_six_it_is_the_chart_or_ylem_above_six_only_ylem() -> None:
    assert {(0, 0, 1, 0), (0, 0, 0, 1)} <= results(rolled(1, 4, ylem=2))  # 1 + 4 = 5
    cheap = results(rolled(4, 5, ylem=3))
    assert {(0, 0, 2, 0), (0, 0, 1, 1), (0, 0, 0, 2)} <= cheap
    assert (0, 0, 0, 1) in results(rolled(3, 4))
    assert all(ylem or aria == 0 for aria, _, _, ylem in results(rolled(3, 4)))


@pytest.mark.rule("AK-DICE-06", "AK-YLEM-02")
def test_every_ylem_of_a_roll_costs_the_same() -> None:
    table = rolled(5, 5, 4, ylem=2)
    assert (0, 0, 1, 2) in results(table)
    assert all(ylem < 3 for *_, ylem in results(table))
    assert table.refused("p1", "allocate", ylem=3) == "AK-DICE-06"
    table.do("p1", "allocate", ylem=2, pyre=1)
    assert (table.ylem("p1"), table.pool("p1")) == (4, {"pyre": 1})


@pytest.mark.rule("AK-DICE-07")
def test_the_price_is_read_when_the_dice_are_rolled() -> None:
    """1 Ylem, 1 generated (5+), 1 of an Instant Power (4+), 1 bought at 4+; the next roll costs 3+."""
    who = {"p1": {"ylem": 1, "transmuted": ["ylem"], "hand": ["card-1", "card-2"]}}
    table = at(44, 85, who=who, stack=[{"at": "generate"}], game=YLEM)
    assert table.ylem("p1") == 2
    table.do("p1", "choose-state", state="latent").draw("card-2")
    assert table.asked == {"p1": "draw"}
    table.instant("p1", "card-1").passing()
    assert table.ylem("p1") == 3
    table.dice(1, 4).passing()
    assert (1, 0, 0, 1) in results(table)
    table.do("p1", "allocate", aria=1, ylem=1)
    assert table.ylem("p1") == 4
    table.instant("p1", "card-2").dice(3).passing()
    assert table.refused("p1", "allocate", aria=1) == "AK-DICE-03"
    table.do("p1", "allocate", ylem=1)
    assert table.ylem("p1") == 5


@pytest.mark.rule("AK-DICE-07")
def test_ylem_gained_between_roll_and_allocation_does_not_lower_its_price() -> None:
    who = {"p1": {"ylem": 1, "hand": ["card-1"]}}
    table = at(44, 85, who=who, stack=LATENT, game=YLEM)
    table.dice(5, 1).instant("p1", "card-1").passing()
    assert table.ylem("p1") == 2
    assert table.refused("p1", "allocate", aria=1, ylem=1) == "AK-DICE-06"  # the 5 alone bought none at 6+
    assert (0, 0, 0, 1) in results(table)  # 5 + 1


@pytest.mark.rule("AK-DICE-08")
def test_all_gems_of_a_roll_are_placed_together() -> None:
    pool = {"aria": 4, "egis": 4}
    table = rolled(4, 5, pool=pool)
    table.do("p1", "allocate", pyre=2)
    assert table.asked == {"p1": "keep-gems"}
    ways = {(one["aria"], one["egis"], one["pyre"]) for one in table.listed("p1", "keep-gems")}
    assert ways == {(4, 4, 1), (3, 4, 2), (4, 3, 2)}
    both = rolled(1, 4, pool={"aria": 5, "egis": 4}).do("p1", "allocate", aria=1, pyre=1)
    ways = {(one["aria"], one["egis"], one["pyre"]) for one in both.listed("p1", "keep-gems")}
    assert ways == {(6, 3, 0), (5, 4, 0), (6, 2, 1), (5, 3, 1), (4, 4, 1)}, "one choice for all of them"
    both.do("p1", "keep-gems", aria=6, egis=2, pyre=1)
    assert both.asked == {"p1": "latent"}


# --- the Mirror Bonus ------------------------------------------------------------------------------------


@pytest.mark.rule("AK-DICE-09")
@pytest.mark.parametrize(("made", "pool", "ylem"), [({"pyre": 2}, {"pyre": 2}, 1), ({"ylem": 1}, {}, 2), ({}, {}, 1)])
def test_equal_dice_give_an_ylem_on_top(made: dict[str, int], pool: dict[str, int], ylem: int) -> None:
    table = rolled(4, 4)
    table.do("p1", "allocate", **made)
    assert (table.pool("p1"), table.ylem("p1")) == (pool, ylem)
    assert table.told("mirror-bonus") == [{"seat": "p1", "value": 4}]


@pytest.mark.rule("AK-DICE-09")
@pytest.mark.parametrize("dice", [(4, 5), (4, 4, 5), (1, 1, 1, 2)])
def test_one_other_die_spoils_the_mirror(dice: tuple[int, ...]) -> None:
    table = rolled(*dice)
    table.do("p1", "allocate")
    assert (table.ylem("p1"), table.told("mirror-bonus")) == (0, [])


@pytest.mark.rule("AK-DICE-09", "AK-POOL-04")
def test_a_mirror_into_a_full_pool_is_lost() -> None:
    table = rolled(3, 3, ylem=5)
    assert all(ylem == 0 for *_, ylem in results(table))
    assert table.refused("p1", "allocate", ylem=1) == "AK-YLEM-02"
    table.do("p1", "allocate", egis=2)
    assert (table.ylem("p1"), table.pool("p1")) == (5, {"egis": 2})


@pytest.mark.rule("AK-DICE-10")
def test_the_bonus_does_not_lower_the_price_of_its_own_roll() -> None:
    table = rolled(3, 3, 3, ylem=0)
    assert (0, 1, 0, 1) not in results(table)  # 3 + 3 would do at 6+
    table.do("p1", "allocate", ylem=1)
    assert table.ylem("p1") == 2


@pytest.mark.rule("AK-DICE-09")
def test_a_single_die_is_no_mirror_unless_the_house_says_so() -> None:
    for least, ylem in ((2, 0), (1, 1)):
        who = {"p1": {"hand": ["card-2"]}}
        table = at(44, 85, who=who, game=YLEM, options={"dice.mirror_min_dice": least})
        table.instant("p1", "card-2").dice(1).passing()
        table.do("p1", "allocate", aria=1)
        assert table.ylem("p1") == ylem


@pytest.mark.rule("AK-DICE-11")
def test_rolls_of_instant_powers_follow_all_rules_in_any_state() -> None:
    for house, bonus in ((True, 1), (False, 0)):
        who = {"p2": {"hand": ["card-1"]}}
        table = at(44, 85, who=who, game=MORE, options={"dice.mirror_on_instant": house})
        table.instant("p2", "card-1").dice(5, 5).passing()
        assert table.asked == {"p2": "allocate"}
        assert (0, 0, 0, 1) in results(table, "p2")
        table.do("p2", "allocate", pyre=2)
        assert (table.pool("p2"), table.ylem("p2")) == ({"pyre": 2}, bonus)
        assert table.asked == {"p1": "active"}


# --- more dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-COMP-11", "AK-LATENT-04")
def test_dice_played_into_a_roll_are_combined_with_it_however_many() -> None:
    who = {"p1": {"level": 3, "hand": ["card-1"]}}
    table = at(44, 85, who=who, stack=LATENT, game=MORE)
    table.dice(1, 1, 1, 2)
    assert table.asked == {"p1": "allocate"}, "who allocates may react before that"
    table.instant("p1", "card-1", merge=True).dice(1, 1).passing()
    assert table.position["stack"][-1]["dice"] == [1, 1, 1, 1, 1, 2]
    assert (0, 0, 0, 1) in results(table)  # all six make 7
    table.do("p1", "allocate", ylem=1)
    assert table.told("allocated")[0]["groups"] == [{"dice": [1, 1, 1, 1, 1, 2], "gem": "ylem"}]


@pytest.mark.rule("AK-DICE-09", "AK-LATENT-04")
@pytest.mark.parametrize(("more", "bonus"), [((4, 4), 1), ((4, 5), 0)])
def test_a_mirror_asks_all_merged_dice(more: tuple[int, int], bonus: int) -> None:
    table = at(44, 85, who={"p1": {"hand": ["card-1"]}}, stack=LATENT, game=MORE)
    table.dice(4, 4).instant("p1", "card-1", merge=True).dice(*more).passing()
    table.do("p1", "allocate", pyre=4)
    assert (table.pool("p1"), table.ylem("p1")) == ({"pyre": 4}, bonus)


@pytest.mark.rule("AK-LATENT-03", "AK-COMP-05")
@pytest.mark.parametrize(("level", "dice"), [(1, 2), (2, 3), (3, 4)])
def test_a_level_rolls_its_dice_with_exact_odds(level: int, dice: int) -> None:
    table = at(44, 85, who={"p1": {"level": level}}, stack=LATENT)
    outcomes = table.state.deciders()[CHANCE].outcomes
    assert sum(outcome.weight for outcome in outcomes) == 6**dice
    weights = {table.game.record(outcome.action)["dice"]: outcome.weight for outcome in outcomes}
    assert weights[(6,) * dice] == 1
    assert weights[(1,) * (dice - 1) + (2,)] == dice
    for value in (0, 7):
        with pytest.raises(BadAction, match="dice"):
            table.game.action({"do": "roll-focus", "seat": "chance", "dice": [*[1] * (dice - 1), value]})


@pytest.mark.rule("AK-LAST-02", "AK-LAST-07")
def test_the_ascended_die_is_a_die_more_of_its_own_faces() -> None:
    faces = [6, 6, 5]
    table = at(
        44,
        85,
        who={"p2": {"form": "revenant"}},
        ascended_die="p1",
        stack=LATENT,
        options={"dice.ascended_faces": faces},
    )
    outcomes = table.state.deciders()[CHANCE].outcomes
    assert sum(outcome.weight for outcome in outcomes) == 6**2 * 3
    assert table.refused("chance", "roll-focus", dice=[1, 2, 3]) == "AK-LAST-02"
    assert table.refused("chance", "roll-focus", dice=[1, 6]) == "AK-LATENT-03"
    table.dice(6, 6, 6)
    table.do("p1", "allocate", ylem=1, pyre=1)
    assert table.ylem("p1") == 2  # it counts for the mirror


def test_dice_may_be_typed_in_any_order() -> None:
    table = at(44, 85, who={"p1": {"level": 3}}, stack=LATENT)
    table.state.apply(table.game.action({"do": "roll-focus", "seat": "chance", "dice": [5, 1, 4, 2]}))
    assert table.position["stack"][-1]["dice"] == [1, 2, 4, 5]
