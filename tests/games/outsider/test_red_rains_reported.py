"""What people have reported about a Chimera that plays itself, and rules that are seldom set side by side."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import CHANCE, Correct

from .rains import DOWN, GAME, Rains, aspect, deck, pair, solo, unit

rule = pytest.mark.rule

LEFT = aspect("left", "claw_left", 2, 4)
JAW = aspect("jaw", "jaw", 2, 4)
CALM = aspect("calm", "none", 1, 4)
WARD = aspect("ward", "none", 1, 6, keywords=["defender"])
ALWAYS = {"reaction_windows": "always"}


def blocks(table: Rains) -> list[tuple[str, str]]:
    """Who blocks or guards against whom, in the order it is said."""
    return [(event.data["card"], event.data["attacker"]) for event in table.log if event.kind in ("blocked", "guarded")]


# --- reported ----------------------------------------------------------------------------------------------


@rule("RR-LAW-06", "RR-LAW-04", "RR-BTL-06")
def test_the_one_defender_meets_the_threatening_attacker() -> None:
    """Two attack the Chimera; whoever must be blocked is blocked first, whatever the order they were named in."""
    units = [unit("Plain", life=9), unit("Threat", life=9, text="threatening")]
    for named in (["u1", "u2"], ["u2", "u1"]):
        table = solo(deck(WARD), ["ward"], units).do("attack", units=named, target="chimera").dice()
        assert blocks(table) == [("a1", "u2")]
        assert (table.chimera["wounds"], table.card("a1")["wounds"]) == (1, 1)


@rule("RR-LAW-06", "RR-BTL-06")
def test_defenders_meet_attackers_in_the_order_of_the_battlefield() -> None:
    units = [unit("One", life=9), unit("Two", life=9), unit("Three", life=9)]
    table = solo(deck(WARD, CALM), ["ward", "calm", "ward"], units)
    table.do("attack", units=["u3", "u1", "u2"], target="chimera").dice()
    assert blocks(table) == [("a1", "u1"), ("a3", "u2")]
    assert table.chimera["wounds"] == 1


@rule("RR-LAW-04", "RR-LAW-06")
def test_threatening_takes_a_defender_before_any_other() -> None:
    table = solo(deck(WARD, CALM), ["calm", "ward"], [unit(life=9, text="threatening")])
    table.do("attack", units=["u1"], target="chimera").dice()
    assert blocks(table) == [("a2", "u1")]


@rule("RR-LAW-04")
def test_a_forced_block_is_as_good_as_threatening() -> None:
    table = solo(deck(CALM), ["calm"], [unit(life=9)]).do("attack", units=["u1"], target="chimera", forced=True).dice()
    assert blocks(table) == [("a1", "u1")]
    table = solo(deck(CALM), ["calm"], [unit(life=9)]).do("attack", units=["u1"], target="chimera").dice()
    assert (blocks(table), table.chimera["wounds"]) == ([], 1)


@rule("RR-LAW-05", "RR-LAW-04", "RR-LAW-06")
def test_the_named_blocker_is_not_taken_by_another_attacker() -> None:
    """One names the ward, the other is threatening: that finds somebody else."""
    units = [unit("Chooser", life=9, text="chooses blocker"), unit("Threat", life=9, text="threatening")]
    table = solo(deck(WARD, CALM), ["ward", "calm"], units)
    table.do("attack", units=["u1", "u2"], target="chimera", block="a1").dice()
    assert sorted(blocks(table)) == [("a1", "u1"), ("a2", "u2")]


@rule("RR-LAW-06", "RR-LAW-08", "RR-LAW-09")
@pytest.mark.parametrize(
    ("word", "target", "meets"),
    [
        ("cannot guard", "a1", False),
        ("cannot block", "a1", True),
        ("cannot guard", "chimera", True),
        ("cannot block", "chimera", False),
    ],
)
def test_a_defender_that_may_not_guard_may_block_and_the_other_way_round(word: str, target: str, meets: bool) -> None:
    table = solo(deck(WARD, CALM), ["calm", "ward"], [unit(life=9)]).do("effect", what="grant", on="a2", word=word)
    table.do("attack", units=["u1"], target=target).dice()
    assert bool(blocks(table)) == meets


@rule("RR-LAW-09", "RR-LAW-07")
@pytest.mark.parametrize("how", ["hinder", "grant"])
def test_nobody_guards_where_a_card_says_so(how: str) -> None:
    table = solo(deck(CALM), ["calm"], [unit(life=9)])
    if how == "hinder":
        table.do("hinder", what="cannot-guard")
    else:
        table.do("effect", what="grant", on="a1", word="cannot be guarded")
    table.do("attack", units=["u1"], target="a1")
    assert table.asked == "turn"
    assert table.card("a1")["wounds"] == 1


@rule("RR-LAW-10", "RR-LAW-06")
def test_a_defender_that_guards_brings_its_scent_along() -> None:
    table = solo("neverset", ["sowing-strike", "soothing-scent"], [unit(attack=3, life=9)])
    table.do("attack", units=["u1"], target="a1")
    assert blocks(table) == [("a2", "u1")]
    assert table.gone("a2")  # 3 less 1 is as much as its life
    assert table.card("u1")["wounds"] == 3
    table = solo("neverset", ["sowing-strike", "soothing-scent"], [unit(attack=2, life=9)])
    assert table.do("attack", units=["u1"], target="a1").card("a2")["wounds"] == 1


@rule("RR-FAT-01", "RR-FAT-04", "RR-BASE-07")
def test_recovery_replenishes_although_the_pile_runs_out_on_the_way() -> None:
    """One card in the pile, five in the discard pile, three to be added."""
    table = solo("viros", [], discard={"rampage": 3, "whiplash": 3, "firebelly": 3, "iron-scales": 3, "frozen-fear": 3})
    position = table.state.position()
    position["seats"]["p1"]["facing"] = [
        {"card": "hunting-instincts", "exhaustion": 9},
        {"card": "hunting-instincts", "exhaustion": 9},
    ]
    table.state = GAME.from_position(position)
    table.do("pass").dice()
    facing = table.born()["facing"]
    assert len(facing) == 4
    assert (table.chimera["fatigued"], table.chimera["pile"]) == (True, 14)


@rule("RR-TOK-05", "RR-LAW-14")
def test_the_chimera_can_be_exhausted_and_that_raises_its_value() -> None:
    table = solo("viros", [DOWN]).do("effect", what="exhaust", on="chimera", n=2)
    assert (table.chimera["exhaustion"], table.chimera["ultimate"]) == (2, 5)
    table.do("hinder", what="exhaust-ultimate")
    assert (table.chimera["ultimate_exhaustion"], table.chimera["ultimate"]) == (1, 6)


@rule("RR-REV-01")
def test_an_aspect_turned_over_by_mistake_can_be_turned_back() -> None:
    table = solo("viros", [{"blood": 1}, {"blood": 2}]).turn(face=1, shows=["whiplash"])
    table.state.apply(
        Correct("table", ("seats", "p1", "facing"), [{"blood": 1, "ref": "a1"}, {"blood": 2, "ref": "a2"}])
    )
    view = table.state.view(None)
    assert [one["up"] for one in view["seats"]["p1"]["facing"]] == [False, False]
    assert view["chimera"]["unseen"]["whiplash"] == 3


@rule("RR-BASE-05", "RR-BASE-06")
def test_aspects_added_in_recovery_come_unexhausted_and_without_tokens() -> None:
    table = solo(deck(CALM), [], first="chimera").do("area", what="exhaust", n=1)
    table.do("pass").dice()
    table.turn(shows=["calm"])
    assert all(one.get("exhaustion", 0) == 0 for one in table.born()["facing"])


# --- side by side --------------------------------------------------------------------------------------------


@rule("RR-ULT-01", "RR-FAT-03", "RR-TOK-04")
def test_fatigue_in_the_middle_of_an_ultimate_may_bring_the_next() -> None:
    """Phase III of Viros adds the last card: fatigue places two tokens on top of what was left, and that is enough."""
    pack = {**deck(), "aspects": [aspect("one", "none", copies=3)]}
    pack["chimera"] = {**pack["chimera"], "ultimate_value": 2}
    pack["ultimate"] = [{"phase": n, "effects": [{"do": "add_aspects", "n": 1}]} for n in (1, 2, 3)]
    pack["fatigued"] = {"on_become": [{"do": "place_red_rains", "n": 2}]}
    table = solo(pack, ["one", DOWN], rage=4, red_rains=1, discard={})
    table.do("pass").dice()
    told = table.told("ultimate", "fatigued", "aspect-added", "phase")
    assert told[:4] == ["ultimate", "aspect-added", "fatigued", "ultimate"]
    assert table.chimera["phase"] == 3


@rule("RR-MISC-06", "RR-BASE-04")
def test_a_walker_on_its_way_out_cannot_be_summoned_again() -> None:
    """Two pups are all there are. One that falls summons two: it is not gone yet, the other stands, so none comes."""
    leaving = aspect("leaving", "none", 1, 1, triggers={"on_destroyed": [{"do": "summon", "card": "pup", "n": 2}]})
    pup = {"id": "pup", "kind": "aspect", "icon": "none", "life": 1, "copies": 2}
    pup |= {"triggers": {"on_destroyed": [{"do": "summon", "card": "pup", "n": 2}]}}
    table = solo({**deck(leaving), "conjured": [pup]}, ["pup", "pup"]).do("effect", what="destroy", on="a1").dice()
    assert [one["ref"] for one in table.born()["facing"]] == ["a2"]
    table = solo({**deck(leaving), "conjured": [pup]}, ["leaving", "pup"]).do("effect", what="destroy", on="a1").dice()
    assert [one["card"] for one in table.born()["facing"]] == ["pup", "pup"]


@rule("RR-MISC-02", "RR-BASE-04")
def test_what_returns_to_play_has_no_tokens_at_all() -> None:
    table = solo("viros", [{"card": "stormcall", "status": 1, "wounds": 1, "exhaustion": 1}], aspects="shadow")
    table.do("effect", what="return", on="a1").do("enter", again="a1")
    card = table.card("a1")
    assert (card["status"], card["wounds"], card["exhaustion"]) == (0, 0, 0)
    assert table.chimera["wounds"] == 0  # it was neither destroyed nor discarded


@rule("RR-REV-03", "RR-MISC-04")
def test_what_returns_to_play_enters_it_as_any_aspect_does() -> None:
    table = solo("viros", ["whiplash"], [unit(life=5)]).do("effect", what="return", on="a1")
    table.do("enter", again="a1").dice()
    assert table.card("u1")["wounds"] == 1


@rule("RR-DICE-01", "RR-DICE-02", "RR-BASE-06")
@pytest.mark.parametrize("what", ["destroy", "discard", "return"])
def test_dice_on_a_card_come_home_exhausted(what: str) -> None:
    dice = {"power": 2, "class": 1, "basic": 1, "exhausted": 0}
    table = solo(deck(CALM), ["calm"], [unit()], p1={"dice": dice}).do("place-die", on="u1", dice=3)
    assert sum(table.born()["dice"].values()) == 1
    table.do("effect", what=what, on="u1", source="ability")
    assert (table.born()["dice"]["exhausted"], sum(table.born()["dice"].values())) == (3, 4)


@rule("RR-DICE-01", "RR-BASE-06")
@pytest.mark.parametrize(
    ("on", "gone"),
    [("a1", "destroy"), ("a1", "discard"), ("a1", "remove"), ("a1", "return"), ("a1", ""), ("p1", ""), ("chimera", "")],
)
def test_dice_are_their_owners_wherever_they_lie(on: str, gone: str) -> None:
    """A die put onto an aspect, or onto the Chimera itself, comes home as the card goes, or in recovery."""
    dice = {"power": 2, "class": 0, "basic": 0, "exhausted": 0}
    table = solo(deck(CALM), ["calm"], p1={"dice": dice}, first="chimera").do("place-die", on=on, dice=2)
    assert table.born()["dice"]["exhausted"] == 0
    if gone:
        table.do("effect", what=gone, on=on, source="ability")
    else:
        table.do("pass").dice()
    assert table.born()["dice"] == {"power": 0, "class": 0, "basic": 0, "exhausted": 2}


@rule("RR-LAW-23", "RR-BASE-04", "RR-ULT-03")
def test_what_is_removed_from_the_game_leaves_its_spells_and_costs_no_blood() -> None:
    up = {"card": "calm", "spells": {"Fear": "p1"}, "wounds": 1}
    table = solo(deck(CALM), [up]).do("effect", what="remove", on="a1")
    assert (table.chimera["wounds"], table.chimera["removed"], table.chimera["discard"]) == (0, {"calm": 1}, {})
    assert [event.text for event in table.log if event.kind == "left"] == [
        "Fear goes to the discard pile of Ashwarden."
    ]


@rule("RR-DICE-01", "RR-DICE-02")
def test_dice_of_both_players_on_one_card_go_home_to_both() -> None:
    table = pair(deck(CALM), (["calm"], []), (["calm"], [unit()]))
    for seat in ("p1", "p2"):
        table.do("dice", seat, power=3, classes=0, basic=0)
        table.do("place-die", seat, on="u51", dice=1 + (seat == "p1"))
    assert table.card("u51")["dice"] == 3
    assert table.state.position()["seats"]["p2"]["units"][0]["dice"] == {"p1": 2, "p2": 1}
    table.do("effect", what="discard", on="u51", source="ability")
    assert [table.born(seat)["dice"]["exhausted"] for seat in ("p1", "p2")] == [2, 1]


@rule("RR-LAW-13")
@pytest.mark.parametrize(("kind", "hit"), [("unit", "a1 u1 u2"), ("ally", "a1 u1"), ("conjuration", "a1 u2")])
def test_an_aspect_is_ally_conjuration_and_unit_at_once(kind: str, hit: str) -> None:
    table = solo(deck(CALM), ["calm"], [unit(), unit(text="conjuration")]).do("area", what="damage", type=kind)
    assert [ref for ref in ("a1", "u1", "u2") if table.card(ref)["wounds"]] == hit.split()


@rule("RR-LAW-22", "RR-LAW-18")
def test_a_law_binds_its_player_and_the_chimera_opposite() -> None:
    table = pair(deck(CALM), (["calm"], [unit()]), (["calm"], [unit()]))
    table.do("area", what="exhaust", law=True)
    assert [table.card(ref)["exhaustion"] for ref in ("a1", "u1", "a51", "u51")] == [1, 1, 0, 0]


@rule("RR-LAW-21", "RR-HAND-01")
def test_abundance_concerns_the_chimera_and_not_the_partner() -> None:
    table = pair("viros", ([DOWN], []), ([DOWN], []))
    before = table.state.position()["seats"]["p2"]
    table.do("make-draw", n=2).dice()
    assert sum(table.chimera["discard"].values()) == 2
    assert table.state.position()["seats"]["p2"] == before


@rule("RR-TIME-01", "RR-TIME-02", "RR-TIME-03", "RR-TIME-05")
def test_at_the_end_of_a_round_players_resolve_one_after_another_and_without_reactions() -> None:
    sides = {"p1": {"units": [unit(ref="u1")]}, "p2": {"units": [unit(ref="u51")]}}
    table = Rains(
        deck(CALM),
        sides,
        options=ALWAYS,
        stack=[{"at": "round", "phase": "end", "next": 1}, {"at": "end-of-round", "seat": "p1"}],
    )
    assert table.refused("effect", "p1", what="damage", on="u1", timing="reaction") == "RR-TIME-01"
    assert table.refused("effect", "p1", what="damage", on="u1", timing="once-a-turn") == "RR-TIME-02"
    assert table.refused("effect", "p2", what="damage", on="u51")
    table.do("effect", "p1", what="add-status", on="u1").do("effect", "p1", what="damage", on="u1").do("go-on", "p1")
    assert list(table.state.deciders()) == ["p2"]
    assert table.refused("effect", "p1", what="damage", on="u1")
    table.do("effect", "p2", what="damage", on="u51").do("go-on", "p2").dice()
    assert table.state.view(None)["round"] == 2


@rule("RR-BTL-06", "RR-TURN-09")
@pytest.mark.parametrize("kind", ["exhaustion", "stun", "cannot attack"])
def test_who_cannot_attack_does_not(kind: str) -> None:
    more: dict[str, Any] = {
        "exhaustion": {"exhaustion": 1},
        "stun": {"attached": {"stun": 1}},
        "cannot attack": {"text": kind},
    }
    table = solo("frostwild", ["avalanche"], [unit(**more[kind])])
    assert table.refused("attack", units=["u1"], target="chimera") == "RR-TURN-09"
    assert not any(getattr(one, "units", ()) for one in table.state.legal_actions("p1"))


@rule("RR-TURN-09", "RR-TURN-08", "RR-TURN-10")
def test_the_leftmost_that_can_attack_is_found_past_those_that_cannot() -> None:
    facing = [
        {"card": "jaw", "exhaustion": 1},
        "calm",
        {"card": "jaw", "lasting": {"cannot_attack": 0}},
        "left",
        "jaw",
    ]
    table = solo(deck(JAW, CALM, LEFT), facing, [unit(life=9)]).turn()
    assert table.state.view(None)["battle"]["attacker"] == "a4"
    assert "mode" in solo(deck(JAW, CALM, LEFT), facing[:3], [unit(life=9)]).turn().told()


@rule("RR-TURN-05")
def test_the_rage_die_falls_before_the_behaviour_die_and_may_bring_the_next_phase() -> None:
    """The fifth die and the third token: phase II before the behaviour die, whose row is that of phase II."""
    table = solo("viros", [{"blood": 2}], rage=4, red_rains=2).do("end-turn")
    table.do("roll-rage", CHANCE, power=1)
    assert (table.asked, table.chimera["phase"], table.born()["wounds"]) == ("roll-behaviour", 2, 1)
    table.do("roll-die", CHANCE, face=8).dice(shows=["hunting-instincts"])
    assert table.born()["wounds"] == 2


@rule("RR-ABIL-01", "RR-ABIL-02", "RR-ABIL-04", "RR-ABIL-06")
def test_copies_of_printed_abilities() -> None:
    units = [
        unit("Source", text="unit guard, X = 3, terrifying 1", exhaustion=1),
        unit("Copy"),
        unit("Tireless", text="inexhaustible: unit guard", exhaustion=1),
        unit("Heir"),
    ]
    table = solo(deck(LEFT), ["left"], units)
    table.do("copy-abilities", of="u1", to="u2").do("copy-abilities", of="u3", to="u4")
    assert table.card("u2")["keywords"] == {"terrifying": 1, "unit_guard": 0}
    table.do("effect", what="exhaust", on="u4").do("effect", what="exhaust", on="u2")
    position = table.state.position()
    table.state = GAME.from_position(position)
    assert table.card("u4")["keywords"]["unit_guard"] == 0


@rule("RR-INFO-01", "RR-INFO-02", "RR-INFO-03", "RR-INFO-04")
def test_what_is_public_is_shown_and_what_is_not_is_not() -> None:
    table = solo("lordswall", ["at-the-gates"], [unit()])
    table.do("tuck", card="Hammer Knight", under="u1", public=True).do("tuck", card="Secret", under="u1")
    assert sorted(table.card("u1")["under"]) == ["", "Hammer Knight"]
    assert "Secret" not in str([event.text for event in table.log])
    table.do("examine", card="u1").do("examine", card="a1")
    told = " ".join(event.text for event in table.log if event.kind == "examined")
    assert "Hammer Knight" in told
    assert "Rainwalker" in told
    assert "Secret" not in told
    table.do("search", pile="draw", found="Ally")
    last = table.log[-1]
    assert "Ally" not in last.text
    assert "Ally" in last.seen_by("p1").text
    table.do("search", pile="discard", found="Ally")
    assert "Ally" in table.log[-1].text
    table.do("search", pile="discard")
    assert table.log[-1].rules == ("RR-INFO-01",)
