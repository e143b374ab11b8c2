"""Deaths, the return step by step, and the Last King Standing on the full track."""

from __future__ import annotations

from typing import Any

import pytest

from .card_table import Table, at

KILLER = {"pool": {"pyre": 3}, "level": 1}


def killed(victim: dict[str, Any], *tiles: int, **keys: Any) -> Table:
    """p1 on 44 has killed p2 on 45 with exactly the Pyre it takes, and has ended the turn."""
    need = 2 + victim.get("level", 1) - victim.get("pool", {}).get("dire", 0) + victim.get("pool", {}).get("egis", 0)
    more = keys.pop("who", {})
    mats = {"p1": {"pool": {"pyre": need}, "level": 3, **more.pop("p1", {})}, "p2": victim, **more}
    table = at(44, 45, *tiles, who=mats, **keys)
    table.do("p1", "attack", who="p2", pyre=need).passing()
    assert table.tile("p2") is None
    return table


def drawn(table: Table) -> list[str]:
    """Draw what is due, the first card in the list each time."""
    found = []
    while table.asked == {"chance": "draw-card"}:
        found.append(table.listed("chance", "draw-card")[0]["card"])
        table.draw(found[-1])
    return found


def returned(table: Table, seat: str = "p2", roll: int = 90) -> Table:
    """The whole return, on the rolled tile, with three Aria."""
    drawn(table)
    table.roll(roll).passing()
    table.do(seat, "place", tile=roll).passing()
    return table


@pytest.mark.rule("AK-REV-02", "AK-CARD-03")
def test_first_hand_and_inscription_go_to_their_piles() -> None:
    victim = {"hand": ["albedo-1", "rubedo-2"], "inscription": "rubedo-1", "king": "kynazarr"}
    table = killed(victim)
    assert len(table.hand("p2")) == 2, "the return waits for the end of the turn (AK-DEATH-06)"
    table.do("p1", "end-turn")
    assert table.hand("p2") == []
    assert table.slot("p2") is None
    assert table.discarded() == {"albedo-1": 1, "rubedo-2": 1, "rubedo-1": 1}
    assert table.asked == {"chance": "draw-card"}


@pytest.mark.rule("AK-REV-03", "AK-REV-04", "AK-REV-06", "AK-TRANS-07")
def test_the_rulebooks_return_keeps_socketed_gems_and_ylem_up_to_five() -> None:
    victim = {"level": 2, "ylem": 4, "transmuted": ["ylem", "pyre"], "pool": {"aria": 3, "egis": 1, "dire": 1}}
    table = killed(victim)
    table.do("p1", "end-turn")
    assert table.pool("p2") == {"pyre": 3}
    assert table.ylem("p2") == 5
    assert table.seat("p2")["transmuted"] == []
    assert table.told("carried-over")[0]["lost"] == 2
    assert table.seat("p2")["level"] == 2


@pytest.mark.rule("AK-REV-03", "AK-INSC-13")
def test_the_gems_of_a_prismatic_inscription_are_lost_with_the_card() -> None:
    table = killed({"inscription": "prismatic-inscription"})
    table.do("p1", "end-turn")
    assert table.pool("p2") == {}
    assert table.discarded() == {"prismatic-inscription": 1}


@pytest.mark.rule("AK-REV-06", "AK-DEATH-07", "AK-REV-05")
def test_a_revenant_dies_again_and_keeps_its_prismatic_gems() -> None:
    victim = {"form": "revenant", "level": 3, "prismatic": 2, "pool": {"aria": 2}}
    table = killed(victim)
    table.do("p1", "end-turn")
    assert table.pool("p2") == {"aria": 2, "egis": 2, "pyre": 2}
    assert (table.seat("p2")["prismatic"], table.seat("p2")["level"]) == (0, 3)
    assert table.seat("p2")["form"] == "revenant"


@pytest.mark.rule("AK-REV-05", "AK-REV-07")
def test_a_king_turns_revenant_and_draws_three_revenant_cards_before_placement() -> None:
    table = killed({"level": 3})
    assert table.seat("p2")["form"] == "king"
    table.do("p1", "end-turn")
    assert table.seat("p2")["form"] == "revenant"
    assert table.seat("p2")["level"] == 3
    cards = drawn(table)
    assert len(cards) == 3
    assert all(card in table.position["draw"]["revenant"] or card in table.hand("p2") for card in cards)
    assert sum(table.position["draw"]["revenant"].values()) == 49
    assert table.state.view("p2")["seats"]["p2"]["hand"] == sorted(table.hand("p2"))
    assert table.asked == {"chance": "roll-percentile"}


@pytest.mark.rule("AK-REV-08", "AK-PROX-07", "AK-GEM-06")
def test_the_miniature_is_placed_around_the_roll_and_takes_what_lies_there() -> None:
    table = killed({}, items={"91": {"ylem": 1, "pyre": 2}})
    table.do("p1", "end-turn")
    drawn(table)
    table.roll(90).passing()
    assert {record["tile"] for record in table.listed("p2", "place")} == {80, 81, 90, 91}
    table.do("p2", "place", tile=91)
    assert (table.ylem("p2"), table.pool("p2")) == (1, {"pyre": 2})


@pytest.mark.rule("AK-REV-09", "AK-POOL-03")
def test_last_three_core_gems_come_on_top() -> None:
    table = killed({"transmuted": ["pyre"]})
    table.do("p1", "end-turn")
    returned(table)
    assert table.asked == {"p2": "take"}
    table.do("p2", "take", aria=1, egis=1, pyre=1)
    assert table.pool("p2") == {"aria": 1, "egis": 1, "pyre": 4}
    assert table.asked == {"p1": "absorb"}, "the return is over, and p1 is the Last King Standing"


@pytest.mark.rule("AK-REV-10", "AK-INST-12")
def test_the_dead_use_no_instant_power_until_they_have_taken_what_lies_on_their_tile() -> None:
    table = killed({"hand": ["pneuma-mundus"]}, 99, items={"90": {"dire": 1}}, who={"p1": {"hand": ["albedo-1"]}})
    assert table.refused("p2", "instant", card="pneuma-mundus") == "AK-INST-12"
    table.do("p1", "end-turn").passing()
    for card in ("revenant-separation-3", "revenant-separation-2", "revenant-albedo-1"):
        table.draw(card)
    table.roll(90)
    assert table.asked == {"p2": "place"}
    assert table.refused("p2", "instant", card="revenant-albedo-1") == "AK-INST-12"
    table.do("p2", "place", tile=90)
    assert not table.told("cancelled"), "the Dire of the tile asks nobody: it is p2's, whose cards are held"
    assert table.pool("p2") == {"dire": 1}
    assert table.asked == {"p2": "take"}
    table.instant("p2", "revenant-separation-3", remove=1)
    assert table.pool("p2") == {}, "step 8 is no longer part of the ban"


@pytest.mark.rule("AK-INST-12")
def test_by_house_rule_the_ban_lasts_through_step_eight_or_does_not_exist() -> None:
    table = killed({}, options={"instant.held_until_return_step": 8})
    table.do("p1", "end-turn")
    returned(table)
    assert not table.listed("p2", "instant")
    table.do("p2", "take", aria=3)
    assert table.listed("p2", "instant")
    table = killed({"hand": ["pneuma-mundus"]}, options={"instant.while_dead": True})
    assert table.listed("p2", "instant")
    table.instant("p2", "pneuma-mundus")
    assert table.ylem("p2") == 1


@pytest.mark.rule("AK-REV-08", "AK-DEATH-04", "AK-REV-01")
def test_a_fatal_tile_sends_the_returned_back_to_step_one() -> None:
    table = killed({"level": 1}, items={"90": {"dire": 3}})
    table.do("p1", "end-turn")
    returned(table)
    assert table.tile("p2") is None
    assert table.asked == {"chance": "draw-card"}, "it begins anew and no Core gems are taken"
    assert table.pool("p2") == {}
    assert sum(table.discarded("revenant").values()) == 3


@pytest.mark.rule("AK-REV-11", "AK-REV-12", "AK-COMP-12")
def test_bloodstones_set_aside_come_with_the_first_deaths() -> None:
    table = killed({})
    table.do("p1", "end-turn")
    drawn(table)
    table.roll(90)
    assert table.seat("p2")["bloodstones"] == 1
    assert table.position["bloodstones_aside"] == 1


@pytest.mark.rule("AK-DEATH-02", "AK-DEATH-03", "AK-DEATH-06")
def test_only_bloodstones_drop() -> None:
    victim = {"ylem": 3, "pool": {"aria": 2}, "hand": ["albedo-1"], "level": 2}
    table = killed(victim)
    assert table.on(45) == {"bloodstones": 1}
    assert table.ylem("p2") == 3
    assert table.seat("p2")["level"] == 2


# --- the Last King Standing ------------------------------------------------------------------------------


@pytest.mark.rule("AK-LAST-01", "AK-LAST-02", "AK-LAST-07")
def test_the_last_king_rolls_the_ascended_die_with_the_own_dice() -> None:
    table = killed({})
    table.do("p1", "end-turn")
    assert table.position["ascended_die"] is None, "awarded at the return, not at the kill"
    returned(table)
    assert table.position["ascended_die"] == "p1"


@pytest.mark.rule("AK-LAST-01", "AK-LAST-02", "AK-LAST-07", "AK-DICE-09")
def test_the_ascended_die_is_rolled_and_allocated_with_the_own_dice() -> None:
    table = at(44, 99, state="choose-state", ascended_die="p1", who={"p1": {"level": 3}})
    table.do("p1", "choose-state", state="latent").draw("albedo-1").passing()
    assert {len(record["dice"]) for record in table.listed("chance", "roll-focus")} == {5}, "4 dice of level 3 and one"
    table.dice(2, 2, 2, 2, 2).passing()
    table.do("p1", "allocate", aria=5)
    assert table.ylem("p1") == 1, "it counts for the Mirror Bonus"


@pytest.mark.rule("AK-LAST-02")
def test_its_faces_are_a_house_rule() -> None:
    table = at(44, 99, state="choose-state", ascended_die="p1", options={"dice.ascended_faces": [6, 6]})
    table.do("p1", "choose-state", state="latent")
    drawn(table)
    table.passing()
    rolls = table.state.deciders()["chance"].outcomes
    assert sum(outcome.weight for outcome in rolls) == 36 * 2
    assert all(6 in table.game.record(outcome.action)["dice"] for outcome in rolls)


@pytest.mark.rule("AK-LAST-07")
@pytest.mark.parametrize(("state", "dice"), [("active", 2), ("latent", 2)])
def test_it_joins_no_separate_roll_of_an_instant_power(state: str, dice: int) -> None:
    table = at(44, 99, stack=[{"at": state} if state == "active" else {"at": "latent", "step": "free"}],
               ascended_die="p1", who={"p1": {"hand": ["distillation-2"]}})  # fmt: skip
    table.instant("p1", "distillation-2")
    assert {len(record["dice"]) for record in table.listed("chance", "roll-focus")} == {dice}


@pytest.mark.rule("AK-LAST-07")
def test_merged_dice_roll_with_one_ascended_die() -> None:
    table = at(44, 99, state="choose-state", ascended_die="p1", who={"p1": {"hand": ["distillation-2"]}})
    table.do("p1", "choose-state", state="latent").draw("albedo-1")
    table.instant("p1", "distillation-2", merge=True).passing()
    assert {len(record["dice"]) for record in table.listed("chance", "roll-focus")} == {5}


@pytest.mark.rule("AK-LAST-07")
def test_by_house_rule_it_joins_instant_rolls_of_the_own_latent_state() -> None:
    options = {"last_king.die_in_instant_rolls": True}
    table = at(44, 99, stack=[{"at": "latent", "step": "free"}], ascended_die="p1", options=options,
               who={"p1": {"hand": ["distillation-2"]}})  # fmt: skip
    table.instant("p1", "distillation-2")
    assert {len(record["dice"]) for record in table.listed("chance", "roll-focus")} == {3}


@pytest.mark.rule("AK-LAST-03", "AK-LAST-04")
def test_absorbing_heals_every_wound_at_the_start_of_anybodys_turn() -> None:
    table = at(44, 99, stack=[{"at": "absorb"}], ascended_die="p2", who={"p2": {"pool": {"dire": 2, "aria": 1}}})
    supply = table.position["supply"]["dire"]
    assert table.asked == {"p2": "absorb"}
    table.do("p2", "absorb")
    assert table.pool("p2") == {"aria": 1}
    assert table.position["supply"]["dire"] == supply + 2
    assert table.position["ascended_die"] == "gone"


@pytest.mark.rule("AK-LAST-03")
def test_nobody_absorbs_in_response_to_an_attack() -> None:
    mats = {"p1": {"pool": {"pyre": 3}}, "p2": {"hand": ["egis-bound-1"], "pool": {"dire": 2}}}
    table = at(44, 45, ascended_die="p2", who=mats)
    table.do("p1", "attack", who="p2", pyre=3)
    assert table.refused("p2", "absorb") == "TABLE"


@pytest.mark.rule("AK-LAST-05", "AK-GEM-07")
def test_it_drops_and_even_a_revenant_takes_it() -> None:
    mats = {"p1": {"pool": {"pyre": 3, "aria": 1}, "form": "revenant"}, "p2": {}}
    table = at(44, 45, ascended_die="p2", who=mats)
    table.do("p1", "attack", who="p2", pyre=3)
    assert table.on(45) == {"bloodstones": 1, "die": 1}
    table.do("p1", "step", tile=45)
    assert table.position["ascended_die"] == "p1"
