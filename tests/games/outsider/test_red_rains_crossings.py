"""Where two rules of Red Rains cross: what a mean examiner would set up, worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from .rains import DOWN, GAME, Rains, aspect, deck, pair, solo, unit

rule = pytest.mark.rule


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
