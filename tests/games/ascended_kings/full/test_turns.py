"""Setup and turns on the full track: what is dealt, the order of a turn, both states, levels, paid cards, discards."""

from __future__ import annotations

from typing import Any

import pytest
from immolation import games

from .card_table import GAME, Table, at

THREE = ["albedo-1", "rubedo-1", "egis-bound-1"]


def new(**config: Any) -> Table:
    return Table(GAME.new({"track": "full", **config}), GAME)


def dealt(**config: Any) -> Table:
    """A game after the cards are dealt, before the gems are chosen."""
    table = new(**config)
    table.do("chance", "turn-event-dial", index=0)
    while "chance" in table.asked:
        table.do("chance", "draw-card", card=table.listed("chance", "draw-card")[0]["card"])
    return table


# --- setup -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-SETUP-06", "AK-CARD-03", "AK-COMP-07")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_ascendant_cards_are_dealt_to_every_player(seats: int) -> None:
    table = new(seats=seats)
    table.do("chance", "turn-event-dial", index=0)
    decks = table.position["draw"]
    assert {deck: sum(pile.values()) for deck, pile in decks.items()} == {"ascendant": 52, "revenant": 52}
    for seat in range(seats):
        for _ in range(3):
            offered = {record["card"] for record in table.listed("chance", "draw-card")}
            assert offered == {card for card, copies in table.position["draw"]["ascendant"].items() if copies}
            table.draw(min(offered))
        assert len(table.hand(f"p{seat + 1}")) == 3
    assert sum(table.position["draw"]["ascendant"].values()) == 52 - 3 * seats
    assert sum(table.position["draw"]["revenant"].values()) == 52


@pytest.mark.rule("AK-SETUP-06", "AK-CARD-04")
def test_a_dealt_card_is_its_owners_secret() -> None:
    table = new(seats=2)
    table.do("chance", "turn-event-dial", index=0)
    table.draw("rubedo-3")
    event = next(event for event in table.events if event.kind == "drawn")
    assert "Rubedo" in event.seen_by("p1").text
    for seat in ("p2", None):
        assert "rubedo" not in str(event.seen_by(seat)).lower()
    assert table.state.view("p1")["seats"]["p1"]["hand"] == ["rubedo-3"]
    assert table.state.view("p2")["seats"]["p1"]["hand"] is None
    assert table.state.view("p2")["seats"]["p1"]["hand_size"] == 1


@pytest.mark.rule("AK-SETUP-08")
def test_after_their_cards_the_players_choose_three_core_gems_openly_in_turn_order() -> None:
    table = dealt(seats=3)
    for seat in ("p1", "p2", "p3"):
        assert list(table.asked) == [seat]
        assert len(table.listed(seat, "take")) == 10
        assert table.refused(seat, "take", aria=2) == "AK-SETUP-08"
        assert table.refused(seat, "take", aria=4) == "AK-SETUP-08"
        table.do(seat, "take", aria=1, pyre=2)
        assert table.pool(seat) == {"aria": 1, "pyre": 2}
    assert table.asked == {"chance": "roll-percentile"}
    for seat in ("p1", "p2", "p3"):
        facts = table.seat(seat)
        assert (facts["ylem"], facts["pool"]["dire"], facts["inscription"], facts["transmuted"]) == (0, 0, None, [])
        assert facts["level"] == 1


@pytest.mark.rule("AK-SETUP-08")
def test_by_house_rule_the_last_player_takes_gems_first() -> None:
    table = dealt(seats=2, options={"setup.gem_choice_order": "reverse"})
    assert list(table.asked) == ["p2"]


@pytest.mark.rule("AK-SETUP-04", "AK-LATENT-03")
@pytest.mark.parametrize(("level", "dice"), [(1, 2), (2, 3), (3, 4)])
def test_a_latent_roll_has_one_die_more_than_the_level(level: int, dice: int) -> None:
    table = at(44, 99, state="choose-state", who={"p1": {"level": level}})
    table.do("p1", "choose-state", state="latent").draw("albedo-1").passing()
    assert table.asked == {"chance": "roll-focus"}
    rolls = [len(record["dice"]) for record in table.listed("chance", "roll-focus")]
    assert set(rolls) == {dice}
    weights = [outcome.weight for outcome in table.state.deciders()["chance"].outcomes]
    assert sum(weights) == 6**dice


@pytest.mark.rule("AK-SETUP-09")
def test_the_first_ylem_ends_the_setup() -> None:
    table = dealt(seats=2)
    table.do("p1", "take", aria=3).do("p2", "take", egis=3)
    table.roll(14)  # p1 stands there
    assert table.asked == {"chance": "roll-percentile"}
    table.roll(62)
    assert table.on(62) == {"ylem": 1}
    assert table.position["supply"]["ylem"] == 34
    assert table.asked == {"p1": "choose-state"}


@pytest.mark.rule("AK-SETUP-08", "AK-INST-01")
def test_no_instant_power_before_the_game_has_begun() -> None:
    table = new(seats=2)
    table.do("chance", "turn-event-dial", index=0)
    for card in ("pneuma-mundus", "pneuma-mundus", "albedo-1", "pneuma-mundus", "rubedo-1", "rubedo-2"):
        table.draw(card)
    assert table.refused("p1", "instant", card="pneuma-mundus") == "AK-SETUP-08"


# --- the order of a turn ---------------------------------------------------------------------------------


@pytest.mark.rule("AK-TURN-02", "AK-TURN-08")
def test_a_turn_generates_chooses_a_state_carries_it_out_and_discards() -> None:
    hand = [*THREE, "albedo-2", "rubedo-2"]
    mats = {"p1": {"transmuted": ["pyre"], "hand": hand}}
    table = at(44, 99, state="active", turn="p2", start="p2", who=mats)
    table.do("p2", "end-turn")
    assert table.asked == {"p1": "choose-state"}
    assert table.pool("p1") == {"pyre": 1}, "Focus is generated before the state is chosen"
    table.do("p1", "choose-state", state="latent").draw("albedo-3").passing().dice(1, 2).passing()
    table.do("p1", "allocate", aria=2).do("p1", "end-turn")
    assert table.asked == {"p1": "discard"}, "six cards are one too many"
    table.do("p1", "discard", card="albedo-1")
    assert table.asked == {"p1": "turn-end"}, "the turn is over, and the dice of the End of Round are next"
    assert "turn-ends" in [event.kind for event in table.events]
    table.do("p1", "pass")
    assert "p1" not in table.asked


@pytest.mark.rule("AK-TURN-06", "AK-LAST-03", "AK-ABIL-12")
def test_absorbing_comes_before_generating_and_the_shield_before_the_state() -> None:
    mats: dict[str, dict[str, Any]] = {
        "p1": {"transmuted": ["pyre"]},
        "p2": {"transmuted": ["ylem"], "pool": {"dire": 1}},
    }
    table = at(44, 99, stack=[{"at": "absorb"}], ascended_die="p2", who=mats)
    assert table.asked == {"p2": "absorb"}
    table.do("p2", "absorb")
    assert table.told("generated")[0]["gems"] == {"pyre": 1}
    assert table.asked == {"p2": "shield"}
    table.do("p2", "shield")
    assert table.asked == {"p1": "choose-state"}


@pytest.mark.rule("AK-ABIL-12")
def test_the_shield_may_be_raised_while_focus_is_generated_and_until_the_state_is_chosen() -> None:
    mats: dict[str, dict[str, Any]] = {"p1": {"form": "revenant", "prismatic": 1}, "p2": {"transmuted": ["ylem"]}}
    table = at(44, 99, stack=[{"at": "generate"}], who=mats)
    assert table.asked == {"p1": "take"}
    assert table.listed("p2", "shield")
    assert table.refused("p1", "shield") == "AK-ABIL-12"
    table.do("p1", "take", aria=1).do("p2", "pass")
    assert table.asked == {"p1": "choose-state"}
    assert table.listed("p2", "shield"), "who has passed may still think better of it"
    late = Table(table.state.copy(), GAME)
    late.do("p1", "choose-state", state="active")
    assert late.refused("p2", "shield") == "AK-ABIL-12"
    table.do("p2", "shield")
    assert table.seat("p2")["transmuted"] == []
    assert table.position["shielded"] == ["p2"]
    assert table.refused("p2", "shield") == "AK-ABIL-12"


@pytest.mark.rule("AK-TURN-06")
def test_by_house_rule_focus_is_generated_before_the_die_is_absorbed() -> None:
    order = ["generate_focus+shield", "absorb", "choose_state"]
    table = at(44, 99, turn="p2", start="p2", ascended_die="p2", options={"turn.start_order": order},
               who={"p1": {"transmuted": ["pyre"]}})  # fmt: skip
    table.do("p2", "end-turn")
    assert table.pool("p1") == {"pyre": 1}
    assert table.asked == {"p2": "absorb"}
    table.do("p2", "keep-die")
    assert table.asked == {"p1": "choose-state"}


@pytest.mark.rule("AK-TURN-05", "AK-LATENT-05", "AK-LATENT-06")
def test_each_state_allows_its_own_actions_only() -> None:
    full = {"pool": {"aria": 3, "egis": 3, "pyre": 3}, "ylem": 5, "hand": ["albedo-1", "pneuma-mundus"]}
    table = at(44, 45, stack=[{"at": "latent", "step": "free"}], who={"p1": full})
    for do, fields in (
        ("step", {"tile": 43}),
        ("attack", {"who": "p2", "pyre": 1}),
        ("cast", {"card": "albedo-1"}),
        ("level-up", {}),
        ("draw", {}),
        ("heal", {}),
        ("bridge", {"tile": 3}),
        ("pyrokinesis", {"edge": "top"}),
        ("activate", {}),
        ("prism", {"who": "p1"}),
    ):
        assert table.refused("p1", do, **fields) == "AK-LATENT-05", do
    assert table.listed("p1", "instant"), "Instant Powers remain"
    assert table.check("p1", "transmute", what="aria") is None
    table = at(44, 45, who={"p1": full})
    for do, fields in (
        ("transmute", {"what": "aria"}),
        ("untransmute", {"what": "aria"}),
        ("inscribe", {"card": "albedo-1"}),
        ("uninscribe", {}),
        ("cycle", {"card": "albedo-1"}),
    ):
        assert table.refused("p1", do, **fields) == "AK-LATENT-06", do


@pytest.mark.rule("AK-TURN-05")
def test_one_state_is_chosen_before_anything_else_and_neither_is_passed() -> None:
    table = at(44, 45, state="choose-state", who={"p1": {"pool": {"aria": 3}, "ylem": 5}})
    assert [record["state"] for record in table.listed("p1", "choose-state")] == ["latent", "active"]
    for do, fields in (
        ("end-turn", {}),
        ("pass", {}),
        ("step", {"tile": 43}),
        ("level-up", {}),
        ("transmute", {"what": "aria"}),
    ):
        assert table.refused("p1", do, **fields) == "AK-TURN-05", do
    table.do("p1", "choose-state", state="active").roll(0)
    assert table.refused("p1", "choose-state", state="latent") == "AK-TURN-05"
    assert table.refused("p1", "transmute", what="aria") == "AK-LATENT-06"


@pytest.mark.rule("AK-TURN-07")
def test_only_the_player_on_turn_discards_and_only_at_the_end() -> None:
    hand = [*THREE, "albedo-2", "rubedo-2", "rubedo-3", "pneuma-mundus"]
    table = at(44, 99, who={"p1": {"hand": hand}, "p2": {"hand": ["albedo-3", *["separation-1"]]}})
    assert table.asked == {"p1": "active"}, "seven cards are legal until then"
    table.do("p1", "end-turn")
    assert table.asked == {"p1": "discard"}
    assert table.refused("p1", "end-turn") == "TABLE"
    assert table.refused("p1", "discard", card="separation-2") == "AK-TURN-07"
    table.instant("p1", "pneuma-mundus")
    assert table.pool("p1") == {"aria": 1, "egis": 1, "pyre": 1}
    assert table.asked == {"p1": "discard"}, "one is still too many"
    table.do("p1", "discard", card="rubedo-3")
    assert len(table.hand("p1")) == 5
    assert table.discarded() == {"pneuma-mundus": 1, "rubedo-3": 1}
    assert table.asked == {"p2": "choose-state"}


@pytest.mark.rule("AK-TURN-07")
def test_an_opponent_may_hold_more_than_five_cards_on_somebody_elses_turn() -> None:
    hand = [*THREE, "albedo-2", "rubedo-2", "rubedo-3", "separation-3"]
    table = at(44, 99, who={"p2": {"hand": hand}})
    table.do("p1", "end-turn")
    assert table.asked == {"p2": "choose-state"}
    assert len(table.hand("p2")) == 7


@pytest.mark.rule("AK-TURN-08", "AK-DEF-01")
def test_whoever_is_not_on_turn_can_only_react() -> None:
    mats = {"p2": {"pool": {"aria": 3, "pyre": 3}, "ylem": 5, "hand": ["albedo-1", "rubedo-1", "egis-bound-2"]}}
    table = at(44, 45, who=mats)
    for do, fields in (
        ("step", {"tile": 46}),
        ("attack", {"who": "p1", "pyre": 1}),
        ("level-up", {}),
        ("end-turn", {}),
    ):
        assert table.refused("p2", do, **fields) == "AK-DEF-01", do
    kinds = {table.game.record(action)["do"] for action in table.state.legal_actions("p2")}
    assert kinds == {"instant"}
    table.instant("p2", "egis-bound-2").do("p1", "end-turn")
    assert table.pool("p2") == {"aria": 3, "egis": 2, "pyre": 3}


@pytest.mark.rule("AK-TURN-09")
def test_there_is_no_way_to_give_anything_to_another_player() -> None:
    kinds = {
        kind.__struct_config__.tag
        for kind in type(GAME).actions.__args__
        if any(field in kind.__struct_fields__ for field in ("who",))
    }
    assert kinds == {"attack", "cast", "activate", "prism", "draw-start", "kill", "displace", "swap", "push", "pull"}
    mats: dict[str, dict[str, Any]] = {
        "p1": {"pool": {"aria": 3, "pyre": 1}, "ylem": 2, "hand": ["rubedo-1"]},
        "p2": {"hand": ["albedo-1"]},
    }
    table = at(44, 45, who=mats)
    for action in table.state.legal_actions("p1"):
        after = Table(table.state.copy(), GAME)
        after.state.apply(action)
        got = [after.pool("p2").get(gem, 0) for gem in ("aria", "egis", "pyre")]
        assert (got, after.ylem("p2"), len(after.hand("p2"))) == ([0, 0, 0], 0, 1), action


# --- the Latent State ------------------------------------------------------------------------------------


@pytest.mark.rule("AK-LATENT-01", "AK-LATENT-02")
@pytest.mark.parametrize(("form", "deck"), [("king", "ascendant"), ("revenant", "revenant")])
def test_a_latent_turn_draws_rolls_and_acquires_before_anything_else(form: str, deck: str) -> None:
    table = at(44, 99, state="choose-state", who={"p1": {"form": form, "pool": {"aria": 3}}})
    table.do("p1", "choose-state", state="latent")
    assert table.asked == {"chance": "draw-card"}
    assert table.refused("p1", "end-turn") == "TABLE"
    offered = {record["card"] for record in table.listed("chance", "draw-card")}
    assert offered == {card for card, copies in table.position["draw"][deck].items() if copies}
    table.draw(min(offered)).passing()
    assert len(table.hand("p1")) == 1
    assert table.asked == {"chance": "roll-focus"}
    table.dice(1, 4)
    table.passing()
    assert table.asked == {"p1": "allocate"}
    assert table.refused("p1", "transmute", what="aria") == "TABLE"
    table.do("p1", "allocate", aria=1, pyre=1)
    assert table.asked == {"p1": "latent"}
    table.do("p1", "end-turn")


@pytest.mark.rule("AK-LATENT-04", "AK-COMP-11")
def test_dice_of_an_instant_power_may_join_before_the_roll() -> None:
    table = at(44, 99, state="choose-state", who={"p1": {"level": 3, "hand": ["distillation-2"]}})
    table.do("p1", "choose-state", state="latent").draw("albedo-1")
    assert table.asked == {"p1": "draw"}
    table.instant("p1", "distillation-2", merge=True).passing()
    table.dice(1, 1, 1, 1, 1, 6).passing()
    assert table.asked == {"p1": "allocate"}
    assert table.position["stack"][-1]["dice"] == [1, 1, 1, 1, 1, 6]


@pytest.mark.rule("AK-LATENT-04")
def test_dice_of_an_instant_power_may_join_after_the_roll_until_it_is_allocated() -> None:
    table = at(44, 99, state="choose-state", who={"p1": {"hand": ["distillation-2", "distillation-3"]}})
    table.do("p1", "choose-state", state="latent").draw("albedo-1").passing().dice(1, 2)
    table.instant("p1", "distillation-2", merge=True).dice(3, 6)
    assert next(frame for frame in table.position["stack"] if frame["at"] == "allocate")["dice"] == [1, 2, 3, 6]
    table.passing()
    table.instant("p1", "distillation-3").dice(5, 5).passing()
    assert table.position["stack"][-1] == {
        "at": "allocate",
        "seat": "p1",
        "dice": [5, 5],
        "threshold": 7,
        "instant": True,
    }
    table.do("p1", "allocate", pyre=2)
    assert table.position["stack"][-1]["dice"] == [1, 2, 3, 6], "the other roll is still to be allocated"
    table.do("p1", "allocate", ylem=1, egis=1)  # 1 + 6, and 3
    assert table.asked == {"p1": "latent"}


@pytest.mark.rule("AK-INST-05", "AK-INST-04")
def test_nobody_reacts_before_an_instant_power_is_carried_out() -> None:
    mats = {"p1": {"hand": ["distillation-2", "albedo-1"]}, "p2": {"hand": ["egis-bound-1"]}}
    table = at(44, 99, who=mats)
    table.instant("p1", "distillation-2").dice(3, 4)
    assert table.asked == {"p1": "allocate"}
    for seat, card in (("p1", "albedo-1"), ("p2", "egis-bound-1")):
        assert table.refused(seat, "instant", card=card) == "AK-INST-05"
        assert not table.listed(seat, "instant")
    table.do("p1", "allocate", egis=1, pyre=1)
    assert table.listed("p2", "instant")


@pytest.mark.rule("AK-LATENT-04")
def test_dice_of_others_never_join() -> None:
    mats = {"p1": {"hand": ["distillation-3"]}, "p2": {"hand": ["distillation-2"]}}
    table = at(44, 99, state="choose-state", who=mats)
    table.do("p1", "choose-state", state="latent").draw("albedo-1").passing().dice(1, 2)
    assert table.refused("p2", "instant", card="distillation-2", merge=True) == "AK-LATENT-04"
    table.instant("p2", "distillation-2").dice(4, 5)
    table.passing()
    assert table.asked == {"p2": "allocate"}


# --- the Active State ------------------------------------------------------------------------------------


@pytest.mark.rule("AK-ACTIVE-04", "AK-ACTIVE-05")
def test_two_levels_in_one_turn_for_five_ylem() -> None:
    table = at(44, 99, who={"p1": {"ylem": 5}})
    table.do("p1", "level-up")
    assert (table.seat("p1")["level"], table.ylem("p1")) == (2, 3)
    assert table.state.view("p1")["seats"]["p1"]["capacity"] == 12
    table.do("p1", "level-up")
    assert (table.seat("p1")["level"], table.ylem("p1")) == (3, 0)
    assert table.state.view("p1")["seats"]["p1"]["capacity"] == 15
    assert table.refused("p1", "level-up") == "AK-ACTIVE-04"


@pytest.mark.rule("AK-ACTIVE-04")
@pytest.mark.parametrize(("level", "ylem", "legal"), [(1, 1, False), (1, 2, True), (2, 2, False), (2, 3, True)])
def test_a_level_costs_as_much_ylem_as_its_number(level: int, ylem: int, legal: bool) -> None:
    table = at(44, 99, who={"p1": {"level": level, "ylem": ylem}})
    assert bool(table.listed("p1", "level-up")) == legal
    if not legal:
        assert table.refused("p1", "level-up") == "AK-ACTIVE-04"


@pytest.mark.rule("AK-ACTIVE-05")
def test_a_level_makes_room_and_another_wound_is_survived() -> None:
    table = at(44, 99, who={"p1": {"ylem": 2, "pool": {"aria": 7, "dire": 2}, "hand": ["albedo-1"]}})
    table.do("p1", "level-up").instant("p1", "albedo-1")
    assert table.pool("p1") == {"aria": 8, "dire": 2}, "room for the tenth gem"
    table = at(44, 45, who={"p1": {"level": 2, "pool": {"dire": 2}}, "p2": {"pool": {"pyre": 1}}}, turn="p2")
    table.do("p2", "attack", who="p1", pyre=1).passing()
    assert table.pool("p1") == {"dire": 3}, "three wounds no longer kill"


@pytest.mark.rule("AK-ACTIVE-06")
@pytest.mark.parametrize(("form", "card"), [("king", "albedo-1"), ("revenant", "revenant-albedo-1")])
def test_a_card_may_be_bought_again_and_again(form: str, card: str) -> None:
    table = at(44, 99, who={"p1": {"ylem": 2, "form": form}})
    table.do("p1", "draw")
    assert table.ylem("p1") == 1
    table.draw(card).do("p1", "draw").draw(card[:-1] + "2")
    assert table.hand("p1") == sorted([card, card[:-1] + "2"])
    assert table.refused("p1", "draw") == "AK-ACTIVE-06"


@pytest.mark.rule("AK-ACTIVE-06", "AK-CARD-05")
def test_nobody_pays_for_a_card_that_is_not_there() -> None:
    nothing: dict[str, dict[str, int]] = {"ascendant": {}, "revenant": {}}
    pack = {"format": 1, "name": "Two cards", "ascendant": 2, "revenant": 0, "card": [
        {"key": "one", "deck": "ascendant", "title": "One", "copies": 2},
    ]}  # fmt: skip
    game = games.load("ascended-kings", track="full", pack=pack)
    table = at(44, 99, who={"p1": {"ylem": 2, "hand": ["one", "one"]}}, game=game, draw=nothing, discard=nothing)
    assert table.refused("p1", "draw") == "AK-CARD-05"
    assert not table.listed("p1", "draw")


@pytest.mark.rule("AK-ACTIVE-03", "AK-ACTIVE-07")
def test_the_actions_of_the_active_state_in_any_order_as_long_as_gems_last() -> None:
    mats = {
        "p1": {
            "level": 2,
            "pool": {"aria": 3, "egis": 2, "pyre": 3, "dire": 1},
            "ylem": 5,
            "transmuted": ["ylem"],
            "inscription": "sun-and-sky-1",
            "hand": ["rubedo-1"],
        },
        "p2": {"level": 3, "pool": {"egis": 4}},
    }
    table = at(44, 45, 99, walls={"top": 3}, items={"82": {"ylem": 1}}, who=mats)
    kinds = {table.game.record(action)["do"] for action in table.state.legal_actions("p1")}
    assert kinds == {
        "step", "attack", "cast", "activate", "level-up", "draw", "bridge", "heal", "pyrokinesis", "instant",
        "end-turn",
    }  # fmt: skip
    assert table.refused("p1", "prism", who="p1") == "AK-TRANS-12", "only with a Prismatic Transmutation"
    table.do("p1", "attack", who="p2", pyre=1).passing()
    table.do("p1", "step", tile=54).do("p1", "step", tile=44)
    table.do("p1", "attack", who="p2", pyre=2).passing()
    table.do("p1", "heal").do("p1", "draw").draw("albedo-1").do("p1", "end-turn")
    assert table.pool("p2") == {"egis": 1}


@pytest.mark.rule("AK-ACTIVE-07")
@pytest.mark.parametrize("prismatic", [0, 1])
def test_a_prismatic_transmutation_brings_ylem_prism_to_the_actions(prismatic: int) -> None:
    table = at(44, 99, who={"p1": {"form": "revenant", "prismatic": prismatic}})
    kinds = {table.game.record(action)["do"] for action in table.state.legal_actions("p1")}
    assert kinds == ({"prism", "end-turn"} if prismatic else {"end-turn"})
    if prismatic:
        assert table.do("p1", "prism", who="p1").ylem("p1") == 1
    assert table.refused("p1", "prism", who="p1") == "AK-TRANS-12"


@pytest.mark.rule("AK-ACTIVE-03")
def test_performing_no_action_is_legal() -> None:
    table = at(44, 99, state="choose-state")
    table.do("p1", "choose-state", state="active").roll(3).passing().do("p1", "end-turn")
    assert table.asked == {"p2": "choose-state"}


@pytest.mark.rule("AK-ACTIVE-01", "AK-ACTIVE-02", "AK-PROX-05")
def test_a_ylem_that_appears_under_a_full_pool_stays_there() -> None:
    table = at(44, 62, state="choose-state", who={"p2": {"ylem": 5}})
    table.do("p1", "choose-state", state="active").roll(62)
    assert table.on(62) == {"ylem": 1}
    assert table.ylem("p2") == 5
    table = at(44, 62, state="choose-state", who={"p2": {"ylem": 4}})
    table.do("p1", "choose-state", state="active").roll(62)
    assert table.on(62) == {}
    assert table.ylem("p2") == 5


@pytest.mark.rule("AK-ACTIVE-01", "AK-COMP-10")
def test_no_ylem_appears_while_the_supply_is_empty() -> None:
    mats = {"p1": {"ylem": 5, "transmuted": ["ylem"]}, "p2": {"ylem": 5, "transmuted": ["ylem"]}}
    items = {"99": {"ylem": 19}}
    table = at(44, 45, state="choose-state", who=mats, items=items)
    assert table.position["supply"]["ylem"] == 0
    table.do("p1", "choose-state", state="active").roll(3)
    assert table.on(3) == {}
    assert "AK-COMP-10" in table.rules("nothing-left")


@pytest.mark.rule("AK-ACTIVE-08")
def test_who_dies_in_the_own_turn_ends_it_without_discarding() -> None:
    hand = [*THREE, "albedo-2", "rubedo-2", "rubedo-3"]
    table = at(44, 99, items={"45": {"dire": 1}}, who={"p1": {"pool": {"aria": 2, "dire": 2}, "hand": hand}})
    table.do("p1", "step", tile=45).passing()
    assert table.tile("p1") is None
    assert table.asked == {"chance": "draw-card"}, "the return has begun"
    assert table.hand("p1") == []
    assert sum(table.discarded().values()) == 6


@pytest.mark.rule("AK-ACTIVE-08")
def test_by_house_rule_the_dead_end_their_turn_themselves() -> None:
    options = {"turn.active_death_ends_turn": False}
    table = at(44, 99, items={"45": {"dire": 1}}, options=options, who={"p1": {"pool": {"aria": 2, "dire": 2}}})
    table.do("p1", "step", tile=45).passing()
    assert table.asked == {"p1": "active"}
    assert table.refused("p1", "step", tile=46) == "AK-ACTIVE-08"
    table.do("p1", "end-turn")
    assert table.asked == {"chance": "draw-card"}
