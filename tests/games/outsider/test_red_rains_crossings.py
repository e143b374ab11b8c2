"""Where two rules of Red Rains cross: what a mean examiner would set up, worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import DOWN, GAME, Rains, aspect, deck, pair, solo, unit

rule = pytest.mark.rule

LEFT = aspect("left", "claw_left", 2, 4)
RIGHT = aspect("right", "claw_right", 2, 4)
JAW = aspect("jaw", "jaw", 2, 4)
CALM = aspect("calm", "none", 1, 4)
DICE = {"power": 3, "class": 2, "basic": 1, "exhausted": 4}
ALWAYS = {"reaction_windows": "always"}


def wounds(table: Rains, seat: str = "p1") -> list[int]:
    return [one["wounds"] for one in table.born(seat)["units"]] + [table.born(seat)["wounds"]]


def refs(table: Rains, seat: str = "p1") -> list[str]:
    return [one["ref"] for one in table.born(seat)["units"]]


# --- rows that find nobody --------------------------------------------------------------------------------


@rule("RR-TGT-06", "RR-TGT-05")
@pytest.mark.parametrize(
    ("who", "aspects", "phase", "face", "plain"),
    [
        ("viros", "fury", 3, 7, "hunting-instincts"),
        ("frostwild", "storm", 1, 10, "avalanche"),
        ("neverset", "bloom", 1, 10, "soothing-scent"),
        ("shadowreck", "lair", 1, 10, "unfathomable"),
        ("moon_cove", "abyss", 2, 7, "capsize"),
    ],
)
@pytest.mark.parametrize("units", [[], [unit(text="dice protected")]], ids=["no unit", "protected from dice powers"])
def test_a_side_action_that_finds_no_unit_spares_the_phoenixborn_and_the_row_goes_on(
    who: str, aspects: str, phase: int, face: int, plain: str, units: list[Any]
) -> None:
    table = solo(who, [{"blood": 2}], units, aspects=aspects, phase=phase).turn(face=face, shows=[plain])
    born = table.born()
    assert (born["wounds"], born["attached"]) == (0, {})
    assert all((one["wounds"], one["attached"]) == (0, {}) for one in born["units"])
    assert table.card("a1")["card"] == plain
    assert table.asked == "turn"


@rule("RR-DICE-03", "RR-TURN-06")
@pytest.mark.parametrize(
    ("dice", "after"), [({"basic": 4}, (0, 0, 4)), ({"class": 1, "basic": 1}, (0, 0, 2)), ({}, (0, 0, 0))]
)
def test_as_many_dice_are_lowered_as_there_are(dice: dict[str, int], after: tuple[int, ...]) -> None:
    table = solo("viros", [{"blood": 2}], p1={"dice": dice}).turn(face=7, shows=["hunting-instincts"])
    left = table.born()["dice"]
    assert (left["power"], left["class"], left["basic"]) == after
    assert table.card("a1")["card"] == "hunting-instincts"


@rule("RR-DICE-03")
@pytest.mark.parametrize("dice", [{"class": 1, "basic": 3}, {"power": 1}, {"basic": 2}, {}])
def test_who_cannot_lower_exactly_two_dice_bleeds(dice: dict[str, int]) -> None:
    """Of two lists the player takes one that can be carried out."""
    table = solo("frostwild", [{"blood": 2}], p1={"dice": dice}, phase=3).turn(face=8, shows=["avalanche"])
    while table.asked != "turn":
        table.answer(table.offered()[-1], shows=["avalanche"])
    assert table.born()["wounds"] == 1
    assert {key: n for key, n in table.born()["dice"].items() if n} == dice


@rule("RR-TURN-06", "RR-MISC-02")
def test_a_unit_killed_by_the_side_action_is_not_found_by_the_card_revealed_after_it() -> None:
    table = solo("viros", [{"blood": 1}], [unit("One", life=1), unit("Two", life=5)], phase=3)
    table.turn(face=8, shows=["whiplash"])
    assert (refs(table), wounds(table)) == (["u2"], [1, 0])


@rule("RR-ATK-03", "RR-REV-06")
def test_a_revealed_card_that_a_reaction_takes_away_does_not_attack() -> None:
    table = solo("viros", [{"blood": 2}], [unit(life=9)], options=ALWAYS).turn(face=5, shows=["frozen-fear"])
    assert table.asked == "reaction"
    table.do("effect", what="destroy", on="a1").do("go-on").dice()
    assert table.asked == "turn"
    assert wounds(table) == [0, 0]


@rule("RR-ATK-03")
def test_a_revealed_card_that_a_reaction_exhausts_does_not_attack() -> None:
    table = solo("viros", [{"blood": 2}], [unit(life=9)], options=ALWAYS).turn(face=5, shows=["frozen-fear"])
    table.do("effect", what="exhaust", on="a1").do("go-on").dice()
    assert wounds(table) == [0, 0]
    assert table.card("a1")["exhaustion"] == 1


# --- Ultimates ---------------------------------------------------------------------------------------------


@rule("RR-ULT-01", "RR-ULT-02", "RR-ULT-05", "RR-TURN-06", "RR-ULT-07")
def test_an_ultimate_in_the_side_action_and_the_row_goes_on_from_the_old_card() -> None:
    """Phase I, face 12: the third token comes, everybody is hurt by one, phase II; then the Reveal of the row."""
    table = solo("viros", [{"blood": 2}, {"blood": 2}], [unit(life=5)], red_rains=2)
    table.turn(face=12, shows=["hunting-instincts"])
    assert (table.chimera["red_rains"], table.chimera["phase"]) == (0, 2)
    assert wounds(table) == [1, 1]
    assert table.card("a1")["card"] == "hunting-instincts"
    table.turn(face=7, shows=["hunting-instincts"])  # phase II: 1 damage to the Phoenixborn
    assert wounds(table) == [1, 2]


@rule("RR-ULT-04", "RR-ULT-03")
@pytest.mark.parametrize(
    ("who", "aspects", "phase", "units", "born", "left"),
    [
        ("viros", "fury", 1, [1, 1], 1, ["u1", "u2"]),
        ("viros", "fury", 2, [2, 2], 2, ["u1", "u2"]),
        ("viros", "fury", 3, [0, 0], 0, ["u1", "u2"]),
        ("frostwild", "storm", 1, [0], 0, ["u2"]),
        ("frostwild", "storm", 2, [0, 0], 3, ["u1", "u2"]),
        ("neverset", "bloom", 1, [0, 0], 0, ["u1", "u2"]),
        ("lordswall", "horde", 1, [1, 1], 0, ["u1", "u2"]),
        ("lordswall", "horde", 2, [2, 2], 0, ["u1", "u2"]),
        ("lordswall", "horde", 3, [0, 0], 0, ["u1", "u2"]),
        ("shadowreck", "lair", 1, [0], 0, ["u2"]),
        ("shadowreck", "lair", 2, [0, 0], 3, ["u1", "u2"]),
        ("moon_cove", "abyss", 1, [0], 0, ["u2"]),
        ("moon_cove", "abyss", 2, [2, 2], 0, ["u1", "u2"]),
        ("moon_cove", "abyss", 3, [0, 0], 1, ["u1", "u2"]),
    ],
)
def test_an_ultimate_hurts_whom_its_card_names(
    who: str, aspects: str, phase: int, units: list[int], born: int, left: list[str]
) -> None:
    table = ultimate(who, aspects, phase)
    assert (wounds(table), refs(table)) == ([*units, born], left)


def ultimate(who: str, aspects: str, phase: int, units: int = 2, **more: Any) -> Rains:
    """The fifth rage die turns, with two tokens on the Chimera: its Ultimate. No aspect is up, a pass ends the turn."""
    own = [unit(f"Unit {number}", life=5) for number in range(units)]
    table = solo(who, [DOWN], own, aspects=aspects, phase=phase, rage=4, red_rains=2, p1={"dice": DICE}, **more)
    table.do("pass")
    return table


@rule("RR-ULT-04", "RR-ULT-08")
@pytest.mark.parametrize(
    ("who", "aspects", "phase", "added"),
    [
        ("viros", "fury", 3, [""]),
        ("neverset", "bloom", 1, [""]),
        ("neverset", "bloom", 2, [""]),
        ("lordswall", "horde", 1, ["rainwalker"] * 2),
        ("lordswall", "horde", 2, ["rainwalker"] * 2),
        ("lordswall", "horde", 3, ["rainwalker"] * 3),
        ("moon_cove", "abyss", 3, [""]),
        ("frostwild", "storm", 1, []),
        ("shadowreck", "lair", 2, []),
    ],
)
def test_an_ultimate_brings_what_its_card_names(who: str, aspects: str, phase: int, added: list[str]) -> None:
    table = ultimate(who, aspects, phase)
    while table.asked == "blood":
        table.dice()
        break
    shown = [one.get("card", "") for one in table.born()["facing"]]
    assert shown[1 : 1 + len(added)] == added


@rule("RR-ULT-04")
@pytest.mark.parametrize(
    ("who", "aspects", "phase", "card", "bearers"),
    [
        ("frostwild", "storm", 1, "stun", ["u2", "u3", "p1"]),
        ("frostwild", "storm", 2, "stun", ["u1", "u2", "u3", "p1"]),
        ("neverset", "bloom", 1, "bleed", ["u1"]),
        ("neverset", "bloom", 2, "bleed", ["u2", "u3"]),
        ("shadowreck", "lair", 1, "webbed", ["u2", "u3"]),
        ("shadowreck", "lair", 2, "webbed", ["u1", "u2", "u3"]),
        ("moon_cove", "abyss", 1, "drowning", ["p1", "p1"]),
        ("moon_cove", "abyss", 2, "drowning", ["p1", "p1"]),
    ],
)
def test_an_ultimate_puts_on_what_its_card_names(
    who: str, aspects: str, phase: int, card: str, bearers: list[str]
) -> None:
    table = ultimate(who, aspects, phase, units=3)
    born = table.born()
    found = [one["ref"] for one in born["units"] for _ in range(one["attached"].get(card, 0))]
    assert found + ["p1"] * born["attached"].get(card, 0) == bearers


@rule("RR-ULT-06")
def test_the_last_ultimate_comes_again_and_again() -> None:
    table = solo("viros", [{"blood": 2}], phase=3, red_rains=2, rage=4)
    table.do("pass").dice()
    assert (table.chimera["phase"], table.chimera["red_rains"]) == (3, 0)
    assert len(table.born()["facing"]) == 2


@rule("RR-TOK-04", "RR-ULT-02")
def test_a_heap_of_tokens_brings_one_ultimate_after_another() -> None:
    heap = {"main": [{"do": "place_red_rains", "n": 7}]}
    pack = deck(CALM, rows=heap, chimera={"ultimate_value": 3})
    pack["ultimate"] = [
        {"phase": phase, "effects": [{"do": "damage", "target": "phoenixborn", "n": phase}]} for phase in (1, 2, 3)
    ]
    table = solo(pack, [DOWN], red_rains=2).turn()
    # 2 + 1 = 3: first; 3 more: second; 3 more: third
    assert (table.chimera["red_rains"], table.chimera["phase"]) == (0, 3)
    assert table.born()["wounds"] == 1 + 2 + 3


@rule("RR-TOK-05", "RR-ULT-02", "RR-ULT-09")
@pytest.mark.parametrize(("tokens", "fires"), [(5, False), (6, True)])
def test_exhaustion_on_both_cards_raises_the_value(tokens: int, fires: bool) -> None:
    row = {"main": [{"do": "place_red_rains", "n": 1}]}
    table = solo(
        deck(CALM, rows=row), [DOWN], red_rains=tokens, chimera_card={"exhaustion": 1}, ultimate_exhaustion=1
    ).turn()
    assert table.chimera["phase"] == (2 if fires else 1)
    assert table.chimera["red_rains"] == (0 if fires else 6)
    assert table.chimera["exhaustion"] == 1
    assert table.chimera["ultimate_exhaustion"] == (0 if fires else 1)


@rule("RR-ULT-03", "RR-LAW-15", "RR-BASE-04")
def test_foreign_cards_leave_before_the_effect_and_cost_the_chimera_no_blood() -> None:
    puppet = {"name": "Blood Puppet", "attack": 0, "life": 2, "owner": "p1"}
    table = solo("viros", [DOWN, {**puppet, "ref": "u9"}], [unit(life=5)], rage=4, red_rains=2)
    table.do("pass").dice(shows=["rampage"])
    assert table.gone("u9")
    assert table.chimera["wounds"] == 0
    kinds = table.told("discarded", "damaged", "ultimate")
    assert kinds[:2] == ["ultimate", "discarded"]


@rule("RR-ULT-03")
def test_a_players_spell_on_an_aspect_leaves_too_but_what_the_chimera_conjured_stays() -> None:
    up = {"card": "avalanche", "spells": {"Fear": "p1"}, "attached": {"vigor": 1}, "exhaustion": 1}
    table = solo("frostwild", [up, DOWN], rage=4, red_rains=2)
    table.do("pass").dice()
    assert table.card("a1")["spells"] == []
    assert table.card("a1")["attached"] == {"vigor": 1}


# --- the game ends in the middle of something --------------------------------------------------------------


@rule("RR-BASE-03")
def test_nothing_follows_the_fall_of_the_phoenixborn() -> None:
    facing = [{"card": "stormcall", "status": 1}, {"blood": 2}]
    table = solo("viros", facing, aspects="shadow", p1={"life": 18, "wounds": 17}, red_rains=2).turn()
    result = table.state.outcome()
    assert result is not None
    assert result.winners == ()
    assert (table.chimera["red_rains"], table.chimera["phase"]) == (2, 1)
    assert table.state.deciders() == {}
    assert list(table.state.legal_actions("p1")) == []
    again = GAME.from_position(table.state.position())
    assert again.outcome() == result


@rule("RR-BASE-03", "RR-BASE-04", "RR-BLK-04")
def test_blood_of_an_attacker_that_falls_to_its_blocker_ends_the_game() -> None:
    table = solo(deck(JAW), [{"card": "jaw", "wounds": 3}], [unit(attack=1, life=1)], chimera_card={"wounds": 19})
    table.turn().answer("u1")
    result = table.state.outcome()
    assert result is not None
    assert result.winners == ("p1",)


@rule("RR-BASE-03", "RR-LAW-14")
def test_damage_to_the_chimera_wins_in_the_middle_of_the_players_turn() -> None:
    table = solo("viros", [DOWN], chimera_card={"wounds": 28})
    table.do("effect", what="damage", on="chimera", n=1)
    assert table.state.outcome() is None
    table.do("effect", what="damage", on="chimera", n=1)
    result = table.state.outcome()
    assert result is not None
    assert (result.winners, result.rule) == (("p1",), "RR-BASE-03")


@rule("RR-BASE-03", "RR-TURN-12")
@pytest.mark.parametrize("fallen", ["p1", "p2"])
def test_with_two_either_fall_loses_for_both(fallen: str) -> None:
    row = {"main": [{"do": "damage", "target": "phoenixborn", "n": 5}]}
    table = pair(deck(CALM, rows=row), ([DOWN], []), ([DOWN], []))
    position = table.state.position()
    position["seats"][fallen]["wounds"] = 14
    table.state = GAME.from_position(position)
    table.do("end-turn", "p1").do("end-turn", "p2").dice()
    result = table.state.outcome()
    assert result is not None
    assert result.winners == ()


@rule("RR-BASE-03")
def test_an_area_that_fells_a_hordes_worth_of_blood_wins() -> None:
    table = solo("viros", ["whiplash", "whiplash"], chimera_card={"wounds": 28})
    table.do("area", what="damage", n=1, units="facing").dice()
    result = table.state.outcome()
    assert result is not None
    assert result.winners == ("p1",)


# --- several deaths at once --------------------------------------------------------------------------------


@rule("RR-LAW-18", "RR-LAW-19", "RR-BASE-04")
def test_natures_wrath_fells_on_both_sides_at_once_and_spares_what_lies_face_down() -> None:
    facing = [{"card": "skeletal-wall"}, {"blood": 1}, {"card": "torrential-sacrifice"}]
    table = solo("lordswall", facing, [unit(life=1), unit(life=2)], aspects="death")
    table.do("area", what="damage", n=1).dice()
    assert refs(table) == ["u2"]
    shown = [one.get("card", "") for one in table.born()["facing"]]
    # the walkers that the wall leaves behind were not there when the damage was dealt
    assert shown == ["", "rainwalker", "rainwalker"]
    assert table.chimera["wounds"] == 2


@rule("RR-LAW-20", "RR-BASE-05")
def test_kneel_reaches_the_unexhausted_alone_and_nothing_face_down() -> None:
    facing = [{"card": "lurk"}, {"card": "glare", "exhaustion": 1}, {"blood": 1}]
    table = solo("viros", facing, [unit(), unit(exhaustion=1)], aspects="shadow")
    table.do("area", what="exhaust-unexhausted", n=1).dice()
    tokens = [one.get("exhaustion", 0) for one in (*table.born()["units"], *table.born()["facing"])]
    assert tokens == [1, 1, 1, 1, 0]


@rule("RR-LAW-18", "RR-LAW-19", "RR-LAW-20")
@pytest.mark.parametrize("what", ["damage", "exhaust-unexhausted"])
def test_an_area_of_one_player_does_not_reach_the_partner(what: str) -> None:
    table = pair(deck(CALM), (["calm"], [unit()]), (["calm"], [unit()]))
    table.do("area", what=what, n=1).dice()
    key = "wounds" if what == "damage" else "exhaustion"
    found = {ref: table.card(ref)[key] for ref in ("a1", "u1", "a51", "u51")}
    assert found == {"a1": 1, "u1": 1, "a51": 0, "u51": 0}


# --- guards, blocks, and the words on units ----------------------------------------------------------------


@rule("RR-GRD-01", "RR-GRD-10", "RR-ABIL-03")
def test_who_may_guard() -> None:
    units = [
        unit("Target", text="unit guard"),
        unit("Guard", text="unit guard"),
        unit("Tired", text="unit guard", exhaustion=1),
        unit("Plain"),
        unit("Stunned", text="unit guard", attached={"stun": 1}),
    ]
    table = solo("frostwild", [{"card": "charge-fist", "status": 0}], units, aspects="mighty").turn()
    assert sorted(table.offered()) == ["no", "p1", "u2"]


@rule("RR-GRD-02", "RR-GRD-03", "RR-GRD-08")
def test_the_phoenixborn_guards_once_a_round_even_exhausted() -> None:
    table = solo(deck(LEFT), ["left", "left"], [unit(life=9)], p1={"exhaustion": 2}).turn()
    table.answer("p1")
    assert table.born()["guard_used"]
    assert (table.born()["wounds"], table.born()["exhaustion"]) == (2, 2)
    table.turn()
    assert table.asked != "guard" or table.offered() == ["no"]


@rule("RR-GRD-05", "RR-BASE-02", "RR-GRD-04")
def test_a_unit_that_guards_counters_and_is_tired_the_target_takes_no_part() -> None:
    table = solo(deck(LEFT), ["left"], [unit(life=9, attack=3), unit("Guard", 1, 9, "unit guard")]).turn()
    table.answer("u2")
    assert wounds(table) == [0, 2, 0]
    assert (table.card("a1")["wounds"], table.card("a1")["exhaustion"]) == (1, 1)
    assert (table.card("u1")["exhaustion"], table.card("u2")["exhaustion"]) == (0, 1)


@rule("RR-BLK-01", "RR-BLK-02")
def test_each_attacker_of_a_horde_has_a_blocker_of_its_own() -> None:
    table = solo("lordswall", ["rainwalker", "rainwalker"], [unit("One", 0, 9), unit("Two", 0, 9)]).turn()
    assert table.asked == "block"
    table.answer("u1")
    assert table.asked == "block"
    assert "u1" not in table.offered()
    table.answer("no")
    assert wounds(table) == [1, 0, 1]


@rule("RR-BLK-04", "RR-BASE-02")
def test_a_feeble_attacker_does_not_tire_who_counters_it() -> None:
    table = solo("lordswall", ["rainwalker"], [unit("One", 1, 9)]).turn().answer("u1")
    assert table.gone("a1")
    assert table.card("u1")["exhaustion"] == 0
    assert table.chimera["wounds"] == 0  # a walker has no blood


@rule("RR-GRD-09")
@pytest.mark.parametrize(("answer", "hurt", "tired"), [("yes", 1, 1), ("no", 0, 0)])
def test_an_unguarded_target_counters_if_its_player_likes(answer: str, hurt: int, tired: int) -> None:
    table = solo(deck(LEFT), ["left"], [unit(life=9)]).turn().answer("no")
    assert table.asked == "counter"
    table.answer(answer)
    assert (table.card("a1")["wounds"], table.card("u1")["exhaustion"]) == (hurt, tired)


@rule("RR-BASE-01", "RR-BLK-04")
def test_a_blocker_destroyed_by_the_blow_counters_all_the_same() -> None:
    table = solo(deck(JAW), [{"card": "jaw", "wounds": 1}], [unit(attack=3, life=2)]).turn().answer("u1")
    assert table.gone("u1")
    assert table.gone("a1")


@rule("RR-LAW-07", "RR-LAW-09")
@pytest.mark.parametrize("word", ["bypass", "stalk"])
def test_no_guard_roll_against_who_cannot_be_guarded(word: str) -> None:
    table = solo(deck(CALM), ["calm"], [unit(text=word, life=9)])
    table.do("attack", units=["u1"], target="a1")
    assert table.asked != "roll-guard"
    assert table.card("a1")["wounds"] == 1


@rule("RR-LAW-09", "RR-LAW-14")
@pytest.mark.parametrize(("face", "guards"), [(8, False), (9, True), (12, True)])
def test_the_chimera_guards_on_nine_and_does_not_counter(face: int, guards: bool) -> None:
    table = solo(deck(CALM), ["calm"], [unit(attack=2, life=9)])
    table.do("attack", units=["u1"], target="a1").dice(face=face)
    assert (table.card("a1")["wounds"], table.chimera["wounds"]) == ((0, 2) if guards else (2, 0))
    assert table.card("u1")["wounds"] == (0 if guards else 1)
    assert table.card("u1")["exhaustion"] == 1


@rule("RR-LAW-06", "RR-LAW-08", "RR-LAW-10", "RR-LAW-11")
def test_the_leftmost_defender_that_may_guards_and_counters_without_tiring() -> None:
    first = aspect("first", "jaw", 1, 2, keywords=["defender"])
    second = aspect("second", "jaw", 3, 5, keywords=["defender"])
    table = solo(deck(CALM, first, second), ["calm", "first", "second"], [unit(attack=1, life=9, text="terrifying 1")])
    table.do("attack", units=["u1"], target="a1").dice()
    assert [table.card(ref)["wounds"] for ref in ("a1", "a2", "a3")] == [0, 0, 1]
    assert (table.card("u1")["wounds"], table.card("a3")["exhaustion"]) == (3, 0)
    table = solo(deck(CALM, first, second), ["calm", "first", "second"], [unit(attack=1, life=9, text="gigantic 2")])
    table.do("attack", units=["u1"], target="a1").dice()
    assert [table.card(ref)["wounds"] for ref in ("a1", "a2", "a3")] == [0, 0, 1]
    table = solo(deck(CALM, first, second), ["calm", "first", "second"], [unit(attack=1, life=9, text="gigantic 5")])
    table.do("attack", units=["u1"], target="a1")
    assert table.asked == "roll-guard"


@rule("RR-LAW-06")
def test_a_defender_guards_no_defender_but_an_exhausted_one() -> None:
    ward = aspect("ward", "jaw", 1, 5, keywords=["defender"])
    table = solo(deck(ward), ["ward", "ward"], [unit(life=9)])
    table.do("attack", units=["u1"], target="a2")
    assert table.asked != "roll-guard"
    assert (table.card("a1")["wounds"], table.card("a2")["wounds"]) == (0, 1)
    table = solo(deck(ward), ["ward", {"card": "ward", "exhaustion": 1}], [unit(life=9)])
    table.do("attack", units=["u1"], target="a2")
    assert (table.card("a1")["wounds"], table.card("a2")["wounds"]) == (1, 0)


@rule("RR-LAW-04", "RR-LAW-12", "RR-BLK-02")
def test_threatening_is_blocked_by_who_is_fit_from_the_left() -> None:
    facing = [{"card": "calm", "exhaustion": 1}, "calm", "calm"]
    table = solo(deck(CALM), facing, [unit(attack=1, life=9, text="threatening")])
    table.do("attack", units=["u1"], target="chimera").dice()
    assert [table.card(ref)["wounds"] for ref in ("a1", "a2", "a3")] == [0, 1, 0]
    assert table.chimera["wounds"] == 0
    table = solo(deck(CALM), facing[:1], [unit(attack=1, life=9, text="threatening")])
    table.do("attack", units=["u1"], target="chimera").dice()
    assert table.chimera["wounds"] == 1


@rule("RR-LAW-05")
def test_who_may_choose_its_blocker_names_any_fit_aspect() -> None:
    table = solo(deck(CALM), ["calm", {"card": "calm", "exhaustion": 1}], [unit(life=9, text="chooses blocker")])
    table.do("attack", units=["u1"], target="chimera", block="a1").dice()
    assert (table.card("a1")["wounds"], table.chimera["wounds"]) == (1, 0)


@rule("RR-TGT-01", "RR-TGT-05", "RR-TGT-07")
@pytest.mark.parametrize(
    ("words", "left", "right"),
    [
        (["untargetable", "", "untargetable"], "u2", "u2"),
        (["", "untargetable", ""], "u1", "u3"),
        (["unattackable", "", ""], "u2", "u3"),
        (["concealed", "concealed", ""], "u3", "u3"),
    ],
)
def test_claws_step_inward(words: list[str], left: str, right: str) -> None:
    for card, expected in (("left", left), ("right", right)):
        table = solo(deck(LEFT, RIGHT), [card], [unit(text=word) for word in words]).turn()
        assert table.state.view(None)["battle"]["target"] == expected


@rule("RR-TGT-04", "RR-TURN-08", "RR-ATK-07")
def test_a_puppet_is_the_leftmost_attacker_and_goes_for_the_phoenixborn() -> None:
    puppet = {"name": "Blood Puppet", "attack": 2, "life": 2, "owner": "p1", "ref": "u9"}
    table = solo(deck(LEFT), [puppet, "left"], [unit(life=9)]).turn()
    assert table.asked == "block"
    table.answer("no")
    assert table.born()["wounds"] == 2
    assert table.card("u9")["exhaustion"] == 1


# --- passes ------------------------------------------------------------------------------------------------


@rule("RR-TURN-11", "RR-RAGE-05")
def test_passes_must_follow_each_other() -> None:
    table = solo(deck(CALM), ["calm"])
    table.do("end-turn")  # the Chimera passes on its turn
    assert (table.state.view(None)["passes"], table.state.view(None)["moment"]) == (1, "turns")
    table.do("end-turn")
    assert table.state.view(None)["passes"] == 1
    table.log = []
    table.do("pass").dice()
    assert "turns-over" in table.told()


@rule("RR-TURN-11", "RR-TURN-12")
def test_with_two_all_four_passes_are_needed() -> None:
    table = pair(deck(CALM), (["calm"], []), (["calm"], []))
    table.do("pass", "p1").do("end-turn", "p2").dice()
    assert table.state.view(None)["turn"] == "p1"
    table.log = []
    table.do("pass", "p1")
    assert "turns-over" not in table.told()
    table.do("pass", "p2").dice()
    assert "turns-over" in table.told()


@rule("RR-RAGE-05", "RR-TURN-12")
@pytest.mark.parametrize(("seat", "raised"), [("p1", 0), ("p2", 1)])
def test_only_what_lies_face_down_opposite_the_one_who_passes_raises(seat: str, raised: int) -> None:
    table = pair(deck(CALM), (["calm"], []), ([DOWN], []))
    if seat == "p2":
        table.do("end-turn", "p1")
    before = table.chimera["rage"]["power"]
    table.log = []
    table.do("pass", seat)
    assert len(table.told("rage-raised")) == raised
    assert before == 0


# --- recovery ----------------------------------------------------------------------------------------------


def recover(table: Rains, **dice: Any) -> Rains:
    table.log = []
    table.do("pass").dice(**dice)
    while table.asked == "end-of-round":
        table.do("go-on").dice(**dice)
    return table


@rule("RR-TOK-07", "RR-BASE-06")
def test_the_worked_case_of_tokens_in_recovery() -> None:
    table = recover(solo(deck(), [], red_rains=4, chimera_card={"exhaustion": 1}, ultimate_exhaustion=2))
    chimera = table.chimera
    assert (chimera["red_rains"], chimera["exhaustion"], chimera["ultimate_exhaustion"]) == (1, 0, 1)


@rule("RR-TOK-01", "RR-BASE-07", "RR-LAW-16", "RR-LAW-17")
@pytest.mark.parametrize(("up", "added"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_recovery_counts_face_up_aspects_and_fills_up_to_the_threat(up: int, added: int) -> None:
    puppet = {"name": "Blood Puppet", "attack": 0, "life": 2, "owner": "p1", "ref": "u9", "exhaustion": 1}
    facing = ["calm", "other", "calm", "other"][:up]
    table = recover(solo(deck(CALM, aspect("other", "none")), [*facing, puppet], first="chimera"))
    assert len(table.born()["facing"]) == up + 1 + added
    assert table.chimera["red_rains"] == up


@rule("RR-BASE-06", "RR-TOK-01", "RR-ULT-05")
def test_an_ultimate_in_recovery_comes_before_the_status_tokens() -> None:
    tired = {"card": "galeforce", "status": 0, "exhaustion": 2, "wounds": 1}
    table = recover(solo("frostwild", [tired], first="chimera", red_rains=2))
    told = table.told("recovery-tokens", "ultimate", "status-tokens", "aspect-added")
    assert told == ["aspect-added"] * 3 + ["recovery-tokens", "ultimate", "status-tokens"]
    card = table.card("a1")
    assert (card["status"], card["exhaustion"], card["wounds"]) == (3, 1, 1)


@rule("RR-BASE-06", "RR-GRD-08")
def test_recovery_heals_readies_and_turns_the_guard_back() -> None:
    units = [unit("Bear", 1, 5, wounds=3, recover=2, exhaustion=2), unit("Cat", 1, 5, wounds=1, recover=2)]
    table = recover(solo(deck(), [], units, p1={"guard_used": True, "exhaustion": 1}))
    assert [one["wounds"] for one in table.born()["units"]] == [1, 0]
    assert [one["exhaustion"] for one in table.born()["units"]] == [1, 0]
    assert (table.born()["guard_used"], table.born()["exhaustion"]) == (False, 0)


@rule("RR-TIME-04", "RR-REV-02", "RR-MISC-02")
def test_who_retreats_comes_back_with_nothing_on_it() -> None:
    card = {"card": "panic", "exhaustion": 1, "wounds": 2, "attached": {"webbed": 1}, "spells": {"Fear": "p1"}}
    table = recover(solo("shadowreck", [card], aspects="horror", first="chimera"))
    shown = table.card("a1")
    assert (shown["up"], shown["blood"]) == (False, 1)
    # it is known what lies there, so it is turned up again as the same card
    table.turn(face=1)
    assert table.card("a1")["card"] == "panic"
    assert (table.card("a1")["wounds"], table.card("a1")["attached"], table.card("a1")["spells"]) == (0, {}, [])


# --- whom nothing finds ------------------------------------------------------------------------------------


@rule("RR-TGT-05", "RR-TURN-16", "RR-TGT-07")
@pytest.mark.parametrize(
    ("word", "side", "enter", "main"),
    [
        ("untargetable", "u2", "u2", "u2"),
        ("dice protected", "u2", "u1", "u1"),
        ("concealed", "u2", "u2", "u1"),
        ("unattackable", "u1", "u1", "u1"),
    ],
)
def test_each_protection_keeps_off_what_it_names(word: str, side: str, enter: str, main: str) -> None:
    """A side action is a dice power, an enter effect an ability; the main action of a row is neither."""
    hit = [{"do": "damage", "target": "leftmost", "n": 1}]
    for where, expected in (("side", side), ("enter", enter), ("main", main)):
        row = {"main": [{"do": "reveal"}]}
        if where in ("side", "main"):
            row = {"side": [], "main": [{"do": "reveal"}], where: hit}
        card = aspect("card", "none", enter=hit if where == "enter" else [])
        table = solo(deck(card, rows=row), [DOWN], [unit(text=word, life=5), unit(life=5)]).turn(shows=["card"])
        assert [ref for ref in ("u1", "u2") if table.card(ref)["wounds"]] == [expected]


@rule("RR-TGT-05", "RR-ABIL-03")
@pytest.mark.parametrize(("exhaustion", "held"), [(0, [False, True]), (1, [True, False])])
def test_a_grip_on_the_leftmost_unit_passes_over_whom_it_cannot_name(exhaustion: int, held: list[bool]) -> None:
    units = [unit(text="concealed", exhaustion=exhaustion), unit()]
    table = solo("frostwild", ["crushing-grip"], units, aspects="mighty")
    assert [one["exhausted"] for one in table.born()["units"]] == held


# --- what Ultimates take ------------------------------------------------------------------------------------


def third(who: str, **p1: Any) -> Rains:
    """The third Ultimate, by the fifth rage die."""
    units = [unit("One", exhaustion=1), unit("Two"), unit("Three")]
    table = solo(who, [DOWN], units, phase=3, rage=4, red_rains=2, p1=p1)
    return table.do("pass")


@rule("RR-ULT-04", "RR-DICE-03")
@pytest.mark.parametrize(
    ("dice", "answer", "after"),
    [
        ({"power": 1, "basic": 1, "exhausted": 3}, "basic", {"power": 1, "class": 0, "basic": 0, "exhausted": 3}),
        ({"class": 1, "exhausted": 3}, "", {"power": 0, "class": 0, "basic": 0, "exhausted": 3}),
        ({"exhausted": 3}, "", {"power": 0, "class": 0, "basic": 0, "exhausted": 2}),
        ({}, "", {"power": 0, "class": 0, "basic": 0, "exhausted": 0}),
    ],
)
def test_the_third_ultimate_of_frostwild_takes_an_active_die_if_there_is_one(
    dice: dict[str, int], answer: str, after: dict[str, int]
) -> None:
    table = third("frostwild", dice=dice)
    if answer:
        assert set(table.offered()) == {"power", "basic"}
        table.answer(answer)
    assert table.born()["dice"] == after
    # then the leftmost unit that is not exhausted is stunned
    assert [one["attached"] for one in table.born()["units"]] == [{}, {"stun": 1}, {}]


@rule("RR-ULT-04")
@pytest.mark.parametrize(("who", "cards", "then"), [("neverset", 1, "aspect-added"), ("shadowreck", 2, "attached")])
def test_a_third_ultimate_that_takes_cards(who: str, cards: int, then: str) -> None:
    table = third(who)
    assert (table.asked, table.offered()[0]) == ("told", str(cards))
    prompt = table.state.view(None)["prompt"]
    for place in ("hand", "spellboard", "deck"):
        assert place in prompt
    table.answer("0")
    assert then in table.told()


@rule("RR-ULT-04", "RR-TURN-12")
def test_an_ultimate_against_two_falls_on_the_first_player_first() -> None:
    table = pair("neverset", ([DOWN], [unit(), unit()]), ([DOWN], [unit(), unit()]), rage=4, red_rains=2)
    table.do("pass", "p1").dice()
    assert [table.card(ref)["attached"] for ref in ("u1", "u2", "u51", "u52")] == [{"bleed": 1}, {}, {"bleed": 1}, {}]
    assert [len(table.born(seat)["facing"]) for seat in ("p1", "p2")] == [2, 2]
    put = [event.data["card"] for event in table.log if event.kind == "attached"]
    assert put == ["u1", "u51"]


@rule("RR-BLK-06", "RR-GRD-01", "RR-LAW-08")
def test_terrifying_and_gigantic_aspects_choose_who_may_meet_them() -> None:
    fright = aspect("fright", "claw_left", 2, 4, keywords=["terrifying 2"])
    giant = aspect("giant", "claw_left", 2, 4, keywords=["gigantic 3"])
    units = [
        unit("Target", 0, 9),
        unit("Weak", 2, 9, "unit guard"),
        unit("Strong", 3, 3, "unit guard"),
        unit("Hale", 3, 4, "unit guard"),
    ]
    assert sorted(solo(deck(fright), ["fright"], units).turn().offered()) == ["no", "p1", "u3", "u4"]
    assert sorted(solo(deck(giant), ["giant"], units).turn().offered()) == ["no", "p1", "u2", "u4"]


@rule("RR-TGT-02", "RR-TGT-03")
def test_a_claw_without_units_falls_back_and_nobody_is_asked() -> None:
    table = solo(deck(LEFT, RIGHT), ["left"]).turn()
    assert (table.asked, table.born()["wounds"], table.card("a1")["exhaustion"]) == ("turn", 2, 1)


@rule("RR-LAW-07", "RR-BTL-06")
def test_one_that_cannot_be_guarded_against_opens_the_way_for_all_that_attack_with_it() -> None:
    ward = aspect("ward", "none", 1, 6, keywords=["defender"])
    units = [unit("Sly", 1, 9, "bypass"), unit("Plain", 1, 9)]
    table = solo(deck(CALM, ward), ["calm", "ward"], units).do("attack", units=["u1", "u2"], target="a1").dice()
    assert table.card("a1")["wounds"] + table.card("a2")["wounds"] == 2
    assert table.card("a1")["wounds"] >= 1


@rule("RR-BTL-08", "RR-BTL-07")
def test_effects_of_a_horde_resolve_from_left_to_right_whoever_was_named_first() -> None:
    def horde(card: str, where: str) -> dict[str, Any]:
        on_attack = [{"do": "damage", "target": where, "n": 1}]
        return aspect(card, "jaw", 0, 4, keywords=["horde"], triggers={"on_attack": on_attack})

    row = {"main": [{"do": "reveal"}, {"do": "attack", "unit": "revealed"}]}
    pack = deck(horde("first", "leftmost"), horde("last", "rightmost"), rows=row)
    table = solo(pack, ["first", DOWN], [unit(life=5), unit(life=5)]).turn(shows=["last"])
    assert table.state.view(None)["battle"]["attackers"] == ["a2", "a1"]
    assert [event.data["card"] for event in table.log if event.kind == "damaged"] == ["u1", "u2"]
