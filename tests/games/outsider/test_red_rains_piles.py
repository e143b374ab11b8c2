"""The Chimera's piles, hand and fatigue, conjured cards that run short, levels, two players: by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest
from immolation.games import CHANCE, Correct

from .rains import DOWN, GAME, Rains, aspect, deck, pair, solo, unit

rule = pytest.mark.rule

CALM = aspect("calm", "none", 1, 4)
DICE = {"power": 3, "class": 2, "basic": 1, "exhausted": 4}


def small(*copies: int, **more: Any) -> dict[str, Any]:
    """A deck of cards ``one``, ``two``... with so many copies, that do nothing."""
    names = ("one", "two", "three", "four", "five")
    aspects = [aspect(name, "none", copies=n) for name, n in zip(names, copies, strict=False)]
    return {**deck(**more), "aspects": aspects}


def pile(table: Rains) -> int:
    return int(table.chimera["pile"])


# --- fatigue ------------------------------------------------------------------------------------------------


@rule("RR-FAT-01", "RR-FAT-04", "RR-HAND-01")
def test_the_worked_case_of_a_pile_that_runs_out() -> None:
    table = solo(small(3), [], discard={"one": 2})
    assert pile(table) == 1
    table.do("make-draw", n=1).dice()
    assert table.chimera["fatigued"]
    # the drawn card is discarded at once, into the pile that is being shuffled or just after it
    assert pile(table) + sum(table.chimera["discard"].values()) == 3
    assert table.told("fatigued", "pile-empty", "pile-shuffled").count("fatigued") == 1


@rule("RR-FAT-01", "RR-REV-01", "RR-BASE-07")
def test_adding_the_last_card_fatigues_in_the_middle_of_a_turn() -> None:
    row = {"main": [{"do": "add_aspect"}, {"do": "damage", "target": "phoenixborn", "n": 1}]}
    pack = small(4, rows=row, fatigued={"on_become": [{"do": "place_red_rains", "n": 2}]})
    table = solo(pack, [DOWN], discard={"one": 2}).turn(shows=["one"])
    assert (table.chimera["fatigued"], table.chimera["red_rains"]) == (True, 2)
    assert pile(table) == 2
    assert table.born()["wounds"] == 1  # the row goes on
    kinds = table.told("aspect-added", "pile-empty", "fatigued", "pile-shuffled", "damaged")
    assert kinds == ["aspect-added", "pile-empty", "fatigued", "pile-shuffled", "damaged"] or kinds[-1] == "damaged"


@rule("RR-FAT-01", "RR-TURN-12")
def test_with_two_the_second_emptying_fatigues() -> None:
    pack = {**small(4), "chimera": {**deck()["chimera"], "threat": 1}}
    del pack["fatigued"]["empties_needed"]
    table = pair(pack, ([], []), ([], []), discard={"one": 3})
    assert pile(table) == 1
    table.do("make-draw", n=1).dice()
    assert (table.chimera["fatigued"], table.chimera["empties"]) == (False, 1)
    table.do("make-draw", n=4).dice()
    assert (table.chimera["fatigued"], table.chimera["empties"]) == (True, 2)


@rule("RR-LAW-03", "RR-HAND-01", "RR-FAT-04")
def test_abundance_for_the_fresh_and_the_fatigued() -> None:
    table = solo(small(6), [])
    table.do("make-draw", n=2, instead=1).dice()
    assert (pile(table), table.chimera["discard"], table.chimera["wounds"]) == (4, {"one": 2}, 0)
    table = solo(small(6), [], fatigued=True, empties=1, discard={"one": 1})
    table.do("make-draw", n=2, instead=1)
    assert table.asked == "turn"
    assert (pile(table), table.chimera["discard"], table.chimera["wounds"]) == (5, {"one": 1}, 2)


@rule("RR-LAW-03", "RR-FAT-01")
def test_abundance_with_one_card_left_is_half_drawn_half_dealt() -> None:
    table = solo(small(3), [], discard={"one": 2}).do("make-draw", n=2, instead=1).dice()
    assert (table.chimera["fatigued"], table.chimera["wounds"]) == (True, 1)


@rule("RR-FAT-03")
def test_a_fatigued_chimera_is_wounded_by_each_card_that_is_discarded_from_its_hand() -> None:
    table = solo("viros", [], fatigued=True, empties=1)
    table.do("make-hand").dice()
    hand = sorted(table.chimera["hand"])
    table.do("hand-discard", card=hand[0]).do("hand-done")
    assert table.chimera["wounds"] == 1
    assert sum(table.chimera["discard"].values()) == 1


# --- the hand -----------------------------------------------------------------------------------------------


@rule("RR-HAND-02", "RR-HAND-03", "RR-HAND-05")
@pytest.mark.parametrize(("copies", "held"), [(9, 5), (5, 5), (3, 3), (1, 1)])
def test_the_hand_is_the_top_five_or_all_and_empties_no_pile(copies: int, held: int) -> None:
    table = solo(small(copies + 2), ["one", "one"]).do("make-hand").dice()
    assert sum(table.chimera["hand"].values()) == held
    assert not table.chimera["fatigued"]
    table.do("hand-done")
    assert (table.chimera["hand"], pile(table), table.chimera["fatigued"]) == (None, copies, False)
    assert table.chimera["empties"] == 0


@rule("RR-HAND-04", "RR-FAT-01", "RR-HAND-05")
def test_a_hand_discarded_to_the_last_card_empties_the_pile_after_all() -> None:
    table = solo(small(3), ["one"]).do("make-hand").dice()
    table.do("hand-discard", card="one").do("hand-discard", card="one")
    while table.asked == "hand":
        table.do("hand-done")
    table.dice()
    assert table.chimera["fatigued"]
    assert pile(table) == 2  # both are shuffled back


@rule("RR-HAND-03")
def test_what_was_put_back_comes_first() -> None:
    table = solo(small(5, 5), [DOWN]).do("make-hand")
    for card in ("one", "one", "two", "one", "two"):
        table.do("show", CHANCE, card=card)
    table.do("hand-discard", card="two").do("hand-discard", card="two").do("hand-done")
    table.do("make-draw", n=1)
    due = table.state.deciders()[CHANCE].outcomes
    assert [getattr(one.action, "card", "") for one in due] == ["one"]


# --- too few aspects ------------------------------------------------------------------------------------------


@rule("RR-LAW-23")
def test_the_worked_case_of_removed_aspects() -> None:
    row = {"main": [{"do": "add_aspects", "n": 3}]}
    # one in the draw pile, three removed, the one face down
    table = solo(small(5, rows=row), [DOWN], removed={"one": 3}).turn()
    assert len(table.born()["facing"]) == 4
    assert (pile(table), table.chimera["removed"]) == (1, {})


@rule("RR-LAW-23", "RR-FAT-04")
def test_the_discard_pile_comes_before_what_was_removed() -> None:
    row = {"main": [{"do": "add_aspects", "n": 2}]}
    table = solo(small(5, rows=row), [DOWN], discard={"one": 1}, removed={"one": 2}).turn()
    assert len(table.born()["facing"]) == 3
    assert (pile(table), table.chimera["discard"], table.chimera["removed"]) == (0, {}, {"one": 2})


@rule("RR-LAW-23")
def test_nothing_is_added_where_there_is_nothing() -> None:
    row = {"main": [{"do": "add_aspects", "n": 2}, {"do": "damage", "target": "phoenixborn", "n": 1}]}
    table = solo(small(3, rows=row), ["one", "one", DOWN]).turn()
    assert (len(table.born()["facing"]), table.born()["wounds"]) == (3, 1)


# --- conjured cards that run short ----------------------------------------------------------------------------


@rule("RR-TURN-06", "RR-MISC-01")
def test_the_eighth_rainwalker_does_not_come() -> None:
    walkers = [{"card": "rainwalker", "exhaustion": 0}] * 7
    table = solo("lordswall", [*walkers, {"blood": 2}], [])
    table.turn(face=10, shows=["flanking-strike"])
    assert sum(one.get("card") == "rainwalker" for one in table.born()["facing"]) == 7


@rule("RR-TURN-06")
def test_a_seed_that_cannot_be_summoned_is_a_token() -> None:
    seeds = [{"card": "scarlet-seed", "status": 3}] * 6
    table = solo("neverset", [*seeds, {"blood": 2}], []).turn(face=12, shows=["soothing-scent"])
    assert table.chimera["red_rains"] == 1


@rule("RR-MISC-06")
def test_copies_on_the_chimera_itself_are_copies_too() -> None:
    """Three of them in all: two on its own card, so one is left for the units."""
    web = {"id": "web", "kind": "alteration", "copies": 3, "modifiers": [{"do": "attack", "n": 1}]}
    row = {"main": [{"do": "attach", "card": "web", "target": "chimera", "n": 2},
                    {"do": "attach", "card": "web", "target": "all_units"}]}  # fmt: skip
    table = solo({**deck(CALM, rows=row), "conjured": [web]}, [DOWN], [unit(), unit()]).turn()
    assert [one["attached"] for one in table.born()["units"]] == [{"web": 1}, {}]
    assert table.state.position()["chimera_card"]["attached"] == {"web": 2}


@rule("RR-MISC-01")
def test_no_aspect_is_summoned_onto_a_full_battlefield() -> None:
    row = {"side": [{"do": "summon", "card": "pup", "n": 2}], "main": [{"do": "reveal"}]}
    pup = {"id": "pup", "kind": "aspect", "icon": "none", "life": 1, "copies": 5}
    pack = deck(CALM, rows=row, chimera={"battlefield_size": 3})
    table = solo({**pack, "conjured": [pup]}, ["calm", DOWN]).turn(shows=["calm"])
    assert [one.get("card") for one in table.born()["facing"]] == ["calm", "calm", "pup"]
    assert "full" in table.told()


@rule("RR-LAW-15", "RR-LAW-17")
def test_a_puppet_finds_room_where_none_is_and_takes_none() -> None:
    """The worked case: two slots, A up and F down; then the puppet. It takes no room of an aspect's."""
    row = {"main": [{"do": "add_aspect"}]}
    table = solo(deck(CALM, rows=row, chimera={"battlefield_size": 3}), ["calm", DOWN])
    table.do("enter", name="Blood Puppet", attack=0, life=2, onto="chimera")
    assert [one["kind"] for one in table.born()["facing"]] == ["aspect", "aspect", "unit"]
    table.turn(shows=["calm"])
    assert sum(one["kind"] == "aspect" for one in table.born()["facing"]) == 3


@rule("RR-DICE-03")
@pytest.mark.parametrize(
    ("who", "card", "on"),
    [
        ("frostwild", "stun", "u1"),
        ("frostwild", "stun", "p1"),
        ("shadowreck", "webbed", "u1"),
        ("moon_cove", "drowning", "p1"),
    ],
)
def test_what_can_be_shaken_off_is_a_side_action(who: str, card: str, on: str) -> None:
    units = [unit("One", life=5, attached={card: 1} if on == "u1" else {})]
    table = solo(who, [DOWN], units, p1={"dice": DICE, "attached": {card: 1} if on == "p1" else {}})
    table.do("shake-off", card=card, on=on)
    if card != "webbed":
        table.answer("power")
    table.dice(power=2)
    bearer = table.born() if on == "p1" else table.card("u1")
    assert bearer["attached"] == {}
    dice = table.born()["dice"]
    lowered = 8 - (2 * dice["power"] + dice["class"])
    assert lowered == (0 if card == "webbed" else 1)
    assert table.chimera["rage"]["power"] == (2 if card == "webbed" else 0)
    # the side action of this turn is done
    assert table.refused("meditate", dice=1)


@rule("RR-DICE-03")
@pytest.mark.parametrize(
    ("dice", "answer", "after"),
    [
        ({"power": 1, "class": 1}, "power", {"power": 0, "class": 2, "basic": 0, "exhausted": 0}),
        ({"power": 1, "class": 1}, "class", {"power": 1, "class": 0, "basic": 1, "exhausted": 0}),
        ({"power": 2}, "", {"power": 1, "class": 1, "basic": 0, "exhausted": 0}),
    ],
)
def test_which_die_pays_for_it_is_the_players_choice(dice: dict[str, int], answer: str, after: dict[str, int]) -> None:
    table = solo("frostwild", [DOWN], [unit(attached={"stun": 1})], p1={"dice": dice})
    table.do("shake-off", card="stun", on="u1")
    if answer:
        assert sorted(table.offered()) == ["class", "power"]
        table.answer(answer)
    assert (table.asked, table.born()["dice"], table.card("u1")["attached"]) == ("turn", after, {})


@rule("RR-DICE-03")
def test_who_has_no_die_to_lower_cannot_shake_anything_off() -> None:
    table = solo("frostwild", [DOWN], [unit(attached={"stun": 1})], p1={"dice": {"basic": 3}})
    assert table.refused("shake-off", card="stun", on="u1")


@rule("RR-TIME-03", "RR-BASE-03")
def test_bleeding_hurts_at_the_end_of_the_bearers_turn_alone() -> None:
    units = [
        unit("One", life=5, attached={"bleed": 1}),
        unit("Two", life=1, attached={"bleed": 1}),
        unit("Three", life=5),
    ]
    table = solo("neverset", [{"blood": 2}], units).do("end-turn")
    born = table.born()["units"]
    assert [(one["ref"], one["wounds"]) for one in born] == [("u1", 1), ("u3", 0)]
    table.dice(shows=["soothing-scent"])
    assert [one["wounds"] for one in table.born()["units"]] == [1, 0]


@rule("RR-BASE-06")
def test_webs_lessen_attack_and_recovery() -> None:
    table = solo("shadowreck", [], [unit("One", attack=2, life=5, recover=2, wounds=3, attached={"webbed": 1})])
    assert (table.card("u1")["attack"], table.card("u1")["recover"]) == (1, 1)
    table.do("pass").dice()
    assert table.card("u1")["wounds"] == 2


# --- levels ----------------------------------------------------------------------------------------------------


@rule("RR-BASE-03")
@pytest.mark.parametrize(("letter", "threats", "life"), [("S", (4, 5, 6), 30), ("H", (5, 6, 7), 35)])
def test_a_campaign_climbs_to_the_third_level(letter: str, threats: tuple[int, ...], life: int) -> None:
    position = {"chimera": "viros", "level": f"{letter}1", "campaign": True, "seats": {"p1": {"wounds": 7}}}
    state = GAME.from_position({**position, "phase": 3, "red_rains": 2, "rage": 3, "round": 4})
    for stage, threat in zip((1, 2, 3), threats, strict=True):
        chimera = state.view(None)["chimera"]
        assert (chimera["threat"], chimera["life"], state.position()["stage"]) == (threat, life, stage)
        assert state.outcome() is None
        state.apply(GAME.action({"do": "effect", "seat": "p1", "what": "damage", "on": "chimera", "n": 30}))
        if state.outcome() is None and state.position()["chimera_card"]["wounds"]:
            state.apply(GAME.action({"do": "effect", "seat": "p1", "what": "damage", "on": "chimera", "n": 5}))
        view = state.view(None)
        if stage < 3:
            assert (view["chimera"]["phase"], view["chimera"]["red_rains"], view["chimera"]["wounds"]) == (1, 0, 0)
            assert view["chimera"]["rage"] == {"power": 0, "basic": 5}
            assert view["round"] == 1
            assert len(view["seats"]["p1"]["facing"]) == threats[stage]
    result = state.outcome()
    assert result is not None
    assert result.winners == ("p1",)


@rule("RR-BASE-03")
def test_a_single_level_ends_with_its_chimera() -> None:
    state = GAME.from_position({"chimera": "viros", "level": "S1", "seats": {"p1": {}}, "chimera_card": {"wounds": 29}})
    state.apply(GAME.action({"do": "effect", "seat": "p1", "what": "damage", "on": "chimera", "n": 1}))
    result = state.outcome()
    assert result is not None
    assert result.winners == ("p1",)


# --- two players -------------------------------------------------------------------------------------------------


@rule("RR-TURN-12", "RR-REV-03")
def test_the_chimera_turns_to_one_player_and_then_to_the_other() -> None:
    row = {"side": [{"do": "damage", "target": "leftmost", "n": 1}], "main": [{"do": "reveal"}]}
    table = pair(deck(CALM, rows=row), ([DOWN], [unit(), unit()]), ([DOWN], [unit(), unit()]))
    table.do("end-turn", "p1").do("end-turn", "p2")
    table.do("roll-rage", CHANCE, power=1).do("roll-die", CHANCE, face=1)
    found = [table.card(ref)["wounds"] for ref in ("u1", "u2", "u51", "u52")]
    assert found == [1, 0, 0, 0]
    table.dice(shows=["calm", "calm"])
    found = [table.card(ref)["wounds"] for ref in ("u1", "u2", "u51", "u52")]
    assert found == [1, 0, 1, 0]
    sides = [event.data["side"] for event in table.log if event.kind == "chimera-turn"]
    assert sides == ["p1", "p2"]


@rule("RR-TURN-12", "RR-GRD-01")
def test_only_the_attacked_player_blocks_and_guards() -> None:
    jaw = aspect("jaw", "jaw", 2, 4)
    table = pair(deck(CALM, jaw), (["calm"], [unit()]), (["jaw"], [unit()]))
    table.do("end-turn", "p1").do("end-turn", "p2")
    assert list(table.state.deciders()) == ["p2"]
    assert sorted(table.offered("p2")) == ["no", "u51"]
    assert table.refused("answer", "p1", option="no")
    assert table.refused("answer", "p2", option="u1")


@rule("RR-ULT-03", "RR-ULT-04", "RR-TURN-12", "RR-TOK-02")
def test_an_ultimate_falls_on_both_and_clears_both_battlefields() -> None:
    puppet = {"name": "Blood Puppet", "attack": 0, "life": 2, "owner": "p2", "exhaustion": 1}
    pack = deck(CALM)
    pack["ultimate"] = [{"phase": n, "effects": [{"do": "damage", "target": "all_units", "n": 1}]} for n in (1, 2, 3)]
    table = pair(pack, ([DOWN], [unit()]), (["calm", {**puppet, "ref": "u9"}], [unit()]), red_rains=4, rage=4)
    table.do("pass", "p1")
    assert (table.card("u1")["wounds"], table.card("u51")["wounds"]) == (1, 1)
    assert table.gone("u9")
    assert table.chimera["phase"] == 2


@rule("RR-MISC-05", "RR-TIME-05")
def test_nobody_takes_a_main_or_side_action_in_the_partners_turn() -> None:
    table = pair(deck(CALM), (["calm"], [unit()]), (["calm"], [unit()]))
    assert table.refused("attack", "p2", units=["u51"], target="a51") == "RR-MISC-05"
    assert table.refused("meditate", "p2") == "RR-MISC-05"
    assert table.refused("pass", "p2") == "RR-MISC-05"


# --- set right in the middle of a question ------------------------------------------------------------------------


def correct(table: Rains, path: list[str], value: Any) -> Rains:
    table.log += table.state.apply(Correct("table", tuple(path), value))
    return table


@rule("RR-BLK-02", "RR-GRD-01")
def test_a_correction_in_the_middle_of_a_question_changes_what_may_be_answered() -> None:
    jaw = aspect("jaw", "jaw", 2, 4)
    table = solo(deck(jaw), ["jaw"], [unit(life=9), unit(life=9)]).turn()
    assert sorted(table.offered()) == ["no", "u1", "u2"]
    units = table.state.position()["seats"]["p1"]["units"]
    correct(table, ["seats", "p1", "units"], units[1:])
    assert sorted(table.offered()) == ["no", "u2"]
    table.answer("u2")
    assert table.card("u2")["wounds"] == 2


@rule("RR-TGT-04", "RR-BTL-04")
def test_a_correction_of_numbers_in_a_battle_counts() -> None:
    jaw = aspect("jaw", "jaw", 2, 4)
    table = solo(deck(jaw), ["jaw"], []).turn()
    if table.asked == "block":
        correct(table, ["seats", "p1", "wounds"], 16).answer("no")
        assert table.state.outcome() is not None
    else:
        assert table.born()["wounds"] == 2


@rule("RR-TURN-05")
def test_a_correction_may_not_make_what_cannot_be() -> None:
    table = solo(deck(CALM), ["calm", DOWN]).do("end-turn")
    before = table.state.digest()
    for path, value in (
        (["rage"], 9),
        (["phase"], 4),
        (["seats", "p1", "facing"], ["nobody"]),
        (["seats", "p3"], {}),
        (["stack"], []),
        (["nowhere"], 1),
        (["chimera_card", "wounds"], 20),
    ):
        refusal = table.state.check(Correct("table", tuple(path), value))
        assert refusal is not None, path
        assert table.state.digest() == before
